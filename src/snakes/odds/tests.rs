//! Known boards give the known figures.

use proptest::prelude::*;

use super::{
    capture, distribution, distribution::Distribution, elimination::Structure, exact, hits, moments, players, ranking,
    variants,
};
use crate::{
    diagnostics::Source,
    search::Control,
    snakes::{
        board::Case,
        chain::{Chain, Scope},
        input,
    },
};

pub(crate) fn case(text: &str) -> Case {
    input::parse(&Source::new("case", text)).unwrap()
}

pub(crate) fn paper(overshoot: &str) -> Case {
    case(&format!("{}\novershoot {overshoot}\n", include_str!("../../../cases/snakes/paper-8x8.txt")))
}

pub(crate) fn milton_bradley(more: &str) -> Case {
    case(&format!("{}\n{more}\n", include_str!("../../../cases/snakes/milton-bradley.txt")))
}

pub(crate) fn chain(case: &Case) -> Chain {
    Chain::compile(case, Scope::Reachable, &Control::default()).unwrap()
}

#[test]
fn expectations_and_deviations_are_the_known_ones() {
    let known = [
        (paper("stay"), "27.035445313946", "11.5931832217"),
        (paper("bounce"), "33.354433849350", "19.4118344840"),
        (paper("win"), "22.561047840201", "10.1230924680"),
        (milton_bradley(""), "39.225122308235", "25.2249571128"),
    ];
    for (case, mean, deviation) in known {
        let chain = chain(&case);
        let structure = Structure::of(&chain).unwrap();
        let exact = exact::solve(&chain, &structure).unwrap();
        let (expected, variance) = (exact.expected.unwrap(), exact.variance.unwrap());
        assert_eq!(expected.decimal(12), mean);
        assert!((variance.root_decimal(14).parse::<f64>().unwrap() - deviation.parse::<f64>().unwrap()).abs() < 6e-11);
        let floats = moments::length(&chain, &structure).unwrap().unwrap();
        assert!((floats.mean / expected.to_f64() - 1.0).abs() < 1e-13);
        assert!((floats.deviation / variance.to_f64().sqrt() - 1.0).abs() < 1e-12);
        assert_eq!(floats.finishes, 1.0);
    }
}

#[test]
fn the_fraction_of_milton_bradley_is_the_known_one_digit_for_digit() {
    let chain = chain(&milton_bradley(""));
    let exact = exact::solve(&chain, &Structure::of(&chain).unwrap()).unwrap();
    assert_eq!(
        exact.expected.unwrap().to_string(),
        "225837582538403273407117496273279920181931269186581786048583/\
         5757472998140039232950575874628786131130999406013041613400"
    );
}

#[test]
fn rolling_again_on_six_counts_turns() {
    let chain = chain(&milton_bradley("again 6"));
    let exact = exact::solve(&chain, &Structure::of(&chain).unwrap()).unwrap();
    assert_eq!(exact.expected.unwrap().decimal(12), "32.799361786047");
}

fn distribution(case: &Case) -> Distribution {
    let chain = chain(case);
    Distribution::of(case, &chain, Structure::of(&chain).unwrap().live()).unwrap()
}

#[test]
fn modes_medians_and_the_first_players_edge_are_the_known_ones() {
    let known = [
        (paper("stay"), 20, 25, 0.5148964990),
        (paper("bounce"), 19, 28, 0.5106508627),
        (paper("win"), 18, 20, 0.5186729279),
        (milton_bradley(""), 22, 32, 0.5079115939),
    ];
    for (case, mode, median, first) in known {
        let distribution = distribution(&case);
        assert_eq!((distribution.mode(), distribution.quantile(0.5)), (Some(mode), Some(median)));
        let shares = players::shares(&distribution, 2);
        assert!((shares.wins[0] - first).abs() < 6e-11, "{} instead of {first}", shares.wins[0]);
        assert!((shares.wins.iter().sum::<f64>() - 1.0).abs() < 1e-12 && shares.error_bound < 1e-13);
    }
}

#[test]
fn four_players_shares_are_the_known_ones() {
    let shares = players::shares(&distribution(&milton_bradley("")), 4);
    for (share, known) in shares.wins.iter().zip([0.260079, 0.253225, 0.246575, 0.240122]) {
        assert!((share - known).abs() < 6e-7, "{share} instead of {known}");
    }
}

#[test]
fn the_known_effects_of_jumps_come_out() {
    let case = milton_bradley("");
    let effects = ranking::effects(&case, &Control::default()).unwrap();
    assert_eq!(effects.len(), 19);
    let snake = effects.iter().find(|effect| effect.jump.from == 56).unwrap();
    assert!((snake.removed - 0.0136).abs() < 5e-5, "{}", snake.removed);
    let all = ranking::additions(&case, &Control::default()).unwrap().unwrap();
    let odd = all.iter().find(|addition| (addition.jump.from, addition.jump.to) == (79, 81)).unwrap();
    assert!((odd.longer - 2.723620).abs() < 5e-7, "{}", odd.longer);
}

#[test]
fn an_update_of_rank_one_is_the_same_as_starting_over() {
    let large = [milton_bradley(""), milton_bradley("again 6"), paper("bounce")].map(|case| (case, 97));
    // Who cannot move stays on the first square, which is no landing there.
    let stuck =
        ["size 1x4\nstart 3\n", "size 2x3\nstart 2\ndie weights: 1:2 3:3 4:3 5:2\n"].map(|text| (case(text), 1));
    for (case, step) in large.into_iter().chain(stuck) {
        let now = moments::mean(&chain(&case)).unwrap();
        for addition in ranking::additions(&case, &Control::default()).unwrap().unwrap().into_iter().step_by(step) {
            let mut jumps = case.board.jumps.clone();
            jumps.push(addition.jump);
            let board = case.board.with_jumps(jumps);
            assert!(ranking::is_playable(&board, &case.rules), "{:?}", addition.jump);
            let longer = moments::mean(&chain(&case.with_board(board))).unwrap() - now;
            let near = longer == addition.longer || (longer - addition.longer).abs() < 1e-9 * longer.abs().max(1.0);
            assert!(near, "{:?} {longer}", addition);
        }
    }
}

#[test]
fn a_goal_out_of_reach_is_an_answer() {
    let walled = case("squares 30\nstart 1\n24 > 2\n25 > 3\n26 > 4\n27 > 5\n28 > 6\n29 > 7\n");
    let chain = chain(&walled);
    let structure = Structure::of(&chain).unwrap();
    let exact = exact::solve(&chain, &structure).unwrap();
    assert_eq!((exact.finishes.to_string().as_str(), &exact.expected), ("0", &None));
    assert_eq!(moments::length(&chain, &structure).unwrap(), None);
    let distribution = distribution(&walled);
    assert_eq!((distribution.never, distribution.mode(), distribution.quantile(0.5)), (1.0, None, None));
    assert_eq!(players::shares(&distribution, 2).nobody, 1.0);
    assert!(variants::table(&walled, &Control::default()).unwrap().iter().all(|line| line.finishes <= 1.0));
}

#[test]
fn a_goal_that_may_be_missed_has_its_chance() {
    let trap = case("squares 5\nstart 1\ndie 2 3\novershoot stay\n");
    // 1 -> 3 or 4; 3 -> 5 wins with a 2 and stays with a 3; 4 stays for ever.
    let chain = chain(&trap);
    let structure = Structure::of(&chain).unwrap();
    let exact = exact::solve(&chain, &structure).unwrap();
    assert_eq!(exact.finishes.to_string(), "1/2");
    // Then one roll and a geometric number of them: 1 + 2 on average, variance 2.
    assert_eq!((exact.expected.unwrap().to_string(), exact.variance.unwrap().to_string()), ("3".into(), "2".into()));
    let floats = moments::length(&chain, &structure).unwrap().unwrap();
    assert!((floats.mean - 3.0).abs() < 1e-12 && (floats.deviation - 2f64.sqrt()).abs() < 1e-12);
    let distribution = distribution(&trap);
    assert!((distribution.never - 0.5).abs() < 1e-15 && distribution.quantile(0.6).is_none());
    assert!((players::shares(&distribution, 2).nobody - 0.25).abs() < 1e-15);
}

#[test]
fn two_players_who_capture_have_all_the_chances_between_them() {
    let chain = chain(&paper("stay"));
    let duel = capture::chances(&chain, 2).unwrap().unwrap();
    assert!(duel.error_bound < 1e-12 && (duel.wins[0] + duel.wins[1] - 1.0).abs() < 1e-11);
    // Captures make the game longer than two players without them: 2·rounds is a bound from above for those.
    let rounds = players::shares(&distribution(&paper("stay")), 2).rounds.unwrap();
    assert!(duel.turns > 2.0 * rounds - 1.0, "{} {rounds}", duel.turns);
}

#[test]
fn some_squares_are_met_by_every_game() {
    let case = milton_bradley("");
    let hits = hits::chances(&case, &chain(&case)).unwrap();
    assert!((hits[100] - 1.0).abs() < 1e-12);
    assert!(hits[1..].iter().all(|&chance| (0.0..=1.0).contains(&chance)));
    // The first roll lands on 1 with chance 1/6, and nothing leads back there.
    assert!((hits[1] - 1.0 / 6.0).abs() < 1e-12 && hits[0] == 0.0);
}

#[test]
fn the_table_of_rules_has_the_known_lines() {
    let table = variants::table(&milton_bradley(""), &Control::default()).unwrap();
    let mean = |change: &str| table.iter().find(|line| line.change == change).unwrap().mean.unwrap();
    assert!((mean("as it is") - 39.225122308235).abs() < 1e-11);
    assert!((mean("again 6") - 32.799361786047).abs() < 1e-11);
    assert!(mean("overshoot win") < mean("as it is"));
}

/// Boards of any rules that can be written down.
pub(crate) fn any_case() -> impl Strategy<Value = Case> {
    let rules = (0..3usize, 0..4usize, 0..3usize, 0..5usize);
    let jumps = prop::collection::vec((1u32..40, 1u32..40), 0..6);
    (10u32..40, 0u32..2, rules, jumps, prop_oneof![Just(0), 0u32..6]).prop_map(
        |(squares, start, rules, jumps, past_goal)| {
            let overshoot = ["stay", "bounce", "win"][rules.0];
            let again = ["", "again 3", "again 3\nthree-sixes stop", "again 3\nthree-sixes undo"][rules.1];
            let chains = ["follow", "rest", "rest"][rules.2];
            let die = ["4", "6", "1 2 3", "2:3 3:1", "2d3"][rules.3];
            let mut text = format!(
                "squares {squares}\ngoal {}\nstart {start}\novershoot {overshoot}\n{again}\nchains {chains}\ndie {die}\n",
                squares - past_goal
            );
            for (from, to) in jumps {
                let more = format!("{text}{from} > {to}\n");
                // Jumps that make no board are left out.
                if input::parse(&Source::new("case", more.clone())).is_ok() {
                    text = more;
                }
            }
            case(&text)
        },
    )
}

proptest! {
    #![proptest_config(crate::soak::laws(200))]

    #[test]
    fn the_two_ways_to_the_distribution_agree(case in any_case()) {
        let chain = chain(&case);
        let structure = Structure::of(&chain).unwrap();
        if let Some(shifts) = distribution::Shifts::of(&case, &chain, structure.live()) {
            let fast = distribution::by_squares(&shifts, 2000, chain.control()).unwrap();
            let slow = distribution::by_states(&chain, structure.live(), 2000).unwrap();
            for (a, b) in fast.ends.iter().zip(&slow.ends) {
                prop_assert!((a - b).abs() < 1e-14);
            }
            prop_assert!((fast.never - slow.never).abs() < 1e-13);
        }
    }

    #[test]
    fn fractions_floats_and_the_distribution_agree(case in any_case()) {
        let chain = chain(&case);
        let structure = Structure::of(&chain).unwrap();
        let exact = exact::solve(&chain, &structure).unwrap();
        let distribution = Distribution::of(&case, &chain, structure.live()).unwrap();
        let ends: f64 = distribution.ends.iter().sum();
        prop_assert!((ends + distribution.cut_off - exact.finishes.to_f64()).abs() < 1e-10);
        match moments::length(&chain, &structure).unwrap() {
            None => prop_assert!(exact.expected.is_none()),
            Some(length) => {
                let expected = exact.expected.unwrap().to_f64();
                prop_assert!((length.mean / expected - 1.0).abs() < 1e-9);
                if distribution.cut_off < 1e-15 {
                    let sum: f64 = distribution.ends.iter().enumerate().map(|(t, p)| t as f64 * p).sum();
                    prop_assert!((sum / ends / expected - 1.0).abs() < 1e-9, "{} {}", sum / ends, expected);
                }
            }
        }
    }
}

#[test]
fn a_stop_keeps_what_was_found_and_names_the_rest() {
    use super::report::{Questions, report};
    use crate::search::{Limits, StopReason};
    let (case, questions) = (milton_bradley(""), Questions { exact: false, simulate: None });
    let whole = report(&case, questions, &Control::default());
    assert!(whole.left_out.is_empty() && whole.variants.is_some());
    let control = Control::new(&Limits::default());
    control.stop(StopReason::Interrupted);
    let stopped = report(&case, questions, &control);
    assert!(stopped.variants.is_none() && stopped.left_out.iter().any(|text| text.contains("interrupted")));
}
