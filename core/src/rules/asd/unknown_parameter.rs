//! Parameter that the chart does not have.

use std::rc::Rc;

use crate::asd::chart::Chart;
use crate::asd::model::{is_values_path, mapped, values_path};
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};
use crate::syntax::Node;

pub static RULE: Rule = Rule {
    code: "asd/unknown-parameter",
    severity: Severity::Warning,
    title: "parameter that the chart does not have",
    doc: "The path is not in the `values.yaml` of the chart, nor in those of its sub-charts. Templates may read \
          values that are not listed there, but usually it is a typo, and setting the value has no effect.",
    sources: &["ASD-30", "ASD-53"],
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
    lifecycleParameters: [service.prot]
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
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/front
    lifecycleParameters: [service.port]
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
        let Some(Ok(chart)) = facts.chart(number) else { continue };
        for node in item.parameters() {
            // Another rule reports a malformed path.
            if let Some(path) = node.as_text().map(values_path).filter(|path| is_values_path(path)) {
                report(cx, chart, node, path);
            }
        }
    }
    for mapped in application.points().flat_map(|(_, point)| mapped(point)) {
        let Some((name, path)) = mapped.target() else { continue };
        if let Some(Ok(chart)) = facts.item_of_chart(name).and_then(|number| facts.chart(number)) {
            report(cx, chart, mapped.node, path);
        }
    }
}

fn report(cx: &mut Check<'_>, chart: &Chart, node: &Node, path: &str) {
    if chart.find(path).is_some() {
        return;
    }
    let name = &chart.name;
    if let Some((dependency, other)) = chart.missing_dependency(path) {
        let of = &dependency.name;
        let message = match (other, &dependency.version) {
            (Some(other), Some(wanted)) => {
                format!("`{path}` is in the sub-chart `{of}` {wanted}, but the chart has its version {other}")
            }
            _ => format!("`{path}` is in the sub-chart `{of}`, which is not in the chart"),
        };
        cx.report(node.span, message).help("add the sub-chart with `helm dependency update`");
        return;
    }
    let finding = cx.report(node.span, format!("unknown parameter `{path}` of the chart `{name}`"));
    let paths = chart.paths();
    let text = node.as_text().unwrap_or_default();
    let prefix = text.strip_suffix(path).unwrap_or_default();
    let written: Vec<String> = paths.iter().map(|path| format!("{prefix}{path}")).collect();
    // The same parameter elsewhere, for example in several sub-charts.
    let alike: Vec<&String> = written.iter().filter(|other| leaf(other) == leaf(path)).collect();
    if alike.len() > 1 {
        finding.help(format!("did you mean one of {}?", some(alike)));
        return;
    }
    let otherwise = if written.is_empty() {
        "the chart has no `values.yaml`".to_owned()
    } else {
        format!("parameters of the chart: {}", some(&written))
    };
    finding.suggest(text, written.iter().map(String::as_str), &otherwise);
}

/// The last step of a path.
fn leaf(path: &str) -> Option<&str> {
    path.rsplit('.').next()
}

/// The first of many paths, in backticks.
fn some<'p>(paths: impl IntoIterator<Item = &'p String>) -> String {
    paths.into_iter().take(8).map(|path| format!("`{path}`")).collect::<Vec<_>>().join(", ")
}
