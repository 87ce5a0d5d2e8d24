//! Unsaved changes, compared with the disk, and a file that changed on both sides.

use descriptorium_tests::browser::input::{CONTROL, DOWN, ENTER, Input, TAB, UP};

use super::served_folder::{PART, Served};

/// The type of [`PART`].
const PART_TYPE: &str = "resource::part::1.0";
const TEXT: &str = "name: assembly::a::1.0\ndescription: one\nproperties:\n  p: {type: string}\n  q: {type: string}\ncomposition: {}\n";

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn unsaved_changes_are_shown_line_by_line() {
    let served = Served::files(&[("a.yaml", TEXT)]);
    let page = &served.page;
    served.open("a.yaml");
    assert_eq!(page.run("return document.querySelector('#changes').disabled;", &[]), true);
    served.put_cursor_behind("description: one");
    page.type_text("!");
    page.click("#changes");
    page.wait_for("the line", || (page.texts("[data-changes] .diff-added") == ["+description: one!"]).then_some(()));
    assert_eq!(page.texts("[data-changes] .diff-removed"), ["−description: one"]);
    // It follows typing and saving.
    served.put_cursor_behind("one!");
    page.type_text("!");
    page.wait_for("the line", || (page.texts("[data-changes] .diff-added") == ["+description: one!!"]).then_some(()));
    page.press(&[CONTROL, "s"]);
    page.wait_for_text("[data-changes] .empty", |text| text == "Everything is saved.");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn changes_since_the_last_commit_are_shown_and_reverted() {
    let served = Served::committed(&[("a.yaml", TEXT), ("b.yaml", "name: assembly::b::1.0\ncomposition: {}\n")]);
    let page = &served.page;
    served.open("a.yaml");
    page.click("#changes");
    page.wait_for_text("[data-changes] .empty", |text| text.starts_with("Everything is as in commit"));
    served.put_cursor_behind("description: one");
    page.type_text("!");
    page.wait_for("the line", || (page.texts("[data-changes] .diff-added") == ["+description: one!"]).then_some(()));
    page.press(&[CONTROL, "s"]);
    page.wait_for("the saved file", || (served.disk("a.yaml") == TEXT.replace("one", "one!")).then_some(()));
    assert_eq!(page.texts("[data-changes] .diff-removed"), ["−description: one"]);
    // The choice, by keyboard.
    page.focus("[data-changes-base]");
    page.press(&[UP]);
    page.wait_for_text("[data-changes] .empty", |text| text == "Everything is saved.");
    page.press(&[DOWN]);
    page.click("[data-changes] [data-revert='0']");
    page.wait_for_text("[data-changes] .empty", |text| text.starts_with("Everything is as in commit"));
    assert_eq!(served.text(), TEXT);
    page.area(".file[data-file='a.yaml'] .dirty");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_canvas_shows_what_differs_from_the_last_commit() {
    let before = format!(
        "name: assembly::a::1.0\ncomposition:\n  one:\n    type: {PART_TYPE}\n    quantity: 1\n  two:\n    type: {PART_TYPE}\n"
    );
    let served = Served::committed(&[("a.yaml", &before), ("part.yaml", PART)]);
    let page = &served.page;
    served.open("a.yaml");
    let after = before.replace("quantity: 1", "quantity: 2").replace("  two:", "  three:");
    served.change("a.yaml", &after);
    page.wait_for("the text", || (served.text() == after).then_some(()));
    page.click("#changes");
    let drawn = "return [...document.querySelectorAll('[data-differs]')].map((box) => `${box.dataset.differs} ${box.classList[1]}`).sort();";
    let all = ["/composition/one changed", "/composition/three added", "/composition/two removed"];
    page.wait_for("the differences", || (page.run(drawn, &[]) == serde_json::json!(all)).then_some(()));
    assert_eq!(page.texts(".differs-key > span"), ["+1 added", "~1 changed", "−1 removed"]);
    // The card of a changed box has its values before and after.
    page.perform(Input::new().move_to(page.place("[data-id='/composition/one'] .box-label")));
    let told = page.wait_for_text(".card", |text| text.contains('2'));
    assert!(told.contains("changed") && told.contains("`1`"), "{told}");
    page.click("#changes");
    page.wait_until_gone("[data-differs]");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_single_change_is_reverted_and_gaps_expand() {
    let long = format!("name: assembly::b::1.0\nproperties:\n{}composition: {{}}\n", "  # so\n".repeat(40));
    let served = Served::files(&[("a.yaml", TEXT), ("b.yaml", &long)]);
    let page = &served.page;
    served.open("a.yaml");
    served.put_cursor_behind("description: one");
    page.type_text("!");
    page.area(".file[data-file='a.yaml'] .dirty");
    served.open("b.yaml");
    served.put_cursor_behind("assembly::b");
    page.type_text("2");
    served.put_cursor_behind("composition: {}");
    page.type_text(" # x");
    let both = served.text();
    // The focused element: its text, and whether it is enabled.
    let focused = |expected: &str| {
        page.wait_for(expected, || {
            let script = "const e = document.activeElement; return `${e.tagName.toLowerCase()} ${e.dataset.revert ?? e.dataset.line ?? e.className}`;";
            (page.run(script, &[]) == expected).then_some(())
        });
    };
    page.click("#changes");
    page.wait_for("both changes", || (page.texts("[data-changes] .diff-added").len() == 2).then_some(()));
    assert_eq!(page.texts("[data-changes] .diff-gap"), ["35 lines"]);
    let numbers = "return [...document.querySelectorAll('[data-changes] .diff-added')].map((row) => row.dataset.line);";
    assert_eq!(page.run(numbers, &[]), serde_json::json!(["1", "43"]));
    page.click("[data-changes] .diff-gap");
    page.wait_until_gone("[data-changes] .diff-gap");
    assert_eq!(page.texts("[data-changes] .diff-same").len(), 41);
    // The focus is at the first added line, and before the next change.
    focused("div 5");
    page.press(&[TAB]);
    focused("button 1");
    page.click("[data-changes] [data-revert='0']");
    let one = both.replace("::b2::", "::b::");
    page.wait_for("one change", || (served.text() == one).then_some(()));
    focused("button 0");
    page.press(&[ENTER]);
    page.wait_for("no change", || (served.text() == long).then_some(()));
    focused("div diff");
    page.click("#undo");
    page.click("#undo");
    page.wait_for("both changes", || (served.text() == both).then_some(()));
    // The other file can be chosen.
    page.click("[data-changes] [data-changed='a.yaml']");
    page.area(".file.current[data-file='a.yaml']");
    page.wait_for("its change", || (page.texts("[data-changes] .diff-added") == ["+description: one!"]).then_some(()));
    // Expanded gaps belong to one file.
    page.click("[data-changes] [data-changed='b.yaml']");
    page.area("[data-changes] .diff-gap");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_file_that_changed_on_both_sides_is_compared_and_merged() {
    let served = Served::files(&[("a.yaml", TEXT)]);
    let page = &served.page;
    served.open("a.yaml");
    served.put_cursor_behind("composition: {}");
    page.type_text(" # ours");
    let ours = served.text();
    served.change("a.yaml", &TEXT.replace("description: one", "description: theirs"));
    page.press(&[CONTROL, "s"]);
    page.click("[data-conflict] [data-way='compare']");
    page.wait_for("the change on disk", || {
        (page.texts(".three-way section:first-child .diff-added") == ["+description: theirs"]).then_some(())
    });
    assert_eq!(page.texts(".three-way section:last-child .diff-added"), ["+composition: {} # ours"]);
    page.click("[data-conflict] [data-way='merge']");
    page.wait_until_gone("[data-conflict]");
    let both =
        TEXT.replace("description: one", "description: theirs").replace("composition: {}", "composition: {} # ours");
    page.wait_for("both", || (served.text() == both).then_some(()));
    page.click("#undo");
    page.wait_for("ours", || (served.text() == ours).then_some(()));
    page.click("#redo");
    page.click("#save");
    page.wait_for("both on disk", || (served.disk("a.yaml") == both).then_some(()));

    // Changes of the same line on both sides cannot be merged.
    served.put_cursor_behind("description: theirs");
    page.type_text("?");
    served.change("a.yaml", &both.replace("theirs", "again"));
    page.press(&[CONTROL, "s"]);
    page.area("[data-conflict]");
    page.wait_for("no way to merge", || {
        page.run(
            "return document.querySelector(\"[data-way='merge']\").title === 'Both sides changed the same lines';",
            &[],
        )
        .as_bool()
        .filter(|so| *so)
    });
    assert_eq!(page.run("return document.querySelector(\"[data-way='merge']\").disabled;", &[]), true);
}
