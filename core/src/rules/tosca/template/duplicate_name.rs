//! Names that occur twice in a list.

use std::collections::HashMap;
use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::syntax::Node;
use crate::tosca::schema::TOPOLOGY_TEMPLATE;
use crate::tosca::schema::types::{GROUP_TYPE, NODE_TYPE};


pub static RULE: Rule = Rule {
    code: "tosca/template/duplicate-name",
    severity: Severity::Error,
    title: "duplicate name",
    doc: "Policies and requirement definitions are lists of named entries, and each name must be unique in its \
          list (3.1). Only requirement assignments repeat a name, once for each node.",
    sources: &["T-3.1-13", "T-3.1-14", "T-3.6.3-04"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n: {type: tosca.nodes.Root}
  policies:
    - near: {type: tosca.policies.Placement, targets: [n]}
    - near: {type: tosca.policies.Placement, targets: [n]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n: {type: tosca.nodes.Root}
  policies:
    - near: {type: tosca.policies.Placement, targets: [n]}
    - far: {type: tosca.policies.Placement, targets: [n]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    let lists = [(&TOPOLOGY_TEMPLATE, "policies"), (&NODE_TYPE, "requirements"), (&GROUP_TYPE, "requirements")];
    for (record, key) in lists {
        for record in facts.records.of_record(record) {
            let mut first: HashMap<&str, &Node> = HashMap::new();
            for entry in record.node.get(key).map_or(&[][..], Node::items).iter().flat_map(Node::entries) {
                let Some(name) = entry.key.as_text() else { continue };
                if let Some(earlier) = first.get(name) {
                    let file = cx.file.path.clone();
                    let noun = if key == "policies" { "policy" } else { "requirement" };
                    let finding = cx.report(entry.key.span, format!("duplicate {noun} `{name}`"));
                    finding.related(&file, earlier.span, "first defined here").help("rename or remove one of them");
                } else {
                    first.insert(name, &entry.key);
                }
            }
        }
    }
}
