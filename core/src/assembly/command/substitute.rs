//! The properties of a nested assembly that is inlined: what replaces references to them.

use serde_yaml::Value;
use smol_str::SmolStr;

use crate::assembly::interpolation::{Interpolation, Piece, PropertyPath, Segment, is_static};
use crate::assembly::model::{Component, Descriptor};
use crate::edit::EditError;
use crate::sorted_map::SortedMap;
use crate::syntax::patch::{Draft, InsertAt};
use crate::syntax::{Node, NodePath, plain};
use crate::workspace::SourceFile;

use super::promote::copy_into;
use super::rewrite::{New, deeper, printed};
use super::section::{free, mapping, put, remove_if_there};
use super::{Subject, refused};

/// A nested assembly, and the outer one that it is inlined into.
pub struct Nested<'a> {
    pub subject: Subject<'a>,
    /// The component to inline.
    pub part: &'a Component,
    pub file: &'a SourceFile,
    pub inner: &'a Descriptor,
    /// The new names of its components and references.
    pub names: SortedMap<SmolStr, SmolStr>,
    /// Its properties that become properties of the outer assembly, by their new names.
    pub hoisted: SortedMap<SmolStr, SmolStr>,
}

/// Whose properties, components and references a value refers to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueScope {
    Outer,
    Inner,
}

/// Why a reference cannot be replaced.
#[derive(Debug)]
pub enum Obstacle {
    /// This property must become one of the outer assembly first.
    Hoist(SmolStr),
    Refused(String),
}

/// Maximum depth of values that refer to values; deeper means a cycle.
const MAX_DEPTH: usize = 50;

impl Nested<'_> {
    /// The replacement of a reference in the outer assembly; `None` if it stays.
    pub fn reference(
        &self,
        reference: &PropertyPath,
        scope: ValueScope,
        depth: usize,
    ) -> Result<Option<New>, Obstacle> {
        let has = |descriptor: &Descriptor, name: &str| {
            let property = descriptor.property(name).or_else(|| descriptor.private_property(name));
            property.is_some() || descriptor.part(name).is_some()
        };
        let rest = |from: usize| reference.segments.get(from..).unwrap_or_default();
        let head = reference.head();
        let name = reference.name(1);
        match scope {
            ValueScope::Outer if head == self.part.name.text => match name {
                Some(name) => self.property(name, rest(2), depth).map(Some),
                None => Ok(None),
            },
            ValueScope::Outer => Ok(None),
            // The parts have already been renamed.
            ValueScope::Inner if name.is_some() && self.names.values().any(|other| other == head) => Ok(None),
            ValueScope::Inner => match (self.names.get(head), name) {
                (Some(new), Some(_)) => Ok(Some(New::Path(deeper(new, rest(1))))),
                // An unresolved reference stays unresolved.
                _ if !has(self.inner, head) && !has(self.subject.descriptor, head) => Ok(None),
                _ => self.property(head, rest(1), depth).map(Some),
            },
        }
    }

    /// The replacement of a property of the nested assembly and the path into it.
    pub fn property(&self, name: &str, rest: &[Segment], depth: usize) -> Result<New, Obstacle> {
        if let Some(hoisted) = self.hoisted.get(name) {
            return Ok(New::Path(deeper(hoisted, rest)));
        }
        if depth > MAX_DEPTH {
            return Err(Obstacle::Refused(format!("the value of `{name}` refers to itself")));
        }
        let Some((node, scope)) = self.given(name) else {
            let known = self.inner.property(name).is_some() || self.inner.private_property(name).is_some();
            return Err(match known {
                true => Obstacle::Hoist(name.into()),
                false => {
                    Obstacle::Refused(format!("`{}.{name}` is read, but would no longer exist", self.part.name.text))
                }
            });
        };
        let hoist = || Obstacle::Hoist(name.into());
        if node.as_scalar().is_none() {
            let mut node = node;
            for segment in rest {
                let next = match segment {
                    Segment::Name { name, .. } => node.get(name),
                    Segment::Index { index, .. } => node.items().get(*index),
                };
                node = next.ok_or_else(hoist)?;
            }
            return if node.as_scalar().is_some() { self.scalar(node, scope, depth) } else { Err(hoist()) };
        }
        match self.scalar(node, scope, depth)? {
            New::Path(path) => Ok(New::Path(match rest.is_empty() {
                true => path,
                false => deeper(&path, rest),
            })),
            text @ New::Text { .. } if rest.is_empty() => Ok(text),
            New::Text { .. } => Err(hoist()),
        }
    }

    /// The source of a property's value, in the orchestrator's order of precedence.
    fn given(&self, name: &str) -> Option<(&Node, ValueScope)> {
        let declared = self.inner.property(name).or_else(|| self.inner.private_property(name));
        let own = declared.and_then(|property| property.static_or_mapped());
        let itself = own.is_some_and(|node| {
            let value = Interpolation::of(node, "");
            value.whole().is_some_and(|path| path.segments.len() == 1 && path.head() == name)
        });
        let entry = self.part.property(name);
        let settable = declared.is_none_or(|property| !property.read_only || itself);
        let fixed = own.filter(|_| !itself).map(|node| (node, ValueScope::Inner));
        let set = || entry.filter(|_| settable).and_then(|entry| Some((entry.static_or_mapped()?, ValueScope::Outer)));
        let default = || {
            let outer = entry.and_then(|entry| entry.default.as_ref()).filter(|node| !node.is_null());
            let inner = declared.and_then(|property| property.default.as_ref()).filter(|node| !node.is_null());
            outer.map(|node| (node, ValueScope::Outer)).or(inner.map(|node| (node, ValueScope::Inner)))
        };
        fixed.or_else(set).or_else(default)
    }

    /// A scalar value of a property as it reads in the outer assembly.
    fn scalar(&self, node: &Node, scope: ValueScope, depth: usize) -> Result<New, Obstacle> {
        let value = Interpolation::of(node, "");
        let mut text = String::new();
        for piece in &value.pieces {
            match piece {
                Piece::Text(piece) => text.push_str(piece),
                Piece::Reference(reference) => {
                    if reference.head() == "instance" {
                        let why = "uses the name of the instance that is inlined";
                        return Err(Obstacle::Refused(format!("a property of `{}` {why}", self.part.name.text)));
                    }
                    let new = self.inner_reference(reference, scope, depth + 1)?;
                    match new {
                        New::Path(path) if value.whole().is_some() => return Ok(New::Path(path)),
                        new @ New::Text { .. } if value.whole().is_some() => return Ok(new),
                        New::Path(path) => text.push_str(&format!("${{{path}}}")),
                        New::Text { text: inner, .. } => text.push_str(&inner),
                    }
                }
            }
        }
        let raw = match value.references().next() {
            Some(_) => None,
            None => Some(node.span.of(&self.file_of(scope).text).to_owned()),
        };
        Ok(New::Text { text, raw, value: plain::value(node) })
    }

    /// Like [`Nested::reference`], for a file whose parts have not been renamed yet.
    fn inner_reference(&self, reference: &PropertyPath, scope: ValueScope, depth: usize) -> Result<New, Obstacle> {
        let is_part = reference.name(1).is_some() && self.inner.part(reference.head()).is_some();
        if scope == ValueScope::Inner && is_part {
            let new = self.names.get(reference.head()).map_or(reference.head(), SmolStr::as_str);
            return Ok(New::Path(deeper(new, reference.segments.get(1..).unwrap_or_default())));
        }
        let found = self.reference(reference, scope, depth)?;
        Ok(found.unwrap_or_else(|| New::Path(printed(&reference.segments))))
    }

    fn file_of(&self, scope: ValueScope) -> &SourceFile {
        match scope {
            ValueScope::Outer => self.subject.file,
            ValueScope::Inner => self.file,
        }
    }

    pub fn name_of_hoisted(&self, name: &str) -> SmolStr {
        let outer = self.subject.descriptor;
        let taken = |name: &str| {
            outer.property(name).is_some()
                || outer.private_property(name).is_some()
                || outer.part(name).is_some()
                || self.names.values().chain(self.hoisted.values()).any(|other| other == name)
        };
        if taken(name) { free(&format!("{}_{name}", self.part.name.text), "_", taken) } else { name.into() }
    }

    /// Declares the properties that become properties of the outer assembly.
    pub fn hoist(&self, draft: &mut Draft) -> Result<(), EditError> {
        for (name, new) in &self.hoisted {
            let path = NodePath::keys(["properties", new.as_str()]);
            put(draft, "properties", new, &mapping([]))?;
            let declared = self.inner.property(name).or_else(|| self.inner.private_property(name));
            if let Some(property) = declared {
                let inner = Subject { file: self.file, descriptor: self.inner, ..self.subject };
                inner.describe_own(draft, &path, property)?;
                remove_if_there(draft, &path.key("required"))?;
            }
            let Some((node, scope)) = self.given(name) else { continue };
            if is_static(node) {
                let file = self.file_of(scope);
                let owner = match scope {
                    ValueScope::Inner => declared.map(|property| property.name.path.clone()),
                    ValueScope::Outer => self.part.property(name).map(|entry| entry.name.path.clone()),
                };
                let keys = ["value", "default"].map(|key| owner.as_ref().map(|owner| owner.key(key)));
                let root = file.root.as_ref();
                let found = keys
                    .into_iter()
                    .flatten()
                    .find(|path| root.and_then(|root| root.at(path)).is_some_and(|found| found.span == node.span));
                match found {
                    Some(from) => copy_into(draft, file, &from, &path, "value")?,
                    None => draft.insert(&path, "value", &plain::value(node), InsertAt::Last)?,
                }
                continue;
            }
            let value = self.value(node, scope).map_err(|given| match given {
                Obstacle::Hoist(name) => refused(format!("`{name}` cannot become a property of the outer assembly")),
                Obstacle::Refused(why) => refused(why),
            })?;
            draft.insert(&path, "value", &value, InsertAt::Last)?;
        }
        Ok(())
    }

    /// A value with references as it reads in the outer assembly.
    fn value(&self, node: &Node, scope: ValueScope) -> Result<Value, Obstacle> {
        if node.as_mapping().is_some() {
            let entries =
                node.entries().iter().map(|entry| Ok((plain::value(&entry.key), self.value(&entry.value, scope)?)));
            return entries.collect::<Result<_, Obstacle>>().map(Value::Mapping);
        }
        if node.as_sequence().is_some() {
            let items = node.items().iter().map(|item| self.value(item, scope));
            return items.collect::<Result<_, Obstacle>>().map(Value::Sequence);
        }
        if is_static(node) {
            return Ok(plain::value(node));
        }
        Ok(match self.scalar(node, scope, 0)? {
            New::Path(path) => format!("${{{path}}}").into(),
            New::Text { text, .. } => text.into(),
        })
    }
}
