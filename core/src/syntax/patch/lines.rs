//! Lines of a text, by offset.

use std::iter::successors;
use std::ops::Range;

use crate::syntax::{Scalar, Style, Tree};

/// The start of the line that contains `at`.
pub(super) fn line_start(text: &str, at: usize) -> usize {
    text[..at].rfind(['\n', '\r']).map_or(0, |before| before + 1)
}

/// The end of the line that contains `at`, before its break.
pub(super) fn line_end(text: &str, at: usize) -> usize {
    text[at..].find(['\n', '\r']).map_or(text.len(), |length| at + length)
}

/// The start of the line after the one that contains `at`; the end of the text if it is the last.
pub(super) fn next_line(text: &str, at: usize) -> usize {
    let end = line_end(text, at);
    end + if text[end..].starts_with("\r\n") { 2 } else { usize::from(end < text.len()) }
}

/// The column of `at` in bytes. Everything before a node with a column is ASCII.
pub(super) fn column(text: &str, at: usize) -> usize {
    let start = line_start(text, at);
    at - start - if text[start..at].starts_with('\u{feff}') { 3 } else { 0 }
}

/// Whether only spaces precede `at` on its line.
pub(super) fn is_first(text: &str, at: usize) -> bool {
    text[line_start(text, at)..at].trim_start_matches('\u{feff}').bytes().all(|byte| byte == b' ')
}

/// The number of leading spaces of a line.
pub(super) fn indent(line: &str) -> usize {
    line.len() - line.trim_start_matches(' ').len()
}

/// The content of the line that starts at `start`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Line {
    Blank,
    /// Only a comment, at this column.
    Comment(usize),
    Content,
}

pub(super) fn line(text: &str, start: usize) -> Line {
    let line = &text[start..line_end(text, start)];
    let content = line.trim_start_matches([' ', '\t']);
    match content.bytes().next() {
        None => Line::Blank,
        Some(b'#') => Line::Comment(line.len() - content.len()),
        Some(_) => Line::Content,
    }
}

/// The starts of the lines that begin within a range, without blank ones.
pub(super) fn started_in(text: &str, range: Range<usize>) -> impl Iterator<Item = usize> {
    let starts = successors(Some(next_line(text, range.start)), |at| Some(next_line(text, *at)));
    starts.take_while(move |at| *at < range.end).filter(|at| line(text, *at) != Line::Blank)
}

/// The first offset from `at` on that is not a blank, line break or comment.
pub(super) fn behind_trivia(text: &str, mut at: usize) -> usize {
    loop {
        let rest = text[at..].trim_start_matches([' ', '\t', '\n', '\r']);
        at = text.len() - rest.len();
        if !rest.starts_with('#') {
            return at;
        }
        at = line_end(text, at);
    }
}

/// The start of the first non-blank line from `at` on, which is the end of a line; the end of the text if there is
/// none.
pub(super) fn behind_blank(text: &str, at: usize) -> usize {
    let rest = text[at..].trim_start_matches([' ', '\t', '\n', '\r']);
    if rest.is_empty() { text.len() } else { line_start(text, text.len() - rest.len()).max(at) }
}

/// The line break that the text uses.
pub(super) fn line_break(text: &str) -> &'static str {
    let first = text.find('\n');
    if first.is_some_and(|at| text[..at].ends_with('\r')) { "\r\n" } else { "\n" }
}

/// The offset before the line break that ends at `at`.
pub(super) fn before_break(text: &str, at: usize) -> usize {
    let before = &text[..at];
    let before = before.strip_suffix('\n').unwrap_or(before);
    before.strip_suffix('\r').unwrap_or(before).len()
}

/// Whether the text ends in a block scalar whose last line has no line break. We read it as if it had one, but not
/// every parser does.
pub(super) fn cuts_last_line(text: &str, tree: &Tree) -> bool {
    let Some(root) = tree.documents.last().map(|document| &*document.root) else { return false };
    if text.ends_with(['\n', '\r']) {
        return false;
    }
    let mut node = root;
    while let Some(last) = node.items().last().or(node.entries().last().map(|entry| &entry.value)) {
        node = last;
    }
    let block = |scalar: &Scalar| matches!(scalar.style, Style::Literal | Style::Folded);
    node.as_scalar().is_some_and(|scalar| block(scalar) && scalar.value.ends_with('\n'))
}
