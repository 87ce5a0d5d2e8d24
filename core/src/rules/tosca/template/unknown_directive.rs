//! Unknown directives.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::syntax::Node;
use crate::tosca::schema::template::NODE_TEMPLATE;
use crate::tosca::version::{self, Version};


pub static RULE: Rule = Rule {
    code: "tosca/template/unknown-directive",
    severity: Severity::Warning,
    title: "unknown directive",
    doc: "The known directives are `selectable` and `substitutable`; in TOSCA 1.3, `select` and `substitute` \
          as well. An orchestrator may know others (3.3.3).",
    sources: &["T-3.3.3-01"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n: {type: tosca.nodes.Root, directives: [selectible]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    n: {type: tosca.nodes.Root, directives: [selectable]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    let is_older = version::of(cx.file) < Version::V1_3;
    for place in facts.records.of_record(&NODE_TEMPLATE) {
        for node in place.node.get("directives").map_or(&[][..], Node::items) {
            let Some(name) = node.as_text() else { continue };
            let newer = match name {
                "selectable" | "substitutable" => continue,
                "select" => Some("selectable"),
                "substitute" => Some("substitutable"),
                _ => None,
            };
            match newer {
                Some(older) if is_older => {
                    let finding = cx.report(node.span, format!("`{name}` is a directive of TOSCA 1.3"));
                    finding.help(format!("before TOSCA 1.3, write `{older}`")).replace_name(name, older);
                }
                Some(_) => {}
                None => {
                    let finding = cx.report(node.span, format!("unknown directive `{name}`"));
                    finding.suggest(name, ["selectable", "substitutable"], "use `selectable` or `substitutable`");
                }
            }
        }
    }
}
