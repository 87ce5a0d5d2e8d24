//! Assignments for which several capabilities of the target fit.

use serde_yaml::{Mapping, Value};

use crate::diagnostic::Safety;
use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::tosca::fulfilment::{Reason, TargetNode};
use crate::tosca::schema::template::REQUIREMENT;

pub static RULE: Rule = Rule {
    code: "tosca/requirement/ambiguous-capability",
    severity: Severity::Warning,
    title: "several capabilities of the target fit",
    doc: "More than one capability of the target meets the requirement, and the assignment names none of them. The \
          first one is used, but orchestrators can choose another (3.7.2). Name the intended one with `capability`.",
    sources: &["T-3.7.2-10", "T-10.1-2"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.Service:
    derived_from: tosca.nodes.Root
    capabilities:
      public: tosca.capabilities.Endpoint
      internal: tosca.capabilities.Endpoint
  example.Client:
    derived_from: tosca.nodes.Root
    requirements:
      - service: tosca.capabilities.Endpoint
topology_template:
  node_templates:
    client: {type: example.Client, requirements: [service: service]}
    service: {type: example.Service}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  example.Service:
    derived_from: tosca.nodes.Root
    capabilities:
      public: tosca.capabilities.Endpoint
      internal: tosca.capabilities.Endpoint
  example.Client:
    derived_from: tosca.nodes.Root
    requirements:
      - service: tosca.capabilities.Endpoint
topology_template:
  node_templates:
    client: {type: example.Client, requirements: [service: {node: service, capability: public}]}
    service: {type: example.Service}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = std::rc::Rc::clone(&cx.facts);
    for (node, assignment, edge) in facts.met() {
        let Reason::First(names) = &edge.reason else { continue };
        let (Some(first), TargetNode::Template(index)) = (names.first(), &assignment.target) else { continue };
        let Some(target) = facts.topology.nodes.get(*index) else { continue };
        let list = names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ");
        let message = format!("several capabilities of `{}` meet `{}`: {list}", target.name, assignment.name);
        let mut finding = cx.report(super::target(assignment).span, message).help(format!("add `capability: {first}`"));
        let at = super::path(node, assignment);
        for name in names {
            let title = format!("Use capability `{name}`");
            let value = Value::Mapping(Mapping::from_iter([
                (Value::from("node"), Value::from(target.name)),
                (Value::from("capability"), Value::from(name.as_str())),
            ]));
            finding = finding.fix_by(title, Safety::Unsafe, |draft| match assignment.value.entries() {
                [] => draft.replace(&at, &value),
                _ => draft.set_ordered(&at.key("capability"), &Value::from(name.as_str()), |_, _| REQUIREMENT.order()),
            });
        }
    }
}
