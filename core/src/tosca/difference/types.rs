//! Differences of type definitions.

use std::collections::HashSet;
use std::rc::Rc;
use std::sync::Arc;

use super::property::Role;
use super::{ChangedMember, Comparison, INSIDE, Side, union};
use crate::hover::kind_label;
use crate::schema::diff::Impact;
use crate::sorted_map::SortedMap;
use crate::sorting::{Sorting, gather};
use crate::symbol::SymbolKind;
use crate::syntax::{Node, NodePath};
use crate::text::Span;
use crate::tosca::effective::{Definition, DefinitionSection, Effective, named};
use crate::tosca::equivalence::is_equivalent;
use crate::tosca::imports::{Import, imports};
use crate::tosca::model::{SECTIONS, is_type};
use crate::tosca::shape::WantedType;
use crate::tosca::types::TypeName;
use crate::tosca::types::members::{Members, Properties};

/// Keynames with lists of types, of which users must be one. Without such a list there is no condition.
const LISTS: [(&str, SymbolKind); 4] = [
    ("valid_source_types", SymbolKind::NodeType),
    ("valid_target_types", SymbolKind::CapabilityType),
    ("members", SymbolKind::NodeType),
    ("targets", SymbolKind::NodeType),
];

/// Keynames that are compared as written.
const WRITTEN: [&str; 3] = ["mime_type", "file_ext", "triggers"];

/// An entry of a section, with its location.
#[derive(Clone)]
pub(super) struct Own<'a> {
    pub(super) node: &'a Node,
    pub(super) path: NodePath,
    pub(super) span: Span,
}

/// The entries of the section of a definition at `at`, by name. A section is a mapping or a list of mappings.
pub(super) fn own<'a>(of: &'a Node, at: &NodePath, section: &str) -> SortedMap<&'a str, Own<'a>> {
    let Some(node) = of.get(section) else { return SortedMap::new() };
    let at = at.key(section);
    let mut found = SortedMap::new();
    let mut add = |of: &'a Node, at: &NodePath| {
        for (name, entry) in named(of) {
            found.entry(name).or_insert(Own { node: &entry.value, path: at.key(name), span: entry.key.span });
        }
    };
    add(node, &at);
    node.items().iter().enumerate().for_each(|(index, item)| add(item, &at.index(index)));
    found
}

/// The location of an entry that one or both versions have; that of `outside` if neither has it.
pub(super) fn place(
    words: String,
    old: Option<&Own<'_>>,
    new: Option<&Own<'_>>,
    outside: &ChangedMember,
) -> ChangedMember {
    let path = new.or(old).map_or_else(|| outside.path.clone(), |own| own.path.clone());
    ChangedMember {
        words,
        path,
        before: old.map(|own| own.span).or(outside.before),
        after: new.map(|own| own.span).or(outside.after),
    }
}

/// A type in one version.
pub(super) struct Version<'a> {
    pub(super) definition: Definition<'a>,
    pub(super) of: Arc<Effective>,
    pub(super) members: Rc<Members<'a>>,
}

impl<'a> Version<'a> {
    fn of(side: &Side<'a>, kind: SymbolKind, definition: &Definition<'a>) -> Self {
        let name = TypeName { file: definition.file, name: definition.name };
        let of = side.scope.effective_of(kind, *definition);
        Version { definition: *definition, of, members: side.types.members(kind, name) }
    }
}

/// A type in both versions.
pub(super) struct Both<'a> {
    pub(super) kind: SymbolKind,
    pub(super) old: Version<'a>,
    pub(super) new: Version<'a>,
    /// Whether it has another parent, so that everything inherited must be compared as well.
    pub(super) is_moved: bool,
    pub(super) place: ChangedMember,
}

impl<'a> Both<'a> {
    /// The members of a section that this type itself changes, with their locations; if it has another parent, also
    /// those in `inherited`.
    pub(super) fn changed(
        &self,
        section: &str,
        noun: &str,
        inherited: impl IntoIterator<Item = &'a str>,
    ) -> Vec<(&'a str, ChangedMember)> {
        let entries = |version: &Version<'a>| own(version.definition.node, &version.definition.path(), section);
        let (old, new) = (entries(&self.old), entries(&self.new));
        let mut names = union(old.keys().copied(), new.keys().copied());
        names.retain(|name| match (old.get(name), new.get(name)) {
            (Some(one), Some(other)) => !is_equivalent(one.node, other.node),
            _ => true,
        });
        if self.is_moved {
            names.extend(inherited);
        }
        let place = |name: &'a str| place(self.place.inside(noun, name), old.get(name), new.get(name), &self.place);
        names.into_iter().map(|name| (name, place(name))).collect()
    }

    /// The nodes of a keyname of the definitions.
    fn keyname(&self, key: &str) -> (Option<&'a Node>, Option<&'a Node>) {
        (self.old.definition.node.get(key), self.new.definition.node.get(key))
    }
}

impl<'a> Comparison<'a> {
    /// Compares the types that the file defines.
    pub(super) fn types(&mut self) {
        for (kind, keys) in SECTIONS.iter().filter(|(kind, _)| is_type(*kind)) {
            let [section_key] = keys else { continue };
            let entries = |side: &Side<'a>| own(side.root, &NodePath::root(), section_key);
            let (old, new) = (entries(&self.before), entries(&self.after));
            let outside =
                ChangedMember { words: String::new(), path: NodePath::keys([*section_key]), before: None, after: None };
            for name in union(old.keys().copied(), new.keys().copied()) {
                let (one, other) = (old.get(name), new.get(name));
                let place = place(format!("{} `{name}`", kind_label(*kind)), one, other, &outside);
                match (one, other) {
                    (Some(_), None) => self.removed(Impact::Breaking, &place),
                    (None, Some(_)) => self.added(Impact::Addition, &place),
                    (Some(one), Some(other)) if !is_equivalent(one.node, other.node) => {
                        let definition = |side: &Side<'a>, own: &Own<'a>| {
                            let (file, section) = (&side.context.file.path, DefinitionSection::Keys(keys));
                            let entries = side.root.get(section_key).map_or(&[][..], Node::entries);
                            let index = entries.iter().position(|entry| std::ptr::eq(&entry.value, own.node));
                            Definition { file, section, index: index.unwrap_or_default(), name, node: own.node }
                        };
                        let old = Version::of(&self.before, *kind, &definition(&self.before, one));
                        let new = Version::of(&self.after, *kind, &definition(&self.after, other));
                        self.one_type(Both { kind: *kind, old, new, is_moved: false, place });
                    }
                    _ => {}
                }
            }
        }
    }

    fn one_type(&mut self, mut both: Both<'a>) {
        both.is_moved = self.parent(&both);
        if both.kind == SymbolKind::DataType {
            self.data_type(&both);
        } else {
            self.properties_of(&both);
        }
        self.capabilities(&both);
        self.requirements(&both);
        self.interfaces(&both);
        if both.kind == SymbolKind::NodeType {
            self.artifacts(&both);
        }
        for (key, kind) in LISTS {
            let (old, new) = both.keyname(key);
            if both.is_moved || old.is_some() || new.is_some() {
                let names = |side: &Side<'a>, version: &Version<'a>| {
                    let list = side.scope.type_field(&version.of, key);
                    list.map(|list| WantedType::list(&side.scope, kind, list)).unwrap_or_default()
                };
                let (old, new) = (names(&self.before, &both.old), names(&self.after, &both.new));
                self.list(&both.place, kind, key, &old, &new);
            }
        }
        for key in WRITTEN {
            let (old, new) = both.keyname(key);
            self.written(&both.new.definition.path().key(key), old, new, INSIDE);
        }
    }

    /// Compares the parents. Returns whether they differ.
    fn parent(&mut self, both: &Both<'a>) -> bool {
        let parent = |side: &Side<'a>, version: &Version<'a>| {
            let name = version.definition.node.get("derived_from")?.as_text()?;
            Some(side.scope.find(&[both.kind], name).map_or(name, |found| found.name))
        };
        match (parent(&self.before, &both.old), parent(&self.after, &both.new)) {
            (old, new) if old == new => return false,
            (None, Some(new)) => {
                self.add(Impact::Addition, &both.place, format!("now derives from `{new}`"));
            }
            (Some(old), None) => {
                self.add(Impact::Breaking, &both.place, format!("no longer derives from `{old}`"));
            }
            (Some(old), Some(new)) => {
                // Whatever accepts the old parent also accepts a type that derives from it.
                let impact = if self.derives_from(both.kind, new, old) { Impact::Behavior } else { Impact::Breaking };
                self.add(impact, &both.place, format!("now derives from `{new}` (was `{old}`)"));
            }
            (None, None) => {}
        }
        true
    }

    /// Whether a member that only one version declares can be inherited in the other one, because a parent type is not
    /// available. Reports it, since that is all that is known.
    pub(super) fn is_unclear(&mut self, both: &Both<'a>, place: &ChangedMember, is_old: bool, is_new: bool) -> bool {
        if both.old.of.is_whole && both.new.of.is_whole {
            return false;
        }
        match (is_old, is_new) {
            (true, false) => self.add(Impact::Behavior, place, "is no longer declared here"),
            (false, true) => self.add(Impact::Behavior, place, "is now declared here"),
            _ => return false,
        }
        true
    }

    fn properties_of(&mut self, both: &Both<'a>) {
        let (old, new) = (Rc::clone(&both.old.members), Rc::clone(&both.new.members));
        self.properties(both, ("properties", "property"), (&old.properties, &new.properties), Role::Set);
        self.properties(both, ("attributes", "attribute"), (&old.attributes, &new.attributes), Role::Read);
    }

    /// Compares the members of a section that are properties, with everything that they inherit.
    fn properties(
        &mut self,
        both: &Both<'a>,
        (section, noun): (&str, &str),
        (old, new): (&Properties<'a>, &Properties<'a>),
        role: Role,
    ) {
        for (name, place) in both.changed(section, noun, old.keys().chain(new.keys()).copied()) {
            let (old, new) = (old.get(name), new.get(name));
            if !self.is_unclear(both, &place, old.is_some(), new.is_some()) {
                self.property(&place, old.map(|old| &**old), new.map(|new| &**new), role);
            }
        }
    }

    fn data_type(&mut self, both: &Both<'a>) {
        let of = |side: &Side<'a>, version: &Version<'a>| {
            side.types.data_type(TypeName { file: version.definition.file, name: version.definition.name })
        };
        let (old, new) = (of(&self.before, &both.old), of(&self.after, &both.new));
        self.properties(both, ("properties", "property"), (&old.fields, &new.fields), Role::Set);
        if old.is_known() && new.is_known() {
            self.rules(&both.place, &old.rules, &new.rules);
        }
        for (noun, old, new) in [("entries", &old.entry, &new.entry), ("keys", &old.key, &new.key)] {
            let place = ChangedMember { words: format!("{}: the {noun}", both.place.words), ..both.place.clone() };
            self.entries(&place, old.as_deref(), new.as_deref(), Role::Set);
        }
    }

    /// Compares the imports: the types that users of the file no longer find.
    pub(super) fn imports(&mut self) {
        fn files<'f>(root: &'f Node) -> Vec<(&'f str, NodePath, Span)> {
            let of = |import: Import<'f>| {
                let (path, file) = import.file?;
                Some((file, path.clone(), root.at(&path)?.span))
            };
            imports(root).into_iter().filter_map(of).collect()
        }
        let (old, new) = (files(self.before.root), files(self.after.root));
        let index =
            |list: &[(&'a str, NodePath, Span)]| -> HashSet<&'a str> { gather(list.iter().map(|(file, ..)| *file)) };
        let (old_index, new_index) = (index(&old), index(&new));
        let mut has_changed = false;
        for (file, path, span) in old.iter().filter(|(file, ..)| !new_index.contains(file)) {
            has_changed = true;
            let (words, path) = (format!("import `{file}`"), path.clone());
            self.removed(Impact::Behavior, &ChangedMember { words, path, before: Some(*span), after: None });
        }
        for (file, path, span) in new.iter().filter(|(file, ..)| !old_index.contains(file)) {
            has_changed = true;
            let (words, path) = (format!("import `{file}`"), path.clone());
            self.added(Impact::Behavior, &ChangedMember { words, path, before: None, after: Some(*span) });
        }
        if has_changed && self.after.scope.is_whole {
            self.unavailable(&old);
        }
    }

    /// Types that users could use through this file before, and no longer.
    fn unavailable(&mut self, imports: &[(&str, NodePath, Span)]) {
        for (kind, _) in SECTIONS.iter().filter(|(kind, _)| is_type(*kind)) {
            let known = self.before.scope.definitions(*kind).into_iter();
            let known = known.filter(|found| *found.file != self.before.context.file.path);
            let mut gone: Vec<&str> =
                known.map(|found| found.name).filter(|name| self.after.scope.find(&[*kind], name).is_none()).collect();
            gone.order();
            for name in gone {
                let path = NodePath::keys(["imports"]);
                let before = imports.first().map(|(.., span)| *span);
                let place =
                    ChangedMember { words: format!("{} `{name}`", kind_label(*kind)), path, before, after: None };
                self.add(Impact::Breaking, &place, "is no longer imported");
            }
        }
    }
}

impl<'a> Comparison<'a> {
    /// Reports the removed and added entries of a section, and returns those of both versions.
    pub(super) fn paired(
        &mut self,
        noun: &str,
        (old, new): (SortedMap<&'a str, Own<'a>>, SortedMap<&'a str, Own<'a>>),
        (gone, added): (Impact, Impact),
        outside: &ChangedMember,
    ) -> Vec<(&'a str, Own<'a>, Own<'a>, ChangedMember)> {
        let mut both = Vec::new();
        for name in union(old.keys().copied(), new.keys().copied()) {
            let words = if outside.words.is_empty() { format!("{noun} `{name}`") } else { outside.inside(noun, name) };
            let place = place(words, old.get(name), new.get(name), outside);
            match (old.get(name), new.get(name)) {
                (Some(old), Some(new)) => both.push((name, old.clone(), new.clone(), place)),
                (Some(_), None) => self.removed(gone, &place),
                (None, _) => self.added(added, &place),
            }
        }
        both
    }
}
