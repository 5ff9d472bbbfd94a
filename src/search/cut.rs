//! Cuts ranges into pieces of about the same work, for machines that will search them far from each other.

use std::{cmp::Ordering, collections::BinaryHeap, ops::Range as Digits};

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{
    control::Control,
    limits::StopReason,
    range::{Range, divide_while, upper_digit},
    tree::Tree,
};

/// Parts are cut until none is larger than a piece divided by this: the smaller, the evener the pieces can be made.
const PARTS_PER_PIECE: usize = 8;
/// Parts beyond this many per piece are not made, however uneven they are.
const MOST_PARTS_PER_PIECE: usize = 64;
/// Ways walked at random through each part.
const PROBES: usize = 32;

/// A range that is to be searched as a task of its own.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Its ids.
    pub range: Range,
    /// About how many nodes it has, as random ways through it tell.
    pub nodes: f64,
}

/// Cuts ranges into about `count` pieces, in order, each of about the same number of nodes as far as that can be told
/// in advance. Fewer come out if the tree is too small, and none if the control says stop: what was cut in a hurry is
/// of no use to anybody. `tree` stands on the root.
pub fn cut_evenly<T: Tree>(ranges: &[Range], count: usize, tree: &mut T, control: &Control) -> Vec<Piece> {
    let mut sizes = Sizes { random: Xoshiro256PlusPlus::seed_from_u64(0) };
    if tree.has_slow_nodes() {
        // The size of a slow node is not known before it is searched: all parts count alike.
        let per_range = count.div_ceil(ranges.len().max(1));
        let parts = ranges.iter().flat_map(|range| divide_while(range, per_range, tree, &mut || !control.look()));
        let parts = parts.map(|range| Piece { range, nodes: 1.0 }).collect();
        return if control.is_stopped() { Vec::new() } else { join_evenly(parts, count) };
    }
    // The largest part is halved again and again; what cannot be halved is done.
    let (mut open, mut done) = (BinaryHeap::new(), Vec::new());
    for range in ranges {
        open.push(BySize(sizes.measure(range.clone(), tree)));
    }
    let mut total: f64 = open.iter().map(|BySize(part)| part.nodes).sum();
    while let Some(BySize(largest)) = open.pop() {
        let is_small = largest.nodes * (count * PARTS_PER_PIECE) as f64 <= total && open.len() + done.len() >= count;
        let are_many = open.len() + done.len() >= count.saturating_mul(MOST_PARTS_PER_PIECE);
        if is_small || are_many {
            done.push(largest);
            break;
        }
        let growth = if open.len() + 2 > open.capacity() { open.capacity() * size_of::<BySize>() } else { 0 };
        if growth > 0 && control.is_too_much(growth as u64) {
            control.stop(StopReason::MemoryLimit);
        }
        if control.look() {
            return Vec::new();
        }
        match largest.range.halve(tree) {
            None => done.push(largest),
            Some((early, late)) => {
                let (early, late) = (sizes.measure(early, tree), sizes.measure(late, tree));
                // Two halves are measured better than the whole was.
                total += early.nodes + late.nodes - largest.nodes;
                open.extend([BySize(early), BySize(late)]);
            }
        }
    }
    // There may be millions of parts, which are not copied: no two of them begin with the same id.
    let mut parts: Vec<Piece> = open.into_vec().into_iter().map(|BySize(part)| part).collect();
    parts.append(&mut done);
    parts.sort_unstable_by(|one, other| one.range.from.cmp(&other.range.from));
    join_evenly(parts, count)
}

/// A part that comes before smaller ones.
struct BySize(Piece);

impl PartialEq for BySize {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for BySize {}

impl PartialOrd for BySize {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for BySize {
    fn cmp(&self, other: &Self) -> Ordering {
        let (one, other) = (&self.0, &other.0);
        one.nodes.total_cmp(&other.nodes).then_with(|| other.range.from.cmp(&one.range.from))
    }
}

/// Joins parts that follow each other until as many pieces are left as are wanted. A gap between two parts stays a gap.
fn join_evenly(parts: Vec<Piece>, count: usize) -> Vec<Piece> {
    let count = count.max(1);
    let total: f64 = parts.iter().map(|part| part.nodes).sum();
    let mut pieces: Vec<Piece> = Vec::with_capacity(count);
    let mut parts_left = parts.len();
    let mut before = 0.0;
    for part in parts {
        // A part belongs to the piece in whose share of the work its middle lies; but every piece gets one.
        let share = (before + part.nodes / 2.0) / total * count as f64;
        before += part.nodes;
        let wanted = (share as usize).max(count.saturating_sub(parts_left)).min(count - 1);
        parts_left -= 1;
        let is_next = pieces.len() <= wanted;
        match pieces.last_mut() {
            Some(last) if !is_next && last.range.to.as_ref() == Some(&part.range.from) => {
                last.range.to = part.range.to;
                last.nodes += part.nodes;
            }
            _ => pieces.push(part),
        }
    }
    pieces
}

/// Tells about how many nodes ranges have: the mean over random ways through a range of what the range would have if
/// every way was like that one (Knuth's estimate).
struct Sizes {
    random: Xoshiro256PlusPlus,
}

impl Sizes {
    fn measure<T: Tree>(&mut self, range: Range, tree: &mut T) -> Piece {
        let mut children = Vec::new();
        let sum: f64 = (0..PROBES).map(|_| self.probe(&range, tree, &mut children)).sum();
        // A part in which every way ended at once still has to be looked at.
        Piece { range, nodes: (sum / PROBES as f64).max(1.0) }
    }

    fn probe<T: Tree>(&mut self, range: &Range, tree: &mut T, children: &mut Vec<u32>) -> f64 {
        let (mut nodes, mut weight, mut depth) = (0.0, 1.0, 0);
        let (mut on_lower_edge, mut on_upper_edge) = (true, range.to.is_some());
        loop {
            let mut digits = digits_within(range, depth, tree.fanout(), on_lower_edge, on_upper_edge);
            children.clear();
            while let Some(digit) = tree.enter(digits.clone()) {
                tree.leave();
                children.push(digit);
                digits.start = digit + 1;
            }
            if children.is_empty() {
                break;
            }
            let digit = children[self.random.random_range(0..children.len())];
            if tree.enter(digit..digit + 1).is_none() {
                break;
            }
            weight *= children.len() as f64;
            on_lower_edge &= range.from.digits().get(depth) == Some(&digit);
            on_upper_edge = on_upper_edge && range.to.as_ref().is_some_and(|to| to.digits().get(depth) == Some(&digit));
            depth += 1;
            nodes += weight;
        }
        for _ in 0..depth {
            tree.leave();
        }
        nodes
    }
}

/// The digits of a node at `depth` that the range allows.
fn digits_within(range: &Range, depth: usize, fanout: u32, on_lower_edge: bool, on_upper_edge: bool) -> Digits<u32> {
    let first = range.from.digits().get(depth).copied().filter(|_| on_lower_edge).unwrap_or(0);
    let end = range.to.as_ref().filter(|_| on_upper_edge).map_or(fanout, |to| upper_digit(to, depth).min(fanout));
    first.min(end)..end
}

#[cfg(test)]
mod tests {
    use super::{super::tests::Regular, *};

    fn piece(from: &str, to: &str, nodes: f64) -> Piece {
        Piece { range: format!("{from}..{to}").parse().unwrap(), nodes }
    }

    #[test]
    fn parts_are_joined_to_even_pieces() {
        let parts = vec![piece("/", "/1", 1.0), piece("/1", "/2", 3.0), piece("/2", "/3", 3.0), piece("/3", "", 1.0)];
        assert_eq!(join_evenly(parts.clone(), 2), [piece("/", "/2", 4.0), piece("/2", "", 4.0)]);
        assert_eq!(join_evenly(parts.clone(), 1), [piece("/", "", 8.0)]);
        assert_eq!(join_evenly(parts.clone(), 9), parts);
        assert_eq!(join_evenly(Vec::new(), 3), []);
    }

    #[test]
    fn a_gap_is_not_joined_over() {
        let parts = vec![piece("/", "/1", 1.0), piece("/2", "/3", 1.0)];
        assert_eq!(join_evenly(parts.clone(), 1), parts);
    }

    /// Three levels of four children each.
    const FOURS: &[u32] = &[4, 4, 4];

    #[test]
    fn where_all_ways_are_alike_the_size_is_exact() {
        let (mut tree, mut sizes) = (Regular::new(FOURS), Sizes { random: Xoshiro256PlusPlus::seed_from_u64(0) });
        let mut measure = |range: &str| sizes.measure(range.parse().unwrap(), &mut tree).nodes;
        assert_eq!(measure(".."), 4.0 + 16.0 + 64.0);
        assert_eq!([measure("/../2"), measure("/2.."), measure("/1../3")], [42.0; 3]);
        // Of the nodes on the way to where the range begins one is counted.
        assert_eq!([measure("/1../1/2"), measure("/1/2../2")], [1.0 + 2.0 + 8.0; 2]);
        assert_eq!(measure("/4.."), 1.0, "a part without nodes still has to be looked at");
        assert_eq!(tree.depth, 0);
    }

    #[test]
    fn a_regular_tree_is_cut_into_equal_pieces() {
        let pieces = cut_evenly(&[Range::everything()], 4, &mut Regular::new(FOURS), &Control::default());
        let ranges: Vec<_> = pieces.iter().map(|piece| piece.range.to_string()).collect();
        assert_eq!(ranges, ["/../1", "/1../2", "/2../3", "/3.."]);
        assert!(pieces.iter().all(|piece| piece.nodes == pieces[0].nodes));
    }

    #[test]
    fn a_part_belongs_where_its_middle_lies_and_every_piece_gets_one() {
        let parts =
            |sizes: [f64; 3]| vec![piece("/", "/1", sizes[0]), piece("/1", "/2", sizes[1]), piece("/2", "", sizes[2])];
        let joined = join_evenly(parts([4.0, 6.0, 2.0]), 2);
        assert_eq!(joined, [piece("/", "/1", 4.0), piece("/1", "", 8.0)]);
        let small_first = parts([1.0, 1.0, 10.0]);
        assert_eq!(join_evenly(small_first.clone(), 3), small_first);
    }

    #[test]
    fn larger_parts_come_first_and_of_equal_ones_the_earlier() {
        let by_size = |from: &str, nodes| BySize(piece(from, "", nodes));
        assert!(by_size("/1", 2.0) > by_size("/1", 1.0) && by_size("/1", 1.0) > by_size("/2", 1.0));
        assert!(by_size("/1", 1.0) == by_size("/1", 1.0) && by_size("/1", 1.0) != by_size("/2", 1.0));
    }

    #[test]
    fn beyond_the_child_a_range_begins_in_all_is_counted() {
        let (mut tree, mut sizes) = (Regular::new(FOURS), Sizes { random: Xoshiro256PlusPlus::seed_from_u64(0) });
        // Half of the ways go through the first child, of which only half belongs to the range.
        let nodes = sizes.measure("/1/2../3".parse().unwrap(), &mut tree).nodes;
        let (first, second) = (2.0 + 2.0 * 2.0 + 2.0 * 2.0 * 4.0, 2.0 + 2.0 * 4.0 + 2.0 * 4.0 * 4.0);
        assert!(first < nodes && nodes < second, "{nodes}");
    }

    /// A long chain of nodes that cannot be cut, and seven leaves beside it.
    #[derive(Clone)]
    struct Chain(Vec<u32>);

    impl Tree for Chain {
        type Answer = ();

        fn fanout(&self) -> u32 {
            match &self.0[..] {
                [] => 8,
                [0, ..] if self.0.len() < 1000 => 1,
                _ => 0,
            }
        }

        fn enter(&mut self, mut digits: Digits<u32>) -> Option<u32> {
            self.0.push(digits.next()?);
            self.0.last().copied()
        }

        fn leave(&mut self) {
            self.0.pop();
        }

        fn is_answer(&self) -> bool {
            false
        }

        fn answer(&self) {}
    }

    #[test]
    fn a_part_that_cannot_be_cut_does_not_keep_the_others_together() {
        let pieces = cut_evenly(&[Range::everything()], 5, &mut Chain(Vec::new()), &Control::default());
        assert_eq!(pieces.len(), 5);
        assert_eq!(pieces[0].range.to_string(), "/../1");
    }
}
