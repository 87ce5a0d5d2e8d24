//! Expansions on the page of a descriptor and in its JSON. The oracles are the command `expand` and counting by hand.

use descriptorium_tests::generated;
use scraper::{Html, Selector};
use serde_json::{Value, json};

use crate::suite::program::Folder;

const NODE: &str = "\
name: resource::node::1.0
properties:
  address: {type: string, read-only: true}
  size: {type: integer, default: 3}
lifecycle: {Install: {}, Start: {}}
";
const INNER: &str = "\
name: assembly::inner::1.0
properties:
  location: {type: string, required: true}
  all: {type: list, read-only: true, value: '${node.address}'}
composition:
  node: {type: resource::node::1.0, cluster: {initial-quantity: 2, minimum-nodes: 1, maximum-nodes: 4}}
";
const OUTER: &str = "\
name: assembly::outer::1.0
properties:
  location: {type: string, required: true}
  note: {type: string}
  many: {type: integer, default: 5}
composition:
  in: {type: assembly::inner::1.0, properties: {location: {value: '${location}'}}}
  spare: {type: resource::node::1.0, quantity: '${many}', properties: {size: {value: '${in.all}'}}}
  lost: {type: resource::lost::1.0}
references:
  net: {type: resource::node::1.0}
";

fn built(files: &[(&str, &str)]) -> Folder {
    let folder = Folder::new(files);
    let run = folder.run(&["build", ".", "--out", "out"]);
    assert!(run.code < 2, "{run:?}");
    folder
}

fn page_json(folder: &Folder, path: &str) -> Value {
    serde_json::from_str(&folder.read(&format!("out/{path}.json"))).expect("JSON")
}

/// The texts of the elements at `selector`, with normalized whitespace.
fn texts(folder: &Folder, path: &str, selector: &str) -> Vec<String> {
    let html = Html::parse_document(&folder.read(&format!("out/{path}.html")));
    let selector = Selector::parse(selector).expect("a selector");
    let found = html.select(&selector).map(|one| one.text().collect::<String>());
    found.map(|text| text.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}

#[test]
fn the_section_says_what_there_is_and_what_is_not_known() {
    let folder = built(&[("node.yaml", NODE), ("inner.yaml", INNER), ("outer.yaml", OUTER)]);
    let page = "assembly/outer/1.0";
    // Below the root: one assembly with two nodes, five nodes next to it, a reference, and an unresolved type.
    let note = &texts(&folder, page, "h2#expansion ~ p.note")[0];
    assert!(note.contains("1 assembly, 7 resources, 1 reference and 1 of unknown type."), "{note}");
    let unset = &texts(&folder, page, "h2#expansion ~ p:not(.note)")[0];
    assert!(unset.ends_with("location (required), note."), "{unset}");
    assert_eq!(
        texts(&folder, page, ".instances tbody th"),
        ["in", "node", "1", "2", "spare", "1", "2", "3", "lost", "net"]
    );
    let types = [
        "assembly::inner::1.0",
        "cluster of 2 instances, at least 1, at most 4",
        "resource::node::1.0",
        "resource::node::1.0",
        "5 instances; the first 3 are shown",
        "resource::node::1.0",
        "resource::node::1.0",
        "resource::node::1.0",
        "resource::lost::1.0, not expanded",
        "resource::node::1.0, existing",
    ];
    assert_eq!(texts(&folder, page, ".instances tbody th + td"), types);
    let summaries = ["2 values", "1 value, 1 default", "1 value, 1 default", "2 values", "2 values", "2 values"];
    assert_eq!(texts(&folder, page, ".instances summary"), summaries);
    let values = texts(&folder, page, ".instances tbody tr:nth-child(6) dl");
    assert_eq!(
        values,
        ["address<runtime outer__spare__1.address> runtime\
          size[<runtime outer__in__node__1.address>, <runtime outer__in__node__2.address>] mapped from in.all"]
    );
    assert_eq!(
        texts(&folder, page, ".instances tbody tr:nth-child(3) dl"),
        ["address<runtime outer__in__node__1.address> runtimesize3 default"]
    );
    let html = Html::parse_document(&folder.read("out/assembly/outer/1.0.html"));
    let links = Selector::parse(".instances .origin a").expect("a selector");
    let links: Vec<(String, &str)> =
        html.select(&links).map(|link| (link.text().collect(), link.attr("href").expect("an address"))).collect();
    let [given, inner] =
        [("location", "1.0.html#/properties/location"), ("node.address", "../inner/1.0.html#/composition/node")];
    let spare = ("in.all", "1.0.html#/composition/in");
    let expected = [given, inner, spare, spare, spare].map(|(text, href)| (text.to_owned(), href));
    assert_eq!(links, expected);
    assert_eq!(
        texts(&folder, page, "h2#expansion ~ p:last-child code"),
        ["descriptorium expand assembly::outer::1.0 --catalog ."]
    );
    let markdown = folder.read("out/assembly/outer/1.0.md");
    for part in [
        "- `outer__in__node__2`: `resource::node::1.0`\n  - `address`: `<runtime outer__in__node__2.address>` (runtime)\n  - `size`: `3` (default)\n",
        " (mapped from `location`)\n",
        "- `outer__spare` (group)\n",
        "- and 2 more\n",
    ] {
        assert!(markdown.contains(part), "no {part:?} in\n{markdown}");
    }
    // A resource has no instances other than itself.
    assert_eq!(texts(&folder, "resource/node/1.0", "#expansion"), [""; 0]);
    assert_eq!(page_json(&folder, "resource/node/1.0").get("expansion"), None);
}

/// The oracle is the command that the page shows.
#[test]
fn programs_get_what_the_command_prints() {
    let folder = built(&[
        ("node.yaml", NODE),
        ("inner.yaml", INNER),
        ("outer.yaml", &OUTER.replace("default: 5", "default: 2")),
    ]);
    let expansion = &page_json(&folder, "assembly/outer/1.0")["expansion"];
    let command = expansion["command"].as_str().expect("a command");
    let mut words: Vec<&str> = command.split(' ').skip(1).collect();
    words.extend(["--format", "json"]);
    let run = folder.run(&words);
    let printed: Value = serde_json::from_str(&run.output).expect("JSON");
    let (instances, all) =
        (expansion["instances"].as_array().expect("a list"), printed["instances"].as_array().expect("a list"));
    assert_eq!(instances.len(), all.len() - 1, "all but the root");
    for (instance, printed) in instances.iter().zip(&all[1..]) {
        let mut printed = printed.clone();
        let values = printed["properties"].as_object_mut().expect("properties");
        let is_default = |value: &&Value| value["origin"] == "default" || value["origin"] == "static";
        let n_defaults = values.values().filter(is_default).count();
        // The sources of mapped values are only on the page.
        for (name, value) in values.iter_mut().filter(|(_, value)| value["origin"] == "mapped") {
            value["from"] = instance["properties"][name]["from"].clone();
            assert!(value["from"]["references"].as_array().is_some_and(|from| !from.is_empty()), "{value}");
        }
        if n_defaults > 0 {
            printed["defaults"] = n_defaults.into();
        }
        assert_eq!(*instance, printed);
    }
    let bare = |plan: &Value| -> Vec<Vec<Value>> {
        let stages = plan["stages"].as_array().expect("stages").iter();
        let actions = stages.map(|stage| stage.as_array().expect("actions").iter());
        actions.map(|actions| actions.map(|action| json!([action["action"], action["instance"]])).collect()).collect()
    };
    assert_eq!(bare(&expansion["plan"]), bare(&printed["plan"]));
    assert_eq!(expansion["isComplete"], true);
    assert_eq!(expansion["unset"], json!(["location", "note"]));
    assert_eq!(expansion["counts"]["resource"], 4);
}

#[test]
fn large_expansions_are_truncated_but_counted_completely() {
    let text = "x".repeat(100_000);
    let huge =
        format!("name: assembly::huge::1.0\nproperties:\n  text: {{type: string, default: {text}}}\ncomposition:\n");
    let wide: String = (0..90).map(|number| format!("  n{number}: {{type: resource::node::1.0, quantity: 100, properties: {{size: {{value: '${{text}}'}}}}}}\n")).collect();
    let folder = built(&[("node.yaml", NODE), ("huge.yaml", &(huge + &wide))]);
    let page = "assembly/huge/1.0";
    let note = &texts(&folder, page, "h2#expansion ~ p.note")[0];
    assert!(note.contains(" 9,000 resources."), "{note}");
    let rows = texts(&folder, page, ".instances tbody tr");
    // Ten groups with three instances each.
    assert_eq!(rows.len(), 40);
    assert!(rows[0].contains("100 instances; the first 3 are shown"), "{}", rows[0]);
    assert_eq!(texts(&folder, page, ".scroll + .rest > summary"), ["and 8970 more"]);
    let section: String = texts(&folder, page, "section:has(> #expansion)").concat();
    assert!(section.len() < 64 << 10, "{} bytes", section.len());
    let expansion = &page_json(&folder, page)["expansion"];
    assert!(expansion.to_string().len() < 128 << 10, "{} bytes", expansion.to_string().len());
    assert_eq!(expansion["isComplete"], false);
    assert_eq!(expansion["counts"]["resource"], 9000);
    let value = &expansion["instances"][1]["properties"]["size"];
    assert!(
        value.get("value").is_none() && value["beginning"].as_str().is_some_and(|text| text.starts_with("\"xxx")),
        "{value}"
    );
}

#[test]
fn names_that_a_shell_would_take_for_more_are_quoted() {
    let folder = built(&[
        ("node.yaml", NODE),
        ("it's $HOME.yaml", "composition:\n  n: {type: resource::node::1.0}\nproperties: {}\n"),
    ]);
    let index: Value = serde_json::from_str(&folder.read("out/index.json")).expect("JSON");
    let paths: Vec<&str> =
        index["descriptors"].as_array().expect("a list").iter().filter_map(|one| one["json"].as_str()).collect();
    let path = paths.iter().find(|path| path.contains("~h~o~m~e")).expect("it is there").trim_end_matches(".json");
    let command = page_json(&folder, path)["expansion"]["command"].clone();
    assert_eq!(command, "descriptorium expand 'it'\\''s $HOME.yaml' --catalog .");
}

/// A third of the generated descriptors are assemblies.
#[test]
fn every_assembly_of_a_catalog_has_a_section() {
    let folder = Folder::new(&[]);
    for (path, text) in generated::catalog(60) {
        folder.write(&path, text);
    }
    assert!(folder.run(&["build", ".", "--out", "out"]).code < 2);
    let index: Value = serde_json::from_str(&folder.read("out/index.json")).expect("JSON");
    let mut n_assemblies = 0;
    for one in index["descriptors"].as_array().expect("a list") {
        let path = one["json"].as_str().expect("a path").trim_end_matches(".json");
        let is_assembly = path.starts_with("assembly/");
        n_assemblies += usize::from(is_assembly);
        assert_eq!(page_json(&folder, path)["expansion"].is_object(), is_assembly, "{path}");
    }
    assert!(n_assemblies > 10, "{n_assemblies}");
}
