//! Whole complex numbers as people write them.

use crate::lockpick::complex::Complex;

/// Reads `3`, `-2`, `i`, `-4i`, `3+2i`. `None` if it is something else or does not fit 64 bits.
pub fn parse_number(text: &str) -> Option<Complex> {
    let Some(before) = text.strip_suffix('i') else { return Some(Complex::real(integer(text)?)) };
    // The imaginary part begins at the last sign.
    let split = before.rfind(['+', '-']).unwrap_or(0);
    let (re, im) = before.split_at(split);
    let re = if re.is_empty() { 0 } else { integer(re)? };
    let im = match im {
        "" | "+" => 1,
        "-" => -1,
        digits => integer(digits)?,
    };
    Some(Complex::new(re, im))
}

/// Digits with at most one sign before them.
fn integer(text: &str) -> Option<i64> {
    text.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_are_written() {
        for (re, im) in [(0, 0), (7, 0), (-3, 0), (0, 1), (0, -1), (0, 12), (3, 2), (-3, -2), (1, 1), (i64::MIN, 5)] {
            let number = Complex::new(re, im);
            assert_eq!(parse_number(&number.to_string()), Some(number));
        }
        for wrong in ["", "+", "-", "3j", "i3", "3i2", "2+", "3+i+i", "1.5", "99999999999999999999", "--2", "3+-i"] {
            assert_eq!(parse_number(wrong), None, "{wrong}");
        }
    }
}
