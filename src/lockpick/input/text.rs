//! The richer format: a line for each node and each way, in any order.

use std::collections::HashMap;

use crate::{
    diagnostics::{Diagnostic, Source},
    lockpick::level::{Condition, Edge, Gate, Level, Node, NodeId, NodeKind, Objective, Salvage},
};

use super::{
    MOST, parts,
    words::{Word, Words},
};

const LINES: &str = "a line begins with level, start, key, door, gate, junction, goal, salvage, path, near, touching, \
                     have, starred, lens or objective";

/// Words that mean something in a path, so no node can be called by them.
const RESERVED: [&str; 7] = ["-", ">", "+", "while", "after", "through", "door"];

/// Lines of which the last would win silently, if there were several.
const SAID_ONCE: [&str; 4] = ["level", "start", "lens", "objective"];

/// A first line that begins with `level`.
pub(super) fn recognise(source: &Source) -> bool {
    let first = source.lines().map(|line| Words::new(source, line)).find_map(|mut words| words.next());
    first.is_some_and(|word| word.text == "level")
}

pub(super) fn parse(source: &Source) -> Result<Level, Diagnostic> {
    let level = Level { lens: true, ..Level::default() };
    let mut draft = Draft { level, names: HashMap::new(), said: HashMap::new() };
    let mut later = Vec::new();
    for line in source.lines() {
        let mut words = Words::new(source, line);
        let Some(word) = words.next() else { continue };
        if SAID_ONCE.contains(&word.text) {
            draft.say_once(word.text.to_owned(), &word, &words)?;
        }
        if !draft.declare(&word, &mut words)? {
            later.push((word, words));
        }
    }
    let mut start = None;
    for (word, mut words) in later {
        if word.text == "start" {
            start = Some(draft.start(&mut words)?);
            words.finish()?;
        } else {
            draft.connect(&word, words)?;
        }
    }
    let no_start = || source.error_at_end("it is not said where the player starts").help("add a line 'start NAME'");
    draft.level.start = start.ok_or_else(no_start)?;
    let has_goal = draft.level.nodes.iter().any(|node| matches!(node.kind, NodeKind::Goal));
    if draft.level.objective == Objective::Goal && !has_goal {
        return Err(source.error_at_end("there is no goal").help("add a line 'goal NAME' and a path to it"));
    }
    Ok(draft.level)
}

struct Draft<'a> {
    level: Level,
    names: HashMap<&'a str, NodeId>,
    /// What may be said once, and the number of the line that says it.
    said: HashMap<String, usize>,
}

impl<'a> Draft<'a> {
    /// Refuses what was said before.
    fn say_once(&mut self, what: String, keyword: &Word<'a>, words: &Words<'a>) -> Result<(), Diagnostic> {
        let Some(first) = self.said.get(&what) else {
            self.said.insert(what, words.line.number);
            return Ok(());
        };
        let error = words.error(format!("'{what}' is said twice"), keyword);
        Err(error.label(format!("the first is in line {first}")).help("keep one of the two lines"))
    }

    /// Takes a line that says what there is, and tells whether it was one.
    fn declare(&mut self, keyword: &Word<'a>, words: &mut Words<'a>) -> Result<bool, Diagnostic> {
        match keyword.text {
            "level" => {
                let said = words.line.text.split('#').next().unwrap_or("");
                self.level.title = said[keyword.at.end..].trim().to_owned();
                return Ok(true);
            }
            "key" | "door" | "gate" | "junction" | "goal" | "salvage" => {
                let name = words.need("a name")?;
                let kind = match keyword.text {
                    "key" => NodeKind::Key(parts::key(words)?),
                    "door" => NodeKind::Door(parts::door(words)?),
                    "gate" => NodeKind::Gate(Gate { locks: parts::locks(words)? }),
                    "junction" => NodeKind::Junction,
                    "goal" => NodeKind::Goal,
                    _ => NodeKind::Salvage(salvage(words)?),
                };
                self.add(name, kind, words)?;
            }
            "have" => {
                let (amount, _) = words.number("an amount")?;
                let colour = words.colour()?;
                self.say_once(format!("have {}", colour.name()), keyword, words)?;
                self.level.start_counts[colour.index()] = amount;
            }
            "starred" => {
                let colour = words.colour()?;
                self.level.start_stars[colour.index()] = true;
            }
            "lens" => {
                let word = words.need("on or off")?;
                self.level.lens = match word.text {
                    "on" => true,
                    "off" => false,
                    other => return Err(words.error(format!("'{other}' is neither on nor off"), &word)),
                };
            }
            "start" | "path" | "near" | "touching" | "objective" => return Ok(false),
            other => {
                let error = words.error(format!("'{other}' begins no line of a level"), keyword);
                return Err(error.label("expected another word").help(LINES));
            }
        }
        words.clone().finish()?;
        Ok(true)
    }

    fn add(&mut self, name: Word<'a>, kind: NodeKind, words: &Words<'a>) -> Result<(), Diagnostic> {
        if RESERVED.contains(&name.text) {
            return Err(words
                .error(format!("no node can be called '{}'", name.text), &name)
                .label("has a meaning of its own"));
        }
        if self.level.nodes.len() >= MOST {
            return Err(words.error(format!("there are more than {MOST} nodes"), &name));
        }
        if self.names.insert(name.text, self.level.nodes.len()).is_some() {
            return Err(words.error(format!("'{}' is there twice", name.text), &name).label("expected a new name"));
        }
        self.level.nodes.push(Node::new(name.text, kind));
        Ok(())
    }

    /// Where the player starts. A name that nothing else has is a junction of its own.
    fn start(&mut self, words: &mut Words<'a>) -> Result<NodeId, Diagnostic> {
        let word = words.need("a name")?;
        let node = self.find(&word, words)?;
        match self.level.nodes[node].kind {
            NodeKind::Junction | NodeKind::Goal | NodeKind::Salvage(_) => Ok(node),
            _ => Err(words
                .error("the player cannot start in a key, a door or a gate", &word)
                .label("expected a junction")),
        }
    }

    /// Takes a line that says how nodes belong together.
    fn connect(&mut self, keyword: &Word<'a>, mut words: Words<'a>) -> Result<(), Diagnostic> {
        match keyword.text {
            "path" => self.path(words),
            "objective" => {
                let what = words.need("salvage")?;
                if what.text != "salvage" {
                    return Err(words
                        .error(format!("'{}' is no objective", what.text), &what)
                        .label("expected salvage"));
                }
                let id = point_number(&mut words)?;
                let door = if words.accept("door") { Some(self.door(&mut words)?) } else { None };
                self.level.objective = Objective::Salvage { id, door };
                words.finish()
            }
            is_near => {
                let place = words.need("a node")?;
                let node = self.find(&place, &words)?;
                let is_near = is_near == "near";
                let mut things = Vec::new();
                while things.is_empty() || words.peek().is_some() {
                    things.push(if is_near { self.door(&mut words)? } else { self.touchable(&mut words)? });
                }
                let node = &mut self.level.nodes[node];
                if is_near { &mut node.near } else { &mut node.touching }.extend(things);
                Ok(())
            }
        }
    }

    /// `A - B > C while D after E through F`.
    fn path(&mut self, mut words: Words<'a>) -> Result<(), Diagnostic> {
        let word = words.need("a node")?;
        let mut from = self.find(&word, &words)?;
        let first = self.level.edges.len();
        let mut conditions = Vec::new();
        while let Some(word) = words.next() {
            match word.text {
                "-" | ">" => {
                    if !conditions.is_empty() {
                        let error = words.error("a condition stands at the end of a path", &word);
                        return Err(error.label("expected while, after, through or the end"));
                    }
                    let place = words.need("a node")?;
                    let to = self.find(&place, &words)?;
                    self.level.edges.push(Edge { from, to, one_way: word.text == ">", conditions: Vec::new() });
                    from = to;
                }
                "while" => conditions.push(Condition::While(self.door(&mut words)?)),
                "after" => conditions.push(Condition::After(self.door(&mut words)?)),
                "through" => conditions.push(Condition::Through(self.gate(&mut words)?)),
                other => {
                    let error = words.error(format!("'{other}' is not expected in a path"), &word);
                    return Err(error
                        .label("expected -, >, while, after or through")
                        .help("leave blanks around - and >"));
                }
            }
        }
        if self.level.edges.len() == first {
            let error = words.error_at_end("a path leads from one node to another");
            return Err(error.label("expected - or >, and a node"));
        }
        if self.level.edges.len() > MOST {
            return Err(words.error_at_end(format!("there are more than {MOST} edges")));
        }
        for edge in &mut self.level.edges[first..] {
            edge.conditions.clone_from(&conditions);
        }
        Ok(())
    }

    fn find(&self, word: &Word<'a>, words: &Words<'a>) -> Result<NodeId, Diagnostic> {
        self.names.get(word.text).copied().ok_or_else(|| {
            let error =
                words.error(format!("there is no node '{}'", word.text), word).label("expected the name of a node");
            error.help(format!("say what it is in a line of its own, such as 'junction {}'", word.text))
        })
    }

    fn door(&self, words: &mut Words<'a>) -> Result<NodeId, Diagnostic> {
        let word = words.need("the name of a door")?;
        let node = self.find(&word, words)?;
        if self.level.door(node).is_some() {
            Ok(node)
        } else {
            Err(words.error(format!("'{}' is no door", word.text), &word).label("expected the name of a door"))
        }
    }

    fn gate(&self, words: &mut Words<'a>) -> Result<NodeId, Diagnostic> {
        let word = words.need("the name of a gate")?;
        let node = self.find(&word, words)?;
        if matches!(self.level.nodes[node].kind, NodeKind::Gate(_)) {
            Ok(node)
        } else {
            Err(words.error(format!("'{}' is no gate", word.text), &word).label("expected the name of a gate"))
        }
    }

    fn touchable(&self, words: &mut Words<'a>) -> Result<NodeId, Diagnostic> {
        let word = words.need("the name of a door or a key")?;
        let node = self.find(&word, words)?;
        if is_touchable(&self.level.nodes[node].kind) {
            Ok(node)
        } else {
            let error = words.error(format!("nothing happens to '{}' when it is touched", word.text), &word);
            Err(error.label("expected a door, a key that is not infinite, or a salvage point"))
        }
    }
}

/// Whether something happens when it is touched, once.
fn is_touchable(kind: &NodeKind) -> bool {
    match kind {
        NodeKind::Door(_) => true,
        NodeKind::Key(key) => !key.infinite,
        NodeKind::Salvage(point) => !point.output,
        NodeKind::Junction | NodeKind::Gate(_) | NodeKind::Goal => false,
    }
}

fn salvage(words: &mut Words<'_>) -> Result<Salvage, Diagnostic> {
    let output = words.accept("output");
    Ok(Salvage { id: point_number(words)?, output })
}

fn point_number(words: &mut Words<'_>) -> Result<i32, Diagnostic> {
    let word = words.need("a number")?;
    let number = word.text.parse().ok().filter(|number| (-1..=99).contains(number));
    number.ok_or_else(|| {
        words.error(format!("'{}' is no number of a salvage point", word.text), &word).label("expected -1 to 99")
    })
}
