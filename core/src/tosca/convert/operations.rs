//! The operations of interfaces: directly in the interface (TOSCA 1.2), or below `operations` (1.3).

use std::collections::HashSet;

use crate::edit::Replace;
use crate::schema::Record;
use crate::schema::records::RecordNodes;
use crate::sorted_map::SortedSet;
use crate::sorting::gather;
use crate::syntax::{Entry, Kind, Mapping, NodePath};
use crate::text::Span;
use crate::tosca::convert::lines::{Lines, comments, end_of};
use crate::tosca::schema::{SERVICE_TEMPLATE, definition, template, types};
use crate::workspace::SourceFile;

/// The tables of interfaces.
static INTERFACES: [&Record; 3] = [&definition::INTERFACE, &template::INTERFACE, &types::INTERFACE_TYPE];

const OPERATIONS: &str = "operations";
/// The additional indentation of operations below `operations`.
const INDENT: usize = 2;

/// The moves of all operations of a file.
#[derive(Default)]
pub(super) struct Moved {
    pub(super) replaces: Vec<Replace>,
    /// Operations that stay where they are: the paths of the keys.
    pub(super) kept: Vec<NodePath>,
}

/// Moves all operations below `operations`, or out of it.
pub(super) fn moved(file: &SourceFile, is_below: bool) -> Moved {
    let mut moved = Moved::default();
    let Some(root) = &file.root else { return moved };
    let places = RecordNodes::of(root, &SERVICE_TEMPLATE);
    let lines = Lines::of(file);
    // An interface that is an alias has the text of its anchor.
    let mut known = SortedSet::new();
    for record in INTERFACES {
        for place in places.of_record(record) {
            let Some(mapping) = place.node.as_mapping() else { continue };
            if !known.insert(place.node.span.start) {
                continue;
            }
            let text = Text { lines, span: place.node.span };
            let done = match is_below {
                true => text.put_below(mapping, record),
                false => text.take_out(mapping, record),
            };
            match done {
                Some(replaces) => moved.replaces.extend(replaces),
                None => moved.kept.push(match is_below {
                    true => places.path(place),
                    false => places.path(place).key(OPERATIONS),
                }),
            }
        }
    }
    moved
}

/// An interface with its text.
struct Text<'f> {
    lines: Lines<'f>,
    span: Span,
}

impl Text<'_> {
    fn text(&self) -> &str {
        self.lines.text()
    }

    /// Puts the operations below the keyname. `None` if the text does not allow it.
    fn put_below(&self, mapping: &Mapping, record: &Record) -> Option<Vec<Replace>> {
        let own = |entry: &&Entry| !entry.merged && self.span.contains(entry.key.span);
        let entries: Vec<&Entry> = mapping.entries.iter().filter(own).collect();
        let is_operation = |entry: &&&Entry| entry.key.as_text().is_some_and(|key| record.field(key).is_none());
        let first = entries.iter().position(|entry| is_operation(&entry));
        let Some(first) = first.filter(|_| !entries.iter().any(|entry| entry.key.as_text() == Some(OPERATIONS))) else {
            return Some(Vec::new());
        };
        let n_run = entries[first..].iter().take_while(is_operation).count();
        let rest: Vec<usize> = (first + n_run..entries.len()).filter(|index| is_operation(&&entries[*index])).collect();
        if mapping.flow {
            if !rest.is_empty() {
                return None;
            }
            let end = end_of(entries.get(first + n_run - 1)?);
            let start = entries.get(first)?.key.span.start as usize;
            return Some(vec![insertion(start, format!("{OPERATIONS}: {{")), insertion(end, "}".to_owned())]);
        }
        let column = self.lines.column(entries.get(first)?)?;
        let line_break = self.lines.line_break;
        let (start, end) = (self.lines.lead(entries.get(first)?), self.lines.end(&entries, first + n_run - 1)?);
        let mut below = self.shifted(Span::new(start, end), true, INDENT);
        let mut replaces = Vec::new();
        for index in rest {
            self.lines.column(entries.get(index)?)?;
            let span = Span::new(self.lines.lead(entries.get(index)?), self.lines.end(&entries, index)?);
            if !below.ends_with('\n') {
                below.push_str(line_break);
            }
            below += &self.shifted(span, true, INDENT);
            replaces.push(Replace { span, text: String::new() });
        }
        let key = format!("{:column$}{OPERATIONS}:{line_break}", "");
        replaces.push(Replace { span: Span::new(start, end), text: key + &below });
        Some(replaces)
    }

    /// Takes the operations out of the keyname. `None` if the text does not allow it.
    fn take_out(&self, mapping: &Mapping, record: &Record) -> Option<Vec<Replace>> {
        let Some(at) = mapping.entries.iter().position(|entry| entry.key.as_text() == Some(OPERATIONS)) else {
            return Some(Vec::new());
        };
        let entries: Vec<&Entry> = mapping.entries.iter().collect();
        let entry = entries.get(at)?;
        let Kind::Mapping(below) = &entry.value.kind else { return None };
        let beside: HashSet<&str> = gather(entries.iter().filter_map(|other| other.key.as_text()));
        let is_free = |name: &str| record.field(name).is_none() && !beside.contains(name);
        let is_own = |one: &Entry| !one.merged && entry.value.span.contains(one.key.span);
        let is_whole = below.entries.iter().all(|one| is_own(one) && one.key.as_text().is_some_and(is_free));
        let is_plain = entry.value.properties.is_none() && self.span.contains(entry.value.span) && !entry.merged;
        if !is_whole || !is_plain || below.entries.is_empty() {
            return None;
        }
        if below.flow {
            if !comments(self.lines.file, entry.value.span).is_empty() {
                return None;
            }
            let separator = match mapping.flow {
                true => ", ".to_owned(),
                false => format!("\n{:1$}", "", self.lines.column(entry)?),
            };
            let texts: Vec<String> = below.entries.iter().map(|entry| self.written(entry)).collect();
            let span = Span::new(entry.key.span.start as usize, entry.value.span.end as usize);
            return Some(vec![Replace { span, text: texts.join(&separator) }]);
        }
        let column = self.lines.column(entry)?;
        let first = below.entries.first()?;
        let indent = self.lines.column(first)?.checked_sub(column)?;
        let head =
            Span::new(self.lines.start(entry.key.span.start as usize), self.lines.start(first.key.span.start as usize));
        let between = self.text().get(entry.key.span.end as usize..head.end as usize)?;
        let rest = between.trim_start_matches([' ', '\t']).strip_prefix(':')?;
        // A comment behind the key becomes one above the operations.
        let (behind, others) = rest.split_once('\n').unwrap_or((rest, ""));
        let comment = match behind.trim() {
            "" => String::new(),
            comment => format!("{:column$}{comment}\n", ""),
        };
        let others_span = Span::new(head.end as usize - others.len(), head.end as usize);
        let others = self.shifted(others_span, false, indent);
        let end = self.lines.end(&entries, at)?;
        let body = self.shifted(Span::new(head.end as usize, end), false, indent);
        let span = Span::new(head.start as usize, end);
        Some(vec![Replace { span, text: format!("{comment}{others}{body}") }])
    }

    /// An entry of a flow mapping as an entry anywhere.
    fn written(&self, entry: &Entry) -> String {
        let text = self.text().get(entry.key.span.start as usize..end_of(entry)).unwrap_or_default().trim_end();
        if matches!(entry.value.kind, Kind::Null) && !text.ends_with(':') {
            format!("{text}:")
        } else {
            text.to_owned()
        }
    }

    /// The lines of a span with more or less indentation.
    fn shifted(&self, span: Span, is_more: bool, by: usize) -> String {
        let shift = |line: &str| match is_more {
            true if line.trim_end_matches(['\r', '\n']).is_empty() => line.to_owned(),
            true => format!("{:by$}{line}", ""),
            false => {
                let n_spaces = line.len() - line.trim_start_matches(' ').len();
                line[n_spaces.min(by)..].to_owned()
            }
        };
        span.of(self.text()).split_inclusive('\n').map(shift).collect()
    }
}

fn insertion(at: usize, text: String) -> Replace {
    Replace { span: Span::new(at, at), text }
}
