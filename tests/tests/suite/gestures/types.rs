//! Diagrams of types: what they show, compared with another reader of the text, and the gestures on them.

use std::collections::{BTreeMap, BTreeSet};

use descriptorium_core::analysis::Analysis;
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::scene::layout;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::diagrams::{DERIVE, DERIVED_FROM, DiagramKey, DiagramKind};
use descriptorium_core::topology::{
    ActionEdit, Command, EdgeEnd, EdgeKind, End, MovedEnd, Point, PortKind, Topology, Vertex, VertexKind, foreign,
};
use descriptorium_tests::paths;
use serde_yaml::Value;

use super::templates::{done, effect, examples, file, of, path, refusal, text};

const SECTIONS: [&str; 8] = [
    "node_types",
    "capability_types",
    "relationship_types",
    "interface_types",
    "data_types",
    "artifact_types",
    "group_types",
    "policy_types",
];

fn types() -> DiagramKey {
    DiagramKey { kind: DiagramKind::Types, of: NodePath::root() }
}

fn one(section: &str, name: &str) -> DiagramKey {
    DiagramKey { kind: DiagramKind::Type, of: path(&[section, name]) }
}

fn drawn(analysis: &Analysis, of: &str, key: &DiagramKey) -> Topology {
    analysis.drawn_as(&file(of), key, false).expect("a diagram")
}

fn short(name: &str) -> &str {
    name.rsplit(['.', ':']).next().unwrap_or(name)
}

/// The names in a section that is a mapping or a list of mappings.
fn names(section: &Value) -> BTreeSet<String> {
    let of = |value: &Value| -> Vec<String> {
        value.as_mapping().into_iter().flatten().filter_map(|(name, _)| name.as_str().map(str::to_owned)).collect()
    };
    let items = section.as_sequence().into_iter().flatten().flat_map(of);
    of(section).into_iter().chain(items).collect()
}

/// The members of a type in text order, as another library reads them: capabilities and requirements.
type Members = (BTreeSet<String>, BTreeSet<String>);

/// The types by section and name, each with the parent that it names.
fn written(text: &str) -> BTreeMap<(String, String), (Option<String>, Members)> {
    let read: Value = serde_yaml::from_str(text).expect("YAML");
    let mut found = BTreeMap::new();
    for section in SECTIONS {
        for (name, of) in read[section].as_mapping().into_iter().flatten() {
            let Some(name) = name.as_str() else { continue };
            let parent = of["derived_from"].as_str().map(str::to_owned);
            let members = (names(&of["capabilities"]), names(&of["requirements"]));
            found.insert((section.to_owned(), name.to_owned()), (parent, members));
        }
    }
    found
}

fn is_own(vertex: &Vertex) -> bool {
    vertex.kind.is_type() && vertex.kind != VertexKind::ForeignType
}

fn place(vertex: &Vertex) -> (String, String) {
    let at = foreign::split(&vertex.path).map_or(vertex.path.clone(), |(_, at)| at);
    let section = at.parent().and_then(|section| section.last_key().map(str::to_owned));
    (section.expect("a section"), at.last_key().expect("a name").to_owned())
}

/// The derivations of a diagram: section, child and parent.
fn derivations(topology: &Topology) -> BTreeSet<(String, String, String)> {
    let edges = topology.graph.edge_indices().filter(|edge| topology.graph[*edge].kind == EdgeKind::Derivation);
    let ends = edges.map(|edge| {
        let (parent, child) = topology.graph.edge_endpoints(edge).expect("two ends");
        let ((section, child), (other, parent)) = (place(&topology.graph[child]), place(&topology.graph[parent]));
        assert_eq!(section, other, "{child} and {parent} are of the same kind");
        (section, child, parent)
    });
    ends.collect()
}

fn members(vertex: &Vertex) -> Members {
    let of = |kind: PortKind| {
        let ports = vertex.ports.iter().filter(move |port| port.kind == kind);
        ports
            .map(|port| port.name.to_string())
            .filter(|name| ![DERIVE, DERIVED_FROM].contains(&name.as_str()))
            .collect()
    };
    (of(PortKind::Capability), of(PortKind::Requirement))
}

/// All files with types: of the examples, and of the shared material if it is there.
fn files_with_types() -> Vec<(String, String)> {
    let shared = ["fixtures/tosca", "corpus/tosca"].into_iter().filter_map(paths::shared);
    let folders = std::iter::once(paths::root().join("examples")).chain(shared);
    let files = folders.flat_map(|folder| paths::texts(&folder, &[".yaml", ".yml"]));
    let has_types = |text: &str| SECTIONS.iter().any(|section| text.lines().any(|line| line.starts_with(section)));
    // The other library does not read duplicate keys.
    let is_read = |text: &str| serde_yaml::from_str::<Value>(text).is_ok();
    files.filter(|(_, text)| has_types(text) && is_read(text)).map(|(path, text)| (path.to_string(), text)).collect()
}

#[test]
fn types_are_drawn_as_they_are_written() {
    let (mut n_types, mut n_derivations, mut n_members) = (0, 0, 0);
    for (name, text) in files_with_types() {
        let analysis = of(&[("t.yaml", &text)]);
        let diagrams = analysis.diagrams(&file("t.yaml"));
        if !diagrams.iter().any(|diagram| diagram.key == types()) {
            continue;
        }
        let has_topology = text.lines().any(|line| line.starts_with("topology_template"));
        assert_eq!(analysis.first_diagram(&file("t.yaml")).is_topology(), has_topology, "{name}");
        let topology = drawn(&analysis, "t.yaml", &types());
        let own: BTreeMap<(String, String), Members> = topology
            .graph
            .node_weights()
            .filter(|vertex| is_own(vertex))
            .map(|vertex| (place(vertex), members(vertex)))
            .collect();
        let written = written(&text);
        let expected: BTreeMap<_, _> =
            written.iter().map(|(place, (_, members))| (place.clone(), members.clone())).collect();
        assert_eq!(own, expected, "{name}");
        let mut drawn = derivations(&topology);
        // Types of other files can derive from each other.
        drawn.retain(|(section, child, _)| own.contains_key(&(section.clone(), child.clone())));
        for ((section, child), (parent, _)) in &written {
            let is_it = |(of, one, other): &&(String, String, String)| {
                of == section && one == child && parent.as_deref().is_some_and(|parent| short(parent) == short(other))
            };
            let edge = drawn.iter().find(is_it).cloned();
            match edge {
                Some(edge) => {
                    drawn.remove(&edge);
                    n_derivations += 1;
                }
                // The parent is in no file.
                None => {
                    let known = parent.as_ref().filter(|parent| *parent != child);
                    let is_here = known.is_some_and(|parent| written.contains_key(&(section.clone(), parent.clone())));
                    assert!(!is_here, "{name}: {child} derives from {parent:?}");
                }
            }
        }
        assert!(drawn.is_empty(), "{name}: {drawn:?}");
        n_types += own.len();
        n_members +=
            own.values().map(|(capabilities, requirements)| capabilities.len() + requirements.len()).sum::<usize>();
        // Every box has a place, and no two are at the same one.
        let scene = layout(&topology, None);
        let corners: BTreeSet<(i64, i64)> = scene
            .boxes
            .iter()
            .filter(|found| !found.frame)
            .map(|found| (found.rect.x as i64, found.rect.y as i64))
            .collect();
        assert_eq!(corners.len(), scene.boxes.iter().filter(|found| !found.frame).count(), "{name}");
    }
    println!("{n_types} types, {n_derivations} derivations, {n_members} members");
    assert!(n_types > 5 && n_derivations > 5 && n_members > 5, "{n_types}, {n_derivations}, {n_members}");
}

const BASE: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  org.base.Machine:
    derived_from: tosca.nodes.Root
    properties:
      size: {type: integer, required: true}
    capabilities:
      seat: org.base.Seat
capability_types:
  org.base.Seat: {derived_from: tosca.capabilities.Root}
";

const TYPES: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [ base.yaml ]
node_types:
  # Serves requests.
  org.example.Server:
    derived_from: tosca.nodes.Root   # for now
    properties:
      port: {type: integer, constraints: [ in_range: [ 1, 100 ] ]}
    requirements:
      - host: {capability: org.base.Seat, node: org.base.Machine}
  org.example.Proxy:
    derived_from: org.example.Server
    capabilities:
      admin: org.example.Door
  org.example.Lonely: {description: Nothing yet.}
  org.example.Other:
    derived_from: tosca.nodes.Root
    properties:
      port: {type: string}
capability_types:
  org.example.Door: {derived_from: tosca.capabilities.Endpoint}
data_types:
  org.example.Pair:
    derived_from: tosca.datatypes.Root
    properties: {left: {type: string}}
";

fn library() -> Analysis {
    of(&[("base.yaml", BASE), ("t.yaml", TYPES)])
}

fn node_type(name: &str) -> NodePath {
    path(&["node_types", &format!("org.example.{name}")])
}

fn machine() -> NodePath {
    foreign::path_in(&file("base.yaml"), &path(&["node_types", "org.base.Machine"]))
}

fn derive(child: &NodePath, parent: &NodePath) -> Command {
    let end = |vertex: &NodePath, port: &str| End { vertex: vertex.clone(), port: port.into() };
    Command::Connect { source: end(parent, DERIVE), target: end(child, DERIVED_FROM) }
}

#[test]
fn a_diagram_of_types_shows_related_types_of_other_files() {
    let analysis = library();
    assert_eq!(analysis.first_diagram(&file("t.yaml")), types());
    let topology = drawn(&analysis, "t.yaml", &types());
    let foreign: BTreeSet<&str> = topology
        .graph
        .node_weights()
        .filter(|vertex| vertex.kind == VertexKind::ForeignType)
        .map(|vertex| vertex.detail.as_str())
        .collect();
    assert_eq!(
        foreign,
        ["org.base.Machine", "tosca.capabilities.Endpoint", "tosca.datatypes.Root", "tosca.nodes.Root"]
            .into_iter()
            .collect()
    );
    let edges = |kind: EdgeKind| {
        let edges = topology.graph.edge_indices().filter(|edge| topology.graph[*edge].kind == kind);
        let ends = edges.map(|edge| {
            let (from, to) = topology.graph.edge_endpoints(edge).expect("two ends");
            (topology.graph[from].label.clone(), topology.graph[to].label.clone(), topology.graph[edge].label.clone())
        });
        ends.collect::<Vec<_>>()
    };
    let row = |from: &str, to: &str, label: &str| (from.to_owned(), to.to_owned(), label.to_owned());
    assert_eq!(edges(EdgeKind::Demand), [row("Machine", "Server", "host")]);
    assert_eq!(edges(EdgeKind::Offer), [row("Proxy", "Door", "admin")]);
    // Other kinds have frames.
    let frames: Vec<&str> = topology
        .graph
        .node_weights()
        .filter(|vertex| vertex.kind == VertexKind::TypeSection)
        .map(|vertex| vertex.label.as_str())
        .collect();
    assert_eq!(frames, ["data_types"]);
    // The other file shows what derives from its types.
    let base = drawn(
        &of(&[
            ("base.yaml", BASE),
            ("t.yaml", &TYPES.replace("derived_from: tosca.nodes.Root   #", "derived_from: org.base.Machine   #")),
        ]),
        "base.yaml",
        &types(),
    );
    let child = base.graph.node_weights().find(|vertex| vertex.detail == "org.example.Server").expect("a child");
    assert_eq!(child.kind, VertexKind::ForeignType);
}

#[test]
fn a_type_has_a_diagram_of_its_own() {
    let analysis = library();
    let labels = |topology: &Topology| -> BTreeSet<String> {
        topology.graph.node_weights().map(|vertex| vertex.label.clone()).collect()
    };
    let server = drawn(&analysis, "t.yaml", &one("node_types", "org.example.Server"));
    let expected = ["Root", "Server", "Proxy", "Machine", "Seat", "Node"].map(str::to_owned);
    assert!(expected.iter().all(|name| labels(&server).contains(name)), "{:?}", labels(&server));
    assert!(!labels(&server).contains("Lonely"));
    let own = server.graph.node_weights().find(|vertex| vertex.label == "Server").expect("the type");
    let ports: BTreeSet<&str> = own.ports.iter().map(|port| port.name.as_str()).collect();
    for name in ["port", "host", "feature", "dependency", "tosca_id", "state"] {
        assert!(ports.contains(name), "{name}: {ports:?}");
    }
    // A capability type shows who offers and who requires it.
    let seat = drawn(&analysis, "base.yaml", &one("capability_types", "org.base.Seat"));
    let kinds: BTreeSet<(EdgeKind, String, String)> = seat
        .graph
        .edge_indices()
        .map(|edge| {
            let (from, to) = seat.graph.edge_endpoints(edge).expect("two ends");
            (seat.graph[edge].kind, seat.graph[from].label.clone(), seat.graph[to].label.clone())
        })
        .collect();
    for (kind, from, to) in [
        (EdgeKind::Offer, "Machine", "Seat"),
        (EdgeKind::Demand, "Seat", "Server"),
        (EdgeKind::Derivation, "Root", "Seat"),
    ] {
        assert!(kinds.contains(&(kind, from.to_owned(), to.to_owned())), "{kinds:?}");
    }
    assert!(analysis.drawn_as(&file("t.yaml"), &one("node_types", "org.example.None"), false).is_none());
}

#[test]
fn the_type_of_a_box_is_found_in_its_file() {
    let analysis = examples();
    let service = "tosca/live-channel.yaml";
    let topology = analysis.topology(&file(service)).expect("a topology");
    let mut n_found = 0;
    for vertex in topology.graph.node_weights().filter(|vertex| vertex.kind == VertexKind::NodeTemplate) {
        let (other, at) = analysis.type_of_box(&file(service), &vertex.path).expect("a type");
        let key = DiagramKey { kind: DiagramKind::Type, of: at.clone() };
        let drawn = analysis.drawn_as(&other, &key, false).expect("a diagram");
        assert!(drawn.graph.node_weights().any(|vertex| vertex.path == at), "{at}");
        let written = analysis
            .file(&file(service))
            .and_then(|file| Some(file.root.as_ref()?.at(&vertex.path)?.get("type")?.as_text()?.to_owned()));
        assert_eq!(at.last_key().map(short), written.as_deref().map(short));
        assert_eq!(analysis.diagram_of_box(&other, &at), Some((other.clone(), key)));
        n_found += 1;
    }
    assert!(n_found > 2, "{n_found}");
    // A built-in type has one, too, and cannot be changed.
    let analysis = library();
    let root = foreign::path_in(&file("built-in:tosca/oasis-1.2.yaml"), &path(&["node_types", "tosca.nodes.Compute"]));
    let (other, key) = analysis.diagram_of_box(&file("t.yaml"), &root).expect("a built-in type");
    let topology = analysis.drawn_as(&other, &key, false).expect("a diagram");
    assert!(topology.graph.node_weights().any(|vertex| vertex.label == "Compute"));
    assert!(analysis.offers_in(&other, &key).is_empty());
    let child = path(&["node_types", "tosca.nodes.Compute"]);
    let change =
        analysis.command(&other, &Command::RetypeEntry { path: child, of: "tosca.nodes.Database".into(), file: None });
    let refused = change.and_then(|change| analysis.changed(&change)).map(drop).expect_err("it is built in");
    assert!(refused.to_string().contains("built in"), "{refused}");
}

#[test]
fn a_type_derives_from_another_one_by_a_connection() {
    let analysis = library();
    // The comment stays, and the new key is the first one.
    let other = derive(&node_type("Server"), &machine());
    assert_eq!(
        effect(&analysis, "t.yaml", &other),
        ["-    derived_from: tosca.nodes.Root   # for now", "+    derived_from: org.base.Machine   # for now"]
    );
    let lonely = derive(&node_type("Lonely"), &node_type("Server"));
    assert_eq!(
        effect(&analysis, "t.yaml", &lonely),
        [
            "-  org.example.Lonely: {description: Nothing yet.}",
            "+  org.example.Lonely: {derived_from: org.example.Server, description: Nothing yet.}"
        ]
    );
    // A file that is not imported yet is imported in the same step.
    let alone = of(&[
        ("base.yaml", BASE),
        (
            "t.yaml",
            &TYPES
                .replace("imports: [ base.yaml ]\n", "")
                .replace("{capability: org.base.Seat, node: org.base.Machine}", "tosca.capabilities.Compute"),
        ),
    ]);
    let added = effect(&alone, "t.yaml", &other);
    assert!(added.contains(&"+    derived_from: org.base.Machine   # for now".to_owned()), "{added:?}");
    assert!(added.iter().any(|line| line.starts_with('+') && line.contains("base.yaml")), "{added:?}");
}

#[test]
fn derivations_that_a_check_would_report_are_refused() {
    let analysis = library();
    let door = path(&["capability_types", "org.example.Door"]);
    let cases = [
        (
            derive(&node_type("Server"), &node_type("Proxy")),
            "`org.example.Server` derives from itself: `org.example.Proxy` → `org.example.Server`",
        ),
        (derive(&node_type("Server"), &node_type("Server")), "derives from itself"),
        (derive(&node_type("Server"), &door), "node types cannot derive from capability types"),
        (derive(&node_type("Proxy"), &node_type("Server")), "derives from `org.example.Server` already"),
        (derive(&node_type("Other"), &node_type("Server")), "this would cause an error: "),
        (derive(&machine(), &node_type("Server")), "base.yaml"),
    ];
    for (command, why) in cases {
        let refused = refusal(&analysis, "t.yaml", &command);
        assert!(refused.contains(why), "{command:?}: {refused}");
    }
    // The reason is that of the check.
    let text = TYPES.replace(
        "  org.example.Other:\n    derived_from: tosca.nodes.Root",
        "  org.example.Other:\n    derived_from: org.example.Server",
    );
    let checked = of(&[("base.yaml", BASE), ("t.yaml", &text)]);
    let reasons: Vec<&str> = checked.diagnostics(&file("t.yaml")).iter().map(|found| found.message.as_str()).collect();
    let refused = refusal(&analysis, "t.yaml", &derive(&node_type("Other"), &node_type("Server")));
    assert!(reasons.iter().any(|reason| refused.ends_with(reason)), "{refused}: {reasons:?}");
}

/// The errors and warnings of a file by code, as a check of its text alone finds them.
fn faults(text: &str) -> BTreeMap<&'static str, usize> {
    let mut found = BTreeMap::new();
    for one in of(&[("base.yaml", BASE), ("t.yaml", text)]).diagnostics(&file("t.yaml")) {
        if matches!(one.severity, Severity::Error | Severity::Warning) {
            *found.entry(one.code).or_insert(0) += 1;
        }
    }
    found
}

/// Every pair of types of a file, whatever their kinds: a derivation that is accepted adds no finding, and one that is refused
/// would add one. Candidates that are refused at once are refused by the check, too.
#[test]
fn derivations_agree_with_the_check() {
    let (mut n_accepted, mut n_refused, mut n_candidates) = (0, 0, 0);
    // A file without the version of its language is not recognized on its own.
    let small = |(_, text): &(String, String)| {
        text.contains("tosca_definitions_version") && (2..=7).contains(&written(text).len())
    };
    let files = files_with_types().into_iter().filter(small);
    for (name, source) in files.take(120).chain([("types".to_owned(), TYPES.to_owned())]) {
        let analysis = of(&[("base.yaml", BASE), ("t.yaml", &source)]);
        let before = faults(&source);
        let all: Vec<NodePath> = written(&source).keys().map(|(section, name)| path(&[section]).key(name)).collect();
        for child in &all {
            let from = End { vertex: child.clone(), port: DERIVED_FROM.into() };
            let candidates = analysis.candidate_targets(&file("t.yaml"), &from, PortKind::Requirement);
            for parent in all.iter().filter(|parent| *parent != child) {
                let result = analysis.command(&file("t.yaml"), &derive(child, parent));
                let candidate = candidates.iter().find(|candidate| candidate.end.end.vertex == *parent);
                let candidate = candidate.unwrap_or_else(|| panic!("{name}: {parent} is not an end for {child}"));
                n_candidates += 1;
                let written =
                    Command::Set { path: child.key("derived_from"), value: parent.last_key().map(Value::from) };
                let (_, after) = done(&analysis, "t.yaml", &written);
                let after = faults(&text(&after, "t.yaml"));
                let is_worse = after.iter().any(|(code, count)| before.get(code).copied().unwrap_or(0) < *count);
                match &result {
                    Ok(change) => {
                        assert!(candidate.refused.is_none(), "{name}: {child} from {parent}");
                        let changed = analysis.changed(change).expect("a change");
                        assert!(
                            !faults(&text(&changed, "t.yaml")).iter().any(|(code, count)| before
                                .get(code)
                                .copied()
                                .unwrap_or(0)
                                < *count),
                            "{name}: {child} from {parent}: {:?}",
                            faults(&text(&changed, "t.yaml"))
                        );
                        n_accepted += 1;
                    }
                    Err(why) => {
                        let is_same = why.to_string().contains("already");
                        // A type that was part of a cycle, or whose parent was unknown, may be no worse than before.
                        let was_faulty = !before.is_empty();
                        assert!(is_same || is_worse || was_faulty, "{name}: {child} from {parent}: {why}");
                        n_refused += 1;
                    }
                }
            }
        }
    }
    println!("{n_accepted} accepted, {n_refused} refused, {n_candidates} candidates");
    assert!(n_accepted > 5 && n_refused > 5, "{n_accepted} accepted, {n_refused} refused");
}

#[test]
fn a_derivation_is_moved_and_removed() {
    let analysis = library();
    let end = |vertex: NodePath, port: &str| EdgeEnd { vertex, port: Some(port.into()) };
    let at = node_type("Proxy").key("derived_from");
    let moved = MovedEnd {
        path: at.clone(),
        is_source: true,
        from: end(node_type("Server"), DERIVE),
        other: end(node_type("Proxy"), DERIVED_FROM),
    };
    let start = analysis.reconnection_start(&file("t.yaml"), &moved).expect("the child stays");
    assert_eq!((start.end.vertex, start.kind), (node_type("Proxy"), PortKind::Requirement));
    let to = End { vertex: node_type("Lonely"), port: DERIVE.into() };
    assert!(analysis.reconnection_targets(&file("t.yaml"), &moved).iter().any(|candidate| candidate.end.end == to));
    let reconnect = Command::Reconnect { moved: moved.clone(), to };
    assert_eq!(
        effect(&analysis, "t.yaml", &reconnect),
        ["-    derived_from: org.example.Server", "+    derived_from: org.example.Lonely"]
    );
    let other = MovedEnd { is_source: false, from: moved.other.clone(), other: moved.from.clone(), ..moved };
    assert_eq!(analysis.reconnection_start(&file("t.yaml"), &other), None);
    assert_eq!(effect(&analysis, "t.yaml", &Command::Remove(vec![at])), ["-    derived_from: org.example.Server"]);
}

#[test]
fn types_are_added_with_a_parent() {
    let analysis = library();
    let offers = analysis.offers_in(&file("t.yaml"), &types());
    let find = |section: &str, of: Option<&str>| {
        offers
            .iter()
            .find(|offer| offer.section == path(&[section]) && offer.of.as_deref() == of)
            .expect("an offer")
            .clone()
    };
    assert_eq!(offers.iter().filter(|offer| offer.of.is_none()).count(), SECTIONS.len());
    let add = |offer: descriptorium_core::topology::Offer, name: Option<&str>| Command::AddEntry {
        section: offer.section,
        of: offer.of,
        name: name.map(Into::into),
        at: None,
    };
    assert_eq!(
        effect(&analysis, "t.yaml", &add(find("node_types", None), None)),
        ["+  org.example.NodeType:"],
        "its parent is a line that is there already"
    );
    let (_, after) = done(&analysis, "t.yaml", &add(find("node_types", Some("org.base.Machine")), None));
    assert!(text(&after, "t.yaml").contains("  org.example.Machine:\n    derived_from: org.base.Machine\n"));
    let (_, after) = done(&analysis, "t.yaml", &add(find("policy_types", None), Some("org.example.Rule")));
    assert!(
        text(&after, "t.yaml").contains("policy_types:\n  org.example.Rule:\n    derived_from: tosca.policies.Root\n")
    );
    // New types of all kinds are without findings, except that they are empty.
    for section in SECTIONS {
        let (_, after) = done(&analysis, "t.yaml", &add(find(section, None), None));
        let worse: Vec<&str> = after
            .diagnostics(&file("t.yaml"))
            .iter()
            .filter(|found| !analysis.diagnostics(&file("t.yaml")).iter().any(|known| known.message == found.message))
            .map(|found| found.code)
            .collect();
        assert!(worse.is_empty(), "{section}: {worse:?}");
    }
    let taken = Command::AddEntry {
        section: path(&["node_types"]),
        of: None,
        name: Some("org.example.Proxy".into()),
        at: None,
    };
    assert!(refusal(&analysis, "t.yaml", &taken).contains("org.example.Proxy"));
    // A connection that is dropped on nothing adds a derived type.
    let from = End { vertex: machine(), port: DERIVE.into() };
    let fitting = analysis.fitting_offers(&file("t.yaml"), &from, PortKind::Capability);
    let [offer] = fitting.as_slice() else { panic!("{fitting:?}") };
    let change = analysis
        .add_connected(&file("t.yaml"), &add(offer.clone(), None), &from, PortKind::Capability)
        .expect("a derived type");
    let after = analysis.changed(&change).expect("a change");
    assert!(
        text(&after, "t.yaml").contains("  org.example.NodeType:\n    derived_from: org.base.Machine\n"),
        "{}",
        text(&after, "t.yaml")
    );
    assert!(analysis.promotion(&file("t.yaml"), &from, PortKind::Capability).is_none());
}

#[test]
fn members_of_every_kind_are_added() {
    let analysis = library();
    let mut n_added = 0;
    let places = [
        ("node_types", "org.example.Lonely", 5),
        ("node_types", "org.example.Server", 5),
        ("capability_types", "org.example.Door", 2),
        ("data_types", "org.example.Pair", 1),
    ];
    for (section, name, count) in places {
        let at = path(&[section]).key(name);
        let actions = analysis.actions(&file("t.yaml"), std::slice::from_ref(&at), &Default::default());
        let members: Vec<_> = actions.iter().filter(|action| action.name == "new_member").collect();
        assert_eq!(members.len(), count, "{name}");
        assert!(actions.iter().any(|action| action.name == "derive_type"));
        for action in members {
            let ActionEdit::Run(command) = &action.edit else { panic!("{action:?}") };
            let (_, after) = done(&analysis, "t.yaml", command);
            let (before, now) = (written(TYPES), written(&text(&after, "t.yaml")));
            assert_eq!(before.len(), now.len(), "{action:?}");
            let new: Vec<&str> = after
                .diagnostics(&file("t.yaml"))
                .iter()
                .filter(|found| found.severity == Severity::Error)
                .map(|found| found.message.as_str())
                .collect();
            assert!(new.is_empty(), "{action:?}: {new:?}");
            let (_, twice) = done(&after, "t.yaml", command);
            assert!(text(&twice, "t.yaml").contains(&format!("{}_2", action.subject)), "{}", text(&twice, "t.yaml"));
            n_added += 1;
        }
    }
    assert_eq!(n_added, 13);
    // Requirements are a list, and its items stay as they are.
    let requirement = Command::AddEntry {
        section: node_type("Server").key("requirements"),
        of: None,
        name: Some("log".into()),
        at: None,
    };
    let added = effect(&analysis, "t.yaml", &requirement);
    assert!(
        added.iter().all(|line| line.starts_with('+')) && added.iter().any(|line| line.contains("- log:")),
        "{added:?}"
    );
}

#[test]
fn members_have_their_origins() {
    let analysis = library();
    let members = analysis.type_members(&file("t.yaml"), &node_type("Proxy"));
    let find = |section: &str, name: &str| {
        let found = members.iter().find(|member| member.section == section && member.name == name);
        found.unwrap_or_else(|| panic!("{section} {name}")).clone()
    };
    let admin = find("capabilities", "admin");
    assert!(admin.declarations[0].is_own && admin.declarations.len() == 1 && admin.type_name == "org.example.Door");
    let port = find("properties", "port");
    assert_eq!((port.declarations[0].of.as_str(), port.declarations[0].is_own), ("org.example.Server", false));
    let feature = find("capabilities", "feature");
    assert!(feature.declarations[0].file.as_str().starts_with("built-in:"), "{feature:?}");
    // Of a member that a type refines, both definitions are listed.
    let refined = TYPES.replace(
        "    capabilities:\n      admin",
        "    properties:\n      port: {type: integer, default: 80}\n    capabilities:\n      admin",
    );
    let analysis = of(&[("base.yaml", BASE), ("t.yaml", &refined)]);
    let members = analysis.type_members(&file("t.yaml"), &node_type("Proxy"));
    let port = members.iter().find(|member| member.name == "port").expect("a property");
    let origins: Vec<(&str, bool)> = port.declarations.iter().map(|one| (one.of.as_str(), one.is_own)).collect();
    assert_eq!(origins, [("org.example.Proxy", true), ("org.example.Server", false)]);
}

#[test]
fn positions_of_types_are_kept_apart_from_those_of_the_topology() {
    let source = format!("{TYPES}topology_template:\n  node_templates:\n    one: {{type: org.example.Lonely}}\n");
    let analysis = of(&[("base.yaml", BASE), ("t.yaml", &source)]);
    assert_eq!(analysis.first_diagram(&file("t.yaml")), DiagramKey::default());
    assert_eq!(analysis.diagram_around(&file("t.yaml"), &node_type("Proxy").key("capabilities")), types());
    let template = path(&["topology_template", "node_templates", "one"]);
    let at = |x: f64| Point { x, y: 2.0 };
    let places = vec![(node_type("Proxy"), at(1.0)), (machine(), at(3.0)), (template.clone(), at(5.0))];
    let (_, placed) = done(&analysis, "t.yaml", &Command::Place(places));
    let kept = text(&placed, "t.layout.yaml");
    for key in ["node_types/org.example.Proxy:", "node_types/base.yaml#org.base.Machine", "node_templates/one:"] {
        assert!(kept.contains(key), "{kept}");
    }
    let position = |analysis: &Analysis, key: &DiagramKey, of: &NodePath| {
        let topology = analysis.drawn_as(&file("t.yaml"), key, false).expect("a diagram");
        topology.graph.node_weights().find(|vertex| vertex.path == *of).and_then(|vertex| vertex.position)
    };
    assert_eq!(position(&placed, &types(), &node_type("Proxy")), Some(at(1.0)));
    assert_eq!(position(&placed, &types(), &machine()), Some(at(3.0)));
    // The diagram of a type is arranged automatically.
    assert_eq!(position(&placed, &one("node_types", "org.example.Proxy"), &node_type("Proxy")), None);
    assert!(placed.tidied(&file("t.yaml"), &one("node_types", "org.example.Proxy"), false).is_empty());
    let (_, loose) = done(&placed, "t.yaml", &Command::Unplace(types()));
    assert_eq!(position(&loose, &types(), &node_type("Proxy")), None);
    assert_eq!(position(&loose, &DiagramKey::default(), &template), Some(at(5.0)));
    let (_, loose) = done(&placed, "t.yaml", &Command::Unplace(DiagramKey::default()));
    assert_eq!(position(&loose, &types(), &machine()), Some(at(3.0)));
    let (_, renamed) =
        done(&placed, "t.yaml", &Command::Rename { path: node_type("Proxy"), name: "org.example.Relay".into() });
    assert!(
        text(&renamed, "t.layout.yaml").contains("node_types/org.example.Relay:"),
        "{}",
        text(&renamed, "t.layout.yaml")
    );
}
