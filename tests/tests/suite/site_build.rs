//! Builds of a site: incremental, in shards, and always with the same result.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::{Duration, SystemTime};

use descriptorium_tests::generated;

use crate::suite::program::{Folder, Run};

const GATEWAY: &str = "\
name: resource::gateway::1.0
description: Where clients come in.
properties:
  address: {type: string, read-only: true}
  size: {type: integer, default: 3}
capabilities: {serve: {type: Service}}
lifecycle: {Install: {}}
";
const INNER: &str = "\
name: assembly::inner::1.0
properties: {}
composition:
  gw: {type: resource::gateway::1.0}
";
const OUTER: &str = "\
name: assembly::outer::1.0
description: Made of `resource::gateway::1.0`.
properties: {}
composition:
  in: {type: assembly::inner::1.0}
  lost: {type: resource::lost::1.0}
";

fn catalog() -> Folder {
    let folder = Folder::new(&[
        ("catalog/gateway.yaml", GATEWAY),
        ("catalog/inner.yaml", INNER),
        ("catalog/outer.yaml", OUTER),
        ("catalog/alone.yaml", "name: resource::alone::1.0\nlifecycle: {Install: {}}\n"),
    ]);
    folder.write("catalog/gateway2.yaml", GATEWAY.replace("::1.0\n", "::2.0\n").replace("default: 3", "default: 4"));
    folder.write("modeller/index.html", PAGE);
    folder.write("modeller/abc/editor_bg.wasm", b"\0asm");
    folder
}

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

/// A placeholder for the page of the modeller.
const PAGE: &str = "<!doctype html>\n<html><head><title>Modeller</title></head></html>\n";

/// Runs the program in the folder, with its placeholder modeller.
fn command(folder: &Folder, arguments: &[&str]) -> Command {
    let mut command = folder.command(arguments);
    command.env("DESCRIPTORIUM_MODELLER", folder.at("modeller"));
    command
}

fn build(folder: &Folder, out: &str, more: &[&str]) -> Run {
    let arguments = [&["build", "catalog", "--out", out], more].concat();
    let run = Run::of(command(folder, &arguments).output().expect("the program starts"));
    assert!(run.code < 2, "{run:?}");
    run
}

/// The build cache for the site in `out`.
const STORE: &str = ".out.descriptorium-store";
/// The search documents in the build cache.
const DOCUMENTS: &str = ".out.descriptorium-documents";

/// Makes just written files old enough for their stamps to be reliable.
fn age(catalog: &Path) {
    let now = SystemTime::now();
    for path in files(catalog).into_keys() {
        let file = fs::File::options().write(true).open(catalog.join(path)).expect("it is there");
        let modified = file.metadata().and_then(|metadata| metadata.modified()).expect("a time");
        if now.duration_since(modified).is_ok_and(|age| age.as_secs() < 600) {
            file.set_modified(now - Duration::from_secs(3600)).expect("a time is set");
        }
    }
}

/// All files below a folder with their contents.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut queue = vec![folder.to_owned()];
    while let Some(current) = queue.pop() {
        for entry in fs::read_dir(current).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                queue.push(path);
            } else {
                let name = path.strip_prefix(folder).expect("inside").to_string_lossy().into_owned();
                found.insert(name, fs::read(&path).expect("readable"));
            }
        }
    }
    found
}

#[track_caller]
fn assert_same(folder: &Folder, one: &str, other: &str, what: &str) {
    let (one, other) = (files(&folder.at(one)), files(&folder.at(other)));
    let names: Vec<&String> =
        one.keys().chain(other.keys()).filter(|name| one.get(*name) != other.get(*name)).collect();
    assert!(names.is_empty(), "{what}: not the same: {names:?}");
    assert!(one.len() > 200, "{what}: the pages are there");
}

/// The oracle is a build into an empty folder.
#[test]
fn an_incremental_build_equals_a_full_build() {
    let folder = catalog();
    age(&folder.at("catalog"));
    build(&folder, "out", &[]);
    let edit = |path: &str, from: &str, to: &str| {
        let path = format!("catalog/{path}");
        let text = folder.read(&path);
        assert!(text.contains(from), "{path} has {from}");
        folder.write(&path, text.replace(from, to));
    };
    let remove = |path: &str| fs::remove_file(folder.at(&format!("catalog/{path}"))).expect("it is there");
    let lose = |path: &str| fs::remove_file(folder.at(path)).expect("it is there");
    let spoil_one = |path: &str, change: &dyn Fn(&mut Vec<u8>)| {
        let mut bytes = fs::read(folder.at(path)).expect("it is kept");
        change(&mut bytes);
        fs::write(folder.at(path), bytes).expect("it can be written");
    };
    let spoil = |change: &dyn Fn(&mut Vec<u8>)| spoil_one(STORE, change);
    let modeller: Cell<&[&str]> = Cell::new(&[]);
    let steps: [(&str, &dyn Fn()); 54] = [
        ("nothing", &|| {}),
        ("a default", &|| edit("gateway.yaml", "default: 3", "default: 5")),
        ("a capability", &|| edit("gateway.yaml", "serve:", "provide:")),
        ("a description", &|| edit("gateway2.yaml", "Where clients", "Deprecated. Where clients")),
        ("a finding more", &|| edit("alone.yaml", "lifecycle:", "unheard: of\nlifecycle:")),
        ("a version", &|| edit("gateway2.yaml", "::2.0", "::3.0")),
        ("a descriptor that was missing", &|| {
            folder.write("catalog/lost.yaml", "name: resource::lost::1.0\nlifecycle: {Install: {}}\n");
        }),
        ("a cycle", &|| edit("inner.yaml", "composition:\n", "composition:\n  round: {type: assembly::outer::1.0}\n")),
        ("what a cycle is made of", &|| edit("lost.yaml", "lifecycle:", "description: Found.\nlifecycle:")),
        ("a descriptor less", &|| remove("alone.yaml")),
        ("a file of another name", &|| {
            fs::rename(folder.at("catalog/lost.yaml"), folder.at("catalog/a.yaml")).expect("renamed");
        }),
        ("words about the catalog", &|| folder.write("catalog/README.md", "# Fjord\n\nAll of it.\n")),
        ("the look", &|| {
            folder.write("catalog/foot.md", "Imprint");
            folder.write("catalog/own.css", "main { color: teal }");
            folder.write("catalog/descriptorium.yaml", "profile: tnco\nsite: {footer: foot.md, style: own.css}\n");
        }),
        ("a text of the same length", &|| edit("gateway.yaml", "default: 5", "default: 6")),
        ("a time and no text", &|| edit("gateway.yaml", "default: 6", "default: 6")),
        ("a page that was lost", &|| lose("out/resource/gateway/1.0.html")),
        ("a folder that was lost", &|| fs::remove_dir_all(folder.at("out/assembly/inner")).expect("it is there")),
        ("a page that was lost, of what changed", &|| {
            lose("out/resource/gateway/1.0.json");
            edit("gateway.yaml", "default: 6", "default: 7");
        }),
        ("nothing is kept", &|| lose(STORE)),
        ("what is kept is damaged", &|| spoil(&|bytes| bytes[100] ^= 1)),
        ("what is kept is cut off", &|| spoil(&|bytes| bytes.truncate(bytes.len() / 2))),
        ("what is kept is of something else", &|| spoil(&|bytes| bytes.fill(b'x'))),
        ("nothing is kept of the search", &|| lose(DOCUMENTS)),
        ("what is kept of the search is damaged", &|| {
            spoil_one(DOCUMENTS, &|bytes| bytes[100] ^= 1);
            edit("gateway.yaml", "default: 7", "default: 8");
        }),
        ("a piece of the index that was lost", &|| lose("out/search/root.js")),
        ("a comment", &|| edit("gateway.yaml", "default: 8", "default: 8 # once more")),
        ("a type that an expression puts together", &|| {
            folder.write(
                "catalog/chosen.yaml",
                "name: assembly::chosen::1.0\nproperties: {}\ncomposition:\n  one:\n    type: resource::gateway::1.0\n    \
                 dynamicType: \"resource::{{ what }}::1.0\"\n    properties: {what: {value: lost}}\n",
            );
        }),
        ("what such a type means", &|| edit("a.yaml", "lifecycle:", "properties: {new: {default: 1}}\nlifecycle:")),
        ("another folder and a namespace", &|| {
            folder.write(
                "catalog/tosca/service.yaml",
                "tosca_definitions_version: tosca_simple_yaml_1_2\nnamespace: org.example\nmetadata: {author: One}\n",
            );
        }),
        ("metadata", &|| edit("tosca/service.yaml", "One", "Two")),
        ("an import of what is not there", &|| {
            edit("tosca/service.yaml", "metadata:", "imports: [types.yaml]\nmetadata:")
        }),
        ("what is imported", &|| {
            folder.write("catalog/tosca/types.yaml", "tosca_definitions_version: tosca_simple_yaml_1_2\n");
        }),
        ("an import less", &|| edit("tosca/service.yaml", "imports: [types.yaml]\n", "")),
        ("a namespace less", &|| edit("tosca/service.yaml", "namespace: org.example\n", "")),
        ("an application", &|| folder.write("catalog/asd/one.yaml", APPLICATION)),
        ("another version of an application", &|| {
            folder.write("catalog/asd/two.yaml", APPLICATION.replace("asdVersion: 1.0", "asdVersion: 1.1"));
        }),
        ("what an older version of an application deploys", &|| edit("asd/one.yaml", "cache.tgz", "other.tgz")),
        ("an application of another provider", &|| edit("asd/two.yaml", "Fjord", "Skerry")),
        ("an application of a name that has the same address", &|| edit("asd/one.yaml", "fjord cache", "fjord-cache")),
        ("a version of a service template", &|| {
            edit("tosca/service.yaml", "{author:", "{template_name: shop, template_version: 1, author:");
            folder
                .write("catalog/tosca/next.yaml", folder.read("catalog/tosca/service.yaml").replace("n: 1,", "n: 2,"));
        }),
        ("a version less of a service template", &|| remove("tosca/service.yaml")),
        ("a project gives names", &|| {
            folder.write("catalog/package/lmproject.yml", "name: packed\nversion: '1.0'\ntype: Assembly\n");
            folder.write(
                "catalog/package/Descriptor/assembly.yml",
                "composition:\n  gw: {type: resource::gateway::1.0}\n",
            );
        }),
        ("a project gives other names", &|| edit("package/lmproject.yml", "name: packed", "name: boxed")),
        ("a second file of one name", &|| folder.write("catalog/twin.yaml", folder.read("catalog/gateway.yaml"))),
        ("two files change places", &|| {
            let at = |name: &str| folder.at(&format!("catalog/{name}"));
            for (from, to) in [("inner.yaml", "x"), ("outer.yaml", "inner.yaml"), ("x", "outer.yaml")] {
                fs::rename(at(from), at(to)).expect("renamed");
            }
        }),
        ("a file that cannot be read", &|| {
            fs::write(folder.at("catalog/latin.yaml"), b"name: resource::latin::1.0\ndescription: caf\xe9\n")
                .expect("written");
        }),
        ("a modeller", &|| modeller.set(&["--modeller"])),
        ("a default, beside a modeller", &|| edit("gateway2.yaml", "default: 4", "default: 9")),
        ("another modeller", &|| {
            folder.write("modeller/def/editor_bg.wasm", b"\0asm2");
            fs::remove_dir_all(folder.at("modeller/abc")).expect("it is there");
        }),
        ("a catalog for the modeller that was lost", &|| lose("out/modeller/catalog.json")),
        ("no modeller any more", &|| modeller.set(&[])),
        ("pictures, at an address", &|| modeller.set(&["--images", "--base-url", "https://example.org/"])),
        ("a default, beside pictures", &|| edit("gateway2.yaml", "default: 9", "default: 4")),
        ("no pictures any more", &|| modeller.set(&[])),
    ];
    for (number, (what, step)) in steps.into_iter().enumerate() {
        step();
        age(&folder.at("catalog"));
        build(&folder, "out", modeller.get());
        let fresh = format!("fresh{number}");
        build(&folder, &fresh, modeller.get());
        assert_same(&folder, "out", &fresh, what);
    }
}

#[test]
fn only_what_is_made_of_something_else_is_written() {
    let folder = catalog();
    build(&folder, "out", &[]);
    let past = SystemTime::UNIX_EPOCH;
    let age = |path: &str| folder.date(&format!("out/{path}"), past);
    let is_old = |path: &str| {
        fs::metadata(folder.at(&format!("out/{path}"))).expect("it is there").modified().expect("a time") == past
    };
    let all: Vec<String> = files(&folder.at("out")).into_keys().collect();
    all.iter().for_each(|path| age(path));
    build(&folder, "out", &[]);
    assert!(all.iter().filter(|path| !is_old(path)).count() <= 1, "only the list of files is written");
    folder.write("catalog/gateway.yaml", GATEWAY.replace("default: 3", "default: 5"));
    // A page that was deleted or damaged between two builds: only the deletion is noticed.
    fs::remove_file(folder.at("out/resource/alone/1.0.html")).expect("it is there");
    build(&folder, "out", &[]);
    for (path, old) in [
        ("resource/gateway/1.0.html", false),
        ("resource/gateway/1.0.source.html", false),
        ("resource/gateway/1.0-to-2.0.html", false),
        ("resource/alone/1.0.html", false),
        ("resource/alone/1.0.source.html", true),
        ("codes/conformance.html", true),
        ("search.html", true),
    ] {
        assert_eq!(is_old(path), old, "{path}");
    }
    // An interrupted build: the files that it was about to write are written again.
    let list = folder.read("out/.descriptorium-site");
    let unsure: String = list
        .lines()
        .map(|line| match line.split_once(' ') {
            Some((_, "codes/index.html")) => "- codes/index.html\n".to_owned(),
            _ => format!("{line}\n"),
        })
        .collect();
    folder.write("out/.descriptorium-site", unsure);
    folder.write("out/codes/index.html", "half a pa");
    build(&folder, "out", &[]);
    assert!(folder.read("out/codes/index.html").ends_with("</html>\n"));
    // Manual changes to a page stay until everything is rebuilt.
    folder.write("out/resource/alone/1.0.html", "scribble");
    build(&folder, "out", &["--clean"]);
    build(&folder, "fresh", &[]);
    assert_same(&folder, "out", "fresh", "after a full rebuild");
}

#[test]
fn parts_that_several_processes_write_make_the_same_site() {
    let folder = Folder::new(&[]);
    for (path, text) in generated::catalog(30) {
        folder.write(&format!("catalog/{path}"), text);
    }
    folder.write("modeller/index.html", PAGE);
    let address = ["--base-url", "https://example.org/", "--modeller", "--images"];
    build(&folder, "whole", &address);
    let parts: Vec<String> = (1..=3).map(|number| format!("part{number}")).collect();
    let running = (1..=3).map(|number| {
        let (out, shard) = (format!("part{number}"), format!("{number}/3"));
        let arguments = [&["build", "catalog", "--out", &out, "--shard", &shard], &address[..]].concat();
        let mut command = command(&folder, &arguments);
        command.stdout(std::process::Stdio::null()).stderr(std::process::Stdio::null());
        command.spawn().expect("the program starts")
    });
    let running: Vec<_> = running.collect();
    for mut process in running {
        assert!(process.wait().expect("it ends").code().is_some_and(|code| code < 2));
    }
    let sizes: Vec<usize> = parts.iter().map(|part| files(&folder.at(part)).len()).collect();
    let whole = files(&folder.at("whole")).len();
    assert!(sizes.iter().all(|size| (whole / 6..whole / 2).contains(size)), "{sizes:?} of {whole}");
    let merge = |parts: &[&str], out: &str| folder.run(&[&["merge", "--out", out], parts].concat());
    let run = merge(&["part3", "part1", "part2"], "merged");
    assert_eq!(run.code, 0, "{run:?}");
    assert_same(&folder, "merged", "whole", "three parts");
    // Merging again into the same folder, and over a complete site.
    assert_eq!(merge(&["part1", "part2", "part3"], "whole").code, 0);
    assert_same(&folder, "merged", "whole", "put together again");

    for (given, out, why) in [
        (&["part1", "part3"][..], "x", "shard 2/3 is missing"),
        (&["part1", "part2", "part2"], "x", "shard 2/3 is given twice"),
        (&["whole", "part1"], "x", "it is not a shard"),
        (&["catalog"], "x", "it does not contain a site"),
        (&["none"], "x", "no such file or folder"),
        (&["part1", "part2", "part3"], "catalog", "it is not empty"),
    ] {
        let run = merge(given, out);
        assert!(run.code == 2 && run.errors.contains(why), "{why}: {run:?}");
    }
    folder.write("catalog/more.yaml", "name: resource::more::1.0\nlifecycle: {Install: {}}\n");
    build(&folder, "part3", &[&address[..], &["--shard", "3/3"]].concat());
    let run = merge(&["part1", "part2", "part3"], "merged");
    assert!(run.code == 2 && run.errors.contains("another version of the catalog"), "{run:?}");
    let run = folder.run(&["build", "catalog", "--out", "x", "--shard", "4/3"]);
    assert!(run.code == 2 && run.errors.contains("such as 1/4"), "{run:?}");
}

/// The published catalog contains what the pages show, and no other files of the folder.
#[test]
fn the_modeller_is_published_with_the_descriptors_alone() {
    let folder = catalog();
    folder.write("catalog/secret.yaml", "password: hunter2\n");
    folder.write("catalog/descriptorium.yaml", "profile: tnco\n");
    folder.write("catalog/latin.yaml", b"name: resource::latin::1.0\ndescription: caf\xe9\n");
    folder.write("modeller/index.html.br", "what the page was before");
    build(&folder, "out", &["--modeller", "--strict"]);
    let catalog: serde_json::Value = serde_json::from_str(&folder.read("out/modeller/catalog.json")).expect("JSON");
    let listed = catalog["catalog"]["files"].as_array().expect("a list");
    let paths: Vec<&str> = listed.iter().filter_map(|file| file["path"].as_str()).collect();
    let published = ["alone.yaml", "descriptorium.yaml", "gateway.yaml", "gateway2.yaml", "inner.yaml", "outer.yaml"];
    assert_eq!(paths, published);
    assert_eq!(listed[2]["text"], GATEWAY);
    assert_eq!((&catalog["title"], &catalog["stated"]["strict"]), (&"catalog".into(), &true.into()));
    assert_eq!(catalog["catalog"]["problems"][0]["path"], "latin.yaml");
    assert!(files(&folder.at("out/modeller")).keys().eq(["abc/editor_bg.wasm", "catalog.json", "index.html"]));
    let page = folder.read("out/modeller/index.html");
    assert_eq!(page, PAGE.replace("<head>", "<head><meta name=\"catalog\" content=\"catalog.json\">"));
    let link = "href=\"../../modeller/index.html#gateway.yaml\"";
    assert!(folder.read("out/resource/gateway/1.0.html").contains(link), "the descriptor leads to the modeller");
    build(&folder, "plain", &[]);
    assert!(!folder.read("plain/resource/gateway/1.0.html").contains("modeller/"), "there is none to lead to");
    assert!(!folder.at("plain/modeller").exists());
    for (spoil, why) in [("", "does not contain the modeller"), ("gone", "is not a folder")] {
        match spoil {
            "" => folder.write("modeller/index.html", "no page"),
            _ => fs::remove_dir_all(folder.at("modeller")).expect("it is there"),
        }
        let arguments = ["build", "catalog", "--out", "none", "--modeller"];
        let run = Run::of(command(&folder, &arguments).output().expect("the program starts"));
        assert!(run.code == 2 && run.errors.contains(why), "{why}: {run:?}");
    }
}

/// The rest of the site is written, and the next build tries again.
#[test]
fn a_page_that_cannot_be_written_is_an_error() {
    let text = "name: assembly::a::1.0\nproperties: {}\ncomposition: {}\n";
    let folder = Folder::new(&[("a.yaml", text), ("b.yaml", &text.replace("::a::", "::b::"))]);
    let build = || folder.run(&["build", ".", "--out", "out"]);
    assert_eq!(build().code, 0);
    let page = folder.at("out/assembly/a/1.0.html");
    fs::remove_file(&page).expect("a page");
    fs::create_dir(&page).expect("a folder");
    folder.write("out/assembly/a/1.0.html/other.txt", "");
    for text in [text.to_owned(), format!("{text}# changed\n")] {
        folder.write("a.yaml", &text);
        folder.write("b.yaml", text.replace("::a::", "::b::"));
        let run = build();
        let expected = "error[file/not-written]: cannot write `out/assembly/a/1.0.html`: ";
        assert!(run.code == 1 && run.errors.contains(expected), "{run:?}");
    }
    assert!(folder.read("out/assembly/b/1.0.source.html").contains("changed"));
    assert!(folder.read("out/assembly/a/1.0.md").contains('a'));
    fs::remove_dir_all(&page).expect("a folder");
    let run = build();
    assert!(run.code == 0 && page.is_file(), "{run:?}");
    // A name that looks like the address of another file.
    let service = "tosca_definitions_version: tosca_simple_yaml_1_2\nmetadata: {template_name: a.yaml.svg, template_version: 1.0.0}\n";
    folder.write("c.yaml", service);
    folder.write("d.yaml", service.replace("a.yaml.svg", "c.yaml"));
    let run = build();
    assert!(run.code == 0, "{run:?}");
}
