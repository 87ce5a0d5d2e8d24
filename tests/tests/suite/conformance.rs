//! Every numbered rule of the specifications is checked, and shown by a case; or it is said why not.

use std::collections::BTreeSet;
use std::{env, fs, ptr};

use descriptorium_core::analysis::Analysis;
use descriptorium_core::assembly::expansion::CODES;
use descriptorium_core::diagnostic::{Diagnostic, Severity};
use descriptorium_core::language::Language;
use descriptorium_core::rules::conformance::tables::{self, checks};
use descriptorium_core::rules::conformance::{Row, rows};
use descriptorium_core::rules::{self, Settings};
use descriptorium_core::schema::{Problem, ProblemKind, Record, spot};
use descriptorium_core::workspace::{SourceFile, Workspace};
use descriptorium_tests::{case, place};

/// How many numbers there are, and how many of them nothing checks. Both are facts that change only with a decision.
const NUMBERS: usize = 197;
const LEFT_OUT: usize = 2;

#[test]
fn a_numbered_rule_is_checked_or_it_is_said_why_not() {
    let rows = rows();
    let mut faults = Vec::new();
    for row in rows {
        let has_codes = !row.codes.is_empty();
        if has_codes == row.reason.is_some() {
            faults.push(format!("{}: {:?}, {:?}", row.number, row.codes, row.reason));
        }
        if row.title.ends_with('.')
            || row.title.len() > 72
            || !row.title.starts_with(|first: char| !first.is_lowercase())
        {
            faults.push(format!("{}: `{}` is no title", row.number, row.title));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    let distinct = |of: fn(&Row) -> &'static str| rows.iter().map(of).collect::<BTreeSet<_>>().len();
    assert_eq!((distinct(|row| row.number), rows.len()), (NUMBERS, NUMBERS));
    assert_eq!(rows.iter().filter(|row| row.codes.is_empty()).count(), LEFT_OUT);
    let numbers: BTreeSet<&str> = rows.iter().map(|row| row.number).collect();
    for rule in rules::all() {
        let unknown: Vec<_> = rule.sources.iter().filter(|source| !numbers.contains(**source)).collect();
        assert!(unknown.is_empty(), "{}: {unknown:?}", rule.code);
    }
    let known = |code: &str| rules::find(code).is_some() || CODES.iter().any(|(known, _)| *known == code);
    assert!(rows.iter().flat_map(|row| &row.codes).all(|code| known(code)));
}

/// The oracle is the list of rules that was drawn from the specifications; its wording is not ours to publish.
#[test]
fn the_numbered_rules_are_those_of_the_specifications() {
    let Some(folder) = place::shared("rules") else { return };
    let listed = fs::read_to_string(folder.join("assembly.json")).expect("a readable file");
    let listed: Vec<serde_json::Value> = serde_json::from_str(&listed).expect("a list of rules");
    let resources = fs::read_to_string(folder.join("resource-descriptor.md")).expect("a readable file");
    let cells = |line: &str| line.split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>();
    let resources: Vec<Vec<String>> =
        resources.lines().map(cells).filter(|cells| cells.get(1).is_some_and(|cell| cell.starts_with("RD-"))).collect();
    let assemblies = listed.iter().map(|rule| (rule["id"].as_str(), rule["title"].as_str()));
    let resources = resources.iter().map(|cells| (cells.get(1).map(String::as_str), cells.get(3).map(String::as_str)));
    let known: BTreeSet<(&str, &str)> =
        assemblies.chain(resources).filter_map(|(number, title)| Some((number?, title?))).collect();
    let ours: BTreeSet<&str> = rows().iter().map(|row| row.number).collect();
    let theirs: BTreeSet<&str> = known.iter().map(|(number, _)| *number).collect();
    assert_eq!(ours, theirs);
    let copied = rows().iter().filter(|row| known.iter().any(|(_, title)| title.eq_ignore_ascii_case(row.title)));
    assert_eq!(copied.map(|row| row.title).collect::<Vec<_>>(), Vec::<&str>::new());
}

/// For each code that a number is checked under there is a note in a suite, or a problem of an expansion.
#[test]
fn every_number_is_shown_by_a_case() {
    let shown = shown();
    let shows = |number: &str, code: &str| shown.iter().any(|shown| shown.number == number && shown.code == code);
    let pairs = rows().iter().flat_map(|row| row.codes.iter().map(move |code| (row.number, *code)));
    let missing: Vec<_> = pairs.filter(|(number, code)| !shows(number, code)).collect();
    assert!(missing.is_empty(), "no case shows {missing:?}");
}

/// Each table of the other languages is one of the page, and each is shown, as is each rule beyond the tables.
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

/// The page of the site names the cases, which are not at hand where it is made. `UPDATE=1` lists them anew.
#[test]
fn the_cases_that_are_published_are_those_that_there_are() {
    let lines: BTreeSet<String> = shown()
        .iter()
        .filter(|shown| stands_for(&shown.code, &shown.number))
        .map(|shown| format!("{} {}: {}\n", shown.number, shown.suite, shown.case))
        .chain(shown_of_tables())
        .collect();
    let lines: String = lines.into_iter().collect();
    let path = place::root().join("core/src/rules/conformance.txt");
    if env::var_os("UPDATE").is_some() {
        fs::write(&path, &lines).expect("a writable file");
    }
    assert_eq!(lines, fs::read_to_string(&path).expect("a readable file"), "run the tests with UPDATE=1");
}

/// What each case of the languages without numbers shows: the key of a table, or a code beyond the tables.
fn shown_of_tables() -> Vec<String> {
    let mut lines = Vec::new();
    for (path, suite) in place::texts(&place::root().join("tests/suites"), &[".md"]) {
        for case in case::parse(&suite) {
            let analysis = case.analysis();
            let files = analysis.workspace().files();
            let keys = files.flat_map(|file| file.problems().iter().filter_map(|problem| table(file, problem)));
            let beyond = checks().iter().flat_map(|checks| &checks.rules).map(|rule| rule.code);
            let found = beyond.filter(|code| analysis.all_diagnostics().any(|found| found.code == *code));
            let line = |what: &str| format!("{what} tests/suites/{path}: {}\n", case.name);
            lines.extend(keys.map(|table| line(&table.key)).chain(found.map(line)));
        }
    }
    lines
}

/// The table that something does not fit.
fn table(file: &SourceFile, problem: &Problem) -> Option<&'static tables::Table> {
    let checks = checks().iter().find(|checks| Some(checks.language) == file.language)?;
    let of = match &problem.kind {
        ProblemKind::MissingKey { .. } => Some(problem.path.clone()),
        ProblemKind::UnknownKey { .. } | ProblemKind::AliasKey { .. } => problem.path.parent(),
        ProblemKind::WrongShape { .. } | ProblemKind::NotAChoice { .. } | ProblemKind::Outdented { .. } => None,
    };
    let at = |path| spot(file.root.as_ref()?, checks.language.schema(), path);
    let record: &Record = match of {
        Some(path) if path.is_root() => checks.language.schema(),
        Some(path) => at(&path)?.shape.record()?,
        None => at(&problem.path).and_then(|spot| spot.record.or(spot.shape.record()))?,
    };
    checks.tables.iter().find(|table| ptr::eq(table.record, record))
}

/// A case that shows that a number is checked under a code.
struct Shown {
    number: String,
    code: String,
    suite: String,
    case: String,
}

fn shown() -> Vec<Shown> {
    let mut shown = Vec::new();
    for (path, suite) in place::texts(&place::root().join("tests/suites"), &[".md"]) {
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
    for (path, suite) in place::texts(&place::root().join("tests/expansions"), &[".md"]) {
        for case in suite.split("\n## ").skip(1) {
            let codes: Vec<&str> =
                CODES.iter().map(|(code, _)| *code).filter(|code| case.contains(&format!("[{code}]"))).collect();
            let pairs = numbers_in_prose(case).flat_map(|number| codes.iter().map(move |code| (number, *code)));
            shown.extend(pairs.map(|(number, code)| Shown {
                number: number.to_owned(),
                code: code.to_owned(),
                suite: format!("tests/expansions/{path}"),
                case: case.lines().next().unwrap_or_default().to_owned(),
            }));
        }
    }
    shown
}

fn stands_for(code: &str, number: &str) -> bool {
    rows().iter().any(|row| row.number == number && row.codes.contains(&code))
}

/// The numbers that the text before the first fence names.
fn numbers_in_prose(case: &str) -> impl Iterator<Item = &str> {
    let prose = case.split("```").next().unwrap_or("");
    prose
        .split(|character: char| !character.is_ascii_alphanumeric() && character != '-')
        .filter(|word| word.starts_with("AD-") || word.starts_with("RD-"))
}

/// What the examples of the specifications must report, as it was worked out from the numbered rules by hand, without
/// this program. They are whole otherwise: nothing else is an error.
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
    let Some(fixtures) = place::shared("fixtures/assembly") else { return };
    for (name, numbers) in WORKED_OUT {
        let files = place::texts(&fixtures.join(name).join("catalog"), &[".yml", ".yaml"]);
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
