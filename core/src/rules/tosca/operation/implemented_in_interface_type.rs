//! Implementations in interface types.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::schema::types::INTERFACE_TYPE;


pub static RULE: Rule = Rule {
    code: "tosca/operation/implemented-in-interface-type",
    severity: Severity::Error,
    title: "implementation in an interface type",
    doc: "An interface type declares operations. Only node types, relationship types, group types and \
          templates implement them (3.6.5).",
    sources: &["T-3.6.5-01"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
interface_types:
  example.Backup:
    derived_from: tosca.interfaces.Root
    run: {implementation: https://example.org/run.sh}
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
        let nested = record.node.get("operations").map_or(&[][..], |node| node.entries());
        let own = record.node.entries().iter();
        let own = own.filter(|entry| entry.key.as_text().is_some_and(|key| INTERFACE_TYPE.field(key).is_none()));
        for operation in own.chain(nested) {
            let Some(name) = operation.key.as_text() else { continue };
            let short = (operation.value.as_scalar().is_some() && !operation.value.is_null()).then_some(&operation.value);
            let long = operation.value.entry("implementation").map(|entry| &entry.key);
            let Some(shown) = short.or(long) else { continue };
            let finding = cx.report(shown.span, format!("operation `{name}` of an interface type must not have an implementation"));
            finding.help("implement the operation in a node type or node template");
        }
    }
}
