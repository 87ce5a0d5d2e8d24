//! The result of an expansion (instances, relationships, plan and changes), and the intent that it answers.

use serde::Serialize;
use serde_yaml::Value;

use crate::assembly::state::State;
use crate::diagnostic::Diagnostic;
use crate::preview::frame::Difference;
use crate::preview::plan::Plan;
use crate::preview::{Call, ItemProperty};
use crate::sorted_map::SortedMap;
use crate::syntax::NodePath;
use crate::text::FilePath;

/// The values that an intent provides.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Inputs {
    /// The name of the root instance; derived from the descriptor if absent.
    pub assembly_name: Option<String>,
    /// The full name of the descriptor that the intent is for; any descriptor if absent.
    pub descriptor_name: Option<String>,
    /// `Installed`, `Inactive` or `Active`; `Active` if absent.
    pub intended_state: Option<String>,
    pub properties: SortedMap<String, Value>,
    /// The state from which the outputs of an instance can be read. Undocumented; `Installed` if absent.
    pub outputs_from: Option<State>,
}

/// The requested lifecycle operation.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Intent {
    /// Bring a new assembly into its intended state.
    #[default]
    Install,
    /// Remove the assembly, from its intended state.
    Uninstall,
    /// Change from this state to the intended one.
    ChangeState { from: State },
    /// Heal one broken instance, or all resources in it.
    Heal { component: String },
    /// Add instances to this cluster, or remove some.
    Scale {
        direction: Direction,
        cluster: String,
        /// The current number of instances, if it is not the initial one.
        nodes: Option<u64>,
    },
    /// Upgrade to this descriptor, with these values.
    Upgrade {
        /// The previous descriptor.
        from: FilePath,
        /// The previous values; the new ones if absent.
        properties: Option<SortedMap<String, Value>>,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    Out,
    In,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Expansion {
    /// Parents before children, in source order.
    pub instances: Vec<Instance>,
    pub relationships: Vec<RelationshipInstance>,
    pub plan: Plan,
    /// Changes through scaling or an upgrade: instances, then relationships, in the order of the new list, followed by
    /// the removed ones.
    pub changes: Vec<Difference>,
    pub diagnostics: Vec<Diagnostic>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Instance {
    pub name: String,
    /// The full name of its descriptor; empty for a group.
    pub type_name: String,
    /// The name of the containing instance.
    pub parent: Option<String>,
    pub kind: InstanceKind,
    pub properties: Vec<ItemProperty>,
    /// The component or reference that it was created from.
    pub origin: Option<(FilePath, NodePath)>,
    /// Whether an expression chose the type.
    pub dynamic_type: bool,
    /// The group; `None` unless this is a group.
    pub group: Option<Group>,
}

/// The number of instances of a component, and its reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    pub multiplicity: Multiplicity,
    /// The initial number; `None` if it is only known at run time, and one instance represents all.
    pub count: Option<u64>,
    /// The bounds and the step of a cluster.
    pub minimum: Option<u64>,
    pub maximum: Option<u64>,
    pub increment: Option<u64>,
}

/// The source of the instances of a group.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Multiplicity {
    Quantity,
    Cluster,
    List,
    Map,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum InstanceKind {
    Assembly,
    Resource,
    /// Found, not created.
    Reference,
    /// All instances of a component that has several; it has no state.
    Group,
    /// Its descriptor is missing from the catalog.
    Unresolved,
}

#[derive(Clone, PartialEq, Debug)]
pub struct RelationshipInstance {
    pub name: String,
    /// The assembly instance that owns the relationship.
    pub owner: String,
    pub source: String,
    pub target: String,
    pub properties: Vec<ItemProperty>,
    /// The operations called on creation and cease, in order.
    pub create: Vec<Call>,
    pub cease: Vec<Call>,
}

impl InstanceKind {
    pub fn name(self) -> &'static str {
        match self {
            InstanceKind::Assembly => "assembly",
            InstanceKind::Resource => "resource",
            InstanceKind::Reference => "reference",
            InstanceKind::Group => "group",
            InstanceKind::Unresolved => "unresolved",
        }
    }
}

impl Multiplicity {
    pub fn name(self) -> &'static str {
        match self {
            Multiplicity::Quantity => "quantity",
            Multiplicity::Cluster => "cluster",
            Multiplicity::List => "list",
            Multiplicity::Map => "map",
        }
    }
}
