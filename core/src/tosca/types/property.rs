//! Definitions of properties, attributes and parameters, with the keynames that they inherit (3.5.9, 3.5.11, 3.5.13).

use std::rc::Rc;

use crate::syntax::plain::{Plain, typed};
use crate::syntax::{Entry, Node};
use crate::text::{FilePath, Span};
use crate::tosca::types::schema::Schema;

/// A definition with everything inherited.
#[derive(Clone, Debug)]
pub(in crate::tosca) struct Property<'a> {
    pub(in crate::tosca) name: &'a str,
    /// The nearest type that defines it.
    pub(in crate::tosca) owner: &'a str,
    pub(in crate::tosca) file: &'a FilePath,
    /// The location of its name.
    pub(in crate::tosca) span: Span,
    pub(in crate::tosca) is_required: bool,
    pub(in crate::tosca) status: Option<&'a str>,
    pub(in crate::tosca) description: Option<&'a str>,
    /// Whether its values are not shown.
    pub(in crate::tosca) is_secret: bool,
    /// The value that applies if none is assigned, with its file.
    pub(in crate::tosca) default: Option<(&'a FilePath, &'a Node)>,
    pub(in crate::tosca) schema: Rc<Schema<'a>>,
}

impl<'a> Property<'a> {
    /// The definition of a parameter, which inherits nothing; `span` is that of its name.
    pub(in crate::tosca) fn of_node(name: &'a str, file: &'a FilePath, span: Span, node: &'a Node) -> Self {
        Property::of(None, "", file, (name, span), node)
    }

    /// A definition that refines an inherited one, keyname by keyname.
    pub(in crate::tosca) fn refined(
        base: Option<&Property<'a>>,
        owner: &'a str,
        file: &'a FilePath,
        name: &'a str,
        entry: &'a Entry,
    ) -> Self {
        Property::of(base, owner, file, (name, entry.key.span), &entry.value)
    }

    fn of(
        base: Option<&Property<'a>>,
        owner: &'a str,
        file: &'a FilePath,
        (name, span): (&'a str, Span),
        node: &'a Node,
    ) -> Self {
        let is_definition = is_definition(node);
        // A value in place of a definition is the default of the inherited one (D-44).
        let assigned = (!is_definition && !node.is_null()).then_some(node);
        let default = node.get("default").filter(|_| is_definition).or(assigned).map(|node| (file, node));
        let schema = match (is_definition, base) {
            (true, base) => Rc::new(Schema::refined(base.map(|base| &*base.schema), file, node)),
            (false, Some(base)) => Rc::clone(&base.schema),
            (false, None) => Rc::default(),
        };
        let required = required(node).filter(|_| is_definition);
        let described = node.get("description").and_then(Node::as_text).filter(|_| is_definition);
        Property {
            name,
            owner,
            file,
            span,
            is_required: required.or(base.map(|base| base.is_required)).unwrap_or(true),
            status: node.get("status").and_then(Node::as_text).or(base.and_then(|base| base.status)),
            description: described.or(base.and_then(|base| base.description)),
            is_secret: is_secret(node) || is_credential(owner, name) || base.is_some_and(|base| base.is_secret),
            default: default.or(base.and_then(|base| base.default)),
            schema,
        }
    }
}

/// The keynames of definitions.
const KEYNAMES: [&str; 13] = [
    "type",
    "description",
    "required",
    "default",
    "status",
    "constraints",
    "entry_schema",
    "key_schema",
    "external-schema",
    "external_schema",
    "schema",
    "metadata",
    "value",
];

/// Whether a node is a definition rather than a value.
pub(in crate::tosca) fn is_definition(node: &Node) -> bool {
    let key = |entry: &Entry| entry.key.as_text().is_some_and(|key| KEYNAMES.contains(&key));
    node.as_mapping().is_some_and(|mapping| node.get("type").is_some() || mapping.entries.iter().all(key))
}

/// Whether the metadata of a definition says that its values are secret.
pub fn is_secret(definition: &Node) -> bool {
    definition.get("metadata").and_then(|metadata| metadata.get("sensitive")?.as_text()) == Some("true")
}

/// Whether it is the part of a credential that gives access (5.3.2).
fn is_credential(owner: &str, name: &str) -> bool {
    owner == "tosca.datatypes.Credential" && matches!(name, "token" | "keys")
}

fn required(node: &Node) -> Option<bool> {
    match typed(node.get("required")?.as_scalar()?) {
        Plain::Bool(flag) => Some(flag),
        Plain::Text(word) if ["no", "off"].iter().any(|no| word.eq_ignore_ascii_case(no)) => Some(false),
        _ => None,
    }
}
