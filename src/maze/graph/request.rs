//! A maze on any grid as it is asked for by options.

use std::time::Instant;

use super::{
    GraphMaze,
    certify::certify,
    draw::{making, theme::Look},
    embed,
    family::{Picture, format_of, put, refuse_large, refuse_square_options, refuse_width_without_way, way_through},
    file::GridFile,
    layout,
    recipe::{Ends, GraphRecipe, Making},
    shape::{Grid, Shape},
};
use crate::{
    destination::Destination,
    family::{Error, Generation, Options},
    maze::{draw::place::write, generate::request, grid::Size, mask},
    search::Control,
    words::counted,
};

/// Options that only plain squares on one floor have.
const SQUARE_OPTIONS: [&str; 8] = ["wall-grid", "bias", "id", "ids", "memory", "parallel", "stream", "style"];

/// The cells of the innermost ring, unless told otherwise.
const FIRST_RING: u64 = 6;

/// The kind of grid that is asked for.
pub fn grid(options: &Options) -> Result<Grid, Error> {
    Ok(options.text("grid").map_or(Ok(Grid::Square), str::parse)?)
}

/// Is the general form needed? Plain squares on one floor have their own.
pub fn is_needed(options: &Options) -> Result<bool, Error> {
    Ok(grid(options)? != Grid::Square || floors(options)? > 1 || options.has("animate"))
}

fn floors(options: &Options) -> Result<usize, Error> {
    Ok(options.number("floors", 1..=1000)?.unwrap_or(1))
}

/// What options are for that plain squares on one floor do not have.
pub(in crate::maze) const NEEDS_FLOORS: &str = "is for several floors: --floors 2";
pub(in crate::maze) const NEEDS_WEAVE: &str = "is for --grid weave";

/// The recipe that options ask for.
pub fn recipe(options: &Options, seed: u64, control: &Control) -> Result<GraphRecipe, Error> {
    refuse_square_options(options, &SQUARE_OPTIONS)?;
    refuse_square_options(options, &["scale"])?;
    let (grid, floors) = (grid(options)?, floors(options)?);
    if options.has("stairs") && floors == 1 {
        return Err(Error::misplaced("stairs", NEEDS_FLOORS));
    }
    if options.has("crossings") && grid != Grid::Weave {
        return Err(Error::misplaced("crossings", NEEDS_WEAVE));
    }
    let (shape, mask) = shape(options, grid, floors, control)?;
    let usual = GraphRecipe::new(shape, seed);
    let (algorithm, routing) = request::making(options)?;
    let share = |name: &str| request::share(options, name);
    let ends = options.read("entrances", "corners, farthest, or two cells such as 0,0:4,7", |text| match text {
        "corners" => Some(Ends::Corners),
        "farthest" => Some(Ends::Farthest),
        places => places.split_once(':').map(|(from, to)| Ends::Given([from.to_owned(), to.to_owned()])),
    })?;
    Ok(GraphRecipe {
        mask,
        algorithm,
        routing,
        crossings: share("crossings")?.unwrap_or(usual.crossings),
        stairs: share("stairs")?.unwrap_or(usual.stairs),
        ends: ends.unwrap_or(Ends::Corners),
        ..usual
    })
}

fn shape(
    options: &Options,
    grid: Grid,
    floors: usize,
    control: &Control,
) -> Result<(Shape, Option<crate::maze::grid::Bits>), Error> {
    let rows = options.number("rows", 0..=u64::MAX)?;
    if grid == Grid::Theta {
        let rings = rows.ok_or_else(|| Error::Unsupported("a theta maze needs rows, its rings".to_owned()))?;
        let first = options.number("cols", 0..=u64::MAX)?.unwrap_or(FIRST_RING);
        let shape = Shape::regular(grid, floors, Size::new(rings, first)?)?;
        // Finer than the cells, so that it is told well which of them lie within.
        let fine = 4 * shape.rows();
        let mask = mask::sized(options, Some(fine), None, control)?;
        let mask = mask.map(|mask| layout::under_mask(&shape, mask.size, &mask.cells));
        return Ok((shape, mask));
    }
    let (size, mask) = request::size(options, control)?;
    Ok((Shape::regular(grid, floors, size)?, mask))
}

/// Makes a maze and writes it.
pub fn generate(generation: &Generation<'_>, seed: u64, place: &mut Destination) -> Result<(), Error> {
    let (options, control) = (generation.options, generation.control);
    let recipe = recipe(options, seed, control)?;
    let format = format_of(options, place)?;
    if options.has("animate") && format != "svg" {
        return Err(Error::misplaced("animate", format!("is for .svg, not for .{format}")));
    }
    if options.has("animate") && options.has("solve") {
        return Err(Error::Unsupported("--animate and --solve do not go together".to_owned()));
    }
    let started = Instant::now();
    let making = recipe.make(control)?;
    let made = started.elapsed().as_secs_f64().max(1e-9);
    place.say(&recipe.name());
    if options.has("stats") {
        let speed = recipe.shape.cells() as f64 / made / 1e6;
        place.say(&format!("made in {made:.3} s, {speed:.1} M cells/s"));
    }
    say_stay(making.stay, place);
    if options.has("certify") {
        let found = certify(&GridFile::new(&making.maze, None, control)?, control)?;
        place.say(&format!("certified: {}", found.text()));
    }
    if options.has("animate") {
        return put_making(&making, &recipe.name(), options, place, control);
    }
    finish(&making.maze, Some(recipe.name()), options, place, control)
}

/// Says that some dead ends could not be opened.
pub fn say_stay(stay: usize, place: &mut Destination) {
    if stay > 0 {
        place.say(&format!("dead ends that stay, for their cells have one neighbour only: {stay}"));
    }
}

/// Writes a maze that is made, solved if that is asked for.
pub fn finish(
    maze: &GraphMaze,
    recipe: Option<String>,
    options: &Options,
    place: &mut Destination,
    control: &Control,
) -> Result<(), Error> {
    let way = if options.has("solve") { Some(way_through(maze, control)?) } else { None };
    if let Some(way) = &way {
        place.say(&format!("solved: {}", counted(way.len() - 1, "step")));
    }
    put(&Picture { maze, way: way.as_deref(), recipe }, options, place, control)?;
    if options.has("stats") {
        request::say_memory(place);
    }
    Ok(())
}

fn put_making(
    making: &Making,
    recipe: &str,
    options: &Options,
    place: &mut Destination,
    control: &Control,
) -> Result<(), Error> {
    refuse_large(&making.maze)?;
    refuse_width_without_way(options, false)?;
    let content = GridFile::new(&making.maze, Some(recipe.to_owned()), control)?;
    let json = serde_json::to_string(&content).map_err(|error| Error::Unsupported(error.to_string()))?;
    let svg = embed::into_svg(making::animated(making, &Look::new(options)?, control)?, &json);
    write(place, control, |out| std::io::Write::write_all(out, svg.as_bytes()))
}
