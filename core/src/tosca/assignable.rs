//! The values that can be assigned in a service template, by the definitions of its types (3.5.9 to 3.5.13): properties and
//! attributes of templates and capabilities, inputs of operations, and the fields of data types at any depth.

use std::rc::Rc;

use serde_yaml::{Mapping, Value};
use smol_str::SmolStr;

use crate::assignable::{Assignable, Member, ValueForm, ValueKind};
use crate::context::FileContext;
use crate::symbol::SymbolKind;
use crate::syntax::{Node, NodePath, Step, words};
use crate::tosca::command::steps::activities;
use crate::tosca::entity::{Entities, Entity, Template};
use crate::tosca::model::{INPUTS, SECTIONS};
use crate::tosca::scope::Scope;
use crate::tosca::trigger;
use crate::tosca::types::clause::written;
use crate::tosca::types::members::{Capability, Properties, parameters};
use crate::tosca::types::property::Property;
use crate::tosca::types::schema::Schema;
use crate::tosca::value::constraint::Operator;
use crate::tosca::value::primitive::Primitive;

/// Maximum number of sources that are offered for a value.
const MAX_SOURCES: usize = 200;

/// The values that can be assigned at each of some paths; `None` where the types do not say.
pub fn assignable(context: FileContext<'_>, paths: &[NodePath]) -> Vec<Option<Assignable>> {
    if !paths.iter().any(|at| is_within_values(at.steps())) {
        return paths.iter().map(|at| activities::assignable(context, at)).collect();
    }
    let entities = Entities::of(context, Rc::new(Scope::of(context)));
    let forms = Forms { entities: &entities, inputs: parameters(context, &NodePath::keys(INPUTS)) };
    let of = |at: &NodePath| {
        if let Some(found) = trigger::assignable(context, at) {
            return Some(found);
        }
        let place = forms.place(at.steps()).filter(|_| is_within_values(at.steps()));
        let Some((place, below)) = place else { return activities::assignable(context, at) };
        forms.walk(place, below, at).map(|place| forms.assignable(place, at))
    };
    paths.iter().map(of).collect()
}

/// The initial value of a new entry of a list or map.
pub fn blank(context: FileContext<'_>, at: &NodePath) -> Option<Value> {
    if let Some(activity) = activities::blank(at) {
        return Some(activity);
    }
    match assignable(context, std::slice::from_ref(at)).pop()?? {
        // A trigger needs an event and an action.
        Assignable::Named(_) => {
            let fields = ["event", "action"].map(|key| (Value::from(key), Value::from("")));
            Some(Value::Mapping(Mapping::from_iter(fields)))
        }
        Assignable::Items(of) | Assignable::Entries(of) => Some(match of.kind {
            ValueKind::Members | ValueKind::Entries => Value::Mapping(Mapping::new()),
            ValueKind::Items => Value::Sequence(Vec::new()),
            ValueKind::Text => Value::from(""),
            ValueKind::Flag | ValueKind::Number | ValueKind::Quantity(_) | ValueKind::Any => Value::Null,
        }),
        Assignable::Members(_) | Assignable::Value(_) => None,
    }
}

/// Whether a path leads to assigned values, without a look at any type.
fn is_within_values(steps: &[Step]) -> bool {
    let is_section = |step: &Step| {
        let Step::Key(key) = step else { return false };
        matches!(
            key.as_str(),
            "properties" | "attributes" | "inputs" | "outputs" | "capabilities" | "default" | trigger::TRIGGERS
        )
    };
    steps.iter().any(is_section)
}

/// The definitions that apply at a place.
enum Place<'a> {
    Members(Rc<Properties<'a>>),
    /// The capabilities of a node template that have properties or attributes.
    Capabilities(Template<'a>),
    Value(Rc<Schema<'a>>),
}

struct Forms<'e, 'a> {
    entities: &'e Entities<'a>,
    /// The inputs of the topology.
    inputs: Properties<'a>,
}

impl<'a> Forms<'_, 'a> {
    /// The outermost place with definitions on the way to a path, and the rest of the path.
    fn place<'s>(&self, steps: &'s [Step]) -> Option<(Place<'a>, &'s [Step])> {
        let root = self.entities.context.file.root.as_deref()?;
        let key = |step: &'s Step| if let Step::Key(key) = step { Some(key.as_str()) } else { None };
        let [first, section, rest @ ..] = steps else { return None };
        let (first, section) = (key(first)?, key(section)?);
        // The schedule of a trigger is a time interval.
        if let Some(below) = trigger::in_schedule(steps) {
            let interval = self.entities.types.named("tosca.datatypes.TimeInterval");
            return Some((Place::Value(Rc::new(Schema::named(interval))), below));
        }
        if first != "topology_template" {
            let (kind, _) = SECTIONS.iter().find(|(_, keys)| *keys == [first])?;
            let [members, name, default, below @ ..] = rest else { return None };
            let (members, name) = (key(members)?, key(name)?);
            let defined = root.get(first)?.entry(section)?.key.as_text()?;
            let of = self.entities.types.members(*kind, self.entities.types.named(defined));
            let properties = match members {
                "properties" => &of.properties,
                "attributes" => &of.attributes,
                _ => return None,
            };
            let schema = Rc::clone(&properties.get(name)?.schema);
            return (key(default)? == "default").then_some((Place::Value(schema), below));
        }
        let topology = root.get("topology_template")?;
        match (section, rest) {
            ("node_templates", [name, below @ ..]) => {
                let node = self.entities.template_named(SymbolKind::NodeType, key(name)?)?;
                self.of_template(node, below)
            }
            ("relationship_templates", [name, below @ ..]) => {
                let template = self.entities.template_named(SymbolKind::RelationshipType, key(name)?)?;
                self.of_template(template, below)
            }
            ("groups", [name, below @ ..]) => {
                self.of_typed(SymbolKind::GroupType, topology.get("groups")?.get(key(name)?)?, below)
            }
            ("policies", [Step::Index(index), name, below @ ..]) => {
                let policy = topology.get("policies")?.items().get(*index)?.get(key(name)?)?;
                self.of_typed(SymbolKind::PolicyType, policy, below)
            }
            ("policies", [name, below @ ..]) => {
                self.of_typed(SymbolKind::PolicyType, topology.get("policies")?.get(key(name)?)?, below)
            }
            ("inputs" | "outputs", [name, value, below @ ..]) if matches!(key(value)?, "default" | "value") => {
                let entry = topology.get(section)?.entry(key(name)?)?;
                let file = &self.entities.context.file.path;
                let property = Property::refined(None, "", file, entry.key.as_text()?, entry);
                property.schema.type_name.map(|_| (Place::Value(property.schema), below))
            }
            _ => None,
        }
    }

    /// A group, a policy or an artifact, which has only properties.
    fn of_typed<'s>(&self, kind: SymbolKind, node: &'a Node, below: &'s [Step]) -> Option<(Place<'a>, &'s [Step])> {
        let name = node.get("type")?.as_text()?;
        let of = self.entities.types.members(kind, self.entities.types.named(name));
        match below {
            [Step::Key(section), below @ ..] if section == "properties" => {
                Some((Place::Members(Rc::clone(&of.properties)), below))
            }
            _ => None,
        }
    }

    /// A node or relationship template.
    fn of_template<'s>(&self, of: Template<'a>, below: &'s [Step]) -> Option<(Place<'a>, &'s [Step])> {
        let words = words(below);
        let members = &of.members;
        match (words.as_slice(), below) {
            (["properties", ..], [_, below @ ..]) => Some((Place::Members(Rc::clone(&members.properties)), below)),
            (["attributes", ..], [_, below @ ..]) => Some((Place::Members(Rc::clone(&members.attributes)), below)),
            (["capabilities"], _) => Some((Place::Capabilities(of), &[])),
            (["capabilities", name, section, ..], [_, _, _, below @ ..]) => {
                let capability = members.capabilities.get(*name)?;
                let properties = match *section {
                    "properties" => &capability.properties,
                    "attributes" => &capability.attributes,
                    _ => return None,
                };
                Some((Place::Members(Rc::clone(properties)), below))
            }
            (["interfaces", interface, "inputs", ..], [_, _, _, below @ ..]) => {
                Some((Place::Members(self.entities.operation_inputs(members, interface, None)), below))
            }
            (["interfaces", interface, "operations", operation, "inputs", ..], [_, _, _, _, _, below @ ..])
            | (["interfaces", interface, operation, "inputs", ..], [_, _, _, _, below @ ..]) => {
                Some((Place::Members(self.entities.operation_inputs(members, interface, Some(operation))), below))
            }
            (["artifacts", name, ..], [_, _, below @ ..]) => {
                self.of_typed(SymbolKind::ArtifactType, of.node.get("artifacts")?.get(name)?, below)
            }
            (["requirements", "", name, "relationship", ..], [_, Step::Index(index), _, _, below @ ..]) => {
                let item = of.node.get("requirements")?.items().get(*index)?;
                let value = item.get(name)?;
                let assignment = of.own_requirements().find(|one| std::ptr::eq(one.value, value))?;
                match self.entities.inner_relationship(&of, &assignment)? {
                    Entity::Relationship { template, .. } => self.of_template(template, below),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Follows the rest of a path through lists, maps and data types; `None` where a function is called instead.
    fn walk(&self, place: Place<'a>, below: &[Step], at: &NodePath) -> Option<Place<'a>> {
        let types = &self.entities.types;
        let root = self.entities.context.file.root.as_deref()?;
        let mut place = place;
        let before = at.steps().len() - below.len();
        for (index, step) in below.iter().enumerate() {
            let node = node_at(root, at.steps().get(..before + index)?);
            place = match (place, step) {
                (Place::Members(members), Step::Key(name)) => {
                    Place::Value(Rc::clone(&members.get(name.as_str())?.schema))
                }
                (Place::Value(schema), step) => {
                    if node.is_some_and(|node| schema.call(node, types).is_some()) {
                        return None;
                    }
                    let of = Rc::clone(schema.data_type(types).filter(|of| of.is_known())?);
                    match (of.primitive, step) {
                        (None, Step::Key(name)) => Place::Value(Rc::clone(&of.fields.get(name.as_str())?.schema)),
                        (Some(Primitive::List), Step::Index(_)) | (Some(Primitive::Map), Step::Key(_)) => {
                            Place::Value(schema.entry_schema(types)?)
                        }
                        _ => return None,
                    }
                }
                _ => return None,
            };
        }
        Some(place)
    }

    fn assignable(&self, place: Place<'a>, at: &NodePath) -> Assignable {
        let node = self.entities.context.file.root.as_ref().and_then(|root| root.at(at));
        let types = &self.entities.types;
        let is_call_in = |of: &Property<'a>| {
            node.and_then(|node| node.get(of.name)).is_some_and(|value| of.schema.call(value, types).is_some())
        };
        let member = |of: &Rc<Property<'a>>| {
            let mut member = self.member(of);
            if is_call_in(of) {
                member.form.kind = ValueKind::Any;
            }
            member
        };
        let members = |of: &Properties<'a>| Assignable::Members(of.values().map(member).collect());
        match place {
            Place::Members(of) => members(&of),
            Place::Capabilities(template) => {
                let all = template.members.capabilities.iter();
                let with_values = all.filter(|(_, of)| !of.properties.is_empty() || !of.attributes.is_empty());
                let member = |(name, of): (&&str, &Capability<'a>)| Member {
                    name: (*name).into(),
                    description: String::new(),
                    required: false,
                    is_secret: false,
                    default: String::new(),
                    origin: SmolStr::default(),
                    form: ValueForm {
                        type_name: of.type_name.map_or("", |name| name.name).to_owned(),
                        kind: ValueKind::Members,
                        ..ValueForm::default()
                    },
                };
                Assignable::Members(with_values.map(member).collect())
            }
            Place::Value(schema) => {
                let is_call = node.is_some_and(|node| schema.call(node, types).is_some());
                let form = self.form(&schema);
                let entry = || schema.entry_schema(types).map_or_else(ValueForm::default, |entry| self.form(&entry));
                match (&form.kind, schema.data_type(types)) {
                    _ if is_call => Assignable::Value(ValueForm { kind: ValueKind::Any, ..form }),
                    (ValueKind::Members, Some(of)) => members(&of.fields),
                    (ValueKind::Entries, _) => Assignable::Entries(entry()),
                    (ValueKind::Items, _) => Assignable::Items(entry()),
                    _ => Assignable::Value(form),
                }
            }
        }
    }

    fn member(&self, of: &Rc<Property<'a>>) -> Member {
        let description = of.description.unwrap_or_default();
        Member {
            name: of.name.into(),
            description: description.to_owned(),
            required: of.is_required && of.default.is_none(),
            is_secret: of.is_secret,
            default: of.default.map(|(_, node)| shown(node)).unwrap_or_default(),
            origin: of.owner.into(),
            form: self.form(&of.schema),
        }
    }

    fn form(&self, schema: &Rc<Schema<'a>>) -> ValueForm {
        let types = &self.entities.types;
        let Some(of) = schema.data_type(types).filter(|of| of.is_known()) else {
            let type_name = schema.type_name.map_or("", |name| name.name).to_owned();
            return ValueForm { type_name, ..ValueForm::default() };
        };
        let kind = match of.primitive {
            None => ValueKind::Members,
            Some(Primitive::String | Primitive::Version | Primitive::Timestamp) => ValueKind::Text,
            Some(Primitive::Integer | Primitive::Float) => ValueKind::Number,
            Some(Primitive::Boolean) => ValueKind::Flag,
            Some(Primitive::ScalarUnit(dimension)) => ValueKind::Quantity(dimension.unit_names()),
            Some(Primitive::List) => ValueKind::Items,
            Some(Primitive::Map) => ValueKind::Entries,
            Some(Primitive::Range | Primitive::Null) => ValueKind::Any,
        };
        let name = schema.type_name.map_or("", |name| name.name);
        let entry = schema.entry_schema(types).and_then(|entry| Some(entry.type_name?.name));
        let rules = of.rules.iter().chain(schema.rules(types));
        let limits = rules.filter(|rule| rule.operator != Operator::ValidValues);
        ValueForm {
            type_name: entry.map_or_else(|| name.to_owned(), |entry| format!("{name} of {entry}")),
            kind,
            choices: schema.choices(types).into_iter().filter_map(Node::as_text).map(str::to_owned).collect(),
            limits: limits.map(|rule| format!("{} {}", rule.operator.name(), rule.written)).collect(),
            sources: self.sources(schema),
            suggestions: Vec::new(),
        }
    }

    /// The inputs whose values fit.
    fn sources(&self, schema: &Rc<Schema<'a>>) -> Vec<String> {
        let types = &self.entities.types;
        let Some(wanted) = schema.data_type(types) else { return Vec::new() };
        let fits = |input: &&Rc<Property<'a>>| {
            let own = input.schema.data_type(types).filter(|own| own.is_known());
            // The default of an input must meet the constraints of the value that reads it (D-29).
            let default =
                input.default.map(|(_, node)| node).filter(|node| node.as_scalar().is_some() && !node.is_null());
            own.is_some_and(|own| own.fits(wanted)) && default.is_none_or(|node| schema.admits(node, types))
        };
        let fitting = self.inputs.values().filter(fits).take(MAX_SOURCES);
        fitting.map(|input| format!("{{ get_input: {} }}", input.name)).collect()
    }
}

fn node_at<'a>(root: &'a Node, steps: &[Step]) -> Option<&'a Node> {
    steps.iter().try_fold(root, |node, step| match step {
        Step::Key(key) => node.get(key),
        Step::Index(index) => node.items().get(*index),
    })
}

/// A default as text.
fn shown(node: &Node) -> String {
    match node.as_text() {
        Some(text) => text.to_owned(),
        None => written(node),
    }
}
