//! Sections at the top level that belong elsewhere.

use crate::diagnostic::{Safety, Severity};
use crate::rules::tosca::{Check, Rule};
use crate::schema::{Violation, ViolationKind};
use crate::syntax::NodePath;
use crate::tosca::schema::{SERVICE_TEMPLATE, TOPOLOGY_TEMPLATE};

pub static RULE: Rule = Rule {
    code: "tosca/template/misplaced-section",
    severity: Severity::Error,
    title: "misplaced section",
    doc: "The parts of a topology, such as `node_templates` and `inputs`, belong below `topology_template` (3.8). \
          The name, author and version of a template belong below `metadata` (3.9); they are also read at the top \
          level.",
    sources: &["T-3.8-03", "T-3.9.3.3-01"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_templates:
  n: {type: tosca.nodes.Root}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n: {type: tosca.nodes.Root}
",
    check,
};

/// The section that a key at the top level belongs to.
pub fn section(violation: &Violation) -> Option<&'static str> {
    let ViolationKind::UnknownKey { record, key, .. } = &violation.kind else { return None };
    if *record != SERVICE_TEMPLATE.name {
        return None;
    }
    match key.as_str() {
        "template_name" | "template_author" | "template_version" => Some("metadata"),
        key if TOPOLOGY_TEMPLATE.field(key).is_some() => Some("topology_template"),
        _ => None,
    }
}

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    for violation in file.violations() {
        let (Some(section), Some(key)) = (section(violation), violation.path.last_key()) else { continue };
        let severity = if section == "metadata" { Severity::Warning } else { Severity::Error };
        let finding = cx.report(violation.span, format!("`{key}` belongs below `{section}`")).severity(severity);
        finding.fix_by(format!("Move below `{section}`"), Safety::Unsafe, |draft| {
            draft.move_into(&violation.path, &NodePath::keys([section]))
        });
    }
}
