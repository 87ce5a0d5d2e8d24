//! Interfaces of types without an interface type.

use crate::diagnostic::Severity;
use crate::rules::tosca::operation::no_such_interface::cased;
use crate::rules::tosca::{Check, Rule};
use crate::symbol::SymbolKind;
use crate::syntax::Node;
use crate::tosca::effective::named;

pub static RULE: Rule = Rule {
    code: "tosca/operation/untyped-interface",
    severity: Severity::Error,
    title: "interface without a type",
    doc: "An interface that a type adds needs an interface type, which defines its operations (3.5.16). `type` can be \
          omitted if the type inherits an interface of this name, or if the name is that of an interface type, such \
          as `Standard`.",
    sources: &["T-3.5.16-01", "T-10.1-7"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.Store:
    derived_from: tosca.nodes.Root
    interfaces:
      Backup: {run: https://example.org/run.sh}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
interface_types:
  example.Backup:
    derived_from: tosca.interfaces.Root
    run: {description: Saves all data}
node_types:
  example.Store:
    derived_from: tosca.nodes.Root
    interfaces:
      Backup: {type: example.Backup, run: https://example.org/run.sh}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    let scope = &facts.scope;
    for (kind, definition) in scope.own_types() {
        let parent = definition.node.get("derived_from").and_then(Node::as_text);
        let inherited = parent.map(|parent| scope.effective(kind, parent));
        // An unknown parent may have the interface.
        if inherited.as_ref().is_some_and(|parent| !parent.is_whole) {
            continue;
        }
        let inherited = inherited.unwrap_or_default();
        for (name, entry) in definition.node.get("interfaces").into_iter().flat_map(named) {
            let inherited = || inherited.names(&["interfaces"]).map(|name| name.as_str());
            let is_known = entry.value.get("type").is_some()
                || inherited().any(|known| known == name)
                || scope.find(&[SymbolKind::InterfaceType], name).is_some();
            // An imported file that is not available may define the type with this name.
            if is_known || !scope.is_whole && name.contains(['.', ':']) || cased(name, inherited()).is_some() {
                continue;
            }
            let finding = cx.report(entry.key.span, format!("interface `{name}` has no `type`, and inherits none"));
            finding.help("name its interface type under `type`");
        }
    }
}
