//! Extracts node templates into a service template of their own, whose topology substitutes the node that they leave.

pub(super) mod checks;
pub(super) mod requirements;
mod sections;
pub(super) mod values;

use std::rc::Rc;

use smol_str::SmolStr;

use crate::context::FileContext;
use crate::edit::{Change, EditError, FileChange};
use crate::editing::add::plain_name;
use crate::editing::{layout, refused};
use crate::naming::free_name;
use crate::sorted_map::{SortedMap, SortedSet};
use crate::sorting::gather;
use crate::symbol::SymbolKind;
use crate::syntax::patch::piece::Piece;
use crate::syntax::patch::{Draft, InsertAt};
use crate::syntax::{Node, NodePath, Step};
use crate::text::FilePath;
use crate::tosca::command::boundary::{Boundary, mapping, paste, paste_item, remove, set_list, set_value};
use crate::tosca::command::types;
use crate::tosca::effective::named;
use crate::tosca::entity::Entities;
use crate::tosca::fulfilment::{Assignment, NodeTemplate, TargetNode};
use crate::tosca::model::TEMPLATES;
use crate::tosca::requirement::{Wiring, is_node};
use crate::tosca::scope::Scope;
use sections::Sections;
use values::Progress;

/// Extracts the node templates at these paths into a new file, as a topology that substitutes nodes of the new type `of`.
pub fn extract(context: FileContext<'_>, paths: &[NodePath], of: &str, file: &FilePath) -> Result<Change, EditError> {
    let cut = Cut::of(context, paths)?;
    cut.check_new(of, file)?;
    cut.check_order()?;
    let mut inside = cut.sections()?;
    cut.check_mentions(&inside)?;
    let mut boundary = Boundary::new(&cut.wiring.scope, &cut.base()?);
    let name = cut.name_of_node(of);
    let mut outer = context.file.draft();
    let crossing = cut.crossing(&inside)?;
    cut.values(Progress::new(&mut boundary, &mut outer, &name), &inside, &crossing)?;
    let requirements = cut.requirements(&mut boundary, &mut outer, &crossing, &name)?;
    cut.mappings(&mut boundary, &mut outer, &name)?;
    inside.types = cut.types(&boundary, &inside);
    let inner = cut.inside(&boundary, &outer, &inside, of, &requirements)?;
    cut.replace(&boundary, &mut outer, &inside, of, &name, &requirements)?;
    cut.remove_types(&mut outer, &inside)?;
    types::import(context, &mut outer, file)?;
    let title = match cut.moved.as_slice() {
        [node] => format!("Move {} to {of}", node.name),
        all => format!("Move {} node templates to {of}", all.len()),
    };
    let mut change = Change::of_file(title, context.file.path.clone(), outer.finish());
    change.files.push(FileChange::Create { path: file.clone(), text: inner });
    cut.positions(&mut change, file, &name)?;
    Ok(change)
}

/// The most names that are tried.
const MOST_NAMES: u32 = 1000;

/// The name for a node type that would replace these node templates, with the namespace of their types.
pub fn proposed(context: FileContext<'_>, paths: &[NodePath]) -> Option<String> {
    let scope = Scope::of(context);
    let section = context.file.root.as_ref()?.at(&NodePath::keys(TEMPLATES))?;
    let first = paths.iter().find(|path| is_node(path)).or(paths.first())?.last_key()?;
    let own = paths.iter().filter_map(|path| section.get(path.last_key()?)?.get("type")?.as_text());
    let others = named(section).filter_map(|(_, entry)| entry.value.get("type")?.as_text());
    let mut spaces = own.chain(others).filter_map(|name| {
        let found = scope.find(&[SymbolKind::NodeType], name)?;
        let is_built_in = crate::workspace::built_in::is_built_in(found.file);
        found.name.rsplit_once('.').filter(|_| !is_built_in).map(|(space, _)| space.to_owned())
    });
    let space = spaces.next().unwrap_or_else(|| "example.nodes".to_owned());
    let words = first.split(['_', '-', ' ', '.']).filter(|word| !word.is_empty());
    let words = words.map(|word| {
        let mut letters = word.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>()
    });
    let base = format!("{space}.{}Group", words.collect::<String>());
    let is_taken =
        |name: &str| scope.find(&[SymbolKind::NodeType], name).is_some() || file_for(context, name).is_none();
    let mut names = (1..MOST_NAMES).map(|n| if n == 1 { base.clone() } else { format!("{base}{n}") });
    names.find(|name| !is_taken(name))
}

/// The new file for a node type: `edge-site.yaml` beside the open file for `fjord.nodes.EdgeSite`. `None` if there is one.
pub fn file_for(context: FileContext<'_>, of: &str) -> Option<FilePath> {
    let stem = plain_name(of).replace('_', "-");
    let own = &context.file.path;
    let extension = if own.name().ends_with(".yml") { "yml" } else { "yaml" };
    let file = FilePath::in_folder(own.folder(), &format!("{stem}.{extension}"))?;
    context.workspace.file(&file).is_none().then_some(file)
}

/// The node templates that are extracted, in their topology.
struct Cut<'a> {
    context: FileContext<'a>,
    root: &'a Node,
    wiring: Wiring<'a>,
    entities: Entities<'a>,
    /// In text order.
    moved: Vec<Moved<'a>>,
}

struct Moved<'a> {
    name: &'a str,
    path: NodePath,
}

impl<'a> Cut<'a> {
    fn of(context: FileContext<'a>, paths: &[NodePath]) -> Result<Self, EditError> {
        let root = context.file.root.as_deref().ok_or_else(|| refused("the file has no topology"))?;
        let wiring = Wiring::of(context);
        let entities = Entities::of(context, Rc::new(Scope::of(context)));
        if let Some(other) = paths.iter().find(|path| wiring.node(path).is_none()) {
            let name = other.last_key().unwrap_or_default();
            return Err(refused(format!("`{name}` is not a node template; select only node templates")));
        }
        let chosen = wiring.all.nodes.iter().filter(|node| paths.contains(&node.path));
        let moved: Vec<Moved<'a>> = chosen.map(|node| Moved { name: node.name, path: node.path.clone() }).collect();
        if moved.is_empty() {
            return Err(refused("no node templates are selected"));
        }
        Ok(Cut { context, root, wiring, entities, moved })
    }

    fn moves(&self, name: &str) -> bool {
        self.moved.iter().any(|moved| moved.name == name)
    }

    fn node(&self, name: &str) -> Option<&NodeTemplate<'a>> {
        self.wiring.all.node(name)
    }

    fn section(&self, keys: [&str; 2]) -> Option<&'a Node> {
        self.root.at(&NodePath::keys(keys))
    }

    fn requires(&self, node: &str, other: &str) -> bool {
        match (self.node(node), self.node(other)) {
            (Some(node), Some(other)) => self.wiring.requires(node, other),
            _ => false,
        }
    }

    fn name_of_node(&self, of: &str) -> SmolStr {
        free_name(&plain_name(of), |name| self.node(name).is_some()).into()
    }

    fn target_moves(&self, assignment: &Assignment<'a>) -> bool {
        match assignment.target {
            TargetNode::Template(index) => self.wiring.all.nodes.get(index).is_some_and(|node| self.moves(node.name)),
            _ => false,
        }
    }

    /// The text of the new file.
    fn inside(
        &self,
        boundary: &Boundary<'_, 'a>,
        outer: &Draft,
        sections: &Sections,
        of: &str,
        requirements: &[(NodePath, Piece)],
    ) -> Result<String, EditError> {
        let line_break = if outer.text().contains("\r\n") { "\r\n" } else { "\n" };
        let version = self.root.get("tosca_definitions_version").and_then(Node::as_text);
        let version = version.unwrap_or("tosca_simple_yaml_1_2");
        // Requirements that are mapped are open inside.
        let mut moved = outer.clone();
        let gone: SortedSet<NodePath> = gather(requirements.iter().filter_map(|(path, _)| path.parent()));
        remove(&mut moved, &gone)?;
        let mut inner = Draft::new(&format!("tosca_definitions_version: {version}{line_break}"));
        let root = NodePath::root();
        for key in ["namespace", "repositories", "imports"] {
            if self.root.get(key).is_some_and(|node| !node.is_null()) {
                inner.paste(&root, &moved.copy(&NodePath::keys([key]))?.without_comments(), InsertAt::Last)?;
            }
        }
        for path in ordered(&sections.types) {
            let section = path.parent().unwrap_or_default();
            paste(&mut inner, &section, &moved.copy(&path)?)?;
        }
        boundary.define(&mut inner, of)?;
        boundary.inputs(&mut inner)?;
        for node in &self.moved {
            paste(&mut inner, &NodePath::keys(TEMPLATES), &moved.copy(&node.path)?)?;
        }
        for path in &sections.moved {
            let piece = moved.copy(path)?;
            let section = path.parent().unwrap_or_default();
            match section.split_last() {
                Some((list, Step::Index(_))) => paste_item(&mut inner, &list, &piece)?,
                _ => paste(&mut inner, &section, &piece)?,
            }
        }
        boundary.outputs(&mut inner)?;
        boundary.map(&mut inner, of)?;
        Ok(inner.text().to_owned())
    }

    /// Puts the new node in the place of the others.
    fn replace(
        &self,
        boundary: &Boundary<'_, 'a>,
        outer: &mut Draft,
        sections: &Sections,
        of: &str,
        name: &str,
        requirements: &[(NodePath, Piece)],
    ) -> Result<(), EditError> {
        let templates = NodePath::keys(TEMPLATES);
        let first = self.moved.first().map_or("", |moved| moved.name);
        let at = templates.key(name);
        outer.insert(&templates, name, &mapping([("type", of.into())]), InsertAt::Before(first))?;
        set_list(outer, &at, "directives", &["substitutable"])?;
        for property in &boundary.properties {
            set_value(outer, &at.key("properties"), &property.name, &property.value)?;
        }
        for (_, piece) in requirements {
            paste_item(outer, &at.key("requirements"), piece)?;
        }
        if let Some(position) = self.position().filter(|_| layout::uses_metadata(self.context, &templates)) {
            layout::place_in_metadata(self.context.file, outer, &at, position)?;
        }
        for list in &sections.lists {
            let items = self.root.at(list).map_or(&[][..], Node::items);
            let moved: Vec<usize> = (0..items.len())
                .filter(|index| items.get(*index).and_then(Node::as_text).is_some_and(|name| self.moves(name)))
                .collect();
            let Some((first, others)) = moved.split_first() else { continue };
            for index in others.iter().rev() {
                outer.remove(&list.index(*index))?;
            }
            outer.replace(&list.index(*first), &name.into())?;
        }
        let mut gone: SortedSet<NodePath> = gather(self.moved.iter().map(|moved| moved.path.clone()));
        gone.extend(sections.moved.iter().map(|path| match path.parent().as_ref().and_then(NodePath::split_last) {
            Some((_, Step::Index(_))) => path.parent().unwrap_or_default(),
            _ => path.clone(),
        }));
        remove(outer, &gone)
    }

    /// The top left corner of the boxes that move, if any was placed by hand.
    fn position(&self) -> Option<crate::topology::Point> {
        let all = self.moved.iter().filter_map(|moved| layout::position(self.context, &moved.path));
        all.reduce(|one, other| crate::topology::Point { x: one.x.min(other.x), y: one.y.min(other.y) })
    }

    /// Moves the stored positions.
    fn positions(&self, change: &mut Change, file: &FilePath, name: &str) -> Result<(), EditError> {
        let section = NodePath::keys(TEMPLATES);
        let kept = self.moved.iter().filter(|moved| layout::mention_of(self.context, &moved.path).is_some());
        let kept: SortedMap<NodePath, _> =
            gather(kept.filter_map(|moved| Some((moved.path.clone(), layout::position(self.context, &moved.path)?))));
        if kept.is_empty() {
            return Ok(());
        }
        let inside = kept.iter().filter_map(|(path, at)| Some((layout::key(&section, path.last_key()?), *at)));
        change.files.extend(layout::new_file(file, &inside.collect::<Vec<_>>())?);
        if let Some(at) = self.position().filter(|_| !layout::uses_metadata(self.context, &section)) {
            layout::place_new(self.context, &section, name, at, change)?;
        }
        layout::forget(self.context, &gather(kept.keys().cloned()), change)
    }
}

fn ordered(paths: &[NodePath]) -> Vec<NodePath> {
    let all: SortedSet<NodePath> = gather(paths.iter().cloned());
    all.iter().cloned().collect()
}
