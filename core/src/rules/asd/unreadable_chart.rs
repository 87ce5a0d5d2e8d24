//! Chart that cannot be read.

use std::rc::Rc;

use crate::asd::chart::Unreadable;
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/unreadable-chart",
    severity: Severity::Error,
    title: "chart that cannot be read",
    doc: "Helm refuses a chart with a malformed file. A chart that is larger than the limits of this program is not \
          checked completely: parameters that are not found in it are not reported.",
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
    artifactId: charts/front
# file: charts/front/Chart.yaml
apiVersion: v2
name: front
version: 1.0.0
# file: charts/front/values.schema.json
{\"type\": \"object\"
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
Source: charts/front/values.schema.json
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
# file: charts/front/values.schema.json
{\"type\": \"object\"}
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
Source: charts/front/values.schema.json
Source: TOSCA-Metadata/TOSCA.meta
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    let Some(application) = facts.application else { return };
    for (number, item) in application.items().enumerate() {
        let (Some(chart), Some(node)) = (facts.chart(number), item.node.get("artifactId")) else { continue };
        let path = node.as_text().unwrap_or_default();
        let chart = match chart {
            Ok(chart) => chart,
            Err(Unreadable::TooLarge) => {
                let finding = cx.report(node.span, format!("`{path}` is too large to be read")).severity(Severity::Warning);
                finding.help("the parameters of the chart are not checked");
                continue;
            }
            Err(Unreadable::Malformed) => {
                // The finding about a file that is open is more exact.
                if !is_open(cx, path, "Chart.yaml") {
                    cx.report(node.span, format!("the `Chart.yaml` of `{path}` has a syntax error")).help("correct the chart");
                }
                continue;
            }
            Err(_) => continue,
        };
        if chart.is_partial {
            let message = format!("parts of the chart `{path}` are too large or nested too deep to be read");
            cx.report(node.span, message).severity(Severity::Warning).help("the parameters in them are not checked");
        }
        for one in &chart.malformed {
            if !one.is_in_archive && one.file.ends_with(".yaml") && is_open(cx, path, &one.file) {
                continue;
            }
            let (file, reason) = (&one.file, &one.reason);
            if one.is_left_out {
                let message = format!("`{file}` in the chart `{path}` is not read: {reason}");
                cx.report(node.span, message).help("package the chart without it");
                continue;
            }
            let finding = cx.report(node.span, format!("malformed `{file}` in the chart `{path}`: {reason}"));
            finding.help("correct the file; Helm refuses the chart");
        }
    }
}

/// Whether a file of a chart in a folder is a file of the workspace, which has its own findings about its syntax.
fn is_open(cx: &Check<'_>, chart: &str, file: &str) -> bool {
    let Some(package) = cx.facts.package() else { return false };
    let path = format!("{}/{file}", chart.trim_end_matches('/'));
    package.address(&path).is_some_and(|address| {
        let file = cx.facts.context.workspace.file(&address.file);
        file.is_some_and(|file| !file.errors.is_empty())
    })
}
