//! Line diffs and three-way merge.

use std::ops::Range;

use descriptorium_core::edit::{Replace, TextEdit};
use descriptorium_core::sorted_map::SortedSet;
use descriptorium_core::text::Span;
use similar::{Algorithm, DiffOp, MergeRegion, MergeResolution, TextMerge, capture_diff_slices};

/// The number of context lines around a change.
pub const CONTEXT: usize = 3;

/// Lines of one text that replace lines of another.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hunk {
    before: Range<usize>,
    after: Range<usize>,
}

/// A line of the comparison with its number: in the new text, or for a deleted line in the old one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    /// The start of this change.
    Change(usize),
    Same(usize, String),
    Removed(usize, String),
    Added(usize, String),
    /// These lines of the old text are unchanged and not shown.
    Gap(Range<usize>),
}

pub fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

pub fn hunks(before: &[&str], after: &[&str]) -> Vec<Hunk> {
    let changes = capture_diff_slices(Algorithm::Myers, before, after);
    let changes = changes.into_iter().filter(|op| !matches!(op, DiffOp::Equal { .. }));
    changes.map(|op| Hunk { before: op.old_range(), after: op.new_range() }).collect()
}

/// The lines of all changes with context, and the unchanged lines in `unfolded` gaps, which are identified by their
/// first lines.
pub fn shown(before: &str, after: &str, unfolded: &SortedSet<usize>) -> Vec<Line> {
    let (before, after) = (lines(before), lines(after));
    let text = |of: &[&str], at: usize| of.get(at).map_or("", |line| line.trim_end_matches(['\n', '\r'])).to_owned();
    let mut rows = Vec::new();
    // The position in the old text, and in the new one.
    let mut at = (0, 0);
    let same = |rows: &mut Vec<Line>, range: Range<usize>, from: usize, is_first: bool, is_last: bool| {
        let (head, tail) = (if is_first { 0 } else { CONTEXT }, if is_last { 0 } else { CONTEXT });
        let line = |line: usize| Line::Same(from + line - range.start + 1, text(&before, line));
        let gap = range.start + head..range.end.saturating_sub(tail).max(range.start + head);
        if gap.len() <= 1 || unfolded.contains(&gap.start) {
            return rows.extend(range.clone().map(line));
        }
        rows.extend((range.start..gap.start).map(line));
        rows.push(Line::Gap(gap.clone()));
        rows.extend((gap.end..range.end).map(line));
    };
    let hunks = hunks(&before, &after);
    for (number, hunk) in hunks.iter().enumerate() {
        same(&mut rows, at.0..hunk.before.start, at.1, at.0 == 0, false);
        rows.push(Line::Change(number));
        rows.extend(hunk.before.clone().map(|line| Line::Removed(line + 1, text(&before, line))));
        rows.extend(hunk.after.clone().map(|line| Line::Added(line + 1, text(&after, line))));
        at = (hunk.before.end, hunk.after.end);
    }
    if !hunks.is_empty() {
        same(&mut rows, at.0..before.len(), at.1, at.0 == 0, true);
    }
    rows
}

/// The edit of `after` that reverts one of its changes.
pub fn reverted(before: &str, after: &str, number: usize) -> Option<TextEdit> {
    let (old, new) = (lines(before), lines(after));
    let hunk = hunks(&old, &new).into_iter().nth(number)?;
    TextEdit::new(vec![in_place(&starts(&new), &hunk.after, old.get(hunk.before)?)?])
}

/// Replaces lines of a text whose lines start at `starts`.
pub fn in_place(starts: &[usize], of: &Range<usize>, lines: &[&str]) -> Option<Replace> {
    Some(Replace { span: Span::new(*starts.get(of.start)?, *starts.get(of.end)?), text: lines.concat() })
}

/// The start of each line, and the end of the last one.
pub fn starts(lines: &[&str]) -> Vec<usize> {
    let ends = lines.iter().scan(0, |end, line| {
        *end += line.len();
        Some(*end)
    });
    std::iter::once(0).chain(ends).collect()
}

/// The line count above which a change becomes a single edit, since the diff would take too long.
pub const MOST_LINES: usize = 10_000;

/// The edit from `before` to `after`, line by line: text between two changes stays in place.
pub fn edit(before: &str, after: &str) -> TextEdit {
    let (old, new) = (lines(before), lines(after));
    if old.len().max(new.len()) > MOST_LINES {
        return TextEdit::between(before, after);
    }
    let starts = starts(&old);
    let replaces = hunks(&old, &new).into_iter();
    let replaces = replaces.filter_map(|hunk| in_place(&starts, &hunk.before, new.get(hunk.after)?));
    TextEdit::new(replaces.collect()).unwrap_or_else(|| TextEdit::between(before, after))
}

/// The three-way merge of `ours` and `theirs`; `None` if both changed the same or adjacent lines in different ways.
pub fn merge(base: &str, ours: &str, theirs: &str) -> Option<String> {
    let merge = TextMerge::from_lines(base, ours, theirs);
    let changed = merge.regions().iter().filter(|region| region.resolution() != MergeResolution::Unchanged);
    let changed: Vec<&MergeRegion> = changed.collect();
    // Changes of adjacent lines are likely to depend on each other, but the library merges them.
    let touch = changed.windows(2).any(|pair| match pair {
        [one, next] => one.base_range().end == next.base_range().start && one.resolution() != next.resolution(),
        _ => false,
    });
    (!merge.is_conflicted() && !touch).then(|| merge.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_shown_with_context() {
        let before: String = (1..=12).map(|line| format!("line {line}\n")).collect();
        let after = before.replace("line 6\n", "six\nhalf\n").replace("line 12\n", "");
        let described = |unfolded: &[usize]| {
            let rows = shown(&before, &after, &unfolded.iter().copied().collect());
            let texts = rows.iter().map(|line| match line {
                Line::Change(number) => format!("#{number}"),
                Line::Same(number, text) => format!("{number} {text}"),
                Line::Removed(number, text) => format!("{number}-{text}"),
                Line::Added(number, text) => format!("{number}+{text}"),
                Line::Gap(gap) => format!("@{}", gap.len()),
            });
            texts.collect::<Vec<_>>().join(", ")
        };
        let change = "3 line 3, 4 line 4, 5 line 5, #0, 6-line 6, 6+six, 7+half, 8 line 7, 9 line 8, 10 line 9";
        let rest = "11 line 10, 12 line 11, #1, 12-line 12";
        assert_eq!(described(&[]), format!("@2, {change}, {rest}"));
        assert_eq!(described(&[0]), format!("1 line 1, 2 line 2, {change}, {rest}"));
        assert!(shown(&before, &before, &SortedSet::new()).is_empty());
        // Each change can be reverted separately.
        let back = |number| reverted(&before, &after, number).and_then(|edit| edit.apply(&after).ok());
        assert_eq!(back(0), Some(before.replace("line 12\n", "")));
        assert_eq!(back(1), Some(before.replace("line 6\n", "six\nhalf\n")));
        assert_eq!(back(2), None);
    }

    #[test]
    fn an_edit_by_lines_keeps_the_lines_between() {
        for (before, after, count) in [
            ("a\nb\nc\nd\n", "A\nb\nc\nD\n", 2),
            ("a\nb", "b\nc", 1),
            ("", "a\n", 1),
            ("a\n", "", 1),
            ("a\n", "a\n", 0),
        ] {
            let edit = edit(before, after);
            assert_eq!(edit.apply(before).as_deref(), Ok(after));
            assert_eq!(edit.replaces().len(), count, "{before:?} to {after:?}");
        }
    }

    #[test]
    fn separate_changes_are_merged() {
        let base = "a\nb\nc\nd\ne\n";
        assert_eq!(merge(base, "A\nb\nc\nd\ne\n", "a\nb\nc\nd\ne\nf\n").as_deref(), Some("A\nb\nc\nd\ne\nf\n"));
        assert_eq!(merge(base, "b\nc\nd\ne\n", "a\nb\nc\nD\ne\n").as_deref(), Some("b\nc\nD\ne\n"));
        assert_eq!(merge(base, "a\nB\nc\nd\ne\n", "a\nB\nc\nd\nE\n").as_deref(), Some("a\nB\nc\nd\nE\n"));
        assert_eq!(merge("a", "a\nb", "x\na"), None, "both have another last line");
        assert_eq!(merge(base, base, "x\n").as_deref(), Some("x\n"));
    }

    #[test]
    fn changes_of_the_same_lines_are_not_merged() {
        let base = "a\nb\nc\n";
        assert_eq!(merge(base, "a\nB\nc\n", "a\nbb\nc\n"), None);
        assert_eq!(merge(base, "a\nB\nc\n", "a\nb\nC\n"), None, "lines that touch");
        assert_eq!(merge(base, "a\nb\nx\nc\n", "a\nb\ny\nc\n"), None, "two insertions at one place");
    }
}
