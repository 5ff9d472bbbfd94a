//! The numbers an elimination can be done in: floats for speed, residues of a prime for exactness.

/// Numbers that can be added, multiplied and inverted.
pub trait Arithmetic {
    /// The numbers.
    type Number: Copy + PartialEq + Send + Sync;

    /// 0.
    fn zero(&self) -> Self::Number;
    /// A small whole number.
    fn whole(&self, value: u64) -> Self::Number;
    /// a + b.
    fn add(&self, a: Self::Number, b: Self::Number) -> Self::Number;
    /// a − b.
    fn sub(&self, a: Self::Number, b: Self::Number) -> Self::Number;
    /// a · b.
    fn mul(&self, a: Self::Number, b: Self::Number) -> Self::Number;
    /// 1 / a. `None` for 0.
    fn inverse(&self, a: Self::Number) -> Option<Self::Number>;
}

/// Double precision.
#[derive(Clone, Copy, Debug, Default)]
pub struct Floats;

impl Arithmetic for Floats {
    type Number = f64;

    fn zero(&self) -> f64 {
        0.0
    }
    fn whole(&self, value: u64) -> f64 {
        value as f64
    }
    fn add(&self, a: f64, b: f64) -> f64 {
        a + b
    }
    fn sub(&self, a: f64, b: f64) -> f64 {
        a - b
    }
    fn mul(&self, a: f64, b: f64) -> f64 {
        a * b
    }
    fn inverse(&self, a: f64) -> Option<f64> {
        (a != 0.0).then(|| 1.0 / a)
    }
}

/// Residues of an odd prime below 2^63, in Montgomery's form: a residue a is kept as a·2^64.
#[derive(Clone, Copy, Debug)]
pub struct Prime {
    prime: u64,
    /// −1/prime modulo 2^64.
    negative_inverse: u64,
    /// 2^128 modulo the prime: multiplying by it brings a number into the form.
    square: u64,
}

impl Prime {
    /// Arithmetic with this modulus, which must be odd and below 2^63. It is the caller's claim that it is prime.
    fn new(prime: u64) -> Self {
        // Newton's iteration doubles the number of right bits; an odd number is its own inverse modulo 8.
        let mut inverse = prime;
        for _ in 0..5 {
            inverse = inverse.wrapping_mul(2u64.wrapping_sub(prime.wrapping_mul(inverse)));
        }
        let once = (u128::from(u64::MAX) + 1) % u128::from(prime);
        let square = (once * once % u128::from(prime)) as u64;
        Self { prime, negative_inverse: inverse.wrapping_neg(), square }
    }

    /// The primes below 2^62, largest first.
    pub fn descending() -> impl Iterator<Item = Self> {
        (1u64 << 61..1 << 62).rev().step_by(2).map(Self::new).filter(Self::is_prime)
    }

    /// The prime itself.
    pub fn value(&self) -> u64 {
        self.prime
    }

    /// The residue as a plain number.
    pub fn plain(&self, a: u64) -> u64 {
        self.mul(a, 1)
    }

    /// a^exponent.
    fn power(&self, mut a: u64, mut exponent: u64) -> u64 {
        let mut product = self.whole(1);
        while exponent > 0 {
            if exponent & 1 == 1 {
                product = self.mul(product, a);
            }
            a = self.mul(a, a);
            exponent >>= 1;
        }
        product
    }

    /// Miller's test; with these bases it is a proof for every 64-bit number.
    fn is_prime(&self) -> bool {
        const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
        if BASES.iter().any(|&base| self.prime.is_multiple_of(base)) {
            return BASES.contains(&self.prime);
        }
        let twos = (self.prime - 1).trailing_zeros();
        let (one, minus_one) = (self.whole(1), self.sub(0, self.whole(1)));
        BASES.iter().all(|&base| {
            let mut power = self.power(self.whole(base), (self.prime - 1) >> twos);
            if power == one {
                return true;
            }
            for _ in 1..twos {
                if power == minus_one {
                    return true;
                }
                power = self.mul(power, power);
            }
            power == minus_one
        })
    }
}

impl Arithmetic for Prime {
    type Number = u64;

    fn zero(&self) -> u64 {
        0
    }
    fn whole(&self, value: u64) -> u64 {
        self.mul(value % self.prime, self.square)
    }
    fn add(&self, a: u64, b: u64) -> u64 {
        let sum = a + b;
        if sum >= self.prime { sum - self.prime } else { sum }
    }
    fn sub(&self, a: u64, b: u64) -> u64 {
        if a >= b { a - b } else { a + self.prime - b }
    }
    fn mul(&self, a: u64, b: u64) -> u64 {
        let product = u128::from(a) * u128::from(b);
        let factor = (product as u64).wrapping_mul(self.negative_inverse);
        let sum = product + u128::from(factor) * u128::from(self.prime);
        let reduced = (sum >> 64) as u64;
        if reduced >= self.prime { reduced - self.prime } else { reduced }
    }
    fn inverse(&self, a: u64) -> Option<u64> {
        (a != 0).then(|| self.power(a, self.prime - 2))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn the_largest_primes_below_two_to_the_62_are_found() {
        let gaps: Vec<_> = Prime::descending().take(3).map(|prime| (1u64 << 62) - prime.value()).collect();
        assert_eq!(gaps, [57, 87, 117]);
    }

    proptest! {
        #[test]
        fn residues_agree_with_plain_remainders(a in 0..u64::MAX, b in 0..u64::MAX) {
            let prime = Prime::descending().next().unwrap();
            let modulus = u128::from(prime.value());
            let (x, y) = (prime.whole(a), prime.whole(b));
            let (a, b) = (u128::from(a) % modulus, u128::from(b) % modulus);
            prop_assert_eq!(u128::from(prime.plain(prime.mul(x, y))), a * b % modulus);
            prop_assert_eq!(u128::from(prime.plain(prime.add(x, y))), (a + b) % modulus);
            prop_assert_eq!(u128::from(prime.plain(prime.sub(x, y))), (a + modulus - b) % modulus);
            if x != 0 {
                prop_assert_eq!(prime.plain(prime.mul(x, prime.inverse(x).unwrap())), 1);
            }
        }
    }
}
