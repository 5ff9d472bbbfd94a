//! Writes a level in the richer format.

use std::fmt::Write;

use crate::lockpick::{
    colour::Colour,
    complex::Complex,
    level::{Condition, Door, Edge, Key, KeyEffect, Level, Lock, Need, NodeKind, Objective},
};

/// The level as a text that reads back as the same level, as long as its names are words of their own.
pub fn write(level: &Level) -> String {
    let mut text = format!("level {}\n", level.title.replace(['\n', '\r', '#'], " ")).replace("level \n", "level\n");
    let name = |node: usize| level.nodes[node].name.as_str();
    let _ = writeln!(text, "start {}", name(level.start));
    for colour in Colour::ALL {
        let count = level.start_counts[colour.index()];
        if !count.is_zero() {
            let _ = writeln!(text, "have {count} {colour}");
        }
        if level.start_stars[colour.index()] {
            let _ = writeln!(text, "starred {colour}");
        }
    }
    if !level.lens {
        text += "lens off\n";
    }
    if let Objective::Salvage { id, door } = level.objective {
        let door = door.map_or(String::new(), |door| format!(" door {}", name(door)));
        let _ = writeln!(text, "objective salvage {id}{door}");
    }
    text.push('\n');
    for node in &level.nodes {
        let own = &node.name;
        let _ = match &node.kind {
            NodeKind::Junction => writeln!(text, "junction {own}"),
            NodeKind::Goal => writeln!(text, "goal {own}"),
            NodeKind::Key(key) => writeln!(text, "key {own} {}", key_text(key)),
            NodeKind::Door(door) => writeln!(text, "door {own} {}", door_text(door)),
            NodeKind::Gate(gate) => writeln!(text, "gate {own} {}", locks_text(&gate.locks)),
            NodeKind::Salvage(point) => {
                writeln!(text, "salvage {own} {}{}", if point.output { "output " } else { "" }, point.id)
            }
        };
    }
    text.push('\n');
    for (index, edge) in level.edges.iter().enumerate() {
        // Edges that go on where the one before ended share its line.
        let goes_on = index > 0 && {
            let before: &Edge = &level.edges[index - 1];
            before.to == edge.from && before.conditions == edge.conditions
        };
        let mark = if edge.one_way { '>' } else { '-' };
        if goes_on {
            let _ = write!(text, " {mark} {}", name(edge.to));
        } else {
            let _ = write!(text, "path {} {mark} {}", name(edge.from), name(edge.to));
        }
        let is_last =
            level.edges.get(index + 1).is_none_or(|next| next.from != edge.to || next.conditions != edge.conditions);
        if is_last {
            for condition in &edge.conditions {
                let _ = match condition {
                    Condition::While(door) => write!(text, " while {}", name(*door)),
                    Condition::After(door) => write!(text, " after {}", name(*door)),
                    Condition::Through(gate) => write!(text, " through {}", name(*gate)),
                };
            }
            text.push('\n');
        }
    }
    for node in &level.nodes {
        for (word, doors) in [("near", &node.near), ("touching", &node.touching)] {
            if !doors.is_empty() {
                let doors: Vec<_> = doors.iter().map(|&door| name(door)).collect();
                let _ = writeln!(text, "{word} {} {}", node.name, doors.join(" "));
            }
        }
    }
    text
}

fn key_text(key: &Key) -> String {
    let effect = match key.effect {
        KeyEffect::Add(amount) => amount.to_string(),
        KeyEffect::Exact(amount) => format!("exact {amount}"),
        KeyEffect::Star => "star".to_owned(),
        KeyEffect::Unstar => "unstar".to_owned(),
        KeyEffect::Flip => "flip".to_owned(),
        KeyEffect::Rotor => "rotor".to_owned(),
        KeyEffect::BackRotor => "backrotor".to_owned(),
    };
    format!("{}{effect} {}", if key.infinite { "infinite " } else { "" }, key.colour)
}

fn locks_text(locks: &[Lock]) -> String {
    if locks.is_empty() {
        return "none".to_owned();
    }
    let texts = locks.iter().map(|lock| match lock.need {
        Need::Normal(amount) => format!("{amount} {}", lock.colour),
        Need::Blank => format!("blank {}", lock.colour),
        Need::Blast(Complex::ONE) => format!("blast {}", lock.colour),
        Need::Blast(unit) => format!("blast {unit} {}", lock.colour),
        Need::All => format!("all {}", lock.colour),
    });
    texts.collect::<Vec<_>>().join(" + ")
}

/// A door as the format says it.
pub fn door_text(door: &Door) -> String {
    let mut text = locks_text(&door.locks);
    if door.locks.is_empty() || door.locks.iter().any(|lock| lock.colour != door.spend) {
        let _ = write!(text, " spends {}", door.spend);
    }
    if door.copies != Complex::ONE {
        let _ = write!(text, " copies {}", door.copies);
    }
    let words = [
        (door.endless, " endless"),
        (door.auras.ice, " ice"),
        (door.auras.erosion, " erosion"),
        (door.auras.paint, " paint"),
        (door.cursed, " cursed"),
    ];
    text.extend(words.into_iter().filter(|(is_so, _)| *is_so).map(|(_, word)| word));
    text
}
