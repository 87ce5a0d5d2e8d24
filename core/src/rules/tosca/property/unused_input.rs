//! Inputs that nothing uses.

use std::collections::HashSet;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::syntax::Node;

pub static RULE: Rule = Rule {
    code: "tosca/property/unused-input",
    severity: Severity::Info,
    title: "unused input",
    doc: "No function of the topology reads the input, and no property is mapped to it.",
    sources: &["T-3.8.2.1-03", "T-11-16"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    size: {type: string, default: large}
  node_templates:
    n: {type: tosca.nodes.Root}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    size: {type: string, default: large}
  node_templates:
    n: {type: tosca.nodes.Root}
  outputs:
    size: {value: {get_input: size}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(topology) = cx.file.root.as_ref().and_then(|root| root.get("topology_template")) else { return };
    let Some(inputs) = topology.get("inputs") else { return };
    // Inputs of a topology that substitutes a node can be set by the properties of the same name.
    if topology.get("substitution_mappings").is_some() {
        return;
    }
    let mut used = HashSet::new();
    read(topology, &mut used);
    for entry in inputs.entries() {
        let Some(name) = entry.key.as_text().filter(|name| !used.contains(name)) else { continue };
        cx.report(entry.key.span, format!("input `{name}` is never used"));
    }
}

/// The inputs that functions below `node` read.
fn read<'a>(node: &'a Node, used: &mut HashSet<&'a str>) {
    for entry in node.entries() {
        if entry.key.as_text() == Some("get_input") {
            used.extend(entry.value.as_text().or_else(|| entry.value.items().first()?.as_text()));
        }
        read(&entry.value, used);
    }
    node.items().iter().for_each(|item| read(item, used));
}
