//! A book of mazes for the printer: one HTML file with a maze on every page, and the solutions at the end.

use std::io::Write;

use crate::{
    destination::Destination,
    family::{Error, Generation},
    maze::{
        draw::place::write,
        generate::request,
        graph::{
            self, GraphMaze,
            draw::{self, MOST_ON_SHEETS, theme::Look},
            family::way_through,
            measure::Figures,
        },
    },
    page::escape,
    picture::{Scene, svg_element},
    words::counted,
};

/// More pages are no book.
const MOST_PAGES: u64 = 500;

/// Solutions on a page.
const SOLUTIONS: usize = 6;

const STYLE: &str = "@page{size:A4;margin:14mm}*{box-sizing:border-box}body{margin:0;font-family:\"DejaVu Sans\",Verdana,\
sans-serif;color:#222;background:#fff}section{height:265mm;max-height:100vh;display:flex;flex-direction:column;\
align-items:center;break-after:page;padding:4mm}section:last-child{break-after:auto}h1{font-size:28pt;margin:auto 0 4mm}\
h2{font-size:14pt;font-weight:normal;margin:0 0 4mm}.maze{flex:1;min-height:0;width:100%}.maze svg,.solution svg{width:100%;\
height:100%}.note{font-size:9pt;color:#555;margin:3mm 0 0;text-align:center}.title .note{margin:0 0 auto}.solutions{display:\
grid;grid-template-columns:1fr 1fr;grid-template-rows:repeat(3,1fr);gap:5mm;flex:1;min-height:0;width:100%}.solution{min-height:\
0;display:flex;flex-direction:column}.solution svg{min-height:0;flex:1}.solution p{margin:1mm 0;font-size:9pt;text-align:center}\
@media print{section{max-height:none}}";

/// A maze of the book.
struct Leaf {
    maze: GraphMaze,
    way: Vec<u32>,
    figures: Figures,
    name: String,
}

/// Makes the mazes and writes the book.
pub(super) fn generate(
    generation: &Generation<'_>,
    seed: u64,
    count: u64,
    place: &mut Destination,
) -> Result<(), Error> {
    let (options, control) = (generation.options, generation.control);
    if count > MOST_PAGES {
        return Err(Error::Unsupported(format!("a book has {MOST_PAGES} mazes at most, not {count}")));
    }
    for name in ["id", "ids", "stream", "animate", "style", "scale", "solve", "certify", "stats"] {
        if options.has(name) {
            return Err(Error::misplaced(name, "says nothing about a book"));
        }
    }
    let look = Look::new(options)?;
    let mut leaves = Vec::new();
    for number in 0..count {
        leaves.push(leaf(generation, seed.wrapping_add(number))?);
    }
    let first = leaves.first().map_or("", |leaf| leaf.name.as_str()).to_owned();
    let scene = |leaf: &Leaf, is_solved: bool| -> Result<Scene, Error> {
        let way = is_solved.then_some(leaf.way.as_slice());
        Ok(draw::scene(&leaf.maze, way, &look, control)?)
    };
    let mut pages = Vec::new();
    pages.push(format!(
        "<section class=\"title\"><h1>{count} mazes</h1><p class=\"note\">{}</p></section>\n",
        escape(&first)
    ));
    for (number, leaf) in (1..).zip(&leaves) {
        let Figures { solution, difficulty, wrong_turns, .. } = leaf.figures;
        pages.push(format!(
            "<section><h2>Maze {number}</h2><div class=\"maze\">{}</div><p class=\"note\">{}, {}, \
             difficulty {difficulty:.0} &middot; {}</p></section>\n",
            svg_element(&scene(leaf, false)?),
            counted(solution.unwrap_or(0), "step"),
            counted(wrong_turns, "wrong turn"),
            escape(&leaf.name)
        ));
    }
    for (page, some) in leaves.chunks(SOLUTIONS).enumerate() {
        let mut text = "<section><h2>Solutions</h2><div class=\"solutions\">\n".to_owned();
        for (index, leaf) in some.iter().enumerate() {
            let number = page * SOLUTIONS + index + 1;
            text +=
                &format!("<div class=\"solution\">{}<p>Maze {number}</p></div>\n", svg_element(&scene(leaf, true)?));
        }
        pages.push(text + "</div></section>\n");
    }
    write(place, control, |out| {
        writeln!(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">")?;
        writeln!(out, "<title>{count} mazes</title>\n<style>{STYLE}</style>\n</head>\n<body>")?;
        pages.iter().try_for_each(|page| out.write_all(page.as_bytes()))?;
        writeln!(out, "</body>\n</html>")
    })
}

fn leaf(generation: &Generation<'_>, seed: u64) -> Result<Leaf, Error> {
    let (options, control) = (generation.options, generation.control);
    let (maze, name) = made(options, seed, control)?;
    let cells = maze.ground.links().cells();
    if cells > MOST_ON_SHEETS {
        let text = format!("a maze of {cells} cells is too large for a page: up to {MOST_ON_SHEETS} fit");
        return Err(Error::Unsupported(text));
    }
    let way = way_through(&maze, control)?;
    Ok(Leaf { figures: Figures::new(&maze, control)?, way, name, maze })
}

/// The maze of a seed in the general form, and its name.
pub(super) fn made(
    options: &crate::family::Options,
    seed: u64,
    control: &crate::search::Control,
) -> Result<(GraphMaze, String), Error> {
    if graph::request::is_needed(options)? {
        let recipe = graph::request::recipe(options, seed, control)?;
        return Ok((recipe.make(control)?.maze, recipe.name()));
    }
    let (size, cells) = request::size(options, control)?;
    let recipe = request::recipe(options, size, cells, seed)?;
    Ok((GraphMaze::of_squares(&recipe.make_under(control)?, control)?, recipe.name()))
}
