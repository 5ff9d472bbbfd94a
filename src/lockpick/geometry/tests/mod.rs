//! Rooms are drawn, and so are their graphs.

pub mod drawing;
mod falling;
mod flying;
mod laws;
mod solving;
