//! The modeller as a part of a site on a static host: it opens the catalog that was published with it.

#![expect(clippy::expect_used, reason = "panics are reported in the calling test")]

use std::fs;
use std::process::Command;

use descriptorium_tests::browser::Page;
use descriptorium_tests::paths;
use descriptorium_tests::static_host::Host;
use serde_json::json;
use tempfile::TempDir;

use super::offline::{wait_until_kept, work};
use super::product;
use super::text_pane::text;

/// A descriptor of the examples, and its page.
const FILE: &str = "resources/dns-record-1.0.yaml";
const PAGE: &str = "resource/fjord.dns_record/1.0.html";

/// The site of `examples/` with the modeller, not at the root of its host.
fn site() -> (TempDir, Host, String) {
    let program = product::program();
    let folder = tempfile::tempdir().expect("a folder");
    let out = folder.path().join("docs/catalog");
    let mut command = Command::new(program);
    command.arg("build").arg(paths::root().join("examples")).arg("--out").arg(&out).arg("--modeller");
    assert!(command.output().is_ok_and(|run| run.status.success()));
    let host = Host::start(folder.path()).expect("a free address");
    let url = format!("http://{}/docs/catalog", host.address);
    (folder, host, url)
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_descriptor_is_changed_stored_and_downloaded() {
    let (folder, _host, url) = site();
    let published = fs::read_to_string(paths::root().join("examples").join(FILE)).expect("a file");
    let page = Page::open(&format!("{url}/{PAGE}"));
    page.click("a[href$='modeller/index.html#resources/dns-record-1.0.yaml']");
    page.area(&format!(".file.current[data-file='{FILE}']"));
    page.area(".cm-content");
    page.wait_for("its text", || (text(&page) == published).then_some(()));
    page.wait_for_text("[data-kept='nowhere'] .conflict-text", |text| text.contains("published catalog"));
    page.wait_for_text(".crumb", |title| title == "Examples");
    page.wait_for("a diagram", || (!page.texts(".box-label").is_empty()).then_some(()));
    // Changes are stored in this browser only.
    page.area("#save:disabled");
    work(&page, FILE, "# mine");
    page.reload();
    page.area(".file.current .dirty");
    page.area(".cm-content");
    page.wait_for("the draft", || text(&page).ends_with("# mine").then_some(()));
    // Saving downloads the file, which stays changed: the host still has the old one.
    product::note_downloads(&page);
    assert_eq!(page.text("#save"), "Download");
    page.click("#save");
    page.wait_for_text(".notice", |notice| notice == "Downloaded 1 file");
    let mine = format!("{published}# mine");
    page.wait_for("the download", || {
        (page.run("return window.downloads;", &[]) == json!(["dns-record-1.0.yaml", mine])).then_some(())
    });
    page.area(".file.current .dirty");
    let host = folder.path().join("docs/catalog/modeller/catalog.json");
    assert!(!fs::read_to_string(host).expect("a file").contains("# mine"));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn without_a_network_the_last_version_of_the_catalog_opens() {
    let (folder, host, url) = site();
    let modeller = format!("{url}/modeller/index.html");
    let page = Page::open(&modeller);
    page.area(&format!("[data-file='{FILE}']"));
    wait_until_kept(&page, None);
    // After another deployment, the new catalog is shown and cached.
    let catalog = folder.path().join("docs/catalog/modeller/catalog.json");
    let text = fs::read_to_string(&catalog).expect("a file");
    fs::write(&catalog, text.replace("resources/dns-record-1.0.yaml", "resources/renamed.yaml")).expect("written");
    page.reopen(&modeller);
    page.area("[data-file='resources/renamed.yaml']");
    let kept = "return caches.match('catalog.json').then((found) => found.text()).then((text) => text.includes('resources/renamed.yaml'));";
    page.wait_for("it to be stored", || page.run(kept, &[]).as_bool().filter(|kept| *kept));
    host.stop();
    page.reopen(&modeller);
    page.area("[data-file='resources/renamed.yaml']");
    page.wait_for_text("[data-kept='nowhere'] .conflict-text", |text| text.contains("published catalog"));
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn from_a_local_file_there_is_an_explanation() {
    let (folder, _host, _url) = site();
    let page = Page::open(&format!("file://{}/docs/catalog/{PAGE}", folder.path().display()));
    page.click("a[href$='modeller/index.html#resources/dns-record-1.0.yaml']");
    page.wait_for_text(".boot-failure", |why| why.contains("Open this site from a web server"));
}
