//! Numbers of any width, from what is left of them by several moduli.

use num_bigint::BigUint;
use num_integer::Integer;
use num_traits::One;

use crate::search::Control;

use super::{NoGraph, ends::Taken, layer::Edge, windows::Windows};

/// Moduli have this many bits: a weight of 8 bits times a residue, and a residue added, fit a word.
const BITS: u32 = 54;

/// What a step adds to the ways takes about so long.
const NANOSECONDS: u64 = 32;

/// Moduli without common factors, whose product is larger than any number of so many bits.
pub(super) fn moduli(bits: u64) -> Vec<u64> {
    let (mut moduli, mut product) = (Vec::<u64>::new(), BigUint::one());
    let mut next = (1u64 << BITS) - 1;
    while product.bits() <= bits {
        if moduli.iter().all(|other| other.gcd(&next) == 1) {
            moduli.push(next);
            product *= next;
        }
        next -= 2;
    }
    moduli
}

/// The one number below the product of all moduli that leaves these residues.
pub(super) fn from_residues(residues: &[(u64, u64)]) -> BigUint {
    let (mut number, mut product) = (BigUint::ZERO, BigUint::one());
    for &(residue, modulus) in residues {
        let modulus = BigUint::from(modulus);
        // number + product * times leaves the residue, too.
        let missing = (BigUint::from(residue) + &modulus - &number % &modulus) % &modulus;
        let inverse = (&product % &modulus).modinv(&modulus).unwrap_or_else(BigUint::one);
        let times = missing * inverse % &modulus;
        number += &product * times;
        product *= modulus;
    }
    number
}

/// No number of solutions has more bits than the number of ways through the windows, whatever pieces they take.
pub(super) fn bits_of_ways(windows: &Windows, taken: &[Vec<Taken>], control: &Control) -> Result<u64, NoGraph> {
    let mut lookout = control.lookout();
    // The logarithm of the ways from each node to the end.
    let mut ways: Vec<Vec<f64>> = vec![Vec::new(); windows.layers.len()];
    for (at, layer) in windows.layers.iter().enumerate().rev() {
        let of_node = |node: usize| -> Result<f64, NoGraph> {
            let edges = layer.edges_of(node);
            let after = |edge: &Edge| ways[at + usize::from(edge.ahead)][edge.node as usize];
            let most = edges.iter().map(after).fold(0.0, f64::max);
            let weight = |edge: &Edge| f64::from(taken[at][usize::from(edge.step)].weight);
            let sum: f64 = edges.iter().map(|edge| weight(edge) * (after(edge) - most).exp2()).sum();
            lookout.spend(NANOSECONDS * edges.len() as u64)?;
            Ok(if edges.is_empty() { 0.0 } else { most + sum.log2() })
        };
        ways[at] = (0..layer.len()).map(of_node).collect::<Result<_, _>>()?;
    }
    let all = ways.first().and_then(|first| first.first()).copied().unwrap_or(0.0);
    // Rounding takes less than a bit.
    Ok(all.max(0.0).ceil() as u64 + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn residues_give_the_number_back() {
        for bits in [1, 53, 54, 200, 1000] {
            let moduli = moduli(bits);
            let number = (BigUint::one() << bits) - 1u32;
            let residues: Vec<(u64, u64)> =
                moduli.iter().map(|it| (u64::try_from(&number % *it).unwrap(), *it)).collect();
            assert_eq!(from_residues(&residues), number, "{bits} bits");
        }
    }
}
