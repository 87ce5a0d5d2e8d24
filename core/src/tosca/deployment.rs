//! The preview of a service template: its nodes with their values, the relationships between them, the requirements left to
//! the orchestrator, and the activities of a workflow in their order (chapters 7 and 14).

pub mod codes;
pub mod diagram;
pub mod effects;
mod filter;
mod frame;
pub mod plan;
pub mod question;
mod replacements;
pub mod resolve;
pub mod targets;
pub mod values;

use smol_str::SmolStr;

use crate::context::FileContext;
use crate::diagnostic::Diagnostic;
use crate::preview;
use crate::preview::ItemProperty;
use crate::preview::question::Question;
use crate::syntax::NodePath;
use crate::text::FilePath;

pub use plan::{ActivityKind, Dependency, PlannedActivity};

/// The preview of a topology.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Deployment {
    /// `deploy`, `undeploy` or the name of an imperative workflow.
    pub workflow: SmolStr,
    /// Whether the workflow is defined by the template instead of generated.
    pub is_imperative: bool,
    /// In text order. The nodes of a substituting topology follow the node that they replace.
    pub nodes: Vec<Node>,
    pub relationships: Vec<Relationship>,
    /// The requirements whose targets the orchestrator selects.
    pub dangling: Vec<Dangling>,
    pub outputs: Vec<ItemProperty>,
    /// The nodes that the orchestrator provides.
    pub delegated: Vec<SmolStr>,
    /// Each comes after those that it waits for.
    pub activities: Vec<PlannedActivity>,
    /// The relationships of a cycle of nodes, which prevents the plan.
    pub cycle: Vec<SmolStr>,
    /// The answer to the question about one requirement.
    pub why: Option<RequirementTargets>,
    /// The answer to the question what can take the place of one node.
    pub replacements: Option<NodeReplacements>,
    pub effects: effects::Effects,
    plan: preview::plan::Plan,
    findings: Vec<Diagnostic>,
}

/// A node of the resolved topology.
#[derive(Clone, PartialEq, Debug)]
pub struct Node {
    /// The name of its template; inside a substituted node `outer/inner`.
    pub name: SmolStr,
    pub type_name: SmolStr,
    /// The name of the substituted node that contains it.
    pub parent: Option<SmolStr>,
    pub provision: Provision,
    pub properties: Vec<ItemProperty>,
    pub attributes: Vec<ItemProperty>,
    pub capabilities: Vec<Capability>,
    /// All of these values as rows of the preview; those of capabilities are named `host.num_cpus`.
    rows: Vec<ItemProperty>,
    pub origin: (FilePath, NodePath),
}

/// Where a node comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Provision {
    /// The operations of its template and type create it.
    Implemented,
    /// The orchestrator provides it (T-7.2-2).
    Delegated,
    /// The nodes of another topology replace it.
    Substituted,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Capability {
    pub name: SmolStr,
    pub type_name: SmolStr,
    pub properties: Vec<ItemProperty>,
}

/// A relationship between two nodes.
#[derive(Clone, PartialEq, Debug)]
pub struct Relationship {
    /// `client.service`: the source and its requirement.
    pub name: SmolStr,
    pub type_name: SmolStr,
    pub source: SmolStr,
    pub target: SmolStr,
    /// The capability of the target, if it is known.
    pub capability: Option<SmolStr>,
    /// The reason why this capability was chosen.
    pub reason: Option<String>,
    /// The requirement assignment; `None` if there is none.
    pub origin: Option<(FilePath, NodePath)>,
}

/// A requirement without a target template (T-14.4-1).
#[derive(Clone, PartialEq, Debug)]
pub struct Dangling {
    /// The name of the node that the orchestrator provides for it: `app#host`.
    pub name: SmolStr,
    pub node: SmolStr,
    pub requirement: SmolStr,
    /// The path of its assignment, or of its name in the node template if it has none.
    pub path: NodePath,
    /// The required node type, if there is one.
    pub node_type: Option<SmolStr>,
    /// The required capability type.
    pub capability_type: Option<SmolStr>,
    pub candidates: Vec<Candidate>,
}

/// A node template as the target of a requirement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Candidate {
    pub node: SmolStr,
    /// `None` if none of the capabilities of the node has the required type.
    pub capability: Option<SmolStr>,
    /// The reason why it is rejected; `None` if it is accepted.
    pub rejected: Option<String>,
    /// A condition of a node filter that cannot be decided before run time.
    pub undecided: Option<String>,
}

impl Candidate {
    /// The capability with its node: `node.capability`; the node alone if it has none.
    pub fn name(&self) -> String {
        match &self.capability {
            Some(capability) => format!("{}.{capability}", self.node),
            None => self.node.to_string(),
        }
    }
}

/// The targets of one requirement, and all nodes that could be or why they cannot.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RequirementTargets {
    pub node: SmolStr,
    pub requirement: SmolStr,
    /// `node.capability`.
    pub targets: Vec<String>,
    pub candidates: Vec<Candidate>,
}

/// The candidates for the place of one node, with those that are rejected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NodeReplacements {
    pub node: SmolStr,
    pub type_name: SmolStr,
    pub candidates: Vec<Replacement>,
}

/// Something in the catalog that may take the place of a node template.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Replacement {
    pub kind: ReplacementKind,
    pub name: SmolStr,
    pub file: FilePath,
    /// The reason why it is rejected; `None` if it is accepted.
    pub rejected: Option<String>,
    /// A value that is not known before deployment, on which the choice depends.
    pub undecided: Option<String>,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ReplacementKind {
    /// A topology with substitution mappings.
    Topology,
    /// A node template of another service template.
    Template,
    /// A type that derives from that of the node.
    Type,
}

/// The answer to a question about the service template of a file.
pub fn deployment(context: FileContext<'_>, question: &Question) -> Deployment {
    let asked = question::asked(context, question);
    let mut found = resolve::resolve(context, &asked);
    plan::plan(context, &asked, &mut found);
    let effects = effects::effects(context, &found.deployment, &found.graph);
    Deployment { effects, ..found.deployment }
}
