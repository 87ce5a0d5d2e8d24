//! The resilient parser: text to [`Tree`].
//!
//! It synchronizes on indentation: a collection continues as long as lines start at its column, and a line that does
//! not fit is reported without affecting the lines around it. Every loop consumes at least one byte and nesting is
//! limited, so both time and stack are bounded.

mod block;
mod block_scalar;
mod collection;
mod conflict;
pub mod cursor;
mod directive;
mod duplicate;
mod flow;
pub mod incremental;
mod limit;
mod plain;
mod properties;
mod quoted;

use std::sync::Arc;

use smol_str::SmolStr;

use crate::sorted_map::SortedSet;
use crate::sorting::Sorting;
use crate::syntax::{Document, Kind, Mapping, Node, Sequence, SyntaxError, SyntaxErrorKind, Tree};
use crate::text::Span;

/// Maximum nesting depth of collections, and therefore of recursive tree walks.
pub const MAX_DEPTH: usize = 128;

/// Parses `text`. Never fails, and takes linear time; errors do not affect neighboring nodes. Nothing is read of a text
/// that exceeds the limit.
pub fn parse(text: &str) -> Tree {
    if let Some(at) = limit::exceeded(text) {
        let end = text[at..].find(['\n', '\r']).map_or(text.len(), |length| at + length);
        let error = SyntaxError { kind: SyntaxErrorKind::TooLarge, span: Span::new(at, end), related: None };
        return Tree { errors: vec![error], ..Tree::default() };
    }
    let Some(masked) = conflict::Masked::of(text) else { return parse_whole(text) };
    let mut tree = parse_whole(&masked.text);
    tree.errors.retain(|error| !masked.hides(error));
    tree.errors.extend(masked.errors);
    tree.errors.order_by_key(|error| error.span);
    tree
}

fn parse_whole(text: &str) -> Tree {
    let mut parser = Parser {
        text,
        bytes: text.as_bytes(),
        pos: 0,
        line: Line::default(),
        flow_stop: None,
        depth: 0,
        open: [0; 2],
        outermost: -1,
        anchors: SortedSet::new(),
        handles: Vec::new(),
        tree: Tree::default(),
    };
    parser.stream();
    parser.report_control_characters();
    let mut tree = parser.tree;
    tree.errors.order_by_key(|error| error.span);
    tree.comments.order();
    tree.comments.dedup();
    tree
}

struct Parser<'t> {
    text: &'t str,
    bytes: &'t [u8],
    pos: usize,
    line: Line,
    /// Where a flow collection ended at a line that cannot belong to it; all enclosing collections end there too.
    flow_stop: Option<usize>,
    depth: usize,
    /// The number of open flow sequences and flow mappings.
    open: [usize; 2],
    /// The column up to which an entry ends every flow collection; -1 if the collection around it decides.
    outermost: i32,
    /// The anchors of this document so far.
    anchors: SortedSet<SmolStr>,
    /// The handles and prefixes declared with `%TAG` for this document.
    handles: Vec<(SmolStr, SmolStr)>,
    tree: Tree,
}

/// The current line.
#[derive(Clone, Copy, Default)]
struct Line {
    start: usize,
    /// The first byte that is neither a blank nor a tab.
    content: usize,
    /// The first tab in the indentation.
    tab: Option<usize>,
    /// Position minus column; differs from `start` if tabs are counted as several columns.
    origin: isize,
}

impl Parser<'_> {
    fn stream(&mut self) {
        self.skip_byte_order_mark();
        self.begin_line();
        loop {
            self.skip_to_content();
            if self.at_end() {
                return;
            }
            if self.at_marker(b"...") {
                self.pos += 3;
                self.end_line();
                continue;
            }
            self.document();
        }
    }

    fn document(&mut self) {
        self.anchors.clear();
        self.handles.clear();
        let directives = self.directives();
        let start = self.pos;
        if self.at_marker(b"---") {
            self.pos += 3;
        } else if let Some(span) = directives {
            self.error(SyntaxErrorKind::BadDirective, span);
            if self.at_end() || self.at_marker(b"...") {
                return;
            }
        }
        let mut root = self.root();
        self.end_line();
        while self.skip_to_content() >= 0 {
            self.left_over(&mut root);
        }
        if self.at_marker(b"...") {
            self.pos += 3;
            let end = self.pos;
            self.end_line();
            self.tree.documents.push(Document { root: Arc::new(root), span: Span::new(start, end) });
            self.skip_to_content();
            self.skip_byte_order_mark();
        } else {
            self.tree.documents.push(Document { root: Arc::new(root), span: Span::new(start, self.pos) });
        }
    }

    /// Parses the root. An unclosed bracket above a block mapping at the left margin would contain all of it, so it is
    /// read again as a line of its own.
    fn root(&mut self) -> Node {
        let (pos, line) = (self.pos, self.line);
        let known = (self.tree.errors.len(), self.tree.comments.len());
        let anchors = self.anchors.clone();
        let root = self.block_node(-1, block::Role::Document);
        let is_flow = matches!(
            root.kind,
            Kind::Mapping(Mapping { flow: true, .. }) | Kind::Sequence(Sequence { flow: true, .. })
        );
        let is_unclosed = |error: &SyntaxError| match error.kind {
            SyntaxErrorKind::UnclosedFlow => error.span.start == root.span.start,
            // It may hide the bracket, which is then not reported.
            SyntaxErrorKind::UnterminatedString => is_flow && root.span.contains(error.span),
            _ => false,
        };
        let unclosed = self.tree.errors.get(known.0..).is_some_and(|errors| errors.iter().any(is_unclosed));
        if !unclosed || !self.has_block_entry(root.span.range().start) {
            return root;
        }
        (self.pos, self.line, self.anchors, self.flow_stop) = (pos, line, anchors, None);
        self.tree.errors.truncate(known.0);
        self.tree.comments.truncate(known.1);
        self.outermost = 0;
        let mut root = self.block_node(-1, block::Role::Document);
        self.outermost = -1;
        // The brackets were read as a first key without a colon.
        let Kind::Mapping(Mapping { flow: false, entries }) = &mut root.kind else { return root };
        if entries.len() > 1 {
            let bracket = entries.remove(0).key.span;
            self.tree.errors.retain(|error| !bracket.contains(error.span));
            self.error(SyntaxErrorKind::Unexpected, bracket);
            let properties = |key: &Node| key.properties.as_ref().map_or(key.span.start, |own| own.span.start);
            let start = entries.first().map(|entry| properties(&entry.key).min(entry.key.span.start));
            root.span.start = start.unwrap_or(root.span.start);
        }
        root
    }

    /// Whether the first entry at the left margin below `start` is one of a block mapping: no comma or opening bracket
    /// ends its line.
    fn has_block_entry(&self, start: usize) -> bool {
        let mut at = self.line_end(start);
        while at < self.bytes.len() {
            let next = self.behind_break(at);
            if !self.bytes.get(next).is_some_and(u8::is_ascii_whitespace) && self.looks_like_entry(next) {
                let end = self.line_end(next);
                return !self.slice(next, end).trim_end().ends_with([',', '{', '[']);
            }
            at = self.line_end(next);
        }
        false
    }

    /// Handles content after the root. If the root was a single scalar and this is a collection, the user is typing
    /// above the collection, which then becomes the root.
    fn left_over(&mut self, root: &mut Node) {
        let line = self.rest_of_line();
        let node = self.block_content(-1, block::Role::Document);
        self.end_line();
        let whole = |node: &Node| matches!(node.kind, Kind::Mapping(_) | Kind::Sequence(_));
        if whole(&node) && !whole(root) {
            self.error(SyntaxErrorKind::TrailingText, root.span);
            *root = node;
        } else {
            self.error(SyntaxErrorKind::TrailingText, line);
        }
    }

    /// The end of `node`, including its properties.
    fn behind_node(&self, node: &Node) -> usize {
        let properties = node.properties.as_ref().map_or(0, |properties| properties.span.end);
        node.span.end.max(properties) as usize
    }

    fn error(&mut self, kind: SyntaxErrorKind, span: Span) {
        self.tree.errors.push(SyntaxError { kind, span, related: None });
    }

    fn error_related(&mut self, kind: SyntaxErrorKind, span: Span, related: Span) {
        self.tree.errors.push(SyntaxError { kind, span, related: Some(related) });
    }
}
