//! All strategies on known levels, and against each other on random ones.

use crate::{
    diagnostics::Source,
    lockpick::{
        answer::{Claim, Step},
        check::check,
        generate::{Mechanic, Recipe, wild},
        input,
        level::Level,
        play::{Move, Terrain},
        search::*,
    },
    search::Limits,
};

fn terrain(text: &str) -> Terrain {
    Terrain::new(input::parse(&Source::new("test", text)).unwrap_or_else(|error| panic!("{error}")).level)
}

pub(crate) const PAPER: [&str; 3] = [
    include_str!("../../../cases/lockpick/paper/1-4_double_door.txt"),
    include_str!("../../../cases/lockpick/paper/3-4_cargo_lift.txt"),
    include_str!("../../../cases/lockpick/paper/3-6_profit_margin.txt"),
];

/// The checker plays the route.
fn assert_right(level: &Level, route: &[Move]) {
    let name = |node: usize| level.nodes[node].name.clone();
    let steps = route.iter().map(|step| Step {
        node: name(step.node),
        action: step.action.word().to_owned(),
        at: step.at.map(name),
    });
    let claim = Claim { steps: steps.collect(), length: Some(route.len()) };
    check(level, &claim).unwrap_or_else(|reason| panic!("{reason}\n{}{route:?}", input::write(level)));
}

#[test]
fn exhaustive_search_counts_what_a_visited_set_leaves() {
    let expected = [(12, 27), (14, 432), (23, 2487)];
    for (text, (length, expansions)) in PAPER.iter().zip(expected) {
        let outcome = exhaustive::search(&terrain(text), &Settings::default());
        let Verdict::Solved { route, is_shortest: true } = &outcome.verdict else { panic!("{:?}", outcome.verdict) };
        assert_eq!(route.len(), length);
        assert!(outcome.expansions <= expansions, "{} of {expansions}", outcome.expansions);
    }
}

#[test]
fn the_papers_levels_take_few_expansions() {
    for (text, length) in PAPER.iter().zip([12, 14, 23]) {
        let terrain = terrain(text);
        for shortest in [false, true] {
            let settings = Settings { shortest, ..Settings::default() };
            let outcome = solve(&terrain, Strategy::Auto, &settings).unwrap();
            let Verdict::Solved { route, is_shortest } = &outcome.verdict else { panic!("{:?}", outcome.verdict) };
            assert_eq!(*is_shortest, shortest);
            assert!(!shortest || route.len() == length);
            let most = if shortest { 1_500 } else { 150 };
            assert!(outcome.expansions <= most, "{} expansions", outcome.expansions);
            assert_right(&terrain.level, route);
        }
    }
}

/// A wild level with some of the mechanics, chosen by the bits of the seed.
fn some_level(seed: u64) -> Level {
    let bits = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let is_chosen = |index: usize| bits >> (index * 2) & 3 == 0 || index == 0;
    let all = Mechanic::NAMED.into_iter().enumerate();
    let mechanics = all.filter(|(index, _)| is_chosen(*index)).map(|(_, (_, mechanic))| mechanic).collect();
    let (nodes, colours) = (7 + (bits >> 50) as usize % 7, 1 + (bits >> 58) as usize % 3);
    wild(&Recipe { nodes, colours, mechanics, seed })
}

/// All strategies agree about the levels of these seeds, whatever the number of threads. Tells how many were solved, how
/// many have no solution, and how many are too large to tell.
fn compare(seeds: std::ops::Range<u64>) -> (usize, usize, usize) {
    let mut tally = (0, 0, 0);
    for seed in seeds {
        let level = some_level(seed);
        let terrain = Terrain::new(level.clone());
        let limits = Limits { nodes: Some(3_000), ..Limits::default() };
        let run = |strategy, shortest, threads| {
            let settings = Settings { shortest, threads, limits: limits.clone(), ..Settings::default() };
            solve(&terrain, strategy, &settings).unwrap().verdict
        };
        let context = || format!("seed {seed}\n{}", input::write(&level));
        let plain = run(Strategy::Exhaustive, true, 1);
        let guided = run(Strategy::Auto, false, 1);
        let shortest = run(Strategy::Auto, true, 1);
        for threads in [2, 3] {
            assert_eq!(guided, run(Strategy::Auto, false, threads), "{}", context());
            assert_eq!(shortest, run(Strategy::Auto, true, threads), "{}", context());
        }
        for verdict in [&plain, &guided, &shortest] {
            if let Verdict::Solved { route, .. } = verdict {
                assert_right(&level, route);
            }
        }
        match &plain {
            Verdict::Solved { route, is_shortest } => {
                tally.0 += 1;
                assert!(!matches!(guided, Verdict::Unsolvable), "guided finds nothing, {}", context());
                let Verdict::Solved { route: other, is_shortest: is_other } = &shortest else {
                    assert!(matches!(shortest, Verdict::Unknown(_)), "shortest finds nothing, {}", context());
                    continue;
                };
                if *is_shortest && *is_other {
                    assert_eq!(route.len(), other.len(), "{}", context());
                }
            }
            Verdict::Unsolvable => {
                tally.1 += 1;
                assert!(!matches!(guided, Verdict::Solved { .. }), "guided: {guided:?} {}", context());
                assert!(matches!(shortest, Verdict::Unsolvable), "shortest: {shortest:?} {}", context());
            }
            Verdict::Unknown(_) => tally.2 += 1,
        }
    }
    tally
}

#[test]
fn all_strategies_agree_on_random_levels() {
    let (solved, unsolvable, unknown) = compare(0..1_500);
    assert!(solved > 300 && unsolvable > 300 && unknown < 300, "{solved} {unsolvable} {unknown}");
}

/// Takes minutes: `cargo test --lib lockpick -- --ignored`.
#[test]
#[ignore = "takes minutes"]
fn all_strategies_agree_on_ten_thousand_random_levels() {
    println!("{:?}", compare(10_000..20_000));
}

#[test]
fn the_papers_searches_expand_what_the_paper_says() {
    let run = |index: usize, strategy: Strategy| {
        let terrain = terrain(PAPER[index]);
        let outcome = solve(&terrain, strategy, &Settings::default()).unwrap();
        let Verdict::Solved { route, .. } = &outcome.verdict else { panic!("{:?}", outcome.verdict) };
        assert_right(&terrain.level, route);
        (outcome.expansions, route.len())
    };
    assert_eq!(run(0, Strategy::Dfs), (15, 12));
    assert_eq!(run(1, Strategy::Dfs), (1_464, 14));
    assert_eq!(run(2, Strategy::Dfs), (7_731_264, 23));
    assert_eq!(run(0, Strategy::Bfs), (120, 12));
    assert_eq!(run(1, Strategy::Bfs), (5_950, 14));
}
