//! Components without a deployment location or resource manager.

use serde_yaml::{Mapping, Value};

use crate::assembly::model::{Component, Descriptor, PLACEMENT, Property};
use crate::assembly::resolve;
use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::{Check, Rule};
use crate::rules::{self, Facts};
use crate::similarity::loosely_equal;
use crate::symbol::DescriptorRef;

pub static RULE: Rule = Rule {
    code: "assembly/missing-placement",
    severity: Severity::Warning,
    title: "missing placement",
    doc: "A resource is created in a deployment location by a resource manager. Its component must set \
          `deploymentLocation` and `resourceManager`, usually from properties of the assembly: `deploymentLocation: \
          {value: ${deploymentLocation}}`.\n\nIt is a warning for resources in an assembly that uses placement \
          elsewhere. It is an info if the component is an assembly that declares the property, or if the assembly does \
          not use placement at all.",
    sources: &["AD-PROP-24", "AD-COMP-06"],
    bad: "\
# file: a.yaml
name: assembly::a::1.0
properties:
  deploymentLocation: {type: string}
composition:
  gw:
    type: resource::gateway::1.0
    properties:
      resourceManager: {value: Brent}
# file: gateway.yaml
name: resource::gateway::1.0
lifecycle: {Create: {}}
",
    good: "\
# file: a.yaml
name: assembly::a::1.0
properties:
  deploymentLocation: {type: string}
composition:
  gw:
    type: resource::gateway::1.0
    properties:
      deploymentLocation: {value: '${deploymentLocation}'}
      resourceManager: {value: Brent}
# file: gateway.yaml
name: resource::gateway::1.0
lifecycle: {Create: {}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    let is_used = uses_placement(assembly);
    for component in &assembly.composition {
        let Some((lacking, severity)) = lacking(cx, component, is_used) else { continue };
        let listed: Vec<String> = lacking.iter().map(|name| format!("no `{name}`")).collect();
        let message = format!("component `{}` has {}", component.name.text, listed.join(" and "));
        let finding = cx.report(component.name.span, message).severity(severity);
        if lacking.iter().all(|name| assembly.property(name).is_some()) {
            finding.fix_by("Map the placement of this assembly", Safety::Unsafe, |draft| {
                lacking.iter().try_for_each(|name| {
                    let path = component.name.path.key("properties").key(name);
                    let value = Value::from(format!("${{{name}}}"));
                    draft.set(&path, &Mapping::from_iter([(Value::from("value"), value)]).into())
                })
            });
        } else {
            finding.help("set it under `properties` of the component");
        }
    }
}

/// Whether the rule suggests adding entries to the `properties` of the component.
pub fn suggests_properties<F: Facts>(cx: &rules::Check<'_, F>, assembly: &Descriptor, component: &Component) -> bool {
    lacking(cx, component, uses_placement(assembly)).is_some()
}

/// The placement properties that the component lacks, with a severity.
fn lacking<F: Facts>(
    cx: &rules::Check<'_, F>,
    component: &Component,
    is_used: bool,
) -> Option<(Vec<&'static str>, Severity)> {
    let of = component.of.as_ref()?;
    let declaring = type_of(cx, of);
    let lacking: Vec<&str> = PLACEMENT.into_iter().filter(|name| lacks(cx, component, name)).collect();
    let required = |name: &str| {
        let declared = declaring.and_then(|declaring| declaring.property(name));
        declared.is_some_and(|declared| declared.required && declared.given().is_none())
    };
    let (lacking, severity) = match (of.kind.as_str(), lacking.iter().any(|name| required(name))) {
        (_, true) => (lacking, Severity::Warning),
        ("resource", _) if is_used => (lacking, Severity::Warning),
        ("resource", _) => (lacking, Severity::Info),
        _ => (lacking.into_iter().filter(|name| is_input(declaring, name)).collect(), Severity::Info),
    };
    (!lacking.is_empty()).then_some((lacking, severity))
}

fn lacks<F: Facts>(cx: &rules::Check<'_, F>, component: &Component, name: &str) -> bool {
    if component.property(name).is_some_and(|property| property.given().is_some()) {
        return false;
    }
    // Next to `properties` it is an unknown key, which another rule moves.
    let misplaced = cx.is_misfit(&component.name.path.key(name));
    // A misspelled property is reported by another rule.
    let of = component.of.as_ref().and_then(|of| type_of(cx, of));
    let is_typo =
        |key: &str| key != name && loosely_equal(key, name) && of.is_some_and(|of| of.property(key).is_none());
    let misspelled = component.properties.iter().any(|property| is_typo(&property.name.text));
    !misplaced && !misspelled
}

fn type_of<'a, F: Facts>(cx: &rules::Check<'a, F>, of: &DescriptorRef) -> Option<&'a Descriptor> {
    resolve(cx.workspace, cx.catalog, of).map(|(_, descriptor)| descriptor)
}

fn is_input(declaring: Option<&Descriptor>, name: &str) -> bool {
    let declared = declaring.and_then(|declaring| declaring.property(name));
    declared.is_some_and(|declared| declared.default.is_none() && !declared.read_only)
}

/// Whether `assembly` or any of its components has placement properties.
fn uses_placement(assembly: &Descriptor) -> bool {
    let given = assembly.composition.iter().flat_map(|component| &component.properties);
    let is_placement = |property: &Property| PLACEMENT.contains(&property.name.text.as_str());
    assembly.properties.iter().chain(given).any(is_placement)
}
