//! Diagrams of workflows: what they show, compared with another reader of the text.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::analysis::form::Control;
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::preview::question::{Intent, Question, Values};
use descriptorium_core::scene::layout;
use descriptorium_core::semantics::Outcome;
use descriptorium_core::settings::Settings;
use descriptorium_core::syntax::{Node, NodePath};
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::diagrams::{Diagram, DiagramKey, DiagramKind};
use descriptorium_core::topology::{Command, EdgeEnd, EdgeKind, End, MovedEnd, Point, PortKind, Topology, VertexKind};
use descriptorium_core::tosca::deployment::Deployment;
use descriptorium_core::tosca::deployment::plan::{ActivityKind, PlannedActivity};
use descriptorium_core::workspace::Workspace;
use descriptorium_tests::paths;
use serde_yaml::Value;

use super::templates::{done, effect, file, of, refusal, text};

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
        let Some(first) = diagrams.first() else { continue };
        assert_eq!(first.key, DiagramKey::default(), "{name}");
        for diagram in diagrams.iter().filter(|diagram| diagram.key.kind == DiagramKind::Workflow) {
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

const FLOW: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    web: {type: tosca.nodes.WebServer, requirements: [{host: server}]}
    server: {type: tosca.nodes.Compute}
  workflows:
    # by hand
    backup:
      steps:
        stop:        # first
          target: web
          activities:
            - call_operation: Standard.stop   # gently
            - set_state: stopped
          on_success: [ copy ]
        copy:
          target: server
          activities: [ set_state: configuring ]
          on_success: restart
          on_failure:
            - alarm   # someone looks at it
        restart: {target: web, activities: [ set_state: started ]}
        alarm: {target: web, activities: [ set_state: error ]}
    nightly:
      steps:
        all: {target: web, activities: [ inline: backup ]}
";

fn flow() -> Analysis {
    of(&[("t.yaml", FLOW)])
}

fn workflow(name: &str) -> NodePath {
    NodePath::keys(["topology_template", "workflows", name])
}

fn step(name: &str) -> NodePath {
    workflow("backup").key("steps").key(name)
}

fn key(name: &str) -> DiagramKey {
    DiagramKey { kind: DiagramKind::Workflow, of: workflow(name) }
}

fn end(of: &str, port: &str) -> End {
    End { vertex: step(of), port: port.into() }
}

fn connect(from: &str, port: &str, to: &str) -> Command {
    Command::Connect { source: end(from, port), target: end(to, "start") }
}

#[test]
fn steps_are_connected_in_the_notation_that_is_there() {
    let analysis = flow();
    assert_eq!(
        effect(&analysis, "t.yaml", &connect("stop", "on_success", "alarm")),
        ["-          on_success: [ copy ]", "+          on_success: [ copy, alarm ]"]
    );
    assert_eq!(
        effect(&analysis, "t.yaml", &connect("copy", "on_failure", "restart")),
        ["+            - restart"],
        "comments stay"
    );
    // A single name becomes a list.
    let (_, after) = done(&analysis, "t.yaml", &connect("copy", "on_success", "alarm"));
    assert_eq!(written(&text(&after, "t.yaml"), "backup").1.len(), 4);
    assert!(text(&after, "t.yaml").contains("# someone looks at it"));
    let (_, after) = done(&analysis, "t.yaml", &connect("restart", "on_failure", "alarm"));
    assert!(written(&text(&after, "t.yaml"), "backup").1.contains(&("restart".into(), "on_failure", "alarm".into())));
}

#[test]
fn connections_that_a_check_would_report_are_refused() {
    let analysis = flow();
    let cases = [
        (connect("restart", "on_success", "stop"), "`restart` → `stop`"),
        (connect("stop", "on_success", "copy"), "already names `copy`"),
        (connect("stop", "on_success", "stop"), "cannot follow itself"),
        (connect("alarm", "on_failure", "stop"), "could never run"),
        (connect("stop", "host", "alarm"), "has no `host`"),
    ];
    for (command, why) in cases {
        let refused = refusal(&analysis, "t.yaml", &command);
        assert!(refused.contains(why), "{command:?}: {refused}");
    }
    let other = Command::Connect {
        source: end("stop", "on_success"),
        target: End { vertex: workflow("nightly").key("steps").key("all"), port: "start".into() },
    };
    assert!(refusal(&analysis, "t.yaml", &other).contains("same workflow"));
}

/// Every candidate of every port: an accepted one adds no finding, a refused one would add one, and the text that results
/// differs by exactly this connection.
#[test]
fn candidates_agree_with_the_check() {
    let (mut n_accepted, mut n_refused) = (0, 0);
    let files = files_with_workflows().into_iter().chain([("flow".to_owned(), FLOW.to_owned())]);
    for (name, source) in files {
        let analysis = of(&[("t.yaml", &source)]);
        let found = |analysis: &Analysis| {
            let found = analysis.diagnostics(&file("t.yaml")).iter();
            found.filter(|found| found.code.starts_with("tosca/workflow/")).count()
        };
        let is_sound = found(&analysis) == 0;
        let is_workflow = |diagram: &&Diagram| diagram.key.kind == DiagramKind::Workflow;
        for diagram in analysis.diagrams(&file("t.yaml")).iter().filter(is_workflow) {
            let topology = analysis.drawn_as(&file("t.yaml"), &diagram.key, false).expect("a diagram");
            let steps = topology.graph.node_weights().filter(|vertex| vertex.kind == VertexKind::Step);
            for vertex in steps {
                for start in analysis.connection_starts(&file("t.yaml"), &vertex.path) {
                    for candidate in analysis.candidate_targets(&file("t.yaml"), &start.end, start.kind) {
                        let (start, end) = (start.end.clone(), candidate.end.end.clone());
                        let command = match candidate.end.kind {
                            PortKind::Requirement => Command::Connect { source: start, target: end },
                            _ => Command::Connect { source: end, target: start },
                        };
                        let result = analysis.command(&file("t.yaml"), &command);
                        assert_eq!(result.is_err(), candidate.refused.is_some(), "{name}: {command:?}");
                        if result.is_err() {
                            n_refused += 1;
                            continue;
                        }
                        let (_, after) = done(&analysis, "t.yaml", &command);
                        let (before, now) =
                            (written(&source, &diagram.name), written(&text(&after, "t.yaml"), &diagram.name));
                        assert_eq!(now.0, before.0, "{name}: {command:?}");
                        assert_eq!(now.1.difference(&before.1).count(), 1, "{name}: {command:?}");
                        assert!(!is_sound || found(&after) == 0, "{name}: {command:?}");
                        n_accepted += 1;
                    }
                }
            }
        }
    }
    println!("{n_accepted} accepted, {n_refused} refused");
    assert!(n_accepted > 3 && n_refused > 3, "{n_accepted} accepted, {n_refused} refused");
}

#[test]
fn an_end_of_a_connection_is_moved() {
    let analysis = flow();
    let at = step("copy").key("on_failure").index(0);
    let edge = |vertex: NodePath, port: Option<&str>| EdgeEnd { vertex, port: port.map(Into::into) };
    let target = MovedEnd {
        path: at.clone(),
        is_source: false,
        from: edge(step("alarm"), None),
        other: edge(step("copy"), Some("on_failure")),
    };
    let targets = analysis.reconnection_targets(&file("t.yaml"), &target);
    let names: Vec<&str> = targets.iter().filter_map(|candidate| candidate.end.end.vertex.last_key()).collect();
    assert_eq!(names, ["stop", "restart"]);
    let moved = Command::Reconnect { moved: target, to: end("restart", "start") };
    assert_eq!(
        effect(&analysis, "t.yaml", &moved),
        ["-            - alarm   # someone looks at it", "+            - restart   # someone looks at it"]
    );
    let source = MovedEnd {
        path: at,
        is_source: true,
        from: edge(step("copy"), Some("on_failure")),
        other: edge(step("alarm"), None),
    };
    let (_, after) = done(&analysis, "t.yaml", &Command::Reconnect { moved: source, to: end("stop", "on_failure") });
    let next = written(&text(&after, "t.yaml"), "backup").1;
    assert!(next.contains(&("stop".into(), "on_failure", "alarm".into())), "{next:?}");
    assert!(!next.iter().any(|(from, key, _)| from == "copy" && *key == "on_failure"), "{next:?}");
}

#[test]
fn steps_are_added_renamed_duplicated_and_removed_with_their_mentions() {
    let analysis = flow();
    let offers = analysis.offers_in(&file("t.yaml"), &key("backup"));
    let names: Vec<&str> = offers.iter().filter_map(|offer| offer.of.as_deref()).collect();
    assert_eq!(names, ["web", "server"]);
    let add = Command::AddEntry { section: offers[1].section.clone(), of: Some("server".into()), name: None, at: None };
    assert_eq!(effect(&analysis, "t.yaml", &add), ["+        server:", "+          activities: []"]);
    let rename = Command::Rename { path: step("copy"), name: "save".into() };
    assert_eq!(
        effect(&analysis, "t.yaml", &rename),
        ["-          on_success: [ copy ]", "-        copy:", "+          on_success: [ save ]", "+        save:"]
    );
    let taken = Command::Rename { path: step("copy"), name: "stop".into() };
    assert!(refusal(&analysis, "t.yaml", &taken).contains("stop"));
    let (_, after) = done(&analysis, "t.yaml", &Command::Remove(vec![step("restart")]));
    let gone = text(&after, "t.yaml");
    assert!(!gone.contains("restart") && gone.contains("# first") && gone.contains("# someone looks at it"), "{gone}");
    assert!(after.diagnostics(&file("t.yaml")).len() <= analysis.diagnostics(&file("t.yaml")).len());
    let (_, after) = done(&analysis, "t.yaml", &Command::Duplicate(vec![step("alarm")]));
    assert!(written(&text(&after, "t.yaml"), "backup").0.contains("alarm_2"));
    let connection = step("copy").key("on_failure").index(0);
    let (_, after) = done(&analysis, "t.yaml", &Command::Remove(vec![connection]));
    assert!(!text(&after, "t.yaml").contains("on_failure"));
    // A node takes its steps along, and these their mentions.
    let node = NodePath::keys(["topology_template", "node_templates", "server"]);
    let (_, after) = done(&analysis, "t.yaml", &Command::Remove(vec![node]));
    let (steps, next) = written(&text(&after, "t.yaml"), "backup");
    assert!(!steps.contains("copy") && next.is_empty(), "{steps:?} {next:?}");
}

#[test]
fn a_workflow_is_renamed_and_removed_with_what_runs_it() {
    let analysis = flow();
    let rename = Command::Rename { path: workflow("backup"), name: "save".into() };
    assert_eq!(
        effect(&analysis, "t.yaml", &rename),
        [
            "-    backup:",
            "-        all: {target: web, activities: [ inline: backup ]}",
            "+    save:",
            "+        all: {target: web, activities: [ inline: save ]}"
        ]
    );
    let (_, after) = done(&analysis, "t.yaml", &Command::Remove(vec![workflow("backup")]));
    let left = text(&after, "t.yaml");
    assert!(!left.contains("backup") && left.contains("nightly"), "{left}");
}

#[test]
fn the_target_of_a_step_is_chosen_among_the_nodes() {
    let analysis = flow();
    let to = |of: &str| Command::RetypeEntry { path: step("stop"), of: of.into(), file: None };
    let changed = effect(&analysis, "t.yaml", &to("server"));
    assert_eq!(changed, ["-          target: web"], "another step has the new line already");
    let (_, after) = done(&analysis, "t.yaml", &to("server"));
    assert!(text(&after, "t.yaml").contains("stop:        # first\n          target: server\n"));
    assert!(refusal(&analysis, "t.yaml", &to("database")).contains("`database`"));
}

#[test]
fn activities_are_moved_with_their_comments() {
    let analysis = flow();
    let list = step("stop").key("activities");
    let (_, after) = done(&analysis, "t.yaml", &Command::MoveItem { path: list.index(0), to: 1 });
    let moved = text(&after, "t.yaml");
    let expected = "            - set_state: stopped\n            - call_operation: Standard.stop   # gently\n";
    assert!(moved.contains(expected), "{moved}");
    let (_, back) = done(&after, "t.yaml", &Command::MoveItem { path: list.index(1), to: 0 });
    assert_eq!(text(&back, "t.yaml"), FLOW);
    assert!(refusal(&analysis, "t.yaml", &Command::MoveItem { path: list.index(1), to: 2 }).contains("no item"));
    let rows = analysis.form(&file("t.yaml"), &list);
    let controls: Vec<_> = rows.iter().map(|row| (row.control.clone(), row.value.clone())).collect();
    let keys = vec!["delegate", "set_state", "call_operation", "inline"];
    let single = |key: &str| (Control::Single(keys.clone()), Some(key.to_owned()));
    assert_eq!(controls, [single("call_operation"), single("set_state")]);
    let inner = analysis.form(&file("t.yaml"), &list.index(0));
    let call = inner.iter().find(|row| row.label == "call_operation").expect("a row");
    let Control::Choice { words, .. } = &call.control else { panic!("{:?}", call.control) };
    assert!(words.contains(&"Standard.stop".to_owned()), "{words:?}");
}

#[test]
fn positions_of_steps_belong_to_their_workflow() {
    let (server, other) = (step("copy"), workflow("nightly").key("steps").key("all"));
    let places = vec![(server.clone(), Point { x: 40.0, y: 50.0 }), (other.clone(), Point { x: 1.0, y: 2.0 })];
    let (_, placed) = done(&flow(), "t.yaml", &Command::Place(places));
    let layout = text(&placed, "t.layout.yaml");
    assert!(
        layout.contains("workflows/backup/steps/copy:") && layout.contains("workflows/nightly/steps/all:"),
        "{layout}"
    );
    let at = |analysis: &Analysis, name: &str, path: &NodePath| {
        let topology = analysis.drawn_as(&file("t.yaml"), &key(name), false).expect("a diagram");
        topology.graph.node_weights().find(|vertex| vertex.path == *path).and_then(|vertex| vertex.position)
    };
    assert_eq!(at(&placed, "backup", &server), Some(Point { x: 40.0, y: 50.0 }));
    let rearranged = |shown: &DiagramKey| placed.rearranged(&flow(), &file("t.yaml"), shown);
    assert_eq!(
        [rearranged(&key("nightly")), rearranged(&DiagramKey::default())],
        [key("nightly"), key("backup")].map(Some)
    );
    assert_eq!(placed.rearranged(&placed, &file("t.yaml"), &key("backup")), None);
    let (_, renamed) = done(&placed, "t.yaml", &Command::Rename { path: workflow("backup"), name: "save".into() });
    assert!(
        text(&renamed, "t.layout.yaml").contains("workflows/save/steps/copy:"),
        "{}",
        text(&renamed, "t.layout.yaml")
    );
    let (_, renamed) = done(&placed, "t.yaml", &Command::Rename { path: server.clone(), name: "save".into() });
    assert!(text(&renamed, "t.layout.yaml").contains("workflows/backup/steps/save:"));
    let (_, loose) = done(&placed, "t.yaml", &Command::Unplace(key("backup")));
    assert_eq!((at(&loose, "backup", &server), at(&loose, "nightly", &other)), (None, Some(Point { x: 1.0, y: 2.0 })));
    let (_, loose) = done(&placed, "t.yaml", &Command::Unplace(DiagramKey::default()));
    assert!(at(&loose, "backup", &server).is_some(), "the topology has no positions");
    let (_, gone) = done(&placed, "t.yaml", &Command::Remove(vec![workflow("backup")]));
    assert!(!text(&gone, "t.layout.yaml").contains("backup"), "{}", text(&gone, "t.layout.yaml"));
}

#[test]
fn an_inlined_workflow_opens_in_place_and_by_itself() {
    let analysis = flow();
    let all = workflow("nightly").key("steps").key("all");
    assert!(analysis.opens_in_place(&file("t.yaml"), &all) && !analysis.opens_in_place(&file("t.yaml"), &step("copy")));
    assert_eq!(analysis.diagram_of_box(&file("t.yaml"), &all), Some((file("t.yaml"), key("backup"))));
    let topology = analysis.drawn_as(&file("t.yaml"), &key("nightly"), false).expect("a diagram");
    let scene = layout(&topology, None);
    let opened = analysis.folded(&file("t.yaml"), &scene, &[all].into_iter().collect());
    let inside = opened.boxes.iter().filter(|found| found.kind == VertexKind::Step && !found.frame).count();
    assert_eq!(inside, 4, "the steps of the inlined workflow");
}

/// The activities of a plan, and for each the ones before it, directly or indirectly. Nodes that the orchestrator adds have
/// no template.
fn precedence(deployment: &Deployment, root: &Node) -> BTreeMap<String, BTreeSet<String>> {
    let templates = root.at(&NodePath::keys(["topology_template", "node_templates"])).expect("node templates");
    let name = |activity: &PlannedActivity| {
        let what = match &activity.kind {
            ActivityKind::SetState(state) => format!("set {state}"),
            ActivityKind::Call(operation) => format!("call {operation}"),
            ActivityKind::Delegate(_) => "delegate".to_owned(),
            ActivityKind::Nothing => panic!("an empty step"),
        };
        match (&activity.relationship, &activity.operation_host) {
            (Some(relationship), Some(host)) => format!("{relationship} {what} {host}"),
            _ => format!("{} {what}", activity.node),
        }
    };
    let is_written = |activity: &PlannedActivity| {
        // These states are not normative, so the check would report them.
        if matches!(&activity.kind, ActivityKind::SetState(state) if ["stopped", "deleted"].contains(&state.as_str())) {
            return false;
        }
        let node = activity
            .relationship
            .as_ref()
            .map_or(activity.node.as_str(), |name| name.split('.').next().unwrap_or_default());
        templates.get(node).is_some()
    };
    let mut before: Vec<BTreeSet<usize>> = Vec::new();
    for activity in &deployment.activities {
        let direct = activity.after.iter().map(|after| after.activity);
        before.push(direct.flat_map(|at| before[at].iter().copied().chain([at]).collect::<Vec<_>>()).collect());
    }
    let activities = &deployment.activities;
    let named = |all: &BTreeSet<usize>| {
        all.iter().filter(|at| is_written(&activities[**at])).map(|at| name(&activities[*at])).collect()
    };
    let written = activities.iter().zip(&before).filter(|(activity, _)| is_written(activity));
    written.map(|(activity, before)| (name(activity), named(before))).collect()
}

fn plan(analysis: &Analysis, path: &FilePath, workflow: &str) -> Deployment {
    let intent = Some(Intent { name: workflow.into(), parameters: Values::default() });
    match analysis.preview(path, &Question { intent, ..Question::default() }) {
        Some(Outcome::Deployment(deployment)) => *deployment,
        other => panic!("{other:?}"),
    }
}

/// A generated workflow that is written as an imperative one has the same activities in the same order: the order is read
/// from the text by the follower of imperative workflows, which shares nothing with the weaver. The text passes the check.
#[test]
fn a_generated_workflow_is_written_with_its_order() {
    let shared = ["fixtures/tosca", "corpus/tosca"].into_iter().filter_map(paths::shared);
    let folders = std::iter::once(paths::root().join("examples")).chain(shared);
    let (mut n_written, mut n_activities, mut n_steps, mut n_refused) = (0, 0, 0, 0);
    let mut faults: Vec<String> = Vec::new();
    for folder in folders {
        let files = paths::texts(&folder, &[".yaml", ".yml"]);
        let analysis = Analysis::new(Workspace::new(files), Settings::default());
        for source in analysis.workspace().files().filter(|file| file.language.is_some_and(|of| of.id() == "tosca")) {
            let path = &source.path;
            let is_sound = analysis.diagnostics(path).iter().all(|found| found.severity != Severity::Error);
            let Some(root) = source.root.as_deref().filter(|_| is_sound) else { continue };
            let templates = root.at(&NodePath::keys(["topology_template", "node_templates"]));
            let count = templates.map_or(0, |templates| templates.entries().len());
            if !(1..60).contains(&count) {
                continue;
            }
            for workflow in ["deploy", "undeploy"] {
                let is_defined = root.at(&self::workflow(workflow)).is_some();
                let section = NodePath::keys(["topology_template", "workflows"]);
                let command = Command::AddEntry { section, of: Some(workflow.into()), name: None, at: None };
                let change = match analysis.command(path, &command) {
                    Ok(change) => change,
                    Err(why) => {
                        let why = why.to_string();
                        assert!(
                            why.contains("cycle") || why.contains("alias") || why.contains("anchor"),
                            "{path}: {why}"
                        );
                        n_refused += 1;
                        continue;
                    }
                };
                if is_defined {
                    continue;
                }
                let after = analysis.changed(&change).expect("the change fits");
                let [woven, written] = [&analysis, &after].map(|all| plan(all, path, workflow));
                assert!(!woven.is_imperative && written.is_imperative, "{path}: {workflow}");
                let [woven, written] = [&woven, &written].map(|plan| precedence(plan, root));
                if written != woven {
                    faults.push(format!("{path}: {workflow}: {written:#?} instead of {woven:#?}"));
                }
                let grave = |all: &Analysis| {
                    let found = all.diagnostics(path).iter().filter(|found| found.severity != Severity::Info);
                    found.map(|found| found.message.clone()).collect::<BTreeSet<_>>()
                };
                let new: Vec<String> = grave(&after).difference(&grave(&analysis)).cloned().collect();
                if !new.is_empty() {
                    faults.push(format!("{path}: {workflow}: {new:?}"));
                }
                let key = DiagramKey { kind: DiagramKind::Workflow, of: self::workflow(workflow) };
                n_steps += after.drawn_as(path, &key, false).expect("a diagram").graph.node_count() - 1;
                n_activities += woven.len();
                n_written += 1;
            }
        }
    }
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    println!("{n_written} workflows with {n_activities} activities in {n_steps} steps, {n_refused} refused");
    assert!(n_written > 2 && n_steps > n_written && n_activities > n_steps, "{n_written} {n_steps} {n_activities}");
}
