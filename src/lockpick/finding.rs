//! What a search of a level proves, in the words of reports.

use num_bigint::BigUint;

use crate::{
    report::{Finding, Status},
    search::{Range, StopReason, Tally},
    session::Question,
    words::counted,
};

use super::search::{Outcome, Verdict, outcome::Doubt};

/// What the outcome of a search proves.
pub(super) fn finding(outcome: &Outcome, range: &Range, share: Option<f64>) -> Finding {
    let depth = match outcome.depth {
        0 => String::new(),
        depth => format!(", up to {} deep", counted(depth as usize, "move")),
    };
    let reached = format!("{}{depth}", counted(outcome.states as usize, "state"));
    let (status, stop, reason) = match &outcome.verdict {
        Verdict::Solved { .. } => match outcome.unproved {
            Some(stop) => {
                let reason = format!("{} before it was proved that no route is shorter", stop.text());
                (Status::Solved, stop, Some(reason))
            }
            None => (Status::Solved, StopReason::SolutionLimit, None),
        },
        // Only a part was looked at.
        Verdict::Unsolvable if *range != Range::everything() => (Status::Unknown, StopReason::Complete, None),
        Verdict::Unsolvable if outcome.states == 0 => {
            let reason = "the goal is out of reach, even if nothing more were spent than must be".to_owned();
            (Status::Unsolvable, StopReason::Complete, Some(reason))
        }
        Verdict::Unsolvable => {
            let reason = format!("every state was looked at or is a dead end ({reached})");
            (Status::Unsolvable, StopReason::Complete, Some(reason))
        }
        Verdict::Unknown(Doubt::Overflow) => {
            let reason = format!("in some states a number outgrows 64 bits; all others were looked at ({reached})");
            (Status::Unknown, StopReason::Complete, Some(reason))
        }
        Verdict::Unknown(Doubt::Stopped(stop)) => {
            let reason = format!("{}, and no route is among {reached}", stop.text());
            (Status::Unknown, *stop, Some(reason))
        }
    };
    // Where there are ids, they tell how much is left.
    let reason = reason.filter(|_| stop.is_final() || share.is_none());
    let tally = Tally { nodes: outcome.expansions, cases: outcome.expansions, answers: 0 };
    Finding {
        status,
        reason,
        count: BigUint::from(u32::from(status == Status::Solved)),
        ..Finding::of(Question::FIRST, stop, 0u32, range).with_work(tally, share)
    }
}
