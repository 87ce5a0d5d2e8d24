//! Function calls (chapter 4).

use serde_yaml::Value;

use super::literal::collected;
use super::{Evaluation, symbol};
use crate::function::{Call, Function};
use crate::preview::{Origin, PartialValue};
use crate::symbol::SymbolKind;
use crate::syntax::Node;
use crate::tosca::entity::{Entity, Found};
use crate::tosca::types::TypeName;
use crate::tosca::types::schema::Schema;

impl<'a> Evaluation<'a> {
    pub(super) fn call(&self, call: &Call<'a>, entity: &Entity<'a>) -> (PartialValue, Origin) {
        let arguments = call.arguments();
        match call.function {
            Function::GetInput => {
                let Some((name, path)) = arguments.split_first() else { return error(call) };
                let found = self.input(name.as_text().unwrap_or_default());
                // The value of an input is mapped wherever it is read, also if it is a default.
                (step(found.value, path), Origin::Mapped)
            }
            Function::GetProperty => self.get_property(call, entity),
            Function::GetAttribute => self.get_attribute(call, entity),
            Function::GetOperationOutput => {
                (symbol(&format!("runtime output {}", self.read(arguments, entity))), Origin::Runtime)
            }
            Function::GetArtifact => {
                let named = arguments.get(..2).unwrap_or(arguments);
                (symbol(&format!("artifact {}", self.read(named, entity))), Origin::Runtime)
            }
            Function::GetNodesOfType => {
                let type_name = arguments.first().and_then(Node::as_text).unwrap_or_default();
                (symbol(&format!("nodes of type {type_name}")), Origin::Runtime)
            }
            Function::Concat => (joined(self.all(arguments, entity), ""), Origin::Mapped),
            Function::Join => self.join(call, entity),
            Function::Token => self.token(call, entity),
        }
    }

    fn all(&self, nodes: &'a [Node], entity: &Entity<'a>) -> Vec<PartialValue> {
        nodes.iter().map(|node| self.evaluate(node, &Schema::default(), entity, Origin::Set).value).collect()
    }

    /// Only a running node knows its attributes, unless a topology replaces it: then its outputs are the attributes.
    fn get_attribute(&self, call: &Call<'a>, entity: &Entity<'a>) -> (PartialValue, Origin) {
        let arguments = call.arguments();
        let reported = arguments.split_at_checked(2).and_then(|(named, rest)| {
            let [_, attribute] = named else { return None };
            let node = self.named(arguments, entity)?;
            let found = self.reported.get(&(node.into(), attribute.as_text()?.into()))?;
            Some((step(found.value.clone(), rest), found.origin))
        });
        reported.unwrap_or_else(|| (symbol(&format!("runtime {}", self.read(arguments, entity))), Origin::Runtime))
    }

    /// The name of the entity that the first of the arguments of a function means: a keyword is replaced by the name of the
    /// template, if there is one.
    fn named(&self, arguments: &'a [Node], entity: &Entity<'a>) -> Option<&'a str> {
        let name = arguments.first()?.as_text()?;
        let meant = match (name, entity) {
            ("SELF", Entity::Node(template) | Entity::Relationship { template, .. }) => Some(template.name),
            ("HOST" | "SOURCE" | "TARGET", _) => match self.entities.lookup(entity, arguments, true) {
                Ok(Found { entity: Entity::Node(template), .. }) => Some(template.name),
                _ => None,
            },
            _ => None,
        };
        Some(meant.filter(|meant| !meant.is_empty()).unwrap_or(name))
    }

    /// The names that a function reads, joined by periods.
    fn read(&self, arguments: &'a [Node], entity: &Entity<'a>) -> String {
        let first = arguments.first().map(|_| self.named(arguments, entity).unwrap_or("?"));
        let rest = arguments.iter().skip(1).map(|node| node.as_text().unwrap_or("?"));
        first.into_iter().chain(rest).collect::<Vec<_>>().join(".")
    }

    fn get_property(&self, call: &Call<'a>, entity: &Entity<'a>) -> (PartialValue, Origin) {
        let arguments = call.arguments();
        let Ok(found) = self.entities.lookup(entity, arguments, false) else {
            return (symbol(&format!("unknown {}", self.read(arguments, entity))), Origin::Unset);
        };
        if found.is_dangling && found.assigned.is_none() {
            return (symbol(&format!("unbound {}", self.read(arguments, entity))), Origin::Unset);
        }
        let value = self.property(&found.property, found.assigned, &found.entity);
        let origin = if value.origin == Origin::Unset { Origin::Unset } else { Origin::Mapped };
        (step(value.value, found.rest), origin)
    }

    fn join(&self, call: &Call<'a>, entity: &Entity<'a>) -> (PartialValue, Origin) {
        let [list, rest @ ..] = call.arguments() else { return error(call) };
        let delimiter = rest.first().map(|node| self.evaluate(node, &Schema::default(), entity, Origin::Set).value);
        let delimiter = match delimiter {
            None => String::new(),
            Some(PartialValue::Value(value)) => text(&value),
            Some(_) => return (symbol("runtime text"), Origin::Runtime),
        };
        let items = match self.evaluate(list, &Schema::default(), entity, Origin::Set).value {
            PartialValue::List(items) => items,
            PartialValue::Value(Value::Sequence(items)) => items.into_iter().map(PartialValue::Value).collect(),
            // A list that is not known yet.
            other => return (other, Origin::Mapped),
        };
        (joined(items, &delimiter), Origin::Mapped)
    }

    /// Each character of the second argument separates; adjacent ones enclose an empty part (D-84).
    fn token(&self, call: &Call<'a>, entity: &Entity<'a>) -> (PartialValue, Origin) {
        let values = self.all(call.arguments(), entity);
        let [PartialValue::Value(whole), PartialValue::Value(separators), PartialValue::Value(index)] =
            values.as_slice()
        else {
            let is_symbolic = values.iter().any(PartialValue::is_symbolic);
            return if is_symbolic { (symbol("runtime token"), Origin::Runtime) } else { error(call) };
        };
        let (whole, separators) = (text(whole), text(separators));
        let index = index.as_u64().and_then(|index| usize::try_from(index).ok());
        let part = index.and_then(|index| whole.split(|one| separators.contains(one)).nth(index));
        match part {
            Some(part) => (PartialValue::Value(part.into()), Origin::Mapped),
            None => error(call),
        }
    }

    /// The node templates that have this type or one derived from it: an estimate of `get_nodes_of_type`.
    pub fn nodes_of_type(&self, type_name: &str) -> Vec<&'a str> {
        let types = &self.entities.types;
        let wanted = TypeName { file: &self.entities.context.file.path, name: type_name };
        let derives = |name: TypeName<'a>| types.derives_from(SymbolKind::NodeType, name, wanted);
        let nodes = self.entities.nodes();
        nodes.filter(|node| node.type_name.and_then(derives) == Some(true)).map(|node| node.name).collect()
    }
}

fn error(call: &Call<'_>) -> (PartialValue, Origin) {
    (symbol(&format!("error {}", call.function.name())), Origin::Unset)
}

/// Follows names and indices into a value.
fn step(mut value: PartialValue, path: &[Node]) -> PartialValue {
    for node in path {
        let Some(name) = node.as_text() else { return value };
        let index = || name.parse::<usize>().ok();
        let missing = || symbol(&format!("unknown entry {name}"));
        value = match value {
            PartialValue::Value(Value::Mapping(entries)) => {
                entries.get(name).cloned().map_or_else(missing, PartialValue::Value)
            }
            PartialValue::Value(Value::Sequence(items)) => {
                index().and_then(|index| items.get(index).cloned()).map_or_else(missing, PartialValue::Value)
            }
            PartialValue::Map(entries) => {
                entries.into_iter().find(|(key, _)| key == name).map_or_else(missing, |(_, value)| value)
            }
            PartialValue::List(mut items) => match index().filter(|index| *index < items.len()) {
                Some(index) => items.swap_remove(index),
                None => missing(),
            },
            PartialValue::Symbol(text) => {
                let inner = text.strip_prefix('<').and_then(|text| text.strip_suffix('>')).unwrap_or(&text);
                symbol(&format!("{inner}.{name}"))
            }
            PartialValue::Value(_) | PartialValue::Template(_) => missing(),
        };
    }
    value
}

/// The texts of the values, one after another. With symbols among them, a template.
fn joined(parts: Vec<PartialValue>, delimiter: &str) -> PartialValue {
    let is_symbolic = parts.iter().any(PartialValue::is_symbolic);
    let mut written = String::new();
    for (at, part) in parts.into_iter().enumerate() {
        if at > 0 {
            written.push_str(delimiter);
        }
        match part {
            PartialValue::Value(value) => written.push_str(&text(&value)),
            PartialValue::Symbol(symbol) => {
                let inner = symbol.strip_prefix('<').and_then(|symbol| symbol.strip_suffix('>'));
                written.push_str("${");
                written.push_str(inner.unwrap_or(&symbol));
                written.push('}');
            }
            PartialValue::Template(template) => {
                let inner = template.strip_prefix("<template ").and_then(|template| template.strip_suffix('>'));
                written.push_str(inner.unwrap_or(&template));
            }
            other => written.push_str(&collected(vec![other]).to_string()),
        }
        // Parts that repeat each other grow without bound.
        if written.len() > MAX_TEXT {
            return symbol("error text too long");
        }
    }
    match is_symbolic {
        true => PartialValue::Template(format!("<template {written}>")),
        false => PartialValue::Value(Value::String(written)),
    }
}

/// Maximum length of a text made of others.
const MAX_TEXT: usize = 1 << 16;

/// A scalar as text.
fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => String::new(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        other => PartialValue::Value(other.clone()).to_string(),
    }
}
