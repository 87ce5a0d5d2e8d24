//! Nested assemblies expanded in place: with the pointer, the keys and the table, without changing the text.

use descriptorium_tests::browser::Page;
use descriptorium_tests::browser::input::{CONTROL, DELETE, DOWN, ENTER, ESCAPE, Input};
use serde_json::Value;

use super::served_folder::{PART, Served};

const INNER: &str = "\
name: assembly::inner::1.0
properties:
  size: {default: '1'}
composition:
  deep: {type: 'resource::part::1.0', properties: {size: {value: '${size}'}}}
  beside: {type: 'resource::part::1.0', properties: {}}
relationships:
  chain:
    source-capabilities: [deep.Out]
    target-requirements: [beside.In]
    source-state: Active
    target-state: Active
";

/// Placed boxes, with little space to the right of the nested one and below it.
const WHOLE: &str = "\
name: assembly::whole::1.0   # all of it
properties:
  size: {default: '2'}
composition:
  nested: {type: 'assembly::inner::1.0', properties: {size: {value: '${size}'}}}
  right: {type: 'resource::part::1.0', properties: {}}
  below: {type: 'resource::part::1.0', properties: {}}
  above: {type: 'resource::part::1.0', properties: {}}
designerLayout:
  elements:
    nested: {x: 100, y: 200}
    right: {x: 380, y: 210}
    below: {x: 110, y: 330}
    above: {x: 100, y: 0}
";

const NESTED: &str = "[data-id='/composition/nested']";
const DEEP: &str = "[data-id='/composition/nested/inside/composition/deep']";

fn whole() -> Served {
    let served = Served::files(&[("part.yaml", PART), ("inner.yaml", INNER), ("whole.yaml", WHOLE)]);
    served.open("whole.yaml");
    served.page.focus(".canvas-svg");
    served
}

/// The positions of all boxes, the view, and all connections.
fn diagram(page: &Page) -> Value {
    let script = "return [...document.querySelectorAll('.canvas-diagram, .box')].map((g) => [g.dataset.id ?? '', g.style.transform || g.getAttribute('transform')])\
        .concat([...document.querySelectorAll('.connection')].map((g) => [g.dataset.id, g.querySelector('.connection-line').getAttribute('d')])).sort();";
    page.run(script, &[])
}

fn place_of(page: &Page, part: &str) -> Value {
    let script = "return document.querySelector(`[data-id='/composition/${arguments[0]}']`).getAttribute('transform');";
    page.run(script, &[part.into()])
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_nested_assembly_is_expanded_and_collapsed() {
    let served = whole();
    let page = &served.page;
    let before = diagram(page);
    let above = place_of(page, "above");
    let right = place_of(page, "right");
    // With the fold button.
    page.click(&format!("{NESTED} .box-turn circle"));
    page.area(DEEP);
    page.area(&format!("{NESTED}.frame"));
    served.wait_for_notice("Expanded nested");
    // Boxes in the way move aside, and nothing else.
    page.wait_for("room", || (place_of(page, "right") != right).then_some(()));
    assert_eq!(place_of(page, "above"), above);
    page.click(&format!("{NESTED} .box-turn circle"));
    page.wait_until_gone(DEEP);
    page.wait_for("the diagram as before", || (diagram(page) == before).then_some(()));
    // With the key, and from inside.
    page.press(&["e"]);
    page.area(DEEP);
    page.click(&format!("{DEEP} .box-label"));
    page.area(&format!("{DEEP}.selected"));
    page.press(&["e"]);
    page.wait_until_gone(DEEP);
    page.wait_for("the diagram as before", || (diagram(page) == before).then_some(()));
    // With the context toolbar.
    page.click(&format!("{NESTED} .box-label"));
    page.click(".pad-button[data-action='ToggleFold']");
    page.area(DEEP);
    // With the command palette.
    page.press(&[CONTROL, "k"]);
    page.area(".dialog .picker-input");
    page.type_text("expand or collapse");
    page.press(&[ENTER]);
    page.wait_until_gone(DEEP);
    page.wait_for("the diagram as before", || (diagram(page) == before).then_some(()));
    assert_eq!(served.text(), WHOLE);
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn components_in_an_expanded_box_belong_to_another_file() {
    let served = whole();
    let page = &served.page;
    page.click(&format!("{NESTED} .box-turn circle"));
    page.area(DEEP);
    page.click(&format!("{DEEP} .box-label"));
    page.area(&format!("{DEEP}.selected"));
    page.press(&[DELETE]);
    served.wait_for_notice("Defined in another descriptor");
    // Dragging a component inside moves the expanded box as a whole.
    let from = page.place(&format!("{DEEP} .box-label"));
    page.drag(from, (from.0 + 30.0, from.1 + 70.0));
    let (came, went) = served.changed(WHOLE);
    assert_eq!(went, ["    nested: {x: 100, y: 200}"]);
    assert!(came.len() == 1 && came[0].starts_with("    nested: {x: "), "{came:?}");
    served.undo_to(WHOLE);
    page.area(DEEP);
    // A double click opens the same file as in its own diagram, and back returns here.
    page.perform(Input::new().double_click(page.place(&format!("{DEEP} .box-label"))));
    page.area(".file.current[data-file='part.yaml']");
    page.click(".trail-step");
    page.area(".file.current[data-file='whole.yaml']");
    page.area(&format!("{DEEP}.selected"));
    // The inspector names the descriptor, with a link to it.
    page.click("#tab-inspector");
    page.click("[data-inner='open']");
    page.area(".file.current[data-file='inner.yaml']");
    page.area(".box.selected[data-id='/composition/deep']");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_table_shows_expanded_boxes() {
    let served = whole();
    let page = &served.page;
    page.press(&["g"]);
    page.area("[data-row='/composition/above']:focus");
    page.press(&[DOWN]);
    page.area("[data-row='/composition/nested']:focus");
    page.press(&["e"]);
    let deep = "[data-row='/composition/nested/inside/composition/deep']";
    page.area(&format!("{deep}[aria-level='2']"));
    page.area("[data-row='/composition/nested']:focus");
    page.press(&["e"]);
    page.wait_until_gone(deep);
    assert_eq!(served.text(), WHOLE);
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn expanded_boxes_are_remembered_and_in_the_link() {
    let served = whole();
    let page = &served.page;
    page.press(&[ESCAPE]);
    page.click(&format!("{NESTED} .box-turn circle"));
    page.area(DEEP);
    page.press(&["l"]);
    served.wait_for_notice("address");
    let address = page.run("return location.href;", &[]).as_str().map(str::to_owned).unwrap_or_default();
    assert!(address.ends_with("&turned=/composition/nested"), "{address}");
    let other = Page::open(&address);
    other.area(DEEP);
    other.expect_no_complaints();
    page.reload();
    page.area(DEEP);
    // The expanded box follows changes of its text.
    served.open("inner.yaml");
    served.put_cursor_behind("  beside: {type: 'resource::part::1.0', properties: {}}");
    page.type_text("\n  third: {type: 'resource::part::1.0', properties: {}}");
    page.area("[data-id='/composition/third']");
    page.click("[data-file='whole.yaml']");
    page.area("[data-id='/composition/nested/inside/composition/third']");
    page.expect_no_complaints();
}
