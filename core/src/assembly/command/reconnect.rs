//! Moves an end of a relationship or of a mapped value to another port.

use petgraph::Direction;

use crate::assembly::interpolation::{Interpolation, PropertyPath, Segment};
use crate::assembly::model::{Property, Relationship};
use crate::assembly::values::values;
use crate::edit::{Change, EditError};
use crate::editing;
use crate::syntax::patch::Draft;
use crate::syntax::{Node, NodePath};
use crate::topology::{CandidateEnd, ConnectionEnd, EdgeEnd, End, MovedEnd, PortKind};

use super::border::{Side, split, texts};
use super::candidates::{connection_end, reason, value_kinds};
use super::extract::item;
use super::rewrite::{New, deeper, rewrite};
use super::section::remove_if_empty;
use super::{Subject, refused};

/// A connection of the diagram whose end is moved.
enum Connection<'a> {
    /// A relationship, with the side of the end and its position in the list there.
    Relationship(&'a Relationship, Side, usize),
    /// A property with a value that reads others.
    Value(&'a Property),
}

impl<'a> Subject<'a> {
    /// The end of a connection that stays when the other one is moved; `None` if that cannot be moved.
    pub fn reconnection_start(&self, moved: &MovedEnd) -> Option<ConnectionEnd> {
        let EdgeEnd { vertex, port } = &moved.other;
        let port = port.clone()?;
        let kind = match self.connection(moved)? {
            Connection::Relationship(_, Side::Source, _) => PortKind::Requirement,
            Connection::Relationship(_, Side::Target, _) => PortKind::Capability,
            Connection::Value(_) if moved.is_source => value_kinds(vertex).1,
            Connection::Value(property) => {
                // The value moves with its end, so it must not have others.
                let is_only = |reference: &PropertyPath| reads(*self, &moved.other, reference).is_some();
                all_references(property.value.as_ref()?, &is_only).then_some(value_kinds(vertex).0)?
            }
        };
        Some(connection_end(vertex, port, kind))
    }

    /// All ports that the end of a connection could be moved to, each with the reason if it is refused.
    pub fn reconnection_candidates(&self, moved: &MovedEnd) -> Vec<CandidateEnd> {
        let Some(start) = self.reconnection_start(moved) else { return Vec::new() };
        let mut ends = match self.connection(moved) {
            Some(Connection::Relationship(relationship, side, _)) => {
                let kind = if side == Side::Source { PortKind::Capability } else { PortKind::Requirement };
                let parts = self.descriptor.composition.iter().chain(&self.descriptor.references);
                let ends = parts.flat_map(|part| {
                    let ports = self.offers(part, side).into_iter();
                    ports.map(|port| connection_end(&part.name.path, port, kind))
                });
                let refused = |end: &End| self.check_moved(relationship, side, end).err().map(reason);
                ends.map(|end| CandidateEnd { refused: refused(&end.end), end }).collect()
            }
            Some(Connection::Value(property)) => {
                let direction = if moved.is_source { Direction::Incoming } else { Direction::Outgoing };
                self.candidate_mappings(&start.end, direction, self.is_whole(property, moved))
            }
            None => Vec::new(),
        };
        ends.retain(|candidate| !moved.is_at(&candidate.end.end));
        ends
    }

    pub fn reconnect(self, moved: &MovedEnd, to: &End) -> Result<Change, EditError> {
        editing::check_candidate(self.reconnection_candidates(moved), to)?;
        let missing = || EditError::Missing(moved.path.to_string());
        let mut draft = self.file.draft();
        let title = match self.connection(moved).ok_or_else(missing)? {
            Connection::Relationship(relationship, side, index) => {
                self.move_end(&mut draft, (relationship, side, index), to)?;
                format!("Reconnect {}", relationship.name.text)
            }
            Connection::Value(property) => {
                match moved.is_source {
                    true => self.read_other(&mut draft, property, &moved.from, to)?,
                    false => self.set_other(&mut draft, property, to)?,
                }
                format!("Reconnect {}", property.name.text)
            }
        };
        Ok(Change::of_file(title, self.file.path.clone(), draft.finish()))
    }

    fn connection(&self, moved: &MovedEnd) -> Option<Connection<'a>> {
        let descriptor = self.descriptor;
        let is_here = |path: &NodePath| *path == moved.path;
        if let Some(relationship) = descriptor.relationships.iter().find(|found| is_here(&found.name.path)) {
            let side = if moved.is_source { Side::Source } else { Side::Target };
            let part = &self.part(&moved.from.vertex).ok()?.name.text;
            let written = moved.from.port.as_ref().map_or_else(|| part.to_string(), |port| format!("{part}.{port}"));
            let index = texts(relationship, side).iter().position(|text| text.value == *written)?;
            return Some(Connection::Relationship(relationship, side, index));
        }
        let parts = descriptor.composition.iter().chain(&descriptor.references);
        let mut properties = descriptor.properties.iter().chain(parts.flat_map(|part| &part.properties));
        properties.find(|property| is_here(&property.name.path)).map(Connection::Value)
    }

    /// Checks whether an end of a relationship can be moved to `to`.
    fn check_moved(&self, relationship: &Relationship, side: Side, to: &End) -> Result<(), EditError> {
        let written = format!("{}.{}", self.part(&to.vertex)?.name.text, to.port);
        let name = &relationship.name.text;
        if texts(relationship, side).iter().any(|text| text.value == *written) {
            return Err(refused(format!("`{name}` already names `{written}`")));
        }
        for (part, port) in texts(relationship, side.other()).iter().filter_map(split) {
            let Some(part) = self.descriptor.part(&part) else { continue };
            let other = End { vertex: part.name.path.clone(), port };
            match side {
                Side::Source => self.check_connection(to, &other, Some(relationship))?,
                Side::Target => self.check_connection(&other, to, Some(relationship))?,
            }
        }
        Ok(())
    }

    /// Names another port at an end of a relationship.
    fn move_end(
        &self,
        draft: &mut Draft,
        (relationship, side, index): (&Relationship, Side, usize),
        to: &End,
    ) -> Result<(), EditError> {
        let path = &relationship.name.path;
        let new = &self.part(&to.vertex)?.name.text;
        draft.replace(&item(draft, &path.key(side.key()), index), &format!("{new}.{}", to.port).into())?;
        let Some((old, _)) = texts(relationship, side).get(index).and_then(split) else { return Ok(()) };
        let others = texts(relationship, side).iter().enumerate().filter(|(at, _)| *at != index).map(|(_, text)| text);
        let mut ends = others.chain(texts(relationship, side.other())).filter_map(split);
        if *new == old || ends.any(|(part, _)| part == old) {
            return Ok(());
        }
        // Operations can only be called of components at the ends.
        for (transition, calls) in [("Create", &relationship.create), ("Cease", &relationship.cease)] {
            for (index, text) in calls.iter().enumerate() {
                if let Some((_, operation)) = split(text).filter(|(part, _)| *part == old) {
                    let list = path.key("lifecycle").key(transition);
                    draft.replace(&item(draft, &list, index), &format!("{new}.{operation}").into())?;
                }
            }
        }
        Ok(())
    }

    /// Reads another property, wherever a value reads the one at `from`.
    fn read_other(&self, draft: &mut Draft, property: &Property, from: &EdgeEnd, to: &End) -> Result<(), EditError> {
        let head = match to.vertex.is_root() {
            true => to.port.to_string(),
            false => format!("{}.{}", self.part(&to.vertex)?.name.text, to.port),
        };
        let place = property.name.path.key("value");
        let all = values(self.descriptor);
        let own = all.iter().filter(|value| value.path.starts_with(&place));
        rewrite(draft, own, |_, reference| reads(*self, from, reference).map(|rest| New::Path(deeper(&head, rest))))
    }

    /// Moves the value of a property to another one.
    fn set_other(&self, draft: &mut Draft, property: &Property, to: &End) -> Result<(), EditError> {
        let old = &property.name.path;
        let place = to.vertex.key("properties").key(&to.port);
        let root = self.file.root.as_deref();
        let has_value_alone = root.and_then(|root| root.at(old)).is_some_and(|node| node.entries().len() == 1);
        let is_new = root.is_none_or(|root| root.at(&place).is_none());
        // A property of the assembly stays without a value.
        let is_own = old.steps().len() == 2;
        if has_value_alone && is_new && !is_own {
            editing::move_entry(self.file, draft, old, &place)?;
        } else {
            editing::move_entry(self.file, draft, &old.key("value"), &place.key("value"))?;
            if has_value_alone && !is_own {
                draft.remove(old)?;
            }
        }
        match old.parent().filter(|_| !is_own) {
            Some(section) => remove_if_empty(draft, &section),
            None => Ok(()),
        }
    }

    /// Whether the value of a property is the value of the other one, and nothing else.
    fn is_whole(&self, property: &Property, moved: &MovedEnd) -> bool {
        let source = if moved.is_source { &moved.from } else { &moved.other };
        let value = property.value.as_ref().map(|value| Interpolation::of(value, ""));
        let whole = value.as_ref().and_then(Interpolation::whole);
        whole.and_then(|path| reads(*self, source, path)).is_some_and(<[Segment]>::is_empty)
    }
}

/// The segments behind the property that a reference reads, if that is the one at `end`.
fn reads<'r>(subject: Subject<'_>, end: &EdgeEnd, reference: &'r PropertyPath) -> Option<&'r [Segment]> {
    let part = subject.descriptor.part(reference.head());
    let (vertex, port, count) = match (part, reference.name(1)) {
        (Some(part), Some(port)) => (part.name.path.clone(), port, 2),
        _ => (NodePath::root(), reference.head(), 1),
    };
    let is_there = vertex == end.vertex && end.port.as_deref() == Some(port);
    is_there.then(|| reference.segments.get(count..).unwrap_or_default())
}

/// Whether `is` holds for all references in a value.
fn all_references(node: &Node, is: &impl Fn(&PropertyPath) -> bool) -> bool {
    let entries = node.entries().iter().map(|entry| &entry.value);
    Interpolation::of(node, "").references().all(is)
        && entries.chain(node.items()).all(|inner| all_references(inner, is))
}
