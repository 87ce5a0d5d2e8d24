//! Parts and other things that go, with everything that mentions them; mappings that are undone.

use smol_str::SmolStr;

use crate::assembly::interpolation::Interpolation;
use crate::assembly::model::{Policy, Property, Text};
use crate::assembly::values::{Role, values};
use crate::edit::EditError;
use crate::syntax::patch::Draft;
use crate::syntax::{Node, NodePath};

use super::Subject;
use super::section::{remove_if_empty, remove_if_there, remove_items};

impl Subject<'_> {
    pub(super) fn remove(self, draft: &mut Draft, paths: &[NodePath]) -> Result<String, EditError> {
        let mut gone = Vec::new();
        let mut unmapped = 0;
        // What lies in something else that goes, goes with it.
        let within = |path: &NodePath| paths.iter().any(|outer| outer != path && path.starts_with(outer));
        for path in paths.iter().filter(|path| !within(path)) {
            match self.part(path) {
                Ok(part) => gone.push(part.name.text.clone()),
                Err(_) => unmapped += usize::from(self.remove_path(draft, path)?),
            }
        }
        if !gone.is_empty() {
            self.remove_parts(draft, &gone)?;
        }
        let verb = if unmapped > 0 && unmapped == paths.len() { "Unmap" } else { "Remove" };
        Ok(match paths {
            [path] => format!("{verb} {}", path.last_key().unwrap_or("item")),
            _ if verb == "Unmap" => format!("Unmap {} properties", paths.len()),
            _ => format!("Remove {} items", paths.len()),
        })
    }

    /// A relationship, a property or anything else with a path of its own; whether it was a mapping that was undone.
    /// Of a mapping, what else is said of the property stays.
    fn remove_path(&self, draft: &mut Draft, path: &NodePath) -> Result<bool, EditError> {
        let mapped =
            self.descriptor.all_properties().find(|property| property.name.path == *path && is_mapping(property));
        if let Some(property) = mapped {
            let own = property.name.path.steps().len() == 2;
            let root = draft.tree().root();
            let more = root.and_then(|root| root.at(path)).is_some_and(|node| node.entries().len() > 1);
            draft.remove(&if own || more { path.key("value") } else { path.clone() })?;
            return Ok(true);
        }
        draft.remove(path)?;
        if let Some(property) = self.descriptor.properties.iter().find(|property| property.name.path == *path) {
            self.remove_readers(draft, &property.name.text)?;
        }
        if let Some(metric) = self.descriptor.metrics.iter().find(|metric| metric.name.path == *path) {
            let watches = |policy: &&Policy| policy.metric.as_ref().is_some_and(|name| name.value == metric.name.text);
            for policy in self.descriptor.policies.iter().filter(watches) {
                remove_if_there(draft, &policy.name.path)?;
            }
            remove_if_empty(draft, &NodePath::keys(["policies"]))?;
        }
        match path.parent() {
            Some(section) if SECTIONS.into_iter().any(|name| section == NodePath::keys([name])) => {
                remove_if_empty(draft, &section)?;
            }
            _ => {}
        }
        Ok(false)
    }

    /// Takes away what is given the value of a property of the assembly that is gone.
    fn remove_readers(&self, draft: &mut Draft, name: &str) -> Result<(), EditError> {
        for value in values(self.descriptor) {
            let reads = Interpolation::of(value.node, "").references().any(|reference| {
                let of_part = reference.name(1).is_some() && self.descriptor.part(reference.head()).is_some();
                reference.head() == name && !of_part
            });
            if !reads {
                continue;
            }
            let path = match value.role {
                Role::Value(property) if property.name.path.steps().len() == 2 => property.name.path.key("value"),
                Role::Value(property) => property.name.path.clone(),
                Role::Default(property) => property.name.path.key("default"),
                Role::Quantity | Role::Items | Role::ClusterBound | Role::PublicationPeriod | Role::PolicyProperty => {
                    value.path.clone()
                }
            };
            remove_if_there(draft, &path)?;
        }
        Ok(())
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
        // A metric that is gone takes the policies with it that watch it.
        let metrics = self.descriptor.metrics.iter();
        let metrics: Vec<_> = metrics
            .filter(|metric| metric.source_metric.as_ref().is_some_and(|source| is_gone(&source.value)))
            .collect();
        for metric in &metrics {
            remove_if_there(draft, &metric.name.path)?;
        }
        for policy in &self.descriptor.policies {
            let mentions = [&policy.metric, &policy.target];
            let mentioned = mentions.into_iter().flatten().any(|text| is_gone(&text.value));
            let unwatched =
                policy.metric.as_ref().is_some_and(|name| metrics.iter().any(|metric| metric.name.text == name.value));
            if mentioned || unwatched {
                remove_if_there(draft, &policy.name.path)?;
            }
        }
        self.remove_values(draft, &is_gone)?;
        for name in gone {
            let section = if self.descriptor.component(name).is_some() { "composition" } else { "references" };
            remove_if_there(draft, &NodePath::keys([section, name]))?;
            remove_if_there(draft, &NodePath::keys(["designerLayout", "elements", name]))?;
        }
        for section in SECTIONS {
            remove_if_empty(draft, &NodePath::keys([section]))?;
        }
        Ok(())
    }

    /// Takes away the values that read something gone: of a component the whole property, whose own default holds
    /// then; of the assembly the value alone.
    fn remove_values(&self, draft: &mut Draft, is_gone: &impl Fn(&str) -> bool) -> Result<(), EditError> {
        for property in self.descriptor.all_properties() {
            let path = &property.name.path;
            let is_read = |node: &Option<Node>| node.as_ref().is_some_and(|node| reads(node, is_gone));
            if is_read(&property.default) {
                remove_if_there(draft, &path.key("default"))?;
            }
            if is_read(&property.value) {
                let own = path.steps().len() == 2;
                remove_if_there(draft, &if own { path.key("value") } else { path.clone() })?;
            }
        }
        Ok(())
    }
}

/// The sections that need not be there when they are empty.
const SECTIONS: [&str; 7] =
    ["references", "relationships", "operations", "capabilities", "requirements", "metrics", "policies"];

/// Whether the property has a value that refers to others.
pub fn is_mapping(property: &Property) -> bool {
    property.value.as_ref().is_some_and(refers)
}

fn refers(node: &Node) -> bool {
    Interpolation::of(node, "").references().next().is_some()
        || node.entries().iter().any(|entry| refers(&entry.value))
        || node.items().iter().any(refers)
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
