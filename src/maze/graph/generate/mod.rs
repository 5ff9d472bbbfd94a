//! The algorithms that make perfect mazes on any links, one file each. Each brings the links to be opened, in the
//! order in which it opens them: a tree of every part.

mod aldous_broder;
mod division;
mod growing_tree;
mod hunt_and_kill;
mod kruskal;
mod prim;
mod wilson;

use super::links::Links;
use crate::{
    diagnostics::Diagnostic,
    family::Error,
    maze::{
        generate::{Algorithm, growing_tree::Mix},
        random::Random,
    },
    search::{Control, StopReason},
};

/// Can the algorithm work on any links? The others need whole rows of squares.
pub fn is_general(algorithm: Algorithm) -> bool {
    !matches!(algorithm, Algorithm::Eller | Algorithm::Sidewinder | Algorithm::BinaryTree)
}

/// The links of a perfect maze of every part.
pub fn perfect(algorithm: Algorithm, links: &Links, random: &mut Random, control: &Control) -> Result<Vec<u32>, Error> {
    let watch = &mut control.lookout();
    let newest = Mix { newest: 1, oldest: 0, random: 0 };
    let made = match algorithm {
        Algorithm::Dfs => growing_tree::generate(links, newest, random, watch),
        Algorithm::GrowingTree(mix) => growing_tree::generate(links, mix, random, watch),
        Algorithm::Kruskal => kruskal::generate(links, random, watch),
        Algorithm::Prim => prim::generate(links, random, watch),
        Algorithm::Wilson => wilson::generate(links, random, watch),
        Algorithm::AldousBroder => aldous_broder::generate(links, random, watch),
        Algorithm::HuntAndKill => hunt_and_kill::generate(links, random, watch),
        Algorithm::RecursiveDivision => division::generate(links, random, watch),
        Algorithm::Eller | Algorithm::Sidewinder | Algorithm::BinaryTree => {
            let able = Algorithm::ALL.into_iter().filter(|&other| is_general(other)).map(Algorithm::name);
            let help = format!("these can: {}", able.collect::<Vec<_>>().join(", "));
            let title = format!("{} needs whole rows of squares on one floor", algorithm.name());
            return Err(Diagnostic::new(title).help(help).into());
        }
    };
    Ok(made?)
}

/// The first cell of every part, and how many cells it has.
fn parts(links: &Links, watch: &mut crate::search::Lookout<'_>) -> Result<Vec<(usize, usize)>, StopReason> {
    let mut seen = vec![false; links.cells()];
    let mut parts = Vec::new();
    let mut queue = Vec::new();
    for first in 0..links.cells() {
        if std::mem::replace(&mut seen[first], true) {
            continue;
        }
        let mut count = 0;
        queue.push(first);
        while let Some(cell) = queue.pop() {
            watch.spend(16)?;
            count += 1;
            for link in links.of(cell) {
                if !std::mem::replace(&mut seen[link.to as usize], true) {
                    queue.push(link.to as usize);
                }
            }
        }
        parts.push((first, count));
    }
    Ok(parts)
}
