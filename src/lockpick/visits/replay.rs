//! Judges the visits of an answer: each is played in its room, with what was stored before, by the code that judges
//! routes.

use crate::{
    family::Error,
    lockpick::{
        answer::{Claim, VisitClaim},
        check::check_in_room,
        level::{Level, Objective},
        stored::{Store, StoredDoor},
    },
    search::Control,
};

use super::Places;

/// Plays visits in order. Comes back with what is in store afterwards, or with what is wrong with one of them.
pub(in crate::lockpick) fn replay(
    places: &Places,
    visits: &[VisitClaim],
    control: &Control,
) -> Result<Result<Store, String>, Error> {
    let mut store = places.store.clone();
    for (index, visit) in visits.iter().enumerate() {
        match play(places, &store, visit, control)? {
            Ok(stored) => store.insert(visit.number, stored),
            Err(reason) => return Ok(Err(format!("visit {}, {}: {reason}", index + 1, visit.place))),
        };
    }
    Ok(Ok(store))
}

/// Plays a visit. Comes back with the door that it stores.
fn play(
    places: &Places,
    store: &Store,
    visit: &VisitClaim,
    control: &Control,
) -> Result<Result<StoredDoor, String>, Error> {
    let Some(place) = places.all.iter().find(|place| place.name == visit.place) else {
        return Ok(Err("this level is not among those where doors for the level can be stored (--visit)".to_owned()));
    };
    let (room, level) = place.with(store, &|level| places.prepare(level), control)?;
    let Some(door) = level.find(&visit.door) else {
        return Ok(Err(format!("the level has no node '{}'", visit.door)));
    };
    let Some(stored) = room.things.get(door).and_then(StoredDoor::of) else {
        return Ok(Err(format!("{} is no door", visit.door)));
    };
    let level = Level { objective: Objective::Salvage { id: visit.number, door: Some(door) }, ..level };
    let claim = Claim { steps: visit.steps.clone(), length: visit.length, ..Claim::default() };
    Ok(check_in_room(&room, &level, &claim).map(|_| stored))
}
