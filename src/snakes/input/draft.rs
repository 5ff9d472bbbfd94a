//! What the lines of a case file say, before it is known whether it makes sense together.

use std::ops::Range;

use super::{Diagnostic, Line, Source, Word, drawing::Cell, number::number, wrong};
use crate::snakes::{
    board::{Board, Expected},
    rules::{Again, Chains, Die, Overshoot, Third},
};

/// Something that was said, and where: in the file, or in the rules given beside it.
#[derive(Clone, Debug)]
pub(super) struct Said<'a, T> {
    pub value: T,
    pub source: &'a Source,
    pub line: Line<'a>,
    pub at: Range<usize>,
}

/// A jump and where the file says it.
#[derive(Clone, Debug)]
pub(super) struct SaidJump<'a> {
    pub from: u32,
    pub to: u32,
    pub line: Line<'a>,
    pub at: Range<usize>,
}

/// Everything a file can say.
#[derive(Default)]
pub(super) struct Draft<'a> {
    pub rows: Vec<(Line<'a>, Vec<Cell>)>,
    pub jumps: Vec<SaidJump<'a>>,
    /// Rows and columns.
    pub size: Option<Said<'a, (u32, u32)>>,
    pub squares: Option<Said<'a, u32>>,
    pub columns: Option<Said<'a, u32>>,
    pub start: Option<Said<'a, u32>>,
    pub goal: Option<Said<'a, u32>>,
    pub die: Option<Said<'a, Die>>,
    pub overshoot: Option<Said<'a, Overshoot>>,
    pub again: Option<Said<'a, Again>>,
    pub third: Option<Said<'a, Third>>,
    pub chains: Option<Said<'a, Chains>>,
    pub players: Option<Said<'a, u32>>,
    pub capture: Option<Said<'a, bool>>,
    pub step_limit: Option<Said<'a, u32>>,
    pub initial: Option<Said<'a, Vec<u32>>>,
    pub expected: Expected,
}

/// The keys of the lines that say how a board is played, and not what the board is.
pub(super) const RULE_KEYS: [&str; 17] = [
    "start",
    "goal",
    "die",
    "dice",
    "faces",
    "faces:",
    "weights",
    "weights:",
    "overshoot",
    "exact",
    "again",
    "three-sixes",
    "chains",
    "players",
    "capture",
    "dfs-step-limit",
    "dfs-initial-list",
];

/// The keys of all other lines: what the board is, and what the paper's run of it is expected to be.
pub(super) const BOARD_KEYS: [&str; 15] = [
    "snakes",
    "size",
    "squares",
    "columns",
    "ladder",
    "snake",
    "jump",
    "unknown",
    "expect-iterations",
    "expect-backtracks",
    "expect-path-entries",
    "expect-rolls",
    "expect-path",
    "expect-backtrack-at",
    "expect-queue-length",
];

/// No game has more players.
const MAX_PLAYERS: u32 = 1000;

impl<'a> Draft<'a> {
    /// Reads a line that begins with a key.
    pub fn key_line(
        &mut self,
        source: &'a Source,
        line: Line<'a>,
        key: &Word<'a>,
        values: &[Word<'a>],
    ) -> Result<(), Diagnostic> {
        let most = Board::MAX_SQUARES;
        let keyed = Keyed { source, line, key, values };
        match key.text {
            // A title; it may have the size in it.
            "snakes" => {
                if let Some(size) = values.last().filter(|word| word.text.starts_with(|c: char| c.is_ascii_digit())) {
                    set(&keyed, &mut self.size, read_size(&keyed, size)?)?;
                }
            }
            "size" => set(&keyed, &mut self.size, read_size(&keyed, keyed.one()?)?)?,
            "squares" => set(&keyed, &mut self.squares, keyed.number(most)?)?,
            "columns" => set(&keyed, &mut self.columns, keyed.number(most)?)?,
            "start" => set(&keyed, &mut self.start, keyed.number(most)?)?,
            "goal" => set(&keyed, &mut self.goal, keyed.number(most)?)?,
            "die" | "dice" => set(&keyed, &mut self.die, read_die(&keyed)?)?,
            "faces" | "faces:" | "weights" | "weights:" => set(&keyed, &mut self.die, read_faces(&keyed, values)?)?,
            "players" => set(&keyed, &mut self.players, keyed.number(MAX_PLAYERS)?)?,
            "overshoot" => {
                let words = [("stay", Overshoot::Stay), ("bounce", Overshoot::Bounce), ("win", Overshoot::Win)];
                set(&keyed, &mut self.overshoot, keyed.choice(&words)?)?;
            }
            "exact" => {
                let words = [("yes", Overshoot::Stay), ("no", Overshoot::Win)];
                set(&keyed, &mut self.overshoot, keyed.choice(&words)?)?;
            }
            "again" => {
                let again = match keyed.one()?.text {
                    "never" => Again::Never,
                    "doubles" => Again::Doubles,
                    _ => Again::On(keyed.number(most)?),
                };
                set(&keyed, &mut self.again, again)?;
            }
            "three-sixes" => {
                let words = [("play", Third::Plays), ("stop", Third::Stops), ("undo", Third::Undoes)];
                set(&keyed, &mut self.third, keyed.choice(&words)?)?;
            }
            "chains" => {
                let words = [("forbid", Chains::Forbid), ("follow", Chains::Follow), ("rest", Chains::Rest)];
                set(&keyed, &mut self.chains, keyed.choice(&words)?)?;
            }
            "capture" => set(&keyed, &mut self.capture, keyed.choice(&[("yes", true), ("no", false)])?)?,
            "ladder" | "snake" | "jump" => self.jump_line(&keyed)?,
            // Squares whose truth nobody knows are plain squares, but they must be numbers.
            "unknown" => drop(keyed.numbers(most)?),
            "dfs-step-limit" => set(&keyed, &mut self.step_limit, keyed.number(most)?)?,
            "dfs-initial-list" => set(&keyed, &mut self.initial, keyed.numbers(most)?)?,
            "expect-iterations" => self.expected.iterations = Some(keyed.number(u32::MAX)?.into()),
            "expect-backtracks" => self.expected.backtracks = Some(keyed.number(u32::MAX)?.into()),
            "expect-path-entries" => self.expected.path_entries = Some(keyed.number(u32::MAX)?.into()),
            "expect-rolls" => self.expected.rolls = Some(keyed.number(u32::MAX)?.into()),
            "expect-path" => self.expected.path = keyed.numbers(most)?,
            "expect-backtrack-at" => {
                self.expected.backtrack_at = keyed.numbers(u32::MAX)?.into_iter().map(u64::from).collect();
            }
            "expect-queue-length" => match keyed.numbers(u32::MAX)?[..] {
                [iteration, length] => self.expected.queue_lengths.push((iteration.into(), length.into())),
                _ => return Err(keyed.error("expected an iteration and a length")),
            },
            _ => {
                return Err(wrong(source, line, key, "this is no key of a board").help(
                    "the keys are: size, squares, columns, start, goal, die, overshoot, exact, again, three-sixes, \
                     chains, players, capture, ladder, snake, jump; a jump is also written `5 > 20`",
                ));
            }
        }
        Ok(())
    }

    /// Takes over the rules that were given beside the file: what they say counts instead of what the file says.
    pub fn replace_rules(&mut self, rules: Self) {
        fn replace<T>(said: &mut Option<T>, instead: Option<T>) {
            if instead.is_some() {
                *said = instead;
            }
        }
        replace(&mut self.start, rules.start);
        replace(&mut self.goal, rules.goal);
        replace(&mut self.die, rules.die);
        replace(&mut self.overshoot, rules.overshoot);
        replace(&mut self.again, rules.again);
        replace(&mut self.third, rules.third);
        replace(&mut self.chains, rules.chains);
        replace(&mut self.players, rules.players);
        replace(&mut self.capture, rules.capture);
        replace(&mut self.step_limit, rules.step_limit);
        replace(&mut self.initial, rules.initial);
    }

    fn jump_line(&mut self, keyed: &Keyed<'_, 'a>) -> Result<(), Diagnostic> {
        let [from, to] = keyed.numbers(Board::MAX_SQUARES)?[..] else {
            return Err(keyed.error("expected two squares"));
        };
        let at = keyed.values[0].at.start..keyed.values[1].at.end;
        let kind = keyed.key.text;
        if (kind == "ladder" && to < from) || (kind == "snake" && to > from) {
            let way = if kind == "ladder" { "up" } else { "down" };
            let error = keyed.source.error(format!("a {kind} that does not lead {way}"), keyed.line, at);
            return Err(error.label(format!("expected a {kind} from {to} to {from}")));
        }
        self.jumps.push(SaidJump { from, to, line: keyed.line, at });
        Ok(())
    }
}

/// A key with its values.
struct Keyed<'s, 'a> {
    source: &'a Source,
    line: Line<'a>,
    key: &'s Word<'a>,
    values: &'s [Word<'a>],
}

impl<'a> Keyed<'_, 'a> {
    /// An error about all the values, or the place where they should be.
    fn error(&self, label: &str) -> Diagnostic {
        let at = match self.values {
            [] => self.key.at.end..self.key.at.end,
            [first, .., last] => first.at.start..last.at.end,
            [only] => only.at.clone(),
        };
        self.source.error(format!("`{}` is not followed by what it needs", self.key.text), self.line, at).label(label)
    }

    fn one(&self) -> Result<&Word<'a>, Diagnostic> {
        match self.values {
            [only] => Ok(only),
            _ => Err(self.error("expected one word")),
        }
    }

    fn number(&self, most: u32) -> Result<u32, Diagnostic> {
        number(self.one()?, self.source, self.line, &format!("`{}`", self.key.text), most)
    }

    fn numbers(&self, most: u32) -> Result<Vec<u32>, Diagnostic> {
        if self.values.is_empty() {
            return Err(self.error("expected whole numbers"));
        }
        self.values.iter().map(|word| number(word, self.source, self.line, "this", most)).collect()
    }

    fn choice<T: Copy>(&self, words: &[(&str, T)]) -> Result<T, Diagnostic> {
        let said = self.one()?;
        words.iter().find(|word| word.0 == said.text).map(|word| word.1).ok_or_else(|| {
            let all: Vec<_> = words.iter().map(|word| format!("`{}`", word.0)).collect();
            self.error(&format!("expected {}", all.join(" or ")))
        })
    }
}

/// Keeps a value, unless the file has said it before.
fn set<'a, T>(keyed: &Keyed<'_, 'a>, slot: &mut Option<Said<'a, T>>, value: T) -> Result<(), Diagnostic> {
    if let Some(before) = slot {
        let error = wrong(keyed.source, keyed.line, keyed.key, format!("`{}` is said twice", keyed.key.text));
        return Err(error.label(format!("line {} has said it already", before.line.number)));
    }
    let at = match keyed.values {
        [] => keyed.key.at.clone(),
        [first, ..] => first.at.start..keyed.values[keyed.values.len() - 1].at.end,
    };
    *slot = Some(Said { value, source: keyed.source, line: keyed.line, at });
    Ok(())
}

fn read_size(keyed: &Keyed<'_, '_>, word: &Word<'_>) -> Result<(u32, u32), Diagnostic> {
    let fault = || {
        let error = wrong(keyed.source, keyed.line, word, "this is no size of a board");
        error.label(format!("expected rows x columns, like 10x10, and {} squares at most", Board::MAX_SQUARES))
    };
    let (rows, columns) = word.text.split_once(['x', 'X', '×']).ok_or_else(fault)?;
    let (rows, columns): (u32, u32) = (rows.parse().map_err(|_| fault())?, columns.parse().map_err(|_| fault())?);
    match rows.checked_mul(columns) {
        Some(1..=Board::MAX_SQUARES) => Ok((rows, columns)),
        _ => Err(fault()),
    }
}

/// `6`, `2d6`, or faces with weights: `1 2 3 3`, `1:2 2:1`, with or without a word that says so before them.
fn read_die(keyed: &Keyed<'_, '_>) -> Result<Die, Diagnostic> {
    let fault = || no_die(keyed);
    let die = match keyed.values {
        [] => None,
        [word, faces @ ..] if ["faces", "faces:", "weights", "weights:"].contains(&word.text) => {
            return read_faces(keyed, faces);
        }
        [only] if only.text.parse::<u32>().is_ok() => Die::dice(1, only.text.parse().map_err(|_| fault())?),
        [only] if only.text.contains('d') => {
            let (count, faces) = only.text.split_once('d').ok_or_else(fault)?;
            Die::dice(count.parse().map_err(|_| fault())?, faces.parse().map_err(|_| fault())?)
        }
        faces => return read_faces(keyed, faces),
    };
    die.ok_or_else(fault)
}

fn no_die(keyed: &Keyed<'_, '_>) -> Diagnostic {
    keyed
        .error("expected a die of at most a million cases and 4096 different results")
        .help("write `6` for faces 1 to 6, `2d6` for two dice, `1 2 3 3` for faces, `1:2 2:1` for weighted faces")
}

/// The faces of a die, each with its weight if it has one.
fn read_faces(keyed: &Keyed<'_, '_>, faces: &[Word<'_>]) -> Result<Die, Diagnostic> {
    let fault = || no_die(keyed);
    let mut weighted = Vec::with_capacity(faces.len());
    for face in faces {
        let (pips, weight) = face.text.split_once(':').unwrap_or((face.text, "1"));
        let pips: u32 = pips.parse().map_err(|_| fault())?;
        let weight: u32 = weight.parse().map_err(|_| fault())?;
        if pips > Board::MAX_SQUARES {
            return Err(fault());
        }
        weighted.push((pips, weight));
    }
    Die::weighted(&weighted).ok_or_else(fault)
}
