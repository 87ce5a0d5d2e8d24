//! Adds workflows and steps.

use serde_yaml::{Mapping, Value};

use crate::context::FileContext;
use crate::edit::{Change, EditError};
use crate::editing::{layout, put, refused};
use crate::function::{Call, Function};
use crate::naming::{free_name, valid_name};
use crate::syntax::{Node, NodePath, plain};
use crate::topology::diagrams::DiagramKey;
use crate::topology::{Action, ActionEdit, Command, Offer, Point, VertexKind};
use crate::tosca::command::steps::generated;
use crate::tosca::command::steps::target::targets;
use crate::tosca::deployment::question::{DEPLOY, UNDEPLOY, has_topology};
use crate::tosca::effective::named;
use crate::tosca::model::{INPUTS, TEMPLATES};
use crate::tosca::weaving;
use crate::tosca::workflow::{self, WORKFLOWS};

/// The name of a new workflow.
const NEW: &str = "workflow";

/// The steps that can be added to a workflow: one for each node template and group.
pub fn offers(context: FileContext<'_>, diagram: &DiagramKey) -> Vec<Offer> {
    let root = context.file.root.as_deref().filter(|root| root.at(&diagram.of).is_some());
    let offer = |(name, of): (&str, &str)| Offer {
        section: diagram.of.key("steps"),
        of: Some(name.into()),
        kind: VertexKind::Step,
        noun: "step",
        detail: of.to_owned(),
        import: None,
    };
    root.map_or_else(Vec::new, |root| targets(root).into_iter().map(offer).collect())
}

/// The edits that add a workflow: an empty one, or a generated one to start from.
pub fn additions(context: FileContext<'_>) -> Vec<Action> {
    if !context.file.root.as_deref().is_some_and(has_topology) {
        return Vec::new();
    }
    let action = |name: &'static str, of: Option<&str>| {
        let section = NodePath::keys(WORKFLOWS);
        let command = Command::AddEntry { section, of: of.map(Into::into), name: None, at: None };
        Action { name, subject: of.unwrap_or_default().to_owned(), edit: ActionEdit::Run(command), refused: None }
    };
    vec![
        action("new_workflow", None),
        action("generated_workflow", Some(DEPLOY)),
        action("generated_workflow", Some(UNDEPLOY)),
    ]
}

/// The edit that removes a workflow with everything that runs it.
pub fn removal(path: &NodePath) -> Action {
    let subject = path.last_key().unwrap_or_default().to_owned();
    Action {
        name: "remove_workflow",
        subject,
        edit: ActionEdit::Run(Command::Remove(vec![path.clone()])),
        refused: None,
    }
}

/// Adds a workflow, with the steps of the generated one that it starts from.
pub fn workflow(context: FileContext<'_>, of: Option<&str>, name: Option<&str>) -> Result<Change, EditError> {
    let at = NodePath::keys(WORKFLOWS);
    let steps = match of {
        Some(of) => {
            let workflow =
                weaving::Workflow::named(of).ok_or_else(|| refused(format!("no workflow `{of}` is generated")))?;
            generated::steps(context, workflow)?
        }
        None => Value::Mapping(Mapping::new()),
    };
    let name = name_of(context, &at, name, of.unwrap_or(NEW))?;
    let mut fields = Mapping::new();
    let inputs = context.file.root.as_deref().filter(|_| of.is_some()).map(needed_inputs).unwrap_or_default();
    if !inputs.is_empty() {
        fields.insert("inputs".into(), Value::Mapping(inputs));
    }
    fields.insert("steps".into(), steps);
    let value = Value::Mapping(fields);
    let mut draft = context.file.draft();
    put(context.file, &mut draft, &at.key(&name), &value)?;
    Ok(Change::of_file(format!("Add {name}"), context.file.path.clone(), draft.finish()))
}

/// The inputs that only other workflows define, and that operations of nodes read: a workflow that calls them has to
/// define them, too (7.3.7).
fn needed_inputs(root: &Node) -> Mapping {
    let of_topology = root.at(&NodePath::keys(INPUTS));
    let nodes = root.at(&NodePath::keys(TEMPLATES));
    let defined =
        workflow::entries(root).flat_map(|(_, workflow)| workflow.value.get("inputs").into_iter().flat_map(named));
    let mut found = Mapping::new();
    for (name, entry) in defined.filter(|(name, _)| of_topology.is_none_or(|inputs| inputs.entry(name).is_none())) {
        let is_known = found.contains_key(name);
        if !is_known && nodes.is_some_and(|nodes| reads(nodes, name)) {
            found.insert(name.into(), plain::as_written(&entry.value));
        }
    }
    found
}

/// Whether a value reads an input.
fn reads(value: &Node, input: &str) -> bool {
    let is_read = Call::of(value).is_some_and(|call| {
        let name = call.arguments().first().and_then(Node::as_text);
        call.function == Function::GetInput && name == Some(input)
    });
    is_read
        || value.items().iter().any(|item| reads(item, input))
        || value.entries().iter().any(|entry| reads(&entry.value, input))
}

/// Adds a step without activities for a node template or group.
pub fn step(
    context: FileContext<'_>,
    section: &NodePath,
    target: Option<&str>,
    name: Option<&str>,
    at: Option<Point>,
) -> Result<Change, EditError> {
    let root = context.file.root.as_deref().ok_or_else(|| EditError::Missing(section.to_string()))?;
    let known = targets(root);
    let target = target.ok_or_else(|| refused("choose the node template or group of the step"))?;
    if !known.iter().any(|(name, _)| *name == target) {
        return Err(refused(format!("the topology has no node template or group `{target}`")));
    }
    let name = name_of(context, section, name, target)?;
    let activities = (Value::from("activities"), Value::Sequence(Vec::new()));
    let value = Value::Mapping(Mapping::from_iter([(Value::from("target"), Value::from(target)), activities]));
    let mut draft = context.file.draft();
    put(context.file, &mut draft, &section.key(&name), &value)?;
    let mut change = Change::of_file(format!("Add {name}"), context.file.path.clone(), draft.finish());
    if let Some(at) = at {
        layout::place_new(context, section, &name, at, &mut change)?;
    }
    Ok(change)
}

/// A free name: that of a target as it is, with its number, or the first free one after it.
pub fn own_name(base: &str, is_taken: impl Fn(&str) -> bool) -> String {
    if is_taken(base) { free_name(base, is_taken) } else { base.to_owned() }
}

/// A name that is free in a section: the wanted one, or one derived from `base`.
fn name_of(
    context: FileContext<'_>,
    section: &NodePath,
    wanted: Option<&str>,
    base: &str,
) -> Result<String, EditError> {
    let there = context.file.root.as_ref().and_then(|root| root.at(section));
    let taken: Vec<&str> =
        there.map_or(&[][..], Node::entries).iter().filter_map(|entry| entry.key.as_text()).collect();
    let is_taken = |name: &str| taken.contains(&name);
    match wanted {
        Some(name) => {
            let name = valid_name(name)?;
            if is_taken(name) { Err(EditError::Exists(name.to_owned())) } else { Ok(name.to_owned()) }
        }
        None => Ok(own_name(base, is_taken)),
    }
}
