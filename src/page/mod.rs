//! Pages: one HTML file that shows a case, its solutions and the figures of the run, and needs nothing else. A family
//! says where its solutions are shown (a [`Stage`]) and what is shown of each (a [`Performance`]); the rest is the same
//! for all.

mod animation;
mod document;
mod solutions;
#[cfg(test)]
mod tests;

use serde::Serialize;

use crate::picture::{Colour, Point, Scene};

pub use animation::animated;
pub use document::{CasePage, Figure, MAX_STATIC, escape, json_for_script, write};
pub use solutions::Solutions;

/// What stands behind the solutions.
#[derive(Clone, Debug, Default)]
pub enum Backdrop {
    /// Nothing: it would be too large.
    #[default]
    Nothing,
    /// A picture.
    Scene(Scene),
    /// A picture in pixels, as a PNG file.
    Pixels {
        /// The file.
        png: Vec<u8>,
        /// In pixels.
        width: usize,
        /// In pixels.
        height: usize,
    },
}

/// How the cells of a board hang together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs)]
pub enum Lattice {
    Flat,
    Box,
    Pyramid,
}

/// A piece of a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PieceOnPage {
    /// What it is called; copies may have names of their own.
    pub name: String,
    /// What it and its copies are called.
    pub kind: String,
    /// Its colour.
    pub colour: Colour,
}

/// Where solutions are shown.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Stage {
    /// Nowhere: there are pictures, or there is nothing.
    #[default]
    Still,
    /// On the cells of a board, which pieces fill.
    Cells {
        /// How they hang together.
        lattice: Lattice,
        /// Columns, rows and layers.
        size: [usize; 3],
        /// Column, row and layer of each.
        cells: Vec<[usize; 3]>,
        /// The corners of each, clockwise, if they are no squares.
        #[serde(skip_serializing_if = "Option::is_none")]
        corners: Option<Vec<Vec<Point>>>,
        /// Those on which given pieces lie.
        given: Vec<usize>,
        /// The pieces.
        pieces: Vec<PieceOnPage>,
    },
    /// At places of the backdrop, one after the other.
    Places(Places),
    /// Nowhere: how likely each number of turns is.
    Chances {
        /// The chance of each number, from 0 on.
        chances: Vec<f64>,
    },
}

/// Places of a backdrop that are gone to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Places {
    /// Where they are.
    pub spots: Spots,
    /// How large a place is.
    pub unit: f32,
    /// What is left behind.
    pub trace: Trace,
}

/// Where places are in the backdrop.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "spots", rename_all = "kebab-case")]
pub enum Spots {
    /// In rows and columns.
    Grid {
        /// The middle of the first.
        origin: [f32; 2],
        /// From one to the next.
        step: f32,
        /// How many are in a row.
        columns: usize,
    },
    /// Anywhere.
    #[serde(untagged)]
    Points(Vec<Point>),
    /// Rectangles anywhere: left, top, width and height.
    #[serde(untagged)]
    Areas(Vec<[f32; 4]>),
}

/// What is left behind by whoever goes from place to place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trace {
    /// A line.
    Line,
    /// A line, and the cells on it are covered.
    Cover,
    /// A number at each place.
    Visit,
}

/// What is shown of a solution.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Performance {
    /// Nothing but its picture.
    #[default]
    Still,
    /// The number of the piece on each cell, from 1 on; 0 on empty ones.
    Cells(Vec<u16>),
    /// One place after the other.
    Steps {
        /// Where it begins.
        start: usize,
        /// The steps.
        steps: Vec<Step>,
    },
}

/// A step to a place.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// Where it leads.
    pub place: usize,
    /// The places on the way there.
    pub via: Vec<usize>,
    /// What it is.
    pub text: String,
    /// What is in hand afterwards, where that matters.
    pub hand: Option<Vec<(Colour, String)>>,
    /// The places that this step makes empty.
    pub cleared: Vec<usize>,
}

impl Step {
    /// A step straight to a place.
    pub fn to(place: usize, text: String) -> Self {
        Self { place, via: Vec::new(), text, hand: None, cleared: Vec::new() }
    }
}
