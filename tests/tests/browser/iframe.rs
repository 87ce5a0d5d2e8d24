//! The modeller in a frame of a portal on another host, which only permits scripts: no storage, dialogs, downloads or
//! workers.

use descriptorium_tests::browser::Page;
use descriptorium_tests::browser::input::{CONTROL, ESCAPE};

use super::product;
use super::text_pane::{put_cursor_behind, text};

const FILE: &str = "assemblies/origin-1.0.yaml";

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn in_a_sandboxed_frame_it_works_and_warns_that_nothing_is_stored() {
    let url = product::modeller();
    // A page from another host may only send requests to this machine with a setting of the browser.
    let page = Page::open_with("about:blank", &["--disable-features=LocalNetworkAccessChecks"]);
    // The pages of the portal come from another host, as this one does.
    let portal = format!(
        "data:text/html,<!doctype html><title>Portal</title><style>body{{margin:0}}iframe{{display:block;width:1300px;height:780px;border:0}}\
         </style><iframe sandbox='allow-scripts' src='{url}'></iframe><h1>Portal</h1>"
    );
    page.open_after("", &portal);
    page.enter_frame("iframe");
    page.wait_for_text("[data-kept='refused']", |text| text.contains("cannot keep unsaved changes"));
    page.area("[data-kept='nowhere']");
    assert_eq!(
        page.run("return [origin, document.querySelectorAll('.boot-failure').length];", &[]),
        serde_json::json!(["null", 0])
    );

    // Text and diagram update each other.
    page.click(&format!("[data-file='{FILE}']"));
    page.area(&format!(".file.current[data-file='{FILE}']"));
    let before = page.wait_for("its text", || Some(text(&page)).filter(|text| text.contains("origin::1.0")));
    page.wait_for("a diagram", || (page.texts(".box-label").len() > 2).then_some(()));
    put_cursor_behind(&page, "name: assembly::fjord.origin::1.0");
    page.type_text(" # mine");
    page.area(".file.current .dirty");
    page.press(&[ESCAPE]);
    let boxes = page.texts(".box-label").len();
    page.click(".palette-item");
    page.wait_for("another box", || (page.texts(".box-label").len() > boxes).then_some(()));
    assert!(text(&page).contains("::1.0 # mine"));
    page.click("#undo");
    page.wait_for("one box fewer", || (page.texts(".box-label").len() == boxes).then_some(()));
    page.press(&[CONTROL, "z"]);
    page.wait_for("the text as before", || (text(&page) == before).then_some(()));

    page.click("#theme");
    page.area("[data-theme]");
    page.click("#tab-preview");
    page.area(".expansion");
    page.click("#tab-problems");
    page.area(".problems");
    page.screenshot("embedded");
    page.expect_no_complaints();
}
