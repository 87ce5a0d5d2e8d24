//! The only way to change text: edits of spans, combined into a [`Change`] of several files.

use std::fmt;

use crate::sorted_map::SortedMap;
use crate::sorting::{Sorting, gather};
use crate::text::{FilePath, Span};

/// Replaces `span` with `text`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replace {
    pub span: Span,
    pub text: String,
}

/// Edits of one text, all with offsets in the original text.
///
/// Invariant: sorted by span, disjoint; insertions at the same offset keep their order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TextEdit {
    replaces: Vec<Replace>,
}

impl TextEdit {
    /// Builds an edit for each file; an error if replacements overlap.
    pub fn by_file(replaces: SortedMap<FilePath, Vec<Replace>>) -> Result<SortedMap<FilePath, TextEdit>, EditError> {
        let edit = |(file, replaces)| Ok((file, TextEdit::new(replaces).ok_or(EditError::Stale)?));
        replaces.into_iter().map(edit).collect()
    }

    /// Builds an edit from `replaces`; `None` if two of them overlap.
    pub fn new(mut replaces: Vec<Replace>) -> Option<Self> {
        replaces.order_by_key(|replace| replace.span);
        let disjoint = replaces.windows(2).all(|pair| match pair {
            [before, after] => before.span.end <= after.span.start,
            _ => true,
        });
        disjoint.then_some(TextEdit { replaces })
    }

    pub fn replace(span: Span, text: impl Into<String>) -> Self {
        TextEdit { replaces: vec![Replace { span, text: text.into() }] }
    }

    pub fn insert(offset: usize, text: impl Into<String>) -> Self {
        TextEdit::replace(Span::at(offset), text)
    }

    pub fn delete(span: Span) -> Self {
        TextEdit::replace(span, "")
    }

    pub fn replaces(&self) -> &[Replace] {
        &self.replaces
    }

    pub fn is_empty(&self) -> bool {
        self.replaces.is_empty()
    }

    /// A single replacement with the same effect on `before`; `None` if the edit is empty, or if the replacement would be
    /// much longer than the changes.
    pub fn covering(&self, before: &str) -> Option<Replace> {
        /// Maximum length of unchanged text between two changes, in bytes.
        const CLOSE: usize = 4096;
        let (first, last) = (self.replaces.first()?, self.replaces.last()?);
        if self.replaces.len() == 1 {
            return Some(first.clone());
        }
        let span = Span { start: first.span.start, end: last.span.end };
        let pieces = self.replaces.iter();
        let piece = |replace: &Replace| {
            let span = Span { start: replace.span.start - span.start, end: replace.span.end - span.start };
            Replace { span, text: replace.text.clone() }
        };
        let inner = TextEdit { replaces: pieces.map(piece).collect() };
        (span.len() <= CLOSE).then(|| inner.apply(span.of(before)).ok()).flatten().map(|text| Replace { span, text })
    }

    /// The text after the edit; an error if the edit does not fit the text.
    pub fn apply(&self, text: &str) -> Result<String, EditError> {
        let grown: usize = self.replaces.iter().map(|replace| replace.text.len()).sum();
        let mut result = String::with_capacity(text.len() + grown);
        let mut copied = 0;
        for replace in &self.replaces {
            let range = replace.span.range();
            result.push_str(text.get(copied..range.start).ok_or(EditError::Stale)?);
            text.get(range.clone()).ok_or(EditError::Stale)?;
            result.push_str(&replace.text);
            copied = range.end;
        }
        result.push_str(text.get(copied..).ok_or(EditError::Stale)?);
        Ok(result)
    }

    /// The edit that restores `before`, the text that this edit was made for.
    pub fn inverse(&self, before: &str) -> Self {
        let mut shift = 0_isize;
        let replaces = self.replaces.iter().map(|replace| {
            let start = replace.span.start as isize + shift;
            shift += replace.text.len() as isize - replace.span.len() as isize;
            let start = usize::try_from(start).unwrap_or(0);
            Replace { span: Span::new(start, start + replace.text.len()), text: replace.span.of(before).to_owned() }
        });
        TextEdit { replaces: replaces.collect() }
    }

    /// Maps `offset` to the edited text; the start of the replacement if it was replaced.
    pub fn moved(&self, offset: u32) -> u32 {
        let mut shift = 0_i64;
        for replace in self.replaces.iter().take_while(|replace| replace.span.start < offset) {
            if offset < replace.span.end {
                shift += i64::from(replace.span.start) - i64::from(offset);
                break;
            }
            shift += replace.text.len() as i64 - replace.span.len() as i64;
        }
        u32::try_from(i64::from(offset) + shift).unwrap_or(offset)
    }

    /// Combines this edit with `next`, whose offsets are those after this edit.
    pub fn then(self, next: TextEdit) -> TextEdit {
        Composition::default().run(self.replaces, next.replaces)
    }

    /// The smallest single replacement that turns `before` into `after`; empty if they are equal.
    pub fn between(before: &str, after: &str) -> TextEdit {
        if before == after {
            return TextEdit::default();
        }
        let prefix = crate::text::floor_boundary(before, common_prefix(before.as_bytes(), after.as_bytes()));
        let (old, new) = (&before[prefix..], &after[prefix..]);
        let mut suffix = common_suffix(old.as_bytes(), new.as_bytes());
        while !old.is_char_boundary(old.len() - suffix) || !new.is_char_boundary(new.len() - suffix) {
            suffix -= 1;
        }
        let span = Span::new(prefix, prefix + old.len() - suffix);
        TextEdit::replace(span, &new[..new.len() - suffix])
    }
}

/// Walks two edits in parallel, the second with offsets after the first, and combines them.
#[derive(Default)]
struct Composition {
    done: Vec<Replace>,
    /// The replacement under construction.
    open: Option<Replace>,
    /// The offsets in the original text and in the text between the edits.
    before: usize,
    between: usize,
}

impl Composition {
    fn run(mut self, first: Vec<Replace>, second: Vec<Replace>) -> TextEdit {
        let mut first = first.into_iter().peekable();
        // Text that the first edit inserted and the second has not reached yet.
        let mut pending = String::new();
        for replace in second {
            let (start, end) = (replace.span.start as usize, replace.span.end as usize);
            self.copy_until(start, &mut pending, &mut first);
            self.drop_until(end, &mut pending, &mut first);
            self.put(0, &replace.text);
        }
        self.copy_until(usize::MAX, &mut pending, &mut first);
        self.close();
        self.done.retain(|replace| !(replace.span.is_empty() && replace.text.is_empty()));
        TextEdit { replaces: self.done }
    }

    fn copy_until(
        &mut self,
        target: usize,
        pending: &mut String,
        first: &mut std::iter::Peekable<impl Iterator<Item = Replace>>,
    ) {
        loop {
            if !pending.is_empty() {
                let take = crate::text::floor_boundary(pending, target.saturating_sub(self.between));
                let kept: String = pending.drain(..take).collect();
                self.put(0, &kept);
                self.between += kept.len();
                if !pending.is_empty() {
                    return;
                }
            }
            let next = first.peek().map_or(usize::MAX, |replace| replace.span.start as usize);
            let step = (target - self.between).min(next - self.before);
            if step > 0 {
                self.close();
                if target == usize::MAX && next == usize::MAX {
                    return;
                }
                self.before += step;
                self.between += step;
            }
            if self.before < next || self.between >= target && !self.takes_here(first, target) {
                return;
            }
            let Some(replace) = first.next() else { return };
            self.put(replace.span.len(), "");
            self.before = replace.span.end as usize;
            *pending = replace.text;
        }
    }

    /// At the target itself, process a pure deletion of the first edit now, because it has no extent in the text
    /// between.
    fn takes_here(&self, first: &mut std::iter::Peekable<impl Iterator<Item = Replace>>, target: usize) -> bool {
        target == usize::MAX || first.peek().is_some_and(|replace| replace.text.is_empty())
    }

    fn drop_until(
        &mut self,
        target: usize,
        pending: &mut String,
        first: &mut std::iter::Peekable<impl Iterator<Item = Replace>>,
    ) {
        while self.between < target {
            if !pending.is_empty() {
                let take = crate::text::floor_boundary(pending, target - self.between);
                pending.drain(..take);
                self.between += take;
                continue;
            }
            let next = first.peek().map_or(usize::MAX, |replace| replace.span.start as usize);
            let step = (target - self.between).min(next - self.before);
            if step > 0 {
                self.put(step, "");
                self.before += step;
                self.between += step;
            } else if let Some(replace) = first.next() {
                self.put(replace.span.len(), "");
                self.before = replace.span.end as usize;
                *pending = replace.text;
            }
        }
    }

    fn put(&mut self, taken: usize, text: &str) {
        let before = self.before;
        let open = self.open.get_or_insert_with(|| Replace { span: Span::at(before), text: String::new() });
        open.span.end = open.span.end.max(Span::at(before + taken).end);
        open.text.push_str(text);
    }

    fn close(&mut self) {
        self.done.extend(self.open.take());
    }
}

/// A file that a [`Change`] creates, deletes or renames.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FileChange {
    Create { path: FilePath, text: String },
    Delete { path: FilePath },
    Rename { from: FilePath, to: FilePath },
}

/// A change of a workspace: typing, a quick fix, a rename, a gesture on the canvas. One change is one undo step.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Change {
    /// The title in the undo menu: `Connect web to db`.
    pub title: String,
    pub edits: SortedMap<FilePath, TextEdit>,
    /// Applied after the edits.
    pub files: Vec<FileChange>,
}

impl Change {
    pub fn of_file(title: impl Into<String>, path: FilePath, edit: TextEdit) -> Self {
        Change { title: title.into(), edits: gather([(path, edit)]), files: Vec::new() }
    }
}

/// Why an edit was refused. Nothing has changed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EditError {
    /// The node does not exist any more.
    Missing(String),
    /// The key already exists.
    Exists(String),
    /// The node comes from an anchor or a merge key, so an edit would also affect other places.
    Shared(String),
    /// The surrounding text does not parse, so it cannot be edited safely.
    Broken(String),
    /// The command is not possible here; the text gives the reason.
    Refused(String),
    /// The edit was made for another version of the text.
    Stale,
}

impl fmt::Display for EditError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EditError::Missing(path) => write!(formatter, "`{path}` does not exist"),
            EditError::Exists(name) => write!(formatter, "`{name}` already exists"),
            EditError::Shared(path) => {
                write!(formatter, "`{path}` is shared through an anchor or a merge key; edit it in the text")
            }
            EditError::Broken(path) => write!(formatter, "the text at `{path}` does not parse; fix it first"),
            EditError::Refused(why) => formatter.write_str(why),
            EditError::Stale => formatter.write_str("the text has changed in the meantime"),
        }
    }
}

impl std::error::Error for EditError {}

/// Bytes that are compared at once, which is much faster than one by one.
const BLOCK: usize = 1024;

/// The number of bytes with which both begin.
fn common_prefix(one: &[u8], other: &[u8]) -> usize {
    let blocks = one.chunks_exact(BLOCK).zip(other.chunks_exact(BLOCK));
    let equal = BLOCK * blocks.take_while(|(one, other)| one == other).count();
    equal + one[equal..].iter().zip(&other[equal..]).take_while(|(one, other)| one == other).count()
}

/// The number of bytes with which both end.
fn common_suffix(one: &[u8], other: &[u8]) -> usize {
    let blocks = one.rchunks_exact(BLOCK).zip(other.rchunks_exact(BLOCK));
    let equal = BLOCK * blocks.take_while(|(one, other)| one == other).count();
    let (one, other) = (one[..one.len() - equal].iter().rev(), other[..other.len() - equal].iter().rev());
    equal + one.zip(other).take_while(|(one, other)| one == other).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edit(replaces: &[(usize, usize, &str)]) -> TextEdit {
        let replaces =
            replaces.iter().map(|&(start, end, text)| Replace { span: Span::new(start, end), text: text.into() });
        TextEdit::new(replaces.collect()).expect("disjoint edits")
    }

    #[test]
    fn overlapping_replacements_are_rejected() {
        let replaces =
            [(0, 3), (2, 4)].map(|(start, end)| Replace { span: Span::new(start, end), text: String::new() });
        assert_eq!(TextEdit::new(replaces.to_vec()), None);
    }

    #[test]
    fn the_inverse_restores_the_text() {
        let before = "name: a\nvalue: b\n";
        let change = edit(&[(0, 4, "title"), (6, 7, ""), (8, 8, "new: 1\n")]);
        let after = change.apply(before).expect("fits");
        assert_eq!(after, "title: \nnew: 1\nvalue: b\n");
        assert_eq!(change.inverse(before).apply(&after).expect("fits"), before);
    }

    #[test]
    fn offsets_move_with_the_text() {
        let before = "name: a\nvalue: b\n";
        let change = edit(&[(0, 4, "title"), (6, 7, ""), (8, 8, "new: 1\n")]);
        let after = change.apply(before).expect("fits");
        let value = before.find("value").expect("a key");
        // Text at the offset of an insertion stays before it.
        assert_eq!(change.moved(value as u32 + 1) as usize, after.find("value").expect("a key") + 1);
        assert_eq!((change.moved(0), change.moved(2), change.moved(5)), (0, 0, 6));
    }

    #[test]
    fn a_combined_edit_equals_its_parts_in_sequence() {
        // Combines every edit of a small alphabet with every other; the oracle is applying both.
        let text = "abcdef";
        let firsts = all_edits(text.len());
        for first in &firsts {
            let between = first.apply(text).expect("fits");
            for second in all_edits(between.len()) {
                let expected = second.apply(&between).expect("fits");
                let sum = first.clone().then(second.clone());
                let sorted = TextEdit::new(sum.replaces.clone());
                assert_eq!(sorted.as_ref(), Some(&sum), "{first:?} {second:?}");
                assert_eq!(sum.apply(text).as_ref(), Ok(&expected), "{first:?} then {second:?} is {sum:?}");
            }
        }
    }

    fn all_edits(length: usize) -> Vec<TextEdit> {
        let mut edits = vec![TextEdit::default()];
        for start in 0..=length {
            for end in start..=length.min(start + 3) {
                for text in ["", "X", "YZ"] {
                    edits.push(edit(&[(start, end, text)]));
                    if end + 1 < length {
                        edits.push(edit(&[(start, end, text), (end + 1, end + 2, "Q")]));
                        edits.push(edit(&[(start, end, text), (end, end + 1, "")]));
                    }
                }
            }
        }
        edits
    }

    #[test]
    fn the_difference_of_two_texts_is_minimal() {
        for (before, after) in [("a: ä\n", "a: ö\n"), ("aaa", "aa"), ("", "x"), ("same", "same"), ("x𝄞", "x𝄟")]
        {
            assert_eq!(TextEdit::between(before, after).apply(before).as_deref(), Ok(after));
        }
    }
}
