//! A metric of an assembly that comes from nowhere.

use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/metric-without-source",
    severity: Severity::Warning,
    title: "a metric of an assembly has no source",
    doc: "An assembly measures nothing itself: it publishes metrics of its components, under `source-metric`.",
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
        let finding = cx.report(metric.name.span, format!("`{}` does not say where it comes from", metric.name.text));
        finding.help("write `source-metric: component.metric`");
    }
}
