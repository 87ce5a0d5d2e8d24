//! The form for the target of a requirement that is left to the orchestrator (3.5.4, 3.5.5, 3.7.2): the node type, and for
//! each property of the target and of its capabilities the conditions that a node filter states.

use std::fmt;
use std::rc::Rc;

use smol_str::SmolStr;

use crate::assignable::in_flow;
use crate::completion::ValidName;
use crate::context::FileContext;
use crate::sorting::Sorting;
use crate::symbol::SymbolKind;
use crate::syntax::{Node, NodePath, plain};
use crate::tosca::command::types::shortest_name;
use crate::tosca::effective::{Definition, Effective, members, named};
use crate::tosca::fulfilment::{Fulfilment, TargetNode};
use crate::tosca::mentions;
use crate::tosca::requirement::{OpenRequirement, open_requirement};
use crate::tosca::scope::Scope;
use crate::tosca::shape::RequirementShape;
use crate::tosca::types::clause::{Clause, ClauseError, written};
use crate::tosca::types::members::Properties;
use crate::tosca::types::property::Property;
use crate::tosca::types::{TypeName, Types};
use crate::tosca::value::constraint::Operator;
use crate::tosca::value::primitive::Primitive;

/// The keynames of a requirement assignment and of its filter.
pub(super) const FILTER: &str = "node_filter";
pub(super) const CAPABILITIES: &str = "capabilities";
pub(super) const PROPERTIES: &str = "properties";

/// The form for the target of one requirement.
#[derive(Clone, PartialEq, Debug)]
pub struct TargetForm {
    pub node: SmolStr,
    pub requirement: SmolStr,
    /// The path of the requirement ([`OpenRequirement::path`]).
    pub path: NodePath,
    /// The node type: of the assignment, otherwise of the definition. Empty if neither names one.
    pub node_type: SmolStr,
    /// Whether the assignment names it.
    pub is_stated: bool,
    /// The node itself, then its capabilities.
    pub parts: Vec<FilterPart>,
    /// The conditions of the requirement definition, which also apply: `host.num_cpus greater_or_equal 2`.
    pub inherited: Vec<String>,
}

/// A capability of the target by the name or type that the filter uses; `None` is the node itself.
pub type CapabilityKey = Option<SmolStr>;

/// A property of the target node or of one of its capabilities.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PropertyKey {
    pub capability: CapabilityKey,
    pub name: SmolStr,
}

impl fmt::Display for PropertyKey {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.capability {
            Some(capability) => write!(formatter, "{capability}.{}", self.name),
            None => formatter.write_str(&self.name),
        }
    }
}

/// The properties of the target node, or of one of its capabilities.
#[derive(Clone, PartialEq, Debug)]
pub struct FilterPart {
    pub capability: CapabilityKey,
    pub type_name: SmolStr,
    /// The entry of the filter that asks for the capability without any condition.
    pub bare: Option<NodePath>,
    pub fields: Vec<FilterField>,
}

/// A property of the target with its conditions.
#[derive(Clone, PartialEq, Debug)]
pub struct FilterField {
    pub name: SmolStr,
    /// Its description, in Markdown.
    pub doc: String,
    pub type_name: SmolStr,
    /// The operators that apply to its type.
    pub operators: Vec<Operator>,
    /// The values that an operand can have, if they are listed.
    pub choices: Vec<String>,
    /// The units of numbers; empty for other types.
    pub units: Vec<&'static str>,
    pub conditions: Vec<FilterCondition>,
    /// The type by which operands are read; `None` for complex and unknown types.
    pub(super) primitive: Option<Primitive>,
}

/// A clause of a filter.
#[derive(Clone, PartialEq, Debug)]
pub struct FilterCondition {
    /// The path of the operand.
    pub path: NodePath,
    /// `None` if the property only needs a value, or if the text calls something else.
    pub operator: Option<Operator>,
    /// The operand as the form shows it: the values of a list are separated by commas.
    pub operand: String,
    /// Whether the operand is written without its operator, which is equality.
    pub is_bare: bool,
    /// Why the clause has no effect.
    pub fault: Option<String>,
}

/// The form for the open requirement of a node template at a path; `None` if there is no such requirement, or if it has a
/// target by now.
pub fn form(context: FileContext<'_>, at: &NodePath) -> Option<TargetForm> {
    let scope = Rc::new(Scope::of(context));
    let fulfilment = Fulfilment::of(&scope);
    let open = open_requirement(&fulfilment, at)?;
    let shape = open.node.shape.requirement(&open.name);
    let stated = open.assignment.and_then(|assignment| assignment.node.and_then(Node::as_text));
    let wanted = wanted_type(&scope, &open);
    let node_type = match (stated, &wanted) {
        (Some(stated), _) => stated.into(),
        (None, Some(wanted)) => shortest_name(&scope, wanted),
        (None, None) => SmolStr::default(),
    };
    let types = Types::of(Rc::clone(&scope));
    let path = open.path();
    let filter = open.assignment.and_then(|assignment| assignment.get(FILTER));
    let filters = filter.map_or(Vec::new(), |filter| read(filter, &path.key(FILTER)));
    let mut parts = parts(&types, wanted.as_ref(), shape);
    for section in &filters {
        add_section(&types, &mut parts, section);
    }
    let inherited = shape.map_or(Vec::new(), |shape| {
        let all = shape.filters.iter().flat_map(|filter| read(filter.node, &NodePath::root()));
        all.flat_map(|section| section.in_words()).collect()
    });
    let (node, requirement) = (open.node.name.into(), open.name.clone());
    Some(TargetForm { node, requirement, path, node_type, is_stated: stated.is_some(), parts, inherited })
}

impl TargetForm {
    /// The field of a property.
    pub fn field(&self, key: &PropertyKey) -> Option<&FilterField> {
        let part = self.parts.iter().find(|part| part.capability == key.capability)?;
        part.fields.iter().find(|field| field.name == key.name)
    }

    /// The condition at a path, with its property.
    pub fn condition(&self, path: &NodePath) -> Option<(PropertyKey, &FilterField, &FilterCondition)> {
        self.parts.iter().find_map(|part| {
            part.fields.iter().find_map(|field| {
                let found = field.conditions.iter().find(|condition| condition.path == *path)?;
                Some((PropertyKey { capability: part.capability.clone(), name: field.name.clone() }, field, found))
            })
        })
    }
}

/// The node type that the target must have: that of the assignment, otherwise that of the definition.
pub(super) fn wanted_type<'a>(scope: &Scope<'a>, open: &OpenRequirement<'_, 'a>) -> Option<Definition<'a>> {
    match open.assignment.map(|assignment| &assignment.target) {
        Some(TargetNode::Type(definition)) => Some(*definition),
        _ => {
            let shape = open.node.shape.requirement(&open.name)?;
            scope.find(&[SymbolKind::NodeType], &shape.node.as_ref()?.name)
        }
    }
}

/// The node types that the requirement at a path can ask for: those that fit its definition and have a fitting capability.
pub fn node_types(context: FileContext<'_>, at: &NodePath) -> Vec<ValidName> {
    let scope = Scope::of(context);
    let fulfilment = Fulfilment::of(&scope);
    let Some(open) = open_requirement(&fulfilment, at) else { return Vec::new() };
    let shape = open.node.shape.requirement(&open.name);
    let fits = |of: &Effective| {
        let is_node = shape.and_then(|shape| shape.node.as_ref()).is_none_or(|wanted| wanted.admits(of) != Some(false));
        let capability = shape.and_then(|shape| shape.capability.as_ref());
        let has_capability = capability.is_none_or(|wanted| {
            let all = of.names(&[CAPABILITIES]).filter_map(|name| scope.member_type(of, CAPABILITIES, name));
            all.into_iter().any(|of| wanted.admits(&of) != Some(false))
        });
        is_node && has_capability
    };
    let kind = SymbolKind::NodeType;
    let mut found = Vec::new();
    let normative = mentions::normative(context, kind).into_iter().map(|name| (name, "normative"));
    for (name, detail) in mentions::defined(context, kind).into_iter().chain(normative) {
        let known = scope.find(&[kind], name);
        if known.is_some_and(|known| fits(&scope.effective_of(kind, known))) {
            found.push(ValidName::new(name, detail));
        }
    }
    found.order_by(|a, b| a.name.cmp(&b.name));
    found.dedup_by(|a, b| a.name == b.name);
    found
}

/// The parts of the form by the definitions: the node, then its capabilities that have properties. If the node type is not
/// known, the required capability type alone.
fn parts<'a>(
    types: &Types<'a>,
    wanted: Option<&Definition<'a>>,
    shape: Option<&RequirementShape<'a>>,
) -> Vec<FilterPart> {
    let Some(wanted) = wanted else {
        let capability = shape.and_then(|shape| shape.capability.as_ref());
        let known = capability.and_then(|of| types.scope.find(&[SymbolKind::CapabilityType], &of.name));
        return known
            .map_or(Vec::new(), |known| vec![of_capability_type(types, &shortest_name(&types.scope, &known), &known)]);
    };
    let members = types.members(SymbolKind::NodeType, TypeName { file: wanted.file, name: wanted.name });
    let node = FilterPart {
        capability: None,
        type_name: wanted.name.into(),
        bare: None,
        fields: fields(types, &members.properties),
    };
    // The capabilities that the requirement asks for come first.
    let is_asked = |of: Option<TypeName<'a>>| {
        let known = of.and_then(|of| types.find(SymbolKind::CapabilityType, of));
        let of = known.map(|known| types.scope.effective_of(SymbolKind::CapabilityType, known));
        let wanted = shape.and_then(|shape| shape.capability.as_ref());
        wanted.zip(of).is_some_and(|(wanted, of)| wanted.admits(&of) == Some(true))
    };
    let mut capabilities: Vec<(bool, FilterPart)> = Vec::new();
    for (name, of) in members.capabilities.iter().filter(|(_, of)| !of.properties.is_empty()) {
        let part = FilterPart {
            capability: Some((*name).into()),
            type_name: of.type_name.map_or("", |of| of.name).into(),
            bare: None,
            fields: fields(types, &of.properties),
        };
        capabilities.push((!is_asked(of.type_name), part));
    }
    capabilities.order_by_key(|(is_late, _)| *is_late);
    let node = (!node.fields.is_empty()).then_some(node);
    node.into_iter().chain(capabilities.into_iter().map(|(_, part)| part)).collect()
}

fn of_capability_type<'a>(types: &Types<'a>, written: &str, of: &Definition<'a>) -> FilterPart {
    let members = types.members(SymbolKind::CapabilityType, TypeName { file: of.file, name: of.name });
    FilterPart {
        capability: Some(written.into()),
        type_name: of.name.into(),
        bare: None,
        fields: fields(types, &members.properties),
    }
}

fn fields<'a>(types: &Types<'a>, properties: &Properties<'a>) -> Vec<FilterField> {
    properties.values().map(|property| field(types, property)).collect()
}

fn field<'a>(types: &Types<'a>, property: &Rc<Property<'a>>) -> FilterField {
    let schema = &property.schema;
    let of = schema.data_type(types).filter(|of| of.is_known());
    let primitive = of.and_then(|of| of.primitive);
    let mut choices: Vec<String> =
        schema.choices(types).into_iter().filter_map(Node::as_text).map(str::to_owned).collect();
    if primitive == Some(Primitive::Boolean) {
        choices = vec!["true".to_owned(), "false".to_owned()];
    }
    FilterField {
        name: property.name.into(),
        doc: property.description.unwrap_or_default().to_owned(),
        type_name: schema.type_name.map_or("", |name| name.name).into(),
        operators: operators(of.is_some(), primitive),
        choices,
        units: match primitive {
            Some(Primitive::ScalarUnit(dimension)) => dimension.unit_names(),
            _ => Vec::new(),
        },
        conditions: Vec::new(),
        primitive,
    }
}

/// The operators for values of a type. A schema is not a condition that is decided.
fn operators(is_known: bool, of: Option<Primitive>) -> Vec<Operator> {
    let all = Operator::all().filter(|operator| *operator != Operator::Schema);
    all.filter(|operator| !is_known || operator.applies_to(of)).collect()
}

/// The conditions of a filter for the node or for one capability.
pub(super) struct FilterSection<'n> {
    pub(super) capability: Option<&'n str>,
    /// The path of the filter, or of the entry of the capability.
    pub(super) path: NodePath,
    /// `None` if the filter only names the capability.
    pub(super) node: Option<&'n Node>,
    pub(super) properties: Vec<(&'n str, NodePath, &'n Node)>,
}

/// The sections of the filter at a path.
pub(super) fn read<'n>(filter: &'n Node, at: &NodePath) -> Vec<FilterSection<'n>> {
    let properties = |holder: &'n Node, at: &NodePath| {
        let section = holder.get(PROPERTIES);
        let inner = |(name, path): (&'n str, NodePath)| {
            let below: NodePath = path.steps().iter().skip(at.steps().len() + 1).cloned().collect();
            Some((name, path.clone(), section?.at(&below)?))
        };
        members(section, &at.key(PROPERTIES)).into_iter().filter_map(inner).collect::<Vec<_>>()
    };
    let of_node =
        FilterSection { capability: None, path: at.clone(), node: Some(filter), properties: properties(filter, at) };
    let mut found = vec![of_node];
    let (section, at) = (filter.get(CAPABILITIES), at.key(CAPABILITIES));
    let own = section.into_iter().flat_map(named).map(|(name, entry)| (name, at.key(name), Some(&entry.value)));
    let items = section.map_or(&[][..], Node::items).iter().enumerate();
    let items = items.flat_map(|(index, item)| {
        let at = at.index(index);
        let bare = item.as_text().filter(|_| !item.is_null()).map(|name| (name, at.clone(), None));
        let entries = named(item).map(move |(name, entry)| (name, at.key(name), Some(&entry.value)));
        bare.into_iter().chain(entries).collect::<Vec<_>>()
    });
    for (name, path, node) in own.chain(items) {
        let properties = node.map_or(Vec::new(), |node| properties(node, &path));
        found.push(FilterSection { capability: Some(name), path, node, properties });
    }
    found
}

/// A clause of a condition, with the path of its operand.
struct PlacedClause<'n> {
    /// The operator as written; `None` for a bare value.
    name: Option<&'n str>,
    operand: &'n Node,
    path: NodePath,
}

/// The clauses of the conditions of a property. A property without any needs a value, and so has one without a name.
fn clauses<'n>(node: &'n Node, at: &NodePath) -> Vec<PlacedClause<'n>> {
    let of_item = |item: &'n Node, at: NodePath| match item.entries() {
        [] => vec![PlacedClause { name: None, operand: item, path: at }],
        _ => named(item)
            .map(|(name, entry)| PlacedClause { name: Some(name), operand: &entry.value, path: at.key(name) })
            .collect(),
    };
    match node.items() {
        [] => of_item(node, at.clone()),
        items => items.iter().enumerate().flat_map(|(index, item)| of_item(item, at.index(index))).collect(),
    }
}

impl FilterSection<'_> {
    /// Its conditions: `host.num_cpus greater_or_equal 2`.
    fn in_words(&self) -> Vec<String> {
        let prefix = self.capability.map_or_else(String::new, |name| format!("{name}."));
        let all = self.properties.iter().flat_map(|(name, path, node)| {
            let prefix = &prefix;
            clauses(node, path).into_iter().map(move |clause| {
                let operand = written(clause.operand);
                format!("{prefix}{name} {} {operand}", clause.name.unwrap_or("equal"))
            })
        });
        all.collect()
    }
}

/// Adds the conditions of a section of the filter to the parts. What the types do not define gets parts and fields, too.
fn add_section(types: &Types<'_>, parts: &mut Vec<FilterPart>, section: &FilterSection<'_>) {
    if section.capability.is_none() && section.properties.is_empty() {
        return;
    }
    let index = match parts.iter().position(|part| part.capability.as_deref() == section.capability) {
        Some(index) => index,
        None => {
            let named = section.capability.and_then(|name| types.scope.find(&[SymbolKind::CapabilityType], name));
            let unknown = || FilterPart {
                capability: section.capability.map(SmolStr::from),
                type_name: SmolStr::default(),
                bare: None,
                fields: Vec::new(),
            };
            let part = section.capability.zip(named).map(|(name, of)| of_capability_type(types, name, &of));
            parts.push(part.unwrap_or_else(unknown));
            parts.len() - 1
        }
    };
    let Some(part) = parts.get_mut(index) else { return };
    if section.properties.is_empty() {
        part.bare = Some(section.path.clone());
    }
    let prefix = section.capability.map_or_else(String::new, |name| format!("{name}."));
    for (name, path, node) in &section.properties {
        if part.fields.iter().all(|field| field.name != *name) {
            part.fields.push(FilterField {
                name: (*name).into(),
                doc: String::new(),
                type_name: SmolStr::default(),
                operators: operators(false, None),
                choices: Vec::new(),
                units: Vec::new(),
                conditions: Vec::new(),
                primitive: None,
            });
        }
        let Some(field) = part.fields.iter_mut().find(|field| field.name == *name) else { continue };
        for clause in clauses(node, path) {
            let operator = match clause.name {
                Some(name) => Operator::named(name),
                None => (!clause.operand.is_null()).then_some(Operator::Equal),
            };
            let is_other = operator.is_none() && clause.name.is_some();
            let operand = match clause.name.filter(|_| is_other) {
                Some(name) => format!("{name}: {}", shown_operand(clause.operand)),
                None => shown_operand(clause.operand),
            };
            let fault = operator
                .and_then(|operator| fault(&format!("property `{prefix}{name}`"), field, operator, clause.operand));
            let path = clause.path;
            field.conditions.push(FilterCondition { path, operator, operand, is_bare: clause.name.is_none(), fault });
        }
    }
}

/// Why a clause for a field is faulty, if it is. Operands that are functions are decided later.
pub(super) fn fault(subject: &str, field: &FilterField, operator: Operator, operand: &Node) -> Option<String> {
    if field.type_name.is_empty() || !field.operators.contains(&operator) && field.primitive.is_none() {
        return None;
    }
    let clause = Clause { operator: Some(operator), operand, span: operand.span };
    match clause.condition(field.primitive) {
        Ok(_) | Err(ClauseError::Postponed | ClauseError::Unsupported(_)) => None,
        Err(error) => Some(error.message(&clause, subject, &field.type_name, field.primitive)),
    }
}

/// An operand as the form shows it.
fn shown_operand(node: &Node) -> String {
    if node.is_null() {
        return String::new();
    }
    match node.items() {
        [] => node.as_text().map_or_else(|| in_json(node), str::to_owned),
        items => {
            let item = |item: &Node| match item.as_text() {
                Some(text) if text.contains([',', '[', ']', '{', '}', '\'', '"', '#']) => in_flow(text),
                Some(text) => text.to_owned(),
                None => in_json(item),
            };
            items.iter().map(item).collect::<Vec<_>>().join(", ")
        }
    }
}

/// A structure on one line. JSON is YAML.
fn in_json(node: &Node) -> String {
    serde_json::to_string(&plain::value(node)).unwrap_or_default()
}
