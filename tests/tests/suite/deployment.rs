//! Previews of service templates: the plans of the specification's examples, imperative workflows and substitution.

use std::fs;

use descriptorium_tests::paths;
use serde_json::{Value, json};

use super::program::Folder;

/// The plan of a file of the examples of chapters 5 to 15, as the program prints it.
fn expanded(folder: &Folder, file: &str, arguments: &[&str]) -> Value {
    let all = [&["expand", file, "--format", "json"], arguments].concat();
    let run = folder.run(&all);
    assert!(run.code == 0, "{file}: {run:?}");
    run.json()
}

/// The oracle is a prototype of the ordering algorithm in another language. The published diagrams were compared with its
/// results.
#[test]
fn the_plans_of_the_specification_are_woven() {
    let Some(fixtures) = paths::shared("fixtures/tosca/spec-examples-ch5-15") else { return };
    let folder = Folder::new(&[]);
    let mut n_plans = 0;
    for (path, text) in paths::texts(&fixtures, &[".yaml"]) {
        folder.write(path.as_str(), text.as_bytes());
    }
    let read = fs::read_dir(fixtures.join("ch07/expected")).expect("a folder");
    for entry in read {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().and_then(|stem| stem.to_str()).expect("a name");
        let (topology, workflow) = name.rsplit_once('.').expect("a workflow");
        let text = fs::read_to_string(&path).expect("a readable file");
        let expected: Value = serde_yaml::from_str(&text).expect("YAML");
        let chapter = if topology.starts_with("declarative") { "ch07" } else { "ch11" };
        let found = expanded(&folder, &format!("{chapter}/{topology}.yaml"), &["--intent", workflow]);
        assert_eq!(found["plan"]["activities"], expected["activities"], "{name}");
        assert_eq!(
            (&found["workflow"], &found["delegated"]),
            (&expected["workflow"], &expected["delegated"]),
            "{name}"
        );
        let dangling = found["dangling"].as_array().expect("a list").iter().map(|one| one["name"].clone());
        assert_eq!(Value::from_iter(dangling), expected["dangling"], "{name}");
        let errors = found["diagnostics"].as_array().expect("a list").iter();
        assert_eq!(errors.filter(|one| one["severity"] == "error").count(), 0, "{name}");
        n_plans += 1;
    }
    assert_eq!(n_plans, 22);
}

const CYCLIC: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    a: {type: tosca.nodes.Root, requirements: [dependency: b]}
    b: {type: tosca.nodes.Root, requirements: [dependency: a]}
    c: {type: tosca.nodes.Root}
";

#[test]
fn the_relationships_of_a_cycle_are_named() {
    let folder = Folder::new(&[("cyclic.yaml", CYCLIC)]);
    let run = folder.run(&["expand", "cyclic.yaml", "--format", "json"]);
    assert_eq!(run.code, 1, "{run:?}");
    let found = run.json();
    assert_eq!(found["cycle"], json!(["a.dependency", "b.dependency"]));
    assert_eq!(found["diagnostics"][0]["message"], "cycle of requirements: `a.dependency` → `b.dependency`");
    assert_eq!(found["plan"]["activities"], json!([{"id": "c.delegate", "node": "c", "delegate": "install"}]));
}

const IMPERATIVE: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    size: {type: integer}
  node_templates:
    server: {type: tosca.nodes.Compute, capabilities: {host: {properties: {num_cpus: {get_input: size}}}}}
    app: {type: tosca.nodes.SoftwareComponent, requirements: [host: server]}
  workflows:
    backup:
      steps:
        stop: {target: app, activities: [call_operation: Standard.stop, set_state: stopped], on_success: [start]}
        start: {target: app, activities: [inline: begin], on_failure: [undo]}
        undo: {target: app, activities: [set_state: error]}
    begin:
      steps:
        first: {target: app, activities: [call_operation: Standard.start]}
";

#[test]
fn a_workflow_of_the_template_is_planned() {
    let folder = Folder::new(&[("a.yaml", IMPERATIVE)]);
    let found = expanded(&folder, "a.yaml", &["--intent", "backup", "--set", "size=4"]);
    let expected = json!([
        {"id": "stop.call:stop", "node": "app", "call_operation": "Standard.stop", "host": "server"},
        {"id": "stop.stopped", "node": "app", "set_state": "stopped", "after": ["stop.call:stop"]},
        {
            "id": "start/first.call:start", "node": "app", "call_operation": "Standard.start", "host": "server",
            "after": ["stop.stopped"], "why": {"stop.stopped": "on_success of stop"},
        },
        {
            "id": "undo.error", "node": "app", "set_state": "error", "after": ["start/first.call:start"],
            "why": {"start/first.call:start": "on_failure of start/first"},
        },
    ]);
    assert_eq!(found["plan"]["activities"], expected);
    let cpus = &found["nodes"][0]["capabilities"]["host"]["properties"]["num_cpus"];
    assert_eq!((&cpus["value"], &cpus["origin"]), (&json!(4), &json!("mapped")));
    let run = folder.run(&["expand", "a.yaml", "--intent", "restore"]);
    assert!(run.code == 2 && run.errors.contains("expected one of `deploy`, `undeploy`, `backup`"), "{run:?}");
}

const OUTER: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [types.yaml]
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
    app:
      type: example.App
      requirements: [store: db]
    db:
      type: example.Store
      directives: [substitutable]
      properties: {size: 3}
      requirements: [host: server]
";

const INNER: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [types.yaml]
topology_template:
  inputs: {size: {type: integer}}
  node_templates:
    data:
      type: example.Node
      properties: {size: {get_input: size}}
    front:
      type: example.Node
      properties: {size: 1}
      requirements: [dependency: data]
  substitution_mappings:
    node_type: example.Store
    properties: {size: [size]}
    capabilities: {store: [front, store]}
    requirements: {host: [data, host]}
";

const TYPES: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
capability_types:
  example.Storage: {derived_from: tosca.capabilities.Endpoint}
node_types:
  example.Store:
    derived_from: tosca.nodes.SoftwareComponent
    properties: {size: {type: integer}}
    capabilities: {store: {type: example.Storage}}
  example.Node:
    derived_from: example.Store
    interfaces: {Standard: {create: create.sh}}
  example.App:
    derived_from: tosca.nodes.Root
    requirements: [store: {capability: example.Storage}]
    interfaces: {Standard: {create: create.sh}}
";

#[test]
fn a_topology_replaces_a_node() {
    let folder = Folder::new(&[("outer.yaml", OUTER), ("inner.yaml", INNER), ("types.yaml", TYPES)]);
    let found = expanded(&folder, "outer.yaml", &["--substitute", "db=inner.yaml"]);
    let names: Vec<&str> =
        found["nodes"].as_array().expect("a list").iter().map(|one| one["name"].as_str().expect("a name")).collect();
    assert_eq!(names, ["server", "app", "db", "db/data", "db/front"]);
    assert_eq!(found["nodes"][3]["properties"]["size"]["value"], 3);
    let relationships = found["relationships"].as_array().expect("a list").iter();
    let mut relationships: Vec<String> = relationships
        .map(|one| format!("{} {}", one["name"].as_str().expect("a name"), one["target"].as_str().expect("a name")))
        .collect();
    relationships.sort();
    // The host of `front` is left to the orchestrator.
    let expected =
        ["app.store db/front", "db/data.host server", "db/front.dependency db/data", "db/front.host db/front#host"];
    assert_eq!(relationships, expected);
    let ids: Vec<&str> =
        found["plan"]["activities"].as_array().expect("a list").iter().filter_map(|one| one["id"].as_str()).collect();
    let position = |id: &str| ids.iter().position(|known| *known == id).expect(id);
    assert!(["db/data.started", "db/front.creating", "db/front.started", "app.creating"].map(position).is_sorted());
    let run = folder.run(&["expand", "outer.yaml", "--substitute", "server=inner.yaml"]);
    assert!(run.code == 1 && run.errors.contains("does not derive from its type `tosca.nodes.Compute`"), "{run:?}");
}

#[test]
fn the_candidates_of_a_requirement_have_reasons() {
    let folder = Folder::new(&[("outer.yaml", OUTER), ("types.yaml", TYPES)]);
    let found = expanded(&folder, "outer.yaml", &["--why", "app.store"]);
    assert_eq!((&found["node"], &found["requirement"]), (&json!("app"), &json!("store")));
    assert_eq!(found["targets"], json!(["db.store"]));
    let candidates = found["candidates"].as_array().expect("a list");
    assert_eq!(candidates[0], json!({"node": "db", "capability": "store"}));
    assert!(candidates[1..].iter().all(|one| one["rejected"].is_string()), "{candidates:?}");
    let run = folder.run(&["expand", "outer.yaml", "--why", "app.no"]);
    assert!(run.code == 2 && run.errors.contains("`app.no` is neither a node nor a requirement of a node"), "{run:?}");
}

/// The verdicts follow from: a type derives and its constraints hold, a template has equal values, and a
/// topology replaces the type and its constants are equal.
#[test]
fn what_can_replace_a_node_has_reasons() {
    const VERSION: &str = "tosca_definitions_version: tosca_simple_yaml_1_2\n";
    let types = "\
node_types:
  example.Db:
    derived_from: tosca.nodes.Root
    properties:
      size: {type: integer, constraints: [in_range: [1, 10]]}
      name: {type: string, required: false}
  example.Big:
    derived_from: example.Db
    properties:
      size: {type: integer, constraints: [greater_or_equal: 8]}
  example.Small:
    derived_from: example.Db
    properties:
      size: {type: integer, constraints: [less_or_equal: 6]}
  example.Other: {derived_from: tosca.nodes.Root}
";
    let outer = "\
imports: [types.yaml]
topology_template:
  inputs:
    name: {type: string}
  node_templates:
    db: {type: example.Db, directives: [substitutable], properties: {size: 5}}
    named: {type: example.Db, directives: [selectable], properties: {size: 5, name: {get_input: name}}}
    app: {type: example.Other}
";
    let ready = "\
imports: [types.yaml]
topology_template:
  node_templates:
    exact: {type: example.Small, properties: {size: 5, name: first}}
    large: {type: example.Big, properties: {size: 9}}
    chosen: {type: example.Db, directives: [selectable], properties: {size: 5}}
    app: {type: example.Other}
";
    let topology = |of: &str, properties: &str| {
        let nodes = "  node_templates:\n    server: {type: tosca.nodes.Compute}\n";
        let mappings = format!("  substitution_mappings:\n    node_type: {of}\n{properties}");
        format!("{VERSION}imports: [types.yaml]\ntopology_template:\n{nodes}{mappings}")
    };
    let with_version = |text: &str| format!("{VERSION}{text}");
    let files = [
        ("fixed.yaml", topology("example.Db", "    properties:\n      size: {value: 7}\n")),
        ("inner.yaml", topology("example.Db", "")),
        ("outer.yaml", with_version(outer)),
        ("other.yaml", topology("example.Other", "")),
        ("ready.yaml", with_version(ready)),
        ("types.yaml", with_version(types)),
    ];
    let files: Vec<(&str, &str)> = files.iter().map(|(name, text)| (*name, text.as_str())).collect();
    let folder = Folder::new(&files);
    let found = expanded(&folder, "outer.yaml", &["--catalog", ".", "--why", "db"]);
    assert_eq!((&found["node"], &found["type"]), (&json!("db"), &json!("example.Db")));
    let of = |found: &Value| -> Vec<(String, String)> {
        let all = found["candidates"].as_array().expect("a list").iter();
        let text = |one: &Value| one.as_str().unwrap_or("accepted").to_owned();
        all.map(|one| (format!("{} {}", text(&one["kind"]), text(&one["name"])), text(&one["rejected"]))).collect()
    };
    let expected = [
        ("topology inner", "accepted"),
        ("template exact", "accepted"),
        ("type example.Small", "accepted"),
        ("topology fixed", "its `size` is always 7"),
        ("topology other", "it replaces nodes of `example.Other`, not of `example.Db`"),
        ("template large", "its `size` is 9"),
        ("template chosen", "it has the directive `selectable` itself"),
        ("type example.Big", "`size` is 5, which violates its `greater_or_equal: 8`"),
    ];
    assert_eq!(of(&found), expected.map(|(name, verdict)| (name.to_owned(), verdict.to_owned())));
    // An input has no value yet.
    let found = expanded(&folder, "outer.yaml", &["--catalog", ".", "--why", "named"]);
    let exact = found["candidates"].as_array().expect("a list").iter().find(|one| one["name"] == "exact");
    let undecided = exact.and_then(|one| one["undecided"].as_str()).unwrap_or_default();
    assert!(undecided.contains("`name` is <input name>"), "{exact:?}");
}

/// A requirement is fulfilled either outside or inside (R-8, step 5).
#[test]
fn a_requirement_is_not_fulfilled_twice_by_a_substitution() {
    let outer = "\
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [inner.yaml]
topology_template:
  node_templates:
    db: {type: example.Db, directives: [substitutable], requirements: [host: server]}
    server: {type: tosca.nodes.Compute}
";
    let inner = |requirements: &str| {
        format!(
            "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types: {{example.Db: {{derived_from: tosca.nodes.SoftwareComponent}}}}
topology_template:
  substitution_mappings: {{node_type: example.Db, requirements: {{host: [app, host]}}}}
  node_templates:
    app: {{type: tosca.nodes.SoftwareComponent{requirements}}}
    machine: {{type: tosca.nodes.Compute}}
"
        )
    };
    let (twice, once) = (inner(", requirements: [host: machine]"), inner(""));
    let folder = Folder::new(&[("outer.yaml", outer), ("inner.yaml", twice.as_str())]);
    let arguments = ["expand", "outer.yaml", "--substitute", "db=inner.yaml"];
    let run = folder.run(&arguments);
    let message =
        "requirement `host` of `db` is fulfilled here, and also inside by `db/app.host` with target `db/machine`";
    assert!(run.code == 1 && run.errors.contains(message), "{run:?}");
    folder.write("inner.yaml", once.as_bytes());
    let run = folder.run(&arguments);
    assert!(run.code == 0, "{run:?}");
}

#[test]
fn values_given_for_inputs_fit_their_definitions() {
    let text = "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs: {cpus: {type: integer, constraints: [in_range: [1, 4]]}}
  node_templates:
    server: {type: tosca.nodes.Compute, capabilities: {host: {properties: {num_cpus: {get_input: cpus}}}}}
";
    let folder = Folder::new(&[("server.yaml", text)]);
    let run = |value: &str| folder.run(&["expand", "server.yaml", "--set", value]);
    for (value, message) in [
        ("cpus=5", "input `cpus` is 5, which violates `in_range: [1, 4]`"),
        ("cpus=many", "which is not of type `integer`"),
    ] {
        let found = run(value);
        assert!(found.code == 1 && found.errors.contains(message), "{found:?}");
    }
    let found = run("cpus=4");
    assert!(found.code == 0, "{found:?}");
}

/// A copy takes over everything that it does not state itself (D-71).
#[test]
fn copies_take_over_operations_directives_and_requirements() {
    let text = "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute, directives: [selectable]}
    other: {copy: server}
    app:
      type: tosca.nodes.SoftwareComponent
      interfaces: {Standard: {create: {implementation: create.sh}}}
      requirements: [host: server, dependency: other]
    copied: {copy: app, requirements: [dependency: app]}
";
    let folder = Folder::new(&[("apps.yaml", text), ("create.sh", "")]);
    let found = expanded(&folder, "apps.yaml", &[]);
    assert_eq!(found["delegated"], json!(["server", "other"]));
    let relationships = found["relationships"].as_array().expect("a list").iter();
    let ends =
        |one: &Value| format!("{} {}", one["name"].as_str().expect("a name"), one["target"].as_str().expect("a name"));
    let mut relationships: Vec<String> = relationships.map(ends).collect();
    relationships.sort();
    assert_eq!(
        relationships,
        ["app.dependency other", "app.host server", "copied.dependency app", "copied.host server"]
    );
}

const SHOP: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  my.App:
    derived_from: tosca.nodes.SoftwareComponent
    requirements:
      - data: {capability: tosca.capabilities.Endpoint.Database, relationship: tosca.relationships.ConnectsTo}
    interfaces:
      Standard:
        type: tosca.interfaces.node.lifecycle.Standard
        create: scripts/type.sh
        start: {implementation: {primary: scripts/start.sh}}
topology_template:
  inputs:
    db_port: {type: integer}
  node_templates:
    app:
      type: my.App
      requirements: [{host: front}, {data: db}]
      interfaces:
        Standard: {create: scripts/own.sh}
    db:
      type: tosca.nodes.Database
      properties: {name: shop}
      capabilities:
        database_endpoint: {properties: {port: {get_input: db_port}, protocol: mysql}}
      requirements: [{host: dbms}]
    dbms: {type: tosca.nodes.DBMS, requirements: [{host: back}]}
    front: {type: tosca.nodes.Compute}
    back: {type: tosca.nodes.Compute}
  groups:
    tier: {type: tosca.groups.Root, members: [db, dbms]}
  policies:
    - near: {type: tosca.policies.Placement, targets: [tier, front]}
";

/// The oracle is chapter 8.3 for ports, chapter 12 for stacks, and reading the template.
#[test]
fn the_effects_of_a_deployment_are_listed() {
    let folder = Folder::new(&[("shop.yaml", SHOP)]);
    let effects = |arguments: &[&str]| expanded(&folder, "shop.yaml", arguments)["effects"].clone();
    let known = effects(&["--set", "db_port=3306"]);
    assert_eq!(
        known["ports"],
        json!([{"relationship": "app.data", "from": "app", "to": "db", "port": "3306", "protocol": "mysql",
                "endpoint": "db.database_endpoint"}])
    );
    assert_eq!(effects(&[])["ports"][0]["port"], "<input db_port>", "a port that is not known is not made up");
    assert_eq!(
        known["stacks"],
        json!([{"host": "front", "nodes": ["app"]}, {"host": "back", "nodes": ["db", "dbms"]}])
    );
    assert_eq!(
        known["policies"],
        json!([{"name": "near", "type": "tosca.policies.Placement", "targets": ["db", "dbms", "front"]}])
    );
    // The operation of the template replaces that of its type.
    assert_eq!(
        known["scripts"],
        json!([{"node": "app", "operation": "Standard.create", "file": "scripts/own.sh", "host": "front"},
               {"node": "app", "operation": "Standard.start", "file": "scripts/start.sh", "host": "front"}])
    );
    assert_eq!(effects(&["--intent", "undeploy"])["scripts"], json!([]));
}
