//! Implementations whose artifact type is not made to be run.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::symbol::SymbolKind;
use crate::syntax::Node;
use crate::tosca::effective::named;
use crate::tosca::interfaces;
use crate::tosca::scope::Declared;

pub static RULE: Rule = Rule {
    code: "tosca/operation/not-an-implementation",
    severity: Severity::Warning,
    title: "implementation that cannot be run",
    doc: "Operations are implemented by artifacts whose type derives from `tosca.artifacts.Implementation` (5.4.4). Only \
          `create` can also have a deployment artifact, such as an image, which the orchestrator deploys (3.5.14).",
    sources: &["T-3.5.14-08"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
      interfaces:
        Standard:
          create: {implementation: {primary: {type: tosca.artifacts.File, file: https://example.org/create.sh}}}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
      interfaces:
        Standard:
          create: {implementation: {primary: {type: tosca.artifacts.Implementation.Bash, file: https://example.org/create.sh}}}
",
    check,
};

const IMPLEMENTATION: &str = "tosca.artifacts.Implementation";
const DEPLOYMENT: &str = "tosca.artifacts.Deployment";

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    let scope = &facts.scope;
    let path = &cx.file.path;
    for node in &facts.topology.nodes {
        for (_, interface) in node.node.get("interfaces").into_iter().flat_map(named) {
            for (operation, entry) in interfaces::operations(&interface.value) {
                let Some(implementation) = implementation(&entry.value) else { continue };
                let by_name = |name: &str| {
                    let own = node.artifact(name);
                    let own = own.map(|node| Declared { file: path, node });
                    own.or_else(|| scope.declarations(&node.shape.of, "artifacts", name).into_iter().next())
                };
                let artifact = match implementation.as_text() {
                    Some(name) => by_name(name),
                    None => Some(Declared { file: path, node: implementation }),
                };
                let Some(Declared { file, node: artifact }) = artifact else { continue };
                let Some(name) = artifact.get("type").and_then(Node::as_text) else { continue };
                let of = scope.effective_in(file, SymbolKind::ArtifactType, name);
                let is_fitting = of.derives_from(IMPLEMENTATION) || operation == "create" && of.derives_from(DEPLOYMENT);
                if of.is_whole && !is_fitting {
                    let message = format!("the implementation of `{operation}` has the type `{name}`, which cannot be run");
                    let finding = cx.report(implementation.span, message);
                    finding.help(format!("use a type that derives from `{IMPLEMENTATION}`"));
                }
            }
        }
    }
}

/// The primary artifact of an operation: its name, or its definition.
fn implementation(operation: &Node) -> Option<&Node> {
    let stated = if operation.as_text().is_some() { operation } else { operation.get("implementation")? };
    let primary = if stated.as_text().is_some() { stated } else { stated.get("primary").unwrap_or(stated) };
    (!primary.is_null()).then_some(primary)
}
