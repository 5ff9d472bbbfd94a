//! `fathom draw`.

use std::path::PathBuf;

use crate::{
    destination::Destination,
    family::{self, Drawing},
    report::{self, path_name},
    search::Control,
    terminal::waiting::Waiting,
};

use super::{Context, args::DrawArgs, exit::Exit, failure::Failure, signals, watchdog};

pub fn draw(args: &DrawArgs, context: &Context) -> Result<Exit, Failure> {
    let mut limits = args.limits.limits();
    let case = watchdog::read(&args.case, &mut limits)?;
    let family = context.family_of(&case, args.puzzle.family.as_deref())?;
    let answer = args.answer.as_deref().map(|file| watchdog::read(file, &mut limits)).transpose()?;
    let answer = answer.map(|answer| report::about(case.name(), answer));
    let control = Control::with_interrupt(&limits, signals::catch()?);
    let mut needed: Vec<PathBuf> = std::iter::once(&args.case).chain(&args.answer).cloned().collect();
    needed.extend(family.named_files(&context.options));
    let waiting = Waiting::for_output(&format!("drawing {}", path_name(&args.case)), args.quiet, args.output.is_some());
    let mut place = Destination::new(args.output.clone(), &needed, waiting.sayer(args.quiet))?.under(&control);
    let drawing = Drawing {
        case: &case,
        options: &context.options,
        answer: answer.as_ref(),
        id: args.id.as_deref(),
        control: &control,
    };
    family::draw(family, &drawing, &mut place)?;
    Ok(Exit::Done)
}
