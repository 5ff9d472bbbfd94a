//! `fathom check`.

use crate::{
    family::{self, Judgement},
    input::Input,
    report,
    search::Control,
    terminal::waiting::Waiting,
};

use super::{Context, args::CheckArgs, exit::Exit, failure::Failure, watchdog, write_text};

pub fn check(args: &CheckArgs, context: &Context) -> Result<Exit, Failure> {
    // Nothing is written, so a signal may end this at once, as it does without us.
    let waiting = Waiting::new(&format!("checking {}", args.case.display()), args.quiet);
    let judged = watchdog::guard(&args.limits.limits(), || judge(args, context));
    drop(waiting);
    let (text, exit) = match judged? {
        Ok(text) => (format!("right: {text}\n"), Exit::Done),
        Err(text) => (format!("wrong: {text}\n"), Exit::Refused),
    };
    if !args.quiet {
        write_text(&text)?;
    }
    Ok(exit)
}

fn judge(args: &CheckArgs, context: &Context) -> Result<Judgement, Failure> {
    let control = Control::new(&args.limits.limits());
    let case = Input::read(&args.case)?;
    let family = context.family_of(&case, args.puzzle.family.as_deref())?;
    let answer = args.answer.as_deref().map(Input::read).transpose()?;
    let answer = answer.map(|answer| report::about(case.name(), answer));
    Ok(family::judge(family, &case, &context.options, answer.as_ref(), &control)?)
}
