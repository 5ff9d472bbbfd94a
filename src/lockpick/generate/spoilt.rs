//! Levels that are proved to have no solution: grown ones, made poorer until they have none.

use super::{Recipe, dice::Dice, grown::grown};
use crate::{
    lockpick::{
        complex::Complex,
        level::{KeyEffect, Level, NodeKind},
        play::Terrain,
        search::{Settings, Strategy, Verdict, solve},
    },
    search::Control,
};

/// States after which a level is given up as too hard to judge.
const PATIENCE: u64 = 200_000;

/// A level without a solution, or `None` if none was found near the seed's grown level or the control stopped the
/// search.
pub fn spoilt(recipe: &Recipe, control: &Control) -> Option<Level> {
    let mut dice = Dice::new(recipe.seed ^ 0x5EED);
    let mut level = grown(recipe);
    level.title = format!("spoilt {}", recipe.seed);
    loop {
        let settings = Settings { control: control.part(Some(PATIENCE)), ..Settings::default() };
        match solve(&Terrain::new(level.clone()), Strategy::Guided, &settings).ok()?.verdict {
            Verdict::Unsolvable => return Some(level),
            Verdict::Unknown(_) => return None,
            Verdict::Solved { .. } => {}
        }
        // The richest keys lose one: the level stays as tempting as it can.
        let keys = level.nodes.iter_mut().filter_map(|node| match &mut node.kind {
            NodeKind::Key(key) => match &mut key.effect {
                KeyEffect::Add(amount) if amount.re > 0 => Some(amount),
                _ => None,
            },
            _ => None,
        });
        let mut keys: Vec<&mut Complex> = keys.collect();
        if keys.is_empty() {
            return None;
        }
        let chosen = dice.below(keys.len());
        keys[chosen].re -= 1;
    }
}
