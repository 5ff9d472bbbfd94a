//! A level as an outline: what is next to what, from the start on, as text.

use std::fmt::Write;

use super::{
    level::{Condition, Edge, Level, NodeId, NodeKind, Objective},
    play::moves::Thing,
};

/// Deeper parts are not indented any further.
const DEEPEST: usize = 40;

/// The level as a tree from the start; ways that lead to what was told before are named there, and what cannot be
/// reached from the start follows at the end.
pub fn outline(level: &Level) -> String {
    let mut text = summary(level);
    let mut ways = vec![Vec::new(); level.nodes.len()];
    for (index, edge) in level.edges.iter().enumerate() {
        ways[edge.from].push(index);
        if edge.from != edge.to {
            ways[edge.to].push(index);
        }
    }
    let mut teller =
        Teller { level, ways, is_told: vec![false; level.nodes.len()], is_edge_told: vec![false; level.edges.len()] };
    teller.tell(level.start, &mut text);
    for node in 0..level.nodes.len() {
        if !teller.is_told[node] {
            text += "\nnot connected to the start:\n";
            teller.tell(node, &mut text);
        }
    }
    text
}

fn summary(level: &Level) -> String {
    let mut text = String::new();
    if !level.title.is_empty() {
        let _ = writeln!(text, "{}", level.title);
    }
    let _ = writeln!(text, "{} nodes, {} edges", level.nodes.len(), level.edges.len());
    let start = super::colour::Colour::ALL.into_iter().filter_map(|colour| {
        let (count, is_starred) = (level.start_counts[colour.index()], level.start_stars[colour.index()]);
        (!count.is_zero() || is_starred).then(|| format!("{count}{} {colour}", if is_starred { "*" } else { "" }))
    });
    let start: Vec<_> = start.collect();
    if !start.is_empty() {
        let _ = writeln!(text, "keys at the start: {}", start.join(", "));
    }
    if let Objective::Salvage { id, door } = level.objective {
        let door = door.map_or("a door".to_owned(), |door| format!("door {}", level.nodes[door].name));
        let _ = writeln!(text, "objective: {door} into salvage {id}");
    }
    text.push('\n');
    text
}

struct Teller<'a> {
    level: &'a Level,
    ways: Vec<Vec<usize>>,
    is_told: Vec<bool>,
    is_edge_told: Vec<bool>,
}

impl Teller<'_> {
    /// Tells a node and all that hangs on it. A stack of its own: levels may be one long corridor.
    fn tell(&mut self, root: NodeId, text: &mut String) {
        self.is_told[root] = true;
        let _ = writeln!(text, "{}", describe(self.level, root));
        let mut stack = vec![(root, 0)];
        while let Some((node, next)) = stack.last_mut() {
            let node = *node;
            let Some(&edge_index) = self.ways[node].get(*next) else {
                stack.pop();
                continue;
            };
            *next += 1;
            if std::mem::replace(&mut self.is_edge_told[edge_index], true) {
                continue;
            }
            let edge = &self.level.edges[edge_index];
            let to = if edge.from == node { edge.to } else { edge.from };
            let indent = "  ".repeat(stack.len().min(DEEPEST));
            let way = way_text(self.level, edge, edge.from == node);
            if std::mem::replace(&mut self.is_told[to], true) {
                let _ = writeln!(text, "{indent}{way} back to {}", self.level.nodes[to].name);
            } else {
                let _ = writeln!(text, "{indent}{way} {}", describe(self.level, to));
                stack.push((to, 0));
            }
        }
    }
}

/// How an edge is drawn: `-`, `>` or `<`, and when it is there.
fn way_text(level: &Level, edge: &Edge, is_forward: bool) -> String {
    let mut text = match (edge.one_way, is_forward) {
        (false, _) => "-",
        (true, true) => ">",
        (true, false) => "<",
    }
    .to_owned();
    for condition in &edge.conditions {
        let (word, door) = match condition {
            Condition::While(door) => ("while", door),
            Condition::After(door) => ("after", door),
            Condition::Through(gate) => ("through", gate),
        };
        let _ = write!(text, " [{word} {}]", level.nodes[*door].name);
    }
    text
}

/// A node in one line.
fn describe(level: &Level, node: NodeId) -> String {
    let what = &level.nodes[node];
    let kind = match &what.kind {
        NodeKind::Junction => "junction",
        NodeKind::Key(_) => "key",
        NodeKind::Door(_) => "door",
        NodeKind::Gate(_) => "gate",
        NodeKind::Goal => "goal",
        NodeKind::Salvage(_) => "salvage",
    };
    let mut text = format!("{kind} {}", what.name);
    if !matches!(what.kind, NodeKind::Junction | NodeKind::Goal) {
        let _ = write!(text, " ({})", Thing(&what.kind));
    }
    if let NodeKind::Door(door) = &what.kind {
        let marks = [
            (door.auras.ice, "ice"),
            (door.auras.erosion, "erosion"),
            (door.auras.paint, "paint"),
            (door.cursed, "cursed"),
        ];
        for (_, mark) in marks.into_iter().filter(|(is_so, _)| *is_so) {
            let _ = write!(text, " {mark}");
        }
    }
    for (word, doors) in [("near", &what.near), ("touching", &what.touching)] {
        if !doors.is_empty() {
            let names: Vec<_> = doors.iter().map(|&door| level.nodes[door].name.as_str()).collect();
            let _ = write!(text, ", {word} {}", names.join(" "));
        }
    }
    text
}
