//! Malformed cluster description.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::cluster::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "cluster/malformed-description",
    severity: Severity::Warning,
    title: "malformed cluster description",
    doc: "A cluster description states the nodes with their kernels, modules and labels, the custom resources and the \
          plugins of a cluster, so that the preview of an application service descriptor can compare them with its \
          requirements. Other keys and shapes are not read.",
    sources: &["ASD-63"],
    bad: "\
cluster: oslo
kernelVersion: latest
customResources:
  - {kind: Redis, apiVersion: databases.spotahome.com/v1}
",
    good: "\
cluster: oslo
kernelVersion: 5.15.0-91-generic
customResources:
  - {kind: Redis, apiVersion: databases.spotahome.com/v1}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    for (path, message) in Rc::clone(&cx.facts).iter() {
        let span = file.key_span(path).or_else(|| file.span_of(path)).unwrap_or_default();
        cx.report(span, message.clone());
    }
}
