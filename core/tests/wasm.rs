//! Properties that only WebAssembly can show: addresses have 32 bits, and the stack is a tenth of the native one, but
//! no text may crash a tab with unsaved work.

#![cfg(target_arch = "wasm32")]
#![expect(clippy::expect_used, reason = "what fails here fails the test")]

use descriptorium_core::analysis::Analysis;
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::preview::question::Question;
use descriptorium_core::scene::svg::{SvgOptions, svg};
use descriptorium_core::settings::Settings;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::Workspace;
use wasm_bindgen_test::wasm_bindgen_test as test;

/// Deep enough to exhaust any stack if a level of nesting costs a frame.
const DEPTH: usize = 100_000;

const EXAMPLES: [(&str, &str); 3] = [
    ("assemblies/edge-site-1.0.yaml", include_str!("../../examples/assemblies/edge-site-1.0.yaml")),
    ("resources/edge-cache-1.0.yaml", include_str!("../../examples/resources/edge-cache-1.0.yaml")),
    ("resources/request-router-1.0.yaml", include_str!("../../examples/resources/request-router-1.0.yaml")),
];

fn path(path: &str) -> FilePath {
    FilePath::new(path).expect("a plain path")
}

fn analysis(files: &[(&str, &str)]) -> Analysis {
    let files = files.iter().map(|(name, text)| (path(name), (*text).to_owned()));
    Analysis::new(Workspace::new(files), Settings::default())
}

/// Runs all queries on a text; they must return without a crash.
fn ask_everything(text: &str) {
    let file = path("deep.yaml");
    let analysis = analysis(&[("deep.yaml", text)]);
    assert!(analysis.file(&file).is_some());
    let middle = text.len() / 2;
    let _ = analysis.complete(&file, middle);
    let _ = analysis.hover(&file, middle);
    let _ = analysis.symbols(&file);
    let _ = analysis.scene(&file).map(|scene| svg(&scene, &SvgOptions::default()));
    let _ = analysis.preview(&file, &Question::default());
}

#[test]
fn flow_collections_may_nest_deeply() {
    ask_everything(&format!("a: {}", "[".repeat(DEPTH)));
    ask_everything(&format!("a: {}{}", "[".repeat(DEPTH), "]".repeat(DEPTH)));
    ask_everything(&format!("a: {}", "{b: ".repeat(DEPTH)));
}

#[test]
fn sequences_may_nest_deeply() {
    ask_everything(&"- ".repeat(DEPTH));
    ask_everything(&"? ".repeat(DEPTH));
}

#[test]
fn mappings_may_nest_deeply() {
    // Indentation makes the text grow with the square of its depth.
    let lines: String = (0..1500).map(|depth| format!("{}k:\n", " ".repeat(depth))).collect();
    ask_everything(&lines);
    ask_everything(&format!("name: assembly::deep::1.0\ncomposition:\n  a:\n    properties:\n{lines}"));
}

#[test]
fn expressions_may_nest_deeply() {
    let nested = format!("{}x{}", "${".repeat(DEPTH), "}".repeat(DEPTH));
    let assembly = format!(
        "name: assembly::deep::1.0\nproperties:\n  p:\n    value: {nested}\ncomposition:\n  a:\n    type: resource::r::1.0\n    \
         properties:\n      p:\n        value: {nested}\n"
    );
    ask_everything(&assembly);
}

#[test]
fn an_example_is_read_drawn_and_expanded() {
    let analysis = analysis(&EXAMPLES);
    for (name, _) in EXAMPLES {
        let grave = analysis.diagnostics(&path(name)).iter().filter(|found| found.severity == Severity::Error);
        let codes: Vec<&str> = grave.map(|found| found.code).collect();
        assert_eq!(codes, Vec::<&str>::new(), "{name}");
    }
    let assembly = path(EXAMPLES[0].0);
    let scene = analysis.scene(&assembly).expect("an assembly has a diagram");
    assert!(svg(&scene, &SvgOptions::default()).starts_with("<svg"));
    let preview = analysis.preview(&assembly, &Question::default()).expect("an assembly has a preview");
    assert!(preview.frame().n_items() > 0);
}
