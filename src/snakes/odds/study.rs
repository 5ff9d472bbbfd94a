//! A question about a board beyond its odds, answered in words, as data and as a picture.

use std::fmt::Write;

use serde_json::{Value, json};

use super::{
    choice::{self, Best, NoChoice},
    moments,
    ranking::Addition,
    request::Format,
    sensitivity::sensitivity,
};
use crate::{
    destination::Destination,
    family::Error,
    page::{Backdrop, CasePage},
    picture::Scene,
    search::Control,
    snakes::{
        board::Case,
        chain::{Chain, Scope},
        draw,
        rules::Die,
    },
};

/// The answer.
pub struct Study {
    /// What is studied, as the JSON object names it.
    pub name: &'static str,
    /// What came out, in a line.
    pub verdict: String,
    /// All of it, in words.
    pub text: String,
    /// The same as data.
    pub fields: Value,
    /// The same on the board.
    pub scene: Scene,
}

impl Study {
    /// Writes the answer; as a picture if there is no other format.
    pub fn deliver(&self, case: &str, format: Option<Format>, place: &mut Destination) -> Result<(), Error> {
        let object = || {
            json!({
                "fathom": env!("CARGO_PKG_VERSION"),
                "family": "snakes",
                "case": case,
                "command": "odds",
                self.name: self.fields,
            })
        };
        match format {
            None => place.picture(&self.scene),
            Some(Format::Text { .. }) => place.text(&format!("{case}: snakes\n\n{}\n{}", self.verdict, self.text)),
            Some(Format::Json) => place.json(&format!("{:#}\n", object())),
            Some(Format::JsonLine) => place.json(&format!("{}\n", object())),
            Some(Format::Page) => place.page(&CasePage {
                name: case.to_owned(),
                description: "snakes".to_owned(),
                verdict: self.verdict.clone(),
                backdrop: Backdrop::Scene(self.scene.clone()),
                text: self.text.clone(),
                ..CasePage::default()
            }),
        }
    }
}

/// How much every square matters.
pub fn of_sensitivity(case: &Case, control: &Control) -> Result<Study, Error> {
    let found = sensitivity(case, control)?;
    let mut text = "Square  jump now       if removed  shortest with          longest with\n".to_owned();
    for square in &found.squares {
        let jump = square.jump.map_or(String::new(), |jump| format!("{} > {}", jump.kind(), jump.to));
        let removed = match (square.jump, square.removed) {
            (None, _) => String::new(),
            (_, None) => "endless".to_owned(),
            (_, Some(turns)) => format!("{turns:+.6}"),
        };
        let place = |best: Option<Addition>| {
            best.map_or(String::new(), |best| format!("> {:<6}{:>+13.6}", best.jump.to, best.longer))
        };
        let line = format!(
            "{:>6}  {jump:13}{removed:>11}  {:21}  {:21}",
            square.square,
            place(square.shortest),
            place(square.longest)
        );
        let _ = writeln!(text, "{}", line.trim_end());
    }
    Ok(Study {
        name: "sensitivity",
        verdict: format!("Expected turns: {:.9}. Turns more or less with a jump on each square:", found.expected),
        text,
        fields: json!(found),
        scene: draw::sensitivity(case, &found),
    })
}

/// The best choice of a die on every square.
pub fn of_choice(case: &Case, dice: &[Die], control: &Control) -> Result<Study, Error> {
    let best = choice::best(case, dice, control).map_err(|error| match error {
        NoChoice::Stopped(reason) => Error::from(reason),
        other => Error::Unsuitable(other.to_string()),
    })?;
    let alone = dice.iter().map(|die| {
        let chain = Chain::compile(&choice::with_die(case, die), Scope::Reachable, control)?;
        moments::mean(&chain)
    });
    let alone = alone.collect::<Result<Vec<f64>, _>>()?;
    let names: Vec<&str> = dice.iter().map(Die::text).collect();
    let mut text = String::new();
    match (&best.exact, best.bounds) {
        (Some(turns), _) => {
            let _ = writeln!(text, "  = {turns}");
            let _ = writeln!(text, "  proved: no other choice on any square takes fewer turns");
        }
        (None, Some([low, high])) => {
            let _ = writeln!(text, "  proved to lie between {low} and {high}");
        }
        (None, None) => text += "  not proved\n",
    }
    for (name, turns) in names.iter().zip(&alone) {
        let turns = match *turns {
            turns if is_known(turns) => format!("{turns:.9} turns"),
            turns if turns == f64::INFINITY => "a game may never end".to_owned(),
            _ => "games are too long for their length to be computed".to_owned(),
        };
        let _ = writeln!(text, "  with die {name} alone: {turns}");
    }
    let _ = write!(text, "\nSquares       die to choose\n{}", in_stretches(&best, &names));
    let _ = writeln!(text, "\nSquare  turns to come  with each die now: {}", names.join(", "));
    for choice in &best.choices {
        let each = choice.with_each.iter().map(|turns| turns.map_or("-".to_owned(), |turns| format!("{turns:.6}")));
        let each: Vec<String> = each.collect();
        let _ = writeln!(text, "{:>6}  {:>13.6}  {}", choice.square, choice.turns, each.join("  "));
    }
    let turns = best.exact.as_ref().map_or_else(|| best.turns.to_string(), |turns| turns.decimal(15));
    Ok(Study {
        name: "choice",
        verdict: format!("Expected turns by the best choice of dice {}: {turns}", names.join(", ")),
        text,
        fields: json!({
            "dice": names,
            "expected": {
                "fraction": best.exact.as_ref().map(ToString::to_string), "decimal": turns, "value": best.turns,
                "bounds": best.bounds,
            },
            "alone": alone.iter().map(|turns| Some(*turns).filter(|turns| is_known(*turns))).collect::<Vec<_>>(),
            "policies_valued": best.rounds,
            "squares": best.choices,
        }),
        scene: draw::choices(case, dice, &best),
    })
}

/// Lengths beyond this are nothing but rounding.
fn is_known(turns: f64) -> bool {
    (0.0..1e12).contains(&turns)
}

/// The choices with neighbours that have the same one put together.
fn in_stretches(best: &Best, names: &[&str]) -> String {
    let mut text = String::new();
    let mut choices = best.choices.iter().peekable();
    while let Some(first) = choices.next() {
        let mut last = first.square;
        while let Some(next) = choices.next_if(|next| next.die == first.die) {
            last = next.square;
        }
        let squares = if last == first.square { last.to_string() } else { format!("{}-{last}", first.square) };
        let _ = writeln!(text, "{squares:12}  {}", names[first.die]);
    }
    text
}
