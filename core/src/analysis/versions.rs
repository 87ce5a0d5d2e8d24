//! Compares two versions of a descriptor, or two catalogs.

use std::collections::{BTreeMap, BTreeSet};

use crate::analysis::Analysis;
use crate::catalog::{Catalog, compare_versions};
use crate::context::FileContext;
use crate::schema::diff::Difference;
use crate::semantics::COMPARISONS;
use crate::text::FilePath;
use crate::workspace::SourceFile;

/// The changes between two files; none if their languages differ.
pub fn compare(before: FileContext<'_>, after: FileContext<'_>) -> Vec<Difference> {
    match (before.file.language, after.file.language) {
        (Some(one), Some(other)) if one == other => COMPARISONS.of(one)(before, after),
        _ => Vec::new(),
    }
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
            let lower =
                old.iter().rev().find(|other| compare_versions(&other.name.version, &entry.name.version).is_lt());
            steps.push(match lower.and_then(|lower| file(before, &lower.file)) {
                Some(then) => Step::NewVersion(then, now),
                None => Step::New(now),
            });
        }
    }
    steps
}
