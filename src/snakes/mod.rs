//! Snakes and Ladders: the shortest games, the exact odds, simulation and the design of boards.
//!
//! A case file becomes a [`Case`](board::Case) (board and rules), and that is compiled into a
//! [`Chain`](chain::Chain): the states a player can be in and where each outcome of the die leads. Paths, odds
//! and simulation all read the chain and nothing else, so every rule works everywhere.

pub mod board;
mod case;
pub mod chain;
pub mod check;
pub mod design;
pub mod dfs;
pub mod draw;
pub mod family;
mod generate;
pub mod input;
pub mod odds;
pub mod paths;
pub mod rules;
pub mod run_tree;
mod show;
pub mod simulate;
mod solution;
pub mod strategy;
pub mod tree;
