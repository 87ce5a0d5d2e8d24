//! Container image without a name.

use std::rc::Rc;

use crate::content::{Address, INSIDE, has};
use crate::csar::{Package, text};
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};
use crate::sorted_map::{SortedMap, SortedSet};
use crate::sorting::gather;
use crate::syntax::parse::parse;
use crate::text::{FilePath, Span};

pub static RULE: Rule = Rule {
    code: "asd/unnamed-image",
    severity: Severity::Error,
    title: "container image without a name",
    doc: "Images in a package have the OCI image layout, as a folder or as a `.tar` archive. Each entry in the `index.json` has a `name` annotation, \
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
    for files in package.files.keys().filter_map(|file| Files::of_archive(package, file)) {
        let is_layout = files.has("oci-layout") || files.has("index.json") && files.has("blobs");
        if is_layout {
            check_layout(cx, span, &files);
        } else if files.has("manifest.json") {
            let finding = cx.report(span, format!("the images in `{}` are not in the OCI image layout", files.place));
            finding.help("save them with a tool that writes the layout, such as `skopeo copy` to `oci-archive:`");
        }
    }
    let is_layout = |file: &&FilePath| match file.name() {
        "oci-layout" => true,
        "index.json" => Files::in_folder(package, file.folder()).has("blobs"),
        _ => false,
    };
    let layouts: SortedSet<&str> = gather(package.files.keys().filter(is_layout).map(|file| file.folder()));
    for folder in layouts {
        check_layout(cx, span, &Files::in_folder(package, folder));
    }
}

/// The files of a folder of the package, or of a `.tar` archive in it.
struct Files<'p> {
    package: &'p Package,
    /// The path of the folder or archive; empty for the root of the package.
    place: &'p str,
    /// The archive with the files in it.
    archive: Option<(Address, SortedMap<FilePath, u64>)>,
}

impl<'p> Files<'p> {
    fn in_folder(package: &'p Package, folder: &'p str) -> Self {
        Files { package, place: folder, archive: None }
    }

    /// `None` if it is not a readable archive, for instance because it is not loaded yet.
    fn of_archive(package: &'p Package, file: &'p FilePath) -> Option<Self> {
        let address = package.address(file.as_str()).filter(|_| file.as_str().ends_with(".tar"))?;
        let files = package.contents().list(Some(&address)).ok()?;
        Some(Files { package, place: file.as_str(), archive: Some((address, files)) })
    }

    /// The path of a file for messages.
    fn path(&self, name: &str) -> String {
        match (&self.archive, self.place) {
            (Some(_), archive) => format!("{archive}{INSIDE}{name}"),
            (None, "") => name.to_owned(),
            (None, folder) => format!("{folder}/{name}"),
        }
    }

    /// Whether there is a file or folder with this name.
    fn has(&self, name: &str) -> bool {
        match &self.archive {
            None => self.package.has(&self.path(name)),
            Some((_, files)) => FilePath::new(name).is_some_and(|path| has(files, &path)),
        }
    }

    fn text(&self, name: &str) -> Option<String> {
        match &self.archive {
            None => self.package.text(&self.path(name)),
            Some((archive, _)) => text(self.package.contents(), &archive.inside(FilePath::new(name)?)?),
        }
    }
}

fn check_layout(cx: &mut Check<'_>, span: Span, files: &Files<'_>) {
    let place = files.place;
    if !files.has("oci-layout") {
        cx.report(span, format!("the image layout `{place}` has no `oci-layout`"))
            .help("add the file with the version of the layout");
    }
    let Some(text) = files.text("index.json") else {
        cx.report(span, format!("the image layout `{place}` has no `index.json`")).help("add the index of images");
        return;
    };
    let index = files.path("index.json");
    if let Err(error) = serde_json::from_str::<serde::de::IgnoredAny>(&text) {
        cx.report(span, format!("`{index}` is not JSON: {error}")).help("correct the index of images");
        return;
    }
    let tree = parse(&text);
    let manifests = tree.root().and_then(|root| root.get("manifests")).map_or(&[][..], |list| list.items());
    for (number, manifest) in manifests.iter().enumerate() {
        let name = manifest.get("annotations").and_then(|annotations| annotations.get("name")?.as_text());
        if name.is_none_or(|name| name.trim().is_empty()) {
            let finding = cx.report(span, format!("image {} in `{index}` has no name", number + 1));
            finding.help("add the annotation `name` with the tag of the image");
        }
        let digest = manifest.get("digest").and_then(|digest| digest.as_text()?.split_once(':'));
        let blob = digest.map(|(algorithm, hash)| format!("blobs/{algorithm}/{hash}"));
        if let Some(blob) = blob.filter(|blob| !files.has(blob)) {
            let finding =
                cx.report(span, format!("image {} in `{index}` has no manifest `{}`", number + 1, files.path(&blob)));
            finding.help("add the file to the package");
        }
    }
}
