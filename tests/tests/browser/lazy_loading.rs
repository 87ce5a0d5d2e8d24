//! Lazily loaded modules that are slow or unavailable: the modeller works without them as far as possible.

#![expect(clippy::expect_used, reason = "panics are reported in the calling test")]

use std::fs;
use std::path::{Path, PathBuf};

use descriptorium_tests::browser::Page;
use descriptorium_tests::static_host::Host;

use super::product;
use super::text_pane::text;

const FILE: &str = "assemblies/origin-1.0.yaml";
/// A file of another language.
const TOSCA: &str = "other/streamer-tosca.yaml";

/// Delays the module until `letIn()` is called.
const HELD: &str = "const real = window.fetch;
    const gate = new Promise((resolve) => { window.letIn = resolve; });
    window.fetch = (what, ...more) => String(what).includes('shared.wasm') ? gate.then(() => real(what, ...more)) : real(what, ...more);";

/// Clicks the element at `selector`, without waiting for all modules.
fn press(page: &Page, selector: &str) {
    page.area(selector);
    page.run("document.querySelector(arguments[0]).click();", &[selector.into()]);
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn actions_wait_for_lazily_loaded_modules() {
    let url = product::modeller();
    let page = Page::open("about:blank");
    page.open_after(HELD, &url);
    press(&page, &format!("[data-file='{FILE}']"));
    page.area(&format!(".file.current[data-file='{FILE}']"));
    page.wait_for("a diagram", || (page.texts(".box-label").len() > 2).then_some(()));
    page.area(".modeller[data-part='coming']");
    assert!(page.text(".counts").ends_with("Checking …"));
    let (before, boxes) = (text(&page), page.texts(".box-label").len());

    // The text can be edited, and the diagram follows.
    let typed = "const content = document.querySelector('.cm-content');
        const { view } = content.cmTile ?? content.cmView;
        view.dispatch({ changes: { from: view.state.doc.length, insert: '# mine' }, userEvent: 'input.type' });";
    page.run(typed, &[]);
    page.area(".file.current .dirty");
    press(&page, "#undo");
    page.wait_for("the text as before", || (text(&page) == before).then_some(()));

    // Views that are not loaded yet have a placeholder, and a box is added once that is possible.
    press(&page, "#tab-inspector");
    page.wait_for_text(".tab-body .later", |text| text == "Loading …");
    page.screenshot("later-coming");
    let enter = "const item = document.querySelector('.palette-item');
        item.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));";
    page.run(enter, &[]);
    page.wait_for_text(".notice", |text| text == "Loading …");
    assert_eq!(page.texts(".box-label").len(), boxes);
    page.run("letIn();", &[]);
    page.area(".inspector .inspector-name");
    page.wait_for("another box", || (page.texts(".box-label").len() > boxes).then_some(()));
    page.area(".modeller[data-part='here']");
    page.wait_for_text(".counts", |text| text.contains("error"));

    // It was one undo step.
    page.click("#undo");
    page.wait_for("the text as before", || (text(&page) == before).then_some(()));
    page.expect_no_complaints();
}

/// A file in the version folder below `folder`.
fn of_version(folder: &Path, name: &str) -> PathBuf {
    let versions = fs::read_dir(folder).expect("a folder").flatten().map(|entry| entry.path());
    let mut found = versions.map(|version| version.join(name));
    found.find(|path| path.is_file()).expect("a lazily loaded file")
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn without_the_text_editor_the_diagram_works_and_the_text_appears_later() {
    let folder = product::copy("");
    let (host, script) =
        (Host::start(folder.path()).expect("a free address"), of_version(folder.path(), "text-editor.js"));
    let away = script.with_extension("away");
    fs::rename(&script, &away).expect("it can be removed");
    let page = Page::open(&format!("http://{}/", host.address));
    page.wait_for_text(".notice-text", |text| text.contains("could not be loaded"));
    page.wait_for("a diagram", || (page.texts(".box-label").len() > 2).then_some(()));
    page.area(".modeller[data-part='here']");

    fs::rename(&away, &script).expect("it can be put back");
    page.click("#tab-problems");
    page.click("#tab-yaml");
    page.wait_for("the text", || (!page.texts(".cm-line").is_empty()).then_some(()));
    // Each attempt has its own address, because some browsers remember failed imports.
    let requested = "return performance.getEntriesByType('resource').map((entry) => entry.name).filter((name) => name.includes('/text-editor.js'));";
    let requested = page.run(requested, &[]);
    let addresses = requested.as_array().expect("a list");
    assert!(addresses.len() > 1 && addresses.windows(2).all(|pair| pair[0] != pair[1]), "{requested}");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn failed_downloads_are_reported_and_retried() {
    let folder = product::copy("");
    let (host, module) = (
        Host::start(folder.path()).expect("a free address"),
        of_version(folder.path(), "snippets/modules/shared.wasm"),
    );
    let away = module.with_extension("away");
    fs::rename(&module, &away).expect("it can be removed");
    let page = Page::open(&format!("http://{}/", host.address));
    page.wait_for_text("[data-later='missing']", |text| text.contains("could not be loaded"));

    // Loaded parts work; missing ones show an error.
    page.click(&format!("[data-file='{FILE}']"));
    page.area(&format!(".file.current[data-file='{FILE}']"));
    page.wait_for("a diagram", || (page.texts(".box-label").len() > 2).then_some(()));
    let before = text(&page);
    assert!(page.text(".counts").ends_with("Not checked"));
    page.click("#tab-preview");
    page.wait_for_text(".tab-body .later", |text| text.contains("could not be loaded"));
    page.screenshot("later-missing");
    // Another failed attempt.
    page.click("[data-way='fetch']");
    page.area("[data-later='missing']");

    fs::rename(&away, &module).expect("it can be put back");
    page.click("[data-way='fetch']");
    page.area(".expansion");
    page.wait_until_gone("[data-later='missing']");
    page.wait_for_text(".counts", |text| text.contains("error"));
    let boxes = page.texts(".box-label").len();
    page.click(".palette-item");
    page.wait_for("another box", || (page.texts(".box-label").len() > boxes).then_some(()));
    page.click("#undo");
    page.wait_for("the text as before", || (text(&page) == before).then_some(()));
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn without_the_module_of_a_language_the_other_languages_work() {
    let folder = product::copy("");
    let (host, module) = (
        Host::start(folder.path()).expect("a free address"),
        of_version(folder.path(), "snippets/modules/split_tosca.wasm"),
    );
    let away = module.with_extension("away");
    fs::rename(&module, &away).expect("it can be removed");
    let page = Page::open(&format!("http://{}/", host.address));
    page.wait_for_text("[data-later='missing']", |text| text.contains("could not be loaded"));
    // The others are checked, and a message names this one.
    let counts = page.wait_for_text(".counts", |text| text.ends_with("some files not checked"));
    assert!(counts.contains("error"), "{counts}");
    press(&page, &format!("[data-file='{FILE}']"));
    page.area(&format!(".file.current[data-file='{FILE}']"));
    let boxes = page.texts(".box-label").len();
    page.click(".palette-item");
    page.wait_for("another box", || (page.texts(".box-label").len() > boxes).then_some(()));

    // It has a diagram and can be edited without its services.
    page.click(&format!("[data-file='{TOSCA}']"));
    page.area(&format!(".file.current[data-file='{TOSCA}']"));
    page.wait_for("a diagram", || (page.texts(".box-label").len() > 2).then_some(()));
    let before = text(&page);
    let typed = "const content = document.querySelector('.cm-content');
        const { view } = content.cmTile ?? content.cmView;
        view.dispatch({ changes: { from: 0, insert: 'nonsense: 1\\n' }, userEvent: 'input.type' });";
    page.run(typed, &[]);
    page.area(".file.current .dirty");

    // Once the module can be fetched, text that was typed in the meantime is checked.
    fs::rename(&away, &module).expect("it can be put back");
    assert!(page.texts(&format!("[data-file='{TOSCA}'] .count")).is_empty());
    page.click("[data-way='fetch']");
    page.wait_until_gone("[data-later='missing']");
    page.area(&format!("[data-file='{TOSCA}'] .count"));
    page.wait_for_text(".counts", |text| text.contains("error") && !text.contains("not checked"));
    press(&page, "#undo");
    page.wait_for("the text as before", || (text(&page) == before).then_some(()));
}
