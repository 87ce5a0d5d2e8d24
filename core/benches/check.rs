//! Duration of a check: of one long assembly, of a catalog, and after a key press in either. The budget for a key press
//! is 16 ms at the 95th percentile.

#![expect(clippy::expect_used, reason = "what cannot be measured ends the measurement")]

use std::fmt;
use std::sync::LazyLock;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::edit::{Change, TextEdit};
use descriptorium_core::settings::Settings;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::Workspace;
use divan::Bencher;
use divan::counter::BytesCount;

#[path = "made/allocator.rs"]
mod allocator;
#[path = "made/descriptors.rs"]
mod made;

use made::{assembly, path, resource};

/// Number of resources and assemblies in the catalog.
const RESOURCES: usize = 800;
const ASSEMBLIES: usize = 200;

fn main() {
    divan::main();
}

type Files = Vec<(FilePath, String)>;

/// An assembly of 5,000 lines, and the 20 resources that it contains.
static LONG: LazyLock<Files> = LazyLock::new(|| {
    let resources = (0..20).map(|number| (path(&format!("r{number}.yaml")), resource(number)));
    let long = assembly("long", 350, |index| index % 20);
    assert!(long.lines().count() >= 5_000, "it is shorter");
    resources.chain([(path("long.yaml"), long)]).collect()
});

/// A catalog of 1,000 descriptors.
static CATALOG: LazyLock<Files> = LazyLock::new(|| {
    let resources = (0..RESOURCES).map(|number| (path(&format!("resources/r{number}.yaml")), resource(number)));
    let assemblies = (0..ASSEMBLIES).map(|number| {
        let text = assembly(&format!("a{number}"), 8, |index| (number * 7 + index * index) % RESOURCES);
        (path(&format!("assemblies/a{number}.yaml")), text)
    });
    resources.chain(assemblies).collect()
});

static LONG_CHECKED: LazyLock<Analysis> = LazyLock::new(|| new(&LONG));
static CATALOG_CHECKED: LazyLock<Analysis> = LazyLock::new(|| new(&CATALOG));

fn new(files: &Files) -> Analysis {
    Analysis::new(Workspace::new(files.iter().cloned()), Settings::default())
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn assembly_of_5000_lines(bencher: Bencher<'_, '_>) {
    whole(bencher, &LONG);
}

#[divan::bench(sample_count = 10, sample_size = 1)]
fn catalog_of_1000_descriptors(bencher: Bencher<'_, '_>) {
    whole(bencher, &CATALOG);
}

fn whole(bencher: Bencher<'_, '_>, files: &Files) {
    let bytes: usize = files.iter().map(|(_, text)| text.len()).sum();
    bencher.counter(BytesCount::new(bytes)).bench_local(|| new(files));
}

/// The typed text, and the text in a file after whose first occurrence it is typed.
struct Key {
    what: &'static str,
    file: &'static str,
    behind: &'static str,
    typed: &'static str,
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.what)
    }
}

const fn key(what: &'static str, file: &'static str, behind: &'static str, typed: &'static str) -> Key {
    Key { what, file, behind, typed }
}

#[divan::bench(sample_count = 100, sample_size = 1, args = [
    key("in a description", "long.yaml", "A service of", "x"),
    key("in a value", "long.yaml", "value: large", "r"),
    key("in a reference", "long.yaml", "${part100.add", "r"),
    key("in a half-typed key", "long.yaml", "relationships:\n", "  req\n"),
])]
fn key_in_an_assembly_of_5000_lines(bencher: Bencher<'_, '_>, key: &Key) {
    press(bencher, &LONG_CHECKED, key);
}

#[divan::bench(sample_count = 100, sample_size = 1, args = [
    key("in a description", "assemblies/a100.yaml", "A service of", "x"),
    key("in a value", "assemblies/a100.yaml", "value: large", "r"),
    key("in a type", "assemblies/a100.yaml", "type: resource::r", "1"),
    key("in the name of an assembly", "assemblies/a100.yaml", "name: assembly::a", "1"),
    key("in the description of a resource", "resources/r7.yaml", "of kind", "x"),
    key("in a property that others set", "resources/r7.yaml", "  netw", "x"),
    key("in the name of a resource that others use", "resources/r7.yaml", "resource::r", "9"),
])]
fn key_in_a_catalog_of_1000_descriptors(bencher: Bencher<'_, '_>, key: &Key) {
    press(bencher, &CATALOG_CHECKED, key);
}

fn press(bencher: Bencher<'_, '_>, analysis: &Analysis, key: &Key) {
    let file = path(key.file);
    let text = &analysis.file(&file).expect("it is there").text;
    let at = text.find(key.behind).expect("it says so") + key.behind.len();
    let change = Change::of_file("Type", file, TextEdit::insert(at, key.typed));
    bencher.bench_local(|| analysis.changed(&change).expect("fits"));
}
