//! Block mappings and block sequences, line by line.

use crate::syntax::{Entry, Kind, Mapping, Node, Sequence, Style, SyntaxErrorKind};
use crate::text::Span;

use super::Parser;
use super::block::{NodeStart, Role};
use super::flow::ONE_LINE;

impl Parser<'_> {
    /// Parses the block mapping at `place`, after its `first` key if that has already been read.
    pub(super) fn mapping(&mut self, place: NodeStart, first: Option<Node>) -> Node {
        let NodeStart { parent, column, above, start, .. } = place;
        let mut entries = Vec::new();
        let mut entry = match first {
            Some(key) => self.behind_key(column, key, true),
            None => self.entry(column, true),
        };
        loop {
            entries.push(entry);
            let (at, goes_on) = self.behind_entry(column, parent);
            if !goes_on {
                break;
            }
            entry = self.next_entry(at, column);
        }
        self.report_duplicates(&entries);
        let end =
            entries.last().map_or(start, |entry| self.behind_node(&entry.value).max(self.behind_node(&entry.key)));
        let kind = Kind::Mapping(Mapping { flow: false, entries });
        Node { span: Span::new(start, end), kind, properties: above }
    }

    /// Moves past an entry of a mapping at `column` inside `parent`. Returns the column there, and whether the mapping
    /// continues.
    pub(super) fn behind_entry(&mut self, column: i32, parent: i32) -> (i32, bool) {
        self.end_line();
        let at = self.skip_to_content();
        let dash = self.at_indicator(b'-');
        // A line one column deeper than the collection around this one may rather belong to that.
        let near_parent = parent >= 0 && at == parent + 1 && at < column && (column > at + 1 || self.opens_at(column));
        let ends = at < 0 || at < column && (at <= parent || near_parent) || dash && (at < column || at == parent);
        (at, !ends)
    }

    /// Whether nothing follows the key on this line, and the next line with content begins at `column`.
    fn opens_at(&self, column: i32) -> bool {
        if !self.rest_of_line().of(self.text).ends_with(':') {
            return false;
        }
        let mut at = self.line_end(self.pos);
        loop {
            let start = self.behind_break(at);
            let content = self.behind_blanks(start);
            if start == at {
                return false;
            }
            if !self.is_line_end(content) && self.byte(content) != Some(b'#') {
                return i32::try_from(content - start) == Ok(column);
            }
            at = self.line_end(content);
        }
    }

    /// Parses an entry, not the first, at column `at` of a mapping at `column`. If only one blank is missing, the lines
    /// below at `column` are other entries, not its value.
    pub(super) fn next_entry(&mut self, at: i32, column: i32) -> Entry {
        if at != column {
            self.report_indentation();
        }
        let meant = if at + 1 == column { column } else { at };
        self.entry(meant, at == column)
    }

    /// Parses the entry that starts here. If it is not well `placed`, that has been reported and a missing colon is
    /// not.
    fn entry(&mut self, column: i32, placed: bool) -> Entry {
        let placed = !self.report_tab() && placed;
        match self.peek() {
            Some(b'?') if self.is_gap(self.pos + 1) => self.explicit_entry(column),
            Some(b':') if self.is_gap(self.pos + 1) => self.behind_key(column, Node::null(Span::at(self.pos)), placed),
            Some(b'-') if self.is_gap(self.pos + 1) => {
                self.error(SyntaxErrorKind::Unexpected, Span::new(self.pos, self.pos + 1));
                let sequence = self.sequence(column, column);
                let end = sequence.span.range().end;
                let key = Node { span: sequence.span, kind: Kind::Error, properties: None };
                Entry { key, value: Node::null(Span::at(end)), merged: false }
            }
            _ => {
                let key = self.key();
                self.behind_key(column, key, placed)
            }
        }
    }

    /// Parses a key, which must end on its line.
    fn key(&mut self) -> Node {
        let mut properties = None;
        if self.at_properties() {
            properties = Some(self.properties());
            let behind = self.pos;
            self.skip_blanks();
            let comment = self.peek() == Some(b'#') && self.is_comment();
            if comment || self.is_line_end(self.pos) || self.at_indicator(b':') {
                self.pos = behind;
                return Node { span: Span::at(behind), kind: Kind::Null, properties };
            }
        }
        let start = self.pos;
        let key = match self.marked_node(ONE_LINE) {
            Some(node) => node,
            None => {
                self.report_reserved();
                self.pos = self.plain_end(start);
                self.plain_node(start, self.pos)
            }
        };
        self.equip(key, properties)
    }

    /// Parses the rest of an entry after its key.
    fn behind_key(&mut self, column: i32, key: Node, placed: bool) -> Entry {
        let end = self.pos;
        self.skip_blanks();
        if self.peek() == Some(b':') && (!self.is_fresh() || matches!(key.kind, Kind::Null)) {
            if !self.is_gap(self.pos + 1) {
                self.error(SyntaxErrorKind::MissingSpaceAfterColon, Span::new(self.pos, self.pos + 1));
            }
            self.pos += 1;
            let value = self.block_node(column, Role::Value);
            return Entry { key, value, merged: false };
        }
        self.pos = end;
        if let Some((key, colon)) = self.split_key(&key) {
            self.error(SyntaxErrorKind::MissingSpaceAfterColon, Span::new(colon, colon + 1));
            self.pos = colon + 1;
            let value = self.block_node(column, Role::Value);
            return Entry { key, value, merged: false };
        }
        if placed && !matches!(key.kind, Kind::Error) {
            let properties = key.properties.as_ref().map_or(key.span, |properties| properties.span);
            let span = if key.span.is_empty() { properties } else { key.span };
            self.error(SyntaxErrorKind::MissingColon, span);
        }
        if let Some((key, header)) = self.split_header(&key, column) {
            self.pos = header;
            let value = self.block_node(column, Role::Value);
            return Entry { key, value, merged: false };
        }
        let mut value = self.block_node(column, Role::Value);
        if value.span.is_empty() && value.properties.is_none() {
            // An unclosed key has consumed the blanks after it.
            value.span = Span::at(self.behind_node(&key));
        }
        Entry { key, value, merged: false }
    }

    /// The key in `key:value`, and the position of its colon.
    fn split_key(&self, key: &Node) -> Option<(Node, usize)> {
        let scalar = key.as_scalar().filter(|scalar| scalar.style == Style::Plain)?;
        let at = scalar.value.find(':').filter(|&at| at > 0 && !scalar.value[at..].starts_with("://"))?;
        let start = key.span.range().start;
        let split = self.plain_node(start, start + scalar.value[..at].trim_end().len());
        Some((Node { properties: key.properties.clone(), ..split }, start + at))
    }

    /// The key in `key |`, and the position of the header, if lines of text follow.
    fn split_header(&self, key: &Node, column: i32) -> Option<(Node, usize)> {
        let scalar = key.as_scalar().filter(|scalar| scalar.style == Style::Plain)?;
        let (before, header) = scalar.value.rsplit_once([' ', '\t'])?;
        let indicator = header.trim_end_matches(|sign: char| matches!(sign, '+' | '-' | '1'..='9'));
        if !matches!(indicator, "|" | ">") || !self.has_lines_below(column) {
            return None;
        }
        let start = key.span.range().start;
        let name = self.plain_node(start, start + before.trim_end().len());
        Some((Node { properties: key.properties.clone(), ..name }, key.span.range().end - header.len()))
    }

    /// Parses an entry that starts with `?`.
    fn explicit_entry(&mut self, column: i32) -> Entry {
        self.pos += 1;
        let key = self.block_node(column, Role::Explicit);
        self.end_line();
        let behind = self.behind_node(&key);
        let at = self.skip_to_content();
        if at != column || !self.at_indicator(b':') {
            return Entry { key, value: Node::null(Span::at(behind)), merged: false };
        }
        self.report_tab();
        self.pos += 1;
        let value = self.block_node(column, Role::Explicit);
        Entry { key, value, merged: false }
    }

    /// Parses the block sequence whose first `-` is here, at `column`.
    pub(super) fn sequence(&mut self, column: i32, parent: i32) -> Node {
        let start = self.pos;
        let mut items = Vec::new();
        let mut item = self.item(column, true);
        loop {
            let end = self.behind_node(&item);
            items.push(item);
            let (at, goes_on) = self.behind_item(column, parent);
            if !goes_on {
                let kind = Kind::Sequence(Sequence { flow: false, items });
                return Node { span: Span::new(start, end), kind, properties: None };
            }
            item = self.next_item(at, column);
        }
    }

    /// Moves past an item of a sequence at `column` inside `parent`. Returns the column there, and whether the sequence
    /// continues.
    pub(super) fn behind_item(&mut self, column: i32, parent: i32) -> (i32, bool) {
        self.end_line();
        let at = self.skip_to_content();
        let dash = self.at_indicator(b'-');
        let ends = at < 0 || at < column && (at <= parent || !dash) || at == column && at == parent && !dash;
        (at, !ends)
    }

    /// Parses an item, not the first, at column `at` of a sequence at `column`.
    pub(super) fn next_item(&mut self, at: i32, column: i32) -> Node {
        let dash = self.at_indicator(b'-');
        if at != column {
            self.report_indentation();
        } else if !dash {
            let line = self.rest_of_line();
            self.error(SyntaxErrorKind::MissingDash, line);
        }
        self.item(at, dash)
    }

    fn item(&mut self, at: i32, dash: bool) -> Node {
        if !dash {
            return self.block_content(at, Role::Item);
        }
        self.report_tab();
        self.pos += 1;
        self.block_node(at, Role::Item)
    }
}
