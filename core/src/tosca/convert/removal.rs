//! Removal of many entries in one pass over the text.

use crate::edit::Replace;
use crate::syntax::{Entry, Mapping, Node};
use crate::text::Span;
use crate::tosca::convert::lines::{Lines, comments, end_of};

/// Removes entries of a mapping. `None` if the text does not allow it, or if no entry would remain.
pub(super) fn removal(
    lines: Lines<'_>,
    node: &Node,
    mapping: &Mapping,
    is_removed: impl Fn(&Entry) -> bool,
) -> Option<Vec<Replace>> {
    // An alias has the text of its anchor, and a merged entry is elsewhere.
    let is_own = |entry: &Entry| !entry.merged && node.span.contains(entry.key.span);
    if !mapping.entries.iter().all(is_own) {
        return None;
    }
    let entries: Vec<&Entry> = mapping.entries.iter().collect();
    let mut replaces = Vec::new();
    let mut at = 0;
    while let Some(entry) = entries.get(at) {
        let n_run = entries.get(at..)?.iter().take_while(|entry| is_removed(entry)).count();
        if n_run == 0 {
            at += 1;
            continue;
        }
        if n_run == entries.len() {
            return None;
        }
        let last = at + n_run - 1;
        let span = match mapping.flow {
            true => in_flow(&entries, at, last)?,
            false => {
                lines.column(entry)?;
                Span::new(lines.lead(entry), lines.end(&entries, last)?)
            }
        };
        if mapping.flow {
            let inside = Span::new(entry.key.span.start as usize, end_of(entries.get(last)?));
            let is_other = |comment: &Span| !inside.contains(*comment);
            if comments(lines.file, span).iter().any(is_other) {
                return None;
            }
        }
        replaces.push(Replace { span, text: String::new() });
        at = last + 1;
    }
    Some(replaces)
}

/// A run of entries of a flow mapping with one of the commas around it.
fn in_flow(entries: &[&Entry], first: usize, last: usize) -> Option<Span> {
    let start = entries.get(first)?.key.span.start as usize;
    match entries.get(last + 1) {
        Some(next) => Some(Span::new(start, next.key.span.start as usize)),
        None => {
            let before = entries.get(first.checked_sub(1)?)?;
            Some(Span::new(end_of(before), end_of(entries.get(last)?)))
        }
    }
}
