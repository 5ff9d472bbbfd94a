//! Judges an answer. Shares nothing with the strategies and their tables: it has its own idea of what a copy of a
//! piece is, namely a set of cells with the same distances.

mod copies;

use std::collections::{BTreeSet, HashMap};

use num_bigint::BigUint;

use crate::words::counted;

use super::{
    board::Board,
    puzzle::{Piece, Puzzle},
    solution::{Owner, with_borders},
};

use copies::copies_on;

/// How an answer marks a cell that no piece lies on.
const FREE: char = '_';

/// What an answer file claims to be a solution.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Claim {
    /// The board's layers, rows of letters.
    pub grid: Vec<Vec<String>>,
    /// The placement ids it is said to have: all must be right.
    pub placement_ids: Vec<String>,
    /// Where each piece is said to lie, if that is told one by one.
    pub placements: Option<Vec<Laid>>,
    /// The lines of each layer, if it is drawn with borders between the pieces.
    pub borders: Vec<Option<Vec<String>>>,
}

/// A piece that is said to lie somewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Laid {
    /// Its letter.
    pub piece: String,
    /// Which of its copies it is, counted from 1.
    pub copy: usize,
    /// Its cells: layer, row and column.
    pub cells: Vec<[usize; 3]>,
}

/// Is the claim a solution of the puzzle? If not, says why.
pub fn check(puzzle: &Puzzle, claim: &Claim) -> Result<(), String> {
    Checker::new(puzzle).check(claim)
}

/// Judges claims about one puzzle. All ways to lay its pieces are found once.
pub struct Checker<'a> {
    puzzle: &'a Puzzle,
    groups: Vec<Group<'a>>,
    /// The cells by layer, row and column.
    cells: HashMap<[usize; 3], usize>,
    /// No right id has more digits than this.
    most_digits: usize,
}

impl<'a> Checker<'a> {
    /// A checker for a puzzle.
    pub fn new(puzzle: &'a Puzzle) -> Self {
        let groups: Vec<Group<'_>> = groups_of(puzzle);
        let most_digits = groups.iter().map(|group| group.copies * (group.ways.len() + 1).to_string().len()).sum();
        let spots = puzzle.board.spots().iter().map(|spot| [spot.layer, spot.row, spot.column]);
        Self { puzzle, groups, cells: spots.zip(0..).collect(), most_digits }
    }

    /// Is the claim a solution of the puzzle? If not, says why.
    pub fn check(&self, claim: &Claim) -> Result<(), String> {
        self.placement_id(claim).map(drop)
    }

    /// The placement id of the solution that is claimed; if it is none, says why.
    pub fn placement_id(&self, claim: &Claim) -> Result<BigUint, String> {
        let puzzle = self.puzzle;
        let letters = letters_of_cells(&puzzle.board, &claim.grid)?;
        refuse_empty_cells(puzzle, &letters)?;
        let is_piece = |letter: char| puzzle.pieces.iter().any(|piece| piece.letter == letter);
        if let Some((cell, letter)) =
            letters.iter().enumerate().find(|(_, letter)| **letter != FREE && !is_piece(**letter))
        {
            let spot = puzzle.board.spots()[cell];
            return Err(format!("{letter:?} in row {}, column {} is no piece", spot.row + 1, spot.column + 1));
        }
        // An id with more digits than there are ids is wrong, and would take long to be read.
        let claimed = claim.placement_ids.first().filter(|id| id.len() <= self.most_digits);
        let claimed = claimed.and_then(|id| id.parse::<BigUint>().ok());
        let laid = claim.placements.as_ref().map(|laid| self.digits_laid(laid)).transpose()?;
        let mut hints = claimed.map(|id| digits_of(id, &self.groups)).or_else(|| laid.clone());
        let (mut id, mut digits) = (BigUint::ZERO, Vec::new());
        for group in &self.groups {
            let cells = (0..letters.len()).filter(|cell| letters[*cell] == group.piece.letter).collect();
            let hint = hints.as_mut().map(|hints| hints.drain(..group.copies).collect());
            for number in group.judge(puzzle, cells, hint)? {
                id = id * (group.ways.len() + 1) + number;
                digits.push(number);
            }
        }
        if laid.is_some_and(|laid| laid != digits) {
            return Err(format!("its placements are not those of the solution with the placement id {id}, in order"));
        }
        // Without an id, equal letters side by side may be cut up in another way than they are drawn.
        if !claim.borders.is_empty() && !claim.placement_ids.is_empty() {
            self.compare_borders(&claim.borders, &digits)?;
        }
        match claim.placement_ids.iter().find(|claimed| **claimed != id.to_string()) {
            Some(claimed) => Err(format!("its placement id is {id}, not {claimed}")),
            None => Ok(id),
        }
    }

    /// The digits of the placement id that pieces have which lie so.
    fn digits_laid(&self, laid: &[Laid]) -> Result<Vec<usize>, String> {
        let mut digits = vec![0; self.groups.iter().map(|group| group.copies).sum()];
        for Laid { piece, copy, cells } in laid {
            let mut first = 0;
            let group = self.groups.iter().find(|group| {
                let is_it = piece.chars().eq([group.piece.letter]);
                first += if is_it { 0 } else { group.copies };
                is_it
            });
            let wrong = || format!("its placements say something of piece {piece}, copy {copy}, that cannot be");
            let group = group.filter(|group| (1..=group.copies).contains(copy)).ok_or_else(wrong)?;
            let mut cells: Vec<usize> =
                cells.iter().map(|spot| self.cells.get(spot).copied()).collect::<Option<_>>().ok_or_else(wrong)?;
            cells.sort_unstable();
            let way = group.ways.binary_search(&cells).map_err(|_| wrong())?;
            if std::mem::replace(&mut digits[first + copy - 1], way + 1) != 0 {
                return Err(wrong());
            }
        }
        Ok(digits)
    }

    /// Are the borders drawn where the pieces with these digits end?
    fn compare_borders(&self, drawn: &[Option<Vec<String>>], digits: &[usize]) -> Result<(), String> {
        let board = &self.puzzle.board;
        let empty = board.layer_sizes().map(|(height, width)| vec![vec![Owner::Outside; width]; height]);
        let mut owners: Vec<Vec<Vec<Owner>>> = empty.collect();
        let mut set = |cell: usize, owner: Owner| {
            let spot = board.spots()[cell];
            owners[spot.layer][spot.row][spot.column] = owner;
        };
        (0..board.cells()).for_each(|cell| set(cell, Owner::Nobody));
        let ways = self.groups.iter().flat_map(|group| std::iter::repeat_n(&group.ways, group.copies));
        for (piece, (ways, digit)) in ways.zip(digits).enumerate() {
            let cells = digit.checked_sub(1).map_or(&[][..], |way| &ways[way]);
            cells.iter().for_each(|cell| set(*cell, Owner::Piece(piece)));
        }
        let letter = |owner| match owner {
            Owner::Outside => '.',
            Owner::Nobody => FREE,
            Owner::Piece(piece) => self.puzzle.pieces[piece].letter,
        };
        let lines = |text: &[String]| {
            let lines = text.iter().map(|line| line.trim_end().to_owned());
            lines.filter(|line| !line.is_empty()).collect::<Vec<String>>()
        };
        let is_same = |(owners, drawn): (&Vec<Vec<Owner>>, &Option<Vec<String>>)| {
            drawn.as_ref().is_none_or(|drawn| lines(&with_borders(board, owners, &letter)) == lines(drawn))
        };
        match owners.iter().zip(drawn).position(|layer| !is_same(layer)) {
            Some(_) => Err("its borders are not those of the pieces that its placement id names".to_owned()),
            None => Ok(()),
        }
    }
}

/// Refuses more empty cells than there may be.
fn refuse_empty_cells(puzzle: &Puzzle, letters: &[char]) -> Result<(), String> {
    let empty = letters.iter().filter(|letter| **letter == FREE).count();
    if empty <= puzzle.rules.holes {
        return Ok(());
    }
    Err(match letters.iter().position(|letter| *letter == FREE) {
        Some(cell) if puzzle.rules.holes == 0 => {
            let spot = puzzle.board.spots()[cell];
            format!("the cell in row {}, column {} is empty", spot.row + 1, spot.column + 1)
        }
        _ => {
            let is = if empty == 1 { "is" } else { "are" };
            format!("{} {is} empty, only {} may be", counted(empty, "cell"), puzzle.rules.holes)
        }
    })
}

/// A piece and its copies.
struct Group<'a> {
    piece: &'a Piece,
    copies: usize,
    /// Where given ones lie.
    given: Vec<&'a Vec<usize>>,
    /// All ways to lay it.
    ways: Vec<Vec<usize>>,
}

fn groups_of(puzzle: &Puzzle) -> Vec<Group<'_>> {
    let mut groups: Vec<Group<'_>> = Vec::new();
    for (index, piece) in puzzle.pieces.iter().enumerate() {
        let given = puzzle.given.iter().filter(|given| given.piece == index).map(|given| &given.cells);
        match groups.last_mut() {
            Some(group) if group.piece.letter == piece.letter => {
                group.copies += 1;
                group.given.extend(given);
            }
            _ => groups.push(Group {
                piece,
                copies: 1,
                given: given.collect(),
                ways: copies_on(&puzzle.board, piece, puzzle.rules).into_iter().collect(),
            }),
        }
    }
    groups
}

/// What a placement id says of each piece: the number of its way, from 1 on; 0 if it is not placed.
fn digits_of(mut id: BigUint, groups: &[Group<'_>]) -> Vec<usize> {
    let mut digits = Vec::new();
    for group in groups.iter().rev() {
        for _ in 0..group.copies {
            let radix = BigUint::from(group.ways.len() + 1);
            digits.push(usize::try_from(&id % &radix).unwrap_or(0));
            id /= radix;
        }
    }
    digits.reverse();
    digits
}

impl Group<'_> {
    /// The digits of the group in the placement id, if these are the cells of its pieces. Copies that lie side by
    /// side cannot be told apart by their letter: the digits that are claimed help.
    fn judge(&self, puzzle: &Puzzle, cells: Vec<usize>, hint: Option<Vec<usize>>) -> Result<Vec<usize>, String> {
        let (letter, size) = (self.piece.letter, self.piece.cells.len());
        let mut free: BTreeSet<usize> = cells.iter().copied().collect();
        for cell in self.given.iter().copied().flatten() {
            if !free.remove(cell) {
                return Err(format!("piece {letter} is not where it is given"));
            }
        }
        let open = self.copies - self.given.len();
        if !free.len().is_multiple_of(size) || free.len() > open * size {
            return Err(match self.copies {
                1 => format!("piece {letter} covers {} instead of {size}", counted(cells.len(), "cell")),
                copies => format!("{copies} pieces {letter} cannot cover {}", counted(cells.len(), "cell")),
            });
        }
        let hint = hint.map(|hint| hint[self.given.len()..].iter().copied().filter(|digit| *digit > 0).collect());
        let numbers = hint.filter(|hint: &Vec<usize>| self.is_cut(&free, hint)).or_else(|| self.cut(&mut free.clone()));
        let Some(mut numbers) = numbers else {
            return Err(format!("the cells marked {letter} are not the shape of piece {letter}"));
        };
        let missing = open - numbers.len();
        if missing > 0 && !puzzle.rules.spare_pieces {
            return Err(match self.copies {
                1 => format!("piece {letter} is missing"),
                copies if missing == 1 => format!("of {copies} pieces {letter}, 1 is missing"),
                copies => format!("of {copies} pieces {letter}, {missing} are missing"),
            });
        }
        numbers.sort_unstable();
        let given =
            self.given.iter().map(|given| self.ways.iter().position(|way| way == *given).map_or(0, |at| at + 1));
        Ok(given.chain(std::iter::repeat_n(0, missing)).chain(numbers).collect())
    }

    /// Do these ways cover the cells, each once?
    fn is_cut(&self, cells: &BTreeSet<usize>, numbers: &[usize]) -> bool {
        let covered: Vec<usize> = numbers.iter().flat_map(|number| self.ways[number - 1].iter().copied()).collect();
        covered.len() == cells.len() && covered.into_iter().collect::<BTreeSet<_>>() == *cells
    }

    /// Cuts the cells up into ways to lay the piece, and gives up if that takes too long.
    fn cut(&self, cells: &mut BTreeSet<usize>) -> Option<Vec<usize>> {
        let (mut numbers, mut steps_left) = (Vec::new(), 1_000_000u32);
        self.cut_rest(cells, &mut numbers, &mut steps_left).then_some(numbers)
    }

    fn cut_rest(&self, cells: &mut BTreeSet<usize>, numbers: &mut Vec<usize>, steps_left: &mut u32) -> bool {
        let Some(&first) = cells.first() else { return true };
        for (index, way) in self.ways.iter().enumerate().filter(|(_, way)| way[0] == first) {
            if *steps_left == 0 {
                return false;
            }
            *steps_left -= 1;
            if !way.iter().all(|cell| cells.contains(cell)) {
                continue;
            }
            cells.retain(|cell| !way.contains(cell));
            numbers.push(index + 1);
            if self.cut_rest(cells, numbers, steps_left) {
                return true;
            }
            numbers.pop();
            cells.extend(way);
        }
        false
    }
}

/// The letter on each cell. Every row must be there, with `.` exactly where the board has no cell.
fn letters_of_cells(board: &Board, grid: &[Vec<String>]) -> Result<Vec<char>, String> {
    let sizes: Vec<_> = board.layer_sizes().collect();
    if grid.len() != sizes.len() {
        return Err(format!("it has {}, the board has {}", counted(grid.len(), "layer"), sizes.len()));
    }
    let mut marks = HashMap::new();
    for (layer, (rows, &(height, width))) in grid.iter().zip(&sizes).enumerate() {
        if rows.len() != height {
            return Err(format!("layer {layer} has {}, the board has {height}", counted(rows.len(), "row")));
        }
        for (row, text) in rows.iter().enumerate() {
            let found = text.chars().count();
            // Blanks at the end of staggered rows are not to be seen.
            if found > width || (found < width && !board.lattice().is_staggered()) {
                let marks = counted(found, "mark");
                return Err(format!("row {} has {marks}, the board has {}", row + 1, counted(width, "column")));
            }
            marks.extend(text.chars().enumerate().map(|(column, mark)| ((layer, row, column), mark)));
        }
    }
    let mut letters = Vec::with_capacity(board.cells());
    for spot in board.spots() {
        let mark = marks.remove(&(spot.layer, spot.row, spot.column)).unwrap_or('.');
        // A blank is a free cell as well, and so is `.` where the board has a cell.
        letters.push(if mark == '.' || mark == ' ' { FREE } else { mark });
    }
    let is_nothing = |mark: char| mark == '.' || (mark == ' ' && board.lattice().is_staggered());
    match marks.into_iter().filter(|(_, mark)| !is_nothing(*mark)).min() {
        Some(((_, row, column), mark)) => {
            Err(format!("{mark:?} lies outside the board, in row {}, column {}", row + 1, column + 1))
        }
        None => Ok(letters),
    }
}
