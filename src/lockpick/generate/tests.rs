//! New levels are what they are said to be.

use super::*;
use crate::{
    lockpick::{
        input,
        play::Terrain,
        search::{Settings, Strategy, Verdict, solve},
    },
    search::Control,
};

fn recipe(nodes: usize, mechanics: &str, seed: u64) -> Recipe {
    let mechanics = mechanics.split(',').filter(|name| !name.is_empty()).map(|name| name.parse().unwrap()).collect();
    Recipe { nodes, colours: 3, mechanics, seed }
}

#[test]
fn grown_levels_have_solutions_and_spoilt_ones_have_none() {
    for seed in 0..60 {
        let mechanics = ["", "bulk,master", "bulk,blast,exact,combo", "bulk,negative,flip,copies", "curse,aura,bulk"];
        let recipe = recipe(12, mechanics[seed as usize % mechanics.len()], seed);
        let level = grown(&recipe);
        assert_eq!(level, grown(&recipe));
        let judge = |level| {
            let settings = Settings::with_node_limit(50_000);
            solve(&Terrain::new(level), Strategy::Exhaustive, &settings).unwrap()
        };
        let outcome = judge(level);
        assert!(!matches!(outcome.verdict, Verdict::Unsolvable), "seed {seed}");
        if let Some(level) = spoilt(&recipe, &Control::default()) {
            let outcome = judge(level);
            assert!(!matches!(outcome.verdict, Verdict::Solved { .. }), "seed {seed}");
        }
    }
}

#[test]
fn new_levels_can_be_written_and_read() {
    let all: Vec<_> = Mechanic::NAMED.into_iter().map(|(name, _)| name).collect();
    for seed in 0..200 {
        let recipe = recipe(20, &all.join(","), seed);
        for level in [wild(&recipe), grown(&recipe)] {
            let text = input::write(&level);
            let source = crate::diagnostics::Source::new("made", text.as_str());
            let read = input::parse(&source).unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(read.level, level, "{text}");
        }
    }
}
