//! The border of a set of squares, as closed lines.

use std::collections::{BTreeMap, HashSet};

/// A corner of the grid: column, row.
type Corner = (i32, i32);

/// The closed lines around a set of squares, given as column and row. Corners where the line goes straight on are left
/// out.
pub(super) fn outline(squares: &[(i32, i32)]) -> Vec<Vec<Corner>> {
    let set: HashSet<(i32, i32)> = squares.iter().copied().collect();
    // Around every square with the square to the right, except where the next square is one of the set.
    let mut leaving: BTreeMap<Corner, Vec<Corner>> = BTreeMap::new();
    for &(x, y) in squares {
        let sides = [
            ((x, y - 1), (x, y), (x + 1, y)),
            ((x + 1, y), (x + 1, y), (x + 1, y + 1)),
            ((x, y + 1), (x + 1, y + 1), (x, y + 1)),
            ((x - 1, y), (x, y + 1), (x, y)),
        ];
        for (beyond, from, to) in sides {
            if !set.contains(&beyond) {
                leaving.entry(from).or_default().push(to);
            }
        }
    }
    let mut lines = Vec::new();
    while let Some((&start, _)) = leaving.iter().find(|(_, ends)| !ends.is_empty()) {
        let mut line = vec![start];
        let mut way = (0, 0);
        let mut at = start;
        while let Some(next) = take(&mut leaving, at, way) {
            way = (next.0 - at.0, next.1 - at.1);
            at = next;
            if at == start {
                break;
            }
            line.push(at);
        }
        lines.push(without_straight(&line));
    }
    lines
}

/// Takes the way on from a corner. Where squares meet at a corner only, the line turns so that it stays with its square.
fn take(leaving: &mut BTreeMap<Corner, Vec<Corner>>, at: Corner, way: Corner) -> Option<Corner> {
    let ends = leaving.get_mut(&at)?;
    let right = (at.0 - way.1, at.1 + way.0);
    let index = ends.iter().position(|end| *end == right).unwrap_or(0);
    (index < ends.len()).then(|| ends.swap_remove(index))
}

fn without_straight(line: &[Corner]) -> Vec<Corner> {
    let count = line.len();
    let is_bend = |index: &usize| {
        let (before, here, after) = (line[(index + count - 1) % count], line[*index], line[(index + 1) % count]);
        (here.0 - before.0, here.1 - before.1) != (after.0 - here.0, after.1 - here.1)
    };
    (0..count).filter(is_bend).map(|index| line[index]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ring_has_an_inside_and_an_outside() {
        let ring: Vec<(i32, i32)> = (0..9).map(|cell| (cell % 3, cell / 3)).filter(|cell| *cell != (1, 1)).collect();
        let mut lines = outline(&ring);
        lines.sort_by_key(Vec::len);
        assert_eq!(lines.len(), 2);
        assert!(lines.iter().all(|line| line.len() == 4), "{lines:?}");
    }

    #[test]
    fn squares_that_meet_at_a_corner_have_a_line_each() {
        assert_eq!(outline(&[(0, 0), (1, 1)]), [[(0, 0), (1, 0), (1, 1), (0, 1)], [(1, 1), (2, 1), (2, 2), (1, 2)]]);
        assert_eq!(outline(&[(0, 0), (1, 0), (1, 1)])[0].len(), 6);
        assert!(outline(&[]).is_empty());
    }
}
