//! Replaces a node template with the topology that substitutes it. The result is what the preview expands the node to.

use std::rc::Rc;
use std::sync::Arc;

use serde_yaml::Value;
use smol_str::SmolStr;

use crate::context::FileContext;
use crate::edit::{Change, EditError, Replace, TextEdit};
use crate::editing::{layout, put, refused};
use crate::function::{Call, Function};
use crate::naming::free_name;
use crate::sorted_map::{SortedMap, SortedSet};
use crate::sorting::gather;
use crate::symbol::{SymbolKind, Target};
use crate::syntax::patch::piece::Piece;
use crate::syntax::patch::{Draft, InsertAt};
use crate::syntax::{Node, NodePath, plain};
use crate::text::{FilePath, Span};
use crate::topology::Point;
use crate::tosca::closure::resolved_imports;
use crate::tosca::command::boundary::{mapping, paste, paste_item, remove};
use crate::tosca::command::extract::checks::is_expressible;
use crate::tosca::command::extract::requirements::direct;
use crate::tosca::command::extract::values::called;
use crate::tosca::command::reads::{Member, Read, reads, reads_member, source};
use crate::tosca::command::types::import;
use crate::tosca::effective::{members, named};
use crate::tosca::entity::{Entities, Template};
use crate::tosca::fulfilment::{NodeTemplate, TargetNode};
use crate::tosca::mentions;
use crate::tosca::model::{GROUPS, INPUTS, OUTPUTS, POLICIES, TEMPLATES};
use crate::tosca::requirement::Wiring;
use crate::tosca::scope::Scope;
use crate::tosca::substitution::{self, MAPPINGS, Mapping};
use crate::workspace::SourceFile;

const RELATIONSHIPS: [&str; 2] = ["topology_template", "relationship_templates"];
/// The sections of a topology whose definitions need other names where theirs are in use.
const SECTIONS: [[&str; 2]; 4] = [TEMPLATES, RELATIONSHIPS, GROUPS, POLICIES];
/// The requirement and the capability of every node. Without a mapping, they are those of every node inside.
const DEPENDENCY: &str = "dependency";
const FEATURE: &str = "feature";

/// Replaces the node template at `path` with the nodes of the topology that substitutes it.
pub fn inline(context: FileContext<'_>, path: &NodePath) -> Result<Change, EditError> {
    let entities = Entities::of(context, Rc::new(Scope::of(context)));
    let wiring = Wiring::of(context);
    let name = path.last_key().unwrap_or_default();
    let not_a_node = || refused(format!("`{name}` is not a node template, so no topology substitutes it"));
    let node = wiring.node(path).ok_or_else(not_a_node)?;
    let template = entities.node(node.name).ok_or_else(not_a_node)?;
    let file = substitution::nested(context, path).and_then(|file| context.workspace.file(&file));
    let file = file.ok_or_else(|| refused(format!("no topology in the catalog substitutes `{name}`")))?;
    let topology = Inner::new(context, node, file)?;
    let renamed = topology.renamed(context)?;
    let outer = Outer { context, entities, wiring: &wiring, node, template, inner: &topology };
    outer.check()?;
    outer.replace(&renamed)
}

/// The topology that substitutes the node.
struct Inner<'a> {
    file: &'a Arc<SourceFile>,
    root: &'a Node,
    mapping: Mapping,
    /// The names of its definitions, with those that they get outside.
    names: SortedMap<SmolStr, SmolStr>,
}

impl<'a> Inner<'a> {
    fn new(context: FileContext<'a>, node: &NodeTemplate<'a>, file: &'a Arc<SourceFile>) -> Result<Self, EditError> {
        let broken = || refused(format!("the topology in `{}` cannot be read", file.path));
        let root = file.root.as_deref().ok_or_else(broken)?;
        let mapping = Mapping::of(file).ok_or_else(broken)?;
        let own = |root: &'a Node| {
            SECTIONS.into_iter().flat_map(move |keys| {
                let at = NodePath::keys(keys);
                members(root.at(&at), &at).into_iter().map(|(name, _)| name)
            })
        };
        let mut taken: SortedSet<SmolStr> =
            gather(context.file.root.as_deref().into_iter().flat_map(own).map(SmolStr::from));
        let mut names = SortedMap::new();
        for name in own(root) {
            let is_taken = |name: &str| taken.contains(name);
            let new: SmolStr = match is_taken(name) {
                true => free_name(&format!("{}_{name}", node.name), is_taken).into(),
                false => name.into(),
            };
            taken.insert(new.clone());
            names.insert(SmolStr::from(name), new);
        }
        let workflows = root.at(&NodePath::keys(["topology_template", "workflows"]));
        if workflows.is_some_and(|all| !all.entries().is_empty()) {
            return Err(refused(format!("the topology in `{}` has workflows of its own", file.path)));
        }
        if root.at(&NodePath::keys(MAPPINGS)).is_some_and(|all| all.get("interfaces").is_some()) {
            return Err(refused(format!("the topology in `{}` maps operations to workflows", file.path)));
        }
        if root.at(&NodePath::keys(TEMPLATES)).is_none_or(|all| all.entries().is_empty()) {
            return Err(refused(format!("the topology in `{}` has no node templates", file.path)));
        }
        Ok(Inner { file, root, mapping, names })
    }

    fn name(&self, old: &str) -> SmolStr {
        self.names.get(old).cloned().unwrap_or_else(|| old.into())
    }

    /// The nodes inside, by their names outside, in text order.
    fn nodes(&self) -> Vec<SmolStr> {
        let section = self.root.at(&NodePath::keys(TEMPLATES));
        section.into_iter().flat_map(named).map(|(name, _)| self.name(name)).collect()
    }

    /// The file with the names that its definitions get outside.
    fn renamed(&self, context: FileContext<'a>) -> Result<SourceFile, EditError> {
        let file = self.file;
        let mut spans: SortedMap<(u32, u32), (Span, SmolStr)> = SortedMap::new();
        let mut add = |span: Span, old: &str| drop(spans.insert((span.start, span.end), (span, old.into())));
        for keys in SECTIONS {
            let at = NodePath::keys(keys);
            for (name, path) in members(self.root.at(&at), &at) {
                file.key_span(&path).into_iter().for_each(|span| add(span, name));
            }
        }
        for mention in mentions::mentions(context.of(file)) {
            let Target::Found { file: other, path } = &mention.target else { continue };
            let section = path.parent().filter(|_| *other == file.path);
            let is_own = |keys: &[&str; 2]| section.as_ref().is_some_and(|at| at.starts_with(&NodePath::keys(*keys)));
            if SECTIONS.iter().any(is_own) {
                add(mention.span, &mention.name);
            }
        }
        let replace = |(span, old): &(Span, SmolStr)| {
            let (raw, new) = (span.of(&file.text), self.name(old));
            let is_literal = new != *old && raw.trim_matches(['\'', '"']) == old;
            is_literal.then(|| Replace { span: *span, text: raw.replacen(old.as_str(), &new, 1) })
        };
        let edit = TextEdit::new(spans.values().filter_map(replace).collect());
        let edit = edit.ok_or_else(|| refused("names inside overlap"))?;
        Ok(SourceFile::new(file.path.clone(), edit.apply(&file.text)?))
    }
}

/// The value of an input of the topology.
enum Given {
    Value(Value),
    /// It is optional and has no value.
    Unset,
    /// It becomes an input outside.
    Input(SmolStr),
}

/// The topology in which the node is replaced.
struct Outer<'o, 'a> {
    context: FileContext<'a>,
    entities: Entities<'a>,
    wiring: &'o Wiring<'a>,
    node: &'o NodeTemplate<'a>,
    template: Template<'a>,
    inner: &'o Inner<'a>,
}

impl<'a> Outer<'_, 'a> {
    fn root(&self) -> Option<&'a Node> {
        self.context.file.root.as_deref()
    }

    /// Refuses a node that means more than its topology.
    fn check(&self) -> Result<(), EditError> {
        let name = self.node.name;
        for key in ["interfaces", "artifacts"] {
            if self.node.node.get(key).is_some_and(|section| !section.entries().is_empty()) {
                return Err(refused(format!("`{name}` has {key} of its own, which the nodes inside cannot take over")));
            }
        }
        let copies = |node: &&NodeTemplate<'a>| node.node.get("copy").and_then(Node::as_text) == Some(name);
        if let Some(copy) = self.wiring.all.nodes.iter().find(copies) {
            return Err(refused(format!("`{}` copies `{name}`", copy.name)));
        }
        if self.node.copied.is_some() {
            return Err(refused(format!("`{name}` copies another node template")));
        }
        let lists = |path: &NodePath| {
            let steps = path.words();
            steps.get(1) == Some(&"groups") && steps.contains(&"members")
                || steps.get(1) == Some(&"policies") && steps.contains(&"targets") && !steps.contains(&"triggers")
        };
        for mention in mentions::mentions(self.context) {
            let Target::Found { file, path } = &mention.target else { continue };
            let is_it = *file == self.context.file.path && *path == self.node.path;
            if !is_it || mention.path.starts_with(&self.node.path) {
                continue;
            }
            if !is_expressible(&mention) && !lists(&mention.path) {
                let steps = mention.path.words();
                let user = steps.get(2).or(steps.get(1)).copied().unwrap_or_default();
                return Err(refused(format!("`{user}` names `{name}`, which several nodes would replace")));
            }
        }
        Ok(())
    }

    fn replace(&self, renamed: &SourceFile) -> Result<Change, EditError> {
        let inside = FileContext { file: renamed, ..self.context };
        let mut inner = renamed.draft();
        let mut outer = self.context.file.draft();
        let hoisted = self.inputs(inside, &mut inner)?;
        self.values(inside, &mut outer, &inner)?;
        self.requirements(&Wiring::of(inside), &mut inner, &outer)?;
        self.incoming(&Wiring::of(inside), &mut outer)?;
        self.lists(&mut outer)?;
        self.mappings(&mut outer)?;
        self.bring(&mut outer, &inner, renamed, &hoisted)?;
        self.imports(&mut outer)?;
        let title = format!("Replace {} with its nodes", self.node.name);
        let mut change = Change::of_file(title, self.context.file.path.clone(), outer.finish());
        self.positions(&mut change)?;
        Ok(change)
    }

    /// The value that the node gives to an input of its topology (T-2.10-05).
    fn given(&self, input: &str) -> Result<Given, EditError> {
        let mapped = self.inner.mapping.inputs.iter().find(|(_, mapped)| *mapped == input).map(|(name, _)| name);
        let property = mapped.map_or(input, SmolStr::as_str);
        let is_other = mapped.is_none() && self.inner.mapping.inputs.contains_key(input);
        let assigned = self.template.entry("properties", property).map(|entry| &entry.value);
        let default = || self.template.members.properties.get(property)?.default.map(|(_, node)| node);
        let of_node = assigned.filter(|node| !node.is_null()).or_else(default).filter(|_| !is_other);
        let definition = self.inner.root.at(&NodePath::keys(INPUTS).key(input));
        let own_default = || definition?.get("default").filter(|node| !node.is_null());
        if let Some(value) = of_node.or_else(own_default) {
            check_reads_others(value, self.node.name)?;
            return Ok(Given::Value(plain::as_written(value)));
        }
        let is_optional = definition.and_then(|of| of.get("required")?.as_text()) == Some("false");
        if is_optional {
            return Ok(Given::Unset);
        }
        let taken = |name: &str| self.root().is_some_and(|root| root.at(&NodePath::keys(INPUTS).key(name)).is_some());
        Ok(Given::Input(match taken(input) {
            true => free_name(&format!("{}_{input}", self.node.name), taken).into(),
            false => input.into(),
        }))
    }

    /// Puts values in the place of inputs, and returns the inputs that become those of the topology outside.
    fn inputs(&self, inside: FileContext<'_>, inner: &mut Draft) -> Result<Vec<(SmolStr, SmolStr)>, EditError> {
        let entities = Entities::of(inside, Rc::new(Scope::of(inside)));
        let mut hoisted: Vec<(SmolStr, SmolStr)> = Vec::new();
        let mut unset: SortedSet<NodePath> = SortedSet::default();
        for Read { path, call, .. } in reads(&entities) {
            let arguments = call.arguments();
            let Some((input, rest)) = arguments.split_first() else { continue };
            let Some(input) = input.as_text().filter(|_| call.function == Function::GetInput) else { continue };
            if self.inner.root.at(&NodePath::keys(INPUTS).key(input)).is_none() {
                // The check reports an input without a definition.
                continue;
            }
            match self.given(input)? {
                Given::Value(value) => {
                    let value = stepped(value, rest);
                    let why = || refused(format!("input `{input}` has no part that `get_input` reads"));
                    inner.replace(&path, &value.ok_or_else(why)?)?;
                }
                Given::Input(name) => {
                    if name != input {
                        inner.replace(&path, &called((Function::GetInput, vec![name.as_str().into()]), rest))?;
                    }
                    if !hoisted.iter().any(|(old, _)| old == input) {
                        hoisted.push((input.into(), name));
                    }
                }
                Given::Unset => {
                    let parent = path.parent();
                    if parent.as_ref().and_then(NodePath::last_key) != Some("properties") {
                        return Err(refused(format!("input `{input}` has no value, but a function reads it")));
                    }
                    unset.insert(path);
                }
            }
        }
        remove(inner, &unset)?;
        Ok(hoisted)
    }

    /// Rewrites the values outside that are read from the node.
    fn values(&self, inside: FileContext<'_>, outer: &mut Draft, inner: &Draft) -> Result<(), EditError> {
        let name = self.node.name;
        let fed = fed(inside);
        let requirements = self.node.path.key("requirements");
        for read in reads(&self.entities) {
            if read.path.starts_with(&self.node.path) && !read.path.starts_with(&requirements) {
                continue;
            }
            let function = read.call.function;
            let first = read.call.arguments().first().and_then(Node::as_text);
            if !reads_member(&read.call) {
                let is_of_node = matches!(function, Function::GetOperationOutput | Function::GetArtifact);
                if is_of_node && first == Some(name) {
                    return Err(refused(format!("`{}` reads from `{name}`", function.name())));
                }
                continue;
            }
            let source = source(&self.entities, &read);
            if !source.via.contains(&name) {
                continue;
            }
            let member = source.member;
            let member =
                member.ok_or_else(|| refused(format!("cannot tell which value `{}` reads", function.name())))?;
            let value = match member.owner.name == name {
                true => stepped(self.value(inner, &fed, function, &member)?, member.found.rest)
                    .ok_or_else(|| refused(format!("`{}` reads a part of a value that has none", function.name())))?,
                // The path leads through the node.
                false => {
                    let names = std::iter::once(member.owner.name).chain(member.names.iter().map(SmolStr::as_str));
                    called((function, names.map(Value::from).collect()), member.found.rest)
                }
            };
            outer.replace(&read.path, &value)?;
        }
        Ok(())
    }

    /// The value of a member of the node, as it reads outside.
    fn value(
        &self,
        inner: &Draft,
        fed: &[(SmolStr, Vec<Value>)],
        function: Function,
        member: &Member<'a>,
    ) -> Result<Value, EditError> {
        let name = self.node.name;
        if let [property] = member.names.as_slice() {
            let input = self.inner.mapping.inputs.get(property).unwrap_or(property);
            // A property inside that has the value keeps the two connected.
            if let Some((_, arguments)) = fed.iter().find(|(known, _)| known == input) {
                return Ok(called((function, arguments.clone()), &[]));
            }
        }
        if let Some(assigned) = member.found.assigned {
            check_reads_others(assigned, name)?;
            return Ok(plain::as_written(assigned));
        }
        let own = member.names.last().map_or("", SmolStr::as_str);
        if let [capability, own] = member.names.as_slice() {
            let mapped = self.inner.mapping.capabilities.get(capability);
            let (node, capability) =
                mapped.ok_or_else(|| refused(format!("capability `{capability}` of `{name}` is not mapped")))?;
            let names = [self.inner.name(node), capability.clone(), own.clone()];
            return Ok(called((function, names.iter().map(|name| name.as_str().into()).collect()), &[]));
        }
        let root = inner.tree().root();
        let at = |path: NodePath| root.and_then(|root| root.at(&path));
        let mapped = at(NodePath::keys(MAPPINGS).key("attributes").key(own));
        let mapped = mapped.map_or(&[][..], |node| node.get("mapping").unwrap_or(node).items());
        let output = match mapped {
            [] => own,
            [output] => output.as_text().unwrap_or_default(),
            names => {
                let names = names.iter().map(plain::as_written).collect();
                return Ok(called((Function::GetAttribute, names), &[]));
            }
        };
        if let Some(value) = at(NodePath::keys(OUTPUTS).key(output).key("value")) {
            return Ok(plain::as_written(value));
        }
        match member.found.property.default.filter(|(_, default)| Call::of(default).is_none()) {
            Some((_, default)) => Ok(plain::as_written(default)),
            None => Err(refused(format!("`{own}` of `{name}` is read, but the topology has no such output"))),
        }
    }

    /// Moves the requirements of the node to the nodes inside.
    fn requirements(&self, inside: &Wiring<'_>, inner: &mut Draft, outer: &Draft) -> Result<(), EditError> {
        let templates = NodePath::keys(TEMPLATES);
        for assignment in self.node.assignments.iter().filter(|assignment| !assignment.is_copied) {
            let path = self.node.path.key("requirements").index(assignment.index).key(assignment.name);
            let piece = outer.copy(&path)?;
            let mapped = self.inner.mapping.requirements.get(assignment.name);
            let ends: Vec<(SmolStr, SmolStr)> = match mapped {
                Some((node, requirement)) => vec![(self.inner.name(node), requirement.clone())],
                None if assignment.name == DEPENDENCY => {
                    self.inner.nodes().into_iter().map(|node| (node, DEPENDENCY.into())).collect()
                }
                None => {
                    let (name, requirement) = (self.node.name, assignment.name);
                    return Err(refused(format!(
                        "requirement `{requirement}` of `{name}` is not mapped to a node inside"
                    )));
                }
            };
            for (node, requirement) in ends {
                let list = templates.key(&node).key("requirements");
                let own = inside.node(&templates.key(&node));
                let own = own.into_iter().flat_map(|own| &own.assignments);
                let own = own.filter(|own| own.name == requirement && !own.is_copied && mapped.is_some());
                let mut open: SortedSet<NodePath> = SortedSet::default();
                for own in own {
                    if let TargetNode::Template(_) = own.target {
                        return Err(refused(format!("`{requirement}` of `{node}` is already met inside")));
                    }
                    let at = list.index(own.index);
                    let is_there = |path: &NodePath| {
                        inner.tree().root().and_then(|root| root.at(path)?.get(&requirement)).is_some()
                    };
                    open.extend(Some(at).filter(is_there));
                }
                remove(inner, &open)?;
                paste_item(inner, &list, &piece.clone().named(&requirement))?;
            }
        }
        Ok(())
    }

    /// Redirects the requirements that the node meets to the nodes inside.
    fn incoming(&self, inside: &Wiring<'_>, outer: &mut Draft) -> Result<(), EditError> {
        let templates = NodePath::keys(TEMPLATES);
        for other in self.wiring.all.nodes.iter().filter(|other| other.path != self.node.path) {
            // Backwards, because one may become several.
            for assignment in other.assignments.iter().rev().filter(|assignment| !assignment.is_copied) {
                let TargetNode::Template(target) = assignment.target else { continue };
                if self.wiring.all.nodes.get(target).is_none_or(|target| target.path != self.node.path) {
                    continue;
                }
                if assignment.get("node_filter").is_some() {
                    return Err(refused(format!("`{}` of `{}` has a node filter", assignment.name, other.name)));
                }
                let list = other.path.key("requirements");
                let path = list.index(assignment.index).key(assignment.name);
                let edge = self.wiring.all.resolve(&self.wiring.scope, other, assignment).and_then(Result::ok);
                let capability = edge.and_then(|edge| self.node.shape.capabilities.get(edge.capability));
                let capability = capability.ok_or_else(|| {
                    refused(format!("cannot tell which capability meets `{}` of `{}`", assignment.name, other.name))
                })?;
                if let Some((node, inner)) = self.inner.mapping.capabilities.get(&capability.name) {
                    let node = self.inner.name(node);
                    let wanted = other.shape.requirement(assignment.name).and_then(|of| of.capability.as_ref());
                    let shape = inside.node(&templates.key(&node)).map(|node| &node.shape);
                    let rival = |of: &crate::tosca::shape::CapabilityShape| {
                        of.name != *inner && wanted.is_none_or(|wanted| wanted.admits(&of.of) != Some(false))
                    };
                    let is_ambiguous = shape.is_none_or(|shape| shape.capabilities.iter().any(rival));
                    let named = Some(inner).filter(|_| is_ambiguous);
                    direct(self.context, outer, &path, assignment.value, &node, named)?;
                    continue;
                }
                if capability.name != FEATURE {
                    let (capability, name) = (&capability.name, self.node.name);
                    return Err(refused(format!(
                        "capability `{capability}` of `{name}` is not mapped to a node inside"
                    )));
                }
                let nodes = self.inner.nodes();
                let Some((first, others)) = nodes.split_first() else { continue };
                if !others.is_empty() && !assignment.value.entries().is_empty() {
                    return Err(refused(format!(
                        "`{}` of `{}` would have several targets; write it without further keys first",
                        assignment.name, other.name
                    )));
                }
                direct(self.context, outer, &path, assignment.value, first, None)?;
                for (at, node) in others.iter().enumerate() {
                    let item = mapping([(assignment.name, node.as_str().into())]);
                    outer.insert_item(&list, assignment.index + 1 + at, &item)?;
                }
            }
        }
        Ok(())
    }

    /// Lists the nodes inside where groups and policies list the node.
    fn lists(&self, outer: &mut Draft) -> Result<(), EditError> {
        let nodes = self.inner.nodes();
        let Some((first, others)) = nodes.split_first() else { return Ok(()) };
        for (keys, list) in [(GROUPS, "members"), (POLICIES, "targets")] {
            let at = NodePath::keys(keys);
            let section = self.root().and_then(|root| root.at(&at));
            for (_, path) in members(section, &at) {
                let list = path.key(list);
                let items = self.root().and_then(|root| root.at(&list)).map_or(&[][..], Node::items);
                let Some(index) = items.iter().position(|item| item.as_text() == Some(self.node.name)) else {
                    continue;
                };
                outer.replace(&list.index(index), &first.as_str().into())?;
                for (at, node) in others.iter().enumerate() {
                    outer.insert_item(&list, index + 1 + at, &node.as_str().into())?;
                }
            }
        }
        Ok(())
    }

    /// Redirects the substitution mappings of the topology outside.
    fn mappings(&self, outer: &mut Draft) -> Result<(), EditError> {
        let at = NodePath::keys(MAPPINGS);
        let own = &self.inner.mapping;
        for (section, mapped) in [("capabilities", &own.capabilities), ("requirements", &own.requirements)] {
            let entries = self.root().and_then(|root| root.at(&at)?.get(section));
            for (_, path) in members(entries, &at.key(section)) {
                let entry = self.root().and_then(|root| root.at(&path));
                let is_long = entry.is_some_and(|entry| entry.get("mapping").is_some());
                let path = if is_long { path.key("mapping") } else { path };
                let list = self.root().and_then(|root| root.at(&path)).map_or(&[][..], Node::items);
                let [node, member] = list else { continue };
                if node.as_text() != Some(self.node.name) {
                    continue;
                }
                let member = member.as_text().unwrap_or_default();
                let (node, inner) = mapped.get(member).ok_or_else(|| {
                    refused(format!("`{member}` of `{}` is not mapped to a node inside", self.node.name))
                })?;
                outer.replace(&path.index(0), &self.inner.name(node).as_str().into())?;
                if inner != member {
                    outer.replace(&path.index(1), &inner.as_str().into())?;
                }
            }
        }
        Ok(())
    }

    /// Moves the definitions of the topology inside to that outside, and removes the node.
    fn bring(
        &self,
        outer: &mut Draft,
        inner: &Draft,
        renamed: &SourceFile,
        hoisted: &[(SmolStr, SmolStr)],
    ) -> Result<(), EditError> {
        let root = renamed.root.as_deref();
        for (old, new) in hoisted {
            let inputs = NodePath::keys(INPUTS);
            let piece = inner.copy(&inputs.key(old))?.named(new);
            self.section(outer, &inputs)?;
            paste(outer, &inputs, &piece)?;
        }
        let templates = NodePath::keys(TEMPLATES);
        for (name, _) in root.and_then(|root| root.at(&templates)).into_iter().flat_map(named) {
            outer.paste(&templates, &inner.copy(&templates.key(name))?, InsertAt::Before(self.node.name))?;
        }
        for keys in [RELATIONSHIPS, GROUPS, POLICIES] {
            let at = NodePath::keys(keys);
            for (_, path) in members(root.and_then(|root| root.at(&at)), &at) {
                let piece: Piece = inner.copy(&path)?;
                let known = outer.tree().root().and_then(|root| root.at(&at));
                let is_list = match known.filter(|node| !node.is_null()) {
                    Some(known) => known.as_sequence().is_some(),
                    None => keys == POLICIES,
                };
                self.section(outer, &at)?;
                match is_list {
                    true => paste_item(outer, &at, &piece)?,
                    false => paste(outer, &at, &piece)?,
                }
            }
        }
        outer.remove(&self.node.path)
    }

    /// Creates a section of the topology in schema order, if it is missing.
    fn section(&self, outer: &mut Draft, at: &NodePath) -> Result<(), EditError> {
        match outer.tree().root().and_then(|root| root.at(at)) {
            Some(_) => Ok(()),
            None => put(self.context.file, outer, at, &Value::Null),
        }
    }

    /// Imports the types that the nodes inside need, and no longer the file of the topology if nothing there is needed.
    fn imports(&self, outer: &mut Draft) -> Result<(), EditError> {
        let (file, scope) = (&self.inner.file.path, &self.wiring.scope);
        let of = self.inner.mapping.node_type.rsplit(':').next().unwrap_or_default();
        let own = crate::tosca::template(self.inner.file);
        let mut types = own.into_iter().flat_map(|template| template.types());
        let has_others = types.any(|known| known.kind != SymbolKind::NodeType || known.name != of);
        let of_type = self.node.path.key("type");
        let is_used = mentions::mentions(self.context).into_iter().any(|mention| {
            let is_there =
                matches!(&mention.target, Target::Found { file: other, path } if other == file && path.steps().len() == 2);
            is_there && mention.path != of_type && !mention.path.starts_with(&self.node.path)
        });
        let direct = resolved_imports(self.context.file, self.context.workspace);
        let imports_of = |of: &SourceFile| -> Vec<FilePath> {
            resolved_imports(of, self.context.workspace).into_iter().filter_map(|(_, path)| path).collect()
        };
        let other: Vec<&FilePath> =
            direct.iter().filter_map(|(_, path)| path.as_ref()).filter(|path| *path != file).collect();
        let mut reached: SortedSet<FilePath> = gather(other.iter().map(|path| (*path).clone()));
        reached.extend(other.iter().flat_map(|path| scope.imports_of(path).cloned()));
        let needed: Vec<FilePath> =
            imports_of(self.inner.file).into_iter().filter(|path| !reached.contains(path)).collect();
        let import_at =
            direct.iter().find(|(_, path)| path.as_ref() == Some(file)).map(|(import, _)| import.at.clone());
        match import_at {
            Some(at) if !has_others && !is_used && needed.is_empty() => {
                let item = at.steps().get(..2).map_or(at.clone(), |steps| steps.iter().cloned().collect());
                remove(outer, &gather([item]))
            }
            Some(_) => Ok(()),
            None if has_others => import(self.context, outer, file),
            None => needed
                .iter()
                .filter(|path| **path != self.context.file.path && !scope.imported_files().any(|known| known == *path))
                .try_for_each(|path| import(self.context, outer, path)),
        }
    }

    /// Places the nodes where the node was.
    fn positions(&self, change: &mut Change) -> Result<(), EditError> {
        let inside = self.context.of(self.inner.file);
        let templates = NodePath::keys(TEMPLATES);
        let section = self.inner.root.at(&templates);
        let kept = section.into_iter().flat_map(named).filter_map(|(name, _)| {
            let path = templates.key(name);
            layout::mention_of(inside, &path)?;
            Some((self.inner.name(name), layout::position(inside, &path)?))
        });
        let kept: Vec<(SmolStr, Point)> = kept.collect();
        let least = |axis: fn(&Point) -> f64| kept.iter().map(|(_, at)| axis(at)).fold(f64::INFINITY, f64::min);
        let (x, y) = (least(|at| at.x), least(|at| at.y));
        let own = layout::position(self.context, &self.node.path);
        let shift = own.map_or(Point::default(), |own| Point { x: own.x - x, y: own.y - y });
        let moved = kept
            .iter()
            .map(|(name, at)| (layout::key(&templates, name), Point { x: at.x + shift.x, y: at.y + shift.y }));
        let moved: Vec<(String, Point)> = moved.collect();
        if !moved.is_empty() {
            layout::keep(self.context, &moved, change)?;
        }
        layout::forget(self.context, &gather([self.node.path.clone()]), change)
    }
}

/// The properties of nodes whose value is an input: the name of the input, and the arguments that read the property.
fn fed(context: FileContext<'_>) -> Vec<(SmolStr, Vec<Value>)> {
    let entities = Entities::of(context, Rc::new(Scope::of(context)));
    let of = |read: Read<'_>| {
        let [input] = read.call.arguments() else { return None };
        let input = input.as_text().filter(|_| read.call.function == Function::GetInput)?;
        let words = read.path.words();
        let names = match words.as_slice() {
            ["topology_template", "node_templates", node, "properties", name] => vec![*node, *name],
            ["topology_template", "node_templates", node, "capabilities", of, "properties", name] => {
                vec![*node, *of, *name]
            }
            _ => return None,
        };
        Some((SmolStr::from(input), names.into_iter().map(Value::from).collect()))
    };
    reads(&entities).into_iter().filter_map(of).collect()
}

/// Refuses a value of the node that reads the node itself, because there is none afterwards.
fn check_reads_others(value: &Node, name: &str) -> Result<(), EditError> {
    if let Some(call) = Call::of(value) {
        let first = call.arguments().first().and_then(Node::as_text).unwrap_or_default();
        let is_read =
            !matches!(call.function, Function::GetInput | Function::Concat | Function::Join | Function::Token);
        if is_read && (first == name || ["SELF", "HOST"].contains(&first)) {
            return Err(refused(format!("a value of `{name}` reads another value of it")));
        }
    }
    let entries = value.entries().iter().map(|entry| &entry.value);
    entries.chain(value.items()).try_for_each(|inner| check_reads_others(inner, name))
}

/// The part of a value behind these names and indices. A function that reads a value gets them as further arguments.
fn stepped(mut value: Value, rest: &[Node]) -> Option<Value> {
    for (number, step) in rest.iter().enumerate() {
        let call = value.as_mapping().filter(|entries| entries.len() == 1).and_then(|entries| {
            let (key, argument) = entries.iter().next()?;
            let function = Function::named(key.as_str()?)?;
            Some((function, argument.clone()))
        });
        if let Some((function, argument)) = call {
            let is_path = matches!(function, Function::GetInput | Function::GetProperty | Function::GetAttribute);
            let arguments = match argument {
                Value::Sequence(arguments) => arguments,
                only => vec![only],
            };
            return is_path.then(|| called((function, arguments), rest.get(number..).unwrap_or_default()));
        }
        let name = step.as_text()?;
        value = match &value {
            Value::Mapping(entries) => entries.get(name)?.clone(),
            Value::Sequence(items) => items.get(name.parse::<usize>().ok()?)?.clone(),
            _ => return None,
        };
    }
    Some(value)
}
