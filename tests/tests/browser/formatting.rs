//! Formatting lines of the text pane, and lines that cannot be formatted.

use descriptorium_tests::browser::input::{ALT, DOWN, ESCAPE, HOME, Input, SHIFT};
use serde_json::json;

use super::served_folder::Served;

const MESSY: &str = "\
name:   resource::web::1.0   # of ours
properties:
    port:   {type: integer}
    host:   {type: string}
lifecycle: {Create: {}}
";

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_selected_lines_or_all_are_formatted() {
    let served = Served::files(&[("web.yaml", MESSY)]);
    let page = &served.page;
    served.open("web.yaml");
    served.put_cursor_behind("properties:");
    page.perform(Input::new().press(&[DOWN]).press(&[HOME]).press(&[SHIFT, DOWN]));
    page.press(&[ALT, SHIFT, "F"]);
    served.wait_for_notice("Format selection");
    let two = MESSY.replace("port:   ", "port: ").replace("host:   ", "host: ");
    page.wait_for("two formatted lines", || (served.text() == two).then_some(()));
    served.undo_to(MESSY);

    served.put_cursor_behind("properties:");
    page.press(&[ALT, SHIFT, "F"]);
    served.wait_for_notice("Format file");
    let all = MESSY.replace(":   ", ": ");
    page.wait_for("all lines formatted", || (served.text() == all).then_some(()));
    page.press(&[ALT, SHIFT, "F"]);
    served.wait_for_notice("Already formatted");
    served.undo_to(MESSY);

    // The message names the invalid line.
    served.put_cursor_behind("host:   ");
    page.perform(Input::new().text("[").press(&[ESCAPE]));
    page.press(&[ALT, SHIFT, "F"]);
    served.wait_for_notice("line 4 does not parse");
    page.expect_no_complaints();
}

/// Text with too deep nesting is reported as a finding, and everything else works.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn extremely_nested_text_is_harmless() {
    let served = Served::examples();
    let page = &served.page;
    served.open("assemblies/origin-1.0.yaml");
    let before = served.text();
    page.area(".cm-line .cm-key");
    served.put_cursor_behind("name: ");
    for deep in ["[".repeat(5000), "- ".repeat(5000)] {
        page.devtools("Input.insertText", json!({ "text": deep }));
        page.wait_for("the brackets", || served.text().contains(&deep).then_some(()));
        page.area(".file.current .count.error");
        page.type_text("a");
        page.wait_for("one more letter", || served.text().contains(&format!("{deep}a")).then_some(()));
        page.area(".cm-line .cm-key");
        served.undo_all_to(&before);
        page.area(".cm-line .cm-key");
        served.put_cursor_behind("name: ");
    }
    page.expect_no_complaints();
}
