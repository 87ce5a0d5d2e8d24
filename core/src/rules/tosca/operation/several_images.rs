//! Nodes that several artifacts create.

use std::rc::Rc;

use crate::diagnostic::Severity;
use crate::rules::tosca::{Check, Rule};
use crate::symbol::SymbolKind;
use crate::syntax::Node;
use crate::tosca::effective::named;
use crate::tosca::image;

pub static RULE: Rule = Rule {
    code: "tosca/operation/several-images",
    severity: Severity::Warning,
    title: "several artifacts that create a node",
    doc: "A node is created by the implementation of its operation `create`, or by a deployment artifact such as an image \
          (13.2). If it has both, it is unclear which one counts, unless `create` names the artifact.",
    sources: &["T-13-10"],
    bad: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
      artifacts:
        image: {type: tosca.artifacts.Deployment.Image.VM.QCOW2, file: https://example.org/server.qcow2}
      interfaces:
        Standard: {create: https://example.org/create.sh}
",
    good: "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    server:
      type: tosca.nodes.Compute
      artifacts:
        image: {type: tosca.artifacts.Deployment.Image.VM.QCOW2, file: https://example.org/server.qcow2}
      interfaces:
        Standard: {create: image}
",
    check,
};

fn check(cx: &mut Check<'_>) {
    let facts = Rc::clone(&cx.facts);
    let scope = &facts.scope;
    for node in &facts.topology.nodes {
        let artifacts = node.node.get("artifacts").into_iter().flat_map(named);
        let is_image = |artifact: &Node| {
            let of = artifact.get("type").and_then(Node::as_text);
            of.is_some_and(|of| scope.effective(SymbolKind::ArtifactType, of).derives_from(image::DEPLOYMENT))
        };
        let images: Vec<_> = artifacts.filter(|(_, entry)| is_image(&entry.value)).collect();
        if images.is_empty() {
            continue;
        }
        let Some(created_by) = image::creating_artifact(scope, node) else { continue };
        for (name, entry) in images.into_iter().filter(|(name, _)| created_by != *name) {
            let message = format!("`{name}` creates `{}` beside the implementation of `create`, `{created_by}`", node.name);
            cx.report(entry.key.span, message).help("keep one of them, or name the artifact as the implementation");
        }
    }
}
