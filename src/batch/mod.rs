//! Many cases without anybody watching: one record each, in the order in which they were given, whatever happens.
//!
//! [`collect`] finds the cases, [`run`] searches several at once, and [`Results`] keeps what came out: a case that is
//! bad is a record like any other, and a run that was ended goes on where it was.

mod earlier;
mod lines;
mod results;
mod run;
mod sources;

pub use earlier::Earlier;
pub use results::{Results, ResultsError};
pub use run::{BatchCase, Orders, Summary, refuse_estimate, run};
pub use sources::{Content, Entry, Wishes, collect, expand_packs};
