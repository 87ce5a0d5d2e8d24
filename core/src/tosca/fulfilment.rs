//! Requirement fulfilment in a topology: which capability of which node template meets each
//! requirement, by which relationship, and the reason if it cannot.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use smol_str::SmolStr;

use crate::symbol::SymbolKind;
use crate::syntax::{Entry, Node, NodePath};
use crate::tosca::effective::{Definition, Effective, named};
use crate::tosca::model::TEMPLATES;
use crate::tosca::scope::Scope;
use crate::tosca::shape::{
    CapabilityShape, NodeShape, RelationshipShape, RequirementShape, WantedType, any_admits, implied, names_of,
};

/// A node template with the shape of its type.
pub struct NodeTemplate<'a> {
    pub name: &'a str,
    pub path: NodePath,
    /// The key, for its span.
    pub key: &'a Node,
    pub node: &'a Node,
    /// The template that it copies.
    pub copied: Option<&'a Node>,
    pub shape: Rc<NodeShape<'a>>,
    /// Its requirement assignments; with `copy`, also those of the copied template.
    pub assignments: Vec<Assignment<'a>>,
}

/// A requirement assignment (3.7.2) with what it says and what it refers to.
pub struct Assignment<'a> {
    /// The name of the requirement, with its node.
    pub name: &'a str,
    pub key: &'a Node,
    /// The position in the list.
    pub index: usize,
    pub value: &'a Node,
    /// The node template or node type that it names.
    pub node: Option<&'a Node>,
    pub target: TargetNode<'a>,
    /// Whether it comes from the template that this one copies.
    pub is_copied: bool,
}

/// The node that a requirement assignment refers to.
pub enum TargetNode<'a> {
    /// The node template with this index.
    Template(usize),
    /// A node type: the orchestrator chooses the node.
    Type(Definition<'a>),
    /// Nothing: the orchestrator chooses the node by the requirement definition.
    Open,
    /// A name without a definition.
    Unresolved,
}

impl<'a> Assignment<'a> {
    /// The value of a keyname in the extended notation.
    pub fn get(&self, key: &str) -> Option<&'a Node> {
        self.value.get(key).filter(|value| !value.is_null())
    }

    /// The relationship template or type that it names, in either notation.
    pub fn relationship(&self) -> Option<&'a Node> {
        let stated = self.get("relationship")?;
        if stated.as_text().is_some() { Some(stated) } else { stated.get("type").filter(|name| !name.is_null()) }
    }
}

/// The node templates of a topology with their requirements.
pub struct Fulfilment<'a> {
    pub nodes: Vec<NodeTemplate<'a>>,
    by_name: HashMap<&'a str, usize>,
}

/// The types and names that decide whether a node template meets a requirement of another one: many connections of a
/// topology are between the same types.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Connection<'a> {
    source: *const NodeShape<'a>,
    requirement: &'a str,
    target: *const NodeShape<'a>,
    capability: Option<&'a str>,
    relationship: Option<&'a str>,
}

/// A requirement met by a capability.
#[derive(Clone)]
pub struct Edge {
    /// The index of the target node template.
    pub target: usize,
    /// The index of the capability in the shape of the target.
    pub capability: usize,
    pub reason: Reason,
    /// The type of the relationship, if known.
    pub relationship: Option<Arc<Effective>>,
}

/// A capability of a node template as a candidate for a requirement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    /// The index of the node template.
    pub node: usize,
    /// The index of the capability in the shape of the node template; `None` if it has none.
    pub capability: Option<usize>,
    /// The reason that rules it out.
    pub refusal: Option<Refusal>,
}

/// The reason why a capability was chosen.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The assignment names it.
    Named,
    /// No other capability of the node fits.
    Only,
    /// It has exactly the required type; others have derived types.
    Exact,
    /// It is the first of several that fit equally well: the order of declaration decides.
    First(Vec<SmolStr>),
}

/// The reason why a node or capability does not meet a requirement. Types are named as in their definitions.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The type of the node does not derive from the required one.
    NodeType { of: SmolStr, wanted: SmolStr },
    /// No capability of the node has the required type.
    NoCapability { node: SmolStr, wanted: SmolStr },
    /// The assignment names another capability, or a capability type that this one does not have.
    OtherCapability { wanted: SmolStr },
    /// The capability has another type.
    CapabilityType { capability: SmolStr, of: SmolStr, wanted: SmolStr },
    /// The capability does not accept nodes of this type.
    Source { capability: SmolStr, of: SmolStr, valid: String },
    /// The relationship does not derive from that of the requirement definition.
    Relationship { of: SmolStr, wanted: SmolStr },
    /// The capability has as many relationships as it accepts.
    Crowded { capability: SmolStr, most: u64 },
    /// The relationship cannot target the capability.
    RelationshipTarget { relationship: SmolStr, capability: SmolStr, of: SmolStr, valid: String },
}

impl Reason {
    pub fn in_words(&self) -> String {
        match self {
            Reason::Named => "named by the assignment".to_owned(),
            Reason::Only => "the only capability that fits".to_owned(),
            Reason::Exact => "the only capability of exactly this type".to_owned(),
            Reason::First(all) => format!("the first of {} capabilities that fit", all.len()),
        }
    }
}

impl Refusal {
    /// The number of conditions that are checked one after the other.
    pub const N_CONDITIONS: usize = 6;

    /// The number of conditions that are met before this one is not.
    pub fn n_met(&self) -> usize {
        match self {
            Refusal::NodeType { .. } => 0,
            Refusal::NoCapability { .. } | Refusal::CapabilityType { .. } => 1,
            Refusal::OtherCapability { .. } => 2,
            Refusal::Source { .. } => 3,
            Refusal::Relationship { .. } | Refusal::RelationshipTarget { .. } => 4,
            Refusal::Crowded { .. } => 5,
        }
    }

    /// The message for the requirement with this name.
    pub fn message(&self, requirement: &str) -> String {
        match self {
            Refusal::NodeType { wanted, .. } => format!("`{requirement}` requires a node of type `{wanted}`"),
            Refusal::NoCapability { node, wanted } => {
                format!("`{node}` has no capability of type `{wanted}`, which `{requirement}` requires")
            }
            Refusal::OtherCapability { wanted } => format!("`{requirement}` requires the capability `{wanted}`"),
            Refusal::CapabilityType { capability, of, wanted } => {
                format!("`{capability}` has type `{of}`, but `{requirement}` requires `{wanted}`")
            }
            Refusal::Source { capability, of, valid } => {
                format!("`{capability}` does not accept nodes of type `{of}`, only of {valid}")
            }
            Refusal::Relationship { of, wanted } => {
                format!("`{requirement}` requires a relationship of type `{wanted}`, not `{of}`")
            }
            Refusal::Crowded { capability, most } => {
                format!("`{capability}` already has as many relationships as it accepts: {most}")
            }
            Refusal::RelationshipTarget { relationship, capability, of, valid } => format!(
                "`{relationship}` cannot target `{capability}` of type `{of}`, only capabilities of type {valid}"
            ),
        }
    }
}

impl<'a> NodeTemplate<'a> {
    /// Its directives, or else those of the copied template.
    pub fn directives(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        directives(self.node, self.copied)
    }

    /// The artifact with this name: its own, or that of the copied template.
    pub fn artifact(&self, name: &str) -> Option<&'a Node> {
        let of = |template: &'a Node| template.get("artifacts")?.get(name);
        of(self.node).or_else(|| of(self.copied?))
    }
}

impl<'a> Fulfilment<'a> {
    pub fn of(scope: &Scope<'a>) -> Self {
        let at = NodePath::keys(TEMPLATES);
        let section = scope.file().root.as_ref().and_then(|root| root.at(&at));
        let entries: Vec<_> = section.into_iter().flat_map(named).collect();
        let mut by_name = HashMap::with_capacity(entries.len());
        for (index, (name, _)) in entries.iter().enumerate() {
            by_name.entry(*name).or_insert(index);
        }
        let copied = |node: &'a Node| {
            let index = *by_name.get(node.get("copy")?.as_text()?)?;
            entries.get(index).map(|(_, entry)| &entry.value)
        };
        let mut shapes: HashMap<Option<&'a str>, Rc<NodeShape<'a>>> = HashMap::new();
        let mut nodes = Vec::with_capacity(entries.len());
        for (name, entry) in &entries {
            let node = &entry.value;
            let source = copied(node);
            let of = node.get("type").or_else(|| source?.get("type")).and_then(Node::as_text);
            let shape = shapes.entry(of).or_insert_with(|| {
                let unknown = || Arc::new(Effective::unknown());
                let of = of.map_or_else(unknown, |of| scope.effective(SymbolKind::NodeType, of));
                Rc::new(NodeShape::of(scope, of))
            });
            let mut assignments = assignments(scope, &by_name, node, false);
            if let Some(source) = source {
                let inherited = self::assignments(scope, &by_name, source, true);
                let own: Vec<&str> = assignments.iter().map(|own| own.name).collect();
                assignments.extend(inherited.into_iter().filter(|other| !own.contains(&other.name)));
            }
            let (shape, path) = (Rc::clone(shape), at.key(name));
            nodes.push(NodeTemplate { name, path, key: &entry.key, node, copied: source, shape, assignments });
        }
        Fulfilment { nodes, by_name }
    }

    pub fn node(&self, name: &str) -> Option<&NodeTemplate<'a>> {
        self.nodes.get(*self.by_name.get(name)?)
    }

    /// The type of the relationship that an assignment states.
    fn stated_relationship(&self, scope: &Scope<'a>, assignment: &Assignment<'a>) -> Option<RelationshipShape> {
        let stated = assignment.relationship().and_then(Node::as_text)?;
        let name = match scope.get(SymbolKind::Relationship, stated) {
            None => stated,
            Some(template) => {
                let copied = || scope.get(SymbolKind::Relationship, template.node.get("copy")?.as_text()?);
                template.node.get("type").or_else(|| copied()?.node.get("type"))?.as_text()?
            }
        };
        Some(RelationshipShape::of(scope, scope.effective(SymbolKind::RelationshipType, name)))
    }

    /// Resolves an assignment that names a node template. `None` if there is nothing to decide: it names no
    /// template, or it depends on types that are not available or names that are reported elsewhere.
    pub fn resolve(
        &self,
        scope: &Scope<'a>,
        source: &NodeTemplate<'a>,
        assignment: &Assignment<'a>,
    ) -> Option<Result<Edge, Refusal>> {
        let TargetNode::Template(target) = assignment.target else { return None };
        let requirement = source.shape.requirement(assignment.name)?;
        let node = self.nodes.get(target)?;
        let named = assignment.get("capability").and_then(Node::as_text);
        let (capability, reason) = match choose(scope, source, requirement, named, node) {
            Ok(chosen) => chosen?,
            Err(refusal) => return Some(Err(refusal)),
        };
        let shape = node.shape.capabilities.get(capability)?;
        let stated = self.stated_relationship(scope, assignment);
        let relationship = stated.as_ref().or(requirement.default_relationship.as_ref());
        if let Some(relationship) = relationship
            && let Err(refusal) = connect(scope, requirement, shape, relationship, stated.is_some())
        {
            return Some(Err(refusal));
        }
        let relationship = relationship.map(|relationship| Arc::clone(&relationship.of));
        let relationship = relationship.or_else(|| implied(scope, &shape.of));
        Some(Ok(Edge { target, capability, reason, relationship }))
    }

    /// Decides all assignments that name a node template or a node type: the indices of the node template and the
    /// assignment, and the outcome. Types that fit are omitted, because they say nothing about the capability.
    pub fn decide(&self, scope: &Scope<'a>) -> Vec<(usize, usize, Result<Edge, Refusal>)> {
        let mut decided = Vec::new();
        let mut met: HashMap<Connection<'a>, Edge> = HashMap::new();
        for (index, node) in self.nodes.iter().enumerate() {
            for (at, assignment) in node.assignments.iter().enumerate() {
                let connection = self.connection(node, assignment);
                if let Some((target, known)) = connection.and_then(|(target, of)| Some((target, met.get(&of)?))) {
                    decided.push((index, at, Ok(Edge { target, ..known.clone() })));
                    continue;
                }
                let of_type = self.check_type(scope, node, assignment).err().map(Err);
                let outcome = of_type.or_else(|| self.resolve(scope, node, assignment));
                if let (Some((_, of)), Some(Ok(edge))) = (connection, &outcome) {
                    met.insert(of, edge.clone());
                }
                decided.extend(outcome.map(|outcome| (index, at, outcome)));
            }
        }
        decided
    }

    /// The node template that an assignment names, and what decides whether it meets the requirement.
    fn connection(&self, source: &NodeTemplate<'a>, assignment: &Assignment<'a>) -> Option<(usize, Connection<'a>)> {
        let TargetNode::Template(target) = assignment.target else { return None };
        let (source, requirement) = (Rc::as_ptr(&source.shape), assignment.name);
        let text = |node: Option<&'a Node>| node.and_then(Node::as_text);
        let (capability, relationship) = (text(assignment.get("capability")), text(assignment.relationship()));
        let target_shape = Rc::as_ptr(&self.nodes.get(target)?.shape);
        Some((target, Connection { source, requirement, target: target_shape, capability, relationship }))
    }

    /// Checks the types that an assignment without a node template names against the requirement definition.
    pub fn check_type(
        &self,
        scope: &Scope<'a>,
        source: &NodeTemplate<'a>,
        assignment: &Assignment<'a>,
    ) -> Result<(), Refusal> {
        let Some(requirement) = source.shape.requirement(assignment.name) else { return Ok(()) };
        match &assignment.target {
            TargetNode::Type(definition) => {
                fits_node(requirement, &scope.effective_of(SymbolKind::NodeType, *definition))?;
            }
            TargetNode::Open => {}
            TargetNode::Template(_) | TargetNode::Unresolved => return Ok(()),
        }
        match self.stated_relationship(scope, assignment) {
            Some(stated) => fits_relationship(requirement, &stated.of),
            None => Ok(()),
        }
    }

    /// Every capability of every other node template as a candidate for a requirement, in text order. A candidate is
    /// refused for the first reason that applies: its node type, the type of the capability, the type of the source,
    /// the relationship, and last the number of relationships.
    pub fn candidates(&self, scope: &Scope<'a>, source: &NodeTemplate<'a>, requirement: &str) -> Vec<Candidate> {
        let mut users: HashMap<(usize, usize), u64> = HashMap::new();
        for (index, at, outcome) in self.decide(scope) {
            let node = self.nodes.get(index);
            // The assignments of the requirement itself would be replaced.
            let is_own = node.is_some_and(|node| {
                node.name == source.name && node.assignments.get(at).is_some_and(|own| own.name == requirement)
            });
            if let Ok(edge) = outcome
                && !is_own
            {
                *users.entry((edge.target, edge.capability)).or_default() += 1;
            }
        }
        let mut found = Vec::new();
        for (node, target) in self.nodes.iter().enumerate().filter(|(_, target)| target.name != source.name) {
            let refused =
                |capability: &CapabilityShape| self.fits(scope, source, requirement, target, &capability.name);
            for (index, capability) in target.shape.capabilities.iter().enumerate() {
                let count = users.get(&(node, index)).copied().unwrap_or_default();
                let most = capability.occurrences.and_then(|range| range.most).filter(|most| count >= *most);
                let crowded = most.map(|most| Refusal::Crowded { capability: capability.name.clone(), most });
                let refusal = refused(capability).err().or(crowded);
                found.push(Candidate { node, capability: Some(index), refusal });
            }
            if target.shape.capabilities.is_empty() && target.shape.of.is_whole {
                let wanted = source.shape.requirement(requirement).and_then(|known| known.capability.clone());
                let wanted = wanted.map(|wanted| wanted.name).unwrap_or_default();
                let refusal = Some(Refusal::NoCapability { node: target.name.into(), wanted });
                found.push(Candidate { node, capability: None, refusal });
            }
        }
        found
    }

    /// Whether a capability of a node template can meet a requirement of another one, without regard to what already
    /// meets it.
    pub fn fits(
        &self,
        scope: &Scope<'a>,
        source: &NodeTemplate<'a>,
        requirement: &str,
        target: &NodeTemplate<'a>,
        capability: &str,
    ) -> Result<(), Refusal> {
        let Some(requirement) = source.shape.requirement(requirement) else { return Ok(()) };
        fits_node(requirement, &target.shape.of)?;
        let Some(capability) = target.shape.capability(capability) else { return Ok(()) };
        fits_capability(requirement, capability)?;
        fits_source(source, capability)?;
        match &requirement.default_relationship {
            Some(relationship) => connect(scope, requirement, capability, relationship, false),
            None => Ok(()),
        }
    }

    /// Whether a capability of a node template is what an assignment without a node template asks for: by the node type, the
    /// capability and the relationship that it states.
    pub fn fits_assignment(
        &self,
        scope: &Scope<'a>,
        assignment: &Assignment<'a>,
        source: &NodeTemplate<'a>,
        target: &NodeTemplate<'a>,
        capability: &CapabilityShape,
    ) -> Result<(), Refusal> {
        let file = &scope.file().path;
        if let (TargetNode::Type(_), Some(name)) = (&assignment.target, assignment.node.and_then(Node::as_text)) {
            let wanted = WantedType::of(scope, file, SymbolKind::NodeType, name);
            if wanted.admits(&target.shape.of) == Some(false) {
                return Err(Refusal::NodeType { of: self::name(&target.shape.of), wanted: wanted.name });
            }
        }
        let named = assignment.get("capability").and_then(Node::as_text).filter(|named| capability.name != *named);
        if let Some(named) = named {
            let is_name = target.shape.capability(named).is_some();
            let wanted = WantedType::of(scope, file, SymbolKind::CapabilityType, named);
            if is_name || !wanted.is_defined() || wanted.admits(&capability.of) == Some(false) {
                return Err(Refusal::OtherCapability { wanted: named.into() });
            }
        }
        self.fits_stated(scope, assignment, (source, assignment.name), (target, &capability.name))
    }

    /// Whether the relationship that an assignment states could lead from a requirement to a capability.
    pub fn fits_stated(
        &self,
        scope: &Scope<'a>,
        assignment: &Assignment<'a>,
        (source, requirement): (&NodeTemplate<'a>, &str),
        (target, capability): (&NodeTemplate<'a>, &str),
    ) -> Result<(), Refusal> {
        let stated = self.stated_relationship(scope, assignment);
        let ends = source.shape.requirement(requirement).zip(target.shape.capability(capability));
        match (stated, ends) {
            (Some(stated), Some((requirement, capability))) => connect(scope, requirement, capability, &stated, true),
            _ => Ok(()),
        }
    }
}

/// The requirement assignments of a node template.
fn assignments<'a>(
    scope: &Scope<'a>,
    templates: &HashMap<&'a str, usize>,
    node: &'a Node,
    is_copied: bool,
) -> Vec<Assignment<'a>> {
    let items = node.get("requirements").map_or(&[][..], Node::items).iter().enumerate();
    let entries = items.flat_map(|(index, item)| named(item).take(1).map(move |(name, entry)| (index, name, entry)));
    let assignment = |(index, name, entry): (usize, &'a str, &'a Entry)| {
        let value = &entry.value;
        let stated = if value.as_text().is_some() { Some(value) } else { value.get("node") };
        let stated = stated.filter(|node| !node.is_null());
        let target = match stated.and_then(Node::as_text) {
            None => TargetNode::Open,
            Some(text) => match templates.get(text) {
                Some(index) => TargetNode::Template(*index),
                None => scope.find(&[SymbolKind::NodeType], text).map_or(TargetNode::Unresolved, TargetNode::Type),
            },
        };
        Assignment { name, key: &entry.key, index, value, node: stated, target, is_copied }
    };
    entries.map(assignment).collect()
}

/// The directives of a template, or else those of the template that it copies.
pub fn directives<'a>(template: &'a Node, copied: Option<&'a Node>) -> impl Iterator<Item = &'a str> + use<'a> {
    let stated = template.get("directives").or_else(|| copied?.get("directives"));
    stated.map_or(&[][..], Node::items).iter().filter_map(Node::as_text)
}

/// Chooses the capability of the target that meets a requirement (R-4, step 3): by its name or type in the assignment,
/// otherwise by the type in the definition. `None` if types are missing.
fn choose<'a>(
    scope: &Scope<'a>,
    source: &NodeTemplate<'a>,
    requirement: &RequirementShape<'a>,
    named: Option<&str>,
    target: &NodeTemplate<'a>,
) -> Result<Option<(usize, Reason)>, Refusal> {
    let of = &target.shape.of;
    fits_node(requirement, of)?;
    let capabilities = || target.shape.capabilities.iter().enumerate();
    if let Some((index, capability)) = named.and_then(|name| capabilities().find(|(_, of)| of.name == name)) {
        fits_capability(requirement, capability)?;
        fits_source(source, capability)?;
        return Ok(Some((index, Reason::Named)));
    }
    let stated = named.map(|name| WantedType::of(scope, &scope.file().path, SymbolKind::CapabilityType, name));
    if stated.as_ref().is_some_and(|stated| !stated.is_defined()) {
        return Ok(None);
    }
    let wanted = stated.as_ref().or(requirement.capability.as_ref());
    let Some(wanted) = wanted else { return Ok(None) };
    let is_fit = |capability: &CapabilityShape| {
        let both = [Some(wanted), requirement.capability.as_ref()];
        both.into_iter().flatten().all(|wanted| wanted.admits(&capability.of) != Some(false))
    };
    let fitting: Vec<_> = capabilities().filter(|(_, capability)| is_fit(capability)).collect();
    let Some((_, first)) = fitting.first() else {
        let missing = || Refusal::NoCapability { node: target.name.into(), wanted: wanted.name.clone() };
        return if of.is_whole { Err(missing()) } else { Ok(None) };
    };
    let accepting: Vec<_> =
        fitting.iter().filter(|(_, capability)| fits_source(source, capability).is_ok()).copied().collect();
    if accepting.is_empty() {
        fits_source(source, first)?;
    }
    let is_exact = |capability: &CapabilityShape| capability.of.name() == Some(&wanted.name);
    let exact: Vec<_> = accepting.iter().filter(|(_, capability)| is_exact(capability)).copied().collect();
    let (best, is_reduced) = match exact.is_empty() {
        true => (&accepting, false),
        false => (&exact, exact.len() < accepting.len()),
    };
    let Some((index, _)) = best.first() else { return Ok(None) };
    let reason = match best.len() {
        1 if is_reduced => Reason::Exact,
        1 => Reason::Only,
        _ => Reason::First(best.iter().map(|(_, capability)| capability.name.clone()).collect()),
    };
    Ok(Some((*index, reason)))
}

fn fits_node(requirement: &RequirementShape<'_>, of: &Effective) -> Result<(), Refusal> {
    match &requirement.node {
        Some(wanted) if wanted.admits(of) == Some(false) => {
            Err(Refusal::NodeType { of: name(of), wanted: wanted.name.clone() })
        }
        _ => Ok(()),
    }
}

fn fits_relationship(requirement: &RequirementShape<'_>, of: &Effective) -> Result<(), Refusal> {
    match &requirement.relationship {
        Some(wanted) if wanted.admits(of) == Some(false) => {
            Err(Refusal::Relationship { of: name(of), wanted: wanted.name.clone() })
        }
        _ => Ok(()),
    }
}

fn fits_capability(requirement: &RequirementShape<'_>, capability: &CapabilityShape) -> Result<(), Refusal> {
    match &requirement.capability {
        Some(wanted) if wanted.admits(&capability.of) == Some(false) => Err(Refusal::CapabilityType {
            capability: capability.name.clone(),
            of: name(&capability.of),
            wanted: wanted.name.clone(),
        }),
        _ => Ok(()),
    }
}

fn fits_source(source: &NodeTemplate<'_>, capability: &CapabilityShape) -> Result<(), Refusal> {
    let of = &source.shape.of;
    if any_admits(&capability.valid_sources, of) != Some(false) {
        return Ok(());
    }
    let valid = names_of(&capability.valid_sources);
    Err(Refusal::Source { capability: capability.name.clone(), of: name(of), valid })
}

/// Whether a relationship can connect to a capability (R-4, step 4). A contradiction inside the requirement definition
/// is reported there and not again for each use.
fn connect(
    scope: &Scope<'_>,
    requirement: &RequirementShape<'_>,
    capability: &CapabilityShape,
    relationship: &RelationshipShape,
    is_stated: bool,
) -> Result<(), Refusal> {
    let RelationshipShape { of, valid_targets } = relationship;
    if is_stated {
        fits_relationship(requirement, of)?;
    }
    if any_admits(valid_targets, &capability.of) != Some(false) {
        return Ok(());
    }
    let wanted = requirement.capability.as_ref();
    let wanted = wanted.map(|wanted| scope.effective(SymbolKind::CapabilityType, &wanted.name));
    let is_contradiction = wanted.is_some_and(|wanted| any_admits(valid_targets, &wanted) == Some(false));
    if !is_stated && is_contradiction {
        return Ok(());
    }
    Err(Refusal::RelationshipTarget {
        relationship: name(of),
        capability: capability.name.clone(),
        of: name(&capability.of),
        valid: names_of(valid_targets),
    })
}

/// The name of a type, for messages.
fn name(of: &Effective) -> SmolStr {
    of.name().cloned().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalog::Catalog;
    use crate::context::FileContext;
    use crate::memo::Memo;
    use crate::settings::Settings;
    use crate::text::FilePath;
    use crate::workspace::Workspace;

    const TEMPLATE: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.Box:
    derived_from: tosca.nodes.Compute
    capabilities:
      host: {type: tosca.capabilities.Container, occurrences: [0, 1]}
  example.Bare: {}
topology_template:
  node_templates:
    first: {type: tosca.nodes.SoftwareComponent, requirements: [host: box]}
    second: {type: tosca.nodes.SoftwareComponent}
    box: {type: example.Box}
    server: {type: tosca.nodes.Compute}
    web: {type: tosca.nodes.WebServer}
    bare: {type: example.Bare}
";

    /// Checks `check` with the topology of [`TEMPLATE`].
    fn with(check: impl Fn(&Scope<'_>, &Fulfilment<'_>)) {
        let path = FilePath::new("t.yaml").expect("a path");
        let workspace = Workspace::new([(path.clone(), TEMPLATE.to_owned())]);
        let (catalog, settings, memo) = (Catalog::default(), Settings::default(), Memo::default());
        let file = workspace.file(&path).expect("the file");
        let context = FileContext { file, workspace: &workspace, catalog: &catalog, settings: &settings, memo: &memo };
        let scope = Scope::of(context);
        check(&scope, &Fulfilment::of(&scope));
    }

    #[test]
    fn candidates_have_one_reason_each() {
        with(|scope, all| {
            let second = all.node("second").expect("a node");
            let lines = all.candidates(scope, second, "host").into_iter().map(|candidate| {
                let node = all.nodes.get(candidate.node).expect("a node");
                let capability = candidate.capability.and_then(|index| node.shape.capabilities.get(index));
                let capability = capability.map_or("-", |capability| capability.name.as_str());
                let why = candidate.refusal.map_or("accepted".to_owned(), |refusal| refusal.message("host"));
                format!("{}.{capability}: {why}", node.name)
            });
            let lines: Vec<String> = lines.collect();
            let has = |line: &str| assert!(lines.iter().any(|other| other == line), "{line} is not among {lines:#?}");
            has("server.host: accepted");
            has("box.host: `host` already has as many relationships as it accepts: 1");
            assert!(lines.iter().any(|line| line.starts_with("server.os: `os` has type")), "{lines:#?}");
            has("web.host: `host` requires a node of type `tosca.nodes.Compute`");
            has("bare.-: `bare` has no capability of type `tosca.capabilities.Container`, which `host` requires");
            assert!(!lines.iter().any(|line| line.starts_with("second.")), "{lines:?}");
        });
    }

    #[test]
    fn the_chosen_capability_has_a_reason_and_a_relationship() {
        with(|scope, all| {
            let decided = all.decide(scope);
            let [(_, _, Ok(edge))] = decided.as_slice() else { panic!("one requirement is met") };
            let target = all.nodes.get(edge.target).expect("a node");
            assert_eq!((target.name, edge.reason.clone()), ("box", Reason::Only));
            let relationship = edge.relationship.as_ref().and_then(|of| of.name()).map(SmolStr::as_str);
            assert_eq!(relationship, Some("tosca.relationships.HostedOn"));
        });
    }
}
