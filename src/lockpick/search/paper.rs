//! The two searches of the paper, node for node: no state is remembered, children come in the order of the nodes, a door is
//! opened by its lock before it is opened with a master key, junctions open by themselves, and the search ends as soon as
//! the goal lies next to what is explored. What is explored and what lies next to it are bits, and so are the doors that
//! open with so many keys of a colour: a few words say which moves there are. Nothing is allocated on the way down.

use crate::{
    lockpick::{
        colour::Colour,
        complex::Axis,
        level::{Key, KeyEffect, Level, Need, NodeKind, Objective},
        play::{Action, Move},
    },
    search::StopReason,
};

use super::{
    outcome::{Doubt, Outcome, Settings, Verdict},
    table::Table,
    watch::Watch,
};

/// Nodes between two looks at the limits.
const PACE: u64 = 1 << 12;

/// Locks that want more are not looked up in a table.
const MOST_NEEDED: i64 = 1 << 16;

/// What is at a node, as far as the paper knows.
#[derive(Clone, Copy, Debug)]
enum Thing {
    Empty,
    Goal,
    Add(usize, i64),
    Set(usize, i64),
    Normal(usize, i64),
    Blank(usize),
    Blast(usize),
}

/// A set of nodes in `W` words.
type Bits<const W: usize> = [u64; W];

/// A level in the paper's own terms.
struct Board<const W: usize> {
    things: Vec<Thing>,
    keys: Bits<W>,
    /// Doors that a master key opens.
    masterable: Bits<W>,
    /// For every colour of locks, the doors that open with 0, 1, 2, … keys; more than the last number opens no others.
    opening: Vec<(usize, Vec<Bits<W>>)>,
    neighbours: Vec<Bits<W>>,
    start: usize,
    goals: Bits<W>,
    /// Nodes that open by themselves.
    empty: Bits<W>,
}

/// A state of the paper: keys, what is explored, and what lies next to it.
#[derive(Clone, Copy)]
struct State<const W: usize> {
    keys: [i64; Colour::COUNT],
    explored: Bits<W>,
    frontier: Bits<W>,
}

/// A move: the node, and whether a master key is used.
type Choice = (usize, bool);

/// Searches as the paper's `solveDFS` does.
pub fn dfs(level: &Level, settings: &Settings) -> Result<Outcome, String> {
    by_size(level, settings, true)
}

/// Searches as the paper's `solveBFS` does.
pub fn bfs(level: &Level, settings: &Settings) -> Result<Outcome, String> {
    by_size(level, settings, false)
}

fn by_size(level: &Level, settings: &Settings, is_deep: bool) -> Result<Outcome, String> {
    match level.nodes.len() {
        0..=64 => run::<1>(level, settings, is_deep),
        65..=256 => run::<4>(level, settings, is_deep),
        257..=1024 => run::<16>(level, settings, is_deep),
        _ => Err("the paper's searches take levels of up to 1,024 nodes".to_owned()),
    }
}

fn run<const W: usize>(level: &Level, settings: &Settings, is_deep: bool) -> Result<Outcome, String> {
    let board = Board::<W>::new(level)?;
    let mut watch = Watch::new(settings);
    let start = board.start_state(level);
    let goal_is_there = overlaps(&start.frontier, &board.goals) || overlaps(&start.explored, &board.goals);
    let (found, expansions, states) = if goal_is_there {
        (Ok(Some(Vec::new())), 0, 1)
    } else if is_deep {
        board.deep(start, &mut watch)
    } else {
        board.broad(start, &mut watch)
    };
    let verdict = match found {
        Ok(Some(choices)) => {
            let step = |(node, is_mastered): Choice| {
                let action = match board.things[node] {
                    Thing::Add(..) | Thing::Set(..) => Action::Take,
                    _ if is_mastered => Action::Master(Axis::Real),
                    _ => Action::Open(Axis::Real),
                };
                Move { node, action, at: None }
            };
            Verdict::Solved { route: choices.into_iter().map(step).collect(), is_shortest: !is_deep }
        }
        Ok(None) => Verdict::Unsolvable,
        Err(reason) => Verdict::Unknown(Doubt::Stopped(reason)),
    };
    Ok(Outcome { verdict, expansions, states, depth: 0, cap: None })
}

fn overlaps<const W: usize>(one: &Bits<W>, other: &Bits<W>) -> bool {
    one.iter().zip(other).any(|(one, other)| one & other != 0)
}

/// What a search found, the nodes it expanded, and the states it made.
type Found = (Result<Option<Vec<Choice>>, StopReason>, u64, u64);

impl<const W: usize> Board<W> {
    /// Takes a level of worlds 1 to 3 of the game: plain keys and doors that can always be walked between.
    fn new(level: &Level) -> Result<Self, String> {
        let too_rich =
            |what: &str| Err(format!("the paper's searches know worlds 1 to 3 only, not {what}: leave --strategy out"));
        if level.objective != Objective::Goal || level.start_stars.contains(&true) {
            return too_rich("salvage or stars");
        }
        if level.start_counts.iter().any(|count| count.im != 0 || count.re < 0) {
            return too_rich("such keys at the start");
        }
        if level.edges.iter().any(|edge| edge.one_way || !edge.conditions.is_empty()) {
            return too_rich("ways that are not always open");
        }
        if level.nodes.iter().any(|node| !node.near.is_empty() || !node.touching.is_empty()) {
            return too_rich("places near doors");
        }
        let count = level.nodes.len();
        let mut board = Self {
            things: Vec::with_capacity(count),
            keys: [0; W],
            masterable: [0; W],
            opening: Vec::new(),
            neighbours: vec![[0; W]; count],
            start: level.start,
            goals: [0; W],
            empty: [0; W],
        };
        for (index, node) in level.nodes.iter().enumerate() {
            let thing = match &node.kind {
                NodeKind::Junction => Thing::Empty,
                NodeKind::Goal => Thing::Goal,
                NodeKind::Key(Key { colour, effect, infinite: false }) => match (*effect, colour) {
                    (_, Colour::Brown | Colour::Glitch | Colour::Pure) => return too_rich("such colours"),
                    (KeyEffect::Add(amount), _) if amount.im == 0 && amount.re >= 0 => {
                        Thing::Add(colour.index(), amount.re)
                    }
                    (KeyEffect::Exact(amount), _) if amount.im == 0 && amount.re >= 0 => {
                        Thing::Set(colour.index(), amount.re)
                    }
                    _ => return too_rich("such keys"),
                },
                NodeKind::Door(door) => {
                    let [lock] = door.locks.as_slice() else { return too_rich("doors with several locks") };
                    let is_plain = door.spend == lock.colour
                        && (door.copies.re, door.copies.im) == (1, 0)
                        && door.auras.is_clear()
                        && !door.cursed
                        && !door.endless
                        && !matches!(lock.colour, Colour::Brown | Colour::Glitch | Colour::Pure);
                    let colour = lock.colour.index();
                    match lock.need {
                        Need::Normal(amount) if is_plain && amount.re > 0 => Thing::Normal(colour, amount.re),
                        Need::Blank if is_plain => Thing::Blank(colour),
                        Need::Blast(unit) if is_plain && unit.re > 0 => Thing::Blast(colour),
                        _ => return too_rich("such doors"),
                    }
                }
                _ => return too_rich("gates, salvage points or keys that stay"),
            };
            let (word, bit) = (index / 64, 1 << (index % 64));
            match thing {
                Thing::Empty => board.empty[word] |= bit,
                Thing::Goal => board.goals[word] |= bit,
                Thing::Add(..) | Thing::Set(..) => board.keys[word] |= bit,
                Thing::Normal(colour, _) | Thing::Blank(colour) | Thing::Blast(colour) => {
                    if colour != Colour::Master.index() {
                        board.masterable[word] |= bit;
                    }
                }
            }
            board.things.push(thing);
        }
        for colour in 0..Colour::COUNT {
            board.add_opening(colour)?;
        }
        for edge in &level.edges {
            board.neighbours[edge.from][edge.to / 64] |= 1 << (edge.to % 64);
            board.neighbours[edge.to][edge.from / 64] |= 1 << (edge.from % 64);
        }
        Ok(board)
    }

    fn start_state(&self, level: &Level) -> State<W> {
        let mut state = State { keys: level.start_counts.map(|count| count.re), explored: [0; W], frontier: [0; W] };
        self.explore(&mut state.explored, &mut state.frontier, self.start);
        state
    }

    /// A node is explored: its neighbours come into view, and junctions among them are explored at once.
    #[inline]
    fn explore(&self, explored: &mut Bits<W>, frontier: &mut Bits<W>, node: usize) {
        let mut node = node;
        loop {
            explored[node / 64] |= 1 << (node % 64);
            let mut junction = None;
            for word in 0..W {
                frontier[word] = (frontier[word] | self.neighbours[node][word]) & !explored[word];
                let empty = frontier[word] & self.empty[word];
                if empty != 0 {
                    junction = Some(word * 64 + empty.trailing_zeros() as usize);
                }
            }
            match junction {
                Some(next) => node = next,
                None => return,
            }
        }
    }

    /// Writes down which doors open with how many keys of a colour.
    fn add_opening(&mut self, colour: usize) -> Result<(), String> {
        let needs: Vec<(usize, Option<i64>)> = self
            .things
            .iter()
            .enumerate()
            .filter_map(|(node, thing)| match *thing {
                Thing::Normal(own, amount) if own == colour => Some((node, Some(amount))),
                Thing::Blast(own) if own == colour => Some((node, Some(1))),
                Thing::Blank(own) if own == colour => Some((node, None)),
                _ => None,
            })
            .collect();
        if needs.is_empty() {
            return Ok(());
        }
        let most = needs.iter().filter_map(|(_, need)| *need).max().unwrap_or(1);
        if most > MOST_NEEDED {
            return Err(format!("the paper's searches take locks of up to {MOST_NEEDED} keys"));
        }
        let mut rows = vec![[0; W]; most as usize + 1];
        for (count, row) in rows.iter_mut().enumerate() {
            for (node, need) in &needs {
                let opens = need.map_or(count == 0, |need| count as i64 >= need);
                row[node / 64] |= u64::from(opens) << (node % 64);
            }
        }
        self.opening.push((colour, rows));
        Ok(())
    }

    /// The moves of a state: nodes that can be taken or opened by their lock, and doors for a master key.
    #[inline]
    fn choices(&self, keys: &[i64; Colour::COUNT], frontier: &Bits<W>) -> (Bits<W>, Bits<W>) {
        let (mut normal, mut mastered) = (self.keys, [0; W]);
        for (colour, rows) in &self.opening {
            // Counts are never below 0 here.
            let row = &rows[(keys[*colour] as usize).min(rows.len() - 1)];
            for word in 0..W {
                normal[word] |= row[word];
            }
        }
        let has_master = keys[Colour::Master.index()] > 0;
        for word in 0..W {
            normal[word] &= frontier[word];
            mastered[word] = if has_master { self.masterable[word] & frontier[word] } else { 0 };
        }
        (normal, mastered)
    }

    /// The colour whose count a choice changes, and what it becomes. `None` if a number outgrows 64 bits.
    #[inline]
    fn payment(&self, keys: &[i64; Colour::COUNT], (node, is_mastered): Choice) -> Option<(usize, i64)> {
        let master = Colour::Master.index();
        Some(match self.things[node] {
            Thing::Add(colour, amount) => (colour, keys[colour].checked_add(amount)?),
            Thing::Set(colour, amount) => (colour, amount),
            _ if is_mastered => (master, keys[master] - 1),
            Thing::Normal(colour, amount) => (colour, keys[colour] - amount),
            Thing::Blast(colour) => (colour, 0),
            Thing::Blank(_) | Thing::Empty | Thing::Goal => (master, keys[master]),
        })
    }

    /// Depth first with a stack of its own, so that no level is too deep. The keys are changed and changed back.
    fn deep(&self, start: State<W>, watch: &mut Watch<'_>) -> Found {
        let mut keys = start.keys;
        let mut stack = vec![self.frame(&keys, start.explored, start.frontier, (0, false), (0, keys[0]))];
        let mut expansions = 1;
        let nothing_kept = Table::new(true);
        loop {
            if expansions % PACE == 0
                && let Some(reason) = watch.look(expansions, &nothing_kept)
            {
                return (Err(reason), expansions, expansions);
            }
            let Some(top) = stack.last_mut() else { return (Ok(None), expansions, expansions) };
            let Some(choice) = top.next_choice() else {
                let (colour, count) = top.before;
                keys[colour] = count;
                stack.pop();
                continue;
            };
            let Some((colour, count)) = self.payment(&keys, choice) else { continue };
            let (mut explored, mut frontier) = (top.explored, top.frontier);
            self.explore(&mut explored, &mut frontier, choice.0);
            if overlaps(&frontier, &self.goals) {
                let mut choices: Vec<Choice> = stack.iter().skip(1).map(|frame| frame.choice).collect();
                choices.push(choice);
                return (Ok(Some(choices)), expansions, expansions);
            }
            expansions += 1;
            let before = (colour, std::mem::replace(&mut keys[colour], count));
            let frame = self.frame(&keys, explored, frontier, choice, before);
            // Most nodes lead nowhere: they need no place on the stack.
            if frame.normal == [0; W] && frame.mastered == [0; W] {
                keys[before.0] = before.1;
            } else {
                stack.push(frame);
            }
        }
    }

    #[inline]
    fn frame(
        &self,
        keys: &[i64; Colour::COUNT],
        explored: Bits<W>,
        frontier: Bits<W>,
        choice: Choice,
        before: (usize, i64),
    ) -> Frame<W> {
        let (normal, mastered) = self.choices(keys, &frontier);
        Frame { explored, frontier, normal, mastered, choice, before }
    }

    /// Breadth first, every state in a list.
    fn broad(&self, start: State<W>, watch: &mut Watch<'_>) -> Found {
        let mut states = vec![(start, 0u32, (0, false))];
        let mut next = 0;
        let nothing_kept = Table::new(true);
        while next < states.len() {
            let look = (next as u64).is_multiple_of(PACE).then(|| watch.look(next as u64, &nothing_kept)).flatten();
            let is_full =
                watch.is_too_much((states.len() * size_of_val(&states[0])) as u64, states.capacity() == states.len());
            if let Some(reason) = look.or(is_full.then_some(StopReason::MemoryLimit)) {
                return (Err(reason), next as u64, states.len() as u64);
            }
            let (state, ..) = states[next];
            let mut frame = self.frame(&state.keys, state.explored, state.frontier, (0, false), (0, 0));
            while let Some(choice) = frame.next_choice() {
                let Some((colour, count)) = self.payment(&state.keys, choice) else { continue };
                let mut after = state;
                after.keys[colour] = count;
                self.explore(&mut after.explored, &mut after.frontier, choice.0);
                states.push((after, next as u32, choice));
                if overlaps(&after.frontier, &self.goals) {
                    let mut choices = vec![choice];
                    let mut at = next;
                    while at > 0 {
                        choices.push(states[at].2);
                        at = states[at].1 as usize;
                    }
                    choices.reverse();
                    return (Ok(Some(choices)), next as u64 + 1, states.len() as u64);
                }
            }
            next += 1;
        }
        (Ok(None), next as u64, states.len() as u64)
    }
}

/// A state on the way down and what is left to try in it.
struct Frame<const W: usize> {
    explored: Bits<W>,
    frontier: Bits<W>,
    /// Nodes left to be taken or opened by their lock.
    normal: Bits<W>,
    /// Doors left to be opened with a master key.
    mastered: Bits<W>,
    /// What led here.
    choice: Choice,
    /// A colour and its count before that.
    before: (usize, i64),
}

impl<const W: usize> Frame<W> {
    /// The next thing to try: nodes in order, each without and then with a master key.
    #[inline]
    fn next_choice(&mut self) -> Option<Choice> {
        for word in 0..W {
            let left = self.normal[word] | self.mastered[word];
            if left == 0 {
                continue;
            }
            let bit = left & left.wrapping_neg();
            let node = word * 64 + left.trailing_zeros() as usize;
            let is_normal = self.normal[word] & bit != 0;
            if is_normal {
                self.normal[word] &= !bit;
            } else {
                self.mastered[word] &= !bit;
            }
            return Some((node, !is_normal));
        }
        None
    }
}
