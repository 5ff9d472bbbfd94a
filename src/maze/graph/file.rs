//! Mazes of any grid as JSON: for every cell the sum of its open sides in hexadecimal digits, a string for every row,
//! a list of rows for every floor.
//!
//! | grid | sides |
//! |---|---|
//! | square, weave | north 1, east 2, south 4, west 8 |
//! | hex | north-east 1, east 2, south-east 4, south-west 8, west 16, north-west 32 |
//! | triangle | west 1, east 2, the one above or below 4 |
//! | theta | inwards 1, clockwise 2, anticlockwise 4; a way outwards is told by the cell outside |
//! | several floors | up 64, down 128 |
//!
//! A cell takes one digit, and two where 16 or more may be needed: on hex grids and with several floors. Dots stand
//! for a missing cell, `h` for a crossing with the level way above, `v` for one with the upright way above.

use serde::{Deserialize, Serialize};

use super::{
    GraphMaze,
    ground::{Crossing, Ground},
    layout::{self, Behind},
    recipe::cell_named,
    shape::{Grid, Shape},
};
use crate::{
    diagnostics::{Diagnostic, Source},
    family::Error,
    maze::grid::Bits,
    search::{Control, Lookout, StopReason},
    words::counted,
};

/// The bits of stairs.
pub(super) const UP: u32 = 64;
pub(super) const DOWN: u32 = 128;

/// The rows of a floor, or of several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Floors {
    /// One floor.
    One(Vec<String>),
    /// Several, the lowest first.
    Several(Vec<Vec<String>>),
}

impl Floors {
    /// The rows of every floor.
    pub fn floors(&self) -> Vec<&[String]> {
        match self {
            Self::One(rows) => vec![rows],
            Self::Several(floors) => floors.iter().map(Vec::as_slice).collect(),
        }
    }
}

/// The file's content.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GridFile {
    /// Always `maze`.
    pub family: String,
    /// The kind of grid.
    pub grid: String,
    /// Digits for every cell.
    pub cells: Floors,
    /// The start: row and column, with the floor in front if there are several.
    pub from: Vec<usize>,
    /// The goal.
    pub to: Vec<usize>,
    /// How the maze can be made again.
    #[serde(skip_serializing_if = "Option::is_none", default)]
    pub recipe: Option<String>,
}

/// Digits to a cell.
pub(super) fn digits(grid: Grid, floors: usize) -> usize {
    if grid == Grid::Hex || floors > 1 { 2 } else { 1 }
}

/// The sides of a cell that are written down.
pub(super) fn written_sides(grid: Grid) -> usize {
    match grid {
        Grid::Square | Grid::Weave => 4,
        Grid::Hex => 6,
        Grid::Triangle | Grid::Theta => 3,
    }
}

impl GridFile {
    /// A maze as a file, unless the run is stopped before.
    pub fn new(maze: &GraphMaze, recipe: Option<String>, control: &Control) -> Result<Self, StopReason> {
        let shape = maze.ground.shape();
        let width = digits(shape.grid(), shape.floors());
        let mut watch = control.lookout();
        let mut floors = Vec::with_capacity(shape.floors());
        for floor in 0..shape.floors() {
            let mut rows = Vec::with_capacity(shape.rows());
            for row in 0..shape.rows() {
                let mut text = String::with_capacity(shape.width(row) * width);
                for col in 0..shape.width(row) {
                    watch.spend(200)?;
                    push_cell(maze, shape.cell([floor, row, col]), width, &mut text);
                }
                rows.push(text);
            }
            floors.push(rows);
        }
        let cells = if floors.len() == 1 { Floors::One(floors.remove(0)) } else { Floors::Several(floors) };
        let [from, to] = maze.ends.map(|end| maze.numbers(end));
        Ok(Self { family: "maze".to_owned(), grid: shape.grid().name().to_owned(), cells, from, to, recipe })
    }
}

fn push_cell(maze: &GraphMaze, cell: usize, width: usize, text: &mut String) {
    let ground = &maze.ground;
    let mut mark = |mark: char| (0..width).for_each(|_| text.push(mark));
    if !ground.has(cell) {
        return mark('.');
    }
    if let Ok(index) = ground.crossings().binary_search_by_key(&cell, |crossing| crossing.cell) {
        return mark(if ground.crossings()[index].is_level_above { 'h' } else { 'v' });
    }
    let set = open_sides(maze, cell);
    for digit in (0..width).rev() {
        text.push(char::from_digit(set >> (4 * digit) & 15, 16).unwrap_or('0'));
    }
}

/// The sum of the open sides of a cell that is no crossing.
fn open_sides(maze: &GraphMaze, cell: usize) -> u32 {
    let (ground, shape) = (&maze.ground, maze.ground.shape());
    let [floor, row, col] = shape.place(cell);
    let mut set = 0;
    for link in maze.exits(cell) {
        let [next_floor, next_row, next_col] = shape.place(ground.place_of(link.to as usize));
        if next_floor != floor {
            set |= if next_floor > floor { UP } else { DOWN };
            continue;
        }
        let sides = 0..written_sides(shape.grid());
        let there = Behind::Cell(next_row, next_col);
        let side = sides.into_iter().find(|&side| layout::behind(shape, row, col, side) == there);
        set |= side.map_or(0, |side| 1 << side);
    }
    set
}

/// Whether a text is JSON that says it is a maze on a grid.
pub fn recognise(source: &Source) -> bool {
    let text = source.text().trim_start();
    let named = |name: &str| text.contains(&format!("\"{name}\""));
    text.starts_with('{') && named("maze") && named("grid") && named("cells")
}

/// The content of a text, as it is.
pub fn parse(source: &Source) -> Result<GridFile, Diagnostic> {
    let file: GridFile = serde_json::from_str(source.text()).map_err(|error| {
        let title = format!("this is no maze on a grid: {error}");
        let column = error.column().saturating_sub(1);
        match source.lines().find(|line| line.number == error.line() && column < line.text.len()) {
            Some(line) => source.error(title, line, column..column + 1),
            None => source.error_at_end(title),
        }
    })?;
    if file.family != "maze" {
        return Err(source.error_at_end(format!("the family is '{}', not 'maze'", file.family)));
    }
    Ok(file)
}

/// What a cell of a file is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Missing,
    Crossing { is_level_above: bool },
    Open(u32),
}

/// Reads a maze.
pub fn read(source: &Source, control: &Control) -> Result<GraphMaze, Error> {
    let file = parse(source)?;
    let grid: Grid = file.grid.parse()?;
    let floors = file.cells.floors();
    let shape = shape_of(source, grid, &floors)?;
    control.allow_memory(shape.cells() as u64 * super::ground::BYTES_PER_CELL as u64)?;
    let width = digits(grid, shape.floors());
    let mut watch = control.lookout();
    let mut marks = Vec::with_capacity(shape.cells());
    for rows in &floors {
        for row in *rows {
            for at in (0..row.len()).step_by(width) {
                watch.spend(16)?;
                let text = &row[at..at + width];
                marks.push(mark(text, grid).ok_or_else(|| {
                    let error = error_at(source, format!("'{text}' is no cell of a {} grid", grid.name()), row, at);
                    error.help("a cell is the sum of its open sides in hexadecimal digits, or dots for none")
                })?);
            }
        }
    }
    let maze = build(shape, &marks, control)?;
    let named = |numbers: &[usize]| {
        let name = numbers.iter().map(usize::to_string).collect::<Vec<_>>().join(",");
        cell_named(&maze, &name)
    };
    let ends = [named(&file.from)?, named(&file.to)?];
    Ok(GraphMaze { ends, ..maze })
}

fn mark(text: &str, grid: Grid) -> Option<Mark> {
    let is_all = |mark: char| text.chars().all(|other| other == mark);
    if is_all('.') {
        return Some(Mark::Missing);
    }
    if grid == Grid::Weave && (is_all('h') || is_all('v')) {
        return Some(Mark::Crossing { is_level_above: is_all('h') });
    }
    if !text.chars().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    let set = u32::from_str_radix(text, 16).ok()?;
    (set & !(UP | DOWN) < 1 << written_sides(grid)).then_some(Mark::Open(set))
}

/// The places that the rows of a file have.
fn shape_of(source: &Source, grid: Grid, floors: &[&[String]]) -> Result<Shape, Diagnostic> {
    let width = digits(grid, floors.len());
    let first = floors.first().copied().unwrap_or(&[]);
    let mut widths = Vec::new();
    for row in first {
        if !row.is_ascii() || row.len() % width != 0 {
            let help = format!("a cell of a {} grid with {} floors takes {width} digits", grid.name(), floors.len());
            return Err(error_at(source, "this row has no whole number of cells".to_owned(), row, 0).help(help));
        }
        widths.push(row.len() / width);
    }
    if let Some(other) = floors.iter().position(|rows| {
        rows.len() != first.len()
            || rows.iter().zip(first).any(|(row, first)| !row.is_ascii() || row.len() != first.len())
    }) {
        return Err(source.error_at_end(format!("floor {other} has other rows than floor 0")));
    }
    let is_right = |index: usize, width: usize| match (grid, index) {
        (Grid::Theta, 0) => width == 1,
        (Grid::Theta, 1) => width >= 3,
        (Grid::Theta, _) => width > 0 && width.is_multiple_of(widths[index - 1].max(1)),
        _ => width == widths[0],
    };
    if let Some((index, _)) = widths.iter().enumerate().find(|&(index, &width)| !is_right(index, width)) {
        let help = match grid {
            Grid::Theta => {
                "the middle is one cell, the next ring has three or more, each other a multiple of the one before"
            }
            _ => "all rows have as many cells as the first",
        };
        let title = format!("row {index} has {}", counted(widths[index], "cell"));
        return Err(error_at(source, title, &first[index], 0).help(help));
    }
    Shape::new(grid, floors.len(), &widths)
}

fn build(shape: Shape, marks: &[Mark], control: &Control) -> Result<GraphMaze, Error> {
    let mut mask = Bits::repeat(true, shape.cells());
    let mut stairs = Bits::repeat(false, shape.cells());
    let mut crossings = Vec::new();
    for (cell, mark) in marks.iter().enumerate() {
        match *mark {
            Mark::Missing => mask.set(cell, false),
            Mark::Crossing { is_level_above } => crossings.push(Crossing { cell, is_level_above }),
            Mark::Open(set) => stairs.set(cell, set & UP != 0),
        }
    }
    if mask.not_any() {
        return Err(Diagnostic::new("a maze without any cell").into());
    }
    let mut watch = control.lookout();
    refuse_crossings(&shape, marks, &crossings)?;
    refuse_one_sided(&shape, marks, &mut watch)?;
    let mask = if mask.all() { None } else { Some(mask) };
    let ground = Ground::new(shape, mask, crossings, &stairs, control)?;
    let open = Bits::repeat(false, ground.links().edges());
    let mut maze = GraphMaze { ground, open, ends: [0; 2] };
    for cell in 0..maze.ground.links().cells() {
        watch.spend(64)?;
        for link in maze.ground.links().of(cell).to_vec() {
            // Seen from a cell that is no crossing: two crossings do not lie beside each other.
            let (here, there) =
                if maze.ground.is_crossing(cell) { (link.to as usize, cell) } else { (cell, link.to as usize) };
            if is_open(&maze.ground, marks, here, there) {
                maze.open.set(link.edge as usize, true);
            }
        }
    }
    Ok(maze)
}

/// Does a cell that is no crossing have an open side towards another?
fn is_open(ground: &Ground, marks: &[Mark], cell: usize, next: usize) -> bool {
    let Mark::Open(set) = marks[cell] else { return false };
    let shape = ground.shape();
    let ([floor, row, col], [next_floor, next_row, next_col]) = (shape.place(cell), shape.place(ground.place_of(next)));
    if next_floor != floor {
        return set & if next_floor > floor { UP } else { DOWN } != 0;
    }
    let there = Behind::Cell(next_row, next_col);
    match (0..written_sides(shape.grid())).find(|&side| layout::behind(shape, row, col, side) == there) {
        Some(side) => set >> side & 1 == 1,
        // Outwards: the cell outside tells.
        None => is_open(ground, marks, next, cell),
    }
}

/// Crossings have four neighbours that are open towards them and no crossings.
fn refuse_crossings(shape: &Shape, marks: &[Mark], crossings: &[Crossing]) -> Result<(), Diagnostic> {
    for crossing in crossings {
        let [floor, row, col] = shape.place(crossing.cell);
        let is_right = (0..4).all(|side| match layout::behind(shape, row, col, side) {
            Behind::Cell(row, col) => match marks[shape.cell([floor, row, col])] {
                Mark::Open(set) => set >> ((side + 2) % 4) & 1 == 1,
                Mark::Missing | Mark::Crossing { .. } => false,
            },
            Behind::Edge | Behind::Nothing => false,
        });
        if !is_right {
            let error =
                Diagnostic::new(format!("the crossing at {} is not what it should be", shape.name(crossing.cell)));
            return Err(
                error.help("all four cells around a crossing are open towards it, and none is a crossing itself")
            );
        }
    }
    Ok(())
}

/// A way is open on both of its sides.
fn refuse_one_sided(shape: &Shape, marks: &[Mark], watch: &mut Lookout<'_>) -> Result<(), Error> {
    for (cell, mark) in marks.iter().enumerate() {
        watch.spend(200)?;
        let Mark::Open(set) = *mark else { continue };
        let [floor, row, col] = shape.place(cell);
        let wrong = |what: &str| {
            let title = format!("the cell {} has a way {what}", shape.name(cell));
            Diagnostic::new(title).help("a way is open on both of its sides, and none leads out of the grid")
        };
        for side in (0..written_sides(shape.grid())).filter(|side| set >> side & 1 == 1) {
            let Behind::Cell(next_row, next_col) = layout::behind(shape, row, col, side) else {
                return Err(wrong("out of the grid").into());
            };
            let is_inwards = shape.grid() == Grid::Theta && side == 0;
            let is_answered = match marks[shape.cell([floor, next_row, next_col])] {
                Mark::Missing => false,
                Mark::Crossing { .. } => true,
                Mark::Open(_) if is_inwards => true,
                Mark::Open(there) => (0..written_sides(shape.grid())).any(|back| {
                    there >> back & 1 == 1 && layout::behind(shape, next_row, next_col, back) == Behind::Cell(row, col)
                }),
            };
            if !is_answered {
                return Err(wrong("that its neighbour has not").into());
            }
        }
        for (bit, answer, next) in [(UP, DOWN, floor.checked_add(1)), (DOWN, UP, floor.checked_sub(1))] {
            if set & bit == 0 {
                continue;
            }
            let there = next.filter(|&next| next < shape.floors()).map(|next| marks[shape.cell([next, row, col])]);
            if !matches!(there, Some(Mark::Open(there)) if there & answer != 0) {
                return Err(wrong("up or down that leads nowhere").into());
            }
        }
    }
    Ok(())
}

/// An error about a place in a string of the file: the first string that reads so is meant.
fn error_at(source: &Source, title: String, string: &str, at: usize) -> Diagnostic {
    let quoted = format!("\"{string}\"");
    match source.lines().find_map(|line| Some((line, line.text.find(&quoted)? + 1 + at))) {
        Some((line, column)) => source.error(title, line, column..column + 1),
        None => source.error_at_end(title),
    }
}
