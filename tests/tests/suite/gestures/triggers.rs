//! The triggers of policies in forms, as a map and as a list: the fields, the suggested values, and the edits.

use std::collections::BTreeSet;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::analysis::form::{Control, FormField};
use descriptorium_core::edit::EditError;
use descriptorium_core::language::Language;
use descriptorium_core::syntax::{Node, NodePath};
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::Command;
use descriptorium_tests::paths;
use serde_yaml::Value;

use super::substitution::sources;
use super::templates::{done, file, lines, of, path, text};

const SERVICE: &str = "service.yaml";

const LIST: &str = "\
policies:
    - scale:
        type: acme.Scaling
        targets: [app]
        triggers:
          # busy
          - load:
              event: acme.events.Load   # keep
              target_filter: {node: app}
              action: grow
";

fn service(version: &str, policies: &str) -> Analysis {
    let template = format!(
        "tosca_definitions_version: tosca_simple_yaml_{version}\npolicy_types:\n  acme.Scaling:\n    derived_from: \
         tosca.policies.Scaling\n    triggers:\n      idle: {{event: acme.events.Idle, action: shrink}}\ntopology_template:\n  \
         node_templates:\n    app: {{type: tosca.nodes.SoftwareComponent}}\n  workflows:\n    grow: {{steps: {{}}}}\n  {policies}"
    );
    of(&[(SERVICE, &template)])
}

const MAP: &str = "\
policies:
    scale:
      type: acme.Scaling
      targets: [app]
      triggers:
        # busy
        load:
          event: acme.events.Load   # keep
          target_filter: {node: app}
          action: grow
";

fn form(analysis: &Analysis, at: &[&str]) -> Vec<FormField> {
    analysis.form(&file(SERVICE), &path(at))
}

fn row<'f>(rows: &'f [FormField], label: &str) -> &'f FormField {
    rows.iter().find(|row| row.label == label).unwrap_or_else(|| panic!("no {label} in {rows:#?}"))
}

fn in_list(more: &[&str]) -> Vec<String> {
    let all = ["topology_template", "policies", "0", "scale", "triggers"].into_iter().chain(more.iter().copied());
    all.map(str::to_owned).collect()
}

fn at(steps: &[String]) -> Vec<&str> {
    steps.iter().map(String::as_str).collect()
}

#[test]
fn the_triggers_of_a_list_are_rows_with_their_names() {
    let analysis = service("1_2", LIST);
    let policy = form(&analysis, &["topology_template", "policies", "0", "scale"]);
    assert_eq!(row(&policy, "triggers").control, Control::Entries);
    let triggers = form(&analysis, &at(&in_list(&[])));
    let all: Vec<_> =
        triggers.iter().map(|row| (row.label.as_str(), row.path.to_string(), row.control.clone())).collect();
    assert_eq!(all, [("load", "/topology_template/policies/0/scale/triggers/0/load".to_owned(), Control::Fields)]);
    let trigger = form(&analysis, &at(&in_list(&["0", "load"])));
    let labels: Vec<&str> = trigger.iter().map(|row| row.label.as_str()).collect();
    assert_eq!(labels, ["description", "event", "schedule", "target_filter", "condition", "action"]);
    assert_eq!(row(&trigger, "event").suggestions, ["acme.events.Idle", "acme.events.Load"]);
    assert_eq!(row(&trigger, "action").suggestions, ["grow", "deploy", "undeploy", "install", "uninstall"]);
    assert_eq!(row(&trigger, "event").control, Control::Text);
    let condition = form(&analysis, &at(&in_list(&["0", "load", "condition"])));
    let labels: Vec<&str> = condition.iter().map(|row| row.label.as_str()).collect();
    assert_eq!(labels, ["constraint", "period", "evaluations", "method"]);
    assert!(matches!(&row(&condition, "period").control, Control::Quantity(units) if units.contains(&"m")));
    assert_eq!(row(&condition, "evaluations").control, Control::Number);
    assert_eq!(row(&condition, "constraint").control, Control::Items);
    let clauses =
        LIST.replace("action: grow", "condition: [{state: {equal: started}}, {not: []}]\n              action: grow");
    let conditional = service("1_2", &clauses);
    let rows = form(&conditional, &at(&in_list(&["0", "load", "condition"])));
    assert_eq!(rows.iter().map(|row| row.control.clone()).collect::<Vec<_>>(), [Control::Fields, Control::Fields]);
    let clause = conditional.form(&file(SERVICE), &rows[0].path);
    assert_eq!(row(&clause, "state").value.as_deref(), Some("equal: started"));
    assert!(clause.iter().any(|row| row.label == "component_version" && row.value.is_none()), "{clause:#?}");
    assert_eq!(row(&conditional.form(&file(SERVICE), &rows[1].path), "not").control, Control::Yaml);
    let filter = form(&analysis, &at(&in_list(&["0", "load", "target_filter"])));
    assert_eq!(row(&filter, "node").suggestions.first().map(String::as_str), Some("app"));
    assert_eq!(row(&filter, "requirement").suggestions, ["dependency", "host"]);
    assert_eq!(row(&filter, "capability").suggestions, ["feature"]);
    let schedule = form(&analysis, &at(&in_list(&["0", "load", "schedule"])));
    let labels: Vec<&str> = schedule.iter().map(|row| row.label.as_str()).collect();
    assert_eq!(labels, ["end_time", "start_time"]);
}

/// In version 1.3, a trigger runs activities.
#[test]
fn the_action_of_a_trigger_depends_on_the_version() {
    for (version, is_list) in [("1_2", false), ("1_3", true)] {
        let analysis = service(version, &LIST.replace("              action: grow\n", ""));
        let trigger = form(&analysis, &at(&in_list(&["0", "load"])));
        assert_eq!(row(&trigger, "action").control == Control::Items, is_list, "{version}");
    }
    let activities = LIST.replace("action: grow", "action: [{call_operation: Standard.start}]");
    let analysis = service("1_3", &activities);
    let action = form(&analysis, &at(&in_list(&["0", "load", "action"])));
    let activity = action.first().expect("an activity");
    assert_eq!(activity.control, Control::Single(vec!["delegate", "set_state", "call_operation", "inline"]));
    let fields = analysis.form(&file(SERVICE), &activity.path);
    assert!(row(&fields, "call_operation").suggestions.iter().any(|name| name == "Standard.configure"));
    assert!(row(&fields, "set_state").suggestions.iter().any(|name| name == "started"));
    assert!(row(&fields, "inline").suggestions.iter().any(|name| name == "grow"));
}

#[test]
fn a_trigger_is_added_renamed_and_removed_in_both_notations() {
    for (notation, policy) in [(LIST, vec!["0", "scale"]), (MAP, vec!["scale"])] {
        let analysis = service("1_2", notation);
        let is_list = policy.len() > 1;
        let section = path(&["topology_template", "policies"]);
        let triggers =
            policy.iter().fold(section, |path, step| step.parse().map_or_else(|_| path.key(step), |at| path.index(at)));
        let triggers = triggers.key("triggers");
        let blank = analysis.blank(&file(SERVICE), &triggers);
        let add = Command::Set { path: triggers.key("idle"), value: Some(blank) };
        let (change, after) = done(&analysis, SERVICE, &add);
        let indent = if is_list { "          " } else { "        " };
        let (first, inner) = if is_list { ("- ", "    ") } else { ("", "  ") };
        let expected = [
            format!("+{indent}{first}idle:"),
            format!("+{indent}{inner}event: \"\""),
            format!("+{indent}{inner}action: \"\""),
        ];
        assert_eq!(lines(&text(&analysis, SERVICE), &text(&after, SERVICE)), expected, "{}", change.title);
        let load = if is_list { triggers.index(0).key("load") } else { triggers.key("load") };
        let (_, renamed) = done(&analysis, SERVICE, &Command::Rename { path: load.clone(), name: "busy".into() });
        let expected = [format!("-{indent}{first}load:"), format!("+{indent}{first}busy:")];
        assert_eq!(lines(&text(&analysis, SERVICE), &text(&renamed, SERVICE)), expected);
        for (path, name) in [(load.clone(), "idle"), (load.clone(), "")] {
            let refused = after.command(&file(SERVICE), &Command::Rename { path, name: name.into() });
            assert!(matches!(refused, Err(EditError::Exists(_) | EditError::Refused(_))), "{refused:?}");
        }
        let again = Command::Set { path: triggers.key("load"), value: Some(Value::from("")) };
        assert!(!is_list || analysis.command(&file(SERVICE), &again) == Err(EditError::Exists("load".to_owned())));
        let idle = if is_list { triggers.index(1).key("idle") } else { triggers.key("idle") };
        let (_, removed) = done(&after, SERVICE, &Command::Remove(vec![idle]));
        assert_eq!(text(&removed, SERVICE), text(&analysis, SERVICE));
    }
}

/// The policies of a service template, with their paths.
fn policies(root: &Node) -> Vec<NodePath> {
    let section = path(&["topology_template", "policies"]);
    let Some(all) = root.at(&section) else { return Vec::new() };
    let name = |entry: &descriptorium_core::syntax::Entry| entry.key.as_text().map(str::to_owned);
    let own = all.entries().iter().filter_map(name).map(|name| section.key(&name));
    let items = all.items().iter().enumerate();
    let items = items.flat_map(|(index, item)| item.entries().iter().filter_map(name).map(move |name| (index, name)));
    own.chain(items.map(|(index, name)| section.index(index).key(&name))).collect()
}

/// Adds, renames and removes triggers of the policies of real templates. As another YAML library reads it, only the triggers
/// change.
#[test]
fn triggers_of_real_templates_are_edited_alone() {
    let (mut n_policies, mut n_triggers, mut faults) = (0, 0, Vec::new());
    for analysis in sources() {
        let all = analysis.workspace().files().filter(|file| file.language == Some(Language::Tosca));
        for source in all.filter(|file| file.errors.is_empty()) {
            let Some(root) = &source.root else { continue };
            for policy in policies(root).into_iter().take(6) {
                n_policies += 1;
                let triggers = policy.key("triggers");
                let rows = analysis.form(&source.path, &triggers);
                let names: BTreeSet<String> = rows.iter().map(|row| row.label.clone()).collect();
                n_triggers += rows.len();
                let value = Some(analysis.blank(&source.path, &triggers));
                let add = Command::Set { path: triggers.key("acme_new"), value };
                if let Err(why) = only_triggers(&analysis, &source.path, &policy, &add, &names, "+acme_new") {
                    faults.push(format!("{} {policy}: {why}", source.path));
                }
                for row in &rows {
                    let rename = Command::Rename { path: row.path.clone(), name: "acme_other".into() };
                    let expected = format!("-{}+acme_other", row.label);
                    let done = only_triggers(&analysis, &source.path, &policy, &rename, &names, &expected);
                    let remove = Command::Remove(vec![row.path.clone()]);
                    let expected = format!("-{}", row.label);
                    let removed = only_triggers(&analysis, &source.path, &policy, &remove, &names, &expected);
                    faults.extend(done.and(removed).err().map(|why| format!("{} {}: {why}", source.path, row.path)));
                }
            }
        }
    }
    println!("{n_policies} policies with {n_triggers} triggers");
    let shown: Vec<&String> = faults.iter().take(8).collect();
    assert!(faults.is_empty(), "{} faults\n{shown:#?}", faults.len());
    let least = if paths::shared("corpus/tosca").is_some() { 10 } else { 0 };
    assert!(n_policies > least && n_triggers > least.min(3), "{n_policies}, {n_triggers}");
}

/// Runs a command, and compares the names of the triggers and everything else with those before.
fn only_triggers(
    analysis: &Analysis,
    of: &FilePath,
    policy: &NodePath,
    command: &Command,
    names: &BTreeSet<String>,
    expected: &str,
) -> Result<(), String> {
    let change = analysis.command(of, command).map_err(|why| why.to_string())?;
    let after = analysis.changed(&change).map_err(|why| why.to_string())?;
    let (before, now) = (analysis.file(of).expect("a file"), after.file(of).expect("a file"));
    for edit in change.edits.values() {
        if edit.inverse(&before.text).apply(&now.text).as_deref() != Ok(&*before.text) {
            return Err("is not undone".to_owned());
        }
    }
    let other = |text: &str| {
        let mut value: Value = serde_yaml::from_str(text.trim_start_matches('\u{feff}')).unwrap_or_default();
        let steps = policy.words();
        let holder = policy.steps().iter().zip(&steps).try_fold(&mut value, |value, (step, word)| match step {
            descriptorium_core::syntax::Step::Key(_) => value.get_mut(*word),
            descriptorium_core::syntax::Step::Index(index) => value.get_mut(*index),
        });
        holder.and_then(|policy| policy.as_mapping_mut()?.remove("triggers"));
        value
    };
    if other(&before.text) != other(&now.text) {
        return Err("changes more".to_owned());
    }
    let mut wanted = names.clone();
    let (gone, come) = expected.split_once('+').unwrap_or((expected, ""));
    wanted.remove(gone.trim_start_matches('-'));
    wanted.extend((!come.is_empty()).then(|| come.to_owned()));
    let found: BTreeSet<String> = after.form(of, &policy.key("triggers")).iter().map(|row| row.label.clone()).collect();
    if found == wanted { Ok(()) } else { Err(format!("{expected}: {found:?} instead of {wanted:?}")) }
}
