//! Everything that the pointer can do, with the keyboard; and the announcements for screen readers.

use descriptorium_tests::browser::input::{
    ALT, CONTROL, DELETE, DOWN, END, ENTER, ESCAPE, F10, Input, LEFT, RIGHT, SHIFT, SPACE, TAB, UP,
};

use super::served_folder::Served;

const GATEWAY: &str = "\
name: resource::gateway::1.0
properties:
  address: {type: string, read-only: true}
capabilities:
  Route: {type: ip.route}
lifecycle: {Create: {}}
";

const WEB: &str = "\
name: resource::web::1.0
properties:
  upstream: {type: string}
requirements:
  Disk: {type: block}
  Route: {type: ip.route}
lifecycle: {Create: {}}
";

const SERVICE: &str = "\
name: assembly::service::1.0   # the whole
properties: {}
composition: {}
";

fn service(text: &str) -> Served {
    let served = Served::files(&[("gateway.yaml", GATEWAY), ("web.yaml", WEB), ("service.yaml", text)]);
    served.open("service.yaml");
    served.page.focus(".canvas-svg");
    served
}

impl Served {
    /// Waits until this is announced.
    fn heard(&self, part: &str) {
        self.page.wait_for_text(".canvas-said", |said| said.contains(part));
    }

    /// Waits for a picker, and chooses the item that matches `text`.
    fn choose(&self, text: &str) {
        self.page.area(".dialog .picker-input");
        self.page.type_text(text);
        self.page.press(&[ENTER]);
    }

    fn lines(&self, text: &[&str]) {
        let now = self.text();
        assert!(now.contains(&format!("\n{}\n", text.join("\n"))), "{text:?} is not in\n{now}");
    }
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_service_is_made_without_a_pointer() {
    let served = service(SERVICE);
    let page = &served.page;
    page.press(&["a"]);
    served.choose("gate");
    served.wait_for_notice("Add gateway");
    served.heard("resource gateway");
    page.press(&["a"]);
    served.choose("web");
    served.wait_for_notice("Add web");
    served.heard("resource web, resource::web::1.0, 2 requirements");

    // A relationship: from a port of the selected box to a suitable one. Others have a reason.
    page.press(&["c"]);
    served.choose("disk");
    page.area(".dialog .picker-item.refused");
    page.press(&[UP]);
    page.wait_for_text(".picker-refusal", |why| why.contains("Route has type ip.route"));
    page.press(&[ENTER]);
    page.area(".picker-item.refused[aria-disabled='true']");
    page.press(&[ESCAPE]);
    page.wait_until_gone(".dialog");
    page.press(&["c"]);
    served.choose("route");
    page.area(".picker-item:not(.refused)");
    page.press(&[ENTER]);
    served.wait_for_notice("Connect gateway to web");
    served.lines(&["      - gateway.Route", "    target-requirements:", "      - web.Route"]);

    // A property mapping.
    let connected = served.text();
    page.press(&["c"]);
    served.choose("upstream set");
    page.wait_for_text(".picker-input + .picker-list", |list| list.contains("address"));
    served.choose("address");
    served.wait_for_notice("Map gateway.address to upstream");
    served.lines(&["      upstream:", "        value: ${gateway.address}"]);
    page.press(&[CONTROL, "z"]);
    page.wait_for("the text as before", || (served.text() == connected).then_some(()));

    // A new component with a suitable port, as for a connection that is dropped on empty space.
    page.press(&["c"]);
    served.choose("route");
    page.area(".dialog .picker-input:focus");
    page.type_text("new");
    page.wait_for_text(".picker-item[aria-selected='true']", |text| text == "New component …");
    page.press(&[ENTER]);
    page.wait_for_text(".dialog .picker-list", |list| list.contains("Promote to the assembly"));
    served.choose("gateway");
    page.area(".name-field [data-input='component-name']:focus");
    page.type_text("edge\n");
    page.wait_until_gone(".dialog");
    served.wait_for_notice("Added as edge");
    served.lines(&["      - edge.Route", "    target-requirements:", "      - web.Route"]);
    page.press(&[CONTROL, "z"]);
    page.wait_for("the text as before", || (served.text() == connected).then_some(()));

    // Everything is undone step by step, to identical bytes.
    for _ in 0..3 {
        page.press(&[CONTROL, "z"]);
    }
    page.wait_for("the text as before", || (served.text() == SERVICE).then_some(()));
    page.expect_no_complaints();
}

/// Three boxes in two rows.
const PLACED: &str = "\
name: assembly::service::1.0
composition:
  a: {type: 'resource::gateway::1.0', properties: {}}
  b: {type: 'resource::web::1.0', properties: {}}
  c: {type: 'resource::web::1.0', properties: {}}
relationships:
  link:
    source-capabilities:
      - a.Route
    target-requirements:
      - b.Route
    source-state: Active
    target-state: Active
designerLayout:
  elements:
    a: {x: 100, y: 100}
    b: {x: 500, y: 110}
    c: {x: 110, y: 400}
";

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn keys_go_through_boxes_and_connections() {
    let served = service(PLACED);
    let page = &served.page;
    page.press(&[RIGHT]);
    served.heard("resource a, resource::gateway::1.0, 1 capability, 1 of 3");
    page.press(&[RIGHT]);
    served.heard("resource b");
    page.press(&[RIGHT]);
    served.heard("No box in this direction");
    page.press(&[LEFT]);
    served.heard("resource a");
    page.press(&[DOWN]);
    served.heard("resource c, resource::web::1.0, 2 requirements, 3 of 3");
    page.press(&[UP]);
    page.press(&[TAB]);
    served.heard("resource b, resource::web::1.0, 2 requirements, 2 of 3");
    page.press(&[SHIFT, TAB]);
    served.heard("resource a");
    page.press(&["w"]);
    served.heard("relationship link, from Route of a to Route of b");
    page.area(".connection.active[data-id='/relationships/link'][role='img'][aria-label^='relationship link']");
    page.press(&[RIGHT]);
    served.heard("resource b");
    page.press(&[SHIFT, LEFT]);
    served.heard("a and 1 more selected");
    page.press(&[CONTROL, "a"]);
    served.heard("2 more selected");
    page.press(&[ESCAPE]);
    served.heard("Nothing is selected");
    // Without a selection it goes to the first box, and back leaves the canvas.
    page.press(&[TAB]);
    served.heard("resource a");
    page.press(&[ESCAPE]);
    served.heard("Nothing is selected");
    page.press(&[SHIFT, TAB]);
    page.wait_for("the focus elsewhere", || {
        let left = page.run("return document.activeElement.closest('.canvas-svg') === null;", &[]);
        left.as_bool().filter(|left| *left)
    });
    assert_eq!(served.text(), PLACED);
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn an_end_of_a_connection_is_moved_with_the_keyboard() {
    let served = service(PLACED);
    let page = &served.page;
    let target = ".connection.active[data-id='/relationships/link']";
    // Nothing is selected that has an end.
    page.press(&[RIGHT]);
    served.heard("resource a");
    page.press(&["j"]);
    served.wait_for_notice("Select a connection first");
    page.press(&["w"]);
    page.area(target);
    page.press(&["j"]);
    page.area(".dialog[aria-label='Connect Route to another port']");
    let labels = page.texts(".picker-item .picker-detail");
    assert!(labels.contains(&"c".to_owned()), "{labels:?}");
    served.choose("Route");
    served.lines(&["      - c.Route"]);
    page.area(target);
    page.press(&[CONTROL, "z"]);
    page.wait_for("the text as before", || (served.text() == PLACED).then_some(()));
    // The same from the context menu; Escape changes nothing.
    page.area(target);
    page.press(&[SHIFT, F10]);
    page.area(".menu [data-action='ReconnectSource']");
    page.click(".menu [data-action='ReconnectTarget']");
    page.area(".dialog .picker-input");
    page.press(&[ESCAPE]);
    page.wait_until_gone(".dialog");
    assert_eq!(served.text(), PLACED);
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_command_is_found_by_other_words_and_boxes_come_before_connections() {
    let served = service(PLACED);
    let page = &served.page;
    for (words, command) in [
        ("export", "Save the diagram as"),
        ("collapse", "Expand or collapse"),
        ("ungroup", "Ungroup the nested descriptor"),
        ("settings", "Validation settings of the catalog"),
        ("dark mode", "Theme: light or dark"),
        ("simulate", "Show Preview"),
    ] {
        page.press(&[CONTROL, "k"]);
        page.area(".dialog .picker-input:focus");
        page.type_text(words);
        page.wait_for(words, || page.texts(".picker-label").iter().any(|label| label.contains(command)).then_some(()));
        page.press(&[ESCAPE]);
        page.wait_until_gone(".dialog");
    }
    page.press(&["?"]);
    page.wait_for_text(".shortcut-groups", |all| all.contains("Align left") && all.contains("Distribute horizontally"));
    page.press(&[ESCAPE]);
    page.wait_until_gone(".dialog");
    page.press(&[CONTROL, "a"]);
    served.heard("2 more selected");
    page.press(&["m"]);
    served.wait_for_notice("Align center");
    served.undo_to(PLACED);
    page.focus(".canvas-svg");
    page.press(&["/"]);
    page.area(".dialog .picker-input:focus");
    let labels = page.texts(".picker-label");
    let at = |label: &str| labels.iter().position(|other| other == label);
    assert!(at("c") < at("link"), "{labels:?}");
    page.type_text("l");
    page.wait_for("only the connection", || (page.texts(".picker-label").first()? == "link").then_some(()));
    page.press(&[ESCAPE]);
    page.wait_until_gone(".dialog");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_selection_is_moved_copied_and_removed_with_the_keys() {
    let served = service(PLACED);
    let page = &served.page;
    page.press(&[RIGHT]);
    // Consecutive moves are one step.
    for _ in 0..3 {
        page.press(&[ALT, RIGHT]);
    }
    page.press(&[ALT, SHIFT, DOWN]);
    page.wait_for("the place", || served.text().contains("a: {x: 124, y: 164}").then_some(()));
    page.press(&[CONTROL, "z"]);
    page.wait_for("the text as before", || (served.text() == PLACED).then_some(()));

    page.press(&[CONTROL, "d"]);
    served.wait_for_notice("Duplicate a");
    served.lines(&["  a_2: {type: 'resource::gateway::1.0', properties: {}}"]);
    page.press(&[CONTROL, "z"]);
    page.wait_for("the text as before", || (served.text() == PLACED).then_some(()));

    page.press(&[RIGHT]);
    served.heard("resource a");
    page.press(&[DELETE]);
    page.wait_for_text(".dialog-list", |list| list == "relationship link");
    page.press(&[ESCAPE]);
    page.wait_until_gone(".dialog");
    assert_eq!(served.text(), PLACED);
    page.press(&[DELETE]);
    page.area(".dialog .go-on:focus");
    page.press(&[SPACE]);
    served.wait_for_notice("Remove a");
    assert!(!served.text().contains("relationships"), "{}", served.text());
    page.press(&[CONTROL, "z"]);
    page.wait_for("the text as before", || (served.text() == PLACED).then_some(()));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_selection_is_extracted_and_inlined_with_the_keys() {
    let served = service(PLACED);
    let page = &served.page;
    page.press(&[RIGHT]);
    page.press(&[SHIFT, RIGHT]);
    page.press(&[CONTROL, "g"]);
    page.area(".dialog [data-input='new-assembly']:focus");
    page.press(&[CONTROL, "a"]);
    page.type_text("assembly::pair::1.0");
    page.press(&[ENTER]);
    page.area("[data-file='pair.yaml'] .dirty");
    page.wait_until_gone(".dialog");
    let nested = served.text();
    assert!(nested.contains("assembly::pair::1.0"), "{nested}");

    page.wait_for("the focus on the canvas", || {
        page.run("return document.activeElement.closest('.canvas-svg') !== null;", &[]).as_bool().filter(|on| *on)
    });
    page.press(&[CONTROL, "f"]);
    served.choose("pair");
    served.heard("assembly pair");
    page.press(&[CONTROL, SHIFT, "G"]);
    page.wait_for("the components", || (!served.text().contains("assembly::pair::1.0")).then_some(()));
    page.press(&[CONTROL, "z"]);
    page.wait_for("the nested assembly", || (served.text() == nested).then_some(()));
    page.press(&[CONTROL, "z"]);
    page.wait_for("the text as before", || (served.text() == PLACED).then_some(()));
    page.expect_no_complaints();
}

/// A third box may be in the middle between two boxes.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn an_extracted_assembly_does_not_cover_another_box() {
    let text = "name: assembly::service::1.0\ncomposition:\n  a: {type: 'resource::web::1.0'}\n  b: {type: 'resource::web::1.0'}\n  \
                c: {type: 'resource::web::1.0'}\ndesignerLayout:\n  elements:\n    a: {x: 40, y: 40}\n    b: {x: 340, y: 40}\n    c: {x: 640, y: 40}\n";
    let served = service(text);
    let page = &served.page;
    page.click("[data-id='/composition/a'] .box-label");
    page.perform(Input::new().hold(SHIFT).click(page.place("[data-id='/composition/c'] .box-label")).release(SHIFT));
    page.press(&[CONTROL, "g"]);
    page.area(".dialog [data-input='new-assembly']:focus");
    page.press(&[CONTROL, "a"]);
    page.type_text("assembly::pair::1.0\n");
    page.wait_until_gone(".dialog");
    let (b, pair) =
        (page.area("[data-id='/composition/b'] .box-shape"), page.area("[data-id='/composition/pair'] .box-shape"));
    let is_apart =
        pair.x > b.x + b.width || pair.x + pair.width < b.x || pair.y > b.y + b.height || pair.y + pair.height < b.y;
    assert!(is_apart, "{pair:?} is on {b:?}");
    // It is one undo step.
    page.press(&[CONTROL, "z"]);
    page.wait_for("the text as before", || (served.text() == text).then_some(()));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_view_is_moved_with_the_keys() {
    let served = service(PLACED);
    let page = &served.page;
    let percent = || page.text(".canvas-percent");
    let fitted = percent();
    page.press(&["1"]);
    page.wait_for_text(".canvas-percent", |text| text == "100%");
    page.press(&["+"]);
    page.wait_for_text(".canvas-percent", |text| text == "125%");
    page.press(&["-"]);
    page.wait_for_text(".canvas-percent", |text| text == "100%");
    let before = page.area("[data-id='/composition/a'] .box-shape");
    page.press(&[CONTROL, RIGHT]);
    page.wait_for("the view further right", || {
        (page.area("[data-id='/composition/a'] .box-shape").x < before.x - 40.0).then_some(())
    });
    page.press(&["0"]);
    page.wait_for_text(".canvas-percent", |text| text == fitted);
    // To a distant box.
    page.press(&["1"]);
    page.press(&[CONTROL, LEFT]);
    page.press(&["/"]);
    served.choose("c web");
    page.area(".box.selected[data-id='/composition/c']");
    let (canvas, found) = (page.area(".canvas-svg"), page.area("[data-id='/composition/c'] .box-shape"));
    assert!(found.x >= canvas.x && found.x + found.width <= canvas.x + canvas.width, "{found:?} in {canvas:?}");
    assert_eq!(served.text(), PLACED);
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn all_keys_are_listed_and_every_command_is_found() {
    let served = service(PLACED);
    let page = &served.page;
    page.press(&["?"]);
    page.area(".dialog .shortcut");
    let rows = page.texts(".shortcut dt");
    for title in ["Duplicate", "Connect, or map a value", "Move to a new descriptor", "Zoom to fit"] {
        assert!(rows.contains(&title.to_owned()), "{title} is not in {rows:?}");
    }
    // The licenses of the crates in the modeller, and of the packages in the text editor.
    let licenses =
        page.run("return fetch(document.querySelector('.dialog a').href).then((answer) => answer.text());", &[]);
    let licenses = licenses.as_str().expect("text");
    for package in ["leptos ", "wasm-bindgen ", "@codemirror/view ", "style-mod "] {
        assert!(licenses.lines().any(|line| line.starts_with(package)), "{package} is not in {licenses}");
    }
    page.press(&[ESCAPE]);
    page.wait_until_gone(".dialog");
    // Unavailable commands have a reason.
    page.press(&[CONTROL, "k"]);
    page.area(".dialog .picker-input");
    page.type_text("move to a new");
    page.wait_for_text(".picker-refusal", |why| why.contains("Nothing is selected"));
    page.press(&[ESCAPE]);
    page.press(&[RIGHT]);
    page.press(&[CONTROL, "k"]);
    served.choose("duplicate");
    served.wait_for_notice("Duplicate a");
    // The focus returns to its previous element.
    page.press(&[CONTROL, "z"]);
    page.wait_for("the text as before", || (served.text() == PLACED).then_some(()));
    page.press(&[END]);
    page.expect_no_complaints();
}
