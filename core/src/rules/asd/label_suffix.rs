//! Removed suffix of a label.

use crate::asd::label;
use crate::diagnostic::Severity;
use crate::rules::asd::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "asd/label-suffix",
    severity: Severity::Warning,
    title: "obsolete label suffix",
    doc: "Earlier versions of the data model marked labels as mandatory with `-m` and as preferred with `-p`. In \
          the final version, all labels are required.",
    sources: &["ASD-71"],
    bad: "\
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
enhancedClusterCapabilities:
  minKernelVersion: 5.15.0
  clusterLabels: [\"gpu -m\"]
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/front-1.0.tgz
",
    good: "\
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
enhancedClusterCapabilities:
  minKernelVersion: 5.15.0
  clusterLabels: [\"gpu\"]
deploymentItems:
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: charts/front-1.0.tgz
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(cluster) = cx.facts.application.and_then(|application| application.cluster()) else { return };
    for (span, label) in label::labels(cluster) {
        let Some(suffix) = label.suffix() else { continue };
        let finding = cx.report(span, format!("removed suffix `{suffix}` of a label"));
        let finding = finding.help(match suffix {
            "-p" => "all labels are required; remove the suffix, or the label if it is only preferred",
            _ => "all labels are required; remove the suffix",
        });
        if let Some(written) = &label.written {
            let bare = written.strip_suffix(suffix).unwrap_or(written).trim_end();
            finding.replace_name(written, bare);
        }
    }
}
