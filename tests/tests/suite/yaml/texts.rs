//! Texts for property tests.

use std::collections::BTreeSet;
use std::env;
use std::sync::LazyLock;

use descriptorium_core::analysis::example;
use descriptorium_core::rules;
pub use descriptorium_tests::chance::Chance;
use descriptorium_tests::paths;
use serde_json::Value;

use super::official;

/// A text and its origin.
pub struct Text {
    pub name: String,
    pub text: String,
    /// Whether it is from the official suite.
    pub official: bool,
    /// Whether the official suite declares it invalid.
    pub invalid: bool,
}

/// File extensions of YAML, and of formats that are also YAML.
const ENDINGS: &[&str] = &[".yaml", ".yml", ".json", ".meta", ".mf"];

/// The examples of the repository and of the rules, and if available, real descriptors and the official suite, without duplicates.
pub fn all() -> &'static [Text] {
    static TEXTS: LazyLock<Vec<Text>> = LazyLock::new(|| {
        let mut texts: Vec<Text> = Vec::new();
        for folder in [Some(paths::root().join("examples")), paths::shared("")].into_iter().flatten() {
            let files = paths::texts(&folder, ENDINGS).into_iter();
            let files = files.filter(|(path, _)| !path.as_str().contains("yaml-test-suite/"));
            texts.extend(files.map(|(path, text)| Text {
                name: path.to_string(),
                text,
                official: false,
                invalid: false,
            }));
        }
        texts.extend(inline());
        let official = official::cases().iter();
        texts.extend(official.map(|case| Text {
            name: case.id.clone(),
            text: case.text.clone(),
            official: true,
            invalid: case.events.is_none(),
        }));
        texts.extend(of_rules());
        let mut seen = BTreeSet::new();
        texts.retain(|text| seen.insert(text.text.clone()));
        assert!(texts.len() > 10, "only {} texts were found", texts.len());
        texts
    });
    &TEXTS
}

/// The correct examples of the rules.
fn of_rules() -> impl Iterator<Item = Text> {
    rules::all().flat_map(|rule| {
        let files = example::files(rule.good).into_iter();
        files.map(|(path, text)| Text { name: format!("{} {path}", rule.code), text, official: false, invalid: false })
    })
}

/// Templates from the test code of another implementation.
fn inline() -> Vec<Text> {
    let Some(folder) = paths::shared("corpus/tosca") else { return Vec::new() };
    let files = paths::texts(&folder, &[".jsonl"]);
    let lines = files.iter().flat_map(|(_, text)| text.lines());
    let cases = lines.filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let text = |case: &Value, key: &str| case.get(key).and_then(Value::as_str).map(str::to_owned);
    cases
        .filter_map(|case| {
            Some(Text { name: text(&case, "name")?, text: text(&case, "text")?, official: false, invalid: false })
        })
        .collect()
}

/// The seed of all random tests; to search further, set `DESCRIPTORIUM_SEED`.
pub fn seed() -> usize {
    number("DESCRIPTORIUM_SEED").unwrap_or(0)
}

/// The number of random rounds for a text of `length`: more for short ones, so that all take equally long.
/// `DESCRIPTORIUM_ROUNDS` is a multiplier.
pub fn rounds(length: usize) -> usize {
    (4_000 / (length + 300)).clamp(1, 8) * number("DESCRIPTORIUM_ROUNDS").unwrap_or(1)
}

fn number(variable: &str) -> Option<usize> {
    env::var(variable).ok()?.parse().ok()
}

/// The generator for the text at `index`.
pub fn chance(index: usize) -> Chance {
    Chance::new(((seed() as u64) << 32) + index as u64)
}
