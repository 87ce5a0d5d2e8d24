//! The values of a topology as the preview shows them. Symbols of inner nodes have the names of the whole topology.

use std::collections::HashMap;

use serde_yaml::Value;
use smol_str::SmolStr;

use crate::context::FileContext;
use crate::preview::{InputField, ItemProperty, PartialValue};
use crate::sorted_map::SortedMap;
use crate::tosca::deployment::Capability;
use crate::tosca::evaluation::Evaluation;
use crate::tosca::substitution::Mapping;

/// The values given for inputs.
#[derive(Clone, Default)]
pub struct InputValues {
    pub known: SortedMap<SmolStr, Value>,
    /// Values that are only known at run time.
    pub symbols: SortedMap<SmolStr, PartialValue>,
}

#[derive(Default)]
pub struct Values {
    pub inputs: Vec<InputField>,
    /// By the name of the node template.
    pub nodes: HashMap<SmolStr, NodeValues>,
    pub outputs: Vec<ItemProperty>,
}

#[derive(Default)]
pub struct NodeValues {
    pub properties: Vec<ItemProperty>,
    pub attributes: Vec<ItemProperty>,
    pub capabilities: Vec<Capability>,
}

impl InputValues {
    pub fn contains_key(&self, name: &str) -> bool {
        self.known.contains_key(name) || self.symbols.contains_key(name)
    }
}

impl Values {
    pub fn of(context: FileContext<'_>, given: &InputValues, prefix: &str) -> Self {
        let evaluation = Evaluation::of(context, given.known.clone());
        let placed = |properties: Vec<ItemProperty>| {
            let all = properties.into_iter();
            all.map(|property| ItemProperty {
                value: placed(property.value, prefix, given),
                until_reported: property.until_reported.map(|value| placed(value, prefix, given)),
                ..property
            })
            .collect::<Vec<_>>()
        };
        let nodes = evaluation.nodes().into_iter().map(|node| {
            let capabilities = node.capabilities.into_iter().map(|capability| Capability {
                name: capability.name,
                type_name: capability.type_name,
                properties: placed(capability.properties),
            });
            let capabilities = capabilities.collect();
            let (properties, attributes) = (placed(node.properties), placed(node.attributes));
            (node.name, NodeValues { properties, attributes, capabilities })
        });
        let nodes = nodes.collect();
        Values { inputs: evaluation.input_fields(), nodes, outputs: placed(evaluation.outputs()) }
    }

    /// The inputs of a substituting topology: the properties of the node that it replaces, mapped or by name (T-2.10-05).
    pub fn given(inner: FileContext<'_>, mapping: &Mapping, properties: &[ItemProperty]) -> InputValues {
        let fields = Evaluation::of(inner, SortedMap::new()).input_fields();
        let mut given = InputValues::default();
        for property in properties {
            let input = mapping.inputs.get(&property.name).unwrap_or(&property.name);
            if fields.iter().all(|field| field.name != *input) {
                continue;
            }
            match &property.value {
                PartialValue::Value(value) => drop(given.known.insert(input.clone(), value.clone())),
                PartialValue::Symbol(text) if text == "<unset>" => {}
                symbol => drop(given.symbols.insert(input.clone(), symbol.clone())),
            }
        }
        given
    }
}

/// A value of an inner node: names of nodes start with the prefix, and inputs that are only known at run time are those of
/// the node outside.
fn placed(value: PartialValue, prefix: &str, given: &InputValues) -> PartialValue {
    const RUNTIME: &str = "<runtime ";
    if prefix.is_empty() {
        return value;
    }
    match value {
        PartialValue::Symbol(text) => {
            let input = text.strip_prefix("<input ").and_then(|rest| rest.strip_suffix('>'));
            if let Some(known) = input.and_then(|name| given.symbols.get(name)) {
                return known.clone();
            }
            PartialValue::Symbol(text.replace(RUNTIME, &format!("{RUNTIME}{prefix}")))
        }
        PartialValue::Template(text) => {
            PartialValue::Template(text.replace("${runtime ", &format!("${{runtime {prefix}")))
        }
        PartialValue::List(items) => {
            PartialValue::List(items.into_iter().map(|item| placed(item, prefix, given)).collect())
        }
        PartialValue::Map(entries) => {
            PartialValue::Map(entries.into_iter().map(|(key, value)| (key, placed(value, prefix, given))).collect())
        }
        value @ PartialValue::Value(_) => value,
    }
}
