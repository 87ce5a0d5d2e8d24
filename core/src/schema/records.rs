//! The mappings of a tree with their tables.

use std::ptr;

use crate::schema::fit::best;
use crate::schema::{Record, Shape};
use crate::syntax::{Entry, LinkStep, Node, NodePath};

/// A mapping that a table describes.
#[derive(Debug)]
pub struct RecordNode<'a> {
    pub record: &'static Record,
    pub node: &'a Node,
    /// The entry with the mapping as its value, unless it is an item of a list.
    pub entry: Option<&'a Entry>,
    parent: usize,
}

/// The mappings of a tree, in text order.
#[derive(Debug, Default)]
pub struct RecordNodes<'a> {
    all: Vec<RecordNode<'a>>,
    steps: Vec<(usize, LinkStep<'a>)>,
}

/// The step of the root, which has none.
const ROOT: usize = usize::MAX;

impl<'a> RecordNodes<'a> {
    /// The mappings of `root` according to the table `record`.
    pub fn of(root: &'a Node, record: &'static Record) -> Self {
        let mut places = RecordNodes::default();
        places.record(root, record, None, None, ROOT);
        places
    }

    /// All mappings.
    pub fn all(&self) -> &[RecordNode<'a>] {
        &self.all
    }

    /// The mappings of one table.
    pub fn of_record(&self, record: &'static Record) -> impl Iterator<Item = &RecordNode<'a>> {
        self.all.iter().filter(move |place| ptr::eq(place.record, record))
    }

    pub fn path(&self, place: &RecordNode<'a>) -> NodePath {
        let mut steps = Vec::new();
        let mut at = place.parent;
        while let Some((parent, step)) = self.steps.get(at) {
            steps.push(step);
            at = *parent;
        }
        steps.into_iter().rev().map(|step| step.to_step()).collect()
    }

    fn step(&mut self, parent: usize, step: LinkStep<'a>) -> usize {
        self.steps.push((parent, step));
        self.steps.len() - 1
    }

    fn record(
        &mut self,
        node: &'a Node,
        record: &'static Record,
        rest: Option<&'static Shape>,
        entry: Option<&'a Entry>,
        parent: usize,
    ) {
        if node.as_mapping().is_none() {
            return;
        }
        self.all.push(RecordNode { record, node, entry, parent });
        for entry in node.entries() {
            let Some(key) = entry.key.as_text() else { continue };
            let shape = record.field(key).map(|field| &field.shape).or(rest);
            if let Some(shape) = shape.filter(|_| is_nested(&entry.value)) {
                let step = self.step(parent, LinkStep::Key(key));
                self.shape(&entry.value, shape, Some(entry), step);
            }
        }
    }

    fn shape(&mut self, node: &'a Node, shape: &'static Shape, entry: Option<&'a Entry>, at: usize) {
        match shape {
            Shape::Record(record) => self.record(node, record, None, entry, at),
            Shape::Open(record, rest) => self.record(node, record, rest.values(), entry, at),
            Shape::Named(_, value) | Shape::Map(value) => {
                for entry in node.entries().iter().filter(|entry| is_nested(&entry.value)) {
                    let Some(key) = entry.key.as_text() else { continue };
                    let step = self.step(at, LinkStep::Key(key));
                    self.shape(&entry.value, value, Some(entry), step);
                }
            }
            Shape::Single(inner) => self.shape(node, inner, entry, at),
            Shape::List(item) => {
                for (index, child) in node.items().iter().enumerate().filter(|(_, child)| is_nested(child)) {
                    let step = self.step(at, LinkStep::Index(index));
                    self.shape(child, item, None, step);
                }
            }
            Shape::OneOf(shapes) => {
                if let Some(shape) = best(Some(node), shapes) {
                    self.shape(node, shape, entry, at);
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

fn is_nested(node: &Node) -> bool {
    node.as_mapping().is_some() || node.as_sequence().is_some()
}

impl<'a> RecordNode<'a> {
    /// The name of the mapping: the key of its entry.
    pub fn name(&self) -> Option<&'a str> {
        self.entry?.key.as_text()
    }

    /// The node that shows the mapping: the key of its entry, otherwise itself.
    pub fn shown(&self) -> &'a Node {
        self.entry.map_or(self.node, |entry| &entry.key)
    }
}
