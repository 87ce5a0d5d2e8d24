//! The context menu of the canvas: its actions for each kind of item, by pointer and by keyboard.

use descriptorium_tests::browser::input::{CONTROL, DOWN, END, ENTER, ESCAPE, F10, HOME, Input, META, RIGHT, SHIFT};
use descriptorium_tests::paths;
use serde_json::json;

use super::accessibility::axe;
use super::served_folder::{PART, Served};

const SERVICE: &str = "\
name: assembly::service::1.0
composition:
  a: {type: 'resource::part::1.0'}
  b: {type: 'resource::part::1.0'}
relationships:
  r: {source-capabilities: [a.Out], target-requirements: [b.In], source-state: Active, target-state: Active}
designerLayout:
  elements:
    a: {x: 0, y: 0}
    b: {x: 400, y: 0}
";

fn served() -> Served {
    let served = Served::files(&[("part.yaml", PART), ("service.yaml", SERVICE)]);
    served.open("service.yaml");
    served.page.area("[data-id='/composition/b']");
    served
}

impl Served {
    /// The actions in the menu.
    fn offered(&self) -> Vec<String> {
        self.page.area(".menu .menu-item:focus");
        let script = "return [...document.querySelectorAll('.menu-item')].map((item) => item.dataset.action);";
        let found = self.page.run(script, &[]);
        found.as_array().into_iter().flatten().filter_map(|item| item.as_str().map(str::to_owned)).collect()
    }
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_menu_has_the_actions_for_the_item_under_the_pointer() {
    let served = served();
    let page = &served.page;
    // A box, which gets selected.
    page.perform(Input::new().right_click(page.place("[data-id='/composition/b'] .box-label")));
    page.area(".box.selected[data-id='/composition/b']");
    let offered = served.offered();
    for action in ["Connect", "Duplicate", "Extract", "Open", "Retype", "Remove"] {
        assert!(offered.contains(&action.to_owned()), "{action} is not in {offered:?}");
    }
    page.click(".menu-item[data-action='Duplicate']");
    page.wait_for("another one", || served.text().contains("  b_2:").then_some(()));
    page.area(".canvas-svg:focus");
    served.undo_to(SERVICE);
    // With several selected, the menu applies to all.
    page.focus(".canvas-svg");
    page.press(&[CONTROL, "a"]);
    page.perform(Input::new().right_click(page.place("[data-id='/composition/a'] .box-label")));
    assert!(served.offered().contains(&"Arrange(Left)".to_owned()));
    page.press(&[ESCAPE]);
    page.wait_until_gone(".menu");
    // A connection.
    let (from, to) = (
        page.area("[data-id='/composition/a'] [data-port='Out'] .port-shape"),
        page.area("[data-id='/composition/b'] [data-port='In'] .port-shape"),
    );
    let middle = ((from.center().0 + to.center().0) / 2.0, (from.center().1 + to.center().1) / 2.0);
    page.perform(Input::new().right_click(middle));
    assert_eq!(served.offered(), ["ReconnectTarget", "ReconnectSource", "Isolate", "Inspect", "Remove"]);
    let menu = page.area(".menu");
    assert!((menu.y - middle.1).abs() < 2.0, "{menu:?} is not at its position, {middle:?}");
    // A click elsewhere closes the menu; on empty space it is for the diagram, and adds at that position.
    page.perform(Input::new().click(served.void()));
    page.wait_until_gone(".menu");
    page.perform(Input::new().right_click(served.void()));
    let offered = served.offered();
    assert_eq!(offered.first().map(String::as_str), Some("Add"));
    // All of it is inside the window.
    let inside = "const menu = document.querySelector('.menu').getBoundingClientRect();
        const items = document.querySelector('.menu-items');
        return [innerHeight - menu.bottom, items.scrollHeight - items.clientHeight];";
    assert_eq!(page.run(inside, &[]), json!([12, 0]));
    assert!(offered.contains(&"SavePng".to_owned()), "{offered:?}");
    page.press(&[ENTER]);
    page.area(".dialog .picker-input:focus");
    page.press(&[ENTER]);
    page.wait_for("a third one", || served.text().contains("  part:").then_some(()));
    page.expect_no_complaints();
}

/// A language without components offers only the actions that it supports.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_menu_has_the_actions_of_the_files_language() {
    let text = std::fs::read_to_string(paths::root().join("examples/other/streamer-tosca.yaml")).expect("an example");
    let served = Served::files(&[("streamer.yaml", &text)]);
    served.open("streamer.yaml");
    let page = &served.page;
    page.area(".canvas-svg .box");
    page.focus(".canvas-svg");
    page.press(&[RIGHT]);
    page.area(".box.selected");
    page.press(&[SHIFT, F10]);
    let offered = served.offered();
    for action in ["Inspect", "Connect", "Promote", "Copy", "Duplicate", "Extract", "Remove"] {
        assert!(offered.contains(&action.to_owned()), "{action} is not in {offered:?}");
    }
    assert!(!offered.contains(&"Inline".to_owned()), "no topology substitutes it: {offered:?}");
    page.press(&[ESCAPE]);
    page.wait_until_gone(".menu");
    page.area(".canvas-svg:focus");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn on_a_mac_control_and_a_click_open_the_menu() {
    let served = served();
    let page = &served.page;
    page.run("Object.defineProperty(navigator, 'platform', { get: () => 'MacIntel' });", &[]);
    let place = |part: &str| page.place(&format!("[data-id='/composition/{part}'] .box-label"));
    let selected = |wanted: usize| {
        page.wait_for(&format!("{wanted} selected"), || (page.texts(".box.selected").len() == wanted).then_some(()));
    };
    page.perform(Input::new().click(place("a")));
    selected(1);
    page.perform(Input::new().hold(CONTROL).click(place("b")).release(CONTROL));
    selected(1);
    page.area(".box.selected[data-id='/composition/a']");
    // There the menu is that of the browser.
    page.perform(Input::new().right_click(place("b")));
    assert!(served.offered().contains(&"Open".to_owned()));
    page.press(&[ESCAPE]);
    page.wait_until_gone(".menu");
    selected(1);
    page.area(".box.selected[data-id='/composition/b']");
    page.perform(Input::new().hold(META).click(place("a")).release(META));
    selected(2);
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_menu_works_with_keys_and_returns_the_focus() {
    let served = served();
    let page = &served.page;
    page.focus(".canvas-svg");
    page.press(&[RIGHT]);
    page.area(".box.selected[data-id='/composition/a']");
    page.press(&[SHIFT, F10]);
    page.area(".dialog[aria-label='Context menu']");
    let offered = served.offered();
    let at = |action: &str| page.area(&format!(".menu-item:focus[data-action='{action}']"));
    at(&offered[0]);
    page.press(&[DOWN]);
    at(&offered[1]);
    page.press(&[END]);
    at(&offered[offered.len() - 1]);
    page.press(&[HOME]);
    at(&offered[0]);
    let found = axe(page).violations(page);
    assert!(found.is_empty(), "{}", found.join("\n"));
    page.press(&[ESCAPE]);
    page.wait_until_gone(".menu");
    page.area(".canvas-svg:focus");
    // A letter goes to the next item that starts with it.
    page.press(&[SHIFT, F10]);
    page.area(".menu-item:focus");
    page.type_text("dup");
    at("Duplicate");
    page.press(&[ENTER]);
    page.wait_for("another one", || served.text().contains("  a_2:").then_some(()));
    page.area(".canvas-svg:focus");
    page.expect_no_complaints();
}
