//! Evaluated topologies: the values of inputs, nodes, capabilities, relationships and outputs, as far as they are known
//! before deployment (chapter 4, R-9).
//!
//! Create an [`Evaluation`] with the values given for inputs, then ask for [`Evaluation::nodes`], [`Evaluation::outputs`]
//! and so on. [`Evaluation::in_node`] and [`Evaluation::in_relationship`] evaluate any other value, such as an input of an
//! operation, as if it were written in that template. Values of a workflow are evaluated by an evaluation made with
//! [`Evaluation::in_workflow`], whose inputs take precedence over those of the topology (7.3.7).
//!
//! A value is one of: a value; a symbol, such as `<runtime server.private_address>` or `<input size>`; or a collection or
//! text that contains symbols. Nothing is invented.

mod call;
mod literal;

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use serde_yaml::Value;
use smol_str::SmolStr;

use crate::context::FileContext;
use crate::preview::{InputField, ItemProperty, Origin, PartialValue};
use crate::sorted_map::SortedMap;
use crate::syntax::{Node, NodePath};
use crate::tosca::effective::named;
use crate::tosca::entity::{Entities, Entity, Template};
use crate::tosca::model::{INPUTS, OUTPUTS, TEMPLATES};
use crate::tosca::scope::Scope;
use crate::tosca::types::members::{Properties, parameters};
use crate::tosca::types::property::Property;
use crate::tosca::types::schema::Schema;

/// The values given for inputs, by name.
pub type Inputs = SortedMap<SmolStr, Value>;

/// The attributes of nodes that are known because a topology replaces the node: its outputs, by the names of node and
/// attribute.
pub type Reported = SortedMap<(SmolStr, SmolStr), Evaluated>;

/// A value with its origin.
#[derive(Clone, PartialEq, Debug)]
pub struct Evaluated {
    pub value: PartialValue,
    pub origin: Origin,
}

/// A node template with its values.
#[derive(Clone, PartialEq, Debug)]
pub struct EvaluatedNode {
    pub name: SmolStr,
    pub type_name: SmolStr,
    pub path: NodePath,
    /// One per property of the type, in the order of names.
    pub properties: Vec<ItemProperty>,
    pub attributes: Vec<ItemProperty>,
    pub capabilities: Vec<EvaluatedCapability>,
}

/// A capability of a node with its values.
#[derive(Clone, PartialEq, Debug)]
pub struct EvaluatedCapability {
    pub name: SmolStr,
    pub type_name: SmolStr,
    pub properties: Vec<ItemProperty>,
}

/// A relationship template with its values.
#[derive(Clone, PartialEq, Debug)]
pub struct EvaluatedRelationship {
    pub name: SmolStr,
    pub type_name: SmolStr,
    pub path: NodePath,
    pub properties: Vec<ItemProperty>,
}

/// The values of the topology in a file.
pub struct Evaluation<'a> {
    entities: Entities<'a>,
    given: Inputs,
    inputs: Properties<'a>,
    reported: Reported,
    /// The inputs of the workflow whose values are evaluated.
    workflow: Option<(Properties<'a>, Inputs)>,
    /// The values being evaluated, to detect cycles.
    open: RefCell<Vec<*const Node>>,
    /// The remaining number of steps for one value: nested functions can multiply.
    budget: Cell<usize>,
}

/// Maximum number of steps for one value.
const BUDGET: usize = 20_000;
/// Maximum nesting of values read from each other.
const MAX_DEPTH: usize = 64;

const TOPOLOGY: &str = "topology_template";

impl<'a> Evaluation<'a> {
    pub fn of(context: FileContext<'a>, given: Inputs) -> Self {
        let inputs = parameters(context, &NodePath::keys(INPUTS));
        let entities = Entities::of(context, Rc::new(Scope::of(context)));
        let (open, budget) = (RefCell::default(), Cell::new(BUDGET));
        Evaluation { entities, given, inputs, reported: Reported::new(), workflow: None, open, budget }
    }

    /// The same with attributes that are the outputs of topologies.
    #[must_use]
    pub fn reporting(self, reported: Reported) -> Self {
        Evaluation { reported, ..self }
    }

    /// The same for values of a workflow, with the values given for its inputs.
    #[must_use]
    pub fn in_workflow(mut self, workflow: &str, given: Inputs) -> Self {
        let at = NodePath::keys([TOPOLOGY, "workflows", workflow, "inputs"]);
        self.workflow = Some((parameters(self.entities.context, &at), given));
        self
    }

    /// The inputs of the topology, as a form shows them.
    pub fn input_fields(&self) -> Vec<InputField> {
        let field = |input: &Rc<Property<'a>>| {
            let node = self.node_at(&NodePath::keys(INPUTS).key(input.name));
            let text = |key: &str| node?.get(key)?.as_text();
            let default = input.default.map(|(_, node)| literal::value(node, &input.schema, &self.entities.types));
            let choices = input.schema.choices(&self.entities.types).into_iter();
            InputField {
                name: input.name.into(),
                type_name: input.schema.type_name.map_or("string", |of| of.name).into(),
                description: text("description").unwrap_or_default().to_owned(),
                required: input.is_required && default.is_none(),
                is_secret: input.is_secret,
                default,
                choices: choices.map(|node| literal::value(node, &input.schema, &self.entities.types)).collect(),
            }
        };
        self.inputs.values().map(field).collect()
    }

    /// The values of the inputs of the topology.
    pub fn inputs(&self) -> Vec<ItemProperty> {
        self.inputs.values().map(|input| item(input.name, self.input(input.name))).collect()
    }

    /// The node templates with their values, in text order.
    pub fn nodes(&self) -> Vec<EvaluatedNode> {
        self.entities.nodes().map(|node| self.evaluated_node(&node)).collect()
    }

    /// The node template with this name.
    pub fn node(&self, name: &str) -> Option<EvaluatedNode> {
        self.entities.node(name).map(|node| self.evaluated_node(&node))
    }

    fn evaluated_node(&self, node: &Template<'a>) -> EvaluatedNode {
        let entity = Entity::Node(node.clone());
        let properties = node.members.properties.values();
        let properties = properties.map(|property| {
            let assigned = node.entry("properties", property.name).map(|entry| &entry.value);
            item(property.name, self.property(property, assigned, &entity))
        });
        let attributes = node.members.attributes.values().map(|attribute| {
            let assigned = node.entry("attributes", attribute.name).map(|entry| &entry.value);
            self.attribute(node.name, attribute, assigned, &entity)
        });
        let capabilities = node.members.capabilities.iter().map(|(name, of)| {
            let properties = of.properties.values().map(|property| {
                let assigned = node.capability_entry(name, "properties", property.name).map(|entry| &entry.value);
                item(property.name, self.property(property, assigned, &entity))
            });
            let type_name = of.type_name.map_or("", |of| of.name).into();
            EvaluatedCapability { name: (*name).into(), type_name, properties: properties.collect() }
        });
        EvaluatedNode {
            name: node.name.into(),
            type_name: node.type_name.map_or("", |of| of.name).into(),
            path: NodePath::keys(TEMPLATES).key(node.name),
            properties: properties.collect(),
            attributes: attributes.collect(),
            capabilities: capabilities.collect(),
        }
    }

    /// The relationship templates with their values, in text order.
    pub fn relationships(&self) -> Vec<EvaluatedRelationship> {
        let all = self.entities.relationships().filter_map(|entity| match &entity {
            Entity::Relationship { template, .. } => {
                let properties = template.members.properties.values().map(|property| {
                    let assigned = template.entry("properties", property.name).map(|entry| &entry.value);
                    item(property.name, self.property(property, assigned, &entity))
                });
                Some(EvaluatedRelationship {
                    name: template.name.into(),
                    type_name: template.type_name.map_or("", |of| of.name).into(),
                    path: NodePath::keys([TOPOLOGY, "relationship_templates", template.name]),
                    properties: properties.collect(),
                })
            }
            _ => None,
        });
        all.collect()
    }

    /// The values of the outputs.
    pub fn outputs(&self) -> Vec<ItemProperty> {
        let section = self.node_at(&NodePath::keys(OUTPUTS));
        let all = section.into_iter().flat_map(named);
        all.map(|(name, entry)| {
            let value = entry.value.get("value").or_else(|| entry.value.get("default"));
            let schema = Schema::refined(None, &self.entities.context.file.path, &entry.value);
            let value = value.map(|value| self.start(value, &schema, &Entity::Outside, Origin::Set));
            item(name, value.unwrap_or_else(unset))
        })
        .collect()
    }

    /// A value as if it were written in this node template, such as an input of one of its operations. Read by
    /// `definition`, which can state its type.
    pub fn in_node(&self, name: &str, value: &'a Node, definition: Option<&'a Node>) -> Evaluated {
        let entity = self.entities.node(name).map_or(Entity::Anywhere, Entity::Node);
        self.start(value, &self.schema(definition), &entity, Origin::Set)
    }

    /// A value as if it were written in this relationship template.
    pub fn in_relationship(&self, name: &str, value: &'a Node, definition: Option<&'a Node>) -> Evaluated {
        let entity = self.entities.relationship(name).unwrap_or(Entity::Anywhere);
        self.start(value, &self.schema(definition), &entity, Origin::Set)
    }

    /// A value outside of node and relationship templates, such as a property of a policy.
    pub fn outside(&self, value: &'a Node) -> Evaluated {
        self.start(value, &Schema::default(), &Entity::Outside, Origin::Set)
    }

    fn schema(&self, definition: Option<&'a Node>) -> Schema<'a> {
        let file = &self.entities.context.file.path;
        definition.map_or_else(Schema::default, |definition| Schema::refined(None, file, definition))
    }

    fn node_at(&self, path: &NodePath) -> Option<&'a Node> {
        self.entities.context.file.root.as_ref()?.at(path)
    }

    fn start(&self, node: &'a Node, schema: &Schema<'a>, entity: &Entity<'a>, origin: Origin) -> Evaluated {
        self.budget.set(BUDGET);
        self.evaluate(node, schema, entity, origin)
    }

    /// The value of an input: of the workflow, or else of the topology.
    fn input(&self, name: &str) -> Evaluated {
        let of_workflow = self.workflow.as_ref().map(|(inputs, given)| (inputs, given));
        let scopes = of_workflow.into_iter().chain([(&self.inputs, &self.given)]);
        for (inputs, given) in scopes {
            let Some(input) = inputs.get(name) else { continue };
            let shown = |of: Evaluated| if input.is_secret { secret(of) } else { of };
            if let Some(value) = given.get(name) {
                return shown(Evaluated { value: self.given(value, &input.schema), origin: Origin::Intent });
            }
            let fixed = self.node_at(&NodePath::keys(INPUTS).key(name).key("value"));
            let default = input.default.map(|(_, node)| node);
            if let Some(node) = fixed.or(default).filter(|node| !node.is_null()) {
                let origin = if fixed.is_some() { Origin::Static } else { Origin::Default };
                return shown(self.guarded(node, &input.schema, &Entity::Outside, origin));
            }
            return Evaluated { value: symbol(&format!("input {name}")), origin: Origin::Unset };
        }
        Evaluated { value: symbol(&format!("unknown input {name}")), origin: Origin::Unset }
    }

    /// The value of a property: assigned, or its default.
    fn property(&self, of: &Property<'a>, assigned: Option<&'a Node>, entity: &Entity<'a>) -> Evaluated {
        if self.open.borrow().is_empty() {
            self.budget.set(BUDGET);
        }
        let assigned = assigned.filter(|node| !node.is_null()).map(|node| (node, Origin::Set));
        let found = assigned.or(of.default.map(|(_, node)| (node, Origin::Default)));
        let Some((node, origin)) = found else { return unset() };
        let value = self.guarded(node, &of.schema, entity, origin);
        if of.is_secret { secret(value) } else { value }
    }

    fn attribute(
        &self,
        owner: &str,
        of: &Property<'a>,
        assigned: Option<&'a Node>,
        entity: &Entity<'a>,
    ) -> ItemProperty {
        // The long notation has the value under a key (3.5.12).
        let assigned = assigned.map(|node| node.get("value").unwrap_or(node));
        let known = self.property(of, assigned, entity);
        if let Some(reported) = self.reported.get(&(owner.into(), of.name.into())) {
            return item(of.name, if of.is_secret { secret(reported.clone()) } else { reported.clone() });
        }
        let until_reported = (known.origin != Origin::Unset && !known.value.is_symbolic()).then_some(known.value);
        let value = symbol(&format!("runtime {owner}.{}", of.name));
        ItemProperty { name: of.name.into(), value, origin: Origin::Runtime, until_reported }
    }

    /// Evaluates a value that other values can read, so that cycles are noticed.
    fn guarded(&self, node: &'a Node, schema: &Schema<'a>, entity: &Entity<'a>, origin: Origin) -> Evaluated {
        let key = std::ptr::from_ref(node);
        let is_cyclic = self.open.borrow().contains(&key);
        if is_cyclic || self.open.borrow().len() >= MAX_DEPTH {
            return Evaluated { value: symbol("error cyclic value"), origin: Origin::Unset };
        }
        self.open.borrow_mut().push(key);
        let value = self.evaluate(node, schema, entity, origin);
        self.open.borrow_mut().pop();
        value
    }

    /// Evaluates a literal, or a function call. `origin` is that of a literal.
    fn evaluate(&self, node: &'a Node, schema: &Schema<'a>, entity: &Entity<'a>, origin: Origin) -> Evaluated {
        let left = self.budget.get();
        let Some(left) = left.checked_sub(1) else {
            return Evaluated { value: symbol("error too many functions"), origin: Origin::Unset };
        };
        self.budget.set(left);
        if let Some(call) = schema.call(node, &self.entities.types) {
            let (value, from) = self.call(&call, entity);
            return Evaluated { value, origin: from };
        }
        Evaluated { value: self.literal(node, schema, entity), origin }
    }
}

fn item(name: &str, of: Evaluated) -> ItemProperty {
    ItemProperty { name: name.into(), value: of.value, origin: of.origin, until_reported: None }
}

fn unset() -> Evaluated {
    Evaluated { value: symbol("unset"), origin: Origin::Unset }
}

/// The value without its content, also in everything that reads it.
fn secret(of: Evaluated) -> Evaluated {
    Evaluated { value: hidden(), ..of }
}

/// A value that is not shown.
fn hidden() -> PartialValue {
    symbol("secret")
}

fn symbol(text: &str) -> PartialValue {
    PartialValue::Symbol(format!("<{text}>"))
}
