//! Artifact is not a chart.

use std::rc::Rc;

use crate::asd::chart::Unreadable;
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/not-a-chart",
    severity: Severity::Warning,
    title: "artifact is not a chart",
    doc: "Helm installs a chart from a folder or from an archive compressed with gzip, with a `Chart.yaml`. All \
          samples of ONAP contain files in ZIP format that are named `.tgz`, which Helm rejects.",
    sources: &["ASD-21"],
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
    artifactId: charts/front-1.0.tgz
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
# file: charts/front-1.0.tgz
PK, a file in ZIP format
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
Source: charts/front-1.0.tgz
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
    let Some(application) = facts.application else { return };
    for (number, item) in application.items().enumerate() {
        let (Some(Err(why)), Some(node)) = (facts.chart(number), item.node.get("artifactId")) else { continue };
        let path = node.as_text().unwrap_or_default();
        let (message, help) = match why {
            // Other rules report these.
            Unreadable::Missing | Unreadable::Malformed | Unreadable::TooLarge => continue,
            Unreadable::Zip => (format!("`{path}` is a ZIP file"), "pack the chart with `helm package`"),
            Unreadable::NotAnArchive => (format!("`{path}` is not an archive"), "pack the chart with `helm package`"),
            Unreadable::Damaged => {
                (format!("`{path}` is cut off or damaged"), "copy the archive again, or pack the chart with `helm package`")
            }
            Unreadable::NoChart => (format!("`{path}` has no `Chart.yaml`"), "a chart has a `Chart.yaml` with a name"),
        };
        cx.report(node.span, message).help(help);
    }
}
