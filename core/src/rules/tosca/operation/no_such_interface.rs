//! Interfaces that a type does not have.

use crate::diagnostic::Severity;
use crate::rules::tosca::operation::{Holder, relationships};
use crate::rules::tosca::{Check, Rule};
use crate::symbol::SymbolKind;
use crate::syntax::Node;
use crate::tosca::effective::named;
use crate::tosca::interfaces;

pub static RULE: Rule = Rule {
    code: "tosca/operation/no-such-interface",
    severity: Severity::Warning,
    title: "unknown interface",
    doc: "A template implements the interfaces of its type, which it names as the type does or by their interface type \
          (3.5.16). Orchestrators never call the operations of any other interface. The names of interfaces are \
          case-sensitive: `Standard`, not `standard`. In the relationship of a requirement definition they are those of \
          the relationship type (3.6.3).\n\nWith `--strict` this is an error.",
    sources: &["T-3.5.15-06", "T-3.5.16-08", "T-3.6.3-09", "T-14-2"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
      interfaces:
        standard: {create: https://example.org/create.sh}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
      interfaces:
        Standard: {create: https://example.org/create.sh}
",
    check,
};

/// The normative interfaces of nodes and relationships.
const NORMATIVE: [&str; 2] = ["Standard", "Configure"];

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    let scope = &facts.scope;
    let severity = if cx.settings.strict { Severity::Error } else { Severity::Warning };
    let is_type = |name: &str| scope.find(&[SymbolKind::InterfaceType], name).is_some();
    for Holder { of, node } in Holder::all(cx).into_iter().filter(|holder| holder.of.is_whole) {
        for (name, entry) in node.get("interfaces").into_iter().flat_map(named) {
            if entry.value.get("type").is_some() || is_type(name) || facts.interface(&of, name).is_some() {
                continue;
            }
            let known: Vec<_> = of.names(&["interfaces"]).collect();
            let finding = cx.report(entry.key.span, format!("the type has no interface `{name}`")).severity(severity);
            finding.suggest(name, known.iter().map(|name| name.as_str()), "use one that the type defines or inherits");
        }
    }
    // In a type the interface is new, unless only its case differs.
    for (kind, definition) in scope.own_types() {
        let of = scope.effective_of(kind, definition);
        for (relationship, interfaces) in relationships(scope, &definition, &of) {
            let Some(relationship) = relationship.filter(|of| of.is_whole) else { continue };
            let Some(of) = relationship.name() else { continue };
            for (name, entry) in named(interfaces) {
                if interfaces::find(scope, &relationship, name).is_none() {
                    let finding = cx.report(entry.key.span, format!("`{of}` has no interface `{name}`"));
                    let known = relationship.names(&["interfaces"]).map(|name| name.as_str());
                    // With a type, the definition adds an interface.
                    let is_new = entry.value.get("type").is_some();
                    let severity = if is_new { Severity::Warning } else { severity };
                    finding.severity(severity).suggest(name, known, "use one that the relationship type defines or inherits");
                }
            }
        }
        let parent = definition.node.get("derived_from").and_then(Node::as_text);
        let inherited = parent.map(|parent| scope.effective(kind, parent)).unwrap_or_default();
        for (name, entry) in definition.node.get("interfaces").into_iter().flat_map(named) {
            if entry.value.get("type").is_some() || is_type(name) || inherited.names(&["interfaces"]).any(|of| of == name)
            {
                continue;
            }
            if let Some(meant) = cased(name, inherited.names(&["interfaces"]).map(|name| name.as_str())) {
                let finding = cx.report(entry.key.span, format!("the type has no interface `{name}`"));
                finding.severity(severity).help(format!("did you mean `{meant}`?")).replace_name(name, meant);
            }
        }
    }
}

/// The interface that the type inherits, or the normative one, whose name has the same letters.
pub(super) fn cased<'n>(name: &str, inherited: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    inherited.chain(NORMATIVE).find(|known| known.eq_ignore_ascii_case(name))
}
