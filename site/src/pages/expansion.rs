//! The expansion of a descriptor installed with its default values: an excerpt on its page and in its JSON. The command
//! `expand` prints all of it.

mod mapping;

use std::fmt::{self, Write as _};

use descriptorium_core::assembly::descriptor;
use descriptorium_core::assembly::expansion::{Expansion, Group, Inputs, Instance, InstanceKind, Intent, Multiplicity};
use descriptorium_core::assembly::expansion::{codes::REQUIRED_UNSET, expand};
use descriptorium_core::diagnostic::{Diagnostic, Severity};
use descriptorium_core::document::descriptor::Excerpt;
use descriptorium_core::document::preview;
use descriptorium_core::preview::plan::{Action, Plan};
use descriptorium_core::preview::{InputField, ItemProperty, Origin, PartialValue};
use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::text::{FilePath, floor_boundary};
use descriptorium_core::workspace::{SourceFile, Workspace};
use hashbrown::HashMap;

use crate::content::{Content, Element};
use crate::finding::plural;
use crate::html::Href;
use crate::pages::fingerprints::around;
use crate::pages::layout::{folded, heading, more, more_items};
use crate::pages::{Page, name};
use mapping::{Mapping, Reference};

/// Maximum number of instances, and of instances in one group, whose members are alike.
const MAX_INSTANCES: usize = 40;
const MAX_OF_GROUP: usize = 3;
/// Maximum number of values per instance, of bytes per value, and of bytes in total.
const MAX_VALUES: usize = 24;
const MAX_VALUE: usize = 160;
const MAX_TEXT: usize = 16 << 10;
/// Number of stages of the plan and of actions per stage that are shown at first; maximum number of others that can be opened.
const MAX_STAGES: usize = 24;
const MAX_ACTIONS: usize = 24;
const MAX_OTHER_ACTIONS: usize = 500;
/// Maximum number of instances without a row whose names can be opened.
const MAX_NAMED: usize = 200;
/// Maximum number of errors.
const MAX_ERRORS: usize = 5;
/// Maximum indentation of rows.
const MAX_INDENT: usize = 6;

/// The part of an expansion that is shown.
#[derive(Debug)]
pub struct Expanded {
    /// Inputs without a default value.
    unset: Vec<InputField>,
    /// The number of instances by kind, without the root.
    counts: Vec<(InstanceKind, usize)>,
    n_relationships: usize,
    n_stages: usize,
    /// Whether the size of some groups is known only at run time.
    is_open: bool,
    rows: Vec<Row>,
    /// The names and types of the first instances without a row, and the number of all of them.
    others: Vec<(String, String)>,
    n_left: usize,
    /// The first stages.
    stages: Vec<Stage>,
    errors: Vec<Diagnostic>,
}

/// The first actions of a stage, and the number of others.
#[derive(Debug)]
struct Stage {
    actions: Vec<Action>,
    n_left: usize,
}

/// An instance with a row.
#[derive(Debug)]
struct Row {
    instance: Instance,
    depth: usize,
    /// The first values; those that equal their defaults come last.
    values: Vec<ShownValue>,
    n_values: usize,
    /// The number of values that come from its descriptor: defaults and fixed values.
    n_defaults: usize,
    /// The number of members, for a group.
    n_members: usize,
}

/// A value as text, possibly truncated.
#[derive(Debug)]
struct ShownValue {
    property: ItemProperty,
    text: String,
    is_whole: bool,
}

impl Expanded {
    /// `None` if the descriptor has no instances other than itself, or they are unknown.
    pub fn of(page: &Page<'_>, file: &SourceFile) -> Option<Self> {
        let descriptor = descriptor(file)?;
        if descriptor.composition.is_empty() && descriptor.references.is_empty() {
            return None;
        }
        let expansion = expansion(page, &file.path);
        let unset = page.checked.analysis.input_fields(&file.path).into_iter().filter(|field| field.default.is_none());
        Some(Expanded::cut(expansion, unset.collect())).filter(|expanded| !expanded.rows.is_empty())
    }

    fn cut(expansion: Expansion, unset: Vec<InputField>) -> Self {
        let Expansion { instances, relationships, plan, diagnostics, .. } = expansion;
        let kinds = [InstanceKind::Assembly, InstanceKind::Resource, InstanceKind::Reference, InstanceKind::Unresolved];
        let below = instances.get(1..).unwrap_or_default();
        let counts = kinds.map(|kind| (kind, below.iter().filter(|instance| instance.kind == kind).count()));
        let is_open = below.iter().any(|one| one.group.as_ref().is_some_and(|group| group.count.is_none()));
        let (rows, others, n_left) = rows(instances);
        let n_stages = plan.stages.len();
        let mut room = MAX_OTHER_ACTIONS;
        let stages = plan.stages.into_iter().enumerate().map_while(|(at, mut actions)| {
            let n_first = if at < MAX_STAGES { MAX_ACTIONS } else { 0 };
            let n_kept = actions.len().min(n_first + room);
            room -= n_kept.saturating_sub(n_first);
            let n_left = actions.len() - n_kept;
            actions.truncate(n_kept);
            actions.iter_mut().for_each(|action| action.reasons.clear());
            (at < MAX_STAGES || n_left == 0).then_some(Stage { actions, n_left })
        });
        // Missing values are reported for the inputs.
        let errors =
            diagnostics.into_iter().filter(|one| one.severity == Severity::Error && one.code != REQUIRED_UNSET);
        Expanded {
            unset,
            counts: counts.into_iter().filter(|(_, count)| *count > 0).collect(),
            n_relationships: relationships.len(),
            n_stages,
            is_open,
            rows,
            others,
            n_left,
            stages: stages.collect(),
            errors: errors.take(MAX_ERRORS).collect(),
        }
    }

    /// `2 assemblies, 12 resources and 1 reference`.
    fn counted(&self) -> String {
        let parts: Vec<String> = self
            .counts
            .iter()
            .map(|(kind, count)| match kind {
                InstanceKind::Assembly if *count > 1 => format!("{count} assemblies"),
                InstanceKind::Unresolved => format!("{count} of unknown type"),
                kind => plural(*count, kind.name()),
            })
            .collect();
        let text = match parts.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
            None => "nothing".to_owned(),
        };
        if self.is_open { format!("at least {text}") } else { text }
    }
}

/// Expands the descriptor in `file`. A type computed by an expression is looked up only among the descriptors that the
/// file names, so that the page does not depend on which other files are loaded.
fn expansion(page: &Page<'_>, file: &FilePath) -> Expansion {
    let (inputs, intent, typing) = (Inputs::default(), Intent::Install, page.site.settings.profile.typing());
    let analysis = &page.checked.analysis;
    let found = expand(analysis.workspace(), analysis.catalog(), typing, file, &inputs, &intent);
    let is_named = |instance: &Instance| {
        let (Some((user, path)), Some(of)) = (&instance.origin, DescriptorRef::parse(&instance.type_name)) else {
            return false;
        };
        let uses = page.site.facts(user).map_or(&[][..], |facts| &facts.type_uses);
        uses.iter().any(|one| one.path == *path && one.of.kind == of.kind && one.of.name == of.name)
    };
    if found.instances.iter().all(|instance| !instance.dynamic_type || is_named(instance)) {
        return found;
    }
    let near = around(page.site, [file]);
    let files = near.into_iter().filter_map(|near| page.checked.analysis.file(near)).cloned();
    expand(&Workspace::default().with(files), &page.site.catalog, typing, file, &inputs, &intent)
}

/// The rows of the first instances, the names and types of the first ones without a row, and the number of those.
fn rows(instances: Vec<Instance>) -> (Vec<Row>, Vec<(String, String)>, usize) {
    let (mut rows, mut others): (Vec<Row>, Vec<(String, String)>) = (Vec::new(), Vec::new());
    let mut n_left = 0;
    // A group is not an instance itself.
    let mut leave = |instance: &Instance| {
        if instance.kind == InstanceKind::Group {
            return;
        }
        n_left += 1;
        if others.len() < MAX_NAMED {
            others.push((instance.name.clone(), instance.type_name.clone()));
        }
    };
    let mut instances = instances.into_iter();
    // The root has no row, since the page is about it.
    let Some(root) = instances.next() else { return (rows, others, 0) };
    let mut is_full = false;
    let mut shown: HashMap<String, usize> = HashMap::new();
    // Chosen values come first, so that defaults do not use up their space.
    let (mut room, mut room_of_defaults) = (MAX_TEXT, MAX_TEXT);
    for mut instance in instances {
        let Some(parent) = instance.parent.as_ref().filter(|_| !is_full) else {
            leave(&instance);
            continue;
        };
        let above = shown.get(parent).copied();
        if above.is_none() && *parent != root.name {
            leave(&instance); // Its parent is not shown.
            continue;
        }
        let row = above.and_then(|above| rows.get_mut(above));
        let depth = row.as_ref().map_or(0, |row| row.depth + 1);
        if let Some(row) = row.filter(|row| row.instance.kind == InstanceKind::Group) {
            row.n_members += 1;
            if row.n_members > MAX_OF_GROUP {
                leave(&instance);
                continue;
            }
        }
        if rows.len() >= MAX_INSTANCES {
            is_full = true;
            leave(&instance);
            continue;
        }
        let properties = std::mem::take(&mut instance.properties);
        let n_values = properties.len();
        let (defaults, decided): (Vec<_>, Vec<_>) = properties.into_iter().partition(is_default);
        let n_defaults = defaults.len();
        let mut values = Vec::new();
        for (properties, room) in [(decided, &mut room), (defaults, &mut room_of_defaults)] {
            for property in properties {
                if values.len() < MAX_VALUES && *room > 0 {
                    let (text, is_whole) = beginning(&property.value);
                    *room = room.saturating_sub(property.name.len() + text.len());
                    values.push(ShownValue { property, text, is_whole });
                }
            }
        }
        // References are known only in their assembly, and have no children.
        if instance.kind != InstanceKind::Reference {
            shown.insert(instance.name.clone(), rows.len());
        }
        rows.push(Row { instance, depth, values, n_values, n_defaults, n_members: 0 });
    }
    (rows, others, n_left)
}

/// Whether the value comes from the descriptor of the instance.
fn is_default(property: &ItemProperty) -> bool {
    matches!(property.origin, Origin::Default | Origin::Static)
}

/// A value as text, and whether it is complete.
fn beginning(value: &PartialValue) -> (String, bool) {
    /// A writer that stops at a maximum number of bytes.
    struct Cut(String);
    impl fmt::Write for Cut {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            let room = MAX_VALUE - self.0.len();
            let end = floor_boundary(text, room);
            self.0.push_str(&text[..end]);
            if end < text.len() { Err(fmt::Error) } else { Ok(()) }
        }
    }
    let mut cut = Cut(String::new());
    let is_whole = write!(cut, "{value}").is_ok();
    (cut.0, is_whole)
}

impl Row {
    /// The number of values that are not shown.
    fn n_more_values(&self) -> usize {
        self.n_values - self.values.len()
    }

    /// The name without that of the parent: `gw__1` for `video__gw__1` in `video`.
    fn local_name(&self) -> &str {
        let Instance { name, parent, .. } = &self.instance;
        let rest = parent.as_deref().and_then(|parent| name.strip_prefix(parent)?.strip_prefix("__"));
        rest.unwrap_or(name)
    }

    /// Describes the members of a group and their number.
    fn grouped(&self) -> Option<String> {
        let Group { multiplicity, count, minimum, maximum, increment } = self.instance.group.as_ref()?;
        let count = match count {
            Some(count) => plural(usize::try_from(*count).unwrap_or(usize::MAX), "instance"),
            None => "a number of instances known only at run time".to_owned(),
        };
        let mut text = match multiplicity {
            Multiplicity::Quantity => count,
            Multiplicity::Cluster => format!("cluster of {count}"),
            Multiplicity::List => format!("{count}, one for each item of a list"),
            Multiplicity::Map => format!("{count}, one for each entry of a map"),
        };
        if *multiplicity == Multiplicity::Cluster {
            text += &minimum.map_or_else(String::new, |minimum| format!(", at least {minimum}"));
            text += &maximum.map_or_else(String::new, |maximum| format!(", at most {maximum}"));
            text += &increment.filter(|by| *by > 1).map_or_else(String::new, |by| format!(", in steps of {by}"));
        }
        if self.n_members > MAX_OF_GROUP {
            text += &format!("; the first {MAX_OF_GROUP} are shown");
        }
        Some(text)
    }
}

/// The section on the page of the descriptor.
pub fn section(page: &Page<'_>, content: &mut Content, file: &SourceFile, contents: &mut Vec<(String, String)>) {
    let Some(expanded) = page.expanded(file) else { return };
    content.element(Element::Section, "", |content| {
        heading(content, "expansion", "Expansion");
        content.element(Element::Paragraph, "note", |content| {
            content.text("With the default values of its properties, this descriptor expands to ");
            content.text(&expanded.counted());
            content.text(". Values known only at run time are in angle brackets.");
        });
        unset(expanded, content);
        for error in &expanded.errors {
            content.element(Element::Paragraph, "error", |content| match page.to_code(error.code) {
                Some(code) => content.link(&code, "error", |content| content.text(&error.message)),
                None => content.text(&error.message),
            });
        }
        content.element(Element::Group, "scroll", |content| {
            content.table("instances", &["Instance", "Type", "Values"], |content| {
                expanded.rows.iter().for_each(|row| write_row(page, content, row))
            });
        });
        others(expanded, content);
        stages(expanded, content);
        content.element_with(Element::Paragraph, &[("class", "note"), ("id", WHOLE)], |content| {
            content.text("To see everything, or to use other values and intents, run ");
            content.code(&command(file));
        });
    });
    contents.push(("expansion".to_owned(), "Expansion".to_owned()));
}

/// The id of the note with the command that prints the whole expansion.
const WHOLE: &str = "whole-expansion";

/// The names of the instances without a row.
fn others(expanded: &Expanded, content: &mut Content) {
    let Expanded { others, n_left, .. } = expanded;
    if *n_left == 0 {
        return;
    }
    folded(content, *n_left, |content| {
        content.element(Element::List, "plain", |content| {
            for (name, type_name) in others {
                content.element(Element::Item, "", |content| {
                    content.code(name);
                    content.text(" ");
                    content.text(type_name);
                });
            }
            more_items(content, n_left - others.len(), &Href::here(WHOLE));
        });
    });
}

fn unset(expanded: &Expanded, content: &mut Content) {
    if expanded.unset.is_empty() {
        return;
    }
    content.element(Element::Paragraph, "", |content| {
        content.text("Properties without a default, unset here: ");
        for (index, field) in expanded.unset.iter().enumerate() {
            content.text(if index == 0 { "" } else { ", " });
            content.code(&field.name);
            content.text(if field.required { " (required)" } else { "" });
        }
        content.text(".");
    });
}

fn write_row(page: &Page<'_>, content: &mut Content, row: &Row) {
    let Instance { name, type_name, kind, dynamic_type, .. } = &row.instance;
    content.element(Element::Row, "", |content| {
        content.row_head(|content| {
            let class = format!("code nested-{}", row.depth.min(MAX_INDENT));
            content.element_with(Element::Span, &[("class", &class), ("title", name)], |content| {
                content.text(row.local_name())
            });
        });
        content.element(Element::Cell, "", |content| {
            if let Some(grouped) = row.grouped() {
                return content.text(&grouped);
            }
            let entry = DescriptorRef::parse(type_name);
            let entry = entry.as_ref().and_then(|of| page.site.catalog.resolve_range(of).found());
            match entry.and_then(|entry| page.to_file(&entry.file)) {
                Some(href) => content.link(&href, "", |content| content.text(type_name)),
                None if type_name.is_empty() => {
                    content.element(Element::Span, "none", |content| content.text("unknown"))
                }
                None => content.text(type_name),
            }
            let chosen = if *dynamic_type { ", chosen by an expression" } else { "" };
            match kind {
                InstanceKind::Reference => content.text(", existing"),
                InstanceKind::Unresolved => content.text(", not expanded"),
                InstanceKind::Assembly | InstanceKind::Resource | InstanceKind::Group => {}
            }
            content.text(chosen);
        });
        content.element(Element::Cell, "", |content| {
            let Row { instance, values, n_values, n_defaults, .. } = row;
            let n_decided = n_values - n_defaults;
            let mut words = Vec::new();
            words.extend((n_decided > 0).then(|| plural(n_decided, "value")));
            words.extend((*n_defaults > 0).then(|| plural(*n_defaults, "default")));
            let words = words.join(", ");
            if values.is_empty() {
                return content.text(&words);
            }
            content.element(Element::Details, "values", |content| {
                content.element(Element::Summary, "", |content| content.text(&words));
                content.element(Element::Terms, "map", |content| {
                    for ShownValue { property, text, is_whole } in values {
                        content.element(Element::Group, "", |content| {
                            content.element(Element::Term, "", |content| content.text(&property.name));
                            content.element(Element::Meaning, "", |content| {
                                content.code(text);
                                content.text(if *is_whole { " " } else { "… " });
                                content.element(Element::Span, "origin", |content| {
                                    origin(page, content, instance, property)
                                });
                            });
                        });
                    }
                });
                more(content, row.n_more_values(), &Href::here(WHOLE));
            });
        });
    });
}

/// `mapped from location`, linked to the source of the value.
fn origin(page: &Page<'_>, content: &mut Content, instance: &Instance, property: &ItemProperty) {
    content.text(property.origin.name());
    let Some(Mapping { file, references }) = mapped(page, instance, property) else { return };
    content.text(" from ");
    for (index, Reference { text, target }) in references.iter().enumerate() {
        content.text(if index == 0 { "" } else { ", " });
        content.text_to(target.as_ref().and_then(|target| page.to_definition(&file.path, target)).as_ref(), text);
    }
}

/// The sources of a mapped value.
fn mapped<'a>(page: &'a Page<'_>, instance: &Instance, property: &ItemProperty) -> Option<Mapping<'a>> {
    if property.origin == Origin::Mapped { mapping::of(page, instance, &property.name) } else { None }
}

fn stages(expanded: &Expanded, content: &mut Content) {
    if expanded.stages.is_empty() {
        return;
    }
    content.element(Element::Details, "stages", |content| {
        content.element(Element::Summary, "", |content| {
            content.text(&format!("Plan: {}", plural(expanded.n_stages, "stage")))
        });
        content.element(Element::Paragraph, "note", |content| {
            content.text("Actions in one stage can run in parallel. ");
            content.text("Actions in brackets are not defined by the descriptor and are skipped.");
        });
        let (first, rest) = expanded.stages.split_at(expanded.stages.len().min(MAX_STAGES));
        content.element(Element::NumberedList, "", |content| first.iter().for_each(|one| stage(content, one)));
        let n_left = expanded.n_stages - first.len();
        if n_left > 0 {
            folded(content, n_left, |content| {
                let start = (first.len() + 1).to_string();
                content.element_with(Element::NumberedList, &[("start", &start)], |content| {
                    rest.iter().for_each(|one| stage(content, one));
                });
                more(content, n_left - rest.len(), &Href::here(WHOLE));
            });
        }
    });
}

fn stage(content: &mut Content, Stage { actions, n_left }: &Stage) {
    let (first, rest) = actions.split_at(actions.len().min(MAX_ACTIONS));
    content.element(Element::Item, "", |content| {
        list_actions(content, first);
        if rest.len() + n_left > 0 {
            folded(content, rest.len() + n_left, |content| {
                content.element(Element::Paragraph, "", |content| list_actions(content, rest));
                more(content, *n_left, &Href::here(WHOLE));
            });
        }
    });
}

/// `Install a, b; Start c`.
fn list_actions(content: &mut Content, actions: &[Action]) {
    let mut before = "";
    for Action { action, instance, .. } in actions {
        if action == before {
            content.text(", ");
        } else {
            content.text(if before.is_empty() { "" } else { "; " });
            content.text(action);
            content.text(" ");
        }
        content.code(instance);
        before = action;
    }
}

/// The command that prints the complete expansion, run in the folder of the catalog.
fn command(file: &SourceFile) -> String {
    let full = name(file).full;
    let is_plain = |character: char| character.is_ascii_alphanumeric() || "_-.:/".contains(character);
    match full.chars().all(is_plain) {
        true => format!("descriptorium expand {full} --catalog ."),
        false => format!("descriptorium expand '{}' --catalog .", full.replace('\'', "'\\''")),
    }
}

/// The excerpt as JSON: a truncated value has only its `beginning`, and a mapped one has its sources in `from`.
pub fn data(page: &Page<'_>, file: &SourceFile) -> Option<Excerpt> {
    let expanded = page.expanded(file)?;
    let stages = expanded.stages.iter().take(MAX_STAGES);
    let stages = stages.map(|stage| stage.actions.iter().take(MAX_ACTIONS).cloned().collect());
    let plan = Plan { stages: stages.collect(), ..Plan::default() };
    let instances = expanded.rows.iter().map(|row| {
        let values = row.values.iter().map(|ShownValue { property, text, is_whole }| {
            let known = match &property.value {
                _ if !is_whole => preview::PartialValue::Beginning(text.clone()),
                known => preview::PartialValue::new(known),
            };
            let from = mapped(page, &row.instance, property).map(|Mapping { file, references }| preview::Mapping {
                descriptor: name(file).full,
                references: references.into_iter().map(|one| one.text).collect(),
            });
            let shown = preview::Property { known, origin: property.origin, until_reported: None, from };
            (property.name.to_string(), shown)
        });
        let defaults = (row.n_defaults > 0).then_some(row.n_defaults);
        preview::Instance { properties: values.collect(), defaults, ..preview::Instance::new(&row.instance) }
    });
    let counts = expanded.counts.iter().map(|(kind, count)| (kind.name().to_owned(), *count));
    let counts =
        counts.chain([("relationship".to_owned(), expanded.n_relationships), ("stage".to_owned(), expanded.n_stages)]);
    let is_cut = expanded.n_left > 0
        || expanded.rows.iter().any(|row| row.n_more_values() > 0)
        || expanded.n_stages > MAX_STAGES
        || expanded.stages.iter().any(|stage| stage.actions.len() + stage.n_left > MAX_ACTIONS);
    Some(Excerpt {
        intent: "install".to_owned(),
        unset: expanded.unset.iter().map(|field| field.name.to_string()).collect(),
        counts: counts.collect(),
        is_complete: !is_cut,
        instances: instances.collect(),
        plan: preview::Plan::new(&plan),
        errors: expanded.errors.iter().map(|error| error.message.clone()).collect(),
        command: command(file),
    })
}

/// The short form for Markdown: names, types and values.
pub fn summary(page: &Page<'_>, content: &mut Content, file: &SourceFile) {
    let Some(expanded) = page.expanded(file) else { return };
    content.element(Element::Heading(2), "", |content| content.text("Expansion"));
    content.element(Element::Paragraph, "", |content| {
        content.text(&format!(
            "With the default values of its properties, this descriptor expands to {}.",
            expanded.counted()
        ));
    });
    content.element(Element::List, "", |content| {
        expanded
            .rows
            .iter()
            .for_each(|row| content.element(Element::Item, "", |content| summary_row(page, content, row)));
        more_items(content, expanded.n_left, &Href::here(WHOLE));
    });
    content.element(Element::Paragraph, "", |content| {
        content.text("To see everything, run ");
        content.code(&command(file));
    });
}

fn summary_row(page: &Page<'_>, content: &mut Content, row: &Row) {
    let Row { instance, values, .. } = row;
    content.code(&instance.name);
    if instance.type_name.is_empty() {
        content.text(&format!(" ({})", instance.kind.name()));
    } else {
        content.text(": ");
        content.code(&instance.type_name);
    }
    if values.is_empty() && row.n_more_values() == 0 {
        return;
    }
    content.element(Element::List, "", |content| {
        for ShownValue { property, text: value, is_whole } in values {
            content.element(Element::Item, "", |content| {
                content.code(&property.name);
                content.text(": ");
                content.code(value);
                content.text(&format!("{} ({}", if *is_whole { "" } else { "…" }, property.origin.name()));
                let mapped = mapped(page, instance, property);
                for (index, one) in mapped.iter().flat_map(|one| &one.references).enumerate() {
                    content.text(if index == 0 { " from " } else { ", " });
                    content.code(&one.text);
                }
                content.text(")");
            });
        }
        more_items(content, row.n_more_values(), &Href::here(WHOLE));
    });
}
