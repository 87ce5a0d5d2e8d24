//! Cases in Markdown, in the format described in `tests/expansions/README.md`.

use descriptorium_core::analysis::example;
use descriptorium_core::assembly::expansion::{CODES, expand};
use descriptorium_core::assembly::expansion::{Direction, Expansion, Instance, InstanceKind, Intent};
use descriptorium_core::assembly::state::State;
use descriptorium_core::catalog::Catalog;
use descriptorium_core::preview::ItemProperty;
use descriptorium_core::settings::Typing;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::Workspace;
use descriptorium_tests::paths;
use serde_json::Value;

use super::inputs;

/// The format is described in `tests/expansions/README.md`.
#[test]
fn the_cases_become_what_they_say() {
    let mut faults = Vec::new();
    let mut count = 0;
    for (path, suite) in paths::texts(&paths::root().join("tests/expansions"), &[".md"]) {
        for case in suite.split("\n## ").skip(1) {
            count += 1;
            let name = case.lines().next().unwrap_or("");
            let files = example::files(&block(case, "yaml").expect("descriptors"));
            let root = files.first().expect("a descriptor").0.clone();
            let workspace = Workspace::new(files);
            let intent: Value = serde_yaml::from_str(&block(case, "inputs").unwrap_or_default()).expect("inputs");
            let expansion = expand(
                &workspace,
                &Catalog::of(&workspace),
                Typing::Declared,
                &root,
                &inputs(&intent),
                &asked(&intent),
            );
            let found = [
                ("tree", block(case, "tree").map(|_| written_tree(&expansion))),
                ("plan", block(case, "plan").map(|_| written_plan(&expansion))),
                ("changes", block(case, "changes").map(|_| written_changes(&expansion))),
                ("problems", Some(written_problems(&workspace, &expansion))),
            ];
            for (part, found) in found {
                let (expected, found) = (block(case, part).unwrap_or_default(), found.unwrap_or_default());
                if expected != found {
                    faults.push(format!("{path}: {name}: {part}\n--- expected\n{expected}--- found\n{found}"));
                }
            }
            let reasons = block(case, "reasons").unwrap_or_default();
            let missing = reasons.lines().filter(|line| !has_reason(&expansion, line));
            faults.extend(missing.map(|line| format!("{path}: {name}: no reason {line}")));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(count >= 45, "only {count} cases were found");
}

#[test]
fn every_code_is_documented_once_and_some_case_shows_it() {
    let suites = paths::texts(&paths::root().join("tests/expansions"), &[".md"]);
    for (index, (code, doc)) in CODES.iter().enumerate() {
        assert!(code.starts_with("expansion/") && doc.len() > 60 && doc.ends_with('.'), "{code}");
        assert!(CODES[..index].iter().all(|(other, _)| other != code), "{code} is listed twice");
        let is_limit = *code == "expansion/limit";
        let shown = suites.iter().any(|(_, suite)| suite.contains(&format!("[{code}]")));
        assert!(shown || is_limit, "no case shows {code}");
    }
}

/// The code block `kind` of a case.
fn block(case: &str, kind: &str) -> Option<String> {
    let (_, rest) = case.split_once(&format!("\n```{kind}\n"))?;
    let end = if rest.starts_with("```") { 0 } else { rest.find("\n```")? + 1 };
    Some(rest[..end].to_owned())
}

fn written_tree(expansion: &Expansion) -> String {
    let mut text = String::new();
    write_instance(expansion, &expansion.instances[0], 0, &mut text);
    text
}

fn write_instance(expansion: &Expansion, instance: &Instance, depth: usize, text: &mut String) {
    let mark = match instance.kind {
        InstanceKind::Unresolved => "unresolved ",
        _ => "",
    };
    let chosen = if instance.dynamic_type { " (chosen)" } else { "" };
    let head = match (&instance.group, instance.kind) {
        (Some(group), _) => {
            let mut head = format!("[{}] {} ", instance.name, group.multiplicity.name());
            head += &group.count.map_or("?".to_owned(), |count| count.to_string());
            for (word, number) in [("from", group.minimum), ("to", group.maximum), ("by", group.increment)] {
                head += &number.map_or(String::new(), |number| format!(", {word} {number}"));
            }
            head
        }
        (None, InstanceKind::Reference) => format!("~{}: {}", instance.name, instance.type_name),
        _ => format!("{}: {mark}{}{chosen}", instance.name, instance.type_name),
    };
    *text += &format!("{}{head}\n", "  ".repeat(depth));
    write_properties(&instance.properties, depth + 1, text);
    for child in expansion.instances.iter().filter(|child| child.parent.as_ref() == Some(&instance.name)) {
        write_instance(expansion, child, depth + 1, text);
    }
    for relationship in expansion.relationships.iter().filter(|relationship| relationship.owner == instance.name) {
        *text += &format!(
            "{}({}) {} -> {}\n",
            "  ".repeat(depth + 1),
            relationship.name,
            relationship.source,
            relationship.target
        );
        write_properties(&relationship.properties, depth + 2, text);
        for (word, calls) in [("Create", &relationship.create), ("Cease", &relationship.cease)] {
            for call in calls {
                *text += &format!("{}{word}: {call}\n", "  ".repeat(depth + 2));
            }
        }
    }
}

fn write_properties(properties: &[ItemProperty], depth: usize, text: &mut String) {
    for property in properties {
        let until = property.until_reported.as_ref().map_or(String::new(), |known| format!(", until then {known}"));
        let (name, value, origin) = (&property.name, &property.value, property.origin.name());
        *text += &format!("{}{name} = {value} ({origin}{until})\n", "  ".repeat(depth));
    }
}

fn written_plan(expansion: &Expansion) -> String {
    let mut text = String::new();
    for (number, stage) in expansion.plan.stages.iter().enumerate() {
        let actions: Vec<String> =
            stage.iter().map(|action| format!("{} {}", action.action, action.instance)).collect();
        text += &format!("{}. {}\n", number + 1, actions.join("; "));
    }
    if let Some(trigger) = &expansion.plan.trigger {
        text += &format!("when {trigger}\n");
    }
    for waiting in &expansion.plan.deadlock {
        text += &format!("deadlock: {} {}, because {}\n", waiting.step.action, waiting.step.instance, waiting.cause);
    }
    for (word, names) in [("raised", &expansion.plan.raised), ("not created", &expansion.plan.not_created)] {
        for name in names {
            text += &format!("{word}: {name}\n");
        }
    }
    text
}

fn written_changes(expansion: &Expansion) -> String {
    let lines = expansion.changes.iter().map(|change| {
        let properties =
            if change.properties.is_empty() { String::new() } else { format!(": {}", change.properties.join(", ")) };
        format!("{} {}{properties}\n", change.kind.name(), change.name)
    });
    lines.collect()
}

/// The intent of a case.
fn asked(intent: &Value) -> Intent {
    let text = |key: &str| intent[key].as_str().unwrap_or_else(|| panic!("no `{key}`")).to_owned();
    let nodes = intent["nodes"].as_u64();
    match intent["intent"].as_str().unwrap_or("install") {
        "install" => Intent::Install,
        "uninstall" => Intent::Uninstall,
        "change-state" => Intent::ChangeState { from: State::named(&text("from")).expect("a state") },
        "heal" => Intent::Heal { component: text("component") },
        "scale-out" => Intent::Scale { direction: Direction::Out, cluster: text("cluster"), nodes },
        "scale-in" => Intent::Scale { direction: Direction::In, cluster: text("cluster"), nodes },
        "upgrade" => Intent::Upgrade {
            from: FilePath::new(&text("from")).expect("a plain path"),
            properties: intent.get("before").map(|given| serde_json::from_value(given.clone()).expect("properties")),
        },
        other => panic!("no intent `{other}`"),
    }
}

fn written_problems(workspace: &Workspace, expansion: &Expansion) -> String {
    let lines = expansion.diagnostics.iter().map(|diagnostic| {
        let text = &workspace.file(&diagnostic.file).expect("a file of the workspace").text;
        let at = diagnostic.span.of(text).lines().next().unwrap_or("");
        format!("{} [{}] {at}\n", diagnostic.severity.name(), diagnostic.code)
    });
    lines.collect()
}

/// Whether the plan has a reason `Start x after Install y: part of the text`; `all` for an action with all
/// dependencies.
fn has_reason(expansion: &Expansion, line: &str) -> bool {
    let (action, rest) = line.split_once(" after ").expect("an action and a reason");
    let (after, why) = rest.split_once(": ").expect("what comes before, and why");
    let actions = expansion.plan.stages.iter().flatten();
    let mut reasons = actions
        .filter(|found| format!("{} {}", found.action, found.instance) == action)
        .flat_map(|found| &found.reasons);
    reasons.any(|reason| {
        let before =
            reason.after.as_ref().map_or("all".to_owned(), |step| format!("{} {}", step.action, step.instance));
        before == after && reason.cause.to_string().contains(why)
    })
}
