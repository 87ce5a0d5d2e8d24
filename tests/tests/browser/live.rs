//! A documentation page that is served follows its folder, and whoever reads it stays where they are.

#![expect(clippy::expect_used, clippy::panic, reason = "what fails here fails the test that calls it")]

use std::env;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Command, Stdio};

use descriptorium_tests::browser::Page;

/// The program serving a folder, and its address; nothing, and a printed line, where the program was not built.
fn serve(folder: &Path) -> Option<(Child, String)> {
    let Some(program) = env::var_os("DESCRIPTORIUM_PROGRAM") else {
        println!("skipped: `cargo xtask test` builds the program and sets DESCRIPTORIUM_PROGRAM");
        return None;
    };
    let mut server = Command::new(program)
        .args(["serve", "--port", "0"])
        .arg(folder)
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let mut output = BufReader::new(server.stdout.take().expect("its output"));
    output.read_line(&mut line).expect("it says where it listens");
    let origin = line.split_whitespace().find(|word| word.starts_with("http://127.0.0.1:"));
    let origin = origin.unwrap_or_else(|| panic!("no address in {line}")).to_owned();
    Some((server, origin))
}

#[test]
fn a_served_page_follows_its_folder_and_stays_where_it_is() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |words: &str| {
        let properties: String = (0..60).map(|n| format!("  p{n}: {{type: string, description: {words}}}\n")).collect();
        let text = format!("name: resource::gw::1.0\nproperties:\n{properties}lifecycle: {{Install: {{}}}}\n");
        fs::write(folder.path().join("gw.yaml"), text).expect("written");
    };
    write("First words");
    let Some((mut server, origin)) = serve(folder.path()) else { return };
    let page = Page::open(&format!("{origin}resource/gw/1.0.html"));
    page.wait_for_text("td.prose", |text| text.contains("First words"));
    page.run("window.mark = 1; scrollTo(0, 900);", &[]);
    // The page has asked once, so that it knows what it shows.
    page.area("html[data-follows]");
    write("Second words");
    page.wait_for_text("td.prose", |text| text.contains("Second words"));
    let state = page.run("return [scrollY, window.mark];", &[]);
    assert_eq!(state, serde_json::json!([900, 1]), "the page is the same one, at the same place");
    page.expect_no_complaints();
    server.kill().expect("it runs");
    server.wait().expect("it ends");
}

#[test]
fn what_is_searched_and_what_was_missing_follow_the_folder() {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str| {
        let text = format!("name: resource::{name}::1.0\nlifecycle: {{Install: {{}}}}\n");
        fs::write(folder.path().join(format!("{name}.yaml")), text).expect("written");
    };
    write("balancer");
    let Some((mut server, origin)) = serve(folder.path()) else { return };
    let page = Page::open(&format!("{origin}resource/streamer/1.0.html"));
    page.wait_for_text("h1", |text| text == "There is no such page");
    page.area("html[data-follows]");
    write("streamer");
    page.wait_for_text("h1", |text| text.contains("streamer"));
    page.area("html[data-follows]");
    fs::remove_file(folder.path().join("streamer.yaml")).expect("it is there");
    page.wait_for_text("h1", |text| text == "There is no such page");

    let page = Page::open(&format!("{origin}search.html?q=streamer"));
    page.wait_for_text("#search-page .told", |text| text.contains("Nothing is found"));
    page.area("html[data-follows]");
    page.run("window.mark = 1;", &[]);
    write("streamer");
    page.wait_for_text("#search-page [role=option] .name", |text| text == "streamer");
    assert_eq!(page.run("return window.mark;", &[]), 1, "the page is the same one");
    page.expect_no_complaints();
    server.kill().expect("it runs");
    server.wait().expect("it ends");
}
