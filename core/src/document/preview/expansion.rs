//! The instances and relationships of an assembly or a resource.

use serde::Serialize;

use crate::assembly::expansion::{self, InstanceKind, Multiplicity};
use crate::document::Named;
use crate::document::preview::Property;
use crate::preview;
use crate::preview::frame::{self, DifferenceKind};

/// Instances with their values, and relationships between them.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Expansion {
    /// Parents before children.
    pub instances: Vec<Instance>,
    pub relationships: Vec<Relationship>,
    /// The effects of scaling or an upgrade; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub changes: Vec<Difference>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Instance {
    pub name: String,
    /// The full name of its descriptor; empty for a group, and for a descriptor without a name.
    #[serde(rename = "type")]
    pub type_name: String,
    /// The name of the parent instance; absent for the root.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    pub kind: InstanceKind,
    /// The size of a group; absent for all other instances.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub group: Option<Group>,
    /// Whether the type results from an expression; absent if not.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub dynamic_type: bool,
    pub properties: Named<Property>,
    /// In an excerpt, the number of properties omitted because they have their defaults; absent if there are none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defaults: Option<usize>,
}

/// The number of instances of a component, with the reason for it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Group {
    pub of: Multiplicity,
    /// The initial number; absent if known only at run time, in which case one instance represents all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimum: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub maximum: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub increment: Option<u64>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Relationship {
    pub name: String,
    /// The assembly instance that has the relationship.
    pub owner: String,
    pub source: String,
    pub target: String,
    pub properties: Named<Property>,
    /// The operations called on creation, in order: `MountStorage @ asm__storage`.
    pub create: Vec<String>,
    /// The operations called on removal.
    pub cease: Vec<String>,
}

/// An instance or relationship affected by scaling or an upgrade.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Difference {
    /// The name of the instance. The name of a relationship is preceded by that of its assembly: `asm:uses__1`.
    pub instance: String,
    pub change: DifferenceKind,
    /// The properties whose values change; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub properties: Vec<String>,
}

impl Expansion {
    pub fn new(expansion: &expansion::Expansion) -> Self {
        Expansion {
            instances: expansion.instances.iter().map(Instance::new).collect(),
            relationships: expansion.relationships.iter().map(Relationship::new).collect(),
            changes: expansion.changes.iter().map(Difference::new).collect(),
        }
    }
}

impl Instance {
    pub fn new(instance: &expansion::Instance) -> Self {
        let group = instance.group.as_ref().filter(|_| instance.kind == InstanceKind::Group);
        Instance {
            name: instance.name.clone(),
            type_name: instance.type_name.clone(),
            parent: instance.parent.clone(),
            kind: instance.kind,
            group: group.map(|group| Group {
                of: group.multiplicity,
                count: group.count,
                minimum: group.minimum,
                maximum: group.maximum,
                increment: group.increment,
            }),
            dynamic_type: instance.dynamic_type,
            properties: properties(&instance.properties),
            defaults: None,
        }
    }
}

fn properties(properties: &[preview::ItemProperty]) -> Named<Property> {
    properties.iter().map(|property| (property.name.to_string(), Property::new(property))).collect()
}

impl Relationship {
    fn new(relationship: &expansion::RelationshipInstance) -> Self {
        Relationship {
            name: relationship.name.clone(),
            owner: relationship.owner.clone(),
            source: relationship.source.clone(),
            target: relationship.target.clone(),
            properties: properties(&relationship.properties),
            create: relationship.create.iter().map(ToString::to_string).collect(),
            cease: relationship.cease.iter().map(ToString::to_string).collect(),
        }
    }
}

impl Difference {
    fn new(difference: &frame::Difference) -> Self {
        Difference {
            instance: difference.name.clone(),
            change: difference.kind,
            properties: difference.properties.iter().map(ToString::to_string).collect(),
        }
    }
}
