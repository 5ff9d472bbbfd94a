//! Voracity as a family: its strategies, its options, and how a board is read, judged, shown, drawn and made.

use std::collections::HashSet;

use crate::{
    destination::Destination,
    family::{self, Drawing, Error, Family, Flag, Generation, Judgement, Options, Showing, Verb},
    input::Input,
    search::{Ability, Control, Kernel, Strategy as Info},
    words::counted,
};

use super::{
    board::Directions,
    case::Case,
    check, draw, generate, input,
    show::{self, load, loaded_from},
};

/// The family.
pub struct Voracity;

const EVERYWHERE: &[Verb] = &[Verb::Solve, Verb::Count, Verb::Check, Verb::Show, Verb::Draw];
const SEARCHES: &[Verb] = &[Verb::Solve, Verb::Count];

/// The strategies, in the order of [`super::strategy::Strategy::ALL`].
pub static STRATEGIES: [Info; 6] = [
    Info {
        name: "dfs",
        about: "the paper's depth-first search, without any bound",
        kernel: Kernel::Tree,
        abilities: &[
            Ability::Ids,
            Ability::Range,
            Ability::Checkpoint,
            Ability::NodeLimit,
            Ability::MemoryLimit,
            Ability::Threads,
            Ability::Count,
            Ability::Several,
            Ability::Numbered,
        ],
        why_not: "it brings the best games, in the order of their moves, and leaves nothing to chance",
    },
    Info {
        name: "dp",
        about: "the paper's dynamic programming, with subproblems that are sound",
        kernel: Kernel::Steps,
        abilities: &[Ability::Ids, Ability::NodeLimit, Ability::MemoryLimit],
        why_not: "its subproblems refer to each other: they have no ids, and no part of them means anything by itself",
    },
    Info {
        name: "bounded",
        about: "depth-first search that turns back where too few cells are left, for values up to 3",
        kernel: Kernel::Tree,
        abilities: TREE_WITH_HEAD_START,
        why_not: "it brings the best games, in the order of their moves, and leaves out games that cannot be the best",
    },
    Info {
        name: "enumerate",
        about: "all games, as fast as can be",
        kernel: Kernel::Tree,
        abilities: TREE_WITH_HEAD_START,
        why_not: "it brings the best games, in the order of their moves, and leaves out games that cannot be the best",
    },
    Info {
        name: "frontier",
        about: "a sweep over boards with a short side, whatever their length",
        kernel: Kernel::Layers,
        abilities: &[Ability::Ids, Ability::Checkpoint, Ability::NodeLimit, Ability::MemoryLimit],
        why_not: "it sweeps over profiles, layer by layer, on one thread: profiles have no ids, and games are not told apart",
    },
    Info {
        name: "anytime",
        about: "good games and a bound, within the time there is",
        kernel: Kernel::Tree,
        abilities: &[
            Ability::Ids,
            Ability::Range,
            Ability::Checkpoint,
            Ability::NodeLimit,
            Ability::MemoryLimit,
            Ability::Threads,
            Ability::Seed,
        ],
        why_not: "its attempts may find the same game twice: it is for one good game",
    },
];

/// What a search of a tree can do that begins with a good game, which is found by chance.
const TREE_WITH_HEAD_START: &[Ability] = &[
    Ability::Ids,
    Ability::Range,
    Ability::Checkpoint,
    Ability::NodeLimit,
    Ability::MemoryLimit,
    Ability::Threads,
    Ability::Several,
    Ability::Numbered,
    Ability::Seed,
];

static FLAGS: [Flag; 5] = [
    Flag::valued("directions", "N", "4 directions, or 8 as in greed [default: what the file says, or 4]", EVERYWHERE),
    Flag::valued(
        "start",
        "ROW,COL",
        "The cell to start from, counted from 0 [default: where the file has its @]",
        EVERYWHERE,
    ),
    Flag::switch(
        "best-start",
        "Find the best cell to start from as well; an answer that is checked has to say where it starts",
        &[Verb::Solve, Verb::Count, Verb::Check],
    ),
    Flag::switch("best", "Count only the games that are as good as the best", &[Verb::Count]),
    Flag::switch("estimate", "Say how large the search will be, and do not search", SEARCHES),
];

static GENERATOR_FLAGS: [Flag; 4] = [
    Flag::valued("size", "RxC", "Rows x columns, or one number for both [default: 15]", &[Verb::Generate]),
    Flag::valued("values", "N", "The largest value; all from 1 on are equally likely [default: 5]", &[Verb::Generate]),
    Flag::valued("directions", "N", "8 for a board of greed [default: 4]", &[Verb::Generate]),
    Flag::valued(
        "target-share",
        "SHARE",
        "The best game covers at least this share of the cells, from 0 to 1",
        &[Verb::Generate],
    ),
];

/// The directions that are wanted, if any are.
pub(super) fn directions(options: &Options) -> Result<Option<Directions>, Error> {
    Ok(options.read("directions", "4 or 8", |text| match text.trim() {
        "4" => Some(Directions::Four),
        "8" => Some(Directions::Eight),
        _ => None,
    })?)
}

/// Is the start to be found? Then none can be given.
fn wants_best_start(options: &Options) -> Result<bool, Error> {
    match options.has("best-start") {
        true if options.has("start") => {
            let text = "option `best-start` finds the start: option `start` does not go together with it";
            Err(Error::Unsupported(text.to_owned()))
        }
        wants => Ok(wants),
    }
}

impl Family for Voracity {
    fn name(&self) -> &'static str {
        "voracity"
    }

    fn about(&self) -> &'static str {
        "eat as many cells of a board of digits as can be"
    }

    fn strategies(&self) -> &'static [Info] {
        &STRATEGIES
    }

    fn flags(&self) -> &'static [Flag] {
        &FLAGS
    }

    fn recognise(&self, input: &Input) -> bool {
        input.source().is_ok_and(|source| input::recognise(&source))
    }

    fn load(&self, input: &Input, options: &Options, _: &Control) -> Result<Box<dyn family::Case>, Error> {
        if !wants_best_start(options)? {
            return Ok(Box::new(Case::new(load(input, options)?)));
        }
        let source = input.source()?;
        let layout = input::parse_layout(&source, directions(options)?)?;
        let case = Case::with_all_starts(layout).ok_or_else(|| source.error_at_end("this makes no board"))?;
        Ok(Box::new(case))
    }

    fn judge(&self, case: &Input, options: &Options, answer: &Input, _: &Control) -> Result<Judgement, Error> {
        let claims = check::read_answer(&answer.source()?)?;
        let must_say_start = wants_best_start(options)?;
        // Whatever else is wrong, the board has to be one.
        let layout = input::parse_layout(&case.source()?, directions(options)?)?;
        let mut scores = Vec::new();
        let mut seen = HashSet::new();
        for (index, claim) in claims.iter().enumerate() {
            let wrong = |reason: String| Ok(Err(format!("game {}: {reason}", index + 1)));
            if !seen.insert((claim.start, &claim.moves)) {
                return wrong("it is there twice".to_owned());
            }
            let board = match claim.start {
                None if must_say_start => return wrong("it does not say where it starts".to_owned()),
                // The checker says what is wrong with a start that is not on the board.
                Some(start) if layout.board_at(start).is_none() => layout.board_from(0),
                start => Some(loaded_from(case, options, start)?),
            };
            let Some(board) = board else { return wrong("there is no board".to_owned()) };
            match check::check(&board, claim) {
                Ok(score) => scores.push(score),
                Err(reason) => return wrong(reason),
            }
        }
        // That takes a search, which a check is not.
        let is_best = claims.iter().any(|claim| claim.is_best);
        let rest = if is_best { "; that none covers more was not checked" } else { "" };
        Ok(match (&scores[..], &claims[..]) {
            ([score], [only]) => {
                let moves = counted(only.moves.chars().count(), "move");
                Ok(format!("{} covered in {moves}{rest}", counted(*score, "cell")))
            }
            ([score, ..], _) if scores.iter().all(|other| other == score) => {
                Ok(format!("{} different games, {} covered in each{rest}", scores.len(), counted(*score, "cell")))
            }
            ([_, ..], _) => Ok(format!("{} different games{rest}", scores.len())),
            ([], _) => Err("the answer holds no game to judge".to_owned()),
        })
    }

    fn has_best(&self) -> bool {
        true
    }

    fn show(&self, showing: &Showing<'_>) -> Result<String, Error> {
        show::show(showing)
    }

    fn draw(&self, drawing: &Drawing<'_>, place: &mut Destination) -> Result<(), Error> {
        draw::draw(drawing, place)
    }

    fn generator_flags(&self) -> &'static [Flag] {
        &GENERATOR_FLAGS
    }

    fn generate(&self, generation: &Generation<'_>, place: &mut Destination) -> Result<(), Error> {
        generate::make(generation, place)
    }
}
