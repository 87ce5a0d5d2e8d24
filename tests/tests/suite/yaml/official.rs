//! The official YAML test suite: valid texts yield the expected tree, invalid ones an error.

use std::sync::LazyLock;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::settings::Settings;
use descriptorium_core::syntax::SyntaxErrorKind;
use descriptorium_core::syntax::parse::parse;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::Workspace;
use descriptorium_tests::paths;
use serde_yaml::Value;

use super::events;

/// Cases with an expectation that we do not share, with the reason.
const EXCEPTIONS: &[(&str, &str)] = &[(
    "ZYU8/02",
    "`%YAML 1.1 1.2`: the suite itself marks it as valid by the letter and not to be supported, and wants the like of it \
     rejected in H7TQ",
)];

/// Invalid cases that only cause warnings, with the reason.
const WARNINGS: &[(&str, &str)] = &[
    (
        "9C9N",
        "a flow collection goes on in lines that are not indented: libyaml, SnakeYAML and PyYAML read it, and so do \
         the products that the descriptors are for",
    ),
    ("QB6E", "quoted text goes on in lines that are not indented: SnakeYAML, PyYAML and ruamel.yaml read it"),
];

pub struct Case {
    pub id: String,
    pub text: String,
    /// The expected events; `None` if the text is invalid.
    pub events: Option<String>,
}

#[test]
fn every_case_of_the_official_suite_is_read_right() {
    let cases = cases();
    if cases.is_empty() {
        return;
    }
    assert!(cases.len() > 350, "only {} cases were found", cases.len());
    let (mut right, mut rejected, mut excepted, mut faults) = (0, 0, 0, Vec::new());
    for (id, _) in EXCEPTIONS.iter().chain(WARNINGS) {
        if !cases.iter().any(|case| case.id == *id) {
            faults.push(format!("{id}: no case, so no exception"));
        }
    }
    for case in cases {
        let fault = fault(case);
        match (EXCEPTIONS.iter().find(|(id, _)| *id == case.id), fault) {
            (Some((_, reason)), Some(_)) => {
                excepted += 1;
                println!("{}: {reason}", case.id);
            }
            (Some(_), None) => faults.push(format!("{}: no exception any more", case.id)),
            (None, Some(fault)) => faults.push(fault),
            (None, None) if case.events.is_some() => right += 1,
            (None, None) => rejected += 1,
        }
    }
    println!(
        "{} cases: {right} valid ones read right, {rejected} invalid ones rejected, {excepted} excepted",
        cases.len()
    );
    assert!(faults.is_empty(), "{} of {}\n{}", faults.len(), cases.len(), faults.join("\n"));
}

/// The difference between our result and the expected one.
fn fault(case: &Case) -> Option<String> {
    let tree = parse(&case.text);
    // Duplicate keys are not errors of the grammar.
    let errors = tree.errors.iter().filter(|error| error.kind != SyntaxErrorKind::DuplicateKey);
    let ours = events::print(&case.text, &tree);
    let errors: Vec<_> = errors.collect();
    let Some(expected) = &case.events else {
        let shown = severity(&case.text);
        let wanted = if WARNINGS.iter().any(|(id, _)| *id == case.id) { Severity::Warning } else { Severity::Error };
        let missed = errors.is_empty() || shown != Some(wanted);
        return missed.then(|| format!("== {}: {errors:?}, shown as {shown:?}\n{}\n{ours}", case.id, case.text));
    };
    (ours != *expected || !errors.is_empty())
        .then(|| format!("== {}: {errors:?}\n{}\n--expected\n{expected}\n--ours\n{ours}", case.id, case.text))
}

/// The most severe syntax finding in `text`.
fn severity(text: &str) -> Option<Severity> {
    let path = FilePath::new("case.yaml")?;
    let analysis = Analysis::new(Workspace::new([(path, text.to_owned())]), Settings::default());
    let found = analysis.all_diagnostics().filter(|found| found.code.starts_with("yaml/"));
    // The most severe variant is the smallest one.
    found.map(|found| found.severity).min()
}

/// All cases; none if the suite is not available.
pub fn cases() -> &'static [Case] {
    static CASES: LazyLock<Vec<Case>> = LazyLock::new(|| {
        let Some(folder) = paths::shared("corpus/yaml-test-suite/src") else { return Vec::new() };
        paths::texts(&folder, &[".yaml"]).iter().flat_map(|(path, text)| read(path.stem(), text)).collect()
    });
    &CASES
}

/// The cases in a file. A case without an expectation has that of the previous one.
fn read(stem: &str, text: &str) -> Vec<Case> {
    let list: Vec<Value> = serde_yaml::from_str(text).unwrap_or_default();
    let mut cases = Vec::new();
    let mut tree = String::new();
    for (index, case) in list.iter().enumerate() {
        if let Some(given) = case.get("tree").and_then(Value::as_str) {
            tree = visible(given).lines().map(str::trim_start).collect::<Vec<_>>().join("\n");
        }
        let Some(text) = case.get("yaml").and_then(Value::as_str) else { continue };
        let invalid = case.get("fail").and_then(Value::as_bool) == Some(true);
        let id = if list.len() > 1 { format!("{stem}/{index:02}") } else { stem.to_owned() };
        cases.push(Case { id, text: visible(text), events: (!invalid).then(|| tree.clone()) });
    }
    cases
}

/// Replaces the visible whitespace that the suite uses.
fn visible(text: &str) -> String {
    let text = text.strip_suffix("∎\n").unwrap_or(text);
    let mut result = String::new();
    for character in text.chars() {
        match character {
            '␣' => result.push(' '),
            '»' => result.push('\t'),
            '⇔' => result.push('\u{feff}'),
            '←' => result.push('\r'),
            '—' | '↵' => {}
            other => result.push(other),
        }
    }
    result
}
