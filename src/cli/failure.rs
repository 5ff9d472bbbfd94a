//! What can go wrong in a command, and what is said about it.

use std::io;

use crate::{
    diagnostics::Diagnostic,
    search::{CheckpointError, SearchError},
};

use super::{exit::Exit, output::say};

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The user gave something that is wrong.
    #[error(transparent)]
    Input(#[from] Diagnostic),
    /// A flag does not fit.
    #[error("{0}")]
    Usage(String),
    /// The result could not be written.
    #[error("cannot write the result: {0}")]
    Output(#[from] io::Error),
    /// A checkpoint could not be used or written.
    #[error(transparent)]
    Checkpoint(#[from] CheckpointError),
    /// The search broke.
    #[error(transparent)]
    Search(#[from] SearchError),
}

impl Failure {
    /// How the program ends for this.
    pub fn exit(&self) -> Exit {
        match self {
            // Nobody reads any more: that is no failure of ours.
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => Exit::Done,
            Self::Input(_) | Self::Usage(_) | Self::Checkpoint(_) | Self::Output(_) => Exit::Refused,
            Self::Search(_) => Exit::InternalError,
        }
    }

    /// Says on standard error what went wrong.
    pub fn print(&self) {
        let colour = anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never;
        match self {
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
            Self::Input(diagnostic) => say(diagnostic.render(colour)),
            other => {
                let mut text = other.to_string();
                let mut cause = std::error::Error::source(other);
                // Transparent variants repeat their inner error's text: only what adds something is said.
                while let Some(error) = cause {
                    let more = error.to_string();
                    if !text.contains(&more) {
                        text += &format!(": {more}");
                    }
                    cause = error.source();
                }
                say(Diagnostic::new(text).render(colour));
            }
        }
    }
}
