//! Rules for types that refine the definitions they inherit.

use std::sync::Arc;

use crate::rules;
use crate::rules::tosca::{Check, Tosca};
use crate::symbol::SymbolKind;
use crate::syntax::{Node, NodePath};
use crate::text::Span;
use crate::tosca::effective::{Effective, members, named};
use crate::tosca::scope::{Declared, Scope};

rules::list! { Tosca:
    incompatible_type,
    no_longer_required,
    wider_list,
    wider_occurrences
}

/// A member of a type that refines an inherited one of the same name.
struct Refined<'a> {
    section: &'static str,
    name: &'a str,
    node: &'a Node,
    parent: Arc<Effective>,
}

impl<'a> Refined<'a> {
    /// The value of a keyname in the refining definition, which can be in the short notation.
    fn own(&self, key: &str) -> Option<&'a Node> {
        let is_short = matches!((self.section, key), ("capabilities", "type") | ("requirements", "capability"));
        let node = match self.node.as_text() {
            Some(_) if is_short && !self.node.is_null() => self.node,
            _ => self.node.get(key)?,
        };
        Some(named_type(node))
    }

    /// The inherited value of a keyname.
    fn inherited(&self, scope: &Scope<'a>, key: &str) -> Option<Declared<'a>> {
        let inherited = scope.field(&self.parent, self.section, self.name, key)?;
        Some(Declared { node: named_type(inherited.node), ..inherited })
    }
}

/// The type in the extended notation of a relationship; other nodes are unchanged.
fn named_type(node: &Node) -> &Node {
    node.get("type").unwrap_or(node)
}

/// The sections whose members are refined by keyname.
const SECTIONS: [&str; 6] = ["properties", "attributes", "capabilities", "requirements", "interfaces", "inputs"];

/// The members with members of their own, which refine those of the types that they name: the section, and the sections
/// inside.
const NESTED: [(&str, &[&str]); 2] = [("capabilities", &["properties", "attributes"]), ("interfaces", &["inputs"])];

/// The members of the types of a file that refine inherited ones.
fn refined<'a>(scope: &Scope<'a>) -> Vec<Refined<'a>> {
    let mut found = Vec::new();
    for (kind, definition) in scope.own_types() {
        if let Some(base) = definition.node.get("derived_from").and_then(Node::as_text) {
            let parent = scope.effective(kind, base);
            SECTIONS.into_iter().for_each(|section| add(&mut found, definition.node, section, &parent));
        }
        for (section, inner) in NESTED {
            let node = definition.node.get(section);
            for (name, entry) in node.into_iter().flat_map(named).filter(|(_, entry)| has_any(&entry.value, inner)) {
                let of = scope.effective_of(kind, definition.clone());
                let Some(parent) = scope.member_type(&of, section, name) else { continue };
                inner.iter().copied().for_each(|section| add(&mut found, &entry.value, section, &parent));
            }
        }
    }
    found
}

fn has_any(node: &Node, keys: &[&str]) -> bool {
    keys.iter().any(|key| node.get(key).is_some())
}

/// Adds the members of a section that refine those of `parent`.
fn add<'a>(found: &mut Vec<Refined<'a>>, of: &'a Node, section: &'static str, parent: &Arc<Effective>) {
    let node = of.get(section);
    for (name, path) in members(node, &NodePath::root()) {
        let is_inherited = !parent.declarations(section, name).is_empty();
        if let Some(node) = node.and_then(|node| node.at(&path)).filter(|_| is_inherited) {
            found.push(Refined { section, name, node, parent: Arc::clone(parent) });
        }
    }
}

/// The noun for the members of a section.
fn noun(section: &str) -> &'static str {
    match section {
        "properties" => "property",
        "attributes" => "attribute",
        "capabilities" => "capability",
        "requirements" => "requirement",
        "inputs" => "input",
        _ => "interface",
    }
}

/// Reports a contradiction with the inherited definition and refers to it.
fn report(cx: &mut Check<'_>, span: Span, message: String, inherited: Declared<'_>, note: String) {
    cx.report(span, message).related(inherited.file, inherited.node.span, note);
}

/// The kind of type that a keyname of a member names.
fn kinds(section: &str) -> &'static [(&'static str, SymbolKind)] {
    match section {
        "properties" | "attributes" | "inputs" => {
            &[("type", SymbolKind::DataType), ("entry_schema", SymbolKind::DataType)]
        }
        "capabilities" => &[("type", SymbolKind::CapabilityType)],
        "requirements" => &[
            ("capability", SymbolKind::CapabilityType),
            ("node", SymbolKind::NodeType),
            ("relationship", SymbolKind::RelationshipType),
        ],
        _ => &[("type", SymbolKind::InterfaceType)],
    }
}
