//! Unknown variables in `dynamicType`.

use crate::assembly::expansion::template::variables;
use crate::assembly::model::{Component, Text};
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};
use crate::text::Span;

pub static RULE: Rule = Rule {
    code: "assembly/unknown-variable",
    severity: Severity::Error,
    title: "unknown variable in `dynamicType`",
    doc: "The expression of `dynamicType` can only use properties that the composition sets on the component. To use a \
          property of the assembly, map it to a property of the component.\n\nA property that the component type \
          declares, but that is not set here, is a warning. Write `-` in property names as `_` in the expression.",
    sources: &["AD-DYN-02"],
    bad: "\
name: assembly::a::1.0
properties:
  size: {default: big}
composition:
  web:
    type: assembly::web::1.0
    dynamicType: \"{% if size == 'big' %}{{ 'assembly::web::1.0' }}{% else %}{{ 'assembly::web::1.0' }}{% endif %}\"
    properties: {}
# file: web.yaml
name: assembly::web::1.0
properties: {}
composition: {}
",
    good: "\
name: assembly::a::1.0
properties:
  size: {default: big}
composition:
  web:
    type: assembly::web::1.0
    dynamicType: \"{% if size == 'big' %}{{ 'assembly::web::1.0' }}{% else %}{{ 'assembly::web::1.0' }}{% endif %}\"
    properties:
      size: {value: '${size}'}
# file: web.yaml
name: assembly::web::1.0
properties:
  size: {}
composition: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(assembly) = cx.assembly() else { return };
    for component in &assembly.composition {
        let Some(template) = &component.dynamic_type else { continue };
        for name in variables(&template.value).unwrap_or_default() {
            if !component.properties.iter().any(|property| is_named(&property.name.text, &name)) {
                report(cx, component, template, &name);
            }
        }
    }
}

fn is_named(property: &str, variable: &str) -> bool {
    property.replace('-', "_") == variable.replace('-', "_")
}

fn report(cx: &mut Check<'_>, component: &Component, template: &Text, name: &str) {
    let of = component.of.as_ref().and_then(|of| cx.resolve(of));
    let declared = of.is_some_and(|of| of.properties.iter().any(|property| is_named(&property.name.text, name)));
    let own = cx.assembly().is_some_and(|assembly| assembly.property(name).is_some());
    let span = place(cx, template, name);
    let finding = cx.report(span, format!("component `{}` does not set the property `{name}`", component.name.text));
    let finding = if declared { finding.severity(Severity::Warning) } else { finding };
    let names: Vec<&str> = component.properties.iter().map(|property| property.name.text.as_str()).collect();
    if own {
        finding.help(format!("map the property of the assembly: `{name}: {{value: '${{{name}}}'}}`"));
    } else {
        finding.suggest(name, names, "set it under `properties` of the component");
    }
}

/// The first use of the variable as a whole word, or the whole expression.
fn place(cx: &Check<'_>, template: &Text, name: &str) -> Span {
    let raw = template.span.of(&cx.file.text);
    let word = |character: char| character.is_alphanumeric() || "_-'\".".contains(character);
    let alone = raw.match_indices(name).find(|(at, _)| {
        let before = raw.get(..*at).and_then(|before| before.chars().next_back());
        let behind = raw.get(at + name.len()..).and_then(|behind| behind.chars().next());
        !before.is_some_and(word) && !behind.is_some_and(word)
    });
    let start = template.span.start as usize;
    alone.map_or(template.span, |(at, _)| Span::new(start + at, start + at + name.len()))
}
