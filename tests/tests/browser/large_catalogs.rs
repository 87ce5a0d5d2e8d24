//! A diagram with many boxes: which of them are rendered, and how this changes during navigation. And a catalog with
//! many files, which is opened and checked while the page stays responsive.

use descriptorium_tests::browser::input::{CONTROL, ENTER, Input, SHIFT};
use descriptorium_tests::generated;
use serde_json::json;

use super::product;
use super::served_folder::Served;
use super::text_pane::{put_cursor_behind, text};

const COLUMNS: usize = 25;
const BOXES: usize = COLUMNS * COLUMNS;
const STEP: (f64, f64) = (220.0, 140.0);
const SIZE: (f64, f64) = (160.0, 60.0);

const PART: &str = "\
name: resource::part::1.0
properties: {}
capabilities:
  Out: {type: link}
requirements:
  In: {type: link}
lifecycle: {Create: {}, Install: {}}
";

/// Boxes in a grid, each connected to the next one in its row.
fn service(count: usize) -> String {
    let [mut composition, mut relationships, mut places] = [const { String::new() }; 3];
    for at in 0..count {
        let (x, y) = place(at);
        composition.push_str(&format!("  n{at}: {{type: 'resource::part::1.0'}}\n"));
        places.push_str(&format!("    n{at}: {{x: {x}, y: {y}}}\n"));
        if (at + 1) % COLUMNS > 0 && at + 1 < count {
            let ends = format!("source-capabilities: [n{at}.Out], target-requirements: [n{}.In]", at + 1);
            relationships.push_str(&format!("  e{at}: {{{ends}, source-state: Active, target-state: Active}}\n"));
        }
    }
    format!(
        "name: assembly::service::1.0\nproperties: {{}}\ncomposition:\n{composition}relationships:\n{relationships}designerLayout:\n  elements:\n{places}"
    )
}

fn place(at: usize) -> (f64, f64) {
    ((at % COLUMNS) as f64 * STEP.0, (at / COLUMNS) as f64 * STEP.1)
}

/// The oracle is the grid: it determines which boxes have to be rendered in each view.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn visible_boxes_are_rendered_and_existing_ones_are_not_moved() {
    let served = Served::files(&[("part.yaml", PART), ("service.yaml", &service(BOXES))]);
    let page = &served.page;
    let screen = json!({"width": 2600, "height": 1500, "deviceScaleFactor": 1, "mobile": false});
    page.devtools("Emulation.setDeviceMetricsOverride", screen);
    served.open("service.yaml");
    page.wait_for("the zoomed out diagram", || (served.camera().2 < 0.4).then_some(()));
    page.area(".far-boxes");
    assert!(page.texts(".box").is_empty(), "a zoomed out diagram is a few paths");

    // Counts elements that are removed from the diagram and inserted again.
    page.run(
        "const gone = new Set(); window.again = 0;
         new MutationObserver((records) => {
             for (const record of records) {
                 record.removedNodes.forEach((node) => gone.add(node));
                 record.addedNodes.forEach((node) => { if (gone.has(node)) window.again += 1; });
             }
         }).observe(document.querySelector('.canvas-diagram'), { childList: true });",
        &[],
    );
    let canvas = page.area(".canvas-svg");
    let wait_for_all = |what: &str| {
        page.wait_for(what, || {
            let (left, top, zoom) = served.camera();
            let is_seen = |at: &usize| {
                let ((x, y), (width, height)) = (place(*at), SIZE);
                let (x, y) = (left + x * zoom, top + y * zoom);
                x < canvas.width && x + width * zoom > 0.0 && y < canvas.height && y + height * zoom > 0.0
            };
            let seen: Vec<String> = (0..BOXES).filter(is_seen).map(|at| format!("/composition/n{at}")).collect();
            let script = "const there = new Set([...document.querySelectorAll('.box')].map((box) => box.dataset.id));
                          return arguments[0].every((id) => there.has(id)) && !document.querySelector('.far-boxes');";
            let is_whole = page.run(script, &[json!(seen)]).as_bool() == Some(true);
            (is_whole && !seen.is_empty()).then_some(seen.len())
        })
    };
    let (x, y) = canvas.center();
    while served.camera().2 < 0.4 {
        let before = served.camera().2;
        page.perform(Input::new().hold(CONTROL).scroll((x, y), (0, -100)).release(CONTROL));
        page.wait_for("a notch in", || (served.camera().2 > before).then_some(()));
    }
    let n_near = wait_for_all("all boxes that are seen from near");
    assert!(n_near > 150, "more than fit into one frame: {n_near}");

    // The clock is stopped, so that the zoom does not end, however slow the page is.
    page.run(
        "const { now } = Date, at = now();
         Date.now = () => at;
         window.goOnWithTime = () => { Date.now = now; };
         window.most = 0;
         const canvas = document.querySelector('.canvas-svg'), there = () => document.querySelectorAll('.box').length;
         const [clientX, clientY] = arguments;
         let before = there();
         const step = (left) => {
             const now = there();
             window.most = Math.max(window.most, now - before);
             before = now;
             if (left === 0) { window.stepped = true; return; }
             const deltaY = left > 12 ? 60 : -60;
             canvas.dispatchEvent(new WheelEvent('wheel', { deltaY, clientX, clientY, ctrlKey: true, bubbles: true, cancelable: true }));
             requestAnimationFrame(() => step(left - 1));
         };
         step(24);",
        &[json!(x), json!(y)],
    );
    page.wait_for("the way out and in", || (page.run("return window.stepped;", &[]) == json!(true)).then_some(()));
    let most = page.run("return window.most;", &[]).as_u64().expect("a number");
    assert!(most <= 60, "{most} boxes were rendered during the zoom");
    page.area(".far-boxes");
    page.run("window.goOnWithTime();", &[]);
    wait_for_all("all boxes, once the hand rests");
    for sideways in [300, 300, -450] {
        let before = served.camera();
        page.perform(Input::new().hold(SHIFT).scroll((x, y), (0, sideways)).release(SHIFT));
        page.wait_for("the view moved", || (served.camera() != before).then_some(()));
        wait_for_all("all boxes of the view beside");
    }
    for delta in [-100, -100, -100, 100, 100] {
        let before = served.camera().2;
        page.perform(Input::new().hold(CONTROL).scroll((x, y), (0, delta)).release(CONTROL));
        page.wait_for("a notch", || (served.camera().2 != before).then_some(()));
        wait_for_all("all boxes after a notch");
    }
    assert_eq!(page.run("return window.again;", &[]), json!(0), "no element was inserted again");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_large_diagram_is_exported_as_png() {
    let served = Served::files(&[("part.yaml", PART), ("service.yaml", &service(BOXES))]);
    let page = &served.page;
    served.open("service.yaml");
    product::note_downloads(page);
    page.press(&[CONTROL, "k"]);
    page.area(".dialog .picker-input");
    page.type_text("PNG");
    page.wait_for_text(".picker-item[aria-selected='true']", |label| label.contains("PNG"));
    page.press(&[ENTER]);
    served.wait_for_notice("service.png");
    let is_picture = "return window.downloads.includes('service.png') && window.downloads.some((text) => text.slice(1, 4) === 'PNG');";
    page.wait_for("the picture", || page.run(is_picture, &[]).as_bool().filter(|is_picture| *is_picture));
    page.wait_until_gone(".busy");
    page.expect_no_complaints();
}

/// More than are rendered in one strip of a picture.
const MANY: usize = 2_500;

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_cancelled_picture_is_not_downloaded() {
    let served = Served::files(&[("part.yaml", PART), ("service.yaml", &service(MANY))]);
    let page = &served.page;
    served.open("service.yaml");
    product::note_downloads(page);
    // At the start, and between two strips.
    for since in ["Rendering", "%"] {
        page.run(
            "const [since] = arguments;
             window.heard = [];
             const stop = () => {
                 const says = document.querySelector('.how-far')?.textContent ?? '';
                 const heard = document.querySelector('.busy-said').textContent;
                 if (heard && window.heard.at(-1) !== heard) window.heard.push(heard);
                 if (says.includes(since)) document.querySelector('[data-work=stop]').click();
                 else setTimeout(stop, 1);
             };
             stop();",
            &[json!(since)],
        );
        page.focus(".canvas-svg");
        page.press(&[CONTROL, "k"]);
        page.area(".dialog .picker-input");
        page.type_text("PNG");
        page.wait_for_text(".picker-item[aria-selected='true']", |label| label.contains("PNG"));
        page.press(&[ENTER]);
        page.wait_for_text(".notice.failure", |notice| notice.contains("cancelled"));
        page.wait_until_gone(".busy");
        assert_eq!(page.run("return window.downloads;", &[]), json!([]), "{since}");
        page.click("[data-way='dismiss']");
        page.wait_until_gone(".notice.failure");
    }
    // The progress is reported too.
    let heard = page.run("return window.heard;", &[]).to_string();
    assert!(heard.contains("Rendering the image"), "{heard}");
    page.expect_no_complaints();
}

/// The number of descriptors in the catalog.
const FILES: usize = 600;

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_catalog_of_many_files_is_opened_without_blocking_the_page() {
    let mut files = generated::catalog(FILES);
    files.push(("a/first.yaml".to_owned(), "name: assembly::first::1.0\nproperies: {}\n".to_owned()));
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let page = product::modeller_beside(&files);
    page.run(SLOWLY, &[]);
    // Records all progress messages, and the tasks of the page between two slices.
    page.run(
        "window.shown = new Set(); window.heard = [];
         const [files] = arguments;
         const record = () => {
             const heard = document.querySelector('.busy-said').textContent;
             if (heard && window.heard.at(-1) !== heard) window.heard.push(heard);
             for (const at of ['.how-far', '.busy-said', '.counts', '.first-check']) shown.add(document.querySelector(at)?.textContent);
             const isThere = document.querySelector('.counts').textContent.startsWith(files);
             if (isThere) shown.add(document.querySelector('.problem-total')?.textContent);
             setTimeout(record, 1);
         };
         record();",
        &[json!(format!("{} files", FILES + 1))],
    );
    page.click("#tab-problems");
    page.click("#open-folder");
    let checking = |counts: &str| counts.starts_with(&format!("{} files", FILES + 1)) && counts.contains('%');
    page.wait_for_text(".counts", checking);
    // Text that is typed in the meantime is checked as well.
    page.run("document.querySelector(\"[data-file='a/first.yaml']\").click();", &[]);
    page.wait_for("the text", || text(&page).contains("properies").then_some(()));
    let typed = "const content = document.querySelector('.cm-content');
        const { view } = content.cmTile ?? content.cmView;
        view.dispatch({ changes: { from: view.state.doc.length, insert: 'compositoin: {}\\n' }, userEvent: 'input.type' });";
    page.run(typed, &[]);
    page.wait_for_text(".counts", |counts| counts.contains("error"));
    let found =
        |what: &str| page.wait_for(what, || page.texts(".problem").iter().find(|row| row.contains(what)).cloned());
    found("compositoin");
    found("properies");
    let shown = page.run("return [...window.shown];", &[]).to_string();
    let count = |part: &str| shown.matches(part).count();
    assert!(shown.contains("Reading the folder"), "{shown}");
    assert!(shown.contains(&format!("Opening {} files", FILES + 1)), "{shown}");
    // The progress is reported between two slices, however slow the machine is.
    assert!(count("Checking … ") > 1, "{shown}");
    // No numbers are shown before they are known.
    assert!(shown.contains("being checked for the first time") && !shown.contains("\"0 findings"), "{shown}");
    // Screen readers announce the start and each quarter, not every step.
    let heard = page.run("return window.heard.filter((heard) => heard.startsWith('Opening'));", &[]);
    let heard: Vec<&str> = heard.as_array().into_iter().flatten().filter_map(serde_json::Value::as_str).collect();
    assert!((1..=5).contains(&heard.len()) && heard.iter().skip(1).all(|heard| heard.contains('%')), "{heard:?}");
    page.wait_for("all rows", || (page.texts(".file").len() == FILES + 1).then_some(()));
}

/// Slows down the clock of the page, so that everything takes long on any machine.
const SLOWLY: &str = "
    const later = window.setTimeout.bind(window);
    window.setTimeout = (then, wait) => later(then, wait === 400 ? 0 : wait);
    let at = Date.now();
    Date.now = () => at += 10;";

/// Lets the folder dialog first return a folder with one file `slow.yaml`, which is only listed when `window.release()`
/// is called, and then the folder of the test.
const SLOW_FIRST: &str = "
    const released = new Promise((done) => { window.release = done; });
    const catalog = await window.showDirectoryPicker();
    const root = await navigator.storage.getDirectory();
    const other = await root.getDirectoryHandle('other', { create: true });
    const file = await (await other.getFileHandle('slow.yaml', { create: true })).createWritable();
    await file.write('name: resource::slow::1.0\\n');
    await file.close();
    const values = async function* () { await released; yield* other.values(); };
    const folders = [{ name: 'slow', values }, catalog];
    window.showDirectoryPicker = async () => folders.shift();
    return true;";

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn of_two_catalogs_the_one_that_was_requested_last_is_opened() {
    let page = product::modeller_beside(&[("quick.yaml", "name: resource::quick::1.0\n")]);
    page.area(".file.current");
    page.run(&format!("return (async () => {{ {SLOW_FIRST} }})();"), &[]);
    page.click("#open-folder");
    page.click("#open-folder");
    page.wait_for_text(".notice", |notice| notice == "Opened catalog");
    page.run("window.release();", &[]);
    // Waits for the read of the first one.
    page.run("return new Promise((done) => setTimeout(() => requestAnimationFrame(done), 300));", &[]);
    assert_eq!(page.texts(".crumb").first().map(String::as_str), Some("catalog"));
    page.area(".file.current[data-file='quick.yaml']");
    page.wait_for_text(".notice", |notice| notice == "Opened catalog");
    page.wait_until_gone(".busy");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_failed_catalog_lets_the_previous_request_win() {
    let page = product::modeller_beside(&[("quick.yaml", "name: resource::quick::1.0\n")]);
    page.area(".file.current");
    page.run(&format!("return (async () => {{ {SLOW_FIRST} }})();"), &[]);
    page.click("#open-folder");
    page.run(
        "const values = async function* () { throw new Error('it is gone'); };
         window.showDirectoryPicker = async () => ({ name: 'gone', values });",
        &[],
    );
    page.click("#open-folder");
    page.wait_for_text(".notice", |notice| notice == "Not opened: it is gone");
    page.run("window.release();", &[]);
    page.wait_for_text(".notice", |notice| notice == "Opened slow");
    page.area(".file.current[data-file='slow.yaml']");
    page.wait_until_gone(".busy");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn changes_during_the_read_of_a_catalog_are_asked_about() {
    let page = product::modeller_beside(&[("quick.yaml", "name: resource::quick::1.0\n")]);
    page.area(".file.current");
    page.run(&format!("return (async () => {{ {SLOW_FIRST} }})();"), &[]);
    page.run("window.asked = 0; window.confirm = () => { window.asked += 1; return false; };", &[]);
    page.click("#open-folder");
    let before = text(&page);
    put_cursor_behind(&page, "name: ");
    page.type_text("x");
    page.area(".file.current .dirty");
    page.run("window.release();", &[]);
    page.wait_for_text(".notice", |notice| notice == "Not opened: cancelled");
    assert_eq!(page.run("return window.asked;", &[]), json!(1));
    assert_eq!(text(&page), before.replacen("name: ", "name: x", 1));
    // The message can be closed, and disappears with the next action.
    page.focus("[data-way='dismiss']");
    page.press(&[ENTER]);
    page.wait_until_gone(".notice-text");
    page.area(".canvas-svg:focus");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_cancelled_catalog_is_not_opened() {
    let files = generated::catalog(FILES);
    let files: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let page = product::modeller_beside(&files);
    let before = page.texts(".file");
    page.run(SLOWLY, &[]);
    page.run(
        "const stop = () => {
             const says = document.querySelector('.how-far')?.textContent ?? '';
             if (says.startsWith('Opening')) document.querySelector('[data-work=stop]').click();
             else setTimeout(stop, 1);
         };
         stop();",
        &[],
    );
    page.click("#open-folder");
    page.wait_for_text(".notice", |notice| notice.contains("cancelled"));
    page.wait_until_gone(".busy");
    assert_eq!(page.texts(".file"), before);
}
