//! Differences of the capabilities, requirements, interfaces and artifacts of types.

use std::collections::HashSet;

use smol_str::SmolStr;

use super::property::Role;
use super::types::{Both, Own, Version, own, place as place_of};
use super::{ChangedMember, Comparison, union};
use crate::schema::diff::{Impact, same};
use crate::sorted_map::{SortedMap, SortedSet};
use crate::sorting::gather;
use crate::symbol::SymbolKind;
use crate::syntax::{Node, NodePath};
use crate::tosca::effective::{Effective, named};
use crate::tosca::interfaces;
use crate::tosca::occurrences::Occurrences;
use crate::tosca::shape::{CapabilityShape, NodeShape, RequirementShape, WantedType};
use crate::tosca::types::members::Members;
use crate::tosca::types::property::Property;

/// The name of a type as its definition calls it.
fn name_of(of: &Effective) -> Option<&SmolStr> {
    of.name().or(of.base.as_ref())
}

impl<'a> Comparison<'a> {
    /// Compares lists of types of which users must be one; an empty list admits all.
    pub(super) fn list(
        &mut self,
        place: &ChangedMember,
        kind: SymbolKind,
        key: &str,
        old: &[WantedType],
        new: &[WantedType],
    ) {
        let is_included = |list: &[WantedType], others: &[WantedType]| {
            let names: HashSet<&SmolStr> = gather(others.iter().map(|other| &other.name));
            let admits = |one: &WantedType| {
                let of = self.after.scope.effective(kind, &one.name);
                names.contains(&one.name) || of.chain().any(|ancestor| names.contains(&ancestor.name))
            };
            others.is_empty() || !list.is_empty() && list.iter().all(admits)
        };
        let shown = |list: &[WantedType]| match list {
            [] => "any type".to_owned(),
            list => list.iter().map(|one| format!("`{}`", one.name)).collect::<Vec<_>>().join(", "),
        };
        let impact = match (is_included(old, new), is_included(new, old)) {
            (true, true) => return,
            (true, false) => Impact::Addition,
            (false, _) => Impact::Breaking,
        };
        let message = format!("has `{key}` {} (was {})", shown(new), shown(old));
        self.add(impact, place, message);
    }

    pub(super) fn capabilities(&mut self, both: &Both<'a>) {
        let keys = |of: &Members<'a>| of.capabilities.keys().copied().collect::<Vec<_>>();
        let inherited = keys(&both.old.members).into_iter().chain(keys(&both.new.members));
        let changed = both.changed("capabilities", "capability", inherited);
        if changed.is_empty() {
            return;
        }
        let before = NodeShape::of(&self.before.scope, both.old.of.clone());
        let after = NodeShape::of(&self.after.scope, both.new.of.clone());
        let old: SortedMap<&str, &CapabilityShape> = by_name(&before.capabilities, |shape| &shape.name);
        let new: SortedMap<&str, &CapabilityShape> = by_name(&after.capabilities, |shape| &shape.name);
        for (name, place) in changed {
            if self.is_unclear(both, &place, old.contains_key(name), new.contains_key(name)) {
                continue;
            }
            match (old.get(name), new.get(name)) {
                (Some(old), Some(new)) => self.capability(both, name, &place, old, new),
                (Some(_), None) => self.removed(Impact::Breaking, &place),
                (None, Some(_)) => self.added(Impact::Addition, &place),
                (None, None) => {}
            }
        }
    }

    fn capability(
        &mut self,
        both: &Both<'a>,
        name: &str,
        place: &ChangedMember,
        old: &CapabilityShape,
        new: &CapabilityShape,
    ) {
        if let (Some(one), Some(other)) = (name_of(&old.of), name_of(&new.of))
            && one != other
        {
            // Requirements for the earlier type accept a type that derives from it.
            let impact = if new.of.derives_from(one) { Impact::Behavior } else { Impact::Breaking };
            return self.add(impact, place, format!("now has the type `{other}` (was `{one}`)"));
        }
        self.list(place, SymbolKind::NodeType, "valid_source_types", &old.valid_sources, &new.valid_sources);
        if old.occurrences != new.occurrences {
            self.occurrences(place, old.occurrences, new.occurrences);
        }
        let (old, new) = (both.old.members.capabilities.get(name), both.new.members.capabilities.get(name));
        let (Some(old), Some(new)) = (old, new) else { return };
        for (old, new, noun, role) in [
            (&old.properties, &new.properties, "property", Role::Set),
            (&old.attributes, &new.attributes, "attribute", Role::Read),
        ] {
            // Members of the capability type are compared there.
            let is_own = |property: &Property<'a>| property.owner == both.new.definition.name;
            for name in union(old.keys().copied(), new.keys().copied()) {
                let (one, other) = (old.get(name), new.get(name));
                if !one.into_iter().chain(other).any(|property| is_own(property)) {
                    continue;
                }
                let place = ChangedMember { words: place.inside(noun, name), ..place.clone() };
                self.property(&place, one.map(|one| &**one), other.map(|other| &**other), role);
            }
        }
    }

    fn occurrences(&mut self, place: &ChangedMember, old: Option<Occurrences>, new: Option<Occurrences>) {
        let any = Occurrences { least: 0, most: None };
        let (one, other) = (old.unwrap_or(any), new.unwrap_or(any));
        let shown = |stated: Option<Occurrences>| stated.map_or("unlimited".to_owned(), |stated| stated.to_string());
        let impact = if other.includes(one) { Impact::Addition } else { Impact::Breaking };
        self.add(impact, place, format!("now has the occurrences {} (was {})", shown(new), shown(old)));
    }

    pub(super) fn requirements(&mut self, both: &Both<'a>) {
        let keys = |of: &Members<'a>| of.requirements.keys().copied().collect::<Vec<_>>();
        let inherited = keys(&both.old.members).into_iter().chain(keys(&both.new.members));
        let changed = both.changed("requirements", "requirement", inherited);
        if changed.is_empty() {
            return;
        }
        let before = NodeShape::of(&self.before.scope, both.old.of.clone());
        let after = NodeShape::of(&self.after.scope, both.new.of.clone());
        let old: SortedMap<&str, &RequirementShape<'a>> = by_name(&before.requirements, |shape| &shape.name);
        let new: SortedMap<&str, &RequirementShape<'a>> = by_name(&after.requirements, |shape| &shape.name);
        for (name, place) in changed {
            if self.is_unclear(both, &place, old.contains_key(name), new.contains_key(name)) {
                continue;
            }
            match (old.get(name), new.get(name)) {
                (Some(old), Some(new)) => self.requirement(&place, old, new),
                (Some(_), None) => self.removed(Impact::Breaking, &place),
                (None, Some(new)) if new.occurrences.least > 0 => {
                    self.add(Impact::Breaking, &place, "was added and is mandatory");
                }
                (None, Some(_)) => self.added(Impact::Addition, &place),
                (None, None) => {}
            }
        }
    }

    fn requirement(&mut self, place: &ChangedMember, old: &RequirementShape<'a>, new: &RequirementShape<'a>) {
        for (kind, key, old, new) in [
            (SymbolKind::CapabilityType, "capability", &old.capability, &new.capability),
            (SymbolKind::NodeType, "node", &old.node, &new.node),
            (SymbolKind::RelationshipType, "relationship", &old.relationship, &new.relationship),
        ] {
            self.wanted(place, kind, key, old.as_ref(), new.as_ref());
        }
        let (one, other) = (old.occurrences, new.occurrences);
        if one.least == 0 && other.least > 0 {
            self.add(Impact::Breaking, place, "is now mandatory");
        } else if one.least > 0 && other.least == 0 {
            self.add(Impact::Addition, place, "is now optional");
        }
        if one.most != other.most || one.least != other.least && one.least > 0 && other.least > 0 {
            // The least number was reported if it makes the requirement mandatory or optional.
            let bounded =
                |least: u64, most| Occurrences { least: if one.least.min(other.least) == 0 { 0 } else { least }, most };
            let (one, other) = (bounded(one.least, one.most), bounded(other.least, other.most));
            let impact = if other.includes(one) { Impact::Addition } else { Impact::Breaking };
            let message = format!("now has the occurrences {} (was {})", new.occurrences, old.occurrences);
            self.add(impact, place, message);
        }
        let filters = |shape: &RequirementShape<'a>| shape.filters.iter().map(|filter| filter.node).collect::<Vec<_>>();
        let (one, other) = (filters(old), filters(new));
        let has = |list: &[&Node], wanted: &Node| list.iter().any(|node| same(node, wanted));
        if other.iter().any(|filter| !has(&one, filter)) {
            let message = if one.is_empty() { "now has a node filter" } else { "has another node filter" };
            self.add(Impact::Breaking, place, message);
        } else if one.iter().any(|filter| !has(&other, filter)) {
            self.add(Impact::Addition, place, "no longer has its node filter");
        }
    }

    /// Compares a type that targets of a requirement must have.
    fn wanted(
        &mut self,
        place: &ChangedMember,
        kind: SymbolKind,
        key: &str,
        old: Option<&WantedType>,
        new: Option<&WantedType>,
    ) {
        match (old, new) {
            (Some(old), Some(new)) if old.name == new.name => {}
            (Some(old), Some(new)) => {
                let is_wider = self.derives_from(kind, &old.name, &new.name);
                let impact = if is_wider { Impact::Addition } else { Impact::Breaking };
                self.add(impact, place, format!("now has the {key} `{}` (was `{}`)", new.name, old.name));
            }
            (None, Some(new)) => self.add(Impact::Breaking, place, format!("now has the {key} `{}`", new.name)),
            (Some(old), None) => {
                self.add(Impact::Addition, place, format!("no longer has the {key} `{}`", old.name));
            }
            (None, None) => {}
        }
    }

    pub(super) fn interfaces(&mut self, both: &Both<'a>) {
        if both.kind == SymbolKind::InterfaceType {
            let names = |of: &Effective| of.names(&["operations"]).cloned().collect::<Vec<_>>();
            self.operations(&both.place, &names(&both.old.of), &names(&both.new.of));
            let (old, new) = (both.old.definition, both.new.definition);
            self.operation_details(&both.place, (old.node, &old.path()), (new.node, &new.path()));
            return;
        }
        let entries = |version: &Version<'a>| own(version.definition.node, &version.definition.path(), "interfaces");
        let (old_own, new_own) = (entries(&both.old), entries(&both.new));
        for (name, place) in both.changed("interfaces", "interface", []) {
            let old = interfaces::find(&self.before.scope, &both.old.of, name);
            let new = interfaces::find(&self.after.scope, &both.new.of, name);
            if self.is_unclear(both, &place, old.is_some(), new.is_some()) {
                continue;
            }
            match (old, new) {
                (Some(old), Some(new)) => {
                    self.operations(&place, &old.operations, &new.operations);
                    if let (Some(old), Some(new)) = (old_own.get(name), new_own.get(name)) {
                        self.operation_details(&place, (old.node, &old.path), (new.node, &new.path));
                    }
                }
                (Some(_), None) => self.removed(Impact::Breaking, &place),
                (None, Some(_)) => self.added(Impact::Addition, &place),
                (None, None) => {}
            }
        }
    }

    fn operations(&mut self, place: &ChangedMember, old: &[SmolStr], new: &[SmolStr]) {
        let of = |list: &'_ [SmolStr]| gather::<_, SortedSet<SmolStr>>(list.iter().cloned());
        let (old, new) = (of(old), of(new));
        for name in old.difference(&new) {
            let place = ChangedMember { words: place.inside("operation", name), ..place.clone() };
            self.removed(Impact::Breaking, &place);
        }
        for name in new.difference(&old) {
            let place = ChangedMember { words: place.inside("operation", name), ..place.clone() };
            self.added(Impact::Addition, &place);
        }
    }

    /// Compares the inputs of an interface, and the inputs and implementations of its operations.
    fn operation_details(&mut self, place: &ChangedMember, old: (&'a Node, &NodePath), new: (&'a Node, &NodePath)) {
        self.inputs(place, old, new, "input");
        let operations = |(node, path): (&'a Node, &NodePath)| -> SortedMap<&'a str, Own<'a>> {
            let all = interfaces::operations(node).filter(|(name, _)| !OF_TYPES.contains(name));
            gather(
                all.map(|(name, entry)| (name, Own { node: &entry.value, path: path.key(name), span: entry.key.span })),
            )
        };
        let (old, new) = (operations(old), operations(new));
        for (name, one) in &old {
            let Some(other) = new.get(name) else { continue };
            let words = place.inside("operation", name);
            let place = place_of(words, Some(one), Some(other), place);
            if !same_implementation(one.node, other.node) {
                self.add(Impact::Behavior, &place, "has another implementation");
            }
            self.inputs(&place, (one.node, &one.path), (other.node, &other.path), "input");
        }
    }

    /// Compares the section `inputs` of two definitions.
    pub(super) fn inputs(
        &mut self,
        place: &ChangedMember,
        (old, old_path): (&'a Node, &NodePath),
        (new, new_path): (&'a Node, &NodePath),
        noun: &str,
    ) {
        let (old, new) = (own(old, old_path, "inputs"), own(new, new_path, "inputs"));
        for name in union(old.keys().copied(), new.keys().copied()) {
            let (one, other) = (old.get(name), new.get(name));
            let words = if place.words.is_empty() { format!("{noun} `{name}`") } else { place.inside(noun, name) };
            let place = place_of(words, one, other, place);
            let (one, other) = (self.parameter(true, name, one), self.parameter(false, name, other));
            self.property(&place, one.as_ref(), other.as_ref(), Role::Set);
        }
    }

    /// The definition of a parameter.
    pub(super) fn parameter(&self, is_before: bool, name: &'a str, own: Option<&Own<'a>>) -> Option<Property<'a>> {
        let side = if is_before { &self.before } else { &self.after };
        let own = own?;
        Some(Property::of_node(name, &side.context.file.path, own.span, own.node))
    }

    pub(super) fn artifacts(&mut self, both: &Both<'a>) {
        let names = |of: &Effective, name: &str| !of.declarations("artifacts", name).is_empty();
        for (name, place) in both.changed("artifacts", "artifact", []) {
            let (old, new) = (names(&both.old.of, name), names(&both.new.of, name));
            if self.is_unclear(both, &place, old, new) {
                continue;
            }
            match (old, new) {
                (true, true) => self.add(Impact::Behavior, &place, "has another file or other values"),
                (true, false) => self.removed(Impact::Breaking, &place),
                (false, true) => self.added(Impact::Addition, &place),
                (false, false) => {}
            }
        }
    }
}

/// Keynames of interface types next to their operations.
const OF_TYPES: [&str; 2] = ["derived_from", "version"];

/// The shapes by name.
fn by_name<'s, T>(shapes: &'s [T], name: impl Fn(&'s T) -> &'s SmolStr) -> SortedMap<&'s str, &'s T> {
    gather(shapes.iter().map(|shape| (name(shape).as_str(), shape)))
}

/// Whether two operations have the same implementation. An artifact alone is the primary one.
fn same_implementation(old: &Node, new: &Node) -> bool {
    fn implementation(operation: &Node) -> Option<&Node> {
        let stated = operation.get("implementation").or(operation.as_scalar().map(|_| operation));
        stated.filter(|node| !node.is_null())
    }
    fn alone(node: &Node) -> Option<&Node> {
        let mut keys = named(node);
        match (keys.next(), keys.next()) {
            (Some(("primary", entry)), None) => Some(&entry.value),
            _ => node.as_scalar().map(|_| node),
        }
    }
    match (implementation(old), implementation(new)) {
        (Some(old), Some(new)) => match (alone(old), alone(new)) {
            (Some(old), Some(new)) => same(old, new),
            _ => same(old, new),
        },
        (None, None) => true,
        _ => false,
    }
}
