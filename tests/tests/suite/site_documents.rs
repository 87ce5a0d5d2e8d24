//! Texts in Markdown on a site: the HTML in them, what they cannot show, and that `build` and `check` find the same.

use std::collections::BTreeSet;
use std::path::Path;

use descriptorium_tests::paths;
use scraper::{Html, Selector};
use serde_json::Value;

use crate::suite::program::{Folder, Server};

const STREAMER: &str = "name: resource::streamer::1.0\ndescription: Serves streams.\nproperties:\n  port: {type: integer, default: 80}\nlifecycle: {Install: {}}\n";
const SVG: &str = "<svg xmlns=\"http://www.w3.org/2000/svg\"/>";

/// The findings of a document: file, line, column, code, severity and message. `inside` is the folder of the files.
fn findings(document: &Value, inside: &str) -> BTreeSet<String> {
    let found = document["diagnostics"].as_array().expect("a list").iter();
    let found = found.map(|one| {
        let text = |key: &str| one[key].as_str().unwrap_or_default().to_owned();
        let file = text("file");
        let file = file.strip_prefix(inside).unwrap_or(&file).trim_start_matches('/');
        let place = format!("{}:{}", one["line"], one["column"]);
        format!("{file}:{place} {} {} {}", text("code"), text("severity"), text("message"))
    });
    let n_found = found.len();
    let set: BTreeSet<String> = found.collect();
    assert_eq!(set.len(), n_found, "a finding is reported once");
    set
}

/// The findings of `check` and of `build` in a folder.
fn both(folder: &Folder, catalog: &str) -> (BTreeSet<String>, BTreeSet<String>) {
    let checked = folder.run(&["check", catalog, "--format", "json"]).json();
    let run = folder.run(&["build", catalog, "--out", "out"]);
    assert!(run.code < 2, "{run:?}");
    let built: Value = serde_json::from_str(&folder.read("out/problems.json")).expect("JSON");
    let (checked, built) = (findings(&checked, catalog), findings(&built, ""));
    (checked, built)
}

fn assert_same(folder: &Folder, catalog: &str) -> BTreeSet<String> {
    let (checked, built) = both(folder, catalog);
    let only = |one: &BTreeSet<String>, other: &BTreeSet<String>| -> Vec<String> {
        one.difference(other).take(10).cloned().collect()
    };
    let (of_check, of_build) = (only(&checked, &built), only(&built, &checked));
    assert!(of_check.is_empty() && of_build.is_empty(), "{catalog}: check: {of_check:#?}\nbuild: {of_build:#?}");
    checked
}

/// The oracle of each is the other: `check` reads the catalog as a whole, `build` in batches, with a cache.
#[test]
fn build_and_check_have_the_same_findings() {
    let folder = Folder::new(&[]);
    let examples = paths::root().join("examples").canonicalize().expect("the examples");
    assert_same(&folder, &examples.to_string_lossy());
    let mut n_found = 0;
    for corpus in ["tosca", "assembly", "asd", "homing"] {
        let Some(corpus) = paths::shared(&format!("corpus/{corpus}")) else { continue };
        let folder = Folder::new(&[]);
        n_found += assert_same(&folder, &corpus.canonicalize().expect("a folder").to_string_lossy()).len();
    }
    assert!(n_found == 0 || n_found > 2_000, "{n_found}: all findings are in the document");
}

/// Everything that can be wrong outside of descriptors. The places were counted by hand.
#[test]
fn what_cannot_be_shown_is_found_in_its_place_by_check_build_and_serve() {
    let settings = "descriptors:\n  - {owners: a}\n  - files: [media/, none/, media/streamer.yaml]\n    contact: 'javascript:alert(1)'\n    successor: resource::lost::1.0\n    \
                    links: [{title: a, url: 'ftp://e.org/'}]\n  - names: ['resource::str*', 'resource::x*']\n    owner: a\nsite:\n  pages: [docs/a.md, docs/lost.md]\n  edit: https://e.org/edit\n";
    let streamer = "name: resource::streamer::1.0\ndescription: |\n  Serves [streams](lost.md),\n  see <font\n  color=red>this</font>.\n\n\n  ```mermaid\n  graph\n  ```\n  ![m](m.svg)\nproperties:\n  port:\n    type: integer\n    \
                    description: \"a \\\"b\\\" [c](javascript:d)\"\n    default: 80\nlifecycle: {Install: {}}\n";
    let readme = "# Videos\n\n<!-- a comment -->\n![Plan](https://e.org/plan.png) [lost](docs/lost.md \"t\") [a][b]\n\n- `x`\n\n  ```mermaid\n  graph TD\n  ```\n\n\
                  <div>\n  <u>a</u> <img src='docs/active.svg'>\n</div>\n\n[b]: resource::nothing::1.0\n";
    let template = "tosca_definitions_version: tosca_simple_yaml_1_2\ntopology_template:\n  node_templates:\n    a:\n      type: tosca.nodes.Compute\n      \
                    interfaces: {Standard: {create: lost.sh}}\n      artifacts:\n        x: {type: tosca.artifacts.File, file: ../../y}\n";
    let folder = Folder::new(&[
        ("catalog/descriptorium.yaml", settings),
        ("catalog/README.md", readme),
        ("catalog/docs/a.md", "Ünder [x](../README.md#lost) [y](#none)\n"),
        ("catalog/docs/active.svg", "<svg onload=\"alert(1)\"/>"),
        ("catalog/media/m.svg", SVG),
        ("catalog/media/streamer.yaml", streamer),
        ("catalog/web.yaml", template),
        ("catalog/broken.yaml", "name: [\n"),
    ]);
    let found = assert_same(&folder, "catalog");
    let expected = [
        "README.md:4:9 markdown/remote-image info image `https://e.org/plan.png` of another host is shown as a link",
        "README.md:4:40 markdown/broken-link warning unresolved link `docs/lost.md`: no such file or folder",
        "README.md:8:3 markdown/mermaid info the Mermaid diagram is shown as code",
        "README.md:13:3 markdown/raw-html warning `<u>` is shown as text",
        "README.md:13:22 markdown/broken-link warning unresolved image `docs/active.svg`: images in SVG with scripts, event handlers or references are never part of a site",
        "README.md:16:6 markdown/broken-link warning unresolved link `resource::nothing::1.0`: the catalog has no descriptor with this name",
        "docs/a.md:1:11 markdown/broken-link warning unresolved link `../README.md#lost`: there is no such heading",
        "docs/a.md:1:34 markdown/broken-link warning unresolved link `#none`: there is no such heading",
        "media/streamer.yaml:3:20 markdown/broken-link warning unresolved link `lost.md`: there is no such file",
        "media/streamer.yaml:4:7 markdown/raw-html warning `<font color=red>` is shown as text",
        "media/streamer.yaml:8:3 markdown/mermaid info the Mermaid diagram is shown as code",
        "descriptorium.yaml:2:5 catalog/bad-settings error invalid `descriptors`: unknown field `owners`, expected one of `files`, `names`, `owner`, `contact`, `lifecycle`, `successor`, `tags`, `links`",
        "descriptorium.yaml:3:21 catalog/unmatched-pattern warning `none/` matches no descriptor",
        "descriptorium.yaml:4:14 catalog/bad-settings error invalid `descriptors`: `javascript:alert(1)` is neither an e-mail address nor a web address",
        "descriptorium.yaml:5:16 catalog/bad-settings warning unknown successor `resource::lost::1.0`",
        "descriptorium.yaml:6:29 catalog/bad-settings error invalid `descriptors`: `ftp://e.org/` is not a web address",
        "descriptorium.yaml:7:31 catalog/unmatched-pattern warning `resource::x*` matches no descriptor",
        "descriptorium.yaml:10:22 markdown/broken-link warning unresolved link `docs/lost.md`: no such file or folder",
        "descriptorium.yaml:11:9 catalog/bad-settings error invalid `edit`: `https://e.org/edit` does not contain `{path}`, which is replaced by the path of a file",
    ];
    let missing: Vec<&&str> = expected.iter().filter(|one| !found.contains(**one)).collect();
    assert!(missing.is_empty(), "missing: {missing:#?}\nfound: {found:#?}");
    for (file, code) in [
        ("web.yaml", "tosca/operation/no-such-implementation"),
        ("web.yaml", "tosca/artifact/outside-package"),
        ("broken.yaml", "yaml/"),
        ("media/streamer.yaml", "markdown/broken-link"),
    ] {
        assert!(found.iter().any(|one| one.starts_with(file) && one.contains(code)), "{file} {code}: {found:#?}");
    }
    let of_documents = |one: &&String| one.contains(" markdown/") || one.starts_with("descriptorium.yaml");
    let n_expected = expected.len() + 1;
    assert_eq!(found.iter().filter(of_documents).count(), n_expected, "{found:#?}");
    // The page of a descriptor has its findings, too.
    let page = folder.read("out/resource/streamer/1.0.html");
    assert!(page.contains("markdown/raw-html"), "{page}");

    // A served folder has the same.
    let server = Server::of(folder.command(&["serve", "catalog", "--port", "0", "--read-only"]));
    let served: Value = serde_json::from_str(&server.get("/problems.json").text()).expect("JSON");
    let served = findings(&served, "");
    let differ: Vec<&String> = found.symmetric_difference(&served).collect();
    assert!(differ.is_empty(), "{differ:#?}");

    // A part of a catalog has its part of the findings.
    let part = folder.run(&["check", "catalog/docs", "--format", "json"]).json();
    let own: BTreeSet<String> = found.iter().filter(|one| one.starts_with("docs/")).cloned().collect();
    assert_eq!(findings(&part, "catalog"), own);
    // Rules are turned off, and files left out, as everywhere.
    folder.write("catalog/descriptorium.yaml", "rules: {markdown: off}\n");
    let found = assert_same(&folder, "catalog");
    assert!(!found.iter().any(|one| one.contains(" markdown/")), "{found:#?}");
    folder.write("catalog/descriptorium.yaml", "rules: {markdown/mermaid: error}\n");
    let run = folder.run(&["check", "catalog", "--exclude", "docs/,media/", "--format", "concise"]);
    assert!(
        run.output.contains("README.md:8:3: error[markdown/mermaid]") || run.output.contains("README.md:8:3"),
        "{run:?}"
    );
    assert!(!run.output.contains("docs/a.md") && !run.output.contains("streamer.yaml"), "{run:?}");
}

/// The oracle of the second build is one without a cache.
#[test]
fn files_that_come_and_go_change_the_findings_of_the_next_build() {
    let template = "tosca_definitions_version: tosca_simple_yaml_1_2\ntopology_template:\n  node_templates:\n    a:\n      type: tosca.nodes.Compute\n      \
                    interfaces: {Standard: {create: run.sh}}\n      requirements:\n        - host:\n            node: tosca.nodes.Compute\n            relationship:\n              type: tosca.relationships.HostedOn\n              interfaces: {Configure: {pre_configure_source: link.sh}}\n";
    let folder = Folder::new(&[
        ("catalog/web.yaml", template),
        ("catalog/streamer.yaml", &STREAMER.replace("Serves streams.", "'[S](a.pdf)'")),
    ]);
    let count = |folder: &Folder| {
        let found = assert_same(folder, "catalog");
        let (_, clean) = {
            let run = folder.run(&["build", "catalog", "--out", "clean", "--clean"]);
            assert_eq!(run.code, 0, "{run:?}");
            ((), findings(&serde_json::from_str(&folder.read("clean/problems.json")).expect("JSON"), ""))
        };
        assert_eq!(found, clean);
        let of = |code: &str| found.iter().filter(|one| one.contains(code)).count();
        (of("no-such-implementation"), of("broken-link"))
    };
    assert_eq!(count(&folder), (2, 1));
    folder.write("catalog/run.sh", "true\n");
    assert_eq!(count(&folder), (1, 1));
    folder.write("catalog/link.sh", "true\n");
    folder.write("catalog/a.pdf", "%PDF\n");
    assert_eq!(count(&folder), (0, 0));
    assert_eq!(folder.read("out/files/a.pdf"), "%PDF\n", "files that descriptions link to are part of the site");
    std::fs::remove_file(folder.at("catalog/run.sh")).expect("it is there");
    assert_eq!(count(&folder), (1, 0));
    // A package must contain the file.
    folder.write(
        "catalog/TOSCA-Metadata/TOSCA.meta",
        "TOSCA-Meta-File-Version: 1.0\nCSAR-Version: 1.1\nCreated-By: a\nEntry-Definitions: web.yaml\n",
    );
    let found = assert_same(&folder, "catalog");
    assert!(found.iter().any(|one| one.contains("no-such-implementation error")), "{found:#?}");
}

/// The oracle is what GitHub shows for the same text.
#[test]
fn html_of_github_is_shown_and_nothing_else() {
    let readme = "# Videos\n\n<h2 align=\"center\">Get <i>going</i></h2>\n\n<details open>\n<summary>More <b>about</b> <code>a::b</code></summary>\nText &amp; <kbd>Ctrl</kbd>.\n</details>\n\n\
                  <details><summary>\n\n### Deep *x*\n\n</summary>\n\n| a |\n|---|\n| b<br><ul><li>c</li></ul> |\n\n</details>\n\n<table><tr><th>n</th></tr><tr><td><img src=\"map.svg\" alt=\"Map\"></td></tr></table>\n\n\
                  <p align=\"center\"><a href=\"docs/a.md\" onclick=\"x()\">A</a></p>\n<iframe src=\"https://e.org\"></iframe>\n";
    let folder = Folder::new(&[
        ("catalog/README.md", readme),
        ("catalog/map.svg", SVG),
        ("catalog/docs/a.md", "# A\n\n<DETAILS><SUMMARY>S</SUMMARY>t</DETAILS>\n"),
        ("catalog/streamer.yaml", &STREAMER.replace("Serves streams.", "|\n  Serves <b>streams</b>.\n\n  <details open><summary>S</summary>\n\n  ![m](map.svg) and [a](docs/b.md)\n\n  </details>")),
        ("catalog/docs/b.md", "# B\n"),
        ("catalog/head.md", "<a href=\"health.html\"><img src=\"logo.png\" alt=\"Logo\"></a>\n"),
        ("catalog/logo.png", "png"),
        ("catalog/descriptorium.yaml", "site: {header: head.md}\n"),
    ]);
    let run = folder.run(&["build", "catalog", "--out", "out"]);
    assert_eq!(run.code, 0, "{run:?}");
    let page = |path: &str| Html::parse_document(&folder.read(path).replace("<wbr>", ""));
    let all = |html: &Html, selector: &str| -> Vec<String> {
        let selector = Selector::parse(selector).expect("a selector");
        html.select(&selector).map(|one| one.inner_html().replace('\n', "")).collect()
    };
    let home = page("out/index.html");
    assert_eq!(all(&home, ".description details[open] > summary"), ["More <strong>about</strong> <code>a::b</code>"]);
    assert_eq!(all(&home, ".description details[open] > p"), ["Text &amp; <kbd>Ctrl</kbd>."]);
    assert!(all(&home, ".description details:not([open]) > summary > h3")[0].starts_with("Deep <em>x</em>"));
    assert_eq!(all(&home, ".description details td ul li"), ["c"]);
    assert_eq!(all(&home, ".description td > img[src='files/map.svg'][alt='Map']").len(), 1);
    assert_eq!(all(&home, ".description p > a[href='pages/docs/a.md.html']"), ["A"]);
    assert!(all(&home, ".description h2")[0].starts_with("Get <em>going</em>"));
    assert!(all(&home, "iframe, [onclick], [align]").is_empty());
    assert!(all(&home, ".description p").iter().any(|text| text.contains("&lt;iframe src=")));
    // The image of another page starts at the root.
    assert_eq!(all(&home, "a[href='health.html'] > img[src='files/logo.png']").len(), 1);
    assert_eq!(all(&page("out/pages/docs/a.md.html"), "details > p"), ["t"]);
    let streamer = page("out/resource/streamer/1.0.html");
    assert_eq!(all(&streamer, ".purpose strong"), ["streams"]);
    assert_eq!(all(&streamer, "details[open] img[src='../../files/map.svg']").len(), 1);
    assert_eq!(all(&streamer, "details[open] a[href='../../pages/docs/b.md.html']"), ["a"]);
    assert!(Path::new(&folder.at("out/pages/docs/b.md.html")).exists());
    let found: Value = serde_json::from_str(&folder.read("out/problems.json")).expect("JSON");
    let found = findings(&found, "").into_iter().filter(|one| one.contains(" markdown/"));
    let expected = "README.md:25:1 markdown/raw-html warning `<iframe src=\"https://e.org\">` is shown as text";
    assert_eq!(found.collect::<Vec<_>>(), [expected]);
}
