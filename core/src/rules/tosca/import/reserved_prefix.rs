//! Imports with the prefix of the normative types.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::schema::IMPORT;


pub static RULE: Rule = Rule {
    code: "tosca/import/reserved-prefix",
    severity: Severity::Error,
    title: "reserved namespace prefix",
    doc: "The prefix `tosca` belongs to the namespace of the normative types, and an import cannot use it for \
          another one (3.1).",
    sources: &["T-3.1-06"],
    bad: "\
# file: main.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
imports:
  - {file: types.yaml, namespace_uri: \"https://example.org/ns\", namespace_prefix: tosca}
# file: types.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
node_types: {}
",
    good: "\
# file: main.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
imports:
  - {file: types.yaml, namespace_uri: \"https://example.org/ns\", namespace_prefix: ex}
# file: types.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
node_types: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    for record in facts.records.of_record(&IMPORT) {
        let Some(prefix) = record.node.get("namespace_prefix").filter(|node| node.as_text() == Some("tosca")) else { continue };
        cx.report(prefix.span, "the namespace prefix `tosca` is reserved").help("choose another prefix");
    }
}
