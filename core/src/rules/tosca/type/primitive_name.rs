//! Data types named like primitive types.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::built_in;

pub static RULE: Rule = Rule {
    code: "tosca/type/primitive-name",
    severity: Severity::Error,
    title: "data type with the name of a primitive",
    doc: "`string`, `integer` and the other primitive types cannot be redefined (3.2). A data type of this \
          name could never be used, because the name always refers to the primitive.",
    sources: &["T-3.6.6-08"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
data_types:
  string: {properties: {text: {type: string}}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
data_types:
  example.Text: {properties: {text: {type: string}}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    for (kind, definition) in facts.scope.own_types() {
        if built_in::is_primitive(kind, definition.name)
            && let Some(span) = cx.file.key_span(&definition.path())
        {
            cx.report(span, format!("`{}` is a primitive type", definition.name)).help("choose another name");
        }
    }
}
