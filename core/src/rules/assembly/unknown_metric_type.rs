//! Metric types that policies cannot use.

use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/unknown-metric-type",
    severity: Severity::Info,
    title: "unknown metric type",
    doc: "Clusters are scaled by `metric::load`, resources are healed by `metric::integrity`. Metrics of other types \
          are collected, but policies cannot use them.",
    sources: &["AD-MET-01"],
    bad: "\
name: resource::r::1.0
lifecycle: {Create: {}}
metrics:
  calls: {type: 'metric::calls'}
",
    good: "\
name: resource::r::1.0
lifecycle: {Create: {}}
metrics:
  calls: {type: 'metric::load'}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(resource) = cx.resource() else { return };
    const KNOWN: [&str; 2] = ["metric::load", "metric::integrity"];
    for type_name in resource.metrics.iter().filter_map(|metric| metric.type_name.as_ref()) {
        if !KNOWN.contains(&type_name.value.as_str()) {
            let finding = cx.report(type_name.span, format!("unknown metric type `{}`", type_name.value));
            finding.suggest(&type_name.value, KNOWN, "policies use `metric::load` and `metric::integrity`");
        }
    }
}
