//! The laws of each target. Each function lists violations; a panic is caught by the caller.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::process::Command as Program;
use std::sync::Arc;

use descriptorium_core::analysis::{Analysis, example};
use descriptorium_core::diagnostic::{Diagnostic, Fix, Safety};
use descriptorium_core::edit::{Change, TextEdit};
use descriptorium_core::package;
use descriptorium_core::preview::question::{Intent, Question};
use descriptorium_core::preview::{Origin, PartialValue};
use descriptorium_core::scene::svg::{SvgOptions, svg};
use descriptorium_core::scene::{Rect, Scene};
use descriptorium_core::syntax::parse::{incremental, parse};
use descriptorium_core::syntax::patch::format::format;
use descriptorium_core::syntax::{NodePath, SyntaxErrorKind};
use descriptorium_core::text::{FilePath, Span};
use descriptorium_core::topology::diagrams::DiagramKey;
use descriptorium_core::topology::{Command, Point, Role};
use descriptorium_core::workspace::SourceFile;
use serde_yaml::Value;

use super::mutate;
use super::target::Target;
use crate::chance::Chance;
use crate::law;

/// Maximum number of fixes and commands that are tried on an input.
const MAX_TRIALS: usize = 12;

/// The violations of the laws after `target` has read `input`. Random choices depend only on the input.
pub fn faults(target: Target, input: &[u8]) -> Vec<String> {
    let mut hasher = DefaultHasher::new();
    input.hash(&mut hasher);
    let chance = &mut Chance::new(hasher.finish());
    if target == Target::Archive {
        return archive(input);
    }
    let text = String::from_utf8_lossy(input);
    match target {
        Target::Parse => parsed(&text, chance),
        Target::Format => formatted(&text, chance),
        Target::Check => checked(&text, chance),
        Target::Fix => fixed(&text, chance),
        Target::Command => commanded(&text, chance),
        Target::Draw => drawn(&text),
        Target::Expand => expanded(&text, chance),
        Target::Incremental => edited(&text, chance),
        Target::Archive => Vec::new(),
        Target::Site => built(&text),
    }
}

fn parsed(text: &str, chance: &mut Chance) -> Vec<String> {
    let tree = parse(text);
    let mut faults = Vec::new();
    let spans = tree.errors.iter().map(|error| error.span).chain(tree.comments.iter().copied());
    if spans.into_iter().any(|span| text.get(span.range()).is_none()) {
        faults.push("an error or a comment is not within the text".to_owned());
    }
    let after = mutate::edited(text, chance);
    let edit = TextEdit::between(text, &after);
    if let [replace] = edit.replaces()
        && incremental::parse_edited(&tree, text, replace, &after) != parse(&after)
    {
        faults.push("parsing an edited text gives another tree than parsing it from scratch".to_owned());
    }
    faults
}

fn formatted(text: &str, chance: &mut Chance) -> Vec<String> {
    let mut faults = Vec::new();
    for (_, text) in example::files(text) {
        let tree = parse(&text);
        let part = [chance.boundary(&text), chance.boundary(&text)];
        let part = Span::new(part[0].min(part[1]), part[0].max(part[1]));
        for (what, selection) in [("all", Span::new(0, text.len())), ("a part", part)] {
            let Ok(edit) = format(&text, &tree, selection) else { continue };
            let Ok(after) = edit.apply(&text) else {
                faults.push(format!("formatting {what} gives an edit that does not fit"));
                continue;
            };
            let again = format(&after, &parse(&after), Span::new(0, after.len())).map(|edit| edit.is_empty());
            if what == "all" && again != Ok(true) {
                faults.push("formatting is not idempotent".to_owned());
            }
        }
    }
    faults
}

fn checked(text: &str, chance: &mut Chance) -> Vec<String> {
    let analysis = example::analysis(text);
    let faults = law::findings_are_well_formed(&analysis);
    for file in analysis.workspace().files() {
        let path = &file.path;
        for _ in 0..3 {
            let offset = chance.boundary(&file.text);
            analysis.definition(path, offset);
            analysis.hover(path, offset);
            analysis.complete(path, offset);
            let at = file.path_at(offset);
            analysis.form(path, &at);
            analysis.choices(path, &at);
        }
        analysis.symbols(path);
    }
    faults
}

fn fixed(text: &str, chance: &mut Chance) -> Vec<String> {
    let analysis = example::analysis(text);
    let fixes: Vec<(&Diagnostic, &Fix)> =
        analysis.all_diagnostics().flat_map(|found| found.fixes.iter().map(move |fix| (found, fix))).collect();
    let mut faults = Vec::new();
    let step = fixes.len().div_ceil(MAX_TRIALS).max(1);
    for (found, fix) in fixes.into_iter().skip(chance.below(step)).step_by(step) {
        let keeps_values = fix.safety == Safety::Safe;
        let own = law::own_spans(found);
        let broken = changed(&analysis, &fix.change, keeps_values, 0, &own);
        faults.extend(broken.into_iter().map(|fault| format!("fix of {} {fault}", found.code)));
    }
    match analysis.fix_all(|_, _| true) {
        Ok(fixed) => {
            if let Some(unsettled) = fixed.unsettled {
                faults.push(format!("the fixes of {:?} do not settle", unsettled.codes));
            }
        }
        Err(error) => faults.push(format!("all fixes cannot be applied: {error}")),
    }
    faults
}

/// The laws of every change: it fits, leaves readable YAML, rewrites only its own lines, and can be undone. It may rewrite
/// the lines of `own`, whatever it changes there. Each of `n_copies` of a part has the syntax errors of that part.
fn changed(
    analysis: &Analysis,
    change: &Change,
    keeps_values: bool,
    n_copies: usize,
    own: &[Span],
) -> Vec<&'static str> {
    let Ok(after) = analysis.workspace().apply(change) else { return vec!["does not fit the text"] };
    let mut faults = Vec::new();
    for (path, edit) in &change.edits {
        let (Some(before), Some(now)) = (analysis.file(path), after.file(path)) else { continue };
        let has_more_errors =
            now.errors.len() > before.errors.len() && n_other_errors(now) > n_other_errors(before) * (1 + n_copies);
        if has_more_errors && !is_broken_around(before, edit) {
            faults.push("breaks the YAML");
        }
        if edit.inverse(&before.text).apply(&now.text).as_deref() != Ok(&*before.text) {
            faults.push("cannot be undone");
        }
        if law::foreign_line(before, now, edit, own).is_some() {
            faults.push("rewrites a line of something else");
        }
        if keeps_values && !law::keeps_values(before, now) {
            faults.push("removes a value");
        }
    }
    faults
}

/// Whether a section of the file that is edited has syntax errors. How the parser recovers from them depends on the text
/// around them, so that another text can have more of them.
fn is_broken_around(file: &SourceFile, edit: &TextEdit) -> bool {
    let starts = file.root.iter().flat_map(|root| root.entries()).map(|entry| entry.key.span.start);
    let starts: Vec<u32> = starts.collect();
    let section = |offset: u32| starts.partition_point(|start| *start <= offset);
    let broken: Vec<usize> = file.errors.iter().map(|error| section(error.span.start)).collect();
    edit.replaces().iter().any(|replace| {
        let touched = section(replace.span.start)..=section(replace.span.end);
        broken.iter().any(|broken| touched.contains(broken))
    })
}

/// The number of syntax errors other than repeated keys: a copy of a repeated key is repeated, too.
fn n_other_errors(file: &SourceFile) -> usize {
    file.errors.iter().filter(|error| error.kind != SyntaxErrorKind::DuplicateKey).count()
}

fn commanded(text: &str, chance: &mut Chance) -> Vec<String> {
    let analysis = example::analysis(text);
    let files: Vec<&Arc<SourceFile>> = analysis.workspace().files().filter(|file| file.language.is_some()).collect();
    let mut faults = Vec::new();
    for _ in 0..MAX_TRIALS {
        let Some(file) = chance.pick(&files) else { break };
        let Some((name, command)) = command(&analysis, file, chance) else { continue };
        let Ok(change) = analysis.command(&file.path, &command) else { continue };
        let adds = matches!(
            command,
            Command::Add { .. }
                | Command::AddEntry { .. }
                | Command::Connect { .. }
                | Command::AddPolicy { .. }
                | Command::Duplicate(_)
                | Command::Paste(..)
        );
        let n_copies = usize::from(matches!(command, Command::Duplicate(_) | Command::Paste(..)));
        let broken = changed(&analysis, &change, adds, n_copies, &[]);
        let edits = || format!("{:?}", change.edits).replace('`', "'");
        faults.extend(broken.into_iter().map(|fault| format!("{name} {fault} `{}`", edits())));
        if chance.below(6) == 0
            && let Ok(after) = analysis.changed(&change)
            && !after.with_settings(after.settings()).all_diagnostics().eq(after.all_diagnostics())
        {
            faults.push(format!("after {name}, a fresh analysis has other findings"));
        }
    }
    faults
}

fn command(analysis: &Analysis, file: &SourceFile, chance: &mut Chance) -> Option<(&'static str, Command)> {
    let mut paths: Vec<NodePath> = analysis.symbols(&file.path).into_iter().map(|symbol| symbol.path).collect();
    let topology = analysis.topology(&file.path);
    paths.extend(topology.iter().flat_map(|topology| topology.graph.node_weights().map(|vertex| vertex.path.clone())));
    paths.extend(topology.iter().flat_map(|topology| topology.graph.edge_weights().map(|edge| edge.path.clone())));
    paths.push(file.path_at(chance.boundary(&file.text)));
    let path = chance.pick(&paths)?.clone();
    let names: Vec<_> = analysis.catalog().entries().map(|entry| entry.name.clone()).collect();
    let at = (chance.below(2) == 0).then_some(Point { x: 10.5, y: -3.0 });
    let value = [Value::Null, 3.into(), "x: y # z".into(), "line\nbreak".into(), Value::Sequence(Vec::new())];
    Some(match chance.below(15) {
        0 => {
            let role = if chance.below(2) == 0 { Role::Component } else { Role::Reference };
            ("Add", Command::Add { of: chance.pick(&names)?.clone(), role, name: None, at })
        }
        1 => {
            let offers = analysis.offers(&file.path);
            let offer = chance.pick(&offers)?;
            ("AddEntry", Command::AddEntry { section: offer.section.clone(), of: offer.of.clone(), name: None, at })
        }
        2 | 3 => {
            let starts = analysis.connection_starts(&file.path, &path);
            let start = chance.pick(&starts)?;
            let targets = analysis.acceptable_targets(&file.path, &start.end, start.kind);
            let end = chance.pick(&targets)?.end.clone();
            if chance.below(2) == 0 {
                let target = end.vertex.key("properties").key(&end.port);
                ("Map", Command::Map { source: start.end.clone(), target })
            } else {
                ("Connect", Command::Connect { source: start.end.clone(), target: end })
            }
        }
        4 => ("Duplicate", Command::Duplicate(vec![path])),
        5 => {
            let other = chance.pick(&paths)?.clone();
            ("Paste", Command::Paste(analysis.clip(&file.path, &[path, other]).ok()?, at))
        }
        6 => ("Retype", Command::Retype { path, of: chance.pick(&names)?.clone() }),
        7 => {
            let section = *chance.pick(&["properties", "operations", "capabilities", "requirements", "metrics"])?;
            let part = analysis.part_type(&file.path, &path)?;
            let name = chance.pick(&part.properties)?.name.text.clone();
            ("Promote", Command::Promote { path: path.key(section).key(&name), name: None })
        }
        8 => {
            let metrics = analysis.load_metrics(&file.path);
            ("AddPolicy", Command::AddPolicy { target: path, metric: chance.pick(&metrics)?.clone() })
        }
        9 => {
            let of = descriptorium_core::symbol::DescriptorRef::parse("assembly::fuzz.extracted::1.0")?;
            ("Extract", Command::Extract { parts: vec![path], of, file: FilePath::new("fuzz-extracted.yaml")? })
        }
        10 => ("Inline", Command::Inline { path }),
        11 if chance.below(2) == 0 => {
            let of = "fuzz.nodes.Extracted".into();
            (
                "ExtractEntries",
                Command::ExtractEntries { paths: vec![path], of, file: FilePath::new("fuzz-extracted.yaml")? },
            )
        }
        11 => ("Remove", Command::Remove(vec![path])),
        12 => {
            let name = *chance.pick(&["renamed", "a b", "x: y", "1.0", "ä", "'", "null"])?;
            ("Rename", Command::Rename { path, name: name.into() })
        }
        13 => ("Set", Command::Set { path, value: chance.pick(&value).cloned() }),
        _ if chance.below(4) == 0 => ("Unplace", Command::Unplace(DiagramKey::default())),
        _ => ("Place", Command::Place(vec![(path, Point { x: 1.0, y: 1e9 })])),
    })
}

fn drawn(text: &str) -> Vec<String> {
    let analysis = example::analysis(text);
    let mut faults = Vec::new();
    for file in analysis.workspace().files() {
        let Some(scene) = analysis.scene(&file.path) else { continue };
        let image = svg(&scene, &SvgOptions::default());
        let is_number = image.contains("NaN") || image.contains("inf\"");
        if !is_finite(&scene) || is_number && !text.contains("NaN") && !text.contains("inf") {
            faults.push("a position in the diagram is not a number".to_owned());
        }
    }
    faults
}

fn is_finite(scene: &Scene) -> bool {
    let numbers = |rect: Rect| [rect.x, rect.y, rect.width, rect.height].into_iter().all(f64::is_finite);
    scene.boxes.iter().map(|drawn| drawn.rect).chain([scene.bounds]).all(numbers)
}

fn expanded(text: &str, chance: &mut Chance) -> Vec<String> {
    let analysis = example::analysis(text);
    let mut faults = Vec::new();
    for file in analysis.workspace().files() {
        let form = analysis.question_form(&file.path, None, &[]);
        let mut questions = vec![Question::default()];
        if let Some(intent) = chance.pick(&form.intents) {
            let intent = Intent { name: intent.name.clone(), parameters: Default::default() };
            questions.push(Question { intent: Some(intent), ..Question::default() });
        }
        for question in questions {
            let Some(outcome) = analysis.preview(&file.path, &question) else { continue };
            let frame = outcome.frame();
            for item in frame.items() {
                let invented = item.properties.iter().find(|property| {
                    let known = matches!(&property.value, PartialValue::Value(value) if !value.is_null());
                    property.origin == Origin::Unset && known
                });
                if let Some(invented) = invented {
                    faults.push(format!("`{}` has a value without an origin", invented.name));
                }
            }
        }
    }
    faults
}

fn edited(text: &str, chance: &mut Chance) -> Vec<String> {
    let mut analysis = example::analysis(text);
    let paths: Vec<FilePath> = analysis.workspace().files().map(|file| file.path.clone()).collect();
    let mut edits = String::new();
    for _ in 0..3 {
        let Some(file) = chance.pick(&paths).and_then(|path| analysis.file(path)) else { break };
        let after = mutate::edited(&file.text, chance);
        edits += &format!("{}: {:?}; ", file.path, TextEdit::between(&file.text, &after).replaces());
        let change = Change::of_file("edit", file.path.clone(), TextEdit::between(&file.text, &after));
        match analysis.changed(&change) {
            Ok(after) => analysis = after,
            Err(error) => return vec![format!("an edit does not fit: {error}")],
        }
    }
    // Charts are read from the contents, so these need the edited texts too.
    let now = |path: &FilePath, text| analysis.file(path).map_or(text, |file| file.text.to_string());
    let files = example::files(text).into_iter().map(|(path, text)| (path.clone(), now(&path, text)));
    let fresh = Analysis::new(example::workspace(files.collect()), analysis.settings());
    let is_released = text.contains("# released: ");
    // A descriptor stays one while its text is not recognized, which a fresh workspace cannot know.
    let stays = fresh
        .workspace()
        .files()
        .any(|file| analysis.file(&file.path).is_some_and(|edited| edited.language != file.language));
    if !is_released && !stays && !fresh.all_diagnostics().eq(analysis.all_diagnostics()) {
        let findings = |analysis: &Analysis| {
            let found = analysis.all_diagnostics();
            found.map(|found| (found.code, format!("{} {:?}", found.file, found.span))).collect::<Vec<_>>()
        };
        let (new, old) = (findings(&fresh), findings(&analysis));
        let only = |one: &[(&'static str, String)], other: &[(&'static str, String)]| {
            one.iter().find(|found| !other.contains(found)).cloned().unwrap_or(("none", String::new()))
        };
        let ((missing, lost), (extra, left)) = (only(&new, &old), only(&old, &new));
        let details = format!("{lost}; {left}; {edits}").replace('`', "'");
        return vec![format!("incremental findings differ from fresh ones: {missing}, {extra} `{details}`")];
    }
    Vec::new()
}

fn archive(bytes: &[u8]) -> Vec<String> {
    let mut faults = Vec::new();
    if let Ok(package) = package::open(bytes) {
        if package.files.keys().any(|path| !FilePath::is_path(path.as_str())) {
            faults.push("a path leads out of the archive".to_owned());
        }
        for path in package.files.keys().take(3) {
            if !matches!(package::extract(bytes, path), Ok(Some(_))) {
                faults.push("a listed file cannot be extracted".to_owned());
            }
        }
    }
    let _ = package::sizes(bytes);
    faults
}

/// The program next to this one builds a site of the files.
fn built(text: &str) -> Vec<String> {
    let Ok(folder) = tempfile::tempdir() else { return Vec::new() };
    let catalog = folder.path().join("catalog");
    for (path, text) in example::files(text) {
        let place = catalog.join(path.as_str());
        // Paths of mutated `# file:` lines may be impossible.
        let _ = place.parent().map(std::fs::create_dir_all);
        let _ = std::fs::write(place, text);
    }
    let Some(program) = std::env::current_exe().ok().map(|fuzz| fuzz.with_file_name("descriptorium-under-test")) else {
        return Vec::new();
    };
    if !catalog.exists() || !program.exists() {
        return Vec::new();
    }
    let output = Program::new(program).arg("build").arg(&catalog).arg("--out").arg(folder.path().join("site")).output();
    let Ok(output) = output else { return vec!["the program does not start".to_owned()] };
    let errors = String::from_utf8_lossy(&output.stderr);
    match output.status.code() {
        // Settings that cannot be read are 2.
        Some(0..=2) => Vec::new(),
        code => vec![format!("build ends with {code:?}: {}", errors.lines().next_back().unwrap_or_default())],
    }
}
