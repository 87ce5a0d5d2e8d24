//! Unknown directives.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::syntax::Node;
use crate::tosca::schema::template::NODE_TEMPLATE;
use crate::tosca::version::{self, DIRECTIVES, Version};


pub static RULE: Rule = Rule {
    code: "tosca/template/unknown-directive",
    severity: Severity::Warning,
    title: "unknown directive",
    doc: "The known directives are `selectable` and `substitutable`; in TOSCA 1.3, they are called `select` and \
          `substitute`. An orchestrator may know others (3.3.3).",
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
    let known = DIRECTIVES.map(|(older, newer)| if is_older { older } else { newer });
    for record in facts.records.of_record(&NODE_TEMPLATE) {
        for node in record.node.get("directives").map_or(&[][..], Node::items) {
            let Some(name) = node.as_text().filter(|name| !known.contains(name)) else { continue };
            let (problem, when) = match is_older {
                true => ("is a directive of TOSCA 1.3", "before TOSCA 1.3"),
                false => ("is a directive of older versions", "in TOSCA 1.3"),
            };
            match version::other_directive(name, !is_older) {
                Some(own) => {
                    let finding = cx.report(node.span, format!("`{name}` {problem}"));
                    finding.help(format!("{when}, write `{own}`")).replace_name(name, own);
                }
                None => {
                    let finding = cx.report(node.span, format!("unknown directive `{name}`"));
                    let [one, other] = known;
                    finding.suggest(name, known, &format!("use `{one}` or `{other}`"));
                }
            }
        }
    }
}
