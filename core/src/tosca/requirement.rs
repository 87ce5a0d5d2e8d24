//! Connections between node templates: a capability of one meets a requirement of another (TOSCA 1.2, 3.7.2). Their
//! types decide whether they fit. If a type is not available, nothing is refused.

use std::collections::HashSet;

use serde_yaml::{Mapping, Value};
use smol_str::SmolStr;

use crate::context::FileContext;
use crate::edit::{Change, EditError};
use crate::editing::{append, put};
use crate::symbol::SymbolKind;
use crate::syntax::patch::Draft;
use crate::syntax::{Node, NodePath};
use crate::topology::{CandidateEnd, ConnectionEnd, End, PortKind};
use crate::tosca::effective::{Definition, named};
use crate::tosca::fulfilment::{Assignment, Fulfilment, NodeTemplate, Refusal, TargetNode};
use crate::tosca::model::TEMPLATES;
use crate::tosca::occurrences::Occurrences;
use crate::tosca::scope::Scope;
use crate::tosca::shape::{RelationshipShape, any_admits};

/// The capability of every node (T-5.9.1-2), used by plain dependencies.
pub(super) const FEATURE: &str = "feature";
/// The requirement of every node, which that capability meets.
const DEPENDENCY: &str = "dependency";

/// Whether a box is a node template.
pub fn is_node(vertex: &NodePath) -> bool {
    vertex.parent() == Some(NodePath::keys(TEMPLATES))
}

/// The ports of a node template where a connection can begin: its requirements, then its capabilities.
pub fn starts(context: FileContext<'_>, vertex: &NodePath) -> Vec<ConnectionEnd> {
    let wiring = Wiring::of(context);
    let Some(node) = wiring.node(vertex) else { return Vec::new() };
    let end = |port: SmolStr, kind| ConnectionEnd { end: End { vertex: vertex.clone(), port }, kind };
    let requirements = requirements(node).into_iter().map(|port| end(port, PortKind::Requirement));
    let capabilities = capabilities(node).into_iter().map(|port| end(port, PortKind::Capability));
    requirements.chain(capabilities).collect()
}

/// Every possible end of a connection from `from`, with the reason if it is refused.
pub fn candidates(context: FileContext<'_>, from: &End, kind: PortKind) -> Vec<CandidateEnd> {
    let wiring = Wiring::of(context);
    let Some(own) = wiring.node(&from.vertex) else { return Vec::new() };
    let mut ends = Vec::new();
    for other in wiring.all.nodes.iter().filter(|other| other.path != own.path) {
        let (ports, kind) = match kind {
            PortKind::Requirement => (capabilities(other), PortKind::Capability),
            PortKind::Capability if has_capability(own, &from.port) => (requirements(other), PortKind::Requirement),
            _ => return Vec::new(),
        };
        for port in ports {
            let refused = match kind {
                PortKind::Capability => wiring.check((other, &port), (own, &from.port), None),
                _ => wiring.check((own, &from.port), (other, &port), None),
            };
            let end = ConnectionEnd { end: End { vertex: other.path.clone(), port }, kind };
            ends.push(CandidateEnd { end, refused: refused.err() });
        }
    }
    ends
}

/// Connects the capability `source` to the requirement `target`. Uses an assignment that names no node yet, or adds
/// one.
pub fn connect(context: FileContext<'_>, source: &End, target: &End) -> Result<Change, EditError> {
    let wiring = Wiring::of(context);
    let node = |end: &End| wiring.node(&end.vertex).ok_or_else(|| EditError::Missing(end.vertex.to_string()));
    let (giver, taker) = (node(source)?, node(target)?);
    if giver.path == taker.path {
        return Err(EditError::Refused(format!("`{}` cannot meet its own requirement", giver.name)));
    }
    wiring.check((giver, &source.port), (taker, &target.port), None).map_err(EditError::Refused)?;
    let capability = wiring.ambiguous_capability(giver, &source.port, taker, &target.port);
    let relationship = wiring.other_relationship((giver, &source.port), (taker, &target.port));
    let relationship = relationship.as_deref();
    let requirements = taker.path.key("requirements");
    let file = context.file;
    let mut draft = file.draft();
    match open_assignment(taker, &target.port) {
        Some((index, value)) => {
            let path = requirements.index(index).key(&target.port);
            if value.entries().is_empty() {
                draft.replace(&path, &assignment(giver.name, capability, relationship))?;
            } else {
                put(file, &mut draft, &path.key("node"), &giver.name.into())?;
                // Conditions select among nodes of a type (T-3.7.2-11).
                if value.get("node_filter").is_some() {
                    draft.remove(&path.key("node_filter"))?;
                }
                if let Some(capability) = capability.filter(|_| value.get("capability").is_none()) {
                    put(file, &mut draft, &path.key("capability"), &capability.into())?;
                }
                if let Some(relationship) = relationship.filter(|_| value.get("relationship").is_none()) {
                    put(file, &mut draft, &path.key("relationship"), &relationship.into())?;
                }
            }
        }
        None => {
            new_requirement(context, &mut draft, taker, &target.port, assignment(giver.name, capability, relationship))?
        }
    }
    Ok(Change::of_file(format!("Connect {} to {}", taker.name, giver.name), file.path.clone(), draft.finish()))
}

/// Adds a requirement assignment, in the order of the definitions: after the last assignment of the same requirement or
/// of one that is defined before it.
pub fn new_requirement(
    context: FileContext<'_>,
    draft: &mut Draft,
    taker: &NodeTemplate<'_>,
    requirement: &str,
    value: Value,
) -> Result<(), EditError> {
    let list = taker.path.key("requirements");
    let item = Value::Mapping(Mapping::from_iter([(Value::from(requirement), value)]));
    match place(taker, requirement) {
        Some(index) => draft.insert_item(&list, index, &item),
        None => append(context.file, draft, &list, item),
    }
}

/// The position in the list for an assignment of a requirement in the order of the definitions; `None` for the end.
pub(super) fn place(taker: &NodeTemplate<'_>, requirement: &str) -> Option<usize> {
    let rank = |name: &str| taker.shape.requirements.iter().position(|known| known.name == name);
    let own: Vec<&Assignment<'_>> = taker.assignments.iter().filter(|assignment| !assignment.is_copied).collect();
    // Where the author uses another order, the new one goes last.
    let ranks: Vec<Option<usize>> = own.iter().map(|assignment| rank(assignment.name)).collect();
    let new = rank(requirement).filter(|_| ranks.is_sorted() && ranks.iter().all(Option::is_some))?;
    let after = own.iter().zip(&ranks).find(|(_, rank)| rank.is_some_and(|rank| rank > new));
    after.map(|(after, _)| after.index)
}

/// A requirement of a node template whose target the orchestrator selects (T-14.4-1).
pub struct OpenRequirement<'f, 'a> {
    pub node: &'f NodeTemplate<'a>,
    pub name: SmolStr,
    /// Its own assignment, if it has one.
    pub assignment: Option<&'f Assignment<'a>>,
}

impl OpenRequirement<'_, '_> {
    /// The path of its assignment; without one, the path in the node template that leads to its name.
    pub fn path(&self) -> NodePath {
        let section = self.node.path.key("requirements");
        match self.assignment {
            Some(assignment) => section.index(assignment.index).key(&self.name),
            None => section.key(&self.name),
        }
    }
}

/// The requirements of a node template that are left to the orchestrator: assignments that name no node template, and
/// mandatory requirements without an assignment.
pub fn open_requirements<'f, 'a>(node: &'f NodeTemplate<'a>) -> Vec<OpenRequirement<'f, 'a>> {
    let is_open = |assignment: &&Assignment<'a>| matches!(assignment.target, TargetNode::Type(_) | TargetNode::Open);
    let assigned = node.assignments.iter().filter(is_open).map(|assignment| OpenRequirement {
        node,
        name: assignment.name.into(),
        assignment: Some(assignment).filter(|own| !own.is_copied),
    });
    let is_missing = |name: &str| node.assignments.iter().all(|assignment| assignment.name != name);
    let mandatory = node.shape.requirements.iter().filter(|one| one.occurrences.least > 0 && is_missing(&one.name));
    let missing = mandatory.map(|one| OpenRequirement { node, name: one.name.clone(), assignment: None });
    assigned.chain(missing).collect()
}

/// The open requirement at a path ([`OpenRequirement::path`]), or another one with its name: its first edit gives it an
/// assignment.
pub fn open_requirement<'f, 'a>(all: &'f Fulfilment<'a>, at: &NodePath) -> Option<OpenRequirement<'f, 'a>> {
    let node = all.nodes.iter().find(|node| at.starts_with(&node.path))?;
    let name = at.last_key()?;
    let mut open = open_requirements(node);
    open.retain(|one| one.name == name);
    let exact = open.iter().position(|one| one.path() == *at).unwrap_or_default();
    (!open.is_empty()).then(|| open.swap_remove(exact))
}

/// The short notation, or the extended one with a capability or the type of a relationship.
pub fn assignment(node: &str, capability: Option<&str>, relationship: Option<&str>) -> Value {
    if capability.is_none() && relationship.is_none() {
        return node.into();
    }
    let fields = [("node", Some(node)), ("capability", capability), ("relationship", relationship)];
    let fields = fields.into_iter().filter_map(|(key, text)| Some((Value::from(key), Value::from(text?))));
    Value::Mapping(fields.collect())
}

/// The node templates with what connects them.
pub(super) struct Wiring<'a> {
    pub(super) scope: Scope<'a>,
    pub(super) all: Fulfilment<'a>,
}

impl<'a> Wiring<'a> {
    pub(super) fn of(context: FileContext<'a>) -> Self {
        let scope = Scope::of(context);
        Wiring { all: Fulfilment::of(&scope), scope }
    }

    pub(super) fn node(&self, path: &NodePath) -> Option<&NodeTemplate<'a>> {
        self.all.nodes.iter().find(|node| node.path == *path)
    }

    /// The node templates that meet a requirement.
    fn met_by(&self, taker: &NodeTemplate<'a>, requirement: &str) -> Vec<&'a str> {
        let assigned = taker.assignments.iter().filter(|assignment| assignment.name == requirement);
        let target = |assignment: &Assignment<'a>| match assignment.target {
            TargetNode::Template(index) => self.all.nodes.get(index).map(|node| node.name),
            _ => None,
        };
        assigned.filter_map(target).collect()
    }

    /// Whether the connection is possible, or the reason why it is not. If it is that of an assignment, `kept`, its
    /// relationship must be possible, too.
    pub(super) fn check(
        &self,
        (giver, capability): (&NodeTemplate<'a>, &str),
        (taker, requirement): (&NodeTemplate<'a>, &str),
        kept: Option<&Assignment<'a>>,
    ) -> Result<(), String> {
        if !has_capability(giver, capability) {
            return Err(format!("`{}` has no capability `{capability}`", giver.name));
        }
        if !requirements(taker).iter().any(|known| known == requirement) && taker.shape.of.is_whole {
            return Err(format!("`{}` has no requirement `{requirement}`", taker.name));
        }
        self.fits((giver, capability), (taker, requirement), kept)?;
        if self.requires(giver, taker) {
            return Err(format!("`{}` requires `{}` already, so neither could start first", giver.name, taker.name));
        }
        let met = self.met_by(taker, requirement);
        if met.contains(&giver.name) {
            return Err(format!("`{}` already meets `{requirement}`", giver.name));
        }
        let known = taker.shape.requirement(requirement).map(|known| known.occurrences);
        let occurrences = known.or((requirement != DEPENDENCY).then_some(Occurrences::ONE));
        match (occurrences.and_then(|range| range.most), met.first()) {
            (Some(most), Some(first)) if met.len() as u64 >= most => {
                Err(format!("`{requirement}` is already met by `{first}`"))
            }
            _ => Ok(()),
        }
    }

    /// Whether a node requires another one, directly or through others.
    pub(super) fn requires(&self, node: &NodeTemplate<'a>, other: &NodeTemplate<'a>) -> bool {
        let (mut queue, mut seen) = (vec![node], HashSet::from([node.name]));
        while let Some(next) = queue.pop() {
            if next.name == other.name {
                return true;
            }
            for assignment in &next.assignments {
                if let TargetNode::Template(index) = assignment.target
                    && let Some(target) = self.all.nodes.get(index)
                    && seen.insert(target.name)
                {
                    queue.push(target);
                }
            }
        }
        false
    }

    /// The name of a capability, if the assignment must state it: the name of the node is enough if only one of its
    /// capabilities fits.
    pub(super) fn ambiguous_capability<'p>(
        &self,
        giver: &NodeTemplate<'a>,
        capability: &'p str,
        taker: &NodeTemplate<'a>,
        requirement: &str,
    ) -> Option<&'p str> {
        let fitting = capabilities(giver).into_iter();
        let fitting = fitting.filter(|port| self.fits((giver, port), (taker, requirement), None).is_ok()).count();
        (capability != FEATURE && fitting > 1).then_some(capability)
    }

    /// The relationship type to state, if that of the definition cannot target the capability: the only one derived from
    /// it that can.
    pub(super) fn other_relationship(
        &self,
        (giver, capability): (&NodeTemplate<'a>, &str),
        (taker, requirement): (&NodeTemplate<'a>, &str),
    ) -> Option<SmolStr> {
        let refusal = self.all.fits(&self.scope, taker, requirement, giver, capability).err()?;
        let wanted = taker.shape.requirement(requirement)?.relationship.as_ref()?;
        let capability = giver.shape.capability(capability)?;
        if !matches!(refusal, Refusal::RelationshipTarget { .. }) {
            return None;
        }
        let kind = SymbolKind::RelationshipType;
        let fits = |definition: &Definition<'a>| {
            let shape = RelationshipShape::of(&self.scope, self.scope.effective_of(kind, *definition));
            wanted.admits(&shape.of) == Some(true) && any_admits(&shape.valid_targets, &capability.of) == Some(true)
        };
        let mut found = self.scope.definitions(kind).into_iter().filter(fits);
        let first = found.next().filter(|_| found.next().is_none())?;
        Some(self.scope.prefixed(&first).unwrap_or_else(|| first.name.into()))
    }

    /// Whether the types of the capability and its node match the requirement.
    fn fits(
        &self,
        (giver, capability): (&NodeTemplate<'a>, &str),
        (taker, requirement): (&NodeTemplate<'a>, &str),
        kept: Option<&Assignment<'a>>,
    ) -> Result<(), String> {
        let fits = self.all.fits(&self.scope, taker, requirement, giver, capability);
        if let (Some(kept), Ok(()) | Err(Refusal::RelationshipTarget { .. })) = (kept, &fits) {
            let fits = self.all.fits_stated(&self.scope, kept, (taker, requirement), (giver, capability));
            return fits.map_err(|refusal| refusal.message(requirement));
        }
        match fits {
            Err(_) if self.other_relationship((giver, capability), (taker, requirement)).is_some() => Ok(()),
            fits => fits.map_err(|refusal| refusal.message(requirement)),
        }
    }
}

/// The requirements of the type of a node template, those it assigns, and the one of every node if its type is unknown.
pub(super) fn requirements(node: &NodeTemplate<'_>) -> Vec<SmolStr> {
    let of_type = node.shape.requirements.iter().map(|requirement| requirement.name.clone());
    let own = node.assignments.iter().map(|assignment| SmolStr::from(assignment.name));
    let of_every = (!node.shape.of.is_whole).then_some(SmolStr::new_static(DEPENDENCY));
    once_each(of_type.chain(own).chain(of_every))
}

/// The capabilities of the type of a node template, those it assigns, and the one of every node if its type is unknown.
pub(super) fn capabilities(node: &NodeTemplate<'_>) -> Vec<SmolStr> {
    let of_type = node.shape.capabilities.iter().map(|capability| capability.name.clone());
    let own = node.node.get("capabilities").into_iter().flat_map(named).map(|(name, _)| SmolStr::from(name));
    let of_every = (!node.shape.of.is_whole).then_some(SmolStr::new_static(FEATURE));
    once_each(of_type.chain(own).chain(of_every))
}

pub(super) fn has_capability(node: &NodeTemplate<'_>, name: &str) -> bool {
    capabilities(node).iter().any(|known| known == name)
}

/// The first assignment of a requirement that names no node template: an empty one, or one that names a type.
pub(super) fn open_assignment<'a>(taker: &NodeTemplate<'a>, requirement: &str) -> Option<(usize, &'a Node)> {
    let is_open = |assignment: &&Assignment<'a>| {
        assignment.name == requirement && !assignment.is_copied && !matches!(assignment.target, TargetNode::Template(_))
    };
    taker.assignments.iter().find(is_open).map(|assignment| (assignment.index, assignment.value))
}

fn once_each(names: impl Iterator<Item = SmolStr>) -> Vec<SmolStr> {
    let mut found: Vec<SmolStr> = Vec::new();
    for name in names {
        if !found.contains(&name) {
            found.push(name);
        }
    }
    found
}
