//! Always decides what has the fewest ways left: a cell to be covered or a piece to be placed.
//!
//! An *item* is a cell or a kind of piece; a placement covers its cells and its kind. A solution covers every cell
//! once, and every kind of which there is one piece that has to be placed; of the others no more than there are. A
//! cell that stays empty is covered by a hole, a kind with one placement on every cell.
//!
//! Each item keeps the placements that cover it and are still possible as bits, in a numbering of its own; all these
//! bits together are one row of words. To take a placement is to combine the row with those of the items it covers,
//! and what is left for an item is counted in a few words.
//!
//! Where the puzzle has symmetries, one piece is held to representatives of its placements. The other solutions are
//! images of those found: each complete board has one child for each of its images.

use std::{collections::BTreeMap, ops::Range, sync::Arc};

use multiversion::multiversion;

use crate::{
    bits::{WordSet, first_in},
    search::{Control, StopReason, Sweep, Tree},
};

use super::{
    arrangement::{Arrangement, Arranger},
    placements::Compiled,
    supply::Field,
    symmetry::{Symmetry, pin, symmetries},
};

/// A placement: the items it covers, and where it comes from.
#[derive(Debug)]
struct Candidate<const N: usize> {
    items: Vec<u32>,
    mask: WordSet<N>,
    /// The cells that touch it: where it does harm first.
    near: WordSet<N>,
    /// The piece that stands for its kind, and the placement; `None` for a hole.
    placed: Option<(usize, usize)>,
    field: Field,
    /// The row of what keeps clear of it while there is another piece of its kind, and of what does when it is the
    /// last.
    rows: [u32; 2],
}

#[derive(Debug)]
struct Table<const N: usize> {
    candidates: Vec<Candidate<N>>,
    /// For each item, where its words lie in a row.
    words: Vec<Range<usize>>,
    /// For each item, the candidates that cover it: the meaning of its bits.
    covering: Vec<Vec<u32>>,
    /// Words in a row.
    stride: usize,
    /// For each candidate, rows of the candidates of all items that keep clear of it.
    clear_of: Vec<u64>,
    all_items: WordSet<N>,
    most_steps: usize,
    nothing_used: u128,
    arranger: Arranger,
    symmetries: Vec<Symmetry>,
    /// The piece that is held fast, and for each of its placements the symmetries that lead to different images.
    pinned: Option<usize>,
    images: BTreeMap<usize, Vec<usize>>,
}

/// What is known at a node, besides its row.
#[derive(Clone, Copy, Debug)]
struct Node<const N: usize> {
    covered: WordSet<N>,
    /// The pieces used of each kind.
    used: u128,
    /// The item to be decided: the digits are its candidates.
    item: u32,
    /// The candidate that led here.
    taken: u32,
}

/// The cursor of the tree.
#[derive(Clone, Debug)]
pub struct Constrained<const N: usize> {
    table: Arc<Table<N>>,
    nodes: Vec<Node<N>>,
    depth: usize,
    /// A row for each depth: the candidates that are possible there.
    rows: Vec<u64>,
    /// On a complete board: which image the cursor stands on.
    image: Option<u32>,
}

/// The bytes the tables take.
pub(super) fn table_bytes(compiled: &Compiled) -> u64 {
    let cells = compiled.puzzle.board.cells();
    let kinds = compiled.open_kinds();
    let has_holes = compiled.puzzle.holes().is_some_and(|holes| holes > 0);
    let (mut candidates, mut rows, mut bits) = if has_holes { (cells, 2 * cells, 2 * cells) } else { (0, 0, 0) };
    for kind in &kinds {
        candidates += kind.placements.len();
        rows += kind.placements.len() * if kind.copies > 1 { 2 } else { 1 };
        bits += kind.placements.len() * (compiled.puzzle.pieces[kind.piece].cells.len() + 1);
    }
    let items = cells + kinds.len() + 1;
    let stride = bits / 64 + items;
    (rows + items) as u64 * stride as u64 * 8 + candidates as u64 * 128
}

/// For each candidate the rows of the candidates that keep clear of it: of its cells, and of its kind as well.
fn clear_rows<const N: usize>(
    candidates: &mut [Candidate<N>],
    covering: &[Vec<u32>],
    words: &[Range<usize>],
    stride: usize,
    control: &Control,
) -> Result<Vec<u64>, StopReason> {
    let mut lookout = control.lookout();
    // First for each item, then what a candidate's items have in common: much faster than comparing all pairs.
    let mut clear_of_item = vec![u64::MAX; covering.len() * stride];
    for (list, words) in covering.iter().zip(words) {
        for (bit, index) in list.iter().enumerate() {
            for item in &candidates[*index as usize].items {
                clear_of_item[*item as usize * stride + words.start + bit / 64] &= !(1 << (bit % 64));
            }
        }
    }
    let has_two = |candidate: &Candidate<N>| candidate.field.unit != candidate.field.none_left;
    let needed = candidates.iter().map(|candidate| 1 + usize::from(has_two(candidate))).sum::<usize>() * stride;
    control.allow_memory(8 * needed as u64)?;
    let mut rows = Vec::with_capacity(needed);
    let mut row_count = 0;
    for candidate in candidates {
        lookout.spend((stride * candidate.items.len()) as u64)?;
        let (kind, cells) = candidate.items.split_last().expect("a candidate has a kind");
        let mut row = vec![u64::MAX; stride];
        let narrow = |row: &mut [u64], item: u32| {
            let clear = &clear_of_item[item as usize * stride..][..stride];
            row.iter_mut().zip(clear).for_each(|(row, clear)| *row &= clear);
        };
        cells.iter().for_each(|cell| narrow(&mut row, *cell));
        if has_two(candidate) {
            rows.extend_from_slice(&row);
            candidate.rows[0] = row_count;
            row_count += 1;
        }
        narrow(&mut row, *kind);
        rows.extend(row);
        candidate.rows[1] = row_count;
        row_count += 1;
    }
    Ok(rows)
}

impl<const N: usize> Table<N> {
    fn under(compiled: &Compiled, control: &Control) -> Result<Self, StopReason> {
        let cells = compiled.puzzle.board.cells();
        let symmetries = symmetries(compiled, control)?;
        let pin = pin(compiled, &symmetries);
        let near: Vec<WordSet<N>> = compiled.puzzle.board.neighbours().into_iter().map(WordSet::of).collect();
        let kinds = compiled.open_kinds();
        let supply = compiled.supply(&kinds);
        let empty = compiled.given_cells();
        let mut all_items: Vec<usize> = empty.iter_zeros().collect();
        let mut candidates = Vec::new();
        let mut add = |covered: &[usize], kind: usize, placed: Option<(usize, usize)>| {
            candidates.push(Candidate {
                mask: WordSet::of(covered.iter().copied().chain([cells + kind])),
                near: covered.iter().fold(WordSet::EMPTY, |all, cell| all.union(&near[*cell])),
                items: covered.iter().chain([&(cells + kind)]).map(|item| *item as u32).collect(),
                placed,
                field: supply.fields[kind],
                rows: [0; 2],
            });
        };
        for (number, kind) in kinds.iter().enumerate() {
            if kind.copies == 1 && !compiled.puzzle.rules.spare_pieces {
                all_items.push(cells + number);
            }
            control.proceed()?;
            for &placement in &kind.placements {
                if pin.as_ref().is_some_and(|pin| pin.piece == kind.piece && !pin.images.contains_key(&placement)) {
                    continue;
                }
                let covered: Vec<usize> = compiled.pieces[kind.piece].placements[placement].iter_ones().collect();
                add(&covered, number, Some((kind.piece, placement)));
            }
        }
        let holes = compiled.puzzle.holes().unwrap_or(0);
        if holes > 0 {
            empty.iter_zeros().for_each(|cell| add(&[cell], kinds.len(), None));
        }
        let mut covering = vec![Vec::new(); cells + kinds.len() + 1];
        for (index, candidate) in candidates.iter().enumerate() {
            for item in &candidate.items {
                covering[*item as usize].push(index as u32);
            }
        }
        let mut stride = 0;
        let words: Vec<Range<usize>> = covering
            .iter()
            .map(|list| {
                let start = stride;
                stride += list.len().div_ceil(64);
                start..stride
            })
            .collect();
        let clear_of = clear_rows(&mut candidates, &covering, &words, stride, control)?;
        let (pinned, images) = pin.map_or((None, BTreeMap::new()), |pin| (Some(pin.piece), pin.images));
        Ok(Self {
            candidates,
            words,
            covering,
            stride,
            clear_of,
            all_items: WordSet::of(all_items),
            most_steps: kinds.iter().map(|kind| kind.copies).sum::<usize>() + holes,
            nothing_used: supply.start,
            arranger: Arranger::new(compiled),
            symmetries,
            pinned,
            images,
        })
    }
}

/// Keeps of the candidates in `above` those that keep clear of another, and finds the open item that has the
/// fewest of them; `None` as soon as one has none at all.
/// Counting bits is one instruction where the processor has it.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn narrow<const N: usize>(
    table: &Table<N>,
    above: &[u64],
    below: &mut [u64],
    clear: &[u64],
    (open, near): (WordSet<N>, &WordSet<N>),
) -> Option<u32> {
    let (mut fewest, mut found) = (u32::MAX, 0);
    // Where the placement lies is where an item is most likely to have lost its last candidate.
    for item in open.intersection(near).elements().chain(open.without(near).elements()) {
        let words = table.words[item].clone();
        let mut count = 0;
        for ((below, above), clear) in below[words.clone()].iter_mut().zip(&above[words.clone()]).zip(&clear[words]) {
            *below = above & clear;
            count += below.count_ones();
        }
        if count == 0 {
            return None;
        }
        // Ties go to the lower item, in whatever order they come.
        if (count, item as u32) < (fewest, found) {
            (fewest, found) = (count, item as u32);
        }
    }
    Some(found)
}

impl<const N: usize> Constrained<N> {
    /// The root of the tree of a compiled puzzle. Items take as many bits as there are cells and pieces.
    #[cfg(test)]
    pub fn new(compiled: &Compiled) -> Self {
        Self::under(compiled, &Control::default()).expect("nothing stops it")
    }

    /// The same, unless the run has to stop: tables may take gigabytes.
    pub fn under(compiled: &Compiled, control: &Control) -> Result<Self, StopReason> {
        let table = Table::under(compiled, control)?;
        let levels = table.most_steps + 2;
        let mut rows = vec![0; levels * table.stride];
        for (list, words) in table.covering.iter().zip(&table.words) {
            for bit in 0..list.len() {
                rows[words.start + bit / 64] |= 1 << (bit % 64);
            }
        }
        let (everything, clear) = (rows[..table.stride].to_vec(), vec![u64::MAX; table.stride]);
        let item = narrow(&table, &everything, &mut rows[..table.stride], &clear, (table.all_items, &WordSet::EMPTY));
        // An item without candidates is a root without children.
        let item = item.unwrap_or_else(|| table.words.iter().position(Range::is_empty).unwrap_or(0) as u32);
        let root = Node { covered: WordSet::EMPTY, used: table.nothing_used, item, taken: u32::MAX };
        Ok(Self { table: Arc::new(table), nodes: vec![root; levels], depth: 0, rows, image: None })
    }

    /// Makes the child that takes a candidate of the item to be decided. `false` if it leads nowhere.
    #[inline]
    fn push(&mut self, taken: u32) -> bool {
        let table = &*self.table;
        let candidate = &table.candidates[taken as usize];
        let node = &self.nodes[self.depth];
        let covered = node.covered.union(&candidate.mask);
        let used = node.used + candidate.field.unit;
        let open = table.all_items.without(&covered);
        let mut item = 0;
        if !open.is_empty() {
            let (above, below) = self.rows[self.depth * table.stride..].split_at_mut(table.stride);
            let row = candidate.rows[usize::from(used & candidate.field.none_left != 0)];
            let clear = &table.clear_of[row as usize * table.stride..][..table.stride];
            match narrow(table, above, &mut below[..table.stride], clear, (open, &candidate.near)) {
                Some(found) => item = found,
                None => return false,
            }
        }
        self.depth += 1;
        self.nodes[self.depth] = Node { covered, used, item, taken };
        true
    }

    #[inline]
    fn is_complete(&self) -> bool {
        self.table.all_items.without(&self.nodes[self.depth].covered).is_empty()
    }

    /// The symmetries that lead to the images of the complete board the cursor stands on.
    fn images(&self) -> &[usize] {
        let pinned = self.placed().find(|(piece, _)| Some(*piece) == self.table.pinned);
        // Without a pin there is one image, the board itself.
        pinned.map_or(&[0], |(_, placement)| &self.table.images[&placement])
    }

    /// The kinds and placements taken on the way to the current node.
    fn placed(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        self.nodes[1..=self.depth].iter().filter_map(|node| self.table.candidates[node.taken as usize].placed)
    }

    fn arrangement(&self, symmetry: usize) -> Arrangement {
        let (arranger, symmetry) = (&self.table.arranger, &self.table.symmetries[symmetry]);
        // Pieces are held fast only where every piece has an image.
        arranger.arrange(self.placed().filter_map(|(kind, placement)| symmetry.image(kind, placement)))
    }
}

impl<const N: usize> Tree for Constrained<N> {
    type Answer = Arrangement;

    fn fanout(&self) -> u32 {
        match (self.image, self.is_complete()) {
            (Some(_), _) => 0,
            (None, true) => self.images().len() as u32,
            (None, false) => self.table.covering[self.nodes[self.depth].item as usize].len() as u32,
        }
    }

    fn enter(&mut self, mut digits: Range<u32>) -> Option<u32> {
        if self.image.is_some() {
            return None;
        }
        if self.is_complete() {
            self.image = digits.next();
            return self.image;
        }
        let item = self.nodes[self.depth].item as usize;
        let words = self.table.words[item].clone();
        loop {
            let row = &self.rows[self.depth * self.table.stride..][words.clone()];
            let digit = first_in(row, digits.clone())?;
            if self.push(self.table.covering[item][digit as usize]) {
                return Some(digit);
            }
            digits.start = digit + 1;
        }
    }

    fn leave(&mut self) {
        if self.image.take().is_none() {
            self.depth -= 1;
        }
    }

    #[inline]
    fn is_answer(&self) -> bool {
        self.image.is_some()
    }

    fn answer(&self) -> Arrangement {
        let image = self.image.unwrap_or_default() as usize;
        self.arrangement(self.images()[image])
    }

    fn so_far(&self) -> Option<Arrangement> {
        let image = self.image.unwrap_or_default() as usize;
        self.images().get(image).map(|image| self.arrangement(*image))
    }

    #[inline]
    fn can_sweep(&self) -> bool {
        self.image.is_none() && self.is_complete()
    }

    fn sweep(&mut self, sweep: &mut Sweep<'_, Arrangement>) {
        for symmetry in self.images() {
            sweep.tally.cases += 1;
            sweep.tally.nodes += 1;
            sweep.answer(|| self.arrangement(*symmetry));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        diagnostics::Source,
        polyomino::{Rules, input},
    };

    /// A puzzle on a board without symmetries.
    fn compiled(board: &str, pieces: &str, holes: usize) -> Compiled {
        let (rows, columns) = (board.lines().count(), board.lines().next().unwrap_or_default().len());
        let count = pieces.matches("\n\n").count() + 1;
        let text = format!("{rows} {columns} {count}\nCUSTOM\n{board}{pieces}");
        let rules = Rules { holes, ..Rules::default() };
        Compiled::new(input::parse(&Source::new("puzzle", text), rules).unwrap_or_else(|error| panic!("{error}")))
    }

    const TWELVE: &str = "XXXX\nXXXX\nXXX.\nX...\n";
    const FORTY: &str = "XXXXXXX\nXXXXXXX\nXXXXXXX\nXXXXXXX\nXXXXXXX\nXXXXX..\n";

    #[test]
    fn the_size_of_the_tables_is_known_before_they_are_made() {
        let puzzles = [
            (TWELVE, "A\nAAA\n\nBBBB\n\nCC\nCC\n", 0),
            (TWELVE, "AA\nCOPIES 4\n\nB\nBBB\n", 0),
            (TWELVE, "AAA\nCOPIES 2\n\nB\nBB\n", 3),
            (FORTY, "A\nAAA\n", 36),
            (FORTY, "A\nAAA\nCOPIES 2\n\nB\nBB\nB\n", 28),
        ];
        for (board, pieces, holes) in puzzles {
            let compiled = compiled(board, pieces, holes);
            let table = Table::<1>::under(&compiled, &Control::default()).unwrap();
            let items = table.covering.len();
            let bits: usize = table.covering.iter().map(Vec::len).sum();
            let rows = table.clear_of.len() / table.stride;
            let stride = bits / 64 + items;
            let expected = 8 * (rows + items) * stride + 128 * table.candidates.len();
            assert_eq!(table_bytes(&compiled), expected as u64, "{pieces}");
            assert!(table.stride <= stride);
            // What was asked for is what was needed.
            assert_eq!(table.clear_of.capacity(), table.clear_of.len(), "{pieces}");
        }
    }

    #[test]
    fn a_piece_with_one_place_is_decided_before_any_cell() {
        let compiled = compiled(TWELVE, "AAAA\nAAAA\n\nB\nBBB\n", 0);
        let tree = Constrained::<1>::new(&compiled);
        assert_eq!(tree.fanout(), 1);
        assert!(tree.so_far().is_some());
        // Every cell has more.
        assert!(tree.table.covering[..12].iter().all(|candidates| candidates.len() > 1));
    }
}
