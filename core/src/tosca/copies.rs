//! Templates that copy others (`copy`, 3.7.3 and 3.7.4).

use crate::symbol::Symbol;
use crate::syntax::{Node, NodePath};

/// The template that one copies, in the same section.
pub fn source<'a>(section: Option<&'a Node>, template: &Node) -> Option<&'a Node> {
    section?.get(template.get("copy")?.as_text()?)
}

/// The type of a template: its own, or that of the template that it copies.
pub fn type_of<'a>(section: Option<&'a Node>, template: &'a Node) -> Option<&'a str> {
    let of = |template: &'a Node| template.get("type").filter(|name| !name.is_null())?.as_text();
    of(template).or_else(|| of(source(section, template)?))
}

/// Gives the symbols of copies the type that they copy.
pub fn add_types(root: &Node, symbols: &mut [Symbol]) {
    for symbol in symbols.iter_mut().filter(|symbol| symbol.detail.is_empty()) {
        let section = symbol.path.parent().filter(is_of_templates).and_then(|section| root.at(&section));
        let template = section.and_then(|section| section.get(symbol.path.last_key()?));
        if let Some(of) = template.and_then(|template| type_of(section, template)) {
            of.clone_into(&mut symbol.detail);
        }
    }
}

fn is_of_templates(section: &NodePath) -> bool {
    ["node_templates", "relationship_templates"]
        .map(|name| NodePath::keys(["topology_template", name]))
        .contains(section)
}
