//! Incomplete `TOSCA.meta`.

use std::rc::Rc;

use crate::csar::{CSAR_VERSION, ENTRY, ENTRY_MANIFEST, REQUIRED_KEYS};
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};
use crate::text::FilePath;

pub static RULE: Rule = Rule {
    code: "asd/package-metadata",
    severity: Severity::Error,
    title: "incomplete `TOSCA.meta`",
    doc: "A package has a file `TOSCA-Metadata/TOSCA.meta` with the version of the file, the version of the \
          package format, the author, the descriptor and the manifest. `CSAR-Version: 1.0` is outdated but found \
          in all known packages, so it is a warning; another version is an error.",
    sources: &["ASD-74"],
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
    let Some(package) = facts.package() else { return };
    let Some(span) = super::first_key(cx.file) else { return };
    let is_own = |key: &str| [ENTRY, ENTRY_MANIFEST].iter().any(|own| key.eq_ignore_ascii_case(own));
    let others = package.meta.entries().filter(|(key, _)| !is_own(key));
    for (key, value) in others {
        // Licenses and tests can be folders.
        if !value.is_empty() && !package.has(value) {
            let finding = cx.report(span, format!("`{key}` in `TOSCA.meta` names `{value}`, which is not in the package"));
            finding.help("correct the path, or add the file");
        }
    }
    for (line, number) in package.meta.malformed() {
        let finding = cx.report(span, format!("line {number} of `TOSCA.meta` is not a key with a value: `{line}`"));
        finding.help("write a key and a value, or remove the line");
    }
    for key in REQUIRED_KEYS {
        let value = package.meta.get(key).unwrap_or_default();
        let is_file = key == ENTRY || key == ENTRY_MANIFEST;
        if value.is_empty() {
            let finding = cx.report(span, format!("`TOSCA.meta` has no `{key}`"));
            finding.help(format!("add `{key}` to `TOSCA-Metadata/TOSCA.meta`"));
        } else if is_file && !FilePath::new(value).is_some_and(|path| package.files.contains_key(&path)) {
            let finding = cx.report(span, format!("`{key}` in `TOSCA.meta` names `{value}`, which is not in the package"));
            finding.help("correct the path, or add the file");
        } else if key == CSAR_VERSION && value != "1.1" {
            let severity = if value == "1.0" { Severity::Warning } else { Severity::Error };
            let finding = cx.report(span, format!("`CSAR-Version` in `TOSCA.meta` is `{value}`")).severity(severity);
            finding.help("write `CSAR-Version: 1.1`");
        }
    }
}
