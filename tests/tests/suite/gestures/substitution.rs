//! Extracting node templates into a topology that substitutes the node they leave, and inlining it. The deployment stays
//! the same.

use std::collections::{BTreeMap, BTreeSet};

use descriptorium_core::analysis::Analysis;
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::edit::EditError;
use descriptorium_core::language::Language;
use descriptorium_core::preview::question::Question;
use descriptorium_core::semantics::Outcome;
use descriptorium_core::settings::Settings;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::{Command, Point};
use descriptorium_core::tosca::deployment::{Deployment, Provision};
use descriptorium_core::workspace::Workspace;
use descriptorium_tests::paths;
use serde_yaml::Value;

use super::templates::{done, file, lines, node, of, path, text};

const SERVICE: &str = "service.yaml";
const INNER: &str = "front.yaml";
const TYPE: &str = "acme.nodes.Front";

const TEMPLATE: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2

imports:
  - types.yaml

topology_template:
  inputs:
    # of the shop
    title:
      type: string
      description: Title of the shop.
    cpus: {type: integer, default: 2}

  node_templates:
    # the machine
    server:
      type: tosca.nodes.Compute
      capabilities:
        host:
          properties: {num_cpus: {get_input: cpus}}
    # keeps the orders
    orders:
      type: acme.nodes.Store
      properties: {size: 10}
      requirements:
        - host: server
    # serves pages
    web:
      type: acme.nodes.Web
      properties:
        title: {get_input: title}
        limit: {get_property: [orders, size]}   # at most
      requirements:
        - host: server
        - store: orders
    cache:
      type: acme.nodes.Cache
      properties: {memory: 4}
      requirements:
        - dependency: web
    watch:
      type: acme.nodes.Watch
      properties:
        memory: {get_property: [cache, memory]}
      requirements:
        - target: web

  groups:
    pages:
      type: tosca.groups.Root
      members: [web, cache]
    all:
      type: tosca.groups.Root
      members: [orders, web, cache]

  outputs:
    address:
      value: {get_attribute: [web, address]}
";

const TYPES: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  acme.nodes.Store:
    derived_from: tosca.nodes.SoftwareComponent
    properties: {size: {type: integer}}
    capabilities: {store: {type: tosca.capabilities.Endpoint}}
  acme.nodes.Web:
    derived_from: tosca.nodes.SoftwareComponent
    properties:
      title: {type: string}
      limit: {type: integer, description: Orders that are shown.}
    attributes: {address: {type: string}}
    capabilities: {pages: {type: tosca.capabilities.Endpoint}}
    requirements:
      - store: {capability: tosca.capabilities.Endpoint}
  acme.nodes.Cache:
    derived_from: tosca.nodes.Root
    properties: {memory: {type: integer, description: In GB., constraints: [{greater_than: 0}]}}
  acme.nodes.Watch:
    derived_from: tosca.nodes.Root
    properties: {memory: {type: integer}}
    requirements:
      - target: {capability: tosca.capabilities.Endpoint}
";

fn service() -> Analysis {
    of(&[(SERVICE, TEMPLATE), ("types.yaml", TYPES)])
}

fn extract(names: &[&str]) -> Command {
    Command::ExtractEntries { paths: names.iter().map(|name| node(name)).collect(), of: TYPE.into(), file: file(INNER) }
}

#[test]
fn everything_that_crosses_the_boundary_is_declared() {
    let analysis = service();
    let (change, after) = done(&analysis, SERVICE, &extract(&["web", "cache"]));
    assert_eq!(change.title, "Move 2 node templates to acme.nodes.Front");
    assert_eq!(text(&after, INNER), INSIDE);
    assert_eq!(lines(TEMPLATE, &text(&after, SERVICE)), OUTSIDE);
    let errors = |path: &str| {
        let found = after.diagnostics(&file(path)).iter();
        found.filter(|found| found.severity == Severity::Error).map(|found| found.message.clone()).collect::<Vec<_>>()
    };
    assert!(errors(SERVICE).is_empty() && errors(INNER).is_empty(), "{:?} {:?}", errors(SERVICE), errors(INNER));
}

const INSIDE: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
imports:
  - types.yaml
node_types:
  acme.nodes.Front:
    derived_from: tosca.nodes.SoftwareComponent
    properties:
      title:
        type: string
        description: Title of the shop.
      memory:
        type: integer
        description: In GB.
        constraints:
          - greater_than: 0
      size:
        type: integer
    attributes:
      address:
        type: string
    capabilities:
      pages:
        type: tosca.capabilities.Endpoint
    requirements:
      - store:
          capability: tosca.capabilities.Endpoint
topology_template:
  inputs:
    # of the shop
    title:
      type: string
      description: Title of the shop.
    memory:
      type: integer
      description: In GB.
      constraints:
        - greater_than: 0
    size:
      type: integer
  node_templates:
    # serves pages
    web:
      type: acme.nodes.Web
      properties:
        title: {get_input: title}
        limit: {get_input: size}   # at most
    cache:
      type: acme.nodes.Cache
      properties: {memory: {get_input: memory}}
      requirements:
        - dependency: web
  groups:
    pages:
      type: tosca.groups.Root
      members: [web, cache]
  outputs:
    address:
      value: {get_attribute: [web, address]}
  substitution_mappings:
    node_type: acme.nodes.Front
    properties:
      title: [title]
      memory: [memory]
      size: [size]
    capabilities:
      pages: [web, pages]
    requirements:
      host: [web, host]
      store: [web, store]
";

/// The machine and the orders stay as they are.
const OUTSIDE: [&str; 24] = [
    "-    # serves pages",
    "-    web:",
    "-      type: acme.nodes.Web",
    "-        limit: {get_property: [orders, size]}   # at most",
    "-    cache:",
    "-      type: acme.nodes.Cache",
    "-      properties: {memory: 4}",
    "-        - dependency: web",
    "-        memory: {get_property: [cache, memory]}",
    "-        - target: web",
    "-    pages:",
    "-      members: [web, cache]",
    "-      members: [orders, web, cache]",
    "-      value: {get_attribute: [web, address]}",
    "+  - front.yaml",
    "+    front:",
    "+      type: acme.nodes.Front",
    "+      directives: [substitutable]",
    "+        memory: 4",
    "+        size: {get_property: [orders, size]}",
    "+        memory: {get_property: [front, memory]}",
    "+        - target: front",
    "+      members: [orders, front]",
    "+      value: {get_attribute: [front, address]}",
];

/// Inlined, the topology has the names and values of before. Names that are in use get that of the node.
#[test]
fn a_topology_takes_the_place_of_its_node() {
    let analysis = service();
    let (_, apart) = done(&analysis, SERVICE, &extract(&["web", "cache"]));
    let (change, back) = done(&apart, SERVICE, &Command::Inline { path: node("front") });
    assert!(change.files.is_empty() && change.edits.len() == 1, "the file of the topology stays: {change:?}");
    let now = text(&back, SERVICE);
    assert_eq!(lines(TEMPLATE, &now), [""; 0], "only the order of groups is another\n{now}");
    let twice = of(&[
        (SERVICE, &text(&apart, SERVICE).replace("    orders:\n", "    web: {type: tosca.nodes.Root}\n    orders:\n")),
        (INNER, INSIDE),
        ("types.yaml", TYPES),
    ]);
    let (_, twice) = done(&twice, SERVICE, &Command::Inline { path: node("front") });
    let twice = text(&twice, SERVICE);
    for wanted in
        ["    front_web:\n", "- dependency: front_web\n", "members: [front_web, cache]", "[front_web, address]"]
    {
        assert!(twice.contains(wanted), "{wanted} is in {twice}");
    }
}

#[test]
fn an_extraction_that_would_change_the_deployment_is_refused() {
    let refusal = |analysis: &Analysis, command: &Command| match analysis.command(&file(SERVICE), command) {
        Err(error) => error.to_string(),
        Ok(change) => panic!("accepted: {}", change.title),
    };
    let analysis = service();
    let cases = [
        (vec!["server", "web"], "`web` requires `orders`, which requires `server`; select all three"),
        (
            vec!["orders", "web"],
            "`pages` lists some of these nodes and others, but not `orders`; add it there, or select fewer nodes",
        ),
    ];
    for (names, why) in cases {
        assert_eq!(refusal(&analysis, &extract(&names)), why);
    }
    let of_type =
        |name: &str| Command::ExtractEntries { paths: vec![node("cache")], of: name.into(), file: file(INNER) };
    assert!(refusal(&analysis, &of_type("acme.nodes.Web")).contains("already exists"));
    assert!(refusal(&analysis, &of_type("acme nodes")).contains("invalid name"));
    let group = Command::ExtractEntries {
        paths: vec![path(&["topology_template", "groups", "all"])],
        of: TYPE.into(),
        file: file(INNER),
    };
    assert!(refusal(&analysis, &group).contains("is not a node template"));
    assert_eq!(
        refusal(&analysis, &Command::Inline { path: node("web") }),
        "no topology in the catalog substitutes `web`"
    );
    let (_, apart) = done(&analysis, SERVICE, &extract(&["web", "cache"]));
    let text =
        text(&apart, SERVICE).replace("      directives", "      artifacts: {page: page.html}\n      directives");
    let with_artifact = of(&[(SERVICE, &text), (INNER, INSIDE), ("types.yaml", TYPES)]);
    let why = refusal(&with_artifact, &Command::Inline { path: node("front") });
    assert_eq!(why, "`front` has artifacts of its own, which the nodes inside cannot take over");
}

/// Stored positions move with the nodes, and back.
#[test]
fn positions_move_with_the_nodes() {
    let layout = "positions:\n  node_templates/web: {x: 100, y: 40}\n  node_templates/cache: {x: 60, y: 80}\n  \
                  node_templates/server: {x: 0, y: 0}\n";
    let analysis = of(&[(SERVICE, TEMPLATE), ("types.yaml", TYPES), ("service.layout.yaml", layout)]);
    let (_, apart) = done(&analysis, SERVICE, &extract(&["web", "cache"]));
    let positions = |analysis: &Analysis, path: &str, names: &[&str]| -> Vec<Option<Point>> {
        let topology = analysis.topology(&file(path)).expect("a diagram");
        names.iter().map(|name| topology.graph[topology.vertex(&node(name)).expect("a box")].position).collect()
    };
    let at = |x: f64, y: f64| Some(Point { x, y });
    assert_eq!(positions(&apart, SERVICE, &["front", "server"]), [at(60.0, 40.0), at(0.0, 0.0)]);
    assert_eq!(positions(&apart, INNER, &["web", "cache"]), [at(100.0, 40.0), at(60.0, 80.0)]);
    assert!(!text(&apart, "service.layout.yaml").contains("web"));
    let (_, back) = done(&apart, SERVICE, &Command::Inline { path: node("front") });
    assert_eq!(positions(&back, SERVICE, &["web", "cache", "server"]), [at(100.0, 40.0), at(60.0, 80.0), at(0.0, 0.0)]);
    assert!(!text(&back, "service.layout.yaml").contains("front"));
}

/// The value of everything that only exists at run time.
const AT_RUN_TIME: &str = "<runtime>";

/// The meaning of a deployment: its nodes with their values, relationships, open requirements, outputs and activities. Names of
/// nodes inside are as if they were outside. Symbols of values that only exist at run time are compared by kind, unless
/// `exact`.
fn meaning(
    analysis: &Analysis,
    path: &FilePath,
    substitute: Option<(&str, &FilePath)>,
    exact: bool,
) -> BTreeSet<String> {
    let settings = substitute.map(|(node, file)| (format!("substitute.{node}"), Value::from(file.as_str())));
    let question = Question { settings: settings.into_iter().collect(), ..Question::default() };
    let Some(Outcome::Deployment(found)) = analysis.preview(path, &question) else { return BTreeSet::new() };
    let prefix = substitute.map(|(node, _)| format!("{node}/")).unwrap_or_default();
    let plain = |text: &str| if prefix.is_empty() { text.to_owned() } else { text.replace(&prefix, "") };
    let value = |value: &dyn std::fmt::Display| {
        let text = plain(&value.to_string());
        match text.contains("runtime ") && !exact {
            true => AT_RUN_TIME.to_owned(),
            false => text,
        }
    };
    let Deployment { nodes, relationships, dangling, outputs, activities, .. } = *found;
    let mut all = BTreeSet::new();
    for node in nodes.iter().filter(|node| node.provision != Provision::Substituted) {
        let name = plain(&node.name);
        all.insert(format!("node {name}: {}, {:?}", node.type_name, node.provision));
        for property in node.properties.iter().chain(&node.attributes) {
            all.insert(format!("{name}.{} = {}", property.name, value(&property.value)));
        }
        for capability in &node.capabilities {
            for property in &capability.properties {
                all.insert(format!("{name}.{}.{} = {}", capability.name, property.name, value(&property.value)));
            }
        }
    }
    for one in &relationships {
        let name = plain(&one.name);
        let name = name.split('[').next().unwrap_or_default();
        let capability = one.capability.as_deref().unwrap_or_default();
        all.insert(format!("{name} -> {}.{capability}: {}", plain(&one.target), one.type_name));
    }
    for one in &dangling {
        all.insert(format!("{} {} is open", plain(&one.node), one.requirement));
    }
    all.extend(outputs.iter().map(|output| format!("output {} = {}", output.name, value(&output.value))));
    // Their order follows from the relationships and, on one host, from the order of the text.
    all.extend(activities.iter().map(|activity| format!("activity {}", plain(&activity.id))));
    all
}

fn difference(before: &BTreeSet<String>, after: &BTreeSet<String>) -> Option<String> {
    let gone: Vec<_> = before.difference(after).take(3).collect();
    let come: Vec<_> = after.difference(before).take(3).collect();
    (!gone.is_empty() || !come.is_empty()).then(|| format!("{gone:#?}\nbecomes {come:#?}"))
}

/// Each node template, each with the next, each with the targets of its requirements, all but the first, and all.
fn selections(analysis: &Analysis, path: &FilePath) -> Vec<Vec<NodePath>> {
    let templates = self::path(&["topology_template", "node_templates"]);
    let root = analysis.file(path).and_then(|file| file.root.as_deref());
    let section = root.and_then(|root| root.at(&templates)).map_or(&[][..], |section| section.entries());
    let all: Vec<NodePath> =
        section.iter().filter_map(|entry| Some(templates.key(entry.key.as_text()?))).take(MOST_NODES).collect();
    let mut found: Vec<Vec<NodePath>> = all.iter().map(|path| vec![path.clone()]).collect();
    found.extend(all.windows(2).map(<[NodePath]>::to_vec));
    found.extend(all.windows(3).map(<[NodePath]>::to_vec));
    for mention in analysis.mentions(path) {
        let steps = mention.path.steps();
        let source: NodePath = steps.iter().take(3).cloned().collect();
        let target = templates.key(&mention.name);
        if steps.len() > 4 && all.contains(&source) && all.contains(&target) && source != target {
            found.push(vec![source, target]);
        }
    }
    found.push(all.iter().skip(1).cloned().collect());
    found.push(all);
    found.retain(|paths| !paths.is_empty());
    found.sort();
    found.dedup();
    found
}

const MOST_NODES: usize = 12;
/// The most files per source: many are alike.
const MOST_FILES: usize = 20;

pub(super) fn sources() -> Vec<Analysis> {
    let mut folders = vec![paths::root().join("examples/tosca"), paths::root().join("examples/other")];
    if let Some(corpus) = paths::shared("corpus/tosca") {
        let found = std::fs::read_dir(corpus).expect("the corpus").filter_map(Result::ok).map(|entry| entry.path());
        let mut found: Vec<_> = found.filter(|path| path.is_dir()).collect();
        found.sort();
        folders.extend(found);
    }
    for chapters in ["fixtures/tosca/spec-examples-ch2", "fixtures/tosca/spec-examples-ch5-15"] {
        folders.extend(paths::shared(chapters));
    }
    let texts = |folder: &std::path::PathBuf| {
        let all = paths::texts(folder, &[".yaml", ".yml", ".tosca"]).into_iter();
        all.filter(|(_, text)| text.len() < 30_000).collect::<Vec<_>>()
    };
    let read = folders.iter().map(|folder| Analysis::new(Workspace::new(texts(folder)), Settings::default()));
    read.chain([service()]).collect()
}

#[test]
fn extracting_and_inlining_real_templates_changes_nothing_of_their_deployment() {
    let mut faults: Vec<String> = Vec::new();
    let mut refused: BTreeMap<String, usize> = BTreeMap::new();
    let (mut n_done, mut n_back) = (0, 0);
    for analysis in sources() {
        let files = analysis.workspace().files().filter(|file| file.language == Some(Language::Tosca));
        let files: Vec<FilePath> = files.filter(|file| file.errors.is_empty()).map(|file| file.path.clone()).collect();
        let step = files.len().div_ceil(MOST_FILES).max(1);
        for path in files.into_iter().step_by(step) {
            let selections = selections(&analysis, &path);
            let flat = meaning(&analysis, &path, None, false);
            let exact = meaning(&analysis, &path, None, true);
            let new = FilePath::in_folder(path.folder(), "acme-front.yaml").expect("a path");
            for paths in selections {
                let command = Command::ExtractEntries { paths: paths.clone(), of: TYPE.into(), file: new.clone() };
                let change = match analysis.command(&path, &command) {
                    Ok(change) => change,
                    Err(error) => {
                        *refused.entry(in_general(&error)).or_default() += 1;
                        continue;
                    }
                };
                n_done += 1;
                let title = format!("{path}: extract {paths:?}");
                let after = analysis.changed(&change).expect("fits");
                for (file, edit) in &change.edits {
                    let [before, now] = [&analysis, &after].map(|all| all.file(file).expect("a file").text.clone());
                    if edit.inverse(&before).apply(&now).as_deref() != Ok(&*before) {
                        faults.push(format!("{title}: cannot be undone"));
                    }
                }
                let [outer, inner] = [&path, &new].map(|path| after.file(path).expect("a file"));
                if !outer.errors.is_empty() || !inner.errors.is_empty() {
                    faults.push(format!("{title}: cannot be read\n{}\n{}", outer.text, inner.text));
                    continue;
                }
                let front = outer.root.as_ref().and_then(|root| {
                    let section = root.at(&self::path(&["topology_template", "node_templates"]))?;
                    let is_new = |entry: &&descriptorium_core::syntax::Entry| {
                        entry.value.get("type").and_then(|of| of.as_text()) == Some(TYPE)
                    };
                    section.entries().iter().find(is_new)?.key.as_text()
                });
                let front = front.expect("the new node").to_owned();
                let nested = meaning(&after, &path, Some((&front, &new)), false);
                if let Some(difference) = difference(&flat, &nested) {
                    faults.push(format!("{title}: {difference}\n{}\n{}", outer.text, inner.text));
                    continue;
                }
                match after.command(&path, &Command::Inline { path: node(&front) }) {
                    Ok(back) => {
                        n_back += 1;
                        let again = after.changed(&back).expect("fits");
                        if let Some(difference) = difference(&exact, &meaning(&again, &path, None, true)) {
                            let now = &again.file(&path).expect("a file").text;
                            faults.push(format!("{title}: back: {difference}\n{}\n{}\n{now}", outer.text, inner.text));
                        }
                    }
                    Err(error) => {
                        faults.push(format!("{title}: back: {error}\n{}\n{}", outer.text, inner.text));
                    }
                }
            }
        }
    }
    println!("{n_done} extracted, {n_back} back; refused: {refused:#?}");
    let shown: Vec<String> = faults.iter().take(8).cloned().collect();
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), shown.join("\n\n"));
    assert!(n_done > 20 && n_back > 20, "{n_done} extracted, {n_back} back");
}

/// A refusal without names.
fn in_general(error: &EditError) -> String {
    let text = error.to_string();
    text.split('`').enumerate().map(|(at, part)| if at % 2 == 0 { part } else { "_" }).collect()
}
