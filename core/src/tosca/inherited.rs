//! Members that types inherit from their ancestors, and templates from their types (TOSCA 1.2, 3.7 and 3.8).

use std::collections::HashSet;

use smol_str::SmolStr;

use crate::context::FileContext;
use crate::inherited::{Inherited, MAX_CHAIN, MemberOrigin, TypeMember};
use crate::symbol::SymbolKind;
use crate::syntax::{Node, NodePath};
use crate::text::FilePath;
use crate::tosca::copies;
use crate::tosca::effective::{INHERITED, Location, members as named_members};
use crate::tosca::model::{SECTIONS, is_type};
use crate::tosca::scope::Scope;

/// The sections of definitions, the kind of type they inherit from, and the key that names it.
const DEFINITIONS: &[(&[&str], SymbolKind, &str)] = &[
    (&["data_types"], SymbolKind::DataType, "derived_from"),
    (&["artifact_types"], SymbolKind::ArtifactType, "derived_from"),
    (&["capability_types"], SymbolKind::CapabilityType, "derived_from"),
    (&["relationship_types"], SymbolKind::RelationshipType, "derived_from"),
    (&["node_types"], SymbolKind::NodeType, "derived_from"),
    (&["group_types"], SymbolKind::GroupType, "derived_from"),
    (&["policy_types"], SymbolKind::PolicyType, "derived_from"),
    (&["topology_template", "node_templates"], SymbolKind::NodeType, "type"),
    (&["topology_template", "relationship_templates"], SymbolKind::RelationshipType, "type"),
    (&["topology_template", "groups"], SymbolKind::GroupType, "type"),
];

/// All inherited members, except those from files that are not in the workspace.
pub fn members(context: FileContext<'_>) -> Vec<Inherited<'_>> {
    let Some(root) = &context.file.root else { return Vec::new() };
    let scope = Scope::of(context);
    let mut found = Vec::new();
    for (section, kind, key) in DEFINITIONS {
        let at = NodePath::keys(section.iter().copied());
        let section = root.at(&at);
        for entry in section.map_or(&[][..], Node::entries) {
            let of = || match *key {
                "type" => copies::type_of(section, &entry.value),
                key => entry.value.get(key)?.as_text(),
            };
            let (Some(name), Some(of)) = (entry.key.as_text(), of()) else { continue };
            let at = at.key(name);
            add(&scope, *kind, (&at, own_members(&entry.value, &at)), of, &mut found);
        }
    }
    found
}

/// The members that one type inherits.
pub fn members_of<'a>(context: FileContext<'a>, at: &NodePath) -> Vec<Inherited<'a>> {
    let section = at.parent();
    let of_section =
        |(keys, ..): &&(&[&str], SymbolKind, &str)| section.as_ref() == Some(&NodePath::keys(keys.iter().copied()));
    let mut found = Vec::new();
    let node = context.file.root.as_ref().and_then(|root| root.at(at));
    if let (Some((_, kind, key)), Some(node)) = (DEFINITIONS.iter().find(of_section), node)
        && let Some(of) = node.get(key).and_then(Node::as_text)
    {
        add(&Scope::of(context), *kind, (at, own_members(node, at)), of, &mut found);
    }
    found
}

/// A member of a type that an ancestor defines, too.
#[derive(Clone, PartialEq, Debug)]
pub struct Refinement<'a> {
    /// The nearest definition of an ancestor.
    pub inherited: Inherited<'a>,
    /// The definition of the type itself.
    pub own: &'a Node,
}

/// The members of the type at a path that refine those of its ancestors, in the order of its text.
pub fn refinements<'a>(context: FileContext<'a>, at: &NodePath) -> Vec<Refinement<'a>> {
    let node = context.file.root.as_ref().and_then(|root| root.at(at));
    let (Some((kind, _)), Some(node)) = (type_at(at), node) else { return Vec::new() };
    let Some(of) = node.get("derived_from").and_then(Node::as_text) else { return Vec::new() };
    let mut inherited = Vec::new();
    // Without the own members, nothing hides those of the ancestors.
    add(&Scope::of(context), kind, (at, HashSet::new()), of, &mut inherited);
    let own = INHERITED.into_iter().flat_map(|section| {
        let names = named_members(node.get(section), &NodePath::root()).into_iter();
        names.filter_map(move |(name, path)| Some((section, name, node.get(section)?.at(&path)?)))
    });
    let refined = own.filter_map(|(section, name, own)| {
        let inherited = inherited.iter().find(|one| one.section == section && one.name == name)?.clone();
        Some(Refinement { inherited, own })
    });
    refined.collect()
}

/// The type at a path and its ancestors, the nearest first. The last one can be a name without a definition.
pub fn ancestors(context: FileContext<'_>, at: &NodePath) -> Vec<(SmolStr, Option<(FilePath, NodePath)>)> {
    let Some((kind, name)) = type_at(at) else { return Vec::new() };
    let of = Scope::of(context).effective(kind, &name);
    let known = of.chain().map(|of| (of.name.clone(), Some((of.file.clone(), of.path()))));
    known.chain(of.base.clone().map(|base| (base, None))).collect()
}

/// The sections of members that are listed for a type.
const LISTED: [&str; 8] =
    ["properties", "attributes", "capabilities", "requirements", "interfaces", "artifacts", "operations", "inputs"];

/// All members of the type at a path, with their definitions in the type and its ancestors.
pub fn of_type(context: FileContext<'_>, at: &NodePath) -> Vec<TypeMember> {
    let Some((kind, name)) = type_at(at) else { return Vec::new() };
    let scope = Scope::of(context);
    let own = scope.find(&[kind], &name).filter(|found| *found.file == context.file.path && found.path() == *at);
    let Some(own) = own else { return Vec::new() };
    let of = scope.effective_of(kind, own);
    let mut found = Vec::new();
    for section in LISTED {
        for name in of.names(&[section]) {
            let keys = if section == "requirements" { &["node", "capability"][..] } else { &["type"] };
            let stated = keys.iter().find_map(|key| scope.field(&of, section, name, key)?.node.as_text());
            let declarations = of.declarations(section, name).into_iter().map(|declaration| {
                let Location { file, path } = declaration.location();
                let of = declaration.type_name().to_string();
                MemberOrigin { is_own: file == context.file.path && path.starts_with(at), of, file, path }
            });
            found.push(TypeMember {
                section,
                name: name.to_string(),
                type_name: stated.unwrap_or_default().to_owned(),
                declarations: declarations.collect(),
            });
        }
    }
    found
}

/// The kind and name of the type at a path of a service template.
pub fn type_at(at: &NodePath) -> Option<(SymbolKind, SmolStr)> {
    let (section, name) = (at.parent()?, at.last_key()?);
    let mut types = SECTIONS.iter().filter(|(kind, _)| is_type(*kind));
    let (kind, _) = types.find(|(_, keys)| NodePath::keys(keys.iter().copied()) == section)?;
    Some((*kind, name.into()))
}

/// The sections and names of the members that a definition has itself.
fn own_members<'a>(node: &'a Node, at: &NodePath) -> HashSet<(&'static str, &'a str)> {
    let own = |section: &'static str| {
        let names = named_members(node.get(section), at).into_iter();
        names.map(move |(name, _)| (section, name))
    };
    INHERITED.into_iter().flat_map(own).collect()
}

/// The members that the definition at `at` inherits from the type `of` and its ancestors, except those with `known` names.
fn add<'a>(
    scope: &Scope<'a>,
    kind: SymbolKind,
    (at, mut known): (&NodePath, HashSet<(&'static str, &'a str)>),
    of: &'a str,
    found: &mut Vec<Inherited<'a>>,
) {
    let mut next = scope.find(&[kind], of);
    for _ in 0..MAX_CHAIN {
        let Some(definition) = next else { return };
        let from = definition.name;
        for section in INHERITED {
            let stated = definition.node.get(section);
            for (name, path) in named_members(stated, &NodePath::root()) {
                let Some(node) = stated.and_then(|stated| stated.at(&path)) else { continue };
                if known.insert((section, name)) {
                    let (of, path) = (at.clone(), definition.path());
                    found.push(Inherited { of, section, name, node, from, file: definition.file, path });
                }
            }
        }
        let base = definition.node.get("derived_from").and_then(Node::as_text);
        next = base.and_then(|base| scope.find_in(definition.file, kind, base));
    }
}
