//! The modeller without a network: it starts from the cache of the browser, and never with mixed versions.

#![expect(clippy::expect_used, reason = "panics are reported in the calling test")]

use std::fs;
use std::path::Path;

use descriptorium_tests::browser::Page;
use descriptorium_tests::static_host::Host;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::product;
use super::text_pane::text;

/// The path of the modeller on its host: not the root, as on most.
const PLACE: &str = "tools/modeller";

/// A host with a replaceable modeller, and its address.
fn host() -> (TempDir, Host, String) {
    let folder = product::copy(PLACE);
    let host = Host::start(folder.path()).expect("a free address");
    let url = format!("http://{}/{PLACE}/", host.address);
    (folder, host, url)
}

/// Waits until the modeller is cached, in the version `version` if that is given.
pub fn wait_until_kept(page: &Page, version: Option<&str>) {
    let script = "return navigator.serviceWorker.getRegistration().then(async (found) => {
        const names = await caches.keys();
        return found?.active?.state === 'activated' && !found.installing && !found.waiting && names.some((name) => name.endsWith(arguments[0]));
    });";
    page.wait_for("the browser to store it", || {
        page.run(script, &[json!(version.unwrap_or(""))]).as_bool().filter(|kept| *kept)
    });
}

/// The versions (folder names) from which the page has loaded files.
fn versions(page: &Page) -> Vec<String> {
    let script = "const place = /\\/tools\\/modeller\\/([0-9a-f]{16})\\//;
        return [...new Set(performance.getEntriesByType('resource').map(({ name }) => place.exec(name)?.[1]).filter(Boolean))];";
    let found = page.run(script, &[]);
    found.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Types `typed` at the end of the file at `path` of the example, and waits until the draft is stored.
pub fn work(page: &Page, path: &str, typed: &str) {
    page.click(&format!("[data-file='{path}']"));
    page.area(&format!(".file.current[data-file='{path}']"));
    let script = "const content = document.querySelector('.cm-content');
        const { view } = content.cmTile ?? content.cmView;
        view.dispatch({ selection: { anchor: view.state.doc.length } });
        view.focus();";
    page.run(script, &[]);
    page.type_text(typed);
    let kept = "return new Promise((resolve) => {
        const asked = indexedDB.open('descriptorium');
        asked.onsuccess = () => {
            const found = asked.result.transaction('drafts').objectStore('drafts').getAll();
            found.onsuccess = () => { asked.result.close(); resolve(JSON.stringify(found.result).includes(arguments[0])); };
        };
    });";
    page.wait_for("the draft to be stored", || page.run(kept, &[json!(typed)]).as_bool().filter(|kept| *kept));
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn without_a_network_it_starts_with_its_drafts() {
    const FILE: &str = "resources/dns-record-1.0.yaml";
    let (_folder, host, url) = host();
    let page = Page::open(&url);
    page.area("[data-kept='nowhere']");
    wait_until_kept(&page, None);
    work(&page, FILE, "# first");
    host.stop();
    page.reopen(&url);
    page.click("[data-way='take-up']");
    page.wait_for("the draft", || text(&page).ends_with("# first").then_some(()));
    // Changes without a network are stored too, and the diagram follows.
    work(&page, FILE, " # second");
    page.reopen(&url);
    page.click("[data-way='take-up']");
    page.wait_for("the draft", || text(&page).ends_with("# first # second").then_some(()));
    page.click("[data-file='assemblies/video-service-1.0.yaml']");
    page.wait_for("a diagram", || (page.texts(".box-label").len() > 4).then_some(()));
    // Lazily loaded files are cached as well.
    page.click("#tab-preview");
    page.area(".expansion tbody tr");
    page.expect_no_complaints();
}

/// The languages whose modules the page has fetched, from the network or from the cache.
fn languages(page: &Page) -> Vec<String> {
    let script = "const place = /split_(assembly|tosca|asd|homing)\\.wasm$/;
        return performance.getEntriesByType('resource').map(({ name }) => place.exec(name)?.[1]).filter(Boolean).sort();";
    let found = page.run(script, &[]);
    found.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// The page has fetched the module of one language, and the worker caches the others in the meantime.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_first_file_of_a_language_opens_without_a_network() {
    const ASSEMBLY: &str = "name: assembly::a::1.0\nproperties:\n  size: {type: integer}\n";
    const TOSCA: &str = "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n    web:\n      \
        type: tosca.nodes.WebServer\n      requirements:\n        - host: {node: nowhere}\n";
    let (folder, host, url) = host();
    let place = folder.path().join(PLACE);
    let versions = fs::read_dir(&place).expect("a folder").flatten().map(|entry| entry.path().join("example.json"));
    let example = versions.into_iter().find(|path| path.is_file()).expect("an example");
    let only = json!([{ "path": "a.yaml", "text": ASSEMBLY }]);
    fs::write(example, only.to_string()).expect("it can be written");
    let page = Page::open(&url);
    page.area(".modeller[data-part='here'] [data-file='a.yaml']");
    wait_until_kept(&page, None);
    assert_eq!(languages(&page), ["assembly"]);
    host.stop();
    // The network is gone for the open page and for a new one.
    for is_again in [false, true] {
        if is_again {
            page.reopen(&url);
        }
        page.area(".modeller[data-part='here'] [data-file='a.yaml']");
        assert_eq!(languages(&page), ["assembly"], "again: {is_again}");
        let file = tempfile::tempdir().expect("a folder");
        let file = (file.path().join("service.yaml"), file);
        fs::write(&file.0, TOSCA).expect("it can be written");
        page.choose_file("#open-files", &file.0.to_string_lossy());
        page.area(".file.current[data-file='service.yaml']");
        page.wait_for("a diagram", || page.texts(".box-label").contains(&"web".to_owned()).then_some(()));
        page.area(".modeller[data-part='here']");
        page.area("[data-file='service.yaml'] .count.error");
        assert_eq!(languages(&page), ["assembly", "tosca"], "again: {is_again}");
    }
    page.expect_no_complaints();
}

/// Deploys another version: the same files in a folder with another name, and a page with `mark`. With `is_whole`
/// false, the deployment is incomplete: the page is there, its files are not.
fn publish(folder: &Path, version: &str, mark: &str, is_whole: bool) {
    let place = folder.join(PLACE);
    let is_version = |name: &String| name.len() == 16 && name.bytes().all(|byte| byte.is_ascii_hexdigit());
    let entries = fs::read_dir(&place).expect("a folder").flatten();
    let before = entries.filter_map(|entry| entry.file_name().into_string().ok()).find(is_version).expect("a version");
    for name in ["index.html", "worker.js"] {
        let content = fs::read_to_string(place.join(name)).expect("a file").replace(&before, version);
        fs::write(
            place.join(name),
            content.replace("<title>", &format!("<meta name=\"mark\" content=\"{mark}\"><title>")),
        )
        .expect("a file");
    }
    if is_whole {
        fs::rename(place.join(before), place.join(version)).expect("a folder");
    }
}

/// The mark in the page.
fn mark(page: &Page) -> String {
    page.run("return document.querySelector('meta[name=mark]')?.content ?? '';", &[]).as_str().unwrap_or("").to_owned()
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_new_version_is_cached_as_a_whole() {
    const NEXT: &str = "00000000000000aa";
    const HALF: &str = "00000000000000bb";
    let (folder, host, url) = host();
    let page = Page::open(&url);
    page.area("[data-kept='nowhere']");
    wait_until_kept(&page, None);
    let first = versions(&page);
    assert_eq!(first.len(), 1, "{first:?}");
    publish(folder.path(), NEXT, "Next", true);
    // With a network, the page is the deployed one.
    page.reopen(&url);
    page.area("[data-kept='nowhere']");
    assert_eq!((mark(&page), versions(&page)), ("Next".to_owned(), vec![NEXT.to_owned()]));
    wait_until_kept(&page, Some(NEXT));
    // An incomplete deployment of the next one: it is not cached, and the one before is used.
    publish(folder.path(), HALF, "Half", false);
    let update = "return navigator.serviceWorker.getRegistration().then((found) => found.update()).then(() => 'kept', () => 'refused');";
    let outcome = page.run(update, &[]);
    page.wait_for("the worker to be refused", || {
        let script =
            "return navigator.serviceWorker.getRegistration().then((found) => !found.installing && !found.waiting);";
        page.run(script, &[]).as_bool().filter(|idle| *idle)
    });
    host.stop();
    page.reopen(&url);
    page.area("[data-kept='nowhere']");
    assert_eq!((mark(&page), versions(&page)), ("Next".to_owned(), vec![NEXT.to_owned()]), "{outcome}");
    let kept = page.run("return caches.keys();", &[]).to_string();
    assert!(!kept.contains(HALF), "{kept}");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn it_can_be_installed() {
    let url = product::modeller();
    let page = Page::open(&url);
    page.area("[data-kept='nowhere']");
    let manifest = page.devtools("Page.getAppManifest", json!({}));
    assert_eq!(manifest["errors"], json!([]), "{manifest:#}");
    assert_eq!(
        manifest["manifest"]["startUrl"].as_str().or(manifest["parsed"]["startUrl"].as_str()).unwrap_or(&url),
        url
    );
    let errors = page.devtools("Page.getInstallabilityErrors", json!({}));
    assert_eq!(errors["installabilityErrors"], json!([]));
}
