//! What can go wrong in a command, and what is said about it.

use std::{io, panic};

use crate::{
    diagnostics::{Diagnostic, with_causes},
    family,
    report::{Medium, path_name},
    terminal::{say, say_in, screen},
};

use super::exit::Exit;

/// Why a command could not do its work.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// A family, the engine or a file said no.
    #[error(transparent)]
    Family(#[from] family::Error),
    /// A flag does not fit.
    #[error("{0}")]
    Usage(String),
    /// The result could not be written.
    #[error("cannot write the result: {0}")]
    Output(#[from] io::Error),
}

impl From<Diagnostic> for Failure {
    fn from(diagnostic: Diagnostic) -> Self {
        Self::Family(diagnostic.into())
    }
}

impl Failure {
    /// How the program ends for this.
    pub fn exit(&self) -> Exit {
        match self {
            // Nobody reads any more: that is no failure of ours.
            _ if self.is_broken_pipe() => Exit::Done,
            Self::Family(family::Error::Search(_) | family::Error::Broken) => Exit::InternalError,
            Self::Family(family::Error::Stopped(_)) => Exit::Incomplete,
            Self::Family(_) | Self::Usage(_) | Self::Output(_) => Exit::Refused,
        }
    }

    fn is_broken_pipe(&self) -> bool {
        let (Self::Output(error) | Self::Family(family::Error::Output(error))) = self else { return false };
        error.kind() == io::ErrorKind::BrokenPipe
    }

    /// Is it about one case, so that others can still be searched?
    pub fn concerns_one_case(&self) -> bool {
        !matches!(self, Self::Output(_) | Self::Family(family::Error::Output(_)))
    }

    /// Says on standard error what went wrong.
    pub fn print(&self) {
        let colour = anstream::AutoStream::choice(&io::stderr()) != anstream::ColorChoice::Never;
        let medium = if colour { Medium::Colours } else { Medium::Text };
        match self {
            _ if self.is_broken_pipe() => {}
            Self::Family(family::Error::Input(diagnostic)) => say_in(medium, &diagnostic.render(colour)),
            other => {
                let text = with_causes(with_flags(other), other);
                say_in(medium, &Diagnostic::new(text).render(colour));
            }
        }
    }
}

/// What a failure says, in terms of the command line: the library knows no flags.
fn with_flags(failure: &Failure) -> String {
    match failure {
        Failure::Family(family::Error::Option(error)) => {
            format!("--{} {}: expected {}", error.name, error.value, error.expected)
        }
        Failure::Family(family::Error::Misplaced { name, reason }) => format!("--{name} {reason}"),
        Failure::Family(family::Error::CheckpointExists(file)) => format!(
            "the checkpoint {} is there already: add --resume to go on from it, or remove it to begin anew",
            path_name(file)
        ),
        other => other.to_string(),
    }
}

/// Makes a panic end with a short text that asks for a report, and with exit code 1. Files in the making are dropped on
/// the way out, so nothing half-written is left.
pub fn report_panics() {
    panic::set_hook(Box::new(|info| {
        // A panic inside a search is caught, named after its range and reported from there.
        let is_worker = std::thread::current().name().is_some_and(|name| name.starts_with("fathom-"));
        if !is_worker {
            screen::give_back();
            say(format!("internal error: {info}"));
            say("this is a defect of fathom: please report it, with the case and the command that led to it");
        }
    }));
}
