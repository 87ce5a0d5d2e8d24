//! Validates all JSON that the program prints against the schemas that it prints, with an independent validator.

use std::collections::BTreeMap;

use descriptorium_core::document::schema;
use descriptorium_tests::paths;
use jsonschema::Validator;
use serde_json::{Value, json};

use crate::suite::program::Folder;

/// Findings with related locations and with safe and unsafe fixes, in names that need escapes in JSON.
const FAULTY: &str = "\
name: assembly::a::1.0
name: assembly::\"b\"::1.0
properties:
  region: {type: strnig}
  copy: {type: string, read-only: true, value: ${ region }}
  unused: {type: string}
composition:
  gw: {type: 'resource::nowhere::1.0', quantity: -1}
  x y: {type: 'resource::r::1.0', properties: {none: {value: '${gw.absent}'}}}
relationships:
  r: {source: gw.none, target: gw.none, properties: {}}
";

/// Every kind of value: known, symbolic, mapped and unset; a cluster, a relationship and a policy.
const ASSEMBLY: &str = "\
name: assembly::s::1.0
properties:
  size: {type: integer, default: 2, description: The size.}
  needed: {type: string, required: true}
  out: {type: list, value: '${r.ip}', read-only: true}
composition:
  r:
    type: resource::r::1.0
    cluster: {initial-quantity: 2, minimum-nodes: 1, maximum-nodes: 4}
    properties: {in: {value: '${size}'}}
  other: {type: resource::r::1.0, properties: {in: {value: '${needed}'}}}
relationships:
  s: {source-capabilities: [r.c], target-requirements: [other.q], source-state: Active, target-state: Installed}
";

const RESOURCE: &str = "\
name: resource::r::1.0
description: A resource.
properties:
  in: {type: string}
  ip: {type: string, read-only: true}
capabilities: {c: {type: x}}
requirements: {q: {type: x}}
lifecycle: {Create: {}, Install: {}, Configure: {}, Start: {}, Stop: {}, Uninstall: {}}
";

/// The schema that the program prints under this name.
fn printed(name: &str) -> Value {
    let run = Folder::new(&[]).run(&["schema", name]);
    assert_eq!((run.code, run.errors.as_str()), (0, ""), "{run:?}");
    let schema = run.json();
    assert!(jsonschema::meta::is_valid(&schema), "{name} is a schema");
    schema
}

/// A validator that also refuses keys missing from the schema, so that everything printed is documented.
fn strict(name: &str) -> Validator {
    let mut schema = printed(name);
    close(&mut schema, true);
    jsonschema::draft202012::new(&schema).expect("a schema")
}

/// Refuses additional keys wherever a schema describes a complete object.
fn close(schema: &mut Value, is_whole: bool) {
    let Some(object) = schema.as_object_mut() else { return };
    for (key, inner) in object.iter_mut() {
        let each = |inner: &mut Value, is_whole: bool| match inner {
            Value::Array(list) => list.iter_mut().for_each(|one| close(one, is_whole)),
            Value::Object(map) => map.values_mut().for_each(|one| close(one, is_whole)),
            _ => {}
        };
        match key.as_str() {
            "properties" => each(inner, true),
            "$defs" | "oneOf" | "anyOf" | "allOf" => each(inner, false),
            "items" | "additionalProperties" => close(inner, true),
            _ => {}
        }
    }
    let describes = ["$ref", "properties", "oneOf", "anyOf", "allOf"].iter().any(|key| object.contains_key(*key));
    if is_whole && describes {
        object.insert("unevaluatedProperties".to_owned(), false.into());
    }
}

/// Asserts that the document is valid and has the common version.
fn fits(validator: &Validator, document: &Value, of: &str) {
    let faults: Vec<String> =
        validator.iter_errors(document).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(faults.is_empty(), "{of}: {}\n{document:#}", faults.join("\n"));
    assert_eq!(document["descriptorium"], 1, "{of}");
}

/// The example catalog, and a folder with cases that it does not cover.
fn folders() -> [Folder; 2] {
    let examples = paths::texts(&paths::root().join("examples"), &[".yaml"]);
    let examples: Vec<(&str, &str)> = examples.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let faulty = [
        ("a.yaml", FAULTY),
        ("s.yaml", ASSEMBLY),
        ("r.yaml", RESOURCE),
        ("empty.yaml", ""),
        ("text.yaml", "name: assembly::t::1.0\n\tcomposition: [\n"),
        ("descriptorium.yaml", "site: {url: 'https://example.org/docs'}\n"),
    ];
    let faulty = Folder::new(&faulty);
    faulty.write("unreadable.yaml", b"name: assembly::u::1.0\ndescription: \xff\n");
    [Folder::new(&examples), faulty]
}

#[test]
fn checks_and_changes_fit_their_schemas() {
    let (check, change) = (strict("check"), strict("change"));
    for folder in folders() {
        for arguments in [&["."][..], &[".", "--strict", "--profile", "tnco"], &["a.yaml"], &["no-such-name.yaml"]] {
            let run = folder.run(&[&["check", "--format", "json"], arguments].concat());
            if run.code < 2 {
                fits(&check, &run.json(), &format!("check {arguments:?}"));
            }
        }
        let dry = folder.run(&["check", "--fix", "--dry-run", "--format", "json"]).json();
        fits(&change, &dry, "a dry run");
        assert!(!check.is_valid(&dry), "a check has no changes");
        assert_eq!(folder.run(&["check", "--write-baseline", "known.json"]).code, 0);
        let known = folder.run(&["check", "--baseline", "known.json", "--format", "json"]).json();
        fits(&check, &known, "a check with a baseline");
        assert_eq!(known["diagnostics"], json!([]));
    }
}

/// The oracle is the text: each edit is applied by its lines and columns.
#[test]
fn a_check_has_all_that_other_formats_have() {
    let [_, folder] = folders();
    let report = folder.run(&["check", "--format", "json"]).json();
    let found = report["diagnostics"].as_array().expect("a list");
    let twice = found.iter().find(|one| one["code"] == "yaml/duplicate-key").expect("a finding");
    let related = &twice["related"][0];
    assert_eq!((&related["file"], &related["line"], &related["column"]), (&json!("a.yaml"), &json!(1), &json!(1)));
    assert_eq!((&related["endLine"], &related["endColumn"]), (&json!(1), &json!(5)));
    assert!(related["message"].is_string());
    let url = "https://example.org/docs/codes/yaml/duplicate-key.html";
    assert_eq!((&twice["rule"]["url"], twice["rule"]["title"].is_string()), (&json!(url), true));
    let mut n_edits = 0;
    for finding in found {
        for fix in finding["fixes"].as_array().expect("a list") {
            for edit in fix["edits"].as_array().into_iter().flatten() {
                let mut lines: Vec<String> =
                    folder.read(edit["file"].as_str().expect("a file")).split('\n').map(str::to_owned).collect();
                lines.push(String::new());
                let number = |key: &str| edit[key].as_u64().expect("a number") as usize - 1;
                let (start, end) = (number("line"), number("endLine"));
                let before: String = lines[start].chars().take(number("column")).collect();
                let after: String = lines[end].chars().skip(number("endColumn")).collect();
                assert_eq!(before.chars().count(), number("column"), "{edit}");
                let kept: String = lines[end].chars().take(number("endColumn")).collect();
                let position =
                    |line: usize, text: &str| json!({"line": line, "character": text.encode_utf16().count()});
                let range = json!({"start": position(start, &before), "end": position(end, &kept)});
                assert_eq!(edit["range"], range, "{edit}");
                lines.splice(start..=end, [format!("{before}{}{after}", edit["text"].as_str().expect("a text"))]);
                n_edits += 1;
            }
        }
    }
    assert!(n_edits > 3, "{report:#}");
    let counts: BTreeMap<&str, usize> = found.iter().fold(BTreeMap::new(), |mut counts, one| {
        *counts.entry(one["severity"].as_str().expect("a word")).or_default() += 1;
        counts
    });
    for severity in ["error", "warning", "info"] {
        assert_eq!(report["counts"][severity], counts.get(severity).copied().unwrap_or(0), "{severity}");
    }
    // SARIF has the same locations and edits.
    let sarif = folder.run(&["check", "--format", "sarif"]).json();
    let results = sarif["runs"][0]["results"].as_array().expect("results");
    let n_fixes = |one: &Value| one["fixes"].as_array().map_or(0, Vec::len);
    let theirs = results
        .iter()
        .map(|one| (&one["ruleId"], n_fixes(one), one["relatedLocations"].as_array().map_or(0, Vec::len)));
    let ours = found.iter().map(|one| (&one["code"], n_fixes(one), one["related"].as_array().map_or(0, Vec::len)));
    assert_eq!(theirs.collect::<Vec<_>>(), ours.collect::<Vec<_>>());
}

#[test]
fn expansions_fit_their_schema() {
    let expand = strict("expand");
    let [examples, folder] = folders();
    let recorder = "recorder/Definitions/recorder.yaml";
    let cases: [(&Folder, &[&str]); 16] = [
        (&folder, &["s.yaml"]),
        (&folder, &["s.yaml", "--set", "needed=x", "--set", "other=1"]),
        (&folder, &["s.yaml", "--set", "needed=x", "--intent", "uninstall"]),
        (&folder, &["s.yaml", "--set", "needed=x", "--intent", "change-state", "--from-state", "Installed"]),
        (&folder, &["s.yaml", "--set", "needed=x", "--intent", "heal", "--component", "s__other"]),
        (&folder, &["s.yaml", "--set", "needed=x", "--intent", "scale-out", "--cluster", "r", "--nodes", "2"]),
        (&folder, &["s.yaml", "--set", "needed=x", "--intent", "scale-in", "--cluster", "r"]),
        (&folder, &["a.yaml"]),
        (&folder, &["r.yaml"]),
        (&examples, &[recorder, "--inputs", "other/recorder-request.yaml", "--catalog", "."]),
        (&examples, &[recorder, "--intent", "terminate", "--catalog", "."]),
        (&examples, &[recorder, "--catalog", ".", "--from-inputs", "other/recorder-request.yaml"]),
        (&examples, &["tosca/live-channel.yaml", "--catalog", ".", "--from", "tosca/edge-site.yaml"]),
        (
            &examples,
            &["other/streamer-homing.yaml", "--catalog", ".", "--from-inputs", "other/streamer-inventory.yaml"],
        ),
        (&examples, &["assembly::fjord.video_service::1.0", "--inputs", "intents/nordic-tv.yaml", "--catalog", "."]),
        (
            &examples,
            &[
                "assembly::fjord.streamer_cluster::2.0",
                "--catalog",
                ".",
                "--intent",
                "upgrade",
                "--from",
                "assembly::fjord.streamer_cluster::1.0",
            ],
        ),
    ];
    for (folder, arguments) in cases {
        let run = folder.run(&[&["expand", "--format", "json"], arguments].concat());
        assert!(run.code < 2, "{arguments:?}: {run:?}");
        fits(&expand, &run.json(), &format!("expand {arguments:?}"));
        let yaml = folder.run(&[&["expand"], arguments].concat()).output;
        assert_eq!(serde_yaml::from_str::<Value>(&yaml).expect("YAML"), run.json());
    }
    let run = folder.run(&[
        "expand",
        "s.yaml",
        "--set",
        "needed=x",
        "--intent",
        "scale-out",
        "--cluster",
        "r",
        "--format",
        "json",
    ]);
    let document = run.json();
    assert_eq!(document["preview"], "expansion");
    assert_eq!((&document["intent"], &document["parameters"]), (&json!("scale-out"), &json!({"cluster": "r"})));
    let descriptor = json!({"name": "assembly::s::1.0", "file": "s.yaml", "kind": "assembly descriptor"});
    assert_eq!(document["descriptor"], descriptor);
    assert_eq!(
        document["inputs"][0],
        json!({"name": "size", "type": "integer", "description": "The size.", "required": false, "default": 2})
    );
    assert_eq!(document["inputs"][1], json!({"name": "needed", "type": "string", "required": true, "value": "x"}));
}

#[test]
fn differences_and_rules_fit_their_schemas() {
    let (diff, rules) = (strict("diff"), strict("rules"));
    let [examples, folder] = folders();
    let steps = ["assembly::fjord.streamer_cluster::1.0", "assembly::fjord.streamer_cluster::2.0"];
    let two = examples.run(&["diff", steps[0], steps[1], "--catalog", ".", "--format", "json"]).json();
    fits(&diff, &two, "two versions");
    assert_eq!(two["compared"], "descriptors");
    let other = folder.path().to_string_lossy().into_owned();
    for (from, to) in [(".", other.as_str()), (other.as_str(), "."), (".", ".")] {
        let catalogs = examples.run(&["diff", from, to, "--format", "json"]).json();
        fits(&diff, &catalogs, "two catalogs");
        assert_eq!(catalogs["compared"], "catalogs");
    }
    let changed = Folder::new(&[("s.yaml", &ASSEMBLY.replace("default: 2", "default: 3"))]);
    let one = Folder::new(&[("s.yaml", ASSEMBLY)]);
    let changed = changed.path().to_string_lossy().into_owned();
    let step = one.run(&["diff", ".", &changed, "--format", "json"]).json();
    fits(&diff, &step, "two catalogs with another text");
    assert_eq!(step["descriptors"][0]["change"], "changed");

    let all = folder.run(&["rules", "--format", "json"]).json();
    fits(&rules, &all, "rules");
    let all = all["rules"].as_array().expect("a list");
    let sourced = all.iter().filter(|rule| rule["sources"].as_array().is_some_and(|sources| !sources.is_empty()));
    assert!(sourced.count() > 50);
    for rule in descriptorium_core::rules::all() {
        let listed = all.iter().find(|one| one["code"] == rule.code).expect("every rule is listed");
        assert_eq!(listed["sources"], json!(rule.sources), "{}", rule.code);
    }
}

#[test]
fn the_pages_of_descriptors_fit_their_schemas() {
    let (descriptor, diff) = (strict("descriptor"), strict("diff"));
    for folder in folders() {
        assert!(folder.run(&["build", ".", "--out", "out", "--base-url", "https://example.org/"]).code < 2);
        let index: Value = serde_json::from_str(&folder.read("out/index.json")).expect("JSON");
        let listed = index["descriptors"].as_array().expect("a list");
        assert!(listed.len() > 2, "{index:#}");
        for one in listed {
            let path = format!("out/{}", one["json"].as_str().expect("a path"));
            let document: Value = serde_json::from_str(&folder.read(&path)).expect("JSON");
            fits(&descriptor, &document, &path);
        }
        for (path, text) in paths::texts(&folder.at("out"), &[".json"]) {
            if path.as_str().contains("-to-") && !path.as_str().starts_with("codes/") {
                fits(&diff, &serde_json::from_str(&text).expect("JSON"), path.as_str());
            }
        }
    }
}

/// Missing keys and values of another kind are detected.
#[test]
fn schema_violations_are_detected() {
    let [_, folder] = folders();
    let documents = [
        ("check", folder.run(&["check", "--format", "json"]).json()),
        ("change", folder.run(&["check", "--fix", "--dry-run", "--format", "json"]).json()),
        ("expand", folder.run(&["expand", "s.yaml", "--format", "json"]).json()),
        ("diff", folder.run(&["diff", "s.yaml", "s.yaml", "--format", "json"]).json()),
        ("rules", folder.run(&["rules", "yaml", "--format", "json"]).json()),
    ];
    for (name, document) in documents {
        let validator = jsonschema::draft202012::new(&printed(name)).expect("a schema");
        fits(&validator, &document, name);
        for key in document.as_object().expect("an object").keys() {
            let mut less = document.clone();
            less.as_object_mut().expect("an object").remove(key);
            let is_tag = ["preview", "compared"].contains(&key.as_str());
            assert!(!validator.is_valid(&less), "{name} without {key}, a tag: {is_tag}");
            let mut other = document.clone();
            other[key] = json!(true);
            assert!(!validator.is_valid(&other), "{name} with another {key}");
        }
        let mut more = document.clone();
        more["new"] = json!(1);
        assert!(validator.is_valid(&more), "{name}: keys may be added");
        more["descriptorium"] = json!(2);
        assert!(!validator.is_valid(&more), "{name} of another version");
    }
}

#[test]
fn schemas_are_printed_by_name() {
    let folder = Folder::new(&[]);
    let help = folder.run(&["schema", "--help"]).output;
    for schema in schema::ALL {
        assert!(help.contains(&format!("  {}\n    {}\n", schema.name, schema.of)), "{} in {help}", schema.name);
        let printed = printed(schema.name);
        assert_eq!(printed["$schema"], "https://json-schema.org/draft/2020-12/schema");
    }
    assert_eq!(folder.run(&["schema"]).output, folder.run(&["schema", "settings"]).output);
    let run = folder.run(&["schema", "chekc"]);
    assert!(run.code == 2 && run.errors.contains("'check'"), "{run:?}");
}
