//! Inspector forms match the schema tables and the text, in every language.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::analysis::form::{Control, FormField};
use descriptorium_core::settings::{HomingProfile, Settings};
use descriptorium_core::symbol::SymbolKind;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::Command;
use descriptorium_core::workspace::Workspace;
use descriptorium_tests::paths;

const ASSEMBLY: &str = "\
name: assembly::a::1.0
description: |
  Two lines
  of it.
properties:
  size: {type: integer, readOnly: true}
composition:
  web:
    type: resource::web::1.0
    cluster:
      minimum-nodes: many
    colour: blue
relationships:
  link:
    source-capabilities: [web.Http]
";

fn path() -> FilePath {
    FilePath::new("a.yaml").expect("a plain path")
}

fn analysis(text: &str) -> Analysis {
    Analysis::new(Workspace::new([(path(), text.to_owned())]), Settings::default())
}

fn form(text: &str, at: &[&str]) -> Vec<FormField> {
    analysis(text).form(&path(), &NodePath::keys(at.iter().copied()))
}

fn field<'a>(form: &'a [FormField], label: &str) -> &'a FormField {
    form.iter().find(|field| field.label == label).unwrap_or_else(|| panic!("no {label} in {form:#?}"))
}

#[test]
fn a_record_shows_its_fields_and_what_its_table_does_not_know() {
    let form = form(ASSEMBLY, &["composition", "web"]);
    assert_eq!(field(&form, "type").control, Control::Name(SymbolKind::Descriptor));
    assert_eq!(field(&form, "type").value.as_deref(), Some("resource::web::1.0"));
    assert!(field(&form, "type").required);
    assert_eq!((field(&form, "quantity").value.clone(), field(&form, "quantity").default.as_ref()), (None, "1"));
    assert_eq!(field(&form, "cluster").control, Control::Fields);
    let unknown = form.last().expect("fields");
    assert_eq!(
        (unknown.label.as_str(), unknown.control.clone(), unknown.value.as_deref()),
        ("colour", Control::Yaml, Some("blue"))
    );
    assert!(unknown.findings.iter().any(|(_, text)| text.contains("colour")), "{unknown:?}");
}

#[test]
fn a_finding_is_shown_where_it_is_and_on_what_holds_it() {
    let bounds = form(ASSEMBLY, &["composition", "web", "cluster"]);
    assert_eq!(field(&bounds, "minimum-nodes").findings.len(), 1, "{bounds:#?}");
    assert!(field(&bounds, "maximum-nodes").findings.is_empty());
    assert!(!field(&form(ASSEMBLY, &["composition", "web"]), "cluster").findings.is_empty());
}

#[test]
fn alternative_spellings_of_a_key_are_the_same_field() {
    let form = form(ASSEMBLY, &["properties", "size"]);
    let read_only = field(&form, "read-only");
    assert_eq!(read_only.path, NodePath::keys(["properties", "size", "readOnly"]));
    assert_eq!(read_only.value.as_deref(), Some("true"));
    assert!(form.iter().all(|field| field.label != "readOnly"), "{form:#?}");
}

#[test]
fn complex_values_are_edited_as_yaml() {
    let text = "name: [a, b]\ncomposition:\n  web: just text\nproperties: [1]\n";
    let whole = form(text, &[]);
    assert_eq!(field(&whole, "name").control, Control::Yaml);
    assert_eq!(field(&whole, "name").value.as_deref(), Some("- a\n- b"));
    assert_eq!(field(&whole, "properties").control, Control::Yaml);
    assert_eq!(field(&form(text, &["composition"]), "web").control, Control::Yaml);
}

#[test]
fn names_that_fit_are_proposed() {
    let analysis = analysis(&(ASSEMBLY.to_owned() + "    target-requirements: [web.Route]\n"));
    let of = |at: &NodePath| analysis.choices(&path(), at).into_iter().map(|choice| choice.name).collect::<Vec<_>>();
    let types = of(&NodePath::keys(["properties", "size", "type"]));
    assert!(types.contains(&"integer".to_owned()), "{types:?}");
    // A component cannot be upgraded after itself (AD-UPG-03).
    assert!(of(&NodePath::keys(["composition", "web", "upgrade-dependencies"]).index(0)).is_empty());
    assert_eq!(of(&NodePath::keys(["composition", "other", "upgrade-dependencies"]).index(0)), ["web"]);
    assert!(of(&NodePath::keys(["composition", "web", "quantity"])).is_empty());
}

/// The oracle is the analysis: a new entry is well-formed, and missing parts are reported.
#[test]
fn new_entries_are_well_formed() {
    let sections = [
        "properties",
        "composition",
        "references",
        "relationships",
        "operations",
        "data-types",
        "capabilities",
        "requirements",
        "metrics",
        "policies",
    ];
    for section in sections {
        let before = analysis("name: assembly::a::1.0\n");
        let at = NodePath::keys([section]);
        let value = before.blank(&path(), &at);
        // Names with a period cannot be referenced; policies are not referenced.
        let odd = Command::Set { path: at.key("a.new"), value: Some(value.clone()) };
        let is_refused = before.command(&path(), &odd).is_err_and(|why| why.to_string().contains("letters, digits"));
        assert_eq!(is_refused, section != "policies", "{section}");
        let command = Command::Set { path: at.key("new"), value: Some(value) };
        let after = before.changed(&before.command(&path(), &command).expect("accepted")).expect("fits");
        let found = after.diagnostics(&path()).iter();
        let misshapen: Vec<_> = found.filter(|found| found.code == "schema/wrong-shape").collect();
        assert!(misshapen.is_empty(), "{section}: {misshapen:#?}");
        assert_eq!(after.form(&path(), &at).len(), 1);
    }
}

/// Every scalar in every example is in a form, and is shown as written.
#[test]
fn the_forms_of_the_examples_hold_all_that_is_in_them() {
    for (path, text) in paths::texts(&paths::root().join("examples"), &[".yaml"]) {
        let analysis = Analysis::new(Workspace::new([(path.clone(), text)]), Settings::default());
        let file = analysis.file(&path).expect("a file");
        let (Some(root), Some(_)) = (&file.root, file.language) else { continue };
        let mut missing = Vec::new();
        descend(&analysis, &path, &NodePath::root(), &mut |at: &NodePath, field: &FormField| {
            let node = root.at(at);
            if field.value.is_some() != node.is_some_and(|node| !node.is_null()) {
                missing.push(at.to_string());
            }
        });
        assert!(missing.is_empty(), "{path}: {missing:?}");
        // In a template, the attributes of an application are shown in place of the key around them.
        let rows = analysis.form(&path, &NodePath::root());
        let shown = |key: &NodePath| rows.iter().any(|row| row.value.is_some() && row.path.starts_with(key));
        let keys = root.entries().iter().filter_map(|entry| entry.key.as_text());
        let hidden: Vec<_> = keys.filter(|key| !shown(&NodePath::keys([*key]))).collect();
        assert!(hidden.is_empty(), "{path}: {hidden:?}");
    }
}

fn descend(analysis: &Analysis, path: &FilePath, at: &NodePath, look: &mut impl FnMut(&NodePath, &FormField)) {
    for field in analysis.form(path, at) {
        look(&field.path, &field);
        if field.control.is_group() && field.value.is_some() {
            descend(analysis, path, &field.path, look);
        }
    }
}

const HOMING: &str = "\
homing_template_version: 2017-10-10
demands:
  a: [{inventory_provider: aai, inventory_type: cloud}]
constraints:
  near: {type: distance_to_location, demands: a, properties: {qualifier: same}}
  other: {type: unheard_of, demands: a, properties: {}}
  empty:
    type: zone
    demands: [a]
    properties:
      
reservations:
  kept: {type: instance_reservation, demands: a, properties: {}}
";

/// Only the properties of a constraint's type are offered (guide, "Constraint Types"), and those that are written.
#[test]
fn the_properties_of_a_constraint_depend_on_its_type() {
    let rows = |at: [&str; 3]| {
        let rows = form(HOMING, &at);
        rows.iter().map(|row| (row.label.clone(), row.required)).collect::<Vec<_>>()
    };
    let row = |label: &str, required| (label.to_owned(), required);
    let near = rows(["constraints", "near", "properties"]);
    assert_eq!(near, [row("distance", true), row("location", true), row("qualifier", false)]);
    assert!(rows(["constraints", "other", "properties"]).len() > 10, "every property of an unknown type");
    let kept = rows(["reservations", "kept", "properties"]);
    assert_eq!(kept, [row("controller", true), row("request", false)]);

    let cursor = HOMING.find("\n      \n").expect("an empty line") + 7;
    let found = analysis(HOMING).complete(&path(), cursor);
    let found: Vec<_> = found.iter().map(|one| (one.label.as_str(), one.detail.as_str())).collect();
    assert_eq!(found, [("location", ""), ("qualifier", "required"), ("category", "required")]);
}

const PARAMETERS: &str = "\
homing_template_version: 2017-10-10
parameters:
  north: 32.9
  city: Dallas
  'on': {}
  later:
locations:
  here: {latitude: 1, city: x}
  there: {longitude: 2}
demands:
  a: [{inventory_provider: aai, inventory_type: cloud}]
optimization:
  minimize:
    sum:
      - product: [1, {distance_between: [here, a]}]
";

/// Functions can stand in place of any value (HAS-19), in conductor not in the optimization (HAS-20).
#[test]
fn values_of_a_template_can_be_read_from_parameters() {
    let rows = form(PARAMETERS, &["locations", "here"]);
    assert_eq!(field(&rows, "latitude").sources, ["{ get_param: north }", "{ get_param: later }"]);
    let all = ["{ get_param: north }", "{ get_param: city }", "{ get_param: later }"];
    assert_eq!(field(&rows, "clli_code").sources, all);
    assert!(form(PARAMETERS, &["parameters"]).iter().all(|row| row.sources.is_empty()), "a parameter is a constant");
    let product = NodePath::keys(["optimization", "minimize", "sum"]).index(0).key("product");
    let weights = |homing: HomingProfile| {
        let workspace = Workspace::new([(path(), PARAMETERS.to_owned())]);
        let rows = Analysis::new(workspace, Settings { homing, ..Settings::default() }).form(&path(), &product);
        rows[0].sources.len()
    };
    assert_eq!((weights(HomingProfile::Guide), weights(HomingProfile::Conductor)), (all.len(), 0));
    // The oracle is `check`: a value that was chosen is a mention of its parameter.
    let before = analysis(PARAMETERS);
    let chosen: serde_yaml::Value = serde_yaml::from_str(&field(&rows, "latitude").sources[0]).expect("YAML");
    let command = Command::Set { path: NodePath::keys(["locations", "here", "latitude"]), value: Some(chosen) };
    let after = before.changed(&before.command(&path(), &command).expect("a change")).expect("it fits");
    let unused = |analysis: &Analysis| {
        let found = analysis.diagnostics(&path()).iter();
        found.filter(|found| found.code == "homing/unused-parameter").count()
    };
    assert_eq!(unused(&before), unused(&after) + 1);
}

/// A template has none of the keys of a plan request, and a request none of a template's (HAS-01).
#[test]
fn the_form_of_a_template_is_not_that_of_a_plan_request() {
    let labels = |text: &str| form(text, &[]).into_iter().map(|row| row.label).collect::<Vec<_>>();
    let template = labels(PARAMETERS);
    assert!(template.contains(&"constraints".to_owned()) && !template.contains(&"timeout".to_owned()), "{template:?}");
    let request = labels("template:\n  homing_template_version: 2017-10-10\nnum_solution: 2\nconstraints: {}\n");
    assert_eq!(request, ["constraints", "template", "name", "files", "timeout", "limit", "num_solution"]);
}

/// An application in the form of ONAP.
const APPLICATION: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [asd_types.yaml]
topology_template:
  inputs: {size: {type: integer}}
  node_templates:
    radio:
      type: tosca.nodes.asd
      properties:
        descriptor_id: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
        ext_cpds: [{id: n2, description: signalling, virtual_link_requirement: OAM}]
      artifacts:
        amf:
          type: tosca.artifacts.asd.deploymentItem
          file: Artifacts/amf.tgz
          properties: {item_id: amf, artifact_type: helm_chart}
";

/// An application in a template has the form of an application: its attributes come first, then what the template has
/// around them.
#[test]
fn the_form_of_an_application_in_a_template_has_its_attributes() {
    let labels = |text: &str, at: &[&str]| form(text, at).into_iter().map(|row| row.label).collect::<Vec<_>>();
    let node = ["topology_template", "node_templates", "radio"];
    let mut expected = labels(APPLICATION, &[&node[..], &["properties"]].concat());
    assert_eq!(expected.len(), 10, "the attributes of the model that ONAP has: {expected:?}");
    expected.extend(["type", "artifacts", "inputs", "tosca_definitions_version", "imports"].map(str::to_owned));
    assert_eq!(labels(APPLICATION, &[]), expected);
    let item = [&node[..], &["artifacts", "amf"]].concat();
    let expected = ["item_id", "artifact_type", "deployment_order", "lifecycle_parameters", "type", "file"];
    assert_eq!(labels(APPLICATION, &item), expected);
    // Another node template stays within reach.
    let more = APPLICATION.replace("    radio:", "    other: {type: tosca.nodes.Root}\n    radio:");
    assert!(labels(&more, &[]).contains(&"other".to_owned()));
    // What is entered is written where the form of the file has it.
    let before = analysis(APPLICATION);
    let order = field(&form(APPLICATION, &item), "deployment_order").path.clone();
    let command = Command::Set { path: order, value: Some(2.into()) };
    let after = before.changed(&before.command(&path(), &command).expect("a change")).expect("it fits");
    let text = &after.file(&path()).expect("a file").text;
    assert_eq!(**text, APPLICATION.replace("helm_chart}", "helm_chart, deployment_order: 2}"));
}
