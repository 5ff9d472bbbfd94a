//! Exact answers: the chance to finish, the expected length and its variance as fractions.
//!
//! The equations are solved modulo enough primes below 2^62. By Cramer's rule the determinant D, and D·x, D²·y … for
//! the solutions built on each other, are whole numbers. Since W·I − C is an M-matrix, D is at most the product of its
//! diagonal, so the sizes of these numbers are known beforehand, and so is the number of primes that proves them.

use num_bigint::{BigInt, BigUint};
use num_integer::Integer;
use num_traits::{One, ToPrimitive, Zero};

use super::{
    arithmetic::{Arithmetic, Prime},
    elimination::{Elimination, Structure},
};
use crate::{search::StopReason, snakes::chain::Chain};

/// A fraction in lowest terms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fraction {
    /// Above the line.
    pub numerator: BigUint,
    /// Below the line; never 0.
    pub denominator: BigUint,
}

impl Fraction {
    pub(super) fn new(numerator: BigUint, denominator: BigUint) -> Self {
        let common = numerator.gcd(&denominator);
        Self { numerator: numerator / &common, denominator: denominator / common }
    }

    /// The decimal number with so many digits after the point, rounded to nearest.
    pub fn decimal(&self, digits: u32) -> String {
        let scale = BigUint::from(10u32).pow(digits);
        let twice = (&self.numerator * &scale * 2u32 + &self.denominator) / (&self.denominator * 2u32);
        point(&twice, digits)
    }

    /// The square root as a decimal number, cut off after so many digits.
    pub fn root_decimal(&self, digits: u32) -> String {
        let scale = BigUint::from(100u32).pow(digits);
        point(&(&self.numerator * scale / &self.denominator).sqrt(), digits)
    }

    /// The nearest float, or almost.
    pub fn to_f64(&self) -> f64 {
        quotient(&self.numerator, &self.denominator)
    }
}

/// The quotient of two whole numbers as a float.
pub(super) fn quotient(above: &BigUint, below: &BigUint) -> f64 {
    // Both are scaled down together so that neither overflows.
    let shift = above.bits().max(below.bits()).saturating_sub(1000);
    let small = |number: &BigUint| (number >> shift).to_f64().unwrap_or(f64::INFINITY);
    let below = small(below);
    if below == 0.0 { f64::INFINITY } else { small(above) / below }
}

impl std::fmt::Display for Fraction {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if self.denominator.is_one() {
            write!(f, "{}", self.numerator)
        } else {
            write!(f, "{}/{}", self.numerator, self.denominator)
        }
    }
}

/// Puts the point before the last `digits` digits.
fn point(number: &BigUint, digits: u32) -> String {
    let text = format!("{number:0>width$}", width = digits as usize + 1);
    let (whole, part) = text.split_at(text.len() - digits as usize);
    if digits == 0 { whole.to_owned() } else { format!("{whole}.{part}") }
}

/// What is known exactly about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exact {
    /// The chance that the game ends at all.
    pub finishes: Fraction,
    /// The expected number of turns of games that end; `None` if none does.
    pub expected: Option<Fraction>,
    /// Its variance.
    pub variance: Option<Fraction>,
}

/// How much work an exact answer may be: operations on residues.
pub const WORK_LIMIT: f64 = 1e9;

/// An estimate of the operations on residues that [`solve`] needs.
pub fn work(chain: &Chain, structure: &Structure) -> f64 {
    let unknowns = structure.unknowns() as f64 + 4.0;
    let arcs = structure.equations() as f64 * chain.outcomes().len() as f64;
    let primes = size_in_bits(chain, structure, 3) / 61.0 + 1.0;
    (arcs * unknowns + unknowns.powi(3) / 3.0) * primes
}

/// A bound on the bits of Dᵏ·(the k-th solution), where every solution is built on the one before.
///
/// With n equations D ≤ Wⁿ, the entries of D·(W·I − C)⁻¹ are at most Wⁿ⁻¹, and no right side is more than 3·W times the
/// largest value of the solutions before: each step adds at most log2(3n) + n·log2(W) bits.
fn size_in_bits(chain: &Chain, structure: &Structure, steps: u32) -> f64 {
    let equations = structure.equations() as f64;
    let step = equations * (chain.total() as f64).log2() + (3.0 * equations.max(1.0)).log2();
    f64::from(steps) * step + 8.0
}

/// A whole number that grows by Chinese remaindering.
struct Growing {
    value: BigUint,
}

impl Growing {
    /// Takes in a residue, given the product of the primes so far.
    fn add(&mut self, prime: &Prime, residue: u64, product: &BigUint, product_inverse: u64) {
        let known = (&self.value % prime.value()).to_u64().unwrap_or(0);
        let missing = prime.sub(residue, prime.whole(known));
        let digit = prime.plain(prime.mul(missing, product_inverse));
        self.value += product * digit;
    }
}

/// Solves a chain exactly.
pub fn solve(chain: &Chain, structure: &Structure) -> Result<Exact, StopReason> {
    if !structure.live()[chain.start()] {
        let finishes = Fraction::new(BigUint::zero(), BigUint::one());
        return Ok(Exact { finishes, expected: None, variance: None });
    }
    // If every game ends, the chance to finish is 1 and need not be solved for: one step less.
    let certain = structure.certain();
    let steps = if certain { 2 } else { 3 };
    let bits = size_in_bits(chain, structure, steps);
    let mut product = BigUint::one();
    let mut numbers: [Growing; 4] = std::array::from_fn(|_| Growing { value: BigUint::zero() });
    for prime in Prime::descending() {
        if product.bits() as f64 > bits + 1.0 {
            break;
        }
        // A prime that divides a pivot is skipped: there are plenty.
        let Some(residues) = residues(&prime, chain, structure)? else { continue };
        let known = prime.whole((&product % prime.value()).to_u64().unwrap_or(0));
        let Some(inverse) = prime.inverse(known) else { continue };
        for (number, residue) in numbers.iter_mut().zip(residues) {
            number.add(&prime, residue, &product, inverse);
        }
        product *= prime.value();
        chain.control().proceed()?;
    }
    let [determinant, finish, first, second] = numbers.map(|number| number.value);
    if certain {
        // D, -, D·E(T), D²·E(T²).
        let square = &determinant * &determinant;
        let variance = difference(second, &first * &first);
        return Ok(Exact {
            finishes: Fraction::new(BigUint::one(), BigUint::one()),
            expected: Some(Fraction::new(first, determinant)),
            variance: Some(Fraction::new(variance, square)),
        });
    }
    // D, D·h, D²·E(T; finished), D³·E(T²; finished); given that the game ends, divide by h = finish / D.
    // E = first / (D·finish); Var = second / (D²·finish) − first² / (D²·finish²).
    let below = &determinant * &finish;
    let variance = difference(&second * &finish, &first * &first);
    Ok(Exact {
        finishes: Fraction::new(finish.clone(), determinant),
        variance: Some(Fraction::new(variance, &below * &below)),
        expected: Some(Fraction::new(first, below)),
    })
}

/// D, and D times the expected turns from every state whose games all end.
pub fn values(chain: &Chain, structure: &Structure) -> Result<(BigUint, Vec<BigUint>), StopReason> {
    let bits = size_in_bits(chain, structure, 1);
    let mut product = BigUint::one();
    let zero = || Growing { value: BigUint::zero() };
    let (mut below, mut above) = (zero(), (0..chain.len()).map(|_| zero()).collect::<Vec<_>>());
    for prime in Prime::descending() {
        if product.bits() as f64 > bits + 1.0 {
            break;
        }
        chain.control().proceed()?;
        let Some(elimination) = Elimination::new(prime, chain, structure)? else { continue };
        let known = prime.whole((&product % prime.value()).to_u64().unwrap_or(0));
        let (determinant, inverse) = (elimination.determinant(), prime.inverse(known));
        let Some(inverse) = inverse.filter(|_| determinant != 0) else { continue };
        let turns = super::moments::first(&prime, chain, &elimination)?;
        below.add(&prime, determinant, &product, inverse);
        for (number, turns) in above.iter_mut().zip(turns) {
            number.add(&prime, prime.mul(determinant, turns), &product, inverse);
        }
        product *= prime.value();
    }
    Ok((below.value, above.into_iter().map(|number| number.value).collect()))
}

fn difference(a: BigUint, b: BigUint) -> BigUint {
    let difference = BigInt::from(a) - BigInt::from(b);
    // A variance is never negative.
    difference.to_biguint().unwrap_or_default()
}

/// D, D·h, Dᵏ·E(T; finished), Dᵏ⁺¹·E(T²; finished) for the start, with k = 1 if h is 1 everywhere, else 2.
fn residues(prime: &Prime, chain: &Chain, structure: &Structure) -> Result<Option<[u64; 4]>, StopReason> {
    let Some(elimination) = Elimination::new(*prime, chain, structure)? else { return Ok(None) };
    let determinant = elimination.determinant();
    if determinant == 0 {
        return Ok(None);
    }
    let moments = super::moments::solve(prime, chain, structure, &elimination)?;
    let start = chain.start();
    let mut power = if structure.certain() { prime.whole(1) } else { determinant };
    let finish = prime.mul(power, moments.finishes[start]);
    power = prime.mul(power, determinant);
    let first = prime.mul(power, moments.first[start]);
    power = prime.mul(power, determinant);
    let second = prime.mul(power, moments.second[start]);
    Ok(Some([determinant, finish, first, second]))
}
