//! What can be written at a place.

mod path;

use crate::analysis::Analysis;
use crate::assembly;
use crate::language::Descriptor;
use crate::schema::{Need, Record, Shape, Spot, spot};
use crate::symbol::{DescriptorRef, SymbolKind};
use crate::syntax::{Node, NodePath};
use crate::text::{FilePath, Span, floor_boundary};
use crate::workspace::SourceFile;

/// Something that can be put in the place of `replaces`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Completion {
    pub label: String,
    /// What is written; the label itself in most cases.
    pub insert: String,
    pub replaces: Span,
    pub kind: CompletionKind,
    /// A word or two on it.
    pub detail: String,
    /// In Markdown.
    pub doc: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CompletionKind {
    Key,
    Word,
    Symbol(SymbolKind),
}

/// A name that can stand at a place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    pub name: String,
    /// A word or two on it.
    pub detail: String,
}

impl Choice {
    fn new(name: impl Into<String>, detail: impl Into<String>) -> Self {
        Choice { name: name.into(), detail: detail.into() }
    }

    fn completion(self, kind: SymbolKind, replaces: Span) -> Completion {
        let Choice { name, detail } = self;
        let kind = CompletionKind::Symbol(kind);
        Completion { insert: name.clone(), label: name, replaces, kind, detail, doc: String::new() }
    }
}

impl Analysis {
    /// What can be written at `offset`, best first.
    pub fn complete(&self, path: &FilePath, offset: usize) -> Vec<Completion> {
        let Some(file) = self.file(path) else { return Vec::new() };
        let (Some(root), Some(language)) = (&file.root, file.language) else { return Vec::new() };
        let offset = floor_boundary(&file.text, offset);
        let place = Place::of(file, root, offset);
        if let Some(reference) = &place.reference {
            return self.complete_reference(file, reference, &place);
        }
        if let Some(items) = self.complete_template(file, &place, offset) {
            return items;
        }
        if place.at_key {
            let record = record_at(root, language.schema(), &place.parent);
            let keys = record.map_or(Vec::new(), |record| complete_keys(root, record, &place));
            return if keys.is_empty() { self.complete_names(file, root, &place) } else { keys };
        }
        match spot(root, language.schema(), &place.path) {
            Some(spot) => self.complete_value(file, &spot, &place),
            None => Vec::new(),
        }
    }

    fn complete_value(&self, file: &SourceFile, spot: &Spot, place: &Place) -> Vec<Completion> {
        let word = |label: &str, detail: &str| Completion {
            label: label.to_owned(),
            insert: label.to_owned(),
            replaces: place.replaces,
            kind: CompletionKind::Word,
            detail: detail.to_owned(),
            doc: String::new(),
        };
        match spot.shape {
            Shape::Bool => vec![word("true", ""), word("false", "")],
            Shape::Choice(choices) => choices.iter().map(|choice| word(choice, "")).collect(),
            Shape::Name(kind) => {
                let names = self.names(file, *kind, &place.path).into_iter();
                names.map(|name| name.completion(*kind, place.replaces)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The names that can stand at `at` of a file, best first, where its table asks for a name.
    pub fn choices(&self, path: &FilePath, at: &NodePath) -> Vec<Choice> {
        let Some(file) = self.file(path) else { return Vec::new() };
        let (Some(root), Some(language)) = (&file.root, file.language) else { return Vec::new() };
        match spot(root, language.schema(), at).map(|spot| spot.shape) {
            Some(Shape::Name(kind)) => self.names(file, *kind, at),
            _ => Vec::new(),
        }
    }

    /// The names of this kind that can stand at `at`.
    fn names(&self, file: &SourceFile, kind: SymbolKind, at: &NodePath) -> Vec<Choice> {
        let Some(Descriptor::Assembly(descriptor)) = &file.descriptor else { return Vec::new() };
        let of = |of: &Option<DescriptorRef>| {
            let found = assembly::resolve(self.workspace(), self.catalog(), of.as_ref()?);
            found.map(|(_, descriptor)| descriptor)
        };
        let of_parts = |pick: fn(&assembly::model::Descriptor) -> Vec<Choice>, references: bool| {
            let parts = descriptor.composition.iter().chain(descriptor.references.iter().filter(|_| references));
            let members = parts.flat_map(|part| {
                let found = of(&part.of).map(pick).unwrap_or_default().into_iter();
                found.map(|choice| Choice { name: format!("{}.{}", part.name.text, choice.name), ..choice })
            });
            members.collect::<Vec<_>>()
        };
        match kind {
            SymbolKind::Descriptor => {
                let own = descriptor.full_name.as_ref();
                let others = self.catalog().entries().filter(|entry| Some(&entry.name) != own);
                others.map(|entry| Choice::new(entry.name.to_string(), entry.file.to_string())).collect()
            }
            SymbolKind::DataType => {
                // A data type is derived from another, never from itself.
                let derived = at.last_key() == Some("derived-from");
                let built_in = assembly::schema::PROPERTY_TYPES.iter().filter(|_| !derived);
                let own = descriptor.data_types.iter().filter(|found| !derived || !at.starts_with(&found.name.path));
                let own = own.map(|found| Choice::new(found.name.text.as_str(), "data type"));
                built_in.map(|name| Choice::new(*name, "built in")).chain(own).collect()
            }
            SymbolKind::Component => {
                // A policy scales a cluster; no component is upgraded after itself.
                let has_clusters = descriptor.composition.iter().any(|found| found.cluster.is_some());
                let of_policy = at.starts_with(&NodePath::keys(["policies"]));
                let fits = |found: &&assembly::model::Component| match of_policy {
                    true => found.cluster.is_some() || !has_clusters,
                    false => !at.starts_with(&found.name.path),
                };
                let components = descriptor.composition.iter().filter(fits);
                components.map(|found| Choice::new(found.name.text.as_str(), type_text(&found.type_name))).collect()
            }
            SymbolKind::Capability => of_parts(|of| listed(&of.capabilities), true),
            SymbolKind::Requirement => of_parts(|of| listed(&of.requirements), false),
            // A policy watches what measures load, of a component or of the assembly itself.
            SymbolKind::Metric if at.starts_with(&NodePath::keys(["policies"])) => {
                let metrics = self.load_metrics(&file.path).into_iter();
                metrics.map(|name| Choice::new(name.as_str(), "metric::load")).collect()
            }
            SymbolKind::Metric => of_parts(
                |of| {
                    let metrics = of.metrics.iter();
                    metrics.map(|found| Choice::new(found.name.text.as_str(), type_text(&found.type_name))).collect()
                },
                false,
            ),
            SymbolKind::Operation => {
                let operations = |of: &assembly::model::Descriptor| -> Vec<Choice> {
                    of.operations.iter().map(|found| Choice::new(found.name.text.as_str(), "")).collect()
                };
                let ends = descriptor.relationships.iter().find(|found| at.starts_with(&found.name.path));
                let Some(ends) = ends.filter(|_| at.steps().len() > 2) else { return of_parts(operations, false) };
                let sides = [("source", &ends.source_capabilities), ("target", &ends.target_requirements)];
                let mut found = Vec::new();
                for (side, texts) in sides {
                    for name in assembly::mentions::ends(texts) {
                        let members = descriptor.part(name).and_then(|part| of(&part.of)).map(operations);
                        for operation in members.unwrap_or_default() {
                            found.push(Choice::new(format!("{side}.{}", operation.name), name));
                        }
                    }
                }
                found.dedup();
                found
            }
            _ => Vec::new(),
        }
    }
}

/// Where the cursor is, in terms of the tree.
struct Place {
    /// The mapping that a key would belong to.
    parent: NodePath,
    /// The value that the cursor is in.
    path: NodePath,
    /// Whether a key is to be written.
    at_key: bool,
    /// The text in front of and behind the cursor that a completion takes the place of.
    replaces: Span,
    reference: Option<Reference>,
}

/// An unfinished `${...}` before the cursor.
struct Reference {
    /// What stands before the last period.
    head: Option<String>,
    replaces: Span,
}

impl Place {
    fn of(file: &SourceFile, root: &Node, offset: usize) -> Self {
        let text = file.text.as_ref();
        let line = file.lines.span(text, file.lines.line(offset));
        let before = text.get(line.start as usize..offset).unwrap_or("");
        let after = text.get(offset..line.end as usize).unwrap_or("");
        let path = file.path_at(offset);
        let reference = reference(before, after, offset);
        if let Some(place) = Place::in_flow(file, before, after, offset, &reference) {
            return place;
        }
        let indent = before.len() - before.trim_start_matches([' ', '-']).len();
        let content = before.trim_start_matches([' ', '-']);
        let in_value = content.contains(": ") || content.trim_end().ends_with(':');
        let list_item = !in_value && before.trim_start().starts_with("- ");
        let item = Some(content).filter(|_| in_value).and_then(flow_item);
        let start = if let Some((_, start)) = item {
            offset - (content.len() - start)
        } else if in_value {
            let colon = content.find(": ").map_or(content.len(), |colon| colon + 2);
            let blanks = content[colon..].len() - content[colon..].trim_start().len();
            offset - (content.len() - colon - blanks)
        } else {
            offset - content.len()
        };
        let end = offset
            + after
                .find([' ', '#', ',', '}', ']'])
                .filter(|_| in_value)
                .unwrap_or_else(|| after.find([':', ' ', '#']).unwrap_or(after.len()));
        let parent = enclosing(file, root, line.start as usize, indent);
        let item_of_list = root.at(&parent).is_some_and(|node| node.as_sequence().is_some());
        let path = match content.split_once(':') {
            Some((key, _)) if in_value => {
                let path = parent.key(key.trim().trim_matches(['"', '\'']));
                item.map_or(path.clone(), |(index, _)| path.index(index))
            }
            _ if list_item || item_of_list => list_path(&path, &parent),
            _ => path,
        };
        let replaces = Span::new(start.min(end), end);
        Place { at_key: !in_value && !list_item, parent, path, replaces, reference }
    }
}

impl Place {
    /// The place within brackets that were opened in the line.
    fn in_flow(
        file: &SourceFile,
        before: &str,
        after: &str,
        offset: usize,
        reference: &Option<Reference>,
    ) -> Option<Self> {
        let (open, entry, n_before) = innermost_flow(before)?;
        let line_start = offset - before.len();
        let collection = file.path_at(line_start + open);
        let end = offset + after.find([' ', '#', ',', '}', ']', ':']).unwrap_or(after.len());
        let written = &before[entry..];
        let blanks = |text: &str| text.len() - text.trim_start_matches([' ', '"', '\'']).len();
        let colon = written.find(": ").map(|colon| colon + 2);
        let (path, start, at_key) = match (before[open..].starts_with('{'), colon) {
            (true, Some(colon)) => {
                let key = written[..colon - 2].trim().trim_matches(['"', '\'']);
                (collection.key(key), entry + colon + blanks(&written[colon..]), false)
            }
            (true, None) => (collection.clone(), entry + blanks(written), true),
            (false, _) => (collection.index(n_before), entry + blanks(written), false),
        };
        let start = (line_start + start).min(offset);
        let reference =
            reference.as_ref().map(|found| Reference { head: found.head.clone(), replaces: found.replaces });
        Some(Place { at_key, parent: collection, path, replaces: Span::new(start, end.max(start)), reference })
    }
}

/// The bracket that is still open at the end of a line: where it stands, where the entry begins that is being written,
/// and how many stand before that. What stands in quotes, and `${`, opens nothing.
fn innermost_flow(before: &str) -> Option<(usize, usize, usize)> {
    let mut open: Vec<(usize, usize, usize)> = Vec::new();
    let mut quote = None;
    let mut last = ' ';
    for (at, character) in before.char_indices() {
        match (quote, character) {
            (Some(open), _) if open == character => quote = None,
            (Some(_), _) => {}
            // A quote within a word is none.
            (None, '"' | '\'') if " [{,:".contains(last) => quote = Some(character),
            (None, '#') if last == ' ' => return None,
            (None, '[' | '{') if " [{,".contains(last) => open.push((at, at + 1, 0)),
            (None, ']' | '}') => drop(open.pop()),
            (None, ',') => {
                if let Some((_, entry, n_before)) = open.last_mut() {
                    (*entry, *n_before) = (at + 1, *n_before + 1);
                }
            }
            _ => {}
        }
        last = character;
    }
    open.pop()
}

/// The item that is written at the end of `key: [one, tw`: its number, and where it starts.
fn flow_item(content: &str) -> Option<(usize, usize)> {
    let open = content.find(": [")? + 3;
    let items = content.get(open..).filter(|items| !items.contains([']', '[', '{']))?;
    let start = items.rfind(',').map_or(0, |comma| comma + 1);
    let blanks = items[start..].len() - items[start..].trim_start_matches([' ', '"', '\'']).len();
    Some((items.matches(',').count(), open + start + blanks))
}

fn list_path(path: &NodePath, parent: &NodePath) -> NodePath {
    if path.starts_with(parent) && path != parent { path.clone() } else { parent.index(0) }
}

/// The mapping whose entries stand at this indentation here: the innermost whose key line above is indented less.
fn enclosing(file: &SourceFile, root: &Node, line_start: usize, indent: usize) -> NodePath {
    let mut path = NodePath::root();
    let mut node = root;
    loop {
        let column = |span: Span| file.lines.position(&file.text, span.start as usize).column;
        let next = node.entries().iter().rev().find(|entry| {
            !entry.merged && (entry.key.span.start as usize) < line_start && column(entry.key.span) < indent
        });
        let Some(entry) = next else { return path };
        let Some(key) = entry.key.as_text() else { return path };
        path = path.key(key);
        if let Some(index) = entry
            .value
            .items()
            .iter()
            .rposition(|item| (item.span.start as usize) < line_start && column(item.span) <= indent)
            && let Some(item) = entry.value.items().get(index)
            && item.as_mapping().is_some()
        {
            path = path.index(index);
            node = item;
        } else {
            node = &entry.value;
        }
    }
}

fn reference(before: &str, after: &str, offset: usize) -> Option<Reference> {
    let open = before.rfind("${")?;
    let inner = &before[open + 2..];
    let plain = inner.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '[' | ']'));
    if !plain {
        return None;
    }
    let last = inner.rfind('.').map_or(0, |dot| dot + 1);
    let head = (last > 0).then(|| inner[..last - 1].to_owned());
    let rest = after.find(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-'))).unwrap_or(after.len());
    Some(Reference { head, replaces: Span::new(offset - (inner.len() - last), offset + rest) })
}

fn record_at(root: &Node, schema: &'static Record, path: &NodePath) -> Option<&'static Record> {
    if path.is_root() {
        return Some(schema);
    }
    spot(root, schema, path)?.shape.record()
}

fn complete_keys(root: &Node, record: &'static Record, place: &Place) -> Vec<Completion> {
    let mapping = root.at(&place.parent);
    let missing = record.fields.iter().filter(|field| {
        let entry = mapping.and_then(|node| node.entry(field.name));
        entry.is_none_or(|entry| entry.key.span.start == place.replaces.start)
    });
    let items = missing.map(|field| Completion {
        label: field.name.to_owned(),
        insert: match &field.shape {
            Shape::Record(_) | Shape::Open(..) | Shape::Named(..) | Shape::Map(_) | Shape::List(_) => {
                format!("{}:", field.name)
            }
            _ => format!("{}: ", field.name),
        },
        replaces: place.replaces,
        kind: CompletionKind::Key,
        detail: match field.need {
            Need::Required | Need::RequiredWithout(_) => "required".to_owned(),
            Need::Recommended | Need::Usual | Need::Optional => {
                field.default.map_or(String::new(), |value| format!("default {value}"))
            }
        },
        doc: field.doc.to_owned(),
    });
    items.collect()
}

fn listed(capabilities: &[assembly::model::Capability]) -> Vec<Choice> {
    capabilities.iter().map(|found| Choice::new(found.name.text.as_str(), type_text(&found.type_name))).collect()
}

fn type_text(text: &Option<assembly::model::Text>) -> String {
    text.as_ref().map_or(String::new(), |text| text.value.to_string())
}
