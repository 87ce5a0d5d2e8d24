//! A documentation page that is served follows its folder, and whoever reads it stays where they are.

use std::fs;

use descriptorium_tests::browser::Page;

use super::product::Program;

#[test]
fn a_served_page_follows_its_folder_and_stays_where_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |words: &str| {
        let properties: String = (0..60).map(|n| format!("  p{n}: {{type: string, description: {words}}}\n")).collect();
        let text = format!("name: resource::gw::1.0\nproperties:\n{properties}lifecycle: {{Install: {{}}}}\n");
        fs::write(folder.path().join("gw.yaml"), text).expect("written");
    };
    write("First words");
    let Some(program) = Program::serve(folder.path()) else { return };
    let page = Page::open(&format!("{}/resource/gw/1.0.html", program.origin));
    page.wait_for_text("td.prose", |text| text.contains("First words"));
    page.run("window.mark = 1; scrollTo(0, 900);", &[]);
    // The page has asked once, so that it knows what it shows.
    page.area("html[data-follows]");
    write("Second words");
    page.wait_for_text("td.prose", |text| text.contains("Second words"));
    let state = page.run("return [scrollY, window.mark];", &[]);
    assert_eq!(state, serde_json::json!([900, 1]), "the page is the same one, at the same place");
    page.expect_no_complaints();
}

#[test]
fn what_is_searched_and_what_was_missing_follow_the_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str| {
        let text = format!("name: resource::{name}::1.0\nlifecycle: {{Install: {{}}}}\n");
        fs::write(folder.path().join(format!("{name}.yaml")), text).expect("written");
    };
    write("balancer");
    let Some(program) = Program::serve(folder.path()) else { return };
    let page = Page::open(&format!("{}/resource/streamer/1.0.html", program.origin));
    page.wait_for_text("h1", |text| text == "There is no such page");
    page.area("html[data-follows]");
    write("streamer");
    page.wait_for_text("h1", |text| text.contains("streamer"));
    page.area("html[data-follows]");
    fs::remove_file(folder.path().join("streamer.yaml")).expect("it is there");
    page.wait_for_text("h1", |text| text == "There is no such page");

    let page = Page::open(&format!("{}/search.html?q=streamer", program.origin));
    page.wait_for_text("#search-page .told", |text| text.contains("Nothing is found"));
    page.area("html[data-follows]");
    page.run("window.mark = 1;", &[]);
    write("streamer");
    page.wait_for_text("#search-page [role=option] .name", |text| text == "streamer");
    assert_eq!(page.run("return window.mark;", &[]), 1, "the page is the same one");
    page.expect_no_complaints();
}
