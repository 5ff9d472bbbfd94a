//! Where a jump may lie on a board that is to be looked at: apart from the others, and spread over the squares.

use rand_chacha::ChaCha8Rng;

use crate::{
    chance::below,
    search::{Control, StopReason},
    snakes::board::{Board, Jump},
};

/// A place in the picture, in squares.
type Place = (f32, f32);

/// How free of each other jumps lie in the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Spacing {
    /// Nothing touches: between any two there is room for the coils of a snake and the rails of a ladder.
    Clear,
    /// They may cross, but not at a small angle, and none begins or ends on another.
    Crossing,
    /// As they come: more jumps than there is room for.
    Any,
}

/// The strictest first.
pub(super) const SPACINGS: [Spacing; 3] = [Spacing::Clear, Spacing::Crossing, Spacing::Any];

/// How near jumps come that do not touch, in squares.
const CLEARANCE: f32 = 0.7;

/// How near to another jump one may end where they may cross, and how much they must differ in direction there.
const NEAREST: f32 = 0.3;
const LEAST_SINE: f32 = 0.26;

/// Places that are drawn for a jump at most, and how many of those that fit are compared.
const TRIES: usize = 8_000;
const COMPARED: usize = 12;

/// A jump should cross a row of the picture, or nobody would see it, and should not win at once.
pub(super) fn is_handsome(board: &Board, jump: Jump) -> bool {
    let row = |square: u32| board.position(square).0;
    jump.to != board.goal && jump.to > 0 && (board.rows() < 3 || row(jump.from) != row(jump.to))
}

/// Does a jump keep such a distance from all others?
pub(super) fn is_apart(board: &Board, jump: Jump, others: &[Jump], spacing: Spacing) -> bool {
    let line = Line::of(board, jump);
    others.iter().all(|&other| line.is_apart(Line::of(board, other), spacing))
}

/// A place for one jump more, of several the one that lies farthest from the others, if there is room for any. `many`
/// is how many jumps the board will have: the more there are, the shorter they must be.
pub(super) fn random_jump(
    board: &Board,
    jumps: &[Jump],
    ladder: bool,
    many: u32,
    random: &mut ChaCha8Rng,
    control: &Control,
) -> Result<Option<Jump>, StopReason> {
    // To compare a place with a jump takes as long as some steps of a loop.
    const STEPS_A_JUMP: u64 = 8;
    control.proceed()?;
    let mut lookout = control.lookout();
    let is_used = |square: u32| jumps.iter().any(|jump| jump.from == square || jump.to == square);
    let reach = (board.squares / many.max(1)).min(board.rows().max(board.columns)).max(2);
    // Each place is compared with all jumps: where there are thousands, fewer places have to do.
    let tries = (2_000_000 / (jumps.len() + 1)).clamp(500, TRIES);
    let compared = (4_000 / (jumps.len() + 1)).clamp(1, COMPARED);
    for spacing in SPACINGS {
        let mut fitting: Vec<Jump> = Vec::new();
        for _ in 0..tries {
            lookout.spend(STEPS_A_JUMP * (jumps.len() as u64 + 1))?;
            let Some((a, b)) = random_ends(board, reach, random) else { continue };
            let (low, high) = (a.min(b), a.max(b));
            let jump = if ladder { Jump { from: low, to: high } } else { Jump { from: high, to: low } };
            let is_free = a != b && high < board.goal && !is_used(a) && !is_used(b) && jump.from != board.start;
            if is_free && is_handsome(board, jump) && is_apart(board, jump, jumps, spacing) {
                fitting.push(jump);
            }
            if fitting.len() == compared {
                break;
            }
        }
        let distance = |jump: &Jump| distance_to_others(board, *jump, jumps);
        if let Some(best) = fitting.into_iter().max_by(|one, other| distance(one).total_cmp(&distance(other))) {
            return Ok(Some(best));
        }
    }
    Ok(None)
}

/// Two squares that are no more than so many rows and columns apart. `None` if the second is beside the board.
fn random_ends(board: &Board, reach: u32, random: &mut ChaCha8Rng) -> Option<(u32, u32)> {
    let first = 1 + below(random, board.squares as usize) as u32;
    let (row, column) = board.position(first);
    let rows = below(random, reach as usize + 1) as u32;
    let columns = below(random, 2 * reach as usize + 1) as u32;
    let second = board.square_at(row + rows, (column + columns).checked_sub(reach)?)?;
    Some((first, second))
}

/// How far the nearest other jump is, by their lines and by their middles: what is near by both is a cluster.
fn distance_to_others(board: &Board, jump: Jump, others: &[Jump]) -> f32 {
    let line = Line::of(board, jump);
    let distance = |&other: &Jump| {
        let other = Line::of(board, other);
        line.distance(other).min(2.0) + length(difference(line.middle(), other.middle()))
    };
    others.iter().map(distance).fold(f32::INFINITY, f32::min)
}

/// A jump as it lies in the picture, from the middle of a square to that of another.
#[derive(Clone, Copy)]
struct Line(Place, Place);

impl Line {
    fn of(board: &Board, jump: Jump) -> Self {
        let place = |square: u32| {
            let (row, column) = board.position(square);
            (column as f32, row as f32)
        };
        Self(place(jump.from), place(jump.to))
    }

    fn middle(self) -> Place {
        ((self.0.0 + self.1.0) / 2.0, (self.0.1 + self.1.1) / 2.0)
    }

    fn step(self) -> Place {
        difference(self.1, self.0)
    }

    /// How far a place is from it.
    fn distance_of(self, place: Place) -> f32 {
        let ((dx, dy), (x, y)) = (self.step(), difference(place, self.0));
        let along = ((x * dx + y * dy) / (dx * dx + dy * dy).max(1e-9)).clamp(0.0, 1.0);
        length((x - along * dx, y - along * dy))
    }

    /// The least distance of the ends of each from the other.
    fn distance_of_ends(self, other: Self) -> f32 {
        let of_other = self.distance_of(other.0).min(self.distance_of(other.1));
        of_other.min(other.distance_of(self.0)).min(other.distance_of(self.1))
    }

    fn crosses(self, other: Self) -> bool {
        let side = |line: Self, place: Place| cross(line.step(), difference(place, line.0));
        side(self, other.0) * side(self, other.1) < 0.0 && side(other, self.0) * side(other, self.1) < 0.0
    }

    fn distance(self, other: Self) -> f32 {
        if self.crosses(other) { 0.0 } else { self.distance_of_ends(other) }
    }

    fn is_apart(self, other: Self, spacing: Spacing) -> bool {
        match spacing {
            Spacing::Clear => self.distance(other) >= CLEARANCE,
            Spacing::Crossing if self.distance_of_ends(other) < NEAREST => false,
            Spacing::Crossing => {
                let (u, v) = (self.step(), other.step());
                !self.crosses(other) || cross(u, v).abs() >= LEAST_SINE * length(u) * length(v)
            }
            Spacing::Any => true,
        }
    }
}

fn difference(one: Place, other: Place) -> Place {
    (one.0 - other.0, one.1 - other.1)
}

fn cross(one: Place, other: Place) -> f32 {
    one.0 * other.1 - one.1 * other.0
}

fn length((x, y): Place) -> f32 {
    x.hypot(y)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snakes::odds::tests::case;

    fn apart(one: (u32, u32), other: (u32, u32), spacing: Spacing) -> bool {
        let jump = |(from, to)| Jump { from, to };
        is_apart(&case("size 10x10").board, jump(one), &[jump(other)], spacing)
    }

    #[test]
    fn jumps_cross_steeply_or_not_at_all() {
        // Up two columns beside each other, and across each other.
        assert!(apart((1, 40), (2, 39), Spacing::Clear));
        assert!(!apart((1, 37), (4, 40), Spacing::Clear) && apart((1, 37), (4, 40), Spacing::Crossing));
        // One begins on the other, and one lies along the other.
        assert!(!apart((1, 41), (21, 24), Spacing::Crossing) && apart((1, 41), (21, 24), Spacing::Any));
        assert!(!apart((1, 99), (2, 100), Spacing::Crossing));
    }

    #[test]
    fn the_ends_of_jumps_are_on_the_board() {
        use rand::SeedableRng;
        let mut random = ChaCha8Rng::seed_from_u64(1);
        for text in ["squares 23\ncolumns 5", "size 1x30", "size 30x1", "size 10x10"] {
            let board = case(text).board;
            for _ in 0..500 {
                let Some((a, b)) = random_ends(&board, 4, &mut random) else { continue };
                assert!((1..=board.squares).contains(&a) && (1..=board.squares).contains(&b), "{text}: {a} {b}");
            }
        }
    }
}
