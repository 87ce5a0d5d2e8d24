//! Properties of all gestures on all descriptors: the result has the intended meaning, unrelated lines do not change,
//! and undo works. Inlining an assembly does not change its expansion.

use std::collections::BTreeMap;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::assembly::expansion::{Expansion, Inputs, InstanceKind, Intent, expand};
use descriptorium_core::assembly::model::{Component, Descriptor, DescriptorKind};
use descriptorium_core::edit::{Change, FileChange};
use descriptorium_core::language;
use descriptorium_core::settings::Settings;
use descriptorium_core::symbol::{DescriptorRef, SymbolKind};
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::Command;
use descriptorium_core::workspace::Workspace;
use descriptorium_tests::paths;

use super::{common, without};

const CRLF: &str = "examples with CRLF";

/// The examples with both kinds of line endings, and each collection of real descriptors as a separate workspace.
pub(super) fn workspaces() -> Vec<(String, Analysis)> {
    let mut folders = vec![("examples".to_owned(), paths::root().join("examples"))];
    if let Some(corpus) = paths::shared("corpus/assembly") {
        let mut found: Vec<_> = std::fs::read_dir(corpus).expect("a folder").flatten().collect();
        found.sort_by_key(|entry| entry.path());
        let found = found.into_iter().filter(|entry| entry.path().is_dir());
        folders.extend(found.map(|entry| (entry.file_name().to_string_lossy().into_owned(), entry.path())));
    }
    let crlf = paths::texts(&paths::root().join("examples"), &[".yaml"]).into_iter();
    let crlf: Vec<_> = crlf.map(|(path, text)| (path, text.replace('\n', "\r\n"))).collect();
    let analysis = |texts| Analysis::new(Workspace::new(texts), Settings::default());
    let read = folders.into_iter().map(|(name, folder)| (name, analysis(paths::texts(&folder, &[".yaml", ".yml"]))));
    std::iter::once((CRLF.to_owned(), analysis(crlf))).chain(read).collect()
}

pub(super) fn descriptor<'a>(workspace: &'a Workspace, path: &FilePath) -> Option<&'a Descriptor> {
    let Some(language::Descriptor::Assembly(descriptor)) = &workspace.file(path)?.descriptor else { return None };
    Some(descriptor)
}

pub(super) fn descriptors(analysis: &Analysis) -> Vec<(FilePath, &Descriptor)> {
    let files = analysis.workspace().files().map(|file| file.path.clone());
    files.filter_map(|path| Some((path.clone(), descriptor(analysis.workspace(), &path)?))).collect()
}

pub(super) fn assemblies(analysis: &Analysis) -> Vec<(FilePath, &Descriptor)> {
    let found = descriptors(analysis).into_iter();
    found.filter(|(_, descriptor)| descriptor.kind == DescriptorKind::Assembly).collect()
}

pub(super) fn parts(descriptor: &Descriptor) -> impl Iterator<Item = &Component> {
    descriptor.composition.iter().chain(&descriptor.references)
}

/// The removed and the added lines.
pub(super) fn difference<'a>(before: &'a str, after: &'a str) -> (Vec<&'a str>, Vec<&'a str>) {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[head..], &new[head..]);
    let tail = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let (old, new) = (&old[..old.len() - tail], &new[..new.len() - tail]);
    let kept = common(old, new);
    (without(old, &kept), without(new, &kept))
}

/// Applies a change, and verifies the properties that all changes have.
pub(super) fn applied(
    analysis: &Analysis,
    path: &FilePath,
    change: &Change,
    faults: &mut Vec<String>,
) -> Option<(Workspace, String)> {
    let mut fault = |what: String| faults.push(format!("{path}: {}: {what}", change.title));
    let after = match analysis.workspace().apply(change) {
        Ok(after) => after,
        Err(error) => {
            fault(format!("does not fit: {error}"));
            return None;
        }
    };
    for (file, edit) in &change.edits {
        let (before, now) = (analysis.file(file)?, after.file(file)?);
        if now.errors.len() > before.errors.len() {
            fault(format!("breaks {file}: {:?}\n{}", now.errors, now.text));
        }
        if edit.inverse(&before.text).apply(&now.text).as_deref() != Ok(&*before.text) {
            fault(format!("cannot be undone in {file}"));
        }
    }
    let text = after.file(path)?.text.to_string();
    Some((after, text))
}

#[test]
fn every_gesture_on_every_descriptor_holds_the_laws() {
    let mut faults = Vec::new();
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (_, analysis) in workspaces() {
        for (path, descriptor) in assemblies(&analysis) {
            for part in parts(descriptor) {
                for (kind, command) in commands(&analysis, &path, part) {
                    let count = counts.entry(kind).or_default();
                    match analysis.command(&path, &command) {
                        Ok(change) => {
                            count.0 += 1;
                            check(&analysis, &path, descriptor, part, &command, &change, &mut faults);
                        }
                        Err(_) => count.1 += 1,
                    }
                }
            }
        }
    }
    println!("gestures done and refused: {counts:?}");
    assert!(counts.values().all(|(done, _)| *done > 0), "{counts:?}");
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

fn commands(analysis: &Analysis, file: &FilePath, part: &Component) -> Vec<(&'static str, Command)> {
    let path = &part.name.path;
    let mut commands = vec![
        ("duplicate", Command::Duplicate(vec![path.clone()])),
        ("remove", Command::Remove(vec![path.clone()])),
        ("rename", Command::Rename { path: path.clone(), name: "another-name".into() }),
    ];
    if let Some(of) = &part.of {
        let of = DescriptorRef { version: "99.9".into(), ..of.clone() };
        commands.push(("retype", Command::Retype { path: path.clone(), of }));
    }
    for property in &part.properties {
        commands.push(("unmap", Command::Remove(vec![property.name.path.clone()])));
    }
    let of = part.of.as_ref().and_then(|of| analysis.catalog().resolve_range(of).found());
    if let Some(of) = of.and_then(|entry| descriptor(analysis.workspace(), &entry.file)) {
        let promote = |section: &str, name: &str| Command::Promote { path: path.key(section).key(name), name: None };
        for property in &of.properties {
            commands.push(("promote property", promote("properties", &property.name.text)));
        }
        for operation in &of.operations {
            commands.push(("promote operation", promote("operations", &operation.name.text)));
        }
        for capability in &of.capabilities {
            commands.push(("promote capability", promote("capabilities", &capability.name.text)));
        }
        for metric in &of.metrics {
            commands.push(("promote metric", promote("metrics", &metric.name.text)));
        }
    }
    for metric in analysis.load_metrics(file) {
        commands.push(("policy", Command::AddPolicy { target: path.clone(), metric }));
    }
    commands
}

fn check(
    analysis: &Analysis,
    path: &FilePath,
    descriptor: &Descriptor,
    part: &Component,
    command: &Command,
    change: &Change,
    faults: &mut Vec<String>,
) {
    let Some((after, text)) = applied(analysis, path, change, faults) else { return };
    let before = &analysis.file(path).expect("a file").text;
    let (gone, come) = difference(before, &text);
    let now = self::descriptor(&after, path);
    let name = part.name.text.as_str();
    let mut fault = |what: &str| faults.push(format!("{path}: {}: {what}\n{gone:#?}\n{come:#?}", change.title));
    let Some(now) = now else { return fault("no descriptor is left") };
    // A value on one line is rewritten to contain more.
    let inline = |line: &&str| line.contains('{') || line.trim_end().ends_with(':');
    let (lawful, means) = match command {
        Command::Duplicate(_) => {
            let more = parts(now).count() == parts(descriptor).count() + 1;
            let same = parts(now).filter(|other| other.of == part.of).count()
                == parts(descriptor).filter(|other| other.of == part.of).count() + 1;
            (gone.iter().all(inline), more && same)
        }
        Command::Retype { of, .. } => {
            let typed = parts(now).any(|other| other.name.text == name && other.of.as_ref() == Some(of));
            (gone.len() <= 1 && come.len() <= 1, typed)
        }
        Command::Rename { name: new, .. } => {
            (gone.iter().all(|line| line.contains(name)) && gone.len() == come.len(), now.part(new).is_some())
        }
        Command::Promote { .. } => {
            let lawful = gone.iter().all(|line| inline(line) || line.contains("value") || line.contains("default"));
            let grown = now.properties.len() + now.operations.len() + now.capabilities.len() + now.metrics.len();
            let was = descriptor.properties.len()
                + descriptor.operations.len()
                + descriptor.capabilities.len()
                + descriptor.metrics.len();
            (lawful, grown == was + 1)
        }
        Command::AddPolicy { .. } => (gone.is_empty(), now.policies.len() == descriptor.policies.len() + 1),
        Command::Remove(paths) if paths.first() == Some(&part.name.path) => {
            let checked = analysis.changed(change).expect("fits");
            let mentions = checked.mentions(path).iter().any(|found| {
                found.name == part.name.text && matches!(found.kind, SymbolKind::Component | SymbolKind::Reference)
            });
            (come.iter().all(inline), now.part(name).is_none() && !mentions)
        }
        _ => (come.iter().all(inline) && come.len() <= 1, true),
    };
    if !lawful {
        fault("touches what it has no business with");
    }
    if !means {
        fault("does not do what it says");
    }
}

/// The selections to extract: each component, each with the next, each with its neighbors by relationship, and all.
fn selections(descriptor: &Descriptor) -> Vec<Vec<NodePath>> {
    let paths: Vec<NodePath> = descriptor.composition.iter().map(|part| part.name.path.clone()).collect();
    let mut selections: Vec<Vec<NodePath>> = paths.iter().map(|path| vec![path.clone()]).collect();
    selections.extend(paths.windows(2).map(<[NodePath]>::to_vec));
    for relationship in &descriptor.relationships {
        let ends = relationship.source_capabilities.iter().chain(&relationship.target_requirements);
        let ends = ends.filter_map(|text| descriptor.component(text.value.split('.').next()?));
        let mut linked: Vec<NodePath> = ends.map(|part| part.name.path.clone()).collect();
        linked.dedup();
        selections.push(linked);
    }
    selections.push(paths);
    selections.retain(|paths| !paths.is_empty());
    selections.sort();
    selections.dedup();
    selections
}

fn expansion(analysis: &Analysis, path: &FilePath) -> Expansion {
    let typing = analysis.settings().profile.typing();
    expand(analysis.workspace(), analysis.catalog(), typing, path, &Inputs::default(), &Intent::default())
}

#[test]
fn taking_an_assembly_apart_changes_nothing_of_what_it_becomes() {
    let mut faults = Vec::new();
    let mut refused: BTreeMap<String, usize> = BTreeMap::new();
    let (mut done, mut put_back) = (0, 0);
    let file = FilePath::new("extracted.yaml").expect("a path");
    let of = DescriptorRef::parse("assembly::test.extracted::1.0").expect("a name");
    for (source, analysis) in workspaces().into_iter().filter(|(source, _)| source != CRLF) {
        for (path, descriptor) in assemblies(&analysis) {
            let before = leaves(&expansion(&analysis, &path), None);
            for parts in selections(descriptor) {
                let command = Command::Extract { parts: parts.clone(), of: of.clone(), file: file.clone() };
                let change = match analysis.command(&path, &command) {
                    Ok(change) => change,
                    Err(error) => {
                        *refused.entry(error.to_string()).or_default() += 1;
                        continue;
                    }
                };
                done += 1;
                let title = format!("{source}/{path}: extract {parts:?}");
                let Some((_, text)) = applied(&analysis, &path, &change, &mut faults) else { continue };
                let after = analysis.changed(&change).expect("fits");
                // In a project, it has its own folder.
                let [FileChange::Create { path: created, .. }] = change.files.as_slice() else {
                    panic!("{title}: one new file, not {:?}", change.files);
                };
                let inner = &after.file(created).expect("the new file").text;
                if let Some(fault) = touches_too_much(&analysis, &path, &text, inner) {
                    faults.push(format!("{title}: {fault}"));
                }
                let now = leaves(&expansion(&after, &path), Some("extracted"));
                if before != now {
                    faults.push(format!("{title}: becomes something else: {}\n{text}\n{inner}", first(&before, &now)));
                }
                let nested = NodePath::keys(["composition", "extracted"]);
                match after.command(&path, &Command::Inline { path: nested }) {
                    Ok(back) => {
                        put_back += 1;
                        let Some((_, text)) = applied(&after, &path, &back, &mut faults) else { continue };
                        let again = after.changed(&back).expect("fits");
                        let now = leaves(&expansion(&again, &path), None);
                        if before != now {
                            faults.push(format!("{title}: back is something else: {}\n{text}", first(&before, &now)));
                        }
                    }
                    Err(error) => faults.push(format!("{title}: cannot be put back: {error}\n{text}\n{inner}")),
                }
            }
        }
    }
    println!("{done} extracted, {put_back} put back; refused: {refused:#?}");
    assert!(done > 0 && put_back > 0);
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n\n"));
}

/// A line may move only into the new file, or because it refers to something that moved.
fn touches_too_much(analysis: &Analysis, path: &FilePath, text: &str, inner: &str) -> Option<String> {
    let before = &analysis.file(path)?.text;
    let (gone, come) = difference(before, text);
    let kept: Vec<&str> = inner.lines().chain(come).map(str::trim).collect();
    // References across the border change; empty lists are deleted.
    let changed = |line: &str| {
        let reference = line.contains('.') || line.starts_with("- ") || line.starts_with("metric:");
        !line.starts_with('#') && (reference || ["relationships:", "policies:"].contains(&line))
    };
    let lost =
        gone.into_iter().map(str::trim).filter(|line| !line.is_empty() && !kept.contains(line) && !changed(line));
    let lost: Vec<&str> = lost.collect();
    (!lost.is_empty()).then(|| format!("loses {lost:?}\n{inner}"))
}

/// The leaf instances of an expansion with name, type and values, as if there had been no component `nested`.
fn leaves(expansion: &Expansion, nested: Option<&str>) -> Vec<String> {
    let flat = |text: String| match nested {
        Some(nested) => text.replace(&format!("__{nested}__"), "__").replace(&format!("__{nested}~"), "~"),
        None => text,
    };
    let kept = expansion.instances.iter().filter(|instance| {
        let own = nested.is_some_and(|nested| instance.name.ends_with(&format!("__{nested}")));
        instance.parent.is_some() && !own && instance.kind != InstanceKind::Assembly
    });
    let lines = kept.map(|instance| {
        let mut values: Vec<String> =
            instance.properties.iter().map(|property| format!("{}={}", property.name, property.value)).collect();
        values.sort();
        flat(format!("{} {} {}", instance.name, instance.type_name, values.join(" ")))
    });
    // And every operation call with its arguments.
    let calls = expansion.relationships.iter().flat_map(|relationship| {
        let create = relationship.create.iter().map(|call| format!("Create {call}"));
        let cease = relationship.cease.iter().map(|call| format!("Cease {call}"));
        let mut values: Vec<String> =
            relationship.properties.iter().map(|property| format!("{}={}", property.name, property.value)).collect();
        values.sort();
        let calls: Vec<String> = create.chain(cease).collect();
        calls.into_iter().map(move |call| format!("{call} {}", values.join(" ")))
    });
    let mut lines: Vec<String> = lines.chain(calls.map(flat)).collect();
    lines.sort();
    lines
}

fn first(before: &[String], now: &[String]) -> String {
    let gone: Vec<&String> = before.iter().filter(|line| !now.contains(line)).take(2).collect();
    let come: Vec<&String> = now.iter().filter(|line| !before.contains(line)).take(2).collect();
    format!("{gone:#?}\nis now {come:#?}")
}
