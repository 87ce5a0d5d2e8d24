//! Requirements with more assignments than they allow.

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};

pub static RULE: Rule = Rule {
    code: "tosca/requirement/too-many-assignments",
    severity: Severity::Error,
    title: "too many assignments of a requirement",
    doc: "The upper bound of the `occurrences` of a requirement is the maximum number of its assignments. The \
          default is 1 (3.7.2).",
    sources: &["T-3.7.2-03", "T-8.5.2-3"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    web: {type: tosca.nodes.WebServer, requirements: [host: one, host: two]}
    one: {type: tosca.nodes.Compute}
    two: {type: tosca.nodes.Compute}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    web: {type: tosca.nodes.WebServer, requirements: [host: server]}
    server: {type: tosca.nodes.Compute}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    for node in &facts.topology.nodes {
        for requirement in &node.shape.requirements {
            let Some(most) = requirement.occurrences.most else { continue };
            let assigned = || node.assignments.iter().filter(|assignment| assignment.name == requirement.name);
            let count = assigned().count();
            let first = usize::try_from(most).ok().and_then(|most| assigned().nth(most));
            if let Some(first) = first.filter(|first| !first.is_copied) {
                let name = &requirement.name;
                cx.report(first.key.span, format!("too many assignments of `{name}`: {count}, at most {most}"));
            }
        }
    }
}
