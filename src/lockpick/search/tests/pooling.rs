//! States that are told apart by the sum of many keys only.

use std::ops::ControlFlow;

use crate::{
    lockpick::{
        play::{Terrain, codec::Pool},
        search::{
            Settings,
            breadth::BreadthAgenda,
            space::{LevelScratch, LevelStates},
            tables::LevelTables,
        },
    },
    search::{
        StopReason,
        states::{StateSearch, StateSettings},
    },
};

use super::{assert_right, some_level_of_sums};

/// Where only the sum of keys counts, fewer states are looked at; what is found is right all the same, and that nothing
/// is found proves nothing.
#[test]
fn pooled_keys_lead_to_fewer_states_and_right_routes() {
    let (mut found, mut fewer) = (0, 0);
    for seed in 0..400 {
        let terrain = Terrain::new(some_level_of_sums(seed));
        let start = terrain.start().unwrap();
        let mut tables = LevelTables::new(&terrain, &start, false, &Settings::default().control);
        tables.pooling = Some(tables.codec.clone().pooling(&Pool::of_at_least(&terrain.level, 2)));
        let states = |pools_keys: bool| LevelStates {
            tables: &tables,
            pools_keys,
            start: &start,
            caps: None,
            before: 0,
            tells_origin: false,
            tells_facts: false,
            minds_feeders: false,
            least_stride: 2,
            keeps_copies: false,
        };
        let search = |pools_keys: bool| {
            let mut observe = |_| ControlFlow::Continue(());
            let settings = StateSettings {
                control: Settings::with_node_limit(500).control,
                threads: 1,
                ..StateSettings::default()
            };
            let mut search = StateSearch::new(&settings, &mut observe).unwrap();
            let found = search.search(&states(pools_keys), &mut BreadthAgenda::default()).unwrap();
            let route = found.answer.map(|goal| {
                let mut scratch = LevelScratch::new(&tables, &start);
                states(pools_keys).route_to(&mut scratch, &found.seen, goal)
            });
            (found.seen.len(), found.stop, route)
        };
        let (all, stop, exact) = search(false);
        let (pooled, _, route) = search(true);
        if let Some(route) = &route {
            found += 1;
            assert_right(&terrain.level, route);
            assert!(exact.is_some() || stop != StopReason::Complete, "seed {seed}");
        }
        fewer += u32::from(pooled < all);
    }
    assert!(found > 20 && fewer > 0, "{found} {fewer}");
}
