//! Resources that declare placement properties.

use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/placement-in-resource",
    severity: Severity::Info,
    title: "placement declared by a resource",
    doc: "`deploymentLocation` and `resourceManager` determine where a component is created. They belong to assemblies \
          and their components; every resource has them without declaring them. Published resources often declare them \
          anyway.",
    sources: &["AD-PROP-22"],
    bad: "name: resource::r::1.0\nproperties:\n  deploymentLocation: {type: string}\nlifecycle: {Create: {}}\n",
    good: "name: resource::r::1.0\nproperties:\n  address: {type: string}\nlifecycle: {Create: {}}\n",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(resource) = cx.resource() else { return };
    for name in ["deploymentLocation", "resourceManager"] {
        if let Some(property) = resource.property(name) {
            let finding = cx.report(property.name.span, format!("resources do not need to declare `{name}`"));
            finding.help("it is set by the component in the composition");
        }
    }
}
