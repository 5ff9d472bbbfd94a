//! Snakes and Ladders on the command line.

pub mod draw;
pub mod generate;
pub mod odds;
pub mod show;

use std::{io, time::Instant};

use num_bigint::BigUint;
use serde_json::{Map, Value, json};

use crate::{
    diagnostics::Source,
    report::{CaseHead, CaseSummary, Report, Solution, Status},
    search::{Quest, StopReason, Tally},
    snakes::{
        board,
        chain::{Chain, Scope},
        check, dfs, input,
        odds::text,
        paths::{self, Game, Shortest},
    },
};

use super::{
    args::{OutputArgs, PuzzleArgs},
    exit::Exit,
    failure::Failure,
    options::SearchOptions,
    output::say,
};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Strategy {
    /// The fewest rolls.
    Shortest,
    /// The paper's depth-first run.
    Dfs,
}

/// The queues of larger boards would fill the memory.
const MAX_TRACED: u32 = 10_000;

/// A case that is ready to be solved.
pub struct Case {
    name: String,
    case: board::Case,
    strategy: Strategy,
}

/// Reads a case and applies the rules the user wants instead of its own.
pub fn load(source: &Source, args: &PuzzleArgs) -> Result<board::Case, Failure> {
    Ok(input::parse(&with_rules(source, &args.rule))?)
}

/// The text with other rules: lines about the same thing are blanked out, so that all others keep their numbers.
fn with_rules(source: &Source, rules: &[String]) -> Source {
    if rules.is_empty() {
        return source.clone();
    }
    // `exact` is another word for `overshoot`.
    let subject = |line: &str| match line.split_whitespace().next() {
        Some("exact") => "overshoot".to_owned(),
        word => word.unwrap_or("").to_owned(),
    };
    let changed: Vec<String> = rules.iter().map(|rule| subject(rule)).collect();
    let kept = |line: &str| if changed.contains(&subject(line)) { String::new() } else { line.to_owned() };
    let mut lines: Vec<String> = source.lines().map(|line| kept(line.text)).collect();
    lines.extend(rules.iter().cloned());
    Source::new(source.name(), lines.join("\n"))
}

impl Case {
    pub fn load(source: &Source, args: &PuzzleArgs, strategy: &str) -> Result<Self, Failure> {
        let strategy = match strategy {
            "auto" | "shortest" => Strategy::Shortest,
            "dfs" => Strategy::Dfs,
            name => {
                let text = format!("there is no strategy '{name}' for snakes: use auto, shortest or dfs");
                return Err(Failure::Usage(text));
            }
        };
        Ok(Self { name: source.name().to_owned(), case: load(source, args)?, strategy })
    }

    /// Solves the case and reports what comes out.
    pub fn search(
        &self,
        options: &SearchOptions,
        output: &OutputArgs,
        report: &mut dyn Report,
    ) -> Result<Exit, Failure> {
        if options.args.checkpoint.is_some() && !output.quiet {
            say("note: shortest games are found at once: there is nothing to keep in a checkpoint");
        }
        let started = Instant::now();
        let chain = Chain::compile(&self.case, Scope::Reachable);
        let shortest = Shortest::find(&chain).filter(|_| self.strategy == Strategy::Shortest);
        let fewest = shortest.as_ref().map_or(String::new(), |found| format!(", {} rolls at least", found.rolls()));
        let board = &self.case.board;
        let ladders = board.jumps.iter().filter(|jump| jump.is_ladder()).count();
        let head = CaseHead {
            family: "snakes",
            case: self.name.clone(),
            description: format!(
                "{}x{}, {ladders} ladders, {} snakes{fewest}",
                board.rows(),
                board.columns,
                board.jumps.len() - ladders
            ),
            strategy: if self.strategy == Strategy::Dfs { "dfs" } else { "shortest" },
            threads: 1,
            branches: 1,
        };
        report.begin(&head)?;
        let mut summary = match self.strategy {
            Strategy::Shortest => self.shortest(&chain, shortest, options, report)?,
            Strategy::Dfs => self.dfs(options, output, report)?,
        };
        summary.elapsed = started.elapsed();
        report.end(&head, &summary)?;
        Ok(Exit::of(&summary, false, output.exit_code))
    }

    fn shortest(
        &self,
        chain: &Chain,
        shortest: Option<Shortest>,
        options: &SearchOptions,
        report: &mut dyn Report,
    ) -> Result<CaseSummary, Failure> {
        let nodes = chain.len() as u64;
        if let Some(rolls) = options.args.rolls {
            if options.quest != Quest::Count {
                return Err(Failure::Usage("--rolls counts games: use it with 'fathom count'".to_owned()));
            }
            let count = paths::count_of_length(chain, rolls);
            return Ok(summary(Status::Counted, StopReason::Complete, count, nodes, None));
        }
        let Some(shortest) = shortest else {
            let status = if options.quest == Quest::Count { Status::Counted } else { Status::Unsolvable };
            let reason = Some("the goal cannot be reached".to_owned());
            return Ok(summary(status, StopReason::Complete, BigUint::ZERO, nodes, reason));
        };
        let all = shortest.count(chain);
        let (from, to) = self.range(options.args.range.as_deref(), &all)?;
        let there = &to - from.clone().min(to.clone());
        let wanted = match options.quest {
            Quest::Count => {
                return Ok(summary(Status::Counted, StopReason::Complete, there, nodes, None));
            }
            Quest::Lowest(wanted) | Quest::Any(wanted) => wanted,
            // All of them are best; the first stands for them.
            Quest::Best => 1,
        };
        let mut id = from;
        let mut told = 0u64;
        while told < wanted && id < to && !options.interrupt.load(std::sync::atomic::Ordering::Relaxed) {
            let Some(game) = shortest.game(chain, &id) else { break };
            report.solution(&Found { id: &id, game: &game, all: &all })?;
            id += 1u32;
            told += 1;
        }
        let stop = match () {
            () if id >= to => StopReason::Complete,
            () if told == wanted => StopReason::SolutionLimit,
            () => StopReason::Interrupted,
        };
        let status = if told > 0 { Status::Solved } else { Status::Unsolvable };
        Ok(summary(status, stop, told.into(), nodes, None))
    }

    /// Numbers of games from FROM up to TO.
    fn range(&self, text: Option<&str>, all: &BigUint) -> Result<(BigUint, BigUint), Failure> {
        let Some(text) = text else { return Ok((BigUint::ZERO, all.clone())) };
        let wrong = || Failure::Usage(format!("--range {text}: expected FROM..TO, two numbers of games up to {all}"));
        let (from, to) = text.split_once("..").ok_or_else(wrong)?;
        let number = |text: &str, otherwise: &BigUint| {
            if text.is_empty() { Ok(otherwise.clone()) } else { text.parse::<BigUint>().map_err(|_| wrong()) }
        };
        Ok((number(from, &BigUint::ZERO)?, number(to, all)?.min(all.clone())))
    }

    fn dfs(
        &self,
        options: &SearchOptions,
        output: &OutputArgs,
        report: &mut dyn Report,
    ) -> Result<CaseSummary, Failure> {
        if options.args.trace && self.case.board.squares > MAX_TRACED {
            return Err(Failure::Usage(format!("--trace shows boards of {MAX_TRACED} squares at most")));
        }
        let mut trace = Vec::new();
        let run = dfs::run(&self.case, |iteration, list| {
            if options.args.trace {
                trace.push((iteration.clone(), list.iter().copied().collect::<Vec<u32>>()));
            }
        });
        if !output.quiet {
            for surprise in dfs::surprises(&self.case) {
                say(format!("note: not what the case file expects: {surprise}"));
            }
        }
        let found = !run.path.is_empty();
        let count = BigUint::from(u32::from(found));
        if found || options.args.trace {
            report.solution(&Run { run: &run, trace: &trace })?;
        }
        let status = match options.quest {
            Quest::Count => Status::Counted,
            _ if found => Status::Solved,
            _ => Status::Unsolvable,
        };
        Ok(summary(status, StopReason::Complete, count, run.iterations, None))
    }
}

fn summary(status: Status, stop: StopReason, count: BigUint, nodes: u64, reason: Option<String>) -> CaseSummary {
    let tally = Tally { nodes, cases: nodes, ..Tally::default() };
    CaseSummary { status, stop, reason, count, tally, elapsed: std::time::Duration::ZERO, share: 1.0, range: None }
}

/// Judges an answer.
pub fn judge(case: &Source, args: &PuzzleArgs, answer: &Source) -> Result<Result<String, String>, Failure> {
    let case = load(case, args)?;
    let claims = check::read_answer(answer)?;
    let mut verdict = Err("the answer holds no game to judge".to_owned());
    for (index, claim) in claims.iter().enumerate() {
        match check::check(&case, claim) {
            Ok(text) if claims.len() == 1 => verdict = Ok(text),
            Ok(_) => verdict = Ok(format!("{} games reach the goal in the fewest rolls", claims.len())),
            Err(reason) => return Ok(Err(format!("game {}: {reason}", index + 1))),
        }
    }
    let distinct: std::collections::HashSet<_> = claims.iter().map(|claim| &claim.rolls).collect();
    Ok(if distinct.len() < claims.len() { Err("a game is there twice".to_owned()) } else { verdict })
}

fn numbers(list: &[u32]) -> String {
    list.iter().map(u32::to_string).collect::<Vec<_>>().join(" ")
}

/// One of the shortest games.
struct Found<'a> {
    id: &'a BigUint,
    game: &'a Game,
    all: &'a BigUint,
}

impl Solution for Found<'_> {
    fn fields(&self) -> Map<String, Value> {
        let fields = [
            ("id", json!(self.id.to_string())),
            ("length", json!(self.game.rolls.len())),
            ("rolls", json!(self.game.rolls)),
            ("squares", json!(self.game.squares)),
            ("sequences", json!(self.all.to_string())),
        ];
        fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    fn write_text(&self, out: &mut dyn io::Write, _: bool) -> io::Result<()> {
        let all = text::shortened(&self.all.to_string());
        writeln!(out, "Game {} of {all} with {} rolls", self.id, self.game.rolls.len())?;
        writeln!(out, "Rolls: {}", numbers(&self.game.rolls))?;
        writeln!(out, "Squares: {}", numbers(&self.game.squares))
    }
}

/// The paper's run.
struct Run<'a> {
    run: &'a dfs::Run,
    trace: &'a [(dfs::Iteration, Vec<u32>)],
}

impl Solution for Run<'_> {
    fn fields(&self) -> Map<String, Value> {
        let mut fields = vec![
            ("length", json!(self.run.rolls())),
            ("path", json!(self.run.path)),
            ("iterations", json!(self.run.iterations)),
            ("backtracks", json!(self.run.backtracks)),
        ];
        if !self.trace.is_empty() {
            let rows = self.trace.iter().map(|(iteration, list)| json!({"iteration": iteration, "queue": list}));
            fields.push(("trace", rows.collect()));
        }
        fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
    }

    fn write_text(&self, out: &mut dyn io::Write, _: bool) -> io::Result<()> {
        if !self.trace.is_empty() {
            writeln!(out, "Iteration  Square  Queue")?;
        }
        for (iteration, list) in self.trace {
            let mark = if iteration.backtrack { "  (backtrack)" } else { "" };
            writeln!(out, "{:>9}  {:>6}  {}{mark}", iteration.number, iteration.square, numbers(list))?;
        }
        let run = self.run;
        writeln!(out, "{} iterations, {} backtracks", run.iterations, run.backtracks)?;
        writeln!(out, "Path of {} squares, {} rolls: {}", run.path.len(), run.rolls(), numbers(&run.path))
    }
}
