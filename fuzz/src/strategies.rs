//! Strategies against each other on small cases: whoever counts counts the same, with any number of threads and
//! branches, and whoever proves proves the same.

use std::fmt::Write;

use super::search;
use fathom::{
    family::{FAMILIES, Family},
    input::Input,
    report::Status,
    search::Ability,
    session::{Question, Task},
};

/// The most threads and branches that are tried.
const THREADS: usize = 4;
const BRANCHES: usize = 70;

/// One execution.
pub fn run(data: &[u8]) {
    let &[choice, threads, branches, ref content @ ..] = data else { return };
    let mut bytes = content.iter().copied();
    let family = FAMILIES[usize::from(choice) % FAMILIES.len()];
    let text = match family.name() {
        "voracity" => voracity(&mut bytes),
        "polyomino" => polyomino(&mut bytes),
        "maze" => maze(&mut bytes),
        _ => String::from_utf8_lossy(content).into_owned(),
    };
    let input = Input::new("case.txt", text);
    let cut = (1 + usize::from(threads) % THREADS, 1 + usize::from(branches) % BRANCHES);
    compare(family, &input, cut);
}

/// Asks every strategy how many there are and whether there is one.
fn compare(family: &'static dyn Family, input: &Input, (threads, branches): (usize, usize)) {
    let mut known: Option<(String, String)> = None;
    let mut verdict: Option<(bool, String)> = None;
    for strategy in family.strategies() {
        let with = |question| Task { strategy: Some(strategy), ..Task::new(question) };
        if strategy.can(Ability::Count) {
            for (threads, branches) in [(1, 1), (threads, branches)] {
                let (ended, _) = search(family, input, &with(Question::Count), threads, branches);
                let Ok(ended) = ended else { continue };
                if ended.finding.status == Status::Counted {
                    let count = ended.finding.count.to_string();
                    let who = format!("{} with {threads} threads and {branches} branches", strategy.name);
                    let (expected, first) = known.get_or_insert_with(|| (count.clone(), who.clone()));
                    assert_eq!(*expected, count, "{first} and {who} disagree");
                }
            }
        }
        let (ended, _) = search(family, input, &with(Question::FIRST), threads, branches);
        let Ok(ended) = ended else { continue };
        let is_there = match ended.finding.status {
            Status::Solved | Status::Optimal => true,
            Status::Unsolvable => false,
            _ => continue,
        };
        let (expected, first) = verdict.get_or_insert_with(|| (is_there, strategy.name.to_owned()));
        assert_eq!(*expected, is_there, "{first} and {} disagree", strategy.name);
    }
}

/// A board of digits with a beginning.
fn voracity(bytes: &mut impl Iterator<Item = u8>) -> String {
    let mut next = || usize::from(bytes.next().unwrap_or(0));
    let (height, width, largest) = (1 + next() % 4, 1 + next() % 5, 1 + next() % 4);
    let start = next() % (height * width);
    let mut text = String::new();
    for cell in 0..height * width {
        let value = 1 + next() % largest;
        if cell == start {
            text.push('@')
        } else {
            write!(text, "{value}").expect("a text takes everything")
        }
        if (cell + 1) % width == 0 {
            text.push('\n');
        }
    }
    text
}

/// A board that is cut into pieces along its cells, one after the other; some are exchanged, so that there may be none.
fn polyomino(bytes: &mut impl Iterator<Item = u8>) -> String {
    let mut next = || usize::from(bytes.next().unwrap_or(0));
    let (height, width) = (1 + next() % 4, 1 + next() % 5);
    let mut owner = vec![vec![None; width]; height];
    let mut pieces: Vec<Vec<(usize, usize)>> = Vec::new();
    for start in (0..height * width).map(|cell| (cell / width, cell % width)) {
        if owner[start.0][start.1].is_some() {
            continue;
        }
        let number = pieces.len();
        let (mut cells, mut at) = (vec![start], start);
        owner[at.0][at.1] = Some(number);
        for _ in 0..next() % 5 {
            let (row, column) = at;
            let to = [(row, column + 1), (row + 1, column), (row, column.wrapping_sub(1))][next() % 3];
            if to.0 < height && to.1 < width && owner[to.0][to.1].is_none() {
                owner[to.0][to.1] = Some(number);
                cells.push(to);
                at = to;
            }
        }
        pieces.push(cells);
    }
    // The same piece twice: the other one is gone.
    if next() % 4 == 0 && pieces.len() > 1 {
        let (from, to) = (next() % pieces.len(), next() % pieces.len());
        if pieces[from].len() == pieces[to].len() {
            pieces[to] = pieces[from].clone();
        }
    }
    let mut text = format!("{height} {width} {}\nDEFAULT\n", pieces.len());
    for (number, cells) in pieces.iter().enumerate() {
        let letter = char::from(b'A' + number as u8);
        for row in 0..height {
            let line: String =
                (0..width).map(|column| if cells.contains(&(row, column)) { letter } else { ' ' }).collect();
            if !line.trim().is_empty() {
                text += line.trim_end();
                text.push('\n');
            }
        }
    }
    text
}

/// Walls and cells as they come, with a way in and a way out.
fn maze(bytes: &mut impl Iterator<Item = u8>) -> String {
    let mut next = || usize::from(bytes.next().unwrap_or(0));
    let (height, width) = (3 + 2 * (next() % 3), 3 + 2 * (next() % 4));
    let mut text = String::new();
    for row in 0..height {
        for column in 0..width {
            let is_border = row == 0 || column == 0 || row + 1 == height || column + 1 == width;
            let is_door = (row, column) == (0, 1) || (row, column) == (height - 1, width - 2);
            let is_cell = row % 2 == 1 && column % 2 == 1;
            let is_wall = !is_door && !is_cell && (is_border || next() % 3 == 0);
            text.push(if is_wall { '#' } else { ' ' });
        }
        text.push('\n');
    }
    text
}
