//! The preview form of an assembly, and the questions read from a file or from the form.

use serde_yaml::Value;
use smol_str::SmolStr;

use crate::assembly::expansion::request::{self, Request};
use crate::assembly::expansion::{Direction, Expansion, Inputs, InstanceKind, Intent, Multiplicity};
use crate::assembly::state::State;
use crate::context::FileContext;
use crate::preview::question::{self, Field, Form, IntentForm, Parameter, Question, Values};
use crate::sorting::gather;
use crate::symbol::DescriptorRef;
use crate::syntax::NodePath;
use crate::text::FilePath;

/// The intents.
pub const INSTALL: &str = "install";
pub const UNINSTALL: &str = "uninstall";
pub const CHANGE_STATE: &str = "change-state";
pub const HEAL: &str = "heal";
pub const SCALE_OUT: &str = "scale-out";
pub const SCALE_IN: &str = "scale-in";
pub const UPGRADE: &str = "upgrade";

/// Their parameters.
pub const FROM_STATE: &str = "fromState";
pub const COMPONENT: &str = "component";
pub const CLUSTER: &str = "cluster";
pub const NODES: &str = "nodes";
pub const FROM: &str = "from";
pub const FROM_INPUTS: &str = "fromInputs";

/// The settings.
pub const ASSEMBLY_NAME: &str = "assemblyName";
pub const DESCRIPTOR_NAME: &str = "descriptorName";
pub const INTENDED_STATE: &str = "intendedState";
pub const OUTPUTS_FROM: &str = "outputsFrom";

/// Maximum number of instances offered for healing.
const MAX_OFFERED: usize = 1000;
/// The states that an intent can ask for.
const STATES: [State; 3] = [State::Installed, State::Inactive, State::Active];
/// The default intended state.
const INTENDED: State = State::Active;

/// The form for the descriptor of a file. Its choices come from the expansion, with instances of the boxes in
/// `selection` first.
pub fn form(context: FileContext<'_>, expansion: Option<&Expansion>, selection: &[NodePath]) -> Form {
    let names = |states: &[State]| states.iter().map(|state| state.name().to_owned()).collect();
    let clusters = expansion.map_or(Vec::new(), clusters);
    let scale =
        |name| intent(name, vec![parameter(CLUSTER, Field::Choice(clusters.clone())), parameter(NODES, Field::Number)]);
    let broken = expansion.map_or(Vec::new(), |expansion| breakable(&context.file.path, expansion, selection));
    let other = STATES.into_iter().filter(|state| *state != INTENDED).collect::<Vec<_>>();
    let root = expansion.and_then(|expansion| Some(expansion.instances.first()?.name.clone()));
    Form {
        intents: vec![
            intent(INSTALL, Vec::new()),
            intent(UNINSTALL, Vec::new()),
            intent(CHANGE_STATE, vec![parameter(FROM_STATE, Field::Choice(names(&STATES)))]),
            intent(HEAL, vec![parameter(COMPONENT, Field::Choice(broken))]),
            scale(SCALE_OUT),
            scale(SCALE_IN),
            intent(UPGRADE, vec![parameter(FROM, Field::File(versions(context))), parameter(FROM_INPUTS, Field::None)]),
        ],
        settings: vec![
            parameter(ASSEMBLY_NAME, Field::Text { default: root.unwrap_or_default() }),
            parameter(DESCRIPTOR_NAME, Field::None),
            parameter(INTENDED_STATE, Field::Option { words: names(&other), default: INTENDED.name() }),
            parameter(OUTPUTS_FROM, Field::None),
        ],
    }
}

fn intent(name: &'static str, parameters: Vec<Parameter>) -> IntentForm {
    IntentForm { name: SmolStr::new_static(name), parameters }
}

fn parameter(name: &'static str, field: Field) -> Parameter {
    Parameter { name: SmolStr::new_static(name), field }
}

/// The instances that can break, those of the boxes in `selection` first.
fn breakable(file: &FilePath, expansion: &Expansion, selection: &[NodePath]) -> Vec<String> {
    let is_selected = |origin: &Option<(FilePath, NodePath)>| {
        origin.as_ref().is_some_and(|(of, path)| of == file && selection.contains(path))
    };
    let is_resource = |kind| matches!(kind, InstanceKind::Resource | InstanceKind::Unresolved);
    let (first, rest): (Vec<_>, Vec<_>) = expansion
        .instances
        .iter()
        .filter(|found| is_resource(found.kind) || is_selected(&found.origin) && found.kind == InstanceKind::Assembly)
        .partition(|found| is_selected(&found.origin));
    first.into_iter().chain(rest).take(MAX_OFFERED).map(|found| found.name.clone()).collect()
}

fn clusters(expansion: &Expansion) -> Vec<String> {
    let is_cluster = |group: &super::Group| group.multiplicity == Multiplicity::Cluster;
    let clusters = expansion.instances.iter().filter(|found| found.group.as_ref().is_some_and(is_cluster));
    clusters.map(|found| found.name.clone()).collect()
}

/// The other versions in the catalog.
fn versions(context: FileContext<'_>) -> Vec<(String, FilePath)> {
    let versions = context.file.defines().map_or(&[][..], |name| context.catalog.versions(&name.kind, &name.name));
    let others = versions.iter().rev().filter(|entry| entry.file != context.file.path);
    others.map(|entry| (entry.name.version.to_string(), entry.file.clone())).collect()
}

/// Reads a question from text: an intent, a Behaviour configuration, or names and values.
pub fn read(text: &str) -> Result<Question, String> {
    let Request { inputs, component, cluster } = request::read(text)?;
    let name = match (&component, &cluster) {
        (Some(_), _) => Some(HEAL),
        (None, Some(_)) => Some(SCALE_OUT),
        (None, None) => None,
    };
    let parameters = [(COMPONENT, component), (CLUSTER, cluster)];
    let settings = [
        (ASSEMBLY_NAME, inputs.assembly_name),
        (DESCRIPTOR_NAME, inputs.descriptor_name),
        (INTENDED_STATE, inputs.intended_state),
    ];
    let intent = name.map(|name| question::Intent { name: name.into(), parameters: values(parameters) });
    Ok(Question { intent, settings: values(settings), inputs: inputs.properties })
}

fn values<const N: usize>(values: [(&str, Option<String>); N]) -> Values {
    gather(values.into_iter().filter_map(|(name, value)| Some((name.to_owned(), Value::from(value?)))))
}

/// Whether the text may contain an intent.
pub fn may_be_intent(text: &str) -> bool {
    text.contains(DESCRIPTOR_NAME)
}

/// Whether the text is an intent for a version of the descriptor `name`.
pub fn is_for(name: &DescriptorRef, text: &str) -> bool {
    let is_version = |named: DescriptorRef| named.kind == name.kind && named.name == name.name;
    let named = request::read(text).ok().and_then(|given| DescriptorRef::parse(&given.inputs.descriptor_name?));
    named.is_some_and(is_version)
}

/// The inputs and the intent of a question about the descriptor in `file`.
pub fn asked(question: &Question, file: &FilePath) -> (Inputs, Intent) {
    let text = |name: &str| question.text(name).unwrap_or_default().to_owned();
    let nodes = question.parameter(NODES).and_then(Value::as_u64);
    let scale = |direction| Intent::Scale { direction, cluster: text(CLUSTER), nodes };
    let intent = match question.intent.as_ref().map_or(INSTALL, |intent| intent.name.as_str()) {
        UNINSTALL => Intent::Uninstall,
        CHANGE_STATE => {
            Intent::ChangeState { from: question.text(FROM_STATE).and_then(State::requestable).unwrap_or(STATES[0]) }
        }
        HEAL => Intent::Heal { component: text(COMPONENT) },
        SCALE_OUT => scale(Direction::Out),
        SCALE_IN => scale(Direction::In),
        UPGRADE => Intent::Upgrade {
            from: question.text(FROM).and_then(FilePath::new).unwrap_or_else(|| file.clone()),
            properties: question.parameter(FROM_INPUTS).and_then(Value::as_mapping).map(|values| {
                let named = values.iter().filter_map(|(name, value)| Some((name.as_str()?.to_owned(), value.clone())));
                gather(named)
            }),
        },
        _ => Intent::Install,
    };
    let setting = |name: &str| question.setting(name).map(str::to_owned);
    let inputs = Inputs {
        assembly_name: setting(ASSEMBLY_NAME),
        descriptor_name: setting(DESCRIPTOR_NAME),
        intended_state: setting(INTENDED_STATE),
        properties: question.inputs.clone(),
        outputs_from: question.setting(OUTPUTS_FROM).and_then(State::requestable),
    };
    (inputs, intent)
}
