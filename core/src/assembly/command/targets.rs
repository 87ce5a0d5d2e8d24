//! Where a connection that starts at a port may end.

use petgraph::Direction;
use smol_str::SmolStr;

use crate::assembly::flow::{Flow, Source, flow};
use crate::assembly::interpolation::Interpolation;
use crate::assembly::model::{Component, Descriptor, DescriptorKind, Property};
use crate::assembly::value_type::fits;
use crate::edit::EditError;
use crate::settings::Typing;
use crate::sorted_map::SortedSet;
use crate::syntax::NodePath;
use crate::topology::{ConnectionEnd, End, PortKind};

use super::border::{Side, split, texts};
use super::connect::capability_type;
use super::{Subject, refused};

/// A property of the assembly, or of a component or reference.
#[derive(Clone, Copy)]
pub struct PropertyRef<'s> {
    pub part: Option<&'s Component>,
    pub property: &'s str,
}

impl<'a> Subject<'a> {
    /// All ends for a connection from `from`: those for which the resulting command succeeds.
    pub fn acceptable_ends(&self, from: &End, kind: PortKind) -> Vec<ConnectionEnd> {
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
                self.mappings(PropertyRef { part, property: &from.port }, Direction::Outgoing)
            }
            (PortKind::Input, Some(_)) | (PortKind::Output, None) => {
                self.mappings(PropertyRef { part, property: &from.port }, Direction::Incoming)
            }
        }
    }

    /// The ends of relationships with `port` of `part` on this side.
    fn connections(&self, part: &Component, port: &str, side: Side) -> Vec<ConnectionEnd> {
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
        let mut linked: SortedSet<&str> = SortedSet::new();
        let mut mentioned: SortedSet<(SmolStr, SmolStr)> = SortedSet::new();
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
            // Of two parts with the same name, the first wins.
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
                // The type is unknown, so use the members that the text mentions.
                None => mentioned.iter().filter(|(part, _)| part == theirs).map(|(_, port)| port.clone()).collect(),
            };
            for port in ports.into_iter().filter(|port| !linked.contains(format!("{theirs}.{port}").as_str())) {
                ends.push(ConnectionEnd { end: End { vertex: candidate.name.path.clone(), port }, kind });
            }
        }
        ends
    }

    /// The properties that can take the value of `from`, or those whose value it can take.
    fn mappings(&self, from: PropertyRef<'_>, direction: Direction) -> Vec<ConnectionEnd> {
        let reading = direction == Direction::Outgoing;
        let cycle = self.cycle(from, direction);
        if !reading && self.refuse_setting(from).is_err() {
            return Vec::new();
        }
        let mut ends = Vec::new();
        let mut push = |other: PropertyRef<'_>, vertex: &NodePath, kind: PortKind| {
            let (source, target) = if reading { (from, other) } else { (other, from) };
            let free = self.refuse_mapping(source, target, &cycle).is_ok();
            if free && (!reading || self.refuse_setting(other).is_ok()) {
                ends.push(ConnectionEnd { end: End { vertex: vertex.clone(), port: other.property.into() }, kind });
            }
        };
        let (of_part, of_own) =
            if reading { (PortKind::Input, PortKind::Output) } else { (PortKind::Output, PortKind::Input) };
        for part in self.descriptor.composition.iter().chain(&self.descriptor.references) {
            let declared = self.type_of(part).map_or(&[][..], |(_, of)| &of.properties);
            let own =
                part.properties.iter().filter(|own| !declared.iter().any(|other| other.name.text == own.name.text));
            for property in declared.iter().chain(own) {
                push(PropertyRef { part: Some(part), property: &property.name.text }, &part.name.path, of_part);
            }
        }
        for property in &self.descriptor.properties {
            push(PropertyRef { part: None, property: &property.name.text }, &NodePath::root(), of_own);
        }
        ends
    }

    /// The properties that this one depends on, directly or indirectly; or those that depend on it.
    pub(super) fn cycle(&self, from: PropertyRef<'_>, direction: Direction) -> Cycle {
        let flow = flow(self.workspace, self.catalog, self.descriptor, "");
        let unit = match from.part {
            None => Some(0),
            Some(part) => flow.units.iter().position(|unit| unit.part.is_some_and(|other| std::ptr::eq(other, part))),
        };
        let Some(unit) = unit else { return Cycle::default() };
        let found = flow.reach(&Source { unit, property: from.property.into() }, direction);
        let local = found.into_iter().filter_map(|source| local(&flow, source));
        Cycle(local.collect())
    }

    /// Checks whether the value of `source` can be mapped to `target`; `cycle` contains the dependencies of one of
    /// them, or its dependents.
    pub(super) fn refuse_mapping(
        &self,
        source: PropertyRef<'_>,
        target: PropertyRef<'_>,
        cycle: &Cycle,
    ) -> Result<(), EditError> {
        self.refuse_flow(source, target, cycle)?;
        self.refuse_type(source, target)
    }

    /// The same for a value of any type, as in a text.
    pub(super) fn refuse_flow(
        &self,
        source: PropertyRef<'_>,
        target: PropertyRef<'_>,
        cycle: &Cycle,
    ) -> Result<(), EditError> {
        let key =
            |place: PropertyRef<'_>| (place.part.map(|part| part.name.text.clone()), SmolStr::from(place.property));
        let (from, to) = (key(source), key(target));
        if from == to {
            return Err(refused("a property cannot be mapped from itself"));
        }
        if cycle.0.contains(&from) || cycle.0.contains(&to) {
            return Err(refused(format!(
                "`{}` already depends on `{}`, so this mapping would be a cycle",
                print(&from),
                print(&to)
            )));
        }
        if let Some(part) = source.part.filter(|_| from.0 == to.0 && self.is_output(source)) {
            let (part, output) = (&part.name.text, source.property);
            return Err(refused(format!(
                "`{part}` would wait for itself: `{output}` is only known once it is installed"
            )));
        }
        let is_component =
            |name: &Option<SmolStr>| name.as_ref().is_some_and(|name| self.descriptor.component(name).is_some());
        if target.part.is_some_and(|part| self.is_reference(part)) && is_component(&from.0) {
            let why = "is a reference and is looked up before any component exists, so it cannot read their values";
            return Err(refused(format!("`{}` {why}", to.0.unwrap_or_default())));
        }
        Ok(())
    }

    /// Checks whether a value of the type of `source` fits the type of `target`.
    fn refuse_type(&self, source: PropertyRef<'_>, target: PropertyRef<'_>) -> Result<(), EditError> {
        // A property of several instances is a list or map of values.
        if self.typing == Typing::Text || source.part.is_some_and(Component::is_multiple) {
            return Ok(());
        }
        let (Some(given), Some(wanted)) = (self.value_type(source), self.value_type(target)) else { return Ok(()) };
        if fits(given, wanted) {
            return Ok(());
        }
        let (from, to) = (source.property, target.property);
        Err(refused(format!("`{to}` has type `{wanted}`, but `{from}` has type `{given}`")))
    }

    /// The declared type of a property: from the type of its part, or from the place where it is set.
    fn value_type<'p>(&self, of: PropertyRef<'p>) -> Option<&'p str>
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

    /// Whether the property is only known to the running instance of a resource.
    fn is_output(&self, of: PropertyRef<'_>) -> bool {
        let Some((_, descriptor)) = of.part.and_then(|part| self.type_of(part)) else { return false };
        let declared = descriptor.property(of.property);
        descriptor.kind == DescriptorKind::Resource
            && declared.is_some_and(|declared| declared.read_only && declared.value.is_none())
    }

    /// Checks whether a property can be set.
    pub(super) fn refuse_setting(&self, target: PropertyRef<'_>) -> Result<(), EditError> {
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
            return Err(refused(format!("`{property}` is read-only: it is reported at run time")));
        }
        if is_fixed(declared) {
            return Err(refused(format!("the type of `{}` fixes the value of `{property}`", part.name.text)));
        }
        Ok(())
    }
}

/// Properties that depend on one, or that one depends on.
#[derive(Default)]
pub struct Cycle(SortedSet<(Option<SmolStr>, SmolStr)>);

/// Whether the value of a property cannot be replaced from outside (AD-PROP-21).
fn is_fixed(property: &Property) -> bool {
    property.static_or_mapped().is_some_and(|value| {
        let value = Interpolation::of(value, "");
        let itself = value.whole().is_some_and(|path| path.segments.len() == 1 && path.head() == property.name.text);
        !itself
    })
}

/// The property as the assembly itself refers to it; `None` for one of a nested part.
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
