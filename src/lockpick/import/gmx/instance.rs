//! One instance in a room: what it is, where, and what its creation code makes of it.

use std::ops::Range;

use roxmltree::Node;

use super::{
    code::{self, Misread, Number, Statement},
    error_at,
};
use crate::{
    diagnostics::{Diagnostic, Source},
    lockpick::{
        colour::Colour,
        complex::Complex,
        geometry::room::Area,
        level::{Auras, Door, Gate, Key, KeyEffect, Lock, Need, NodeKind, Salvage},
    },
};

/// The side of tiles, keys, goals and salvage points in pixels.
const TILE: f64 = 32.0;
/// Numbers up to here are exact in the game.
const MAX_NUMBER: f64 = 9_007_199_254_740_992.0;

/// What an instance is for the player.
pub enum Meaning {
    /// A wall.
    Wall,
    /// Where the player starts.
    Start,
    /// Something to touch.
    Thing(NodeKind),
}

/// The kinds of instances that matter.
enum Kind {
    Wall,
    Start,
    Goal,
    Key(Colour),
    Door(Colour),
    Combo,
    Gate,
    Salvage { output: bool },
}

/// The colour in the game's names: `White` in `oKeyWhite`, `WHITE` in `key_WHITE`.
pub fn colour_named(name: &str) -> Option<Colour> {
    Colour::from_name(&name.to_ascii_lowercase())
}

fn kind_of(object: &str) -> Option<Kind> {
    Some(match object {
        "objBlock" | "oBlockTile" => Kind::Wall,
        "objPlayerStart" => Kind::Start,
        "oGoal" => Kind::Goal,
        "oDoorCombo" => Kind::Combo,
        "oGate" => Kind::Gate,
        "oSalvageIn" => Kind::Salvage { output: false },
        "oSalvageOut" => Kind::Salvage { output: true },
        // Without code these have the colour of number 0.
        "oKeyBulk" => Kind::Key(Colour::Master),
        "oDoorSimple" => Kind::Door(Colour::Master),
        _ => {
            let key = object.strip_prefix("oKey").and_then(colour_named).map(Kind::Key);
            return key.or_else(|| object.strip_prefix("oDoor").and_then(colour_named).map(Kind::Door));
        }
    })
}

/// What an instance says; none if it is decoration. What its code says beyond that is added to the notes.
pub fn read(
    source: &Source,
    instance: Node<'_, '_>,
    notes: &mut Vec<String>,
) -> Result<Option<(Area, Meaning)>, Diagnostic> {
    let Some(kind) = instance.attribute("objName").and_then(kind_of) else { return Ok(None) };
    let x = attribute(source, instance, "x", None)?;
    let y = attribute(source, instance, "y", None)?;
    let attribute_node = instance.attribute_node("code");
    if let Kind::Salvage { output: false } = kind
        && attribute_node.is_some_and(|code| is_conditional(code.value()))
    {
        // Where the player has to have done something elsewhere before a point is there, it is not there yet.
        notes.push(format!("a salvage point at {x},{y} that is only there under conditions is left out"));
        return Ok(None);
    }
    let mut code = Code { source, variables: Variables::default(), locks: Vec::new(), whole: instance.range() };
    if let Some(attribute) = attribute_node.filter(|_| !matches!(kind, Kind::Wall | Kind::Start)) {
        code.run(attribute.range_value(), notes)?;
    }
    let variables = &code.variables;
    let (mut width, mut height) = (TILE, TILE);
    let (mut left, mut top) = (x, y);
    let meaning = match kind {
        Kind::Wall => {
            width *= attribute(source, instance, "scaleX", Some(1.0))?;
            height *= attribute(source, instance, "scaleY", Some(1.0))?;
            Meaning::Wall
        }
        Kind::Start => Meaning::Start,
        Kind::Goal => Meaning::Thing(NodeKind::Goal),
        Kind::Key(colour) => Meaning::Thing(NodeKind::Key(code.key(colour)?)),
        Kind::Door(_) | Kind::Combo | Kind::Gate => {
            width *= variables.get("w").map_or(1.0, |number| number.value);
            height *= variables.get("h").map_or(1.0, |number| number.value);
            Meaning::Thing(match kind {
                Kind::Door(colour) => NodeKind::Door(code.simple_door(colour)?),
                Kind::Combo => NodeKind::Door(code.combo_door()?),
                _ => NodeKind::Gate(Gate { locks: code.locks()? }),
            })
        }
        Kind::Salvage { output } => {
            // Its place is the middle of its lower edge.
            left -= TILE / 2.0;
            top -= TILE;
            let id = code.whole_number("ID", -1)?;
            let id = i32::try_from(id).map_err(|_| code.error("the number of a salvage point is too large"))?;
            Meaning::Thing(NodeKind::Salvage(Salvage { id, output }))
        }
    };
    let area = Area::new(left as i32, top as i32, width.round() as i32, height.round() as i32);
    if area.is_empty() {
        return Err(error_at(source, instance.range(), "this has no size: nothing can touch it"));
    }
    Ok(Some((area, meaning)))
}

/// Whether code has a statement that begins with `if`.
fn is_conditional(code: &str) -> bool {
    code.split([';', '{', '}', '\n', '\r']).any(|statement| {
        let rest = statement.trim_start().strip_prefix("if");
        rest.is_some_and(|rest| !rest.starts_with(|letter: char| letter.is_alphanumeric() || letter == '_'))
    })
}

/// A number in an attribute. Places are whole pixels in the end.
fn attribute(source: &Source, instance: Node<'_, '_>, name: &str, default: Option<f64>) -> Result<f64, Diagnostic> {
    let Some(attribute) = instance.attribute_node(name) else {
        return default.ok_or_else(|| error_at(source, instance.range(), format!("an instance without {name}")));
    };
    let number = attribute.value().trim().parse::<f64>().ok().filter(|number| number.abs() < 1e7);
    number.ok_or_else(|| {
        error_at(source, attribute.range_value(), format!("{name} is not a number of pixels"))
            .label("expected a number")
    })
}

/// Assigned variables, the last assignment of each.
#[derive(Default)]
struct Variables(Vec<(String, Number)>);

impl Variables {
    fn get(&self, name: &str) -> Option<&Number> {
        self.0.iter().rev().find(|(known, _)| known == name).map(|(_, number)| number)
    }
}

struct Code<'a> {
    source: &'a Source,
    variables: Variables,
    locks: Vec<(Vec<Number>, Range<usize>)>,
    whole: Range<usize>,
}

impl Code<'_> {
    /// Runs the code. What is set that no key, door or gate has is noted and left alone, as the game does: it even has
    /// typing errors.
    fn run(&mut self, raw: Range<usize>, notes: &mut Vec<String>) -> Result<(), Diagnostic> {
        let text = self.source.text().get(raw.clone()).unwrap_or_default();
        let not_understood = |misread: Misread| {
            error_at(self.source, misread.at, "this creation code is not understood").label(misread.expected)
        };
        let statements = code::parse(text, raw.start).map_err(not_understood)?;
        for statement in statements {
            match statement {
                Statement::AddLock { arguments, at } => self.locks.push((arguments, at)),
                Statement::Other { name, text, misread } => {
                    // Whatever could change what matters has to be understood.
                    let mut words = text.split(|letter: char| !letter.is_ascii_alphanumeric() && letter != '_');
                    let matters = |word: &str| is_known(word) || matches!(word, "scrComboAdd" | "aura");
                    if words.any(matters) || is_control_flow(&name) {
                        return Err(not_understood(misread));
                    }
                    notes.push(left_out(self.source, misread.at.start, &name));
                }
                Statement::Assign { name, index, value, at } => {
                    let name = match &index {
                        Some(index) => format!("{name}[{}]", index.value),
                        None => name,
                    };
                    if !is_known(&name) {
                        if name.starts_with("aura[") {
                            let title = format!("the creation code sets {name}, which is not known");
                            return Err(error_at(self.source, at, title).help("there are aura[0] to aura[2]"));
                        }
                        notes.push(left_out(self.source, at.start, &name));
                        continue;
                    }
                    self.variables.0.push((name, value));
                }
            }
        }
        Ok(())
    }

    fn error(&self, title: impl Into<String>) -> Diagnostic {
        error_at(self.source, self.whole.clone(), title)
    }

    fn whole(&self, number: &Number) -> Result<i64, Diagnostic> {
        if number.value.fract() == 0.0 && number.value.abs() <= MAX_NUMBER {
            return Ok(number.value as i64);
        }
        Err(error_at(self.source, number.at.clone(), "this is not a whole number that can be counted"))
    }

    fn whole_number(&self, name: &str, default: i64) -> Result<i64, Diagnostic> {
        self.variables.get(name).map_or(Ok(default), |number| self.whole(number))
    }

    fn complex(&self, re: &str, im: &str) -> Result<Complex, Diagnostic> {
        Ok(Complex::new(self.whole_number(re, 1)?, self.whole_number(im, 0)?))
    }

    fn flag(&self, name: &str) -> Result<bool, Diagnostic> {
        match self.whole_number(name, 0)? {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(self.wrong(name, format!("{name} is {other}"), "expected 0 or 1")),
        }
    }

    /// An error about the value of a variable.
    fn wrong(&self, name: &str, title: impl Into<String>, expected: &str) -> Diagnostic {
        let at = self.variables.get(name).map_or(self.whole.clone(), |number| number.at.clone());
        error_at(self.source, at, title).label(expected)
    }

    fn colour_of(&self, number: &Number) -> Result<Colour, Diagnostic> {
        let index = self.whole(number)?;
        usize::try_from(index).ok().and_then(Colour::from_index).ok_or_else(|| {
            let title = format!("there is no colour {index}");
            error_at(self.source, number.at.clone(), title).label("expected 0 (master) to 13 (stone)")
        })
    }

    fn colour(&self, name: &str, default: Colour) -> Result<Colour, Diagnostic> {
        self.variables.get(name).map_or(Ok(default), |number| self.colour_of(number))
    }

    fn key(&self, colour: Colour) -> Result<Key, Diagnostic> {
        let amount = self.complex("count", "icount")?;
        let effect = match self.whole_number("type", 0)? {
            0 => KeyEffect::Add(amount),
            1 => KeyEffect::Exact(amount),
            3 => KeyEffect::Star,
            4 => KeyEffect::Unstar,
            5 => KeyEffect::Flip,
            6 => KeyEffect::Rotor,
            7 => KeyEffect::BackRotor,
            other => {
                let expected = "expected 0 add, 1 exact, 3 star, 4 unstar, 5 flip, 6 i or 7 -i";
                return Err(self.wrong("type", format!("there is no kind {other} of keys"), expected));
            }
        };
        Ok(Key { colour: self.colour("color", colour)?, effect, infinite: self.flag("inf")? })
    }

    fn simple_door(&self, colour: Colour) -> Result<Door, Diagnostic> {
        let lock_colour = self.colour("color", colour)?;
        let kind = self.whole_number("type", 0)?;
        let at = ["type", "count", "icount"].into_iter().find_map(|name| self.variables.get(name));
        let at = at.map_or(self.whole.clone(), |number| number.at.clone());
        let need = self.need(self.complex("count", "icount")?, kind, at)?;
        // In a door of one colour that is made another, what is spent stays the colour of its name.
        let spend = self.colour("colorSpend", colour)?;
        self.door(spend, vec![Lock { colour: lock_colour, need }])
    }

    fn combo_door(&self) -> Result<Door, Diagnostic> {
        self.door(self.colour("colorSpend", Colour::Master)?, self.locks()?)
    }

    fn door(&self, spend: Colour, locks: Vec<Lock>) -> Result<Door, Diagnostic> {
        let copies = self.complex("copies", "icopies")?;
        if copies.is_zero() {
            return Err(self.wrong("copies", "this door has no copies, so it is not there", "expected another number"));
        }
        let auras = Auras { ice: self.flag("aura[0]")?, erosion: self.flag("aura[1]")?, paint: self.flag("aura[2]")? };
        Ok(Door { spend, locks, copies, endless: false, auras, cursed: self.flag("browned")? })
    }

    fn locks(&self) -> Result<Vec<Lock>, Diagnostic> {
        self.locks.iter().map(|(arguments, at)| self.lock(arguments, at)).collect()
    }

    fn lock(&self, arguments: &[Number], at: &Range<usize>) -> Result<Lock, Diagnostic> {
        let [colour, re, im, kind, ..] = arguments else {
            let title = "a lock needs a colour, a real and an imaginary count, and a kind";
            return Err(error_at(self.source, at.clone(), title));
        };
        let amount = Complex::new(self.whole(re)?, self.whole(im)?);
        Ok(Lock { colour: self.colour_of(colour)?, need: self.need(amount, self.whole(kind)?, at.clone())? })
    }

    fn need(&self, amount: Complex, kind: i64, at: Range<usize>) -> Result<Need, Diagnostic> {
        let on_one_axis = || {
            if (amount.re == 0) == (amount.im == 0) {
                let title = "a lock counts real or imaginary keys, not both and not 0";
                return Err(error_at(self.source, at.clone(), title));
            }
            Ok(amount)
        };
        Ok(match kind {
            0 => Need::Normal(on_one_axis()?),
            1 => Need::Blank,
            2 => {
                let amount = on_one_axis()?;
                Need::Blast(Complex::new(amount.re.signum(), amount.im.signum()))
            }
            3 => Need::All,
            other => {
                let error = error_at(self.source, at, format!("there is no kind {other} of locks"));
                return Err(error.label("expected 0 normal, 1 blank, 2 blast or 3 all"));
            }
        })
    }
}

/// A note about something in the code that has no meaning for keys, doors and gates.
fn left_out(source: &Source, at: usize, name: &str) -> String {
    let line =
        source.text().as_bytes()[..at.min(source.text().len())].iter().filter(|&&byte| byte == b'\n').count() + 1;
    format!("{}, line {line}: '{name}' means nothing for keys, doors and gates, and is left out", source.name())
}

fn is_control_flow(name: &str) -> bool {
    ["if", "else", "for", "while", "do", "repeat", "with", "switch", "exit", "return"].contains(&name)
}

fn is_known(name: &str) -> bool {
    const KNOWN: [&str; 15] = [
        "count",
        "icount",
        "type",
        "inf",
        "w",
        "h",
        "copies",
        "icopies",
        "aura[0]",
        "aura[1]",
        "aura[2]",
        "browned",
        "color",
        "colorSpend",
        "ID",
    ];
    // How a thing looks and what it leads to afterwards.
    const HARMLESS: [&str; 7] = ["depth", "visible", "image_blend", "image_alpha", "salvageID", "omegaID", "isHubRoom"];
    KNOWN.contains(&name) || HARMLESS.contains(&name)
}
