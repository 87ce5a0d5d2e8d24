//! Promotes a member of a component to the assembly: a property, capability, requirement, operation or metric.

use serde_yaml::Value;
use smol_str::SmolStr;

use crate::assembly::model::{Capability, Component, Descriptor, ENTRY_SCHEMA, Property, entry_schema, entry_type};
use crate::assembly::resolution::group;
use crate::assembly::schema::PROPERTY_TYPES;
use crate::edit::EditError;
use crate::editing;
use crate::syntax::patch::piece::Piece;
use crate::syntax::patch::{Draft, InsertAt};
use crate::syntax::{Node, NodePath, Step, plain};
use crate::text::Span;
use crate::workspace::SourceFile;

use super::remove::is_mapping;
use super::section::{free, mapping, put, put_piece, reference, remove_if_there};
use super::{Subject, refused};
use crate::naming::valid_name;

/// Where a property is declared: in the descriptor of the type, or in the composition itself.
struct DeclaredProperty<'a> {
    file: &'a SourceFile,
    descriptor: &'a Descriptor,
    property: &'a Property,
}

/// The purpose of a new property.
#[derive(Clone, Copy)]
enum Use<'a> {
    /// It is passed to components.
    Set,
    /// It is read from this one.
    Read(&'a Component),
}

impl<'a> Subject<'a> {
    /// `path` is the path of the part, then the section of its type and the member's name:
    /// `/composition/web/operations/Reload`.
    pub(super) fn promote(self, draft: &mut Draft, path: &NodePath, name: Option<&str>) -> Result<String, EditError> {
        let what = || refused("only members of components can be promoted");
        let [Step::Key(section), Step::Key(part), Step::Key(kind), Step::Key(member)] = path.steps() else {
            return Err(what());
        };
        let part = self.part(&NodePath::keys([section.as_str(), part])).map_err(|_| what())?;
        let name = name.map(valid_name).transpose()?;
        let name = match kind.as_str() {
            "properties" => self.promote_property(draft, part, member, name)?,
            "capabilities" | "requirements" => self.promote_capability(draft, part, kind, member, name)?,
            "operations" => self.promote_operation(draft, part, member, name)?,
            "metrics" => self.promote_metric(draft, part, member, name)?,
            _ => return Err(what()),
        };
        let to = if name == *member { String::new() } else { format!(" as {name}") };
        Ok(format!("Promote {}.{member}{to}", part.name.text))
    }

    fn promote_property(
        &self,
        draft: &mut Draft,
        part: &Component,
        member: &str,
        name: Option<&str>,
    ) -> Result<SmolStr, EditError> {
        let own = part.property(member);
        let declared = self.declared(part, member)?;
        let is_output = declared
            .as_ref()
            .is_some_and(|declared| declared.property.read_only || declared.property.static_or_mapped().is_some());
        let taken =
            |name: &str| self.descriptor.property(name).is_some() || self.descriptor.private_property(name).is_some();
        let name = new_name(name, &[member, &format!("{}_{member}", part.name.text)], "_", taken)?;
        let path = NodePath::keys(["properties", name.as_str()]);
        put(draft, "properties", &name, &mapping([]))?;
        if let Some(declared) = &declared {
            self.describe(draft, &path, declared, if is_output { Use::Read(part) } else { Use::Set })?;
        }
        if is_output {
            draft.insert(&path, "read-only", &true.into(), InsertAt::Last)?;
            let value = reference(&format!("{}.{member}", part.name.text));
            draft.insert(&path, "value", &value, InsertAt::Last)?;
            return Ok(name);
        }
        if let Some(property) = own.filter(|property| is_mapping(property)) {
            let value = property.value.as_ref().and_then(|node| node.as_text()).unwrap_or("another value");
            return Err(refused(format!("`{member}` is already mapped from `{value}`; unmap it first")));
        }
        // The value in the composition becomes the default of the assembly's property.
        let given = own.and_then(|own| {
            let key = if own.static_or_mapped().is_some() { "value" } else { "default" };
            own.given().map(|_| own.name.path.key(key))
        });
        match (&given, &declared) {
            (Some(given), _) => copy_into(draft, self.file, given, &path, "default")?,
            (None, Some(declared)) if declared.property.default.as_ref().is_some_and(|node| !node.is_null()) => {
                copy_into(draft, declared.file, &declared.property.name.path.key("default"), &path, "default")?;
            }
            _ => {}
        }
        if given.is_some() || declared.as_ref().is_some_and(|declared| declared.property.default.is_some()) {
            remove_if_there(draft, &path.key("required"))?;
        }
        editing::put(self.file, draft, &part.name.path.key("properties").key(member).key("value"), &reference(&name))?;
        Ok(name)
    }

    /// Where `member` of `part` is declared; an error if the type is known and does not have it.
    fn declared(&self, part: &'a Component, member: &str) -> Result<Option<DeclaredProperty<'a>>, EditError> {
        let of = self.type_of(part);
        if let Some((file, descriptor)) = of
            && let Some(property) = descriptor.property(member)
        {
            return Ok(Some(DeclaredProperty { file, descriptor, property }));
        }
        if let Some(property) = part.property(member) {
            return Ok(Some(DeclaredProperty { file: self.file, descriptor: self.descriptor, property }));
        }
        let built_in = matches!(member, "deploymentLocation" | "resourceManager");
        match of {
            None => Err(refused(format!("the type of `{}` is not in the catalog", part.name.text))),
            Some(_) if built_in => Ok(None),
            Some(_) => Err(refused(format!("`{}` has no property `{member}`", part.name.text))),
        }
    }

    /// Declares a property of a new assembly like `property` of this one.
    pub(super) fn describe_own(
        &self,
        draft: &mut Draft,
        path: &NodePath,
        property: &Property,
    ) -> Result<(), EditError> {
        let declared = DeclaredProperty { file: self.file, descriptor: self.descriptor, property };
        self.describe(draft, path, &declared, Use::Set)
    }

    /// Declares a property of an assembly like `member` of `part`, as far as that is known.
    pub(super) fn describe_member(
        &self,
        draft: &mut Draft,
        path: &NodePath,
        part: &'a Component,
        member: &str,
    ) -> Result<(), EditError> {
        match self.declared(part, member) {
            Ok(Some(declared)) => self.describe(draft, path, &declared, Use::Read(part)),
            Ok(None) | Err(_) => Ok(()),
        }
    }

    /// The declaration of a property without its value: type, entry schema, description, and whether it is required.
    fn describe(
        &self,
        draft: &mut Draft,
        path: &NodePath,
        declared: &DeclaredProperty<'_>,
        usage: Use<'_>,
    ) -> Result<(), EditError> {
        let (file, property) = (declared.file, declared.property);
        let from = &property.name.path;
        for type_name in types_of(property) {
            self.bring_data_type(draft, file, declared.descriptor, &type_name)?;
        }
        match usage {
            // Several instances yield several values.
            Use::Read(part) if part.is_multiple() => {
                let collection = group(self.descriptor, part).unwrap_or("list");
                draft.insert(path, "type", &collection.into(), InsertAt::Last)?;
                if let Some(type_name) = &property.type_name {
                    let entries = mapping([("type", type_name.value.as_str().into())]);
                    draft.insert(path, "entry-schema", &entries, InsertAt::Last)?;
                }
            }
            Use::Read(_) | Use::Set => {
                copy_into(draft, file, &from.key("type"), path, "type")?;
                for key in ENTRY_SCHEMA {
                    copy_into(draft, file, &from.key(key), path, "entry-schema")?;
                }
            }
        }
        copy_into(draft, file, &from.key("description"), path, "description")?;
        if matches!(usage, Use::Set) {
            for (key, holds) in [("volatile", property.volatile), ("required", property.required)] {
                if holds {
                    draft.insert(path, key, &true.into(), InsertAt::Last)?;
                }
            }
        }
        Ok(())
    }

    /// Copies a data type to the edited descriptor, with the data types that it uses.
    pub(super) fn bring_data_type(
        &self,
        draft: &mut Draft,
        file: &SourceFile,
        descriptor: &Descriptor,
        name: &str,
    ) -> Result<(), EditError> {
        let path = NodePath::keys(["data-types", name]);
        let Some(data_type) = descriptor.data_type(name) else { return Ok(()) };
        let meaning = |root: Option<&Node>| Some(plain::value(root?.at(&path)?));
        if let Some(own) = meaning(draft.tree().root()) {
            return match meaning(file.root.as_deref()) {
                Some(other) if other == own => Ok(()),
                _ => Err(refused(format!("this assembly has another data type `{name}`"))),
            };
        }
        put_piece(draft, "data-types", &file.draft().copy(&path)?)?;
        let members = data_type.properties.iter().flat_map(types_of);
        for inner in members.chain(data_type.derived_from.iter().map(|base| base.value.clone())) {
            self.bring_data_type(draft, file, descriptor, &inner)?;
        }
        Ok(())
    }

    fn promote_capability(
        &self,
        draft: &mut Draft,
        part: &Component,
        section: &str,
        member: &str,
        name: Option<&str>,
    ) -> Result<SmolStr, EditError> {
        if self.is_reference(part) {
            let why = format!("`{}` is a reference, and its members are not part of this assembly", part.name.text);
            return Err(refused(why));
        }
        let of = self.known_type(part)?;
        let (theirs, ours, label) = match section {
            "capabilities" => (&of.capabilities, &self.descriptor.capabilities, "capability"),
            _ => (&of.requirements, &self.descriptor.requirements, "requirement"),
        };
        let find = |list: &'a [Capability], name: &str| list.iter().find(|found| found.name.text == name);
        let Some(found) = find(theirs, member) else {
            return Err(refused(format!("`{}` has no {label} `{member}`", part.name.text)));
        };
        let full = format!("{}.{member}", part.name.text);
        let met = self
            .descriptor
            .relationships
            .iter()
            .find(|relationship| relationship.target_requirements.iter().any(|text| text.value == full));
        if let Some(met) = met.filter(|_| section == "requirements") {
            return Err(refused(format!("`{}` already meets `{full}` inside this assembly", met.name.text)));
        }
        let type_name = found.type_name.as_ref().map(|type_name| type_name.value.clone());
        let same = |other: &&Capability| {
            other.name.text == member && other.type_name.as_ref().map(|text| &text.value) == type_name.as_ref()
        };
        if name.is_none() && ours.iter().find(same).is_some() {
            return Err(refused(format!("the assembly already has a {label} `{member}`")));
        }
        let candidates = [member, &format!("{}_{member}", part.name.text)];
        let name = new_name(name, &candidates, "_", |name| find(ours, name).is_some())?;
        let type_name = type_name.map_or(Value::Null, |type_name| type_name.as_str().into());
        put(draft, section, &name, &mapping([("type", type_name)]))?;
        Ok(name)
    }

    fn promote_operation(
        &self,
        draft: &mut Draft,
        part: &Component,
        member: &str,
        name: Option<&str>,
    ) -> Result<SmolStr, EditError> {
        let of = self.known_type(part)?;
        if of.operation(member).is_none() {
            return Err(refused(format!("`{}` has no operation `{member}`", part.name.text)));
        }
        let source = format!("{}.{member}", part.name.text);
        let there = self
            .descriptor
            .operations
            .iter()
            .find(|operation| operation.source_operation.as_ref().is_some_and(|text| text.value == source));
        if let Some(there) = there {
            return Err(refused(format!("`{source}` is already promoted, as `{}`", there.name.text)));
        }
        let candidates = [member, &format!("{}_{member}", part.name.text)];
        let name = new_name(name, &candidates, "_", |name| self.descriptor.operation(name).is_some())?;
        put(draft, "operations", &name, &mapping([("source-operation", source.into())]))?;
        Ok(name)
    }

    fn promote_metric(
        &self,
        draft: &mut Draft,
        part: &Component,
        member: &str,
        name: Option<&str>,
    ) -> Result<SmolStr, EditError> {
        if self.is_reference(part) {
            return Err(refused(format!(
                "`{}` is a reference, and its metrics are not part of this assembly",
                part.name.text
            )));
        }
        let of = self.known_type(part)?;
        let Some(metric) = of.metric(member) else {
            return Err(refused(format!("`{}` has no metric `{member}`", part.name.text)));
        };
        if !self.is_load(of, metric) {
            return Err(refused(format!("`{member}` is not a load metric, and only load metrics can be promoted")));
        }
        let source = format!("{}.{member}", part.name.text);
        let there = self
            .descriptor
            .metrics
            .iter()
            .find(|metric| metric.source_metric.as_ref().is_some_and(|text| text.value == source));
        if let Some(there) = there {
            return Err(refused(format!("`{source}` is already promoted, as `{}`", there.name.text)));
        }
        let candidates = [member, &format!("{}_{member}", part.name.text)];
        let name = new_name(name, &candidates, "_", |name| self.descriptor.metric(name).is_some())?;
        put(draft, "metrics", &name, &mapping([("source-metric", source.into())]))?;
        Ok(name)
    }

    fn known_type(&self, part: &Component) -> Result<&'a Descriptor, EditError> {
        let unknown = || refused(format!("the type of `{}` is not in the catalog", part.name.text));
        self.type_of(part).map(|(_, of)| of).ok_or_else(unknown)
    }
}

/// The requested name if it is free, otherwise the first free one of `candidates`.
fn new_name(
    wanted: Option<&str>,
    candidates: &[&str],
    separator: &str,
    taken: impl Fn(&str) -> bool,
) -> Result<SmolStr, EditError> {
    match wanted {
        Some(name) if taken(name) => Err(EditError::Exists(name.to_owned())),
        Some(name) => Ok(name.into()),
        None => {
            let plain = candidates.iter().copied().find(|name| !taken(name));
            let last = candidates.last().copied().unwrap_or("property");
            Ok(plain.map_or_else(|| free(last, separator, &taken), SmolStr::from))
        }
    }
}

/// The types that a property uses: its own, and those of its entries at any depth.
pub fn types_of(property: &Property) -> Vec<SmolStr> {
    let mut names: Vec<SmolStr> = property.type_name.iter().map(|type_name| type_name.value.clone()).collect();
    let mut schema = property.entry_schema.as_ref();
    while let Some(node) = schema {
        names.extend(entry_type(node).map(|text| text.value));
        schema = entry_schema(node);
    }
    names.retain(|name| !PROPERTY_TYPES.contains(&name.as_str()));
    names
}

/// Copies the node at `from` in `file`, as written, to `key` of the mapping at `to`; does nothing if it is missing.
pub fn copy_into(
    draft: &mut Draft,
    file: &SourceFile,
    from: &NodePath,
    to: &NodePath,
    key: &str,
) -> Result<(), EditError> {
    let Some(node) = file.root.as_ref().and_then(|root| root.at(from)) else { return Ok(()) };
    let raw = node.span.of(&file.text);
    let value = plain::value(node);
    let is_block = node.as_scalar().is_none() && !raw.starts_with(['{', '[']);
    let one_line =
        !is_block && !node.span.is_empty() && !raw.contains('\n') && !raw.contains(" #") && node.properties.is_none();
    let place = InsertAt::Last;
    let block = file.tree.root().and_then(|root| root.at(from)).is_some_and(|own| own.span == node.span);
    if one_line && block && node.span != Span::default() {
        return draft.paste(to, &Piece::line(key, raw, value), place);
    }
    match file.draft().copy(from) {
        Ok(piece) => draft.paste(to, &piece.without_comments().named(key), place),
        // The text uses an anchor, so copy the value instead.
        Err(_) => draft.insert(to, key, &value, place),
    }
}
