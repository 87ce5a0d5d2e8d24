//! Plain scalars, in block and flow context.

use smol_str::SmolStr;

use crate::syntax::{Kind, Node, Scalar, Style, SyntaxErrorKind};
use crate::text::Span;

use super::Parser;

/// The bytes that may end a plain scalar.
const STOPS: [bool; 256] = {
    let mut stops = [false; 256];
    let bytes = b" \t\n\r:#,[]{}";
    let mut index = 0;
    while index < bytes.len() {
        stops[bytes[index] as usize] = true;
        index += 1;
    }
    stops
};

/// How far to search for the end of a reference.
const MAX_REFERENCE_LENGTH: usize = 1024;

/// The folded content of a scalar that spans several lines.
#[derive(Default)]
pub(super) struct Folded {
    pub(super) text: String,
}

impl Folded {
    /// Folds this number of line breaks.
    pub(super) fn fold(&mut self, breaks: usize) {
        match breaks {
            0 => {}
            1 => self.text.push(' '),
            _ => self.text.extend(std::iter::repeat_n('\n', breaks - 1)),
        }
    }
}

impl Parser<'_> {
    /// The end of the plain text in block context that starts at `at`, on its line.
    pub(super) fn plain_end(&self, start: usize) -> usize {
        let mut at = start;
        let mut end = start;
        while let Some(byte) = self.byte(at) {
            if STOPS[byte as usize] {
                match byte {
                    b' ' | b'\t' => {
                        at += 1;
                        continue;
                    }
                    b'\n' | b'\r' => break,
                    b'#' if at > start && self.is_gap(at - 1) => break,
                    b':' if self.is_gap(at + 1) && at > start => break,
                    _ => {}
                }
            }
            at += 1;
            end = at;
        }
        end
    }

    pub(super) fn plain_node(&self, start: usize, end: usize) -> Node {
        let value = SmolStr::new(self.slice(start, end));
        scalar(Span::new(start, end), value, Style::Plain)
    }

    /// Parses the plain scalar in block context whose first line is `start..end`. Continuation lines must be indented
    /// deeper than `parent` and must not look like an entry.
    pub(super) fn plain_lines(&mut self, start: usize, mut end: usize, parent: i32) -> Node {
        let first = end;
        let mut folded = Folded::default();
        self.pos = end;
        loop {
            self.skip_blanks();
            if !self.is_line_end(self.pos) {
                break;
            }
            let mut breaks = 0;
            while !self.at_end() && self.is_line_end(self.pos) {
                self.next_line();
                breaks += 1;
            }
            let ends = self.at_end() || self.spaces() <= parent || self.at_any_marker();
            if ends || self.peek() == Some(b'#') || self.at_indicator(b':') {
                break;
            }
            let line = self.plain_end(self.pos);
            let behind = self.behind_blanks(line);
            if self.byte(behind) == Some(b':') && self.is_gap(behind + 1) {
                break;
            }
            if end == first {
                folded.text.push_str(self.slice(start, first));
            }
            folded.fold(breaks);
            folded.text.push_str(self.slice(self.pos, line));
            end = line;
            self.pos = line;
        }
        if end == first {
            return self.plain_node(start, end);
        }
        scalar(Span::new(start, end), folded.text.into(), Style::Plain)
    }

    /// Parses a plain scalar in flow context; `key` if it may be a key of a flow mapping.
    pub(super) fn flow_plain(&mut self, parent: i32, key: bool) -> Node {
        let start = self.pos;
        if self.is_lone_indicator() {
            self.error(SyntaxErrorKind::BadCharacter, Span::new(start, start + 1));
        }
        self.report_reserved();
        let mut end = self.flow_plain_end(start, start + 1);
        let mut folded: Option<Folded> = None;
        while self.is_line_end(self.behind_blanks(end)) {
            let line = self.line;
            self.pos = end;
            let Some((breaks, next)) = self.flow_continuation(parent, key) else {
                self.line = line;
                break;
            };
            let next_end = self.flow_plain_end(next, next);
            let folded = folded.get_or_insert_with(|| Folded { text: self.slice(start, end).to_owned() });
            folded.fold(breaks);
            folded.text.push_str(self.slice(next, next_end));
            end = next_end;
        }
        self.pos = end;
        match folded {
            None => self.plain_node(start, end),
            Some(folded) => scalar(Span::new(start, end), folded.text.into(), Style::Plain),
        }
    }

    /// Moves to the next line of a flow plain scalar. Returns the number of line breaks and the start of the line;
    /// `None` if the scalar has ended.
    fn flow_continuation(&mut self, parent: i32, key: bool) -> Option<(usize, usize)> {
        self.skip_blanks();
        let mut breaks = 0;
        while self.is_line_end(self.pos) {
            if self.at_end() || parent == super::flow::ONE_LINE {
                return None;
            }
            self.next_line();
            breaks += 1;
        }
        if self.at_any_marker() || self.spaces() <= parent {
            return None;
        }
        match self.peek() {
            Some(b',' | b'[' | b']' | b'{' | b'}' | b'#') => None,
            Some(b':') if self.is_flow_gap(self.pos + 1) => None,
            _ if !key && self.looks_like_flow_entry(self.pos) => None,
            _ => Some((breaks, self.pos)),
        }
    }

    /// Reports a reserved character, with which no plain scalar may start.
    pub(super) fn report_reserved(&mut self) {
        if let Some(b'@' | b'`' | b'%' | b'|' | b'>' | b',' | b'#' | b'&' | b'*' | b'!') = self.peek() {
            self.error(SyntaxErrorKind::BadCharacter, Span::new(self.pos, self.pos + 1));
        }
    }

    /// Whether there is a `-`, `?` or `:` here that does not start a plain scalar.
    fn is_lone_indicator(&self) -> bool {
        matches!(self.peek(), Some(b'-' | b'?' | b':')) && self.is_flow_gap(self.pos + 1)
    }

    /// The end of the plain text in flow context that starts at `start`, on its line; text before `sure` is not
    /// inspected. An unquoted reference is reported and included.
    fn flow_plain_end(&mut self, start: usize, sure: usize) -> usize {
        let mut at = start;
        let mut end = start;
        while let Some(byte) = self.byte(at) {
            if STOPS[byte as usize] && at >= sure {
                match byte {
                    b' ' | b'\t' => {
                        at += 1;
                        continue;
                    }
                    b'{' if at > start && self.bytes[at - 1] == b'$' => {
                        at = self.reference_end(at);
                        self.error(SyntaxErrorKind::ReferenceInFlow, Span::new(end - 1, at));
                        end = at;
                        continue;
                    }
                    b'\n' | b'\r' | b',' | b'[' | b']' | b'{' | b'}' => break,
                    b'#' if at > start && self.is_gap(at - 1) => break,
                    b':' if self.is_flow_gap(at + 1) => break,
                    _ => {}
                }
            }
            at += 1;
            end = at;
        }
        end
    }

    /// The end of the reference whose `{` is at `open`: after its `}`, or where the text would end without one.
    fn reference_end(&self, open: usize) -> usize {
        let mut depth = 0_usize;
        let mut at = open;
        while !self.is_line_end(at) && at < open + MAX_REFERENCE_LENGTH {
            match self.bytes[at] {
                b'{' => depth += 1,
                b'}' if depth <= 1 => return at + 1,
                b'}' => depth -= 1,
                _ => {}
            }
            at += 1;
        }
        let mut at = open;
        while !self.is_flow_gap(at + 1) {
            at += 1;
        }
        at + 1
    }
}

pub(super) fn scalar(span: Span, value: SmolStr, style: Style) -> Node {
    Node { span, kind: Kind::Scalar(Scalar { value, style }), properties: None }
}
