//! The types that a service template names, with the relation of each to the type or template that names it. Follows from
//! the file alone: names are not resolved.

use crate::symbol::SymbolKind;
use crate::syntax::{Node, NodePath};
use crate::tosca::effective::{entries, named};
use crate::tosca::model::{SECTIONS, is_type};

/// How a type or template depends on a type.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Relation {
    /// A type that derives from it.
    Derives,
    /// A template of the type, or a member with the type.
    Uses,
    /// A requirement for it.
    Requires,
    /// A capability of the type.
    Offers,
}

impl Relation {
    pub const ALL: [Relation; 4] = [Relation::Derives, Relation::Uses, Relation::Requires, Relation::Offers];

    pub fn name(self) -> &'static str {
        match self {
            Relation::Derives => "derives",
            Relation::Uses => "uses",
            Relation::Requires => "requires",
            Relation::Offers => "offers",
        }
    }
}

/// A use of a type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TypeUse<'a> {
    pub kind: SymbolKind,
    /// The name as written, which can have the prefix of an import.
    pub name: &'a str,
    pub relation: Relation,
    /// The type or template that names it.
    pub by: NodePath,
}

/// Sections of templates, with the kind of their types. Policies are in a list.
const TEMPLATES: [(&str, SymbolKind); 4] = [
    ("node_templates", SymbolKind::NodeType),
    ("relationship_templates", SymbolKind::RelationshipType),
    ("groups", SymbolKind::GroupType),
    ("policies", SymbolKind::PolicyType),
];
/// Lists of types, each with the kind of type that it names.
const LISTS: [(&str, SymbolKind); 4] = [
    ("valid_target_types", SymbolKind::CapabilityType),
    ("valid_source_types", SymbolKind::NodeType),
    ("members", SymbolKind::NodeType),
    ("targets", SymbolKind::NodeType),
];

/// The uses of types in the text order of the types and templates, each once.
pub fn type_uses(root: &Node) -> Vec<TypeUse<'_>> {
    let mut found = Vec::new();
    for (kind, section) in SECTIONS.iter().filter(|(kind, _)| is_type(*kind)) {
        let at = NodePath::keys(section.iter().copied());
        for (name, entry) in root.at(&at).into_iter().flat_map(named) {
            let mut reader = Reader { by: at.key(name), found: &mut found };
            reader.name(*kind, Relation::Derives, entry.value.get("derived_from"));
            reader.members(&entry.value);
            for (key, kind) in LISTS {
                let list = entry.value.get(key).map_or(&[][..], Node::items);
                list.iter().for_each(|name| reader.name(kind, Relation::Uses, Some(name)));
            }
        }
    }
    let topology = NodePath::keys(["topology_template"]);
    let Some(node) = root.at(&topology) else { return found };
    for (section, kind) in TEMPLATES {
        let at = topology.key(section);
        let list = node.get(section);
        let own = list.into_iter().flat_map(named).map(|(name, entry)| (at.key(name), entry));
        let items = list.map_or(&[][..], Node::items).iter().enumerate();
        let items = items.flat_map(|(index, item)| named(item).map(move |(name, entry)| (index, name, entry)));
        let items = items.map(|(index, name, entry)| (at.index(index).key(name), entry));
        for (by, entry) in own.chain(items) {
            let mut reader = Reader { by, found: &mut found };
            reader.name(kind, Relation::Uses, entry.value.get("type"));
            reader.members(&entry.value);
        }
    }
    for section in ["inputs", "outputs"] {
        for (name, entry) in node.get(section).into_iter().flat_map(named) {
            Reader { by: topology.key(section).key(name), found: &mut found }.value(&entry.value);
        }
    }
    let substituted = node.get("substitution_mappings").and_then(|mappings| mappings.get("node_type"));
    let mut reader = Reader { by: topology.key("substitution_mappings"), found: &mut found };
    reader.name(SymbolKind::NodeType, Relation::Uses, substituted);
    found
}

struct Reader<'a, 'f> {
    /// The type or template that is read.
    by: NodePath,
    found: &'f mut Vec<TypeUse<'a>>,
}

impl<'a> Reader<'a, '_> {
    fn name(&mut self, kind: SymbolKind, relation: Relation, name: Option<&'a Node>) {
        let Some(name) = name.filter(|name| !name.is_null()).and_then(Node::as_text) else { return };
        let one = TypeUse { kind, name, relation, by: self.by.clone() };
        if !self.found.iter().rev().take_while(|other| other.by == self.by).any(|other| *other == one) {
            self.found.push(one);
        }
    }

    /// The name of a type in a short notation, or the value of a key in the extended one.
    fn short_or(&mut self, kind: SymbolKind, relation: Relation, node: &'a Node, key: &str) {
        let name = if node.as_text().is_some() { Some(node) } else { node.get(key) };
        self.name(kind, relation, name);
    }

    fn members(&mut self, of: &'a Node) {
        for section in ["properties", "attributes", "inputs"] {
            of.get(section).into_iter().flat_map(named).for_each(|(_, entry)| self.value(&entry.value));
        }
        for (_, entry) in of.get("capabilities").into_iter().flat_map(named) {
            self.short_or(SymbolKind::CapabilityType, Relation::Offers, &entry.value, "type");
        }
        let in_definition = self.by.steps().len() == 2;
        for (_, entry) in of.get("requirements").into_iter().flat_map(entries) {
            let requirement = &entry.value;
            // The short notation of a template names a node.
            if in_definition {
                self.short_or(SymbolKind::CapabilityType, Relation::Requires, requirement, "capability");
                self.name(SymbolKind::NodeType, Relation::Requires, requirement.get("node"));
            }
            if let Some(relationship) = requirement.get("relationship") {
                self.short_or(SymbolKind::RelationshipType, Relation::Uses, relationship, "type");
            }
        }
        for (_, entry) in of.get("interfaces").into_iter().flat_map(named) {
            self.name(SymbolKind::InterfaceType, Relation::Uses, entry.value.get("type"));
        }
        for (_, entry) in of.get("artifacts").into_iter().flat_map(entries) {
            self.name(SymbolKind::ArtifactType, Relation::Uses, entry.value.get("type"));
        }
    }

    /// The data types of a property, attribute or parameter.
    fn value(&mut self, definition: &'a Node) {
        self.name(SymbolKind::DataType, Relation::Uses, definition.get("type"));
        for key in ["entry_schema", "key_schema"] {
            if let Some(entry) = definition.get(key) {
                self.short_or(SymbolKind::DataType, Relation::Uses, entry, "type");
            }
        }
    }
}
