//! The lines of a list or of a file of results, however long they are.

use std::io::{self, BufRead, Read};

/// Every line is shorter: no case is larger.
const MOST_BYTES: u64 = 2 << 30;
/// So much room for a line is kept for the next one.
const ROOM: usize = 1 << 20;

/// Lines that are read one after the other.
pub(super) struct Lines<R> {
    input: R,
    line: Vec<u8>,
    /// How many lines have been read.
    number: usize,
}

impl<R: BufRead> Lines<R> {
    pub fn new(input: R) -> Self {
        Self { input, line: Vec::new(), number: 0 }
    }

    /// The number of the next line, from 1 on, and the line with its end, if it has one; none after the last. What does
    /// not begin as a line has to is brought as far as it is known, for it may be very long.
    pub fn next_beginning_with(&mut self, begins: impl FnOnce(u8) -> bool) -> io::Result<Option<(usize, &[u8])>> {
        self.line.clear();
        self.line.shrink_to(ROOM);
        self.number += 1;
        let start = self.input.fill_buf()?;
        match start.first() {
            None => return Ok(None),
            Some(&first) if !begins(first) => self.line.extend_from_slice(start),
            Some(_) => {
                self.input.by_ref().take(MOST_BYTES).read_until(b'\n', &mut self.line)?;
                if self.line.len() as u64 == MOST_BYTES && self.line.last() != Some(&b'\n') {
                    let text = format!("line {} is longer than {} GiB", self.number, MOST_BYTES >> 30);
                    return Err(io::Error::other(text));
                }
            }
        }
        Ok(Some((self.number, &self.line)))
    }

    /// The same, whatever a line begins with.
    pub fn next_line(&mut self) -> io::Result<Option<(usize, &[u8])>> {
        self.next_beginning_with(|_| true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_with_their_ends_and_numbers() {
        let mut lines = Lines::new(&b"one\n\n{two}"[..]);
        for expected in [(1, &b"one\n"[..]), (2, b"\n"), (3, b"{two}")] {
            assert_eq!(lines.next_line().unwrap(), Some(expected));
        }
        assert_eq!(lines.next_line().unwrap(), None);
        let mut lines = Lines::new(io::BufReader::with_capacity(16, io::repeat(0)));
        let (_, start) = lines.next_beginning_with(|first| first == b'{').unwrap().unwrap();
        assert_eq!(start.len(), 16, "it has no end");
    }
}
