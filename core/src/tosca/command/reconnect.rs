//! Moves an end of a requirement, of a membership, of a value, of the order of steps or of a
//! derivation to another port.

use crate::context::FileContext;
use crate::edit::{Change, EditError};
use crate::editing::{Boxes, check_candidate, link, put, remove_empty};
use crate::symbol::SymbolKind;
use crate::syntax::patch::Draft;
use crate::syntax::{Node, NodePath};
use crate::topology::{CandidateEnd, ConnectionEnd, End, MovedEnd, PortKind};
use crate::tosca::command::{flow, hierarchy, steps};
use crate::tosca::fulfilment::{Assignment, NodeTemplate, TargetNode};
use crate::tosca::model::GROUPS;
use crate::tosca::requirement::{
    FEATURE, Wiring, assignment, capabilities, is_node, open_assignment, place, requirements,
};

/// A temporary item of a new list.
const STAND_IN: &str = "descriptorium-stand-in";

pub fn start(context: FileContext<'_>, boxes: &Boxes, moved: &MovedEnd) -> Option<ConnectionEnd> {
    match Kind::of(&moved.path) {
        Kind::Derivation => hierarchy::reconnection_start(moved),
        Kind::Step => steps::reconnect::start(moved),
        Kind::Requirement => Some(Requirement::of(context, moved)?.start(moved)),
        Kind::Member => link::reconnection_start(context, boxes, moved),
        Kind::Value => flow::reconnect::start(context, moved),
    }
}

pub fn candidates(context: FileContext<'_>, boxes: &Boxes, moved: &MovedEnd) -> Vec<CandidateEnd> {
    match Kind::of(&moved.path) {
        Kind::Derivation => hierarchy::reconnection_candidates(context, moved),
        Kind::Step => steps::reconnect::candidates(context, moved),
        Kind::Requirement => {
            Requirement::of(context, moved).map_or(Vec::new(), |requirement| requirement.candidates(moved))
        }
        Kind::Member => link::reconnection_candidates(context, boxes, moved),
        Kind::Value => flow::reconnect::candidates(context, moved),
    }
}

pub fn run(context: FileContext<'_>, boxes: &Boxes, moved: &MovedEnd, to: &End) -> Result<Change, EditError> {
    match Kind::of(&moved.path) {
        Kind::Derivation => hierarchy::reconnect(context, moved, to),
        Kind::Step => steps::reconnect::run(context, moved, to),
        Kind::Requirement => {
            let requirement = Requirement::of(context, moved);
            requirement.ok_or_else(|| EditError::Missing(moved.path.to_string()))?.reconnect(moved, to)
        }
        Kind::Member => link::reconnect(context, boxes, moved, to),
        Kind::Value => flow::reconnect::reconnect(context, moved, to),
    }
}

/// The kind of connection that a path represents.
enum Kind {
    Requirement,
    Member,
    Value,
    /// The order of steps of a workflow.
    Step,
    /// The parent of a type.
    Derivation,
}

impl Kind {
    fn of(path: &NodePath) -> Self {
        // NODE/requirements/INDEX/NAME
        let node = path.parent().and_then(|item| item.parent()).filter(|list| list.last_key() == Some("requirements"));
        match node.and_then(|list| list.parent()) {
            Some(node) if is_node(&node) => Kind::Requirement,
            _ if hierarchy::is_derivation(path) => Kind::Derivation,
            _ if steps::reconnect::is_connection(path) => Kind::Step,
            _ if path.starts_with(&NodePath::keys(GROUPS)) => Kind::Member,
            _ => Kind::Value,
        }
    }
}

/// A requirement assignment whose end is moved.
struct Requirement<'a> {
    context: FileContext<'a>,
    /// The topology without the assignment.
    wiring: Wiring<'a>,
    giver: usize,
    taker: usize,
    assignment: Assignment<'a>,
}

impl<'a> Requirement<'a> {
    fn of(context: FileContext<'a>, moved: &MovedEnd) -> Option<Self> {
        let mut wiring = Wiring::of(context);
        let (giver, taker) = if moved.is_source { (&moved.from, &moved.other) } else { (&moved.other, &moved.from) };
        let index_of = |vertex: &NodePath| wiring.all.nodes.iter().position(|node| node.path == *vertex);
        let (giver, taker) = (index_of(&giver.vertex)?, index_of(&taker.vertex)?);
        let node = wiring.all.nodes.get_mut(taker)?;
        let list = node.path.key("requirements");
        // One that is copied from another template is edited there.
        let is_here = |own: &Assignment<'_>| !own.is_copied && list.index(own.index).key(own.name) == moved.path;
        let at = node.assignments.iter().position(is_here)?;
        let assignment = node.assignments.remove(at);
        let is_met = matches!(assignment.target, TargetNode::Template(index) if index == giver);
        is_met.then_some(Requirement { context, wiring, giver, taker, assignment })
    }

    fn node(&self, index: usize) -> Option<&NodeTemplate<'a>> {
        self.wiring.all.nodes.get(index)
    }

    /// The end that stays.
    fn start(&self, moved: &MovedEnd) -> ConnectionEnd {
        let (port, kind) = match moved.is_source {
            true => (self.assignment.name.into(), PortKind::Requirement),
            false => (moved.other.port.clone().unwrap_or_else(|| FEATURE.into()), PortKind::Capability),
        };
        ConnectionEnd { end: End { vertex: moved.other.vertex.clone(), port }, kind }
    }

    fn candidates(&self, moved: &MovedEnd) -> Vec<CandidateEnd> {
        let start = self.start(moved);
        let other = if moved.is_source { self.taker } else { self.giver };
        let Some(stays) = self.node(other) else { return Vec::new() };
        let kind = if moved.is_source { PortKind::Capability } else { PortKind::Requirement };
        let mut ends = Vec::new();
        for node in self.wiring.all.nodes.iter().filter(|node| node.path != stays.path) {
            for port in if moved.is_source { capabilities(node) } else { requirements(node) } {
                let refused = match moved.is_source {
                    true => self.check((node, &port), (stays, &start.end.port)),
                    false => self.check((stays, &start.end.port), (node, &port)),
                };
                let end = ConnectionEnd { end: End { vertex: node.path.clone(), port }, kind };
                ends.push(CandidateEnd { end, refused: refused.err() });
            }
        }
        ends.retain(|candidate| !moved.is_at(&candidate.end.end));
        ends
    }

    fn check(
        &self,
        giver: (&NodeTemplate<'a>, &str),
        (taker, requirement): (&NodeTemplate<'a>, &str),
    ) -> Result<(), String> {
        let kept = Some(&self.assignment).filter(|_| !self.has_plain_relationship());
        self.wiring.check(giver, (taker, requirement), kept)?;
        // The list of the node itself does not contain the assignment any more.
        let is_own = self.node(self.taker).is_some_and(|own| own.path == taker.path);
        if !is_own && open_assignment(taker, requirement).is_some() {
            return Err(format!("`{}` assigns `{requirement}` already, without naming a node template", taker.name));
        }
        Ok(())
    }

    /// Whether the assignment states nothing about its relationship but its type, which can be replaced.
    fn has_plain_relationship(&self) -> bool {
        let Some(stated) = self.assignment.get("relationship") else { return true };
        let name = stated.as_text();
        name.is_some_and(|name| self.wiring.scope.get(SymbolKind::Relationship, name).is_none())
    }

    fn reconnect(&self, moved: &MovedEnd, to: &End) -> Result<Change, EditError> {
        let missing = |path: &NodePath| EditError::Missing(path.to_string());
        check_candidate(self.candidates(moved), to)?;
        let start = self.start(moved);
        let (giver, taker) = if moved.is_source { (to, &start.end) } else { (&start.end, to) };
        let node = |end: &End| self.wiring.node(&end.vertex).ok_or_else(|| missing(&end.vertex));
        let (giver, taker) = ((node(giver)?, giver.port.as_str()), (node(taker)?, taker.port.as_str()));
        let mut draft = self.context.file.draft();
        let path = self.moved_to(&mut draft, &moved.path, taker)?;
        self.name(&mut draft, &path, giver, taker)?;
        let title = format!("Reconnect {} of {}", self.assignment.name, taker.0.name);
        Ok(Change::of_file(title, self.context.file.path.clone(), draft.finish()))
    }

    /// Makes the assignment at `path` one of another requirement, and returns its path there.
    fn moved_to(
        &self,
        draft: &mut Draft,
        path: &NodePath,
        (taker, requirement): (&NodeTemplate<'a>, &str),
    ) -> Result<NodePath, EditError> {
        let missing = || EditError::Missing(path.to_string());
        let item = path.parent().ok_or_else(missing)?;
        let (before, list) = (item.parent().ok_or_else(missing)?, taker.path.key("requirements"));
        let index = if before == list {
            self.assignment.index
        } else {
            let count = draft.tree().root().and_then(|root| root.at(&list)).map_or(0, |list| list.items().len());
            let index = place(taker, requirement).unwrap_or(count);
            if count == 0 {
                put(self.context.file, draft, &list, &vec![STAND_IN].into())?;
                draft.move_item(&item, &list, 0)?;
                draft.remove(&list.index(1))?;
            } else {
                draft.move_item(&item, &list, index)?;
            }
            remove_empty(self.context, draft, &before)?;
            index
        };
        draft.rename_key(&list.index(index).key(self.assignment.name), requirement)?;
        Ok(list.index(index).key(requirement))
    }

    /// Writes the node, and the capability and relationship if they must be stated or do not fit, to the assignment at `path`.
    fn name(
        &self,
        draft: &mut Draft,
        path: &NodePath,
        (giver, capability): (&NodeTemplate<'a>, &str),
        (taker, requirement): (&NodeTemplate<'a>, &str),
    ) -> Result<(), EditError> {
        let wiring = &self.wiring;
        let needed = wiring.ambiguous_capability(giver, capability, taker, requirement);
        let relationship = wiring.other_relationship((giver, capability), (taker, requirement));
        let value = self.assignment.value;
        if value.entries().is_empty() {
            let new = assignment(giver.name, needed, relationship.as_deref());
            let is_same = new.as_str().is_some_and(|new| value.as_text() == Some(new));
            return if is_same { Ok(()) } else { draft.replace(path, &new) };
        }
        let set = |draft: &mut Draft, key: &str, text: &str| match value.get(key).and_then(Node::as_text) {
            Some(present) if present == text => Ok(()),
            Some(_) => draft.replace(&path.key(key), &text.into()),
            None => put(self.context.file, draft, &path.key(key), &text.into()),
        };
        set(draft, "node", giver.name)?;
        match self.assignment.get("capability").and_then(Node::as_text) {
            Some(stated) if self.means(stated, giver, capability) => {}
            Some(_) => set(draft, "capability", capability)?,
            None => needed.map_or(Ok(()), |needed| set(draft, "capability", needed))?,
        }
        let stated = self.assignment.get("relationship");
        let fits = wiring.all.fits_stated(&wiring.scope, &self.assignment, (taker, requirement), (giver, capability));
        match (stated, relationship) {
            (Some(_), _) if fits.is_ok() => Ok(()),
            (_, Some(other)) => set(draft, "relationship", &other),
            (Some(_), None) => draft.remove(&path.key("relationship")),
            (None, None) => Ok(()),
        }
    }

    /// Whether a stated capability, by its name or type, is this one of the node and no other.
    fn means(&self, stated: &str, giver: &NodeTemplate<'a>, capability: &str) -> bool {
        if giver.shape.capability(stated).is_some() || stated == capability {
            return stated == capability;
        }
        let of_type = giver.shape.capabilities.iter().filter(|known| known.of.derives_from(stated));
        of_type.map(|known| known.name.as_str()).eq([capability])
    }
}
