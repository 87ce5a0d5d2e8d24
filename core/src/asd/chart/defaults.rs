//! The values of a chart as Helm computes them before it renders templates: given values over those of `values.yaml`, the
//! values of sub-charts below their names, values that a chart imports from its sub-charts, and `global` values passed on
//! to all sub-charts. Source: Helm, `pkg/chart/common/util/coalesce.go` and `dependencies.go`.

use serde_json::{Map, Value};

use crate::asd::chart::{Chart, Values};
use crate::syntax::plain::{Plain, typed_text};
use crate::syntax::{Kind, Node, Style};

/// Maximum depth of values. Deeper ones are left out.
const MAX_DEPTH: usize = 64;
/// Maximum number of charts whose values are computed. A chart counts once for each of its aliases.
const MAX_VISITS: usize = 1000;

/// The values of a chart with these given values, sub-charts included.
pub fn effective(chart: &Chart, given: Map<String, Value>) -> Map<String, Value> {
    let mut values = given;
    coalesce(chart, &mut values, None, &mut 0, 0);
    values
}

/// The tags that decide which sub-charts of a chart are enabled: those of the outermost chart, and those of the `values.yaml`
/// of the charts between.
pub fn tags_of(chart: &Chart, outer: &Map<String, Value>) -> Map<String, Value> {
    let mut tags = outer.clone();
    let own = chart.values.as_ref().and_then(Values::root).and_then(|root| root.get("tags")).map(of_node);
    if let Some(Value::Object(own)) = own {
        merge(&mut tags, own, 0);
    }
    tags
}

/// The tags among the values of a chart.
pub fn tags(values: &Map<String, Value>) -> Map<String, Value> {
    values.get("tags").and_then(Value::as_object).cloned().unwrap_or_default()
}

/// Adds the defaults of a chart to its values. `tags` are those of the charts around it; `None` for the outermost chart.
fn coalesce(
    chart: &Chart,
    values: &mut Map<String, Value>,
    outer_tags: Option<&Map<String, Value>>,
    n_visits: &mut usize,
    depth: usize,
) {
    *n_visits += 1;
    if *n_visits > MAX_VISITS || depth > MAX_DEPTH {
        return;
    }
    let own_tags = outer_tags.is_none().then(|| tags(values));
    let tags = tags_of(chart, outer_tags.or(own_tags.as_ref()).unwrap_or(&Map::new()));
    if let Some(Value::Object(mut defaults)) = chart.values.as_ref().and_then(Values::root).map(of_node) {
        if chart.dependencies.iter().any(|dependency| !dependency.imports.is_empty()) {
            let imported = imported(chart, &defaults, values, &tags, n_visits, depth);
            remove_nulls(&mut defaults, 0);
            merge(&mut defaults, imported, 0);
        }
        merge(values, defaults, 0);
    }
    coalesce_inner(chart, values, &tags, n_visits, depth);
}

/// The values that a chart imports from its enabled sub-charts: defaults only, never given values. `given` decides what is
/// enabled.
fn imported(
    chart: &Chart,
    defaults: &Map<String, Value>,
    given: &Map<String, Value>,
    tags: &Map<String, Value>,
    n_visits: &mut usize,
    depth: usize,
) -> Map<String, Value> {
    let mut all = defaults.clone();
    coalesce_inner(chart, &mut all, tags, n_visits, depth);
    let mut deciding = given.clone();
    merge(&mut deciding, all.clone(), 0);
    let deciding = Value::Object(deciding);
    let mut found = Map::new();
    let enabled = chart.dependencies.iter().filter(|dependency| dependency.is_enabled(&deciding, tags));
    for (dependency, import) in enabled.flat_map(|one| one.imports.iter().map(move |import| (one, import))) {
        let source = at(&all, &format!("{}.{}", dependency.key(), import.child));
        let Some(Value::Object(source)) = source else { continue };
        let steps = import.parent.iter().rev();
        let placed = steps.fold(source.clone(), |inner, step| Map::from_iter([(step.clone(), Value::Object(inner))]));
        merge(&mut found, placed, 0);
    }
    found
}

fn remove_nulls(values: &mut Map<String, Value>, depth: usize) {
    values.retain(|_, value| !value.is_null());
    if depth < MAX_DEPTH {
        for inner in values.values_mut().filter_map(Value::as_object_mut) {
            remove_nulls(inner, depth + 1);
        }
    }
}

/// Adds the defaults of the sub-charts of a chart to its values.
fn coalesce_inner(
    chart: &Chart,
    values: &mut Map<String, Value>,
    tags: &Map<String, Value>,
    n_visits: &mut usize,
    depth: usize,
) {
    for (key, inner) in chart.sub_charts() {
        // Every sub-chart has global values, even if there are none.
        let global = values.get("global").cloned().unwrap_or_else(|| Value::Object(Map::new()));
        let own = values.entry(key).or_insert_with(|| Value::Object(Map::new()));
        // Helm refuses a chart whose sub-chart has another value than a mapping.
        let Value::Object(own) = own else { continue };
        if let Value::Object(global) = global {
            pass_on(own, &global);
        }
        coalesce(inner, own, Some(tags), n_visits, depth + 1);
    }
}

/// Passes global values to a sub-chart. Those of the outer chart take precedence.
fn pass_on(values: &mut Map<String, Value>, global: &Map<String, Value>) {
    match values.get_mut("global") {
        Some(Value::Object(own)) => {
            let mut passed = global.clone();
            merge(&mut passed, std::mem::take(own), 0);
            *own = passed;
        }
        Some(_) => {}
        None => drop(values.insert("global".to_owned(), Value::Object(global.clone()))),
    }
}

/// Adds defaults for everything that has no value. A given null removes the default.
fn merge(values: &mut Map<String, Value>, defaults: Map<String, Value>, depth: usize) {
    for (key, default) in defaults {
        match values.get_mut(&key) {
            Some(Value::Null) => drop(values.shift_remove(&key)),
            Some(Value::Object(own)) => {
                if let Value::Object(default) = default
                    && depth < MAX_DEPTH
                {
                    merge(own, default, depth + 1);
                }
            }
            Some(_) => {}
            None => drop(values.insert(key, default)),
        }
    }
}

/// The value at a path, if there is one.
pub fn at<'a>(values: &'a Map<String, Value>, path: &str) -> Option<&'a Value> {
    let mut steps = path.split('.');
    let mut value = values.get(steps.next()?)?;
    for step in steps {
        value = value.as_object()?.get(step)?;
    }
    Some(value)
}

/// The value of a node of `values.yaml`. Helm reads YAML 1.1, where `yes` and `on` are booleans.
pub fn of_node(node: &Node) -> Value {
    of_node_at(node, 0)
}

fn of_node_at(node: &Node, depth: usize) -> Value {
    match &node.kind {
        _ if depth > MAX_DEPTH => Value::Null,
        Kind::Null | Kind::Error | Kind::Alias(_) => Value::Null,
        Kind::Scalar(scalar) => {
            let tag = node.properties.as_ref().and_then(|properties| properties.resolved_tag.as_deref());
            if tag == Some("tag:yaml.org,2002:str") {
                return Value::String(scalar.value.to_string());
            }
            match scalar.style {
                Style::Plain => plain(&scalar.value),
                _ => Value::String(scalar.value.to_string()),
            }
        }
        Kind::Sequence(sequence) => sequence.items.iter().map(|item| of_node_at(item, depth + 1)).collect(),
        Kind::Mapping(mapping) => {
            let mut values = Map::new();
            for entry in &mapping.entries {
                // Of repeated keys, Helm reads the last; merged keys are those that the mapping does not have.
                if let Some(key) = entry.key.as_text().filter(|key| !entry.merged || !values.contains_key(*key)) {
                    values.insert(key.to_owned(), of_node_at(&entry.value, depth + 1));
                }
            }
            Value::Object(values)
        }
    }
}

/// The value of an unquoted text. The library that Helm uses reads `y`, `0644`, `0b1` and `1_000` as YAML 1.1 does, but no
/// sexagesimal numbers and no dates.
fn plain(text: &str) -> Value {
    if let Some(flag) = boolean(text) {
        return Value::Bool(flag);
    }
    let whole = text.strip_prefix(['+', '-']).unwrap_or(text);
    if whole.starts_with(|first: char| first.is_ascii_digit()) {
        let digits = whole.replace('_', "");
        let digits = digits.as_str();
        let integer = match digits.get(..2).map(str::to_ascii_lowercase).as_deref() {
            Some("0x") => i128::from_str_radix(&digits[2..], 16),
            Some("0b") => i128::from_str_radix(&digits[2..], 2),
            Some("0o") => i128::from_str_radix(&digits[2..], 8),
            Some(start) if start.starts_with('0') => i128::from_str_radix(digits, 8),
            _ => digits.parse(),
        };
        // `from_str_radix` accepts a second sign.
        let is_signed = digits.get(2..).is_some_and(|rest| rest.starts_with(['+', '-']));
        let integer =
            integer.ok().filter(|_| !is_signed).map(|number| if text.starts_with('-') { -number } else { number });
        let small = integer.and_then(|number| i64::try_from(number).map(Value::from).ok());
        if let Some(number) = small.or_else(|| u64::try_from(integer?).map(Value::from).ok()) {
            return number;
        }
        let unsigned = text.replace('_', "");
        if let Some(number) = unsigned.parse::<f64>().ok().filter(|_| is_decimal(digits)) {
            return serde_json::Number::from_f64(number).map_or_else(|| Value::String(text.to_owned()), Value::Number);
        }
        return Value::String(text.to_owned());
    }
    match typed_text(text) {
        Plain::Null => Value::Null,
        Plain::Float(number) => {
            serde_json::Number::from_f64(number).map_or_else(|| Value::String(text.to_owned()), Value::Number)
        }
        Plain::Bool(_) | Plain::Integer(_) | Plain::Text(_) => Value::String(text.to_owned()),
    }
}

/// Whether a text that starts with a digit has only the characters of a decimal number.
fn is_decimal(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'.' | b'e' | b'E' | b'+' | b'-'))
}

/// The booleans of YAML 1.1.
pub fn boolean(text: &str) -> Option<bool> {
    match text {
        "y" | "Y" | "yes" | "Yes" | "YES" | "on" | "On" | "ON" | "true" | "True" | "TRUE" => Some(true),
        "n" | "N" | "no" | "No" | "NO" | "off" | "Off" | "OFF" | "false" | "False" | "FALSE" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::asd::chart::{Dependency, Import};

    fn chart(name: &str, values: &str, charts: Vec<Chart>) -> Chart {
        let dependencies = Vec::new();
        let values = Some(Values::read(values.to_owned()));
        Chart { name: name.to_owned(), values, charts, dependencies, ..Chart::default() }
    }

    fn given(value: Value) -> Map<String, Value> {
        value.as_object().expect("a mapping").clone()
    }

    /// The expected values follow the manual of Helm, "Subcharts and Global Values".
    #[test]
    fn values_are_nested_by_chart() {
        let inner = chart("salad", "dressing: oil\nsize: {small: 1, large: 2}\n", Vec::new());
        let outer = chart("meal", "salad: {dressing: yogurt}\nglobal: {place: window}\ncups: 2\n", vec![inner]);
        let values = effective(&outer, given(json!({"salad": {"size": {"large": 3}}, "cups": null})));
        let expected = json!({
            "salad": {"size": {"large": 3, "small": 1}, "dressing": "yogurt", "global": {"place": "window"}},
            "global": {"place": "window"},
        });
        assert_eq!(Value::Object(values), expected);
    }

    #[test]
    fn a_chart_has_values_for_each_alias() {
        let inner = chart("db", "port: 1\n", Vec::new());
        let mut outer = chart("shop", "b: {port: 2}\n", vec![inner]);
        outer.dependencies = ["a", "b"]
            .map(|alias| Dependency { name: "db".to_owned(), alias: Some(alias.to_owned()), ..Dependency::default() })
            .to_vec();
        let values = effective(&outer, Map::new());
        assert_eq!(Value::Object(values), json!({"b": {"port": 2, "global": {}}, "a": {"port": 1, "global": {}}}));
    }

    /// The expected values follow the manual of Helm, "Importing Child Values via dependencies"; values of the outer chart take
    /// precedence.
    #[test]
    fn values_are_imported_from_enabled_sub_charts() {
        let inner = "exports: {data: {port: 1, host: inner}}\ndeep: {a: {x: 1}}\n";
        let import = |child: &str, parent: &[&str]| Import {
            child: child.to_owned(),
            parent: parent.iter().map(|step| (*step).to_owned()).collect(),
        };
        let outer = |conditions: Vec<String>| Chart {
            dependencies: vec![Dependency {
                name: "db".to_owned(),
                conditions,
                imports: vec![import("exports.data", &[]), import("deep.a", &["mine", "a"]), import("missing", &[])],
                ..Dependency::default()
            }],
            ..chart("shop", "host: outer\non: false\n", vec![chart("db", inner, Vec::new())])
        };
        // A given value of the sub-chart is not imported.
        let values = effective(&outer(Vec::new()), given(json!({"db": {"exports": {"data": {"port": 2}}}})));
        assert_eq!(values.get("port"), Some(&json!(1)));
        assert_eq!(values.get("host"), Some(&json!("outer")));
        assert_eq!(values.get("mine"), Some(&json!({"a": {"x": 1}})));
        let values = effective(&outer(vec!["db.isOn".to_owned()]), given(json!({"db": {"isOn": false}})));
        assert_eq!(values.get("port"), None);
    }

    #[test]
    fn numbers_are_read_as_helm_reads_them() {
        let cases = [
            ("0644", json!(420)),
            ("-010", json!(-8)),
            ("1_000", json!(1000)),
            ("0x1_f", json!(31)),
            ("0b101", json!(5)),
            ("0o17", json!(15)),
            ("0899", json!(899.0)),
            ("1e3", json!(1000.0)),
            ("1_0.5", json!(10.5)),
            (".5", json!(0.5)),
            ("18446744073709551615", json!(u64::MAX)),
            ("1:30", json!("1:30")),
            ("0x", json!("0x")),
            ("0x-1", json!("0x-1")),
            ("1.2.3", json!("1.2.3")),
            ("2024-01-12", json!("2024-01-12")),
            ("y", json!(true)),
            ("N", json!(false)),
            ("_1", json!("_1")),
            ("'0644'", json!("0644")),
        ];
        for (text, expected) in cases {
            let values = Values::read(format!("a: {text}\n"));
            let value = values.root().map(of_node).expect("a mapping");
            assert_eq!(value["a"], expected, "{text}");
        }
    }

    #[test]
    fn values_are_read_as_yaml_1_1() {
        let values = Values::read("a: yes\nb: 'yes'\nc: &x {d: 0x10}\ne: *x\nf: 1.5\ng: ~\n".to_owned());
        let value = values.root().map(of_node).expect("a mapping");
        assert_eq!(value, json!({"a": true, "b": "yes", "c": {"d": 16}, "e": {"d": 16}, "f": 1.5, "g": null}));
    }
}
