//! Substitution mappings (3.7.8 to 3.7.12): how a topology takes the place of a node.

use std::sync::Arc;

use smol_str::SmolStr;

use crate::context::FileContext;
use crate::sorted_map::SortedMap;
use crate::sorting::gather;
use crate::symbol::SymbolKind;
use crate::syntax::{Kind, Node, NodePath};
use crate::text::FilePath;
use crate::tosca::effective::{Effective, entries};
use crate::tosca::model::TEMPLATES;
use crate::tosca::scope::Scope;
use crate::tosca::{copies, template};
use crate::workspace::SourceFile;

/// The path of the substitution mappings.
pub const MAPPINGS: [&str; 2] = ["topology_template", "substitution_mappings"];

/// The substitution mappings of a service template.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Mapping {
    /// The type of the nodes that the topology can replace.
    pub node_type: SmolStr,
    /// The input for each property that is mapped to one.
    pub inputs: SortedMap<SmolStr, SmolStr>,
    /// The output for each attribute that is mapped to one.
    pub outputs: SortedMap<SmolStr, SmolStr>,
    /// The inner node with its capability, by the capability of the node type.
    pub capabilities: SortedMap<SmolStr, (SmolStr, SmolStr)>,
    /// The inner node with its requirement, by the requirement of the node type.
    pub requirements: SortedMap<SmolStr, (SmolStr, SmolStr)>,
}

impl Mapping {
    /// The mappings of a file; `None` if its topology cannot replace a node.
    pub fn of(file: &SourceFile) -> Option<Self> {
        let mappings = file.root.as_ref()?.at(&NodePath::keys(MAPPINGS))?;
        let node_type = mappings.get("node_type")?.as_text()?.into();
        let section = |key: &str| mappings.get(key).into_iter().flat_map(entries);
        let ends = |key: &str| gather(section(key).filter_map(|(name, entry)| Some((name.into(), end(&entry.value)?))));
        let single = |key: &str| {
            gather(section(key).filter_map(|(name, entry)| match mapped(&entry.value) {
                [only] => Some((name.into(), only.as_text()?.into())),
                _ => None,
            }))
        };
        Some(Mapping {
            node_type,
            inputs: single("properties"),
            outputs: single("attributes"),
            capabilities: ends("capabilities"),
            requirements: ends("requirements"),
        })
    }
}

/// The service template whose topology can replace the node at `path`: the first other file that substitutes its type.
pub fn nested(context: FileContext<'_>, path: &NodePath) -> Option<FilePath> {
    let templates = NodePath::keys(TEMPLATES);
    let section = context.file.root.as_ref()?.at(&templates).filter(|_| path.parent().as_ref() == Some(&templates))?;
    let of = unprefixed(copies::type_of(Some(section), section.get(path.last_key()?)?)?);
    let replaces = |file: &&Arc<SourceFile>| {
        let root = file.root.as_ref().filter(|_| file.path != context.file.path);
        let of_other = root.and_then(|root| root.at(&NodePath::keys(MAPPINGS))?.get("node_type")?.as_text());
        of_other.map(unprefixed) == Some(of) && template(file).is_some()
    };
    context.workspace.files().find(replaces).map(|file| file.path.clone())
}

/// Whether the diagram of a file has boxes.
pub fn has_parts(file: &SourceFile) -> bool {
    let section = file.root.as_ref().and_then(|root| root.at(&NodePath::keys(TEMPLATES)));
    section.is_some_and(|section| !section.entries().is_empty())
}

/// The name of a type without the prefix of an import.
fn unprefixed(name: &str) -> &str {
    name.split_once(':').map_or(name, |(_, name)| name)
}

/// The items of a mapping, in either notation.
fn mapped(node: &Node) -> &[Node] {
    match node.kind {
        Kind::Sequence(_) => node.items(),
        _ => node.get("mapping").map_or(&[][..], Node::items),
    }
}

/// A node with the name of its capability or requirement.
fn end(node: &Node) -> Option<(SmolStr, SmolStr)> {
    match mapped(node) {
        [node, member] => Some((node.as_text()?.into(), member.as_text()?.into())),
        _ => None,
    }
}

/// Whether a list in the mapping of a property is meant as a constant: the property is a list, and the first entry is
/// neither a node template nor, alone, an input.
pub fn is_constant_list(scope: &Scope<'_>, of: &Effective, property: &str, node: &Node) -> bool {
    let [first, rest @ ..] = node.items() else { return false };
    let is_list = || scope.member_type(of, "properties", property).is_some_and(|of| of.derives_from("list"));
    let kind = if rest.is_empty() { SymbolKind::Input } else { SymbolKind::NodeTemplate };
    first.as_text().is_none_or(|name| scope.get(kind, name).is_none()) && is_list()
}
