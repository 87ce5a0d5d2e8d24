//! The modeller without the program: the example, local folders, and new descriptors.

use std::fs;
use std::thread;
use std::time::Duration;

use descriptorium_tests::browser::Page;
use descriptorium_tests::browser::input::{CONTROL, ENTER, TAB};
use descriptorium_tests::paths;
use descriptorium_tests::static_host::Host;

use super::product;
use super::served_folder::Served;
use super::text_pane::{put_cursor_behind, text};

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_example_opens_without_a_program() {
    let url = product::modeller();
    let page = Page::open(&url);
    page.wait_for_text("[data-kept='nowhere'] .conflict-text", |text| text.contains("built-in example"));
    // All of it, as in the repository, except the catalog whose scripts a page cannot have.
    let mut files = paths::texts(&paths::root().join("examples"), &[".yaml"]);
    files.retain(|(path, _)| !path.as_str().starts_with("tosca/"));
    let listed =
        page.run("return [...document.querySelectorAll('[data-file]')].map((file) => file.dataset.file);", &[]);
    let mut expected: Vec<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
    let mut listed: Vec<&str> = listed.as_array().into_iter().flatten().filter_map(serde_json::Value::as_str).collect();
    expected.sort_unstable();
    listed.sort_unstable();
    assert_eq!(listed, expected);
    page.wait_for("a diagram", || (page.texts(".box-label").len() > 4).then_some(()));
    // It cannot be saved, but changes survive the tab.
    page.click("[data-file='resources/dns-record-1.0.yaml']");
    page.area(".file.current[data-file='resources/dns-record-1.0.yaml']");
    page.wait_for("its text", || text(&page).contains("dns_record").then_some(()));
    put_cursor_behind(&page, "name: resource::fjord.dns_record::1.0");
    page.type_text(" # mine");
    page.area(".file.current .dirty");
    assert_eq!(page.run("return document.querySelector('#save').disabled;", &[]), true);
    thread::sleep(Duration::from_secs(1));
    page.reopen(&url);
    page.click("[data-way='take-up']");
    page.wait_for("the draft", || text(&page).contains("::1.0 # mine").then_some(()));
    page.expect_no_complaints();
}

/// The browser asks for a folder; the test uses the private file system of the page, which has the same interface.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_folder_is_opened_and_saved_to_without_a_program() {
    let (a, b) = (
        "name: assembly::a::1.0\nproperties: {}\ncomposition: {}\n",
        "name: resource::b::1.0\nlifecycle: {Create: {}}\n",
    );
    let files = [("a.yaml", a), ("parts/b.yaml", b), (".git/c.yaml", "x"), ("notes.txt", "x")];
    let page = product::modeller_beside(&files);
    page.click("#open-folder");
    page.area("[data-file='parts/b.yaml']");
    let listed =
        page.run("return [...document.querySelectorAll('[data-file]')].map((file) => file.dataset.file);", &[]);
    assert_eq!(listed, serde_json::json!(["a.yaml", "parts/b.yaml"]));
    page.wait_for("its text", || (text(&page) == a).then_some(()));
    put_cursor_behind(&page, "name: assembly::a::1.0");
    page.type_text(" # mine");
    page.press(&[CONTROL, "s"]);
    page.wait_for_text(".notice", |notice| notice == "Saved 1 file");
    let disk = "return (async () => {
        const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('catalog');
        return await (await (await folder.getFileHandle('a.yaml')).getFile()).text();
    })();";
    let mine = a.replace("::1.0", "::1.0 # mine");
    assert_eq!(page.run(disk, &[]), serde_json::json!(mine));
    // Another program changes it: it is not overwritten without being shown.
    let other = "return (async () => {
        const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('catalog');
        const file = await (await folder.getFileHandle('a.yaml')).createWritable();
        await file.write('theirs: 1\\n');
        await file.close();
        return true;
    })();";
    page.type_text("!");
    page.run(other, &[]);
    page.press(&[CONTROL, "s"]);
    page.wait_for_text(".notice", |notice| notice.contains("changed on disk"));
    assert_eq!(page.run(disk, &[]), "theirs: 1\n");
    page.click("[data-conflict] [data-way='ours']");
    page.wait_until_gone("[data-conflict]");
    assert_eq!(page.run(disk, &[]), serde_json::json!(mine.replace("mine", "mine!")));
}

/// A reloaded page reopens the folder if it has permission, and otherwise offers it.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_folder_is_reopened_after_the_page_was_left() {
    let own = "name: assembly::own::1.0\nproperties: {}\ncomposition: {}\n";
    let page = product::modeller_beside(&[("own.yaml", own)]);
    assert!(page.texts("[data-way='again']").is_empty());
    page.click("#open-folder");
    page.area(".file.current[data-file='own.yaml']");
    page.wait_for_text(".notice", |notice| notice == "Opened catalog");
    let is_kept = "return new Promise((done) => {
        const request = indexedDB.open('descriptorium');
        request.onsuccess = () => {
            const asked = request.result.transaction('drafts').objectStore('drafts').get('folder');
            asked.onsuccess = () => { request.result.close(); done(asked.result?.[0]?.name ?? ''); };
        };
    });";
    page.wait_for("the folder is kept", || (page.run(is_kept, &[]) == "catalog").then_some(()));
    page.reload();
    page.area(".file.current[data-file='own.yaml']");
    assert!(page.texts("[data-kept='nowhere']").is_empty());
    // In another tab, the user is asked first, and then the browser.
    let home = page.run("return location.origin + location.pathname;", &[]);
    page.reopen(home.as_str().expect("an address"));
    page.wait_for_text("[data-way='again']", |text| text == "Reopen catalog");
    let refuse = "FileSystemHandle.prototype.requestPermission = async ({ mode }) => mode === 'readwrite' ? 'denied' : 'granted';";
    page.run(refuse, &[]);
    page.click("[data-way='again']");
    page.wait_for_text(".notice.failure", |notice| notice == "Not opened: the browser denies access to catalog");
    page.run("FileSystemHandle.prototype.requestPermission = async () => 'granted';", &[]);
    page.click("[data-way='again']");
    page.area(".file.current[data-file='own.yaml']");
    page.wait_until_gone("[data-kept='nowhere']");
    page.wait_for("the folder is kept", || (page.run(is_kept, &[]) == "catalog").then_some(()));
    // Without permission, a reloaded page offers it as well.
    let ask = "FileSystemHandle.prototype.queryPermission = async () => 'prompt';";
    page.devtools("Page.addScriptToEvaluateOnNewDocument", serde_json::json!({ "source": ask }));
    page.reload();
    page.area("[data-way='again']");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_descriptor_is_created_from_a_template() {
    let served = Served::files(&[("a.yaml", "name: assembly::a::1.0\nproperties: {}\ncomposition: {}\n")]);
    let page = &served.page;
    page.click("#new");
    page.click(".dialog .picker-item:nth-child(2)");
    page.area(".dialog [data-input='name']:focus");
    page.click(".dialog .go-on");
    // It is named in the same way as the existing file is named after its descriptor.
    page.area(".file.current[data-file='new_resource.yaml'] .dirty");
    page.wait_for("its text", || served.text().starts_with("name: resource::new_resource::1.0\n").then_some(()));
    // By keyboard alone, with a name and into a folder.
    page.press(&[CONTROL, "k"]);
    page.area(".dialog .picker-input:focus");
    page.type_text("new ass");
    page.press(&[ENTER]);
    page.area(".dialog [data-input='name']:focus");
    page.press(&[CONTROL, "a"]);
    page.type_text("assembly::b::1.0");
    page.press(&[TAB]);
    page.area(".dialog [data-input='file']:focus");
    page.press(&[CONTROL, "a"]);
    page.type_text("deep/b.yaml");
    page.press(&[ENTER]);
    page.area(".file.current[data-file='deep/b.yaml']");
    page.wait_until_gone(".dialog");
    page.click("#save");
    served.wait_for_notice("Saved 2 files");
    assert!(served.disk("deep/b.yaml").starts_with("name: assembly::b::1.0\n"));
    page.click("#undo");
    page.area(".file.gone[data-file='deep/b.yaml']");
    page.expect_no_complaints();
}

/// The oracle for the notice is a style sheet that asks for something that no browser has.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_browser_that_is_too_old_is_told_which_ones_are_supported() {
    // In the minified style sheet.
    const ASKED: &str = "@supports not (color: light-dark(red,red))";
    const VERSIONS: [&str; 3] = ["Chrome and Edge 123", "Firefox 120", "Safari 17.5"];
    let folder = product::copy("");
    let host = Host::start(folder.path()).expect("a free address");
    let url = format!("http://{}/", host.address);
    let shown =
        "const notice = document.querySelector('#old-browser'); return notice.checkVisibility() && notice.textContent;";
    let page = Page::open(&url);
    page.area(".modeller");
    assert_eq!(page.run(shown, &[]), false, "this browser is new enough");

    let versions = fs::read_dir(folder.path()).expect("a folder").flatten().map(|entry| entry.path());
    let sheet =
        versions.map(|version| version.join("modeller.css")).find(|file| file.is_file()).expect("a style sheet");
    let text = fs::read_to_string(&sheet).expect("readable");
    assert!(text.contains(ASKED));
    fs::write(&sheet, text.replace(ASKED, "@supports not (color: newer(red))")).expect("writable");
    let old = Page::open(&url);
    let notice = old.wait_for("the notice", || old.run(shown, &[]).as_str().map(str::to_owned));
    let readme = fs::read_to_string(paths::root().join("README.md")).expect("readable");
    for version in VERSIONS {
        assert!(notice.contains(version) && readme.contains(version), "{version}: {notice}");
    }
    old.area(".modeller");
}
