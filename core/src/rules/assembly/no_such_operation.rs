//! Operations that the component type does not have.

use crate::diagnostic::{Severity, listed};
use crate::rules::assembly::{Check, Rule};
use crate::symbol::{SymbolKind, Target};

pub static RULE: Rule = Rule {
    code: "assembly/no-such-operation",
    severity: Severity::Error,
    title: "unknown operation",
    doc: "An operation that an assembly promotes or a relationship calls must be declared under `operations` of the \
          component type. If the type is an assembly, use the name under which it promotes the operation, not the name \
          in the resource.\n\nA relationship with several sources calls `source.operation` on each of them, so all of \
          them need it.",
    sources: &["AD-OPS-03", "AD-REL-16"],
    bad: "\
name: assembly::a::1.0
properties: {}
composition:
  proxy:
    type: assembly::proxy::1.0
    properties: {}
operations:
  Attach: {source-operation: proxy.Atach}
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
    for mention in cx.mentions.iter().filter(|mention| mention.kind == SymbolKind::Operation) {
        let Target::Missing { owner: Some(owner) } = &mention.target else { continue };
        if mention.name.is_empty() {
            continue;
        }
        let operations = cx.resolve(owner).map_or(&[][..], |descriptor| &descriptor.operations);
        let names: Vec<&str> = operations.iter().map(|operation| operation.name.text.as_str()).collect();
        let otherwise = match names.as_slice() {
            [] => format!("`{owner}` has no operations"),
            names => format!("available operations: {}", listed(names)),
        };
        let finding = cx.report(mention.span, format!("`{}` is not an operation of `{owner}`", mention.name));
        finding.suggest(&mention.name, names, &otherwise);
    }
}
