//! Settings of a catalog that cannot be read.

use crate::diagnostic::Severity;
use crate::exclusion;
use crate::rules::catalog_settings::{FILE, CatalogSettings};
use crate::rules::{self, Check, Definition, ignore};
use crate::syntax::Node;
use crate::text::Span;

pub static RULE: Definition = Definition {
    code: "catalog/bad-settings",
    severity: Severity::Error,
    title: "the settings of the catalog cannot be read",
    doc: "A catalog says in the file `descriptorium.yaml` at its root which product its descriptors are for, with \
          `profile: cp4na` or `profile: tnco`; with `packaging: lmctl` that they are parts of packages; with `strict: \
          true` that a name that leads nowhere is an error; and under `rules` how severe a rule is, `assembly/derived-name: \
          error` or `yaml: off`. `exclude` lists files and folders that are not read, as a `.gitignore` does. What the \
          command line says comes first.\n\nA file that has anything else states nothing \
          at all, which is an error: what was to be strict would be judged laxly.",
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
            return bad_patterns(cx, &stated);
        }
        Err(error) => error,
    };
    let offset = error.location().map_or(0, |location| location.index().min(cx.file.text.len()));
    let span = cx.file.lines.span(&cx.file.text, cx.file.lines.line(offset));
    // The place is shown beside the message.
    let message = error.to_string();
    let message = message.split(" at line ").next().unwrap_or(&message);
    let span = if span.is_empty() { Span::at(offset) } else { span };
    cx.report(span, format!("these settings cannot be read: {message}"))
        .help("`profile`, `packaging`, `strict`, `rules`, `exclude`, `baseline`, `site`, `assembly`, `tosca`, `asd` and `homing` are known");
}

fn unknown_rules(cx: &mut Check<'_>, stated: &CatalogSettings) {
    for code in ignore::unknown(stated.rules.keys().map(String::as_str)) {
        let entry = cx.file.root.as_ref().and_then(|root| root.get("rules")?.entry(code));
        let Some(span) = entry.map(|entry| entry.key.span) else { continue };
        cx.report(span, format!("there is no rule `{code}`")).suggest(
            code,
            rules::codes(),
            "`descriptorium rules` lists them",
        );
    }
}

fn bad_patterns(cx: &mut Check<'_>, stated: &CatalogSettings) {
    let items = cx.file.root.as_ref().and_then(|root| root.get("exclude")).map_or(&[][..], Node::items);
    for (item, pattern) in items.iter().zip(&stated.exclude) {
        if let Some(mistake) = exclusion::mistake(pattern) {
            cx.report(item.span, format!("invalid pattern: {mistake}"));
        }
    }
}
