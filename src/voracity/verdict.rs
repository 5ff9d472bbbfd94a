//! What a search of a board has brought, and what that proves.

use crate::{
    report::{Finding, Status},
    search::{Range, StopReason, Tally},
    session::Question,
};

use super::{board::Board, moves::play, starts::StartedGame};

/// What a search has brought.
pub(super) struct Verdict {
    /// The best game and its score, if there is any.
    pub game: Option<(u32, StartedGame)>,
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
        Self { game: Some((score, game)), bound: score, stop, reason: None, tally, share: None }
    }

    /// A search that was stopped with nothing in hand.
    pub fn stopped(board: &Board, stop: StopReason, reason: Option<String>, tally: Tally) -> Self {
        Self { game: None, bound: board.free_cells() as u32, stop, reason, tally, share: None }
    }

    /// What it proves, if this was the range that was to be searched. A part of the ids proves nothing about the rest.
    pub fn finding(self, question: Question, range: &Range) -> Finding {
        let count = match question {
            Question::Count => self.tally.answers,
            _ => u64::from(self.game.is_some()),
        };
        let finding = Finding::of(question, self.stop, count, range);
        let is_proof = self.stop == StopReason::Complete && *range == Range::everything();
        let status = match question {
            Question::Count => finding.status,
            _ if is_proof => Status::Optimal,
            _ => Status::Unknown,
        };
        Finding { status, reason: self.reason, ..finding }.with_work(self.tally, self.share)
    }
}
