//! `${item}`, `${source...}` and `${target...}` where they have no meaning.

use crate::assembly::interpolation::{PropertyPath, Segment};
use crate::assembly::model::Descriptor;
use crate::assembly::values::Scope;
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Reading, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/misplaced-reference",
    severity: Severity::Error,
    title: "`item`, `source` or `target` stands where it has no meaning",
    doc: "`${item}` is the entry that an instance was made for: it has a meaning in the properties of a component with \
          `items`. `${source.property}` and `${target.property}` are the two ends of a relationship: they have a \
          meaning in the properties of a relationship.",
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
    // Something of the descriptor's own may have that name.
    let own = descriptor.part(head).is_some() || descriptor.property(head).is_some();
    match (head, scope) {
        ("item", Scope::Part(part)) if part.items.is_none() => {
            let finding = cx.report(span, format!("`{}` has no items", part.name.text));
            finding.help("`${item}` has a meaning in the properties of a component with `items`");
        }
        ("item", Scope::Root | Scope::Relationship(_) | Scope::Declaration) if !own => {
            let finding = cx.report(span, "there is no `item` here");
            finding.help("`${item}` has a meaning in the properties of a component with `items`");
        }
        ("source" | "target", Scope::Root | Scope::Part(_) | Scope::Declaration) if !own => {
            let finding = cx.report(span, format!("there is no `{head}` here"));
            finding.help(format!("`${{{head}.property}}` has a meaning in the properties of a relationship"));
        }
        _ => {}
    }
}
