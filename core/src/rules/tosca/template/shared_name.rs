//! Names shared by templates of different kinds.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::syntax::Node;

pub static RULE: Rule = Rule {
    code: "tosca/template/shared-name",
    severity: Severity::Warning,
    title: "ambiguous template name",
    doc: "Targets of policies and workflows, and the arguments of functions, refer to node templates, groups \
          and relationship templates by name. If a node template shares its name with one of the others, the \
          node template is meant.",
    sources: &["T-3.1-15"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    web: {type: tosca.nodes.Root}
  groups:
    web: {type: tosca.groups.Root, members: [web]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    web: {type: tosca.nodes.Root}
  groups:
    webs: {type: tosca.groups.Root, members: [web]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let Some(topology) = cx.file.root.as_ref().and_then(|root| root.get("topology_template")) else { return };
    let Some(nodes) = topology.get("node_templates") else { return };
    for (section, noun) in [("groups", "group"), ("relationship_templates", "relationship template")] {
        for entry in topology.get(section).map_or(&[][..], Node::entries) {
            let Some(name) = entry.key.as_text() else { continue };
            let Some(node) = nodes.entry(name) else { continue };
            let file = cx.file.path.clone();
            let finding = cx.report(entry.key.span, format!("`{name}` names both a node template and a {noun}"));
            finding.related(&file, node.key.span, "the node template").help("rename one of them");
        }
    }
}
