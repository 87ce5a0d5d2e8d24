//! Required custom resource comes with the application.

use std::rc::Rc;

use crate::asd::crd;
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/shipped-custom-resource",
    severity: Severity::Warning,
    title: "required custom resource comes with the application",
    doc: "The list contains the custom resources that are not part of the application. If a deployment item of type \
          `crd` defines a custom resource, a cluster without the resource is suitable as well.",
    sources: &["ASD-68"],
    bad: "\
# file: asd.yaml
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
enhancedClusterCapabilities:
  minKernelVersion: 5.15.0
  requiredCustomResources:
    - {kind: Shop, apiVersion: example.com/v1}
deploymentItems:
  - {deploymentItemId: types, artifactType: crd, artifactId: charts/types.txt, deploymentOrder: 1}
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
# file: charts/types.txt
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: shops.example.com}
spec:
  group: example.com
  names: {kind: Shop, plural: shops}
  versions: [{name: v1}]
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
Source: charts/types.txt
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
enhancedClusterCapabilities:
  minKernelVersion: 5.15.0
  requiredCustomResources:
    - {kind: Redis, apiVersion: example.com/v1}
deploymentItems:
  - {deploymentItemId: types, artifactType: crd, artifactId: charts/types.txt, deploymentOrder: 1}
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
# file: charts/types.txt
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: shops.example.com}
spec:
  group: example.com
  names: {kind: Shop, plural: shops}
  versions: [{name: v1}]
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
Source: charts/types.txt
Source: TOSCA-Metadata/TOSCA.meta
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    let Some((application, package)) = facts.application.zip(facts.artifacts()) else { return };
    let Some(cluster) = application.cluster() else { return };
    let items = application.items().filter(|item| item.text("artifactType") == Some("crd"));
    let shipped: Vec<_> = items.flat_map(|item| crd::defined(package, item.text("artifactId").unwrap_or_default())).collect();
    for node in cluster.get("requiredCustomResources").map_or(&[][..], |list| list.items()) {
        let text = |key: &str| node.get(key).and_then(|node| node.as_text());
        let Some((kind, at)) = text("kind").zip(node.get("kind")) else { continue };
        let group = text("apiVersion").and_then(|version| version.split_once('/')).map(|(group, _)| group);
        let is_same = |one: &crd::Defined| one.kind == kind && group.is_none_or(|group| group == one.group);
        if shipped.iter().any(is_same) {
            let finding = cx.report(at.span, format!("custom resource `{kind}` comes with the application"));
            finding.help("remove the resource from the requirements");
        }
    }
}
