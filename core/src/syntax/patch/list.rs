//! Puts a value into a list, where it is.

use serde_yaml::{Mapping, Value};

use crate::edit::{EditError, Replace, TextEdit};
use crate::syntax::{Kind, Node, NodePath, plain};
use crate::text::Span;

use super::{Draft, broken, collection, lines};

/// The items that a value becomes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Items {
    /// The value itself.
    One,
    /// Each entry of the mapping.
    Entries,
}

impl Draft {
    /// Makes the value at `path` a list. Its text stays as it is, with its comments, apart from dashes, brackets and indentation.
    pub fn enlist(&mut self, path: &NodePath, items: Items) -> Result<(), EditError> {
        let located = self.locate(path)?;
        self.check_whole(located.node, path)?;
        let (node, in_flow) = (located.node, located.in_flow);
        let values = match plain::as_written(node) {
            Value::Mapping(entries) if items == Items::Entries => {
                entries.into_iter().map(|entry| Value::Mapping(Mapping::from_iter([entry]))).collect()
            }
            value => vec![value],
        };
        let wanted = Value::Sequence(values);
        let start = collection::start(node);
        let is_block = match &node.kind {
            Kind::Mapping(mapping) => !mapping.flow,
            Kind::Scalar(_) => !in_flow && lines::is_first(&self.text, start),
            _ => false,
        };
        let replaces = match &node.kind {
            Kind::Mapping(mapping) if mapping.flow => bracketed(node, items),
            _ if is_block => self.with_dashes(node, items),
            _ => return self.replace(path, &wanted),
        };
        let mut edit = TextEdit::new(replaces).ok_or_else(|| broken(path))?;
        if is_block {
            // Another edit must not insert a line into the value, or below it, with the indentation that it had.
            let after = edit.apply(&self.text)?;
            let end = lines::next_line(&self.text, collection::end(node));
            let text = &after[start..after.len() - (self.text.len() - end)];
            edit = TextEdit::replace(Span::new(start, end), text);
        }
        self.commit(edit, path, Some(&wanted))
    }

    /// The dashes before the items of a value on lines of its own, and the indentation of their other lines.
    fn with_dashes(&self, node: &Node, items: Items) -> Vec<Replace> {
        let span = |start, end| (start, end);
        let members: Vec<(usize, usize)> = match items {
            Items::Entries => node
                .entries()
                .iter()
                .map(|entry| span(collection::start(&entry.key), collection::entry_end(entry)))
                .collect(),
            Items::One => vec![span(collection::start(node), collection::end(node))],
        };
        let mut replaces = Vec::new();
        for (start, end) in members {
            replaces.extend(insert(start, "- "));
            replaces.extend(lines::started_in(&self.text, start..end).flat_map(|line| insert(line, "  ")));
        }
        replaces
    }
}

/// The brackets around a flow mapping, or those in place of its braces, which its entries get instead.
fn bracketed(node: &Node, items: Items) -> Vec<Replace> {
    let (start, end) = (node.span.range().start, node.span.range().end);
    if items == Items::One {
        return insert(collection::start(node), "[").into_iter().chain(insert(end, "]")).collect();
    }
    let replace = |at: usize, text: &str| TextEdit::replace(Span::new(at, at + 1), text).replaces().to_vec();
    let mut replaces = replace(start, "[");
    for entry in node.entries() {
        let entry_end = collection::entry_end(entry);
        replaces.extend(insert(collection::start(&entry.key), "{"));
        replaces.extend(insert(entry_end, "}"));
    }
    replaces.extend(replace(end - 1, "]"));
    replaces
}

fn insert(at: usize, text: &str) -> Vec<Replace> {
    TextEdit::insert(at, text).replaces().to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_becomes_a_list_with_its_comments() {
        let cases = [
            ("a: b  # c\n", Items::One, "a:  # c\n  - b\n"),
            ("a:\n  # c\n  b  # d\n", Items::One, "a:\n  # c\n  - b  # d\n"),
            (
                "a:  # c\n  # d\n  x: 1  # e\n  # f\n  y: |\n    t\n\n    u\n# g\n",
                Items::One,
                "a:  # c\n  # d\n  - x: 1  # e\n    # f\n    y: |\n      t\n\n      u\n# g\n",
            ),
            (
                "a:\n  x: 1  # e\n  # f\n  y:\n    # g\n    z: 2\n",
                Items::Entries,
                "a:\n  - x: 1  # e\n  # f\n  - y:\n      # g\n      z: 2\n",
            ),
            ("a: {x: 1, y: 2}  # c\n", Items::One, "a: [{x: 1, y: 2}]  # c\n"),
            ("a: {x: 1,  # c\n  # d\n  y: 2}\n", Items::Entries, "a: [{x: 1},  # c\n  # d\n  {y: 2}]\n"),
            ("a: {b: c}\n", Items::Entries, "a: [{b: c}]\n"),
            ("{a: b}\n", Items::One, "{a: [b]}\n"),
        ];
        for (before, items, after) in cases {
            let mut draft = Draft::new(before);
            draft.enlist(&NodePath::keys(["a"]), items).expect(before);
            assert_eq!(draft.text(), after);
        }
    }
}
