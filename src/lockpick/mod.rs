//! Levels of *I Wanna Lockpick*: keys, doors and what they do, as a graph that is searched for a way to the goal.

mod analyse;
pub mod answer;
mod brought;
mod case;
pub mod check;
pub mod colour;
pub mod complex;
pub mod draw;
mod effects;
pub mod family;
pub mod generate;
pub mod geometry;
pub mod import;
pub mod input;
mod layout;
mod learned;
pub mod level;
mod load;
mod mechanics;
mod on_foot;
pub mod outline;
pub mod play;
pub mod rules;
pub mod search;
mod show;
mod solution;
