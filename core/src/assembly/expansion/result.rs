//! The result of an expansion: instances with their properties, relationships, the plan, and what an upgrade or
//! scaling changes; and the question that it answers.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_yaml::Value;

use crate::assembly::state::State;
use crate::diagnostic::Diagnostic;
use crate::preview::frame::Difference;
use crate::preview::plan::Plan;
use crate::preview::{Call, ItemProperty};
use crate::syntax::NodePath;
use crate::text::FilePath;

/// What an expansion starts from: the values that an intent brings.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Inputs {
    /// The name of the root instance; made from the name of the descriptor where it is absent.
    pub assembly_name: Option<String>,
    /// The full name of the descriptor that the intent is for; any where it is absent.
    pub descriptor_name: Option<String>,
    /// `Installed`, `Inactive` or `Active`; `Active` where it is absent.
    pub intended_state: Option<String>,
    pub properties: BTreeMap<String, Value>,
    /// The state from which on what an instance reports can be read by others. No source says which; `Installed`
    /// where it is absent.
    pub outputs_from: Option<State>,
}

/// What an orchestrator is asked to do with the assembly.
#[derive(Clone, PartialEq, Debug, Default)]
pub enum Intent {
    /// To bring a new one into its intended state.
    #[default]
    Install,
    /// To take it away, from its intended state.
    Uninstall,
    /// To bring it from this state into its intended one.
    ChangeState { from: State },
    /// To mend one instance that broke, or all resources in it.
    Heal { component: String },
    /// To add instances to the cluster of this name, or to take some away.
    Scale {
        direction: Direction,
        cluster: String,
        /// How many there are now, where they are not as many as at first.
        nodes: Option<u64>,
    },
    /// To make it one of this descriptor, with these values, out of what it was before.
    Upgrade {
        /// The descriptor that it was of.
        from: FilePath,
        /// The values that it had; those that it gets now, where they are absent.
        properties: Option<BTreeMap<String, Value>>,
    },
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    Out,
    In,
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Expansion {
    /// Parents before children, in the order of the text.
    pub instances: Vec<Instance>,
    pub relationships: Vec<RelationshipInstance>,
    pub plan: Plan,
    /// What scaling or an upgrade makes different: instances, then relationships, in the order of the new list; what
    /// is gone comes after them.
    pub changes: Vec<Difference>,
    pub diagnostics: Vec<Diagnostic>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Instance {
    pub name: String,
    /// The full name of its descriptor; empty for a group.
    pub type_name: String,
    /// The name of the instance that it is a part of.
    pub parent: Option<String>,
    pub kind: InstanceKind,
    pub properties: Vec<ItemProperty>,
    /// The component or reference that it is an instance of.
    pub origin: Option<(FilePath, NodePath)>,
    /// Whether an expression chose the type.
    pub dynamic_type: bool,
    /// What a group is made of; only groups have it.
    pub group: Option<Group>,
}

/// How many instances a component has, and why.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Group {
    pub multiplicity: Multiplicity,
    /// How many there are at first; `None` where only a running system knows, and one instance stands for all.
    pub count: Option<u64>,
    /// The bounds and the step of a cluster.
    pub minimum: Option<u64>,
    pub maximum: Option<u64>,
    pub increment: Option<u64>,
}

/// What there is one instance for each of.
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
    /// All instances of a component that has several: without a state of its own.
    Group,
    /// Its descriptor is not in the catalog.
    Unresolved,
}

#[derive(Clone, PartialEq, Debug)]
pub struct RelationshipInstance {
    pub name: String,
    /// The assembly instance that has the relationship.
    pub owner: String,
    pub source: String,
    pub target: String,
    pub properties: Vec<ItemProperty>,
    /// What is called when it is created and ceased, one after the other.
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
