//! Moves node templates into and out of hosts and groups: changes the requirement for the host, and the members of
//! groups.

use serde_yaml::Value;

use crate::context::FileContext;
use crate::edit::{Change, EditError};
use crate::editing::{append, extend, put, refused};
use crate::syntax::patch::Draft;
use crate::syntax::{Node, NodePath};
use crate::topology::{Action, ActionEdit, Beside, Command};
use crate::tosca::diagram::{is_by_host, is_hosting};
use crate::tosca::effective::named;
use crate::tosca::fulfilment::{Assignment, NodeTemplate, TargetNode};
use crate::tosca::model::GROUPS;
use crate::tosca::requirement::{Wiring, assignment as value_of, is_node, new_requirement};

/// Maximum number of hosts and groups that are offered for a selection.
const MAX_OFFERS: usize = 12;

/// Moves boxes into a frame, a host or a group; the root path takes them out.
pub fn enclose(context: FileContext<'_>, boxes: &[NodePath], frame: &NodePath) -> Result<Change, EditError> {
    let wiring = Wiring::of(context);
    let mut draft = context.file.draft();
    for path in boxes {
        let name = path.last_key().unwrap_or_default();
        let node = wiring
            .node(path)
            .ok_or_else(|| refused(format!("`{name}` is not a node template, so it has no host and no group")))?;
        if frame.is_root() {
            take_out(context, &wiring, &mut draft, node)?;
        } else if is_node(frame) {
            host(context, &wiring, &mut draft, node, frame)?;
        } else {
            join(context, &wiring, &mut draft, node, frame)?;
        }
    }
    let edit = draft.finish();
    if edit.is_empty() {
        return Err(refused("the boxes are there already"));
    }
    let names = match boxes {
        [path] => path.last_key().unwrap_or_default().to_owned(),
        _ => format!("{} boxes", boxes.len()),
    };
    let title = match frame.last_key() {
        Some(frame) => format!("Move {names} into {frame}"),
        None => format!("Move {names} out"),
    };
    Ok(Change::of_file(title, context.file.path.clone(), edit))
}

/// The moves into hosts and groups, and out of them, for the selected boxes.
pub fn actions(context: FileContext<'_>, paths: &[NodePath]) -> Vec<Action> {
    if paths.is_empty() || !paths.iter().all(is_node) {
        return Vec::new();
    }
    let wiring = Wiring::of(context);
    let nodes: Vec<&NodeTemplate<'_>> = paths.iter().filter_map(|path| wiring.node(path)).collect();
    if nodes.len() != paths.len() {
        return Vec::new();
    }
    let enclose = |name: &'static str, subject: &str, frame: NodePath| Action {
        name,
        subject: subject.to_owned(),
        edit: ActionEdit::Run(Command::Enclose { boxes: paths.to_vec(), frame, side: Beside::Same }),
        refused: None,
    };
    let mut found = Vec::new();
    if nodes.iter().any(|node| current_host(&wiring, node).is_some()) {
        found.push(enclose("leave_host", "", NodePath::root()));
    }
    let others = wiring.all.nodes.iter().filter(|other| !paths.contains(&other.path));
    let fits = |host: &&NodeTemplate<'_>| nodes.iter().all(|node| host_requirement(&wiring, node, host).is_ok());
    let hosts = others.filter(fits).take(MAX_OFFERS).map(|host| enclose("host_on", host.name, host.path.clone()));
    found.extend(hosts);
    let groups = NodePath::keys(GROUPS);
    let all = context.file.root.as_ref().and_then(|root| root.at(&groups));
    for (name, entry) in all.into_iter().flat_map(named).take(MAX_OFFERS) {
        let path = groups.key(name);
        if nodes.iter().all(|node| member_index(&entry.value, node.name).is_some()) {
            let members = nodes.iter().filter_map(|node| member_index(&entry.value, node.name));
            let members = members.map(|index| path.key("members").index(index)).collect();
            let edit = ActionEdit::Run(Command::Remove(members));
            found.push(Action { name: "leave_group", subject: name.to_owned(), edit, refused: None });
        } else {
            let missing = nodes.iter().filter(|node| member_index(&entry.value, node.name).is_none());
            // A hosted node stays inside its host, and becomes a member of the group.
            let appended: Vec<&str> = missing.map(|node| node.name).collect();
            if let [only] = appended.as_slice() {
                let command = Command::Append { list: path.key("members"), value: Value::from(*only) };
                found.push(Action {
                    name: "join_group",
                    subject: name.to_owned(),
                    edit: ActionEdit::Run(command),
                    refused: None,
                });
            }
        }
    }
    found
}

fn member_index(group: &Node, name: &str) -> Option<usize> {
    group.get("members").map_or(&[][..], Node::items).iter().position(|member| member.as_text() == Some(name))
}

/// The assignment by which a node is hosted, and its host.
fn current_host<'w, 'a>(
    wiring: &'w Wiring<'a>,
    node: &'w NodeTemplate<'a>,
) -> Option<(&'w Assignment<'a>, &'w NodeTemplate<'a>)> {
    node.assignments.iter().find_map(|assignment| {
        let TargetNode::Template(target) = assignment.target else { return None };
        let fulfilled = wiring.all.resolve(&wiring.scope, node, assignment).and_then(Result::ok);
        let is_host = is_by_host(assignment.name, fulfilled.as_ref());
        Some((assignment, wiring.all.nodes.get(target)?)).filter(|_| is_host)
    })
}

/// The requirement and the capability by which a node can be hosted on another one, or why it cannot.
fn host_requirement(
    wiring: &Wiring<'_>,
    node: &NodeTemplate<'_>,
    host: &NodeTemplate<'_>,
) -> Result<(String, String), EditError> {
    if node.path == host.path || wiring.requires(host, node) {
        return Err(refused(format!("`{}` requires `{}` already, so neither could start first", host.name, node.name)));
    }
    let mut reason = None;
    let hosting = node.shape.requirements.iter().filter(|requirement| {
        requirement.default_relationship.as_ref().is_some_and(|relationship| is_hosting(&relationship.of))
    });
    for requirement in hosting {
        let mut refusals = Vec::new();
        for capability in &host.shape.capabilities {
            match wiring.all.fits(&wiring.scope, node, &requirement.name, host, &capability.name) {
                Ok(()) => return Ok((requirement.name.to_string(), capability.name.to_string())),
                Err(refusal) => refusals.push(refusal.message(&requirement.name)),
            }
        }
        let of_type = requirement.capability.as_ref().map(|wanted| wanted.name.clone()).unwrap_or_default();
        let no_capability =
            || format!("`{}` has no capability of type `{of_type}`, which `{}` requires", host.name, requirement.name);
        // The node type, if that is the problem, is the same for all capabilities.
        let first = refusals.first().filter(|first| refusals.iter().all(|other| other == *first));
        reason.get_or_insert_with(|| first.cloned().unwrap_or_else(no_capability));
    }
    match reason {
        Some(reason) => Err(refused(reason)),
        None => Err(refused(format!("`{}` has no requirement for a host", node.name))),
    }
}

fn host(
    context: FileContext<'_>,
    wiring: &Wiring<'_>,
    draft: &mut Draft,
    node: &NodeTemplate<'_>,
    frame: &NodePath,
) -> Result<(), EditError> {
    let host = wiring.node(frame).ok_or_else(|| EditError::Missing(frame.to_string()))?;
    let current = current_host(wiring, node);
    if current.is_some_and(|(_, now)| now.path == host.path) {
        return Ok(());
    }
    let (requirement, capability) = host_requirement(wiring, node, host)?;
    let named = wiring.ambiguous_capability(host, &capability, node, &requirement);
    let requirements = node.path.key("requirements");
    match current.filter(|(assignment, _)| assignment.name == requirement && !assignment.is_copied) {
        Some((assignment, _)) => {
            let path = requirements.index(assignment.index).key(&requirement);
            if assignment.value.entries().is_empty() {
                draft.replace(&path, &value_of(host.name, named, None))?;
            } else {
                put(context.file, draft, &path.key("node"), &host.name.into())?;
                if assignment.get("capability").is_some() {
                    draft.remove(&path.key("capability"))?;
                }
                if let Some(named) = named {
                    put(context.file, draft, &path.key("capability"), &named.into())?;
                }
            }
            Ok(())
        }
        None => new_requirement(context, draft, node, &requirement, value_of(host.name, named, None)),
    }
}

/// Removes a node from its host; otherwise from the groups that it is drawn in.
fn take_out(
    context: FileContext<'_>,
    wiring: &Wiring<'_>,
    draft: &mut Draft,
    node: &NodeTemplate<'_>,
) -> Result<(), EditError> {
    match current_host(wiring, node) {
        Some((assignment, _)) if assignment.is_copied => {
            Err(refused(format!("`{}` gets its host from the template that it copies", node.name)))
        }
        Some((assignment, _)) => remove_requirement(draft, node, assignment.index),
        None => leave_groups(context, draft, node, None),
    }
}

fn remove_requirement(draft: &mut Draft, node: &NodeTemplate<'_>, index: usize) -> Result<(), EditError> {
    let requirements = node.path.key("requirements");
    let count = draft.tree().root().and_then(|root| root.at(&requirements)).map_or(0, |list| list.items().len());
    match count {
        1 if !draft.is_commented(&requirements)? => draft.remove(&requirements),
        _ => draft.remove(&requirements.index(index)),
    }
}

/// Makes a node a member of a group instead of its host or of the group around it.
fn join(
    context: FileContext<'_>,
    wiring: &Wiring<'_>,
    draft: &mut Draft,
    node: &NodeTemplate<'_>,
    frame: &NodePath,
) -> Result<(), EditError> {
    let group = context.file.root.as_ref().and_then(|root| root.at(frame));
    let group = group.filter(|_| frame.parent() == Some(NodePath::keys(GROUPS)));
    let group = group.ok_or_else(|| refused("boxes can only be moved into hosts and groups"))?;
    if current_host(wiring, node).is_some() {
        take_out(context, wiring, draft, node)?;
    } else {
        leave_groups(context, draft, node, Some(frame))?;
    }
    if member_index(group, node.name).is_some() {
        return Ok(());
    }
    let members = frame.key("members");
    match group.get("members") {
        Some(known) if !known.items().is_empty() => append(context.file, draft, &members, node.name.into()),
        _ => extend(context.file, draft, &members, node.name.into()),
    }
}

/// Removes a node from the members of its groups, except `keep`: from the first one, in which it is drawn.
fn leave_groups(
    context: FileContext<'_>,
    draft: &mut Draft,
    node: &NodeTemplate<'_>,
    keep: Option<&NodePath>,
) -> Result<(), EditError> {
    let groups = NodePath::keys(GROUPS);
    let all = context.file.root.as_ref().and_then(|root| root.at(&groups));
    let names: Vec<&str> = all.into_iter().flat_map(named).map(|(name, _)| name).collect();
    for name in names {
        let path = groups.key(name);
        // The draft, because another box may have left the group already.
        let index = draft.tree().root().and_then(|root| member_index(root.at(&path)?, node.name));
        let Some(index) = index else { continue };
        if keep == Some(&path) {
            continue;
        }
        return draft.remove(&path.key("members").index(index));
    }
    Ok(())
}
