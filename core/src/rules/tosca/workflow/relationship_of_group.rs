//! Relationships of groups in workflows.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, has_template};
use crate::tosca::schema::workflow::{PRECONDITION, STEP};


pub static RULE: Rule = Rule {
    code: "tosca/workflow/relationship-of-group",
    severity: Severity::Error,
    title: "relationship of a group",
    doc: "`target_relationship` names a requirement of the target, so the target must be a node template. A \
          group has no requirements (3.5.22, 3.5.23).",
    sources: &["T-3.5.22-02"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n: {type: tosca.nodes.Root}
  groups:
    g: {type: tosca.groups.Root, members: [n]}
  workflows:
    w:
      steps:
        s: {target: g, target_relationship: dependency, activities: [set_state: started]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n: {type: tosca.nodes.Root}
  groups:
    g: {type: tosca.groups.Root, members: [n]}
  workflows:
    w:
      steps:
        s: {target: n, target_relationship: dependency, activities: [set_state: started]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    for record in [&PRECONDITION, &STEP].into_iter().flat_map(|record| facts.records.of_record(record)) {
        let Some(relationship) = record.node.get("target_relationship") else { continue };
        let Some(target) = record.node.get("target").and_then(|node| node.as_text()) else { continue };
        if has_template(cx, "groups", target) && !has_template(cx, "node_templates", target) {
            let message = format!("`target_relationship` needs a node template as target, and `{target}` is a group");
            cx.report(relationship.span, message);
        }
    }
}
