//! A resource that has the properties of placement.

use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/placement-in-resource",
    severity: Severity::Info,
    title: "a resource declares where it is placed",
    doc: "`deploymentLocation` and `resourceManager` say where a component goes. They belong to the assemblies and to the \
          components in them; every resource has them without declaring them. Published resources often declare them all \
          the same.",
    sources: &["AD-PROP-22"],
    bad: "name: resource::r::1.0\nproperties:\n  deploymentLocation: {type: string}\nlifecycle: {Create: {}}\n",
    good: "name: resource::r::1.0\nproperties:\n  address: {type: string}\nlifecycle: {Create: {}}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(resource) = cx.resource() else { return };
    for name in ["deploymentLocation", "resourceManager"] {
        if let Some(property) = resource.property(name) {
            let finding = cx.report(property.name.span, format!("a resource need not declare `{name}`"));
            finding.help("every component has it; it is given in the composition");
        }
    }
}
