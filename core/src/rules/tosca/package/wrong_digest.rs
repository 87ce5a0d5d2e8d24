//! Digest of the manifest does not match.

use crate::csar::Package;
use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, package};

pub static RULE: Rule = Rule {
    code: "tosca/package/wrong-digest",
    severity: Severity::Error,
    title: "digest of the manifest does not match",
    doc: "The manifest of the package (ETSI SOL004) states the digest of a file, and the file has another one: it was \
          changed after the manifest was written. An orchestrator that verifies the package rejects it. The algorithms \
          are SHA-224, SHA-256, SHA-384 and SHA-512.",
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
Algorithm: SHA-512
Hash: 0000000000000000
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
    package::report(cx, Package::wrong_digests);
}
