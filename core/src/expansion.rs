//! What a descriptor becomes: instances with the values of their properties and where each came from, and the plan
//! by which they come to life. Nothing that only a running system can know is made up: it is a symbol.

pub mod drawing;
pub mod given;
pub mod pace;
pub mod plan;
mod printed;
pub mod standing;

use std::collections::BTreeMap;
use std::fmt;

use serde_yaml::Value;
use smol_str::SmolStr;

use crate::diagnostic::Diagnostic;
use crate::expansion::plan::{Plan, State};
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

/// Whether properties have the types that they are declared with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Typing {
    #[default]
    Declared,
    /// All values are texts, as under the TNC-O profile (S1:41).
    Text,
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

/// A property that the root takes from outside: a row of the inputs form.
#[derive(Clone, PartialEq, Debug)]
pub struct InputField {
    pub name: SmolStr,
    pub type_name: SmolStr,
    pub description: String,
    pub required: bool,
    pub default: Option<Value>,
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

/// An instance or a relationship that is not as it was before.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The name of the instance; of a relationship, with its assembly: `asm:uses__1`.
    pub name: String,
    pub kind: DifferenceKind,
    /// The properties whose values changed.
    pub properties: Vec<SmolStr>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum DifferenceKind {
    Added,
    Removed,
    /// Only volatile properties changed: it stays Active.
    Reconfigured,
    /// Its descriptor has the transition `Upgrade`.
    Upgraded,
    /// Uninstalled and installed again; a relationship is ceased and created again.
    Replaced,
    /// It has no transitions of its own: an assembly, or a reference.
    Changed,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Instance {
    pub name: String,
    /// The full name of its descriptor; empty for a group.
    pub type_name: String,
    /// The name of the instance that it is a part of.
    pub parent: Option<String>,
    pub kind: InstanceKind,
    pub properties: Vec<InstanceProperty>,
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
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Multiplicity {
    Quantity,
    Cluster,
    List,
    Map,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
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
pub struct InstanceProperty {
    pub name: SmolStr,
    pub value: Known,
    pub origin: Origin,
    /// The default that holds until the running instance reports a value.
    pub until_reported: Option<Known>,
}

/// A value as far as it can be known.
#[derive(Clone, PartialEq, Debug)]
pub enum Known {
    Value(Value),
    /// Known only to a running system: `<runtime asm__gw.address>`, `<id of asm__gw>`, `<lookup asm~net.id>`,
    /// `<unset>`, `<unknown asm__gw.x>`, `<error ...>`.
    Symbol(String),
    /// A collection with symbols in it.
    List(Vec<Known>),
    Map(Vec<(String, Known)>),
    /// A text with symbols in it: `<template ${runtime asm__gw.address}:80>`.
    Template(String),
}

/// Where a value came from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Origin {
    /// Given with the intent.
    Intent,
    Default,
    /// Fixed by the descriptor of the instance itself.
    Static,
    /// A literal that the enclosing assembly sets.
    Set,
    /// A reference to other properties.
    Mapped,
    /// Reported by the running instance.
    Runtime,
    Unset,
}

#[derive(Clone, PartialEq, Debug)]
pub struct RelationshipInstance {
    pub name: String,
    /// The assembly instance that has the relationship.
    pub owner: String,
    pub source: String,
    pub target: String,
    pub properties: Vec<InstanceProperty>,
    /// What is called when it is created and ceased, one after the other.
    pub create: Vec<Call>,
    pub cease: Vec<Call>,
}

/// A call of an operation of a resource.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Call {
    On {
        operation: String,
        /// The name of the instance; of a reference `~name`.
        instance: String,
    },
    /// One of these lists of calls is made; which, only a running system decides.
    OneOf(Vec<Vec<Call>>),
}

impl Known {
    /// Whether only a running system knows it, wholly or in part.
    pub fn is_symbolic(&self) -> bool {
        match self {
            Known::Value(_) => false,
            Known::Symbol(_) | Known::Template(_) => true,
            Known::List(items) => items.iter().any(Known::is_symbolic),
            Known::Map(entries) => entries.iter().any(|(_, value)| value.is_symbolic()),
        }
    }
}

/// As the preview shows it: texts in quotes, symbols in angle brackets.
impl fmt::Display for Known {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Known::Value(value) => write_value(value, formatter),
            Known::Symbol(text) | Known::Template(text) => formatter.write_str(text),
            Known::List(items) => {
                formatter.write_str("[")?;
                for (index, item) in items.iter().enumerate() {
                    write!(formatter, "{}{item}", separator(index))?;
                }
                formatter.write_str("]")
            }
            Known::Map(entries) => {
                formatter.write_str("{")?;
                for (index, (key, value)) in entries.iter().enumerate() {
                    write!(formatter, "{}{key}: {value}", separator(index))?;
                }
                formatter.write_str("}")
            }
        }
    }
}

fn separator(index: usize) -> &'static str {
    if index == 0 { "" } else { ", " }
}

fn write_value(value: &Value, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
    match value {
        Value::Null => formatter.write_str("null"),
        Value::Bool(flag) => write!(formatter, "{flag}"),
        Value::Number(number) => write!(formatter, "{number}"),
        Value::String(text) => write!(formatter, "\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")),
        Value::Sequence(items) => {
            formatter.write_str("[")?;
            for (index, item) in items.iter().enumerate() {
                formatter.write_str(separator(index))?;
                write_value(item, formatter)?;
            }
            formatter.write_str("]")
        }
        Value::Mapping(entries) => {
            formatter.write_str("{")?;
            for (index, (key, value)) in entries.iter().enumerate() {
                formatter.write_str(separator(index))?;
                match key {
                    Value::String(key) => write!(formatter, "{key}: ")?,
                    key => {
                        write_value(key, formatter)?;
                        formatter.write_str(": ")?;
                    }
                }
                write_value(value, formatter)?;
            }
            formatter.write_str("}")
        }
        Value::Tagged(tagged) => write_value(&tagged.value, formatter),
    }
}

/// `MountStorage @ asm__storage`; alternatives as `one of (a @ x | a @ y)`.
impl fmt::Display for Call {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Call::On { operation, instance } => write!(formatter, "{operation} @ {instance}"),
            Call::OneOf(alternatives) => {
                formatter.write_str("one of (")?;
                for (index, calls) in alternatives.iter().enumerate() {
                    formatter.write_str(if index == 0 { "" } else { " | " })?;
                    for (index, call) in calls.iter().enumerate() {
                        write!(formatter, "{}{call}", if index == 0 { "" } else { "; " })?;
                    }
                }
                formatter.write_str(")")
            }
        }
    }
}

impl Origin {
    pub fn name(self) -> &'static str {
        match self {
            Origin::Intent => "intent",
            Origin::Default => "default",
            Origin::Static => "static",
            Origin::Set => "set",
            Origin::Mapped => "mapped",
            Origin::Runtime => "runtime",
            Origin::Unset => "unset",
        }
    }
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

impl DifferenceKind {
    pub fn name(self) -> &'static str {
        match self {
            DifferenceKind::Added => "added",
            DifferenceKind::Removed => "removed",
            DifferenceKind::Reconfigured => "reconfigured",
            DifferenceKind::Upgraded => "upgraded",
            DifferenceKind::Replaced => "replaced",
            DifferenceKind::Changed => "changed",
        }
    }
}
