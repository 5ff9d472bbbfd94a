//! One array with a cell for each used set of a class, into which the numbers of a node's neighbours are added up. It
//! fits the second-level cache, and no state is ever hashed.

use super::{
    ranks::Rank,
    vectors::{Chunk, Counts, Vector},
};

/// A neighbour's numbers, what a step makes of their ranks, and how often they count.
#[derive(Clone, Copy, Debug)]
pub(super) struct Source<'a, R> {
    pub vector: Vector<'a, R>,
    pub map: &'a [R],
    pub weight: u8,
}

/// The numbers would need more than 64 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TooWide;

/// Which cells hold the sums.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Cells {
    Narrow,
    Wide,
}

/// The array, with what is needed to find the cells that are not zero.
#[derive(Debug)]
pub(super) struct Scratch<R> {
    narrow: Vec<u32>,
    wide: Vec<u64>,
    /// A bit for each cell that was added to, unless all cells are looked at anyway.
    marks: Vec<u64>,
    cells: Cells,
    is_dense: bool,
    class_size: usize,
    /// Sums are taken by this; without it they are exact.
    modulus: Option<u64>,
    ranks: Vec<R>,
    counts: Vec<u64>,
    /// What has been packed since the last time it was taken.
    packed: Chunk<R>,
}

impl<R: Rank> Scratch<R> {
    /// Room for the largest class, and for one cell that takes in what has no rank.
    pub fn new(largest_class: usize, modulus: Option<u64>) -> Self {
        Self {
            narrow: vec![0; largest_class + 1],
            wide: vec![0; largest_class + 1],
            marks: vec![0; largest_class / 64 + 1],
            cells: Cells::Narrow,
            is_dense: false,
            class_size: 0,
            modulus,
            ranks: Vec::new(),
            counts: Vec::new(),
            packed: Chunk::new(),
        }
    }

    /// Adds up the numbers of all neighbours of a node whose class has so many used sets.
    pub fn gather(&mut self, class_size: usize, sources: &[Source<'_, R>]) -> Result<(), TooWide> {
        // No sum can be larger than this.
        let most = sources.iter().map(|it| u128::from(it.weight) << it.vector.bits).sum::<u128>();
        let entries: usize = sources.iter().map(|it| it.vector.ranks.len()).sum();
        self.class_size = class_size;
        self.is_dense = entries * 4 >= class_size;
        self.cells = if most <= 1 << 32 && self.modulus.is_none() { Cells::Narrow } else { Cells::Wide };
        let (marks, is_dense) = (&mut self.marks[..], self.is_dense);
        match (self.cells, self.modulus) {
            (Cells::Narrow, _) => {
                let cells = &mut self.narrow[..=class_size];
                for source in sources {
                    let weight = u32::from(source.weight);
                    // What has no rank is added up too, and means nothing.
                    let add = |cell: &mut u32, count: u64| *cell = cell.wrapping_add(count as u32 * weight);
                    add_source(source, cells, marks, is_dense, add);
                }
            }
            (Cells::Wide, Some(modulus)) => {
                let cells = &mut self.wide[..=class_size];
                for source in sources {
                    let weight = u64::from(source.weight);
                    // A modulus has 54 bits, a weight 8.
                    let add = |cell: &mut u64, count: u64| *cell = (*cell + count * weight) % modulus;
                    add_source(source, cells, marks, is_dense, add);
                }
            }
            (Cells::Wide, None) if most <= 1 << 64 => {
                let cells = &mut self.wide[..=class_size];
                for source in sources {
                    let weight = u64::from(source.weight);
                    let add = |cell: &mut u64, count: u64| *cell = cell.wrapping_add(count * weight);
                    add_source(source, cells, marks, is_dense, add);
                }
            }
            (Cells::Wide, None) => return Err(TooWide),
        }
        Ok(())
    }

    /// Takes what has been packed.
    pub fn take_packed(&mut self) -> Chunk<R> {
        let taken = self.packed.clone();
        self.packed.clear();
        taken
    }

    /// Packs the sums: those that are not zero, and as short as they can be.
    pub fn pack(&mut self) {
        self.ranks.clear();
        self.counts.clear();
        let (ranks, counts) = (&mut self.ranks, &mut self.counts);
        let mut keep = |rank: usize, count: u64| {
            if count != 0 {
                ranks.push(R::of(rank));
                counts.push(count);
            }
        };
        let class_size = self.class_size;
        match (self.cells, self.is_dense) {
            (Cells::Narrow, true) => {
                let cells = &mut self.narrow[..class_size];
                cells.iter().enumerate().for_each(|(rank, count)| keep(rank, u64::from(*count)));
                cells.fill(0);
            }
            (Cells::Wide, true) => {
                let cells = &mut self.wide[..class_size];
                cells.iter().enumerate().for_each(|(rank, count)| keep(rank, *count));
                cells.fill(0);
            }
            (Cells::Narrow, false) => {
                let cells = &mut self.narrow;
                take_marked(&mut self.marks, class_size, |rank| {
                    keep(rank, u64::from(std::mem::take(&mut cells[rank])))
                });
            }
            (Cells::Wide, false) => {
                let cells = &mut self.wide;
                take_marked(&mut self.marks, class_size, |rank| keep(rank, std::mem::take(&mut cells[rank])));
            }
        }
        self.forget_the_rest();
        self.packed.push(&self.ranks, &self.counts);
    }

    /// The sum of the products with other numbers of the same class: exact, or by the modulus. All cells are zero
    /// again afterwards.
    pub fn multiply(&mut self, other: Vector<'_, R>) -> Result<u128, TooWide> {
        let (narrow, wide, modulus) = (&self.narrow, &self.wide, self.modulus);
        let cells = self.cells;
        let cell = |rank: R| match cells {
            Cells::Narrow => u64::from(narrow[rank.index()]),
            Cells::Wide => wide[rank.index()],
        };
        let product = match other.counts {
            Counts::Bytes(counts) => sum_of_products(other.ranks, counts, cell, modulus),
            Counts::Pairs(counts) => sum_of_products(other.ranks, counts, cell, modulus),
            Counts::Quads(counts) => sum_of_products(other.ranks, counts, cell, modulus),
            Counts::Octets(counts) => sum_of_products(other.ranks, counts, cell, modulus),
        };
        self.clear();
        product
    }

    fn clear(&mut self) {
        let class_size = self.class_size;
        match (self.cells, self.is_dense) {
            (Cells::Narrow, true) => self.narrow[..class_size].fill(0),
            (Cells::Wide, true) => self.wide[..class_size].fill(0),
            (Cells::Narrow, false) => take_marked(&mut self.marks, class_size, |rank| self.narrow[rank] = 0),
            (Cells::Wide, false) => take_marked(&mut self.marks, class_size, |rank| self.wide[rank] = 0),
        }
        self.forget_the_rest();
    }

    /// The cell after the last one has taken in what has no rank.
    fn forget_the_rest(&mut self) {
        self.narrow[self.class_size] = 0;
        self.wide[self.class_size] = 0;
    }
}

#[inline]
fn add_source<R: Rank, T>(
    source: &Source<'_, R>,
    cells: &mut [T],
    marks: &mut [u64],
    is_dense: bool,
    add: impl Fn(&mut T, u64) + Copy,
) {
    let (ranks, map) = (source.vector.ranks, source.map);
    match source.vector.counts {
        Counts::Bytes(counts) => add_counts((ranks, counts), map, cells, marks, is_dense, add),
        Counts::Pairs(counts) => add_counts((ranks, counts), map, cells, marks, is_dense, add),
        Counts::Quads(counts) => add_counts((ranks, counts), map, cells, marks, is_dense, add),
        Counts::Octets(counts) => add_counts((ranks, counts), map, cells, marks, is_dense, add),
    }
}

#[inline]
fn add_counts<R: Rank, C: Copy + Into<u64>, T>(
    (ranks, counts): (&[R], &[C]),
    map: &[R],
    cells: &mut [T],
    marks: &mut [u64],
    is_dense: bool,
    add: impl Fn(&mut T, u64),
) {
    if is_dense {
        for (rank, count) in ranks.iter().zip(counts) {
            add(&mut cells[map[rank.index()].index()], (*count).into());
        }
    } else {
        for (rank, count) in ranks.iter().zip(counts) {
            let at = map[rank.index()].index();
            add(&mut cells[at], (*count).into());
            marks[at / 64] |= 1 << (at % 64);
        }
    }
}

/// Goes through the marked cells of a class in order, and clears the marks.
#[inline]
fn take_marked(marks: &mut [u64], class_size: usize, mut take: impl FnMut(usize)) {
    for (word, marks) in marks[..class_size / 64 + 1].iter_mut().enumerate() {
        let mut rest = std::mem::take(marks);
        while rest != 0 {
            let rank = word * 64 + rest.trailing_zeros() as usize;
            rest &= rest - 1;
            if rank < class_size {
                take(rank);
            }
        }
    }
}

fn sum_of_products<R: Rank, C: Copy + Into<u64>>(
    ranks: &[R],
    counts: &[C],
    cell: impl Fn(R) -> u64,
    modulus: Option<u64>,
) -> Result<u128, TooWide> {
    let mut sum = 0u128;
    for (rank, count) in ranks.iter().zip(counts) {
        let product = u128::from((*count).into()) * u128::from(cell(*rank));
        sum = match modulus {
            Some(modulus) => (sum + product) % u128::from(modulus),
            None => sum.checked_add(product).ok_or(TooWide)?,
        };
    }
    Ok(sum)
}
