//! From squares to a maze. In a wall grid every other square is a cell; where the squares are no such grid, every free
//! square is a cell of its own and neighbours are joined.
//!
//! Squares are bits, and what is asked of them is asked of 64 at a time: a drawing may have a billion of them.

use super::{
    Found, Reading,
    bands::{Bands, Period},
    wall_grid::{note_end, read_wall_grid},
};
use crate::maze::grid::{Bits, Direction, Maze, Size};
use crate::{
    diagnostics::Diagnostic,
    family::Error,
    search::{Control, StopReason},
};

/// What a square of a drawing shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Square {
    /// A wall.
    Wall,
    /// Free.
    Floor,
    /// Free, and where to start.
    Start,
    /// Free, and where to go.
    Goal,
    /// Free, and where to start and to go.
    BothEnds,
}

/// A square that shows where to start or where to go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mark {
    pub y: usize,
    pub x: usize,
    pub is_goal: bool,
}

/// A drawing: lines of squares, of which all but a few are walls or free.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Squares {
    width: usize,
    height: usize,
    /// A bit for every wall; a line begins at a word of its own.
    walls: Vec<u64>,
    marks: Vec<Mark>,
}

/// A way to cut a drawing into walls and ways.
struct Cut {
    columns: Period,
    lines: Period,
}

impl Squares {
    /// A drawing without lines.
    pub fn new(width: usize) -> Self {
        debug_assert!(width > 0);
        Self { width, ..Self::default() }
    }

    /// The same with room for so many lines: without it the room would grow by doubling.
    pub fn with_room(width: usize, lines: usize) -> Self {
        let mut squares = Self::new(width);
        squares.walls.reserve_exact(lines * squares.words_of_line());
        squares
    }

    /// Adds a line. What is missing of it is free.
    pub fn push_line(&mut self, line: &[Square]) {
        let y = self.height;
        let begin = self.walls.len();
        self.walls.resize(begin + self.words_of_line(), 0);
        for (x, &square) in line.iter().take(self.width).enumerate() {
            match square {
                Square::Wall => self.walls[begin + x / 64] |= 1 << (x % 64),
                Square::Floor => {}
                Square::Start | Square::Goal => self.marks.push(Mark { y, x, is_goal: square == Square::Goal }),
                Square::BothEnds => self.marks.extend([false, true].map(|is_goal| Mark { y, x, is_goal })),
            }
        }
        self.height += 1;
    }

    /// Adds a line of which the walls are known; what lies beyond the width does not count.
    pub(super) fn push_walls(&mut self, walls: impl IntoIterator<Item = u64>) {
        let words = self.words_of_line();
        self.walls.extend(walls.into_iter().take(words));
        self.height += 1;
        self.walls.resize(self.height * words, 0);
        if !self.width.is_multiple_of(64)
            && let Some(last) = self.walls.last_mut()
        {
            *last &= (1 << (self.width % 64)) - 1;
        }
    }

    /// Takes note of an end in the line that is added next.
    #[cfg(feature = "pictures")]
    pub(super) fn mark_in_next_line(&mut self, x: usize, is_goal: bool) {
        self.marks.push(Mark { y: self.height, x, is_goal });
    }

    /// Takes over the marks of a drawing of which this one is a part, from a line and a column on.
    #[cfg(feature = "pictures")]
    pub(super) fn take_marks(&mut self, from: &Self, line: usize, column: usize) {
        let (width, height) = (self.width, self.height);
        let inside = |mark: &Mark| Some(Mark { y: mark.y.checked_sub(line)?, x: mark.x.checked_sub(column)?, ..*mark });
        let marks = from.marks.iter().filter_map(inside).filter(|mark| mark.y < height && mark.x < width);
        self.marks.extend(marks);
    }

    /// Takes the last line away if all of it is free.
    pub fn drop_free_last_line(&mut self) {
        if self.height > 0 && self.line(self.height - 1).iter().all(|&word| word == 0) {
            self.height -= 1;
            self.walls.truncate(self.height * self.words_of_line());
            self.marks.retain(|mark| mark.y < self.height);
        }
    }

    /// Is there nothing but walls?
    pub fn is_solid(&self) -> bool {
        let walls: u64 = self.walls.iter().map(|word| u64::from(word.count_ones())).sum();
        walls == self.height as u64 * self.width as u64
    }

    fn words_of_line(&self) -> usize {
        self.width.div_ceil(64)
    }

    pub(super) fn height(&self) -> usize {
        self.height
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    pub(super) fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// The walls of a line.
    pub(super) fn line(&self, y: usize) -> &[u64] {
        let words = self.words_of_line();
        &self.walls[y * words..(y + 1) * words]
    }

    pub(super) fn is_wall(&self, y: usize, x: usize) -> bool {
        self.walls[y * self.words_of_line() + x / 64] >> (x % 64) & 1 != 0
    }

    fn set_wall(&mut self, y: usize, x: usize) {
        let at = y * self.words_of_line() + x / 64;
        self.walls[at] |= 1 << (x % 64);
    }

    /// The maze, as a wall grid if it is one, whatever the thickness of walls and ways; as blocks otherwise.
    pub fn to_maze(&self, control: &Control) -> Result<Found, Error> {
        // A cell takes four squares, and three bits: is it there, and two ways from it.
        control.allow_memory(self.bytes())?;
        // Wherever ways are wider than a square, some place where walls should meet is free.
        if self.may_be_wall_grid() && self.has_posts(false) {
            return Ok(read_wall_grid(self)?);
        }
        if self.begins_with_thin_walls_and_ways() {
            return match self.as_wall_grid(control)? {
                Some(grid) => Ok(read_wall_grid(grid.as_ref().unwrap_or(self))?),
                None => self.collapsed_or_blocks(control),
            };
        }
        // Two numbers for every line and column, in three lists.
        control.allow_memory(48 * (self.width + self.height) as u64)?;
        let (columns, lines) = self.bands();
        let even = self.sampled(&lines.evenly(), &columns.evenly());
        let cuts = even.cuts();
        // A post that stands free within the board shows how far apart the cells are; the outer wall alone does not.
        if let Some(grid) = cuts.iter().find_map(|cut| even.cut_at_inner_posts(cut)) {
            return Ok(read_wall_grid(&grid)?);
        }
        if even.keeps_ends_of(self)
            && let Some(grid) = even.as_wall_grid(control)?
        {
            return Ok(read_wall_grid(grid.as_ref().unwrap_or(&even))?);
        }
        match cuts.iter().find_map(|cut| even.cut_at_posts(cut)) {
            Some(grid) => Ok(read_wall_grid(&grid)?),
            None => self.collapsed_or_blocks(control),
        }
    }

    /// Equal lines side by side, and equal columns, become one. If that is no wall grid, every free square is a cell.
    fn collapsed_or_blocks(&self, control: &Control) -> Result<Found, Error> {
        control.allow_memory(self.bytes() + 48 * (self.width + self.height) as u64)?;
        let (columns, lines) = self.bands();
        let narrow = self.sampled(&lines, &columns);
        match narrow.as_wall_grid(control)? {
            Some(grid) if narrow.keeps_ends_of(self) => Ok(read_wall_grid(grid.as_ref().unwrap_or(&narrow))?),
            _ => self.blocks(control),
        }
    }

    /// Do the first three lines differ, each from the one before, and the first three columns? Then no wall or way is
    /// wider than a square, as in most mazes.
    fn begins_with_thin_walls_and_ways(&self) -> bool {
        let differ = |x: usize| (0..self.height).any(|y| self.is_wall(y, x) != self.is_wall(y, x - 1));
        self.width > 2
            && self.height > 2
            && self.line(0) != self.line(1)
            && self.line(1) != self.line(2)
            && differ(1)
            && differ(2)
    }

    /// Are start and goal on different squares, unless another drawing of the same maze has them on one?
    fn keeps_ends_of(&self, other: &Self) -> bool {
        let place = |squares: &Self, is_goal: bool| {
            squares.marks.iter().find(|mark| mark.is_goal == is_goal).map(|mark| (mark.y, mark.x))
        };
        let are_apart = |squares: &Self| place(squares, false) != place(squares, true);
        are_apart(self) || !are_apart(other) || place(self, false).is_none()
    }

    /// The same with squares as large as they can be.
    #[cfg(feature = "pictures")]
    pub(super) fn in_largest_squares(self) -> Self {
        if self.begins_with_thin_walls_and_ways() {
            return self;
        }
        let (columns, lines) = self.bands();
        let side = super::bands::divisor(columns.common_width(), lines.common_width());
        if side <= 1 {
            return self;
        }
        self.sampled(&Bands::even(side, self.height), &Bands::even(side, self.width))
    }

    /// The ways to cut the drawing into walls of one thickness and ways of another that agree with all that changes,
    /// the widest first. Letters are higher than wide, so columns may be cut in another way than lines.
    fn cuts(&self) -> Vec<Cut> {
        let (columns, lines) = self.bands();
        let [columns, lines] = [columns.periods(), lines.periods()];
        let mut cuts: Vec<Cut> = columns
            .iter()
            .flat_map(|columns| lines.iter().map(move |lines| Cut { columns: *columns, lines: *lines }))
            .filter(|cut| !(cut.columns.is_plain() && cut.lines.is_plain()))
            .collect();
        cuts.sort_by_key(|cut| std::cmp::Reverse(cut.columns.length() * cut.lines.length()));
        cuts
    }

    /// The squares of a cut, if walls stand wherever they should meet, and start and goal stay apart.
    fn cut_at_posts(&self, cut: &Cut) -> Option<Self> {
        let [columns, lines] = [cut.columns.bands(self.width), cut.lines.bands(self.height)];
        let posts = || columns.samples.iter().step_by(2);
        let has_posts = lines.samples.iter().step_by(2).all(|y| posts().all(|x| self.is_wall(*y, *x)));
        has_posts.then(|| self.sampled(&lines, &columns)).filter(|grid| grid.keeps_ends_of(self))
    }

    /// The same if posts inside of the outer wall tell how long the cells are. With one cell in a row there are none.
    fn cut_at_inner_posts(&self, cut: &Cut) -> Option<Self> {
        let has_thin_walls = cut.columns.has_thin_walls() && cut.lines.has_thin_walls();
        let has_inner_posts = || cut.columns.bands(self.width).len() > 3 && cut.lines.bands(self.height).len() > 3;
        if has_thin_walls && has_inner_posts() { self.cut_at_posts(cut) } else { None }
    }

    /// The memory that the walls take.
    pub(super) fn bytes(&self) -> u64 {
        8 * self.walls.len() as u64
    }

    /// Is it a wall grid as it stands, or if what lies outside of the maze counts as wall? Then the squares are told,
    /// where they differ from these.
    #[allow(clippy::option_option)]
    fn as_wall_grid(&self, control: &Control) -> Result<Option<Option<Self>>, StopReason> {
        control.proceed()?;
        if !self.may_be_wall_grid() {
            return Ok(None);
        }
        if self.has_posts(true) {
            return Ok(Some(None));
        }
        let filled = self.filled_outside(control)?;
        Ok(filled.filter(|filled| filled.has_posts(true)).map(Some))
    }

    fn may_be_wall_grid(&self) -> bool {
        !self.height.is_multiple_of(2) && !self.width.is_multiple_of(2) && self.height >= 3 && self.width >= 3
    }

    /// Whether the squares where walls meet are walls. Such a square may be free in the middle of an open place, where
    /// no wall comes near it, if open places are allowed for.
    fn has_posts(&self, has_open_places: bool) -> bool {
        const POSTS: u64 = 0x5555_5555_5555_5555;
        let is_open_place = |y: usize, x: usize| {
            let is_inside = y > 0 && x > 0 && y + 1 < self.height && x + 1 < self.width;
            is_inside && [(y - 1, x), (y + 1, x), (y, x - 1), (y, x + 1)].into_iter().all(|(y, x)| !self.is_wall(y, x))
        };
        (0..self.height).step_by(2).all(|y| {
            self.line(y).iter().enumerate().all(|(index, word)| {
                let inside = if self.width - index * 64 < 64 { (1 << (self.width - index * 64)) - 1 } else { u64::MAX };
                let mut free = POSTS & inside & !word;
                while free != 0 {
                    let x = index * 64 + free.trailing_zeros() as usize;
                    free &= free - 1;
                    if !has_open_places || !is_open_place(y, x) {
                        return false;
                    }
                }
                true
            })
        })
    }

    /// The same drawing with walls where nothing is: what can be reached from the rim over free squares, beginning
    /// where walls should meet. `None` if there is no such place, or nothing else.
    fn filled_outside(&self, control: &Control) -> Result<Option<Self>, StopReason> {
        let (height, width) = (self.height, self.width);
        let rim = (0..width)
            .step_by(2)
            .flat_map(|x| [(0, x), (height - 1, x)])
            .chain((0..height).step_by(2).flat_map(|y| [(y, 0), (y, width - 1)]));
        let mut waiting: Vec<(usize, usize)> = rim.filter(|&(y, x)| !self.is_wall(y, x)).collect();
        if waiting.is_empty() {
            return Ok(None);
        }
        control.allow_memory(self.bytes())?;
        let mut filled = self.clone();
        let mut watch = control.lookout();
        while let Some((y, x)) = waiting.pop() {
            watch.spend(16)?;
            if filled.is_wall(y, x) {
                continue;
            }
            filled.set_wall(y, x);
            let beside = [(y.wrapping_sub(1), x), (y + 1, x), (y, x.wrapping_sub(1)), (y, x + 1)];
            waiting.extend(beside.into_iter().filter(|&(y, x)| y < height && x < width && !filled.is_wall(y, x)));
        }
        let has_lost_marks = filled.marks.iter().any(|mark| filled.is_wall(mark.y, mark.x));
        Ok((!filled.is_solid() && !has_lost_marks).then_some(filled))
    }

    /// One line for each band of lines and one column for each band of columns. A mark stays in its bands.
    pub(super) fn sampled(&self, lines: &Bands, columns: &Bands) -> Self {
        let mut sampled = Self::with_room(columns.samples.len(), lines.samples.len());
        for &line in &lines.samples {
            let words = columns.samples.chunks(64).map(|columns| {
                let bits = columns.iter().enumerate();
                bits.fold(0, |word, (bit, &x)| word | u64::from(self.is_wall(line, x)) << bit)
            });
            sampled.push_walls(words);
        }
        let marks =
            self.marks.iter().map(|mark| Mark { y: lines.band_of(mark.y), x: columns.band_of(mark.x), ..*mark });
        sampled.marks = marks.collect();
        sampled
    }

    /// Columns that are all alike as a band, and likewise lines.
    fn bands(&self) -> (Bands, Bands) {
        let mut changes = vec![0; self.words_of_line()];
        for y in 0..self.height {
            let mut before = 0;
            for (change, &word) in changes.iter_mut().zip(self.line(y)) {
                *change |= word ^ (word << 1 | before);
                before = word >> 63;
            }
        }
        let is_new_column = |&x: &usize| x == 0 || changes[x / 64] >> (x % 64) & 1 != 0;
        let is_new_line = |&y: &usize| y == 0 || self.line(y) != self.line(y - 1);
        let columns = Bands::of_changes((0..self.width).filter(is_new_column).collect(), self.width);
        (columns, Bands::of_changes((0..self.height).filter(is_new_line).collect(), self.height))
    }

    fn blocks(&self, control: &Control) -> Result<Found, Error> {
        let size = Size::new(self.height as u64, self.width as u64)?;
        // Three bits a cell: is there one, and two ways from it.
        control.allow_memory(3 * self.bytes())?;
        let mut watch = control.lookout();
        let mut cells = Bits::with_capacity(size.cells());
        for y in 0..self.height {
            watch.spend(2 * self.width as u64)?;
            cells.extend((0..self.width).map(|x| !self.is_wall(y, x)));
        }
        let mut maze = Maze::closed(size, None);
        let mut ends = [None; 2];
        let mut gaps = Vec::new();
        for cell in cells.iter_ones() {
            watch.spend(8)?;
            for way in [Direction::East, Direction::South] {
                if size.neighbour(cell, way).is_some_and(|next| cells[next]) {
                    maze.open(cell, way);
                }
            }
            if Direction::ALL.into_iter().any(|way| size.neighbour(cell, way).is_none()) {
                gaps.push(cell);
            }
        }
        for mark in &self.marks {
            note_end(&mut ends, *mark, size.cell(mark.y, mark.x));
        }
        Ok(finish(maze, cells, ends, gaps, Reading::Blocks)?)
    }
}

pub(super) fn finish(
    mut maze: Maze,
    cells: Bits,
    ends: [Option<usize>; 2],
    gaps: Vec<usize>,
    reading: Reading,
) -> Result<Found, Diagnostic> {
    if cells.not_any() {
        return Err(Diagnostic::new("a maze without any free cell").help("draw ways as blanks between walls of #"));
    }
    if !cells.all() {
        maze.set_mask(Some(cells));
    }
    maze.ends = match ends {
        [Some(start), Some(goal)] => Some([start, goal]),
        _ => None,
    };
    Ok(Found { maze, reading, gaps })
}
