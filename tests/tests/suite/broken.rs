//! Resilience: all services work for damaged descriptors of all languages, truncated and mutated, next to other files.

use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use descriptorium_core::analysis::Analysis;
use descriptorium_core::edit::{Change, TextEdit};
use descriptorium_core::language::Language;
use descriptorium_core::preview::question::Question;
use descriptorium_core::scene::Rect;
use descriptorium_core::scene::svg::{SvgOptions, svg};
use descriptorium_core::settings::Settings;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::Workspace;
use descriptorium_tests::law;

use super::yaml::mutations::mutated;
use super::yaml::texts;

/// A generous time limit, even for a busy machine.
const HANGS: Duration = Duration::from_secs(60);

/// The texts of each source as opened files.
fn catalogs() -> BTreeMap<String, Vec<(FilePath, &'static str)>> {
    let mut catalogs: BTreeMap<String, Vec<_>> = BTreeMap::new();
    for (index, text) in texts::all().iter().enumerate().filter(|(_, text)| !text.official) {
        let Some(path) = FilePath::new(&text.name) else { continue };
        // The small templates from a collection of tests are numerous and similar, so a sixth of them is used.
        if path.folder().is_empty() && !(index + texts::seed()).is_multiple_of(6) {
            continue;
        }
        let segments: Vec<&str> = path.folder().split('/').take(3).collect();
        let source = match segments.first() {
            Some(&("corpus" | "fixtures")) => segments.join("/"),
            Some(&"") => "templates of a peer".to_owned(),
            _ => "examples".to_owned(),
        };
        catalogs.entry(source).or_default().push((path, text.text.as_str()));
    }
    catalogs
}

#[test]
fn a_broken_descriptor_is_analyzed_all_the_same() {
    println!("the seed is {}", texts::seed());
    let (mut known, mut drawn, mut expanded, mut faults) = (0, 0, 0, Vec::new());
    for (source, files) in catalogs() {
        let owned = files.iter().map(|(path, text)| (path.clone(), (*text).to_owned()));
        let whole = Analysis::new(Workspace::new(owned), Settings::default());
        // Mutations accumulate; in the end nothing of the original is left.
        let mut ruined = whole.clone();
        for (index, (path, text)) in files.iter().enumerate() {
            let mut chance = texts::chance(index + source.len() * 1000);
            // An analysis is much slower than parsing, so it gets fewer rounds, and the fewest where it is slowest.
            let share = match whole.file(path).and_then(|file| file.language) {
                Some(Language::Assembly | Language::Resource) => 12,
                Some(Language::Tosca | Language::Asd | Language::Homing) | None => 100,
            };
            for _ in 0..(texts::rounds(text.len()) + chance.below(share)) / share {
                let cut = text[..chance.boundary(text)].to_owned();
                for broken in [cut, mutated(text, &mut chance)] {
                    let change = Change::of_file("break", path.clone(), TextEdit::between(text, &broken));
                    let offset = chance.boundary(&broken);
                    let start = Instant::now();
                    let seen = catch_unwind(AssertUnwindSafe(|| {
                        let after = whole.changed(&change).expect("the edit is of this text");
                        look(&after, path, offset)
                    }));
                    match seen {
                        Ok(seen) => {
                            known += usize::from(seen.known);
                            drawn += usize::from(seen.drawn);
                            expanded += usize::from(seen.expanded);
                            faults.extend(seen.faults.into_iter().map(|fault| format!("{path}: {fault} in\n{broken}")));
                        }
                        Err(_) => faults.push(format!("{path}: a panic in\n{broken}")),
                    }
                    if start.elapsed() > HANGS {
                        faults.push(format!("{path}: {:?} for\n{broken}", start.elapsed()));
                    }
                    let now = ruined.file(path).map_or("", |file| &file.text);
                    let change = Change::of_file("break", path.clone(), TextEdit::between(now, &broken));
                    ruined = ruined.changed(&change).expect("the edit is of this text");
                }
            }
        }
        faults.extend(law::findings_are_well_formed(&ruined));
        let fresh = Analysis::new(ruined.workspace().clone(), Settings::default());
        for file in fresh.workspace().files() {
            let (kept, found) = (ruined.diagnostics(&file.path), fresh.diagnostics(&file.path));
            let less: Vec<_> = found.iter().filter(|found| !kept.contains(found)).collect();
            let more: Vec<_> = kept.iter().filter(|kept| !found.contains(kept)).collect();
            if kept != found {
                faults
                    .push(format!("{}: only a fresh analysis finds {less:#?}, only the old one {more:#?}", file.path));
            }
        }
    }
    println!("{known} broken descriptors are known as such, {drawn} are drawn, {expanded} are expanded");
    assert!(faults.is_empty() && known > 10, "{}\n{}", faults.len(), faults.join("\n"));
}

/// Statistics that show that something was tested.
struct Seen {
    known: bool,
    drawn: bool,
    expanded: bool,
    faults: Vec<String>,
}

/// Requests everything that the front ends show for a file, with the cursor at `offset`.
fn look(analysis: &Analysis, path: &FilePath, offset: usize) -> Seen {
    let mut faults = Vec::new();
    let Some(file) = analysis.file(path) else {
        return Seen { known: false, drawn: false, expanded: false, faults: vec!["the file is gone".to_owned()] };
    };
    if analysis.diagnostics(path).iter().any(|found| file.text.get(found.span.range()).is_none()) {
        faults.push("a finding does not lie in the text".to_owned());
    }
    if analysis.symbols(path).iter().any(|symbol| file.text.get(symbol.span.range()).is_none()) {
        faults.push("a symbol does not lie in the text".to_owned());
    }
    if analysis.mentions(path).iter().any(|mention| file.text.get(mention.span.range()).is_none()) {
        faults.push("a mention does not lie in the text".to_owned());
    }
    analysis.definition(path, offset);
    analysis.hover(path, offset);
    analysis.complete(path, offset);
    let at = file.path_at(offset);
    analysis.form(path, &at);
    analysis.choices(path, &at);
    let scene = analysis.scene(path);
    if let Some(scene) = &scene {
        svg(scene, &SvgOptions::default());
        let numbers = |rect: Rect| [rect.x, rect.y, rect.width, rect.height].into_iter().all(f64::is_finite);
        if !scene.boxes.iter().map(|drawn| drawn.rect).chain([scene.bounds]).all(numbers) {
            faults.push("a position in the diagram is not a number".to_owned());
        }
    }
    let is_assembly = !analysis.input_fields(path).is_empty();
    let preview = analysis.preview(path, &Question::default());
    Seen {
        known: file.language.is_some(),
        drawn: scene.is_some(),
        expanded: is_assembly && preview.is_some_and(|preview| preview.frame().n_items() > 0),
        faults,
    }
}
