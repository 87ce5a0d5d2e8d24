//! Files that are not read: those excluded by settings or a `.gitignore`, and copies made by tools.

use std::collections::BTreeSet;
use std::fs;

use crate::suite::program::{Folder, Run, Server};

const BROKEN: &str = "name: assembly::broken::1.0\nproperties:\n  p: {value: '${nowhere}'}\ncomposition: {}\n";
const TYPES: &str = "tosca_definitions_version: tosca_simple_yaml_1_2\nnode_types: {a.Node: {}}\n";

/// The files with findings.
fn found_in(run: &Run) -> BTreeSet<String> {
    let report = run.json();
    let found = report["diagnostics"].as_array().expect("a list").iter();
    found.map(|found| found["file"].as_str().expect("a file").to_owned()).collect()
}

fn check(folder: &Folder, arguments: &[&str]) -> BTreeSet<String> {
    found_in(&folder.run(&[&["check", "--format", "json"], arguments].concat()))
}

fn set(paths: &[&str]) -> BTreeSet<String> {
    paths.iter().map(|path| (*path).to_owned()).collect()
}

/// In a built LMCTL project, the folder `_lmctl` holds a copy of each descriptor.
#[test]
fn the_copies_that_lmctl_keeps_are_no_duplicates() {
    let folder = Folder::new(&[
        ("lmproject.yml", "schema: '2.0'\nname: video\nversion: '1.0'\ntype: Assembly\n"),
        ("Descriptor/assembly.yml", "properties: {}\ncomposition: {}\n"),
        ("_lmctl/_build/staging/Descriptor/assembly.yml", "name: assembly::video::1.0\ncomposition: {}\n"),
    ]);
    let run = folder.run(&["check"]);
    assert!(!run.output.contains("duplicate") && run.output.contains("1 descriptor checked"), "{run:?}");
    let inner = "_lmctl/_build/staging/Descriptor/assembly.yml";
    let named = folder.run(&["check", "--format", "json", inner]);
    assert_eq!(named.json()["files"], 1, "a file that is named is read: {named:?}");
}

#[test]
fn settings_and_lists_of_git_leave_files_out() {
    let folder = Folder::new(&[
        ("a.yaml", BROKEN),
        ("drafts/b.yaml", &BROKEN.replace("broken", "b")),
        ("drafts/kept.yaml", &BROKEN.replace("broken", "kept")),
        ("out/c.yaml", &BROKEN.replace("broken", "c")),
        ("sub/out.gen.yaml", &BROKEN.replace("broken", "d")),
        ("sub/deep/e.yaml", &BROKEN.replace("broken", "e")),
    ]);
    let all = ["a.yaml", "drafts/b.yaml", "drafts/kept.yaml", "out/c.yaml", "sub/deep/e.yaml", "sub/out.gen.yaml"];
    assert_eq!(check(&folder, &[]), set(&all));
    folder.write(".gitignore", "/out/\n*.gen.yaml\n");
    assert_eq!(check(&folder, &[]), set(&["a.yaml", "drafts/b.yaml", "drafts/kept.yaml", "sub/deep/e.yaml"]));
    folder.write("sub/.gitignore", "!out.gen.yaml\ndeep\n");
    assert_eq!(check(&folder, &[]), set(&["a.yaml", "drafts/b.yaml", "drafts/kept.yaml", "sub/out.gen.yaml"]));
    folder.write("descriptorium.yaml", "exclude: [drafts/*, '!drafts/kept.yaml', '!out']\n");
    let left = set(&["a.yaml", "drafts/kept.yaml", "out/c.yaml", "sub/out.gen.yaml"]);
    assert_eq!(check(&folder, &[]), left);
    // The same exclusions apply if only a part of the catalog is checked.
    assert_eq!(check(&folder, &["drafts", "sub"]), set(&["drafts/kept.yaml", "sub/out.gen.yaml"]));
    assert_eq!(check(&folder, &["drafts/b.yaml"]), set(&["drafts/b.yaml"]), "a file that is named is read");
    folder.write("descriptorium.yaml", "exclude: ['[a']\n");
    let run = folder.run(&["check"]);
    assert!(run.output.contains("catalog/bad-settings") && run.output.contains("invalid pattern"), "{run:?}");
}

/// A `.gitignore` applies below the root of its repository; one in a folder above that does not apply.
#[test]
fn lists_count_up_to_the_repository() {
    let folder = Folder::new(&[(".gitignore", "gen\n"), ("catalog/gen/a.yaml", BROKEN), ("catalog/b.yaml", BROKEN)]);
    assert_eq!(check(&folder, &["catalog"]), set(&["catalog/b.yaml", "catalog/gen/a.yaml"]));
    fs::create_dir(folder.at(".git")).expect("a folder");
    assert_eq!(check(&folder, &["catalog"]), set(&["catalog/b.yaml"]));
}

/// A service template with an excluded import, in all front ends.
#[test]
fn imported_files_are_read_even_if_excluded() {
    let service = "tosca_definitions_version: tosca_simple_yaml_1_2\nimports: [generated/nodes.tosca]\n\
                   topology_template: {node_templates: {n: {type: a.Node}}}\n";
    let broken = "tosca_definitions_version: tosca_simple_yaml_1_2\n\
                  topology_template: {node_templates: {n: {type: no.Such}}}\n";
    let folder = Folder::new(&[
        (".gitignore", "generated\n"),
        ("service.tosca", service),
        ("generated/nodes.tosca", "tosca_definitions_version: tosca_simple_yaml_1_2\nimports: [deep/nodes.tosca]\n"),
        ("generated/deep/nodes.tosca", TYPES),
        ("generated/broken.tosca", broken),
    ]);
    assert_eq!(check(&folder, &[]), set(&[]));
    assert_eq!(check(&folder, &["generated/broken.tosca"]), set(&["generated/broken.tosca"]));

    let paths = |server: &Server| -> Vec<String> {
        let catalog = server.get("/api/catalog").json();
        let files = catalog["files"].as_array().expect("files").iter();
        files.map(|file| file["path"].as_str().expect("a path").to_owned()).collect()
    };
    let server = Server::start(&folder, &[]);
    assert_eq!(paths(&server), ["generated/deep/nodes.tosca", "generated/nodes.tosca", "service.tosca"]);
    let saved = server.get("/api/files/generated/nodes.tosca");
    let etag = saved.header("etag").expect("a tag").to_owned();
    assert_eq!(server.put("generated/nodes.tosca", ("if-match", &etag), saved.text()).status, 200);
    assert_eq!(server.put("generated/new.tosca", ("if-none-match", "*"), TYPES).status, 403, "nobody would see it");
    folder.write(".gitignore", "");
    assert_eq!(paths(&server).len(), 4);

    folder.write(".gitignore", "generated\n");
    for round in ["first", "again"] {
        let run = folder.run(&["build", ".", "--out", "site"]);
        assert_eq!(run.code, 0, "{round}: {run:?}");
        let index = folder.read("site/index.json");
        assert!(
            index.contains("generated/nodes.tosca") && !index.contains("generated/broken.tosca"),
            "{round}: {index}"
        );
    }
}
