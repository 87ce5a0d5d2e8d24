//! Types with their inherited members.

use std::collections::BTreeMap;

use smol_str::SmolStr;

use crate::inherited::MAX_CHAIN;
use crate::symbol::{SymbolKind, Target};
use crate::syntax::{Entry, Node, NodePath};
use crate::text::FilePath;

/// The sections of a type whose entries are inherited.
pub const INHERITED: [&str; 4] = ["properties", "attributes", "capabilities", "requirements"];

/// A named type or template, with its location.
#[derive(Clone)]
pub(super) struct Definition<'a> {
    pub(super) file: &'a FilePath,
    pub(super) path: NodePath,
    pub(super) name: &'a str,
    pub(super) node: &'a Node,
}

impl Definition<'_> {
    pub(super) fn target(&self) -> Target {
        Target::Found { file: self.file.clone(), path: self.path.clone() }
    }
}

/// A type combined with its ancestors.
#[derive(Debug)]
pub(super) struct Effective {
    /// The names in the chain as written, starting with the type itself.
    pub(super) chain: Vec<SmolStr>,
    /// Whether the chain ends at a type without a parent. It does not if a type is missing, or at normative types other
    /// than the root, whose definitions are not available.
    pub(super) is_whole: bool,
    /// The members of each section of [`INHERITED`]. The nearest type in the chain wins.
    members: [BTreeMap<SmolStr, (FilePath, NodePath)>; INHERITED.len()],
}

impl Effective {
    /// Resolves the type `name` with its ancestors; `find` looks up types by name.
    pub(super) fn of<'a>(kind: SymbolKind, name: &'a str, find: impl Fn(&'a str) -> Option<Definition<'a>>) -> Self {
        let mut of = Effective::unknown();
        let mut next = Some(name);
        while let Some(name) = next.filter(|_| of.chain.len() < MAX_CHAIN) {
            of.chain.push(name.into());
            let Some(found) = find(name) else {
                of.is_whole =
                    kind == SymbolKind::NodeType && matches!(name, "tosca.nodes.Root" | "tosca:Root" | "Root");
                return of;
            };
            for (section, known) in INHERITED.iter().zip(&mut of.members) {
                for (name, path) in members(found.node.get(section), &found.path.key(section)) {
                    known.entry(name.into()).or_insert_with(|| (found.file.clone(), path));
                }
            }
            next = found.node.get("derived_from").and_then(Node::as_text);
            of.is_whole = next.is_none();
        }
        of
    }

    /// The type of a template that names none.
    pub(super) fn unknown() -> Self {
        Effective { chain: Vec::new(), is_whole: false, members: Default::default() }
    }

    /// The member `name` of the first of `sections` that contains it.
    pub(super) fn member(&self, sections: &[&str], name: &str) -> Option<Target> {
        let found = self.sections(sections).find_map(|members| members.get(name));
        found.map(|(file, path)| Target::Found { file: file.clone(), path: path.clone() })
    }

    /// The names of the members of these sections.
    pub(super) fn names(&self, sections: &[&str]) -> impl Iterator<Item = &SmolStr> {
        self.sections(sections).flat_map(BTreeMap::keys)
    }

    fn sections(&self, sections: &[&str]) -> impl Iterator<Item = &BTreeMap<SmolStr, (FilePath, NodePath)>> {
        let index = |section: &&str| INHERITED.iter().position(|known| known == section);
        sections.iter().filter_map(index).map(|index| &self.members[index])
    }
}

/// The entries of a mapping whose keys are strings.
pub(super) fn named(node: &Node) -> impl Iterator<Item = (&str, &Entry)> {
    node.entries().iter().filter_map(|entry| Some((entry.key.as_text()?, entry)))
}

/// The names in a section, which is a mapping or a list of mappings, with their paths.
pub(super) fn members<'a>(section: Option<&'a Node>, at: &NodePath) -> Vec<(&'a str, NodePath)> {
    let Some(section) = section else { return Vec::new() };
    let own = named(section).map(|(name, _)| (name, at.key(name)));
    let items = section.items().iter().enumerate();
    own.chain(items.flat_map(|(index, item)| named(item).map(move |(name, _)| (name, at.index(index).key(name)))))
        .collect()
}
