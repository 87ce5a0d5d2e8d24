//! The installation of an application service descriptor.

use serde::Serialize;
use serde_json::Value;

use crate::asd::installation::matching::{ClusterMatch, Verdict};
use crate::asd::installation::networks::{Connection, Stated};
use crate::asd::installation::plan::Operation;
use crate::asd::installation::values::SchemaCheck;
use crate::asd::installation::{self, InstalledItem};
use crate::document::Named;
use crate::document::preview::PartialValue;
use crate::preview::Origin;

/// The plan, the override values of each chart, the match with clusters, and the networks.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Installation {
    /// The name of the instance, from which the names of releases are made.
    pub instance: String,
    pub namespace: String,
    /// The stages in order; those of a termination are reversed.
    pub stages: Vec<Stage>,
    /// The items without an order, which the orchestrator deploys at any time.
    pub unordered: Vec<String>,
    pub items: Vec<Item>,
    /// The sequence of SO-CNFM; absent for a termination.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub so_cnfm: Option<SoCnfm>,
    /// The clusters, the best first; empty if none is described, or if the application has no requirements.
    pub clusters: Vec<Cluster>,
    pub networks: Vec<Network>,
}

/// The items with the same order, which can be deployed at the same time.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stage {
    pub order: i64,
    pub items: Vec<String>,
}

/// A deployment item.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Item {
    pub id: String,
    pub artifact_type: String,
    pub artifact: String,
    /// The chart; absent if it cannot be read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub chart: Option<Chart>,
    /// The name of the release; absent for other artifacts than charts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub release: Option<String>,
    /// The command for the operation, with the override file in the current folder; absent if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// The name of the override file that `expand --format helm` writes; absent for other artifacts than charts.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// The content of the override file; absent if it has no values.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overrides: Option<Value>,
    /// The values by path, with their origins and defaults.
    #[serde(skip_serializing_if = "Named::is_empty")]
    pub values: Named<Override>,
    /// The checks of all values against the schemas of the chart and its sub-charts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub schemas: Vec<Schema>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Chart {
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
}

/// A value that is written to a chart.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Override {
    #[serde(flatten)]
    pub known: PartialValue,
    pub origin: Origin,
    /// The input that it comes from: `streamers:replicaCount`, `viewers.loadbalancerIP`.
    pub input: String,
    /// The value without the override; absent if the chart has none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<Value>,
    /// The difference to `values.yaml`.
    pub change: Change,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Change {
    /// The chart has no such value.
    Added,
    Changed,
    Same,
    /// The value is known only when the application is deployed.
    Unknown,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Schema {
    /// The path of the sub-chart in the values; absent for the chart itself.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub chart: String,
    /// `valid`, `invalid`, or `unknown` if the schema cannot be decided.
    pub result: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub violations: Vec<Violation>,
    /// The keywords that cannot be decided.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub undecided: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Violation {
    /// The path of the value; empty for all values.
    pub path: String,
    pub message: String,
}

/// The deployment by SO-CNFM, which runs one item after the other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SoCnfm {
    pub sequence: Vec<Command>,
    /// The items that it does not deploy, because others have the same order. It fails after the last one of the sequence.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub skipped: Vec<String>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Command {
    pub item: String,
    /// Absent for other artifacts than charts, which it does not deploy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
}

/// The match of a cluster.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Cluster {
    pub name: String,
    pub result: Verdict,
    pub requirements: Vec<Requirement>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Requirement {
    /// The attribute of the descriptor: `minKernelVersion`.
    pub attribute: String,
    pub name: String,
    pub result: Verdict,
    pub reason: String,
}

/// A connection point with its networks.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Network {
    pub id: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub description: String,
    pub networks: Vec<String>,
    /// The additional interface; absent if the connection point uses the cluster network.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub interface: Option<Interface>,
    /// The network attachment definitions to create before the deployment.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub attachments: Vec<Attachment>,
    /// The connection point at the other side of the same network.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<String>,
    pub parameters: Vec<Receiver>,
}

#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Interface {
    #[serde(rename = "type")]
    pub interface_type: String,
    pub ipam: String,
    pub trunk: String,
    /// The attributes that are not stated and have their default.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub defaults: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub redundancy: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub nic_options: Vec<String>,
}

#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Attachment {
    pub name: PartialValue,
    pub namespace: PartialValue,
    /// Whether it attaches the bond of the other two.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub bond: bool,
}

/// A parameter of a chart that receives a value of the connection point.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Receiver {
    pub attribute: String,
    pub chart: String,
    pub path: String,
    /// Absent if no item deploys the chart.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub item: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<PartialValue>,
}

impl Installation {
    pub fn new(found: &installation::Installation) -> Self {
        let name = |number: &usize| found.items.get(*number).map_or_else(String::new, |item| item.name.clone());
        let command = |number: &usize| Command {
            item: name(number),
            command: found.items.get(*number).and_then(|item| item.so_cnfm_command.clone()),
        };
        let stage = |stage: &installation::plan::Stage| Stage {
            order: stage.order,
            items: stage.items.iter().map(name).collect(),
        };
        let so_cnfm = (found.operation == Operation::Deploy).then(|| SoCnfm {
            sequence: found.so_cnfm.sequence.iter().map(command).collect(),
            skipped: found.so_cnfm.skipped.iter().map(name).collect(),
        });
        Installation {
            instance: found.instance.clone(),
            namespace: found.namespace.clone(),
            stages: found.stages.stages.iter().map(stage).collect(),
            unordered: found.stages.unordered.iter().map(name).collect(),
            items: found.items.iter().map(Item::new).collect(),
            so_cnfm,
            clusters: found.clusters.iter().map(Cluster::new).collect(),
            networks: found.connections.iter().map(Network::new).collect(),
        }
    }
}

impl Item {
    fn new(item: &InstalledItem) -> Self {
        let values = &item.values;
        Item {
            id: item.name.clone(),
            artifact_type: item.artifact_type.clone(),
            artifact: item.artifact.clone(),
            chart: item.chart.clone().map(|(name, version)| Chart { name, version }),
            release: item.release.clone(),
            command: item.command.clone(),
            file: item.file.clone(),
            overrides: (!values.file.is_empty()).then(|| Value::Object(values.file.clone())),
            values: values.overrides.iter().map(|one| (one.path.clone(), Override::new(one))).collect(),
            schemas: values.schemas.iter().map(Schema::new).collect(),
        }
    }
}

impl Override {
    fn new(one: &installation::values::Override) -> Self {
        let known = PartialValue::new(&one.value);
        let change = match (&known, &one.default) {
            (PartialValue::Value(value), Some(default)) if value == default => Change::Same,
            (PartialValue::Value(_), Some(_)) => Change::Changed,
            (PartialValue::Value(_), None) => Change::Added,
            _ => Change::Unknown,
        };
        Override { known, origin: one.origin, input: one.input.clone(), default: one.default.clone(), change }
    }
}

impl Schema {
    fn new(check: &SchemaCheck) -> Self {
        let verdict = &check.verdict;
        let result = match (verdict.violations.is_empty(), verdict.undecided.is_empty()) {
            (false, _) => "invalid",
            (true, true) => "valid",
            (true, false) => "unknown",
        };
        let violation = |one: &crate::asd::json_schema::Violation| Violation {
            path: one.path.clone(),
            message: one.message.clone(),
        };
        Schema {
            chart: check.chart.clone(),
            result: result.to_owned(),
            violations: verdict.violations.iter().map(violation).collect(),
            undecided: verdict.undecided.iter().cloned().collect(),
        }
    }
}

impl Cluster {
    fn new(found: &ClusterMatch) -> Self {
        let requirement = |one: &installation::matching::Requirement| Requirement {
            attribute: one.attribute.to_owned(),
            name: one.name.clone(),
            result: one.verdict,
            reason: one.reason.clone(),
        };
        Cluster {
            name: found.cluster.clone(),
            result: found.verdict,
            requirements: found.requirements.iter().map(requirement).collect(),
        }
    }
}

impl Network {
    fn new(found: &Connection) -> Self {
        let interface = found.interface.as_ref().map(|one| {
            let stated = [("type", &one.interface_type), ("ipam", &one.ipam), ("trunk", &one.trunk)];
            let is_default = |(_, stated): &(&str, &Stated)| stated.is_default;
            Interface {
                interface_type: one.interface_type.value.clone(),
                ipam: one.ipam.value.clone(),
                trunk: one.trunk.value.clone(),
                defaults: stated.into_iter().filter(is_default).map(|(name, _)| name.to_owned()).collect(),
                redundancy: found.redundancy.clone(),
                options: one.options.clone(),
                nic_options: one.nic_options.clone(),
            }
        });
        let attachment = |one: &installation::networks::Attachment| Attachment {
            name: PartialValue::new(&one.name),
            namespace: PartialValue::new(&one.namespace),
            bond: one.is_bond,
        };
        let receiver = |one: &installation::networks::Receiver| Receiver {
            attribute: one.attribute.clone(),
            chart: one.chart.clone(),
            path: one.path.clone(),
            item: one.item.clone(),
            value: one.value.as_ref().map(PartialValue::new),
        };
        Network {
            id: found.id.clone(),
            description: found.description.clone(),
            networks: found.networks.clone(),
            interface,
            attachments: found.attachments.iter().map(attachment).collect(),
            mate: found.mate.clone(),
            parameters: found.parameters.iter().map(receiver).collect(),
        }
    }
}
