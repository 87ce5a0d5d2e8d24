//! What a gesture on the drawing of an assembly does to its text.

use std::collections::BTreeSet;

use serde_yaml::{Mapping, Value};
use smol_str::SmolStr;

use crate::assembly::interpolation::Interpolation;
use crate::assembly::model::{Component, Descriptor, DescriptorKind, Property, Text};
use crate::assembly::schema::ASSEMBLY;
use crate::catalog::Catalog;
use crate::edit::{Change, EditError};
use crate::symbol::DescriptorRef;
use crate::syntax::patch::{Draft, Place};
use crate::syntax::{Kind, Node, NodePath};
use crate::topology::{Command, End, Point, Role};
use crate::workspace::{SourceFile, Workspace};

/// What a command works on.
#[derive(Clone, Copy)]
pub struct Subject<'a> {
    pub file: &'a SourceFile,
    pub descriptor: &'a Descriptor,
    pub workspace: &'a Workspace,
    pub catalog: &'a Catalog,
}

/// The change that `command` asks for; [`Command::Rename`] reaches beyond the file and is not done here.
pub fn run(subject: Subject<'_>, command: &Command) -> Result<Change, EditError> {
    let mut draft = Draft::new(&subject.file.text);
    let title = match command {
        Command::Add { of, role, name, at } => subject.add(&mut draft, of, *role, name.as_deref(), *at)?,
        Command::Connect { source, target } => subject.connect(&mut draft, source, target)?,
        Command::Map { source, target } => subject.map(&mut draft, source, target)?,
        Command::Remove(paths) => subject.remove(&mut draft, paths)?,
        Command::Set { path, value } => set(&mut draft, path, value.as_ref())?,
        Command::Place(positions) => subject.place(&mut draft, positions)?,
        Command::Rename { .. } => return Err(EditError::Refused("a rename is done over all files".to_owned())),
    };
    Ok(Change::of_file(title, subject.file.path.clone(), draft.finish()))
}

impl Subject<'_> {
    fn add(
        self,
        draft: &mut Draft,
        of: &DescriptorRef,
        role: Role,
        name: Option<&str>,
        at: Option<Point>,
    ) -> Result<String, EditError> {
        if self.descriptor.kind == DescriptorKind::Resource {
            return Err(refused("a resource has no components; open an assembly to compose"));
        }
        self.refuse_containment(of, role)?;
        let name = match name {
            Some(name) => {
                let name = valid_name(name)?;
                if self.descriptor.part(name).is_some() {
                    return Err(EditError::Exists(name.to_owned()));
                }
                SmolStr::from(name)
            }
            None => self.free_name(&of.name),
        };
        let section = match role {
            Role::Component => "composition",
            Role::Reference => "references",
        };
        put(draft, section, &name, &self.part_value(of))?;
        if let Some(at) = at {
            place_one(draft, &name, at)?;
        }
        Ok(format!("Add {name}"))
    }

    /// An assembly cannot contain itself, directly or through what it is made of (AD-COMP-08).
    fn refuse_containment(self, of: &DescriptorRef, role: Role) -> Result<(), EditError> {
        let Some(own) = self.descriptor.full_name.as_ref().filter(|_| role == Role::Component) else { return Ok(()) };
        let mut seen = BTreeSet::new();
        let mut queue = vec![of.clone()];
        while let Some(name) = queue.pop() {
            if name == *own {
                return Err(refused(&format!("`{of}` contains `{own}`; an assembly cannot contain itself")));
            }
            if seen.insert(name.clone())
                && let Some((_, found)) = super::resolve(self.workspace, self.catalog, &name)
            {
                queue.extend(found.composition.iter().filter_map(|component| component.of.clone()));
            }
        }
        Ok(())
    }

    /// The name of the type, as a component can have it, with a number if it is taken.
    fn free_name(self, base: &str) -> SmolStr {
        let plain: String =
            base.chars().map(|c| if c.is_alphanumeric() || matches!(c, '_' | '-') { c } else { '_' }).collect();
        // Behind the company's prefix stands what the thing is: `example.streamer` (AD-NAME-15).
        let plain =
            base.rsplit('.').next().filter(|last| *last != base && !last.is_empty()).map_or(plain, str::to_owned);
        let taken = |name: &str| self.descriptor.part(name).is_some();
        let numbered = (2..).map(|number| format!("{plain}_{number}"));
        let free = std::iter::once(plain.clone()).chain(numbered).find(|name| !taken(name));
        free.unwrap_or(plain).into()
    }

    /// The type, and the placement where this assembly has one to hand on (AD-PROP-24).
    fn part_value(self, of: &DescriptorRef) -> Value {
        let mut properties = Mapping::new();
        for placement in ["deploymentLocation", "resourceManager"] {
            if self.descriptor.property(placement).is_some() {
                properties.insert(placement.into(), mapping([("value", format!("${{{placement}}}").into())]));
            }
        }
        mapping([("type", of.to_string().into()), ("properties", Value::Mapping(properties))])
    }

    fn connect(self, draft: &mut Draft, source: &End, target: &End) -> Result<String, EditError> {
        let from = self.part(&source.vertex)?;
        let to = self.part(&target.vertex)?;
        let (from_name, to_name) = (&from.name.text, &to.name.text);
        if self.descriptor.component(to_name).is_none() {
            return Err(refused(&format!("`{to_name}` is a reference: it cannot be the target of a relationship")));
        }
        if from_name == to_name {
            return Err(refused(&format!("`{from_name}` cannot meet a requirement of its own")));
        }
        let given = self.ends_of(from).map(|of| type_of(&of.capabilities, &source.port));
        let needed = self.ends_of(to).map(|of| type_of(&of.requirements, &target.port));
        if let Some(None) = given {
            return Err(refused(&format!("`{from_name}` has no capability `{}`", source.port)));
        }
        if let Some(None) = needed {
            return Err(refused(&format!("`{to_name}` has no requirement `{}`", target.port)));
        }
        if let (Some(Some(given)), Some(Some(needed))) = (given, needed)
            && given != needed
        {
            let why = format!("`{}` is `{given}`, and `{}` needs `{needed}`", source.port, target.port);
            return Err(refused(&why));
        }
        let capability = format!("{from_name}.{}", source.port);
        let requirement = format!("{to_name}.{}", target.port);
        let linked = self.descriptor.relationships.iter().find(|relationship| {
            let has = |texts: &[Text], wanted: &str| texts.iter().any(|text| text.value == wanted);
            has(&relationship.source_capabilities, &capability) && has(&relationship.target_requirements, &requirement)
        });
        if let Some(linked) = linked {
            return Err(refused(&format!("`{}` links them already", linked.name.text)));
        }
        let taken = |name: &str| self.descriptor.relationships.iter().any(|found| found.name.text == name);
        let base = format!("{from_name}-to-{to_name}");
        let numbered = (2..).map(|number| format!("{base}-{number}"));
        let name = std::iter::once(base.clone()).chain(numbered).find(|name| !taken(name)).unwrap_or(base);
        let value = mapping([
            ("source-capabilities", Value::Sequence(vec![capability.into()])),
            ("target-requirements", Value::Sequence(vec![requirement.into()])),
            ("source-state", "Active".into()),
            ("target-state", "Active".into()),
        ]);
        put(draft, "relationships", &name, &value)?;
        Ok(format!("Connect {from_name} to {to_name}"))
    }

    fn map(self, draft: &mut Draft, source: &End, target: &NodePath) -> Result<String, EditError> {
        let property = target.last_key().ok_or_else(|| EditError::Missing(target.to_string()))?;
        let reference = if source.vertex.is_root() {
            source.port.to_string()
        } else {
            format!("{}.{}", self.part(&source.vertex)?.name.text, source.port)
        };
        if target.parent().and_then(|path| path.parent()) == Some(source.vertex.clone()) && source.port == property {
            return Err(refused("a property cannot be mapped from itself"));
        }
        let of_part = target.parent().and_then(|path| path.parent()).filter(|path| !path.is_root());
        if let Some(path) = of_part {
            let part = self.part(&path)?;
            if let Some(of) = self.ends_of(part) {
                let declared = of.property(property);
                let known = declared.is_some() || matches!(property, "deploymentLocation" | "resourceManager" | "name");
                if !known {
                    return Err(refused(&format!("`{}` has no property `{property}`", part.name.text)));
                }
                if declared.is_some_and(|declared| declared.read_only) {
                    return Err(refused(&format!("`{property}` is read-only: it is reported, not set")));
                }
            }
        }
        draft.set(&target.key("value"), &format!("${{{reference}}}").into())?;
        Ok(format!("Map {reference} to {property}"))
    }

    fn remove(self, draft: &mut Draft, paths: &[NodePath]) -> Result<String, EditError> {
        let mut gone = Vec::new();
        for path in paths {
            match self.part(path) {
                Ok(part) => gone.push(part.name.text.clone()),
                Err(_) => remove_path(draft, path, self.descriptor)?,
            }
        }
        if !gone.is_empty() {
            self.remove_parts(draft, &gone)?;
        }
        Ok(match paths {
            [path] => format!("Remove {}", path.last_key().unwrap_or("item")),
            _ => format!("Remove {} items", paths.len()),
        })
    }

    /// Takes components and references away, and every place that mentions them.
    fn remove_parts(self, draft: &mut Draft, gone: &[SmolStr]) -> Result<(), EditError> {
        let is_gone = |text: &str| gone.iter().any(|name| name == text.split('.').next().unwrap_or(text));
        for relationship in &self.descriptor.relationships {
            let left = |texts: &[Text]| texts.iter().any(|text| !is_gone(&text.value));
            let path = &relationship.name.path;
            if !left(&relationship.source_capabilities) || !left(&relationship.target_requirements) {
                remove_if_there(draft, path)?;
                continue;
            }
            let lists = [
                (path.key("source-capabilities"), &relationship.source_capabilities),
                (path.key("target-requirements"), &relationship.target_requirements),
                (path.key("lifecycle").key("Create"), &relationship.create),
                (path.key("lifecycle").key("Cease"), &relationship.cease),
            ];
            for (list, texts) in lists {
                remove_items(draft, &list, texts, &is_gone)?;
            }
        }
        for component in self.descriptor.composition.iter().filter(|component| !gone.contains(&component.name.text)) {
            let list = component.name.path.key("upgrade-dependencies");
            remove_items(draft, &list, &component.upgrade_dependencies, &is_gone)?;
        }
        for operation in &self.descriptor.operations {
            if operation.source_operation.as_ref().is_some_and(|source| is_gone(&source.value)) {
                remove_if_there(draft, &operation.name.path)?;
            }
        }
        for metric in &self.descriptor.metrics {
            if metric.source_metric.as_ref().is_some_and(|source| is_gone(&source.value)) {
                remove_if_there(draft, &metric.name.path)?;
            }
        }
        for policy in &self.descriptor.policies {
            let mentions = [&policy.metric, &policy.target];
            if mentions.into_iter().flatten().any(|text| is_gone(&text.value)) {
                remove_if_there(draft, &policy.name.path)?;
            }
        }
        self.remove_values(draft, &is_gone)?;
        for name in gone {
            let section = if self.descriptor.component(name).is_some() { "composition" } else { "references" };
            remove_if_there(draft, &NodePath::keys([section, name]))?;
            remove_if_there(draft, &NodePath::keys(["designerLayout", "elements", name]))?;
        }
        for section in ["references", "relationships", "operations", "metrics", "policies"] {
            remove_if_empty(draft, &NodePath::keys([section]))?;
        }
        Ok(())
    }

    /// Takes away the values that read something gone: of a component the whole property, whose own default holds
    /// then; of the assembly the value alone.
    fn remove_values(self, draft: &mut Draft, is_gone: &impl Fn(&str) -> bool) -> Result<(), EditError> {
        for property in self.descriptor.all_properties() {
            let reads = |node: &Option<Node>| node.as_ref().is_some_and(|node| reads(node, is_gone));
            if !reads(&property.value) {
                continue;
            }
            let own = property.name.path.steps().len() == 2;
            let path = if own { property.name.path.key("value") } else { property.name.path.clone() };
            remove_if_there(draft, &path)?;
        }
        Ok(())
    }

    fn place(self, draft: &mut Draft, positions: &[(NodePath, Point)]) -> Result<String, EditError> {
        for (path, point) in positions {
            place_one(draft, &self.part(path)?.name.text, *point)?;
        }
        Ok(match positions {
            [(path, _)] => format!("Move {}", path.last_key().unwrap_or("box")),
            _ => format!("Move {} boxes", positions.len()),
        })
    }

    fn part(&self, path: &NodePath) -> Result<&Component, EditError> {
        let parts = self.descriptor.composition.iter().chain(&self.descriptor.references);
        let mut parts = parts.filter(|part| part.name.path == *path);
        parts.next().ok_or_else(|| EditError::Missing(path.to_string()))
    }

    /// The descriptor of a part's type, if the catalog has it.
    fn ends_of(&self, part: &Component) -> Option<&Descriptor> {
        super::resolve(self.workspace, self.catalog, part.of.as_ref()?).map(|(_, descriptor)| descriptor)
    }
}

/// Whether a new name will do for a component, a reference, a relationship (AD-COMP-01).
pub fn valid_name(name: &str) -> Result<&str, EditError> {
    let name = name.trim();
    if name.contains(char::is_whitespace) || name.contains(['.', '$', '{', '}', '[', ']', ':', '#']) {
        return Err(refused(&format!("`{name}` cannot be a name: no blanks, periods or brackets")));
    }
    if !name.contains(|character: char| character.is_ascii_alphanumeric()) {
        return Err(refused("a name has at least one letter or digit"));
    }
    Ok(name)
}

fn type_of(capabilities: &[crate::assembly::model::Capability], name: &str) -> Option<SmolStr> {
    let found = capabilities.iter().find(|capability| capability.name.text == name)?;
    Some(found.type_name.as_ref().map_or(SmolStr::default(), |type_name| type_name.value.clone()))
}

/// Puts a new entry into a section, which is made in its place if it is not there.
fn put(draft: &mut Draft, section: &str, name: &str, value: &Value) -> Result<(), EditError> {
    let path = NodePath::keys([section]);
    let there = draft.tree().root().is_some_and(|root| root.entry(section).is_some());
    if !there {
        let order = ASSEMBLY.order();
        let whole = mapping([(name, value.clone())]);
        return draft.insert(&NodePath::root(), section, &whole, Place::Ordered(&order));
    }
    draft.insert(&path, name, value, Place::Last)
}

fn set(draft: &mut Draft, path: &NodePath, value: Option<&Value>) -> Result<String, EditError> {
    let name = path.last_key().unwrap_or("item").to_owned();
    match value {
        Some(value) => {
            draft.set(path, value)?;
            Ok(format!("Set {name}"))
        }
        None => {
            draft.remove(path)?;
            Ok(format!("Remove {name}"))
        }
    }
}

fn place_one(draft: &mut Draft, name: &str, point: Point) -> Result<(), EditError> {
    let element = NodePath::keys(["designerLayout", "elements", name]);
    for (key, number) in [("x", point.x), ("y", point.y)] {
        draft.set(&element.key(key), &Value::from(number.round() as i64))?;
    }
    Ok(())
}

/// A relationship, a property or anything else with a path of its own. A mapping goes with its property, but for a
/// property of the assembly itself, which stays declared.
fn remove_path(draft: &mut Draft, path: &NodePath, descriptor: &Descriptor) -> Result<(), EditError> {
    let own_mapping = descriptor.properties.iter().find(|property| property.name.path == *path && is_mapping(property));
    match own_mapping {
        Some(property) => draft.remove(&property.name.path.key("value")),
        None => draft.remove(path),
    }?;
    match path.parent() {
        Some(section) if matches!(section.last_key(), Some("relationships" | "references" | "operations")) => {
            remove_if_empty(draft, &section)
        }
        _ => Ok(()),
    }
}

fn is_mapping(property: &Property) -> bool {
    property.value.as_ref().is_some_and(|value| reads(value, &|_| true))
}

fn remove_if_there(draft: &mut Draft, path: &NodePath) -> Result<(), EditError> {
    let there = draft.tree().root().is_some_and(|root| root.at(path).is_some());
    if there { draft.remove(path) } else { Ok(()) }
}

fn remove_if_empty(draft: &mut Draft, path: &NodePath) -> Result<(), EditError> {
    let node = draft.tree().root().and_then(|root| root.at(path));
    let empty = node.is_some_and(|node| matches!(&node.kind, Kind::Mapping(mapping) if mapping.entries.is_empty()));
    if empty { draft.remove(path) } else { Ok(()) }
}

/// Takes the items of a list away whose text is gone, from the last to the first so that the indices hold.
fn remove_items(
    draft: &mut Draft,
    list: &NodePath,
    texts: &[Text],
    is_gone: &impl Fn(&str) -> bool,
) -> Result<(), EditError> {
    let gone: Vec<usize> = (0..texts.len()).filter(|&index| is_gone(&texts[index].value)).collect();
    if !gone.is_empty() && gone.len() == texts.len() {
        return remove_if_there(draft, list);
    }
    for index in gone.into_iter().rev() {
        draft.remove(&list.index(index))?;
    }
    Ok(())
}

/// Whether a reference in the value has a head that `is_gone`.
fn reads(node: &Node, is_gone: &impl Fn(&str) -> bool) -> bool {
    let here = Interpolation::of(node, "").references().any(|reference| {
        let of_part = reference.name(1).is_some();
        of_part && is_gone(reference.head())
    });
    here || node.entries().iter().any(|entry| reads(&entry.value, is_gone))
        || node.items().iter().any(|item| reads(item, is_gone))
}

fn mapping<'a>(entries: impl IntoIterator<Item = (&'a str, Value)>) -> Value {
    Value::Mapping(entries.into_iter().map(|(key, value)| (Value::from(key), value)).collect())
}

fn refused(why: &str) -> EditError {
    EditError::Refused(why.to_owned())
}
