//! The result of a preview in a form shared by all languages: items with their values, links between them, a plan,
//! differences and findings. A language implements [`Frame`] for its own result and shows the details in its own panel.

use std::collections::HashMap;

use serde::Serialize;
use smol_str::SmolStr;

use crate::diagnostic::Diagnostic;
use crate::preview::ItemProperty;
use crate::preview::plan::Plan;
use crate::syntax::NodePath;
use crate::text::FilePath;
use crate::topology::Topology;

/// The result of a preview in any language.
pub trait Frame {
    fn n_items(&self) -> usize;
    /// The item at an index. Parents come before their children.
    fn item(&self, at: usize) -> Option<Item<'_>>;
    fn n_links(&self) -> usize {
        0
    }
    fn link(&self, _at: usize) -> Option<Link<'_>> {
        None
    }
    /// `None` for previews without plans.
    fn plan(&self) -> Option<&Plan> {
        None
    }
    /// The differences that the intent makes to existing items.
    fn differences(&self) -> &[Difference] {
        &[]
    }
    fn findings(&self) -> &[Diagnostic];
    /// Where a finding is shown.
    fn role(&self, _finding: &Diagnostic) -> Role {
        Role::Listed
    }
}

impl dyn Frame + '_ {
    pub fn items(&self) -> impl Iterator<Item = Item<'_>> {
        (0..self.n_items()).filter_map(|at| self.item(at))
    }

    pub fn links(&self) -> impl Iterator<Item = Link<'_>> {
        (0..self.n_links()).filter_map(|at| self.link(at))
    }
}

/// A row of a preview, such as an instance, node, deployment item or candidate.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Item<'a> {
    /// Identifies the item in plans and differences.
    pub name: &'a str,
    /// The name of its type; empty if it has none.
    pub type_name: &'a str,
    /// The kind of item within its language: `resource`.
    pub kind: &'static str,
    /// The name of the parent item.
    pub parent: Option<&'a str>,
    pub properties: &'a [ItemProperty],
    /// The location in the text where it is defined.
    pub origin: Option<&'a (FilePath, NodePath)>,
}

/// A connection between two items.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Link<'a> {
    pub name: &'a str,
    /// The name of the item that owns the link.
    pub owner: &'a str,
    pub source: &'a str,
    pub target: &'a str,
    pub properties: &'a [ItemProperty],
}

/// An item or link that an intent changes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The name of the item. The name of a link is preceded by that of its owner: `asm:uses__1`.
    pub name: String,
    pub kind: DifferenceKind,
    /// The properties whose values changed.
    pub properties: Vec<SmolStr>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum DifferenceKind {
    Added,
    Removed,
    /// Updated while running.
    Reconfigured,
    /// Updated by an upgrade operation.
    Upgraded,
    /// Removed and created again.
    Replaced,
    /// Changed, but without operations that an update could call.
    Changed,
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

/// Where a finding is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// In the list of findings.
    Listed,
    /// At the input named in its message, and in the list.
    OfInput,
    /// A required input has no value. Its field shows this, so the finding is only counted.
    MissingInput,
    /// The preview is cut off because it is too large.
    CutOff,
}

/// The items and links of a preview as a diagram.
#[derive(Clone, Debug, Default)]
pub struct Diagram {
    pub topology: Topology,
    /// The item of each box, by index. The last key of the path of a connection is the name of its link.
    pub items: HashMap<NodePath, usize>,
    /// The number of items not shown.
    pub n_left_out: usize,
}
