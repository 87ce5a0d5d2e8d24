//! The override values of each chart: the lifecycle parameters of its deployment item, and the addresses and networks of
//! the connection points, at their paths in the values. Source: SO-CNFM, and Helm's nesting of values by sub-chart.

use serde_json::{Map, Value as Json};
use serde_yaml::Value;

use crate::asd::chart::types::{Parameter, ValueType};
use crate::asd::chart::{Chart, defaults};
use crate::asd::charts::Charts;
use crate::asd::installation::question::Source;
use crate::asd::json_schema::{self, Verdict};
use crate::asd::model::{Application, DeploymentItem, MAPPED, has_several, is_values_path, mapped, text, values_path};
use crate::preview::question::Values;
use crate::preview::{Origin, PartialValue};
use crate::sorted_map::{SortedMap, SortedSet};
use crate::sorting::gather;
use crate::syntax::parse::parse;
use crate::syntax::{Node, NodePath, plain};

/// Maximum number of charts whose schemas are checked for one item.
const MAX_SCHEMAS: usize = 200;

/// Maximum size of the values that are computed for all items together, in bytes of their texts.
const MAX_VALUES: usize = 64 << 20;
/// Maximum number of unknown inputs that are reported.
const MAX_UNKNOWN: usize = 100;
/// Maximum number of inputs among which a similar name is searched.
const MAX_SUGGESTED: usize = 1000;

/// A value that is written to a chart.
#[derive(Clone, PartialEq, Debug)]
pub struct Override {
    /// Its path in the values of the chart.
    pub path: String,
    pub value: PartialValue,
    pub origin: Origin,
    /// The input that the value comes from: `streamers:replicaCount`, `viewers.loadbalancerIP`.
    pub input: String,
    /// The value without it: that of `values.yaml`, of the sub-chart, or of an outer chart.
    pub default: Option<Json>,
}

/// The result of checking all values of a chart against a schema.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SchemaCheck {
    /// The path of the sub-chart; empty for the chart itself.
    pub chart: String,
    pub verdict: Verdict,
}

/// The values of a deployment item.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct ItemValues {
    /// By path.
    pub overrides: Vec<Override>,
    /// The override file, without values that are not known yet.
    pub file: Map<String, Json>,
    pub schemas: Vec<SchemaCheck>,
}

/// Something that is wrong with the given values.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueIssue {
    pub kind: ValueIssueKind,
    /// The path of the affected part of the descriptor; the root if there is none.
    pub at: NodePath,
    pub message: String,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ValueIssueKind {
    /// A lifecycle parameter has neither a value nor a default.
    Missing,
    /// A lifecycle parameter has only a default.
    OnlyDefault,
    /// A value for something that the descriptor does not declare.
    Unknown,
    /// A value of another type than the parameter.
    Mismatch,
    /// Two values for the same parameter.
    Conflict,
    /// The schema of the chart does not allow the values.
    Schema,
    /// The schema of the chart cannot be decided.
    Undecided,
}

/// The name of the input for a lifecycle parameter.
pub fn lifecycle_input(item: DeploymentItem<'_>, path: &str) -> String {
    format!("{}:{path}", item.id().unwrap_or_default())
}

/// The name of the input for the values of a connection point.
pub fn point_input(point: &Node, attribute: &str) -> String {
    format!("{}.{attribute}", text(point, "id").unwrap_or_default())
}

/// Collects the values of all items. Texts of a request stay texts, as SO-CNFM writes them; other texts, such as those of a
/// form, get the type of the parameter.
pub fn values(
    application: &Application,
    charts: &Charts,
    inputs: &Values,
    source: Source,
) -> (Vec<ItemValues>, Vec<ValueIssue>) {
    let n_items = application.items().count();
    let mut left = MAX_VALUES;
    let mut collector = Collector {
        charts,
        inputs,
        source,
        used: SortedSet::new(),
        written: (0..n_items).map(|_| SortedMap::new()).collect(),
        defaults: (0..n_items)
            .map(|number| {
                let chart = charts.chart(number).filter(|chart| spend(&mut left, chart))?;
                Some(defaults::effective(chart, Map::new()))
            })
            .collect(),
        issues: Vec::new(),
    };
    for (number, item) in application.items().enumerate() {
        collector.lifecycle(number, item);
    }
    for (path, point) in application.points() {
        collector.point(&path, point);
    }
    collector.unknown();
    let Collector { written, mut issues, .. } = collector;
    let mut found = Vec::new();
    for ((number, written), item) in written.into_iter().enumerate().zip(application.items()) {
        let mut own =
            ItemValues { overrides: written.into_values().map(|(one, _)| one).collect(), ..ItemValues::default() };
        for one in &own.overrides {
            if let PartialValue::Value(value) = &one.value
                && one.origin != Origin::Default
            {
                insert(&mut own.file, &one.path, json(value));
            }
        }
        // A schema would reject defaults that are not known.
        let is_known = |chart: &&Chart| chart.without_defaults().is_none();
        if let Some(chart) = charts.chart(number).filter(is_known).filter(|chart| spend(&mut left, chart)) {
            own.schemas = schemas(chart, &own.file);
            issues.extend(own.schemas.iter().flat_map(|check| schema_issues(chart, check, item)));
        }
        found.push(own);
    }
    (found, issues)
}

/// Whether the values of a chart can still be computed; reduces the size that is left.
fn spend(left: &mut usize, chart: &Chart) -> bool {
    let size = size(chart);
    let is_enough = size <= *left;
    *left = left.saturating_sub(size);
    is_enough
}

/// The size of the values of a chart and its sub-charts.
pub fn size(chart: &Chart) -> usize {
    /// The cost of a chart without values.
    const CHART: usize = 1000;
    let own = chart.values.as_ref().map_or(0, |values| values.text.len());
    CHART + own + chart.charts.iter().map(size).sum::<usize>()
}

struct Collector<'a> {
    charts: &'a Charts,
    inputs: &'a Values,
    source: Source,
    /// The names of the inputs of the descriptor.
    used: SortedSet<String>,
    /// The written values of each item by path, with the location in the descriptor.
    written: Vec<SortedMap<String, (Override, NodePath)>>,
    /// The values of each chart without any override.
    defaults: Vec<Option<Map<String, Json>>>,
    issues: Vec<ValueIssue>,
}

impl Collector<'_> {
    fn issue(&mut self, kind: ValueIssueKind, at: &NodePath, message: String) {
        self.issues.push(ValueIssue { kind, at: at.clone(), message });
    }

    /// Whether an input has a value. An empty text is one in a file; in the form, it is a field that nobody has filled in.
    fn is_given(&self, value: &Value) -> bool {
        match self.source {
            Source::Form => !is_blank(value),
            Source::File => true,
            Source::Request => !value.is_null(),
        }
    }

    fn lifecycle(&mut self, number: usize, item: DeploymentItem<'_>) {
        let given =
            |written: &str| self.inputs.get(&lifecycle_input(item, written)).filter(|value| self.is_given(value));
        let written = item.parameters().filter_map(Node::as_text);
        let with_values: SortedSet<&str> = gather(written.filter(|path| given(path).is_some()).map(values_path));
        for node in item.parameters() {
            let Some(written) = node.as_text() else { continue };
            let name = lifecycle_input(item, written);
            let path = values_path(written);
            if self.used.contains(&name) || !is_values_path(path) {
                continue;
            }
            self.used.insert(name.clone());
            let parameter = self.charts.chart(number).and_then(|chart| chart.parameter(path)).unwrap_or_default();
            let given = self.inputs.get(&name).filter(|value| self.is_given(value)).cloned();
            // The same parameter can be listed again as `.Values.a`. Either input gives it a value.
            let is_written = self.written.get(number).is_some_and(|written| written.contains_key(path));
            if given.is_none() && (with_values.contains(path) || is_written) {
                continue;
            }
            let default = self.default(number, path);
            let (value, origin) = match given {
                Some(value) => (PartialValue::Value(self.typed(value, &parameter)), Origin::Intent),
                None => match &default {
                    Some(default) if !is_empty(default) => {
                        let message = format!("`{name}` has no value, which SO-CNFM requires; the chart has a default");
                        self.issue(ValueIssueKind::OnlyDefault, item.path, message);
                        (PartialValue::Value(serde_yaml::to_value(default).unwrap_or_default()), Origin::Default)
                    }
                    _ => {
                        let chart = self.charts.chart(number);
                        let is_unknown = chart.is_some_and(|chart| chart.without_defaults().is_some());
                        let default = if is_unknown { ", and its default is not known" } else { "" };
                        self.issue(ValueIssueKind::Missing, item.path, format!("`{name}` has no value{default}"));
                        (PartialValue::Symbol("<unset>".to_owned()), Origin::Unset)
                    }
                },
            };
            let one = Override { path: path.to_owned(), value, origin, input: name, default };
            self.write(number, one, &parameter, item.path);
        }
    }

    fn default(&self, number: usize, path: &str) -> Option<Json> {
        defaults::at(self.defaults.get(number)?.as_ref()?, path).cloned()
    }

    fn point(&mut self, at: &NodePath, point: &Node) {
        for attribute in MAPPED {
            let name = point_input(point, attribute);
            let parameters: Vec<(usize, &str)> = mapped(point)
                .filter(|one| one.attribute == attribute)
                .filter_map(|one| {
                    let (chart, path) = one.target()?;
                    Some((self.charts.item_of(chart)?, path))
                })
                .collect();
            if parameters.is_empty() && mapped(point).all(|one| one.attribute != attribute) || self.used.contains(&name)
            {
                continue;
            }
            self.used.insert(name.clone());
            let given = self.inputs.get(&name).filter(|value| self.is_given(value)).cloned();
            let values = given.map(|given| if has_several(attribute) { several(given) } else { vec![given] });
            // A single parameter that is a list receives all values.
            let of_list = |(number, path): &(usize, &str)| {
                let parameter = self.charts.chart(*number).and_then(|chart| chart.parameter(path));
                parameter.and_then(|parameter| parameter.value_type()) == Some(ValueType::List)
            };
            let is_list = has_several(attribute) && parameters.len() == 1 && parameters.iter().all(of_list);
            let values = match values {
                Some(values) if is_list => Some(vec![Value::Sequence(values)]),
                values => values,
            };
            if let Some(values) =
                values.as_ref().filter(|values| values.len() > parameters.len() && !parameters.is_empty())
            {
                let many = if parameters.len() == 1 { "" } else { "s" };
                let message = format!("`{name}` has {} values for {} parameter{many}", values.len(), parameters.len());
                self.issue(ValueIssueKind::Unknown, at, message);
            }
            for (index, (number, path)) in parameters.into_iter().enumerate() {
                let value = values.as_ref().and_then(|values| values.get(index)).cloned();
                let (value, origin) = match value {
                    Some(value) => (PartialValue::Value(value), Origin::Mapped),
                    None => {
                        let which =
                            if has_several(attribute) && !is_list { format!("[{index}]") } else { String::new() };
                        (PartialValue::Symbol(format!("<runtime {name}{which}>")), Origin::Runtime)
                    }
                };
                let parameter = self.charts.chart(number).and_then(|chart| chart.parameter(path)).unwrap_or_default();
                let default = self.default(number, path);
                let one = Override { path: path.to_owned(), value, origin, input: name.clone(), default };
                self.write(number, one, &parameter, at);
            }
        }
    }

    /// Values for things that the descriptor does not declare.
    fn unknown(&mut self) {
        let names = self.inputs.keys().filter(|name| !self.used.contains(*name));
        let names: Vec<String> = names.take(MAX_UNKNOWN).cloned().collect();
        for name in names {
            let is_few = self.used.len() <= MAX_SUGGESTED;
            let near =
                is_few.then(|| crate::similarity::closest(&name, self.used.iter().map(String::as_str))).flatten();
            let hint = near.map_or_else(String::new, |near| format!(": did you mean `{near}`?"));
            let message = format!("unknown input `{name}`{hint}");
            self.issue(ValueIssueKind::Unknown, &NodePath::root(), message);
        }
    }

    /// A given text as a value of the type of the parameter.
    fn typed(&self, value: Value, parameter: &Parameter) -> Value {
        let Value::String(text) = &value else { return value };
        let wants_other = !matches!(parameter.value_type(), Some(ValueType::Text) | None);
        if self.source == Source::Request || !wants_other || parameter.allowed.contains(&ValueType::Text) {
            return value;
        }
        let tree = parse(text);
        // A number can be written in several ways: `1e3`.
        let read = |root: &Node| if root.as_scalar().is_some() { plain::value(root) } else { plain::as_written(root) };
        let parsed = tree.root().filter(|_| tree.errors.is_empty()).map(read);
        parsed
            .filter(|parsed| Some(kind(ValueType::of(&json(parsed)))) == parameter.value_type().map(kind))
            .unwrap_or(value)
    }

    fn check_type(&mut self, parameter: &Parameter, one: &Override, at: &NodePath) {
        let PartialValue::Value(value) = &one.value else { return };
        // A null removes the default.
        if one.origin == Origin::Default || value.is_null() {
            return;
        }
        let name = &one.input;
        if let Some(reason) = parameter.mismatch(ValueType::of(&json(value))).filter(|_| parameter.allowed.is_empty()) {
            let of = ValueType::of(&json(value));
            self.issue(ValueIssueKind::Mismatch, at, format!("the value of `{name}` is {of}, but {reason}"));
        }
    }

    /// Writes a value, unless it cannot be in the same file as one before. Of two values, the later one counts.
    fn write(&mut self, number: usize, one: Override, parameter: &Parameter, at: &NodePath) {
        self.check_type(parameter, &one, at);
        let Some(written) = self.written.get_mut(number) else { return };
        let outer =
            one.path.match_indices('.').map(|(dot, _)| &one.path[..dot]).find(|outer| written.contains_key(*outer));
        let inner_start = format!("{}.", one.path);
        let inner = written.range(inner_start.clone()..).next().map(|(path, _)| path.as_str());
        let inner = inner.filter(|path| path.starts_with(&inner_start));
        if let Some(other) = outer.or(inner) {
            let message = format!("`{}` and `{other}` cannot both have values: one contains the other", one.path);
            self.issue(ValueIssueKind::Conflict, at, message);
            return;
        }
        let before = written.get(&one.path).map(|(before, _)| before);
        let conflict = before.filter(|before| before.origin != Origin::Default && before.value != one.value);
        let message = conflict
            .map(|before| format!("`{}` receives the values of `{}` and of `{}`", one.path, before.input, one.input));
        written.insert(one.path.clone(), (one, at.clone()));
        if let Some(message) = message {
            self.issue(ValueIssueKind::Conflict, at, message);
        }
    }
}

/// Integers and other numbers count as one type.
fn kind(of: ValueType) -> ValueType {
    if of == ValueType::Integer { ValueType::Number } else { of }
}

pub fn is_blank(value: &Value) -> bool {
    matches!(value, Value::Null) || value.as_str() == Some("")
}

/// Whether a default is no value: null, or without content.
pub fn is_empty(value: &Json) -> bool {
    match value {
        Json::Null => true,
        Json::String(text) => text.is_empty(),
        Json::Array(items) => items.is_empty(),
        Json::Object(members) => members.is_empty(),
        Json::Bool(_) | Json::Number(_) => false,
    }
}

/// The values of a list. A text can be a list in YAML.
pub fn several(given: Value) -> Vec<Value> {
    match given {
        Value::Sequence(items) => items,
        Value::String(text) if text.trim_start().starts_with(['[', '-']) => {
            let tree = parse(&text);
            let items = tree.root().filter(|_| tree.errors.is_empty()).map(plain::as_written);
            match items {
                Some(Value::Sequence(items)) => items,
                _ => vec![Value::String(text)],
            }
        }
        Value::String(text) if text.contains(',') => text.split(',').map(|part| Value::from(part.trim())).collect(),
        other => vec![other],
    }
}

/// A value in JSON, as Helm reads it.
pub fn json(value: &Value) -> Json {
    serde_json::to_value(value).unwrap_or_default()
}

/// Inserts a value at a path. The paths of a file do not contain each other.
fn insert(file: &mut Map<String, Json>, path: &str, value: Json) {
    let mut at = file;
    let mut steps = path.split('.').peekable();
    while let Some(step) = steps.next() {
        if steps.peek().is_none() {
            at.insert(step.to_owned(), value);
            return;
        }
        let inner = at.entry(step).or_insert_with(|| Json::Object(Map::new()));
        match inner {
            Json::Object(inner) => at = inner,
            _ => return,
        }
    }
}

/// The checks of all values against the schemas of a chart and its enabled sub-charts.
fn schemas(chart: &Chart, file: &Map<String, Json>) -> Vec<SchemaCheck> {
    let all = defaults::effective(chart, file.clone());
    let mut found = Vec::new();
    let tags = defaults::tags(&all);
    check_schemas(chart, "", &Json::Object(all), &tags, &mut 0, &mut found);
    found
}

fn check_schemas(
    chart: &Chart,
    at: &str,
    values: &Json,
    tags: &Map<String, Json>,
    n_visits: &mut usize,
    found: &mut Vec<SchemaCheck>,
) {
    *n_visits += 1;
    if *n_visits > MAX_SCHEMAS {
        return;
    }
    if let Some(schema) = &chart.schema {
        found.push(SchemaCheck { chart: at.to_owned(), verdict: json_schema::check(schema, values) });
    }
    let tags = &defaults::tags_of(chart, tags);
    for (key, inner) in chart.sub_charts() {
        let dependency = chart.dependencies.iter().find(|dependency| dependency.key() == key);
        if dependency.is_some_and(|dependency| !dependency.is_enabled(values, tags)) {
            continue;
        }
        let at = if at.is_empty() { key.to_owned() } else { format!("{at}.{key}") };
        check_schemas(inner, &at, values.get(key).unwrap_or(&Json::Null), tags, n_visits, found);
    }
}

/// Maximum number of violations that are reported for a schema.
const MAX_REPORTED: usize = 5;

fn schema_issues(chart: &Chart, check: &SchemaCheck, item: DeploymentItem<'_>) -> Vec<ValueIssue> {
    let of = match check.chart.as_str() {
        "" => format!("the chart `{}`", chart.name),
        inner => format!("the sub-chart `{inner}` of the chart `{}`", chart.name),
    };
    let issue = |kind, message| ValueIssue { kind, at: item.path.clone(), message };
    let mut found: Vec<ValueIssue> = check
        .verdict
        .violations
        .iter()
        .take(MAX_REPORTED)
        .map(|one| {
            let path = match one.path.as_str() {
                "" => "the root of the values".to_owned(),
                path => format!("`{path}`"),
            };
            issue(ValueIssueKind::Schema, format!("the schema of {of} rejects {path}, which {}", one.message))
        })
        .collect();
    if let Some(more) = check.verdict.violations.len().checked_sub(MAX_REPORTED).filter(|more| *more > 0) {
        found.push(issue(ValueIssueKind::Schema, format!("the schema of {of} rejects {more} more values")));
    }
    if !check.verdict.undecided.is_empty() {
        let reason = |keyword: &String| match keyword.as_str() {
            "size" => "it is too large".to_owned(),
            "nesting" => "it is nested too deep".to_owned(),
            "schema" => "a part of it is not a schema".to_owned(),
            keyword => format!("`{keyword}` is not evaluated"),
        };
        let reasons: Vec<String> = check.verdict.undecided.iter().map(reason).collect();
        let message = format!("the schema of {of} is not fully evaluated: {}", reasons.join(", "));
        found.push(issue(ValueIssueKind::Undecided, message));
    }
    found
}
