//! `${...}` where references are not evaluated.

use crate::assembly::values::Role;
use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::{Check, Reading, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/reference-not-read",
    severity: Severity::Warning,
    title: "reference not evaluated",
    doc: "References are evaluated in `value`, quantities, cluster sizes, items, publication periods and properties of \
          policies. A `default` or `type` is used literally: `${size}` is a string with a dollar sign.\n\nTo map a \
          property, use `value`.",
    sources: &["AD-REF-16"],
    bad: "\
name: assembly::a::1.0
properties:
  size: {default: small}
  label: {default: '${size}'}
composition: {}
",
    good: "\
name: assembly::a::1.0
properties:
  size: {default: small}
  label: {read-only: true, value: '${size}'}
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(descriptor) = cx.descriptor() else { return };
    for Reading { value, interpolation } in cx.readings().iter() {
        let Role::Default(property) = value.role else { continue };
        let Some(reference) = interpolation.references().next() else { continue };
        let mapped = property.value.is_some();
        let finding = cx.report(reference.span, "references are not evaluated in a `default`");
        let finding = finding.help("use `value` to map the property");
        let path = property.name.path.key("default");
        // Not offered for the default of an entry schema, or next to a value.
        if value.path.starts_with(&path) && !mapped {
            finding.fix_by("Convert to `value`", Safety::Unsafe, |draft| draft.rename_key(&path, "value"));
        }
    }
    // In the type of a property it is an unknown data type.
    let parts = descriptor.composition.iter().chain(&descriptor.references);
    let types = parts.filter_map(|part| part.type_name.as_ref());
    for type_name in types.filter(|type_name| type_name.value.contains("${")) {
        let finding = cx.report(type_name.span, "references are not evaluated in a `type`");
        finding.help("write the type itself, or use `dynamicType` if it is known only at run time");
    }
}
