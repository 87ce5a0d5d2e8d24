//! The relationship templates, groups, policies and types that move together with node templates.

use crate::edit::EditError;
use crate::editing::refused;
use crate::sorting::gather;
use crate::symbol::Target;
use crate::syntax::patch::Draft;
use crate::syntax::{Node, NodePath, Step};
use crate::tosca::command::boundary::{Boundary, remove};
use crate::tosca::command::extract::Cut;
use crate::tosca::effective::{members, named};
use crate::tosca::fulfilment::{Assignment, NodeTemplate, TargetNode};
use crate::tosca::mentions;
use crate::tosca::model::{GROUPS, INPUTS, POLICIES, SECTIONS, is_type};

pub(super) const RELATIONSHIPS: [&str; 2] = ["topology_template", "relationship_templates"];

/// The other definitions that move, or list nodes that move.
#[derive(Default)]
pub(super) struct Sections {
    /// The paths of relationship templates, groups and policies that move.
    pub moved: Vec<NodePath>,
    /// The lists of members and targets in which the new node takes the place of the others.
    pub lists: Vec<NodePath>,
    /// The types of the file that move with the nodes.
    pub types: Vec<NodePath>,
}

impl<'a> Cut<'a> {
    /// The relationship templates, groups, policies and types that move, and the lists that name the new node.
    pub(super) fn sections(&self) -> Result<Sections, EditError> {
        let mut found = Sections::default();
        let relationships = NodePath::keys(RELATIONSHIPS);
        for (name, _) in self.section(RELATIONSHIPS).into_iter().flat_map(named) {
            let uses = self.wiring.all.nodes.iter().flat_map(|node| {
                let own = node.assignments.iter();
                own.filter(|of| of.relationship().and_then(Node::as_text) == Some(name)).map(move |of| (node, of))
            });
            let is_inside = |(node, of): (&NodeTemplate<'a>, &Assignment<'a>)| {
                self.moves(node.name) && (self.target_moves(of) || !matches!(of.target, TargetNode::Template(_)))
            };
            let inside: Vec<bool> = uses.map(is_inside).collect();
            if !inside.is_empty() && inside.iter().all(|inside| *inside) {
                found.moved.push(relationships.key(name));
            }
        }
        let mut groups: Vec<&str> = Vec::new();
        let at = NodePath::keys(GROUPS);
        for (name, entry) in self.section(GROUPS).into_iter().flat_map(named) {
            let path = at.key(name);
            if self.list(&mut found, name, &path, entry.value.get("members"), ("members", &[]))? {
                groups.push(name);
            }
        }
        let section = self.section(POLICIES);
        for (name, path) in members(section, &NodePath::keys(POLICIES)) {
            let targets = self.root.at(&path).and_then(|policy| policy.get("targets"));
            self.list(&mut found, name, &path, targets, ("targets", &groups))?;
        }
        Ok(found)
    }

    /// Decides about a group or policy by its list of nodes, and returns whether it moves.
    fn list(
        &self,
        found: &mut Sections,
        name: &str,
        path: &NodePath,
        list: Option<&Node>,
        (key, groups): (&str, &[&str]),
    ) -> Result<bool, EditError> {
        let listed: Vec<&str> = list.map_or(&[][..], Node::items).iter().filter_map(Node::as_text).collect();
        let moves = |name: &&str| self.moves(name) || groups.contains(name);
        if !listed.iter().any(&moves) {
            return Ok(false);
        }
        if listed.iter().all(moves) {
            found.moved.push(path.clone());
            return Ok(true);
        }
        let missing = self.moved.iter().find(|moved| !listed.contains(&moved.name));
        if let Some(missing) = missing {
            let why = format!("`{name}` lists some of these nodes and others, but not `{}`", missing.name);
            return Err(refused(format!("{why}; add it there, or select fewer nodes")));
        }
        if let Some(group) = listed.iter().find(|listed| groups.contains(listed)) {
            return Err(refused(format!("`{name}` lists the group `{group}`, which moves, and nodes that stay")));
        }
        found.lists.push(path.key(key));
        Ok(false)
    }

    /// The types of the file that the new one needs, which move because it cannot import this file.
    pub(super) fn types(&self, boundary: &Boundary<'_, 'a>, sections: &Sections) -> Vec<NodePath> {
        let own = &self.context.file.path;
        let all = mentions::mentions(self.context);
        let mut found: Vec<NodePath> = Vec::new();
        let mut open: Vec<NodePath> = self.moved.iter().map(|moved| moved.path.clone()).collect();
        open.extend(sections.moved.iter().cloned());
        let inputs = boundary.properties.iter().filter(|property| property.input.is_some());
        open.extend(inputs.map(|property| NodePath::keys(INPUTS).key(&property.name)));
        let named = boundary.mentioned_types().into_iter();
        let named = named.filter_map(|(kind, name)| self.wiring.scope.find(&[kind], &name));
        open.extend(named.filter(|found| found.file == own).map(|found| found.path()));
        while let Some(from) = open.pop() {
            if is_own_type(&from) {
                if found.contains(&from) {
                    continue;
                }
                found.push(from.clone());
            }
            for mention in all.iter().filter(|mention| mention.path.starts_with(&from)) {
                if let Target::Found { file, path } = &mention.target
                    && file == own
                    && is_own_type(path)
                {
                    open.push(path.clone());
                }
            }
        }
        found
    }

    pub(super) fn remove_types(&self, outer: &mut Draft, sections: &Sections) -> Result<(), EditError> {
        remove(outer, &gather(sections.types.iter().cloned()))
    }
}

fn is_own_type(path: &NodePath) -> bool {
    let [Step::Key(section), Step::Key(_)] = path.steps() else { return false };
    SECTIONS.iter().any(|(kind, keys)| is_type(*kind) && keys.first() == Some(&section.as_str()))
}
