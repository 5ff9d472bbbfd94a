//! All strategies on known levels, and against each other on random ones.

use crate::{
    diagnostics::Source,
    lockpick::{input, play::Terrain, search::*},
};

fn terrain(text: &str) -> Terrain {
    Terrain::new(input::parse(&Source::new("test", text)).unwrap_or_else(|error| panic!("{error}")).level)
}

pub(crate) const PAPER: [&str; 3] = [
    include_str!("../../../cases/lockpick/paper/1-4_double_door.txt"),
    include_str!("../../../cases/lockpick/paper/3-4_cargo_lift.txt"),
    include_str!("../../../cases/lockpick/paper/3-6_profit_margin.txt"),
];

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
