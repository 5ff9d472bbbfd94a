//! Finds visits that store the doors with which a level can be solved: what is in store is a state, and a visit leads
//! from one to the next. Every visit is a search of its own, so the easy ones come first: a search is given up after
//! some states and begun again later for longer.

use std::{
    cell::Cell,
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet, BinaryHeap, HashMap, HashSet},
};

use crate::{
    family::Error,
    lockpick::{
        geometry::room::Room,
        level::{Level, NodeId, NodeKind, Objective},
        play::{Move, Terrain},
        search::{self, Settings, Strategy, Verdict, prospect::Prospect},
        stored::{Store, StoredDoor, place},
    },
    search::{Control, StopReason},
};

use super::{Place, Plan, Prepare, Visit};

/// The states of the first search for a visit; every further try of it has so many times as many.
const FIRST_STATES: u64 = 1_000;
const STATES_GROWTH: u64 = 6;
/// What is tried first: fewer visits, fewer tries, the goal before more doors, and doors with which the goal is in
/// sight.
const COST_OF_VISIT: u32 = 3;
const COST_OF_TRY: u32 = 4;
const COST_OF_STORING: u32 = 2;
const COST_OF_NO_HOPE: u32 = 3;
/// A door with which the goal is known to be reached is tried again and again before other doors are.
const COST_OF_SURE_TRY: u32 = 1;

/// How the search for visits ended.
#[derive(Debug)]
pub(in crate::lockpick) enum Ending {
    /// With a plan.
    Found(Box<Plan>),
    /// There are no such visits to these places.
    Nothing,
    /// Something stopped it.
    Stopped(StopReason),
}

/// What visits are planned with.
pub(in crate::lockpick) struct Planner<'a> {
    /// The level to be solved, and then all levels that may be visited before it.
    pub places: &'a [Place],
    pub prepare: Prepare<'a>,
    pub control: &'a Control,
    pub threads: usize,
    /// The states that all searches have expanded.
    pub expansions: Cell<u64>,
}

/// The doors in store, by number. Equal doors have the same place in the list of all doors.
type Shelf = BTreeMap<i32, usize>;

/// What is in store, and how it came there.
struct Situation {
    shelf: Shelf,
    visits: u32,
    last: Option<LastVisit>,
}

/// What is known of the goal with some doors in store, whether or not they can be stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Outlook {
    Reached,
    Open,
    Hopeless,
}

/// The visit that led to a situation.
struct LastVisit {
    /// The situation before.
    before: usize,
    place: usize,
    id: i32,
    door: NodeId,
    route: Vec<Move>,
}

/// What can be tried in a situation.
#[derive(Clone, Copy, Debug)]
enum Aim {
    /// To reach the goal.
    Goal,
    /// To find out what there is to be stored.
    LookAround,
    /// To store a door of a place.
    Store { place: usize, id: i32, door: NodeId },
}

#[derive(Clone, Copy, Debug)]
struct Task {
    situation: usize,
    aim: Aim,
    /// What the goal looks like when this is done.
    outlook: Outlook,
    tries: u32,
}

/// A place with the doors that come out in a situation.
struct Scene {
    situation: usize,
    place: usize,
    room: Room,
    level: Level,
}

/// What came of a search.
enum Tried {
    Found(Vec<Move>),
    Impossible,
    GaveUp,
}

impl Planner<'_> {
    /// Looks for visits after which the first place can be solved. `store` is what is there from the start.
    pub fn plan(&self, store: &Store) -> Result<Ending, Error> {
        let mut course = Course::new(self);
        match course.run(store) {
            Ok(Some(plan)) => Ok(Ending::Found(Box::new(plan))),
            Ok(None) => Ok(self.control.reason().map_or(Ending::Nothing, Ending::Stopped)),
            Err(Error::Stopped(_)) => Ok(Ending::Stopped(self.control.reason().unwrap_or(StopReason::Interrupted))),
            Err(error) => Err(error),
        }
    }

    /// The numbers under which doors come out somewhere.
    fn wanted(&self) -> BTreeSet<i32> {
        self.places.iter().flat_map(|place| place.numbers(true)).collect()
    }

    /// A search for a route with an objective.
    fn search(&self, level: &Level, objective: Objective, tries: u32) -> Result<Tried, Error> {
        let states = FIRST_STATES.saturating_mul(STATES_GROWTH.saturating_pow(tries));
        let granted = self.control.take_nodes(states);
        if granted == 0 {
            self.control.stop(StopReason::NodeLimit);
            return Ok(Tried::GaveUp);
        }
        let control = self.control.part(Some(granted));
        let settings = Settings { control, threads: self.threads, ..Settings::default() };
        let terrain = Terrain::new(Level { objective, ..level.clone() });
        let outcome = search::solve(&terrain, Strategy::Guided, &settings)?;
        self.control.return_nodes(granted.saturating_sub(outcome.expansions));
        self.expansions.set(self.expansions.get() + outcome.expansions);
        Ok(match outcome.verdict {
            Verdict::Solved { route, .. } => Tried::Found(route),
            Verdict::Unsolvable => Tried::Impossible,
            Verdict::Unknown(_) => Tried::GaveUp,
        })
    }
}

/// A search for visits under way.
struct Course<'a> {
    planner: &'a Planner<'a>,
    doors: Vec<StoredDoor>,
    situations: Vec<Situation>,
    known: HashSet<Shelf>,
    outlooks: HashMap<Shelf, Outlook>,
    tasks: Vec<Task>,
    /// Tasks by their cost, and then in order.
    waiting: BinaryHeap<Reverse<(u32, usize)>>,
    /// The last scene that was looked at: tasks of a situation come one after the other.
    scene: Option<Scene>,
}

impl<'a> Course<'a> {
    fn new(planner: &'a Planner<'a>) -> Self {
        Self {
            planner,
            doors: Vec::new(),
            situations: Vec::new(),
            known: HashSet::new(),
            outlooks: HashMap::new(),
            tasks: Vec::new(),
            waiting: BinaryHeap::new(),
            scene: None,
        }
    }

    fn run(&mut self, store: &Store) -> Result<Option<Plan>, Error> {
        let shelf = store.iter().map(|(&id, door)| (id, self.kind_of(door.clone()))).collect();
        self.enter(shelf, None)?;
        while let Some(Reverse((_, index))) = self.waiting.pop() {
            if self.planner.control.look() {
                return Ok(None);
            }
            let Task { situation, aim, outlook, tries } = self.tasks[index];
            let planner = self.planner;
            let tried = match aim {
                Aim::LookAround => {
                    self.look_around(situation)?;
                    continue;
                }
                Aim::Goal => {
                    let scene = self.scene(situation, 0)?;
                    planner.search(&scene.level, scene.level.objective, tries)?
                }
                Aim::Store { place, id, door } => {
                    let shelf = self.shelf_after(situation, place, id, door)?;
                    if self.known.contains(&shelf) {
                        continue;
                    }
                    let scene = self.scene(situation, place)?;
                    planner.search(&scene.level, Objective::Salvage { id, door: Some(door) }, tries)?
                }
            };
            match (tried, aim) {
                (Tried::Impossible, _) => {}
                (Tried::GaveUp, _) => self.push(Task { situation, aim, outlook, tries: tries.saturating_add(1) }),
                (Tried::Found(route), Aim::Store { place, id, door }) => {
                    let shelf = self.shelf_after(situation, place, id, door)?;
                    self.enter(shelf, Some(LastVisit { before: situation, place, id, door, route }))?;
                }
                (Tried::Found(route), _) => return self.finish(situation, route).map(Some),
            }
        }
        Ok(None)
    }

    /// The place of a door in the list of all doors.
    fn kind_of(&mut self, door: StoredDoor) -> usize {
        self.doors.iter().position(|known| *known == door).unwrap_or_else(|| {
            self.doors.push(door);
            self.doors.len() - 1
        })
    }

    fn store(&self, shelf: &Shelf) -> Store {
        shelf.iter().map(|(&id, &kind)| (id, self.doors[kind].clone())).collect()
    }

    /// A place with what is in store.
    fn stage(&self, index: usize, shelf: &Shelf) -> Result<(Room, Level), Error> {
        self.planner.places[index].with(&self.store(shelf), self.planner.prepare, self.planner.control)
    }

    /// A place as it is in a situation.
    fn scene(&mut self, situation: usize, place: usize) -> Result<&Scene, Error> {
        let is_it = |scene: &Scene| scene.situation == situation && scene.place == place;
        let scene = match self.scene.take().filter(is_it) {
            Some(scene) => scene,
            None => {
                let (room, level) = self.stage(place, &self.situations[situation].shelf)?;
                Scene { situation, place, room, level }
            }
        };
        Ok(self.scene.insert(scene))
    }

    /// What the goal looks like with some doors in store.
    fn outlook(&mut self, shelf: &Shelf) -> Result<Outlook, Error> {
        if let Some(&known) = self.outlooks.get(shelf) {
            return Ok(known);
        }
        let (_, level) = self.stage(0, shelf)?;
        let objective = level.objective;
        let outlook = if Prospect::of(&Terrain::new(level.clone())) == Some(Prospect::Hopeless) {
            Outlook::Hopeless
        } else {
            match self.planner.search(&level, objective, 0)? {
                Tried::Found(_) => Outlook::Reached,
                Tried::Impossible => Outlook::Hopeless,
                Tried::GaveUp => Outlook::Open,
            }
        };
        self.outlooks.insert(shelf.clone(), outlook);
        Ok(outlook)
    }

    /// What is in store after a door was stored.
    fn shelf_after(&mut self, situation: usize, place: usize, id: i32, door: NodeId) -> Result<Shelf, Error> {
        let stored = self.scene(situation, place)?.room.things.get(door).and_then(StoredDoor::of);
        let kind = stored.map(|stored| self.kind_of(stored));
        let mut shelf = self.situations[situation].shelf.clone();
        shelf.extend(kind.map(|kind| (id, kind)));
        Ok(shelf)
    }

    /// A new situation, if it is one.
    fn enter(&mut self, shelf: Shelf, last: Option<LastVisit>) -> Result<(), Error> {
        if !self.known.insert(shelf.clone()) {
            return Ok(());
        }
        let outlook = self.outlook(&shelf)?;
        let visits = last.as_ref().map_or(0, |last| self.situations[last.before].visits + 1);
        let situation = self.situations.len();
        self.situations.push(Situation { shelf, visits, last });
        if outlook != Outlook::Hopeless {
            self.push(Task { situation, aim: Aim::Goal, outlook, tries: 0 });
        }
        self.push(Task { situation, aim: Aim::LookAround, outlook: Outlook::Open, tries: 0 });
        Ok(())
    }

    fn push(&mut self, task: Task) {
        let (more, cost_of_try) = match (task.aim, task.outlook) {
            (_, Outlook::Reached) => (0, COST_OF_SURE_TRY),
            (Aim::Goal, _) => (0, COST_OF_TRY),
            (_, Outlook::Open) => (COST_OF_STORING, COST_OF_TRY),
            (_, Outlook::Hopeless) => (COST_OF_STORING + COST_OF_NO_HOPE, COST_OF_TRY),
        };
        let visits = self.situations[task.situation].visits.saturating_mul(COST_OF_VISIT);
        let cost = visits.saturating_add(task.tries.saturating_mul(cost_of_try)).saturating_add(more);
        self.waiting.push(Reverse((cost, self.tasks.len())));
        self.tasks.push(task);
    }

    /// Finds what can be stored in a situation: any door of a place under any number that is asked for somewhere, if it
    /// comes out at all.
    fn look_around(&mut self, situation: usize) -> Result<(), Error> {
        let wanted = self.planner.wanted();
        for index in 0..self.planner.places.len() {
            let numbers: Vec<i32> = self.planner.places[index].numbers(false).intersection(&wanted).copied().collect();
            if numbers.is_empty() {
                continue;
            }
            let things = &self.scene(situation, index)?.room.things;
            let is_door = |thing: usize| matches!(things[thing].kind, NodeKind::Door(_));
            let doors: Vec<NodeId> = (0..things.len()).filter(|&thing| is_door(thing)).collect();
            for &id in &numbers {
                for &door in &doors {
                    let shelf = self.shelf_after(situation, index, id, door)?;
                    if self.known.contains(&shelf) || !self.comes_out(&shelf, id) {
                        continue;
                    }
                    let outlook = self.outlook(&shelf)?;
                    self.push(Task { situation, aim: Aim::Store { place: index, id, door }, outlook, tries: 0 });
                }
            }
        }
        Ok(())
    }

    /// Whether the door of a number comes out anywhere.
    fn comes_out(&self, shelf: &Shelf, id: i32) -> bool {
        let store = self.store(shelf);
        self.planner.places.iter().any(|other| place(&mut other.room.clone(), &store).placed.contains(&id))
    }

    /// All visits that led to a situation, and the last one.
    fn finish(&mut self, situation: usize, route: Vec<Move>) -> Result<Plan, Error> {
        let mut visits = Vec::new();
        let mut now = situation;
        while let Some(LastVisit { before, place, id, door, route }) = &self.situations[now].last {
            let (before, place, id, door, route) = (*before, *place, *id, *door, route.clone());
            let name = self.planner.places[place].name.clone();
            let Scene { room, level, .. } = self.scene(before, place)?;
            let Some(stored) = room.things.get(door).and_then(StoredDoor::of) else { break };
            let level = Level { objective: Objective::Salvage { id, door: Some(door) }, ..level.clone() };
            visits.push(Visit { place: name, room: room.clone(), level, route, id, door, stored });
            now = before;
        }
        visits.reverse();
        let Scene { room, level, .. } = self.scene(situation, 0)?;
        Ok(Plan { visits, room: room.clone(), level: level.clone(), route })
    }
}
