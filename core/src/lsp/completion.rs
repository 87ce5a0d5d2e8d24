//! Completion in files without a schema table: the settings of a catalog, by their JSON Schema, and intents, by the
//! descriptor that they name.

use crate::analysis::Analysis;
use crate::assembly::intents;
use crate::document::schema;
use crate::rules::catalog_settings;
use crate::symbol::DescriptorRef;
use crate::syntax::{Node, NodePath};
use crate::text::Span;
use crate::workspace::SourceFile;
use lsp_types::{CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation};
use serde_json::Value;

use crate::lsp::convert::Encoding;

/// The keys of an intent with their documentation.
const INTENT: &[(&str, &str)] = &[
    ("assemblyName", "The name of the assembly instance."),
    ("intendedState", "The intended state of the instance."),
    ("properties", "Values for the properties of the descriptor."),
];
const STATES: [&str; 3] = ["Installed", "Inactive", "Active"];

/// The context of the cursor.
struct Cursor<'a> {
    /// The keys that contain the line, starting at the root.
    path: Vec<&'a str>,
    /// The key of the line, if the cursor is after its colon.
    key: Option<&'a str>,
    /// The word at the cursor.
    word: Span,
    /// Whether it is followed by a colon.
    is_before_colon: bool,
}

/// A suggestion.
struct Offer {
    label: String,
    doc: String,
}

/// The suggestions at `offset`.
pub fn complete(analysis: &Analysis, encoding: Encoding, file: &SourceFile, offset: usize) -> Vec<CompletionItem> {
    let Some(cursor) = cursor(file, offset) else { return Vec::new() };
    let offers = match &file.root {
        root if file.path.as_str() == catalog_settings::FILE => {
            of_schema(&cursor, root.as_deref(), cursor.word.of(&file.text))
        }
        Some(root) if intents::descriptor_name(file).is_some() => of_intent(analysis, root, &cursor),
        _ => Vec::new(),
    };
    let is_key = cursor.key.is_none();
    let items = offers.into_iter().map(|Offer { label, doc }| {
        let text = if is_key && !cursor.is_before_colon { format!("{label}: ") } else { label.clone() };
        CompletionItem {
            kind: Some(if is_key { CompletionItemKind::FIELD } else { CompletionItemKind::ENUM_MEMBER }),
            documentation: (!doc.is_empty()).then_some(Documentation::String(doc)),
            filter_text: Some(label.clone()),
            text_edit: Some(CompletionTextEdit::Edit(lsp_types::TextEdit::new(
                encoding.range(file, cursor.word),
                text,
            ))),
            label,
            ..CompletionItem::default()
        }
    });
    items.collect()
}

fn cursor(file: &SourceFile, offset: usize) -> Option<Cursor<'_>> {
    let line_number = file.lines.line(offset);
    let start = file.lines.start(line_number);
    let before = file.text.get(start..offset)?;
    let written = before.trim_start_matches(' ');
    let depth = before.len() - written.len();
    let (key, word) = match written.split_once(':') {
        Some((key, value)) => (Some(key.trim()), value.trim_start().trim_start_matches(['"', '\''])),
        None => (None, written),
    };
    if written.starts_with('#') || word.contains(['{', '[', '#']) {
        return None;
    }
    let (mut path, mut least) = (Vec::new(), depth);
    for line in (0..line_number).rev() {
        let text = file.lines.span(&file.text, line).of(&file.text);
        let content = text.trim_start_matches(' ');
        let own = text.len() - content.len();
        if own < least && !content.trim().is_empty() && !content.starts_with('#') {
            path.push(content.split(':').next()?.trim_matches(['"', '\'']));
            least = own;
        }
    }
    path.reverse();
    let behind = file.text.get(offset..file.lines.span(&file.text, line_number).end as usize)?;
    let is_end = |character: char| {
        character.is_whitespace() || matches!(character, '#' | ',' | '"' | '\'') || key.is_none() && character == ':'
    };
    let rest = behind.find(is_end).unwrap_or(behind.len());
    let is_before_colon = behind[rest..].trim_start_matches(['"', '\'', ' ']).starts_with(':');
    Some(Cursor { path, key, word: Span::new(offset - word.len(), offset + rest), is_before_colon })
}

/// The keys and values that the settings allow, except existing keys; `own` is the current value.
fn of_schema(cursor: &Cursor<'_>, root: Option<&Node>, own: &str) -> Vec<Offer> {
    let Ok(schema) = serde_json::from_str::<Value>(schema::settings_text()) else { return Vec::new() };
    let place = cursor.path.iter().fold(&schema, |place, key| resolved(&schema, &place["properties"][*key]));
    let Some(key) = cursor.key else {
        let keys = place["properties"].as_object().into_iter().flatten();
        let doc = |value: &Value| value["description"].as_str().unwrap_or_default().to_owned();
        let holder = root.and_then(|root| root.at(&NodePath::keys(cursor.path.iter().copied())));
        let is_open = |key: &str| key == own || holder.is_none_or(|holder| holder.entry(key).is_none());
        let open = keys.filter(|(key, value)| is_open(key) && value["deprecated"] != true);
        return open.map(|(key, value)| Offer { label: key.clone(), doc: doc(value) }).collect();
    };
    let value = resolved(&schema, &place["properties"][key]);
    let doc = |value: &Value| value["description"].as_str().unwrap_or_default().to_owned();
    let words = |value: &Value| -> Vec<Offer> {
        let words = value["enum"].as_array().into_iter().flatten().chain(value.get("const"));
        words.filter_map(Value::as_str).map(|word| Offer { label: word.to_owned(), doc: doc(value) }).collect()
    };
    let truths = if value["type"] == "boolean" { &["true", "false"][..] } else { &[] };
    let truths = truths.iter().map(|word| Offer { label: (*word).to_owned(), doc: String::new() });
    let choices = value["oneOf"].as_array().into_iter().flatten().chain([value]);
    choices.flat_map(words).chain(truths).collect()
}

/// Resolves a `$ref`, or returns the schema itself.
fn resolved<'a>(schema: &'a Value, value: &'a Value) -> &'a Value {
    let definition = value["$ref"].as_str().and_then(|pointer| schema.pointer(pointer.trim_start_matches('#')));
    definition.unwrap_or(value)
}

fn of_intent(analysis: &Analysis, root: &Node, cursor: &Cursor<'_>) -> Vec<Offer> {
    let offer = |label: &str, doc: &str| Offer { label: label.to_owned(), doc: doc.to_owned() };
    match (cursor.path.as_slice(), cursor.key) {
        ([], None) => {
            let open = INTENT.iter().filter(|(key, _)| root.entry(key).is_none());
            open.map(|(key, doc)| offer(key, doc)).collect()
        }
        ([], Some("intendedState")) => STATES.iter().map(|state| offer(state, "")).collect(),
        ([], Some("descriptorName")) => {
            let assemblies = analysis.catalog().entries().filter(|entry| entry.name.kind == "assembly");
            assemblies.map(|entry| offer(&entry.name.to_string(), "")).collect()
        }
        (["properties"], None) => {
            let name = root.get("descriptorName").and_then(Node::as_text).and_then(DescriptorRef::parse);
            let entry = name.as_ref().and_then(|name| analysis.catalog().resolve_range(name).found());
            let fields = entry.map_or_else(Vec::new, |entry| analysis.input_fields(&entry.file));
            let given = root.get("properties");
            let open = fields.into_iter().filter(|field| given.is_none_or(|given| given.entry(&field.name).is_none()));
            open.map(|field| offer(&field.name, &field.description)).collect()
        }
        _ => Vec::new(),
    }
}
