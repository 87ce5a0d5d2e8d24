//! Copy, cut and paste on the canvas: within a file, between files, and as text.

use descriptorium_tests::browser::input::{CONTROL, DOWN, ENTER, Input, RIGHT, SHIFT};
use serde_json::json;

use super::served_folder::Served;

const PART: &str = "name: resource::part::1.0\nproperties:\n  p: {type: string}\nlifecycle: {Create: {}}\n";

const ONE: &str = "\
name: assembly::one::1.0
composition:
  # the first
  a:
    type: resource::part::1.0
    properties: {}
  b:
    type: resource::part::1.0
    properties:
      p:
        value: ${a.p}   # of the first
";

const OTHER: &str = "\
name: assembly::other::1.0
composition: {}
";

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn components_are_copied_within_a_file_and_to_another() {
    let served = Served::files(&[("part.yaml", PART), ("one.yaml", ONE), ("other.yaml", OTHER)]);
    let page = &served.page;
    served.open("one.yaml");
    let canvas = || page.focus(".canvas-svg");
    canvas();
    page.press(&[CONTROL, "a"]);
    page.press(&[CONTROL, "c"]);
    served.wait_for_notice("Copied 2 boxes");
    page.press(&[CONTROL, "v"]);
    served.wait_for_notice("Paste 2 boxes");
    let (came, went) = served.changed(ONE);
    assert_eq!(
        came,
        [
            "  # the first",
            "  a_2:",
            "    type: resource::part::1.0",
            "    properties: {}",
            "  b_2:",
            "    type: resource::part::1.0",
            "    properties:",
            "      p:",
            "        value: ${a_2.p}   # of the first",
        ]
    );
    assert!(went.is_empty(), "{went:?}");
    page.area(".box.selected[data-id='/composition/b_2']");
    served.undo_to(ONE);

    served.open("other.yaml");
    canvas();
    page.press(&[CONTROL, "v"]);
    served.changed(OTHER);
    let copied = ONE.split_once("composition:").map_or("", |(_, parts)| parts);
    assert_eq!(served.text(), format!("name: assembly::other::1.0\ncomposition:{copied}"));
    served.undo_to(OTHER);
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn pasting_reports_undefined_names() {
    let served = Served::files(&[("part.yaml", PART), ("one.yaml", ONE), ("other.yaml", OTHER)]);
    let page = &served.page;
    served.open("one.yaml");
    page.click("[data-id='/composition/b'] .box-label");
    page.press(&[CONTROL, "c"]);
    served.wait_for_notice("Copied b");
    served.open("other.yaml");
    page.focus(".canvas-svg");
    page.press(&[CONTROL, "v"]);
    page.wait_for_text(".notice.failure", |notice| {
        notice.starts_with("Pasted. New finding")
            && notice.split(|sign: char| !sign.is_alphanumeric()).any(|word| word == "a")
    });
    page.area(".box.selected[data-id='/composition/b']");
    // A copy next to the original has all its references.
    served.undo_to(OTHER);
    served.open("one.yaml");
    page.focus(".canvas-svg");
    page.press(&[CONTROL, "v"]);
    served.wait_for_notice("Paste b");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn cutting_shows_its_consequences_and_pasting_restores_elsewhere() {
    let served = Served::files(&[("part.yaml", PART), ("one.yaml", ONE), ("other.yaml", OTHER)]);
    let page = &served.page;
    served.open("one.yaml");
    page.click("[data-id='/composition/a'] .box-label");
    page.press(&[CONTROL, "x"]);
    page.wait_for_text(".dialog-list", |list| list.contains("value of p in b") || list.contains("p of b"));
    page.press(&[ENTER]);
    served.wait_for_notice("Remove a");
    let cut = served.text();
    assert!(!cut.contains("# the first"), "{cut}");
    served.open("other.yaml");
    page.focus(".canvas-svg");
    page.press(&[CONTROL, "v"]);
    served.wait_for_notice("Paste a");
    let pasted = "  # the first\n  a:\n    type: resource::part::1.0\n    properties: {}\ndesignerLayout:\n  elements:\n    a:\n";
    assert!(served.text().contains(pasted), "{}", served.text());
    // It is in the center of the view.
    let (canvas, a) = (page.area(".canvas-svg"), page.area("[data-id='/composition/a'] .box-shape"));
    let (middle, corner) = (canvas.center(), (a.x, a.y));
    assert!((middle.0 - corner.0).hypot(middle.1 - corner.1) < 120.0, "{middle:?} {corner:?}");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn only_text_with_components_is_pasted() {
    let served = Served::files(&[("part.yaml", PART), ("one.yaml", ONE), ("other.yaml", OTHER)]);
    let page = &served.page;
    served.open("one.yaml");
    // Typed text: a whole descriptor.
    page.click(".cm-content");
    page.press(&[CONTROL, "a"]);
    page.press(&[CONTROL, "c"]);
    served.open("other.yaml");
    page.focus(".canvas-svg");
    page.press(&[CONTROL, "v"]);
    served.wait_for_notice("Paste 2 boxes");
    served.undo_to(OTHER);
    // A name alone is no descriptor.
    page.click(".cm-content");
    page.press(&[CONTROL, "a"]);
    page.press(&[CONTROL, "c"]);
    page.focus(".canvas-svg");
    page.press(&[CONTROL, "v"]);
    served.wait_for_notice("contains no components");
    assert_eq!(served.text(), OTHER);
    page.press(&[RIGHT]);
    page.press(&[SHIFT, DOWN]);
    page.expect_no_complaints();
}

/// The browser asks for permission to read the clipboard.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_menu_copies_cuts_and_pastes_at_its_position() {
    let served = Served::files(&[("part.yaml", PART), ("one.yaml", ONE), ("other.yaml", OTHER)]);
    let page = &served.page;
    let permit = |setting: &str| {
        let permission = json!({ "name": "clipboard-read" });
        page.devtools("Browser.setPermission", json!({ "permission": permission, "setting": setting }));
    };
    let choose = |place: (f64, f64), action: &str| {
        page.perform(Input::new().right_click(place));
        page.click(&format!(".menu-item[data-action='{action}']"));
        page.wait_until_gone(".menu");
    };
    permit("granted");
    served.open("one.yaml");
    choose(page.place("[data-id='/composition/a'] .box-label"), "Copy");
    served.wait_for_notice("Copied a");
    assert_eq!(served.text(), ONE);
    let (x, y) = served.void();
    choose((x, y), "Paste");
    page.area(".box.selected[data-id='/composition/a_2']");
    let pasted = page.area("[data-id='/composition/a_2']");
    let is_there = (x - pasted.x).abs() < 20.0 && (y - pasted.y).abs() < 20.0;
    assert!(is_there, "{pasted:?} is not at the position of the menu, {x}, {y}");
    served.undo_to(ONE);

    choose(page.place("[data-id='/composition/b'] .box-label"), "Cut");
    page.wait_for("the end of b", || (!served.text().contains("  b:")).then_some(()));
    served.open("other.yaml");
    page.focus(".canvas-svg");
    page.press(&[CONTROL, "v"]);
    page.wait_for("the cut components", || served.text().contains("  b:").then_some(()));
    served.undo_to(OTHER);

    permit("denied");
    choose(served.void(), "Paste");
    page.wait_for_text(".notice.failure", |notice| notice.contains("Press Ctrl+V to paste"));
    assert_eq!(served.text(), OTHER);
    page.expect_no_complaints();
}
