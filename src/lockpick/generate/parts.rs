//! Random keys, locks and doors of the mechanics that are wanted.

use super::{Mechanic, Recipe, dice::Dice};
use crate::lockpick::{
    colour::Colour,
    complex::Complex,
    level::{Auras, Door, Gate, Key, KeyEffect, Lock, Need},
};

/// Makes parts of levels.
pub(super) struct Parts<'a> {
    pub recipe: &'a Recipe,
    pub palette: Vec<Colour>,
    pub dice: Dice,
}

impl<'a> Parts<'a> {
    pub fn new(recipe: &'a Recipe) -> Self {
        Self { recipe, palette: recipe.palette(), dice: Dice::new(recipe.seed) }
    }

    /// Yes now and then, if the mechanic is wanted.
    pub fn some(&mut self, mechanic: Mechanic, percent: usize) -> bool {
        self.recipe.has(mechanic) && self.dice.chance(percent)
    }

    /// A colour of keys.
    pub fn colour(&mut self) -> Colour {
        if self.some(Mechanic::Master, 10) {
            Colour::Master
        } else if self.some(Mechanic::Curse, 15) {
            Colour::Brown
        } else if self.some(Mechanic::Glitch, 20) {
            Colour::Glitch
        } else if self.some(Mechanic::Pure, 10) {
            Colour::Pure
        } else {
            self.dice.pick(&self.palette)
        }
    }

    /// A number of keys that is not 0 and lies on one axis.
    pub fn amount(&mut self, most: i64) -> Complex {
        let size = if self.recipe.has(Mechanic::Bulk) { self.dice.amount(most) } else { 1 };
        let size = if self.some(Mechanic::Negative, 25) { -size } else { size };
        if self.some(Mechanic::Imaginary, 25) { Complex::new(0, size) } else { Complex::real(size) }
    }

    pub fn key(&mut self) -> Key {
        let colour = self.colour();
        let amount = self.amount(if colour == Colour::Master { 1 } else { 6 });
        let effect = if self.some(Mechanic::Exact, 12) {
            KeyEffect::Exact(amount)
        } else if self.some(Mechanic::Star, 12) {
            if self.dice.chance(60) { KeyEffect::Star } else { KeyEffect::Unstar }
        } else if self.some(Mechanic::Flip, 12) {
            KeyEffect::Flip
        } else if self.some(Mechanic::Imaginary, 12) {
            if self.dice.chance(60) { KeyEffect::Rotor } else { KeyEffect::BackRotor }
        } else {
            KeyEffect::Add(amount)
        };
        Key { colour, effect, infinite: self.some(Mechanic::Infinite, 12) }
    }

    pub fn lock(&mut self) -> Lock {
        let colour = self.colour();
        let need = if self.some(Mechanic::Blank, 15) {
            Need::Blank
        } else if self.some(Mechanic::Blast, 12) {
            let side = self.amount(1);
            Need::Blast(side)
        } else if self.some(Mechanic::All, 12) {
            Need::All
        } else {
            Need::Normal(self.amount(5))
        };
        Lock { colour, need }
    }

    pub fn door(&mut self) -> Door {
        let mut locks = vec![self.lock()];
        let mut spend = locks[0].colour;
        if self.some(Mechanic::Combo, 30) {
            match self.dice.below(4) {
                0 => locks.clear(),
                1 => spend = self.colour(),
                _ => {
                    locks.push(self.lock());
                    spend = self.colour();
                }
            }
        }
        let mut door = Door::combo(spend, locks);
        if self.some(Mechanic::Copies, 30) {
            let size = 1 + self.dice.amount(2);
            door.copies = match self.dice.below(6) {
                0 => Complex::real(-1),
                1 if self.recipe.has(Mechanic::Imaginary) => Complex::new(1, 1),
                2 if self.recipe.has(Mechanic::Imaginary) => Complex::new(0, size),
                _ => Complex::real(size),
            };
        }
        if self.recipe.has(Mechanic::Aura) {
            let mut has = || self.dice.chance(10);
            door.auras = Auras { ice: has(), erosion: has(), paint: has() };
        }
        door.cursed = self.some(Mechanic::Curse, 5);
        door
    }

    pub fn gate(&mut self) -> Gate {
        let mut locks = vec![self.lock()];
        if self.some(Mechanic::Combo, 20) {
            locks.push(self.lock());
        }
        Gate { locks }
    }
}
