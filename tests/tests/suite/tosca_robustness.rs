//! Truncated and mutated service templates are answered: no panic, and no answer takes more than a second. By default a
//! sample is checked; `FULL=1` checks every truncation of the small files and 100,000 mutations.

use std::env;
use std::time::{Duration, Instant};

use descriptorium_core::analysis::Analysis;
use descriptorium_core::preview::question::Question;
use descriptorium_core::settings::Settings;
use descriptorium_core::text::{FilePath, floor_boundary};
use descriptorium_core::tosca::convert::convert;
use descriptorium_core::tosca::deployment::deployment;
use descriptorium_core::tosca::version::Version;
use descriptorium_core::workspace::Workspace;
use descriptorium_tests::chance::Chance;
use descriptorium_tests::paths;

/// The seed of mutation number 0; the others follow.
const SEED: u64 = 18_058;
/// Maximum size of files that are truncated at every byte, in bytes.
const SMALL: usize = 2_000;
const LIMIT: Duration = Duration::from_secs(1);

fn is_full() -> bool {
    env::var_os("FULL").is_some()
}

/// Checks a text, previews it, converts it, and asks for a rewrite; the longest duration.
fn answer(text: &str) -> Duration {
    let path = FilePath::new("service.yaml").expect("a path");
    let start = Instant::now();
    let analysis = Analysis::new(Workspace::new([(path.clone(), text.to_owned())]), Settings::default());
    let mut longest = start.elapsed();
    let Some(file) = analysis.file(&path) else { return longest };
    let steps: [&dyn Fn(); 3] = [
        &|| drop(deployment(analysis.context(file), &Question::default())),
        &|| [Version::V1_2, Version::V1_3].into_iter().for_each(|to| drop(convert(file, to))),
        &|| drop(analysis.rewrites(&path, text.len() / 2)),
    ];
    for step in steps {
        let start = Instant::now();
        step();
        longest = longest.max(start.elapsed());
    }
    longest
}

fn assert_answered(name: &str, text: &str) {
    // Other work on the machine can delay one answer, but not every attempt.
    let is_fast = (0..3).any(|_| answer(text) < LIMIT);
    assert!(is_fast, "{name} takes more than {LIMIT:?}:\n{text}");
}

fn corpus() -> Vec<(FilePath, String)> {
    let folders = ["corpus/tosca", "fixtures/tosca"];
    folders
        .iter()
        .filter_map(|folder| paths::shared(folder))
        .flat_map(|folder| paths::texts(&folder, &[".yaml", ".yml"]))
        .collect()
}

#[test]
fn recorded_templates_are_answered_whole() {
    for (index, (path, text)) in corpus().iter().enumerate() {
        if is_full() || index % 9 == 0 {
            assert_answered(path.as_str(), text);
        }
    }
}

#[test]
fn recorded_templates_are_answered_truncated() {
    let step = if is_full() { 1 } else { 397 };
    let mut at = 0;
    for (path, text) in corpus().iter().filter(|(_, text)| text.len() <= SMALL) {
        while at < text.len() {
            let end = floor_boundary(text, at);
            assert_answered(&format!("{path} up to byte {end}"), &text[..end]);
            at += step;
        }
        at -= text.len();
    }
}

#[test]
fn recorded_templates_are_answered_mutated() {
    let files: Vec<(FilePath, String)> = corpus().into_iter().filter(|(_, text)| text.len() <= 20_000).collect();
    if files.is_empty() {
        return;
    }
    let count = if is_full() { 100_000 } else { 400 };
    for number in 0..count {
        let mut chance = Chance::new(SEED + number);
        let (path, text) = chance.pick(&files).expect("a file");
        let (_, other) = chance.pick(&files).expect("a file");
        let mutated = mutated(&mut chance, text, other);
        assert_answered(&format!("mutation {number} of {path}"), &mutated);
    }
}

/// A text with some of its parts removed, repeated, moved, or replaced by parts of another text.
fn mutated(chance: &mut Chance, text: &str, other: &str) -> String {
    const SIGNS: [&str; 12] = [":", "- ", "{", "}", "[", "]", "\n", "  ", "#", "'", "*a", "&a "];
    let mut text = text.to_owned();
    for _ in 0..=chance.below(4) {
        let at = chance.boundary(&text);
        let end = floor_boundary(&text, (at + chance.below(40)).min(text.len()));
        match chance.below(5) {
            0 => text.replace_range(at..end, ""),
            1 => {
                let part = text[at..end].to_owned();
                text.insert_str(at, &part);
            }
            2 => text.insert_str(at, chance.pick(&SIGNS).copied().unwrap_or_default()),
            3 => {
                let lines: Vec<&str> = other.lines().collect();
                let line = format!("{}\n", chance.pick(&lines).copied().unwrap_or_default());
                let start = text[..at].rfind('\n').map_or(0, |at| at + 1);
                text.insert_str(start, &line);
            }
            _ => {
                let part = text[at..end].to_owned();
                text.replace_range(at..end, "");
                let to = chance.boundary(&text);
                text.insert_str(to, &part);
            }
        }
    }
    text
}
