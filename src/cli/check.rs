//! `fathom check`.

use crate::{
    family::{self, Decision},
    input::Input,
    report::{self, path_name},
    search::Control,
    terminal::waiting::Waiting,
};

use super::{Context, args::CheckArgs, exit::Exit, failure::Failure, watchdog, write_text};

pub fn check(args: &CheckArgs, context: &Context) -> Result<Exit, Failure> {
    // Nothing is written, so a signal may end this at once, as it does without us.
    let waiting = Waiting::new(&format!("checking {}", path_name(&args.case)), args.quiet);
    let judged = watchdog::guard(&args.limits.limits(), || judge(args, context));
    drop(waiting);
    let decision = judged?;
    let exit = match decision {
        Decision::Right(_) => Exit::Done,
        Decision::Wrong(_) => Exit::Refused,
        Decision::Undecided(_) => Exit::Incomplete,
    };
    if !args.quiet {
        write_text(&format!("{}: {}\n", decision.word(), decision.text()))?;
    }
    Ok(exit)
}

fn judge(args: &CheckArgs, context: &Context) -> Result<Decision, Failure> {
    let control = Control::new(&args.limits.limits());
    let case = Input::read(&args.case)?;
    let family = context.family_of(&case, args.puzzle.family.as_deref())?;
    let answer = args.answer.as_deref().map(Input::read).transpose()?;
    let answer = answer.map(|answer| report::about(case.name(), answer));
    Ok(family::judge(family, &case, &context.options, answer.as_ref(), &control)?)
}
