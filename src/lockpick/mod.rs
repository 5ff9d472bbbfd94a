//! Levels of *I Wanna Lockpick*: keys, doors and what they do, as a graph that is searched for a way to the goal.

pub mod colour;
pub mod complex;
pub mod geometry;
pub mod import;
pub mod level;
