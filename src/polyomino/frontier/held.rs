//! One piece that is held fast: of its placements that are images of each other, only one is tried, and what it brings
//! counts as often as there are images.

use std::collections::BTreeMap;

use crate::search::{Control, StopReason};

use super::{
    super::{
        placements::{Compiled, OpenKind},
        symmetry::{Symmetry, symmetries},
    },
    strip::Layout,
};

/// A piece is not held fast if it saves less than this part of what another one saves.
const ENOUGH: f64 = 0.6;

/// A piece, and for the placements of it that are tried, for how many each of them stands.
#[derive(Clone, Debug)]
pub(super) struct Held {
    pub piece: usize,
    pub weights: BTreeMap<usize, u8>,
}

impl Held {
    /// The piece that saves the most; `None` if the puzzle has no symmetry that helps.
    pub fn choose(
        compiled: &Compiled,
        layout: &Layout,
        kinds: &[OpenKind],
        control: &Control,
    ) -> Result<Option<Self>, StopReason> {
        // What may be left out cannot be held fast.
        if compiled.puzzle.rules.spare_pieces {
            return Ok(None);
        }
        let symmetries = symmetries(compiled, control)?;
        let single = kinds.iter().filter(|kind| kind.copies == 1 && symmetries.len() > 1);
        let choices: Vec<(f64, usize, Self)> = single
            .filter_map(|kind| {
                let held = Self::of(compiled, layout, kind, &symmetries)?;
                let saved = kind.placements.len() as f64 / held.weights.len() as f64;
                Some((saved, layout.span(compiled, std::slice::from_ref(kind)), held))
            })
            .collect();
        // Windows do not know which pieces are used, except for this one: without a long piece there are far fewer.
        let most = choices.iter().map(|(saved, _, _)| *saved).fold(0.0, f64::max);
        let choices = choices.into_iter().filter(|(saved, _, _)| *saved > 1.0 && *saved >= most * ENOUGH);
        let best = choices.min_by_key(|(_, span, held)| (usize::MAX - span, held.weights.len(), held.piece));
        Ok(best.map(|(_, _, held)| held))
    }

    /// `None` if an image of the piece is another piece.
    fn of(compiled: &Compiled, layout: &Layout, kind: &OpenKind, symmetries: &[Symmetry]) -> Option<Self> {
        let mut weights = BTreeMap::new();
        let mut is_seen = vec![false; compiled.pieces[kind.piece].placements.len()];
        for &placement in &kind.placements {
            if is_seen[placement] {
                continue;
            }
            let mut images = Vec::new();
            for symmetry in symmetries {
                let (piece, image) = symmetry.image(kind.piece, placement)?;
                if piece != kind.piece {
                    return None;
                }
                if !std::mem::replace(&mut is_seen[image], true) {
                    images.push(image);
                }
            }
            // The earlier it is placed, the fewer windows there are without it.
            let first = images.iter().min_by_key(|image| (layout.first(compiled, kind.piece, **image), **image))?;
            weights.insert(*first, u8::try_from(images.len()).ok()?);
        }
        (!weights.is_empty()).then_some(Self { piece: kind.piece, weights })
    }
}
