//! Diagrams of workflows: what they show, compared with another reader of the text.

use std::collections::BTreeSet;
use std::fs;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::diagrams::{DiagramKey, DiagramKind};
use descriptorium_core::topology::{EdgeKind, Topology, VertexKind};
use descriptorium_tests::paths;
use serde_yaml::Value;

use super::templates::{file, of};

/// The steps and the names under `on_success` and `on_failure`, as another library reads them.
fn written(text: &str, workflow: &str) -> (BTreeSet<String>, BTreeSet<(String, &'static str, String)>) {
    let read: Value = serde_yaml::from_str(text).expect("YAML");
    let steps = read["topology_template"]["workflows"][workflow]["steps"].as_mapping().cloned().unwrap_or_default();
    let (mut names, mut next) = (BTreeSet::new(), BTreeSet::new());
    let known = |name: &str| steps.contains_key(Value::from(name));
    for (name, step) in &steps {
        let name = name.as_str().expect("a name").to_owned();
        for key in ["on_success", "on_failure"] {
            let listed = match &step[key] {
                Value::Sequence(items) => items.iter().filter_map(Value::as_str).collect(),
                Value::String(one) => vec![one.as_str()],
                _ => Vec::new(),
            };
            next.extend(listed.into_iter().filter(|to| known(to)).map(|to| (name.clone(), key, to.to_owned())));
        }
        names.insert(name);
    }
    (names, next)
}

/// The same in a diagram.
fn drawn(topology: &Topology) -> (BTreeSet<String>, BTreeSet<(String, &'static str, String)>) {
    let steps = topology.graph.node_weights().filter(|vertex| vertex.kind == VertexKind::Step);
    let next = topology.graph.edge_indices().map(|edge| {
        let (from, to) = topology.graph.edge_endpoints(edge).expect("two ends");
        let key = match topology.graph[edge].kind {
            EdgeKind::Success => "on_success",
            EdgeKind::Failure => "on_failure",
            other => panic!("{other:?} between steps"),
        };
        (topology.graph[from].label.clone(), key, topology.graph[to].label.clone())
    });
    (steps.map(|step| step.label.clone()).collect(), next.collect())
}

/// All service templates with workflows: of the examples, and of the shared material if it is there.
pub fn files_with_workflows() -> Vec<(String, String)> {
    let shared = ["fixtures/tosca", "corpus/tosca"].into_iter().filter_map(paths::shared);
    let folders = std::iter::once(paths::root().join("examples")).chain(shared);
    let files = folders.flat_map(|folder| paths::texts(&folder, &[".yaml", ".yml"]));
    let has_workflows = files.filter(|(_, text)| text.contains("workflows:"));
    has_workflows.map(|(path, text)| (path.to_string(), text)).collect()
}

#[test]
fn workflows_are_drawn_as_they_are_written() {
    let (mut n_workflows, mut n_connections) = (0, 0);
    for (name, text) in files_with_workflows() {
        let analysis = of(&[("t.yaml", &text)]);
        let diagrams = analysis.diagrams(&file("t.yaml"));
        let Some((first, others)) = diagrams.split_first() else { continue };
        assert_eq!(first.key, DiagramKey::default(), "{name}");
        for diagram in others {
            assert_eq!(DiagramKey::parse(&diagram.key.to_string()).as_ref(), Some(&diagram.key), "{name}");
            let topology = analysis.drawn_as(&file("t.yaml"), &diagram.key, false).expect("a diagram");
            let drawn = drawn(&topology);
            assert_eq!(drawn, written(&text, &diagram.name), "{name}: {}", diagram.name);
            n_workflows += 1;
            n_connections += drawn.1.len();
        }
    }
    assert!(n_workflows > 0 && n_connections > 3, "{n_workflows} workflows with {n_connections} connections");
    println!("{n_workflows} workflows with {n_connections} connections");
}

#[test]
fn a_part_belongs_to_its_diagram() {
    let text = fs::read_to_string(paths::root().join("examples/tosca/live-channel.yaml")).expect("the example");
    let analysis = of(&[("t.yaml", &text)]);
    let workflow = NodePath::keys(["topology_template", "workflows", "go_on_air"]);
    let key = DiagramKey { kind: DiagramKind::Workflow, of: workflow.clone() };
    let around = |node: &NodePath| analysis.diagram_around(&file("t.yaml"), node);
    assert_eq!(around(&workflow.key("steps").key("warm_up")), key);
    assert_eq!(around(&workflow), key);
    assert_eq!(around(&NodePath::keys(["topology_template", "node_templates", "origin"])), DiagramKey::default());
    assert!(analysis.has_diagram(&file("t.yaml"), &key));
    let gone = DiagramKey { of: workflow.parent().expect("a section").key("other"), ..key };
    assert!(!analysis.has_diagram(&file("t.yaml"), &gone));
    assert!(diagrams_of(&analysis, "absent.yaml").is_empty());
}

fn diagrams_of(analysis: &Analysis, name: &str) -> Vec<String> {
    let path = FilePath::new(name).expect("a path");
    analysis.diagrams(&path).into_iter().map(|diagram| diagram.name).collect()
}
