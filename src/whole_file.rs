//! Writes files that are there as a whole or not at all.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, Write},
    path::{Path, PathBuf},
};

/// Puts `bytes` in the place of `file` so that, whatever happens, either the old or the new content is there.
///
/// The new content is written beside the file, flushed to the disk and renamed. A link is followed, an existing file
/// keeps its permissions, and what is no plain file (a device, a pipe) is written to directly.
pub fn write(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let file = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    let before = fs::metadata(&file).ok();
    if before.as_ref().is_some_and(|before| !before.is_file()) {
        return OpenOptions::new().write(true).open(&file)?.write_all(bytes);
    }
    let beside = path_beside(&file)?;
    // One may be left from a run that was killed.
    let _ = fs::remove_file(&beside);
    let written = File::create_new(&beside).and_then(|mut part| {
        part.write_all(bytes)?;
        if let Some(before) = before {
            part.set_permissions(before.permissions())?;
        }
        part.sync_all()?;
        fs::rename(&beside, &file)
    });
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written?;
    // The rename itself lasts only once the folder is on the disk too. Not every file system can do that.
    let _ = File::open(folder_of(&file)).and_then(|folder| folder.sync_all());
    Ok(())
}

/// Makes sure that [`write`] is going to work, as far as that can be told: better now than after hours of searching.
pub fn ensure_writable(file: &Path) -> io::Result<()> {
    let file = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
    match fs::metadata(&file) {
        Ok(metadata) if metadata.is_dir() => Err(io::Error::other("it is a folder")),
        Ok(metadata) if !metadata.is_file() => OpenOptions::new().write(true).open(&file).map(drop),
        _ => tempfile::tempfile_in(folder_of(&file)).map(drop),
    }
}

/// Do two paths mean the same file?
pub fn is_same(a: &Path, b: &Path) -> bool {
    let full = |path: &Path| {
        let named = path.file_name().map(|name| folder_of(path).canonicalize().map(|folder| folder.join(name)));
        fs::canonicalize(path).ok().or_else(|| named?.ok())
    };
    a == b || matches!((full(a), full(b)), (Some(a), Some(b)) if a == b)
}

fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

fn path_beside(file: &Path) -> io::Result<PathBuf> {
    let name = file.file_name().ok_or_else(|| io::Error::other("it has no file name"))?;
    let mut part = std::ffi::OsString::from(".");
    part.push(name);
    part.push(".part");
    Ok(folder_of(file).join(part))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_content_is_replaced_and_nothing_is_left_beside() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("x.txt");
        write(&file, b"old").unwrap();
        fs::write(folder.path().join(".x.txt.part"), b"left by a kill").unwrap();
        write(&file, b"new").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
        assert!(is_same(&file, &folder.path().join("./x.txt")));
    }

    #[cfg(unix)]
    #[test]
    fn links_permissions_and_devices_are_respected() {
        use std::os::unix::fs::{FileTypeExt, PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("x"), folder.path().join("link"));
        fs::write(&file, b"old").unwrap();
        fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
        symlink(&file, &link).unwrap();
        write(&link, b"new").unwrap();
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        assert_eq!(fs::read(&file).unwrap(), b"new");
        assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        write(Path::new("/dev/null"), b"gone").unwrap();
        assert!(fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    }
}
