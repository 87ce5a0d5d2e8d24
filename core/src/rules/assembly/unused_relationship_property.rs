//! Relationship properties that no operation uses.

use crate::assembly::operation::calls;
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/unused-relationship-property",
    severity: Severity::Info,
    title: "unused relationship property",
    doc: "Operations receive the properties of the relationship that calls them. None of the called operations declares \
          this one. Operations without declared properties are not considered, since they may accept anything.",
    sources: &["AD-REL-19"],
    bad: "\
name: assembly::a::1.0
properties: {}
composition:
  web:
    type: resource::node::1.0
    properties: {}
  proxy:
    type: resource::node::1.0
    properties: {}
relationships:
  serve:
    source-capabilities: [web.Http]
    target-requirements: [proxy.Server]
    source-state: Active
    target-state: Active
    properties:
      address: {value: 192.0.2.1}
      port: {value: 80}
    lifecycle:
      Create: [target.Attach]
      Cease: [target.Attach]
# file: node.yaml
name: resource::node::1.0
lifecycle: {Create: {}}
capabilities:
  Http: {type: http}
requirements:
  Server: {type: http}
operations:
  Attach:
    properties:
      address: {}
",
    good: "\
name: assembly::a::1.0
properties: {}
composition:
  web:
    type: resource::node::1.0
    properties: {}
  proxy:
    type: resource::node::1.0
    properties: {}
relationships:
  serve:
    source-capabilities: [web.Http]
    target-requirements: [proxy.Server]
    source-state: Active
    target-state: Active
    properties:
      address: {value: 192.0.2.1}
    lifecycle:
      Create: [target.Attach]
      Cease: [target.Attach]
# file: node.yaml
name: resource::node::1.0
lifecycle: {Create: {}}
capabilities:
  Http: {type: http}
requirements:
  Server: {type: http}
operations:
  Attach:
    properties:
      address: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    for relationship in &assembly.relationships {
        let calls = calls(assembly, relationship);
        let operations: Option<Vec<_>> =
            calls.iter().map(|call| call.implementations(cx.workspace, cx.catalog)).collect();
        let Some(operations) = operations.map(|operations| operations.concat()) else { continue };
        if operations.is_empty() || operations.iter().any(|operation| operation.properties.is_empty()) {
            continue;
        }
        let taken = operations.iter().flat_map(|operation| &operation.properties);
        for property in &relationship.properties {
            if taken.clone().all(|input| input.name.text != property.name.text) {
                let message = format!("no operation of this relationship uses `{}`", property.name.text);
                cx.report(property.name.span, message).help("remove it, or declare it in the operation");
            }
        }
    }
}
