//! Lets the engine search a tree of games: first a good game, so that the search knows what it has to beat.

use serde::{Serialize, de::DeserializeOwned};

use crate::{
    family::Error,
    search::{self, AnyTree, Outcome, Quest, Range, StopReason, Tree, Weighing},
    session::{Job, Question, Session, Sketch, Task, Telling},
};

use super::{
    anytime,
    board::{Board, Directions},
    bounded::BoundedTree,
    case::Case,
    dfs::DfsTree,
    enumerate::EnumerateTree,
    estimate::Estimate,
    head_start::{FirstGame, head_start, time_for},
    moves::{Direction, play},
    sample::Sample,
    solution::sketch,
    starts::{StartedGame, Starts},
    strategy::Strategy,
    verdict::Verdict,
};

/// Of all starts so many are tried for a good first game.
const STARTS_TRIED: usize = 16;
/// Random games that tell how far a search has come: so many for every node, as little as that takes.
const GAMES_PER_NODE: f64 = 2e-5;
const FEWEST_GAMES: f64 = 4e3;
const MOST_GAMES: f64 = 4e5;
/// They take no more than one part in so many of the memory that a limit leaves.
const SHARE_OF_MEMORY: u64 = 8;
/// The same of the time.
const SHARE_OF_TIME: u32 = 50;
/// A smaller tree is searched in a moment.
const SMALL_TREE: f64 = 3e8;

/// What makes the tree of a strategy for a board of this size, and for the same board with another start.
pub(super) fn tree_maker(strategy: Strategy, board: &Board) -> fn(&Board) -> Option<AnyTree<Vec<Direction>>> {
    match (strategy, board.directions(), board.cells()) {
        (Strategy::Bounded, Directions::Four, 0..128) => |board| Some(BoundedTree::<2, 4>::new(board)?.into_any()),
        (Strategy::Bounded, Directions::Four, 128..192) => |board| Some(BoundedTree::<3, 4>::new(board)?.into_any()),
        (Strategy::Bounded, Directions::Four, 192..256) => |board| Some(BoundedTree::<4, 4>::new(board)?.into_any()),
        (Strategy::Bounded, Directions::Four, _) => |board| Some(BoundedTree::<8, 4>::new(board)?.into_any()),
        (Strategy::Bounded, Directions::Eight, 0..128) => |board| Some(BoundedTree::<2, 8>::new(board)?.into_any()),
        (Strategy::Bounded, Directions::Eight, _) => |board| Some(BoundedTree::<8, 8>::new(board)?.into_any()),
        (Strategy::Enumerate, ..) => |board| Some(EnumerateTree::new(board)?.into_any()),
        (_, Directions::Four, _) => |board| Some(DfsTree::<4>::new(board).into_any()),
        (_, Directions::Eight, _) => |board| Some(DfsTree::<8>::new(board).into_any()),
    }
}

/// A tree that is to be searched.
pub(super) struct TreeSearch<'a> {
    pub case: &'a Case,
    pub strategy: Strategy,
    pub size: Estimate,
    pub task: &'a Task,
    pub range: &'a Range,
}

impl TreeSearch<'_> {
    /// Searches the tree of the strategy.
    pub fn run(&self, session: &mut Session<'_>) -> Result<Verdict, Error> {
        let make = tree_maker(self.strategy, &self.case.board);
        // The strategy was asked beforehand whether it suits the board.
        let unsuitable = || Error::Unsuitable(self.strategy.objection(&self.case.board).unwrap_or_default());
        match &self.case.layout {
            None => {
                let tree = make(&self.case.board).ok_or_else(unsuitable)?;
                let start = self.case.board.target();
                self.search_tree(tree, &|moves| StartedGame { start, moves }, session)
            }
            Some(layout) => {
                let tree = Starts::new(layout, make).ok_or_else(unsuitable)?;
                self.search_tree(tree, &|game| game, session)
            }
        }
    }

    fn search_tree<T: Tree>(
        &self,
        tree: T,
        game_of: &dyn Fn(T::Answer) -> StartedGame,
        session: &mut Session<'_>,
    ) -> Result<Verdict, Error>
    where
        T::Answer: Serialize + DeserializeOwned,
    {
        let first = self.first_game(session)?;
        session.phase("searching");
        let quest = self.quest();
        let identity = self.identity(quest);
        let job = Job {
            range: self.range.clone(),
            least_score: first.as_ref().map(|first| i64::from(first.score)),
            weighing: self.weighing(session),
            ..Job::new(&identity, quest)
        };
        let sketch = |answer: &T::Answer| Some(self.unfinished(&game_of(answer.clone())));
        let outcome = session.search_with(
            &job,
            Telling::solutions(&mut |_, _| Ok(())).with_sketch(&sketch),
            &mut |settings, ledger, observe| Ok(search::run(tree.clone(), settings, ledger, observe)?),
        )?;
        Ok(self.verdict(outcome, quest, game_of, first))
    }

    /// What the engine is to bring back.
    fn quest(&self) -> Quest {
        match self.task.question {
            Question::Count => Quest::Count,
            Question::CountBest => Quest::AllBest(1),
            Question::Solutions { wanted: 2.., .. } => Quest::AllBest(self.task.question.wanted()),
            Question::Nth(number) => {
                Quest::AllBest(u64::try_from(number).map_or(u64::MAX, |number| number.saturating_add(1)))
            }
            Question::Random(_) => Quest::AllBest(u64::MAX),
            _ => Quest::Best,
        }
    }

    /// What the ids and what is kept of the games depend on.
    fn identity(&self, quest: Quest) -> Vec<String> {
        let kept = match quest {
            Quest::AllBest(kept) => Some(format!("{kept} best games")),
            _ => None,
        };
        self.case.identity().into_iter().chain(kept).collect()
    }

    /// What tells how far the search has come. The starts of a board are as good as random games; where bounds spare
    /// most of the tree, and in a part of it, ids are as good.
    fn weighing(&self, session: &Session<'_>) -> Option<Weighing> {
        let is_part = *self.range != Range::everything();
        if is_part || self.strategy == Strategy::Bounded || self.case.layout.is_some() || self.size.nodes < SMALL_TREE {
            return None;
        }
        let control = session.control();
        // It takes a hundredth of a whole search, and may be much more than a few nodes take.
        if control.has_node_limit() {
            return None;
        }
        let in_time = control.time_left().map(|left| control.for_at_most(left / SHARE_OF_TIME));
        let affordable =
            control.memory_left().map_or(MOST_GAMES, |left| (left / SHARE_OF_MEMORY / Sample::BYTES_PER_GAME) as f64);
        if affordable < FEWEST_GAMES {
            return None;
        }
        let games = (self.size.nodes * GAMES_PER_NODE).clamp(FEWEST_GAMES, MOST_GAMES.min(affordable)) as u32;
        // Other games than those that made the estimate: whoever was wrong there is not asked again.
        let in_time = in_time.as_ref().unwrap_or(control);
        let sample = Sample::new(&self.case.board, games, self.task.seed() ^ 0x5A, in_time);
        Some(Weighing::new(move |left| sample.outlook(left)))
    }

    /// A good game, found quickly. A part of the ids has a best game of its own.
    fn first_game(&self, session: &mut Session<'_>) -> Result<Option<FirstGame>, Error> {
        if self.task.question == Question::Count || self.task.range.is_some() {
            return Ok(None);
        }
        let (nodes, threads) = (self.size.nodes, session.threads());
        // With all starts no search is the paper's own.
        let strategy = match (&self.case.layout, self.strategy) {
            (Some(_), Strategy::Dfs) => Strategy::Enumerate,
            (_, strategy) => strategy,
        };
        let Some(time) = time_for(strategy, nodes, threads) else { return Ok(None) };
        session.phase("looking for a good game to begin with");
        let began = session.elapsed();
        let boards = match &self.case.layout {
            None => vec![self.case.board.clone()],
            Some(layout) => {
                let starts = layout.starts();
                let tried = starts.len().min(STARTS_TRIED);
                (0..tried).filter_map(|number| layout.board_from(starts[number * starts.len() / tried])).collect()
            }
        };
        let first = head_start(&boards, time, threads, self.task.seed(), session.control())?;
        if let Some(FirstGame { score, .. }) = &first {
            let seconds = (session.elapsed() - began).as_secs_f64();
            session.detail(&format!("a game that covers {score} cells to begin with, in {seconds:.2} s"));
        }
        Ok(first)
    }

    fn verdict<A>(
        &self,
        outcome: Outcome<A>,
        quest: Quest,
        game_of: &dyn Fn(A) -> StartedGame,
        first: Option<FirstGame>,
    ) -> Verdict {
        let is_part = *self.range != Range::everything();
        let is_proof = outcome.stop == StopReason::Complete && !is_part;
        let mut games: Vec<(u32, StartedGame)> =
            outcome.answers.into_iter().map(game_of).filter_map(|game| Some((self.score(&game)?, game))).collect();
        let best_games = matches!(quest, Quest::AllBest(_)).then_some(outcome.found as u64);
        // The search finds the best game by itself; the one it began with is told only if it was stopped before.
        let found = games.first().map(|(score, _)| *score);
        let first_bound = first.as_ref().map(|first| first.bound);
        if let Some(first) = first
            && !is_proof
            && !is_part
            && found.is_none_or(|found| first.score > found)
        {
            games = vec![(first.score, first.game)];
        }
        let bound = match (games.first(), &self.case.layout) {
            (Some((score, _)), _) if is_proof => *score,
            (_, None) => first_bound.unwrap_or_else(|| anytime::upper_bound(&self.case.board)),
            // The start itself is never covered.
            (_, Some(layout)) => layout.values().iter().filter(|&&value| value != 0).count().saturating_sub(1) as u32,
        };
        let (stop, tally, share) = (outcome.stop, outcome.tally, Some(outcome.share));
        Verdict { games, best_games, bound, stop, reason: None, tally, share }
    }

    /// A game as far as a search has played it.
    fn unfinished(&self, game: &StartedGame) -> Sketch {
        let started = self.case.layout.as_ref().and_then(|layout| layout.board_from(game.start));
        let board = started.as_ref().unwrap_or(&self.case.board);
        let title = self.score(game).map_or_else(String::new, |score| format!("{score} cells covered"));
        Sketch { title, text: sketch(board, &game.moves) }
    }

    /// The score of a game, by playing it.
    fn score(&self, game: &StartedGame) -> Option<u32> {
        let started = self.case.layout.as_ref().and_then(|layout| layout.board_from(game.start));
        play(started.as_ref().unwrap_or(&self.case.board), &game.moves).ok().map(|game| game.score)
    }
}
