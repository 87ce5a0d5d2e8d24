//! All ports where a connection can start or end, whether they are drawn or not, and why an end is not possible.

use petgraph::Direction;
use smol_str::SmolStr;

use crate::assembly::model::{Component, Descriptor};
use crate::edit::EditError;
use crate::symbol::DescriptorRef;
use crate::syntax::NodePath;
use crate::topology::{CandidateEnd, ConnectionEnd, End, PortKind};

use super::Subject;
use super::border::{Side, split, texts};
use super::connect::capability_type;
use super::targets::PropertyRef;

impl<'a> Subject<'a> {
    /// The ports of a part, or of the boundary at the root path: capabilities and requirements, then values that can be
    /// read and values that can be set.
    pub fn connection_starts(&self, vertex: &NodePath) -> Vec<ConnectionEnd> {
        let part = if vertex.is_root() { None } else { self.part(vertex).ok() };
        if part.is_none() && !vertex.is_root() {
            return Vec::new();
        }
        let mut starts = Vec::new();
        if let Some(part) = part {
            let kinds = [(Side::Source, PortKind::Capability), (Side::Target, PortKind::Requirement)];
            for (side, kind) in kinds.into_iter().filter(|(side, _)| *side == Side::Source || !self.is_reference(part))
            {
                starts.extend(self.offers(part, side).into_iter().map(|port| connection_end(vertex, port, kind)));
            }
        }
        let (read, set) = value_kinds(vertex);
        let names = self.property_names(part);
        starts.extend(names.iter().map(|name| connection_end(vertex, name.clone(), read)));
        let can_be_set = |name: &&SmolStr| self.refuse_setting(PropertyRef { part, property: name }).is_ok();
        starts.extend(names.iter().filter(can_be_set).map(|name| connection_end(vertex, name.clone(), set)));
        starts
    }

    /// All ports of the opposite kind, each with the reason if it cannot be connected to `from`.
    pub fn candidate_ends(&self, from: &End, kind: PortKind) -> Vec<CandidateEnd> {
        match (kind, from.vertex.is_root()) {
            (PortKind::Capability | PortKind::Requirement, true) => Vec::new(),
            (PortKind::Capability, false) => self.candidate_connections(from, Side::Target),
            (PortKind::Requirement, false) => self.candidate_connections(from, Side::Source),
            (PortKind::Output, false) | (PortKind::Input, true) => {
                self.candidate_mappings(from, Direction::Outgoing, true)
            }
            (PortKind::Input, false) | (PortKind::Output, true) => {
                self.candidate_mappings(from, Direction::Incoming, true)
            }
        }
    }

    fn candidate_connections(&self, from: &End, other: Side) -> Vec<CandidateEnd> {
        let kind = match other {
            Side::Source => PortKind::Capability,
            Side::Target => PortKind::Requirement,
        };
        let mut ends = Vec::new();
        for part in self.descriptor.composition.iter().chain(&self.descriptor.references) {
            for port in self.offers(part, other) {
                let end = connection_end(&part.name.path, port, kind);
                let outcome = match other {
                    Side::Source => self.check_connection(&end.end, from, None),
                    Side::Target => self.check_connection(from, &end.end, None),
                };
                ends.push(CandidateEnd { end, refused: outcome.err().map(reason) });
            }
        }
        ends
    }

    /// All properties that can take the value of `from`, or whose value it can take: as its whole value, or inside a text.
    pub(super) fn candidate_mappings(&self, from: &End, direction: Direction, is_whole: bool) -> Vec<CandidateEnd> {
        let part = if from.vertex.is_root() { None } else { self.part(&from.vertex).ok() };
        let from = PropertyRef { part, property: &from.port };
        let reading = direction == Direction::Outgoing;
        let cycle = self.cycle(from, direction);
        let owners = self.descriptor.composition.iter().chain(&self.descriptor.references).map(Some);
        let mut ends = Vec::new();
        for owner in owners.chain([None]) {
            let vertex = owner.map_or_else(NodePath::root, |part| part.name.path.clone());
            let (read, set) = value_kinds(&vertex);
            for name in self.property_names(owner) {
                let other = PropertyRef { part: owner, property: &name };
                let (source, target) = if reading { (from, other) } else { (other, from) };
                let refuse = || match is_whole {
                    true => self.refuse_mapping(source, target, &cycle),
                    false => self.refuse_flow(source, target, &cycle),
                };
                let outcome = self.refuse_setting(target).and_then(|()| refuse());
                let end = connection_end(&vertex, name.clone(), if reading { set } else { read });
                ends.push(CandidateEnd { end, refused: outcome.err().map(reason) });
            }
        }
        ends
    }

    /// The descriptors whose components could be at the other end of a relationship from `from`.
    pub fn fitting(&self, from: &End, kind: PortKind) -> Vec<DescriptorRef> {
        let side = match kind {
            PortKind::Capability => Side::Source,
            PortKind::Requirement => Side::Target,
            PortKind::Input | PortKind::Output => return Vec::new(),
        };
        let Ok(part) = self.part(&from.vertex) else { return Vec::new() };
        let declared = |of: &'a Descriptor, side: Side| match side {
            Side::Source => &of.capabilities,
            Side::Target => &of.requirements,
        };
        let other = if side == Side::Source { Side::Target } else { Side::Source };
        let known = self.type_of(part).map(|(_, of)| capability_type(declared(of, side), &from.port));
        let mut found: Vec<DescriptorRef> = Vec::new();
        for entry in self.catalog.entries().filter(|entry| entry.file != self.file.path) {
            let Some((_, of)) = crate::assembly::resolve(self.workspace, self.catalog, &entry.name) else { continue };
            let fits = declared(of, other).iter().any(|port| match &known {
                Some(Some(wanted)) => port.type_name.as_ref().is_some_and(|text| text.value == *wanted),
                Some(None) => false,
                None => true,
            });
            if fits && !found.contains(&entry.name) && self.refuse_containment(&entry.name).is_ok() {
                found.push(entry.name.clone());
            }
        }
        found
    }

    /// The capabilities or requirements of a part. If its type is missing, those that the text mentions.
    pub(super) fn offers(&self, part: &Component, side: Side) -> Vec<SmolStr> {
        let declared = |of: &'a Descriptor| match side {
            Side::Source => &of.capabilities,
            Side::Target => &of.requirements,
        };
        match self.type_of(part) {
            Some((_, of)) => declared(of).iter().map(|port| port.name.text.clone()).collect(),
            None => {
                let spoken_of = self.descriptor.relationships.iter().flat_map(|found| texts(found, side));
                let of_part = spoken_of.filter_map(split).filter(|(name, _)| *name == part.name.text);
                let mut ports: Vec<SmolStr> = Vec::new();
                for (_, port) in of_part {
                    if !ports.contains(&port) {
                        ports.push(port);
                    }
                }
                ports
            }
        }
    }

    /// The properties that the type of a part declares, then those that only the part has. Without a part, those of the
    /// assembly.
    fn property_names(&self, part: Option<&Component>) -> Vec<SmolStr> {
        let Some(part) = part else {
            return self.descriptor.properties.iter().map(|property| property.name.text.clone()).collect();
        };
        let declared = self.type_of(part).map_or(&[][..], |(_, of)| &of.properties);
        let own = part.properties.iter().filter(|own| !declared.iter().any(|other| other.name.text == own.name.text));
        declared.iter().chain(own).map(|property| property.name.text.clone()).collect()
    }
}

/// The kinds of the ports where a value of this box is read and where one is set, seen from inside the assembly.
pub(super) fn value_kinds(vertex: &NodePath) -> (PortKind, PortKind) {
    if vertex.is_root() { (PortKind::Input, PortKind::Output) } else { (PortKind::Output, PortKind::Input) }
}

pub(super) fn connection_end(vertex: &NodePath, port: SmolStr, kind: PortKind) -> ConnectionEnd {
    ConnectionEnd { end: End { vertex: vertex.clone(), port }, kind }
}

pub(super) fn reason(error: EditError) -> String {
    error.to_string()
}
