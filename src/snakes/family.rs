//! Snakes and Ladders as a family: its strategies, its options, and how a board is read, judged, shown, drawn and made.

use std::collections::HashSet;

use crate::{
    destination::Destination,
    diagnostics::{Diagnostic, Source},
    family::{self, Drawing, Error, Family, Flag, Generation, Judgement, Options, Showing, Verb},
    input::Input,
    search::{Control, Strategy},
    words::counted,
};

use super::{board, case::Case, check, draw, generate, input, show, strategy::STRATEGIES};

/// The family.
pub struct Snakes;

const CASES: &[Verb] = &[Verb::Solve, Verb::Count, Verb::Check, Verb::Show, Verb::Draw];

static FLAGS: [Flag; 4] = [
    Flag::valued("rule", "RULE", "Play by another rule than the file says, such as \"overshoot bounce\"", CASES)
        .repeated(),
    Flag::switch("trace", "Strategy dfs: show every iteration with its queue", &[Verb::Solve]),
    Flag::valued(
        "rolls",
        "N",
        "Count the games of exactly this many rolls instead of the shortest ones",
        &[Verb::Count],
    ),
    Flag::switch("plot", "Plot the distribution of the number of turns instead of the board", &[Verb::Draw]),
];

const MADE: &[Verb] = &[Verb::Generate];

static GENERATOR_FLAGS: [Flag; 7] = [
    Flag::valued("size", "RxC", "Rows x columns [default: 10x10]", MADE),
    Flag::valued("snakes", "N", "How many snakes [default: 10]", MADE),
    Flag::valued("ladders", "N", "How many ladders [default: 9]", MADE),
    Flag::valued("target-rolls", "E", "Expected number of turns", MADE),
    Flag::valued("target-spread", "D", "Standard deviation of the number of turns", MADE),
    Flag::valued("target-first", "P", "Chance of the first of two players to win, such as 0.51", MADE),
    Flag::valued("rule", "RULE", "A rule of the game, such as \"overshoot bounce\"", MADE).repeated(),
];

/// The rules given beside a file, as a text of their own. One that says nothing is a mistake of whoever gave it.
pub(super) fn rules(options: &Options) -> Result<Source, Diagnostic> {
    let texts = options.texts("rule");
    if texts.iter().any(|text| input::says_nothing(text)) {
        return Err(
            Diagnostic::new("option `rule` is empty").help("write it as a line of a file: \"overshoot bounce\"")
        );
    }
    Ok(Source::new("option `rule`", texts.join("\n")))
}

/// Reads a board, to be played by the rules of the options.
pub fn read(input: &Input, options: &Options) -> Result<board::Case, Diagnostic> {
    input::parse_with_rules(&input.source()?, &rules(options)?)
}

impl Family for Snakes {
    fn name(&self) -> &'static str {
        "snakes"
    }

    fn about(&self) -> &'static str {
        "Snakes and Ladders: shortest games and odds"
    }

    fn strategies(&self) -> &'static [Strategy] {
        &STRATEGIES
    }

    fn flags(&self) -> &'static [Flag] {
        &FLAGS
    }

    fn recognise(&self, input: &Input) -> bool {
        input.source().is_ok_and(|source| input::recognise(&source))
    }

    fn load(&self, input: &Input, options: &Options, _: &Control) -> Result<Box<dyn family::Case>, Error> {
        let key = |rule: &str| rule.split_whitespace().next().unwrap_or_default().to_owned();
        let mut keys = options.texts("rule").iter().map(|rule| key(rule));
        if let Some(key) = keys.find(|key| ["players", "capture"].contains(&key.as_str())) {
            return Err(Error::misplaced("rule", format!("{key}: a search is about one player, 'fathom odds' is not")));
        }
        Ok(Box::new(Case::new(read(input, options)?)))
    }

    fn judge(&self, case: &Input, options: &Options, answer: &Input, control: &Control) -> Result<Judgement, Error> {
        judge(&read(case, options)?, &check::read_answer(&answer.source()?)?, control)
    }

    fn show(&self, showing: &Showing<'_>) -> Result<String, Error> {
        let case = read(showing.case()?, showing.options)?;
        match showing.id {
            Some(id) => show::game_text(&case, id, showing.control),
            None => show::board_text(&case, showing.control),
        }
    }

    fn draw(&self, drawing: &Drawing<'_>, place: &mut Destination) -> Result<(), Error> {
        draw::draw(&read(drawing.case, drawing.options)?, drawing, place)
    }

    fn generator_flags(&self) -> &'static [Flag] {
        &GENERATOR_FLAGS
    }

    fn generate(&self, generation: &Generation<'_>, place: &mut Destination) -> Result<(), Error> {
        generate::generate(generation, place)
    }
}

/// Judges every game of an answer.
fn judge(case: &board::Case, claims: &[check::Claim], control: &Control) -> Result<Judgement, Error> {
    let fewest = check::fewest(case, control)?;
    for (index, claim) in claims.iter().enumerate() {
        if let Err(reason) = check::check(case, claim, fewest) {
            return Ok(Err(format!("game {}: {reason}", index + 1)));
        }
    }
    if let Some(wrong) = wrong_id(case, claims, control)? {
        return Ok(Err(wrong));
    }
    let distinct: HashSet<_> =
        claims.iter().map(|claim| (&claim.rolls, claim.is_path.then_some(&claim.squares))).collect();
    Ok(match claims {
        [] => Err("the answer holds no game to judge".to_owned()),
        _ if distinct.len() < claims.len() => Err("a game is there twice".to_owned()),
        [only] if only.is_path => {
            let rolls = only.squares.as_ref().map_or(0, |squares| squares.len().saturating_sub(1));
            Ok(format!("a way of {} reaches the goal; shorter ones were not looked for", counted(rolls, "roll")))
        }
        _ if claims.iter().any(|claim| claim.is_path) => Ok(format!("{} games reach the goal", claims.len())),
        [only] if only.rolls.len() == 1 => Ok("1 roll reaches the goal, and no fewer can".to_owned()),
        [only] => Ok(format!("{} reach the goal, and no fewer can", counted(only.rolls.len(), "roll"))),
        _ => Ok(format!("{} games reach the goal in the fewest rolls", claims.len())),
    })
}

/// An id that means another game, or another number of games than there are. What an id means is said by the code that
/// numbers the games, so that is asked.
fn wrong_id(case: &board::Case, claims: &[check::Claim], control: &Control) -> Result<Option<String>, Error> {
    // A way that is told by its squares alone is none of the numbered ones.
    let is_all = claims.iter().all(|claim| claim.is_of_all && !claim.is_path);
    let says_something = |claim: &check::Claim| claim.id.is_some() || claim.sequences.is_some();
    if claims.is_empty() || !(is_all || claims.iter().any(says_something)) {
        return Ok(None);
    }
    let games = show::Numbered::new(case, control)?;
    let count = games.count().to_string();
    if is_all && count != claims.len().to_string() {
        let held = claims.len();
        return Ok(Some(format!("it says that it holds all shortest games: it has {held} of {count}")));
    }
    for (index, claim) in claims.iter().enumerate() {
        if let Some(said) = claim.sequences.as_ref().filter(|said| **said != count) {
            return Ok(Some(format!(
                "game {}: it is said to be one of {said} games, and there are {count}",
                index + 1
            )));
        }
        let Some(id) = &claim.id else { continue };
        let reason = match games.game(id) {
            Ok(game) if game.rolls == claim.rolls => continue,
            Ok(_) => format!("the id {id:?} is that of another game"),
            Err(Error::Unsupported(reason)) => reason,
            Err(other) => return Err(other),
        };
        return Ok(Some(format!("game {}: {reason}", index + 1)));
    }
    Ok(None)
}
