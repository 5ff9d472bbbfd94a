//! Judges answers: reads the rolls out of an answer file and plays them on the board, straight from the rules.
//!
//! Nothing here is shared with the code that finds answers; only the types of the case file are.

use std::collections::HashSet;

use super::{
    board::Case,
    rules::{Chains, Outcome, Overshoot, Third},
};
use crate::diagnostics::{Diagnostic, Line, Source};
use crate::report::{number_in, numbers_in, reports_on, text_in};
use crate::search::{Control, StopReason};
use crate::words::{counted, place_in};

/// A game somebody claims to be one of the shortest, or a way to the goal that is known by its squares alone.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claim {
    /// The pips of each roll.
    pub rolls: Vec<u32>,
    /// Is it told by its squares alone? Then it may be longer than others.
    pub is_path: bool,
    /// The squares, from the start on, if they are given.
    pub squares: Option<Vec<u32>>,
    /// How many rolls it says it has.
    pub length: Option<usize>,
    /// Its id among the shortest games.
    pub id: Option<String>,
    /// How many shortest games there are said to be.
    pub sequences: Option<String>,
    /// Is it said to be in a list of all shortest games?
    pub is_of_all: bool,
}

/// Reads the games of an answer file: what `solve` wrote as text or JSON, or lines of rolls.
pub fn read_answer(source: &Source) -> Result<Vec<Claim>, Diagnostic> {
    if source.is_json() { read_json(source) } else { read_text(source) }
}

fn read_json(source: &Source) -> Result<Vec<Claim>, Diagnostic> {
    let mut claims = Vec::new();
    let reports = reports_on(source, "snakes", &["rolls", "path"])?;
    for (told, game) in reports.iter().flat_map(|told| told.solutions.iter().map(move |game| (told, game))) {
        let (rolls, path) = (numbers_in(source, game, "rolls")?, numbers_in(source, game, "path")?);
        let is_path = rolls.is_none() && path.is_some();
        if rolls.is_none() && !is_path {
            return Err(source.error_at_end("a solution in this file has no list of rolls"));
        }
        claims.push(Claim {
            rolls: rolls.unwrap_or_default(),
            is_path,
            squares: if is_path { path } else { numbers_in(source, game, "squares")? },
            length: number_in(source, game, "length")?,
            id: text_in(source, game, "id")?.map(str::to_owned),
            sequences: text_in(source, game, "sequences")?.map(str::to_owned),
            is_of_all: told.says_all() && !told.fields.contains_key("range"),
        });
    }
    Ok(claims)
}

fn read_text(source: &Source) -> Result<Vec<Claim>, Diagnostic> {
    let numbers = |line: Line<'_>, text: &str| -> Result<Vec<u32>, Diagnostic> {
        let read = |word: &str| {
            word.parse().map_err(|_| {
                let at = place_in(line.text, word);
                source.error("this is no roll", line, at).label("expected a whole number")
            })
        };
        text.split([' ', ',', '-', '\t']).filter(|word| !word.is_empty()).map(read).collect()
    };
    let mut claims: Vec<Claim> = Vec::new();
    let mut ahead = Claim::default();
    let is_report =
        source.lines().any(|line| ["Rolls:", PATH].iter().any(|word| line.text.trim_start().starts_with(word)));
    for line in source.lines() {
        let text = line.text.trim_start();
        if let Some(rolls) = text.strip_prefix("Rolls:") {
            claims.push(Claim { rolls: numbers(line, rolls)?, ..std::mem::take(&mut ahead) });
        } else if let Some(title) = is_report.then(|| read_title(text)).flatten() {
            ahead = title;
        } else if let Some((said, squares)) = text.strip_prefix(PATH).and_then(|rest| rest.split_once(':')) {
            let length = said.split_once(", ").and_then(|(_, rolls)| rolls.split(' ').next()?.parse().ok());
            claims.push(Claim { is_path: true, squares: Some(numbers(line, squares)?), length, ..Claim::default() });
        } else if is_report && text.ends_with(": that is all there are.") {
            claims.iter_mut().for_each(|claim| claim.is_of_all = true);
        } else if let Some(squares) = text.strip_prefix("Squares:") {
            let squares = numbers(line, squares)?;
            if let Some(claim) = claims.last_mut() {
                claim.squares = Some(squares);
            }
        } else if !is_report && !text.is_empty() && !text.starts_with('#') && !text.starts_with("No solution") {
            claims.push(Claim { rolls: numbers(line, text)?, ..Claim::default() });
        }
    }
    Ok(claims)
}

/// `Game 0 of 423 with 7 rolls`, before the rolls: what is said of them. Large numbers of games are shortened.
fn read_title(text: &str) -> Option<Claim> {
    let (id, rest) = text.strip_prefix("Game ")?.split_once(" of ")?;
    let (sequences, length) = rest.split_once(" with ")?;
    let is_number = |text: &&str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    Some(Claim {
        id: Some(id.to_owned()),
        sequences: Some(sequences).filter(is_number).map(str::to_owned),
        length: Some(length.split(' ').next()?.parse().ok()?),
        ..Claim::default()
    })
}

/// How the line of a way begins that is told by its squares.
const PATH: &str = "Path of ";

/// Where a player may stand: square, extra rolls of the turn, square the turn began on.
type Place = (u32, u8, u32);

/// Judges a game: its rolls must be possible, lead to the goal with the last of them, and be as few as can be, which is
/// [`fewest`].
pub fn check(case: &Case, claim: &Claim, fewest: Option<usize>) -> Result<(), String> {
    if claim.is_path {
        let squares = claim.squares.as_deref().unwrap_or_default();
        check_path(case, squares)?;
        return match claim.length.filter(|length| *length != squares.len() - 1) {
            Some(length) => Err(format!("it says {} but has {}", counted(length, "roll"), squares.len() - 1)),
            None => Ok(()),
        };
    }
    let goal = case.board.goal;
    // A total may come from different faces that differ in whether one rolls again: all places are followed.
    let mut places: HashSet<Place> = HashSet::from([(case.board.start, 0, case.board.start)]);
    let mut route = vec![case.board.start];
    if let Some(first) = claim.squares.as_ref().and_then(|squares| squares.first())
        && *first != case.board.start
    {
        return Err(format!("it begins on square {first}, not on the start, {}", case.board.start));
    }
    for (index, &pips) in claim.rolls.iter().enumerate() {
        let number = index + 1;
        if places.iter().all(|place| place.0 == goal) {
            return Err(format!("roll {number}: the game is over already"));
        }
        let outcomes: Vec<_> = case.rules.die.outcomes().iter().filter(|outcome| outcome.pips == pips).collect();
        if outcomes.is_empty() {
            return Err(format!("roll {number}: the die never shows {pips}"));
        }
        let moves = |place: Place| outcomes.iter().map(move |outcome| play(case, place, **outcome));
        places = places.into_iter().filter(|place| place.0 != goal).flat_map(moves).collect();
        if let Some(claimed) = claim.squares.as_ref().and_then(|squares| squares.get(number)) {
            let possible = places.iter().any(|place| place.0 == *claimed);
            if !possible {
                let got = places.iter().map(|place| place.0).min().unwrap_or(0);
                return Err(format!("roll {number}: a {pips} leads to square {got}, not to {claimed}"));
            }
            places.retain(|place| place.0 == *claimed);
        }
        route.extend(places.iter().map(|place| place.0).min());
    }
    if !places.iter().any(|place| place.0 == goal) {
        let last = route.last().copied().unwrap_or(0);
        return Err(format!("the rolls end on square {last}, not on the goal, {goal}"));
    }
    if let Some(squares) = claim.squares.as_ref().filter(|squares| squares.len() != claim.rolls.len() + 1) {
        let (squares, rolls) = (counted(squares.len(), "square"), counted(claim.rolls.len(), "roll"));
        return Err(format!("{squares} and {rolls} do not fit together"));
    }
    if let Some(length) = claim.length.filter(|length| *length != claim.rolls.len()) {
        return Err(format!("it says {} but has {}", counted(length, "roll"), claim.rolls.len()));
    }
    match fewest {
        Some(fewest) if fewest < claim.rolls.len() => {
            Err(format!("{} rolls reach the goal, but {fewest} are enough", claim.rolls.len()))
        }
        _ => Ok(()),
    }
}

/// Judges a way that is told by its squares: some roll has to lead from each to the next, and the last has to be the
/// goal. It begins on the start, or where the file lets the paper's run begin.
pub fn check_path(case: &Case, squares: &[u32]) -> Result<(), String> {
    let &[first, .., last] = squares else { return Err("a way has two squares at least".to_owned()) };
    let may_begin = |square: u32| {
        let jump = case.board.jumps.iter().find(|jump| jump.from == square);
        jump.map_or(square, |jump| jump.to) == first
    };
    if first != case.board.start && !case.dfs.initial.iter().any(|square| may_begin(*square)) {
        return Err(format!("it begins on square {first}, not on the start, {}", case.board.start));
    }
    let mut places: HashSet<Place> = HashSet::from([(first, 0, first)]);
    for (&from, &to) in squares.iter().zip(&squares[1..]) {
        if from == case.board.goal {
            return Err(format!("it goes on from the goal, {from}, to square {to}"));
        }
        let moves = |place: Place| case.rules.die.outcomes().iter().map(move |outcome| play(case, place, *outcome));
        places = places.into_iter().flat_map(moves).filter(|place| place.0 == to).collect();
        if places.is_empty() {
            return Err(format!("no roll leads from square {from} to square {to}"));
        }
    }
    if last != case.board.goal {
        return Err(format!("it ends on square {last}, not on the goal, {}", case.board.goal));
    }
    Ok(())
}

/// What one roll does, told as a player would.
fn play(case: &Case, place: Place, outcome: Outcome) -> Place {
    let (square, extra, origin) = place;
    let (board, rules) = (&case.board, &case.rules);
    let counts = rules.third != Third::Plays;
    if outcome.again && counts && extra == 2 {
        let back = if rules.third == Third::Undoes { origin } else { square };
        return (back, 0, back);
    }
    let target = u64::from(square) + u64::from(outcome.pips);
    let (goal, end) = (u64::from(board.goal), u64::from(board.squares));
    let passes_goal = u64::from(square) < goal && goal <= target;
    let landing = match rules.overshoot {
        Overshoot::Win if passes_goal => Some(goal),
        _ if target <= end => Some(target),
        Overshoot::Bounce if target - end < end => Some(2 * end - target),
        Overshoot::Bounce => Some(1),
        Overshoot::Stay | Overshoot::Win => None,
    };
    let mut rest = square;
    if let Some(landing) = landing.filter(|_| outcome.pips > 0) {
        rest = landing as u32;
        // The jumps are in the order of the squares they begin on.
        let jump_from = |square: u32| {
            let at = board.jumps.partition_point(|jump| jump.from < square);
            board.jumps.get(at).filter(|jump| jump.from == square)
        };
        let mut jump = jump_from(rest);
        while let Some(taken) = jump {
            rest = taken.to;
            jump = jump_from(rest).filter(|_| rules.chains == Chains::Follow);
        }
    }
    if outcome.again && counts && rest != board.goal {
        (rest, extra + 1, if rules.third == Third::Undoes { origin } else { rest })
    } else {
        (rest, 0, rest)
    }
}

/// The fewest rolls, by looking at everything that can be reached with one roll more.
pub fn fewest(case: &Case, control: &Control) -> Result<Option<usize>, StopReason> {
    let mut lookout = control.lookout();
    let mut seen: HashSet<Place> = HashSet::from([(case.board.start, 0, case.board.start)]);
    let mut edge: Vec<Place> = seen.iter().copied().collect();
    let mut rolls = 0;
    while !edge.is_empty() {
        rolls += 1;
        let mut next = Vec::new();
        for &place in &edge {
            lookout.spend(64 * case.rules.die.outcomes().len() as u64)?;
            for &outcome in case.rules.die.outcomes() {
                let to = play(case, place, outcome);
                if to.0 == case.board.goal {
                    return Ok(Some(rolls));
                }
                if seen.insert(to) {
                    next.push(to);
                }
            }
        }
        edge = next;
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::snakes::{
        odds::tests::{any_case, chain, paper},
        paths::Shortest,
    };

    fn fewest(case: &Case) -> Option<usize> {
        super::fewest(case, &Control::default()).unwrap()
    }

    fn verdict(answer: &str) -> Result<(), String> {
        let claims = read_answer(&Source::new("answer", answer)).map_err(|error| error.to_string())?;
        check(&paper("stay"), &claims[0], fewest(&paper("stay")))
    }

    #[test]
    fn right_answers_pass_and_wrong_ones_say_why() {
        let chain = chain(&paper("stay"));
        let game = Shortest::find(&chain).unwrap().unwrap().game(&chain, &7u32.into()).unwrap();
        let text = |numbers: &[u32]| numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
        assert!(verdict(&text(&game.rolls)).is_ok());
        assert!(verdict(&format!("Rolls: {}\nSquares: {}\n", text(&game.rolls), text(&game.squares))).is_ok());
        let json = serde_json::to_string(&game).unwrap();
        assert!(verdict(&format!("{{\"solutions\": [{json}]}}")).is_ok());
        let long: Vec<u32> = game.rolls[..6].iter().copied().chain([1, game.rolls[6].max(2) - 1]).collect();
        let wrong = [
            (text(&game.rolls[..6]), "not on the goal"),
            (text(&long), "are enough"),
            ("7".to_owned(), "never shows 7"),
            (text(&[&game.rolls[..], &[1]].concat()), "over already"),
            ("Rolls: 4\nSquares: 1 5\n".to_owned(), "leads to square 20"),
            ("Rolls: 4\nSquares: 2 20\n".to_owned(), "begins on square 2"),
            ("4294967295".to_owned(), "never shows 4294967295"),
            ("4294967296".to_owned(), "no roll"),
            ("{\"rolls\": [4294967296]}".to_owned(), "cannot hold"),
            (format!("{{\"rolls\": {:?}, \"length\": 6}}", game.rolls), "it says 6 rolls but has 7"),
            ("{\"rolls\": [-1]}".to_owned(), "cannot hold"),
            ("{\"rolls\": [1.5]}".to_owned(), "cannot hold"),
            ("{\"rolls\": \"4\"}".to_owned(), "cannot hold a text"),
            ("{\"rolls\": [4], \"squares\": [1, -5]}".to_owned(), "cannot hold"),
            ("{\"rolls\": [4], \"squares\": 20}".to_owned(), "cannot hold 20"),
            (format!("{{\"rolls\": {}", "[".repeat(10_000)), "recursion limit"),
            ("4 x".to_owned(), "no roll"),
            ("{\"path\": [1, 5]}".to_owned(), "no roll leads from square 1 to square 5"),
            ("{\"path\": [1, 20]}".to_owned(), "ends on square 20"),
            ("{\"path\": [1]}".to_owned(), "two squares at least"),
            ("Path of 2 squares, 1 rolls: 63 64\n".to_owned(), "begins on square 63"),
            ("{".to_owned(), "not JSON"),
        ];
        for (answer, words) in wrong {
            let reason = verdict(&answer).expect_err(&answer);
            assert!(reason.contains(words), "{answer}: {reason}");
        }
    }

    proptest! {
        #[test]
        fn every_game_found_passes(case in any_case(), id in 0u32..50) {
            let chain = chain(&case);
            match Shortest::find(&chain).unwrap() {
                None => prop_assert_eq!(fewest(&case), None),
                Some(shortest) => {
                    prop_assert_eq!(fewest(&case), Some(shortest.rolls() as usize));
                    if let Some(game) = shortest.game(&chain, &id.into()) {
                        let claim = Claim { rolls: game.rolls, squares: Some(game.squares), ..Claim::default() };
                        prop_assert_eq!(check(&case, &claim, fewest(&case)), Ok(()));
                    }
                }
            }
        }
    }
}
