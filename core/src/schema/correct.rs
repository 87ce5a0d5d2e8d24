//! Misspelled keys: an unknown key that is the misspelling of a known one counts as that, so that one wrong letter does
//! not make everything below it unknown.

use std::sync::Arc;

use smol_str::SmolStr;

use crate::schema::fit::{best, fits};
use crate::schema::{Need, Record, Shape, Violation, ViolationKind};
use crate::similarity;
use crate::syntax::{Entry, Kind, Node, NodePath};

/// Longer mappings are not searched for misspelled keys in each of which most keys are unknown.
const MAX_UNKNOWN: usize = 1_000;

/// The tree with misspelled keys corrected, and the misspellings, in text order; `None` if there are none. The spans of
/// the keys remain those of the text. `is_same` tells whether a key is the name of a field in another form of the language.
pub fn corrected(
    root: &Node,
    record: &'static Record,
    is_same: fn(&str, &str) -> bool,
) -> Option<(Arc<Node>, Vec<Violation>)> {
    let mut search = Search { found: Vec::new(), way: Vec::new(), is_same };
    search.record(root, record, None);
    if search.found.is_empty() {
        return None;
    }
    let mut after = root.clone();
    let mut violations = Vec::with_capacity(search.found.len());
    for Misspelling { way, record, canonical, need } in search.found {
        let mut path = NodePath::root();
        let mut node = &mut after;
        let mut violation = None;
        for (depth, index) in way.iter().enumerate() {
            let is_last = depth + 1 == way.len();
            node = match &mut node.kind {
                Kind::Mapping(mapping) => {
                    let Some(entry) = mapping.entries.get_mut(*index) else { break };
                    if is_last {
                        violation = correct(entry, &path, record, canonical, need);
                    }
                    path = path.key(entry.key.as_text().unwrap_or_default());
                    &mut entry.value
                }
                Kind::Sequence(sequence) => {
                    path = path.index(*index);
                    let Some(item) = sequence.items.get_mut(*index) else { break };
                    item
                }
                _ => break,
            };
        }
        violations.extend(violation);
    }
    Some((Arc::new(after), violations))
}

fn correct(
    entry: &mut Entry,
    parent: &NodePath,
    record: &'static Record,
    canonical: &'static str,
    need: Need,
) -> Option<Violation> {
    let Kind::Scalar(scalar) = &mut entry.key.kind else { return None };
    let key = std::mem::replace(&mut scalar.value, SmolStr::new_static(canonical));
    let kind = ViolationKind::MisspelledKey { record: record.name, key, canonical, need };
    Some(Violation { kind, span: entry.key.span, path: parent.key(canonical) })
}

/// The paths of keys that edits must not write, because a misspelled key stands for them.
pub fn reserved(violations: &[Violation]) -> Vec<NodePath> {
    violations.iter().map(|violation| violation.path.clone()).collect()
}

struct Misspelling {
    /// Indices of entries and items from the root to the entry.
    way: Vec<usize>,
    record: &'static Record,
    canonical: &'static str,
    need: Need,
}

struct Search {
    found: Vec<Misspelling>,
    way: Vec<usize>,
    is_same: fn(&str, &str) -> bool,
}

impl Search {
    fn record(&mut self, node: &Node, record: &'static Record, rest: Option<&'static Shape>) {
        let mut unknown: Vec<usize> = Vec::new();
        for (index, entry) in node.entries().iter().enumerate() {
            let Some(key) = entry.key.as_text() else { continue };
            match record.field(key) {
                Some(field) => self.inside(index, &entry.value, &field.shape),
                None => match rest {
                    Some(rest) => self.inside(index, &entry.value, rest),
                    None if !entry.merged => unknown.push(index),
                    None => {}
                },
            }
        }
        if unknown.is_empty() || unknown.len() > MAX_UNKNOWN {
            return;
        }
        let is_present = |name: &&'static str| node.entry(name).is_some();
        let missing =
            record.fields.iter().filter(|field| !is_present(&field.name) && !field.aliases.iter().any(&is_present));
        for field in missing {
            let Some(at) = unknown.iter().position(|index| {
                node.entries().get(*index).is_some_and(|entry| {
                    let meant = entry.key.as_text().is_some_and(|key| {
                        (self.is_same)(key, field.name) || similarity::is_misspelled(key, field.name)
                    });
                    meant && (entry.value.is_null() || fits(&entry.value, &field.shape))
                })
            }) else {
                continue;
            };
            let index = unknown.remove(at);
            let mut way = self.way.clone();
            way.push(index);
            self.found.push(Misspelling { way, record, canonical: field.name, need: field.need });
            if let Some(entry) = node.entries().get(index) {
                self.inside(index, &entry.value, &field.shape);
            }
        }
    }

    fn inside(&mut self, index: usize, node: &Node, shape: &'static Shape) {
        if matches!(node.kind, Kind::Mapping(_) | Kind::Sequence(_)) {
            self.way.push(index);
            self.shape(node, shape);
            self.way.pop();
        }
    }

    fn shape(&mut self, node: &Node, shape: &'static Shape) {
        match shape {
            Shape::Record(record) => self.record(node, record, None),
            Shape::Open(record, rest) => self.record(node, record, rest.values()),
            Shape::Named(_, value) | Shape::Map(value) => {
                for (index, entry) in node.entries().iter().enumerate() {
                    self.inside(index, &entry.value, value);
                }
            }
            Shape::Single(inner) => self.shape(node, inner),
            Shape::List(item) => {
                for (index, child) in node.items().iter().enumerate() {
                    self.inside(index, child, item);
                }
            }
            Shape::OneOf(shapes) => {
                if let Some(shape) = best(Some(node), shapes) {
                    self.shape(node, shape);
                }
            }
            Shape::Any
            | Shape::Nothing
            | Shape::Text
            | Shape::Bool
            | Shape::Integer
            | Shape::Number
            | Shape::Choice(_)
            | Shape::Name(_)
            | Shape::Id(_) => {}
        }
    }
}
