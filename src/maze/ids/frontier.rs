//! What is left to decide, as seen from the frontier. The undecided part of the grid is a network whose spanning trees
//! are counted by Kirchhoff's theorem; eliminating the cells beyond the frontier from its matrix leaves a small matrix
//! on the frontier and a factor. Both are made for every step of the scan, from the last cell back to the first.

use super::modular::{inverse, multiply, subtract};

/// The matrices of all steps, modulo a prime.
pub struct Frontier {
    prime: u64,
    width: usize,
    cells: usize,
    /// For every step a matrix of `width` x `width`, of which the first rows and columns are used near the end.
    matrices: Vec<u32>,
    /// For every step the determinant of what was eliminated.
    factors: Vec<u64>,
}

impl Frontier {
    /// Eliminates; `None` if a pivot is divisible by the prime.
    pub fn new(prime: u64, width: usize, lines: usize) -> Option<Self> {
        let cells = width * lines;
        let square = width * width;
        let mut matrices = vec![0u32; (cells + 1) * square];
        let mut factors = vec![1; cells + 1];
        // One more than the frontier: the cell that joins it in front, before the one at the end leaves.
        let side = width + 1;
        let mut wide = vec![0u64; side * side];
        for step in (0..cells).rev() {
            let used = width.min(cells - step - 1);
            wide.fill(0);
            for row in 0..used {
                for col in 0..used {
                    wide[(row + 1) * side + col + 1] = matrices[(step + 1) * square + row * width + col].into();
                }
            }
            let mut join = |one: usize, other: usize| {
                for (row, col) in [(one, one), (other, other)] {
                    wide[row * side + col] = (wide[row * side + col] + 1) % prime;
                }
                for (row, col) in [(one, other), (other, one)] {
                    wide[row * side + col] = subtract(wide[row * side + col], 1, prime);
                }
            };
            if step % width + 1 < width {
                join(0, 1);
            }
            factors[step] = factors[step + 1];
            if step + width < cells {
                join(0, width);
                let pivot = wide[width * side + width];
                if pivot == 0 {
                    return None;
                }
                factors[step] = multiply(factors[step], pivot, prime);
                let inverse = inverse(pivot, prime);
                for row in 0..width {
                    let scale = multiply(wide[row * side + width], inverse, prime);
                    for col in 0..width {
                        let change = multiply(scale, wide[width * side + col], prime);
                        wide[row * side + col] = subtract(wide[row * side + col], change, prime);
                    }
                }
            }
            for row in 0..width {
                for col in 0..width {
                    matrices[step * square + row * width + col] = wide[row * side + col] as u32;
                }
            }
        }
        Some(Self { prime, width, cells, matrices, factors })
    }

    /// The prime.
    pub fn prime(&self) -> u64 {
        self.prime
    }

    /// The number of ways to go on from a step, modulo the prime.
    pub fn completions(&self, step: usize, groups: &[u32], wall: Option<(usize, usize)>) -> u64 {
        let used = self.width.min(self.cells - step);
        let groups = &groups[..used];
        let mut labels: Vec<u32> = groups.to_vec();
        labels.sort_unstable();
        labels.dedup();
        let index = |label: u32| labels.binary_search(&label).unwrap_or(0);
        let side = labels.len();
        let mut sums = vec![0u64; side * side];
        let matrix = &self.matrices[step * self.width * self.width..];
        let places: Vec<usize> = groups.iter().map(|&label| index(label)).collect();
        for (row, &to_row) in places.iter().enumerate() {
            for (col, &to_col) in places.iter().enumerate() {
                sums[to_row * side + to_col] += u64::from(matrix[row * self.width + col]);
            }
        }
        if let Some((one, other)) = wall {
            let (one, other) = (places[one], places[other]);
            let less = self.prime - 1;
            sums[one * side + one] += less;
            sums[other * side + other] += less;
            sums[one * side + other] += 1;
            sums[other * side + one] += 1;
        }
        sums.iter_mut().for_each(|sum| *sum %= self.prime);
        multiply(self.factors[step], determinant(&mut sums, side, side - 1, self.prime), self.prime)
    }
}

/// The determinant of the first `size` rows and columns.
fn determinant(matrix: &mut [u64], side: usize, size: usize, prime: u64) -> u64 {
    let mut determinant = 1;
    for step in 0..size {
        let Some(pivot_row) = (step..size).find(|&row| matrix[row * side + step] != 0) else { return 0 };
        if pivot_row != step {
            (0..size).for_each(|col| matrix.swap(pivot_row * side + col, step * side + col));
            determinant = prime - determinant;
        }
        let pivot = matrix[step * side + step];
        determinant = multiply(determinant, pivot, prime);
        let inverse = inverse(pivot, prime);
        let (above, below) = matrix.split_at_mut((step + 1) * side);
        let pivot_row = &above[step * side + step + 1..step * side + size];
        for row in below.chunks_exact_mut(side).take(size - step - 1) {
            if row[step] == 0 {
                continue;
            }
            let scale = prime - multiply(row[step], inverse, prime);
            for (entry, &above) in row[step + 1..size].iter_mut().zip(pivot_row) {
                *entry = (*entry + scale * above) % prime;
            }
        }
    }
    determinant
}
