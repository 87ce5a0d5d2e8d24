//! Values of several instances mapped to a single value.

use crate::assembly::interpolation::PropertyPath;
use crate::assembly::model::{Component, Descriptor, Property};
use crate::assembly::resolution::{group, is_map_group};
use crate::assembly::value_type::is_built_in;
use crate::assembly::values::{Role, Scope};
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Reading, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/many-values",
    severity: Severity::Warning,
    title: "values of several instances",
    doc: "A component that is a cluster, has a quantity or has items is instantiated several times. Its properties are \
          read as a list of the values of all instances or, for `items` from a map, as a map with the same keys. The \
          receiving property should have type `list` or `map`.",
    sources: &["AD-REF-15"],
    bad: "\
name: assembly::a::1.0
properties:
  address: {read-only: true, value: '${web.address}'}
composition:
  web:
    type: assembly::web::1.0
    quantity: 2
    properties: {}
# file: web.yaml
name: assembly::web::1.0
properties:
  address: {default: 192.0.2.1}
composition: {}
",
    good: "\
name: assembly::a::1.0
properties:
  addresses: {type: list, read-only: true, value: '${web.address}'}
composition:
  web:
    type: assembly::web::1.0
    quantity: 2
    properties: {}
# file: web.yaml
name: assembly::web::1.0
properties:
  address: {default: 192.0.2.1}
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(descriptor) = cx.assembly() else { return };
    for Reading { value, interpolation } in cx.readings().iter() {
        let Role::Value(property) = value.role else { continue };
        // The ends of a relationship are single instances.
        let part = match value.scope {
            Scope::Root => None,
            Scope::Part(part) => Some(part),
            Scope::Relationship(_) | Scope::Declaration => continue,
        };
        let is_whole = value.whole && interpolation.whole().is_some();
        let taker = match part {
            None => Some(property),
            // Only a known type of the receiving property is checked.
            Some(part) => {
                let of = part.of.as_ref().and_then(|of| cx.resolve(of));
                of.and_then(|of| of.property(&property.name.text))
            }
        };
        for path in interpolation.references() {
            let Some(giver) = giver(cx, descriptor, part, path).filter(|part| part.is_multiple()) else { continue };
            if path.segments.len() == 2 && !(is_whole && taker.is_none_or(|taker| takes(taker, descriptor, giver))) {
                report(cx, descriptor, path, giver);
            }
        }
    }
}

/// The collection of the values of all instances: a map for a group over a map, else a list.
fn collection(descriptor: &Descriptor, giver: &Component) -> &'static str {
    if is_map_group(descriptor, giver) { "map" } else { "list" }
}

/// Whether a property is declared as a collection that can hold the values of all instances. The type of `items` is
/// often known only at run time, so either collection is accepted then.
fn takes(taker: &Property, descriptor: &Descriptor, giver: &Component) -> bool {
    let wanted = taker.type_name.as_ref().map_or("string", |name| name.value.as_str());
    let is_known = giver.items.is_none() || group(descriptor, giver).is_some();
    match wanted {
        "list" | "map" => !is_known || wanted == collection(descriptor, giver),
        // Another rule reports an unknown type, which may be meant as a collection.
        _ => !is_built_in(wanted) && descriptor.data_type(wanted).is_none(),
    }
}

fn report(cx: &mut Check<'_>, descriptor: &Descriptor, path: &PropertyPath, giver: &Component) {
    let collection = collection(descriptor, giver);
    let message = match collection {
        "map" => {
            format!(
                "`{}` has one instance per entry of a map, so this reads the values of all instances",
                giver.name.text
            )
        }
        _ => format!("`{}` has several instances, so this reads the values of all of them", giver.name.text),
    };
    cx.report(path.span, message).help(format!("declare the receiving property as a `{collection}`"));
}

/// The component or reference whose property `path` reads, if it is known to have it.
fn giver<'a>(
    cx: &Check<'_>,
    descriptor: &'a Descriptor,
    part: Option<&Component>,
    path: &PropertyPath,
) -> Option<&'a Component> {
    let head = path.head();
    if head == "instance" || head == "item" && part.is_some() {
        return None;
    }
    let giver = descriptor.part(head)?;
    let name = path.name(1)?;
    let of = giver.of.as_ref().and_then(|of| cx.resolve(of));
    let has = of.is_none_or(|of| of.property(name).is_some()) || giver.property(name).is_some() || name == "name";
    has.then_some(giver)
}
