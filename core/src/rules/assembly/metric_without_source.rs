//! Metrics of an assembly without a source.

use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/metric-without-source",
    severity: Severity::Warning,
    title: "metric without a source",
    doc: "Assemblies do not measure anything themselves. They publish metrics of their components with `source-metric`.",
    sources: &["AD-MET-06"],
    bad: "\
name: assembly::a::1.0
properties: {}
composition: {}
metrics:
  load: {type: 'metric::load'}
",
    good: "\
name: assembly::a::1.0
properties: {}
composition:
  web:
    type: resource::web::1.0
    properties: {}
metrics:
  load: {source-metric: web.load}
# file: web.yaml
name: resource::web::1.0
lifecycle: {Create: {}}
metrics:
  load: {type: 'metric::load'}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    for metric in assembly.metrics.iter().filter(|metric| metric.source_metric.is_none()) {
        let finding = cx.report(metric.name.span, format!("metric `{}` has no source", metric.name.text));
        finding.help("add `source-metric: component.metric`");
    }
}
