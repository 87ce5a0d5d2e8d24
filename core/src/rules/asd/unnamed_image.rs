//! Container image without a name.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};
use crate::sorted_map::SortedSet;
use crate::sorting::gather;
use crate::syntax::parse::parse;
use crate::text::FilePath;

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
{\"schemaVersion\": 2, \"manifests\": [{\"mediaType\": \"application/vnd.oci.image.manifest.v1+json\", \"size\": 1}]}
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
{\"schemaVersion\": 2, \"manifests\": [{\"mediaType\": \"application/vnd.oci.image.manifest.v1+json\", \"size\": 1, \"annotations\": {\"name\": \"front:1.0\"}}]}
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
    let in_folder = |folder: &str, name: &str| if folder.is_empty() { name.to_owned() } else { format!("{folder}/{name}") };
    let has_blobs = |folder: &str| package.has(&in_folder(folder, "blobs"));
    let is_layout = |file: &&FilePath| match file.name() {
        "oci-layout" => true,
        "index.json" => has_blobs(file.folder()),
        _ => false,
    };
    let layouts: SortedSet<&str> = gather(package.files.keys().filter(is_layout).map(|file| file.folder()));
    for folder in layouts {
        if !package.has(&in_folder(folder, "oci-layout")) {
            cx.report(span, format!("the image layout `{folder}` has no `oci-layout`")).help("add the file with the version of the layout");
        }
        let index = in_folder(folder, "index.json");
        let Some(text) = package.text(&index) else {
            cx.report(span, format!("the image layout `{folder}` has no `index.json`")).help("add the index of images");
            continue;
        };
        let tree = parse(&text);
        let manifests = tree.root().and_then(|root| root.get("manifests")).map_or(&[][..], |list| list.items());
        for (number, manifest) in manifests.iter().enumerate() {
            let name = manifest.get("annotations").and_then(|annotations| annotations.get("name")?.as_text());
            if name.is_none_or(|name| name.trim().is_empty()) {
                let finding = cx.report(span, format!("image {} in `{index}` has no name", number + 1));
                finding.help("add the annotation `name` with the tag of the image");
            }
            let digest = manifest.get("digest").and_then(|digest| digest.as_text()?.split_once(':'));
            let blob = digest.map(|(algorithm, hash)| in_folder(folder, &format!("blobs/{algorithm}/{hash}")));
            if let Some(blob) = blob.filter(|blob| !package.has(blob)) {
                let finding = cx.report(span, format!("image {} in `{index}` has no manifest `{blob}`", number + 1));
                finding.help("add the file to the package");
            }
        }
    }
}
