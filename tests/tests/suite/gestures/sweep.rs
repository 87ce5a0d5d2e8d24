//! Applies every command to every real assembly and resource descriptor: the result parses, has the intended meaning,
//! keeps all unrelated lines, and can be undone.

use std::collections::{BTreeMap, BTreeSet};

use descriptorium_core::analysis::Analysis;
use descriptorium_core::assembly::model::{Descriptor, DescriptorKind, Text};
use descriptorium_core::symbol::{DescriptorRef, Symbol, SymbolKind, Target};
use descriptorium_core::syntax::{Kind, Node, NodePath, plain};
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::diagrams::DiagramKey;
use descriptorium_core::topology::{Command, End, Point, PortKind, Role};
use descriptorium_core::workspace::{SourceFile, Workspace};
use serde_yaml::{Mapping, Value};

use super::laws::{applied, assemblies, descriptor, descriptors, difference, parts, workspaces};
use super::removed_lines;

/// A command with its expected effects.
struct Trial {
    kind: &'static str,
    command: Command,
    /// The values whose lines may be rewritten.
    own: Vec<NodePath>,
    /// The elements that it deletes, including references.
    removes: Vec<NodePath>,
    means: Meaning,
}

type Meaning = Box<dyn Fn(&Descriptor, &Descriptor, &SourceFile) -> bool>;

fn trial(
    kind: &'static str,
    command: Command,
    own: impl IntoIterator<Item = NodePath>,
    means: impl Fn(&Descriptor, &Descriptor, &SourceFile) -> bool + 'static,
) -> Trial {
    Trial { kind, command, own: own.into_iter().collect(), removes: Vec::new(), means: Box::new(means) }
}

/// The removal of `paths`, after which nothing exists at `gone`.
fn removal(kind: &'static str, paths: Vec<NodePath>, gone: Vec<NodePath>) -> Trial {
    let command = Command::Remove(paths);
    let removes = gone.clone();
    let means = move |_: &Descriptor, _: &Descriptor, file: &SourceFile| {
        gone.iter().all(|path| file.root.as_ref().and_then(|root| root.at(path)).is_none())
    };
    Trial { removes, ..trial(kind, command, [], means) }
}

/// Maximum number of trials of each kind per descriptor.
const EACH: usize = 6;

#[test]
fn every_command_on_every_real_descriptor_holds_the_laws() {
    let mut faults = Vec::new();
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (_, analysis) in workspaces() {
        for (path, descriptor) in descriptors(&analysis) {
            for trial in trials(&analysis, &path, descriptor) {
                let count = counts.entry(trial.kind).or_default();
                match analysis.command(&path, &trial.command) {
                    Ok(change) => {
                        count.0 += 1;
                        let (before, was) = (analysis.file(&path).expect("a file"), descriptor);
                        let Some((after, text)) = applied(&analysis, &path, &change, &mut faults) else { continue };
                        let fault = find_fault(&analysis, before, was, &after, &path, &text, &trial);
                        faults.extend(fault.map(|fault| format!("{path}: {}: {fault}", change.title)));
                        if matches!(trial.command, Command::Remove(_)) {
                            let lost = newly_lost(&analysis, &analysis.changed(&change).expect("fits"), &path);
                            faults.extend(lost.map(|lost| format!("{path}: {}: leaves {lost}", change.title)));
                        }
                    }
                    Err(_) => count.1 += 1,
                }
            }
        }
    }
    println!("commands done and refused: {counts:?}");
    assert!(counts.values().all(|(done, _)| *done > 0), "{counts:?}");
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

/// A name that was resolved before and is still referenced, but is now unresolved.
fn newly_lost(before: &Analysis, after: &Analysis, file: &FilePath) -> Option<String> {
    let missing = |analysis: &Analysis| -> BTreeSet<(String, String)> {
        let mentions = analysis.mentions(file).iter();
        let missing = mentions.filter(|mention| matches!(mention.target, Target::Missing { .. }));
        missing.map(|mention| (format!("{:?}", mention.context), mention.name.to_string())).collect()
    };
    let was = missing(before);
    let lost = missing(after).into_iter().find(|lost| !was.contains(lost))?;
    Some(format!("a mention of `{}` as {}", lost.1, lost.0))
}

fn find_fault(
    analysis: &Analysis,
    before: &SourceFile,
    was: &Descriptor,
    after: &Workspace,
    path: &FilePath,
    text: &str,
    trial: &Trial,
) -> Option<String> {
    let (gone, come) = difference(&before.text, text);
    let file = after.file(path)?;
    let mut own: Vec<String> = trial.own.iter().flat_map(|path| own_lines(before, path)).collect();
    if !trial.removes.is_empty() {
        let lines = removed_lines::lines(analysis, path, &trial.removes, file);
        own.extend(lines.into_iter().map(|line| line_of(before, line)));
        own.push(String::new());
        // The rest of a shared line replaces it.
        if come.len() > gone.len() {
            return Some(format!("{}: writes more than it takes\n{gone:#?}\n{come:#?}", trial.kind));
        }
    }
    if let Some(line) = gone.iter().find(|line| !own.iter().any(|own| own.trim_end() == line.trim_end())) {
        return Some(format!("{}: loses `{line}`\n{gone:#?}\n{come:#?}", trial.kind));
    }
    let now = descriptor(after, path)?;
    (!(trial.means)(was, now, file)).then(|| format!("{}: does not do what it says\n{gone:#?}\n{come:#?}", trial.kind))
}

/// The lines of the value at `path`, or of the nearest ancestor mapping that is empty or in flow style, which must be
/// rewritten.
fn own_lines(file: &SourceFile, path: &NodePath) -> Vec<String> {
    let root = file.tree.root();
    let mut at = path.clone();
    loop {
        let node = root.and_then(|root| root.at(&at));
        let is_block = |node: &Node| match &node.kind {
            Kind::Mapping(mapping) => !mapping.flow && at != *path,
            _ => false,
        };
        match (node, at.parent()) {
            (Some(node), _) if is_block(node) => return Vec::new(),
            (Some(node), _) => {
                let key = root.and_then(|root| root.entry_at(&at)).map_or(node.span, |entry| entry.key.span);
                let span = key.cover(node.span);
                let lines = file.lines.line(span.start as usize)..=file.lines.line(span.end as usize);
                return lines.map(|line| line_of(file, line)).collect();
            }
            (None, Some(parent)) => at = parent,
            (None, None) => return Vec::new(),
        }
    }
}

fn line_of(file: &SourceFile, line: usize) -> String {
    file.lines.span(&file.text, line).of(&file.text).to_owned()
}

/// An evenly spaced sample of `things`, limited to the number of trials per kind.
fn some<T>(things: Vec<T>) -> impl Iterator<Item = T> {
    let step = things.len().div_ceil(EACH).max(1);
    things.into_iter().step_by(step)
}

fn trials(analysis: &Analysis, file: &FilePath, descriptor: &Descriptor) -> Vec<Trial> {
    let mut trials = Vec::new();
    let components: Vec<NodePath> = descriptor.composition.iter().map(|part| part.name.path.clone()).collect();
    let is_assembly = descriptor.kind == DescriptorKind::Assembly;
    if is_assembly {
        added(analysis, descriptor, &mut trials);
        several(analysis, file, descriptor, &mut trials);
    }
    for path in some(components) {
        settings(&path, &mut trials);
        let root = analysis.file(file).and_then(|file| file.root.as_ref());
        let keys = root.and_then(|root| root.at(&path)).map_or(&[][..], Node::entries);
        for key in keys.iter().filter_map(|entry| entry.key.as_text()).filter(|key| *key != "type") {
            let at = path.key(key);
            let gone = at.clone();
            let means = move |_: &Descriptor, _: &Descriptor, file: &SourceFile| {
                file.root.as_ref().and_then(|root| root.at(&gone)).is_none()
            };
            let (removes, command) = (vec![at.clone()], Command::Set { path: at, value: None });
            trials.push(Trial { removes, ..trial("take a setting away", command, [], means) });
        }
    }
    for (section, body) in [
        ("data-types", mapping([("properties", mapping([]))])),
        ("capabilities", mapping([("type", "t".into())])),
        ("requirements", mapping([("type", "t".into())])),
        ("properties", mapping([("type", "string".into())])),
        ("operations", mapping([("description", "new".into())])),
        ("metrics", mapping([("type", "metric::load".into())])),
        ("lifecycle", mapping([])),
    ] {
        if section == "lifecycle" && (is_assembly || !is_mapping(analysis, file, section)) {
            continue;
        }
        let path = NodePath::keys([section, "a-new-one"]);
        let (own, value) = ([path.clone()], Some(body.clone()));
        trials.push(trial("declare", Command::Set { path: path.clone(), value }, own, move |_, _, file| {
            file.root.as_ref().and_then(|root| root.at(&path)).map(plain::value) == Some(body.clone())
        }));
    }
    let boxes: Vec<(NodePath, Point)> = parts(descriptor)
        .zip(1..)
        .map(|(part, at)| (part.name.path.clone(), Point { x: 10.0 * f64::from(at), y: 7.0 }))
        .collect();
    let positions =
        boxes.iter().filter_map(|(path, point)| Some((path.last_key()?.to_owned(), point.x))).collect::<Vec<_>>();
    let own = positions.iter().flat_map(|(name, _)| {
        ["x", "y"].map(|axis| NodePath::keys(["designerLayout", "elements", name.as_str(), axis]))
    });
    let own: Vec<NodePath> = own.collect();
    if !descriptor.positions.is_empty() {
        let own = [NodePath::keys(["designerLayout"])];
        trials
            .push(trial("unplace", Command::Unplace(DiagramKey::default()), own, |_, now, _| now.positions.is_empty()));
    }
    if !boxes.is_empty() {
        trials.push(trial("place", Command::Place(boxes), own, move |_, now, _| {
            let at = |name: &str| now.positions.iter().find(|(other, _)| other == name).map(|(_, (x, _))| *x);
            positions.iter().all(|(name, x)| at(name) == Some(*x))
        }));
    }
    for symbols in by_kind(analysis.symbols(file)).into_values() {
        for symbol in some(symbols) {
            named(analysis, file, &symbol, &mut trials);
        }
    }
    connections(analysis, file, descriptor, &mut trials);
    trials
}

fn by_kind(symbols: Vec<Symbol>) -> BTreeMap<SymbolKind, Vec<Symbol>> {
    let mut kinds: BTreeMap<SymbolKind, Vec<Symbol>> = BTreeMap::new();
    for symbol in symbols.into_iter().filter(|symbol| symbol.kind != SymbolKind::Descriptor) {
        kinds.entry(symbol.kind).or_default().push(symbol);
    }
    kinds
}

fn added(analysis: &Analysis, assembly: &Descriptor, trials: &mut Vec<Trial>) {
    let types: Vec<DescriptorRef> = analysis.catalog().entries().map(|entry| entry.name.clone()).collect();
    for of in some(types) {
        if Some(&of) == assembly.full_name.as_ref() {
            continue;
        }
        for (kind, role, section) in
            [("add a component", Role::Component, "composition"), ("add a reference", Role::Reference, "references")]
        {
            let own = [section, "properties"].map(|section| NodePath::keys([section, "a-new-one"]));
            let command = Command::Add { of: of.clone(), role, name: None, at: None };
            let of = of.clone();
            trials.push(trial(kind, command, own, move |was, now, _| {
                let count =
                    |descriptor: &Descriptor| parts(descriptor).filter(|part| part.of.as_ref() == Some(&of)).count();
                count(now) == count(was) + 1 && parts(now).count() == parts(was).count() + 1
            }));
        }
    }
}

/// Several components and references at once, adjacent and spread: deleted, duplicated and copied with the clipboard.
fn several(analysis: &Analysis, file: &FilePath, descriptor: &Descriptor, trials: &mut Vec<Trial>) {
    let all: Vec<NodePath> = parts(descriptor).map(|part| part.name.path.clone()).collect();
    let mut selections: Vec<Vec<NodePath>> = some(all.windows(2).map(<[NodePath]>::to_vec).collect()).collect();
    selections.extend(some(all.clone()).map(|one| vec![one]));
    selections.push(all);
    selections.retain(|paths| !paths.is_empty());
    for paths in selections {
        // Copies are inserted after the last entry of the section.
        let sections = ["composition", "references", "relationships", "properties"];
        let mut own: Vec<NodePath> = sections.iter().map(|section| NodePath::keys([*section, "a-new-one"])).collect();
        own.push(NodePath::keys(["designerLayout", "elements", "a-new-one"]));
        let count = paths.len();
        let more = move |was: &Descriptor, now: &Descriptor, _: &SourceFile| {
            let named =
                |descriptor: &Descriptor| parts(descriptor).map(|part| part.name.text.clone()).collect::<BTreeSet<_>>();
            parts(now).count() == parts(was).count() + count && named(now).is_superset(&named(was))
        };
        trials.push(trial("duplicate several", Command::Duplicate(paths.clone()), own.clone(), more));
        let text = analysis.clip(file, &paths).expect("parts can be copied");
        trials.push(trial("paste", Command::Paste(text, None), own, more));
        trials.push(removal("remove several", paths.clone(), paths));
    }
}

fn is_mapping(analysis: &Analysis, file: &FilePath, section: &str) -> bool {
    let root = analysis.file(file).and_then(|file| file.root.as_ref());
    root.and_then(|root| root.get(section)).is_some_and(|node| node.as_mapping().is_some())
}

/// The attributes of a component, each set and removed again.
fn settings(path: &NodePath, trials: &mut Vec<Trial>) {
    let values: [(&str, &[&str], Value); 6] = [
        ("quantity", &["quantity"], 3.into()),
        ("cluster", &["cluster"], mapping([("initial-quantity", 2.into()), ("minimum-nodes", 1.into())])),
        ("a bound", &["cluster", "maximum-nodes"], 4.into()),
        ("items", &["items"], "${a-list}".into()),
        ("a dynamic type", &["dynamicType"], "{% if a == 'b' %}{{ 'resource::x::1.0' }}{% endif %}".into()),
        ("upgrade dependencies", &["upgrade-dependencies"], Value::Sequence(vec!["other".into()])),
    ];
    for (kind, keys, value) in values {
        let at = keys.iter().fold(path.clone(), |path, key| path.key(key));
        let (wanted, place) = (value.clone(), at.clone());
        trials.push(trial(kind, Command::Set { path: at.clone(), value: Some(value) }, [at], move |_, _, file| {
            file.root.as_ref().and_then(|root| root.at(&place)).map(plain::value) == Some(wanted.clone())
        }));
    }
}

/// The commands for any named element.
fn named(analysis: &Analysis, file: &FilePath, symbol: &Symbol, trials: &mut Vec<Trial>) {
    let (path, kind) = (symbol.path.clone(), symbol.kind);
    let mentions = analysis.references(file, &path);
    let here = mentions.iter().filter(|(other, _)| other == file).map(|(_, mention)| mention.span);
    let source = analysis.file(file).expect("a file");
    let layout = NodePath::keys(["designerLayout", "elements", symbol.name.as_str()]);
    let lines =
        here.chain([symbol.span]).chain(source.key_span(&layout)).map(|span| source.path_at(span.start as usize));
    let own: Vec<NodePath> = lines.collect();
    let new = path.parent().unwrap_or_default().key("zz-renamed");
    let command = Command::Rename { path: path.clone(), name: "zz-renamed".into() };
    let old = path.clone();
    trials.push(trial("rename", command, own, move |_, _, file| {
        let root = file.root.as_ref();
        root.and_then(|root| root.at(&new)).is_some() && root.and_then(|root| root.at(&old)).is_none()
    }));
    // For a mapping, only the mapping itself.
    let root = source.root.as_ref();
    let value = root.and_then(|root| root.at(&path)?.get("value")?.as_text());
    let gone = match value.is_some_and(|value| value.contains("${")) && kind == SymbolKind::Property {
        true => path.key("value"),
        false => path.clone(),
    };
    trials.push(removal("remove", vec![path], vec![gone]));
}

/// Connections between all ports in the diagram, a sample of each kind.
fn connections(analysis: &Analysis, file: &FilePath, assembly: &Descriptor, trials: &mut Vec<Trial>) {
    for part in some(parts(assembly).map(|part| part.name.path.clone()).collect()) {
        let (values, others): (Vec<_>, Vec<_>) = analysis
            .connection_starts(file, &part)
            .into_iter()
            .partition(|start| matches!(start.kind, PortKind::Input | PortKind::Output));
        for start in some(values).chain(some(others)) {
            let targets = analysis.acceptable_targets(file, &start.end, start.kind);
            for target in some(targets) {
                trials.extend(connection(&start.end, start.kind, &target.end, target.kind));
            }
        }
    }
}

fn connection(start: &End, kind: PortKind, other: &End, other_kind: PortKind) -> Option<Trial> {
    let relationships = || [NodePath::keys(["relationships", "a-new-one"])];
    match (kind, other_kind) {
        (PortKind::Capability | PortKind::Requirement, PortKind::Capability | PortKind::Requirement) => {
            let (from, to) = if kind == PortKind::Capability { (start, other) } else { (other, start) };
            let command = Command::Connect { source: from.clone(), target: to.clone() };
            let ends = (text(from), text(to));
            Some(trial("connect", command, relationships(), move |was, now, _| {
                let has = |texts: &[Text], end: &str| texts.iter().any(|text| text.value == end);
                let linked = now
                    .relationships
                    .iter()
                    .any(|found| has(&found.source_capabilities, &ends.0) && has(&found.target_requirements, &ends.1));
                linked && now.relationships.len() == was.relationships.len() + 1
            }))
        }
        (PortKind::Output | PortKind::Input, PortKind::Output | PortKind::Input) => {
            let target = other.vertex.key("properties").key(&other.port);
            let (command, at) = (Command::Map { source: start.clone(), target: target.clone() }, target.clone());
            let wanted = match start.vertex.last_key() {
                Some(part) => format!("${{{part}.{}}}", start.port),
                None => format!("${{{}}}", start.port),
            };
            Some(trial("map", command, [target], move |_, _, file| {
                let node = file.root.as_ref().and_then(|root| root.at(&at.key("value")));
                node.and_then(Node::as_text) == Some(wanted.as_str())
            }))
        }
        _ => None,
    }
}

fn text(end: &End) -> String {
    format!("{}.{}", end.vertex.last_key().unwrap_or(""), end.port)
}

fn mapping<'a>(entries: impl IntoIterator<Item = (&'a str, Value)>) -> Value {
    Value::Mapping(entries.into_iter().map(|(key, value)| (Value::from(key), value)).collect::<Mapping>())
}

/// An existing relationship cannot be drawn again; a deleted one can.
#[test]
fn a_relationship_that_was_taken_away_can_be_drawn_again() {
    let mut faults = Vec::new();
    let mut done = 0;
    for (_, analysis) in workspaces() {
        for (path, descriptor) in assemblies(&analysis) {
            for relationship in &descriptor.relationships {
                let (Some(source), Some(target)) = (
                    end(descriptor, &relationship.source_capabilities),
                    end(descriptor, &relationship.target_requirements),
                ) else {
                    continue;
                };
                let remove = Command::Remove(vec![relationship.name.path.clone()]);
                let Ok(without) = analysis.command(&path, &remove).and_then(|change| analysis.changed(&change)) else {
                    continue;
                };
                let candidates = without.candidate_targets(&path, &source, PortKind::Capability);
                let candidate = candidates.iter().find(|candidate| candidate.end.end == target);
                let refused = candidate.map_or(Some("it is not offered"), |candidate| candidate.refused.as_deref());
                if let Some(why) = refused {
                    faults.push(format!("{path}: {} cannot be drawn again: {why}", relationship.name.text));
                    continue;
                }
                let was = super::laws::descriptor(without.workspace(), &path).expect("a descriptor");
                let Some(trial) = connection(&source, PortKind::Capability, &target, PortKind::Requirement) else {
                    continue;
                };
                let change = without.command(&path, &trial.command).expect("what is offered is accepted");
                let Some((after, text)) = applied(&without, &path, &change, &mut faults) else { continue };
                let before = without.file(&path).expect("a file");
                let fault = find_fault(&without, before, was, &after, &path, &text, &trial);
                faults.extend(fault.map(|fault| format!("{path}: {}: {fault}", change.title)));
                done += 1;
            }
        }
    }
    println!("{done} relationships drawn again");
    assert!(done > 0, "none could be drawn");
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

fn end(descriptor: &Descriptor, texts: &[Text]) -> Option<End> {
    let [text] = texts else { return None };
    let (part, port) = text.value.split_once('.')?;
    Some(End { vertex: descriptor.part(part)?.name.path.clone(), port: port.into() })
}
