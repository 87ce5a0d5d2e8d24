//! Ports that need a value or a connection, as an independent reader of the YAML sees them, and the values of ports.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::scene::svg::{SvgOptions, Theme, svg};
use descriptorium_core::settings::Settings;
use descriptorium_core::sorted_map::SortedSet;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::{Command, ConnectionEnd, End, PortKind, PortNeed, Topology};
use descriptorium_core::workspace::Workspace;
use descriptorium_tests::paths;
use serde_yaml::Value;

use super::templates::{done, effect, examples, file, lines, node, of, path, text};

/// The ports that need something: the box and the name of each.
fn needed(topology: &Topology, kind: PortKind) -> BTreeSet<(String, String)> {
    let boxes = topology.graph.node_weights();
    let ports = boxes.flat_map(|found| found.ports.iter().map(move |port| (found.path.to_string(), port)));
    let needed = ports.filter(|(_, port)| port.kind == kind && port.need == PortNeed::Missing);
    needed.map(|(at, port)| (at, port.name.to_string())).collect()
}

fn parsed(texts: &[(FilePath, String)]) -> Vec<(&FilePath, Value)> {
    texts.iter().filter_map(|(path, text)| Some((path, serde_yaml::from_str(text).ok()?))).collect()
}

/// The texts in a folder, and copies in which the parts of a `section` set no properties: real ones set what is required.
fn with_bare_copies(folder: &Path, section: &[&str]) -> Vec<(FilePath, String)> {
    let mut texts = paths::texts(folder, &[".yaml", ".yml"]);
    let bare = parsed(&texts).into_iter().filter_map(|(path, mut tree)| {
        let section = section.iter().try_fold(&mut tree, |at, key| at.get_mut(key));
        let parts = section?.as_mapping_mut()?.values_mut().filter_map(Value::as_mapping_mut);
        parts.for_each(|part| drop(part.remove("properties")));
        Some((FilePath::new(&format!("bare/{path}"))?, serde_yaml::to_string(&tree).ok()?))
    });
    let bare: Vec<_> = bare.collect();
    texts.extend(bare);
    texts
}

fn entries<'v>(of: &'v Value, key: &str) -> impl Iterator<Item = (&'v str, &'v Value)> {
    let section = of.get(key).and_then(Value::as_mapping);
    section.into_iter().flatten().filter_map(|(key, value)| Some((key.as_str()?, value)))
}

fn has(of: &Value, key: &str) -> bool {
    of.get(key).is_some_and(|value| !value.is_null())
}

/// The names that users of a descriptor have to set.
fn required(descriptor: &Value) -> BTreeSet<String> {
    let placement = ["deploymentLocation", "resourceManager"];
    let needs = |(name, property): &(&str, &Value)| {
        property.get("required").and_then(Value::as_bool) == Some(true)
            && property.get("read-only").and_then(Value::as_bool) != Some(true)
            && !has(property, "default")
            && !has(property, "value")
            && !placement.contains(name)
    };
    entries(descriptor, "properties").filter(needs).map(|(name, _)| name.to_owned()).collect()
}

#[test]
fn required_properties_of_components_without_a_value_are_hollow_ports() {
    let folders = [Some(paths::root().join("examples")), paths::shared("corpus/assembly")];
    let mut n_found = 0;
    for folder in folders.into_iter().flatten() {
        let texts = with_bare_copies(&folder, &["composition"]);
        let trees = parsed(&texts);
        // The same descriptor can occur several times in the history of a repository.
        let mut types: BTreeMap<&str, BTreeSet<BTreeSet<String>>> = BTreeMap::new();
        for (_, tree) in &trees {
            if let Some(name) = tree.get("name").and_then(Value::as_str) {
                types.entry(name).or_default().insert(required(tree));
            }
        }
        let analysis = Analysis::new(Workspace::new(texts.clone()), Settings::default());
        for (path, tree) in &trees {
            let Some(topology) = analysis.topology(path).filter(|_| tree.get("composition").is_some()) else {
                continue;
            };
            let shown = needed(&topology, PortKind::Input);
            for (name, component) in entries(tree, "composition") {
                let of = component.get("type").and_then(Value::as_str).and_then(|of| types.get(of));
                let Some(of) = of.filter(|all| all.len() == 1).and_then(|all| all.first()) else { continue };
                let own: BTreeMap<&str, &Value> = entries(component, "properties").collect();
                let is_set = |name: &str| own.get(name).is_some_and(|own| has(own, "value") || has(own, "default"));
                let expected: BTreeSet<&str> = of.iter().map(String::as_str).filter(|name| !is_set(name)).collect();
                let at = NodePath::keys(["composition", name]).to_string();
                let found: BTreeSet<&str> =
                    shown.iter().filter(|(of, _)| *of == at).map(|(_, name)| name.as_str()).collect();
                assert_eq!(found, expected, "{path} {name}");
                n_found += expected.len();
            }
            assert!(shown.iter().all(|(at, _)| at.starts_with("/composition/")), "{path}: {shown:?}");
        }
    }
    assert!(n_found > if paths::shared("corpus/assembly").is_some() { 20 } else { 0 }, "{n_found}");
}

/// The types of a section by name, from texts: `None` for one that is defined differently in two of them.
type Types = BTreeMap<String, Option<Value>>;

fn collect(types: &mut Types, tree: &Value) {
    for (name, value) in entries(tree, "node_types") {
        let known = types.entry(name.to_owned()).or_insert_with(|| Some(value.clone()));
        if known.as_ref().is_some_and(|known| known != value) {
            *known = None;
        }
    }
}

/// The required properties of a node type without a default; `None` if an ancestor is not known.
fn required_of(of: &str, own: &[&Types]) -> Option<BTreeSet<String>> {
    let mut chain = Vec::new();
    let mut name = Some(of.to_owned());
    while let Some(next) = name {
        let short = format!("tosca.nodes.{next}");
        let found = own.iter().find_map(|types| types.get(&next).or_else(|| types.get(&short)))?.as_ref()?;
        name = found.get("derived_from").and_then(Value::as_str).map(str::to_owned);
        chain.push(found);
        if chain.len() > 20 {
            return None;
        }
    }
    let mut needs: BTreeMap<&str, (bool, bool)> = BTreeMap::new();
    for (name, property) in chain.iter().rev().flat_map(|found| entries(found, "properties")) {
        let (required, has_default) = needs.get(name).copied().unwrap_or((true, false));
        let stated = property.get("required").and_then(Value::as_bool);
        needs.insert(name, (stated.unwrap_or(required), has_default || property.get("default").is_some()));
    }
    let left = needs.into_iter().filter(|(_, (required, has_default))| *required && !has_default);
    Some(left.map(|(name, _)| name.to_owned()).collect())
}

#[test]
fn required_properties_of_node_templates_without_a_value_are_hollow_ports() {
    // Types that the texts of 1.2 define differently are left out.
    let built_in = |names: &[&str]| {
        let mut types = Types::new();
        for name in names {
            let text = std::fs::read_to_string(paths::root().join("core/src/tosca/built_in").join(name));
            collect(&mut types, &serde_yaml::from_str(&text.expect("a text")).expect("YAML"));
        }
        types
    };
    let (newest, older) = (built_in(&["simple-1.3.yaml"]), built_in(&["oasis-1.2.yaml", "csd01.yaml"]));
    let folders = [Some(paths::root().join("examples")), paths::shared("corpus/tosca")];
    let (mut n_found, mut n_nodes) = (0, 0);
    for folder in folders.into_iter().flatten() {
        let texts = with_bare_copies(&folder, &["topology_template", "node_templates"]);
        let trees = parsed(&texts);
        let mut shared = Types::new();
        trees.iter().for_each(|(_, tree)| collect(&mut shared, tree));
        let analysis = Analysis::new(Workspace::new(texts.clone()), Settings::default());
        for (path, tree) in &trees {
            let version = tree.get("tosca_definitions_version").and_then(Value::as_str);
            let Some(version) = version.filter(|version| version.starts_with("tosca_simple_yaml")) else { continue };
            let Some(topology) = analysis.topology(path) else { continue };
            let shown = needed(&topology, PortKind::Input);
            let mut own = Types::new();
            collect(&mut own, tree);
            let tables: Vec<&Types> = match version.ends_with("1_3") {
                true => vec![&own, &newest, &older],
                false => vec![&own, &older],
            };
            let has_imports = tree.get("imports").is_some();
            let template = tree.get("topology_template").cloned().unwrap_or(Value::Null);
            for (name, node) in entries(&template, "node_templates") {
                let Some(of) = node.get("type").and_then(Value::as_str) else { continue };
                // Types of other files are left to another reading: a name alone does not say which file is imported.
                let is_elsewhere = has_imports && shared.contains_key(of) && !own.contains_key(of);
                if is_elsewhere || node.get("directives").is_some() || node.get("copy").is_some() {
                    continue;
                }
                let Some(required) = required_of(of, &tables) else { continue };
                let given: BTreeMap<&str, &Value> = entries(node, "properties").collect();
                let is_set = |name: &String| given.get(name.as_str()).is_some_and(|value| !value.is_null());
                let expected: BTreeSet<String> = required.into_iter().filter(|name| !is_set(name)).collect();
                let at = self::node(name).to_string();
                let found: BTreeSet<String> = shown
                    .iter()
                    .filter(|(of, name)| *of == at && !name.contains('.'))
                    .map(|(_, name)| name.clone())
                    .collect();
                assert_eq!(found, expected, "{path} {name}");
                n_found += expected.len();
                n_nodes += 1;
            }
        }
    }
    // Most built-in types require nothing.
    let has_enough = n_nodes > 100 && n_found > 5;
    assert!(has_enough || paths::shared("corpus/tosca").is_none(), "{n_found} of {n_nodes}");
}

const TOSCA: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
capability_types:
  acme.Api:
    derived_from: tosca.capabilities.Root
    properties:
      path: {type: string}
      version: {type: string, default: v1}
node_types:
  acme.App:
    derived_from: tosca.nodes.Root
    properties:
      port: {type: integer}
      name: {type: string}
      token: {type: string, metadata: {sensitive: 'true'}}
      note: {type: string, required: false}
    capabilities:
      api: {type: acme.Api}
    requirements:
      - store: {capability: tosca.capabilities.Root}
topology_template:
  inputs:
    size: {type: integer}
  node_templates:
    app:
      type: acme.App
      properties:
        name: shop  # kept
    chosen:
      type: acme.App
      directives: [select]
    other:
      type: acme.App
      properties: {port: 1, name: a, token: {get_input: size}}
      capabilities:
        api: {properties: {path: /}}
      requirements: [store: app]
  substitution_mappings:
    node_type: acme.App
    requirements:
      store: [app, store]
";

fn port(vertex: NodePath, name: &str, kind: PortKind) -> ConnectionEnd {
    ConnectionEnd { end: End { vertex, port: name.into() }, kind }
}

#[test]
fn a_node_shows_what_it_needs_until_it_is_set_mapped_or_selected() {
    let analysis = of(&[("t.yaml", TOSCA)]);
    let topology = analysis.topology(&file("t.yaml")).expect("a diagram");
    let of_app = |name: &str| (node("app").to_string(), name.to_owned());
    assert_eq!(needed(&topology, PortKind::Input), [of_app("api.path"), of_app("port"), of_app("token")].into());
    // `store` of the first is mapped, and that of the second is a criterion.
    assert_eq!(needed(&topology, PortKind::Requirement), BTreeSet::new());
    let open = TOSCA.replace("      store: [app, store]\n", "").replace("    requirements:\n  s", "  s");
    let open = of(&[("t.yaml", &open)]).topology(&file("t.yaml")).expect("a diagram");
    assert_eq!(needed(&open, PortKind::Requirement), [of_app("store")].into());
}

#[test]
fn constraints_and_connection_points_show_what_they_need() {
    let homing = "\
homing_template_version: 2017-10-10
locations:
  home: {latitude: 59.9, longitude: 10.7}
demands:
  gateway:
    - {inventory_provider: aai, inventory_type: cloud}
constraints:
  near: {type: distance_to_location, demands: [gateway], properties: {distance: ''}}
  far: {type: distance_to_location, demands: [], properties: {distance: '> 1 km', location: home}}
  zone: {type: zone, demands: [gateway, gateway]}
  other: {type: unheard_of, demands: [gateway]}
";
    let analysis = of(&[("h.yaml", homing)]);
    let topology = analysis.topology(&file("h.yaml")).expect("a diagram");
    let at = |name: &str, port: &str| (format!("/constraints/{name}"), port.to_owned());
    let inputs = [at("near", "distance"), at("zone", "qualifier"), at("zone", "category")];
    assert_eq!(needed(&topology, PortKind::Input), inputs.into());
    assert_eq!(needed(&topology, PortKind::Requirement), [at("near", "location"), at("far", "demands")].into());

    let asd = |interface: &str| {
        format!(
            "asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8\nasdVersion: '1.0'\nasdSchemaVersion: '2.0'\nasdProvider: A\n\
             asdApplicationName: shop\nasdApplicationVersion: '1.0'\nasdExtCpd:\n  - id: web\n    description: a\n    \
             virtualLinkRequirement: EndUser\n{interface}deploymentItems:\n  - deploymentItemId: front\n    artifactType: \
             helm_chart\n    artifactId: charts/front-1.0.tgz\n"
        )
    };
    let assigned = "    networkInterfaceRealizationRequirements:\n      ipam: orchestrated\n";
    let mapped = format!("{assigned}    inputParamMappings:\n      externalIPs: [front:service.address]\n");
    for (interface, expected) in [("", 0), (assigned, 1), (&mapped, 0)] {
        let analysis = of(&[("a.yaml", &asd(interface))]);
        let topology = analysis.topology(&file("a.yaml")).expect("a diagram");
        assert_eq!(needed(&topology, PortKind::Input).len(), expected, "{interface}");
    }
}

const ASSEMBLY: [(&str, &str); 2] = [
    (
        "part.yaml",
        "name: resource::part::1.0\nproperties:\n  number: {type: string, required: true}\n  size: {type: integer}\n  out: {type: \
         string, read-only: true}\n",
    ),
    (
        "service.yaml",
        "name: assembly::service::1.0\nproperties:\n  count: {type: integer, default: 2}\n  url: {value: '${a.out}'}\ncomposition:\n  \
         a:\n    type: resource::part::1.0  # kept\n    properties: {}\n",
    ),
];

#[test]
fn hollow_ports_are_in_the_picture_with_a_title() {
    let analysis = of(&ASSEMBLY);
    let scene = analysis.scene(&file("service.yaml")).expect("a scene");
    for theme in [Some(Theme::Light), Some(Theme::Dark), None] {
        let picture = svg(&scene, &SvgOptions { theme, ..SvgOptions::default() });
        assert_eq!(picture.matches("class=\"glyph input missing\"").count(), 1, "{picture}");
        assert!(picture.contains("<title>input number: string, required and not set</title>"), "{picture}");
    }
}

#[test]
fn all_ports_of_a_box_are_those_where_a_connection_can_start() {
    for (path, at) in [
        ("assemblies/video-service-1.0.yaml", "/composition"),
        ("other/streamer-tosca.yaml", "/topology_template/node_templates"),
        ("other/streamer-homing.yaml", "/constraints"),
        ("other/streamer-asd.yaml", ""),
    ] {
        let (analysis, path) = (examples(), file(path));
        let plain = analysis.topology(&path).expect("a diagram");
        for found in plain.graph.node_weights().filter(|found| found.path.to_string().starts_with(at)) {
            let mut all = plain.clone();
            let boxes: SortedSet<NodePath> = [found.path.clone()].into_iter().collect();
            analysis.show_all_ports(&path, &boxes, &mut all);
            let shown = &all.graph[all.vertex(&found.path).expect("the box")].ports;
            // A chart has more ports than a box has room for.
            for start in analysis.connection_starts(&path, &found.path).into_iter().take(100) {
                let is_it = |port: &&_| {
                    let port: &descriptorium_core::topology::Port = port;
                    port.name == start.end.port && port.kind == start.kind
                };
                assert_eq!(shown.iter().filter(is_it).count(), 1, "{path} {}: {start:?}", found.path);
            }
            assert!(shown.iter().all(|port| port.need != PortNeed::Optional));
            // Those that were drawn come first, and need the same.
            let kept = found.ports.iter().zip(shown);
            assert!(
                kept.clone().count() == found.ports.len() && kept.clone().all(|(one, other)| one.name == other.name)
            );
        }
    }
}

#[test]
fn the_value_of_a_port_is_set_with_one_minimal_edit_in_every_language() {
    let value = |analysis: &Analysis, of: &str, end: &ConnectionEnd| analysis.port_value(&file(of), end);
    let set = |analysis: &Analysis, of: &str, end: &ConnectionEnd, to: &str| -> Vec<String> {
        let path = value(analysis, of, end).unwrap_or_else(|| panic!("{end:?} has a value"));
        effect(analysis, of, &Command::Set { path, value: Some(serde_yaml::from_str(to).expect("YAML")) })
    };
    let service = of(&ASSEMBLY);
    let a = || path(&["composition", "a"]);
    let number = port(a(), "number", PortKind::Input);
    assert_eq!(value(&service, "service.yaml", &port(a(), "out", PortKind::Output)), None);
    let (_, after) = done(
        &service,
        "service.yaml",
        &Command::Set { path: value(&service, "service.yaml", &number).expect("a path"), value: Some("n1".into()) },
    );
    let changed = lines(&text(&service, "service.yaml"), &text(&after, "service.yaml"));
    assert_eq!(changed.iter().filter(|line| line.starts_with('-')).count(), 1, "{changed:?}");
    assert!(text(&after, "service.yaml").contains("type: resource::part::1.0  # kept"));
    let topology = after.topology(&file("service.yaml")).expect("a diagram");
    assert_eq!(needed(&topology, PortKind::Input), BTreeSet::new());
    let count = port(NodePath::root(), "count", PortKind::Input);
    assert_eq!(set(&service, "service.yaml", &count, "3").len(), 2);

    let template = of(&[("t.yaml", TOSCA)]);
    for (end, to) in [
        (port(node("app"), "name", PortKind::Input), "mall"),
        (port(node("app"), "port", PortKind::Input), "80"),
        (port(node("app"), "api.path", PortKind::Input), "/v2"),
        (port(node("other"), "api.path", PortKind::Output), "/v2"),
        (port(NodePath::root(), "size", PortKind::Input), "3"),
    ] {
        let changed = set(&template, "t.yaml", &end, to);
        assert!(!changed.is_empty() && changed.len() <= 4, "{end:?}: {changed:?}");
        assert!(changed.iter().any(|line| line.starts_with('+') && line.contains(to)), "{end:?}: {changed:?}");
    }
    assert_eq!(value(&template, "t.yaml", &port(node("app"), "store", PortKind::Requirement)), None);

    let examples = examples();
    let homing = "other/streamer-homing.yaml";
    let topology = examples.topology(&file(homing)).expect("a diagram");
    let constraint = topology.graph.node_weights().find(|found| found.detail.starts_with("distance_to_location"));
    let distance = port(constraint.expect("a constraint").path.clone(), "distance", PortKind::Input);
    assert!(examples.all_ports(&file(homing), &distance.end.vertex).contains(&distance));
    let changed = set(&examples, homing, &distance, "'< 77 km'");
    assert!(changed.iter().any(|line| line.contains("77 km")) && changed.len() <= 4, "{changed:?}");

    let asd = "other/streamer-asd.yaml";
    let topology = examples.topology(&file(asd)).expect("a diagram");
    let mapped = topology.graph.node_weights().find_map(|found| {
        let port = found.ports.iter().find(|port| port.kind == PortKind::Input && !found.path.is_root())?;
        Some((found.path.clone(), port.name.clone()))
    });
    let (at, name) = mapped.expect("a mapped parameter");
    let changed = set(&examples, asd, &port(at, &name, PortKind::Input), "'streamer:other.value'");
    assert_eq!(changed.len(), 2, "{changed:?}");
}
