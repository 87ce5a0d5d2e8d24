//! Refusals of selections that cannot be extracted as one node.

use smol_str::SmolStr;

use crate::edit::EditError;
use crate::editing::refused;
use crate::function::Function;
use crate::naming::valid_name;
use crate::symbol::{Mention, SymbolKind, Target};
use crate::syntax::{Node, NodePath};
use crate::text::FilePath;
use crate::tosca::command::extract::Cut;
use crate::tosca::command::extract::sections::Sections;
use crate::tosca::command::reads::reads;
use crate::tosca::mentions;
use crate::tosca::model::{ROOT_NODE, SECTIONS};

impl<'a> Cut<'a> {
    pub(super) fn check_new(&self, of: &str, file: &FilePath) -> Result<(), EditError> {
        of.split('.').try_for_each(|part| valid_name(part).map(drop))?;
        if self.wiring.scope.find(&[SymbolKind::NodeType], of).is_some() {
            return Err(EditError::Exists(of.to_owned()));
        }
        if self.context.workspace.file(file).is_some() {
            return Err(EditError::Exists(file.to_string()));
        }
        if file.folder() != self.context.file.path.folder() {
            return Err(refused(
                "the new file must be in the same folder, because artifacts and imports have relative paths",
            ));
        }
        if ![".yaml", ".yml", ".tosca"].iter().any(|extension| file.as_str().ends_with(extension)) {
            return Err(refused(format!("`{file}` must end with `.yaml`")));
        }
        Ok(())
    }

    /// Refuses a selection that cannot be one node: because of copies, unknown types, or a node between two of them.
    pub(super) fn check_order(&self) -> Result<(), EditError> {
        for node in &self.wiring.all.nodes {
            let copied = node.node.get("copy").and_then(Node::as_text);
            if let Some(copied) = copied.filter(|copied| self.moves(copied) != self.moves(node.name)) {
                return Err(refused(format!("`{}` copies `{copied}`; select both", node.name)));
            }
            if self.moves(node.name) && !node.shape.of.is_whole {
                return Err(refused(format!("the type of `{}` is not available", node.name)));
            }
        }
        for node in self.wiring.all.nodes.iter().filter(|node| !self.moves(node.name)) {
            let after = self.moved.iter().find(|moved| self.requires(node.name, moved.name));
            let before = self.moved.iter().find(|moved| self.requires(moved.name, node.name));
            if let (Some(after), Some(before)) = (after, before) {
                return Err(refused(format!(
                    "`{}` requires `{}`, which requires `{}`; select all three",
                    before.name, node.name, after.name
                )));
            }
        }
        Ok(())
    }

    /// The node type that the new one must derive from: other nodes require it, or accept only nodes of this type.
    pub(super) fn base(&self) -> Result<SmolStr, EditError> {
        let mut base: Option<SmolStr> = None;
        for node in &self.wiring.all.nodes {
            let moves = self.moves(node.name);
            for assignment in node.assignments.iter().filter(|assignment| self.target_moves(assignment) != moves) {
                let edge = self.wiring.all.resolve(&self.wiring.scope, node, assignment).and_then(Result::ok);
                let target = edge.and_then(|edge| Some((self.wiring.all.nodes.get(edge.target)?, edge.capability)));
                let wanted = match moves {
                    false => node.shape.requirement(assignment.name).and_then(|of| of.node.as_ref()),
                    true => target.and_then(|(target, capability)| {
                        let mut valid = target.shape.capabilities.get(capability)?.valid_sources.iter();
                        valid.find(|valid| valid.admits(&node.shape.of) == Some(true))
                    }),
                };
                let Some(wanted) = wanted.map(|wanted| wanted.name.clone()) else { continue };
                let derives =
                    |one: &str, other: &str| self.wiring.scope.effective(SymbolKind::NodeType, one).derives_from(other);
                match &base {
                    Some(known) if derives(known, &wanted) => {}
                    Some(known) if !derives(&wanted, known) => {
                        let why = "other nodes are connected only to nodes of type";
                        return Err(refused(format!("{why} `{known}` and `{wanted}`; one node cannot be both")));
                    }
                    _ => base = Some(wanted),
                }
            }
        }
        Ok(base.unwrap_or_else(|| ROOT_NODE.into()))
    }

    /// Refuses mentions across the boundary that no requirement, list, mapping or value can express.
    pub(super) fn check_mentions(&self, sections: &Sections) -> Result<(), EditError> {
        let topology = NodePath::keys(["topology_template"]);
        let is_inside = |path: &NodePath| {
            self.moved.iter().map(|moved| &moved.path).chain(&sections.moved).any(|moved| path.starts_with(moved))
        };
        for mention in mentions::mentions(self.context) {
            let Target::Found { file, path } = &mention.target else { continue };
            if *file != self.context.file.path || !mention.path.starts_with(&topology) || !path.starts_with(&topology) {
                continue;
            }
            let (from, to) = (is_inside(&mention.path), is_inside(path));
            if from == to || mention.kind == SymbolKind::Input {
                continue;
            }
            if is_expressible(&mention) || sections.lists.iter().any(|list| mention.path.starts_with(list)) {
                continue;
            }
            let words = mention.path.words();
            let user = words.get(2).filter(|name| !name.is_empty()).or(words.get(1)).copied().unwrap_or_default();
            let (stays, moves) = if from { (mention.name.as_str(), user) } else { (user, mention.name.as_str()) };
            return Err(refused(format!(
                "`{user}` names `{}`, but `{moves}` would move and `{stays}` stay",
                mention.name
            )));
        }
        for read in reads(&self.entities) {
            if read.call.function == Function::GetNodesOfType {
                return Err(refused("`get_nodes_of_type` would find other nodes afterwards"));
            }
        }
        Ok(())
    }
}

/// Whether a mention of a node template can lead to a node of another topology: a requirement, a value, or a mapping.
pub fn is_expressible(mention: &Mention) -> bool {
    let words = mention.path.words();
    let word = |index: usize| words.get(index).copied().unwrap_or_default();
    let is_value = words.contains(&"get_property") || words.contains(&"get_attribute");
    let is_mapping = word(1) == "substitution_mappings" && ["capabilities", "requirements"].contains(&word(2));
    let is_requirement = word(1) == "node_templates" && word(3) == "requirements";
    // A member is mentioned together with its node.
    let is_member = !SECTIONS.iter().any(|(kind, _)| *kind == mention.kind);
    is_value || is_mapping || is_requirement || is_member
}
