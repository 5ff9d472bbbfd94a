//! The solutions of a page as data: compact enough for hundreds of thousands, and read by the page one at a time.

use serde_json::{Value, json};

use crate::report::{Medium, harmless};

use super::{Performance, Step, document::json_for_script};

/// What the solutions of one case may take. More are counted, and the page says how many are not in it.
const MOST_BYTES: usize = 96 << 20;

/// Digits of the numbers of pieces. None of them means anything in HTML.
const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The solutions of one case.
#[derive(Debug, Default)]
pub struct Solutions {
    /// Boards: one or two digits a cell. Steps: a line of JSON each.
    data: String,
    /// A line about each.
    captions: String,
    /// Two digits a cell?
    is_wide: bool,
    kept: u64,
    all: u64,
}

impl Solutions {
    /// Solutions of a case with so many pieces.
    pub fn new(pieces: usize) -> Self {
        Self { is_wide: pieces >= DIGITS.len(), ..Self::default() }
    }

    /// Counts a solution, and tells whether there is room for it. Once there is none, there is none for shorter ones
    /// either: those that are kept are the first.
    pub fn count(&mut self) -> bool {
        self.all += 1;
        self.bytes() <= MOST_BYTES && self.kept + 1 == self.all
    }

    /// Counts a solution for which there is no time.
    pub fn pass_over(&mut self) {
        self.all += 1;
    }

    /// Takes the solution that was counted last.
    pub fn push(&mut self, caption: &str, performance: &Performance) {
        self.kept += 1;
        self.captions += &one_line(caption);
        self.captions.push('\n');
        match performance {
            Performance::Still => {}
            Performance::Cells(owners) => {
                for owner in owners {
                    if self.is_wide {
                        self.data.push(DIGITS[usize::from(owner / 64) % 64].into());
                    }
                    self.data.push(DIGITS[usize::from(owner % 64)].into());
                }
            }
            Performance::Steps { start, steps } => {
                self.data += &json_for_script(&steps_json(*start, steps));
                self.data.push('\n');
            }
        }
    }

    /// How many there are, and how many of them the page has.
    pub fn counts(&self) -> (u64, u64) {
        (self.all, self.kept)
    }

    /// What they take in the page.
    pub fn bytes(&self) -> usize {
        self.data.len() + self.captions.len()
    }

    /// The blocks of data for the page.
    pub(super) fn blocks(&self) -> [(&'static str, &str); 2] {
        [("solutions", &self.data), ("captions", &self.captions)]
    }

    /// How many digits a cell has.
    pub(super) fn digits(&self) -> u8 {
        if self.is_wide { 2 } else { 1 }
    }
}

/// A caption that ends neither its line nor its script.
fn one_line(text: &str) -> String {
    let text = harmless(text, Medium::Text);
    text.replace(['\n', '\r', '\u{2028}', '\u{2029}'], " ").replace('<', "‹")
}

/// Lists side by side are shorter than a list of objects. What no step has is left out.
fn steps_json(start: usize, steps: &[Step]) -> Value {
    let places: Vec<usize> = std::iter::once(start).chain(steps.iter().map(|step| step.place)).collect();
    let texts: Vec<&str> = steps.iter().map(|step| step.text.as_str()).collect();
    let mut object = json!({"places": places, "texts": texts});
    if steps.iter().any(|step| !step.via.is_empty()) {
        object["via"] = steps.iter().map(|step| json!(step.via)).collect();
    }
    if steps.iter().any(|step| step.hand.is_some()) {
        object["hands"] = steps.iter().map(|step| json!(step.hand)).collect();
    }
    if steps.iter().any(|step| !step.cleared.is_empty()) {
        object["cleared"] = steps.iter().map(|step| json!(step.cleared)).collect();
    }
    object
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boards_take_a_digit_a_cell() {
        let mut narrow = Solutions::new(12);
        assert!(narrow.count());
        narrow.push("id 1", &Performance::Cells(vec![0, 1, 63]));
        assert!(narrow.count());
        narrow.push("id <2>\n", &Performance::Cells(vec![2, 2, 2]));
        assert_eq!((narrow.data.as_str(), narrow.captions.as_str()), ("AB_CCC", "id 1\nid ‹2> \n"));
        let mut wide = Solutions::new(64);
        assert!(wide.count());
        wide.push("", &Performance::Cells(vec![0, 64]));
        assert_eq!((wide.data.as_str(), wide.digits(), wide.counts()), ("AABA", 2, (1, 1)));
    }

    #[test]
    fn what_has_no_room_is_counted() {
        let mut solutions = Solutions::new(2);
        let large = Performance::Cells(vec![1; MOST_BYTES]);
        assert!(solutions.count());
        solutions.push("a", &large);
        assert!(!solutions.count() && !solutions.count());
        assert_eq!(solutions.counts(), (3, 1));
    }
}
