//! Scaling policies for components that are not clusters.

use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/not-a-cluster",
    severity: Severity::Error,
    title: "scaling target is not a cluster",
    doc: "Only components with a `cluster` section can be scaled. A component with a `quantity` has a fixed number of \
          instances.",
    sources: &["AD-POL-03"],
    bad: "\
name: assembly::a::1.0
properties: {}
composition:
  web:
    type: resource::web::1.0
    quantity: 2
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
    let Some(assembly) = cx.assembly() else { return };
    let file = cx.file;
    for policy in &assembly.policies {
        let scales = policy.type_name.as_ref().is_some_and(|type_name| type_name.value == "policy::scale");
        if !scales {
            continue;
        }
        let Some(target) = &policy.target else {
            let finding = cx.report(policy.name.span, format!("scaling policy `{}` has no target", policy.name.text));
            finding.help("add `target` with the name of a cluster component");
            continue;
        };
        let Some(component) = assembly.component(&target.value).filter(|component| component.cluster.is_none()) else {
            continue;
        };
        let finding = cx.report(target.span, format!("`{}` is not a cluster and cannot be scaled", target.value));
        let finding = finding.help("add a `cluster` section to the component");
        finding.related(&file.path, component.name.span, "this component");
    }
}
