//! Expansions of assemblies: fixtures derived from the specifications, cases worked out by hand, and limits.

mod cases;
mod examples;
mod fixtures;
mod laws;
mod limits;
mod questions;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::assembly::expansion::{Expansion, Inputs, Intent};
use descriptorium_core::assembly::expansion::{expand, input_fields};
use descriptorium_core::assembly::state::State;
use descriptorium_core::catalog::Catalog;
use descriptorium_core::document::preview;
use descriptorium_core::language::Descriptor;
use descriptorium_core::preview::{Call, PartialValue};
use descriptorium_core::settings::Typing;
use descriptorium_core::settings::{Profile, Settings};
use descriptorium_core::sorted_map::SortedMap;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::Workspace;
use serde_json::{Value, json};

/// The documented format: the order of keys, `value` or `symbol`, and a parent for all but the root.
#[test]
fn the_printed_form_has_the_promised_shape() {
    let root = "name: assembly::a::1.0\nproperties: {l: {type: list, value: '${r.ip}'}}\ncomposition:\n  r: {type: 'resource::r::1.0', quantity: 2, properties: {in: {value: x}}}\nrelationships:\n  s: {source-capabilities: [r.c], target-requirements: [r.r], source-state: Installed, target-state: Broken}\n";
    let expansion = expand_texts(&[root, RESOURCE]);
    let plan = serde_json::to_value(preview::Plan::new(&expansion.plan)).expect("JSON");
    let printed = serde_json::to_value(preview::Expansion::new(&expansion)).expect("JSON");
    let keys = |value: &Value| value.as_object().expect("a mapping").keys().cloned().collect::<Vec<_>>();
    assert_eq!(keys(&printed), ["instances", "relationships"]);
    assert_eq!(keys(&printed["instances"][0]), ["name", "type", "kind", "properties"]);
    assert_eq!(keys(&printed["instances"][1]), ["name", "type", "parent", "kind", "group", "properties"]);
    assert_eq!(printed["instances"][1]["group"], json!({ "of": "quantity", "count": 2 }));
    assert_eq!(
        printed["instances"][0]["properties"]["l"],
        json!({
            "list": [{ "symbol": "<runtime asm__r__1.ip>" }, { "symbol": "<runtime asm__r__2.ip>" }],
            "origin": "mapped"
        })
    );
    assert_eq!(printed["instances"][2]["properties"]["in"], json!({ "value": "x", "origin": "set" }));
    assert_eq!(printed["instances"][2]["parent"], json!("asm__r"));
    assert_eq!(printed["instances"][1]["kind"], json!("group"));
    assert_eq!(keys(&plan), ["stages", "notCreated"]);
    assert_eq!(plan["stages"][0][0], json!({ "action": "Create", "instance": "asm__r__1" }));
    assert_eq!(
        keys(&printed["relationships"][0]),
        ["name", "owner", "source", "target", "properties", "create", "cease"]
    );
}

/// The oracle is the order of the text, which the output follows.
#[test]
fn the_form_has_what_can_be_given() {
    let text = "name: assembly::a::1.0\nproperties:\n  fixed: {value: x}\n  out: {read-only: true, default: x}\n  key: {type: key, required: true, description: The key.}\n  through: {value: '${through}'}\n  counts: {type: list, entry-schema: {type: integer, default: 0}}\n  ports: {type: map, default: [{http: 80}]}\n";
    let workspace = Workspace::new([(FilePath::new("0.yaml").expect("a plain path"), text.to_owned())]);
    let file = workspace.files().next().expect("a file");
    let Some(Descriptor::Assembly(descriptor)) = &file.descriptor else { panic!("a descriptor") };
    let fields: Vec<_> = input_fields(descriptor, Typing::Declared)
        .into_iter()
        .map(|field| (field.name.to_string(), field.type_name.to_string(), field.required, field.default))
        .collect();
    let ports = serde_yaml::from_str("{http: 80}").expect("YAML");
    let expected = [
        ("key", "key", true, None),
        ("through", "string", false, None),
        ("counts", "list", false, None),
        ("ports", "map", false, Some(ports)),
    ];
    let expected =
        expected.map(|(name, type_name, required, default)| (name.to_owned(), type_name.to_owned(), required, default));
    assert_eq!(fields, expected);
}

/// S1:41: the TNC-O profile does not use types, so all values are texts.
#[test]
fn under_the_profile_tnco_all_values_are_texts() {
    let text = "name: assembly::a::1.0\nproperties:\n  n: {type: integer, required: true}\n  m: {type: integer, default: 2}\n\
                composition: {}\n";
    let path = FilePath::new("a.yaml").expect("a plain path");
    let inputs =
        Inputs { properties: SortedMap::from([("n".to_owned(), serde_yaml::Value::from("two"))]), ..Inputs::default() };
    for (profile, expected_codes, m) in [
        (Profile::Cp4na, vec!["expansion/bad-input"], serde_yaml::Value::from(2)),
        (Profile::Tnco, vec![], serde_yaml::Value::from("2")),
    ] {
        let workspace = Workspace::new([(path.clone(), text.to_owned())]);
        let analysis = Analysis::new(workspace, Settings { profile, ..Settings::default() });
        let typing = analysis.settings().profile.typing();
        let expansion = expand(analysis.workspace(), analysis.catalog(), typing, &path, &inputs, &Intent::Install);
        assert_eq!(codes(&expansion), expected_codes, "{profile:?}");
        let property = expansion.instances[0].properties.iter().find(|property| property.name == "m");
        let known = property.map(|property| property.value.clone());
        assert_eq!(known, Some(PartialValue::Value(m)), "{profile:?}");
    }
}

/// The expansion of the first descriptor, without inputs.
fn expand_texts(texts: &[&str]) -> Expansion {
    expand_for(texts, &Intent::Install)
}

fn expand_for(texts: &[&str], intent: &Intent) -> Expansion {
    let files = texts
        .iter()
        .enumerate()
        .map(|(index, text)| (FilePath::new(&format!("{index}.yaml")).expect("a plain path"), (*text).to_owned()));
    let workspace = Workspace::new(files);
    let root = FilePath::new("0.yaml").expect("a plain path");
    let inputs = Inputs { assembly_name: Some("asm".to_owned()), ..Inputs::default() };
    expand(&workspace, &Catalog::of(&workspace), Typing::Declared, &root, &inputs, intent)
}

const RESOURCE: &str = "name: resource::r::1.0\nproperties: {in: {}, ip: {read-only: true}}\nlifecycle: {Create: {}}\n";

fn codes(expansion: &Expansion) -> Vec<&str> {
    expansion.diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
}

fn inputs(intent: &Value) -> Inputs {
    Inputs {
        assembly_name: intent["assemblyName"].as_str().map(str::to_owned),
        descriptor_name: intent["descriptorName"].as_str().map(str::to_owned),
        intended_state: intent["intendedState"].as_str().map(str::to_owned),
        properties: match intent.get("properties") {
            Some(properties) => serde_json::from_value(properties.clone()).expect("properties"),
            None => SortedMap::new(),
        },
        outputs_from: intent["outputsFrom"].as_str().map(|state| State::named(state).expect("a state")),
    }
}

fn expand_name(workspace: &Workspace, name: &str, inputs: &Inputs) -> Expansion {
    let catalog = Catalog::of(workspace);
    let file = catalog.entries().find(|entry| entry.name.to_string() == name).map(|entry| entry.file.clone());
    let file = file.unwrap_or_else(|| panic!("no {name} in the catalog"));
    expand(workspace, &catalog, Typing::Declared, &file, inputs, &Intent::Install)
}

fn calls(calls: &[Call]) -> Vec<String> {
    calls.iter().map(ToString::to_string).collect()
}
