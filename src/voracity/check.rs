//! Judges answers: reads the moves out of an answer file and plays them on the board, straight from the rules.
//!
//! Nothing here is shared with the code that finds answers; only the type of the board is.

use serde_json::Value;

use super::board::{Board, Directions};
use super::drawn::Drawing;
use crate::diagnostics::{Diagnostic, Source};
use crate::report::{field_of, misfit, number_in, palette::without_colours, reports_on, text_in, whole_number};

/// A game somebody claims to be good.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claim {
    /// The moves, a character each.
    pub moves: String,
    /// The cells it is said to cover.
    pub score: Option<i64>,
    /// No game is said to cover more cells than this.
    pub bound: Option<i64>,
    /// The cells the target is said to stop on, row and column from 0, the first one among them.
    pub path: Option<Vec<(usize, usize)>>,
    /// The cell it is said to start from, if that is not where the board has it.
    pub start: Option<(usize, usize)>,
    /// Its id: the moves, and where it starts if that was chosen.
    pub id: Option<String>,
    /// Is it said to be one of the best?
    pub is_best: bool,
    /// The rows of the board that is drawn below it, if there is one.
    pub drawing: Vec<String>,
}

/// Reads the games of an answer file: what `solve` wrote as text or JSON, or just a line of moves.
pub fn read_answer(source: &Source) -> Result<Vec<Claim>, Diagnostic> {
    if source.is_json() { read_json(source) } else { read_text(source) }
}

fn read_json(source: &Source) -> Result<Vec<Claim>, Diagnostic> {
    let mut claims = Vec::new();
    let reports = reports_on(source, "voracity", &["moves"])?;
    for (told, game) in reports.iter().flat_map(|told| told.solutions.iter().map(move |game| (told, game))) {
        let moves = game.get("moves").and_then(Value::as_str);
        let moves = moves.ok_or_else(|| source.error_at_end("a solution in this file has no string of moves"))?;
        let path = field_of(game, "path").map(|path| {
            let cells = path.as_array().and_then(|path| path.iter().map(cell).collect());
            cells.ok_or_else(|| source.error_at_end("a path in this file is not a list of [row, column]"))
        });
        let start = field_of(game, "start").map(|start| cell(start).ok_or_else(|| misfit(source, "start", start)));
        claims.push(Claim {
            moves: moves.to_owned(),
            score: number_in(source, game, "score")?,
            bound: number_in(source, game, "bound")?,
            path: path.transpose()?,
            start: start.transpose()?,
            id: text_in(source, game, "id")?.map(str::to_owned),
            is_best: told.fields.get("status").is_some_and(|status| status == "optimal"),
            drawing: Vec::new(),
        });
    }
    Ok(claims)
}

/// A row and a column, which need not be on any board.
fn cell(value: &Value) -> Option<(usize, usize)> {
    match value.as_array()?.as_slice() {
        [row, column] => Some((whole_number(row)?, whole_number(column)?)),
        _ => None,
    }
}

fn read_text(source: &Source) -> Result<Vec<Claim>, Diagnostic> {
    let source = &Source::new(source.name(), without_colours(source.text()));
    let mut claims: Vec<Claim> = Vec::new();
    let mut ahead = Claim::default();
    let is_report = source.lines().any(|line| line.text.trim_start().starts_with("Moves:"));
    // The board follows at once.
    let mut is_drawing = false;
    for line in source.lines() {
        let text = line.text.trim_start();
        let number = |text: &str| {
            let word = text.split_whitespace().next().unwrap_or("");
            word.parse::<i64>().map_err(|_| {
                let from = line.text.len() - text.trim_start().len();
                source.error("this is no score", line, from..line.text.len()).label("expected a whole number")
            })
        };
        is_drawing &= !text.is_empty();
        if is_report && text.starts_with("Optimal:") {
            claims.iter_mut().for_each(|claim| claim.is_best = true);
        } else if let Some(score) = text.strip_prefix("Score:") {
            ahead.score = Some(number(score)?);
        } else if let Some(bound) = text.strip_prefix("Bound:") {
            ahead.bound = Some(number(bound)?);
        } else if let Some(start) = text.strip_prefix("Start:") {
            let cell = start.split_once(',').map(|(row, column)| (row.trim().parse(), column.trim().parse()));
            let Some((Ok(row), Ok(column))) = cell else {
                let error = source.error("this is no cell", line, 0..line.text.len());
                return Err(error.label("expected a row and a column such as 0,3"));
            };
            ahead.start = Some((row, column));
        } else if let Some(moves) = text.strip_prefix("Moves:") {
            let moves = moves.split_whitespace().collect();
            claims.push(Claim { moves, ..std::mem::take(&mut ahead) });
            is_drawing = true;
        } else if let Some(claim) = claims.last_mut().filter(|_| is_drawing) {
            claim.drawing.push(text.to_owned());
        } else if !is_report && !text.is_empty() && !text.starts_with('#') {
            claims.push(Claim { moves: text.split_whitespace().collect(), ..Claim::default() });
        }
    }
    Ok(claims)
}

/// Judges a game: every move must be possible, no move may be left at its end, and what is said of it must be so.
/// Tells the score.
pub fn check(board: &Board, claim: &Claim) -> Result<usize, String> {
    let (mut row, mut column) = match claim.start {
        Some((row, column)) if row < board.rows() && column < board.columns() => (row as i64, column as i64),
        Some((row, column)) => return Err(format!("the start {row},{column} is not on the board")),
        None => ((board.target() / board.columns()) as i64, (board.target() % board.columns()) as i64),
    };
    let mut values: Vec<Vec<u8>> = board.values().chunks(board.columns()).map(<[u8]>::to_vec).collect();
    values[row as usize][column as usize] = 0;
    let eight = board.directions() == Directions::Eight;
    let mut stops = vec![(row as usize, column as usize)];
    let mut drawing = Drawing::new(board.rows(), board.columns(), stops[0]);
    let mut score = 0;
    for (index, letter) in claim.moves.chars().enumerate() {
        let number = index + 1;
        let (down, right) = step(letter, eight).ok_or_else(|| format!("move {number}: '{letter}' is no direction"))?;
        let cells = cells_of_move(&values, (row, column), (down, right))
            .map_err(|reason| format!("move {number} ({letter}) from {row},{column}: {reason}"))?;
        for (row, column) in cells.iter().copied() {
            values[row as usize][column as usize] = 0;
            score += 1;
        }
        drawing.cover(number, (down, right), &cells);
        (row, column) = *cells.last().unwrap_or(&(row, column));
        stops.push((row as usize, column as usize));
    }
    for letter in "DLRU1379".chars() {
        if step(letter, eight).is_some_and(|step| cells_of_move(&values, (row, column), step).is_ok()) {
            return Err(format!("the game is not over: {letter} is possible at {row},{column}"));
        }
    }
    if let Some(claimed) = claim.score.filter(|&claimed| claimed != score as i64) {
        return Err(format!("it says a score of {claimed}, but covers {score} cells"));
    }
    if let Some(bound) = claim.bound.filter(|&bound| bound < score as i64) {
        return Err(format!("it says that no game covers more than {bound} cells, but covers {score} itself"));
    }
    if let Some(bound) = claim.bound.filter(|&bound| claim.is_best && bound > score as i64) {
        return Err(format!("it says that it is the best, but also that a game might cover {bound} cells"));
    }
    if let Some(id) = claim.id.as_ref().filter(|id| !is_id(id, claim, stops[0])) {
        return Err(format!("its id is {id:?}, and its moves are others"));
    }
    if claim.path.as_ref().is_some_and(|path| *path != stops) {
        return Err("its path is not where its moves lead".to_owned());
    }
    if !claim.drawing.is_empty() && !drawing.is_drawn_as(&claim.drawing) {
        return Err("its drawing is not that of its moves".to_owned());
    }
    Ok(score)
}

/// Does an id say the moves of a game, and where it starts if it says that, too?
fn is_id(id: &str, claim: &Claim, (row, column): (usize, usize)) -> bool {
    let moves =
        id.split_once(':').map_or(Some(id), |(start, moves)| (start == format!("{row},{column}")).then_some(moves));
    moves == Some(claim.moves.as_str())
}

/// Rows down and columns to the right.
fn step(letter: char, eight: bool) -> Option<(i64, i64)> {
    Some(match letter {
        'U' => (-1, 0),
        'D' => (1, 0),
        'L' => (0, -1),
        'R' => (0, 1),
        '7' if eight => (-1, -1),
        '9' if eight => (-1, 1),
        '1' if eight => (1, -1),
        '3' if eight => (1, 1),
        _ => return None,
    })
}

/// The cells a move covers, or why it is not possible.
fn cells_of_move(
    values: &[Vec<u8>],
    (row, column): (i64, i64),
    (down, right): (i64, i64),
) -> Result<Vec<(i64, i64)>, &'static str> {
    let value_at = |row: i64, column: i64| {
        let row = values.get(usize::try_from(row).ok()?)?;
        row.get(usize::try_from(column).ok()?).copied()
    };
    let length = value_at(row + down, column + right).ok_or("it leaves the board")?;
    if length == 0 {
        return Err("the next cell is covered");
    }
    let cells = (1..=i64::from(length)).map(|distance| (row + down * distance, column + right * distance));
    cells
        .map(|(row, column)| match value_at(row, column) {
            None => Err("it leaves the board"),
            Some(0) => Err("it crosses a covered cell"),
            Some(_) => Ok((row, column)),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::voracity::input;

    fn board() -> Board {
        let text = "@ 2 1\n1 3 1\n";
        input::parse(&Source::new("board", text), input::Wishes::default()).unwrap()
    }

    fn judge(answer: &str) -> Result<usize, String> {
        let claims = read_answer(&Source::new("answer", answer)).unwrap();
        assert_eq!(claims.len(), 1);
        check(&board(), &claims[0])
    }

    #[test]
    fn right_answers_are_right() {
        for answer in [
            "RD",
            "Score: 3\nMoves: RD\n",
            r#"{"moves": "RD", "score": 3, "path": [[0,0],[0,2],[1,2]]}"#,
            r#"{"moves": "RD", "id": "RD", "bound": 4}"#,
            r#"{"moves": "RD", "id": "0,0:RD", "start": [0, 0]}"#,
            r#"{"status": "optimal", "solutions": [{"moves": "RD", "score": 3, "bound": 3}]}"#,
            r#"{"status": "unknown", "solutions": [{"moves": "RD", "score": 3, "bound": 5}]}"#,
        ] {
            assert_eq!(judge(answer), Ok(3), "{answer}");
        }
    }

    #[test]
    fn wrong_answers_are_wrong() {
        for (answer, reason) in [
            ("R", "not over"),
            ("RDX", "no direction"),
            ("RDD", "leaves the board"),
            ("RL", "the next cell is covered"),
            ("3", "no direction"),
            ("Score: 4\nMoves: RD", "covers 3"),
            (r#"{"moves": "RD", "score": 3, "bound": 2}"#, "no game covers more"),
            (r#"{"status": "optimal", "solutions": [{"moves": "RD", "bound": 4}]}"#, "might cover 4"),
            (r#"{"moves": "RD", "id": "RR"}"#, "its id is"),
            (r#"{"moves": "RD", "id": "0,1:RD"}"#, "its id is"),
            (r#"{"moves": "RD", "path": [[0,0],[0,1],[1,1]]}"#, "its path"),
            (r#"{"moves": "RD", "start": [5, 5]}"#, "not on the board"),
            (r#"{"moves": "", "start": [18446744073709551615, 0]}"#, "not on the board"),
            (r#"{"moves": "", "start": [0, 9223372036854775808]}"#, "not on the board"),
            ("Start: 18446744073709551615,18446744073709551615\nMoves: R", "not on the board"),
            (r#"{"moves": "RD", "path": [[18446744073709551615, 0]]}"#, "its path"),
            (r#"{"moves": "RD", "score": -9223372036854775808}"#, "covers 3"),
        ] {
            let verdict = judge(answer).unwrap_err();
            assert!(verdict.contains(reason), "{answer}: {verdict}");
        }
    }

    #[test]
    fn fields_that_hold_no_numbers_are_not_passed_over() {
        for field in [
            r#""score": "3""#,
            r#""score": 3.5"#,
            r#""score": 18446744073709551615"#,
            r#""score": [3]"#,
            r#""bound": true"#,
            r#""bound": 1e99"#,
            r#""start": [-1, 0]"#,
            r#""start": [0.5, 0]"#,
            r#""start": [0]"#,
            r#""start": [0, 0, 0]"#,
            r#""start": "0,0""#,
            r#""start": [1e30, 0]"#,
            r#""path": [[0, 0], [0, -2]]"#,
            r#""path": "RD""#,
            r#""path": [0, 2]"#,
            r#""path": {"0": [0, 0]}"#,
        ] {
            let answer = format!("{{\"moves\": \"RD\", {field}}}");
            assert!(read_answer(&Source::new("answer", answer)).is_err(), "{field}");
        }
        for start in ["99999999999999999999,0", "-1,0", "0", "x,y", "0,0,0", "1.5,0"] {
            let answer = format!("Start: {start}\nMoves: RD\n");
            assert!(read_answer(&Source::new("answer", answer)).is_err(), "{start}");
        }
        let deep = format!("{{\"moves\": \"RD\", \"path\": {}{}}}", "[".repeat(10_000), "]".repeat(10_000));
        assert!(read_answer(&Source::new("answer", deep)).is_err());
    }
}
