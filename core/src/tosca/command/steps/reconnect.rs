//! Moves an end of a connection between steps: to another step, or from success to failure.

use serde_yaml::Value;

use crate::context::FileContext;
use crate::edit::{Change, EditError};
use crate::editing::{check_candidate, cut_in, extend};
use crate::sorted_map::SortedSet;
use crate::syntax::{NodePath, Step as PathStep};
use crate::topology::{CandidateEnd, ConnectionEnd, End, MovedEnd, PortKind};
use crate::tosca::command::steps::connect::{ends, starts, workflow_with};
use crate::tosca::command::steps::is_step;
use crate::tosca::workflow::Workflow;

/// The key of a connection, and its step: `STEP/on_success` or an item of it.
fn key_of(path: &NodePath) -> Option<(NodePath, &str)> {
    let steps = path.steps();
    let list = match steps.last()? {
        PathStep::Index(_) => steps.len() - 1,
        PathStep::Key(_) => steps.len(),
    };
    let PathStep::Key(key) = steps.get(list.checked_sub(1)?)? else { return None };
    let step: NodePath = steps.iter().take(list - 1).cloned().collect();
    is_step(&step).then_some((step, key.as_str()))
}

/// Whether a connection is one between steps.
pub fn is_connection(path: &NodePath) -> bool {
    key_of(path).is_some()
}

/// The end that stays.
pub fn start(moved: &MovedEnd) -> Option<ConnectionEnd> {
    let (_, key) = key_of(&moved.path)?;
    let mut starts = starts(&moved.other.vertex).into_iter();
    // The source has the key, and the target the other port.
    starts.find(|start| match moved.is_source {
        true => start.kind == PortKind::Requirement,
        false => start.end.port == key,
    })
}

/// The workflow without the connection.
fn without<'a>(context: FileContext<'a>, moved: &MovedEnd) -> Option<(Workflow<'a>, usize)> {
    let (mut workflow, own) = workflow_with(context, &moved.other.vertex)?;
    for step in &mut workflow.steps {
        step.on_success.retain(|next| next.path != moved.path);
        step.on_failure.retain(|next| next.path != moved.path);
    }
    Some((workflow, own))
}

pub fn candidates(context: FileContext<'_>, moved: &MovedEnd) -> Vec<CandidateEnd> {
    let found = || {
        let start = start(moved)?;
        let (workflow, own) = without(context, moved)?;
        Some(ends(&workflow, own, &start.end.port, start.kind))
    };
    let mut found = found().unwrap_or_default();
    found.retain(|candidate| match moved.is_source {
        true => !moved.is_at(&candidate.end.end),
        false => candidate.end.end.vertex != moved.from.vertex,
    });
    found
}

pub fn run(context: FileContext<'_>, moved: &MovedEnd, to: &End) -> Result<Change, EditError> {
    let missing = || EditError::Missing(moved.path.to_string());
    check_candidate(candidates(context, moved), to)?;
    let (file, mut draft) = (context.file, context.file.draft());
    let name = file.root.as_ref().and_then(|root| root.at(&moved.path)?.as_text()).ok_or_else(missing)?;
    let (step, _) = key_of(&moved.path).ok_or_else(missing)?;
    if moved.is_source {
        extend(file, &mut draft, &to.vertex.key(&to.port), Value::from(name))?;
        cut_in(context, &mut draft, &SortedSet::from([moved.path.clone()]))?;
    } else {
        draft.replace(&moved.path, &Value::from(to.vertex.last_key().ok_or_else(missing)?))?;
    }
    let title = format!("Reconnect {}", step.last_key().unwrap_or_default());
    Ok(Change::of_file(title, file.path.clone(), draft.finish()))
}
