//! Block collections, and dispatch to the kinds of values.

use crate::syntax::{Entry, Kind, Mapping, Node, Properties, Style, SyntaxErrorKind};
use crate::text::Span;

use super::{MAX_DEPTH, Parser};

/// The position of a node relative to the preceding text.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    /// The root, after `---` or at the start.
    Document,
    /// After the `-` of a sequence.
    Item,
    /// After `key:`.
    Value,
    /// After the `?` of an explicit key or the `:` of its value.
    Explicit,
}

impl Role {
    /// Whether a collection may start on the line of the indicator.
    fn is_compact(self) -> bool {
        matches!(self, Role::Item | Role::Explicit)
    }

    /// Whether a sequence may start at the column of its parent.
    fn allows_parent_column(self) -> bool {
        matches!(self, Role::Value | Role::Explicit)
    }
}

/// The position and context of a node that is about to be parsed.
pub(super) struct NodeStart {
    /// The column of the enclosing collection.
    pub(super) parent: i32,
    pub(super) column: i32,
    role: Role,
    /// Whether a block collection may start here.
    collection: bool,
    /// The properties on a previous line, which belong to the node.
    pub(super) above: Option<Box<Properties>>,
    /// The properties on this line, which belong to the first key if the node is a mapping.
    beside: Option<Box<Properties>>,
    /// The start of the properties on this line, or of the content.
    pub(super) start: usize,
}

impl Parser<'_> {
    /// Parses the next node, on this line or deeper than `parent` on a following one; null if there is none.
    pub(super) fn block_node(&mut self, parent: i32, role: Role) -> Node {
        let start = self.pos;
        let column = self.skip_to_content();
        if self.is_elsewhere(column, parent, role) {
            return Node::null(Span::at(start));
        }
        self.block_content(parent, role)
    }

    /// Whether the content at `column` does not belong to a node in a collection at `parent`.
    fn is_elsewhere(&self, column: i32, parent: i32, role: Role) -> bool {
        let beside = role.allows_parent_column() && column == parent && self.at_indicator(b'-');
        column < 0 || self.is_fresh() && column <= parent && !beside
    }

    /// Parses the node that starts here.
    pub(super) fn block_content(&mut self, parent: i32, role: Role) -> Node {
        let mut above: Option<Box<Properties>> = None;
        loop {
            let (start, column) = (self.pos, self.column());
            let collection = self.is_fresh() || role.is_compact();
            let mut beside = None;
            if self.at_properties() {
                let properties = self.properties();
                let behind = self.pos;
                self.skip_blanks();
                if self.is_line_end(self.pos) || self.peek() == Some(b'#') && self.is_comment() {
                    above = self.join(above, Some(properties));
                    let column = self.skip_to_content();
                    if self.is_elsewhere(column, parent, role) {
                        return Node { span: Span::at(behind), kind: Kind::Null, properties: above };
                    }
                    continue;
                }
                beside = Some(properties);
            }
            if self.depth >= MAX_DEPTH {
                return self.block_too_deep(parent);
            }
            self.depth += 1;
            let node = self.block_value(NodeStart { parent, column, role, collection, above, beside, start });
            self.depth -= 1;
            return node;
        }
    }

    fn block_value(&mut self, mut place: NodeStart) -> Node {
        if self.is_fresh() && self.spaces() <= place.parent {
            self.report_tab();
        }
        match self.peek() {
            Some(b'-') if self.is_gap(self.pos + 1) => {
                if let Some(properties) = &place.beside {
                    let span = properties.span;
                    self.error(SyntaxErrorKind::BadProperties, span);
                } else {
                    self.check_collection(&place, SyntaxErrorKind::NestedSequenceInline);
                }
                let node = self.sequence(self.column(), place.parent);
                let properties = self.join(place.above.take(), place.beside.take());
                self.equip(node, properties)
            }
            Some(b'?') if self.is_gap(self.pos + 1) => {
                self.check_collection(&place, SyntaxErrorKind::Unexpected);
                if let Some(properties) = place.beside.take() {
                    self.error(SyntaxErrorKind::BadProperties, properties.span);
                }
                self.mapping(place, None)
            }
            Some(b':') if self.is_gap(self.pos + 1) => {
                self.check_collection(&place, SyntaxErrorKind::NestedMappingInline);
                let properties = place.beside.take();
                let at = properties.as_ref().map_or(self.pos, |properties| properties.span.range().end);
                let key = Node { properties, ..Node::null(Span::at(at)) };
                self.mapping(place, Some(key))
            }
            Some(b'|' | b'>') => {
                let node = self.block_scalar(place.parent);
                let properties = self.join(place.above, place.beside);
                self.equip(node, properties)
            }
            _ => self.inline_value(place),
        }
    }

    /// Reports a collection that starts where none is allowed, or after a tab.
    fn check_collection(&mut self, place: &NodeStart, kind: SyntaxErrorKind) {
        if !place.collection {
            self.error(kind, Span::new(self.pos, self.pos + 1));
            return;
        }
        if place.start == self.line.content {
            if let Some(tab) = self.line.tab.take() {
                self.error(SyntaxErrorKind::TabIndentation, Span::new(tab, place.start));
            }
            return;
        }
        let gap = self.slice(self.line.start, place.start);
        let gap = &gap[gap.trim_end_matches([' ', '\t']).len()..];
        if let Some(tab) = gap.find('\t') {
            let start = place.start - gap.len() + tab;
            self.error(SyntaxErrorKind::TabIndentation, Span::new(start, place.start));
        }
    }

    /// Parses a scalar, alias or flow collection, or the mapping whose first key it is.
    fn inline_value(&mut self, mut place: NodeStart) -> Node {
        let (start, line) = (self.pos, self.line);
        let node = self.marked_node(place.parent.max(self.outermost));
        if node.is_none() {
            self.report_reserved();
            self.pos = self.plain_end(start);
        }
        let (end, end_line) = (self.pos, self.line);
        self.skip_blanks();
        if self.at_indicator(b':') && !self.is_fresh() {
            let key = node.unwrap_or_else(|| self.plain_node(start, end));
            if line.start != self.line.start {
                self.error(SyntaxErrorKind::MultilineKey, key.span);
            }
            let nested = !place.collection && place.role != Role::Document;
            self.check_collection(&place, SyntaxErrorKind::NestedMappingInline);
            let key = self.equip(key, place.beside.take());
            return if nested { self.nested_inline(place, key) } else { self.mapping(place, Some(key)) };
        }
        let plain = node.is_none();
        let node = node.unwrap_or_else(|| self.plain_lines(start, end, place.parent));
        if !place.collection || !self.begins_mapping(&place) {
            let properties = self.join(place.above, place.beside);
            return self.equip(node, properties);
        }
        (self.pos, self.line) = (end, end_line);
        let key = if plain { self.plain_node(start, end) } else { node };
        let key = self.equip(key, place.beside.take());
        self.mapping(place, Some(key))
    }

    /// Parses a node that starts with an indicator; `None` for plain text.
    pub(super) fn marked_node(&mut self, parent: i32) -> Option<Node> {
        match self.peek() {
            Some(b'"' | b'\'') => Some(self.quoted(parent)),
            Some(b'[' | b'{') => Some(self.flow_collection(parent)),
            Some(b'*') => Some(self.alias()),
            Some(b']' | b'}') => {
                let span = self.rest_of_line();
                self.error(SyntaxErrorKind::UnexpectedClose, Span::new(self.pos, self.pos + 1));
                self.pos = span.range().end;
                Some(Node { span, kind: Kind::Error, properties: None })
            }
            _ => None,
        }
    }

    /// Whether the scalar just read was meant to be the first key of a mapping: it is followed by a colon without a
    /// space, or by a line with an entry or item that belongs to nothing else.
    fn begins_mapping(&mut self, place: &NodeStart) -> bool {
        self.skip_blanks();
        if self.peek() == Some(b':') && !self.is_fresh() {
            return true;
        }
        let ended = self.is_fresh() || self.is_line_end(self.pos) || self.peek() == Some(b'#') && self.is_comment();
        if !ended {
            return false;
        }
        let column = self.skip_to_content();
        let item = self.at_indicator(b'-');
        column > place.parent && (!item || column >= place.column) && self.looks_like_entry(self.pos)
    }

    /// Recovers from `a: b: c`: the value is the text `b: c`, or the mapping of `b` if its value is on the lines below.
    fn nested_inline(&mut self, place: NodeStart, key: Node) -> Node {
        let rest = self.behind_blanks(self.pos + 1);
        let plain = key.as_scalar().is_some_and(|scalar| scalar.style == Style::Plain);
        if plain && !self.is_line_end(rest) && self.byte(rest) != Some(b'#') {
            let end = self.rest_of_line().range().end;
            self.pos = end;
            let text = self.plain_node(key.span.range().start, end);
            let properties = self.join(place.above, key.properties);
            return self.equip(text, properties);
        }
        self.pos += 1;
        let behind = self.pos;
        let value = self.block_node(place.parent, Role::Value);
        let span = Span::new(place.start, self.behind_node(&value).max(behind));
        let entries = vec![Entry { key, value, merged: false }];
        let kind = Kind::Mapping(Mapping { flow: false, entries });
        Node { span, kind, properties: place.above }
    }

    /// Skips a node that is nested too deeply.
    fn block_too_deep(&mut self, parent: i32) -> Node {
        let start = self.pos;
        self.error(SyntaxErrorKind::TooDeep, Span::new(start, start + 1));
        let mut end = self.rest_of_line().range().end;
        loop {
            self.pos = self.line_end(self.pos);
            self.next_line();
            let blank = self.is_line_end(self.pos);
            if self.at_end() || self.at_any_marker() || !blank && self.spaces() <= parent {
                break;
            }
            end = if blank { end } else { self.rest_of_line().range().end };
        }
        Node { span: Span::new(start, end), kind: Kind::Error, properties: None }
    }
}
