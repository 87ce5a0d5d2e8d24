//! Workflows without steps.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::schema::workflow::WORKFLOW;


pub static RULE: Rule = Rule {
    code: "tosca/workflow/no-steps",
    severity: Severity::Warning,
    title: "workflow without steps",
    doc: "A workflow replaces the sequence derived from the relationships. Without steps, nothing happens (3.7.7).",
    sources: &["T-3.7.7-02"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n: {type: tosca.nodes.Root}
  workflows:
    w: {description: Starts it}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n: {type: tosca.nodes.Root}
  workflows:
    w:
      steps:
        s: {target: n, activities: [set_state: started]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    for record in facts.records.of_record(&WORKFLOW).filter(|record| record.node.get("implementation").is_none()) {
        let steps = record.node.get("steps").map_or(0, |steps| steps.entries().len() + steps.items().len());
        if steps == 0 {
            let name = record.name().unwrap_or_default();
            cx.report(record.shown().span, format!("workflow `{name}` has no steps"));
        }
    }
}
