//! What a maze on any grid really is, from the digits of its file and nothing else: neighbours come from arithmetic
//! of its own (cubes for hexagons, corners for triangles, parts of a turn for rings), and ways are followed through
//! crossings. Nothing here is used by generators, solvers or drawings.

use super::file::GridFile;
use crate::{diagnostics::Diagnostic, family::Error, maze::certify::Certificate, search::Control, words::counted};

/// The verified facts about a maze on a grid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct GridCertificate {
    /// Cells, passages, parts and loops; a crossing counts as two cells. Cells with more than four ways are counted
    /// with those of four.
    pub facts: Certificate,
    /// Places where one way leads over another.
    pub crossings: u64,
}

impl GridCertificate {
    /// The most special thing the maze is, and its figures.
    pub fn text(&self) -> String {
        let Certificate { cells, passages, parts, loops, .. } = self.facts;
        let crossings = match self.crossings {
            0 => String::new(),
            crossings => format!(", {}", counted(crossings as usize, "crossing")),
        };
        let places = cells - self.crossings;
        let kind = self.facts.kind();
        let [places, passages] =
            [(places, "cell"), (passages, "passage")].map(|(count, thing)| counted(count as usize, thing));
        format!("{kind}: {places}{crossings}, {passages}, parts: {parts}, loops: {loops}")
    }
}

/// The cells of a file by floor, row and column.
pub(super) struct Cells<'a> {
    grid: &'a str,
    digits: usize,
    floors: Vec<Vec<&'a [u8]>>,
    /// The number of the first cell of every row of a floor.
    starts: Vec<usize>,
}

/// Floor, row, column.
pub(super) type At = (usize, usize, usize);

/// A direction, as the value of its bit.
pub(super) type Bit = u32;

impl<'a> Cells<'a> {
    pub(super) fn new(file: &'a GridFile) -> Option<Self> {
        let floors: Vec<Vec<&[u8]>> =
            file.cells.floors().iter().map(|rows| rows.iter().map(|row| row.as_bytes()).collect()).collect();
        let digits = if file.grid == "hex" || floors.len() > 1 { 2 } else { 1 };
        let mut starts = vec![0];
        for row in floors.first()? {
            starts.push(starts[starts.len() - 1] + row.len() / digits);
        }
        let is_even = floors.iter().all(|rows| rows.len() == floors[0].len());
        is_even.then_some(Self { grid: &file.grid, digits, floors, starts })
    }

    fn width(&self, row: usize) -> usize {
        self.starts[row + 1] - self.starts[row]
    }

    /// The characters of a cell; `None` outside of the grid.
    fn text(&self, (floor, row, col): At) -> Option<&'a [u8]> {
        self.floors.get(floor)?.get(row)?.get(col * self.digits..(col + 1) * self.digits)
    }

    pub(super) fn is_crossing(&self, at: At) -> bool {
        self.text(at).is_some_and(|text| text.iter().all(|mark| matches!(mark, b'h' | b'v')))
    }

    /// The open sides of a cell that is there. A crossing is open to all four.
    pub(super) fn sides(&self, at: At) -> Option<Bit> {
        let text = self.text(at).filter(|text| !text.contains(&b'.'))?;
        if self.is_crossing(at) {
            return Some(15);
        }
        text.iter().try_fold(0, |sum, &digit| Some(sum * 16 + char::from(digit).to_digit(16)?))
    }

    /// A number for a cell; at a crossing, for its level way or its upright way.
    fn node(&self, at: At, is_upright: bool) -> usize {
        let number = at.0 * self.starts[self.starts.len() - 1] + self.starts[at.1] + at.2;
        2 * number + usize::from(is_upright && self.is_crossing(at))
    }

    fn moved(at: At, down: isize, right: isize) -> Option<At> {
        Some((at.0, at.1.checked_add_signed(down)?, at.2.checked_add_signed(right)?))
    }

    /// The cells that can be gone to from a cell, each with the bit of the side.
    pub(super) fn ways_out(&self, at: At) -> impl Iterator<Item = (At, Bit)> + '_ {
        let sides = self.sides(at).unwrap_or(0);
        let own = (0..8).map(|power| 1 << power).filter(move |bit| sides & bit != 0);
        let own = own.filter_map(move |bit| Some((self.beyond(at, bit)?.0, bit)));
        own.chain(self.ways_outwards(at))
    }

    /// Rings: the cells outside that have a way inwards to this one.
    fn ways_outwards(&self, at: At) -> impl Iterator<Item = (At, Bit)> + '_ {
        let is_ring = self.grid == "theta" && at.1 + 2 < self.starts.len();
        let outer = if is_ring { self.width(at.1 + 1) / self.width(at.1).max(1) } else { 0 };
        let outside = (at.2 * outer..(at.2 + 1) * outer).map(move |col| (at.0, at.1 + 1, col));
        let is_open = move |next: &At| {
            self.sides(*next).is_some_and(|sides| sides & 1 == 1)
                && self.beyond(*next, 1).is_some_and(|(to, _)| to == at)
        };
        outside.filter(is_open).map(|next| (next, 16))
    }

    /// The neighbour behind a side, and the bit by which it leads back.
    fn beyond(&self, at: At, bit: Bit) -> Option<(At, Bit)> {
        match bit {
            64 => return Some(((at.0 + 1, at.1, at.2), 128)),
            128 => return Some(((at.0.checked_sub(1)?, at.1, at.2), 64)),
            _ => {}
        }
        match self.grid {
            "hex" => hex_beyond(at, bit),
            "triangle" => triangle_beyond(at, bit),
            "theta" => {
                let width = self.width(at.1);
                match bit {
                    // The cell whose part of the turn the middle of this one is in.
                    1 => {
                        let inner = at.1.checked_sub(1)?;
                        Some(((at.0, inner, (2 * at.2 + 1) * self.width(inner) / (2 * width)), 0))
                    }
                    2 => Some(((at.0, at.1, (at.2 + 1) % width), 4)),
                    _ => Some(((at.0, at.1, (at.2 + width - 1) % width), 2)),
                }
            }
            _ => match bit {
                1 => Some((Self::moved(at, -1, 0)?, 4)),
                2 => Some((Self::moved(at, 0, 1)?, 8)),
                4 => Some((Self::moved(at, 1, 0)?, 1)),
                _ => Some((Self::moved(at, 0, -1)?, 2)),
            },
        }
    }
}

/// By cubes: three axes whose numbers sum up to 0, of which a step changes two.
fn hex_beyond((floor, row, col): At, bit: Bit) -> Option<(At, Bit)> {
    let (row, col) = (row as isize, col as isize);
    let x = col - (row - row.rem_euclid(2)) / 2;
    let (step_x, step_row, back) = match bit {
        1 => (1, -1, 8),
        2 => (1, 0, 16),
        4 => (0, 1, 32),
        8 => (-1, 1, 1),
        16 => (-1, 0, 2),
        _ => (0, -1, 4),
    };
    let (x, row) = (x + step_x, row + step_row);
    let col = x + (row - row.rem_euclid(2)) / 2;
    Some(((floor, usize::try_from(row).ok()?, usize::try_from(col).ok()?), back))
}

/// By corners: a neighbour shares two of them.
fn triangle_beyond(at: At, bit: Bit) -> Option<(At, Bit)> {
    let corners = |(_, row, col): At| match (row + col) % 2 {
        0 => [(col, row + 1), (col + 2, row + 1), (col + 1, row)],
        _ => [(col, row), (col + 2, row), (col + 1, row + 1)],
    };
    let shares_side = |other: At| {
        let theirs = corners(other);
        corners(at).iter().filter(|corner| theirs.contains(corner)).count() == 2
    };
    let (tries, back): ([(isize, isize); 2], Bit) = match bit {
        1 => ([(0, -1); 2], 2),
        2 => ([(0, 1); 2], 1),
        _ => ([(-1, 0), (1, 0)], 4),
    };
    let found = tries.into_iter().filter_map(|(down, right)| Cells::moved(at, down, right)).find(|&it| shares_side(it));
    Some((found?, back))
}

/// Parts of the maze: each cell names another of its part, or itself.
struct Parts(Vec<u32>);

impl Parts {
    fn top(&mut self, mut node: usize) -> usize {
        while self.0[node] as usize != node {
            self.0[node] = self.0[self.0[node] as usize];
            node = self.0[node] as usize;
        }
        node
    }
}

/// Beside the number of ways of a cell: it is there.
const EXISTS: u8 = 128;

/// Counts a way of a cell; beyond four it does not matter how many.
fn count_way(ways: &mut u8) {
    *ways += u8::from(*ways & !EXISTS < 4);
}

/// Examines a maze. A way that leads nowhere, or that only one side knows of, is an error.
pub fn certify(file: &GridFile, control: &Control) -> Result<GridCertificate, Error> {
    let cells = Cells::new(file).ok_or_else(|| Diagnostic::new("the floors of the maze differ"))?;
    let mut watch = control.lookout();
    let mut found = GridCertificate::default();
    let whole = cells.starts[cells.starts.len() - 1] * cells.floors.len();
    let mut parts = Parts((0..2 * whole as u32).collect());
    let mut ways = vec![0u8; 2 * whole];
    let mut joined = 0;
    let bits: &[Bit] = match cells.grid {
        "hex" => &[1, 2, 4, 8, 16, 32, 64, 128],
        "triangle" | "theta" => &[1, 2, 4, 64, 128],
        _ => &[1, 2, 4, 8, 64, 128],
    };
    let wrong = |at: At, what: &str| {
        Diagnostic::new(format!("floor {}, row {}, column {}: {what}", at.0, at.1, at.2))
            .help("a way is open on both of its sides, and leads to a cell")
    };
    for (floor, rows) in cells.floors.iter().enumerate() {
        for row in 0..rows.len() {
            for col in 0..cells.width(row) {
                watch.spend(100)?;
                let at = (floor, row, col);
                let Some(sides) = cells.sides(at) else {
                    found.facts.missing += 1;
                    continue;
                };
                if sides & !bits.iter().sum::<Bit>() != 0 {
                    return Err(wrong(at, "there is no such side").into());
                }
                let is_crossing = cells.is_crossing(at);
                found.facts.cells += 1 + u64::from(is_crossing);
                found.crossings += u64::from(is_crossing);
                for &bit in bits.iter().filter(|&&bit| sides & bit != 0) {
                    let Some((next, back)) = cells.beyond(at, bit) else {
                        return Err(wrong(at, "a way leads out of the grid").into());
                    };
                    match cells.sides(next) {
                        None => return Err(wrong(at, "a way leads to where no cell is").into()),
                        Some(theirs) if back != 0 && theirs & back == 0 => {
                            return Err(wrong(at, "a way is open on one side only").into());
                        }
                        Some(_) if is_crossing && cells.is_crossing(next) => {
                            return Err(wrong(at, "two crossings lie beside each other").into());
                        }
                        Some(_) => {}
                    }
                    let is_upright = matches!(bit, 1 | 4);
                    let (here, there) = (cells.node(at, is_upright), cells.node(next, is_upright));
                    count_way(&mut ways[here]);
                    // A way inwards is told by the cell outside only.
                    if back == 0 {
                        count_way(&mut ways[there]);
                    }
                    if back == 0 || here < there {
                        found.facts.passages += 1;
                        let (one, other) = (parts.top(here), parts.top(there));
                        joined += u64::from(one != other);
                        found.facts.loops += u64::from(one == other);
                        parts.0[one] = other as u32;
                    }
                }
                let levels = [cells.node(at, false), cells.node(at, true)];
                // Counted when everything is known: here only which there are.
                for node in &levels[..1 + usize::from(is_crossing)] {
                    ways[*node] |= EXISTS;
                }
            }
        }
    }
    for count in ways.into_iter().filter(|count| count & EXISTS != 0) {
        found.facts.by_ways[usize::from(count & !EXISTS)] += 1;
    }
    found.facts.parts = found.facts.cells - joined;
    for (name, end) in [("start", &file.from), ("goal", &file.to)] {
        let at = match end[..] {
            [row, col] => (0, row, col),
            [floor, row, col] => (floor, row, col),
            _ => return Err(Diagnostic::new(format!("the {name} is no cell")).into()),
        };
        if cells.sides(at).is_none() {
            return Err(wrong(at, &format!("the {name} is no cell")).into());
        }
    }
    Ok(found)
}
