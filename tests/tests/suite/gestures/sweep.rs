//! Every command on every real descriptor: what comes out parses, means what the command says, has every line that the
//! command had no business with, and can be undone.

use std::collections::BTreeMap;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::assembly::model::{Descriptor, Text};
use descriptorium_core::symbol::{DescriptorRef, Symbol, SymbolKind};
use descriptorium_core::syntax::{Kind, Node, NodePath, plain};
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::{Command, End, Point, PortKind, Role};
use descriptorium_core::workspace::{SourceFile, Workspace};
use serde_yaml::{Mapping, Value};

use super::laws::{applied, assemblies, descriptor, difference, parts, workspaces};

/// What a command may do and has to do.
struct Trial {
    kind: &'static str,
    command: Command,
    /// The values whose lines it may rewrite.
    own: Vec<NodePath>,
    means: Meaning,
}

type Meaning = Box<dyn Fn(&Descriptor, &Descriptor, &SourceFile) -> bool>;

fn trial(
    kind: &'static str,
    command: Command,
    own: impl IntoIterator<Item = NodePath>,
    means: impl Fn(&Descriptor, &Descriptor, &SourceFile) -> bool + 'static,
) -> Trial {
    Trial { kind, command, own: own.into_iter().collect(), means: Box::new(means) }
}

/// At most this many trials of each kind with each descriptor.
const EACH: usize = 3;

#[test]
fn every_command_on_every_real_descriptor_holds_the_laws() {
    let mut faults = Vec::new();
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for (_, analysis) in workspaces() {
        for (path, descriptor) in assemblies(&analysis) {
            for trial in trials(&analysis, &path, descriptor) {
                let count = counts.entry(trial.kind).or_default();
                match analysis.command(&path, &trial.command) {
                    Ok(change) => {
                        count.0 += 1;
                        let (before, was) = (analysis.file(&path).expect("a file"), descriptor);
                        let Some((after, text)) = applied(&analysis, &path, &change, &mut faults) else { continue };
                        let fault = judge(before, was, &after, &path, &text, &trial);
                        faults.extend(fault.map(|fault| format!("{path}: {}: {fault}", change.title)));
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

fn judge(
    before: &SourceFile,
    was: &Descriptor,
    after: &Workspace,
    path: &FilePath,
    text: &str,
    trial: &Trial,
) -> Option<String> {
    let (gone, come) = difference(&before.text, text);
    let own: Vec<String> = trial.own.iter().flat_map(|path| own_lines(before, path)).collect();
    if let Some(line) = gone.iter().find(|line| !own.iter().any(|own| own == *line)) {
        return Some(format!("{}: loses `{line}`\n{gone:#?}\n{come:#?}", trial.kind));
    }
    let file = after.file(path)?;
    let now = descriptor(after, path)?;
    (!(trial.means)(was, now, file)).then(|| format!("{}: does not do what it says\n{gone:#?}\n{come:#?}", trial.kind))
}

/// The lines of the value at `path`, or of what has to be rewritten so that there can be one: the nearest mapping above
/// that is empty or written in one line.
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

/// Every few of `things`, at most so many as there are trials of a kind.
fn some<T>(things: Vec<T>) -> impl Iterator<Item = T> {
    let step = things.len().div_ceil(EACH).max(1);
    things.into_iter().step_by(step)
}

fn trials(analysis: &Analysis, file: &FilePath, descriptor: &Descriptor) -> Vec<Trial> {
    let mut trials = Vec::new();
    let components = || descriptor.composition.iter().map(|part| part.name.path.clone()).collect::<Vec<_>>();
    added(analysis, descriptor, &mut trials);
    for path in some(components()) {
        settings(&path, &mut trials);
    }
    for (section, body) in [
        ("data-types", mapping([("properties", mapping([]))])),
        ("capabilities", mapping([("type", "t".into())])),
        ("requirements", mapping([("type", "t".into())])),
        ("properties", mapping([("type", "string".into())])),
    ] {
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
    wires(analysis, file, descriptor, &mut trials);
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
            let own = [NodePath::keys([section]), NodePath::keys(["properties"])];
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

/// The attributes of a component, each set and taken away again.
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

/// What can be done with anything that has a name.
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
    if !matches!(kind, SymbolKind::Component | SymbolKind::Reference) {
        // Of a mapping, only the mapping goes.
        let root = source.root.as_ref();
        let value = root.and_then(|root| root.at(&path)?.get("value")?.as_text());
        let gone = match value.is_some_and(|value| value.contains("${")) && kind == SymbolKind::Property {
            true => path.key("value"),
            false => path.clone(),
        };
        trials.push(Trial {
            kind: "remove",
            command: Command::Remove(vec![path]),
            // What mentions it goes with it; that the rest stays is the business of another law.
            own: source.root.as_deref().into_iter().flat_map(sections).collect(),
            means: Box::new(move |_, _, file| file.root.as_ref().and_then(|root| root.at(&gone)).is_none()),
        });
    }
}

fn sections(root: &Node) -> Vec<NodePath> {
    root.entries().iter().filter_map(|entry| Some(NodePath::keys([entry.key.as_text()?]))).collect()
}

/// Wires between all that the drawing offers, some of each kind.
fn wires(analysis: &Analysis, file: &FilePath, assembly: &Descriptor, trials: &mut Vec<Trial>) {
    for part in some(parts(assembly).map(|part| part.name.path.clone()).collect()) {
        let (values, others): (Vec<_>, Vec<_>) = analysis
            .wire_starts(file, &part)
            .into_iter()
            .partition(|start| matches!(start.kind, PortKind::Input | PortKind::Output));
        for start in some(values).chain(some(others)) {
            let targets = analysis.acceptable_targets(file, &start.end, start.kind);
            for target in some(targets) {
                trials.extend(wire(&start.end, start.kind, &target.end, target.kind));
            }
        }
    }
}

fn wire(start: &End, kind: PortKind, other: &End, other_kind: PortKind) -> Option<Trial> {
    let relationships = || [NodePath::keys(["relationships"])];
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
            let boundary = other.vertex.is_root();
            let target = other.vertex.key("properties").key(&other.port);
            let (command, at) = (Command::Map { source: start.clone(), target: target.clone() }, target.clone());
            let wanted = match start.vertex.last_key() {
                Some(part) => format!("${{{part}.{}}}", start.port),
                None => format!("${{{}}}", start.port),
            };
            let own = if boundary { target.clone() } else { target };
            Some(trial("map", command, [own], move |_, _, file| {
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

/// What was drawn already cannot be drawn again; what was taken away can.
#[test]
fn a_relationship_that_was_taken_away_can_be_drawn_again() {
    let mut faults = Vec::new();
    let mut done = 0;
    for (_, analysis) in workspaces() {
        for (path, descriptor) in assemblies(&analysis) {
            for relationship in &descriptor.relationships {
                let (Some(source), Some(target)) =
                    (end(&relationship.source_capabilities), end(&relationship.target_requirements))
                else {
                    continue;
                };
                let remove = Command::Remove(vec![relationship.name.path.clone()]);
                let Ok(without) = analysis.command(&path, &remove).and_then(|change| analysis.changed(&change)) else {
                    continue;
                };
                if !without
                    .acceptable_targets(&path, &source, PortKind::Capability)
                    .iter()
                    .any(|found| found.end == target)
                {
                    continue;
                }
                let was = super::laws::descriptor(without.workspace(), &path).expect("a descriptor");
                let Some(trial) = wire(&source, PortKind::Capability, &target, PortKind::Requirement) else { continue };
                let change = without.command(&path, &trial.command).expect("what is offered is accepted");
                let Some((after, text)) = applied(&without, &path, &change, &mut faults) else { continue };
                let before = without.file(&path).expect("a file");
                let fault = judge(before, was, &after, &path, &text, &trial);
                faults.extend(fault.map(|fault| format!("{path}: {}: {fault}", change.title)));
                done += 1;
            }
        }
    }
    println!("{done} relationships drawn again");
    assert!(done > 0, "none could be drawn");
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

fn end(texts: &[Text]) -> Option<End> {
    let [text] = texts else { return None };
    let (part, port) = text.value.split_once('.')?;
    Some(End { vertex: NodePath::keys(["composition", part]), port: port.into() })
}
