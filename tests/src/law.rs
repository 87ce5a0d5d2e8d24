//! Properties that hold for every text. Each function lists violations.

use std::collections::{BTreeMap, BTreeSet};

use descriptorium_core::analysis::Analysis;
use descriptorium_core::diagnostic::{Diagnostic, Fix, Safety, Severity};
use descriptorium_core::edit::{Replace, TextEdit};
use descriptorium_core::syntax::{Kind, Node, NodePath, plain};
use descriptorium_core::text::Span;
use descriptorium_core::workspace::SourceFile;

/// Findings are within their files, on character boundaries, and formatted like all others.
pub fn findings_are_well_formed(analysis: &Analysis) -> Vec<String> {
    let mut faults = Vec::new();
    for diagnostic in analysis.all_diagnostics() {
        let Some(file) = analysis.file(&diagnostic.file) else {
            faults.push(format!("{} is found in {}, which is not there", diagnostic.code, diagnostic.file));
            continue;
        };
        let fits = file.text.get(diagnostic.span.range()).is_some();
        let sober = !diagnostic.message.is_empty() && !diagnostic.message.ends_with('.');
        let related = diagnostic.related.iter().all(|related| {
            analysis.file(&related.file).is_some_and(|file| file.text.get(related.span.range()).is_some())
        });
        if !(fits && sober && related) {
            faults.push(print(diagnostic, "is not well formed"));
        }
    }
    faults
}

/// A fix can be applied, resolves its finding, rewrites only its own lines, and causes neither syntax errors nor other
/// errors in its file. A safe fix keeps all comments and values, and causes no errors in other files. Afterwards, the incremental analysis equals a fresh one.
pub fn fixes_resolve_findings(analysis: &Analysis) -> Vec<String> {
    let mut faults = Vec::new();
    for diagnostic in analysis.all_diagnostics() {
        for fix in &diagnostic.fixes {
            let fault = |what: &str| print(diagnostic, &format!("fix `{}` {what}", fix.change.title));
            match analysis.changed(&fix.change) {
                Ok(after) => faults.extend(fix_faults(analysis, &after, diagnostic, fix).into_iter().map(fault)),
                Err(error) => faults.push(fault(&format!("cannot be applied: {error}"))),
            }
        }
    }
    faults
}

fn fix_faults(before: &Analysis, after: &Analysis, diagnostic: &Diagnostic, fix: &Fix) -> Vec<&'static str> {
    let (Some(file), Some(fixed)) = (before.file(&diagnostic.file), after.file(&diagnostic.file)) else {
        return vec!["takes the file away"];
    };
    let same = |analysis: &Analysis| {
        let found = analysis.diagnostics(&diagnostic.file).iter();
        found.filter(|other| other.code == diagnostic.code && other.message == diagnostic.message).count()
    };
    // One of two equal files is a duplicate; once one of them changes, they contradict each other.
    let error = |found: &&Diagnostic| found.severity == Severity::Error && found.code != "assembly/duplicate-name";
    let errors = |analysis: &Analysis| analysis.all_diagnostics().filter(error).count();
    let mut faults = Vec::new();
    if same(after) >= same(before) {
        faults.push("leaves the finding");
    }
    if fixed.errors.len() > file.errors.len() {
        faults.push("breaks the YAML");
    }
    if fix.safety == Safety::Safe && !keeps_comments(file, fixed) {
        faults.push("loses a comment");
    }
    if fix.safety == Safety::Safe && !keeps_values(file, fixed) {
        faults.push("loses a value");
    }
    let edit = fix.change.edits.get(&diagnostic.file);
    if edit.is_some_and(|edit| foreign_line(file, fixed, edit, &own_spans(diagnostic)).is_some()) {
        faults.push("rewrites a line of something else");
    }
    if fix.safety == Safety::Safe && errors(after) > errors(before) {
        faults.push("brings an error");
    }
    // Once a type is resolved, its own findings are reported.
    let own = |analysis: &Analysis| analysis.diagnostics(&diagnostic.file).iter().filter(error).count();
    if !diagnostic.code.starts_with("catalog/") && own(after) > own(before) {
        faults.push("brings an error to the file that it fixes");
    }
    let fresh = after.with_settings(after.settings());
    if !fresh.all_diagnostics().eq(after.all_diagnostics()) {
        faults.push("leaves an analysis that a fresh one contradicts");
    }
    faults
}

fn keeps_comments(before: &SourceFile, after: &SourceFile) -> bool {
    let count = |file: &SourceFile| {
        let mut comments: BTreeMap<String, usize> = BTreeMap::new();
        for span in &file.tree.comments {
            *comments.entry(span.of(&file.text).trim().to_owned()).or_default() += 1;
        }
        comments
    };
    let kept = count(after);
    count(before).iter().all(|(comment, number)| kept.get(comment).is_some_and(|kept| kept >= number))
}

/// Whether as many values can be read after a safe fix as before it.
pub fn keeps_values(before: &SourceFile, after: &SourceFile) -> bool {
    let count = |file: &SourceFile| file.tree.documents.iter().map(|document| values(&document.root)).sum::<usize>();
    count(after) >= count(before)
}

/// The number of scalars and empty collections in a node, without those of repeated keys, which nobody reads.
fn values(node: &Node) -> usize {
    match &node.kind {
        Kind::Null => 0,
        Kind::Scalar(_) | Kind::Alias(_) | Kind::Error => 1,
        Kind::Sequence(sequence) => sequence.items.iter().map(values).sum::<usize>().max(1),
        Kind::Mapping(mapping) => {
            let mut keys = BTreeSet::new();
            let read = mapping.entries.iter().filter(|entry| entry.key.as_text().is_none_or(|key| keys.insert(key)));
            read.map(|entry| values(&entry.value)).sum::<usize>().max(1)
        }
    }
}

/// The spans of a finding in its file.
pub fn own_spans(diagnostic: &Diagnostic) -> Vec<Span> {
    let related = diagnostic.related.iter().filter(|related| related.file == diagnostic.file);
    std::iter::once(diagnostic.span).chain(related.map(|related| related.span)).collect()
}

/// The first line that a change removes or rewrites although nothing on it changes: no key and no value that starts or ends
/// there, and no comment next to one. `own` are spans whose lines it may rewrite, such as that of the finding. `None` if
/// there is no such line, or if the text cannot be read before.
pub fn foreign_line(before: &SourceFile, after: &SourceFile, edit: &TextEdit, own: &[Span]) -> Option<usize> {
    let (Some(root), Some(now), true) = (&before.root, &after.root, before.errors.is_empty()) else { return None };
    let touched = touched_lines(before, edit);
    if touched.is_empty() {
        return None;
    }
    let line = |offset: u32| before.lines.line(offset as usize);
    let mut changed: BTreeSet<usize> = BTreeSet::new();
    let mut queue = vec![(NodePath::root(), root.as_ref())];
    while let Some((path, node)) = queue.pop() {
        // A tag or an anchor may be on a line above.
        let start = node.properties.as_ref().map_or(node.span.start, |found| found.span.start.min(node.span.start));
        let ends = [line(start), line(node.span.end.saturating_sub(1).max(node.span.start))];
        // Of a collection that changes, only the first and last line are its own; of a text in several lines, all are.
        let own = if matches!(node.kind, Kind::Scalar(_)) { ends[0]..=ends[1] } else { ends[0]..=ends[0] };
        let is_touched = own.clone().chain([ends[1]]).any(|line| touched.contains(&line));
        if is_touched && now.at(&path).map(plain::value) != Some(plain::value(node)) {
            changed.extend(own.chain([ends[1]]));
        }
        for entry in node.entries() {
            let Some(key) = entry.key.as_text() else {
                // It has no path.
                changed.extend(line(entry.key.span.start)..=line(entry.value.span.end));
                continue;
            };
            let inner = path.key(key);
            // A misspelled key takes the place of the correct one when that one is removed.
            let written = entry.key.span.of(&before.text);
            if now.entry_at(&inner).is_none_or(|entry| entry.key.span.of(&after.text) != written) {
                changed.extend(line(entry.key.span.start)..=line(entry.key.span.end));
            }
            queue.push((inner, &entry.value));
        }
        // When an item is removed, its values may be those of the next one, which takes its place. Of equal items, either
        // may be the one whose lines are removed.
        let shrinks = now.at(&path).is_some_and(|now| now.items().len() < node.items().len());
        for (index, item) in node.items().iter().enumerate() {
            let at = path.index(index);
            let is_removed = || {
                let value = plain::value(item);
                now.at(&at).map(plain::value).as_ref() != Some(&value)
                    || node.items()[index + 1..].iter().any(|other| plain::value(other) == value)
            };
            if shrinks && is_removed() {
                changed.extend(line(item.span.start)..=line(item.span.end.saturating_sub(1)));
            }
            queue.push((at, item));
        }
    }
    changed.extend(own.iter().flat_map(|span| line(span.start)..=line(span.end)));
    let is_blank = |line: usize| {
        let text = before.lines.span(&before.text, line).of(&before.text).trim();
        text.is_empty() || text.starts_with('#')
    };
    let is_beside = |line: usize| {
        let above = (0..line).rev().find(|line| !is_blank(*line));
        let below = (line + 1..before.lines.count()).find(|line| !is_blank(*line));
        above.into_iter().chain(below).any(|line| changed.contains(&line))
    };
    touched.into_iter().find(|line| !(changed.contains(line) || is_blank(*line) && is_beside(*line)))
}

/// The lines with text that an edit removes, without those that it inserts again. A comma alone does not count:
/// it separates the item from its neighbor.
fn touched_lines(file: &SourceFile, edit: &TextEdit) -> Vec<usize> {
    let mut touched = Vec::new();
    let again: BTreeSet<&str> =
        edit.replaces().iter().flat_map(|replace| replace.text.lines()).map(str::trim_end).collect();
    for Replace { span, text } in edit.replaces() {
        let old = span.of(&file.text);
        let start = old.bytes().zip(text.bytes()).take_while(|(old, new)| old == new).count();
        let end =
            old[start..].bytes().rev().zip(text[start..].bytes().rev()).take_while(|(old, new)| old == new).count();
        let removed = span.range().start + start..span.range().end - end;
        let lines = file.lines.line(removed.start)..=file.lines.line(removed.end.saturating_sub(1).max(removed.start));
        touched.extend(lines.filter(|line| {
            let line = file.lines.span(&file.text, *line);
            let part = &file.text[line.range().start.max(removed.start)
                ..line.range().end.min(removed.end).max(line.range().start.max(removed.start))];
            !part.trim_matches([' ', '\t', '\r', '\n', ',']).is_empty()
                && !again.contains(line.of(&file.text).trim_end())
        }));
    }
    touched
}

fn print(diagnostic: &Diagnostic, what: &str) -> String {
    let Diagnostic { file, span, code, message, .. } = diagnostic;
    format!("{file} at {}: [{code}] {message}: {what}", span.start)
}
