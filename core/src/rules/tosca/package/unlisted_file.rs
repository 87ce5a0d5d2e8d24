//! File that is not in the manifest.

use crate::csar::ENTRY;
use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, package};

pub static RULE: Rule = Rule {
    code: "tosca/package/unlisted-file",
    severity: Severity::Warning,
    title: "file that is not in the manifest",
    doc: "The manifest of the package (ETSI SOL004) lists every file, so that missing and changed files are noticed. A \
          manifest without any list is not checked: the package can be signed as a whole.",
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
# file: Files/ChangeLog.txt
first version
# file: service.mf
metadata:
  vnf_provider_id: Example
  vnf_product_name: shop
  vnf_release_date_time: 2026-01-31T00:00:00Z
  vnf_package_version: 1.0

Source: service.yaml
Source: TOSCA-Metadata/TOSCA.meta
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
# file: Files/ChangeLog.txt
first version
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
    check,
};

fn check(cx: &mut Check<'_>) {
    package::report(cx, |package| {
        // Without `TOSCA.meta`, the folder may be part of a catalog.
        let is_marked = package.meta.get(ENTRY).is_some();
        let is_listing = package.manifest.as_ref().is_some_and(|(_, manifest)| !manifest.sources.is_empty());
        if is_marked && is_listing { package.unlisted_files(false) } else { Vec::new() }
    });
}
