//! Inherited members with another type.

use crate::assembly::literal::members;
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/redefined-member",
    severity: Severity::Warning,
    title: "inherited member with another type",
    doc: "A data type has all members of its base type. If it redefines one with another type, values that fit one type \
          do not fit the other.",
    sources: &["AD-DT-06"],
    bad: "\
name: assembly::a::1.0
properties:
  home: {type: street}
composition: {}
data-types:
  town: {properties: {code: {type: string}}}
  street: {derived-from: town, properties: {code: {type: integer}}}
",
    good: "\
name: assembly::a::1.0
properties:
  home: {type: street}
composition: {}
data-types:
  town: {properties: {code: {type: string}}}
  street: {derived-from: town, properties: {number: {type: integer}}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(descriptor) = cx.descriptor() else { return };
    let file = cx.file;
    for data_type in &descriptor.data_types {
        let base = data_type.derived_from.as_ref().and_then(|base| descriptor.data_type(&base.value));
        let Some(base) = base.filter(|base| base.name.text != data_type.name.text) else { continue };
        let inherited = members(descriptor, base);
        for member in &data_type.properties {
            let name = &member.name;
            let Some(same) = inherited.iter().find(|same| same.name.text == name.text) else { continue };
            let type_of = |property: &crate::assembly::model::Property| {
                property.type_name.as_ref().map_or("string".into(), |type_name| type_name.value.clone())
            };
            let (new, old) = (type_of(member), type_of(same));
            if same.name.path != name.path && new != old {
                let message = format!("`{}` has type `{new}` here, but `{old}` in its base type", name.text);
                let span = member.type_name.as_ref().map_or(name.span, |type_name| type_name.span);
                cx.report(span, message).related(&file.path, same.name.span, "first defined here");
            }
        }
    }
}
