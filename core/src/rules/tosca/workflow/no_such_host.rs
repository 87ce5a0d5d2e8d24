//! Operation hosts of steps for groups that are neither nodes nor node types.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule, has_template};
use crate::symbol::SymbolKind;
use crate::syntax::Node;
use crate::tosca::schema::workflow::STEP;

pub static RULE: Rule = Rule {
    code: "tosca/workflow/no-such-host",
    severity: Severity::Error,
    title: "unknown operation host",
    doc: "In a step for a group, `operation_host` selects the members that run an operation: those of a node type, or a \
          single node template (3.5.23).",
    sources: &["T-3.5.23-05", "T-7.3-22"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
  groups:
    all: {type: tosca.groups.Root, members: [server]}
  workflows:
    start:
      steps:
        run: {target: all, operation_host: sever, activities: [set_state: started]}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server: {type: tosca.nodes.Compute}
  groups:
    all: {type: tosca.groups.Root, members: [server]}
  workflows:
    start:
      steps:
        run: {target: all, operation_host: server, activities: [set_state: started]}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    for record in facts.records.of_record(&STEP) {
        let text = |key: &str| record.node.get(key).filter(|node| !node.is_null());
        let (Some(target), Some(host)) = (text("target").and_then(Node::as_text), text("operation_host")) else {
            continue;
        };
        let Some(name) = host.as_text() else { continue };
        let is_group = has_template(cx, "groups", target) && !has_template(cx, "node_templates", target);
        let may_exist = facts.scope.find(&[SymbolKind::NodeType], name).is_some()
            || has_template(cx, "node_templates", name)
            || !facts.scope.is_whole && name.contains(['.', ':']);
        if is_group && !may_exist {
            let finding = cx.report(host.span, format!("`{name}` is neither a node template nor a node type"));
            let known = facts.topology.nodes.iter().map(|node| node.name);
            finding.suggest(name, known, "use a member of the group, or the type of some members");
        }
    }
}
