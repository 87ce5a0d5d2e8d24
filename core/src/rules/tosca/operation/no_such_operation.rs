//! Operations that an interface does not have.

use std::sync::Arc;

use smol_str::SmolStr;

use crate::diagnostic::Severity;
use crate::rules::tosca::operation::{Holder, relationships};
use crate::rules::tosca::{Check, Rule};
use crate::symbol::SymbolKind;
use crate::syntax::{Entry, Node, NodePath};
use crate::tosca::effective::{Effective, named};
use crate::tosca::interfaces;
use crate::tosca::substitution::MAPPINGS;

pub static RULE: Rule = Rule {
    code: "tosca/operation/no-such-operation",
    severity: Severity::Warning,
    title: "unknown operation",
    doc: "A template implements the operations that the interface type defines (3.5.15, 3.5.16). Orchestrators never \
          call any other one. The same holds for the interfaces of a type.\n\nWith `--strict` this is an error, but not in \
          a substitution mapping, and not in a type.",
    sources: &["T-3.5.15-06", "T-3.7.11-02", "T-5.8.4-1"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
      interfaces:
        Standard: {creat: https://example.org/create.sh}
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

/// The substitution mapping, which maps the operations of the node type to workflows (3.7.11).
fn substituted<'a>(cx: &Check<'a>) -> Option<Holder<'a>> {
    let node = cx.file.root.as_ref()?.at(&NodePath::keys(MAPPINGS))?;
    let of = cx.facts.scope.effective(SymbolKind::NodeType, node.get("node_type")?.as_text()?);
    Some(Holder { of, node })
}

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    let lenient = if cx.settings.strict { Severity::Error } else { Severity::Warning };
    let templates = Holder::all(cx).into_iter().map(|holder| (holder, lenient));
    let substituted = substituted(cx).map(|holder| (holder, Severity::Warning));
    for (Holder { of, node }, severity) in templates.chain(substituted) {
        for (name, entry_of) in node.get("interfaces").into_iter().flat_map(named) {
            let found = facts.interface(&of, name).filter(|found| found.is_whole && of.is_whole);
            let Some(interface) = found.filter(|_| entry_of.value.get("type").is_none()) else { continue };
            for (operation, entry) in interfaces::operations(&entry_of.value) {
                // A template can subscribe to further notifications (TOSCA 1.3).
                let notifications = entry_of.value.get("notifications");
                let is_notification = notifications.is_some_and(|all| all.entry(operation).is_some());
                if is_notification || interface.operations.iter().any(|known| known == operation) {
                    continue;
                }
                let message = format!("interface `{name}` has no operation `{operation}`");
                let finding = cx.report(entry.key.span, message).severity(severity);
                let known = interface.operations.iter().map(|name| name.as_str());
                finding.suggest(operation, known, "use one that the interface type defines");
            }
        }
    }
    for (of, name, entry) in of_types(cx) {
        let Some(of) = of.filter(|of| of.is_whole) else { continue };
        let known: Vec<&SmolStr> = of.names(&["operations"]).collect();
        // An interface type without operations is a base for those of any interface.
        if known.is_empty() {
            continue;
        }
        let notifications = entry.value.get("notifications");
        let own = interfaces::operations(&entry.value);
        for (operation, entry) in own.filter(|(name, _)| notifications.is_none_or(|all| all.entry(name).is_none())) {
            if !known.iter().any(|known| *known == operation) {
                let finding = cx.report(entry.key.span, format!("interface `{name}` has no operation `{operation}`"));
                let known = known.iter().map(|name| name.as_str());
                finding.suggest(operation, known, "use one that the interface type defines");
            }
        }
    }
}

/// The interfaces in the types of the file, each with its interface type: of nodes, relationships and groups, and of the
/// relationships of requirements.
fn of_types<'a>(cx: &Check<'a>) -> Vec<(Option<Arc<Effective>>, &'a str, &'a Entry)> {
    let scope = &cx.facts.scope;
    let mut found = Vec::new();
    for (kind, definition) in scope.own_types() {
        let of = scope.effective_of(kind, definition);
        for (name, entry) in definition.node.get("interfaces").into_iter().flat_map(named) {
            // Operations that a parent adds are known, too.
            let has_parent = of.declarations("interfaces", name).len() > 1;
            found.extend((!has_parent).then(|| (interfaces::interface_type(scope, &of, name), name, entry)));
        }
        for (relationship, interfaces) in relationships(scope, &definition, &of) {
            for (name, entry) in named(interfaces) {
                let stated = entry.value.get("type").and_then(Node::as_text);
                let stated = stated.map(|stated| scope.effective(SymbolKind::InterfaceType, stated));
                let by_name = || interfaces::interface_type(scope, relationship.as_deref()?, name);
                found.push((stated.or_else(by_name), name, entry));
            }
        }
    }
    found
}
