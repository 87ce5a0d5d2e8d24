//! Completion: what the tables allow at a place, with what the language adds.

use crate::analysis::Analysis;
use crate::completion::cursor::CursorContext;
use crate::completion::{Choice, Completion, CompletionKind, behind_key};
use crate::context::FileContext;
use crate::schema::{Need, Record, Shape, Spot, spot};
use crate::semantics::Services;
use crate::syntax::{Node, NodePath};
use crate::text::{FilePath, floor_boundary};
use crate::workspace::SourceFile;

impl Analysis {
    /// What can be written at `offset`, best first.
    pub fn complete(&self, path: &FilePath, offset: usize) -> Vec<Completion> {
        let Some(file) = self.file(path) else { return Vec::new() };
        let (Some(root), Some(language)) = (&file.root, file.language) else { return Vec::new() };
        let Some(services) = self.services(file) else { return Vec::new() };
        let (context, completer) = (self.context(file), &services.complete);
        let offset = floor_boundary(&file.text, offset);
        let place = CursorContext::of(file, root, offset);
        if let Some(reference) = &place.reference {
            return (completer.reference)(context, reference, &place);
        }
        if let Some(items) = (completer.expression)(context, &place, offset) {
            return items;
        }
        if place.at_key {
            let record = record_at(root, language.schema(), &place.parent);
            let keys = record.map_or(Vec::new(), |record| complete_keys(file, root, record, &place));
            return if keys.is_empty() { (completer.free_keys)(context, &place) } else { keys };
        }
        let spot = spot(root, language.schema(), &place.path);
        let mut found = spot.map_or(Vec::new(), |spot| complete_value(context, services, &spot, &place));
        found.extend((completer.references)(context, &place));
        if found.is_empty() { (completer.values)(context, &place) } else { found }
    }

    /// The names that can stand at `at` of a file, best first, where its table asks for a name.
    pub fn choices(&self, path: &FilePath, at: &NodePath) -> Vec<Choice> {
        let Some(file) = self.file(path) else { return Vec::new() };
        let (Some(root), Some(language)) = (&file.root, file.language) else { return Vec::new() };
        let Some(services) = self.services(file) else { return Vec::new() };
        match spot(root, language.schema(), at).map(|spot| spot.shape) {
            Some(Shape::Name(kind)) => (services.complete.names)(self.context(file), *kind, at),
            _ => Vec::new(),
        }
    }
}

fn complete_value(
    context: FileContext<'_>,
    services: &Services,
    spot: &Spot,
    place: &CursorContext,
) -> Vec<Completion> {
    let completer = &services.complete;
    let meaning = |word: &str| (completer.meaning)(context, &place.path, word).unwrap_or_default().to_owned();
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
        doc: meaning(label),
    };
    let mut found = Vec::new();
    for shape in shapes {
        match shape {
            Shape::Bool => found.extend([word("true"), word("false")]),
            Shape::Choice(choices) => {
                found.extend(
                    choices.iter().filter(|choice| (completer.is_fitting)(context, choice)).map(|choice| word(choice)),
                );
            }
            Shape::Name(kind) => {
                let names = (completer.names)(context, *kind, &place.path).into_iter();
                found.extend(
                    names.map(|name| Completion { doc: meaning(&name.name), ..name.completion(*kind, place.replaces) }),
                );
            }
            _ => {}
        }
    }
    found
}

fn record_at(root: &Node, schema: &'static Record, path: &NodePath) -> Option<&'static Record> {
    if path.is_root() {
        return Some(schema);
    }
    spot(root, schema, path)?.shape.record()
}

fn complete_keys(file: &SourceFile, root: &Node, record: &'static Record, place: &CursorContext) -> Vec<Completion> {
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
