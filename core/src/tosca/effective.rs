//! Types with their inherited members.

use std::collections::HashMap;

use smol_str::SmolStr;

use crate::inherited::MAX_CHAIN;
use crate::symbol::{SymbolKind, Target};
use crate::syntax::{Entry, Node, NodePath};
use crate::text::FilePath;

/// The sections of a type whose entries are shown as inherited.
pub const INHERITED: [&str; 4] = ["properties", "attributes", "capabilities", "requirements"];

/// All sections of a type whose entries are inherited by name. The section `operations` contains the operations of an
/// interface type in any notation.
pub const MEMBERS: [&str; 9] = [
    "properties",
    "attributes",
    "capabilities",
    "requirements",
    "interfaces",
    "artifacts",
    "operations",
    "inputs",
    "triggers",
];

/// The keynames of an interface type that are not operations (3.6.5).
pub(super) const OF_INTERFACE_TYPE: &[&str] =
    &["derived_from", "version", "metadata", "description", "type", "inputs", "operations", "notifications"];

/// The types that need no definition (3.2), from which data types can derive.
pub const PRIMITIVES: &[&str] = &[
    "string",
    "integer",
    "float",
    "boolean",
    "timestamp",
    "null",
    "version",
    "range",
    "list",
    "map",
    "scalar-unit.size",
    "scalar-unit.time",
    "scalar-unit.frequency",
    "scalar-unit.bitrate",
];

/// A named type or template, with its location.
#[derive(Clone, Debug)]
pub struct Definition<'a> {
    pub file: &'a FilePath,
    pub path: NodePath,
    /// The name in the definition. For a built-in type this is its URI, however it is mentioned.
    pub name: &'a str,
    pub node: &'a Node,
}

impl Definition<'_> {
    pub fn target(&self) -> Target {
        Target::Found { file: self.file.clone(), path: self.path.clone() }
    }

    /// Whether both are the same definition.
    pub fn is_same(&self, other: &Definition<'_>) -> bool {
        self.file == other.file && self.path == other.path
    }
}

/// The location of a definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    pub file: FilePath,
    pub path: NodePath,
}

/// A type in a chain of ancestors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ancestor {
    /// The name in its definition, which is the URI of a built-in type.
    pub name: SmolStr,
    pub place: Location,
}

/// A type combined with its ancestors. It refers to definitions by location; [`crate::tosca::scope::Scope`] returns
/// their nodes.
#[derive(Debug, Default)]
pub struct Effective {
    /// The type itself, its parent, and so on.
    pub chain: Vec<Ancestor>,
    /// The name at the end of the chain that has no definition: a primitive type of a data type, or an unresolved name.
    pub base: Option<SmolStr>,
    /// Whether the whole chain is known. It is not if a type is missing, or if the chain is a cycle.
    pub is_whole: bool,
    members: [Members; MEMBERS.len()],
}

/// The members of one section.
#[derive(Debug, Default)]
struct Members {
    index: HashMap<SmolStr, usize>,
    /// The declarations of each member, the nearest first. The members of the root type come first (3.6.3).
    list: Vec<(SmolStr, Vec<Location>)>,
}

impl Members {
    fn add(&mut self, name: &str, place: Location) {
        match self.index.get(name).and_then(|index| self.list.get_mut(*index)) {
            Some((_, places)) => places.insert(0, place),
            None => {
                self.index.insert(name.into(), self.list.len());
                self.list.push((name.into(), vec![place]));
            }
        }
    }

    fn get(&self, name: &str) -> Option<&[Location]> {
        self.list.get(*self.index.get(name)?).map(|(_, places)| places.as_slice())
    }
}

impl Effective {
    /// Combines the type `first` with its ancestors; `find` looks up the parent that a definition names.
    pub(super) fn of<'a>(
        kind: SymbolKind,
        first: Definition<'a>,
        find: impl Fn(&Definition<'a>, &'a str) -> Option<Definition<'a>>,
    ) -> Self {
        let mut of = Effective::default();
        let mut definitions: Vec<Definition<'a>> = Vec::new();
        let mut next = Some(first);
        while let Some(definition) = next.take() {
            if definitions.len() >= MAX_CHAIN || definitions.iter().any(|known| known.is_same(&definition)) {
                break;
            }
            let base = definition.node.get("derived_from").and_then(Node::as_text);
            match base {
                None => of.is_whole = true,
                Some(name) => match find(&definition, name) {
                    Some(found) => next = Some(found),
                    None => {
                        of.is_whole = kind == SymbolKind::DataType && PRIMITIVES.contains(&name);
                        of.base = Some(name.into());
                    }
                },
            }
            definitions.push(definition);
        }
        for definition in definitions.iter().rev() {
            of.add(kind, definition);
        }
        let ancestor = |definition: &Definition<'_>| Ancestor {
            name: definition.name.into(),
            place: Location { file: definition.file.clone(), path: definition.path.clone() },
        };
        of.chain = definitions.iter().map(ancestor).collect();
        of
    }

    /// Adds the members that a type of the chain declares.
    fn add(&mut self, kind: SymbolKind, definition: &Definition<'_>) {
        let Definition { file, path, node, .. } = definition;
        for (section, known) in MEMBERS.iter().zip(&mut self.members) {
            for (name, path) in members(node.get(section), &path.key(section)) {
                known.add(name, Location { file: (*file).clone(), path });
            }
            if *section == "operations" && kind == SymbolKind::InterfaceType {
                let operations = named(node).filter(|(name, _)| !OF_INTERFACE_TYPE.contains(name));
                for (name, _) in operations {
                    known.add(name, Location { file: (*file).clone(), path: path.key(name) });
                }
                for (name, path) in members(node.get("notifications"), &path.key("notifications")) {
                    known.add(name, Location { file: (*file).clone(), path });
                }
            }
        }
    }

    /// A type that is not defined.
    pub(super) fn unresolved(kind: SymbolKind, name: &str) -> Self {
        let is_whole = kind == SymbolKind::DataType && PRIMITIVES.contains(&name);
        Effective { base: Some(name.into()), is_whole, ..Effective::default() }
    }

    /// The type of a template that names none.
    pub fn unknown() -> Self {
        Effective::default()
    }

    /// The name in the definition of the type; `None` if it has no definition.
    pub fn name(&self) -> Option<&SmolStr> {
        self.chain.first().map(|first| &first.name)
    }

    /// Whether the type has this name or derives from a type with this name. Names are those of definitions.
    pub fn derives_from(&self, name: &str) -> bool {
        self.chain.iter().any(|of| of.name == name) || self.base.as_ref().is_some_and(|base| base == name)
    }

    /// The nearest declaration of the member `name`, in the first of `sections` that has it.
    pub fn member(&self, sections: &[&str], name: &str) -> Option<Target> {
        let place = self.sections(sections).find_map(|members| members.get(name)?.first())?;
        Some(Target::Found { file: place.file.clone(), path: place.path.clone() })
    }

    /// All declarations of a member, the nearest first. Each refines those that follow.
    pub fn declarations(&self, section: &str, name: &str) -> &[Location] {
        self.sections(&[section]).find_map(|members| members.get(name)).unwrap_or_default()
    }

    /// The names of the members of these sections. Members of the root type come first.
    pub fn names(&self, sections: &[&str]) -> impl Iterator<Item = &SmolStr> {
        self.sections(sections).flat_map(|members| members.list.iter().map(|(name, _)| name))
    }

    fn sections(&self, sections: &[&str]) -> impl Iterator<Item = &Members> {
        let index = |section: &&str| MEMBERS.iter().position(|known| known == section);
        sections.iter().filter_map(index).filter_map(|index| self.members.get(index))
    }
}

/// The entries of a mapping whose keys are strings.
pub fn named(node: &Node) -> impl Iterator<Item = (&str, &Entry)> {
    node.entries().iter().filter_map(|entry| Some((entry.key.as_text()?, entry)))
}

/// The named entries of a mapping, or of the mappings in a list, as in the `onap-sdc` dialect.
pub fn entries(node: &Node) -> impl Iterator<Item = (&str, &Entry)> {
    named(node).chain(node.items().iter().flat_map(named))
}

/// The names in a section, which is a mapping or a list of mappings, with their paths.
pub fn members<'a>(section: Option<&'a Node>, at: &NodePath) -> Vec<(&'a str, NodePath)> {
    let Some(section) = section else { return Vec::new() };
    let own = named(section).map(|(name, _)| (name, at.key(name)));
    let items = section.items().iter().enumerate();
    own.chain(items.flat_map(|(index, item)| named(item).map(move |(name, _)| (name, at.index(index).key(name)))))
        .collect()
}
