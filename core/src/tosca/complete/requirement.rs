//! Completion of requirement assignments (3.7.2): names, targets and their capabilities.

use std::collections::HashSet;

use super::word;
use crate::completion::cursor::CursorContext;
use crate::completion::{Completion, CompletionKind, behind_key};
use crate::context::FileContext;
use crate::sorting::Sorting;
use crate::syntax::NodePath;
use crate::tosca::fulfilment::{Candidate, Fulfilment, NodeTemplate};
use crate::tosca::model::TEMPLATES;
use crate::tosca::scope::Scope;

/// A place in the requirements of a node template.
struct Place<'p> {
    node: &'p str,
    /// The name of the requirement, with the keys below it; `None` for an item without a name.
    requirement: Option<(&'p str, Vec<&'p str>)>,
}

impl<'p> Place<'p> {
    fn of(path: &'p NodePath) -> Option<Self> {
        let words = path.words();
        let [topology, templates, node, "requirements", rest @ ..] = words.as_slice() else { return None };
        if [*topology, *templates] != TEMPLATES {
            return None;
        }
        match rest {
            [] | [""] => Some(Place { node, requirement: None }),
            ["", name, below @ ..] => Some(Place { node, requirement: Some((name, below.to_vec())) }),
            _ => None,
        }
    }
}

pub fn values(context: FileContext<'_>, cursor: &CursorContext) -> Vec<Completion> {
    let Some(place) = Place::of(&cursor.path) else { return Vec::new() };
    let scope = Scope::of(context);
    let all = Fulfilment::of(&scope);
    let Some(node) = all.node(place.node) else { return Vec::new() };
    let Some((requirement, below)) = place.requirement else { return names(context, node, cursor) };
    let candidates = || all.candidates(&scope, node, requirement).into_iter().filter(|one| one.refusal.is_none());
    match below.as_slice() {
        [] => {
            let mut seen = HashSet::new();
            let targets = candidates().filter_map(|one| all.nodes.get(one.node));
            let targets = targets.filter(|target| seen.insert(target.name));
            targets.map(|target| word(target.name, type_of(target), cursor)).collect()
        }
        ["capability"] => {
            let item = cursor.path.parent();
            let stated = item.and_then(|item| context.file.root.as_ref()?.at(&item)?.get("node")?.as_text());
            let is_meant = |one: &Candidate| {
                let name = all.nodes.get(one.node).map(|target| target.name);
                stated.is_none() || name == stated
            };
            let mut seen = HashSet::new();
            let capabilities = candidates().filter(is_meant).filter_map(|one| {
                let capability = all.nodes.get(one.node)?.shape.capabilities.get(one.capability?)?;
                seen.insert(&capability.name).then(|| word(capability.name.as_str(), "capability", cursor))
            });
            capabilities.collect()
        }
        _ => Vec::new(),
    }
}

/// The node templates that meet the requirement at a path; `None` for other places, or if nothing is known about it.
pub fn fitting(context: FileContext<'_>, at: &NodePath) -> Option<HashSet<String>> {
    let place = Place::of(at)?;
    let (requirement, below) = place.requirement?;
    if !matches!(below.as_slice(), [] | ["node"]) {
        return None;
    }
    let scope = Scope::of(context);
    let all = Fulfilment::of(&scope);
    let node = all.node(place.node)?;
    node.shape.requirement(requirement)?;
    let accepted = all.candidates(&scope, node, requirement).into_iter().filter(|one| one.refusal.is_none());
    Some(accepted.filter_map(|one| Some(all.nodes.get(one.node)?.name.to_owned())).collect())
}

/// The requirements of the node type that can still be assigned, mandatory ones first.
fn names(context: FileContext<'_>, node: &NodeTemplate<'_>, cursor: &CursorContext) -> Vec<Completion> {
    let count = |name: &str| node.assignments.iter().filter(|one| one.name == name && !one.is_copied).count() as u64;
    let open =
        node.shape.requirements.iter().filter(|one| one.occurrences.most.is_none_or(|most| count(&one.name) < most));
    let mut found: Vec<(bool, Completion)> = open
        .map(|one| {
            let is_needed = count(&one.name) < one.occurrences.least;
            let capability = one.capability.as_ref().map_or("", |wanted| wanted.name.as_str());
            let required = if is_needed { "required, " } else { "" };
            let completion = Completion {
                insert: format!("{}{}", one.name, behind_key(context.file, cursor, ": ")),
                kind: CompletionKind::Key,
                ..word(one.name.as_str(), format!("{required}{capability}"), cursor)
            };
            (!is_needed, completion)
        })
        .collect();
    found.order_by_key(|(is_optional, _)| *is_optional);
    found.into_iter().map(|(_, completion)| completion).collect()
}

fn type_of<'n>(node: &NodeTemplate<'n>) -> &'n str {
    node.node.get("type").and_then(|name| name.as_text()).unwrap_or_default()
}
