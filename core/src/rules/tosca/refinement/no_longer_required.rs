//! Required properties that a derived type makes optional.

use crate::diagnostic::Severity;
use crate::rules::tosca::refinement::{noun, report};
use crate::rules::tosca::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "tosca/refinement/no-longer-required",
    severity: Severity::Warning,
    title: "required property made optional",
    doc: "A property that is required in a type is optional in a type that derives from it. Whatever relies on \
          the parent type expects a value, which templates of the derived type may not have.\n\nRemove \
          `required: false`, or give the property a default.",
    sources: &["T-3.5.9-15"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.Server:
    derived_from: tosca.nodes.Root
    properties:
      port: {type: integer}
  example.Proxy:
    derived_from: example.Server
    properties:
      port: {type: integer, required: false}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.Server:
    derived_from: tosca.nodes.Root
    properties:
      port: {type: integer}
  example.Proxy:
    derived_from: example.Server
    properties:
      port: {type: integer, default: 80}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    for member in facts.refined().iter().filter(|member| matches!(member.section, "properties" | "inputs")) {
        let Some(own) = member.node.get("required").filter(|own| own.as_text() == Some("false")) else { continue };
        let inherited = member.inherited("required");
        let is_required = inherited.is_none_or(|inherited| inherited.node.as_text() == Some("true"));
        if let (true, Some(declared)) = (is_required, member.inherited.last()) {
            let (noun, name) = (noun(member.section), member.name);
            let message =
                format!("{noun} `{name}` is optional here, but required in the type that it is inherited from");
            report(cx, own.span, message, inherited.unwrap_or(*declared), "required here".to_owned());
        }
    }
}
