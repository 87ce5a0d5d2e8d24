//! Mapping to a parameter of another type.

use std::rc::Rc;

use crate::asd::chart::types::{Parameter, ValueType};
use crate::asd::model::{Mapped, has_several, mapped};
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/mismatched-parameter",
    severity: Severity::Warning,
    title: "mapping to a parameter of another type",
    doc: "The parameter receives an address or the name of a network, which is a string, or a list of strings for \
          several addresses or networks. The schema of the chart, or the default in its `values.yaml`, has another type.",
    sources: &["ASD-53"],
    bad: "\
# file: asd.yaml
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
asdExtCpd:
  - id: web
    description: Customers
    virtualLinkRequirement: EndUser
    inputParamMappings:
      loadbalancerIP: front:replicas
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
    good: "\
# file: asd.yaml
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
asdExtCpd:
  - id: web
    description: Customers
    virtualLinkRequirement: EndUser
    inputParamMappings:
      loadbalancerIP: front:service.address
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
    for mapped in application.points().flat_map(|(_, point)| mapped(point)) {
        let Some((name, path)) = mapped.target() else { continue };
        let chart = facts.item_of_chart(name).and_then(|number| facts.chart(number));
        let Some(Ok(chart)) = chart else { continue };
        let Some(parameter) = chart.parameter(path) else { continue };
        let Some(reason) = reason(mapped, &parameter) else { continue };
        let of = if has_several(mapped.attribute) { "a string or a list of strings" } else { "a string" };
        let attribute = super::key_at(cx.file, mapped.node).unwrap_or_else(|| mapped.attribute.to_owned());
        let finding = cx.report(mapped.node.span, format!("`{attribute}` is {of}, but {reason}"));
        finding.help("map it to a parameter that is a string in the `values.yaml`");
    }
}

/// Why the parameter cannot receive the value.
fn reason(mapped: Mapped<'_>, parameter: &Parameter) -> Option<String> {
    let value_type = parameter.value_type();
    if has_several(mapped.attribute) && value_type == Some(ValueType::List) {
        return None;
    }
    let of_number = || match (value_type, &parameter.default) {
        (Some(of @ (ValueType::Integer | ValueType::Number)), Some((_, text))) if parameter.allowed.is_empty() => {
            Some(format!("the default `{text}` is {of}"))
        }
        _ => None,
    };
    parameter.mismatch(ValueType::Text).or_else(of_number)
}
