//! Malformed `dynamicType` expressions.

use crate::assembly::expansion::template::variables;
use crate::diagnostic::Severity;
use crate::rules::assembly::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "assembly/malformed-dynamic-type",
    severity: Severity::Error,
    title: "malformed `dynamicType`",
    doc: "`dynamicType` is a Jinja template: `{% if %}`, `{% elif %}`, `{% else %}` and `{% endif %}` choose, and `{{ \
          }}` outputs the type. Other constructs may work in the product but cannot be previewed here, which is a \
          warning.",
    sources: &["AD-DYN-01"],
    bad: "\
name: assembly::a::1.0
properties: {}
composition:
  web:
    type: assembly::web::1.0
    dynamicType: \"{% if size == 'big' %}{{ 'assembly::web::1.0' }}\"
    properties:
      size: {value: big}
# file: web.yaml
name: assembly::web::1.0
properties:
  size: {}
composition: {}
",
    good: "\
name: assembly::a::1.0
properties: {}
composition:
  web:
    type: assembly::web::1.0
    dynamicType: \"{% if size == 'big' %}{{ 'assembly::web::1.0' }}{% else %}{{ 'assembly::web::1.0' }}{% endif %}\"
    properties:
      size: {value: big}
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
    for template in assembly.composition.iter().filter_map(|component| component.dynamic_type.as_ref()) {
        let Err(unfit) = variables(&template.value) else { continue };
        let finding = cx.report(template.span, unfit.reason);
        if unfit.is_broken {
            finding.help("use `{% if property == 'text' %}{{ 'type::name::version' }}{% else %}...{% endif %}`");
        } else {
            finding
                .severity(Severity::Warning)
                .help("the preview supports `if`, comparisons, `and`, `or`, `not`, strings and simple filters");
        }
    }
}
