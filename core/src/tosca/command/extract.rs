//! Extracts node templates into a service template of their own, whose topology substitutes the node that they leave.

use std::rc::Rc;

use serde_yaml::{Mapping, Value};
use smol_str::SmolStr;

use crate::context::FileContext;
use crate::edit::{Change, EditError, FileChange};
use crate::editing::add::plain_name;
use crate::editing::{layout, put, refused};
use crate::function::{Call, Function};
use crate::naming::{free_name, valid_name};
use crate::sorted_map::{SortedMap, SortedSet};
use crate::sorting::gather;
use crate::symbol::{Mention, SymbolKind, Target};
use crate::syntax::patch::piece::Piece;
use crate::syntax::patch::{Draft, InsertAt};
use crate::syntax::{Node, NodePath, Step, plain};
use crate::text::FilePath;
use crate::tosca::command::boundary::{
    Attribute, Boundary, Property, ROOT, mapping, paste, paste_item, remove, set_list, set_value,
};
use crate::tosca::command::reads::{Member, assigned_at, of_types, reads, reads_member, source};
use crate::tosca::command::{flow, types};
use crate::tosca::effective::{members, named};
use crate::tosca::entity::Entities;
use crate::tosca::fulfilment::{Assignment, NodeTemplate, TargetNode};
use crate::tosca::mentions;
use crate::tosca::model::{GROUPS, INPUTS, POLICIES, SECTIONS, TEMPLATES, is_type};
use crate::tosca::requirement::{Wiring, is_node};
use crate::tosca::scope::Scope;
use crate::tosca::substitution::MAPPINGS;

const RELATIONSHIPS: [&str; 2] = ["topology_template", "relationship_templates"];

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

/// The name for a node type that would stand for these node templates, with the namespace of their types.
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

/// The other definitions that move, or list nodes that move.
#[derive(Default)]
struct Sections {
    /// The paths of relationship templates, groups and policies that move.
    moved: Vec<NodePath>,
    /// The lists of members and targets in which the new node takes the place of the others.
    lists: Vec<NodePath>,
    /// The types of the file that move with the nodes.
    types: Vec<NodePath>,
}

/// A requirement assignment between a node that moves and one that stays.
struct Crossing<'w, 'a> {
    node: &'w NodeTemplate<'a>,
    assignment: &'w Assignment<'a>,
    path: NodePath,
    /// Whether the node of the requirement moves; otherwise its target does.
    is_outward: bool,
}

/// The extraction of values so far.
struct Progress<'p, 'c, 'a> {
    boundary: &'p mut Boundary<'c, 'a>,
    outer: &'p mut Draft,
    /// The name of the new node.
    name: &'p str,
    /// The paths of values that have moved outside.
    done: Vec<NodePath>,
    /// The values of nodes that stay, by the call that reads them, with the names of their inputs.
    outside: Vec<((Function, Vec<Value>), SmolStr)>,
    /// The values of nodes that move, with the names of their properties (`true`) or attributes.
    inside: Vec<((Function, Vec<Value>), SmolStr, bool)>,
}

impl<'p, 'c, 'a> Progress<'p, 'c, 'a> {
    fn new(boundary: &'p mut Boundary<'c, 'a>, outer: &'p mut Draft, name: &'p str) -> Self {
        Progress { boundary, outer, name, done: Vec::new(), outside: Vec::new(), inside: Vec::new() }
    }
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

    fn check_new(&self, of: &str, file: &FilePath) -> Result<(), EditError> {
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
    fn check_order(&self) -> Result<(), EditError> {
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

    fn requires(&self, node: &str, other: &str) -> bool {
        match (self.node(node), self.node(other)) {
            (Some(node), Some(other)) => self.wiring.requires(node, other),
            _ => false,
        }
    }

    /// The node type that the new one must derive from: other nodes require it, or accept only nodes of this type.
    fn base(&self) -> Result<SmolStr, EditError> {
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
        Ok(base.unwrap_or_else(|| ROOT.into()))
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

    /// The relationship templates, groups, policies and types that move, and the lists that name the new node.
    fn sections(&self) -> Result<Sections, EditError> {
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
        if !listed.iter().any(|name| moves(&name)) {
            return Ok(false);
        }
        if listed.iter().all(|name| moves(&name)) {
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
    fn types(&self, boundary: &Boundary<'_, 'a>, sections: &Sections) -> Vec<NodePath> {
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

    /// Refuses mentions across the boundary that no requirement, list, mapping or value can express.
    fn check_mentions(&self, sections: &Sections) -> Result<(), EditError> {
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

    /// The requirement assignments across the boundary.
    fn crossing<'w>(&'w self, sections: &Sections) -> Result<Vec<Crossing<'w, 'a>>, EditError> {
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

    /// Rewrites the values that cross the boundary.
    fn values(
        &self,
        mut progress: Progress<'_, '_, 'a>,
        sections: &Sections,
        crossing: &[Crossing<'_, 'a>],
    ) -> Result<(), EditError> {
        let is_inside = |path: &NodePath| {
            let mut moved = self.moved.iter().map(|moved| &moved.path).chain(&sections.moved);
            moved.any(|moved| path.starts_with(moved))
                && !crossing.iter().any(|crossing| path.starts_with(&crossing.path))
        };
        for moved in &self.moved {
            let Some(node) = self.entities.node(moved.name) else { continue };
            for read in of_types(&node).iter().filter(|read| reads_member(&read.call)) {
                if let Some(other) = source(&self.entities, read).via.iter().find(|other| !self.moves(other)) {
                    let why = format!("the type of `{}` reads a value of `{other}`, which would stay", moved.name);
                    return Err(refused(why));
                }
            }
        }
        let all = reads(&self.entities);
        let inputs = self.section(INPUTS);
        for read in all.iter().filter(|read| is_inside(&read.path)) {
            let first = read.call.arguments().first().and_then(Node::as_text);
            let Some(input) = first.filter(|_| read.call.function == Function::GetInput) else { continue };
            let Some(definition) = inputs.and_then(|inputs| inputs.get(input)) else { continue };
            if progress.boundary.reserve(input) {
                let property = self.input(progress.outer, input, definition)?;
                progress.boundary.properties.push(property);
            } else if !progress.boundary.properties.iter().any(|known| known.name == input) {
                return Err(refused(format!("the new type inherits another `{input}`; rename the input first")));
            }
        }
        // First the values that are read from outside, because they move there.
        for outward in [true, false] {
            for read in all.iter().filter(|read| is_inside(&read.path) != outward && reads_member(&read.call)) {
                if progress.done.iter().any(|path| read.path.starts_with(path)) {
                    continue;
                }
                let source = source(&self.entities, read);
                if source.via.iter().all(|node| self.moves(node) != outward) {
                    continue;
                }
                let Some(member) = source.member else {
                    let function = read.call.function.name();
                    return Err(refused(format!("cannot tell which value `{function}` reads across the boundary")));
                };
                let call = match self.moves(member.owner.name) == outward {
                    true if outward => self.read_inside(&mut progress, read.call.function, &member)?,
                    true => self.read_outside(&mut progress, read.call.function, &member),
                    // The path leads across the boundary and back.
                    false => (read.call.function, arguments(&member)),
                };
                progress.outer.replace(&read.path, &called(call, member.found.rest))?;
            }
        }
        for read in &all {
            let function = read.call.function;
            if !matches!(function, Function::GetOperationOutput | Function::GetArtifact) {
                continue;
            }
            let of = read.call.arguments().first().and_then(Node::as_text).unwrap_or_default();
            let is_crossing = crossing.iter().any(|crossing| read.path.starts_with(&crossing.path));
            let is_keyword = ["HOST", "SOURCE", "TARGET"].contains(&of) && is_crossing;
            if is_keyword || self.node(of).is_some() && self.moves(of) != is_inside(&read.path) {
                return Err(refused(format!("`{}` reads from `{of}` across the boundary", function.name())));
            }
        }
        Ok(())
    }

    /// An input that nodes inside read.
    fn input(&self, outer: &Draft, name: &str, definition: &Node) -> Result<Property, EditError> {
        const KEYS: [&str; 7] =
            ["type", "description", "required", "constraints", "key_schema", "entry_schema", "metadata"];
        let mut of = Mapping::new();
        for key in KEYS {
            if let Some(value) = definition.get(key) {
                of.insert(key.into(), plain::as_written(value));
            }
        }
        if !of.contains_key("type") {
            of.insert("type".into(), "string".into());
        }
        Ok(Property {
            name: name.into(),
            definition: of.into(),
            value: mapping([("get_input", name.into())]),
            input: Some(outer.copy(&NodePath::keys(INPUTS).key(name))?),
        })
    }

    /// A value of a node that stays, which a node that moves reads: an input inside.
    fn read_outside(
        &self,
        progress: &mut Progress<'_, '_, 'a>,
        function: Function,
        member: &Member<'a>,
    ) -> (Function, Vec<Value>) {
        let key = (function, arguments(member));
        let known = progress.outside.iter().find(|(known, _)| *known == key).map(|(_, name)| name.clone());
        let name = known.unwrap_or_else(|| {
            let own = member.names.last().map_or("value", SmolStr::as_str);
            let name = progress.boundary.value_name(member.owner.name, own);
            let mut definition = self.definition(member);
            let property = &member.found.property;
            if !property.is_required && member.found.assigned.is_none() && property.default.is_none() {
                definition.insert("required".into(), false.into());
            }
            let (definition, value) = (definition.into(), called(key.clone(), &[]));
            progress.boundary.properties.push(Property { name: name.clone(), definition, value, input: None });
            progress.outside.push((key, name.clone()));
            name
        });
        (Function::GetInput, vec![name.as_str().into()])
    }

    /// A value of a node that moves, which one that stays reads: a property of the new node if it can be stated there,
    /// otherwise an attribute.
    fn read_inside(
        &self,
        progress: &mut Progress<'_, '_, 'a>,
        function: Function,
        member: &Member<'a>,
    ) -> Result<(Function, Vec<Value>), EditError> {
        let key = arguments(member);
        let key = (function, key);
        let read = |name: &SmolStr, is_property: bool| {
            let function = if is_property { Function::GetProperty } else { Function::GetAttribute };
            (function, vec![progress.name.into(), name.as_str().into()])
        };
        if let Some((_, name, is_property)) = progress.inside.iter().find(|(known, ..)| *known == key) {
            return Ok(read(name, *is_property));
        }
        let node = NodePath::keys(TEMPLATES).key(member.owner.name);
        let stated = assigned_at(&node, &member.names, "properties").and_then(|at| {
            let assigned = member.found.assigned?;
            let is_it = self.root.at(&at).is_some_and(|there| std::ptr::eq(there, assigned));
            (function == Function::GetProperty && is_it && is_portable(assigned)).then_some((at, assigned))
        });
        let own = member.names.last().map_or("value", SmolStr::as_str);
        let name = progress.boundary.value_name(member.owner.name, own);
        let definition = self.definition(member).into();
        let is_property = stated.is_some();
        match stated {
            Some((at, assigned)) => {
                let value = plain::as_written(assigned);
                progress.boundary.properties.push(Property { name: name.clone(), definition, value, input: None });
                progress.outer.replace(&at, &mapping([("get_input", name.as_str().into())]))?;
                progress.done.push(at);
            }
            None => {
                let value = called(key.clone(), &[]);
                progress.boundary.attributes.push(Attribute { name: name.clone(), definition, value });
            }
        }
        let call = read(&name, is_property);
        progress.inside.push((key, name, is_property));
        Ok(call)
    }

    fn definition(&self, member: &Member<'a>) -> Mapping {
        let scope = &self.wiring.scope;
        let of = scope.effective(SymbolKind::NodeType, member.owner.type_name.map_or("", |of| of.name));
        let is_property = match member.names.as_slice() {
            [capability, name] => member
                .owner
                .members
                .capabilities
                .get(capability.as_str())
                .is_some_and(|of| of.properties.contains_key(name.as_str())),
            [name] => member.owner.members.properties.contains_key(name.as_str()),
            _ => true,
        };
        flow::definition(scope, &of, &member.names, if is_property { "properties" } else { "attributes" })
    }

    /// Redirects requirements to the new node, and copies those of the nodes that move.
    fn requirements<'w>(
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
    fn mappings(&self, boundary: &mut Boundary<'_, 'a>, outer: &mut Draft, name: &str) -> Result<(), EditError> {
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

    fn remove_types(&self, outer: &mut Draft, sections: &Sections) -> Result<(), EditError> {
        remove(outer, &gather(sections.types.iter().cloned()))
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

/// Whether a mention of a node template can lead to a node of another topology: a requirement, a value, or a mapping.
pub(super) fn is_expressible(mention: &Mention) -> bool {
    let words = mention.path.words();
    let word = |index: usize| words.get(index).copied().unwrap_or_default();
    let is_value = words.contains(&"get_property") || words.contains(&"get_attribute");
    let is_mapping = word(1) == "substitution_mappings" && ["capabilities", "requirements"].contains(&word(2));
    let is_requirement = word(1) == "node_templates" && word(3) == "requirements";
    // A member is mentioned together with its node.
    let is_member = !SECTIONS.iter().any(|(kind, _)| *kind == mention.kind);
    is_value || is_mapping || is_requirement || is_member
}

/// Points a requirement assignment to another node, and to its capability if the name of the node is not enough.
pub(super) fn direct(
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

/// A function call with these arguments, and names behind them.
pub(super) fn called((function, mut arguments): (Function, Vec<Value>), rest: &[Node]) -> Value {
    arguments.extend(rest.iter().map(plain::as_written));
    let argument = match (function, arguments.as_slice()) {
        (Function::GetInput, [only]) => only.clone(),
        _ => arguments.into(),
    };
    mapping([(function.name(), argument)])
}

/// The arguments that name a member.
fn arguments(member: &Member<'_>) -> Vec<Value> {
    let names = std::iter::once(member.owner.name).chain(member.names.iter().map(SmolStr::as_str));
    names.map(Value::from).collect()
}

/// Whether a value means the same outside: it reads nothing but inputs.
fn is_portable(value: &Node) -> bool {
    let is_read = |call: Call<'_>| {
        !matches!(call.function, Function::GetInput | Function::Concat | Function::Join | Function::Token)
    };
    !Call::of(value).is_some_and(is_read)
        && value.entries().iter().all(|entry| is_portable(&entry.value))
        && value.items().iter().all(is_portable)
}

fn is_own_type(path: &NodePath) -> bool {
    let [Step::Key(section), Step::Key(_)] = path.steps() else { return false };
    SECTIONS.iter().any(|(kind, keys)| is_type(*kind) && keys.first() == Some(&section.as_str()))
}

fn ordered(paths: &[NodePath]) -> Vec<NodePath> {
    let all: SortedSet<NodePath> = gather(paths.iter().cloned());
    all.iter().cloned().collect()
}
