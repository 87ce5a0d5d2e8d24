//! A capability or requirement that the type of a node does not have.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_missing_members};
use crate::symbol::SymbolKind;

pub static RULE: Rule = Rule {
    code: "tosca/requirement/no-such-capability",
    severity: Severity::Error,
    title: "a node has no such capability or requirement",
    doc: "What a node template says of its capabilities and requirements, the capability that a requirement names, and what \
          stands in `substitution_mappings`, are defined by the type of the node or by one that it is derived from (3.7.2, \
          3.7.9, 3.7.10). Every node has the capability `feature` and the requirement `dependency`.\n\nNothing is reported if \
          the type, or one that it is derived from, is not in the catalog. The members of normative types other than \
          `tosca.nodes.Root` are not checked yet.",
    sources: &["T-3.7.2-01", "T-3.7.9-02", "T-3.7.10-02", "T-3.7.10-03"],
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
