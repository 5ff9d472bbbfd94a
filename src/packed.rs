//! Files that are packed, as their endings say: `.gz` and `.zst`. Lists of millions of solutions shrink to a tenth.

use std::{
    io::{self, Read, Write},
    path::{Path, PathBuf},
};

use flate2::{Compression, read::MultiGzDecoder, write::GzEncoder};

use crate::{
    input::{Looking, ending_of},
    search::Control,
    whole_file::WholeFile,
};

/// Fast, and nearly as small as it gets: letters and digits.
const ZSTD_LEVEL: i32 = 3;

/// How a file is packed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Packing {
    /// `.gz`
    Gzip,
    /// `.zst`
    Zstd,
}

impl Packing {
    /// How the ending of a file says that it is packed, and what it would be called if it was not.
    pub fn of(file: &Path) -> (Option<Self>, PathBuf) {
        let packing = match ending_of(file).as_str() {
            "gz" => Self::Gzip,
            "zst" => Self::Zstd,
            _ => return (None, file.to_owned()),
        };
        (Some(packing), file.with_extension(""))
    }

    /// How bytes are packed, by what they begin with.
    fn of_bytes(bytes: &[u8]) -> Option<Self> {
        match bytes {
            [0x1f, 0x8b, ..] => Some(Self::Gzip),
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Some(Self::Zstd),
            _ => None,
        }
    }
}

/// Unpacks bytes that are packed, up to a number of them and one more; others stay as they are.
pub fn unpacked(bytes: Vec<u8>, most: u64, control: &Control) -> io::Result<Vec<u8>> {
    let mut plain = Vec::new();
    let reader: Box<dyn Read + '_> = match Packing::of_bytes(&bytes) {
        None => return Ok(bytes),
        Some(Packing::Gzip) => Box::new(MultiGzDecoder::new(&bytes[..])),
        Some(Packing::Zstd) => Box::new(zstd::Decoder::with_buffer(&bytes[..])?),
    };
    Looking { reader, control }.take(most + 1).read_to_end(&mut plain)?;
    Ok(plain)
}

/// A file in the making that may be packed.
pub enum PackedFile {
    /// As it is.
    Plain(WholeFile),
    /// `.gz`
    Gzip(GzEncoder<WholeFile>),
    /// `.zst`
    Zstd(zstd::Encoder<'static, WholeFile>),
}

impl PackedFile {
    /// Begins a file.
    pub fn create(file: &Path) -> io::Result<Self> {
        let whole = WholeFile::create(file)?;
        Ok(match Packing::of(file).0 {
            None => Self::Plain(whole),
            Some(Packing::Gzip) => Self::Gzip(GzEncoder::new(whole, Compression::fast())),
            Some(Packing::Zstd) => Self::Zstd(zstd::Encoder::new(whole, ZSTD_LEVEL)?),
        })
    }

    /// Puts the file in its place.
    pub fn keep(self) -> io::Result<()> {
        self.complete()?.keep_list()
    }

    /// The same without waiting for the disk.
    pub fn keep_unsynced(self) -> io::Result<()> {
        self.complete()?.keep_unsynced()
    }

    fn complete(self) -> io::Result<WholeFile> {
        Ok(match self {
            Self::Plain(whole) => whole,
            Self::Gzip(encoder) => encoder.finish()?,
            Self::Zstd(encoder) => encoder.finish()?,
        })
    }
}

impl Write for PackedFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Plain(out) => out.write(bytes),
            Self::Gzip(out) => out.write(bytes),
            Self::Zstd(out) => out.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Plain(out) => out.flush(),
            // To flush would cut what is packed into small pieces, and nobody can read it before its end.
            Self::Gzip(_) | Self::Zstd(_) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_comes_out_again() {
        let folder = tempfile::tempdir().unwrap();
        let text = "a line of letters\n".repeat(10_000);
        let mut sizes = Vec::new();
        for name in ["x.txt", "x.txt.gz", "x.txt.zst"] {
            let file = folder.path().join(name);
            let mut packed = PackedFile::create(&file).unwrap();
            packed.write_all(text.as_bytes()).unwrap();
            packed.flush().unwrap();
            packed.keep().unwrap();
            let bytes = std::fs::read(&file).unwrap();
            sizes.push(bytes.len());
            assert_eq!(unpacked(bytes.clone(), 1 << 20, &Control::default()).unwrap(), text.as_bytes(), "{name}");
            if name != "x.txt" {
                assert_eq!(
                    unpacked(bytes.clone(), 1000, &Control::default()).unwrap().len(),
                    1001,
                    "{name}: no more than asked for"
                );
                assert!(
                    unpacked(bytes[..bytes.len() / 2].to_vec(), 1 << 20, &Control::default()).is_err(),
                    "{name}: cut short"
                );
            }
        }
        assert!(sizes[1] * 10 < sizes[0] && sizes[2] * 10 < sizes[0], "{sizes:?}");
    }

    #[test]
    fn endings_say_how() {
        let of = |name: &str| Packing::of(Path::new(name));
        assert_eq!(of("a.jsonl.zst"), (Some(Packing::Zstd), "a.jsonl".into()));
        assert_eq!(of("dir.gz/a.txt.GZ"), (Some(Packing::Gzip), "dir.gz/a.txt".into()));
        assert_eq!(of("a.txt"), (None, "a.txt".into()));
    }
}
