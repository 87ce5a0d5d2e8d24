//! Mappings between values, capabilities or requirements of different types.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/substitution/incompatible-mapping",
    severity: Severity::Error,
    title: "mapping between different types",
    doc: "Mappings must fit: a property to an input or property of the same type (3.7.8), a capability to \
          one whose type derives from its own (3.7.9), and a requirement to one that the same capabilities meet \
          (3.7.10). A requirement inside that needs a derived capability type may still be met, so it is a warning, and an \
          error with `--strict`.",
    sources: &["T-2.10-06", "T-3.7.8-06", "T-3.7.9-04", "T-3.7.10-04"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
  substitution_mappings:
    node_type: tosca.nodes.Compute
    capabilities:
      feature: [server, feature]
      host: [server, os]
      os: [server, os]
      endpoint: [server, endpoint]
      scalable: [server, scalable]
      binding: [server, binding]
    requirements:
      local_storage: [server, local_storage]
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
  substitution_mappings:
    node_type: tosca.nodes.Compute
    capabilities:
      feature: [server, feature]
      host: [server, host]
      os: [server, os]
      endpoint: [server, endpoint]
      scalable: [server, scalable]
      binding: [server, binding]
    requirements:
      local_storage: [server, local_storage]
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::IncompatibleMapping);
}
