//! Topologies to draw: small ones written out, and large ones generated from a seed.

use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::Span;
use descriptorium_core::topology::{Badge, Edge, EdgeKind, Point, Port, PortKind, Topology, Vertex, VertexKind};
use petgraph::graph::NodeIndex;
use smol_str::SmolStr;

/// Deterministic pseudo-random numbers (xorshift).
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Self {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    /// A number below `limit`.
    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % (limit.max(1) as u64)) as usize
    }

    pub fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == 0
    }
}

/// A topology builder with one line per item: boxes with `add`, connections with `connection`.
pub struct Sketch {
    pub topology: Topology,
    edges: usize,
}

impl Sketch {
    /// A descriptor without contents.
    pub fn new(title: &str) -> Self {
        let mut sketch = Sketch { topology: Topology { title: title.into(), ..Topology::default() }, edges: 0 };
        sketch.vertex(NodePath::root(), title, VertexKind::Boundary, None);
        sketch
    }

    pub fn boundary() -> NodeIndex {
        NodeIndex::new(0)
    }

    pub fn vertex(&mut self, path: NodePath, label: &str, kind: VertexKind, parent: Option<NodeIndex>) -> NodeIndex {
        self.topology.graph.add_node(Vertex {
            path,
            span: Span::default(),
            label: label.into(),
            kind,
            detail: format!("resource::{label}::1.0"),
            of: None,
            badge: None,
            ports: Vec::new(),
            marks: Vec::new(),
            parent,
            position: None,
        })
    }

    /// A component of the descriptor.
    pub fn add(&mut self, name: &str) -> NodeIndex {
        self.add_in(name, VertexKind::Resource, Self::boundary())
    }

    pub fn add_in(&mut self, name: &str, kind: VertexKind, parent: NodeIndex) -> NodeIndex {
        self.vertex(NodePath::keys(["composition", name]), name, kind, Some(parent))
    }

    pub fn place(&mut self, vertex: NodeIndex, x: f64, y: f64) {
        self.topology.graph[vertex].position = Some(Point { x, y });
    }

    pub fn port(&mut self, vertex: NodeIndex, name: &str, kind: PortKind) {
        let ports = &mut self.topology.graph[vertex].ports;
        if !ports.iter().any(|port| port.name == name && port.kind == kind) {
            ports.push(Port::new(name, kind));
        }
    }

    /// A relationship from a capability to a requirement.
    pub fn relate(&mut self, source: NodeIndex, capability: &str, target: NodeIndex, requirement: &str) {
        self.port(source, capability, PortKind::Capability);
        self.port(target, requirement, PortKind::Requirement);
        self.connection(EdgeKind::Relationship, source, Some(capability), target, Some(requirement));
    }

    /// A value from one box to another; at the boundary the directions are reversed.
    pub fn map(&mut self, source: NodeIndex, output: &str, target: NodeIndex, input: &str) {
        let [given, taken] = [source, target].map(|end| end == Self::boundary());
        self.port(source, output, if given { PortKind::Input } else { PortKind::Output });
        self.port(target, input, if taken { PortKind::Output } else { PortKind::Input });
        self.connection(EdgeKind::Mapping, source, Some(output), target, Some(input));
    }

    pub fn connection(
        &mut self,
        kind: EdgeKind,
        source: NodeIndex,
        source_port: Option<&str>,
        target: NodeIndex,
        target_port: Option<&str>,
    ) {
        self.edges += 1;
        let name = format!("w{}", self.edges);
        let edge = Edge {
            path: NodePath::keys(["relationships", &name]),
            span: Span::default(),
            label: name,
            is_labelled: false,
            kind,
            source_port: source_port.map(SmolStr::from),
            target_port: target_port.map(SmolStr::from),
        };
        self.topology.graph.add_edge(source, target, edge);
    }
}

/// A realistic service: references, a chain of relationships, values from and to the boundary.
pub fn streaming() -> Sketch {
    let mut sketch = Sketch::new("streaming");
    let boundary = Sketch::boundary();
    let network = sketch.add_in("network", VertexKind::Reference, boundary);
    let filter = sketch.add("filter");
    let server = sketch.add("server");
    let balancer = sketch.add("balancer");
    let store = sketch.add_in("store", VertexKind::Unknown, boundary);
    sketch.topology.graph[server].badge = Some(Badge::Count("2–8".into()));
    sketch.relate(filter, "Filter", server, "Filtered");
    sketch.relate(server, "Stream", balancer, "Pool");
    sketch.relate(network, "Network", balancer, "Uplink");
    sketch.map(boundary, "network_name", network, "name");
    sketch.map(network, "id", server, "network");
    sketch.map(boundary, "key", server, "key");
    sketch.map(boundary, "key", balancer, "key");
    sketch.map(boundary, "certificate", balancer, "certificate");
    sketch.map(balancer, "address", boundary, "public_address");
    sketch.map(balancer, "address", store, "url");
    sketch.map(store, "token", server, "token");
    sketch.connection(EdgeKind::Dependency, server, None, balancer, None);
    sketch
}

/// `count` boxes with one and a half times as many connections, most of them between boxes with close indices.
pub fn local(count: usize, seed: u64) -> Topology {
    let mut random = Random::new(seed);
    let mut sketch = Sketch::new("local");
    let boxes = boxes(&mut sketch, count, &mut random);
    for _ in 0..count * 3 / 2 {
        let from = random.below(count);
        let to = (from + 1 + random.below(8)) % count;
        let (from, to) = if random.one_in(10) { (to, from) } else { (from, to) };
        join(&mut sketch, boxes[from], boxes[to], &mut random);
    }
    for number in 0..count.min(6) {
        let target = boxes[random.below(count)];
        sketch.map(Sketch::boundary(), &format!("given_{number}"), target, "given");
    }
    sketch.topology
}

/// `count` boxes with one and a half times as many connections, between any boxes.
pub fn tangled(count: usize, seed: u64) -> Topology {
    let mut random = Random::new(seed);
    let mut sketch = Sketch::new("tangled");
    let boxes = boxes(&mut sketch, count, &mut random);
    for _ in 0..count * 3 / 2 {
        let (from, to) = (random.below(count), random.below(count));
        join(&mut sketch, boxes[from], boxes[to], &mut random);
    }
    sketch.topology
}

/// `count` boxes in a chain, with some connections that skip boxes or lead back, and values from and to the boundary.
pub fn chained(count: usize, seed: u64) -> Topology {
    let mut random = Random::new(seed);
    let mut sketch = Sketch::new("chained");
    let boxes = boxes(&mut sketch, count, &mut random);
    for (number, pair) in boxes.windows(2).enumerate() {
        match random.one_in(3) {
            true => sketch.map(pair[0], &format!("value_{number}"), pair[1], "value"),
            false => sketch.relate(pair[0], &format!("Next{number}"), pair[1], "Previous"),
        }
    }
    for number in 0..(count / 8).min(8) {
        let (from, to) = (random.below(count), random.below(count));
        sketch.map(boxes[from], &format!("far_{number}"), boxes[to], &format!("near_{number}"));
        sketch.map(Sketch::boundary(), &format!("given_{}", number % 5), boxes[from], "given");
        sketch.map(boxes[to], "found", Sketch::boundary(), &format!("found_{number}"));
    }
    sketch.topology
}

/// Like [`local`], with boxes in groups, and groups in groups.
pub fn grouped(count: usize, seed: u64) -> Topology {
    let mut topology = local(count, seed);
    let groups: Vec<NodeIndex> = (0..count / 6 + 1)
        .map(|number| {
            let mut vertex = topology.graph[Sketch::boundary()].clone();
            vertex.path = NodePath::keys(["groups", &format!("g{number}")]);
            vertex.label = format!("group_{number}");
            vertex.kind = VertexKind::Group;
            vertex.ports.clear();
            vertex.parent = Some(Sketch::boundary());
            topology.graph.add_node(vertex)
        })
        .collect();
    for number in (0..count).filter(|number| number % 6 != 5) {
        topology.graph[NodeIndex::new(number + 1)].parent = groups.get(number / 6).copied();
    }
    for (number, &group) in groups.iter().enumerate().filter(|(number, _)| number % 4 == 3) {
        topology.graph[group].parent = groups.get(number - 1).copied();
    }
    topology
}

/// Arbitrary topologies: every kind of box, port and connection, frames with ports, connections without a matching
/// port, boxes placed by hand, cyclic parents.
pub fn wild(seed: u64) -> Topology {
    let mut random = Random::new(seed);
    let mut sketch = Sketch::new("wild");
    let kinds = [
        VertexKind::Boundary,
        VertexKind::Resource,
        VertexKind::Assembly,
        VertexKind::Unknown,
        VertexKind::Reference,
        VertexKind::NodeTemplate,
        VertexKind::Group,
        VertexKind::Location,
    ];
    let ports = [PortKind::Capability, PortKind::Requirement, PortKind::Input, PortKind::Output];
    let connections = [EdgeKind::Relationship, EdgeKind::Mapping, EdgeKind::Dependency];
    let count = 1 + random.below(40);
    let is_placed = random.one_in(3);
    for number in 0..count {
        let parent = match random.below(4) {
            0 => None,
            1 => Some(Sketch::boundary()),
            // Can be a later one, itself, or none at all.
            _ => Some(NodeIndex::new(random.below(count + 2))),
        };
        let path = NodePath::keys(["boxes", &number.to_string()]);
        let label = "x".repeat(random.below(60));
        let vertex = sketch.vertex(path, &label, kinds[random.below(kinds.len())], parent);
        for _ in 0..random.below(5) {
            sketch.port(vertex, &format!("p{}", random.below(6)), ports[random.below(ports.len())]);
        }
        if random.one_in(4) {
            sketch.topology.graph[vertex].badge = Some(Badge::Count("×3".into()));
        }
        if is_placed && random.one_in(3) {
            let place = |random: &mut Random| random.below(1500) as f64 - 300.0;
            let (x, y) = (place(&mut random), place(&mut random));
            sketch.place(vertex, x, y);
        }
    }
    for _ in 0..random.below(3 * count) {
        let (from, to) = (NodeIndex::new(random.below(count + 1)), NodeIndex::new(random.below(count + 1)));
        let mut name = || (!random.one_in(4)).then(|| format!("p{}", random.below(7)));
        let (source, target) = (name(), name());
        sketch.connection(connections[random.below(3)], from, source.as_deref(), to, target.as_deref());
    }
    sketch.topology
}

fn boxes(sketch: &mut Sketch, count: usize, random: &mut Random) -> Vec<NodeIndex> {
    let kinds = [VertexKind::Resource, VertexKind::Resource, VertexKind::Assembly, VertexKind::Unknown];
    (0..count)
        .map(|number| {
            let kind = kinds[random.below(kinds.len())];
            let vertex = sketch.add_in(&format!("component_{number}"), kind, Sketch::boundary());
            for port in 0..random.below(3) {
                sketch.port(vertex, &format!("Needs{port}"), PortKind::Requirement);
            }
            for port in 0..1 + random.below(2) {
                sketch.port(vertex, &format!("Gives{port}"), PortKind::Capability);
            }
            if random.one_in(8) {
                sketch.topology.graph[vertex].badge = Some(Badge::Count("×3".into()));
            }
            vertex
        })
        .collect()
}

fn join(sketch: &mut Sketch, from: NodeIndex, to: NodeIndex, random: &mut Random) {
    if random.one_in(3) {
        let (output, input) = (format!("out_{}", random.below(3)), format!("in_{}", random.below(4)));
        sketch.map(from, &output, to, &input);
    } else {
        sketch.relate(from, "Gives0", to, "Needs0");
    }
}
