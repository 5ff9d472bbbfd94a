//! The figures people compare mazes by, on any grid: how hard a maze is, and how well its way makes use of the page.

use std::collections::BTreeSet;

use super::{GraphMaze, layout, solve};
use crate::{
    search::{Control, Lookout, StopReason},
    words::counted,
};

/// Fields to a side of a floor, for [`Figures::spread`].
const FIELDS: usize = 6;

/// Blind alleys of up to so many cells are seen at a glance.
const SHORT: usize = 2;

/// What a maze is like for whoever walks through it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Figures {
    /// Steps of the shortest way; `None` if there is none.
    pub solution: Option<usize>,
    /// How hard it is to find the way: every region that a wrong turn leads into counts with the logarithm, to base
    /// 2, of one more than its cells.
    pub difficulty: f64,
    /// Places at which the way can be left for the wrong.
    pub wrong_turns: usize,
    /// The share of the fields of a coarse grid that the way passes.
    pub spread: f64,
    /// The share of the cells that are dead ends of short alleys.
    pub short_alleys: f64,
    /// The share of the cells that are dead ends.
    pub dead_ends: f64,
}

impl Figures {
    /// Measures a maze.
    pub fn new(maze: &GraphMaze, control: &Control) -> Result<Self, StopReason> {
        let mut watch = control.lookout();
        let mut figures = Self::default();
        let cells = maze.ground.cells().count().max(1) as f64;
        let mut dead_ends = 0usize;
        let mut short = 0usize;
        for cell in maze.ground.cells() {
            watch.spend(32)?;
            if maze.ways(cell) == 1 {
                dead_ends += 1;
                short += usize::from(alley(maze, cell) <= SHORT);
            }
        }
        figures.dead_ends = dead_ends as f64 / cells;
        figures.short_alleys = short as f64 / cells;
        let Some(way) = solve::shortest(maze, control)? else { return Ok(figures) };
        figures.solution = Some(way.len() - 1);
        let mut seen = vec![false; maze.ground.links().cells()];
        way.iter().for_each(|&cell| seen[cell as usize] = true);
        let mut stack = Vec::new();
        // Whoever is at the goal does not go on.
        for &cell in &way[..way.len() - 1] {
            for link in maze.exits(cell as usize) {
                if std::mem::replace(&mut seen[link.to as usize], true) {
                    continue;
                }
                let mut size = 0u64;
                stack.push(link.to);
                while let Some(cell) = stack.pop() {
                    watch.spend(16)?;
                    size += 1;
                    for link in maze.exits(cell as usize) {
                        if !std::mem::replace(&mut seen[link.to as usize], true) {
                            stack.push(link.to);
                        }
                    }
                }
                figures.wrong_turns += 1;
                figures.difficulty += ((size + 1) as f64).log2();
            }
        }
        figures.spread = spread(maze, &way, &mut watch)?;
        Ok(figures)
    }

    /// Its figures as lines.
    pub fn text(&self) -> String {
        let solution = match self.solution {
            Some(steps) => format!("Solution: {}\n", counted(steps, "step")),
            None => return "Solution: there is no way\n".to_owned(),
        };
        let (difficulty, spread) = (self.difficulty, self.spread * 100.0);
        let turns = counted(self.wrong_turns, "wrong turn");
        format!("{solution}Difficulty: {difficulty:.1}, {turns}\nSpread: {spread:.0} % of the page\n")
    }
}

/// Cells from a dead end up to, but without, the first fork or other dead end; no more than matter.
fn alley(maze: &GraphMaze, end: usize) -> usize {
    let (mut cell, mut before, mut length) = (end, usize::MAX, 1);
    while length <= SHORT {
        let Some(link) = maze.exits(cell).find(|link| link.to as usize != before) else { break };
        if maze.ways(link.to as usize) != 2 {
            break;
        }
        (before, cell) = (cell, link.to as usize);
        length += 1;
    }
    length
}

/// The share of the fields with cells in them that a way passes.
fn spread(maze: &GraphMaze, way: &[u32], watch: &mut Lookout<'_>) -> Result<f64, StopReason> {
    let shape = maze.ground.shape();
    let (wide, high) = layout::extent(shape);
    let field = |cell: usize| {
        let [floor, row, col] = shape.place(maze.ground.place_of(cell));
        let (x, y) = layout::centre(shape, row, col);
        let part = |at: f64, whole: f64| ((at / whole * FIELDS as f64) as usize).min(FIELDS - 1);
        (floor, part(x, wide), part(y, high))
    };
    let mut all = BTreeSet::new();
    for cell in maze.ground.cells() {
        watch.spend(64)?;
        all.insert(field(cell));
    }
    let passed: BTreeSet<_> = way.iter().map(|&cell| field(cell as usize)).collect();
    Ok(passed.len() as f64 / all.len().max(1) as f64)
}
