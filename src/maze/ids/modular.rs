//! Arithmetic modulo primes of 31 bits, and how remainders become a number again.

use num_bigint::BigUint;

/// Every prime used is above 2^30.
pub const BITS_PER_PRIME: u64 = 30;

/// The primes below 2^31, from the largest down.
pub fn primes() -> impl Iterator<Item = u64> {
    (1u64 << 30..1 << 31).rev().filter(|&number| is_prime(number))
}

/// The product of two remainders.
#[inline]
pub fn multiply(one: u64, other: u64, prime: u64) -> u64 {
    one * other % prime
}

/// The difference of two remainders.
#[inline]
pub fn subtract(one: u64, other: u64, prime: u64) -> u64 {
    (one + prime - other) % prime
}

/// What a remainder other than 0 must be multiplied with to give 1.
pub fn inverse(number: u64, prime: u64) -> u64 {
    power(number, prime - 2, prime)
}

fn power(mut base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let mut result = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            result = multiply(result, base, modulus);
        }
        base = multiply(base, base, modulus);
        exponent >>= 1;
    }
    result
}

/// Miller and Rabin's test; with these bases it does not err below 3,215,031,751.
fn is_prime(number: u64) -> bool {
    if number.is_multiple_of(2) {
        return number == 2;
    }
    let twos = (number - 1).trailing_zeros();
    let odd = (number - 1) >> twos;
    [2, 3, 5, 7].into_iter().all(|base| {
        let mut value = power(base, odd, number);
        if value == 1 || value == number - 1 {
            return true;
        }
        (1..twos).any(|_| {
            value = multiply(value, value, number);
            value == number - 1
        })
    })
}

/// Puts remainders together.
pub struct Remainders {
    primes: Vec<u64>,
    /// For every prime, the inverses of the primes before it.
    inverses: Vec<Vec<u64>>,
}

impl Remainders {
    /// Prepares for these primes.
    pub fn new(primes: Vec<u64>) -> Self {
        let inverses = primes
            .iter()
            .enumerate()
            .map(|(index, &prime)| primes[..index].iter().map(|&before| inverse(before % prime, prime)).collect());
        Self { inverses: inverses.collect(), primes }
    }

    /// The least number with these remainders (Garner's method: the digits of a number whose places are the primes).
    pub fn combine(&self, remainders: &[u64]) -> BigUint {
        let mut digits: Vec<u64> = Vec::with_capacity(remainders.len());
        for ((&remainder, &prime), inverses) in remainders.iter().zip(&self.primes).zip(&self.inverses) {
            let digit = digits.iter().zip(inverses).fold(remainder, |value, (&digit, &inverse)| {
                multiply(subtract(value, digit % prime, prime), inverse, prime)
            });
            digits.push(digit);
        }
        digits.iter().zip(&self.primes).rev().fold(BigUint::ZERO, |number, (&digit, &prime)| number * prime + digit)
    }
}
