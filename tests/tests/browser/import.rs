//! Pictures and archives that are imported into a folder: only files that can be saved are added, and all are named.

#![expect(clippy::expect_used, reason = "panics are reported in the calling test")]

use std::fs;
use std::thread;
use std::time::Duration;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use descriptorium_tests::browser::Page;
use descriptorium_tests::browser::input::CONTROL;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::product;
use super::served_folder::Served;
use super::text_pane::{put_cursor_behind, text};

const A: &str = "name: assembly::a::1.0\ndescription: one\nproperties: {}\ncomposition: {}\n";
const B: &str = "name: resource::b::1.0\nlifecycle: {Create: {}}\n";
const FILES: [(&str, &str); 6] = [
    ("b.yaml", B),
    ("parts/c.yaml", "name: resource::c::1.0\nlifecycle: {Create: {}}\n"),
    (".git/hooks/pre-commit", "#!/bin/sh\n"),
    (".github/workflows/x.yml", "on: push\n"),
    ("run.sh", "#!/bin/sh\n"),
    ("../up.yaml", B),
];

/// A picture with these files, as the modeller saves it.
fn picture(name: &str, files: &[(&str, &str)]) -> (TempDir, String) {
    let encode = |text: &str| BASE64_STANDARD.encode(text);
    let words = files.iter().map(|(path, text)| format!(" {}:{}", encode(path), encode(text)));
    let text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\"><metadata>descriptorium{}</metadata></svg>",
        words.collect::<String>()
    );
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join(name);
    fs::write(&file, text).expect("a file");
    let file = file.to_string_lossy().into_owned();
    (folder, file)
}

/// All files of the private file system of the page, hidden ones too.
fn disk(page: &Page) -> Vec<String> {
    let script = "const list = async (folder, place) => {
            const found = [];
            for await (const [name, handle] of folder.entries()) {
                found.push(...(handle.kind === 'file' ? [place + name] : await list(handle, `${place}${name}/`)));
            }
            return found;
        };
        return navigator.storage.getDirectory().then((root) => list(root, '')).then((found) => found.sort());";
    let found = page.run(script, &[]);
    found.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_picture_writes_only_files_of_a_catalog_to_a_folder_of_the_browser() {
    let page = product::modeller_beside(&[("a.yaml", A)]);
    page.click("#open-folder");
    page.area(".file.current[data-file='a.yaml']");
    let (_folder, file) = picture(".git.svg", &FILES);
    page.choose_file("#open-files", &file);
    // Every file is named: those that are written, and those that are not, with the reason.
    let written = page.wait_for_text(".dialog .dialog-files", |text| !text.is_empty());
    assert_eq!(written, "diagram/b.yaml\ndiagram/parts/c.yaml");
    let left_out = page.texts(".dialog .dialog-list li");
    assert_eq!(left_out.len(), 4, "{left_out:?}");
    for (path, _) in &FILES[2..] {
        assert!(left_out.iter().any(|left| left.starts_with(&format!("{path}: "))), "{path}: {left_out:?}");
    }
    page.screenshot("import");
    page.click(".dialog [data-way='copy']");
    page.area("[data-file='diagram/b.yaml'] .dirty");
    page.press(&[CONTROL, "s"]);
    page.wait_for_text(".notice", |notice| notice == "Saved 2 files");
    assert_eq!(disk(&page), ["catalog/a.yaml", "catalog/diagram/b.yaml", "catalog/diagram/parts/c.yaml"]);
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_picture_is_imported_into_a_served_folder_by_the_same_rules() {
    let served = Served::files(&[("a.yaml", A)]);
    let page = &served.page;
    let (_folder, file) = picture("whole.svg", &FILES);
    page.choose_file("#open-files", &file);
    let written = page.wait_for_text(".dialog .dialog-files", |text| !text.is_empty());
    assert_eq!(written, "whole/b.yaml\nwhole/parts/c.yaml");
    page.click(".dialog [data-way='copy']");
    page.area("[data-file='whole/b.yaml'] .dirty");
    page.press(&[CONTROL, "s"]);
    served.wait_for_notice("Saved 2 files");
    assert_eq!(served.disk("whole/b.yaml"), B);
    let hidden = picture("hooks.svg", &FILES[2..4]);
    page.choose_file("#open-files", &hidden.1);
    served.wait_for_notice(".git/hooks/pre-commit: hidden files are not written");
    assert!(page.texts(".dialog").is_empty());
}

/// The browser gives no path, but recognizes a folder that was opened before.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn drafts_are_not_offered_in_another_folder_of_the_same_name() {
    let page = product::modeller_beside(&[("a.yaml", A)]);
    page.click("#open-folder");
    page.area(".file.current[data-file='a.yaml']");
    put_cursor_behind(&page, "description: one");
    page.type_text("!");
    let ours = A.replace("one", "one!");
    page.wait_for("the typed text", || (text(&page) == ours).then_some(()));
    thread::sleep(Duration::from_secs(1));
    let script = "const [text] = arguments;
        window.confirm = () => true;
        return (async () => {
            const root = await navigator.storage.getDirectory();
            window.first = await root.getDirectoryHandle('catalog');
            const other = await root.getDirectoryHandle('other', { create: true });
            const catalog = await other.getDirectoryHandle('catalog', { create: true });
            const file = await (await catalog.getFileHandle('a.yaml', { create: true })).createWritable();
            await file.write(text);
            await file.close();
            window.showDirectoryPicker = async () => catalog;
            return catalog.name;
        })();";
    assert_eq!(page.run(script, &[json!(A)]), "catalog");
    page.click("#open-folder");
    page.wait_for("the text there", || (text(&page) == A).then_some(()));
    thread::sleep(Duration::from_secs(1));
    assert!(page.texts(".dirty").is_empty() && page.texts("[data-kept='offer']").is_empty());
    assert_eq!(text(&page), A);
    // Back in the first one, this tab restores its work.
    page.run("window.showDirectoryPicker = async () => window.first;", &[]);
    page.click("#open-folder");
    page.wait_for("the draft", || (text(&page) == ours).then_some(()));
}
