//! Completion from the schema, extended by the language.

use crate::analysis::Analysis;
use crate::completion::cursor::CursorContext;
use crate::completion::{Completion, CompletionKind, ValidName, behind_key};
use crate::context::FileContext;
use crate::schema::table::Documentation;
use crate::schema::{Field, Need, Record, Shape, Spot, spot};
use crate::semantics::Services;
use crate::syntax::{Node, NodePath};
use crate::text::{FilePath, floor_boundary};
use crate::workspace::SourceFile;

impl Analysis {
    /// The completions at `offset`, best first.
    pub fn complete(&self, path: &FilePath, offset: usize) -> Vec<Completion> {
        let Some(file) = self.file(path) else { return Vec::new() };
        let (Some(root), Some(language)) = (&file.root, file.language) else { return Vec::new() };
        let Some(services) = self.services(file) else { return Vec::new() };
        let (context, completer) = (self.context(file), &services.complete);
        let offset = floor_boundary(&file.text, offset);
        let cursor = CursorContext::of(file, root, offset);
        if let Some(reference) = &cursor.reference {
            return (completer.reference)(context, reference, &cursor);
        }
        if let Some(items) = (completer.expression)(context, &cursor, offset) {
            return items;
        }
        if cursor.at_key {
            let record = record_at(root, language.schema_of(root), &cursor.parent);
            let documentation = services.documentation();
            let need = |field: &Field| (completer.need)(context, &cursor.parent, field);
            let mut keys = (completer.free_keys)(context, &cursor);
            if let Some(record) = record {
                keys.extend(complete_keys(file, root, (record, documentation), &cursor, &need));
            }
            return keys;
        }
        let spot = spot(root, language.schema_of(root), &cursor.path);
        let mut found = spot.map_or(Vec::new(), |spot| complete_value(context, services, &spot, &cursor));
        found.extend((completer.references)(context, &cursor));
        if found.is_empty() { (completer.values)(context, &cursor) } else { found }
    }

    /// The names that are valid at `at` in a file, best first, if its schema asks for a name.
    pub fn choices(&self, path: &FilePath, at: &NodePath) -> Vec<ValidName> {
        let Some(file) = self.file(path) else { return Vec::new() };
        let (Some(root), Some(language)) = (&file.root, file.language) else { return Vec::new() };
        let Some(services) = self.services(file) else { return Vec::new() };
        match spot(root, language.schema_of(root), at).map(|spot| spot.shape) {
            Some(Shape::Name(kind)) => (services.complete.names)(self.context(file), *kind, at),
            _ => Vec::new(),
        }
    }
}

fn complete_value(
    context: FileContext<'_>,
    services: &Services,
    spot: &Spot,
    cursor: &CursorContext,
) -> Vec<Completion> {
    let completer = &services.complete;
    let meaning = |word: &str| (completer.meaning)(context, &cursor.path, word).unwrap_or_default().to_owned();
    // An empty value can still become any of several forms.
    let shapes: &[Shape] = match spot.whole {
        Shape::OneOf(shapes) => shapes,
        _ => std::slice::from_ref(spot.shape),
    };
    let word = |label: &str| Completion {
        label: label.to_owned(),
        insert: label.to_owned(),
        replaces: cursor.replaces,
        kind: CompletionKind::Word,
        detail: String::new(),
        doc: meaning(label),
        also: None,
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
                let names = (completer.names)(context, *kind, &cursor.path).into_iter();
                found.extend(
                    names
                        .map(|name| Completion { doc: meaning(&name.name), ..name.completion(*kind, cursor.replaces) }),
                );
                let importable = (completer.importable)(context, *kind).into_iter();
                found.extend(importable.map(|(name, import)| Completion {
                    also: Some(import),
                    ..name.completion(*kind, cursor.replaces)
                }));
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
    spot(root, schema, path)?.keys()
}

fn complete_keys(
    file: &SourceFile,
    root: &Node,
    (record, documentation): (&'static Record, Documentation),
    cursor: &CursorContext,
    need: &dyn Fn(&Field) -> Option<Need>,
) -> Vec<Completion> {
    let missing = record.fields.iter().filter(|field| cursor.is_free(Some(root), field.name));
    let items = missing.filter_map(|field| Some((field, need(field)?)));
    let items = items.map(|(field, need)| Completion {
        label: field.name.to_owned(),
        insert: match &field.shape {
            Shape::Record(_) | Shape::Open(..) | Shape::Named(..) | Shape::Map(_) | Shape::List(_) => {
                format!("{}{}", field.name, behind_key(file, cursor, ":"))
            }
            _ => format!("{}{}", field.name, behind_key(file, cursor, ": ")),
        },
        replaces: cursor.replaces,
        kind: CompletionKind::Key,
        detail: match need {
            Need::Required | Need::RequiredWithout(_) => "required".to_owned(),
            Need::Recommended | Need::Usual | Need::Optional => {
                field.default.map_or(String::new(), |value| format!("default {value}"))
            }
        },
        doc: documentation.of_field(field).to_owned(),
        also: None,
    });
    items.collect()
}
