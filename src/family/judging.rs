//! The verdict on an answer: what its family says of each solution, and what holds in every family.

use super::{Error, Family, Judgement, Options};
use crate::{
    input::Input,
    report::{self, Whole},
    search::Control,
};

/// Judges an answer, or the case itself if there is none: each solution by its family, and what the answer says of all
/// of them together, which is the same in every family.
pub fn judge(
    family: &dyn Family,
    case: &Input,
    options: &Options,
    answer: Option<&Input>,
    control: &Control,
) -> Result<Judgement, Error> {
    let Some(answer) = answer else { return family.certify(case, options, control) };
    let judgement = family.judge(case, options, answer, control)?;
    let Ok(right) = judgement else { return Ok(judgement) };
    let Whole { contradiction, all, unsearched } = report::whole(&answer.source()?, family.has_best())?;
    // To find out whether there are others takes a search, which a check is not.
    let others = all.filter(|_| family.leaves_all_open()).map(|all| match all {
        1 => "that there is no other",
        _ => "that these are all",
    });
    let left_open = others.into_iter().chain(unsearched).map(|what| format!("; {what} was not checked"));
    Ok(contradiction.map_or_else(|| Ok(right + &left_open.collect::<String>()), Err))
}
