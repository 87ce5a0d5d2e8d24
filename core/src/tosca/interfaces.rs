//! The interfaces of types with the operations that they are known to have (3.5.16).

use std::sync::Arc;

use smol_str::SmolStr;

use crate::symbol::SymbolKind;
use crate::syntax::{Entry, Node, NodePath};
use crate::tosca::effective::{Effective, members, named};
use crate::tosca::scope::Scope;

/// Keys of an interface that are not operations.
const KEYNAMES: [&str; 6] = ["type", "description", "inputs", "operations", "notifications", "metadata"];

/// An interface of a type.
pub struct Interface {
    /// The operations and notifications of the interface type and of its definitions along the chain.
    pub operations: Vec<SmolStr>,
    /// Whether the interface type is available, so that the interface has no other operations.
    pub is_whole: bool,
}

/// The interface of a type that `name` refers to: its own name, or that of its interface type (D-51).
pub fn find(scope: &Scope<'_>, of: &Effective, name: &str) -> Option<Interface> {
    let by_type = || {
        let meant = scope.find(&[SymbolKind::InterfaceType], name)?;
        of.names(&["interfaces"]).find(|known| {
            let found = interface_type(scope, of, known);
            found.is_some_and(|found| found.name().is_some_and(|name| name == meant.name))
        })
    };
    let name = of.names(&["interfaces"]).find(|known| *known == name).or_else(by_type)?;
    let of_type = interface_type(scope, of, name).unwrap_or_default();
    let mut operations: Vec<SmolStr> = of_type.names(&["operations"]).cloned().collect();
    for declared in scope.declarations(of, "interfaces", name) {
        operations.extend(self::operations(declared.node).map(|(name, _)| SmolStr::from(name)));
    }
    Some(Interface { operations, is_whole: of_type.is_whole })
}

/// The known operations of all interfaces of a type: `Standard.create`.
pub fn all_operations(scope: &Scope<'_>, of: &Effective) -> Vec<String> {
    let interfaces = of.names(&["interfaces"]).filter_map(|name| Some((name, find(scope, of, name)?)));
    let operations = interfaces.flat_map(|(interface, known)| {
        known.operations.into_iter().map(move |operation| format!("{interface}.{operation}"))
    });
    operations.collect()
}

/// The type of an interface: the stated one, or the one whose name it has.
pub fn interface_type(scope: &Scope<'_>, of: &Effective, name: &str) -> Option<Arc<Effective>> {
    scope.member_type(of, "interfaces", name).or_else(|| {
        let first = scope.declarations(of, "interfaces", name).pop()?;
        Some(scope.effective_in(first.file, SymbolKind::InterfaceType, name))
    })
}

/// The interfaces that the requirement definitions of a type add to their relationships, each with the name of the
/// requirement.
pub fn of_relationships(of: &Node) -> Vec<(&str, &Node)> {
    let section = of.get("requirements");
    let all = members(section, &NodePath::root()).into_iter();
    let added = |path: &NodePath| section?.at(path)?.get("relationship")?.get("interfaces");
    all.filter_map(|(name, path)| Some((name, added(&path)?))).collect()
}

/// Whether a key of an interface is the name of an operation.
pub fn is_operation(key: &str) -> bool {
    !KEYNAMES.contains(&key)
}

/// The operations and notifications in the definition of an interface, in either notation.
pub fn operations(interface: &Node) -> impl Iterator<Item = (&str, &Entry)> {
    let direct = named(interface).filter(|(name, _)| is_operation(name));
    let below = ["operations", "notifications"].into_iter().filter_map(|section| interface.get(section));
    direct.chain(below.flat_map(named))
}
