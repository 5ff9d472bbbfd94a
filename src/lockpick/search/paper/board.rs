//! The tables of a level: for every move the nodes that open and come into view and what becomes of the keys.
//!
//! Key counts of the paper are never negative and never larger than all keys together, so each colour gets a lane of as
//! many bits as that needs, and the lanes share a word where they fit into one. A move is then one mask and one
//! addition.

use crate::{
    bits::WordSet,
    lockpick::{colour::Colour, level::Level},
};

use super::{
    objection::Objection,
    things::{Thing, things},
};

/// Locks that want more are not looked up in a table.
pub(super) const MOST_NEEDED: u64 = 1 << 16;

/// A level as the paper's searches see it, with sets of `W` words and keys in `K` words.
pub(super) struct Board<const W: usize, const K: usize> {
    /// Twice as many as nodes: what is done without and with a master key there.
    moves: Vec<Step<W>>,
    /// For every colour of locks, the doors that open with 0, 1, 2, … keys, one after the other.
    opening: Vec<WordSet<W>>,
    /// Doors that a master key opens.
    masterable: WordSet<W>,
    goals: WordSet<W>,
    master: Lane,
    pub start: Standing<W, K>,
}

/// What a move does.
#[derive(Clone, Copy)]
struct Step<const W: usize> {
    /// The node, and the junctions that open by themselves then.
    opened: WordSet<W>,
    /// All neighbours of these.
    revealed: WordSet<W>,
    /// What is kept of the word of the colour's lane, and what is added to it.
    kept: u64,
    added: u64,
    lane: Lane,
    /// The doors of the colour: which of them open is looked up again.
    doors: WordSet<W>,
}

/// Where the count of a colour is kept, and where the table tells which doors open with it.
#[derive(Clone, Copy, Debug, Default)]
struct Lane {
    mask: u64,
    word: u8,
    shift: u8,
    /// The row of no keys.
    first_row: u32,
    /// More keys than this open no other doors.
    most_needed: u32,
}

/// A state of the paper: keys, what is explored, and what lies next to it.
#[derive(Clone, Copy)]
pub(super) struct Standing<const W: usize, const K: usize> {
    keys: [u64; K],
    explored: WordSet<W>,
    frontier: WordSet<W>,
    /// The keys and the doors that open with these keys, near or far.
    able: WordSet<W>,
}

impl<const W: usize, const K: usize> Standing<W, K> {
    /// Adds it to a string.
    #[inline]
    pub fn write(&self, bytes: &mut Vec<u8>) {
        let sets = [self.explored, self.frontier, self.able];
        for word in self.keys.iter().chain(sets.iter().flat_map(WordSet::words)) {
            bytes.extend_from_slice(&word.to_le_bytes());
        }
    }

    /// Reads it from the beginning of a string.
    #[inline]
    pub fn from_bytes(bytes: &[u8]) -> Self {
        let (words, _) = bytes.as_chunks();
        let mut words = words.iter().map(|word| u64::from_le_bytes(*word));
        let mut next = || words.next().unwrap_or_default();
        let keys = std::array::from_fn(|_| next());
        let [explored, frontier, able] = std::array::from_fn(|_| WordSet::from_words(std::array::from_fn(|_| next())));
        Self { keys, explored, frontier, able }
    }
}

/// A move: twice the number of the node, and one more if a master key is used.
pub type Choice = u32;

/// Moves that are left to be tried.
#[derive(Clone, Copy)]
pub(super) struct Choices<const W: usize> {
    /// Nodes to be taken or opened by their lock.
    normal: WordSet<W>,
    /// Doors to be opened with a master key.
    mastered: WordSet<W>,
}

/// Whether the keys of a level fit into one word.
pub(super) fn fits_one_word(level: &Level) -> Result<bool, Objection> {
    let things = things(level)?;
    let widths = (0..Colour::COUNT).map(|colour| width(level, &things, colour)).sum::<Result<u32, _>>()?;
    Ok(widths <= 64)
}

/// The bits that the count of a colour needs; none if no door asks for it.
fn width(level: &Level, things: &[Thing], colour: usize) -> Result<u32, Objection> {
    if colour != Colour::Master.index() && !things.iter().any(|thing| thing.door() == Some(colour)) {
        return Ok(0);
    }
    let (mut most_at_once, mut added) = (level.start_counts[colour].re as u64, 0u64);
    for thing in things {
        match *thing {
            Thing::Set(own, amount) if own == colour => most_at_once = most_at_once.max(amount),
            Thing::Add(own, amount) if own == colour => added = added.saturating_add(amount),
            _ => {}
        }
    }
    let most = most_at_once.saturating_add(added);
    if most > i64::MAX as u64 {
        return Err(Objection::LargeCount);
    }
    Ok(u64::BITS - most.max(1).leading_zeros())
}

impl<const W: usize, const K: usize> Board<W, K> {
    /// The tables of a level of up to `64 * W` nodes. The error says why the paper's searches cannot take it.
    pub fn new(level: &Level) -> Result<Self, Objection> {
        let things = things(level)?;
        // Colours without doors have the empty row.
        let mut opening = vec![WordSet::EMPTY];
        let mut lanes = [Lane::default(); Colour::COUNT];
        let mut doors = [WordSet::EMPTY; Colour::COUNT];
        let (mut keys, mut able) = ([0; K], WordSet::EMPTY);
        let mut shift = 0;
        for colour in 0..Colour::COUNT {
            let width = width(level, &things, colour)?;
            if width == 0 {
                continue;
            }
            let own = things.iter().enumerate().filter(|(_, thing)| thing.door() == Some(colour));
            doors[colour] = WordSet::of(own.map(|(node, _)| node));
            let rows = rows(&things, colour)?;
            let word = if K == 1 { 0 } else { colour };
            let first_row = opening.len() as u32;
            lanes[colour] = Lane {
                mask: u64::MAX >> (64 - width) << shift,
                word: word as u8,
                shift: shift as u8,
                first_row,
                most_needed: rows.len() as u32 - 1,
            };
            opening.extend(rows);
            let count = level.start_counts[colour].re as u64;
            keys[word] |= count << shift;
            able = able.union(&opening[lanes[colour].row(count)]);
            if K == 1 {
                shift += width;
            }
        }
        let set = |is_in: &dyn Fn(Thing) -> bool| {
            let members = things.iter().enumerate().filter(|(_, thing)| is_in(**thing));
            WordSet::of(members.map(|(node, _)| node))
        };
        let mut neighbours = vec![WordSet::EMPTY; things.len()];
        for edge in &level.edges {
            neighbours[edge.from].insert(edge.to);
            neighbours[edge.to].insert(edge.from);
        }
        let master = Colour::Master.index();
        let mut moves = Vec::with_capacity(things.len() * 2);
        let empty = set(&|thing| matches!(thing, Thing::Empty));
        for (node, &thing) in things.iter().enumerate() {
            let (opened, revealed) = opened_with(node, &neighbours, &empty);
            for is_mastered in [false, true] {
                let (colour, change) =
                    if is_mastered { (master, Change::Add(1u64.wrapping_neg())) } else { change(thing) };
                let lane = lanes[colour];
                let (kept, added) = match change {
                    // No door asks for the colour.
                    _ if lane.mask == 0 => (u64::MAX, 0),
                    Change::Add(amount) => (u64::MAX, amount << lane.shift),
                    Change::Set(amount) => (!lane.mask, amount << lane.shift),
                };
                moves.push(Step { opened, revealed, kept, added, lane, doors: doors[colour] });
            }
        }
        let able = able.union(&set(&|thing| thing.is_key()));
        let (explored, revealed) = opened_with(level.start, &neighbours, &empty);
        let start = Standing { keys, explored, frontier: revealed.without(&explored), able };
        Ok(Self {
            moves,
            opening,
            masterable: set(&|thing| thing.door().is_some_and(|colour| colour != master)),
            goals: set(&|thing| matches!(thing, Thing::Goal)),
            master: lanes[master],
            start,
        })
    }

    pub fn nodes(&self) -> usize {
        self.moves.len() / 2
    }

    /// The moves there are.
    #[inline(always)]
    pub fn choices(&self, standing: &Standing<W, K>) -> Choices<W> {
        let word = if K == 1 { 0 } else { usize::from(self.master.word) };
        let has_master = standing.keys[word] & self.master.mask != 0;
        let masterable = self.masterable.intersection(&standing.frontier);
        Choices {
            normal: standing.able.intersection(&standing.frontier),
            mastered: if has_master { masterable } else { WordSet::EMPTY },
        }
    }

    /// The state after a move that there is.
    #[inline(always)]
    pub fn after(&self, standing: &Standing<W, K>, choice: Choice) -> Standing<W, K> {
        let step = &self.moves[choice as usize];
        let mut keys = standing.keys;
        let word = if K == 1 { 0 } else { usize::from(step.lane.word) };
        keys[word] = (keys[word] & step.kept).wrapping_add(step.added);
        let row = step.lane.row((keys[word] & step.lane.mask) >> step.lane.shift);
        let explored = standing.explored.union(&step.opened);
        Standing {
            keys,
            explored,
            frontier: standing.frontier.union(&step.revealed).without(&explored),
            able: standing.able.without(&step.doors).union(&self.opening[row]),
        }
    }

    /// Does the goal lie next to what is explored?
    #[inline(always)]
    pub fn is_won(&self, standing: &Standing<W, K>) -> bool {
        !standing.frontier.is_disjoint(&self.goals)
    }

    /// Does the player start on the goal or next to it?
    pub fn is_won_at_once(&self) -> bool {
        self.is_won(&self.start) || !self.start.explored.is_disjoint(&self.goals)
    }
}

impl Lane {
    /// The row of the table for a count.
    #[inline(always)]
    fn row(&self, count: u64) -> usize {
        self.first_row as usize + count.min(u64::from(self.most_needed)) as usize
    }
}

/// What happens to a count.
enum Change {
    /// More, or fewer by a number that wraps around.
    Add(u64),
    Set(u64),
}

/// What taking a key or opening a lock does, and to which colour.
fn change(thing: Thing) -> (usize, Change) {
    match thing {
        Thing::Add(colour, amount) => (colour, Change::Add(amount)),
        Thing::Set(colour, amount) => (colour, Change::Set(amount)),
        Thing::Normal(colour, amount) => (colour, Change::Add(amount.wrapping_neg())),
        Thing::Blast(colour) => (colour, Change::Set(0)),
        Thing::Blank(colour) => (colour, Change::Add(0)),
        Thing::Empty | Thing::Goal => (Colour::Master.index(), Change::Add(0)),
    }
}

/// For 0, 1, 2, … keys of a colour, the doors that open.
fn rows<const W: usize>(things: &[Thing], colour: usize) -> Result<Vec<WordSet<W>>, Objection> {
    let opens = |thing: Thing, count: u64| match thing {
        Thing::Normal(own, amount) => own == colour && count >= amount,
        Thing::Blast(own) => own == colour && count > 0,
        Thing::Blank(own) => own == colour && count == 0,
        _ => false,
    };
    let needed = things.iter().filter_map(|thing| match *thing {
        Thing::Normal(own, amount) => (own == colour).then_some(amount),
        _ => None,
    });
    let most = needed.max().unwrap_or(1);
    if most > MOST_NEEDED {
        return Err(Objection::LargeLock);
    }
    let row = |count| {
        let open = things.iter().enumerate().filter(|(_, thing)| opens(**thing, count));
        WordSet::of(open.map(|(node, _)| node))
    };
    Ok((0..=most).map(row).collect())
}

/// A node with the junctions that open by themselves when it does, and all that comes into view.
fn opened_with<const W: usize>(node: usize, neighbours: &[WordSet<W>], empty: &WordSet<W>) -> (WordSet<W>, WordSet<W>) {
    let mut opened = WordSet::of([node]);
    loop {
        let revealed = opened.elements().fold(WordSet::EMPTY, |all, node| all.union(&neighbours[node]));
        let more = opened.union(&revealed.intersection(empty));
        if more == opened {
            return (opened, revealed);
        }
        opened = more;
    }
}

impl<const W: usize> Choices<W> {
    #[inline(always)]
    pub fn is_empty(&self) -> bool {
        self.normal.union(&self.mastered).is_empty()
    }

    pub fn total(&self) -> u32 {
        self.normal.len() + self.mastered.len()
    }
}

/// Nodes in order, each without and then with a master key.
impl<const W: usize> Iterator for Choices<W> {
    type Item = Choice;

    #[inline(always)]
    fn next(&mut self) -> Option<Choice> {
        let words = self.normal.words_mut().iter_mut().zip(self.mastered.words_mut());
        for (index, (normal, mastered)) in words.enumerate() {
            let left = *normal | *mastered;
            if left == 0 {
                continue;
            }
            let bit = left & left.wrapping_neg();
            let place = left.trailing_zeros();
            let is_mastered = !(*normal >> place) as u32 & 1;
            *mastered &= !(bit & !*normal);
            *normal &= !bit;
            return Some((index as u32 * 64 + place) * 2 + is_mastered);
        }
        None
    }
}
