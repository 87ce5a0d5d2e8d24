//! Extracts components into a new nested assembly.

use serde_yaml::{Mapping, Value};
use smol_str::SmolStr;

use crate::assembly::model::{Capability, Component, DescriptorKind, PLACEMENT, Text};
use crate::assembly::project::{self, REFERENCE};
use crate::assembly::values::values;
use crate::edit::{Change, EditError, FileChange, TextEdit};
use crate::sorted_map::SortedSet;
use crate::sorting::{Sorting, gather};
use crate::symbol::DescriptorRef;
use crate::syntax::patch::piece::Piece;
use crate::syntax::patch::{Draft, InsertAt};
use crate::syntax::{Node, NodePath};
use crate::text::FilePath;
use crate::topology::Point;

use super::border::{Border, Course, Member, Side, Source, split, texts};
use super::names::check_descriptor_name;
use super::position::place_one;
use super::promote::types_of;
use super::rewrite::{New, rewrite};
use super::section::{is_there, mapping, put, put_piece, reference, remove_if_empty, remove_if_there, remove_items};
use super::{Subject, refused};

/// Where a new assembly is stored, and how it is referred to.
struct Home {
    of: DescriptorRef,
    file: FilePath,
    /// The base of the name of the component that replaces the others.
    name: SmolStr,
    /// The type of that component, as written.
    type_text: String,
    /// The edit that adds the assembly to its project.
    entry: Option<(FilePath, TextEdit)>,
}

const ELEMENTS: [&str; 2] = ["designerLayout", "elements"];

impl<'a> Subject<'a> {
    pub(super) fn extract(self, parts: &[NodePath], of: &DescriptorRef, file: &FilePath) -> Result<Change, EditError> {
        let parts = self.extractable(parts)?;
        let home = self.home(of, file)?;
        let (of, file) = (&home.of, &home.file);
        // In a project, the nested assembly needs no name if the outer one has none.
        let written = Some(of).filter(|_| home.entry.is_none() || self.descriptor.name.is_some());
        self.check_new_descriptor(of, file)?;
        let inside: SortedSet<SmolStr> = gather(parts.iter().map(|part| part.name.text.clone()));
        let base = home.name.rsplit('.').next().unwrap_or(&home.name);
        let part = self.name_of_type(base);
        let border = Border::new(self, inside, part)?;
        let mut outer = self.file.draft();
        let upgrades = border.upgrades_of(&outer, &parts);
        border.redirect_references(&mut outer)?;
        let inner = border.new_descriptor(&outer, &parts, written)?;
        border.replace_parts(&mut outer, &parts, &home.type_text)?;
        if let Some(piece) = upgrades {
            let path = NodePath::keys(["composition", border.part.as_str()]);
            remove_if_there(&mut outer, &path.key(&piece.key))?;
            outer.paste(&path, &piece, InsertAt::Last)?;
        }
        let title = match parts.as_slice() {
            [part] => format!("Move {} to {base}", part.name.text),
            _ => format!("Move {} components to {base}", parts.len()),
        };
        let mut change = Change::of_file(title, self.file.path.clone(), outer.finish());
        change.files.push(FileChange::Create { path: file.clone(), text: inner });
        change.edits.extend(home.entry);
        Ok(change)
    }

    fn extractable(&self, paths: &[NodePath]) -> Result<Vec<&'a Component>, EditError> {
        if self.descriptor.kind == DescriptorKind::Resource {
            return Err(refused("a resource has no components"));
        }
        let mut parts = Vec::new();
        for path in paths {
            let part = self.part(path).map_err(|_| refused("only components can be moved to a new assembly"))?;
            if self.is_reference(part) {
                let why = "is a reference and stays; extracted components read it through a property";
                return Err(refused(format!("`{}` {why}; select only components", part.name.text)));
            }
            if let Some(place) = project::reference(part).filter(|_| part.of.is_none()) {
                return Err(refused(format!(
                    "cannot resolve `{place}`, the type of `{}`, in a project",
                    part.name.text
                )));
            }
            if !parts.iter().any(|other: &&Component| other.name.path == part.name.path) {
                parts.push(part);
            }
        }
        parts.order_by_key(|part| part.name.span);
        if parts.is_empty() {
            return Err(refused("no components are selected"));
        }
        Ok(parts)
    }

    /// The location of a new assembly: next to the other contained projects, if it is in a project.
    fn home(&self, of: &DescriptorRef, file: &FilePath) -> Result<Home, EditError> {
        let own = self.file.project.as_ref().and_then(|project| Some((project, project.name.as_ref()?)));
        let way = own.and_then(|(project, name)| Some((project, project.root.way_to(name)?)));
        let Some((membership, way)) = way else {
            return Ok(Home {
                of: of.clone(),
                file: file.clone(),
                name: of.name.clone(),
                type_text: of.to_string(),
                entry: None,
            });
        };
        let project = way.last().map_or(&*membership.root, |project| project);
        let suffix = format!("-{}", project.descriptor.name);
        let name = of.name.strip_suffix(&suffix).unwrap_or(&of.name);
        let (part, path) = project.containing(name);
        let folder = membership.file.folder();
        let path = if folder.is_empty() { path } else { format!("{folder}/{path}") };
        let file = FilePath::new(&path).ok_or_else(|| refused(format!("`{path}` is not a valid file path")))?;
        let steps = way.iter().skip(1).map(|project| &project.name).chain([&part.name]);
        let steps: String = steps.map(|name| format!("contains:/{name}:/")).collect();
        let source = self.workspace.file(&membership.file).ok_or(EditError::Missing(membership.file.to_string()))?;
        let mut draft = source.draft();
        let mut at = NodePath::root();
        for project in way.iter().skip(1) {
            let list = at.key("contains");
            let items = source.root.as_ref().and_then(|root| root.at(&list)).map_or(&[][..], Node::items);
            let is_it = |item: &Node| item.get("name").and_then(Node::as_text) == Some(&project.name);
            at = list.index(items.iter().position(is_it).unwrap_or(items.len()));
        }
        let list = at.key("contains");
        let items = draft.tree().root().and_then(|root| root.at(&list)).map_or(&[][..], Node::items);
        let mut entry = vec![("name", Value::from(name)), ("type", "Assembly".into())];
        if items.is_empty() || items.iter().any(|item| item.entry("directory").is_some()) {
            entry.push(("directory", name.into()));
        }
        match items.is_empty() {
            true => draft.set(&list, &Value::Sequence(vec![mapping(entry)]))?,
            false => draft.append(&list, &mapping(entry))?,
        }
        Ok(Home {
            of: part.descriptor,
            file,
            name: part.name,
            type_text: format!("{REFERENCE}{steps}descriptor_name"),
            entry: Some((membership.file.clone(), draft.finish())),
        })
    }

    fn check_new_descriptor(&self, of: &DescriptorRef, file: &FilePath) -> Result<(), EditError> {
        if of.kind != "assembly" {
            return Err(refused(format!("`{of}` is not an assembly name such as `assembly::name::1.0`")));
        }
        check_descriptor_name(of)?;
        if self.catalog.resolve(of).found().is_some() {
            return Err(EditError::Exists(of.to_string()));
        }
        if self.workspace.file(file).is_some() {
            return Err(EditError::Exists(file.to_string()));
        }
        if !file.as_str().ends_with(".yaml") && !file.as_str().ends_with(".yml") {
            return Err(refused(format!("`{file}` must end with `.yaml`")));
        }
        Ok(())
    }
}

impl Border<'_> {
    /// Redirects all references across the boundary, in both directions.
    fn redirect_references(&self, draft: &mut Draft) -> Result<(), EditError> {
        let descriptor = self.subject.descriptor;
        rewrite(draft, &values(descriptor), |value, reference| self.rewritten(value, reference).map(New::Path))?;
        let set = |draft: &mut Draft, path: NodePath, part: &str, name: &SmolStr| {
            draft.replace(&path, &format!("{part}.{name}").into())
        };
        for operation in &descriptor.operations {
            if let Some(name) =
                self.of_inside(operation.source_operation.as_ref()).and_then(|found| self.operations.get(&found))
            {
                set(draft, operation.name.path.key("source-operation"), &self.part, name)?;
            }
        }
        for metric in &descriptor.metrics {
            if let Some(name) = self.of_inside(metric.source_metric.as_ref()).and_then(|found| self.metrics.get(&found))
            {
                set(draft, metric.name.path.key("source-metric"), &self.part, name)?;
            }
        }
        for policy in &descriptor.policies {
            let Some(watched) = self.watched(policy) else { continue };
            let path = policy.name.path.key("metric");
            let direct = policy.metric.as_ref().is_some_and(|text| text.value.contains('.'));
            match (self.policy_goes(policy), direct) {
                (true, false) => set(draft, path, &watched.0, &watched.1)?,
                (false, true) => {
                    if let Some(name) = self.metrics.get(&watched) {
                        set(draft, path, &self.part, name)?;
                    }
                }
                (true, true) | (false, false) => {}
            }
        }
        for relationship in &descriptor.relationships {
            let Course::Across(side) = self.course(relationship)? else { continue };
            let (key, names) = match side {
                Side::Source => ("source-capabilities", &self.capabilities),
                Side::Target => ("target-requirements", &self.requirements),
            };
            let path = &relationship.name.path;
            for (index, text) in texts(relationship, side).iter().enumerate() {
                let name = split(text).and_then(|member| names.get(&member));
                if let Some(name) = name {
                    set(draft, item(draft, &path.key(key), index), &self.part, name)?;
                }
            }
            for (key, calls) in [("Create", &relationship.create), ("Cease", &relationship.cease)] {
                for (index, text) in calls.iter().enumerate() {
                    let Some(member) = self.operation(relationship, side, text)? else { continue };
                    let Some(name) = self.operations.get(&member) else { continue };
                    let head = text.value.split('.').next().unwrap_or("");
                    let head = if self.inside.contains(head) { self.part.as_str() } else { head };
                    let place = item(draft, &path.key("lifecycle").key(key), index);
                    set(draft, place, head, name)?;
                }
            }
        }
        self.upgrades(draft)
    }

    /// The upgrade dependencies of an extracted component, as written, if they also hold for the new component.
    fn upgrades_of(&self, outer: &Draft, parts: &[&Component]) -> Option<Piece> {
        let mut matching =
            parts.iter().filter(|part| part.upgrade_dependencies.iter().any(|text| !self.inside.contains(&text.value)));
        let (Some(part), None) = (matching.next(), matching.next()) else { return None };
        let all = part.upgrade_dependencies.iter().all(|text| !self.inside.contains(&text.value));
        if all { outer.copy(&part.name.path.key("upgrade-dependencies")).ok() } else { None }
    }

    /// Transfers upgrade dependencies across the boundary to the new component.
    fn upgrades(&self, draft: &mut Draft) -> Result<(), EditError> {
        for component in &self.subject.descriptor.composition {
            let list = component.name.path.key("upgrade-dependencies");
            let dependencies = &component.upgrade_dependencies;
            if self.inside.contains(&component.name.text) {
                remove_items(draft, &list, dependencies, &|name: &str| !self.inside.contains(name))?;
                continue;
            }
            let goes = |text: &&Text| self.inside.contains(&text.value);
            let Some(first) = dependencies.iter().position(|text| goes(&text)) else { continue };
            draft.replace(&item(draft, &list, first), &self.part.as_str().into())?;
            for index in (first + 1..dependencies.len()).rev() {
                if dependencies.get(index).is_some_and(|text| goes(&text)) {
                    draft.remove(&list.index(index))?;
                }
            }
        }
        Ok(())
    }

    /// The text of the new assembly, with the name `of` if it contains one. `outer` is already redirected but still
    /// contains the extracted components.
    fn new_descriptor(
        &self,
        outer: &Draft,
        parts: &[&Component],
        of: Option<&DescriptorRef>,
    ) -> Result<String, EditError> {
        let line_break = if outer.text().contains("\r\n") { "\r\n" } else { "\n" };
        let name = of.map_or(String::new(), |of| format!("name: {of}{line_break}"));
        let mut inner = Draft::new(&format!("{name}properties: {{}}{line_break}"));
        for part in parts {
            put_piece(&mut inner, "composition", &outer.copy(&part.name.path)?)?;
            for type_name in part.properties.iter().flat_map(types_of) {
                self.subject.bring_data_type(&mut inner, self.subject.file, self.subject.descriptor, &type_name)?;
            }
        }
        self.declare_inputs(&mut inner)?;
        self.declare_outputs(&mut inner)?;
        for relationship in &self.subject.descriptor.relationships {
            if self.course(relationship)? == Course::Inside {
                put_piece(&mut inner, "relationships", &outer.copy(&relationship.name.path)?)?;
            }
        }
        for (member, name) in &self.operations {
            put(&mut inner, "operations", name, &mapping([("source-operation", joined(member))]))?;
        }
        for (section, members) in [("capabilities", &self.capabilities), ("requirements", &self.requirements)] {
            for (member, name) in members {
                put(&mut inner, section, name, &mapping([("type", self.capability_type(section, member).into())]))?;
            }
        }
        for (member, name) in &self.metrics {
            put(&mut inner, "metrics", name, &mapping([("source-metric", joined(member))]))?;
        }
        for policy in self.subject.descriptor.policies.iter().filter(|policy| self.policy_goes(policy)) {
            put_piece(&mut inner, "policies", &outer.copy(&policy.name.path)?)?;
        }
        let elements = NodePath::keys(ELEMENTS);
        for part in parts {
            let path = elements.key(&part.name.text);
            if is_there(outer, &path) {
                inner.paste(&elements, &outer.copy(&path)?, InsertAt::Last)?;
            }
        }
        Ok(inner.text().to_owned())
    }

    fn declare_inputs(&self, inner: &mut Draft) -> Result<(), EditError> {
        let own = |name: &str| {
            let descriptor = self.subject.descriptor;
            descriptor.property(name).or_else(|| descriptor.private_property(name))
        };
        let mut inputs: Vec<(&Source, &SmolStr)> = self.inputs.iter().collect();
        inputs.order_by_key(|(source, _)| match source {
            Source::Own(name) => (0, own(name).map(|property| property.name.span)),
            Source::Of(_) => (1, None),
        });
        for (source, name) in inputs {
            let path = NodePath::keys(["properties", name.as_str()]);
            put(inner, "properties", name, &mapping([]))?;
            match source {
                Source::Own(name) => {
                    if let Some(property) = own(name) {
                        self.subject.describe_own(inner, &path, property)?;
                    }
                }
                Source::Of((part, property)) => {
                    let part = self.subject.descriptor.part(part);
                    part.map_or(Ok(()), |part| self.subject.describe_member(inner, &path, part, property))?;
                }
            }
        }
        Ok(())
    }

    fn declare_outputs(&self, inner: &mut Draft) -> Result<(), EditError> {
        for (member, name) in &self.outputs {
            let path = NodePath::keys(["properties", name.as_str()]);
            put(inner, "properties", name, &mapping([]))?;
            if let Some(part) = self.subject.descriptor.component(&member.0) {
                self.subject.describe_member(inner, &path, part, &member.1)?;
            }
            inner.insert(&path, "read-only", &true.into(), InsertAt::Last)?;
            inner.insert(&path, "value", &reference(&format!("{}.{}", member.0, member.1)), InsertAt::Last)?;
        }
        Ok(())
    }

    /// The type of a capability or requirement of a component; if its descriptor declares none, that of the other end,
    /// or else its own name.
    fn capability_type(&self, section: &str, member: &Member) -> String {
        let subject = self.subject;
        let find = |part: &str, name: &str, section: &str| {
            let (_, of) = subject.type_of(subject.descriptor.part(part)?)?;
            let list: &[Capability] = if section == "capabilities" { &of.capabilities } else { &of.requirements };
            let found = list.iter().find(|capability| capability.name.text == name)?;
            found.type_name.as_ref().map(|text| text.value.to_string())
        };
        let (own, other, opposite) = match section {
            "capabilities" => (Side::Source, Side::Target, "requirements"),
            _ => (Side::Target, Side::Source, "capabilities"),
        };
        let full = format!("{}.{}", member.0, member.1);
        let linked = subject.descriptor.relationships.iter();
        let linked = linked.filter(|found| texts(found, own).iter().any(|text| text.value == full));
        let mut others = linked.flat_map(|found| texts(found, other)).filter_map(split);
        find(&member.0, &member.1, section)
            .or_else(|| others.find_map(|(part, name)| find(&part, &name, opposite)))
            .unwrap_or_else(|| member.1.to_string())
    }

    /// Replaces the extracted components with the new one.
    fn replace_parts(&self, draft: &mut Draft, parts: &[&Component], of: &str) -> Result<(), EditError> {
        let composition = NodePath::keys(["composition"]);
        let first = parts.first().map_or("", |part| part.name.text.as_str());
        draft.insert(&composition, &self.part, &self.part_value(parts, of), InsertAt::Before(first))?;
        for relationship in &self.subject.descriptor.relationships {
            if self.course(relationship)? == Course::Inside {
                remove_if_there(draft, &relationship.name.path)?;
            }
        }
        for policy in self.subject.descriptor.policies.iter().filter(|policy| self.policy_goes(policy)) {
            remove_if_there(draft, &policy.name.path)?;
        }
        let positions: Vec<Point> = parts.iter().filter_map(|part| self.subject.position(&part.name.text)).collect();
        if !positions.is_empty() {
            let count = positions.len() as f64;
            let (x, y) = positions.iter().fold((0.0, 0.0), |(x, y), point| (x + point.x, y + point.y));
            place_one(draft, &self.part, Point { x: x / count, y: y / count })?;
        }
        for part in parts {
            draft.remove(&part.name.path)?;
            remove_if_there(draft, &NodePath::keys(ELEMENTS).key(&part.name.text))?;
        }
        for section in ["relationships", "policies"] {
            remove_if_empty(draft, &NodePath::keys([section]))?;
        }
        Ok(())
    }

    fn part_value(&self, parts: &[&Component], of: &str) -> Value {
        let mut properties = Mapping::new();
        let mut inputs: Vec<(&Source, &SmolStr)> = self.inputs.iter().collect();
        // The deployment location is passed on first, by convention.
        inputs.order_by_key(|(_, name)| !PLACEMENT.contains(&name.as_str()));
        for (source, name) in inputs {
            let path = match source {
                Source::Own(name) => name.to_string(),
                Source::Of((part, property)) => format!("{part}.{property}"),
            };
            properties.insert(name.as_str().into(), mapping([("value", reference(&path))]));
        }
        let mut value = mapping([("type", of.into()), ("properties", Value::Mapping(properties))]);
        let mut before: Vec<Value> = Vec::new();
        for text in parts.iter().flat_map(|part| &part.upgrade_dependencies) {
            let name = Value::from(text.value.as_str());
            if !self.inside.contains(&text.value) && !before.contains(&name) {
                before.push(name);
            }
        }
        if let (Value::Mapping(value), false) = (&mut value, before.is_empty()) {
            value.insert("upgrade-dependencies".into(), Value::Sequence(before));
        }
        value
    }
}

fn joined(member: &Member) -> Value {
    format!("{}.{}", member.0, member.1).into()
}

/// The path of a list item, which may be written as a single value without a list.
pub fn item(draft: &Draft, list: &NodePath, index: usize) -> NodePath {
    let alone = draft.tree().root().and_then(|root| root.at(list)).is_some_and(|node| node.as_scalar().is_some());
    if alone { list.clone() } else { list.index(index) }
}
