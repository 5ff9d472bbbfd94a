//! The line above each floor of a drawing: `maze hex 5x6`, `maze theta 6 12 24`, `maze square 4x4 floor 1 of 3`.

use crate::{
    maze::{
        graph::shape::{Grid, Shape},
        grid::Size,
    },
    words::counted,
};

/// The line above a floor, counted from 0.
pub(super) fn line(shape: &Shape, floor: usize) -> String {
    let size = match shape.grid() {
        // The rings around the middle, by how many cells they have.
        Grid::Theta => (1..shape.rows()).map(|ring| shape.width(ring).to_string()).collect::<Vec<_>>().join(" "),
        _ => format!("{}x{}", shape.rows(), shape.width(0)),
    };
    let floors = match shape.floors() {
        1 => String::new(),
        floors => format!(" floor {} of {floors}", floor + 1),
    };
    format!("maze {} {size}", shape.grid().name()).trim_end().to_owned() + &floors
}

/// The shape that a first line tells of, or what is wrong with it.
pub(super) fn read(line: &str) -> Result<Shape, String> {
    let mut words: Vec<&str> = line.split_whitespace().skip(1).collect();
    let grid: Grid = words.first().unwrap_or(&"").parse().map_err(|_| "which grid is it?".to_owned())?;
    words.remove(0);
    let number = |word: &str| word.parse::<usize>().map_err(|_| format!("'{word}' is no number"));
    let mut floors = 1;
    if let Some(at) = words.iter().position(|&word| word == "floor") {
        let [_, "of", count] = words[at + 1..] else { return Err("which floor of how many is it?".to_owned()) };
        floors = number(count)?;
        words.truncate(at);
    }
    let shape = if grid == Grid::Theta {
        let mut widths = vec![1];
        for word in words {
            let (width, before) = (number(word)?, widths[widths.len() - 1]);
            if width == 0 || !width.is_multiple_of(before) || (before == 1 && width < 3) {
                return Err(format!("a ring of {} around one of {before}", counted(width, "cell")));
            }
            widths.push(width);
        }
        Shape::new(grid, floors, &widths)
    } else {
        let [size] = words[..] else { return Err("how many rows and columns has it?".to_owned()) };
        let (rows, cols) = size.split_once('x').ok_or("the size is rows and columns, such as 5x6")?;
        let size = Size::new(number(rows)? as u64, number(cols)? as u64);
        size.and_then(|size| Shape::regular(grid, floors, size))
    };
    shape.map_err(|error| error.title().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_tell_their_shapes() {
        for text in
            ["maze hex 5x6", "maze theta 6 12 24", "maze theta", "maze weave 9x1", "maze square 4x4 floor 1 of 3"]
        {
            assert_eq!(line(&read(text).unwrap(), 0), text);
        }
        // What is wrong is told in one line, to be pointed at.
        assert_eq!(read("maze hex 0x4").unwrap_err(), "a maze with 0 rows");
        let wrong =
            ["maze", "maze round 3x3", "maze hex", "maze hex 0x4", "maze hex 4", "maze hex 3x3 floor 1", "maze hex x"];
        let rings =
            ["maze theta 2", "maze theta 6 9", "maze theta 6 0", "maze theta 6 x", "maze hex 99999999x99999999"];
        for text in wrong.into_iter().chain(rings) {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
