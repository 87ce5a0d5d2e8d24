//! Results of `dynamicType` that are not in the catalog.

use crate::assembly::dynamic_type::{Outcome, outcomes};
use crate::assembly::expansion::template::variables;
use crate::assembly::mentions::within;
use crate::assembly::model::Text;
use crate::catalog::Resolution;
use crate::catalog::range::Range;
use crate::diagnostic::Severity;
use crate::rules::assembly::version_range::{Form, form};
use crate::rules::assembly::{Check, Rule};
use crate::symbol::DescriptorRef;
use crate::text::Span;

pub static RULE: Rule = Rule {
    code: "catalog/unresolved-dynamic-type",
    severity: Severity::Warning,
    title: "unresolved `dynamicType`",
    doc: "The result of `dynamicType` is the full name of a descriptor, `type::name::version`. With `resolveVersion`, \
          the version is a Maven version range such as `[1.0,2.0)`, which resolves to the highest matching version in \
          the catalog. A range without bounds, such as `(,)`, is an error.\n\nIf a branch of the expression has no \
          result, the `type` of the component is used.\n\nWith `--strict`, results that are not in the catalog are \
          errors, as for `type`.",
    sources: &["AD-DYN-03", "AD-DYN-05", "AD-DYN-06"],
    bad: "\
name: assembly::a::1.0
properties: {}
composition:
  web:
    type: assembly::web::1.0
    dynamicType: \"{{ 'assembly::web::[2.0,)' | resolveVersion }}\"
    properties: {}
# file: web.yaml
name: assembly::web::1.0
properties: {}
composition: {}
",
    good: "\
name: assembly::a::1.0
properties: {}
composition:
  web:
    type: assembly::web::1.0
    dynamicType: \"{{ 'assembly::web::[1.0,)' | resolveVersion }}\"
    properties: {}
# file: web.yaml
name: assembly::web::1.0
properties: {}
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    for template in assembly.composition.iter().filter_map(|component| component.dynamic_type.as_ref()) {
        // Malformed expressions are reported by `assembly/malformed-dynamic-type`.
        if variables(&template.value).is_err_and(|unfit| unfit.is_broken) {
            continue;
        }
        let (outcomes, may_be_nothing) = outcomes(&template.value);
        for outcome in &outcomes {
            result(cx, template, outcome);
        }
        if may_be_nothing {
            let finding = cx.report(template.span, "a branch of this expression has no result");
            finding.help("add an `{% else %}` with a type");
        }
    }
}

/// The severity if something is not in the catalog (S0:704: it is looked up when an intent is submitted).
fn unresolved(cx: &Check<'_>) -> Severity {
    if cx.settings.strict { Severity::Error } else { Severity::Warning }
}

fn result(cx: &mut Check<'_>, template: &Text, outcome: &Outcome<'_>) {
    let span = within(template, outcome.start, outcome.literal.len(), cx.file);
    let literal = outcome.literal.trim();
    let catalog = cx.catalog;
    let Some(name) = DescriptorRef::parse(literal) else {
        let finding = cx.report(span, format!("`{literal}` is not a full descriptor name"));
        match catalog.closest(literal).map(|entry| entry.name.to_string()) {
            Some(near) => finding.help(format!("did you mean `{near}`?")).replace_name(outcome.literal, &near),
            None => finding.help("use `type::name::version`"),
        };
        return;
    };
    if outcome.is_range {
        return range(cx, span, outcome.literal, &name);
    }
    if !matches!(form(&name.version), Form::Exact) {
        let finding = cx.report(span, format!("`{}` is not a version", name.version));
        finding.help("a range needs `| resolveVersion`");
    } else if catalog.resolve(&name).found().is_none() {
        let near = match catalog.resolve(&name) {
            Resolution::OtherVersion(versions) => versions.last().map(|entry| entry.name.to_string()),
            _ => catalog.closest(literal).map(|entry| entry.name.to_string()),
        };
        let severity = unresolved(cx);
        let finding = cx.report(span, format!("no descriptor `{name}` in this catalog")).severity(severity);
        match near {
            Some(near) => finding.help(format!("did you mean `{near}`?")).replace_name(outcome.literal, &near),
            None => finding.help("add the descriptor to the catalog"),
        };
    }
}

fn range(cx: &mut Check<'_>, span: Span, literal: &str, name: &DescriptorRef) {
    let range = match Range::parse(&name.version) {
        Ok(range) => range,
        Err(reason) => {
            let finding = cx.report(span, reason).severity(Severity::Error);
            finding.help("use a bounded range: `[1.0,)`, `(,2.0]`, `[1.0,2.0)`");
            return;
        }
    };
    let catalog = cx.catalog;
    let listed = catalog.versions(&name.kind, &name.name);
    if let Some(near) = catalog.closest(&name.to_string()).filter(|_| listed.is_empty()) {
        let DescriptorRef { kind, name: of, .. } = &near.name;
        let near = format!("{kind}::{of}::{}", name.version);
        let severity = unresolved(cx);
        let finding = cx.report(span, format!("no descriptor `{}::{}` in this catalog", name.kind, name.name));
        finding.severity(severity).help(format!("did you mean `{near}`?")).replace_name(literal, &near);
        return;
    }
    let versions = listed.iter().map(|entry| entry.name.version.as_str());
    let mut within: Vec<&str> = versions.filter(|version| range.contains(version)).collect();
    // Duplicate names count as one version; another rule reports them.
    within.dedup();
    match within.as_slice() {
        [] => {
            let message =
                format!("no version of `{}::{}` in this catalog matches `{}`", name.kind, name.name, name.version);
            let severity = unresolved(cx);
            cx.report(span, message).severity(severity).help("widen the range, or add the descriptor to the catalog");
        }
        [.., _, highest] => {
            let finding = cx.report(span, format!("resolves to version {highest}, until a higher one is added"));
            finding.severity(Severity::Info).help(format!("matching versions: {}", within.join(", ")));
        }
        [_] => {}
    }
    if !name.version.starts_with(['[', '(']) {
        let finding = cx.report(span, format!("`{}` alone is a lower bound, not a single version", name.version));
        finding.help(format!("use `[{0}]` for this version only, `[{0},)` for this and higher versions", name.version));
    }
}
