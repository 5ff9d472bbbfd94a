//! Writes files that are there as a whole or not at all.

use std::{
    fs::{self, File, OpenOptions},
    io::{self, BufWriter, Write},
    path::{Path, PathBuf},
};

use tempfile::{NamedTempFile, TempPath};

/// More links that lead to each other than any system follows.
const MOST_LINKS: usize = 40;

/// Lists that are larger than this are left to the system to be brought to the disk: that can take longer than to make
/// them.
const MOST_SYNCED: u64 = 32 << 20;

/// A file in the making: what is written goes beside its place, under a name of its own, and takes the place when it is
/// [kept](Self::keep). Dropped before that, it leaves no trace.
///
/// A link is followed, an existing file keeps its permissions, and what is no plain file (a device, a pipe) is written
/// to directly. Several files in the making for one place do not disturb each other: the one kept last is there.
#[derive(Debug)]
pub struct WholeFile {
    out: BufWriter<File>,
    /// Where it is written until it is kept, and its place; `None` for what is written to directly.
    beside: Option<(TempPath, PathBuf)>,
}

/// Where the content of a file goes.
enum Target {
    /// Straight there.
    Direct,
    /// Beside this place first. Nothing is there, or a plain file.
    Beside(PathBuf),
}

impl WholeFile {
    /// Begins a file.
    pub fn create(file: &Path) -> io::Result<Self> {
        match target(file)? {
            Target::Direct => {
                let out = OpenOptions::new().write(true).open(file)?;
                Ok(Self { out: BufWriter::new(out), beside: None })
            }
            Target::Beside(place) => {
                let (out, beside) = create_beside(&place)?.into_parts();
                Ok(Self { out: BufWriter::with_capacity(1 << 16, out), beside: Some((beside, place)) })
            }
        }
    }

    /// Puts the file in its place: from here on it is there as a whole, whatever happens.
    pub fn keep(self) -> io::Result<()> {
        self.put_in_place(u64::MAX)
    }

    /// The same for something that can be made again, in a hurry: nobody waits for the disk.
    pub fn keep_unsynced(self) -> io::Result<()> {
        self.put_in_place(0)
    }

    /// The same for something that can be made again and may be very large: beyond some size nobody waits for the disk.
    /// A power cut may then leave a file that is cut short; whatever else happens, it is there as a whole.
    pub fn keep_list(self) -> io::Result<()> {
        self.put_in_place(MOST_SYNCED)
    }

    fn put_in_place(mut self, most_synced: u64) -> io::Result<()> {
        self.out.flush()?;
        let Some((beside, place)) = self.beside else { return Ok(()) };
        let file = self.out.get_ref();
        if let Ok(before) = fs::metadata(&place) {
            file.set_permissions(before.permissions())?;
        }
        if file.metadata()?.len() <= most_synced {
            file.sync_all()?;
        }
        beside.persist(&place).map_err(|error| error.error)?;
        if most_synced > 0 {
            // The rename itself lasts only once the folder is on the disk too. Not every file system can do that.
            let _ = File::open(folder_of(&place)).and_then(|folder| folder.sync_all());
        }
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

/// Puts `bytes` in the place of `file` so that, whatever happens, either the old or the new content is there.
pub fn write(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut whole = WholeFile::create(file)?;
    whole.write_all(bytes)?;
    whole.keep()
}

/// The same for one of many that can be made again: nobody waits for the disk.
pub fn write_unsynced(file: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut whole = WholeFile::create(file)?;
    whole.write_all(bytes)?;
    whole.keep_unsynced()
}

/// Makes sure that a file can be written, as far as that can be told: better now than after hours of searching.
pub fn ensure_writable(file: &Path) -> io::Result<()> {
    match target(file)? {
        Target::Direct => {
            let there = fs::metadata(file)?;
            if there.is_dir() {
                return Err(io::Error::other("it is a folder"));
            }
            if is_pipe(&there) {
                // To open it waits for a reader, and to close it again tells that reader that all has been written.
                return Ok(());
            }
            OpenOptions::new().write(true).open(file).map(drop)
        }
        Target::Beside(place) => create_beside(&place).map(drop),
    }
}

/// Refuses what is there and is no plain file. What the program reads again later has to be one: a pipe would be waited
/// for, and a device may have no end.
pub fn ensure_plain(file: &Path) -> io::Result<()> {
    match fs::metadata(file) {
        Ok(there) if there.is_dir() => Err(io::Error::other("it is a folder")),
        Ok(there) if !there.is_file() => Err(io::Error::other("it is no plain file")),
        // What cannot be looked at is told by whoever opens it.
        Ok(_) | Err(_) => Ok(()),
    }
}

/// Makes sure that something can be kept in a file and read again.
pub fn ensure_kept(file: &Path) -> io::Result<()> {
    ensure_plain(file)?;
    ensure_writable(file)
}

/// Makes sure that a file can be written again and again without anybody who reads it: a plain file, or a device that
/// takes whatever comes.
pub fn ensure_rewritable(file: &Path) -> io::Result<()> {
    match fs::metadata(file) {
        Ok(there) if is_device(&there) => ensure_writable(file),
        _ => ensure_kept(file),
    }
}

/// Opens a plain file to be read.
pub fn open_plain(file: &Path) -> io::Result<File> {
    ensure_plain(file)?;
    File::open(file)
}

/// Do two paths mean the same file?
pub fn is_same(a: &Path, b: &Path) -> bool {
    let full = |path: &Path| {
        let place = fs::canonicalize(path).or_else(|_| followed(path)).ok()?;
        Some(folder_of(&place).canonicalize().ok()?.join(place.file_name()?))
    };
    a == b || matches!((full(a), full(b)), (Some(a), Some(b)) if a == b)
}

fn target(file: &Path) -> io::Result<Target> {
    match fs::metadata(file) {
        // A plain file without a path, such as one that is deleted and still open as `/dev/stdout`, is written
        // directly.
        Ok(there) if there.is_file() => Ok(fs::canonicalize(file).map_or(Target::Direct, Target::Beside)),
        Ok(_) => Ok(Target::Direct),
        Err(_) => followed(file).map(Target::Beside),
    }
}

/// Where a path leads, even if nothing is there.
fn followed(file: &Path) -> io::Result<PathBuf> {
    let mut place = file.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&place) {
            Ok(next) => place = folder_of(&place).join(next),
            Err(_) => return Ok(place),
        }
    }
    Err(io::Error::other("too many links lead to each other"))
}

/// A new file in the folder of a place, with the permissions that new files get.
fn create_beside(place: &Path) -> io::Result<NamedTempFile> {
    if place.file_name().is_none() {
        return Err(io::Error::other("it has no file name"));
    }
    // The name is short: that of the place may be as long as names can be.
    let mut part = tempfile::Builder::new();
    part.prefix(".fathom-").suffix(".part").make_in(folder_of(place), |path| File::create_new(path))
}

#[cfg(unix)]
fn is_pipe(there: &fs::Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&there.file_type())
}

#[cfg(unix)]
fn is_device(there: &fs::Metadata) -> bool {
    std::os::unix::fs::FileTypeExt::is_char_device(&there.file_type())
}

#[cfg(not(unix))]
fn is_pipe(_: &fs::Metadata) -> bool {
    false
}

#[cfg(not(unix))]
fn is_device(_: &fs::Metadata) -> bool {
    false
}

/// The folder that a file is in.
pub(crate) fn folder_of(file: &Path) -> &Path {
    file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

#[cfg(test)]
mod tests;
