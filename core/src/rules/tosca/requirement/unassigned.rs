//! Requirements with fewer assignments than they need.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::rules::tosca::requirement::name_span;
use crate::syntax::{Node, NodePath};
use crate::tosca::fulfilment::Assignment;
use crate::tosca::image;
use crate::tosca::version;

pub static RULE: Rule = Rule {
    code: "tosca/requirement/unassigned",
    severity: Severity::Error,
    title: "mandatory requirement without an assignment",
    doc: "The lower bound of the `occurrences` of a requirement is the minimum number of its assignments in a node \
          template. The default is 1 (3.7.2). An assignment can leave the choice to the orchestrator: `- host:`, or \
          a node type instead of a node template.\n\nIf the `create` operation of the node is a deployment artifact, \
          such as a container image, the orchestrator decides where it runs, and a missing assignment is only an \
          info. Nodes with the directive `selectable` or `substitutable` are checked when their substitute is known.",
    sources: &["T-2.10-01", "T-3.7.2-02", "T-3.6.3-05", "T-5.9.11-1", "T-5.9.11-2"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    web: {type: tosca.nodes.WebServer}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    web: {type: tosca.nodes.WebServer, requirements: [host: server]}
    server: {type: tosca.nodes.Compute}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    for node in &facts.topology.nodes {
        let is_replaced = node.directives().any(version::is_directive);
        let is_known = |assignment: &Assignment<'_>| node.shape.requirement(assignment.name).is_some();
        // An item without a name may be the missing one, and so may an unknown requirement.
        let items = node.node.get("requirements").map_or(&[][..], Node::items);
        if items.iter().any(|item| item.as_mapping().is_none()) {
            continue;
        }
        if is_replaced || !node.shape.of.is_whole || !node.assignments.iter().all(is_known) {
            continue;
        }
        for requirement in &node.shape.requirements {
            let count = node.assignments.iter().filter(|assignment| assignment.name == requirement.name).count() as u64;
            if count >= requirement.occurrences.least || is_mapped(cx, node.name, &requirement.name) {
                continue;
            }
            let (name, range) = (&requirement.name, requirement.occurrences);
            let message = match count {
                0 => format!("mandatory requirement `{name}` of `{}` is not assigned", node.name),
                _ => format!("too few assignments of `{name}` of `{}`: {count}, at least {}", node.name, range.least),
            };
            let severity = match image::is_image(&facts.scope, node) {
                true => Severity::Info,
                false => Severity::Error,
            };
            let finding = cx.report(name_span(node), message).severity(severity);
            let finding = finding.help(format!("add `- {name}:` with the name of a node template, or of a node type"));
            let place = requirement.place.as_ref();
            if let Some((place, span)) =
                place.and_then(|place| Some((place, facts.scope.source(&place.file)?.key_span(&place.path)?)))
            {
                finding.related(&place.file, span, format!("`{name}` is defined here"));
            }
        }
    }
}

/// Whether a substitution mapping exposes the requirement of a node, so that the node that is substituted assigns it.
fn is_mapped(cx: &Check<'_>, node: &str, requirement: &str) -> bool {
    let at = NodePath::keys(["topology_template", "substitution_mappings", "requirements"]);
    let section = cx.file.root.as_ref().and_then(|root| root.at(&at));
    let lists = section.into_iter().flat_map(|section| section.items().iter().chain([section]));
    let mappings = lists.flat_map(Node::entries).map(|entry| entry.value.get("mapping").unwrap_or(&entry.value));
    mappings.map(Node::items).any(|ends| {
        matches!(ends, [of, name, ..] if of.as_text() == Some(node) && name.as_text() == Some(requirement))
    })
}
