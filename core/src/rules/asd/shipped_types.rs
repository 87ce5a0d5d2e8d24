//! Types of descriptors in a package.

use std::rc::Rc;

use crate::asd::form::is_types;
use crate::diagnostic::Severity;
use crate::settings::AsdProfile;
use crate::rules::asd::{Check, Rule};
use crate::syntax::parse::parse;
use crate::syntax::Node;
use crate::text::FilePath;

pub static RULE: Rule = Rule {
    code: "asd/shipped-types",
    severity: Severity::Warning,
    title: "types of descriptors in a package",
    doc: "The types of descriptors are those of the specification. A file with types in a package is ignored, here as by \
          orchestrators; the one that comes with the samples of ONAP is even malformed, with its types outside \
          `data_types`.",
    sources: &["ASD-79"],
    bad: "\
# file: asd.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [asd_types.yaml]
topology_template:
  node_templates:
    shop:
      type: tosca.nodes.asd
      properties:
        descriptor_id: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
        descriptor_invariant_id: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b9
        descriptor_version: \"1.0\"
        schema_version: \"2.0\"
        provider: Example
        application_name: shop
        application_version: \"1.0\"
      artifacts:
        front:
          type: tosca.artifacts.asd.deploymentItem
          file: charts/front
          properties: {item_id: front, artifact_type: helm_chart}
# file: asd_types.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
data_types:
tosca.datatypes.asd.paramMappings:
  derived_from: tosca.datatypes.Root
# file: charts/front/Chart.yaml
apiVersion: v2
name: front
version: 1.0.0
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
Source: asd_types.yaml
Source: TOSCA-Metadata/TOSCA.meta
",
    good: "\
# file: asd.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [asd_types.yaml]
topology_template:
  node_templates:
    shop:
      type: tosca.nodes.asd
      properties:
        descriptor_id: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
        descriptor_invariant_id: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b9
        descriptor_version: \"1.0\"
        schema_version: \"2.0\"
        provider: Example
        application_name: shop
        application_version: \"1.0\"
      artifacts:
        front:
          type: tosca.artifacts.asd.deploymentItem
          file: charts/front
          properties: {item_id: front, artifact_type: helm_chart}
# file: charts/front/Chart.yaml
apiVersion: v2
name: front
version: 1.0.0
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
Source: TOSCA-Metadata/TOSCA.meta
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    let Some(package) = facts.package() else { return };
    let Some(imports) = cx.file.root.as_ref().and_then(|root| root.get("imports")) else { return };
    for import in imports.items_or_self().iter().filter(|import| is_types(import)).collect::<Vec<_>>() {
        let Some(named) = name(import) else { continue };
        let Some(written) = named.as_text() else { continue };
        let folder = package.relative(&cx.file.path).and_then(|path| Some(path.rsplit_once('/')?.0)).unwrap_or_default();
        let steps = written.split('/').filter(|step| !step.is_empty());
        let Some(path) = FilePath::along(folder, steps).filter(|path| package.has(path.as_str())) else { continue };
        let fault = package.text(path.as_str()).and_then(|text| fault(&text));
        let message = match fault {
            Some(fault) => format!("the types in `{path}` are ignored, and malformed: {fault}"),
            None => format!("the types in `{path}` are ignored"),
        };
        // SDC rejects the import of a missing file.
        let may_stay = cx.settings.asd != AsdProfile::Sdc;
        let finding = cx.report(named.span, message);
        if may_stay {
            finding.help("remove the file from the package; the import may stay");
        }
    }
}

/// The text that names the file of an import.
fn name(import: &Node) -> Option<&Node> {
    let inner = || import.entries().iter().map(|entry| &entry.value).find(|value| is_types(value)).and_then(name);
    if import.as_text().is_some() { Some(import) } else { inner() }
}

/// The first reason why a file with types is malformed.
fn fault(text: &str) -> Option<String> {
    let tree = parse(text);
    if !tree.errors.is_empty() {
        return Some("it has syntax errors".to_owned());
    }
    let root = tree.root()?;
    let empty = root.entries().iter().find(|entry| {
        entry.value.is_null() && entry.key.as_text().is_some_and(|key| key.ends_with("_types"))
    })?;
    Some(format!("`{}` is empty", empty.key.as_text()?))
}
