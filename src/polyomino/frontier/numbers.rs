//! Numbers of solutions: 64 bits each as long as that is enough.

/// A list of numbers.
#[derive(Debug)]
pub(super) enum Numbers {
    Narrow(Vec<u64>),
    Wide(Vec<u128>),
}

impl Default for Numbers {
    fn default() -> Self {
        Self::Narrow(Vec::new())
    }
}

impl Numbers {
    /// Adds a number.
    pub fn push(&mut self, number: u128) {
        if let Self::Narrow(numbers) = self {
            match u64::try_from(number) {
                Ok(number) => return numbers.push(number),
                Err(_) => *self = Self::Wide(numbers.iter().map(|number| u128::from(*number)).collect()),
            }
        }
        if let Self::Wide(numbers) = self {
            numbers.push(number);
        }
    }

    /// The number at an index.
    #[inline]
    pub fn get(&self, index: u32) -> u128 {
        match self {
            Self::Narrow(numbers) => u128::from(numbers[index as usize]),
            Self::Wide(numbers) => numbers[index as usize],
        }
    }

    /// The memory they take.
    pub fn bytes(&self) -> u64 {
        match self {
            Self::Narrow(numbers) => numbers.capacity() as u64 * 8,
            Self::Wide(numbers) => numbers.capacity() as u64 * 16,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_grow_wide_when_they_have_to() {
        let mut numbers = Numbers::default();
        for number in [0, u128::from(u64::MAX), 1 << 64, 7] {
            numbers.push(number);
        }
        let all: Vec<u128> = (0..4).map(|at| numbers.get(at)).collect();
        assert_eq!(all, [0, u128::from(u64::MAX), 1 << 64, 7]);
        assert!(numbers.bytes() >= 64);
    }
}
