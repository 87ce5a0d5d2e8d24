//! Requirements with fewer assignments than they need.

use crate::diagnostic::Severity;
use crate::rules::tosca::requirement::name_span;
use crate::rules::tosca::{Check, Rule};
use crate::settings::Dialect;
use crate::syntax::{Node, NodePath};
use crate::tosca::effective::named;
use crate::tosca::fulfilment::Assignment;
use crate::tosca::image;

pub static RULE: Rule = Rule {
    code: "tosca/requirement/unassigned",
    severity: Severity::Error,
    title: "mandatory requirement without an assignment",
    doc: "A node template must assign each requirement of its type as often as the lower bound of its `occurrences` \
          says, which is 1 by default (3.7.2). An assignment can leave the choice to the orchestrator: `- host:`, or \
          a node type instead of a node template.\n\nIf the `create` operation of the node is a deployment artifact, \
          such as a container image, the orchestrator decides where it runs, and this is only an information. Nodes \
          with the directive `selectable` or `substitutable` are checked when their substitute is known.\n\nIt is a \
          warning in the dialect `etsi-nfv`. In the dialect `onap-sdc`, a requirement that the substitution mappings \
          provide needs no assignment.",
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

/// The directives with which other nodes take the place of the node (D-22).
const REPLACED: [&str; 4] = ["selectable", "substitutable", "select", "substitute"];

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    let settings = cx.settings;
    let permits = |dialect| settings.dialects.contains(&dialect);
    let mappings = NodePath::keys(["topology_template", "substitution_mappings", "requirements"]);
    let mappings = cx.file.root.as_ref().and_then(|root| root.at(&mappings));
    for node in &facts.topology.nodes {
        let directives = node.node.get("directives").map_or(&[][..], Node::items);
        let is_replaced = directives.iter().filter_map(Node::as_text).any(|directive| REPLACED.contains(&directive));
        let is_known = |assignment: &Assignment<'_>| node.shape.requirement(assignment.name).is_some();
        // An unknown requirement may be the missing one under a wrong name.
        if is_replaced || !node.shape.of.is_whole || !node.assignments.iter().all(is_known) {
            continue;
        }
        for requirement in &node.shape.requirements {
            let count = node.assignments.iter().filter(|assignment| assignment.name == requirement.name).count() as u64;
            if count >= requirement.occurrences.least {
                continue;
            }
            let (name, range) = (&requirement.name, requirement.occurrences);
            let message = match count {
                0 => format!("mandatory requirement `{name}` of `{}` is not assigned", node.name),
                _ => format!("too few assignments of `{name}` of `{}`: {count}, at least {}", node.name, range.least),
            };
            if permits(Dialect::OnapSdc) && is_mapped(mappings, node.name, name) {
                continue;
            }
            let severity = match (image::is_image(&facts.scope, node), permits(Dialect::EtsiNfv)) {
                (true, _) => Severity::Info,
                (false, true) => Severity::Warning,
                (false, false) => Severity::Error,
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

/// Whether the substituted node type provides a requirement of a node. The mappings can be a list of mappings.
fn is_mapped(mappings: Option<&Node>, node: &str, requirement: &str) -> bool {
    let entries = mappings.into_iter().flat_map(|mappings| mappings.items().iter().chain([mappings])).flat_map(named);
    let ends = entries.map(|(_, entry)| entry.value.get("mapping").unwrap_or(&entry.value).items());
    ends.into_iter().any(|ends| match ends {
        [inner, name] => (inner.as_text(), name.as_text()) == (Some(node), Some(requirement)),
        _ => false,
    })
}
