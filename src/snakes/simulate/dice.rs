//! Dice by number: game g has the words g·SLAB … of one stream, and a stream of its own for games that need more.
//!
//! A word w of 64 bits is the fraction w/2^64. Multiplying it by the number of cases gives the first roll as the whole
//! part and the rest as a new fraction; and so on. A few words at the edge would make some sequences likelier than
//! others: they are thrown away, so every sequence of rolls is exactly as likely as any other.

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Words every game has in the common stream; longer games go on in a stream of their own.
pub const SLAB: usize = 4;

/// At least one word in so many may be used.
const ACCEPT: u64 = 128;

/// One of the equally likely cases of the die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Roll(pub u32);

/// A seed and how words become rolls.
#[derive(Clone, Debug)]
pub struct Dice {
    generator: ChaCha8Rng,
    total: u64,
    /// Rolls that are looked up together.
    group: u32,
    /// The cases of a group of rolls.
    base: u64,
    /// Groups in a word.
    groups: u32,
    /// base^groups.
    sequences: u64,
    /// Words whose product with `sequences` has a lower half below this are thrown away.
    threshold: u64,
}

impl Dice {
    /// Dice with a number of equally likely cases.
    pub fn new(seed: u64, total: u64) -> Self {
        let mut group = 1;
        while total > 1 && total.pow(group + 1) <= 256 {
            group += 1;
        }
        let base = total.pow(group);
        let (mut groups, mut sequences) = (1, base);
        while groups < 64 && base > 1 && sequences <= u64::MAX / ACCEPT / base {
            groups += 1;
            sequences *= base;
        }
        if base == 1 {
            groups = 64;
        }
        let threshold = sequences.wrapping_neg() % sequences;
        Self { generator: ChaCha8Rng::seed_from_u64(seed), total, group, base, groups, sequences, threshold }
    }

    /// Rolls that are looked up together.
    pub fn group(&self) -> u32 {
        self.group
    }

    /// The cases of a group of rolls, the first roll most significant.
    pub fn base(&self) -> u64 {
        self.base
    }

    /// Groups of rolls in a word.
    pub fn groups(&self) -> u32 {
        self.groups
    }

    /// Whether a word may be used.
    #[inline]
    pub fn accepts(&self, word: u64) -> bool {
        word.wrapping_mul(self.sequences) >= self.threshold
    }

    /// The words of a game that has used up those it has in the common stream.
    pub fn own_stream(&self, game: u64) -> ChaCha8Rng {
        let mut own = self.generator.clone();
        own.set_stream(game.wrapping_add(1));
        own.set_word_pos(0);
        own
    }

    /// Draws the words of consecutive games.
    pub fn fill(&self, first_game: u64, words: &mut [u64]) {
        let mut generator = self.generator.clone();
        // A word of the generator has 32 bits.
        generator.set_word_pos(u128::from(first_game) * 2 * SLAB as u128);
        let mut bytes = [0u8; 1024];
        for block in words.chunks_mut(bytes.len() / 8) {
            let bytes = &mut bytes[..block.len() * 8];
            generator.fill_bytes(bytes);
            for (word, bytes) in block.iter_mut().zip(bytes.as_chunks::<8>().0) {
                *word = u64::from_le_bytes(*bytes);
            }
        }
    }
}

/// The rolls of one game, in order.
pub struct Rolls<'a> {
    dice: &'a Dice,
    game: u64,
    slab: std::slice::Iter<'a, u64>,
    /// The game's own stream, once it is needed.
    own: Option<ChaCha8Rng>,
    /// What is left of the current word.
    fraction: u64,
    groups_left: u32,
    /// What is left of the current group.
    group: u64,
    group_scale: u64,
}

impl<'a> Rolls<'a> {
    /// All rolls of a game, given its words of the common stream.
    pub fn new(dice: &'a Dice, game: u64, slab: &'a [u64]) -> Self {
        Self { dice, game, slab: slab.iter(), own: None, fraction: 0, groups_left: 0, group: 0, group_scale: 0 }
    }

    /// The next roll. There is always one.
    #[inline]
    pub fn next_roll(&mut self) -> Roll {
        if self.group_scale == 0 {
            while self.groups_left == 0 {
                self.next_word();
            }
            let product = u128::from(self.fraction) * u128::from(self.dice.base);
            self.fraction = product as u64;
            self.group = (product >> 64) as u64;
            self.group_scale = self.dice.base;
            self.groups_left -= 1;
        }
        let scale = self.group_scale / self.dice.total;
        let roll = Roll((self.group / scale) as u32);
        self.group %= scale;
        self.group_scale = if scale == 1 { 0 } else { scale };
        roll
    }

    fn next_word(&mut self) {
        let word = match self.slab.next() {
            Some(&word) => word,
            None => {
                let own = self.own.get_or_insert_with(|| self.dice.own_stream(self.game));
                own.next_u64()
            }
        };
        if self.dice.accepts(word) {
            self.fraction = word;
            self.groups_left = self.dice.groups;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_die_of_six_gives_21_rolls_a_word_in_threes() {
        let dice = Dice::new(1, 6);
        assert_eq!((dice.group(), dice.base(), dice.groups()), (3, 216, 7));
        assert_eq!(dice.threshold, ((1u128 << 64) % 6u128.pow(21)) as u64);
    }

    #[test]
    fn faces_are_equally_likely() {
        for total in [1u64, 2, 3, 6, 7, 36, 1000] {
            let dice = Dice::new(7, total);
            let mut counts = vec![0u32; total as usize];
            for game in 0..400 {
                let mut words = [0; SLAB];
                dice.fill(game, &mut words);
                let mut rolls = Rolls::new(&dice, game, &words);
                (0..250).for_each(|_| counts[rolls.next_roll().0 as usize] += 1);
            }
            // 100,000 rolls: chi-square with total − 1 degrees of rules.
            let expected = 100_000.0 / total as f64;
            let chi: f64 = counts.iter().map(|&count| (f64::from(count) - expected).powi(2) / expected).sum();
            let rules = total as f64 - 1.0;
            assert!((chi - rules).abs() <= 5.0 * (2.0 * rules).sqrt(), "{total} {chi}");
        }
    }

    #[test]
    fn a_game_has_the_same_rolls_in_any_company() {
        let dice = Dice::new(3, 6);
        let mut together = [0; 8 * SLAB];
        dice.fill(40, &mut together);
        let mut alone = [0; SLAB];
        dice.fill(45, &mut alone);
        assert_eq!(alone, together[5 * SLAB..6 * SLAB]);
    }
}
