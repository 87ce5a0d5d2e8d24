//! `check FILE` reads only the files that FILE needs, and reports the same findings as a check of the whole catalog.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use descriptorium_tests::generated;
use serde_json::Value;

use crate::suite::program::Folder;

/// The findings by file.
fn findings(folder: &Folder, arguments: &[&str]) -> BTreeMap<String, Vec<Value>> {
    let run = folder.run(&[&["check", "--format", "json"], arguments].concat());
    let mut found: BTreeMap<String, Vec<Value>> = BTreeMap::new();
    for finding in run.json()["diagnostics"].as_array().unwrap_or_else(|| panic!("{run:?}")) {
        found.entry(finding["file"].as_str().expect("a file").to_owned()).or_default().push(finding.clone());
    }
    found
}

fn copy(from: &Path, folder: &Folder, to: &str) {
    for entry in fs::read_dir(from).expect("a folder").flatten() {
        let (path, to) = (entry.path(), format!("{to}/{}", entry.file_name().to_string_lossy()));
        if path.is_dir() {
            copy(&path, folder, &to);
        } else {
            folder.write(&to, fs::read(&path).expect("a file"));
        }
    }
}

/// A catalog with all cases in which it is difficult to determine which file defines a name.
fn catalog() -> Folder {
    let resource =
        |name: &str| format!("name: resource::{name}\nlifecycle: {{Install: {{}}}}\nproperties: {{p: {{}}}}\n");
    let uses = |name: &str, types: &[&str]| {
        let parts: String = types
            .iter()
            .enumerate()
            .map(|(at, of)| format!("  c{at}: {{type: '{of}', properties: {{q: 1}}}}\n"))
            .collect();
        format!("name: assembly::{name}\nproperties: {{}}\ncomposition:\n{parts}")
    };
    let dynamic = "name: assembly::dynamic::1.0\nproperties: {which: {type: string}}\ncomposition:\n  \
                   one:\n    dynamicType: \"{{ 'resource::plain::1.0' if which else 'resource::plan::1.0' }}\"\n    \
                   properties: {which: '${which}'}\n";
    let folder = Folder::new(&[
        ("descriptorium.yaml", "strict: true\n"),
        ("plain.yaml", &resource("plain::1.0")),
        ("plain-2.yaml", &resource("plain::2.0")),
        ("twice/one.yaml", &resource("twice::1.0")),
        ("twice/other.yaml", &resource("twice::1.0").replace("name:", "\"name\":")),
        ("flow.yaml", "{name: 'resource::flow::1.0', lifecycle: {Install: {}}, properties: {p: {}}}\n"),
        ("indented.yaml", "  name: resource::indented::1.0\n  lifecycle: {Install: {}}\n"),
        ("escaped.yaml", "name: \"resource\\x3a:escaped::1.0\"\nlifecycle: {Install: {}}\n"),
        ("anchored.yaml", "description: &n resource::anchored::1.0\nname: *n\nlifecycle: {Install: {}}\n"),
        ("broken.yaml", "name: resource::broken::1.0\nlifecycle: {Install: {}\n"),
        ("json.json", "{\"homing_template_version\": \"2017-10-10\", \"demands\": {}}\n"),
        ("notes.yaml", "name: notes\ntext: resource::plain::1.0\n"),
        ("users/found.yaml", &uses("found::1.0", &["resource::plain::1.0", "resource::flow::1.0"])),
        ("users/ranges.yaml", &uses("ranges::1.0", &["resource::plain::^1.0", "resource::plain::3.0"])),
        ("users/slips.yaml", &uses("slips::1.0", &["resource::plane::1.0", "resource::indnted::1.0", "plain"])),
        (
            "users/odd.yaml",
            &uses("odd::1.0", &["resource::escaped::1.0", "resource::anchored::1.0", "resource::broken::1.0"]),
        ),
        (
            "users/deep.yaml",
            &uses("deep::1.0", &["assembly::found::1.0", "assembly::deep::1.0", "resource::twice::1.0"]),
        ),
        ("users/round.yaml", &uses("round::1.0", &["assembly::back::1.0"])),
        ("users/back.yaml", &uses("back::1.0", &["assembly::round::1.0"])),
        ("users/dynamic.yaml", dynamic),
        ("tosca/service.yaml", &tosca(&["types/a.tosca", "missing.yaml"], "a.Node")),
        (
            "tosca/types/a.tosca",
            "tosca_definitions_version: tosca_simple_yaml_1_2\nimports: [b.yaml]\nnode_types: {a.Node: {derived_from: b.Node}}\n",
        ),
        (
            "tosca/types/b.yaml",
            "tosca_definitions_version: tosca_simple_yaml_1_2\nnode_types: {b.Node: {properties: {size: {type: integer}}}}\n",
        ),
        ("tosca/other.yaml", &tosca(&["../tosca/types/b.yaml"], "no.Such")),
        (
            "package/lmproject.yml",
            "schema: '2.0'\nname: web\nversion: '1.0'\ntype: Assembly\ncontains: [{name: db, type: Resource}]\n",
        ),
        (
            "package/Descriptor/assembly.yml",
            "properties: {}\ncomposition:\n  db: {type: '$lmctl:/contains:/db:/descriptor_name'}\n",
        ),
        ("package/Contains/db/Definitions/lm/resource.yaml", "lifecycle: {Install: {}}\n"),
        ("users/packaged.yaml", &uses("packaged::1.0", &["assembly::web::1.0", "resource::db-web::1.0"])),
    ]);
    for (path, text) in generated::catalog(60) {
        folder.write(&format!("generated/{path}"), text);
    }
    copy(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../examples")), &folder, "examples");
    folder
}

fn tosca(imports: &[&str], of: &str) -> String {
    format!(
        "tosca_definitions_version: tosca_simple_yaml_1_2\nimports: [{}]\n\
         topology_template: {{node_templates: {{n: {{type: {of}, properties: {{size: 1, no: 2}}}}}}}}\n",
        imports.join(", ")
    )
}

fn yaml_below(folder: &Path, prefix: &str, found: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder").flatten() {
        let path = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.path().is_dir() {
            yaml_below(&entry.path(), &format!("{path}/"), found);
        } else if [".yaml", ".yml", ".tosca"].iter().any(|end| path.ends_with(end)) {
            found.push(path);
        }
    }
}

#[test]
fn a_file_has_the_same_findings_alone_and_in_its_catalog() {
    let folder = catalog();
    let whole = findings(&folder, &[]);
    assert!(whole.len() > 12, "{:?}", whole.keys());
    let mut files = Vec::new();
    yaml_below(folder.path(), "", &mut files);
    for file in files {
        let mut alone = findings(&folder, &[&file]);
        let found = alone.remove(&file).unwrap_or_default();
        // A file named on the command line should be a descriptor; files of a folder need not be.
        let found: Vec<Value> = found.into_iter().filter(|found| found["code"] != "file/not-a-descriptor").collect();
        assert_eq!(found, whole.get(&file).cloned().unwrap_or_default(), "{file}");
        assert!(alone.is_empty(), "{file}: {alone:?}");
    }
    let mut of_folder = findings(&folder, &["users"]);
    for (file, found) in whole.iter().filter(|(file, _)| file.starts_with("users/")) {
        assert_eq!(of_folder.remove(file).as_ref(), Some(found), "{file}");
    }
    assert!(of_folder.is_empty(), "{of_folder:?}");
}

/// Settings and links do not depend on how a path is written.
#[test]
fn a_file_of_a_catalog_can_be_named_in_several_ways() {
    let folder = catalog();
    let codes = |folder: &Folder, at: &str, path: &str| -> Vec<Value> {
        let mut command = folder.command(&["check", "--format", "json", path]);
        let output = command.current_dir(folder.at(at)).output().expect("the program starts");
        let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        let found = report["diagnostics"].as_array().expect("a list").iter();
        found.map(|found| found["code"].clone()).collect()
    };
    let expected = codes(&folder, ".", "tosca/service.yaml");
    assert!(!expected.is_empty());
    for (at, path) in [
        (".", "./tosca/service.yaml"),
        ("tosca", "service.yaml"),
        ("tosca/types", "../service.yaml"),
        ("users", "../tosca/service.yaml"),
    ] {
        assert_eq!(codes(&folder, at, path), expected, "{path} in {at}");
    }
    let expected = codes(&folder, ".", "users/deep.yaml");
    assert_eq!(codes(&folder, "users", "deep.yaml"), expected);
    assert_eq!(codes(&folder, ".", &folder.at("users/deep.yaml").display().to_string()), expected);
}
