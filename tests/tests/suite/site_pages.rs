//! Pages about the catalog: health, dependencies, their JSON, and customization.

use std::fs;

use descriptorium_core::language::Language;
use descriptorium_tests::paths;
use scraper::{Html, Selector};
use serde_json::{Value, json};

use crate::suite::program::{Folder, Server};

const GATEWAY: &str = "\
name: resource::gateway::1.0
description: Deprecated since 2.0 is there.
properties:
  address: {type: string, read-only: true, description: Where it is.}
  size: {type: integer, default: 3}
  release: {type: string, default: 1.10}
lifecycle: {Install: {}}
";
const VIDEO: &str = "\
name: assembly::video::1.0
properties: {}
composition:
  gw: {type: resource::gateway::1.0}
  lost: {type: resource::lost::1.0}
";

fn catalog() -> Folder {
    let folder = Folder::new(&[("video.yaml", VIDEO), ("gateway.yaml", GATEWAY)]);
    folder.write("two.yaml", GATEWAY.replace("::1.0\n", "::2.0\n").replace("Deprecated since", "Described"));
    folder
}

fn built(folder: &Folder) {
    let run = folder.run(&["build", ".", "--out", "out"]);
    assert!(run.code < 2, "{run:?}");
}

fn main_of(folder: &Folder, path: &str) -> String {
    let html = Html::parse_document(&folder.read(&format!("out/{path}")).replace("<wbr>", ""));
    let main = html.select(&Selector::parse("main").expect("a selector")).next().expect("a main");
    main.text().collect::<Vec<_>>().join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Counted by hand: of three descriptors and six properties, two descriptions of descriptors and two of properties.
#[test]
fn health_lists_undocumented_outdated_unused_and_unresolved() {
    let folder = catalog();
    built(&folder);
    let health = main_of(&folder, "health.html");
    for part in [
        "4 of 9 descriptors and properties are documented: 44%.",
        "assembly::video::1.0 0% 0% 1 description",
        "resource::gateway::1.0 50% 50% 2 descriptions",
        "Deprecated # Descriptors whose lifecycle is \"deprecated\", or whose description begins with this word. Descriptor Reason Used by resource::gateway::1.0 Deprecated since 2.0 is there. assembly::video::1.0",
        "Older versions in use",
        "resource::gateway::1.0 resource::gateway::2.0 assembly::video::1.0",
        "Unused # Resources that no assembly in the catalog uses.",
        "gateway 2.0 Described",
        "resource::lost::1.0 assembly::video::1.0",
    ] {
        assert!(health.contains(part), "no {part:?} in\n{health}");
    }
    for (description, said) in [
        ("", "The only descriptor is not documented."),
        ("description: It balances.\n", "All descriptors and properties are documented."),
    ] {
        let text = format!("name: resource::balancer::1.0\n{description}lifecycle: {{Install: {{}}}}\n");
        let folder = Folder::new(&[("balancer.yaml", &text)]);
        built(&folder);
        assert!(main_of(&folder, "health.html").contains(said), "{said}");
    }
    let dependencies = folder.read("out/dependencies.html");
    assert!(dependencies.contains("href=\"resource/gateway/1.0.html\""), "{dependencies}");
}

/// Counted by hand: the template and one of its two inputs have a description, its type has none.
#[test]
fn documentation_is_counted_in_service_templates_and_nothing_else_is_claimed() {
    const TEMPLATE: &str = "tosca_definitions_version: tosca_simple_yaml_1_2\ndescription: Feeds.\nnode_types:\n  my.Feed: \
                            {derived_from: tosca.nodes.Root}\ntopology_template:\n  inputs:\n    size: {type: integer, \
                            description: How many.}\n    name: {type: string}\n";
    let folder = Folder::new(&[("feeds.yaml", TEMPLATE)]);
    built(&folder);
    let health = main_of(&folder, "health.html");
    assert!(health.contains("2 of 4 descriptors, inputs and types are documented: 50%."), "{health}");
    assert!(health.contains("feeds.yaml 50% 50% 2 descriptions"), "{health}");
    // Types of service templates have no versions, and no template is only a part.
    assert!(!health.contains("older versions") && !health.contains("unused resources"), "{health}");
}

#[test]
fn programs_get_the_same_as_people() {
    let folder = catalog();
    built(&folder);
    let read = |path: &str| -> Value { serde_json::from_str(&folder.read(&format!("out/{path}"))).expect("JSON") };
    let index = read("index.json");
    let names: Vec<&str> =
        index["descriptors"].as_array().expect("a list").iter().filter_map(|one| one["name"].as_str()).collect();
    assert_eq!(names, ["assembly::video::1.0", "resource::gateway::1.0", "resource::gateway::2.0"]);
    for one in index["descriptors"].as_array().expect("a list") {
        for key in ["page", "sourcePage", "source", "drawing", "darkDrawing", "frame", "json", "markdown"] {
            let path = one[key].as_str().expect("a path");
            assert!(folder.at(&format!("out/{path}")).is_file(), "{path}");
        }
    }
    // Pages that are not in the index are in the histories that it links to, or do not describe the catalog.
    let paths = |list: &Value, key: &str| -> Vec<String> {
        let list = list.as_array().expect("a list").iter();
        list.map(|one| one[key].as_str().expect("a path").to_owned()).collect()
    };
    let mut indexed = [paths(&index["pages"], "page"), paths(&index["descriptors"], "page")].concat();
    indexed.extend(["sourcePage", "frame"].iter().flat_map(|key| paths(&index["descriptors"], key)));
    for history in paths(&index["pages"], "json").iter().filter(|path| path.ends_with("/versions.json")) {
        indexed.extend(paths(&read(history)["comparisons"], "page"));
    }
    let pages = paths::texts(&folder.at("out"), &[".html"]).into_iter();
    let pages = pages.filter(|(_, text)| !text.contains("http-equiv=\"refresh\"")).map(|(path, _)| path.to_string());
    assert_eq!(pages.filter(|path| !indexed.contains(path)).collect::<Vec<_>>(), ["404.html", "search.html"]);
    let gateway = read("resource/gateway/1.0.json");
    assert_eq!(gateway["descriptor"]["properties"]["size"], json!({"type": "integer", "default": 3}));
    assert_eq!(gateway["descriptor"]["properties"]["release"]["default"], "1.10", "a version is no number");
    assert_eq!(gateway["usedBy"][0]["by"], "assembly::video::1.0");
    assert_eq!(read("assembly/video/1.0.json")["uses"][1]["found"], false);
    assert_eq!(folder.read("out/resource/gateway/1.0.yaml"), GATEWAY, "the text to the letter");
    let source = folder.read("out/resource/gateway/1.0.source.html");
    for part in
        ["<link href=\"1.0.yaml\" rel=\"alternate\" type=\"application/yaml\">", ": <a href=\"1.0.yaml\">YAML</a>."]
    {
        assert!(source.contains(part), "no {part:?} in\n{source}");
    }
    let markdown = folder.read("out/resource/gateway/1.0.md");
    for part in [
        "# resource::gateway::1.0\n\nResource descriptor in `gateway.yaml`: [source](1.0.source.html), [YAML](1.0.yaml).\n",
        "- `address` (`string`, read-only): Where it is.\n",
        "- `size` (`integer`, default `3`)\n",
        "- `assembly::video::1.0` as `gw`\n",
        GATEWAY,
    ] {
        assert!(markdown.contains(part), "no {part:?} in\n{markdown}");
    }
}

/// Derived by hand from the HTML pages.
#[test]
fn pages_on_several_descriptors_are_there_for_programs_too() {
    let folder = catalog();
    built(&folder);
    let read = |path: &str| -> Value { serde_json::from_str(&folder.read(&format!("out/{path}"))).expect("JSON") };
    let index = read("index.json");
    let pages = index["pages"].as_array().expect("a list");
    let titles: Vec<&str> = pages.iter().filter_map(|one| one["title"].as_str()).collect();
    for title in
        ["Assembly descriptors", "Versions of gateway", "Health", "Findings", "Rules", "Conformance", "Dependencies"]
    {
        assert!(titles.contains(&title), "no {title} in {titles:?}");
    }
    for one in pages {
        let page = Html::parse_document(&folder.read(&format!("out/{}", one["page"].as_str().expect("a path"))));
        let links = Selector::parse("link[rel=alternate]").expect("a selector");
        let linked: Vec<&str> = page.select(&links).filter_map(|link| link.attr("href")).collect();
        for form in ["json", "markdown"] {
            let path = one[form].as_str().expect("a path");
            assert!(folder.at(&format!("out/{path}")).is_file(), "{path}");
            assert!(linked.contains(&path.rsplit('/').next().expect("a name")), "{path} is not among {linked:?}");
        }
    }
    assert_eq!(
        read("health.json"),
        json!({
            "counts": index["findings"],
            "documentation": {
                "whole": {"described": 4, "all": 9, "percent": 44},
                "lacking": [
                    {"name": "assembly::video::1.0", "described": 0, "all": 1, "percent": 0},
                    {"name": "resource::gateway::1.0", "described": 2, "all": 4, "percent": 50},
                    {"name": "resource::gateway::2.0", "described": 2, "all": 4, "percent": 50},
                ],
            },
            "deprecated": [{
                "name": "resource::gateway::1.0", "why": "Deprecated since 2.0 is there.", "usedBy": ["assembly::video::1.0"],
            }],
            "olderVersions": [{
                "used": "resource::gateway::1.0", "highest": "resource::gateway::2.0", "by": ["assembly::video::1.0"],
            }],
            "unused": ["resource::gateway::2.0"],
            "onlyReferenced": [],
            "unowned": [],
            "unresolved": [{"name": "resource::lost::1.0", "by": ["assembly::video::1.0"]}],
        })
    );
    let dependencies = read("dependencies.json");
    assert_eq!(dependencies["entryPoints"], json!(["assembly::video::1.0"]));
    assert_eq!(
        dependencies["descriptors"][0],
        json!({"name": "assembly::video::1.0", "uses": ["resource::gateway::1.0"], "references": [], "usedBy": []})
    );
    let kind = read("resource/index.json");
    assert_eq!(kind["descriptors"][0]["usedBy"], 1);
    let mut check = folder.run(&["check", ".", "--format", "json"]).json();
    for one in check["diagnostics"].as_array_mut().expect("a list") {
        for key in ["fixes", "related", "rule"] {
            one.as_object_mut().expect("a finding").remove(key);
        }
    }
    assert_eq!(read("problems.json")["diagnostics"], check["diagnostics"], "as the check prints it");
    let diff = folder.run(&["diff", "resource::gateway::1.0", "resource::gateway::2.0", "--format", "json"]).json();
    assert_eq!(read("resource/gateway/1.0-to-2.0.json"), diff, "as the diff prints it");
    assert_eq!(read("resource/gateway/versions.json")["steps"], json!([diff]));
    let rules = read("codes/index.json");
    let rule = rules["codes"].as_array().expect("a list").iter().find(|one| one["found"] != 0).expect("a finding");
    assert!(rule["doc"].as_str().is_some_and(|doc| doc.len() > 40), "{rule}");

    let code = rule["code"].as_str().expect("a code");
    let alone = read(&format!("codes/{code}.json"));
    assert_eq!((&alone["doc"], &alone["found"]), (&rule["doc"], &rule["found"]));
    assert_eq!(alone["diagnostics"].as_array().map(Vec::len), alone["found"].as_u64().map(|count| count as usize));
    let words = folder.read(&format!("out/codes/{code}.md"));
    assert!(words.starts_with(&format!("# {code}\n")) && words.contains("## Example\n"), "{words}");

    let health = folder.read("out/health.md");
    for part in [
        "# Health\n",
        "\n4 of 9 descriptors and properties are documented: 44%.\n",
        "| Descriptor | Documented | Missing |\n| --- | --- | --- |\n\
         | [assembly::video::1.0](assembly/video/1.0.html) | 0% | 1 description |\n",
    ] {
        assert!(health.contains(part), "no {part:?} in\n{health}");
    }
    let changes = folder.read("out/resource/gateway/1.0-to-2.0.md");
    assert!(changes.contains("\n```diff\n") && changes.contains("- name: resource::gateway::1.0\n"), "{changes}");
}

/// The counts come from the tables of the program, which have their own tests.
#[test]
fn conformance_tells_of_every_language() {
    let folder = catalog();
    built(&folder);
    let page = main_of(&folder, "codes/conformance.html");
    for part in [
        "The specifications of all languages contain",
        "Language Checked Intentionally not checked Not checked yet",
        "T-3.1-09 Types of the same name with different versions are distinct tosca/type/several-versions",
        "T-3.5.8-02 An import has a file schema/missing-key",
        "Deployment item Has deploymentItemId , artifactType , artifactId ; may have deploymentOrder , \
         lifecycleParameters ; and no other keys. artifactType is helm_chart , helmfile , crd or terraform . \
         schema/unknown-key , schema/missing-key , schema/wrong-shape , schema/not-a-choice",
        "inventory_provider is optional if candidates is present.",
        "tosca/type/no-such-type Unknown type",
    ] {
        assert!(page.contains(part), "no {part:?} in\n{page}");
    }
    let json: Value = serde_json::from_str(&folder.read("out/codes/conformance.json")).expect("JSON");
    let languages = json["languages"].as_array().expect("a list");
    let names: Vec<&str> = languages.iter().filter_map(|one| one["language"].as_str()).collect();
    assert_eq!(names, Language::ALL.map(Language::label));
    for language in languages {
        let n_alike = |of: &str| {
            let rules = json["rules"].as_array().into_iter().flatten();
            rules.filter(|rule| rule["language"] == language["language"] && rule["status"] == of).count()
        };
        let counts = &language["counts"];
        for of in ["checked", "leftOut", "notYet"] {
            assert_eq!(counts[of], n_alike(of), "{counts}");
        }
        if counts["checked"] == 0 || language["tables"].as_array().is_some_and(Vec::is_empty) {
            continue;
        }
        for table in language["tables"].as_array().expect("a list") {
            assert!(table["shownBy"].as_array().is_some_and(|cases| !cases.is_empty()), "{table}");
        }
        assert!(language["beyond"].as_array().is_some_and(|rules| !rules.is_empty()), "{language}");
    }
    let markdown = folder.read("out/codes/conformance.md");
    assert!(markdown.contains("| Deployment item | Has `deploymentItemId`"), "{markdown}");
    assert!(
        markdown.contains("| T-3.1-09 | Types of the same name with different versions are distinct | "),
        "{markdown}"
    );
}

/// The oracle for an example is `check`; the users are worked out by hand.
#[test]
fn types_have_pages_with_their_users_and_an_example() {
    const HEAD: &str = "tosca_definitions_version: tosca_simple_yaml_1_2\n";
    let types = "capability_types:\n  my.Power: {derived_from: tosca.capabilities.Root}\nnode_types:\n  my.Base:\n    \
                 derived_from: tosca.nodes.Root\n    properties: {size: {type: integer, constraints: [{in_range: [2, \
                 5]}]}}\n    capabilities: {power: my.Power}\n  my.Lamp:\n    derived_from: my.Base\n    requirements: \
                 [{from: {capability: my.Power, occurrences: [0, 1]}}]\n";
    let other = "node_types:\n  my.Base: {derived_from: tosca.nodes.Root}\n  my.Second: {derived_from: my.Base}\n";
    let service = "imports: [lib/types.yaml]\ntopology_template:\n  node_templates:\n    lamp: {type: my.Lamp, properties: \
                   {size: 3}}\n";
    let folder = Folder::new(&[]);
    for (path, text) in [("lib/types.yaml", types), ("other.yaml", other), ("service.yaml", service)] {
        folder.write(&format!("catalog/{path}"), format!("{HEAD}{text}"));
    }
    let run = folder.run(&["build", "catalog", "--out", "out"]);
    assert_eq!(run.code, 0, "{run:?}");
    let base = "tosca/file/lib/types.yaml.definitions/node_types/my.~base";
    let expected = [
        ("tosca/types/capability/my.~power", "my.Power", vec!["offers my.Base", "requires my.Lamp"]),
        (base, "my.Base", vec!["derives my.Lamp"]),
        ("tosca/types/node/my.~lamp", "my.Lamp", vec!["uses lamp"]),
        ("tosca/file/other.yaml.definitions/node_types/my.~base", "my.Base", vec!["derives my.Second"]),
        ("tosca/types/node/my.~second", "my.Second", vec![]),
    ];
    for (stem, name, users) in expected {
        let json: Value = serde_json::from_str(&folder.read(&format!("out/{stem}.json"))).expect("JSON");
        assert_eq!(json["name"], name, "{stem}");
        let used_by = json["usedBy"].as_array().expect("a list").iter().map(|one| {
            let path = one["path"].as_str().and_then(|path| path.rsplit('/').next()).unwrap_or_default();
            format!("{} {path}", one["relation"].as_str().unwrap_or_default())
        });
        assert_eq!(used_by.collect::<Vec<_>>(), users, "{stem}");
        let markdown = folder.read(&format!("out/{stem}.md"));
        assert!(markdown.starts_with(&format!("# {name}\n")) && markdown.contains("```yaml\n"), "{markdown}");
        let example = json["example"].as_str().expect("an example");
        assert!(example.contains(name), "{example}");
        let at = format!("catalog/{}", json["file"].as_str().expect("a file").replace(".yaml", "-example.yaml"));
        folder.write(&at, example);
        let checked = folder.run(&["check", &at, "--strict"]);
        assert_eq!((checked.code, checked.output.as_str()), (0, "1 descriptor checked: no findings\n"), "{example}");
        fs::remove_file(folder.at(&at)).expect("a file");
    }
    let lamp: Value = serde_json::from_str(&folder.read("out/tosca/types/node/my.~lamp.json")).expect("JSON");
    assert_eq!(lamp["ancestors"], serde_json::json!(["my.Base", "tosca.nodes.Root"]));
    let size = lamp["inherited"].as_array().expect("a list").iter().find(|member| member["name"] == "size");
    assert_eq!(size.expect("the property")["from"], "my.Base");
    let page = main_of(&folder, "tosca/types/node/my.~lamp.html");
    for part in ["tosca.nodes.Root my.Base my.Lamp", "size property", "Uses it lamp in service.yaml"] {
        assert!(page.contains(part), "no {part:?} in\n{page}");
    }
    assert!(
        folder
            .read("out/tosca/types/node/my.~lamp.html")
            .contains("lib/types.yaml.definitions/node_types/my.~base.html\"")
    );
    let base = main_of(&folder, &format!("{base}.html"));
    assert!(base.contains("from 2 to 5"), "{base}");
    // Built-in types have pages if they are used: by the catalog, or by other built-in types that are.
    let root: Value = serde_json::from_str(&folder.read("out/tosca/types/node/tosca.nodes.~root.json")).expect("JSON");
    assert_eq!(root["names"], serde_json::json!(["tosca.nodes.Root", "Root", "tosca:Root"]));
    let descendants = root["descendants"].as_array().expect("a list").iter().map(|one| &one["name"]);
    assert_eq!(descendants.collect::<Vec<_>>(), ["my.Base", "my.Lamp", "my.Base", "my.Second"]);
    folder.write("catalog/root-example.yaml", root["example"].as_str().expect("an example"));
    let checked = folder.run(&["check", "catalog/root-example.yaml", "--strict"]);
    assert_eq!(checked.output, "1 descriptor checked: no findings\n", "{checked:?}");
    fs::remove_file(folder.at("catalog/root-example.yaml")).expect("a file");
    assert!(folder.at("out/tosca/types/capability/tosca.capabilities.~node.html").exists());
    assert!(!folder.at("out/tosca/types/node/tosca.nodes.~compute.html").exists());
    let finder = main_of(&folder, "tosca/types/index.html");
    assert!(finder.contains("from of my.Lamp my.Power my.Base my.Lamp"), "{finder}");
    // Every type is a result of the search.
    let results = fs::read_dir(folder.at("out/search")).expect("the index").filter_map(Result::ok);
    let results: String = results.filter_map(|file| fs::read_to_string(file.path()).ok()).collect();
    for page in ["tosca/types/node/my.~lamp.html", "tosca/types/node/tosca.nodes.~root.html"] {
        assert!(results.contains(page), "no {page} in the search");
    }
}

#[test]
fn a_catalog_adds_a_title_a_style_and_words_of_its_own() {
    let folder = catalog();
    folder.write(
        "descriptorium.yaml",
        "site: {title: Fjord, style: look/own.css, header: look/head.md, footer: look/foot.md}\n",
    );
    folder.write("look/own.css", ":root { --accent: teal; }\n");
    folder.write("look/head.md", "For *internal* use. <script>alert(1)</script>\n");
    folder.write(
        "look/foot.md",
        "[Imprint](https://example.org/imprint) [State](health.html#unused) [None](gone.html)\n",
    );
    built(&folder);
    assert_eq!(folder.read("out/assets/theme.css"), ":root { --accent: teal; }\n");
    for path in ["index.html", "resource/gateway/1.0.html", "codes/index.html"] {
        let html = Html::parse_document(&folder.read(&format!("out/{path}")));
        let select = |selector: &str| html.select(&Selector::parse(selector).expect("a selector")).collect::<Vec<_>>();
        assert!(select("title")[0].text().collect::<String>().ends_with("Fjord"), "{path}");
        let sheets = select("link[rel=stylesheet]").iter().filter_map(|link| link.value().attr("href")).count();
        assert_eq!(sheets, 2, "{path}");
        let notice = select(".notice")[0].text().collect::<String>();
        assert!(notice.starts_with("For internal use. <script>"), "{notice}");
        let links: Vec<_> = select(".foot a").iter().filter_map(|link| link.value().attr("href")).collect();
        let up = "../".repeat(path.matches('/').count());
        assert_eq!(links, ["https://example.org/imprint".to_owned(), format!("{up}health.html#unused")], "{path}");
        // Some pages also have a list.
        let has_list = ["index.html", "codes/index.html"].contains(&path);
        assert_eq!(select("script").len(), if has_list { 3 } else { 2 }, "{path}");
    }
    // Files outside the folder are not read.
    folder.write("descriptorium.yaml", "site: {style: ../../../etc/passwd, header: /etc/passwd}\n");
    assert_eq!(folder.run(&["build", ".", "--out", "other"]).code, 2);
    assert!(!folder.at("other").exists());
    let server = Server::start(&folder, &[]);
    assert_eq!(server.get("/assets/theme.css").status, 404);
    folder.write("descriptorium.yaml", "site: {style: look/own.css}\n");
    let style = server.get("/assets/theme.css");
    assert_eq!((style.status, style.text().as_str()), (200, ":root { --accent: teal; }\n"));
    assert_eq!(style.header("content-type"), Some("text/css; charset=utf-8"));
    assert_eq!(server.get("/resource/gateway/1.0.md").header("content-type"), Some("text/markdown; charset=utf-8"));
}

const SERVICE: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
namespace: http://example.org/video
metadata: {template_author: Fjord <b>, template_name: service}
description: What there is.
";

/// The groups of the seed descriptors: TOSCA has namespaces and metadata (3.10.1); folders always exist.
#[test]
fn descriptors_are_listed_by_what_orders_them() {
    let folder = Folder::new(&[
        ("video.yaml", VIDEO),
        ("resources/edge/gateway.yaml", GATEWAY),
        ("tosca/one.yaml", SERVICE),
        ("tosca/two.yaml", &SERVICE.replace("name: service", "name: other")),
    ]);
    folder.write("resources/edge/two.yaml", GATEWAY.replace("::1.0\n", "::2.0\n"));
    built(&folder);
    let folders = main_of(&folder, "folders.html");
    for part in [
        "Folders, namespaces and metadata",
        "Folder Descriptors . video 1.0 resources/edge 2 descriptors gateway 1.0 gateway 2.0 tosca 2 descriptors one.yaml two.yaml",
        "Namespace Descriptors http://example.org/video 2 descriptors one.yaml two.yaml",
        "template_author Fjord <b> 2 descriptors one.yaml two.yaml template_name other two.yaml template_name service one.yaml",
    ] {
        assert!(folders.contains(part), "no {part:?} in\n{folders}");
    }
    assert!(main_of(&folder, "index.html").contains("Browse folders, namespaces and metadata"));
    // All links lead to the row of the linked value.
    let list = Html::parse_document(&folder.read("out/folders.html"));
    let [rows, ways] =
        ["th[id]", ".facts a[href*='folders.html#']"].map(|one| Selector::parse(one).expect("a selector"));
    let index: Value = serde_json::from_str(&folder.read("out/index.json")).expect("JSON");
    let mut n_ways = 0;
    for one in index["descriptors"].as_array().expect("a list") {
        let html = Html::parse_document(&folder.read(&format!("out/{}", one["page"].as_str().expect("a path"))));
        for way in html.select(&ways) {
            let (_, id) = way.value().attr("href").and_then(|href| href.split_once('#')).expect("a place");
            let id = percent_encoding::percent_decode_str(id).decode_utf8().expect("text");
            let row = list.select(&rows).find(|row| row.value().attr("id") == Some(&id)).expect("there is such a row");
            let words = row.text().collect::<String>();
            assert!(way.text().collect::<String>().starts_with(&words), "{words}");
            n_ways += 1;
        }
    }
    // The author, name and version of a template are in its title and among its facts.
    assert_eq!(n_ways, 5 + 2);
    let service = index["descriptors"].as_array().expect("a list").iter().find(|one| one["file"] == "tosca/one.yaml");
    assert_eq!(
        service.expect("it is there")["metadata"],
        json!({"template_author": "Fjord <b>", "template_name": "service"})
    );
    // If all files are in one folder without namespaces and metadata, there is nothing to group.
    let folder = catalog();
    built(&folder);
    assert!(!folder.at("out/folders.html").exists() && !folder.read("out/index.html").contains("folders.html"));
}

/// Heading structure according to WCAG and the HTML standard, whatever descriptions contain.
#[test]
fn headings_skip_no_level_and_ids_are_given_once() {
    let folder = catalog();
    folder.write("README.md", "# Fjord\n\n#### Deep\n\n##### Deeper\n\n#### Again\n");
    folder.write("same.yaml", GATEWAY.replace("description: Deprecated", "description: |\n  ### Why\n\n  Deprecated"));
    built(&folder);
    let mut n_pages = 0;
    let mut queue = vec![folder.at("out")];
    while let Some(current) = queue.pop() {
        for entry in fs::read_dir(current).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                queue.push(path);
                continue;
            }
            if path.extension().is_none_or(|ending| ending != "html") {
                continue;
            }
            n_pages += 1;
            let html = Html::parse_document(&fs::read_to_string(&path).expect("readable"));
            let select = |selector: &str| Selector::parse(selector).expect("a selector");
            let levels: Vec<u32> = html
                .select(&select("h1, h2, h3, h4, h5, h6"))
                .filter_map(|heading| heading.value().name().strip_prefix('h')?.parse().ok())
                .collect();
            assert_eq!(levels.first(), Some(&1), "{}", path.display());
            assert_eq!(levels.iter().filter(|level| **level == 1).count(), 1, "{}", path.display());
            assert!(levels.windows(2).all(|pair| pair[1] <= pair[0] + 1), "{}: {levels:?}", path.display());
            let ids: Vec<&str> = html.select(&select("[id]")).filter_map(|one| one.value().attr("id")).collect();
            let once: std::collections::BTreeSet<&str> = ids.iter().copied().collect();
            assert_eq!(once.len(), ids.len(), "{}: {ids:?}", path.display());
        }
    }
    assert!(n_pages > 100, "{n_pages}");
    let home = folder.read("out/index.html");
    assert!(home.contains("<h2 id=\"text-deep\">Deep ") && home.contains("<h3 id=\"text-deeper\">Deeper "), "{home}");
}

#[test]
fn markdown_headings_are_anchors_and_wide_blocks_scroll() {
    let text = "description: |\n  Words.\n\n  # How it *is*\n\n  ## Deeper & deeper\n\n  # How it is\n\n  | a | b |\n  |---|---|\n  | 1 | 2 |\n\n  ```\n  code\n  ```\n";
    let folder = Folder::new(&[
        ("gateway.yaml", &GATEWAY.replace("description: Deprecated since 2.0 is there.\n", text)),
        ("README.md", "# Catalog\n\n## Conventions\n\nWords.\n"),
    ]);
    built(&folder);
    let page = folder.read("out/resource/gateway/1.0.html");
    let parsed = Html::parse_document(&page);
    let all = |selector: &str| -> Vec<String> {
        let selector = Selector::parse(selector).expect("a selector");
        parsed.select(&selector).map(|found| found.html()).collect()
    };
    let heading = |id: &str, level: u8, content: &str, words: &str| {
        let link = format!("<a href=\"#{id}\" class=\"permalink\" aria-label=\"Link to {words}\">#</a>");
        assert!(page.contains(&format!("<h{level} id=\"{id}\">{content} {link}</h{level}>")), "{id}:\n{page}");
    };
    heading("text-how-it-is", 2, "How it <em>is</em>", "How it is");
    heading("text-deeper-deeper", 3, "Deeper &amp; deeper", "Deeper &amp; deeper");
    heading("text-how-it-is-2", 2, "How it is", "How it is");
    let contents = all("nav.contents a");
    // The first entry is the example of its use.
    assert_eq!(
        contents[1..3],
        ["text-how-it-is", "text-how-it-is-2"].map(|id| format!("<a href=\"#{id}\">How it is</a>"))
    );
    assert!(!contents.iter().any(|entry| entry.contains("deeper")), "{contents:?}");
    assert_eq!(all(".description .scroll[tabindex='0'] > table, .description pre[tabindex='0']").len(), 2);
    assert!(folder.read("out/index.html").contains("<h2 id=\"text-conventions\">"));
    assert!(folder.read("out/resource/gateway/1.0.md").contains("# How it *is*\n"));
}

#[test]
fn tabs_say_what_the_page_is_called_and_of_which_catalog() {
    let folder = catalog();
    folder.write("README.md", "# Fjord\n");
    built(&folder);
    for (path, title) in [
        ("index.html", "Fjord"),
        ("404.html", "Not found · Fjord"),
        ("health.html", "Health · Fjord"),
        ("resource/index.html", "Resource descriptors · Fjord"),
        ("resource/gateway/1.0.html", "gateway 1.0 · Fjord"),
        ("resource/gateway/1.0.source.html", "Source of resource::gateway::1.0 · Fjord"),
        ("resource/gateway/versions.html", "Versions of gateway · Fjord"),
        ("resource/gateway/1.0-to-2.0.html", "gateway 1.0 → 2.0 · Fjord"),
    ] {
        let page = folder.read(&format!("out/{path}"));
        assert!(page.contains(&format!("<title>{title}</title>")), "{path}: {page}");
    }
}

/// A catalog that is too large for one diagram: 60 assemblies, each with two resources of its own and a shared one.
#[test]
fn a_graph_too_large_for_one_diagram_is_partitioned_and_listed() {
    let folder = Folder::new(&[("shared.yaml", "name: resource::shared::1.0\nlifecycle: {Install: {}}\n")]);
    folder.write("alone.yaml", "name: resource::alone::1.0\nlifecycle: {Install: {}}\n");
    for number in 0..60 {
        for kind in ["left", "right"] {
            let text = format!("name: resource::{kind}{number}::1.0\nlifecycle: {{Install: {{}}}}\n");
            folder.write(&format!("{kind}{number}.yaml"), text);
        }
        let part = |name: &str| format!("  {name}: {{type: 'resource::{name}::1.0'}}\n");
        let parts = [part("shared"), part(&format!("left{number}")), part(&format!("right{number}"))].concat();
        folder.write(
            &format!("all{number}.yaml"),
            format!("name: assembly::all{number:02}::1.0\nproperties: {{}}\ncomposition:\n{parts}"),
        );
    }
    built(&folder);
    let page = Html::parse_document(&folder.read("out/dependencies.html"));
    let select = |selector: &str| -> Vec<String> {
        let selector = Selector::parse(selector).expect("a selector");
        page.select(&selector).map(|one| one.text().collect::<String>()).collect()
    };
    // 49 assemblies have 98 resources and the shared one: 148 in one diagram.
    assert_eq!(select("main h2"), ["Diagram 1 of 2 #", "Diagram 2 of 2 #", "As a list #"]);
    let first = select("main h2 + .note > li > a");
    assert_eq!(first, ["all00 1.0", "all01 1.0", "all02 1.0", "all49 1.0", "all50 1.0", "all51 1.0"]);
    assert_eq!(select("main h2 + .note summary"), ["and 46 more", "and 8 more"]);
    assert_eq!(select("main > details > summary"), ["148 descriptors", "34 descriptors"]);
    let boxes = Selector::parse("main svg a[href]").expect("a selector");
    assert_eq!(page.select(&boxes).count(), 148 + 34);
    let ids: Vec<&str> =
        page.select(&Selector::parse("[id]").expect("a selector")).filter_map(|one| one.attr("id")).collect();
    assert_eq!(ids.len(), ids.iter().collect::<std::collections::BTreeSet<_>>().len(), "{ids:?}");
    let said = main_of(&folder, "dependencies.html");
    assert!(said.contains("1 descriptor is not connected to others."), "{said}");
    assert_eq!(select("main table:not(.matrix) tbody tr").len(), 60 * 3 + 1);
    let markdown = folder.read("out/dependencies.md");
    let row = "| [assembly::all07::1.0](assembly/all07/1.0.html) | [resource::left7::1.0](resource/left7/1.0.html), ";
    assert!(markdown.contains(row), "{markdown}");
    assert!(markdown.contains(", [and 36 more](resource/shared/1.0.html#used-by) |"), "{markdown}");
}

const TYPES: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  my.Base:
    derived_from: tosca.nodes.Root
    properties:
      size: {type: integer, default: 3, description: How many.}
      name: {type: string}
    capabilities:
      serve: {type: tosca.capabilities.Endpoint}
  my.App:
    derived_from: my.Base
    properties:
      name: {type: string, default: app}
";
const WEB: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
imports:
  - ../types/base.yaml
  - gone.yaml
node_types:
  my.Web:
    derived_from: my.App
topology_template:
  node_templates:
    web: {type: my.App, properties: {name: www}}
";

#[test]
fn imports_of_service_templates_are_uses() {
    let folder = Folder::new(&[("types/base.yaml", TYPES), ("services/web.yaml", WEB)]);
    built(&folder);
    let read = |path: &str| -> Value { serde_json::from_str(&folder.read(&format!("out/{path}"))).expect("JSON") };
    let index = read("index.json");
    let json = |file: &str| {
        let mut all = index["descriptors"].as_array().expect("a list").iter();
        read(all.find(|one| one["file"] == file).expect("it is there")["json"].as_str().expect("a path"))
    };
    let used = json!([{"part": "/imports", "relation": "import", "name": "types/base.yaml", "by": "services/web.yaml", "found": true}]);
    assert_eq!(json("services/web.yaml")["uses"], used);
    assert_eq!(json("types/base.yaml")["usedBy"], used);
    let dependencies = read("dependencies.json");
    assert_eq!(dependencies["entryPoints"], json!(["services/web.yaml"]));
    let list = main_of(&folder, "dependencies.html");
    assert!(list.contains("services/web.yaml types/base.yaml"), "{list}");
    let dot = folder.run(&["graph", ".", "--format", "dot"]).output;
    assert!(dot.contains(" -> "), "{dot}");
}

/// By hand: nodes inherit from their type, the nearest type first, and so do types in all languages.
#[test]
fn inherited_members_are_shown_with_their_types() {
    let folder = Folder::new(&[("types/base.yaml", TYPES), ("services/web.yaml", WEB)]);
    folder.write(
        "inner.yaml",
        "name: assembly::inner::1.0\nproperties: {}\ndata-types:\n  base: {properties: {port: {type: integer, default: 80}}}\n  \
         more: {derived-from: base, properties: {host: {type: string}}}\n",
    );
    built(&folder);
    let read = |path: &str| -> Value { serde_json::from_str(&folder.read(&format!("out/{path}"))).expect("JSON") };
    let index = read("index.json");
    let path = |file: &str, form: &str| {
        let mut all = index["descriptors"].as_array().expect("a list").iter();
        all.find(|one| one["file"] == file).expect("it is there")[form].as_str().expect("a path").to_owned()
    };
    let short = |file: &str| -> Vec<Value> {
        let list = read(&path(file, "json"))["inherited"].as_array().cloned().unwrap_or_default().into_iter();
        // Those of the root type are the same everywhere.
        let list = list.filter(|one| one["from"] != "tosca.nodes.Root");
        list.map(|one| json!([one["of"], one["kind"], one["name"], one["type"], one["default"], one["from"]])).collect()
    };
    let [app, web] = ["/node_types/my.Web", "/topology_template/node_templates/web"];
    let serve = |of: &str| json!([of, "capability", "serve", "tosca.capabilities.Endpoint", null, "my.Base"]);
    assert_eq!(
        short("services/web.yaml"),
        [
            json!([app, "property", "name", "string", "app", "my.App"]),
            json!([app, "property", "size", "integer", 3, "my.Base"]),
            serve(app),
            json!([web, "property", "size", "integer", 3, "my.Base"]),
            serve(web),
        ]
    );
    assert_eq!(short("types/base.yaml").len(), 2);
    assert_eq!(short("inner.yaml"), [json!(["/data-types/more", "property", "port", "integer", 80, "base"])]);
    let page = main_of(&folder, &path("services/web.yaml", "page"));
    assert!(page.contains("web size property integer 3 my.Base"), "{page}");
    let markdown = folder.read(&format!("out/{}", path("services/web.yaml", "markdown")));
    assert!(markdown.contains("- `web`: property `size` (`integer`, default `3`) from `my.Base`\n"), "{markdown}");
    let html = folder.read(&format!("out/{}", path("services/web.yaml", "page")));
    assert!(html.contains("/types/node/my.~base.html\""), "{html}");
}

/// Of duplicate keys, links lead to the first one.
#[test]
fn duplicate_keys_do_not_cause_duplicate_ids() {
    let properties = "    properties:\n      size: {type: integer, constraints: [{equal: 1}]}\n";
    let folder = Folder::new(&[(
        "types.yaml",
        &format!(
            "tosca_definitions_version: tosca_simple_yaml_1_2\nnode_types:\n  my.App:\n{properties}  my.App:\n{properties}\
             data_types: {{my.Size: {{}}}}\ndata_types: {{my.Size: {{}}}}\n"
        ),
    )]);
    built(&folder);
    let index: Value = serde_json::from_str(&folder.read("out/index.json")).expect("JSON");
    let path = index["descriptors"][0]["page"].as_str().expect("a path");
    let page = Html::parse_document(&folder.read(&format!("out/{path}")));
    let selector = Selector::parse("main [id]").expect("a selector");
    let mut ids: Vec<&str> = page.select(&selector).filter_map(|one| one.attr("id")).collect();
    ids.sort_unstable();
    let n_all = ids.len();
    ids.dedup();
    assert_eq!(n_all, ids.len(), "{ids:?}");
    assert!(ids.contains(&"/node_types/my.App/properties/size") && ids.contains(&"/data_types%2"), "{ids:?}");
}

#[test]
fn an_application_is_summed_up_by_its_own_description() {
    let text = "asdId: a\nasdVersion: \"1.0\"\nasdInfoDescription: It streams. And more.\nasdExtCpd: []\n";
    let folder = Folder::new(&[("app.yaml", text)]);
    built(&folder);
    let index: Value = serde_json::from_str(&folder.read("out/index.json")).expect("JSON");
    assert_eq!(
        (&index["descriptors"][0]["kind"], &index["descriptors"][0]["summary"]),
        (&json!("application service descriptor"), &json!("It streams. And more."))
    );
}

/// The example of the guide. Its distances and the value are worked out in the guide's own solver: 383.2057 km from the
/// customer to Houston, 10 and 20 times.
const PLACED: &str = "\
homing_template_version: 2017-10-10
parameters: {w1: 10}
locations:
  customer_loc: {latitude: 32.89748, longitude: -97.040443}
demands:
  vGMuxInfra: [{inventory_provider: aai, inventory_type: service}]
  vG: [{inventory_provider: aai, inventory_type: cloud}]
constraints:
  mux_near:
    type: distance_to_location
    demands: [vGMuxInfra]
    properties: {distance: '< 500 km', location: customer_loc}
  colocate:
    type: zone
    demands: [vGMuxInfra, vG]
    properties: {qualifier: same, category: complex}
optimization:
  minimize:
    sum:
      - product: [{get_param: w1}, {distance_between: [customer_loc, vGMuxInfra]}]
      - product: [20, {distance_between: [customer_loc, vG]}]
";
const CANDIDATES: &str = "\
demand,candidate_id,inventory_type,latitude,longitude,complex_name,cost
vGMuxInfra,mux-dal,service,32.7767,-96.7970,dal1,1
vGMuxInfra,mux-hou,service,29.7604,-95.3698,hou1,1
vGMuxInfra,mux-nyc,service,40.7128,-74.0060,nyc1,1
vG,vg-hou,cloud,29.7604,-95.3698,hou1,2
vG,vg-nyc,cloud,40.7128,-74.0060,nyc1,2
";

#[test]
fn the_page_of_a_homing_template_explains_its_placement() {
    let folder = Folder::new(&[("vcpe.yaml", PLACED), ("candidates.csv", CANDIDATES)]);
    built(&folder);
    let page = main_of(&folder, "homing/file/vcpe.yaml.html");
    for part in [
        "mux_near : vGMuxInfra is less than 500 km from customer_loc",
        "colocate : vGMuxInfra and vG are in the same complex",
        "optimization : the best placement has the smallest sum of 10 (parameter w1 ) times the distance between \
         customer_loc and vGMuxInfra and 20 times the distance between customer_loc and vG",
        "Location Latitude Longitude Thresholds customer_loc 32.89748 -97.040443 mux_near: within 500 km",
        "The best placement with the default values of the parameters and the inventory candidates.csv has the value \
         11496.17. Demand Candidate vGMuxInfra mux-hou vG vg-hou",
        "Candidate Distance Cost Value Outcome mux-hou 383.21 km 1 3832.06 chosen",
        "mux-nyc 2218.76 km 1 22187.63 eliminated by mux_near: 2218.8 km is not < 500 km",
        "weight of customer_loc to vGMuxInfra 10 at least 0",
        "mux_near < 500 km at least 383.21 km",
        "Parameter Value Used in w1 10 optimization/minimize/sum/0/product/0",
    ] {
        assert!(page.contains(part), "no `{part}` in {page}");
    }
    // In narrow windows, each cell has the title of its column.
    let html = folder.read("out/homing/file/vcpe.yaml.html");
    assert!(html.contains("data-label=\"Outcome\">chosen<"), "{html}");
    // Without a placement the page says why.
    folder.write("vcpe.yaml", PLACED.replace("< 500 km", "< 100 km"));
    built(&folder);
    let page = main_of(&folder, "homing/file/vcpe.yaml.html");
    for part in [
        "There is no placement with the default values of the parameters and the inventory candidates.csv .",
        "no placement meets mux_near and colocate together: a plan exists if mux_near is <= 383.2056829933384 km ; a plan \
         exists without colocate",
    ] {
        assert!(page.contains(part), "no `{part}` in {page}");
    }
}
