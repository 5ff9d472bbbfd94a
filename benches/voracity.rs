//! The strategies for Voracity beside the paper's search, on the same boards in one run.
//!
//! `cargo bench --bench voracity` prints a table of seconds on one thread, the time for a good first game included.
//! Name groups to run only those, as in `cargo bench --bench voracity -- 10x10 threads`.

use std::{
    ops::ControlFlow,
    time::{Duration, Instant},
};

use fathom::{
    search::{Control, Ledger, Quest, Range, Settings, Steps, Tree, run},
    voracity::{
        Board, Direction, anytime, bounded::BoundedTree, dfs::DfsTree, dp::Subproblems, enumerate::EnumerateTree,
        generate, head_start, play, plug::Frontier, strategy::Strategy,
    },
};

/// Boards of a group: rows, columns, largest value, seeds.
type Group = (&'static str, usize, usize, u8, &'static [u64]);

const BY_BOUNDS: [Group; 1] =
    [("10x10", 10, 10, 3, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20])];
const BY_ENUMERATION: [Group; 3] =
    [("15x15", 15, 15, 5, &[2, 5, 10]), ("19x19", 19, 19, 7, &[2, 7]), ("22x22", 22, 22, 8, &[3, 7])];
const BY_FRONTIER: [Group; 4] =
    [("60x5", 60, 5, 4, &[1]), ("300x6", 300, 6, 5, &[1]), ("40x6", 40, 6, 5, &[1]), ("30x8", 30, 8, 5, &[2])];

/// Score, nodes and seconds.
type Result = (u32, u64, f64);

fn search(
    board: &Board,
    tree: impl Tree<Answer = Vec<Direction>>,
    head_start: Option<Duration>,
    threads: usize,
    branches: usize,
) -> Result {
    let started = Instant::now();
    let mut settings = Settings { threads, branches, ..Settings::new(Quest::Best) };
    if let Some(time) = head_start {
        let quick = anytime::Settings { time: Some(time), nodes: None, threads, seed: 1, has_proofs: false };
        let found = anytime::search(board, &quick, &settings.control, &mut |_| {}).expect("there are threads");
        settings.least_score = Some(i64::from(found.score));
    }
    let outcome = run(tree, &settings, Ledger::new(Range::everything()), &mut |_| ControlFlow::Continue(()));
    let outcome = outcome.expect("no range panics");
    let score = play(board, &outcome.answers[0]).expect("the game is right").score;
    (score, outcome.tally.nodes, started.elapsed().as_secs_f64())
}

fn main() {
    let wanted: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with('-')).collect();
    let is_wanted = |name: &str| wanted.is_empty() || wanted.iter().any(|wanted| wanted == name);
    println!("| boards | paper's nodes | dfs s | dfs M/s | strategy | s | times dfs |\n|---|---|---|---|---|---|---|");
    for (groups, strategy) in [(&BY_BOUNDS[..], Strategy::Bounded), (&BY_ENUMERATION[..], Strategy::Enumerate)] {
        for &(name, rows, columns, values, seeds) in groups.iter().filter(|group| is_wanted(group.0)) {
            let (mut nodes, mut plain, mut fast) = (0, 0.0, 0.0);
            for &seed in seeds {
                let board = generate(rows, columns, values, seed).expect("there is such a board");
                let paper = search(&board, DfsTree::<4>::new(&board), None, 1, 1);
                let head_start = head_start::time_for(strategy, paper.1 as f64, 1);
                let ours = match strategy {
                    Strategy::Bounded => {
                        search(&board, BoundedTree::<2, 4>::new(&board).expect("it fits"), head_start, 1, 1)
                    }
                    _ => search(&board, EnumerateTree::new(&board).expect("it fits"), head_start, 1, 1),
                };
                assert_eq!(ours.0, paper.0, "{name} seed {seed}");
                (nodes, plain, fast) = (nodes + paper.1, plain + paper.2, fast + ours.2);
            }
            let rate = nodes as f64 / plain / 1e6;
            println!(
                "| {name} R{values} {seeds:?} | {nodes} | {plain:.2} | {rate:.1} | {} | {fast:.3} | {:.1} |",
                strategy.name(),
                plain / fast
            );
        }
    }
    for (name, rows, columns, values, seeds) in BY_FRONTIER.into_iter().filter(|group| is_wanted(group.0)) {
        for &seed in seeds {
            let board = generate(rows, columns, values, seed).expect("there is such a board");
            let started = Instant::now();
            let frontier = Frontier::new(&board).expect("it fits");
            let solved = Steps::unwatched(&Control::default(), |steps| frontier.solve(steps, None));
            let solved = solved.expect("nothing stops it");
            println!(
                "| {name} R{values} [{seed}]: {} | | | | frontier | {:.3} | |",
                solved.score,
                started.elapsed().as_secs_f64()
            );
        }
    }
    if is_wanted("12x12") {
        let board = generate(12, 12, 3, 2).expect("there is such a board");
        let (score, nodes, seconds) =
            search(&board, BoundedTree::<3, 4>::new(&board).expect("it fits"), Some(Duration::from_millis(300)), 1, 1);
        println!("| 12x12 R3 [2]: {score} | | | | bounded, {nodes} nodes | {seconds:.2} | |");
    }
    if is_wanted("dp") {
        let board = generate(10, 10, 3, 1).expect("there is such a board");
        let started = Instant::now();
        let mut subproblems = Subproblems::new(&board).expect("it fits");
        let solved = Steps::unwatched(&Control::default(), |steps| subproblems.solve(steps)).expect("nothing stops it");
        let (subproblems, seconds) = (solved.subproblems, started.elapsed().as_secs_f64());
        println!("| 10x10 R3 [1] | | | | dp, {subproblems} subproblems | {seconds:.2} | |");
    }
    if is_wanted("threads") {
        let board = generate(22, 22, 8, 4).expect("there is such a board");
        for branches in [1, 16] {
            // In turns, and the fastest of each: one run can meet a busy moment of the machine.
            let mut fastest = [f64::INFINITY; 2];
            for _ in 0..3 {
                for (seconds, threads) in fastest.iter_mut().zip([1, 2]) {
                    let tree = EnumerateTree::new(&board).expect("it fits");
                    *seconds = seconds.min(search(&board, tree, None, threads, branches).2);
                }
            }
            let [one, two] = fastest;
            println!(
                "| 22x22 R8 [4], -b {branches} | | | | enumerate, 1 and 2 threads | {one:.2} {two:.2} | {:.2} times one |",
                one / two
            );
        }
    }
}
