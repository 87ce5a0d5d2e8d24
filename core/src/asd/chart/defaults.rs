//! The values of a chart as Helm computes them before it renders templates: given values over those of `values.yaml`, the
//! values of sub-charts below their names, and `global` values passed on to all sub-charts.

use serde_json::{Map, Value};

use crate::asd::chart::{Chart, Values};
use crate::syntax::plain::{Plain, typed};
use crate::syntax::{Kind, Node, Style};

/// Maximum depth of values. Deeper ones are left out.
const MAX_DEPTH: usize = 64;
/// Maximum number of charts whose values are computed. A chart counts once for each of its aliases.
const MAX_VISITS: usize = 1000;

/// The values of a chart with these given values, sub-charts included.
pub fn effective(chart: &Chart, given: Map<String, Value>) -> Map<String, Value> {
    let mut values = given;
    coalesce(chart, &mut values, &mut 0, 0);
    values
}

fn coalesce(chart: &Chart, values: &mut Map<String, Value>, n_visits: &mut usize, depth: usize) {
    *n_visits += 1;
    if *n_visits > MAX_VISITS || depth > MAX_DEPTH {
        return;
    }
    if let Some(Value::Object(defaults)) = chart.values.as_ref().and_then(Values::root).map(of_node) {
        merge(values, defaults, 0);
    }
    for (key, inner) in chart.sub_charts() {
        let global = values.get("global").cloned();
        let own = values.entry(key).or_insert_with(|| Value::Object(Map::new()));
        // Helm refuses a chart whose sub-chart has another value than a mapping.
        let Value::Object(own) = own else { continue };
        if let Some(Value::Object(global)) = global {
            pass_on(own, &global);
        }
        coalesce(inner, own, n_visits, depth + 1);
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
            match typed(scalar) {
                Plain::Null => Value::Null,
                Plain::Bool(flag) => Value::Bool(flag),
                Plain::Integer(number) => {
                    let small = i64::try_from(number).map(Value::from).ok();
                    let number = small.or_else(|| u64::try_from(number).map(Value::from).ok());
                    number.unwrap_or_else(|| Value::String(scalar.value.to_string()))
                }
                Plain::Float(number) => serde_json::Number::from_f64(number)
                    .map_or_else(|| Value::String(scalar.value.to_string()), Value::Number),
                Plain::Text(text) => match boolean(text).filter(|_| scalar.style == Style::Plain) {
                    Some(flag) => Value::Bool(flag),
                    None => Value::String(text.to_owned()),
                },
            }
        }
        Kind::Sequence(sequence) => sequence.items.iter().map(|item| of_node_at(item, depth + 1)).collect(),
        Kind::Mapping(mapping) => {
            let mut values = Map::new();
            for entry in &mapping.entries {
                if let Some(key) = entry.key.as_text() {
                    values.entry(key).or_insert_with(|| of_node_at(&entry.value, depth + 1));
                }
            }
            Value::Object(values)
        }
    }
}

/// The booleans of YAML 1.1 that are texts in YAML 1.2.
pub fn boolean(text: &str) -> Option<bool> {
    match text {
        "yes" | "Yes" | "YES" | "on" | "On" | "ON" => Some(true),
        "no" | "No" | "NO" | "off" | "Off" | "OFF" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::asd::chart::Dependency;

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
            .map(|alias| Dependency {
                name: "db".to_owned(),
                alias: Some(alias.to_owned()),
                folder: None,
                conditions: Vec::new(),
                tags: Vec::new(),
            })
            .to_vec();
        let values = effective(&outer, Map::new());
        assert_eq!(Value::Object(values), json!({"b": {"port": 2}, "a": {"port": 1}}));
    }

    #[test]
    fn values_are_read_as_yaml_1_1() {
        let values = Values::read("a: yes\nb: 'yes'\nc: &x {d: 0x10}\ne: *x\nf: 1.5\ng: ~\n".to_owned());
        let value = values.root().map(of_node).expect("a mapping");
        assert_eq!(value, json!({"a": true, "b": "yes", "c": {"d": 16}, "e": {"d": 16}, "f": 1.5, "g": null}));
    }
}
