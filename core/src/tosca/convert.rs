//! Conversion of a service template to another version of TOSCA. Comments, order and style stay, and whatever the other
//! version cannot express is listed.

mod lines;
mod operations;
mod removal;

use std::collections::{HashMap, HashSet};

use smol_str::SmolStr;

use crate::edit::{Replace, TextEdit};
use crate::schema::records::RecordNodes;
use crate::schema::{Field, ViolationKind, names};
use crate::settings::ToscaProfile;
use crate::sorted_map::SortedMap;
use crate::sorting::{Sorting, gather};
use crate::symbol::SymbolKind;
use crate::syntax::{Entry, Node, NodePath, Step};
use crate::text::Span;
use crate::tosca::calls::Calls;
use crate::tosca::convert::lines::Lines;
use crate::tosca::effective::named;
use crate::tosca::model::{SECTIONS, is_type};
use crate::tosca::schema::SERVICE_TEMPLATE;
use crate::tosca::schema::template::NODE_TEMPLATE;
use crate::tosca::schema::workflow::{ACTIVITY, TRIGGER};
use crate::tosca::version::{self, KEY, Version, stated};
use crate::tosca::{built_in, template};
use crate::workspace::SourceFile;

/// A converted service template.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Converted {
    pub text: String,
    /// The constructs without an equivalent, in text order.
    pub not_converted: Vec<NotConverted>,
}

/// A construct that the other version cannot express.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NotConverted {
    /// Its location in the source.
    pub span: Span,
    /// The construct, and whether it was left out or left unchanged.
    pub message: String,
}

/// Why a file cannot be converted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    NotATemplate,
    /// It has syntax errors.
    Unreadable,
    /// It states no version, or one that is not a version of the Simple Profile.
    OtherVersion,
}

/// The keynames of activities with the keyname that a value alone gives. TOSCA 1.3 added an extended notation.
const ACTIVITIES: [(&str, &str); 3] =
    [("call_operation", "operation"), ("delegate", "workflow"), ("inline", "workflow")];

/// Converts a service template to TOSCA 1.2 or 1.3.
pub fn convert(file: &SourceFile, to: Version) -> Result<Converted, Refusal> {
    let root = file.root.as_deref().filter(|_| template(file).is_some()).ok_or(Refusal::NotATemplate)?;
    if !file.errors.is_empty() {
        return Err(Refusal::Unreadable);
    }
    let from = stated(root).filter(|stated| stated.dialect.is_none() && stated.version != Version::V2_0);
    let from = from.ok_or(Refusal::OtherVersion)?.version;
    let places = RecordNodes::of(root, &SERVICE_TEMPLATE);
    let workflows = root.at(&NodePath::keys(["topology_template", "workflows"])).into_iter().flat_map(named);
    let workflows = gather(workflows.map(|(name, _)| name));
    let mut conversion = Conversion { root, from, to, places, workflows, found: Vec::new() };
    if from == to {
        return Ok(Converted { text: file.text.to_string(), not_converted: Vec::new() });
    }
    let replaced = conversion.replacements(file);
    let is_hoisted = conversion.newer_keynames(file, &replaced);
    conversion.types();
    conversion.nested_inputs();
    let mut text = applied(&file.text, TextEdit::new(replaced));
    text = conversion.without_newer_keynames(file, text);
    if to >= Version::V1_3 || is_hoisted {
        let moved = operations::moved(&SourceFile::new(file.path.clone(), text.as_str()), to >= Version::V1_3);
        let after = applied(&text, TextEdit::new(moved.replaces));
        if SourceFile::new(file.path.clone(), after.as_str()).errors.is_empty() {
            text = after;
        }
        for path in moved.kept {
            conversion.keep(file, &path);
        }
    }
    conversion.found.order_by_key(|one| one.span.start);
    Ok(Converted { text, not_converted: conversion.found })
}

fn applied(text: &str, edit: Option<TextEdit>) -> String {
    edit.and_then(|edit| edit.apply(text).ok()).unwrap_or_else(|| text.to_owned())
}

struct Conversion<'a> {
    root: &'a Node,
    from: Version,
    to: Version,
    places: RecordNodes<'a>,
    /// The names of the workflows.
    workflows: HashSet<&'a str>,
    found: Vec<NotConverted>,
}

impl<'a> Conversion<'a> {
    fn add(&mut self, span: Span, construct: &str, is_kept: bool) {
        let result = if is_kept { "left unchanged" } else { "left out" };
        let message = format!("{construct} has no equivalent in TOSCA {} and was {result}", self.to.number());
        self.found.push(NotConverted { span, message });
    }

    /// Notes that a construct that was to be removed or moved stays.
    fn keep(&mut self, file: &SourceFile, path: &NodePath) {
        let Some(span) = file.key_span(path) else { return };
        self.found.retain(|one| one.span != span);
        let construct = format!("`{}`", path.last_key().unwrap_or_default());
        self.add(span, &construct, true);
    }

    /// Replacements of values that have another form in the other version.
    fn replacements(&mut self, file: &SourceFile) -> Vec<Replace> {
        let mut replaced: SortedMap<u32, Replace> = SortedMap::new();
        let mut replace = |span: Span, text: String| {
            replaced.entry(span.start).or_insert(Replace { span, text });
        };
        if let Some(version) = self.root.get(KEY) {
            let stated = version.as_text().unwrap_or_default();
            let (old, new) = (self.from.number(), self.to.number());
            let written = match stated.strip_suffix(old) {
                Some(namespace) => format!("{namespace}{new}"),
                None => self.to.name().to_owned(),
            };
            replace(version.span, version.span.of(&file.text).replace(stated, &written));
        }
        let is_newer = self.to >= Version::V1_3;
        let mut found = Vec::new();
        for place in self.places.of_record(&NODE_TEMPLATE) {
            for item in place.node.get("directives").map_or(&[][..], Node::items) {
                let Some(own) = item.as_text() else { continue };
                if let Some(other) = version::other_directive(own, is_newer) {
                    replace(item.span, item.span.of(&file.text).replace(own, other));
                }
            }
        }
        for place in self.places.of_record(&ACTIVITY).filter(|_| !is_newer) {
            for (key, alone) in ACTIVITIES {
                let Some(entry) = place.node.entry(key).filter(|entry| entry.value.as_mapping().is_some()) else {
                    continue;
                };
                let Some(name) = entry.value.get(alone).filter(|name| name.as_scalar().is_some()) else { continue };
                if entry.value.get("inputs").is_some_and(|inputs| !inputs.entries().is_empty()) {
                    found.push((entry.key.span, format!("`inputs` of the activity `{key}`"), false));
                }
                replace(after_key(entry), alone_with_comments(file, entry, name));
            }
        }
        for place in self.places.of_record(&TRIGGER) {
            if let Some(entry) = place.node.entry("event_type").filter(|_| is_newer) {
                replace(entry.key.span, "event".to_owned());
            }
            let Some(entry) = place.node.entry("action") else { continue };
            match (is_newer, self.action(&entry.value)) {
                (true, Action::Workflow(name)) => {
                    replace(name.span, format!("[{{inline: {}}}]", name.span.of(&file.text)))
                }
                (false, Action::Inlined(name)) => {
                    replace(after_key(entry), alone_with_comments(file, entry, name));
                }
                (true, Action::Operation) => {
                    found.push((entry.key.span, "an operation as the `action` of a trigger".to_owned(), true));
                }
                (false, Action::Activities) => {
                    found.push((entry.key.span, "a list of activities as the `action` of a trigger".to_owned(), true));
                }
                _ => {}
            }
        }
        found.into_iter().for_each(|(span, construct, is_kept)| self.add(span, &construct, is_kept));
        // A replacement inside of another one is part of it.
        let mut outermost: Vec<Replace> = Vec::new();
        for one in replaced.into_values() {
            if !outermost.last().is_some_and(|last| last.span.contains(one.span)) {
                outermost.push(one);
            }
        }
        outermost
    }

    fn action<'n>(&self, node: &'n Node) -> Action<'n> {
        let workflow = |name: &Node| name.as_text().is_some_and(|name| self.workflows.contains(name));
        match (node.items(), node.as_scalar()) {
            ([only], _) if only.entries().len() == 1 => {
                let inlined = only.get("inline");
                let name = inlined.and_then(|inlined| inlined.get("workflow")).or(inlined);
                let has_inputs = inlined.is_some_and(|inlined| inlined.get("inputs").is_some());
                name.filter(|name| name.as_scalar().is_some() && !has_inputs)
                    .map_or(Action::Activities, Action::Inlined)
            }
            ([], Some(_)) if workflow(node) => Action::Workflow(node),
            ([], None) if node.as_mapping().is_some() => Action::Operation,
            ([], _) => Action::Same,
            _ => Action::Activities,
        }
    }

    /// Whether a keyname was introduced after the version that is written. Operations move instead.
    fn is_newer(&self, field: &Field, entry: &Entry) -> bool {
        let is_newer = field.since.and_then(Version::numbered).is_some_and(|since| since > self.to);
        is_newer && (field.name != "operations" || is_empty(&entry.value))
    }

    /// Reports keynames of newer versions, except in texts that are replaced. Returns whether operations have to be moved.
    fn newer_keynames(&mut self, file: &SourceFile, replaced: &[Replace]) -> bool {
        // Where the entries with such keynames end, by where they start.
        let mut ends: HashMap<u32, u32> = HashMap::new();
        for place in self.places.all() {
            let newer = |entry: &&Entry| {
                let field = entry.key.as_text().and_then(|key| place.record.field(key));
                field.is_some_and(|field| self.is_newer(field, entry))
            };
            ends.extend(
                place.node.entries().iter().filter(newer).map(|entry| (entry.key.span.start, entry.value.span.end)),
            );
        }
        let (mut found, mut is_hoisted, mut end) = (Vec::new(), false, 0);
        for violation in file.violations() {
            let ViolationKind::NewerKey { record, key, since } = &violation.kind else { continue };
            if Version::numbered(since).is_none_or(|since| since <= self.to) {
                continue;
            }
            let at = replaced.partition_point(|one| one.span.start <= violation.span.start);
            if at.checked_sub(1).and_then(|at| replaced.get(at)).is_some_and(|one| one.span.contains(violation.span)) {
                continue;
            }
            if *key == "operations" {
                is_hoisted = true;
            } else if violation.span.start >= end {
                found.push((violation.span, described(key, record, &violation.path)));
                // Keynames inside are left out with it. Violations are in text order.
                end = ends.get(&violation.span.start).copied().unwrap_or(end);
            }
        }
        found.into_iter().for_each(|(span, construct)| self.add(span, &construct, false));
        is_hoisted
    }

    /// The text without the keynames of newer versions.
    fn without_newer_keynames(&mut self, file: &SourceFile, text: String) -> String {
        if self.to >= Version::V1_3 {
            return text;
        }
        let source = SourceFile::new(file.path.clone(), text.as_str());
        let Some(root) = &source.root else { return text };
        let places = RecordNodes::of(root, &SERVICE_TEMPLATE);
        let lines = Lines::of(&source);
        let (mut replaces, mut others, mut known) = (Vec::new(), Vec::new(), HashSet::new());
        // The ends of the removed spans, by their starts.
        let mut gone: SortedMap<u32, u32> = SortedMap::new();
        for place in places.all() {
            // A mapping in a keyname that is left out, or an alias, whose text is removed at its anchor.
            let start = place.node.span.start;
            let is_gone = gone.range(..=start).next_back().is_some_and(|(_, end)| start < *end);
            if is_gone || !known.insert(start) {
                continue;
            }
            let Some(mapping) = place.node.as_mapping() else { continue };
            let newer = |entry: &Entry| {
                let field = entry.key.as_text().and_then(|key| place.record.field(key));
                field.is_some_and(|field| self.is_newer(field, entry))
            };
            let removed: Vec<&Entry> = mapping.entries.iter().filter(|entry| newer(entry)).collect();
            if removed.is_empty() {
                continue;
            }
            match removal::removal(lines, place.node, mapping, newer) {
                Some(found) => {
                    gone.extend(found.iter().map(|one: &Replace| (one.span.start, one.span.end)));
                    replaces.extend(found);
                }
                None => {
                    others.extend(removed.iter().filter_map(|entry| Some(places.path(place).key(entry.key.as_text()?))))
                }
            }
        }
        let text = applied(&text, TextEdit::new(replaces));
        if others.is_empty() {
            return text;
        }
        // Backwards, so that indices stay valid.
        let mut draft = SourceFile::new(file.path.clone(), text.as_str()).draft();
        for path in others.iter().rev() {
            let whole = whole(draft.tree().root(), path);
            if draft.tree().root().is_some_and(|root| root.at(&whole).is_some()) && draft.remove(&whole).is_err() {
                self.keep(file, path);
            }
        }
        applied(&text, Some(draft.finish()))
    }

    /// Reports names of built-in types that the other version does not have.
    fn types(&mut self) {
        let (own, other) = (built_in_names(self.from), built_in_names(self.to));
        let mut defined = HashSet::new();
        for (kind, section) in SECTIONS.iter().filter(|(kind, _)| is_type(*kind)) {
            let entries = self.root.at(&NodePath::keys(section.iter().copied())).into_iter().flat_map(named);
            defined.extend(entries.map(|(name, _)| (*kind, name)));
        }
        let mut missing = Vec::new();
        for place in names::places(self.root, &SERVICE_TEMPLATE) {
            let Some(name) = place.node.as_text().filter(|_| is_type(place.kind)) else { continue };
            let is_bitrate = place.kind == SymbolKind::DataType && name == BITRATE && self.to < Version::V1_3;
            let key = (place.kind, SmolStr::from(name));
            if is_bitrate || own.contains(&key) && !other.contains(&key) && !defined.contains(&(place.kind, name)) {
                missing.push((place.node.span, format!("the type `{name}`")));
            }
        }
        missing.into_iter().for_each(|(span, construct)| self.add(span, &construct, true));
    }

    /// Reports inputs that are read with a path, which only TOSCA 1.3 allows.
    fn nested_inputs(&mut self) {
        if self.to >= Version::V1_3 {
            return;
        }
        let calls = Calls::of(&self.places);
        let nested =
            calls.known.iter().filter(|call| call.function == "get_input" && call.entry.value.as_sequence().is_some());
        let spans: Vec<Span> = nested.map(|call| call.entry.value.span).collect();
        spans.into_iter().for_each(|span| self.add(span, "`get_input` with a path", true));
    }
}

fn is_empty(node: &Node) -> bool {
    node.is_null() || node.as_mapping().is_some_and(|mapping| mapping.entries.is_empty())
}

/// The item of a list that has only the entry at `path`, since it would be empty without it.
fn whole(root: Option<&Node>, path: &NodePath) -> NodePath {
    let item = path.parent().filter(|parent| matches!(parent.split_last(), Some((_, Step::Index(_)))));
    let is_all = |item: &NodePath| root.and_then(|root| root.at(item)).is_some_and(|item| item.entries().len() == 1);
    item.filter(is_all).unwrap_or_else(|| path.clone())
}

/// A data type of TOSCA 1.3 without a definition.
const BITRATE: &str = "scalar-unit.bitrate";

/// The action of a trigger.
enum Action<'n> {
    /// The same in all versions.
    Same,
    /// The name of a workflow (1.2).
    Workflow(&'n Node),
    /// An operation (1.2).
    Operation,
    /// A list with one activity, which runs this workflow (1.3).
    Inlined(&'n Node),
    /// Other activities (1.3).
    Activities,
}

/// All names of the built-in types of a version.
fn built_in_names(version: Version) -> HashSet<(SymbolKind, SmolStr)> {
    let mut names = HashSet::new();
    for file in built_in::sources(version.name(), ToscaProfile::Csd01) {
        let Some(root) = &file.root else { continue };
        for (kind, section) in SECTIONS.iter().filter(|(kind, _)| is_type(*kind)) {
            let entries = root.at(&NodePath::keys(section.iter().copied())).into_iter().flat_map(named);
            for (name, entry) in entries {
                names.insert((*kind, name.into()));
                names.extend(built_in::other_names(&entry.value).into_iter().map(|name| (*kind, name)));
            }
        }
    }
    names
}

/// A keyname with the definition that has it, for messages.
fn described(key: &str, record: &str, path: &NodePath) -> String {
    match path.parent().as_ref().and_then(NodePath::last_key) {
        Some(name) => format!("`{key}` of {record} `{name}`"),
        None => format!("`{key}` of the {record}"),
    }
}

/// From the end of a key to the end of its value.
fn after_key(entry: &Entry) -> Span {
    Span::new(entry.key.span.end as usize, entry.value.span.end as usize)
}

/// A value in place of the value of an entry that contains it, with the comments of the latter behind it.
fn alone_with_comments(file: &SourceFile, entry: &Entry, value: &Node) -> String {
    let comments = lines::comments(file, after_key(entry)).iter();
    let comments: Vec<&str> = comments.map(|comment| comment.of(&file.text).trim_end()).collect();
    let value = value.span.of(&file.text);
    if comments.is_empty() { format!(": {value}") } else { format!(": {value}  {}", comments.join(" ")) }
}
