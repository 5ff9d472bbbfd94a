//! Mazes on any grid as files: recognised, read, judged, shown, drawn and written.

use std::io::Write;

use super::{
    GraphMaze,
    answer::{self, Longest},
    case::{self, Case},
    certify::certify,
    draw::{self, MOST_CELLS, theme::Look},
    embed, file,
    file::GridFile,
    measure::Figures,
    solution::{Way, drawing},
    solve, text,
};
use crate::{
    destination::{Destination, not_drawn},
    diagnostics::Source,
    family::{self, Drawing, Error, Judgement, Options},
    input::Input,
    maze::{claims::on_floor, draw::place::write, read::is_png, search::refuse_ends_of_longest},
    page::CasePage,
    picture::{png_under, svg_under},
    search::Control,
    words::counted,
};

/// The maze on a grid that a file holds, as JSON, whatever form it has there; `None` if it is no such file.
pub fn source_of(input: &Input, control: &Control) -> Result<Option<Source>, Error> {
    if is_png(input.bytes()) {
        return Ok(embed::from_png(input.name(), input.bytes()));
    }
    let source = input.source()?;
    if embed::is_svg(source.text()) {
        return Ok(Some(embed::from_svg(&source)?));
    }
    if text::recognise(&source) {
        return Ok(Some(text::read(&source, control)?));
    }
    Ok(if file::recognise(&source) { Some(source) } else { None })
}

/// Reads a maze that is to be searched.
pub fn load(source: &Source, options: &Options, control: &Control) -> Result<Box<dyn family::Case>, Error> {
    Ok(Box::new(Case::new(file::read(source, control)?, options, control)?))
}

/// Certifies a maze.
pub fn certify_case(source: &Source, control: &Control) -> Result<Judgement, Error> {
    file::read(source, control)?;
    Ok(Ok(certify(&file::parse(source)?, control)?.text()))
}

/// Judges an answer.
pub fn judge(source: &Source, options: &Options, answer: &Input, control: &Control) -> Result<Judgement, Error> {
    let maze = file::read(source, control)?;
    let content = file::parse(source)?;
    let [from, to] = case::ends(&maze, options)?.map(|end| maze.numbers(end));
    refuse_ends_of_longest(options)?;
    let longest = match options.has("longest") {
        true => Longest::Asked,
        // Whoever gives the ends wants them to be judged.
        false if options.has("from") || options.has("to") => Longest::Refused,
        false => Longest::IfSaid,
    };
    answer::judge(&content, &|way| drawing_of(&maze, way), &answer.source()?, [&from, &to], longest, control)
}

/// Judges that there is no way.
pub fn judge_none(source: &Source, options: &Options, control: &Control) -> Result<Judgement, Error> {
    let maze = file::read(source, control)?;
    let [from, to] = case::ends(&maze, options)?.map(|end| maze.numbers(end));
    answer::judge_none(&file::parse(source)?, [&from, &to], control)
}

/// The figures of a maze.
pub fn show(source: &Source, control: &Control) -> Result<String, Error> {
    let maze = file::read(source, control)?;
    let found = certify(&file::parse(source)?, control)?;
    let (facts, percent) = (found.facts, |part: u64| part as f64 * 100.0 / found.facts.cells.max(1) as f64);
    let mut text = format!("Size: {}\nKind: {}\n", maze.ground.shape().text(), facts.kind());
    text += &format!("Cells: {}, {} left out\n", facts.cells - found.crossings, facts.missing);
    if found.crossings > 0 {
        text += &format!("Crossings: {}\n", found.crossings);
    }
    text += &format!("Passages: {}\nParts: {}\nLoops: {}\n", facts.passages, facts.parts, facts.loops);
    text += &format!("Dead ends: {} ({:.1} %)\n", facts.dead_ends(), percent(facts.dead_ends()));
    text += &format!("Junctions: {} ({:.1} %)\n", facts.junctions(), percent(facts.junctions()));
    if facts.is_perfect() {
        let one = solve::farthest(&maze, maze.ends[0], control)?;
        let longest = GraphMaze { ends: [one, solve::farthest(&maze, one, control)?], ..maze.clone() };
        let steps = solve::shortest(&longest, control)?.map_or(0, |way| way.len() - 1);
        text += &format!("Longest way: {}\n", counted(steps, "step"));
    }
    Ok(text + &Figures::new(&maze, control)?.text())
}

/// Draws a maze.
pub fn draw(source: &Source, drawing: &Drawing<'_>, place: &mut Destination) -> Result<(), Error> {
    let options = drawing.options;
    refuse_square_options(options, &["style", "scale"])?;
    let is_page = place.ending() == "html";
    if let Some(name) = draw::theme::OPTIONS.iter().chain(&["distance"]).find(|name| is_page && options.has(name)) {
        return Err(Error::misplaced(name, "says nothing about a page"));
    }
    let mut maze = file::read(source, drawing.control)?;
    maze.ends = case::ends(&maze, options)?;
    let way = match drawing.answer {
        Some(answer) => {
            let way = told_way(&maze, &file::parse(source)?, answer, drawing)?;
            maze.ends = [way[0], way[way.len() - 1]].map(|cell| cell as usize);
            Some(way)
        }
        None if options.has("solve") => Some(way_through(&maze, drawing.control)?),
        None => None,
    };
    if is_page {
        let page = CasePage::new(drawing.case.name(), maze.ground.shape().text(), draw::view(&maze));
        return place.page(&match way {
            Some(cells) => page.with(&Way { maze: &maze, number: 0, cells, is_longest: false }),
            None => page,
        });
    }
    let picture = Picture { maze: &maze, way: way.as_deref(), recipe: file::parse(source)?.recipe };
    put(&picture, options, place, drawing.control)
}

/// The first way of an answer that is right.
fn told_way(maze: &GraphMaze, file: &GridFile, answer: &Input, drawing: &Drawing<'_>) -> Result<Vec<u32>, Error> {
    let wrong = |reason: &str| Error::Unsuitable(format!("{}: {reason}", answer.name()));
    let source = answer.source()?;
    let ends = maze.ends.map(|end| maze.numbers(end));
    let drawn = |way: &[Vec<usize>]| drawing_of(maze, way);
    answer::judge(file, &drawn, &source, [&ends[0], &ends[1]], Longest::IfSaid, drawing.control)?
        .map_err(|reason| wrong(&reason))?;
    let told = answer::first_path(&source)?.ok_or_else(|| wrong("there is no way in it to be drawn"))?;
    cells_of(maze, &told).ok_or_else(|| wrong("its way leaves the maze"))
}

/// A way of the maze as it is drawn in letters.
fn drawing_of(maze: &GraphMaze, way: &[Vec<usize>]) -> Option<String> {
    let cells = cells_of(maze, way)?;
    let ends = [*cells.first()?, *cells.last()?].map(|cell| cell as usize);
    drawing(&GraphMaze { ends, ..maze.clone() }, &cells)
}

/// The cells of a way that is told by their numbers; `None` if it is none of the maze.
fn cells_of(maze: &GraphMaze, way: &[Vec<usize>]) -> Option<Vec<u32>> {
    let is_at = |cell: u32, numbers: &[usize]| on_floor(&maze.numbers(cell as usize)) == on_floor(numbers);
    let mut cells = Vec::with_capacity(way.len());
    for numbers in way {
        let next = match cells.last() {
            None => (0..maze.ground.shape().cells() as u32).find(|&cell| is_at(cell, numbers)),
            Some(&last) => maze.exits(last as usize).map(|link| link.to).find(|&cell| is_at(cell, numbers)),
        };
        cells.push(next?);
    }
    Some(cells)
}

/// Refuses options that only the wall grid of plain squares has.
pub fn refuse_square_options(options: &Options, names: &[&str]) -> Result<(), Error> {
    match names.iter().find(|name| options.has(name)) {
        Some(name) => Err(Error::misplaced(name, "is for plain squares on one floor")),
        None => Ok(()),
    }
}

/// A shortest way from the start to the goal.
pub fn way_through(maze: &GraphMaze, control: &Control) -> Result<Vec<u32>, Error> {
    let way = solve::shortest(maze, control)?;
    way.ok_or_else(|| Error::Unsuitable("there is no way from the start to the goal".to_owned()))
}

/// A maze to be written, with a way and how it was made.
pub struct Picture<'a> {
    /// The maze.
    pub maze: &'a GraphMaze,
    /// The way.
    pub way: Option<&'a [u32]>,
    /// How it can be made again.
    pub recipe: Option<String>,
}

/// The formats a maze on a grid is written in.
const ENDINGS: &[&str] = &["txt", "json", "svg", "png", "pdf"];

/// The format of a place, if it can be written there. Standard output takes text.
pub fn format_of(options: &Options, place: &Destination) -> Result<String, Error> {
    let format = match place.is_standard_output() {
        true => "txt".to_owned(),
        false => place.expect_ending(ENDINGS)?,
    };
    place.refuse_for_others(options, &draw::theme::OPTIONS, &["svg", "png"])?;
    place.refuse_for_others(options, &["distance"], &["svg", "png"])?;
    Ok(format)
}

/// Writes a maze in the format of its place.
pub fn put(picture: &Picture<'_>, options: &Options, place: &mut Destination, control: &Control) -> Result<(), Error> {
    let format = format_of(options, place)?;
    refuse_width_without_way(options, picture.way.is_some())?;
    let look = Look::new(options)?;
    let content = GridFile::new(picture.maze, picture.recipe.clone(), control)?;
    if format == "json" {
        return write(place, control, |mut out| {
            serde_json::to_writer_pretty(&mut out, &content)?;
            writeln!(out)
        });
    }
    refuse_large(picture.maze)?;
    if format == "txt" {
        return place.text(&text::write(picture.maze, picture.way, control)?);
    }
    let scene = draw::scene(picture.maze, picture.way, &look, control)?;
    if format == "pdf" {
        return place.picture(&scene);
    }
    let json = serde_json::to_string(&content).map_err(|error| Error::Unsupported(error.to_string()))?;
    control.proceed()?;
    let bytes = match format.as_str() {
        "png" => png_with(&scene, &json, control)?,
        _ => {
            embed::into_svg(svg_under(&scene, control).map_err(|error| not_drawn(error, control))?, &json).into_bytes()
        }
    };
    write(place, control, |out| out.write_all(&bytes))
}

/// How thick a way is says nothing where none is drawn.
pub fn refuse_width_without_way(options: &Options, has_way: bool) -> Result<(), Error> {
    match options.has("path-width") && !has_way {
        true => Err(Error::misplaced("path-width", "is about the way through, which --solve finds")),
        false => Ok(()),
    }
}

/// Refuses to draw what nobody could look at.
pub fn refuse_large(maze: &GraphMaze) -> Result<(), Error> {
    let cells = maze.ground.links().cells();
    if cells > MOST_CELLS {
        let text =
            format!("a maze of {cells} cells is too large to be drawn: up to {MOST_CELLS} are, .json takes more");
        return Err(Error::Unsupported(text));
    }
    Ok(())
}

fn png_with(scene: &crate::picture::Scene, json: &str, control: &Control) -> Result<Vec<u8>, Error> {
    let bytes = png_under(scene, control).map_err(|error| not_drawn(error, control))?;
    #[cfg(feature = "pictures")]
    let bytes = embed::into_png(&bytes, json).unwrap_or(bytes);
    #[cfg(not(feature = "pictures"))]
    let _ = json;
    Ok(bytes)
}
