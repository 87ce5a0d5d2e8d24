//! References to capabilities or requirements that a node type does not have.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_missing_members};
use crate::symbol::SymbolKind;

pub static RULE: Rule = Rule {
    code: "tosca/requirement/no-such-capability",
    severity: Severity::Error,
    title: "unknown capability or requirement",
    doc: "Node templates, requirements and `substitution_mappings` can only name capabilities and requirements that \
          the node type defines or inherits (3.7.2, 3.7.9, 3.7.10). Every node has the capability `feature` and the \
          requirement `dependency`.\n\nNothing is reported if the type or one of its ancestors is not in the catalog.",
    sources: &["T-3.7.1-01", "T-3.7.2-01", "T-3.7.2-07", "T-3.7.9-02", "T-3.7.9-03", "T-3.7.10-02", "T-3.7.10-03", "T-10.1-8", "T-11-4", "T-8.6-3"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    requirements:
      - database: {capability: tosca.capabilities.Endpoint}
topology_template:
  node_templates:
    app:
      type: example.App
      requirements:
        - datebase: tosca.nodes.Database
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    requirements:
      - database: {capability: tosca.capabilities.Endpoint}
topology_template:
  node_templates:
    app:
      type: example.App
      requirements:
        - database: tosca.nodes.Database
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_missing_members(cx, [(SymbolKind::Capability, "capability"), (SymbolKind::Requirement, "requirement")]);
}
