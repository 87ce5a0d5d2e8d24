//! The function calls of a service template (chapter 4), with the entity that contains them.

use crate::schema::records::{RecordNode, RecordNodes};
use crate::schema::{Record, Shape};
use crate::syntax::{Entry, Node, NodePath, Step};
use crate::tosca::schema::SERVICE_TEMPLATE;
use crate::tosca::schema::definition::FUNCTION;

/// The entity that contains a call, which determines its keywords (4.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Holder {
    /// A node template or node type.
    Node,
    /// A relationship template, relationship type, or the relationship of a requirement.
    Relationship,
    /// An input, output, group or policy.
    Neither,
    /// Depends on the use, as in data types and workflows.
    Unknown,
}

impl Holder {
    /// The holder of the value at `path`.
    pub fn at(path: &NodePath) -> Self {
        let key = |index: usize| match path.steps().get(index) {
            Some(Step::Key(key)) => key.as_str(),
            _ => "",
        };
        let has = |name: &str| path.steps().iter().skip(3).any(|step| matches!(step, Step::Key(key) if key == name));
        let of_node = || if has("requirements") && has("relationship") { Holder::Relationship } else { Holder::Node };
        match (key(0), key(1)) {
            ("topology_template", "node_templates") | ("node_types", _) => of_node(),
            ("topology_template", "relationship_templates") | ("relationship_types", _) => Holder::Relationship,
            ("topology_template", "inputs" | "outputs" | "groups") => Holder::Neither,
            ("topology_template", "policies") if !has("triggers") => Holder::Neither,
            _ => Holder::Unknown,
        }
    }
}

/// A call of a function.
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    /// The only entry of the mapping.
    pub entry: &'a Entry,
    pub function: &'a str,
    pub holder: Holder,
    /// Whether a type definition contains it.
    pub is_in_type: bool,
}

/// The calls in a service template.
#[derive(Debug, Default)]
pub struct Calls<'a> {
    pub known: Vec<Call<'a>>,
    /// Mappings with one key that looks like a function.
    pub unknown: Vec<&'a Entry>,
    /// Mappings with a function among several keys.
    pub mixed: Vec<&'a Node>,
}

/// The names of the functions.
pub fn names() -> impl Iterator<Item = &'static str> {
    FUNCTION.fields.iter().map(|field| field.name)
}

fn is_function(name: &str) -> bool {
    FUNCTION.field(name).is_some()
}

/// Whether the node is a call of a function.
pub fn is_call(node: &Node) -> bool {
    matches!(node.entries(), [only] if only.key.as_text().is_some_and(is_function))
}

impl<'a> Calls<'a> {
    pub fn of(places: &RecordNodes<'a>) -> Self {
        let mut calls = Calls::default();
        for place in places.all() {
            if is_record(place.record, &SERVICE_TEMPLATE) {
                continue;
            }
            let counts = (calls.known.len(), calls.unknown.len());
            calls.of_place(place);
            if counts != (calls.known.len(), calls.unknown.len()) {
                let path = places.path(place);
                let holder = Holder::at(&path);
                let is_in_type = matches!(path.steps().first(), Some(Step::Key(key)) if key.ends_with("_types"));
                for call in calls.known.iter_mut().skip(counts.0) {
                    (call.holder, call.is_in_type) = (holder, is_in_type);
                }
            }
        }
        calls
    }

    fn of_place(&mut self, place: &RecordNode<'a>) {
        if is_record(place.record, &FUNCTION) {
            return self.value(place.node);
        }
        for entry in place.node.entries() {
            let field = entry.key.as_text().and_then(|key| place.record.field(key));
            match field.map(|field| &field.shape) {
                Some(Shape::Any) => self.value(&entry.value),
                Some(Shape::Map(Shape::Any)) => entry.value.entries().iter().for_each(|entry| self.value(&entry.value)),
                _ => {}
            }
        }
    }

    fn value(&mut self, node: &'a Node) {
        let functions = node.entries().iter().filter_map(|entry| entry.key.as_text()).filter(|key| is_function(key));
        match node.entries() {
            [entry] => match entry.key.as_text() {
                Some(function) if is_function(function) => {
                    let call = Call { entry, function, holder: Holder::Unknown, is_in_type: false };
                    self.known.push(call);
                }
                Some(name) if name.starts_with("get_") => self.unknown.push(entry),
                _ => {}
            },
            // `token` is also a field of data types.
            [_, _, ..] if functions.clone().count() > 1 || functions.clone().any(|name| name.starts_with("get_")) => {
                self.mixed.push(node);
            }
            _ => {}
        }
        node.entries().iter().for_each(|entry| self.value(&entry.value));
        node.items().iter().for_each(|item| self.value(item));
    }
}

fn is_record(one: &'static Record, other: &'static Record) -> bool {
    std::ptr::eq(one, other)
}
