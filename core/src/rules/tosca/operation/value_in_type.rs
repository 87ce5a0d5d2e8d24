//! Values where a type needs a definition.

use std::rc::Rc;

use serde_yaml::Mapping;

use crate::diagnostic::{Safety, Severity};
use crate::rules::tosca::{Check, Rule};
use crate::syntax::plain;
use crate::tosca::calls::is_call;
use crate::tosca::schema::definition::{INTERFACE, OPERATION};
use crate::tosca::schema::types::{GROUP_TYPE, INTERFACE_TYPE, NODE_TYPE, RELATIONSHIP_TYPE};


pub static RULE: Rule = Rule {
    code: "tosca/operation/value-in-type",
    severity: Severity::Warning,
    title: "value instead of a definition",
    doc: "In a type, the inputs of operations and the attributes are definitions: a type, and optionally a \
          default (3.5.11, 3.5.15). A value or a function in their place is read as a definition with that \
          default.",
    sources: &["T-3.5.11-07", "T-3.5.15-05", "T-13-9"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.Server:
    derived_from: tosca.nodes.Root
    interfaces:
      Standard:
        create:
          inputs: {address: {get_attribute: [SELF, tosca_name]}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.Server:
    derived_from: tosca.nodes.Root
    interfaces:
      Standard:
        create:
          inputs:
            address: {default: {get_attribute: [SELF, tosca_name]}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    for record in [&OPERATION, &INTERFACE, &INTERFACE_TYPE].into_iter().flat_map(|record| facts.records.of_record(record)) {
        for input in record.node.get("inputs").map_or(&[][..], |node| node.entries()) {
            let value = &input.value;
            let is_value = is_call(value) || value.as_sequence().is_some() || value.as_scalar().is_some() && !value.is_null();
            let Some(name) = input.key.as_text().filter(|_| is_value) else { continue };
            // Such an entry belongs to an operation with a reserved name.
            if std::ptr::eq(record.record, &INTERFACE_TYPE) && ["implementation", "description"].contains(&name) {
                continue;
            }
            let finding = cx.report(input.key.span, format!("input `{name}` of a type should be a definition, not a value"));
            finding.help("write the value below `default`").fix_by("Convert to `default`", Safety::Unsafe, |draft| {
                let definition = Mapping::from_iter([("default".into(), plain::value(value))]);
                draft.replace(&facts.records.path(record).key("inputs").key(name), &definition.into())
            });
        }
    }
    for record in [&NODE_TYPE, &RELATIONSHIP_TYPE, &GROUP_TYPE].into_iter().flat_map(|record| facts.records.of_record(record)) {
        for attribute in record.node.get("attributes").map_or(&[][..], |node| node.entries()) {
            let value = &attribute.value;
            let is_value = is_call(value) || value.as_scalar().is_some() && !value.is_null();
            let Some(name) = attribute.key.as_text().filter(|_| is_value) else { continue };
            cx.report(attribute.key.span, format!("attribute `{name}` of a type should be a definition, not a value"));
        }
    }
}
