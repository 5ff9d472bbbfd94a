//! How much the rules matter: the same board under one changed rule at a time.

use serde::Serialize;

use super::{distribution::Distribution, elimination::Structure, moments, players};
use crate::{
    search::{Control, StopReason},
    snakes::{
        board::{Board, Case},
        chain::{Chain, Scope},
        paths::Shortest,
        rules::{Again, Die, Overshoot, Rules, Third},
    },
};

/// A line of the table.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Variant {
    /// Which rule is another.
    pub change: String,
    /// The fewest rolls; `None` if the goal cannot be reached.
    pub fewest_rolls: Option<u32>,
    /// Expected number of turns of games that end.
    pub mean: Option<f64>,
    /// Its standard deviation.
    pub deviation: Option<f64>,
    /// The chance that a game ends.
    pub finishes: f64,
    /// The chance of the first of two players to win.
    pub first_of_two: f64,
}

/// The case as it is, and with every switch thrown once.
pub fn table(case: &Case, control: &Control) -> Result<Vec<Variant>, StopReason> {
    let mut cases = vec![("as it is".to_owned(), case.clone())];
    let mut add = |change: &str, other: Option<Case>| {
        if let Some(other) = other.filter(|other| other != case) {
            cases.push((change.to_owned(), other));
        }
    };
    let rules = &case.rules;
    for (name, overshoot) in [("stay", Overshoot::Stay), ("bounce", Overshoot::Bounce), ("win", Overshoot::Win)] {
        let rules = Rules { overshoot, ..rules.clone() };
        add(&format!("overshoot {name}"), Some(case.with_rules(rules)));
    }
    for start in [0, 1] {
        let moved = Board { start, ..case.board.clone() };
        // A snake may lead off the board only if games begin there.
        let fits = start < moved.goal && moved.jumps.iter().all(|jump| jump.to > 0 || start == 0);
        add(&format!("start {start}"), fits.then(|| case.with_board(moved)));
    }
    let most = Again::On(rules.die.most());
    if rules.again == Again::Never {
        let again = rules.with_again(most);
        for (name, third) in
            [("", Third::Plays), (", three-sixes stop", Third::Stops), (", three-sixes undo", Third::Undoes)]
        {
            let rules = again.clone().map(|again| Rules { third, ..again });
            add(&format!("again {}{name}", rules_most(rules.as_ref())), rules.map(|rules| case.with_rules(rules)));
        }
    } else {
        add("again never", rules.with_again(Again::Never).map(|rules| case.with_rules(rules)));
    }
    for (count, faces) in [(1, 4), (1, 6), (2, 6)] {
        let die = Die::dice(count, faces).filter(|_| rules.again == Again::Never);
        let text = die.as_ref().map_or(String::new(), |die| format!("die {}", die.text()));
        add(&text, die.map(|die| case.with_rules(Rules { die, ..rules.clone() })));
    }
    cases.into_iter().map(|(change, case)| measure(change, &case, control)).collect()
}

fn rules_most(rules: Option<&Rules>) -> u32 {
    rules.map_or(0, |rules| rules.die.most())
}

fn measure(change: String, case: &Case, control: &Control) -> Result<Variant, StopReason> {
    let chain = Chain::compile(case, Scope::Reachable, control)?;
    let structure = Structure::of(&chain)?;
    let length = moments::length(&chain, &structure)?;
    let distribution = Distribution::of(case, &chain, structure.live())?;
    Ok(Variant {
        change,
        fewest_rolls: Shortest::find(&chain)?.map(|shortest| shortest.rolls()),
        mean: length.map(|length| length.mean),
        deviation: length.map(|length| length.deviation),
        finishes: length.map_or(0.0, |length| length.finishes),
        first_of_two: players::shares(&distribution, 2).wins[0],
    })
}
