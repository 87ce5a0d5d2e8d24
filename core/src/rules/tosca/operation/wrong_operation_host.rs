//! Operation hosts that do not fit the entity.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::syntax::Node;
use crate::tosca::calls::Holder;
use crate::tosca::schema::definition::IMPLEMENTATION;
use crate::tosca::schema::workflow::STEP;


pub static RULE: Rule = Rule {
    code: "tosca/operation/wrong-operation-host",
    severity: Severity::Error,
    title: "wrong operation host",
    doc: "An operation of a node runs on the node itself (`SELF`), on its host (`HOST`) or in the orchestrator \
          (`ORCHESTRATOR`). An operation of a relationship runs on one of its ends (`SOURCE`, `TARGET`) or in \
          the orchestrator (3.5.14). A workflow step for a relationship names the end that runs the operation \
          (3.5.23).",
    sources: &["T-3.5.14-02", "T-3.5.14-03", "T-3.5.23-04", "T-7.3-22"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n:
      type: tosca.nodes.Root
      interfaces:
        Standard:
          create: {implementation: {primary: https://example.org/create.sh, operation_host: SOURCE}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n:
      type: tosca.nodes.Root
      interfaces:
        Standard:
          create: {implementation: {primary: https://example.org/create.sh, operation_host: SELF}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    for record in facts.records.of_record(&IMPLEMENTATION) {
        let Some(host) = record.node.get("operation_host") else { continue };
        let Some(name) = host.as_text() else { continue };
        let (message, allowed) = match (Holder::at(&facts.records.path(record)), name) {
            (Holder::Node, "SOURCE" | "TARGET") => ("only valid for a relationship", "`SELF`, `HOST` or `ORCHESTRATOR`"),
            (Holder::Relationship, "SELF" | "HOST") => ("not valid for a relationship", "`SOURCE`, `TARGET` or `ORCHESTRATOR`"),
            _ => continue,
        };
        cx.report(host.span, format!("operation host `{name}` is {message}")).help(format!("use {allowed}"));
    }
    for record in facts.records.of_record(&STEP).filter(|record| record.node.get("target_relationship").is_some()) {
        let activities = record.node.get("activities").map_or(&[][..], Node::items);
        let Some(call) = activities.iter().find_map(|activity| activity.entry("call_operation")) else { continue };
        let help = "use `SOURCE` or `TARGET`, the end of the relationship that runs the operation";
        let (span, message) = match record.node.get("operation_host") {
            None => (call.key.span, "a call on a relationship needs an `operation_host`"),
            Some(host) if ["SOURCE", "TARGET"].contains(&host.as_text().unwrap_or_default()) => continue,
            Some(host) => (host.span, "invalid `operation_host` for a relationship"),
        };
        cx.report(span, message).help(help);
    }
}
