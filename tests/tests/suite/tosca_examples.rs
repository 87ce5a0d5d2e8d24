//! Minimal examples of TOSCA types.

use descriptorium::pages::example::passing;
use descriptorium_core::analysis::Analysis;
use descriptorium_core::settings::{Settings, ToscaProfile};
use descriptorium_core::text::FilePath;
use descriptorium_core::tosca::{built_in, template};
use descriptorium_core::workspace::Workspace;

/// The oracles are `check`, and the reader of another YAML library.
#[test]
fn every_built_in_type_has_an_example_without_findings() {
    let mut n_types = 0;
    for (version, profile) in [
        ("tosca_simple_yaml_1_2", ToscaProfile::Csd01),
        ("tosca_simple_yaml_1_2", ToscaProfile::Oasis12),
        ("tosca_simple_yaml_1_3", ToscaProfile::Csd01),
    ] {
        let path = FilePath::new("types.yaml").expect("a path");
        let workspace = Workspace::new([(path.clone(), format!("tosca_definitions_version: {version}\n"))]);
        let analysis = Analysis::new(workspace, Settings { tosca_profile: profile, ..Settings::default() });
        let file = analysis.file(&path).expect("a file");
        let mut without = Vec::new();
        for source in built_in::sources(version, profile) {
            for definition in template(source).expect("a template").types() {
                n_types += 1;
                let name = definition.name.as_str();
                let Some(example) = passing(&analysis, file, &definition.path) else {
                    without.push(format!("{version} {name}"));
                    continue;
                };
                let read: serde_yaml::Value = serde_yaml::from_str(&example).expect("YAML");
                assert_eq!(read["tosca_definitions_version"], version, "{example}");
                assert!(names(&read).contains(&name.to_owned()), "no {name} in\n{example}");
            }
        }
        assert_eq!(without, Vec::<String>::new());
    }
    assert!(n_types > 200, "only {n_types} types");
}

/// All texts in a value.
fn names(value: &serde_yaml::Value) -> Vec<String> {
    match value {
        serde_yaml::Value::String(text) => vec![text.clone()],
        serde_yaml::Value::Sequence(items) => items.iter().flat_map(names).collect(),
        serde_yaml::Value::Mapping(entries) => entries.values().flat_map(names).collect(),
        _ => Vec::new(),
    }
}

/// Values meet the constraints of their types, also where no value is meant to be plausible, and nodes get what they require.
#[test]
fn examples_of_a_library_meet_its_constraints() {
    const TYPES: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
data_types:
  my.Port: {derived_from: integer, constraints: [{in_range: [8000, 9000]}]}
  my.Address:
    properties:
      port: {type: my.Port, constraints: [{greater_than: 8010}]}
      name: {type: string, constraints: [{min_length: 12}]}
      size: {type: scalar-unit.size, constraints: [{greater_than: 5 GB}]}
      modes: {type: list, entry_schema: {type: string, constraints: [{valid_values: ['no', fast]}]}}
capability_types:
  my.Power: {derived_from: tosca.capabilities.Root}
node_types:
  my.Lamp:
    derived_from: tosca.nodes.Root
    properties: {address: {type: my.Address}}
    requirements:
      - power: {capability: my.Power, relationship: tosca.relationships.Root}
  my.Plug:
    derived_from: tosca.nodes.Root
    capabilities: {power: {type: my.Power, valid_source_types: [my.Lamp]}}
";
    let path = FilePath::new("lib/types.yaml").expect("a path");
    let workspace = Workspace::new([(path.clone(), TYPES.to_owned())]);
    let analysis = Analysis::new(workspace, Settings::default());
    let file = analysis.file(&path).expect("a file");
    let types: Vec<_> = template(file).expect("a template").types().map(|of| of.path.clone()).collect();
    assert_eq!(types.len(), 5);
    for path in &types {
        assert!(passing(&analysis, file, path).is_some(), "no example of {path}");
    }
    let lamp = types.iter().find(|path| path.last_key() == Some("my.Lamp")).expect("the type");
    let lamp = passing(&analysis, file, lamp).expect("an example");
    let expected = "\
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [types.yaml]
topology_template:
  node_templates:
    lamp:
      type: my.Lamp
      properties: {address: {modes: ['no'], name: exampleexamp, port: 9000, size: 6 GB}}
      requirements:
        - power: plug
    plug:
      type: my.Plug
";
    assert_eq!(lamp, expected);
}
