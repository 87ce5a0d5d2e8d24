//! Packages of service templates: writing, extracting and comparing archives.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::content::{Contents, InMemory};
use descriptorium_core::csar::manifest;
use descriptorium_core::edit::{Change, TextEdit};
use descriptorium_core::settings::Settings;
use descriptorium_core::text::{FilePath, Span};
use descriptorium_core::workspace::Workspace;
use descriptorium_core::{package, tosca};
use descriptorium_tests::archive::zip;
use descriptorium_tests::paths;

use super::program::Folder;

const META: &str = "TOSCA-Metadata/TOSCA.meta";
const SERVICE: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
metadata: {template_name: shop, template_author: Fjord Media, template_version: 1.0.0}
imports: [../types/shop.yaml]
topology_template:
  node_templates:
    shop:
      type: fjord.nodes.Shop
      requirements: [{host: server}]
      interfaces:
        Standard:
          start: {implementation: {primary: ../scripts/start.sh, dependencies: [../scripts/common.sh]}}
    server:
      type: tosca.nodes.Compute
";
const TYPES: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  fjord.nodes.Shop:
    derived_from: tosca.nodes.SoftwareComponent
    artifacts:
      pages: {type: tosca.artifacts.File, file: pages}
    interfaces:
      Standard:
        create: install.sh
";

/// A service template with the files that it reaches, two others, and the output of a tool.
fn shop() -> Folder {
    Folder::new(&[
        ("shop/service/shop.yaml", SERVICE),
        ("shop/types/shop.yaml", TYPES),
        ("shop/types/install.sh", "echo install\n"),
        ("shop/types/pages/index.html", "<p>Shop</p>\n"),
        ("shop/types/pages/deep/about.html", "<p>About</p>\n"),
        ("shop/scripts/start.sh", "echo start\n"),
        ("shop/scripts/common.sh", "echo common\n"),
        ("shop/scripts/unused.sh", "echo unused\n"),
        ("shop/README.md", "# Shop\n"),
    ])
}

/// The files below a folder, by path.
fn files(root: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(root).expect("a path in it").to_string_lossy().into_owned();
                found.insert(name, fs::read(&path).expect("a readable file"));
            }
        }
    }
    found
}

/// Reads an archive with Python, and verifies the checksum of each entry, its time and its order.
const READER: &str = "
import json, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
assert archive.testzip() is None
assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
print(json.dumps([[name, archive.read(name).decode()] for name in archive.namelist()]))
";

/// The entries of an archive in their order; `None`, with a printed line, if there is no Python.
fn read(archive: &Path) -> Option<Vec<(String, String)>> {
    let Ok(output) = Command::new("python3").args(["-c", READER]).arg(archive).output() else {
        println!("skipped: there is no Python");
        return None;
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(serde_json::from_slice(&output.stdout).expect("JSON"))
}

#[test]
fn a_service_template_is_packed_with_everything_that_it_reaches() {
    let folder = shop();
    let run = folder.run(&["pack", "shop/service/shop.yaml", "--out", "one.csar"]);
    assert_eq!((run.code, run.output.as_str()), (0, "wrote one.csar\n"), "{run:?}");
    assert_eq!(run.errors, format!("note: created `{META}`\n"));
    let Some(entries) = read(&folder.at("one.csar")) else { return };
    let meta = "TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\nCreated-By: Fjord Media\nEntry-Definitions: \
                service/shop.yaml\n";
    assert_eq!(entries[0], (META.to_owned(), meta.to_owned()));
    let expected = [
        "scripts/common.sh",
        "scripts/start.sh",
        "service/shop.yaml",
        "types/install.sh",
        "types/pages/deep/about.html",
        "types/pages/index.html",
        "types/shop.yaml",
    ];
    assert_eq!(entries[1..].iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>(), expected);
    for (name, text) in &entries[1..] {
        assert_eq!(*text, folder.read(&format!("shop/{name}")), "{name}");
    }
    assert_eq!(folder.run(&["check", "one.csar", "--strict"]).code, 0);
    folder.write(
        "plain.yaml",
        "tosca_definitions_version: tosca_simple_yaml_1_2\nimports: [https://example.org/types.yaml]\n",
    );
    let run = folder.run(&["pack", "plain.yaml", "--out", "plain.csar"]);
    let notes = [
        "note: created `TOSCA-Metadata/TOSCA.meta`",
        "note: `plain.yaml` has no `template_name` and `template_version` in its `metadata`, which readers without \
         `TOSCA-Metadata/TOSCA.meta` need",
        "note: `https://example.org/types.yaml` is not included, because it is imported by its URL",
    ];
    assert_eq!((run.code, run.errors.lines().collect::<Vec<_>>()), (0, notes.to_vec()));
    // From another folder, which is not around the files.
    let mut command = folder.command(&["pack", "shop.yaml", "--out", "../../two.csar", "--include", "../README.md"]);
    let status = command.args(["--include", "../scripts"]).current_dir(folder.at("shop/service")).status();
    assert!(status.expect("the program starts").success());
    let entries = read(&folder.at("two.csar")).expect("there is Python");
    let names: Vec<&str> = entries.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names.len(), expected.len() + 3);
    assert!(names.contains(&"README.md") && names.contains(&"scripts/unused.sh"), "{names:?}");
}

#[test]
fn a_packed_folder_is_the_same_when_it_is_unpacked() {
    let folder = shop();
    // The template that no other imports is the entry.
    assert_eq!(folder.run(&["pack", "shop", "--out", "one.csar"]).code, 0);
    assert_eq!(folder.run(&["check", "one.csar", "--strict"]).code, 0);
    assert_eq!(folder.run(&["unpack", "one.csar", "--out", "again"]).code, 0);
    let mut unpacked = files(&folder.at("again"));
    let meta = unpacked.remove(META).expect("metadata");
    assert!(String::from_utf8_lossy(&meta).ends_with("Entry-Definitions: service/shop.yaml\n"));
    assert_eq!(unpacked, files(&folder.at("shop")));
    // Times do not count, and existing metadata stays as it is.
    assert_eq!(folder.run(&["pack", "again", "--out", "two.csar"]).code, 0);
    let bytes = |name: &str| fs::read(folder.at(name)).expect("an archive");
    assert_eq!(bytes("one.csar"), bytes("two.csar"));
    let same = folder.run(&["diff", "one.csar", "two.csar"]);
    assert_eq!((same.code, same.output.as_str()), (0, "no differences\n"), "{same:?}");
    folder.write("again/types/shop.yaml", format!("{TYPES}    properties: {{size: {{type: integer}}}}\n"));
    assert_eq!(folder.run(&["pack", "again", "--out", "three.csar"]).code, 0);
    let changed = folder.run(&["diff", "one.csar", "three.csar", "--fail-on-breaking"]);
    assert_eq!(changed.code, 1, "a new required property breaks templates: {changed:?}");
    assert!(changed.output.contains("size"), "{changed:?}");
}

#[test]
fn missing_files_are_all_listed_and_nothing_is_written() {
    let folder = shop();
    for gone in ["shop/types/install.sh", "shop/scripts/common.sh"] {
        fs::remove_file(folder.at(gone)).expect("a file");
    }
    folder.write("shop/service/shop.yaml", SERVICE.replace("[../types/shop.yaml]", "[../types/shop.yaml, gone.yaml]"));
    let missing = "3 files are missing: service/shop.yaml:11: `../scripts/common.sh`, service/shop.yaml:3: `gone.yaml`, \
                   types/shop.yaml:9: `install.sh`";
    let run = folder.run(&["pack", "shop", "--out", "one.csar"]);
    assert_eq!((run.code, run.errors), (2, format!("descriptorium: cannot pack `shop`: {missing}\n")));
    let file = "shop/service/shop.yaml";
    let run = folder.run(&["pack", file, "--out", "one.csar"]);
    let missing = missing.replace(" service/", " shop/service/").replace(" types/", " shop/types/");
    assert_eq!((run.code, run.errors), (2, format!("descriptorium: cannot pack `{file}`: {missing}\n")));
    assert_eq!(folder.names(), ["shop"]);
}

#[test]
fn the_entry_of_a_folder_is_found_or_asked_for() {
    const PLAIN: &str = "tosca_definitions_version: tosca_simple_yaml_1_2\ntopology_template: {}\n";
    const TYPES: &str = "tosca_definitions_version: tosca_simple_yaml_1_2\nnode_types: {}\n";
    let entry = |list: &[(&str, &str)]| {
        let folder = Folder::new(&[]);
        list.iter().for_each(|(path, text)| folder.write(&format!("in/{path}"), text));
        let run = folder.run(&["pack", "in", "--out", "out.csar"]);
        if run.code != 0 {
            return Err(run.errors.trim_start_matches("descriptorium: cannot pack `in`: ").trim_end().to_owned());
        }
        assert_eq!(folder.run(&["unpack", "out.csar", "--out", "out"]).code, 0);
        Ok(folder.read(&format!("out/{META}")).lines().nth(3).unwrap_or_default().to_owned())
    };
    let named = |path: &str| Ok(format!("Entry-Definitions: {path}"));
    assert_eq!(entry(&[("a.yaml", PLAIN), ("in/b.yaml", PLAIN)]), named("a.yaml"));
    assert_eq!(entry(&[("in/a.yaml", PLAIN), ("in/b.yaml", TYPES)]), named("in/a.yaml"));
    assert_eq!(entry(&[("in/b.tosca", TYPES)]), named("in/b.tosca"));
    let with_meta = |meta: &'static str| [("a.yaml", PLAIN), ("b.yaml", PLAIN), (META, meta)];
    let whole = "TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\nCreated-By: me\nEntry-Definitions: b.yaml\n";
    assert_eq!(entry(&with_meta(whole)), named("b.yaml"));
    let several = "several service templates, such as `a.yaml` and `b.yaml`: pack one of them, or name it in \
                   `TOSCA-Metadata/TOSCA.meta`";
    assert_eq!(entry(&with_meta("")[..2]), Err(several.to_owned()));
    assert_eq!(entry(&[("a.txt", "a")]), Err("no file is a service template".to_owned()));
    let old =
        "`TOSCA-Metadata/TOSCA.meta` must have `CSAR-Version: 1.1`: correct it, or remove the file to have it written";
    let meta = with_meta("TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.0\nEntry-Definitions: b.yaml\n");
    assert_eq!(entry(&meta), Err(old.to_owned()));
    let gone = "`TOSCA-Metadata/TOSCA.meta` names the missing descriptor `c.yaml`";
    assert_eq!(entry(&with_meta("Entry-Definitions: c.yaml\n")), Err(gone.to_owned()));
}

/// The digests come from Python's `hashlib`, which also reads the manifest.
#[test]
fn a_manifest_is_written_with_digests_and_checked() {
    const VERIFY: &str = "
import hashlib, re, sys, zipfile
archive = zipfile.ZipFile(sys.argv[1])
manifest = archive.read('shop.mf').decode()
stated = dict(re.findall(r'Source: (.*)\\nAlgorithm: SHA-256\\nHash: (.*)\\n', manifest))
names = set(archive.namelist()) - {'shop.mf'}
assert stated == {name: hashlib.sha256(archive.read(name)).hexdigest() for name in names}, stated
assert manifest.startswith('metadata:\\n  vnf_product_name: shop\\n\\nSource: '), manifest
";
    let folder = shop();
    folder.write("shop/shop.mf", "metadata:\n  vnf_product_name: shop\n\nSource: gone.txt\n");
    assert_eq!(folder.run(&["pack", "shop", "--out", "one.csar"]).code, 0);
    let checked = folder.run(&["check", "one.csar", "--strict"]);
    assert_eq!(checked.code, 0, "{checked:?}");
    assert_eq!(folder.run(&["unpack", "one.csar", "--out", "again"]).code, 0);
    assert!(folder.read(&format!("again/{META}")).ends_with("ETSI-Entry-Manifest: shop.mf\n"));
    // The file alone keeps its metadata and its manifest, which lists fewer files.
    assert_eq!(folder.run(&["pack", "again/service/shop.yaml", "--out", "two.csar"]).code, 0);
    assert_eq!(folder.run(&["check", "two.csar", "--strict"]).code, 0);
    assert_eq!(folder.run(&["unpack", "two.csar", "--out", "two"]).code, 0);
    assert_eq!(folder.read(&format!("two/{META}")), folder.read(&format!("again/{META}")));
    let manifest = folder.read("two/shop.mf");
    assert!(manifest.contains("Source: scripts/start.sh\n") && !manifest.contains("README.md"), "{manifest}");
    folder.write("again/scripts/start.sh", "echo changed\n");
    folder.write("again/scripts/new.sh", "echo new\n");
    fs::remove_file(folder.at("again/README.md")).expect("a file");
    let found = folder.run(&["check", "again", "--format", "json"]).json();
    let found = found["diagnostics"].as_array().expect("a list").iter();
    let mut found: Vec<(&str, &str)> =
        found.filter_map(|one| Some((one["code"].as_str()?, one["message"].as_str()?.split(' ').next()?))).collect();
    found.sort_unstable();
    assert_eq!(
        found,
        [
            ("tosca/package/missing-source", "`shop.mf`"),
            ("tosca/package/unlisted-file", "`scripts/new.sh`"),
            ("tosca/package/wrong-digest", "wrong"),
        ]
    );
    let Ok(output) = Command::new("python3").args(["-c", VERIFY]).arg(folder.at("one.csar")).output() else {
        return println!("skipped: there is no Python");
    };
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// A fix in a package leaves no wrong digest behind; one that was wrong before stays.
#[test]
fn a_fix_updates_the_digests_of_the_manifest() {
    let folder = shop();
    folder.write("shop/shop.mf", "metadata:\n  vnf_product_name: shop\n");
    assert_eq!(folder.run(&["pack", "shop", "--out", "one.csar"]).code, 0);
    assert_eq!(folder.run(&["unpack", "one.csar", "--out", "again"]).code, 0);
    let service = "again/service/shop.yaml";
    let misspelled = format!("# Edited\n{}", folder.read(service).replace("node_templates:", "node_template:"));
    folder.write(service, &misspelled);
    let digest = |folder: &Folder| {
        let manifest = folder.read("again/shop.mf");
        let (_, rest) = manifest.split_once("Source: service/shop.yaml\nAlgorithm: SHA-256\nHash: ").expect("an entry");
        rest.lines().next().unwrap_or_default().to_owned()
    };
    let of_file = |folder: &Folder| manifest::digest("SHA-256", folder.read(service).as_bytes()).expect("a digest");
    let stale = digest(&folder);
    let is_wrong = |run: &super::program::Run| run.output.contains("wrong-digest");
    let fix = ["check", "again", "--fix", "--unsafe-fixes"];
    assert!(is_wrong(&folder.run(&fix)) && digest(&folder) == stale && stale != of_file(&folder));

    folder.write(service, &misspelled);
    let listed = folder.read("again/shop.mf").replace(&stale, &of_file(&folder));
    folder.write("again/shop.mf", &listed);
    let shown = folder.run(&["check", "again", "--fix", "--unsafe-fixes", "--dry-run"]);
    assert!(shown.output.contains("+++ b/again/shop.mf") && digest(&folder) == of_file(&folder), "{shown:?}");
    let fixed = folder.run(&fix);
    assert!(!is_wrong(&fixed), "{fixed:?}");
    assert!(folder.read(service).contains("node_templates:"));
    assert_eq!(digest(&folder), of_file(&folder));
    assert!(!is_wrong(&folder.run(&["check", "again"])));
}

/// An archive opens as a folder; whatever is not edited is packed again as it was, reached by the service template or not.
#[test]
fn an_edited_archive_keeps_its_other_files() {
    let path = |path: &str| FilePath::new(path).expect("a path");
    let meta =
        "TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\nCreated-By: me\nEntry-Definitions: service/shop.yaml\n";
    let own: [(&str, &[u8]); 9] = [
        (META, meta.as_bytes()),
        ("service/shop.yaml", SERVICE.as_bytes()),
        ("types/shop.yaml", TYPES.as_bytes()),
        ("types/install.sh", b"echo install\n"),
        ("types/pages/index.html", b"<p>Shop</p>\n"),
        ("scripts/start.sh", b"echo start\n"),
        ("scripts/common.sh", b"echo common\n"),
        ("scripts/unused.sh", b"echo unused\n"),
        ("images/logo.png", &[0x89, b'P', b'N', b'G', 0, 255]),
    ];
    let texts = [("service/shop.yaml", SERVICE), ("types/shop.yaml", TYPES)];
    let texts = texts.map(|(name, text)| (path(&format!("shop.csar/{name}")), text.to_owned()));
    let contents = Contents::of(Arc::new(InMemory([(path("shop.csar"), zip(&own).into())].into())));
    let analysis = Analysis::new(Workspace::new(texts).with_contents(contents), Settings::default());
    let file = path("shop.csar/service/shop.yaml");
    let at = SERVICE.find("1.0.0").expect("the version");
    let edit = TextEdit::replace(Span::new(at, at + 5), "1.0.1".to_owned());
    let analysis = analysis.changed(&Change::of_file(String::new(), file.clone(), edit)).expect("it fits");
    let context = analysis.context(analysis.file(&file).expect("the file"));
    let packed = tosca::packing::pack_around(context).expect("an archive");
    let sizes = package::sizes(&packed.bytes).expect("an archive");
    assert_eq!(sizes.len(), own.len(), "{sizes:?}");
    for (name, before) in own {
        let after = package::extract(&packed.bytes, &path(name)).expect("an archive").expect("a file");
        let expected =
            if name == "service/shop.yaml" { SERVICE.replace("1.0.0", "1.0.1").into_bytes() } else { before.to_vec() };
        assert_eq!(String::from_utf8_lossy(&after), String::from_utf8_lossy(&expected), "{name}");
    }
}

#[test]
fn a_hostile_archive_gives_one_error_and_leaves_nothing_behind() {
    let mut encrypted = zip(&[("a.yaml", b"a: 1\n")]);
    for (signature, flags) in [(b"PK\x03\x04", 6), (b"PK\x01\x02", 8)] {
        let at = encrypted.windows(4).position(|window| window == signature).expect("a header");
        encrypted[at + flags] |= 1;
    }
    let whole = zip(&[("a.yaml", b"a: 1\n"), ("b.sh", b"echo\n")]);
    let mut twice = zip(&[("a.yaml", b"a: 1\n"), ("b.yaml", b"a: 2\n")]);
    while let Some(at) = twice.windows(6).position(|window| window == b"b.yaml") {
        twice[at] = b'a';
    }
    let bomb = vec![b' '; 65 << 20];
    let cases: [(&str, Vec<u8>, &str); 8] = [
        ("up.csar", zip(&[("a.yaml", b"a: 1\n"), ("../up.sh", b"x")]), "its path leads out of the archive"),
        ("absolute.csar", zip(&[("a.yaml", b"a: 1\n"), ("/tmp/x.sh", b"x")]), "its path leads out of the archive"),
        ("encrypted.csar", encrypted, "encrypted"),
        ("cut.csar", whole[..whole.len() / 2].to_vec(), "damaged"),
        ("twice.csar", twice, "two entries have the same name"),
        ("both.csar", zip(&[("a/b.sh", b"x"), ("a", b"y")]), "`a` is both a file and a folder"),
        ("bomb.csar", zip(&[("a.bin", &bomb)]), "`a.bin` is too large"),
        ("text.csar", b"no archive".to_vec(), "not a .zip, .csar, .tgz or .tar.gz archive"),
    ];
    for (name, bytes, why) in cases {
        let folder = Folder::new(&[]);
        folder.write(name, bytes);
        let run = folder.run(&["unpack", name, "--out", "out"]);
        assert_eq!((run.code, run.output.as_str(), run.errors.lines().count()), (2, "", 1), "{name}: {run:?}");
        assert!(run.errors.starts_with(&format!("descriptorium: cannot unpack `{name}`: ")), "{name}: {run:?}");
        assert!(run.errors.contains(why), "{name}: {run:?}");
        assert_eq!(folder.names(), [name]);
    }
}

/// The archives of others: everything in them is kept, and they have the same findings.
#[test]
fn valid_archives_stay_the_same_when_packed_again() {
    let fixtures = paths::shared("fixtures/tosca/spec-examples-ch5-15/ch06");
    let corpus = paths::shared("corpus/tosca/tosca-parser/samples/tests/data/CSAR");
    let (Some(fixtures), Some(corpus)) = (fixtures, corpus) else { return };
    let archives = [fixtures, corpus]
        .into_iter()
        .flat_map(|folder| files(&folder))
        .filter(|(name, _)| name.ends_with(".csar") && !name.contains("bad-"));
    let mut n_archives = 0;
    for (name, bytes) in archives {
        let folder = Folder::new(&[]);
        folder.write("one.csar", &bytes);
        let run = folder.run(&["unpack", "one.csar", "--out", "files"]);
        assert_eq!(run.code, 0, "{name}: {run:?}");
        let run = folder.run(&["pack", "files", "--out", "two.csar"]);
        // Only this one has the version key of TOSCA 1.0, which `pack` does not write.
        if name == "ok-meta-version-key-of-1.0.csar" {
            assert!(run.errors.contains("must have `TOSCA-Meta-File-Version: 1.0`"), "{name}: {run:?}");
            continue;
        }
        assert_eq!(run.code, 0, "{name}: {run:?}");
        assert_eq!(folder.run(&["unpack", "two.csar", "--out", "again"]).code, 0);
        let (before, mut after) = (files(&folder.at("files")), files(&folder.at("again")));
        if !before.contains_key(META) {
            assert!(after.remove(META).is_some(), "{name}");
        }
        assert_eq!(before, after, "{name}");
        let checked = |archive: &str| {
            let run = folder.run(&["check", archive, "--format", "json"]);
            (run.code, run.output.replace(archive, "it"))
        };
        assert_eq!(checked("one.csar"), checked("two.csar"), "{name}");
        n_archives += 1;
    }
    assert_eq!(n_archives, 8, "7 valid archives of the specification, and the one of the parser");
}

/// The package among the examples is the one that its README describes, and neither it nor its files have findings.
#[test]
fn the_example_package_of_a_service_template_is_up_to_date() {
    let example = paths::root().join("examples/tosca");
    let folder = Folder::new(&[]);
    let out = folder.at("channel.csar");
    let mut command =
        folder.command(&["pack", "live-channel.yaml", "--include", "edge-site.yaml", "--include", "scripts", "--out"]);
    let status = command.arg(&out).current_dir(&example).status();
    assert!(status.expect("the program runs").success());
    let published = example.join("live-channel.csar");
    assert_eq!(fs::read(&out).expect("a package"), fs::read(&published).expect("a package"), "pack the example again");
    for path in [published, example.clone()] {
        let checked = folder.run(&["check", &path.display().to_string(), "--format", "json"]);
        assert_eq!(checked.json()["counts"], serde_json::json!({"error": 0, "warning": 0, "info": 0}), "{checked:?}");
    }
    // Every kind of type occurs, and the edge sites can be substituted.
    let types = fs::read_to_string(example.join("types/streaming.yaml")).expect("a library");
    for kind in ["node", "relationship", "capability", "interface", "data", "artifact", "group", "policy"] {
        assert!(types.contains(&format!("\n{kind}_types:\n")), "{kind}");
    }
    let [channel, substitute] =
        ["live-channel.yaml", "edge-site.yaml"].map(|name| example.join(name).display().to_string());
    let substituted = format!("bergen={substitute}");
    let expanded =
        folder.run(&["expand", &channel, "--set", "signing_key=x", "--substitute", &substituted, "--format", "json"]);
    let document = expanded.json();
    let nodes: Vec<_> = document["nodes"].as_array().expect("nodes").iter().map(|node| &node["name"]).collect();
    assert!(nodes.iter().any(|name| *name == "bergen/balancer"), "{nodes:?}");
    assert_eq!(document["diagnostics"], serde_json::json!([]));
}
