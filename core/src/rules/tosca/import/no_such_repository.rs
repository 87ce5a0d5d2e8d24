//! References to undefined repositories.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::syntax::Node;
use crate::tosca::schema::IMPORT;
use crate::tosca::schema::definition::ARTIFACT;


pub static RULE: Rule = Rule {
    code: "tosca/import/no-such-repository",
    severity: Severity::Error,
    title: "unknown repository",
    doc: "Imports and artifacts name repositories that are defined under `repositories` (3.5.7, 3.5.8).",
    sources: &["T-3.5.7-06", "T-3.5.8-04", "T-11-15"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
repositories:
  charts: https://charts.example.org/
imports:
  - {file: types.yaml, repository: chart}
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
    let repositories = cx.file.root.as_ref().and_then(|root| root.get("repositories")).map_or(&[][..], Node::entries);
    let known: Vec<&str> = repositories.iter().filter_map(|entry| entry.key.as_text()).collect();
    // Repositories are imported along with types.
    let has_imports = cx.file.root.as_ref().is_some_and(|root| root.get("imports").is_some_and(|list| !list.is_null()));
    for record in [&IMPORT, &ARTIFACT] {
        for place in facts.records.of_record(record) {
            let Some(node) = place.node.get("repository") else { continue };
            let Some(name) = node.as_text().filter(|name| !node.is_null() && !known.contains(name)) else { continue };
            // A misspelled key is reported already.
            let is_misspelled = place.node.entry("repository").is_some_and(|entry| {
                entry.key.span.of(&cx.file.text).trim_matches(['"', '\'']) != "repository"
            });
            if is_misspelled || std::ptr::eq(record, &ARTIFACT) && has_imports {
                continue;
            }
            let finding = cx.report(node.span, format!("unknown repository `{name}`"));
            finding.suggest(name, known.iter().copied(), "define the repository under `repositories`");
        }
    }
}
