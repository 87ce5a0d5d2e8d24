//! The details of deployment items and connection points in an outline: the type of the artifact, and the networks.

use crate::asd;
use crate::asd::model::texts;
use crate::sorted_map::SortedMap;
use crate::sorting::gather;
use crate::symbol::Symbol;
use crate::syntax::{Node, NodePath};
use crate::workspace::SourceFile;

/// Adds the details to the definitions of a file.
pub fn with_details(file: &SourceFile, mut symbols: Vec<Symbol>) -> Vec<Symbol> {
    let Some(application) = asd::application(file) else { return symbols };
    let items = application.items().filter_map(|item| Some((item.path.clone(), item.text("artifactType")?.to_owned())));
    let points = application.points().map(|(path, point)| (path, networks(point)));
    let details: SortedMap<NodePath, String> = gather(items.chain(points));
    for symbol in &mut symbols {
        if let Some(detail) = details.get(&symbol.path) {
            detail.clone_into(&mut symbol.detail);
        }
    }
    symbols
}

/// The networks of a connection point.
pub fn networks(point: &Node) -> String {
    let links = texts(point.get("virtualLinkRequirement")).filter_map(Node::as_text);
    links.map(str::trim).filter(|link| !link.is_empty()).collect::<Vec<_>>().join(", ")
}
