//! The interface in another language: all its words, and a change of language while something is open.

use std::fs;

use descriptorium_tests::browser::Page;
use descriptorium_tests::browser::input::{CONTROL, ENTER, ESCAPE, F2, SHIFT};
use descriptorium_tests::paths;
use serde_json::{Value, json};

use super::accessibility::axe;
use super::served_folder::{DIALOGS, Dialog, Served};

/// An assembly with an error, a warning and an info, and names that no interface has.
const A: &str = "\
name: assembly::dienst::1.0
description: Ein Dienst
properties:
  breite:
    type: string
    read_only: true
  frei:
    type: string
    type: string
composition:
  erste:
    type: resource::knoten::1.0
    properties:
      breite:
        value: ${breite}
  zweite:
    type: resource::fehlt::1.0
";
const B: &str = "\
name: resource::knoten::1.0
properties:
  breite:
    type: string
    default: '7'
capabilities:
  Gibt:
    type: Ding
requirements:
  Nimmt:
    type: Ding
lifecycle:
  Create: {}
  Install: {}
";
const FILE: &str = "a.yaml";

/// The names in these descriptors and in their language, in any language of the interface.
const NAMES: [&str; 3] = ["quantity", "cluster", "Create"];

/// A row of the table: a text, or the parts around its placeholders.
struct Row(Vec<String>);

impl Row {
    fn of(text: &str) -> Row {
        let (first, rest) = text.split_once('{').map_or((text, None), |(first, rest)| (first, Some(rest)));
        let others = rest.into_iter().flat_map(|rest| rest.split('{'));
        let behind = others.map(|part| part.split_once('}').map_or("", |(_, behind)| behind));
        Row(std::iter::once(first).chain(behind).map(str::to_owned).collect())
    }

    /// Whether its words are sufficient to recognize it.
    fn is_telling(&self) -> bool {
        self.0.len() == 1 || self.0.iter().flat_map(|part| part.chars()).filter(|c| c.is_alphabetic()).count() > 4
    }

    fn fits(&self, text: &str) -> bool {
        let (Some(first), Some(last)) = (self.0.first(), self.0.last()) else { return false };
        if self.0.len() == 1 {
            return text.trim() == first.trim();
        }
        let Some(mut rest) = text.strip_prefix(first.trim_start()).and_then(|rest| rest.strip_suffix(last.trim_end()))
        else {
            return false;
        };
        self.0[1..self.0.len() - 1].iter().all(|part| match rest.find(part.as_str()) {
            Some(at) => {
                rest = &rest[at + part.len()..];
                true
            }
            None => false,
        })
    }
}

/// The words of the interface, English and German, from the table.
fn table() -> (Vec<Row>, Vec<Row>) {
    let (mut english, mut german) = (Vec::new(), Vec::new());
    for (path, text) in paths::texts(&paths::root().join("app/src/words"), &[".rs"]) {
        let start = text.find("words! {").or(text.find("phrases! {")).unwrap_or(text.len());
        let table = text[start..].split("\n}").next().unwrap_or_default();
        let rows = table.split(";\n").map(literals).filter(|row| !row.is_empty());
        for row in rows {
            // A phrase of CodeMirror with an English text of its own.
            let row = if row.len() == 3 { &row[1..] } else { &row[..] };
            let half = row.len() / 2;
            assert!(row.len() == 2 || row.len() == 4, "{path}: {row:?}");
            english.extend(row[..half].iter().map(|text| Row::of(text)));
            german.extend(row[half..].iter().map(|text| Row::of(text)));
        }
    }
    assert!(english.len() > 300, "only {} rows found", english.len());
    (english, german)
}

/// The texts between quotation marks.
fn literals(code: &str) -> Vec<String> {
    let pieces = code.split('"').enumerate();
    pieces.filter(|(at, _)| at % 2 == 1).map(|(_, text)| text.to_owned()).collect()
}

/// All visible and accessible texts in the page, except those of descriptors and those that are English in every
/// language.
fn words(page: &Page) -> Vec<String> {
    let script = r#"
        const others = ".cm-content, .cm-gutters, [lang='en'], code, kbd, .prose, .notice, [role='alert'], .diff";
        const found = new Set();
        const add = (text) => { if (/\p{L}{2}/u.test(text ?? "")) found.add(text.trim()); };
        const visit = (element) => {
            if (element.matches(others)) return;
            for (const name of ["aria-label", "title", "placeholder", "aria-valuetext"]) add(element.getAttribute(name));
            for (const child of element.childNodes) {
                if (child.nodeType === 3) add(child.data);
                else if (child.nodeType === 1) visit(child);
            }
        };
        visit(document.querySelector(".modeller"));
        return [...found];"#;
    let found = page.run(script, &[]);
    found.as_array().into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

/// Opens the modeller again, in a language from its address.
fn open_in(served: &Served, language: &str) {
    served.page.reopen(&format!("{}/modeller/?lang={language}", served.origin));
    served.page.area(&format!("html[lang='{language}'] .file.current"));
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn in_german_no_english_word_is_left() {
    let served = Served::files(&[(FILE, A), ("b.yaml", B)]);
    open_in(&served, "de");
    served.open(FILE);
    let page = &served.page;
    // In the theme in which the walk in English does not have these words.
    page.run("document.documentElement.dataset.theme = 'dark';", &[]);
    let axe = axe(page);
    let (english, german) = table();
    let mut found = Vec::new();
    let mut n_german = 0;
    let mut look = |state: &str| {
        page.screenshot(&format!("german-{}", state.replace(' ', "-")));
        for text in words(page).into_iter().filter(|text| !NAMES.contains(&text.as_str())) {
            let is = |rows: &[Row]| rows.iter().any(|row| row.is_telling() && row.fits(&text));
            match (is(&english), is(&german)) {
                (true, false) => found.push(format!("{state}: {text}")),
                (_, true) => n_german += 1,
                (false, false) => {}
            }
        }
        found.extend(axe.violations(page).into_iter().map(|violation| format!("{state}: {violation}")));
    };
    page.area(".cm-lint-marker-error");
    page.area("[data-id='/composition/erste'] .box-label");
    look("text");
    served.put_cursor_behind("  frei");
    page.press(&[CONTROL, "f"]);
    page.area(".cm-search");
    look("find and replace");
    page.press(&[ESCAPE]);
    page.wait_until_gone(".cm-search");
    served.put_cursor_behind("  frei");
    page.press(&[F2]);
    page.area(".text-bar");
    look("rename");
    page.press(&[ESCAPE]);
    page.wait_until_gone(".text-bar");
    served.put_cursor_behind("  frei");
    page.press(&[CONTROL, SHIFT, "o"]);
    page.area(".outline .reference");
    look("outline");
    page.press(&[ESCAPE]);
    page.wait_until_gone(".outline");
    page.click("#tab-problems");
    page.click("[data-severity='info']");
    page.area(".problem.error");
    look("findings");
    page.click("[data-severity='info']");
    page.click("#tab-inspector");
    page.click(".canvas-svg");
    page.press(&[ESCAPE]);
    page.area("[data-group='/composition']");
    look("inspector of a descriptor");
    page.click("[data-id='/composition/erste'] .box-label");
    page.area("[data-offers='/composition/erste/capabilities']");
    look("inspector of a component");
    page.click("#tab-preview");
    page.area(".expansion .instance");
    look("preview");
    page.click("[data-draw='instances']");
    page.area(".ghosts-svg");
    look("instances on the canvas");
    page.click("[data-ghosts='close']");
    page.wait_until_gone(".ghosts-svg");
    page.click(".catalog-settings summary");
    page.area(".catalog-settings[open] [data-setting]");
    look("settings");
    page.press(&[ESCAPE]);
    page.wait_until_gone(".catalog-settings[open]");
    let more: [Dialog; 2] = [
        (&["p"], ".dialog .picker-item", "properties to promote"),
        (&["y"], ".dialog .picker-nothing", "no types to change to"),
    ];
    served.look_at_dialogs("erste", &[&DIALOGS[..], &more].concat(), &mut look);
    assert!(found.is_empty(), "{}", found.join("\n"));
    assert!(n_german > 200, "only {n_german} German texts found");
    page.expect_no_complaints();
}

/// Chooses a language in the interface.
fn choose(page: &Page, tag: &str) {
    let script = "const field = document.getElementById('language'); field.focus(); field.value = arguments[0];
        field.dispatchEvent(new Event('change', { bubbles: true }));";
    page.run(script, &[tag.into()]);
    page.area(&format!("html[lang='{tag}']"));
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_change_of_language_keeps_the_current_work() {
    let served = Served::files(&[(FILE, A), ("b.yaml", B)]);
    let page = &served.page;
    page.area("html[lang='en']");
    served.open(FILE);
    let before = served.text();
    served.put_cursor_behind("name: assembly::dienst::1.0");
    page.type_text(" # mein");
    page.area(".file.current .dirty");
    let after = served.text();
    page.click("[data-id='/composition/erste'] .box-label");
    page.area("[data-id='/composition/erste'].selected");
    page.click("#tab-problems");
    page.area(".problem.error");
    let place = page.run("return document.querySelector('.canvas-diagram').style.transform;", &[]);

    choose(page, "de");
    page.wait_for_text(".notice", |text| text == "Sprache: Deutsch");
    page.area("#language:focus");
    page.wait_for_text("#save", |text| text == "Speichern");
    page.area("#tab-problems[aria-selected='true']");
    page.area("[data-id='/composition/erste'].selected");
    page.area(".file.current .dirty");
    page.wait_for("the view as before", || {
        (page.run("return document.querySelector('.canvas-diagram').style.transform;", &[]) == place).then_some(())
    });
    page.click("#tab-yaml");
    assert_eq!(served.text(), after);
    served.put_cursor_behind("name: assembly::dienst::1.0 # mein");
    page.press(&[CONTROL, "f"]);
    page.area(".cm-search [placeholder='Suchen']");
    page.click("#undo");
    page.wait_for("the text before", || (served.text() == before).then_some(()));
    page.click("#redo");
    page.wait_for("the text after", || (served.text() == after).then_some(()));

    // Open views change at once, and the command palette changes back.
    page.click(".canvas-svg");
    page.press(&[CONTROL, "k"]);
    page.area(".picker-item[aria-selected='true']");
    page.type_text("sprache: english");
    page.wait_for_text(".picker-item[aria-selected='true'] .picker-label", |text| text == "Sprache: English");
    page.press(&[ENTER]);
    page.area("html[lang='en']");
    page.wait_for_text("#save", |text| text == "Save");
    page.area(".cm-search [placeholder='Find']");
    page.wait_for_text(".notice", |text| text == "Language: English");
    page.press(&[CONTROL, "s"]);
    page.wait_for("the change on disk", || (served.disk(FILE) == after).then_some(()));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_language_is_remembered_and_an_address_can_select_another() {
    let served = Served::files(&[(FILE, A), ("b.yaml", B)]);
    let page = &served.page;
    choose(page, "de");
    page.wait_for_text("#save", |text| text == "Speichern");
    page.reload();
    page.wait_for_text("#save", |text| text == "Speichern");
    page.area("html[lang='de']");
    open_in(&served, "en");
    page.wait_for_text("#save", |text| text == "Save");
    // An unknown language is ignored.
    page.reopen(&format!("{}/modeller/?lang=tlh", served.origin));
    page.wait_for_text("#save", |text| text == "Speichern");
    page.run("localStorage.clear();", &[]);
    let script = "Object.defineProperty(navigator, 'languages', { value: ['fr-CH', 'de-AT', 'en'] });";
    page.open_after(script, &format!("{}/modeller/", served.origin));
    page.wait_for_text("#save", |text| text == "Speichern");
    page.area("html[lang='de']");
    assert_eq!(json!(page.texts("#language option")), json!(["English", "Deutsch"]));
}

/// The separate texts before the table is loaded have the same languages.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn texts_during_loading_are_in_every_language() {
    let boot = fs::read_to_string(paths::root().join("app/boot.js")).expect("a file");
    let table = fs::read_to_string(paths::root().join("app/src/words/locale.rs")).expect("a file");
    let tags: Vec<&str> = table.split("=> \"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    let tags: Vec<&&str> = tags.iter().filter(|tag| tag.len() == 2).collect();
    assert!(tags.len() > 1, "{tags:?}");
    for tag in tags {
        assert!(boot.contains(&format!("  {tag}: {{ loading: ")), "{tag}");
    }
}
