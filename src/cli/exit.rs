//! The exit codes, all of them.

use std::process::ExitCode;

use num_bigint::BigUint;

use crate::report::{Finding, Status};

/// How the program ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// What was asked for is done.
    Done,
    /// A solution was found; only with `--exit-code`.
    Found,
    /// It is proved that there is no solution; only with `--exit-code`.
    ProvedNone,
    /// A limit ended the search before it could answer.
    Incomplete,
    /// The search was stopped, and a checkpoint was written to go on from.
    Suspended,
    /// Wrong usage, bad input, or an answer that is wrong.
    Refused,
    /// A defect of this program.
    InternalError,
}

impl Exit {
    /// The exit for the end of a search.
    pub fn of(finding: &Finding, has_checkpoint: bool, tell_status: bool) -> Self {
        match (finding.stop.is_final(), finding.status) {
            (false, _) if has_checkpoint => Self::Suspended,
            (false, _) => Self::Incomplete,
            // All was done that could be, and it was not enough to tell.
            (true, Status::Unknown) if finding.reason.is_some() => Self::Incomplete,
            // A part of the ids proves nothing about the rest, but what was found in it was found.
            (true, Status::Unknown) if tell_status && finding.count > BigUint::ZERO => Self::Found,
            (true, Status::Unsolvable) if tell_status => Self::ProvedNone,
            (true, Status::Counted) if tell_status && finding.count == BigUint::ZERO && finding.range.is_some() => {
                Self::Done
            }
            (true, Status::Counted) if tell_status && finding.count == BigUint::ZERO => Self::ProvedNone,
            (true, Status::Solved | Status::Optimal | Status::Counted) if tell_status => Self::Found,
            (true, _) => Self::Done,
        }
    }

    /// The code that the system is told.
    pub fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::InternalError => 1,
            Self::Refused => 2,
            Self::Incomplete => 3,
            Self::Found => 10,
            Self::ProvedNone => 20,
            Self::Suspended => 75,
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}
