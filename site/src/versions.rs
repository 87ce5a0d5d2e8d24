//! Compares two versions of a descriptor: changes, and their impact on users.

use std::collections::{BTreeMap, BTreeSet};

use descriptorium_core::analysis::Analysis;
use descriptorium_core::catalog::Catalog;
use descriptorium_core::context::FileContext;
use descriptorium_core::document::Document;
use descriptorium_core::document::diff::{Comparison, Diff, Side};
use descriptorium_core::schema::diff::{Difference, Impact};
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::SourceFile;
use serde_json::Value;

use crate::pages::name;

/// The number of changes by impact.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    pub breaking: usize,
    pub behavior: usize,
    pub additions: usize,
}

impl Tally {
    pub fn of(alterations: &[Difference]) -> Self {
        let count = |impact| alterations.iter().filter(|one| one.impact == impact).count();
        Tally {
            breaking: count(Impact::Breaking),
            behavior: count(Impact::Behavior),
            additions: count(Impact::Addition),
        }
    }
}

/// `2 breaking changes, 1 change of behavior and 3 additions`.
impl std::fmt::Display for Tally {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let words = |count: usize, one: &str, many: &str| match count {
            0 => None,
            1 => Some(format!("1 {one}")),
            count => Some(format!("{count} {many}")),
        };
        let parts = [
            words(self.breaking, "breaking change", "breaking changes"),
            words(self.behavior, "behavior change", "behavior changes"),
            words(self.additions, "addition", "additions"),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        match parts.as_slice() {
            [] => formatter.write_str("no changes that affect users"),
            [one] => formatter.write_str(one),
            [rest @ .., last] => write!(formatter, "{} and {last}", rest.join(", ")),
        }
    }
}

/// The changes between two files; none if their languages differ.
pub fn compare(before: FileContext<'_>, after: FileContext<'_>) -> Vec<Difference> {
    match (before.file.language, after.file.language) {
        (Some(one), Some(other)) if one == other => (one.services().difference)(before, after),
        _ => Vec::new(),
    }
}

/// The changes between two files, with the paths shown for them.
pub fn comparison(
    (before, before_path): (&SourceFile, String),
    (after, after_path): (&SourceFile, String),
    found: &[Difference],
) -> Comparison {
    let side = |file: &SourceFile, path: String| Side { name: name(file).full, file: path };
    Comparison::new((before, side(before, before_path)), (after, side(after, after_path)), found)
}

/// The changes between two files as JSON, in the format of `diff`.
pub fn json(before: (&SourceFile, String), after: (&SourceFile, String), found: &[Difference]) -> Value {
    let document = Document::new(Diff::Descriptors(comparison(before, after, found)));
    serde_json::to_value(document).unwrap_or_default()
}

/// A descriptor in a comparison of catalogs.
#[derive(Debug)]
pub enum Step<'a> {
    Gone(&'a SourceFile),
    New(&'a SourceFile),
    /// A new version, with the highest version before it.
    NewVersion(&'a SourceFile, &'a SourceFile),
    /// The same version with different text.
    Changed(&'a SourceFile, &'a SourceFile),
}

/// The changes between two catalogs. Descriptors are matched by name and version, or else by the path that `inner`
/// returns: the path within the old and within the new catalog.
pub fn of_catalogs<'a>(
    before: (&'a Analysis, &dyn Fn(&FilePath) -> String),
    after: (&'a Analysis, &dyn Fn(&FilePath) -> String),
) -> Vec<Step<'a>> {
    let mut steps = of_named(before.0, after.0);
    let others = |(analysis, inner): (&'a Analysis, &dyn Fn(&FilePath) -> String)| -> BTreeMap<String, &'a SourceFile> {
        let files = analysis.workspace().files().map(|file| &**file);
        let others = files.filter(|file| file.language.is_some() && file.defines().is_none());
        others.map(|file| (inner(&file.path), file)).collect()
    };
    let (old, new) = (others(before), others(after));
    for path in old.keys().chain(new.keys()).collect::<BTreeSet<_>>() {
        match (old.get(path), new.get(path)) {
            (Some(then), Some(now)) if then.text == now.text => {}
            (Some(then), Some(now)) => steps.push(Step::Changed(then, now)),
            (Some(then), None) => steps.push(Step::Gone(then)),
            (None, now) => steps.extend(now.map(|now| Step::New(now))),
        }
    }
    steps
}

fn of_named<'a>(before: &'a Analysis, after: &'a Analysis) -> Vec<Step<'a>> {
    let names =
        |catalog: &'a Catalog| catalog.entries().map(|entry| (entry.name.kind.clone(), entry.name.name.clone()));
    let all: BTreeSet<_> = names(before.catalog()).chain(names(after.catalog())).collect();
    let mut steps = Vec::new();
    for (kind, name) in all {
        let (old, new) = (before.catalog().versions(&kind, &name), after.catalog().versions(&kind, &name));
        let file = |analysis: &'a Analysis, path: &FilePath| analysis.file(path).map(|file| &**file);
        for entry in old.iter().filter(|entry| new.iter().all(|other| other.name != entry.name)) {
            steps.extend(file(before, &entry.file).map(Step::Gone));
        }
        for entry in new {
            let Some(now) = file(after, &entry.file) else { continue };
            let same = old.iter().find(|other| other.name == entry.name);
            if let Some(then) = same.and_then(|same| file(before, &same.file)) {
                if then.text != now.text {
                    steps.push(Step::Changed(then, now));
                }
                continue;
            }
            let lower = old.iter().rev().find(|other| {
                descriptorium_core::catalog::compare_versions(&other.name.version, &entry.name.version).is_lt()
            });
            steps.push(match lower.and_then(|lower| file(before, &lower.file)) {
                Some(then) => Step::NewVersion(then, now),
                None => Step::New(now),
            });
        }
    }
    steps
}
