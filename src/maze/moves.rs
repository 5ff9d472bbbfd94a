//! A way as its steps, two bits each: the way through a billion cells may have a hundred million of them. As text,
//! `3R2D` is three steps to the right and two down.

use std::fmt;

use super::grid::Direction;

const STEPS_PER_WORD: usize = 32;

/// Steps from a cell, one after another.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Moves {
    /// The first step in the lowest bits; beyond the last step there are zeros.
    words: Vec<u64>,
    count: usize,
}

impl Moves {
    /// No steps, and room for some.
    pub fn with_capacity(count: usize) -> Self {
        Self { words: Vec::with_capacity(count.div_ceil(STEPS_PER_WORD)), count: 0 }
    }

    /// How many steps there are.
    pub fn len(&self) -> usize {
        self.count
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Adds a step.
    #[inline]
    pub fn push(&mut self, step: Direction) {
        let (word, shift) = (self.count / STEPS_PER_WORD, self.count % STEPS_PER_WORD * 2);
        if shift == 0 {
            self.words.push(0);
        }
        self.words[word] |= (step as u64) << shift;
        self.count += 1;
    }

    /// Takes the last step back.
    #[inline]
    pub fn pop(&mut self) -> Option<Direction> {
        let last = self.last()?;
        self.count -= 1;
        let (word, shift) = (self.count / STEPS_PER_WORD, self.count % STEPS_PER_WORD * 2);
        if shift == 0 {
            self.words.pop();
        } else {
            self.words[word] &= !(3 << shift);
        }
        Some(last)
    }

    /// The last step.
    #[inline]
    pub fn last(&self) -> Option<Direction> {
        self.count.checked_sub(1).map(|last| self.step(last))
    }

    #[inline]
    fn step(&self, index: usize) -> Direction {
        Direction::from_number((self.words[index / STEPS_PER_WORD] >> (index % STEPS_PER_WORD * 2)) as u8)
    }

    /// The steps in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Direction> + ExactSizeIterator + '_ {
        (0..self.count).map(|index| self.step(index))
    }

    /// The steps in order, those in one direction together with their number.
    pub fn runs(&self) -> impl Iterator<Item = (Direction, usize)> + '_ {
        let mut done = 0;
        std::iter::from_fn(move || {
            let step = (done < self.count).then(|| self.step(done))?;
            let length = (done..self.count).take_while(|&index| self.step(index) == step).count();
            done += length;
            Some((step, length))
        })
    }

    /// Reads steps, `most` at most; a letter without a number is one step. The error is what is wrong.
    pub fn read(text: &str, most: usize) -> Result<Self, String> {
        let mut moves = Self::default();
        let mut number = String::new();
        for mark in text.chars() {
            if mark.is_ascii_digit() {
                number.push(mark);
                continue;
            }
            let step = Direction::ALL.into_iter().find(|step| step.letter() == mark.to_ascii_uppercase());
            let step = step.ok_or_else(|| format!("'{mark}' is no step: expected U, R, D or L"))?;
            let count = if number.is_empty() { Ok(1) } else { number.parse::<usize>() };
            let count = count.ok().filter(|&count| count <= most - moves.count);
            let count = count.ok_or_else(|| format!("{number}{mark}: the maze has no way of so many steps"))?;
            (0..count).for_each(|_| moves.push(step));
            number.clear();
        }
        match number.as_str() {
            "" => Ok(moves),
            "1" => Err("1 step in no direction".to_owned()),
            number => Err(format!("{number} steps in no direction")),
        }
    }
}

impl FromIterator<Direction> for Moves {
    fn from_iter<I: IntoIterator<Item = Direction>>(steps: I) -> Self {
        let mut moves = Self::default();
        steps.into_iter().for_each(|step| moves.push(step));
        moves
    }
}

impl fmt::Display for Moves {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.runs().try_for_each(|(step, length)| write!(f, "{length}{}", step.letter()))
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn steps_are_written_and_read() {
        let moves = Moves::read("3R2dU", 6).unwrap();
        assert_eq!(moves.to_string(), "3R2D1U");
        assert_eq!(
            moves.runs().collect::<Vec<_>>(),
            [(Direction::East, 3), (Direction::South, 2), (Direction::North, 1)]
        );
        assert_eq!(Moves::default().to_string(), "");
        for wrong in ["3X", "3", "99999999999999999999R", "999999999999999R", "3R4D", "7U"] {
            assert!(Moves::read(wrong, 6).is_err(), "{wrong}");
        }
    }

    proptest! {
        #[test]
        fn they_are_a_list_of_steps(changes in prop::collection::vec(0u8..6, 0..300)) {
            let (mut moves, mut list) = (Moves::default(), Vec::new());
            for change in changes {
                if change < 4 {
                    moves.push(Direction::from_number(change));
                    list.push(Direction::from_number(change));
                } else {
                    prop_assert_eq!(moves.last(), list.last().copied());
                    prop_assert_eq!(moves.pop(), list.pop());
                }
                prop_assert_eq!((moves.len(), moves.is_empty()), (list.len(), list.is_empty()));
            }
            prop_assert!(moves.iter().eq(list.iter().copied()));
            prop_assert_eq!(&list.into_iter().collect::<Moves>(), &moves);
            prop_assert_eq!(Moves::read(&moves.to_string(), 300), Ok(moves));
        }
    }
}
