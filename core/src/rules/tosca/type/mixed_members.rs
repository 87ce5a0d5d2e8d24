//! Group types whose members are of different kinds.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::symbol::SymbolKind;
use crate::syntax::Node;

pub static RULE: Rule = Rule {
    code: "tosca/type/mixed-members",
    severity: Severity::Error,
    title: "group type with members of several kinds",
    doc: "The members of a group type must be of one kind: node types, group types or capability types \
          (3.6.11).",
    sources: &["T-3.6.11-01"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
group_types:
  example.All:
    derived_from: tosca.groups.Root
    members: [tosca.nodes.Compute, tosca.groups.Root]
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
group_types:
  example.All:
    derived_from: tosca.groups.Root
    members: [tosca.nodes.Compute, tosca.nodes.DBMS]
",
    check,
};

/// The kinds of types that can be members, with their nouns.
const KINDS: [(SymbolKind, &str); 3] = [
    (SymbolKind::NodeType, "node types"),
    (SymbolKind::GroupType, "group types"),
    (SymbolKind::CapabilityType, "capability types"),
];

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    let scope = &facts.scope;
    for (_, definition) in scope.own_types().into_iter().filter(|(kind, _)| *kind == SymbolKind::GroupType) {
        let entries = definition.node.get("members").map_or(&[][..], Node::items);
        // A shorthand can be the name of several kinds.
        let kinds_of = |entry: &Node| -> Option<Vec<(SymbolKind, &str)>> {
            let name = entry.as_text()?;
            let kinds = KINDS.into_iter().filter(|(kind, _)| scope.find(&[*kind], name).is_some());
            Some(kinds.collect()).filter(|kinds: &Vec<_>| !kinds.is_empty())
        };
        let known: Vec<_> = entries.iter().filter_map(|entry| Some((entry, kinds_of(entry)?))).collect();
        let Some((_, first)) = known.first() else { continue };
        let is_common = |kind: &SymbolKind| known.iter().all(|(_, kinds)| kinds.iter().any(|(of, _)| of == kind));
        if first.iter().any(|(kind, _)| is_common(kind)) {
            continue;
        }
        let other = known.iter().find(|(_, kinds)| !kinds.iter().any(|kind| first.contains(kind)));
        if let (Some((entry, kinds)), Some((_, noun))) = (other, first.first()) {
            let other = kinds.first().map_or("", |(_, noun)| *noun);
            cx.report(entry.span, format!("members of `{}` mix {noun} and {other}", definition.name));
        }
    }
}
