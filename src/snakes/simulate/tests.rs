//! The simulation against the exact answer, against itself, and against the rules told slowly.

use proptest::prelude::*;

use super::*;
use crate::search::Control;
use crate::snakes::{
    board::Case,
    chain::{Chain, Scope},
    odds::{
        capture,
        elimination::Structure,
        moments,
        tests::{any_case, case, milton_bradley, paper},
    },
    rules::{Chains, Overshoot, Third},
};

fn chain(case: &Case) -> Chain {
    Chain::compile(case, Scope::Reachable, &Control::default()).unwrap()
}

#[test]
fn the_mean_is_within_four_standard_errors_of_the_exact_one() {
    for case in [milton_bradley(""), milton_bradley("again 6"), paper("bounce")] {
        let chain = chain(&case);
        let structure = Structure::of(&chain).unwrap();
        let tally = Simulator::new(&chain, structure.live(), 1).play_in_parallel(0..300_000).unwrap();
        let length = moments::length(&chain, &structure).unwrap().unwrap();
        assert_eq!(tally.ended, 300_000);
        assert!((tally.mean() - length.mean).abs() < 4.0 * tally.standard_error(), "{} {}", tally.mean(), length.mean);
        assert!((tally.deviation() / length.deviation - 1.0).abs() < 0.02);
    }
}

#[test]
fn tables_threads_and_ranges_never_change_a_result() {
    let chain = chain(&milton_bradley(""));
    let live = chain.live().unwrap();
    let simulator = Simulator::new(&chain, &live, 9);
    let whole = simulator.play(1000..71_003).unwrap();
    assert_eq!(whole, simulator.play_in_parallel(1000..71_003).unwrap());
    let parts = [1000..1001, 1001..1004, 1004..50_000, 50_000..71_003];
    assert_eq!(whole, parts.map(|part| simulator.play(part).unwrap()).into_iter().fold(Tally::default(), Tally::merge));
    assert_eq!(whole, Simulator::new(&chain, &live, 9).without_tables().play(1000..71_003).unwrap());
    assert_ne!(whole, Simulator::new(&chain, &live, 10).play(1000..71_003).unwrap());
}

#[test]
fn endless_games_are_counted_as_such() {
    let case = case("squares 5\nstart 1\ndie 2 3\n");
    let chain = chain(&case);
    let live = chain.live().unwrap();
    let tally = Simulator::new(&chain, &live, 1).play(0..10_000).unwrap();
    assert_eq!((tally.ended + tally.never, tally.cut_off), (10_000, 0));
    assert!(tally.never.abs_diff(5000) < 200);
}

#[test]
fn duels_with_captures_agree_with_the_exact_chances() {
    let chain = chain(&paper("stay"));
    let live = chain.live().unwrap();
    let exact = capture::chances(&chain, 2).unwrap().unwrap();
    let games = 40_000;
    let contests = contest::play(&chain, &live, 2, true, 5, 0..games).unwrap();
    let share = contests.wins[0] as f64 / games as f64;
    assert!((share - exact.wins[0]).abs() < 4.0 * 0.5 / (games as f64).sqrt(), "{share} {}", exact.wins[0]);
    assert!((contests.turns as f64 / games as f64 / exact.turns - 1.0).abs() < 0.02);
}

/// One game told slowly: straight from the board, with none of the compiled tables.
fn told_slowly(case: &Case, rolls: &mut Rolls<'_>, cases: &[u16], turn_limit: u64) -> Option<u64> {
    let (board, rules) = (&case.board, &case.rules);
    let mut square = board.start;
    for turn in 1..=turn_limit {
        let origin = square;
        let mut extra = 0;
        loop {
            let Roll(which) = rolls.next_roll();
            let outcome = rules.die.outcomes()[usize::from(cases[which as usize])];
            if outcome.again && extra == 2 && rules.third == Third::Stops {
                break;
            }
            if outcome.again && extra == 2 && rules.third == Third::Undoes {
                square = origin;
                break;
            }
            let target = square + outcome.pips;
            let wins = rules.overshoot == Overshoot::Win && square < board.goal && target >= board.goal;
            let landing = if wins {
                Some(board.goal)
            } else if target > board.squares {
                (rules.overshoot == Overshoot::Bounce).then(|| board.squares - (target - board.squares))
            } else {
                Some(target)
            };
            if let Some(mut landing) = landing {
                while let Some(jump) = board.jumps.iter().find(|jump| jump.from == landing) {
                    landing = jump.to;
                    if rules.chains == Chains::Rest {
                        break;
                    }
                }
                square = landing;
            }
            if square == board.goal {
                return Some(turn);
            }
            if !outcome.again {
                break;
            }
            extra += u32::from(rules.third != Third::Plays);
        }
    }
    None
}

proptest! {
    #![proptest_config(crate::soak::laws(150))]

    #[test]
    fn every_rule_is_played_as_it_is_told(case in any_case(), seed in 0u64..1000) {
        let chain = chain(&case);
        let live = chain.live().unwrap();
        let simulator = Simulator::new(&chain, &live, seed);
        for game in 0..60 {
            let tally = simulator.play(game..game + 1).unwrap();
            let mut slab = [0; SLAB];
            simulator.dice.fill(game, &mut slab);
            let mut rolls = Rolls::new(&simulator.dice, game, &slab);
            let told = told_slowly(&case, &mut rolls, &simulator.outcome_of_case, 3000);
            if tally.ended == 1 && tally.turns <= 3000 {
                prop_assert_eq!(told.map(u128::from), Some(tally.turns));
            } else {
                prop_assert_eq!(told, None);
            }
        }
    }

    #[test]
    fn random_boards_have_their_exact_mean(case in any_case(), seed in 0u64..1000) {
        let chain = chain(&case);
        let structure = Structure::of(&chain).unwrap();
        let length = moments::length(&chain, &structure).unwrap();
        prop_assume!(length.is_none_or(|length| length.mean < 5000.0));
        let games = 2000;
        let tally = Simulator::new(&chain, structure.live(), seed).play(0..games).unwrap();
        match length {
            None => prop_assert_eq!(tally.never, games),
            Some(length) => {
                // 150 boards are tried: five and a half standard errors are met once in many thousand runs.
                let error = length.deviation / (tally.ended as f64).sqrt();
                prop_assert!((tally.mean() - length.mean).abs() <= 5.5 * error + 1e-9, "{} {}", tally.mean(), length.mean);
                let chance = length.finishes;
                let spread = (chance * (1.0 - chance) * games as f64).sqrt();
                prop_assert!((tally.ended as f64 - chance * games as f64).abs() <= 5.5 * spread + 1e-6);
            }
        }
    }
}
