//! Something that is published for a reference, not for a component.

use crate::assembly::mentions::within;
use crate::assembly::model::{Descriptor, Text};
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/promoted-from-reference",
    severity: Severity::Warning,
    title: "an operation or metric of a reference is published",
    doc: "An assembly publishes operations and metrics of its components. What `references` finds belongs to others: its \
          operations can be called, but publishing them under the name of this assembly is not documented. Its metrics \
          cannot be published, which is an error.",
    sources: &["AD-OPS-02", "AD-MET-04"],
    bad: "\
name: assembly::a::1.0
properties: {}
composition: {}
references:
  proxy:
    type: assembly::proxy::1.0
    properties:
      name: {value: edge}
operations:
  Attach: {source-operation: proxy.Attach}
# file: proxy.yaml
name: assembly::proxy::1.0
properties: {}
composition:
  haproxy:
    type: resource::haproxy::1.0
    properties: {}
operations:
  Attach: {source-operation: haproxy.AddServer}
# file: haproxy.yaml
name: resource::haproxy::1.0
lifecycle: {Create: {}}
operations:
  AddServer: {}
",
    good: "\
name: assembly::a::1.0
properties: {}
composition:
  proxy:
    type: assembly::proxy::1.0
    properties: {}
operations:
  Attach: {source-operation: proxy.Attach}
# file: proxy.yaml
name: assembly::proxy::1.0
properties: {}
composition:
  haproxy:
    type: resource::haproxy::1.0
    properties: {}
operations:
  Attach: {source-operation: haproxy.AddServer}
# file: haproxy.yaml
name: resource::haproxy::1.0
lifecycle: {Create: {}}
operations:
  AddServer: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    for source in assembly.operations.iter().filter_map(|operation| operation.source_operation.as_ref()) {
        report(cx, assembly, source, "operations", Severity::Warning);
    }
    for source in assembly.metrics.iter().filter_map(|metric| metric.source_metric.as_ref()) {
        report(cx, assembly, source, "metrics", Severity::Error);
    }
}

fn report(cx: &mut Check<'_>, assembly: &Descriptor, source: &Text, what: &str, severity: Severity) {
    let Some((name, _)) = source.value.split_once('.') else { return };
    if assembly.component(name).is_none() && assembly.reference(name).is_some() {
        let span = within(source, 0, name.len(), cx.file);
        let finding =
            cx.report(span, format!("`{name}` is a reference, whose {what} are not this assembly's to publish"));
        finding.severity(severity).help("name a component");
    }
}
