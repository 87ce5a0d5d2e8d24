//! Values of the normative types that only make sense together, or only for the orchestrator to set (chapters 5 and 8).

use super::{Checker, Fault, FaultKind};
use crate::diagnostic::Severity;
use crate::sorted_map::SortedMap;
use crate::symbol::SymbolKind;
use crate::syntax::{Entry, Node};
use crate::tosca::effective::named;
use crate::tosca::entity::Template;
use crate::tosca::interfaces;
use crate::tosca::types::members::Members;
use crate::tosca::value::primitive::Primitive;
use crate::tosca::value::read::read;
use crate::tosca::value::unit::Dimension;

/// The attributes of every node that the orchestrator sets (5.7.1).
const OF_ORCHESTRATOR: [&str; 3] = ["tosca_id", "tosca_name", "state"];
/// The type of capabilities that other nodes connect to (5.5.7).
const ENDPOINT: &str = "tosca.capabilities.Endpoint";
/// The operations that run before the source exists (7.2).
const BEFORE_SOURCE: [&str; 2] = ["pre_configure_target", "post_configure_target"];
pub(super) const NETWORK: &str = "tosca.nodes.network.Network";
pub(super) const PORT: &str = "tosca.nodes.network.Port";

impl<'a> Checker<'a> {
    pub(super) fn normative_node(&self, node: &Template<'a>) {
        for (name, entry) in node.node.get("attributes").into_iter().flat_map(named) {
            if OF_ORCHESTRATOR.contains(&name) {
                let message = format!("`{name}` is set by the orchestrator");
                self.add(Fault::new(FaultKind::SetByOrchestrator, entry.key.span, message));
            }
        }
        let capabilities = node.node.get("capabilities").into_iter().flat_map(named);
        for properties in capabilities.filter_map(|(_, entry)| entry.value.get("properties")) {
            self.limits(properties, "min_instances", "default_instances", Primitive::Integer);
            self.limits(properties, "default_instances", "max_instances", Primitive::Integer);
            if properties.get("default_instances").is_none() {
                self.limits(properties, "min_instances", "max_instances", Primitive::Integer);
            }
        }
        let is = |names: &[&str]| names.iter().any(|name| derives_from(&node.members, name));
        if is(&["tosca.nodes.Storage.BlockStorage", "tosca.nodes.BlockStorage"]) && node.directives().next().is_none() {
            self.storage_size(node);
        }
        self.addresses(node);
        self.endpoint_ports(node);
        let Some(properties) = node.node.get("properties") else { return };
        if is(&["tosca.nodes.Storage.ObjectStorage", "tosca.nodes.ObjectStorage"]) {
            self.limits(properties, "size", "maxsize", Primitive::ScalarUnit(Dimension::Size));
        }
        if is(&[NETWORK]) {
            self.network(properties);
        }
    }

    /// An endpoint that the node uses, because it assigns it, has a port (5.5.7).
    fn endpoint_ports(&self, node: &Template<'a>) {
        for (name, entry) in node.node.get("capabilities").into_iter().flat_map(named) {
            let Some(capability) = node.members.capabilities.get(name).filter(|of| of.is_whole) else { continue };
            let scope = &self.entities.types.scope;
            let is_endpoint = capability.type_name.is_some_and(|of| {
                scope.effective_in(of.file, SymbolKind::CapabilityType, of.name).derives_from(ENDPOINT)
            });
            let has_default = |port: &str| capability.properties.get(port).is_some_and(|port| port.default.is_some());
            let is_set = |port: &&str| node.capability_entry(name, "properties", port).is_some() || has_default(port);
            if is_endpoint && !["port", "ports"].iter().any(is_set) {
                let message = format!("endpoint `{name}` of `{}` has neither `port` nor `ports`", node.name);
                let fault = Fault::new(FaultKind::UnsetPort, entry.key.span, message);
                self.add(fault.severity(self.lenient()));
            }
        }
    }

    /// A placement policy has as many containers as it asks for, and the limits of a scaling policy are in order
    /// (chapter 12).
    pub(super) fn sample_policy(&self, properties: &Node) {
        self.limits(properties, "min_instances", "default_instances", Primitive::Integer);
        self.limits(properties, "default_instances", "max_instances", Primitive::Integer);
        let containers = properties.entry("containers").filter(|entry| entry.value.as_sequence().is_some());
        let count = properties.get("container_number").and_then(Node::as_text).and_then(|text| text.parse().ok());
        if let (Some(entry), Some(count)) = (containers, count)
            && entry.value.items().len() < count
        {
            let message =
                format!("`containers` has {} entries, fewer than `container_number`", entry.value.items().len());
            self.add(Fault::new(FaultKind::OutsideLimits, entry.key.span, message).severity(Severity::Warning));
        }
    }

    /// Two literal values, of which the first must not be greater.
    fn limits(&self, properties: &Node, lower: &str, upper: &str, of: Primitive) {
        let value = |key: &str| properties.get(key).and_then(|node| Some((node, read(node, of).ok()?.value)));
        let (Some((_, least)), Some((node, most))) = (value(lower), value(upper)) else { return };
        if most.order(&least).is_some_and(std::cmp::Ordering::is_lt) {
            let message = format!("`{upper}` is less than `{lower}`");
            self.add(Fault::new(FaultKind::OutsideLimits, node.span, message));
        }
    }

    /// A volume has a size, unless it exists already (5.9.9).
    fn storage_size(&self, node: &Template<'a>) {
        let value = |name| node.entry("properties", name).filter(|entry| !entry.value.is_null());
        match (value("size"), value("volume_id").or_else(|| value("snapshot_id"))) {
            (None, None) => {
                let message = format!("`{}` needs a `size`, or the `volume_id` of an existing volume", node.name);
                self.add(Fault::new(FaultKind::StorageSize, node.span, message));
            }
            (Some(size), Some(_)) if value("volume_id").is_some() => {
                let message = "`size` is ignored: the volume exists already";
                let fault = Fault::new(FaultKind::StorageSize, size.key.span, message);
                self.add(fault.severity(Severity::Info));
            }
            _ => {}
        }
    }

    fn network(&self, properties: &'a Node) {
        let given = |name: &str| properties.entry(name).filter(|entry| !entry.value.is_null());
        let add = |entry: &Entry, message: String, severity: Severity| {
            self.add(Fault::new(FaultKind::UnfitNetwork, entry.key.span, message).severity(severity));
        };
        if given("network_id").is_some() {
            let others = named(properties).filter(|(name, _)| !["network_id", "network_name"].contains(name));
            for (name, entry) in others {
                let message = format!("`network_id` selects an existing network, which cannot have another `{name}`");
                add(entry, message, Severity::Error);
            }
            return;
        }
        let is_flat = |entry: &&Entry| entry.value.as_text().is_some_and(|of| ["flat", "vlan"].contains(&of));
        if given("physical_network").is_none() {
            match (given("network_type").filter(is_flat), given("segmentation_id"), given("network_type")) {
                (Some(entry), ..) => {
                    add(entry, "a network of this type needs a `physical_network`".to_owned(), Severity::Error);
                }
                (None, Some(entry), None) => {
                    let message = "`segmentation_id` needs a `network_type` or a `physical_network`".to_owned();
                    add(entry, message, Severity::Warning);
                }
                _ => {}
            }
        }
    }

    /// The ports of each node that have an order or claim to be the default (8.5.2).
    pub(super) fn ports(&self) {
        let mut ports: SortedMap<&str, Vec<Template<'a>>> = SortedMap::new();
        for node in self.entities.nodes().filter(|node| derives_from(&node.members, PORT)) {
            let binding = node.requirements().find(|assignment| assignment.name == "binding");
            if let Some(target) = binding.and_then(|assignment| assignment.node()) {
                ports.entry(target).or_default().push(node);
            }
        }
        for (target, ports) in ports {
            let text = |port: &Template<'a>, name| port.entry("properties", name)?.value.as_text();
            let defaults = ports.iter().filter(|port| text(port, "is_default") == Some("true"));
            for second in defaults.skip(1) {
                let message = format!("`{target}` has another default port");
                self.add(Fault::new(FaultKind::PortOrder, second.span, message));
            }
            // With one that is only known later, nothing is known about the others.
            let orders: Option<Vec<(usize, &Template<'a>)>> =
                ports.iter().map(|port| Some((text(port, "order")?.parse().ok()?, port))).collect();
            let mut seen = vec![false; ports.len()];
            for (order, port) in orders.into_iter().flatten() {
                let message = match seen.get_mut(order) {
                    Some(is_taken) if !*is_taken => {
                        *is_taken = true;
                        continue;
                    }
                    Some(_) => format!("another port of `{target}` has the order {order} too"),
                    None => format!("order {order} leaves a gap: `{target}` has {} ports", ports.len()),
                };
                self.add(Fault::new(FaultKind::PortOrder, port.span, message));
            }
        }
    }

    pub(super) fn normative_relationship(&self, template: &Template<'a>) {
        let location = template.node.get("properties").and_then(|properties| properties.get("location"));
        if let Some(root) = location.filter(|location| location.as_text() == Some("/"))
            && derives_from(&template.members, "tosca.relationships.AttachesTo")
        {
            let message = "property `location` cannot be the root of the file system";
            self.add(Fault::new(FaultKind::ConstraintViolated, root.span, message));
        }
        let is_dependency = template
            .type_name
            .is_some_and(|of| ["tosca.relationships.DependsOn", "DependsOn", "tosca:DependsOn"].contains(&of.name));
        for (_, interface) in template.node.get("interfaces").into_iter().flat_map(named) {
            for (operation, entry) in interfaces::operations(&interface.value) {
                if is_dependency && !entry.value.is_null() {
                    let message = format!("a dependency cannot implement `{operation}`");
                    let fault = Fault::new(FaultKind::ConfiguredDependency, entry.key.span, message);
                    self.add(fault.help("use a relationship of type `tosca.relationships.ConnectsTo`"));
                }
                if BEFORE_SOURCE.contains(&operation) {
                    let inputs = entry.value.get("inputs").into_iter().flat_map(named);
                    for (_, input) in inputs {
                        let first = input.value.get("get_attribute").and_then(|call| call.items().first());
                        if let Some(first) = first.filter(|first| first.as_text() == Some("SOURCE")) {
                            let message = format!("`{operation}` runs before `SOURCE` exists, so it has no attributes");
                            let fault = Fault::new(FaultKind::UnknownSource, first.span, message);
                            self.add(fault.help("use the operation `add_source`"));
                        }
                    }
                }
            }
        }
    }
}

pub(super) fn derives_from(members: &Members<'_>, name: &str) -> bool {
    members.chain.iter().any(|of| of.name == name)
}
