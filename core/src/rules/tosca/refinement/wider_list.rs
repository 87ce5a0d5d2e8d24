//! Lists of types with entries that the inherited list does not allow.

use crate::diagnostic::Severity;
use crate::rules::tosca::refinement::report;
use crate::rules::tosca::{Check, Rule};
use crate::symbol::SymbolKind;
use crate::syntax::Node;
use crate::tosca::effective::{Definition, Effective, named};
use crate::tosca::scope::{Declared, Scope};

pub static RULE: Rule = Rule {
    code: "tosca/refinement/wider-list",
    severity: Severity::Error,
    title: "list of types beyond the inherited one",
    doc: "`valid_source_types`, `valid_target_types`, and the `targets` and `members` of policy and group \
          types can only be narrowed: each type in the list must be a type in the inherited list or derive \
          from one. For a capability definition, the inherited list is that of the capability type (3.6.2).",
    sources: &["T-3.6.2-05", "T-3.6.7-02", "T-3.6.10-03", "T-3.6.12-04"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
relationship_types:
  example.RunsOn:
    derived_from: tosca.relationships.HostedOn
    valid_target_types: [tosca.capabilities.Endpoint]
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
relationship_types:
  example.RunsOn:
    derived_from: tosca.relationships.HostedOn
    valid_target_types: [tosca.capabilities.Container]
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    let scope = &facts.scope;
    for (kind, definition) in scope.own_types() {
        let base = definition.node.get("derived_from").and_then(Node::as_text);
        let parent = base.map(|base| scope.effective(kind, base));
        let (key, of_entries): (_, &[SymbolKind]) = match kind {
            SymbolKind::CapabilityType => ("valid_source_types", &[SymbolKind::NodeType]),
            SymbolKind::RelationshipType => ("valid_target_types", &[SymbolKind::CapabilityType]),
            SymbolKind::PolicyType => ("targets", &[SymbolKind::NodeType, SymbolKind::GroupType]),
            SymbolKind::GroupType => {
                ("members", &[SymbolKind::NodeType, SymbolKind::GroupType, SymbolKind::CapabilityType])
            }
            SymbolKind::NodeType => {
                capabilities(cx, scope, &definition, parent.as_deref());
                continue;
            }
            _ => continue,
        };
        let inherited = parent.as_ref().and_then(|parent| scope.type_field(parent, key));
        if let (Some(own), Some(inherited)) = (definition.node.get(key), inherited) {
            compare(cx, scope, key, own, inherited, of_entries);
        }
    }
}

/// Checks the source types of the capabilities that a node type defines.
fn capabilities(cx: &mut Check<'_>, scope: &Scope<'_>, definition: &Definition<'_>, parent: Option<&Effective>) {
    for (name, entry) in definition.node.get("capabilities").into_iter().flat_map(named) {
        let Some(own) = entry.value.get(SOURCES) else { continue };
        let inherited = parent.and_then(|parent| scope.field(parent, "capabilities", name, SOURCES));
        let stated = entry.value.get("type").and_then(Node::as_text);
        let of = match (stated, parent) {
            (Some(stated), _) => Some(scope.effective(SymbolKind::CapabilityType, stated)),
            (None, Some(parent)) => scope.member_type(parent, "capabilities", name),
            (None, None) => None,
        };
        let of_type = || scope.type_field(of.as_deref()?, SOURCES);
        if let Some(inherited) = inherited.or_else(of_type) {
            compare(cx, scope, SOURCES, own, inherited, &[SymbolKind::NodeType]);
        }
    }
}

const SOURCES: &str = "valid_source_types";

/// Reports the entries of a list that derive from none of the inherited entries.
fn compare(
    cx: &mut Check<'_>,
    scope: &Scope<'_>,
    key: &str,
    own: &Node,
    inherited: Declared<'_>,
    kinds: &[SymbolKind],
) {
    let wanted: Vec<&str> = inherited.node.items().iter().filter_map(Node::as_text).collect();
    for (entry, name) in own.items().iter().filter_map(|entry| Some((entry, entry.as_text()?))) {
        let Some(kind) = kinds.iter().find(|kind| scope.find(&[**kind], name).is_some()) else { continue };
        let of = scope.effective(*kind, name);
        let fits = |wanted: &&str| {
            let kind = kinds.iter().find(|kind| scope.find_in(inherited.file, **kind, wanted).is_some());
            kind.is_none_or(|kind| scope.fits(&of, inherited.file, *kind, wanted) != Some(false))
        };
        if wanted.is_empty() || wanted.iter().any(fits) {
            continue;
        }
        let list = wanted.iter().map(|wanted| format!("`{wanted}`")).collect::<Vec<_>>().join(", ");
        let message = format!("`{name}` derives from none of the inherited `{key}`: {list}");
        report(cx, entry.span, message, inherited, format!("inherited `{key}`"));
    }
}
