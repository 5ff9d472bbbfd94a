//! A maze as it is asked for by options.

use std::{
    hash::{BuildHasher, RandomState},
    io::Write,
    time::Instant,
};

use num_bigint::BigUint;

use crate::{
    destination::Destination,
    family::{Error, Flag, Generation, Options, Verb},
    maze::{
        batch,
        certify::certify_under,
        draw::{
            lines::Lines,
            place::{Look, way_through, write},
            text,
        },
        graph::{self, GraphMaze, draw::theme},
        grid::{Bits, Maze, Size},
        ids::Numbering,
        mask, pick,
        random::Random,
        read::json::MazeFile,
        recipe::{Ends, Recipe, require_memory},
        routing::Routing,
    },
    memory,
    search::{Control, own_pool},
    words::counted,
};

use super::{Algorithm, eller::Rows};

const GENERATE: &[Verb] = &[Verb::Generate];

/// What can be asked for.
pub static FLAGS: [Flag; 35] = [
    Flag::valued("rows", "N", "Rows of cells", GENERATE),
    Flag::valued("cols", "N", "Columns of cells", GENERATE),
    Flag::valued(
        "grid",
        "KIND",
        "square, hex, triangle, theta (rings: --rows of them) or weave (ways cross over and under) [default: square]",
        GENERATE,
    ),
    Flag::valued("floors", "N", "Floors above each other, joined by stairs [default: 1]", GENERATE),
    Flag::valued(
        "stairs",
        "SHARE",
        "The share of the cells of a floor from which a stair may lead up, from 0 to 1 [default: 0.1]",
        GENERATE,
    ),
    Flag::valued(
        "crossings",
        "SHARE",
        "Grid weave: the share of the cells at which ways cross, as far as they fit, from 0 to 1 [default: 0.15]",
        GENERATE,
    ),
    Flag::valued(
        "wall-grid",
        "HxW",
        "The size counted in lines and characters of a wall grid: 21x31 has 10x15 cells",
        GENERATE,
    ),
    Flag::valued(
        "mask",
        "FILE",
        "A file with a drawn shape (X or # for a cell, . for none), a polyomino case with a drawn board, or a picture \
         (.png) whose dark parts become cells, --rows or --cols of them",
        GENERATE,
    ),
    Flag::valued("mask-text", "WORDS", "The letters of these words become cells, --rows of them high", GENERATE),
    Flag::valued(
        "algorithm",
        "NAME",
        "dfs, kruskal, prim, wilson, aldous-broder, eller, growing-tree, hunt-and-kill, recursive-division, sidewinder or \
         binary-tree [default: dfs]",
        GENERATE,
    ),
    Flag::valued("mix", "MIX", "Where a growing tree grows, in parts: newest:3,oldest:1,random:1", GENERATE),
    Flag::valued("routing", "KIND", "perfect, braid, partial-braid, unicursal or sparse [default: perfect]", GENERATE),
    Flag::valued(
        "braid",
        "SHARE",
        "The share of dead ends a partial braid opens, from 0 to 1 [default: 0.5]",
        GENERATE,
    ),
    Flag::valued(
        "sparseness",
        "SHARE",
        "The share of cells a sparse maze leaves out, from 0 to 1 [default: 0.3]",
        GENERATE,
    ),
    Flag::valued("bias", "SHARE", "How often a horizontal way is preferred to a vertical one, from 0 to 1", GENERATE),
    Flag::valued(
        "entrances",
        "WHERE",
        "corners, farthest, or two cells ROW,COL:ROW,COL counted from 0 [default: corners]",
        GENERATE,
    ),
    Flag::valued("id", "NUMBER", "The perfect maze with this number instead, or \"random\" for any of them", GENERATE),
    Flag::valued("ids", "A..B", "The perfect mazes with the numbers from A up to B, B not among them", GENERATE),
    Flag::valued("memory", "WHAT", "fast: a byte a cell; compact: three bits a cell [default: by size]", GENERATE),
    Flag::valued("parallel", "HOW", "tiles: made on all threads, joined by a spanning tree of tiles", GENERATE),
    Flag::switch(
        "stream",
        "Write the rows while they are made, in the memory of one row: for the algorithm eller, .txt and .png",
        GENERATE,
    ),
    Flag::switch("certify", "Verify the maze before it is written", GENERATE),
    Flag::switch("solve", "Solve the maze and draw the way in", GENERATE),
    Flag::valued("style", "STYLE", "Text in ascii, box or half (half blocks) [default: ascii]", GENERATE),
    Flag::valued("scale", "N", "PNG: pixels to a square of the wall grid [default: by the size of the maze]", GENERATE),
    Flag::switch("distance", "Colour the cells by their distance from the start (SVG and PNG)", GENERATE),
    Flag::valued(
        "theme",
        "NAME",
        "Colours of SVG and PNG: paper, dark, blueprint, hedge, sepia or candy [default: paper]",
        GENERATE,
    ),
    Flag::valued("wall-width", "SHARE", "SVG and PNG: how thick walls are, as a share of a cell", GENERATE),
    Flag::valued("path-width", "SHARE", "SVG and PNG: how thick the way is, as a share of a cell", GENERATE),
    Flag::switch("rounded", "SVG and PNG: ways are drawn round, as tubes", GENERATE),
    Flag::switch("animate", "SVG: the maze while it is made, in the general form of all grids", GENERATE),
    Flag::valued(
        "count",
        "N",
        "So many mazes, of this seed and those after it, into a folder (-o dir/ or 'dir/{}.svg') or a book (-o x.html)",
        GENERATE,
    ),
    Flag::valued("of", "N", "The best of so many seeds, this one and those after it, sought on all threads", GENERATE),
    Flag::valued("pick", "WHAT", "With --of: hardest, nicest or longest [default: hardest]", GENERATE),
    Flag::switch("stats", "Time and memory on standard error", GENERATE),
];

/// Options that do not go together.
const CONFLICTS: &[(&str, &[&str])] = &[
    ("wall-grid", &["rows", "cols", "mask", "mask-text"]),
    ("mask", &["mask-text"]),
    ("id", &["mask", "mask-text", "algorithm", "routing", "bias", "memory", "parallel", "ids", "count", "of"]),
    (
        "ids",
        &[
            "mask",
            "mask-text",
            "algorithm",
            "routing",
            "bias",
            "memory",
            "parallel",
            "scale",
            "solve",
            "distance",
            "certify",
            "stream",
            "theme",
            "wall-width",
            "path-width",
            "rounded",
            "count",
            "of",
        ],
    ),
    (
        "stream",
        &[
            "mask",
            "mask-text",
            "id",
            "solve",
            "certify",
            "distance",
            "parallel",
            "memory",
            "theme",
            "wall-width",
            "path-width",
            "rounded",
            "of",
        ],
    ),
    ("count", &["of"]),
    // One is for squares in a wall grid, the others for lines.
    ("scale", &theme::OPTIONS),
];

/// Options that need another to have a certain value.
const NEEDS: &[(&str, &str, &str)] =
    &[("mix", "algorithm", "growing-tree"), ("braid", "routing", "partial-braid"), ("sparseness", "routing", "sparse")];

fn refuse_conflicts(options: &Options) -> Result<(), Error> {
    for (name, others) in CONFLICTS.iter().filter(|(name, _)| options.has(name)) {
        if let Some(other) = others.iter().find(|other| options.has(other)) {
            return Err(Error::Unsupported(format!("--{name} and --{other} do not go together")));
        }
    }
    for (name, other, value) in NEEDS.iter().filter(|(name, ..)| options.has(name)) {
        if options.text(other) != Some(value) {
            return Err(Error::Unsupported(format!("--{name} is for --{other} {value}")));
        }
    }
    if options.has("pick") && !options.has("of") {
        return Err(Error::Unsupported("--pick needs --of, the number of seeds".to_owned()));
    }
    Ok(())
}

/// Makes a maze, or several, and writes it.
pub(in crate::maze) fn generate(generation: &Generation<'_>, place: &mut Destination) -> Result<(), Error> {
    let options = generation.options;
    refuse_conflicts(options)?;
    let is_numbered = options.has("ids") || options.text("id").is_some_and(|id| id != "random");
    if generation.seed.is_some() && is_numbered {
        let text = "--seed has no effect on mazes with given numbers: leave it out, or ask for --id random";
        return Err(Error::Unsupported(text.to_owned()));
    }
    // Any seed will do, as long as it is told.
    let seed = generation.seed.unwrap_or_else(|| RandomState::new().hash_one(Instant::now()));
    if options.has("count") {
        return batch::generate(generation, seed, place);
    }
    if options.has("of") {
        return pick::generate(generation, seed, place);
    }
    one(generation, seed, place)
}

/// Makes the maze of a seed and writes it.
pub(in crate::maze) fn one(generation: &Generation<'_>, seed: u64, place: &mut Destination) -> Result<(), Error> {
    let options = generation.options;
    if graph::request::is_needed(options)? {
        return graph::request::generate(generation, seed, place);
    }
    let needs = [("stairs", graph::request::NEEDS_FLOORS), ("crossings", graph::request::NEEDS_WEAVE)];
    if let Some((name, reason)) = needs.into_iter().find(|(name, _)| options.has(name)) {
        return Err(Error::misplaced(name, reason));
    }
    let (size, cells) = size(options, generation.control)?;
    if let Some(range) = options.text("ids") {
        return numbered(generation, &recipe(options, size, cells, seed)?, range, place);
    }
    let is_themed = theme::Look::is_asked(options);
    place.refuse_for_others(options, &theme::OPTIONS, &["svg", "png"])?;
    let look = Look::new(options, place)?;
    let recipe = recipe(options, size, cells, seed)?;
    if options.has("stream") {
        return stream(generation, &recipe, &look, place);
    }
    let started = Instant::now();
    let (mut maze, name) = match options.text("id") {
        Some(id) => one_numbered(size, id, seed, generation.control)?,
        None => (make(&recipe, generation)?, recipe.name()),
    };
    if options.has("id") {
        maze.ends = Some(recipe.ends(&maze, generation.control)?);
    }
    let made = started.elapsed().as_secs_f64().max(1e-9);
    place.say(&name);
    if options.has("stats") {
        place.say(&format!("made in {made:.3} s, {:.1} M cells/s", size.cells() as f64 / made / 1e6));
    }
    go_on(generation)?;
    if options.has("certify") {
        let started = Instant::now();
        let found = certify_under(&maze, generation.control)?;
        place.say(&format!(
            "certified in {:.3} s: {}, {}, {}, parts: {}, loops: {}",
            started.elapsed().as_secs_f64(),
            found.kind(),
            counted(found.cells as usize, "cell"),
            counted(found.passages as usize, "passage"),
            found.parts,
            found.loops
        ));
        go_on(generation)?;
    }
    if is_themed {
        let maze = GraphMaze::of_squares(&maze, generation.control)?;
        return graph::request::finish(&maze, Some(name), options, place, generation.control);
    }
    let way = if options.has("solve") {
        let started = Instant::now();
        let trail = way_through(&maze, generation.control)?;
        place.say(&format!(
            "solved in {:.3} s: {}",
            started.elapsed().as_secs_f64(),
            counted(trail.steps() as usize, "step")
        ));
        Some(trail)
    } else {
        None
    };
    go_on(generation)?;
    look.put(&maze, way.as_ref(), Some(name), place, generation.control)?;
    if options.has("stats") {
        say_memory(place);
    }
    Ok(())
}

/// Between two parts of the work: is it time to stop?
fn go_on(generation: &Generation<'_>) -> Result<(), Error> {
    Ok(generation.control.proceed()?)
}

/// Rows and columns, and the cells that are there if some are not.
pub(in crate::maze) fn size(options: &Options, control: &Control) -> Result<(Size, Option<Bits>), Error> {
    if let Some((size, cells)) = mask::asked(options, control)? {
        return Ok((size, Some(cells).filter(|cells| !cells.all())));
    }
    let extent = options.read("wall-grid", "lines and characters such as 21x31", |text| {
        let (high, wide) = text.split_once(['x', 'X', '×'])?;
        Some((high.trim().parse().ok()?, wide.trim().parse().ok()?))
    })?;
    if let Some((height, width)) = extent {
        return Ok((Size::from_wall_grid(height, width)?, None));
    }
    match (options.number("rows", 0..=u64::MAX)?, options.number("cols", 0..=u64::MAX)?) {
        (Some(rows), Some(cols)) => Ok((Size::new(rows, cols)?, None)),
        _ => Err(Error::Unsupported("a maze needs a size: rows and cols, a wall-grid or a mask".to_owned())),
    }
}

/// The value of an option that is a share.
pub(in crate::maze) fn share(options: &Options, name: &str) -> Result<Option<f64>, Error> {
    let read = options
        .read(name, "a share from 0 to 1", |text| text.parse().ok().filter(|share: &f64| (0.0..=1.0).contains(share)));
    Ok(read?)
}

/// The algorithm and the routing that are asked for.
pub(in crate::maze) fn making(options: &Options) -> Result<(Algorithm, Routing), Error> {
    let algorithm = options.text("algorithm").map_or(Ok(Algorithm::Dfs), str::parse)?;
    let algorithm = match (algorithm, options.text("mix")) {
        (Algorithm::GrowingTree(_), Some(mix)) => Algorithm::GrowingTree(mix.parse()?),
        (algorithm, _) => algorithm,
    };
    let (braid, sparseness) = (share(options, "braid")?.unwrap_or(0.5), share(options, "sparseness")?.unwrap_or(0.3));
    let kinds = "perfect, braid, partial-braid, unicursal or sparse";
    let routing = options.read("routing", kinds, |name| match name {
        "perfect" => Some(Routing::Perfect),
        "braid" => Some(Routing::Braid),
        "partial-braid" => Some(Routing::PartialBraid(braid)),
        "unicursal" => Some(Routing::Unicursal),
        "sparse" => Some(Routing::Sparse(sparseness)),
        _ => None,
    })?;
    Ok((algorithm, routing.unwrap_or(Routing::Perfect)))
}

/// The recipe for plain squares that options ask for.
pub(in crate::maze) fn recipe(options: &Options, size: Size, cells: Option<Bits>, seed: u64) -> Result<Recipe, Error> {
    let (algorithm, routing) = making(options)?;
    let compact = options.read("memory", "fast or compact", |what| match what {
        "fast" => Some(false),
        "compact" => Some(true),
        _ => None,
    })?;
    let tiles = options.read("parallel", "tiles", |how| (how == "tiles").then_some(()))?;
    Ok(Recipe {
        cells,
        algorithm,
        routing,
        bias: share(options, "bias")?,
        ends: options
            .read("entrances", "corners, farthest, or two cells such as 0,0:4,7", ends)?
            .unwrap_or(Ends::Corners),
        compact,
        tiles: tiles.is_some(),
        ..Recipe::new(size, seed)
    })
}

fn ends(text: &str) -> Option<Ends> {
    let place = |text: &str| {
        let (row, col) = text.split_once(',')?;
        Some((row.trim().parse().ok()?, col.trim().parse().ok()?))
    };
    match text {
        "corners" => Some(Ends::Corners),
        "farthest" => Some(Ends::Farthest),
        places => {
            let (from, to) = places.split_once(':')?;
            Some(Ends::Given([place(from)?, place(to)?]))
        }
    }
}

fn make(recipe: &Recipe, generation: &Generation<'_>) -> Result<Maze, Error> {
    if !recipe.tiles {
        return recipe.make_under(generation.control);
    }
    own_pool(generation.threads)?.install(|| recipe.make_under(generation.control))
}

fn stream(generation: &Generation<'_>, recipe: &Recipe, look: &Look, place: &mut Destination) -> Result<(), Error> {
    if recipe.algorithm != Algorithm::Eller || recipe.routing != Routing::Perfect || recipe.ends != Ends::Corners {
        let text = "is for perfect mazes of the algorithm eller with entrances in the corners";
        return Err(Error::misplaced("stream", text));
    }
    // A row is kept in two lists, two sets of bits and two lines.
    require_memory(recipe.size.cols() as f64 * 14.0)?;
    let started = Instant::now();
    let rows = Rows::new(recipe.size, recipe.bias, Random::new(recipe.seed));
    look.put_streamed(&mut Lines::Streamed(recipe.size, rows), place, generation.control)?;
    place.say(&recipe.name());
    if generation.options.has("stats") {
        let seconds = started.elapsed().as_secs_f64().max(1e-9);
        let speed = recipe.size.cells() as f64 / seconds / 1e6;
        place.say(&format!("made and written in {seconds:.3} s, {speed:.1} M cells/s"));
        say_memory(place);
    }
    Ok(())
}

fn one_numbered(size: Size, id: &str, seed: u64, control: &Control) -> Result<(Maze, String), Error> {
    let numbering = Numbering::new(size, control)?;
    let number = match id {
        "random" => Random::new(seed).below_big(numbering.count()),
        id => parse_number(id)?,
    };
    let name = format!("{}x{} number {number} of {}", size.rows(), size.cols(), numbering.count());
    Ok((numbering.maze(&number)?, name))
}

/// A batch: the mazes of a range of numbers, as text or as one JSON object a line.
fn numbered(generation: &Generation<'_>, recipe: &Recipe, range: &str, place: &mut Destination) -> Result<(), Error> {
    let is_json = place.expect_ending(&["txt", "jsonl"])? == "jsonl";
    if is_json && generation.options.has("style") {
        return Err(Error::misplaced("style", "is for .txt, not for .jsonl"));
    }
    let (size, started) = (recipe.size, Instant::now());
    let wrong = |what: &str| Error::Unsupported(format!("ids {range}: {what}"));
    let (from, to) = range.split_once("..").ok_or_else(|| wrong("expected A..B"))?;
    let numbering = Numbering::new(size, generation.control)?;
    let from = if from.is_empty() { BigUint::ZERO } else { parse_number(from)? };
    let to = if to.is_empty() { numbering.count().clone() } else { parse_number(to)? };
    if &to > numbering.count() || from > to {
        return Err(wrong(&format!("the numbers run from 0 to {}", numbering.count() - 1u32)));
    }
    let style = generation.options.text("style").map_or(Ok(text::Style::Ascii), str::parse)?;
    let many = &to - &from;
    let mut failure = None;
    let written = write(place, generation.control, |mut out| {
        let mut number = from;
        while number < to {
            let maze = numbering.maze(&number).and_then(|mut maze| {
                maze.ends = Some(recipe.ends(&maze, generation.control)?);
                Ok(maze)
            });
            let maze = maze.map_err(|error| {
                failure = Some(error);
                std::io::Error::other("there is no such maze")
            })?;
            if is_json {
                serde_json::to_writer(&mut out, &MazeFile::new(&maze, Some(format!("number {number}"))))?;
                writeln!(out)?;
            } else {
                writeln!(out, "Maze {number}")?;
                let mut lines = Lines::Of { maze: &maze, trail: None, shades: None };
                writeln!(out, "{}", text::to_string(&mut lines, style))?;
            }
            number += 1u32;
        }
        Ok(())
    });
    failure.map_or(written, Err)?;
    if generation.options.has("stats") {
        place.say(&format!("{many} mazes made and written in {:.3} s", started.elapsed().as_secs_f64()));
        say_memory(place);
    }
    Ok(())
}

fn parse_number(text: &str) -> Result<BigUint, Error> {
    text.parse().map_err(|_| Error::Unsupported(format!("'{text}' is no number of a maze: expected a whole number")))
}

/// The most memory the process held so far, where the system tells.
pub(in crate::maze) fn say_memory(place: &mut Destination) {
    if let Some(peak) = memory::peak() {
        place.say(&format!("peak memory: {} kB", peak >> 10));
    }
}
