//! Evaluates `dynamicType`, the template that chooses the type of a component from its properties (S0:443-449,
//! S0:650-706).
//!
//! Supports only what a choice needs: `if`, `{{ }}`, comparisons, `and`, `or`, `not`, `~`, text and a few filters. None
//! of these can take longer or grow larger than the template and its values; loops, definitions and `*` could, so they
//! are rejected.

use std::sync::Arc;

use minijinja::value::Value;
use minijinja::{Environment, Error, ErrorKind};
use serde_yaml::Value as Plain;
use smol_str::{SmolStr, format_smolstr};

use crate::assembly::expansion::codes;
use crate::assembly::expansion::engine::{Attempt, Engine, Key, Scope};
use crate::assembly::expansion::value::UnitId;
use crate::catalog::Catalog;
use crate::catalog::range::Range;
use crate::diagnostic::Severity;
use crate::sorted_map::SortedSet;
use crate::sorting::gather;
use crate::symbol::DescriptorRef;

/// Maximum number of evaluation steps.
const FUEL: u64 = 20_000;
/// Maximum product of the template's length and its longest value in bytes: an upper bound of the output.
const MAX_SIZE: usize = 4 << 20;
/// Maximum number of conditions, of tokens in one of them, and of nested brackets.
const MAX_BRANCHES: usize = 64;
const MAX_TOKENS: usize = 64;
const MAX_DEPTH: usize = 8;

/// Why a template cannot be previewed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfit {
    pub reason: String,
    /// Whether it is invalid, rather than unsupported.
    pub is_broken: bool,
}

/// Why a template yields no type.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// It cannot be previewed, for this reason.
    Template(String),
    /// `resolveVersion` finds no version, for this reason.
    Version(String),
}

impl<'a> Engine<'a> {
    /// The type that the template chooses for `unit`; `None` if its `type` applies.
    pub fn choose_type(&self, unit: UnitId, attempt: &mut Attempt) -> Option<SmolStr> {
        if let Some(type_source) = self.units[unit].type_source {
            if !self.units[type_source].is_typed {
                attempt.needs.push(Key::Type(type_source));
            }
            let type_source = &self.units[type_source];
            return type_source.dynamic_type.then(|| type_source.type_name.clone());
        }
        let (part, file) = self.part(unit)?;
        let source = part.component.dynamic_type.as_ref()?;
        let home = self.units[unit].place.map_or(unit, |(parent, _)| parent);
        let scope = Scope { file, span: source.span, home, instance: unit, ends: None, name: "" };
        let mut found = |code, severity, message| {
            self.found(scope.finding(code, severity, source.span, message), &scope, attempt);
            None
        };
        let names = match variables(&source.value) {
            Ok(names) => names,
            Err(unfit) => return found(codes::DYNAMIC_TYPE, Severity::Error, unfit.reason),
        };
        let mut values = Vec::new();
        for name in names {
            let property = part.component.properties.iter().map(|property| &property.name.text);
            let mut property = property.filter(|property| property.replace('-', "_") == name.replace('-', "_"));
            let Some(property) = property.next() else {
                let message = format!("the expression reads `{name}`, which is not a property of this component");
                self.found(
                    scope.finding(codes::DYNAMIC_TYPE, Severity::Warning, source.span, message),
                    &scope,
                    attempt,
                );
                continue;
            };
            match self.units[unit].entries.get(property) {
                None => attempt.needs.push(Key::Entry(unit, property.clone())),
                Some(value) if value.is_unset() => {}
                Some(value) => match value.plain() {
                    Some(value) => values.push((name, value)),
                    None => {
                        let message = format!("`{property}` decides the type but is only known at run time");
                        let finding = scope.finding(codes::SYMBOLIC_TYPE, Severity::Info, source.span, message);
                        self.found(finding, &scope, attempt);
                        return None;
                    }
                },
            }
        }
        if !attempt.needs.is_empty() {
            return None;
        }
        let mut found = |code, severity, message| {
            self.found(scope.finding(code, severity, source.span, message), &scope, attempt);
            None
        };
        match render(&source.value, &values, self.catalog) {
            Ok(text) if text.is_empty() => found(
                codes::DYNAMIC_TYPE,
                Severity::Warning,
                "the expression yields nothing, so `type` applies".to_owned(),
            ),
            Ok(text) if DescriptorRef::parse(&text).is_none() => {
                let message = format!("the expression yields `{text}`, which is not a descriptor name");
                found(codes::DYNAMIC_TYPE, Severity::Error, message)
            }
            Ok(text) => Some(text.into()),
            Err(Refusal::Template(reason)) => found(codes::DYNAMIC_TYPE, Severity::Error, reason),
            Err(Refusal::Version(reason)) => found(codes::VERSION_RANGE, Severity::Error, reason),
        }
    }
}

impl Unfit {
    fn broken(reason: impl Into<String>) -> Self {
        Unfit { reason: reason.into(), is_broken: true }
    }

    fn not_previewed(reason: impl Into<String>) -> Self {
        Unfit { reason: reason.into(), is_broken: false }
    }
}

/// The names that a template reads, if it can be previewed.
pub fn variables(source: &str) -> Result<SortedSet<String>, Unfit> {
    check(source)?;
    let environment = Environment::empty();
    let template = environment.template_from_str(source).map_err(|error| Unfit::broken(reason(&error)))?;
    Ok(gather(template.undeclared_variables(false)))
}

/// The trimmed output of the template.
pub fn render(source: &str, values: &[(String, Plain)], catalog: &Catalog) -> Result<String, Refusal> {
    check(source).map_err(|unfit| Refusal::Template(unfit.reason))?;
    let longest = values.iter().map(|(_, value)| size(value)).max().unwrap_or(0);
    if longest.max(1).saturating_mul(source.len()) > MAX_SIZE {
        return Err(Refusal::Template("the expression and its values are too large to preview".to_owned()));
    }
    let mut environment = Environment::empty();
    environment.set_fuel(Some(FUEL));
    environment.add_test("defined", |value: &Value| !value.is_undefined());
    environment.add_test("undefined", |value: &Value| value.is_undefined());
    environment.add_filter("lower", |text: String| text.to_lowercase());
    environment.add_filter("upper", |text: String| text.to_uppercase());
    environment.add_filter("trim", |text: String| text.trim().to_owned());
    environment.add_filter("default", |value: Value, other: Value| if value.is_undefined() { other } else { value });
    if source.contains("resolveVersion") {
        let catalog = Arc::new(catalog.clone());
        environment.add_filter("resolveVersion", move |text: String| {
            resolve_version(&text, &catalog).map_err(|reason| Error::new(ErrorKind::BadSerialization, reason))
        });
    }
    let template = environment.template_from_str(source).map_err(|error| Refusal::Template(reason(&error)))?;
    let context = Value::from_pairs(values.iter().map(|(name, value)| (name.as_str(), variable(value))));
    match template.render(context) {
        Ok(text) => Ok(text.trim().to_owned()),
        Err(error) if error.kind() == ErrorKind::BadSerialization => {
            Err(Refusal::Version(error.detail().unwrap_or("").to_owned()))
        }
        Err(error) => Err(Refusal::Template(reason(&error))),
    }
}

/// Rejects what is not supported: statements other than `if`; `*`, which can blow up short texts; and templates so long
/// or deep that recursive evaluation could exhaust the stack.
fn check(source: &str) -> Result<(), Unfit> {
    let mut rest = source;
    let mut branches = 0;
    while let Some(start) = rest.find('{') {
        rest = &rest[start + 1..];
        let close = match rest.chars().next() {
            Some('{') => "}}",
            Some('%') => "%}",
            Some('#') => {
                let end = rest.find("#}").ok_or_else(|| Unfit::broken("unclosed comment in the expression"))?;
                rest = &rest[end + 2..];
                continue;
            }
            _ => continue,
        };
        rest = &rest[1..];
        let end = code_end(rest, close)?;
        if close == "%}" {
            let statement = rest[..end].trim_start_matches(['-', '+']).trim_start();
            let word: String = statement.chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '_').collect();
            if !["if", "elif", "else", "endif"].contains(&word.as_str()) {
                return Err(Unfit::not_previewed(format!("`{{% {word} %}}` is not supported by the preview")));
            }
            branches += usize::from(word == "if" || word == "elif");
        }
        rest = &rest[end + 2..];
    }
    if branches > MAX_BRANCHES {
        let reason = format!("expressions with more than {MAX_BRANCHES} conditions are not supported by the preview");
        return Err(Unfit::not_previewed(reason));
    }
    Ok(())
}

/// The end of the code before `close`. Skips quoted text.
pub fn code_end(code: &str, close: &str) -> Result<usize, Unfit> {
    let (mut quote, mut is_in_word, mut tokens, mut depth) = (None, false, 0, 0_usize);
    let mut characters = code.char_indices();
    while let Some((at, character)) = characters.next() {
        let is_word = character.is_alphanumeric() || character == '_';
        match (quote, character) {
            (Some(_), '\\') => {
                characters.next();
            }
            (Some(open), character) if character == open => quote = None,
            (Some(_), _) => {}
            (None, '*') => return Err(Unfit::not_previewed("`*` is not supported by the preview")),
            (None, _) if code[at..].starts_with(close) => return Ok(at),
            (None, character) => {
                quote = Some(character).filter(|character| matches!(character, '\'' | '"'));
                tokens += usize::from(!(character.is_whitespace() || is_word && is_in_word));
                match character {
                    '(' | '[' | '{' => depth += 1,
                    ')' | ']' | '}' => depth = depth.saturating_sub(1),
                    _ => {}
                }
            }
        }
        is_in_word = is_word && quote.is_none();
        if tokens > MAX_TOKENS || depth > MAX_DEPTH {
            return Err(Unfit::not_previewed("the expression is too long or too deeply nested to preview"));
        }
    }
    Err(Unfit::broken(format!("the expression lacks a closing `{close}`")))
}

fn reason(error: &Error) -> String {
    match error.detail() {
        Some(detail) => format!("cannot preview the expression: {detail}"),
        None => format!("cannot preview the expression: {}", error.kind()),
    }
}

fn size(value: &Plain) -> usize {
    match value {
        Plain::Null | Plain::Bool(_) | Plain::Number(_) => 8,
        Plain::String(text) => text.len(),
        Plain::Sequence(items) => items.iter().map(size).sum(),
        Plain::Mapping(entries) => entries.iter().map(|(key, value)| size(key) + size(value)).sum(),
        Plain::Tagged(tagged) => size(&tagged.value),
    }
}

fn variable(value: &Plain) -> Value {
    match value {
        Plain::Null => Value::from(()),
        Plain::Bool(flag) => Value::from(*flag),
        Plain::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(number), _) => Value::from(number),
            (None, Some(number)) => Value::from(number),
            (None, None) => Value::from(()),
        },
        Plain::String(text) => Value::from(text.as_str()),
        Plain::Sequence(items) => Value::from(items.iter().map(variable).collect::<Vec<_>>()),
        Plain::Mapping(entries) => {
            Value::from_pairs(entries.iter().map(|(key, value)| (variable(key), variable(value))))
        }
        Plain::Tagged(tagged) => variable(&tagged.value),
    }
}

/// The highest version in the catalog that matches `type::name::range` (S0:702-706).
pub fn resolve_version(text: &str, catalog: &Catalog) -> Result<String, String> {
    let name =
        DescriptorRef::parse(text).ok_or_else(|| format!("`{text}` does not have the form `type::name::range`"))?;
    let range = Range::parse(&name.version)?;
    let versions = catalog.versions(&name.kind, &name.name);
    let best = versions.iter().rev().find(|entry| range.contains(&entry.name.version));
    let best = best.ok_or_else(|| {
        let known: Vec<SmolStr> = versions.iter().map(|entry| format_smolstr!("`{}`", entry.name.version)).collect();
        let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
        format!("no version of `{}::{}` matches `{}`; the catalog has {known}", name.kind, name.name, name.version)
    })?;
    Ok(best.name.to_string())
}
