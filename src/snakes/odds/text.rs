//! A report as text for people.

use std::fmt::Write;

use super::{
    ranking::Addition,
    report::{Report, Spread},
};
use crate::words::counted;

/// Squares named in the list of those that are met most.
const MOST_MET: usize = 10;

/// The report as text. With `full` the whole distribution and the chances of all squares are in it.
pub fn text(report: &Report, full: bool) -> String {
    let mut out = String::new();
    length(&mut out, report);
    if let Some(distribution) = &report.distribution {
        spread(&mut out, distribution, full);
    }
    players(&mut out, report);
    if let Some(hits) = &report.hits {
        squares(&mut out, hits, full);
    }
    jumps(&mut out, report);
    if let Some(variants) = &report.variants {
        let _ = writeln!(out, "\nOther rules{:21}fewest    expected          sd  first of 2", "");
        for line in variants {
            let number = |value: Option<f64>| value.map_or("never".to_owned(), |value| format!("{value:.6}"));
            let fewest = line.fewest_rolls.map_or("-".to_owned(), |rolls| rolls.to_string());
            let (mean, deviation) = (number(line.mean), number(line.deviation));
            let _ = write!(out, "  {:30}{fewest:>6}{mean:>12}{deviation:>12}", line.change);
            let _ = write!(out, "{:>12.6}", line.first_of_two);
            let ends =
                if line.finishes < 1.0 { format!("  (ends with chance {:.6})", line.finishes) } else { String::new() };
            let _ = writeln!(out, "{ends}");
        }
    }
    if let Some(simulation) = &report.simulation {
        let _ = writeln!(out, "\nSimulation of {}, seed {}", counted(simulation.games, "game"), simulation.seed);
        let (mean, error) = (simulation.mean, simulation.standard_error);
        let _ = writeln!(out, "  mean {mean:.6} ± {error:.6}, standard deviation {:.6}", simulation.deviation);
        if let Some(off) = simulation.errors_off {
            let _ = writeln!(out, "  {off:+.2} standard errors from the exact mean");
        }
        if simulation.never > 0 {
            let _ = writeln!(out, "  {} games never end", simulation.never);
        }
        if simulation.cut_off > 0 {
            let _ = writeln!(out, "  {} games were given up", simulation.cut_off);
        }
    }
    for missing in &report.left_out {
        let _ = writeln!(out, "Left out: {missing}");
    }
    out
}

/// A long number in a form that fits a line.
pub fn shortened(number: &str) -> String {
    if number.len() <= 60 {
        return number.to_owned();
    }
    format!("{}.{}e{} (a number of {} digits)", &number[..1], &number[1..15], number.len() - 1, number.len())
}

/// Fractions are shown in full up to a screenful; JSON always has all of them.
fn long_fraction(fraction: &str) -> String {
    if fraction.len() <= 2000 {
        return fraction.to_owned();
    }
    let parts: Vec<String> = fraction.split('/').map(shortened).collect();
    parts.join(" / ")
}

fn length(out: &mut String, report: &Report) {
    if let Some((rolls, count)) = &report.shortest {
        let _ = writeln!(out, "Fewest rolls: {rolls}, in {}", counted(shortened(count), "way"));
    }
    // Who had no time to look has not seen that the goal is out of reach.
    if report.finishes.as_ref().is_some_and(|finishes| finishes.value == 0.0) {
        out.push_str("The goal cannot be reached\nNo game ever ends\n");
    } else if let Some(finishes) = report.finishes.as_ref().filter(|finishes| finishes.value < 1.0) {
        let _ = write!(out, "A game ends with chance {}", finishes.decimal);
        let fraction = finishes.fraction.as_ref().map_or(String::new(), |fraction| format!(" = {fraction}"));
        let _ = writeln!(out, "{fraction}; expected turns and deviation are of games that end, all else of all games");
    }
    let mut number = |name: &str, value: &Option<super::report::Number>| {
        if let Some(value) = value {
            let _ = writeln!(out, "{name}: {}", value.decimal);
            if let Some(fraction) = &value.fraction {
                let _ = writeln!(out, "  = {}", long_fraction(fraction));
            }
        }
    };
    number("Expected turns", &report.expected);
    number("Variance", &report.variance);
    number("Standard deviation", &report.deviation);
    if let Some(bounds) = report.bounds {
        let _ = writeln!(out, "The expected turns are proved to lie between {} and {}", bounds.low, bounds.high);
    }
}

fn spread(out: &mut String, spread: &Spread, full: bool) {
    if let Some(mode) = spread.mode {
        let _ = writeln!(out, "Likeliest: {}", counted(mode, "turn"));
    }
    let quantiles = spread.quantiles.iter().map(|(share, turns)| {
        let turns = turns.map_or("never".to_owned(), |turns| turns.to_string());
        format!("{} % {turns}", share * 100.0)
    });
    let _ = writeln!(out, "Over by turn: {}", quantiles.collect::<Vec<_>>().join(", "));
    if spread.cut_off > 1e-12 {
        let _ = writeln!(out, "Longer games than were followed: chance {:.3e}", spread.cut_off);
    }
    if full {
        out.push_str("\nTurns  chance to end with that turn\n");
        for (turns, chance) in spread.chances.iter().enumerate().filter(|chance| *chance.1 > 0.0) {
            let _ = writeln!(out, "{turns:>5}  {chance:.15e}");
        }
    }
}

fn players(out: &mut String, report: &Report) {
    if let Some(shares) = &report.shares {
        let wins: Vec<_> = shares.wins.iter().map(|share| format!("{share:.12}")).collect();
        let players = counted(report.players, "player");
        let _ = writeln!(out, "\nChance to win of {players}, in order of play: {}", wins.join(" "));
        if let Some(rounds) = shares.rounds {
            let _ = writeln!(out, "  somebody finishes after {rounds:.10} rounds on average");
        }
        if shares.nobody > 0.0 {
            let _ = writeln!(out, "  nobody ever finishes with chance {:.12}", shares.nobody);
        }
        let _ = writeln!(out, "  error at most {:.1e}", shares.error_bound.max(1e-14));
    }
    if let Some(capturing) = &report.capturing {
        let wins: Vec<_> = capturing.wins.iter().map(|share| format!("{share:.12}")).collect();
        let players = counted(report.players, "player");
        let _ = writeln!(out, "\nChance to win of {players} who capture: {}", wins.join(" "));
        let (turns, error) = (capturing.turns, capturing.error_bound.max(1e-14));
        let _ =
            writeln!(out, "  {turns:.10} turns of all players on average, error of the chances at most {error:.1e}");
    }
    if let Some(contests) = &report.contests {
        let games: u64 = contests.wins.iter().sum::<u64>() + contests.nobody;
        let wins: Vec<_> = contests.wins.iter().map(|&wins| format!("{:.4}", wins as f64 / games as f64)).collect();
        let _ = writeln!(out, "\nChance to win with captures, from {games} games played: {}", wins.join(" "));
        // A share is off by more than this in one of 15,000 such tables.
        let _ = writeln!(out, "  error at most {:.1e} in all likelihood", 4.0 * 0.5 / (games as f64).sqrt());
    }
}

fn squares(out: &mut String, hits: &[f64], full: bool) {
    if full {
        out.push_str("\nSquare  chance to touch it\n");
        for (square, chance) in hits.iter().enumerate() {
            let _ = writeln!(out, "{square:>6}  {chance:.12}");
        }
        return;
    }
    // The goal is met by everybody.
    let mut order: Vec<usize> = (0..hits.len().saturating_sub(1)).collect();
    order.sort_by(|&a, &b| hits[b].total_cmp(&hits[a]).then(a.cmp(&b)));
    let most: Vec<_> = order.iter().take(MOST_MET).map(|&square| format!("{square} {:.4}", hits[square])).collect();
    let _ = writeln!(out, "\nSquares met most: {}", most.join(", "));
}

fn jumps(out: &mut String, report: &Report) {
    let number = |value: f64| if value.is_finite() { format!("{value:+.6}") } else { "endless".to_owned() };
    if let Some(effects) = report.effects.as_ref().filter(|effects| !effects.is_empty()) {
        let _ = writeln!(out, "\nJump{:16}turns if removed  if reversed", "");
        for effect in effects {
            let name = format!("{} {} > {}", effect.jump.kind(), effect.jump.from, effect.jump.to);
            let reversed = effect.reversed.map_or("-".to_owned(), number);
            let _ = writeln!(out, "  {name:18}{:>16}{reversed:>13}", number(effect.removed));
        }
    }
    let mut additions = |title: &str, list: &Option<Vec<Addition>>| {
        if let Some(list) = list.as_ref().filter(|list| !list.is_empty()) {
            let _ = writeln!(out, "\n{title}");
            for addition in list {
                let name = format!("{} > {}", addition.jump.from, addition.jump.to);
                let _ = writeln!(out, "  {name:18}{:>16}", number(addition.longer));
            }
        }
    };
    additions("Jumps to add that shorten the game most", &report.shortening);
    additions("Jumps to add that lengthen the game most", &report.lengthening);
}
