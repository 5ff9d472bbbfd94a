//! Playing a level: where the player can be, what can be done there, and what comes of it.

pub mod codec;
pub mod moves;
pub mod state;
pub mod terrain;
mod travel;
mod turn;

#[cfg(test)]
mod tests;

pub use moves::{Action, Move};
pub use state::State;
pub use terrain::Terrain;
