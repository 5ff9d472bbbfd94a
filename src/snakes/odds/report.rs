//! All odds of a case in one report.

use std::time::Instant;

use serde::Serialize;

use super::{
    bounded, capture,
    capture::Capturing,
    distribution::{self, Distribution},
    elimination::Structure,
    exact::{self, Exact, Fraction},
    hits, moments, players,
    players::Shares,
    ranking::{self, Addition, Effect},
    variants::{self, Variant},
};
use crate::{
    search::{Control, StopReason},
    snakes::{
        board::Case,
        chain::{Chain, Scope},
        paths::Shortest,
        simulate::{
            Simulator,
            contest::{self, Contests},
            tally::Tally,
        },
    },
};

/// What is asked for beyond the length of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Questions {
    /// Give the exact fractions even if that takes long.
    pub exact: bool,
    /// How many games to play, and the seed of their dice.
    pub simulate: Option<(u64, u64)>,
}

/// A number as a fraction, as a decimal number, and as a float.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Number {
    /// In lowest terms; missing where only floats were affordable.
    pub fraction: Option<String>,
    /// To 15 digits after the point if exact, else as many as floats give.
    pub decimal: String,
    /// The float.
    pub value: f64,
}

impl Number {
    fn exact(fraction: &Fraction) -> Self {
        Self { fraction: Some(fraction.to_string()), decimal: fraction.decimal(15), value: fraction.to_f64() }
    }

    fn float(value: f64) -> Self {
        Self { fraction: None, decimal: format!("{value}"), value }
    }
}

/// Bounds that are proved for a mean in floats.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Bounds {
    /// The mean is not below this.
    pub low: f64,
    /// The mean is not above this.
    pub high: f64,
}

/// The distribution of the number of turns.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spread {
    /// The likeliest number of turns.
    pub mode: Option<usize>,
    /// Shares of all games and the turn by which they are over.
    pub quantiles: Vec<(f64, Option<usize>)>,
    /// The chance that the game ends with turn t, from t = 0 on.
    pub chances: Vec<f64>,
    /// The chance of games that were not followed to their end.
    pub cut_off: f64,
}

/// Games that were played.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Simulation {
    /// How many.
    pub games: u64,
    /// The seed of their dice.
    pub seed: u64,
    /// Mean number of turns.
    pub mean: f64,
    /// How far it may be off.
    pub standard_error: f64,
    /// Standard deviation of the number of turns.
    pub deviation: f64,
    /// How many standard errors it is away from the exact mean.
    pub errors_off: Option<f64>,
    /// Games that never end.
    pub never: u64,
    /// Games that were given up.
    pub cut_off: u64,
    /// Games per second.
    #[serde(skip)]
    pub per_second: f64,
}

/// Everything about a case.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Report {
    /// The states of the chain.
    pub states: usize,
    /// The fewest rolls, and how many sequences of them there are; missing if the goal cannot be reached, and if there
    /// was no time to find out.
    pub shortest: Option<(u32, String)>,
    /// The chance that a game ends.
    pub finishes: Option<Number>,
    /// Expected number of turns of games that end.
    pub expected: Option<Number>,
    /// Bounds of the mean where it is a float with bounds.
    pub bounds: Option<Bounds>,
    /// Variance of the number of turns.
    pub variance: Option<Number>,
    /// Standard deviation.
    pub deviation: Option<Number>,
    /// The distribution.
    pub distribution: Option<Spread>,
    /// How many play.
    pub players: u32,
    /// Their chances, if they do not capture each other.
    pub shares: Option<Shares>,
    /// Their chances if they do.
    pub capturing: Option<Capturing>,
    /// Contests that were played because so many capture each other that their places are too many.
    pub contests: Option<Contests>,
    /// The chance to touch each square, from square 0 on.
    pub hits: Option<Vec<f64>>,
    /// What every jump does.
    pub effects: Option<Vec<Effect>>,
    /// The jumps that would shorten the game most.
    pub shortening: Option<Vec<Addition>>,
    /// The jumps that would lengthen the game most.
    pub lengthening: Option<Vec<Addition>>,
    /// The same board under other rules.
    pub variants: Option<Vec<Variant>>,
    /// Games that were played.
    pub simulation: Option<Simulation>,
    /// What was left out, and why.
    pub left_out: Vec<String>,
}

/// Steps of arithmetic any part of the report may take; a few seconds.
const AFFORDABLE: f64 = 1e9;

/// Contests that are played where no exact method is at hand.
const CONTESTS: u64 = 200_000;

/// Answers everything that can be answered in reasonable time; what cannot is named. If the control stops the work,
/// what was found out until then is there, and the rest is named as left out.
pub fn report(case: &Case, questions: Questions, control: &Control) -> Report {
    let mut report = Report { players: case.rules.players, ..Report::default() };
    if let Err(reason) = fill(&mut report, case, questions, control) {
        report.left_out.push(format!("all that is missing here: {}", reason.text()));
    }
    report
}

fn fill(report: &mut Report, case: &Case, questions: Questions, control: &Control) -> Result<(), StopReason> {
    let chain = Chain::compile(case, Scope::Reachable, control)?;
    report.states = chain.len();
    report.shortest = Shortest::find(&chain)?.map(|shortest| (shortest.rolls(), shortest.count(&chain).to_string()));
    if report.shortest.is_none() {
        report.finishes = Some(Number::float(0.0));
    }
    let structure = Structure::of(&chain)?;
    length(report, &chain, &structure, questions)?;
    let arcs = (chain.len() * chain.outcomes().len()) as f64;
    let solve = arcs * (structure.unknowns() as f64 + 4.0);
    let mean = report.expected.as_ref().map_or(0.0, |expected| expected.value);
    let spread = report.deviation.as_ref().map_or(0.0, |deviation| deviation.value);
    // Tails fall off about like exp(−t / deviation); 40 of them are beyond any float.
    let turns = mean + 40.0 * spread;
    let additions_work = chain.len() as f64 * (solve / chain.outcomes().len() as f64 + arcs);
    let distribution_work = distribution::steps_per_turn(case, &chain) * turns;
    if afford(&mut report.left_out, "distribution and players", distribution_work) {
        let distribution = Distribution::of(case, &chain, structure.live())?;
        if case.rules.capture && case.rules.players > 1 {
            report.capturing = capture::chances(&chain, case.rules.players)?;
            if report.capturing.is_none() {
                let (live, seed) = (structure.live(), questions.simulate.map_or(1, |asked| asked.1));
                report.contests = Some(contest::play(&chain, live, case.rules.players, true, seed, 0..CONTESTS)?);
            }
        } else {
            report.shares = Some(players::shares(&distribution, case.rules.players));
        }
        report.distribution = Some(spread_of(distribution));
    }
    if afford(&mut report.left_out, "hits", solve * chain.len() as f64) {
        report.hits = Some(hits::chances(case, &chain)?);
    }
    if !structure.certain() {
        report.left_out.push("what jumps do to the expected length: some games never end".to_owned());
    } else if afford(&mut report.left_out, "ranking of jumps", solve * 2.0 * case.board.jumps.len() as f64) {
        report.effects = Some(ranking::effects(case, control)?);
    }
    if structure.certain()
        && afford(
            &mut report.left_out,
            "jumps to add",
            if case.board.squares > ranking::MAX_SQUARES { f64::INFINITY } else { additions_work },
        )
    {
        let all = ranking::additions(case, control)?;
        let best = all.map(|all| ranking::best_additions(all, 5));
        (report.shortening, report.lengthening) = best.unzip();
    }
    if afford(&mut report.left_out, "other rules", 12.0 * (solve + 3.0 * arcs * turns)) {
        report.variants = Some(variants::table(case, control)?);
    }
    if let Some((games, seed)) = questions.simulate {
        report.simulation = Some(simulate(&chain, &structure, games, seed, report.expected.as_ref())?);
    }
    Ok(())
}

/// Whether some work is affordable; what is not is named.
fn afford(left_out: &mut Vec<String>, what: &str, work: f64) -> bool {
    let affordable = work <= AFFORDABLE;
    if !affordable {
        left_out.push(format!("{what}: the board is too large for that"));
    }
    affordable
}

/// The length of the game by the best method that is affordable.
fn length(report: &mut Report, chain: &Chain, structure: &Structure, questions: Questions) -> Result<(), StopReason> {
    if questions.exact || exact::work(chain, structure) <= exact::WORK_LIMIT {
        let Exact { finishes, expected, variance } = exact::solve(chain, structure)?;
        report.finishes = Some(Number::exact(&finishes));
        report.deviation = variance.as_ref().map(|variance| Number {
            fraction: None,
            decimal: variance.root_decimal(15),
            value: variance.to_f64().sqrt(),
        });
        report.expected = expected.as_ref().map(Number::exact);
        report.variance = variance.as_ref().map(Number::exact);
        return Ok(());
    }
    let text = "fractions: the board is too large for them by default; option `exact` asks for them anyway";
    report.left_out.push(text.to_owned());
    if structure.certain() {
        report.finishes = Some(Number::float(1.0));
        if let Some(bounded) = bounded::length(chain)? {
            report.expected = Some(Number::float(bounded.mean));
            report.bounds = Some(Bounds { low: bounded.low, high: bounded.high });
            report.deviation = Some(Number::float(bounded.deviation));
            return Ok(());
        }
    }
    let work = (chain.len() * chain.outcomes().len()) as f64 * (structure.unknowns() as f64 + 4.0);
    let memory = chain.len() as f64 * structure.unknowns() as f64 * 8.0;
    let is_affordable = work <= AFFORDABLE && memory < 1e9;
    let length = if is_affordable { moments::length(chain, structure)? } else { None };
    if let Some(length) = length {
        report.finishes = Some(Number::float(length.finishes));
        report.expected = Some(Number::float(length.mean));
        report.deviation = Some(Number::float(length.deviation));
        return Ok(());
    }
    let reason = if structure.certain() { "the numbers outgrow what can be computed" } else { "some games never end" };
    report.left_out.push(format!("expected length: {reason}"));
    Ok(())
}

fn spread_of(distribution: Distribution) -> Spread {
    let shares = [0.01, 0.05, 0.1, 0.25, 0.5, 0.75, 0.9, 0.95, 0.99, 0.999];
    Spread {
        mode: distribution.mode(),
        quantiles: shares.map(|share| (share, distribution.quantile(share))).to_vec(),
        cut_off: distribution.cut_off,
        chances: distribution.ends,
    }
}

fn simulate(
    chain: &Chain,
    structure: &Structure,
    games: u64,
    seed: u64,
    expected: Option<&Number>,
) -> Result<Simulation, StopReason> {
    let started = Instant::now();
    let tally: Tally = Simulator::new(chain, structure.live(), seed).play_in_parallel(0..games)?;
    let seconds = started.elapsed().as_secs_f64().max(1e-9);
    let standard_error = tally.standard_error();
    let errors_off = expected.map(|expected| (tally.mean() - expected.value) / standard_error);
    Ok(Simulation {
        games,
        seed,
        mean: tally.mean(),
        standard_error,
        deviation: tally.deviation(),
        errors_off: errors_off.filter(|off| off.is_finite()),
        never: tally.never,
        cut_off: tally.cut_off,
        per_second: games as f64 / seconds,
    })
}
