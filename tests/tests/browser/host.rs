//! The modeller with files of the page around it: by the element `<descriptorium-modeller>`, and by messages.

#![expect(clippy::expect_used, reason = "panics are reported in the calling test")]

use std::env;
use std::fs;
use std::path::Path;
use std::process::Command;

use descriptorium_core::document::schema;
use descriptorium_tests::browser::Page;
use descriptorium_tests::browser::input::{CONTROL, DELETE, ESCAPE, Input};
use descriptorium_tests::paths;
use descriptorium_tests::static_host::Host;
use serde_json::{Value, json};
use tempfile::TempDir;

use super::accessibility::axe;
use super::product;
use super::text_pane::{put_cursor_behind, text};

/// Permits only scripts of the page, and frames.
const POLICY: &str = "default-src 'none'; script-src 'self'; frame-src http://127.0.0.1:*; \
                      require-trusted-types-for 'script'; trusted-types 'none'";
const VIDEO: &str = "# The video service.\nname: assembly::video::1.0\ncomposition:\n  dns: {type: 'resource::dns::1.0', quantity: 1} # keep\n  \
                     edge: {type: 'resource::edge::1.0', quantity: 1}\n";
const DNS: &str = "name: resource::dns::1.0\nlifecycle: {Create: {}}\n";
const EDGE: &str = "name: resource::edge::1.0\nlifecycle: {Create: {}}\n";

fn files() -> Value {
    json!({ "video.yaml": VIDEO, "dns.yaml": DNS, "edge.yaml": EDGE })
}

/// Pages of another origin than the modeller.
struct Portal {
    folder: TempDir,
    host: Host,
    modeller: String,
}

impl Portal {
    fn new() -> Self {
        Portal::under(POLICY)
    }

    fn under(policy: &'static str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let build = paths::root().join("embed/modeller/build.mjs");
        let done = Command::new("node").arg(build).arg(folder.path()).status();
        assert!(done.is_ok_and(|done| done.success()));
        let host = Host::with_policy(folder.path(), policy).expect("a free address");
        Portal { folder, host, modeller: product::modeller() }
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(Path::new(self.folder.path()).join(name), text).expect("written");
    }

    fn address(&self, page: &str) -> String {
        format!("http://{}/{page}", self.host.address)
    }

    /// Opens a page with this content and script. A frame at its start has the positions of the window, to which those of the
    /// pointer refer.
    fn open(&self, body: &str, script: &str) -> Page {
        let body = body.replace("MODELLER", &self.modeller);
        self.write("portal.js", script);
        self.write(
            "index.html",
            &format!(
                "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>Portal</title></head>\
                 <body topmargin=\"0\" leftmargin=\"0\">{body}<h1>Portal</h1><script type=\"module\" src=\"portal.js\"></script></body></html>"
            ),
        );
        Page::open(&self.address("index.html"))
    }

    /// Opens a page with the element, which opens the files.
    fn with_element(&self, attributes: &str) -> Page {
        self.write("files.js", &format!("export const files = {};", files()));
        self.open(&format!("<descriptorium-modeller src=\"MODELLER\" {attributes}></descriptorium-modeller>"), ELEMENT)
    }
}

/// Opens the files, or those that were stored last, and records everything that the element reports.
const ELEMENT: &str = "import './descriptorium-modeller.js';
import { files } from './files.js';
Object.assign(window, { seen: [], saved: [], links: [], answer: {}, catalog: {}, searched: [] });
window.modeller = document.querySelector('descriptorium-modeller');
modeller.provider = {
  async save(changed) {
    saved.push(changed);
    if (answer === 'never') return new Promise(() => {});
    if (answer instanceof Error) throw answer;
    return answer;
  },
  link(href) { links.push(href); },
  undo() { links.push('undo'); },
  redo() { links.push('redo'); },
  resolve(name) {
    if (catalog[name] === 'never') return new Promise(() => {});
    if (catalog[name] === 'broken') throw new Error('The catalog is closed.');
    return catalog[name] ?? null;
  },
  search(text, fits) {
    searched.push([text, fits.kind]);
    return Object.keys(catalog).filter((name) => text && name.includes(text)).map((name) => ({ name }));
  },
};
for (const name of ['ready', 'change', 'dirty', 'select', 'open', 'diagnostics', 'error']) {
  modeller.addEventListener(`descriptorium-${name}`, ({ detail }) => seen.push([name, detail]));
}
const stored = JSON.parse(sessionStorage.getItem('files') ?? 'null') ?? files;
modeller.open({ files: stored, file: 'video.yaml', title: 'Catalog' }).then(() => { window.isOpen = true; });";

const FRAME: &str =
    "return document.querySelector('descriptorium-modeller')?.shadowRoot?.querySelector('iframe') ?? null;";

/// The details of the events with a name.
fn events(page: &Page, name: &str) -> Vec<Value> {
    let found =
        page.run("return seen.filter(([name]) => name === arguments[0]).map(([, detail]) => detail);", &[name.into()]);
    found.as_array().cloned().unwrap_or_default()
}

fn wait_until_open(page: &Page) {
    page.wait_for("the files", || (page.run("return window.isOpen === true;", &[]) == true).then_some(()));
}

/// Enters the modeller, once it has a diagram.
fn enter(page: &Page) {
    page.enter_frame_of(FRAME);
    page.wait_for("a diagram", || (page.texts(".box-label").len() > 1).then_some(()));
    page.area(".cm-content");
}

/// Waits for texts that the modeller wants to save, and returns them.
fn wait_for_save(page: &Page, number: usize) -> Value {
    page.wait_for("saving", || {
        let saved = page.run("return saved;", &[]);
        saved.get(number - 1).cloned()
    })
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_portal_edits_saves_and_reopens_a_text() {
    let portal = Portal::new();
    let page = portal.with_element("");
    wait_until_open(&page);
    enter(&page);
    assert_eq!(page.run("return [origin, document.title];", &[])[0], "null");
    assert_eq!(page.texts(".crumb")[0], "Catalog");
    page.click("[data-id='/composition/dns'] .box-label");
    page.area(".box.selected[data-id='/composition/dns']");
    page.leave_frame();
    let selected = page.wait_for("the selection", || events(&page, "select").pop());
    assert_eq!((&selected["path"], &selected["at"]), (&json!("video.yaml"), &json!("/composition/dns")));
    assert_eq!(selected["range"]["start"], json!({ "line": 3, "character": 2 }));

    // Dragging a box changes its place, and nothing else.
    page.enter_frame_of(FRAME);
    let from = page.place("[data-id='/composition/dns'] .box-label");
    page.drag(from, (from.0 + 40.0, from.1 + 90.0));
    page.wait_for("its place", || text(&page).contains("designerLayout").then_some(()));
    page.leave_frame();
    let changed = page.wait_for("the change", || events(&page, "change").pop());
    assert_eq!(changed["path"], "video.yaml");
    assert_eq!(page.run("return [modeller.dirty, modeller.text('video.yaml')];", &[]), json!([true, changed["text"]]));
    let dirty = page.wait_for("unsaved changes", || events(&page, "dirty").pop());
    assert_eq!(dirty["files"], json!(["video.yaml"]));

    page.enter_frame_of(FRAME);
    page.click("#save");
    page.wait_for_text(".notice", |notice| notice == "Saved 1 file");
    page.area("#save:disabled");
    page.leave_frame();
    let saved = wait_for_save(&page, 1);
    assert_eq!(saved.as_object().map(|saved| saved.keys().collect::<Vec<_>>()), Some(vec![&"video.yaml".to_owned()]));
    let saved = saved["video.yaml"].as_str().expect("a text").to_owned();
    let (before, layout) = saved.split_once("designerLayout:").expect("a place");
    assert_eq!(before, VIDEO);
    assert!(layout.contains("dns") && layout.lines().all(|line| line.is_empty() || line.starts_with(' ')), "{layout}");
    assert_eq!(page.run("return modeller.dirty;", &[]), false);

    // The element after a move in the document, with a change that is not saved.
    page.enter_frame_of(FRAME);
    put_cursor_behind(&page, "# The video service.");
    page.type_text(" Mine");
    page.press(&[ESCAPE]);
    page.area(".file.current .dirty");
    page.leave_frame();
    page.run("window.seen.length = 0; document.body.prepend(modeller);", &[]);
    page.wait_for("the modeller again", || events(&page, "ready").pop());
    enter(&page);
    page.wait_for("the text", || text(&page).contains("# The video service. Mine\n").then_some(()));
    page.area(".file.current .dirty");
    page.click("#undo");
    page.wait_for("the saved text", || (text(&page) == saved).then_some(()));
    page.leave_frame();

    // The portal after a reload.
    page.run("sessionStorage.setItem('files', JSON.stringify(modeller.files));", &[]);
    page.reload();
    wait_until_open(&page);
    enter(&page);
    page.wait_for("the saved text", || (text(&page) == saved).then_some(()));
    page.area("#save:disabled");
    page.leave_frame();
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_page_in_the_manual_edits_and_saves() {
    let portal = Portal::under("script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval'");
    let manual = fs::read_to_string(paths::root().join("docs/embedding.md")).expect("the manual");
    let (_, rest) = manual.split_once("```html\n   <!doctype html>").expect("a page");
    let (example, _) = rest.split_once("```").expect("its end");
    portal.write("index.html", &format!("<!doctype html>{example}"));
    // Browsers ask for it.
    portal.write("favicon.ico", "");
    let built = product::built().canonicalize().expect("a built modeller");
    std::os::unix::fs::symlink(built, portal.folder.path().join("modeller")).expect("the modeller beside it");
    let page = Page::open(&portal.address("index.html"));
    let stored = || page.run("return JSON.parse(localStorage.getItem('files'));", &[]);
    let enter = || {
        page.wait_for("the frame", || Some(page.run(FRAME, &[])).filter(|frame| !frame.is_null()));
        page.enter_frame_of(FRAME);
        page.area(".cm-content");
    };
    enter();
    page.wait_for("its text", || (text(&page).starts_with("name: assembly::web::1.0\n")).then_some(()));
    put_cursor_behind(&page, "name: assembly::web::1.0");
    page.type_text(" # mine");
    page.press(&[ESCAPE]);
    page.press(&[CONTROL, "s"]);
    page.wait_for_text(".notice", |notice| notice == "Saved 1 file");
    page.leave_frame();
    assert_eq!(stored(), json!({ "web.yaml": "name: assembly::web::1.0 # mine\ncomposition: {}\n" }));
    page.reload();
    enter();
    page.wait_for("the saved text", || (text(&page).starts_with("name: assembly::web::1.0 # mine\n")).then_some(()));
    page.leave_frame();
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn changes_on_both_sides_are_merged_or_shown_side_by_side() {
    let portal = Portal::new();
    let page = portal.with_element("");
    wait_until_open(&page);
    enter(&page);
    put_cursor_behind(&page, "# The video service.");
    page.type_text(" Mine");
    page.press(&[ESCAPE]);
    page.area(".file.current .dirty");
    page.leave_frame();

    // In other lines.
    let theirs = VIDEO.replace("quantity: 1}\n", "quantity: 2}\n");
    let update = "return modeller.update('video.yaml', arguments[0]).then((text) => text, (error) => error.code);";
    let merged = page.run(update, &[theirs.as_str().into()]);
    assert_eq!(merged, theirs.replace("service.", "service. Mine"));
    assert_eq!(page.run("return modeller.text('video.yaml');", &[]), merged);
    page.enter_frame_of(FRAME);
    page.wait_for("both changes", || (json!(text(&page)) == merged).then_some(()));
    page.click("#undo");
    page.wait_for("their change undone", || text(&page).contains("quantity: 1}\n").then_some(()));
    page.click("#redo");
    page.wait_for("both changes", || (json!(text(&page)) == merged).then_some(()));
    page.leave_frame();

    // In the same line.
    let other = theirs.replace("# The video service.", "# Their video service.");
    assert_eq!(page.run(update, &[other.as_str().into()]), "conflict");
    page.enter_frame_of(FRAME);
    page.wait_for_text("[data-conflict='video.yaml'] .conflict-text", |text| text.contains("changed elsewhere"));
    page.click("[data-way='compare']");
    page.wait_for_text(".three-way", |text| text.contains("# Their video service.") && text.contains("service. Mine"));
    page.screenshot("host-conflict");
    page.click("[data-way='theirs']");
    page.wait_for("their text", || (text(&page) == other).then_some(()));
    page.wait_until_gone("[data-conflict]");

    // A conflict that the host finds when saving.
    put_cursor_behind(&page, "# Their video service.");
    page.type_text(" Mine");
    page.press(&[ESCAPE]);
    page.leave_frame();
    let newest = other.replace("# Their", "# Newest");
    page.run("window.answer = { conflict: { 'video.yaml': arguments[0] } };", &[newest.as_str().into()]);
    page.enter_frame_of(FRAME);
    page.click("#save");
    page.area("[data-conflict='video.yaml']");
    page.area(".file.current .dirty");
    page.leave_frame();
    page.run("window.answer = {};", &[]);
    page.enter_frame_of(FRAME);
    page.click("[data-way='ours']");
    page.wait_until_gone("[data-conflict]");
    page.area("#save:disabled");
    page.leave_frame();
    let saved = page.run("return saved.at(-1)['video.yaml'];", &[]);
    assert_eq!(saved, other.replace("service.", "service. Mine"));

    // An error is shown, and the change stays.
    page.run("window.answer = new Error('The disk is full.');", &[]);
    page.enter_frame_of(FRAME);
    put_cursor_behind(&page, "service. Mine");
    page.type_text("!");
    page.press(&[ESCAPE]);
    page.press(&[CONTROL, "s"]);
    page.wait_for_text(".notice", |notice| notice == "Not saved: The disk is full.");
    page.area(".file.current .dirty");
    page.leave_frame();

    // No answer, with a shorter wait.
    page.run("window.answer = 'never';", &[]);
    page.enter_frame_of(FRAME);
    page.run(
        "const real = setTimeout; window.setTimeout = (then, time) => real(then, time === 60000 ? 300 : time);",
        &[],
    );
    page.press(&[CONTROL, "s"]);
    page.wait_for_text(".notice", |notice| notice.ends_with("the page around the modeller does not answer"));
    page.area(".file.current .dirty");
    page.area("#save:enabled");
    page.leave_frame();
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_host_leaves_out_panes_and_sets_theme_language_and_history() {
    let portal = Portal::new();
    let page = portal.with_element("panes=\"canvas inspector\" theme=\"dark\" lang=\"de\" undo=\"host\" save=\"none\"");
    wait_until_open(&page);
    page.enter_frame_of(FRAME);
    page.wait_for("a diagram", || (page.texts(".box-label").len() > 1).then_some(()));
    page.wait_for_text("#tab-inspector", |label| label == "Inspektor");
    let shown = "const is = (selector) => [...document.querySelectorAll(selector)].some((one) => one.offsetParent !== null);
        return ['.files', '.palette', '.canvas-svg', '.text-pane', '#tab-yaml', '#tab-problems', '#tab-inspector', '#save', '#toggle-files'].map(is);";
    page.wait_for("the panes", || {
        (page.run(shown, &[]) == json!([false, false, true, false, false, false, true, false, false])).then_some(())
    });
    let fetched = "return performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.includes('text-editor')).length;";
    assert_eq!(page.run(fetched, &[]), 0, "the text editor was fetched");
    assert_eq!(page.run("return document.documentElement.dataset.theme;", &[]), "dark");
    page.screenshot("host-dark");
    assert_eq!(axe(&page).violations(&page), Vec::<String>::new());
    // Undo is a message, and nothing is undone here.
    page.click("[data-id='/composition/dns'] .box-label");
    page.press(&[DELETE]);
    page.wait_for("one box fewer", || page.texts(".box-label").iter().all(|label| label != "dns").then_some(()));
    page.click("#undo");
    page.click("#redo");
    // Links in descriptions: only addresses of the web are passed on.
    let follow = "for (const href of ['javascript:alert(1)', '/x', 'https://example.org/x']) {
        const text = Object.assign(document.createElement('p'), { className: 'prose' });
        text.append(Object.assign(document.createElement('a'), { href, textContent: href }));
        document.body.append(text);
        text.firstChild.click();
        text.remove();
      }";
    page.run(follow, &[]);
    page.leave_frame();
    let expected = json!(["undo", "redo", "https://example.org/x"]);
    page.wait_for("the messages", || (page.run("return links;", &[]) == expected).then_some(()));
    assert!(!page.run("return modeller.text('video.yaml');", &[]).as_str().expect("a text").contains("dns"));
    let shown_again = "modeller.removeAttribute('undo'); modeller.theme = 'light'; modeller.panes = 'canvas text'; modeller.controls = 'none';";
    page.run(shown_again, &[]);
    page.enter_frame_of(FRAME);
    page.area(".cm-content");
    let is_hidden = "return document.querySelector('.toolbar').offsetParent === null;";
    page.wait_for("no toolbar", || (page.run(is_hidden, &[]) == true).then_some(()));
    assert_eq!(page.run("return document.documentElement.dataset.theme;", &[]), "light");
    page.screenshot("host-bare");
    page.leave_frame();
    page.expect_no_complaints();
}

/// The texts of the modeller.
const TEXTS: &str = "return modeller.files;";

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn nothing_changes_a_read_only_text() {
    let portal = Portal::new();
    let page = portal.with_element("readonly");
    wait_until_open(&page);
    enter(&page);
    page.click("[data-id='/composition/dns'] .box-label");
    page.press(&[DELETE]);
    page.press(&[CONTROL, "x"]);
    page.press(&[CONTROL, "d"]);
    page.press(&[CONTROL, "g"]);
    page.press(&[CONTROL, "v"]);
    let from = page.place("[data-id='/composition/dns'] .box-label");
    page.drag(from, (from.0 + 40.0, from.1 + 90.0));
    page.perform(Input::new().click(page.area(".cm-content").center()).text("typed"));
    page.press(&[ESCAPE]);
    page.perform(Input::new().double_click(page.place(".canvas-svg")));
    page.press(&[ESCAPE]);
    // Texts and files that are dropped or pasted, into the text and elsewhere.
    let dropped = "return (async () => {
        const component = 'more:\\n  type: resource::dns::1.0\\n';
        for (const place of [document.querySelector('.cm-content'), document.querySelector('.canvas-svg'), document.body]) {
          for (const file of [false, true]) {
            const data = () => {
              const data = new DataTransfer();
              if (file) data.items.add(new File(['name: resource::more::1.0'], 'more.yaml'));
              else data.setData('text/plain', component);
              return data;
            };
            const options = { bubbles: true, cancelable: true };
            for (const kind of ['dragenter', 'dragover', 'drop']) {
              place.dispatchEvent(new DragEvent(kind, { ...options, dataTransfer: data(), clientX: 700, clientY: 300 }));
            }
            place.dispatchEvent(new ClipboardEvent('paste', { ...options, clipboardData: data() }));
            await new Promise((done) => setTimeout(done, 100));
            document.querySelector(\"[data-way='copy']\")?.click();
          }
        }
      })();";
    page.run(dropped, &[]);
    page.press(&[ESCAPE]);
    page.leave_frame();
    // Every command, also those that undo or ask.
    let run = "return (async () => {
        const refused = [];
        for (const name of arguments[0]) await modeller.command(name).catch(({ code }) => refused.push([name, code]));
        return refused;
      })();";
    let mut names = commands();
    names.push("no-such-command".to_owned());
    let refused = page.run(run, &[json!(names)]);
    let refused = refused.as_array().expect("a list");
    let unknown: Vec<&Value> = refused.iter().filter(|row| row[1] != "refused").collect();
    assert_eq!(unknown, [&json!(["no-such-command", "not-found"])]);
    assert_eq!(page.run(TEXTS, &[]), files());
    assert_eq!(events(&page, "change"), Vec::<Value>::new());
    assert_eq!(page.run("return saved;", &[]), json!([]));
    // The host may still update it.
    page.run(
        "return modeller.update('dns.yaml', arguments[0]).then(() => true);",
        &[format!("{DNS}# theirs\n").into()],
    );
    assert_eq!(page.run(TEXTS, &[])["dns.yaml"], format!("{DNS}# theirs\n"));
    // A new frame has no dialogs of the commands.
    page.run("window.seen.length = 0; modeller.readOnly = false; document.body.prepend(modeller);", &[]);
    page.wait_for("the modeller again", || events(&page, "ready").pop());
    enter(&page);
    page.click("[data-id='/composition/dns'] .box-label");
    page.press(&[DELETE]);
    page.wait_for("one box fewer", || page.texts(".box-label").iter().all(|label| label != "dns").then_some(()));
    page.leave_frame();
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_catalog_of_the_host_is_part_of_palette_completion_and_checks() {
    let portal = Portal::new();
    let page = portal.with_element("");
    wait_until_open(&page);
    let resource = |name: &str| format!("name: resource::{name}::1.0\nlifecycle: {{Create: {{}}}}\n");
    let catalog = json!({
        "resource::dns::1.0": { "files": { "dns.yaml": DNS } },
        "resource::edge::1.0": "never",
        "resource::cache::1.0": { "files": { "more/cache.yaml": resource("cache"), "../x.yaml": "" } },
        "resource::cargo::1.0": "broken",
        "resource::trunk::1.0": { "files": { "trunk.yaml": resource("trunk") } },
    });
    let only = "window.catalog = arguments[0]; return modeller.open({ files: { 'video.yaml': arguments[1] } }).then(() => true);";
    assert_eq!(page.run(only, &[catalog, VIDEO.into()]), true);
    enter(&page);
    page.wait_for("the descriptor of the host", || {
        (page.texts(".palette-item").iter().any(|item| item.contains("dns"))).then_some(())
    });
    page.click("#tab-problems");
    page.wait_for_text(".problems", |found| found.contains("resource::edge::1.0") && !found.contains("resource::dns"));
    // A search finds others, while a request has no answer.
    page.perform(Input::new().click(page.place(".palette .search")).text("ca"));
    page.wait_for("the found descriptor", || {
        (page.texts(".palette-item").iter().any(|item| item.contains("cache"))).then_some(())
    });
    let boxes = page.texts(".box-label").len();
    page.click(".palette-item");
    page.wait_for("another box", || (page.texts(".box-label").len() > boxes).then_some(()));
    page.click("#tab-yaml");
    page.wait_for("its type", || text(&page).contains("resource::cache::1.0").then_some(()));
    // A type that is being typed.
    put_cursor_behind(&page, "quantity: 1} # keep");
    page.type_text("\nmore:\ntype: resource::tr");
    page.wait_for("the found type", || {
        page.texts(".file").iter().any(|file| file.contains("trunk.yaml")).then_some(())
    });
    page.type_text("u");
    page.wait_for_text(".cm-tooltip-autocomplete", |offered| offered.contains("resource::trunk::1.0"));
    page.press(&[ESCAPE]);
    page.leave_frame();
    let searched = page.run("return searched;", &[]);
    for expected in [json!(["", "assembly"]), json!(["ca", "assembly"]), json!(["resource::tr", "assembly"])] {
        assert!(searched.as_array().is_some_and(|all| all.contains(&expected)), "{expected}: {searched}");
    }
    // Files of the catalog are not changes; they are when the user edits them.
    assert_eq!(page.run("return Object.keys(modeller.files);", &[]), json!(["video.yaml"]));
    page.enter_frame_of(FRAME);
    page.click("[data-file='dns.yaml']");
    page.wait_for("its text", || (text(&page) == DNS).then_some(()));
    put_cursor_behind(&page, "name: resource::dns::1.0");
    page.type_text(" # mine");
    page.area(".file.current .dirty");
    page.leave_frame();
    let expected = DNS.replace("1.0\n", "1.0 # mine\n");
    page.wait_for("the change", || (page.run("return modeller.text('dns.yaml');", &[]) == expected).then_some(()));
    page.expect_no_complaints();
}

/// A host without the element: `open(index)` connects to the frame with this index, and `ask` sends a request over the port.
const BARE: &str =
    "Object.assign(window, { heard: [], over: [], ports: [], asked: new Map(), number: 0, answer: null });
const frame = document.querySelector('iframe');
addEventListener('message', ({ source, origin, data }) => heard.push([source === frame.contentWindow, origin, data]));
window.connect = (message, target = frame.contentWindow) => {
  const { port1, port2 } = new MessageChannel();
  const at = ports.push(port1) - 1;
  port1.onmessage = ({ data }) => {
    over.push([at, data]);
    if (!data.method) asked.get(data.id)?.(data);
    else if (data.id !== undefined) answer?.(data);
  };
  target.postMessage(message, '*', [port2]);
  return at;
};
window.send = (message, at = 0) => ports[at].postMessage(message);
window.ask = (method, params, at = 0) => new Promise((resolve) => {
  asked.set(++number, resolve);
  send({ jsonrpc: '2.0', id: number, method, params }, at);
});
frame.src = frame.dataset.src;";

/// The content policy permits no style.
const SIZE: &str = "width=\"1400\" height=\"640\" frameborder=\"0\"";

const CONNECT: &str = "return connect({ descriptorium: 'connect', protocol: 1 });";

fn ask(page: &Page, method: &str, params: &Value) -> Value {
    page.run("return ask(...arguments);", &[method.into(), params.clone()])
}

fn error(answer: &Value) -> &str {
    answer["error"]["data"]["code"].as_str().unwrap_or("none")
}

impl Portal {
    /// Opens a page that speaks the protocol itself, once the modeller is ready.
    fn bare(&self, more: &str) -> Page {
        let page = self.open(
            &format!("<iframe {SIZE} sandbox=\"allow-scripts\" data-src=\"MODELLER?host\"></iframe>{more}"),
            BARE,
        );
        page.wait_for("the first message", || (page.run("return heard.length;", &[]) == 1).then_some(()));
        page
    }
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn only_the_first_connect_of_the_parent_is_accepted() {
    let portal = Portal::new();
    // A frame beside the modeller, which knows its window.
    portal.write(
        "sibling.js",
        "window.got = [];
         window.connect = () => {
           const { port1, port2 } = new MessageChannel();
           port1.onmessage = ({ data }) => got.push(data);
           addEventListener('message', ({ data }) => got.push(data));
           parent.frames[0].postMessage({ descriptorium: 'connect', protocol: 1 }, '*', [port2]);
           port1.postMessage({ jsonrpc: '2.0', id: 1, method: 'open', params: { files: { 'evil.yaml': 'name: assembly::evil::1.0' } } });
         };",
    );
    portal.write("sibling.html", "<!doctype html><title>Sibling</title><script src=\"sibling.js\"></script>");
    let page = portal.bare("<iframe src=\"sibling.html\"></iframe>");
    assert_eq!(
        page.run("return heard;", &[]),
        json!([[true, "null", { "descriptorium": "ready", "protocol": [1] }]]),
        "no other message goes to the window"
    );
    page.wait_for("the sibling", || (page.run("return typeof frames[1].connect;", &[]) == "function").then_some(()));
    page.run("frames[1].connect();", &[]);
    // Neither a stranger, nor another version, nor a message without a port.
    for message in
        ["{ descriptorium: 'connect', protocol: 2 }", "{ descriptorium: 'connect' }", "'connect'", "null", "{}"]
    {
        page.run(&format!("connect({message}, frames[0]);"), &[]);
    }
    page.run("frames[0].postMessage({ descriptorium: 'connect', protocol: 1 }, '*');", &[]);
    let at = page.run(CONNECT, &[]);
    let answer = page.run("return ask('open', { files: arguments[0] }, arguments[1]);", &[files(), at.clone()]);
    assert_eq!(answer["result"]["file"], "video.yaml", "{answer}");
    // A second one receives nothing, and cannot change anything.
    let second = page.run(CONNECT, &[]);
    page.run("send({ jsonrpc: '2.0', id: 99, method: 'open', params: { files: {} } }, arguments[0]);", &[second]);
    let texts = page.run("return ask('get', { what: 'files' }, arguments[0]);", std::slice::from_ref(&at));
    assert_eq!(texts["result"]["files"], files());
    let others = page.run("return over.filter(([at]) => at !== arguments[0]);", &[at]);
    assert_eq!(others, json!([]));
    assert_eq!(page.run("return frames[1].got;", &[]), json!([]));
    assert_eq!(page.run("return heard.length;", &[]), 1);
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn invalid_messages_are_refused_and_change_nothing() {
    let portal = Portal::new();
    let page = portal.bare("");
    page.run(CONNECT, &[]);
    for (method, params, code) in [
        ("get", json!({ "what": "files" }), "not-open"),
        ("update", json!({ "path": "a.yaml", "text": "" }), "not-open"),
        ("nonsense", json!({}), "unknown-method"),
        ("open", json!({}), "invalid-parameter"),
        ("open", json!([]), "invalid-parameter"),
        ("open", json!({ "files": { "../x.yaml": "" } }), "invalid-parameter"),
        ("open", json!({ "files": { "/etc/x.yaml": "" } }), "invalid-parameter"),
        ("open", json!({ "files": { ".git/x.yaml": "" } }), "invalid-parameter"),
        ("open", json!({ "files": {}, "file": "none.yaml" }), "not-found"),
        ("open", json!({ "files": {}, "settings": { "colour": 1 } }), "invalid-parameter"),
        ("configure", json!({ "variables": { "--x": "url(https://example.org)" } }), "invalid-parameter"),
        ("configure", json!({ "lang": "xx" }), "invalid-parameter"),
    ] {
        let answer = ask(&page, method, &params);
        assert_eq!(error(&answer), code, "{method} {params}: {answer}");
    }
    assert_eq!(error(&page.run("return ask('open', { files: { 'a.yaml': 'x'.repeat(9 << 20) } });", &[])), "too-large");
    let large = "const before = over.length;
        send({ jsonrpc: '2.0', id: 7, method: 'open', params: { files: { 'a.yaml': 'x'.repeat(64 << 20) } } });
        return new Promise((done) => setInterval(() => over.length > before && done(over.at(-1)[1]), 50));";
    assert_eq!(error(&page.run(large, &[])), "too-large");
    let answer = ask(&page, "open", &json!({ "files": files(), "file": "video.yaml" }));
    assert_eq!(answer["result"]["file"], "video.yaml", "{answer}");
    for (method, params, code) in [
        ("update", json!({ "path": "../x.yaml", "text": "" }), "invalid-parameter"),
        ("update", json!({ "path": "video.yaml" }), "invalid-parameter"),
        ("update", json!({ "path": "video.yaml", "text": "", "edits": [] }), "invalid-parameter"),
        ("update", json!({ "path": "none.yaml", "edits": [] }), "not-found"),
        ("update", json!({ "path": "video.yaml", "text": "", "version": 7 }), "not-found"),
        ("saved", json!({ "path": "video.yaml", "version": 7 }), "not-found"),
        ("remove", json!({ "path": "none.yaml" }), "not-found"),
        ("select", json!({ "at": "/composition/none" }), "not-found"),
        ("command", json!({ "name": "copy-link" }), "refused"),
        ("get", json!({ "what": "secrets" }), "invalid-parameter"),
        ("expand", json!({ "inputs": 7 }), "invalid-parameter"),
        ("expand", json!({ "intent": "none" }), "invalid-parameter"),
    ] {
        let answer = ask(&page, method, &params);
        assert_eq!(error(&answer), code, "{method} {params}: {answer}");
    }
    // Messages that are not JSON-RPC.
    let strange = "const cycle = {}; cycle.self = cycle;
        const before = over.length;
        const all = [undefined, null, 1, 'x', [], {}, cycle, 10n, new Map(), new Date(NaN), { jsonrpc: '2.0' },
          { jsonrpc: '2.0', method: 7 }, { jsonrpc: '2.0', id: {}, method: 'get' }, [{ jsonrpc: '2.0', id: 1, method: 'get' }],
          { jsonrpc: '2.0', id: 1, result: {} }, { jsonrpc: '2.0', id: 77, error: null }, '\\ud800'];
        all.forEach((message) => send(message));
        return ask('get', { what: 'files' });";
    assert_eq!(page.run(strange, &[])["result"]["files"], files());
    // Everything in the right order.
    let updated =
        ask(&page, "update", &json!({ "path": "dns.yaml", "text": format!("{DNS}# theirs\n"), "version": 1 }));
    assert_eq!(updated["result"], json!({ "version": 2 }));
    assert_eq!(ask(&page, "saved", &json!({ "path": "dns.yaml", "version": 1 }))["result"], Value::Null);
    let drawn = ask(&page, "get", &json!({ "what": "svg" }));
    assert!(drawn["result"]["svg"].as_str().is_some_and(|svg| svg.starts_with("<svg")), "{drawn}");
    let drawn = ask(&page, "get", &json!({ "what": "png" }));
    assert!(
        drawn["result"]["png"].as_str().is_some_and(|png| png.starts_with("data:image/png;base64,iVBOR")),
        "{drawn}"
    );
    let checked = ask(&page, "get", &json!({ "what": "diagnostics" }));
    assert_eq!((&checked["result"]["descriptorium"], &checked["result"]["files"]), (&json!(1), &json!(3)), "{checked}");
    let expanded = ask(&page, "expand", &json!({}));
    assert_eq!(expanded["result"]["preview"], "expansion", "{expanded}");
    // Everything that the modeller has sent fits the schema.
    let mut whole = schema::Named::find("protocol").expect("a schema").value();
    whole["anyOf"] = json!([{ "$ref": "#/$defs/FromModeller" }]);
    let validator = jsonschema::draft202012::new(&whole).expect("a schema");
    for message in page.run("return over.map(([, message]) => message);", &[]).as_array().expect("a list") {
        assert!(validator.is_valid(message), "{message:#}");
    }
    // After `close`, nothing.
    assert_eq!(ask(&page, "close", &json!({}))["result"], Value::Null);
    let silent = "const before = over.length;
        for (const method of ['open', 'get', 'configure', 'nonsense']) send({ jsonrpc: '2.0', id: 5, method, params: { files: {} } });
        return new Promise((done) => setTimeout(() => done(over.length - before), 700));";
    assert_eq!(page.run(silent, &[]), 0);
    page.expect_no_complaints();
}

/// Sends messages of the schema with random changes, by a generator with a seed, and answers requests with random values.
const MUTATE: &str = "const [examples, seed, count] = arguments;
let state = seed >>> 0;
const random = (most) => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 4294967296 * most) | 0;
const values = [null, true, 0, -1, 1e300, '', '/', '../x', '/composition', '\\u0000', 'x'.repeat(300), [], {}, [[]], 'video.yaml', '😀'];
function mutate(value, depth) {
  if (random(7) === 0) return values[random(values.length)];
  if (Array.isArray(value)) return value.map((inner) => mutate(inner, depth + 1)).concat(random(5) ? [] : [values[random(values.length)]]);
  if (value && typeof value === 'object') {
    const entries = Object.entries(value).filter(() => random(9) > 0).map(([key, inner]) => [random(12) ? key : String(values[random(values.length)]), mutate(inner, depth + 1)]);
    return Object.fromEntries(entries);
  }
  return value;
}
const answers = [{}, { conflict: { 'video.yaml': 'theirs' } }, { files: { 'more.yaml': 'name: resource::more::1.0' } }, [{ name: 'resource::more::1.0' }]];
window.answer = ({ id }) => {
  const result = mutate(answers[random(answers.length)], 0);
  send(random(4) ? { jsonrpc: '2.0', id, result } : mutate({ jsonrpc: '2.0', id, error: { code: 1, message: 'no' } }, 0));
};
return (async () => {
  for (let at = 0; at < count; at++) {
    const [method, params] = examples[random(examples.length)];
    const message = { jsonrpc: '2.0', ...(random(3) && { id: 1e6 + at }), method, params: random(4) ? mutate(params, 0) : params };
    send(random(20) ? message : mutate(message, 0));
    // The modeller refuses more than it can keep in mind.
    if (at % 200 === 199) await ask('get', { what: 'selection' });
    if (at % 2000 === 1999) over.splice(0, over.length, ...over.filter(([, { method }]) => method === 'changed' || method === 'save'));
  }
  return ask('get', { what: 'files' });
})();";

/// Messages of the host in the schema: methods and parameters, for the files of these tests.
fn examples(methods: impl Fn(&str) -> bool) -> Vec<Value> {
    let schema = schema::Named::find("protocol").expect("a schema").value();
    let examples = schema["$defs"].as_object().expect("definitions").values().flat_map(|message| {
        let params = &message["properties"]["params"]["examples"];
        let method = message["properties"]["method"]["const"].as_str().filter(|method| methods(method));
        let params = method.and(params.as_array()).into_iter().flatten();
        params.map(|params| json!([method, params])).collect::<Vec<_>>()
    });
    let examples = Value::from_iter(examples).to_string();
    let here = examples.replace("web.yaml", "video.yaml").replace("/composition/web", "/composition/dns");
    serde_json::from_str(&here).expect("valid JSON")
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn mutated_messages_stop_nothing_and_change_no_read_only_text() {
    // 100,000 with `FULL=1`.
    let (n_seeds, n_messages) = if env::var_os("FULL").is_some() { (25, 2_000) } else { (2, 500) };
    let portal = Portal::new();
    let page = portal.bare("");
    page.run(CONNECT, &[]);
    // The host itself may replace texts, and end everything.
    let own = ["open", "update", "remove", "configure", "close"];
    let mut harmless = examples(|method| !own.contains(&method));
    assert!(harmless.len() > 8, "{harmless:?}");
    harmless.extend(commands().iter().map(|name| json!(["command", { "name": name }])));
    let answer = ask(&page, "open", &json!({ "files": files(), "file": "video.yaml", "readOnly": true }));
    assert_eq!(answer["result"]["file"], "video.yaml", "{answer}");
    let own = files();
    for seed in 1..=n_seeds {
        let texts = page.run(MUTATE, &[json!(harmless), json!(seed), json!(n_messages)]);
        for (path, text) in own.as_object().expect("files") {
            assert_eq!(texts["result"]["files"][path], *text, "seed {seed}");
        }
    }
    let changed = "return over.filter(([, { method, params }]) => (method === 'changed' && params.path !== 'more.yaml') || method === 'save');";
    assert_eq!(page.run(changed, &[]), json!([]));
    // All messages, with those that replace texts: the modeller goes on.
    let all = examples(|method| method != "close");
    for seed in 1..=n_seeds {
        let texts = page.run(MUTATE, &[json!(all), json!(n_seeds + seed), json!(n_messages)]);
        assert!(texts["result"]["files"].is_object(), "seed {seed}: {texts}");
    }
    page.run("window.answer = null;", &[]);
    let answer = ask(&page, "open", &json!({ "files": files(), "file": "video.yaml", "readOnly": false }));
    assert_eq!(answer["result"]["file"], "video.yaml", "{answer}");
    page.expect_no_complaints();
}

/// The names of all commands, from their table: `Action::Fit, words::view, words::zoom_to_fit, ..`.
fn commands() -> Vec<String> {
    let table = fs::read_to_string(paths::root().join("app/src/state/keys.rs")).expect("the table");
    let rows = table.lines().filter(|line| line.starts_with("    Action::"));
    let titles = rows.filter_map(|row| row.split(", ").nth(2));
    let names: Vec<String> = titles.map(|title| title.rsplit("::").next().unwrap_or(title).replace('_', "-")).collect();
    assert!(names.len() > 80 && names.iter().any(|name| name == "zoom-to-fit"), "{names:?}");
    names
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_hosted_page_uses_nothing_of_its_origin() {
    let portal = Portal::new();
    // Without `sandbox`, the frame has the storage and the files of its origin.
    let page = portal.open(&format!("<iframe {SIZE} data-src=\"MODELLER?host\"></iframe>"), BARE);
    page.wait_for("the first message", || (page.run("return heard.length;", &[]) == 1).then_some(()));
    page.run(CONNECT, &[]);
    let answer = ask(&page, "open", &json!({ "files": files(), "file": "video.yaml" }));
    assert_eq!(answer["result"]["file"], "video.yaml", "{answer}");
    page.enter_frame("iframe");
    page.wait_for("a diagram", || (page.texts(".box-label").len() > 1).then_some(()));
    page.area(".cm-content");
    let n_pages = page.run("return history.length;", &[]);
    put_cursor_behind(&page, "# The video service.");
    page.type_text(" Mine");
    page.press(&[ESCAPE]);
    page.click("#theme");
    page.click("#toggle-files");
    page.area(".without-files");
    let used = "return (async () => {
        await new Promise((done) => setTimeout(done, 1500));
        const requests = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
        return [localStorage.length, sessionStorage.length, (await indexedDB.databases()).length,
          (await navigator.serviceWorker.getRegistrations()).length, (await navigator.locks.query()).held.length,
          requests.filter((path) => /api|catalog|example/.test(path)), location.hash];
      })();";
    assert_eq!(page.run(used, &[]), json!([0, 0, 0, 0, 0, [], ""]));
    assert_eq!(page.run("return history.length;", &[]), n_pages);
    let offered = "return ['#open-folder', '[data-way=folder]', '[data-kept]'].filter((selector) => document.querySelector(selector));";
    assert_eq!(page.run(offered, &[]), json!([]));
    page.press(&[CONTROL, "k"]);
    let commands =
        page.wait_for("the commands", || Some(page.texts("#picker-list .picker-label")).filter(|all| all.len() > 50));
    for forbidden in ["Copy a link", "Save as SVG", "Save as PNG", "Open a folder", "Download", "documentation"] {
        assert!(!commands.iter().any(|command| command.contains(forbidden)), "{forbidden}: {commands:?}");
    }
    page.screenshot("host-commands");
    page.press(&[ESCAPE]);
    page.leave_frame();
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_page_that_replaces_the_modeller_gets_no_texts() {
    let portal = Portal::new();
    portal.write(
        "evil.js",
        "window.got = [];
         addEventListener('message', ({ data, ports }) => { got.push(data); ports.forEach((port) => { port.onmessage = ({ data }) => got.push(data); }); });
         parent.postMessage({ descriptorium: 'ready', protocol: [1] }, '*');",
    );
    portal.write("evil.html", "<!doctype html><title>Other</title><script src=\"evil.js\"></script>");
    let page = portal.with_element("");
    wait_until_open(&page);
    let evil = portal.address("evil.html");
    page.enter_frame_of(FRAME);
    page.run("location = arguments[0];", &[evil.as_str().into()]);
    page.leave_frame();
    // The frame is replaced by one with the modeller, which gets the texts again.
    page.wait_for("the modeller again", || (events(&page, "ready").len() > 1).then_some(()));
    enter(&page);
    assert_eq!(text(&page), VIDEO);
    assert!(page.run("return location.href;", &[]).as_str().is_some_and(|href| href.starts_with(&portal.modeller)));
    page.leave_frame();

    // Wrong addresses are reported.
    for (src, code) in [("javascript:alert(1)", "invalid-src"), ("data:text/html,x", "invalid-src")] {
        page.run("seen.length = 0; modeller.src = arguments[0];", &[src.into()]);
        let found = page.wait_for("an error", || events(&page, "error").pop());
        assert_eq!(found["code"], code);
    }
    let defined = "modeller.src = arguments[0]; seen.length = 0; return true;";
    page.run(defined, &[portal.modeller.as_str().into()]);
    page.wait_for("the modeller again", || events(&page, "ready").pop());
    page.expect_no_complaints();
}
