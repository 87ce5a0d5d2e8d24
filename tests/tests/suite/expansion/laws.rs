//! Properties of all plans: for the examples, the fixtures and random assemblies. The oracles are the specification of
//! relationships (S0:831-870) and the plans for other intents.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use descriptorium_core::assembly::descriptor;
use descriptorium_core::assembly::expansion::diagram::{diagram, path_of};
use descriptorium_core::assembly::expansion::expand;
use descriptorium_core::assembly::expansion::{Direction, Expansion, Inputs, InstanceKind, Intent, Multiplicity};
use descriptorium_core::assembly::model::Relationship;
use descriptorium_core::assembly::state::State;
use descriptorium_core::catalog::Catalog;
use descriptorium_core::preview::frame::DifferenceKind;
use descriptorium_core::preview::plan::Plan;
use descriptorium_core::preview::states::{ItemState, states_after};
use descriptorium_core::settings::Typing;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::EdgeKind;
use descriptorium_core::workspace::Workspace;
use descriptorium_tests::paths;
use serde_json::Value;

use super::inputs;

/// The subject of an expansion: a catalog, a descriptor in it, and the inputs.
struct Subject {
    name: String,
    workspace: Workspace,
    catalog: Catalog,
    file: FilePath,
    inputs: Inputs,
}

impl Subject {
    fn new(name: String, workspace: Workspace, file: FilePath, inputs: Inputs) -> Self {
        let catalog = Catalog::of(&workspace);
        Subject { name, workspace, catalog, file, inputs }
    }

    fn expand(&self, intent: &Intent) -> Expansion {
        self.expand_to(intent, self.inputs.intended_state.as_deref())
    }

    fn expand_to(&self, intent: &Intent, state: Option<&str>) -> Expansion {
        let inputs = Inputs { intended_state: state.map(str::to_owned), ..self.inputs.clone() };
        let expansion = expand(&self.workspace, &self.catalog, Typing::Declared, &self.file, &inputs, intent);
        let again = expand(&self.workspace, &self.catalog, Typing::Declared, &self.file, &inputs, intent);
        assert_eq!(expansion, again, "{}: {intent:?} twice", self.name);
        check_reasons(&self.name, intent, &expansion.plan);
        expansion
    }

    /// The relationships in the descriptors of the workspace, by owner type and name.
    fn text_of(&self, expansion: &Expansion, owner: &str, name: &str) -> Relationship {
        let owner = expansion.instances.iter().find(|found| found.name == owner).expect("the owner");
        let (relationship, _) = name.rsplit_once("__").expect("a numbered name");
        let descriptor = self
            .workspace
            .files()
            .filter_map(|file| descriptor(file))
            .find(|found| found.full_name.as_ref().is_some_and(|full| full.to_string() == owner.type_name))
            .expect("the descriptor of the owner");
        descriptor.relationships.iter().find(|found| found.name.text == relationship).expect("a relationship").clone()
    }
}

/// Executing a plan leads to the start of another one, every state transition is valid, and instances exist before they
/// are used.
fn check_states_of_stages(subject: &Subject, install: &Expansion, uninstall: &Expansion) {
    let name = &subject.name;
    let n_stages = |expansion: &Expansion| expansion.plan.stages.len();
    let begun = states_after(&install.plan, 0);
    assert!(begun.values().all(|state| *state == ItemState::Absent), "{name}: {begun:?}");
    if !install.plan.deadlock.is_empty() {
        return;
    }
    let installed = states_after(&install.plan, n_stages(install));
    // Relationships are removed only if they were created.
    assert_eq!(installed, states_after(&uninstall.plan, 0), "{name}: what is installed is what is uninstalled");
    let gone = states_after(&uninstall.plan, n_stages(uninstall));
    assert!(gone.values().all(|state| *state == ItemState::Absent), "{name}: {gone:?}");
    let mut before = begun;
    for stage in 1..=n_stages(install) {
        let after = states_after(&install.plan, stage);
        for (instance, now) in &after {
            let rank = |state: ItemState| match state {
                ItemState::Absent => 0,
                ItemState::Made => 1,
                ItemState::In(state) => {
                    1 + State::STARTUP_ORDER.iter().position(|found| found.name() == state.name).expect("a way up")
                }
            };
            let (was, is) = (rank(before[instance]), rank(*now));
            assert!(
                is == was || is == was + 1,
                "{name}: {instance} gets from {:?} to {now:?} in stage {stage}",
                before[instance]
            );
        }
        before = after;
    }
}

/// Every instance is a box inside its parent, and every relationship connects its ends; omitted ones are counted.
fn check_diagram(name: &str, expansion: &Expansion) {
    let drawn = diagram(expansion);
    let graph = &drawn.topology.graph;
    assert_eq!(graph.node_count() + drawn.n_left_out, expansion.instances.len(), "{name}");
    assert_eq!(graph.node_count(), drawn.items.len(), "{name}: each box has its path");
    for vertex in graph.node_weights() {
        let instance = &expansion.instances[drawn.items[&vertex.path]];
        assert_eq!(vertex.path, path_of(instance), "{name}");
        let parent = vertex.parent.map(|parent| &expansion.instances[drawn.items[&graph[parent].path]].name);
        assert_eq!(parent, instance.parent.as_ref(), "{name}: {}", instance.name);
    }
    let n_connections = graph.edge_weights().filter(|edge| edge.kind == EdgeKind::Relationship).count();
    assert!(n_connections <= expansion.relationships.len(), "{name}");
    assert!(
        drawn.n_left_out > 0 || n_connections == expansion.relationships.len(),
        "{name}: every relationship is drawn"
    );
}

#[test]
fn every_plan_keeps_the_laws() {
    let subjects: [Vec<Subject>; 3] = [examples(), fixtures(), (0..120).map(random).collect()];
    let (mut relationships, mut deadlocks, mut scaled) = (0, 0, 0);
    for subject in subjects.iter().flatten() {
        let install = subject.expand(&Intent::Install);
        let uninstall = subject.expand(&Intent::Uninstall);
        let name = &subject.name;
        assert_eq!(install.plan.deadlock.is_empty(), uninstall.plan.deadlock.is_empty(), "{name}");
        let is_reported = install.diagnostics.iter().any(|found| found.code == "expansion/deadlock");
        assert_eq!(is_reported, !install.plan.deadlock.is_empty(), "{name}");
        assert_eq!(install.instances, uninstall.instances, "{name}");
        deadlocks += usize::from(is_reported);
        check_upgrade_to_itself(subject);
        check_states_of_stages(subject, &install, &uninstall);
        check_diagram(name, &install);
        if is_reported {
            continue;
        }
        check_mirror(name, &install.plan, &uninstall.plan);
        relationships += check_relationships(subject, &install, &uninstall.plan);
        check_states(subject, &install.plan);
        check_heal(subject, &install);
        scaled += check_scaling(subject, &install);
    }
    assert!(relationships > 150 && deadlocks > 5 && scaled > 10, "{relationships} {deadlocks} {scaled}");
}

/// The stage of each action, by name and instance; each occurs once.
fn stages(plan: &Plan) -> BTreeMap<(String, String), usize> {
    let mut stages = BTreeMap::new();
    for (stage, actions) in plan.stages.iter().enumerate() {
        assert!(!actions.is_empty(), "an empty stage");
        for action in actions {
            let name = action.action.trim_matches(['(', ')', '?']).replace(")+Integrity", "").replace("+Integrity", "");
            let before = stages.insert((name, action.instance.clone()), stage);
            assert_eq!(before, None, "{} {} is done twice", action.action, action.instance);
        }
    }
    stages
}

/// Each dependency is in an earlier stage.
fn check_reasons(name: &str, intent: &Intent, plan: &Plan) {
    let mut done: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (stage, actions) in plan.stages.iter().enumerate() {
        for action in actions {
            for reason in &action.reasons {
                let Some(after) = &reason.after else { continue };
                let before = done.get(&(after.action.as_str(), after.instance.as_str()));
                let (what, instance) = (&action.action, &action.instance);
                assert!(
                    before.is_some_and(|before| *before < stage),
                    "{name}, {intent:?}: {what} {instance}: {reason:?}"
                );
            }
        }
        done.extend(actions.iter().map(|action| ((action.action.as_str(), action.instance.as_str()), stage)));
    }
}

/// Uninstalling reverses the order of installing.
fn check_mirror(name: &str, install: &Plan, uninstall: &Plan) {
    let mirror = |action: &str| match action {
        "Create" => Some("Delete"),
        "Install" => Some("Uninstall"),
        "Start" => Some("Stop"),
        _ => None,
    };
    let (up, down) = (stages(install), stages(uninstall));
    let is_step = |instance: &str| !instance.contains(':');
    let undone = |(action, instance): &(String, String)| Some((mirror(action)?.to_owned(), instance.clone()));
    for step in up.keys().filter(|(_, instance)| is_step(instance)) {
        assert!(undone(step).is_none_or(|step| down.contains_key(&step)), "{name}: {step:?} is not undone");
    }
    let count = |plan: &BTreeMap<(String, String), usize>, wanted: &[&str]| {
        plan.keys().filter(|(action, instance)| is_step(instance) && wanted.contains(&action.as_str())).count()
    };
    assert_eq!(count(&up, &["Create", "Install", "Start"]), count(&down, &["Delete", "Uninstall", "Stop"]), "{name}");
    let made: BTreeSet<&str> = up.keys().filter(|(_, name)| !is_step(name)).map(|(_, name)| name.as_str()).collect();
    let ceased: BTreeSet<&str> =
        down.keys().filter(|(_, name)| !is_step(name)).map(|(_, name)| name.as_str()).collect();
    assert_eq!(made, ceased, "{name}");
    // The transitive dependencies of an action.
    let mut before: HashMap<(String, String), BTreeSet<(String, String)>> = HashMap::new();
    for action in install.stages.iter().flatten() {
        let plain =
            |action: &str| action.trim_matches(['(', ')', '?']).replace(")+Integrity", "").replace("+Integrity", "");
        let mut all = BTreeSet::new();
        for after in action.reasons.iter().filter_map(|reason| reason.after.as_ref()) {
            let after = (plain(&after.action), after.instance.clone());
            all.extend(before[&after].iter().cloned());
            all.insert(after);
        }
        let later = (plain(&action.action), action.instance.clone());
        for earlier in &all {
            let (Some(first), Some(second)) = (undone(&later), undone(earlier)) else { continue };
            if is_step(&later.1) && is_step(&earlier.1) {
                assert!(down[&first] < down[&second], "{name}: {first:?} comes before {second:?} in no way");
            }
        }
        before.insert(later, all);
    }
}

/// A relationship is created after and before the specified states of its ends, and removed before either leaves its
/// state. Returns the number of checked relationships.
fn check_relationships(subject: &Subject, install: &Expansion, uninstall: &Plan) -> usize {
    let (up, down) = (stages(&install.plan), stages(uninstall));
    let name = &subject.name;
    let mut count = 0;
    for relationship in &install.relationships {
        let full = format!("{}:{}", relationship.owner, relationship.name);
        let Some(&made) = up.get(&("Create".to_owned(), full.clone())) else {
            assert!(install.plan.not_created.contains(&full), "{name}: {full} is neither made nor left out");
            continue;
        };
        count += 1;
        let ceased = down[&("Cease".to_owned(), full.clone())];
        let text = subject.text_of(install, &relationship.owner, &relationship.name);
        let ends = [
            (&relationship.source, &text.source_state, text.source_state_modifier.as_ref(), "post"),
            (&relationship.target, &text.target_state, text.target_state_modifier.as_ref(), "pre"),
        ];
        for (end, state, modifier, usual) in ends {
            let state = state.as_ref().expect("a state").value.as_str();
            let (entering, leaving) = match state {
                "Installed" => ("Install", "Uninstall"),
                "Inactive" => ("Configure", "Uninstall"),
                _ => ("Start", "Stop"),
            };
            let is_pre = modifier.map_or(usual, |modifier| modifier.value.as_str()) == "pre";
            // A reference exists already, and may have the same name as an instance by chance.
            for instance in install.instances.iter().filter(|found| is_within(found, end)) {
                let entered = up.get(&(entering.to_owned(), instance.name.clone()));
                if let Some(entered) = entered {
                    let fits = if is_pre { made < *entered } else { *entered < made };
                    assert!(fits, "{name}: {full} at {made}, {entering} {} at {entered}", instance.name);
                }
                if let Some(left) = down.get(&(leaving.to_owned(), instance.name.clone())).filter(|_| entered.is_some())
                {
                    assert!(ceased < *left, "{name}: {full} ceased at {ceased}, {leaving} {} at {left}", instance.name);
                }
            }
        }
    }
    count
}

fn is_within(found: &descriptorium_core::assembly::expansion::Instance, end: &str) -> bool {
    let is_leaf = matches!(found.kind, InstanceKind::Resource | InstanceKind::Unresolved);
    is_leaf && (found.name == end || found.name.starts_with(&format!("{end}__")))
}

/// Two partial state changes equal the complete one; the reverse change stops what a state change starts.
fn check_states(subject: &Subject, whole: &Plan) {
    if subject.inputs.intended_state.as_deref().is_some_and(|state| state != "Active") {
        return;
    }
    let done = |plan: &Plan| stages(plan).into_keys().collect::<Vec<_>>();
    let half = subject.expand_to(&Intent::Install, Some("Inactive")).plan;
    let rest = subject.expand_to(&Intent::ChangeState { from: State::Inactive }, Some("Active")).plan;
    let mut both = [done(&half), done(&rest)].concat();
    both.sort();
    assert_eq!(both, done(whole), "{}", subject.name);
    let back = subject.expand_to(&Intent::ChangeState { from: State::Active }, Some("Inactive")).plan;
    let undone = done(&rest).into_iter().map(|(action, name)| match action.as_str() {
        "Start" => ("Stop".to_owned(), name),
        _ => ("Cease".to_owned(), name),
    });
    let (undone, back): (BTreeSet<_>, BTreeSet<_>) = (undone.collect(), done(&back).into_iter().collect());
    assert!(undone.is_subset(&back), "{}: {:?}", subject.name, undone.difference(&back));
    // Created before its end was Active, but removed before it leaves Active: "always" (S0:840).
    for (action, name) in back.difference(&undone) {
        assert!(action == "Cease" && done(&half).contains(&("Create".to_owned(), name.clone())), "{action} {name}");
    }
}

/// Only the healed instance is stopped and started, and removed relationships are created again.
fn check_heal(subject: &Subject, install: &Expansion) {
    let running = stages(&install.plan);
    let broken = running.keys().find(|(action, name)| action == "Start" && !name.contains(':'));
    let Some((_, broken)) = broken else { return };
    let plan = subject.expand(&Intent::Heal { component: broken.clone() }).plan;
    let steps = stages(&plan);
    let own: Vec<&str> =
        steps.keys().filter(|(_, name)| !name.contains(':')).map(|(action, _)| action.as_str()).collect();
    assert_eq!(own, ["Start", "Stop"], "{}", subject.name);
    assert!(steps.keys().all(|(_, name)| name.contains(':') || name == broken), "{}", subject.name);
    for ((action, name), at) in &steps {
        if action == "Cease" {
            let made = steps.get(&("Create".to_owned(), name.clone()));
            assert!(made.is_some_and(|made| at < made || install.plan.not_created.contains(name)), "{name}");
        }
    }
}

/// Scaling in removes the instances that scaling out added. Returns the number of scaled clusters.
fn check_scaling(subject: &Subject, install: &Expansion) -> usize {
    let mut count = 0;
    let clusters = install.instances.iter().filter_map(|found| Some((found, found.group.as_ref()?)));
    for (found, group) in clusters.filter(|(_, group)| group.multiplicity == Multiplicity::Cluster) {
        let scale = |direction, nodes| Intent::Scale { direction, cluster: found.name.clone(), nodes };
        let out = subject.expand(&scale(Direction::Out, None));
        let names = |expansion: &Expansion, kind| -> BTreeSet<String> {
            let changes = expansion.changes.iter().filter(|change| change.kind == kind);
            changes.map(|change| change.name.clone()).filter(|name| !name.contains(':')).collect()
        };
        let added = names(&out, DifferenceKind::Added);
        let first = group.count.expect("a number");
        let now = out.instances.iter().find(|group| group.name == found.name).and_then(|now| now.group.as_ref()?.count);
        let nodes = now.expect("a number");
        assert!(nodes <= group.maximum.unwrap_or(u64::MAX).max(first), "{}: {}", subject.name, found.name);
        let back = subject.expand(&scale(Direction::In, Some(nodes)));
        let is_bounded = first < group.minimum.unwrap_or(1) || nodes - first < group.increment.unwrap_or(1);
        if !is_bounded {
            assert_eq!(added, names(&back, DifferenceKind::Removed), "{}: {}", subject.name, found.name);
            count += 1;
        }
        let touched = stages(&out.plan);
        let old: BTreeSet<&str> = install.instances.iter().map(|found| found.name.as_str()).collect();
        assert!(touched.keys().all(|(_, name)| !old.contains(name.as_str())), "{}: {touched:?}", subject.name);
    }
    count
}

fn check_upgrade_to_itself(subject: &Subject) {
    let expansion = subject.expand(&Intent::Upgrade { from: subject.file.clone(), properties: None });
    assert_eq!((expansion.changes, expansion.plan.stages), (vec![], vec![]), "{}", subject.name);
}

/// The intents of the example catalog.
fn examples() -> Vec<Subject> {
    let intents = paths::texts(&paths::root().join("examples/intents"), &[".yaml"]);
    let subject = |(path, text): (FilePath, String)| {
        let intent: Value = serde_yaml::from_str(&text).expect("YAML");
        let workspace = Workspace::new(paths::texts(&paths::root().join("examples"), &[".yaml"]));
        subject_of(path.to_string(), workspace, &intent)
    };
    intents.into_iter().map(subject).collect()
}

fn fixtures() -> Vec<Subject> {
    let Some(folder) = paths::shared("fixtures/assembly") else { return Vec::new() };
    let folders = std::fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path());
    let subject = |folder: std::path::PathBuf| {
        let intent = std::fs::read_to_string(folder.join("intent.json")).expect("an intent");
        let workspace = Workspace::new(paths::texts(&folder.join("catalog"), &[".yml", ".yaml"]));
        subject_of(folder.display().to_string(), workspace, &serde_json::from_str(&intent).expect("JSON"))
    };
    folders.map(subject).collect()
}

fn subject_of(name: String, workspace: Workspace, intent: &Value) -> Subject {
    let catalog = Catalog::of(&workspace);
    let wanted = intent["descriptorName"].as_str().expect("a name");
    let file = catalog.entries().find(|entry| entry.name.to_string() == wanted).expect("in the catalog").file.clone();
    Subject::new(name, workspace, file, inputs(intent))
}

/// An assembly with components that read each other's outputs and have relationships, inside another assembly.
fn random(seed: u64) -> Subject {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = |bound: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % bound
    };
    let count = 2 + next(4);
    let mut inner = String::from("name: assembly::inner::1.0\nproperties: {out: {value: '${c0.out}'}}\ncomposition:\n");
    for index in 0..count {
        // Most reads refer to preceding components, so that not every assembly is a deadlock.
        let source = if next(12) == 0 { next(count) } else { next(index + 1) };
        let value = if source == index || next(3) > 0 { "x".to_owned() } else { format!("${{c{source}.out}}") };
        let many = ["", "", ", cluster: {initial-quantity: 2, scaling-increment: 2}", ", quantity: 2"][next(4)];
        let kind = ["full", "full", "list", "gone"][next(4)];
        inner +=
            &format!("  c{index}: {{type: 'resource::{kind}::1.0', properties: {{in: {{value: '{value}'}}}}{many}}}\n");
    }
    inner += "relationships:\n";
    for index in 0..next(4) {
        let (source, target) = if next(8) == 0 { (next(count), next(count)) } else { (0, 1 + next(count - 1)) };
        inner += &relationship(&format!("r{index}"), &format!("c{source}"), &format!("c{target}"), &mut next);
    }
    let mut outer = String::from("name: assembly::outer::1.0\ncomposition:\n  i: {type: 'assembly::inner::1.0'}\n");
    outer += "  j: {type: 'assembly::inner::1.0', cluster: {minimum-nodes: 0, initial-quantity: 1}}\n";
    outer += "  o: {type: 'resource::full::1.0', properties: {in: {value: '${i.out}'}}}\nrelationships:\n";
    outer += &relationship("x", ["i", "o", "j"][next(3)], ["o", "j"][next(2)], &mut next);
    let transitions = "Create: {}, Install: {}, Configure: {}, Start: {}, Integrity: {}, Stop: {}, Uninstall: {}";
    let files = [
        ("0.yaml", outer),
        ("1.yaml", inner),
        (
            "2.yaml",
            format!(
                "name: resource::full::1.0\nproperties: {{in: {{}}, out: {{read-only: true}}}}\nlifecycle: {{{transitions}}}\n"
            ),
        ),
        (
            "3.yaml",
            "name: resource::list::1.0\nproperties: {in: {}, out: {read-only: true}}\nlifecycle: [Install, Start]\n"
                .to_owned(),
        ),
    ];
    let path = |name: &str| FilePath::new(name).expect("a plain path");
    let workspace = Workspace::new(files.map(|(name, text)| (path(name), text)));
    let inputs = Inputs { assembly_name: Some("asm".to_owned()), ..Inputs::default() };
    Subject::new(format!("random {seed}"), workspace, path("0.yaml"), inputs)
}

fn relationship(name: &str, source: &str, target: &str, next: &mut impl FnMut(usize) -> usize) -> String {
    let states = ["Installed", "Inactive", "Active", "Active"];
    let modifiers = ["pre", "post"];
    let mut text = format!(
        "  {name}: {{source-capabilities: [{source}.c], target-requirements: [{target}.r], source-state: {}, target-state: {}",
        states[next(4)],
        states[next(4)]
    );
    if next(3) == 0 {
        text += &format!(", source-state-modifier: {}", modifiers[next(2)]);
    }
    if next(3) == 0 {
        text += &format!(", target-state-modifier: {}", modifiers[next(2)]);
    }
    text + "}\n"
}
