//! Operations called without a required property.

use crate::assembly::operation::{OperationCall, calls};
use crate::assembly::model::{Descriptor, Operation, Property, Relationship};
use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/missing-operation-input",
    severity: Severity::Warning,
    title: "missing operation input",
    doc: "An operation receives only the properties of the relationship that calls it. They must include every property \
          that the operation requires without a default.",
    sources: &["AD-REL-18"],
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
    lifecycle:
      Create: [target.Attach]
# file: node.yaml
name: resource::node::1.0
properties:
  address: {read-only: true}
lifecycle: {Create: {}}
capabilities:
  Http: {type: http}
requirements:
  Server: {type: http}
operations:
  Attach:
    properties:
      address: {required: true}
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
      address: {value: '${source.address}'}
    lifecycle:
      Create: [target.Attach]
# file: node.yaml
name: resource::node::1.0
properties:
  address: {read-only: true}
lifecycle: {Create: {}}
capabilities:
  Http: {type: http}
requirements:
  Server: {type: http}
operations:
  Attach:
    properties:
      address: {required: true}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    for relationship in &assembly.relationships {
        let mut named: Vec<&str> = Vec::new();
        for call in calls(assembly, relationship) {
            let operations = call.implementations(cx.workspace, cx.catalog).unwrap_or_default();
            for input in operations.iter().flat_map(|operation| required(operation)) {
                let name = input.name.text.as_str();
                if !named.contains(&name) && !relationship.properties.iter().any(|own| own.name.text == name) {
                    named.push(name);
                    report(cx, assembly, relationship, &call, name);
                }
            }
        }
    }
}

fn required(operation: &Operation) -> impl Iterator<Item = &Property> {
    let given = |property: &Property| property.default.is_some() || property.value.is_some();
    operation.properties.iter().filter(move |property| property.required && !given(property))
}

fn report(cx: &mut Check<'_>, assembly: &Descriptor, relationship: &Relationship, call: &OperationCall<'_>, name: &str) {
    let message = format!("`{}` requires `{name}`, which the relationship does not have", call.operation);
    let ends = [("source", &relationship.source_capabilities), ("target", &relationship.target_requirements)];
    let giver = ends.into_iter().find(|(_, texts)| {
        let names = crate::assembly::mentions::ends(texts);
        let mut parts = names.iter().filter_map(|name| assembly.part(name)?.of.as_ref());
        !names.is_empty() && parts.all(|of| cx.resolve(of).is_some_and(|of| of.property(name).is_some()))
    });
    let path = relationship.name.path.key("properties").key(name).key("value");
    let finding =
        cx.report(call.text.span, message).help(format!("add `{name}` to the properties of the relationship"));
    if let Some((side, _)) = giver {
        let value = serde_yaml::Value::from(format!("${{{side}.{name}}}"));
        finding.fix_by(format!("Pass `{side}.{name}`"), Safety::Unsafe, |draft| draft.set(&path, &value));
    }
}
