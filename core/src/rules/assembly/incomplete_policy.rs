//! Scaling policies without thresholds.

use crate::diagnostic::{Severity, listed};
use crate::rules::assembly::{Check, Rule};
use crate::similarity::closest;

pub static RULE: Rule = Rule {
    code: "assembly/incomplete-policy",
    severity: Severity::Warning,
    title: "incomplete policy",
    doc: "A scaling policy has three properties: `scaleOut_threshold` and `scaleIn_threshold`, in percent of load, and \
          `smoothing`, the number of consecutive reports that must cross a threshold. A healing policy has only \
          `smoothing`. Misspelled names are reported as well.",
    sources: &["AD-POL-04"],
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
        let (scales, known) = match policy.type_name.as_ref().map(|type_name| type_name.value.as_str()) {
            Some("policy::scale") => (true, &PROPERTIES[..]),
            Some("policy::heal") => (false, &PROPERTIES[2..]),
            _ => continue,
        };
        let given = |name: &&str| policy.properties.iter().any(|(key, _)| key.value == *name);
        let mut missing: Vec<&str> = known.iter().copied().filter(|name| !given(name)).collect();
        for (key, _) in policy.properties.iter().filter(|(key, _)| !known.contains(&key.value.as_str())) {
            let Some(near) = closest(&key.value, missing.iter().copied()) else { continue };
            let finding = cx.report(key.span, format!("unknown policy property `{}`", key.value));
            finding.suggest(&key.value, [near], "");
            missing.retain(|name| *name != near);
        }
        if scales && !missing.is_empty() {
            let message = format!("policy `{}` has no {}", policy.name.text, listed(&missing));
            let finding = cx.report(policy.name.span, message);
            finding.help("thresholds are percentages of load; `smoothing` is a number of consecutive reports");
        }
    }
}

const PROPERTIES: [&str; 3] = ["scaleOut_threshold", "scaleIn_threshold", "smoothing"];
