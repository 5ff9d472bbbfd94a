//! Levels of *I Wanna Lockpick*: keys, doors and what they do, as a graph that is searched for a way to the goal.

pub mod answer;
pub mod check;
pub mod colour;
pub mod complex;
pub mod draw;
pub mod generate;
pub mod geometry;
pub mod import;
pub mod input;
pub mod level;
pub mod outline;
pub mod play;
pub mod rules;
pub mod search;
