//! Requirement definitions whose node type lacks the required capability.

use smol_str::SmolStr;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::symbol::SymbolKind;
use crate::syntax::NodePath;
use crate::tosca::effective::members;
use crate::tosca::shape::WantedType;

pub static RULE: Rule = Rule {
    code: "tosca/requirement/unmet-type",
    severity: Severity::Warning,
    title: "required node type without the capability",
    doc: "The node type in a requirement definition has no capability of the required type. Only nodes of a \
          derived type that adds such a capability can meet the requirement (3.6.3).",
    sources: &["T-3.6.3-07"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    requirements:
      - data: {capability: tosca.capabilities.Endpoint.Database, node: tosca.nodes.Compute}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    requirements:
      - data: {capability: tosca.capabilities.Endpoint.Database, node: tosca.nodes.Database}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    let scope = &facts.scope;
    let file = cx.file;
    for (_, definition) in scope.own_types() {
        let section = definition.node.get("requirements");
        for (name, path) in members(section, &NodePath::root()) {
            let requirement = section.and_then(|section| section.at(&path));
            let Some(node) = requirement.and_then(|of| of.get("node")) else { continue };
            let wanted = requirement.and_then(|of| of.get("capability")?.as_text());
            let (Some(of), Some(wanted)) = (node.as_text(), wanted) else { continue };
            let wanted = WantedType::of(scope, &file.path, SymbolKind::CapabilityType, wanted);
            let of = scope.effective(SymbolKind::NodeType, of);
            let meets = |name: &SmolStr| {
                let capability = scope.member_type(&of, "capabilities", name);
                capability.is_none_or(|capability| wanted.admits(&capability) != Some(false))
            };
            if !of.is_whole || !wanted.is_defined() || of.names(&["capabilities"]).any(meets) {
                continue;
            }
            let of = of.name().map_or("", |name| name.as_str());
            let wanted = &wanted.name;
            cx.report(node.span, format!("`{of}` has no capability of type `{wanted}`, which `{name}` requires"));
        }
    }
}
