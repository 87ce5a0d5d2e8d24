//! What a descriptor names, and where it speaks of what is named.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::Serialize;
use smol_str::SmolStr;

use crate::syntax::NodePath;
use crate::text::{FilePath, Span};

/// What a name can stand for, over all languages.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SymbolKind {
    Descriptor,
    Property,
    Component,
    Reference,
    Relationship,
    Capability,
    Requirement,
    Operation,
    Metric,
    Policy,
    DataType,
    Input,
    Output,
    Attribute,
    Interface,
    NodeTemplate,
    Group,
    Workflow,
    NodeType,
    RelationshipType,
    CapabilityType,
    InterfaceType,
    ArtifactType,
    GroupType,
    PolicyType,
    DeploymentItem,
    ConnectionPoint,
    Location,
    Demand,
    Constraint,
}

/// The full name of a descriptor: `resource::c_streamer::1.0`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct DescriptorRef {
    /// `assembly`, `resource`; as written.
    pub kind: SmolStr,
    pub name: SmolStr,
    /// A version, or what is written in its place: a range.
    pub version: SmolStr,
}

impl DescriptorRef {
    /// What stands for the full name of a descriptor whose language has none: of the `owner` there is one with this
    /// `name`, in several versions. The parts are trimmed; `None` where the name or the version is empty.
    pub fn edition(language: &str, owner: Option<&str>, name: &str, version: &str) -> Option<Self> {
        let [owner, name, version] = [owner.unwrap_or(""), name, version].map(str::trim);
        let kind = if owner.is_empty() { language.into() } else { format!("{language} by {owner}").into() };
        let whole = !name.is_empty() && !version.is_empty();
        whole.then(|| DescriptorRef { kind, name: name.into(), version: version.into() })
    }

    /// The three parts of `text`, trimmed; `None` unless there are exactly three and none is empty.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split("::").map(str::trim);
        let (kind, name, version) = (parts.next()?, parts.next()?, parts.next()?);
        let whole = parts.next().is_none() && [kind, name, version].iter().all(|part| !part.is_empty());
        whole.then(|| DescriptorRef { kind: kind.into(), name: name.into(), version: version.into() })
    }
}

impl fmt::Display for DescriptorRef {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}::{}::{}", self.kind, self.name, self.version)
    }
}

/// A named thing, where it is defined.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    pub kind: SymbolKind,
    pub name: SmolStr,
    pub file: FilePath,
    pub path: NodePath,
    /// The name itself.
    pub span: Span,
    /// All of the definition.
    pub full_span: Span,
    /// One line on it: its type.
    pub detail: String,
}

/// A place that speaks of something named.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mention {
    /// What the place is: a component's type, a reference in a value.
    pub context: Context,
    /// What is named there.
    pub kind: SymbolKind,
    pub name: SmolStr,
    /// The name itself.
    pub span: Span,
    /// The node that holds it.
    pub path: NodePath,
    pub target: Target,
}

/// What a mention leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    Found {
        file: FilePath,
        path: NodePath,
    },
    /// It should be there and is not. `owner` is the descriptor that was searched, if it is another.
    Missing {
        owner: Option<DescriptorRef>,
    },
    /// Where it would be defined is not in the catalog, so that nothing can be said.
    Unknown,
}

/// Places that are removed, by file.
pub type Removed = BTreeMap<FilePath, BTreeSet<NodePath>>;

/// The construct that a mention occurs in. Each language defines its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Context {
    pub name: &'static str,
    /// A title for the construct if removing it matters beyond the name itself: `upgrade dependency of {holder} on {name}`.
    pub title: Option<&'static str>,
    /// Whether the construct reads the value of the mentioned definition.
    pub is_value: bool,
}

impl Context {
    /// A plain name.
    pub const NAME: Context = Context::new("name");

    pub const fn new(name: &'static str) -> Self {
        Context { name, title: None, is_value: false }
    }

    pub const fn titled(name: &'static str, title: &'static str) -> Self {
        Context { name, title: Some(title), is_value: false }
    }

    pub const fn value(name: &'static str, title: &'static str) -> Self {
        Context { name, title: Some(title), is_value: true }
    }
}
