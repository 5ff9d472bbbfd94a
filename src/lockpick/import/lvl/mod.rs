//! The community editor's `.lvl` files: little-endian binary, format versions 1 to 6, one level or a whole pack. Every
//! field of the file is kept, also those that only matter to the eye.

mod bytes;
mod decode;
mod encode;
mod file;
mod from_room;
mod picture;
mod to_room;
mod variant;

#[cfg(test)]
mod tests;
#[cfg(test)]
pub(in crate::lockpick::import) mod versions;

pub use bytes::Fault;
pub use decode::decode;
pub use encode::encode;
pub use file::{
    Counter, DoorRecord, Entrance, File, KeyRecord, LATEST_VERSION, LevelRecord, LockRecord, Point, SalvageRecord,
};
pub use from_room::from_room;
pub use picture::{bytes_in_picture, looks_like_picture, starts_like_picture_of_level};
pub use to_room::{Misfit, to_room};

/// Whether bytes begin as a level file does. Texts never do: the second byte is 0.
pub fn looks_like_level(bytes: &[u8]) -> bool {
    matches!(bytes, [1..=63, 0, ..])
}
