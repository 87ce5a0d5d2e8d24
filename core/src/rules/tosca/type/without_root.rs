//! Types that derive from no normative type.

use std::rc::Rc;

use serde_yaml::Value;

use crate::diagnostic::{Safety, Severity};
use crate::editing;
use crate::hover::kind_label;
use crate::rules::tosca::{Check, Rule};
use crate::symbol::SymbolKind;
use crate::syntax::Node;
use crate::tosca::model::root_type;

pub static RULE: Rule = Rule {
    code: "tosca/type/without-root",
    severity: Severity::Warning,
    title: "type without a parent type",
    doc: "Types should derive, directly or not, from the normative root type of their kind (3.6.4 to 3.6.12). A node type \
          without it has neither the `feature` capability nor the `Standard` interface, and orchestrators that rely on \
          them may reject it. Data types need no parent.",
    sources: &[
        "T-3.6.4-05",
        "T-3.6.5-05",
        "T-3.6.7-04",
        "T-3.6.9-01",
        "T-3.6.10-02",
        "T-3.6.11-04",
        "T-3.6.12-02", "T-5.9.1-1"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.Store:
    properties:
      size: {type: scalar-unit.size}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.Store:
    derived_from: tosca.nodes.Root
    properties:
      size: {type: scalar-unit.size}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    let file = cx.file;
    for (kind, definition) in facts.scope.own_types() {
        // Data types may have no parent.
        let Some(root) = root_type(kind).filter(|_| kind != SymbolKind::DataType) else { continue };
        // A type in the namespace of the specification is the root, or replaces a normative type.
        let has_parent = definition.node.get("derived_from").is_some_and(|parent| !parent.is_null());
        let is_normative = definition.name.starts_with("tosca.") || facts.scope.built_in(kind, definition.name).is_some();
        if has_parent || is_normative || !is_definition(definition.node) {
            continue;
        }
        let Some(span) = file.key_span(&definition.path()) else { continue };
        let message = format!("{} `{}` does not derive from `{root}`", kind_label(kind), definition.name);
        let parent = definition.path().key("derived_from");
        let finding = cx.report(span, message).help(format!("add `derived_from: {root}`"));
        finding.fix_by(format!("Derive from `{root}`"), Safety::Unsafe, |draft| {
            editing::put(file, draft, &parent, &Value::from(root))
        });
    }
}

/// A type without any content is reported as such.
fn is_definition(node: &Node) -> bool {
    node.as_mapping().is_some_and(|mapping| !mapping.entries.is_empty())
}
