//! Numbers, sizes and times the way people read them, in few columns.

use std::time::Duration;

/// A number with its digits in groups of three.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number in at most six columns: `950`, `12.3 k`, `4.56 M`.
pub fn short(number: f64) -> String {
    let (scaled, unit) = match number {
        _ if number < 999.5 => return format!("{number:.0}"),
        _ if number < 999.5e3 => (number / 1e3, "k"),
        _ if number < 999.5e6 => (number / 1e6, "M"),
        _ if number < 999.5e9 => (number / 1e9, "G"),
        _ if number < 999.5e12 => (number / 1e12, "T"),
        _ => return format!("{number:.0e}"),
    };
    let decimals = if scaled < 9.995 { 2 } else { usize::from(scaled < 99.95) };
    format!("{scaled:.decimals$} {unit}")
}

/// A size in bytes.
pub fn size(bytes: u64) -> String {
    match bytes as f64 {
        bytes if bytes < f64::from(1 << 20) => format!("{:.0} KiB", bytes / 1024.0),
        bytes if bytes < f64::from(1 << 30) => format!("{:.0} MiB", bytes / f64::from(1 << 20)),
        bytes => format!("{:.2} GiB", bytes / f64::from(1 << 30)),
    }
}

/// A time that has passed: `12.3 s`, `4:05`, `2:03:04`.
pub fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..60 => format!("{:.1} s", time.as_secs_f64()),
        60..3600 => format!("{}:{:02}", seconds / 60, seconds % 60),
        _ => format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60),
    }
}

/// A time that is guessed, no finer than a guess is: `8 s`, `3 min`, `2 h 10 min`, `4 days`, `70 years`.
pub fn about(seconds: f64) -> String {
    match seconds {
        _ if seconds < 90.0 => format!("{:.0} s", seconds.max(1.0)),
        _ if seconds < 90.0 * 60.0 => format!("{:.0} min", seconds / 60.0),
        _ if seconds < 36.0 * 3600.0 => {
            let minutes = (seconds / 600.0).round() as u64 * 10;
            format!("{} h {:02} min", minutes / 60, minutes % 60)
        }
        _ if seconds < 700.0 * 86400.0 => format!("{:.0} days", seconds / 86400.0),
        _ => format!("{} years", short(seconds / (365.25 * 86400.0))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_take_little_room() {
        assert_eq!([grouped(7), grouped(1000), grouped(1_234_567)], ["7", "1,000", "1,234,567"]);
        assert_eq!([short(0.0), short(999.4), short(999.6), short(12_345.0)], ["0", "999", "1.00 k", "12.3 k"]);
        assert_eq!([short(99_960.0), short(999_600.0), short(5e20)], ["100 k", "1.00 M", "5e20"]);
        assert_eq!([size(2048), size(5 << 20), size(3 << 30)], ["2 KiB", "5 MiB", "3.00 GiB"]);
    }

    #[test]
    fn times_are_told_as_finely_as_they_are_known() {
        let seconds = |seconds| clock(Duration::from_secs(seconds));
        assert_eq!([seconds(5), seconds(65), seconds(7384)], ["5.0 s", "1:05", "2:03:04"]);
        assert_eq!([about(0.2), about(89.0), about(90.0), about(7800.0)], ["1 s", "89 s", "2 min", "2 h 10 min"]);
        assert_eq!([about(3e5), about(1e9)], ["3 days", "32 years"]);
    }
}
