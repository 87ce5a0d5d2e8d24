//! Requirement definitions whose relationship cannot target the required capability.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::symbol::SymbolKind;
use crate::syntax::NodePath;
use crate::tosca::effective::members;
use crate::tosca::shape::{WantedType, any_admits, names_of};

pub static RULE: Rule = Rule {
    code: "tosca/requirement/contradicting-relationship",
    severity: Severity::Error,
    title: "relationship that cannot target the required capability",
    doc: "A requirement definition names a relationship type whose `valid_target_types` exclude the capability \
          type that it requires, so nothing can meet it (3.6.3).",
    sources: &["T-3.6.3-08"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    requirements:
      - data: {capability: tosca.capabilities.Endpoint, relationship: tosca.relationships.HostedOn}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    requirements:
      - data: {capability: tosca.capabilities.Endpoint, relationship: tosca.relationships.ConnectsTo}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    let scope = &facts.scope;
    let file = &cx.file.path;
    for (kind, definition) in scope.own_types() {
        let of = scope.effective_of(kind, definition);
        let section = definition.node.get("requirements");
        for (name, path) in members(section, &NodePath::root()) {
            let node = section.and_then(|section| section.at(&path));
            let relationship = scope.field(&of, "requirements", name, "relationship");
            let relationship = relationship.and_then(|stated| {
                let node = if stated.node.as_text().is_some() { stated.node } else { stated.node.get("type")? };
                Some((node, scope.effective_in(stated.file, SymbolKind::RelationshipType, node.as_text()?)))
            });
            let capability = scope.member_type(&of, "requirements", name);
            let (Some(node), Some((stated, relationship)), Some(capability)) = (node, relationship, capability) else {
                continue;
            };
            let Some(targets) = scope.type_field(&relationship, "valid_target_types") else { continue };
            let targets = WantedType::list(scope, SymbolKind::CapabilityType, targets);
            if any_admits(&targets, &capability) != Some(false) {
                continue;
            }
            let own = [node.get("relationship"), node.get("capability"), Some(node)].into_iter().flatten();
            let own = own.map(|own| own.get("type").unwrap_or(own)).next();
            let (Some(own), Some(wanted)) = (own, capability.name()) else { continue };
            let relationship = relationship.name().map_or("", |name| name.as_str());
            let message = format!("`{relationship}` targets {}, but `{name}` requires `{wanted}`", names_of(&targets));
            let finding = cx.report(own.span, message);
            if !own.span.contains(stated.span) {
                let place = scope.field(&of, "requirements", name, "relationship").map(|stated| stated.file);
                finding.related(place.unwrap_or(file), stated.span, "inherited relationship type");
            }
        }
    }
}
