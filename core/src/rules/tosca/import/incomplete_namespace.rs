//! Imports with a prefix or a namespace alone.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::schema::IMPORT;


pub static RULE: Rule = Rule {
    code: "tosca/import/incomplete-namespace",
    severity: Severity::Warning,
    title: "incomplete namespace of an import",
    doc: "A namespace prefix abbreviates the namespace in `namespace_uri`, so an import needs either both or neither \
          (3.5.8).",
    sources: &["T-3.5.8-10"],
    bad: "\
# file: main.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
imports:
  - {file: types.yaml, namespace_prefix: ex}
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
        let both = ["namespace_prefix", "namespace_uri"].map(|key| record.node.entry(key));
        let (own, other) = match both {
            [Some(own), None] => (own, "namespace_uri"),
            [None, Some(own)] => (own, "namespace_prefix"),
            _ => continue,
        };
        let key = own.key.as_text().unwrap_or_default();
        cx.report(own.key.span, format!("`{key}` without `{other}`"));
    }
}
