//! Mazes: made by any of eleven algorithms in any of five kinds of routing, numbered, measured, certified, solved,
//! drawn and read. A maze is two bits a cell, so a billion of them fit where others keep forty million.

mod answer;
mod batch;
mod book;
mod case;
pub mod certify;
pub mod check;
mod claims;
pub mod draw;
pub mod family;
pub mod generate;
pub mod graph;
pub mod grid;
pub mod ids;
pub mod mask;
pub mod measure;
pub mod moves;
mod pick;
pub mod random;
pub mod read;
pub mod recipe;
pub mod routing;
mod search;
mod show;
mod solution;
pub mod solve;
pub mod tiles;
