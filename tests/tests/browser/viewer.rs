//! The element `<descriptorium-view>` in pages of others: under a strict policy, with hostile styles, and with bad sources.

#![expect(clippy::expect_used, reason = "panics are reported in the calling test")]

use std::fs;
use std::path::Path;
use std::process::Command;

use descriptorium_tests::browser::Page;
use descriptorium_tests::browser::input::{ENTER, Input, TAB};
use descriptorium_tests::static_host::Host;
use descriptorium_tests::{browser::Area, paths};
use serde_json::{Value, json};
use tempfile::TempDir;

use super::accessibility::axe;
use super::product;

/// Permits neither styles nor HTML from strings.
const POLICY: &str = "default-src 'none'; script-src 'self'; connect-src 'self'; require-trusted-types-for 'script'; trusted-types 'none'";
const SERVICE: &str = "site/assembly/video/1.0.json";
/// A small catalog: the sample catalog has 700 pages.
const CATALOG: [(&str, &str); 3] = [
    (
        "video.yaml",
        "name: assembly::video::1.0\nproperties: {}\ncomposition:\n  dns: {type: 'resource::dns::1.0', quantity: 1}\n  \
         edge: {type: 'resource::edge::1.0', quantity: 1}\n",
    ),
    ("dns.yaml", "name: resource::dns::1.0\nlifecycle: {Create: {}}\n"),
    ("edge.yaml", "name: resource::edge::1.0\nlifecycle: {Create: {}}\n"),
];

/// Pages beside a site and the scripts of the viewer.
struct Portal {
    folder: TempDir,
    host: Host,
}

impl Portal {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let done = |command: &mut Command| assert!(command.status().expect("it starts").success(), "{command:?}");
        let (catalog, site) = (folder.path().join("catalog"), folder.path().join("site"));
        fs::create_dir(&catalog).expect("a folder");
        CATALOG.iter().for_each(|(name, text)| write(&catalog, name, text));
        done(Command::new(product::program()).arg("build").arg(catalog).arg("--out").arg(site));
        done(Command::new("node").arg(paths::root().join("embed/view/build.mjs")).arg(folder.path()));
        write(folder.path(), "log.js", LOG);
        let host = Host::with_policy(folder.path(), POLICY).expect("a free address");
        Portal { folder, host }
    }

    /// Opens a page with this content.
    fn open(&self, head: &str, body: &str) -> Page {
        let page = format!(
            "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Portal</title>{head}\
             <script src=\"log.js\"></script><script type=\"module\" src=\"descriptorium-view.js\"></script></head>\
             <body><main><h1>Portal</h1>{body}</main></body></html>"
        );
        write(self.folder.path(), "index.html", &page);
        Page::open(&format!("http://{}/", self.host.address))
    }
}

fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("written");
}

/// Records the events of the viewer.
const LOG: &str = "window.seen = [];
for (const name of ['load', 'select', 'open', 'error']) document.addEventListener(`descriptorium-${name}`, (event) => {
  seen.push([name, event.target.id, event.detail.at ?? event.detail.code ?? event.detail.name]);
  if (window.stays) event.preventDefault();
});";

/// The events with a name, as the page has recorded them.
pub fn events(page: &Page, name: &str) -> Vec<Value> {
    let seen =
        page.run("return seen.filter(([name]) => name === arguments[0]).map(([, ...rest]) => rest);", &[name.into()]);
    seen.as_array().cloned().unwrap_or_default()
}

pub fn wait_for_event(page: &Page, name: &str, number: usize) -> Vec<Value> {
    page.wait_for(name, || Some(events(page, name)).filter(|found| found.len() >= number))
}

/// The area of an element in the shadow root of the first viewer.
fn inside(page: &Page, selector: &str) -> Area {
    let script = "const found = document.querySelector('descriptorium-view').shadowRoot.querySelector(arguments[0]);
        if (!found) return null;
        const { x, y, width, height } = found.getBoundingClientRect();
        return [x, y, width, height];";
    page.wait_for(selector, || {
        let found = page.run(script, &[selector.into()]);
        let side = |at: usize| found.get(at).and_then(Value::as_f64);
        let area = Area { x: side(0)?, y: side(1)?, width: side(2)?, height: side(3)? };
        (area.width > 0.0 && area.height > 0.0).then_some(area)
    })
}

fn click(page: &Page, selector: &str) {
    page.perform(Input::new().click(inside(page, selector).center()));
}

fn viewer(attributes: &str) -> String {
    format!("<descriptorium-view id=\"own\" {attributes}><p>Fallback</p></descriptorium-view>")
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_box_is_selected_and_its_link_opened_under_a_strict_policy() {
    let portal = Portal::new();
    let page = portal.open("", &viewer(&format!("src=\"{SERVICE}\"")));
    assert_eq!(wait_for_event(&page, "load", 1), [json!(["own", "assembly::video::1.0"])]);
    page.run("window.stays = true;", &[]);
    // Beside its label, which is the link.
    click(&page, "[data-id='/composition/dns'] .hit");
    assert_eq!(events(&page, "select"), [json!(["own", "/composition/dns"])]);
    assert!(events(&page, "open").is_empty(), "a box was opened");
    click(&page, "[data-id='/composition/dns'] a .label");
    assert_eq!((events(&page, "open").len(), events(&page, "select").len()), (1, 1));
    // By keys: the box has the focus, and the link follows.
    page.run(
        "document.querySelector('#own').shadowRoot.querySelector(\"[data-id='/composition/edge'] .hit\").focus();",
        &[],
    );
    page.press(&[ENTER]);
    assert_eq!(events(&page, "select").last(), Some(&json!(["own", "/composition/edge"])));
    page.press(&[TAB]);
    page.press(&[ENTER]);
    assert_eq!(wait_for_event(&page, "open", 2).len(), 2);
    let scale = "return Number(/scale\\(([^)]*)/.exec(document.querySelector('#own').shadowRoot.querySelector('.scene > g').getAttribute('transform'))[1]);";
    let before = page.run(scale, &[]).as_f64().expect("a number");
    page.press(&["+"]);
    assert!(page.run(scale, &[]).as_f64().expect("a number") > before);
    for tab in ["findings", "expansion", "source", "diagram"] {
        click(&page, &format!("#tab-{tab}"));
        inside(&page, &format!("#panel-{tab}"));
        assert_eq!(axe(&page).violations(&page), Vec::<String>::new(), "{tab}");
    }
    // The link leads to another descriptor, which is shown in place.
    page.run("window.stays = false; document.querySelector('#own').navigate = 'inside';", &[]);
    click(&page, "[data-id='/composition/dns'] a .label");
    assert_eq!(wait_for_event(&page, "load", 2)[1], json!(["own", "resource::dns::1.0"]));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn hostile_styles_change_nothing_inside() {
    let portal = Portal::new();
    write(portal.folder.path(), "hostile.css", "* { all: revert; } svg, button { display: none !important; }");
    let page = portal.open(
        "",
        &format!("<div dir=\"rtl\" lang=\"de\">{}</div>", viewer(&format!("src=\"{SERVICE}\" theme=\"dark\""))),
    );
    wait_for_event(&page, "load", 1);
    // The policy forbids style sheets, so it is adopted.
    page.run(
        "const sheet = new CSSStyleSheet(); sheet.replaceSync(arguments[0]); document.adoptedStyleSheets = [sheet];",
        &[fs::read_to_string(portal.folder.path().join("hostile.css")).expect("a file").into()],
    );
    assert!(inside(&page, ".scene").height > 200.0);
    inside(&page, "#tab-findings");
    let root = "const style = getComputedStyle(document.querySelector('#own').shadowRoot.querySelector('.root'));
        return [style.colorScheme, style.backgroundColor];";
    assert_eq!(page.run(root, &[]), json!(["dark", "rgb(26, 27, 32)"]));
    let text = "return document.querySelector('#own').shadowRoot.querySelector('#tab-diagram').textContent;";
    assert_eq!(page.run(text, &[]), "Diagramm");
    page.screenshot("viewer-hostile");
}

/// The text of a diagram with everything that must not run.
const EVIL: &str = "<svg viewBox='0 0 100 100' onload='evil()'><script>window.ran = 1</script><style>* { display: none }</style>\
    <g class='boxes'><a href='javascript:window.ran=1'><g class='box' data-id='/a' onclick='window.ran=1'><title>a</title>\
    <path class='outline' d='M0 0L90 90'/><foreignObject><iframe src='x'/></foreignObject><image href='x'/>\
    <text class='label' x='9' y='40'>a</text></g></a></g></svg>";

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn bad_sources_are_explained_and_harmless() {
    let portal = Portal::new();
    let folder = portal.folder.path();
    write(folder, "old.json", r#"{"descriptorium": 2, "name": "a"}"#);
    write(folder, "list.json", "[]");
    write(
        folder,
        "evil.json",
        &json!({"descriptorium": 1, "name": "a", "svg": EVIL, "findings": 3, "expansion": []}).to_string(),
    );
    write(folder, "broken.json", &json!({"descriptorium": 1, "name": "a", "svg": "<svg><g></svg>"}).to_string());
    let cases = [
        ("nothing", "", "no-source"),
        ("gone", "src=\"gone.json\"", "not-found"),
        ("page", "src=\"index.html\"", "not-json"),
        ("old", "src=\"old.json\"", "version"),
        ("list", "src=\"list.json\"", "not-a-descriptor"),
        ("broken", "src=\"broken.json\"", "not-svg"),
        ("far", "src=\"http://127.0.0.1:9/a.json\"", "cannot-load"),
    ];
    let all: String = cases
        .iter()
        .map(|(id, attributes, _)| {
            format!("<descriptorium-view id=\"{id}\" {attributes}><p>Fallback</p></descriptorium-view>")
        })
        .collect();
    let page =
        portal.open("", &format!("<descriptorium-view id=\"evil\" src=\"evil.json\"></descriptorium-view>{all}"));
    let mut found = wait_for_event(&page, "error", cases.len());
    let mut expected: Vec<Value> = cases.iter().map(|(id, _, code)| json!([id, code])).collect();
    found.sort_by_key(Value::to_string);
    expected.sort_by_key(Value::to_string);
    assert_eq!(found, expected);
    let message = "const root = document.querySelector('#old').shadowRoot;
        return [root.querySelector('[role=alert]').textContent.includes('version 2'), root.querySelector('slot') !== null];";
    assert_eq!(page.run(message, &[]), json!([true, true]), "the reason, and the content of the element");
    wait_for_event(&page, "load", 1);
    inside(&page, ".outline");
    let elements =
        "return [...document.querySelector('#evil').shadowRoot.querySelectorAll('.scene *')].map((element) =>
        `${element.localName} ${element.getAttributeNames().filter((name) => /^on|href|style/.test(name))}`.trim());";
    let names = page.run(elements, &[]).to_string();
    assert!(names.contains("path"), "{names}");
    assert!(
        !["script", "style", "iframe", "image", "on", "href"]
            .iter()
            .any(|word| names.contains(&format!("\"{word}")) || names.contains(&format!(" {word}"))),
        "{names}"
    );
    click(&page, ".label");
    assert_eq!(page.run("return typeof ran;", &[]), "undefined");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn an_element_can_be_moved_removed_and_defined_twice() {
    let portal = Portal::new();
    let page =
        portal.open("<script src=\"descriptorium-view.classic.js\"></script>", &viewer(&format!("src=\"{SERVICE}\"")));
    wait_for_event(&page, "load", 1);
    page.run("const own = document.querySelector('#own'); document.body.prepend(own);", &[]);
    inside(&page, ".scene .box");
    click(&page, "[data-id='/composition/dns'] .hit");
    assert_eq!(events(&page, "select").len(), 1);
    // Removed while it loads, it stays silent.
    page.run(
        "const own = document.querySelector('#own'); own.src = 'site/index.json'; own.remove(); setTimeout(() => window.later = 1, 300);",
        &[],
    );
    page.wait_for("a moment", || (page.run("return window.later ?? 0;", &[]) == 1).then_some(()));
    assert!(events(&page, "error").is_empty());
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_page_for_frames_is_accessible_and_snippets_have_whole_addresses() {
    let portal = Portal::new();
    let host = Host::start(portal.folder.path()).expect("a free address");
    let site = format!("http://{}/site/assembly/video/1.0", host.address);
    let page = Page::open(&format!("{site}.frame.html"));
    for scheme in ["light", "dark"] {
        let features = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        page.devtools("Emulation.setEmulatedMedia", json!({ "features": features }));
        assert_eq!(axe(&page).violations(&page), Vec::<String>::new(), "{scheme}");
        page.screenshot(&format!("frame-{scheme}"));
    }
    let shown =
        "return [document.scripts.length, document.querySelector('.scene').getBoundingClientRect().height > 100];";
    assert_eq!(page.run(shown, &[]), json!([0, true]));
    page.expect_no_complaints();
    page.go(&format!("{site}.html"));
    let addresses = "return [...document.querySelectorAll('.snippet .address')].map(({ textContent }) => textContent);";
    let addresses = page.wait_for("whole addresses", || {
        page.run(addresses, &[]).as_array().filter(|all| !all.is_empty()).cloned().filter(|all| {
            all.iter().all(|address| address.as_str().is_some_and(|address| address.starts_with("http://")))
        })
    });
    assert!(addresses.contains(&json!(format!("{site}.frame.html"))), "{addresses:?}");
    assert_eq!(page.run("return document.querySelector('.embed .relative');", &[]), Value::Null);
    page.expect_no_complaints();
}
