//! Relationship templates that no requirement names.

use std::collections::HashSet;

use crate::diagnostic::Safety;
use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::syntax::NodePath;
use crate::tosca::effective::named;

pub static RULE: Rule = Rule {
    code: "tosca/requirement/unused-relationship",
    severity: Severity::Info,
    title: "unused relationship template",
    doc: "No requirement names the relationship template, so it has no effect (3.7.4). Name it as the \
          `relationship` of a requirement, or remove it.",
    sources: &["T-3.7.4-04"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  relationship_templates:
    link: {type: tosca.relationships.DependsOn}
  node_templates:
    one: {type: tosca.nodes.Root, requirements: [dependency: data]}
    data: {type: tosca.nodes.Root}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  relationship_templates:
    link: {type: tosca.relationships.DependsOn}
  node_templates:
    one: {type: tosca.nodes.Root, requirements: [dependency: {node: data, relationship: link}]}
    data: {type: tosca.nodes.Root}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let file = cx.file;
    let at = NodePath::keys(["topology_template", "relationship_templates"]);
    let Some(section) = file.root.as_ref().and_then(|root| root.at(&at)) else { return };
    let used: HashSet<&str> = cx.mentions.iter().map(|mention| mention.name.as_str()).collect();
    for (name, entry) in named(section).filter(|(name, _)| !used.contains(name)) {
        let at = at.key(name);
        let finding = cx.report(entry.key.span, format!("relationship template `{name}` is not used"));
        finding.fix_by("Remove the relationship template", Safety::Unsafe, |draft| draft.remove(&at));
    }
}
