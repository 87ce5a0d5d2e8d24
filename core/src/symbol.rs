//! Symbols defined by descriptors, and mentions of them.

use std::fmt;

use serde::Serialize;
use smol_str::SmolStr;

use crate::sorted_map::{SortedMap, SortedSet};
use crate::syntax::NodePath;
use crate::text::{FilePath, Span};

/// The kinds of symbols in all languages.
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
    /// A step of a workflow.
    Step,
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

impl SymbolKind {
    /// Whether it is a type, which can derive from another one of its kind.
    pub fn is_type(self) -> bool {
        matches!(
            self,
            SymbolKind::DataType
                | SymbolKind::NodeType
                | SymbolKind::RelationshipType
                | SymbolKind::CapabilityType
                | SymbolKind::InterfaceType
                | SymbolKind::ArtifactType
                | SymbolKind::GroupType
                | SymbolKind::PolicyType
        )
    }
}

/// The full name of a descriptor: `resource::c_streamer::1.0`.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct DescriptorRef {
    /// `assembly` or `resource`, as written.
    pub kind: SmolStr,
    pub name: SmolStr,
    /// A version, or a range in its place.
    pub version: SmolStr,
}

impl DescriptorRef {
    /// A substitute for the full name in a language without full names: the descriptor `name` of an `owner`, in several
    /// versions. The parts are trimmed; `None` if the name or version is empty.
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

/// A definition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    pub kind: SymbolKind,
    pub name: SmolStr,
    pub file: FilePath,
    pub path: NodePath,
    /// The name itself.
    pub span: Span,
    /// The whole definition.
    pub full_span: Span,
    /// One line of detail, such as its type.
    pub detail: String,
}

/// A mention of a symbol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mention {
    /// The construct that contains it, such as the type of a component or a reference in a value.
    pub context: Context,
    /// The kind of symbol that is mentioned.
    pub kind: SymbolKind,
    pub name: SmolStr,
    /// The name itself.
    pub span: Span,
    /// The node that contains it.
    pub path: NodePath,
    pub target: Target,
}

/// The definition that a mention refers to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    Found {
        file: FilePath,
        path: NodePath,
    },
    /// The symbol does not exist. `owner` is the descriptor that was searched, if it is another one.
    Missing {
        owner: Option<DescriptorRef>,
    },
    /// The descriptor that would define it is missing from the catalog.
    Unknown,
}

/// Removed paths, by file.
pub type Removed = SortedMap<FilePath, SortedSet<NodePath>>;

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
