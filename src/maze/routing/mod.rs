//! The kinds of routing: what is done to a perfect maze to make it one without dead ends, one without forks, or one
//! that leaves cells out.

mod braid;
mod sparse;
#[cfg(test)]
mod tests;
mod unicursal;

pub use self::{
    braid::braid,
    sparse::thin_out,
    unicursal::{around_shape, tree_size, unicursal},
};

/// What the ways of a maze look like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Routing {
    /// Exactly one way between any two cells.
    Perfect,
    /// No dead ends.
    Braid,
    /// This share of the dead ends of a perfect maze is gone.
    PartialBraid(f64),
    /// One way through all cells, without any fork.
    Unicursal,
    /// A perfect maze that leaves this share of the cells out.
    Sparse(f64),
}

impl Routing {
    /// What the command line calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Perfect => "perfect",
            Self::Braid => "braid",
            Self::PartialBraid(_) => "partial-braid",
            Self::Unicursal => "unicursal",
            Self::Sparse(_) => "sparse",
        }
    }
}
