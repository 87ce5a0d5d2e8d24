//! Definitions without the type that they need.

use std::collections::HashSet;

use crate::diagnostic::Severity;
use crate::rules::tosca::refinement::refines_type;
use crate::rules::tosca::{Check, Rule};
use crate::syntax::{Entry, Node};
use crate::text::Span;
use crate::tosca::effective::named;
use crate::tosca::schema::definition::INTERFACE;
use crate::tosca::schema::types::INTERFACE_TYPE;
use crate::tosca::schema::workflow::WORKFLOW;
use crate::tosca::interfaces;

pub static RULE: Rule = Rule {
    code: "tosca/type/incomplete-definition",
    severity: Severity::Error,
    title: "definition without a type",
    doc: "A property or attribute needs a data type, a capability needs a capability type, and a requirement needs \
          the capability type that it requires. A definition can omit it only if it refines an inherited definition \
          that has one (3.4.1).\n\nAn input of a workflow needs a type, too; without one, this is a warning.",
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

/// A section whose members have a type.
#[derive(Clone, Copy)]
struct Section {
    key: &'static str,
    /// The keyname of the type.
    of: &'static str,
    noun: &'static str,
    /// The keynames by which a definition is recognized. Other mappings are values in place of definitions, which are
    /// reported as such.
    keynames: &'static [&'static str],
}

const DEFINITION: &[&str] =
    &["description", "required", "default", "status", "constraints", "entry_schema", "metadata"];

const SECTIONS: [Section; 4] = [
    Section { key: "properties", of: "type", noun: "property", keynames: DEFINITION },
    Section { key: "attributes", of: "type", noun: "attribute", keynames: DEFINITION },
    Section {
        key: "capabilities",
        of: "type",
        noun: "capability",
        keynames: &["description", "valid_source_types", "occurrences", "properties"],
    },
    Section {
        key: "requirements",
        of: "capability",
        noun: "requirement",
        keynames: &["node", "relationship", "occurrences", "node_filter"],
    },
];

/// Without a default value, from which the type follows.
const INPUTS: Section =
    Section { key: "inputs", of: "type", noun: "input", keynames: &["description", "required", "status", "constraints"] };

impl Section {
    /// The members of a section that are definitions without the type.
    fn untyped(self, of: &Node) -> impl Iterator<Item = (&str, &Entry)> {
        let section = of.get(self.key);
        let items = section.map_or(&[][..], Node::items).iter().flat_map(named);
        section.into_iter().flat_map(named).chain(items).filter(move |(_, entry)| {
            let is_keyname = |entry: &Entry| entry.key.as_text().is_some_and(|key| self.keynames.contains(&key));
            let mapping = entry.value.as_mapping().filter(|_| entry.value.get(self.of).is_none());
            let of_input = ["default", "value"].iter().any(|key| entry.value.get(key).is_some()) && self.noun == "input";
            mapping.is_some_and(|mapping| mapping.entries.is_empty() || mapping.entries.iter().any(is_keyname)) && !of_input
        })
    }
}

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    let scope = &facts.scope;
    for (kind, definition) in scope.own_types() {
        let of = scope.effective_of(kind, definition);
        for section in SECTIONS.into_iter().filter(|_| of.is_whole) {
            for (name, entry) in section.untyped(definition.node) {
                if scope.field(&of, section.key, name, section.of).is_none() {
                    report(cx, section, name, entry.key.span);
                }
            }
        }
    }
    for record in facts.records.of_record(&WORKFLOW) {
        for (name, entry) in INPUTS.untyped(record.node) {
            let finding = cx.report(entry.key.span, format!("input `{name}` has no `type`"));
            finding.severity(Severity::Warning);
        }
    }
    if !scope.is_whole {
        return;
    }
    // Members of members are inherited from several definitions.
    let mut found: Vec<(Section, &str, &Entry)> = Vec::new();
    let capabilities = scope.own_types().into_iter().filter_map(|(_, definition)| definition.node.get("capabilities"));
    for (_, capability) in capabilities.flat_map(named) {
        for section in SECTIONS.into_iter().take(2) {
            found.extend(section.untyped(&capability.value).map(|(name, entry)| (section, name, entry)));
        }
    }
    for record in [&INTERFACE, &INTERFACE_TYPE].into_iter().flat_map(|record| facts.records.of_record(record)) {
        let operations = interfaces::operations(record.node).map(|(_, entry)| &entry.value);
        for node in operations.chain([record.node]) {
            found.extend(INPUTS.untyped(node).map(|(name, entry)| (INPUTS, name, entry)));
        }
    }
    if found.is_empty() {
        return;
    }
    let refining: HashSet<*const Node> = refines_type(facts.refined());
    for (section, name, entry) in found {
        if !refining.contains(&std::ptr::from_ref(&entry.value)) {
            report(cx, section, name, entry.key.span);
        }
    }
}

fn report(cx: &mut Check<'_>, section: Section, name: &str, span: Span) {
    cx.report(span, format!("{} `{name}` has no `{}`, and inherits none", section.noun, section.of));
}
