//! References to undefined inputs.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, missing};
use crate::symbol::SymbolKind;

pub static RULE: Rule = Rule {
    code: "tosca/function/no-such-input",
    severity: Severity::Error,
    title: "unknown input",
    doc: "`get_input` names an input defined under `inputs` of the topology, or of a workflow whose steps run the \
          operation (4.4.1, 3.7.7). In `substitution_mappings`, a property mapping that lists a single name refers to \
          an input too (3.7.8).",
    sources: &["T-3.7.8-02", "T-4.4.1-01", "T-11-3"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    size: {type: integer, default: 2}
  outputs:
    size: {value: {get_input: sice}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    size: {type: integer, default: 2}
  outputs:
    size: {value: {get_input: size}}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    for one in missing(cx, &[SymbolKind::Input]) {
        let name = &one.mention.name;
        let finding = cx.report(one.mention.span, format!("unknown input `{name}`"));
        finding.suggest(name, one.known.iter().map(|name| name.as_str()), "define the input under `inputs`");
    }
}
