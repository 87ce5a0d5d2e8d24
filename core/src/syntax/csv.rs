//! Reads CSV (RFC 4180) as a list of mappings: a row is a mapping from the header to its cells. Empty cells are left out. The
//! cells can also be separated by semicolons or tabs, as spreadsheets write them.

use std::sync::Arc;

use smol_str::SmolStr;

use crate::sorted_map::SortedMap;
use crate::syntax::{
    Document, Entry, Kind, Mapping, Node, Scalar, Sequence, Style, SyntaxError, SyntaxErrorKind, Tree,
};
use crate::text::Span;

/// Maximum number of cells, which bounds the memory of the tree.
const MAX_CELLS: usize = 2_000_000;

/// A cell without the white space around it. The span of a quoted cell includes its quotes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cell {
    pub value: SmolStr,
    pub span: Span,
    pub is_quoted: bool,
}

/// The rows of a text, without empty ones, in constant memory.
#[derive(Debug)]
pub struct Rows<'t> {
    text: &'t str,
    separator: u8,
    at: usize,
    /// The start of a quoted cell without a closing quote.
    unterminated: Option<usize>,
}

impl<'t> Rows<'t> {
    pub fn new(text: &'t str) -> Self {
        let at = text.len() - text.trim_start_matches('\u{feff}').len();
        Rows { text, separator: separator(text), at, unterminated: None }
    }

    /// The cell at the position, which is moved behind it.
    fn cell(&mut self) -> Cell {
        let bytes = self.text.as_bytes();
        let start = self.at;
        let blank = |byte: &u8| matches!(byte, b' ' | b'\t') && *byte != self.separator;
        let from = start + bytes.get(start..).map_or(0, |rest| rest.iter().take_while(|byte| blank(byte)).count());
        if bytes.get(from) == Some(&b'"') {
            let mut value = String::new();
            let mut at = from + 1;
            loop {
                let Some(length) = self.text.get(at..).and_then(|rest| rest.find('"')) else {
                    self.unterminated.get_or_insert(from);
                    value.push_str(self.text.get(at..).unwrap_or_default());
                    at = bytes.len();
                    break;
                };
                value.push_str(self.text.get(at..at + length).unwrap_or_default());
                at += length + 1;
                if bytes.get(at) != Some(&b'"') {
                    break;
                }
                value.push('"');
                at += 1;
            }
            let span = Span::new(from, at);
            // Text behind the closing quote is ignored, as most readers do.
            self.at = self.end_of_cell(at);
            return Cell { value: value.trim().into(), span, is_quoted: true };
        }
        let end = self.end_of_cell(from);
        let value = self.text.get(from..end).unwrap_or_default().trim_end();
        self.at = end;
        Cell { value: value.into(), span: Span::new(from, from + value.len()), is_quoted: false }
    }

    /// The position of the next separator or end of line.
    fn end_of_cell(&self, from: usize) -> usize {
        let rest = self.text.as_bytes().get(from..).unwrap_or_default();
        from + rest
            .iter()
            .position(|byte| *byte == self.separator || matches!(byte, b'\n' | b'\r'))
            .unwrap_or(rest.len())
    }
}

impl Iterator for Rows<'_> {
    type Item = Vec<Cell>;

    fn next(&mut self) -> Option<Vec<Cell>> {
        let bytes = self.text.as_bytes();
        while self.at < bytes.len() {
            let mut row = vec![self.cell()];
            while bytes.get(self.at) == Some(&self.separator) {
                self.at += 1;
                row.push(self.cell());
            }
            while matches!(bytes.get(self.at), Some(b'\n' | b'\r')) {
                self.at += 1;
            }
            if row.iter().any(|cell| !cell.value.is_empty()) {
                return Some(row);
            }
        }
        None
    }
}

/// The separator of the cells: the one that occurs most often in the header.
fn separator(text: &str) -> u8 {
    let header = text.lines().next().unwrap_or_default().as_bytes();
    let count = |separator: u8| header.iter().filter(|byte| **byte == separator).count();
    // Of equally frequent ones, the last one counts.
    [b'\t', b';', b','].into_iter().max_by_key(|separator| count(*separator)).unwrap_or(b',')
}

/// Whether the text begins with a header that has this column.
pub fn has_column(text: &str, column: &str) -> bool {
    let Some(header) = text.trim_start_matches('\u{feff}').lines().next() else { return false };
    !header.trim_start().starts_with(['{', '[', '-'])
        && header.split(char::from(separator(header))).any(|cell| cell.trim().trim_matches('"').trim() == column)
}

/// Parses a text with a header. A cell beyond the header has a null key.
pub fn parse(text: &str) -> Tree {
    let mut rows = Rows::new(text);
    let header = rows.next().unwrap_or_default();
    let mut errors = Vec::new();
    let mut known: SortedMap<&str, Span> = SortedMap::new();
    for cell in header.iter().filter(|cell| !cell.value.is_empty()) {
        let first = *known.entry(&cell.value).or_insert(cell.span);
        if first != cell.span {
            errors.push(SyntaxError { kind: SyntaxErrorKind::DuplicateKey, span: cell.span, related: Some(first) });
        }
    }
    let keys: Vec<Node> = header.iter().map(node).collect();
    let mut items = Vec::new();
    let mut n_cells = 0;
    for row in rows.by_ref() {
        n_cells += row.len();
        let span = row
            .first()
            .zip(row.last())
            .map(|(first, last)| Span { start: first.span.start, end: last.span.end.max(first.span.end) });
        let span = span.unwrap_or_default();
        if n_cells > MAX_CELLS {
            errors.push(SyntaxError { kind: SyntaxErrorKind::TooLarge, span, related: None });
            break;
        }
        let cells = row.iter().enumerate().filter(|(_, cell)| !cell.value.is_empty());
        let entries = cells.map(|(column, cell)| {
            let unnamed = || Node::null(Span::new(cell.span.range().start, cell.span.range().start));
            let key = keys.get(column).cloned().unwrap_or_else(unnamed);
            Entry { key, value: node(cell), merged: false }
        });
        let mapping = Mapping { flow: true, entries: entries.collect() };
        items.push(Node { span, kind: Kind::Mapping(mapping), properties: None });
    }
    if let Some(start) = rows.unterminated {
        let span = Span::new(start, text.len());
        errors.push(SyntaxError { kind: SyntaxErrorKind::UnterminatedString, span, related: None });
    }
    let span = Span::new(0, text.len());
    let root = Node { span, kind: Kind::Sequence(Sequence { flow: true, items }), properties: None };
    Tree { documents: vec![Document { root: Arc::new(root), span }], errors, comments: Vec::new() }
}

/// A cell as a scalar: text, except numbers of cells without quotes.
fn node(cell: &Cell) -> Node {
    let style = if cell.is_quoted { Style::DoubleQuoted } else { Style::Plain };
    Node { span: cell.span, kind: Kind::Scalar(Scalar { value: cell.value.clone(), style }), properties: None }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(text: &str) -> Vec<Vec<String>> {
        Rows::new(text).map(|row| row.into_iter().map(|cell| cell.value.to_string()).collect()).collect()
    }

    #[test]
    fn cells_are_quoted_or_not() {
        let text = "\u{feff}a, b ,c\r\n1,\"x, \"\"y\"\"\nz\",\r\n\r\n, ,\n2,\"\",é";
        assert_eq!(values(text), [["a", "b", "c"], ["1", "x, \"y\"\nz", ""], ["2", "", "é"]]);
    }

    #[test]
    fn spans_cover_the_cells() {
        let text = "id,name\n1, \"a b\" ,rest\n2,é";
        let tree = parse(text);
        let root = tree.root().expect("a root");
        let name = root.items()[0].get("name").expect("a name");
        assert_eq!((name.span.of(text), name.as_text()), ("\"a b\"", Some("a b")));
        assert_eq!(root.items()[0].entries()[2].key.as_text(), None);
        assert_eq!(root.items()[1].get("name").map(|node| node.span.of(text)), Some("é"));
        assert_eq!(root.items()[1].entry("name").map(|entry| entry.key.span.of(text)), Some("name"));
    }

    #[test]
    fn broken_texts_are_read_to_the_end() {
        let tree = parse("id,id\n\"x,y\n");
        let kinds: Vec<_> = tree.errors.iter().map(|error| error.kind).collect();
        assert_eq!(kinds, [SyntaxErrorKind::DuplicateKey, SyntaxErrorKind::UnterminatedString]);
        for text in ["", "\n", ",", "\"", "a\r", "\"\"\"", "a,\"b\"c,d"] {
            parse(text);
        }
    }
}
