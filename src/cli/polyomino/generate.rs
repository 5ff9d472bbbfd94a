//! `fathom generate polyomino`.

use std::ops::ControlFlow;

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::{
    diagnostics::Source,
    polyomino::{Arrangement, Compiled, Plan, Strategy, Wish, challenge::challenge, input},
    search::{Ledger, Quest, Range, Settings},
    whole_file,
};

use super::{
    super::{exit::Exit, failure::Failure, output::say, write_out},
    args::GeneratePolyominoArgs,
    case::rules,
};

pub fn generate(args: &GeneratePolyominoArgs) -> Result<Exit, Failure> {
    let source = Source::read(&args.case)?;
    let compiled = Compiled::new(input::parse(&source, rules(&args.puzzle))?);
    if let Some(reason) = compiled.impossibility() {
        return Err(Failure::Usage(format!("{} has no solution: {reason}", source.name())));
    }
    if let Some(file) = &args.output {
        whole_file::ensure_writable(file)
            .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", file.display())))?;
    }
    let Some(solution) = random_solution(&compiled, args.seed)? else {
        return Err(Failure::Usage(format!("{} has no solution", source.name())));
    };
    let made = challenge(&compiled, &solution, (args.seed, args.tries))?;
    let effort = format!("{} ({} nodes to see that there is one solution)", made.grade(), made.effort);
    if !args.quiet {
        say(format!("{} pieces given, {} to be placed: {effort}", made.puzzle.given.len(), made.open));
    }
    let name = source.name();
    let text =
        format!("# a challenge made from {name} with seed {}: {effort}\n{}", args.seed, input::write(&made.puzzle));
    match &args.output {
        None => write_out(text.as_bytes()),
        Some(file) => {
            whole_file::write(file, text.as_bytes())
                .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", file.display())))?;
            Ok(Exit::Done)
        }
    }
}

/// A solution by chance: where all of them have numbers, each as likely as any other.
fn random_solution(compiled: &Compiled, seed: u64) -> Result<Option<Arrangement>, Failure> {
    let all = Settings::new(Quest::Lowest(u64::MAX));
    if let Ok((plan, _)) = Plan::new(compiled, Wish::default(), &all, &|| false)
        && let Some(graph) = plan.graph()
    {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        return Ok(match graph.count() {
            0 => None,
            count => graph.solution(random.random_range(0..count)),
        });
    }
    let one = Settings::new(Quest::Lowest(1));
    let wish = Wish { strategy: Some(Strategy::Portfolio), seed, ..Wish::default() };
    let Ok((plan, _)) = Plan::new(compiled, wish, &one, &|| false) else { return Ok(None) };
    let everything = Ledger::new(Range::everything());
    let mut outcome = plan.search(compiled, &one, everything, &mut |_| ControlFlow::Continue(()))?;
    Ok(outcome.answers.pop())
}
