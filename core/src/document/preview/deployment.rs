//! The topology of a service template: nodes with their values, relationships, and requirements left to the orchestrator.

use serde::Serialize;

use crate::document::Named;
use crate::document::preview::Property;
use crate::preview::ItemProperty;
use crate::text::FilePath;
use crate::tosca::deployment;
use crate::tosca::deployment::{ActivityKind, ReplacementKind, effects};

/// A resolved topology.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Deployment {
    /// The workflow that is planned: `deploy`.
    pub workflow: String,
    /// In the order of the text. The nodes of a substituting topology follow the node that they replace.
    pub nodes: Vec<Node>,
    pub relationships: Vec<Relationship>,
    /// The requirements whose targets the orchestrator selects.
    pub dangling: Vec<Dangling>,
    /// The nodes that the orchestrator provides; their life is one activity of the plan.
    pub delegated: Vec<String>,
    /// The relationships of nodes that require each other in a cycle; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub cycle: Vec<String>,
    pub outputs: Named<Property>,
    pub effects: Effects,
}

/// The effects of a deployment on its surroundings.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Effects {
    /// The ports to open for connections.
    pub ports: Vec<OpenPort>,
    /// The nodes that scale together.
    pub stacks: Vec<Stack>,
    /// The nodes that policies apply to.
    pub policies: Vec<Policy>,
    /// The artifacts that the operations of the plan run, in its order.
    pub scripts: Vec<Script>,
}

/// A port to open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OpenPort {
    pub relationship: String,
    /// The node that opens the connection.
    pub from: String,
    /// The node that accepts it.
    pub to: String,
    pub port: String,
    /// Empty if it is not stated.
    pub protocol: String,
    /// The capability that states it: `node.capability`.
    pub endpoint: String,
}

/// A host with everything that is hosted on it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stack {
    pub host: String,
    pub nodes: Vec<String>,
}

/// A policy with the nodes that it applies to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Policy {
    pub name: String,
    #[serde(rename = "type")]
    pub type_name: String,
    pub targets: Vec<String>,
}

/// An artifact that an operation runs.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Script {
    pub node: String,
    /// `Standard.create`.
    pub operation: String,
    pub file: String,
    /// Absent if it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
}

/// A node of the topology.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Node {
    /// The name of its template; in a substituting topology `outer/inner`.
    pub name: String,
    #[serde(rename = "type")]
    pub type_name: String,
    /// The substituted node that it is part of; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// `implemented`, `delegated` to the orchestrator, or `substituted` by the nodes of another topology.
    pub provision: String,
    pub properties: Named<Property>,
    pub attributes: Named<Property>,
    pub capabilities: Named<Capability>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Capability {
    #[serde(rename = "type")]
    pub type_name: String,
    pub properties: Named<Property>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Relationship {
    /// `client.service`: the source and its requirement.
    pub name: String,
    #[serde(rename = "type")]
    pub type_name: String,
    pub source: String,
    pub target: String,
    /// The capability of the target; absent if it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capability: Option<String>,
    /// The reason why this capability was chosen; absent if it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub because: Option<String>,
}

/// A requirement without a target template.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Dangling {
    /// The name of the node that the orchestrator provides: `app#host`.
    pub name: String,
    pub node: String,
    pub requirement: String,
    /// The required node type; absent if any node can be selected.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub node_type: Option<String>,
    /// The required capability type; absent if it is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capability_type: Option<String>,
    /// The node templates of the topology that could be selected, then the others.
    pub candidates: Vec<Candidate>,
}

/// A capability of a node template as the target of a requirement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Candidate {
    pub node: String,
    /// Absent if none of the capabilities of the node is concerned.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub capability: Option<String>,
    /// The reason why it is rejected; absent if it is accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rejected: Option<String>,
    /// A condition of a node filter that cannot be decided before run time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undecided: Option<String>,
}

/// The candidates for one requirement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Candidates {
    pub node: String,
    pub requirement: String,
    /// The targets, as `node.capability`; empty if the orchestrator selects one.
    pub targets: Vec<String>,
    /// Accepted candidates first.
    pub candidates: Vec<Candidate>,
}

/// The candidates for the place of one node.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Replacements {
    pub node: String,
    #[serde(rename = "type")]
    pub type_name: String,
    /// Accepted candidates first.
    pub candidates: Vec<Replacement>,
}

/// Something in the catalog that may take the place of a node.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Replacement {
    /// `topology`, `template` or `type`.
    pub kind: &'static str,
    pub name: String,
    pub file: String,
    /// The reason why it is rejected; absent if it is accepted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rejected: Option<String>,
    /// A value that is not known before deployment, on which the choice depends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub undecided: Option<String>,
}

/// An activity of the plan, with the keynames of TOSCA. Exactly one of `set_state`, `call_operation` and `delegate` is
/// present, none for a step without activities.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Activity {
    /// Identifies the activity in its plan: `web.creating`, `web.call:create`.
    pub id: String,
    pub node: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set_state: Option<String>,
    /// `Standard.create`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub call_operation: Option<String>,
    /// `install` or `uninstall`, by the orchestrator.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub delegate: Option<String>,
    /// The relationship whose operation is called; absent for operations of nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relationship: Option<String>,
    /// The end of the relationship on which its operation runs: `SOURCE` or `TARGET`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub operation_host: Option<String>,
    /// The node that the operation runs on; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// The ids of the activities that must be done first; absent if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<String>,
    /// The reasons for waiting, by id. Waiting within the sequence of a node needs none.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub why: Named<String>,
}

fn properties(properties: &[ItemProperty]) -> Named<Property> {
    properties.iter().map(|property| (property.name.to_string(), Property::new(property))).collect()
}

impl Deployment {
    pub fn new(found: &deployment::Deployment) -> Self {
        Deployment {
            workflow: found.workflow.to_string(),
            nodes: found.nodes.iter().map(Node::new).collect(),
            relationships: found.relationships.iter().map(Relationship::new).collect(),
            dangling: found.dangling.iter().map(Dangling::new).collect(),
            delegated: found.delegated.iter().map(ToString::to_string).collect(),
            cycle: found.cycle.iter().map(ToString::to_string).collect(),
            outputs: properties(&found.outputs),
            effects: Effects::new(&found.effects),
        }
    }
}

impl Effects {
    fn new(found: &effects::Effects) -> Self {
        let texts = |names: &[smol_str::SmolStr]| names.iter().map(ToString::to_string).collect();
        let port = |port: &effects::OpenPort| OpenPort {
            relationship: port.relationship.to_string(),
            from: port.from.to_string(),
            to: port.to.to_string(),
            port: port.port.clone(),
            protocol: port.protocol.clone(),
            endpoint: port.endpoint.clone(),
        };
        let policy = |policy: &effects::Policy| Policy {
            name: policy.name.to_string(),
            type_name: policy.type_name.to_string(),
            targets: texts(&policy.targets),
        };
        let script = |script: &effects::Script| Script {
            node: script.node.to_string(),
            operation: script.operation.to_string(),
            file: script.file.clone(),
            host: script.host.as_ref().map(ToString::to_string),
        };
        let stack = |stack: &effects::Stack| Stack { host: stack.host.to_string(), nodes: texts(&stack.nodes) };
        Effects {
            ports: found.ports.iter().map(port).collect(),
            stacks: found.stacks.iter().map(stack).collect(),
            policies: found.policies.iter().map(policy).collect(),
            scripts: found.scripts.iter().map(script).collect(),
        }
    }
}

impl Node {
    fn new(node: &deployment::Node) -> Self {
        let capability = |capability: &deployment::Capability| {
            let content = Capability {
                type_name: capability.type_name.to_string(),
                properties: properties(&capability.properties),
            };
            (capability.name.to_string(), content)
        };
        Node {
            name: node.name.to_string(),
            type_name: node.type_name.to_string(),
            parent: node.parent.as_ref().map(ToString::to_string),
            provision: node.provision.name().to_owned(),
            properties: properties(&node.properties),
            attributes: properties(&node.attributes),
            capabilities: node.capabilities.iter().map(capability).collect(),
        }
    }
}

impl Relationship {
    fn new(relationship: &deployment::Relationship) -> Self {
        Relationship {
            name: relationship.name.to_string(),
            type_name: relationship.type_name.to_string(),
            source: relationship.source.to_string(),
            target: relationship.target.to_string(),
            capability: relationship.capability.as_ref().map(ToString::to_string),
            because: relationship.reason.clone(),
        }
    }
}

impl Dangling {
    fn new(dangling: &deployment::Dangling) -> Self {
        Dangling {
            name: dangling.name.to_string(),
            node: dangling.node.to_string(),
            requirement: dangling.requirement.to_string(),
            node_type: dangling.node_type.as_ref().map(ToString::to_string),
            capability_type: dangling.capability_type.as_ref().map(ToString::to_string),
            candidates: dangling.candidates.iter().map(Candidate::new).collect(),
        }
    }
}

impl Candidate {
    fn new(candidate: &deployment::Candidate) -> Self {
        Candidate {
            node: candidate.node.to_string(),
            capability: candidate.capability.as_ref().map(ToString::to_string),
            rejected: candidate.rejected.clone(),
            undecided: candidate.undecided.clone(),
        }
    }
}

impl Candidates {
    pub fn new(why: &deployment::RequirementTargets) -> Self {
        Candidates {
            node: why.node.to_string(),
            requirement: why.requirement.to_string(),
            targets: why.targets.clone(),
            candidates: why.candidates.iter().map(Candidate::new).collect(),
        }
    }
}

impl Replacements {
    pub fn new(found: &deployment::NodeReplacements, shown: &dyn Fn(&FilePath) -> String) -> Self {
        let candidate = |candidate: &deployment::Replacement| Replacement {
            kind: match candidate.kind {
                ReplacementKind::Topology => "topology",
                ReplacementKind::Template => "template",
                ReplacementKind::Type => "type",
            },
            name: candidate.name.to_string(),
            file: shown(&candidate.file),
            rejected: candidate.rejected.clone(),
            undecided: candidate.undecided.clone(),
        };
        Replacements {
            node: found.node.to_string(),
            type_name: found.type_name.to_string(),
            candidates: found.candidates.iter().map(candidate).collect(),
        }
    }
}

impl Activity {
    /// The activities of a deployment.
    pub fn all(found: &deployment::Deployment) -> Vec<Self> {
        let id = |at: usize| found.activities.get(at).map_or_else(String::new, |activity| activity.id.clone());
        let text = |value: &Option<smol_str::SmolStr>| value.as_ref().map(ToString::to_string);
        let activity = |activity: &deployment::PlannedActivity| {
            let mut content = Activity {
                id: activity.id.clone(),
                node: activity.node.to_string(),
                relationship: text(&activity.relationship),
                operation_host: text(&activity.operation_host),
                host: text(&activity.host),
                after: activity.after.iter().map(|after| id(after.activity)).collect(),
                why: activity.after.iter().filter_map(|after| Some((id(after.activity), after.why.clone()?))).collect(),
                ..Activity::default()
            };
            match &activity.kind {
                ActivityKind::SetState(state) => content.set_state = Some(state.to_string()),
                ActivityKind::Call(operation) => content.call_operation = Some(operation.to_string()),
                ActivityKind::Delegate(workflow) => content.delegate = Some(workflow.to_string()),
                ActivityKind::Nothing => {}
            }
            content
        };
        found.activities.iter().map(activity).collect()
    }
}
