//! A scale policy without its numbers.

use crate::diagnostic::Severity;
use crate::rules::assembly::no_such_operation::list;
use crate::rules::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/incomplete-policy",
    severity: Severity::Warning,
    title: "a scale policy does not say when to scale",
    doc: "A scale policy has three properties: `scaleOut_threshold` and `scaleIn_threshold`, in percent of load, and \
          `smoothing`, the number of reports in a row that must lie beyond one of them.",
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
        let scales = policy.type_name.as_ref().is_some_and(|type_name| type_name.value == "policy::scale");
        let given = |name: &&str| policy.properties.iter().any(|(key, _)| key.value == *name);
        let missing: Vec<&str> = PROPERTIES.into_iter().filter(|name| !given(name)).collect();
        if scales && !missing.is_empty() {
            let message = format!("`{}` has no {}", policy.name.text, list(&missing));
            let finding = cx.report(policy.name.span, message);
            finding.help("thresholds are percentages of load; smoothing is a number of reports in a row");
        }
    }
}

const PROPERTIES: [&str; 3] = ["scaleOut_threshold", "scaleIn_threshold", "smoothing"];
