//! Policies in the wrong kind of descriptor.

use crate::assembly::model::DescriptorKind;
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/misplaced-policy",
    severity: Severity::Warning,
    title: "misplaced policy",
    doc: "Assemblies scale their clusters with `policy::scale`. Resources are healed with `policy::heal`, in their own \
          descriptor.",
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
                ("resources cannot be scaled", "move the policy to the assembly with the cluster")
            }
            ("policy::heal", DescriptorKind::Assembly) => {
                ("assemblies cannot be healed", "move the policy to the descriptor of the resource")
            }
            _ => continue,
        };
        cx.report(type_name.span, message).help(help);
    }
}
