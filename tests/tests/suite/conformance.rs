//! Every numbered rule of the specifications is checked and covered by a case, left out for a reason, or listed as not
//! checked yet.

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;
use std::{env, fs, ptr};

use descriptorium_core::analysis::Analysis;
use descriptorium_core::assembly::expansion::CODES;
use descriptorium_core::content::{Contents, InMemory};
use descriptorium_core::diagnostic::{Diagnostic, Severity};
use descriptorium_core::homing::placement::preview;
use descriptorium_core::language::Language;
use descriptorium_core::rules;
use descriptorium_core::rules::conformance::tables::{self, checks};
use descriptorium_core::rules::conformance::{Row, Status, left_out, rows, sections};
use descriptorium_core::schema::{Record, Violation, ViolationKind, spot};
use descriptorium_core::settings::Settings;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::{SourceFile, Workspace};
use descriptorium_tests::{case, paths};

/// For each language, the number of rules that are checked, left out by design, and not checked yet. Listed here so
/// that changes are deliberate.
const COUNTS: [(&str, [usize; 3]); 5] = [
    ("assembly", [181, 2, 0]),
    ("resource", [14, 0, 0]),
    ("tosca", [482, 251, 0]),
    ("asd", [76, 3, 0]),
    ("homing", [132, 5, 0]),
];

#[test]
fn a_numbered_rule_is_checked_or_it_is_said_that_it_is_not() {
    let rows = rows();
    let mut faults = Vec::new();
    for row in rows {
        if matches!(&row.status, Status::Checked(codes) if codes.is_empty()) {
            faults.push(format!("{} is checked under no code", row.number));
        }
        if row.title.ends_with('.')
            || row.title.len() > 72
            || !row.title.starts_with(|first: char| !first.is_lowercase())
        {
            faults.push(format!("{}: `{}` is no title", row.number, row.title));
        }
    }
    let by_number: BTreeMap<&str, &Row> = rows.iter().map(|row| (row.number, row)).collect();
    for number in left_out() {
        if !by_number.get(number).is_some_and(|row| matches!(row.status, Status::LeftOut(_))) {
            faults.push(format!("{number} is left out, and it is checked or no number"));
        }
    }
    for rule in rules::all() {
        let unknown = rule.sources.iter().filter(|source| !by_number.contains_key(**source));
        faults.extend(unknown.map(|source| format!("{}: unknown number {source}", rule.code)));
    }
    let of_previews = || CODES.iter().chain(preview::CODES);
    let known = |code: &str| rules::find(code).is_some() || of_previews().any(|(known, _)| *known == code);
    let unknown = rows.iter().flat_map(Row::codes).filter(|code| !known(code));
    faults.extend(unknown.map(|code| format!("{code} is no code")));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert_eq!(by_number.len(), rows.len());
    assert_eq!(Language::ALL.map(|language| (language.id(), counts(language))), COUNTS);
    let listed = Language::ALL.into_iter().flat_map(sections).flat_map(|section| section.rows());
    assert!(listed.eq(rows), "the sections are not all rows in their order");
}

fn counts(language: Language) -> [usize; 3] {
    let mut counts = [0; 3];
    for row in rows().iter().filter(|row| row.language == language) {
        counts[match row.status {
            Status::Checked(_) => 0,
            Status::LeftOut(_) => 1,
            Status::NotYet => 2,
        }] += 1;
    }
    counts
}

/// The oracle is the list of rules extracted from the specifications, whose wording must not be published.
#[test]
fn the_numbered_rules_are_those_of_the_specifications() {
    let Some(folder) = paths::shared("rules") else { return };
    let read = |name: &str| fs::read_to_string(folder.join(name)).expect("a readable file");
    let list = |name: &str| serde_json::from_str::<Vec<serde_json::Value>>(&read(name)).expect("a list of rules");
    let mut theirs: Vec<(String, String)> = Vec::new();
    for (name, key) in [("assembly.json", "title"), ("tosca-ch1-4.json", "rule")] {
        let text = |rule: &serde_json::Value, key: &str| rule[key].as_str().unwrap_or_default().to_owned();
        theirs.extend(list(name).iter().map(|rule| (text(rule, "id"), text(rule, key))));
    }
    for (name, prefix) in [("resource-descriptor.md", "RD-"), ("asd.md", "ASD-"), ("homing.md", "HAS-")] {
        for line in read(name).lines() {
            let cells: Vec<&str> = line.split('|').map(str::trim).collect();
            if let [_, number, _, text, ..] = cells.as_slice()
                && number.starts_with(prefix)
            {
                theirs.push(((*number).to_owned(), (*text).to_owned()));
            }
        }
    }
    // In the list of the later chapters, each rule starts with its number in bold.
    for part in read("tosca-ch5-15.md").split("**T-").skip(1) {
        if let Some((number, text)) = part.split_once("**") {
            theirs.push((format!("T-{number}"), text.lines().next().unwrap_or_default().to_owned()));
        }
    }
    let numbers: BTreeSet<&str> = theirs.iter().map(|(number, _)| number.as_str()).collect();
    assert_eq!(rows().iter().map(|row| row.number).collect::<BTreeSet<_>>(), numbers);
    let texts: BTreeSet<String> = theirs.iter().map(|(_, text)| text.trim_end_matches('.').to_lowercase()).collect();
    let copied = rows().iter().filter(|row| texts.contains(&row.title.to_lowercase()));
    assert_eq!(copied.map(|row| row.title).collect::<Vec<_>>(), Vec::<&str>::new());
}

/// The bad example of each checked number is reported under one of its codes.
#[test]
fn the_fixtures_of_the_checked_numbers_are_found() {
    let (Some(rules), Some(fixtures)) = (paths::shared("rules"), paths::shared("fixtures/tosca")) else { return };
    let read = |path: PathBuf| -> serde_json::Value {
        serde_json::from_str(&fs::read_to_string(path).expect("a readable file")).expect("JSON")
    };
    let expected = read(fixtures.join("rules-ch1-4-expect.json"));
    let listed = read(rules.join("tosca-ch1-4.json"));
    let by_number: BTreeMap<&str, &Row> = rows().iter().map(|row| (row.number, row)).collect();
    let (mut n_checked, mut faults) = (0, Vec::new());
    for rule in listed.as_array().expect("a list of rules") {
        let number = rule["id"].as_str().expect("a number");
        let codes = by_number.get(number).map_or(&[][..], |row| row.codes());
        let files = rule["files"].as_array().into_iter().flatten().filter_map(serde_json::Value::as_str);
        let files: Vec<(FilePath, String)> = files
            .filter_map(|file| {
                let file = file.strip_prefix("fixtures/")?;
                Some((FilePath::new(file)?, fs::read_to_string(fixtures.join("rules-ch1-4").join(file)).ok()?))
            })
            .collect();
        if codes.is_empty() || files.is_empty() {
            continue;
        }
        n_checked += 1;
        let contents = files.iter().map(|(path, text)| (path.clone(), text.as_bytes().into())).collect();
        let workspace = Workspace::new(files).with_contents(Contents::of(Arc::new(InMemory(contents))));
        let analysis = Analysis::new(workspace, Settings::default());
        let found: Vec<&str> = analysis.all_diagnostics().map(|found| found.code).collect();
        if !codes.iter().any(|code| found.contains(code)) {
            faults.push(format!("{number}: none of {codes:?} is among {found:?}"));
        }
        // Information is neither an error nor a warning, and some processing rules ask for a warning in their texts.
        let is_warned = rule["rule"].as_str().is_some_and(|text| text.contains(" W "));
        if expected[number]["default"] == "none" && expected[number]["severity"] != "I" && !is_warned {
            faults.push(format!("{number} claims to be checked, and its fixture is a good example"));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(n_checked > 70, "only {n_checked} fixtures were looked at");
}

/// Each code for a numbered rule has an expected finding in a suite, or a finding in an expansion. YAML syntax is the
/// same in all languages, so a single code per rule is enough there.
#[test]
fn every_number_is_shown_by_a_case() {
    let shown = shown();
    let shows = |number: &str, code: &str| shown.iter().any(|shown| shown.number == number && shown.code == code);
    let mut missing = Vec::new();
    for row in rows() {
        let is_syntax = row.codes().iter().all(|code| code.starts_with("yaml/")) && !row.language.has_projects();
        let unseen: Vec<_> = row.codes().iter().filter(|code| !shows(row.number, code)).collect();
        let n_needed = if is_syntax { 1 } else { row.codes().len() };
        if row.codes().len() - unseen.len() < n_needed.min(row.codes().len()) {
            missing.push((row.number, unseen));
        }
    }
    assert!(missing.is_empty(), "no case shows {missing:?}");
}

/// Each table of the other languages is on the page and has a case, and so has each rule beyond the tables.
#[test]
fn every_table_is_shown_by_a_case() {
    let languages: Vec<Language> = checks().iter().map(|checks| checks.language).collect();
    assert_eq!(languages, [Language::Tosca, Language::Asd, Language::Homing]);
    let tables = || checks().iter().flat_map(|checks| &checks.tables);
    assert_eq!(tables().map(|table| &table.key).collect::<BTreeSet<_>>().len(), tables().count());
    let missing: Vec<_> = tables().filter(|table| table.cases.is_empty()).map(|table| &table.key).collect();
    assert!(missing.is_empty(), "no case shows {missing:?}");
    let beyond = || checks().iter().flat_map(|checks| checks.rules.iter().map(move |rule| (checks.folder, rule)));
    let missing: Vec<_> = beyond().filter(|(_, rule)| rule.cases.is_empty()).map(|(_, rule)| rule.code).collect();
    assert!(missing.is_empty(), "no case shows {missing:?}");
    let own = |folder: &str| checks().iter().any(|checks| folder == checks.folder);
    let all = rules::all().map(|rule| rule.code).filter(|code| code.split('/').next().is_some_and(own));
    assert_eq!(all.collect::<BTreeSet<_>>(), beyond().map(|(_, rule)| rule.code).collect());
    let codes = tables().flat_map(|table| &table.codes);
    assert!(codes.clone().all(|code| rules::find(code).is_some()), "{codes:?}");
}

/// The page of the site lists the cases, which are not available when it is generated. `UPDATE=1` updates the list.
#[test]
fn the_cases_that_are_published_are_those_that_there_are() {
    let lines: BTreeSet<String> = shown()
        .iter()
        .filter(|shown| stands_for(&shown.code, &shown.number))
        .map(|shown| format!("{} {}: {}\n", shown.number, shown.suite, shown.case))
        .chain(shown_of_tables())
        .collect();
    let lines: String = lines.into_iter().collect();
    let path = paths::root().join("core/src/rules/conformance.txt");
    if env::var_os("UPDATE").is_some() {
        fs::write(&path, &lines).expect("a writable file");
    }
    assert_eq!(lines, fs::read_to_string(&path).expect("a readable file"), "run the tests with UPDATE=1");
}

/// The subject of each case for languages without numbered rules: the key of a table, or a code beyond the tables.
fn shown_of_tables() -> Vec<String> {
    let mut lines = Vec::new();
    for (path, suite) in paths::texts(&paths::root().join("tests/suites"), &[".md"]) {
        for case in case::parse(&suite) {
            let analysis = case.analysis();
            let files = analysis.workspace().files();
            let keys = files.flat_map(|file| file.violations().iter().filter_map(|violation| table(file, violation)));
            let beyond = checks().iter().flat_map(|checks| &checks.rules).map(|rule| rule.code);
            let found = beyond.filter(|code| analysis.all_diagnostics().any(|found| found.code == *code));
            let line = |what: &str| format!("{what} tests/suites/{path}: {}\n", case.name);
            lines.extend(keys.map(|table| line(&table.key)).chain(found.map(line)));
        }
    }
    lines
}

/// The table with the violation.
fn table(file: &SourceFile, violation: &Violation) -> Option<&'static tables::Table> {
    let checks = checks().iter().find(|checks| Some(checks.language) == file.language)?;
    let of = match &violation.kind {
        ViolationKind::MissingKey { .. } => Some(violation.path.clone()),
        ViolationKind::UnknownKey { .. }
        | ViolationKind::MisspelledKey { .. }
        | ViolationKind::NewerKey { .. }
        | ViolationKind::AliasKey { .. } => violation.path.parent(),
        ViolationKind::WrongShape { .. } | ViolationKind::NotAChoice { .. } | ViolationKind::Outdented { .. } => None,
    };
    let at = |path| spot(file.root.as_ref()?, checks.language.schema(), path);
    let record: &Record = match of {
        Some(path) if path.is_root() => checks.language.schema(),
        Some(path) => at(&path)?.shape.record()?,
        None => at(&violation.path).and_then(|spot| spot.record.or(spot.shape.record()))?,
    };
    checks.tables.iter().find(|table| ptr::eq(table.record, record))
}

/// A case that demonstrates that a rule is checked by a code.
struct Shown {
    number: String,
    code: String,
    suite: String,
    case: String,
}

fn shown() -> Vec<Shown> {
    let mut shown = Vec::new();
    for (path, suite) in paths::texts(&paths::root().join("tests/suites"), &[".md"]) {
        for case in case::parse(&suite) {
            shown.extend(case.numbered().map(|(number, code)| Shown {
                number: number.to_owned(),
                code: code.to_owned(),
                suite: format!("tests/suites/{path}"),
                case: case.name.clone(),
            }));
        }
    }
    let wrong = shown.iter().filter(|shown| !stands_for(&shown.code, &shown.number));
    let wrong: Vec<_> = wrong.map(|shown| (&shown.number, &shown.code, &shown.case)).collect();
    assert!(wrong.is_empty(), "these codes do not stand for these numbers: {wrong:?}");
    let of_previews = |folder: &'static str| {
        let suites = paths::texts(&paths::root().join("tests").join(folder), &[".md"]).into_iter();
        suites.map(move |(path, suite)| (format!("tests/{folder}/{path}"), suite))
    };
    for (path, suite) in of_previews("expansions").chain(of_previews("placements")) {
        for case in suite.split("\n## ").skip(1) {
            let all = CODES.iter().chain(preview::CODES).map(|(code, _)| *code);
            let codes: Vec<&str> = all.filter(|code| case.contains(&format!("[{code}]"))).collect();
            let pairs = numbers_in_prose(case).flat_map(|number| codes.iter().map(move |code| (number, *code)));
            shown.extend(pairs.map(|(number, code)| Shown {
                number: number.to_owned(),
                code: code.to_owned(),
                suite: path.clone(),
                case: case.lines().next().unwrap_or_default().to_owned(),
            }));
        }
    }
    shown
}

fn stands_for(code: &str, number: &str) -> bool {
    rows().iter().any(|row| row.number == number && row.codes().contains(&code))
}

/// The numbered rules in the text before the first code block.
fn numbers_in_prose(case: &str) -> impl Iterator<Item = &str> {
    let prose = case.split("```").next().unwrap_or("");
    prose
        .split(|character: char| !character.is_ascii_alphanumeric() && character != '-')
        .filter(|word| ["AD-", "RD-", "HAS-"].iter().any(|prefix| word.starts_with(prefix)))
}

/// Expected findings for the examples of the specifications, worked out from the numbered rules by hand. There are no
/// other errors in them.
const WORKED_OUT: &[(&str, &[&str])] = &[
    ("e01-list-group", &["AD-TYPE-05", "AD-TYPE-06", "AD-ITEM-04"]),
    ("e02-map-group", &["AD-TYPE-05", "AD-TYPE-06", "AD-TYPE-08", "AD-REF-10"]),
    ("e03-structured-mapping", &[]),
    ("e04-dynamic-type", &["AD-TYPE-05"]),
    ("e05-resolve-version", &["AD-COMP-05"]),
    ("e06-operations", &["AD-REL-15", "AD-REL-15"]),
    ("e07-multiple-instances", &[]),
    ("e11-nfs-mount", &[]),
    ("e12-quantity-instance", &["AD-UPG-04"]),
];

#[test]
fn the_examples_of_the_specifications_report_what_was_worked_out() {
    let Some(fixtures) = paths::shared("fixtures/assembly") else { return };
    for (name, numbers) in WORKED_OUT {
        let files = paths::texts(&fixtures.join(name).join("catalog"), &[".yml", ".yaml"]);
        assert!(!files.is_empty(), "{name} is not there");
        let analysis = Analysis::new(Workspace::new(files), Settings::default());
        let mut found: Vec<&Diagnostic> = analysis.all_diagnostics().collect();
        for number in *numbers {
            let hit = found.iter().position(|found| stands_for(found.code, number));
            let hit = hit.unwrap_or_else(|| panic!("{name}: {number} is not found among {found:#?}"));
            found.remove(hit);
        }
        found.retain(|found| found.severity == Severity::Error);
        assert!(found.is_empty(), "{name}: {found:#?}");
    }
}
