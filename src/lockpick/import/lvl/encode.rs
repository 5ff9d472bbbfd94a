//! Writes `.lvl` files of every version.

use super::file::{Counter, DoorRecord, Entrance, File, KeyRecord, LevelRecord, LockRecord, Point, SalvageRecord};

/// The bytes of a file.
pub fn encode(file: &File) -> Vec<u8> {
    let mut out = Output::default();
    let version = file.version;
    out.u16(version);
    out.text(&file.editor);
    if version <= 2 {
        // One level and no pack.
        file.levels.iter().take(1).for_each(|level| out.level(level, version));
        return out.0;
    }
    out.text(&file.name);
    out.text(&file.author);
    if version >= 5 {
        out.text(&file.description);
    }
    if version >= 4 {
        out.i64(file.id);
    }
    out.u32(file.levels.len() as u32);
    for level in &file.levels {
        if version >= 4 {
            out.u16(level.id);
        }
        out.level(level, version);
    }
    out.0
}

#[derive(Default)]
struct Output(Vec<u8>);

impl Output {
    fn u8(&mut self, number: u8) {
        self.0.push(number);
    }

    fn u16(&mut self, number: u16) {
        self.0.extend(number.to_le_bytes());
    }

    fn u32(&mut self, number: u32) {
        self.0.extend(number.to_le_bytes());
    }

    fn i64(&mut self, number: i64) {
        self.0.extend(number.to_le_bytes());
    }

    fn text(&mut self, text: &str) {
        self.u32(text.len() as u32);
        self.0.extend(text.as_bytes());
    }

    fn point(&mut self, (x, y): Point) {
        self.u32(x);
        self.u32(y);
    }

    fn complex(&mut self, (re, im): (i64, i64)) {
        self.i64(re);
        self.i64(im);
    }

    fn list<T>(&mut self, list: &[T], write: impl Fn(&mut Self, &T)) {
        self.u32(list.len() as u32);
        for one in list {
            write(self, one);
        }
    }

    fn level(&mut self, level: &LevelRecord, version: u16) {
        match version {
            1 | 2 => {
                self.text(&level.name);
                self.text(&level.author);
            }
            3 | 4 => self.text(&format!("{}\n{}", level.title, level.name)),
            _ => {
                for text in [&level.title, &level.name, &level.label, &level.author, &level.description] {
                    self.text(text);
                }
            }
        }
        self.point(level.size);
        if version <= 3 {
            if version == 1 {
                self.u32(level.arrangements.len() as u32);
            }
            self.0.extend(&level.arrangements);
            self.point(level.goal.unwrap_or_default());
        } else {
            self.u8(u8::from(level.goal.is_some()) | u8::from(level.exitable) << 1);
            if let Some(goal) = level.goal {
                self.point(goal);
            }
        }
        self.point(level.spawn);
        self.list(&level.tiles, |out, &tile| out.point(tile));
        self.list(&level.keys, Self::key);
        self.list(&level.doors, Self::door);
        if version >= 6 {
            self.list(&level.counters, Self::counter);
        }
        if version >= 3 {
            self.list(&level.entrances, |out, entrance| out.entrance(entrance, version));
        }
        if version >= 4 {
            self.list(&level.salvage_points, Self::salvage_point);
        }
    }

    fn key(&mut self, key: &KeyRecord) {
        self.complex(key.amount);
        self.point(key.at);
        self.u8(u8::from(key.infinite) << 7 | key.kind << 4 | key.colour);
    }

    fn door(&mut self, door: &DoorRecord) {
        self.complex(door.copies);
        self.point(door.at);
        self.point(door.size);
        let auras = u8::from(door.ice) << 6 | u8::from(door.erosion) << 5 | u8::from(door.paint) << 4;
        self.u8(auras | door.colour);
        self.u16(door.locks.len() as u16);
        for lock in &door.locks {
            self.lock(lock);
        }
    }

    fn lock(&mut self, lock: &LockRecord) {
        self.point(lock.at);
        self.point(lock.size);
        self.u16(lock.arrangement);
        self.i64(lock.magnitude);
        let flags = u16::from(lock.negative) | u16::from(lock.imaginary) << 1 | u16::from(lock.hidden) << 2;
        self.u16(flags | u16::from(lock.colour) << 3 | u16::from(lock.kind) << 7);
    }

    fn counter(&mut self, counter: &Counter) {
        self.point(counter.at);
        self.u32(counter.length);
        self.u16(counter.colours.len() as u16);
        self.0.extend(&counter.colours);
    }

    fn entrance(&mut self, entrance: &Entrance, version: u16) {
        self.point(entrance.at);
        if version == 3 {
            self.u32(entrance.skin);
            self.u32(entrance.target);
        } else {
            self.u8(entrance.skin as u8);
            self.u16(entrance.target as u16);
        }
    }

    fn salvage_point(&mut self, point: &SalvageRecord) {
        self.point(point.at);
        self.u8(u8::from(point.output));
        self.0.extend(point.id.to_le_bytes());
    }
}
