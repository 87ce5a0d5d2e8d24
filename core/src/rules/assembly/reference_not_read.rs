//! `${...}` where no references are read.

use crate::assembly::values::Role;
use crate::diagnostic::{Safety, Severity};
use crate::rules::assembly::{Check, Reading, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/reference-not-read",
    severity: Severity::Warning,
    title: "a reference stands where none is read",
    doc: "References are read in `value`, and in quantities, cluster bounds, items, publication periods and the \
          properties of policies. A `default` or a `type` is taken as it is written: `${size}` there is a text with a \
          dollar sign.\n\nTo map a property, give it a `value`.",
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
        let finding = cx.report(reference.span, "no references are read in a `default`");
        let finding = finding.help("to map the property, give it a `value` instead");
        let path = property.name.path.key("default");
        // A default in an entry schema, and one beside a value, is not turned into a value.
        if value.path.starts_with(&path) && !mapped {
            finding.fix_by("Make it a `value`", Safety::Unsafe, |draft| draft.rename_key(&path, "value"));
        }
    }
    // In the type of a property it is a data type that is not there.
    let parts = descriptor.composition.iter().chain(&descriptor.references);
    let types = parts.filter_map(|part| part.type_name.as_ref());
    for type_name in types.filter(|type_name| type_name.value.contains("${")) {
        let finding = cx.report(type_name.span, "no references are read in a `type`");
        finding.help("write the type itself; a component whose type is known late has a `dynamicType`");
    }
}
