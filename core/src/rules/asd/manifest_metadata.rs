//! Metadata of the manifest.

use std::rc::Rc;

use crate::date::is_rfc3339;
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/manifest-metadata",
    severity: Severity::Error,
    title: "invalid manifest metadata",
    doc: "The manifest of a package has exactly four entries under `metadata`: `application_name`, \
          `application_provider`, `release_date_time` (RFC 3339) and `entry_definition_type: asd`. SDC rejects \
          others with `MANIFEST_METADATA_DOES_NOT_MATCH_LIMIT`.",
    sources: &["ASD-75"],
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
  release_date_time: January 2024
  entry_definition_type: asd

Source: asd.yaml
Source: charts/front/Chart.yaml
Source: charts/front/values.yaml
Source: TOSCA-Metadata/TOSCA.meta
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
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    let Some((path, manifest)) = facts.package().and_then(|package| package.manifest.as_ref()) else { return };
    let Some(span) = super::first_key(cx.file) else { return };
    let keys = ["application_name", "application_provider", "release_date_time", "entry_definition_type"];
    for key in keys {
        let Some((_, value, line)) = manifest.metadata.iter().find(|(known, ..)| known == key) else {
            cx.report(span, format!("`{path}` has no `{key}`")).help("add it under `metadata`");
            continue;
        };
        let (is_valid, expected) = match key {
            "release_date_time" => (is_rfc3339(value), "a date and time: `2024-01-12T11:30:00Z`"),
            "entry_definition_type" => (value == "asd", "`asd`"),
            _ => (!value.is_empty(), "its value"),
        };
        if !is_valid {
            let finding = cx.report(span, format!("invalid `{key}` in line {line} of `{path}`: `{value}`"));
            finding.help(format!("write {expected}"));
        }
    }
    for (key, _, line) in manifest.metadata.iter().filter(|(key, ..)| !keys.contains(&key.as_str())) {
        let finding = cx.report(span, format!("unknown metadata `{key}` in line {line} of `{path}`"));
        finding.help("remove the entry; the manifest of an application has four entries under `metadata`");
    }
}
