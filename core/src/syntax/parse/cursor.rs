//! Movement through the text: lines, columns, blanks and comments.

use crate::syntax::SyntaxErrorKind;
use crate::text::Span;

use super::{Line, Parser};

/// The number of columns that a tab in the indentation counts for, to recover a plausible structure.
pub const TAB_COLUMNS: isize = 2;

impl<'t> Parser<'t> {
    pub(super) fn byte(&self, at: usize) -> Option<u8> {
        self.bytes.get(at).copied()
    }

    pub(super) fn peek(&self) -> Option<u8> {
        self.byte(self.pos)
    }

    pub(super) fn at_end(&self) -> bool {
        self.pos >= self.bytes.len()
    }

    pub(super) fn slice(&self, start: usize, end: usize) -> &'t str {
        self.text.get(start..end).unwrap_or("")
    }

    /// Whether there is a blank, a line break or the end of the text at `at`.
    pub(super) fn is_gap(&self, at: usize) -> bool {
        matches!(self.byte(at), None | Some(b' ' | b'\t' | b'\n' | b'\r'))
    }

    pub(super) fn is_line_end(&self, at: usize) -> bool {
        matches!(self.byte(at), None | Some(b'\n' | b'\r'))
    }

    /// Whether there is a `-`, `?` or `:` here that acts as an indicator.
    pub(super) fn at_indicator(&self, indicator: u8) -> bool {
        self.peek() == Some(indicator) && self.is_gap(self.pos + 1)
    }

    /// Whether there is a document marker (`---` or `...`) here.
    pub(super) fn at_marker(&self, marker: &[u8; 3]) -> bool {
        self.pos == self.line.start && self.bytes[self.pos..].starts_with(marker) && self.is_gap(self.pos + 3)
    }

    pub(super) fn at_any_marker(&self) -> bool {
        matches!(self.peek(), Some(b'-' | b'.')) && (self.at_marker(b"---") || self.at_marker(b"..."))
    }

    /// Whether only the indentation of this line has been read.
    pub(super) fn is_fresh(&self) -> bool {
        self.pos == self.line.content
    }

    pub(super) fn column(&self) -> i32 {
        i32::try_from(self.pos as isize - self.line.origin).unwrap_or(i32::MAX)
    }

    /// The number of leading spaces of the line.
    pub(super) fn spaces(&self) -> i32 {
        i32::try_from(self.line.tab.unwrap_or(self.line.content) - self.line.start).unwrap_or(i32::MAX)
    }

    pub(super) fn skip_blanks(&mut self) {
        while let Some(b' ' | b'\t') = self.peek() {
            self.pos += 1;
        }
    }

    /// The first position from `at` on that is neither a blank nor a tab.
    pub(super) fn behind_blanks(&self, mut at: usize) -> usize {
        while let Some(b' ' | b'\t') = self.byte(at) {
            at += 1;
        }
        at
    }

    /// Starts a new line at the position, which then moves to its first content.
    pub(super) fn begin_line(&mut self) {
        let start = self.pos;
        let mut at = start;
        while self.byte(at) == Some(b' ') {
            at += 1;
        }
        self.line = Line { start, content: at, tab: None, origin: start as isize };
        if self.byte(at) == Some(b'\t') {
            self.line.tab = Some(at);
            let mut columns = (at - start) as isize;
            while let Some(byte @ (b' ' | b'\t')) = self.byte(at) {
                columns += if byte == b'\t' { TAB_COLUMNS } else { 1 };
                at += 1;
            }
            self.line.content = at;
            self.line.origin = at as isize - columns;
        }
        self.pos = at;
    }

    /// The position after the line break at `at`; `at` itself if there is none.
    pub(super) fn behind_break(&self, at: usize) -> usize {
        match (self.byte(at), self.byte(at + 1)) {
            (Some(b'\r'), Some(b'\n')) => at + 2,
            (Some(b'\n' | b'\r'), _) => at + 1,
            _ => at,
        }
    }

    pub(super) fn next_line(&mut self) {
        self.pos = self.behind_break(self.pos);
        self.begin_line();
    }

    /// Skips blanks, comments and line breaks, and returns the column of the next content; -1 at the end of the
    /// document.
    pub(super) fn skip_to_content(&mut self) -> i32 {
        loop {
            self.skip_blanks();
            match self.peek() {
                None => return -1,
                Some(b'\n' | b'\r') => self.next_line(),
                Some(b'#') if self.is_comment() => self.comment(),
                Some(b'-' | b'.') if self.is_fresh() && self.at_any_marker() => return -1,
                Some(_) => return self.column(),
            }
        }
    }

    /// Whether the `#` here starts a comment, that is, follows a blank or nothing.
    pub(super) fn is_comment(&self) -> bool {
        self.is_fresh() || self.pos.checked_sub(1).is_none_or(|before| self.is_gap(before))
    }

    pub(super) fn comment(&mut self) {
        let start = self.pos;
        self.pos = self.line_end(start);
        self.tree.comments.push(Span::new(start, self.pos));
    }

    /// The end of the line that contains `at`, before its break.
    pub(super) fn line_end(&self, mut at: usize) -> usize {
        while !self.is_line_end(at) {
            at += 1;
        }
        at
    }

    /// The rest of the line, without a comment and trailing blanks.
    pub(super) fn rest_of_line(&self) -> Span {
        let mut at = self.pos;
        let mut end = at;
        while !self.is_line_end(at) {
            match self.bytes[at] {
                b' ' | b'\t' => {}
                b'#' if at > self.pos && self.is_gap(at - 1) => break,
                _ => end = at + 1,
            }
            at += 1;
        }
        Span::new(self.pos, end)
    }

    /// Reports text between the end of a value and the end of its line, unless it is a comment.
    pub(super) fn end_line(&mut self) {
        if self.is_fresh() {
            return;
        }
        self.skip_blanks();
        match self.peek() {
            None | Some(b'\n' | b'\r') => return,
            Some(b'#') if self.is_comment() => return,
            Some(b']' | b'}') => {
                self.error(SyntaxErrorKind::UnexpectedClose, Span::new(self.pos, self.pos + 1));
            }
            Some(_) => {
                let rest = self.rest_of_line();
                self.error(SyntaxErrorKind::TrailingText, rest);
            }
        }
        self.pos = self.rest_of_line().range().end;
    }

    /// Whether the text at `at` looks like the start of an entry or item of a block collection.
    pub(super) fn looks_like_entry(&self, at: usize) -> bool {
        let behind = match self.byte(at) {
            None | Some(b'[' | b'{' | b']' | b'}' | b',' | b'#') => return false,
            Some(b'-' | b'?' | b':') if self.is_gap(at + 1) => return true,
            Some(quote @ (b'"' | b'\'')) => {
                let mut end = at + 1;
                while !self.is_line_end(end) && self.byte(end) != Some(quote) {
                    end += if quote == b'"' && self.byte(end) == Some(b'\\') { 2 } else { 1 };
                }
                end + 1
            }
            Some(_) => self.plain_end(at),
        };
        let colon = self.behind_blanks(behind);
        self.byte(colon) == Some(b':') && self.is_gap(colon + 1)
    }

    /// Whether the text at `at` looks like the start of an entry of a flow collection, with key and colon on one line.
    pub(super) fn looks_like_flow_entry(&self, at: usize) -> bool {
        let mut end = at;
        loop {
            match self.byte(end) {
                None | Some(b'\n' | b'\r' | b',' | b'[' | b']' | b'{' | b'}') => return false,
                Some(b'#') if end > at && self.is_gap(end - 1) => return false,
                Some(b':') if self.is_flow_gap(end + 1) => return end > at,
                Some(_) => end += 1,
            }
        }
    }

    /// Reports a tab in the indentation of the line, where it matters.
    pub(super) fn report_tab(&mut self) -> bool {
        let tab = if self.is_fresh() { self.line.tab.take() } else { None };
        if let Some(tab) = tab {
            self.error(SyntaxErrorKind::TabIndentation, Span::new(tab, self.line.content));
        }
        tab.is_some()
    }

    /// Reports a line whose column matches no open collection, or the tab that caused it.
    pub(super) fn report_indentation(&mut self) {
        if self.report_tab() {
            return;
        }
        let first = self.text[self.pos..].chars().next().map_or(0, char::len_utf8);
        let span = if self.line.start < self.pos {
            Span::new(self.line.start, self.pos)
        } else {
            Span::new(self.pos, self.pos + first)
        };
        self.error(SyntaxErrorKind::BadIndentation, span);
    }

    pub(super) fn skip_byte_order_mark(&mut self) {
        if self.bytes[self.pos.min(self.bytes.len())..].starts_with("\u{feff}".as_bytes()) {
            self.pos += 3;
            self.begin_line();
        }
    }

    /// Reports characters that YAML does not allow anywhere.
    pub(super) fn report_control_characters(&mut self) {
        let control = |&byte: &u8| byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r');
        if self.bytes.chunks(256).all(|chunk| !chunk.iter().fold(false, |found, byte| found | control(byte))) {
            return;
        }
        for at in (0..self.bytes.len()).filter(|&at| control(&self.bytes[at])) {
            self.error(SyntaxErrorKind::BadCharacter, Span::new(at, at + 1));
        }
    }
}
