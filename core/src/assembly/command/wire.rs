//! Where a wire that begins at a port may end.

use std::collections::BTreeSet;

use petgraph::Direction;
use smol_str::SmolStr;

use crate::assembly::flow::{Flow, Source, flow};
use crate::assembly::interpolation::Interpolation;
use crate::assembly::model::{Component, Descriptor, DescriptorKind, Property};
use crate::assembly::value_type::fits;
use crate::edit::EditError;
use crate::settings::Typing;
use crate::syntax::NodePath;
use crate::topology::{End, PortKind, WireEnd};

use super::border::{Side, split, texts};
use super::connect::capability_type;
use super::{Subject, refused};

/// A property of the assembly, or of a component or reference.
#[derive(Clone, Copy)]
pub struct Place<'s> {
    pub part: Option<&'s Component>,
    pub property: &'s str,
}

impl<'a> Subject<'a> {
    /// All ends that a wire from `from` may have: those for which the command that it asks for succeeds.
    pub fn acceptable_ends(&self, from: &End, kind: PortKind) -> Vec<WireEnd> {
        let own = from.vertex.is_root();
        let part = if own { None } else { self.part(&from.vertex).ok() };
        if !own && part.is_none() {
            return Vec::new();
        }
        match (kind, part) {
            (PortKind::Capability, Some(part)) => self.connections(part, &from.port, Side::Source),
            (PortKind::Requirement, Some(part)) => self.connections(part, &from.port, Side::Target),
            (PortKind::Capability | PortKind::Requirement, None) => Vec::new(),
            (PortKind::Output, Some(_)) | (PortKind::Input, None) => {
                self.mappings(Place { part, property: &from.port }, Direction::Outgoing)
            }
            (PortKind::Input, Some(_)) | (PortKind::Output, None) => {
                self.mappings(Place { part, property: &from.port }, Direction::Incoming)
            }
        }
    }

    /// The ends of relationships that have `port` of `part` on this side.
    fn connections(&self, part: &Component, port: &str, side: Side) -> Vec<WireEnd> {
        let name = &part.name.text;
        let own = |of: &'a Descriptor, side: Side| match side {
            Side::Source => &of.capabilities,
            Side::Target => &of.requirements,
        };
        let other = match side {
            Side::Source => Side::Target,
            Side::Target => Side::Source,
        };
        if side == Side::Target && self.is_reference(part) {
            return Vec::new();
        }
        let known = self.type_of(part).map(|(_, of)| capability_type(own(of, side), port));
        if let Some(None) = known {
            return Vec::new();
        }
        let full = format!("{name}.{port}");
        let mut linked: BTreeSet<&str> = BTreeSet::new();
        let mut mentioned: BTreeSet<(SmolStr, SmolStr)> = BTreeSet::new();
        for relationship in &self.descriptor.relationships {
            if texts(relationship, side).iter().any(|text| text.value == full) {
                linked.extend(texts(relationship, other).iter().map(|text| text.value.as_str()));
            }
            mentioned.extend(texts(relationship, other).iter().filter_map(split));
        }
        let kind = if other == Side::Source { PortKind::Capability } else { PortKind::Requirement };
        let references = self.descriptor.references.iter().filter(|_| other == Side::Source);
        let mut ends = Vec::new();
        for candidate in self.descriptor.composition.iter().chain(references) {
            let theirs = &candidate.name.text;
            // Of two parts of one name, the first is meant.
            let meant = self.descriptor.part(theirs).is_some_and(|part| part.name.path == candidate.name.path);
            if theirs == name || !meant {
                continue;
            }
            let ports: Vec<SmolStr> = match self.type_of(candidate) {
                Some((_, of)) => {
                    let fits = own(of, other).iter().filter(|port| match &known {
                        Some(Some(wanted)) => {
                            port.type_name.as_ref().map_or("", |text| text.value.as_str()) == wanted.as_str()
                        }
                        _ => true,
                    });
                    fits.map(|port| port.name.text.clone()).collect()
                }
                // Nothing is known of what it has, but for what is said of it.
                None => mentioned.iter().filter(|(part, _)| part == theirs).map(|(_, port)| port.clone()).collect(),
            };
            for port in ports.into_iter().filter(|port| !linked.contains(format!("{theirs}.{port}").as_str())) {
                ends.push(WireEnd { end: End { vertex: candidate.name.path.clone(), port }, kind });
            }
        }
        ends
    }

    /// The properties that can be given the value of `from`, or those whose value it can be given.
    fn mappings(&self, from: Place<'_>, direction: Direction) -> Vec<WireEnd> {
        let reading = direction == Direction::Outgoing;
        let circle = self.circle(from, direction);
        if !reading && self.refuse_setting(from).is_err() {
            return Vec::new();
        }
        let mut ends = Vec::new();
        let mut push = |other: Place<'_>, vertex: &NodePath, kind: PortKind| {
            let (source, target) = if reading { (from, other) } else { (other, from) };
            let free = self.refuse_mapping(source, target, &circle).is_ok();
            if free && (!reading || self.refuse_setting(other).is_ok()) {
                ends.push(WireEnd { end: End { vertex: vertex.clone(), port: other.property.into() }, kind });
            }
        };
        let (of_part, of_own) =
            if reading { (PortKind::Input, PortKind::Output) } else { (PortKind::Output, PortKind::Input) };
        for part in self.descriptor.composition.iter().chain(&self.descriptor.references) {
            let declared = self.type_of(part).map_or(&[][..], |(_, of)| &of.properties);
            let own =
                part.properties.iter().filter(|own| !declared.iter().any(|other| other.name.text == own.name.text));
            for property in declared.iter().chain(own) {
                push(Place { part: Some(part), property: &property.name.text }, &part.name.path, of_part);
            }
        }
        for property in &self.descriptor.properties {
            push(Place { part: None, property: &property.name.text }, &NodePath::root(), of_own);
        }
        ends
    }

    /// What a property is made of, directly or through others; or what is made of it.
    pub(super) fn circle(&self, from: Place<'_>, direction: Direction) -> Circle {
        let flow = flow(self.workspace, self.catalog, self.descriptor, "");
        let unit = match from.part {
            None => Some(0),
            Some(part) => flow.units.iter().position(|unit| unit.part.is_some_and(|other| std::ptr::eq(other, part))),
        };
        let Some(unit) = unit else { return Circle::default() };
        let found = flow.reach(&Source { unit, property: from.property.into() }, direction);
        let local = found.into_iter().filter_map(|source| local(&flow, source));
        Circle(local.collect())
    }

    /// Why the value of `source` cannot be that of `target`, if so; `circle` is what one of them is made of, or what
    /// is made of it.
    pub(super) fn refuse_mapping(
        &self,
        source: Place<'_>,
        target: Place<'_>,
        circle: &Circle,
    ) -> Result<(), EditError> {
        let key = |place: Place<'_>| (place.part.map(|part| part.name.text.clone()), SmolStr::from(place.property));
        let (from, to) = (key(source), key(target));
        if from == to {
            return Err(refused("a property cannot be mapped from itself"));
        }
        if circle.0.contains(&from) || circle.0.contains(&to) {
            return Err(refused(format!(
                "`{}` is made of `{}`: they would be made of each other",
                print(&from),
                print(&to)
            )));
        }
        if let Some(part) = source.part.filter(|_| from.0 == to.0 && self.is_output(source)) {
            let (part, output) = (&part.name.text, source.property);
            return Err(refused(format!("`{part}` would wait for itself: `{output}` is known when it is installed")));
        }
        let is_component =
            |name: &Option<SmolStr>| name.as_ref().is_some_and(|name| self.descriptor.component(name).is_some());
        if target.part.is_some_and(|part| self.is_reference(part)) && is_component(&from.0) {
            let why = "is a reference: it is found before any component is created, whose values it could read";
            return Err(refused(format!("`{}` {why}", to.0.unwrap_or_default())));
        }
        self.refuse_type(source, target)
    }

    /// Why a value of the type of `source` cannot be put where one of the type of `target` is asked for, if so.
    fn refuse_type(&self, source: Place<'_>, target: Place<'_>) -> Result<(), EditError> {
        // What several instances have is a list or map of values.
        if self.typing == Typing::Text || source.part.is_some_and(Component::is_multiple) {
            return Ok(());
        }
        let (Some(given), Some(wanted)) = (self.value_type(source), self.value_type(target)) else { return Ok(()) };
        if fits(given, wanted) {
            return Ok(());
        }
        let (from, to) = (source.property, target.property);
        Err(refused(format!("`{from}` is of the type `{given}`, and `{to}` of the type `{wanted}`")))
    }

    /// The type that a property is declared with: by the type of its part, or where it is given.
    fn value_type<'p>(&self, of: Place<'p>) -> Option<&'p str>
    where
        'a: 'p,
    {
        let (declared, given) = match of.part {
            Some(part) => {
                (self.type_of(part).and_then(|(_, found)| found.property(of.property)), part.property(of.property))
            }
            None => (self.descriptor.property(of.property), None),
        };
        let typed = [declared, given].into_iter().flatten().find_map(|property| property.type_name.as_ref());
        typed.map(|type_name| type_name.value.as_str())
    }

    /// Whether only the running instance of a resource knows the property.
    fn is_output(&self, of: Place<'_>) -> bool {
        let Some((_, descriptor)) = of.part.and_then(|part| self.type_of(part)) else { return false };
        let declared = descriptor.property(of.property);
        descriptor.kind == DescriptorKind::Resource
            && declared.is_some_and(|declared| declared.read_only && declared.value.is_none())
    }

    /// Why a property cannot be set, if so.
    pub(super) fn refuse_setting(&self, target: Place<'_>) -> Result<(), EditError> {
        let Some(part) = target.part else { return Ok(()) };
        let Some((_, of)) = self.type_of(part) else { return Ok(()) };
        let property = target.property;
        let Some(declared) = of.property(property) else {
            return match matches!(property, "deploymentLocation" | "resourceManager" | "name") {
                true => Ok(()),
                false => Err(refused(format!("`{}` has no property `{property}`", part.name.text))),
            };
        };
        if declared.read_only {
            return Err(refused(format!("`{property}` is read-only: it is reported, not set")));
        }
        if is_fixed(declared) {
            return Err(refused(format!("`{property}` has a fixed value in the type of `{}`", part.name.text)));
        }
        Ok(())
    }
}

/// Properties that are all made of one, or that one is made of.
#[derive(Default)]
pub struct Circle(BTreeSet<(Option<SmolStr>, SmolStr)>);

/// Whether a property has a value of its own that nobody can replace: any but that from outside (AD-PROP-21).
fn is_fixed(property: &Property) -> bool {
    property.static_or_mapped().is_some_and(|value| {
        let value = Interpolation::of(value, "");
        let itself = value.whole().is_some_and(|path| path.segments.len() == 1 && path.head() == property.name.text);
        !itself
    })
}

/// The property as the assembly itself speaks of it; `None` for one further inside.
fn local(flow: &Flow<'_>, source: Source) -> Option<(Option<SmolStr>, SmolStr)> {
    let unit = flow.units.get(source.unit)?;
    match unit.parent {
        None => Some((None, source.property)),
        Some(0) => Some((Some(unit.part?.name.text.clone()), source.property)),
        Some(_) => None,
    }
}

fn print((part, property): &(Option<SmolStr>, SmolStr)) -> String {
    part.as_ref().map_or(property.to_string(), |part| format!("{part}.{property}"))
}
