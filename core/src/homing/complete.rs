//! Completion in homing templates.

use serde_yaml::Value;

use crate::assignable::in_flow;
use crate::completion::cursor::CursorContext;
use crate::completion::{Completion, CompletionKind, ValidName, behind_key};
use crate::context::FileContext;
use crate::homing::kinds::kind_of;
use crate::homing::mentions;
use crate::homing::placement::inventory;
use crate::homing::placement::problem::attribute_name;
use crate::homing::schema::{OPERATORS, PROPERTIES, REQUEST_KEYS};
use crate::homing::threshold::Dimension;
use crate::homing::view;
use crate::schema::{Field, Need};
use crate::settings::HomingProfile;
use crate::sorted_map::SortedSet;
use crate::symbol::SymbolKind;
use crate::syntax::{Node, NodePath, Step, plain};

/// The names of this kind that can be used at `at`.
pub fn names(context: FileContext<'_>, kind: SymbolKind, at: &NodePath) -> Vec<ValidName> {
    let is_own = |name: &str| at.steps().iter().any(|step| *step == Step::Key(name.into()));
    let defined = mentions::defined(context.file, kind).filter(|(name, _)| !is_own(name));
    defined.map(|(name, of)| ValidName::new(name, of)).collect()
}

/// The calls of `get_param` that can stand in place of a scalar, for parameters with scalars as values (HAS-17, HAS-19).
/// Parameters themselves are constants, and conductor resolves none in the optimization (HAS-20).
pub fn functions(context: FileContext<'_>, at: &NodePath, is_number: bool) -> Vec<String> {
    let Some(root) = context.file.root.as_ref() else { return Vec::new() };
    let (base, template) = view::template(root);
    let Some([Step::Key(section), _, ..]) = at.steps().strip_prefix(base.steps()) else { return Vec::new() };
    let parameters = mentions::section(SymbolKind::Input);
    let is_resolved = section != "optimization" || context.settings.homing != HomingProfile::Conductor;
    if section == parameters || !is_resolved {
        return Vec::new();
    }
    let fits = |value: &Node| match plain::value(value) {
        Value::Null | Value::Number(_) => true,
        Value::String(_) | Value::Bool(_) => !is_number,
        _ => false,
    };
    let entries = template.get(parameters).map_or(&[][..], Node::entries).iter();
    let names = entries.filter(|entry| fits(&entry.value)).filter_map(|entry| entry.key.as_text());
    names.map(|name| format!("{{ get_param: {} }}", in_flow(name))).collect()
}

/// How much a mapping needs a key. Constraints of each type have properties of their own, and a template is no plan request.
pub fn need(context: FileContext<'_>, at: &NodePath, field: &Field) -> Option<Need> {
    let general = Some(field.need);
    if at.is_root() {
        let is_request = context.file.root.as_ref().is_some_and(|root| view::is_request(root));
        return general.filter(|_| REQUEST_KEYS.contains(&field.name) == is_request);
    }
    // A function in place of the properties has a table of its own.
    if PROPERTIES.field(field.name).is_none() {
        return general;
    }
    let Some(kind) = context.file.root.as_ref().and_then(|root| kind_of(root, at)) else { return general };
    match kind.required.contains(&field.name) {
        true => Some(Need::Required),
        false => kind.has(field.name).then_some(Need::Optional),
    }
}

/// The arguments of `get_param` and `distance_between`.
pub fn values(context: FileContext<'_>, cursor: &CursorContext) -> Vec<Completion> {
    let function = cursor.path.steps().iter().rev().find_map(|step| match step {
        Step::Key(key) => Some(key.as_str()),
        Step::Index(_) => None,
    });
    if let Some(dimension) = function.and_then(Dimension::of_property) {
        return thresholds(cursor, dimension, cursor.replaces.of(&context.file.text));
    }
    if let Some(values) = attribute_values(context, cursor) {
        return values;
    }
    let kinds: &[SymbolKind] = match (function, cursor.path.steps().last()) {
        (Some("get_param"), Some(Step::Key(_) | Step::Index(0))) => &[SymbolKind::Input],
        (Some("distance_between"), _) => &[SymbolKind::Location, SymbolKind::Demand],
        (Some("location"), _) if is_operand(&cursor.path) => &[SymbolKind::Location],
        (Some("demand"), _) if is_operand(&cursor.path) => &[SymbolKind::Demand],
        _ => return Vec::new(),
    };
    let of = |kind: &SymbolKind| {
        let names = names(context, *kind, &NodePath::root()).into_iter();
        names.map(|name| name.completion(*kind, cursor.replaces)).collect::<Vec<_>>()
    };
    kinds.iter().flat_map(of).collect()
}

/// The values that candidates of the catalog have for the attribute at the cursor; `None` if there is no attribute of a
/// constraint.
fn attribute_values(context: FileContext<'_>, cursor: &CursorContext) -> Option<Vec<Completion>> {
    let steps = cursor.path.steps();
    let at = steps.iter().position(|step| *step == Step::Key("evaluate".into()))?;
    let Step::Key(attribute) = steps.get(at + 1)? else { return None };
    let attribute = attribute_name(attribute);
    let mut values: SortedSet<&str> = SortedSet::new();
    for root in context.workspace.files().filter_map(|file| inventory::of_file(file)) {
        values.extend(inventory::values(root, attribute, MAX_CANDIDATES));
    }
    let completion = |value: &str| Completion {
        insert: value.to_owned(),
        label: value.to_owned(),
        replaces: cursor.replaces,
        kind: CompletionKind::Word,
        detail: format!("`{attribute}` of candidates"),
        doc: String::new(),
        also: None,
    };
    // Long values are identifiers or descriptions rather than classes of candidates.
    let is_plain = |value: &&str| value.len() <= 60 && value.chars().all(|c| c.is_alphanumeric() || "-_./".contains(c));
    Some(values.into_iter().filter(is_plain).take(MAX_VALUES).map(completion).collect())
}

/// Whether a path is that of a parameter of an operand in the second form of the optimization.
fn is_operand(path: &NodePath) -> bool {
    matches!(path.steps(), [.., Step::Key(parameters), Step::Key(_)] if parameters == "params")
}

/// Thresholds of a dimension, in each of its units: with the number that is typed already, if there is one.
fn thresholds(cursor: &CursorContext, dimension: Dimension, typed: &str) -> Vec<Completion> {
    let typed = typed.trim_matches(['"', '\'']).trim_end();
    let amount = typed.trim_end_matches(|last: char| last.is_ascii_alphabetic()).trim_end();
    let amounts = match amount.ends_with(|last: char| last.is_ascii_digit()) {
        true => vec![amount.to_owned()],
        false => vec!["<= 100".to_owned(), "< 100".to_owned()],
    };
    let of = |unit: &'static str| {
        let (amounts, replaces) = (amounts.clone(), cursor.replaces);
        amounts.into_iter().map(move |amount| {
            let label = format!("{amount} {unit}");
            let (kind, detail) = (CompletionKind::Word, dimension.name().to_owned());
            Completion { insert: label.clone(), label, replaces, kind, detail, doc: String::new(), also: None }
        })
    };
    dimension.units().flat_map(of).collect()
}

/// The keys of `evaluate`: the attributes that conductor evaluates, and those of the candidates in inventories of the
/// catalog. The keys of an attribute in it: the operators.
pub fn attributes(context: FileContext<'_>, cursor: &CursorContext) -> Vec<Completion> {
    if cursor.parent.steps().iter().rev().nth(1) == Some(&Step::Key("evaluate".into())) {
        let operators = OPERATORS.iter().map(|(name, meaning)| ((*name).to_owned(), *meaning));
        return keys(context, cursor, operators.collect());
    }
    if cursor.parent.last_key() != Some("evaluate") {
        return Vec::new();
    }
    let mut names: Vec<(String, &str)> =
        EVALUATED.iter().map(|name| ((*name).to_owned(), "evaluated by conductor")).collect();
    let mut known: SortedSet<String> = names.iter().map(|(name, _)| name.clone()).collect();
    for root in context.workspace.files().filter_map(|file| inventory::of_file(file)) {
        for attribute in inventory::attributes(root, MAX_CANDIDATES) {
            if known.insert(attribute.to_owned()) {
                names.push((attribute.to_owned(), "attribute of candidates"));
            }
        }
    }
    keys(context, cursor, names)
}

/// Keys with their details.
fn keys(context: FileContext<'_>, cursor: &CursorContext, names: Vec<(String, &str)>) -> Vec<Completion> {
    let colon = behind_key(context.file, cursor, ": ");
    let completion = |(label, detail): (String, &str)| Completion {
        insert: format!("{label}{colon}"),
        label,
        replaces: cursor.replaces,
        kind: CompletionKind::Key,
        detail: detail.to_owned(),
        doc: String::new(),
        also: None,
    };
    names.into_iter().map(completion).collect()
}

/// The attributes that conductor evaluates.
const EVALUATED: [&str; 7] =
    ["complex", "country", "state", "region", "cloud-region", "network_roles", "replication_role"];
/// Bounds the work of a completion, per inventory.
const MAX_CANDIDATES: usize = 500;
/// Maximum number of offered values.
const MAX_VALUES: usize = 50;
