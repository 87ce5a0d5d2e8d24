//! The target of a requirement that is left to the orchestrator: the node type, and the conditions of the node filter of the
//! requirement assignment (3.5.4, 3.5.5, 3.7.2).

pub mod form;

use serde_yaml::{Mapping, Value};
use smol_str::SmolStr;

use crate::context::FileContext;
use crate::edit::{Change, EditError};
use crate::editing::{put, refused};
use crate::preview::question::Question;
use crate::symbol::SymbolKind;
use crate::syntax::parse::parse;
use crate::syntax::patch::Draft;
use crate::syntax::patch::list::Items;
use crate::syntax::{Node, NodePath, plain};
use crate::topology::{Action, ActionEdit};
use crate::tosca::command::target::form::{
    CAPABILITIES, FILTER, FilterField, FilterSection, PROPERTIES, PropertyKey, fault, form, read, wanted_type,
};
use crate::tosca::command::types::shortest_name;
use crate::tosca::deployment::Candidate;
use crate::tosca::deployment::targets::targets;
use crate::tosca::effective::named;
use crate::tosca::fulfilment::{Fulfilment, Refusal};
use crate::tosca::requirement::{OpenRequirement, new_requirement, open_requirement, open_requirements};
use crate::tosca::scope::Scope;
use crate::tosca::shape::WantedType;
use crate::tosca::value::constraint::Operator;
use crate::tosca::value::primitive::Primitive;

const NODE: &str = "node";

/// An edit of the target of an open requirement. Operands are given as the form shows them.
#[derive(Clone, PartialEq, Debug)]
pub enum TargetEdit {
    /// Requires a node of this type.
    NodeType(SmolStr),
    /// Adds a condition for a property.
    Add { property: PropertyKey, operator: Operator, operand: String },
    /// Changes the condition with the operand at a path.
    Change { path: NodePath, operator: Operator, operand: String },
    /// Removes the condition or the entry at a path, and everything around it in the filter that becomes empty.
    Remove(NodePath),
}

/// The change that an edit makes for the open requirement of a node template at a path, or the reason why it is refused.
pub fn run(context: FileContext<'_>, at: &NodePath, edit: &TargetEdit) -> Result<Change, EditError> {
    let scope = Scope::of(context);
    let fulfilment = Fulfilment::of(&scope);
    let missing = || refused(format!("`{}` has a target already", at.last_key().unwrap_or_default()));
    let open = open_requirement(&fulfilment, at).ok_or_else(missing)?;
    let form = form(context, at).ok_or_else(missing)?;
    let writer = Writer { context, scope: &scope, open: &open };
    let mut draft = context.file.draft();
    let title = match edit {
        TargetEdit::NodeType(name) => {
            writer.set_type(&mut draft, name)?;
            format!("Require a node of type {name}")
        }
        TargetEdit::Add { property, operator, operand } => {
            let unknown = || refused(format!("the target has no property `{property}`"));
            let field = form.field(property).ok_or_else(unknown)?;
            let operand = operand_of(&subject(property), field, *operator, operand)?;
            writer.add(&mut draft, property, &single(operator.name(), operand))?;
            format!("Add a condition for {property}")
        }
        TargetEdit::Change { path, operator, operand } => {
            let found = form.condition(path).ok_or_else(|| EditError::Missing(path.to_string()))?;
            let (property, field, condition) = found;
            let operand = operand_of(&subject(&property), field, *operator, operand)?;
            match condition.is_bare {
                true if condition.operator == Some(*operator) => put(context.file, &mut draft, path, &operand)?,
                true => draft.replace(path, &single(operator.name(), operand))?,
                false => {
                    draft.rename_key(path, operator.name())?;
                    let path = path.parent().unwrap_or_default().key(operator.name());
                    put(context.file, &mut draft, &path, &operand)?;
                }
            }
            format!("Change the condition for {property}")
        }
        TargetEdit::Remove(path) => {
            let root = context.file.root.as_deref();
            let place = root.and_then(|root| removed(root, path, &open.path().key(FILTER)));
            draft.remove(&place.ok_or_else(|| EditError::Missing(path.to_string()))?)?;
            "Remove a condition".to_owned()
        }
    };
    Ok(Change::of_file(title, context.file.path.clone(), draft.finish()))
}

/// The candidates for the requirement at a path as they would be after an edit, or the reason why it is refused.
pub fn preview(
    context: FileContext<'_>,
    question: &Question,
    at: &NodePath,
    edit: &TargetEdit,
) -> Result<Vec<Candidate>, EditError> {
    let workspace = context.workspace.apply(&run(context, at, edit)?)?;
    let missing = || EditError::Missing(context.file.path.to_string());
    let file = workspace.file(&context.file.path).ok_or_else(missing)?;
    // No other file sees a requirement assignment, so the memoized facts stay valid.
    Ok(targets(FileContext { file, workspace: &workspace, ..context }, question, at))
}

/// The open requirements of a selected node template.
pub fn actions(context: FileContext<'_>, paths: &[NodePath]) -> Vec<Action> {
    let [path] = paths else { return Vec::new() };
    let scope = Scope::of(context);
    let fulfilment = Fulfilment::of(&scope);
    let Some(node) = fulfilment.nodes.iter().find(|node| node.path == *path) else { return Vec::new() };
    let action = |open: OpenRequirement<'_, '_>| {
        let edit = ActionEdit::Target { path: open.path() };
        Action { name: "target", subject: open.name.to_string(), edit, refused: None }
    };
    open_requirements(node).into_iter().map(action).collect()
}

/// The noun and name of a property, for messages.
fn subject(property: &PropertyKey) -> String {
    format!("property `{property}`")
}

/// A mapping with one entry.
fn single(key: &str, value: Value) -> Value {
    Value::Mapping(Mapping::from_iter([(Value::from(key), value)]))
}

/// Reads an operand as the type of its property, or returns why that is not possible.
fn operand_of(subject: &str, field: &FilterField, operator: Operator, text: &str) -> Result<Value, EditError> {
    let name = operator.name();
    if !field.operators.contains(&operator) {
        return Err(refused(format!("`{name}` does not apply to `{}`", field.type_name)));
    }
    let text = text.trim();
    if text.is_empty() {
        return Err(refused(format!("`{name}` of {subject} needs a value")));
    }
    let is_list = matches!(operator, Operator::InRange | Operator::ValidValues);
    let is_length = matches!(operator, Operator::Length | Operator::MinLength | Operator::MaxLength);
    let primitive = if is_length { Some(Primitive::Integer) } else { field.primitive };
    // A single text needs no quotes, unless it calls a function.
    let is_plain = !is_list && !text.starts_with(['{', '[']);
    if operator == Operator::Pattern || is_plain && primitive.is_some_and(is_textual) {
        return checked(subject, field, operator, Value::from(text));
    }
    let written = if is_list && !text.starts_with(['[', '{']) { format!("[{text}]") } else { text.to_owned() };
    let tree = parse(&written);
    let node = tree.root().filter(|_| tree.errors.is_empty());
    let node = node.ok_or_else(|| refused(format!("the value of `{name}` is not valid YAML")))?;
    let of = |node: &Node| match node.as_text().filter(|_| primitive.is_some_and(is_textual)) {
        Some(text) => Value::from(text),
        None => plain::value(node),
    };
    let value = match node.as_sequence() {
        Some(list) if is_list => Value::Sequence(list.items.iter().map(of).collect()),
        _ => of(node),
    };
    checked(subject, field, operator, value)
}

/// Whether values of a type are texts in YAML.
fn is_textual(of: Primitive) -> bool {
    matches!(of, Primitive::String | Primitive::Version | Primitive::Timestamp | Primitive::ScalarUnit(_))
}

/// The value, if it is an operand of the operator.
fn checked(subject: &str, field: &FilterField, operator: Operator, value: Value) -> Result<Value, EditError> {
    let tree = parse(&serde_json::to_string(&value).unwrap_or_default());
    match tree.root().and_then(|node| fault(subject, field, operator, node)) {
        Some(why) => Err(refused(why)),
        None => Ok(value),
    }
}

/// The largest part of a filter that is empty without the node at a path.
fn removed(root: &Node, path: &NodePath, filter: &NodePath) -> Option<NodePath> {
    root.at(path).filter(|_| path.starts_with(filter))?;
    let mut place = path.clone();
    while place != *filter {
        let parent = place.parent()?;
        let node = root.at(&parent)?;
        if node.entries().len() + node.items().len() > 1 {
            break;
        }
        place = parent;
    }
    Some(place)
}

/// Writes the assignment of an open requirement.
struct Writer<'w, 'a> {
    context: FileContext<'a>,
    scope: &'w Scope<'a>,
    open: &'w OpenRequirement<'w, 'a>,
}

impl Writer<'_, '_> {
    /// Requires a node of a type, which must fit the definition of the requirement.
    fn set_type(&self, draft: &mut Draft, name: &str) -> Result<(), EditError> {
        let kind = SymbolKind::NodeType;
        let known = self.scope.find(&[kind], name).ok_or_else(|| refused(format!("there is no node type `{name}`")))?;
        let shape = self.open.node.shape.requirement(&self.open.name);
        let of = self.scope.effective_of(kind, known);
        let misfit = |wanted: &&WantedType| wanted.admits(&of) == Some(false);
        if let Some(wanted) = shape.and_then(|shape| shape.node.as_ref()).filter(misfit) {
            let refusal = Refusal::NodeType { of: known.name.into(), wanted: wanted.name.clone() };
            return Err(refused(refusal.message(&self.open.name)));
        }
        let path = self.open.path();
        match self.open.assignment {
            None => self.assign(draft, single(NODE, name.into())),
            Some(assignment) if !assignment.value.entries().is_empty() => {
                put(self.context.file, draft, &path.key(NODE), &name.into())
            }
            Some(assignment) if assignment.value.as_scalar().is_some() && !assignment.value.is_null() => {
                draft.replace(&path, &name.into())
            }
            Some(_) => draft.replace(&path, &single(NODE, name.into())),
        }
    }

    /// Adds the assignment, which is missing.
    fn assign(&self, draft: &mut Draft, value: Value) -> Result<(), EditError> {
        new_requirement(self.context, draft, self.open.node, &self.open.name, value)
    }

    /// Adds a condition for a property.
    fn add(&self, draft: &mut Draft, of: &PropertyKey, clause: &Value) -> Result<(), EditError> {
        let (capability, property) = (of.capability.as_deref(), of.name.as_str());
        let file = self.context.file;
        let properties = Value::Sequence(vec![single(property, clause.clone())]);
        let section = single(PROPERTIES, properties.clone());
        let filter = match capability {
            None => section.clone(),
            Some(name) => single(CAPABILITIES, Value::Sequence(vec![single(name, section.clone())])),
        };
        let path = self.open.path();
        let stated = self.open.assignment.and_then(|assignment| assignment.node.and_then(Node::as_text));
        let of = wanted_type(self.scope, self.open).map(|of| shortest_name(self.scope, &of));
        let node_type = stated.map(SmolStr::from).or(of);
        let whole = || {
            let node = node_type.iter().map(|name| (Value::from(NODE), Value::from(name.as_str())));
            Value::Mapping(node.chain([(Value::from(FILTER), filter.clone())]).collect())
        };
        let Some(assignment) = self.open.assignment else { return self.assign(draft, whole()) };
        if assignment.value.entries().is_empty() {
            return draft.replace(&path, &whole());
        }
        if let Some(name) = node_type.as_ref().filter(|_| stated.is_none()) {
            put(file, draft, &path.key(NODE), &name.as_str().into())?;
        }
        let at = path.key(FILTER);
        let Some(present) = assignment.get(FILTER).filter(|filter| !filter.entries().is_empty()) else {
            return put(file, draft, &at, &filter);
        };
        let sections = read(present, &at);
        let Some(known) = sections.iter().find(|section| section.capability == capability) else {
            // The node has a section in any case.
            let name = capability.unwrap_or_default();
            return self.add_capability(draft, present, &at, (name, &section));
        };
        let Some(holder) = known.node.filter(|node| !node.is_null()) else {
            let name = capability.unwrap_or_default();
            return match known.path.last_key() {
                Some(_) => draft.replace(&known.path, &section),
                None => draft.replace(&known.path, &single(name, section)),
            };
        };
        let list = known.path.key(PROPERTIES);
        match holder.get(PROPERTIES).filter(|all| !all.entries().is_empty() || !all.items().is_empty()) {
            None => put(file, draft, &list, &properties),
            Some(all) => add_clause(draft, known, (all, &list), (property, clause)),
        }
    }

    /// Adds a section for a capability to a filter that has none, in the notation of the others.
    fn add_capability(
        &self,
        draft: &mut Draft,
        filter: &Node,
        at: &NodePath,
        (name, section): (&str, &Value),
    ) -> Result<(), EditError> {
        let list = at.key(CAPABILITIES);
        match filter.get(CAPABILITIES) {
            Some(all) if named(all).next().is_some() => put(self.context.file, draft, &list.key(name), section),
            Some(all) if !all.items().is_empty() => draft.append(&list, &single(name, section.clone())),
            _ => put(self.context.file, draft, &list, &Value::Sequence(vec![single(name, section.clone())])),
        }
    }
}

/// Adds a clause to the conditions of a property, or the property to the others, in their notation.
fn add_clause(
    draft: &mut Draft,
    section: &FilterSection<'_>,
    (all, list): (&Node, &NodePath),
    (property, clause): (&str, &Value),
) -> Result<(), EditError> {
    let Some((_, path, node)) = section.properties.iter().find(|(name, ..)| *name == property) else {
        return match all.items().is_empty() {
            true => draft.set(&list.key(property), clause),
            false => draft.append(list, &single(property, clause.clone())),
        };
    };
    if node.is_null() {
        return draft.replace(path, clause);
    }
    if node.items().is_empty() {
        let items = if node.entries().len() > 1 { Items::Entries } else { Items::One };
        draft.enlist(path, items)?;
    }
    draft.append(path, clause)
}
