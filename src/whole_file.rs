//! Writes files that are there as a whole or not at all.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

/// A file in the making: what is written goes beside its place, and takes the place when it is [kept](Self::keep).
/// Dropped before that, it leaves no trace.
///
/// A link is followed, an existing file keeps its permissions, and what is no plain file (a device, a pipe) is written
/// to directly.
#[derive(Debug)]
pub struct WholeFile {
    out: BufWriter<File>,
    place: PathBuf,
    /// Where it is written, until it is kept; `None` for what is written to directly.
    beside: Option<PathBuf>,
}

impl WholeFile {
    /// Begins a file.
    pub fn create(file: &Path) -> io::Result<Self> {
        let place = fs::canonicalize(file).unwrap_or_else(|_| file.to_owned());
        if fs::metadata(&place).is_ok_and(|before| !before.is_file()) {
            let out = BufWriter::new(OpenOptions::new().write(true).open(&place)?);
            return Ok(Self { out, place, beside: None });
        }
        let beside = path_beside(&place)?;
        // One may be left from a run that was killed.
        let _ = fs::remove_file(&beside);
        let out = BufWriter::with_capacity(1 << 16, File::create_new(&beside)?);
        Ok(Self { out, place, beside: Some(beside) })
    }

    /// Puts the file in its place: from here on it is there as a whole, whatever happens.
    pub fn keep(mut self) -> io::Result<()> {
        self.out.flush()?;
        let Some(beside) = &self.beside else { return Ok(()) };
        if let Ok(before) = fs::metadata(&self.place) {
            self.out.get_ref().set_permissions(before.permissions())?;
        }
        self.out.get_ref().sync_all()?;
        fs::rename(beside, &self.place)?;
        self.beside = None;
        // The rename itself lasts only once the folder is on the disk too. Not every file system can do that.
        let _ = File::open(folder_of(&self.place)).and_then(|folder| folder.sync_all());
        Ok(())
    }
}

impl Write for WholeFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Drop for WholeFile {
    fn drop(&mut self) {
        if let Some(beside) = &self.beside {
            let _ = fs::remove_file(beside);
        }
    }
}

/// Puts `bytes` in the place of `file` so that, whatever happens, either the old or the new content is there.
pub fn write(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut whole = WholeFile::create(file)?;
    whole.write_all(bytes)?;
    whole.keep()
}

/// Makes sure that a file can be written, as far as that can be told: better now than after hours of searching.
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
