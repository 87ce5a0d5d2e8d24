//! Changes between versions, in `diff` and on the site; and the commands that draw, explain and create descriptors.

use std::fs;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::schema::diff::Difference;
use descriptorium_core::settings::Settings;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::{SourceFile, Workspace};
use descriptorium_tests::repository;
use serde_json::json;

use crate::suite::program::{Folder, Run};

const ONE: &str = "\
name: resource::gateway::1.0
properties:
  address: {type: string, read-only: true}
  size: {type: integer, default: 3}
  zone: {type: string, required: true}
capabilities: {Web: {type: http}}
requirements: {Net: {type: network}}
lifecycle: {Install: {}, Start: {}}
metrics: {load: {type: metric::load}}
";

/// The changes from one file to another, each alone in its workspace.
fn compared(before: &SourceFile, after: &SourceFile) -> Vec<Difference> {
    let alone = |file: &SourceFile| {
        let files = [(file.path.clone(), file.text.to_string())];
        Analysis::new(Workspace::new(files), Settings::default())
    };
    let (old, new) = (alone(before), alone(after));
    descriptorium::versions::compare(old.context(before), new.context(after))
}

/// Impacts and messages worked out by hand from the effect of each change on users.
#[test]
fn the_impact_of_a_difference_depends_on_what_users_must_change() {
    let file = |text: &str| SourceFile::new(FilePath::new("a.yaml").expect("a path"), text);
    for (before, after, expected) in [
        (
            "size: {type: integer, default: 3}",
            "size: {type: integer, default: 03.0}",
            "behavior: the default of property `size` changed from `3` to `03.0`",
        ),
        ("size: {type: integer, default: 3}", "size:   {default: 3,   type: integer} # the same", ""),
        (
            "size: {type: integer, default: 3}",
            "size: {type: string, default: 3}",
            "breaking: property `size` now has type `string` (was `integer`)",
        ),
        ("size: {type: integer, default: 3}", "size: {type: integer, default: 3, required: true}", ""),
        (
            "size: {type: integer, default: 3}",
            "size: {type: integer, required: true}",
            "breaking: property `size` must now be set: it is required and has no default",
        ),
        ("  size: {type: integer, default: 3}\n", "", "breaking: property `size` was removed"),
        (
            "size: {type: integer, default: 3}",
            "size: {type: integer, default: 3}\n  more: {}",
            "addition: property `more` was added",
        ),
        (
            "size: {type: integer, default: 3}",
            "size: {type: integer, default: 3}\n  more: {required: true}",
            "breaking: property `more` was added and must be set",
        ),
        (
            "size: {type: integer, default: 3}",
            "size: {type: integer, default: 3}\n  more: {required: true, default: x}",
            "addition: property `more` was added",
        ),
        (
            "zone: {type: string, required: true}",
            "zone: {type: string}",
            "addition: property `zone` no longer needs to be set",
        ),
        ("zone: {type: string, required: true}", "zone: {required: true}", ""),
        (
            "read-only: true",
            "read-only: false",
            "breaking: property `address` is no longer read-only and no longer reported",
        ),
        (
            "read-only: true}",
            "value: here}",
            "behavior: property `address` is no longer read-only and can also be set\nbehavior: the value of property \
             `address` was set to `here`",
        ),
        (
            "zone: {type: string, required: true}",
            "zone: {type: list, entry-schema: {type: map, entry-schema: integer}, required: true}",
            "breaking: property `zone` now has type `list of map of integer` (was `string`)",
        ),
        (
            "Web: {type: http}",
            "Web: {type: https}",
            "breaking: the type of capability `Web` is now `https` (was `http`)",
        ),
        ("Web: {type: http}", "Web: {type: http}, More: {type: x}", "addition: capability `More` was added"),
        ("Web: {type: http}", "", "breaking: capability `Web` was removed"),
        ("Net: {type: network}", "", "behavior: requirement `Net` was removed"),
        ("Net: {type: network}", "Net: {type: network}, Disk: {type: disk}", "breaking: requirement `Disk` was added"),
        ("Start: {}", "Start: {}, Stop: {}", "behavior: transition `Stop` was added"),
        ("load: {type: metric::load}", "", "breaking: metric `load` was removed"),
        ("load}}\n", "load}}\ninfrastructure: {Openstack: {}}\n", "addition: `infrastructure` was added"),
        ("load}}\n", "load}}\ninfrastructure: [Openstack]\n", "addition: `infrastructure` was added"),
        ("load}}\n", "load}}\ninfrastructure: []\n", ""),
        (
            "Start: {}",
            "Start: {drivers: {ansible: {selector: {infrastructure-type: [Openstack]}}}}",
            "behavior: `lifecycle/Start/drivers` was added",
        ),
        ("load}}\n", "load, publication-period: 60}}\n", ""),
        ("load}}\n", "load, publication-period: 5}}\n", "behavior: `metrics/load/publication-period` was added"),
        ("name: resource::gateway::1.0", "# a note\nname: resource::gateway::2.0\ndescription: Another text", ""),
    ] {
        let changed = ONE.replace(before, after);
        assert_ne!(changed, ONE, "{before}");
        let found = compared(&file(ONE), &file(&changed));
        let lines: Vec<String> = found.iter().map(|one| format!("{}: {}", one.impact.name(), one.message)).collect();
        assert_eq!(lines.join("\n"), expected, "{before} -> {after}");
        // The opposite direction also reports changes, and only these.
        let back = compared(&file(&changed), &file(ONE));
        assert_eq!(back.len(), found.len(), "{back:?}");
        for one in found {
            let text =
                |span: Option<descriptorium_core::text::Span>, text: &str| span.map(|span| span.of(text).to_owned());
            assert!(text(one.before, ONE).is_none_or(|text| !text.is_empty()));
            assert!(text(one.after, &changed).is_none_or(|text| !text.is_empty()));
        }
    }
}

/// Parts without a model are compared as text, and located by their paths.
#[test]
fn all_parts_of_descriptors_are_compared_with_locations() {
    let changes = |before: &str, after: &str| -> Vec<String> {
        let file = |text: &str| SourceFile::new(FilePath::new("a.yaml").expect("a path"), text);
        let found = compared(&file(before), &file(after));
        found.iter().map(|one| format!("{}: {}", one.impact.name(), one.message)).collect()
    };
    let resource = |drivers: &str, infrastructure: &str| {
        format!(
            "name: resource::a::1.0\nlifecycle:\n  Install: {{drivers: {drivers}}}\ndefault-driver: {drivers}\n\
             infrastructure: {infrastructure}\n"
        )
    };
    let before = resource("{ansible: {}}", "{Openstack: {}, Kubernetes: {}}");
    let after = resource("{ansible: {properties: {port: 22}}}", "{Openstack: {}, VMware: {}}");
    assert_eq!(
        changes(&before, &after),
        [
            "breaking: `infrastructure/Kubernetes` was removed",
            "behavior: `default-driver/ansible/properties` was added",
            "behavior: `lifecycle/Install/drivers/ansible/properties` was added",
            "addition: `infrastructure/VMware` was added",
        ]
    );
    let tosca = |host: &str, size: u32| {
        format!(
            "tosca_definitions_version: tosca_simple_yaml_1_2\ntopology_template:\n  node_templates:\n    web:\n      \
             type: tosca.nodes.WebServer\n      requirements:\n        - host: {host}\n        - dependency: db\n  \
             inputs:\n    size: {{type: integer, default: {size}}}\n"
        )
    };
    assert_eq!(
        changes(&tosca("server", 1), &tosca("machine", 2)),
        [
            "behavior: input `size` has the default `2` (was `1`)",
            "behavior: `topology_template/node_templates/web/requirements/host/node` changed from `server` to `machine`",
        ]
    );
    // Requirements are matched in order.
    let ordered = |requirements: &str| {
        let node = format!("type: tosca.nodes.WebServer, requirements: [{requirements}]");
        format!(
            "tosca_definitions_version: tosca_simple_yaml_1_2\ntopology_template: {{node_templates: {{web: {{{node}}}}}}}\n"
        )
    };
    assert_eq!(
        changes(&ordered("{host: a}, {dependency: b}"), &ordered("{dependency: b}, {host: a}")),
        ["behavior: `topology_template/node_templates/web/requirements` was reordered"]
    );
    assert_eq!(
        changes(&ordered("{host: a}, {dependency: b}"), &ordered("{more: c}, {dependency: b}, {host: a}")),
        [
            "behavior: `topology_template/node_templates/web/requirements/more` was added",
            "behavior: `topology_template/node_templates/web/requirements` was reordered",
        ]
    );
    let long = |end: &str| {
        format!("asdId: a\nasdProvider: {}{end}\ndeploymentItems: [{{deploymentItemId: x}}]\n", "very ".repeat(20))
    };
    let found = changes(&long("one"), &long("other"));
    assert_eq!(
        found,
        ["behavior: `asdProvider` changed from `… ery very very very one` to `… ery very very very other`"]
    );
}

#[test]
fn the_composition_is_the_affair_of_the_descriptor_itself() {
    let assembly = |parts: &str| format!("name: assembly::a::1.0\nproperties: {{v: {{}}}}\ncomposition:\n{parts}");
    let file = |text: String| SourceFile::new(FilePath::new("a.yaml").expect("a path"), text);
    let before = file(assembly("  gw: {type: 'resource::gw::1.0', quantity: '1', properties: {x: {value: '${v}'}}}\n"));
    let after = file(assembly(
        "  gw: {type: 'resource::gw::2.0', quantity: '2', properties: {y: {value: 1}}}\n  db: {type: 'resource::db::1.0'}\n",
    ));
    let found = compared(&before, &after);
    let lines: Vec<String> = found.iter().map(|one| format!("{}: {}", one.impact.name(), one.message)).collect();
    assert_eq!(
        lines,
        [
            "behavior: component `db` was added",
            "behavior: the type of component `gw` is now `resource::gw::2.0` (was `resource::gw::1.0`)",
            "behavior: the quantity of component `gw` changed from `'1'` to `'2'`",
            "behavior: the property `x` of component `gw` was removed (it was `'${v}'`)",
            "behavior: the property `y` of component `gw` was set to `1`",
        ]
    );
    // Each change is located at its value.
    let places: Vec<_> = found
        .iter()
        .map(|one| {
            [(one.before, &before), (one.after, &after)].map(|(span, file)| span.map(|span| span.of(&file.text)))
        })
        .collect();
    assert_eq!(
        places,
        [
            [None, Some("db")],
            [Some("'resource::gw::1.0'"), Some("'resource::gw::2.0'")],
            [Some("'1'"), Some("'2'")],
            [Some("'${v}'"), Some("gw")],
            [Some("gw"), Some("1")],
        ]
    );
}

fn gateways() -> Folder {
    let folder = Folder::new(&[("one.yaml", ONE)]);
    let two = ONE.replace("::1.0\n", "::2.0\n").replace("  size: {type: integer, default: 3}\n", "");
    folder.write("two.yaml", &two);
    folder.write("three.yaml", two.replace("::2.0\n", "::2.1\n").replace("{Web:", "{More: {type: x}, Web:"));
    folder
}

#[test]
fn diff_names_two_descriptors_by_file_or_by_name() {
    let folder = gateways();
    let run = folder.run(&["diff", "one.yaml", "two.yaml"]);
    let expected = "resource::gateway::1.0 -> resource::gateway::2.0\n  breaking  property `size` was removed  (one.yaml:4)\n\n1 breaking change\n";
    assert_eq!((run.code, run.output.as_str()), (0, expected), "{run:?}");
    assert_eq!(folder.run(&["diff", "resource::gateway::1.0", "two.yaml"]).output, expected);
    assert_eq!(folder.run(&["diff", "one.yaml", "two.yaml", "--fail-on-breaking"]).code, 1);
    assert_eq!(folder.run(&["diff", "two.yaml", "three.yaml", "--fail-on-breaking"]).code, 0);
    let value = folder.run(&["diff", "one.yaml", "resource::gateway::2.0", "--format", "json"]).json();
    assert_eq!(value["counts"], json!({"breaking": 1, "behavior": 0, "addition": 0}));
    assert_eq!(
        value["changes"],
        json!([{"impact": "breaking", "section": "properties", "path": "/properties/size", "message": "property `size` was removed",
                "before": {"line": 4, "column": 3}, "after": null}])
    );
    // Paths are shown as they were given.
    let (one, two) = (folder.at("one.yaml"), folder.at("two.yaml"));
    let run = folder.run(&["diff", &one.to_string_lossy(), &two.to_string_lossy()]);
    assert!(run.output.contains(&format!("({}:4)", one.display())), "{run:?}");
    for bad in [["one.yaml", "none.yaml"], ["resource::gateway::9.0", "one.yaml"]] {
        let run = folder.run(&["diff", bad[0], bad[1]]);
        assert!(run.code == 2 && !run.errors.is_empty(), "{run:?}");
    }
}

#[test]
fn diff_of_two_catalogs_goes_version_by_version() {
    let (before, after) = (gateways(), gateways());
    before.write("old.yaml", "name: resource::old::1.0\nlifecycle: {Install: {}}\n");
    after.write("new.yaml", "name: resource::new::1.0\nlifecycle: {Install: {}}\n");
    after.write("three.yaml", after.read("three.yaml").replace("::2.1\n", "::3.0\n"));
    after.write("one.yaml", ONE.replace("Web: {type: http}", ""));
    let other = after.path().to_string_lossy().into_owned();
    let value = before.run(&["diff", ".", &other, "--format", "json", "--fail-on-breaking"]);
    assert_eq!(value.code, 1, "the text of 1.0 is another, and breaks: {value:?}");
    let value = value.json();
    let steps: Vec<(&str, &str)> = value["descriptors"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|step| {
            let side = if step["after"].is_null() { &step["before"] } else { &step["after"] };
            (step["change"].as_str().expect("a word"), side["name"].as_str().expect("a name"))
        })
        .collect();
    assert_eq!(
        steps,
        [
            ("gone", "resource::gateway::2.1"),
            ("changed", "resource::gateway::1.0"),
            ("version", "resource::gateway::3.0"),
            ("new", "resource::new::1.0"),
            ("gone", "resource::old::1.0"),
        ]
    );
    // Descriptors without a name are matched by their path in each catalog.
    let (before, after) = (Folder::new(&[]), Folder::new(&[]));
    let template =
        "tosca_definitions_version: tosca_simple_yaml_1_2\nnode_types:\n  a: {derived_from: tosca.nodes.Root}\n";
    before.write("types/t.yaml", template);
    before.write("types/gone.yaml", template);
    after.write("cat/types/t.yaml", template.replace("  a:", "  b:"));
    let after_path = after.at("cat").to_string_lossy().into_owned();
    let run = before.run(&["diff", ".", &after_path]);
    for expected in ["gone     ", "changed  ", "node type `a` was removed", "node type `b` was added"] {
        assert!(run.output.contains(expected), "no {expected:?} in {run:?}");
    }
    assert_eq!(before.run(&["diff", &after_path, &after_path]).output, "no differences\n");
    fs::write(before.at("types/t.yaml"), template.replace("  a:", "  b:")).expect("written");
    let run = before.run(&["diff", ".", &after_path, "--fail-on-breaking"]);
    assert!(run.code == 1 && run.output.starts_with("gone "), "what is gone breaks: {run:?}");
    fs::write(before.at("types/gone.yaml"), template.replace("  a:", "  b: [")).expect("written");
    assert!(before.run(&["diff", ".", &after_path]).errors.contains("`types/gone.yaml` has syntax errors"));

    let before = gateways();
    let same = before.run(&["diff", ".", "."]);
    assert_eq!((same.code, same.output.as_str()), (0, "no differences\n"));
}

#[test]
fn the_site_has_the_history_and_any_two_versions() {
    let folder = gateways();
    assert!(folder.run(&["build", ".", "--out", "out"]).code < 2);
    let page = |path: &str| {
        let html = scraper::Html::parse_document(&folder.read(&format!("out/resource/gateway/{path}.html")));
        let main = html.select(&scraper::Selector::parse("main").expect("a selector")).next().expect("a main");
        main.text().collect::<String>()
    };
    let history = page("versions");
    for part in [
        "1 breaking change since 1.0",
        "1 addition since 2.0",
        "capability More was added",
        "First version in the catalog",
    ] {
        assert!(history.contains(part), "no {part:?} in {history}");
    }
    assert!(page("1.0-to-2.1").contains("1 breaking change and 1 addition"), "{}", page("1.0-to-2.1"));
    assert!(page("1.0-to-2.0").contains("-   size: {type: integer, default: 3}"), "{}", page("1.0-to-2.0"));
    assert!(page("2.0").contains("Changes since 1.0"));
    assert!(!page("1.0").contains("Changes since"));
}

/// Thirteen versions have 78 pairs; 12 pairs of neighbors and 11 more with the highest version have pages.
const APPLICATION: &str = "\
asdId: 0d3f2c6e
asdVersion: 1.0
asdSchemaVersion: 1.0
asdProvider: Fjord
asdApplicationName: fjord cache
asdApplicationVersion: 1.4.0
deploymentItems:
  - {deploymentItemId: cache, artifactType: helm_chart, artifactId: cache.tgz}
";
const TEMPLATE: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
metadata: {template_name: shop, template_version: 1.9, template_author: Fjord}
topology_template: {node_templates: {web: {type: tosca.nodes.Compute}}}
";

/// Descriptors of other owners, and those without name or version, are not versions of each other.
#[test]
fn applications_and_service_templates_have_versions_too() {
    let folder = Folder::new(&[("a/one.yaml", APPLICATION), ("b/one.yaml", TEMPLATE)]);
    let two = APPLICATION.replace("asdVersion: 1.0", "asdVersion: '1.10'");
    folder.write("a/two.yaml", two.replace("helm_chart", "helmfile"));
    folder.write("a/between.yaml", APPLICATION.replace("asdVersion: 1.0", "asdVersion: 1.9"));
    folder.write("a/other.yaml", APPLICATION.replace("Fjord", "Skerry"));
    folder.write("a/unversioned.yaml", APPLICATION.replace("asdVersion: 1.0\n", ""));
    folder.write("b/two.yaml", TEMPLATE.replace("1.9", "1.10").replace("web:", "front:"));
    folder.write("b/unnamed.yaml", TEMPLATE.replace("template_name: shop, ", ""));
    assert!(folder.run(&["build", ".", "--out", "out"]).code < 2);
    let page = |path: &str| {
        let html = scraper::Html::parse_document(&folder.read(&format!("out/{path}.html")));
        let main = html.select(&scraper::Selector::parse("main").expect("a selector")).next().expect("a main");
        main.text().collect::<Vec<_>>().join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let has = |path: &str, parts: &[&str]| {
        let text = page(path);
        for part in parts {
            assert!(text.contains(part), "no {part:?} on {path}: {text}");
        }
    };
    let current = "application/~fjord/fjord~20~cache/1.10";
    has(
        current,
        &["fjord cache 1.10", "latest of 3 versions 1.10 1.9 1.0 Changes of all versions", "Changes since 1.9"],
    );
    has(
        "application/~fjord/fjord~20~cache/versions",
        &[
            "Versions of fjord cache",
            "1 behavior change since 1.9",
            "helmfile",
            "no changes that affect users since 1.0",
        ],
    );
    has("application/~fjord/fjord~20~cache/1.0-to-1.10", &["fjord cache 1.0 → 1.10", "artifactType: helmfile"]);
    has(
        "tosca/~fjord/shop/versions",
        &["Versions of shop", "2 behavior changes since 1.9", "node template web was removed"],
    );
    has("tosca/~fjord/shop/1.10", &["shop 1.10", "latest of 2 versions 1.10 1.9 Changes of all versions"]);
    let alone =
        ["application/~skerry/fjord~20~cache/1.0", "application/file/a/unversioned.yaml", "tosca/file/b/unnamed.yaml"];
    for alone in alone {
        assert!(!page(alone).contains(" versions "), "{alone}");
    }
    let read =
        |path: &str| -> serde_json::Value { serde_json::from_str(&folder.read(&format!("out/{path}"))).expect("JSON") };
    let history = read("application/~fjord/fjord~20~cache/versions.json");
    let versions = history["versions"].as_array().expect("a list").iter().map(|one| one["version"].as_str());
    assert_eq!(versions.flatten().collect::<Vec<_>>(), ["1.0", "1.9", "1.10"]);
    assert_eq!((&history["name"], &history["steps"][0]["counts"]["behavior"]), (&json!("fjord cache"), &json!(0)));
    let index = read("index.json");
    let titles = index["descriptors"].as_array().expect("a list").iter().map(|one| one["title"].as_str());
    assert!(titles.flatten().any(|title| title == "fjord cache 1.10"), "{index}");
    // Only descriptors with a name can have versions.
    folder.write("b/later.yaml", folder.read("b/unnamed.yaml").replace("1.9", "1.10"));
    let diff = |from: &str, to: &str| folder.run(&["diff", from, to]).output;
    // Metadata affects nobody who uses the template.
    assert!(diff("b/unnamed.yaml", "b/later.yaml").contains("no changes that affect users"));
    assert!(!diff("b/one.yaml", "b/two.yaml").contains("template_version"));
    assert!(folder.read(&format!("out/{current}.md")).starts_with("# fjord cache 1.10\n"));
    assert!(folder.read(&format!("out/{current}.html")).contains("aria-label=\"Diagram of fjord cache 1.10\""));
    let kind = page("application/index");
    // Applications of one name by two providers are told apart.
    assert!(kind.contains("fjord cache a/two.yaml 1.10 +2") && kind.contains("unversioned.yaml"), "{kind}");
}

#[test]
fn of_many_versions_each_is_compared_with_the_next_and_the_highest_and_the_page_says_so() {
    let folder = Folder::new(&[]);
    for version in 0..13 {
        let text =
            ONE.replace("::1.0\n", &format!("::1.{version}\n")).replace("default: 3", &format!("default: {version}"));
        folder.write(&format!("v{version}.yaml"), text);
    }
    let built = |folder: &Folder| {
        assert!(folder.run(&["build", ".", "--out", "out"]).code < 2);
        let html = scraper::Html::parse_document(&folder.read("out/resource/gateway/versions.html"));
        let links = html.select(&scraper::Selector::parse(".matrix a").expect("a selector")).count();
        let main = html.select(&scraper::Selector::parse("main").expect("a selector")).next().expect("a main");
        (links, main.text().collect::<String>())
    };
    let (n_links, text) = built(&folder);
    assert_eq!(n_links, 12 + 12, "the last pair is in both columns");
    assert!(
        text.contains("There are 13 versions. Each is compared with the next one and with 1.12, the highest."),
        "{text}"
    );
    assert!(text.contains("descriptorium diff resource::gateway::1.0 resource::gateway::1.2"), "{text}");
    let moved = |pair: &str| {
        folder.read(&format!("out/resource/gateway/{pair}.html")).contains("content=\"0; url=versions.html\"")
    };
    for pair in ["1.0-to-1.1", "1.0-to-1.12", "1.11-to-1.12"] {
        assert!(!moved(pair), "{pair}");
    }
    assert!(moved("1.0-to-1.2"), "a pair that is not compared leads to the history");
    // The command on the page works.
    let run = folder.run(&["diff", "resource::gateway::1.0", "resource::gateway::1.2"]);
    assert!(run.code == 0 && run.output.contains("from `0` to `2`"), "{run:?}");
    // With one version less, every pair is compared.
    fs::remove_file(folder.at("v12.yaml")).expect("it is there");
    let (n_links, text) = built(&folder);
    assert_eq!(n_links, 66);
    assert!(!moved("1.0-to-1.2") && !text.contains("Each is compared"), "{text}");
}

/// The oracles are the grammars, reviewed by hand: every name is quoted, and quotes in it are escaped.
#[test]
fn graphs_are_printed_for_other_programs() {
    let folder = Folder::new(&[
        ("a.yaml", "name: assembly::a::1.0\nproperties: {}\ncomposition:\n  'g\"]\\w': {type: resource::gw::1.0}\n"),
        ("gw.yaml", "name: resource::gw::1.0\nlifecycle: {Install: {}}\n"),
    ]);
    let graph = |what: &str, format: &str| {
        let run = folder.run(&["graph", what, "--format", format]);
        assert_eq!(run.code, 0, "{run:?}");
        run.output
    };
    let dot = graph("a.yaml", "dot");
    assert!(dot.contains(r#"[label="g\"]\\w\nresource::gw::1.0"];"#), "{dot}");
    let mermaid = graph("assembly::a::1.0", "mermaid");
    assert!(mermaid.contains(r#"["g#34;#93;#92;w<br>resource::gw::1.0"]"#), "{mermaid}");
    assert_eq!(graph(".", "mermaid"), "flowchart LR\n  n0[\"a<br>1.0\"]\n  n1[\"gw<br>1.0\"]\n  n0 --> n1\n");
    for what in [".", "a.yaml"] {
        let svg = graph(what, "svg");
        let svg = roxmltree::Document::parse(&svg).expect("XML");
        assert!(svg.root_element().has_tag_name(("http://www.w3.org/2000/svg", "svg")));
    }
    assert_eq!(folder.run(&["graph", "none.yaml"]).code, 2);
}

#[test]
fn rules_are_listed_and_explained() {
    let folder = Folder::new(&[]);
    let listed = folder.run(&["rules"]).output;
    assert!(listed.lines().count() > descriptorium_core::rules::all().count(), "{listed}");
    let explained = folder.run(&["rules", "yaml/unclosed-quote"]).output;
    let rule = descriptorium_core::rules::find("yaml/unclosed-quote").expect("a rule");
    for part in [rule.code, rule.title, rule.doc, rule.bad, rule.good] {
        assert!(explained.contains(part), "{explained}");
    }
    let value = folder.run(&["rules", "yaml", "--format", "json"]).json();
    let codes = value["rules"].as_array().expect("a list").iter().map(|rule| rule["code"].as_str().expect("a code"));
    assert!(codes.clone().count() > 10 && codes.clone().all(|code| code.starts_with("yaml/")));
    let run = folder.run(&["rules", "yaml/unclosed-qoute"]);
    assert_eq!(run.code, 2);
    assert!(run.errors.contains("did you mean `yaml/unclosed-quote`?"), "{run:?}");
    // Without its folder, in another folder, by a part of its name, and a folder.
    for (wish, meant) in [
        ("unclosed-quote", "yaml/unclosed-quote"),
        ("assembly/unclosed-quote", "yaml/unclosed-quote"),
        ("unclosed-qoute", "yaml/unclosed-quote"),
        ("unused-prop", "assembly/unused-property"),
        ("assembyl", "assembly"),
    ] {
        let run = folder.run(&["rules", wish]);
        assert!(run.errors.contains(&format!("did you mean `{meant}`?")), "{wish}: {run:?}");
    }
}

#[test]
fn new_files_have_no_findings_and_never_overwrite_others() {
    for (kind, file) in [
        ("assembly", "my-thing-1.0.yaml"),
        ("resource", "my-thing-1.0.yaml"),
        ("tosca", "my-thing.yaml"),
        ("tosca-types", "my-thing.yaml"),
        ("asd", "my-thing.yaml"),
        ("homing", "my-thing.yaml"),
        ("intent", "my-thing-intent.yaml"),
    ] {
        let folder = Folder::new(&[]);
        let run = folder.run(&["new", kind, "my-thing"]);
        assert_eq!((run.code, run.output), (0, format!("wrote {file}\n")));
        let report = folder.run(&["check", "--format", "json"]).json();
        // An intent is checked with its assembly.
        let files = if kind == "intent" { 0 } else { 1 };
        assert_eq!((&report["files"], &report["diagnostics"]), (&json!(files), &json!([])), "{kind}: {report}");
        folder.write(file, "mine");
        let run = folder.run(&["new", kind, "my-thing"]);
        assert!(run.code == 2 && run.errors.contains("it already exists; use `--out FILE`"), "{run:?}");
        assert_eq!(folder.read(file), "mine");
    }
    let folder = Folder::new(&[]);
    assert_eq!(folder.run(&["new", "resource", "resource::gw::2.1", "--out", "deep/gw.yaml"]).code, 0);
    assert!(folder.read("deep/gw.yaml").starts_with("name: resource::gw::2.1\n"));
    for bad in [
        &["resource", "assembly::a::1.0"][..],
        &["resource", "a b"],
        &["resource", "../x"],
        &["tosca", "resource::a::1.0"],
    ] {
        assert_eq!(folder.run(&[&["new"], bad].concat()).code, 2, "{bad:?}");
    }
}

/// The example of a homing template has three files that fit each other. If one of them exists, none is written.
#[test]
fn the_homing_example_has_an_inventory_and_parameters() {
    let folder = Folder::new(&[]);
    let run = folder.run(&["new", "homing-example", "near"]);
    let files = ["near.yaml", "near-inventory.yaml", "near-parameters.yaml"];
    let expected: String = files.iter().map(|file| format!("wrote {file}\n")).collect();
    assert_eq!((run.code, run.output), (0, expected));
    let report = folder.run(&["check", "--format", "json"]).json();
    assert_eq!(report["diagnostics"], json!([]), "{report}");
    let place = |inputs: &[&str]| {
        let inputs: Vec<&str> = inputs.iter().flat_map(|file| ["--inputs", *file]).collect();
        let run = folder.run(&[&["expand", "near.yaml", "--format", "json"], inputs.as_slice()].concat());
        assert_eq!(run.code, 0, "{run:?}");
        run.json()["plans"][0]["candidates"].clone()
    };
    assert_eq!(place(&files[1..2]), json!({"streaming": "oslo", "library": "library-oslo"}));
    // The parameters move the viewers to Bergen.
    assert_eq!(place(&files[1..]), json!({"streaming": "bergen", "library": "library-bergen"}));
    let folder = Folder::new(&[("near-inventory.yaml", "mine")]);
    let run = folder.run(&["new", "homing-example", "near"]);
    assert!(run.code == 2 && run.errors.contains("`near-inventory.yaml`: it already exists"), "{run:?}");
    assert!(!folder.at("near.yaml").exists() && folder.read("near-inventory.yaml") == "mine");
}

/// The example of an application is a folder whose charts, cluster and request fit the descriptor.
#[test]
fn the_application_example_has_charts_a_cluster_and_a_request() {
    let folder = Folder::new(&[]);
    let run = folder.run(&["new", "asd-example", "shop"]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.output.starts_with("wrote shop/shop.yaml\n"), "{run:?}");
    assert!(run.output.contains("wrote shop/Artifacts/Deployment/HELM/recorder/values.yaml\n"), "{run:?}");
    let report = folder.run(&["check", "--format", "json"]).json();
    assert_eq!(report["diagnostics"], json!([]), "{report}");
    let run = folder.run(&[
        "expand",
        "shop/shop.yaml",
        "--inputs",
        "shop/request.yaml",
        "--cluster",
        "shop/cluster.yaml",
        "--format",
        "json",
    ]);
    assert_eq!(run.code, 0, "{run:?}");
    assert!(run.output.contains("\"recorder-certificate\""), "{run:?}");
    let again = folder.run(&["new", "asd-example", "shop"]);
    assert!(again.code == 2 && again.errors.contains("already exists"), "{again:?}");
}

#[test]
fn completions_and_manual_contain_every_command() {
    let folder = Folder::new(&[]);
    let succeed = |arguments: &[&str]| -> Run {
        let run = folder.run(arguments);
        assert_eq!(run.code, 0, "{run:?}");
        run
    };
    let commands = ["check", "expand", "build", "serve", "diff", "graph", "rules", "new"];
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let text = succeed(&["completions", shell]).output;
        assert!(commands.iter().all(|command| text.contains(command)), "{shell}");
    }
    let manual = succeed(&["man"]).output;
    assert!(
        manual.contains(".TH") && commands.iter().all(|command| manual.contains(&format!("descriptorium\\-{command}")))
    );
    let version = format!(".SH VERSION\nv{}", env!("CARGO_PKG_VERSION"));
    assert_eq!((manual.matches(".SH VERSION").count(), manual.matches(&version).count()), (1, 1), "{manual}");
    // Examples are preformatted, between `.nf` and `.fi`.
    assert!(!manual.contains(".SH EXTRA") && manual.matches(".SH EXAMPLES").count() > 5, "{manual}");
    let shown: Vec<&str> = manual.split(".nf\n").skip(1).filter_map(|rest| rest.split("\n.fi").next()).collect();
    let example = "  descriptorium check \\-\\-fix \\-\\-dry\\-run";
    assert!(shown.iter().any(|lines| lines.lines().any(|line| line == example)), "{shown:?}");
    let help = succeed(&["--help"]).output;
    assert!(commands.iter().all(|command| help.contains(command)) && help.contains("Exit codes"));
}

/// The oracle is the same comparison with a copy of the earlier folder.
#[test]
fn a_folder_is_compared_with_a_revision_of_its_repository() {
    let folder = Folder::new(&[
        ("catalog/gateway.yaml", ONE),
        ("catalog/old.yaml", "name: resource::old::1.0\nlifecycle: {Install: {}}\n"),
        ("catalog/.gitignore", "drafts/\n"),
        ("other/notes.yaml", "a: 1\n"),
    ]);
    repository::commit_all(folder.path());
    let same = folder.run(&["diff", "--git", "HEAD"]);
    assert_eq!((same.code, same.output.as_str()), (0, "no differences\n"), "{same:?}");
    let before = Folder::new(&[("gateway.yaml", ONE), ("old.yaml", &folder.read("catalog/old.yaml"))]);
    folder.write("catalog/gateway.yaml", ONE.replace("default: 3", "default: 4"));
    fs::remove_file(folder.at("catalog/old.yaml")).expect("it is there");
    folder.write("catalog/new.yaml", "name: resource::new::1.0\nlifecycle: {Install: {}}\n");
    folder.write("catalog/drafts/draft.yaml", "name: resource::draft::1.0\nlifecycle: {Install: {}}\n");
    let run = folder.run(&["diff", "--git", "HEAD", "catalog", "--fail-on-breaking"]);
    let copy = before.path().to_string_lossy().into_owned();
    let other = folder.run(&["diff", &copy, "catalog", "--fail-on-breaking"]);
    assert_eq!((run.code, &run.output), (1, &other.output), "{run:?}");
    assert!(
        run.output.contains("gone     resource::old::1.0\n") && run.output.contains("new      resource::new::1.0\n"),
        "{run:?}"
    );
    assert!(!run.output.contains("draft"), "{run:?}");
    let one = folder.run(&["diff", "--git", "HEAD", "catalog/gateway.yaml"]);
    assert!(one.output.contains("from `3` to `4`") && one.output.ends_with("1 behavior change\n"), "{one:?}");
    let json = folder.run(&["diff", "--git", "HEAD", "catalog", "--format", "json"]).json();
    let gone = json["descriptors"].as_array().expect("a list").iter().find(|one| one["change"] == "gone");
    assert_eq!(gone.expect("it is gone")["before"]["file"], "HEAD:catalog/old.yaml");
    let markdown = folder.run(&["diff", "--git", "HEAD", "catalog", "--format", "markdown"]).output;
    let expected = "\
## Descriptor changes since HEAD

**1 breaking change, 1 behavior change and 1 addition** in 3 descriptors.

### `resource::old::1.0`: removed

`HEAD:catalog/old.yaml`
";
    assert!(markdown.starts_with(expected), "{markdown}");
    assert!(markdown.contains("### `resource::new::1.0`: new\n"), "{markdown}");
    assert!(markdown.contains("- behavior: "), "{markdown}");
    // Users of the version before are not affected by a new one.
    folder.write(
        "catalog/gateway2.yaml",
        ONE.replace("::1.0\n", "::2.0\n").replace("  size: {type: integer, default: 3}\n", ""),
    );
    let markdown = folder.run(&["diff", "--git", "HEAD", "catalog", "--format", "markdown"]).output;
    let expected = "\
## Descriptor changes since HEAD

**1 breaking change, 1 behavior change and 1 addition** in 3 descriptors. 1 new version: 1 breaking change since the version before.

### `resource::old::1.0`: removed
";
    assert!(markdown.starts_with(expected), "{markdown}");
    for (arguments, why) in [
        (&["diff", "--git", "nowhere", "catalog"][..], "unknown revision `nowhere`"),
        (&["diff", "--git", "--help-all", "catalog"], "unexpected argument"),
        (&["diff", "--git", "HEAD", "catalog/new.yaml"], "does not exist in revision `HEAD`"),
        (&["diff", "--git", "HEAD", &copy], "is not in a Git repository"),
    ] {
        let run = folder.run(arguments);
        assert!(run.code == 2 && run.errors.contains(why), "{arguments:?}: {run:?}");
    }
}
