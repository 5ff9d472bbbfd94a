//! Mazes as a family: its strategies, its options, and how a maze is read, judged, shown, drawn and made.

use std::path::PathBuf;

use crate::{
    destination::Destination,
    diagnostics::Source,
    family::{self, Drawing, Error, Family, Flag, Generation, Judgement, Options, Showing, Verb},
    input::Input,
    page::CasePage,
    search::{Ability, Control, Kernel, Strategy},
    words::counted,
};

use super::{
    answer,
    case::{Case, ends},
    certify::certify_under,
    draw::{
        self, Trail,
        place::{Look, way_through},
    },
    generate, graph,
    grid::Maze,
    mask, read, show,
    solution::Way,
};

/// The family.
pub struct Mazes;

const ONE_WAY: &[Ability] = &[Ability::NodeLimit, Ability::MemoryLimit];
const WHY_ONE: &str = "it goes from cell to cell and ends with one way: there are no ids, and nothing to divide";

/// The strategies, in the order of [`super::solve::Method::ALL`].
pub static STRATEGIES: [Strategy; 5] = [
    Strategy {
        name: "bfs",
        about: "breadth first: the shortest ways",
        kernel: Kernel::Steps,
        abilities: &[Ability::NodeLimit, Ability::MemoryLimit, Ability::Count, Ability::Several],
        why_not: "it goes ring by ring at a hundred million cells a second: there are no ids, and nothing to divide",
    },
    Strategy {
        name: "dfs",
        about: "depth first, the paper's idea: some way",
        kernel: Kernel::Steps,
        abilities: ONE_WAY,
        why_not: WHY_ONE,
    },
    Strategy {
        name: "dead-ends",
        about: "dead ends are filled until only ways through are left",
        kernel: Kernel::Steps,
        abilities: ONE_WAY,
        why_not: WHY_ONE,
    },
    Strategy {
        name: "wall-follower",
        about: "the right hand on the wall",
        kernel: Kernel::Steps,
        abilities: ONE_WAY,
        why_not: WHY_ONE,
    },
    Strategy {
        name: "a-star",
        about: "breadth first, with an eye on the goal: a shortest way",
        kernel: Kernel::Steps,
        abilities: ONE_WAY,
        why_not: WHY_ONE,
    },
];

const ROUTES: &[Verb] = &[Verb::Solve, Verb::Count, Verb::Check, Verb::Draw];

static FLAGS: [Flag; 13] = [
    Flag::valued("from", "ROW,COL", "The cell to start from, counted from 0", ROUTES),
    Flag::valued("to", "ROW,COL", "The cell to go to, counted from 0", ROUTES),
    Flag::switch(
        "longest",
        "The longest of all ways, in a maze with one way between any two cells",
        &[Verb::Solve, Verb::Count, Verb::Check],
    ),
    Flag::valued("rows", "N", "Rows of the maze to show by its number", &[Verb::Show]),
    Flag::valued("cols", "N", "Columns of the maze to show by its number", &[Verb::Show]),
    Flag::switch("solve", "Draw the way in", &[Verb::Draw]),
    Flag::valued("style", "STYLE", "Text in ascii, box or half (half blocks) [default: ascii]", &[Verb::Draw]),
    Flag::valued(
        "scale",
        "N",
        "PNG: pixels to a square of the wall grid [default: by the size of the maze]",
        &[Verb::Draw],
    ),
    Flag::switch("distance", "Colour the cells by their distance from the start (SVG and PNG)", &[Verb::Draw]),
    Flag::valued(
        "theme",
        "NAME",
        "Colours of SVG and PNG: paper, dark, blueprint, hedge, sepia or candy [default: paper]",
        &[Verb::Draw],
    ),
    Flag::valued("wall-width", "SHARE", "SVG and PNG: how thick walls are, as a share of a cell", &[Verb::Draw]),
    Flag::valued("path-width", "SHARE", "SVG and PNG: how thick the way is, as a share of a cell", &[Verb::Draw]),
    Flag::switch("rounded", "SVG and PNG: ways are drawn round, as tubes", &[Verb::Draw]),
];

impl Family for Mazes {
    fn name(&self) -> &'static str {
        "maze"
    }

    fn about(&self) -> &'static str {
        "make mazes of every routing kind, and solve them"
    }

    fn strategies(&self) -> &'static [Strategy] {
        &STRATEGIES
    }

    fn flags(&self) -> &'static [Flag] {
        &FLAGS
    }

    fn named_files(&self, options: &Options) -> Vec<PathBuf> {
        mask::file(options).into_iter().map(PathBuf::from).collect()
    }

    fn recognise(&self, input: &Input) -> bool {
        let is_maze = |source: &Source| {
            read::recognise(source) || graph::embed::is_svg(source.text()) || graph::text::recognise(source)
        };
        read::is_png(input.bytes()) || input.source().is_ok_and(|source| is_maze(&source))
    }

    fn load(&self, input: &Input, options: &Options, control: &Control) -> Result<Box<dyn family::Case>, Error> {
        if let Some(source) = graph::family::source_of(input, control)? {
            return graph::family::load(&source, options, control);
        }
        Ok(Box::new(Case::new(read::read_input(input, control)?, options)?))
    }

    fn judge(&self, case: &Input, options: &Options, answer: &Input, control: &Control) -> Result<Judgement, Error> {
        if let Some(source) = graph::family::source_of(case, control)? {
            return graph::family::judge(&source, options, answer, control);
        }
        answer::judge(&read::read_input(case, control)?, &answer.source()?, options)
    }

    fn judge_none(&self, case: &Input, options: &Options, control: &Control) -> Result<Option<Judgement>, Error> {
        if let Some(source) = graph::family::source_of(case, control)? {
            return graph::family::judge_none(&source, options, control).map(Some);
        }
        answer::judge_none(&read::read_input(case, control)?, options).map(Some)
    }

    fn certify(&self, case: &Input, options: &Options, control: &Control) -> Result<Judgement, Error> {
        if let Some(name) = options.names().next() {
            return Err(Error::misplaced(name, "is about ways: without an answer only the maze itself is judged"));
        }
        if let Some(source) = graph::family::source_of(case, control)? {
            return graph::family::certify_case(&source, control);
        }
        let found = read::read_input(case, control)?;
        let certificate = certify_under(&found.maze, control)?;
        let [cells, passages] = [(certificate.cells, "cell"), (certificate.passages, "passage")]
            .map(|(count, thing)| counted(count as usize, thing));
        let (parts, loops) = (certificate.parts, certificate.loops);
        Ok(Ok(format!("{}: {cells}, {passages}, parts: {parts}, loops: {loops}", certificate.kind())))
    }

    fn show(&self, showing: &Showing<'_>) -> Result<String, Error> {
        match showing.case {
            None => show::numbered(showing.options, showing.id, showing.control),
            Some(_) if showing.id.is_some() || ["rows", "cols"].iter().any(|name| showing.options.has(name)) => {
                let text = "a maze by its number needs rows, cols and an id, and no file".to_owned();
                Err(Error::Unsupported(text))
            }
            Some(input) => match graph::family::source_of(input, showing.control)? {
                Some(source) => graph::family::show(&source, showing.control),
                None => show::figures(&read::read_input(input, showing.control)?, showing.control),
            },
        }
    }

    fn draw(&self, drawing: &Drawing<'_>, place: &mut Destination) -> Result<(), Error> {
        if drawing.id.is_some() {
            return Err(Error::Unsupported("ways through a maze have no ids: --solve draws a shortest one".to_owned()));
        }
        if drawing.answer.is_some() && drawing.options.has("solve") {
            let text = "solve finds a way: it does not go together with an answer";
            return Err(Error::Unsupported(text.to_owned()));
        }
        if let Some(source) = graph::family::source_of(drawing.case, drawing.control)? {
            return graph::family::draw(&source, drawing, place);
        }
        let is_page = place.ending() == "html";
        let is_themed = graph::draw::theme::Look::is_asked(drawing.options);
        place.refuse_for_others(drawing.options, &graph::draw::theme::OPTIONS, &["svg", "png"])?;
        let look = if is_page { None } else { Some(Look::new(drawing.options, place)?) };
        if let Some(name) = ["style", "scale", "distance"].iter().find(|name| is_page && drawing.options.has(name)) {
            return Err(Error::misplaced(name, "says nothing about a page"));
        }
        let found = read::read_input(drawing.case, drawing.control)?;
        let mut maze = found.maze.clone();
        maze.ends = found.ends().ok();
        if drawing.options.has("from") || drawing.options.has("to") {
            maze.ends = Some(ends(&found, drawing.options)?);
        }
        let told = match drawing.answer {
            Some(answer) => {
                let (ends, moves) = answer::first_way(&found, answer, drawing.options)?;
                maze.ends = Some(ends);
                Some(Trail::new(&maze, ends[0], &moves))
            }
            None => None,
        };
        if is_themed {
            if drawing.options.has("scale") {
                let text = "is for squares in a wall grid: it does not go with themes, widths and rounded ways";
                return Err(Error::misplaced("scale", text));
            }
            let way = told.map(|told| told.stops(&maze));
            let maze = graph::GraphMaze::of_squares(&maze, drawing.control)?;
            return match way {
                None => graph::request::finish(&maze, None, drawing.options, place, drawing.control),
                Some(way) => {
                    let picture = graph::family::Picture { maze: &maze, way: Some(&way), recipe: None };
                    graph::family::put(&picture, drawing.options, place, drawing.control)
                }
            };
        }
        let way = match told {
            None if drawing.options.has("solve") => Some(way_through(&maze, drawing.control)?),
            told => told,
        };
        match look {
            Some(look) => look.put(&maze, way.as_ref(), None, place, drawing.control),
            None => place.page(&page(drawing, maze, way.as_ref())),
        }
    }

    fn generator_flags(&self) -> &'static [Flag] {
        &generate::request::FLAGS
    }

    fn generate(&self, generation: &Generation<'_>, place: &mut Destination) -> Result<(), Error> {
        generate::request::generate(generation, place)
    }
}

/// A maze as a page, with its way if there is one.
fn page(drawing: &Drawing<'_>, maze: Maze, way: Option<&Trail>) -> CasePage {
    let description = format!("maze, {}x{} cells", maze.size().rows(), maze.size().cols());
    let page = CasePage::new(drawing.case.name(), description, draw::scene::view(&maze));
    let Some((trail, [from, to])) = way.zip(maze.ends) else { return page };
    let moves = trail.moves(&maze);
    page.with(&Way { case: &Case { maze, from, to, is_longest: false }, number: 0, moves })
}
