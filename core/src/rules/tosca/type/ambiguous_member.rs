//! Names that a node type uses for members of several kinds.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::symbol::SymbolKind;
use crate::syntax::NodePath;
use crate::tosca::effective::members;

pub static RULE: Rule = Rule {
    code: "tosca/type/ambiguous-member",
    severity: Severity::Warning,
    title: "property with the name of a capability or requirement",
    doc: "`get_property` and `get_attribute` look up the second argument first as a capability, then as a \
          requirement, then as a property (4.4.2). If a node type uses one name for a property and for a \
          capability or requirement, it is unclear which one is meant.",
    sources: &["T-3.6.9-04"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    properties:
      data: {type: string}
    capabilities:
      data: tosca.capabilities.Endpoint
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    properties:
      data_name: {type: string}
    capabilities:
      data: tosca.capabilities.Endpoint
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    let scope = &facts.scope;
    for (kind, definition) in scope.own_types().into_iter().filter(|(kind, _)| *kind == SymbolKind::NodeType) {
        let of = scope.effective_of(kind, definition);
        let has = |section: &str, name: &str| !of.declarations(section, name).is_empty();
        let declared = |section: &'static str| members(definition.node.get(section), &NodePath::keys([section]));
        // The type that adds the second of them is reported, not those that inherit both.
        let properties = declared("properties");
        let is_own = |name: &str| properties.iter().any(|(own, _)| *own == name);
        let others = OTHERS.iter().flat_map(|(section, _)| declared(section));
        let others = others.filter(|(name, _)| has("properties", name) && !is_own(name));
        let mut reported: Vec<&str> = Vec::new();
        for (name, path) in properties.iter().cloned().chain(others) {
            let other = OTHERS.iter().find(|(section, _)| has(section, name));
            let Some((_, noun)) = other.filter(|_| !reported.contains(&name)) else { continue };
            if let Some(entry) = definition.node.entry_at(&path) {
                reported.push(name);
                let message = format!("`{name}` is both a property and a {noun} of `{}`", definition.name);
                cx.report(entry.key.span, message).help("rename one of them");
            }
        }
    }
}

/// The sections that properties are looked up after, with the nouns of their members.
const OTHERS: [(&str, &str); 2] = [("capabilities", "capability"), ("requirements", "requirement")];
