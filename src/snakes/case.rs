//! A board that is searched: which strategy, what is told, and what the result is called.

use std::{io, sync::Arc};

use num_bigint::BigUint;
use num_traits::{CheckedDiv, ToPrimitive};

use super::{
    board,
    chain::{Chain, Scope},
    check, dfs, draw,
    paths::{self, Shortest},
    run_tree::{self, RunTree},
    solution,
    strategy::{DFS, SHORTEST},
    tree::{GameTree, Games, Number},
};
use crate::{
    family::{self, Error},
    report::{Finding, Solution, Status, View},
    search::{self, Control, Outlook, Path, Quest, Range, Settings, Steps, StopReason, Stopped, Tally, Weighing},
    session::{Job, Present, Question, Session, Task, Telling},
    words::counted,
};

/// The queues of larger boards would fill the memory.
const MAX_TRACED: u32 = 10_000;

/// No game of so many rolls is of any use to anybody.
const MAX_ROLLS: u32 = 10_000;

/// What the numbers of the games found between two looks at the engine may take.
const MAX_NUMBERS_BYTES: u64 = 1 << 18;

/// What the texts of these games may take, and what each of their rolls takes of it.
const MAX_TEXT_BYTES: u64 = 1 << 20;
const TEXT_BYTES_OF_ROLL: u64 = 16;

/// A board that is ready to be searched.
pub struct Case {
    case: board::Case,
}

impl Case {
    /// Takes a board with its rules.
    pub fn new(case: board::Case) -> Self {
        Self { case }
    }

    fn description(&self) -> String {
        let board = &self.case.board;
        let ladders = board.jumps.iter().filter(|jump| jump.is_ladder()).count();
        let snakes = board.jumps.len() - ladders;
        let (ladders, snakes) = (counted(ladders, "ladder"), counted(snakes, "snake"));
        format!("{}x{}, {ladders}, {snakes}", board.rows(), board.columns)
    }

    fn shortest(&self, task: &Task, session: &mut Session<'_>) -> Result<Finding, Error> {
        let rolls = task.options.number("rolls", 0..=MAX_ROLLS)?;
        if rolls.is_some() && (task.range.is_some() || session.wants_checkpoint()) {
            let text = "option `rolls` counts games of any length at once: neither a range of the shortest ones nor a \
                        checkpoint goes together with that";
            return Err(Error::Unsupported(text.to_owned()));
        }
        session.refuse(SHORTEST)?;
        session.phase("compiling the board");
        let everything = Range::everything();
        let (chain, shortest) = match compile(&self.case, session.control()) {
            Ok(found) => found,
            Err(stop) => {
                session.begin(SHORTEST, &self.description(), "stopped while the board was compiled")?;
                return Ok(Finding::of(task.question, stop, 0u32, &everything));
            }
        };
        let fewest =
            shortest.as_ref().map_or(String::new(), |found| format!(", {} at least", counted(found.rolls(), "roll")));
        session.begin(SHORTEST, &format!("{}{fewest}", self.description()), "the fewest rolls")?;
        let states = chain.len() as u64;
        let compiled = Tally { nodes: states, cases: states, answers: 0 };
        if let Some(rolls) = rolls {
            let (count, work) = session.run_steps(|steps| paths::count_of_length(&chain, rolls, steps));
            let finding = match count {
                Ok(count) => Finding { count, ..Finding::new(Status::Counted, StopReason::Complete) },
                Err(stop) => Finding::of(task.question, stop, 0u32, &everything),
            };
            return Ok(finding.with_work(work, None));
        }
        let Some(shortest) = shortest else {
            let finding = Finding::of(task.question, StopReason::Complete, 0u32, &everything);
            return Ok(finding.because("the goal cannot be reached").with_work(compiled, None));
        };
        let games = Arc::new(Games { chain, shortest });
        let range = games.range(session)?;
        if task.question == Question::Count && !is_to_be_walked(session) {
            // How many games go on from every state is known: the numbers of the ends tell how many lie between them.
            let count = games.count_in(&range);
            return Ok(Finding::of(task.question, StopReason::Complete, count, &range).with_work(compiled, None));
        }
        self.search_games(&games, task.question, &range, session)
    }

    fn search_games(
        &self,
        games: &Arc<Games>,
        question: Question,
        range: &Range,
        session: &mut Session<'_>,
    ) -> Result<Finding, Error> {
        let quest = question.quest();
        let identity = [format!("{:?}", self.case)];
        let weighing = games.weighing(range);
        let job = Job {
            range: range.clone(),
            keep_answers: false,
            weighing: Some(weighing.clone()),
            ..Job::new(identity, quest)
        };
        let all = games.shortest.count(&games.chain);
        let game_of = |number: &BigUint| games.shortest.game(&games.chain, number);
        let present = |numbers: &mut dyn Iterator<Item = &Number>, tell: &mut dyn FnMut(&dyn Solution)| {
            let games = numbers.filter_map(|Number(number)| Some((number, game_of(number)?)));
            games.for_each(|(number, game)| {
                tell(&solution::Shortest { case: &self.case, number, game: &game, all: &all });
            });
        };
        let present: Present<'_, Number> = &present;
        let text_bytes = u64::from(games.shortest.rolls()) * TEXT_BYTES_OF_ROLL;
        let most_games = (MAX_NUMBERS_BYTES / (all.bits() / 8 + 32)).min(MAX_TEXT_BYTES / text_bytes.max(1));
        let outcome = session.search_writing(
            &job,
            Telling::solutions(&mut |Number(number): &Number, tell| {
                let game = game_of(number).ok_or_else(|| io::Error::other(format!("there is no game {number}")))?;
                tell(&solution::Shortest { case: &self.case, number, game: &game, all: &all })
            }),
            Some(present),
            &mut |settings, ledger, write, observe| {
                let poll_every = settings.poll_every.min(most_games).max(1);
                let settings = Settings { poll_every, ..settings.clone() };
                Ok(search::run_writing(GameTree::new(Arc::clone(games)), &settings, ledger, write, observe)?)
            },
        )?;
        let count = if quest == Quest::Count { outcome.tally.answers } else { outcome.found as u64 };
        let finding = Finding::of(question, outcome.stop, count, range);
        Ok(finding.with_work(outcome.tally, Some(weighing.outlook(&outcome.left).share)))
    }

    fn paper_run(&self, task: &Task, session: &mut Session<'_>) -> Result<Finding, Error> {
        let is_traced = task.options.has("trace");
        if is_traced && self.case.board.squares > MAX_TRACED {
            let text = format!("option `trace` shows boards of {MAX_TRACED} squares at most");
            return Err(Error::Unsupported(text));
        }
        session.begin(DFS, &self.description(), "the paper's run")?;
        let range = session.range(&|text| match text.parse::<u64>() {
            Ok(0) => Ok(Path::root()),
            Ok(iteration) => Ok(run_tree::path_of(iteration)),
            Err(_) => text.parse().map_err(Error::Id),
        })?;
        let identity = [format!("{:?}", self.case)];
        let job = Job { range: range.clone(), ..Job::new(identity, Quest::Lowest(1)) };
        let tree = RunTree::new(Arc::new(self.case.clone()));
        let outcome = session.search_tree(tree, &job, &mut |_, _| Ok(()))?;
        let iterations = outcome.answers.first().map_or(outcome.tally.nodes.saturating_sub(1), |run| run.iterations);
        let work = Tally { nodes: iterations, cases: iterations, answers: outcome.found as u64 };
        let told = |finding: Finding| finding.with_work(work, None);
        if !outcome.stop.is_final() {
            return Ok(told(Finding::of(task.question, outcome.stop, 0u32, &range)));
        }
        let is_found = !outcome.answers.is_empty();
        if range != Range::everything() && !is_found {
            return Ok(told(Finding::of(task.question, outcome.stop, 0u32, &range)));
        }
        // What the iterations were like is seen by going through them again.
        let expected = &self.case.expected;
        let (mut trace, mut seen) = (Vec::new(), dfs::Seen::default());
        // The limit of nodes is for the search.
        let control = session.control().within(None, None);
        let again = Steps::unwatched(&control, |steps| {
            dfs::run(&self.case, steps, |iteration, machine| {
                seen.note(iteration, expected);
                if is_traced {
                    trace.push((iteration.clone(), machine.last_of_list(iteration.queue_length).collect::<Vec<u32>>()));
                }
            })
        });
        let run = match again {
            Ok(run) => run,
            Err(Stopped) => {
                let stop = control.reason().unwrap_or(StopReason::Interrupted);
                return Ok(told(Finding::of(task.question, stop, 0u32, &range)));
            }
        };
        for surprise in dfs::surprises(expected, &run, &seen) {
            session.note(&format!("not what the case file expects: {surprise}"));
        }
        let told_run = solution::PaperRun { case: &self.case, run: &run, trace: &trace };
        let reason = if !is_found {
            // It looks ahead as far as the file says, takes one jump at a time and never goes back by a bounce.
            "the paper's run ends without having met the goal, which proves nothing about other games".to_owned()
        } else if let Err(gap) = check::check_path(&self.case, &run.path) {
            // After a dead end its list goes on somewhere else, and what it calls a path has a gap there.
            format!("the path of the paper's run is no game: {gap}")
        } else {
            session.solution(&told_run)?;
            return Ok(told(Finding::of(task.question, StopReason::SolutionLimit, 1u32, &range)));
        };
        if is_found || is_traced {
            session.fact(&told_run.as_fact()?)?;
        }
        let nothing = Finding::of(task.question, StopReason::Complete, 0u32, &range);
        let work = Tally { answers: 0, ..work };
        Ok(Finding { status: Status::Unknown, ..nothing }.because(reason).with_work(work, None))
    }
}

impl family::Case for Case {
    fn view(&self) -> View {
        draw::view(&self.case)
    }

    fn search(&self, task: &Task, session: &mut Session<'_>) -> Result<Finding, Error> {
        let strategy = task.strategy.unwrap_or(SHORTEST);
        if strategy.name == DFS.name {
            if task.options.has("rolls") {
                let text = "option `rolls` counts games, and strategy dfs counts none: strategy shortest does";
                return Err(Error::Unsupported(text.to_owned()));
            }
            return self.paper_run(task, session);
        }
        if task.options.has("trace") {
            let text = "option `trace` shows the run of strategy dfs, and this is strategy shortest";
            return Err(Error::Unsupported(text.to_owned()));
        }
        self.shortest(task, session)
    }
}

/// Has the tree to be walked to count its games? A number that is known at once needs no checkpoint and has no nodes.
fn is_to_be_walked(session: &Session<'_>) -> bool {
    session.wants_checkpoint() || session.is_divided() || session.control().has_node_limit()
}

fn compile(case: &board::Case, control: &Control) -> Result<(Chain, Option<Shortest>), StopReason> {
    let chain = Chain::compile(case, Scope::Reachable, control)?;
    let shortest = Shortest::find(&chain)?;
    Ok((chain, shortest))
}

impl Games {
    /// The range that was asked for: numbers of games or paths of outcomes.
    fn range(&self, session: &Session<'_>) -> Result<Range, Error> {
        let behind_all = Path::from(vec![self.chain.outcomes().len() as u32]);
        let path = |text: &str| match text.parse::<BigUint>() {
            Ok(number) if number == BigUint::ZERO => Ok(Path::root()),
            Ok(number) => Ok(self.shortest.digits(&self.chain, &number).map_or_else(|| behind_all.clone(), Path::from)),
            Err(_) => text.parse().map_err(Error::Id),
        };
        let mut range = session.range(&path)?;
        range.to = range.to.filter(|to| *to < behind_all);
        Ok(range)
    }

    /// How many games lie in a range.
    fn count_in(&self, range: &Range) -> BigUint {
        let before = |path: &Path| self.shortest.games_before(&self.chain, path.digits());
        let to = range.to.as_ref().map_or_else(|| self.shortest.count(&self.chain), before);
        let from = before(&range.from).min(to.clone());
        to - from
    }

    /// Tells by the numbers of the games that are left how many are done: rolls that lead nowhere have ids, too, so a
    /// share of the ids would say nothing.
    fn weighing(self: &Arc<Self>, range: &Range) -> Weighing {
        /// So finely shares are told: parts of whole numbers that may be larger than any float.
        const PARTS: u64 = 1 << 50;
        let (games, all) = (Arc::clone(self), self.count_in(range));
        Weighing::new(move |left| {
            let left: BigUint = left.iter().map(|range| games.count_in(range)).sum();
            let parts = (left * PARTS).checked_div(&all).and_then(|parts| parts.to_u64()).unwrap_or(0);
            Outlook { share: 1.0 - parts.min(PARTS) as f64 / PARTS as f64, is_certain: true }
        })
    }
}
