//! `descriptorium check` in CI: formats, fixes, baselines, severities, and ignore comments.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

use descriptorium_core::analysis::{Analysis, example};
use descriptorium_core::rules;
use descriptorium_core::settings::Settings;
use descriptorium_core::text::FilePath;
use serde_json::json;

use crate::suite::program::{Folder, Run};

/// An error at line 6.
const VIDEO: &str = "\
name: assembly::video::1.0
properties:
  zone:
    type: string
    default: north
    value: ${regoin}
  region: {read-only: true, value: north}
composition: {}
";

fn codes(run: &Run) -> Vec<String> {
    let report = run.json();
    let found = report["diagnostics"].as_array().expect("a list");
    found.iter().map(|found| found["code"].as_str().expect("a code").to_owned()).collect()
}

fn check(folder: &Folder, arguments: &[&str]) -> Run {
    folder.run(&[&["check", "--format", "json"], arguments].concat())
}

#[test]
fn junit_is_a_suite_for_each_file_and_a_failure_for_each_error() {
    let folder = Folder::new(&[("a.yaml", VIDEO), ("b.yaml", "name: resource::b::1.0\nlifecycle: {Install: {}}\n")]);
    folder.write(
        "c<&\".yaml",
        "name: assembly::c::1.0\nproperties: {}\ncomposition:\n  x: {type: \"resource::<]]>::1.0\"}\n",
    );
    let run = folder.run(&["check", "--format", "junit"]);
    assert_eq!(run.code, 1, "{run:?}");
    let xml = roxmltree::Document::parse(&run.output).unwrap_or_else(|error| panic!("{error}: {}", run.output));
    let root = xml.root_element();
    // The required names and attributes in the schema of Jenkins's xUnit plugin.
    assert_eq!(root.tag_name().name(), "testsuites");
    let number =
        |node: &roxmltree::Node<'_, '_>, name| node.attribute(name).and_then(|text| text.parse::<usize>().ok());
    let suites: Vec<_> = root.children().filter(roxmltree::Node::is_element).collect();
    let names: Vec<_> = suites.iter().filter_map(|suite| suite.attribute("name")).collect();
    assert_eq!(names, ["a.yaml", "b.yaml", "c<&\".yaml"]);
    let (mut tests, mut failures) = (0, 0);
    for suite in &suites {
        let cases: Vec<_> = suite.children().filter(|node| node.has_tag_name("testcase")).collect();
        let failed = suite.descendants().filter(|node| node.has_tag_name("failure")).count();
        assert_eq!((number(suite, "tests"), number(suite, "failures")), (Some(cases.len()), Some(failed)));
        assert!(!cases.is_empty() && number(suite, "errors") == Some(0));
        for case in cases {
            assert!(case.attribute("name").is_some() && case.attribute("classname").is_some());
        }
        (tests, failures) = (tests + number(suite, "tests").unwrap_or(0), failures + failed);
    }
    assert_eq!((number(&root, "tests"), number(&root, "failures")), (Some(tests), Some(failures)));
    let failure = xml.descendants().find(|node| node.has_tag_name("failure")).expect("a failure");
    assert_eq!(failure.attribute("type"), Some("assembly/no-such-property"));
    assert!(failure.text().is_some_and(|text| text.starts_with("a.yaml:6:")), "{:?}", failure.text());
}

#[test]
fn annotations_name_the_place_and_stay_on_their_line() {
    let folder = Folder::new(&[("a.yaml", VIDEO)]);
    let run = folder.run(&["check", "--format", "github"]);
    assert_eq!(run.code, 1);
    let error = run.output.lines().find(|line| line.starts_with("::error ")).expect("an error");
    let expected = "::error file=a.yaml,line=6,endLine=6,col=14,endColumn=20,title=assembly/no-such-property::";
    assert!(error.starts_with(expected), "{error}");
    assert!(error.contains("%0Ahelp: did you mean `region`?"), "{error}");
}

/// Spaces in a reference and a missing section: both have safe fixes.
const FIXABLE: &str = "\
name: assembly::video::1.0   # what it is
properties:
  region:
    type: string
    default: north
  copy:
    type: string
    read-only: true
    value: ${ region }
";

#[test]
fn fix_does_what_is_safe_and_a_dry_run_shows_it_as_a_patch() {
    let folder = Folder::new(&[("a.yaml", FIXABLE), ("b/b.yaml", FIXABLE)]);
    let safe: usize = {
        let report = check(&folder, &[]).json();
        let found = report["diagnostics"].as_array().expect("a list").clone();
        found
            .iter()
            .filter(|found| found["fixes"].as_array().is_some_and(|fixes| fixes.iter().any(|fix| fix["safe"] == true)))
            .count()
    };
    assert!(safe > 0, "the example has something to fix: {:?}", check(&folder, &[]));
    let dry = folder.run(&["check", "--fix", "--dry-run"]);
    assert_eq!(folder.read("a.yaml"), FIXABLE, "a dry run writes nothing");
    assert!(dry.errors.contains("would be applied in 2 files"), "{dry:?}");
    // As JSON, together with the findings.
    let json = folder.run(&["check", "--fix", "--dry-run", "--format", "json"]).json();
    let patches: String =
        json["changes"].as_array().expect("a list").iter().filter_map(|one| one["patch"].as_str()).collect();
    assert_eq!(patches, dry.output);
    assert_eq!((&json["changes"][1]["file"], &json["files"]), (&"b/b.yaml".into(), &2.into()));
    assert!(json["fixes"].as_u64().is_some_and(|fixes| fixes > 0) && json["diagnostics"].is_array(), "{json}");
    assert_eq!(folder.run(&["check", "--fix", "--dry-run", "--format", "junit"]).code, 2);
    folder.write("fixes.patch", &dry.output);
    // The oracle is git: the patch applies, and has the same result as the fix.
    let copy = Folder::new(&[("a.yaml", FIXABLE), ("b/b.yaml", FIXABLE)]);
    let patch = folder.at("fixes.patch");
    let applied =
        Command::new("git").args(["apply", "--whitespace=nowarn"]).arg(&patch).current_dir(copy.path()).output();
    assert!(applied.expect("git is there").status.success(), "{}", dry.output);
    let run = folder.run(&["check", "--fix"]);
    assert!(run.errors.contains("applied in 2 files"), "{run:?}");
    for path in ["a.yaml", "b/b.yaml"] {
        assert_eq!(folder.read(path), copy.read(path), "{path}");
        assert_ne!(folder.read(path), FIXABLE);
        assert!(folder.read(path).contains("# what it is"));
    }
    let again = folder.run(&["check", "--fix", "--dry-run"]);
    assert!(again.output.is_empty() && again.errors.contains("0 safe fixes"), "{again:?}");
}

/// The bad example of each rule with a safe fix, twice: the fixes of the rule in the modeller have the result of the program,
/// and as many as it says.
#[test]
fn the_fixes_of_one_rule_are_those_that_the_program_selects() {
    let mut rules = 0;
    for rule in rules::all() {
        // Those need other settings, or an earlier version.
        if rule.bad.starts_with("# profile:") || rule.bad.contains("# released:") {
            continue;
        }
        let files = example::files(rule.bad).into_iter();
        let twice: Vec<(FilePath, String)> = files
            .flat_map(|(path, text)| ["a", "b"].map(|folder| (format!("{folder}/{path}"), text.clone())))
            .filter_map(|(path, text)| Some((FilePath::new(&path)?, text)))
            .collect();
        let analysis = Analysis::new(example::workspace(twice.clone()), Settings::default());
        let Some(count) = analysis.n_fixable().get(rule.code).copied() else { continue };
        let fixed = analysis.fix_all_of(rule.code).expect("the fixes fit");
        assert_eq!(fixed.n_fixes, count, "{}", rule.code);
        assert!(fixed.change.title.ends_with(&format!("of {}", rule.code)), "{}", fixed.change.title);
        let written: Vec<(&str, &str)> = twice.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
        let folder = Folder::new(&written);
        let run = folder.run(&["check", "--fix", "--select", rule.code]);
        assert!(run.errors.contains(&format!("{count} safe fix")), "{}: {run:?}", rule.code);
        for file in fixed.analysis.workspace().files() {
            assert_eq!(folder.read(file.path.as_str()), *file.text, "{}: {}", rule.code, file.path);
        }
        rules += 1;
    }
    assert!(rules > 15, "{rules}");
}

#[test]
fn unsafe_fixes_are_counted() {
    let folder = Folder::new(&[("a.yaml", VIDEO), ("b.yaml", &VIDEO.replace("::video::", "::audio::"))]);
    let run = folder.run(&["check", "--fix"]);
    let found = run.output.matches("did you mean `region`?").count();
    assert!(found == 2 && run.errors.contains("; 2 findings more have fixes that may change"), "{run:?}");
    assert_eq!(folder.read("a.yaml"), VIDEO);
}

#[test]
fn a_fix_keeps_aliased_values() {
    let text = "name: assembly::a::1.0\nproperties:\n  size: {type: string, default: &n '3'}\ncomposition:\n  web:\n    \
                type: resource::web::1.0\n    quantity: *n\n    properties: {}\n";
    let folder = Folder::new(&[
        ("a.yaml", text),
        ("web.yaml", "name: resource::web::1.0\nproperties: {}\nlifecycle: {Create: {}}\n"),
    ]);
    let found = folder.run(&["check", "--format", "json"]).json();
    let found = found["diagnostics"].as_array().expect("a list").clone();
    let quantity = found.into_iter().find(|found| found["code"] == "assembly/bad-quantity");
    let fixes = quantity.expect("a quantity is a number")["fixes"].as_array().expect("a list").clone();
    assert!(!fixes.is_empty() && fixes.iter().all(|fix| fix["safe"] == false), "{fixes:?}");
    folder.run(&["check", "--fix"]);
    assert_eq!(folder.read("a.yaml"), text);
}

/// Of two keys with one meaning, or of one name, only one is read: a fix must not write over the other.
#[test]
fn a_safe_fix_never_removes_a_value() {
    let head = "name: assembly::a::1.0\nproperties:\n  p:\n    type: list\n";
    let texts = [
        format!(
            "{head}    entry_schema: {{type: string, description: x}}\n    entry-schema: integer\ncomposition: {{}}\n"
        ),
        format!(
            "{head}    entry-schema: integer\n    entry_schema: {{type: string, description: x}}\ncomposition: {{}}\n"
        ),
        format!("{head}    entry_schema: integer\n    entrySchema: string\ncomposition: {{}}\n"),
        format!("{head}    entry-schema: integer\n    entry-schema: string\ncomposition: {{}}\n"),
        format!("{head}  p:\n    type: list\n    entry-schema: integer\ncomposition: {{}}\n"),
        format!("{head}  q: {{value: x}}\n  q:\ncomposition: {{}}\n"),
        format!("{head}  q: {{read_only: true, readOnly: false}}\ncomposition: {{}}\n"),
        format!(
            "{head}composition: {{}}\nrelationships:\n  r:\n    source-capabilities: [a.b]\n  r:\n    \
             source-capabilities: c.d\n    target-requirements: e.f\n    target-requirements: g.h\n"
        ),
    ];
    for text in texts {
        let folder = Folder::new(&[("a.yaml", &text)]);
        let run = folder.run(&["check", "--fix"]);
        assert!(!run.errors.contains("stopped"), "{run:?}");
        let fixed = folder.read("a.yaml");
        let values = |text: &str| {
            let ends = |character: char| !character.is_alphanumeric() && character != '.';
            let mut values: Vec<String> = text.split(ends).map(str::to_owned).collect();
            values.retain(|word| {
                ["string", "description", "x", "integer", "true", "false", "a.b", "c.d", "e.f", "g.h"]
                    .contains(&word.as_str())
            });
            values.sort();
            values
        };
        assert_eq!(values(&fixed), values(&text), "{text}\n{fixed}");
        let again = folder.run(&["check", "--fix"]);
        assert!(again.errors.starts_with("0 safe fixes"), "{again:?}");
    }
}

#[test]
fn a_fix_follows_a_link_and_keeps_the_permissions_of_the_file() {
    let folder = Folder::new(&[("real/a.yaml", FIXABLE)]);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::os::unix::fs::symlink("real/a.yaml", folder.at("link.yaml")).expect("links can be made");
        fs::set_permissions(folder.at("real/a.yaml"), fs::Permissions::from_mode(0o640)).expect("set");
        let killed = "real/.descriptorium-0123456789abcdef.tmp";
        let hour = Duration::from_secs(3600);
        folder.write(killed, "");
        folder.date(killed, std::time::SystemTime::now() - hour);
        let run = folder.run(&["check", "link.yaml", "--fix"]);
        assert!(run.errors.contains("applied in 1 file"), "{run:?}");
        let metadata = |path| fs::symlink_metadata(folder.at(path)).expect("it is there");
        assert!(metadata("link.yaml").is_symlink());
        assert_eq!(metadata("real/a.yaml").permissions().mode() & 0o777, 0o640);
        assert_ne!(folder.read("real/a.yaml"), FIXABLE);
        assert_eq!(fs::read_dir(folder.at("real")).expect("a folder").count(), 1, "no draft is left");
    }
}

/// The oracle is a check of the whole catalog from its root.
#[test]
fn a_part_of_a_catalog_is_checked_as_a_part_wherever_one_is() {
    const USER: &str = "name: assembly::v::1.0\nproperties: {}\ncomposition:\n  b: {type: resource::b::1.0}\n  \
                        lost: {type: resource::lost::1.0}\n";
    let folder = Folder::new(&[
        ("cat/descriptorium.yaml", "rules: {assembly/missing-placement: off}\nbaseline: known.json\n"),
        ("cat/known.json", "{\"version\": 1, \"findings\": []}\n"),
        ("cat/asm/v.yaml", USER),
        ("cat/res/b.yaml", "name: resource::b::1.0\nproperties: {}\nlifecycle: {Install: {}}\nreference: {}\n"),
        ("lone/v.yaml", USER),
    ]);
    let run = |at: &str, arguments: &[&str]| {
        let command = folder.command(arguments).current_dir(folder.at(at)).output();
        Run::of(command.expect("the program starts"))
    };
    let findings = |at: &str, paths: &[&str]| -> Vec<(String, String)> {
        let found = run(at, &[&["check", "--format", "json"], paths].concat()).json();
        let found = found["diagnostics"].as_array().expect("a list").clone();
        let text = |value: &serde_json::Value| value.as_str().expect("a text").to_owned();
        found.iter().map(|found| (text(&found["file"]), text(&found["code"]))).collect()
    };
    let missing = |file: &str| vec![(file.to_owned(), "catalog/no-such-descriptor".to_owned())];
    let of_asm = |found: Vec<(String, String)>| -> Vec<(String, String)> {
        found.into_iter().filter(|(file, _)| file.contains("asm")).collect()
    };
    assert_eq!(of_asm(findings("cat", &[])), missing("asm/v.yaml"));
    assert_eq!(findings("cat", &["asm"]), missing("asm/v.yaml"), "nothing of `res` was asked");
    assert_eq!(findings("cat/asm", &[]), missing("v.yaml"));
    assert_eq!(findings("", &["cat/asm"]), missing("cat/asm/v.yaml"));
    assert_eq!(findings("cat/res", &["../asm"]), missing("../asm/v.yaml"));
    let lone = findings("", &["lone"]);
    assert_eq!(lone.iter().filter(|(_, code)| code == "catalog/no-such-descriptor").count(), 2, "of no catalog");

    // An expansion also resolves names in the catalog.
    let expanded = run("cat/asm", &["expand", "v.yaml", "--format", "json"]).output;
    let by_name = run("cat", &["expand", "assembly::v::1.0", "--format", "json"]).output;
    assert_eq!(expanded, by_name.replace("asm/v.yaml", "v.yaml"));
    assert_eq!(run("cat/asm", &["expand", "resource::b::1.0"]).code, run("cat", &["expand", "res/b.yaml"]).code);

    // Known findings are recognized in any current folder, and those in unchecked files are not gone.
    let n_all = findings("cat", &[]).len();
    assert_eq!(run("", &["check", "cat", "--write-baseline", "cat/known.json"]).code, 0);
    for (at, path) in [("cat", "."), ("", "cat"), ("cat/asm", "."), ("cat", "asm"), ("lone", "../cat/asm/v.yaml")] {
        let run = run(at, &["check", path]);
        assert!(run.code == 0 && run.errors.is_empty(), "{at} {path}: {run:?}");
        assert!(run.output.contains("no findings, and "), "{at} {path}: {run:?}");
    }
    assert!(n_all > 1, "more than the part has");
    fs::remove_file(folder.at("cat/res/b.yaml")).expect("it is there");
    assert!(run("cat", &["check", "asm"]).errors.contains("in the baseline no longer occur"), "a file that is gone");
}

/// An empty section with the right name would be in the way of the misspelled one.
#[test]
fn misspelled_sections_are_not_added() {
    let folder =
        Folder::new(&[("a.yaml", "name: assembly::a::1.0\nProperties:\n  b: {type: string}\ncomposition: {}\n")]);
    let before = folder.read("a.yaml");
    let run = folder.run(&["check", "a.yaml", "--fix", "--format", "json"]);
    let reported = codes(&run);
    assert!(reported.contains(&"schema/unknown-key".to_owned()), "{reported:?}");
    assert!(!reported.contains(&"schema/missing-key".to_owned()), "it counts as `properties`: {reported:?}");
    assert_eq!(folder.read("a.yaml"), before);
}

/// A complete site is a success, whatever its pages show, unless a severity is denied. Known findings do not count.
#[test]
fn a_site_of_errors_is_built_without_a_failure_unless_they_are_denied() {
    let folder = Folder::new(&[("cat/a.yaml", VIDEO)]);
    let denied = |severity: &str| folder.run(&["build", "cat", "--out", "out", "--deny", severity]).code;
    let run = folder.run(&["build", "cat", "--out", "out"]);
    assert!(run.code == 0 && run.errors.contains("run `descriptorium check cat` for details"), "{run:?}");
    assert_eq!(denied("errors"), 1);
    assert_eq!(folder.run(&["check", "cat", "--write-baseline", "cat/known.json"]).code, 0);
    folder.write("cat/descriptorium.yaml", "baseline: known.json\n");
    let run = folder.run(&["build", "cat", "--out", "out", "--deny", "infos"]);
    assert!(run.code == 0 && run.output.contains("error") && run.errors.is_empty(), "{run:?}");
    folder.write("cat/b.yaml", VIDEO.replace("name: assembly::", "name: assembly::other_"));
    assert_eq!(denied("errors"), 1, "one more");
    let warned =
        Folder::new(&[("a.yaml", "name: assembly::a::1.0\nproperties:\n  p: {read_only: true}\ncomposition: {}\n")]);
    let denied = |severity: &str| warned.run(&["build", ".", "--out", "out", "--deny", severity]).code;
    assert_eq!((denied("errors"), denied("warnings")), (0, 1));
}

#[test]
fn known_findings_are_not_reported_again() {
    let folder = Folder::new(&[("a.yaml", VIDEO)]);
    let run = folder.run(&["check", "--write-baseline", "known.json"]);
    assert_eq!(run.code, 0, "{run:?}");
    let all = codes(&check(&folder, &[])).len();
    let known = ["--baseline", "known.json"];
    let run = check(&folder, &known);
    assert_eq!((run.code, codes(&run)), (0, vec![]), "{run:?}");
    let text = folder.run(&["check", "--baseline", "known.json"]).output;
    assert!(text.ends_with(&format!("no findings, and {all} known\n")), "{text}");
    // Findings that move within their file stay known.
    folder.write("a.yaml", format!("# a line more\n{VIDEO}"));
    assert_eq!(check(&folder, &known).code, 0);
    // A second finding of the same kind is new.
    let more = VIDEO.replace("composition: {}", "  other:\n    value: ${regoin}\ncomposition: {}");
    folder.write("a.yaml", &more);
    let run = check(&folder, &known);
    assert!(run.code == 1 && codes(&run).contains(&"assembly/no-such-property".to_owned()), "{run:?}");
    // Resolved findings are reported, so that the baseline can be updated.
    folder.write("a.yaml", VIDEO.replace("regoin", "region_x"));
    assert!(check(&folder, &known).errors.contains("in the baseline no longer occur"));
    folder.write("a.yaml", VIDEO);
    folder.write("descriptorium.yaml", "baseline: known.json\n");
    assert_eq!(check(&folder, &[]).code, 0, "the catalog names it");
    for bad in ["", "{}", "[1]", "{\"version\": 2, \"findings\": []}"] {
        folder.write("known.json", bad);
        let run = check(&folder, &[]);
        assert_eq!(run.code, 2, "{bad:?}");
        assert!(run.errors.contains("cannot read") && run.errors.contains("known.json"), "{run:?}");
    }
}

#[test]
fn a_catalog_says_how_severe_its_rules_are() {
    let folder = Folder::new(&[("a.yaml", VIDEO)]);
    let severity = |settings: &str| {
        folder.write("descriptorium.yaml", settings);
        let run = check(&folder, &[]);
        let report = run.json();
        let found = report["diagnostics"].as_array().expect("a list");
        let found = found.iter().find(|found| found["code"] == "assembly/no-such-property");
        (run.code, found.map_or(json!(null), |found| found["severity"].clone()))
    };
    assert_eq!(severity(""), (1, json!("error")));
    assert_eq!(severity("rules: {assembly/no-such-property: warning}\n"), (0, json!("warning")));
    assert_eq!(severity("rules: {assembly/no-such-property: off}\n"), (0, json!(null)));
    assert_eq!(severity("rules: {assembly: info}\n"), (0, json!("info")));
    assert_eq!(severity("rules: {assembly: off, assembly/no-such-property: error}\n"), (1, json!("error")));
    folder.write("descriptorium.yaml", "rules:\n  assembly/no-such-propety: off\n");
    let report = check(&folder, &[]).json();
    let found = report["diagnostics"].as_array().expect("a list");
    let found = found.iter().find(|found| found["file"] == "descriptorium.yaml").expect("a finding");
    assert_eq!((&found["code"], &found["line"]), (&json!("catalog/bad-settings"), &json!(2)));
    assert_eq!(found["help"], "did you mean `assembly/no-such-property`?");
}

/// The keys of the schema are those that the program reads, and the schema rejects what the program rejects.
#[test]
fn the_schema_of_the_settings_is_that_of_the_program() {
    use descriptorium_core::document::schema::settings_text;
    use descriptorium_core::rules::{self, catalog_settings::CatalogSettings};
    let schema: serde_json::Value = serde_json::from_str(settings_text()).expect("JSON");
    let resolved = |value: &serde_json::Value| match value["$ref"].as_str() {
        Some(pointer) => schema.pointer(pointer.trim_start_matches('#')).expect("a definition").clone(),
        None => value.clone(),
    };
    let example = "profile: tnco\npackaging: free\nstrict: true\nrules: {yaml: off, assembly: info, schema: warning, catalog: \
                   error}\nexclude: [drafts/]\nassembly: {profile: cp4na, packaging: lmctl}\ntosca: {}\nasd: {}\nhoming: {}\nbaseline: a.json\ndescriptors: [{files: a, owner: b}]\nsite: {title: T, url: 'https://x', style: s.css, header: h.md, footer: f.md, repository: 'https://x', edit: 'https://x/{path}', pages: [a.md]}\n";
    let value: serde_json::Value = serde_yaml::from_str(example).expect("YAML");
    let keys = |value: &serde_json::Value| -> Vec<String> {
        let mut keys: Vec<String> = value.as_object().expect("an object").keys().cloned().collect();
        keys.sort();
        keys
    };
    assert_eq!(keys(&value), keys(&schema["properties"]), "every key has its place in the example");
    assert_eq!(keys(&value["site"]), keys(&resolved(&schema["properties"]["site"])["properties"]));
    CatalogSettings::read(example).expect("all of it is read");
    // Editors can complete the codes and show their documentation.
    let listed = schema["properties"]["rules"]["properties"].as_object().expect("an object");
    let titles: Vec<(String, &str)> = rules::all().map(|rule| (rule.code.to_owned(), rule.title)).collect();
    let folders = rules::codes().flat_map(|code| code.match_indices('/').map(|(at, _)| &code[..at]));
    let folders: BTreeSet<&str> = folders.collect();
    let missing = titles.iter().filter(|(code, title)| listed[code]["description"] != *title);
    assert_eq!(missing.collect::<Vec<_>>(), Vec::<&(String, &str)>::new());
    let surplus = listed.keys().filter(|key| !folders.contains(key.as_str()) && rules::find(key).is_none());
    assert_eq!(surplus.collect::<Vec<_>>(), Vec::<&String>::new());
    assert!(folders.iter().all(|folder| listed.contains_key(*folder)), "{folders:?}");
    let mut n_choices = 0;
    for (key, property) in schema["properties"].as_object().expect("an object") {
        for choice in resolved(property)["oneOf"].as_array().into_iter().flatten() {
            CatalogSettings::read(&format!("{key}: {}\n", choice["const"].as_str().expect("a text")))
                .expect("a choice is taken");
            n_choices += 1;
        }
    }
    assert_eq!(n_choices, 4, "products and packaging tools");
    let validator = jsonschema::draft202012::new(&schema).expect("a schema");
    let is_valid = |text: &str| validator.is_valid(&serde_yaml::from_str(text).expect("YAML"));
    assert!(is_valid(example) && is_valid(""));
    assert!(is_valid("rules: {tosca/no-such-type: off}"), "a code that was renamed");
    for bad in [
        "profile: x\n",
        "strict: maybe\n",
        "rules: {yaml: loud}\n",
        "site: {titel: x}\n",
        "other: 1\n",
        "tosca: {profile: tnco}\n",
        "assembly: {profile: strict}\n",
        "- a\n",
    ] {
        assert!(CatalogSettings::read(bad).is_err() && !is_valid(bad), "{bad}");
    }
}

#[test]
fn ignore_comments_work_and_unused_ones_are_reported() {
    let ignored = |text: &str| {
        let folder = Folder::new(&[("a.yaml", text)]);
        let report = check(&folder, &[]).json();
        let found = report["diagnostics"].as_array().expect("a list").clone();
        let wanted = ["assembly/no-such-property", "catalog/unused-ignore"];
        let found = found.iter().filter(|found| wanted.contains(&found["code"].as_str().unwrap_or("")));
        found.map(|found| format!("{}:{}", found["line"], found["code"].as_str().unwrap_or(""))).collect::<Vec<_>>()
    };
    let value = "    value: ${regoin}\n";
    let with = |lines: &str| ignored(&VIDEO.replace(value, lines));
    let code = "assembly/no-such-property";
    assert_eq!(with(value), ["6:assembly/no-such-property"]);
    assert!(with(&format!("    value: ${{regoin}} # descriptorium: ignore {code}\n")).is_empty());
    assert!(
        with(&format!("    # descriptorium: ignore {code} -- the server adds it\n\n    # more\n{value}")).is_empty()
    );
    assert!(with(&format!("{value}    # descriptorium: ignore-file {code}\n")).is_empty());
    assert!(
        with(&format!("    value: ${{regoin}} # descriptorium: ignore yaml, {code}\n"))[..]
            == ["6:catalog/unused-ignore"]
    );
    assert_eq!(
        with(&format!("    # descriptorium: ignore {code}\n    volatile: false\n{value}")),
        ["6:catalog/unused-ignore", "8:assembly/no-such-property"]
    );
    for bad in ["ignore", "ignroe x", "", "ignore assembly/nothing-such"] {
        let found = with(&format!("{value}    # descriptorium: {bad}\n"));
        assert_eq!(found, ["6:assembly/no-such-property", "7:catalog/unused-ignore"], "{bad}");
    }
    assert_eq!(with(&format!("{value}    # about descriptorium: ignore {code}\n")).len(), 1, "this is prose");
}

/// A watching check, which is killed at the end of the test.
struct Watch {
    process: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Watch {
    fn start(folder: &Folder, arguments: &[&str]) -> Self {
        let process = folder.command(arguments).stdout(Stdio::piped()).stderr(Stdio::null()).spawn();
        let mut process = process.expect("the program starts");
        let lines = BufReader::new(process.stdout.take().expect("its output")).lines();
        Watch { process, lines }
    }

    /// Waits for the next report and returns its last line.
    fn next(&mut self) -> String {
        let mut lines = self.lines.by_ref().map(|line| line.expect("UTF-8"));
        lines.find(|line| line.contains(" checked: ")).expect("a report")
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _killed = self.process.kill();
        let _waited = self.process.wait();
    }
}

#[test]
fn a_watch_tells_again_when_a_file_changes() {
    let folder = Folder::new(&[("a.yaml", VIDEO)]);
    let mut watch = Watch::start(&folder, &["check", "--watch"]);
    let mut next = || watch.next();
    assert!(next().contains("1 descriptor checked: 1 error"));
    folder.write("a.yaml", VIDEO.replace("regoin", "region_two").replace("default: north", "default: south"));
    assert!(next().contains("1 error"));
    folder.write("b.yaml", "name: resource::b::1.0\nlifecycle: {Install: {}}\n");
    assert!(next().contains("2 descriptors checked"));
    fs::remove_file(folder.at("a.yaml")).expect("it is there");
    assert!(next().contains("1 descriptor checked: "));
}

/// Includes the dependencies of a file, the settings of its catalog and the baseline.
#[test]
fn a_watch_follows_all_that_the_check_reads() {
    let folder = Folder::new(&[
        ("descriptorium.yaml", "baseline: known.json\n"),
        ("known.json", "{\"version\": 1, \"findings\": []}\n"),
        ("video.yaml", "name: assembly::v::1.0\nproperties: {}\ncomposition:\n  b: {type: resource::b::1.0}\n"),
    ]);
    let mut watch = Watch::start(&folder, &["check", "video.yaml", "--strict", "--watch"]);
    let mut next = || watch.next();
    let first = next();
    assert!(first.contains("1 descriptor checked: 1 error"), "{first}");
    folder.write("resource.yaml", "name: resource::b::1.0\nlifecycle: {Install: {}}\n");
    let second = next();
    assert!(!second.contains("error"), "{second}");
    fs::remove_file(folder.at("resource.yaml")).expect("it is there");
    assert!(next().contains("1 error"));
    let run = folder.run(&["check", "video.yaml", "--strict", "--write-baseline", "new.json"]);
    assert_eq!(run.code, 0, "{run:?}");
    fs::rename(folder.at("new.json"), folder.at("known.json")).expect("renamed");
    let last = next();
    assert!(last.contains("known") && !last.contains("error"), "{last}");
}

/// For a language with imports by path, only the imported files of the catalog are read, and others are not even
/// listed.
#[test]
fn a_watch_of_one_file_looks_at_what_it_imports_only() {
    let service = "tosca_definitions_version: tosca_simple_yaml_1_2\nimports: [types.yaml]\ntopology_template:\n  \
                   node_templates:\n    a: {type: my.A}\n";
    let types = |name: &str| format!("tosca_definitions_version: tosca_simple_yaml_1_2\nnode_types:\n  {name}: {{}}\n");
    let folder =
        Folder::new(&[("service.yaml", service), ("descriptorium.yaml", "{}\n"), ("other/b.yaml", &types("my.B"))]);
    let mut watch = Watch::start(&folder, &["check", "service.yaml", "--watch"]);
    let mut next = || watch.next();
    let first = next();
    assert!(first.contains("1 error"), "the import is missing: {first}");
    // These do not trigger a new check; the next change does.
    folder.write("other/b.yaml", types("my.C"));
    folder.write("other/c.yaml", types("my.D"));
    std::thread::sleep(Duration::from_millis(900));
    folder.write("types.yaml", types("my.A"));
    let second = next();
    assert!(!second.contains("error"), "{second}");
    folder.write("types.yaml", types("my.E"));
    let third = next();
    assert!(third.contains("1 error"), "{third}");
    folder.write("descriptorium.yaml", "rules: {tosca/type/no-such-type: off}\n");
    let last = next();
    assert!(!last.contains("error"), "{last}");
}

/// The contract for CI, as documented in `--help` and docs/ci.md.
#[test]
fn exit_codes_are_those_of_the_help() {
    let folder = Folder::new(&[("a.yaml", VIDEO)]);
    let code = |arguments: &[&str]| folder.run(arguments).code;
    assert_eq!(code(&["check"]), 1);
    assert_eq!(code(&["check", "--fix", "--dry-run"]), 1);
    assert_eq!(code(&["build", ".", "--out", "out"]), 0);
    assert_eq!(code(&["build", ".", "--out", "out", "--deny", "errors"]), 1);
    assert_eq!(code(&["format", "--check"]), 0);
    assert_eq!(code(&["check", "--write-baseline", "known.json"]), 0);
    assert_eq!(code(&["check", "--baseline", "known.json"]), 0);
    assert_eq!(code(&["check", "--fix", "--dry-run", "--baseline", "known.json"]), 0, "what is known does not fail");
    folder.write("b.yaml", VIDEO.replace("properties:\n", "capabilities: {c: {type: x}}\nproperties:\n"));
    assert_eq!(code(&["diff", "b.yaml", "a.yaml"]), 0);
    assert_eq!(code(&["diff", "b.yaml", "a.yaml", "--fail-on-breaking"]), 1);
    assert_eq!(code(&["diff", "a.yaml", "b.yaml", "--fail-on-breaking"]), 0, "an addition breaks nobody");
    assert_eq!(code(&["diff", "a.yaml", "none.yaml"]), 2);
}

#[test]
fn imports_are_read_relative_to_the_file() {
    let service = "\
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [types/web.yaml]
topology_template:
  node_templates:
    web: {type: example.Web, properties: {prot: 80}}
";
    let types = "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.Web: {derived_from: tosca.nodes.Root, properties: {port: {type: integer}}}
";
    let folder = Folder::new(&[("service.yaml", service)]);
    assert_eq!(codes(&check(&folder, &["service.yaml"])), ["tosca/import/no-such-import"]);
    folder.write("types/web.yaml", types);
    assert_eq!(codes(&check(&folder, &["service.yaml"])), ["tosca/property/no-such-property"]);
    assert_eq!(codes(&check(&folder, &["."])), ["tosca/property/no-such-property"]);
    let run = folder.run(&["build", ".", "--out", "site"]);
    assert_eq!(run.code, 0, "{run:?}");
    let report = fs::read_to_string(folder.at("site/problems.json")).expect("it is built");
    assert!(report.contains("no-such-property") && !report.contains("no-such-import"), "{report}");
}

#[test]
fn packages_beside_each_other_are_one_catalog_from_the_folder_that_has_them() {
    let folder = Folder::new(&[]);
    for (package, part) in [("a", "{b: {type: assembly::b::1.0, properties: {}}}"), ("b", "{}")] {
        folder.write(&format!("{package}/lmproject.yml"), format!("name: {package}\nversion: '1.0'\ntype: Assembly\n"));
        let text = format!("name: assembly::{package}::1.0\nproperties: {{}}\ncomposition: {part}\n");
        folder.write(&format!("{package}/Descriptor/assembly.yml"), text);
    }
    for path in [".", "a", "a/Descriptor/assembly.yml"] {
        assert_eq!(codes(&check(&folder, &[path])), [] as [&str; 0], "{path}");
    }
    let expanded = folder.run(&["expand", "a/Descriptor/assembly.yml"]);
    assert!(expanded.code == 0 && !expanded.output.contains("unresolved"), "{expanded:?}");
    // Inside a package, the package is the catalog.
    let inside = folder.command(&["check"]).current_dir(folder.at("a")).output().expect("the program starts");
    assert!(Run::of(inside).output.contains("catalog/no-such-descriptor"));
}

#[test]
fn values_of_intents_are_checked_recursively() {
    let folder = Folder::new(&[(
        "a.yaml",
        "name: assembly::a::1.0\nproperties:\n  servers: {type: list, entry-schema: {type: Server}}\n  ports: {type: map}\n  \
         serial: {type: integer}\ncomposition: {}\ndata-types:\n  Server:\n    properties:\n      port: {type: integer, \
         required: true}\n      tags: {type: list, entry-schema: {type: string}}\n",
    )]);
    folder.write(
        "in.yaml",
        "servers: [{port: x, tgas: []}, {tags: [[1]]}, text]\nports: {'': 1}\nserial: 123456789012345678901234567890123456789012\n",
    );
    let run = folder.run(&["expand", "a.yaml", "--inputs", "in.yaml", "--format", "json"]);
    let found = run.json()["diagnostics"].as_array().expect("a list").clone();
    let text = |value: &serde_json::Value| value.as_str().unwrap_or_default().to_owned();
    let found: Vec<String> =
        found.iter().map(|found| text(&found["message"]) + " | " + &text(&found["help"])).collect();
    assert_eq!(
        found,
        [
            "the intent sets `servers[0].port` to `x`, expected an integer | ",
            "the intent sets `servers[0].tgas`, but `Server` has no member `tgas` | did you mean `tags`?",
            "the intent sets `servers[1].tags[0]` to a list, expected a string | ",
            "the intent does not set `servers[1].port`, which `Server` requires | ",
            "the intent sets `servers[2]` to a string, expected a mapping | ",
            "the intent gives `ports` an entry without a name | ",
        ]
    );
    assert!(run.output.contains("\"123456789012345678901234567890123456789012\""), "{run:?}");
}

#[test]
fn the_standard_input_is_checked_as_the_text_of_a_file() {
    let folder = Folder::new(&[
        ("cat/descriptorium.yaml", "rules: {assembly/missing-placement: off}\n"),
        ("cat/b.yaml", "name: resource::b::1.0\nlifecycle: {Create: {}}\n"),
        ("cat/a.yaml", "name: assembly::a::1.0\nproperties: {}\ncomposition: {}\n"),
    ]);
    let check = |arguments: &[&str], text: &str| {
        let mut command = folder.command(&[&["check", "-", "--format", "json"], arguments].concat());
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the program starts");
        // A refused call exits before reading its input.
        let _ = child.stdin.take().expect("its input").write_all(text.as_bytes());
        Run::of(child.wait_with_output().expect("it ends"))
    };
    let text = "name: assembly::a::1.0\nproperties: {}\ncomposition:\n  b: {type: resource::b::1.0, properties: {}}\n  \
                c: {type: resource::c::1.0, properties: {}}\n";
    let run = check(&["--stdin-filename", "cat/a.yaml"], text);
    assert_eq!(codes(&run), ["catalog/no-such-descriptor"], "the catalog has `b`, and its settings count: {run:?}");
    assert_eq!(run.json()["diagnostics"][0]["file"], "cat/a.yaml");
    let new = check(&["--stdin-filename", "cat/new.yaml"], &text.replace("::a::", "::new::"));
    assert_eq!(codes(&new), ["catalog/no-such-descriptor"], "a file that is not there yet: {new:?}");
    // The file on disk is not read, but the imports of the text are.
    folder.write("service.yaml", [0xff, 0xfe]);
    folder.write("more.yaml", "tosca_definitions_version: tosca_simple_yaml_1_2\nnode_types: {my.App: {}}\n");
    let service = "tosca_definitions_version: tosca_simple_yaml_1_2\nimports: [more.yaml]\n\
                   topology_template: {node_templates: {app: {type: my.App}}}\n";
    for name in ["service.yaml", "other.yaml"] {
        let run = check(&["--stdin-filename", name], service);
        assert_eq!((run.code, codes(&run)), (0, Vec::new()), "{name}: {run:?}");
    }
    let alone = check(&[], text);
    assert_eq!(codes(&alone).iter().filter(|code| *code == "catalog/no-such-descriptor").count(), 2);
    assert_eq!(check(&["--fix"], text).code, 2);
}

#[test]
fn settings_that_no_site_can_be_built_with_are_found() {
    let folder = Folder::new(&[("a.yaml", "name: resource::a::1.0\nlifecycle: {Create: {}}\n")]);
    for (settings, line) in [("strict: true\nsite: {url: foo}\n", 2), ("site:\n  title: ''\n  style: gone.css\n", 3)] {
        folder.write("descriptorium.yaml", settings);
        assert_eq!(folder.run(&["build", ".", "--out", "site"]).code, 2);
        for path in [".", "a.yaml"] {
            let run = check(&folder, &[path]);
            assert_eq!((run.code, codes(&run)), (1, vec!["catalog/bad-settings".to_owned()]), "{settings} {path}");
            assert!(run.output.contains(&format!("\"line\": {line}")), "{run:?}");
        }
    }
    let both = check(&folder, &[".", "a.yaml"]);
    assert_eq!(codes(&both), ["catalog/bad-settings"], "reported once: {both:?}");
    folder.write("descriptorium.yaml", "site: {title: ' '}\n");
    assert_eq!((check(&folder, &["."]).code, folder.run(&["build", ".", "--out", "site"]).code), (0, 0));
    assert!(!folder.read("site/index.html").contains("<h1></h1>"), "an empty title is none");
}

/// A fix that deletes something is computed on the complete text.
#[test]
fn of_many_findings_of_a_rule_only_some_carry_their_fix() {
    let properties: String = (0..150).map(|number| format!("  p{number}: {{default: a}}\n")).collect();
    let text = format!("name: assembly::a::1.0\nproperties:\n{properties}composition: {{}}\n");
    let folder = Folder::new(&[("a.yaml", &text)]);
    let report = check(&folder, &["a.yaml"]).json();
    let found = report["diagnostics"].as_array().expect("a list");
    let with_fix = found.iter().filter(|found| !found["fixes"].as_array().is_none_or(Vec::is_empty)).count();
    assert_eq!((found.len(), with_fix), (150, 100));
}

/// In a file that is not a descriptor, nothing is reported, fixed or counted.
#[test]
fn findings_that_are_not_reported_are_not_counted_as_fixable() {
    let other = "a: 1\n# descriptorium: ignore schema/alias-key\nb: 2\n";
    let folder = Folder::new(&[("other.yaml", other)]);
    let run = folder.run(&["check", ".", "--fix", "--dry-run"]);
    assert!(!run.errors.contains("more ha"), "{run:?}");
    assert!(run.errors.contains("0 safe fixes would be applied in 0 files"), "{run:?}");
    folder.write("video.yaml", VIDEO);
    assert_eq!(folder.run(&["check", ".", "--fix"]).code, 1);
    assert_eq!(folder.read("other.yaml"), other);
}

/// Some Windows editors write UTF-16 without a byte order mark.
#[test]
fn utf16_without_a_mark_is_said_to_be_that() {
    let folder = Folder::new(&[]);
    let bytes: Vec<u8> = VIDEO.encode_utf16().flat_map(u16::to_le_bytes).collect();
    fs::write(folder.at("video.yaml"), bytes).expect("written");
    for path in [".", "video.yaml"] {
        let run = check(&folder, &[path]);
        assert_eq!(codes(&run), ["file/not-utf8"], "{path}");
        assert_eq!(run.json()["diagnostics"][0]["help"], "save it as UTF-8");
    }
}

/// A broken file was meant to be something, and nothing says that it is not a descriptor.
#[test]
fn a_file_that_no_parser_can_read_is_an_error() {
    let broken = [
        "{{{ [\n",
        "{{{ [\nname: assembly::a::1.0\nproperties: {}\ncomposition: {}\n",
        "a: [b\n",
        "a: 'b\n",
        "a: b\n   c: d\n e: f\n",
        "<<<<<<< HEAD\na: b\n=======\na: c\n>>>>>>> other\n",
        "\t- a\n\t  b: c\n",
        "# descriptorium: ignore-file yaml\na: [b\n",
        "a: {{ b\n",
    ];
    for text in broken {
        for name in ["a.yaml", "more/a.yml"] {
            let folder = Folder::new(&[(name, text), ("b.yaml", "name: resource::b::1.0\nlifecycle: {Create: {}}\n")]);
            let run = check(&folder, &["."]);
            assert_eq!(run.code, 1, "{text}: {run:?}");
            assert!(codes(&run).iter().any(|code| code.starts_with("yaml/")), "{text}: {run:?}");
        }
    }
    let others = [
        "a: [b]\n",
        "{% if a %}\na: [\n{% endif %}\n",
        "a: {{ .Values.b }}\nc: {{- range .d }}\n",
        "a: 1\n---\na: 2\n",
        "just text\n",
        "",
    ];
    for text in others {
        let folder = Folder::new(&[("a.yaml", text), ("b.json", "{\"a\": // no JSON\n 1}")]);
        let run = check(&folder, &["."]);
        assert_eq!((run.code, codes(&run)), (0, vec![]), "{text}: {run:?}");
    }
}

/// Both were superlinear: 20,000 unknown keys took a minute and a half in a debug build, 2,000 suggestions two.
#[test]
fn thousands_of_mistakes_take_little_time() {
    let unknown: String = (0..20_000).map(|number| format!("key_{number}: {{a: {number}}}\n")).collect();
    let wrong = |number| format!("  some_{number}: {{default: x}}\n  out_{number}: {{value: '${{soem_{number}}}'}}\n");
    let misspelled: String = (0..2_000).map(wrong).collect();
    let text = [
        format!("name: assembly::a::1.0\nproperties: {{}}\ncomposition: {{}}\n{unknown}"),
        format!("name: assembly::a::1.0\nproperties:\n{misspelled}composition: {{}}\n"),
    ];
    for text in text {
        let folder = Folder::new(&[("a.yaml", &text)]);
        // CPU seconds, because other tests run at the same time.
        let run = folder.run_within(40, &["check", "--format", "json", "a.yaml"]);
        // Those beyond the limit of a rule are counted in one more finding.
        assert!(codes(&run).len() > 1_000, "{}", run.errors);
        assert!(run.output.contains("more findings of this rule are not listed"), "{}", run.errors);
    }
}

/// Neither is a descriptor, but both are part of a catalog.
#[test]
fn settings_and_intents_are_checked_by_name() {
    let assembly =
        "name: assembly::a::1.0\nproperties:\n  size: {}\n  out: {read-only: true, value: x}\ncomposition: {}\n";
    let folder = Folder::new(&[("deep/a.yaml", assembly), ("descriptorium.yaml", "strict: false\n")]);
    let run = check(&folder, &["descriptorium.yaml"]);
    assert_eq!((run.code, codes(&run)), (0, vec![]), "{run:?}");
    let run = folder.run(&["check", "descriptorium.yaml"]);
    assert_eq!(run.output, "1 file checked: no findings\n");
    folder.write("descriptorium.yaml", "stric: false\n");
    assert_eq!(codes(&check(&folder, &["descriptorium.yaml"])), ["catalog/bad-settings"]);
    folder.write("descriptorium.yaml", "");
    let intents = [
        ("{\"assemblyName\": \"x\", \"descriptorName\": \"assembly::a::1.0\", \"properties\": {\"size\": 3}}", None),
        ("descriptorName: assembly::a::1.0\nname: b\ncreatedAt: now\n", None),
        (
            "descriptorName: assembly::a::1.0\nproperties: {sise: 3}\n",
            Some("`sise` is not an input of `assembly::a::1.0`"),
        ),
        (
            "descriptorName: assembly::a::1.0\nproperties: {out: 3}\n",
            Some("`out` is not an input of `assembly::a::1.0`"),
        ),
        ("descriptorName: assembly::a::1.0\npropertis: {size: 3}\n", Some("unknown key `propertis` in an intent")),
        ("descriptorName: assembly::b::1.0\n", Some("no descriptor `assembly::b::1.0` in this catalog")),
        ("descriptorName: a\n", Some("`descriptorName` must be a full descriptor name")),
        (
            "descriptorName: assembly::a::1.0\nproperties: 3\n",
            Some("`properties` must be a mapping of names to values"),
        ),
    ];
    for (text, message) in intents {
        for name in ["intent.yaml", "deep/intent.json"] {
            folder.write(name, text);
            let run = check(&folder, &[name]);
            let report = run.json();
            let found = report["diagnostics"].as_array().expect("a list");
            let found: Vec<_> = found.iter().map(|found| (&found["code"], &found["message"])).collect();
            let code = serde_json::Value::from("file/bad-intent");
            let expected = message.map(serde_json::Value::from);
            assert_eq!(found, expected.iter().map(|message| (&code, message)).collect::<Vec<_>>(), "{name}: {text}");
            fs::remove_file(folder.at(name)).expect("it is there");
        }
    }
    folder.write("other.yaml", "a: 1\n");
    assert_eq!(codes(&check(&folder, &["other.yaml"])), ["file/not-a-descriptor"]);
}
