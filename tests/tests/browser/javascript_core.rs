//! The package `@descriptorium/core` in a page and in a worker: it answers as the program does.

#![expect(clippy::expect_used, reason = "panics are reported in the calling test")]

use std::fs;
use std::path::Path;
use std::process::Command;

use descriptorium_tests::browser::Page;
use descriptorium_tests::paths;
use descriptorium_tests::static_host::Host;
use serde_json::{Map, Value};

use super::product;

const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";
/// The same without the permission to run WebAssembly.
const STRICT: &str = "default-src 'none'; script-src 'self'; connect-src 'self'";

const PAGE: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Core</title><script type=\"module\" src=\"page.js\"></script></html>";
const ANSWER: &str = "import { load } from './core/index.js';
export async function answer() {
  const core = await load();
  const catalog = core.open({ files: await (await fetch('files.json')).json() });
  const named = catalog.files().filter(({ kind }) => kind === 'assembly descriptor');
  return { expansions: Object.fromEntries(named.map(({ path }) => [path, catalog.expand(path)])) };
}
";
const SCRIPT: &str = "import { answer } from './answer.js';
answer().then((answer) => (window.answer = answer), ({ code, message }) => (window.failure = [code, message]));
const worker = new Worker('worker.js', { type: 'module' });
worker.onmessage = ({ data }) => (window.ofWorker = data);
";
const WORKER: &str = "import { answer } from './answer.js';
answer().then(postMessage, ({ code }) => postMessage(code));
";

/// A folder with the package and a page that uses it for these files.
fn folder(files: &Map<String, Value>) -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let core = folder.path().join("core");
    fs::create_dir(&core).expect("a folder");
    for entry in fs::read_dir(product::core()).expect("the package").flatten().filter(|entry| entry.path().is_file()) {
        fs::copy(entry.path(), core.join(entry.file_name())).expect("copied");
    }
    let files = serde_json::to_string(files).expect("JSON");
    let pages = [
        ("index.html", PAGE),
        ("page.js", SCRIPT),
        ("answer.js", ANSWER),
        ("worker.js", WORKER),
        ("files.json", &files),
    ];
    for (name, text) in pages {
        fs::write(folder.path().join(name), text).expect("written");
    }
    folder
}

/// The output of the program in a folder.
fn printed(folder: &Path, arguments: &[&str]) -> Value {
    let output =
        Command::new(product::program()).args(arguments).args(["--format", "json"]).current_dir(folder).output();
    serde_json::from_slice(&output.expect("it runs").stdout).expect("JSON")
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_page_and_a_worker_get_the_documents_of_the_program() {
    let examples = paths::root().join("examples");
    let texts = paths::texts(&examples, &[".yaml"]);
    let files = texts.into_iter().map(|(path, text)| (path.to_string(), text.into())).collect();
    let folder = folder(&files);
    let host = Host::with_policy(folder.path(), POLICY).expect("a free address");
    let page = Page::open(&format!("http://{}/", host.address));
    let read = |name: &str| {
        page.wait_for(name, || {
            Some(page.run(&format!("return window.{name} ?? null;"), &[])).filter(|found| !found.is_null())
        })
    };
    let answer = read("answer");
    assert_eq!(answer, read("ofWorker"));
    let expansions = answer["expansions"].as_object().expect("an object");
    assert!(expansions.len() > 3, "{} assemblies", expansions.len());
    for (path, expansion) in expansions {
        assert_eq!(*expansion, printed(&examples, &["expand", path]), "{path}");
    }
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_policy_without_web_assembly_is_named() {
    let folder = folder(&Map::new());
    let host = Host::with_policy(folder.path(), STRICT).expect("a free address");
    let page = Page::open(&format!("http://{}/", host.address));
    let failure = page.wait_for("a failure", || {
        Some(page.run("return window.failure ?? null;", &[])).filter(|found| !found.is_null())
    });
    assert_eq!(failure[0], "cannot-load");
    assert!(failure[1].as_str().is_some_and(|message| message.contains("'wasm-unsafe-eval'")), "{failure}");
}
