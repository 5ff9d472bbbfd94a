//! `fathom generate snakes`.

use std::fmt::Write;

use serde_json::json;

use crate::{
    diagnostics::Source,
    snakes::{design, draw, input},
};

use super::super::{
    args::GenerateSnakesArgs,
    exit::Exit,
    failure::Failure,
    output::say,
    picture::{deliver, ending, picture},
    write_out,
};

pub fn generate(args: &GenerateSnakesArgs) -> Result<Exit, Failure> {
    let text = format!("size {}\n{}", args.size, args.rule.join("\n"));
    let empty = input::parse(&Source::new("the flags", text))?;
    let wish = design::Wish {
        snakes: args.snakes,
        ladders: args.ladders,
        turns: args.target_rolls,
        deviation: args.target_spread,
        first_of_two: args.target_first,
    };
    let made = design::design(&empty, &wish, args.seed)?;
    let mut comment = format!("# made with seed {}: {:.9} turns on average", args.seed, made.turns);
    let _ = write!(comment, ", standard deviation {:.6}", made.deviation);
    let _ = writeln!(comment, ", first of two wins with {:.6}", made.first_of_two);
    if !args.quiet {
        for (name, got, wanted) in [
            ("expected turns", made.turns, wish.turns),
            ("standard deviation", made.deviation, wish.deviation),
            ("first of two", made.first_of_two, wish.first_of_two),
        ] {
            if let Some(wanted) = wanted {
                say(format!("{name}: wished {wanted}, got {got:.9}, off by {:+.2e}", got - wanted));
            }
        }
        say(format!("{} places for jumps scored", made.scored));
    }
    let text = comment + &input::write(&made.case);
    let Some(file) = &args.output else { return write_out(text.as_bytes()) };
    let bytes = match ending(file).as_str() {
        "txt" => text.into_bytes(),
        "json" => {
            let object = json!({
                "fathom": env!("CARGO_PKG_VERSION"), "family": "snakes", "seed": args.seed,
                "wish": wish, "design": made, "text": text,
            });
            format!("{object:#}\n").into_bytes()
        }
        _ => picture(&draw::board(&made.case, &[]), file)?,
    };
    deliver(file, &bytes, args.quiet)?;
    Ok(Exit::Done)
}
