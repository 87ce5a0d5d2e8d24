//! Adding, connecting, copying and pasting boxes in service templates, application service descriptors and homing
//! templates.

use std::collections::BTreeSet;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::edit::EditError;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::{Command, ConnectionEnd, End, Point, PortKind, VertexKind};
use descriptorium_tests::paths;

use super::templates::{ASD, HOMING, TOSCA, done, effect, examples, file, is_json, lines, node, of, path, text};

/// A service template with its own types, so that all matches are known.
const HOSTING: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
capability_types:
  my.Container: {}
  my.Docker: {derived_from: my.Container}
  my.Store: {}
node_types:
  my.nodes.Machine:
    derived_from: tosca.nodes.Root
    capabilities:
      container: my.Docker
      store: {type: my.Store}
  my.nodes.Application:
    derived_from: tosca.nodes.Root
    requirements:
      - host: {capability: my.Container, node: my.nodes.Machine}
      - data: {capability: my.Store, occurrences: [0, UNBOUNDED]}
topology_template:
  node_templates:
    # the machine
    one: {type: my.nodes.Machine}
    two:
      type: my.nodes.Machine   # spare
    app:
      type: my.nodes.Application
  groups:
    all:
      type: tosca.groups.Root
      members: [one]
";
const SERVICE: &str = "service.yaml";

fn hosting() -> Analysis {
    of(&[(SERVICE, HOSTING)])
}

fn entry(section: &[&str], of: Option<&str>) -> Command {
    Command::AddEntry { section: path(section), of: of.map(Into::into), name: None, at: None }
}

fn connect(source: (&NodePath, &str), target: (&NodePath, &str)) -> Command {
    let end = |(vertex, port): (&NodePath, &str)| End { vertex: vertex.clone(), port: port.into() };
    Command::Connect { source: end(source), target: end(target) }
}

fn refusal(analysis: &Analysis, of: &str, command: &Command) -> String {
    match analysis.command(&file(of), command) {
        Err(EditError::Refused(why)) => why,
        other => panic!("{command:?} is refused, not {other:?}"),
    }
}

#[test]
fn every_offer_adds_a_box_and_takes_no_line_away() {
    let analysis = examples();
    for (of, kinds) in [(TOSCA, 14 + 1), (ASD, 4 + 1), (HOMING, 1 + 14 + 9)] {
        let mut offers = analysis.offers(&file(of));
        // Policies are marks of other boxes, and types of other files need an import.
        offers.retain(|offer| offer.kind != VertexKind::Policy && offer.import.is_none());
        assert_eq!(offers.len(), kinds, "{offers:?}");
        let n_boxes = |analysis: &Analysis| {
            let topology = analysis.topology(&file(of)).expect("a diagram");
            topology.graph.node_weights().filter(|vertex| !vertex.kind.is_background()).count()
        };
        for offer in offers {
            let at = Some(Point { x: 40.0, y: 80.0 });
            let command = Command::AddEntry { section: offer.section.clone(), of: offer.of.clone(), name: None, at };
            let (change, after) = done(&analysis, of, &command);
            let changed = lines(&text(&analysis, of), &text(&after, of));
            assert!(changed.iter().all(|line| line.starts_with('+')), "{offer:?} {changed:?}");
            let is_port = offer.kind == VertexKind::ConnectionPoint;
            assert_eq!(n_boxes(&after), n_boxes(&analysis) + usize::from(!is_port), "{offer:?}");
            assert_eq!(after.file(&file(of)).map(|file| file.violations().len()), Some(0), "{offer:?}");
            let topology = after.topology(&file(of)).expect("a diagram");
            let name = change.title.trim_start_matches("Add ");
            if is_port {
                assert!(topology.graph.node_weights().any(|vertex| vertex.ports.iter().any(|port| port.name == name)));
                continue;
            }
            // Applications are arranged by stage.
            let at = at.filter(|_| of != ASD);
            let added = topology.graph.node_weights().find(|vertex| vertex.label == name).expect("the box");
            assert_eq!((added.kind, added.position), (offer.kind, at), "{offer:?}");
            if let Some(type_name) = &offer.of {
                let n_written = |analysis: &Analysis| text(analysis, of).matches(&format!(": {type_name}\n")).count();
                assert_eq!(n_written(&after), n_written(&analysis) + 1, "{offer:?}");
            }
        }
    }
}

#[test]
fn a_new_node_gets_a_unique_name_from_its_type() {
    let analysis = hosting();
    let machines = entry(&["topology_template", "node_templates"], Some("my.nodes.Machine"));
    let (_, once) = done(&analysis, SERVICE, &machines);
    let added = lines(HOSTING, &text(&once, SERVICE));
    assert_eq!(added, ["+    machine:", "+      type: my.nodes.Machine"]);
    let (_, twice) = done(&once, SERVICE, &machines);
    assert_eq!(lines(&text(&once, SERVICE), &text(&twice, SERVICE)), ["+    machine_2:"]);
    let named = |name: &str| Command::AddEntry {
        section: path(&["topology_template", "node_templates"]),
        of: Some("my.nodes.Machine".into()),
        name: Some(name.into()),
        at: None,
    };
    assert_eq!(analysis.command(&file(SERVICE), &named("app")), Err(EditError::Exists("app".to_owned())));
    assert!(refusal(&analysis, SERVICE, &named("a b")).contains("invalid name `a b`"));
}

#[test]
fn a_section_that_is_missing_is_made_where_its_table_has_it() {
    let types = "tosca_definitions_version: tosca_simple_yaml_1_2\nnode_types:\n  my.Web: {}\n";
    let analysis = of(&[("types.yaml", types)]);
    let (_, after) = done(&analysis, "types.yaml", &entry(&["topology_template", "node_templates"], Some("my.Web")));
    let expected = "topology_template:\n  node_templates:\n    web:\n      type: my.Web\n";
    assert_eq!(text(&after, "types.yaml"), format!("{types}{expected}"));

    let asd = "asdId: a\nasdVersion: '1'\n";
    let analysis = of(&[("asd.yaml", asd)]);
    let (_, after) = done(&analysis, "asd.yaml", &entry(&["deploymentItems"], Some("crd")));
    let added = lines(asd, &text(&after, "asd.yaml")).join("\n");
    assert!(added.contains("- deploymentItemId: deployment_item") && added.contains("artifactType: crd"), "{added}");

    let homing = "homing_template_version: 2017-10-10\ndemands:\n";
    let analysis = of(&[("homing.yaml", homing)]);
    let (_, after) = done(&analysis, "homing.yaml", &entry(&["demands"], Some("cloud")));
    let added = text(&after, "homing.yaml");
    assert!(added.starts_with(&format!("{homing}  demand:\n")) && added.contains("inventory_type: cloud"), "{added}");
}

#[test]
fn invalid_additions_are_refused_with_a_reason() {
    let single = "asdId: a\nasdVersion: '1'\ndeploymentItems:\n  deploymentItemId: one\n  artifactType: crd\n";
    let analysis = of(&[("asd.yaml", single), (SERVICE, HOSTING)]);
    let why = refusal(&analysis, "asd.yaml", &entry(&["deploymentItems"], Some("crd")));
    assert!(why.contains("change it to a list"), "{why}");
    let why = refusal(&analysis, "asd.yaml", &entry(&["deploymentItems"], Some("snap")));
    assert!(why.contains("`snap` is not a valid `artifactType`"), "{why}");
    let why = refusal(&analysis, SERVICE, &entry(&["topology_template", "inputs"], None));
    assert!(why.contains("does not contain boxes"), "{why}");
}

#[test]
fn a_requirement_is_met_by_a_node_whose_type_fits() {
    let analysis = hosting();
    let (one, two, app) = (node("one"), node("two"), node("app"));
    let host = connect((&one, "container"), (&app, "host"));
    assert_eq!(effect(&analysis, SERVICE, &host), ["+      requirements:", "+        - host: one"]);
    let (_, hosted) = done(&analysis, SERVICE, &host);
    // A capability of a derived type matches; another type does not, nor does a second host.
    let why = refusal(&analysis, SERVICE, &connect((&one, "store"), (&app, "host")));
    assert_eq!(why, "`store` has type `my.Store`, but `host` requires `my.Container`");
    let why = refusal(&hosted, SERVICE, &connect((&two, "container"), (&app, "host")));
    assert_eq!(why, "`host` is already met by `one`");
    // Without an upper bound, several are allowed, but no duplicates.
    let (_, stored) = done(&hosted, SERVICE, &connect((&one, "store"), (&app, "data")));
    let both = connect((&two, "store"), (&app, "data"));
    assert_eq!(effect(&stored, SERVICE, &both), ["+        - data: two"]);
    let why = refusal(&stored, SERVICE, &connect((&one, "store"), (&app, "data")));
    assert_eq!(why, "`one` already meets `data`");
    assert!(refusal(&analysis, SERVICE, &connect((&one, "nothing"), (&app, "host"))).contains("no capability"));
    assert!(refusal(&analysis, SERVICE, &connect((&app, "feature"), (&app, "data"))).contains("its own requirement"));
}

#[test]
fn an_assignment_that_waits_for_a_node_is_filled_in() {
    for (waiting, filled) in [
        ("        - host:\n", "        - host: one\n"),
        ("        - host: my.nodes.Machine  # any\n", "        - host: one  # any\n"),
        (
            "        - host:\n            relationship: tosca.relationships.HostedOn\n",
            "        - host:\n            node: one\n            relationship: tosca.relationships.HostedOn\n",
        ),
    ] {
        let app = "      type: my.nodes.Application\n";
        let before = HOSTING.replace(app, &format!("{app}      requirements:\n{waiting}"));
        let analysis = of(&[(SERVICE, &before)]);
        let (_, after) = done(&analysis, SERVICE, &connect((&node("one"), "container"), (&node("app"), "host")));
        assert_eq!(text(&after, SERVICE), before.replace(waiting, filled));
    }
}

#[test]
fn which_of_several_capabilities_is_meant_is_written() {
    let analysis =
        of(&[(SERVICE, &HOSTING.replace("container: my.Docker", "container: my.Docker\n      spare: my.Docker"))]);
    let lines = effect(&analysis, SERVICE, &connect((&node("one"), "spare"), (&node("app"), "host")));
    assert_eq!(
        lines,
        ["+      requirements:", "+        - host:", "+            node: one", "+            capability: spare"]
    );
}

#[test]
fn a_node_joins_a_group() {
    let analysis = hosting();
    let all = path(&["topology_template", "groups", "all"]);
    let join = |name: &str| connect((&node(name), "node template"), (&all, "members"));
    assert_eq!(effect(&analysis, SERVICE, &join("two")), ["-      members: [one]", "+      members: [one, two]"]);
    assert_eq!(refusal(&analysis, SERVICE, &join("one")), "`members` already names `one`");
}

#[test]
fn a_constraint_names_demands_and_a_location() {
    let analysis = examples();
    let constraint = |name: &str| path(&["constraints", name]);
    let library = path(&["demands", "library"]);
    let demand = connect((&library, "demand"), (&constraint("enough_room"), "demands"));
    let changes = effect(&analysis, HOMING, &demand);
    assert_eq!(changes.first().map(String::as_str), Some("+    demands:"), "{changes:?}");
    let (_, after) = done(&analysis, HOMING, &demand);
    let n_connections = |analysis: &Analysis| analysis.topology(&file(HOMING)).expect("a diagram").graph.edge_count();
    assert_eq!(n_connections(&after), n_connections(&analysis) + 1);
    let why = refusal(&after, HOMING, &demand);
    assert_eq!(why, "`demands` already names `library`");
    let viewers = path(&["locations", "viewers"]);
    let near = connect((&viewers, "location"), (&constraint("near_viewers"), "location"));
    assert_eq!(refusal(&analysis, HOMING, &near), "`location` already names `viewers`");
    let zone = connect((&viewers, "location"), (&constraint("one_region"), "location"));
    assert_eq!(refusal(&analysis, HOMING, &zone), "constraints of type `zone` have no location");
}

/// The command that sets a value at one end from the other: values are read at outputs of boxes and inputs of the boundary.
fn value_flow(one: &ConnectionEnd, other: &ConnectionEnd) -> Command {
    let is_read = (one.kind == PortKind::Output) != one.end.vertex.is_root();
    let (source, target) = if is_read { (one, other) } else { (other, one) };
    let target = target.end.vertex.key("properties").key(&target.end.port);
    Command::Map { source: source.end.clone(), target }
}

/// The command accepts every end that is reported as valid, adds a connection and causes no new finding. For every
/// other end, the command refuses with the same reason. Ends are found from both sides.
fn check_connection_ends(name: &str, analysis: &Analysis, of: &str) -> usize {
    let Some(topology) = analysis.topology(&file(of)) else { return 0 };
    // Only the user knows the values of properties that a new relationship requires, such as where a volume is mounted.
    // A value that fits may still be null at run time, which is a warning.
    let n_findings = |analysis: &Analysis, kind: PortKind| {
        let mildest = if kind.is_value() { Severity::Error } else { Severity::Warning };
        let found = analysis.diagnostics(&file(of)).iter().filter(|found| found.severity <= mildest);
        found.filter(|found| found.code != "tosca/property/required-unset").count()
    };
    let command = |from: &ConnectionEnd, to: &ConnectionEnd| match from.kind {
        PortKind::Capability => Command::Connect { source: from.end.clone(), target: to.end.clone() },
        PortKind::Input | PortKind::Output => value_flow(from, to),
        PortKind::Requirement => Command::Connect { source: to.end.clone(), target: from.end.clone() },
    };
    let mut n_connections = 0;
    for vertex in topology.graph.node_weights().filter(|vertex| !vertex.path.is_root()) {
        // Values fit in so many places that a part of them is enough.
        let is_tried = |index: usize, kind: PortKind| !kind.is_value() || index.is_multiple_of(5);
        let starts = analysis.connection_starts(&file(of), &vertex.path).into_iter().enumerate();
        for (_, from) in starts.filter(|(index, from)| is_tried(*index, from.kind)) {
            let accepted = analysis.acceptable_targets(&file(of), &from.end, from.kind);
            let candidates = analysis.candidate_targets(&file(of), &from.end, from.kind).into_iter().enumerate();
            for (_, candidate) in candidates.filter(|(index, candidate)| is_tried(*index, candidate.end.kind)) {
                let command = command(&from, &candidate.end);
                let outcome = analysis.command(&file(of), &command);
                assert_eq!(accepted.contains(&candidate.end), candidate.refused.is_none(), "{name}: {command:?}");
                match (&candidate.refused, outcome) {
                    (Some(why), Err(error)) => assert_eq!(*why, error.to_string(), "{name}: {command:?}"),
                    (None, Ok(change)) => {
                        let after = analysis.changed(&change).expect("the change fits");
                        assert!(
                            n_findings(&after, from.kind) <= n_findings(analysis, from.kind),
                            "{name}: {command:?}"
                        );
                        let back = analysis.acceptable_targets(&file(of), &candidate.end.end, candidate.end.kind);
                        assert!(back.contains(&from), "{name}: from the other side, {command:?}");
                        n_connections += 1;
                    }
                    (_, outcome) => panic!("{name}: {command:?}: {candidate:?}, {outcome:?}"),
                }
            }
        }
    }
    n_connections
}

#[test]
fn acceptable_ends_are_those_that_the_command_accepts() {
    let hosting = check_connection_ends(SERVICE, &hosting(), SERVICE);
    // `host` and `data` of the application match a capability of both machines, nodes may depend on each other, and one
    // machine and the application can join the group.
    assert_eq!(hosting, 2 * (2 + 2) + 2 * (3 * 2) + 2 * 2);
    for (of, least) in [(TOSCA, 10), (HOMING, 4)] {
        assert!(check_connection_ends(of, &examples(), of) >= least, "{of}");
    }
}

#[test]
fn connections_in_real_templates_are_consistent() {
    let mut n_connections = 0;
    for folder in ["homing", "tosca"] {
        let folder = paths::root().join("../shared/corpus").join(folder);
        if !folder.is_dir() {
            println!("skipped: no corpus of templates here");
            return;
        }
        let all = paths::texts(&folder, &[".json", ".yaml", ".yml"]);
        for (name, text_of_file) in all.into_iter().filter(|(_, text)| text.len() < 4_000).step_by(40) {
            n_connections += check_connection_ends(name.as_str(), &of(&[("t.yaml", &text_of_file)]), "t.yaml");
        }
    }
    println!("{n_connections} connections");
    assert!(n_connections > 20, "{n_connections}");
}

#[test]
fn pasted_boxes_keep_naming_each_other() {
    let analysis = examples();
    let boxes = ["video_network", "streamer_1_port", "segments"].map(node);
    let clip = analysis.clip(&file(TOSCA), &boxes).expect("boxes");
    let (_, after) = done(&analysis, TOSCA, &Command::Paste(clip.clone(), None));
    let added = lines(&text(&analysis, TOSCA), &text(&after, TOSCA));
    for line in ["    video_network_2:", "    streamer_1_port_2:", "        - link: video_network_2"] {
        assert!(added.contains(&format!("+{line}")), "{line} in {added:?}");
    }
    assert!(added.iter().all(|line| line.starts_with('+')), "{added:?}");
    assert_eq!(after.diagnostics(&file(TOSCA)), [], "what the copies named is there");
    // With hosts as boxes, their relationships are connections.
    let edges = |analysis: &Analysis| analysis.topology_as(&file(TOSCA), true).expect("a diagram").graph.edge_count();
    // One between the copies, the host that is named as before, and the inputs that two of the copies read.
    assert_eq!(edges(&after), edges(&analysis) + 2 + 2);
    // In an empty template they keep their names.
    let empty = of(&[(SERVICE, "tosca_definitions_version: tosca_simple_yaml_1_2\n")]);
    let (_, after) = done(&empty, SERVICE, &Command::Paste(clip, None));
    let names: BTreeSet<String> = after.symbols(&file(SERVICE)).into_iter().map(|symbol| symbol.name.into()).collect();
    assert!(boxes.iter().all(|path| names.contains(path.last_key().expect("a name"))), "{names:?}");
}

#[test]
fn pasted_boxes_keep_their_places_to_each_other() {
    let analysis = hosting();
    let at = |x, y| Point { x, y };
    let places = vec![(node("one"), at(100.0, 50.0)), (node("two"), at(300.0, 150.0))];
    let (_, analysis) = done(&analysis, SERVICE, &Command::Place(places));
    let clip = analysis.clip(&file(SERVICE), &[node("one"), node("two")]).expect("boxes");
    assert!(clip.contains("# the machine"), "comments come along: {clip}");
    let (_, after) = done(&analysis, SERVICE, &Command::Paste(clip, Some(at(1000.0, 1000.0))));
    let topology = after.topology(&file(SERVICE)).expect("a diagram");
    let position = |name: &str| topology.graph[topology.vertex(&node(name)).expect("its box")].position;
    assert_eq!(position("one_2"), Some(at(900.0, 950.0)));
    assert_eq!(position("two_2"), Some(at(1100.0, 1050.0)));
}

#[test]
fn an_item_is_pasted_under_a_free_identifier() {
    let analysis = examples();
    let clip = analysis.clip(&file(ASD), &[path(&["deploymentItems", "0"])]).expect("a box");
    let (_, after) = done(&analysis, ASD, &Command::Paste(clip, None));
    // Both deploy the same artifact, which is left to the author to change.
    let codes: Vec<&str> = after.diagnostics(&file(ASD)).iter().map(|found| found.code).collect();
    assert_eq!(codes, ["asd/shared-artifact"]);
    let topology = after.topology(&file(ASD)).expect("a diagram");
    let added = topology.vertex(&path(&["deploymentItems", "3"])).expect("its box");
    assert_eq!(topology.graph[added].label, "custom-resources_2");
}

#[test]
fn only_boxes_can_be_copied_and_pasted() {
    let analysis = examples();
    let inputs = path(&["topology_template", "inputs", "video_cidr"]);
    let refused = analysis.clip(&file(TOSCA), &[inputs]);
    assert_eq!(refused, Err(EditError::Refused("only boxes can be copied".to_owned())));
    for nonsense in ["", "- a", "demands: [x]", "composition:\n  a: {type: 'resource::a::1.0'}\n", "{{{"] {
        let why = refusal(&analysis, TOSCA, &Command::Paste(nonsense.to_owned(), None));
        assert_eq!(why, "the clipboard contains no boxes of a TOSCA service template");
    }
}

#[test]
fn templates_in_json_stay_json() {
    let homing = "{\n  \"homing_template_version\": \"2017-10-10\",\n  \"locations\": {\n    \"home\": {\"latitude\": 1, \"longitude\": 2}\n  },\n  \
                  \"demands\": {\n    \"vG\": [\n      {\"inventory_provider\": \"aai\", \"inventory_type\": \"cloud\"}\n    ]\n  },\n  \
                  \"constraints\": {\n    \"near\": {\n      \"type\": \"zone\",\n      \"demands\": [\"vG\"]\n    }\n  }\n}\n";
    let analysis = of(&[("t.json", homing)]);
    let clip = analysis.clip(&file("t.json"), &[path(&["demands", "vG"]), path(&["constraints", "near"])]);
    let commands = [
        entry(&["demands"], Some("service")),
        entry(&["constraints"], Some("zone")),
        entry(&["locations"], None),
        Command::Paste(clip.expect("boxes"), Some(Point { x: 1.0, y: 2.0 })),
    ];
    let mut latest = analysis;
    for command in commands {
        let (_, after) = done(&latest, "t.json", &command);
        assert!(is_json(&text(&after, "t.json")), "{command:?}\n{}", text(&after, "t.json"));
        latest = after;
    }
    let demand = connect((&path(&["demands", "demand"]), "demand"), (&path(&["constraints", "near_2"]), "demands"));
    let (_, after) = done(&latest, "t.json", &demand);
    assert!(is_json(&text(&after, "t.json")));
    assert!(text(&after, "t.json").contains("[\"vG_2\", \"demand\"]"), "{}", text(&after, "t.json"));
}
