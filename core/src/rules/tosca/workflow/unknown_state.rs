//! States that are not normative.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::syntax::Node;
use crate::tosca::schema::workflow::{ACTIVITY, PRECONDITION};
use crate::tosca::workflow::normative_states;


pub static RULE: Rule = Rule {
    code: "tosca/workflow/unknown-state",
    severity: Severity::Warning,
    title: "state is not normative",
    doc: "The normative states of a node are `initial`, `creating`, `created`, `configuring`, `configured`, \
          `starting`, `started`, `stopping`, `deleting` and `error` (3.3.1). A relationship has only the state \
          `initial` (3.3.2). Orchestrators may know more.",
    sources: &["T-3.3.1-01", "T-3.3.2-01"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n: {type: tosca.nodes.Root}
  workflows:
    w:
      steps:
        s: {target: n, activities: [set_state: frozen]}
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
    for record in facts.records.of_record(&ACTIVITY) {
        let Some(state) = record.node.get("set_state") else { continue };
        let is_unknown = |name: &&str| !state.is_null() && normative_states().all(|known| known != *name);
        let Some(name) = state.as_text().filter(is_unknown) else { continue };
        let finding = cx.report(state.span, format!("`{name}` is not a normative node state"));
        let all: Vec<&str> = normative_states().collect();
        finding.suggest(name, all.iter().copied(), &format!("normative states: {}", all.join(", ")));
    }
    for record in facts.records.of_record(&PRECONDITION) {
        let of_relationship = record.node.get("target_relationship").is_some();
        let Some(condition) = record.node.get("condition").filter(|_| of_relationship) else { continue };
        let mut states = Vec::new();
        asserted(condition, &mut states);
        for state in states {
            if let Some(name) = state.as_text().filter(|name| *name != "initial") {
                let finding = cx.report(state.span, format!("`{name}` is not a normative relationship state"));
                finding.help("the only one is `initial`");
            }
        }
    }
}

/// The values of `state` in the assertions below `node`.
fn asserted<'a>(node: &'a Node, found: &mut Vec<&'a Node>) {
    for entry in node.entries() {
        if entry.key.as_text() == Some("state") {
            let clauses = entry.value.items().iter().flat_map(Node::entries);
            found.extend(clauses.filter(|clause| clause.key.as_text() == Some("equal")).map(|clause| &clause.value));
        } else {
            asserted(&entry.value, found);
        }
    }
    node.items().iter().for_each(|item| asserted(item, found));
}
