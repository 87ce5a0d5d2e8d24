//! The values of activities: operations of the target, workflows and states, from which forms and completion choose.

use serde_yaml::{Mapping, Value};

use crate::assignable::{Assignable, ValueForm, ValueKind};
use crate::context::FileContext;
use crate::symbol::SymbolKind;
use crate::syntax::{Node, NodePath, Step};
use crate::tosca::command::steps::is_step;
use crate::tosca::copies;
use crate::tosca::deployment::question::{DEPLOY, UNDEPLOY};
use crate::tosca::interfaces;
use crate::tosca::model::TEMPLATES;
use crate::tosca::scope::Scope;
use crate::tosca::workflow::diagram::{step_at, workflow_of};
use crate::tosca::workflow::{self, normative_states};

/// The step whose activities a list contains.
fn owner(list: &NodePath) -> Option<NodePath> {
    list.parent().filter(|step| list.last_key() == Some("activities") && is_step(step))
}

/// A new activity: the call of an operation that is still to be chosen.
pub fn blank(at: &NodePath) -> Option<Value> {
    owner(at).map(|_| Value::Mapping(Mapping::from_iter([(Value::from("call_operation"), Value::from(""))])))
}

/// The values for the activity whose value is at a path; `None` if they are not known.
pub fn assignable(context: FileContext<'_>, at: &NodePath) -> Option<Assignable> {
    let mut steps = at.steps();
    // In the extended notation, the name is in a mapping.
    if let [outer @ .., Step::Key(inner)] = steps
        && matches!(inner.as_str(), "operation" | "workflow")
    {
        steps = outer;
    }
    let [list @ .., Step::Index(_), Step::Key(key)] = steps else { return None };
    let step = owner(&list.iter().cloned().collect())?;
    let root = context.file.root.as_deref()?;
    let (noun, choices) = match key.as_str() {
        "set_state" => ("state", normative_states().map(str::to_owned).collect()),
        "call_operation" => ("operation", operations(context, root, &step)?),
        "inline" | "delegate" => ("workflow", workflows(root, &step, key == "delegate")),
        _ => return None,
    };
    let written = root.at(at).and_then(Node::as_text).filter(|text| !text.is_empty());
    let is_known = written.is_none_or(|text| choices.iter().any(|choice| choice == text));
    let own = written.filter(|_| !is_known).map(str::to_owned);
    let choices: Vec<String> = choices.into_iter().chain(own).collect();
    let form = ValueForm { type_name: noun.to_owned(), kind: ValueKind::Text, choices, ..ValueForm::default() };
    (!form.choices.is_empty()).then_some(Assignable::Value(form))
}

/// The operations of the node that a step is for: `Standard.create`.
fn operations(context: FileContext<'_>, root: &Node, step: &NodePath) -> Option<Vec<String>> {
    let step = step_at(root, step).filter(|step| step.get("target_relationship").is_none())?;
    let templates = root.at(&NodePath::keys(TEMPLATES));
    let of = copies::type_of(templates, templates?.get(step.get("target")?.as_text()?)?)?;
    let scope = Scope::of(context);
    Some(interfaces::all_operations(&scope, &scope.effective(SymbolKind::NodeType, of)))
}

/// The other workflows; for the orchestrator of a node, also the generated ones.
fn workflows(root: &Node, step: &NodePath, is_delegate: bool) -> Vec<String> {
    let own = workflow_of(step);
    let own = own.as_ref().and_then(NodePath::last_key);
    let others = workflow::entries(root).map(|(name, _)| name).filter(|name| Some(*name) != own);
    let mut names: Vec<String> = others.map(str::to_owned).collect();
    for name in [DEPLOY, UNDEPLOY].into_iter().filter(|_| is_delegate) {
        if names.iter().all(|known| known != name) {
            names.push(name.to_owned());
        }
    }
    names
}
