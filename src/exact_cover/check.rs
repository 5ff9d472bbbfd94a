//! Judges covers: counts how often each item is covered, straight from the options.
//!
//! Nothing here is shared with the code that finds covers; only the type of the problem is.

use serde_json::Value;

use crate::{
    diagnostics::{Diagnostic, Source},
    family::Judgement,
    report::{field_of, json_solutions, misfit, numbers_in, palette::without_colours, text_in},
    words::counted,
};

use super::problem::Problem;

/// A cover somebody claims to be one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claim {
    /// The numbers of its options, counted from 1.
    pub options: Vec<usize>,
    /// What these options are said to be, in the same order.
    pub texts: Option<Vec<String>>,
    /// Its id.
    pub id: Option<String>,
}

impl From<Vec<usize>> for Claim {
    fn from(options: Vec<usize>) -> Self {
        Self { options, ..Self::default() }
    }
}

/// The covers of an answer file: what `solve` wrote as text or JSON, or just numbers of options, a cover in a line.
pub fn read_answer(source: &Source) -> Result<Vec<Claim>, Diagnostic> {
    if source.is_json() {
        let mut covers = Vec::new();
        for solution in json_solutions(source, "exact-cover", &["options"])? {
            let options = numbers_in(source, &solution, "options")?;
            let options = options.ok_or_else(|| source.error_at_end("a solution in this file has no options"))?;
            let list = |texts: &Value| {
                texts.as_array()?.iter().map(|text| text.as_str().map(str::to_owned)).collect::<Option<Vec<_>>>()
            };
            let texts = field_of(&solution, "texts");
            let texts = texts.map(|texts| list(texts).ok_or_else(|| misfit(source, "texts", texts))).transpose()?;
            covers.push(Claim { options, texts, id: text_in(source, &solution, "id")?.map(str::to_owned) });
        }
        return Ok(covers);
    }
    let plain = Source::new(source.name(), without_colours(source.text()));
    let mut covers: Vec<Claim> = Vec::new();
    for line in plain.lines() {
        if line.text.starts_with("Solution ") {
            covers.push(Claim::default());
        } else if let (Some(id), Some(cover)) = (line.text.strip_prefix("Id: "), covers.last_mut()) {
            cover.id = Some(id.trim().to_owned());
        } else if let Some((number, text)) = line.text.strip_prefix("Option ").and_then(|rest| rest.split_once(':')) {
            let number = number.trim().parse().ok();
            let number = number.ok_or_else(|| plain.error("an option without a number", line, 0..line.text.len()))?;
            if covers.is_empty() {
                covers.push(Claim::default());
            }
            if let Some(cover) = covers.last_mut() {
                cover.options.push(number);
                cover.texts.get_or_insert_default().push(text.to_owned());
            }
        } else if !line.text.trim().is_empty() && line.text.split_whitespace().all(|word| word.parse::<usize>().is_ok())
        {
            let options: Vec<usize> = line.text.split_whitespace().filter_map(|word| word.parse().ok()).collect();
            covers.push(options.into());
        }
    }
    Ok(covers)
}

/// Says whether these are covers, all of them different.
pub fn judge(problem: &Problem, covers: &[Claim]) -> Judgement {
    if covers.is_empty() {
        return Err("the file holds no cover".to_owned());
    }
    let mut seen = std::collections::HashSet::new();
    for (index, cover) in covers.iter().enumerate() {
        let wrong = |fault: String| format!("cover {}: {fault}", index + 1);
        judge_one(problem, &cover.options).map_err(wrong)?;
        judge_texts(problem, cover).map_err(wrong)?;
        let mut sorted = cover.options.clone();
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

/// Are the options what they are said to be? How many blanks there are between the words means nothing.
fn judge_texts(problem: &Problem, cover: &Claim) -> Result<(), String> {
    let Some(texts) = &cover.texts else { return Ok(()) };
    if texts.len() != cover.options.len() {
        return Err(format!("it has {} and {}", counted(cover.options.len(), "option"), counted(texts.len(), "text")));
    }
    let is_wrong = |(number, text): &(&usize, &String)| {
        !text.split_whitespace().eq(problem.option_text(**number - 1).split_whitespace())
    };
    match cover.options.iter().zip(texts).find(is_wrong) {
        Some((number, text)) => {
            Err(format!("option {number} is '{}', not '{}'", problem.option_text(number - 1), text.trim()))
        }
        None => Ok(()),
    }
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
