//! Promoted operations and metrics that do not reach a resource.

use crate::assembly::model::{Descriptor, Text};
use crate::assembly::promotion::{End, Promoted, promotion_chain};
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/broken-promotion",
    severity: Severity::Error,
    title: "broken promotion",
    doc: "An assembly promotes operations and metrics of its components. If the component is an assembly, it must \
          promote them from one of its own components, and so on down to the resource that implements them. Somewhere \
          along this chain a name is missing.",
    sources: &["AD-OPS-04", "AD-MET-04"],
    bad: "\
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
composition: {}
operations:
  Attach: {source-operation: haproxy.AddServer}
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
    for operation in &assembly.operations {
        report(cx, assembly, operation, operation.source_operation.as_ref(), "operation");
    }
    for metric in &assembly.metrics {
        report(cx, assembly, metric, metric.source_metric.as_ref(), "metric");
    }
}

fn report<'a, T: Promoted>(
    cx: &mut Check<'a>,
    assembly: &'a Descriptor,
    thing: &'a T,
    source: Option<&Text>,
    what: &str,
) {
    let Some(source) = source else { return };
    let chain = promotion_chain(cx.workspace, cx.catalog, assembly, thing);
    let End::Gap(descriptor, name) = &chain.end else { return };
    // A name missing from the direct component is reported as unknown.
    let far = chain.parts.len() > 1 || chain.parts.len() == 1 && T::find(descriptor, name).is_some();
    let Some(at) = descriptor.full_name.as_ref().filter(|_| far) else { return };
    let place = chain.parts.iter().map(|(_, part)| part.name.text.as_str()).collect::<Vec<_>>().join("/");
    let message = match T::find(descriptor, name) {
        Some(_) => format!("{what} `{name}` of `{at}`, at `{place}`, is not promoted from any component"),
        None => format!("`{at}`, at `{place}`, has no {what} `{name}`"),
    };
    let finding = cx.report(source.span, message);
    finding.help(format!("every assembly along the chain must promote the {what} of one of its components"));
}
