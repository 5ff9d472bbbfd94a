//! Covers the item with the fewest options left next, and keeps what is left as bits.
//!
//! Each primary item keeps the options that cover it and are still possible as bits, in a numbering of its own; the
//! bits of all items together are one row of words. For every option there is a row of the options that may stand
//! beside it, so to take one is to combine two rows, and what an item has left is counted in a few words. Nothing is
//! undone: every depth has a row of its own. Secondary items and colours are in the rows of the options already and
//! cost the search nothing.

use std::{collections::BTreeMap, ops::Range, sync::Arc};

use multiversion::multiversion;

use crate::{
    bits::first_in,
    search::{Control, StopReason, Tree},
};

use super::{
    problem::{Part, Problem},
    tree::Cover,
};

/// What never changes.
#[derive(Debug)]
struct Table {
    /// For each primary item, the options that cover it: the meaning of its bits.
    covering: Vec<Vec<u32>>,
    /// For each primary item, where its words lie in a row.
    words: Vec<Range<u32>>,
    /// Words in a row.
    stride: usize,
    /// Words in a set of primary items.
    item_words: usize,
    /// For each option, the row of the options that may stand beside it.
    beside: Vec<u64>,
    /// For each option, the set of the primary items it covers.
    covers: Vec<u64>,
    /// For each option, the other primary items, those first that lose the largest share of their options to it: there
    /// a choice is most likely to fail.
    losers: Vec<u32>,
    /// For each option, where its items lie in `losers`.
    losers_of: Vec<Range<usize>>,
}

/// What is known at a node, besides its row and the items that are covered there.
#[derive(Clone, Copy, Debug)]
struct Node {
    /// The item to be covered next: the digits are its options. `None` where all are covered.
    item: Option<u32>,
    /// The digit and the option that led here.
    digit: u32,
    option: u32,
}

/// A cursor. A digit is the place of an option among all that cover the item of a node, in the order of the file.
#[derive(Clone, Debug)]
pub struct BitwiseTree {
    table: Arc<Table>,
    nodes: Vec<Node>,
    depth: usize,
    /// A row for each depth: the options that are possible there.
    rows: Vec<u64>,
    /// A set for each depth: the primary items that are covered there.
    covered: Vec<u64>,
}

/// The words in a row, and the numbers of options by primary item.
fn measure(problem: &Problem) -> (usize, Vec<usize>) {
    let mut options = vec![0usize; problem.primary];
    for part in problem.options.iter().flatten() {
        if let Some(count) = options.get_mut(part.item as usize) {
            *count += 1;
        }
    }
    (options.iter().map(|count| count.div_ceil(64)).sum(), options)
}

/// The bytes that the tables take.
pub(super) fn table_bytes(problem: &Problem) -> u64 {
    let (stride, _) = measure(problem);
    let kinds = conflicts(problem).len();
    let (options, items) = (problem.options.len() as u64, problem.primary as u64);
    (options + kinds as u64) * stride as u64 * 8 + options * (items * 4 + items / 8 + 16)
}

/// Is it less work to combine two whole rows than to take the options out of linked lists that a choice rules out?
pub(super) fn pays(problem: &Problem) -> bool {
    let (stride, options) = measure(problem);
    let parts: usize = problem.options.iter().map(Vec::len).sum();
    let per_option = parts as f64 / problem.options.len().max(1) as f64;
    let per_item = options.iter().sum::<usize>() as f64 / problem.primary.max(1) as f64;
    (stride as f64) < per_option * per_option * per_item
}

/// The ways in which an option can take an item, each with the options that take it so.
fn conflicts(problem: &Problem) -> BTreeMap<(u32, u32), Vec<u32>> {
    let mut ways: BTreeMap<(u32, u32), Vec<u32>> = BTreeMap::new();
    for (option, parts) in problem.options.iter().enumerate() {
        for Part { item, colour } in parts {
            ways.entry((*item, *colour)).or_default().push(option as u32);
        }
    }
    ways
}

impl Table {
    fn under(problem: &Problem, control: &Control) -> Result<Self, StopReason> {
        let mut lookout = control.lookout();
        let mut covering = vec![Vec::new(); problem.primary];
        // For each option, the bits that stand for it in a row.
        let mut bits_of = vec![Vec::new(); problem.options.len()];
        let mut words = Vec::with_capacity(problem.primary);
        for (option, parts) in problem.options.iter().enumerate() {
            for part in parts {
                if let Some(list) = covering.get_mut(part.item as usize) {
                    list.push(option as u32);
                }
            }
        }
        let mut stride = 0;
        for list in &covering {
            for (bit, option) in list.iter().enumerate() {
                bits_of[*option as usize].push(stride * 64 + bit);
            }
            words.push(stride as u32..(stride + list.len().div_ceil(64)) as u32);
            stride += list.len().div_ceil(64);
        }
        // First what each way of taking an item rules out, then what the ways of an option have in common: much faster
        // than comparing all pairs of options.
        let ways = conflicts(problem);
        let mut number_of_way = BTreeMap::new();
        let mut clear_of_way = vec![u64::MAX; ways.len() * stride];
        for (number, (item, colour)) in ways.keys().enumerate() {
            lookout.spend(stride as u64)?;
            number_of_way.insert((*item, *colour), number);
            let row = &mut clear_of_way[number * stride..][..stride];
            let same_item = ways.range((*item, 0)..=(*item, u32::MAX));
            for (_, options) in same_item.filter(|((_, other), _)| *colour == 0 || other != colour) {
                for bit in options.iter().flat_map(|option| &bits_of[*option as usize]) {
                    row[bit / 64] &= !(1 << (bit % 64));
                }
            }
        }
        let item_words = problem.primary.div_ceil(64);
        let mut beside = vec![u64::MAX; problem.options.len() * stride];
        let mut covers = vec![0; problem.options.len() * item_words];
        let (mut losers, mut losers_of) = (Vec::new(), Vec::with_capacity(problem.options.len()));
        for (option, parts) in problem.options.iter().enumerate() {
            lookout.spend(stride as u64)?;
            let row = &mut beside[option * stride..][..stride];
            for Part { item, colour } in parts {
                let clear = &clear_of_way[number_of_way[&(*item, *colour)] * stride..][..stride];
                row.iter_mut().zip(clear).for_each(|(word, clear)| *word &= clear);
                if (*item as usize) < problem.primary {
                    covers[option * item_words + *item as usize / 64] |= 1 << (item % 64);
                }
            }
            let row = &beside[option * stride..][..stride];
            let set = &covers[option * item_words..][..item_words];
            let start = losers.len();
            losers.extend((0..problem.primary as u32).filter(|item| !contains(set, *item)));
            losers[start..].sort_by_cached_key(|item| {
                let lost: u32 = row[words_of(&words, *item)].iter().map(|word| word.count_zeros()).sum();
                let all = covering[*item as usize].len().max(1) as u64;
                std::cmp::Reverse(u64::from(lost) * 1000 / all)
            });
            losers_of.push(start..losers.len());
        }
        Ok(Self { covering, words, stride, item_words, beside, covers, losers, losers_of })
    }
}

#[inline(always)]
fn contains(set: &[u64], item: u32) -> bool {
    set[item as usize / 64] >> (item % 64) & 1 != 0
}

#[inline(always)]
fn words_of(words: &[Range<u32>], item: u32) -> Range<usize> {
    let words = &words[item as usize];
    words.start as usize..words.end as usize
}

/// What came of a choice.
enum Left {
    /// An item has no option left.
    Nothing,
    /// All items are covered.
    Done,
    /// The open item with the fewest options; of equal ones the first.
    Fewest(u32),
}

/// Keeps of the options in `above` those that may stand beside another, for the items that are open.
/// Counting bits is one instruction where the processor has it.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn narrow(table: &Table, option: u32, covered: &[u64], above: &[u64], below: &mut [u64]) -> Left {
    let beside = &table.beside[option as usize * table.stride..][..table.stride];
    let (mut fewest, mut found) = (u32::MAX, u32::MAX);
    for &item in &table.losers[table.losers_of[option as usize].clone()] {
        if contains(covered, item) {
            continue;
        }
        let words = words_of(&table.words, item);
        let mut count = 0;
        for ((below, above), beside) in below[words.clone()].iter_mut().zip(&above[words.clone()]).zip(&beside[words]) {
            *below = above & beside;
            count += below.count_ones();
        }
        if count == 0 {
            return Left::Nothing;
        }
        if (count, item) < (fewest, found) {
            (fewest, found) = (count, item);
        }
    }
    if found == u32::MAX { Left::Done } else { Left::Fewest(found) }
}

impl BitwiseTree {
    /// A cursor on the root.
    pub fn new(problem: &Problem) -> Self {
        Self::under(problem, &Control::default()).expect("nothing stops it")
    }

    /// The same, unless its tables take longer than they may.
    pub fn under(problem: &Problem, control: &Control) -> Result<Self, StopReason> {
        let table = Table::under(problem, control)?;
        let primary_parts =
            |parts: &Vec<Part>| parts.iter().filter(|part| (part.item as usize) < problem.primary).count();
        let fewest_parts = problem.options.iter().map(primary_parts).filter(|count| *count > 0).min().unwrap_or(1);
        let levels = problem.primary / fewest_parts + 2;
        let mut rows = vec![0; levels * table.stride];
        for (list, words) in table.covering.iter().zip(&table.words) {
            for bit in 0..list.len() {
                rows[words.start as usize + bit / 64] |= 1 << (bit % 64);
            }
        }
        let item = (0..problem.primary as u32).min_by_key(|item| (table.covering[*item as usize].len(), *item));
        let root = Node { item, digit: 0, option: 0 };
        let covered = vec![0; levels * table.item_words];
        Ok(Self { table: Arc::new(table), nodes: vec![root; levels], depth: 0, rows, covered })
    }

    /// Makes the child that takes an option. `false` if it leaves an item without options.
    #[inline]
    fn push(&mut self, option: u32, digit: u32) -> bool {
        let table = &*self.table;
        let (above, below) = self.rows[self.depth * table.stride..].split_at_mut(table.stride);
        let (covered, covered_below) = self.covered[self.depth * table.item_words..].split_at_mut(table.item_words);
        let item = match narrow(table, option, covered, above, &mut below[..table.stride]) {
            Left::Nothing => return false,
            Left::Done => None,
            Left::Fewest(item) => Some(item),
        };
        let covers = &table.covers[option as usize * table.item_words..][..table.item_words];
        for ((below, above), covers) in covered_below.iter_mut().zip(covered).zip(covers) {
            *below = *above | covers;
        }
        self.depth += 1;
        self.nodes[self.depth] = Node { item, digit, option };
        true
    }
}

impl Tree for BitwiseTree {
    type Answer = Cover;

    #[inline]
    fn fanout(&self) -> u32 {
        self.nodes[self.depth].item.map_or(0, |item| self.table.covering[item as usize].len() as u32)
    }

    #[inline]
    fn enter(&mut self, mut digits: Range<u32>) -> Option<u32> {
        let item = self.nodes[self.depth].item?;
        let words = words_of(&self.table.words, item);
        loop {
            let row = &self.rows[self.depth * self.table.stride..][words.clone()];
            let digit = first_in(row, digits.clone())?;
            if self.push(self.table.covering[item as usize][digit as usize], digit) {
                return Some(digit);
            }
            digits.start = digit + 1;
        }
    }

    #[inline]
    fn leave(&mut self) {
        self.depth -= 1;
    }

    #[inline]
    fn is_answer(&self) -> bool {
        self.nodes[self.depth].item.is_none()
    }

    fn answer(&self) -> Cover {
        let taken = &self.nodes[1..=self.depth];
        Cover {
            path: taken.iter().map(|node| node.digit).collect(),
            options: taken.iter().map(|node| node.option).collect(),
        }
    }

    fn so_far(&self) -> Option<Cover> {
        Some(self.answer())
    }
}
