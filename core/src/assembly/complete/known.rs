//! Keywords and catalog values, where the schema allows any text.

use crate::assembly;
use crate::assembly::command::Subject;
use crate::assembly::keywords::{self, Keyword};
use crate::assembly::model::DescriptorKind;
use crate::assembly::schema::{DOCUMENTATION, DRIVER};
use crate::completion::cursor::CursorContext;
use crate::completion::{Completion, CompletionKind};
use crate::sorted_map::SortedMap;
use crate::sorting::Sorting;
use crate::syntax::{Node, NodePath, Step};
use crate::text::Span;

/// The key under which a driver lists the types of infrastructure that it supports.
const INFRASTRUCTURE_TYPE: &str = "infrastructure-type";

impl Subject<'_> {
    /// Values for fields of free text.
    pub(super) fn known_values(&self, cursor: &CursorContext) -> Vec<Completion> {
        let descriptor = self.descriptor;
        let steps = cursor.path.steps();
        match (keys(&cursor.path).as_slice(), steps.last()) {
            ([section @ ("capabilities" | "requirements"), _, "type"], _) => self.exchanged(section, cursor.replaces),
            (["metrics", _, "type"], _) => words(&keywords::METRICS, cursor.replaces),
            (["lifecycle"], Some(Step::Index(_))) if descriptor.kind == DescriptorKind::Resource => {
                let other = |name: &str| {
                    !descriptor.lifecycle.iter().any(|found| {
                        let here = cursor.replaces.touches(found.span.start as usize);
                        found.value == name && !here
                    })
                };
                let mut items = words(&keywords::TRANSITIONS, cursor.replaces);
                items.retain(|item| other(&item.label));
                items
            }
            ([.., "selector", INFRASTRUCTURE_TYPE], Some(Step::Index(_))) => self.infrastructure(cursor.replaces),
            _ => Vec::new(),
        }
    }

    /// Keys for mappings with free keys.
    pub(super) fn known_keys(&self, cursor: &CursorContext) -> Vec<Completion> {
        let descriptor = self.descriptor;
        let at = cursor.replaces;
        let resource = descriptor.kind == DescriptorKind::Resource;
        match keys(&cursor.parent).as_slice() {
            ["lifecycle"] if resource => words(&keywords::TRANSITIONS, at),
            ["infrastructure"] if resource => {
                let mut known = self.infrastructure(at);
                known.retain(|item| item.label != "*");
                known
            }
            ["policies", policy, "properties"] => {
                let policy = descriptor.policies.iter().find(|found| found.name.text == *policy);
                let heals = policy.and_then(|policy| policy.type_name.as_ref());
                let heals = heals.map_or(resource, |type_name| type_name.value == "policy::heal");
                let mut items = words(&keywords::POLICY_PROPERTIES, at);
                items.retain(|item| !heals || item.label == "smoothing");
                items
            }
            ["policies", _, "properties", _] => vec![word("value", "The number, or a single `${property}`.", at)],
            ["default-driver", _] => {
                DRIVER.fields.iter().map(|field| word(field.name, DOCUMENTATION.of_field(field), at)).collect()
            }
            ["default-driver", _, "selector"] | [.., "drivers", _, "selector"] => {
                vec![word(INFRASTRUCTURE_TYPE, "The types of infrastructure that the driver supports.", at)]
            }
            _ => Vec::new(),
        }
    }

    /// Types of capabilities and requirements in the catalog, those that match the other side first.
    fn exchanged(&self, section: &str, replaces: Span) -> Vec<Completion> {
        let mut types: SortedMap<&str, [usize; 2]> = SortedMap::new();
        for file in self.workspace.files() {
            let Some(descriptor) = assembly::descriptor(file) else { continue };
            for (side, things) in [&descriptor.capabilities, &descriptor.requirements].into_iter().enumerate() {
                for type_name in things.iter().filter_map(|thing| thing.type_name.as_ref()) {
                    types.entry(type_name.value.as_str()).or_default()[side] += 1;
                }
            }
        }
        let other = usize::from(section == "capabilities");
        let mut types: Vec<_> = types.into_iter().filter(|(name, _)| !name.is_empty()).collect();
        types.order_by_key(|(name, counts)| (counts[other] == 0, *name));
        let items = types.into_iter().map(|(name, [provided, needed])| Completion {
            detail: format!("provided {provided} times, required {needed} times"),
            ..word(name, "", replaces)
        });
        items.collect()
    }

    /// The types of infrastructure that drivers and resources of the catalog use; `*` matches all.
    fn infrastructure(&self, replaces: Span) -> Vec<Completion> {
        let mut types: SortedMap<String, usize> = SortedMap::new();
        let resources = self
            .workspace
            .files()
            .filter(|file| assembly::descriptor(file).is_some_and(|found| found.kind == DescriptorKind::Resource));
        for root in resources.filter_map(|file| file.root.as_ref()) {
            let section = root.get("infrastructure");
            let keys = section.map_or(&[][..], Node::entries).iter().filter_map(|entry| entry.key.as_text());
            let mut named: Vec<&str> = keys.collect();
            let drivers = root.get("default-driver").into_iter().chain(
                ["lifecycle", "operations"]
                    .iter()
                    .filter_map(|section| root.get(section))
                    .flat_map(Node::entries)
                    .filter_map(|entry| entry.value.get("drivers")),
            );
            for driver in drivers.flat_map(Node::entries) {
                let listed = driver.value.get("selector").and_then(|selector| selector.get(INFRASTRUCTURE_TYPE));
                named.extend(listed.map_or(&[][..], Node::items).iter().filter_map(Node::as_text));
            }
            for name in named.into_iter().filter(|name| *name != "*" && !name.is_empty()) {
                *types.entry(name.to_owned()).or_default() += 1;
            }
        }
        let all = Completion { insert: "'*'".to_owned(), ..word("*", "Any type of infrastructure.", replaces) };
        let items = types.into_iter().map(|(name, count)| {
            let detail = if count == 1 { "used once".to_owned() } else { format!("used {count} times") };
            Completion { detail, ..word(&name, "", replaces) }
        });
        [all].into_iter().chain(items).collect()
    }
}

/// The keys of a path, without list indices.
fn keys(path: &NodePath) -> Vec<&str> {
    let keys = path.steps().iter().filter_map(|step| match step {
        Step::Key(key) => Some(key.as_str()),
        Step::Index(_) => None,
    });
    keys.collect()
}

fn words(words: &[Keyword], replaces: Span) -> Vec<Completion> {
    words.iter().map(|(name, doc)| word(name, doc, replaces)).collect()
}

fn word(label: &str, doc: &str, replaces: Span) -> Completion {
    Completion {
        label: label.to_owned(),
        insert: label.to_owned(),
        replaces,
        kind: CompletionKind::Word,
        detail: String::new(),
        doc: doc.to_owned(),
        also: None,
    }
}
