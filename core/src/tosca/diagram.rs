//! The diagram of a service template with what its types say: every capability and requirement of a node template, the
//! types of relationships, hosts as frames around the nodes that they host, and the flow of values.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use petgraph::Direction;
use petgraph::graph::{EdgeIndex, NodeIndex};
use smol_str::SmolStr;

use crate::context::FileContext;
use crate::editing::layout;
use crate::function::{Call, Function};
use crate::syntax::{Node, NodePath};
use crate::text::Span;
use crate::topology::{Badge, Edge, EdgeKind, Port, PortKind, PortNeed, Topology};
use crate::tosca::effective::{Effective, named, short_name};
use crate::tosca::entity::{Entities, HOSTED_ON};
use crate::tosca::fulfilment::{self, Fulfilment, NodeTemplate, TargetNode};
use crate::tosca::model::{GROUPS, INPUTS, OUTPUTS, TEMPLATES};
use crate::tosca::scope::Scope;
use crate::tosca::types::members::unset;
use crate::tosca::types::property::Property;
use crate::tosca::{topology, version};

/// The type of capabilities whose properties state a number of instances (5.5.12).
const SCALABLE: &str = "tosca.capabilities.Scalable";
/// The capability of a node by which others are hosted, for types that are not available.
const HOST: &str = "host";

/// The diagram of a file. With `is_flipped`, hosts are drawn the opposite way from the default: as boxes with connections
/// instead of frames.
pub fn topology(context: FileContext<'_>, is_flipped: bool) -> Option<Topology> {
    let root = context.file.root.as_ref()?;
    let plain = topology::topology(root, context.file.path.stem());
    let scope = Rc::new(Scope::of(context));
    let all = Fulfilment::of(&scope);
    let vertices = plain.graph.node_indices().map(|index| (plain.graph[index].path.clone(), index)).collect();
    let mut diagram = Diagram { scope: &scope, all: &all, root, vertices, met: HashMap::new(), topology: plain };
    diagram.ports();
    diagram.unset(&Entities::of(context, Rc::clone(&scope)));
    diagram.relationships(layout::nests_hosts(root) != is_flipped);
    diagram.values();
    let mut topology = diagram.topology;
    layout::apply(context, &mut topology);
    Some(topology)
}

/// Whether a requirement with this name is met by a host. A host that does not fit is drawn as one nevertheless.
pub fn is_by_host(requirement: &str, fulfilled: Option<&fulfilment::Edge>) -> bool {
    match fulfilled {
        Some(edge) => edge.relationship.as_deref().is_some_and(is_hosting),
        None => requirement == HOST,
    }
}

/// Whether a relationship is that between a node and its host.
pub fn is_hosting(relationship: &Effective) -> bool {
    relationship.derives_from(HOSTED_ON)
}

struct Diagram<'d, 'a> {
    scope: &'d Scope<'a>,
    all: &'d Fulfilment<'a>,
    root: &'d Node,
    vertices: HashMap<NodePath, NodeIndex>,
    /// The target and its capability, by node and requirement.
    met: HashMap<(usize, &'a str), (usize, Option<SmolStr>)>,
    topology: Topology,
}

impl<'a> Diagram<'_, 'a> {
    fn vertex(&self, node: &NodeTemplate<'a>) -> Option<NodeIndex> {
        self.vertices.get(&node.path).copied()
    }

    /// The requirements and capabilities of the types, with the assigned ones that the types do not have.
    fn ports(&mut self) {
        for node in &self.all.nodes {
            let Some(index) = self.vertex(node) else { continue };
            // What the node that is substituted requires instead.
            let mapped = self.topology.graph.edges_directed(index, Direction::Incoming);
            let mapped: Vec<SmolStr> = mapped.filter_map(|edge| edge.weight().target_port.clone()).collect();
            let is_replaced = node.directives().any(version::is_directive);
            let Some(vertex) = self.topology.graph.node_weight_mut(index) else { continue };
            let mut ports: Vec<Port> = Vec::new();
            for requirement in &node.shape.requirements {
                let name = &requirement.name;
                let is_assigned = node.assignments.iter().any(|assignment| assignment.name == name);
                let need = match requirement.occurrences.least {
                    _ if is_assigned || mapped.contains(name) => PortNeed::Plain,
                    0 => PortNeed::Optional,
                    _ if is_replaced => PortNeed::Optional,
                    _ => PortNeed::Missing,
                };
                let type_name = requirement.capability.as_ref().map(|wanted| wanted.name.clone());
                ports.push(Port { need, type_name, ..Port::new(requirement.name.clone(), PortKind::Requirement) });
            }
            for capability in &node.shape.capabilities {
                let type_name = capability.of.name().cloned();
                ports.push(Port { type_name, ..Port::new(capability.name.clone(), PortKind::Capability) });
            }
            let is_new = |port: &Port| !ports.iter().any(|known| (known.kind, &known.name) == (port.kind, &port.name));
            let others: Vec<Port> = vertex.ports.iter().filter(|port| is_new(port)).cloned().collect();
            ports.extend(others);
            let copied = node.assignments.iter().filter(|assignment| assignment.is_copied);
            for assignment in copied {
                if !ports.iter().any(|port| port.kind == PortKind::Requirement && port.name == assignment.name) {
                    ports.push(Port::new(assignment.name, PortKind::Requirement));
                }
            }
            // Ports that are rarely shown come last.
            let (mut shown, optional): (Vec<_>, Vec<_>) =
                ports.into_iter().partition(|port| port.need != PortNeed::Optional);
            shown.extend(optional);
            vertex.ports = shown;
            if let Some(count) = instances(node) {
                let notes = topology::notes(node.node);
                vertex.badge = Some(match notes.as_slice() {
                    [] => Badge::Count(count),
                    notes => Badge::Text(format!("{}, {count}", notes.join(", "))),
                });
            }
        }
    }

    /// The properties that need a value, and those of capabilities. Those of a node that is selected at run time are
    /// criteria (D-22).
    fn unset(&mut self, entities: &Entities<'a>) {
        for node in entities.nodes().filter(|node| !node.directives().any(version::selects)) {
            let path = NodePath::keys(TEMPLATES).key(node.name);
            let vertex = self.vertices.get(&path).and_then(|index| self.topology.graph.node_weight_mut(*index));
            let Some(vertex) = vertex else { continue };
            let mut add = |name: SmolStr, property: &Property<'a>| {
                let type_name = property.schema.type_name.map(|of| of.name.into());
                vertex.ports.push(Port { need: PortNeed::Missing, type_name, ..Port::new(name, PortKind::Input) });
            };
            let assigned = |name: &str| Some(&node.entry("properties", name)?.value);
            unset(&node.members.properties, assigned).for_each(|property| add(property.name.into(), property));
            for (capability, of) in &node.members.capabilities {
                let assigned = |name: &str| Some(&node.capability_entry(capability, "properties", name)?.value);
                let name = |property: &Property<'a>| format!("{capability}.{}", property.name).into();
                unset(&of.properties, assigned).for_each(|property| add(name(property), property));
            }
        }
    }

    /// The chosen capability and the type of each relationship. If hosts are frames, hosted nodes are inside them.
    fn relationships(&mut self, nests: bool) {
        let by_path: HashMap<NodePath, EdgeIndex> =
            self.topology.graph.edge_indices().map(|index| (self.topology.graph[index].path.clone(), index)).collect();
        let mut decided = HashMap::new();
        for (node, at, outcome) in self.all.decide(self.scope) {
            if let Ok(edge) = outcome {
                decided.insert((node, at), edge);
            }
        }
        let mut inside: HashSet<NodeIndex> = HashSet::new();
        let mut gone: HashSet<EdgeIndex> = HashSet::new();
        for (index, node) in self.all.nodes.iter().enumerate() {
            for (at, assignment) in node.assignments.iter().enumerate() {
                let TargetNode::Template(target) = assignment.target else { continue };
                let Some(giver) = self.all.nodes.get(target) else { continue };
                let (Some(from), Some(to)) = (self.vertex(giver), self.vertex(node)) else { continue };
                let fulfilled: Option<&fulfilment::Edge> = decided.get(&(index, at));
                let capability = fulfilled.and_then(|edge| giver.shape.capabilities.get(edge.capability));
                let capability = capability.map(|capability| capability.name.clone());
                self.met.entry((index, assignment.name)).or_insert((target, capability.clone()));
                let relationship = fulfilled.and_then(|edge| edge.relationship.as_deref());
                let hosts = is_by_host(assignment.name, fulfilled);
                let section =
                    if assignment.is_copied { node.node.get("copy").and_then(Node::as_text) } else { Some(node.name) };
                let path = NodePath::keys(TEMPLATES).key(section.unwrap_or(node.name));
                let path = path.key("requirements").index(assignment.index).key(assignment.name);
                let edge = match by_path.get(&path).copied().filter(|_| !assignment.is_copied) {
                    Some(edge) => edge,
                    None => {
                        let mut edge = Edge::new(EdgeKind::Relationship, path, assignment.key.span, assignment.name);
                        edge.target_port = Some(assignment.name.into());
                        self.topology.graph.add_edge(from, to, edge)
                    }
                };
                if let Some(edge) = self.topology.graph.edge_weight_mut(edge) {
                    edge.source_port = capability.or(edge.source_port.take());
                    if let Some(name) = relationship.and_then(Effective::name) {
                        edge.label = short_name(name).to_owned();
                        edge.is_labelled = true;
                    }
                }
                if nests && hosts && !inside.contains(&to) && !self.is_around(to, from) {
                    self.topology.graph[to].parent = Some(from);
                    inside.insert(to);
                    gone.insert(edge);
                    let mut ports = self.topology.graph[to].ports.iter_mut();
                    // The frame shows the host; the port is only needed to choose another one.
                    let port = ports.find(|port| port.kind == PortKind::Requirement && port.name == assignment.name);
                    if let Some(port) = port
                        .filter(|_| node.assignments.iter().filter(|other| other.name == assignment.name).count() == 1)
                    {
                        port.need = PortNeed::Optional;
                    }
                }
            }
        }
        self.members(&inside, &mut gone);
        self.topology.graph.retain_edges(|_, edge| !gone.contains(&edge));
    }

    /// Whether `outer` is `inner` or one of the frames around it.
    fn is_around(&self, outer: NodeIndex, inner: NodeIndex) -> bool {
        let mut around = std::iter::successors(Some(inner), |index| self.topology.graph[*index].parent);
        around.any(|index| index == outer)
    }

    /// A hosted node is inside its host, so its groups are connected to it, unless the host is in the same group.
    fn members(&mut self, hosted: &HashSet<NodeIndex>, gone: &mut HashSet<EdgeIndex>) {
        let groups = NodePath::keys(GROUPS);
        for (name, entry) in self.root.at(&groups).into_iter().flat_map(named) {
            let Some(&group) = self.vertices.get(&groups.key(name)) else { continue };
            for (index, member) in entry.value.get("members").map_or(&[][..], Node::items).iter().enumerate() {
                let node = member.as_text().and_then(|name| self.all.node(name)).and_then(|node| self.vertex(node));
                let Some(node) = node.filter(|node| hosted.contains(node)) else { continue };
                let path = groups.key(name).key("members").index(index);
                let known = self.topology.graph.edge_indices().find(|edge| self.topology.graph[*edge].path == path);
                match (known, self.is_around(group, node)) {
                    (Some(edge), true) => {
                        gone.insert(edge);
                    }
                    (None, false) => {
                        let edge = Edge::new(EdgeKind::Relationship, path, entry.key.span, "member");
                        self.topology.graph.add_edge(group, node, edge);
                    }
                    _ => {}
                }
            }
        }
    }

    /// The inputs and outputs, and the values that properties read from inputs and other nodes.
    fn values(&mut self) {
        let Some(&boundary) = self.vertices.get(&NodePath::root()) else { return };
        for (section, kind) in [(INPUTS, PortKind::Input), (OUTPUTS, PortKind::Output)] {
            let at = NodePath::keys(section);
            for (name, entry) in self.root.at(&at).into_iter().flat_map(named) {
                let type_name = entry.value.get("type").and_then(Node::as_text).map(SmolStr::from);
                let port = Port { type_name, path: Some(at.key(name)), ..Port::new(name, kind) };
                let ports = &mut self.topology.graph[boundary].ports;
                // A mapped requirement or capability can have the same name.
                if !ports.iter().any(|known| known.kind == kind && known.name == port.name) {
                    ports.push(port);
                }
            }
        }
        for index in 0..self.all.nodes.len() {
            let Some(node) = self.all.nodes.get(index) else { continue };
            let Some(vertex) = self.vertex(node) else { continue };
            for (port, path, span, value) in assigned(node) {
                self.flows((vertex, PortKind::Input, &port), path, span, value, Some(index));
            }
        }
        let at = NodePath::keys(OUTPUTS);
        for (name, entry) in self.root.at(&at).into_iter().flat_map(named) {
            if let Some(value) = entry.value.get("value") {
                self.flows((boundary, PortKind::Output, name), at.key(name), entry.key.span, value, None);
            }
        }
    }

    /// The connections from everything that a value reads, to a port; `of` is the node to which the value belongs.
    fn flows(
        &mut self,
        (to, kind, port): (NodeIndex, PortKind, &str),
        path: NodePath,
        span: Span,
        value: &Node,
        of: Option<usize>,
    ) {
        let mut sources = Vec::new();
        self.sources(value, of, &mut sources);
        for (from, source_kind, source) in sources.into_iter().filter(|(from, ..)| *from != to) {
            let label = format!("{source} → {port}");
            let mut edge = Edge::new(EdgeKind::Mapping, path.clone(), span, label);
            edge.source_port = Some(self.topology.graph[from].port(&source, source_kind));
            edge.target_port = Some(self.topology.graph[to].port(port, kind));
            self.topology.graph.add_edge(from, to, edge);
        }
    }

    /// The ports that the functions in a value read.
    fn sources(&self, value: &Node, of: Option<usize>, found: &mut Vec<(NodeIndex, PortKind, SmolStr)>) {
        let source = Call::of(value).and_then(|call| match call.function {
            Function::GetInput => {
                let input = call.arguments().first()?.as_text()?;
                let is_known = self.root.at(&NodePath::keys(INPUTS))?.get(input).is_some();
                let boundary = *self.vertices.get(&NodePath::root())?;
                is_known.then(|| (boundary, PortKind::Input, SmolStr::from(input)))
            }
            Function::GetProperty | Function::GetAttribute => {
                let (vertex, port) = self.read(call.arguments(), of)?;
                Some((vertex, PortKind::Output, port))
            }
            _ => None,
        });
        match source {
            Some(source) => {
                if !found.contains(&source) {
                    found.push(source);
                }
            }
            None => {
                value.entries().iter().for_each(|entry| self.sources(&entry.value, of, found));
                value.items().iter().for_each(|item| self.sources(item, of, found));
            }
        }
    }

    /// The node and the port that `get_property` or `get_attribute` reads: the name of a property, or of a capability and
    /// its property.
    fn read(&self, arguments: &[Node], of: Option<usize>) -> Option<(NodeIndex, SmolStr)> {
        let [entity, path @ ..] = arguments else { return None };
        let start = match entity.as_text()? {
            "SELF" => of?,
            name => self.all.nodes.iter().position(|node| node.name == name)?,
        };
        let names: Vec<&str> = path.iter().map_while(Node::as_text).collect();
        let node = self.all.nodes.get(start)?;
        let (node, port) = match names.as_slice() {
            [first, second, ..] if node.shape.capability(first).is_some() => (node, format!("{first}.{second}").into()),
            [first, second, ..] => match node.assignments.iter().find(|own| own.name == *first) {
                Some(assignment) => {
                    let (target, capability) = self.met.get(&(start, assignment.name))?;
                    let target = self.all.nodes.get(*target)?;
                    let shape = capability.as_ref().and_then(|name| target.shape.capability(name));
                    let is_of_capability = shape
                        .is_some_and(|shape| shape.of.names(&["properties", "attributes"]).any(|name| name == second));
                    let prefix = capability.as_ref().filter(|_| is_of_capability);
                    (target, prefix.map_or_else(|| SmolStr::from(*second), |of| format!("{of}.{second}").into()))
                }
                None => (node, SmolStr::from(*first)),
            },
            [only] => (node, SmolStr::from(*only)),
            [] => return None,
        };
        Some((self.vertex(node)?, port))
    }
}

/// The values that a node template assigns to its properties and those of its capabilities: the port, the path, the span
/// of the name, and the value.
fn assigned<'a>(node: &NodeTemplate<'a>) -> Vec<(SmolStr, NodePath, Span, &'a Node)> {
    let mut found = Vec::new();
    for (name, entry) in node.node.get("properties").into_iter().flat_map(named) {
        found.push((SmolStr::from(name), node.path.key("properties").key(name), entry.key.span, &entry.value));
    }
    for (capability, of) in node.node.get("capabilities").into_iter().flat_map(named) {
        let path = node.path.key("capabilities").key(capability).key("properties");
        for (name, entry) in of.value.get("properties").into_iter().flat_map(named) {
            found.push((format!("{capability}.{name}").into(), path.key(name), entry.key.span, &entry.value));
        }
    }
    found
}

/// The number of instances that a node template states: `×3`, or `1–5`.
fn instances(node: &NodeTemplate<'_>) -> Option<String> {
    let scalable = node.shape.capabilities.iter().find(|capability| capability.of.derives_from(SCALABLE))?;
    let of = |template: &Node, key: &str| {
        let stated = template.get("capabilities")?.get(&scalable.name)?.get("properties")?.get(key)?;
        stated.as_text()?.parse::<u64>().ok()
    };
    let number = |key: &str| of(node.node, key).or_else(|| of(node.copied?, key));
    let (least, most, usual) = (number("min_instances"), number("max_instances"), number("default_instances"));
    match (least, most, usual) {
        (Some(least), Some(most), _) if least != most => Some(format!("{least}–{most}")),
        (_, _, Some(count)) | (Some(count), Some(_), None) => (count != 1).then(|| format!("×{count}")),
        _ => None,
    }
}
