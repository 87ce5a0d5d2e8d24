//! Gestures on service templates, application service descriptors and homing templates: values, names, boxes.

use std::collections::BTreeSet;
use std::fs;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::edit::{Change, EditError};
use descriptorium_core::preview::question::Question;
use descriptorium_core::settings::Settings;
use descriptorium_core::syntax::{NodePath, Step};
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::diagrams::DiagramKey;
use descriptorium_core::topology::{Action, ActionEdit, Command, End, Point};
use descriptorium_core::workspace::Workspace;
use descriptorium_tests::paths;
use serde_yaml::Value;

pub(super) const TOSCA: &str = "other/streamer-tosca.yaml";
pub(super) const ASD: &str = "other/streamer-asd.yaml";
pub(super) const HOMING: &str = "other/streamer-homing.yaml";

pub(super) fn examples() -> Analysis {
    Analysis::new(Workspace::new(paths::texts(&paths::root().join("examples"), &[".yaml"])), Settings::default())
}

pub(super) fn of(files: &[(&str, &str)]) -> Analysis {
    let files = files.iter().map(|(path, text)| (file(path), (*text).to_owned()));
    Analysis::new(Workspace::new(files), Settings::default())
}

pub(super) fn file(path: &str) -> FilePath {
    FilePath::new(path).expect("a path")
}

pub(super) fn path(steps: &[&str]) -> NodePath {
    let step = |path: NodePath, step: &&str| step.parse().map_or_else(|_| path.key(step), |index| path.index(index));
    steps.iter().fold(NodePath::root(), step)
}

pub(super) fn node(name: &str) -> NodePath {
    path(&["topology_template", "node_templates", name])
}

pub(super) fn text(analysis: &Analysis, path: &str) -> String {
    analysis.file(&file(path)).map_or_else(String::new, |file| file.text.to_string())
}

/// The lines that differ between two texts, marked `-` and `+`.
pub(super) fn lines(before: &str, after: &str) -> Vec<String> {
    let (old, new): (BTreeSet<&str>, BTreeSet<&str>) = (before.lines().collect(), after.lines().collect());
    let gone = before.lines().filter(|line| !new.contains(line)).map(|line| format!("-{line}"));
    gone.chain(after.lines().filter(|line| !old.contains(line)).map(|line| format!("+{line}"))).collect()
}

/// Runs a command, and asserts that undo restores every byte.
pub(super) fn done(analysis: &Analysis, of: &str, command: &Command) -> (Change, Analysis) {
    let change = analysis.command(&file(of), command).unwrap_or_else(|error| panic!("{command:?}: {error}"));
    let after = analysis.changed(&change).expect("the change fits");
    for (file, edit) in &change.edits {
        let texts = [analysis, &after].map(|all| all.file(file).map(|file| file.text.to_string()).unwrap_or_default());
        assert_eq!(edit.inverse(&texts[0]).apply(&texts[1]).as_deref(), Ok(&*texts[0]), "{command:?} is undone");
    }
    for source in after.workspace().files() {
        assert!(source.errors.is_empty(), "{} can be read: {:?}", source.path, source.errors);
    }
    (change, after)
}

/// The lines of a file that a command removes and adds.
pub(super) fn effect(analysis: &Analysis, of: &str, command: &Command) -> Vec<String> {
    let (_, after) = done(analysis, of, command);
    lines(&text(analysis, of), &text(&after, of))
}

/// The reason for which a command is refused.
pub(super) fn refusal(analysis: &Analysis, of: &str, command: &Command) -> String {
    match analysis.command(&file(of), command) {
        Ok(change) => panic!("{command:?}: {}", change.title),
        Err(error) => error.to_string(),
    }
}

#[test]
fn a_value_is_set_in_its_line_in_every_language() {
    let analysis = examples();
    let cases = [
        (
            TOSCA,
            path(&["topology_template", "inputs", "streamer_cpus", "default"]),
            "-      default: 4",
            "+      default: 8",
        ),
        (ASD, path(&["asdExtCpd", "0", "description"]), "-    description: HTTPS for viewers.", "+    description: 8"),
        (
            HOMING,
            path(&["constraints", "enough_room", "properties", "request", "vcpus"]),
            "-        vcpus: 32",
            "+        vcpus: 8",
        ),
    ];
    for (of, at, before, now) in cases {
        let value = if of == ASD { Value::from("8 hours") } else { Value::from(8) };
        let now = if of == ASD { "+    description: 8 hours" } else { now };
        let (_, after) = done(&analysis, of, &Command::Set { path: at, value: Some(value) });
        assert_eq!(lines(&text(&analysis, of), &text(&after, of)), [before, now]);
    }
}

#[test]
fn a_new_key_is_put_where_its_table_has_it() {
    let analysis = examples();
    let at = path(&["topology_template", "node_templates", "video_network", "description"]);
    let (_, after) = done(&analysis, TOSCA, &Command::Set { path: at, value: Some("The network.".into()) });
    assert!(text(&after, TOSCA).contains("      type: tosca.nodes.network.Network\n      description: The network.\n"));
}

#[test]
fn a_moved_box_is_kept_in_a_file_beside_the_descriptor() {
    let analysis = examples();
    let cases = [
        (TOSCA, node("streamer_1"), "node_templates/streamer_1"),
        (HOMING, path(&["demands", "streaming"]), "demands/streaming"),
    ];
    for (of, at, key) in cases {
        let point = Point { x: 320.0, y: 160.4 };
        let (change, after) = done(&analysis, of, &Command::Place(vec![(at.clone(), point)]));
        assert!(change.edits.is_empty(), "the descriptor stays as it is");
        let layout = format!("{}.layout.yaml", of.trim_end_matches(".yaml"));
        assert!(text(&after, &layout).contains(key), "{}", text(&after, &layout));
        let topology = after.topology(&file(of)).expect("a diagram");
        let vertex = topology.vertex(&at).expect("its box");
        assert_eq!(topology.graph[vertex].position, Some(Point { x: 320.0, y: 160.0 }));
        // The second time, only the numbers change.
        let (change, again) = done(&after, of, &Command::Place(vec![(at, Point { x: 8.0, y: 160.0 })]));
        assert!(change.files.is_empty(), "{change:?}");
        let changed = lines(&text(&after, &layout), &text(&again, &layout));
        assert_eq!(changed.len(), 2, "{changed:?}");
        let (_, tidy) = done(&again, of, &Command::Unplace(DiagramKey::default()));
        assert!(tidy.file(&file(&layout)).is_none(), "nothing is left of it");
        assert_eq!(text(&tidy, of), text(&analysis, of));
    }
}

#[test]
fn positions_in_the_metadata_of_a_node_take_precedence_and_are_kept_there() {
    let text_of = |x: &str| {
        format!(
            "tosca_definitions_version: tosca_simple_yaml_1_2\ntopology_template:\n  node_templates:\n    a:\n      \
             type: tosca.nodes.Compute\n      metadata: {{owner: me, x: {x}, y: '20'}} # of Winery\n"
        )
    };
    let before = text_of("'10'");
    let analysis =
        of(&[("s.tosca.yaml", &before), ("s.tosca.layout.yaml", "positions:\n  node_templates/a: {x: 1, y: 2}\n")]);
    let topology = analysis.topology(&file("s.tosca.yaml")).expect("a diagram");
    let vertex = topology.vertex(&node("a")).expect("its box");
    assert_eq!(topology.graph[vertex].position, Some(Point { x: 10.0, y: 20.0 }));
    let place = Command::Place(vec![(node("a"), Point { x: 30.0, y: 20.0 })]);
    let (change, after) = done(&analysis, "s.tosca.yaml", &place);
    assert_eq!(change.edits.len(), 1);
    assert_eq!(text(&after, "s.tosca.yaml"), text_of("'30'"));
}

#[test]
fn two_descriptors_of_one_stem_have_two_layout_files() {
    let asd = "asdId: a\nasdVersion: '1'\ndeploymentItems:\n  - deploymentItemId: front\n    deploymentOrder: 1\n";
    let homing =
        "homing_template_version: 2017-10-10\ndemands:\n  d:\n    - {inventory_provider: aai, inventory_type: cloud}\n";
    // Boxes of an application are only placed by hand if some were before.
    let placed = "positions:\n  deploymentItems/front:\n    x: 0\n    y: 0\n";
    let analysis = of(&[("x/app.yaml", asd), ("x/app.yml", homing), ("x/app.yaml.layout.yaml", placed)]);
    let place = |at: NodePath| Command::Place(vec![(at, Point { x: 1.0, y: 2.0 })]);
    let (_, after) = done(&analysis, "x/app.yaml", &place(path(&["deploymentItems", "0"])));
    let (_, after) = done(&after, "x/app.yml", &place(path(&["demands", "d"])));
    assert!(
        text(&after, "x/app.yaml.layout.yaml").ends_with("positions:\n  deploymentItems/front:\n    x: 1\n    y: 2\n")
    );
    assert!(text(&after, "x/app.yml.layout.yaml").contains("demands/d"));
}

#[test]
fn a_renamed_box_keeps_its_position() {
    let analysis = examples();
    for (of, at, new) in [(TOSCA, node("segments"), "disk"), (HOMING, path(&["demands", "streaming"]), "stream")] {
        let (_, placed) = done(&analysis, of, &Command::Place(vec![(at.clone(), Point { x: 5.0, y: 6.0 })]));
        let (_, after) = done(&placed, of, &Command::Rename { path: at.clone(), name: new.into() });
        let renamed = at.parent().unwrap_or_default().key(new);
        let topology = after.topology(&file(of)).expect("a diagram");
        let vertex = topology.vertex(&renamed).expect("its box");
        assert_eq!(topology.graph[vertex].position, Some(Point { x: 5.0, y: 6.0 }), "{of}");
    }
    let front = path(&["deploymentItems", "1"]);
    let name = analysis.symbols(&file(ASD)).into_iter().find(|symbol| symbol.path == front).expect("an item").name;
    let (_, after) = done(&analysis, ASD, &Command::Rename { path: front, name: "renamed".into() });
    assert_eq!(lines(&text(&analysis, ASD), &text(&after, ASD)).len(), 2, "only the identifier of {name}");
}

#[test]
fn removing_a_node_removes_its_mentions() {
    let template = "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    # a comment on it
    server:
      type: tosca.nodes.Compute
    app:
      type: tosca.nodes.SoftwareComponent
      properties:
        address: {get_attribute: [server, private_address]}
        name: app
      requirements:
        - host: server
    other:
      type: tosca.nodes.SoftwareComponent
      requirements:
        - host: {node: server, capability: host}
        - dependency: app
  groups:
    all: {type: tosca.groups.Root, members: [server, app]}
  outputs:
    ip: {value: {get_attribute: [server, private_address]}}
    app: {value: {get_property: [app, name]}}
";
    let after_text = "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    app:
      type: tosca.nodes.SoftwareComponent
      properties:
        name: app
    other:
      type: tosca.nodes.SoftwareComponent
      requirements:
        - host: {capability: host}
        - dependency: app
  groups:
    all: {type: tosca.groups.Root, members: [app]}
  outputs:
    app: {value: {get_property: [app, name]}}
";
    let analysis = of(&[("s.yaml", template)]);
    let (_, after) = done(&analysis, "s.yaml", &Command::Remove(vec![node("server")]));
    assert_eq!(text(&after, "s.yaml"), after_text);
}

#[test]
fn removing_a_demand_removes_constraints_without_other_demands() {
    let analysis = examples();
    let (_, placed) =
        done(&analysis, HOMING, &Command::Place(vec![(path(&["demands", "library"]), Point { x: 1.0, y: 1.0 })]));
    let (_, after) = done(&placed, HOMING, &Command::Remove(vec![path(&["demands", "library"])]));
    let left = text(&after, HOMING);
    assert!(!left.contains("library]") && left.contains("near_viewers"), "{left}");
    assert!(left.contains("demands: [streaming]"), "{left}");
    let layout = text(&after, "other/streamer-homing.layout.yaml");
    assert!(!layout.contains("library"), "its position is forgotten: {layout}");
    let (_, after) = done(&analysis, HOMING, &Command::Remove(vec![path(&["demands", "streaming"])]));
    let left = text(&after, HOMING);
    assert!(!left.contains("near_viewers") && left.contains("one_region"), "{left}");
}

#[test]
fn removing_a_demand_removes_its_operands() {
    let template = "homing_template_version: 2020-08-13\nlocations:\n  home: {latitude: 59.9, longitude: 10.7}\ndemands:\n  \
                    web: [{inventory_provider: aai, inventory_type: cloud}]\n  store: [{inventory_provider: aai, \
                    inventory_type: cloud}]\noptimization:\n  goal: minimize\n  operation_function:\n    operator: sum\n    \
                    operands:\n      - {function: distance_between, params: {demand: web, location: home}}\n      - \
                    {function: distance_between, params: {demand: store, location: home}}\n";
    let files = vec![(FilePath::new("homing.yaml").expect("a path"), template.to_owned())];
    let analysis = Analysis::new(Workspace::new(files), Settings::default());
    let (_, after) = done(&analysis, "homing.yaml", &Command::Remove(vec![path(&["demands", "web"])]));
    let left = text(&after, "homing.yaml");
    assert!(!left.contains("web") && left.contains("demand: store"), "{left}");
}

#[test]
fn a_box_is_duplicated_under_a_free_name() {
    let analysis = examples();
    let (_, after) = done(&analysis, TOSCA, &Command::Duplicate(vec![node("video_network")]));
    let added = lines(&text(&analysis, TOSCA), &text(&after, TOSCA));
    assert_eq!(added, ["+    video_network_2:"]);
    let (_, after) = done(&analysis, ASD, &Command::Duplicate(vec![path(&["deploymentItems", "0"])]));
    // Both deploy the same artifact, which is left to the author to change.
    let codes: Vec<&str> = after.diagnostics(&file(ASD)).iter().map(|found| found.code).collect();
    assert_eq!(codes, ["asd/shared-artifact"]);
    assert!(after.topology(&file(ASD)).expect("a diagram").vertex(&path(&["deploymentItems", "3"])).is_some());
}

#[test]
fn unsupported_commands_are_refused_with_the_name_of_the_language() {
    let analysis = examples();
    let chart = Command::AddChart { file: file("chart.tgz") };
    let refused = analysis.command(&file(TOSCA), &chart);
    assert_eq!(refused, Err(EditError::Refused("a TOSCA service template does not support this".to_owned())));
}

/// Whether a text is valid JSON.
pub(super) fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde_json::Value>(text).is_ok()
}

#[test]
fn a_template_in_json_stays_json_after_every_command() {
    let text_of_file = "{\n  \"homing_template_version\": \"2017-10-10\",\n  \"parameters\": {\"lat\": 1.5},\n  \"locations\": {\n    \
                        \"home\": {\"latitude\": {\"get_param\": \"lat\"}, \"longitude\": 2}\n  },\n  \"demands\": {\n    \
                        \"vG\": [\n      {\"inventory_provider\": \"aai\", \"inventory_type\": \"cloud\"}\n    ],\n    \
                        \"vB\": [{\"inventory_provider\": \"aai\", \"inventory_type\": \"service\"}]\n  },\n  \"constraints\": {\n    \
                        \"near\": {\n      \"type\": \"distance_to_location\",\n      \"demands\": [\"vG\", \"vB\"],\n      \
                        \"properties\": {\"distance\": \"< 100 km\", \"location\": \"home\"}\n    }\n  }\n}\n";
    assert!(is_json(text_of_file));
    let analysis = of(&[("t.json", text_of_file)]);
    let string = |text: &str| Some(Value::from(text));
    let commands = [
        Command::Set { path: path(&["constraints", "near", "description"]), value: string("so: near, \"very\" [x]") },
        Command::Set { path: path(&["demands", "vG", "0", "unique"]), value: Some(true.into()) },
        Command::Set { path: path(&["parameters", "new"]), value: string("yes") },
        Command::Set { path: path(&["constraints", "near", "properties", "distance"]), value: string("> 5 km") },
        Command::Set { path: path(&["locations", "home", "longitude"]), value: Some(Value::Null) },
        Command::Set { path: path(&["reservations", "one"]), value: serde_yaml::from_str("{a: [x, {b: 1}]}").ok() },
        Command::Rename { path: path(&["demands", "vG"]), name: "gateway".into() },
        Command::Remove(vec![path(&["demands", "vB"])]),
        Command::Remove(vec![path(&["demands", "vG"])]),
        Command::Remove(vec![path(&["parameters", "lat"])]),
        Command::Duplicate(vec![path(&["demands", "vG"]), path(&["constraints", "near"])]),
    ];
    for command in commands {
        let (_, after) = done(&analysis, "t.json", &command);
        assert!(is_json(&text(&after, "t.json")), "{command:?}\n{}", text(&after, "t.json"));
        assert_ne!(text(&after, "t.json"), text_of_file, "{command:?}");
    }
}

/// Real templates stay JSON, and only the edited lines change.
#[test]
fn real_templates_in_json_stay_json() {
    let folder = paths::root().join("../shared/corpus/homing");
    let Ok(manifest) = fs::metadata(&folder) else {
        println!("skipped: no corpus of homing templates here");
        return;
    };
    assert!(manifest.is_dir());
    let (mut n_files, mut n_edits) = (0, 0);
    for (name, text_of_file) in paths::texts(&folder, &[".json"]) {
        if !is_json(&text_of_file) {
            continue;
        }
        let analysis = of(&[("t.json", &text_of_file)]);
        let symbols = analysis.symbols(&file("t.json"));
        n_files += usize::from(!symbols.is_empty());
        for symbol in symbols {
            let at = &symbol.path;
            if !matches!(at.steps().last(), Some(Step::Key(_))) {
                continue;
            }
            let commands = [
                Command::Set { path: at.key("description"), value: Some("a: b".into()) },
                Command::Duplicate(vec![at.clone()]),
                Command::Remove(vec![at.clone()]),
                Command::Rename { path: at.clone(), name: "renamed_9".into() },
            ];
            for command in commands {
                let Ok(change) = analysis.command(&file("t.json"), &command) else { continue };
                let after = analysis.changed(&change).expect("the change fits");
                assert!(is_json(&text(&after, "t.json")), "{name} {command:?}\n{}", text(&after, "t.json"));
                n_edits += 1;
            }
        }
    }
    println!("{n_edits} edits of {n_files} files");
    assert!(n_files == 0 || n_edits > n_files, "{n_edits} edits of {n_files} files");
}

/// From an empty template: two demands and a location are connected; each connection adds a constraint.
#[test]
fn a_connection_between_demands_and_locations_adds_a_constraint() {
    let empty = "homing_template_version: 2017-10-10\nlocations:\n  home: {latitude: 1, longitude: 2}\ndemands:\n  \
                 mux: [{inventory_provider: aai, inventory_type: cloud}]\n  vg: [{inventory_provider: aai, inventory_type: cloud}]\n";
    let analysis = of(&[("t.yaml", empty)]);
    let (home, mux, vg) = (path(&["locations", "home"]), path(&["demands", "mux"]), path(&["demands", "vg"]));
    let starts = analysis.connection_starts(&file("t.yaml"), &home);
    let start = starts.first().expect("a start").end.clone();
    let (_, after) = done(
        &analysis,
        "t.yaml",
        &Command::Connect { source: start, target: End { vertex: mux.clone(), port: "distance_to_location".into() } },
    );
    let source = End { vertex: mux, port: "demand".into() };
    let (_, after) = done(
        &after,
        "t.yaml",
        &Command::Connect { source: source.clone(), target: End { vertex: vg.clone(), port: "zone".into() } },
    );
    let (_, after) = done(
        &after,
        "t.yaml",
        &Command::Connect { source: source.clone(), target: End { vertex: vg, port: "zone".into() } },
    );
    let added = lines(empty, &text(&after, "t.yaml"));
    assert!(added.iter().all(|line| line.starts_with('+')), "{added:?}");
    let written = text(&after, "t.yaml");
    for expected in
        ["mux_near_home:", "distance: < 100 km", "location: home", "mux_vg_zone:", "mux_vg_zone", "qualifier: same"]
    {
        assert!(written.contains(expected), "{expected} in {written}");
    }
    let wrong: Vec<_> =
        after.diagnostics(&file("t.yaml")).iter().filter(|found| found.severity == Severity::Error).collect();
    assert!(wrong.is_empty(), "{wrong:?}\n{written}");
}

const PLACED: &str = "\
homing_template_version: 2017-10-10
parameters:
  far: < 100 km  # of the customer
  w: [1, 5]
locations:
  home: {latitude: 1, longitude: 2}
demands:
  mux: [{inventory_provider: aai, inventory_type: cloud}]
  vg: [{inventory_provider: aai, inventory_type: cloud}]
  dns: [{inventory_provider: aai, inventory_type: cloud}]
constraints:
  near:
    type: distance_to_location
    demands: [mux, vg]
    properties: {distance: {get_param: far}, location: home}
  apart:
    type: distance_between_demands
    demands: [vg, mux]
    properties:
      distance: '> 5 mi'  # twice
optimization:
  minimize:
    sum:
      - product: [{get_param: [w, 1]}, {distance_between: [home, mux]}]
      - distance_between: [home, vg]
      - product: ['2', {distance_between: [home, dns]}]
";

/// The template as JSON.
fn placed_as_json() -> String {
    let value: serde_json::Value = serde_yaml::from_str(PLACED).expect("YAML");
    serde_json::to_string_pretty(&value).expect("JSON")
}

fn named(analysis: &Analysis, of: &str, selection: &[NodePath], name: &str) -> Vec<Action> {
    let actions = analysis.actions(&file(of), selection, &Question::default()).into_iter();
    actions.filter(|action| action.name == name).collect()
}

/// The command of an action, with a value if it asks for one.
fn command_of(action: &Action, value: Value) -> Command {
    match &action.edit {
        ActionEdit::Run(command) | ActionEdit::Tick { command, .. } | ActionEdit::OneOf { command, .. } => {
            command.clone()
        }
        ActionEdit::File { .. } | ActionEdit::Target { .. } | ActionEdit::Name { .. } => {
            panic!("{action:?} asks for something else")
        }
        ActionEdit::Text { path, .. } | ActionEdit::Number { path, .. } => Command::Supply(vec![(path.clone(), value)]),
    }
}

#[test]
fn a_constraint_is_added_over_all_selected_demands() {
    for (of, text_before) in [("t.yaml", PLACED.to_owned()), ("t.json", placed_as_json())] {
        let analysis = self::of(&[(of, &text_before)]);
        let demands = ["mux", "vg", "dns"].map(|name| path(&["demands", name]));
        let names: Vec<_> = analysis
            .actions(&file(of), &demands, &Question::default())
            .iter()
            .map(|one| (one.name, one.refused.is_some()))
            .collect();
        assert_eq!(names, [("distance_between_demands", false), ("zone", false), ("inventory_group", true)]);
        let zone = named(&analysis, of, &demands, "zone");
        let (_, after) = done(&analysis, of, &command_of(&zone[0], Value::Null));
        let root = after.file(&file(of)).expect("the file").root.clone().expect("a root");
        let constraint = root.at(&path(&["constraints", "mux_vg_dns_zone"])).expect("the constraint");
        let listed: Vec<_> =
            constraint.get("demands").expect("demands").items().iter().filter_map(|one| one.as_text()).collect();
        assert_eq!(listed, ["mux", "vg", "dns"]);
        // With a location, only the distance to it is possible.
        let [mux, vg, _] = demands;
        let with_location = [mux, path(&["locations", "home"]), vg];
        let names: Vec<_> =
            analysis.actions(&file(of), &with_location, &Question::default()).iter().map(|one| one.name).collect();
        assert_eq!(names, ["distance_to_location", "distance_between"]);
    }
}

#[test]
fn thresholds_and_weights_are_set_where_they_come_from() {
    /// The selected item, the name of the edit and its subject, the value, and the changed lines.
    type Case<'a> = (&'a [&'a str], &'a str, &'a str, Value, &'a [&'a str]);
    let cases: [Case<'_>; 5] = [
        // The parameter supplies the value.
        (
            &["constraints", "near"],
            "threshold",
            "distance",
            "< 60 km".into(),
            &["-  far: < 100 km  # of the customer", "+  far: < 60 km  # of the customer"],
        ),
        (
            &["constraints", "apart"],
            "threshold",
            "distance",
            "> 7 mi".into(),
            &["-      distance: '> 5 mi'  # twice", "+      distance: '> 7 mi'  # twice"],
        ),
        (&["demands", "mux"], "weight", "home", 8.into(), &["-  w: [1, 5]", "+  w: [1, 8]"]),
        // A number in quotes stays in quotes.
        (
            &["demands", "dns"],
            "weight",
            "home",
            2.5.into(),
            &[
                "-      - product: ['2', {distance_between: [home, dns]}]",
                "+      - product: ['2.5', {distance_between: [home, dns]}]",
            ],
        ),
        // An operand without a weight becomes a product.
        (
            &["locations", "home"],
            "weight",
            "vg",
            3.into(),
            &[
                "-      - distance_between: [home, vg]",
                "+      - product:",
                "+          - 3",
                "+          - distance_between:",
                "+              - home",
                "+              - vg",
            ],
        ),
    ];
    for (vertex, name, subject, value, expected) in cases {
        let analysis = of(&[("t.yaml", PLACED), ("t.json", &placed_as_json())]);
        let found = named(&analysis, "t.yaml", &[path(vertex)], name);
        let action = found.iter().find(|action| action.subject == subject).expect("the action");
        let command = command_of(action, value);
        let (_, after) = done(&analysis, "t.yaml", &command);
        assert_eq!(lines(PLACED, &text(&after, "t.yaml")), expected);
        let (_, after) = done(&analysis, "t.json", &command);
        let [yaml, json] = ["t.yaml", "t.json"].map(|name| {
            let analysis = if name == "t.yaml" { done(&analysis, name, &command).1 } else { after.clone() };
            serde_yaml::from_str::<Value>(&text(&analysis, name)).expect("YAML")
        });
        assert!(
            serde_json::from_str::<serde_json::Value>(&text(&after, "t.json")).is_ok(),
            "{}",
            text(&after, "t.json")
        );
        assert_eq!(json, yaml);
    }
}

#[test]
fn demands_are_added_to_a_constraint_and_removed() {
    let analysis = of(&[("t.yaml", PLACED)]);
    let near = [path(&["constraints", "near"])];
    let [add] = named(&analysis, "t.yaml", &near, "add").try_into().expect("one other demand");
    assert_eq!(add.subject, "dns");
    let (_, after) = done(&analysis, "t.yaml", &command_of(&add, Value::Null));
    assert_eq!(lines(PLACED, &text(&after, "t.yaml")), ["-    demands: [mux, vg]", "+    demands: [mux, vg, dns]"]);
    let leave = named(&after, "t.yaml", &near, "leave");
    assert_eq!(leave.iter().map(|one| one.subject.as_str()).collect::<Vec<_>>(), ["mux", "vg", "dns"]);
    let (_, after) = done(&after, "t.yaml", &command_of(&leave[1], Value::Null));
    assert_eq!(lines(PLACED, &text(&after, "t.yaml")), ["-    demands: [mux, vg]", "+    demands: [mux, dns]"]);
    // A distance between demands needs two of them.
    let apart = [path(&["constraints", "apart"])];
    assert!(named(&after, "t.yaml", &apart, "leave").iter().all(|one| one.refused.is_some()));
}
