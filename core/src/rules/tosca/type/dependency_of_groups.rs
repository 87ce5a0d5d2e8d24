//! Dependencies in group types.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::symbol::SymbolKind;
use crate::tosca::effective::members;
use crate::tosca::shape::implied;
use crate::workspace::built_in::is_built_in;

pub static RULE: Rule = Rule {
    code: "tosca/type/dependency-of-groups",
    severity: Severity::Warning,
    title: "dependency in a group type",
    doc: "Groups do not express dependencies. A dependency that a normative relationship type covers belongs in a \
          requirement between node types (3.6.11).",
    sources: &["T-3.6.11-03"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
group_types:
  example.All:
    derived_from: tosca.groups.Root
    requirements:
      - host: {capability: tosca.capabilities.Container, relationship: tosca.relationships.HostedOn}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    requirements:
      - host: {capability: tosca.capabilities.Container, relationship: tosca.relationships.HostedOn}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    let scope = &facts.scope;
    let file = cx.file;
    for (kind, definition) in scope.own_types().into_iter().filter(|(kind, _)| *kind == SymbolKind::GroupType) {
        let of = scope.effective_of(kind, definition);
        for (name, path) in members(definition.node.get("requirements"), &definition.path().key("requirements")) {
            let stated = scope.field(&of, "requirements", name, "relationship").and_then(|stated| {
                let node = if stated.node.as_text().is_some() { stated.node } else { stated.node.get("type")? };
                Some(scope.effective_in(stated.file, SymbolKind::RelationshipType, node.as_text()?))
            });
            let implied = || {
 let capability = scope.member_type(&of, "requirements", name)?;
 implied(scope, &capability)
};
            let Some(relationship) = stated.or_else(implied) else { continue };
            let normative = relationship.chain().find(|ancestor| is_built_in(&ancestor.file));
            if let (Some(normative), Some(span)) = (normative, file.key_span(&path)) {
                let normative = &normative.name;
                let message = format!("`{name}` is a dependency that `{normative}` expresses between nodes");
                cx.report(span, message).help("define the requirement in node types");
            }
        }
    }
}
