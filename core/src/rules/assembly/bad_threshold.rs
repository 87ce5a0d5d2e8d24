//! Impossible numbers in policies.

use crate::assembly::model::{Policy, whole_number};
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};
use crate::syntax::Node;

pub static RULE: Rule = Rule {
    code: "assembly/bad-threshold",
    severity: Severity::Error,
    title: "impossible scaling thresholds",
    doc: "`scaleOut_threshold` and `scaleIn_threshold` are percentages of load, from 0 to 100. A cluster grows above \
          the first and shrinks below the second, so the second must be smaller. `smoothing` is the number of \
          consecutive reports that must cross a threshold, at least 1.",
    sources: &["AD-POL-05", "AD-POL-06"],
    bad: "\
name: assembly::a::1.0
properties: {}
composition:
  web:
    type: resource::web::1.0
    cluster:
      minimum-nodes: 2
    properties: {}
policies:
  grow:
    type: policy::scale
    metric: web.load
    target: web
    properties:
      scaleOut_threshold: {value: 10}
      scaleIn_threshold: {value: 90}
      smoothing: {value: 4}
# file: web.yaml
name: resource::web::1.0
lifecycle: {Create: {}}
metrics:
  load: {type: 'metric::load'}
",
    good: "\
name: assembly::a::1.0
properties: {}
composition:
  web:
    type: resource::web::1.0
    cluster:
      minimum-nodes: 2
    properties: {}
policies:
  grow:
    type: policy::scale
    metric: web.load
    target: web
    properties:
      scaleOut_threshold: {value: 90}
      scaleIn_threshold: {value: 10}
      smoothing: {value: 4}
# file: web.yaml
name: resource::web::1.0
lifecycle: {Create: {}}
metrics:
  load: {type: 'metric::load'}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(descriptor) = cx.descriptor() else { return };
    for policy in &descriptor.policies {
        numbers(cx, policy);
    }
}

fn numbers(cx: &mut Check<'_>, policy: &Policy) {
    let out = number(cx, policy, "scaleOut_threshold", 0, Some(100));
    let back = number(cx, policy, "scaleIn_threshold", 0, Some(100));
    number(cx, policy, "smoothing", 1, None);
    if let (Some((_, out)), Some((node, back))) = (out, back)
        && back >= out
    {
        let message = format!("scaling in below {back} percent conflicts with scaling out above {out}");
        let finding = cx.report(node.span, message).help("`scaleIn_threshold` must be smaller than `scaleOut_threshold`");
        if back == out {
            finding.severity(Severity::Warning);
        }
    }
}

/// The number under `name`. Reports values that are not numbers or out of range, but not references.
fn number<'p>(
    cx: &mut Check<'_>,
    policy: &'p Policy,
    name: &str,
    least: i64,
    most: Option<i64>,
) -> Option<(&'p Node, i64)> {
    let (key, node) = policy.properties.iter().find(|(key, _)| key.value == name)?;
    if node.as_text().is_some_and(|text| text.contains("${")) {
        return None;
    }
    let number = whole_number(node);
    let fits = |number: &i64| *number >= least && most.is_none_or(|most| *number <= most);
    if let Some(number) = number.filter(fits) {
        return Some((node, number));
    }
    let span = if node.span.is_empty() { key.span } else { node.span };
    let range =
        most.map_or(format!("an integer of at least {least}"), |most| format!("a percentage from {least} to {most}"));
    cx.report(span, format!("`{name}` must be {range}")).help(format!("use {range}, or a single `${{property}}`"));
    None
}
