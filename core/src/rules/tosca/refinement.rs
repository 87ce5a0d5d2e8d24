//! Rules for types that refine the definitions they inherit.

use std::collections::HashSet;
use std::sync::Arc;

use crate::rules;
use crate::rules::tosca::{Check, Tosca};
use crate::symbol::SymbolKind;
use crate::syntax::{Node, NodePath};
use crate::text::Span;
use crate::tosca::effective::{Definition, Effective, members, named};
use crate::tosca::interfaces;
use crate::tosca::scope::{Declared, Scope};

rules::list! { Tosca:
    incompatible_type,
    no_longer_required,
    wider_list,
    wider_occurrences
}

/// A member of a type that refines an inherited one of the same name.
pub(super) struct Refined<'a> {
    section: &'static str,
    name: &'a str,
    node: &'a Node,
    /// The inherited declarations, the nearest first.
    inherited: Vec<Declared<'a>>,
}

impl<'a> Refined<'a> {
    /// The value of a keyname in the refining definition, which can be in the short notation.
    fn own(&self, key: &str) -> Option<&'a Node> {
        value(self.section, key, self.node)
    }

    /// The inherited value of a keyname.
    fn inherited(&self, key: &str) -> Option<Declared<'a>> {
        let stated = |of: &Declared<'a>| Some(Declared { node: value(self.section, key, of.node)?, ..*of });
        self.inherited.iter().find_map(stated)
    }
}

/// The value of a keyname of a member; with `type`, also that of the short notation.
fn value<'a>(section: &str, key: &str, node: &'a Node) -> Option<&'a Node> {
    let is_short = matches!((section, key), ("capabilities", "type") | ("requirements", "capability"));
    let node = match node.as_text() {
        Some(_) if is_short && !node.is_null() => node,
        _ => node.get(key)?,
    };
    // The type in the extended notation of a relationship or entry schema.
    Some(node.get("type").unwrap_or(node))
}

/// The sections whose members are refined by keyname.
const SECTIONS: [&str; 6] = ["properties", "attributes", "capabilities", "requirements", "interfaces", "inputs"];

/// The members of the types of a file that refine inherited ones, including members of members.
pub(super) fn refined<'a>(scope: &Scope<'a>) -> Vec<Refined<'a>> {
    let mut found = Vec::new();
    for (kind, definition) in scope.own_types() {
        let base = definition.node.get("derived_from").and_then(Node::as_text);
        let parent = base.map(|base| scope.effective(kind, base));
        let of = Inheritance { scope, kind, parent, definition };
        SECTIONS.into_iter().for_each(|section| of.section(&mut found, section));
        of.capabilities(&mut found);
        of.operations(&mut found);
        for (name, entry) in of.definition.node.get("interfaces").into_iter().flat_map(named) {
            let inherited = of.declared("interfaces", name);
            of.interface(&mut found, &entry.value, inherited, || {
                interfaces::interface_type(scope, &of.effective(), name)
            });
        }
        of.relationships(&mut found);
    }
    found
}

/// The definitions that inherit a type from those that they refine.
pub(super) fn refines_type(refined: &[Refined<'_>]) -> HashSet<*const Node> {
    let has_type = |member: &&Refined<'_>| member.inherited("type").is_some();
    refined.iter().filter(has_type).map(|member| std::ptr::from_ref(member.node)).collect()
}

/// A type of a file with what it inherits.
struct Inheritance<'s, 'a> {
    scope: &'s Scope<'a>,
    kind: SymbolKind,
    parent: Option<Arc<Effective>>,
    definition: Definition<'a>,
}

impl<'a> Inheritance<'_, 'a> {
    /// The inherited declarations of a member.
    fn declared(&self, section: &str, name: &str) -> Vec<Declared<'a>> {
        let of = |parent: &Arc<Effective>| self.scope.declarations(parent, section, name);
        self.parent.as_ref().map(of).unwrap_or_default()
    }

    /// The type itself, combined with its ancestors.
    fn effective(&self) -> Arc<Effective> {
        self.scope.effective_of(self.kind, self.definition)
    }

    /// The definitions of a type and its ancestors.
    fn chain(&self, of: &Effective) -> impl Iterator<Item = Declared<'a>> {
        of.chain().filter_map(|ancestor| self.scope.defined(ancestor))
    }

    /// The own members of a section, with their declarations.
    fn section(&self, found: &mut Vec<Refined<'a>>, section: &'static str) {
        let node = self.definition.node.get(section);
        for (name, path) in members(node, &NodePath::root()) {
            let inherited = self.declared(section, name);
            if let Some(node) = node.and_then(|node| node.at(&path)).filter(|_| !inherited.is_empty()) {
                found.push(Refined { section, name, node, inherited });
            }
        }
    }

    /// The properties and attributes of capabilities, which refine those of the inherited capability, then those of the
    /// capability type.
    fn capabilities(&self, found: &mut Vec<Refined<'a>>) {
        let sections = ["properties", "attributes"];
        for (name, entry) in self.definition.node.get("capabilities").into_iter().flat_map(named) {
            if !sections.iter().any(|section| entry.value.get(section).is_some()) {
                continue;
            }
            let mut inherited = self.declared("capabilities", name);
            let of = self.scope.member_type(&self.effective(), "capabilities", name);
            inherited.extend(of.iter().flat_map(|of| self.chain(of)));
            sections.into_iter().for_each(|section| nested(found, &entry.value, section, &inherited));
        }
    }

    /// The inputs of the operations of an interface type.
    fn operations(&self, found: &mut Vec<Refined<'a>>) {
        if self.kind != SymbolKind::InterfaceType {
            return;
        }
        for (name, entry) in interfaces::operations(self.definition.node) {
            nested(found, &entry.value, "inputs", &self.declared("operations", name));
        }
    }

    /// The inputs of an interface and its operations. `inherited` are the definitions that it refines, before those of
    /// the interface type.
    fn interface(
        &self,
        found: &mut Vec<Refined<'a>>,
        node: &'a Node,
        mut inherited: Vec<Declared<'a>>,
        of: impl FnOnce() -> Option<Arc<Effective>>,
    ) {
        let operations: Vec<_> = interfaces::operations(node).collect();
        let has_inputs = |node: &Node| node.get("inputs").is_some();
        if !has_inputs(node) && !operations.iter().any(|(_, entry)| has_inputs(&entry.value)) {
            return;
        }
        inherited.extend(of().iter().flat_map(|of| self.chain(of)));
        nested(found, node, "inputs", &inherited);
        for (name, entry) in operations {
            let same = |of: &Declared<'a>| {
                let (_, entry) = interfaces::operations(of.node).find(|(known, _)| *known == name)?;
                Some(Declared { node: &entry.value, ..*of })
            };
            let inherited: Vec<_> = inherited.iter().filter_map(same).collect();
            nested(found, &entry.value, "inputs", &inherited);
        }
    }

    /// The interfaces of the relationships of requirements, which refine those of the inherited requirement, then those
    /// of the relationship type.
    fn relationships(&self, found: &mut Vec<Refined<'a>>) {
        for (requirement, own) in interfaces::of_relationships(self.definition.node) {
            let of = relationship_type(self.scope, &self.effective(), requirement);
            let declared = self.declared("requirements", requirement);
            let refining = |name: &str| {
                let of_requirements = declared.iter().filter_map(|of| {
                    Some(Declared { node: of.node.get("relationship")?.get("interfaces")?.get(name)?, ..*of })
                });
                let of_type = of.iter().flat_map(|of| self.scope.declarations(of, "interfaces", name));
                of_requirements.chain(of_type).collect::<Vec<_>>()
            };
            for (name, entry) in named(own) {
                let inherited = refining(name);
                let stated = entry.value.get("type").and_then(Node::as_text);
                let by_name = || {
                    let stated = stated.map(|stated| self.scope.effective(SymbolKind::InterfaceType, stated));
                    stated.or_else(|| interfaces::interface_type(self.scope, of.as_ref()?, name))
                };
                self.interface(found, &entry.value, inherited.clone(), by_name);
                if !inherited.is_empty() {
                    found.push(Refined { section: "interfaces", name, node: &entry.value, inherited });
                }
            }
        }
    }
}

/// The relationship type of a requirement of a type.
pub(super) fn relationship_type(scope: &Scope<'_>, of: &Effective, requirement: &str) -> Option<Arc<Effective>> {
    let stated = scope.field(of, "requirements", requirement, "relationship")?;
    let name = stated.node.as_text().or_else(|| stated.node.get("type")?.as_text());
    // A refinement can state interfaces alone.
    let inherited = || {
        let all = scope.declarations(of, "requirements", requirement).into_iter();
        all.filter_map(|of| Some((of.file, value("requirements", "relationship", of.node)?)))
            .find_map(|(file, node)| Some((file, node.as_text()?)))
    };
    let (file, name) = name.map(|name| (stated.file, name)).or_else(inherited)?;
    Some(scope.effective_in(file, SymbolKind::RelationshipType, name))
}

/// Adds the members of a section of `of` that refine those of the inherited definitions.
fn nested<'a>(found: &mut Vec<Refined<'a>>, of: &'a Node, section: &'static str, inherited: &[Declared<'a>]) {
    for (name, entry) in of.get(section).into_iter().flat_map(named) {
        let same = |of: &Declared<'a>| Some(Declared { node: of.node.get(section)?.get(name)?, ..*of });
        let inherited: Vec<_> = inherited.iter().filter_map(same).collect();
        if !inherited.is_empty() {
            found.push(Refined { section, name, node: &entry.value, inherited });
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
