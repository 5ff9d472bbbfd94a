//! `fathom show`.

use std::{
    io::{self, IsTerminal},
    sync::Arc,
};

use crate::{
    family::Showing,
    input::Input,
    report::{
        Medium,
        depth::{Depth, reduced},
        harmless,
    },
    search::Control,
    terminal::waiting::Waiting,
};

use super::{
    Context, args::ShowArgs, exit::Exit, failure::Failure, flags, output::use_colour, signals, watchdog, write_out,
};

pub fn show(args: &ShowArgs, context: &Context) -> Result<Exit, Failure> {
    let waiting = Waiting::new("finding out what there is to show", false);
    let mut limits = args.limits.limits();
    let input = args.case.as_deref().map(|file| watchdog::read(file, &mut limits)).transpose()?;
    // What waits for its input ends by a signal as it would without us.
    let interrupt = signals::catch()?;
    let control = Control::with_interrupt(&limits, Arc::clone(&interrupt));
    let text = watchdog::watch(&limits, &interrupt, || shown(args, input, context, &control));
    drop(waiting);
    let (text, is_whole) = text?;
    let medium = if use_colour(args.color) { Medium::Colours } else { Medium::Text };
    let text = harmless(&text, medium);
    // Whatever is no terminal gets the colours as they are.
    let text = if io::stdout().is_terminal() { reduced(&text, Depth::of_environment()) } else { text };
    let exit = write_out(text.as_bytes())?;
    Ok(if is_whole { exit } else { Exit::Incomplete })
}

/// What is shown, and whether it is all that there is to say.
fn shown(
    args: &ShowArgs,
    input: Option<Input>,
    context: &Context,
    control: &Control,
) -> Result<(String, bool), Failure> {
    let family = match (&input, &args.puzzle.family) {
        (Some(input), asked) => context.family_of(input, asked.as_deref())?,
        (None, Some(name)) => context.family_of(&Input::new("no file", Vec::new()), Some(name))?,
        (None, None) => {
            // Without a file, the flags tell whose it is.
            let takes = |name: &str| {
                let all = context.families.iter().copied();
                all.into_iter().find(|family| family.flags().iter().any(|flag| flag.name == name))
            };
            let family = context.options.names().find_map(takes);
            let family = family.ok_or_else(|| Failure::Usage("there is no case to show: give a file".to_owned()))?;
            flags::refuse_foreign(&context.options, family, "what is shown", context.families)?;
            family
        }
    };
    let showing = Showing {
        case: input.as_ref(),
        options: &context.options,
        id: args.id.as_deref(),
        has_colour: use_colour(args.color),
        control,
    };
    let text = family.show(&showing)?;
    Ok((text, !control.is_stopped()))
}
