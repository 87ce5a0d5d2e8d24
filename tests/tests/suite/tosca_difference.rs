//! Breaking changes of service templates. Impacts and messages were worked out by hand from what users of the types and
//! topologies must change.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::settings::Settings;
use descriptorium_core::text::{FilePath, Span};
use descriptorium_core::workspace::Workspace;

use super::program::Folder;

/// The changes of `a.yaml` from one workspace to another, and whether all locations contain text.
fn changes(before: &[(&str, &str)], after: &[(&str, &str)]) -> Vec<String> {
    let analysis = |files: &[(&str, &str)]| {
        let files = files.iter().map(|(path, text)| (FilePath::new(path).expect("a path"), (*text).to_owned()));
        Analysis::new(Workspace::new(files), Settings::default())
    };
    let (before, after) = (analysis(before), analysis(after));
    let path = FilePath::new("a.yaml").expect("a path");
    let (old, new) = (before.file(&path).expect("a file"), after.file(&path).expect("a file"));
    let found = descriptorium::versions::compare(before.context(old), after.context(new));
    for one in &found {
        let has_text = |span: Option<Span>, text: &str| span.is_none_or(|span| !span.of(text).trim().is_empty());
        assert!(one.before.is_some() || one.after.is_some(), "no location: {one:?}");
        assert!(has_text(one.before, &old.text) && has_text(one.after, &new.text), "{one:?}");
    }
    found.iter().map(|one| format!("{}: {}", one.impact.name(), one.message)).collect()
}

fn of_texts(before: &str, after: &str) -> Vec<String> {
    changes(&[("a.yaml", before)], &[("a.yaml", after)])
}

const TYPES: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
data_types:
  Size:
    derived_from: integer
    constraints: [in_range: [1, 8]]
  Address:
    properties:
      street: {type: string}
      zip: {type: string, required: false}
capability_types:
  Feed: {derived_from: tosca.capabilities.Endpoint}
  FastFeed: {derived_from: Feed}
node_types:
  Base:
    derived_from: tosca.nodes.Root
    properties:
      port: {type: integer, default: 80, constraints: [greater_or_equal: 1]}
      zone: {type: string}
      tags: {type: list, required: false, entry_schema: string}
    attributes:
      load: {type: integer}
  App:
    derived_from: Base
    properties:
      level: {type: string, required: false, constraints: [valid_values: [low, high]]}
    capabilities:
      feed: {type: FastFeed, valid_source_types: [Base, tosca.nodes.Compute]}
    requirements:
      - host: {capability: Container, node: Compute, relationship: HostedOn, occurrences: [0, 1]}
      - data: {capability: Feed, occurrences: [1, 2]}
    interfaces:
      Standard:
        create: {implementation: create.sh, inputs: {mode: {type: string, default: fast}}}
    artifacts:
      image: {type: tosca.artifacts.File, file: app.img}
";

#[test]
fn changes_of_types_break_templates_and_derived_types() {
    for (before, after, expected) in [
        ("\n      zone: {type: string}", "", "breaking: node type `Base`: property `zone` was removed"),
        (
            "zone: {type: string}",
            "zone: {type: string}\n      host: {type: string}",
            "breaking: node type `Base`: property `host` was added and must be set",
        ),
        (
            "zone: {type: string}",
            "zone: {type: string}\n      host: {type: string, required: false}",
            "addition: node type `Base`: property `host` was added",
        ),
        (
            "zone: {type: string}",
            "zone: {type: string}\n      host: {type: string, default: here}",
            "addition: node type `Base`: property `host` was added",
        ),
        (
            "tags: {type: list, required: false,",
            "tags: {type: list,",
            "breaking: node type `Base`: property `tags` must now be set: it is required and has no default",
        ),
        (
            "zone: {type: string}",
            "zone: {type: string, default: eu}",
            "addition: node type `Base`: property `zone` no longer needs to be set",
        ),
        (
            "zone: {type: string}",
            "zone: {type: integer}",
            "breaking: node type `Base`: property `zone` now has the type `integer` (was `string`)",
        ),
        (
            "default: 80",
            "default: 8080",
            "behavior: node type `Base`: property `port` has the default `8080` (was `80`)",
        ),
        (
            "greater_or_equal: 1]",
            "in_range: [1, 1024]]",
            "breaking: node type `Base`: property `port` has the constraint `in_range: [1, 1024]` (was `greater_or_equal: 1`)",
        ),
        (
            "greater_or_equal: 1]",
            "greater_or_equal: 0]",
            "addition: node type `Base`: property `port` has the constraint `greater_or_equal: 0` (was `greater_or_equal: 1`)",
        ),
        // The same meaning in another notation.
        ("greater_or_equal: 1]", "in_range: [1, UNBOUNDED]]", ""),
        (
            "[low, high]",
            "[low]",
            "breaking: node type `App`: property `level` has the constraint `valid_values: [low]` (was \
             `valid_values: [low, high]`)",
        ),
        (
            "[low, high]",
            "[low, medium, high]",
            "addition: node type `App`: property `level` has the constraint `valid_values: [low, medium, high]` (was \
             `valid_values: [low, high]`)",
        ),
        ("entry_schema: string", "entry_schema: {type: string}", ""),
        (
            "entry_schema: string",
            "entry_schema: integer",
            "breaking: the entries of node type `Base`: property `tags` now has the type `integer` (was `string`)",
        ),
        (
            "load: {type: integer}",
            "load: {type: string}",
            "breaking: node type `Base`: attribute `load` now has the type `string` (was `integer`)",
        ),
        (
            "in_range: [1, 8]",
            "in_range: [2, 4]",
            "breaking: data type `Size` has the constraint `in_range: [2, 4]` (was `in_range: [1, 8]`)",
        ),
        (
            "zip: {type: string, required: false}",
            "zip: {type: string}",
            "breaking: data type `Address`: property `zip` must now be set: it is required and has no default",
        ),
        // Capabilities.
        (
            "\n    capabilities:\n      feed: {type: FastFeed, valid_source_types: [Base, tosca.nodes.Compute]}",
            "",
            "breaking: node type `App`: capability `feed` was removed",
        ),
        (
            "feed: {type: FastFeed",
            "feed: {type: Feed",
            "breaking: node type `App`: capability `feed` now has the type `Feed` (was `FastFeed`)",
        ),
        (
            "[Base, tosca.nodes.Compute]",
            "[Compute]",
            "breaking: node type `App`: capability `feed` has `valid_source_types` `tosca.nodes.Compute` (was `Base`, \
             `tosca.nodes.Compute`)",
        ),
        ("[Base, tosca.nodes.Compute]", "[Base, Compute]", ""),
        (
            ", valid_source_types: [Base, tosca.nodes.Compute]",
            "",
            "addition: node type `App`: capability `feed` has `valid_source_types` any type (was `Base`, \
             `tosca.nodes.Compute`)",
        ),
        // Requirements.
        (
            "occurrences: [0, 1]",
            "occurrences: [1, 1]",
            "breaking: node type `App`: requirement `host` is now mandatory",
        ),
        (
            "occurrences: [0, 1]",
            "occurrences: [0, 2]",
            "addition: node type `App`: requirement `host` now has the occurrences [0, 2] (was [0, 1])",
        ),
        ("occurrences: [1, 2]", "occurrences: [0, 2]", "addition: node type `App`: requirement `data` is now optional"),
        (
            "occurrences: [1, 2]",
            "occurrences: [2, 2]",
            "breaking: node type `App`: requirement `data` now has the occurrences [2, 2] (was [1, 2])",
        ),
        (
            "data: {capability: Feed",
            "data: {capability: FastFeed",
            "breaking: node type `App`: requirement `data` now has the capability `FastFeed` (was `Feed`)",
        ),
        (
            "data: {capability: Feed",
            "data: {capability: Endpoint",
            "addition: node type `App`: requirement `data` now has the capability `tosca.capabilities.Endpoint` (was `Feed`)",
        ),
        (
            "node: Compute, ",
            "",
            "addition: node type `App`: requirement `host` no longer has the node `tosca.nodes.Compute`",
        ),
        ("capability: Container, node: Compute", "capability: tosca.capabilities.Container, node: 'tosca:Compute'", ""),
        (
            "- data: {capability: Feed, occurrences: [1, 2]}",
            "- data: {capability: Feed, occurrences: [1, 2]}\n      - log: Feed",
            "breaking: node type `App`: requirement `log` was added and is mandatory",
        ),
        (
            "- data: {capability: Feed, occurrences: [1, 2]}",
            "- data: {capability: Feed, occurrences: [1, 2]}\n      - log: {capability: Feed, occurrences: [0, 1]}",
            "addition: node type `App`: requirement `log` was added",
        ),
        // Operations and artifacts.
        (
            "mode: {type: string, default: fast}",
            "mode: {type: string}",
            "breaking: node type `App`: interface `Standard`: operation `create`: input `mode` must now be set: it is \
             required and has no default",
        ),
        (
            "implementation: create.sh",
            "implementation: start.sh",
            "behavior: node type `App`: interface `Standard`: operation `create` has another implementation",
        ),
        ("implementation: create.sh", "implementation: {primary: create.sh}", ""),
        (
            "file: app.img",
            "file: app2.img",
            "behavior: node type `App`: artifact `image` has another file or other values",
        ),
        // Derivation.
        ("  Feed: {derived_from: tosca.capabilities.Endpoint}", "  Feed: {derived_from: Endpoint}", ""),
        (
            "FastFeed: {derived_from: Feed}",
            "FastFeed: {derived_from: tosca.capabilities.Node}",
            "breaking: capability type `FastFeed` now derives from `tosca.capabilities.Node` (was `Feed`)",
        ),
        ("node_types:\n  Base:", "node_types:\n  # a comment\n  Base:\n    description: new text", ""),
    ] {
        let changed = TYPES.replace(before, after);
        assert_ne!(changed, TYPES, "{before}");
        let mut found = of_texts(TYPES, &changed);
        if before.contains("FastFeed: {derived_from") {
            // The properties of the earlier parent are gone as well.
            assert!(
                found[1..].iter().all(|one| one.starts_with("breaking: capability type `FastFeed`: ")),
                "{found:?}"
            );
            found.truncate(1);
        }
        assert_eq!(found.join("\n"), expected, "{before} -> {after}");
    }
}

/// A change of a parent is reported once, and moving a member to a parent changes nothing for users.
#[test]
fn inherited_members_count_where_they_are_declared() {
    let removed = TYPES.replace("\n  App:\n    derived_from: Base\n", "\n  App:\n    derived_from: tosca.nodes.Root\n");
    let found = of_texts(TYPES, &removed);
    for expected in [
        "breaking: node type `App` now derives from `tosca.nodes.Root` (was `Base`)",
        "breaking: node type `App`: property `zone` was removed",
        "breaking: node type `App`: attribute `load` was removed",
    ] {
        assert!(found.iter().any(|one| one == expected), "no {expected:?} in {found:#?}");
    }
    let level = "      level: {type: string, required: false, constraints: [valid_values: [low, high]]}\n";
    let without = TYPES.replace(&format!("    properties:\n{level}"), "");
    let moved = without.replace("    attributes:\n      load", &format!("{level}    attributes:\n      load"));
    assert_ne!(without, moved);
    assert_eq!(of_texts(TYPES, &moved), ["addition: node type `Base`: property `level` was added"]);
}

/// Types of imports count: what a file no longer imports is missing for its users.
#[test]
fn imported_types_are_compared() {
    let library =
        "tosca_definitions_version: tosca_simple_yaml_1_2\nnode_types:\n  Base:\n    derived_from: tosca.nodes.Root\n";
    let file = "tosca_definitions_version: tosca_simple_yaml_1_2\nimports: [lib.yaml]\nnode_types:\n  App:\n    \
                derived_from: Base\n    properties:\n      size: {type: integer, required: false}\n";
    let before = [("a.yaml", file), ("lib.yaml", library)];
    // The property is now inherited from a type of the import.
    let wider = format!("{library}    properties:\n      size: {{type: integer, required: false}}\n");
    let short = file.replace("    properties:\n      size: {type: integer, required: false}\n", "");
    assert_eq!(changes(&before, &[("a.yaml", &short), ("lib.yaml", &wider)]), [""; 0]);
    assert_eq!(
        changes(&before, &[("a.yaml", &short), ("lib.yaml", library)]),
        ["breaking: node type `App`: property `size` was removed"]
    );
    // Without the import, the property can still be inherited.
    assert_eq!(
        changes(&[("a.yaml", file)], &[("a.yaml", &short)]),
        ["behavior: node type `App`: property `size` is no longer declared here"]
    );
    let alone =
        file.replace("imports: [lib.yaml]\n", "").replace("derived_from: Base", "derived_from: tosca.nodes.Root");
    assert_eq!(
        changes(&before, &[("a.yaml", &alone)]),
        [
            "breaking: node type `Base` is no longer imported",
            "breaking: node type `App` now derives from `tosca.nodes.Root` (was `Base`)",
            "behavior: import `lib.yaml` was removed",
        ]
    );
}

const TEMPLATE: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_3
topology_template:
  inputs:
    size: {type: integer, default: 1}
    zone: {type: string}
  substitution_mappings:
    node_type: tosca.nodes.WebServer
    capabilities:
      data_endpoint: [web, data_endpoint]
      admin_endpoint: [web, admin_endpoint]
    requirements:
      host: [web, host]
  node_templates:
    web:
      type: tosca.nodes.WebServer
      interfaces: {Standard: {create: create.sh}}
      requirements:
        - host: server
    server: {type: tosca.nodes.Compute}
  outputs:
    address: {value: {get_attribute: [server, private_address]}}
  workflows:
    scale:
      inputs: {count: {type: integer, default: 1}}
      steps: {one: {target: web, activities: [set_state: started]}}
";

#[test]
fn changes_of_topologies_break_users_who_substitute_or_set_inputs() {
    for (before, after, expected) in [
        ("    zone: {type: string}\n", "", "breaking: input `zone` was removed"),
        (
            "zone: {type: string}",
            "zone: {type: string}\n    name: {type: string}",
            "breaking: input `name` was added and must be set",
        ),
        (
            "zone: {type: string}",
            "zone: {type: string}\n    name: {type: string, default: x}",
            "addition: input `name` was added",
        ),
        (
            ", default: 1}\n    zone",
            "}\n    zone",
            "breaking: input `size` must now be set: it is required and has no default",
        ),
        ("default: 1}\n    zone", "default: 2}\n    zone", "behavior: input `size` has the default `2` (was `1`)"),
        (
            "zone: {type: string}",
            "zone: {type: string, constraints: [max_length: 3]}",
            "breaking: input `zone` has the new constraint `max_length: 3`",
        ),
        (
            "\n      admin_endpoint: [web, admin_endpoint]",
            "",
            "breaking: substitution mapping: mapping of capability `admin_endpoint` was removed",
        ),
        (
            "admin_endpoint: [web, admin_endpoint]",
            "admin_endpoint: [web, other]",
            "behavior: `topology_template/substitution_mappings/capabilities/admin_endpoint/mapping` changed from `[web, \
             admin_endpoint]` to `[web, other]`",
        ),
        ("data_endpoint: [web, data_endpoint]", "data_endpoint: {mapping: [web, data_endpoint]}", ""),
        (
            "node_type: tosca.nodes.WebServer",
            "node_type: tosca.nodes.SoftwareComponent",
            "breaking: substitution mapping is now for the node type `tosca.nodes.SoftwareComponent` (was \
             `tosca.nodes.WebServer`)",
        ),
        ("node_type: tosca.nodes.WebServer", "node_type: WebServer", ""),
        (
            "    node_type: tosca",
            "    substitution_filter: {properties: [component_version: {equal: '1.0'}]}\n    node_type: tosca",
            "breaking: `topology_template/substitution_mappings/substitution_filter` was added",
        ),
        ("        - host: server", "        - host: {node: server}", ""),
        ("{Standard: {create: create.sh}}", "{Standard: {operations: {create: {implementation: create.sh}}}}", ""),
        (
            "    server: {type: tosca.nodes.Compute}",
            "    server: {type: tosca.nodes.Compute}\n    more: {type: tosca.nodes.Root}",
            "behavior: node template `more` was added",
        ),
        (
            "  outputs:\n    address: {value: {get_attribute: [server, private_address]}}\n",
            "",
            "breaking: output `address` was removed",
        ),
        (
            "server, private_address",
            "server, public_address",
            "behavior: `topology_template/outputs/address/value/get_attribute` changed from `[server, private_address]` to \
             `[server, public_address]`",
        ),
        (
            "count: {type: integer, default: 1}",
            "count: {type: integer}",
            "breaking: workflow `scale`: input `count` must now be set: it is required and has no default",
        ),
        (
            "set_state: started",
            "set_state: stopped",
            "behavior: `topology_template/workflows/scale/steps/one/activities/set_state` changed from `started` to `stopped`",
        ),
        (
            "yaml_1_3",
            "yaml_1_2",
            "behavior: `tosca_definitions_version` changed from `tosca_simple_yaml_1_3` to `tosca_simple_yaml_1_2`",
        ),
    ] {
        let changed = TEMPLATE.replacen(before, after, 1);
        assert_ne!(changed, TEMPLATE, "{before}");
        assert_eq!(of_texts(TEMPLATE, &changed).join("\n"), expected, "{before} -> {after}");
    }
    assert_eq!(of_texts(TEMPLATE, TEMPLATE), [""; 0]);
}

#[test]
fn the_program_and_sites_report_breaking_changes_of_service_templates() {
    let version = |number: &str, properties: &str| {
        format!(
            "tosca_definitions_version: tosca_simple_yaml_1_2\nmetadata: {{template_name: lib, template_author: me, \
             template_version: '{number}'}}\nnode_types:\n  App:\n    derived_from: tosca.nodes.Root\n    \
             properties:\n{properties}"
        )
    };
    let folder = Folder::new(&[]);
    folder.write("one.yaml", version("1.0", "      size: {type: integer, required: false}\n"));
    folder.write("two.yaml", version("2.0", "      size: {type: integer}\n"));
    let run = folder.run(&["diff", "one.yaml", "two.yaml", "--fail-on-breaking"]);
    assert_eq!(run.code, 1, "{run:?}");
    let expected =
        "breaking  node type `App`: property `size` must now be set: it is required and has no default  (two.yaml:7)";
    assert!(run.output.contains(expected), "{run:?}");
    let json = folder.run(&["diff", "one.yaml", "two.yaml", "--format", "json"]).json();
    assert_eq!(json["changes"][0]["path"], "/node_types/App/properties/size");
    assert_eq!(json["counts"]["breaking"], 1);
    assert!(folder.run(&["build", ".", "--out", "out"]).code < 2);
    let pages: Vec<String> =
        walkdir(&folder, "out").into_iter().filter(|page| page.contains("must now be set")).collect();
    assert!(!pages.is_empty(), "no page of the site names the breaking change");
}

/// The texts of the pages of a site.
fn walkdir(folder: &Folder, at: &str) -> Vec<String> {
    let mut texts = Vec::new();
    let mut open = vec![folder.at(at)];
    while let Some(path) = open.pop() {
        for entry in std::fs::read_dir(&path).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
            } else if path.extension().is_some_and(|extension| extension == "html") {
                texts.push(std::fs::read_to_string(&path).expect("a page"));
            }
        }
    }
    texts
}
