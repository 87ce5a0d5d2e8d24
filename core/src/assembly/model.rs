//! The lowered model of an assembly or resource descriptor, with source locations. Lowering is lenient: anything that
//! does not match the schema is left out, because the schema rules report it.

use std::collections::HashMap;

use serde_yaml::{Mapping, Value};
use smol_str::SmolStr;

use crate::number::float;
use crate::symbol::DescriptorRef;
use crate::syntax::plain::{Plain, typed};
use crate::syntax::{Entry, Node, NodePath, Step};
use crate::text::Span;

/// The properties that determine where a component is created: the location, and the resource manager.
pub const PLACEMENT: [&str; 2] = ["deploymentLocation", "resourceManager"];

/// Whether properties at `path` are set rather than declared: in a component, a reference or a relationship (AD-REL-18,
/// AD-COMP-06).
pub fn gives_values(path: &NodePath) -> bool {
    matches!(path.steps(), [Step::Key(section), _, Step::Key(key)]
        if key == "properties" && ["composition", "references", "relationships"].contains(&section.as_str()))
}

/// A placeholder for a value that is still to be written.
pub fn blank_value() -> Value {
    Value::Mapping(Mapping::from_iter([(Value::from("value"), Value::from(""))]))
}

/// Text with its location.
#[derive(Clone, PartialEq, Debug)]
pub struct Text {
    pub value: SmolStr,
    pub span: Span,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DescriptorKind {
    Assembly,
    Resource,
}

impl DescriptorKind {
    /// The first part of a full name.
    pub fn name(self) -> &'static str {
        match self {
            DescriptorKind::Assembly => "assembly",
            DescriptorKind::Resource => "resource",
        }
    }
}

#[derive(Clone, PartialEq, Debug)]
pub struct Descriptor {
    pub kind: DescriptorKind,
    /// As written, even if invalid.
    pub name: Option<Text>,
    /// The name, if it has three parts.
    pub full_name: Option<DescriptorRef>,
    pub description: Option<Text>,
    pub properties: Vec<Property>,
    pub private_properties: Vec<Property>,
    pub composition: Vec<Component>,
    pub references: Vec<Component>,
    pub relationships: Vec<Relationship>,
    pub operations: Vec<Operation>,
    pub data_types: Vec<DataType>,
    pub capabilities: Vec<Capability>,
    pub requirements: Vec<Capability>,
    pub metrics: Vec<Metric>,
    pub policies: Vec<Policy>,
    /// The transitions of a resource.
    pub lifecycle: Vec<Text>,
    /// The names of all sections that exist.
    pub sections: Vec<SmolStr>,
    /// The positions in `designerLayout`, in its units.
    pub positions: Vec<(SmolStr, (f64, f64))>,
    /// The indices of components, references and properties in their sections, by name.
    // Invariant: built from `composition`, `references` and `properties`, whose entries are never added, removed or
    // renamed afterwards; the first of several equal names wins.
    name_index: NameIndex,
}

#[derive(Clone, PartialEq, Debug, Default)]
struct NameIndex {
    components: HashMap<SmolStr, usize>,
    references: HashMap<SmolStr, usize>,
    properties: HashMap<SmolStr, usize>,
}

/// Up to this many names, a linear search is faster.
const LINEAR_LIMIT: usize = 12;

impl NameIndex {
    fn of<'n>(names: impl ExactSizeIterator<Item = &'n Name>) -> HashMap<SmolStr, usize> {
        let mut indices = HashMap::new();
        if names.len() > LINEAR_LIMIT {
            for (index, name) in names.enumerate() {
                indices.entry(name.text.clone()).or_insert(index);
            }
        }
        indices
    }
}

/// Finds the item called `name` in `things`, using the index if there are many.
fn find<'t, T>(
    things: &'t [T],
    indices: &HashMap<SmolStr, usize>,
    name: &str,
    named: impl Fn(&T) -> &Name,
) -> Option<&'t T> {
    if things.len() > LINEAR_LIMIT {
        return indices.get(name).and_then(|index| things.get(*index));
    }
    things.iter().find(|thing| named(thing).text == name)
}

/// The name of an item, with its location.
#[derive(Clone, PartialEq, Debug)]
pub struct Name {
    pub text: SmolStr,
    /// The key.
    pub span: Span,
    pub path: NodePath,
    /// Key and value.
    pub full_span: Span,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Property {
    pub name: Name,
    pub type_name: Option<Text>,
    pub description: Option<Text>,
    pub required: bool,
    pub read_only: bool,
    pub volatile: bool,
    /// The default next to the type, otherwise the one inside `entry-schema` (AD-TYPE-06).
    pub default: Option<Node>,
    pub value: Option<Node>,
    pub entry_schema: Option<Node>,
}

/// A component of the composition, or a reference, which only has a type and properties.
#[derive(Clone, PartialEq, Debug)]
pub struct Component {
    pub name: Name,
    pub type_name: Option<Text>,
    /// The type, if it is a full descriptor name.
    pub of: Option<DescriptorRef>,
    pub dynamic_type: Option<Text>,
    pub quantity: Option<Node>,
    pub cluster: Option<Cluster>,
    pub items: Option<Node>,
    pub properties: Vec<Property>,
    pub upgrade_dependencies: Vec<Text>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Cluster {
    /// The key `cluster`.
    pub span: Span,
    pub initial_quantity: Option<Node>,
    pub minimum_nodes: Option<Node>,
    pub maximum_nodes: Option<Node>,
    pub scaling_increment: Option<Node>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Relationship {
    pub name: Name,
    /// `component.capability`, or the name of a reference.
    pub source_capabilities: Vec<Text>,
    /// `component.requirement`.
    pub target_requirements: Vec<Text>,
    pub source_state: Option<Text>,
    pub source_state_modifier: Option<Text>,
    pub target_state: Option<Text>,
    pub target_state_modifier: Option<Text>,
    pub properties: Vec<Property>,
    /// `source.operation`, `target.operation`.
    pub create: Vec<Text>,
    pub cease: Vec<Text>,
}

/// An operation: with a source in assemblies, with properties in resources.
#[derive(Clone, PartialEq, Debug)]
pub struct Operation {
    pub name: Name,
    /// `component.operation`.
    pub source_operation: Option<Text>,
    pub multiple_instances: Option<Text>,
    pub description: Option<Text>,
    pub properties: Vec<Property>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct DataType {
    pub name: Name,
    pub derived_from: Option<Text>,
    pub properties: Vec<Property>,
}

/// A capability or a requirement.
#[derive(Clone, PartialEq, Debug)]
pub struct Capability {
    pub name: Name,
    pub type_name: Option<Text>,
}

/// A metric: with a source in assemblies, with a type in resources.
#[derive(Clone, PartialEq, Debug)]
pub struct Metric {
    pub name: Name,
    pub type_name: Option<Text>,
    /// `component.metric`.
    pub source_metric: Option<Text>,
    pub publication_period: Option<Node>,
}

#[derive(Clone, PartialEq, Debug)]
pub struct Policy {
    pub name: Name,
    pub type_name: Option<Text>,
    pub metric: Option<Text>,
    pub target: Option<Text>,
    /// Name and value of each property, whether the value is given directly or under `value`.
    pub properties: Vec<(Text, Node)>,
}

impl Descriptor {
    /// Lowers the descriptor in `root` as one of `kind`.
    pub fn lower(root: &Node, kind: DescriptorKind) -> Self {
        let name = text(root, "name");
        let mut descriptor = Descriptor {
            kind,
            full_name: name.as_ref().and_then(|name| DescriptorRef::parse(&name.value)),
            name,
            description: text(root, "description"),
            properties: properties(root, "properties", &NodePath::root()),
            private_properties: properties(root, "private-properties", &NodePath::root()),
            composition: section(root, "composition", component),
            references: section(root, "references", component),
            relationships: section(root, "relationships", relationship),
            operations: section(root, "operations", operation),
            data_types: section(root, "data-types", data_type),
            capabilities: section(root, "capabilities", capability),
            requirements: section(root, "requirements", capability),
            metrics: section(root, "metrics", metric),
            policies: section(root, "policies", policy),
            lifecycle: lifecycle(root),
            sections: root.entries().iter().filter_map(|entry| entry.key.as_text()).map(SmolStr::from).collect(),
            positions: positions(root),
            name_index: NameIndex::default(),
        };
        descriptor.name_index = NameIndex {
            components: NameIndex::of(descriptor.composition.iter().map(|part| &part.name)),
            references: NameIndex::of(descriptor.references.iter().map(|part| &part.name)),
            properties: NameIndex::of(descriptor.properties.iter().map(|property| &property.name)),
        };
        descriptor
    }

    pub fn property(&self, name: &str) -> Option<&Property> {
        find(&self.properties, &self.name_index.properties, name, |property| &property.name)
    }

    pub fn private_property(&self, name: &str) -> Option<&Property> {
        self.private_properties.iter().find(|property| property.name.text == name)
    }

    pub fn component(&self, name: &str) -> Option<&Component> {
        find(&self.composition, &self.name_index.components, name, |component| &component.name)
    }

    pub fn reference(&self, name: &str) -> Option<&Component> {
        find(&self.references, &self.name_index.references, name, |reference| &reference.name)
    }

    /// The component or reference called `name`.
    pub fn part(&self, name: &str) -> Option<&Component> {
        self.component(name).or_else(|| self.reference(name))
    }

    pub fn operation(&self, name: &str) -> Option<&Operation> {
        self.operations.iter().find(|operation| operation.name.text == name)
    }

    pub fn metric(&self, name: &str) -> Option<&Metric> {
        self.metrics.iter().find(|metric| metric.name.text == name)
    }

    pub fn capability(&self, name: &str) -> Option<&Capability> {
        self.capabilities.iter().find(|capability| capability.name.text == name)
    }

    pub fn requirement(&self, name: &str) -> Option<&Capability> {
        self.requirements.iter().find(|requirement| requirement.name.text == name)
    }

    pub fn data_type(&self, name: &str) -> Option<&DataType> {
        self.data_types.iter().find(|data_type| data_type.name.text == name)
    }

    pub fn has_section(&self, name: &str) -> bool {
        self.sections.iter().any(|section| section == name)
    }

    /// The properties of all sections that are evaluated as values.
    pub fn all_properties(&self) -> impl Iterator<Item = &Property> {
        let parts = self.composition.iter().chain(&self.references).flat_map(|part| &part.properties);
        let relationships = self.relationships.iter().flat_map(|relationship| &relationship.properties);
        let operations = self.operations.iter().flat_map(|operation| &operation.properties);
        let data_types = self.data_types.iter().flat_map(|data_type| &data_type.properties);
        let own = self.properties.iter().chain(&self.private_properties);
        own.chain(parts).chain(relationships).chain(operations).chain(data_types)
    }
}

impl Property {
    /// Whether users of the descriptor must set it: without a default, a value, or a value of the running system.
    pub fn must_be_set(&self) -> bool {
        self.required && !self.read_only && self.default.is_none() && self.value.is_none()
    }

    /// The value it is set to: its value, otherwise its default. Null counts as absent.
    pub fn given(&self) -> Option<&Node> {
        self.static_or_mapped().or_else(|| self.default.as_ref().filter(|node| !node.is_null()))
    }

    /// Its `value`, unless that is null.
    pub fn static_or_mapped(&self) -> Option<&Node> {
        self.value.as_ref().filter(|node| !node.is_null())
    }
}

impl Component {
    pub fn property(&self, name: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.name.text == name)
    }

    /// The properties that its type requires and that it does not set, except those of its placement.
    pub fn unset<'d>(&self, of: &'d Descriptor) -> impl Iterator<Item = &'d Property> {
        of.properties.iter().filter(|property| {
            let name = property.name.text.as_str();
            let is_needed = property.required && !property.read_only && property.given().is_none();
            is_needed && !PLACEMENT.contains(&name) && self.property(name).is_none_or(|own| own.given().is_none())
        })
    }

    /// Whether there may be more than one instance: a cluster, a group of items, or a quantity that may differ from 1.
    pub fn is_multiple(&self) -> bool {
        let is_quantity =
            |text: &str| text.contains("${") || text.trim().parse::<u64>().is_ok_and(|number| number != 1);
        let quantity = self.quantity.as_ref().and_then(Node::as_text).is_some_and(is_quantity);
        self.cluster.is_some() || self.items.is_some() || quantity
    }
}

fn section<T>(root: &Node, key: &str, lower: impl Fn(Name, &Node) -> T) -> Vec<T> {
    named(root, key, &NodePath::root()).map(|(name, value)| lower(name, value)).collect()
}

fn named<'a>(node: &'a Node, key: &str, path: &NodePath) -> impl Iterator<Item = (Name, &'a Node)> {
    let path = path.key(key);
    let entries = node.get(key).map_or(&[][..], Node::entries);
    entries.iter().filter_map(move |entry| Some((name(entry, &path)?, &entry.value)))
}

fn name(entry: &Entry, parent: &NodePath) -> Option<Name> {
    let text = entry.key.as_scalar()?.value.clone();
    let path = parent.key(&text);
    let full_span = if entry.value.span.is_empty() { entry.key.span } else { entry.key.span.cover(entry.value.span) };
    // A merged value is defined elsewhere, so a span from key to value would cover unrelated text.
    let full_span = if entry.merged { entry.key.span } else { full_span };
    Some(Name { text, span: entry.key.span, path, full_span })
}

/// The integer value of a scalar, which may be a string of digits.
pub fn whole_number(node: &Node) -> Option<i64> {
    node.as_text()?.trim().parse().ok()
}

/// All spellings of the key that describes the entries of a collection.
pub const ENTRY_SCHEMA: [&str; 3] = ["entry-schema", "entry_schema", "entrySchema"];

/// The entry schema of a property or of another entry schema.
pub fn entry_schema(node: &Node) -> Option<&Node> {
    ENTRY_SCHEMA.iter().find_map(|key| node.get(key))
}

/// The type in an entry schema, which may be written as just the type.
pub fn entry_type(schema: &Node) -> Option<Text> {
    as_text(schema).or_else(|| text(schema, "type"))
}

/// The scalar under `key`, unless it is null.
pub fn text(node: &Node, key: &str) -> Option<Text> {
    as_text(node.get(key)?)
}

fn as_text(node: &Node) -> Option<Text> {
    let scalar = node.as_scalar()?;
    (!node.is_null()).then(|| Text { value: scalar.value.clone(), span: node.span })
}

fn texts(node: Option<&Node>) -> Vec<Text> {
    let Some(node) = node else { return Vec::new() };
    match as_text(node) {
        Some(text) => vec![text],
        None => node.items().iter().filter_map(as_text).collect(),
    }
}

fn flag(node: &Node, keys: &[&str]) -> bool {
    let scalar = keys.iter().find_map(|key| node.get(key)).and_then(Node::as_scalar);
    scalar.is_some_and(|scalar| matches!(typed(scalar), Plain::Bool(true)) || scalar.value == "true")
}

fn given(node: &Node, key: &str) -> Option<Node> {
    node.get(key).cloned()
}

fn properties(node: &Node, key: &str, path: &NodePath) -> Vec<Property> {
    named(node, key, path).map(|(name, value)| property(name, value)).collect()
}

fn property(name: Name, node: &Node) -> Property {
    let entry_schema = entry_schema(node).cloned();
    let nested = || entry_schema.as_ref().and_then(|schema| given(schema, "default"));
    Property {
        name,
        type_name: text(node, "type"),
        description: text(node, "description"),
        required: flag(node, &["required"]),
        read_only: flag(node, &["read-only", "readOnly", "read_only"]),
        volatile: flag(node, &["volatile"]),
        default: given(node, "default").or_else(nested),
        value: given(node, "value"),
        entry_schema,
    }
}

fn component(name: Name, node: &Node) -> Component {
    let type_name = text(node, "type");
    let cluster = node.entry("cluster").map(|entry| Cluster {
        span: entry.key.span,
        initial_quantity: given(&entry.value, "initial-quantity"),
        minimum_nodes: given(&entry.value, "minimum-nodes"),
        maximum_nodes: given(&entry.value, "maximum-nodes"),
        scaling_increment: given(&entry.value, "scaling-increment"),
    });
    Component {
        of: type_name.as_ref().and_then(|type_name| DescriptorRef::parse(&type_name.value)),
        type_name,
        dynamic_type: text(node, "dynamicType"),
        quantity: given(node, "quantity"),
        cluster,
        items: given(node, "items"),
        properties: properties(node, "properties", &name.path),
        upgrade_dependencies: texts(node.get("upgrade-dependencies")),
        name,
    }
}

fn relationship(name: Name, node: &Node) -> Relationship {
    let lifecycle = node.get("lifecycle");
    Relationship {
        source_capabilities: texts(node.get("source-capabilities")),
        target_requirements: texts(node.get("target-requirements")),
        source_state: text(node, "source-state"),
        source_state_modifier: text(node, "source-state-modifier"),
        target_state: text(node, "target-state"),
        target_state_modifier: text(node, "target-state-modifier"),
        properties: properties(node, "properties", &name.path),
        create: texts(lifecycle.and_then(|lifecycle| lifecycle.get("Create"))),
        cease: texts(lifecycle.and_then(|lifecycle| lifecycle.get("Cease"))),
        name,
    }
}

fn operation(name: Name, node: &Node) -> Operation {
    Operation {
        source_operation: text(node, "source-operation"),
        multiple_instances: text(node, "multiple-instances"),
        description: text(node, "description"),
        properties: properties(node, "properties", &name.path),
        name,
    }
}

fn data_type(name: Name, node: &Node) -> DataType {
    DataType { derived_from: text(node, "derived-from"), properties: properties(node, "properties", &name.path), name }
}

fn capability(name: Name, node: &Node) -> Capability {
    Capability { type_name: text(node, "type"), name }
}

fn metric(name: Name, node: &Node) -> Metric {
    let publication_period = given(node, "publication-period").or_else(|| given(node, "publication_period"));
    Metric { type_name: text(node, "type"), source_metric: text(node, "source-metric"), publication_period, name }
}

fn policy(name: Name, node: &Node) -> Policy {
    let entries = node.get("properties").map_or(&[][..], Node::entries);
    let properties = entries.iter().filter_map(|entry| {
        let key = as_text(&entry.key)?;
        Some((key, entry.value.get("value").unwrap_or(&entry.value).clone()))
    });
    Policy {
        type_name: text(node, "type"),
        metric: text(node, "metric"),
        target: text(node, "target"),
        properties: properties.collect(),
        name,
    }
}

/// The transitions, written as a list or as the keys of a mapping.
fn lifecycle(root: &Node) -> Vec<Text> {
    let Some(node) = root.get("lifecycle") else { return Vec::new() };
    match node.as_mapping() {
        Some(mapping) => mapping.entries.iter().filter_map(|entry| as_text(&entry.key)).collect(),
        None => texts(Some(node)),
    }
}

fn positions(root: &Node) -> Vec<(SmolStr, (f64, f64))> {
    let elements = root.get("designerLayout").and_then(|layout| layout.get("elements"));
    let entries = elements.map_or(&[][..], Node::entries);
    let positions = entries.iter().filter_map(|entry| {
        let number =
            |key: &str| entry.value.get(key)?.as_text().and_then(|text| float(text.trim())).filter(|n| n.is_finite());
        Some((entry.key.as_scalar()?.value.clone(), (number("x")?, number("y")?)))
    });
    positions.collect()
}
