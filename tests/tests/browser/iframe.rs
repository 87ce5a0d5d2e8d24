//! The modeller in a sandboxed frame on another origin with `allow-scripts` only: no storage, dialogs, downloads or
//! workers.

use descriptorium_tests::browser::Page;
use descriptorium_tests::browser::input::{CONTROL, ESCAPE};

use super::product;
use super::text_pane::{put_cursor_behind, text};

const FILE: &str = "assemblies/origin-1.0.yaml";

#[test]
fn in_a_frame_that_may_only_run_scripts_it_works_and_says_that_nothing_is_kept() {
    let Some(url) = product::modeller() else { return };
    // Browsers block requests from public pages to local addresses unless configured otherwise.
    let page = Page::open_with("about:blank", &["--disable-features=LocalNetworkAccessChecks"]);
    // The pages of the portal are on another origin, like this one.
    let portal = format!(
        "data:text/html,<!doctype html><title>Portal</title><style>body{{margin:0}}iframe{{display:block;width:1300px;height:780px;border:0}}\
         </style><iframe sandbox='allow-scripts' src='{url}'></iframe><h1>Portal</h1>"
    );
    page.open_after("", &portal);
    page.enter_frame("iframe");
    page.wait_for_text("[data-kept='refused']", |text| text.contains("keeps no unsaved work here"));
    page.area("[data-kept='nowhere']");
    assert_eq!(
        page.run("return [origin, document.querySelectorAll('.boot-failure').length];", &[]),
        serde_json::json!(["null", 0])
    );

    // Text and diagram, in both directions.
    page.click(&format!("[data-file='{FILE}']"));
    page.area(&format!(".file.current[data-file='{FILE}']"));
    let before = page.wait_for("its text", || Some(text(&page)).filter(|text| text.contains("origin::1.0")));
    page.wait_for("a drawing", || (page.texts(".box-label").len() > 2).then_some(()));
    put_cursor_behind(&page, "name: assembly::fjord.origin::1.0");
    page.type_text(" # mine");
    page.area(".file.current .dirty");
    page.press(&[ESCAPE]);
    let boxes = page.texts(".box-label").len();
    page.click(".palette-item");
    page.press(&["\u{E007}"]);
    page.wait_for("another box", || (page.texts(".box-label").len() > boxes).then_some(()));
    assert!(text(&page).contains("::1.0 # mine"));
    page.click("#undo");
    page.wait_for("one box less", || (page.texts(".box-label").len() == boxes).then_some(()));
    page.press(&[CONTROL, "z"]);
    page.wait_for("the text as it was", || (text(&page) == before).then_some(()));

    page.click("#theme");
    page.area("[data-theme]");
    page.click("#tab-preview");
    page.area(".expansion");
    page.click("#tab-problems");
    page.area(".problems");
    page.screenshot("embedded");
    page.expect_no_complaints();
}
