//! `dynamicType` that depends on the single instance.

use crate::assembly::expansion::template::variables;
use crate::assembly::interpolation::Interpolation;
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/varying-type",
    severity: Severity::Warning,
    title: "`dynamicType` varies within a group",
    doc: "All instances of a cluster or of a component with a quantity have the same type, so `dynamicType` cannot \
          depend on `${instance.index}`, `${instance.name}` or `${instance.id}`. Only components with `items` can have \
          instances of several types.",
    sources: &["AD-DYN-04"],
    bad: "\
name: assembly::a::1.0
properties: {}
composition:
  web:
    type: assembly::web::1.0
    quantity: 2
    dynamicType: \"{% if number == '1' %}{{ 'assembly::web::1.0' }}{% else %}{{ 'assembly::web::1.0' }}{% endif %}\"
    properties:
      number: {value: '${instance.index}'}
# file: web.yaml
name: assembly::web::1.0
properties:
  number: {}
composition: {}
",
    good: "\
name: assembly::a::1.0
properties:
  size: {default: big}
composition:
  web:
    type: assembly::web::1.0
    quantity: 2
    dynamicType: \"{% if number == '1' %}{{ 'assembly::web::1.0' }}{% else %}{{ 'assembly::web::1.0' }}{% endif %}\"
    properties:
      number: {value: '${size}'}
# file: web.yaml
name: assembly::web::1.0
properties:
  number: {}
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    for component in
        assembly.composition.iter().filter(|component| component.is_multiple() && component.items.is_none())
    {
        let Some(names) = component.dynamic_type.as_ref().and_then(|template| variables(&template.value).ok()) else {
            continue;
        };
        for property in &component.properties {
            let decides = names.contains(&property.name.text.replace('-', "_"));
            let Some(value) = property.value.as_ref().filter(|_| decides) else { continue };
            let interpolation = Interpolation::of(value, &cx.file.text);
            if let Some(path) = interpolation.references().find(|path| path.head() == "instance") {
                let message = format!("the common type of all instances of `{}` cannot depend on a single instance", component.name.text);
                cx.report(path.span, message).help("use a value that is the same for all instances");
            }
        }
    }
}
