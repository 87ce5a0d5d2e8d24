//! The parts of a site around its descriptors: documents and images, files and archives, owners, last changes, and lists.

use std::fs;
use std::process::Command;

use descriptorium_tests::repository;
use scraper::{Html, Selector};
use serde_json::Value;

use crate::suite::program::{Folder, Server};

const STREAMER: &str = "name: resource::streamer::1.0\ndescription: Serves streams.\nproperties:\n  port: {type: integer, default: 80}\nlifecycle: {Install: {}}\n";
const VIDEO: &str =
    "name: assembly::video::1.0\nproperties: {}\ncomposition:\n  s: {type: 'resource::streamer::1.0'}\n";
const SUITE: &str = "name: assembly::suite::1.0\nproperties: {}\ncomposition:\n  v: {type: 'assembly::video::1.0'}\n";
const SVG: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>";

fn build(folder: &Folder) {
    let run = folder.run(&["build", "catalog", "--out", "out"]);
    assert_eq!(run.code, 0, "{run:?}");
}

fn json(folder: &Folder, path: &str) -> Value {
    serde_json::from_str(&folder.read(&format!("out/{path}"))).expect("JSON")
}

/// The texts of the elements that a selector finds on a page.
fn texts(folder: &Folder, page: &str, selector: &str) -> Vec<String> {
    let html = Html::parse_document(&folder.read(&format!("out/{page}")).replace("<wbr>", ""));
    let selector = Selector::parse(selector).expect("a selector");
    let words = |text: String| text.split_whitespace().collect::<Vec<_>>().join(" ");
    html.select(&selector).map(|one| words(one.text().collect())).collect()
}

/// The values of an attribute of the elements that a selector finds on a page.
fn attributes(folder: &Folder, page: &str, selector: &str, name: &str) -> Vec<String> {
    let html = Html::parse_document(&folder.read(&format!("out/{page}")));
    let selector = Selector::parse(selector).expect("a selector");
    html.select(&selector).filter_map(|one| one.attr(name)).map(str::to_owned).collect()
}

#[test]
fn documents_and_images_of_the_readme_are_part_of_the_site() {
    let folder = Folder::new(&[]);
    for (path, text) in [
        ("streamer.yaml", STREAMER),
        (
            "README.md",
            "# Videos\n\nRead [the guide](docs/guide.md#more), `streamer.yaml` and [lost](docs/lost.md), [where](docs/guide.md#where).\n\n<p align=\"center\">\n<img src=\"docs/map.svg\" alt=\"The map\">\n</p>\n",
        ),
        (
            "docs/guide.md",
            "# The guide\n\n![map](map.svg), [script](run.sh), [page](page.html), [up](../README.md).\n\n## More\n\nText.\n",
        ),
        ("docs/last.md", "Not linked.\n"),
        ("docs/map.svg", SVG),
        ("docs/run.sh", "true\n"),
        ("docs/page.html", "<script>alert(1)</script>"),
        (".env", "SECRET=1\n"),
        ("private.txt", "private\n"),
        (
            "descriptorium.yaml",
            "site:\n  pages: [docs/guide.md, {title: Others, pages: [docs/last.md, docs/none.md]}]\n  repository: https://example.org/r\n  edit: https://example.org/edit/{path}\n",
        ),
    ] {
        folder.write(&format!("catalog/{path}"), text);
    }
    build(&folder);
    let guide = "pages/docs/guide.md.html";
    let links = attributes(&folder, "index.html", ".description a", "href");
    assert_eq!(links, [format!("{guide}#text-more"), "resource/streamer/1.0.html".to_owned(), guide.to_owned()]);
    assert_eq!(attributes(&folder, "index.html", ".description img", "src"), ["files/docs/map.svg"]);
    assert_eq!(attributes(&folder, "index.html", ".description img", "alt"), ["The map"]);
    assert_eq!(texts(&folder, guide, "h1"), ["The guide"]);
    let links = attributes(&folder, guide, ".description a:not(.permalink)", "href");
    // A document that a browser would run is published as text.
    assert_eq!(links, ["../../files/docs/run.sh", "../../files/docs/page.html~.txt", "../../index.html"]);
    assert_eq!(attributes(&folder, guide, ".neighbors .next", "href"), ["last.md.html"]);
    assert_eq!(attributes(&folder, guide, "main .note a", "href"), ["https://example.org/edit/docs/guide.md"]);
    assert_eq!(texts(&folder, guide, ".kinds .group"), ["Documents", "Others", "Elsewhere"]);
    assert_eq!(
        (folder.read("out/files/docs/map.svg"), folder.read("out/files/docs/run.sh")),
        (SVG.to_owned(), "true\n".to_owned())
    );
    assert!(!folder.at("out/files/private.txt").exists() && !folder.at("out/files/.env").exists());
    let findings = texts(&folder, "problems.html", ".findings .message");
    for part in [
        "unresolved link `docs/lost.md`: ",
        "unresolved link `docs/none.md`: no such file or folder",
        "unresolved link `docs/guide.md#where`: there is no such heading",
    ] {
        let part = part.replace('`', "");
        assert!(findings.iter().any(|found| found.contains(&part)), "no {part} in {findings:?}");
    }
    let markdown = folder.read("out/index.md");
    assert!(markdown.contains("![The map](files/docs/map.svg)"), "{markdown}");

    // A served folder has the same.
    let server = Server::of(folder.command(&["serve", "catalog", "--port", "0", "--read-only"]));
    let image = server.get("/files/docs/map.svg");
    assert_eq!((image.status, image.header("content-type"), image.text().as_str()), (200, Some("image/svg+xml"), SVG));
    assert_eq!(server.get(&format!("/{guide}")).status, 200);
    assert_eq!((server.get("/files/private.txt").status, server.get("/files/.env").status), (404, 404));
}

#[test]
fn owners_and_lifecycles_come_from_the_settings_and_from_metadata() {
    let folder = Folder::new(&[]);
    let second = STREAMER.replace("::1.0", "::2.0");
    let template = "tosca_definitions_version: tosca_simple_yaml_1_2\nmetadata: {template_name: web, template_version: 1.0, \
                    owner: Web team, tags: 'a, b'}\n";
    let settings = "descriptors:\n  - {files: media/, owner: Media, contact: media@example.org, tags: video}\n  - {names: \
                    'resource::streamer::1.*', lifecycle: deprecated, successor: 'resource::streamer::2.0', tags: [old], links: [{title: \
                    Runbook, url: 'https://example.org/r'}]}\n  - {files: video.yaml, contact: 'https://example.org/video'}\n";
    for (path, text) in [
        ("media/one.yaml", STREAMER),
        ("media/two.yaml", second.as_str()),
        ("web.yaml", template),
        ("video.yaml", VIDEO),
        ("descriptorium.yaml", settings),
    ] {
        folder.write(&format!("catalog/{path}"), text);
    }
    build(&folder);
    let page = "resource/streamer/1.0.html";
    let facts = texts(&folder, page, ".facts > div");
    for fact in ["OwnerMedia contact", "Lifecycledeprecated", "Tagsvideo old"] {
        assert!(facts.iter().any(|found| found == fact), "no {fact:?} in {facts:?}");
    }
    assert_eq!(attributes(&folder, page, ".facts a[href^='mailto']", "href"), ["mailto:media@example.org"]);
    assert!(texts(&folder, page, ".banner.deprecated")[0].contains("Use resource::streamer::2.0 instead"));
    let entry = json(&folder, "resource/streamer/1.0.json");
    assert_eq!(
        (&entry["owner"], &entry["lifecycle"], &entry["tags"]),
        (&"Media".into(), &"deprecated".into(), &serde_json::json!(["video", "old"]))
    );
    assert_eq!(
        (&entry["contact"], &entry["successor"], &entry["links"]),
        (
            &"media@example.org".into(),
            &"resource::streamer::2.0".into(),
            &serde_json::json!([{ "title": "Runbook", "url": "https://example.org/r" }])
        )
    );
    let markdown = folder.read("out/resource/streamer/1.0.md");
    let expected = "\
- Owner: Media
- Contact: [media@example.org](mailto:media@example.org)
- Lifecycle: deprecated
- Successor: [resource::streamer::2.0](2.0.html)
- Tags: video, old
- Links: [Runbook](https://example.org/r)

Serves streams.
";
    assert!(markdown.contains(expected), "{markdown}");
    // A contact needs no owner.
    let facts = texts(&folder, "assembly/video/1.0.html", ".facts > div");
    assert!(facts.iter().any(|found| found == "Contacthttps://example.org/video"), "{facts:?}");
    assert!(
        folder
            .read("out/assembly/video/1.0.md")
            .contains("- Contact: [https://example.org/video](https://example.org/video)\n")
    );
    let web = json(&folder, "tosca/web/1.0.json");
    assert_eq!((&web["owner"], &web["tags"]), (&"Web team".into(), &serde_json::json!(["a", "b"])));
    let health = texts(&folder, "health.html", "main h2").join(" ");
    assert!(health.contains("Deprecated") && health.contains("Without an owner"), "{health}");
    // Rows have the facts that the list is filtered by.
    assert_eq!(attributes(&folder, "resource/index.html", "tr[data-owner='Media']", "data-tags"), ["video"]);

    folder.write("catalog/descriptorium.yaml", "descriptors:\n  - {owner: Nobody}\n");
    let run = folder.run(&["check", "catalog"]);
    assert!(
        run.output.contains("catalog/bad-settings") && run.output.contains("missing `files` or `names`"),
        "{run:?}"
    );
}

#[test]
fn a_name_has_one_row_a_latest_address_and_affected_users() {
    let folder = Folder::new(&[]);
    // Without the property, users that set it break.
    let second =
        "name: resource::streamer::2.0\ndescription: Serves streams.\nproperties: {}\nlifecycle: {Install: {}}\n";
    for (path, text) in [("one.yaml", STREAMER), ("two.yaml", second), ("video.yaml", VIDEO), ("suite.yaml", SUITE)] {
        folder.write(&format!("catalog/{path}"), text);
    }
    build(&folder);
    assert_eq!(texts(&folder, "resource/index.html", "table.descriptors tbody tr .version"), ["2.0 +1"]);
    let latest = folder.read("out/resource/streamer/latest.html");
    assert!(latest.contains("content=\"0; url=2.0.html\""), "{latest}");
    assert_eq!(texts(&folder, "resource/streamer/1.0.html", ".versions li"), ["2.0", "1.0", "Changes of all versions"]);
    let affected = texts(&folder, "resource/streamer/versions.html", ".affected li");
    assert_eq!(affected, ["assembly::suite::1.0", "assembly::video::1.0"]);
    let steps = json(&folder, "resource/streamer/versions.json");
    assert_eq!(steps["steps"][0]["affected"], serde_json::json!(["assembly::suite::1.0", "assembly::video::1.0"]));
    // A new user of a user changes the page.
    folder.write("catalog/all.yaml", SUITE.replace("suite", "all").replace("assembly::video", "assembly::suite"));
    build(&folder);
    assert_eq!(texts(&folder, "resource/streamer/versions.html", ".affected li").len(), 3);
    let data = folder.read("out/assets/dependencies.js");
    assert!(data.contains("[\"streamer 1.0\",\"resource/streamer/1.0.html\",\"resource\",\"1.0\"]"), "{data}");
}

#[test]
fn what_only_refers_to_a_descriptor_is_marked() {
    let folder = Folder::new(&[]);
    let second = "name: resource::streamer::2.0\nproperties: {}\nlifecycle: {Install: {}}\n";
    let user = "name: assembly::user::1.0\nproperties: {}\nreferences:\n  s: {type: 'resource::streamer::1.0'}\n";
    for (path, text) in [("one.yaml", STREAMER), ("two.yaml", second), ("video.yaml", VIDEO), ("user.yaml", user)] {
        folder.write(&format!("catalog/{path}"), text);
    }
    build(&folder);
    let page = "resource/streamer/versions.html";
    assert_eq!(texts(&folder, page, ".affected summary"), ["Affected: 2 descriptors that use 1.0"]);
    let affected = ["assembly::user::1.0 as a reference", "assembly::video::1.0"];
    assert_eq!(texts(&folder, page, ".affected li"), affected);
    // A reference that becomes a part changes the page.
    folder.write("catalog/user.yaml", user.replace("references", "composition"));
    build(&folder);
    assert_eq!(texts(&folder, page, ".affected li"), ["assembly::user::1.0", "assembly::video::1.0"]);
}

#[test]
fn lists_are_in_natural_order_without_empty_columns_and_tell_equal_names_apart() {
    let folder = Folder::new(&[]);
    for number in [10, 9, 1] {
        let text = STREAMER.replace("streamer", &format!("node{number}"));
        folder.write(&format!("catalog/n{number}.yaml"), text);
    }
    let template = "tosca_definitions_version: tosca_simple_yaml_1_2\n";
    folder.write("catalog/a/service.yaml", template);
    folder.write("catalog/b/service.yaml", template);
    folder.write("catalog/b/other.yaml", template);
    folder.write("catalog/descriptorium.yaml", "descriptors:\n  - {files: b/, tags: qwerty}\n");
    build(&folder);
    assert_eq!(texts(&folder, "resource/index.html", "tbody th"), ["node1", "node9", "node10"]);
    assert_eq!(texts(&folder, "resource/index.html", "thead th"), ["Name", "Version", "Description", "Findings"]);
    assert_eq!(texts(&folder, "tosca/index.html", "tbody th"), ["other.yaml", "service.yaml a", "service.yaml b"]);
    let search = fs::read_dir(folder.at("out/search")).expect("an index").flatten();
    let search = search.map(|file| fs::read_to_string(file.path()).expect("text")).collect::<String>();
    // A term is written without what it shares with the one before it.
    assert!(search.contains("werty"), "tags are terms");
    // A new tag changes only the search.
    folder.write("catalog/descriptorium.yaml", "descriptors:\n  - {files: b/, tags: zyxwv}\n");
    build(&folder);
    let search = fs::read_dir(folder.at("out/search")).expect("an index").flatten();
    let search = search.map(|file| fs::read_to_string(file.path()).expect("text")).collect::<String>();
    assert!(!search.contains("werty") && search.contains("yxwv"), "tags are terms");
}

#[test]
fn the_last_change_is_that_of_the_repository() {
    let folder = Folder::new(&[]);
    folder.write("catalog/streamer.yaml", STREAMER);
    folder.write("catalog/video.yaml", VIDEO);
    let git = |arguments: &[&str], date: &str| {
        let mut command = Command::new("git");
        command.current_dir(folder.at("catalog")).args([
            "-c",
            "user.name=Kari Nes",
            "-c",
            "user.email=kari@example.org",
        ]);
        command.args(arguments).env("GIT_COMMITTER_DATE", date).env("GIT_AUTHOR_DATE", date);
        assert!(command.output().is_ok_and(|output| output.status.success()), "git {arguments:?}");
    };
    git(&["init", "--quiet"], "");
    git(&["add", "."], "");
    git(&["commit", "--quiet", "--message", "One"], "2026-01-02T03:04:05Z");
    folder.write("catalog/video.yaml", VIDEO.replace("properties: {}", "description: Video.\nproperties: {}"));
    git(&["commit", "--quiet", "--all", "--message", "Two"], "2026-05-06T07:08:09Z");
    build(&folder);
    let changed = |page: &str| texts(&folder, page, ".facts time").concat();
    assert_eq!(
        (changed("assembly/video/1.0.html").as_str(), changed("resource/streamer/1.0.html").as_str()),
        ("2026-05-06", "2026-01-02")
    );
    assert!(texts(&folder, "assembly/video/1.0.html", ".facts dd").iter().any(|fact| fact.contains("Kari Nes")));
    assert_eq!(json(&folder, "assembly/video/1.0.json")["changed"], "2026-05-06T07:08:09Z");
}

/// A repository can come from others. Git itself is the oracle: it starts the program that checks signatures.
#[test]
#[cfg(unix)]
fn the_settings_of_a_repository_start_no_program() {
    use std::io::Write;
    use std::os::unix::fs::PermissionsExt;
    use std::process::Stdio;
    let folder = Folder::new(&[]);
    folder.write("catalog/streamer.yaml", STREAMER);
    let marker = folder.at("started");
    let program = folder.at("check-signature.sh");
    fs::write(&program, format!("#!/bin/sh\ntouch '{}'\nexit 1\n", marker.display())).expect("a file");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("executable");
    let git = |arguments: &[&str], input: &str| {
        let mut command = Command::new("git");
        command.current_dir(folder.at("catalog")).args(["-c", "user.name=A", "-c", "user.email=a@example.org"]);
        let mut git = command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("git is installed");
        git.stdin.take().expect("an input").write_all(input.as_bytes()).expect("it reads");
        let output = git.wait_with_output().expect("it ends");
        String::from_utf8(output.stdout).expect("UTF-8").trim_end().to_owned()
    };
    repository::commit_all(&folder.at("catalog"));
    let signature = "\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n";
    let signed = git(&["cat-file", "commit", "HEAD"], "").replacen("\n\n", signature, 1) + "\n";
    let id = git(&["hash-object", "-t", "commit", "-w", "--stdin"], &signed);
    git(&["update-ref", "HEAD", &id], "");
    git(&["config", "log.showSignature", "true"], "");
    git(&["config", "gpg.program", &program.to_string_lossy()], "");
    git(&["log", "-1"], "");
    fs::remove_file(&marker).expect("Git starts the program");
    build(&folder);
    assert!(!texts(&folder, "resource/streamer/1.0.html", ".facts time").is_empty(), "the date is known");
    assert!(!marker.exists(), "`build` starts it, too");
}

/// Files that documents link to cannot act as pages of the site, and excluded ones stay private.
#[test]
fn files_that_could_act_are_text_or_left_out() {
    let folder = Folder::new(&[]);
    for (path, text) in [
        ("streamer.yaml", STREAMER),
        (
            "README.md",
            "[a](evil.svg) [b](evil.js) [c](page.html.de) [d](secret.txt) [e](docs/private.md) ![f](still.svg)\n",
        ),
        ("evil.svg", "<svg xmlns=\"http://www.w3.org/2000/svg\"><script href=\"evil.js\"/></svg>"),
        ("still.svg", SVG),
        ("evil.js", "alert(1)"),
        ("page.html.de", "<script>alert(1)</script>"),
        (".gitignore", "secret.txt\ndocs/\n"),
        ("secret.txt", "secret"),
        ("docs/private.md", "# Private\n"),
    ] {
        folder.write(&format!("catalog/{path}"), text);
    }
    let run = folder.run(&["build", "catalog", "--out", "out"]);
    assert_eq!(run.code, 0, "{run:?}");
    let files = fs::read_dir(folder.at("out/files")).expect("there are some").flatten();
    let mut names: Vec<String> = files.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    assert_eq!(names, ["evil.js~.txt", "page.html.de~.txt", "still.svg"]);
    assert!(!folder.at("out/pages").exists(), "an excluded document is no page");
}

const SERVICE: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
namespace: https://example.org/shop
imports: [{file: types.yaml, namespace_prefix: t, namespace_uri: https://example.org/types}]
topology_template:
  inputs:
    key: {type: string, default: hush-hush, metadata: {sensitive: 'true'}}
  node_templates:
    web:
      type: t:my.Web
      interfaces: {Standard: {create: scripts/create.sh}}
    edge: {type: t:my.Edge, directives: [substitutable]}
";
const TYPES: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  my.Web: {derived_from: tosca.nodes.Root}
  my.Edge: {derived_from: tosca.nodes.Root}
";
const EDGE: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [types.yaml]
topology_template:
  substitution_mappings: {node_type: my.Edge}
  node_templates:
    inner_cache: {type: my.Web}
";

#[test]
fn service_templates_have_files_archives_imports_and_all_names() {
    let folder = Folder::new(&[]);
    for (path, text) in
        [("service.yaml", SERVICE), ("types.yaml", TYPES), ("edge.yaml", EDGE), ("scripts/create.sh", "true\n")]
    {
        folder.write(&format!("catalog/{path}"), text);
    }
    let packed = folder.run(&["pack", "catalog/service.yaml", "--out", "catalog/service.csar"]);
    assert_eq!(packed.code, 0, "{packed:?}");
    build(&folder);
    let page = "tosca/file/service.yaml.html";
    let data = json(&folder, "tosca/file/service.yaml.json");
    assert_eq!(data["files"][0]["address"], "files/scripts/create.sh");
    assert_eq!(attributes(&folder, page, "#files ~ .scroll a[download]", "download"), ["create.sh"]);
    assert_eq!(folder.read("out/files/scripts/create.sh"), "true\n");
    // The substitute is drawn in place of the node.
    let opened = texts(&folder, page, "details:has(> figure) svg").concat();
    assert!(opened.contains("inner_cache"), "{opened}");

    let archive = json(&folder, "archives/service.csar.json");
    assert_eq!(
        (&archive["entry"], &archive["files"][0]["path"]),
        (&"service.yaml".into(), &"TOSCA-Metadata/TOSCA.meta".into())
    );
    let is_same = |file: &&Value| file["inFolder"]["same"] == true;
    let files = archive["files"].as_array().expect("a list");
    assert_eq!((files.len(), files.iter().filter(is_same).count()), (4, 3));
    let sum = Command::new("sha256sum").arg(folder.at("catalog/scripts/create.sh")).output().expect("sha256sum");
    let script = files.iter().find(|file| file["path"] == "scripts/create.sh").expect("the script");
    assert!(String::from_utf8_lossy(&sum.stdout).starts_with(script["sha256"].as_str().expect("a digest")));
    folder.write("catalog/scripts/create.sh", "false\n");
    build(&folder);
    assert!(texts(&folder, "archives/service.csar.html", "#files ~ .note")[0].starts_with("1 file differs"));

    let imports = json(&folder, "tosca/imports.json");
    let service = imports["files"].as_array().expect("a list").iter().find(|file| file["file"] == "service.yaml");
    assert_eq!(service.expect("the service")["imports"][0]["prefix"], "t");
    let namespaces = texts(&folder, "tosca/namespaces.html", "main tbody th");
    assert_eq!(namespaces, ["https://example.org/shop", "https://example.org/types", "my."]);
    let web = json(&folder, "tosca/types/node/my.~web.json");
    assert_eq!(web["prefixedNames"], serde_json::json!([{"name": "t:my.Web", "file": "service.yaml"}]));

    // A secret is in none of the forms of a page, and cannot be searched for; the source is published as it is.
    for form in ["html", "json", "md"] {
        assert!(!folder.read(&format!("out/tosca/file/service.yaml.{form}")).contains("hush-hush"), "{form}");
    }
    assert!(folder.read("out/tosca/file/service.yaml.yaml").contains("hush-hush"));
    let index = fs::read_dir(folder.at("out/search")).expect("the index").flatten();
    let index: String = index.map(|file| fs::read_to_string(file.path()).expect("text")).collect();
    assert!(index.contains("service.yaml") && !index.contains("hush"));
}

/// Files of one name in two folders, and two files with one name and version.
#[test]
fn lists_tell_descriptors_of_one_name_apart() {
    let folder = Folder::new(&[]);
    let library = "tosca_definitions_version: tosca_simple_yaml_1_2\n";
    let user = format!("{library}imports: [data.yml]\n");
    for (path, text) in [
        ("a/data.yml", library),
        ("a/one.yaml", user.as_str()),
        ("b/data.yml", library),
        ("b/two.yaml", user.as_str()),
        ("streamer.yaml", STREAMER),
        ("copy.yaml", STREAMER),
        ("video.yaml", VIDEO),
    ] {
        folder.write(&format!("catalog/{path}"), text);
    }
    build(&folder);
    let used = texts(&folder, "index.html", "#most-used ~ ul li");
    for line in ["data.yml a 1 user", "data.yml b 1 user"] {
        assert!(used.iter().any(|text| text == line), "{line}: {used:?}");
    }
    let named = texts(&folder, "dependencies.html", "table.health tbody th");
    assert!(
        named.iter().any(|text| text.starts_with("resource::streamer::1.0 ") && text.ends_with(".yaml")),
        "{named:?}"
    );
    let data = folder.read("out/assets/dependencies.js");
    assert!(data.contains("[\"data.yml\",\"tosca/file/a/data.yml.html\",\"TOSCA\",\"\",\"a\"]"), "{data}");
}
