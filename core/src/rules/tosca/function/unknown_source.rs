//! Attributes of nodes that do not exist yet.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/function/unknown-source",
    severity: Severity::Error,
    title: "attribute of a node that does not exist yet",
    doc: "`pre_configure_target` and `post_configure_target` run before the source of the relationship is created, \
          so that attributes of `SOURCE` have no value. Its properties are known (7.2).",
    sources: &["T-7.2-11"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
relationship_types:
  example.Link: {derived_from: tosca.relationships.ConnectsTo}
topology_template:
  relationship_templates:
    link:
      type: example.Link
      interfaces:
        Configure: {pre_configure_target: {inputs: {ip: {get_attribute: [SOURCE, private_address]}}}}
  node_templates:
    server: {type: tosca.nodes.Compute}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
relationship_types:
  example.Link: {derived_from: tosca.relationships.ConnectsTo}
topology_template:
  relationship_templates:
    link:
      type: example.Link
      interfaces:
        Configure: {add_source: {inputs: {ip: {get_attribute: [SOURCE, private_address]}}}}
  node_templates:
    server: {type: tosca.nodes.Compute}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::UnknownSource);
}
