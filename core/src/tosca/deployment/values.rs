//! The values of a topology as the preview shows them. Symbols of inner nodes have the names of the whole topology.

use std::cell::Cell;
use std::collections::HashMap;

use serde_yaml::Value;
use smol_str::SmolStr;

use crate::context::FileContext;
use crate::preview::{InputField, ItemProperty, PartialValue};
use crate::sorted_map::SortedMap;
use crate::symbol::SymbolKind;
use crate::syntax::NodePath;
use crate::text::FilePath;
use crate::tosca::copies;
use crate::tosca::deployment::Capability;
use crate::tosca::evaluation::{Evaluated, Evaluation, Reported};
use crate::tosca::model::TEMPLATES;
use crate::tosca::scope::Scope;
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

/// The topologies that replace nodes.
pub struct Substitutes<'q> {
    /// The files, by the names of the nodes in the whole topology.
    asked: &'q SortedMap<String, FilePath>,
    /// The number of topologies that may still be evaluated for their outputs.
    budget: Cell<usize>,
}

/// Maximum number of evaluations of topologies for their outputs: nodes that read each other's need several.
const BUDGET: usize = 500;

impl<'q> Substitutes<'q> {
    pub fn of(asked: &'q SortedMap<String, FilePath>) -> Self {
        Substitutes { asked, budget: Cell::new(BUDGET) }
    }
}

/// The context and the mappings of the topology in a file, if it can replace a node of a type; otherwise the reason.
pub fn substitute<'a>(
    context: FileContext<'a>,
    path: &FilePath,
    wanted: Option<&SmolStr>,
) -> Result<(FileContext<'a>, Mapping), String> {
    let Some(file) = context.workspace.file(path) else { return Err(format!("`{path}` is not in the catalog")) };
    let Some(mapping) = Mapping::of(file) else {
        return Err(format!("the topology in `{}` has no substitution mappings", path.name()));
    };
    let inner = context.of(file);
    let of = Scope::of(inner).effective(SymbolKind::NodeType, &mapping.node_type);
    match wanted.filter(|wanted| !of.derives_from(wanted)) {
        Some(wanted) => Err(format!("`{}` does not derive from its type `{wanted}`", mapping.node_type)),
        None => Ok((inner, mapping)),
    }
}

impl Values {
    /// The values of a topology. `prefix` is that of the names of its nodes in the whole topology.
    pub fn of(context: FileContext<'_>, given: &InputValues, prefix: &str, substitutes: &Substitutes<'_>) -> Self {
        Self::evaluated(context, given, prefix, (substitutes, prefix))
    }

    /// The same with names that start with `prefix`; `place` is the prefix in the whole topology.
    fn evaluated(
        context: FileContext<'_>,
        given: &InputValues,
        prefix: &str,
        (substitutes, place): (&Substitutes<'_>, &str),
    ) -> Self {
        let mut evaluation = Evaluation::of(context, given.known.clone());
        let mut nodes = evaluation.nodes();
        let asked: Vec<(SmolStr, &FilePath)> = nodes
            .iter()
            .filter_map(|node| {
                Some((node.name.clone(), substitutes.asked.get(format!("{place}{}", node.name).as_str())?))
            })
            .collect();
        let mut before: Vec<Vec<ItemProperty>> = Vec::new();
        // A node that is replaced can read the attributes of another one.
        for _ in 0..asked.len() {
            let properties = |name: &SmolStr| nodes.iter().find(|node| node.name == *name);
            let now: Vec<_> = asked.iter().filter_map(|(name, _)| Some(properties(name)?.properties.clone())).collect();
            if now == before {
                break;
            }
            let mut reported = Reported::new();
            for ((name, path), properties) in asked.iter().zip(&now) {
                reported.extend(outputs(context, (name, path), properties, (substitutes, place)));
            }
            before = now;
            evaluation = Evaluation::of(context, given.known.clone()).reporting(reported);
            nodes = evaluation.nodes();
        }
        let placed = |properties: Vec<ItemProperty>| {
            let all = properties.into_iter();
            all.map(|property| ItemProperty {
                value: placed(property.value, prefix, given),
                until_reported: property.until_reported.map(|value| placed(value, prefix, given)),
                ..property
            })
            .collect::<Vec<_>>()
        };
        let nodes = nodes.into_iter().map(|node| {
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

/// The attributes of a node that is replaced by the topology in a file: its outputs, mapped or by name.
fn outputs(
    context: FileContext<'_>,
    (name, path): (&SmolStr, &FilePath),
    properties: &[ItemProperty],
    (substitutes, place): (&Substitutes<'_>, &str),
) -> Reported {
    let Some(left) = substitutes.budget.get().checked_sub(1) else { return Reported::new() };
    substitutes.budget.set(left);
    let scope = Scope::of(context);
    let templates = NodePath::keys(TEMPLATES);
    let section = context.file.root.as_ref().and_then(|root| root.at(&templates));
    let of = section.and_then(|section| copies::type_of(Some(section), section.get(name)?));
    let of = of.map(|of| scope.effective(SymbolKind::NodeType, of));
    // The resolver reports a file that cannot replace the node.
    let Ok((inner, mapping)) = substitute(context, path, of.as_ref().and_then(|of| of.name())) else {
        return Reported::new();
    };
    let given = Values::given(inner, &mapping, properties);
    let prefix = format!("{name}/");
    let found = Values::evaluated(inner, &given, &prefix, (substitutes, &format!("{place}{prefix}"))).outputs;
    let attributes = |output: &SmolStr| {
        let mapped = mapping.outputs.iter().filter(|(_, of)| *of == output).map(|(attribute, _)| attribute.clone());
        let by_name = (!mapping.outputs.contains_key(output)).then(|| output.clone());
        mapped.chain(by_name).collect::<Vec<_>>()
    };
    let mut reported = Reported::new();
    for output in found {
        for attribute in attributes(&output.name) {
            let value = Evaluated { value: output.value.clone(), origin: output.origin };
            reported.insert((name.clone(), attribute), value);
        }
    }
    reported
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
