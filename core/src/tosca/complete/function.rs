//! Completion of the arguments of functions (4.3 to 4.8).

use std::rc::Rc;

use super::{names, word};
use crate::completion::Completion;
use crate::completion::cursor::CursorContext;
use crate::context::FileContext;
use crate::symbol::SymbolKind;
use crate::syntax::{Node, NodePath, Step};
use crate::tosca::entity::{Entities, Template};
use crate::tosca::scope::Scope;
use crate::tosca::types::members::Properties;
use crate::tosca::types::property::Property;

pub fn values(context: FileContext<'_>, cursor: &CursorContext) -> Vec<Completion> {
    let (function, index, call) = match cursor.path.steps() {
        [.., Step::Key(function)] => (function.as_str(), 0, Some(cursor.path.clone())),
        [.., Step::Key(function), Step::Index(index)] => (function.as_str(), *index, cursor.path.parent()),
        _ => return Vec::new(),
    };
    let kinds: &[SymbolKind] = match (function, index) {
        ("get_input", 0) => &[SymbolKind::Input],
        ("get_nodes_of_type", 0) => &[SymbolKind::NodeType],
        ("get_property" | "get_attribute" | "get_operation_output" | "get_artifact", 0) => {
            &[SymbolKind::NodeTemplate, SymbolKind::Relationship]
        }
        ("get_property" | "get_attribute", _) => {
            let arguments = call.and_then(|call| context.file.root.as_ref()?.at(&call)).map_or(&[][..], Node::items);
            return members(context, cursor, arguments.get(..index).unwrap_or_default(), function == "get_attribute");
        }
        _ => return Vec::new(),
    };
    let of = |kind: &SymbolKind| {
        let names = names(context, *kind, &NodePath::root()).into_iter();
        names.map(|name| name.completion(*kind, cursor.replaces)).collect::<Vec<_>>()
    };
    kinds.iter().flat_map(of).collect()
}

/// The arguments after an entity, or a capability of it, in `get_property` and `get_attribute`.
fn members(context: FileContext<'_>, cursor: &CursorContext, before: &[Node], is_attribute: bool) -> Vec<Completion> {
    let entities = Entities::of(context, Rc::new(Scope::of(context)));
    let before: Vec<&str> = before.iter().filter_map(Node::as_text).collect();
    let Some((entity, steps)) = before.split_first() else { return Vec::new() };
    let Some(template) = entity_named(&entities, entity, &cursor.path) else { return Vec::new() };
    let of = &template.members;
    let of_properties = |properties, attributes| of_properties(properties, attributes, is_attribute, cursor);
    match steps {
        [] => {
            let mut found = of_properties(&of.properties, &of.attributes);
            found.extend(of.capabilities.keys().map(|name| word(*name, "capability", cursor)));
            found.extend(of.requirements.keys().map(|name| word(*name, "requirement", cursor)));
            found
        }
        [name] => match of.capabilities.get(name) {
            Some(capability) => of_properties(&capability.properties, &capability.attributes),
            None => Vec::new(),
        },
        _ => Vec::new(),
    }
}

/// Properties, or attributes, which include the properties (3.5.12).
fn of_properties<'a>(
    properties: &Properties<'a>,
    attributes: &Properties<'a>,
    is_attribute: bool,
    cursor: &CursorContext,
) -> Vec<Completion> {
    let own = if is_attribute { attributes } else { properties };
    let reflected = properties.values().filter(|one| is_attribute && !own.contains_key(one.name));
    let type_name = |one: &Property<'_>| one.schema.type_name.map_or("", |name| name.name).to_owned();
    own.values().chain(reflected).map(|one| word(one.name, type_name(one), cursor)).collect()
}

/// The template that an entity name means at a path: one with this name, or the one around it.
fn entity_named<'a>(entities: &Entities<'a>, name: &str, at: &NodePath) -> Option<Template<'a>> {
    if name != "SELF" {
        return entities
            .template_named(SymbolKind::NodeType, name)
            .or_else(|| entities.template_named(SymbolKind::RelationshipType, name));
    }
    match at.steps() {
        [Step::Key(_), Step::Key(section), Step::Key(own), ..] if section == "node_templates" => {
            entities.template_named(SymbolKind::NodeType, own)
        }
        [Step::Key(_), Step::Key(section), Step::Key(own), ..] if section == "relationship_templates" => {
            entities.template_named(SymbolKind::RelationshipType, own)
        }
        _ => None,
    }
}
