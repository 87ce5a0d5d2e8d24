//! Versions of component types and references that are not exact.

use crate::assembly::model::{Component, Text};
use crate::catalog::Resolution;
use crate::catalog::range::Range;
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};
use crate::symbol::DescriptorRef;

pub static RULE: Rule = Rule {
    code: "catalog/version-range",
    severity: Severity::Warning,
    title: "inexact version",
    doc: "The version of a component type is exact and written as dotted numbers: `1.0`. The version of a reference, \
          which finds an existing instance, may be open: `^1.0` is any version from 1.0 up to, but not including, \
          2.0.\n\nOther ranges (`~1.0`, `[1.0,2.0)`) are undocumented. They are resolved here to the highest matching \
          version. Anything else, such as `latest`, is an error.",
    sources: &["AD-RFS-04", "AD-COMP-05"],
    bad: "\
name: assembly::a::1.0
properties: {}
composition:
  gateway:
    type: assembly::gateway::^1.0
    properties: {}
# file: gateway.yaml
name: assembly::gateway::1.2
properties: {}
composition: {}
",
    good: "\
name: assembly::a::1.0
properties: {}
composition:
  gateway:
    type: assembly::gateway::1.2
    properties: {}
# file: gateway.yaml
name: assembly::gateway::1.2
properties: {}
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    let parts = assembly.composition.iter().map(|part| (part, false));
    for (part, is_reference) in parts.chain(assembly.references.iter().map(|part| (part, true))) {
        let Component { type_name: Some(type_name), of: Some(of), .. } = part else { continue };
        if !type_name.value.contains('$') && part.dynamic_type.is_none() {
            report(cx, type_name, of, is_reference);
        }
    }
}

fn report(cx: &mut Check<'_>, type_name: &Text, of: &DescriptorRef, is_reference: bool) {
    let catalog = cx.catalog;
    let version = &of.version;
    let resolution = catalog.resolve_range(of);
    let span = type_name.span;
    let is_found = resolution.found().is_some();
    let finding = match (form(version), is_reference) {
        (Form::Exact, _) | (Form::Caret, true) => return,
        (Form::Caret, false) | (Form::OtherRange, false) => {
            cx.report(span, format!("the version of a component must be exact, not `{version}`"))
        }
        // A range without matches is reported as an unknown descriptor.
        (Form::OtherRange, true) if !is_found => return,
        (Form::OtherRange, true) => cx.report(span, format!("undocumented version range `{version}`")),
        (Form::NoVersion, _) => cx.report(span, format!("`{version}` is not a version")).severity(Severity::Error),
    };
    let help = if is_reference { "use `1.0` or `^1.0`" } else { "use dotted numbers such as `1.0`" };
    match resolution {
        Resolution::Found(entry) => {
            let name = entry.name.to_string();
            finding.help(format!("{help}; resolved here to `{name}`")).replace_name(&type_name.value, &name)
        }
        // Duplicate names and versions without a match are reported by other rules.
        Resolution::Ambiguous(entries) | Resolution::OtherVersion(entries) => match entries.last() {
            Some(entry) if form(version) == Form::NoVersion => {
                let name = entry.name.to_string();
                finding.help(format!("the catalog has `{name}`")).replace_name(&type_name.value, &name)
            }
            _ => finding.help(help),
        },
        Resolution::Missing => finding.help(help),
    };
}

/// How a version is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    Exact,
    /// `^1.0`.
    Caret,
    /// `~1.0`, `[1.0,2.0)`.
    OtherRange,
    NoVersion,
}

pub fn form(version: &str) -> Form {
    let exact = |text: &str| text.split('.').all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()));
    match version.strip_prefix('^') {
        _ if exact(version) => Form::Exact,
        Some(least) if exact(least) => Form::Caret,
        _ if version.strip_prefix('~').is_some_and(exact) => Form::OtherRange,
        _ if version.starts_with(['[', '(']) && Range::parse(version).is_ok() => Form::OtherRange,
        _ => Form::NoVersion,
    }
}
