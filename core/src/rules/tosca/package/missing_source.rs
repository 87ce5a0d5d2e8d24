//! File of the manifest is missing.

use crate::csar::Package;
use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, package};

pub static RULE: Rule = Rule {
    code: "tosca/package/missing-source",
    severity: Severity::Error,
    title: "file of the manifest is missing",
    doc: "The manifest of the package (ETSI SOL004) lists a file that the package does not contain. An orchestrator that \
          verifies the package rejects it.",
    sources: &[],
    bad: "\
# file: service.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
# file: TOSCA-Metadata/TOSCA.meta
TOSCA-Meta-File-Version: 1.0
CSAR-Version: 1.1
Created-By: Example
Entry-Definitions: service.yaml
ETSI-Entry-Manifest: service.mf
# file: service.mf
metadata:
  vnf_provider_id: Example
  vnf_product_name: shop
  vnf_release_date_time: 2026-01-31T00:00:00Z
  vnf_package_version: 1.0

Source: service.yaml
Source: TOSCA-Metadata/TOSCA.meta
Source: Files/ChangeLog.txt
",
    good: "\
# file: service.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
# file: TOSCA-Metadata/TOSCA.meta
TOSCA-Meta-File-Version: 1.0
CSAR-Version: 1.1
Created-By: Example
Entry-Definitions: service.yaml
ETSI-Entry-Manifest: service.mf
# file: service.mf
metadata:
  vnf_provider_id: Example
  vnf_product_name: shop
  vnf_release_date_time: 2026-01-31T00:00:00Z
  vnf_package_version: 1.0

Source: service.yaml
Source: TOSCA-Metadata/TOSCA.meta
",
    check,
};

fn check(cx: &mut Check<'_>) {
    package::report(cx, Package::missing_sources);
}
