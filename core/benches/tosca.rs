//! Duration of checks, key presses and previews of service templates, with their limits. All figures are CPU times of one
//! run, so their ratios are comparable; an argument selects measurements by name.

#![expect(clippy::expect_used, clippy::print_stdout, reason = "a measurement says what it found, or ends")]

use std::fs;
use std::hint::black_box;
use std::sync::Arc;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::catalog::Catalog;
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::edit::{Change, TextEdit};
use descriptorium_core::preview::question::Question;
use descriptorium_core::settings::Settings;
use descriptorium_core::sorted_map::SortedMap;
use descriptorium_core::text::{FilePath, Span};
use descriptorium_core::tosca::deployment::{deployment, question};
use descriptorium_core::workspace::Workspace;
use rustix::time::{ClockId, clock_gettime};

#[path = "made/allocator.rs"]
mod allocator;
#[path = "made/service.rs"]
mod service;

use service::{library, substitute, topology, user, user_of_all};

fn path(text: &str) -> FilePath {
    FilePath::new(text).expect("a path")
}

fn new(files: impl IntoIterator<Item = (FilePath, String)>) -> Analysis {
    Analysis::new(Workspace::new(files), Settings::default())
}

/// CPU time of this thread in milliseconds, which other work on the machine does not affect.
fn cpu() -> f64 {
    let time = clock_gettime(ClockId::ThreadCPUTime);
    time.tv_sec as f64 * 1000.0 + time.tv_nsec as f64 / 1e6
}

/// The duration of something in milliseconds.
fn timed<T>(what: impl FnOnce() -> T) -> (f64, T) {
    let start = cpu();
    let result = black_box(what());
    (cpu() - start, result)
}

/// The value that `share` of the sorted times do not exceed.
fn quantile(times: &mut [f64], share: f64) -> f64 {
    times.sort_by(f64::total_cmp);
    times[((times.len() as f64 * share) as usize).min(times.len() - 1)]
}

fn report(name: &str, found: f64, limit: f64, unit: &str) {
    let mark = if found <= limit { "" } else { "  EXCEEDED" };
    println!("{name:<58} {found:>9.2} {unit:<3} limit {limit:>8.2}{mark}");
}

fn main() {
    let filter = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    let measurements: [(&str, fn()); 7] = [
        ("check", check),
        ("key in a template", key_in_a_template),
        ("key in a library", key_in_a_library),
        ("growth", growth),
        ("memory", memory),
        ("weaving", weaving),
        ("substitution", substitution),
    ];
    for (_, measure) in measurements.iter().filter(|(name, _)| name.contains(&filter)) {
        measure();
    }
}

/// A whole check with full resolution, without reading the built-in types again.
fn check() {
    for (count, limit) in [(30, 0.2), (300, 1.5), (2_100, 8.0)] {
        let file = path("service.yaml");
        let text = topology(count);
        let first = new([(file.clone(), text.clone())]);
        let n_errors = first.all_diagnostics().filter(|found| found.severity == Severity::Error).count();
        assert_eq!(n_errors, 0, "the sample is valid");
        let mut times: Vec<f64> = (0..40).map(|_| timed(|| new([(file.clone(), text.clone())])).0).collect();
        report(&format!("check {count} nodes, median"), quantile(&mut times, 0.5), limit, "ms");
    }
}

/// Types a letter at a place and deletes it again, `count` times; the times of the edited files and of the others.
fn keys(begin: &Analysis, file: &FilePath, behind: &str, count: usize) -> (Vec<f64>, Vec<f64>, f64) {
    let at = begin.file(file).expect("it is there").text.find(behind).expect(behind) + behind.len();
    let mut analysis = begin.clone();
    let (mut own, mut others, mut slice) = (Vec::new(), Vec::new(), 0_f64);
    for key in 0..count {
        let edit = if key % 2 == 0 { TextEdit::insert(at, "x") } else { TextEdit::delete(Span::new(at, at + 1)) };
        let change = Change::of_file("Type", file.clone(), edit);
        let (typed_in, typed) = timed(|| analysis.typed(&change).expect("fits"));
        let mut checking = typed.checking_due(Some(file));
        let (first, mut goes_on) = timed(|| checking.next_file());
        own.push(typed_in + first);
        let mut rest = 0.0;
        while goes_on {
            let (time, more) = timed(|| checking.next_file());
            rest += time;
            slice = slice.max(time);
            goes_on = more;
        }
        others.push(rest);
        analysis = checking.finish();
    }
    (own, others, slice)
}

fn key_in_a_template() {
    let begin = new([(path("library.yaml"), library(1_000)), (path("service.yaml"), user(1, 1_000))]);
    for behind in ["Service", "component_version: '1", "size37: 0"] {
        let (mut own, ..) = keys(&begin, &path("service.yaml"), behind, 100);
        report(&format!("key in a template on 1,000 types ({behind:?}), p95"), quantile(&mut own, 0.95), 2.0, "ms");
    }
}

fn key_in_a_library() {
    let users = (0..400).map(|number| (path(&format!("services/s{number}.yaml")), user(number, 1_000)));
    let users = users.map(|(path, text)| (path, text.replace("library.yaml", "../library.yaml")));
    let begin = new(users.chain([(path("library.yaml"), library(1_000))]));
    for behind in ["A library of", "      size500", "Type 500 of"] {
        let (mut own, mut others, slice) = keys(&begin, &path("library.yaml"), behind, 20);
        report(&format!("key in a library ({behind:?}), p95"), quantile(&mut own, 0.95), 5.0, "ms");
        report("   its 400 dependants, p95", quantile(&mut others, 0.95), 150.0, "ms");
        report("   longest slice", slice, 8.0, "ms");
    }
}

/// The time per template must not grow with the library: the same templates, whose types are read and merged in each run.
fn growth() {
    const N_USED: usize = 1_000;
    let mut first = None;
    for n_types in [1_000, 2_000, 5_000, 10_000] {
        let mut times: Vec<f64> = (0..5)
            .map(|_| {
                let alone = new([(path("library.yaml"), library(n_types))]);
                let begin = alone.changed(&added((0..1).map(|number| user(number, N_USED)), 0)).expect("fits");
                let change = added((1..401).map(|number| user(number, N_USED)), 1);
                timed(|| begin.changed(&change).expect("fits")).0 / 400.0
            })
            .collect();
        let time = quantile(&mut times, 0.5);
        let base = *first.get_or_insert(time);
        report(&format!("time per template on {n_types} types: {time:.3} ms, relative"), time / base, 1.2, "");
    }
}

/// The change that adds service templates.
fn added(texts: impl Iterator<Item = String>, from: usize) -> Change {
    let files = texts.enumerate().map(|(index, text)| descriptorium_core::edit::FileChange::Create {
        path: path(&format!("s{}.yaml", from + index)),
        text,
    });
    Change { title: "Add".to_owned(), edits: SortedMap::new(), files: files.collect() }
}

/// The resident memory of the process in bytes.
fn resident() -> f64 {
    let text = fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: f64 = text.split(' ').nth(1).and_then(|pages| pages.parse().ok()).unwrap_or_default();
    pages * 4096.0
}

/// The tables of a closure, apart from the trees of its files, after all its types were used, with the findings and
/// mentions of the importer. Several are kept, because the first ones take memory that was free.
fn memory() {
    const FIRST: usize = 2;
    const COUNT: usize = 8;
    let (text, importer) = (library(10_000), path("all.yaml"));
    let size = text.len() as f64;
    // Each has tables of its own: analyses of one workspace share them.
    let workspaces: Vec<Workspace> = (0..FIRST + COUNT)
        .map(|_| Workspace::new([(path("library.yaml"), text.clone()), (importer.clone(), user_of_all(10_000))]))
        .collect();
    let catalogs: Vec<Arc<Catalog>> = workspaces.iter().map(|workspace| Arc::new(Catalog::of(workspace))).collect();
    let check = |(workspace, catalog): (&Workspace, &Arc<Catalog>)| {
        let (workspace, catalog) = (workspace.clone(), Arc::clone(catalog));
        Analysis::of_some(workspace, catalog, Settings::default(), None, [importer.clone()])
    };
    let mut all = workspaces.iter().zip(&catalogs);
    let first: Vec<Analysis> = all.by_ref().take(FIRST).map(check).collect();
    assert!(first.iter().all(|analysis| analysis.diagnostics(&importer).is_empty()), "the sample is valid");
    let before = resident();
    let kept: Vec<Analysis> = all.map(check).collect();
    let each = (resident() - before) / kept.len() as f64;
    report("memory of a closure of 10,000 types, relative to its text", each / size, 3.0, "");
    drop((first, kept));
}

fn weaving() {
    let file = path("service.yaml");
    let analysis = new([(file.clone(), topology(2_100))]);
    let context = analysis.context(analysis.file(&file).expect("it is there"));
    let mut times: Vec<f64> = (0..20)
        .map(|_| {
            let (time, found) = timed(|| deployment(context, &Question::default()));
            assert!(found.nodes.len() == 2_100 && found.activities.len() > 2_100, "a plan");
            time
        })
        .collect();
    report("weaving 2,100 nodes, median", quantile(&mut times, 0.5), 30.0, "ms");
}

fn substitution() {
    let (file, inner) = (path("service.yaml"), path("inner.yaml"));
    let outer = "tosca_definitions_version: tosca_simple_yaml_1_2\nimports: [library.yaml]\ntopology_template:\n  \
                 node_templates:\n    app: {type: lib.Type0, requirements: [host: server]}\n    server: {type: \
                 tosca.nodes.Compute}\n";
    let files =
        [(file.clone(), outer.to_owned()), (inner.clone(), substitute(999)), (path("library.yaml"), library(10))];
    let analysis = new(files);
    let context = analysis.context(analysis.file(&file).expect("it is there"));
    let asked = Question { settings: question::substitute_settings([("app", &inner)]), ..Question::default() };
    let mut times: Vec<f64> = (0..20)
        .map(|_| {
            let (time, found) = timed(|| deployment(context, &asked));
            assert_eq!(found.nodes.len(), 1_002, "two outer and 1,000 inner nodes");
            time
        })
        .collect();
    report("substitution to 1,000 inner nodes, median", quantile(&mut times, 0.5), 20.0, "ms");
}
