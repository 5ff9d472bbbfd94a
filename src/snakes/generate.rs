//! Makes boards to measure: options into a wish, the board that comes out into a file.

use std::fmt::Write;

use serde_json::json;

use super::{design, draw, family::rules, input};
use crate::{
    destination::Destination,
    diagnostics::Source,
    family::{Error, Generation, Options},
};

/// Makes a board and writes it.
pub(super) fn generate(generation: &Generation<'_>, place: &mut Destination) -> Result<(), Error> {
    let options = generation.options;
    let ending = place.expect_ending(&["txt", "json", "svg", "png", "pdf"])?;
    let size = Source::new("option `size`", format!("size {}", options.text("size").unwrap_or("10x10")));
    let empty = input::parse_with_rules(&size, &rules(options)?)?;
    let wish = design::Wish {
        snakes: options.number("snakes", 0..=u32::MAX)?.unwrap_or(10),
        ladders: options.number("ladders", 0..=u32::MAX)?.unwrap_or(9),
        turns: positive(options, "target-rolls")?,
        deviation: positive(options, "target-spread")?,
        first_of_two: chance(options, "target-first")?,
    };
    let seed = generation.seed.unwrap_or(1);
    let made = design::design(&empty, &wish, seed, generation.control)?;
    for (name, got, wanted) in [
        ("expected turns", made.turns, wish.turns),
        ("standard deviation", made.deviation, wish.deviation),
        ("first of two", made.first_of_two, wish.first_of_two),
    ] {
        if let Some(wanted) = wanted {
            place.say(&format!("{name}: wished {wanted}, got {got:.9}, off by {:+.2e}", got - wanted));
        }
    }
    place.say(&format!("{} places for jumps scored", made.scored));
    let mut text = format!("# made with seed {seed}: {:.9} turns on average", made.turns);
    let _ = write!(text, ", standard deviation {:.6}", made.deviation);
    let _ = writeln!(text, ", first of two wins with {:.6}", made.first_of_two);
    text += &input::write(&made.case);
    match ending.as_str() {
        "txt" => place.text(&text),
        "json" => {
            let object = json!({
                "fathom": env!("CARGO_PKG_VERSION"), "family": "snakes", "seed": seed,
                "wish": wish, "design": made, "text": text,
            });
            place.json(&format!("{object:#}\n"))
        }
        "pdf" => {
            let figures = [format!("A game takes {:.1} turns on average (made with seed {seed}).", made.turns)];
            place.picture(&draw::sheet(&made.case, "Snakes and Ladders", &figures))
        }
        _ => place.picture(&draw::board(&made.case, None)),
    }
}

fn positive(options: &Options, name: &str) -> Result<Option<f64>, Error> {
    let read = |text: &str| text.trim().parse().ok().filter(|number: &f64| number.is_finite() && *number > 0.0);
    Ok(options.read(name, "a number above 0", read)?)
}

fn chance(options: &Options, name: &str) -> Result<Option<f64>, Error> {
    let read = |text: &str| text.trim().parse().ok().filter(|number: &f64| *number > 0.0 && *number < 1.0);
    Ok(options.read(name, "a chance between 0 and 1, such as 0.51", read)?)
}
