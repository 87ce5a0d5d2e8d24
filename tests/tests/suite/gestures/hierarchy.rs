//! Types derived from node templates, and members that are pulled up and pushed down: which text changes, and that all that
//! exists keeps its meaning.

use std::collections::{BTreeMap, BTreeSet};

use descriptorium_core::analysis::Analysis;
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::edit::EditError;
use descriptorium_core::language::Language;
use descriptorium_core::preview::question::Question;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::{ActionEdit, Command};
use descriptorium_tests::effort::samples;
use serde_yaml::{Mapping, Value};

use super::substitution::sources;
use super::templates::{done, file, node, of, path, text};

const BASE: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  acme.Machine:
    derived_from: tosca.nodes.Root
    properties:
      # in GB
      size: {type: integer, required: false}   # of the disk
  acme.Small:
    derived_from: acme.Machine
    properties:
      size: {type: integer, default: 10}
  acme.Large:
    derived_from: acme.Machine
    properties:
      # how fast
      speed: {type: integer, required: false}
      owner: {type: string}
    requirements:
      # keeps the data
      - disk: {capability: tosca.capabilities.Attachment, occurrences: [ 0, 1 ]}
    capabilities:
      admin: tosca.capabilities.Endpoint.Admin
    interfaces:
      Standard:
        create: scripts/create.sh
        start: scripts/start.sh
";

const SERVICE: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [ base.yaml ]
topology_template:
  inputs:
    name: {type: string}
  node_templates:
    front_end:
      type: acme.Large
      properties:
        # fast enough
        speed: 3   # for now
        owner: {get_input: name}
        size: 40
      capabilities:
        admin:
          properties:
            port: 8080
      requirements:
        - dependency: plain
      interfaces:
        Standard:
          # waits
          stop: scripts/stop.sh
          configure:
            implementation: scripts/configure.sh
            inputs:
              mode: fast
          delete:
            implementation: scripts/delete.sh
            inputs:
              owner: {get_property: [ SELF, owner ]}
      artifacts:
        image: images/front.tar
    plain:
      type: acme.Machine
";

fn shop() -> Analysis {
    of(&[("base.yaml", BASE), ("service.yaml", SERVICE)])
}

fn member(of: &str, steps: &[&str]) -> NodePath {
    let steps: Vec<&str> = ["node_types", of].into_iter().chain(steps.iter().copied()).collect();
    path(&steps)
}

fn refusal(analysis: &Analysis, of: &str, command: &Command) -> String {
    match analysis.command(&file(of), command) {
        Ok(change) => panic!("{command:?}: {}", change.title),
        Err(error) => error.to_string(),
    }
}

fn derive(name: Option<&str>) -> Command {
    Command::DeriveType { path: node("front_end"), name: name.map(Into::into) }
}

#[test]
fn a_derived_type_takes_over_what_its_node_template_assigns() {
    let analysis = shop();
    let (change, after) = done(&analysis, "service.yaml", &derive(None));
    assert_eq!(change.title, "Derive FrontEnd from front_end");
    assert_eq!(change.edits.len(), 1, "only the file of the template changes");
    let now = text(&after, "service.yaml");
    // Another reader of the text.
    let read: Value = serde_yaml::from_str(&now).expect("YAML");
    let new = &read["node_types"]["FrontEnd"];
    assert_eq!(new["derived_from"], "acme.Large");
    assert_eq!(new["properties"]["speed"]["type"], "integer");
    assert_eq!(new["properties"]["speed"]["default"], 3);
    assert_eq!(new["properties"]["size"]["default"], 40);
    assert!(new["properties"].get("owner").is_none(), "a function stays in the template");
    assert_eq!(new["capabilities"]["admin"]["properties"]["port"]["default"], 8080);
    assert_eq!(new["interfaces"]["Standard"]["stop"], "scripts/stop.sh");
    assert_eq!(new["interfaces"]["Standard"]["configure"]["implementation"], "scripts/configure.sh");
    assert_eq!(new["interfaces"]["Standard"]["configure"]["inputs"]["mode"]["default"], "fast");
    assert_eq!(new["artifacts"]["image"], "images/front.tar");
    let template = &read["topology_template"]["node_templates"]["front_end"];
    assert_eq!(template["type"], "FrontEnd");
    assert_eq!(template["properties"], serde_yaml::from_str::<Value>("owner: {get_input: name}").expect("YAML"));
    assert!(template.get("capabilities").is_none() && template.get("artifacts").is_none());
    assert_eq!(template["requirements"][0]["dependency"], "plain");
    let left: Vec<_> =
        template["interfaces"]["Standard"].as_mapping().into_iter().flatten().map(|(key, _)| key).collect();
    assert_eq!(left, ["delete"], "its input reads the template");
    for comment in ["# fast enough", "# for now", "# waits"] {
        assert_eq!(now.matches(comment).count(), 1, "{comment} in\n{now}");
    }
    let types = now.find("node_types:").expect("the section");
    assert!(types < now.find("topology_template:").expect("the topology"), "sections keep their usual order");
}

#[test]
fn the_name_of_a_derived_type_is_asked_for() {
    let analysis = shop();
    let actions = analysis.actions(&file("service.yaml"), &[node("front_end")], &Question::default());
    let action = actions.iter().find(|action| action.name == "derive_from").expect("the action");
    assert_eq!(action.edit, ActionEdit::Name { path: node("front_end"), value: "FrontEnd".to_owned() });
    let (_, after) = done(&analysis, "service.yaml", &derive(Some("acme.Front")));
    assert!(text(&after, "service.yaml").contains("  acme.Front:\n"));
    // A name that the file can use already, a name that is none.
    assert_eq!(refusal(&analysis, "service.yaml", &derive(Some("acme.Small"))), "`acme.Small` already exists");
    assert!(analysis.command(&file("service.yaml"), &derive(Some("no name"))).is_err());
}

#[test]
fn copies_and_nodes_that_are_found_by_their_type_keep_it() {
    for (more, why) in [
        ("    other:\n      copy: front_end\n", "`other` is a copy of `front_end`"),
        ("", "the orchestrator selects or substitutes `front_end` by its type"),
    ] {
        let mut service = format!("{SERVICE}{more}");
        if more.is_empty() {
            service = service
                .replace("      type: acme.Large\n", "      type: acme.Large\n      directives: [ substitutable ]\n");
        }
        let analysis = of(&[("base.yaml", BASE), ("service.yaml", &service)]);
        assert_eq!(refusal(&analysis, "service.yaml", &derive(None)), why);
    }
}

#[test]
fn a_member_is_pulled_up_with_its_comments() {
    let analysis = shop();
    let speed = Command::PullUp(member("acme.Large", &["properties", "speed"]));
    let (_, after) = done(&analysis, "base.yaml", &speed);
    let read: Value = serde_yaml::from_str(&text(&after, "base.yaml")).expect("YAML");
    assert_eq!(read["node_types"]["acme.Machine"]["properties"]["speed"]["required"], false);
    assert!(read["node_types"]["acme.Large"]["properties"].get("speed").is_none());
    let now = text(&after, "base.yaml");
    let moved = "      # how fast\n      speed: {type: integer, required: false}\n  acme.Small:";
    assert!(now.contains(moved), "{now}");
    // An optional requirement needs nothing of the others.
    let disk = Command::PullUp(member("acme.Large", &["requirements", "0", "disk"]));
    let (_, after) = done(&analysis, "base.yaml", &disk);
    let read: Value = serde_yaml::from_str(&text(&after, "base.yaml")).expect("YAML");
    assert_eq!(read["node_types"]["acme.Machine"]["requirements"][0]["disk"]["occurrences"][1], 1);
    assert!(read["node_types"]["acme.Large"].get("requirements").is_none());
}

#[test]
fn what_others_would_feel_is_not_pulled_up() {
    let analysis = shop();
    let pull = |steps: &[&str]| refusal(&analysis, "base.yaml", &Command::PullUp(member("acme.Large", steps)));
    // `plain` has no owner, and would be created by the script.
    assert_eq!(pull(&["properties", "owner"]), "instances of `Machine` would also get `owner`");
    assert_eq!(pull(&["interfaces", "Standard", "create"]), "instances of `Machine` would also get `create`");
    // Without `plain`, nothing has the upper type.
    let alone = SERVICE
        .replace("    plain:\n      type: acme.Machine\n", "")
        .replace("      requirements:\n        - dependency: plain\n", "");
    let analysis = of(&[("base.yaml", BASE), ("service.yaml", &alone)]);
    let create = Command::PullUp(member("acme.Large", &["interfaces", "Standard", "create"]));
    let (_, after) = done(&analysis, "base.yaml", &create);
    let read: Value = serde_yaml::from_str(&text(&after, "base.yaml")).expect("YAML");
    assert_eq!(read["node_types"]["acme.Machine"]["interfaces"]["Standard"]["create"], "scripts/create.sh");
    assert_eq!(
        read["node_types"]["acme.Large"]["interfaces"]["Standard"],
        serde_yaml::from_str::<Value>("start: scripts/start.sh").expect("YAML")
    );
    // The refinement of one child would change the other one.
    let size = Command::PullUp(member("acme.Small", &["properties", "size"]));
    assert_eq!(refusal(&analysis, "base.yaml", &size), "`size` of `Large` would change");
    let root = Command::PullUp(member("acme.Machine", &["properties", "size"]));
    assert_eq!(
        refusal(&analysis, "base.yaml", &root),
        "`Machine` derives from `tosca.nodes.Root`, which is built in and cannot be changed"
    );
}

#[test]
fn a_member_is_pushed_down_to_every_child() {
    let analysis = shop();
    let size = Command::PushDown(member("acme.Machine", &["properties", "size"]));
    let (change, after) = done(&analysis, "base.yaml", &size);
    assert_eq!(change.title, "Push size down to 2 types");
    let read: Value = serde_yaml::from_str(&text(&after, "base.yaml")).expect("YAML");
    assert!(read["node_types"]["acme.Machine"].get("properties").is_none());
    // One that refines it keeps what it states, and gets the rest.
    let small = &read["node_types"]["acme.Small"]["properties"]["size"];
    assert_eq!((&small["default"], &small["required"]), (&Value::from(10), &Value::from(false)));
    let large = &read["node_types"]["acme.Large"]["properties"]["size"];
    assert_eq!((&large["type"], &large["required"]), (&Value::from("integer"), &Value::from(false)));
    let no_child = Command::PushDown(member("acme.Large", &["properties", "speed"]));
    assert_eq!(refusal(&analysis, "base.yaml", &no_child), "no type derives from `Large`");
    // A template of the type uses it.
    let used = SERVICE.replace("      type: acme.Machine\n", "      type: acme.Machine\n      properties: {size: 1}\n");
    let analysis = of(&[("base.yaml", BASE), ("service.yaml", &used)]);
    assert!(analysis.command(&file("base.yaml"), &size).is_err());
}

const LIBRARY: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [ base.yaml, other.yaml ]
node_types:
  acme.Rack:
    derived_from: acme.Machine
    properties:
      place: {type: acme.Place, required: false}
";

const OTHER: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
data_types:
  acme.Place:
    derived_from: tosca.datatypes.Root
    properties: {row: {type: integer}}
";

#[test]
fn a_member_moves_between_files_with_the_imports_that_it_needs() {
    let analysis = of(&[("base.yaml", BASE), ("other.yaml", OTHER), ("racks.yaml", LIBRARY)]);
    let place = Command::PullUp(member("acme.Rack", &["properties", "place"]));
    let (change, after) = done(&analysis, "racks.yaml", &place);
    let edited: Vec<&str> = change.edits.keys().map(FilePath::as_str).collect();
    assert_eq!(edited, ["base.yaml", "racks.yaml"]);
    let read: Value = serde_yaml::from_str(&text(&after, "base.yaml")).expect("YAML");
    assert_eq!(read["imports"][0], "other.yaml");
    assert_eq!(read["node_types"]["acme.Machine"]["properties"]["place"]["type"], "acme.Place");
    // A type of the file itself cannot be named by the file of the parent, which it imports.
    let own = LIBRARY.replace(", other.yaml", "")
        + &OTHER.lines().skip(1).map(|line| format!("{line}\n")).collect::<String>();
    let analysis = of(&[("base.yaml", BASE), ("racks.yaml", &own)]);
    assert_eq!(refusal(&analysis, "racks.yaml", &place), "`base.yaml` cannot refer to `acme.Place` of `racks.yaml`");
}

#[test]
fn what_is_shared_through_an_anchor_is_not_moved() {
    let shared = BASE
        .replace("speed: {type: integer, required: false}", "speed: &speed {type: integer, required: false}")
        .replace("owner: {type: string}", "owner: *speed");
    let analysis = of(&[("base.yaml", &shared)]);
    for name in ["speed", "owner"] {
        let command = Command::PullUp(member("acme.Large", &["properties", name]));
        let error = analysis.command(&file("base.yaml"), &command).expect_err("shared");
        assert!(matches!(error, EditError::Shared(_)), "{name}: {error}");
    }
}

#[test]
fn members_are_offered_where_they_can_go() {
    let analysis = shop();
    let offers = |name: &str, of: &str| -> BTreeSet<String> {
        let at = path(&["node_types", of]);
        let all = analysis.actions(&file("base.yaml"), &[at], &Question::default()).into_iter();
        all.filter(|action| action.name == name).map(|action| action.subject).collect()
    };
    assert_eq!(offers("pull_up", "acme.Machine"), BTreeSet::new(), "its parent is built in");
    assert_eq!(offers("push_down", "acme.Machine"), BTreeSet::from(["size".to_owned()]));
    let large = ["Standard", "Standard.create", "Standard.start", "admin", "disk", "owner", "speed"];
    assert_eq!(offers("pull_up", "acme.Large"), large.map(str::to_owned).into());
    assert_eq!(offers("push_down", "acme.Large"), BTreeSet::new(), "it has no children");
    let admin = Command::PullUp(member("acme.Large", &["capabilities", "admin"]));
    let (_, after) = done(&analysis, "base.yaml", &admin);
    let read: Value = serde_yaml::from_str(&text(&after, "base.yaml")).expect("YAML");
    assert_eq!(read["node_types"]["acme.Machine"]["capabilities"]["admin"], "tosca.capabilities.Endpoint.Admin");
    assert!(read["node_types"]["acme.Large"].get("capabilities").is_none());
}

/// The members of every type of some files with everything that their chain says, merged by another reader of the text. Only
/// chains within these files count; the rest of a chain is the same before and after.
fn merged(analysis: &Analysis) -> BTreeMap<(String, String, String), Value> {
    let mut types: BTreeMap<(String, String), Vec<Value>> = BTreeMap::new();
    for source in analysis.workspace().files() {
        let Ok(read) = serde_yaml::from_str::<Value>(&source.text) else { continue };
        for (name, of) in read["node_types"].as_mapping().into_iter().flatten() {
            let Some(name) = name.as_str() else { continue };
            types.entry(("node_types".to_owned(), name.to_owned())).or_default().push(of.clone());
        }
    }
    let mut found = BTreeMap::new();
    for ((section, name), definitions) in &types {
        // A name that several files define depends on the imports.
        if definitions.len() != 1 {
            continue;
        }
        let mut chain = vec![definitions[0].clone()];
        while let Some(parent) = chain.last().and_then(|of| of["derived_from"].as_str())
            && let Some([parent]) = types.get(&(section.clone(), parent.to_owned())).map(Vec::as_slice)
            && chain.len() < 20
        {
            chain.push(parent.clone());
        }
        for of in chain.iter().rev() {
            for key in ["properties", "attributes"] {
                for (member, definition) in of[key].as_mapping().into_iter().flatten() {
                    let at = (name.clone(), key.to_owned(), member.as_str().unwrap_or_default().to_owned());
                    let known = found.entry(at).or_insert_with(|| Value::Mapping(Mapping::new()));
                    let (Some(known), Some(new)) = (known.as_mapping_mut(), definition.as_mapping()) else { continue };
                    known.extend(new.iter().map(|(key, value)| (key.clone(), value.clone())));
                }
            }
        }
    }
    found
}

/// How often each kind of error and warning is reported for each file: a fault of a value that moves is reported at its new place.
fn findings(analysis: &Analysis) -> BTreeMap<String, usize> {
    let mut found = BTreeMap::new();
    for finding in analysis.all_diagnostics().filter(|found| found.severity <= Severity::Warning) {
        *found.entry(format!("{}: {}", finding.file, finding.code)).or_default() += 1;
    }
    found
}

const EACH: usize = 8;

#[test]
fn members_of_real_types_move_and_back_and_no_other_type_changes() {
    let mut faults: Vec<String> = Vec::new();
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for analysis in sources() {
        let tosca: Vec<_> =
            analysis.workspace().files().filter(|file| file.language == Some(Language::Tosca)).cloned().collect();
        let before = merged(&analysis);
        for source in samples(tosca.iter().filter(|file| file.errors.is_empty()), 2) {
            let mut commands = Vec::new();
            let root = source.root.as_ref();
            let entries = |at: &[&str]| {
                let names = root.and_then(|root| root.at(&path(at))).into_iter().flat_map(|at| at.entries());
                names.filter_map(|entry| entry.key.as_text().map(str::to_owned)).collect::<Vec<_>>()
            };
            for name in entries(&["topology_template", "node_templates"]).iter().take(EACH) {
                commands.push(Command::DeriveType { path: node(name), name: None });
            }
            for of in entries(&["node_types"]).iter().take(EACH) {
                for key in ["properties", "attributes", "capabilities", "interfaces", "artifacts"] {
                    for name in entries(&["node_types", of, key]).iter().take(2) {
                        let at = NodePath::keys(["node_types", of, key, name]);
                        commands.extend([Command::PullUp(at.clone()), Command::PushDown(at)]);
                    }
                }
            }
            for command in commands {
                let change = match analysis.command(&source.path, &command) {
                    Ok(change) => change,
                    Err(_) => {
                        *counts.entry("refused".to_owned()).or_default() += 1;
                        continue;
                    }
                };
                let kind = change.title.split(' ').next().unwrap_or_default().to_owned();
                *counts.entry(kind.clone()).or_default() += 1;
                let title = format!("{}: {command:?}", source.path);
                let after = analysis.changed(&change).expect("fits");
                for (file, edit) in &change.edits {
                    let [old, new] = [&analysis, &after].map(|all| all.file(file).expect("a file").text.clone());
                    if edit.inverse(&old).apply(&new).as_deref() != Ok(&*old) {
                        faults.push(format!("{title}: cannot be undone"));
                    }
                    if serde_yaml::from_str::<Value>(&old).is_ok() && serde_yaml::from_str::<Value>(&new).is_err() {
                        faults.push(format!("{title}: another library cannot read\n{new}"));
                    }
                    // Comments stay.
                    let count = |text: &str| text.lines().filter(|line| line.trim_start().starts_with('#')).count();
                    if kind == "Derive" && count(&new) < count(&old) {
                        faults.push(format!("{title}: loses a comment"));
                    }
                }
                let known = findings(&analysis);
                let new = findings(&after).into_iter();
                let new: Vec<_> = new.filter(|(found, n)| known.get(found).is_none_or(|known| known < n)).collect();
                if !new.is_empty() {
                    faults.push(format!("{title}: brings {new:?}"));
                }
                // This reader knows nothing of imports: no two types have one name.
                if before.keys().any(|at| change.title.starts_with(&format!("Derive {} ", at.0))) {
                    continue;
                }
                let now = merged(&after);
                // Types that had a member mean the same by it, except the one that it was pushed down from.
                for (at, value) in &before {
                    let is_upper =
                        matches!(&command, Command::PushDown(path) if path.words().get(1) == Some(&at.0.as_str()));
                    if !is_upper && now.get(at).is_some_and(|now| now != value) {
                        faults.push(format!("{title}: {at:?} becomes {:?}", now.get(at)));
                    }
                    if !is_upper && !now.contains_key(at) {
                        faults.push(format!("{title}: {at:?} is gone"));
                    }
                }
            }
        }
    }
    println!("{counts:?}");
    assert!(faults.is_empty(), "{} faults:\n{}", faults.len(), faults.join("\n"));
    let n_derived = counts.get("Derive").copied().unwrap_or_default();
    assert!(n_derived > 5, "{counts:?}");
}
