//! References as targets of relationships.

use crate::assembly::mentions::within;
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/reference-as-target",
    severity: Severity::Error,
    title: "reference as a target",
    doc: "A relationship is created when its target is about to reach a state. References already exist and belong to \
          others, so they can be sources but never targets.\n\nReverse the relationship, or use a component.",
    sources: &["AD-REL-06"],
    bad: "\
name: assembly::a::1.0
properties: {}
composition:
  web:
    type: assembly::web::1.0
    properties: {}
references:
  network:
    type: assembly::network::1.0
    properties:
      name: {value: video}
relationships:
  attach:
    source-capabilities: [web.Port]
    target-requirements: [network.Member]
    source-state: Active
    target-state: Active
# file: web.yaml
name: assembly::web::1.0
properties: {}
composition: {}
capabilities:
  Port: {type: port}
requirements:
  Network: {type: network}
# file: network.yaml
name: assembly::network::1.0
properties: {}
composition: {}
capabilities:
  Network: {type: network}
requirements:
  Member: {type: port}
",
    good: "\
name: assembly::a::1.0
properties: {}
composition:
  web:
    type: assembly::web::1.0
    properties: {}
references:
  network:
    type: assembly::network::1.0
    properties:
      name: {value: video}
relationships:
  attach:
    source-capabilities: [network]
    target-requirements: [web.Network]
    source-state: Active
    target-state: Active
# file: web.yaml
name: assembly::web::1.0
properties: {}
composition: {}
capabilities:
  Port: {type: port}
requirements:
  Network: {type: network}
# file: network.yaml
name: assembly::network::1.0
properties: {}
composition: {}
capabilities:
  Network: {type: network}
requirements:
  Member: {type: port}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    let file = cx.file;
    for target in assembly.relationships.iter().flat_map(|relationship| &relationship.target_requirements) {
        let name = target.value.split('.').next().unwrap_or(&target.value);
        let Some(reference) = assembly.reference(name).filter(|_| assembly.component(name).is_none()) else { continue };
        let span = within(target, 0, name.len(), file);
        let finding = cx.report(span, format!("reference `{name}` cannot be the target of a relationship"));
        let finding = finding.help("targets must be components; references can be sources");
        finding.related(&file.path, reference.name.span, "defined here");
    }
}
