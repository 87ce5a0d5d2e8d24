//! The questions about a deployment: the workflow, the inputs, and the topologies that replace nodes.

use serde_yaml::Value;
use smol_str::SmolStr;

use crate::context::FileContext;
use crate::preview::InputField;
use crate::preview::question::{Field, Form, IntentForm, Parameter, Question, Values};
use crate::sorted_map::{SortedMap, SortedSet};
use crate::sorting::gather;
use crate::symbol::SymbolKind;
use crate::syntax::{Node, NodePath};
use crate::text::FilePath;
use crate::tosca::deployment::values::InputValues;
use crate::tosca::effective::named;
use crate::tosca::evaluation::Evaluation;
use crate::tosca::fulfilment::Fulfilment;
use crate::tosca::scope::Scope;
use crate::tosca::substitution::Mapping;
use crate::tosca::workflow;

pub const DEPLOY: &str = "deploy";
pub const UNDEPLOY: &str = "undeploy";
/// Settings that begin like this select the topology that replaces a node: `substitute.db`.
pub const SUBSTITUTE: &str = "substitute.";
/// The setting that asks for the candidates of a requirement, `node.requirement`, or for what can replace a node, `node`.
pub const WHY: &str = "why";
/// The other names of the generated workflows (E-36).
const SYNONYMS: [(&str, &str); 2] = [("install", DEPLOY), ("uninstall", UNDEPLOY)];
/// Types of values that are given as text.
const TEXTUAL: [&str; 4] = ["string", "version", "timestamp", "range"];

/// A question about a topology.
#[derive(Clone, Default)]
pub struct TopologyQuestion {
    pub workflow: SmolStr,
    pub inputs: InputValues,
    /// The names among them that belong to the workflow.
    pub workflow_inputs: SortedSet<SmolStr>,
    /// The files of the topologies that replace nodes, by the names of the nodes.
    pub substitutes: SortedMap<String, FilePath>,
    /// The node and requirement whose candidates are asked for.
    pub why: Option<(SmolStr, SmolStr)>,
    /// The node whose replacements are asked for.
    pub replaced: Option<SmolStr>,
}

/// The question as it applies to the template of a file.
pub fn asked(context: FileContext<'_>, question: &Question) -> TopologyQuestion {
    let workflow: SmolStr = question.intent.as_ref().map_or(DEPLOY.into(), |intent| intent.name.clone());
    let evaluation = Evaluation::of(context, SortedMap::new());
    let fields = evaluation.input_fields();
    let at = NodePath::keys(workflow::WORKFLOWS).key(&workflow).key("inputs");
    let of_workflow = context.file.root.as_ref().and_then(|root| root.at(&at));
    let of_workflow: SortedMap<SmolStr, &str> = gather(
        of_workflow
            .into_iter()
            .flat_map(named)
            .map(|(name, entry)| (name.into(), entry.value.get("type").and_then(Node::as_text).unwrap_or_default())),
    );
    let type_of = |name: &str| {
        let field = fields.iter().find(|field| field.name == name);
        field.map(|field| field.type_name.as_str()).or_else(|| of_workflow.get(name).copied())
    };
    let known = question.inputs.iter().map(|(name, value)| (name.into(), typed(value, type_of(name))));
    let substitutes = question.settings.iter().filter_map(|(name, value)| {
        let node = name.strip_prefix(SUBSTITUTE)?;
        Some((node.to_owned(), FilePath::new(value.as_str()?)?))
    });
    TopologyQuestion {
        inputs: InputValues { known: gather(known), ..InputValues::default() },
        workflow_inputs: gather(of_workflow.into_keys()),
        substitutes: gather(substitutes),
        why: question
            .setting(WHY)
            .and_then(|text| text.rsplit_once('.'))
            .map(|(node, name)| (node.into(), name.into())),
        replaced: question.setting(WHY).map(SmolStr::from),
        workflow,
    }
}

/// A value that was given as text, read as its type.
fn typed(value: &Value, of: Option<&str>) -> Value {
    let (Some(text), Some(of)) = (value.as_str(), of) else { return value.clone() };
    if TEXTUAL.contains(&of) || of.starts_with("scalar-unit") {
        return value.clone();
    }
    serde_yaml::from_str(text).unwrap_or_else(|_| value.clone())
}

/// The inputs of the topology in a file.
pub fn inputs(context: FileContext<'_>) -> Vec<InputField> {
    Evaluation::of(context, SortedMap::new()).input_fields()
}

/// The form for the topology of a file: its workflows, and the topologies of the catalog that can replace its nodes.
pub fn form(context: FileContext<'_>) -> Form {
    let Some(root) = context.file.root.as_ref().filter(|root| has_topology(root)) else { return Form::default() };
    let own = workflow::all(root);
    let own = own.iter().map(|workflow| workflow.name).filter(|name| ![DEPLOY, UNDEPLOY].contains(name));
    let intents = [DEPLOY, UNDEPLOY].into_iter().chain(own);
    let intents = intents.map(|name| IntentForm { name: name.into(), parameters: Vec::new() }).collect();
    Form { intents, settings: substitutions(context) }
}

/// Whether a service template can be deployed.
pub fn has_topology(root: &Node) -> bool {
    root.at(&NodePath::keys(["topology_template", "node_templates"])).is_some_and(|nodes| !nodes.entries().is_empty())
}

/// For each node that a topology of the catalog can replace, a setting with the files of these topologies.
fn substitutions(context: FileContext<'_>) -> Vec<Parameter> {
    let others = context.workspace.files().filter(|file| file.path != context.file.path);
    let offered: Vec<(&FilePath, Mapping)> = others.filter_map(|file| Some((&file.path, Mapping::of(file)?))).collect();
    if offered.is_empty() {
        return Vec::new();
    }
    let scope = Scope::of(context);
    let mut settings = Vec::new();
    for node in Fulfilment::of(&scope).nodes {
        let Some(wanted) = node.shape.of.name() else { continue };
        let fits = |(path, mapping): &&(&FilePath, Mapping)| {
            let inner = context.workspace.file(path).map(|file| Scope::of(context.of(file)));
            inner.is_some_and(|scope| scope.effective(SymbolKind::NodeType, &mapping.node_type).derives_from(wanted))
        };
        let words: Vec<String> = offered.iter().filter(fits).map(|(path, _)| path.to_string()).collect();
        if !words.is_empty() {
            let name = format!("{SUBSTITUTE}{}", node.name).into();
            settings.push(Parameter { name, field: Field::Option { words, default: "delegate" } });
        }
    }
    settings
}

/// Reads the values of inputs from YAML or JSON: names and values, or the same under `inputs`.
pub fn read(text: &str) -> Result<Question, String> {
    let values: SortedMap<String, Value> =
        serde_yaml::from_str(text).map_err(|_| "it must be a mapping of names and values".to_owned())?;
    let inputs = match values.get("inputs") {
        Some(Value::Mapping(inputs)) if values.len() == 1 => {
            let entries = inputs.iter().filter_map(|(name, value)| Some((name.as_str()?.to_owned(), value.clone())));
            entries.collect()
        }
        _ => values,
    };
    Ok(Question { inputs, ..Question::default() })
}

/// The settings that select the substitutes of nodes.
pub fn substitute_settings<'s>(chosen: impl IntoIterator<Item = (&'s str, &'s FilePath)>) -> Values {
    chosen.into_iter().map(|(node, file)| (format!("{SUBSTITUTE}{node}"), Value::from(file.as_str()))).collect()
}

/// The name of a generated workflow for one of its synonyms, unless the topology defines a workflow with this name.
pub fn generated(root: &Node, name: &str) -> Option<&'static str> {
    let is_defined = |name: &str| root.at(&NodePath::keys(workflow::WORKFLOWS).key(name)).is_some();
    if is_defined(name) {
        return None;
    }
    let synonym = SYNONYMS.iter().find(|(other, _)| *other == name).map(|(_, generated)| *generated);
    [DEPLOY, UNDEPLOY].into_iter().find(|generated| *generated == name).or(synonym)
}
