//! Templates named like keywords.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::syntax::Node;

pub static RULE: Rule = Rule {
    code: "tosca/template/reserved-name",
    severity: Severity::Warning,
    title: "reserved template name",
    doc: "Functions use `SELF`, `SOURCE`, `TARGET`, `HOST` and `ORCHESTRATOR` as keywords (4.1), so they \
          cannot refer to a template of that name.",
    sources: &["T-4.1-06"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    HOST: {type: tosca.nodes.Root}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    host: {type: tosca.nodes.Root}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(topology) = cx.file.root.as_ref().and_then(|root| root.get("topology_template")) else { return };
    for section in ["node_templates", "relationship_templates"] {
        for entry in topology.get(section).map_or(&[][..], Node::entries) {
            let Some(name) = entry.key.as_text() else { continue };
            if ["SELF", "SOURCE", "TARGET", "HOST", "ORCHESTRATOR"].contains(&name) {
                cx.report(entry.key.span, format!("`{name}` is a keyword, so functions cannot refer to this template"));
            }
        }
    }
}
