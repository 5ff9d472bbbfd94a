//! The decision about an answer: what its family says of each solution, and what holds in every family.

use super::{Drawing, Error, Family, Judgement, Options};
use crate::{
    destination::Destination,
    input::Input,
    report::{self, Instead, Whole},
    search::Control,
    words::counted,
};

/// What is decided about an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// It is right, and what is right about it.
    Right(String),
    /// It is wrong, and why.
    Wrong(String),
    /// It may be right, but that cannot be told without a search: what it says.
    Undecided(String),
}

impl From<Judgement> for Decision {
    fn from(judgement: Judgement) -> Self {
        judgement.map_or_else(Self::Wrong, Self::Right)
    }
}

impl Decision {
    /// It in a word.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Right(_) => "right",
            Self::Wrong(_) => "wrong",
            Self::Undecided(_) => "undecided",
        }
    }

    /// What there is to say about it.
    pub fn text(&self) -> &str {
        match self {
            Self::Right(text) | Self::Wrong(text) | Self::Undecided(text) => text,
        }
    }
}

/// Judges an answer, or the case itself if there is none: each report by itself, each solution by its family, and what
/// the answer says of all of them together, which is the same in every family.
pub fn judge(
    family: &dyn Family,
    case: &Input,
    options: &Options,
    answer: Option<&Input>,
    control: &Control,
) -> Result<Decision, Error> {
    let Some(answer) = answer else { return Ok(family.certify(case, options, control)?.into()) };
    let source = answer.source()?;
    if source.text().trim().is_empty() {
        return Err(source.error_at_end("the file is empty").label("expected an answer").into());
    }
    let judged = report::reports_of(answer)?.into_iter().map(|report| {
        let whole = report::whole(&report.source()?, family.name(), family.has_best())?;
        let says_none = whole.instead == Some(Instead::None);
        Ok((judge_report(family, case, options, &report, whole, control)?, says_none))
    });
    Ok(together(judged.collect::<Result<_, Error>>()?))
}

/// Judges one report, or solutions that belong together.
fn judge_report(
    family: &dyn Family,
    case: &Input,
    options: &Options,
    report: &Input,
    whole: Whole,
    control: &Control,
) -> Result<Decision, Error> {
    let Whole { contradiction, all, unsearched, instead } = whole;
    if let Some(instead) = instead {
        if let Some(wrong) = contradiction {
            return Ok(Decision::Wrong(wrong));
        }
        if instead == Instead::None
            && let Some(judgement) = family.judge_none(case, options, control)?
        {
            return Ok(judgement.into());
        }
        // The case has to be one, whatever is said of it.
        family.load(case, options, control)?;
        return Ok(Decision::Undecided(match instead {
            Instead::None => "it says that there is no solution, which only a search can tell".to_owned(),
            Instead::Count(count) => {
                let (are, solutions) = if count == "1" { ("is", "solution") } else { ("are", "solutions") };
                format!("it says that there {are} {count} {solutions}, which only a search can tell")
            }
            Instead::Nothing => "it holds no solution, so there is nothing to judge".to_owned(),
        }));
    }
    let judgement = family.judge(case, options, report, control)?;
    let Ok(right) = judgement else { return Ok(judgement.into()) };
    // To find out whether there are others takes a search, which a check is not.
    let others = all.filter(|_| family.leaves_all_open()).map(|all| match all {
        1 => "that there is no other",
        _ => "that these are all",
    });
    let left_open = others.into_iter().chain(unsearched).map(|what| format!("; {what} was not checked"));
    Ok(contradiction.map_or_else(|| Ok(right + &left_open.collect::<String>()), Err).into())
}

/// The decision about all reports of an answer, each with whether it says that there is no solution.
fn together(mut reports: Vec<(Decision, bool)>) -> Decision {
    if reports.len() == 1
        && let Some((only, _)) = reports.pop()
    {
        return only;
    }
    let number_of = |is_it: &dyn Fn(&(Decision, bool)) -> bool| reports.iter().position(is_it).map(|index| index + 1);
    let wrong = number_of(&|(decision, _)| matches!(decision, Decision::Wrong(_)));
    if let Some(number) = wrong {
        return Decision::Wrong(format!("report {number}: {}", reports[number - 1].0.text()));
    }
    // What is right holds a solution, unless it says that there is none.
    let solved = number_of(&|(decision, says_none)| matches!(decision, Decision::Right(_)) && !says_none);
    if let (Some(none), Some(solved)) = (number_of(&|(_, says_none)| *says_none), solved) {
        let text = format!("report {none}: it says that there is no solution, and report {solved} holds one");
        return Decision::Wrong(text);
    }
    let all = counted(reports.len(), "report");
    let (first, _) = &reports[0];
    if reports.iter().all(|(decision, _)| decision == first) {
        let text = format!("{all}, each: {}", first.text());
        return if matches!(first, Decision::Right(_)) { Decision::Right(text) } else { Decision::Undecided(text) };
    }
    let are_right = reports.iter().all(|(decision, _)| matches!(decision, Decision::Right(_)));
    let each = reports.iter().zip(1..).map(|((decision, _), number)| {
        let word = if are_right { String::new() } else { format!("{}: ", decision.word()) };
        format!("; report {number}: {word}{}", decision.text())
    });
    let text = all + &each.collect::<String>();
    if are_right { Decision::Right(text) } else { Decision::Undecided(text) }
}

/// Draws a case, with an answer in it if there is one. What is wrong is not drawn as if it were right.
pub fn draw(family: &dyn Family, drawing: &Drawing<'_>, place: &mut Destination) -> Result<(), Error> {
    if let Some(answer) = drawing.answer {
        let decision = judge(family, drawing.case, drawing.options, Some(answer), drawing.control)?;
        let name = answer.name();
        match decision {
            Decision::Right(_) => {}
            Decision::Wrong(reason) => return Err(Error::Unsuitable(format!("{name}: {reason}"))),
            Decision::Undecided(reason) => {
                return Err(Error::Unsuitable(format!("{name} cannot be drawn: {reason}")));
            }
        }
    }
    family.draw(drawing, place)
}
