//! Mappings that look like calls of unknown functions.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::similarity::closest;
use crate::tosca::calls::names;


pub static RULE: Rule = Rule {
    code: "tosca/function/unknown-function",
    severity: Severity::Warning,
    title: "unknown function",
    doc: "A mapping with a single key is a function call if the key is the name of a function. With a \
          misspelled name, the mapping is the value itself.",
    sources: &["T-4-01"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n: {type: tosca.nodes.Root}
  inputs:
    size: {type: string, default: large}
  outputs:
    size: {value: {get_inptu: size}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n: {type: tosca.nodes.Root}
  inputs:
    size: {type: string, default: large}
  outputs:
    size: {value: {get_input: size}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    for entry in &facts.calls.unknown {
        let Some(name) = entry.key.as_text() else { continue };
        let Some(near) = closest(name, names()) else { continue };
        let finding = cx.report(entry.key.span, format!("`{name}` is not a function"));
        finding.help(format!("did you mean `{near}`?")).replace_name(name, near);
    }
}
