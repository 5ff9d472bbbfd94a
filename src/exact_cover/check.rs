//! Judges covers: counts how often each item is covered, straight from the options.
//!
//! Nothing here is shared with the code that finds covers; only the type of the problem is.

use crate::{
    diagnostics::{Diagnostic, Source},
    family::Judgement,
    report::{json_solutions, numbers_in, palette::without_colours},
};

use super::problem::Problem;

/// The covers of an answer file, as numbers of options counted from 1: what `solve` wrote as text or JSON, or just numbers,
/// a cover in a line.
pub fn read_answer(source: &Source) -> Result<Vec<Vec<usize>>, Diagnostic> {
    if source.text().trim_start().starts_with(['{', '[']) {
        let mut covers = Vec::new();
        for solution in json_solutions(source, "exact-cover", "options")? {
            let options = numbers_in(source, &solution, "options")?;
            covers.push(options.ok_or_else(|| source.error_at_end("a solution in this file has no options"))?);
        }
        return Ok(covers);
    }
    let plain = Source::new(source.name(), without_colours(source.text()));
    let mut covers: Vec<Vec<usize>> = Vec::new();
    for line in plain.lines() {
        if line.text.starts_with("Solution ") {
            covers.push(Vec::new());
        } else if let Some((number, _)) = line.text.strip_prefix("Option ").and_then(|rest| rest.split_once(':')) {
            let number = number.trim().parse().ok();
            let number = number.ok_or_else(|| plain.error("an option without a number", line, 0..line.text.len()))?;
            match covers.last_mut() {
                Some(cover) => cover.push(number),
                None => covers.push(vec![number]),
            }
        } else if !line.text.trim().is_empty() && line.text.split_whitespace().all(|word| word.parse::<usize>().is_ok())
        {
            covers.push(line.text.split_whitespace().filter_map(|word| word.parse().ok()).collect());
        }
    }
    Ok(covers)
}

/// Says whether these are covers, all of them different.
pub fn judge(problem: &Problem, covers: &[Vec<usize>]) -> Judgement {
    if covers.is_empty() {
        return Err("the file holds no cover".to_owned());
    }
    let mut seen = std::collections::HashSet::new();
    for (index, cover) in covers.iter().enumerate() {
        judge_one(problem, cover).map_err(|fault| format!("cover {}: {fault}", index + 1))?;
        let mut sorted = cover.clone();
        sorted.sort_unstable();
        if !seen.insert(sorted) {
            return Err(format!("cover {} was there before", index + 1));
        }
    }
    Ok(match covers.len() {
        1 => "every item is covered as it has to be".to_owned(),
        count => format!("{count} different covers, each of every item as it has to be"),
    })
}

fn judge_one(problem: &Problem, cover: &[usize]) -> Result<(), String> {
    // What each item is taken by: the option's number, and the colour if it has one.
    let mut taken: Vec<Option<(usize, u32)>> = vec![None; problem.items.len()];
    for &number in cover {
        let option = number.checked_sub(1).and_then(|index| problem.options.get(index));
        let option = option.ok_or_else(|| format!("there is no option {number}"))?;
        for part in option {
            let name = &problem.items[part.item as usize];
            match &mut taken[part.item as usize] {
                free @ None => *free = Some((number, part.colour)),
                Some((other, colour)) if *colour != part.colour || part.colour == 0 => {
                    return Err(format!("options {other} and {number} both take the item '{name}'"));
                }
                // They agree on its colour. Whoever takes an option twice does not get this far: it has a primary item,
                // or it is refused below.
                Some(_) => {}
            }
        }
        if option.iter().all(|part| part.item as usize >= problem.primary) {
            return Err(format!("option {number} covers no primary item"));
        }
    }
    match taken[..problem.primary].iter().position(Option::is_none) {
        Some(item) => Err(format!("no option takes the item '{}'", problem.items[item])),
        None => Ok(()),
    }
}
