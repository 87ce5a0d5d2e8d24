//! Ranges of occurrences that are none.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::syntax::Node;
use crate::tosca::effective::members;

pub static RULE: Rule = Rule {
    code: "tosca/type/malformed-occurrences",
    severity: Severity::Error,
    title: "malformed occurrences",
    doc: "`occurrences` is a range of two non-negative integers, of which the upper one can be `UNBOUNDED` and is not less \
          than the lower one (3.6.2, 3.6.3).",
    sources: &["T-3.6.2-07"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    capabilities:
      service: {type: tosca.capabilities.Endpoint, occurrences: [2, 1]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.App:
    derived_from: tosca.nodes.Root
    capabilities:
      service: {type: tosca.capabilities.Endpoint, occurrences: [1, 2]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    for (_, definition) in facts.scope.own_types() {
        for section in ["capabilities", "requirements"] {
            let node = definition.node.get(section);
            for (name, path) in members(node, &crate::syntax::NodePath::root()) {
                let member = node.and_then(|node| node.at(&path));
                let stated = member.and_then(|member| member.get("occurrences"));
                // Whatever is not a list is reported with the grammar.
                let Some(stated) = stated.filter(|stated| stated.as_sequence().is_some()) else { continue };
                let reason = match stated.items() {
                    [least, most] => fault(least, most),
                    _ => Some("a range has two bounds"),
                };
                if let Some(reason) = reason {
                    cx.report(stated.span, format!("occurrences of `{name}`: {reason}"));
                }
            }
        }
    }
}

/// Why two bounds are no range of occurrences.
fn fault(least: &Node, most: &Node) -> Option<&'static str> {
    let number = |node: &Node| node.as_text().and_then(|text| text.parse::<u64>().ok());
    let Some(lower) = number(least) else { return Some("the lower bound must be a non-negative integer") };
    match (most.as_text(), number(most)) {
        (Some("UNBOUNDED"), _) => None,
        (_, None) => Some("the upper bound must be a non-negative integer or `UNBOUNDED`"),
        (_, Some(upper)) => (upper < lower).then_some("the upper bound is less than the lower one"),
    }
}
