//! Operations of relationships of type `DependsOn`.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/operation/configured-dependency",
    severity: Severity::Warning,
    title: "operation of a dependency",
    doc: "`DependsOn` only states an order: the source is created after the target has started, so there is \
          nothing left to configure. Use `ConnectsTo` to run operations (7.2).",
    sources: &["T-7.2-4"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    data: {type: tosca.nodes.Root}
    app:
      type: tosca.nodes.Root
      requirements:
        - dependency: {node: data, relationship: {type: tosca.relationships.DependsOn, interfaces: {Configure: {add_target: {inputs: {a: 1}}}}}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    data: {type: tosca.nodes.Root}
    app:
      type: tosca.nodes.Root
      requirements:
        - dependency: data
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::ConfiguredDependency);
}
