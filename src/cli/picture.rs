//! Pictures into files: the ending of a file's name chooses the format.

use std::path::Path;

use super::{failure::Failure, output::say};
use crate::{
    picture::{Scene, png, svg},
    whole_file,
};

/// The ending of a file, in small letters.
pub fn ending(file: &Path) -> String {
    file.extension().and_then(|ending| ending.to_str()).unwrap_or("").to_ascii_lowercase()
}

/// A scene in the format the ending of a file chooses.
pub fn picture(scene: &Scene, file: &Path) -> Result<Vec<u8>, Failure> {
    match ending(file).as_str() {
        "svg" => Ok(svg(scene).into_bytes()),
        "png" => png(scene).map_err(|error| Failure::Usage(format!("cannot draw {}: {error}", file.display()))),
        _ => Err(Failure::Usage(format!("{}: the ending chooses the format: .svg, .png or .txt", file.display()))),
    }
}

/// Puts a file in its place and says so.
pub fn deliver(file: &Path, bytes: &[u8], quiet: bool) -> Result<(), Failure> {
    whole_file::write(file, bytes)
        .map_err(|error| Failure::Usage(format!("cannot write {}: {error}", file.display())))?;
    if !quiet {
        say(format!("wrote {}", file.display()));
    }
    Ok(())
}
