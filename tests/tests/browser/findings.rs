//! The list of findings: filtering, navigation and fixes, by pointer and by keyboard.

use descriptorium_tests::browser::input::{BACKSPACE, CONTROL, DOWN, ENTER, RIGHT, TAB, UP};

use super::served_folder::Served;

const A: &str = "name: assembly::a::1.0\nproperties:\n  one: {read_only: true} # first\n  two: {descripion: x}\ncomposition:\n  \
                 web:\n    type: resource::missing::1.0\n";
const B: &str = "name: assembly::b::1.0\nproperties:\n  three: {read_only: true}\ncomposition: {}\n";

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn findings_are_filtered() {
    let served = Served::files(&[("a.yaml", A), ("b.yaml", B)]);
    let page = &served.page;
    page.click("#tab-problems");
    let codes = || {
        let script = "return [...document.querySelectorAll('li.problem')].map((row) => row.dataset.fileOf + ' ' + row.dataset.code);";
        let found = page.run(script, &[]);
        let found = found.as_array().into_iter().flatten().filter_map(serde_json::Value::as_str).map(str::to_owned);
        found.collect::<Vec<_>>()
    };
    let has = |wanted: &str| codes().iter().any(|code| code == wanted);
    page.area("[data-code='schema/unknown-key']");
    assert!(has("a.yaml schema/alias-key") && has("b.yaml schema/alias-key"), "{:?}", codes());
    page.click("[data-filter='file']");
    page.type_text("b.yaml\n");
    page.wait_for("only b.yaml", || {
        let codes = codes();
        (!codes.is_empty() && codes.iter().all(|code| code.starts_with("b.yaml"))).then_some(())
    });
    page.click("[data-filter='file']");
    page.type_text("All\n");
    page.click("[data-filter='code']");
    page.type_text("schema/unknown\n");
    page.wait_for("only one kind", || (codes() == ["a.yaml schema/unknown-key"]).then_some(()));
    page.click("[data-filter='code']");
    page.type_text("All\n");
    page.click("[data-severity='warning']");
    page.click("[data-severity='error']");
    page.wait_for_text(".problems .empty", |text| text == "No findings match the filter.");
    assert!(codes().is_empty());
    page.wait_for_text(".problem-total", |text| text == "0 findings");
    page.click("[data-severity='error']");
    page.click("[data-severity='warning']");
    page.click("[data-filter='text']");
    page.type_text("MISSING");
    page.wait_for("the matches", || {
        let codes = codes();
        (!codes.is_empty() && codes.iter().all(|code| code == "a.yaml catalog/no-such-descriptor")).then_some(())
    });
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_numbers_of_findings_follow_the_text() {
    let served = Served::files(&[("a.yaml", A), ("b.yaml", B)]);
    let page = &served.page;
    served.open("a.yaml");
    page.area(".cm-lint-marker");
    let on_tab = |expected: &str| page.wait_for_text("#tab-problems .count", |text| text == expected);
    let in_list = |expected: &str| page.wait_for_text(".problem-total", |text| text == expected);
    let total = |number: usize| format!("{number} findings");
    page.click("#tab-problems");
    let listed = page.texts("li.problem").len();
    in_list(&total(listed));
    let number: usize = page.text("#tab-problems .count").parse().expect("a number");
    assert!((3..=listed).contains(&number), "{number} of {listed}");
    page.click("#tab-yaml");
    // One more key that does not exist, letter by letter, and then none.
    served.put_cursor_behind("descripion: x");
    page.type_text(", valeu: y");
    on_tab(&(number + 1).to_string());
    for _ in ", valeu: y".chars() {
        page.press(&[BACKSPACE]);
    }
    on_tab(&number.to_string());
    page.click("#tab-problems");
    in_list(&total(listed));
    page.click("#fix-all");
    on_tab(&(number - 2).to_string());
    in_list(&total(listed - 2));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn without_problems_there_is_a_message_and_no_filter() {
    let served = Served::examples();
    let page = &served.page;
    page.click("#tab-problems");
    page.wait_for_text(".problem-head.well .problem-total", |text| text.starts_with("No findings in "));
    page.wait_until_gone("#fix-all");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_line_is_fixed_with_the_keyboard_and_from_its_marker() {
    let served = Served::files(&[("a.yaml", A), ("b.yaml", B)]);
    let page = &served.page;
    let fixed = B.replace("read_only", "read-only");
    served.open("b.yaml");
    page.area(".cm-lint-marker");
    served.put_cursor_behind("read_o");
    page.press(&[CONTROL, "."]);
    let only = "[data-fixes] .picker-item:only-child";
    page.area("[data-fixes] .picker-input:focus");
    page.type_text("with");
    page.wait_for_text(only, |text| text.starts_with("Replace with read-only"));
    assert!(page.texts(&format!("{only} .picker-label code")) == ["read-only"]);
    page.press(&[ENTER]);
    page.wait_until_gone("[data-fixes]");
    page.wait_for("the text without it", || (served.text() == fixed).then_some(()));
    // The focus is back in the text, where undo is that of the modeller.
    page.press(&[CONTROL, "z"]);
    page.wait_for("the text as before", || (served.text() == B).then_some(()));
    page.click(".cm-lint-marker");
    page.area("[data-fixes] .picker-input:focus");
    page.type_text("with");
    page.click(only);
    page.wait_for("the text without it", || (served.text() == fixed).then_some(()));
    // Without a fix there is a message.
    served.put_cursor_behind("name: ");
    page.press(&[CONTROL, "."]);
    served.wait_for_notice("No fixes available for this line");
    // As a command as well, with the focus anywhere.
    page.click(".canvas-svg");
    page.press(&[CONTROL, "k"]);
    page.area(".picker-input");
    page.type_text("fold all");
    page.wait_for_text(".picker-item[aria-selected='true']", |text| text.starts_with("Fold all"));
    page.press(&[ENTER]);
    page.area(".cm-foldPlaceholder");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn all_safe_fixes_are_one_step() {
    let served = Served::files(&[("a.yaml", A), ("b.yaml", B)]);
    let page = &served.page;
    page.click("#tab-problems");
    page.wait_for_text("#fix-all", |text| text == "Apply safe fixes (2)");
    page.click("#fix-all");
    served.wait_for_notice("Apply 2 fixes");
    page.wait_until_gone("[data-code='schema/alias-key']");
    page.area("[data-code='schema/unknown-key']");
    page.click("#save");
    served.wait_for_notice("Saved 2 files");
    assert_eq!(served.disk("a.yaml"), A.replace("read_only", "read-only"));
    assert_eq!(served.disk("b.yaml"), B.replace("read_only", "read-only"));
    page.click("#undo");
    page.click("#save");
    served.wait_for_notice("Saved 2 files");
    assert_eq!((served.disk("a.yaml").as_str(), served.disk("b.yaml").as_str()), (A, B));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn all_findings_of_a_kind_are_fixed_in_all_files() {
    // Two files with one kind of fix, and another kind in one of them.
    let b = B.replace("composition: {}", "copy: {}\ncomposition: {}");
    let c = "name: assembly::c::1.0\nproperties:\n  r: {type: string}\n  four: {read_only: true, value: '${ r }'}\ncomposition: {}\n";
    let served = Served::files(&[("a.yaml", A), ("b.yaml", &b), ("c.yaml", c)]);
    let page = &served.page;
    served.open("a.yaml");
    page.click("#tab-problems");
    let button = "[data-code='schema/alias-key'] .of-kind";
    page.wait_for_text(button, |text| text == "Fix all of this kind (3)");
    // By keyboard, from a finding of another file than the open one; the filter does not limit it.
    page.click("[data-filter='file']");
    page.type_text("b.yaml\n");
    page.area("[data-file-of='b.yaml'][data-code='schema/alias-key']");
    page.run(
        "document.querySelector(\"[data-file-of='b.yaml'][data-code='schema/alias-key'] .problem-main\").focus();",
        &[],
    );
    page.press(&[RIGHT, RIGHT]);
    page.area(&format!("{button}:focus"));
    page.press(&[ENTER]);
    served.wait_for_notice("Apply 3 fixes of schema/alias-key");
    page.wait_until_gone("[data-code='schema/alias-key']");
    page.click("#save");
    served.wait_for_notice("Saved 3 files");
    for (path, before) in [("a.yaml", A), ("b.yaml", b.as_str()), ("c.yaml", c)] {
        assert_eq!(served.disk(path), before.replace("read_only", "read-only"));
    }
    page.click("#undo");
    page.click("#save");
    served.wait_for_notice("Saved 3 files");
    for (path, before) in [("a.yaml", A), ("b.yaml", b.as_str()), ("c.yaml", c)] {
        assert_eq!(served.disk(path), before);
    }
    // A kind with a single fix has none of these.
    page.click("[data-filter='file']");
    page.type_text("All\n");
    page.area("[data-file-of='c.yaml'] .fix");
    let kinds = "return [...document.querySelectorAll('.of-kind')].map((button) => button.closest('li').dataset.code);";
    let kinds = page.run(kinds, &[]);
    assert!(kinds.as_array().is_some_and(|kinds| kinds.iter().all(|code| code == "schema/alias-key")), "{kinds}");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_list_is_navigated_with_the_keyboard() {
    let served = Served::files(&[("a.yaml", A), ("b.yaml", B)]);
    let page = &served.page;
    served.open("a.yaml");
    page.click("#tab-problems");
    let focused =
        || page.run("return document.activeElement.closest('li')?.innerText ?? document.activeElement.id;", &[]);
    page.area("#fix-all");
    page.focus("#fix-all");
    page.press(&[TAB]);
    let first = focused();
    page.press(&[DOWN]);
    page.wait_for("the next row", || (focused() != first).then_some(()));
    page.press(&[UP]);
    page.wait_for("the first row again", || (focused() == first).then_some(()));
    // To the finding in the component, and from there to the canvas.
    page.wait_for("the component", || {
        let there = focused().as_str().is_some_and(|text| text.contains("catalog/no-such-descriptor"));
        if !there {
            page.press(&[DOWN]);
        }
        there.then_some(())
    });
    for _ in 0..8 {
        page.press(&[RIGHT]);
    }
    page.press(&[ENTER]);
    page.area(".box.selected[data-id='/composition/web']");
    let active = page.run("return document.activeElement.classList.contains('canvas-svg');", &[]);
    assert_eq!(active, true, "the focus is on the canvas");
    // And to the text.
    page.run(
        "[...document.querySelectorAll(\"[data-code='catalog/no-such-descriptor'] .problem-main\")][0].focus();",
        &[],
    );
    page.press(&[ENTER]);
    page.wait_for("the text", || {
        page.run("return document.activeElement.classList.contains('cm-content');", &[])
            .as_bool()
            .filter(|there| *there)
    });
    let selected = page.run(
        "const view = document.querySelector('.cm-content').cmTile?.view ?? document.querySelector('.cm-content').cmView.view;
        const { from, to } = view.state.selection.main; return view.state.sliceDoc(from, to);",
        &[],
    );
    assert_eq!(selected, "resource::missing::1.0");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_row_is_kept_while_the_text_above_it_changes() {
    let served = Served::files(&[("a.yaml", A)]);
    let page = &served.page;
    served.open("a.yaml");
    page.click("#tab-problems");
    page.area("[data-code='schema/unknown-key']");
    page.run("document.querySelector(\"[data-code='schema/unknown-key']\").dataset.mine = 'yes';", &[]);
    let before = page.text("[data-mine='yes'] .problem-place");
    page.click("[data-code='schema/alias-key'] .fix");
    page.wait_until_gone("[data-code='schema/alias-key']");
    // The focus stays in the list.
    page.wait_for("the focus in the list", || {
        page.run("return document.activeElement.className === 'problem-main';", &[]).as_bool().filter(|there| *there)
    });
    assert_eq!(page.text("[data-mine='yes'] .problem-place"), before);
    page.expect_no_complaints();
}
