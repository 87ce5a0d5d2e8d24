//! Types with their inherited members.

use std::sync::Arc;

use smol_str::SmolStr;

use crate::sorting::Sorting;
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

const NOTIFICATIONS: &str = "notifications";

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
#[derive(Clone, Copy, Debug)]
pub struct Definition<'a> {
    pub file: &'a FilePath,
    pub section: DefinitionSection<'a>,
    /// Its usual index among the entries of the section.
    pub index: usize,
    /// The name in the definition. For a built-in type this is its URI, however it is mentioned.
    pub name: &'a str,
    pub node: &'a Node,
}

/// The section that contains a definition.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum DefinitionSection<'a> {
    /// One of [`crate::tosca::model::SECTIONS`].
    Keys(&'static [&'static str]),
    /// The inputs of the workflow with this name.
    WorkflowInputs(&'a str),
}

impl DefinitionSection<'_> {
    fn path(self) -> NodePath {
        match self {
            DefinitionSection::Keys(keys) => NodePath::keys(keys.iter().copied()),
            DefinitionSection::WorkflowInputs(workflow) => {
                NodePath::keys(["topology_template", "workflows", workflow, "inputs"])
            }
        }
    }
}

impl<'a> Definition<'a> {
    pub fn path(&self) -> NodePath {
        self.section.path().key(self.name)
    }

    pub fn target(&self) -> Target {
        Target::Found { file: self.file.clone(), path: self.path() }
    }

    /// Whether both are the same definition.
    pub fn is_same(&self, other: &Definition<'_>) -> bool {
        self.name == other.name && self.section == other.section && self.file == other.file
    }

    /// The name of the type that it derives from.
    pub fn parent(&self) -> Option<&'a str> {
        self.node.get("derived_from")?.as_text()
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
    pub file: FilePath,
    /// The path of its section.
    pub(super) section: &'static [&'static str],
    /// Its usual index among the entries of the section, which finds it without a search.
    pub(super) index: usize,
}

impl Ancestor {
    pub fn path(&self) -> NodePath {
        NodePath::keys(self.section.iter().copied()).key(&self.name)
    }

    fn is(&self, definition: &Definition<'_>) -> bool {
        self.name == definition.name
            && self.file == *definition.file
            && definition.section == DefinitionSection::Keys(self.section)
    }
}

/// A type combined with its ancestors, which it shares with other types that derive from them. It refers to definitions
/// by location; [`crate::tosca::scope::Scope`] returns their nodes.
#[derive(Debug, Default)]
pub struct Effective {
    /// The type itself; `None` if it has no definition.
    own: Option<Ancestor>,
    parent: Option<Arc<Effective>>,
    /// The name at the end of the chain that has no definition: a primitive type of a data type, or an unresolved name.
    pub base: Option<SmolStr>,
    /// Whether the whole chain is known. It is not if a type is missing, or if the chain is a cycle.
    pub is_whole: bool,
    /// The length of the chain.
    depth: usize,
    /// The members that the type itself declares, in text order.
    members: Vec<Member>,
    /// The indices of the members, by section and name, then in text order.
    order: Vec<u32>,
}

/// A member as one type declares it.
#[derive(Debug)]
struct Member {
    name: SmolStr,
    /// The index in a list of mappings.
    item: Option<u32>,
    /// An index of [`MEMBERS`].
    section: u8,
    notation: Notation,
    /// Whether no ancestor declares it.
    is_new: bool,
}

/// Where a member is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Notation {
    /// In its section.
    Section,
    /// Among the keynames of the type, as an operation of an interface type.
    Direct,
    /// Below `notifications`.
    Notification,
}

/// The declaration of a member in one type.
#[derive(Clone, Copy, Debug)]
pub struct Declaration<'e> {
    pub(super) of: &'e Ancestor,
    member: &'e Member,
}

impl<'e> Declaration<'e> {
    pub fn file(self) -> &'e FilePath {
        &self.of.file
    }

    /// The name of the type that declares it.
    pub fn type_name(self) -> &'e SmolStr {
        &self.of.name
    }

    fn section(self) -> Option<&'static str> {
        match self.member.notation {
            Notation::Section => MEMBERS.get(usize::from(self.member.section)).copied(),
            Notation::Direct => None,
            Notation::Notification => Some(NOTIFICATIONS),
        }
    }

    pub fn location(self) -> Location {
        let mut path = self.of.path();
        if let Some(section) = self.section() {
            path = path.key(section);
        }
        if let Some(item) = self.member.item {
            path = path.index(item as usize);
        }
        Location { file: self.of.file.clone(), path: path.key(&self.member.name) }
    }

    /// The node of the declaration in the node of its type.
    pub(super) fn node(self, of: &Node) -> Option<&Node> {
        let section = self.section().map_or(Some(of), |section| of.get(section))?;
        let item = self.member.item.map_or(Some(section), |item| section.items().get(item as usize))?;
        item.get(&self.member.name)
    }
}

/// The parent of a type.
pub(super) enum Parent<'a> {
    None,
    Known(Arc<Effective>),
    /// A name without a definition.
    Missing(&'a str),
    /// The type itself, by others, or the chain is too long.
    Cyclic,
}

impl Effective {
    /// Combines a type with its parent.
    pub(super) fn of(kind: SymbolKind, definition: Definition<'_>, parent: Parent<'_>) -> Self {
        let mut of = Effective { depth: 1, ..Effective::default() };
        match parent {
            Parent::None => of.is_whole = true,
            Parent::Known(parent) => {
                (of.is_whole, of.base, of.depth) = (parent.is_whole, parent.base.clone(), parent.depth + 1);
                of.parent = Some(parent);
            }
            Parent::Missing(name) => {
                of.is_whole = kind == SymbolKind::DataType && PRIMITIVES.contains(&name);
                of.base = Some(name.into());
            }
            Parent::Cyclic => {}
        }
        of.declare(kind, definition.node);
        if let DefinitionSection::Keys(section) = definition.section {
            let (name, file) = (definition.name.into(), definition.file.clone());
            of.own = Some(Ancestor { name, file, section, index: definition.index });
        }
        of
    }

    /// Adds the members that the type declares itself.
    fn declare(&mut self, kind: SymbolKind, node: &Node) {
        for (section, key) in MEMBERS.iter().enumerate() {
            self.add_all(section, Notation::Section, node.get(key));
            if *key == "operations" && kind == SymbolKind::InterfaceType {
                for (name, _) in named(node).filter(|(name, _)| !OF_INTERFACE_TYPE.contains(name)) {
                    self.add(section, Notation::Direct, None, name);
                }
                self.add_all(section, Notation::Notification, node.get(NOTIFICATIONS));
            }
        }
        let members = &self.members;
        let mut order: Vec<u32> = (0..members.len() as u32).collect();
        order.order_by(|one, other| {
            let key = |index: u32| members.get(index as usize).map(|member| (member.section, &member.name));
            key(*one).cmp(&key(*other))
        });
        self.order = order;
        // Of several declarations in the same type, the first adds the member.
        for pair in 1..self.order.len() {
            let (Some(before), Some(index)) = (self.order.get(pair - 1), self.order.get(pair)) else { continue };
            let (before, index) = (*before as usize, *index as usize);
            if let (Some(one), Some(other)) = (self.members.get(before), self.members.get(index)) {
                let is_repeated = one.section == other.section && one.name == other.name;
                if let Some(member) = self.members.get_mut(index) {
                    member.is_new &= !is_repeated;
                }
            }
        }
    }

    fn add_all(&mut self, section: usize, notation: Notation, node: Option<&Node>) {
        let Some(node) = node else { return };
        for (name, _) in named(node) {
            self.add(section, notation, None, name);
        }
        for (index, item) in node.items().iter().enumerate() {
            for (name, _) in named(item) {
                self.add(section, notation, Some(index as u32), name);
            }
        }
    }

    fn add(&mut self, section: usize, notation: Notation, item: Option<u32>, name: &str) {
        let inherits = |parent: &Arc<Effective>| parent.find(section, name).next().is_some();
        let is_new = !self.parent.as_ref().is_some_and(inherits);
        self.members.push(Member { name: name.into(), item, section: section as u8, notation, is_new });
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

    /// The length of the chain.
    pub(super) fn depth(&self) -> usize {
        self.depth
    }

    /// The type and its ancestors, the nearest first.
    fn lineage(&self) -> impl Iterator<Item = &Effective> {
        std::iter::successors(Some(self), |of| of.parent.as_deref())
    }

    /// The type itself, its parent, and so on.
    pub fn chain(&self) -> impl Iterator<Item = &Ancestor> {
        self.lineage().filter_map(|of| of.own.as_ref())
    }

    /// Whether a definition is that of the type or of an ancestor.
    pub(super) fn contains(&self, definition: &Definition<'_>) -> bool {
        self.chain().any(|ancestor| ancestor.is(definition))
    }

    /// The name in the definition of the type; `None` if it has no definition.
    pub fn name(&self) -> Option<&SmolStr> {
        self.own.as_ref().map(|own| &own.name)
    }

    /// Whether the type has this name or derives from a type with this name. Names are those of definitions.
    pub fn derives_from(&self, name: &str) -> bool {
        self.chain().any(|of| of.name == name) || self.base.as_ref().is_some_and(|base| base == name)
    }

    /// The nearest declaration of the member `name`, in the first of `sections` that has it.
    pub fn member(&self, sections: &[&str], name: &str) -> Option<Target> {
        let first = |section: &&str| self.declarations(section, name).first().copied();
        let Location { file, path } = sections.iter().find_map(first)?.location();
        Some(Target::Found { file, path })
    }

    /// All declarations of a member, the nearest first. Each refines those that follow.
    pub fn declarations(&self, section: &str, name: &str) -> Vec<Declaration<'_>> {
        let section = MEMBERS.iter().position(|known| *known == section);
        section.map(|section| self.find(section, name).collect()).unwrap_or_default()
    }

    fn find<'e, 'n>(&'e self, section: usize, name: &'n str) -> impl Iterator<Item = Declaration<'e>> + use<'e, 'n> {
        self.lineage().flat_map(move |of| {
            let key = |index: &u32| of.members.get(*index as usize).map(|member| (member.section, &*member.name));
            let wanted = Some((section as u8, name));
            let start = of.order.partition_point(|index| key(index) < wanted);
            let end = start + of.order.iter().skip(start).take_while(|index| key(index) == wanted).count();
            let same = of.order.get(start..end).unwrap_or_default();
            // The last of several in the same type is the nearest.
            let members = same.iter().rev().filter_map(|index| of.members.get(*index as usize));
            members.filter_map(|member| Some(Declaration { of: of.own.as_ref()?, member }))
        })
    }

    /// The names of the members of these sections. Members of the root type come first (3.6.3).
    pub fn names<'e>(&'e self, sections: &[&str]) -> impl Iterator<Item = &'e SmolStr> + use<'e> {
        let mut lineage: Vec<&Effective> = self.lineage().collect();
        lineage.reverse();
        let mut names = Vec::new();
        for section in sections.iter().filter_map(|section| MEMBERS.iter().position(|known| known == section)) {
            for of in &lineage {
                let own = of.members.iter().filter(|member| usize::from(member.section) == section && member.is_new);
                names.extend(own.map(|member| &member.name));
            }
        }
        names.into_iter()
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

/// The last part of the name of a type: `HostedOn` for `tosca.relationships.HostedOn`.
pub fn short_name(name: &str) -> &str {
    name.rsplit(['.', ':']).next().unwrap_or(name)
}

/// The names in a section, which is a mapping or a list of mappings, with their paths.
pub fn members<'a>(section: Option<&'a Node>, at: &NodePath) -> Vec<(&'a str, NodePath)> {
    let Some(section) = section else { return Vec::new() };
    let own = named(section).map(|(name, _)| (name, at.key(name)));
    let items = section.items().iter().enumerate();
    own.chain(items.flat_map(|(index, item)| named(item).map(move |(name, _)| (name, at.index(index).key(name)))))
        .collect()
}
