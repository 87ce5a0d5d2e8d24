//! Copies of copies.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::syntax::Node;

pub static RULE: Rule = Rule {
    code: "tosca/template/copied-copy",
    severity: Severity::Error,
    title: "copy of a copy",
    doc: "The source of `copy` must not itself use `copy`, and a template cannot copy itself (3.7.3, 3.7.4). \
          Copy the original instead.",
    sources: &["T-3.7.3-03", "T-3.7.4-02", "T-10.1-9"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    a: {type: tosca.nodes.Root}
    b: {copy: a}
    c: {copy: b}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    a: {type: tosca.nodes.Root}
    b: {copy: a}
    c: {copy: a}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(topology) = cx.file.root.as_ref().and_then(|root| root.get("topology_template")) else { return };
    for section in ["node_templates", "relationship_templates"] {
        let templates = topology.get(section);
        for entry in templates.map_or(&[][..], Node::entries) {
            let (Some(name), Some(copy)) = (entry.key.as_text(), entry.value.get("copy")) else { continue };
            let Some(source) = copy.as_text() else { continue };
            let Some(original) = templates.and_then(|all| all.get(source)).and_then(|source| source.get("copy")) else {
                continue;
            };
            if name == source {
                cx.report(copy.span, format!("`{name}` copies itself"));
                continue;
            }
            let file = cx.file.path.clone();
            let finding = cx.report(copy.span, format!("`{source}` is itself a copy"));
            let finding = finding.related(&file, original.span, format!("`{source}` is copied here"));
            if let Some(original) = original.as_text().filter(|original| ![name, source].contains(original)) {
                finding.help(format!("copy `{original}` instead")).replace_name(source, original);
            }
        }
    }
}
