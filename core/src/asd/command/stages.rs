//! Moves deployment items between stages.

use serde_yaml::Value;

use crate::asd::command::{attribute, refused};
use crate::asd::model::{Application, DeploymentItem};
use crate::asd::topology::stage_of_lane;
use crate::context::FileContext;
use crate::edit::{Change, EditError};
use crate::editing::put;
use crate::syntax::NodePath;
use crate::topology::Beside;

/// The stage of the lane at a path; `None` for the lane of the items without a stage.
pub fn stage(application: &Application, lane: &NodePath) -> Result<Option<i64>, EditError> {
    let stage = stage_of_lane(lane).filter(|_| lane.parent() == Some(application.section()));
    stage.ok_or_else(|| refused("this is not a stage"))
}

/// Moves items into the stage of a lane, or into a new stage beside it. Later stages are renumbered only if no number is
/// free for the new one.
pub fn enclose(
    context: FileContext<'_>,
    application: &Application,
    boxes: &[NodePath],
    frame: &NodePath,
    side: Beside,
) -> Result<Change, EditError> {
    let stage = stage(application, frame)?;
    let (moved, rest): (Vec<DeploymentItem<'_>>, Vec<_>) =
        application.items().partition(|item| boxes.contains(item.path));
    if moved.is_empty() || moved.len() != boxes.len() {
        return Err(refused("only deployment items are deployed in stages"));
    }
    let orders = || rest.iter().filter_map(|item| item.order());
    let is_free = |order: i64| orders().all(|other| other != order);
    let next = |order: i64| order.checked_add(1).ok_or_else(|| refused("there is no later stage"));
    let (order, shifted_from) = match (side, stage) {
        (Beside::Same, stage) => (stage, None),
        (Beside::Before, Some(stage)) => match stage.checked_sub(1).filter(|before| *before >= 0 && is_free(*before)) {
            Some(before) => (Some(before), None),
            None => (Some(stage), Some(stage)),
        },
        (Beside::After, Some(stage)) => {
            let after = next(stage)?;
            (Some(after), Some(after).filter(|after| !is_free(*after)))
        }
        (Beside::Before | Beside::After, None) => (Some(orders().max().map_or(Ok(1), next)?), None),
    };
    let mut draft = context.file.draft();
    let mut is_changed = false;
    for item in &moved {
        let path = attribute(application, item.path, "deploymentOrder");
        let is_stated = item.node.entry("deploymentOrder").is_some();
        match order {
            Some(order) if item.order() != Some(order) => put(context.file, &mut draft, &path, &Value::from(order))?,
            None if is_stated => draft.remove(&path)?,
            _ => continue,
        }
        is_changed = true;
    }
    for item in rest.iter().filter(|_| shifted_from.is_some()) {
        if let Some(order) = item.order().filter(|order| Some(*order) >= shifted_from) {
            let path = attribute(application, item.path, "deploymentOrder");
            put(context.file, &mut draft, &path, &Value::from(next(order)?))?;
            is_changed = true;
        }
    }
    if !is_changed {
        return Err(refused("the stage is the same"));
    }
    let subject = match moved.as_slice() {
        [item] => item.id().unwrap_or("item").to_owned(),
        items => format!("{} items", items.len()),
    };
    let title = match order {
        Some(order) => format!("Move {subject} to stage {order}"),
        None => format!("Deploy {subject} at any time"),
    };
    Ok(Change::of_file(title, context.file.path.clone(), draft.finish()))
}
