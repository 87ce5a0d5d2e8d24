//! Flow collections: `[a, b]` and `{a: b}`.

use crate::syntax::{Entry, Kind, Mapping, Node, Sequence, SyntaxErrorKind};
use crate::text::Span;

use super::{MAX_DEPTH, Parser};

/// An indentation that no line can have: whatever starts on this line must end on it.
pub(super) const ONE_LINE: i32 = i32::MAX;

/// An open flow collection.
struct OpenCollection {
    start: usize,
    mapping: bool,
    /// The end of the last token in it.
    end: usize,
    /// Whether an entry is allowed: at the start, and after a comma.
    separated: bool,
}

impl Parser<'_> {
    /// Whether there is a blank, a line break, the end of the text or a flow indicator at `at`.
    pub(super) fn is_flow_gap(&self, at: usize) -> bool {
        self.is_gap(at) || matches!(self.byte(at), Some(b',' | b'[' | b']' | b'{' | b'}'))
    }

    /// Parses the flow collection that opens here; its lines must be indented deeper than `parent`.
    pub(super) fn flow_collection(&mut self, parent: i32) -> Node {
        if self.depth >= MAX_DEPTH {
            return self.flow_too_deep(parent);
        }
        self.depth += 1;
        let start = self.pos;
        let mapping = self.peek() == Some(b'{');
        self.open[usize::from(mapping)] += 1;
        self.pos += 1;
        let mut open = OpenCollection { start, mapping, end: self.pos, separated: true };
        let kind = if mapping {
            let mut entries = Vec::new();
            while self.flow_next(parent, &mut open) {
                entries.push(self.flow_entry(parent));
                open.end = entries.last().map_or(open.end, |entry| self.behind_node(&entry.value));
            }
            self.report_duplicates(&entries);
            Kind::Mapping(Mapping { flow: true, entries })
        } else {
            let mut items = Vec::new();
            while self.flow_next(parent, &mut open) {
                items.push(self.flow_item(parent));
                open.end = items.last().map_or(open.end, |item| self.behind_node(item));
            }
            Kind::Sequence(Sequence { flow: true, items })
        };
        self.depth -= 1;
        self.open[usize::from(mapping)] -= 1;
        Node { span: Span::new(start, open.end), kind, properties: None }
    }

    /// Moves to the next entry of the collection; false if the collection has ended.
    fn flow_next(&mut self, parent: i32, open: &mut OpenCollection) -> bool {
        let (close, other) = if open.mapping { (b'}', b']') } else { (b']', b'}') };
        loop {
            if !self.flow_gap(parent) {
                self.report_unclosed(open);
                return false;
            }
            let here = Span::new(self.pos, self.pos + 1);
            match self.peek() {
                Some(byte) if byte == close => {
                    self.pos += 1;
                    open.end = self.pos;
                    return false;
                }
                Some(byte) if byte == other && self.open[usize::from(!open.mapping)] > 0 => {
                    // It closes an enclosing collection, so this one is unclosed.
                    self.report_unclosed(open);
                    return false;
                }
                Some(byte) if byte == other => {
                    self.error(SyntaxErrorKind::UnexpectedClose, here);
                    self.pos += 1;
                    open.end = self.pos;
                }
                Some(b',') => {
                    if std::mem::replace(&mut open.separated, true) {
                        self.error(SyntaxErrorKind::MissingComma, here);
                    }
                    self.pos += 1;
                    open.end = self.pos;
                }
                _ => {
                    if !std::mem::replace(&mut open.separated, false) {
                        self.error(SyntaxErrorKind::MissingComma, Span::at(open.end));
                    }
                    return true;
                }
            }
        }
    }

    /// Reports that the collection is not closed, unless an unclosed quote in it hides its bracket.
    fn report_unclosed(&mut self, open: &OpenCollection) {
        let mut inside = self.tree.errors.iter().rev().take_while(|error| open.start < error.span.range().start);
        if inside.any(|error| error.kind == SyntaxErrorKind::UnterminatedString) {
            return;
        }
        let bracket = Span::new(open.start, open.start + 1);
        self.error_related(SyntaxErrorKind::UnclosedFlow, bracket, Span::at(open.end));
    }

    /// Moves to the next content of a flow collection; false if it cannot continue.
    fn flow_gap(&mut self, parent: i32) -> bool {
        if self.flow_stop == Some(self.pos) {
            return false;
        }
        let mut crossed = false;
        loop {
            self.skip_blanks();
            match self.peek() {
                None => return false,
                Some(b'\n' | b'\r') if parent == ONE_LINE => return false,
                Some(b'\n' | b'\r') => {
                    self.next_line();
                    crossed = true;
                }
                Some(b'#') => {
                    if !self.is_comment() {
                        self.error(SyntaxErrorKind::BadCharacter, Span::new(self.pos, self.pos + 1));
                    }
                    self.comment();
                }
                Some(_) => return !crossed || self.flow_line(parent),
            }
        }
    }

    /// Whether the line that starts here can belong to a flow collection.
    fn flow_line(&mut self, parent: i32) -> bool {
        let outside = self.spaces() <= parent;
        if self.at_any_marker() || self.column() <= parent && self.looks_like_entry(self.pos) {
            self.flow_stop = Some(self.pos);
            return false;
        }
        if outside && !self.report_tab() {
            self.error(SyntaxErrorKind::FlowIndentation, Span::new(self.pos, self.line_content_end()));
        }
        true
    }

    fn line_content_end(&self) -> usize {
        self.rest_of_line().range().end
    }

    /// Parses an entry of a flow mapping.
    fn flow_entry(&mut self, parent: i32) -> Entry {
        let explicit = self.peek() == Some(b'?') && self.is_flow_gap(self.pos + 1);
        if explicit {
            self.pos += 1;
            let behind = self.pos;
            if !self.flow_gap(parent) || matches!(self.peek(), Some(b',' | b'}' | b']')) {
                return self.flow_value(parent, Node::null(Span::at(behind)));
            }
        }
        let key = self.flow_node(parent, true);
        self.flow_value(parent, key)
    }

    /// Parses the rest of an entry after its key.
    fn flow_value(&mut self, parent: i32, key: Node) -> Entry {
        let behind = self.behind_node(&key);
        let colon = self.flow_gap(parent) && self.at_flow_colon(&key);
        if !colon {
            return Entry { value: Node::null(Span::at(behind)), key, merged: false };
        }
        self.pos += 1;
        let behind = self.pos;
        let value = if self.flow_gap(parent) && !self.at_flow_end() {
            self.flow_node(parent, false)
        } else {
            Node::null(Span::at(behind))
        };
        Entry { key, value, merged: false }
    }

    /// Whether an implicit node would end here: before a comma, a bracket or a colon.
    fn at_flow_end(&self) -> bool {
        matches!(self.peek(), Some(b',' | b'}' | b']')) || self.peek() == Some(b':') && self.is_flow_gap(self.pos + 1)
    }

    /// Whether the `:` after `key` is here. After a quote or bracket it does not need to be followed by a blank.
    fn at_flow_colon(&self, key: &Node) -> bool {
        let json = match &key.kind {
            Kind::Sequence(_) | Kind::Mapping(_) => true,
            Kind::Scalar(scalar) => scalar.style != crate::syntax::Style::Plain,
            Kind::Null | Kind::Alias(_) | Kind::Error => false,
        };
        self.peek() == Some(b':') && (json || self.is_flow_gap(self.pos + 1))
    }

    /// Parses an item of a flow sequence; `a: b` is a mapping with one entry.
    fn flow_item(&mut self, parent: i32) -> Node {
        let start = self.pos;
        let line = self.line.start;
        let explicit = self.peek() == Some(b'?') && self.is_flow_gap(self.pos + 1);
        let entry = if explicit {
            self.flow_entry(parent)
        } else {
            let node = self.flow_node(parent, false);
            self.skip_blanks();
            if line != self.line.start || !self.at_flow_colon(&node) {
                return node;
            }
            self.flow_value(parent, node)
        };
        let end = self.behind_node(&entry.value);
        let mapping = Mapping { flow: true, entries: vec![entry] };
        Node { span: Span::new(start, end), kind: Kind::Mapping(mapping), properties: None }
    }

    /// Parses a node in flow context, with its tag and anchor; `key` if a key of a flow mapping is expected.
    fn flow_node(&mut self, parent: i32, key: bool) -> Node {
        let mut properties = None;
        while self.at_properties() {
            let more = self.properties();
            properties = self.join(properties, Some(more));
            let behind = self.pos;
            if !self.flow_gap(parent) || self.at_flow_end() {
                return Node { span: Span::at(behind), kind: Kind::Null, properties };
            }
        }
        let node = match self.peek() {
            Some(b':') if self.is_flow_gap(self.pos + 1) => Node::null(Span::at(self.pos)),
            Some(b'"' | b'\'') => self.quoted(parent),
            Some(b'[' | b'{') => self.flow_collection(parent),
            Some(b'*') => self.alias(),
            _ => self.flow_plain(parent, key),
        };
        self.equip(node, properties)
    }

    /// Skips a collection that is nested too deeply.
    fn flow_too_deep(&mut self, parent: i32) -> Node {
        let start = self.pos;
        self.error(SyntaxErrorKind::TooDeep, Span::new(start, start + 1));
        let mut depth = 0_usize;
        let mut end = start;
        while self.flow_gap(parent) {
            match self.peek() {
                Some(b'"' | b'\'') => {
                    self.quoted(parent);
                    end = self.pos;
                    continue;
                }
                Some(b'[' | b'{') => depth += 1,
                Some(b']' | b'}') => depth -= 1,
                _ => {}
            }
            self.pos += self.text[self.pos..].chars().next().map_or(1, char::len_utf8);
            end = self.pos;
            if depth == 0 {
                break;
            }
        }
        Node { span: Span::new(start, end), kind: Kind::Error, properties: None }
    }
}
