//! Repositories that nothing uses.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::syntax::Node;
use crate::tosca::schema::IMPORT;
use crate::tosca::schema::definition::ARTIFACT;


pub static RULE: Rule = Rule {
    code: "tosca/import/unused-repository",
    severity: Severity::Info,
    title: "unused repository",
    doc: "No import and no artifact of the file names the repository. Importers of the file may still use it.",
    sources: &["T-3.5.6-06"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
repositories:
  charts: https://charts.example.org/
topology_template:
  node_templates:
    n: {type: tosca.nodes.Root}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
repositories:
  charts: https://charts.example.org/
imports:
  - {file: types.yaml, repository: charts}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    let Some(root) = &cx.file.root else { return };
    // A library defines repositories for its importers.
    if root.get("topology_template").is_none() {
        return;
    }
    let users = [&IMPORT, &ARTIFACT].into_iter().flat_map(|record| facts.records.of_record(record));
    let used: Vec<&str> = users.filter_map(|record| record.node.get("repository")?.as_text()).collect();
    for entry in root.get("repositories").map_or(&[][..], Node::entries) {
        let Some(name) = entry.key.as_text().filter(|name| !used.contains(name)) else { continue };
        cx.report(entry.key.span, format!("repository `{name}` is never used"));
    }
}
