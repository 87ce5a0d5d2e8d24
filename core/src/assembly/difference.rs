//! Changes between two versions of an assembly or resource descriptor, as seen by its users: assemblies that contain
//! it, and intents that set its properties.

use std::collections::HashMap;

use smol_str::SmolStr;

use crate::assembly::descriptor;
use crate::assembly::model::{
    Capability, Component, DataType, Descriptor, Metric, Name, Operation, Policy, Property, Relationship, Text,
    entry_schema, entry_type,
};
use crate::schema::diff::{Difference, Impact, of_parts, quoted, quoted_beside, same};
use crate::sorted_map::SortedSet;
use crate::sorting::{Sorting, gather};
use crate::syntax::{Kind, Node, NodePath, Step};
use crate::text::Span;
use crate::workspace::SourceFile;

/// The type of a property that declares none.
const USUAL_TYPE: &str = "string";

/// The impacts of a removal and of an addition: for published members, and for internal ones.
const OFFERED: (Impact, Impact) = (Impact::Breaking, Impact::Addition);
const INSIDE: (Impact, Impact) = (Impact::Behavior, Impact::Behavior);

/// Sections that are compared as written.
struct WrittenSection {
    section: &'static str,
    /// The key to compare in each entry, and its default; `None` compares the whole section.
    key: Option<(&'static str, &'static str)>,
    impacts: (Impact, Impact),
}

const fn whole(section: &'static str, impacts: (Impact, Impact)) -> WrittenSection {
    WrittenSection { section, key: None, impacts }
}

const fn each(section: &'static str, key: &'static str, usual: &'static str) -> WrittenSection {
    WrittenSection { section, key: Some((key, usual)), impacts: INSIDE }
}

const WRITTEN: &[WrittenSection] = &[
    whole("infrastructure", OFFERED),
    whole("default-driver", INSIDE),
    whole("queries", INSIDE),
    whole("resource-manager-type", INSIDE),
    each("composition", "upgrade-dependencies", ""),
    each("relationships", "source-state-modifier", "post"),
    each("relationships", "target-state-modifier", "pre"),
    each("operations", "multiple-instances", "every"),
    each("operations", "drivers", ""),
    each("metrics", "publication-period", "60"),
    each("lifecycle", "drivers", ""),
    each("lifecycle", "properties", ""),
];

/// Two versions with their texts, and the changes found so far.
struct Comparison<'a> {
    before: &'a str,
    after: &'a str,
    found: Vec<Difference>,
}

/// The changes from one file to another, breaking ones first.
pub fn of_files(before: &SourceFile, after: &SourceFile) -> Vec<Difference> {
    let (Some(old_root), Some(new_root)) = (&before.root, &after.root) else { return Vec::new() };
    let (Some(old), Some(new)) = (descriptor(before), descriptor(after)) else { return Vec::new() };
    difference((old, old_root, &before.text), (new, new_root, &after.text))
}

/// The changes from `before` to `after`, breaking ones first. Each descriptor comes with its root node and text.
pub fn difference(before: (&Descriptor, &Node, &str), after: (&Descriptor, &Node, &str)) -> Vec<Difference> {
    let ((old, old_root, before), (new, new_root, after)) = (before, after);
    let mut cx = Comparison { before, after, found: Vec::new() };
    cx.properties("property", &old.properties, &new.properties, Audience::Users);
    cx.properties("private property", &old.private_properties, &new.private_properties, Audience::Nobody);
    cx.capabilities("capabilities", &old.capabilities, &new.capabilities);
    cx.capabilities("requirements", &old.requirements, &new.requirements);
    cx.operations(&old.operations, &new.operations);
    cx.metrics(&old.metrics, &new.metrics);
    cx.components("composition", &old.composition, &new.composition);
    cx.components("references", &old.references, &new.references);
    cx.relationships(&old.relationships, &new.relationships);
    cx.policies(&old.policies, &new.policies);
    cx.data_types(&old.data_types, &new.data_types);
    cx.lifecycle(&old.lifecycle, &new.lifecycle);
    cx.written(old_root, new_root);
    cx.found.order_by_key(|alteration| alteration.impact);
    cx.found
}

/// The visibility of a property.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Audience {
    /// Users of the descriptor set and read it.
    Users,
    /// Only the descriptor itself uses it.
    Nobody,
}

/// Entries paired by name: removed, added, and in both versions.
struct Pairs<'a, T> {
    gone: Vec<&'a T>,
    new: Vec<&'a T>,
    both: Vec<(&'a T, &'a T)>,
}

fn pairs<'a, T>(before: &'a [T], after: &'a [T], name: impl Fn(&T) -> &Name) -> Pairs<'a, T> {
    let by_name = |list: &'a [T]| {
        // The first of several equal names wins.
        list.iter().rev().map(|one| (name(one).text.clone(), one)).collect::<HashMap<_, _>>()
    };
    let (old, new) = (by_name(before), by_name(after));
    Pairs {
        gone: before.iter().filter(|one| !new.contains_key(&name(one).text)).collect(),
        new: after.iter().filter(|one| !old.contains_key(&name(one).text)).collect(),
        both: before.iter().filter_map(|one| Some((one, *new.get(&name(one).text)?))).collect(),
    }
}

impl Comparison<'_> {
    fn add(&mut self, impact: Impact, path: &NodePath, message: String, before: Option<Span>, after: Option<Span>) {
        let section = path.steps().first().map_or(SmolStr::default(), |step| match step {
            Step::Key(key) => key.clone(),
            Step::Index(_) => SmolStr::default(),
        });
        self.found.push(Difference { impact, section, path: path.clone(), message, before, after });
    }

    /// Compares keys that the model does not represent.
    fn written(&mut self, before: &Node, after: &Node) {
        for WrittenSection { section, key, impacts } in WRITTEN {
            let path = NodePath::keys([*section]);
            let (old, new) = (before.get(section), after.get(section));
            let Some((key, usual)) = key else {
                self.part(&path, (old, new), "", *impacts);
                continue;
            };
            for entry in old.map_or(&[][..], Node::entries) {
                let Some(name) = entry.key.as_text() else { continue };
                let Some(other) = new.and_then(|new| new.get(name)) else { continue };
                self.part(&path.key(name).key(key), (entry.value.get(key), other.get(key)), usual, *impacts);
            }
        }
    }

    /// Compares one key as written; `usual` is its default.
    fn part(
        &mut self,
        path: &NodePath,
        (old, new): (Option<&Node>, Option<&Node>),
        usual: &str,
        impacts: (Impact, Impact),
    ) {
        let says_nothing = |node: &Node| match &node.kind {
            Kind::Mapping(mapping) => mapping.entries.is_empty(),
            Kind::Sequence(sequence) => sequence.items.is_empty(),
            Kind::Scalar(scalar) => scalar.value.is_empty(),
            Kind::Null | Kind::Error => true,
            Kind::Alias(_) => false,
        };
        let is_usual = |node: &Node| node.as_text() == Some(usual) || usual.is_empty() && says_nothing(node);
        let words = || path.to_string().trim_start_matches('/').to_owned();
        match (old, new) {
            (Some(old), Some(new)) => {
                self.found.extend(of_parts((old, self.before), (new, self.after), path, impacts));
            }
            (Some(old), None) if !is_usual(old) => {
                self.add(impacts.0, path, format!("`{}` was removed", words()), Some(old.span), None);
            }
            (None, Some(new)) if !is_usual(new) => {
                self.add(impacts.1, path, format!("`{}` was added", words()), None, Some(new.span));
            }
            (Some(_), None) | (None, Some(_)) | (None, None) => {}
        }
    }

    /// Pairs the entries of a section by name. Reports removed and added ones with their impact, and returns those in
    /// both versions.
    fn named<'t, T>(
        &mut self,
        noun: &str,
        (gone, new): (Impact, Impact),
        (before, after): (&'t [T], &'t [T]),
        name: impl Fn(&T) -> &Name,
    ) -> Vec<(&'t T, &'t T)> {
        let pairs = pairs(before, after, &name);
        pairs.gone.into_iter().for_each(|one| self.gone(gone, noun, name(one)));
        pairs.new.into_iter().for_each(|one| self.added(new, noun, name(one)));
        pairs.both
    }

    fn gone(&mut self, impact: Impact, noun: &str, name: &Name) {
        self.add(impact, &name.path, format!("{noun} `{}` was removed", name.text), Some(name.span), None);
    }

    fn added(&mut self, impact: Impact, noun: &str, name: &Name) {
        self.add(impact, &name.path, format!("{noun} `{}` was added", name.text), None, Some(name.span));
    }

    fn altered(&mut self, impact: Impact, before: &Name, after: &Name, message: String) {
        self.add(impact, &after.path, message, Some(before.span), Some(after.span));
    }

    /// Like [`Self::altered`], but located at the values if they exist.
    fn altered_at(
        &mut self,
        impact: Impact,
        (old, before): (&Name, Option<Span>),
        (new, after): (&Name, Option<Span>),
        message: String,
    ) {
        let (before, after) = (before.unwrap_or(old.span), after.unwrap_or(new.span));
        self.add(impact, &new.path, message, Some(before), Some(after));
    }

    fn properties(&mut self, noun: &str, before: &[Property], after: &[Property], audience: Audience) {
        let pairs = pairs(before, after, |property| &property.name);
        let worst = if audience == Audience::Users { Impact::Breaking } else { Impact::Behavior };
        pairs.gone.into_iter().for_each(|property| self.gone(worst, noun, &property.name));
        for property in pairs.new {
            if property.must_be_set() && audience == Audience::Users {
                let message = format!("{noun} `{}` was added and must be set", property.name.text);
                self.add(Impact::Breaking, &property.name.path, message, None, Some(property.name.span));
            } else {
                let impact = if audience == Audience::Users { Impact::Addition } else { Impact::Behavior };
                self.added(impact, noun, &property.name);
            }
        }
        for (old, new) in pairs.both {
            self.property(noun, old, new, worst);
        }
    }

    fn property(&mut self, noun: &str, old: &Property, new: &Property, worst: Impact) {
        let name = &new.name.text;
        if type_of(old) != type_of(new) {
            let message = format!("{noun} `{name}` now has type `{}` (was `{}`)", type_of(new), type_of(old));
            self.altered(worst, &old.name, &new.name, message);
        }
        match (old.read_only, new.read_only) {
            (false, true) => {
                self.altered(
                    worst,
                    &old.name,
                    &new.name,
                    format!("{noun} `{name}` is now read-only and can no longer be set"),
                );
            }
            (true, false) if new.value.is_some() => {
                let message = format!("{noun} `{name}` is no longer read-only and can also be set");
                self.altered(Impact::Behavior, &old.name, &new.name, message);
            }
            (true, false) => {
                self.altered(
                    worst,
                    &old.name,
                    &new.name,
                    format!("{noun} `{name}` is no longer read-only and no longer reported"),
                );
            }
            (true, true) | (false, false) => {}
        }
        match (old.must_be_set(), new.must_be_set()) {
            (false, true) => {
                self.altered(
                    worst,
                    &old.name,
                    &new.name,
                    format!("{noun} `{name}` must now be set: it is required and has no default"),
                );
            }
            (true, false) => {
                self.altered(
                    Impact::Addition,
                    &old.name,
                    &new.name,
                    format!("{noun} `{name}` no longer needs to be set"),
                );
            }
            (true, true) | (false, false) => self.value("the default of", noun, old, new, &old.default, &new.default),
        }
        self.value("the value of", noun, old, new, &old.value, &new.value);
        if old.volatile != new.volatile {
            let message = match new.volatile {
                true => format!("{noun} `{name}` is now volatile"),
                false => format!("{noun} `{name}` is no longer volatile"),
            };
            self.altered(Impact::Behavior, &old.name, &new.name, message);
        }
    }

    fn value(
        &mut self,
        what: &str,
        noun: &str,
        old: &Property,
        new: &Property,
        before: &Option<Node>,
        after: &Option<Node>,
    ) {
        let name = &new.name.text;
        let message = match (before, after) {
            (Some(one), Some(other)) if same(one, other) => return,
            (None, None) => return,
            (Some(one), Some(other)) => {
                let (one, other) = quoted_beside((one, self.before), (other, self.after));
                format!("{what} {noun} `{name}` changed from {one} to {other}")
            }
            (None, Some(other)) => {
                format!("{what} {noun} `{name}` was set to {}", quoted(other, self.after))
            }
            (Some(one), None) => format!("{what} {noun} `{name}` was removed (it was {})", quoted(one, self.before)),
        };
        let span = |value: &Option<Node>| value.as_ref().map(|value| value.span);
        self.altered_at(Impact::Behavior, (&old.name, span(before)), (&new.name, span(after)), message);
    }

    fn capabilities(&mut self, section: &str, before: &[Capability], after: &[Capability]) {
        let needed = section == "requirements";
        let noun = if needed { "requirement" } else { "capability" };
        let impacts = if needed { (Impact::Behavior, Impact::Breaking) } else { OFFERED };
        for (old, new) in self.named(noun, impacts, (before, after), |capability| &capability.name) {
            self.text(Impact::Breaking, noun, "type", (&old.name, &old.type_name), (&new.name, &new.type_name));
        }
    }

    /// A key with a text value, such as a type or source.
    fn text(
        &mut self,
        impact: Impact,
        noun: &str,
        key: &str,
        (old, before): (&Name, &Option<Text>),
        (new, after): (&Name, &Option<Text>),
    ) {
        let value = |text: &Option<Text>| text.as_ref().map(|text| text.value.clone());
        if value(before) == value(after) {
            return;
        }
        let shown = |text: &Option<Text>| value(text).map_or("nothing".to_owned(), |value| format!("`{value}`"));
        let message = format!("the {key} of {noun} `{}` is now {} (was {})", new.text, shown(after), shown(before));
        let span = |text: &Option<Text>| text.as_ref().map(|text| text.span);
        self.altered_at(impact, (old, span(before)), (new, span(after)), message);
    }

    fn operations(&mut self, before: &[Operation], after: &[Operation]) {
        for (old, new) in self.named("operation", OFFERED, (before, after), |operation| &operation.name) {
            let (one, other) = ((&old.name, &old.source_operation), (&new.name, &new.source_operation));
            self.text(Impact::Behavior, "operation", "source-operation", one, other);
            let noun = format!("operation `{}`: property", new.name.text);
            self.properties(&noun, &old.properties, &new.properties, Audience::Users);
        }
    }

    fn metrics(&mut self, before: &[Metric], after: &[Metric]) {
        for (old, new) in self.named("metric", OFFERED, (before, after), |metric| &metric.name) {
            self.text(Impact::Breaking, "metric", "type", (&old.name, &old.type_name), (&new.name, &new.type_name));
            let (one, other) = ((&old.name, &old.source_metric), (&new.name, &new.source_metric));
            self.text(Impact::Behavior, "metric", "source", one, other);
        }
    }

    /// Components are internal: at most, users see different behavior.
    fn components(&mut self, section: &str, before: &[Component], after: &[Component]) {
        let noun = if section == "references" { "reference" } else { "component" };
        for (old, new) in self.named(noun, INSIDE, (before, after), |component| &component.name) {
            let impact = Impact::Behavior;
            self.text(impact, noun, "type", (&old.name, &old.type_name), (&new.name, &new.type_name));
            self.text(impact, noun, "dynamicType", (&old.name, &old.dynamic_type), (&new.name, &new.dynamic_type));
            self.node(noun, "quantity", (&old.name, &old.quantity), (&new.name, &new.quantity));
            self.node(noun, "items", (&old.name, &old.items), (&new.name, &new.items));
            self.cluster(noun, old, new);
            let values = pairs_of_values(&old.properties, &new.properties);
            for (key, one, other) in values {
                self.node(noun, &format!("property `{key}`"), (&old.name, &one), (&new.name, &other));
            }
        }
    }

    fn cluster(&mut self, noun: &str, old: &Component, new: &Component) {
        match (&old.cluster, &new.cluster) {
            (Some(one), Some(other)) => {
                for (key, before, after) in [
                    ("initial-quantity", &one.initial_quantity, &other.initial_quantity),
                    ("minimum-nodes", &one.minimum_nodes, &other.minimum_nodes),
                    ("maximum-nodes", &one.maximum_nodes, &other.maximum_nodes),
                    ("scaling-increment", &one.scaling_increment, &other.scaling_increment),
                ] {
                    self.node(noun, key, (&old.name, before), (&new.name, after));
                }
            }
            (None, Some(_)) => {
                let message = format!("{noun} `{}` is now a cluster", new.name.text);
                self.altered(Impact::Behavior, &old.name, &new.name, message);
            }
            (Some(_), None) => {
                let message = format!("{noun} `{}` is no longer a cluster", new.name.text);
                self.altered(Impact::Behavior, &old.name, &new.name, message);
            }
            (None, None) => {}
        }
    }

    /// A key with any value.
    fn node(
        &mut self,
        noun: &str,
        key: &str,
        (old, before): (&Name, &Option<Node>),
        (new, after): (&Name, &Option<Node>),
    ) {
        let equal = match (before, after) {
            (Some(one), Some(other)) => same(one, other),
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        if equal {
            return;
        }
        let what = format!("the {key} of {noun} `{}`", new.text);
        let message = match (before, after) {
            (Some(one), Some(other)) => {
                let (one, other) = quoted_beside((one, self.before), (other, self.after));
                format!("{what} changed from {one} to {other}")
            }
            (None, Some(other)) => format!("{what} was set to {}", quoted(other, self.after)),
            (Some(one), None) => format!("{what} was removed (it was {})", quoted(one, self.before)),
            (None, None) => return,
        };
        let span = |value: &Option<Node>| value.as_ref().map(|value| value.span);
        self.altered_at(Impact::Behavior, (old, span(before)), (new, span(after)), message);
    }

    fn relationships(&mut self, before: &[Relationship], after: &[Relationship]) {
        for (old, new) in self.named("relationship", INSIDE, (before, after), |relationship| &relationship.name) {
            let (one, other) = (signature(old), signature(new));
            if one != other {
                let message = format!("relationship `{}` now connects `{other}` (was `{one}`)", new.name.text);
                self.altered(Impact::Behavior, &old.name, &new.name, message);
            }
            let calls = |relationship: &Relationship| {
                let list = |texts: &[Text]| texts.iter().map(|text| text.value.clone()).collect::<Vec<_>>();
                (list(&relationship.create), list(&relationship.cease))
            };
            if calls(old) != calls(new) {
                let message = format!("relationship `{}` calls different operations", new.name.text);
                self.altered(Impact::Behavior, &old.name, &new.name, message);
            }
            for (key, one, other) in pairs_of_values(&old.properties, &new.properties) {
                self.node("relationship", &format!("property `{key}`"), (&old.name, &one), (&new.name, &other));
            }
        }
    }

    fn policies(&mut self, before: &[Policy], after: &[Policy]) {
        for (old, new) in self.named("policy", INSIDE, (before, after), |policy| &policy.name) {
            let impact = Impact::Behavior;
            self.text(impact, "policy", "type", (&old.name, &old.type_name), (&new.name, &new.type_name));
            self.text(impact, "policy", "metric", (&old.name, &old.metric), (&new.name, &new.metric));
            self.text(impact, "policy", "target", (&old.name, &old.target), (&new.name, &new.target));
            let names = old.properties.iter().chain(&new.properties).map(|(name, _)| name.value.clone());
            for name in gather::<_, SortedSet<_>>(names) {
                let find = |policy: &Policy| {
                    policy.properties.iter().find(|(found, _)| found.value == name).map(|(_, node)| node.clone())
                };
                self.node("policy", &format!("property `{name}`"), (&old.name, &find(old)), (&new.name, &find(new)));
            }
        }
    }

    fn data_types(&mut self, before: &[DataType], after: &[DataType]) {
        for (old, new) in self.named("data type", OFFERED, (before, after), |data_type| &data_type.name) {
            let (one, other) = ((&old.name, &old.derived_from), (&new.name, &new.derived_from));
            self.text(Impact::Breaking, "data type", "derived-from", one, other);
            let noun = format!("data type `{}`: property", new.name.text);
            self.properties(&noun, &old.properties, &new.properties, Audience::Users);
        }
    }

    fn lifecycle(&mut self, before: &[Text], after: &[Text]) {
        let path = NodePath::keys(["lifecycle"]);
        let has = |list: &[Text], wanted: &Text| list.iter().any(|text| text.value == wanted.value);
        for text in before.iter().filter(|text| !has(after, text)) {
            let message = format!("transition `{}` was removed", text.value);
            self.add(Impact::Behavior, &path.key(&text.value), message, Some(text.span), None);
        }
        for text in after.iter().filter(|text| !has(before, text)) {
            let message = format!("transition `{}` was added", text.value);
            self.add(Impact::Behavior, &path.key(&text.value), message, None, Some(text.span));
        }
    }
}

/// The type of a property including its entries: `list of string`.
fn type_of(property: &Property) -> String {
    let mut shown = property.type_name.as_ref().map_or(USUAL_TYPE, |text| text.value.as_str()).to_owned();
    let mut schema = property.entry_schema.as_ref();
    while let Some(entries) = schema {
        shown += " of ";
        shown += entry_type(entries).as_ref().map_or(USUAL_TYPE, |text| text.value.as_str());
        schema = entry_schema(entries);
    }
    shown
}

/// The union of the names in both lists, with the value of each.
fn pairs_of_values(before: &[Property], after: &[Property]) -> Vec<(SmolStr, Option<Node>, Option<Node>)> {
    let names: SortedSet<SmolStr> = gather(before.iter().chain(after).map(|property| property.name.text.clone()));
    let value = |list: &[Property], name: &SmolStr| {
        list.iter().find(|property| property.name.text == *name).and_then(|property| property.value.clone())
    };
    names.into_iter().map(|name| (name.clone(), value(before, &name), value(after, &name))).collect()
}

/// `a.cap -> b.req`, with the required states.
fn signature(relationship: &Relationship) -> String {
    let list = |texts: &[Text]| texts.iter().map(|text| text.value.as_str()).collect::<Vec<_>>().join(", ");
    let state = |state: &Option<Text>| state.as_ref().map_or(String::new(), |state| format!(" {}", state.value));
    format!(
        "{}{} -> {}{}",
        list(&relationship.source_capabilities),
        state(&relationship.source_state),
        list(&relationship.target_requirements),
        state(&relationship.target_state)
    )
}
