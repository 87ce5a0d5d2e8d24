//! Compares expansions with a manual reading of the example catalog.

use std::collections::BTreeMap;
use std::fs;

use descriptorium_core::assembly::expansion::{Expansion, Instance, InstanceKind};
use descriptorium_core::preview::ItemProperty;
use descriptorium_core::preview::PartialValue;
use descriptorium_core::workspace::Workspace;
use descriptorium_tests::paths;
use serde_json::{Map, Value, json};

use super::{calls, expand_name, inputs};

/// Compares with a reading of our examples that was worked out by hand.
#[test]
fn the_examples_become_what_was_worked_out_by_hand() {
    let expected =
        fs::read_to_string(paths::root().join("tests/expansions/video-service.yaml")).expect("a readable file");
    let expected: Value = serde_yaml::from_str(&expected).expect("YAML");
    let workspace = Workspace::new(paths::texts(&paths::root().join("examples"), &[".yaml"]));
    let expansion = expand_name(
        &workspace,
        expected["intent"]["descriptorName"].as_str().expect("a name"),
        &inputs(&expected["intent"]),
    );
    let instances: Vec<Value> = expansion
        .instances
        .iter()
        .map(|instance| {
            let mut row =
                json!({ "name": instance.name, "parent": owner(&expansion, instance), "kind": instance.kind.name() });
            if let Some(group) = &instance.group {
                row["of"] = json!(group.multiplicity.name());
                let numbers = [
                    ("count", group.count),
                    ("minimum", group.minimum),
                    ("maximum", group.maximum),
                    ("increment", group.increment),
                ];
                for (key, number) in numbers.into_iter().filter(|(_, number)| number.is_some()) {
                    row[key] = json!(number);
                }
            } else {
                row["type"] = json!(instance.type_name);
                row["properties"] = properties(&instance.properties, true);
            }
            row
        })
        .collect();
    let relationships: Vec<Value> = expansion
        .relationships
        .iter()
        .map(|relationship| {
            json!({
                "name": relationship.name, "owner": relationship.owner, "source": relationship.source, "target": relationship.target,
                "properties": properties(&relationship.properties, false),
                "Create": calls(&relationship.create), "Cease": calls(&relationship.cease),
            })
        })
        .collect();
    let stages: Vec<Vec<Value>> = expansion.plan.stages.iter().map(|stage| stage.iter().map(|action| match action.instance.contains(':') {
        true => json!({ "action": action.action, "relationship": action.instance, "operations": calls(&action.operations) }),
        false => json!({ "action": action.action, "instance": action.instance }),
    }).collect()).collect();
    let mut faults = Vec::new();
    compare("instances", &by_name(&expected["instances"]), &by_name(&json!(instances)), &mut faults);
    compare("relationships", &by_name(&expected["relationships"]), &by_name(&json!(relationships)), &mut faults);
    compare("stages", &sorted(&expected["plan"]["stages"]), &sorted(&json!(stages)), &mut faults);
    compare("raised", &expected["plan"]["raised"], &json!(expansion.plan.raised), &mut faults);
    let codes: Vec<String> = expansion.diagnostics.iter().map(|d| format!("{} {}", d.code, d.message)).collect();
    compare("diagnostics", &expected["diagnostics"], &json!(codes), &mut faults);
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The assembly of the instance: the hand-made tree has no groups.
fn owner(expansion: &Expansion, instance: &Instance) -> Value {
    let parent = expansion.instances.iter().find(|parent| instance.parent.as_ref() == Some(&parent.name));
    match parent {
        Some(group) if group.kind == InstanceKind::Group => json!(group.parent),
        _ => json!(instance.parent),
    }
}

/// Entries by name, and by owner if several have the same name.
fn by_name(entries: &Value) -> Value {
    let entries = entries.as_array().expect("a list").iter().map(|entry| {
        let owner = entry.get("owner").or(entry.get("parent")).and_then(Value::as_str).unwrap_or("");
        let mut entry = entry.clone();
        if entry.get("parent").is_none() {
            entry["parent"] = Value::Null;
        }
        (format!("{} of {owner}", entry["name"].as_str().expect("a name")), entry)
    });
    entries.collect::<Map<_, _>>().into()
}

fn sorted(stages: &Value) -> Value {
    let stages = stages.as_array().expect("a list").iter().map(|stage| {
        let mut texts: Vec<String> = stage
            .as_array()
            .expect("a list")
            .iter()
            .map(|entry| {
                let entry: BTreeMap<String, Value> = serde_json::from_value(entry.clone()).expect("a mapping");
                format!("{entry:?}")
            })
            .collect();
        texts.sort();
        texts
    });
    json!(stages.collect::<Vec<_>>())
}

/// The paths at which two values differ.
fn compare(place: &str, expected: &Value, found: &Value, faults: &mut Vec<String>) {
    match (expected, found) {
        (Value::Object(left), Value::Object(right)) => {
            for key in left.keys().chain(right.keys().filter(|key| !left.contains_key(*key))) {
                let (left, right) = (left.get(key).unwrap_or(&Value::Null), right.get(key).unwrap_or(&Value::Null));
                compare(&format!("{place}/{key}"), left, right, faults);
            }
        }
        (Value::Array(left), Value::Array(right)) if left.len() == right.len() => {
            for (index, (left, right)) in left.iter().zip(right).enumerate() {
                compare(&format!("{place}/{index}"), left, right, faults);
            }
        }
        _ if expected == found => {}
        _ => faults.push(format!("{place}: expected {expected}, found {found}")),
    }
}

fn properties(properties: &[ItemProperty], with_origin: bool) -> Value {
    let entries = properties.iter().map(|property| {
        let mut entry = match &property.value {
            PartialValue::Symbol(text) | PartialValue::Template(text) => json!({ "symbol": text }),
            value => json!({ "value": plain(value) }),
        };
        if with_origin {
            entry["origin"] = json!(property.origin.name());
        }
        (property.name.to_string(), entry)
    });
    entries.collect::<Map<_, _>>().into()
}

/// A value with its symbols as texts.
fn plain(value: &PartialValue) -> Value {
    match value {
        PartialValue::Value(value) => serde_json::to_value(value).expect("a plain value"),
        PartialValue::Symbol(text) | PartialValue::Template(text) => json!(text),
        PartialValue::List(items) => items.iter().map(plain).collect(),
        PartialValue::Map(entries) => entries.iter().map(|(key, value)| (key.clone(), plain(value))).collect(),
    }
}
