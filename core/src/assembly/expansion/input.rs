//! What comes from outside: the values of an intent, read as the types they are declared with.

use serde_yaml::Value;
use smol_str::ToSmolStr;

use crate::assembly::expansion::blueprint::{Blueprint, Expression, default_of};
use crate::assembly::expansion::codes;
use crate::assembly::expansion::engine::Engine;
use crate::assembly::expansion::report::Finding;
use crate::assembly::expansion::term::Term;
use crate::assembly::expansion::values::is_handed_through;
use crate::assembly::model::{Descriptor, Property};
use crate::catalog;
use crate::diagnostic::Severity;
use crate::expansion::{InputField, Typing};
use crate::symbol::DescriptorRef;
use crate::syntax::{alias, parse, plain};
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
                _ => written.parse::<bool>().ok().map(Value::from),
            };
            read.map_or(term.clone(), |value| Term::Scalar { value, text: text.clone() })
        }
        (Some("list" | "map"), Term::Scalar { value: Value::String(text), .. }) => match collection(text) {
            Some(parsed) => shaped(parsed, type_name),
            None => term,
        },
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

/// The list or map written in `text`, as JSON or YAML.
fn collection(text: &str) -> Option<Term> {
    if !text.trim_start().starts_with(['[', '{']) {
        return None;
    }
    let tree = parse::parse(text);
    let (root, errors) = alias::expand(&tree);
    let is_whole = tree.errors.is_empty() && errors.is_empty() && tree.documents.len() == 1;
    root.filter(|_| is_whole).map(|root| Term::of(&plain::value(&root)))
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
            } else if let Some(type_name) = self.type_of(property).filter(|_| self.typing == Typing::Declared)
                && !fits(&convert(value, Some(type_name)), type_name)
            {
                let message = format!("the intent gives `{name}` a value that is no {type_name}");
                self.report.add(finding(codes::BAD_INPUT, Severity::Warning, span, message));
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

/// Whether `term` is a value of the built-in type of this name; any value is one of a type that is not built in.
fn fits(term: &Term, type_name: &str) -> bool {
    let Term::Scalar { value, .. } = term else {
        return match (type_name, term) {
            ("list", Term::List(_)) | ("map", Term::Map(_)) => true,
            (name, _) => !["string", "boolean", "integer", "float", "timestamp", "list", "map"].contains(&name),
        };
    };
    match (type_name, value) {
        (_, Value::Null) => true,
        ("integer", value) => value.is_i64() || value.is_u64(),
        ("float", value) => value.is_number(),
        ("boolean", value) => value.is_bool(),
        ("list" | "map", _) => false,
        _ => true,
    }
}
