//! File extensions with a leading period.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::syntax::Node;
use crate::tosca::schema::types::ARTIFACT_TYPE;


pub static RULE: Rule = Rule {
    code: "tosca/type/malformed-extension",
    severity: Severity::Warning,
    title: "file extension with a period",
    doc: "The extensions of an artifact type are written without the period (3.6.4).",
    sources: &["T-3.6.4-02"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
artifact_types:
  example.Jar: {derived_from: tosca.artifacts.Root, file_ext: [.jar]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
artifact_types:
  example.Jar: {derived_from: tosca.artifacts.Root, file_ext: [jar]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    for record in facts.records.of_record(&ARTIFACT_TYPE) {
        for node in record.node.get("file_ext").map_or(&[][..], Node::items) {
            let Some(name) = node.as_text() else { continue };
            let Some(bare) = name.strip_prefix('.').filter(|bare| !bare.is_empty()) else { continue };
            let finding = cx.report(node.span, format!("the file extension `{name}` should not start with a period"));
            finding.help(format!("write `{bare}`")).replace_name(name, bare);
        }
    }
}
