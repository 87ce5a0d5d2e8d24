//! Gestures on the graph of homing templates, in YAML and JSON: boxes, connections, thresholds and the objective. Everything
//! that is not possible is refused with a reason.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::edit::EditError;
use descriptorium_core::preview::question::Question;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::{Action, ActionEdit, Command, ConnectionEnd, End, PortKind};
use serde_yaml::Value;

use super::templates::{done, file, is_json, lines, of, path, text};

const EMPTY: &str = "homing_template_version: 2017-10-10\n";

/// A template with all that the gestures need. The weight of `mux` comes from a parameter.
const TEMPLATE: &str = "\
homing_template_version: 2017-10-10
parameters:
  w: 10  # of the customer
locations:
  home: {latitude: 1, longitude: 2}
  away: {latitude: 3, longitude: 4}
demands:
  mux: [{inventory_provider: aai, inventory_type: cloud}]
  vg: [{inventory_provider: aai, inventory_type: cloud}]
constraints:
  near:
    type: distance_to_location
    demands: [mux]
    properties: {distance: < 100 km, location: home}  # kept
optimization:
  minimize:
    sum:
      - product: [{get_param: w}, {distance_between: [home, mux]}]
";

/// The same objective in the form of version 2020-08-13.
const SECOND_FORM: &str = "\
homing_template_version: 2020-08-13
locations:
  home: {latitude: 1, longitude: 2}
demands:
  mux: [{inventory_provider: aai, inventory_type: cloud}]
  vg: [{inventory_provider: aai, inventory_type: cloud}]
optimization:
  goal: minimize
  operation_function:
    operator: sum
    operands:
      - {function: distance_between, weight: 10, params: {demand: mux, location: home}}
";

fn as_json(yaml: &str) -> String {
    let value: serde_json::Value = serde_yaml::from_str(yaml).expect("YAML");
    serde_json::to_string_pretty(&value).expect("JSON") + "\n"
}

/// Runs a command on a template in YAML and in JSON. Both have the same value afterwards, which is returned with the lines
/// that changed in YAML.
fn changed(template: &str, command: &Command) -> (Value, Vec<String>) {
    let run = |name: &str, before: &str| {
        let (_, after) = done(&of(&[(name, before)]), name, command);
        text(&after, name)
    };
    let (yaml, json) = (run("t.yaml", template), run("t.json", &as_json(template)));
    assert!(is_json(&json), "{command:?}\n{json}");
    let value: Value = serde_yaml::from_str(&yaml).expect("YAML");
    let of_json: Value = serde_yaml::from_str(&json).expect("JSON");
    assert_eq!(of_json, value, "{command:?}");
    (value, lines(template, &yaml))
}

fn refusal(template: &str, command: &Command) -> String {
    match of(&[("t.yaml", template)]).command(&file("t.yaml"), command) {
        Err(EditError::Refused(why)) => why,
        other => panic!("{command:?} is refused, not {other:?}"),
    }
}

fn at<'v>(value: &'v Value, steps: &[&str]) -> &'v Value {
    steps.iter().fold(value, |value, step| match step.parse::<usize>() {
        Ok(index) => &value[index],
        Err(_) => &value[*step],
    })
}

fn yaml(text: &str) -> Value {
    serde_yaml::from_str(text).expect("YAML")
}

fn add(section: &str, of: Option<&str>) -> Command {
    Command::AddEntry { section: path(&[section]), of: of.map(Into::into), name: None, at: None }
}

fn end(vertex: &[&str], port: &str) -> End {
    End { vertex: path(vertex), port: port.into() }
}

fn connect(source: End, target: End) -> Command {
    Command::Connect { source, target }
}

/// The edits that are offered for a selection.
fn actions(template: &str, selection: &[NodePath]) -> Vec<Action> {
    of(&[("t.yaml", template)]).actions(&file("t.yaml"), selection, &Question::default())
}

fn action(template: &str, selection: &[NodePath], name: &str) -> Action {
    let mut found = actions(template, selection).into_iter().filter(|action| action.name == name);
    let first = found.next().unwrap_or_else(|| panic!("no action {name} for {selection:?}"));
    assert!(found.next().is_none(), "several actions {name}");
    first
}

fn with(action: &Action, value: impl Into<Value>) -> Command {
    match &action.edit {
        ActionEdit::Run(command) | ActionEdit::Tick { command, .. } | ActionEdit::OneOf { command, .. } => {
            command.clone()
        }
        ActionEdit::File { .. } | ActionEdit::Target { .. } | ActionEdit::Name { .. } => {
            panic!("{action:?} asks for something else")
        }
        ActionEdit::Text { path, .. } | ActionEdit::Number { path, .. } => {
            Command::Supply(vec![(path.clone(), value.into())])
        }
    }
}

/// The connections of the diagram: both ends, the label, and the path.
fn connections(analysis: &Analysis) -> Vec<(String, NodePath)> {
    let topology = analysis.topology(&file("t.yaml")).expect("a diagram");
    let graph = &topology.graph;
    let edges = graph.edge_indices().map(|edge| {
        let (source, target) = graph.edge_endpoints(edge).expect("two ends");
        let words = format!("{} -> {}: {}", graph[source].label, graph[target].label, graph[edge].label);
        (words.trim_end_matches([':', ' ']).to_owned(), graph[edge].path.clone())
    });
    edges.collect()
}

#[test]
fn demands_and_locations_are_added_to_an_empty_template() {
    let (value, added) = changed(EMPTY, &add("demands", Some("service")));
    assert_eq!(at(&value, &["demands", "demand", "0", "inventory_type"]), "service");
    assert!(added.iter().all(|line| line.starts_with('+')), "{added:?}");
    let (value, added) = changed(EMPTY, &add("locations", None));
    assert!(at(&value, &["locations", "location"]).is_mapping(), "{value:?}");
    assert!(added.iter().all(|line| line.starts_with('+')), "{added:?}");
    // The next one gets a free name.
    let (value, added) = changed(TEMPLATE, &add("demands", Some("cloud")));
    assert_eq!(at(&value, &["demands"]).as_mapping().map(serde_yaml::Mapping::len), Some(3));
    assert!(added.iter().all(|line| line.starts_with('+')), "{added:?}");
    assert!(refusal(TEMPLATE, &add("demands", Some("train"))).contains("`train` is not a valid `inventory_type`"));
}

#[test]
fn connecting_two_demands_asks_for_the_type_of_the_constraint() {
    let analysis = of(&[("t.yaml", TEMPLATE)]);
    let vg = end(&["demands", "vg"], "demand");
    let targets = analysis.acceptable_targets(&file("t.yaml"), &vg, PortKind::Capability);
    let on = |vertex: &[&str]| -> Vec<String> {
        let own = targets.iter().filter(|target: &&ConnectionEnd| target.end.vertex == path(vertex));
        own.map(|target| target.end.port.to_string()).collect()
    };
    assert_eq!(on(&["demands", "mux"]), ["distance_between_demands", "zone", "inventory_group"]);
    assert_eq!(on(&["locations", "home"]), ["distance_to_location"]);
    let constraint = |of: &str| changed(TEMPLATE, &connect(vg.clone(), end(&["demands", "mux"], of)));
    let expected = [
        ("distance_between_demands", "vg_mux_distance", "{distance: < 100 km}"),
        ("zone", "vg_mux_zone", "{qualifier: same, category: region}"),
        ("inventory_group", "vg_mux_group", "null"),
    ];
    for (of, name, properties) in expected {
        let (value, added) = constraint(of);
        let new = at(&value, &["constraints", name]);
        assert_eq!((at(new, &["type"]), at(new, &["demands"])), (&of.into(), &yaml("[vg, mux]")));
        assert_eq!(*at(new, &["properties"]), yaml(properties));
        assert!(added.iter().all(|line| line.starts_with('+')), "{added:?}");
    }
}

#[test]
fn connecting_a_location_to_a_demand_limits_the_distance() {
    let limit = connect(end(&["locations", "home"], "location"), end(&["demands", "vg"], "distance_to_location"));
    let (value, added) = changed(TEMPLATE, &limit);
    let new = at(&value, &["constraints", "vg_near_home"]);
    assert_eq!(
        *new,
        yaml("{type: distance_to_location, demands: [vg], properties: {distance: < 100 km, location: home}}")
    );
    assert!(added.iter().all(|line| line.starts_with('+')), "{added:?}");
    // Two locations have no constraint.
    let wrong = connect(end(&["locations", "home"], "location"), end(&["locations", "away"], "distance_to_location"));
    assert_eq!(refusal(TEMPLATE, &wrong), "`away` has no `distance_to_location` that names a location");
}

#[test]
fn the_threshold_on_a_connection_is_edited() {
    let analysis = of(&[("t.yaml", TEMPLATE)]);
    let all = connections(&analysis);
    let (_, connection) = all.iter().find(|(words, _)| words == "home -> near: < 100 km").expect("the connection");
    let threshold = action(TEMPLATE, std::slice::from_ref(connection), "threshold");
    let (_, changes) = changed(TEMPLATE, &with(&threshold, "<= 50 mi"));
    let expected = [
        "-    properties: {distance: < 100 km, location: home}  # kept",
        "+    properties: {distance: <= 50 mi, location: home}  # kept",
    ];
    assert_eq!(changes, expected);
}

#[test]
fn demands_join_and_leave_constraints() {
    let near = [path(&["constraints", "near"])];
    let (value, changes) = changed(TEMPLATE, &with(&action(TEMPLATE, &near, "add"), Value::Null));
    assert_eq!(*at(&value, &["constraints", "near", "demands"]), yaml("[mux, vg]"));
    assert_eq!(changes, ["-    demands: [mux]", "+    demands: [mux, vg]"]);
    // The last one stays, with the reason.
    let leave = action(TEMPLATE, &near, "leave");
    assert_eq!(leave.refused.as_deref(), Some("`near` needs at least 1 demand"));
    let both = TEMPLATE.replace("[mux]\n    properties", "[mux, vg]\n    properties");
    let leave = actions(&both, &near).into_iter().find(|one| one.name == "leave" && one.subject == "mux");
    let (value, _) = changed(&both, &with(&leave.expect("an action"), Value::Null));
    assert_eq!(*at(&value, &["constraints", "near", "demands"]), yaml("[vg]"));
}

/// The objective is drawn as connections with weights, which are edited where they come from.
#[test]
fn weights_are_edited_on_the_connections_of_the_objective() {
    let connection = |template: &str, words: &str| {
        let all = connections(&of(&[("t.yaml", template)]));
        let found = all.iter().find(|(own, _)| own == words).map(|(_, path)| path.clone());
        found.unwrap_or_else(|| panic!("{words} is not in {all:?}"))
    };
    let weight = action(TEMPLATE, &[connection(TEMPLATE, "home -> mux: weight 10")], "weight");
    assert_eq!(weight.subject, "home – mux");
    let (_, changes) = changed(TEMPLATE, &with(&weight, 25.0));
    assert_eq!(changes, ["-  w: 10  # of the customer", "+  w: 25  # of the customer"]);
    // In the second form the weight is a key.
    let weight = action(SECOND_FORM, &[connection(SECOND_FORM, "home -> mux: weight 10")], "weight");
    let (value, changes) = changed(SECOND_FORM, &with(&weight, 2.5));
    assert_eq!(*at(&value, &["optimization", "operation_function", "operands", "0", "weight"]), Value::from(2.5));
    assert_eq!(changes.len(), 2, "{changes:?}");
    let unweighted = SECOND_FORM.replace("weight: 10, ", "");
    let weight = action(&unweighted, &[path(&["demands", "mux"])], "weight");
    assert_eq!(weight.edit, ActionEdit::Number { path: weight_path(), value: 1.0 });
    let (value, changes) = changed(&unweighted, &with(&weight, 3.0));
    let weight = at(&value, &["optimization", "operation_function", "operands", "0", "weight"]);
    assert_eq!(weight.as_f64(), Some(3.0));
    let is_short = |line: &String| line.contains("weight: 3") && !line.contains("weight: 3.0");
    assert!(changes.iter().any(is_short), "{changes:?}");
    // Removing the connection removes the operand.
    let removed = Command::Remove(vec![connection(TEMPLATE, "home -> mux: weight 10")]);
    let (_, after) = done(&of(&[("t.yaml", TEMPLATE)]), "t.yaml", &removed);
    assert!(!text(&after, "t.yaml").contains("distance_between:"), "{}", text(&after, "t.yaml"));
}

fn weight_path() -> NodePath {
    path(&["optimization", "operation_function", "operands"]).index(0).key("weight")
}

#[test]
fn selected_demands_and_a_location_are_added_to_the_objective() {
    let demands = ["mux", "vg"].map(|name| path(&["demands", name]));
    let home = path(&["locations", "home"]);
    let selection = [demands[0].clone(), home.clone(), demands[1].clone()];
    let names: Vec<_> = actions(TEMPLATE, &selection).iter().map(|one| (one.name, one.refused.clone())).collect();
    assert_eq!(names, [("distance_to_location", None), ("distance_between", None)]);
    let minimize = with(&action(TEMPLATE, &selection, "distance_between"), Value::Null);
    // The distance that is there already is not added again.
    let (value, added) = changed(TEMPLATE, &minimize);
    let sum = at(&value, &["optimization", "minimize", "sum"]);
    assert_eq!(sum.as_sequence().map(Vec::len), Some(2));
    assert_eq!(sum[1], yaml("{distance_between: [home, vg]}"));
    assert!(added.iter().all(|line| line.starts_with('+')), "{added:?}");
    let (value, _) = changed(SECOND_FORM, &minimize);
    let operands = at(&value, &["optimization", "operation_function", "operands"]);
    assert_eq!(operands[1], yaml("{function: distance_between, params: {demand: vg, location: home}}"));
    assert_eq!(operands.as_sequence().map(Vec::len), Some(2));
    // Without an objective, it is created in the form of the version.
    for template in [TEMPLATE, SECOND_FORM] {
        let start = template.find("optimization").expect("the objective");
        let (value, added) = changed(&template[..start], &minimize);
        assert_eq!(connections_of(&value), 2, "{value:?}");
        assert!(added.iter().all(|line| line.starts_with('+')), "{added:?}");
    }
    let again = Command::AddOver {
        section: path(&["optimization"]),
        of: "distance_between".into(),
        members: vec![demands[0].clone(), home.clone()],
    };
    assert_eq!(refusal(TEMPLATE, &again), "the objective already has the distance to `home`");
    let two = [demands[0].clone(), home, path(&["locations", "away"])];
    let refused = action(TEMPLATE, &two, "distance_between").refused;
    assert_eq!(refused.as_deref(), Some("a distance in the objective is between a location and a demand"));
    let maximized = TEMPLATE.replace("minimize:", "maximize:");
    assert_eq!(refusal(&maximized, &minimize), "the objective is not a sum to minimize; change it in the text");
}

/// The number of distances in the objective.
fn connections_of(value: &Value) -> usize {
    let text = serde_yaml::to_string(value).expect("YAML");
    let all = connections(&of(&[("t.yaml", &text)]));
    all.iter().filter(|(words, _)| words.ends_with(": weight 1")).count()
}

/// A command in a plan request makes the same change to the template in it.
#[test]
fn a_template_in_a_plan_request_is_edited_like_one_alone() {
    let indented: String = TEMPLATE.lines().map(|line| format!("  {line}\n")).collect();
    let request = format!("name: plan\ntemplate:\n{indented}files: {{}}\n");
    let inside = |steps: &[&str]| path(&[&["template"][..], steps].concat());
    let [mux, vg, home, near] = [["demands", "mux"], ["demands", "vg"], ["locations", "home"], ["constraints", "near"]];
    let commands = |path: &dyn Fn(&[&str]) -> NodePath| {
        let end = |vertex: &[&str], port: &str| End { vertex: path(vertex), port: port.into() };
        let over = |section: &str, of: &str, members: &[[&str; 2]]| Command::AddOver {
            section: path(&[section]),
            of: of.into(),
            members: members.iter().map(|member| path(member)).collect(),
        };
        let added = |section: &str, of: Option<&str>| Command::AddEntry {
            section: path(&[section]),
            of: of.map(Into::into),
            name: None,
            at: None,
        };
        vec![
            added("demands", Some("cloud")),
            added("locations", None),
            connect(end(&vg, "demand"), end(&near, "demands")),
            connect(end(&vg, "demand"), end(&home, "distance_to_location")),
            connect(end(&mux, "demand"), end(&vg, "zone")),
            over("constraints", "inventory_group", &[mux, vg]),
            over("optimization", "distance_between", &[vg, home]),
            Command::Set {
                path: path(&["constraints", "near", "properties", "distance"]),
                value: Some("< 5 km".into()),
            },
            Command::Remove(vec![path(&vg)]),
            Command::Duplicate(vec![path(&mux)]),
        ]
    };
    for (alone, within) in commands(&path).into_iter().zip(commands(&inside)) {
        let (expected, _) = changed(TEMPLATE, &alone);
        let (value, _) = changed(&request, &within);
        assert_eq!(value["template"], expected, "{within:?}");
        assert_eq!(value["name"], "plan");
    }
    // The same edits are offered, and the same boxes can be added.
    let names = |template: &str, selection: &[NodePath]| -> Vec<(&'static str, String)> {
        actions(template, selection).into_iter().map(|action| (action.name, action.subject)).collect()
    };
    for selection in [vec![mux], vec![mux, vg], vec![mux, home], vec![near]] {
        let [alone, within]: [Vec<NodePath>; 2] =
            [selection.iter().map(|one| path(one)).collect(), selection.iter().map(|one| inside(one)).collect()];
        assert!(!names(TEMPLATE, &alone).is_empty());
        assert_eq!(names(&request, &within), names(TEMPLATE, &alone));
    }
    let offers = |template: &str| of(&[("t.yaml", template)]).offers(&file("t.yaml"));
    let (alone, within) = (offers(TEMPLATE), offers(&request));
    assert!(within.iter().all(|offer| offer.section.starts_with(&path(&["template"]))), "{within:?}");
    assert_eq!(within.len(), alone.len());
}

/// A template whose constraints and optimization read the names of demands and locations from parameters. Something else reads
/// `customer` as well.
const NAMES_IN_PARAMETERS: &str = "\
homing_template_version: 2018-02-01
parameters:
  names: [vg, mux, dns]  # all of them
  one: vg
  customer: vg
  site: {at: home, city: home}
  limits: {type: zone, demands: [mux, vg], properties: {qualifier: same, category: region}}
locations:
  home: {latitude: 1, longitude: 2}
  away: {latitude: 3, longitude: 4}
demands:
  vg: [{inventory_provider: aai, inventory_type: cloud, customer_id: {get_param: customer}}]
  mux: [{inventory_provider: aai, inventory_type: cloud}]
  dns: [{inventory_provider: aai, inventory_type: cloud}]
constraints:
  all: {type: inventory_group, demands: {get_param: names}}
  near:
    type: distance_to_location
    demands: [{get_param: one}]
    properties: {distance: < 1 km, location: {get_param: [site, at]}}
  zone: {get_param: limits}
optimization:
  minimize:
    sum:
      - distance_between: [{get_param: [site, at]}, {get_param: one}]
      - distance_between: [away, mux]
";

#[test]
fn names_in_the_values_of_parameters_are_renamed() {
    let rename = |section: &str, from: &str, to: &str| {
        changed(NAMES_IN_PARAMETERS, &Command::Rename { path: path(&[section, from]), name: to.into() }).1
    };
    let expected = [
        "-  names: [vg, mux, dns]  # all of them",
        "-  one: vg",
        "-  limits: {type: zone, demands: [mux, vg], properties: {qualifier: same, category: region}}",
        "-  vg: [{inventory_provider: aai, inventory_type: cloud, customer_id: {get_param: customer}}]",
        "+  names: [gw, mux, dns]  # all of them",
        "+  one: gw",
        "+  limits: {type: zone, demands: [mux, gw], properties: {qualifier: same, category: region}}",
        "+  gw: [{inventory_provider: aai, inventory_type: cloud, customer_id: {get_param: customer}}]",
    ];
    assert_eq!(rename("demands", "vg", "gw"), expected);
    let expected = [
        "-  site: {at: home, city: home}",
        "-  home: {latitude: 1, longitude: 2}",
        "+  site: {at: base, city: home}",
        "+  base: {latitude: 1, longitude: 2}",
    ];
    assert_eq!(rename("locations", "home", "base"), expected);
    // A value that something else reads as well stays as it is, so it must not be the name of a demand.
    let shared = NAMES_IN_PARAMETERS.replace("[{get_param: one}]", "[{get_param: customer}]");
    let why = refusal(&shared, &Command::Rename { path: path(&["demands", "vg"]), name: "gw".into() });
    assert_eq!(why, "this would cause an error: invalid `demands`: the parameter is `vg`");
}

#[test]
fn a_removed_demand_is_removed_from_lists_in_parameters() {
    let (value, _) = changed(NAMES_IN_PARAMETERS, &Command::Remove(vec![path(&["demands", "vg"])]));
    let parameter = |steps: &[&str]| at(&value, &[&["parameters"], steps].concat()).clone();
    assert_eq!(parameter(&["names"]), yaml("[mux, dns]"));
    assert_eq!(parameter(&["limits", "demands"]), yaml("[mux]"));
    // A parameter stays where it is read.
    assert_eq!(parameter(&["one"]), "vg");
    // A term that reads the name goes, and so does a term that has it.
    let sum = |demand: &str| {
        let (value, _) = changed(NAMES_IN_PARAMETERS, &Command::Remove(vec![path(&["demands", demand])]));
        at(&value, &["optimization", "minimize", "sum"]).clone()
    };
    assert_eq!(sum("vg"), yaml("[{distance_between: [away, mux]}]"));
    assert_eq!(sum("mux"), yaml("[{distance_between: [{get_param: [site, at]}, {get_param: one}]}]"));
}

/// The optimization of a template in a parameter, as a whole or in parts.
const OPTIMIZATIONS_IN_PARAMETERS: [&str; 3] = [
    "\
homing_template_version: 2017-10-10
parameters:
  goal: {minimize: {sum: [{distance_between: [home, vg]}, {product: [2, {distance_between: [away, mux]}]}]}}  # kept
OTHERS
optimization: {get_param: goal}
",
    "\
homing_template_version: 2017-10-10
parameters:
  terms:
    - distance_between: [home, vg]  # kept
    - product: [2, {distance_between: [away, mux]}]
OTHERS
optimization: {minimize: {sum: {get_param: terms}}}
",
    "\
homing_template_version: 2020-08-13
parameters:
  of: {operator: sum, operands: [{function: distance_between, params: {demand: vg, location: home}}, {function: attribute, params: {demand: mux, attribute: cost}}]}
OTHERS
optimization: {goal: minimize, operation_function: {get_param: of}}
",
];

#[test]
fn an_optimization_in_a_parameter_follows_its_demands_and_locations() {
    let others = "locations: {home: {latitude: 1, longitude: 2}, away: {latitude: 3, longitude: 4}}\ndemands:\n  \
                  vg: [{inventory_provider: aai, inventory_type: cloud}]\n  mux: [{inventory_provider: aai, inventory_type: cloud}]";
    for template in OPTIMIZATIONS_IN_PARAMETERS.map(|template| template.replace("OTHERS", others)) {
        let parameter = |value: &Value| serde_yaml::to_string(&value["parameters"]).expect("YAML");
        for (section, name) in [("demands", "vg"), ("locations", "home"), ("demands", "mux")] {
            let definition = path(&[section, name]);
            let (renamed, _) = changed(&template, &Command::Rename { path: definition.clone(), name: "new".into() });
            let text = parameter(&renamed);
            assert!(text.contains("new") && !text.contains(name), "{name} in {text}");
            let (left, _) = changed(&template, &Command::Remove(vec![definition]));
            let text = parameter(&left);
            assert!(!text.contains(name), "{name} in {text}");
            assert!(text.contains("function:") || text.contains("distance_between:"), "{text}");
        }
        // The last term goes with the optimization, and with the parameter.
        let both = Command::Remove(vec![path(&["demands", "vg"]), path(&["demands", "mux"])]);
        let (left, _) = changed(&template, &both);
        assert_eq!(left.get("optimization"), None, "{left:?}");
        assert!(left["parameters"].as_mapping().is_none_or(serde_yaml::Mapping::is_empty), "{left:?}");
    }
}

#[test]
fn a_term_of_the_objective_is_removed_with_its_weight() {
    let remove = |template: &str, paths: &[&[&str]]| {
        let command = Command::Remove(paths.iter().map(|steps| path(steps)).collect());
        changed(template, &command).0
    };
    // The last term goes with the optimization.
    for place in [["locations", "home"], ["demands", "mux"]] {
        assert_eq!(remove(TEMPLATE, &[&place]).get("optimization"), None, "{place:?}");
        assert_eq!(remove(SECOND_FORM, &[&place]).get("optimization"), None, "{place:?}");
    }
    let two = TEMPLATE.replace("    sum:\n", "    sum:\n      - product: [2, {distance_between: [away, vg]}]\n");
    let left = remove(&two, &[&["demands", "mux"]]);
    assert_eq!(
        *at(&left, &["optimization", "minimize", "sum"]),
        yaml("[{product: [2, {distance_between: [away, vg]}]}]")
    );
    let first = SECOND_FORM.replace("weight: 10, params: {demand: mux", "params: {demand: vg");
    let nested = first
        + "      - operation_function:
          operator: max
          operands:
            - {function: attribute, params: {demand: mux, attribute: cost}}
            - {function: distance_between, params: {demand: mux, location: home}}
";
    let left = remove(&nested, &[&["demands", "mux"]]);
    let operands = at(&left, &["optimization", "operation_function", "operands"]).clone();
    assert_eq!(operands, yaml("[{function: distance_between, params: {demand: vg, location: home}}]"));
}

#[test]
fn the_consequences_in_a_plan_request_name_the_section_of_the_template() {
    let request =
        serde_json::json!({ "name": "plan", "template": serde_yaml::from_str::<Value>(TEMPLATE).expect("YAML") });
    let analysis = of(&[("t.json", &serde_json::to_string_pretty(&request).expect("JSON"))]);
    let remove = Command::Remove(vec![path(&["template", "demands", "mux"])]);
    let change = analysis.command(&file("t.json"), &remove).expect("a change");
    let lost = analysis.consequences(&change).expect("consequences").lost;
    let titles: Vec<&str> = lost.iter().map(|loss| loss.title.as_str()).collect();
    assert!(titles.contains(&"mux in optimization"), "{titles:?}");
    assert!(titles.iter().all(|title| !title.ends_with("in template")), "{titles:?}");
}

#[test]
fn the_consequences_of_a_removal_name_what_is_removed() {
    let template = TEMPLATE.replace("demands: [mux]", "demands: [mux, vg]");
    let analysis = of(&[("t.yaml", &template)]);
    let remove =
        analysis.command(&file("t.yaml"), &Command::Remove(vec![path(&["demands", "mux"])])).expect("a change");
    let lost = analysis.consequences(&remove).expect("consequences").lost;
    let titles: Vec<&str> = lost.iter().map(|loss| loss.title.as_str()).collect();
    assert!(
        titles.contains(&"mux in demands of near") && titles.iter().all(|title| !title.starts_with("vg ")),
        "{titles:?}"
    );
}
