//! Makes a challenge from a case: a board with so many pieces given that one solution is left.

use std::ops::ControlFlow;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{
    destination::Destination,
    family::{Error, Generation},
    search::{Control, Ledger, Quest, Range, Settings},
    words::counted,
};

use super::{Arrangement, Compiled, Plan, Strategy, Wish, challenge::challenge, family::rules, input};

/// Makes a challenge and writes it.
pub(super) fn generate(generation: &Generation<'_>, place: &mut Destination) -> Result<(), Error> {
    let case = generation.case.ok_or_else(|| Error::Unsupported("a challenge is made from a case".to_owned()))?;
    place.expect_ending(&["txt"])?;
    let compiled = Compiled::new(input::parse(&case.source()?, rules(generation.options)?)?);
    let no_solution = |why: &str| Error::Unsuitable(format!("{} has no solution{why}", case.name()));
    if let Some(reason) = compiled.impossibility() {
        return Err(no_solution(&format!(": {reason}")));
    }
    let (seed, tries) = (generation.seed.unwrap_or(1), generation.options.number("tries", 1..=100_000)?.unwrap_or(10));
    let solution =
        random_solution(&compiled, seed, generation.control)?.ok_or_else(|| match generation.control.reason() {
            Some(reason) => Error::Stopped(reason.text()),
            None => no_solution(""),
        })?;
    let made = challenge(&compiled, &solution, (seed, tries), generation.control)?;
    let effort =
        format!("{} ({} to see that there is one solution)", made.grade(), counted(made.effort as usize, "node"));
    let given = counted(made.puzzle.given.len(), "piece");
    place.say(&format!("{given} given, {} to be placed: {effort}", made.open));
    let name = case.name();
    place.text(&format!("# a challenge made from {name} with seed {seed}: {effort}\n{}", input::write(&made.puzzle)))
}

/// A solution by chance: where all of them have numbers, each as likely as any other.
fn random_solution(compiled: &Compiled, seed: u64, control: &Control) -> Result<Option<Arrangement>, Error> {
    let settings = |quest| Settings { control: control.clone(), ..Settings::new(quest) };
    let all = settings(Quest::Lowest(u64::MAX));
    if let Ok((plan, _)) = Plan::new(compiled, Wish::default(), &all)
        && let Some(graph) = plan.graph()
    {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        return Ok(match graph.count() {
            0 => None,
            count => graph.solution(random.random_range(0..count)),
        });
    }
    let one = settings(Quest::Lowest(1));
    let wish = Wish { strategy: Some(Strategy::Portfolio), seed, ..Wish::default() };
    let Ok((plan, _)) = Plan::new(compiled, wish, &one) else { return Ok(None) };
    let everything = Ledger::new(Range::everything());
    let mut outcome = plan.search(compiled, &one, everything, &mut |_| ControlFlow::Continue(()))?;
    Ok(outcome.answers.pop())
}
