//! How the player's body moves from frame to frame: the game's own speeds, gravity and collisions, in thousandths of a
//! pixel.

/// A pixel.
pub const PIXEL: i32 = 1000;
const GRAVITY: i32 = 400;
const JUMP: i32 = 8500;
const SECOND_JUMP: i32 = 7000;
const MAX_SPEED: i32 = 9000;

/// How far the player goes sideways in a frame, in pixels: slowly, at a walk, and in the first frame of a running jump.
pub const SLOW: i32 = 1;
/// See [`SLOW`].
pub const WALK: i32 = 3;
/// See [`SLOW`].
pub const RUN: i32 = 6;

/// A body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Body {
    /// The column of its left side, in pixels.
    pub x: i32,
    /// Its upper side, in thousandths of a pixel.
    pub y: i32,
    /// How fast it falls.
    pub speed: i32,
    /// Whether the jump in the air is still to be had.
    pub can_jump_again: bool,
    /// Whether the button of the jump is still held: letting go shortens it.
    pub is_held: bool,
}

/// What the player does with the button for jumping.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button {
    Nothing,
    Press,
    LetGo,
}

impl Body {
    /// A body at rest.
    pub const fn at(x: i32, row: i32) -> Self {
        Self { x, y: row * PIXEL, speed: 0, can_jump_again: true, is_held: false }
    }

    /// The row of pixels it is in. Between two rows it counts as the lower one, so no jump is higher than in the game.
    pub const fn row(&self) -> i32 {
        row_of(self.y)
    }

    /// Where its upper side would be at the top of its flight, if nothing were in the way.
    pub const fn peak(&self) -> i32 {
        let rising = if self.speed < 0 { self.speed } else { 0 };
        self.y - (rising as i64 * rising as i64 / (2 * GRAVITY as i64)) as i32
    }

    /// Whether it stands on something.
    pub fn stands(&self, is_free: &mut impl FnMut(i32, i32) -> bool) -> bool {
        self.speed >= 0 && !is_free(self.x, self.row() + 1)
    }

    /// The body a frame later. What is free is asked of columns and rows.
    pub fn after(mut self, sideways: i32, button: Button, is_free: &mut impl FnMut(i32, i32) -> bool) -> Self {
        self.speed = self.speed.clamp(-MAX_SPEED, MAX_SPEED);
        match button {
            Button::Press if !is_free(self.x, self.row() + 1) => {
                (self.speed, self.can_jump_again, self.is_held) = (-JUMP, true, true);
            }
            Button::Press if self.can_jump_again => {
                (self.speed, self.can_jump_again, self.is_held) = (-SECOND_JUMP, false, true);
            }
            Button::LetGo if self.speed < 0 && self.is_held => {
                (self.speed, self.is_held) = (self.speed * 45 / 100, false);
            }
            _ => {}
        }
        self.speed += GRAVITY;
        let mut sideways = sideways;
        if !is_free(self.x + sideways, row_of(self.y + self.speed)) {
            if !is_free(self.x + sideways, self.row()) {
                let step = sideways.signum();
                while step != 0 && is_free(self.x + step, self.row()) {
                    self.x += step;
                }
                sideways = 0;
            }
            if !is_free(self.x, row_of(self.y + self.speed)) {
                let step = if self.speed > 0 { 1 } else { -1 };
                let mut row = self.row();
                while is_free(self.x, row + step) {
                    row += step;
                }
                self.y = row * PIXEL;
                self.can_jump_again |= self.speed > 0;
                self.speed = 0;
            }
            if !is_free(self.x + sideways, row_of(self.y + self.speed)) {
                sideways = 0;
            }
        }
        self.x += sideways;
        self.y += self.speed;
        self.is_held &= self.speed < 0;
        self
    }
}

const fn row_of(y: i32) -> i32 {
    (y + PIXEL - 1).div_euclid(PIXEL)
}

/// The height that can be reached at most so many frames after leaving the ground, in pixels and rounded up: with a
/// second jump when it does most good.
pub fn best_heights(frames: usize) -> Vec<i32> {
    let mut best = vec![i32::MIN; frames + 1];
    let mut flight = |second: Option<usize>, first: i32| {
        let (mut speed, mut height) = (-first, 0i32);
        for (frame, best) in best.iter_mut().enumerate() {
            *best = (*best).max(height);
            speed = speed.clamp(-MAX_SPEED, MAX_SPEED);
            if second == Some(frame) {
                speed = -SECOND_JUMP;
            }
            speed += GRAVITY;
            height -= speed;
        }
    };
    for first in [JUMP, 0] {
        flight(None, first);
        (0..=frames).for_each(|frame| flight(Some(frame), first));
    }
    best.into_iter().map(|height| (height + PIXEL - 1).div_euclid(PIXEL)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The highest point of a jump from the ground, with the second one after so many frames.
    fn height(second: Option<usize>) -> i32 {
        let mut is_free = |_: i32, row: i32| row <= 0;
        let mut body = Body::at(0, 0).after(0, Button::Press, &mut is_free);
        let mut top = body.row();
        for frame in 1..140 {
            let button = if second == Some(frame) { Button::Press } else { Button::Nothing };
            body = body.after(0, button, &mut is_free);
            top = top.min(body.row());
        }
        assert_eq!((body.row(), body.speed), (0, 0), "it is on the ground again");
        -top
    }

    #[test]
    fn jumps_are_as_high_as_in_the_game() {
        assert_eq!(height(None), 86);
        assert_eq!((1..60).map(|frame| height(Some(frame))).max(), Some(143));
        let best = best_heights(200);
        assert_eq!(best.iter().max(), Some(&144));
        assert!(best[199] < -500);
    }

    #[test]
    fn a_double_jump_crosses_about_230_pixels() {
        let mut is_free = |_: i32, row: i32| row <= 0;
        let crossed = (1..60).map(|second| {
            let mut body = Body::at(0, 0).after(RUN, Button::Press, &mut is_free);
            let mut frame = 1;
            while !body.stands(&mut is_free) {
                let button = if frame == second { Button::Press } else { Button::Nothing };
                body = body.after(WALK, button, &mut is_free);
                frame += 1;
            }
            body.x
        });
        let farthest = crossed.max().unwrap();
        assert!((225..245).contains(&farthest), "{farthest}");
    }

    #[test]
    fn bodies_stop_at_walls_and_ceilings() {
        // A shaft from column 0 to 5, of rows -20 to 0.
        let mut is_free = |x: i32, row: i32| (0..=5).contains(&x) && (-20..=0).contains(&row);
        let mut body = Body::at(2, 0).after(WALK, Button::Press, &mut is_free);
        for _ in 0..2 {
            body = body.after(WALK, Button::Nothing, &mut is_free);
        }
        assert_eq!((body.x, body.row(), body.speed), (5, -20, 0));
        assert!(!body.stands(&mut is_free));
        for _ in 0..30 {
            body = body.after(-WALK, Button::Nothing, &mut is_free);
        }
        assert_eq!((body.x, body.row()), (0, 0));
        assert!(body.stands(&mut is_free) && body.can_jump_again);
    }

    #[test]
    fn letting_go_makes_a_small_jump_and_works_once() {
        let mut is_free = |_: i32, row: i32| row <= 0;
        let mut body = Body::at(0, 0).after(0, Button::Press, &mut is_free);
        body = body.after(0, Button::LetGo, &mut is_free);
        let once = body.speed;
        body = body.after(0, Button::LetGo, &mut is_free);
        assert_eq!(body.speed, once + GRAVITY);
    }
}
