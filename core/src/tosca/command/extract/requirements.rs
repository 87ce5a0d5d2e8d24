//! Requirements and mappings across the boundary of an extraction.

use smol_str::SmolStr;

use crate::context::FileContext;
use crate::edit::EditError;
use crate::editing::{put, refused};
use crate::syntax::patch::Draft;
use crate::syntax::patch::piece::Piece;
use crate::syntax::{Node, NodePath};
use crate::tosca::command::boundary::Boundary;
use crate::tosca::command::extract::Cut;
use crate::tosca::command::extract::sections::RELATIONSHIPS;
use crate::tosca::command::extract::sections::Sections;
use crate::tosca::effective::members;
use crate::tosca::fulfilment::{Assignment, NodeTemplate, TargetNode};
use crate::tosca::substitution::MAPPINGS;

/// A requirement assignment between a node that moves and one that stays.
pub(super) struct Crossing<'w, 'a> {
    pub node: &'w NodeTemplate<'a>,
    pub assignment: &'w Assignment<'a>,
    pub path: NodePath,
    /// Whether the node of the requirement moves; otherwise its target does.
    pub is_outward: bool,
}

impl<'a> Cut<'a> {
    /// The requirement assignments across the boundary.
    pub(super) fn crossing<'w>(&'w self, sections: &Sections) -> Result<Vec<Crossing<'w, 'a>>, EditError> {
        let mut found: Vec<Crossing<'w, 'a>> = Vec::new();
        for node in &self.wiring.all.nodes {
            for assignment in &node.assignments {
                if !matches!(assignment.target, TargetNode::Template(_)) {
                    continue;
                }
                let (from, to) = (self.moves(node.name), self.target_moves(assignment));
                if from == to || assignment.is_copied && !from {
                    continue;
                }
                if assignment.is_copied {
                    return Err(refused(format!("`{}` copies a requirement that leads to a node outside", node.name)));
                }
                if assignment.get("node_filter").is_some() && to {
                    return Err(refused(format!("`{}` of `{}` has a node filter", assignment.name, node.name)));
                }
                let path = node.path.key("requirements").index(assignment.index).key(assignment.name);
                found.push(Crossing { node, assignment, path, is_outward: from });
            }
        }
        for crossing in found.iter().filter(|crossing| crossing.is_outward) {
            let name = crossing.assignment.name;
            let mut same = crossing.node.assignments.iter().filter(|other| other.name == name);
            let is_met_inside =
                |other: &Assignment<'a>| !matches!(other.target, TargetNode::Template(_)) || self.target_moves(other);
            if same.any(is_met_inside) {
                let why = "has targets on both sides, but a mapped requirement is met from outside";
                return Err(refused(format!("`{name}` of `{}` {why}", crossing.node.name)));
            }
            let edge = self.wiring.all.resolve(&self.wiring.scope, crossing.node, crossing.assignment);
            if let Some(Err(refusal)) = edge {
                return Err(refused(refusal.message(name)));
            }
        }
        let named = found.iter().filter_map(|crossing| crossing.assignment.relationship()?.as_text());
        let relationships = NodePath::keys(RELATIONSHIPS);
        for name in named {
            if sections.moved.contains(&relationships.key(name)) {
                return Err(refused(format!("the relationship template `{name}` is used on both sides")));
            }
        }
        Ok(found)
    }

    /// Redirects requirements to the new node, and copies those of the nodes that move.
    pub(super) fn requirements<'w>(
        &self,
        boundary: &mut Boundary<'_, 'a>,
        outer: &mut Draft,
        crossing: &[Crossing<'w, 'a>],
        name: &str,
    ) -> Result<Vec<(NodePath, Piece)>, EditError> {
        let mut inward = Vec::new();
        let mut outward = Vec::new();
        for one in crossing {
            if one.is_outward {
                let own = boundary.requirement(one.node, one.assignment.name)?;
                outward.push((one.path.clone(), outer.copy(&one.path)?.named(&own)));
                continue;
            }
            let edge = self.wiring.all.resolve(&self.wiring.scope, one.node, one.assignment);
            let Some(Ok(edge)) = edge else {
                let (node, requirement) = (one.node.name, one.assignment.name);
                return Err(refused(format!("cannot tell which capability meets `{requirement}` of `{node}`")));
            };
            let target = self.wiring.all.nodes.get(edge.target);
            let capability = target.and_then(|target| Some((target, target.shape.capabilities.get(edge.capability)?)));
            let Some((target, capability)) = capability else { continue };
            inward.push((one, boundary.capability(target, &capability.name)?));
        }
        let all = boundary.all_capabilities(|name| self.node(name));
        for (one, capability) in inward {
            let wanted = one.node.shape.requirement(one.assignment.name).and_then(|of| of.capability.as_ref());
            let is_ambiguous = boundary.is_ambiguous(wanted, &capability, &all);
            direct(
                self.context,
                outer,
                &one.path,
                one.assignment.value,
                name,
                Some(&capability).filter(|_| is_ambiguous),
            )?;
        }
        Ok(outward)
    }

    /// Redirects the substitution mappings of the topology.
    pub(super) fn mappings(
        &self,
        boundary: &mut Boundary<'_, 'a>,
        outer: &mut Draft,
        name: &str,
    ) -> Result<(), EditError> {
        let at = NodePath::keys(MAPPINGS);
        for section in ["capabilities", "requirements"] {
            let entries = self.section(MAPPINGS).and_then(|mappings| mappings.get(section));
            for (_, path) in members(entries, &at.key(section)) {
                let entry = self.root.at(&path);
                let list = entry.and_then(|entry| entry.get("mapping")).or(entry);
                let [node, member] = list.map_or(&[][..], Node::items) else { continue };
                let (Some(node), Some(member)) = (node.as_text(), member.as_text()) else { continue };
                let Some(node) = self.node(node).filter(|node| self.moves(node.name)) else { continue };
                let own = match section {
                    "capabilities" => boundary.capability(node, member)?,
                    _ => boundary.requirement(node, member)?,
                };
                let is_long = entry.is_some_and(|entry| entry.get("mapping").is_some());
                let path = if is_long { path.key("mapping") } else { path };
                outer.replace(&path.index(0), &name.into())?;
                if own != member {
                    outer.replace(&path.index(1), &own.as_str().into())?;
                }
            }
        }
        Ok(())
    }
}

/// Points a requirement assignment to another node, and to its capability if the name of the node is not enough.
pub fn direct(
    context: FileContext<'_>,
    draft: &mut Draft,
    path: &NodePath,
    value: &Node,
    node: &str,
    capability: Option<&SmolStr>,
) -> Result<(), EditError> {
    if value.entries().is_empty() {
        return draft
            .replace(path, &crate::tosca::requirement::assignment(node, capability.map(SmolStr::as_str), None));
    }
    put(context.file, draft, &path.key("node"), &node.into())?;
    match capability {
        Some(capability) => put(context.file, draft, &path.key("capability"), &capability.as_str().into()),
        None if value.get("capability").is_some() => draft.remove(&path.key("capability")),
        None => Ok(()),
    }
}
