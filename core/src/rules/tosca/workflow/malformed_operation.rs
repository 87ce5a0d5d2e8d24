//! Called operations without an interface.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::schema::workflow::ACTIVITY;


pub static RULE: Rule = Rule {
    code: "tosca/workflow/malformed-operation",
    severity: Severity::Error,
    title: "operation without an interface",
    doc: "`call_operation` names an interface and one of its operations, separated by a period: \
          `Standard.start` (3.5.19). The name of the interface may contain periods.",
    sources: &["T-3.5.19-02", "T-7.3-12"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n: {type: tosca.nodes.Root}
  workflows:
    w:
      steps:
        s: {target: n, activities: [call_operation: start]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n: {type: tosca.nodes.Root}
  workflows:
    w:
      steps:
        s: {target: n, activities: [call_operation: Standard.start]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    for record in facts.records.of_record(&ACTIVITY) {
        let Some(call) = record.node.get("call_operation") else { continue };
        let Some(operation) = Some(call).filter(|call| call.as_scalar().is_some()).or_else(|| call.get("operation")) else {
            continue;
        };
        let Some(name) = operation.as_text().filter(|_| !operation.is_null()) else { continue };
        if !name.rsplit_once('.').is_some_and(|(interface, name)| !interface.is_empty() && !name.is_empty()) {
            let finding = cx.report(operation.span, format!("`{name}` is not an operation of an interface"));
            finding.help("write the interface and the operation: `Standard.start`");
        }
    }
}
