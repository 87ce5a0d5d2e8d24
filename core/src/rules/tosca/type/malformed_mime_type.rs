//! MIME types without a subtype.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::schema::types::ARTIFACT_TYPE;


pub static RULE: Rule = Rule {
    code: "tosca/type/malformed-mime-type",
    severity: Severity::Warning,
    title: "malformed MIME type",
    doc: "A MIME type consists of a type and a subtype: `application/java-archive` (3.6.4).",
    sources: &["T-3.6.4-04"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
artifact_types:
  example.Jar: {derived_from: tosca.artifacts.Root, mime_type: jar}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
artifact_types:
  example.Jar: {derived_from: tosca.artifacts.Root, mime_type: application/java-archive}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    for record in facts.records.of_record(&ARTIFACT_TYPE) {
        let Some(node) = record.node.get("mime_type") else { continue };
        let Some(name) = node.as_text().filter(|_| !node.is_null()) else { continue };
        let is_whole = name.split_once('/').is_some_and(|(kind, sub)| !kind.is_empty() && !sub.is_empty());
        if !is_whole {
            cx.report(node.span, format!("`{name}` is not a MIME type")).help("write the MIME type as `type/subtype`");
        }
    }
}
