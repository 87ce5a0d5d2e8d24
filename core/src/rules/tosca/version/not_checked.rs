//! Files of TOSCA 2.0.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::version::{self, KEY, Version};

pub static RULE: Rule = Rule {
    code: "tosca/version/not-checked",
    severity: Severity::Warning,
    title: "version is not checked",
    doc: "TOSCA 2.0 has a grammar of its own. The parts of such a file that have the same names as in TOSCA 1.3 are \
          shown, but nothing is checked.",
    sources: &[],
    bad: "\
tosca_definitions_version: tosca_2_0
service_template: {}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_3
node_types: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(node) = cx.file.root.as_ref().and_then(|root| root.get(KEY)) else { return };
    if version::of(cx.file) == Version::V2_0 {
        cx.report(node.span, "TOSCA 2.0 is not checked").help("only the diagram and the names are available");
    }
}
