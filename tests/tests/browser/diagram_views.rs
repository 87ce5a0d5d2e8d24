//! Views of a diagram and navigation to it: table, minimap, breadcrumbs, links, layout, and pictures that can be opened
//! again.

use std::fs;

use descriptorium_tests::browser::Page;
use descriptorium_tests::browser::input::{CONTROL, DELETE, DOWN, ENTER, ESCAPE, Input, LEFT, RIGHT, SHIFT};

use serde_json::{Value, json};

use super::served_folder::{PART, Served};

const INNER: &str = "\
name: assembly::inner::1.0
properties: {}
composition:
  deep: {type: 'resource::part::1.0', properties: {}}
";

/// Three placed boxes, far from each other.
const WHOLE: &str = "\
name: assembly::whole::1.0   # all of it
properties: {}
composition:
  a: {type: 'resource::part::1.0', properties: {}}
  b: {type: 'resource::part::1.0', properties: {}}
  nested: {type: 'assembly::inner::1.0', properties: {}}
relationships:
  link:
    source-capabilities: [a.Out]
    target-requirements: [b.In]
    source-state: Active
    target-state: Active
designerLayout:
  elements:
    a: {x: 100, y: 100, color: red}
    b: {x: 700, y: 130}
    nested: {x: 110, y: 600}
";

fn whole() -> Served {
    let served = Served::files(&[("parts/part.yaml", PART), ("inner.yaml", INNER), ("whole.yaml", WHOLE)]);
    served.open("whole.yaml");
    served.page.focus(".canvas-svg");
    served
}

/// The texts of a diagram that are wider than the flag of the port or the box behind them.
const BEYOND: &str = "return [...document.querySelectorAll('.box text')].filter((text) => {
    const ground = text.closest('.port')?.querySelector('.port-flag') ?? text.closest('.box').querySelector('.box-shape');
    const [at, around] = [text.getBBox(), ground.getBBox()];
    return at.x < around.x || at.x + at.width > around.x + around.width;
}).map((text) => text.textContent);";

/// The fonts of a machine may be wider than the widths that the layout assumes.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn no_name_is_wider_than_its_box() {
    let long = "MANAGEMENT_network_of_the_main_WAREHOUSE_north_of_TROMSOE";
    let part = format!(
        "name: resource::{long}::1.0\nproperties:\n  {long}: {{}}\n  value_{long}: {{read-only: true}}\ncapabilities:\n  Out_{long}: \
         {{type: t}}\nrequirements:\n  In_{long}: {{type: t}}\nlifecycle: {{Create: {{}}}}\n"
    );
    let whole = |name: &str, inner: &str| {
        format!(
            "name: assembly::{name}::1.0\nproperties:\n  {long}: {{type: string}}\ncomposition:\n  {long}: {{type: '{inner}', quantity: \
             '10', properties: {{{long}: {{value: '${{{long}}}'}}}}}}\nreferences:\n  reference_{long}: {{type: '{inner}'}}\n"
        )
    };
    let inner = whole(long, &format!("resource::{long}::1.0"));
    let outer = whole("fjord.block_volume", &format!("assembly::{long}::1.0"));
    let short = "name: resource::fjord.block_volume::1.0\nlifecycle: {Create: {}}\n";
    let tosca = format!(
        "tosca_definitions_version: tosca_simple_yaml_1_3\ntopology_template:\n  node_templates:\n    {long}:\n      type: \
         tosca.nodes.Compute\n"
    );
    let files =
        [("a.yaml", &*outer), ("inner.yaml", &inner), ("part.yaml", &part), ("short.yaml", short), ("t.yaml", &tosca)];
    let served = Served::files(&files);
    let page = &served.page;
    for (file, _) in files {
        served.open(file);
        page.area(".box .box-label");
        page.wait_for(&format!("{file} within its boxes"), || (page.run(BEYOND, &[]) == json!([])).then_some(()));
    }
    served.open("a.yaml");
    let part = format!("[data-id='/composition/{long}']");
    assert!(page.text(&format!("{part} .box-label")).contains('…'));
    // The tooltip of the box has the full text.
    assert!(page.text(&format!("{part} > title")).starts_with(long));
    page.click(&format!("{part} .box-label"));
    page.press(&["e"]);
    page.area(".box.frame:not(.boundary)");
    assert_eq!(page.run(BEYOND, &[]), json!([]));
    page.click("#tab-preview");
    page.click("[data-draw='instances']");
    page.area(".ghost-box .box-label");
    assert_eq!(page.run(BEYOND, &[]), json!([]));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_diagram_is_used_as_a_table() {
    let served = whole();
    let page = &served.page;
    let focused = |row: &str| page.area(&format!("[data-row='{row}']:focus"));
    page.press(&["g"]);
    focused("/composition/a");
    assert_eq!(page.texts("[role='treegrid'] tbody th"), ["▸a", "▸b", "nested"]);
    page.press(&[DOWN]);
    page.area("[data-row='/composition/b'][aria-selected='true']:focus");
    page.press(&[RIGHT]);
    page.area("[data-row='/composition/b'][aria-expanded='true']");
    page.press(&[RIGHT]);
    focused("/relationships/link");
    page.area("[data-row='/relationships/link'][aria-level='2']");
    page.press(&[LEFT]);
    focused("/composition/b");
    // The keys of the canvas work here too.
    page.press(&[CONTROL, "d"]);
    served.wait_for_notice("Duplicate b");
    page.area("[data-row='/composition/b_2']");
    page.press(&[CONTROL, "z"]);
    page.wait_until_gone("[data-row='/composition/b_2']");
    focused("/composition/b");
    page.press(&[DELETE]);
    page.wait_for_text(".dialog-list", |list| list == "relationship link");
    page.press(&[ESCAPE]);
    focused("/composition/b");
    page.press(&["g"]);
    page.area(".box.selected[data-id='/composition/b']");
    page.area(".canvas-svg:focus");
    assert_eq!(served.text(), WHOLE);
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_nested_assembly_is_opened_and_left() {
    let served = whole();
    let page = &served.page;
    let nested = page.place("[data-id='/composition/nested'] .box-label");
    page.perform(Input::new().double_click(nested));
    page.area(".file.current[data-file='inner.yaml']");
    page.area("[data-id='/composition/deep']");
    page.wait_for("the way back", || (page.texts(".trail li") == ["whole", "inner"]).then_some(()));
    page.click(".trail-step");
    page.area(".file.current[data-file='whole.yaml']");
    page.area(".box.selected[data-id='/composition/nested']");
    page.wait_until_gone(".trail");
    // The same with the keyboard.
    page.area(".canvas-svg:focus");
    page.press(&[ENTER]);
    page.area(".file.current[data-file='inner.yaml']");
    page.press(&["u"]);
    page.area(".file.current[data-file='whole.yaml']");
    page.wait_for_text(".canvas-said", |said| said.contains("assembly nested"));
    // Opening another file directly clears the breadcrumbs.
    page.press(&[ENTER]);
    page.area(".trail");
    page.click("[data-file='parts/part.yaml']");
    page.wait_until_gone(".trail");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_minimap_leads_to_every_part() {
    let served = whole();
    let page = &served.page;
    page.press(&["0"]);
    page.wait_until_gone(".map");
    for _ in 0..5 {
        page.press(&["+"]);
    }
    // The minimap can be hidden and shown.
    page.focus(".canvas-svg");
    page.press(&["n"]);
    page.wait_until_gone(".map");
    assert_eq!(page.run("return localStorage.getItem('descriptorium.map');", &[]), "hidden");
    page.press(&["n"]);
    let map = page.area(".map");
    let on_canvas = |part: &str| {
        let (canvas, found) = (page.area(".canvas-svg"), page.area(&format!("[data-id='{part}'] .box-shape")));
        found.x + found.width > canvas.x
            && found.x < canvas.x + canvas.width
            && found.y + found.height > canvas.y
            && found.y < canvas.y + canvas.height
    };
    page.perform(Input::new().click((map.x + 8.0, map.y + map.height - 8.0)));
    page.wait_for("the content below", || on_canvas("/composition/nested").then_some(()));
    let from = (map.x + 20.0, map.y + map.height - 20.0);
    page.drag(from, (map.x + map.width - 8.0, map.y + 20.0));
    page.wait_for("the content on the right", || on_canvas("/composition/b").then_some(()));
    page.expect_no_complaints();
}

/// The places of all boxes, frames and connections in the diagram, all of which is in view.
fn picture(page: &Page) -> Value {
    page.run("document.querySelector('.canvas-bar button:last-child').click();", &[]);
    let script = "return [...document.querySelectorAll('.canvas-diagram .box')].map((g) => [g.dataset.id, g.getAttribute('transform'), g.querySelector('.box-shape')?.getAttribute('d')])\
        .concat([...document.querySelectorAll('.canvas-diagram .connection-line')].map((line) => [line.parentNode.dataset.id, line.getAttribute('d')])).map(String).sort();";
    page.run(script, &[])
}

fn shows_picture(page: &Page, expected: &Value) {
    page.wait_for("the diagram", || (picture(page) == *expected).then_some(()));
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn boxes_are_laid_out_again() {
    let served = whole();
    let page = &served.page;
    let before = picture(page);
    let old = ["    a: {x: 100, y: 100, color: red}", "    b: {x: 700, y: 130}", "    nested: {x: 110, y: 600}"];
    // Only some of them, at their current positions.
    page.press(&[DOWN]);
    page.press(&[SHIFT, RIGHT]);
    page.press(&[SHIFT, "T"]);
    served.wait_for_notice("Tidy up the selection");
    let (came, went) = served.changed(WHOLE);
    // The first stays, and the other is placed next to it.
    assert_eq!(went, old[1..2]);
    assert!(came.len() == 1 && came[0].starts_with("    b: {x: ") && came[0].ends_with(", y: 100}"), "{came:?}");
    served.undo_to(WHOLE);
    shows_picture(page, &before);
    // Without stored positions.
    page.focus(".canvas-svg");
    page.press(&[CONTROL, "k"]);
    page.type_text("remove manual");
    page.press(&[ENTER]);
    served.wait_for_notice("Remove manual arrangement");
    let (came, went) = served.changed(WHOLE);
    assert_eq!(
        (came.as_slice(), went.as_slice()),
        (&["    a: {color: red}".to_owned()][..], &old.map(str::to_owned)[..])
    );
    served.undo_to(WHOLE);
    shows_picture(page, &before);
    // All of them: the positions are stored.
    page.focus(".canvas-svg");
    page.press(&["t"]);
    served.wait_for_notice("Tidy up the diagram");
    let (came, went) = served.changed(WHOLE);
    assert_eq!(went, old);
    let without_numbers = |line: &str| line.replace(|character: char| character.is_ascii_digit(), "");
    assert_eq!(came.iter().map(|line| without_numbers(line)).collect::<Vec<_>>(), old.map(without_numbers));
    let far = || page.area("[data-id='/composition/nested']").y - page.area("[data-id='/composition/a']").y;
    assert!(far() < 400.0, "{}", far());
    let tidy = picture(page);
    assert_ne!(tidy, before);
    // Undo and redo restore the pictures, and so does opening the saved text.
    served.undo_to(WHOLE);
    shows_picture(page, &before);
    page.focus(".canvas-svg");
    page.press(&[CONTROL, "y"]);
    shows_picture(page, &tidy);
    page.press(&[CONTROL, "s"]);
    page.wait_for("the file on disk", || (served.disk("whole.yaml") == served.text()).then_some(()));
    page.reload();
    page.area(".file.current[data-file='whole.yaml']");
    shows_picture(page, &tidy);
    // There is nothing left to tidy up.
    page.focus(".canvas-svg");
    page.press(&["t"]);
    page.wait_for_text(".canvas-said", |text| text == "Diagram tidied up");
    shows_picture(page, &tidy);
    assert_eq!(served.text(), served.disk("whole.yaml"));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_link_opens_a_file_a_box_and_a_view() {
    let served = whole();
    let page = &served.page;
    page.press(&["1"]);
    page.press(&[DOWN]);
    page.area(".box.selected[data-id='/composition/a']");
    page.press(&["l"]);
    served.wait_for_notice("address");
    let address = page.run("return location.href;", &[]).as_str().map(str::to_owned).unwrap_or_default();
    assert!(address.contains("#whole.yaml?at=/composition/a&view="), "{address}");
    let shown = page.area("[data-id='/composition/a'] .box-shape");
    // Another tab shows the same.
    let other = Page::open(&address);
    other.area(".box.selected[data-id='/composition/a']");
    other.wait_for("the same view", || {
        let there = other.area("[data-id='/composition/a'] .box-shape");
        ((there.x - shown.x).abs() < 2.0 && (there.y - shown.y).abs() < 2.0 && there.width == shown.width).then_some(())
    });
    other.expect_no_complaints();
    page.run("location.hash = 'inner.yaml?at=/composition/deep';", &[]);
    page.area(".file.current[data-file='inner.yaml']");
    page.area(".box.selected[data-id='/composition/deep']");
    page.run("location.hash = 'inner.yaml?at=/composition/none';", &[]);
    served.wait_for_notice("Nothing found at");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_link_restores_the_table_and_the_tab() {
    let served = whole();
    let page = &served.page;
    page.click("#tab-preview");
    page.area("#tab-preview[aria-selected='true']");
    page.focus(".canvas-svg");
    page.press(&["g"]);
    page.area(".canvas-table tr:focus");
    page.press(&["l"]);
    served.wait_for_notice("address");
    let address = page.run("return location.href;", &[]).as_str().map(str::to_owned).unwrap_or_default();
    assert!(address.ends_with("&shown=table,preview"), "{address}");
    let other = Page::open(&address);
    other.area("#tab-preview[aria-selected='true']");
    other.area(".canvas-table");
    other.expect_no_complaints();
}

/// Collects downloads.
const CATCH: &str = "window.kept = [];
    const make = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob) => {
        const url = make(blob);
        blob.arrayBuffer().then((bytes) => window.kept.push([blob.type, [...new Uint8Array(bytes)]]));
        return url;
    };
    HTMLAnchorElement.prototype.click = function () {};";

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_picture_is_exported_and_opened_again() {
    let served = whole();
    let page = &served.page;
    page.run(CATCH, &[]);
    let save = |what: &str, number: usize| {
        page.press(&[CONTROL, "k"]);
        page.area(".dialog .picker-input");
        page.type_text(what);
        page.press(&[ENTER]);
        page.wait_for("a file", || {
            let kept = page.run("return window.kept;", &[]);
            let (kind, bytes) = (kept[number][0].as_str()?.to_owned(), kept[number][1].as_array()?.clone());
            let bytes: Vec<u8> = bytes.iter().filter_map(|byte| u8::try_from(byte.as_u64()?).ok()).collect();
            Some((kind, bytes))
        })
    };
    let (kind, picture) = save("svg", 0);
    assert_eq!(kind, "image/svg+xml");
    let (kind, pixels) = save("png", 1);
    assert_eq!(kind, "image/png");
    assert!(pixels.starts_with(b"\x89PNG\r\n\x1a\n") && pixels.len() > 5000, "{} bytes", pixels.len());

    // The file is standalone: another parser accepts it, and it has no foreign content.
    let text = String::from_utf8_lossy(&picture);
    let tree = roxmltree::Document::parse(&text);
    assert!(tree.as_ref().is_ok_and(|tree| tree.root_element().tag_name().name() == "svg"), "{:?}", tree.err());
    assert!(!text.contains("foreignObject") && text.contains("<path"));

    let folder = tempfile::tempdir();
    let file = folder.as_ref().map(|folder| folder.path().join("whole.svg"));
    let file = file.unwrap_or_default();
    assert!(fs::write(&file, &picture).is_ok());
    let n_files = page.texts(".file").len();
    served.open("inner.yaml");
    page.choose_file("#open-files", &file.to_string_lossy());
    // It reports which files already exist.
    page.wait_for_text(".dialog [data-here]", |text| {
        text.starts_with(&format!("{n_files} of its files are already here, with the same content."))
    });
    page.click(".dialog [data-way='copy']");
    served.wait_for_notice("Open whole.svg");
    page.area(".file.current[data-file='whole/whole.yaml']");
    page.area("[data-file='whole/parts/part.yaml']");
    page.area("[data-file='whole/inner.yaml']");
    assert_eq!(served.text(), WHOLE);
    // Undo returns to the previous state.
    page.click("#undo");
    page.area(".file.current[data-file='inner.yaml']");
    page.expect_no_complaints();
}
