//! References that are searched by a property of a component.

use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/reference-needs-component",
    severity: Severity::Error,
    title: "reference depends on a component",
    doc: "References are resolved before the first component is created. Their search properties can come from \
          properties of the assembly, but not from components.",
    sources: &["AD-RFS-08"],
    bad: "\
name: assembly::a::1.0
properties: {}
composition:
  gateway:
    type: assembly::gateway::1.0
    properties: {}
references:
  network:
    type: assembly::network::1.0
    properties:
      name: {value: '${gateway.network}'}
# file: gateway.yaml
name: assembly::gateway::1.0
properties:
  network: {default: video}
composition: {}
# file: network.yaml
name: assembly::network::1.0
properties: {}
composition: {}
",
    good: "\
name: assembly::a::1.0
properties:
  network: {default: video}
composition:
  gateway:
    type: assembly::gateway::1.0
    properties:
      network: {value: '${network}'}
references:
  existing-network:
    type: assembly::network::1.0
    properties:
      name: {value: '${network}'}
# file: gateway.yaml
name: assembly::gateway::1.0
properties:
  network: {default: video}
composition: {}
# file: network.yaml
name: assembly::network::1.0
properties: {}
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(flow) = cx.flow().filter(|_| cx.assembly().is_some()) else { return };
    for (unit, reference) in flow.units.iter().enumerate().filter(|(_, unit)| unit.parent == Some(0)) {
        if !reference.is_reference {
            continue;
        }
        for (giver, span) in flow.given_by(unit) {
            let Some(giver) = flow.units.get(giver).filter(|giver| !giver.is_reference) else { continue };
            let message = format!("`{}` does not exist yet when `{}` is resolved", giver.label, reference.label);
            cx.report(span, message).help("search by properties of the assembly, or by literals");
        }
    }
}
