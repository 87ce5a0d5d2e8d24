//! The text editor alone, on a page under the strict policy: its callbacks and its methods.

#![expect(clippy::expect_used, reason = "panics are reported in the calling test")]

use std::fs;

use descriptorium_tests::browser::Page;
use descriptorium_tests::browser::input::{
    BACKSPACE, CONTROL, DOWN, END, ENTER, ESCAPE, F8, HOME, Input, LEFT, SHIFT, TAB,
};
use descriptorium_tests::{paths, static_host};
use serde_json::{Value, json};

use super::product;

const CONTENT: &str = ".cm-content";

/// A page with only the text editor, which shows `text`.
fn page(text: &str) -> Page {
    let script = product::text_editor();
    let folder = tempfile::tempdir().expect("a folder");
    fs::copy(script, folder.path().join("editor.js")).expect("the script");
    for name in ["index.html", "page.css", "page.js"] {
        let file = paths::root().join("tests/pages/text-editor").join(name);
        fs::copy(file, folder.path().join(name)).expect("the page");
    }
    // The host serves the folder as long as this process runs.
    let address = static_host::serve(&folder.keep()).expect("a free address");
    let page = Page::open(&format!("http://{address}/"));
    page.wait_for("the text editor", || page.run("return 'editor' in window;", &[]).as_bool().filter(|is| *is));
    page.run("editor.show('a.yaml', arguments[0], false); editor.focus();", &[json!(text)]);
    page
}

fn text(page: &Page) -> String {
    page.run("return editor.text();", &[]).as_str().expect("the text").to_owned()
}

/// The arguments of all callbacks of this `kind`.
fn calls(page: &Page, kind: &str) -> Vec<Vec<Value>> {
    let calls = page.run("return calls;", &[]);
    let entries = calls.as_array().into_iter().flatten().filter_map(Value::as_array);
    entries.filter(|entry| entry[0] == kind).map(|entry| entry[1..].to_vec()).collect()
}

/// `text` after all reported edits, in order.
fn replayed(page: &Page, text: &str) -> String {
    let mut units: Vec<u16> = text.encode_utf16().collect();
    for edit in calls(page, "edited") {
        let changes = edit[0].as_array().expect("a list of changes");
        // From the last to the first, because all offsets refer to the text before.
        for change in changes.chunks(3).rev() {
            let at = |index: usize| change[index].as_u64().expect("an offset") as usize;
            let inserted = change[2].as_str().expect("a text").encode_utf16();
            units.splice(at(0)..at(1), inserted);
        }
    }
    String::from_utf16(&units).expect("a text")
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn it_is_styled_under_the_policy() {
    let page = page("a: 1 # one\n");
    let style = "return getComputedStyle(document.querySelector(arguments[0]))[arguments[1]];";
    // Without its style sheets the parts would be stacked vertically, and no gutter would stick.
    assert_eq!(page.run(style, &[json!(".cm-scroller"), json!("display")]), "flex");
    assert_eq!(page.run(style, &[json!(".cm-gutters"), json!("position")]), "sticky");
    assert_eq!(page.run("return document.querySelectorAll('style').length;", &[]), 0);
    page.press(&[CONTROL, "f"]);
    page.area(".cm-search");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn edits_are_reported_in_utf16_offsets() {
    let before = "name: 𝄞\nother: ä\n";
    let page = page(before);
    page.perform(Input::new().press(&[CONTROL, END]).text("key: \"x\"\n").press(&[CONTROL, HOME]).text("# 𝄞 "));
    page.perform(Input::new().press(&[SHIFT, END]).text("gone"));
    let after = text(&page);
    assert_eq!(after, "# 𝄞 gone\nother: ä\nkey: \"x\"\n");
    assert_eq!(replayed(&page, before), after);
    let kinds: Vec<Value> = calls(&page, "edited").into_iter().map(|edit| edit[1].clone()).collect();
    assert!(kinds.iter().all(|kind| kind == "input.type" || kind == "input"), "{kinds:?}");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn several_cursors_make_one_edit() {
    let before = "- a\n- a\n- a\n";
    let page = page(before);
    // Selects the word, then its next occurrence twice.
    page.run("editor.select(2, 3);", &[]);
    page.perform(Input::new().press(&[CONTROL, "d"]).press(&[CONTROL, "d"]));
    page.wait_for("three selections", || (page.texts(".cm-selectionBackground").len() == 3).then_some(()));
    page.type_text("b");
    assert_eq!(text(&page), "- b\n- b\n- b\n");
    page.wait_for("three cursors", || (page.texts(".cm-cursor").len() == 3).then_some(()));
    // A single caret is that of the browser. At once after the letter, Escape would stop the search for completions.
    page.perform(Input::new().pause(400).press(&[ESCAPE]));
    page.wait_until_gone(".cm-cursor");
    let color = "return getComputedStyle(document.querySelector('.cm-content')).caretColor;";
    assert_ne!(page.run(color, &[]), "rgba(0, 0, 0, 0)");
    assert_eq!(calls(&page, "edited").len(), 1);
    assert_eq!(replayed(&page, before), text(&page));
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn typing_at_the_right_edge_goes_on_in_steps() {
    const TYPED: usize = 300;
    let page = page("a: ");
    let note = "window.scrolls = new Set(); window.widths = new Set();
        document.querySelector('.cm-scroller').addEventListener('scroll', ({ target }) => scrolls.add(target.scrollLeft));
        new ResizeObserver(([{ target }]) => widths.add(target.offsetWidth)).observe(document.querySelector('.cm-content'));";
    page.run(note, &[]);
    page.press(&[CONTROL, END]);
    for _ in 0..TYPED / 10 {
        page.type_text("0123456789");
    }
    let script = "const { view } = editor, { right } = view.scrollDOM.getBoundingClientRect(), { clientWidth, scrollLeft } = view.scrollDOM;
        const end = view.coordsAtPos(view.state.selection.main.head).right;
        return [end < right, scrolls.size, widths.size, scrollLeft, scrollLeft / clientWidth * 3];";
    let found = page.run(script, &[]);
    let [scrolls, widths, left, steps] = [1, 2, 3, 4].map(|index: usize| found[index].as_f64().unwrap_or_default());
    assert!(found[0] == true && left > 100.0, "{found}");
    // Without steps, each character would scroll by its width, and widen the text.
    assert!(scrolls < steps + 3.0 && widths < steps + 14.0, "{found}");
    // Room that is no longer needed is given back.
    page.run("editor.edit([3, editor.text().length, 'short']);", &[]);
    let scrollable = "const { view: { scrollDOM } } = editor; return scrollDOM.scrollWidth - scrollDOM.clientWidth;";
    page.wait_for("a text that fits", || (page.run(scrollable, &[]) == 0).then_some(()));
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn undo_and_redo_are_passed_on() {
    let page = page("a: 1\n");
    page.perform(Input::new().press(&[CONTROL, END]).text("b"));
    page.perform(Input::new().press(&[CONTROL, "z"]).press(&[CONTROL, "y"]).press(&[CONTROL, SHIFT, "z"]));
    assert_eq!(text(&page), "a: 1\nb");
    assert_eq!((calls(&page, "undo").len(), calls(&page, "redo").len()), (1, 2));
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_change_of_the_app_keeps_the_cursor_and_is_not_reported() {
    let page = page("first: 1\nsecond: 2\n");
    page.run("editor.select(2, 4); editor.edit([0, 0, 'zeroth: 0\\n', 9, 15, 'SECOND']);", &[]);
    assert_eq!(text(&page), "zeroth: 0\nfirst: 1\nSECOND: 2\n");
    page.run("editor.edit([27, 28, '3']);", &[]);
    assert_eq!(page.run("return editor.selection();", &[]), json!([12, 14]));
    assert_eq!(text(&page), "zeroth: 0\nfirst: 1\nSECOND: 3\n");
    assert_eq!(calls(&page, "edited"), Vec::<Vec<Value>>::new());
    assert_eq!(calls(&page, "selected"), Vec::<Vec<Value>>::new());
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn each_file_keeps_its_scroll_position() {
    let long: String = (0..200).map(|line| format!("key{line}: {line}\n")).collect();
    let page = page(&long);
    page.press(&[CONTROL, END]);
    let scrolled = "return document.querySelector('.cm-scroller').scrollTop;";
    let left = page.wait_for("the end of the file", || page.run(scrolled, &[]).as_f64().filter(|top| *top > 1000.0));
    page.run("editor.show('b.yaml', 'b: 1\\n', true);", &[]);
    page.perform(Input::new().click(page.place(CONTENT)).text("x"));
    assert_eq!(text(&page), "b: 1\n", "a read-only file was changed");
    // The file was changed elsewhere in the meantime.
    page.run("editor.show('a.yaml', arguments[0], false);", &[json!(format!("# new\n{long}"))]);
    let end = long.len() + "# new\n".len();
    assert_eq!(page.run("return editor.selection();", &[]), json!([end, end]));
    page.wait_for("the old position", || page.run(scrolled, &[]).as_f64().filter(|top| (top - left).abs() < 60.0));
    page.run("editor.focus();", &[]);
    page.type_text("y");
    assert_eq!(text(&page), format!("# new\n{long}y"));
}

/// Scrolling, folding and switching between files: each starts at its top, without browser errors.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn switching_files_takes_one_measurement() {
    let text = |lines: usize| (0..lines).map(|line| format!("key{line}:\n  - {line}\n")).collect::<String>();
    let page = page(&text(60));
    let top = "return document.querySelector('.cm-scroller').scrollTop;";
    let scroll = "const scroller = document.querySelector('.cm-scroller'); scroller.scrollTop = arguments[0]; return scroller.scrollTop;";
    for round in 0..3 {
        for (name, lines) in [("b.yaml", 110), ("c.yaml", 40), ("d.yaml", 400), ("a.yaml", 60)] {
            let place = page.run(scroll, &[json!(300 + 200 * round)]);
            assert_ne!(place, 0);
            page.run("editor.show(arguments[0], arguments[1], false);", &[json!(name), json!(text(lines))]);
            if round == 0 && name != "a.yaml" {
                page.wait_for("its top", || page.run(top, &[]).as_f64().filter(|top| *top == 0.0));
            } else {
                let left = f64::from(300 + 200 * if name == "a.yaml" { round } else { round - 1 });
                page.wait_for("its previous position", || {
                    page.run(top, &[]).as_f64().filter(|top| (top - left).abs() < 30.0)
                });
            }
        }
    }
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn folding_and_unfolding_are_commands() {
    let page = page("a:\n  b: 1\nc:\n  d: 2\n");
    page.run("editor.select(0, 0); editor.run('fold');", &[]);
    assert_eq!(page.texts(".cm-foldPlaceholder").len(), 1);
    page.run("editor.run('foldAll');", &[]);
    page.wait_for("both to be collapsed", || (page.texts(".cm-foldPlaceholder").len() == 2).then_some(()));
    page.run("editor.run('unfoldAll');", &[]);
    page.wait_until_gone(".cm-foldPlaceholder");
    // And with the keyboard.
    page.run("editor.focus();", &[]);
    page.press(&[CONTROL, SHIFT, "["]);
    page.area(".cm-foldPlaceholder");
    page.press(&[CONTROL, SHIFT, "]"]);
    page.wait_until_gone(".cm-foldPlaceholder");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn deeper_lines_and_items_of_a_key_can_be_folded() {
    let text = "a:\n# why\n- 1\n- b: 2\n  c: |\n    x\n\n    y\n  # end\nd: {\n  e: 1\n}\n";
    let page = page(text);
    for line in ["a:", "- b: 2", "  c: |", "d: {"] {
        let at = text.find(line).expect("the line");
        page.run("editor.select(arguments[0], arguments[0]); editor.run('fold');", &[json!(at)]);
        page.wait_for(line, || (page.texts(".cm-foldPlaceholder").len() == 1).then_some(()));
        page.run("editor.run('unfoldAll');", &[]);
        page.wait_until_gone(".cm-foldPlaceholder");
    }
    page.run("editor.run('foldAll');", &[]);
    page.wait_for("the outermost to be collapsed", || (page.texts(".cm-foldPlaceholder").len() == 2).then_some(()));
    page.expect_no_complaints();
}

/// The highlighted pieces of the visible text, with their styles.
fn colored(page: &Page) -> Vec<(String, String)> {
    let script = "return [...document.querySelectorAll('.cm-line span')].map((e) => [e.textContent, e.className]);";
    let found = page.run(script, &[]);
    let pieces = found.as_array().into_iter().flatten();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    pieces.map(|piece| (text(&piece[0]), text(&piece[1]))).collect()
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn keys_values_and_comments_have_different_colors() {
    let text = "key1: value1 # comment1\n\"key2\": {key3: value2, 'key4': \"value3\"}\nkey5: |\n  value4: a # b\n# comment2\n                - key6: a:b#c\n- value5 http://x\nkey7: 'it''s\n  open: still'\nkey8: ${a.b}\n";
    let page = page(text);
    let pieces = page.wait_for("colors", || Some(colored(&page)).filter(|pieces| pieces.len() > 20));
    let class = |wanted: &str| {
        let found = pieces.iter().find(|(piece, _)| piece == wanted);
        found.unwrap_or_else(|| panic!("{wanted} is not a single colored piece: {pieces:?}")).1.clone()
    };
    let (key, value, comment) = (class("key1"), class("value1"), class("# comment1"));
    assert!(key != value && value != comment && key != comment);
    for wanted in ["\"key2\"", "key3", "'key4'", "key5", "key6", "key7", "key8"] {
        assert_eq!(class(wanted), key, "{wanted}");
    }
    for wanted in ["value2", "\"value3\"", "  value4: a # b", "a:b#c", "value5 http://x", "'it''s", "  open: still'"] {
        assert_eq!(class(wanted), value, "{wanted}");
    }
    assert_eq!(class("# comment2"), comment);
    page.expect_no_complaints();
}

/// Most edits recolor only their own lines. Oracle: the same text, opened for the first time.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn colors_after_edits_match_those_of_a_newly_opened_text() {
    let page = page("a: 1\nb: [c, 'd', {e: f}]\n# g\nh: |\n  i: j\nk: \"l\n  m\"\n- n\n");
    let script = r##"
        const pieces = ["a", ": ", "b:", " ", "# ", "'", '"', "|", "\n", "\n  ", "- ", "{", "}", "[", "]", ", ", "x\ny"];
        let seed = 7;
        const random = (below) => (seed = (seed * 1103515245 + 12345) % 2147483648) % below;
        const colors = () => [...document.querySelectorAll('.cm-line')].map((line) => line.innerHTML).join('\n')
            .replaceAll(/ ?cm-(activeLine|matchingBracket|nonmatchingBracket|selectionMatch)/g, '').replaceAll(/<span class="">(.*?)<\/span>/g, '$1');
        for (let round = 0; round < arguments[0]; round++) {
            for (let n = 0; n <= random(6); n++) {
                const { doc } = editor.view.state;
                const from = random(doc.length + 1), to = Math.min(doc.length, from + random(4));
                const insert = doc.lines > 30 ? '' : pieces[random(pieces.length)];
                editor.view.dispatch({ changes: { from, to, insert }, selection: { anchor: 0 } });
            }
            const text = editor.text(), edited = colors();
            editor.show(`again-${round}`, text, false);
            const again = colors();
            editor.show('a.yaml', text, false);
            if (edited !== again) return [round, text, edited, again];
        }
        return null;"##;
    assert_eq!(page.run(script, &[json!(400)]), Value::Null);
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_problem_is_shown_and_fixed() {
    let page = page("type: resorce::a::1.0\n");
    let script = "answers.finding = (number) => number === 0 && ({ code: 'catalog/unresolved-reference', \
                  message: 'no `resorce::a::1.0` <b>in</b> this catalog', help: 'did you mean `resource::a::1.0`?', \
                  fixes: ['Write resource::a::1.0', 'Another'] }); editor.setDiagnostics([6, 21, 0]);";
    page.run(script, &[]);
    page.area(".cm-lint-marker-error");
    page.perform(Input::new().move_to(page.place(".cm-lintRange-error")).pause(400));
    let message = page.text(".cm-tooltip .cm-finding-message");
    assert_eq!(message, "no resorce::a::1.0 <b>in</b> this catalog");
    assert_eq!(page.texts(".cm-tooltip .cm-finding code"), ["resorce::a::1.0", "resource::a::1.0"]);
    page.click(".cm-tooltip .cm-diagnosticAction:nth-of-type(2)");
    assert_eq!(calls(&page, "fix"), [[json!(0), json!(1)]]);
    page.click(".cm-lint-marker-error");
    page.wait_for("the marker to be announced", || (calls(&page, "fixLine") == [[json!(0)]]).then_some(()));
    page.run("editor.setDiagnostics([]);", &[]);
    page.wait_until_gone(".cm-lintRange-error");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn keys_go_from_problem_to_problem() {
    let page = page("a: 1\nb: 2\nc: 3\n");
    let script = "answers.finding = () => ({ code: 'x/y', message: 'm', help: '', fixes: [] }); \
                  editor.setDiagnostics([5, 6, 1, 10, 11, 1]); editor.select(0, 0);";
    page.run(script, &[]);
    page.perform(Input::new().press(&[F8]).press(&[F8]));
    assert_eq!(page.run("return editor.selection();", &[]), json!([10, 11]));
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_chosen_completion_is_inserted() {
    let page = page("type: ");
    let script = "answers.complete = async (offset) => ({ from: 6, options: [\
                  { label: 'resource::router::1.0', detail: 'a router', kind: 'type' },\
                  { label: 'properties', insert: 'properties: ', kind: 'property' }] });";
    page.run(script, &[]);
    page.perform(Input::new().press(&[CONTROL, END]).text("rou"));
    page.wait_for_text(".cm-tooltip-autocomplete li[aria-selected]", |label| label.contains("router"));
    // Keys that are pressed just when the list opens do not choose from it.
    page.perform(Input::new().pause(120).press(&[ENTER]));
    assert_eq!(text(&page), "type: resource::router::1.0");
    assert_eq!(replayed(&page, "type: "), text(&page));
    page.run(
        "answers.complete = (offset, explicit) => explicit ? \
              { from: offset, options: [{ label: 'a', kind: 'keyword' }, { label: 'b', kind: 'keyword' }] } : null;",
        &[],
    );
    page.press(&[CONTROL, " "]);
    page.area(".cm-tooltip-autocomplete li");
    page.perform(Input::new().pause(120).press(&[DOWN]).press(&[TAB]));
    assert!(text(&page).ends_with("1.0b"), "{}", text(&page));
    page.expect_no_complaints();
}

/// An import, for example. Text is typed after the places of the edits are known.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_completion_makes_edits_elsewhere() {
    let before = "a: 1\ntype: \nz: 1\n";
    let page = page(before);
    page.run(
        "answers.complete = async (offset) => ({ from: 11, options: [\
           { label: 'router', kind: 'type', also: [0, 0, '# new\\n', offset + 1, offset + 2, 'y'] }] }); \
         editor.select(11, 11);",
        &[],
    );
    page.type_text("rou");
    page.wait_for_text(".cm-tooltip-autocomplete li[aria-selected]", |label| label.contains("router"));
    page.perform(Input::new().pause(120).press(&[ENTER]));
    assert_eq!(text(&page), "# new\na: 1\ntype: router\ny: 1\n");
    assert_eq!(replayed(&page, before), text(&page));
    assert_eq!(page.run("return editor.selection();", &[]), json!([23, 23]));
    assert_eq!(calls(&page, "edited").len(), "rou".len() + 1, "one edit");
}

/// A search for completions would cost each key two more updates of the text editor.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn completions_are_not_searched_where_none_can_fit() {
    let page = page("a: ");
    page.run(
        "window.asked = []; window.updates = 0; \
         answers.complete = async (offset) => (asked.push(offset), { from: 3, options: [{ label: 'router', kind: 'type' }] });",
        &[],
    );
    let list = ".cm-tooltip-autocomplete li";
    page.perform(Input::new().press(&[CONTROL, END]).text("r"));
    page.area(list);
    page.perform(Input::new().text("xy").pause(200));
    page.wait_until_gone(list);
    page.run(
        "const { view } = editor, update = view.update.bind(view); view.update = (done) => (updates++, update(done));",
        &[],
    );
    page.perform(Input::new().text(" of").pause(200));
    assert_eq!(page.run("return updates;", &[]), json!(" of".len()));
    let asked = || page.run("return asked;", &[]);
    assert_eq!(asked(), json!([4]));
    // On request they are, and after what did not fit was deleted.
    page.press(&[CONTROL, " "]);
    page.wait_for("another question", || (asked() == json!([4, 9])).then_some(()));
    page.perform(Input::new().press(&[BACKSPACE]).press(&[BACKSPACE]).press(&[BACKSPACE]).press(&[BACKSPACE]));
    page.perform(Input::new().press(&[BACKSPACE]).text("o"));
    page.area(list);
    assert_eq!(text(&page), "a: ro");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn comments_are_not_completed() {
    let comment = "a: 1 # ";
    let page = page(&format!("{comment}\nb: \"# \""));
    page.run("window.asked = []; answers.complete = async (offset) => (asked.push(offset), null);", &[]);
    page.run("editor.select(arguments[0], arguments[0]);", &[json!(comment.len())]);
    page.perform(Input::new().text("rou t").press(&[CONTROL, " "]));
    // In a string, the same sign starts no comment.
    page.perform(Input::new().press(&[CONTROL, END]).press(&[LEFT]).text("x"));
    let end = text(&page).len() - 1;
    let asked = "return asked.length ? asked : null;";
    let asked = page.wait_for("a question", || Some(page.run(asked, &[])).filter(|asked| !asked.is_null()));
    assert_eq!(asked, json!([end]));
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_note_explains_the_name_under_the_pointer() {
    let page = page("type: resource::router::1.0\n");
    let script = "answers.hover = (offset) => { const node = document.createElement('div'); node.id = 'note'; \
                  node.textContent = `at ${offset}`; return offset > 5 ? { from: 6, to: 27, node } : null; };";
    page.run(script, &[]);
    let line = page.area(".cm-line");
    let at = (line.x + 150.0, line.y + line.height / 2.0);
    page.perform(Input::new().move_to((at.0 - 10.0, at.1)).pause(50).move_to(at).pause(500));
    assert!(page.text("#note").starts_with("at "));
    page.perform(Input::new().move_to((700.0, 700.0)).pause(50).move_to((710.0, 710.0)).pause(400));
    page.wait_until_gone("#note");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_note_explains_the_name_at_the_cursor_until_escape() {
    let page = page("type: resource::router::1.0\n");
    let script = "answers.hover = (offset) => { const node = document.createElement('div'); node.id = 'note'; \
                  node.className = 'cm-note'; node.textContent = `at ${offset} `.repeat(4000); \
                  return { from: 6, to: 27, node }; }; editor.focus(); editor.view.dispatch({ selection: { anchor: 9 } }); \
                  editor.run('explain');";
    page.run(script, &[]);
    assert!(page.text("#note").starts_with("at 9 "));
    // A long note stays in the window and can be scrolled.
    let fits = "const note = document.querySelector('#note'); const { bottom, right } = note.getBoundingClientRect(); \
                return bottom <= innerHeight && right <= innerWidth && note.scrollHeight > note.clientHeight;";
    page.wait_for("a scrolled note", || (page.run(fits, &[]) == true).then_some(()));
    // With the keys as well, after it has been focused by a second press.
    page.run("editor.run('explain');", &[]);
    page.area("#note:focus");
    page.press(&[DOWN]);
    let top = "return document.querySelector('#note').scrollTop;";
    page.wait_for("the content below", || page.run(top, &[]).as_f64().filter(|top| *top > 0.0));
    page.press(&[ESCAPE]);
    page.wait_until_gone("#note");
    page.area(".cm-content:focus");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_lines_of_the_selection_are_marked() {
    let page = page("a:\n  b: 1\n  c: 2\nd: 3\n");
    page.run("editor.highlight([3, 16]);", &[]);
    assert_eq!(page.texts(".cm-selectedElement"), ["  b: 1", "  c: 2"]);
    page.run("editor.highlight([]);", &[]);
    page.wait_until_gone(".cm-selectedElement");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_line_below_a_key_is_indented_for_its_value() {
    let cases = [
        // The text before, the position of Enter, the typed text, and the text after.
        ("a:\n  b:", 7, "c: 1", "a:\n  b:\n    c: 1"),
        ("a:   # why\n", 10, "b: 1", "a:   # why\n  b: 1\n"),
        ("- one: 1\n  two:", 15, "x: 1", "- one: 1\n  two:\n    x: 1"),
        ("- - one:", 8, "x: 1", "- - one:\n      x: 1"),
        ("a:\n    b: 1\n", 2, "c: 1", "a:\n    c: 1\n    b: 1\n"),
        ("a:\n- 1\nb: 1\n", 2, "- 0", "a:\n- 0\n- 1\nb: 1\n"),
        ("a:\nb: 1\n", 2, "c: 1", "a:\n  c: 1\nb: 1\n"),
        ("a: |\n  so:", 10, "on", "a: |\n  so:\n  on"),
        ("# why:", 6, "a: 1", "# why:\na: 1"),
        ("- name: x", 9, "y: 1", "- name: x\n  y: 1"),
        ("a: |", 4, "b", "a: |\n  b"),
        ("a: {", 4, "b: 1", "a: {\n  b: 1"),
        ("a: {b: 1,", 9, "c: 1", "a: {b: 1,\n  c: 1"),
        ("- a", 3, "- b", "- a\n- b"),
        ("a:\n  - b # c", 12, "- d", "a:\n  - b # c\n  - d"),
        ("a: 'b", 5, "c", "a: 'b\nc"),
    ];
    let page = page("");
    for (index, (before, at, typed, after)) in cases.into_iter().enumerate() {
        page.run("editor.show(arguments[0], arguments[1], false);", &[json!(format!("{index}.yaml")), json!(before)]);
        page.run("editor.select(arguments[0], arguments[0]); editor.focus();", &[json!(at)]);
        page.perform(Input::new().press(&[ENTER]).text(typed));
        assert_eq!(text(&page), after, "{before:?}");
    }
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn tab_enters_and_leaves_the_text() {
    let page = page("a: 1\n");
    let focus = "return document.activeElement.id || document.activeElement.className.split(' ')[0];";
    page.run(
        "for (const [id, where] of [['before', 'beforebegin'], ['after', 'afterend']]) {
             const button = Object.assign(document.createElement('button'), { id, textContent: id });
             document.querySelector('main').insertAdjacentElement(where, button);
         }
         document.querySelector('#before').focus();",
        &[],
    );
    page.press(&[TAB]);
    assert_eq!(page.run(focus, &[]), "cm-content");
    page.press(&[TAB]);
    assert_eq!((page.run(focus, &[]), text(&page)), (json!("after"), "a: 1\n".to_owned()));
    page.press(&[SHIFT, TAB]);
    page.press(&[SHIFT, TAB]);
    assert_eq!(page.run(focus, &[]), "before");
    // After any other key there, Tab indents.
    page.press(&[TAB]);
    page.perform(Input::new().press(&[HOME]).press(&[TAB]));
    assert_eq!((page.run(focus, &[]), text(&page)), (json!("cm-content"), "  a: 1\n".to_owned()));
}
