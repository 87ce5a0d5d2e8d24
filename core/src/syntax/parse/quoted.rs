//! Single- and double-quoted scalars.

use smol_str::SmolStr;

use crate::syntax::{Node, Style, SyntaxErrorKind};
use crate::text::Span;

use super::flow::ONE_LINE;
use super::plain::{Folded, scalar};
use super::{Line, Parser};

/// The bytes that may end or interrupt a run of quoted text.
const STOPS: [bool; 256] = {
    let mut stops = [false; 256];
    let bytes = b"\n\r\"'\\";
    let mut index = 0;
    while index < bytes.len() {
        stops[bytes[index] as usize] = true;
        index += 1;
    }
    stops
};

/// The lines of a quoted scalar that are not indented deeper than the collection around it.
#[derive(Default)]
struct Outdented {
    /// The first of them, as far as YAML reads it.
    line: Option<Span>,
    /// Whether the text is closed below a line that looks like an entry; computed once.
    closes: Option<bool>,
}

impl Parser<'_> {
    /// Parses a quoted scalar; its continuation lines must be indented deeper than `parent`.
    pub(super) fn quoted(&mut self, parent: i32) -> Node {
        let start = self.pos;
        let quote = self.bytes[start];
        let style = if quote == b'"' { Style::DoubleQuoted } else { Style::SingleQuoted };
        let end = self.quoted_run(start + 1, quote);
        if self.byte(end) == Some(quote) && (style == Style::DoubleQuoted || self.byte(end + 1) != Some(quote)) {
            self.pos = end + 1;
            return scalar(Span::new(start, self.pos), SmolStr::new(self.slice(start + 1, end)), style);
        }
        let (line, errors) = (self.line, self.tree.errors.len());
        self.pos = start + 1;
        let mut outdented = Outdented::default();
        match self.quoted_text(quote, parent, &mut outdented) {
            Some(text) => {
                let span = Span::new(start, self.pos);
                if let Some(line) = outdented.line {
                    self.error_related(SyntaxErrorKind::QuotedIndentation, line, span);
                }
                scalar(span, text.into(), style)
            }
            None => {
                self.tree.errors.truncate(errors);
                self.unterminated(start, line, style)
            }
        }
    }

    /// The first position from `at` on that ends or interrupts the text in `quote`s.
    fn quoted_run(&self, mut at: usize, quote: u8) -> usize {
        while let Some(byte) = self.byte(at) {
            if STOPS[byte as usize] && (byte == quote || byte < b' ' || byte == b'\\' && quote == b'"') {
                break;
            }
            at += 1;
        }
        at
    }

    /// The folded and unescaped text up to the closing quote; `None` if that is missing. Lines that are not
    /// indented deeper than `parent` are noted in `outdented`.
    fn quoted_text(&mut self, quote: u8, parent: i32, outdented: &mut Outdented) -> Option<String> {
        let mut folded = Folded::default();
        loop {
            let run = self.pos;
            self.pos = self.quoted_run(run, quote);
            folded.text.push_str(self.slice(run, self.pos));
            match self.peek()? {
                b'\\' if self.is_line_end(self.pos + 1) => {
                    self.pos += 1;
                    let breaks = self.quoted_breaks(quote, parent, outdented)?;
                    folded.text.extend(std::iter::repeat_n('\n', breaks - 1));
                }
                b'\\' => {
                    let character = self.escape();
                    folded.text.push_str(&character);
                }
                b'\n' | b'\r' => {
                    // Blanks before the break are dropped, unless they were escaped: then they are not part of this
                    // run.
                    let blank = self.slice(run, self.pos);
                    let blank = blank.len() - blank.trim_end_matches([' ', '\t']).len();
                    folded.text.truncate(folded.text.len() - blank);
                    let breaks = self.quoted_breaks(quote, parent, outdented)?;
                    folded.fold(breaks);
                }
                _ if quote == b'\'' && self.byte(self.pos + 1) == Some(b'\'') => {
                    folded.text.push('\'');
                    self.pos += 2;
                }
                _ => {
                    self.pos += 1;
                    return Some(folded.text);
                }
            }
        }
    }

    /// Moves to the next line of a quoted scalar and counts the line breaks; `None` if it cannot continue there.
    fn quoted_breaks(&mut self, quote: u8, parent: i32, outdented: &mut Outdented) -> Option<usize> {
        let mut breaks = 0;
        while self.is_line_end(self.pos) {
            if self.at_end() || parent == ONE_LINE {
                return None;
            }
            self.next_line();
            breaks += 1;
        }
        if self.at_any_marker() {
            return None;
        }
        if self.spaces() <= parent {
            if self.looks_like_entry(self.pos) {
                let closes = outdented.closes;
                if !*outdented.closes.insert(closes.unwrap_or_else(|| self.closes(quote))) {
                    return None;
                }
            }
            if !self.report_tab() {
                outdented.line.get_or_insert(self.rest_of_line());
            }
        }
        Some(breaks)
    }

    /// Whether the next quote ends the text, rather than begin another: nothing but a comment follows it on its line, and
    /// text or only blanks precede it.
    fn closes(&self, quote: u8) -> bool {
        let mut at = self.pos;
        loop {
            at = self.quoted_run(at, quote);
            match self.byte(at) {
                None => return false,
                Some(b'\n' | b'\r') => at = self.behind_break(at),
                Some(b'\\') => at += 2,
                Some(byte) if byte == quote => {
                    let line = self.slice(self.pos, at).rfind(['\n', '\r']).map_or(self.pos, |end| self.pos + end + 1);
                    let before = self.slice(line, at);
                    if before.ends_with([' ', '\t', '[', '{', ',', ':']) && !before.trim().is_empty() {
                        return false;
                    }
                    if quote == b'"' || self.byte(at + 1) != Some(quote) {
                        break;
                    }
                    at += 2;
                }
                Some(_) => at += 1,
            }
        }
        let behind = self.behind_blanks(at + 1);
        self.is_line_end(behind) || behind > at + 1 && self.byte(behind) == Some(b'#')
    }

    /// Recovers from a missing closing quote. The scalar ends on its first line, unless deeper lines of text follow.
    fn unterminated(&mut self, start: usize, line: Line, style: Style) -> Node {
        let stop = if self.at_end() { self.pos } else { self.line.start };
        self.pos = start;
        self.line = line;
        let first = self.line_end(start);
        let mut end = first;
        let mut next = self.behind_break(first);
        while next < stop {
            let content = self.behind_blanks(next);
            if !self.is_line_end(content) {
                if self.looks_like_entry(content) {
                    end = first;
                    break;
                }
                end = self.line_end(content);
            }
            let line_end = self.line_end(content);
            next = self.behind_break(line_end);
            if next == line_end {
                break;
            }
        }
        let blanks = [' ', '\t', '\n', '\r'];
        let mut raw = self.slice(start + 1, end).trim_end_matches(blanks);
        if end == first {
            raw = self.before_closing_brackets(raw).trim_end_matches(blanks);
        }
        let words = raw.split(['\n', '\r']).map(|line| line.trim_matches(blanks)).filter(|line| !line.is_empty());
        let words: Vec<&str> = words.collect();
        let end = start + 1 + raw.len();
        while self.pos < end {
            self.pos = self.line_end(self.pos);
            if self.pos < end {
                self.next_line();
            }
        }
        self.pos = end;
        let span = Span::new(start, end);
        self.error_related(SyntaxErrorKind::UnterminatedString, span, Span::new(start, start + 1));
        scalar(span, words.join(" ").into(), style)
    }

    /// `raw`, the rest of a line after an opening quote, without what probably follows the missing quote: a comma, and the
    /// brackets that close the collections around it. Otherwise these would seem unclosed as well.
    fn before_closing_brackets<'r>(&self, raw: &'r str) -> &'r str {
        let [mut sequences, mut mappings] = self.open;
        let is_open = sequences + mappings > 0;
        let raw = raw.strip_suffix(',').filter(|_| is_open).unwrap_or(raw);
        raw.trim_end_matches(|character| {
            let open = match character {
                ']' => &mut sequences,
                '}' => &mut mappings,
                ' ' | '\t' => return true,
                _ => return false,
            };
            let closes = *open > 0;
            *open = open.saturating_sub(1);
            closes
        })
    }

    /// Resolves an escape; an invalid one yields its own text.
    fn escape(&mut self) -> SmolStr {
        let start = self.pos;
        let letter = self.text[start + 1..].chars().next().unwrap_or(' ');
        self.pos = start + 1 + letter.len_utf8();
        let simple = match letter {
            '0' => '\0',
            'a' => '\x07',
            'b' => '\x08',
            't' | '\t' => '\t',
            'n' => '\n',
            'v' => '\x0b',
            'f' => '\x0c',
            'r' => '\r',
            'e' => '\x1b',
            ' ' | '"' | '/' | '\\' => letter,
            'N' => '\u{85}',
            '_' => '\u{a0}',
            'L' => '\u{2028}',
            'P' => '\u{2029}',
            'x' | 'u' | 'U' => return self.escape_number(start, letter),
            _ => return self.bad_escape(start),
        };
        SmolStr::from_iter([simple])
    }

    fn escape_number(&mut self, start: usize, letter: char) -> SmolStr {
        let width = match letter {
            'x' => 2,
            'u' => 4,
            _ => 8,
        };
        let Some(mut code) = self.hexadecimal(self.pos, width) else { return self.bad_escape(start) };
        self.pos += width;
        // JSON writes characters above U+FFFF as surrogate pairs.
        if (0xd800..0xdc00).contains(&code)
            && self.slice(self.pos, self.pos + 2) == "\\u"
            && let Some(low) = self.hexadecimal(self.pos + 2, 4).filter(|low| (0xdc00..0xe000).contains(low))
        {
            code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
            self.pos += 6;
        }
        match char::from_u32(code) {
            Some(character) => SmolStr::from_iter([character]),
            None => self.bad_escape(start),
        }
    }

    fn hexadecimal(&self, at: usize, width: usize) -> Option<u32> {
        let digits = self.slice(at, at + width);
        let sound = digits.len() == width && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
        sound.then(|| u32::from_str_radix(digits, 16).ok()).flatten()
    }

    fn bad_escape(&mut self, start: usize) -> SmolStr {
        let span = Span::new(start, self.pos);
        self.error(SyntaxErrorKind::BadEscape, span);
        SmolStr::new(span.of(self.text))
    }
}
