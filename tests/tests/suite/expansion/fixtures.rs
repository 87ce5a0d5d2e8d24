//! Compares expansions with fixtures derived from the specifications.

use std::fs;
use std::path::Path;

use descriptorium_core::assembly::expansion::{Expansion, Instance, InstanceKind};
use descriptorium_core::preview::PartialValue;
use descriptorium_core::workspace::Workspace;
use descriptorium_tests::paths;
use serde_json::{Map, Value, json};

use super::{calls, expand_name, inputs};

/// Deviations from fixtures: fixture, ignored part, reason.
const EXCEPTIONS: &[(&str, &str, &str)] = &[
    (
        "e06-operations",
        "diagnostics",
        "that a relationship calls an operation by the name of the component is a matter of the text: the rules report it",
    ),
    (
        "e12-quantity-instance",
        "diagnostics",
        "a list of values feeds a property that is declared as a list: nothing is wrong with that",
    ),
];

/// Our codes for the numbered rules in fixtures.
const NUMBERED: &[(&str, &str)] = &[("AD-REF-10", "expansion/item-key-guess"), ("AD-REF-15", "expansion/many-values")];

#[test]
fn the_fixtures_agree() {
    let Some(folder) = paths::shared("fixtures/assembly") else { return };
    let mut fixtures: Vec<_> = fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path()).collect();
    fixtures.sort();
    let mut faults = Vec::new();
    for fixture in &fixtures {
        let name = fixture.file_name().expect("a name").to_string_lossy().into_owned();
        let expected: Value = read_json(&fixture.join("expected.json"));
        let expansion = expand_folder(fixture);
        let found = shape(&expansion);
        for part in ["tree", "plan", "diagnostics"] {
            let excepted = EXCEPTIONS.iter().any(|(fixture, left_out, _)| *fixture == name && *left_out == part);
            let expected = if part == "diagnostics" { rules_of(&expected[part]) } else { expected[part].clone() };
            if found[part] != expected && !excepted {
                let (expected, found) = (pretty(&expected), pretty(&found[part]));
                faults.push(format!("{name}: {part}\n--- expected\n{expected}\n--- found\n{found}"));
            }
            if excepted && found[part] == expected {
                faults.push(format!("{name}: {part} agrees, although it is excepted"));
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
    assert_eq!(fixtures.len(), 9, "fixtures were added or taken away");
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).expect("printable")
}

fn read_json(path: &Path) -> Value {
    serde_json::from_str(&fs::read_to_string(path).expect("a readable file")).expect("JSON")
}

/// The expansion of the intent in `folder` with its catalog.
fn expand_folder(folder: &Path) -> Expansion {
    let workspace = Workspace::new(paths::texts(&folder.join("catalog"), &[".yml", ".yaml"]));
    let intent = read_json(&folder.join("intent.json"));
    expand_name(&workspace, intent["descriptorName"].as_str().expect("a name"), &inputs(&intent))
}

/// The numbered rules in the diagnostics of a fixture, as our codes without duplicates.
fn rules_of(diagnostics: &Value) -> Value {
    let ids = diagnostics.as_array().expect("a list").iter().map(|entry| entry[0].as_str().expect("a rule"));
    let codes = ids.map(|id| NUMBERED.iter().find(|(numbered, _)| *numbered == id).map_or(id, |(_, code)| code));
    let mut codes: Vec<&str> = codes.collect();
    codes.sort_unstable();
    codes.dedup();
    json!(codes)
}

/// The expansion in the format of the fixtures.
fn shape(expansion: &Expansion) -> Value {
    let mut codes: Vec<&str> = expansion.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    codes.sort_unstable();
    codes.dedup();
    json!({
        "tree": tree(expansion, &expansion.instances[0]),
        "plan": {
            "waves": expansion.plan.stages.iter().map(|stage| stage.iter().map(|action| {
                let calls: Vec<String> = action.operations.iter().map(ToString::to_string).collect();
                let is_relationship = action.instance.contains(':');
                let calls = if is_relationship { format!(" {{{}}}", calls.join("; ")) } else { String::new() };
                format!("{} {}{calls}", action.action, action.instance)
            }).collect::<Vec<_>>()).collect::<Vec<_>>(),
            "raised": expansion.plan.raised,
            "notCreated": expansion.plan.not_created,
        },
        "diagnostics": codes,
    })
}

fn tree(expansion: &Expansion, instance: &Instance) -> Value {
    let mut node = Map::new();
    let children = |of: &Instance| -> Vec<Value> {
        let children = expansion.instances.iter().filter(|child| child.parent.as_ref() == Some(&of.name));
        children.map(|child| tree(expansion, child)).collect()
    };
    if let Some(group) = &instance.group {
        node.insert("group".into(), json!(instance.name));
        node.insert("kind".into(), json!(group.multiplicity.name()));
        let numbers = [("min", group.minimum), ("max", group.maximum), ("increment", group.increment)];
        if ["quantity", "cluster"].contains(&group.multiplicity.name()) {
            node.insert("initial".into(), json!(group.count));
        }
        node.extend(numbers.into_iter().filter_map(|(key, value)| Some((key.to_owned(), json!(value?)))));
        let instances = children(instance).into_iter().zip(1..).map(|(mut child, index)| {
            child["index"] = json!(index);
            child
        });
        node.insert("instances".into(), instances.collect());
        return Value::Object(node);
    }
    node.insert("name".into(), json!(instance.name));
    node.insert("kind".into(), json!(instance.kind.name()));
    node.insert("type".into(), json!(instance.type_name));
    if instance.dynamic_type {
        node.insert("typeFrom".into(), json!("dynamicType"));
    }
    let properties = instance.properties.iter();
    node.insert("properties".into(), properties.clone().map(|p| (p.name.to_string(), known(&p.value))).collect());
    node.insert("origin".into(), properties.map(|p| (p.name.to_string(), json!(p.origin.name()))).collect());
    if instance.kind == InstanceKind::Assembly {
        node.insert("children".into(), json!(children(instance)));
    }
    let relationships: Vec<Value> = expansion
        .relationships
        .iter()
        .filter(|relationship| relationship.owner == instance.name)
        .map(|relationship| {
            let properties: Map<String, Value> =
                relationship.properties.iter().map(|property| (property.name.to_string(), known(&property.value))).collect();
            json!({
                "name": relationship.name, "source": relationship.source, "target": relationship.target, "properties": properties,
                "Create": calls(&relationship.create), "Cease": calls(&relationship.cease),
            })
        })
        .collect();
    if !relationships.is_empty() {
        node.insert("relationships".into(), json!(relationships));
    }
    Value::Object(node)
}

/// A value in the format of the fixtures: `{"$runtime": "asm__gw.address"}` for a symbol.
fn known(value: &PartialValue) -> Value {
    match value {
        PartialValue::Value(value) => serde_json::to_value(value).expect("a plain value"),
        PartialValue::Symbol(text) => {
            let inner = text.trim_start_matches('<').trim_end_matches('>');
            let (kind, rest) = inner.split_once(' ').unwrap_or((inner, ""));
            json!({ format!("${kind}"): rest.trim_start_matches("of ") })
        }
        PartialValue::Template(text) => json!({ "$template": text }),
        PartialValue::List(items) => items.iter().map(known).collect(),
        PartialValue::Map(entries) => entries.iter().map(|(key, value)| (key.clone(), known(value))).collect(),
    }
}
