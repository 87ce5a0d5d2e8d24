//! Invalid catalog settings.

use crate::diagnostic::Severity;
use crate::exclusion;
use crate::rules::catalog_settings::publication::{Mistake, Publication};
use crate::rules::catalog_settings::{CatalogSettings, FILE};
use crate::rules::{self, Check, Definition, ignore};
use crate::package;
use crate::symbol::DescriptorRef;
use crate::syntax::{Node, NodePath};
use crate::text::{FilePath, Span};
use crate::workspace::SourceFile;

pub static RULE: Definition = Definition {
    code: "catalog/bad-settings",
    severity: Severity::Error,
    title: "invalid catalog settings",
    doc: "The file `descriptorium.yaml` at the root of a catalog holds its settings: `profile: cp4na` or `profile: \
          tnco` selects the product, `packaging: lmctl` declares that the descriptors are parts of packages, `strict: \
          true` turns unresolved names into errors, and `rules` sets the severity of rules (`assembly/derived-name: \
          error`, `yaml: off`). `exclude` lists files and folders to skip, in the syntax of `.gitignore`, and \
          `descriptors` the owners and tags of descriptors. Command-line options take precedence.\n\nIf the file is invalid, none of its settings apply. This is an error because a \
          catalog meant to be strict would be checked with the defaults.",
    sources: &[],
    bad: "# file: descriptorium.yaml\nprofil: tnco\n",
    good: "# file: descriptorium.yaml\nprofile: tnco\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    if cx.file.path.name() != FILE {
        return;
    }
    let error = match CatalogSettings::read(&cx.file.text) {
        Ok(stated) => {
            unknown_rules(cx, &stated);
            mistakes(cx, &stated);
            return bad_patterns(cx, &stated);
        }
        Err(error) => error,
    };
    let offset = error.location().map_or(0, |location| location.index().min(cx.file.text.len()));
    let span = cx.file.lines.span(&cx.file.text, cx.file.lines.line(offset));
    // The location is shown next to the message.
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or(&message);
    let span = if span.is_empty() { Span::at(offset) } else { span };
    cx.report(span, format!("invalid settings: {message}")).help(
        "known settings: `profile`, `packaging`, `strict`, `rules`, `exclude`, `baseline`, `descriptors`, `site`, \
               `assembly`, `tosca`, `asd`, `homing`",
    );
}

fn unknown_rules(cx: &mut Check<'_>, stated: &CatalogSettings) {
    for code in ignore::unknown(stated.rules.keys().map(String::as_str)) {
        let entry = cx.file.root.as_ref().and_then(|root| root.get("rules")?.entry(code));
        let Some(span) = entry.map(|entry| entry.key.span) else { continue };
        cx.report(span, format!("unknown rule `{code}`")).suggest(
            code,
            rules::codes(),
            "run `descriptorium rules` to list all rules",
        );
    }
}

/// Mistakes in the facts about descriptors and in the settings of the site.
fn mistakes(cx: &mut Check<'_>, stated: &CatalogSettings) {
    let (publication, mistakes) = Publication::of(stated);
    for Mistake { path, message } in mistakes {
        let span = span_at(cx.file, &path);
        let key = match path.words().as_slice() {
            ["site", key, ..] | [key, ..] => (*key).to_owned(),
            [] => String::new(),
        };
        cx.report(span, format!("invalid `{key}`: {message}"));
    }
    for (one, index) in publication.descriptors.iter().zip(&publication.indices) {
        let Some(successor) = one.successor.as_ref().filter(|name| !is_descriptor(cx, name)) else { continue };
        let path = NodePath::keys(["descriptors"]).index(*index).key("successor");
        let span = span_at(cx.file, &path);
        cx.report(span, format!("unknown successor `{successor}`"))
            .severity(Severity::Warning)
            .help("state the full name, or the path, of a descriptor of this catalog");
    }
}

/// Whether a descriptor has this name or path.
fn is_descriptor(cx: &Check<'_>, name: &str) -> bool {
    let by_name = || DescriptorRef::parse(name).is_some_and(|name| cx.catalog.resolve_range(&name).found().is_some());
    let by_path = || {
        let path = FilePath::in_folder(cx.file.path.folder(), name).filter(package::is_source_path);
        path.is_some_and(|path| cx.workspace.file(&path).is_some() || cx.workspace.contents().size(&path.into()).is_ok())
    };
    by_name() || by_path()
}

/// The place of a value of the settings, or of the nearest one around it.
pub fn span_at(file: &SourceFile, path: &NodePath) -> Span {
    let root = file.root.as_ref();
    let mut around = std::iter::successors(Some(path.clone()), NodePath::parent);
    let found = around.find_map(|path| root?.at(&path).filter(|node| !node.span.is_empty()));
    found.map_or(Span::at(0), |node| node.span)
}

fn bad_patterns(cx: &mut Check<'_>, stated: &CatalogSettings) {
    let items = cx.file.root.as_ref().and_then(|root| root.get("exclude")).map_or(&[][..], Node::items);
    for (item, pattern) in items.iter().zip(&stated.exclude) {
        if let Some(mistake) = exclusion::mistake(pattern) {
            cx.report(item.span, format!("invalid pattern: {mistake}"));
        }
    }
}
