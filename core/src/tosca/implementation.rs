//! The operations of normative interfaces that do something: those with an implementation in a template or along the
//! chain of its type.

use crate::symbol::SymbolKind;
use crate::syntax::{Entry, Kind, Node};
use crate::text::FilePath;
use crate::tosca::effective::{Effective, named};
use crate::tosca::scope::{Declared, Scope};
use crate::tosca::weaving::{Operation, Operations};

/// The interface of the life cycle of nodes (5.8.4).
pub const STANDARD: &str = "tosca.interfaces.node.lifecycle.Standard";
/// The interface of relationships (5.8.5).
pub const CONFIGURE: &str = "tosca.interfaces.relationship.Configure";
/// The type of artifacts that are deployed with a node (5.4.3).
const DEPLOYMENT: &str = "tosca.artifacts.Deployment";

/// The implemented operations of an interface that a type has.
pub fn of_type(scope: &Scope<'_>, of: &Effective, interface: &str, operations: &[Operation]) -> Operations {
    let declared = of.chain().filter_map(|ancestor| scope.defined(ancestor));
    let mut found = Operations::default();
    for Declared { file, node } in declared {
        found = found.and(in_entity(scope, (file, node), of, interface, operations));
    }
    found
}

/// The operations that a template of this type implements itself.
pub fn of_template(
    scope: &Scope<'_>,
    template: &Node,
    of: &Effective,
    interface: &str,
    operations: &[Operation],
) -> Operations {
    in_entity(scope, (&scope.file().path, template), of, interface, operations)
}

fn in_entity(
    scope: &Scope<'_>,
    (file, entity): (&FilePath, &Node),
    of: &Effective,
    interface: &str,
    operations: &[Operation],
) -> Operations {
    let mut found = Operations::default();
    for (name, entry) in entity.get("interfaces").into_iter().flat_map(named) {
        if !is_interface(scope, file, (name, &entry.value), of, interface) {
            continue;
        }
        for operation in operations {
            let is_implemented = [Some(&entry.value), entry.value.get("operations")]
                .into_iter()
                .flatten()
                .filter_map(|section| section.get(operation.name()))
                .any(is_implemented);
            if is_implemented {
                found.insert(*operation);
            }
        }
    }
    found
}

/// Whether an interface, named symbolically or by its type, is or derives from the normative one.
fn is_interface(
    scope: &Scope<'_>,
    file: &FilePath,
    (name, node): (&str, &Node),
    of: &Effective,
    interface: &str,
) -> bool {
    let is_meant = |of: &Effective| of.derives_from(interface);
    if let Some(stated) = node.get("type").and_then(Node::as_text) {
        return is_meant(&scope.effective_in(file, SymbolKind::InterfaceType, stated));
    }
    if let Some(declared) = scope.member_type(of, "interfaces", name) {
        return is_meant(&declared);
    }
    is_meant(&scope.effective_in(file, SymbolKind::InterfaceType, name))
}

/// Whether an operation has a primary artifact.
fn is_implemented(operation: &Node) -> bool {
    match operation.kind {
        Kind::Scalar(_) => !operation.is_null(),
        _ => operation.get("implementation").is_some_and(|implementation| match implementation.kind {
            Kind::Scalar(_) => !implementation.is_null(),
            _ => ["primary", "file"].iter().any(|key| implementation.get(key).is_some_and(|node| !node.is_null())),
        }),
    }
}

/// The primary artifact of an operation, as it is written: of the template, or else of the nearest type that states one.
pub fn primary(scope: &Scope<'_>, template: &Node, of: &Effective, interface: &str, operation: &str) -> Option<String> {
    let declared = of.chain().filter_map(|ancestor| scope.defined(ancestor));
    let own = Declared { file: &scope.file().path, node: template };
    std::iter::once(own).chain(declared).find_map(|Declared { file, node }| {
        let interfaces = node.get("interfaces").into_iter().flat_map(named);
        let is_meant = |(name, entry): &(&str, &Entry)| {
            *name == interface || is_interface(scope, file, (name, &entry.value), of, interface)
        };
        interfaces.filter(is_meant).find_map(|(_, entry)| {
            let sections = [Some(&entry.value), entry.value.get("operations")].into_iter().flatten();
            sections.filter_map(|section| section.get(operation)).find_map(artifact_of)
        })
    })
}

fn artifact_of(operation: &Node) -> Option<String> {
    let text = |node: &Node| node.as_text().filter(|_| !node.is_null()).map(str::to_owned);
    text(operation).or_else(|| {
        let implementation = operation.get("implementation")?;
        let primary = || implementation.get("primary").or_else(|| implementation.get("file"));
        text(implementation).or_else(|| {
            let primary = primary()?;
            text(primary).or_else(|| text(primary.get("file")?))
        })
    })
}

/// Whether an entity has a deployment artifact, so that its creation does something (T-13-10).
pub fn has_deployment_artifact(scope: &Scope<'_>, entity: &Node, file: &FilePath) -> bool {
    let artifacts = entity.get("artifacts").into_iter().flat_map(named);
    let mut types = artifacts.filter_map(|(_, entry)| entry.value.get("type")?.as_text());
    types.any(|name| scope.effective_in(file, SymbolKind::ArtifactType, name).derives_from(DEPLOYMENT))
}

/// The same for a type with its ancestors.
pub fn type_has_deployment_artifact(scope: &Scope<'_>, of: &Effective) -> bool {
    let mut declared = of.chain().filter_map(|ancestor| scope.defined(ancestor));
    declared.any(|Declared { file, node }| has_deployment_artifact(scope, node, file))
}
