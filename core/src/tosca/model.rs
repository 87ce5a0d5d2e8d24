//! A service template lowered from its tree: its version, its imports, and the types and templates that it defines. The
//! rest is read from the tree as needed.

use smol_str::SmolStr;

use crate::symbol::{DescriptorRef, SymbolKind};
use crate::syntax::{Node, NodePath};
use crate::tosca;

/// A service template (TOSCA 1.2, 3.10).
#[derive(Clone, PartialEq, Debug)]
pub struct ServiceTemplate {
    /// The name, author and version from its metadata.
    pub edition: Option<DescriptorRef>,
    /// Whether the file can be checked alone: it has imports or a topology. A library without either may depend on
    /// other files of its importer.
    pub is_entry: bool,
    /// Whether every import is a path that can be followed.
    pub imports_are_paths: bool,
    /// The named definitions, in the order of [`SECTIONS`], then of the text.
    pub definitions: Vec<Definition>,
}

/// A type, template or input, with its location.
#[derive(Clone, PartialEq, Debug)]
pub struct Definition {
    pub kind: SymbolKind,
    pub name: SmolStr,
    pub path: NodePath,
}

/// The sections of a topology.
pub const INPUTS: [&str; 2] = ["topology_template", "inputs"];
pub const OUTPUTS: [&str; 2] = ["topology_template", "outputs"];
pub const TEMPLATES: [&str; 2] = ["topology_template", "node_templates"];
pub const GROUPS: [&str; 2] = ["topology_template", "groups"];
pub const POLICIES: [&str; 2] = ["topology_template", "policies"];

/// The sections that define names, with the kind of their definitions.
pub const SECTIONS: &[(SymbolKind, &[&str])] = &[
    (SymbolKind::Input, &INPUTS),
    (SymbolKind::NodeTemplate, &TEMPLATES),
    (SymbolKind::Relationship, &["topology_template", "relationship_templates"]),
    (SymbolKind::Group, &GROUPS),
    (SymbolKind::ArtifactType, &["artifact_types"]),
    (SymbolKind::DataType, &["data_types"]),
    (SymbolKind::CapabilityType, &["capability_types"]),
    (SymbolKind::InterfaceType, &["interface_types"]),
    (SymbolKind::RelationshipType, &["relationship_types"]),
    (SymbolKind::NodeType, &["node_types"]),
    (SymbolKind::GroupType, &["group_types"]),
    (SymbolKind::PolicyType, &["policy_types"]),
];

/// Whether names of this kind are types, which importers can use (3.5.8).
pub fn is_type(kind: SymbolKind) -> bool {
    SECTIONS.iter().any(|(of, section)| *of == kind && section.len() == 1)
}

/// The normative type from which all node types derive (5.9.1).
pub const ROOT_NODE: &str = "tosca.nodes.Root";

/// The normative type from which all types of a kind derive (chapter 5).
pub fn root_type(kind: SymbolKind) -> Option<&'static str> {
    Some(match kind {
        SymbolKind::NodeType => ROOT_NODE,
        SymbolKind::RelationshipType => "tosca.relationships.Root",
        SymbolKind::CapabilityType => "tosca.capabilities.Root",
        SymbolKind::InterfaceType => "tosca.interfaces.Root",
        SymbolKind::DataType => "tosca.datatypes.Root",
        SymbolKind::ArtifactType => "tosca.artifacts.Root",
        SymbolKind::GroupType => "tosca.groups.Root",
        SymbolKind::PolicyType => "tosca.policies.Root",
        _ => return None,
    })
}

impl ServiceTemplate {
    pub fn lower(root: &Node) -> Self {
        let imports = root.get("imports").filter(|list| !list.is_null());
        let n_paths = tosca::imports::files(root).len();
        let mut definitions = Vec::new();
        for (kind, section) in SECTIONS {
            let at = NodePath::keys(section.iter().copied());
            let entries = root.at(&at).map_or(&[][..], Node::entries).iter();
            definitions.extend(entries.filter_map(|entry| {
                let name = entry.key.as_text()?;
                Some(Definition { kind: *kind, name: name.into(), path: at.key(name) })
            }));
        }
        ServiceTemplate {
            edition: tosca::edition(root),
            is_entry: root.entry("imports").is_some() || root.entry("topology_template").is_some(),
            imports_are_paths: imports.is_none_or(|list| list.as_sequence().is_some() && n_paths == list.items().len()),
            definitions,
        }
    }

    /// The defined types.
    pub fn types(&self) -> impl Iterator<Item = &Definition> {
        self.definitions.iter().filter(|definition| is_type(definition.kind))
    }
}
