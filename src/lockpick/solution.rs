//! A route as it is told.

use std::io;

use serde_json::{Map, Value, json};

use crate::{
    page::{Performance, Step},
    picture::Scene,
    report::Solution,
    session::Sketch,
    words::counted,
};

use super::{
    colour::Colour,
    draw::{self, Chapter, Looks},
    effects::effects,
    geometry::room::Room,
    level::Level,
    play::{Move, Terrain, moves},
    rules::Inventory,
    visits::{Visit, after_visits},
};

/// A route of a level.
pub(super) struct Route<'a> {
    pub level: &'a Level,
    /// The room that the level was made from, if there is one.
    pub room: Option<&'a Room>,
    pub route: &'a [Move],
    pub is_shortest: bool,
    /// Its id, where there are ids.
    pub id: Option<String>,
    /// Whether to tell what the player holds after each step.
    pub has_inventory: bool,
    /// The visits before it that store doors.
    pub visits: &'a [Visit],
}

impl Route<'_> {
    /// What the player holds after each step, and what the step does.
    fn moments(&self) -> Vec<Moment> {
        let terrain = Terrain::new(self.level.clone());
        let Ok(mut state) = terrain.start() else { return Vec::new() };
        let mut after = state.clone();
        let mut moments = Vec::with_capacity(self.route.len());
        for &step in self.route {
            if terrain.act(&state, &mut after, step).is_ok() {
                // Only levels with places say what happens: in the others a step is all there is.
                let is_told = self.level.nodes[step.node].spot.is_some();
                let does = if is_told { effects(&terrain, step, &state, &after) } else { Vec::new() };
                let looks = self.room.map(|_| Looks::of(&terrain, &after));
                moments.push(Moment { inventory: after.inventory, does, looks });
                std::mem::swap(&mut state, &mut after);
            }
        }
        moments
    }
}

/// What comes of a step.
struct Moment {
    inventory: Inventory,
    does: Vec<String>,
    /// How the room looks afterwards.
    looks: Option<Looks>,
}

impl Solution for Route<'_> {
    fn fields(&self) -> Map<String, Value> {
        let visit = |visit: &Visit| {
            json!({
                "level": visit.place,
                "number": visit.id,
                "door": visit.level.nodes[visit.door].name,
                "stored": visit.stored.text(),
                "length": visit.route.len(),
                "moves": self.of_visit(visit).moves(),
            })
        };
        let id = self.id.iter().map(|id| ("id", json!(id)));
        let visits = (!self.visits.is_empty()).then(|| ("visits", self.visits.iter().map(visit).collect()));
        let fields = [
            ("length", json!(self.route.len())),
            ("proved_shortest", json!(self.is_shortest)),
            ("moves", self.moves()),
        ];
        id.chain(visits).chain(fields).map(|(name, value)| (name.to_owned(), value)).collect()
    }

    fn write_text(&self, out: &mut dyn io::Write, _: bool) -> io::Result<()> {
        for (index, visit) in self.visits.iter().enumerate() {
            let door = &visit.level.nodes[visit.door].name;
            let Visit { place, id, stored, route, .. } = visit;
            let steps = counted(route.len(), "step");
            let number = index + 1;
            writeln!(out, "Visit {number} stores {door} as number {id}, level {place}: {steps}, {}", stored.text())?;
            self.of_visit(visit).write_steps(out)?;
            writeln!(out)?;
        }
        let last = if self.visits.is_empty() { "" } else { "Last visit: " };
        let shortest = if self.is_shortest { ", and no route is shorter" } else { "" };
        let id = self.id.as_ref().map_or(String::new(), |id| format!(", id {id}"));
        writeln!(out, "{last}{}{shortest}{id}", counted(self.route.len(), "step"))?;
        self.write_steps(out)
    }

    fn caption(&self) -> String {
        let shortest = if self.is_shortest { ", and no route is shorter" } else { "" };
        let after = after_visits(self.visits.len());
        format!("{}{shortest}{after}", counted(self.route.len(), "step"))
    }

    fn scene(&self) -> Option<Scene> {
        let Some(room) = self.room else { return Some(draw::picture(self.level, self.route)) };
        Some(draw::guide(self.level, room, self.route, &self.chapters()))
    }

    fn performance(&self) -> Performance {
        Performance::Steps { start: self.level.start, steps: self.steps() }
    }
}

impl Route<'_> {
    /// A visit as a route of its own.
    fn of_visit<'a>(&self, visit: &'a Visit) -> Route<'a> {
        Route {
            level: &visit.level,
            room: Some(&visit.room),
            route: &visit.route,
            is_shortest: false,
            id: None,
            has_inventory: self.has_inventory,
            visits: &[],
        }
    }

    fn moves(&self) -> Value {
        let moments = self.moments();
        let moves = self.route.iter().enumerate().map(|(index, &step)| {
            let name = |node: usize| self.level.nodes[node].name.as_str();
            let mut object = Map::new();
            object.insert("node".to_owned(), json!(name(step.node)));
            object.insert("action".to_owned(), json!(step.action.word()));
            if let Some(at) = step.at {
                object.insert("at".to_owned(), json!(name(at)));
            }
            object.insert("text".to_owned(), json!(moves::text(self.level, step)));
            if let Some(spot) = self.level.nodes[step.node].spot {
                object.insert("column".to_owned(), json!(spot.column()));
                object.insert("row".to_owned(), json!(spot.row()));
            }
            let moment = moments.get(index);
            if let Some(moment) = moment.filter(|moment| !moment.does.is_empty()) {
                object.insert("does".to_owned(), json!(moment.does));
            }
            if let Some(moment) = moment.filter(|_| self.has_inventory) {
                let keys = held(&moment.inventory).map(|(colour, text)| (colour.name().to_owned(), json!(text)));
                object.insert("keys".to_owned(), Value::Object(keys.collect()));
            }
            Value::Object(object)
        });
        moves.collect()
    }

    fn write_steps(&self, out: &mut dyn io::Write) -> io::Result<()> {
        let moments = self.moments();
        let width = self.route.len().to_string().len();
        for (index, &step) in self.route.iter().enumerate() {
            let moment = moments.get(index);
            writeln!(out, "{:>width$}. {}", index + 1, self.words(step, moment))?;
            if let Some(moment) = moment.filter(|_| self.has_inventory) {
                writeln!(out, "{:width$}  keys: {}", "", in_hand(&moment.inventory))?;
            }
        }
        Ok(())
    }

    /// A step in words: what is done, and what comes of it.
    fn words(&self, step: Move, moment: Option<&Moment>) -> String {
        let does = moment.map_or(String::new(), |moment| moment.does.join(", "));
        let does = if does.is_empty() { does } else { format!(": {does}") };
        format!("{}{does}", moves::text(self.level, step))
    }

    /// The room before each step, and the step in words.
    fn chapters(&self) -> Vec<Chapter> {
        let moments = self.moments();
        let start = Inventory::of_start(self.level);
        let chapter = |(index, &step): (usize, &Move)| {
            let before = index.checked_sub(1).and_then(|before| moments.get(before));
            let looks = before.and_then(|moment| moment.looks.clone());
            Chapter {
                looks: looks.unwrap_or_else(|| Looks::at_start(self.level)),
                text: self.words(step, moments.get(index)),
                hand: in_hand(before.map_or(&start, |moment| &moment.inventory)),
            }
        };
        self.route.iter().enumerate().map(chapter).collect()
    }

    fn steps(&self) -> Vec<Step> {
        let moments = self.moments();
        let mut is_gone = vec![false; self.level.nodes.len()];
        let steps = self.route.iter().enumerate().map(|(index, &step)| {
            let moment = moments.get(index);
            let text = self.words(step, moment);
            let gone = moment.and_then(|moment| moment.looks.as_ref()).into_iter().flat_map(Looks::gone);
            let cleared = gone.filter(|&node| !std::mem::replace(&mut is_gone[node], true)).collect();
            let hand = moment.map(|moment| {
                let keys =
                    held(&moment.inventory).map(|(colour, text)| (draw::tint(colour), format!("{text} {colour}")));
                keys.collect()
            });
            Step { hand, cleared, ..Step::to(step.node, text) }
        });
        steps.collect()
    }
}

/// A route as far as a search has come with it: the last step first, for that is what changes.
pub(super) fn unfinished_route(level: &Level, route: &[Move]) -> Sketch {
    let width = route.len().to_string().len();
    let steps = route.iter().enumerate().rev();
    let lines = steps.map(|(index, &step)| format!("{:>width$}. {}\n", index + 1, moves::text(level, step)));
    Sketch { title: format!("{} deep", counted(route.len(), "step")), text: lines.collect() }
}

/// What is held of each colour, a star after numbers that are frozen.
fn held(inventory: &Inventory) -> impl Iterator<Item = (Colour, String)> {
    let all = Colour::ALL.into_iter().map(|colour| (colour, inventory.count(colour), inventory.is_starred(colour)));
    all.filter(|(_, count, is_starred)| !count.is_zero() || *is_starred)
        .map(|(colour, count, is_starred)| (colour, format!("{count}{}", if is_starred { "*" } else { "" })))
}

/// The same in a line.
fn in_hand(inventory: &Inventory) -> String {
    let keys: Vec<_> = held(inventory).map(|(colour, text)| format!("{text} {colour}")).collect();
    if keys.is_empty() { "none".to_owned() } else { keys.join(", ") }
}
