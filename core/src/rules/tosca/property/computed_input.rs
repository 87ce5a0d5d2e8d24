//! Inputs whose default depends on the topology.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::syntax::Node;
use crate::tosca::calls::is_call;

pub static RULE: Rule = Rule {
    code: "tosca/property/computed-input",
    severity: Severity::Warning,
    title: "input depends on the topology",
    doc: "Inputs are known before anything is deployed, so a default cannot depend on templates or on other \
          inputs (3.8.2.1).",
    sources: &["T-3.8.2.1-02"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    name: {type: string, default: {get_attribute: [n, tosca_name]}}
  node_templates:
    n: {type: tosca.nodes.Root}
  outputs:
    name: {value: {get_input: name}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    name: {type: string, default: web}
  node_templates:
    n: {type: tosca.nodes.Root}
  outputs:
    name: {value: {get_input: name}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let topology = cx.file.root.as_ref().and_then(|root| root.get("topology_template"));
    let Some(inputs) = topology.and_then(|topology| topology.get("inputs")) else { return };
    for entry in inputs.entries() {
        for value in ["default", "value"].into_iter().filter_map(|key| entry.value.get(key)) {
            let Some(function) = call(value) else { continue };
            let name = entry.key.as_text().unwrap_or_default();
            cx.report(value.span, format!("input `{name}` cannot depend on `{function}`"));
        }
    }
}

/// The first function in a value that depends on the topology.
fn call(node: &Node) -> Option<&str> {
    let own = node.entries().first().and_then(|entry| entry.key.as_text()).filter(|_| is_call(node));
    own.filter(|name| name.starts_with("get_")).or_else(|| {
        node.entries().iter().map(|entry| &entry.value).chain(node.items()).find_map(call)
    })
}
