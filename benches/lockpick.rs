//! Lockpick: the paper's depth-first search beside a plain port of its program, and the real search.

use std::{hint::black_box, time::Duration};

use criterion::{Criterion, criterion_group, criterion_main};
use fathom::{
    diagnostics::Source,
    lockpick::{
        generate::{Recipe, grown},
        input,
        level::Level,
        play::Terrain,
        search::{Settings, Strategy, solve},
    },
};

const PROFIT_MARGIN: &str = include_str!("../cases/lockpick/paper/3-6_profit_margin.txt");

fn level(text: &str) -> Level {
    input::parse(&Source::new("level", text)).expect("a level of the repository").level
}

/// The program of the paper as it stands there: colours and kinds are strings, every state owns its vectors, and every
/// move makes a list of moves and a new state.
mod plain {
    use std::collections::HashMap;

    #[derive(Clone)]
    pub struct BoardObject {
        kind: String,
        colour: String,
        amount: i32,
        is_special: bool,
    }

    pub struct Graph {
        neighbours: Vec<Vec<usize>>,
    }

    #[derive(Clone, Default)]
    struct KeyInventory {
        keys: HashMap<String, i32>,
    }

    impl KeyInventory {
        fn amount(&self, colour: &str) -> i32 {
            self.keys.get(colour).copied().unwrap_or(0)
        }

        fn set(&mut self, colour: &str, amount: i32) {
            self.keys.insert(colour.to_owned(), amount);
        }
    }

    #[derive(Clone, Copy)]
    struct Move {
        node: usize,
        kind: u8,
    }

    #[derive(Clone)]
    struct State {
        inventory: KeyInventory,
        explored: Vec<i32>,
        possible_next: Vec<i32>,
    }

    impl State {
        fn start(graph: &Graph, board: &[BoardObject]) -> Self {
            let size = graph.neighbours.len();
            let mut state =
                Self { inventory: KeyInventory::default(), explored: vec![0; size], possible_next: vec![0; size] };
            state.explored[0] = 1;
            for &next in &graph.neighbours[0] {
                state.possible_next[next] = 1;
            }
            state.clear_empty(graph, board);
            state
        }

        fn after(before: &Self, board: &[BoardObject], graph: &Graph, step: Move) -> Self {
            let mut state = before.clone();
            let object = board[step.node].clone();
            let held = state.inventory.amount(&object.colour);
            if object.kind == "key" {
                let amount = if object.is_special { object.amount } else { held + object.amount };
                state.inventory.set(&object.colour, amount);
            } else if step.kind == 1 {
                let masters = state.inventory.amount("master");
                state.inventory.set("master", masters - 1);
            } else if object.is_special {
                state.inventory.set(&object.colour, 0);
            } else {
                state.inventory.set(&object.colour, held - object.amount);
            }
            state.open(graph, step.node);
            state.clear_empty(graph, board);
            state
        }

        fn open(&mut self, graph: &Graph, node: usize) {
            self.explored[node] = 1;
            self.possible_next[node] = 0;
            for &next in &graph.neighbours[node] {
                if self.explored[next] == 0 {
                    self.possible_next[next] = 1;
                }
            }
        }

        fn clear_empty(&mut self, graph: &Graph, board: &[BoardObject]) {
            while let Some(node) =
                (0..board.len()).find(|&node| self.possible_next[node] == 1 && board[node].kind == "empty")
            {
                self.open(graph, node);
            }
        }

        fn possible_moves(&self, board: &[BoardObject]) -> Vec<Move> {
            let mut next = Vec::new();
            for (node, object) in board.iter().enumerate() {
                if self.possible_next[node] == 0 {
                    continue;
                }
                let test = object.clone();
                if test.kind == "key" {
                    next.push(Move { node, kind: 0 });
                    continue;
                }
                let held = self.inventory.amount(&test.colour);
                let opens = if test.is_special {
                    held > 0
                } else if test.amount == 0 {
                    held == 0
                } else {
                    held >= test.amount
                };
                if opens {
                    next.push(Move { node, kind: 0 });
                }
                if self.inventory.amount("master") > 0 && test.colour != "master" {
                    next.push(Move { node, kind: 1 });
                }
            }
            next
        }
    }

    /// Reads the paper's format, which is known to be right.
    pub fn read(text: &str) -> (Graph, Vec<BoardObject>) {
        let mut lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
        let mut number = || lines.next().and_then(|line| line[0].parse::<usize>().ok()).unwrap_or(0);
        let count = number();
        let object = |kind: &str, colour: &str, amount: i32, is_special: bool| BoardObject {
            kind: kind.to_owned(),
            colour: colour.to_owned(),
            amount,
            is_special,
        };
        let mut board = vec![object("start", "", 0, false)];
        for _ in 0..count {
            let line = lines.next().unwrap_or_default();
            board.push(match line.as_slice() {
                [kind, colour, amount, special] => object(kind, colour, amount.parse().unwrap_or(0), *special == "1"),
                _ => object("empty", "", 0, false),
            });
        }
        board.push(object("finish", "", 0, false));
        let mut graph = Graph { neighbours: vec![Vec::new(); count + 2] };
        let edges = lines.next().and_then(|line| line[0].parse::<usize>().ok()).unwrap_or(0);
        for _ in 0..edges {
            let line = lines.next().unwrap_or_default();
            let ends: Vec<usize> = line.iter().filter_map(|word| word.parse().ok()).collect();
            graph.neighbours[ends[0]].push(ends[1]);
            graph.neighbours[ends[1]].push(ends[0]);
        }
        (graph, board)
    }

    /// The number of nodes visited, and the number of moves of the solution.
    pub fn solve_dfs(graph: &Graph, board: &[BoardObject]) -> (u64, usize) {
        let (mut visited, mut solution) = (0, Vec::new());
        recursion(&State::start(graph, board), board, graph, &mut solution, &mut visited);
        (visited, solution.len())
    }

    fn recursion(
        state: &State,
        board: &[BoardObject],
        graph: &Graph,
        solution: &mut Vec<Move>,
        visited: &mut u64,
    ) -> bool {
        *visited += 1;
        for step in state.possible_moves(board) {
            let next = State::after(state, board, graph, step);
            if next.possible_next[graph.neighbours.len() - 1] == 1 || recursion(&next, board, graph, solution, visited)
            {
                solution.push(step);
                return true;
            }
        }
        false
    }
}

/// The same port with colours and kinds as numbers and keys in an array; states still own vectors.
mod lean {
    #[derive(Clone, Copy)]
    struct Thing {
        is_key: bool,
        is_empty: bool,
        colour: usize,
        amount: i32,
        is_special: bool,
    }

    #[derive(Clone)]
    struct State {
        keys: Vec<i32>,
        explored: Vec<bool>,
        next: Vec<bool>,
    }

    pub struct Board {
        things: Vec<Thing>,
        neighbours: Vec<Vec<usize>>,
    }

    const MASTER: usize = 0;

    impl Board {
        pub fn read(text: &str) -> Self {
            let mut names = vec!["master".to_owned()];
            let mut lines = text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
            let count: usize = lines.next().and_then(|line| line[0].parse().ok()).unwrap_or(0);
            let nothing = Thing { is_key: false, is_empty: false, colour: MASTER, amount: i32::MAX, is_special: false };
            let mut things = vec![nothing];
            for _ in 0..count {
                let line = lines.next().unwrap_or_default();
                things.push(match line.as_slice() {
                    [kind, colour, amount, special] => {
                        let known = names.iter().position(|name| name == colour);
                        let colour = known.unwrap_or_else(|| {
                            names.push((*colour).to_owned());
                            names.len() - 1
                        });
                        let amount = amount.parse().unwrap_or(0);
                        Thing { is_key: *kind == "key", is_empty: false, colour, amount, is_special: *special == "1" }
                    }
                    _ => Thing { is_empty: true, ..nothing },
                });
            }
            things.push(nothing);
            let mut neighbours = vec![Vec::new(); count + 2];
            let edges: usize = lines.next().and_then(|line| line[0].parse().ok()).unwrap_or(0);
            for _ in 0..edges {
                let line = lines.next().unwrap_or_default();
                let ends: Vec<usize> = line.iter().filter_map(|word| word.parse().ok()).collect();
                neighbours[ends[0]].push(ends[1]);
                neighbours[ends[1]].push(ends[0]);
            }
            Self { things, neighbours }
        }

        fn open(&self, state: &mut State, node: usize) {
            state.explored[node] = true;
            state.next[node] = false;
            for &next in &self.neighbours[node] {
                state.next[next] |= !state.explored[next];
            }
            while let Some(node) = (0..self.things.len()).find(|&node| state.next[node] && self.things[node].is_empty) {
                self.open(state, node);
            }
        }

        fn moves(&self, state: &State) -> Vec<(usize, bool)> {
            let mut moves = Vec::new();
            for (node, thing) in self.things.iter().enumerate().filter(|(node, _)| state.next[*node]) {
                let held = state.keys[thing.colour];
                let opens = match thing {
                    Thing { is_key: true, .. } => true,
                    Thing { is_special: true, .. } => held > 0,
                    Thing { amount: 0, .. } => held == 0,
                    _ => held >= thing.amount,
                };
                if opens {
                    moves.push((node, false));
                }
                if !thing.is_key && state.keys[MASTER] > 0 && thing.colour != MASTER {
                    moves.push((node, true));
                }
            }
            moves
        }

        fn after(&self, before: &State, (node, is_mastered): (usize, bool)) -> State {
            let mut state = before.clone();
            let thing = self.things[node];
            let held = &mut state.keys[thing.colour];
            match thing {
                Thing { is_key: true, is_special: true, .. } => *held = thing.amount,
                Thing { is_key: true, .. } => *held += thing.amount,
                _ if is_mastered => state.keys[MASTER] -= 1,
                Thing { is_special: true, .. } => *held = 0,
                _ => *held -= thing.amount,
            }
            self.open(&mut state, node);
            state
        }

        pub fn solve_dfs(&self) -> u64 {
            let size = self.things.len();
            let mut start = State { keys: vec![0; 16], explored: vec![false; size], next: vec![false; size] };
            self.open(&mut start, 0);
            let mut visited = 0;
            self.recursion(&start, &mut visited);
            visited
        }

        fn recursion(&self, state: &State, visited: &mut u64) -> bool {
            *visited += 1;
            self.moves(state).into_iter().any(|step| {
                let next = self.after(state, step);
                next.next[self.things.len() - 1] || self.recursion(&next, visited)
            })
        }
    }
}

fn paper(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("lockpick/paper dfs on 3-6");
    group.sample_size(10).warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_secs(5));
    let terrain = Terrain::new(level(PROFIT_MARGIN));
    let expansions = |strategy| solve(&terrain, strategy, &Settings::default()).map_or(0, |outcome| outcome.expansions);
    assert_eq!(expansions(Strategy::Dfs), 7_731_264);
    group.bench_function("bits, no allocation", |bencher| bencher.iter(|| expansions(black_box(Strategy::Dfs))));
    let board = lean::Board::read(PROFIT_MARGIN);
    assert_eq!(board.solve_dfs(), 7_731_264);
    group.bench_function("vectors per state, numbers for colours", |bencher| bencher.iter(|| board.solve_dfs()));
    let (graph, board) = plain::read(PROFIT_MARGIN);
    group.bench_function("the paper's program, vectors and strings", |bencher| {
        bencher.iter(|| {
            let (visited, moves) = plain::solve_dfs(&graph, black_box(&board));
            assert_eq!((visited, moves), (7_731_264, 23));
        });
    });
    group.finish();
}

fn real(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("lockpick/solve");
    group.sample_size(20).measurement_time(Duration::from_secs(3));
    for shortest in [false, true] {
        let terrain = Terrain::new(level(PROFIT_MARGIN));
        let settings = Settings { shortest, threads: 1, ..Settings::default() };
        let name = if shortest { "3-6, shortest proved" } else { "3-6" };
        group.bench_function(name, |bencher| bencher.iter(|| solve(black_box(&terrain), Strategy::Auto, &settings)));
    }
    let mechanics: Vec<_> =
        ["bulk", "master", "blank", "blast", "exact"].iter().filter_map(|name| name.parse().ok()).collect();
    let terrains: Vec<Terrain> = (0..20)
        .map(|seed| Terrain::new(grown(&Recipe { nodes: 100, colours: 6, mechanics: mechanics.clone(), seed })))
        .collect();
    let settings = Settings { threads: 1, ..Settings::default() };
    group.bench_function("20 levels of 100 nodes and 6 colours", |bencher| {
        bencher.iter(|| terrains.iter().filter_map(|terrain| solve(terrain, Strategy::Auto, &settings).ok()).count());
    });
    group.finish();
}

criterion_group!(benches, paper, real);
criterion_main!(benches);
