//! Breadth first over all states, with nothing left out and nothing clever: the measure for everything else, and the
//! paper's breadth-first search with the visited set that it lacks.

use crate::{
    lockpick::{
        complex::Overflow,
        play::{Move, State, Terrain, codec::Codec},
    },
    search::StopReason,
};

use super::{
    outcome::{Doubt, Outcome, Settings, Verdict},
    table::{Entered, Key, NO_PARENT, StateId, Table},
    watch::Watch,
};

/// Looks at all states in order of the number of moves. The route found first is a shortest one.
pub fn search(terrain: &Terrain, settings: &Settings) -> Outcome {
    let codec = Codec::new(terrain, &[]);
    let mut table = Table::new(true);
    let mut expansions = 0;
    let verdict =
        run(terrain, &codec, settings, &mut table, &mut expansions).unwrap_or(Verdict::Unknown(Doubt::Overflow));
    let depth = table.len().checked_sub(1).map_or(0, |last| table.depth(last as StateId));
    Outcome { expansions, states: table.len() as u64, depth, ..Outcome::new(verdict) }
}

fn run(
    terrain: &Terrain,
    codec: &Codec,
    settings: &Settings,
    table: &mut Table,
    expansions: &mut u64,
) -> Result<Verdict, Overflow> {
    let start = terrain.start()?;
    if terrain.is_won(&start) {
        return Ok(Verdict::Solved { route: Vec::new(), is_shortest: true });
    }
    let mut key = Vec::new();
    let split = codec.write(terrain, &start, &mut key);
    table.insert(Key { string: &key, split }, NO_PARENT, 0);
    let (mut state, mut scratch) = (start.clone(), start.clone());
    let mut watch = Watch::new(settings);
    let mut has_overflow = false;
    let mut next: StateId = 0;
    while (next as usize) < table.len() {
        let stop = watch.look(*expansions, table);
        if let Some(reason) = stop.or(table.is_full().then_some(StopReason::MemoryLimit)) {
            return Ok(Verdict::Unknown(Doubt::Stopped(reason)));
        }
        *expansions += 1;
        codec.read(terrain, table.key(next), &mut state);
        let depth = table.depth(next) + 1;
        let mut won = None;
        terrain.for_each_turn(&state, &mut scratch, |_, after| match after {
            _ if won.is_some() => {}
            None => has_overflow = true,
            Some(after) => {
                let split = codec.write(terrain, after, &mut key);
                let entered = table.insert(Key { string: &key, split }, next, depth);
                if let Entered::New(id) = entered
                    && terrain.is_won(after)
                {
                    won = Some(id);
                }
            }
        });
        if let Some(won) = won {
            let route = replay(terrain, codec, &start, table, won)?;
            return Ok(Verdict::Solved { route, is_shortest: !has_overflow });
        }
        next += 1;
    }
    Ok(if has_overflow { Verdict::Unknown(Doubt::Overflow) } else { Verdict::Unsolvable })
}

/// Plays the way to a state again and tells the moves: the first that leads from each state to the next.
fn replay(
    terrain: &Terrain,
    codec: &Codec,
    start: &State,
    table: &Table,
    goal: StateId,
) -> Result<Vec<Move>, Overflow> {
    let (mut state, mut scratch, mut key) = (start.clone(), start.clone(), Vec::new());
    let mut route = Vec::new();
    for &id in &table.way_to(goal)[1..] {
        let mut found: Option<(Move, State)> = None;
        terrain.for_each_turn(&state, &mut scratch, |step, after| {
            if let (None, Some(after)) = (&found, after) {
                codec.write(terrain, after, &mut key);
                if key == table.key(id) {
                    found = Some((step, after.clone()));
                }
            }
        });
        if let Some((step, after)) = found {
            route.push(step);
            state = after;
        }
    }
    Ok(route)
}
