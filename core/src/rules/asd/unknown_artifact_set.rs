//! Unknown set of artifacts.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};
use crate::similarity::closest;

pub static RULE: Rule = Rule {
    code: "asd/unknown-artifact-set",
    severity: Severity::Warning,
    title: "unknown set of artifacts",
    doc: "The sets under `non_mano_artifact_sets` have registered names, by which orchestrators find the files for \
          other systems. Names that start with `prv.` are private.",
    sources: &["ASD-77"],
    bad: "\
# file: asd.yaml
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/front
# file: charts/front/Chart.yaml
apiVersion: v2
name: front
version: 1.0.0
# file: charts/front/values.yaml
service:
  # Address of the load balancer
  address: \"\"
  port: 80
replicas: 1
nets: {name: \"\", namespace: \"\"}
# file: TOSCA-Metadata/TOSCA.meta
TOSCA-Meta-File-Version: 1.0
CSAR-Version: 1.1
Created-By: Example
Entry-Definitions: asd.yaml
ETSI-Entry-Manifest: asd.mf
# file: asd.mf
metadata:
  application_name: shop
  application_provider: Example
  release_date_time: 2024-01-12T11:30:00Z
  entry_definition_type: asd

Source: asd.yaml
Source: charts/front/Chart.yaml
Source: charts/front/values.yaml
Source: TOSCA-Metadata/TOSCA.meta

non_mano_artifact_sets:
  onap_other:
    Source: asd.yaml
",
    good: "\
# file: asd.yaml
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/front
# file: charts/front/Chart.yaml
apiVersion: v2
name: front
version: 1.0.0
# file: charts/front/values.yaml
service:
  # Address of the load balancer
  address: \"\"
  port: 80
replicas: 1
nets: {name: \"\", namespace: \"\"}
# file: TOSCA-Metadata/TOSCA.meta
TOSCA-Meta-File-Version: 1.0
CSAR-Version: 1.1
Created-By: Example
Entry-Definitions: asd.yaml
ETSI-Entry-Manifest: asd.mf
# file: asd.mf
metadata:
  application_name: shop
  application_provider: Example
  release_date_time: 2024-01-12T11:30:00Z
  entry_definition_type: asd

Source: asd.yaml
Source: charts/front/Chart.yaml
Source: charts/front/values.yaml
Source: TOSCA-Metadata/TOSCA.meta

non_mano_artifact_sets:
  onap_others:
    Source: asd.yaml
",
    check,
};

fn check(cx: &mut Check<'_>) {
    /// The sets that ONAP registers.
    const KNOWN: [&str; 10] = [
        "onap_ansible_playbooks",
        "onap_cnf_helm",
        "onap_others",
        "onap_pm_dictionary",
        "onap_pnf_sw_information",
        "onap_scripts",
        "onap_snmp_mibs",
        "onap_vendor_artifacts",
        "onap_ves_events",
        "onap_yang_modules",
    ];
    let facts = Rc::clone(&cx.facts);
    let Some((path, manifest)) = facts.package().and_then(|package| package.manifest.as_ref()) else { return };
    let Some(span) = super::first_key(cx.file) else { return };
    let is_known = |name: &str| KNOWN.contains(&name) || name.starts_with("prv.");
    for (name, line) in manifest.sets.iter().filter(|(name, _)| !is_known(name)) {
        let finding = cx.report(span, format!("unknown set `{name}` in line {line} of `{path}`"));
        finding.help(match closest(name, KNOWN) {
            Some(known) => format!("did you mean `{known}`?"),
            None => format!("known sets: {}", KNOWN.join(", ")),
        });
    }
}
