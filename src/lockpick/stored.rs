//! Doors that salvage points have stored, and where they come out.

use std::collections::{BTreeMap, BTreeSet};

use super::{
    complex::Complex,
    geometry::room::{Area, Room, Thing},
    input,
    level::{Auras, Door, NodeKind},
};

/// A door in store.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct StoredDoor {
    /// Width and height in pixels.
    pub size: (i32, i32),
    pub door: Door,
}

/// The doors in store by the numbers of their salvage points.
pub(super) type Store = BTreeMap<i32, StoredDoor>;

impl StoredDoor {
    /// What a salvage point keeps of a door: its size, its locks and what it spends.
    pub fn of(thing: &Thing) -> Option<Self> {
        let NodeKind::Door(door) = &thing.kind else { return None };
        let Area { left, top, right, bottom } = thing.area;
        let door =
            Door { copies: Complex::ONE, endless: false, auras: Auras::default(), cursed: false, ..door.clone() };
        Some(Self { size: (right.saturating_sub(left), bottom.saturating_sub(top)), door })
    }

    /// As it is told, and as `--stored` takes it after the number.
    pub fn text(&self) -> String {
        format!("{}x{} {}", self.size.0, self.size.1, input::door_text(&self.door))
    }
}

/// What became of the points where doors come out.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Placement {
    /// Numbers of which a door stands in the room now.
    pub placed: BTreeSet<i32>,
    /// Numbers with a door that does not fit at some point.
    pub misfits: BTreeSet<i32>,
    /// Numbers of points for which no door is in store.
    pub missing: BTreeSet<i32>,
}

/// Puts doors where they come out, bottom-centred, and leaves out the points, which do nothing more. A door that would
/// overlap a wall, a gate or another door is not there; of two that come out over each other, neither is.
pub(super) fn place(room: &mut Room, store: &Store) -> Placement {
    let mut placement = Placement::default();
    let (outputs, others): (Vec<Thing>, Vec<Thing>) =
        room.things.drain(..).partition(|thing| matches!(thing.kind, NodeKind::Salvage(point) if point.output));
    room.things = others;
    let mut coming = Vec::new();
    for thing in outputs {
        let NodeKind::Salvage(point) = thing.kind else { continue };
        let Some(found) = store.get(&point.id) else {
            placement.missing.insert(point.id);
            continue;
        };
        let Area { left, right, bottom, .. } = thing.area;
        let (width, height) = found.size;
        let area = Area::new((left + right) / 2 - width / 2, bottom.saturating_sub(height), width, height);
        coming.push((point.id, Thing { area, kind: NodeKind::Door(found.door.clone()) }));
    }
    let is_solid = |thing: &&Thing| matches!(thing.kind, NodeKind::Door(_) | NodeKind::Gate(_));
    let solids: Vec<Area> =
        room.things.iter().filter(is_solid).map(|thing| thing.area).chain(room.walls.iter().copied()).collect();
    for (index, (id, thing)) in coming.iter().enumerate() {
        let others = coming.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, (_, other))| other.area);
        if solids.iter().copied().chain(others).any(|other| overlap(other, thing.area)) {
            placement.misfits.insert(*id);
        } else {
            placement.placed.insert(*id);
            room.things.push(thing.clone());
        }
    }
    placement
}

fn overlap(one: Area, other: Area) -> bool {
    one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom
}
