//! What comes from outside: the values of an intent, read as the types they are declared with.

use std::sync::Arc;

use serde_yaml::Value;
use smol_str::{SmolStr, ToSmolStr};

use crate::assembly::expansion::blueprint::{Blueprint, Expression, default_of};
use crate::assembly::expansion::codes;
use crate::assembly::expansion::engine::Engine;
use crate::assembly::expansion::report::Finding;
use crate::assembly::expansion::term::Term;
use crate::assembly::expansion::values::is_handed_through;
use crate::assembly::literal::{self, Declared, Misfit, MisfitKind};
use crate::assembly::model::{Descriptor, Property};
use crate::assembly::schema::PROPERTY_TYPES;
use crate::catalog;
use crate::diagnostic::Severity;
use crate::preview::InputField;
use crate::settings::Typing;
use crate::symbol::DescriptorRef;
use crate::syntax::{Node, NodePath, Step, alias, parse, plain};
use crate::text::Span;

/// The properties that an instance of `descriptor` takes from outside, in the order of the text.
pub fn input_fields(descriptor: &Descriptor, typing: Typing) -> Vec<InputField> {
    let inputs = descriptor.properties.iter().filter(|property| is_input(property));
    let fields = inputs.map(|property| {
        let type_name = type_of(property, typing).unwrap_or("string");
        let default =
            default_of(property).and_then(|node| shaped(Term::of(&plain::value(node)), Some(type_name)).plain());
        InputField {
            name: property.name.text.clone(),
            type_name: type_name.to_smolstr(),
            description: property.description.as_ref().map(|text| text.value.to_string()).unwrap_or_default(),
            required: property.required,
            default,
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

/// Whether a value from outside counts: the property is not read-only, and the descriptor does not fix it.
fn is_input(property: &Property) -> bool {
    // The places in the text do not matter here.
    let is_fixed = property
        .value
        .as_ref()
        .filter(|node| !node.is_null())
        .is_some_and(|node| !is_handed_through(&Expression::of(node, ""), &property.name.text));
    !property.read_only && !is_fixed
}

/// The value of an intent as a property of this type: intents carry texts (AD-INT-08).
pub fn convert(value: &Value, type_name: Option<&str>) -> Term {
    // Without a type it is a text (AD-PROP-09), as which an intent would carry it.
    shaped(Term::of(value), type_name.or(value.is_number().then_some("string")).or(value.is_bool().then_some("string")))
}

/// `term` in the shape of a property of this type (AD-TYPE-01): a scalar is text or a number, whichever is asked for.
/// Where nothing is, a number stays one unless that would lose how it is written: the version `1.10` is text. A list or a map may be
/// given as a text (AD-TYPE-03), and a map as a list of maps with one key each (AD-TYPE-08). What does not fit stays as
/// it is.
pub fn shaped(term: Term, type_name: Option<&str>) -> Term {
    match (type_name, &term) {
        (Some("string"), Term::Scalar { value: Value::Bool(_) | Value::Number(_), text }) => Term::text(text.clone()),
        (None, Term::Scalar { value: Value::Number(number), text }) if number.to_string() != *text => {
            Term::text(text.clone())
        }
        (Some("integer" | "float" | "boolean"), Term::Scalar { value: Value::String(written), text }) => {
            let written = written.trim();
            let read = match type_name {
                Some("integer") => written.parse::<i64>().ok().map(Value::from),
                Some("float") => written.parse::<f64>().ok().filter(|number| number.is_finite()).map(Value::from),
                _ => written.to_ascii_lowercase().parse::<bool>().ok().map(Value::from),
            };
            read.map_or(term.clone(), |value| Term::Scalar { value, text: text.clone() })
        }
        (Some(name), Term::Scalar { value: Value::String(text), .. }) if is_structured(name) => {
            match collection(text) {
                Some(parsed) => shaped(parsed, type_name),
                None => term,
            }
        }
        (Some("map"), Term::List(list)) => {
            let entries = list.items.iter().map(|item| match item {
                Term::Map(map) if map.entries.len() == 1 => map.entries.first().cloned(),
                _ => None,
            });
            match entries.collect::<Option<Vec<_>>>() {
                Some(entries) if !entries.is_empty() => Term::map(entries),
                _ => term,
            }
        }
        _ => term,
    }
}

/// Whether values of this type are lists or mappings: those of a data type are.
fn is_structured(type_name: &str) -> bool {
    matches!(type_name, "list" | "map") || !PROPERTY_TYPES.contains(&type_name)
}

/// The list or map written in `text`, as JSON or YAML.
fn collection(text: &str) -> Option<Term> {
    written_collection(text).map(|root| Term::of(&plain::value(&root)))
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

/// What of `value` does not fit `property` of `descriptor`, each in words, and what to do about it.
fn misfits(value: &Value, property: &Property, descriptor: &Descriptor) -> Vec<(String, Option<String>)> {
    let Some(type_name) = property.type_name.as_ref().map(|name| name.value.trim()) else { return Vec::new() };
    let structured = value.as_str().filter(|_| is_structured(type_name)).and_then(written_collection);
    let printed = || alias::expand(&parse::parse(&serde_yaml::to_string(value).ok()?)).0;
    let Some(node) = structured.or_else(printed) else { return Vec::new() };
    let declared = Declared { type_name, entries: property.entry_schema.as_ref(), descriptor };
    let misfits = literal::misfits(&node, &NodePath::root(), declared);
    let name = &property.name.text;
    let unnamed = unnamed_entries(&node, &NodePath::root()).into_iter();
    let unnamed =
        unnamed.map(|path| (format!("the intent gives `{}` an entry without a name", placed(name, &path)), None));
    misfits.iter().filter_map(|misfit| worded(misfit, name, type_name, &node)).chain(unnamed).collect()
}

/// The mappings that have an entry whose key is empty, or no text at all.
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

/// A place in the value of a property, as a reference would be written: `servers[0].port`.
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
            format!("the intent gives `{name}` a value that is no {type_name}")
        }
        MisfitKind::Scalar { expected } => {
            format!("the intent gives `{place}` the value `{written}`, which must be {expected}")
        }
        MisfitKind::Truth(_) => {
            format!("the intent gives `{place}` the value `{written}`, which must be `true` or `false`")
        }
        MisfitKind::Form { expected, found } => format!("the intent gives `{place}` {found}, which must be {expected}"),
        MisfitKind::UnknownMember { data_type, member, open } => {
            let near = catalog::closest(member, open.iter().map(SmolStr::as_str));
            let message = format!("the intent sets `{place}`, and `{data_type}` has no member `{member}`");
            return Some((message, near.map(|near| format!("did you mean `{near}`?"))));
        }
        MisfitKind::MissingMember { data_type, member } => {
            format!("the intent leaves out `{place}.{member}`, which `{data_type}` requires")
        }
    };
    Some((message, None))
}

impl Engine<'_> {
    /// The type that the values of a property have; `None` if any will do.
    pub fn type_of<'p>(&self, property: &'p Property) -> Option<&'p str> {
        type_of(property, self.typing)
    }

    /// Reports what is wrong with the intent, for the root with this descriptor.
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
            let message = format!("`{name}` is no name for an assembly instance");
            let help = "leave out blanks, two underscores in a row, and a digit at the start";
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
            let message = format!("`{state}` is no state that can be asked for");
            let help = "write `Installed`, `Inactive` or `Active`";
            self.report.add(finding(codes::BAD_INTENT, Severity::Error, span, message).help(help));
        }
        for (name, value) in &self.inputs.properties {
            let Some(property) = descriptor.property(name) else {
                let message = format!("the intent sets `{name}`, which the descriptor does not declare");
                let unknown = finding(codes::UNKNOWN_INPUT, Severity::Warning, span, message);
                let names = descriptor.properties.iter().map(|property| property.name.text.as_str());
                let meant = catalog::closest(name, names).map(|meant| format!("did you mean `{meant}`?"));
                self.report.add(Finding { help: meant, ..unknown });
                continue;
            };
            let span = property.name.span;
            if !is_input(property) {
                let why = if property.read_only { "is read-only" } else { "has a fixed `value`" };
                let message = format!("the intent sets `{name}`, which {why}; what it says is ignored");
                self.report.add(finding(codes::IGNORED_INPUT, Severity::Warning, span, message));
            } else if self.typing == Typing::Declared {
                for (message, help) in misfits(value, property, descriptor) {
                    let misfit = finding(codes::BAD_INPUT, Severity::Warning, span, message);
                    self.report.add(Finding { help, ..misfit });
                }
            }
        }
    }

    /// What is wrong with an intent for the descriptor `name`, where `base` is expanded.
    fn wrong_subject(&self, name: &str, base: &Blueprint<'_>) -> Option<(Severity, String, Option<String>)> {
        let meant = DescriptorRef::parse(name);
        let Some(entry) = meant.as_ref().and_then(|meant| self.catalog.resolve_range(meant).found()) else {
            let near = self.catalog.closest(name).map(|entry| format!("did you mean `{}`?", entry.name));
            return Some((Severity::Error, format!("the intent is for `{name}`, which is not in this catalog"), near));
        };
        if entry.name.kind != "assembly" {
            let help = "an intent is for an assembly; a resource is created as a part of one";
            return Some((Severity::Error, format!("the intent is for `{name}`, a resource"), Some(help.to_owned())));
        }
        let full_name = base.descriptor.full_name.as_ref();
        if entry.file == base.file.path || full_name == Some(&entry.name) {
            return None;
        }
        let expanded = full_name.map_or_else(|| format!("{}", base.file.path), |name| format!("`{name}`"));
        let message = format!("the intent is for `{name}`, and it is {expanded} that is expanded");
        Some((Severity::Warning, message, None))
    }
}
