//! An operation that the type of the component does not have.

use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};
use crate::symbol::{SymbolKind, Target};

pub static RULE: Rule = Rule {
    code: "assembly/no-such-operation",
    severity: Severity::Error,
    title: "the type of a component has no such operation",
    doc: "An operation that an assembly promotes, or that a relationship calls, must stand under `operations` in the \
          descriptor of the component's type. If that is an assembly, the name that counts is the one under which it \
          promotes the operation, not the name the operation has further down.\n\nA relationship with several sources \
          calls `source.operation` on each of them, so that all of them must have it.",
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
            [] => format!("`{owner}` has no operations at all"),
            names => format!("it has {}", list(names)),
        };
        let finding = cx.report(mention.span, format!("`{owner}` has no operation `{}`", mention.name));
        finding.suggest(&mention.name, names, &otherwise);
    }
}

/// `` `a`, `b` and `c` ``.
pub fn list(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}
