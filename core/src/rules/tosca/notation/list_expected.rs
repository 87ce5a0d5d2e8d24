//! Single values and mappings where a list is expected.

use std::rc::Rc;

use crate::diagnostic::{Safety, Severity};
use crate::rules::tosca::{Check, Rule};
use crate::schema::{Record, form};
use crate::syntax::patch::list::Items;
use crate::tosca::calls::is_call;
use crate::tosca::schema::TOPOLOGY_TEMPLATE;
use crate::tosca::schema::definition::{CAPABILITY_FILTER, ENTRY_SCHEMA, NODE_FILTER, PARAMETER, PROPERTY};
use crate::tosca::schema::types::{ARTIFACT_TYPE, DATA_TYPE};
use crate::tosca::schema::workflow::STEP;


pub static RULE: Rule = Rule {
    code: "tosca/notation/list-expected",
    severity: Severity::Warning,
    title: "list expected",
    doc: "The specification requires a list of policies, constraints, property filters, step names or file \
          extensions. A mapping or a single value in its place is read as a list, but other tools may reject it. With \
          `--strict` an empty mapping is an error.",
    sources: &["T-3.5.3-16", "T-3.5.4-04", "T-3.5.23-08", "T-3.7.6-05", "T-7.3-3", "T-5.3.2-1"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    size: {type: integer, default: 1, constraints: {less_than: 2}}
  node_templates:
    n: {type: tosca.nodes.Root}
  outputs:
    size: {value: {get_input: size}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    size: {type: integer, default: 1, constraints: [less_than: 2]}
  node_templates:
    n: {type: tosca.nodes.Root}
  outputs:
    size: {value: {get_input: size}}
",
    check,
};

/// The lists that are also read in another notation.
const LISTS: &[(&Record, &str)] = &[
    (&TOPOLOGY_TEMPLATE, "policies"),
    (&PROPERTY, "constraints"),
    (&PARAMETER, "constraints"),
    (&ENTRY_SCHEMA, "constraints"),
    (&DATA_TYPE, "constraints"),
    (&NODE_FILTER, "properties"),
    (&NODE_FILTER, "capabilities"),
    (&CAPABILITY_FILTER, "properties"),
    (&STEP, "on_success"),
    (&STEP, "on_failure"),
    (&ARTIFACT_TYPE, "file_ext"),
];

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    for (record, key) in LISTS {
        for found in facts.records.of_record(record) {
            let Some(entry) = found.node.entry(key) else { continue };
            let node = &entry.value;
            let is_other = node.as_mapping().is_some() || node.as_scalar().is_some() && !node.is_null();
            let path = facts.records.path(found).key(key);
            if !is_other || is_call(node) || cx.is_misfit(&path) {
                continue;
            }
            // An empty mapping of conditions is none of them. Policies are a mapping in other versions.
            let is_mapping = node.as_mapping().is_some_and(|mapping| mapping.entries.is_empty());
            let is_empty = is_mapping && *key != "policies";
            let severity = if is_empty && cx.settings.strict { Severity::Error } else { Severity::Warning };
            let message = format!("`{key}` should be a list, not {}", form(node));
            let finding = cx.report(entry.key.span, message).severity(severity);
            finding.fix_by("Convert to a list", Safety::Unsafe, |draft| {
                draft.enlist(&path, Items::Entries)
            });
        }
    }
}
