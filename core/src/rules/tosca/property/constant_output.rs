//! Outputs without a value, or with a constant one.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::syntax::Node;
use crate::tosca::calls::names;

pub static RULE: Rule = Rule {
    code: "tosca/property/constant-output",
    severity: Severity::Warning,
    title: "output without a computed value",
    doc: "An output exposes a value of a node or of the running service (3.8.2.4). Without a value it is always \
          empty, and a constant says nothing about the service.",
    sources: &["T-3.5.13-06", "T-3.8.2.4-02"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n: {type: tosca.nodes.Root}
  outputs:
    size: {type: integer}
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
    let topology = cx.file.root.as_ref().and_then(|root| root.get("topology_template"));
    let Some(outputs) = topology.and_then(|topology| topology.get("outputs")) else { return };
    for entry in outputs.entries().iter().filter(|entry| entry.value.as_mapping().is_some()) {
        let name = entry.key.as_text().unwrap_or_default();
        let (span, message) = match entry.value.get("value").filter(|value| !value.is_null()) {
            None if entry.value.get("default").is_none() => (entry.key.span, format!("output `{name}` has no value")),
            Some(value) if is_constant(value) => (value.span, format!("output `{name}` is a constant")),
            _ => continue,
        };
        cx.report(span, message);
    }
}

/// Whether nothing in the value is computed.
fn is_constant(node: &Node) -> bool {
    let is_function = |key: &str| key.starts_with("get_") || names().any(|name| name == key);
    let mut entries = node.entries().iter();
    entries.all(|entry| !entry.key.as_text().is_some_and(is_function) && is_constant(&entry.value))
        && node.items().iter().all(is_constant)
}
