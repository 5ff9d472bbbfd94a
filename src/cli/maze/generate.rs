//! `fathom generate maze`.

use std::{
    hash::{BuildHasher, RandomState},
    time::Instant,
};

use num_bigint::BigUint;

use crate::{
    diagnostics::Source,
    maze::{
        certify::certify,
        draw::{lines::Lines, text},
        generate::{Algorithm, eller::Rows},
        grid::{Bits, Maze, Size},
        ids::Numbering,
        mask,
        random::Random,
        read::json::MazeFile,
        recipe::{Ends, Recipe},
        routing::Routing,
    },
    polyomino::{self, Rules},
};

use super::{
    args::{GenerateMazeArgs, MemoryUse, RoutingName},
    draw::{can_be_put, put, put_streamed, way_through, write_to},
};
use crate::cli::{exit::Exit, failure::Failure, output::say};

/// Makes a maze, or several, as the flags say.
pub fn generate(args: &GenerateMazeArgs) -> Result<Exit, Failure> {
    // Any seed will do, as long as it is told.
    let seed = args.seed.unwrap_or_else(|| RandomState::new().hash_one(Instant::now()));
    let (size, cells) = match (&args.mask, args.wall_grid) {
        (Some(file), _) => {
            let (size, cells) = shape(&Source::read(file)?)?;
            (size, Some(cells).filter(|cells| !cells.all()))
        }
        (None, Some((height, width))) => (Size::from_wall_grid(height, width)?, None),
        (None, None) => (Size::new(args.rows.unwrap_or(0), args.cols.unwrap_or(0))?, None),
    };
    if let Some(range) = &args.ids {
        return numbered(args, size, range);
    }
    can_be_put(&args.picture, args.output.as_deref(), args.quiet)?;
    let algorithm = match (args.algorithm, args.mix) {
        (Algorithm::GrowingTree(_), Some(mix)) => Algorithm::GrowingTree(mix),
        (_, Some(_)) => return Err(Failure::Usage("--mix is for --algorithm growing-tree".to_owned())),
        (algorithm, None) => algorithm,
    };
    let recipe = Recipe {
        cells,
        algorithm,
        routing: match args.routing {
            RoutingName::Perfect => Routing::Perfect,
            RoutingName::Braid => Routing::Braid,
            RoutingName::PartialBraid => Routing::PartialBraid(args.braid),
            RoutingName::Unicursal => Routing::Unicursal,
            RoutingName::Sparse => Routing::Sparse(args.sparseness),
        },
        bias: args.bias,
        ends: args.entrances,
        compact: args.memory.map(|memory| memory == MemoryUse::Compact),
        tiles: args.parallel.is_some(),
        ..Recipe::new(size, seed)
    };
    if args.stream {
        return stream(args, &recipe);
    }
    let started = Instant::now();
    let (mut maze, name) = match &args.id {
        Some(id) => one_numbered(size, id, seed)?,
        None => (make(args, &recipe)?, recipe.name()),
    };
    if args.id.is_some() {
        maze.ends = Some(maze.corners());
    }
    let made = started.elapsed();
    if !args.quiet {
        say(&name);
    }
    if args.stats {
        let seconds = made.as_secs_f64().max(1e-9);
        say(format!("made in {seconds:.3} s, {:.1} M cells/s", size.cells() as f64 / seconds / 1e6));
    }
    if args.certify {
        let started = Instant::now();
        let found = certify(&maze)?;
        if !args.quiet {
            say(format!(
                "certified in {:.3} s: {}, {} cells, {} passages, parts: {}, loops: {}",
                started.elapsed().as_secs_f64(),
                found.kind(),
                found.cells,
                found.passages,
                found.parts,
                found.loops
            ));
        }
    }
    let way = if args.solve {
        let started = Instant::now();
        let trail = way_through(&maze)?;
        if !args.quiet {
            say(format!("solved in {:.3} s: {} steps", started.elapsed().as_secs_f64(), trail.steps()));
        }
        Some(trail)
    } else {
        None
    };
    put(&maze, way.as_ref(), Some(name), &args.picture, args.output.as_deref())?;
    if args.stats {
        say_memory();
    }
    Ok(Exit::Done)
}

/// A drawn shape, or the board of a polyomino case.
fn shape(source: &Source) -> Result<(Size, Bits), Failure> {
    if !polyomino::input::recognise(source) {
        return Ok(mask::read(source)?);
    }
    let board = polyomino::input::parse(source, Rules::default())?.board;
    if !board.is_flat() {
        return Err(Failure::Usage(format!("{}: a maze needs a flat board", source.name())));
    }
    let size = Size::new(board.height() as u64, board.width() as u64)?;
    let mut cells = Bits::repeat(false, size.cells());
    for spot in board.spots() {
        let place = board.point(*spot);
        cells.set(size.cell(place.y as usize, place.x as usize), true);
    }
    Ok((size, cells))
}

fn make(args: &GenerateMazeArgs, recipe: &Recipe) -> Result<Maze, Failure> {
    if !recipe.tiles {
        return Ok(recipe.make()?);
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = args.threads.map_or(cores, usize::from);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| Failure::Usage(format!("cannot start {threads} threads: {error}")))?;
    Ok(pool.install(|| recipe.make())?)
}

fn stream(args: &GenerateMazeArgs, recipe: &Recipe) -> Result<Exit, Failure> {
    if recipe.algorithm != Algorithm::Eller || recipe.routing != Routing::Perfect || recipe.ends != Ends::Corners {
        let text = "--stream is for perfect mazes of --algorithm eller with entrances in the corners";
        return Err(Failure::Usage(text.to_owned()));
    }
    if recipe.bias.is_some_and(|share| !(0.0..=1.0).contains(&share)) {
        return Err(Failure::Usage("--bias: a share lies between 0 and 1".to_owned()));
    }
    // A row is kept in two lists, two sets of bits and two lines.
    crate::maze::recipe::require_memory(recipe.size.cols() as f64 * 14.0)?;
    let started = Instant::now();
    let rows = Rows::new(recipe.size, recipe.bias, Random::new(recipe.seed));
    put_streamed(&mut Lines::Streamed(recipe.size, rows), &args.picture, args.output.as_deref())?;
    if !args.quiet {
        say(recipe.name());
    }
    if args.stats {
        let seconds = started.elapsed().as_secs_f64().max(1e-9);
        let speed = recipe.size.cells() as f64 / seconds / 1e6;
        say(format!("made and written in {seconds:.3} s, {speed:.1} M cells/s"));
        say_memory();
    }
    Ok(Exit::Done)
}

fn one_numbered(size: Size, id: &str, seed: u64) -> Result<(Maze, String), Failure> {
    let numbering = Numbering::new(size)?;
    let number = match id {
        "random" => Random::new(seed).below_big(numbering.count()),
        id => parse_number(id)?,
    };
    let name = format!("{}x{} number {number} of {}", size.rows(), size.cols(), numbering.count());
    Ok((numbering.maze(&number)?, name))
}

/// A batch: the mazes of a range of numbers, as text or as one JSON object a line.
fn numbered(args: &GenerateMazeArgs, size: Size, range: &str) -> Result<Exit, Failure> {
    let wrong = || Failure::Usage(format!("--ids {range}: expected A..B"));
    let (from, to) = range.split_once("..").ok_or_else(wrong)?;
    let numbering = Numbering::new(size)?;
    let from = if from.is_empty() { BigUint::ZERO } else { parse_number(from)? };
    let to = if to.is_empty() { numbering.count().clone() } else { parse_number(to)? };
    if &to > numbering.count() || from > to {
        return Err(Failure::Usage(format!("--ids {range}: the numbers run from 0 to {}", numbering.count() - 1u32)));
    }
    let is_json = match args.output.as_deref().and_then(|file| file.extension()).map(|ending| ending.to_string_lossy())
    {
        None => false,
        Some(ending) if ending == "txt" => false,
        Some(ending) if ending == "jsonl" => true,
        Some(_) => return Err(Failure::Usage("--ids writes .txt and .jsonl".to_owned())),
    };
    write_to(args.output.as_deref(), |mut out| {
        let mut number = from;
        while number < to {
            let mut maze = numbering.maze(&number).map_err(std::io::Error::other)?;
            maze.ends = Some(maze.corners());
            if is_json {
                serde_json::to_writer(&mut out, &MazeFile::new(&maze, Some(format!("number {number}"))))?;
                writeln!(out)?;
            } else {
                writeln!(out, "Maze {number}")?;
                let mut lines = Lines::Of { maze: &maze, trail: None, shades: None };
                writeln!(out, "{}", text::to_string(&mut lines, args.picture.style))?;
            }
            number += 1u32;
        }
        Ok(())
    })?;
    Ok(Exit::Done)
}

fn parse_number(text: &str) -> Result<BigUint, Failure> {
    text.parse().map_err(|_| Failure::Usage(format!("'{text}' is no number of a maze: expected a whole number")))
}

/// The most memory the process held so far, where the system tells.
fn say_memory() {
    if let Some(peak) = crate::memory::peak() {
        say(format!("peak memory: {} kB", peak >> 10));
    }
}
