//! A policy in a descriptor of the wrong kind.

use crate::assembly::model::DescriptorKind;
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/misplaced-policy",
    severity: Severity::Warning,
    title: "a policy stands in a descriptor of the wrong kind",
    doc: "An assembly scales its clusters, by `policy::scale`. A resource is healed, by `policy::heal`, which stands in \
          its own descriptor.",
    sources: &["AD-POL-01"],
    bad: "\
name: resource::r::1.0
lifecycle: {Create: {}}
metrics:
  load: {type: 'metric::load'}
policies:
  grow:
    type: policy::scale
    metric: load
    properties:
      scaleOut_threshold: {value: 90}
      scaleIn_threshold: {value: 10}
      smoothing: {value: 4}
",
    good: "\
name: resource::r::1.0
lifecycle: {Create: {}}
metrics:
  health: {type: 'metric::integrity'}
policies:
  heal:
    type: policy::heal
    metric: health
    properties:
      smoothing: {value: 4}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(descriptor) = cx.descriptor() else { return };
    for type_name in descriptor.policies.iter().filter_map(|policy| policy.type_name.as_ref()) {
        let (message, help) = match (type_name.value.as_str(), descriptor.kind) {
            ("policy::scale", DescriptorKind::Resource) => {
                ("a resource has nothing to scale", "move it to the assembly that has the cluster")
            }
            ("policy::heal", DescriptorKind::Assembly) => {
                ("an assembly is not healed itself", "move it to the descriptor of the resource")
            }
            _ => continue,
        };
        cx.report(type_name.span, message).help(help);
    }
}
