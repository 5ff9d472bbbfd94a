//! Making a graph smaller does not change whether it can be solved.

use proptest::prelude::*;

use super::drawing::{drawn, room};
use crate::lockpick::{
    geometry::{GeometryOptions, assemble, fall, flight, lattice::Lattice, level_of, room::Room},
    level::Level,
    play::Terrain,
    search::{Settings, Strategy as Search, Verdict, solve},
};

/// The graph as it is before it is made smaller.
fn raw(room: &Room, options: &GeometryOptions) -> Level {
    let lattice = Lattice::new(room, options).unwrap();
    let places = if options.gravity {
        fall::places(&lattice, &crate::search::Control::default()).unwrap()
    } else {
        flight::places(&lattice)
    };
    assemble::assemble(room, places).unwrap()
}

/// Whether a level can be solved, by looking at everything; none if that is too much.
fn is_solvable(level: &Level) -> Option<bool> {
    let settings = Settings::with_node_limit(3000);
    match solve(&Terrain::new(level.clone()), Search::Exhaustive, &settings).unwrap().verdict {
        Verdict::Solved { .. } => Some(true),
        Verdict::Unsolvable => Some(false),
        Verdict::Unknown(_) => None,
    }
}

fn drawing() -> impl Strategy<Value = String> {
    let letter = prop_oneof![
        8 => Just('.'), 8 => Just('#'), 2 => Just('w'), 3 => Just('W'), 1 => Just('o'), 2 => Just('O'), 1 => Just('I'),
        1 => Just('r'), 1 => Just('%'), 1 => Just('*'),
    ];
    (3..6usize, 3..8usize).prop_flat_map(move |(width, height)| {
        prop::collection::vec(prop::collection::vec(letter.clone(), width), height).prop_map(|mut rows| {
            rows[0][0] = '@';
            let (last, end) = (rows.len() - 1, rows[0].len() - 1);
            rows[last][end] = '$';
            rows.into_iter().map(String::from_iter).collect::<Vec<_>>().join("\n")
        })
    })
}

proptest! {
    #![proptest_config(crate::soak::unrecorded_laws(150))]

    #[test]
    fn a_smaller_graph_is_solved_alike(drawing in drawing(), is_upside_down in any::<bool>(), gravity in any::<bool>()) {
        let drawing = if is_upside_down { drawing.lines().rev().collect::<Vec<_>>().join("\n") } else { drawing };
        let room = room(32, &drawing);
        let options = GeometryOptions { gravity, ..GeometryOptions::default() };
        let (large, small) = (raw(&room, &options), level_of(&room, &options).unwrap());
        prop_assert!(small.nodes.len() <= large.nodes.len());
        if let (Some(before), Some(after)) = (is_solvable(&large), is_solvable(&small)) {
            prop_assert_eq!(before, after, "\n{}\n{}\n\n{}", drawing, drawn(&large), drawn(&small));
        }
    }
}
