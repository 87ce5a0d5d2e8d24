//! Interface types without operations.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::schema::types::INTERFACE_TYPE;


pub static RULE: Rule = Rule {
    code: "tosca/operation/none-in-interface-type",
    severity: Severity::Warning,
    title: "interface type without operations",
    doc: "An interface type has at least one operation, its own or an inherited one (3.6.5). Without any, \
          there is nothing to implement.",
    sources: &["T-3.6.5-03"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
interface_types:
  example.Backup: {derived_from: tosca.interfaces.Root}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
interface_types:
  example.Backup:
    derived_from: tosca.interfaces.Root
    run: {description: Runs it}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    for record in facts.records.of_record(&INTERFACE_TYPE) {
        let parent = record.node.get("derived_from").and_then(|node| node.as_text());
        let inherits = parent.is_some_and(|name| !matches!(name, "tosca.interfaces.Root" | "tosca:Root" | "Root"));
        let mut keys = record.node.entries().iter().filter_map(|entry| entry.key.as_text());
        let has_own = keys.any(|key| INTERFACE_TYPE.field(key).is_none() || ["operations", "notifications"].contains(&key));
        if !inherits && !has_own {
            let name = record.name().unwrap_or_default();
            cx.report(record.shown().span, format!("interface type `{name}` has no operations"));
        }
    }
}
