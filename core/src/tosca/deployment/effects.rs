//! The effects of a deployment on its surroundings: the ports to open, the nodes that scale together, the targets of policies,
//! and the scripts with the nodes that they run on.

use std::collections::HashMap;

use smol_str::SmolStr;

use crate::context::FileContext;
use crate::preview::{ItemProperty, PartialValue};
use crate::sorted_map::SortedSet;
use crate::symbol::SymbolKind;
use crate::syntax::{Node as YamlNode, NodePath};
use crate::tosca::copies;
use crate::tosca::deployment::{ActivityKind, Deployment, Node};
use crate::tosca::effective::named;
use crate::tosca::implementation::{CONFIGURE, STANDARD, primary};
use crate::tosca::model::TEMPLATES;
use crate::tosca::scope::Scope;
use crate::tosca::weaving::{Graph, hosts};

/// The effects of a deployment.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Effects {
    pub ports: Vec<OpenPort>,
    pub stacks: Vec<Stack>,
    pub policies: Vec<Policy>,
    pub scripts: Vec<Script>,
}

/// A port to open for a connection (T-8.3-5).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OpenPort {
    /// The relationship: `client.service`.
    pub relationship: SmolStr,
    /// The node that opens the connection, and the one that accepts it.
    pub from: SmolStr,
    pub to: SmolStr,
    /// As far as it is known: `8080`, `<runtime ..>`.
    pub port: String,
    /// Empty if it is not stated.
    pub protocol: String,
    /// The endpoint in which it is stated: `db.database_endpoint`.
    pub endpoint: String,
}

/// A host with everything that is hosted on it, which scales as one (T-12-6).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stack {
    pub host: SmolStr,
    pub nodes: Vec<SmolStr>,
}

/// A policy with the nodes that it applies to, also as members of groups.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Policy {
    pub name: SmolStr,
    pub type_name: SmolStr,
    pub targets: Vec<SmolStr>,
}

/// An artifact that an operation of the plan runs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Script {
    pub node: SmolStr,
    /// `Standard.create`.
    pub operation: SmolStr,
    pub file: String,
    /// The node that it runs on; `None` if that is not known.
    pub host: Option<SmolStr>,
}

/// Finds the effects of a planned deployment.
pub fn effects(context: FileContext<'_>, deployment: &Deployment, graph: &Graph) -> Effects {
    let scope = Scope::of(context);
    Effects {
        ports: ports(&scope, deployment),
        stacks: stacks(graph),
        policies: policies(context),
        scripts: scripts(&scope, context, deployment),
    }
}

/// Both ends of a connection can state ports; the initiator opens it (5.5.5).
fn ports(scope: &Scope<'_>, deployment: &Deployment) -> Vec<OpenPort> {
    let by_name: HashMap<&str, &Node> = deployment.nodes.iter().map(|node| (node.name.as_str(), node)).collect();
    let mut found = Vec::new();
    for relationship in &deployment.relationships {
        let Some(target) = by_name.get(relationship.target.as_str()) else { continue };
        let used = relationship.capability.as_ref();
        let Some(capability) = target.capabilities.iter().find(|one| Some(&one.name) == used) else { continue };
        let of = scope.effective(SymbolKind::CapabilityType, &capability.type_name);
        if !of.derives_from("tosca.capabilities.Endpoint") {
            continue;
        }
        let value =
            |name: &str| capability.properties.iter().find(|one| one.name == name).map(|one: &ItemProperty| &one.value);
        let text = |value: Option<&PartialValue>| value.map(shown).unwrap_or_default();
        let (from, to) = match text(value("initiator")).as_str() {
            "target" => (&relationship.target, &relationship.source),
            _ => (&relationship.source, &relationship.target),
        };
        let endpoint = format!("{}.{}", target.name, capability.name);
        let mut add = |port: String, protocol: String| {
            let (relationship, from, to) = (relationship.name.clone(), from.clone(), to.clone());
            found.push(OpenPort { relationship, from, to, port, protocol, endpoint: endpoint.clone() });
        };
        let is_set = |value: &&PartialValue| shown(value) != "<unset>";
        if let Some(port) = value("port").filter(is_set) {
            add(shown(port), text(value("protocol").filter(is_set)));
        }
        for spec in specs(value("ports")) {
            let port = part(spec, "target").or_else(|| part(spec, "target_range"));
            add(port.unwrap_or_default(), part(spec, "protocol").unwrap_or_default());
        }
    }
    found
}

/// The values of a map of ports.
fn specs(ports: Option<&PartialValue>) -> Vec<Spec<'_>> {
    match ports {
        Some(PartialValue::Map(entries)) => entries.iter().map(|(_, spec)| Spec::Partial(spec)).collect(),
        Some(PartialValue::Value(serde_yaml::Value::Mapping(entries))) => entries.values().map(Spec::Whole).collect(),
        _ => Vec::new(),
    }
}

/// The specification of a port (5.3.9), with or without symbols.
#[derive(Clone, Copy)]
enum Spec<'v> {
    Partial(&'v PartialValue),
    Whole(&'v serde_yaml::Value),
}

fn part(spec: Spec<'_>, key: &str) -> Option<String> {
    match spec {
        Spec::Partial(PartialValue::Map(entries)) => {
            entries.iter().find(|(name, _)| name == key).map(|(_, of)| shown(of))
        }
        Spec::Partial(PartialValue::Value(value)) | Spec::Whole(value) => {
            Some(shown(&PartialValue::Value(value.get(key)?.clone())))
        }
        Spec::Partial(_) => None,
    }
}

/// A value without quotes.
fn shown(value: &PartialValue) -> String {
    match value {
        PartialValue::Value(serde_yaml::Value::String(text)) => text.clone(),
        other => other.to_string(),
    }
}

fn stacks(graph: &Graph) -> Vec<Stack> {
    let roots = hosts::roots(graph);
    let name = |at: usize| graph.nodes.get(at).map(|node| node.name.clone()).unwrap_or_default();
    let hosted = |host: usize| {
        let all = roots.iter().enumerate().filter(move |(node, root)| **root == Some(host) && *node != host);
        all.map(|(node, _)| name(node)).collect::<Vec<_>>()
    };
    let is_host = |(node, root): (usize, &Option<usize>)| (*root == Some(node)).then_some(node);
    let all = roots.iter().enumerate().filter_map(is_host);
    all.map(|host| Stack { host: name(host), nodes: hosted(host) }).filter(|stack| !stack.nodes.is_empty()).collect()
}

fn policies(context: FileContext<'_>) -> Vec<Policy> {
    let topology = context.file.root.as_ref().and_then(|root| root.get("topology_template"));
    let section = topology.and_then(|topology| topology.get("policies"));
    let items = section.map_or(&[][..], YamlNode::items).iter().chain(section);
    let texts = |node: Option<&YamlNode>| {
        let items = node.map_or(&[][..], YamlNode::items).iter();
        items.filter_map(YamlNode::as_text).map(SmolStr::from).collect::<Vec<_>>()
    };
    let members = |name: &SmolStr| {
        let group = topology.and_then(|topology| topology.get("groups")?.get(name));
        group.map_or_else(|| vec![name.clone()], |group| texts(group.get("members")))
    };
    let policy = |(name, entry): (&str, &crate::syntax::Entry)| {
        let mut seen = SortedSet::new();
        let targets = texts(entry.value.get("targets"));
        let targets = targets.iter().flat_map(members).filter(|name| seen.insert(name.clone())).collect();
        let type_name = entry.value.get("type").and_then(YamlNode::as_text).unwrap_or_default().into();
        Policy { name: name.into(), type_name, targets }
    };
    items.flat_map(named).map(policy).collect()
}

/// The primary artifacts of the operations in the plan, in its order.
fn scripts(scope: &Scope<'_>, context: FileContext<'_>, deployment: &Deployment) -> Vec<Script> {
    let root = context.file.root.as_ref();
    let templates = root.and_then(|root| root.at(&NodePath::keys(TEMPLATES)));
    let mut found = Vec::new();
    for activity in &deployment.activities {
        let ActivityKind::Call(operation) = &activity.kind else { continue };
        let Some((interface, name)) = operation.split_once('.').filter(|_| activity.relationship.is_none()) else {
            continue;
        };
        let interface = match interface {
            "Configure" => CONFIGURE,
            "Standard" => STANDARD,
            other => other,
        };
        let Some(template) = templates.and_then(|templates| templates.get(&activity.node)) else { continue };
        let Some(of) = copies::type_of(templates, template) else { continue };
        let of = scope.effective(SymbolKind::NodeType, of);
        if let Some(file) = primary(scope, template, &of, interface, name) {
            let (node, operation, host) = (activity.node.clone(), operation.clone(), activity.host.clone());
            found.push(Script { node, operation, file, host });
        }
    }
    found
}
