//! Diagrams of service templates with their types, and the gestures that only these have: hosts and groups, values,
//! mappings, policies and types with imports.

use std::collections::BTreeMap;
use std::fs;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::edit::EditError;
use descriptorium_core::language::Language;
use descriptorium_core::preview::question::Question;
use descriptorium_core::settings::{Dialect, Settings};
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::{
    ActionEdit, Badge, Beside, Command, ConnectionEnd, End, Point, PortKind, PortNeed, Topology, Vertex,
};
use descriptorium_core::workspace::Workspace;
use descriptorium_tests::paths;

use super::templates::{done, file, lines, node, of, path, text};

const SERVICE: &str = "service.yaml";
const LIBRARY: &str = "types/library.yaml";

/// A library that the template does not import at first.
const TYPES: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  acme.Cache:
    derived_from: tosca.nodes.SoftwareComponent
    capabilities:
      store: {type: tosca.capabilities.Endpoint}
policy_types:
  acme.Backup: {derived_from: tosca.policies.Root, targets: [tosca.nodes.DBMS]}
";

const TEMPLATE: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    port: {type: integer}
  node_templates:
    # serves pages
    web:
      type: tosca.nodes.WebServer
      metadata: {displayName: Web server}
      requirements:
        - host: server   # keep
    app:
      type: tosca.nodes.WebApplication
      properties:
        context_root: {get_input: root}
      requirements:
        - host: web
    dbms:
      type: tosca.nodes.DBMS
    server:
      type: tosca.nodes.Compute
      directives: [select]
    spare:
      type: tosca.nodes.Compute
  groups:
    all:
      type: tosca.groups.Root
      members: [web, spare]
  policies:
    - near:
        type: tosca.policies.Placement
        targets: [web, all]
  outputs:
    address: {value: {get_attribute: [server, private_address]}}
";

fn service() -> Analysis {
    of(&[(SERVICE, TEMPLATE), (LIBRARY, TYPES)])
}

fn topology(analysis: &Analysis) -> Topology {
    analysis.topology(&file(SERVICE)).expect("a diagram")
}

fn vertex<'t>(topology: &'t Topology, path: &NodePath) -> &'t Vertex {
    &topology.graph[topology.vertex(path).expect("a box")]
}

fn parent(topology: &Topology, name: &str) -> NodePath {
    let parent = vertex(topology, &node(name)).parent.expect("a frame");
    topology.graph[parent].path.clone()
}

fn enclose(names: &[&str], frame: NodePath) -> Command {
    Command::Enclose { boxes: names.iter().map(|name| node(name)).collect(), frame, side: Beside::Same }
}

fn group() -> NodePath {
    path(&["topology_template", "groups", "all"])
}

fn changed(analysis: &Analysis, command: &Command) -> Vec<String> {
    let (_, after) = done(analysis, SERVICE, command);
    lines(&text(analysis, SERVICE), &text(&after, SERVICE))
}

fn refusal(analysis: &Analysis, command: &Command) -> String {
    match analysis.command(&file(SERVICE), command) {
        Err(EditError::Refused(why)) => why,
        other => panic!("{command:?} is refused, not {other:?}"),
    }
}

/// The codes of the errors that a gesture brings.
fn new_errors(before: &Analysis, after: &Analysis, file: &FilePath) -> Vec<&'static str> {
    let known: Vec<&str> = before.diagnostics(file).iter().map(|found| found.message.as_str()).collect();
    let errors = after.diagnostics(file).iter().filter(|found| found.severity == Severity::Error);
    errors.filter(|found| !known.contains(&found.message.as_str())).map(|found| found.code).collect()
}

/// A mandatory requirement without a node.
const UNASSIGNED: &str = "tosca/requirement/unassigned";

#[test]
fn a_diagram_shows_every_port_of_the_types() {
    let topology = topology(&service());
    let ports = |name: &str, kind: PortKind| -> Vec<(String, PortNeed)> {
        let ports = vertex(&topology, &node(name)).ports.iter().filter(|port| port.kind == kind);
        ports.map(|port| (port.name.to_string(), port.need)).collect()
    };
    let capabilities: Vec<String> = ports("server", PortKind::Capability).into_iter().map(|(name, _)| name).collect();
    for name in ["feature", "host", "endpoint", "os", "scalable", "binding"] {
        assert!(capabilities.iter().any(|known| known == name), "{name} in {capabilities:?}");
    }
    let of_dbms = ports("dbms", PortKind::Requirement);
    assert_eq!(of_dbms, [("host".to_owned(), PortNeed::Missing), ("dependency".to_owned(), PortNeed::Optional)]);
    // The frame shows the host, so the port is only needed to choose another one.
    assert!(ports("web", PortKind::Requirement).contains(&("host".to_owned(), PortNeed::Optional)));
    assert_eq!(vertex(&topology, &node("web")).label, "Web server");
    assert_eq!(vertex(&topology, &node("server")).badge, Some(Badge::Text("select".to_owned())));
    let border: Vec<(&str, PortKind)> =
        vertex(&topology, &NodePath::root()).ports.iter().map(|port| (port.name.as_str(), port.kind)).collect();
    assert_eq!(border, [("port", PortKind::Input), ("address", PortKind::Output)]);
}

#[test]
fn hosts_are_frames_or_boxes() {
    let analysis = service();
    let nested = topology(&analysis);
    // The host takes precedence over the group.
    assert_eq!(parent(&nested, "web"), node("server"));
    assert_eq!(parent(&nested, "app"), node("web"));
    assert_eq!(parent(&nested, "spare"), group());
    let labels = |topology: &Topology| {
        topology.graph.edge_weights().filter(|edge| edge.is_labelled).map(|edge| edge.label.clone()).collect::<Vec<_>>()
    };
    assert!(labels(&nested).is_empty(), "{:?}", labels(&nested));
    assert!(nested.graph.edge_weights().any(|edge| edge.label == "member"), "the group is connected to its member");
    let flat = analysis.topology_as(&file(SERVICE), true).expect("a diagram");
    assert_eq!((parent(&flat, "web"), parent(&flat, "app")), (group(), NodePath::root()));
    assert_eq!(labels(&flat), ["HostedOn", "HostedOn"]);
    let hosted = flat.graph.edge_weights().find(|edge| edge.is_labelled).expect("a connection");
    assert_eq!((hosted.source_port.as_deref(), hosted.target_port.as_deref()), (Some("host"), Some("host")));
    // Another tool has drawn every box of this one, hosted ones beside their hosts.
    let drawn = TEMPLATE.replace("      metadata: {displayName: Web server}\n", "");
    let drawn = ["WebServer", "WebApplication", "DBMS", "Compute"].iter().fold(drawn, |text, of| {
        let line = format!("      type: tosca.nodes.{of}\n");
        text.replace(&line, &format!("{line}      metadata: {{x: '10', y: '20'}}\n"))
    });
    let drawn = of(&[(SERVICE, &drawn)]);
    assert!(!drawn.nests_hosts(&file(SERVICE)));
    assert_eq!(parent(&topology(&drawn), "app"), NodePath::root());
}

#[test]
fn policies_mark_their_targets_and_values_flow() {
    let topology = topology(&service());
    let marks =
        |path: &NodePath| vertex(&topology, path).marks.iter().map(|mark| mark.label.clone()).collect::<Vec<_>>();
    assert_eq!(
        (marks(&node("web")), marks(&group()), marks(&node("app"))),
        (vec!["near".to_owned()], vec!["near".to_owned()], vec![])
    );
    let flow = topology.graph.edge_weights().find(|edge| edge.label == "private_address → address").expect("a value");
    assert_eq!(flow.path, path(&["topology_template", "outputs", "address"]));
}

#[test]
fn positions_are_written_where_other_tools_read_them() {
    let place = |name: &str| Command::Place(vec![(node(name), Point { x: 12.4, y: 80.0 })]);
    let with = service();
    let (change, _) = done(&with, SERVICE, &place("web"));
    assert_eq!(change.files.len(), 1, "a new layout file: {change:?}");
    let text_of = TEMPLATE.replace("{displayName: Web server}", "{displayName: Web server, x: '5', y: '6'}");
    let own = of(&[(SERVICE, &text_of)]);
    let found = changed(&own, &place("dbms"));
    assert_eq!(found, ["+      metadata:", "+        x: '12'", "+        y: '80'"], "quoted, as metadata are strings");
    let settings = Settings { dialects: vec![Dialect::Winery], ..Settings::default() };
    let winery = Analysis::new(Workspace::new([(file(SERVICE), TEMPLATE.to_owned())]), settings);
    // In the quotes that the file uses.
    let double: Vec<String> = found.iter().map(|line| line.replace('\'', "\"")).collect();
    assert_eq!(changed(&winery, &place("dbms")), double);
    // The group is not a node template: its position is in the layout file.
    let (change, _) = done(&winery, SERVICE, &Command::Place(vec![(group(), Point { x: 1.0, y: 2.0 })]));
    assert!(change.edits.is_empty() && change.files.len() == 1, "{change:?}");
    // Copies are beside their originals.
    let (_, after) = done(&own, SERVICE, &Command::Duplicate(vec![node("web")]));
    assert_eq!(vertex(&topology(&after), &node("web_2")).position, Some(Point { x: 37.0, y: 38.0 }));
    let clip = own.clip(&file(SERVICE), &[node("web")]).expect("a box");
    let (_, after) = done(&own, SERVICE, &Command::Paste(clip, Some(Point { x: 400.0, y: 300.0 })));
    assert_eq!(vertex(&topology(&after), &node("web_2")).position, Some(Point { x: 400.0, y: 300.0 }));
}

#[test]
fn boxes_move_into_and_out_of_hosts_and_groups() {
    let analysis = service();
    assert_eq!(
        changed(&analysis, &enclose(&["dbms"], node("server"))),
        ["+        - host: server"],
        "`requirements` is in other boxes too"
    );
    // Another host in the same line, whose comment stays.
    assert_eq!(
        changed(&analysis, &enclose(&["web"], node("spare"))),
        ["-        - host: server   # keep", "+        - host: spare   # keep"]
    );
    let out = changed(&analysis, &enclose(&["app"], NodePath::root()));
    assert_eq!(out, ["-        - host: web"]);
    let (_, after) = done(&analysis, SERVICE, &enclose(&["app"], NodePath::root()));
    assert_eq!(parent(&topology(&after), "app"), NodePath::root());
    assert_eq!(
        changed(&analysis, &enclose(&["dbms"], group())),
        ["-      members: [web, spare]", "+      members: [web, spare, dbms]"]
    );
    assert_eq!(
        changed(&analysis, &enclose(&["spare"], NodePath::root())),
        ["-      members: [web, spare]", "+      members: [web]"]
    );
    let reasons = [
        (&["app"][..], node("server"), "requires a node of type"),
        (&["server"][..], node("web"), "requires `server` already"),
        (&["server"][..], node("spare"), "no requirement for a host"),
        (&["web"][..], path(&["topology_template", "policies"]), "hosts and groups"),
    ];
    for (names, frame, why) in reasons {
        let refused = refusal(&analysis, &enclose(names, frame));
        assert!(refused.contains(why), "{refused}");
    }
    let actions = analysis.actions(&file(SERVICE), &[node("dbms")], &Question::default());
    let moves = actions.iter().filter(|action| matches!(action.edit, ActionEdit::Run(_)));
    let named: Vec<(&str, &str)> = moves.map(|action| (action.name, action.subject.as_str())).collect();
    assert_eq!(named, [("host_on", "server"), ("host_on", "spare"), ("join_group", "all")]);
}

#[test]
fn a_requirement_is_added_in_the_order_of_its_definition() {
    let types = "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  t.A:
    derived_from: tosca.nodes.Root
    requirements:
      - one: tosca.capabilities.Node
      - two: tosca.capabilities.Node
      - three: tosca.capabilities.Node
topology_template:
  node_templates:
    b: {type: tosca.nodes.Root}
    c: {type: tosca.nodes.Root}
    a:
      type: t.A
      requirements:
        - one: b   # first
        # the last one
        - three: b
";
    let analysis = of(&[(SERVICE, types)]);
    let end = |name: &str, port: &str| End { vertex: node(name), port: port.into() };
    let connect = Command::Connect { source: end("c", "feature"), target: end("a", "two") };
    let (_, after) = done(&analysis, SERVICE, &connect);
    assert!(
        text(&after, SERVICE)
            .contains("- one: b   # first\n        - two: c\n        # the last one\n        - three: b\n"),
        "{}",
        text(&after, SERVICE)
    );
}

#[test]
fn a_relationship_is_stated_only_where_that_of_the_definition_cannot_be() {
    let types = "\
tosca_definitions_version: tosca_simple_yaml_1_2
capability_types:
  t.Store: {}
  t.Cold: {derived_from: t.Store}
relationship_types:
  t.Reads: {valid_target_types: [t.Store]}
  t.Any: {valid_target_types: [t.Cold]}
  t.ReadsCold: {derived_from: t.Any, valid_target_types: [t.Store]}
node_types:
  t.Disk: {derived_from: tosca.nodes.Root, capabilities: {store: t.Store}}
  t.User:
    derived_from: tosca.nodes.Root
    requirements:
      - plain: {capability: t.Store, relationship: t.Reads}
      - other: {node: t.Disk, relationship: t.Any}
topology_template:
  node_templates:
    disk: {type: t.Disk}
    user:
      type: t.User
";
    let analysis = of(&[(SERVICE, types)]);
    let connect = |port: &str| Command::Connect {
        source: End { vertex: node("disk"), port: "store".into() },
        target: End { vertex: node("user"), port: port.into() },
    };
    assert_eq!(changed(&analysis, &connect("plain")), ["+      requirements:", "+        - plain: disk"]);
    let stated = changed(&analysis, &connect("other"));
    assert!(stated.iter().any(|line| line.contains("relationship: t.ReadsCold")), "{stated:?}");
}

#[test]
fn values_are_read_from_inputs_and_other_nodes() {
    let analysis = of(&[(SERVICE, &TEMPLATE.replace("{get_input: root}", "shop"))]);
    let property = |name: &str, port: &str| node(name).key("properties").key(port);
    let input = |port: &str| End { vertex: NodePath::root(), port: port.into() };
    let map = Command::Map { source: input("port"), target: property("dbms", "port") };
    let added = changed(&analysis, &map);
    assert!(
        added.iter().any(|line| line.contains("port: {get_input: port}") || line.contains("get_input: port")),
        "{added:?}"
    );
    let (_, after) = done(&analysis, SERVICE, &map);
    assert!(topology(&after).graph.edge_weights().any(|edge| edge.label == "port → port"));
    let wrong = Command::Map { source: input("port"), target: property("app", "context_root") };
    assert!(refusal(&analysis, &wrong).contains("type"), "{}", refusal(&analysis, &wrong));
    let of_node = Command::Map {
        source: End { vertex: node("server"), port: "private_address".into() },
        target: property("app", "context_root"),
    };
    assert!(
        changed(&analysis, &of_node)
            .iter()
            .any(|line| line.contains("get_attribute: [server, private_address]") || line.contains("get_attribute:"))
    );
    let new = Command::Promote { path: property("app", "context_root"), name: None };
    let (_, after) = done(&analysis, SERVICE, &new);
    let root = after.file(&file(SERVICE)).and_then(|file| file.root.clone()).expect("a tree");
    let of_input = |key: &str| {
        root.at(&path(&["topology_template", "inputs", "context_root", key]))
            .and_then(|node| node.as_text().map(str::to_owned))
    };
    assert_eq!((of_input("type").as_deref(), of_input("default").as_deref()), (Some("string"), Some("shop")));
    // The host of `dbms` was missing before.
    assert_eq!(new_errors(&analysis, &after, &file(SERVICE)), [""; 0]);
    let output = Command::Promote { path: node("server").key("attributes").key("public_address"), name: None };
    let (_, after) = done(&analysis, SERVICE, &output);
    assert!(text(&after, SERVICE).contains("public_address"));
    let none = Command::Promote { path: node("server").key("capabilities").key("host"), name: None };
    assert!(refusal(&analysis, &none).contains("does not substitute"));
}

#[test]
fn requirements_and_capabilities_are_mapped_in_the_form_of_the_file() {
    let mapped = |section: &str| {
        TEMPLATE.replace(
            "  outputs:\n",
            &format!("  substitution_mappings:\n    node_type: tosca.nodes.Compute\n{section}  outputs:\n"),
        )
    };
    let promote = Command::Promote { path: node("server").key("capabilities").key("host"), name: None };
    let short = of(&[(SERVICE, &mapped(""))]);
    let (_, after) = done(&short, SERVICE, &promote);
    let at = path(&["topology_template", "substitution_mappings", "capabilities", "host"]);
    let root = after.file(&file(SERVICE)).and_then(|file| file.root.clone()).expect("a tree");
    assert_eq!(root.at(&at).map_or(0, |ends| ends.items().len()), 2);
    assert!(refusal(&after, &promote).contains("mapped already"));
    let long = of(&[(SERVICE, &mapped("    capabilities:\n      os: {mapping: [server, os]}\n"))]);
    let (_, after) = done(&long, SERVICE, &promote);
    let root = after.file(&file(SERVICE)).and_then(|file| file.root.clone()).expect("a tree");
    assert_eq!(root.at(&at.key("mapping")).map_or(0, |ends| ends.items().len()), 2);
}

#[test]
fn types_bring_their_imports_in_the_form_that_the_file_uses() {
    let analysis = service();
    let offers = analysis.offers(&file(SERVICE));
    let names: Vec<&str> = offers.iter().filter_map(|offer| offer.of.as_deref()).collect();
    assert!(names.contains(&"tosca.nodes.Compute") && !names.contains(&"Compute"), "{names:?}");
    let cache = offers.iter().find(|offer| offer.of.as_deref() == Some("acme.Cache")).expect("an offer");
    let add = Command::AddImported {
        section: cache.section.clone(),
        of: "acme.Cache".into(),
        file: cache.import.clone().expect("an import"),
        at: None,
    };
    let added = changed(&analysis, &add);
    assert!(
        added.contains(&"+  - types/library.yaml".to_owned()) && added.contains(&"+    cache:".to_owned()),
        "{added:?}"
    );
    let (_, after) = done(&analysis, SERVICE, &add);
    // The type is known; the new node has no host yet.
    assert_eq!(new_errors(&analysis, &after, &file(SERVICE)), [UNASSIGNED]);
    let retype =
        |of: &str, import: Option<FilePath>| Command::RetypeEntry { path: node("dbms"), of: of.into(), file: import };
    assert_eq!(
        changed(&analysis, &retype("tosca.nodes.SoftwareComponent", None)),
        ["-      type: tosca.nodes.DBMS", "+      type: tosca.nodes.SoftwareComponent"]
    );
    assert!(refusal(&analysis, &retype("no.such.Type", None)).contains("no type"));
    assert!(changed(&analysis, &retype("acme.Cache", cache.import.clone())).contains(&"+imports:".to_owned()));
    let short = of(&[(SERVICE, &TEMPLATE.replace("tosca.nodes.Compute", "Compute"))]);
    assert!(short.offers(&file(SERVICE)).iter().any(|offer| offer.of.as_deref() == Some("Compute")));
}

#[test]
fn a_policy_is_dropped_on_what_it_applies_to() {
    let analysis = service();
    let over = |of: &str, members: Vec<NodePath>| Command::AddOver {
        section: path(&["topology_template", "policies"]),
        of: of.into(),
        members,
    };
    let (_, after) = done(&analysis, SERVICE, &over("tosca.policies.Scaling", vec![node("server"), group()]));
    let marks: Vec<String> =
        vertex(&topology(&after), &node("server")).marks.iter().map(|mark| mark.label.clone()).collect();
    assert_eq!(marks, ["scaling"]);
    let imported = TEMPLATE.replace("topology_template:\n", "imports: [types/library.yaml]\ntopology_template:\n");
    let analysis = of(&[(SERVICE, &imported), (LIBRARY, TYPES)]);
    done(&analysis, SERVICE, &over("acme.Backup", vec![node("dbms")]));
    assert!(refusal(&analysis, &over("acme.Backup", vec![node("server")])).contains("apply only to"));
}

#[test]
fn a_connection_on_empty_space_offers_types_that_fit() {
    let analysis = service();
    let offered = |name: &str, port: &str, kind| {
        let found = analysis.fitting_offers(&file(SERVICE), &End { vertex: node(name), port: port.into() }, kind);
        found.into_iter().filter_map(|offer| offer.of).collect::<Vec<_>>()
    };
    assert_eq!(offered("dbms", "host", PortKind::Requirement), ["tosca.nodes.Compute"]);
    let hosted = offered("server", "host", PortKind::Capability);
    assert!(
        hosted.iter().any(|of| of == "tosca.nodes.DBMS") && hosted.iter().any(|of| of == "acme.Cache"),
        "{hosted:?}"
    );
    let add = Command::AddEntry {
        section: path(&["topology_template", "node_templates"]),
        of: Some("tosca.nodes.Compute".into()),
        name: None,
        at: None,
    };
    let from = End { vertex: node("dbms"), port: "host".into() };
    let change = analysis.add_connected(&file(SERVICE), &add, &from, PortKind::Requirement).expect("accepted");
    let after = analysis.changed(&change).expect("fits");
    assert_eq!(parent(&topology(&after), "dbms"), node("compute"));
}

#[test]
fn a_node_opens_the_template_that_replaces_it() {
    let inner = "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    engine: {type: tosca.nodes.SoftwareComponent}
  substitution_mappings: {node_type: tosca.nodes.DBMS}
";
    let analysis = of(&[(SERVICE, TEMPLATE), ("inner.yaml", inner)]);
    assert!(analysis.opens_in_place(&file(SERVICE), &node("dbms")));
    assert!(!analysis.opens_in_place(&file(SERVICE), &node("web")));
    let scene = analysis.scene(&file(SERVICE)).expect("a diagram");
    let opened = analysis.folded(&file(SERVICE), &scene, &[node("dbms")].into_iter().collect());
    let found = opened.boxes.iter().find(|found| found.label == "engine").expect("the box inside");
    assert_eq!(analysis.origin(&file(SERVICE), &found.path), Some((file("inner.yaml"), node("engine"))));
}

/// The most nodes and ends that are tried per file, and the most files per source: many are alike.
const EACH: usize = 2;
const MOST_FILES: usize = 12;

/// Every command on real service templates: it can be undone, what remains can be read, and an accepted connection brings
/// no error.
#[test]
fn gestures_on_real_service_templates_pass_the_check() {
    let Some(folder) = paths::shared("corpus/tosca") else { return };
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    let mut faults: Vec<String> = Vec::new();
    let mut n_files = 0;
    for source in
        fs::read_dir(&folder).expect("the corpus").filter_map(Result::ok).filter(|entry| entry.path().is_dir())
    {
        let texts: Vec<(FilePath, String)> = paths::texts(&source.path(), &[".yaml", ".yml", ".tosca"])
            .into_iter()
            .filter(|(_, text)| text.len() < 30_000)
            .collect();
        let all = Analysis::new(Workspace::new(texts), Settings::default());
        let files: Vec<FilePath> = all
            .workspace()
            .files()
            .filter(|file| file.language == Some(Language::Tosca))
            .map(|file| file.path.clone())
            .collect();
        let step = files.len().div_ceil(MOST_FILES).max(1);
        for file in files.into_iter().step_by(step) {
            let is_clean = all.file(&file).is_some_and(|source| source.errors.is_empty());
            let Some(topology) = all.topology(&file).filter(|_| is_clean) else { continue };
            n_files += 1;
            for (name, command) in trials(&all, &file, &topology) {
                let Ok(change) = all.command(&file, &command) else { continue };
                *counts.entry(name).or_default() += 1;
                let after = match all.changed(&change) {
                    Ok(after) => after,
                    Err(error) => {
                        faults.push(format!("{name} in {file}: {error}"));
                        continue;
                    }
                };
                let texts =
                    [&all, &after].map(|all| all.file(&file).map(|file| file.text.to_string()).unwrap_or_default());
                let edit = change.edits.get(&file);
                if edit.is_some_and(|edit| edit.inverse(&texts[0]).apply(&texts[1]).as_deref() != Ok(&*texts[0])) {
                    faults.push(format!("{name} in {file} is not undone"));
                }
                if after.file(&file).is_none_or(|file| !file.errors.is_empty()) {
                    faults.push(format!("{name} in {file} cannot be read: {command:?}"));
                }
                if name == "retype" {
                    continue;
                }
                let errors = |analysis: &Analysis| {
                    analysis.diagnostics(&file).iter().filter(|found| found.severity == Severity::Error).count()
                };
                // Out of its host, a node may lack the one that it needs: the check then says so.
                let codes = new_errors(&all, &after, &file);
                let allowed = usize::from(name == "take out" && codes.contains(&UNASSIGNED));
                if errors(&after) > errors(&all) + allowed {
                    let known: Vec<&str> = all.diagnostics(&file).iter().map(|found| found.message.as_str()).collect();
                    let new = after
                        .diagnostics(&file)
                        .iter()
                        .find(|found| found.severity == Severity::Error && !known.contains(&found.message.as_str()));
                    faults.push(format!("{name} in {file}: {command:?} brings {:?}", new.map(|found| &found.message)));
                }
            }
        }
    }
    println!("{n_files} files, {counts:?}");
    assert!(n_files > 20 && counts.len() >= 5, "{n_files} files, {counts:?}");
    assert!(
        faults.is_empty(),
        "{} faults:\n{}",
        faults.len(),
        faults.iter().take(20).cloned().collect::<Vec<_>>().join("\n")
    );
}

fn trials(all: &Analysis, file: &FilePath, topology: &Topology) -> Vec<(&'static str, Command)> {
    let nodes: Vec<NodePath> = topology
        .graph
        .node_weights()
        .filter(|vertex| vertex.path.parent() == Some(path(&["topology_template", "node_templates"])))
        .map(|vertex| vertex.path.clone())
        .take(EACH)
        .collect();
    let mut found = Vec::new();
    let beside = FilePath::in_folder(file.folder(), "acme-extracted.yaml").expect("a path");
    let extract = |paths: Vec<NodePath>| Command::ExtractEntries {
        paths,
        of: "acme.nodes.Extracted".into(),
        file: beside.clone(),
    };
    found.push(("extract", extract(nodes.clone())));
    for node in &nodes {
        found.push(("extract", extract(vec![node.clone()])));
        found.push(("inline", Command::Inline { path: node.clone() }));
        let out = Command::Enclose { boxes: vec![node.clone()], frame: NodePath::root(), side: Beside::Same };
        found.push(("take out", out));
        found.push(("place", Command::Place(vec![(node.clone(), Point { x: 8.0, y: 16.0 })])));
        for other in nodes.iter().filter(|other| *other != node) {
            let host = Command::Enclose { boxes: vec![node.clone()], frame: other.clone(), side: Beside::Same };
            found.push(("host", host));
        }
        let starts = all.connection_starts(file, node);
        for kind in [PortKind::Requirement, PortKind::Capability, PortKind::Input, PortKind::Output] {
            for start in starts.iter().filter(|start| start.kind == kind).take(1) {
                if let Some(promote) = all.promotion(file, &start.end, kind) {
                    found.push(("promote", promote));
                }
                let ends = all.acceptable_targets(file, &start.end, kind);
                found.extend(ends.into_iter().take(EACH).map(|end| ("connect", between(start, &end))));
            }
        }
    }
    let offers = all.offers(file);
    if let (Some(node), Some(of)) = (nodes.first(), offers.iter().find_map(|offer| offer.of.clone())) {
        found.push(("retype", Command::RetypeEntry { path: node.clone(), of, file: None }));
    }
    found
}

fn between(one: &ConnectionEnd, other: &ConnectionEnd) -> Command {
    let map = |source: &ConnectionEnd, target: &ConnectionEnd| Command::Map {
        source: source.end.clone(),
        target: target.end.vertex.key("properties").key(&target.end.port),
    };
    let is_read = |end: &ConnectionEnd| (end.kind == PortKind::Output) != end.end.vertex.is_root();
    match one.kind {
        PortKind::Capability => Command::Connect { source: one.end.clone(), target: other.end.clone() },
        PortKind::Requirement => Command::Connect { source: other.end.clone(), target: one.end.clone() },
        _ if is_read(one) => map(one, other),
        _ => map(other, one),
    }
}
