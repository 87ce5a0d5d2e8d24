//! Checks values against a JSON schema, such as the `values.schema.json` of a chart: drafts 4 to 2020-12 without
//! references to other documents. Formats are checked up to draft 7. Time is limited, and patterns run in linear time; whatever
//! cannot be decided is unknown instead of valid or invalid.

pub mod format;

use serde_json::{Map, Value};

use crate::asd::chart::types::ValueType;
use crate::pattern::Pattern;
use crate::sorted_map::SortedSet;

/// Maximum number of evaluated schemas and compared values.
const MAX_STEPS: usize = 200_000;
/// Maximum nesting of evaluated schemas.
const MAX_DEPTH: usize = 100;
/// Maximum number of reported violations.
const MAX_VIOLATIONS: usize = 100;

/// The result of a check.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Verdict {
    pub violations: Vec<Violation>,
    /// The keywords that could not be decided; empty if the result is certain.
    pub undecided: SortedSet<String>,
}

/// A value that a schema does not allow.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The path of the value: `service.ports[0].port`; empty for all values.
    pub path: String,
    /// The requirement: `must be an integer, but is a string`.
    pub message: String,
}

/// Whether a schema allows a value, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Truth {
    Holds,
    Unknown,
    Fails,
}

impl Truth {
    fn of(holds: bool) -> Self {
        if holds { Truth::Holds } else { Truth::Fails }
    }
}

/// Checks a value against a schema.
pub fn check(schema: &Value, value: &Value) -> Verdict {
    let mut checker =
        Checker { root: schema, draft: Draft::of(schema), n_steps: 0, depth: 0, undecided: SortedSet::new() };
    let mut violations = Vec::new();
    let truth = checker.evaluate(schema, value, "", &mut violations);
    if truth == Truth::Holds {
        return Verdict::default();
    }
    violations.truncate(MAX_VIOLATIONS);
    let undecided = if truth == Truth::Fails { SortedSet::new() } else { checker.undecided };
    Verdict { violations: if truth == Truth::Fails { violations } else { Vec::new() }, undecided }
}

/// The schema of the property at a path of names, if the schema describes it unconditionally.
pub fn property<'a>(root: &'a Value, path: &[&str]) -> Option<&'a Value> {
    let mut node = resolved(root, root)?;
    for step in path {
        node = resolved(root, member(root, node, step, 0)?)?;
    }
    Some(node)
}

/// The member of a schema for a property: its own, or one that all instances must meet.
fn member<'a>(root: &'a Value, node: &'a Value, name: &str, depth: usize) -> Option<&'a Value> {
    if let Some(own) = node.get("properties").and_then(|properties| properties.get(name)) {
        return Some(own);
    }
    let all = node.get("allOf").and_then(Value::as_array).filter(|_| depth < 8)?;
    all.iter().take(50).find_map(|one| member(root, resolved(root, one)?, name, depth + 1))
}

/// The types that a schema allows; empty if it does not restrict them.
pub fn types(root: &Value, node: &Value) -> Vec<ValueType> {
    let Some(node) = resolved(root, node) else { return Vec::new() };
    let mut found: Vec<ValueType> = match (node.get("type"), node.get("enum"), node.get("const")) {
        (Some(Value::String(name)), ..) => ValueType::of_schema(name).into_iter().collect(),
        (Some(Value::Array(names)), ..) => {
            names.iter().filter_map(Value::as_str).filter_map(ValueType::of_schema).collect()
        }
        (_, Some(Value::Array(values)), _) => values.iter().map(ValueType::of).collect(),
        (.., Some(value)) => vec![ValueType::of(value)],
        _ => Vec::new(),
    };
    let mut seen = SortedSet::new();
    found.retain(|one| seen.insert(*one));
    found
}

/// The values that a schema lists, if all of them are scalars other than null; otherwise empty.
pub fn choices(root: &Value, node: &Value) -> Vec<Value> {
    let listed = resolved(root, node).and_then(|node| node.get("enum")?.as_array());
    let is_scalar = |value: &Value| matches!(value, Value::Bool(_) | Value::Number(_) | Value::String(_));
    listed.filter(|values| values.iter().all(is_scalar)).cloned().unwrap_or_default()
}

/// The schema that a chain of references within the document ends at.
fn resolved<'a>(root: &'a Value, mut node: &'a Value) -> Option<&'a Value> {
    for _ in 0..16 {
        match node.get("$ref").and_then(Value::as_str) {
            Some(reference) => node = target(root, reference)?,
            None => return Some(node),
        }
    }
    None
}

/// The target of a reference within the document: `#/definitions/port`.
fn target<'a>(root: &'a Value, reference: &str) -> Option<&'a Value> {
    let fragment = reference.strip_prefix('#')?;
    if fragment.contains('%') {
        return None;
    }
    root.pointer(fragment)
}

/// The differences between drafts that matter here.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Debug)]
enum Draft {
    Four,
    Six,
    Seven,
    Of2019,
    Of2020,
}

impl Draft {
    fn of(schema: &Value) -> Self {
        match schema.get("$schema").and_then(Value::as_str) {
            Some(uri) if uri.contains("draft-04") => Draft::Four,
            Some(uri) if uri.contains("draft-06") => Draft::Six,
            Some(uri) if uri.contains("draft-07") => Draft::Seven,
            Some(uri) if uri.contains("2019-09") => Draft::Of2019,
            _ => Draft::Of2020,
        }
    }
}

struct Checker<'a> {
    root: &'a Value,
    draft: Draft,
    n_steps: usize,
    depth: usize,
    undecided: SortedSet<String>,
}

impl<'a> Checker<'a> {
    fn undecided(&mut self, keyword: &str) -> Truth {
        self.undecided.insert(keyword.to_owned());
        Truth::Unknown
    }

    /// Evaluates a schema; violations are added to `found`.
    fn evaluate(&mut self, schema: &'a Value, value: &Value, path: &str, found: &mut Vec<Violation>) -> Truth {
        self.n_steps += 1;
        if self.n_steps > MAX_STEPS {
            return self.undecided("size");
        }
        if self.depth >= MAX_DEPTH {
            return self.undecided("nesting");
        }
        let schema = match schema {
            Value::Bool(true) => return Truth::Holds,
            Value::Bool(false) => {
                report(found, path, "is not allowed".to_owned());
                return Truth::Fails;
            }
            Value::Object(schema) => schema,
            _ => return self.undecided("schema"),
        };
        self.depth += 1;
        let truth = self.keywords(schema, value, path, found);
        self.depth -= 1;
        truth
    }

    fn keywords(
        &mut self,
        schema: &'a Map<String, Value>,
        value: &Value,
        path: &str,
        found: &mut Vec<Violation>,
    ) -> Truth {
        if let Some(reference) = schema.get("$ref") {
            let root = self.root;
            let truth = match reference.as_str().and_then(|reference| target(root, reference)) {
                Some(target) => self.evaluate(target, value, path, found),
                None => self.undecided("$ref"),
            };
            // Up to draft 7, a reference replaces its siblings.
            if self.draft < Draft::Of2019 {
                return truth;
            }
            return truth.max(self.siblings(schema, value, path, found));
        }
        self.siblings(schema, value, path, found)
    }

    fn siblings(
        &mut self,
        schema: &'a Map<String, Value>,
        value: &Value,
        path: &str,
        found: &mut Vec<Violation>,
    ) -> Truth {
        let mut truth = Truth::Holds;
        for (keyword, argument) in schema {
            let one = match keyword.as_str() {
                "type" => self.types(argument, value, path, found),
                "enum" => {
                    let allowed = argument.as_array().map_or(&[][..], Vec::as_slice);
                    self.n_steps += allowed.len();
                    let names = || allowed.iter().take(8).map(Value::to_string).collect::<Vec<_>>().join(", ");
                    require(allowed.iter().any(|one| is_same(one, value)), found, path, || {
                        format!("must be one of {}", names())
                    })
                }
                "const" if self.draft != Draft::Four => {
                    require(is_same(argument, value), found, path, || format!("must be {argument}"))
                }
                "allOf" => self.all_of(argument, value, path, found),
                "anyOf" | "oneOf" => self.some_of(keyword == "oneOf", argument, value, path, found),
                "not" => {
                    let inner = self.evaluate(argument, value, path, &mut Vec::new());
                    match inner {
                        Truth::Holds => {
                            require(false, found, path, || "must not match a schema under `not`".to_owned())
                        }
                        Truth::Unknown => Truth::Unknown,
                        Truth::Fails => Truth::Holds,
                    }
                }
                "if" if self.draft >= Draft::Seven => self.condition(schema, value, path, found),
                "$dynamicRef" | "$recursiveRef" => self.undecided(keyword),
                "unevaluatedProperties" if *argument != Value::Bool(true) && value.is_object() => {
                    self.undecided(keyword)
                }
                "unevaluatedItems" if *argument != Value::Bool(true) && value.is_array() => self.undecided(keyword),
                _ => match value {
                    Value::Object(members) => self.of_object(schema, keyword, argument, members, path, found),
                    Value::Array(items) => self.of_array(schema, keyword, argument, items, path, found),
                    Value::String(text) => self.of_text(keyword, argument, text, path, found),
                    Value::Number(_) => self.of_number(schema, keyword, argument, value, path, found),
                    Value::Null | Value::Bool(_) => Truth::Holds,
                },
            };
            truth = truth.max(one);
        }
        truth
    }

    fn types(&mut self, argument: &Value, value: &Value, path: &str, found: &mut Vec<Violation>) -> Truth {
        let names: Vec<&str> = match argument {
            Value::String(name) => vec![name],
            Value::Array(names) => names.iter().filter_map(Value::as_str).collect(),
            _ => return self.undecided("type"),
        };
        if names.iter().any(|name| ValueType::of_schema(name).is_none()) {
            return self.undecided("schema");
        }
        let own = ValueType::of(value);
        // Since draft 6, 1.0 is an integer.
        let is_whole = || self.draft != Draft::Four && value.as_f64().is_some_and(|number| number.fract() == 0.0);
        let is_it = |name: &&str| match ValueType::of_schema(name) {
            Some(ValueType::Integer) => own == ValueType::Integer || own == ValueType::Number && is_whole(),
            Some(ValueType::Number) => matches!(own, ValueType::Integer | ValueType::Number),
            Some(one) => one == own,
            None => false,
        };
        require(names.iter().any(is_it), found, path, || {
            let shown =
                |name: &&str| ValueType::of_schema(name).map_or_else(|| (*name).to_owned(), |one| one.to_string());
            let names: Vec<String> = names.iter().map(shown).collect();
            format!("must be {}, but is {own}", names.join(" or "))
        })
    }

    fn all_of(&mut self, argument: &'a Value, value: &Value, path: &str, found: &mut Vec<Violation>) -> Truth {
        let mut truth = Truth::Holds;
        for one in argument.as_array().into_iter().flatten() {
            truth = truth.max(self.evaluate(one, value, path, found));
        }
        truth
    }

    fn some_of(
        &mut self,
        is_one: bool,
        argument: &'a Value,
        value: &Value,
        path: &str,
        found: &mut Vec<Violation>,
    ) -> Truth {
        let (mut n_held, mut n_unknown) = (0, 0);
        let mut closest: Option<Vec<Violation>> = None;
        for one in argument.as_array().into_iter().flatten() {
            let mut own = Vec::new();
            match self.evaluate(one, value, path, &mut own) {
                Truth::Holds => n_held += 1,
                Truth::Unknown => n_unknown += 1,
                Truth::Fails => {
                    if closest.as_ref().is_none_or(|closest| own.len() < closest.len()) {
                        closest = Some(own);
                    }
                }
            }
            if n_held > usize::from(is_one) {
                break;
            }
        }
        match (is_one, n_held, n_unknown) {
            (false, 1.., _) | (true, 1, 0) => Truth::Holds,
            (_, 0, 0) => {
                match closest.filter(|closest| closest.len() == 1).and_then(|mut closest| closest.pop()) {
                    Some(one) => report(found, &one.path, one.message),
                    None => report(found, path, "matches none of the alternatives".to_owned()),
                }
                Truth::Fails
            }
            (true, 2.., _) => require(false, found, path, || "matches several alternatives of `oneOf`".to_owned()),
            _ => Truth::Unknown,
        }
    }

    fn condition(
        &mut self,
        schema: &'a Map<String, Value>,
        value: &Value,
        path: &str,
        found: &mut Vec<Violation>,
    ) -> Truth {
        let Some(condition) = schema.get("if") else { return Truth::Holds };
        let branch = match self.evaluate(condition, value, path, &mut Vec::new()) {
            Truth::Holds => "then",
            Truth::Fails => "else",
            Truth::Unknown => {
                let branches: Vec<Truth> = ["then", "else"]
                    .iter()
                    .map(|branch| {
                        let branch = schema.get(*branch);
                        branch.map_or(Truth::Holds, |branch| self.evaluate(branch, value, path, &mut Vec::new()))
                    })
                    .collect();
                let is_certain = branches.iter().all(|branch| *branch == Truth::Holds);
                return if is_certain { Truth::Holds } else { Truth::Unknown };
            }
        };
        match schema.get(branch) {
            Some(branch) => self.evaluate(branch, value, path, found),
            None => Truth::Holds,
        }
    }

    fn of_object(
        &mut self,
        schema: &'a Map<String, Value>,
        keyword: &str,
        argument: &'a Value,
        members: &Map<String, Value>,
        path: &str,
        found: &mut Vec<Violation>,
    ) -> Truth {
        let mut truth = Truth::Holds;
        match keyword {
            "properties" => {
                for (name, inner) in argument.as_object().into_iter().flatten() {
                    if let Some(value) = members.get(name) {
                        truth = truth.max(self.evaluate(inner, value, &joined(path, name), found));
                    }
                }
            }
            "patternProperties" => {
                for (pattern, inner) in argument.as_object().into_iter().flatten() {
                    let Ok(pattern) = Pattern::anywhere(pattern) else {
                        truth = truth.max(self.undecided("patternProperties"));
                        continue;
                    };
                    for (name, value) in members {
                        self.n_steps += 1;
                        if pattern.matches(name) {
                            truth = truth.max(self.evaluate(inner, value, &joined(path, name), found));
                        }
                    }
                }
            }
            "additionalProperties" => {
                let own = schema.get("properties").and_then(Value::as_object);
                let patterns = schema.get("patternProperties").and_then(Value::as_object);
                let patterns: Vec<_> = patterns.into_iter().flatten().map(|(one, _)| Pattern::anywhere(one)).collect();
                for (name, value) in members {
                    self.n_steps += 1 + patterns.len();
                    if own.is_some_and(|own| own.contains_key(name))
                        || patterns.iter().flatten().any(|pattern| pattern.matches(name))
                    {
                        continue;
                    }
                    if patterns.iter().any(Result::is_err) {
                        truth = truth.max(self.undecided("patternProperties"));
                        continue;
                    }
                    truth = truth.max(self.evaluate(argument, value, &joined(path, name), found));
                }
            }
            "propertyNames" if self.draft != Draft::Four => {
                for name in members.keys() {
                    let mut own = Vec::new();
                    let one = self.evaluate(argument, &Value::String(name.clone()), "", &mut own);
                    for violation in own {
                        report(found, path, format!("has the key `{name}`, which {}", violation.message));
                    }
                    truth = truth.max(one);
                }
            }
            "required" => {
                for name in argument.as_array().into_iter().flatten().filter_map(Value::as_str) {
                    let one = require(members.contains_key(name), found, path, || format!("must have `{name}`"));
                    truth = truth.max(one);
                }
            }
            "minProperties" => return self.count(argument, members.len(), path, found, true, "entries"),
            "maxProperties" => return self.count(argument, members.len(), path, found, false, "entries"),
            "dependencies" | "dependentRequired" | "dependentSchemas" => {
                let is_known = (keyword == "dependencies") == (self.draft < Draft::Of2019);
                if !is_known {
                    return Truth::Holds;
                }
                for (name, needs) in argument.as_object().into_iter().flatten() {
                    if !members.contains_key(name) {
                        continue;
                    }
                    if let Value::Array(names) = needs {
                        for needed in names.iter().filter_map(Value::as_str) {
                            let one = require(members.contains_key(needed), found, path, || {
                                format!("must have `{needed}` because it has `{name}`")
                            });
                            truth = truth.max(one);
                        }
                    } else {
                        let whole = Value::Object(members.clone());
                        self.n_steps += members.len();
                        truth = truth.max(self.evaluate(needs, &whole, path, found));
                    }
                }
            }
            _ => {}
        }
        truth
    }

    fn of_array(
        &mut self,
        schema: &'a Map<String, Value>,
        keyword: &str,
        argument: &'a Value,
        items: &[Value],
        path: &str,
        found: &mut Vec<Violation>,
    ) -> Truth {
        let mut truth = Truth::Holds;
        // Draft 2020-12 has renamed the list of schemas, and the schema for the items behind it.
        let prefix = schema.get("prefixItems").filter(|_| self.draft == Draft::Of2020);
        let first = prefix.or_else(|| schema.get("items")).and_then(Value::as_array);
        let n_first = first.map_or(0, Vec::len);
        match (keyword, argument) {
            ("prefixItems", _) if prefix.is_none() => {}
            ("items", Value::Array(schemas)) | ("prefixItems", Value::Array(schemas)) => {
                for (index, (inner, value)) in schemas.iter().zip(items).enumerate() {
                    truth = truth.max(self.evaluate(inner, value, &format!("{path}[{index}]"), found));
                }
            }
            ("items", _) => {
                let n_first = if prefix.is_some() { n_first } else { 0 };
                for (index, value) in items.iter().enumerate().skip(n_first) {
                    truth = truth.max(self.evaluate(argument, value, &format!("{path}[{index}]"), found));
                }
            }
            ("additionalItems", _) if schema.get("items").is_some_and(Value::is_array) => {
                for (index, value) in items.iter().enumerate().skip(n_first) {
                    truth = truth.max(self.evaluate(argument, value, &format!("{path}[{index}]"), found));
                }
            }
            ("contains", _) if self.draft != Draft::Four => {
                let (mut n_held, mut n_unknown) = (0, 0);
                for value in items {
                    match self.evaluate(argument, value, path, &mut Vec::new()) {
                        Truth::Holds => n_held += 1,
                        Truth::Unknown => n_unknown += 1,
                        Truth::Fails => {}
                    }
                }
                let bound = |name: &str, otherwise: usize| {
                    let stated = schema.get(name).filter(|_| self.draft >= Draft::Of2019).and_then(whole);
                    stated.unwrap_or(otherwise)
                };
                let (least, most) = (bound("minContains", 1), bound("maxContains", usize::MAX));
                if n_held >= least && n_held + n_unknown <= most {
                    return Truth::Holds;
                }
                if n_held + n_unknown < least || n_held > most {
                    return require(false, found, path, || "does not contain the required items".to_owned());
                }
                return Truth::Unknown;
            }
            ("minItems", _) => return self.count(argument, items.len(), path, found, true, "items"),
            ("maxItems", _) => return self.count(argument, items.len(), path, found, false, "items"),
            ("uniqueItems", Value::Bool(true)) => {
                let mut seen = SortedSet::new();
                let is_unique = items.iter().all(|item| seen.insert(canonical(item)));
                return require(is_unique, found, path, || "must not have equal items".to_owned());
            }
            _ => {}
        }
        truth
    }

    fn of_text(
        &mut self,
        keyword: &str,
        argument: &Value,
        text: &str,
        path: &str,
        found: &mut Vec<Violation>,
    ) -> Truth {
        match (keyword, argument) {
            ("minLength", _) => self.count(argument, text.chars().count(), path, found, true, "characters"),
            ("maxLength", _) => self.count(argument, text.chars().count(), path, found, false, "characters"),
            ("pattern", Value::String(pattern)) => match Pattern::anywhere(pattern) {
                Ok(compiled) => {
                    require(compiled.matches(text), found, path, || format!("must match the pattern `{pattern}`"))
                }
                Err(_) => self.undecided("pattern"),
            },
            // Later drafts only describe values with formats, as Helm reads them.
            ("format", Value::String(name)) if self.draft < Draft::Of2019 => {
                require(format::fits(name, text), found, path, || format!("must have the format `{name}`"))
            }
            _ => Truth::Holds,
        }
    }

    fn of_number(
        &mut self,
        schema: &Map<String, Value>,
        keyword: &str,
        argument: &Value,
        value: &Value,
        path: &str,
        found: &mut Vec<Violation>,
    ) -> Truth {
        let Some(order) = compare(value, argument) else {
            // In draft 4, `exclusiveMinimum` is a boolean beside `minimum`.
            return Truth::Holds;
        };
        let is_exclusive = |name: &str| self.draft == Draft::Four && schema.get(name) == Some(&Value::Bool(true));
        match keyword {
            "minimum" if is_exclusive("exclusiveMinimum") => {
                require(order.is_gt(), found, path, || format!("must be greater than {argument}"))
            }
            "maximum" if is_exclusive("exclusiveMaximum") => {
                require(order.is_lt(), found, path, || format!("must be less than {argument}"))
            }
            "minimum" => require(order.is_ge(), found, path, || format!("must be at least {argument}")),
            "maximum" => require(order.is_le(), found, path, || format!("must be at most {argument}")),
            "exclusiveMinimum" => require(order.is_gt(), found, path, || format!("must be greater than {argument}")),
            "exclusiveMaximum" => require(order.is_lt(), found, path, || format!("must be less than {argument}")),
            "multipleOf" => match is_multiple(value, argument) {
                Some(is_multiple) => require(is_multiple, found, path, || format!("must be a multiple of {argument}")),
                None => self.undecided("multipleOf"),
            },
            _ => Truth::Holds,
        }
    }

    fn count(
        &mut self,
        argument: &Value,
        count: usize,
        path: &str,
        found: &mut Vec<Violation>,
        is_least: bool,
        of: &str,
    ) -> Truth {
        let Some(bound) = whole(argument) else { return self.undecided("schema") };
        let holds = if is_least { count >= bound } else { count <= bound };
        let word = if is_least { "at least" } else { "at most" };
        let of = if bound == 1 { of.strip_suffix('s').unwrap_or(of) } else { of };
        require(holds, found, path, || format!("must have {word} {bound} {of}"))
    }
}

fn report(found: &mut Vec<Violation>, path: &str, message: String) {
    let one = Violation { path: path.to_owned(), message };
    // Several references can lead to the same requirement.
    if found.len() < MAX_VIOLATIONS && !found.contains(&one) {
        found.push(one);
    }
}

fn require(holds: bool, found: &mut Vec<Violation>, path: &str, message: impl FnOnce() -> String) -> Truth {
    if !holds {
        report(found, path, message());
    }
    Truth::of(holds)
}

fn joined(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

/// A number of things, which can be written as `2.0`.
fn whole(value: &Value) -> Option<usize> {
    let exact = value.as_u64().and_then(|number| usize::try_from(number).ok());
    exact.or_else(|| {
        value.as_f64().filter(|number| number.fract() == 0.0 && *number >= 0.0).map(|number| number as usize)
    })
}

fn integer(value: &Value) -> Option<i128> {
    value.as_i64().map(i128::from).or_else(|| value.as_u64().map(i128::from))
}

fn compare(one: &Value, other: &Value) -> Option<std::cmp::Ordering> {
    match (integer(one), integer(other)) {
        (Some(one), Some(other)) => Some(one.cmp(&other)),
        _ => one.as_f64()?.partial_cmp(&other.as_f64()?),
    }
}

fn is_multiple(value: &Value, of: &Value) -> Option<bool> {
    match (integer(value), integer(of)) {
        (Some(value), Some(of)) => (of != 0).then(|| value % of == 0),
        _ => {
            let quotient = value.as_f64()? / of.as_f64()?;
            quotient.is_finite().then(|| (quotient - quotient.round()).abs() <= 1e-9 * quotient.abs().max(1.0))
        }
    }
}

/// Whether two values are equal; `1` and `1.0` are.
fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(_), Value::Number(_)) => compare(one, other).is_some_and(std::cmp::Ordering::is_eq),
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(one, other)| is_same(one, other))
        }
        (Value::Object(one), Value::Object(other)) => {
            let has = |(name, value)| other.get(name).is_some_and(|other| is_same(value, other));
            one.len() == other.len() && one.iter().all(has)
        }
        _ => one == other,
    }
}

/// A text that is the same for equal values.
fn canonical(value: &Value) -> String {
    match value {
        Value::Number(number) => match (integer(value), number.as_f64()) {
            (None, Some(float)) if float.fract() == 0.0 && float.abs() < 1e15 => (float as i64).to_string(),
            _ => number.to_string(),
        },
        Value::Array(items) => format!("[{}]", items.iter().map(canonical).collect::<Vec<_>>().join(",")),
        Value::Object(members) => {
            let sorted: crate::sorted_map::SortedMap<_, _> = crate::sorting::gather(members.iter());
            let members =
                sorted.into_iter().map(|(name, value)| format!("{}:{}", Value::from(name.as_str()), canonical(value)));
            format!("{{{}}}", members.collect::<Vec<_>>().join(","))
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn messages(schema: &Value, value: &Value) -> Vec<String> {
        let verdict = check(schema, value);
        assert!(verdict.undecided.is_empty(), "{:?}", verdict.undecided);
        verdict.violations.iter().map(|one| format!("{}: {}", one.path, one.message)).collect()
    }

    #[test]
    fn violations_name_the_value_and_the_requirement() {
        let schema = json!({
            "type": "object", "required": ["port"],
            "properties": {
                "port": {"$ref": "#/definitions/port"},
                "hosts": {"type": "array", "items": {"type": "string", "minLength": 1}},
            },
            "additionalProperties": false,
            "definitions": {"port": {"type": "integer", "minimum": 1, "maximum": 65535}},
        });
        assert_eq!(messages(&schema, &json!({"port": 80, "hosts": ["a"]})), Vec::<String>::new());
        assert_eq!(messages(&schema, &json!({"port": "80"})), ["port: must be an integer, but is a string"]);
        assert_eq!(messages(&schema, &json!({"hosts": ["a", ""]})).len(), 2);
        assert_eq!(
            messages(&schema, &json!({"port": 0, "prot": 1})),
            ["port: must be at least 1", "prot: is not allowed"]
        );
    }

    #[test]
    fn what_cannot_be_decided_is_unknown() {
        let undecided = |schema: Value| check(&schema, &json!({"a": "x"})).undecided.into_iter().collect::<Vec<_>>();
        assert_eq!(undecided(json!({"$ref": "https://example.com/a.json"})), ["$ref"]);
        assert_eq!(undecided(json!({"properties": {"a": {"pattern": "(?=x)x"}}})), ["pattern"]);
        assert_eq!(undecided(json!({"anyOf": [{"$ref": "#/no"}, true]})), Vec::<String>::new());
        assert_eq!(undecided(json!({"not": {"$ref": "#/no"}})), ["$ref"]);
        // A certain violation needs no other keyword.
        assert_eq!(undecided(json!({"$ref": "#/no", "required": ["b"]})), Vec::<String>::new());
    }

    /// Source: the release notes of drafts 7 (`if`) and 2020-12 (`prefixItems`).
    #[test]
    fn keywords_of_later_drafts_are_ignored() {
        let schema =
            |draft: &str| json!({"$schema": draft, "prefixItems": [{"type": "string"}], "if": true, "then": false});
        let n_found = |draft: &str| messages(&schema(draft), &json!([1])).len();
        assert_eq!(n_found("http://json-schema.org/draft-04/schema#"), 0);
        assert_eq!(n_found("http://json-schema.org/draft-06/schema#"), 0);
        assert_eq!(n_found("http://json-schema.org/draft-07/schema#"), 1);
        assert_eq!(n_found("https://json-schema.org/draft/2019-09/schema"), 1);
        assert_eq!(n_found("https://json-schema.org/draft/2020-12/schema"), 2);
    }

    #[test]
    fn formats_are_checked_up_to_draft_7() {
        let schema = |draft: &str| json!({"$schema": draft, "properties": {"a": {"format": "ipv4"}}});
        let draft_7 = schema("http://json-schema.org/draft-07/schema#");
        assert_eq!(messages(&draft_7, &json!({"a": "10.0.0"})), ["a: must have the format `ipv4`"]);
        assert_eq!(messages(&draft_7, &json!({"a": 10})), Vec::<String>::new());
        let later = schema("https://json-schema.org/draft/2020-12/schema");
        assert_eq!(messages(&later, &json!({"a": "10.0.0"})), Vec::<String>::new());
    }

    /// Schemas that refer to themselves, or have alternatives whose number doubles per level.
    #[test]
    fn hostile_schemas_end() {
        let endless = json!({"$ref": "#"});
        assert_eq!(check(&endless, &json!(1)).undecided.into_iter().collect::<Vec<_>>(), ["nesting"]);
        let doubling = json!({"allOf": [{"$ref": "#"}, {"$ref": "#"}]});
        assert!(!check(&doubling, &json!(1)).undecided.is_empty());
        let slow = json!({"pattern": "^(a+)+$"});
        assert_eq!(check(&slow, &json!("a".repeat(10_000) + "b")).violations.len(), 1);
    }
}
