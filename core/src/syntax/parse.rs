//! The resilient parser: text to [`Tree`].
//!
//! It synchronizes on indentation: a collection continues as long as lines start at its column, and a line that does
//! not fit is reported without affecting the lines around it. Every loop consumes at least one byte and nesting is
//! limited, so both time and stack are bounded.

mod block;
mod block_scalar;
mod collection;
pub mod cursor;
mod directive;
mod duplicate;
mod flow;
pub mod incremental;
mod plain;
mod properties;
mod quoted;

use std::collections::BTreeSet;
use std::sync::Arc;

use smol_str::SmolStr;

use crate::sorting::Sorting;
use crate::syntax::{Document, Kind, Node, SyntaxError, SyntaxErrorKind, Tree};
use crate::text::Span;

/// Maximum nesting depth of collections, and therefore of recursive tree walks.
pub const MAX_DEPTH: usize = 128;

/// Parses `text`. Never fails, and takes linear time; errors do not affect neighboring nodes.
pub fn parse(text: &str) -> Tree {
    let mut parser = Parser {
        text,
        bytes: text.as_bytes(),
        pos: 0,
        line: Line::default(),
        flow_stop: None,
        depth: 0,
        open: [0; 2],
        anchors: BTreeSet::new(),
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
    /// The anchors of this document so far.
    anchors: BTreeSet<SmolStr>,
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
        let mut root = self.block_node(-1, block::Role::Document);
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
