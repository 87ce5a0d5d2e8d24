//! Keywords for entities where they have no meaning.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::calls::Holder;


pub static RULE: Rule = Rule {
    code: "tosca/function/misplaced-keyword",
    severity: Severity::Error,
    title: "misplaced keyword",
    doc: "`SELF` is the node or relationship that contains the call. `HOST` can be used only in nodes, \
          `SOURCE` and `TARGET` only in relationships (4.1). Inputs, outputs, groups and policies belong to \
          neither: there, name the node template. `get_operation_output` does not take `HOST` (4.6.1).",
    sources: &["T-3.8.2.4-01", "T-4.1-01", "T-4.1-02", "T-4.1-03", "T-4.5.1-04", "T-4.6.1-03"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n: {type: tosca.nodes.Root}
  outputs:
    state: {value: {get_attribute: [SELF, state]}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n: {type: tosca.nodes.Root}
  outputs:
    state: {value: {get_attribute: [n, state]}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    for call in &facts.calls.known {
        if !["get_property", "get_attribute", "get_operation_output", "get_artifact"].contains(&call.function) {
            continue;
        }
        let Some(entity) = call.entry.value.items().first() else { continue };
        let Some(keyword) = entity.as_text() else { continue };
        let reason = match (keyword, call.holder) {
            ("HOST", _) if call.function == "get_operation_output" => "is not allowed in `get_operation_output`",
            ("SELF" | "HOST" | "SOURCE" | "TARGET", Holder::Neither) => "can only be used in a node or relationship",
            ("SOURCE" | "TARGET", Holder::Node) => "can only be used in a relationship",
            ("HOST", Holder::Relationship) => "can only be used in a node",
            _ => continue,
        };
        cx.report(entity.span, format!("`{keyword}` {reason}")).help("name the node template or relationship template");
    }
}
