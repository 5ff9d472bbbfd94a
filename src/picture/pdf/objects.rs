//! The frame of a PDF file: objects that are written as they come, and at the end the table that tells where they are.

use std::io::{self, Write};

use flate2::{Compression, write::ZlibEncoder};
use pdf_writer::{Chunk, Filter, Ref};

/// A PDF file that is being written. Nothing of it is kept but the places of its objects.
pub(super) struct Objects<W> {
    out: W,
    written: u64,
    /// Where each object begins, in the order of their numbers; 0 as long as it is not written.
    places: Vec<u64>,
}

impl<W: Write> Objects<W> {
    /// Begins a file.
    pub(super) fn begin(out: W) -> io::Result<Self> {
        let mut objects = Self { out, written: 0, places: Vec::new() };
        // Bytes above 127 tell programs that carry files around that this is none of text.
        objects.raw(b"%PDF-1.7\n%\x80\x80\x80\x80\n\n")?;
        Ok(objects)
    }

    /// A number for an object that is written later.
    pub(super) fn reserve(&mut self) -> Ref {
        self.places.push(0);
        Ref::new(self.places.len() as i32)
    }

    fn raw(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.written += bytes.len() as u64;
        self.out.write_all(bytes)
    }

    /// Writes one object, whose number was reserved.
    pub(super) fn put(&mut self, id: Ref, write: impl FnOnce(&mut Chunk, Ref)) -> io::Result<()> {
        let mut chunk = Chunk::new();
        write(&mut chunk, id);
        self.places[id.get() as usize - 1] = self.written;
        self.raw(chunk.as_bytes())
    }

    /// Writes a stream of bytes, made smaller.
    pub(super) fn put_stream(&mut self, id: Ref, bytes: &[u8]) -> io::Result<()> {
        let packed = packed(bytes)?;
        self.put(id, |chunk, id| {
            chunk.stream(id, &packed).filter(Filter::FlateDecode);
        })
    }

    /// Ends the file. `catalog` is the object that names all others, `information` the one with the title.
    pub(super) fn finish(mut self, catalog: Ref, information: Ref) -> io::Result<()> {
        let (table, count) = (self.written, self.places.len() + 1);
        let mut text = format!("xref\n0 {count}\n0000000000 65535 f\r\n");
        for place in &self.places {
            // What was reserved and never written is free.
            text += &if *place == 0 { "0000000000 65535 f\r\n".to_owned() } else { format!("{place:010} 00000 n\r\n") };
        }
        let (root, info) = (catalog.get(), information.get());
        text += &format!("trailer\n<< /Size {count} /Root {root} 0 R /Info {info} 0 R >>\nstartxref\n{table}\n%%EOF\n");
        self.raw(text.as_bytes())?;
        self.out.flush()
    }
}

/// Bytes made smaller, as readers of PDF unpack them.
fn packed(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes)?;
    encoder.finish()
}
