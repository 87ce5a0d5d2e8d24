//! Metrics of the wrong type.

use crate::assembly::model::{Descriptor, Metric, Policy, Text};
use crate::assembly::promotion::{End, promotion_chain};
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/wrong-metric",
    severity: Severity::Error,
    title: "wrong type of metric",
    doc: "Scaling uses metrics of type `metric::load`, healing uses `metric::integrity`. Assemblies publish only load \
          metrics, since healing is done by the resource; publishing others is a warning.",
    sources: &["AD-MET-05", "AD-POL-02", "RD-07"],
    bad: "\
name: resource::r::1.0
lifecycle: {Create: {}}
metrics:
  load: {type: 'metric::load'}
policies:
  heal:
    type: policy::heal
    metric: load
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
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(descriptor) = cx.descriptor() else { return };
    for policy in &descriptor.policies {
        watched(cx, descriptor, policy);
    }
    let Some(assembly) = cx.assembly() else { return };
    for metric in &assembly.metrics {
        let Some(source) = &metric.source_metric else { continue };
        if let Some(kind) = kind(cx, assembly, metric).filter(|kind| kind.value != "metric::load") {
            let finding = cx.report(source.span, format!("this metric has type `{}`", kind.value));
            finding.severity(Severity::Warning).help("assemblies can promote only metrics of type `metric::load`");
        }
    }
}

fn watched<'a>(cx: &mut Check<'a>, descriptor: &'a Descriptor, policy: &Policy) {
    let Some((type_name, name)) = policy.type_name.as_ref().zip(policy.metric.as_ref()) else { return };
    let wanted = match type_name.value.as_str() {
        "policy::scale" => "metric::load",
        "policy::heal" => "metric::integrity",
        _ => return,
    };
    let found = match name.value.split_once('.') {
        None => descriptor.metric(&name.value).map(|metric| (descriptor, metric)),
        Some((part, inner)) => {
            let of = descriptor.component(part).and_then(|part| part.of.as_ref()).and_then(|of| cx.resolve(of));
            of.and_then(|of| Some((of, of.metric(inner)?)))
        }
    };
    let Some((owner, metric)) = found else { return };
    if let Some(kind) = kind(cx, owner, metric).filter(|kind| kind.value != wanted) {
        let message = format!("`{}` has type `{}`, but `{}` needs `{wanted}`", name.value, kind.value, type_name.value);
        cx.report(name.span, message).help("use another metric");
    }
}

/// The metric type at the end of the promotion chain.
fn kind<'a>(cx: &Check<'a>, owner: &'a Descriptor, metric: &'a Metric) -> Option<&'a Text> {
    match promotion_chain(cx.workspace, cx.catalog, owner, metric).end {
        End::Found(metric) => metric.type_name.as_ref(),
        End::Gap(..) | End::Unknown => None,
    }
}
