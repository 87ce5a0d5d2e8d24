//! The element `<descriptorium-view>` with texts that a page passes in: they are drawn, checked and previewed in the page.

#![expect(clippy::expect_used, reason = "panics are reported in the calling test")]

use std::fs;
use std::path::Path;

use descriptorium_tests::browser::Page;
use descriptorium_tests::static_host::Host;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::accessibility::axe;
use super::product;
use super::viewer::{events, wait_for_event};

const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; \
                      require-trusted-types-for 'script'; trusted-types 'none'";
/// The same without the permission to run WebAssembly.
const STRICT: &str = "default-src 'none'; script-src 'self'; connect-src 'self'";

const VIDEO: &str = "name: assembly::video::1.0\nproperties:\n  size: {default: 3}\ncomposition:\n  dns:\n    type: resource::dns::1.0\n    \
                     quantity: 1\n    properties: {zone: {value: '${size}'}}\n";
const DNS: &str = "name: resource::dns::1.0\nproperties: {zone: {}}\nlifecycle: {Create: {}}\n";

/// Records the events of the element.
const LOG: &str = "window.seen = [];
for (const name of ['load', 'select', 'open', 'diagnostics', 'error']) document.addEventListener(`descriptorium-${name}`, (event) => {
  seen.push([name, event.detail.code ?? event.detail.name ?? event.detail.at ?? event.detail.diagnostics.length, event.detail]);
});";

struct Portal {
    folder: TempDir,
    host: Host,
}

impl Portal {
    fn new(policy: &'static str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        copy(&product::view(), folder.path());
        fs::write(folder.path().join("log.js"), LOG).expect("written");
        let host = Host::with_policy(folder.path(), policy).expect("a free address");
        Portal { folder, host }
    }

    /// Opens a page with these elements.
    fn open(&self, body: &str) -> Page {
        let page = format!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Portal</title>\
             <script src=\"log.js\"></script><script type=\"module\" src=\"descriptorium-view.js\"></script></head>\
             <body><main><h1>Portal</h1>{body}</main></body></html>"
        );
        fs::write(self.folder.path().join("index.html"), page).expect("written");
        Page::open(&format!("http://{}/", self.host.address))
    }
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("the package").flatten() {
        let place = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &place);
        } else {
            fs::copy(entry.path(), place).expect("copied");
        }
    }
}

/// The paths of the boxes of the first element.
fn boxes(page: &Page) -> Vec<String> {
    let script = "return [...document.querySelector('descriptorium-view').shadowRoot.querySelectorAll('.box')].map((box) => box.dataset.id);";
    page.run(script, &[]).as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// The text of a panel, once it contains a part.
fn panel(page: &Page, name: &str, part: &str) -> String {
    let script = "const own = document.querySelector('descriptorium-view');
        own.tab = arguments[0];
        return own.shadowRoot.querySelector(`#panel-${arguments[0]}`)?.textContent ?? '';";
    page.wait_for(name, || {
        page.run(script, &[name.into()]).as_str().filter(|text| text.contains(part)).map(str::to_owned)
    })
}

fn give(page: &Page, files: &Value) {
    page.run("document.querySelector('descriptorium-view').files = arguments[0];", std::slice::from_ref(files));
}

const ELEMENT: &str = "<descriptorium-view><p>Fallback</p></descriptorium-view>";

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn texts_are_drawn_checked_and_previewed_in_the_page() {
    let portal = Portal::new(POLICY);
    let page = portal.open(ELEMENT);
    wait_for_event(&page, "error", 1);
    give(&page, &json!({ "video.yaml": VIDEO, "dns.yaml": DNS }));
    assert_eq!(wait_for_event(&page, "load", 1)[0][0], "assembly::video::1.0", "the one that is not a part of another");
    page.run("document.querySelector('descriptorium-view').file = 'dns.yaml';", &[]);
    assert_eq!(wait_for_event(&page, "load", 2)[1][0], "resource::dns::1.0");
    page.run("document.querySelector('descriptorium-view').file = 'assembly::video::1.0';", &[]);
    wait_for_event(&page, "load", 3);
    page.wait_for("a box", || boxes(&page).contains(&"/composition/dns".to_owned()).then_some(()));
    let fetched = "return performance.getEntriesByType('resource').map(({ name }) => name.split('/').at(-1));";
    assert!(!page.run(fetched, &[]).to_string().contains("split_"), "findings are not fetched before they are shown");
    // The position of the box in the text, with its path.
    let click = "const box = document.querySelector('descriptorium-view').shadowRoot.querySelector(\"[data-id='/composition/dns'] .hit\");
        box?.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true }));
        return box !== null;";
    page.wait_for("the box to click on", || page.run(click, &[]).as_bool().filter(|clicked| *clicked));
    let selected = wait_for_event(&page, "select", 1);
    assert_eq!((&selected[0][0], &selected[0][1]["span"]["start"]["line"]), (&json!("/composition/dns"), &json!(5)));
    // The program reports the same for these files.
    assert!(panel(&page, "findings", "assembly/missing-placement").contains("component `dns`"));
    assert_eq!(wait_for_event(&page, "diagnostics", 1)[0][0], 1);
    assert!(panel(&page, "expansion", "Plan").contains("dns"));
    let own = "return document.querySelector('descriptorium-view').expand({ inputs: { size: 9 } }).then((found) => JSON.stringify(found));";
    assert!(
        page.run(own, &[]).as_str().is_some_and(|preview| preview.contains("\"value\":9")),
        "{}",
        page.run(own, &[])
    );
    assert!(panel(&page, "source", "quantity").contains("assembly::video::1.0"));
    assert_eq!(axe(&page).violations(&page), Vec::<String>::new());
    // A change: the diagram follows, and what was found is found again.
    page.run("document.querySelector('descriptorium-view').tab = 'diagram';", &[]);
    let more = format!("{VIDEO}  edge: {{type: 'resource::edge::1.0', quantity: 1}}\n");
    give(&page, &json!({ "video.yaml": more, "dns.yaml": DNS }));
    assert!(boxes(&page).contains(&"/composition/edge".to_owned()), "the diagram is updated at once");
    assert_eq!(events(&page, "load").len(), 3, "it was not loaded again");
    assert!(panel(&page, "findings", "resource::edge::1.0").contains("edge"));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_provider_adds_what_is_mentioned_and_its_failures_change_nothing_else() {
    let portal = Portal::new(POLICY);
    let page = portal.open(ELEMENT);
    wait_for_event(&page, "error", 1);
    page.run(
        "const own = document.querySelector('descriptorium-view');
        window.asked = [];
        own.provider = { resolve: async (name) => {
            asked.push(name);
            if (name.includes('edge')) throw new Error('the store is closed');
            return arguments[1];
        } };
        own.files = { 'video.yaml': arguments[0] };",
        &[format!("{VIDEO}  edge: {{type: 'resource::edge::1.0', quantity: 1}}\n").into(), DNS.into()],
    );
    let errors = wait_for_event(&page, "error", 2);
    assert_eq!(errors[1][1], json!({ "code": "provider", "message": "the store is closed" }));
    assert_eq!(page.run("return asked.sort();", &[]), json!(["resource::dns::1.0", "resource::edge::1.0"]));
    let found = boxes(&page);
    assert!(
        found.contains(&"/composition/dns".to_owned()) && found.contains(&"/composition/edge".to_owned()),
        "{found:?}"
    );
    // A link leads to the descriptor that was added.
    page.run("const own = document.querySelector('descriptorium-view'); own.navigate = 'inside';
        own.shadowRoot.querySelector(\"[data-id='/composition/dns'] a .label\").dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, cancelable: true }));", &[]);
    assert_eq!(wait_for_event(&page, "open", 1)[0][1], json!({ "name": "resource::dns::1.0", "href": null }));
    assert!(panel(&page, "source", "zone").contains("resource::dns"));
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_source_can_be_a_text_or_an_archive_and_bad_ones_are_explained() {
    let portal = Portal::new(POLICY);
    let folder = portal.folder.path();
    fs::write(folder.join("video.yaml"), VIDEO).expect("written");
    fs::write(folder.join("other.yaml"), "a: b\n").expect("written");
    fs::write(folder.join("bad.zip"), b"PK\x03\x04 no").expect("written");
    let mut archive = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for (name, text) in [("a/video.yaml", VIDEO), ("a/dns.yaml", DNS)] {
        archive.start_file(name, zip::write::SimpleFileOptions::default()).expect("an entry");
        std::io::Write::write_all(&mut archive, text.as_bytes()).expect("written");
    }
    fs::write(folder.join("all.zip"), archive.finish().expect("an archive").into_inner()).expect("written");
    let element =
        |id: &str, attributes: &str| format!("<descriptorium-view id=\"{id}\" {attributes}></descriptorium-view>");
    let all = [
        ("text", "video.yaml"),
        ("archive", "all.zip"),
        ("other", "other.yaml"),
        ("bad", "bad.zip"),
        ("gone", "gone.yaml"),
    ];
    let page = portal.open(&all.map(|(id, source)| element(id, &format!("src=\"{source}\""))).concat());
    let mut loaded: Vec<String> = wait_for_event(&page, "load", 2).iter().map(|one| one[0].to_string()).collect();
    loaded.sort();
    assert_eq!(loaded, ["\"assembly::video::1.0\""; 2]);
    let mut failed: Vec<String> = wait_for_event(&page, "error", 3).iter().map(|one| one[0].to_string()).collect();
    failed.sort();
    assert_eq!(failed, ["\"bad-archive\"", "\"not-a-descriptor\"", "\"not-found\""]);
    // An element that is removed while it loads stays silent, and one that moves shows its text again.
    page.run("document.querySelector('#gone').remove(); const own = document.querySelector('#text'); document.body.prepend(own);
        const other = document.querySelector('#archive'); other.src = 'gone.yaml'; other.remove();", &[]);
    page.wait_for("a box", || (!boxes(&page).is_empty()).then_some(()));
    assert_eq!(events(&page, "error").len(), 3);
    // Other texts follow.
    page.run("document.querySelector('#text').files = { 'x.yaml': 7 };", &[]);
    assert_eq!(wait_for_event(&page, "error", 4)[3][0], "invalid-argument");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_policy_without_web_assembly_is_named() {
    let portal = Portal::new(STRICT);
    let page = portal.open(ELEMENT);
    wait_for_event(&page, "error", 1);
    give(&page, &json!({ "video.yaml": VIDEO }));
    let error = &wait_for_event(&page, "error", 2)[1];
    assert_eq!(error[0], "policy");
    assert!(error[1]["message"].as_str().is_some_and(|message| message.contains("'wasm-unsafe-eval'")), "{error}");
    let shown = "const root = document.querySelector('descriptorium-view').shadowRoot; return [root.querySelector('[role=alert]').textContent, root.querySelector('slot') !== null];";
    assert_eq!(page.run(shown, &[])[1], json!(true), "the fallback stays");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn pages_from_disk_get_an_explanation() {
    let portal = Portal::new(POLICY);
    let page = format!(
        "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Portal</title><script src=\"log.js\"></script>\
         <script src=\"descriptorium-view.classic.js\"></script>{ELEMENT}</html>"
    );
    fs::write(portal.folder.path().join("page.html"), page).expect("written");
    let page = Page::open(&format!("file://{}/page.html", portal.folder.path().display()));
    wait_for_event(&page, "error", 1);
    give(&page, &json!({ "video.yaml": VIDEO }));
    let error = &wait_for_event(&page, "error", 2)[1];
    assert_eq!(error[0], "cannot-load");
    assert!(error[1]["message"].as_str().is_some_and(|message| message.contains("web server")), "{error}");
}
