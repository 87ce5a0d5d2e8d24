//! Conditions for attributes that the target does not have.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::syntax::Node;
use crate::tosca::effective::named;
use crate::tosca::schema::workflow::{PRECONDITION, STEP};

pub static RULE: Rule = Rule {
    code: "tosca/workflow/no-such-attribute",
    severity: Severity::Warning,
    title: "condition for an unknown attribute",
    doc: "Conditions check attributes of the target, and properties, which are reflected as attributes (3.5.20). A \
          condition for any other name is never met.",
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
    let facts = Rc::clone(&cx.facts);
    for (record, key) in [(&PRECONDITION, "condition"), (&STEP, "filter")] {
        // The attributes of a relationship are those of another type.
        let places = facts.records.of_record(record).filter(|place| place.node.get("target_relationship").is_none());
        for place in places {
            let Some(target) = place.node.get("target").and_then(Node::as_text) else { continue };
            let Some(of) = facts.topology.node(target).map(|node| &node.shape.of).filter(|of| of.is_whole) else {
                continue;
            };
            let sections = ["attributes", "properties"];
            for (name, entry) in place.node.get(key).map(asserted).unwrap_or_default() {
                if of.member(&sections, name).is_none() {
                    let finding = cx.report(entry.span, format!("`{target}` has no attribute `{name}`"));
                    let known = of.names(&sections).map(|name| name.as_str());
                    finding.suggest(name, known, "use one that the node type defines or inherits");
                }
            }
        }
    }
}

/// The names of the attributes in the assertions of a condition clause, with their nodes.
fn asserted(clause: &Node) -> Vec<(&str, &Node)> {
    let mut found = Vec::new();
    let mut open = vec![clause];
    while let Some(node) = open.pop() {
        for item in node.items() {
            open.push(item);
        }
        for (key, entry) in named(node) {
            match key {
                "and" | "or" | "not" => open.push(&entry.value),
                "assert" => {
                    let assertions = entry.value.items().iter().flat_map(named);
                    found.extend(assertions.map(|(name, entry)| (name, &entry.key)));
                }
                _ => {}
            }
        }
    }
    found
}
