//! Requirements whose targets have no capability of the required type.

use crate::diagnostic::Severity;
use crate::rules::tosca::requirement::{Refused, definition, report_refused, target};
use crate::rules::tosca::{Check, Rule};
use crate::tosca::fulfilment::Refusal;

pub static RULE: Rule = Rule {
    code: "tosca/requirement/no-fitting-capability",
    severity: Severity::Error,
    title: "target without a suitable capability",
    doc: "The target of a requirement must have a capability of the type in the requirement definition, or of \
          a type that derives from it (3.7.2). A capability that the assignment names must be of such a type, \
          too.",
    sources: &["T-3.7.2-07", "T-3.7.2-08", "T-5.5.6-1"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    web: {type: tosca.nodes.WebServer, requirements: [host: {node: server, capability: os}]}
    server: {type: tosca.nodes.Compute}
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
    let select = |refused: &Refused<'_, '_>| {
        matches!(refused.refusal, Refusal::NoCapability { .. } | Refusal::CapabilityType { .. })
    };
    report_refused(cx, |refused| {
        select(refused).then(|| refused.assignment.get("capability").unwrap_or(target(refused.assignment)))
    }, definition);
}
