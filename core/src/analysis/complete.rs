//! What can be written at a place.

mod known;
mod path;
mod place;
mod templates;

use crate::analysis::Analysis;
use crate::analysis::complete::place::Place;
use crate::assembly;
use crate::language::{Descriptor, Language};
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
            return closed(self.complete_reference(file, reference, &place), file);
        }
        if let Some(items) = self.complete_template(file, &place, offset) {
            return items;
        }
        if place.at_key {
            let record = record_at(root, language.schema(), &place.parent);
            let keys = record.map_or(Vec::new(), |record| complete_keys(file, root, record, &place));
            return if keys.is_empty() { self.complete_names(file, root, &place) } else { keys };
        }
        let spot = spot(root, language.schema(), &place.path);
        let mut found = spot.map_or(Vec::new(), |spot| self.complete_value(file, &spot, &place));
        found.extend(self.whole_references(file, &place));
        if found.is_empty() { self.known_values(file, &place) } else { found }
    }

    fn complete_value(&self, file: &SourceFile, spot: &Spot, place: &Place) -> Vec<Completion> {
        // As long as nothing is written, each of several forms can come.
        let shapes: &[Shape] = match spot.field.map(|field| &field.shape) {
            Some(Shape::OneOf(shapes)) => shapes,
            _ => std::slice::from_ref(spot.shape),
        };
        let word = |label: &str| Completion {
            label: label.to_owned(),
            insert: label.to_owned(),
            replaces: place.replaces,
            kind: CompletionKind::Word,
            detail: String::new(),
            doc: self.meaning(file, &place.path, label),
        };
        let mut found = Vec::new();
        for shape in shapes {
            match shape {
                Shape::Bool => found.extend([word("true"), word("false")]),
                Shape::Choice(choices) => {
                    found
                        .extend(choices.iter().filter(|choice| fits_language(file, choice)).map(|choice| word(choice)));
                }
                Shape::Name(kind) => {
                    let names = self.names(file, *kind, &place.path).into_iter();
                    found.extend(names.map(|name| Completion {
                        doc: self.meaning(file, &place.path, &name.name),
                        ..name.completion(*kind, place.replaces)
                    }));
                }
                _ => {}
            }
        }
        found
    }

    /// What a word of the language means at `path`; empty for any other.
    fn meaning(&self, file: &SourceFile, path: &NodePath, word: &str) -> String {
        let meaning = file.language.and_then(|language| assembly::words::meaning(language, path, word));
        meaning.unwrap_or_default().to_owned()
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

    /// What can be the type of a part: what the project of the file contains, as it is written in packages; all of the
    /// catalog; and for a reference, which may leave the version open, the ranges from each major version on.
    fn descriptors(&self, file: &SourceFile, descriptor: &assembly::model::Descriptor, at: &NodePath) -> Vec<Choice> {
        let own = descriptor.full_name.as_ref();
        let mut found = Vec::new();
        if let Some(project) = &file.project {
            for reference in project.root.references() {
                if let Some(of) = project.root.resolve(&reference).filter(|of| Some(*of) != own) {
                    found.push(Choice::new(reference.as_str(), of.to_string()));
                }
            }
        }
        let is_reference = at.starts_with(&NodePath::keys(["references"]));
        let mut before: Option<&DescriptorRef> = None;
        for entry in self.catalog().entries().filter(|entry| Some(&entry.name) != own) {
            let DescriptorRef { kind, name, version } = &entry.name;
            let major = |version: &str| version.split('.').next().unwrap_or_default().parse::<u64>().ok();
            let range = format!("{kind}::{name}::^{version}");
            let of_reference = DescriptorRef::parse(&range).filter(|_| is_reference && major(version).is_some());
            let is_first = before.is_none_or(|before| {
                (&before.kind, &before.name, major(&before.version)) != (kind, name, major(version))
            });
            if let Some(of) = of_reference.filter(|_| is_first)
                && let Some(newest) = self.catalog().resolve_range(&of).found()
            {
                found.push(Choice::new(range, format!("now {}", newest.name.version)));
            }
            before = Some(&entry.name);
            found.push(Choice::new(entry.name.to_string(), entry.file.to_string()));
        }
        found
    }

    /// The names of this kind that can stand at `at`.
    fn names(&self, file: &SourceFile, kind: SymbolKind, at: &NodePath) -> Vec<Choice> {
        let Some(Descriptor::Assembly(descriptor)) = &file.descriptor else {
            return self.names_of_template(file, kind, at);
        };
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
            SymbolKind::Descriptor => self.descriptors(file, descriptor, at),
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

fn record_at(root: &Node, schema: &'static Record, path: &NodePath) -> Option<&'static Record> {
    if path.is_root() {
        return Some(schema);
    }
    spot(root, schema, path)?.shape.record()
}

/// References with their brace, where none follows and no more of a path is to come.
fn closed(mut found: Vec<Completion>, file: &SourceFile) -> Vec<Completion> {
    for item in &mut found {
        let goes_on = matches!(item.kind, CompletionKind::Symbol(SymbolKind::Component | SymbolKind::Reference))
            || ["instance", "source", "target"].contains(&item.label.as_str());
        let (before, rest) = file.text.split_at_checked(item.replaces.end as usize).unwrap_or_default();
        // Who leaves a blank in front leaves one behind; else a brace behind a blank is that of a mapping.
        let spaced = before.rsplit_once("${").is_some_and(|(_, inner)| inner.starts_with(' '));
        let rest = if spaced { rest.trim_start_matches(' ') } else { rest };
        if !goes_on && !rest.starts_with(['}', '.', '[']) {
            item.insert.push('}');
        }
    }
    found
}

/// What follows a key that is put in place: nothing where its colon is there already.
fn behind_key<'t>(file: &SourceFile, place: &Place, text: &'t str) -> &'t str {
    let rest = file.text.get(place.replaces.end as usize..).unwrap_or("");
    if rest.starts_with(':') { "" } else { text }
}

fn complete_keys(file: &SourceFile, root: &Node, record: &'static Record, place: &Place) -> Vec<Completion> {
    let mapping = root.at(&place.parent);
    let missing = record.fields.iter().filter(|field| {
        let entry = mapping.and_then(|node| node.entry(field.name));
        entry.is_none_or(|entry| entry.key.span.start == place.replaces.start)
    });
    let items = missing.map(|field| Completion {
        label: field.name.to_owned(),
        insert: match &field.shape {
            Shape::Record(_) | Shape::Open(..) | Shape::Named(..) | Shape::Map(_) | Shape::List(_) => {
                format!("{}{}", field.name, behind_key(file, place, ":"))
            }
            _ => format!("{}{}", field.name, behind_key(file, place, ": ")),
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

/// An assembly scales and is not healed; a resource is healed and does not scale.
fn fits_language(file: &SourceFile, choice: &str) -> bool {
    !matches!(
        (file.language, choice),
        (Some(Language::Assembly), "policy::heal") | (Some(Language::Resource), "policy::scale")
    )
}

fn listed(capabilities: &[assembly::model::Capability]) -> Vec<Choice> {
    capabilities.iter().map(|found| Choice::new(found.name.text.as_str(), type_text(&found.type_name))).collect()
}

fn type_text(text: &Option<assembly::model::Text>) -> String {
    text.as_ref().map_or(String::new(), |text| text.value.to_string())
}
