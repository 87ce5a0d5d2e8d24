//! A lifecycle that lacks what the rest of the resource counts on.

use serde_yaml::Mapping;

use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::{Check, Rule};
use crate::syntax::NodePath;

pub static RULE: Rule = Rule {
    code: "assembly/incomplete-lifecycle",
    severity: Severity::Warning,
    title: "the lifecycle lacks a transition that is counted on",
    doc: "A change of a `volatile` property is carried out by the transition `Reconfigure`. A resource that has such a \
          property and no such transition changes the value and nothing else.\n\nTwo remarks: a lifecycle written as a list \
          is the old form, which cannot name drivers; and one written as a mapping is expected to have `Create`.",
    sources: &["RD-02", "RD-03", "RD-09"],
    bad: "\
name: resource::r::1.0
properties:
  licence: {volatile: true}
lifecycle:
  Create: {}
",
    good: "\
name: resource::r::1.0
properties:
  licence: {volatile: true}
lifecycle:
  Create: {}
  Reconfigure: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(resource) = cx.resource() else { return };
    let Some(entry) = cx.file.root.as_ref().and_then(|root| root.entry("lifecycle")) else { return };
    let (key, mapping) = (entry.key.span, entry.value.as_mapping());
    let has = |name: &str| resource.lifecycle.iter().any(|transition| transition.value == name);
    let external = resource.has_section("queries");
    if let Some(volatile) =
        resource.properties.iter().find(|property| property.volatile).filter(|_| !has("Reconfigure"))
    {
        let message = format!("`{}` is volatile, and the lifecycle has no `Reconfigure`", volatile.name.text);
        let path = NodePath::keys(["lifecycle", "Reconfigure"]);
        let finding = cx.report(volatile.name.span, message).help("nothing carries out a change of it");
        if mapping.is_some() {
            finding.fix_by("Add `Reconfigure`", Safety::Unsafe, |draft| draft.set(&path, &Mapping::new().into()));
        }
    }
    if entry.value.as_sequence().is_some() {
        let finding = cx.report(key, "the lifecycle is a list, which is its old form").severity(Severity::Info);
        finding.help("write the transitions as the keys of a mapping: `Install: {}`");
    } else if mapping.is_some() && !has("Create") && !external {
        let path = NodePath::keys(["lifecycle", "Create"]);
        let finding = cx.report(key, "the lifecycle has no `Create`").severity(Severity::Info);
        finding.fix_by("Add `Create`", Safety::Unsafe, |draft| draft.set(&path, &Mapping::new().into()));
    }
}
