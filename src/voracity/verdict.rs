//! What a search of a board has brought, and what that proves.

use crate::{
    report::{Finding, Status},
    search::{Range, StopReason, Tally},
    session::Question,
};

use super::{board::Board, moves::play, starts::StartedGame};

/// What a search has brought.
pub(super) struct Verdict {
    /// The best games and their scores: the first of them, or as many as are wanted.
    pub games: Vec<(u32, StartedGame)>,
    /// How many games are as good as the best, if that was asked.
    pub best_games: Option<u64>,
    /// No game covers more cells than this.
    pub bound: u32,
    pub stop: StopReason,
    /// Why it stopped, if there is more to say.
    pub reason: Option<String>,
    pub tally: Tally,
    /// The part of the ids that was searched, where there are ids.
    pub share: Option<f64>,
}

impl Verdict {
    /// The best game on a board, proved.
    pub fn proved(board: &Board, game: StartedGame, tally: Tally) -> Self {
        let score = play(board, &game.moves).map_or(0, |game| game.score);
        let stop = StopReason::Complete;
        let games = vec![(score, game)];
        Self { games, best_games: None, bound: score, stop, reason: None, tally, share: None }
    }

    /// A search that was stopped with nothing in hand.
    pub fn stopped(board: &Board, stop: StopReason, reason: Option<String>, tally: Tally) -> Self {
        let bound = board.free_cells() as u32;
        Self { games: Vec::new(), best_games: None, bound, stop, reason, tally, share: None }
    }

    /// What it proves, if this was the range that was to be searched. A part of the ids proves nothing about the rest.
    pub fn finding(self, question: Question, range: &Range) -> Finding {
        let count = match question {
            Question::Count => self.tally.answers,
            Question::CountBest => self.best_games.unwrap_or(0),
            _ => self.games.len() as u64,
        };
        let finding = Finding::of(question, self.stop, count, range);
        let is_proof = self.stop == StopReason::Complete && *range == Range::everything();
        let status = match question {
            Question::Count | Question::CountBest => finding.status,
            _ if is_proof => Status::Optimal,
            _ => Status::Unknown,
        };
        Finding { status, reason: self.reason, ..finding }.with_work(self.tally, self.share)
    }
}
