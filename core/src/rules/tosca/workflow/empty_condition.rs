//! Conditions without clauses.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::schema::workflow::CONDITION;


pub static RULE: Rule = Rule {
    code: "tosca/workflow/empty-condition",
    severity: Severity::Warning,
    title: "empty condition",
    doc: "A condition without clauses has a fixed result: an empty `or` is never true, and an empty `and` or \
          `assert` is always true (3.5.21).",
    sources: &["T-3.5.21-04"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n: {type: tosca.nodes.Root}
  workflows:
    w:
      preconditions:
        - {target: n, condition: [{or: []}]}
      steps:
        s: {target: n, activities: [set_state: started]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n: {type: tosca.nodes.Root}
  workflows:
    w:
      preconditions:
        - {target: n, condition: [{or: [{assert: [state: [{equal: created}]]}]}]}
      steps:
        s: {target: n, activities: [set_state: started]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    for record in facts.records.of_record(&CONDITION) {
        for entry in record.node.entries().iter().filter(|entry| entry.value.items().is_empty()) {
            let Some(key) = entry.key.as_text().filter(|key| CONDITION.field(key).is_some()) else { continue };
            if entry.value.as_sequence().is_some() {
                let verdict = if key == "or" { "never" } else { "always" };
                cx.report(entry.key.span, format!("`{key}` without a clause is {verdict} true"));
            }
        }
    }
}
