//! Reads a drawing back: each cell by the characters of its sides and of its middle.

use super::{
    BOTH_ENDS, DOWN, GOAL, LEVEL_ABOVE, MISSING, ON_THE_WAY, START, UP, UP_AND_DOWN, UPRIGHT_ABOVE, header, plan::Plan,
    write,
};
use crate::{
    diagnostics::{Diagnostic, Line, Source},
    family::Error,
    maze::graph::{
        draw::MOST_CELLS,
        file::{self, Floors, GridFile},
        layout::{self, Behind},
        shape::{Grid, Shape},
    },
    search::Control,
};

/// Whether a text is the drawing of a maze on a grid, by its first line.
pub fn recognise(source: &Source) -> bool {
    let mut words = source.lines().next().map_or("", |line| line.text).split_whitespace();
    words.next() == Some("maze") && words.next().is_some_and(|word| word.parse::<Grid>().is_ok())
}

/// The maze of a drawing, as JSON.
pub fn read(source: &Source, control: &Control) -> Result<Source, Error> {
    let lines: Vec<Line<'_>> = source.lines().collect();
    let shape = shape_of(source, &lines)?;
    let drawn = Drawn { shape: &shape, plan: Plan::new(&shape), lines: &lines };
    let mut watch = control.lookout();
    let (mut floors, mut ends) = (Vec::new(), [None, None]);
    let mut last_mark = None;
    for floor in 0..shape.floors() {
        let mut rows = Vec::new();
        for row in 0..shape.rows() {
            let mut text = String::new();
            for col in 0..shape.width(row) {
                watch.spend(200)?;
                text += &drawn.cell([floor, row, col]);
                let spot = drawn.plan.mark(row, col);
                let mark = drawn.at(floor, spot);
                for (end, own) in ends.iter_mut().zip([START, GOAL]) {
                    if mark != own && mark != BOTH_ENDS {
                        continue;
                    }
                    if end.replace(shape.numbers(shape.cell([floor, row, col]))).is_some() {
                        let title = format!("'{}', and there is a '{}' already", char::from(mark), char::from(own));
                        return Err(drawn.error(source, floor, spot, title).into());
                    }
                    last_mark = Some((floor, spot, mark));
                }
            }
            rows.push(text);
        }
        floors.push(rows);
    }
    let [Some(from), Some(to)] = ends else {
        let Some((floor, spot, mark)) = last_mark else {
            return Err(source.error_at_end("this maze has no start and no goal").help(HOW_TO_MARK).into());
        };
        let other = char::from(if mark == START { GOAL } else { START });
        let title = format!("'{}' without '{other}' in a maze", char::from(mark));
        return Err(drawn.error(source, floor, spot, title).into());
    };
    let cells = if floors.len() == 1 { Floors::One(floors.remove(0)) } else { Floors::Several(floors) };
    let grid = shape.grid().name().to_owned();
    let content = GridFile { family: "maze".to_owned(), grid, cells, from, to, recipe: None };
    let json = serde_json::to_string(&content).map_err(|error| Error::Unsupported(error.to_string()))?;
    let json = Source::new(source.name(), json);
    let maze = file::read(&json, control)?;
    refuse_others(source, &lines, &write(&maze, None, control)?)?;
    Ok(json)
}

const HOW_TO_MARK: &str = "mark one cell with S and one with E in their middles, or one with X for both";

/// The shape that the first line tells, if the lines of all floors are there.
fn shape_of(source: &Source, lines: &[Line<'_>]) -> Result<Shape, Diagnostic> {
    let first = lines.first().copied().unwrap_or(Line { number: 1, text: "" });
    let shape = header::read(first.text).map_err(|wrong| {
        let error = source.error(wrong, first, 0..first.text.len());
        error.help("such as: maze hex 5x6, maze theta 6 12 24, maze square 4x4 floor 1 of 3")
    })?;
    if shape.cells() > MOST_CELLS {
        let error = source.error(format!("a drawing has at most {MOST_CELLS} cells"), first, 0..first.text.len());
        return Err(error.help(".json takes more"));
    }
    let wanted = (Plan::new(&shape).extent().0 + 1) * shape.floors();
    if lines.len() < wanted {
        return Err(
            source.error_at_end(format!("{wanted} lines are a maze of this size, and here are {}", lines.len()))
        );
    }
    Ok(shape)
}

/// A drawing with the places of its cells.
struct Drawn<'a> {
    shape: &'a Shape,
    plan: Plan<'a>,
    lines: &'a [Line<'a>],
}

impl Drawn<'_> {
    /// A line of a floor.
    fn line(&self, floor: usize, line: usize) -> Line<'_> {
        self.lines[floor * (self.plan.extent().0 + 1) + 1 + line]
    }

    /// A character of a floor. Blanks at the end of a line do not show.
    fn at(&self, floor: usize, (line, column): (usize, usize)) -> u8 {
        self.line(floor, line).text.as_bytes().get(column).copied().unwrap_or(b' ')
    }

    /// An error about the mark of an end.
    fn error(&self, source: &Source, floor: usize, (line, column): (usize, usize), title: String) -> Diagnostic {
        source.error(title, self.line(floor, line), column..column + 1).help(HOW_TO_MARK)
    }

    /// A cell as it is written in JSON.
    fn cell(&self, [floor, row, col]: [usize; 3]) -> String {
        let (grid, floors) = (self.shape.grid(), self.shape.floors());
        let width = file::digits(grid, floors);
        let (line, column) = self.plan.mark(row, col);
        match self.at(floor, (line, column)) {
            MISSING => return ".".repeat(width),
            LEVEL_ABOVE if grid == Grid::Weave => return "h".repeat(width),
            UPRIGHT_ABOVE if grid == Grid::Weave => return "v".repeat(width),
            _ => {}
        }
        let is_open = |side: &usize| {
            let leads_on = matches!(layout::behind(self.shape, row, col, *side), Behind::Cell(..));
            let wall = self.plan.wall(row, col, *side);
            leads_on && wall.first().is_some_and(|&(spot, _)| self.at(floor, spot) == b' ')
        };
        let mut set: u32 = (0..file::written_sides(grid)).filter(is_open).map(|side| 1 << side).sum();
        if floors > 1 {
            set |= match self.at(floor, (line, column + 1)) {
                UP => file::UP,
                DOWN => file::DOWN,
                UP_AND_DOWN => file::UP | file::DOWN,
                _ => 0,
            };
        }
        format!("{set:0width$x}")
    }
}

/// Refuses a drawing that has anything in it but the maze that was read from it and a way.
fn refuse_others(source: &Source, lines: &[Line<'_>], expected: &str) -> Result<(), Diagnostic> {
    let mut expected = expected.lines();
    for line in lines {
        let right = expected.next().unwrap_or("");
        let is_same =
            |(drawn, right): (char, char)| drawn == right || (drawn == char::from(ON_THE_WAY) && right == ' ');
        let long = line.text.chars().count().max(right.len());
        let padded = |text: &'_ str| text.chars().chain(std::iter::repeat(' ')).take(long).collect::<Vec<char>>();
        let (drawn, right) = (padded(line.text), padded(right));
        if let Some(at) = drawn.iter().copied().zip(right.iter().copied()).position(|pair| !is_same(pair)) {
            let begin = line.text.char_indices().nth(at).map_or(line.text.len(), |(begin, _)| begin);
            let end = begin + drawn[at].len_utf8();
            let error = source.error("this is no maze of the grid in its first line", *line, begin..end);
            let label = match right[at] {
                ' ' => "expected a blank".to_owned(),
                wall => format!("expected '{wall}'"),
            };
            return Err(error.label(label));
        }
    }
    Ok(())
}
