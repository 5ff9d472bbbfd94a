//! What a rough plan wants and has, by colour and side: the guess how far the goal is adds up what is missing.

use crate::lockpick::{
    colour::Colour,
    complex::Complex,
    level::{Auras, KeyEffect, Need, NodeId, NodeKind},
    play::{State, Terrain},
    rules::locks,
};

use super::relax::ENDLESS;

/// Every colour can be wanted on four sides: real or imaginary, positive or negative.
pub(super) const SIDES: usize = Colour::COUNT * 4;

/// What a plan wants and has, by colour and side.
pub(super) struct Account {
    /// What is spent.
    wanted: [i64; SIDES],
    /// What has to be there at one time, but stays.
    at_once: [i64; SIDES],
    held: [i64; SIDES],
}

/// The side of a colour that an amount lies on, and how far from 0.
fn side(colour: Colour, amount: Complex) -> (usize, i64) {
    let (axis, part) = if amount.re != 0 { (0, amount.re) } else { (1, amount.im) };
    (colour.index() * 4 + axis * 2 + usize::from(part < 0), part.saturating_abs().min(ENDLESS))
}

impl Account {
    pub fn new(state: &State) -> Self {
        let mut held = [0; SIDES];
        for (index, count) in state.inventory.counts.iter().enumerate() {
            let [re, im] = [count.re, count.im].map(|part| part.clamp(-ENDLESS, ENDLESS));
            held[index * 4..index * 4 + 4].copy_from_slice(&[re, -re, im, -im]);
        }
        Self { wanted: [0; SIDES], at_once: [0; SIDES], held }
    }

    pub fn missing(&self, side: usize) -> i64 {
        let wanted = self.wanted[side].max(self.at_once[side]);
        if wanted == 0 { 0 } else { wanted - self.held[side] }
    }

    pub fn earn(&mut self, colour: Colour, amount: Complex) {
        for part in [Complex::real(amount.re), Complex::new(0, amount.im)] {
            let (side, size) = side(colour, part);
            self.held[side] = self.held[side].saturating_add(size).min(ENDLESS);
        }
    }

    /// A door is to be opened as often as it has copies: its locks must be content every time, and what they cost
    /// together is spent. A colour that no lock looks at is spent whether it is there or not. What blast locks cost is
    /// what there is now, if that is told.
    pub fn ask(
        &mut self,
        locks: impl Iterator<Item = (Colour, Need)>,
        spend: Colour,
        phase: u8,
        copies: i64,
        counts: Option<&[Complex; Colour::COUNT]>,
    ) {
        let mut cost = Complex::ZERO;
        let mut is_looked_at = false;
        for (colour, need) in locks {
            let Ok(need) = locks::turned(need, phase) else { continue };
            self.ask_at_once(colour, need);
            is_looked_at |= colour == spend;
            let count = counts.filter(|_| colour != spend).map(|counts| counts[colour.index()]);
            let own = match (need, count) {
                (Need::Normal(amount), _) => amount,
                (Need::Blast(_) | Need::All, Some(count)) if locks::is_content(need, count) => locks::cost(need, count),
                _ => Complex::ZERO,
            };
            cost = cost.plus(own).unwrap_or(cost);
        }
        for part in [Complex::real(cost.re), Complex::new(0, cost.im)] {
            let (side, size) = side(spend, part);
            let size = size.saturating_mul(copies).min(ENDLESS);
            if is_looked_at {
                self.wanted[side] = self.wanted[side].saturating_add(size).min(ENDLESS);
            } else {
                self.held[side] -= size;
                self.held[side ^ 1] = self.held[side ^ 1].saturating_add(size);
            }
        }
    }

    pub fn ask_for_master(&mut self) {
        self.wanted[Colour::Master.index() * 4] += 1;
    }

    pub fn ask_at_once(&mut self, colour: Colour, need: Need) {
        if let Need::Normal(amount) | Need::Blast(amount) = need
            && !amount.is_zero()
        {
            let (side, size) = side(colour, amount);
            self.at_once[side] = self.at_once[side].max(size);
        }
    }

    pub fn ask_for_auras(&mut self, auras: Auras) {
        let all = [(auras.ice, Colour::Red, 1), (auras.erosion, Colour::Green, 5), (auras.paint, Colour::Blue, 3)];
        for (_, colour, least) in all.into_iter().filter(|(is_there, ..)| *is_there) {
            self.ask_at_once(colour, Need::Normal(Complex::real(least)));
        }
    }
}

/// Whether a node has a key that adds to a colour on a side.
pub(super) fn supplies(terrain: &Terrain, state: &State, node: NodeId, wanted: usize) -> bool {
    match &terrain.level.nodes[node].kind {
        NodeKind::Key(key) if key.colour.index() == wanted / 4 && !state.taken.contains(node) => match key.effect {
            KeyEffect::Add(amount) => [Complex::real(amount.re), Complex::new(0, amount.im)]
                .into_iter()
                .any(|part| !part.is_zero() && side(key.colour, part).0 == wanted),
            _ => false,
        },
        _ => false,
    }
}
