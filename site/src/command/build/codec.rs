//! The binary format of the build cache: a checksum of the rest, the hash of the program that wrote it, and the values
//! one after the other.
//!
//! A serde codec (`postcard`) would not be simpler: reading validates more than the form (codes must exist in this program,
//! paths must be plain), findings are written without their texts and fixes, and writing borrows everything. With serde, this
//! would take a second set of types, and the codec would only replace `number`, `bytes`, `list` and `option`.

use std::fs;
use std::io;
use std::path::Path;

use crate::hash::Hash;

/// Size of the checksum in bytes.
const SUM: usize = 4;

/// Serializes values.
pub struct Writer {
    bytes: Vec<u8>,
}

impl Writer {
    /// A writer with a capacity in bytes.
    pub fn new(capacity: usize) -> Self {
        let mut writer = Writer { bytes: Vec::with_capacity(capacity) };
        writer.bytes.resize(SUM, 0);
        writer.text(env!("DESCRIPTORIUM_PROGRAM_HASH"));
        writer
    }

    /// A variable-length integer (LEB128).
    pub fn number(&mut self, number: usize) {
        let mut rest = number;
        while rest >= 0x80 {
            self.bytes.push((rest & 0x7f) as u8 | 0x80);
            rest >>= 7;
        }
        self.bytes.push(rest as u8);
    }

    /// Bytes of a length that the reader knows.
    pub fn plain(&mut self, bytes: impl AsRef<[u8]>) {
        self.bytes.extend_from_slice(bytes.as_ref());
    }

    pub fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len());
        self.plain(bytes);
    }

    pub fn text(&mut self, text: &str) {
        self.bytes(text.as_bytes());
    }

    pub fn list<T>(&mut self, things: impl Iterator<Item = T>, each: impl Fn(&mut Writer, T)) {
        let things: Vec<T> = things.collect();
        self.number(things.len());
        things.into_iter().for_each(|thing| each(self, thing));
    }

    pub fn option<T>(&mut self, thing: Option<T>, write: impl Fn(&mut Writer, T)) {
        self.number(usize::from(thing.is_some()));
        thing.into_iter().for_each(|thing| write(self, thing));
    }

    /// Everything written so far, with the checksum.
    pub fn finish(self) -> Vec<u8> {
        let mut bytes = self.bytes;
        if let Some((sum, content)) = bytes.split_first_chunk_mut() {
            *sum = sum_of(content);
        }
        bytes
    }

    /// Writes everything to the file at `path` atomically.
    pub fn put(self, path: &Path) -> io::Result<()> {
        let draft = path.with_added_extension("tmp");
        let put = fs::write(&draft, self.finish()).and_then(|()| fs::rename(&draft, path));
        put.inspect_err(|_| drop(fs::remove_file(&draft)))
    }
}

/// Reads the output of [`Writer`]; `None` if the data is invalid.
pub struct Reader<'a> {
    rest: &'a [u8],
}

impl<'a> Reader<'a> {
    /// Accepts only intact data written by this program.
    pub fn new(bytes: &'a [u8]) -> Option<Self> {
        let (sum, content) = bytes.split_first_chunk()?;
        let mut reader = Reader { rest: content };
        (*sum == sum_of(content) && reader.text()? == env!("DESCRIPTORIUM_PROGRAM_HASH")).then_some(reader)
    }

    pub fn plain(&mut self, count: usize) -> Option<&'a [u8]> {
        let (bytes, rest) = self.rest.split_at_checked(count)?;
        self.rest = rest;
        Some(bytes)
    }

    pub fn bytes(&mut self) -> Option<&'a [u8]> {
        let count = self.number()?;
        self.plain(count)
    }

    pub fn number(&mut self) -> Option<usize> {
        let mut number = 0;
        for shift in (0..usize::BITS).step_by(7) {
            let (byte, rest) = self.rest.split_first()?;
            self.rest = rest;
            number |= usize::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Some(number);
            }
        }
        None
    }

    pub fn text(&mut self) -> Option<&'a str> {
        std::str::from_utf8(self.bytes()?).ok()
    }

    pub fn string(&mut self) -> Option<String> {
        self.text().map(str::to_owned)
    }

    pub fn hash(&mut self) -> Option<Hash> {
        Some(Hash(self.plain(16)?.try_into().ok()?))
    }

    pub fn list<T>(&mut self, each: impl Fn(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count = self.number()?;
        // Limits the allocation for damaged lengths: every item takes at least one byte.
        let mut things = Vec::with_capacity(count.min(self.rest.len()).min(1 << 16));
        for _ in 0..count {
            things.push(each(self)?);
        }
        Some(things)
    }

    pub fn option<T>(&mut self, read: impl Fn(&mut Self) -> Option<T>) -> Option<Option<T>> {
        if self.number()? == 0 { Some(None) } else { read(self).map(Some) }
    }
}

/// The checksum.
fn sum_of(content: &[u8]) -> [u8; SUM] {
    crc32fast::hash(content).to_le_bytes()
}

/// Passes damaged, truncated, and intact but foreign bytes to `read`. It must not panic, and must reject the first two.
#[cfg(test)]
pub fn damage(bytes: &[u8], read: impl Fn(&[u8]) -> bool) {
    assert!(read(bytes));
    for at in (0..bytes.len()).step_by(7) {
        let mut damaged = bytes.to_vec();
        damaged[at] ^= 0x10;
        assert!(!read(&damaged) && !read(&bytes[..at]), "{at}");
    }
    for at in (SUM..bytes.len()).step_by(5) {
        let mut strange = bytes.to_vec();
        strange[at] = 0xff;
        let sum = sum_of(&strange[SUM..]);
        strange[..SUM].copy_from_slice(&sum);
        let _ = read(&strange);
    }
}
