//! Offsets of the text editor: UTF-16 units, and 1 for every line break, whatever it is in the file.

use descriptorium_core::text::{Span, floor_boundary};

/// The number of bytes that are compared at a time.
const BLOCK: usize = 8;

/// Whether each of these bytes is one unit, whatever comes before and after: ASCII without a carriage return.
fn are_units(block: [u8; BLOCK]) -> bool {
    const ONES: u64 = u64::from_ne_bytes([0x01; BLOCK]);
    const HIGH: u64 = u64::from_ne_bytes([0x80; BLOCK]);
    let word = u64::from_ne_bytes(block);
    let returns = word ^ (ONES * b'\r' as u64);
    // A byte is zero if subtracting one borrows from its highest bit.
    (word | (returns.wrapping_sub(ONES) & !returns)) & HIGH == 0
}

/// The length of a prefix in which each byte is one unit: a multiple of the block.
fn plain(bytes: &[u8]) -> usize {
    let (blocks, _) = bytes.as_chunks::<BLOCK>();
    blocks.iter().take_while(|block| are_units(**block)).count() * BLOCK
}

/// The offset of a byte, in the units of the text editor.
pub fn to_editor(text: &str, byte: usize) -> usize {
    let bytes = &text.as_bytes()[..floor_boundary(text, byte)];
    let mut units = 0;
    let mut last = 0;
    let mut at = 0;
    // One unit per character, two for characters of four bytes; byte by byte outside of plain blocks.
    while let Some(&byte) = bytes.get(at) {
        if last != b'\r' {
            let skipped = plain(&bytes[at..]);
            if skipped > 0 {
                (at, units, last) = (at + skipped, units + skipped, 0);
                continue;
            }
        }
        let continues = byte & 0xc0 == 0x80 || last == b'\r' && byte == b'\n';
        units += usize::from(!continues) + usize::from(byte >= 0xf0);
        last = byte;
        at += 1;
    }
    units
}

/// The ends of a span, in the units of the text editor.
pub fn span_to_editor(text: &str, span: Span) -> (usize, usize) {
    let (start, end) = (span.start as usize, span.end as usize);
    let from = to_editor(text, start);
    let between = text.get(start..end).map(|covered| to_editor(covered, covered.len()));
    (from, between.map_or_else(|| to_editor(text, end), |length| from + length))
}

/// The byte at an offset in the units of the text editor, at most the length of the text.
pub fn to_byte(text: &str, offset: usize) -> usize {
    let bytes = text.as_bytes();
    let (mut at, mut units) = (0, 0);
    while units < offset {
        let ahead = text.len().min(at + (offset - units));
        let skipped = plain(bytes.get(at..ahead).unwrap_or_default());
        if skipped > 0 {
            (at, units) = (at + skipped, units + skipped);
            continue;
        }
        let mut characters = text.get(at..).unwrap_or_default().chars();
        let Some(character) = characters.next() else { break };
        at += character.len_utf8();
        if character == '\r' && characters.next() == Some('\n') {
            at += 1;
            units += 1;
        } else {
            units += character.len_utf16();
        }
    }
    at
}

/// Converts many byte offsets of one text, mostly ascending: each starts from the one before.
pub struct Units<'a> {
    text: &'a str,
    byte: usize,
    units: usize,
}

impl<'a> Units<'a> {
    pub fn of(text: &'a str) -> Self {
        Units { text, byte: 0, units: 0 }
    }

    /// The offset of a byte, in the units of the text editor.
    pub fn at(&mut self, byte: usize) -> usize {
        let byte = floor_boundary(self.text, byte);
        if byte < self.byte {
            (self.byte, self.units) = (0, 0);
        }
        let between = self.text.get(self.byte..byte).unwrap_or("");
        // After a counted `\r`, its `\n` adds nothing.
        let halved = usize::from(between.starts_with('\n') && self.text[..self.byte].ends_with('\r'));
        self.units += to_editor(between, between.len()) - halved;
        self.byte = byte;
        self.units
    }

    /// The ends of a span.
    pub fn span(&mut self, span: Span) -> (usize, usize) {
        let from = self.at(span.start as usize);
        (from, self.at(span.end as usize))
    }
}

/// Converts many editor offsets of one text to bytes, mostly ascending.
pub struct Bytes<'a> {
    text: &'a str,
    byte: usize,
    units: usize,
}

impl<'a> Bytes<'a> {
    pub fn of(text: &'a str) -> Self {
        Bytes { text, byte: 0, units: 0 }
    }

    /// The byte at an offset in the units of the text editor, at most the length of the text.
    pub fn at(&mut self, offset: usize) -> usize {
        if offset < self.units {
            (self.byte, self.units) = (0, 0);
        }
        self.byte += to_byte(self.text.get(self.byte..).unwrap_or(""), offset - self.units);
        self.units = offset;
        self.byte
    }
}

/// Typed text with the line breaks of the file.
pub fn with_breaks_of(text: &str, typed: &str) -> String {
    let breaks = typed.contains('\n') && text.contains("\r\n");
    if breaks { typed.replace("\r\n", "\n").replace('\n', "\r\n") } else { typed.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_convert_both_ways() {
        let plain = "name: assembly::a::1.0\nproperties:\n";
        let long = format!("{plain}{plain}ä: {plain}𝄞\r\n{plain}\r\r\n{plain}");
        for text in ["", "a: 1\nb: 2\n", "ä𝄞: 1\r\nb: 𝄞\r\n", "lone\rreturn", "\r\n\r\n", &long] {
            let boundaries = (0..=text.len()).filter(|at| text.is_char_boundary(*at));
            for at in boundaries.filter(|at| !(text[..*at].ends_with('\r') && text[*at..].starts_with('\n'))) {
                assert_eq!(to_byte(text, to_editor(text, at)), at, "{text:?} at {at}");
            }
        }
        assert_eq!(span_to_editor("𝄞\r\nab", Span::new(6, 8)), (3, 5));
    }

    #[test]
    fn many_offsets_convert_as_each_alone() {
        let text = "ä𝄞: 1\r\nb: 𝄞\r\nlone\rreturn\n";
        let (mut units, mut bytes) = (Units::of(text), Bytes::of(text));
        for at in [0, 2, 6, 10, 11, 4, text.len(), 14, 0, 12] {
            let at = floor_boundary(text, at);
            assert_eq!(units.at(at), to_editor(text, at), "at {at}");
            let offset = to_editor(text, at);
            assert_eq!(bytes.at(offset), to_byte(text, offset), "at {at}");
        }
    }
}
