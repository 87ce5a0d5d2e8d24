//! Assignments in a topology, against the definitions of the types.

use std::rc::Rc;

use super::define::Role;
use super::{CheckedValue, Checker, Fault, FaultKind};
use crate::diagnostic::{Safety, Severity};
use crate::similarity::is_misspelled;
use crate::symbol::SymbolKind;
use crate::syntax::{Entry, Node, NodePath};
use crate::text::{FilePath, Span};
use crate::tosca::effective::{entries, named};
use crate::tosca::entity::{Assignment, Entity, Template};
use crate::tosca::interfaces;
use crate::tosca::operation::Operation;
use crate::tosca::types::clause::of_condition;
use crate::tosca::types::members::{Members, Properties, unset};
use crate::tosca::types::property::Property;
use crate::tosca::types::schema::Schema;
use crate::tosca::version;

const TOPOLOGY: &str = "topology_template";
/// The aliases of the networks that every orchestrator has (3.3.4).
const NETWORKS: [&str; 2] = ["PRIVATE", "PUBLIC"];

/// The inputs of the topology and of its workflows, which take precedence.
pub(super) fn inputs<'a>(root: &'a Node, file: &'a FilePath) -> Properties<'a> {
    let mut inputs = Properties::new();
    let of_topology = root.at(&NodePath::keys([TOPOLOGY, "inputs"]));
    let workflows = root.at(&NodePath::keys([TOPOLOGY, "workflows"])).into_iter().flat_map(named);
    let of_workflows = workflows.filter_map(|(_, workflow)| workflow.value.get("inputs"));
    for (name, entry) in of_topology.into_iter().chain(of_workflows).flat_map(named) {
        inputs.insert(name, Rc::new(Property::refined(None, "", file, name, entry)));
    }
    inputs
}

/// The definitions that a section of assignments follows.
struct Definitions<'d, 'a> {
    properties: &'d Properties<'a>,
    /// Whether all are known, so that others do not exist.
    is_whole: bool,
    /// The noun of a member, and of its owner: `the group type has no property`.
    noun: &'static str,
    owner: &'static str,
    /// Whether unknown names are reported here, and not with the names of the file.
    reports_unknown: bool,
}

impl<'a> Checker<'a> {
    /// Checks the topology of the file.
    pub(super) fn topology(&self) {
        let Some(topology) = self.root.get(TOPOLOGY) else { return };
        self.parameters(topology.get("inputs"), "input");
        self.entities.nodes().for_each(|node| self.node(&node));
        for entity in self.entities.relationships() {
            self.relationship(&entity);
        }
        for (name, entry) in topology.get("groups").into_iter().flat_map(named) {
            self.grouping(SymbolKind::GroupType, "group type", name, entry);
        }
        let policies = topology.get("policies");
        let items = policies.map_or(&[][..], Node::items).iter().chain(policies);
        for (name, entry) in items.flat_map(named) {
            self.grouping(SymbolKind::PolicyType, "policy type", name, entry);
        }
        self.parameters(topology.get("outputs"), "output");
        if let Some(workflows) = topology.get("workflows") {
            for (_, workflow) in named(workflows) {
                self.parameters(workflow.value.get("inputs"), "input");
            }
        }
    }

    fn parameters(&self, section: Option<&'a Node>, noun: &'static str) {
        for (name, entry) in section.into_iter().flat_map(named) {
            let file = &self.entities.context.file.path;
            let property = Property::refined(None, "", file, name, entry);
            self.definition(Role::Parameter(noun), entry, &property, &Entity::Outside);
            if let Some(value) = entry.value.get("value") {
                let place = CheckedValue::root(noun, name, entry.key.span, &Entity::Outside);
                self.value(&place, value, &property.schema);
            }
        }
    }

    fn node(&self, node: &Template<'a>) {
        let entity = Entity::Node(node.clone());
        let members = &*node.members;
        let own = Definitions {
            properties: &members.properties,
            is_whole: members.is_whole,
            noun: "property",
            owner: "node type",
            reports_unknown: false,
        };
        self.assignments(node.node.get("properties"), &own, &entity);
        self.attributes(node.node.get("attributes"), &members.attributes, &own, &entity);
        let key_span = node.span;
        // The properties of a node that is selected at run time are criteria (D-22).
        let is_selected = node.directives().any(version::selects);
        if !is_selected {
            let assigned = |name: &str| node.entry("properties", name).map(|entry| &entry.value);
            self.required(key_span, &members.properties, (node.node.get("properties"), &assigned), &|| {
                format!("node template `{}`", node.name)
            });
        }
        for (name, capability) in &members.capabilities {
            let entry = node.node.get("capabilities").and_then(|all| all.entry(name));
            let own = Definitions {
                properties: &capability.properties,
                is_whole: capability.is_whole,
                noun: "property",
                owner: "capability",
                reports_unknown: true,
            };
            if let Some(entry) = entry {
                self.assignments(entry.value.get("properties"), &own, &entity);
                self.attributes(entry.value.get("attributes"), &capability.attributes, &own, &entity);
            }
            if !is_selected {
                let assigned = |of: &str| node.capability_entry(name, "properties", of).map(|entry| &entry.value);
                let span = entry.map_or(key_span, |entry| entry.key.span);
                let owner = || format!("capability `{name}` of node template `{}`", node.name);
                let section = entry.and_then(|entry| entry.value.get("properties"));
                self.required(span, &capability.properties, (section, &assigned), &owner);
            }
        }
        self.interfaces(node, &entity);
        // Without a directive, which is missing, it is not known which nodes the filter selects.
        let severity = if node.directives().next().is_some() { Severity::Error } else { Severity::Warning };
        self.filter(node.node.get("node_filter"), members, severity);
        for assignment in node.own_requirements() {
            if let Some(filter) = assignment.value.get("node_filter") {
                let defined = members.requirements.get(assignment.name).and_then(|of| of.node);
                let named = assignment.node().map(|name| self.entities.types.named(name));
                let members = self.entities.members(SymbolKind::NodeType, named.or(defined));
                self.filter(Some(filter), &members, Severity::Error);
            }
            let Some(inner) = self.entities.inner_relationship(node, &assignment) else {
                self.implicit_relationship(node, &assignment);
                continue;
            };
            if let Entity::Relationship { template, .. } = &inner {
                self.related(template, &inner, template.span, &|| format!("the relationship of `{}`", assignment.name));
            }
        }
        for (name, artifact) in node.node.get("artifacts").into_iter().flat_map(named) {
            self.artifact_properties(name, artifact, &entity);
        }
        self.normative_node(node);
    }

    /// The properties of an artifact, which TOSCA 1.3 can set (3.6.7 of version 1.3).
    fn artifact_properties(&self, name: &str, artifact: &'a Entry, entity: &Entity<'a>) {
        let Some(type_name) = artifact.value.get("type").and_then(Node::as_text) else { return };
        let members = self.entities.members(SymbolKind::ArtifactType, Some(self.entities.types.named(type_name)));
        let own = Definitions {
            properties: &members.properties,
            is_whole: members.is_whole,
            noun: "property",
            owner: "artifact type",
            reports_unknown: true,
        };
        let properties = artifact.value.get("properties");
        self.assignments(properties, &own, entity);
        let assigned = |name: &str| properties?.get(name);
        self.required(artifact.key.span, &members.properties, (properties, &assigned), &|| {
            format!("artifact `{name}`")
        });
    }

    /// A relationship without values of its own needs a type without required properties (3.7.2).
    fn implicit_relationship(&self, node: &Template<'a>, assignment: &Assignment<'a>) {
        let written = assignment.relationship();
        if written.is_some_and(|name| self.entities.relationship(name).is_some()) {
            return; // It is checked as a template.
        }
        let defined = node.members.requirements.get(assignment.name).and_then(|of| of.relationship);
        let type_name = written.map(|name| self.entities.types.named(name)).or(defined);
        let members = self.entities.members(SymbolKind::RelationshipType, type_name);
        self.required(assignment.span, &members.properties, (None, &|_| None), &|| {
            format!("the relationship of `{}`", assignment.name)
        });
    }

    /// The conditions of a node filter, for the properties of the nodes that can be selected (3.5.4). `severity` is that
    /// of a property that these nodes do not have.
    fn filter(&self, filter: Option<&'a Node>, members: &Members<'a>, severity: Severity) {
        let Some(filter) = filter.filter(|_| members.is_whole) else { return };
        self.conditions(filter.get("properties"), &members.properties, ("node type", severity));
        for (name, entry) in filter.get("capabilities").into_iter().flat_map(entries) {
            if let Some(capability) = members.capabilities.get(name).filter(|capability| capability.is_whole) {
                self.conditions(entry.value.get("properties"), &capability.properties, ("capability", severity));
            }
        }
    }

    fn conditions(&self, section: Option<&'a Node>, properties: &Properties<'a>, (owner, severity): (&str, Severity)) {
        for (name, entry) in section.into_iter().flat_map(entries) {
            let Some(property) = properties.get(name) else {
                let message = format!("the {owner} has no property `{name}`");
                let fault = Fault::new(FaultKind::UnknownProperty, entry.key.span, message);
                self.add(fault.unknown(name, properties.keys()).severity(severity));
                continue;
            };
            let of = property.schema.data_type(&self.entities.types).filter(|of| of.is_known());
            let place = CheckedValue::root("property", name, entry.key.span, &Entity::Anywhere);
            for clause in of_condition(&entry.value) {
                of.into_iter().for_each(|of| self.clause(&place, &clause, of));
            }
        }
    }

    fn relationship(&self, entity: &Entity<'a>) {
        let Entity::Relationship { template, .. } = entity else { return };
        self.related(template, entity, template.span, &|| format!("relationship template `{}`", template.name));
    }

    fn related(&self, template: &Template<'a>, entity: &Entity<'a>, span: Span, owner: &dyn Fn() -> String) {
        let members = &*template.members;
        let own = Definitions {
            properties: &members.properties,
            is_whole: members.is_whole,
            noun: "property",
            owner: "relationship type",
            reports_unknown: true,
        };
        self.assignments(template.node.get("properties"), &own, entity);
        self.attributes(template.node.get("attributes"), &members.attributes, &own, entity);
        let assigned = |name: &str| template.entry("properties", name).map(|entry| &entry.value);
        self.required(span, &members.properties, (template.node.get("properties"), &assigned), owner);
        self.interfaces(template, entity);
        self.normative_relationship(template);
    }

    /// A group or policy.
    fn grouping(&self, kind: SymbolKind, owner: &'static str, name: &'a str, entry: &'a Entry) {
        let node = &entry.value;
        let type_name = node.get("type").and_then(Node::as_text).map(|name| self.entities.types.named(name));
        let members = self.entities.members(kind, type_name);
        let own = Definitions {
            properties: &members.properties,
            is_whole: members.is_whole,
            noun: "property",
            owner,
            reports_unknown: true,
        };
        self.assignments(node.get("properties"), &own, &Entity::Outside);
        let assigned = |name: &str| node.get("properties")?.get(name);
        let noun = if kind == SymbolKind::GroupType { "group" } else { "policy" };
        self.required(entry.key.span, &members.properties, (node.get("properties"), &assigned), &|| {
            format!("{noun} `{name}`")
        });
        if let Some(properties) = node.get("properties").filter(|_| kind == SymbolKind::PolicyType) {
            self.sample_policy(properties);
        }
        let template = Template { name, span: entry.key.span, node, copied: None, type_name, members };
        self.interfaces(&template, &Entity::Outside);
    }

    fn assignments(&self, section: Option<&'a Node>, of: &Definitions<'_, 'a>, entity: &Entity<'a>) {
        for (name, entry) in section.into_iter().flat_map(named) {
            let place = CheckedValue::root(of.noun, name, entry.key.span, entity);
            match of.properties.get(name) {
                Some(property) => {
                    self.discouraged(property, entry);
                    self.network_alias(property, entry);
                    // A missing value that is required is reported as such.
                    let is_needed = property.is_required && property.default.is_none();
                    if !(is_needed && entry.value.is_null()) {
                        self.value(&place, &entry.value, &property.schema);
                    }
                }
                None => {
                    self.unknown_member(name, entry, of, section);
                    self.value(&place, &entry.value, &Schema::default());
                }
            }
        }
    }

    /// Attributes, which include the reflected properties. The long notation has a description (3.5.12).
    fn attributes(
        &self,
        section: Option<&'a Node>,
        attributes: &Properties<'a>,
        of: &Definitions<'_, 'a>,
        entity: &Entity<'a>,
    ) {
        for (name, entry) in section.into_iter().flat_map(named) {
            let place = CheckedValue::root("attribute", name, entry.key.span, entity);
            let found = attributes.get(name).or_else(|| of.properties.get(name));
            let Some(attribute) = found else {
                let of = Definitions { noun: "attribute", reports_unknown: true, properties: attributes, ..*of };
                self.unknown_member(name, entry, &of, section);
                self.value(&place, &entry.value, &Schema::default());
                continue;
            };
            let value = match self.is_long(&entry.value, &attribute.schema) {
                true => entry.value.get("value").unwrap_or(&entry.value),
                false => &entry.value,
            };
            self.value(&place, value, &attribute.schema);
        }
    }

    fn is_long(&self, node: &Node, schema: &Schema<'a>) -> bool {
        let is_keyname = |entry: &Entry| matches!(entry.key.as_text(), Some("value" | "description"));
        let of = schema.data_type(&self.entities.types);
        let is_own =
            of.is_some_and(|of| of.fields.contains_key("value") || of.primitive.is_some_and(|of| of.has_entries()));
        node.get("value").is_some() && node.entries().iter().all(is_keyname) && !is_own
    }

    fn unknown_member(&self, name: &str, entry: &Entry, of: &Definitions<'_, 'a>, section: Option<&Node>) {
        if !of.is_whole || !of.reports_unknown {
            return;
        }
        let message = format!("the {} has no {} `{name}`", of.owner, of.noun);
        let fault = Fault::new(FaultKind::UnknownProperty, entry.key.span, message);
        let is_free = |known: &&&str| section.is_none_or(|section| section.entry(known).is_none());
        self.add(fault.unknown(name, of.properties.keys().filter(is_free)));
    }

    /// The aliases of networks are upper case; any other text is the name of a network (3.3.4).
    fn network_alias(&self, property: &Property<'a>, entry: &Entry) {
        let is_network = property.name == "network_name" && property.owner.starts_with("tosca.");
        let Some(text) = entry.value.as_text().filter(|_| is_network) else { return };
        let alias = NETWORKS.iter().find(|alias| alias.eq_ignore_ascii_case(text) && **alias != text);
        if let Some(alias) = alias {
            let message = format!("`{text}` is the name of a network, not the alias `{alias}`");
            let fault = Fault::new(FaultKind::NetworkAlias, entry.value.span, message);
            self.add(fault.help(format!("did you mean `{alias}`?")).replace(entry.value.span, *alias, Safety::Unsafe));
        }
    }

    fn discouraged(&self, property: &Property<'a>, entry: &Entry) {
        let (severity, status) = match property.status {
            Some(status @ ("deprecated" | "unsupported")) => (Severity::Warning, status),
            Some(status @ "experimental") => (Severity::Info, status),
            _ => return,
        };
        let message = format!("property `{}` of `{}` is {status}", property.name, property.owner);
        let fault = Fault::new(FaultKind::Discouraged, entry.key.span, message).severity(severity);
        self.add(fault.related(property.file, property.span, "defined here"));
    }

    /// The required properties without a value. `section` has the assignments as written.
    fn required<'n>(
        &self,
        span: Span,
        properties: &Properties<'a>,
        (section, assigned): (Option<&Node>, Assigned<'_, 'n>),
        owner: &dyn Fn() -> String,
    ) {
        for property in unset(properties, assigned) {
            // A property under a misspelled name is reported there.
            let mut unknown = section.into_iter().flat_map(named).filter(|(name, _)| properties.get(name).is_none());
            if unknown.any(|(name, _)| is_misspelled(name, property.name)) {
                continue;
            }
            let of = property.schema.type_name.map(|of| format!(" ({})", of.name)).unwrap_or_default();
            let message = format!("{} lacks the required property `{}`{of}", owner(), property.name);
            let fault = Fault::new(FaultKind::RequiredUnset, span, message);
            self.add(fault.related(property.file, property.span, "defined here"));
        }
    }

    /// The inputs of interfaces and operations. A template can add inputs that its type does not define.
    fn interfaces(&self, template: &Template<'a>, entity: &Entity<'a>) {
        for (interface, entry) in template.node.get("interfaces").into_iter().flat_map(named) {
            let node = &entry.value;
            let shared = self.operation_inputs(node.get("inputs"), &template.members, (interface, None), entity);
            let mut missing: Vec<_> = shared.values().cloned().collect();
            let operations: Vec<_> = interfaces::operations(node).collect();
            for (operation, entry) in &operations {
                let (inputs, names) = (entry.value.get("inputs"), (interface, Some(*operation)));
                let defined = self.operation_inputs(inputs, &template.members, names, entity);
                for input in defined.values().filter(|input| !is_assigned(node.get("inputs"), input.name)) {
                    // An input of the interface is reported there, unless some operations have a value for it.
                    let is_shared = missing.iter().any(|shared| shared.name == input.name);
                    if !is_shared && !is_assigned(inputs, input.name) {
                        self.missing_input(template, names, entry, input);
                    }
                }
            }
            let in_each = |name: &str| operations.iter().any(|(_, entry)| is_assigned(entry.value.get("inputs"), name));
            missing.retain(|input| !is_assigned(node.get("inputs"), input.name) && !in_each(input.name));
            missing.iter().for_each(|input| self.missing_input(template, (interface, None), entry, input));
        }
    }

    /// Reports an input without a value that is required (3.5.13): an error if an operation reads it, because it is
    /// implemented.
    fn missing_input(
        &self,
        template: &Template<'a>,
        (interface, operation): (&str, Option<&str>),
        entry: &'a Entry,
        input: &Property<'a>,
    ) {
        if !input.is_required || input.default.is_some() || !template.members.is_whole {
            return;
        }
        let operations = self.entities.operations(&template.members, interface);
        let implemented = |name: &str| {
            let found = self.entities.operation(Some(template), &template.members, interface, name);
            found == Operation::Defined { is_implemented: true }
        };
        let is_read = match operation {
            Some(operation) => implemented(operation),
            None => {
                let own = interfaces::operations(&entry.value).map(|(name, _)| name);
                operations.into_iter().chain(own).any(implemented)
            }
        };
        let owner = match operation {
            Some(operation) => format!("operation `{interface}.{operation}`"),
            None => format!("interface `{interface}`"),
        };
        let message = format!("{owner} lacks the required input `{}`", input.name);
        let severity = if is_read { Severity::Error } else { self.lenient() };
        let fault = Fault::new(FaultKind::RequiredUnset, entry.key.span, message).severity(severity);
        self.add(fault.related(input.file, input.span, "defined here"));
    }

    /// Checks the values of inputs; returns the inputs that the type defines.
    fn operation_inputs(
        &self,
        section: Option<&'a Node>,
        members: &Members<'a>,
        (interface, operation): (&str, Option<&str>),
        entity: &Entity<'a>,
    ) -> Rc<Properties<'a>> {
        let defined = self.entities.operation_inputs(members, interface, operation);
        for (name, entry) in section.into_iter().flat_map(named) {
            let place = CheckedValue { operation, ..CheckedValue::root("input", name, entry.key.span, entity) };
            match defined.get(name) {
                Some(input) => self.value(&place, &entry.value, &input.schema),
                None => self.value(&place, &entry.value, &Schema::default()),
            }
        }
        defined
    }
}

/// Whether a section sets this input.
fn is_assigned(section: Option<&Node>, name: &str) -> bool {
    section.and_then(|section| section.get(name)).is_some_and(|value| !value.is_null())
}

/// Finds the assignment of a property.
type Assigned<'f, 'n> = &'f dyn Fn(&str) -> Option<&'n Node>;
