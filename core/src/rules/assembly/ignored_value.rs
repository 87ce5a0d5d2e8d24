//! Values for properties that cannot be set.

use crate::assembly::interpolation::Interpolation;
use crate::assembly::model::Property;
use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::{Check, Rule};
use crate::syntax::{Node, plain};
use crate::workspace::SourceFile;

pub static RULE: Rule = Rule {
    code: "assembly/ignored-value",
    severity: Severity::Warning,
    title: "ignored value",
    doc: "A component cannot set a property that its type marks `read-only` (the instance reports it) or fixes with a \
          `value`. A value in the composition is ignored.",
    sources: &["AD-PROP-13", "AD-PROP-19"],
    bad: "\
# file: a.yaml
name: assembly::a::1.0
properties: {}
composition:
  gw:
    type: resource::gateway::1.0
    properties:
      address: {value: 192.0.2.1}
# file: gateway.yaml
name: resource::gateway::1.0
properties:
  address: {read-only: true}
lifecycle: {Create: {}}
",
    good: "\
# file: a.yaml
name: assembly::a::1.0
properties: {}
composition:
  gw:
    type: resource::gateway::1.0
    properties:
      address: {value: 192.0.2.1}
# file: gateway.yaml
name: resource::gateway::1.0
properties:
  address: {}
lifecycle: {Create: {}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    for component in &assembly.composition {
        let Some(of) = &component.of else { continue };
        let Some((file, declaring)) = cx.resolve_file(of) else { continue };
        for property in component.properties.iter().filter(|property| property.given().is_some()) {
            let Some(declared) = declaring.property(&property.name.text) else { continue };
            let why = if declared.read_only {
                "is read-only"
            } else if is_fixed(declared, file) && !is_same(declared, property) {
                "has a fixed value"
            } else {
                continue;
            };
            let name = &property.name;
            let finding = cx.report(name.span, format!("value ignored: `{}` {why} in `{of}`", name.text));
            let finding = finding.related(&file.path, declared.name.span, "declared here");
            finding.fix_by(format!("Remove `{}`", name.text), Safety::Unsafe, |draft| draft.remove(&name.path));
        }
    }
}

/// Whether a property has a value other than a reference to a property of the same name (`p: {value: ${p}}`,
/// AD-PROP-21).
fn is_fixed(property: &Property, file: &SourceFile) -> bool {
    property.static_or_mapped().is_some_and(|value| !refers_to_itself(&property.name.text, value, file))
}

/// Whether both have the same value, so nothing is lost.
fn is_same(one: &Property, other: &Property) -> bool {
    one.given().map(plain::value) == other.given().map(plain::value)
}

/// Whether `value` is `${name}`.
pub fn refers_to_itself(name: &str, value: &Node, file: &SourceFile) -> bool {
    let interpolation = Interpolation::of(value, &file.text);
    interpolation.whole().is_some_and(|path| path.segments.len() == 1 && path.head() == name)
}
