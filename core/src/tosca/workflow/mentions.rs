//! The places that name a workflow of the topology: activities, the triggers of policies, and operations of substitution
//! mappings (3.5.18, 3.5.19, 3.7.11).

use crate::syntax::{Node, NodePath};
use crate::tosca::effective::{members, named};
use crate::tosca::model::POLICIES;
use crate::tosca::substitution::MAPPINGS;
use crate::tosca::workflow::{self, Activity, Step, activity, is_generated};

/// The names of workflows, with their paths. A delegated workflow with the name of a generated one is that of the node.
pub fn of_workflows(root: &Node) -> Vec<(&str, NodePath)> {
    let workflows = workflow::all(root);
    let mut found: Vec<(&str, NodePath)> =
        workflows.iter().flat_map(|one| &one.steps).flat_map(Step::activities).filter_map(named_by).collect();
    let at = NodePath::keys(POLICIES);
    for (_, policy) in members(root.at(&at), &at) {
        let triggers = policy.key("triggers");
        for (_, trigger) in members(root.at(&triggers), &triggers) {
            let at = trigger.key("action");
            let Some(action) = root.at(&at).filter(|action| !action.is_null()) else { continue };
            found.extend(action.as_scalar().and_then(|_| Some((action.as_text()?, at.clone()))));
            let items = action.items().iter().enumerate();
            found.extend(items.filter_map(|(index, item)| named_by(activity(item, &at.index(index))?)));
        }
    }
    let at = NodePath::keys(MAPPINGS).key("interfaces");
    for (interface, entry) in root.at(&at).into_iter().flat_map(named) {
        let operations = named(&entry.value);
        found.extend(
            operations
                .filter_map(|(operation, entry)| Some((entry.value.as_text()?, at.key(interface).key(operation)))),
        );
    }
    found
}

/// The workflow that an activity names.
fn named_by<'a>((activity, path): (Activity<'a>, NodePath)) -> Option<(&'a str, NodePath)> {
    match activity {
        Activity::Inline(name) => Some((name, path)),
        Activity::Delegate(name) => Some((name, path)).filter(|(name, _)| !is_generated(name)),
        Activity::SetState(_) | Activity::Call(_) => None,
    }
}
