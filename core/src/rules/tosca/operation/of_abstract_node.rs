//! Operations of nodes that the orchestrator creates.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::syntax::Node;
use crate::tosca::effective::named;
use crate::tosca::implementation::{self, STANDARD};
use crate::tosca::interfaces;
use crate::tosca::weaving::Operation;

pub static RULE: Rule = Rule {
    code: "tosca/operation/of-abstract-node",
    severity: Severity::Warning,
    title: "operation of an abstract node",
    doc: "A node of an infrastructure type without an implementation of `create` is abstract: the orchestrator provides \
          it, and may ignore the implementations of its later operations (1.8, 3.5.14).",
    sources: &["T-1-03"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
      interfaces:
        Standard: {configure: https://example.org/configure.sh}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
      interfaces:
        Standard:
          create: https://example.org/create.sh
          configure: https://example.org/configure.sh
",
    check,
};

/// The operations after `create`.
const LATER: [&str; 4] = ["configure", "start", "stop", "delete"];
/// The normative types of nodes that an orchestrator provides.
const PROVIDED: [&str; 6] = [
    "tosca.nodes.Compute",
    "tosca.nodes.Storage.BlockStorage",
    "tosca.nodes.Storage.ObjectStorage",
    "tosca.nodes.LoadBalancer",
    "tosca.nodes.network.Network",
    "tosca.nodes.network.Port",
];

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    let scope = &facts.scope;
    for node in &facts.topology.nodes {
        let of = &node.shape.of;
        if !of.is_whole || !of.name().is_some_and(|name| PROVIDED.contains(&name.as_str())) {
            continue;
        }
        let create = [Operation::Create];
        let own = implementation::of_template(scope, node.node, of, STANDARD, &create);
        let is_created = !implementation::of_type(scope, of, STANDARD, &create).and(own).is_empty()
            || implementation::has_deployment_artifact(scope, node.node, &cx.file.path)
            || implementation::type_has_deployment_artifact(scope, of);
        if is_created {
            continue;
        }
        for (interface, entry) in node.node.get("interfaces").into_iter().flat_map(named) {
            if interface != "Standard" && interface != STANDARD {
                continue;
            }
            for (name, operation) in interfaces::operations(&entry.value).filter(|(name, _)| LATER.contains(name)) {
                if is_implemented(&operation.value) {
                    let message = format!("the orchestrator provides `{}`, and may ignore its `{name}`", node.name);
                    cx.report(operation.key.span, message).help("implement `create` as well");
                }
            }
        }
    }
}

fn is_implemented(operation: &Node) -> bool {
    let stated = if operation.as_text().is_some() { Some(operation) } else { operation.get("implementation") };
    stated.is_some_and(|stated| !stated.is_null())
}
