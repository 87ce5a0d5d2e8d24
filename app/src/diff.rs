//! What two texts differ in, line by line, and what two changes of one text make together.

use std::ops::Range;

use crate::words::files as words;
use descriptorium_core::edit::{Replace, TextEdit};
use descriptorium_core::text::Span;
use leptos::prelude::*;
use similar::{Algorithm, DiffOp, capture_diff_slices};

/// How many lines are shown around a change.
const CONTEXT: usize = 3;
/// How many lines are shown at most.
const SHOWN: usize = 2_000;

/// Lines of one text in the place of lines of another.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Hunk {
    before: Range<usize>,
    after: Range<usize>,
}

/// A line as it is shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line {
    Same(String),
    Removed(String),
    Added(String),
    /// Lines that are the same in both.
    Gap(usize),
}

fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

fn hunks(before: &[&str], after: &[&str]) -> Vec<Hunk> {
    let changes = capture_diff_slices(Algorithm::Myers, before, after);
    let changes = changes.into_iter().filter(|op| !matches!(op, DiffOp::Equal { .. }));
    changes.map(|op| Hunk { before: op.old_range(), after: op.new_range() }).collect()
}

/// The lines of a change, with some around it.
pub fn shown(before: &str, after: &str) -> Vec<Line> {
    let (before, after) = (lines(before), lines(after));
    let text = |line: &str| line.trim_end_matches(['\n', '\r']).to_owned();
    let slice = |of: &[&str], range: Range<usize>| {
        of.get(range).map(|lines| lines.iter().map(|line| text(line)).collect::<Vec<_>>()).unwrap_or_default()
    };
    let mut rows = Vec::new();
    let mut at = 0;
    let same = |rows: &mut Vec<Line>, range: Range<usize>, is_first: bool, is_last: bool| {
        let (head, tail) = (if is_first { 0 } else { CONTEXT }, if is_last { 0 } else { CONTEXT });
        if range.len() <= head + tail + 1 {
            return rows.extend(slice(&before, range).into_iter().map(Line::Same));
        }
        rows.extend(slice(&before, range.start..range.start + head).into_iter().map(Line::Same));
        rows.push(Line::Gap(range.len() - head - tail));
        rows.extend(slice(&before, range.end - tail..range.end).into_iter().map(Line::Same));
    };
    let hunks = hunks(&before, &after);
    for hunk in &hunks {
        same(&mut rows, at..hunk.before.start, at == 0, false);
        rows.extend(slice(&before, hunk.before.clone()).into_iter().map(Line::Removed));
        rows.extend(slice(&after, hunk.after.clone()).into_iter().map(Line::Added));
        at = hunk.before.end;
    }
    if !hunks.is_empty() {
        same(&mut rows, at..before.len(), at == 0, true);
    }
    rows
}

/// The edit that makes `after` of `before`, line by line: what stands between two changes stays where it is.
pub fn edit(before: &str, after: &str) -> TextEdit {
    let (old, new) = (lines(before), lines(after));
    let starts = |of: &[&str]| -> Vec<usize> {
        let ends = of.iter().scan(0, |end, line| {
            *end += line.len();
            Some(*end)
        });
        std::iter::once(0).chain(ends).collect()
    };
    let (from, to) = (starts(&old), starts(&new));
    let replaces = hunks(&old, &new).into_iter().filter_map(|hunk| {
        let span = Span::new(*from.get(hunk.before.start)?, *from.get(hunk.before.end)?);
        let text = after.get(*to.get(hunk.after.start)?..*to.get(hunk.after.end)?)?;
        Some(Replace { span, text: text.to_owned() })
    });
    TextEdit::new(replaces.collect()).unwrap_or_else(|| TextEdit::between(before, after))
}

/// What `ours` and `theirs` make of `base` together; `None` where both changed the same lines, or lines that touch, in
/// different ways.
pub fn merge(base: &str, ours: &str, theirs: &str) -> Option<String> {
    let (base, ours, theirs) = (lines(base), lines(ours), lines(theirs));
    let text = |of: &[&str], range: Range<usize>| of.get(range).map(|lines| lines.concat()).unwrap_or_default();
    let mut changes: Vec<(Range<usize>, String)> =
        hunks(&base, &ours).into_iter().map(|hunk| (hunk.before, text(&ours, hunk.after))).collect();
    for hunk in hunks(&base, &theirs) {
        let change = (hunk.before, text(&theirs, hunk.after));
        let touches = |other: &Range<usize>| change.0.start <= other.end && other.start <= change.0.end;
        if changes.contains(&change) {
            continue;
        }
        if changes.iter().any(|(other, _)| touches(other)) {
            return None;
        }
        changes.push(change);
    }
    changes.sort_by_key(|(range, _)| range.start);
    let (mut merged, mut at) = (String::new(), 0);
    for (range, new) in changes {
        merged += &text(&base, at..range.start);
        // A line that was the last one had no end.
        if !merged.is_empty() && !merged.ends_with('\n') && !new.is_empty() {
            merged.push('\n');
        }
        merged += &new;
        at = range.end;
    }
    Some(merged + &text(&base, at..base.len()))
}

/// The change from one text to another, as lines.
#[component]
pub fn DiffView(
    #[prop(into)] before: Signal<String>,
    #[prop(into)] after: Signal<String>,
    #[prop(into)] label: String,
) -> impl IntoView {
    let rows = Memo::new(move |_| before.with(|before| after.with(|after| shown(before, after))));
    let more = move || rows.with(Vec::len).saturating_sub(SHOWN);
    let list = move || {
        let rows = rows.get().into_iter().take(SHOWN).map(|line| {
            let (class, sign, text) = match line {
                Line::Same(text) => ("diff-same", " ", text),
                Line::Removed(text) => ("diff-removed", "−", text),
                Line::Added(text) => ("diff-added", "+", text),
                Line::Gap(count) => ("diff-gap", "", words::lines(count)),
            };
            view! { <div class=class><span class="diff-sign">{sign}</span>{text}</div> }
        });
        rows.collect_view()
    };
    view! {
        <div class="diff" role="region" aria-label=label tabindex="0">
            <Show when=move || rows.with(Vec::is_empty)><p class="empty">{words::no_difference()}</p></Show>
            {list}
            <Show when=move || { more() > 0 }><p class="empty">{move || words::lines_more(more())}</p></Show>
        </div>
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_is_shown_with_what_is_around_it() {
        let before: String = (1..=12).map(|line| format!("line {line}\n")).collect();
        let rows = shown(&before, &before.replace("line 6\n", "six\nhalf\n"));
        let text: Vec<String> = rows
            .iter()
            .map(|line| match line {
                Line::Same(text) => format!(" {text}"),
                Line::Removed(text) => format!("-{text}"),
                Line::Added(text) => format!("+{text}"),
                Line::Gap(count) => format!("@{count}"),
            })
            .collect();
        assert_eq!(
            text,
            ["@2", " line 3", " line 4", " line 5", "-line 6", "+six", "+half", " line 7", " line 8", " line 9", "@3"]
        );
        assert!(shown(&before, &before).is_empty());
    }

    #[test]
    fn an_edit_line_by_line_leaves_what_is_between() {
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
    fn changes_apart_from_each_other_are_merged() {
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
