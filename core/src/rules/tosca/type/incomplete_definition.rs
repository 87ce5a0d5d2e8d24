//! Definitions without the type that they need.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::syntax::Node;
use crate::tosca::effective::members;

pub static RULE: Rule = Rule {
    code: "tosca/type/incomplete-definition",
    severity: Severity::Error,
    title: "definition without a type",
    doc: "A property or attribute has a data type, a capability a capability type, and a requirement the \
          capability type that it requires. A definition can omit it only if it refines an inherited \
          definition that has one (3.4.1).",
    sources: &["T-3.4.1-02", "T-3.5.11-01", "T-3.6.3-02"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.Server:
    derived_from: tosca.nodes.Root
    properties:
      port: {default: 80}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.Server:
    derived_from: tosca.nodes.Root
    properties:
      port: {type: integer, default: 80}
",
    check,
};

/// The sections whose members have a type, with its keyname, the noun of a member, and the keynames by which a
/// definition is recognized. Other mappings are values in place of definitions, which are reported as such.
const SECTIONS: [(&str, &str, &str, &[&str]); 4] = [
    ("properties", "type", "property", DEFINITION),
    ("attributes", "type", "attribute", DEFINITION),
    ("capabilities", "type", "capability", &["description", "valid_source_types", "occurrences", "properties"]),
    ("requirements", "capability", "requirement", &["node", "relationship", "occurrences", "node_filter"]),
];

const DEFINITION: &[&str] =
    &["description", "required", "default", "status", "constraints", "entry_schema", "metadata"];

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    let scope = &facts.scope;
    let file = cx.file;
    let Some(root) = &file.root else { return };
    for (kind, definition) in scope.own_types() {
        let of = scope.effective_of(kind, definition.clone());
        if !of.is_whole {
            continue;
        }
        for (section, key, noun, keynames) in SECTIONS {
            for (name, path) in members(definition.node.get(section), &definition.path.key(section)) {
                let is_definition = |node: &Node| keynames.iter().any(|keyname| node.get(keyname).is_some());
                if !root.at(&path).is_some_and(is_definition) || scope.field(&of, section, name, key).is_some() {
                    continue;
                }
                if let Some(span) = file.key_span(&path) {
                    cx.report(span, format!("{noun} `{name}` has no `{key}`, and inherits none"));
                }
            }
        }
    }
}
