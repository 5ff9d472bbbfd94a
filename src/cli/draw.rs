//! `fathom draw`.

use std::path::PathBuf;

use crate::{destination::Destination, family::Drawing, input::Input, report, search::Control};

use super::{Context, args::DrawArgs, exit::Exit, failure::Failure, output::sayer, signals};

pub fn draw(args: &DrawArgs, context: &Context) -> Result<Exit, Failure> {
    let control = Control::with_interrupt(&args.limits.limits(), signals::catch()?);
    let case = Input::read(&args.case)?;
    let family = context.family_of(&case, args.puzzle.family.as_deref())?;
    let answer = args.answer.as_deref().map(Input::read).transpose()?;
    let answer = answer.map(|answer| report::about(case.name(), answer));
    let needed: Vec<PathBuf> = std::iter::once(&args.case).chain(&args.answer).cloned().collect();
    let mut place = Destination::new(args.output.clone(), &needed, sayer(args.quiet))?;
    let drawing = Drawing {
        case: &case,
        options: &context.options,
        answer: answer.as_ref(),
        id: args.id.as_deref(),
        control: &control,
    };
    family.draw(&drawing, &mut place)?;
    Ok(Exit::Done)
}
