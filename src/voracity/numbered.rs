//! Of all best games, which are told: the one with a number, or some by chance.

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use serde_json::json;

use super::verdict::Verdict;
use crate::{
    chance,
    family::Error,
    report::Fact,
    search::StopReason,
    session::{Question, Task},
};

/// Leaves the games in a verdict that were asked for, and tells their numbers if those were asked for. Numbers mean
/// something only if all best games are known.
pub(super) fn pick(verdict: &mut Verdict, task: &Task) -> Result<Vec<u64>, Error> {
    if !matches!(task.question, Question::Nth(_) | Question::Random(_)) {
        return Ok(Vec::new());
    }
    if verdict.stop != StopReason::Complete {
        verdict.games.clear();
        return Ok(Vec::new());
    }
    let count = verdict.best_games.unwrap_or(0);
    let mut numbers: Vec<u64> = (0..verdict.games.len() as u64).collect();
    match task.question {
        Question::Nth(number) => {
            let Some(index) = usize::try_from(number).ok().filter(|&index| index < verdict.games.len()) else {
                let games = if count == 1 { "is 1 best game".to_owned() } else { format!("are {count} best games") };
                let text = format!("there is no best game {number}: there {games}, numbered from 0");
                return Err(Error::Unsupported(text));
            };
            numbers = vec![index as u64];
        }
        Question::Random(wanted) => {
            let mut random = Xoshiro256PlusPlus::seed_from_u64(task.seed());
            chance::shuffle(&mut random, &mut numbers);
            numbers.truncate(usize::try_from(wanted).unwrap_or(usize::MAX));
        }
        _ => {}
    }
    verdict.games = numbers.iter().map(|&number| verdict.games[number as usize].clone()).collect();
    Ok(numbers)
}

/// What the best games score that were counted.
pub(super) fn score_fact(score: u32) -> Fact {
    Fact { name: "score", value: json!(score), text: format!("Score of each: {score}") }
}

/// How many best games there are, or were found before the search was stopped.
pub(super) fn fact(count: u64, stop: StopReason) -> Fact {
    let so_far = if stop == StopReason::Complete { "" } else { " so far" };
    Fact { name: "best_games", value: json!(count.to_string()), text: format!("Best games{so_far}: {count}") }
}
