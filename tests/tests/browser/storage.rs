//! Unsaved work survives the tab that it was done in.

use std::thread;
use std::time::Duration;

use descriptorium_tests::browser::input::{CONTROL, END};

use super::served::Served;

const A: &str = "name: assembly::a::1.0\ndescription: one\nproperties: {}\ncomposition: {}\n";
const B: &str = "name: assembly::b::1.0\nproperties: {}\ncomposition: {}\n";

fn modeller(served: &Served) -> String {
    format!("{}/modeller/", served.origin)
}

#[test]
fn work_survives_a_closed_tab() {
    let Some(served) = Served::files(&[("a.yaml", A), ("b.yaml", B)]) else { return };
    let page = &served.page;
    served.open("a.yaml");
    served.put_cursor_behind("description: one");
    page.type_text(" and two");
    served.open("b.yaml");
    served.put_cursor_behind("assembly::b");
    page.type_text("2");
    // Nothing older than a second is lost.
    thread::sleep(Duration::from_secs(1));
    page.reopen(&modeller(&served));
    page.wait_for_text("[data-kept='offer'] strong", |text| text == "a.yaml, b.yaml");
    assert!(page.texts(".dirty").is_empty(), "nothing is taken up unasked");
    page.click("[data-way='take-up']");
    page.wait_until_gone("[data-kept='offer']");
    page.click("[data-file='a.yaml']");
    let a = A.replace("one", "one and two");
    page.wait_for("the work", || (served.text() == a).then_some(()));
    page.press(&[CONTROL, "s"]);
    served.wait_for_notice("Saved 2 files");
    assert_eq!((served.disk("a.yaml"), served.disk("b.yaml")), (a, B.replace("::b", "::b2")));
    // What is saved is not offered again.
    thread::sleep(Duration::from_secs(1));
    page.reopen(&modeller(&served));
    page.area(".file.current");
    thread::sleep(Duration::from_millis(500));
    assert!(page.texts("[data-kept='offer']").is_empty());
    page.expect_no_complaints();
}

#[test]
fn work_on_a_file_that_changed_meanwhile_is_no_silent_overwrite() {
    let Some(served) = Served::files(&[("a.yaml", A)]) else { return };
    let page = &served.page;
    served.open("a.yaml");
    served.put_cursor_behind("description: one");
    page.type_text("!");
    thread::sleep(Duration::from_secs(1));
    let theirs = A.replace("one", "three");
    served.change("a.yaml", &theirs);
    page.reopen(&modeller(&served));
    page.click("[data-way='take-up']");
    page.wait_for("the work", || (served.text() == A.replace("one", "one!")).then_some(()));
    page.press(&[CONTROL, "s"]);
    served.wait_for_notice("has changed on disk");
    assert_eq!(served.disk("a.yaml"), theirs);
    // Undo has the text as it is on disk.
    page.click("#undo");
    page.wait_for("their text", || (served.text() == theirs).then_some(()));
}

#[test]
fn what_is_left_is_left() {
    let Some(served) = Served::files(&[("a.yaml", A)]) else { return };
    let page = &served.page;
    served.open("a.yaml");
    served.put_cursor_behind("composition: {}");
    page.press(&[END]);
    page.type_text(" # x");
    thread::sleep(Duration::from_secs(1));
    page.reopen(&modeller(&served));
    page.click("[data-way='discard']");
    page.wait_until_gone("[data-kept='offer']");
    thread::sleep(Duration::from_millis(400));
    page.reopen(&modeller(&served));
    page.area(".file.current");
    thread::sleep(Duration::from_millis(500));
    assert!(page.texts("[data-kept='offer']").is_empty());
    assert_eq!(served.disk("a.yaml"), A);
    page.expect_no_complaints();
}

/// As in a frame that may run scripts and nothing else: the browser throws when it is asked for its storage.
#[test]
fn where_nothing_can_be_kept_that_is_said_and_all_else_works() {
    let Some(served) = Served::files(&[("a.yaml", A)]) else { return };
    let page = &served.page;
    let refuse = "for (const name of ['indexedDB', 'localStorage', 'sessionStorage'])
        Object.defineProperty(window, name, { get() { throw new DOMException('storage is refused here', 'SecurityError'); } });";
    page.open_after(refuse, &modeller(&served));
    page.wait_for_text("[data-kept='refused']", |text| text.contains("storage is refused here"));
    served.open("a.yaml");
    page.click("#theme");
    served.put_cursor_behind("description: one");
    page.type_text("!");
    page.press(&[CONTROL, "s"]);
    served.wait_for_notice("Saved 1 file");
    assert_eq!(served.disk("a.yaml"), A.replace("one", "one!"));
    page.expect_no_complaints();
}
