//! Duration of opening and checking a package of 20 charts, each with two sub-charts and about 300 values: at most 100 ms. A
//! check after a key press reads no chart again.

#![expect(clippy::expect_used, reason = "what cannot be measured ends the measurement")]

use std::fmt::Write as _;
use std::sync::Arc;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::content::{Contents, InMemory};
use descriptorium_core::settings::Settings;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::Workspace;
use divan::Bencher;
use flate2::Compression;
use flate2::write::GzEncoder;

#[path = "made/allocator.rs"]
mod allocator;

const N_CHARTS: usize = 20;

fn main() {
    divan::main();
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn open_and_check(bencher: Bencher<'_, '_>) {
    let (files, descriptor) = package();
    bencher.bench(|| checked(&Contents::of(Arc::new(InMemory(files.clone()))), &descriptor));
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn check_again(bencher: Bencher<'_, '_>) {
    let (files, descriptor) = package();
    let contents = Contents::of(Arc::new(InMemory(files)));
    checked(&contents, &descriptor);
    bencher.bench(|| checked(&contents, &descriptor));
}

/// Which boxes can be opened, as the canvas asks after each change of the diagram.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn boxes_that_open(bencher: Bencher<'_, '_>) {
    let (files, descriptor) = package();
    let texts = [(path("Definitions/asd.yaml"), descriptor)];
    let workspace = Workspace::new(texts).with_contents(Contents::of(Arc::new(InMemory(files))));
    let analysis = Analysis::new(workspace, Settings::default());
    let file = path("Definitions/asd.yaml");
    let items = (0..N_CHARTS).map(|number| NodePath::keys(["deploymentItems"]).index(number));
    let items: Vec<NodePath> = items.collect();
    let opening = || items.iter().filter(|item| analysis.opens_in_place(&file, item)).count();
    assert_eq!(opening(), N_CHARTS);
    bencher.bench(opening);
}

/// The number of findings.
fn checked(contents: &Contents, descriptor: &str) -> usize {
    let texts = [(path("Definitions/asd.yaml"), descriptor.to_owned())];
    let analysis = Analysis::new(Workspace::new(texts).with_contents(contents.clone()), Settings::default());
    let found = analysis.diagnostics(&path("Definitions/asd.yaml"));
    // The charts have been read: one parameter is unknown.
    assert!(found.iter().any(|found| found.code == "asd/unknown-parameter"), "{found:?}");
    found.len()
}

fn path(path: &str) -> FilePath {
    FilePath::new(path).expect("a path")
}

type Files = descriptorium_core::sorted_map::SortedMap<FilePath, Arc<[u8]>>;

fn package() -> (Files, String) {
    let mut files = Files::new();
    let mut descriptor =
        "asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8\nasdVersion: \"1.0\"\nasdSchemaVersion: \"2.0\"\nasdProvider: \
                          a\nasdApplicationName: shop\nasdApplicationVersion: \"1.0\"\ndeploymentItems:\n"
            .to_owned();
    for number in 0..N_CHARTS {
        let name = format!("chart{number}");
        let mut builder = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::default()));
        let mut add = |path: String, text: String| {
            let mut header = tar::Header::new_gnu();
            header.set_size(text.len() as u64);
            header.set_mode(0o644);
            builder.append_data(&mut header, path, text.as_bytes()).expect("a file");
        };
        add(format!("{name}/Chart.yaml"), format!("name: {name}\nversion: 1.0.0\n"));
        add(format!("{name}/values.yaml"), values(100));
        // Templates are not read.
        add(format!("{name}/templates/all.yaml"), "# {{ .Values.a }}\n".repeat(2_000));
        for sub in ["db", "cache"] {
            add(format!("{name}/charts/{sub}/Chart.yaml"), format!("name: {sub}\n"));
            add(format!("{name}/charts/{sub}/values.yaml"), values(100));
        }
        let bytes = builder.into_inner().and_then(GzEncoder::finish).expect("an archive");
        files.insert(path(&format!("Artifacts/Deployment/HELM/{name}-1.0.0.tgz")), bytes.into());
        let parameter = if number == 0 { "service.prt" } else { "group1.value1" };
        let _ = write!(
            descriptor,
            "  - deploymentItemId: {name}\n    artifactType: helm_chart\n    artifactId: \
             Artifacts/Deployment/HELM/{name}-1.0.0.tgz\n    deploymentOrder: {number}\n    lifecycleParameters:\n      - \
             {parameter}\n      - db.group2.value0\n"
        );
    }
    files.insert(path("TOSCA-Metadata/TOSCA.meta"), b"CSAR-Version: 1.1\n".to_vec().into());
    files.insert(path("Definitions/asd.yaml"), descriptor.clone().into_bytes().into());
    (files, descriptor)
}

/// Values in groups of ten, with comments.
fn values(count: usize) -> String {
    let mut text = String::new();
    for number in 0..count {
        if number % 10 == 0 {
            let _ = writeln!(text, "# Group {number}.\ngroup{}:", number / 10);
        }
        let _ = writeln!(text, "  # The value {number}.\n  value{}: \"{number}\"", number % 10);
    }
    text
}
