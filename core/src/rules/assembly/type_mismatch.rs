//! References to values of another type.

use std::collections::HashSet;

use crate::assembly::interpolation::{Interpolation, PropertyPath};
use crate::assembly::model::{Descriptor, Property};
use crate::assembly::resolution::{TypedValue, resolve_reference};
use crate::assembly::value_type::{fits, is_built_in, is_text};
use crate::assembly::values::{Role, Scope, Value};
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Reading, Rule};
use crate::settings::Profile;

pub static RULE: Rule = Rule {
    code: "assembly/type-mismatch",
    severity: Severity::Warning,
    title: "type mismatch",
    doc: "The type of a referenced value must fit the property it is mapped to. An integer fits a float, every scalar \
          fits a string, and a string fits every scalar type, as in an intent (whether it can be converted is known \
          only at run time). Nothing is known about the values of an unknown type. A reference embedded in other text results in a string, so it cannot refer to a list or \
          map, and fits no other type.\n\nNot reported in the profile `tnco`, which does not use types.",
    sources: &["AD-REF-13", "AD-REF-14"],
    bad: "\
name: assembly::a::1.0
properties:
  sizes: {type: list, default: [small]}
  size: {type: integer, read-only: true, value: '${sizes}'}
composition: {}
",
    good: "\
name: assembly::a::1.0
properties:
  sizes: {type: list, default: [small]}
  size: {type: string, read-only: true, value: '${sizes[0]}'}
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(descriptor) = cx.descriptor().filter(|_| cx.settings.profile == Profile::Cp4na) else { return };
    let data_types = data_types(cx, descriptor);
    for Reading { value, interpolation } in cx.readings().iter() {
        let Role::Value(property) = value.role else { continue };
        match interpolation.whole() {
            Some(path) if value.whole => mapped(cx, descriptor, value, (property, path), &data_types),
            Some(_) => {}
            None => embedded(cx, descriptor, value, (property, interpolation), &data_types),
        }
    }
}

/// The data types of the descriptor and of its components. Other types that are not built in are unknown, which is
/// reported where they are used.
fn data_types<'a>(cx: &Check<'a>, descriptor: &'a Descriptor) -> HashSet<&'a str> {
    let parts = descriptor.composition.iter().chain(&descriptor.references);
    let of = parts.filter_map(|part| cx.resolve(part.of.as_ref()?));
    let declared = std::iter::once(descriptor).chain(of).flat_map(|of| &of.data_types);
    declared.map(|data_type| data_type.name.text.as_str()).collect()
}

/// The declared type of the property: in the descriptor of the component, or where its value is set.
fn declared<'a>(cx: &Check<'a>, scope: Scope<'_>, property: &'a Property) -> Option<&'a str> {
    let of = match scope {
        Scope::Part(part) => part.of.as_ref().and_then(|of| cx.resolve(of)),
        Scope::Root | Scope::Relationship(_) | Scope::Declaration => None,
    };
    let of_type = of.and_then(|of| of.property(&property.name.text)).and_then(|found| found.type_name.as_ref());
    of_type.or(property.type_name.as_ref()).map(|type_name| type_name.value.as_str())
}

fn read<'a>(
    cx: &Check<'a>,
    descriptor: &'a Descriptor,
    scope: Scope<'_>,
    path: &PropertyPath,
) -> Option<TypedValue<'a>> {
    let resolved = resolve_reference(cx.workspace, cx.catalog, descriptor, scope, path)?;
    // Values of several instances are checked by `assembly/many-values`.
    if resolved.is_multiple() {
        return None;
    }
    resolved.value().follow(path.segments.get(resolved.length..)?).ok()
}

fn mapped<'a>(
    cx: &mut Check<'a>,
    descriptor: &'a Descriptor,
    value: &Value<'a>,
    (property, path): (&'a Property, &PropertyPath),
    data_types: &HashSet<&str>,
) {
    let is_known = |name: &&str| is_built_in(name) || data_types.contains(name);
    let Some(wanted) = declared(cx, value.scope, property).filter(is_known) else { return };
    let Some(place) = read(cx, descriptor, value.scope, path) else { return };
    if let Some(given) = place.type_name.filter(is_known).filter(|given| !fits(given, wanted)) {
        let message =
            format!("`{}` has type `{wanted}`, but the referenced value has type `{given}`", property.name.text);
        cx.report(path.span, message).help("refer to a value of the same type, or change one of the types");
    }
}

fn embedded<'a>(
    cx: &mut Check<'a>,
    descriptor: &'a Descriptor,
    value: &Value<'a>,
    (property, interpolation): (&'a Property, &Interpolation),
    data_types: &HashSet<&str>,
) {
    let Some(first) = interpolation.references().next() else { return };
    for path in interpolation.references() {
        let type_name = read(cx, descriptor, value.scope, path).and_then(|place| place.type_name);
        if let Some(type_name) = type_name.filter(|type_name| matches!(*type_name, "list" | "map")) {
            let finding = cx.report(path.span, format!("a {type_name} cannot be embedded in text"));
            finding.help("refer to one of its entries");
        }
    }
    let wanted = declared(cx, value.scope, property).filter(|_| value.whole);
    let is_known = |name: &&str| is_built_in(name) || data_types.contains(name);
    if let Some(wanted) = wanted.filter(is_known).filter(|wanted| !is_text(wanted)) {
        let message =
            format!("`{}` has type `{wanted}`, but text with embedded references is a string", property.name.text);
        cx.report(first.span, message).help("declare it as `string`");
    }
}
