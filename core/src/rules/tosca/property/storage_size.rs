//! The size of block storages.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, report_faults};
use crate::tosca::faults::FaultKind;

pub static RULE: Rule = Rule {
    code: "tosca/property/storage-size",
    severity: Severity::Error,
    title: "storage without a size",
    doc: "Block storage has a `size`, unless `volume_id` or `snapshot_id` names something that has one (5.9.9). \
          The size of an existing volume cannot be changed.",
    sources: &["T-5.9.9-1", "T-5.9.9-2"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    volume: {type: tosca.nodes.Storage.BlockStorage}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    volume: {type: tosca.nodes.Storage.BlockStorage, properties: {size: 10 GB}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    report_faults(cx, FaultKind::StorageSize);
}
