//! A descriptor prepared for expansion: parts indexed by name, values parsed into expressions.

use std::collections::HashMap;

use serde_yaml::Value;
use smol_str::{SmolStr, ToSmolStr};

use crate::assembly::expansion::value::SymbolicValue;
use crate::assembly::interpolation::{Interpolation, Piece, PropertyPath};
use crate::assembly::model::{Component, Descriptor, Property};
use crate::sorting::Sorting;
use crate::syntax::{Kind, Node, plain};
use crate::workspace::SourceFile;

/// A descriptor and its file, indexed by name; the first of several equal names wins.
#[derive(Debug)]
pub struct Blueprint<'a> {
    pub file: &'a SourceFile,
    pub descriptor: &'a Descriptor,
    /// Public properties.
    pub properties: HashMap<&'a str, &'a Property>,
    private: HashMap<&'a str, &'a Property>,
    /// Components and references, in source order.
    pub parts: Vec<PreparedComponent<'a>>,
    indices: HashMap<&'a str, usize>,
}

/// A component or a reference, with its properties by name.
#[derive(Debug)]
pub struct PreparedComponent<'a> {
    pub component: &'a Component,
    pub is_reference: bool,
    pub properties: HashMap<&'a str, &'a Property>,
}

/// A parsed value.
#[derive(Clone, PartialEq, Debug)]
pub enum Expression {
    Literal(SymbolicValue),
    /// A value that is a single reference.
    Reference(PropertyPath),
    /// Text with embedded references.
    Mixed(Vec<Piece>),
    List(Vec<Expression>),
    Map(Vec<(SmolStr, Expression)>),
}

impl<'a> Blueprint<'a> {
    pub fn of(file: &'a SourceFile, descriptor: &'a Descriptor) -> Self {
        let components = descriptor.composition.iter().map(|component| (component, false));
        let references = descriptor.references.iter().map(|component| (component, true));
        let mut parts: Vec<PreparedComponent<'a>> = components
            .chain(references)
            .map(|(component, is_reference)| PreparedComponent {
                component,
                is_reference,
                properties: by_name(&component.properties),
            })
            .collect();
        parts.order_by_key(|part| part.component.name.span.start);
        let mut indices = HashMap::new();
        // Components take precedence over references with the same name.
        for is_reference in [false, true] {
            for (index, part) in parts.iter().enumerate().filter(|(_, part)| part.is_reference == is_reference) {
                indices.entry(part.component.name.text.as_str()).or_insert(index);
            }
        }
        Blueprint {
            file,
            descriptor,
            properties: by_name(&descriptor.properties),
            private: by_name(&descriptor.private_properties),
            parts,
            indices,
        }
    }

    /// The property `name` as the descriptor itself sees it, including private ones.
    pub fn own_property(&self, name: &str) -> Option<&'a Property> {
        self.properties.get(name).or_else(|| self.private.get(name)).copied()
    }

    /// The index in `parts` of the component or reference `name`.
    pub fn part(&self, name: &str) -> Option<usize> {
        self.indices.get(name).copied()
    }
}

fn by_name(properties: &[Property]) -> HashMap<&str, &Property> {
    let mut names = HashMap::new();
    for property in properties {
        names.entry(property.name.text.as_str()).or_insert(property);
    }
    names
}

/// The default of `property`: its own, or the one in its entry schema if that has the shape of the whole value
/// (AD-TYPE-06).
pub fn default_of(property: &Property) -> Option<&Node> {
    let default = property.default.as_ref().filter(|node| !node.is_null())?;
    let nested = property.entry_schema.as_ref().and_then(|schema| schema.get("default"));
    let is_nested = nested.is_some_and(|nested| nested.span == default.span);
    let fits = match property.type_name.as_ref().map(|name| name.value.trim()) {
        Some("list") => default.as_sequence().is_some(),
        _ => default.as_mapping().is_some() || default.as_sequence().is_some(),
    };
    (!is_nested || fits).then_some(default)
}

impl Expression {
    /// Parses the value at `node` of `text`.
    pub fn of(node: &Node, text: &str) -> Self {
        match &node.kind {
            Kind::Scalar(scalar) if scalar.value.contains("${") => Self::scalar(node, text),
            Kind::Scalar(scalar) => match plain::value(node) {
                Value::String(value) => Expression::Literal(SymbolicValue::text(value)),
                value => {
                    Expression::Literal(SymbolicValue::Scalar { value: untagged(value), text: scalar.value.clone() })
                }
            },
            Kind::Sequence(sequence) => {
                let items: Vec<Expression> = sequence.items.iter().map(|item| Self::of(item, text)).collect();
                let literals = items.iter().map(Self::literal).collect::<Option<Vec<SymbolicValue>>>();
                literals.map_or(Expression::List(items), |items| Expression::Literal(SymbolicValue::list(items)))
            }
            Kind::Mapping(mapping) => {
                let entries = mapping.entries.iter().map(|entry| {
                    let key = entry.key.as_text().map_or_else(SmolStr::default, |key| key.to_smolstr());
                    (key, Self::of(&entry.value, text))
                });
                let entries: Vec<(SmolStr, Expression)> = entries.collect();
                let literals = entries.iter().map(|(key, value)| Some((key.clone(), value.literal()?)));
                let literals = literals.collect::<Option<Vec<_>>>();
                literals.map_or(Expression::Map(entries), |entries| Expression::Literal(SymbolicValue::map(entries)))
            }
            Kind::Null | Kind::Alias(_) | Kind::Error => Expression::Literal(SymbolicValue::null()),
        }
    }

    fn scalar(node: &Node, text: &str) -> Self {
        let interpolation = Interpolation::of(node, text);
        match (interpolation.whole(), interpolation.errors.is_empty()) {
            (Some(path), _) => Expression::Reference(path.clone()),
            (None, _) if interpolation.references().next().is_some() => Expression::Mixed(interpolation.pieces),
            (None, false) => Expression::Literal(SymbolicValue::error("malformed reference")),
            (None, true) => Expression::Literal(SymbolicValue::text(node.as_text().unwrap_or(""))),
        }
    }

    fn literal(&self) -> Option<SymbolicValue> {
        match self {
            Expression::Literal(value) => Some(value.clone()),
            _ => None,
        }
    }

    /// Whether it contains no reference.
    pub fn is_literal(&self) -> bool {
        matches!(self, Expression::Literal(_))
    }
}

fn untagged(value: Value) -> Value {
    match value {
        Value::Tagged(tagged) => untagged(tagged.value),
        value => value,
    }
}
