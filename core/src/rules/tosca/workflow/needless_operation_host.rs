//! Operation hosts of steps that need none.

use std::rc::Rc;

use crate::diagnostic::{Safety, Severity};
use crate::rules::tosca::{Check, Rule, has_template};
use crate::tosca::schema::workflow::STEP;


pub static RULE: Rule = Rule {
    code: "tosca/workflow/needless-operation-host",
    severity: Severity::Warning,
    title: "needless operation host",
    doc: "In a workflow step, `operation_host` selects the end of a relationship or the members of a group \
          that run an operation. It has no effect on a step for a node template (3.5.23).",
    sources: &["T-3.5.23-06"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n: {type: tosca.nodes.Root}
  workflows:
    w:
      steps:
        s: {target: n, operation_host: SELF, activities: [set_state: started]}
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
    for record in facts.records.of_record(&STEP).filter(|record| record.node.get("target_relationship").is_none()) {
        let Some(host) = record.node.entry("operation_host") else { continue };
        let Some(target) = record.node.get("target").and_then(|node| node.as_text()) else { continue };
        if has_template(cx, "node_templates", target) {
            let finding = cx.report(host.key.span, "`operation_host` has no effect on a step for a node template");
            finding.fix_by("Remove `operation_host`", Safety::Unsafe, |draft| {
                draft.remove(&facts.records.path(record).key("operation_host"))
            });
        }
    }
}
