//! Connections between node templates: a capability of one meets a requirement of another (TOSCA 1.2, 3.7.2). Their
//! types decide whether they fit. If a type is not available, nothing is refused.

use std::sync::Arc;

use serde_yaml::{Mapping, Value};
use smol_str::SmolStr;

use crate::context::FileContext;
use crate::edit::{Change, EditError};
use crate::editing::{append, put};
use crate::symbol::{SymbolKind, Target};
use crate::syntax::{Node, NodePath};
use crate::topology::{CandidateEnd, ConnectionEnd, End, PortKind};
use crate::tosca::effective::{Effective, named};
use crate::tosca::scope::Scope;

const TEMPLATES: [&str; 2] = ["topology_template", "node_templates"];
/// The capability of every node (T-5.9.1-2), used by plain dependencies.
const FEATURE: &str = "feature";
/// The requirement of every node, which only that capability meets.
const DEPENDENCY: &str = "dependency";
/// The requirements of normative types that any number of nodes can meet (T-5.9.1-2, T-5.9.2-3, T-5.9.12-1). Other
/// requirements of normative types default to one node, since their definitions are not available.
const UNBOUNDED: [&str; 3] = [DEPENDENCY, "local_storage", "application"];
const FEATURE_TYPE: &str = "tosca.capabilities.Node";

/// Whether a box is a node template.
pub fn is_node(vertex: &NodePath) -> bool {
    vertex.parent() == Some(NodePath::keys(TEMPLATES))
}

/// The ports of a node template where a connection can begin: its requirements, then its capabilities.
pub fn starts(context: FileContext<'_>, vertex: &NodePath) -> Vec<ConnectionEnd> {
    let wiring = Wiring::of(context);
    let Some(node) = wiring.node(vertex) else { return Vec::new() };
    let end = |port: SmolStr, kind| ConnectionEnd { end: End { vertex: vertex.clone(), port }, kind };
    let requirements = node.requirements().into_iter().map(|port| end(port, PortKind::Requirement));
    let capabilities = node.capabilities().into_iter().map(|port| end(port, PortKind::Capability));
    requirements.chain(capabilities).collect()
}

/// Every possible end of a connection from `from`, with the reason if it is refused.
pub fn candidates(context: FileContext<'_>, from: &End, kind: PortKind) -> Vec<CandidateEnd> {
    let wiring = Wiring::of(context);
    let Some(own) = wiring.node(&from.vertex) else { return Vec::new() };
    let mut ends = Vec::new();
    for other in wiring.nodes().into_iter().filter(|other| other.path != own.path) {
        let (ports, kind) = match kind {
            PortKind::Requirement => (other.capabilities(), PortKind::Capability),
            PortKind::Capability if own.has_capability(&from.port) => (other.requirements(), PortKind::Requirement),
            _ => return Vec::new(),
        };
        for port in ports {
            let refused = match kind {
                PortKind::Capability => wiring.check((&other, &port), (&own, &from.port)),
                _ => wiring.check((&own, &from.port), (&other, &port)),
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
    wiring.check((&giver, &source.port), (&taker, &target.port)).map_err(EditError::Refused)?;
    // The name of the node is enough if only one of its capabilities fits.
    let fitting = giver.capabilities().into_iter();
    let fitting = fitting.filter(|port| wiring.fits((&giver, port), (&taker, &target.port)).is_ok()).count();
    let capability = (source.port != FEATURE && fitting > 1).then_some(source.port.as_str());
    let requirements = taker.path.key("requirements");
    let file = context.file;
    let mut draft = file.draft();
    match wiring.open_assignment(&taker, &target.port) {
        Some((index, value)) => {
            let path = requirements.index(index).key(&target.port);
            if value.entries().is_empty() {
                draft.replace(&path, &assignment(giver.name, capability))?;
            } else {
                put(file, &mut draft, &path.key("node"), &giver.name.into())?;
                if let Some(capability) = capability.filter(|_| value.get("capability").is_none()) {
                    put(file, &mut draft, &path.key("capability"), &capability.into())?;
                }
            }
        }
        None => {
            let new = (Value::from(target.port.as_str()), assignment(giver.name, capability));
            let item = Value::Mapping(Mapping::from_iter([new]));
            append(file, &mut draft, &requirements, item)?;
        }
    }
    Ok(Change::of_file(format!("Connect {} to {}", taker.name, giver.name), file.path.clone(), draft.finish()))
}

/// The short notation, or the extended one with a capability.
fn assignment(node: &str, capability: Option<&str>) -> Value {
    match capability {
        None => node.into(),
        Some(capability) => {
            let fields = [("node", node), ("capability", capability)];
            Value::Mapping(fields.map(|(key, text)| (Value::from(key), Value::from(text))).into_iter().collect())
        }
    }
}

/// The node templates of a file, with the members of their types.
struct Wiring<'a> {
    context: FileContext<'a>,
    scope: Scope<'a>,
}

struct NodeTemplate<'a> {
    path: NodePath,
    name: &'a str,
    node: &'a Node,
    of: Arc<Effective>,
}

impl<'a> Wiring<'a> {
    fn of(context: FileContext<'a>) -> Self {
        Wiring { context, scope: Scope::of(context) }
    }

    fn nodes(&self) -> Vec<NodeTemplate<'a>> {
        let at = NodePath::keys(TEMPLATES);
        let section = self.context.file.root.as_ref().and_then(|root| root.at(&at));
        let found = section.into_iter().flat_map(named);
        found.map(|(name, entry)| self.template(at.key(name), name, &entry.value)).collect()
    }

    fn node(&self, path: &NodePath) -> Option<NodeTemplate<'a>> {
        if !is_node(path) {
            return None;
        }
        let entry = self.context.file.root.as_ref()?.entry_at(path)?;
        Some(self.template(path.clone(), entry.key.as_text()?, &entry.value))
    }

    fn template(&self, path: NodePath, name: &'a str, node: &'a Node) -> NodeTemplate<'a> {
        let of = node.get("type").and_then(Node::as_text);
        let of = of.map_or_else(|| Arc::new(Effective::unknown()), |of| self.scope.effective(SymbolKind::NodeType, of));
        NodeTemplate { path, name, node, of }
    }

    /// The definition of a capability or requirement by a type or one of its ancestors.
    fn definition(&self, of: &Effective, section: &str, name: &str) -> Option<&'a Node> {
        let Target::Found { file, path } = of.member(&[section], name)? else { return None };
        self.context.workspace.file(&file)?.root.as_ref()?.at(&path)
    }

    /// The node template named by a requirement assignment.
    fn node_of(&self, value: &'a Node) -> Option<&'a str> {
        let named = value.as_text().or_else(|| value.get("node")?.as_text())?;
        self.scope.get(SymbolKind::NodeTemplate, named).map(|found| found.name)
    }

    /// The node templates that meet a requirement.
    fn met_by(&self, taker: &NodeTemplate<'a>, requirement: &str) -> Vec<&'a str> {
        let assigned = taker.assignments().filter(|(_, name, _)| *name == requirement);
        assigned.filter_map(|(_, _, value)| self.node_of(value)).collect()
    }

    /// The first assignment of a requirement that names no node template: an empty one, or one that names a type.
    fn open_assignment(&self, taker: &NodeTemplate<'a>, requirement: &str) -> Option<(usize, &'a Node)> {
        let found = taker.assignments().find(|(_, name, value)| *name == requirement && self.node_of(value).is_none());
        found.map(|(index, _, value)| (index, value))
    }

    /// Whether the connection is possible, or the reason why it is not.
    fn check(
        &self,
        (giver, capability): (&NodeTemplate<'a>, &str),
        (taker, requirement): (&NodeTemplate<'a>, &str),
    ) -> Result<(), String> {
        if !giver.has_capability(capability) {
            return Err(format!("`{}` has no capability `{capability}`", giver.name));
        }
        if !taker.requirements().iter().any(|known| known == requirement) && taker.of.is_whole {
            return Err(format!("`{}` has no requirement `{requirement}`", taker.name));
        }
        self.fits((giver, capability), (taker, requirement))?;
        let met = self.met_by(taker, requirement);
        if met.contains(&giver.name) {
            return Err(format!("`{}` already meets `{requirement}`", giver.name));
        }
        let definition = self.definition(&taker.of, "requirements", requirement);
        let most = definition.map_or_else(|| (!UNBOUNDED.contains(&requirement)).then_some(1), most);
        match (most, met.first()) {
            (Some(most), Some(first)) if met.len() >= most => {
                Err(format!("`{requirement}` is already met by `{first}`"))
            }
            _ => Ok(()),
        }
    }

    /// Whether the types of the capability and its node match the requirement.
    fn fits(
        &self,
        (giver, capability): (&NodeTemplate<'a>, &str),
        (taker, requirement): (&NodeTemplate<'a>, &str),
    ) -> Result<(), String> {
        let Some(definition) = self.definition(&taker.of, "requirements", requirement) else {
            return match requirement == DEPENDENCY && capability != FEATURE {
                true => Err(format!("`{DEPENDENCY}` requires the capability `{FEATURE}`")),
                false => Ok(()),
            };
        };
        if let Some(wanted) = definition.get("node").and_then(Node::as_text)
            && !is_or_may_be(&giver.of, wanted)
        {
            return Err(format!("`{requirement}` requires a node of type `{wanted}`"));
        }
        let wanted = definition.as_text().or_else(|| definition.get("capability")?.as_text());
        let given = self.definition(&giver.of, "capabilities", capability);
        let given = given.and_then(|given| given.as_text().or_else(|| given.get("type")?.as_text()));
        let given = given.or((capability == FEATURE).then_some(FEATURE_TYPE));
        let (Some(wanted), Some(given)) = (wanted, given) else { return Ok(()) };
        let is_fit = match given {
            // Its ancestors are known: it is derived from the root (5.5.2).
            FEATURE_TYPE => [FEATURE_TYPE, "tosca.capabilities.Root"].iter().any(|known| bare(known) == bare(wanted)),
            _ => is_or_may_be(&self.scope.effective(SymbolKind::CapabilityType, given), wanted),
        };
        if is_fit {
            return Ok(());
        }
        Err(format!("`{capability}` has type `{given}`, but `{requirement}` requires `{wanted}`"))
    }
}

impl<'a> NodeTemplate<'a> {
    /// The requirements of its type, those it assigns, and the one of every node.
    fn requirements(&self) -> Vec<SmolStr> {
        let own = self.assignments().map(|(_, name, _)| SmolStr::from(name));
        once_each(self.of.names(&["requirements"]).cloned().chain(own).chain([DEPENDENCY.into()]))
    }

    /// The capabilities of its type, those it assigns, and the one of every node.
    fn capabilities(&self) -> Vec<SmolStr> {
        let own = self.node.get("capabilities").into_iter().flat_map(named).map(|(name, _)| SmolStr::from(name));
        once_each(self.of.names(&["capabilities"]).cloned().chain(own).chain([FEATURE.into()]))
    }

    fn has_capability(&self, name: &str) -> bool {
        self.capabilities().iter().any(|known| known == name)
    }

    /// The requirement assignments: index, name and value.
    fn assignments(&self) -> impl Iterator<Item = (usize, &'a str, &'a Node)> + use<'a> {
        let items = self.node.get("requirements").map_or(&[][..], Node::items).iter().enumerate();
        items.filter_map(|(index, item)| {
            let (name, entry) = named(item).next()?;
            Some((index, name, &entry.value))
        })
    }
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

/// The number of nodes that may meet a requirement (3.6.2.1: one by default); `None` without a limit.
fn most(definition: &Node) -> Option<usize> {
    match definition.get("occurrences").map(Node::items) {
        Some([_, most]) => most.as_text()?.parse().ok(),
        _ => Some(1),
    }
}

/// Whether a type is `wanted` or derived from it, or may be, because one of its ancestors is not available.
fn is_or_may_be(of: &Effective, wanted: &str) -> bool {
    let is_same = |name: &SmolStr| bare(name) == bare(wanted);
    let ends_at_root = of.chain.last().is_some_and(|last| last.ends_with(".Root") || last == "Root");
    !(of.is_whole || ends_at_root) || of.chain.iter().any(is_same)
}

/// The last part of a type name, which its shorthand, qualified name and URI have in common (T-5.2-1).
fn bare(name: &str) -> &str {
    name.rsplit(['.', ':']).next().unwrap_or(name)
}
