//! Full-text search in all files, by keyboard alone.

use descriptorium_tests::browser::input::{CONTROL, DOWN, ENTER, ESCAPE, SHIFT, SPACE, TAB};
use descriptorium_tests::generated;

use super::accessibility::axe;
use super::product;
use super::served_folder::Served;
use super::text_pane::text;

const A: &str = "name: assembly::a::1.0 # Größe\ncomposition:\n  first:\n    type: resource::web::1.0\n";
const WEB: &str = "name: resource::web::1.0\ndescription: Serves the WEB.\nlifecycle: {Create: {}}\n";

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_text_is_found_in_all_files() {
    let served = Served::files(&[("a.yaml", A), ("parts/web.yaml", WEB)]);
    let page = &served.page;
    page.press(&[CONTROL, SHIFT, "f"]);
    page.area(".dialog .picker-input:focus");
    page.type_text("web");
    let found = |expected: &str| page.wait_for_text(".dialog [data-found]", |text| text == expected);
    found("3 occurrences in 2 files");
    assert_eq!(page.texts(".picker-detail"), ["a.yaml:4", "parts/web.yaml:1", "parts/web.yaml:2"]);
    assert_eq!(page.texts(".picker-label")[2], "description: Serves the WEB.");
    assert_eq!(page.texts(".picker-label mark"), ["web", "web", "WEB"]);
    let violations = axe(page).violations(page);
    assert!(violations.is_empty(), "{}", violations.join("\n"));
    // Case-sensitive.
    page.press(&[TAB]);
    page.press(&[SPACE]);
    found("2 occurrences in 2 files");
    page.press(&[SPACE]);
    found("3 occurrences in 2 files");
    page.press(&[TAB]);
    page.area(".dialog .picker-input:focus");
    page.press(&[DOWN]);
    page.press(&[DOWN]);
    page.press(&[ENTER]);
    page.area(".file.current[data-file='parts/web.yaml']");
    page.wait_for("the place", || (page.run("return getSelection().toString();", &[]) == "WEB").then_some(()));
    page.area(".cm-content:focus");
    // The last search is selected, to be replaced.
    page.press(&[CONTROL, SHIFT, "f"]);
    found("3 occurrences in 2 files");
    page.type_text("gröSSe");
    found("No results");
    page.press(&[CONTROL, "a"]);
    page.type_text("GRÖßE");
    found("1 occurrence");
    page.press(&[ESCAPE]);
    page.wait_until_gone(".dialog");
    page.area(".cm-content:focus");
    page.expect_no_complaints();
}

/// The number of descriptors in the catalog.
const FILES: usize = 240;

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn many_files_are_searched_without_blocking_the_page() {
    let files = generated::catalog(FILES);
    let texts: Vec<(&str, &str)> = files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let page = product::modeller_beside(&texts);
    page.click("#open-folder");
    page.wait_for("all rows", || (page.texts(".file").len() == FILES).then_some(()));
    page.wait_for("the text", || text(&page).contains("name:").then_some(()));
    page.press(&[CONTROL, SHIFT, "f"]);
    page.area(".dialog .picker-input:focus");
    // Records all progress messages. The clock of the page makes every file slow on any machine.
    page.run(
        "window.shown = new Set();
         let at = Date.now();
         Date.now = () => at += 100;
         const record = () => {
             window.shown.add(document.querySelector('.dialog [data-found]')?.textContent);
             setTimeout(record, 1);
         };
         record();",
        &[],
    );
    page.type_text("name:");
    let count: usize = files.iter().map(|(_, text)| text.to_lowercase().matches("name:").count()).sum();
    page.wait_for_text(".dialog [data-found]", |text| text == format!("{count} occurrences in {FILES} files"));
    let shown = page.run("return [...window.shown];", &[]).to_string();
    assert!(shown.contains("Searching"), "{shown}");
    assert_eq!(page.texts(".picker-item").len(), 200);
    page.press(&[ESCAPE]);
    page.wait_until_gone(".dialog");
}
