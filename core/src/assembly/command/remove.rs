//! Removes items with everything that refers to them, in all files, and unmaps properties.

use crate::assembly;
use crate::assembly::context;
use crate::assembly::interpolation::Interpolation;
use crate::assembly::model::{DataType, Property, Text};
use crate::edit::{EditError, TextEdit};
use crate::sorted_map::SortedSet;
use crate::symbol::{Context, Mention, Removed, Target};
use crate::syntax::{Node, NodePath, Step};
use crate::text::Span;

use super::Subject;
use super::section::{is_there, remove_if_empty, remove_if_there};

impl Subject<'_> {
    /// The paths to remove for `paths`, without dependent ones, and the title of the change. Removing a mapping keeps
    /// the other keys of the property.
    pub fn removal(&self, paths: &[NodePath]) -> Result<(String, SortedSet<NodePath>), EditError> {
        let draft = self.file.draft();
        let mut places = SortedSet::new();
        let mut unmapped = 0;
        for path in paths {
            let mapped = self.descriptor.all_properties().any(|found| found.name.path == *path && is_mapping(found));
            let root = draft.tree().root();
            let more = root.and_then(|root| root.at(path)).is_some_and(|node| node.entries().len() > 1);
            let own = path.steps().len() == 2;
            let place = if mapped && (own || more) { path.key("value") } else { path.clone() };
            if !is_there(&draft, &place) {
                // Reports why it cannot be removed.
                draft.clone().remove(&place)?;
            }
            unmapped += usize::from(mapped);
            places.insert(place);
        }
        let verb = if unmapped > 0 && unmapped == paths.len() { "Unmap" } else { "Remove" };
        let title = match paths {
            [path] => format!("{verb} {}", path.last_key().unwrap_or("item")),
            _ if verb == "Unmap" => format!("Unmap {} properties", paths.len()),
            _ => format!("Remove {} items", paths.len()),
        };
        Ok((title, places))
    }

    /// The paths in this file that refer to something that is `gone`; `mentions` are those of the file. References to
    /// these paths are not included yet.
    pub fn followers(&self, mentions: &[Mention], gone: &Removed) -> Vec<NodePath> {
        let own = gone.get(&self.file.path);
        let concerned = mentions.iter().filter(|mention| is_gone(&mention.target, gone));
        let (mut found, mut items) = (Vec::new(), SortedSet::new());
        for mention in concerned {
            let path = &mention.path;
            match mention.context {
                // A missing component type, or an expression that chooses one, is reported as a finding instead.
                context::COMPONENT_TYPE | context::REFERENCE_TYPE | context::TYPE_VARIABLE | Context::NAME => {}
                context::PROPERTY_TYPE => found.extend(self.places(mention).into_iter().map(|place| {
                    let schema = place.parent().filter(|parent| parent != path && place.last_key() == Some("type"));
                    // An entry schema without other keys is removed as a whole.
                    schema.filter(|schema| self.entries(schema) == 1).unwrap_or(place)
                })),
                context::DERIVED_FROM => found.extend(self.places(mention)),
                context::UPGRADE_DEPENDENCY
                | context::RELATIONSHIP_OPERATION
                | context::SOURCE_CAPABILITY
                | context::TARGET_REQUIREMENT => items.extend(self.places(mention)),
                context::PROMOTED_OPERATION
                | context::PROMOTED_METRIC
                | context::POLICY_METRIC
                | context::POLICY_TARGET
                | context::PROPERTY_KEY => found.push(path.clone()),
                context::OPERATION_INPUT => {
                    let mut others = mentions.iter().filter(|other| other.span == mention.span);
                    if !others.any(|other| other.context == mention.context && !is_gone(&other.target, gone)) {
                        found.push(path.clone());
                    }
                }
                context::MEMBER if self.loses_type(mention, gone) => {}
                context::MEMBER if self.file.key_span(path) == Some(mention.span) => found.push(path.clone()),
                _ => found.push(valued(path)),
            }
        }
        let goes = |place: &NodePath| items.contains(place) || own.is_some_and(|own| own.contains(place));
        let root = self.file.root.as_deref();
        for relationship in &self.descriptor.relationships {
            let path = &relationship.name.path;
            if !items.iter().any(|item| item.starts_with(path)) {
                continue;
            }
            let all_go = |texts: &[Text]| {
                let mut places = texts.iter().map(|text| places(root, path, text.span));
                !texts.is_empty() && places.all(|places| places.iter().any(goes))
            };
            if all_go(&relationship.source_capabilities) || all_go(&relationship.target_requirements) {
                found.push(path.clone());
            }
        }
        for item in &items {
            let list = item.split_last().filter(|(_, step)| matches!(step, Step::Index(_))).map(|(list, _)| list);
            let count = |list: &NodePath| root.and_then(|root| root.at(list)).map_or(0, |node| node.items().len());
            let emptied = list.filter(|list| (0..count(list)).all(|index| goes(&list.index(index))));
            found.push(emptied.unwrap_or_else(|| item.clone()));
        }
        let layout = |path: &NodePath| match path.steps() {
            [Step::Key(section), Step::Key(name)] if matches!(section.as_str(), "composition" | "references") => {
                Some(NodePath::keys(["designerLayout", "elements", name])).filter(|path| is_node(root, path))
            }
            _ => None,
        };
        let layouts: Vec<NodePath> = own.into_iter().flatten().chain(&found).filter_map(layout).collect();
        found.extend(layouts);
        found.retain(|path| own.is_none_or(|own| !own.iter().any(|outer| path.starts_with(outer))));
        found
    }

    /// Removes these paths, and optional sections that become empty.
    pub fn cut(&self, gone: &SortedSet<NodePath>) -> Result<TextEdit, EditError> {
        let mut draft = self.file.draft();
        // Backwards, so that indices stay valid.
        for place in gone.iter().rev() {
            let within = gone.iter().any(|outer| outer != place && place.starts_with(outer));
            if !within {
                remove_if_there(&mut draft, place)?;
            }
        }
        for section in SECTIONS.map(|name| NodePath::keys([name])) {
            if gone.iter().any(|place| place.starts_with(&section)) {
                remove_if_empty(&mut draft, &section)?;
            }
        }
        Ok(draft.finish())
    }

    /// Whether a key or path segment stays valid because no data type declares it any more.
    fn loses_type(&self, mention: &Mention, gone: &Removed) -> bool {
        let Target::Found { file, path } = &mention.target else { return false };
        let Some(places) = gone.get(file).filter(|places| !places.contains(path)) else { return false };
        let base = path.steps().get(1).and_then(|step| match step {
            Step::Key(name) => Some(name),
            Step::Index(_) => None,
        });
        let Some(descriptor) = self.workspace.file(file).and_then(|file| assembly::descriptor(file)) else {
            return false;
        };
        let mut left = descriptor.data_types.iter();
        let derives = |data_type: &DataType| data_type.derived_from.as_ref().map(|text| &text.value) == base;
        !left.any(|data_type| derives(data_type) && !places.contains(&data_type.name.path))
    }

    /// The paths of the scalar that holds a mention; several if it is an alias.
    fn places(&self, mention: &Mention) -> Vec<NodePath> {
        places(self.file.root.as_deref(), &mention.path, mention.span)
    }

    fn entries(&self, path: &NodePath) -> usize {
        let node = self.file.root.as_deref().and_then(|root| root.at(path));
        node.map_or(0, |node| node.entries().len())
    }
}

/// Sections that may be left out when empty.
const SECTIONS: [&str; 8] =
    ["references", "relationships", "operations", "data-types", "capabilities", "requirements", "metrics", "policies"];

fn is_gone(target: &Target, gone: &Removed) -> bool {
    let Target::Found { file, path } = target else { return false };
    gone.get(file).is_some_and(|places| places.iter().any(|place| path.starts_with(place)))
}

fn is_node(root: Option<&Node>, path: &NodePath) -> bool {
    root.is_some_and(|root| root.at(path).is_some())
}

/// The path to remove for a value that reads something removed: in a component or relationship the whole property, so that
/// its own default applies; elsewhere only the value.
fn valued(path: &NodePath) -> NodePath {
    let steps = path.steps();
    let is = |at: usize, names: &[&str]| matches!(steps.get(at), Some(Step::Key(key)) if names.contains(&key.as_str()));
    let length = match () {
        () if is(2, &["value", "default"]) && is(0, &["properties", "private-properties"]) => 3,
        () if is(2, &["properties"]) && is(4, &["value"]) && is(0, &["composition", "references", "relationships"]) => {
            4
        }
        () if is(2, &["properties"]) && is(4, &["value", "default"]) => 5,
        () => return path.clone(),
    };
    let mut path = path.clone();
    while path.steps().len() > length {
        path = path.parent().unwrap_or_default();
    }
    path
}

/// The scalars at and below `path` that contain `span`.
fn places(root: Option<&Node>, path: &NodePath, span: Span) -> Vec<NodePath> {
    let mut found = Vec::new();
    let mut queue: Vec<(NodePath, &Node)> =
        root.and_then(|root| root.at(path)).map(|node| (path.clone(), node)).into_iter().collect();
    while let Some((path, node)) = queue.pop() {
        if node.as_scalar().is_some() && node.span.contains(span) {
            found.push(path.clone());
        }
        let entries = node.entries().iter().filter_map(|entry| Some((path.key(entry.key.as_text()?), &entry.value)));
        queue.extend(entries);
        queue.extend(node.items().iter().enumerate().map(|(index, item)| (path.index(index), item)));
    }
    found
}

/// Whether the value of the property contains references.
pub fn is_mapping(property: &Property) -> bool {
    property.value.as_ref().is_some_and(refers)
}

fn refers(node: &Node) -> bool {
    Interpolation::of(node, "").references().next().is_some()
        || node.entries().iter().any(|entry| refers(&entry.value))
        || node.items().iter().any(refers)
}
