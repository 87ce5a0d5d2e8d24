//! Some boxes are shown alone with their neighbors: with the keys, the pointer and a link, and while they are edited.

use descriptorium_tests::browser::Page;
use descriptorium_tests::browser::input::{CONTROL, DOWN, ENTER, ESCAPE, SHIFT};
use serde_json::Value;

use super::served_folder::{PART, Served};

/// A chain of four boxes, and one that is not connected.
const CHAIN: &str = "\
name: assembly::chain::1.0   # in a row
properties: {}
composition:
  a: {type: 'resource::part::1.0', properties: {}}
  b: {type: 'resource::part::1.0', properties: {}}
  c: {type: 'resource::part::1.0', properties: {}}
  d: {type: 'resource::part::1.0', properties: {}}
  alone: {type: 'resource::part::1.0', properties: {}}
relationships:
  first: {source-capabilities: [a.Out], target-requirements: [b.In], source-state: Active, target-state: Active}
  second: {source-capabilities: [b.Out], target-requirements: [c.In], source-state: Active, target-state: Active}
  third: {source-capabilities: [c.Out], target-requirements: [d.In], source-state: Active, target-state: Active}
";

const NOTE: &str = ".isolation-text";

fn chain() -> Served {
    let served = Served::files(&[("part.yaml", PART), ("chain.yaml", CHAIN)]);
    served.open("chain.yaml");
    served.page.focus(".canvas-svg");
    served
}

/// The names of the boxes that are rendered, in order.
fn boxes(page: &Page) -> String {
    let script = "return [...document.querySelectorAll('.box:not(.boundary)')].map((g) => g.dataset.id.split('/').pop()).sort().join(' ');";
    page.run(script, &[]).as_str().unwrap_or_default().to_owned()
}

fn shows(page: &Page, expected: &str) {
    page.wait_for(&format!("the boxes {expected}"), || (boxes(page) == expected).then_some(()));
}

/// The positions of the boxes, by name.
fn places(page: &Page) -> Value {
    let script = "return Object.fromEntries([...document.querySelectorAll('.box:not(.boundary)')].map((g) => [g.dataset.id, g.getAttribute('transform')]));";
    page.run(script, &[])
}

fn view(page: &Page) -> Value {
    page.run("return document.querySelector('.canvas-diagram').style.transform;", &[])
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn boxes_are_shown_alone_with_the_keys() {
    let served = chain();
    let page = &served.page;
    let (before, at) = (view(page), places(page));
    page.press(&["o"]);
    served.wait_for_notice("Select a box");
    page.click("[data-id='/composition/b'] .box-label");
    page.press(&["o"]);
    shows(page, "a b c");
    page.wait_for_text(NOTE, |text| text == "Shows b and 2 neighbors of 5 boxes");
    page.wait_for_text(".canvas-said", |text| text == "Shows b and 2 neighbors of 5 boxes");
    // All of them are where they were.
    let now = places(page);
    for part in ["a", "b", "c"] {
        let path = format!("/composition/{part}");
        assert_eq!(now[&path], at[&path], "{part} stays");
    }
    page.press(&[SHIFT, "O"]);
    shows(page, "a b c d");
    page.press(&["r"]);
    shows(page, "b c d");
    page.press(&["r"]);
    shows(page, "a b");
    page.wait_for_text(NOTE, |text| text == "Shows b and 1 neighbor of 5 boxes");
    // Another box, in the same way; and back.
    page.press(&["r"]);
    page.click("[data-id='/composition/a'] .box-label");
    page.press(&["o"]);
    shows(page, "a b c");
    page.press(&["o"]);
    shows(page, "a alone b c d");
    page.wait_until_gone(".isolation");
    page.wait_for("the view as before", || (view(page) == before).then_some(()));
    assert_eq!(served.text(), CHAIN, "the text does not change");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn boxes_are_shown_alone_with_the_pointer_and_by_a_link() {
    let served = chain();
    let page = &served.page;
    page.click("[data-id='/composition/c'] .box-label");
    page.click(".pad-button[data-action='Isolate']");
    shows(page, "b c d");
    page.click(".isolation [aria-label^='Downstream']");
    shows(page, "c d");
    page.click(".isolation [aria-label='Follow all connections']");
    page.click(".isolation [aria-label^='Upstream']");
    shows(page, "a b c");
    let part = "only=/composition/c&reach=all,upstream";
    let address = || page.run("return location.href;", &[]).as_str().map(str::to_owned).unwrap_or_default();
    let address = page.wait_for("the address", || Some(address()).filter(|address| address.ends_with(part)));
    let other = Page::open(&address);
    shows(&other, "a b c");
    other.wait_for_text(NOTE, |text| text == "Shows c and 2 neighbors of 5 boxes");
    other.click(".isolation-end");
    shows(&other, "a alone b c d");
    other.area(".canvas-svg:focus");
    other.wait_for("an address of the whole", || {
        other.run("return location.hash.includes('only=');", &[]).as_bool().filter(|has| !has)
    });
    other.expect_no_complaints();
    // A link to something that is gone says so.
    page.run("location.hash = 'chain.yaml?only=/composition/gone&reach=1';", &[]);
    served.wait_for_notice("Nothing found at");
    shows(page, "a alone b c d");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn boxes_that_are_shown_alone_are_edited() {
    let served = chain();
    let page = &served.page;
    page.click("[data-id='/composition/a'] .box-label");
    page.press(&["o"]);
    shows(page, "a b");
    // A new box is shown, and undo and redo are as ever.
    page.press(&[CONTROL, "d"]);
    served.wait_for_notice("Duplicate a");
    shows(page, "a a_2 b");
    page.wait_for_text(NOTE, |text| text == "Shows a, 1 neighbor and 1 new box of 6 boxes");
    page.press(&[CONTROL, "z"]);
    shows(page, "a b");
    page.wait_for("the text as before", || (served.text() == CHAIN).then_some(()));
    // Text that connects a hidden box shows it.
    served.put_cursor_behind("first: {source-capabilities: [a.Out], target-requirements: [");
    page.type_text("alone.In, ");
    shows(page, "a alone b");
    served.undo_to(CHAIN);
    shows(page, "a b");
    page.focus(".canvas-svg");
    // The next box in any direction is one that is shown.
    page.press(&[ESCAPE]);
    page.press(&[DOWN]);
    page.area(".box.selected[data-id='/composition/a']");
    // A box that is hidden is found, and shown with its neighbors.
    page.press(&[CONTROL, "f"]);
    page.type_text("d");
    page.wait_for_text(".picker-item[aria-selected='true']", |text| text.contains("not shown"));
    page.press(&[ENTER]);
    shows(page, "a b c d");
    page.area(".box.selected[data-id='/composition/d']");
    // So is one that is selected in the text.
    served.put_cursor_behind("  alone: {ty");
    page.wait_for_text(".isolation", |text| text.contains("Also show alone"));
    page.click(".isolation-end");
    shows(page, "a alone b c d");
    page.expect_no_complaints();
}
