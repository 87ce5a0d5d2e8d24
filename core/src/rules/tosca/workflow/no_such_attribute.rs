//! Conditions for attributes that the target does not have.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/workflow/no-such-attribute",
    severity: Severity::Warning,
    title: "condition for an unknown attribute",
    doc: "Conditions check attributes of the target, and properties, which are reflected as attributes (3.5.20): those of \
          a step, a precondition, or a trigger with its event filter. A condition for any other name is never met.",
    sources: &["T-3.5.20-02"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
  workflows:
    stop:
      preconditions:
        - {target: server, condition: [assert: [stat: [equal: started]]]}
      steps:
        run: {target: server, activities: [set_state: stopping]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
  workflows:
    stop:
      preconditions:
        - {target: server, condition: [assert: [state: [equal: started]]]}
      steps:
        run: {target: server, activities: [set_state: stopping]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::UnknownAttribute);
}
