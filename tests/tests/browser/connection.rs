//! The connection of the modeller to the program: which pages may save, a program that ends and comes back, and one that
//! serves another folder by then.

#![expect(clippy::expect_used, reason = "panics are reported in the calling test")]

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use descriptorium_tests::browser::Page;
use descriptorium_tests::browser::input::CONTROL;
use tempfile::TempDir;

use super::offline::wait_until_kept;
use super::product::Program;
use super::served_folder::Served;
use super::text_pane::{put_cursor_behind, text};

const A: &str = "name: assembly::a::1.0\ndescription: one\nproperties: {}\ncomposition: {}\n";

/// The part of the address after the origin.
fn place(page: &Page) -> String {
    let script = "return location.pathname + location.search + location.hash;";
    page.run(script, &[]).as_str().unwrap_or_default().to_owned()
}

/// Types `typed` after the description in the open file.
fn work(page: &Page, typed: &str) {
    put_cursor_behind(page, "description: one");
    page.type_text(typed);
    page.wait_for("the typed text", || text(page).contains(&format!("description: one{typed}")).then_some(()));
}

fn save(page: &Page) {
    page.press(&[CONTROL, "s"]);
}

fn wait_for_notice(page: &Page, part: &str) {
    page.wait_for_text(".notice", |notice| notice.contains(part));
}

/// Opens the only file of a folder.
fn open(page: &Page, path: &str, content: &str) {
    page.click(&format!("[data-file='{path}']"));
    page.wait_for("the text of the file", || (text(page) == content).then_some(()));
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_ticket_disappears_from_the_address_and_the_next_page_needs_none() {
    let served = Served::files(&[("a.yaml", A)]);
    let page = &served.page;
    assert!(!place(page).contains("ticket"), "{}", place(page));
    assert!(!page.run("return location.href + JSON.stringify(history.state);", &[]).to_string().contains("ticket"));
    served.open("a.yaml");
    work(page, "!");
    save(page);
    served.wait_for_notice("Saved 1 file");
    page.reopen(&format!("{}/modeller/", served.origin));
    open(page, "a.yaml", &A.replace("one", "one!"));
    work(page, "?");
    save(page);
    page.wait_for("the saved text", || (served.disk("a.yaml") == A.replace("one", "one?!")).then_some(()));
    assert!(page.texts("[data-connection]").is_empty());
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_page_without_the_printed_address_cannot_save_until_it_is_opened() {
    let served = Served::files(&[("a.yaml", A)]);
    served.open("a.yaml");
    let next = served.program().next_address();
    // Other browsers: one without a ticket, and one with the ticket that was used.
    let other = Page::open(&format!("{}/modeller/", served.origin));
    other.wait_for_text("[data-connection='locked'] .conflict-text", |text| text.contains("cannot save"));
    let late = Page::open(&served.program().modeller());
    late.wait_for_text("[data-connection='used'] .conflict-text", |text| text.contains("already used"));
    open(&other, "a.yaml", A);
    work(&other, "!");
    save(&other);
    wait_for_notice(&other, "not opened with the address that the program printed");
    assert_eq!(served.disk("a.yaml"), A);
    // The printed address in the same tab changes only the fragment. Nothing is lost.
    let place_before = place(&other);
    other.go(&next);
    other.wait_until_gone("[data-connection]");
    assert_eq!(place(&other), place_before);
    save(&other);
    wait_for_notice(&other, "Saved 1 file");
    assert_eq!(served.disk("a.yaml"), A.replace("one", "one!"));
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_documentation_takes_the_ticket_too() {
    let folder = tempfile::tempdir().expect("a folder");
    fs::write(folder.path().join("a.yaml"), A).expect("a file");
    let program = Program::serve(folder.path());
    let page = Page::open(&format!("{}/{}", program.origin, program.ticket));
    program.next_address();
    page.wait_for("the address without the ticket", || (place(&page) == "/").then_some(()));
    page.go(&format!("{}/modeller/", program.origin));
    open(&page, "a.yaml", A);
    work(&page, "!");
    save(&page);
    wait_for_notice(&page, "Saved 1 file");
    page.expect_no_complaints();
}

/// Two folders with the same name, with one file each.
fn projects() -> (TempDir, PathBuf, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let project = |name: &str, file: &str| {
        let path = folder.path().join(name).join("catalog");
        fs::create_dir_all(&path).expect("a folder");
        fs::write(path.join(file), A).expect("a file");
        path
    };
    let (one, two) = (project("one", "a.yaml"), project("two", "a.yaml"));
    fs::write(two.join("b.yaml"), A.replace("::a::", "::b::")).expect("a file");
    (folder, one, two)
}

fn disk(folder: &Path, file: &str) -> String {
    fs::read_to_string(folder.join(file)).expect("a file")
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_tab_never_writes_into_another_folder() {
    let (_folder, one, two) = projects();
    let program = Program::serve(&one);
    let port = program.origin.rsplit_once(':').expect("a port").1.to_owned();
    let page = Page::open(&program.modeller());
    open(&page, "a.yaml", A);
    work(&page, "!");
    let ours = A.replace("one", "one!");
    drop(program);
    let program = Program::serve_at(&two, &port);
    page.wait_for_text("[data-connection='elsewhere'] .conflict-text", |text| text.contains("another folder, catalog"));
    save(&page);
    wait_for_notice(&page, "another folder");
    thread::sleep(Duration::from_secs(3));
    assert_eq!((text(&page), page.texts("[data-file='b.yaml']").len()), (ours.clone(), 0), "nothing is adopted");
    assert_eq!((disk(&one, "a.yaml"), disk(&two, "a.yaml")), (A.to_owned(), A.to_owned()));
    // The work can be continued here.
    page.click("[data-way='stay']");
    page.wait_until_gone("[data-connection]");
    save(&page);
    wait_for_notice(&page, "another folder");
    assert_eq!(disk(&two, "a.yaml"), A);
    // Back at the first folder, it saves.
    drop(program);
    let program = Program::serve_at(&one, &port);
    wait_for_notice(&page, "Connected to the program again");
    save(&page);
    page.wait_for("the saved text", || (disk(&one, "a.yaml") == ours).then_some(()));
    assert_eq!(disk(&two, "a.yaml"), A);
    drop(program);
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_folder_that_is_served_now_is_opened_without_the_drafts_of_the_other() {
    let (_folder, one, two) = projects();
    let program = Program::serve(&one);
    let port = program.origin.rsplit_once(':').expect("a port").1.to_owned();
    let page = Page::open(&program.modeller());
    open(&page, "a.yaml", A);
    work(&page, "!");
    drop(program);
    let program = Program::serve_at(&two, &port);
    page.area("[data-connection='elsewhere']");
    page.run("window.confirm = () => true;", &[]);
    page.click("[data-way='open-served']");
    page.area("[data-file='b.yaml']");
    page.wait_for("the text there", || (text(&page) == A).then_some(()));
    // This browser has no key of this folder.
    page.area("[data-connection='locked']");
    thread::sleep(Duration::from_secs(1));
    assert!(page.texts(".dirty").is_empty() && page.texts("[data-kept='offer']").is_empty());
    assert_eq!(text(&page), A);
    // In another tab, too.
    page.reopen(&format!("{}/modeller/", program.origin));
    page.area("[data-file='b.yaml']");
    thread::sleep(Duration::from_secs(1));
    assert!(page.texts(".dirty").is_empty() && page.texts("[data-kept='offer']").is_empty());
    drop(program);
    let program = Program::serve_at(&one, &port);
    page.reopen(&format!("{}/modeller/", program.origin));
    page.click("[data-way='take-up']");
    page.wait_for("the draft", || (text(&page) == A.replace("one", "one!")).then_some(()));
    assert_eq!((disk(&one, "a.yaml"), disk(&two, "a.yaml")), (A.to_owned(), A.to_owned()));
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_lost_connection_is_reported_and_saving_continues_after_a_restart() {
    let mut served = Served::files(&[("a.yaml", A)]);
    served.open("a.yaml");
    work(&served.page, "!");
    served.stop();
    served.page.wait_for_text("[data-connection='lost'] .conflict-text", |text| text.contains("You can keep working"));
    served.page.screenshot("connection-lost");
    work(&served.page, "?");
    save(&served.page);
    let notice = served.page.wait_for_text(".notice", |notice| notice.contains("Not saved yet"));
    assert!(!notice.contains("TypeError") && !notice.contains("fetch"), "{notice}");
    assert_eq!(served.disk("a.yaml"), A);
    served.start();
    served.page.wait_until_gone("[data-connection]");
    // The requested save follows without another key press.
    let saved = A.replace("one", "one?!");
    served.page.wait_for("the saved text", || (served.disk("a.yaml") == saved).then_some(()));
    served.page.wait_until_gone(".dirty");
    work(&served.page, "*");
    save(&served.page);
    served.page.wait_for("the saved text", || (served.disk("a.yaml") == A.replace("one", "one*?!")).then_some(()));
    assert!(served.page.texts("[data-conflict]").is_empty() && served.page.texts("[data-connection]").is_empty());
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_program_that_does_not_respond_is_reported() {
    let served = Served::files(&[("a.yaml", A)]);
    served.open("a.yaml");
    served.program().signal("STOP");
    served.page.area("[data-connection='lost']");
    served.program().signal("CONT");
    served.page.wait_until_gone("[data-connection]");
    work(&served.page, "!");
    save(&served.page);
    served.wait_for_notice("Saved 1 file");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn without_its_program_a_page_waits_for_it_instead_of_opening_the_example() {
    let mut served = Served::files(&[("a.yaml", A)]);
    wait_until_kept(&served.page, None);
    served.open("a.yaml");
    work(&served.page, "!");
    thread::sleep(Duration::from_secs(1));
    let url = format!("{}/modeller/#a.yaml", served.origin);
    served.stop();
    served.page.reopen(&url);
    served.page.wait_for_text("[data-connection='waiting'] .conflict-text", |text| text.contains("No response"));
    thread::sleep(Duration::from_secs(2));
    assert!(served.page.texts("[data-file]").is_empty(), "neither the example nor a response of the program");
    assert!(served.page.texts("[data-kept='nowhere']").is_empty());
    served.start();
    served.page.area(".file.current[data-file='a.yaml']");
    served.page.wait_until_gone("[data-connection]");
    served.page.click("[data-way='take-up']");
    served.page.wait_for("the draft", || (served.text() == A.replace("one", "one!")).then_some(()));
    save(&served.page);
    served.wait_for_notice("Saved 1 file");
    assert_eq!(served.disk("a.yaml"), A.replace("one", "one!"));
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_folder_that_is_missing_at_the_start_opens_when_it_is_back() {
    let served = Served::files(&[("a.yaml", A)]);
    // The files are shown first.
    let is_stored = "return Object.keys(localStorage).some((name) => name.startsWith('descriptorium.key.'));";
    served.page.wait_for("the permission to save", || {
        served.page.run(is_stored, &[]).as_bool().filter(|is_stored| *is_stored)
    });
    let elsewhere = served.move_away();
    served.page.reopen(&format!("{}/modeller/", served.origin));
    served
        .page
        .wait_for_text("[data-connection='waiting'] .conflict-text", |text| text.contains("cannot read the folder"));
    assert!(served.page.texts("[data-file]").is_empty());
    served.move_back(&elsewhere);
    served.page.area(".file[data-file='a.yaml']");
    served.page.wait_until_gone("[data-connection]");
}
