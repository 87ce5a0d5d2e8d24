//! Prefixes of several namespaces.

use std::collections::HashMap;
use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::syntax::Node;
use crate::tosca::schema::IMPORT;


pub static RULE: Rule = Rule {
    code: "tosca/import/conflicting-prefix",
    severity: Severity::Error,
    title: "namespace prefix used for two namespaces",
    doc: "Within a file, a namespace prefix identifies one namespace (3.5.8). If two imports give it different \
          namespaces, a prefixed type is ambiguous.",
    sources: &["T-3.5.8-09"],
    bad: "\
# file: main.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
imports:
  - {file: types.yaml, namespace_uri: \"https://example.org/a\", namespace_prefix: p}
  - {file: more.yaml, namespace_uri: \"https://example.org/b\", namespace_prefix: p}
# file: types.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
node_types: {}
# file: more.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
node_types: {}
",
    good: "\
# file: main.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
imports:
  - {file: types.yaml, namespace_uri: \"https://example.org/a\", namespace_prefix: p}
  - {file: more.yaml, namespace_uri: \"https://example.org/b\", namespace_prefix: q}
# file: types.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
node_types: {}
# file: more.yaml
tosca_definitions_version: tosca_simple_yaml_1_2
node_types: {}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    let mut first: HashMap<&str, (&str, &Node)> = HashMap::new();
    for record in facts.records.of_record(&IMPORT) {
        let Some(node) = record.node.get("namespace_prefix") else { continue };
        let text = |key: &str| record.node.get(key).and_then(Node::as_text);
        let (Some(prefix), Some(uri)) = (text("namespace_prefix"), text("namespace_uri")) else { continue };
        let (other, earlier) = *first.entry(prefix).or_insert((uri, node));
        if other != uri {
            let file = cx.file.path.clone();
            let finding = cx.report(node.span, format!("prefix `{prefix}` belongs to both `{other}` and `{uri}`"));
            finding.related(&file, earlier.span, "first used here").help("choose another prefix");
        }
    }
}
