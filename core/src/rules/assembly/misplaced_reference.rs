//! `${item}`, `${source...}` and `${target...}` used out of context.

use crate::assembly::interpolation::{PropertyPath, Segment};
use crate::assembly::model::Descriptor;
use crate::assembly::values::Scope;
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Reading, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/misplaced-reference",
    severity: Severity::Error,
    title: "misplaced `item`, `source` or `target`",
    doc: "`${item}` is the entry for which an instance is created. It is available in the properties of components with \
          `items`. `${source.property}` and `${target.property}` refer to the ends of a relationship and are available \
          in the properties of relationships.",
    sources: &["AD-REF-09", "AD-REF-11"],
    bad: "\
name: assembly::a::1.0
properties:
  sites: {type: map, default: {north: 192.0.2.1}}
composition:
  site:
    type: assembly::site::1.0
    properties:
      address: {value: '${item}'}
# file: site.yaml
name: assembly::site::1.0
properties:
  address: {}
composition: {}
",
    good: "\
name: assembly::a::1.0
properties:
  sites: {type: map, default: {north: 192.0.2.1}}
composition:
  site:
    type: assembly::site::1.0
    items: ${sites}
    properties:
      address: {value: '${item}'}
# file: site.yaml
name: assembly::site::1.0
properties:
  address: {}
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(descriptor) = cx.descriptor() else { return };
    for Reading { value, interpolation } in cx.readings().iter() {
        for reference in interpolation.references() {
            report(cx, descriptor, value.scope, reference);
        }
    }
}

fn report(cx: &mut Check<'_>, descriptor: &Descriptor, scope: Scope<'_>, reference: &PropertyPath) {
    let head = reference.head();
    let Some(span) = reference.segments.first().map(Segment::span) else { return };
    // The descriptor may define something with this name.
    let own = descriptor.part(head).is_some() || descriptor.property(head).is_some();
    match (head, scope) {
        ("item", Scope::Part(part)) if part.items.is_none() => {
            let finding = cx.report(span, format!("component `{}` has no `items`", part.name.text));
            finding.help("`${item}` is available only in the properties of components with `items`");
        }
        ("item", Scope::Root | Scope::Relationship(_) | Scope::Declaration) if !own => {
            let finding = cx.report(span, "`item` is not available here");
            finding.help("`${item}` is available only in the properties of components with `items`");
        }
        ("source" | "target", Scope::Root | Scope::Part(_) | Scope::Declaration) if !own => {
            let finding = cx.report(span, format!("`{head}` is not available here"));
            finding.help(format!("`${{{head}.property}}` is available only in the properties of relationships"));
        }
        _ => {}
    }
}
