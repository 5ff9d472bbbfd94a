//! Where nobody can get on foot, whatever doors and gates there are: they stand where they are wanted as floors and are
//! gone where they are in the way. Only walls, jumps and how far they carry sideways count.

use std::collections::{BTreeMap, VecDeque};

use crate::lockpick::geometry::room::Room;
use crate::lockpick::level::NodeKind;
use crate::search::{Control, StopReason};

use super::{
    super::pixels::{Pixel, Pixels},
    body::{RUN, WALK, best_heights},
};

/// Jumps are followed for so many frames at most; whoever falls longer falls straight.
const FRAMES: usize = 2_000;
/// More jumps from different heights than this are not followed.
const MOST_JUMPS: usize = 3_000;
/// Rounding never makes a jump too low or too short.
const SLACK: i32 = 2;

/// The positions where somebody on foot may get.
pub struct Reach {
    pixels: Pixels,
    is_reached: Vec<bool>,
}

impl Reach {
    /// Looks at a room; none if that would take too long or the room is too large.
    pub fn of(room: &Room, control: &Control) -> Result<Option<Self>, StopReason> {
        let Ok(pixels) = Pixels::of(room) else { return Ok(None) };
        let Some(start) = pixels.start(room) else { return Ok(None) };
        let best = highest_after_columns();
        let is_floor: Vec<bool> =
            room.things.iter().map(|thing| matches!(thing.kind, NodeKind::Door(_) | NodeKind::Gate(_))).collect();
        let stands = |at: Pixel| {
            let Some(below) = pixels.below(at) else { return true };
            let (here, there) = (pixels.sign(at), pixels.sign(below));
            let before = &pixels.surroundings(here).touched;
            let touched = &pixels.surroundings(there).touched;
            here != there && touched.iter().any(|thing| is_floor[*thing] && !before.contains(thing))
        };
        let mut is_reached = vec![false; pixels.len()];
        let mut is_source = vec![false; pixels.len()];
        let mut sources: BTreeMap<i32, Vec<Pixel>> = BTreeMap::new();
        sources.entry(pixels.corner(start).1).or_default().push(start);
        is_source[start] = true;
        let mut columns = vec![u16::MAX; pixels.len()];
        let mut jumps = 0;
        while let Some((height, from)) = sources.pop_first() {
            jumps += 1;
            if jumps > MOST_JUMPS {
                return Ok(None);
            }
            control.proceed()?;
            columns.fill(u16::MAX);
            let mut queue: VecDeque<Pixel> = VecDeque::new();
            for at in from {
                columns[at] = 0;
                queue.push_back(at);
            }
            let mut work = 0u32;
            while let Some(at) = queue.pop_front() {
                work += 1;
                if work.is_multiple_of(1 << 16) {
                    control.proceed()?;
                }
                is_reached[at] = true;
                let used = columns[at];
                let (x, row) = pixels.corner(at);
                if !is_source[at] && stands(at) {
                    is_source[at] = true;
                    if row == height {
                        // Walking on costs nothing.
                        columns[at] = 0;
                        queue.push_front(at);
                        continue;
                    }
                    sources.entry(row).or_default().push(at);
                }
                for next in pixels.beside(at) {
                    let (next_x, next_row) = pixels.corner(next);
                    let more = used.saturating_add(u16::from(next_x != x));
                    let highest = best.get(usize::from(more)).copied().unwrap_or(i32::MIN / 2);
                    if more < columns[next] && height - next_row <= highest {
                        columns[next] = more;
                        if next_x == x {
                            queue.push_front(next);
                        } else {
                            queue.push_back(next);
                        }
                    }
                }
            }
        }
        Ok(Some(Self { pixels, is_reached }))
    }

    /// Whether a thing may be touched.
    pub fn touches(&self, thing: usize) -> bool {
        let is_touched = |at: Pixel| self.pixels.surroundings(self.pixels.sign(at)).touched.contains(&thing);
        (0..self.pixels.len())
            .any(|at| self.is_reached[at] && (is_touched(at) || self.pixels.beside(at).any(is_touched)))
    }
}

/// How high above the ground one can be at most after going so many columns of pixels sideways.
fn highest_after_columns() -> Vec<i32> {
    let mut best = best_heights(FRAMES);
    // Whoever is higher later can be there.
    for frame in (0..FRAMES).rev() {
        best[frame] = best[frame].max(best[frame + 1]);
    }
    let columns = FRAMES as i32 * WALK;
    let frames = |columns: i32| ((columns - RUN).max(0) / WALK) as usize;
    (0..columns).map(|columns| best[frames(columns).min(FRAMES)] + SLACK).collect()
}
