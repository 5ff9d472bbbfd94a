//! Polyominoes as a family: its strategies, its options, and how a case is read, judged, shown and made.

use std::collections::HashSet;

use crate::{
    destination::Destination,
    family::{self, Drawing, Error, Family, Flag, Generation, Judgement, Options, Product, Showing, Verb},
    input::Input,
    search::{Ability, Control, Kernel, StopReason, Strategy as Info},
};

use super::{
    Compiled, Puzzle, Rules, answer_file, board::MAX_CELLS, case::Case, check, draw, generate, input, sheet, show,
};

/// The family.
pub struct Polyomino;

const EVERYWHERE: &[Verb] = &[Verb::Solve, Verb::Count, Verb::Check, Verb::Show, Verb::Draw, Verb::Generate];
const SEARCHES: &[Verb] = &[Verb::Solve, Verb::Count];

/// What every complete search of a tree can do.
const COMPLETE: &[Ability] = &[
    Ability::Ids,
    Ability::Range,
    Ability::Checkpoint,
    Ability::NodeLimit,
    Ability::MemoryLimit,
    Ability::Threads,
    Ability::Count,
    Ability::Several,
    Ability::Any,
    Ability::Numbered,
    Ability::Unique,
    Ability::Forced,
];

/// The strategies, in the order of [`super::Strategy::ALL`].
pub static STRATEGIES: [Info; 5] = [
    Info {
        name: "brute",
        about: "all placements of all pieces in file order",
        kernel: Kernel::Tree,
        abilities: COMPLETE,
        why_not: "it leaves nothing to chance",
    },
    Info {
        name: "cover",
        about: "the first empty cell is filled, always",
        kernel: Kernel::Tree,
        abilities: COMPLETE,
        why_not: "it leaves nothing to chance",
    },
    Info {
        name: "constrained",
        about: "the cell or piece with the fewest ways left is decided, always; symmetry is broken",
        kernel: Kernel::Tree,
        abilities: COMPLETE,
        why_not: "it leaves nothing to chance",
    },
    Info {
        name: "frontier",
        about: "windows of what is filled beyond the first empty cell, and the graph of all solutions",
        kernel: Kernel::Tree,
        abilities: &[
            Ability::Ids,
            Ability::Range,
            Ability::Checkpoint,
            Ability::MemoryLimit,
            Ability::Threads,
            Ability::Count,
            Ability::Several,
            Ability::Any,
            Ability::Numbered,
            Ability::Unique,
            Ability::Forced,
        ],
        why_not: "its graph is built as a whole or not at all, and nothing is left to chance",
    },
    Info {
        name: "portfolio",
        about: "many short searches with different orders, for one solution of a large board",
        kernel: Kernel::Tree,
        abilities: &[
            Ability::Ids,
            Ability::Range,
            Ability::Checkpoint,
            Ability::NodeLimit,
            Ability::MemoryLimit,
            Ability::Threads,
            Ability::Any,
            Ability::Forced,
            Ability::Seed,
        ],
        why_not: "its attempts may find the same solution twice: it is for finding one",
    },
];

static FLAGS: [Flag; 7] = [
    Flag::switch("no-mirror", "Pieces must not be turned over", EVERYWHERE),
    Flag::switch("no-rotate", "Pieces must not be rotated", EVERYWHERE),
    Flag::valued("holes", "N", "This many cells may stay empty", EVERYWHERE),
    Flag::switch("spare-pieces", "Not all pieces need to be used", EVERYWHERE),
    Flag::switch(
        "interchangeable",
        "Pieces of the same shape are one piece in several copies: to swap them gives no new solution",
        EVERYWHERE,
    ),
    Flag::switch("classes", "Of solutions that are symmetric to each other, take one", SEARCHES),
    Flag::switch("estimate", "Say how large the search will be, and do not search", SEARCHES),
];

static GENERATOR_FLAGS: [Flag; 7] = [
    Flag::switch("no-mirror", "Pieces must not be turned over", EVERYWHERE),
    Flag::switch("no-rotate", "Pieces must not be rotated", EVERYWHERE),
    Flag::valued("holes", "N", "This many cells may stay empty", EVERYWHERE),
    Flag::switch("spare-pieces", "Not all pieces need to be used", EVERYWHERE),
    Flag::switch("interchangeable", "Pieces of the same shape are one piece in several copies", EVERYWHERE),
    Flag::valued("tries", "N", "How often to look for fewer given pieces [default: 10]", EVERYWHERE),
    Flag::valued("count", "N", "So many challenges, from this seed on, in a booklet to print (.pdf)", EVERYWHERE),
];

/// What the options allow.
pub fn rules(options: &Options) -> Result<Rules, Error> {
    Ok(Rules {
        rotate: !options.has("no-rotate"),
        mirror: !options.has("no-mirror"),
        holes: options.number("holes", 0..=MAX_CELLS)?.unwrap_or(0),
        spare_pieces: options.has("spare-pieces"),
        interchangeable: options.has("interchangeable"),
    })
}

impl Family for Polyomino {
    fn name(&self) -> &'static str {
        "polyomino"
    }

    fn about(&self) -> &'static str {
        "fill a board with pieces"
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

    fn load(&self, input: &Input, options: &Options, control: &Control) -> Result<Box<dyn family::Case>, Error> {
        let (puzzle, notes) = input::parse_with_notes(&input.source()?, rules(options)?)?;
        Ok(Box::new(Case::new(puzzle, options.has("classes"), control)?.with_notes(notes)))
    }

    fn judge(&self, case: &Input, options: &Options, answer: &Input, control: &Control) -> Result<Judgement, Error> {
        let puzzle = input::parse(&case.source()?, rules(options)?)?;
        Ok(judge(&puzzle, &answer_file::parse(&answer.source()?, &puzzle.board)?, control)?)
    }

    fn leaves_all_open(&self) -> bool {
        true
    }

    fn show(&self, showing: &Showing<'_>) -> Result<String, Error> {
        let puzzle = input::parse(&showing.case()?.source()?, rules(showing.options)?)?;
        let compiled = Compiled::under(puzzle, showing.control)?;
        match showing.id {
            Some(id) if id.contains('/') => show::path_text(&compiled, id, showing),
            Some(id) => show::arrangement_text(&compiled, id, showing.has_colour),
            None => Ok(show::puzzle_text(&compiled)),
        }
    }

    fn draw(&self, drawing: &Drawing<'_>, place: &mut Destination) -> Result<(), Error> {
        draw::draw(drawing, place)
    }

    fn generator_flags(&self) -> &'static [Flag] {
        &GENERATOR_FLAGS
    }

    fn generator_takes_case(&self) -> bool {
        true
    }

    fn products(&self) -> &'static [Product] {
        &sheet::PRODUCTS
    }

    fn produce(&self, _: &Product, generation: &Generation<'_>, place: &mut Destination) -> Result<(), Error> {
        sheet::generate(generation, place)
    }

    fn generate(&self, generation: &Generation<'_>, place: &mut Destination) -> Result<(), Error> {
        generate::generate(generation, place)
    }
}

/// Judges every solution of an answer, and what it says about them.
fn judge(puzzle: &Puzzle, answers: &[answer_file::Claims], control: &Control) -> Result<Judgement, StopReason> {
    let checker = check::Checker::new(puzzle);
    for (index, claim) in answers.iter().flat_map(|claims| &claims.solutions).enumerate() {
        control.proceed()?;
        if let Err(reason) = checker.check(claim) {
            return Ok(Err(format!("solution {}: {reason}", index + 1)));
        }
    }
    Ok(judge_statements(answers))
}

/// Judges what an answer says of its solutions, each of which is right.
fn judge_statements(answers: &[answer_file::Claims]) -> Judgement {
    let mut total = 0;
    let mut seen = HashSet::new();
    for claims in answers {
        for claim in &claims.solutions {
            total += 1;
            if !seen.insert((&claim.grid, claim.placement_ids.first())) {
                return Err(format!("solution {total}: it is there twice"));
            }
        }
        // No solution is better than another, so there is no best one.
        if let Some(status) = claims.status.as_ref().filter(|status| *status != "solved")
            && !claims.solutions.is_empty()
        {
            return Err(format!("it says {status} but holds solutions"));
        }
    }
    match total {
        0 => Err("the answer holds no solution, so there is nothing to judge".to_owned()),
        1 => Ok("1 solution".to_owned()),
        _ => Ok(format!("{total} solutions, all different")),
    }
}
