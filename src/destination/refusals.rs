//! Places that a result cannot have: those of files that are needed, and those of other results.

use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
};

use crate::{family::Error, report::path_name, whole_file};

/// Refuses a name with a place for a number where there is just one result.
pub fn refuse_number_of_one(file: &Path) -> Result<(), Error> {
    match file.file_name().is_some_and(|name| name.to_string_lossy().contains("{}")) {
        true => Err(Error::Unsupported(format!(
            "{}: {{}} stands for the numbers of several files, and there is just one here",
            path_name(file)
        ))),
        false => Ok(()),
    }
}

/// Refuses two results that go to one file: the second would replace the first. Each comes with what asked for it.
pub fn refuse_one_place_for_two(results: &[(&str, Option<&Path>)]) -> Result<(), Error> {
    let given: Vec<(&str, &Path)> = results.iter().filter_map(|(name, file)| Some((*name, (*file)?))).collect();
    for (index, (name, file)) in given.iter().enumerate() {
        // A device or a pipe takes whatever comes.
        let is_kept = std::fs::metadata(file).map_or(true, |there| there.is_file());
        let other = given[..index].iter().find(|(_, other)| is_kept && whole_file::is_same(file, other));
        if let Some((other, _)) = other {
            let text = format!("{}: {other} and {name} cannot both write it", path_name(file));
            return Err(Error::Unsupported(text));
        }
    }
    Ok(())
}

/// Refuses to write onto a file that is still needed, be it that standard input comes from it.
pub fn refuse_to_replace(file: &Path, needed: &[PathBuf]) -> Result<(), Error> {
    let stdin = Path::new("/dev/stdin");
    let comes_from = |needed: &Path| needed == Path::new("-") && stdin.is_file() && whole_file::is_same(file, stdin);
    match needed.iter().find(|needed| whole_file::is_same(file, needed) || comes_from(needed)) {
        Some(needed) => Err(Error::WouldReplace { file: file.to_owned(), needed: needed.clone() }),
        None => Ok(()),
    }
}

/// The same for files with numbers in their names, which `{}` stands for.
pub fn refuse_to_replace_by_number(pattern: &Path, needed: &[PathBuf]) -> Result<(), Error> {
    let Ok(folder) = whole_file::folder_of(pattern).canonicalize() else { return Ok(()) };
    let places: Vec<_> = needed.iter().filter_map(|needed| Some((needed.canonicalize().ok()?, needed))).collect();
    for entry in folder.read_dir()?.flatten().filter(|entry| is_numbered(&entry.file_name(), pattern)) {
        // Most of many are no links: what they are called tells where they are.
        let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
        let place = if is_link { entry.path().canonicalize().ok() } else { Some(entry.path()) };
        if let Some((_, needed)) = places.iter().find(|(known, _)| Some(known) == place.as_ref()) {
            return Err(Error::WouldReplace { file: pattern.to_owned(), needed: (*needed).clone() });
        }
    }
    Ok(())
}

/// Is it the name of a pattern with some number in it?
fn is_numbered(name: &OsStr, pattern: &Path) -> bool {
    let (name, pattern) = (name.to_string_lossy(), pattern.file_name().unwrap_or_default().to_string_lossy());
    let number = pattern.split_once("{}").and_then(|(before, _)| name.strip_prefix(before)).unwrap_or_default();
    let digits = number.bytes().take_while(u8::is_ascii_digit).count();
    (1..=digits).any(|count| pattern.replace("{}", &number[..count]) == name)
}
