//! Keys in a spelling that is accepted but not in the specification.

use std::collections::HashMap;

use crate::diagnostic::{Safety, Severity};
use crate::rules::{Check, Definition};
use crate::schema::ViolationKind;
use crate::syntax::NodePath;

pub static RULE: Definition = Definition {
    code: "schema/alias-key",
    severity: Severity::Info,
    title: "nonstandard spelling of a key",
    doc: "Some published descriptors write keys with underscores or in camel case: `read_only`, `entry_schema`, \
          `publication_period`. They are accepted here, but a product may ignore them.\n\nA misspelled `read-only` is \
          a warning, because an output mistaken for an input changes how the assembly is instantiated.",
    sources: &["AD-PROP-14", "AD-TYPE-05", "AD-MET-03", "ASD-03"],
    bad: "\
name: assembly::a::1.0
properties:
  address:
    read_only: true
composition: {}
",
    good: "\
name: assembly::a::1.0
properties:
  address:
    read-only: true
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    let mut spellings: HashMap<(NodePath, &str), usize> = HashMap::new();
    for violation in file.violations() {
        if let (ViolationKind::AliasKey { canonical, .. }, Some(parent)) = (&violation.kind, violation.path.parent()) {
            *spellings.entry((parent, canonical)).or_default() += 1;
        }
    }
    for violation in file.violations() {
        let ViolationKind::AliasKey { key, canonical, .. } = &violation.kind else { continue };
        if (cx.hooks.is_reported_elsewhere)(cx, violation) {
            continue;
        }
        let severity = if *canonical == "read-only" { Severity::Warning } else { Severity::Info };
        let message = format!("`{key}` should be spelled `{canonical}`");
        let finding = cx.report(violation.span, message).severity(severity);
        let parent = violation.path.parent().unwrap_or_default();
        if file.root.as_ref().is_some_and(|root| violation.has_canonical(root)) {
            finding.help(format!("`{canonical}` is also present: remove one of them"));
        } else if spellings.get(&(parent, *canonical)).is_some_and(|&count| count > 1) {
            finding.help(format!("`{canonical}` is written in several spellings: keep one of them"));
        } else if violation.span.of(&file.text) == key.as_str() {
            finding.replace_with(canonical, Safety::Safe);
        }
    }
}
