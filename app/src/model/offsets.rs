//! Offsets as the text editor counts them: UTF-16 units, and a line break as one, whatever it is in the file.

use descriptorium_core::text::{Span, floor_boundary};

/// The offset of a byte, in the units of the text editor.
pub fn to_editor(text: &str, byte: usize) -> usize {
    let mut units = 0;
    let mut last = 0;
    // One for each character, two for those of four bytes; byte by byte, as texts are long.
    for &byte in &text.as_bytes()[..floor_boundary(text, byte)] {
        let continues = byte & 0xc0 == 0x80 || last == b'\r' && byte == b'\n';
        units += usize::from(!continues) + usize::from(byte >= 0xf0);
        last = byte;
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

/// The byte at an offset in the units of the text editor; the end of the text where it is shorter.
pub fn to_byte(text: &str, offset: usize) -> usize {
    let mut units = 0;
    let mut characters = text.char_indices().peekable();
    while let Some((at, character)) = characters.next() {
        if units >= offset {
            return at;
        }
        if character == '\r' && characters.next_if(|(_, next)| *next == '\n').is_some() {
            units += 1;
        } else {
            units += character.len_utf16();
        }
    }
    text.len()
}

/// The offsets of many bytes of one text, mostly in its order: each is found from the one before.
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
        // Behind a `\r` that is counted already, its `\n` adds nothing.
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

/// The bytes at many offsets of one text, mostly in its order.
pub struct Bytes<'a> {
    text: &'a str,
    byte: usize,
    units: usize,
}

impl<'a> Bytes<'a> {
    pub fn of(text: &'a str) -> Self {
        Bytes { text, byte: 0, units: 0 }
    }

    /// The byte at an offset in the units of the text editor; the end of the text where it is shorter.
    pub fn at(&mut self, offset: usize) -> usize {
        if offset < self.units {
            (self.byte, self.units) = (0, 0);
        }
        self.byte += to_byte(self.text.get(self.byte..).unwrap_or(""), offset - self.units);
        self.units = offset;
        self.byte
    }
}

/// What was typed, with the line breaks that the file has.
pub fn with_breaks_of(text: &str, typed: &str) -> String {
    if text.contains("\r\n") { typed.replace("\r\n", "\n").replace('\n', "\r\n") } else { typed.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn offsets_go_there_and_back() {
        for text in ["", "a: 1\nb: 2\n", "ä𝄞: 1\r\nb: 𝄞\r\n", "lone\rreturn", "\r\n\r\n"] {
            let boundaries = (0..=text.len()).filter(|at| text.is_char_boundary(*at));
            for at in boundaries.filter(|at| !(text[..*at].ends_with('\r') && text[*at..].starts_with('\n'))) {
                assert_eq!(to_byte(text, to_editor(text, at)), at, "{text:?} at {at}");
            }
        }
        assert_eq!(span_to_editor("𝄞\r\nab", Span::new(6, 8)), (3, 5));
    }

    #[test]
    fn many_offsets_are_found_as_each_alone() {
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
