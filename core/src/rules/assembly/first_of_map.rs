//! `first` for instances without an order.

use crate::assembly::resolution::is_map_group;
use crate::assembly::promotion::promotion_chain;
use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/first-of-map",
    severity: Severity::Error,
    title: "`first` of an unordered group",
    doc: "With `multiple-instances: first`, the first instance of a group performs the operation. Instances created \
          from a map have names but no order, so there is no first one: use `every` or `any`. This also applies if the \
          component is only a part of such a group.",
    sources: &["AD-OPS-06"],
    bad: "\
name: assembly::a::1.0
properties:
  sites: {type: map, default: {north: 192.0.2.1}}
composition:
  site:
    type: resource::site::1.0
    items: ${sites}
    properties: {}
operations:
  Attach:
    source-operation: site.Attach
    multiple-instances: first
# file: site.yaml
name: resource::site::1.0
lifecycle: {Create: {}}
operations:
  Attach: {}
",
    good: "\
name: assembly::a::1.0
properties:
  sites: {type: map, default: {north: 192.0.2.1}}
composition:
  site:
    type: resource::site::1.0
    items: ${sites}
    properties: {}
operations:
  Attach:
    source-operation: site.Attach
    multiple-instances: any
# file: site.yaml
name: resource::site::1.0
lifecycle: {Create: {}}
operations:
  Attach: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    for operation in &assembly.operations {
        let Some(text) = operation.multiple_instances.as_ref().filter(|text| text.value == "first") else { continue };
        let chain = promotion_chain(cx.workspace, cx.catalog, assembly, operation);
        let Some(index) = chain.parts.iter().position(|(owner, part)| is_map_group(owner, part)) else { continue };
        let place = chain.parts.iter().take(index + 1).map(|(_, part)| part.name.text.as_str());
        let place = place.collect::<Vec<_>>().join("/");
        let finding = cx.report(text.span, format!("instances of `{place}` come from a map and have no order"));
        finding.help("use `every` or `any`").replace_with("any", Safety::Unsafe);
    }
}
