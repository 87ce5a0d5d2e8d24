//! Hover texts.

use crate::symbol::SymbolKind;
use crate::syntax::Node;
use crate::text::Span;

/// A hover text, in Markdown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hover {
    pub span: Span,
    pub text: String,
}

/// A short text that editors show beside the text: a value, or a choice that the text leaves open.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The offset behind which it is shown.
    pub at: u32,
    /// In one line.
    pub text: String,
    /// Why, in words; can be empty.
    pub reason: String,
}

impl Hint {
    /// A hint behind a node of the file with this text. What is too long for a hint is left out.
    pub fn behind(node: &Node, file: &str, text: String, reason: String) -> Hint {
        /// Maximum number of characters.
        const LONGEST: usize = 60;
        let written = node.span.of(file).trim_end();
        let is_end = |(number, (_, character)): &(usize, (usize, char))| *number == LONGEST || character.is_control();
        let text = match text.char_indices().enumerate().find(is_end) {
            Some((_, (end, _))) => format!("{}…", &text[..end]),
            None => text,
        };
        Hint { at: node.span.start + written.len() as u32, text, reason }
    }
}

/// The name of this kind of symbol in messages.
pub fn kind_label(kind: SymbolKind) -> &'static str {
    match kind {
        SymbolKind::Descriptor => "descriptor",
        SymbolKind::Property => "property",
        SymbolKind::Component => "component",
        SymbolKind::Reference => "reference",
        SymbolKind::Relationship => "relationship",
        SymbolKind::Capability => "capability",
        SymbolKind::Requirement => "requirement",
        SymbolKind::Operation => "operation",
        SymbolKind::Metric => "metric",
        SymbolKind::Policy => "policy",
        SymbolKind::DataType => "data type",
        SymbolKind::Input => "input",
        SymbolKind::Output => "output",
        SymbolKind::Attribute => "attribute",
        SymbolKind::Interface => "interface",
        SymbolKind::NodeTemplate => "node template",
        SymbolKind::Group => "group",
        SymbolKind::Workflow => "workflow",
        SymbolKind::NodeType => "node type",
        SymbolKind::RelationshipType => "relationship type",
        SymbolKind::CapabilityType => "capability type",
        SymbolKind::InterfaceType => "interface type",
        SymbolKind::ArtifactType => "artifact type",
        SymbolKind::GroupType => "group type",
        SymbolKind::PolicyType => "policy type",
        SymbolKind::DeploymentItem => "deployment item",
        SymbolKind::ConnectionPoint => "connection point",
        SymbolKind::Location => "location",
        SymbolKind::Demand => "demand",
        SymbolKind::Constraint => "constraint",
        SymbolKind::Step => "step",
    }
}
