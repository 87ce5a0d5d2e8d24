//! Changes on disk while the folder is open, observed in the text, the list of files and the conflict bar.

use descriptorium_tests::browser::Page;
use descriptorium_tests::browser::input::{BACKSPACE, CONTROL, END, ENTER, ESCAPE};
use serde_json::json;

use super::product;
use super::served_folder::{PART, Served};
use super::text_pane;

const TEXT: &str = "\
name: assembly::a::1.0
description: one
properties:
  p: {type: string}
  q: {type: string}
composition:
  x: {type: 'resource::part::1.0'}
  y: {type: 'resource::part::1.0'}
";

fn served() -> Served {
    let served = Served::files(&[("a.yaml", TEXT), ("part.yaml", PART)]);
    served.open("a.yaml");
    served
}

/// Changes the file here and, in another line, on disk; returns the version here.
fn change_both(served: &Served) -> String {
    served.put_cursor_behind("description: one");
    served.page.type_text("!");
    let ours = TEXT.replace("one", "one!");
    served.page.wait_for("the typed text", || (served.text() == ours).then_some(()));
    served.change("a.yaml", &TEXT.replace("q:", "r:"));
    ours
}

/// The text on disk, with changes around the cursor.
fn theirs() -> String {
    TEXT.replace("description: one", "description: one\nlabels: []").replace("  y:", "  # theirs\n  y:")
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn an_unchanged_file_follows_the_disk_and_keeps_the_view() {
    let served = served();
    let page = &served.page;
    page.run("document.querySelector('.canvas-bar button').click();", &[]);
    let camera = served.camera();
    served.put_cursor_behind("p: {type: str");
    served.change("a.yaml", &theirs());
    page.wait_for("the text on disk", || (served.text() == theirs()).then_some(()));
    served.wait_for_notice("Reloaded a.yaml, which changed on disk");
    assert!(page.texts(".dirty").is_empty() && page.texts("[data-conflict]").is_empty());
    assert_eq!(served.camera(), camera);
    // The cursor is at the same position, between the two changes.
    page.type_text("ange");
    let typed = theirs().replace("p: {type: str", "p: {type: strange");
    page.wait_for("the typed text", || (served.text() == typed).then_some(()));
    page.click("#undo");
    page.wait_for("the text on disk", || (served.text() == theirs()).then_some(()));
    page.click("#undo");
    page.wait_for("the text before", || (served.text() == TEXT).then_some(()));
    page.area(".file[data-file='a.yaml'] .dirty");
    page.click("#redo");
    page.wait_for("the text on disk", || (served.text() == theirs()).then_some(()));
    page.wait_until_gone(".dirty");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_file_with_changes_here_stays_and_both_versions_are_shown() {
    let served = served();
    let page = &served.page;
    let ours = change_both(&served);
    page.wait_for_text("[data-conflict='a.yaml'] .conflict-text", |text| text.contains("you changed it too"));
    page.click("[data-conflict] [data-way='compare']");
    page.wait_for("the change on disk", || {
        (page.texts(".three-way section:first-child .diff-added") == ["+  r: {type: string}"]).then_some(())
    });
    // The text follows the file on disk.
    served.change("a.yaml", &TEXT.replace("q:", "s:"));
    page.wait_for("the change on disk", || {
        (page.texts(".three-way section:first-child .diff-added") == ["+  s: {type: string}"]).then_some(())
    });
    assert_eq!(served.text(), ours);
    // The bar disappears when the file on disk is as before, and when there are no changes here any more.
    served.change("a.yaml", TEXT);
    page.wait_until_gone("[data-conflict]");
    served.change("a.yaml", &theirs());
    page.area("[data-conflict='a.yaml']");
    served.put_cursor_behind("description: one!");
    page.press(&[BACKSPACE]);
    page.wait_for("the text on disk", || (served.text() == theirs()).then_some(()));
    page.wait_until_gone("[data-conflict]");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn an_unseen_text_is_neither_merged_nor_overwritten() {
    let served = served();
    let page = &served.page;
    let ours = change_both(&served);
    page.area("[data-conflict='a.yaml']");
    // The same line, before the next read of the folder.
    let theirs = TEXT.replace("one", "two");
    served.change("a.yaml", &theirs);
    page.click("[data-conflict] [data-way='merge']");
    page.click("[data-conflict] [data-way='compare']");
    page.wait_for("the change on disk", || {
        page.texts(".three-way section:first-child .diff-added").contains(&"+description: two".to_owned()).then_some(())
    });
    page.press(&[CONTROL, "s"]);
    page.area("[data-conflict='a.yaml']");
    assert_eq!((served.text(), served.disk("a.yaml")), (ours, theirs));
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn text_in_a_field_stays_while_the_disk_changes() {
    let served = served();
    let page = &served.page;
    page.click("#tab-inspector");
    page.click("[data-id='/composition/x'] .box-label");
    page.focus(".inspector [aria-label='Name']");
    page.type_text("-new");
    let theirs = TEXT
        .replace("x: {type: 'resource::part::1.0'}", "x: {type: 'resource::part::1.0', properties: {p: {value: 1}}}");
    served.change("a.yaml", &theirs);
    page.wait_for("the text on disk", || (served.text() == theirs).then_some(()));
    page.area("[data-field='/composition/x/properties/p']");
    assert_eq!(page.run("return document.activeElement.value;", &[]), "x-new");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_field_that_changes_on_disk_during_typing_keeps_the_typed_text_with_a_message() {
    let served = served();
    let page = &served.page;
    let with = |value: &str| {
        let part = format!("x: {{type: 'resource::part::1.0', properties: {{p: {{value: {value}}}}}}}");
        TEXT.replace("x: {type: 'resource::part::1.0'}", &part)
    };
    served.change("a.yaml", &with("one"));
    page.wait_for("the text on disk", || (served.text() == with("one")).then_some(()));
    page.click("#tab-inspector");
    page.click("[data-id='/composition/x'] .box-label");
    let field = "[data-field='/composition/x/properties/p'] input";
    page.wait_for("the value", || {
        (page.run("return document.querySelector(arguments[0])?.value;", &[field.into()]) == "one").then_some(())
    });
    page.focus(field);
    page.press(&[END]);
    page.type_text("!");
    served.change("a.yaml", &with("two"));
    served.wait_for_notice("This field has changed in the meantime");
    let value = || page.run("return document.activeElement.value;", &[]);
    assert_eq!(value(), "one!");
    // The version on disk can be viewed, and taken or not.
    page.press(&[ESCAPE]);
    assert_eq!(value(), "two");
    page.type_text("?");
    served.change("a.yaml", &with("three"));
    page.wait_for("the text on disk", || (served.text() == with("three")).then_some(()));
    served.wait_for_notice("This field has changed in the meantime");
    page.press(&[ENTER]);
    page.wait_for("the typed text", || served.text().contains("two?").then_some(()));
    page.click("#undo");
    page.wait_for("the text on disk", || (served.text() == with("three")).then_some(()));
    page.wait_for("their value", || {
        (page.run("return document.querySelector(arguments[0])?.value;", &[field.into()]) == "three").then_some(())
    });
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn undone_changes_can_be_redone_after_the_disk_changed() {
    let served = served();
    let page = &served.page;
    served.put_cursor_behind("description: one");
    page.type_text("!");
    page.click("#undo");
    page.wait_for("the text before", || (served.text() == TEXT).then_some(()));
    served.change("b.yaml", "name: assembly::b::1.0\n");
    page.area(".file[data-file='b.yaml']");
    let theirs = TEXT.replace("  y:", "  # theirs\n  y:");
    served.change("a.yaml", &theirs);
    page.wait_for_text("[data-conflict='a.yaml'] .conflict-text", |text| text.contains("you undid here"));
    page.click("#redo");
    page.wait_for("the typed text", || (served.text() == TEXT.replace("one", "one!")).then_some(()));
    page.area(".file[data-file='b.yaml']");
    page.click("[data-conflict] [data-way='merge']");
    page.wait_for("both", || (served.text() == theirs.replace("one", "one!")).then_some(()));
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn files_created_and_deleted_on_disk_are_listed_and_removed() {
    let served = served();
    let page = &served.page;
    served.change("deep/new.yaml", "name: assembly::new::1.0\ncomposition: {}\n");
    page.area(".file[data-file='deep/new.yaml']");
    served.wait_for_notice("Added deep/new.yaml, which is new on disk");
    assert!(page.texts(".dirty").is_empty());
    served.remove("part.yaml");
    page.wait_until_gone("[data-file='part.yaml']");
    // A file that is deleted while it has changes here stays until the user decides.
    served.put_cursor_behind("description: one");
    page.type_text("!");
    served.remove("a.yaml");
    page.wait_for_text("[data-conflict='a.yaml'] .conflict-text", |text| text.contains("deleted on disk"));
    page.click("[data-conflict] [data-way='theirs']");
    page.area(".file.current[data-file='deep/new.yaml']");
    page.wait_until_gone("[data-conflict]");
    page.wait_until_gone("[data-file='a.yaml']");
    page.click("#undo");
    page.area(".file[data-file='a.yaml'] .dirty");
    page.press(&[CONTROL, "s"]);
    served.wait_for_notice("Saved 1 file");
    assert_eq!(served.disk("a.yaml"), TEXT.replace("one", "one!"));
}

/// A file that exists but is unreadable is not reported as deleted.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn an_unreadable_file_is_reported_once_and_stays_open() {
    let served = served();
    for content in [&b"name: assembly::a::1.0\ndescription: caf\xe9\n"[..], b"n\xff\xfe\x80"] {
        served.change_bytes("a.yaml", content);
        served.wait_for_notice("a.yaml: byte 0x");
        assert_eq!(served.text(), TEXT);
        assert!(served.page.texts("[data-conflict]").is_empty());
        served.change("a.yaml", TEXT);
        served.wait_for_notice("Watching the folder again");
    }
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_moved_folder_is_reported() {
    let served = served();
    let elsewhere = served.move_away();
    served.wait_for_notice("cannot read the folder");
    assert_eq!(served.text(), TEXT);
    served.move_back(&elsewhere);
    served.wait_for_notice("Watching the folder again");
    served.change("a.yaml", &TEXT.replace("one", "two"));
    served.wait_for_notice("a.yaml");
    assert_eq!(served.text(), TEXT.replace("one", "two"));
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn another_tab_on_the_same_folder_follows_saves() {
    let served = served();
    let page = &served.page;
    // Another browser, which needs the next ticket to save.
    let other = Page::open(&served.program().next_address());
    other.click("[data-file='a.yaml']");
    other.wait_for("the text", || (text_pane::text(&other) == TEXT).then_some(()));
    served.put_cursor_behind("description: one");
    page.type_text("!");
    page.press(&[CONTROL, "s"]);
    served.wait_for_notice("Saved 1 file");
    let saved = TEXT.replace("one", "one!");
    other.wait_for("the saved text", || (text_pane::text(&other) == saved).then_some(()));
    // Saving from here is not reported as a change.
    assert_eq!(served.text(), saved);
    assert!(page.texts("[data-conflict]").is_empty());
    text_pane::put_cursor_behind(&other, "one!");
    other.type_text("?");
    other.press(&[CONTROL, "s"]);
    page.wait_for("the saved text there", || (served.text() == saved.replace("one!", "one!?")).then_some(()));
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_folder_of_the_browser_is_watched_too() {
    let page = product::modeller_beside(&[("a.yaml", TEXT), ("part.yaml", PART)]);
    let write = |path: &str, text: &str| {
        let script = "const [path, text] = arguments;
            return (async () => {
                const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle('catalog');
                if (text === null) return await folder.removeEntry(path), true;
                const file = await (await folder.getFileHandle(path, { create: true })).createWritable();
                await file.write(text);
                await file.close();
                return true;
            })();";
        let text = if text.is_empty() { json!(null) } else { json!(text) };
        assert_eq!(page.run(script, &[json!(path), text]), true);
    };
    page.click("#open-folder");
    page.click(".file[data-file='a.yaml']");
    page.wait_for("the text", || (text_pane::text(&page) == TEXT).then_some(()));
    write("a.yaml", &theirs());
    page.wait_for("the text on disk", || (text_pane::text(&page) == theirs()).then_some(()));
    write("b.yaml", "name: assembly::b::1.0\n");
    page.area(".file[data-file='b.yaml']");
    write(".gitignore", "/b.yaml\n");
    page.wait_until_gone("[data-file='b.yaml']");
    write(".gitignore", "# nothing\n");
    page.area(".file[data-file='b.yaml']");
    write("descriptorium.yaml", "exclude: [b.*]\n");
    page.wait_until_gone("[data-file='b.yaml']");
    write("descriptorium.yaml", "");
    page.area(".file[data-file='b.yaml']");
    write("b.yaml", "");
    page.wait_until_gone("[data-file='b.yaml']");
    text_pane::put_cursor_behind(&page, "description: one");
    page.type_text("!");
    write("a.yaml", TEXT);
    page.area("[data-conflict='a.yaml']");
    assert_eq!(text_pane::text(&page), theirs().replace("one\n", "one!\n"));
    page.click("[data-conflict] [data-way='theirs']");
    page.wait_for("the text on disk", || (text_pane::text(&page) == TEXT).then_some(()));
    page.wait_until_gone(".dirty");
}
