//! Makes a challenge from a case: a board with so many pieces given that one solution is left.

use std::ops::ControlFlow;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{
    destination::Destination,
    family::{Error, Generation},
    picture::{
        Scene,
        paper::{grid_for, page_of},
        sheet::Exhibit,
        words,
    },
    search::{Control, Ledger, Quest, Range, Settings},
    words::counted,
};

use super::{
    Arrangement, Compiled, Plan, Strategy, Wish,
    challenge::{Challenge, challenge},
    draw,
    family::rules,
    input,
    puzzle::Rules,
};

/// So many solutions are tried before none of them is thought to be fit for a challenge.
const MOST_SOLUTIONS: u64 = 100;

/// Makes a challenge and writes it, or a booklet of them.
pub(super) fn generate(generation: &Generation<'_>, place: &mut Destination) -> Result<(), Error> {
    let case = generation.case.ok_or_else(|| Error::Unsupported("a challenge is made from a case".to_owned()))?;
    let ending = place.expect_ending(&["txt", "pdf"])?;
    let count = generation.options.number("count", 1..=10_000u64)?;
    if count.is_some() && ending != "pdf" {
        return Err(Error::misplaced("count", "is for booklets of challenges: .pdf"));
    }
    let puzzle = input::parse(&case.source()?, rules(generation.options)?)?;
    let compiled = Compiled::under(puzzle, generation.control)?;
    let no_solution = |why: &str| Error::Unsuitable(format!("{} has no solution{why}", case.name()));
    if let Some(reason) = compiled.impossibility() {
        return Err(no_solution(&format!(": {reason}")));
    }
    let (first, tries) = (generation.seed.unwrap_or(1), generation.options.number("tries", 1..=100_000)?.unwrap_or(10));
    let solutions = Solutions::of(&compiled, generation.control);
    let (mut made, mut missing) = (Vec::new(), None);
    for seed in (0..count.unwrap_or(1)).map(|number| first.wrapping_add(number)) {
        let found = if !made.is_empty() && generation.control.look() {
            Err(Error::Stopped(""))
        } else {
            with_one_solution(&solutions, (seed, tries), &no_solution)
        };
        match found {
            Ok((solution, challenge)) => {
                let made_one = Made { seed, challenge, solution };
                place.say(&made_one.words());
                made.push(made_one);
            }
            Err(error) if made.is_empty() => return Err(error),
            // What was made is not lost.
            Err(Error::Stopped(_)) => {
                place.say(&format!("stopped: {} made", counted(made.len(), "challenge")));
                break;
            }
            Err(error) => {
                place.say(&format!("none is made with seed {seed}"));
                missing = Some(error);
            }
        }
    }
    match (&made[..], ending.as_str()) {
        (_, "pdf") => place.booklet(case.name(), pages(words::file_name(case.name()), &compiled, &made))?,
        ([made], _) => {
            let (name, seed, effort) = (case.name(), made.seed, made.effort());
            let text = input::write(&made.challenge.puzzle);
            let rules = rules_in_words(made.challenge.puzzle.rules);
            place.text(&format!("# a challenge made from {name} with seed {seed}: {effort}\n{rules}{text}"))?;
        }
        _ => return Err(no_solution("")),
    }
    // What was made is written, but more tries or more challenges were wanted.
    let stopped = generation.control.reason().map(Error::from);
    stopped.or(missing).map_or(Ok(()), Err)
}

/// What a challenge needs beside its file to have one solution; nothing if the usual rules hold.
fn rules_in_words(rules: Rules) -> String {
    let usual = Rules::default();
    let words = [
        (rules.rotate != usual.rotate).then(|| "no-rotate".to_owned()),
        (rules.mirror != usual.mirror).then(|| "no-mirror".to_owned()),
        (rules.holes != usual.holes).then(|| format!("holes {}", rules.holes)),
        (rules.spare_pieces != usual.spare_pieces).then(|| "spare-pieces".to_owned()),
        (rules.interchangeable != usual.interchangeable).then(|| "interchangeable".to_owned()),
    ];
    let words: Vec<String> = words.into_iter().flatten().map(|word| format!("--{word}")).collect();
    if words.is_empty() { String::new() } else { format!("# it has one solution with {}\n", words.join(" ")) }
}

/// A solution by chance from which a challenge can be made, and the challenge.
fn with_one_solution(
    solutions: &Solutions<'_>,
    (seed, tries): (u64, u32),
    no_solution: &dyn Fn(&str) -> Error,
) -> Result<(Arrangement, Challenge), Error> {
    let control = solutions.control;
    let stopped = || control.reason().map(Error::from);
    for attempt in 0..MOST_SOLUTIONS {
        let seed_of_solution = seed.wrapping_add(attempt << 32);
        let solution = solutions.random(seed_of_solution)?;
        let solution = solution.ok_or_else(|| stopped().unwrap_or_else(|| no_solution("")))?;
        if let Some(challenge) = challenge(solutions.compiled, &solution, (seed, tries), control)? {
            return Ok((solution, challenge));
        }
        stopped().map_or(Ok(()), Err)?;
    }
    Err(no_solution(" that is the only one with its pieces given: pieces may be left over, and cells stay empty"))
}

/// A challenge and where it comes from.
struct Made {
    seed: u64,
    challenge: Challenge,
    solution: Arrangement,
}

impl Made {
    fn effort(&self) -> String {
        let nodes = counted(self.challenge.effort as usize, "node");
        format!("{} ({nodes} to see that there is one solution)", self.challenge.grade())
    }

    fn words(&self) -> String {
        let given = counted(self.challenge.puzzle.given.len(), "piece");
        format!("{given} given, {} to be placed: {}", self.challenge.open, self.effort())
    }
}

/// A page a challenge with the pieces that are to be placed, and after them the pages of the solutions.
fn pages<'a>(
    name: &'a str,
    compiled: &'a Compiled,
    made: &'a [Made],
) -> impl Iterator<Item = Result<Scene, Error>> + 'a {
    let challenges = made.iter().zip(1..).map(move |(made, number)| {
        let puzzle = Compiled::new(made.challenge.puzzle.clone());
        let scene = draw::board_and_pieces(&draw::Occupancy::given(&puzzle));
        let caption = format!("{} · seed {}", made.words(), made.seed);
        Ok(page_of(&format!("{name}, challenge {number}"), vec![Exhibit { caption, scene }], (1, 1)))
    });
    let solution = move |index: usize| {
        let scene = draw::board(&draw::Occupancy::new(compiled, &made[index].solution));
        Exhibit { caption: format!("challenge {}", index + 1), scene }
    };
    let (columns, rows) = made.first().map_or((1, 1), |_| grid_for(&solution(0).scene, made.len()));
    let solutions = (0..made.len()).step_by(columns * rows).map(move |first| {
        let shown = first..made.len().min(first + columns * rows);
        Ok(page_of(&format!("{name}, solutions"), shown.map(solution).collect(), (columns, rows)))
    });
    challenges.chain(solutions)
}

/// The solutions of a case, of which one is drawn by chance.
struct Solutions<'a> {
    compiled: &'a Compiled,
    control: &'a Control,
    /// Where all of them have numbers, each is as likely as any other.
    plan: Option<Plan>,
}

impl<'a> Solutions<'a> {
    fn of(compiled: &'a Compiled, control: &'a Control) -> Self {
        let all = settings(control, Quest::Lowest(u64::MAX));
        let plan = Plan::new(compiled, Wish::default(), &all).ok().map(|(plan, _)| plan);
        Self { compiled, control, plan }
    }

    fn random(&self, seed: u64) -> Result<Option<Arrangement>, Error> {
        if let Some(graph) = self.plan.as_ref().and_then(Plan::graph) {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
            return Ok(match graph.count() {
                0 => None,
                count => graph.solution(random.random_range(0..count)),
            });
        }
        let one = settings(self.control, Quest::Lowest(1));
        let wish = Wish { strategy: Some(Strategy::Portfolio), seed, ..Wish::default() };
        let Ok((plan, _)) = Plan::new(self.compiled, wish, &one) else { return Ok(None) };
        let everything = Ledger::new(Range::everything());
        let mut outcome = plan.search(self.compiled, &one, everything, &mut |_| ControlFlow::Continue(()))?;
        Ok(outcome.answers.pop())
    }
}

fn settings(control: &Control, quest: Quest) -> Settings {
    Settings { control: control.clone(), ..Settings::new(quest) }
}
