//! What is drawn is read again, on every grid.

use proptest::prelude::*;

use super::{read, recognise, write};
use crate::{
    diagnostics::Source,
    maze::{
        graph::{
            file::GridFile,
            recipe::GraphRecipe,
            shape::{Grid, Shape},
        },
        grid::{Bits, Size},
    },
    search::Control,
};

proptest! {
    #![proptest_config(crate::soak::laws(200))]

    #[test]
    fn what_is_drawn_is_read_again(
        seed in 0u64..1000,
        grid in 0usize..5,
        floors in 1usize..4,
        (rows, cols) in (1u64..6, 3u64..8),
        missing in any::<prop::sample::Index>(),
        is_masked in any::<bool>(),
    ) {
        let control = Control::default();
        let shape = Shape::regular(Grid::ALL[grid], floors, Size::new(rows, cols).unwrap()).unwrap();
        let mut mask = Bits::repeat(true, shape.floor_cells());
        mask.set(missing.index(shape.floor_cells()), !is_masked);
        let recipe = GraphRecipe { mask: is_masked.then_some(mask), ..GraphRecipe::new(shape, seed) };
        let maze = recipe.make(&control).unwrap().maze;
        let json = serde_json::to_string(&GridFile::new(&maze, None, &control).unwrap()).unwrap();
        // A way changes nothing, wherever it goes.
        let everywhere: Vec<u32> = maze.ground.cells().map(|cell| cell as u32).collect();
        for way in [None, Some(&everywhere[..])] {
            let drawn = Source::new("drawn", write(&maze, way, &control).unwrap());
            prop_assert!(recognise(&drawn));
            let again = read(&drawn, &control).unwrap();
            prop_assert_eq!(again.text(), &json);
        }
    }

    #[test]
    fn no_text_is_too_odd(
        head in "maze (hex|theta|weave|square|triangle)[ 0-9x]{0,9}",
        body in "[ |/\\\\+#SE_\n-]{0,200}",
    ) {
        let _ = read(&Source::new("odd", format!("{head}\n{body}")), &Control::default());
    }
}
