//! The YAML test suite: every valid text gives the tree the suite gives, every invalid one an error.

use std::fs;

use descriptorium_core::syntax::SyntaxErrorKind;
use descriptorium_core::syntax::parse::parse;
use descriptorium_tests::place;
use serde_yaml::Value;

use super::events;

/// The cases whose expectation is not ours, with the reason.
const EXCEPTIONS: &[(&str, &str)] = &[(
    "ZYU8/02",
    "`%YAML 1.1 1.2`: the suite itself marks it as valid by the letter and not to be supported, and wants the like of it \
     rejected in H7TQ",
)];

/// Errors that say more than the grammar does, so that a valid text may have them.
const BEYOND_GRAMMAR: &[SyntaxErrorKind] = &[SyntaxErrorKind::DuplicateKey, SyntaxErrorKind::ReferenceInFlow];

struct Case {
    id: String,
    text: String,
    /// The expected events; `None` where the text is invalid.
    events: Option<String>,
}

#[test]
fn every_case_of_the_official_suite_is_read_right() {
    let Some(folder) = place::shared("corpus/yaml-test-suite/src") else { return };
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let cases: Vec<Case> = files.iter().flat_map(|path| read(path)).collect();
    assert!(cases.len() > 350, "only {} cases were found", cases.len());
    let (mut right, mut rejected, mut excepted, mut faults) = (0, 0, 0, Vec::new());
    for case in &cases {
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
        "{} cases: {right} valid and read right, {rejected} invalid and rejected, {excepted} excepted",
        cases.len()
    );
    assert!(faults.is_empty(), "{} of {}\n{}", faults.len(), cases.len(), faults.join("\n"));
}

/// What is wrong with our reading of a case.
fn fault(case: &Case) -> Option<String> {
    let tree = parse(&case.text);
    let mut errors = tree.errors.iter().filter(|error| !BEYOND_GRAMMAR.contains(&error.kind)).peekable();
    let ours = events::print(&case.text, &tree);
    let Some(expected) = &case.events else {
        let id = &case.id;
        return errors.peek().is_none().then(|| format!("== {id}: not rejected\n{}\n{ours}", case.text));
    };
    let errors: Vec<_> = errors.collect();
    (ours != *expected || !errors.is_empty())
        .then(|| format!("== {}: {errors:?}\n{}\n--expected\n{expected}\n--ours\n{ours}", case.id, case.text))
}

/// The cases of one file. A case that does not say what it expects expects what the one before it does.
fn read(path: &std::path::Path) -> Vec<Case> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let text = fs::read_to_string(path).unwrap_or_default();
    let list: Vec<Value> = serde_yaml::from_str(&text).unwrap_or_default();
    let mut cases = Vec::new();
    let mut tree = String::new();
    for (index, case) in list.iter().enumerate() {
        if let Some(given) = case.get("tree").and_then(Value::as_str) {
            tree = visible(given).lines().map(str::trim_start).collect::<Vec<_>>().join("\n");
        }
        let Some(text) = case.get("yaml").and_then(Value::as_str) else { continue };
        let invalid = case.get("fail").and_then(Value::as_bool) == Some(true);
        let id = if list.len() > 1 { format!("{stem}/{index:02}") } else { stem.to_string() };
        cases.push(Case { id, text: visible(text), events: (!invalid).then(|| tree.clone()) });
    }
    cases
}

/// The text that the suite writes with visible blanks.
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
