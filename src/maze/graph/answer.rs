//! Judges a claimed way through a maze on any grid by walking it on the digits of the file, and claims about its
//! length by a search of its own. It uses the arithmetic of the certificate and nothing of the solvers.

use std::collections::{HashMap, HashSet, VecDeque};

use serde_json::Value;

use super::{
    certify::{At, Cells, certify},
    file::GridFile,
};
use crate::{
    diagnostics::Source,
    family::{Error, Judgement},
    maze::claims::{self, Notation, judge_length, judge_longest, numbers, numbers_of_name, wrong_ends},
    search::Control,
};

/// Ways are written cell by cell.
const PATH: Notation<Vec<Vec<usize>>> = Notation {
    field: "path",
    label: "Path:",
    from_json: |value: &Value| value.as_array()?.iter().map(numbers).collect(),
    from_text: |text| text.split_whitespace().map(numbers_of_name).collect(),
};

/// The first way of an answer, cell by cell.
pub fn first_path(source: &Source) -> Result<Option<Vec<Vec<usize>>>, Error> {
    Ok(claims::read(source, &PATH)?.into_first().map(|claim| claim.steps))
}

/// A cell by its numbers; the floor may be left out.
fn at(numbers: &[usize]) -> Option<At> {
    match *numbers {
        [row, col] => Some((0, row, col)),
        [floor, row, col] => Some((floor, row, col)),
        _ => None,
    }
}

/// Whether ways are to be longest ones, which have ends of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Longest {
    /// All of them.
    Asked,
    /// Those that say so.
    IfSaid,
    /// None.
    Refused,
}

/// Judges an answer by the ends of the file, or those that are asked for. `drawing` draws a way that is right.
pub fn judge(
    file: &GridFile,
    drawing: &dyn Fn(&[Vec<usize>]) -> Option<String>,
    source: &Source,
    ends: [&[usize]; 2],
    longest: Longest,
    control: &Control,
) -> Result<Judgement, Error> {
    let (cells, start) = match cells_and_ends(file, ends) {
        Ok((cells, [start, _])) => (cells, start),
        Err(wrong) => return Ok(Err(wrong)),
    };
    let mut known: HashMap<(At, At), Option<u64>> = HashMap::new();
    claims::read(source, &PATH)?.judge(|claim, is_shortest| {
        let wrong = |what: &str| Ok(Err(what.to_owned()));
        let Some(path) = claim.steps.iter().map(|numbers| at(numbers)).collect::<Option<Vec<At>>>() else {
            return wrong("a place in it is no cell");
        };
        let (Some(&from), Some(&to)) = (path.first(), path.last()) else { return wrong("it is empty") };
        let walked = [0, claim.steps.len() - 1].map(|index| claim.steps[index].as_slice());
        let is_longest = longest == Longest::Asked || longest == Longest::IfSaid && claim.is_longest;
        // The longest way has ends of its own, which it tells.
        let expected = if is_longest { walked } else { ends };
        if let Some(wrong) = claim.other_ends(expected) {
            return Ok(Err(wrong));
        }
        if [Some(from), Some(to)] != expected.map(at) {
            return Ok(Err(wrong_ends(walked, expected)));
        }
        if let Some(step) = first_wrong_step(&cells, &path, control)? {
            return wrong(&format!("step {step} leads through a wall"));
        }
        if let Some(wrong) = claim.other_drawing(|| drawing(&claim.steps)) {
            return Ok(Err(wrong));
        }
        let shortest = match known.get(&(from, to)) {
            // Without loops, a way that is as short as can be passes no cell twice.
            _ if !is_shortest && !is_longest => None,
            Some(&least) => least,
            None => *known.entry((from, to)).or_insert(distance(&cells, from, to, control)?),
        };
        let length = judge_length(claim.length, path.len() as u64 - 1, shortest);
        if !is_longest {
            return Ok(length);
        }
        let is_perfect = certify(file, control)?.facts.is_perfect();
        let most = if is_perfect { Some(longest_distance(&cells, start, control)?) } else { None };
        Ok(length.and_then(|length| judge_longest(claim.length, length, most)))
    })
}

/// Judges that there is no way between the ends.
pub fn judge_none(file: &GridFile, ends: [&[usize]; 2], control: &Control) -> Result<Judgement, Error> {
    Ok(match cells_and_ends(file, ends) {
        Ok((cells, [start, goal])) => claims::judge_none(distance(&cells, start, goal, control)?),
        Err(wrong) => Err(wrong),
    })
}

/// The cells of a maze and its ends among them, or what is wrong with them.
fn cells_and_ends<'a>(file: &'a GridFile, ends: [&[usize]; 2]) -> Result<(Cells<'a>, [At; 2]), String> {
    let cells = Cells::new(file).ok_or("the floors of the maze differ")?;
    let (Some(start), Some(goal)) = (at(ends[0]), at(ends[1])) else { return Err("the ends are no cells".to_owned()) };
    Ok((cells, [start, goal]))
}

/// The first step that is no step of the maze, counted from 1. A crossing is left opposite to where it was entered.
fn first_wrong_step(cells: &Cells<'_>, path: &[At], control: &Control) -> Result<Option<usize>, Error> {
    let mut watch = control.lookout();
    let is_start_crossing = path.first().is_some_and(|&at| cells.is_crossing(at) || cells.sides(at).is_none());
    if is_start_crossing {
        return Ok(Some(0));
    }
    let mut last = None;
    for (index, step) in path.windows(2).enumerate() {
        watch.spend(64)?;
        let taken = cells
            .ways_out(step[0])
            .find(|&(next, bit)| next == step[1] && (!cells.is_crossing(step[0]) || last == Some(bit)));
        match taken {
            Some((_, bit)) => last = Some(bit),
            None => return Ok(Some(index + 1)),
        }
    }
    Ok(path.last().filter(|&&at| cells.is_crossing(at)).map(|_| path.len() - 1))
}

/// Steps of a shortest way between two cells that are no crossings.
fn distance(cells: &Cells<'_>, from: At, to: At, control: &Control) -> Result<Option<u64>, Error> {
    let (last, steps) = search(cells, from, Some(to), control)?;
    Ok((last == to).then_some(steps))
}

/// Steps of the longest way of a maze without loops and in one part.
fn longest_distance(cells: &Cells<'_>, start: At, control: &Control) -> Result<u64, Error> {
    let (end, _) = search(cells, start, None, control)?;
    Ok(search(cells, end, None, control)?.1)
}

/// The last cell that is reached and is no crossing, and in how many steps; the search ends at the cell it looks for.
fn search(cells: &Cells<'_>, from: At, to: Option<At>, control: &Control) -> Result<(At, u64), Error> {
    let mut watch = control.lookout();
    // At a crossing, the direction of the walk tells the two levels apart: upright or not.
    let level = |at: At, bit: u32| (at, cells.is_crossing(at) && matches!(bit, 1 | 4));
    let mut seen = HashSet::from([(from, false)]);
    let mut queue = VecDeque::from([(from, 0u32, 0u64)]);
    let mut last = (from, 0);
    while let Some((at, entered_by, steps)) = queue.pop_front() {
        watch.spend(400)?;
        if !cells.is_crossing(at) {
            last = (at, steps);
        }
        if Some(at) == to {
            break;
        }
        for (next, bit) in cells.ways_out(at) {
            let goes_on = !cells.is_crossing(at) || bit == entered_by;
            if goes_on && seen.insert(level(next, bit)) {
                queue.push_back((next, bit, steps + 1));
            }
        }
    }
    Ok(last)
}
