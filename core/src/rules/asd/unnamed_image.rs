//! Container image without a name.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};
use crate::syntax::parse::parse;

pub static RULE: Rule = Rule {
    code: "asd/unnamed-image",
    severity: Severity::Error,
    title: "container image without a name",
    doc: "Images in a package have the OCI image layout. Each entry in the `index.json` has a `name` annotation, \
          which is the tag under which the orchestrator pushes the image to the registry.",
    sources: &["ASD-78"],
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
# file: Artifacts/Images/oci-layout
{\"imageLayoutVersion\": \"1.0.0\"}
# file: Artifacts/Images/index.json
{\"schemaVersion\": 2, \"manifests\": [{\"mediaType\": \"application/vnd.oci.image.manifest.v1+json\", \"digest\": \"sha256:00\", \"size\": 1}]}
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
Source: Artifacts/Images
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
# file: Artifacts/Images/oci-layout
{\"imageLayoutVersion\": \"1.0.0\"}
# file: Artifacts/Images/index.json
{\"schemaVersion\": 2, \"manifests\": [{\"mediaType\": \"application/vnd.oci.image.manifest.v1+json\", \"digest\": \"sha256:00\", \"size\": 1, \"annotations\": {\"org.opencontainers.image.ref.name\": \"front:1.0\"}}]}
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
Source: Artifacts/Images
Source: TOSCA-Metadata/TOSCA.meta
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    let Some(package) = facts.package() else { return };
    let Some(span) = super::first_key(cx.file) else { return };
    let layouts = package.files.keys().filter(|file| file.name() == "oci-layout").map(|file| file.folder());
    for folder in layouts {
        let index = if folder.is_empty() { "index.json".to_owned() } else { format!("{folder}/index.json") };
        let Some(text) = package.text(&index) else {
            cx.report(span, format!("the image layout `{folder}` has no `index.json`")).help("add the index of images");
            continue;
        };
        let tree = parse(&text);
        let manifests = tree.root().and_then(|root| root.get("manifests")).map_or(&[][..], |list| list.items());
        for (number, manifest) in manifests.iter().enumerate() {
            let annotations = manifest.get("annotations").map_or(&[][..], |annotations| annotations.entries());
            let is_name = |key: &str| key == "name" || key.ends_with(".name");
            if !annotations.iter().any(|entry| entry.key.as_text().is_some_and(is_name)) {
                let finding = cx.report(span, format!("image {} in `{index}` has no name", number + 1));
                finding.help("add the annotation `org.opencontainers.image.ref.name`");
            }
        }
    }
}
