//! Operations and metrics promoted from a reference.

use crate::assembly::mentions::within;
use crate::assembly::model::{Descriptor, Text};
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/promoted-from-reference",
    severity: Severity::Warning,
    title: "promotion from a reference",
    doc: "Assemblies promote operations and metrics of their components. `references` belong to others: their \
          operations can be called, but promoting them is undocumented. Promoting their metrics is impossible, which is \
          an error.",
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
            cx.report(span, format!("{what} of the reference `{name}` cannot be promoted"));
        finding.severity(severity).help("use a component");
    }
}
