//! Requirements assigned to nodes of a type that does not meet them.

use crate::diagnostic::Severity;
use crate::rules::tosca::requirement::{Refused, definition, report_refused, target};
use crate::rules::tosca::{Check, Rule};
use crate::tosca::fulfilment::Refusal;

pub static RULE: Rule = Rule {
    code: "tosca/requirement/wrong-node-type",
    severity: Severity::Error,
    title: "target of the wrong node type",
    doc: "The node template or node type that an assignment names must be of the node type in the requirement \
          definition, or of a type that derives from it (3.7.2).",
    sources: &["T-2.2-02", "T-3.7.2-06", "T-5.9.2-1", "T-5.9.4-1", "T-5.9.5-1", "T-5.9.6-1"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    web: {type: tosca.nodes.WebServer, requirements: [host: data]}
    data: {type: tosca.nodes.ObjectStorage, properties: {name: data}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    web: {type: tosca.nodes.WebServer, requirements: [host: server]}
    server: {type: tosca.nodes.Compute}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let select = |refused: &Refused<'_, '_>| matches!(refused.refusal, Refusal::NodeType { .. });
    report_refused(cx, |refused| select(refused).then(|| target(refused.assignment)), definition);
}
