//! What is known of a choice of dice: by other ways of playing, and by all policies of small games.

use proptest::prelude::*;

use super::*;
use crate::snakes::odds::tests::{case, chain, milton_bradley};

fn dice(texts: &[&str]) -> Vec<Die> {
    texts.iter().map(|text| case(&format!("squares 9\ndie {text}")).rules.die).collect()
}

fn found(case: &Case, dice: &[Die]) -> Best {
    best(case, dice, &Control::default()).unwrap()
}

#[test]
fn one_die_is_no_choice() {
    let board = milton_bradley("");
    let best = found(&board, &dice(&["6"]));
    let chain = chain(&board);
    let alone = exact::solve(&chain, &Structure::of(&chain).unwrap()).unwrap().expected.unwrap();
    assert_eq!(best.exact.unwrap(), alone);
    assert!(best.choices.iter().all(|choice| choice.die == 0) && best.rounds == 1);
}

#[test]
fn a_choice_is_never_worse_than_one_of_the_dice() {
    let board = milton_bradley("");
    let all = dice(&["4", "6", "2d6"]);
    let best = found(&board, &all);
    assert!(best.turns < 39.2, "{}", best.turns);
    for choice in &best.choices {
        let least = choice.with_each.iter().flatten().copied().fold(f64::INFINITY, f64::min);
        assert!((choice.turns - least).abs() < 1e-9 && choice.with_each[choice.die].is_some());
    }
    // Near the goal a small die hits it sooner.
    assert_eq!(best.choices.last().unwrap().die, 0, "{:?}", best.choices.last());
}

#[test]
fn what_cannot_be_chosen_well_is_refused() {
    let two = dice(&["2 2"]);
    let odd = case("squares 5\nstart 0");
    assert_eq!(best(&odd, &two, &Control::default()), Err(NoChoice::MayNeverEnd));
    // With a 1 beside it the goal can be reached, and twos are not taken where they would be the end of it.
    let both = found(&odd, &dice(&["2 2", "1 1"]));
    assert_eq!(both.exact.unwrap().to_string(), "3");
    let remembers = case("squares 30\nagain 6\nthree-sixes undo");
    assert_eq!(best(&remembers, &dice(&["6"]), &Control::default()), Err(NoChoice::RemembersTurns));
    let captures = case("squares 30\ncapture yes");
    assert_eq!(best(&captures, &dice(&["6"]), &Control::default()), Err(NoChoice::Captures));
    let many = dice(&["97", "89", "83"]);
    assert_eq!(best(&odd, &many, &Control::default()), Err(NoChoice::TooManyCases));
}

#[test]
fn a_large_board_has_bounds() {
    use std::fmt::Write;
    let mut text = "size 60x60\n".to_owned();
    for at in 0..110 {
        let _ = writeln!(text, "{} > {}", 120 + 30 * at, 40 + 30 * at + at % 7);
    }
    let board = case(&text);
    let best = found(&board, &dice(&["4", "6", "2d6"]));
    let [low, high] = best.bounds.unwrap();
    assert!(low <= best.turns && best.turns <= high && high - low < 1e-6 * high, "{low} {} {high}", best.turns);
    assert!(best.exact.is_none());
}

/// Boards so small that every policy can be tried.
fn small() -> impl Strategy<Value = Case> {
    let jumps = prop::collection::vec((1u32..7, 1u32..8), 0..3);
    (5u32..8, jumps, 0..3usize, any::<bool>()).prop_map(|(squares, jumps, overshoot, again)| {
        let mut text = format!("squares {squares}\nstart 1\nchains rest\n");
        text += &format!("overshoot {}\n", ["stay", "bounce", "win"][overshoot]);
        if again {
            text += "die 1 2 3\nagain 2\n";
        }
        let mut used = Vec::new();
        for (from, to) in jumps {
            if from != to && from > 1 && from < squares && to <= squares && !used.contains(&from) {
                used.push(from);
                text += &format!("{from} > {to}\n");
            }
        }
        case(&text)
    })
}

proptest! {
    #![proptest_config(crate::soak::laws(20))]
    #[test]
    fn no_policy_of_all_is_better(board in small()) {
        let dice = dice(&["3", "1 1 2", "2:1 4:2"]);
        let control = Control::default();
        let chains: Vec<Chain> = dice.iter().map(|die| one_die(&board, die, &control).unwrap()).collect();
        let states = chains[0].goal();
        let mut least = f64::INFINITY;
        for number in 0..3usize.pow(states as u32) {
            let mut rest = number;
            let policy: Vec<usize> = (0..=states)
                .map(|_| {
                    let die = rest % 3;
                    rest /= 3;
                    die
                })
                .collect();
            // A game that might not end is no good, and what is never met does not matter.
            let mut values = vec![0.0; states + 1];
            let mut change = 1.0;
            let game = Game { chains: &chains, control: &control, allowed: Vec::new(), safe: Vec::new() };
            let met = game.met(&policy);
            let mixed = Chain::mixed(&chains, &policy, 12).unwrap();
            let live = mixed.live().unwrap();
            if (0..states).any(|state| met[state] && !live[state]) {
                continue;
            }
            for _ in 0..3000 {
                change = 0.0f64;
                for state in (0..states).filter(|&state| met[state]) {
                    let value = game.about(state, policy[state], &values);
                    change = change.max((value - values[state]).abs());
                    values[state] = value;
                }
                if change < 1e-12 || values[mixed.start()] > least + 1.0 {
                    break;
                }
            }
            if change < 1e-12 {
                least = least.min(values[mixed.start()]);
            }
        }
        match best(&board, &dice, &control) {
            Ok(best) => {
                prop_assert!((best.turns - least).abs() < 1e-7, "{} {least}", best.turns);
                prop_assert!((best.exact.unwrap().to_f64() - best.turns).abs() < 1e-12);
            }
            Err(error) => prop_assert!(error == NoChoice::MayNeverEnd && least.is_infinite(), "{error} {least}"),
        }
    }
}
