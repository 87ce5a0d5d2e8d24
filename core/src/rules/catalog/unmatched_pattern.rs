//! Patterns of the settings that match no descriptor.

use crate::diagnostic::Severity;
use crate::rules::catalog::bad_settings::span_at;
use crate::rules::catalog_settings::publication::Publication;
use crate::rules::catalog_settings::{CatalogSettings, FILE};
use crate::rules::{Check, Definition};

pub static RULE: Definition = Definition {
    code: "catalog/unmatched-pattern",
    severity: Severity::Warning,
    title: "pattern matches no descriptor",
    doc: "The entries of `descriptors` in `descriptorium.yaml` state owners, tags and lifecycles of all descriptors that their \
          `files` or `names` match. A pattern without a match has no effect: the descriptor may have been moved or renamed, or \
          the pattern is misspelled.\n\n`files` are `.gitignore` patterns of paths in the catalog: `assemblies/`, \
          `*.tosca.yaml`. `names` are full names, in which `*` matches any text: `resource::gateway::*`.",
    sources: &[],
    bad: "\
# file: descriptorium.yaml
descriptors:
  - {names: \"resource::gatway::*\", owner: Network team}
# file: gateway.yaml
name: resource::gateway::1.0
lifecycle: {Create: {}}
",
    good: "\
# file: descriptorium.yaml
descriptors:
  - {names: \"resource::gateway::*\", owner: Network team}
# file: gateway.yaml
name: resource::gateway::1.0
lifecycle: {Create: {}}
",
    check,
};

/// The message about a pattern.
pub fn message(pattern: &str) -> String {
    format!("`{pattern}` matches no descriptor")
}

fn check(cx: &mut Check<'_>) {
    if cx.file.path.name() != FILE {
        return;
    }
    // Paths start at the folder of the settings.
    let (workspace, folder) = (cx.workspace, cx.file.path.folder());
    let inner = |path: &str| match folder {
        "" => Some(path.to_owned()),
        folder => Some(path.strip_prefix(folder)?.strip_prefix('/')?.to_owned()),
    };
    let descriptors = workspace.files().filter(|file| file.language.is_some());
    let descriptors: Vec<(String, String)> = descriptors
        .filter_map(|file| {
            let (path, name) = (inner(file.path.as_str())?, file.shown_name());
            Some((path.clone(), if name == file.path.as_str() { path } else { name }))
        })
        .collect();
    // Without its descriptors, nothing is known about the catalog.
    let Some(stated) = CatalogSettings::read(&cx.file.text).ok().filter(|_| !descriptors.is_empty()) else { return };
    let publication = Publication::of(&stated).0;
    for (path, pattern) in publication.unmatched(descriptors.iter().map(|(path, name)| (path.as_str(), name.as_str()))) {
        cx.report(span_at(cx.file, &path), message(pattern));
    }
}
