//! Attribute read as a property.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/function/attribute-as-property",
    severity: Severity::Error,
    title: "attribute read as a property",
    doc: "`get_property` reads properties only. `get_attribute` reads attributes, and properties as well (4.4.2).",
    sources: &["T-4.4.2-08"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
  outputs:
    address: {value: {get_property: [server, private_address]}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
  outputs:
    address: {value: {get_attribute: [server, private_address]}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::AttributeAsProperty);
}
