//! Rewrites that keep the meaning of a service template keep its findings: the notation of definitions and assignments,
//! the names of built-in types, and the prefix of an import. The oracle is the template before the rewrite.

use std::collections::{BTreeMap, BTreeSet};

use descriptorium_core::analysis::Analysis;
use descriptorium_core::settings::Settings;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::Workspace;
use descriptorium_tests::chance::Chance;
use descriptorium_tests::paths;

fn path() -> FilePath {
    FilePath::new("service.yaml").expect("a path")
}

fn analysis(text: &str) -> Analysis {
    Analysis::new(Workspace::new([(path(), text.to_owned())]), Settings::default())
}

/// The codes of the findings with their numbers. Messages can quote the rewritten text.
fn codes(analysis: &Analysis) -> BTreeMap<&'static str, usize> {
    let mut codes = BTreeMap::new();
    for found in analysis.diagnostics(&path()).iter() {
        *codes.entry(found.code).or_insert(0) += 1;
    }
    codes
}

/// The text after a rewrite with this in its title at the first occurrence of `at`.
fn rewritten(text: &str, at: &str, title: &str) -> Option<String> {
    let analysis = analysis(text);
    let offset = text.find(at).expect(at);
    let changes = analysis.rewrites(&path(), offset);
    let change = changes.iter().find(|change| change.title.contains(title))?;
    Some(change.edits[&path()].apply(text).expect("it fits"))
}

const TEXT: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
imports:
  - types.yaml # a comment
node_types:
  App:
    derived_from: tosca.nodes.Root
    properties:
      tags: {type: list, entry_schema: string}
    capabilities:
      feed: tosca.capabilities.Endpoint
    requirements:
      - data: {capability: Endpoint}
    interfaces:
      Standard:
        create: create.sh
topology_template:
  node_templates:
    app:
      type: App
      requirements:
        - data: db # the data
    db: {type: 'tosca:Database'}
";

#[test]
fn notations_are_rewritten_in_both_directions() {
    for (at, extended) in [
        ("feed: tosca", "type: tosca.capabilities.Endpoint"),
        ("data: db", "node: db"),
        ("create: create.sh", "implementation: create.sh"),
        ("types.yaml", "file: types.yaml"),
        ("string}", "type: string"),
    ] {
        let after = rewritten(TEXT, at, "extended notation").unwrap_or_else(|| panic!("no rewrite at {at:?}"));
        assert!(after.contains(extended), "{after}");
        assert!(after.contains("# a comment") && after.contains("# the data"), "{after}");
        let value = |text: &str| serde_yaml::from_str::<serde_yaml::Value>(text).expect("YAML");
        assert_ne!(value(&after), value(TEXT));
        // A comment behind the key would be lost.
        let after = after.replace(" # the data", "");
        let back = rewritten(&after, extended, "short notation").unwrap_or_else(|| panic!("no way back from {after}"));
        assert_eq!(value(&back), value(TEXT), "{back}");
    }
    let short = rewritten(TEXT, "capability: Endpoint", "short notation").expect("a rewrite");
    assert!(short.contains("- data: Endpoint"), "{short}");
    // Not a notation: a template with its type alone, and a comment that would be lost.
    assert_eq!(rewritten(TEXT, "app:\n", "notation"), None);
    let commented = TEXT.replace("{capability: Endpoint}", "\n          # why\n          capability: Endpoint");
    assert_eq!(rewritten(&commented, "capability: Endpoint", "notation"), None);
}

#[test]
fn built_in_types_get_one_form_in_the_whole_file() {
    let names = |text: &str| {
        let words = text.split(|one: char| !one.is_alphanumeric() && !".:".contains(one));
        words.filter(|word| word.contains("Endpoint") || word.contains("Database")).collect::<BTreeSet<_>>().len()
    };
    assert_eq!(names(TEXT), 3);
    for (title, endpoint, database) in [
        ("`tosca.capabilities.Endpoint`", "feed: tosca.capabilities.Endpoint", "type: 'tosca.nodes.Database'"),
        ("`Endpoint`", "feed: Endpoint", "type: 'Database'"),
        ("`tosca:Endpoint`", "feed: tosca:Endpoint", "type: 'tosca:Database'"),
    ] {
        let after = rewritten(TEXT, "tosca.capabilities.Endpoint", title).expect(title);
        assert!(after.contains(endpoint) && after.contains(database), "{after}");
        assert!(after.contains("type: App"), "own types stay: {after}");
    }
    // A type of the file with the short name would be another one.
    let hidden = TEXT.replace("node_types:\n", "node_types:\n  Database: {derived_from: tosca.nodes.Root}\n");
    let after = rewritten(&hidden, "tosca.capabilities.Endpoint", "`Endpoint`").expect("a rewrite");
    assert!(after.contains("type: 'tosca:Database'"), "{after}");
    assert_eq!(rewritten(TEXT, "App:\n", "built-in"), None);
}

/// In recorded templates, each rewrite keeps the findings.
#[test]
fn findings_do_not_depend_on_notations_and_names() {
    let Some(fixtures) = paths::shared("fixtures/tosca") else { return };
    let (mut n_notations, mut n_names) = (0, 0);
    let mut chance = Chance::new(18);
    for (file, text) in paths::texts(&fixtures, &[".yaml"]) {
        // Alone, each file lacks its imports, before and after.
        let before = analysis(&text);
        let expected = codes(&before);
        let mut seen = BTreeSet::new();
        for _ in 0..6 {
            let offset = chance.boundary(&text);
            for change in before.rewrites(&path(), offset) {
                let after = change.edits[&path()].apply(&text).expect("it fits");
                if !seen.insert(after.clone()) {
                    continue;
                }
                let is_name = change.title.starts_with("Write built-in");
                *if is_name { &mut n_names } else { &mut n_notations } += 1;
                let found = codes(&analysis(&after));
                // A mistake can have one message in one notation and another one in the other.
                let is_same = if expected.is_empty() || is_name {
                    found == expected
                } else {
                    found.len() >= expected.len().min(1)
                };
                assert!(is_same, "{file}: {}\n{expected:?}\n{found:?}\n{after}", change.title);
            }
        }
    }
    println!("{n_notations} notations and {n_names} forms of names");
    assert!(n_notations > 100 && n_names > 100, "{n_notations} notations and {n_names} forms of names");
}

/// Types under the prefix of an import are the same types.
#[test]
fn findings_do_not_depend_on_the_prefix_of_an_import() {
    let mut chance = Chance::new(7);
    for round in 0..60 {
        let n_types = 2 + chance.below(5);
        let mut library = "tosca_definitions_version: tosca_simple_yaml_1_2\nnode_types:\n".to_owned();
        for index in 0..n_types {
            let parent = if index == 0 { "tosca.nodes.Root".to_owned() } else { format!("T{}", chance.below(index)) };
            let required = chance.below(2) == 0;
            library += &format!(
                "  T{index}:\n    derived_from: {parent}\n    properties:\n      p{index}: {{type: integer, required: {required}, \
                 constraints: [in_range: [1, {}]]}}\n    capabilities: {{c{index}: tosca.capabilities.Endpoint}}\n    requirements:\n      \
                 - r{index}: {{capability: tosca.capabilities.Endpoint, node: T{}, occurrences: [{}, 1]}}\n",
                1 + chance.below(5),
                chance.below(n_types),
                chance.below(2)
            );
        }
        let mut nodes = String::new();
        for node in 0..4 {
            let of = chance.below(n_types + 1);
            nodes += &format!(
                "    n{node}:\n      type: @T{of}\n      properties: {{p{}: {}}}\n      requirements: [r{}: n{}]\n",
                chance.below(n_types),
                chance.below(6),
                chance.below(n_types),
                chance.below(4)
            );
        }
        let template = |import: &str, prefix: &str| {
            format!(
                "tosca_definitions_version: tosca_simple_yaml_1_2\nimports: [{import}]\ntopology_template:\n  node_templates:\n{}",
                nodes.replace('@', prefix)
            )
        };
        let findings = |import: &str, prefix: &str| -> BTreeSet<(String, usize, String)> {
            let text = template(import, prefix);
            let library_path = FilePath::new("library.yaml").expect("a path");
            let files = [(path(), text), (library_path, library.clone())];
            let analysis = Analysis::new(Workspace::new(files), Settings::default());
            let file = analysis.file(&path()).expect("a file");
            let found = analysis.diagnostics(&path()).to_vec();
            let line = |found: &descriptorium_core::diagnostic::Diagnostic| file.lines.line(found.span.start as usize);
            // A type that does not exist has its name as written.
            let each =
                found.iter().map(|found| (found.code.to_owned(), line(found), found.message.replace("lib:", "")));
            each.collect()
        };
        let plain = findings("library.yaml", "");
        let prefixed =
            findings("{file: library.yaml, namespace_uri: 'http://example.org/lib', namespace_prefix: lib}", "lib:");
        let comparable = |all: &BTreeSet<(String, usize, String)>| -> BTreeSet<(String, usize)> {
            all.iter().map(|(code, line, _)| (code.clone(), *line)).collect()
        };
        assert_eq!(
            comparable(&plain),
            comparable(&prefixed),
            "round {round}:\n{library}\n{}\n{plain:#?}\n{prefixed:#?}",
            template("library.yaml", "")
        );
    }
}
