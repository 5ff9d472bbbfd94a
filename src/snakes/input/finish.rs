//! Puts together what a file said, and refuses what makes no game.

use std::collections::{HashMap, HashSet};

use super::{
    Diagnostic, Source,
    draft::{Draft, Said, SaidJump},
};
use crate::snakes::{
    board::{Board, Case, DfsSetup, Jump},
    rules::{Again, Chains, Die, Overshoot, Rules, Third},
};

/// The case a draft describes.
pub(super) fn finish(source: &Source, mut draft: Draft<'_>) -> Result<Case, Diagnostic> {
    let (squares, columns) = measure(source, &mut draft)?;
    let goal = value_or(&draft.goal, squares);
    if let Some(said) = draft.goal.as_ref().filter(|said| said.value == 0 || said.value > squares) {
        return Err(at(said, "the goal is not on the board").label(format!("expected 1 to {squares}")));
    }
    let start = value_or(&draft.start, 0);
    if let Some(said) = draft.start.as_ref().filter(|said| said.value >= goal) {
        let error = at(said, "the start is not before the goal");
        return Err(error.label(format!("expected 0 to {}", goal - 1)).help("0 means beside the board"));
    }
    let rules = rules(&draft)?;
    refuse_giants(&draft, squares, &rules)?;
    let empty = Board { squares, columns, start, goal, jumps: Vec::new() };
    let jumps = jumps(source, &draft, &empty, rules.chains)?;
    let board = Board { jumps, ..empty };
    if let Some(said) = draft.initial.as_ref().filter(|said| said.value.iter().any(|&square| square > squares)) {
        return Err(at(said, "the list begins with squares beyond the goal and the board"));
    }
    let step_limit = value_or(&draft.step_limit, rules.die.most());
    let initial = draft.initial.map_or_else(|| vec![start], |said| said.value);
    Ok(Case { board, rules, dfs: DfsSetup { step_limit, initial }, expected: draft.expected })
}

fn at<T>(said: &Said<'_, T>, title: &str) -> Diagnostic {
    said.source.error(title, said.line, said.at.clone())
}

fn value_or<T: Copy>(said: &Option<Said<'_, T>>, otherwise: T) -> T {
    said.as_ref().map_or(otherwise, |said| said.value)
}

/// The number of squares, and how many are in a row; jumps of a drawing join the others.
fn measure(source: &Source, draft: &mut Draft<'_>) -> Result<(u32, u32), Diagnostic> {
    if !draft.rows.is_empty() {
        return measure_drawing(source, draft);
    }
    let squares = match (&draft.squares, &draft.size) {
        (None, None) => {
            let error = source.error_at_end("the board has no size");
            return Err(error.label("nothing says how many squares there are").help("add a line like `size 10x10`"));
        }
        (Some(squares), _) if squares.value == 0 => return Err(at(squares, "a board without squares")),
        (Some(squares), Some(size)) if squares.value != size.value.0 * size.value.1 => {
            let error = at(squares, "the number of squares does not fit the size");
            return Err(error.label(format!("expected {}", size.value.0 * size.value.1)));
        }
        (Some(squares), _) => squares.value,
        (None, Some(size)) => size.value.0 * size.value.1,
    };
    let columns = match (&draft.columns, &draft.size) {
        (Some(columns), _) if columns.value == 0 => return Err(at(columns, "a board without columns")),
        (Some(columns), Some(size)) if columns.value != size.value.1 => {
            return Err(at(columns, "the columns do not fit the size").label(format!("expected {}", size.value.1)));
        }
        (Some(columns), _) => columns.value,
        (None, Some(size)) => size.value.1,
        (None, None) => squares.isqrt().max(1),
    };
    Ok((squares, columns))
}

fn measure_drawing(source: &Source, draft: &mut Draft<'_>) -> Result<(u32, u32), Diagnostic> {
    let columns = draft.rows[0].1.len();
    let squares = columns * draft.rows.len();
    let mut seen = vec![false; squares + 1];
    for (line, cells) in &draft.rows {
        if cells.len() != columns {
            let error = source.error("the rows of the drawing differ in length", *line, 0..line.text.len());
            return Err(error.label(format!("{} squares here, {columns} in the first row", cells.len())));
        }
        for cell in cells {
            let square = cell.square as usize;
            if square == 0 || square > squares {
                let error = source.error("this square is not on the board", *line, cell.at.clone());
                return Err(error.label(format!("expected 1 to {squares}: the drawing has {squares} squares")));
            }
            if std::mem::replace(&mut seen[square], true) {
                let error = source.error(format!("square {square} is drawn twice"), *line, cell.at.clone());
                return Err(error.label("expected every number once"));
            }
            if let Some(to) = cell.to {
                draft.jumps.push(SaidJump { from: cell.square, to, line: *line, at: cell.at.clone() });
            }
        }
    }
    let (squares, columns) = (squares as u32, columns as u32);
    if let Some(said) = draft.squares.as_ref().filter(|said| said.value != squares) {
        return Err(at(said, "the drawing has another number of squares").label(format!("expected {squares}")));
    }
    if let Some(said) = draft.size.as_ref().filter(|said| said.value != (squares / columns, columns)) {
        return Err(at(said, "the drawing has another size").label(format!("expected {}x{columns}", squares / columns)));
    }
    Ok((squares, columns))
}

fn rules(draft: &Draft<'_>) -> Result<Rules, Diagnostic> {
    let die = match &draft.die {
        Some(said) => said.value.clone(),
        None => Die::dice(1, 6).ok_or_else(|| Diagnostic::new("there is no die"))?,
    };
    let again = value_or(&draft.again, Again::Never);
    let die = match die.with_again(again) {
        Some(die) => die,
        None => {
            let said = draft.again.as_ref().ok_or_else(|| Diagnostic::new("no rule for rolling again"))?;
            let error = at(said, "the die never shows this");
            return Err(error.help("doubles need two dice or more; a number must be one that can be rolled"));
        }
    };
    let is_idle = again == Again::Never;
    if let Some(said) = draft.third.as_ref().filter(|said| is_idle && said.value != Third::Plays) {
        let error = at(said, "nobody rolls a third time where no roll gives another");
        return Err(error.help("the rule 'again' says which rolls do, such as 'again 6'"));
    }
    if let Some(said) = draft.players.as_ref().filter(|said| said.value == 0) {
        return Err(at(said, "a game without players").label("expected 1 or more"));
    }
    Ok(Rules {
        die,
        overshoot: value_or(&draft.overshoot, Overshoot::Stay),
        again,
        third: value_or(&draft.third, Third::Plays),
        chains: value_or(&draft.chains, Chains::Forbid),
        players: value_or(&draft.players, 2),
        capture: value_or(&draft.capture, false),
    })
}

/// The chain has an arc for every square and result of the die, and more states if turns are remembered.
fn refuse_giants(draft: &Draft<'_>, squares: u32, rules: &Rules) -> Result<(), Diagnostic> {
    const MAX_ARCS: u64 = 120_000_000;
    const MAX_SQUARES_WITH_TURNS: u32 = 100_000;
    let arcs = u64::from(squares) * rules.die.outcomes().len() as u64;
    if let Some(said) = draft.die.as_ref().filter(|_| arcs > MAX_ARCS) {
        let error = at(said, "the board is too large for a die with so many results");
        return Err(error.label(format!("expected {} results at most", MAX_ARCS / u64::from(squares))));
    }
    let remembers = rules.third != Third::Plays && rules.again != Again::Never && squares > MAX_SQUARES_WITH_TURNS;
    if let Some(said) = draft.third.as_ref().filter(|_| remembers) {
        let error = at(said, "the board is too large for this rule");
        return Err(error.label(format!("expected a board of {MAX_SQUARES_WITH_TURNS} squares at most")));
    }
    Ok(())
}

fn jumps(source: &Source, draft: &Draft<'_>, board: &Board, chains: Chains) -> Result<Vec<Jump>, Diagnostic> {
    let (squares, goal) = (board.squares, board.goal);
    let mut by_start: HashMap<u32, &SaidJump<'_>> = HashMap::with_capacity(draft.jumps.len());
    for jump in &draft.jumps {
        let fault = |title: String| source.error(title, jump.line, jump.at.clone());
        if jump.from == goal {
            let error = fault(format!("a jump from the goal, {goal}"));
            return Err(error.label("expected another square").help("the game ends on the goal"));
        }
        let on_board = format!("expected 1 to {squares}");
        if jump.from == 0 || jump.from > squares {
            return Err(fault("a jump that begins beside the board".to_owned()).label(on_board));
        }
        if jump.to > squares || (jump.to == 0 && board.start != 0) {
            return Err(fault("a jump that ends beside the board".to_owned()).label(on_board));
        }
        if jump.to == jump.from {
            return Err(fault("a jump that leads nowhere".to_owned()).label("expected two different squares"));
        }
        if let Some(before) = by_start.insert(jump.from, jump) {
            let error = fault(format!("two jumps begin on square {}", jump.from));
            return Err(error.label(format!("line {} has one already", before.line.number)));
        }
    }
    if chains == Chains::Forbid {
        for jump in &draft.jumps {
            let Some(next) = by_start.get(&jump.to) else { continue };
            let title = format!("this jump ends where {} > {} begins", next.from, next.to);
            let error = source.error(title, jump.line, jump.at.clone());
            return Err(error.help("say `chains follow` to take both jumps, or `chains rest` to stop between them"));
        }
    }
    if let Some(jump) = circle(&by_start, &draft.jumps).filter(|_| chains == Chains::Follow) {
        let error = source.error("these jumps run in a circle", jump.line, jump.at.clone());
        return Err(error.label("a piece that lands here would never come to rest"));
    }
    let mut jumps: Vec<_> = draft.jumps.iter().map(|jump| Jump { from: jump.from, to: jump.to }).collect();
    jumps.sort_unstable();
    Ok(jumps)
}

/// A jump that is part of a circle of jumps or leads into one, if there is any.
fn circle<'d, 'a>(by_start: &HashMap<u32, &'d SaidJump<'a>>, jumps: &'d [SaidJump<'a>]) -> Option<&'d SaidJump<'a>> {
    let mut comes_to_rest: HashSet<u32> = HashSet::with_capacity(jumps.len());
    let mut trail = Vec::new();
    for jump in jumps {
        let mut square = jump.from;
        let mut on_trail = HashSet::new();
        while let Some(next) = by_start.get(&square).filter(|_| !comes_to_rest.contains(&square)) {
            if !on_trail.insert(square) {
                return Some(jump);
            }
            trail.push(square);
            square = next.to;
        }
        comes_to_rest.extend(trail.drain(..));
    }
    None
}
