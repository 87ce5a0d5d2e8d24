//! The values of an intent, converted to the types of their properties.

use std::sync::Arc;

use serde_yaml::Value;
use smol_str::{SmolStr, ToSmolStr};

use crate::assembly::expansion::blueprint::{Blueprint, Expression, default_of};
use crate::assembly::expansion::codes;
use crate::assembly::expansion::effective_value::is_handed_through;
use crate::assembly::expansion::engine::Engine;
use crate::assembly::expansion::report::Finding;
use crate::assembly::expansion::value::SymbolicValue;
use crate::assembly::literal::{self, DeclaredType, Misfit, MisfitKind};
use crate::assembly::model::{Descriptor, Property};
use crate::assembly::schema::PROPERTY_TYPES;
use crate::diagnostic::Severity;
use crate::preview::InputField;
use crate::settings::Typing;
use crate::similarity;
use crate::symbol::DescriptorRef;
use crate::syntax::{Node, NodePath, Step, alias, parse, plain};
use crate::text::Span;

/// The properties that can be set on an instance of `descriptor`, in source order.
pub fn input_fields(descriptor: &Descriptor, typing: Typing) -> Vec<InputField> {
    let inputs = descriptor.properties.iter().filter(|property| is_input(property));
    let fields = inputs.map(|property| {
        let type_name = type_of(property, typing).unwrap_or("string");
        let default = default_of(property)
            .and_then(|node| shaped(SymbolicValue::of(&plain::value(node)), Some(type_name)).plain());
        InputField {
            name: property.name.text.clone(),
            type_name: type_name.to_smolstr(),
            description: property.description.as_ref().map(|text| text.value.to_string()).unwrap_or_default(),
            required: property.required,
            default,
            choices: Vec::new(),
            is_secret: false,
        }
    });
    fields.collect()
}

fn type_of(property: &Property, typing: Typing) -> Option<&str> {
    match typing {
        Typing::Declared => property.type_name.as_ref().map(|name| name.value.trim()),
        Typing::Text => Some("string"),
    }
}

/// Whether the property can be set from outside: it is not read-only, and the descriptor does not fix it.
fn is_input(property: &Property) -> bool {
    // Spans do not matter here.
    let is_fixed = property
        .value
        .as_ref()
        .filter(|node| !node.is_null())
        .is_some_and(|node| !is_handed_through(&Expression::of(node, ""), &property.name.text));
    !property.read_only && !is_fixed
}

/// Converts a value of an intent to this type: intents carry text (AD-INT-08).
pub fn convert(value: &Value, type_name: Option<&str>) -> SymbolicValue {
    // A property without a type is text (AD-PROP-09), as in an intent.
    shaped(
        SymbolicValue::of(value),
        type_name.or(value.is_number().then_some("string")).or(value.is_bool().then_some("string")),
    )
}

/// Converts `value` to this type (AD-TYPE-01): a scalar becomes text or a number, as requested. Without a type, a
/// number stays a number unless that would change how it is written: the version `1.10` is text. A list or a map may be
/// given as text (AD-TYPE-03), and a map as a list of maps with one key each (AD-TYPE-08). A value that does not match
/// stays as it is.
pub fn shaped(value: SymbolicValue, type_name: Option<&str>) -> SymbolicValue {
    match (type_name, &value) {
        (Some("string"), SymbolicValue::Scalar { value: Value::Bool(_) | Value::Number(_), text }) => {
            SymbolicValue::text(text.clone())
        }
        (None, SymbolicValue::Scalar { value: Value::Number(number), text }) if number.to_string() != *text => {
            SymbolicValue::text(text.clone())
        }
        (Some("integer" | "float" | "boolean"), SymbolicValue::Scalar { value: Value::String(written), text }) => {
            let written = written.trim();
            let read = match type_name {
                Some("integer") => written.parse::<i64>().ok().map(Value::from),
                Some("float") => written.parse::<f64>().ok().filter(|number| number.is_finite()).map(Value::from),
                _ => written.to_ascii_lowercase().parse::<bool>().ok().map(Value::from),
            };
            read.map_or(value.clone(), |value| SymbolicValue::Scalar { value, text: text.clone() })
        }
        (Some(name), SymbolicValue::Scalar { value: Value::String(text), .. }) if is_structured(name) => {
            match collection(text) {
                Some(parsed) => shaped(parsed, type_name),
                None => value,
            }
        }
        (Some("map"), SymbolicValue::List(list)) => {
            let entries = list.items.iter().map(|item| match item {
                SymbolicValue::Map(map) if map.entries.len() == 1 => map.entries.first().cloned(),
                _ => None,
            });
            match entries.collect::<Option<Vec<_>>>() {
                Some(entries) if !entries.is_empty() => SymbolicValue::map(entries),
                _ => value,
            }
        }
        _ => value,
    }
}

/// Whether values of this type are lists or mappings. Values of data types are.
fn is_structured(type_name: &str) -> bool {
    matches!(type_name, "list" | "map") || !PROPERTY_TYPES.contains(&type_name)
}

/// Parses a list or map from `text`, as JSON or YAML.
fn collection(text: &str) -> Option<SymbolicValue> {
    written_collection(text).map(|root| SymbolicValue::of(&plain::value(&root)))
}

fn written_collection(text: &str) -> Option<Arc<Node>> {
    if !text.trim_start().starts_with(['[', '{']) {
        return None;
    }
    let tree = parse::parse(text);
    let (root, errors) = alias::expand(&tree);
    let is_whole = tree.errors.is_empty() && errors.is_empty() && tree.documents.len() == 1;
    root.filter(|_| is_whole)
}

/// The type errors of `value` for `property` of `descriptor`: a message each, with help.
fn misfits(value: &Value, property: &Property, descriptor: &Descriptor) -> Vec<(String, Option<String>)> {
    let Some(type_name) = property.type_name.as_ref().map(|name| name.value.trim()) else { return Vec::new() };
    let structured = value.as_str().filter(|_| is_structured(type_name)).and_then(written_collection);
    let printed = || alias::expand(&parse::parse(&serde_yaml::to_string(value).ok()?)).0;
    let Some(node) = structured.or_else(printed) else { return Vec::new() };
    let declared = DeclaredType { type_name, entries: property.entry_schema.as_ref(), descriptor };
    let misfits = literal::misfits(&node, &NodePath::root(), declared);
    let name = &property.name.text;
    let unnamed = unnamed_entries(&node, &NodePath::root()).into_iter();
    let unnamed =
        unnamed.map(|path| (format!("the intent gives `{}` an entry without a name", placed(name, &path)), None));
    misfits.iter().filter_map(|misfit| worded(misfit, name, type_name, &node)).chain(unnamed).collect()
}

/// The mappings that have an entry whose key is empty or not text.
fn unnamed_entries(node: &Node, path: &NodePath) -> Vec<NodePath> {
    let mut found = Vec::new();
    if node.entries().iter().any(|entry| entry.key.as_text().is_none_or(str::is_empty)) {
        found.push(path.clone());
    }
    for entry in node.entries() {
        let Some(key) = entry.key.as_text() else { continue };
        found.extend(unnamed_entries(&entry.value, &path.key(key)));
    }
    for (index, item) in node.items().iter().enumerate() {
        found.extend(unnamed_entries(item, &path.index(index)));
    }
    found
}

/// A path within the value of a property, written like a reference: `servers[0].port`.
fn placed(name: &str, path: &NodePath) -> String {
    path.steps().iter().fold(name.to_owned(), |place, step| match step {
        Step::Key(key) => format!("{place}.{key}"),
        Step::Index(index) => format!("{place}[{index}]"),
    })
}

fn worded(misfit: &Misfit, name: &str, type_name: &str, root: &Node) -> Option<(String, Option<String>)> {
    let place = placed(name, &misfit.path);
    let written = root.at(&misfit.path).and_then(Node::as_text).unwrap_or_default();
    let message = match &misfit.kind {
        MisfitKind::Json | MisfitKind::Pairs => return None,
        MisfitKind::Scalar { .. } | MisfitKind::Truth(_) | MisfitKind::Form { .. } if !misfit.inner => {
            format!("the intent sets `{name}` to a value that is not a valid {type_name}")
        }
        MisfitKind::Scalar { expected } => {
            format!("the intent sets `{place}` to `{written}`, expected {expected}")
        }
        MisfitKind::Truth(_) => {
            format!("the intent sets `{place}` to `{written}`, expected `true` or `false`")
        }
        MisfitKind::Form { expected, found } => format!("the intent sets `{place}` to {found}, expected {expected}"),
        MisfitKind::UnknownMember { data_type, member, open } => {
            let near = similarity::closest(member, open.iter().map(SmolStr::as_str));
            let message = format!("the intent sets `{place}`, but `{data_type}` has no member `{member}`");
            return Some((message, near.map(|near| format!("did you mean `{near}`?"))));
        }
        MisfitKind::MissingMember { data_type, member } => {
            format!("the intent does not set `{place}.{member}`, which `{data_type}` requires")
        }
    };
    Some((message, None))
}

impl Engine<'_> {
    /// The type of the property's values; `None` if any value is allowed.
    pub fn type_of<'p>(&self, property: &'p Property) -> Option<&'p str> {
        type_of(property, self.typing)
    }

    /// Reports the problems of the intent for the root instance, of the descriptor `base`.
    pub fn check_inputs(&mut self, base: &Blueprint<'_>) {
        let descriptor = base.descriptor;
        let span = descriptor.name.as_ref().map_or(Span::at(0), |name| name.span);
        let finding = |code, severity, span, message| Finding {
            code,
            severity,
            file: base.file.path.clone(),
            span,
            message,
            help: None,
            subject: String::new(),
        };
        if let Some(name) = self.inputs.assembly_name.as_deref()
            && (name.is_empty()
                || name.contains(char::is_whitespace)
                || name.contains("__")
                || name.starts_with(|first: char| first.is_ascii_digit()))
        {
            let message = format!("`{name}` is not a valid name for an assembly instance");
            let help = "remove spaces and double underscores, and do not start with a digit";
            self.report.add(finding(codes::BAD_INTENT, Severity::Error, span, message).help(help));
        }
        if let Some(name) = self.inputs.descriptor_name.as_deref()
            && let Some((severity, message, help)) = self.wrong_subject(name, base)
        {
            self.report.add(Finding { help, ..finding(codes::BAD_INTENT, severity, span, message) });
        }
        if let Some(state) = self.inputs.intended_state.as_deref()
            && !["Installed", "Inactive", "Active"].contains(&state)
        {
            let message = format!("`{state}` is not a valid intended state");
            let help = "use `Installed`, `Inactive` or `Active`";
            self.report.add(finding(codes::BAD_INTENT, Severity::Error, span, message).help(help));
        }
        for (name, value) in &self.inputs.properties {
            let Some(property) = descriptor.property(name) else {
                let message = format!("the intent sets `{name}`, which the descriptor does not declare");
                let unknown = finding(codes::UNKNOWN_INPUT, Severity::Warning, span, message);
                let names = descriptor.properties.iter().map(|property| property.name.text.as_str());
                let meant = similarity::closest(name, names).map(|meant| format!("did you mean `{meant}`?"));
                self.report.add(Finding { help: meant, ..unknown });
                continue;
            };
            let span = property.name.span;
            if !is_input(property) {
                let why = if property.read_only { "is read-only" } else { "has a fixed `value`" };
                let message = format!("the intent sets `{name}`, which {why}; the value is ignored");
                self.report.add(finding(codes::IGNORED_INPUT, Severity::Warning, span, message));
            } else if self.typing == Typing::Declared {
                for (message, help) in misfits(value, property, descriptor) {
                    let misfit = finding(codes::BAD_INPUT, Severity::Warning, span, message);
                    self.report.add(Finding { help, ..misfit });
                }
            }
        }
    }

    /// The problem of an intent for the descriptor `name` when `base` is expanded.
    fn wrong_subject(&self, name: &str, base: &Blueprint<'_>) -> Option<(Severity, String, Option<String>)> {
        let meant = DescriptorRef::parse(name);
        let Some(entry) = meant.as_ref().and_then(|meant| self.catalog.resolve_range(meant).found()) else {
            let near = self.catalog.closest(name).map(|entry| format!("did you mean `{}`?", entry.name));
            return Some((Severity::Error, format!("the intent is for `{name}`, which is not in this catalog"), near));
        };
        if entry.name.kind != "assembly" {
            let help = "an intent is for an assembly; resources are created as part of one";
            return Some((Severity::Error, format!("the intent is for the resource `{name}`"), Some(help.to_owned())));
        }
        let full_name = base.descriptor.full_name.as_ref();
        if entry.file == base.file.path || full_name == Some(&entry.name) {
            return None;
        }
        let expanded = full_name.map_or_else(|| format!("{}", base.file.path), |name| format!("`{name}`"));
        let message = format!("the intent is for `{name}`, but the expanded descriptor is {expanded}");
        Some((Severity::Warning, message, None))
    }
}
