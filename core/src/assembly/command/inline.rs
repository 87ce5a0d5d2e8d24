//! Inlines a nested assembly: moves its components into the outer one.

use serde_yaml::Value;
use smol_str::SmolStr;

use crate::assembly;
use crate::assembly::interpolation::{Interpolation, PropertyPath};
use crate::assembly::mentions::ends;
use crate::assembly::model::{Component, Descriptor, DescriptorKind, Text};
use crate::assembly::project::reference;
use crate::assembly::values::{Role, Scope, Value as Written, values};
use crate::edit::EditError;
use crate::sorted_map::SortedMap;
use crate::sorting::{Sorting, gather};
use crate::syntax::patch::{Draft, InsertAt};
use crate::syntax::{NodePath, Step};
use crate::topology::Point;
use crate::workspace::SourceFile;

use super::border::{Side, split, texts};
use super::extract::item;
use super::position::place_one;
use super::promote::types_of;
use super::rewrite::{New, rewrite};
use super::section::{free, is_there, put_piece, remove_if_empty, remove_if_there};
use super::substitute::{Nested, Obstacle, ValueScope};
use super::{Subject, refused};

impl<'a> Subject<'a> {
    pub(super) fn inline(self, draft: &mut Draft, path: &NodePath) -> Result<String, EditError> {
        let part = self.part(path).map_err(|_| refused("only a nested assembly can be ungrouped"))?;
        let (file, inner) = self.nested(part)?;
        let mut names = SortedMap::new();
        for inside in inner.composition.iter().chain(&inner.references) {
            self.refuse_other_project(inside, file)?;
            let outer = self.descriptor;
            let taken = |name: &str| {
                outer.part(name).is_some()
                    || outer.property(name).or_else(|| outer.private_property(name)).is_some()
                    || names.values().any(|other| other == name)
            };
            let old = &inside.name.text;
            let new = if taken(old) { free(&format!("{}_{old}", part.name.text), "_", taken) } else { old.clone() };
            names.insert(old.clone(), new);
        }
        let mut nested = Nested { subject: self, part, file, inner, names, hoisted: SortedMap::new() };
        let moved = nested.renamed()?;
        let Some(renamed) = assembly::descriptor(&moved) else {
            return Err(EditError::Broken(file.path.to_string()));
        };
        nested.settle(self.descriptor, ValueScope::Outer)?;
        nested.settle(renamed, ValueScope::Inner)?;
        nested.hoist(draft)?;
        nested.redirect_references(draft)?;
        let pieces = nested.rewritten(&moved, renamed)?;
        nested.bring(draft, &pieces)?;
        Ok(format!("Ungroup {}", part.name.text))
    }

    /// A type given as a path in a project has no meaning in a file outside that project.
    fn refuse_other_project(&self, part: &Component, file: &SourceFile) -> Result<(), EditError> {
        let project = |file: &SourceFile| file.project.as_ref().map(|project| project.file.clone());
        if project(file) == project(self.file) {
            return Ok(());
        }
        reference(part).map_or(Ok(()), |place| {
            let why = "is a path in a project, but this file is outside it";
            Err(refused(format!("`{place}`, the type of `{}`, {why}", part.name.text)))
        })
    }

    /// The assembly of a component, if it can be inlined.
    fn nested(&self, part: &Component) -> Result<(&'a SourceFile, &'a Descriptor), EditError> {
        let name = &part.name.text;
        if self.is_reference(part) {
            return Err(refused(format!("`{name}` is a reference to existing instances and cannot be ungrouped")));
        }
        if part.is_multiple() {
            return Err(refused(format!("`{name}` can have several instances and cannot be ungrouped")));
        }
        if part.dynamic_type.is_some() {
            return Err(refused(format!("the type of `{name}` is only known when it is created")));
        }
        let Some((file, inner)) = self.type_of(part) else {
            return Err(refused(format!("the type of `{name}` is not in the catalog")));
        };
        match inner.kind {
            DescriptorKind::Assembly => Ok((file, inner)),
            DescriptorKind::Resource => Err(refused(format!("`{name}` is a resource and has no components"))),
        }
    }
}

impl Nested<'_> {
    /// The file of the nested assembly with its parts renamed.
    fn renamed(&self) -> Result<SourceFile, EditError> {
        let mut draft = self.file.draft();
        let names: SortedMap<SmolStr, SmolStr> =
            gather(self.names.iter().filter(|(old, new)| old != new).map(|(old, new)| (old.clone(), new.clone())));
        if !names.is_empty() {
            let places =
                ["composition", "references", "relationships", "policies", "operations", "metrics", "properties"];
            let subject = Subject { file: self.file, descriptor: self.inner, ..self.subject };
            subject.rename_parts(&mut draft, &places.map(|section| NodePath::keys([section])), &names)?;
        }
        Ok(SourceFile::new(self.file.path.clone(), draft.text()))
    }

    /// Collects the properties that must become properties of the outer assembly.
    fn settle(&mut self, descriptor: &Descriptor, scope: ValueScope) -> Result<(), EditError> {
        for value in values(descriptor) {
            let interpolation = Interpolation::of(value.node, "");
            if !self.is_concerned(&value, scope) {
                continue;
            }
            for reference in interpolation.references() {
                while let Some(name) = self.unsettled(&value, reference, scope)? {
                    self.hoisted.insert(name.clone(), self.name_of_hoisted(&name));
                }
            }
        }
        Ok(())
    }

    /// The property that must become one of the outer assembly for the reference to resolve there.
    fn unsettled(
        &self,
        value: &Written<'_>,
        reference: &PropertyPath,
        scope: ValueScope,
    ) -> Result<Option<SmolStr>, EditError> {
        let found = match self.new_reference(value, reference, scope) {
            Ok(found) => found,
            Err(Obstacle::Hoist(name)) => return Ok(Some(name)),
            Err(Obstacle::Refused(why)) => return Err(refused(why)),
        };
        // `items` must refer to a property of the assembly.
        let plain = |new: &New| matches!(new, New::Path(path) if !path.contains(['.', '[']));
        let own = self.inner.property(reference.head()).is_some() && !self.hoisted.contains_key(reference.head());
        let group = matches!(value.role, Role::Items) && scope == ValueScope::Inner && own;
        Ok(found.filter(|new| group && !plain(new)).map(|_| reference.head().into()))
    }

    /// Whether a value moves, or stays and may refer to the nested assembly.
    fn is_concerned(&self, value: &Written<'_>, scope: ValueScope) -> bool {
        match scope {
            ValueScope::Inner => matches!(
                value.path.steps().first(),
                Some(Step::Key(section)) if ["composition", "references", "relationships", "policies"].contains(&section.as_str())
            ),
            ValueScope::Outer => !value.path.starts_with(&self.part.name.path),
        }
    }

    fn new_reference(
        &self,
        value: &Written<'_>,
        reference: &PropertyPath,
        scope: ValueScope,
    ) -> Result<Option<New>, Obstacle> {
        let head = reference.head();
        match (head, value.scope, scope) {
            ("instance", ..) | ("item", Scope::Part(_), _) => Ok(None),
            ("source" | "target", Scope::Relationship(_), ValueScope::Inner) => Ok(None),
            ("source" | "target", Scope::Relationship(relationship), ValueScope::Outer) => {
                let side = if head == "source" { Side::Source } else { Side::Target };
                let names = ends(texts(relationship, side));
                let Some(name) = reference.name(1).filter(|_| names.contains(&self.part.name.text.as_str())) else {
                    return Ok(None);
                };
                if names.iter().any(|name| *name != self.part.name.text) {
                    let why = "reads a property of several components, including the inlined one; split it first";
                    return Err(Obstacle::Refused(format!("`{}` {why}", relationship.name.text)));
                }
                let new = self.property(name, reference.segments.get(2..).unwrap_or_default(), 0)?;
                let own = self.only_end(relationship, side);
                Ok(Some(match (new, own) {
                    (New::Path(path), Some(own)) => New::Path(match path.strip_prefix(&format!("{own}.")) {
                        Some(rest) => format!("{head}.{rest}"),
                        None => path,
                    }),
                    (new, _) => new,
                }))
            }
            _ => self.reference(reference, scope, 0),
        }
    }

    /// Redirects references from the nested assembly to its components.
    fn redirect_references(&self, draft: &mut Draft) -> Result<(), EditError> {
        let outer = self.subject.descriptor;
        let all = values(outer);
        let concerned = all.iter().filter(|value| self.is_concerned(value, ValueScope::Outer));
        rewrite(draft, concerned, |value, reference| {
            self.new_reference(value, reference, ValueScope::Outer).ok().flatten()
        })?;
        for relationship in &outer.relationships {
            self.relationship(draft, relationship)?;
        }
        for operation in &outer.operations {
            let Some(name) = self.member(operation.source_operation.as_ref()) else { continue };
            let (source, which) = self.operation(&name)?;
            draft.replace(&operation.name.path.key("source-operation"), &source.into())?;
            match (&operation.multiple_instances, which) {
                (_, None) => {}
                (None, Some(which)) => {
                    draft.insert(&operation.name.path, "multiple-instances", &which.as_str().into(), InsertAt::Last)?;
                }
                (Some(own), Some(which)) if own.value == which => {}
                (Some(_), Some(_)) => {
                    return Err(refused(format!(
                        "`{}` and `{name}` disagree about which instances to call",
                        operation.name.text
                    )));
                }
            }
        }
        for metric in &outer.metrics {
            if let Some(name) = self.member(metric.source_metric.as_ref()) {
                draft.replace(&metric.name.path.key("source-metric"), &self.metric(&name)?.into())?;
            }
        }
        for policy in &outer.policies {
            if let Some(name) = self.member(policy.metric.as_ref()) {
                draft.replace(&policy.name.path.key("metric"), &self.metric(&name)?.into())?;
            }
        }
        self.upgrades(draft)
    }

    /// The `name` of `part.name`, if `part` is the nested assembly.
    pub(super) fn member(&self, text: Option<&Text>) -> Option<SmolStr> {
        let (part, name) = split(text?)?;
        (part == self.part.name.text).then_some(name)
    }

    /// The component operation behind a published operation of the nested assembly, and which instances it is called
    /// on.
    pub(super) fn operation(&self, name: &str) -> Result<(String, Option<SmolStr>), EditError> {
        let found = self.inner.operation(name);
        let source = found.and_then(|found| split(found.source_operation.as_ref()?));
        let source = source.and_then(|(part, inner)| Some(format!("{}.{inner}", self.names.get(&part)?)));
        let source = source.ok_or_else(|| {
            refused(format!(
                "operation `{name}` of the nested assembly does not lead to \
                 a component"
            ))
        })?;
        let which = found.and_then(|found| found.multiple_instances.as_ref()).map(|text| text.value.clone());
        Ok((source, which.filter(|which| which != "every")))
    }

    fn metric(&self, name: &str) -> Result<String, EditError> {
        let source = self.inner.metric(name).and_then(|found| split(found.source_metric.as_ref()?));
        let source = source.and_then(|(part, inner)| Some(format!("{}.{inner}", self.names.get(&part)?)));
        source.ok_or_else(|| refused(format!("metric `{name}` of the nested assembly does not lead to a component")))
    }

    /// Upgrade dependencies on the nested assembly become dependencies on all its components.
    fn upgrades(&self, draft: &mut Draft) -> Result<(), EditError> {
        let mut inside: Vec<&SmolStr> =
            self.inner.composition.iter().filter_map(|part| self.names.get(&part.name.text)).collect();
        inside.order();
        for component in &self.subject.descriptor.composition {
            let list = component.name.path.key("upgrade-dependencies");
            let own = component.upgrade_dependencies.iter().position(|text| text.value == self.part.name.text);
            let (Some(index), Some((first, others))) = (own, inside.split_first()) else { continue };
            let place = item(draft, &list, index);
            if place == list && !others.is_empty() {
                // A list may be written as a single name.
                draft.replace(&list, &inside.iter().map(|name| Value::from(name.as_str())).collect())?;
                continue;
            }
            draft.replace(&place, &first.as_str().into())?;
            for other in others {
                draft.append(&list, &other.as_str().into())?;
            }
        }
        Ok(())
    }

    /// The text of the nested assembly as it reads inside the outer one.
    fn rewritten(&self, moved: &SourceFile, renamed: &Descriptor) -> Result<Draft, EditError> {
        let mut draft = moved.draft();
        let all = values(renamed);
        let concerned = all.iter().filter(|value| self.is_concerned(value, ValueScope::Inner));
        rewrite(&mut draft, concerned, |value, reference| {
            self.new_reference(value, reference, ValueScope::Inner).ok().flatten()
        })?;
        for policy in &renamed.policies {
            let own = policy.metric.as_ref().filter(|text| !text.value.contains('.'));
            if let Some(own) = own {
                draft.replace(&policy.name.path.key("metric"), &self.metric(&own.value)?.into())?;
            }
        }
        let outer = self.subject.file.draft();
        let piece = outer.copy(&self.part.name.path.key("upgrade-dependencies")).ok();
        for (number, component) in renamed.composition.iter().enumerate() {
            let list = component.name.path.key("upgrade-dependencies");
            if let Some(piece) = piece.as_ref().filter(|_| number == 0 && !is_there(&draft, &list)) {
                draft.paste(&component.name.path, piece, InsertAt::Last)?;
                continue;
            }
            for text in &self.part.upgrade_dependencies {
                let value = Value::from(text.value.as_str());
                match is_there(&draft, &list) {
                    true => draft.append(&list, &value)?,
                    false => draft.insert(
                        &component.name.path,
                        "upgrade-dependencies",
                        &Value::Sequence(vec![value]),
                        InsertAt::Last,
                    )?,
                }
            }
        }
        Ok(draft)
    }

    /// Moves the parts into the outer assembly and removes the nested one.
    fn bring(&self, draft: &mut Draft, pieces: &Draft) -> Result<(), EditError> {
        let outer = self.subject.descriptor;
        let own = &self.part.name.text;
        let composition = NodePath::keys(["composition"]);
        for part in &self.inner.composition {
            let new = self.names.get(&part.name.text).unwrap_or(&part.name.text);
            draft.paste(&composition, &pieces.copy(&part.name.path)?.named(new), InsertAt::Before(own))?;
        }
        for part in &self.inner.references {
            let new = self.names.get(&part.name.text).unwrap_or(&part.name.text);
            put_piece(draft, "references", &pieces.copy(&part.name.path)?.named(new))?;
        }
        for part in self.inner.composition.iter().chain(&self.inner.references) {
            for type_name in part.properties.iter().flat_map(types_of) {
                self.subject.bring_data_type(draft, self.file, self.inner, &type_name)?;
            }
        }
        let relationships = self.inner.relationships.iter().map(|found| ("relationships", &found.name));
        let policies = self.inner.policies.iter().map(|found| ("policies", &found.name));
        for (section, name) in relationships.chain(policies) {
            let taken = |name: &str| is_there(draft, &NodePath::keys([section, name]));
            let new =
                if taken(&name.text) { free(&format!("{own}-{}", name.text), "-", taken) } else { name.text.clone() };
            put_piece(draft, section, &pieces.copy(&name.path)?.named(&new))?;
        }
        self.positions(draft)?;
        remove_if_there(draft, &NodePath::keys(["designerLayout", "elements", own]))?;
        draft.remove(&self.part.name.path)?;
        if outer.composition.len() == 1 && self.inner.composition.is_empty() {
            remove_if_empty(draft, &NodePath::keys(["relationships"]))?;
        }
        Ok(())
    }

    /// Places the moved components where the nested assembly was.
    fn positions(&self, draft: &mut Draft) -> Result<(), EditError> {
        let positions = self.inner.positions.iter().filter(|(name, _)| self.names.contains_key(name));
        let least = |axis: fn(&(f64, f64)) -> f64| {
            self.inner.positions.iter().map(|(_, point)| axis(point)).fold(f64::INFINITY, f64::min)
        };
        let (x, y) = (least(|point| point.0), least(|point| point.1));
        let shift = self.subject.position(&self.part.name.text).map(|at| Point { x: at.x - x, y: at.y - y });
        let shift = shift.unwrap_or_default();
        for (name, (x, y)) in positions {
            let new = self.names.get(name).unwrap_or(name);
            place_one(draft, new, Point { x: x + shift.x, y: y + shift.y })?;
        }
        Ok(())
    }
}
