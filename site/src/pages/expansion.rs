//! What a descriptor expands to when it is installed with the defaults of its properties: a section of its page, and
//! the same for programs. It says how much there is, and shows the first of it; the command `expand` prints all.

mod mapping;

use std::fmt::{self, Write as _};

use descriptorium_core::assembly::expansion::{codes::REQUIRED_UNSET, expand};
use descriptorium_core::diagnostic::{Diagnostic, Severity};
use descriptorium_core::expansion::plan::{Action, Plan};
use descriptorium_core::expansion::{
    Expansion, Group, InputField, Inputs, Instance, InstanceKind, InstanceProperty, Intent, Known, Multiplicity, Origin,
};
use descriptorium_core::language::Descriptor;
use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::text::{FilePath, floor_boundary};
use descriptorium_core::workspace::{SourceFile, Workspace};
use hashbrown::HashMap;
use serde_json::{Map, Value, json};

use crate::finding::plural;
use crate::html::Html;
use crate::json::of_yaml;
use crate::pages::ingredients::around;
use crate::pages::layout::{heading, more};
use crate::pages::{Page, name};
use mapping::{Mapping, Reference};

/// The most instances that are shown, and the most of one group: the others are as these.
const MAX_INSTANCES: usize = 40;
const MAX_OF_GROUP: usize = 3;
/// The most values of an instance, how many bytes of one, and how many of all together.
const MAX_VALUES: usize = 24;
const MAX_VALUE: usize = 160;
const MAX_TEXT: usize = 16 << 10;
/// The most stages of the plan, and the most that is done in one.
const MAX_STAGES: usize = 24;
const MAX_ACTIONS: usize = 24;
/// The most errors.
const MAX_ERRORS: usize = 5;
/// The deepest that rows are indented.
const MAX_INDENT: usize = 6;

/// An expansion as far as it is shown.
#[derive(Debug)]
pub struct Expanded {
    /// Inputs that have no default.
    unset: Vec<InputField>,
    /// How many there are in all, by kind, without the root.
    counts: Vec<(InstanceKind, usize)>,
    n_relationships: usize,
    n_stages: usize,
    /// Whether there are groups of which only a running system knows how large they are.
    is_open: bool,
    rows: Vec<Row>,
    /// How many instances are in no row.
    n_left: usize,
    /// The first stages, with the first actions of each and how many more there are.
    stages: Vec<(Vec<Action>, usize)>,
    errors: Vec<Diagnostic>,
}

/// An instance that is shown.
#[derive(Debug)]
struct Row {
    instance: Instance,
    depth: usize,
    /// The first of the values, those that are just what its descriptor says behind the others.
    values: Vec<Shown>,
    n_values: usize,
    /// How many of all values are as its descriptor says: defaults, and what it fixes.
    n_defaults: usize,
    /// Of a group, how many members there are.
    n_members: usize,
}

/// A value as text, or the beginning of it.
#[derive(Debug)]
struct Shown {
    property: InstanceProperty,
    text: String,
    is_whole: bool,
}

impl Expanded {
    /// `None` where nothing comes of the descriptor but itself, or nothing is known of what does.
    pub fn of(page: &Page<'_>, file: &SourceFile) -> Option<Self> {
        let Descriptor::Assembly(descriptor) = file.descriptor.as_ref()?;
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
        let (rows, n_left) = rows(instances);
        let n_stages = plan.stages.len();
        let stages = plan.stages.into_iter().take(MAX_STAGES).map(|mut stage| {
            let n_more = stage.len().saturating_sub(MAX_ACTIONS);
            stage.truncate(MAX_ACTIONS);
            stage.iter_mut().for_each(|action| action.reasons.clear());
            (stage, n_more)
        });
        // What lacks a value is said of the inputs.
        let errors =
            diagnostics.into_iter().filter(|one| one.severity == Severity::Error && one.code != REQUIRED_UNSET);
        Expanded {
            unset,
            counts: counts.into_iter().filter(|(_, count)| *count > 0).collect(),
            n_relationships: relationships.len(),
            n_stages,
            is_open,
            rows,
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

/// What the descriptor in `file` becomes. A type that an expression puts together may be any of the catalog, and is
/// looked up only among those that the descriptor names: its page has to be the same whatever else is being read.
fn expansion(page: &Page<'_>, file: &FilePath) -> Expansion {
    let (inputs, intent) = (Inputs::default(), Intent::Install);
    let found = page.checked.analysis.expansion(file, &inputs, &intent);
    let is_named = |instance: &Instance| {
        let (Some((user, path)), Some(of)) = (&instance.origin, DescriptorRef::parse(&instance.type_name)) else {
            return false;
        };
        let parts = page.site.facts(user).map_or(&[][..], |facts| &facts.parts);
        parts.iter().any(|part| part.path == *path && part.of.kind == of.kind && part.of.name == of.name)
    };
    if found.instances.iter().all(|instance| !instance.dynamic_type || is_named(instance)) {
        return found;
    }
    let near = around(page.site, [file]);
    let files = near.into_iter().filter_map(|near| page.checked.analysis.file(near)).cloned();
    let (workspace, typing) = (Workspace::default().with(files), page.site.settings.profile.typing());
    expand(&workspace, &page.site.catalog, typing, file, &inputs, &intent)
}

/// The rows of the first instances, and how many have none.
fn rows(instances: Vec<Instance>) -> (Vec<Row>, usize) {
    let is_one = |instance: &Instance| instance.kind != InstanceKind::Group;
    let mut n_left = instances.iter().skip(1).filter(|instance| is_one(instance)).count();
    let mut rows: Vec<Row> = Vec::new();
    let mut instances = instances.into_iter();
    // The root, which the page is about, has no row.
    let Some(root) = instances.next() else { return (rows, n_left) };
    let mut shown: HashMap<String, usize> = HashMap::new();
    // What is decided does not lack the room that defaults take.
    let (mut room, mut room_of_defaults) = (MAX_TEXT, MAX_TEXT);
    for mut instance in instances {
        let Some(parent) = instance.parent.as_ref() else { continue };
        let above = shown.get(parent).copied();
        if above.is_none() && *parent != root.name {
            continue; // It lies in what is not shown.
        }
        let row = above.and_then(|above| rows.get_mut(above));
        let depth = row.as_ref().map_or(0, |row| row.depth + 1);
        if let Some(row) = row.filter(|row| row.instance.kind == InstanceKind::Group) {
            row.n_members += 1;
            if row.n_members > MAX_OF_GROUP {
                continue;
            }
        }
        if rows.len() >= MAX_INSTANCES {
            break;
        }
        n_left -= usize::from(is_one(&instance));
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
                    values.push(Shown { property, text, is_whole });
                }
            }
        }
        // References are known in their assembly only, and nothing lies in them.
        if instance.kind != InstanceKind::Reference {
            shown.insert(instance.name.clone(), rows.len());
        }
        rows.push(Row { instance, depth, values, n_values, n_defaults, n_members: 0 });
    }
    (rows, n_left)
}

/// Whether a value is just what the descriptor of the instance says.
fn is_default(property: &InstanceProperty) -> bool {
    matches!(property.origin, Origin::Default | Origin::Static)
}

/// A value as text, and whether that is all of it.
fn beginning(value: &Known) -> (String, bool) {
    /// Takes so many bytes, and refuses the rest.
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
    /// How many values are not shown.
    fn n_more_values(&self) -> usize {
        self.n_values - self.values.len()
    }

    /// What it is called in what it is a part of: `gw__1` of `video__gw__1` in `video`.
    fn local_name(&self) -> &str {
        let Instance { name, parent, .. } = &self.instance;
        let rest = parent.as_deref().and_then(|parent| name.strip_prefix(parent)?.strip_prefix("__"));
        rest.unwrap_or(name)
    }

    /// What a group is one instance for each of, and how many there are.
    fn grouped(&self) -> Option<String> {
        let Group { multiplicity, count, minimum, maximum, increment } = self.instance.group.as_ref()?;
        let count = match count {
            Some(count) => plural(usize::try_from(*count).unwrap_or(usize::MAX), "instance"),
            None => "as many instances as only a running system knows".to_owned(),
        };
        let mut text = match multiplicity {
            Multiplicity::Quantity => count,
            Multiplicity::Cluster => format!("cluster of {count}"),
            Multiplicity::List => format!("{count}, one for each item of a list"),
            Multiplicity::Map => format!("{count}, one for each entry of a map"),
        };
        if *multiplicity == Multiplicity::Cluster {
            text += &minimum.map_or_else(String::new, |minimum| format!(", {minimum} or more"));
            text += &maximum.map_or_else(String::new, |maximum| format!(", {maximum} at most"));
            text += &increment.filter(|by| *by > 1).map_or_else(String::new, |by| format!(", by steps of {by}"));
        }
        if self.n_members > MAX_OF_GROUP {
            text += &format!("; the first {MAX_OF_GROUP} are shown");
        }
        Some(text)
    }
}

/// The section on the page of the descriptor.
pub fn section(page: &Page<'_>, html: &mut Html, file: &SourceFile, contents: &mut Vec<(String, String)>) {
    let Some(expanded) = page.expanded(file) else { return };
    html.element("section", "", |html| {
        heading(html, "expansion", "Expansion");
        html.element("p", "note", |html| {
            html.text("What is there once it is installed with the defaults of its properties: ");
            html.text(&expanded.counted());
            html.text(". What only a running system knows is in angle brackets.");
        });
        unset(expanded, html);
        for error in &expanded.errors {
            html.element("p", "error", |html| match page.to_code(error.code) {
                Some(code) => html.link(&code, "error", |html| html.text(&error.message)),
                None => html.text(&error.message),
            });
        }
        html.element("div", "scroll", |html| {
            html.element("table", "instances", |html| {
                html.element("thead", "", |html| {
                    html.element("tr", "", |html| {
                        for title in ["Instance", "Type", "Values"] {
                            html.element_with("th", &[("scope", "col")], |html| html.text(title));
                        }
                    });
                });
                html.element("tbody", "", |html| expanded.rows.iter().for_each(|row| write_row(page, html, row)));
            });
        });
        more(html, expanded.n_left);
        stages(expanded, html);
        html.element("p", "note", |html| {
            html.text("All of it, and other values and intents: ");
            html.element("code", "", |html| html.text(&command(file)));
        });
    });
    contents.push(("expansion".to_owned(), "Expansion".to_owned()));
}

fn unset(expanded: &Expanded, html: &mut Html) {
    if expanded.unset.is_empty() {
        return;
    }
    html.element("p", "", |html| {
        html.text("Without a default, and so unset here: ");
        for (index, field) in expanded.unset.iter().enumerate() {
            html.text(if index == 0 { "" } else { ", " });
            html.element("code", "", |html| html.text(&field.name));
            html.text(if field.required { " (required)" } else { "" });
        }
        html.text(".");
    });
}

fn write_row(page: &Page<'_>, html: &mut Html, row: &Row) {
    let Instance { name, type_name, kind, dynamic_type, .. } = &row.instance;
    html.element("tr", "", |html| {
        html.element_with("th", &[("scope", "row")], |html| {
            let class = format!("code nested-{}", row.depth.min(MAX_INDENT));
            html.element_with("span", &[("class", &class), ("title", name)], |html| html.text(row.local_name()));
        });
        html.element("td", "", |html| {
            if let Some(grouped) = row.grouped() {
                return html.text(&grouped);
            }
            let entry = DescriptorRef::parse(type_name);
            let entry = entry.as_ref().and_then(|of| page.site.catalog.resolve_range(of).found());
            match entry.and_then(|entry| page.to_file(&entry.file)) {
                Some(href) => html.link(&href, "", |html| html.text(type_name)),
                None if type_name.is_empty() => html.element("span", "none", |html| html.text("unknown")),
                None => html.text(type_name),
            }
            let chosen = if *dynamic_type { " chosen by an expression" } else { "" };
            match kind {
                InstanceKind::Reference => html.text(", found"),
                InstanceKind::Unresolved => html.text(", not looked into"),
                InstanceKind::Assembly | InstanceKind::Resource | InstanceKind::Group => {}
            }
            html.text(chosen);
        });
        html.element("td", "", |html| {
            let Row { instance, values, n_values, n_defaults, .. } = row;
            let n_decided = n_values - n_defaults;
            let mut words = Vec::new();
            words.extend((n_decided > 0).then(|| plural(n_decided, "value")));
            words.extend((*n_defaults > 0).then(|| plural(*n_defaults, "default")));
            let words = words.join(", ");
            if values.is_empty() {
                return html.text(&words);
            }
            html.element("details", "values", |html| {
                html.element("summary", "", |html| html.text(&words));
                html.element("dl", "map", |html| {
                    for Shown { property, text, is_whole } in values {
                        html.element("dt", "", |html| html.text(&property.name));
                        html.element("dd", "", |html| {
                            html.element("code", "", |html| html.text(text));
                            html.text(if *is_whole { " " } else { "… " });
                            html.element("span", "origin", |html| origin(page, html, instance, property));
                        });
                    }
                });
                more(html, row.n_more_values());
            });
        });
    });
}

/// `mapped from location`, leading to what is mapped.
fn origin(page: &Page<'_>, html: &mut Html, instance: &Instance, property: &InstanceProperty) {
    html.text(property.origin.name());
    let Some(Mapping { file, references }) = mapped(page, instance, property) else { return };
    html.text(" from ");
    for (index, Reference { text, target }) in references.iter().enumerate() {
        html.text(if index == 0 { "" } else { ", " });
        match target.as_ref().and_then(|target| page.to_definition(&file.path, target)) {
            Some(href) => html.link(&href, "", |html| html.text(text)),
            None => html.text(text),
        }
    }
}

/// What a value is mapped from.
fn mapped<'a>(page: &'a Page<'_>, instance: &Instance, property: &InstanceProperty) -> Option<Mapping<'a>> {
    if property.origin == Origin::Mapped { mapping::of(page, instance, &property.name) } else { None }
}

fn stages(expanded: &Expanded, html: &mut Html) {
    if expanded.stages.is_empty() {
        return;
    }
    html.element("details", "stages", |html| {
        html.element("summary", "", |html| html.text(&format!("Its plan: {}", plural(expanded.n_stages, "stage"))));
        html.element("p", "note", |html| {
            html.text("What is done in one stage may be done at the same time. ");
            html.text("An action in brackets is one that the descriptor does not have: nothing is called.");
        });
        html.element("ol", "", |html| {
            for (actions, n_more) in &expanded.stages {
                html.element("li", "", |html| {
                    let mut before = "";
                    for Action { action, instance, .. } in actions {
                        if action == before {
                            html.text(", ");
                        } else {
                            html.text(if before.is_empty() { "" } else { "; " });
                            html.text(action);
                            html.text(" ");
                        }
                        html.element("code", "", |html| html.text(instance));
                        before = action;
                    }
                    if *n_more > 0 {
                        html.text(&format!(" and {n_more} more"));
                    }
                });
            }
        });
        more(html, expanded.n_stages - expanded.stages.len());
    });
}

/// What prints all of the expansion, in the folder of the catalog.
fn command(file: &SourceFile) -> String {
    let full = name(file).full;
    let is_plain = |character: char| character.is_ascii_alphanumeric() || "_-.:/".contains(character);
    match full.chars().all(is_plain) {
        true => format!("descriptorium expand {full} --catalog ."),
        false => format!("descriptorium expand '{}' --catalog .", full.replace('\'', "'\\''")),
    }
}

/// The same for programs, in the form of `expand --format json`; a value that is too long has a `beginning` only, and a mapped one
/// says what `from`.
pub fn json(page: &Page<'_>, file: &SourceFile) -> Option<Value> {
    let expanded = page.expanded(file)?;
    let plan = Plan { stages: expanded.stages.iter().map(|(stage, _)| stage.clone()).collect(), ..Plan::default() };
    let instances = expanded.rows.iter().map(|row| row.instance.clone()).collect();
    let mut value = of_yaml(&Expansion { instances, plan, ..Expansion::default() }.to_value());
    let instances = value.get_mut("instances").and_then(Value::as_array_mut).into_iter().flatten();
    for (instance, row) in instances.zip(&expanded.rows) {
        let values = row.values.iter().map(|Shown { property, text, is_whole }| {
            let (key, value) = match &property.value {
                _ if !is_whole => ("beginning", text.as_str().into()),
                Known::Value(value) => ("value", of_yaml(value)),
                Known::Symbol(_) | Known::List(_) | Known::Map(_) | Known::Template(_) => {
                    ("symbol", text.as_str().into())
                }
            };
            let mut shown = json!({ key: value, "origin": property.origin.name() });
            if let Some(Mapping { file, references }) = mapped(page, &row.instance, property) {
                let references: Vec<String> = references.into_iter().map(|one| one.text).collect();
                shown["from"] = json!({ "descriptor": name(file).full, "references": references });
            }
            (property.name.to_string(), shown)
        });
        let properties = Value::Object(values.collect());
        instance.as_object_mut().and_then(|instance| instance.insert("properties".to_owned(), properties));
        if let Some(instance) = instance.as_object_mut().filter(|_| row.n_defaults > 0) {
            instance.insert("defaults".to_owned(), row.n_defaults.into());
        }
    }
    let counts = expanded.counts.iter().map(|(kind, count)| (kind.name().to_owned(), (*count).into()));
    let counts = counts.chain([
        ("relationship".to_owned(), expanded.n_relationships.into()),
        ("stage".to_owned(), expanded.n_stages.into()),
    ]);
    let unset: Vec<&str> = expanded.unset.iter().map(|field| field.name.as_str()).collect();
    let is_cut = expanded.n_left > 0
        || expanded.rows.iter().any(|row| row.n_more_values() > 0)
        || expanded.n_stages > expanded.stages.len()
        || expanded.stages.iter().any(|(_, n_more)| *n_more > 0);
    Some(json!({
        "intent": "install",
        "unset": unset,
        "counts": counts.collect::<Map<String, Value>>(),
        "isComplete": !is_cut,
        "instances": value["instances"].take(),
        "plan": value["plan"].take(),
        "errors": expanded.errors.iter().map(|error| error.message.as_str()).collect::<Vec<_>>(),
        "command": command(file),
    }))
}

/// The same as Markdown: names, types and values.
pub fn markdown(page: &Page<'_>, file: &SourceFile) -> String {
    let Some(expanded) = page.expanded(file) else { return String::new() };
    let plain = |text: &str| text.replace(['\n', '\r', '`'], " ");
    let mut text =
        format!("## Expansion\n\nInstalled with the defaults of its properties: {}.\n\n", expanded.counted());
    for row in &expanded.rows {
        let Row { instance, values, .. } = row;
        let row_type = plain(&instance.type_name);
        text += &format!("- `{}`", plain(&instance.name));
        text += &if row_type.is_empty() { format!(" ({})", instance.kind.name()) } else { format!(": `{row_type}`") };
        text.push('\n');
        for Shown { property, text: value, is_whole } in values {
            let (cut, origin) = (if *is_whole { "" } else { "…" }, property.origin.name());
            text += &format!("  - `{}`: `{}`{cut} ({origin}", plain(&property.name), plain(value));
            for (index, one) in mapped(page, instance, property).iter().flat_map(|one| &one.references).enumerate() {
                text += &format!("{}`{}`", if index == 0 { " from " } else { ", " }, plain(&one.text));
            }
            text += ")\n";
        }
        if row.n_more_values() > 0 {
            text += &format!("  - and {} more\n", row.n_more_values());
        }
    }
    if expanded.n_left > 0 {
        text += &format!("- and {} more\n", expanded.n_left);
    }
    text + &format!("\nAll of it: `{}`\n\n", plain(&command(file)))
}
