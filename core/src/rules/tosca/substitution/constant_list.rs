//! Lists of constants that are read as mappings.

use std::rc::Rc;

use crate::diagnostic::{Safety, Severity};
use crate::edit::TextEdit;
use crate::rules::tosca::substitution::Substitution;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::substitution::is_constant_list;

pub static RULE: Rule = Rule {
    code: "tosca/substitution/constant-list",
    severity: Severity::Error,
    title: "list of constants as a mapping",
    doc: "A list in the mapping of a property is always a mapping: to an input, or to a property of a node (3.7.8). A \
          constant list is written below `value`.",
    sources: &["T-3.7.8-05"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    properties:
      ports: {type: list, entry_schema: {type: integer}}
topology_template:
  node_templates:
    app: {type: tosca.nodes.Root}
  substitution_mappings:
    node_type: example.App
    properties:
      ports: [80, 443]
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    properties:
      ports: {type: list, entry_schema: {type: integer}}
topology_template:
  node_templates:
    app: {type: tosca.nodes.Root}
  substitution_mappings:
    node_type: example.App
    properties:
      ports: {value: [80, 443]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(of) = Substitution::of(cx) else { return };
    let facts = Rc::clone(&cx.facts);
    for (name, entry) in of.section("properties") {
        if is_constant_list(&facts.scope, &of.shape.of, name, &entry.value) {
            let text = entry.value.span.of(&cx.file.text);
            let message = format!("the list for property `{name}` is read as a mapping, not as a constant");
            let key = if cx.file.text.trim_start().starts_with('{') { "\"value\"" } else { "value" };
            let written = format!("{{{key}: {text}}}");
            let is_flow = text.starts_with('[');
            let finding = cx.report(entry.value.span, message).help("write the list below `value`");
            if is_flow {
                finding.fix("Write below `value`", Safety::Unsafe, TextEdit::replace(entry.value.span, written));
            }
        }
    }
}
