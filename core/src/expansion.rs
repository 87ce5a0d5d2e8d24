//! What a descriptor becomes: instances with the values of their properties and where each came from, and the plan
//! by which they come to life. Nothing that only a running system can know is made up: it is a symbol.

use std::collections::BTreeMap;

use serde_yaml::Value;
use smol_str::SmolStr;

use crate::diagnostic::Diagnostic;
use crate::syntax::NodePath;
use crate::text::FilePath;

/// What an expansion starts from: an intent.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Inputs {
    /// The name of the root instance; made from the name of the descriptor where it is absent.
    pub assembly_name: Option<String>,
    /// `Installed`, `Inactive` or `Active`; `Active` where it is absent.
    pub intended_state: Option<String>,
    pub properties: BTreeMap<String, Value>,
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
    pub properties: Vec<InstanceProperty>,
    /// The component or reference that it is an instance of.
    pub origin: Option<(FilePath, NodePath)>,
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
}

/// A value as far as it can be known.
#[derive(Clone, PartialEq, Debug)]
pub enum Known {
    Value(Value),
    /// Known only to a running system: `<runtime asm__gw.address>`, `<id of asm__gw>`, `<lookup asm~net.id>`,
    /// `<unset>`, `<unknown asm__gw.x>`, `<error ...>`.
    Symbol(String),
    /// A text or collection with symbols in it.
    List(Vec<Known>),
    Map(Vec<(String, Known)>),
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
}

#[derive(Clone, PartialEq, Debug, Default)]
pub struct Plan {
    /// What happens in one stage may happen at the same time.
    pub stages: Vec<Vec<Action>>,
    /// Instances that go ahead of the others because a relationship needs them.
    pub raised: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Action {
    /// `Install`; `(Install)` where the descriptor has no such transition; `Create` of a relationship.
    pub action: String,
    pub instance: String,
    /// What has to be done before, and why.
    pub reasons: Vec<Reason>,
    /// The operations that a relationship calls: name and instance.
    pub operations: Vec<(String, String)>,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// The earlier action: its name and its instance.
    pub after: (String, String),
    pub why: String,
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
