use proptest::prelude::*;

use super::*;
use crate::maze::{
    draw::{lines::Lines, png as draw_png, text as draw_text, text::Style},
    generate::Algorithm,
    grid::Size,
    read::json::MazeFile,
    recipe::{Ends, Recipe},
    routing::Routing,
};
use crate::search::Limits;

fn drawn(maze: &Maze, style: Style) -> String {
    draw_text::to_string(&mut Lines::Of { maze, trail: None, shades: None }, style)
}

fn read_text(text: &str) -> Found {
    read(&Source::new("maze.txt", text), &Control::default()).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn read_png(maze: &Maze, scale: usize) -> Found {
    let file = tempfile::NamedTempFile::new().unwrap();
    draw_png::write(&mut Lines::Of { maze, trail: None, shades: None }, scale, file.as_file()).unwrap();
    read_input(&crate::input::Input::read(file.path()).unwrap(), &Control::default()).unwrap()
}

proptest! {
    #![proptest_config(crate::soak::laws(64))]
    #[test]
    fn what_is_drawn_is_read_again(rows in 1u64..12, cols in 1u64..20, seed: u64, kind in 0..4, ends: [usize; 2], scale in 1usize..4) {
        let size = Size::new(rows, cols).unwrap();
        let routing = match kind {
            0 if rows > 1 && cols > 1 => Routing::Braid,
            1 => Routing::Sparse(0.4),
            2 => Routing::PartialBraid(0.5),
            _ => Routing::Perfect,
        };
        let recipe = Recipe { routing, ends: Ends::Given(ends.map(|end| size.place(end % size.cells()))), ..Recipe::new(size, seed) };
        let maze = recipe.make().unwrap();
        let json = serde_json::to_string(&MazeFile::new(&maze, None)).unwrap();
        let found = read(&Source::new("maze.json", json), &Control::default()).unwrap();
        prop_assert_eq!(&found.maze, &maze);
        for style in [Style::Ascii, Style::Box, Style::Half] {
            let text = drawn(&maze, style);
            let mut found = read_text(&text);
            prop_assert_eq!(found.reading, Reading::WallGrid, "{}", text);
            if style != Style::Half {
                prop_assert_eq!(found.ends().unwrap(), maze.ends.unwrap(), "{}", text);
            }
            found.maze.ends = maze.ends;
            prop_assert_eq!(&found.maze, &maze, "{}", text);
        }
        // A picture shows where cells are by what changes: too few cells leave it open.
        if rows > 2 && cols > 2 && kind != 1 {
            let mut found = read_png(&maze, scale);
            prop_assert_eq!(found.ends().unwrap(), maze.ends.unwrap());
            found.maze.ends = maze.ends;
            prop_assert_eq!(&found.maze, &maze);
        }
    }

    /// Strangers draw walls and ways of any thickness, indent what they draw, and write every mark twice.
    #[test]
    fn thickness_and_indentation_change_no_maze(
        (rows, cols) in (2u64..9, 2u64..9),
        seed: u64,
        (wall, way, high) in (1usize..5, 1usize..9, 1usize..9),
        (indent, is_open) in (0usize..6, any::<bool>()),
    ) {
        let size = Size::new(rows, cols).unwrap();
        let ends = if is_open { Ends::Corners } else { Ends::Given([size.place(0), size.place(size.cells() - 1)]) };
        let maze = Recipe { ends, ..Recipe::new(size, seed) }.make().unwrap();
        let text = drawn(&maze, Style::Ascii).replace(['S', 'E'], " ");
        let thickness = |at: usize, way: usize| if at.is_multiple_of(2) { wall } else { way };
        // Walls thicker than the ways, and not a multiple of them, are told apart only by what changes.
        prop_assume!(way >= wall && high >= wall && (wall == 1 || (way > wall && high > wall) || way == high));
        let mut thick = String::new();
        for (y, line) in text.lines().enumerate() {
            let line: String =
                line.chars().enumerate().flat_map(|(x, mark)| std::iter::repeat_n(mark, thickness(x, way))).collect();
            for _ in 0..thickness(y, high) {
                thick += &format!("{}{line}\n", " ".repeat(indent));
            }
        }
        let mut found = read_text(&thick);
        prop_assert_eq!(found.reading, Reading::WallGrid, "{}", thick);
        found.maze.ends = maze.ends;
        prop_assert_eq!(&found.maze, &maze, "{}", thick);
        let doubled = |line: &str| line.chars().flat_map(|mark| [mark; 2]).chain(['\n']).collect::<String>();
        let doubled: String = text.lines().map(doubled).collect();
        let mut found = read_text(&doubled);
        found.maze.ends = maze.ends;
        prop_assert_eq!(&found.maze, &maze, "{}", doubled);
    }

    #[test]
    fn no_text_is_too_odd(text in "[#+|S E.\n─│█▀▄x-]{0,80}") {
        let _ = read(&Source::new("odd", text), &Control::default());
    }
}

#[test]
fn the_papers_maze_is_drawn_as_the_paper_does() {
    let size = Size::from_wall_grid(17, 23).unwrap();
    let maze = Recipe::new(size, 1).make().unwrap();
    let text = drawn(&maze, Style::Ascii);
    assert_eq!(text.lines().count(), 17);
    assert!(text.lines().all(|line| line.chars().count() == 23));
    assert!(recognise(&Source::new("x", text)));
    assert!(recognise(&Source::new("x", drawn(&maze, Style::Box))));
    assert!(recognise(&Source::new("x", drawn(&maze, Style::Half))));
}

#[test]
fn wide_ways_and_blocks_are_read() {
    let wide = "+---+---+\n|       |\n|   +   |\n|   |   |\n+---+---+\n";
    let found = read_text(wide);
    assert_eq!(found.reading, Reading::WallGrid);
    assert_eq!((found.maze.size().rows(), found.maze.size().cols()), (2, 2));
    // A mark may stand anywhere in its cell.
    let marked = read_text("+--+--+--+\n| S      |\n+--+--+  +\n| E      |\n+--+--+--+\n");
    assert_eq!(marked.ends().unwrap(), [0, 3]);
    let corridor = read_text("##############\n##          ##\n##########  ##\n##          ##\n##############\n");
    assert_eq!((corridor.maze.size().rows(), corridor.maze.size().cols()), (2, 3));
    let boxes = "┌───┬───┐\n│       │\n├───┼   │\n│       │\n└───┴───┘\n";
    let found = read_text(boxes);
    assert_eq!((found.maze.size().rows(), found.maze.size().cols()), (2, 2));
    // Start and goal stay apart, whatever else is one.
    for text in ["##########\n#S      E#\n##########\n", "########\n#S     #\n#      #\n#     E#\n########\n"] {
        let [start, goal] = read_text(text).ends().unwrap();
        assert_ne!(start, goal, "{text}");
    }
    let blocks = "#######\n#S    #\n# ### #\n#  ##E#\n#######\n#######\n";
    let found = read_text(blocks);
    assert_eq!(found.reading, Reading::Blocks);
    let size = found.maze.size();
    assert_eq!(found.ends().unwrap(), [size.cell(1, 1), size.cell(3, 5)]);
}

#[test]
fn what_is_no_maze_is_pointed_at() {
    let error = read(&Source::new("m.txt", "###\n#?#\n###\n"), &Control::default()).unwrap_err().to_string();
    assert!(error.contains("m.txt:2:2"), "{error}");
    assert!(read(&Source::new("m.txt", ""), &Control::default()).is_err());
    assert!(read(&Source::new("m.txt", "####\n####\n"), &Control::default()).is_err());
    for json in [
        "{",
        "{\"family\":\"maze\",\"cells\":[\"2\"]}",
        "{\"family\":\"maze\",\"cells\":[]}",
        "{\"family\":\"maze\",\"cells\":[\"28\",\"0\"]}",
        "{\"family\":\"maze\",\"cells\":[\"2.\"]}",
        "{\"family\":\"maze\",\"cells\":[\"..\"]}",
    ] {
        assert!(read(&Source::new("m.json", json), &Control::default()).is_err(), "{json}");
    }
    let gaps = read_text("# # #\n#   #\n#####\n#   #\n### #\n");
    assert!(gaps.ends().is_err());
}

#[test]
fn mazes_of_all_algorithms_survive_a_picture() {
    for algorithm in Algorithm::ALL {
        let maze = Recipe { algorithm, ..Recipe::new(Size::new(9, 12).unwrap(), 4) }.make().unwrap();
        let mut found = read_png(&maze, 3);
        assert_eq!(found.ends().unwrap(), maze.ends.unwrap());
        found.maze.ends = maze.ends;
        assert_eq!(found.maze, maze, "{}", algorithm.name());
    }
}

#[cfg(feature = "pictures")]
#[test]
fn a_picture_that_needs_too_much_memory_is_not_read() {
    let mut file = Vec::new();
    let mut encoder = ::png::Encoder::new(&mut file, 20_000, 20_000);
    encoder.set_color(::png::ColorType::Grayscale);
    encoder.set_depth(::png::BitDepth::One);
    let mut writer = encoder.write_header().unwrap();
    writer.write_image_data(&vec![0x55; 2_500 * 20_000]).unwrap();
    writer.finish().unwrap();
    let input = Input::new("large.png", file);
    let memory = crate::memory::resident() + 10_000_000;
    let control = Control::new(&Limits { memory: Some(memory), ..Limits::default() });
    assert!(matches!(read_input(&input, &control), Err(Error::Stopped(_))));
}
