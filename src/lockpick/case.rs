//! A level that is searched: which strategy, what is told, and what the result is called.

use std::{cell::Cell, ops::ControlFlow};

use serde_json::json;

use crate::{
    family::{self, Error},
    memory,
    report::{Fact, Finding, Status, View},
    search::{
        Control, Progress, Quest, Range, StopReason,
        states::{StateEvent, StateProgress},
    },
    session::{Job, Session, Task, Telling},
    words::counted,
};

use super::{
    check::Walk,
    draw,
    family::STRATEGIES,
    finding::finding,
    geometry::{GeometryOptions, level_of_within, room::Room},
    input,
    learned::learned,
    level::{Level, NodeKind},
    load::Loaded,
    on_foot::{Journey, OnFoot, why_not},
    play::{Move, Terrain},
    search::{self, Outcome, Settings, Strategy, Verdict, paper},
    solution::{Route, unfinished_route},
    visits::{Ending, Places, Plan, Planner, Visit},
};

/// How long a level is searched with the doors that are there before visits are looked for that store more: states
/// times nodes and edges, which is some seconds.
const WORK_WITHOUT_VISITS: u64 = 24_000_000;

/// A level that is ready to be searched.
pub(super) struct Case {
    terrain: Terrain,
    /// Whether it is a room in which the player falls, or flies.
    movement: Option<Movement>,
    /// The room that it was made from, if there is one.
    room: Option<Room>,
    /// The same room with keys that are certainly no larger than those of the game.
    with_small_keys: Option<Room>,
    notes: Vec<String>,
    /// What the level depends on that is not known.
    lacks: Vec<String>,
    /// The levels where doors that come out here may be stored, if there are any.
    places: Option<Places>,
}

/// What came of looking for visits that store doors.
enum Visiting {
    /// It was not tried.
    Untried,
    Found(Box<Plan>),
    /// There are none.
    Nothing,
    Stopped(StopReason),
}

/// How the player of a room moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Movement {
    Flies,
    Falls,
}

impl Case {
    /// Takes a level, and the places where doors for it may be stored.
    pub fn new(loaded: Loaded, places: Option<Places>) -> Self {
        let Loaded { level, room, has_gravity, notes, lacks } = loaded;
        let movement = room.as_ref().map(|_| if has_gravity { Movement::Falls } else { Movement::Flies });
        let with_small_keys = room.clone().filter(|_| !has_gravity).map(Room::with_small_keys);
        let places = places.filter(Places::can_store);
        Self { terrain: Terrain::new(level), movement, room, with_small_keys, notes, lacks, places }
    }

    /// Searches with a strategy that keeps a table of states.
    fn search_states(
        &self,
        strategy: Strategy,
        control: &Control,
        session: &mut Session<'_>,
    ) -> Result<Outcome, Error> {
        let kept = session.checkpoint(&[&input::write(&self.terrain.level)]);
        let (checkpoint, resume) = kept.map_or((None, false), |(plan, resume)| (Some(plan), resume));
        let settings = Settings {
            control: control.clone(),
            threads: session.threads(),
            shortest: strategy == Strategy::Shortest,
            checkpoint,
            resume,
        };
        let mut observe = |event: StateEvent| {
            match event {
                StateEvent::Progress(state) => {
                    let StateProgress { tally, states, elapsed } = state;
                    let progress = Progress { states: Some(states), ..Progress::of(tally, elapsed) };
                    if session.progress(&progress).is_err() {
                        return ControlFlow::Break(());
                    }
                }
                StateEvent::CheckpointWritten => session.checkpoint_written(),
                StateEvent::CheckpointFailed(error) => session.note(&error.to_string()),
            }
            ControlFlow::Continue(())
        };
        let outcome = search::solve_observed(&self.terrain, strategy, &settings, &mut observe)?;
        if let Some(saved) = &outcome.checkpoint {
            session.note_checkpoint(saved.as_ref().err().map(ToString::to_string));
        }
        Ok(outcome)
    }

    /// Searches for any route and, if none is found with what is there, for visits that store doors with which there is
    /// one.
    fn search_with_visits(&self, places: &Places, session: &mut Session<'_>) -> Result<(Outcome, Visiting), Error> {
        let control = session.control().clone();
        let is_solved = |outcome: &Outcome| matches!(outcome.verdict, Verdict::Solved { .. });
        // A search that is kept is not cut short: it is to go on where it was.
        let is_whole = session.wants_checkpoint();
        let mut outcome = if is_whole {
            self.search_states(Strategy::Guided, &control, session)?
        } else {
            let size = (self.terrain.level.nodes.len() + self.terrain.level.edges.len()).max(1) as u64;
            let granted = control.take_nodes(WORK_WITHOUT_VISITS / size);
            let outcome = self.search_states(Strategy::Guided, &control.part(Some(granted)), session)?;
            control.return_nodes(granted.saturating_sub(outcome.expansions));
            outcome
        };
        let is_undecided = matches!(outcome.verdict, Verdict::Unknown(_));
        if is_solved(&outcome) || is_whole && is_undecided || control.look() {
            return Ok((outcome, Visiting::Untried));
        }
        session.phase("looking for visits that store doors");
        let prepare = |level: &mut Level| places.prepare(level);
        let planner = Planner {
            places: &places.all,
            prepare: &prepare,
            control: &control,
            threads: session.threads(),
            expansions: Cell::new(0),
        };
        let ending = planner.plan(&places.store)?;
        outcome.expansions += planner.expansions.get();
        let visiting = match ending {
            Ending::Found(plan) => {
                outcome.verdict = Verdict::Solved { route: plan.route.clone(), is_shortest: false };
                Visiting::Found(plan)
            }
            Ending::Stopped(reason) => Visiting::Stopped(reason),
            Ending::Nothing if is_undecided => {
                let before = outcome.expansions;
                outcome = self.search_states(Strategy::Guided, &control, session)?;
                outcome.expansions += before;
                Visiting::Nothing
            }
            Ending::Nothing => Visiting::Nothing,
        };
        Ok((outcome, visiting))
    }

    /// Searches the tree of strategy `dfs`. Comes back with the id of the route and the part of the ids searched.
    fn search_tree(&self, range: &Range, session: &mut Session<'_>) -> Result<(Outcome, Option<String>, f64), Error> {
        let level = &self.terrain.level;
        let text = input::write(level);
        // One route is all that is ever wanted, and that of the lowest id is the paper's.
        let job = Job { range: range.clone(), ..Job::new([&text], Quest::Lowest(1)) };
        let sketch = |choices: &Vec<paper::Choice>| Some(unfinished_route(level, &paper::route(level, choices)));
        let found = session.search_with(
            &job,
            Telling::solutions(&mut |_, _| Ok(())).with_sketch(&sketch),
            &mut |settings, ledger, observe| Ok(paper::deep_search(level, settings, ledger, observe)?),
        )?;
        let id = found.answers.first().and_then(|choices| paper::id_of(level, choices).ok()).map(|id| id.to_string());
        Ok((paper::deep_outcome(level, &found), id, found.share))
    }

    fn description(&self) -> String {
        let level = &self.terrain.level;
        let count = |is_it: fn(&NodeKind) -> bool| level.nodes.iter().filter(|node| is_it(&node.kind)).count();
        let keys = count(|kind| matches!(kind, NodeKind::Key(_)));
        let doors = count(|kind| matches!(kind, NodeKind::Door(_)));
        let gates = count(|kind| matches!(kind, NodeKind::Gate(_)));
        let title = if level.title.is_empty() { String::new() } else { format!("\"{}\", ", level.title) };
        let several = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
        let gates = if gates > 0 { format!(", {}", several(gates, "gate")) } else { String::new() };
        format!("{title}{}, {}{gates}", several(keys, "key"), several(doors, "door"))
    }
}

impl Case {
    /// What has to be said about a route beside the route.
    fn caveats(&self, outcome: &Outcome, visits: &[Visit]) -> Vec<Fact> {
        let mut facts = Vec::new();
        if !matches!(outcome.verdict, Verdict::Solved { .. }) {
            return facts;
        }
        if !visits.is_empty() {
            let stored = |visit: &Visit| format!("{} {} by {}", visit.id, visit.stored.text(), visit.place);
            let value: Vec<String> = visits.iter().map(stored).collect();
            let text = format!("Assumed: doors are stored by visits before: {}.", value.join(", then "));
            facts.push(Fact { name: "assumed_stored", value: json!(value), text });
        } else if !self.lacks.is_empty() {
            let text = format!("Assumed: it does without {}.", self.lacks.join(", and without "));
            facts.push(Fact { name: "assumed_without", value: json!(self.lacks), text });
        }
        facts
    }

    /// Why some visit cannot be walked, if that is so.
    fn unwalked_visit(visits: &[Visit], session: &mut Session<'_>) -> Option<String> {
        let control = session.control().part(None);
        visits.iter().enumerate().find_map(|(index, Visit { room, level, route, .. })| {
            let walked = Journey { room, level, route }.walk(&control);
            (walked != Walk::Walkable).then(|| format!("Visit {}: {}", index + 1, why_not(&walked, route.len())))
        })
    }

    /// Whether the route can be walked, and another one if only that can.
    fn on_foot(
        &self,
        journey: &Journey<'_>,
        may_change: bool,
        effort: u64,
        session: &mut Session<'_>,
    ) -> (OnFoot, Option<Vec<Move>>) {
        session.phase("walking the route");
        let control = session.control().part(None);
        let walked = journey.walk(&control);
        if walked == Walk::Walkable {
            return (OnFoot::Proved, None);
        }
        match journey.needs_wings(&control) {
            Ok(Some(why)) => return (OnFoot::ByFlyingOnly(why), None),
            Ok(None) if may_change => {
                session.phase("looking for a route on foot");
                if let Some(other) = journey.another(effort, session.threads(), &control) {
                    return (OnFoot::Proved, Some(other));
                }
            }
            _ => {}
        }
        (OnFoot::Unknown(why_not(&walked, journey.route.len())), None)
    }

    /// A verdict that says no more than is known: what a level depends on may be what it lacks, and the model of
    /// falling closes narrow gaps.
    fn qualified(&self, finding: Finding, is_certain: bool, visiting: &Visiting) -> Finding {
        if finding.status != Status::Unsolvable {
            return finding;
        }
        let (stop, visits) = match visiting {
            Visiting::Stopped(reason) => {
                (*reason, format!(" ({} before visits were found that store it)", reason.text()))
            }
            Visiting::Nothing => (finding.stop, ", and no visits were found that store it".to_owned()),
            Visiting::Untried | Visiting::Found(_) => (finding.stop, String::new()),
        };
        let reason = if !self.lacks.is_empty() {
            format!("it depends on {}; without that there is no route{visits}", self.lacks.join(", and on "))
        } else if self.movement == Some(Movement::Falls) {
            "there is no route for a player who falls as it is modelled here, which is no proof for the game".to_owned()
        } else if !is_certain {
            "there is no route if keys are as large as their tiles, but they are a little smaller".to_owned()
        } else {
            return finding;
        };
        Finding { status: Status::Unknown, reason: Some(reason), stop, ..finding }
    }

    /// Whether there is no route even if keys are smaller than their tiles, so that a player may get past more of them.
    /// If there is no time to find out, it is not certain.
    fn is_certain(&self, session: &mut Session<'_>) -> Result<bool, Error> {
        let Some(room) = self.with_small_keys.as_ref().filter(|_| self.lacks.is_empty()) else { return Ok(true) };
        session.phase("making sure with smaller keys");
        let Ok(level) = level_of_within(room, &GeometryOptions::default(), session.control()) else {
            return Ok(false);
        };
        let Level { start_counts, start_stars, lens, .. } = self.terrain.level;
        let terrain = Terrain::new(Level { start_counts, start_stars, lens, ..level });
        let settings =
            Settings { control: session.control().clone(), threads: session.threads(), ..Settings::default() };
        Ok(search::solve(&terrain, Strategy::Auto, &settings)?.verdict == Verdict::Unsolvable)
    }
}

impl family::Case for Case {
    fn view(&self) -> View {
        draw::view(&self.terrain.level, self.room.as_ref())
    }

    fn search(&self, task: &Task, session: &mut Session<'_>) -> Result<Finding, Error> {
        let is_shortest = task.options.has("shortest");
        let asked = task.strategy.and_then(|info| Strategy::ALL.into_iter().find(|it| it.name() == info.name));
        let (strategy, why) = match asked {
            None if is_shortest => (Strategy::Shortest, "a shortest route is wanted"),
            None if task.range.is_some() => (Strategy::Dfs, "a range of ids is wanted"),
            None => (Strategy::Guided, "any route will do"),
            Some(strategy) if is_shortest && !strategy.finds_shortest() => {
                let text = format!(
                    "strategy {} takes the first route it meets: for a shortest one use shortest, bfs or exhaustive",
                    strategy.name()
                );
                return Err(Error::Unsupported(text));
            }
            Some(strategy) => (strategy, "as asked"),
        };
        if let Some(reason) = strategy.is_papers().then(|| paper::objection(&self.terrain.level)).flatten() {
            return Err(Error::Unsuitable(reason.to_string()));
        }
        let info = STRATEGIES.iter().find(|info| info.name == strategy.name());
        let info = info.ok_or_else(|| Error::Unsupported(format!("strategy {} is not offered", strategy.name())))?;
        let range = session.path_range()?;
        session.begin(info, &self.description(), why)?;
        for note in &self.notes {
            session.note(note);
        }
        // Some levels have no end of states: without a limit they end at three quarters of what is free.
        if let Some(free) = memory::available() {
            session.control().limit_memory(memory::resident() + free / 4 * 3);
        }
        let mut visiting = Visiting::Untried;
        let (outcome, id, share) = match (strategy, &self.places) {
            (Strategy::Dfs, _) => {
                let (outcome, id, share) = self.search_tree(&range, session)?;
                (outcome, id, Some(share))
            }
            (Strategy::Guided, Some(places)) => {
                let (outcome, found) = self.search_with_visits(places, session)?;
                visiting = found;
                (outcome, None, None)
            }
            _ => (self.search_states(strategy, &session.control().clone(), session)?, None, None),
        };
        let plan = match &visiting {
            Visiting::Found(plan) => Some(&**plan),
            _ => None,
        };
        let visits = plan.map_or(&[][..], |plan| &plan.visits);
        let mut on_foot = None;
        if let Verdict::Solved { route, is_shortest } = &outcome.verdict {
            let may_change = strategy == Strategy::Guided && self.movement == Some(Movement::Flies);
            let (room, level) = match plan {
                Some(plan) => (Some(&plan.room), &plan.level),
                None => (self.room.as_ref(), &self.terrain.level),
            };
            let other = match room {
                Some(room) => {
                    let journey = Journey { room, level, route };
                    let (known, other) = self.on_foot(&journey, may_change, outcome.expansions, session);
                    on_foot = Some(match Self::unwalked_visit(visits, session) {
                        Some(why) if known == OnFoot::Proved => OnFoot::Unknown(why),
                        _ => known,
                    });
                    other
                }
                None => None,
            };
            session.solution(&Route {
                level,
                room,
                route: other.as_ref().unwrap_or(route),
                is_shortest: *is_shortest && other.is_none(),
                id,
                has_inventory: task.is_verbose,
                visits,
            })?;
        }
        let is_certain = outcome.verdict != Verdict::Unsolvable || self.is_certain(session)?;
        for fact in on_foot.iter().map(OnFoot::fact).chain(self.caveats(&outcome, visits)) {
            session.fact(&fact)?;
        }
        let finding = self.qualified(finding(&outcome, &range, share), is_certain, &visiting);
        if !finding.stop.is_final() || matches!(outcome.verdict, Verdict::Unknown(_)) {
            session.fact(&learned(&self.terrain, &outcome))?;
        }
        let cap = outcome.cap.map_or(String::new(), |cap| format!(", numbers up to {cap}"));
        let (states, depth) = (outcome.states, outcome.depth);
        let expanded = counted(outcome.expansions as usize, "state");
        session.detail(&format!("{expanded} expanded, {states} met, {} deep{cap}", counted(depth as usize, "move")));
        Ok(finding)
    }
}
