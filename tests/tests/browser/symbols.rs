//! Names in the text: completion, notes, definitions, occurrences and renaming, across files.

use descriptorium_tests::browser::Page;
use descriptorium_tests::browser::input::{ALT, CONTROL, DOWN, ENTER, ESCAPE, F2, F12, Input, SHIFT};

use super::served_folder::Served;

const WEB: &str = "name: resource::web::1.0
description: Serves pages.
properties:
  port: {type: integer, description: Where it listens.}
  address: {type: string, read-only: true}
capabilities:
  Http: {type: http}
requirements:
  Disk: {type: block}
operations:
  Mount: {}
metrics:
  requests: {type: 'metric::load'}
lifecycle: {Create: {}}
";
const DISK: &str = "name: resource::disk::1.0
capabilities:
  Block: {type: block}
lifecycle: {Create: {}}
";
const SERVICE: &str = "name: assembly::service::1.0
properties:
  listen: {type: integer}
  where:
    type: site
data-types:
  site:
    properties:
      city: {type: string}
composition:
  web:
    type: resource::web::1.0
    cluster: {initial-quantity: 1}
    properties:
      port: {value: '${listen}'}
  store:
    type: resource::disk::1.0
    properties: {}
relationships:
  uses:
    source-capabilities: [store.Block]
    target-requirements: [web.Disk]
    source-state: Active
    target-state: Inactive
    lifecycle:
      Create:
        - target.Mount
operations:
  Remount:
    source-operation: web.Mount
metrics:
  load:
    source-metric: web.requests
policies:
  scale:
    type: policy::scale
    metric: load
    target: web
";

fn served() -> Served {
    let served = Served::files(&[("web.yaml", WEB), ("disk.yaml", DISK), ("service.yaml", SERVICE)]);
    served.open("service.yaml");
    served
}

/// The selected text of the text editor.
fn selected(page: &Page) -> String {
    let script = "const content = document.querySelector('.cm-content');
        const view = (content.cmTile ?? content.cmView).view;
        const { from, to } = view.state.selection.main;
        const line = view.state.doc.lineAt(from);
        return view.state.sliceDoc(from, to) + '@' + line.number;";
    page.run(script, &[]).as_str().map(str::to_owned).unwrap_or_default()
}

/// Where the caret is in the window, once the text has stopped scrolling.
fn caret(page: &Page) -> (f64, f64) {
    let script = "const content = document.querySelector('.cm-content');
        const { view } = content.cmTile ?? content.cmView;
        const at = () => {
            const { left, top, bottom } = view.coordsAtPos(view.state.selection.main.head) ?? {};
            return JSON.stringify([left, (top + bottom) / 2]);
        };
        const frame = () => new Promise((done) => requestAnimationFrame(done));
        const before = at();
        await frame(), await frame();
        return view.hasFocus && before === at() ? JSON.parse(before) : null;";
    page.wait_for("a caret at rest", || {
        let numbers = page.run(script, &[]);
        Some((numbers[0].as_f64()?, numbers[1].as_f64()?))
    })
}

/// Every kind of reference, the text before its position, and its target: file, selected text and line.
const MENTIONS: [(&str, &str, &str); 12] = [
    ("type: resource::w", "web.yaml", "resource::web::1.0@1"),
    ("'${lis", "service.yaml", "listen@3"),
    ("type: si", "service.yaml", "site@7"),
    ("      po", "web.yaml", "port@4"),
    ("[sto", "service.yaml", "store@16"),
    ("store.Bl", "disk.yaml", "Block@3"),
    ("web.Di", "web.yaml", "Disk@9"),
    ("target.Mo", "web.yaml", "Mount@11"),
    ("web.Mo", "web.yaml", "Mount@11"),
    ("web.req", "web.yaml", "requests@13"),
    ("metric: lo", "service.yaml", "load@32"),
    ("target: w", "service.yaml", "web@11"),
];

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn every_reference_leads_to_its_definition() {
    let served = served();
    let page = &served.page;
    for (before, file, expected) in MENTIONS {
        served.open("service.yaml");
        served.put_cursor_behind(before);
        page.press(&[F12]);
        page.area(&format!(".file.current[data-file='{file}']"));
        page.wait_for(&format!("the definition behind `{before}`: {expected}, and not {}", selected(page)), || {
            (selected(page) == expected).then_some(())
        });
    }
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_click_with_control_goes_to_the_definition() {
    let served = served();
    let page = &served.page;
    served.put_cursor_behind("source-metric: web.req");
    let cursor = caret(page);
    page.perform(Input::new().hold(CONTROL).click(cursor).release(CONTROL));
    page.area(".file.current[data-file='web.yaml']");
    page.wait_for("the metric", || (selected(page) == "requests@13").then_some(()));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn all_occurrences_of_a_name_are_listed() {
    let served = served();
    let page = &served.page;
    served.put_cursor_behind("web.Mo");
    page.press(&[SHIFT, F12]);
    page.wait_for_text(".references-head", |text| text.starts_with("3 occurrences of operation Mount"));
    let places = page.texts(".reference-place");
    assert_eq!(places, ["web.yaml:11", "service.yaml:27", "service.yaml:30"]);
    // With the keyboard to the first one, which is the definition.
    page.press(&[ENTER]);
    page.area(".file.current[data-file='web.yaml']");
    page.wait_for("the definition", || (selected(page) == "Mount@11").then_some(()));
    page.press(&[SHIFT, F12]);
    page.wait_for_text(".references-head", |text| text.starts_with("3 occurrences of operation Mount"));
    page.press(&[ESCAPE]);
    page.wait_until_gone(".references");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_name_is_renamed_in_all_files() {
    let served = served();
    let page = &served.page;
    served.put_cursor_behind("web.Mo");
    page.press(&[F2]);
    page.wait_for_text(".text-bar em", |text| text == "3 occurrences in 2 files");
    page.type_text("not a name\n");
    page.area(".text-bar [role='alert']");
    page.press(&[CONTROL, "a"]);
    page.type_text("Attach\n");
    served.wait_for_notice("Rename Mount to Attach");
    page.wait_until_gone(".text-bar");
    let service = SERVICE.replace("target.Mount", "target.Attach").replace("web.Mount", "web.Attach");
    assert_eq!(served.text(), service);
    page.press(&[CONTROL, "s"]);
    served.wait_for_notice("Saved 2 files");
    assert_eq!(served.disk("web.yaml"), WEB.replace("Mount", "Attach"));
    page.press(&[CONTROL, "z"]);
    page.wait_for("the text as before", || (served.text() == SERVICE).then_some(()));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn names_are_completed_everywhere() {
    let served = served();
    let page = &served.page;
    // The replaced text, the typed text, and the completions.
    let places = [
        ("type: resource::web::1.0", "type: resource::d", "resource::disk::1.0"),
        ("'${listen}'", "'${li", "listen"),
        ("'${listen}'", "'${web.po", "port"),
        ("    type: site", "    type: si", "site"),
        ("[store.Block]", "[store.B", "store.Block"),
        ("[web.Disk]", "[web.D", "web.Disk"),
        ("- target.Mount", "- target.M", "target.Mount"),
        ("source-operation: web.Mount", "source-operation: web.M", "web.Mount"),
        ("source-state: Active", "source-state: Ina", "Inactive"),
        ("source-metric: web.requests", "source-metric: web.r", "web.requests"),
        ("metric: load", "metric: lo", "load"),
        ("target: web", "target: w", "web"),
        ("type: policy::scale", "type: policy", "policy::scale"),
    ];
    for (whole, typed, offered) in places {
        let script = "const content = document.querySelector('.cm-content');
            const view = (content.cmTile ?? content.cmView).view;
            const from = view.state.doc.toString().indexOf(arguments[0]);
            view.dispatch({ selection: { anchor: from, head: from + arguments[0].length }, scrollIntoView: true });
            view.focus();";
        page.run(script, &[whole.into()]);
        page.type_text(typed);
        page.wait_for(&format!("`{offered}` behind `{typed}`, not {:?}", page.texts(".cm-completionLabel")), || {
            page.texts(".cm-completionLabel").iter().any(|label| label == offered).then_some(())
        });
        page.press(&[ESCAPE]);
        page.wait_for("the text as before", || {
            let same = served.text() == SERVICE;
            if !same {
                page.press(&[CONTROL, "z"]);
            }
            same.then_some(())
        });
    }
    page.expect_no_complaints();
}

/// Chosen with the keyboard, the type of another file brings its import in the same step.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_file_of_a_completed_type_is_imported() {
    let version = "tosca_definitions_version: tosca_simple_yaml_1_2\n";
    let cache = format!("{version}node_types:\n  lib.Cache: {{derived_from: tosca.nodes.Root}}\n");
    let text = format!("{version}topology_template:\n  node_templates:\n    # the first\n    cache:\n      type: \n");
    let served = Served::files(&[("cache.yaml", &cache), ("service.yaml", &text)]);
    served.open("service.yaml");
    let page = &served.page;
    served.put_cursor_behind("      type: ");
    page.type_text("lib.C");
    page.wait_for_text(".cm-tooltip-autocomplete li[aria-selected]", |label| label.contains("import cache.yaml"));
    page.perform(Input::new().pause(120).press(&[ENTER]));
    let body = text.replacen(version, "", 1).replacen("type: ", "type: lib.Cache", 1);
    let expected = format!("{version}imports:\n  - cache.yaml\n{body}");
    page.wait_for("the type with its import", || (served.text() == expected).then_some(()));
    page.type_text("  # kept");
    page.wait_for("no findings", || page.texts(".cm-lint-marker-error").is_empty().then_some(()));
    page.press(&[CONTROL, "z"]);
    page.wait_for("the completed text", || (served.text() == expected).then_some(()));
    page.press(&[CONTROL, "z"]);
    page.wait_for("the typed text", || (served.text() == text.replacen("type: ", "type: lib.C", 1)).then_some(()));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_name_under_the_pointer_is_explained() {
    let served = served();
    let page = &served.page;
    for (before, expected) in [
        ("type: resource::w", "Serves pages."),
        ("      po", "Where it listens."),
        ("store.Bl", "capability"),
        ("source-operation: web.Mo", "operation"),
        ("metric: lo", "metric"),
        ("    source-sta", "state"),
    ] {
        served.put_cursor_behind(before);
        let cursor = caret(page);
        page.perform(Input::new().move_to((1400.0, cursor.1)).pause(60).move_to((cursor.0 + 2.0, cursor.1)).pause(600));
        page.wait_for_text(".cm-note", |text| text.contains(expected));
        page.perform(Input::new().move_to((200.0, 400.0)).pause(400));
        page.wait_until_gone(".cm-note");
    }
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_definition_is_shown_without_going_there() {
    let served = served();
    let page = &served.page;
    served.put_cursor_behind("type: resource::w");
    page.press(&[ALT, F12]);
    page.wait_for_text(".peek", |text| text.starts_with("name: resource::web::1.0\ndescription: Serves pages.\n"));
    page.press(&[ESCAPE]);
    page.wait_until_gone(".peek");
    page.area(".file.current[data-file='service.yaml']");
    served.put_cursor_behind("web.Mo");
    page.press(&[ALT, F12]);
    page.wait_for_text(".peek", |text| text == "  Mount: {}");
    page.press(&[ENTER]);
    page.wait_for("the definition", || (selected(page) == "Mount@11").then_some(()));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn dialogs_next_to_the_text_keep_the_cursor_line_visible() {
    let many = |at: usize| format!("  p{at}: {{type: string}}\n");
    let text = format!("name: assembly::a::1.0\nproperties:\n{}", (0..99).map(many).collect::<String>());
    let served = Served::files(&[("a.yaml", &text)]);
    let page = &served.page;
    served.open("a.yaml");
    for (keys, panel) in [(&[F2] as &[&str], ".text-bar"), (&[SHIFT, F12], ".references")] {
        // It is in the last visible line.
        page.run("document.querySelector('.cm-scroller').scrollTop = 0;", &[]);
        served.put_cursor_behind("  p60");
        caret(page);
        page.press(keys);
        page.area(panel);
        let is_seen = "const [line, pane] = ['.cm-activeLine', '.cm-scroller'].map((at) => document.querySelector(at)?.getBoundingClientRect());
            return Boolean(line) && pane.top <= line.top && line.bottom <= pane.bottom;";
        page.wait_for("the line", || page.run(is_seen, &[]).as_bool().filter(|is_seen| *is_seen));
        page.press(&[ESCAPE]);
        page.wait_until_gone(panel);
    }
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_outline_leads_to_the_definitions_of_the_file() {
    let served = served();
    let page = &served.page;
    served.put_cursor_behind("name: assembly");
    page.press(&[CONTROL, SHIFT, "o"]);
    page.area("[data-symbol='/relationships/uses']");
    assert_eq!(page.texts(".outline-kind").first().map(|kind| kind.trim()), Some("assembly descriptor"));
    page.type_text("polic");
    page.wait_for("only policies", || (page.texts(".outline-name") == ["scale"]).then_some(()));
    page.press(&[DOWN]);
    page.press(&[ENTER]);
    page.wait_for("the policy", || (selected(page) == "scale@35").then_some(()));
    page.wait_until_gone(".outline");
    page.expect_no_complaints();
}

/// Positions count in bytes, in characters and in UTF-16 units, which are three different numbers after such a name.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn names_with_any_characters_are_renamed_and_mapped() {
    let text = "name: assembly::a::1.0 # é😀\nproperties:\n  réseau😀: {type: string} # 😀\n  größe: {type: string, value: '${réseau😀}'} # é\n\
                composition:\n  x: {type: 'resource::b::1.0', properties: {net: {value: '${réseau😀}'}}} # 😀\n";
    let part = "name: resource::b::1.0\nproperties:\n  net: {type: string}\nlifecycle: {Create: {}}\n";
    let served = Served::files(&[("a.yaml", text), ("b.yaml", part)]);
    let page = &served.page;
    served.open("a.yaml");
    served.put_cursor_behind("  réseau😀");
    page.press(&[F2]);
    page.area("[data-input='rename']:focus");
    page.press(&[CONTROL, "a"]);
    page.type_text("network");
    page.press(&[ENTER]);
    let renamed = text.replace("réseau😀", "network");
    page.wait_for("the name everywhere", || (served.text() == renamed).then_some(()));
    served.undo_to(text);
    // Text that is typed afterwards is inserted at its position.
    served.put_cursor_behind("'${réseau😀}'} # é");
    page.type_text("!");
    let typed = text.replace("} # é\ncomp", "} # é!\ncomp");
    page.wait_for("the typed text", || (served.text() == typed).then_some(()));
    page.press(&[CONTROL, "s"]);
    page.wait_for("the file", || (served.disk("a.yaml") == typed).then_some(()));
    page.expect_no_complaints();
}
