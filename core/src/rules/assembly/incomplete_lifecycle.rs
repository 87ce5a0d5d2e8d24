//! Lifecycles without required transitions.

use serde_yaml::Mapping;

use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::{Check, Rule};
use crate::syntax::NodePath;

pub static RULE: Rule = Rule {
    code: "assembly/incomplete-lifecycle",
    severity: Severity::Warning,
    title: "incomplete lifecycle",
    doc: "Changes of a `volatile` property are applied by the transition `Reconfigure`. A resource with such a property \
          but without this transition stores the new value without applying it.\n\nTwo infos: a lifecycle written as a \
          list is the old form, which cannot name drivers, and a lifecycle written as a mapping should include `Create`.",
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
        let message = format!("`{}` is volatile, but the lifecycle has no `Reconfigure`", volatile.name.text);
        let path = NodePath::keys(["lifecycle", "Reconfigure"]);
        let finding = cx.report(volatile.name.span, message).help("without `Reconfigure`, changes are not applied");
        if mapping.is_some() {
            finding.fix_by("Add `Reconfigure`", Safety::Unsafe, |draft| draft.set(&path, &Mapping::new().into()));
        }
    }
    if entry.value.as_sequence().is_some() {
        let finding = cx.report(key, "the lifecycle uses the old list form").severity(Severity::Info);
        finding.help("use a mapping of transitions: `Install: {}`");
    } else if mapping.is_some() && !has("Create") && !external {
        let path = NodePath::keys(["lifecycle", "Create"]);
        let finding = cx.report(key, "the lifecycle has no `Create`").severity(Severity::Info);
        finding.fix_by("Add `Create`", Safety::Unsafe, |draft| draft.set(&path, &Mapping::new().into()));
    }
}
