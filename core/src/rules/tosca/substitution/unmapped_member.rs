//! Capabilities and requirements of a substituted node type that the topology does not map.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::substitution::Substitution;
use crate::rules::tosca::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "tosca/substitution/unmapped-member",
    severity: Severity::Warning,
    title: "unmapped capability or requirement of the substituted node type",
    doc: "A topology that substitutes a node maps each of its capabilities and requirements to a node template (3.7.12). \
          Relationships to an unmapped capability have no target. A requirement that the topology meets itself needs no \
          mapping (2.10). The `feature` and `dependency` of every node are exempt.\n\nWith `--strict` this is an error.",
    sources: &["T-3.7.12-03", "T-3.7.12-04", "T-14.4-6"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.Server:
    derived_from: tosca.nodes.Root
    capabilities:
      host: tosca.capabilities.Container
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
  substitution_mappings:
    node_type: example.Server
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.Server:
    derived_from: tosca.nodes.Root
    capabilities:
      host: tosca.capabilities.Container
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
  substitution_mappings:
    node_type: example.Server
    capabilities:
      host: [server, host]
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(of) = Substitution::of(cx) else { return };
    let facts = Rc::clone(&cx.facts);
    let severity = if cx.settings.strict { Severity::Error } else { Severity::Warning };
    let name = of.node_type.as_text().unwrap_or_default();
    let capabilities = of.shape.capabilities.iter().map(|capability| &capability.name);
    for capability in capabilities.filter(|known| *known != "feature" && !of.is_mapped("capabilities", known)) {
        let message = format!("capability `{capability}` of `{name}` is not mapped");
        cx.report(of.node_type.span, message).severity(severity);
    }
    for requirement in &of.shape.requirements {
        let known = &requirement.name;
        let is_exempt = known == "dependency" || requirement.occurrences.least == 0;
        // A node inside that assigns a requirement of this name, or of the same capability type, meets it.
        let is_met = facts.topology.nodes.iter().any(|node| {
            node.assignments.iter().any(|assignment| {
                let inner = node.shape.requirement(assignment.name);
                assignment.name == known
                    || inner.is_some_and(|inner| inner.capability.is_some() && inner.capability == requirement.capability)
            })
        });
        if is_exempt || is_met || of.is_mapped("requirements", known) {
            continue;
        }
        let message = format!("requirement `{known}` of `{name}` is not mapped");
        cx.report(of.node_type.span, message).severity(severity);
    }
}
