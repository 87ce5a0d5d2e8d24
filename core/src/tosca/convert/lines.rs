//! The lines of the entries of block mappings.

use crate::syntax::Entry;
use crate::text::Span;
use crate::workspace::SourceFile;

/// A file with its lines.
#[derive(Clone, Copy)]
pub(super) struct Lines<'f> {
    pub(super) file: &'f SourceFile,
    pub(super) line_break: &'static str,
}

/// The end of an entry: that of its value, or of its key if the value has no text.
pub(super) fn end_of(entry: &Entry) -> usize {
    entry.value.span.end.max(entry.key.span.end) as usize
}

/// The comments in a span.
pub(super) fn comments(file: &SourceFile, span: Span) -> &[Span] {
    let all = &file.tree.comments;
    let start = all.partition_point(|comment| comment.start < span.start);
    let end = all.partition_point(|comment| comment.start < span.end);
    all.get(start..end).unwrap_or_default()
}

impl<'f> Lines<'f> {
    pub(super) fn of(file: &'f SourceFile) -> Self {
        Lines { file, line_break: if file.text.contains("\r\n") { "\r\n" } else { "\n" } }
    }

    pub(super) fn text(&self) -> &'f str {
        &self.file.text
    }

    pub(super) fn start(&self, at: usize) -> usize {
        self.text()[..at].rfind('\n').map_or(0, |at| at + 1)
    }

    /// The column of an entry on its own line; `None` if something else precedes it.
    pub(super) fn column(&self, entry: &Entry) -> Option<usize> {
        let at = entry.key.span.start as usize;
        let before = self.text().get(self.start(at)..at)?;
        before.chars().all(|one| one == ' ').then_some(before.len())
    }

    /// The start of the line of an entry, or of the comments directly above it in the same column.
    pub(super) fn lead(&self, entry: &Entry) -> usize {
        let mut start = self.start(entry.key.span.start as usize);
        let column = entry.key.span.start as usize - start;
        while start > 0 {
            let above = self.start(start - 1);
            let line = &self.text()[above..start];
            let indent = line.len() - line.trim_start_matches(' ').len();
            if indent != column || !line.trim_start().starts_with('#') {
                break;
            }
            start = above;
        }
        start
    }

    /// The end of an entry of a block mapping: where the next one begins, or the end of its last line.
    pub(super) fn end(&self, entries: &[&Entry], at: usize) -> Option<usize> {
        if let Some(next) = entries.get(at + 1) {
            self.column(next)?;
            return Some(self.lead(next));
        }
        let end = end_of(entries.get(at)?);
        // A block scalar ends with its line break.
        if self.text().get(..end)?.ends_with('\n') {
            return Some(end);
        }
        Some(self.text().get(end..)?.find('\n').map_or(self.text().len(), |line_break| end + line_break + 1))
    }
}
