//! The letters that pieces are drawn with.

/// All of them, in the order in which pieces that need one are given one. Of other alphabets only those are here that
/// look like no letter before.
pub const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz\
                           ΓΔΘΛΞΠΣΦΨΩαβγδεζηθλμξπσφχψωБДЖЗИЛЦЧШЩЪЫЬЭЮЯбвгджзийлмнптцчшщъэюя";

/// There are no more letters than this to draw pieces with.
pub const MAX_PIECES: usize = 116;

/// Can a piece be drawn with this mark?
pub(super) fn is_letter(mark: char) -> bool {
    mark.is_ascii_alphabetic() || (!mark.is_ascii() && LETTERS.contains(mark))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_letter_is_there_twice() {
        let letters: std::collections::BTreeSet<char> = LETTERS.chars().collect();
        assert_eq!([letters.len(), LETTERS.chars().count()], [MAX_PIECES; 2]);
        assert!(LETTERS.chars().all(is_letter) && !is_letter('Ä') && !is_letter('1'));
    }
}
