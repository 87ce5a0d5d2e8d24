//! Groups without members, or with the same member twice.

use std::collections::HashSet;
use std::rc::Rc;

use crate::diagnostic::{Safety, Severity};
use crate::rules::tosca::{Check, Rule};
use crate::syntax::Node;
use crate::tosca::schema::template::GROUP;


pub static RULE: Rule = Rule {
    code: "tosca/template/empty-group",
    severity: Severity::Warning,
    title: "group without members",
    doc: "A group manages its members together. Without members it has no effect, and a member counts only \
          once (3.7.5).",
    sources: &["T-3.7.5-04"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n: {type: tosca.nodes.Root}
  groups:
    g: {type: tosca.groups.Root}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n: {type: tosca.nodes.Root}
  groups:
    g: {type: tosca.groups.Root, members: [n]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    for record in facts.records.of_record(&GROUP) {
        let name = record.name().unwrap_or_default();
        let members = record.node.get("members");
        let items = members.map_or(&[][..], Node::items);
        if items.is_empty() && members.is_none_or(|members| members.is_null() || members.as_sequence().is_some()) {
            cx.report(record.shown().span, format!("group `{name}` has no members"));
        }
        let mut seen = HashSet::new();
        for (index, member) in items.iter().enumerate() {
            let Some(text) = member.as_text().filter(|text| !seen.insert(*text)) else { continue };
            let finding = cx.report(member.span, format!("`{text}` is a member of group `{name}` twice"));
            finding.fix_by("Remove the duplicate", Safety::Unsafe, |draft| {
                draft.remove(&facts.records.path(record).key("members").index(index))
            });
        }
    }
}
