//! Function calls in values (TOSCA, chapter 4), which descriptors in service templates have too.

use crate::syntax::{Entry, Node};

/// A function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Function {
    Concat,
    Join,
    Token,
    GetInput,
    GetProperty,
    GetAttribute,
    GetOperationOutput,
    GetNodesOfType,
    GetArtifact,
}

const FUNCTIONS: [(&str, Function); 9] = [
    ("concat", Function::Concat),
    ("join", Function::Join),
    ("token", Function::Token),
    ("get_input", Function::GetInput),
    ("get_property", Function::GetProperty),
    ("get_attribute", Function::GetAttribute),
    ("get_operation_output", Function::GetOperationOutput),
    ("get_nodes_of_type", Function::GetNodesOfType),
    ("get_artifact", Function::GetArtifact),
];

impl Function {
    pub fn named(name: &str) -> Option<Self> {
        FUNCTIONS.iter().find(|(known, _)| *known == name).map(|(_, function)| *function)
    }

    pub fn name(self) -> &'static str {
        FUNCTIONS.iter().find(|(_, function)| *function == self).map_or("", |(name, _)| name)
    }

    /// The names of all functions.
    pub fn names() -> impl Iterator<Item = &'static str> {
        FUNCTIONS.iter().map(|(name, _)| *name)
    }
}

/// A call: a mapping with the name of a function as its only key (D-19).
#[derive(Clone, Copy, Debug)]
pub struct Call<'a> {
    pub function: Function,
    pub entry: &'a Entry,
}

impl<'a> Call<'a> {
    pub fn of(node: &'a Node) -> Option<Self> {
        let [entry] = node.entries() else { return None };
        Some(Call { function: Function::named(entry.key.as_text()?)?, entry })
    }

    pub fn argument(&self) -> &'a Node {
        &self.entry.value
    }

    /// The arguments: those in the list, or the only one.
    pub fn arguments(&self) -> &'a [Node] {
        match self.argument().as_sequence() {
            Some(list) => &list.items,
            None => std::slice::from_ref(&self.entry.value),
        }
    }
}

/// Whether a value contains a function call.
pub(super) fn has_call(node: &Node) -> bool {
    Call::of(node).is_some()
        || node.items().iter().any(has_call)
        || node.entries().iter().any(|entry| has_call(&entry.value))
}
