//! Nodes that the orchestrator deploys from an artifact, such as an image (5.8.4).

use crate::symbol::SymbolKind;
use crate::syntax::Node;
use crate::tosca::fulfilment::NodeTemplate;
use crate::tosca::scope::{Declared, Scope};

/// The type of artifacts that are deployed rather than run.
pub const DEPLOYMENT: &str = "tosca.artifacts.Deployment";
/// The interface of every node, by its name and by its type.
const STANDARD: [&str; 2] = ["Standard", "tosca.interfaces.node.lifecycle.Standard"];

/// Whether the `create` operation of a node is implemented by a deployment artifact.
pub fn is_image<'a>(scope: &Scope<'a>, node: &NodeTemplate<'a>) -> bool {
    let Some(name) = create(scope, node).and_then(implementation) else { return false };
    let own = node.artifact(name);
    let own = own.map(|node| Declared { file: &scope.file().path, node });
    let inherited = || scope.declarations(&node.shape.of, "artifacts", name).into_iter().next();
    let Some(Declared { file, node: artifact }) = own.or_else(inherited) else { return false };
    let of = artifact.get("type").and_then(Node::as_text);
    of.is_some_and(|of| scope.effective_in(file, SymbolKind::ArtifactType, of).derives_from(DEPLOYMENT))
}

/// The implementation of the `create` operation of a node: the name of an artifact or a file.
pub fn creating_artifact<'a>(scope: &Scope<'a>, node: &NodeTemplate<'a>) -> Option<&'a str> {
    create(scope, node).and_then(implementation)
}

/// The `create` operation of the template, or of the nearest type that implements it.
fn create<'a>(scope: &Scope<'a>, node: &NodeTemplate<'a>) -> Option<&'a Node> {
    let operation =
        |interface: &'a Node| interface.get("create").or_else(|| interface.get("operations")?.get("create"));
    let of = |template: &'a Node| STANDARD.iter().find_map(|name| operation(template.get("interfaces")?.get(name)?));
    of(node.node).or_else(|| of(node.copied?)).or_else(|| {
        let declared = STANDARD.iter().flat_map(|name| scope.declarations(&node.shape.of, "interfaces", name));
        declared.filter_map(|declared| operation(declared.node)).find(|operation| implementation(operation).is_some())
    })
}

/// The name of the primary artifact of an operation.
fn implementation(operation: &Node) -> Option<&str> {
    let stated = if operation.as_text().is_some() { operation } else { operation.get("implementation")? };
    let name = if stated.as_text().is_some() { stated } else { stated.get("primary")? };
    name.as_text().filter(|_| !name.is_null())
}
