//! Literal and folded block scalars.

use crate::syntax::{Node, Style, SyntaxErrorKind};
use crate::text::Span;

use super::Parser;
use super::plain::scalar;

/// How to treat trailing line breaks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Chomping {
    Strip,
    Clip,
    Keep,
}

/// The content read so far.
struct Content {
    text: String,
    style: Style,
    /// Whether the break of the last line has not been added yet.
    pending: bool,
    /// The number of empty lines after it.
    empty: usize,
    /// Whether that line started with a blank, in which case it is not folded.
    indented: bool,
}

impl Content {
    fn line(&mut self, line: &str) {
        let indented = line.starts_with([' ', '\t']);
        if self.style == Style::Folded && self.pending && !self.indented && !indented {
            if self.empty == 0 {
                self.text.push(' ');
            }
        } else if self.pending {
            self.text.push('\n');
        }
        self.text.extend(std::iter::repeat_n('\n', self.empty));
        self.text.push_str(line);
        (self.pending, self.empty, self.indented) = (false, 0, indented);
    }
}

impl Parser<'_> {
    /// Parses the block scalar here, whose lines are indented deeper than `parent`. Skips unexpected text in its
    /// header. Without lines it becomes plain text, which was probably intended (`>=1.0`).
    pub(super) fn block_scalar(&mut self, parent: i32) -> Node {
        let start = self.pos;
        let style = if self.bytes[start] == b'|' { Style::Literal } else { Style::Folded };
        let (chomping, digit) = match self.block_header() {
            Some(header) => header,
            None if self.has_lines_below(parent) => {
                self.skip_blanks();
                let slip = self.rest_of_line();
                self.error(SyntaxErrorKind::BadBlockScalar, slip);
                self.pos = slip.range().end;
                (Chomping::Clip, None)
            }
            None => {
                self.pos = start;
                let line = self.rest_of_line();
                self.error(SyntaxErrorKind::BadBlockScalar, line);
                return self.plain_lines(start, line.range().end, parent);
            }
        };
        let header = self.pos;
        self.skip_blanks();
        if self.peek() == Some(b'#') {
            self.comment();
        }
        self.pos = self.behind_break(self.pos);
        let indent = match digit {
            Some(digit) => usize::from(digit) + usize::try_from(parent).unwrap_or(0),
            None => self.detect_indent(usize::try_from(parent + 1).unwrap_or(0)),
        };
        let mut content = Content { text: String::new(), style, pending: false, empty: 0, indented: false };
        let end = self.block_lines(indent, &mut content);
        if content.pending && chomping != Chomping::Strip {
            content.text.push('\n');
        }
        let mut end = end.unwrap_or(header);
        if chomping == Chomping::Keep {
            content.text.extend(std::iter::repeat_n('\n', content.empty));
            if content.empty > 0 {
                end = self.before_break(self.pos);
            }
        }
        self.begin_line();
        scalar(Span::new(start, end), content.text.into(), style)
    }

    /// Whether the next line with content, except comments, is indented deeper than `parent`. Always false for the
    /// root, because any line would be indented deeper.
    pub(super) fn has_lines_below(&self, parent: i32) -> bool {
        let Ok(parent) = usize::try_from(parent) else { return false };
        let mut start = self.pos;
        loop {
            start = self.behind_break(self.line_end(start));
            let content = self.behind_blanks(start);
            let is_empty = self.is_line_end(content) || self.byte(content) == Some(b'#');
            if content >= self.bytes.len() || !is_empty {
                return content > start + parent && content < self.bytes.len();
            }
        }
    }

    /// Parses a header such as `|2-` (chomping and indentation); `None`, stopping there, if something else follows.
    fn block_header(&mut self) -> Option<(Chomping, Option<u8>)> {
        let (mut chomping, mut digit) = (None, None);
        self.pos += 1;
        loop {
            match self.peek() {
                Some(sign @ (b'+' | b'-')) if chomping.is_none() => {
                    chomping = Some(if sign == b'+' { Chomping::Keep } else { Chomping::Strip });
                }
                Some(byte @ b'1'..=b'9') if digit.is_none() => digit = Some(byte - b'0'),
                _ => break,
            }
            self.pos += 1;
        }
        let behind = self.behind_blanks(self.pos);
        let comment = self.byte(behind) == Some(b'#') && behind > self.pos;
        (comment || self.is_line_end(behind)).then_some((chomping.unwrap_or(Chomping::Clip), digit))
    }

    /// The indentation of the first line with content, at least `least`.
    fn detect_indent(&mut self, least: usize) -> usize {
        let mut deepest = Span::default();
        let mut start = self.pos;
        loop {
            let mut at = start;
            while self.byte(at) == Some(b' ') {
                at += 1;
            }
            let blank = Span::new(start, at);
            if self.is_line_end(at) {
                deepest = if blank.len() > deepest.len() { blank } else { deepest };
                start = self.behind_break(at);
                if start > at {
                    continue;
                }
            }
            if at < self.bytes.len() && blank.len() >= least {
                if deepest.len() > blank.len() {
                    self.error(SyntaxErrorKind::BadBlockScalar, deepest);
                }
                return blank.len();
            }
            return least.max(deepest.len());
        }
    }

    /// Reads the lines indented by `indent` into `content`, up to the first that is not. Returns the end of the last
    /// line with content.
    fn block_lines(&mut self, indent: usize, content: &mut Content) -> Option<usize> {
        let mut end = None;
        while !self.at_end() {
            let start = self.pos;
            let mut at = start;
            while at < start + indent && self.byte(at) == Some(b' ') {
                at += 1;
            }
            if self.is_line_end(at) {
                let next = self.behind_break(at);
                content.empty += usize::from(next > start);
                self.pos = next;
                continue;
            }
            self.line.start = start;
            if at < start + indent && self.byte(at) == Some(b'\t') {
                let content = self.behind_blanks(at);
                self.error(SyntaxErrorKind::TabIndentation, Span::new(at, content));
                at = content;
            } else if at < start + indent || indent == 0 && self.at_any_marker() {
                break;
            }
            let line_end = self.line_end(at);
            content.line(self.slice(at, line_end));
            end = Some(line_end);
            self.pos = self.behind_break(line_end);
            content.pending = true;
        }
        end
    }

    /// The position before the line break that ends at `at`.
    fn before_break(&self, at: usize) -> usize {
        let text = self.slice(0, at);
        let text = text.strip_suffix('\n').map_or(text, |text| text.strip_suffix('\r').unwrap_or(text));
        if text.len() == at { text.strip_suffix('\r').unwrap_or(text).len() } else { text.len() }
    }
}
