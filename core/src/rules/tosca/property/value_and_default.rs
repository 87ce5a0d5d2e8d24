//! Inputs with a value and a default.

use std::rc::Rc;

use crate::diagnostic::{Safety, Severity};
use crate::rules::tosca::{Check, Rule};
use crate::tosca::schema::definition::PARAMETER;


pub static RULE: Rule = Rule {
    code: "tosca/property/value-and-default",
    severity: Severity::Warning,
    title: "value and default",
    doc: "`value` fixes an input: it cannot be set, and its default never applies (3.5.13).",
    sources: &["T-3.5.13-05"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    size: {type: integer, value: 1, default: 2}
  node_templates:
    n: {type: tosca.nodes.Root}
  outputs:
    size: {value: {get_input: size}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    size: {type: integer, default: 2}
  node_templates:
    n: {type: tosca.nodes.Root}
  outputs:
    size: {value: {get_input: size}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    for record in facts.records.of_record(&PARAMETER) {
        let (Some(value), Some(_)) = (record.node.entry("value"), record.node.entry("default")) else { continue };
        let name = record.name().unwrap_or_default();
        let finding = cx.report(value.key.span, format!("`{name}` has both `value` and `default`"));
        finding.help("`value` takes precedence: remove one of them").fix_by("Remove `default`", Safety::Unsafe, |draft| {
            draft.remove(&facts.records.path(record).key("default"))
        });
    }
}
