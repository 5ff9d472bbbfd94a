//! Reading bytes from the front, with errors that say where and what. Nothing is allocated for a length that the bytes
//! left could not hold.

use std::fmt;

/// What is wrong with a binary file, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The byte at which the field begins.
    pub offset: usize,
    /// The field, from the outermost thing that holds it, such as `level 2, door 3, copies`.
    pub field: String,
    /// What is there.
    pub found: String,
    /// What should be there.
    pub expected: String,
}

impl Fault {
    /// The same fault, in a thing of a list. People count from 1.
    pub fn within(mut self, what: &str, index: usize) -> Self {
        self.field = format!("{what} {}, {}", index + 1, self.field);
        self
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { offset, field, found, expected } = self;
        write!(f, "byte {offset} (0x{offset:X}), {field}: found {found}, expected {expected}")
    }
}

/// The bytes that are left of a file.
#[derive(Clone, Debug)]
pub struct Bytes<'a> {
    all: &'a [u8],
    at: usize,
    /// The first value that means nothing: what follows it can be read all the same.
    blemish: Option<Fault>,
}

impl<'a> Bytes<'a> {
    /// All bytes of a file.
    pub fn new(all: &'a [u8]) -> Self {
        Self { all, at: 0, blemish: None }
    }

    /// How many bytes were read.
    pub fn offset(&self) -> usize {
        self.at
    }

    /// The bytes that were not read yet.
    pub fn left(&self) -> &'a [u8] {
        self.all.get(self.at..).unwrap_or_default()
    }

    /// What was read since an offset.
    pub fn since(&self, offset: usize) -> &'a [u8] {
        self.all.get(offset..self.at).unwrap_or_default()
    }

    /// A fault about a field that begins at an offset.
    pub fn fault(&self, offset: usize, field: &str, found: impl Into<String>, expected: impl Into<String>) -> Fault {
        Fault { offset, field: field.to_owned(), found: found.into(), expected: expected.into() }
    }

    /// Takes note of a value that means nothing.
    pub fn blemish(&mut self, fault: Fault) {
        self.blemish.get_or_insert(fault);
    }

    /// The first value that meant nothing since this was asked last.
    pub fn first_blemish(&mut self) -> Option<Fault> {
        self.blemish.take()
    }

    /// The next so many bytes.
    pub fn take(&mut self, length: usize, field: &str) -> Result<&'a [u8], Fault> {
        match self.left().get(..length) {
            Some(bytes) => {
                self.at += length;
                Ok(bytes)
            }
            None => {
                let left = self.left().len();
                Err(self.fault(self.at, field, format!("{left} bytes, then the end"), format!("{length} bytes")))
            }
        }
    }

    /// Passes over so many bytes.
    pub fn skip(&mut self, length: usize, field: &str) -> Result<(), Fault> {
        self.take(length, field).map(|_| ())
    }

    fn array<const N: usize>(&mut self, field: &str) -> Result<[u8; N], Fault> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N, field)?);
        Ok(array)
    }

    /// A byte.
    pub fn u8(&mut self, field: &str) -> Result<u8, Fault> {
        Ok(u8::from_le_bytes(self.array(field)?))
    }

    /// A number of 16 bits.
    pub fn u16(&mut self, field: &str) -> Result<u16, Fault> {
        Ok(u16::from_le_bytes(self.array(field)?))
    }

    /// A number of 32 bits.
    pub fn u32(&mut self, field: &str) -> Result<u32, Fault> {
        Ok(u32::from_le_bytes(self.array(field)?))
    }

    /// A number of 32 bits with a sign.
    pub fn i32(&mut self, field: &str) -> Result<i32, Fault> {
        Ok(i32::from_le_bytes(self.array(field)?))
    }

    /// A number of 64 bits with a sign.
    pub fn i64(&mut self, field: &str) -> Result<i64, Fault> {
        Ok(i64::from_le_bytes(self.array(field)?))
    }

    /// Two numbers of 32 bits.
    pub fn point(&mut self, field: &str) -> Result<(u32, u32), Fault> {
        Ok((self.u32(field)?, self.u32(field)?))
    }

    /// Two numbers of 64 bits with signs.
    pub fn complex(&mut self, field: &str) -> Result<(i64, i64), Fault> {
        Ok((self.i64(field)?, self.i64(field)?))
    }

    /// A length of 32 bits and so many bytes of UTF-8.
    pub fn text(&mut self, field: &str) -> Result<String, Fault> {
        let length = self.count(1, field)?;
        let offset = self.at;
        let bytes = self.take(length, field)?;
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(text.to_owned()),
            Err(error) => {
                let bad = error.valid_up_to();
                let found = format!("byte 0x{:02X}", bytes.get(bad).copied().unwrap_or_default());
                Err(self.fault(offset + bad, field, found, "text in UTF-8"))
            }
        }
    }

    /// How many things of at least so many bytes follow (32 bits), if the bytes left can hold them.
    pub fn count(&mut self, least_bytes: usize, field: &str) -> Result<usize, Fault> {
        let offset = self.at;
        let count = self.u32(field)?;
        self.checked_count(count as usize, least_bytes, offset, field)
    }

    /// The same with a number of 16 bits.
    pub fn small_count(&mut self, least_bytes: usize, field: &str) -> Result<usize, Fault> {
        let offset = self.at;
        let count = self.u16(field)?;
        self.checked_count(usize::from(count), least_bytes, offset, field)
    }

    fn checked_count(&self, count: usize, least_bytes: usize, offset: usize, field: &str) -> Result<usize, Fault> {
        let most = self.left().len() / least_bytes.max(1);
        if count > most {
            let expected = format!("at most {most}: no more fit into the {} bytes left", self.left().len());
            return Err(self.fault(offset, field, format!("a length of {count}"), expected));
        }
        Ok(count)
    }

    /// A list whose length is known to fit.
    pub fn list<T>(
        &mut self,
        count: usize,
        what: &str,
        mut read: impl FnMut(&mut Self) -> Result<T, Fault>,
    ) -> Result<Vec<T>, Fault> {
        // Things take more room here than in the file: a lie about their number should not be worth much memory.
        let mut list = Vec::with_capacity(count.min(1024));
        for index in 0..count {
            let earlier = self.blemish.take();
            list.push(read(self).map_err(|fault| fault.within(what, index))?);
            let new = self.blemish.take().map(|blemish| blemish.within(what, index));
            self.blemish = earlier.or(new);
        }
        Ok(list)
    }
}
