//! How long a check takes: of one long assembly, of a catalog, and after a key press in either. The budget for a key
//! press is 16 ms in 95 of 100.

#![expect(clippy::expect_used, reason = "what cannot be measured ends the measurement")]

use std::hint::black_box;
use std::time::Instant;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::edit::{Change, TextEdit};
use descriptorium_core::rules::Settings;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::Workspace;

#[path = "made/descriptors.rs"]
mod made;

use made::{assembly, path, quantiles, resource};

/// How many resources and assemblies the catalog has.
const RESOURCES: usize = 800;
const ASSEMBLIES: usize = 200;
/// How many keys are pressed for each kind.
const PRESSES: usize = 100;

fn main() {
    let long = (path("long.yaml"), assembly("long", 350, |index| index % 20));
    let lines = long.1.lines().count();
    let few = (0..20).map(|number| (path(&format!("r{number}.yaml")), resource(number)));
    let files: Vec<(FilePath, String)> = few.chain([long]).collect();
    report(&format!("check of an assembly of {lines} lines and 20 resources"), 10, || new(&files));
    let analysis = new(&files);
    press(&analysis, "long.yaml", "a description", "A service of", "x");
    press(&analysis, "long.yaml", "a value", "value: large", "r");
    press(&analysis, "long.yaml", "a reference", "${part100.add", "r");
    press(&analysis, "long.yaml", "a half-typed key", "relationships:\n", "  req\n");

    let resources = (0..RESOURCES).map(|number| (path(&format!("resources/r{number}.yaml")), resource(number)));
    let assemblies = (0..ASSEMBLIES).map(|number| {
        let text = assembly(&format!("a{number}"), 8, |index| (number * 7 + index * index) % RESOURCES);
        (path(&format!("assemblies/a{number}.yaml")), text)
    });
    let files: Vec<(FilePath, String)> = resources.chain(assemblies).collect();
    let bytes: usize = files.iter().map(|(_, text)| text.len()).sum();
    let what = format!("check of a catalog of {} descriptors, {} KiB", files.len(), bytes >> 10);
    report(&what, 10, || new(&files));
    let analysis = new(&files);
    press(&analysis, "assemblies/a100.yaml", "a description", "A service of", "x");
    press(&analysis, "assemblies/a100.yaml", "a value", "value: large", "r");
    press(&analysis, "assemblies/a100.yaml", "a type", "type: resource::r", "1");
    press(&analysis, "assemblies/a100.yaml", "a name", "name: assembly::a", "1");
    press(&analysis, "resources/r7.yaml", "a description", "of kind", "x");
    press(&analysis, "resources/r7.yaml", "a property that others set", "  netw", "x");
    press(&analysis, "resources/r7.yaml", "a name that others use", "resource::r", "9");
}

fn new(files: &[(FilePath, String)]) -> Analysis {
    Analysis::new(Workspace::new(files.iter().cloned()), Settings::default())
}

fn report(what: &str, times: usize, work: impl Fn() -> Analysis) {
    let mut taken = Vec::new();
    for _ in 0..times {
        let start = Instant::now();
        black_box(work());
        taken.push(start.elapsed().as_secs_f64() * 1000.0);
    }
    let (middle, high) = quantiles(taken);
    println!("{what:<78}{middle:>9.2} ms, 95%{high:>9.2} ms");
}

/// Types `text` behind the first `place` in a file.
fn press(analysis: &Analysis, file: &str, what: &str, place: &str, text: &str) {
    let file = path(file);
    let Some(at) = analysis.file(&file).and_then(|found| Some(found.text.find(place)? + place.len())) else {
        return println!("{file} has no `{place}`");
    };
    let change = Change::of_file("Type", file.clone(), TextEdit::insert(at, text));
    report(&format!("  a key in {what} of {file}"), PRESSES, || analysis.changed(&change).expect("fits"));
}
