//! All pointer gestures on the canvas: the lines that they change, and undo to identical bytes.

use descriptorium_tests::browser::input::{CONTROL, DOWN, ENTER, ESCAPE, Input, LEFT, RIGHT, SHIFT};

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
  mirror: {type: string}
  size: {type: string}
requirements:
  Route: {type: ip.route}
  Disk: {type: block}
lifecycle: {Create: {}}
";

const DISK: &str = "\
name: resource::disk::1.0
capabilities:
  Block: {type: block}
lifecycle: {Create: {}}
";

/// Two components with nothing but one property mapping between them.
const SERVICE: &str = "\
name: assembly::service::1.0
properties:
  where: {type: string}   # kept
  url: {value: '${gw.address}'}
composition:
  gw:
    type: resource::gateway::1.0
    properties: {}
  # answers requests
  web:
    type: resource::web::1.0
    properties:
      upstream:
        value: ${where}
";

fn service() -> Served {
    service_of(SERVICE)
}

/// The catalog with this text as the service.
fn service_of(service: &str) -> Served {
    let files = [
        ("disk.yaml", DISK),
        ("gateway.yaml", GATEWAY),
        ("web.yaml", WEB),
        ("web2.yaml", &WEB.replace("1.0", "2.0").replace("  mirror: {type: string}\n", "")),
        ("service.yaml", service),
    ];
    let served = Served::files(&files);
    served.open("service.yaml");
    served
}

impl Served {
    fn port(&self, part: &str, name: &str) -> (f64, f64) {
        self.port_of(&format!("[data-id='{part}']"), name)
    }

    fn label(&self, part: &str) -> (f64, f64) {
        self.page.place(&format!("[data-id='/composition/{part}'] .box-label"))
    }
}

fn strings(lines: &[&str]) -> Vec<String> {
    lines.iter().map(|line| (*line).to_owned()).collect()
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_relationship_is_drawn_and_undone() {
    let served = service();
    let page = &served.page;
    let (from, to) = (served.port("/composition/gw", "Route"), served.port("/composition/web", "Route"));
    page.perform(Input::new().move_to(from).down().drag_on(from, to));
    // The valid targets are highlighted: the port, its box, and nothing else.
    assert_eq!(page.texts(".port.possible .port-label"), ["Route"]);
    page.area(".box.accepts[data-id='/composition/web']");
    page.perform(Input::new().up());
    let (came, went) = served.changed(SERVICE);
    assert_eq!(
        came,
        strings(&[
            "relationships:",
            "  gw-to-web:",
            "    source-capabilities:",
            "      - gw.Route",
            "    target-requirements:",
            "      - web.Route",
            "    source-state: Active",
            "    target-state: Active",
        ])
    );
    assert!(went.is_empty(), "{went:?}");
    // It is selected, so that its states can be edited at once.
    page.click("#tab-inspector");
    for key in ["source-state", "source-state-modifier", "target-state", "target-state-modifier"] {
        page.area(&format!("[data-field='/relationships/gw-to-web/{key}'] select"));
    }
    page.click("[data-field='/relationships/gw-to-web/target-state'] select");
    page.type_text("Inst\n");
    page.wait_for("the state", || served.text().contains("    target-state: Installed\n").then_some(()));
    page.click("#undo");
    page.wait_for("the previous state", || served.text().ends_with("    target-state: Active\n").then_some(()));
    page.click("#tab-yaml");
    served.undo_to(SERVICE);

    // Onto the box: it has only one suitable port.
    page.drag(served.port("/composition/gw", "Route"), served.label("web"));
    let (came, _) = served.changed(SERVICE);
    assert!(came.contains(&"      - web.Route".to_owned()), "{came:?}");
    served.undo_to(SERVICE);
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_refused_end_has_a_reason() {
    let served = service();
    let page = &served.page;
    let refuses = |from: (f64, f64), to: (f64, f64), why: &str| {
        page.perform(Input::new().move_to(from).down().drag_on(from, to));
        page.wait_for_text(".connection-refusal", |text| text.contains(why));
        page.perform(Input::new().up());
        served.wait_for_notice(why);
        assert_eq!(served.text(), SERVICE);
    };
    let route = served.port("/composition/gw", "Route");
    refuses(route, served.port("/composition/web", "Disk"), "requires block");
    refuses(route, served.port("/composition/web", "upstream"), "cannot connect a value");
    // A box without a suitable port.
    refuses(served.port("/composition/web", "Disk"), served.label("gw"), "Route has type ip.route");
    // A value would depend on itself: `url` is computed from the address.
    refuses(served.port("", "url"), served.port("/composition/web", "upstream"), "one of them must be readable");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_value_is_mapped_by_dragging_it_to_a_property() {
    let served = service();
    let page = &served.page;
    // To a port in the diagram, whose former mapping is removed.
    page.drag(served.port("/composition/gw", "address"), served.port("/composition/web", "upstream"));
    let (came, went) = served.changed(SERVICE);
    assert_eq!((came, went), (strings(&["        value: ${gw.address}"]), strings(&["        value: ${where}"])));
    served.undo_to(SERVICE);

    // To a box with several suitable properties: the user has to choose.
    page.drag(served.port("/composition/gw", "address"), served.label("web"));
    page.area(".dialog .picker-input");
    assert!(page.texts(".picker-label").contains(&"mirror".to_owned()), "{:?}", page.texts(".picker-label"));
    page.type_text("mir");
    page.press(&[ENTER]);
    let (came, went) = served.changed(SERVICE);
    assert_eq!(came, strings(&["      mirror:", "        value: ${gw.address}"]));
    assert!(went.is_empty(), "{went:?}");
    served.undo_to(SERVICE);

    // From an input of the assembly; cancelling the choice changes nothing.
    page.drag(served.port("", "where"), served.label("web"));
    page.area(".dialog .picker-input");
    page.press(&[ESCAPE]);
    page.wait_until_gone(".dialog");
    assert_eq!(served.text(), SERVICE);
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_relationship_follows_the_name_of_a_new_box_if_the_name_is_free() {
    let taken = format!(
        "{SERVICE}relationships:\n  volume-to-web:\n    source-capabilities: [gw.Route]\n    target-requirements: [web.Route]\n"
    );
    let served = service_of(&taken);
    let page = &served.page;
    page.drag(served.port("/composition/web", "Disk"), served.void());
    page.area(".dialog .picker-input");
    page.press(&[ENTER]);
    page.area(".name-field [data-input='component-name']:focus");
    page.type_text("volume\n");
    page.area(".box.selected[data-id='/composition/volume']");
    page.wait_until_gone(".dialog");
    let (came, _) = served.changed(&taken);
    for line in ["  disk-to-web:", "      - volume.Block"] {
        assert!(came.contains(&line.to_owned()), "{line} is not in {came:?}");
    }
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_connection_dropped_on_empty_space_offers_new_components() {
    let served = service();
    let page = &served.page;
    page.drag(served.port("/composition/web", "Disk"), served.void());
    page.area(".dialog .picker-input");
    // Among all descriptors, only one provides what the port needs.
    assert_eq!(page.texts(".picker-label"), ["disk", "Promote to the assembly"]);
    page.press(&[ENTER]);
    // It is selected, announced, and its name can be edited.
    page.area(".name-field [data-input='component-name']:focus");
    page.wait_for_text(".canvas-said", |said| said.contains("disk"));
    page.area(".box.selected[data-id='/composition/disk']");
    page.press(&[ENTER]);
    page.wait_until_gone(".dialog");
    let (came, went) = served.changed(SERVICE);
    for line in ["  disk:", "    type: resource::disk::1.0", "      - disk.Block", "      - web.Disk"] {
        assert!(came.contains(&line.to_owned()), "{line} is not in {came:?}");
    }
    assert!(went.is_empty(), "{went:?}");
    served.undo_to(SERVICE);
    page.drag(served.port("/composition/web", "Disk"), served.void());
    page.area(".dialog .picker-input");
    page.press(&[ENTER]);
    page.area(".name-field [data-input='component-name']:focus");
    page.type_text("volume\n");
    page.area(".box.selected[data-id='/composition/volume']");
    page.wait_until_gone(".dialog");
    // The relationship is named after it, without a message.
    served.wait_for_notice("Added as volume");
    let (came, _) = served.changed(SERVICE);
    for line in ["  volume-to-web:", "      - volume.Block"] {
        assert!(came.contains(&line.to_owned()), "{line} is not in {came:?}");
    }
    // Adding and naming are one step.
    page.click("#undo");
    page.wait_for("the text as before", || (served.text() == SERVICE).then_some(()));
    assert_eq!(page.run("return document.querySelector('#undo').disabled;", &[]), true);

    // A property becomes one of the assembly.
    page.drag(served.port("/composition/gw", "address"), served.void());
    page.area(".dialog .picker-input");
    page.press(&[ENTER]);
    let (came, went) = served.changed(SERVICE);
    assert_eq!(
        came,
        strings(&["  address:", "    type: string", "    read-only: true", "    value: ${gw.address}"]),
        "{}",
        served.text()
    );
    assert!(went.is_empty(), "{went:?}");
    served.undo_to(SERVICE);

    // Unavailable actions have a reason.
    page.drag(served.port("/composition/web", "upstream"), served.void());
    page.wait_for_text(".picker-refusal", |why| why.contains("already mapped from ${where}"));
    page.press(&[ENTER]);
    page.press(&[ESCAPE]);
    page.wait_until_gone(".dialog");
    assert_eq!(served.text(), SERVICE);
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn replaced_mappings_and_invalid_ends_are_reported() {
    let served = service();
    let page = &served.page;
    page.drag(served.port("/composition/gw", "address"), served.port("/composition/web", "upstream"));
    page.wait_for_text(".notice", |notice| notice == "Replaced the value of upstream, which was ${where}");
    served.undo_to(SERVICE);
    page.drag(served.port("", "where"), served.void());
    page.wait_for_text(".notice.failure", |notice| notice.starts_with("Not connected"));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_connection_is_removed() {
    let served = service();
    let page = &served.page;
    // Near the port, where no other connection is.
    let port = served.port("/composition/web", "upstream");
    page.perform(Input::new().click((port.0 - 12.0, port.1)));
    page.area(".connection.active[data-id='/composition/web/properties/upstream']");
    page.press(&[descriptorium_tests::browser::input::DELETE]);
    let (came, went) = served.changed(SERVICE);
    assert!(went.contains(&"        value: ${where}".to_owned()), "{went:?}");
    assert!(!came.iter().any(|line| line.contains("where")), "{came:?}");
    served.undo_to(SERVICE);
    page.expect_no_complaints();
}

/// The service with another component, and a relationship.
fn linked() -> String {
    let spare = "  spare:\n    type: resource::web::1.0\n    properties: {}\n";
    let link = "relationships:\n  link:\n    source-capabilities: [gw.Route]\n    target-requirements:\n      - web.Route   # kept\n    source-state: Active\n    target-state: Active\n";
    format!("{SERVICE}{spare}{link}")
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn an_end_of_a_connection_is_dragged_to_another_port() {
    let linked = linked();
    let served = service_of(&linked);
    let page = &served.page;
    let handle = |end: &str| page.place(&format!(".connection-handle.idle[data-end='{end}']"));
    let select = || {
        let port = served.port("/composition/web", "Route");
        page.perform(Input::new().click((port.0 - 12.0, port.1)));
        page.area(".connection.active[data-id='/relationships/link']");
    };
    select();
    let (from, to) = (handle("target"), served.port("/composition/spare", "Route"));
    page.perform(Input::new().move_to(from).down().drag_on(from, to));
    assert_eq!(page.texts(".port.possible .port-label"), ["Route"]);
    page.area(".box.accepts[data-id='/composition/spare']");
    page.area(".connection-drawn.accepts");
    page.screenshot("reconnect");
    page.perform(Input::new().up());
    let (came, went) = served.changed(&linked);
    assert_eq!((came, went), (strings(&["      - spare.Route   # kept"]), strings(&["      - web.Route   # kept"])));
    // It stays selected, and can be moved again.
    handle("source");
    handle("target");
    served.undo_to(&linked);

    // Onto a box with only one port that fits.
    select();
    page.drag(handle("target"), served.label("spare"));
    let (came, _) = served.changed(&linked);
    assert_eq!(came, strings(&["      - spare.Route   # kept"]));
    served.undo_to(&linked);

    // A port that does not fit has a reason.
    select();
    let (from, to) = (handle("target"), served.port("/composition/spare", "Disk"));
    page.perform(Input::new().move_to(from).down().drag_on(from, to));
    page.wait_for_text(".connection-refusal", |text| text.contains("requires block"));
    page.perform(Input::new().up());
    served.wait_for_notice("requires block");
    assert_eq!(served.text(), linked);

    // Nothing changes where it was, on empty space, and with Escape.
    select();
    page.drag(handle("target"), served.void());
    page.drag(handle("target"), served.port("/composition/web", "Route"));
    page.drag(handle("target"), served.label("web"));
    let (from, to) = (handle("target"), served.port("/composition/spare", "Route"));
    page.perform(Input::new().move_to(from).down().drag_on(from, to));
    page.area(".connection-drawn.accepts");
    page.press(&[ESCAPE]);
    page.wait_until_gone(".connection-drawn");
    page.perform(Input::new().up());
    handle("target");
    page.wait_until_gone(".dialog");
    assert_eq!(served.text(), linked);

    // With a finger.
    page.touch(&[vec![handle("target"), served.port("/composition/spare", "Route")]], 0);
    let (came, _) = served.changed(&linked);
    assert_eq!(came, strings(&["      - spare.Route   # kept"]));
    served.undo_to(&linked);

    // Both ends of a value.
    let port = served.port("/composition/web", "upstream");
    page.perform(Input::new().click((port.0 - 12.0, port.1)));
    page.area(".connection.active[data-id='/composition/web/properties/upstream']");
    page.drag(handle("source"), served.port("/composition/gw", "address"));
    let (came, _) = served.changed(&linked);
    assert_eq!(came, strings(&["        value: ${gw.address}"]));
    served.undo_to(&linked);
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_box_follows_the_pointer() {
    let served = service();
    let page = &served.page;
    let before = served.label("web");
    page.drag(before, (before.0 + 60.0, before.1 + 100.0));
    let (came, went) = served.changed(SERVICE);
    assert_eq!(came.len(), 5, "{came:?}");
    assert_eq!(came[..3], ["designerLayout:", "  elements:", "    web:"]);
    assert!(went.is_empty(), "{went:?}");
    // Snapping to a neighbor may add a few pixels, and rounding to whole units one.
    let after = served.label("web");
    let off = |moved: f64, asked: f64| (moved - asked).abs();
    assert!(off(after.0 - before.0, 60.0) < 8.0 && off(after.1 - before.1, 100.0) < 8.0, "{before:?} to {after:?}");
    served.undo_to(SERVICE);
    // Undo restores the diagram with the text.
    page.wait_for("the box at its old position", || (served.label("web") == before).then_some(()));
    // Over another box, it is on top.
    for (dragged, other) in [("web", "gw"), ("gw", "web")] {
        let (from, over) = (served.label(dragged), served.label(other));
        page.perform(Input::new().move_to(from).down().drag_on(from, over));
        let script =
            "return document.elementFromPoint(arguments[0], arguments[1])?.closest('[data-id]')?.dataset.id ?? null;";
        let id = format!("/composition/{dragged}");
        page.wait_for("the dragged box on top", || {
            (page.run(script, &[over.0.into(), over.1.into()]) == id.as_str()).then_some(())
        });
        page.perform(Input::new().up());
        served.undo_to(SERVICE);
    }
    // Two boxes move together, in one step.
    page.perform(Input::new().click(served.label("gw")).hold(SHIFT).click(served.label("web")).release(SHIFT));
    let from = served.label("web");
    page.drag(from, (from.0 + 40.0, from.1 + 90.0));
    served.wait_for_notice("Move 2 boxes");
    let (came, _) = served.changed(SERVICE);
    assert!(came.contains(&"    gw:".to_owned()) && came.contains(&"    web:".to_owned()), "{came:?}");
    served.undo_to(SERVICE);
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_component_and_a_reference_are_dragged_in() {
    let served = service();
    let page = &served.page;
    let item = page.place("[data-descriptor='resource::disk::1.0']");
    page.drag(item, served.void());
    let (came, went) = served.changed(SERVICE);
    assert!(came.contains(&"  disk:".to_owned()) && came.contains(&"designerLayout:".to_owned()), "{came:?}");
    assert!(!came.contains(&"references:".to_owned()) && went.is_empty(), "{came:?} {went:?}");
    // Its name can be typed over; without, the next key is for the box.
    page.area(".name-field [data-input='component-name']:focus");
    page.press(&[ENTER]);
    page.wait_until_gone(".name-field");
    let keyboard = page.run("return document.activeElement.className;", &[]);
    assert_eq!(keyboard, "canvas-svg", "the next key is for the box");
    page.wait_for_text(".cm-activeLine", |line| line.contains("disk:"));
    served.undo_to(SERVICE);

    page.perform(Input::new().hold(SHIFT).drag(item, served.void()).release(SHIFT));
    let (came, went) = served.changed(SERVICE);
    assert!(came.contains(&"references:".to_owned()) && came.contains(&"  disk:".to_owned()), "{came:?}");
    assert!(went.is_empty(), "{went:?}");
    served.undo_to(SERVICE);

    // A resource accepts none, so none is offered.
    served.open("web.yaml");
    page.wait_for_text(".palette .empty", |why| why.contains("A resource has no components"));
    page.wait_until_gone(".palette-item");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn versions_of_a_descriptor_share_a_row_of_the_palette() {
    const EMPTY: &str = "name: assembly::empty::1.0\n";
    let [second, tenth] = ["2.0", "10.0"].map(|version| DISK.replace("1.0", version));
    let files = [("a.yaml", EMPTY), ("d1.yaml", DISK), ("d2.yaml", &*second), ("d10.yaml", &*tenth), ("web.yaml", WEB)];
    let served = Served::files(&files);
    let page = &served.page;
    served.open("a.yaml");
    page.area(".palette-item");
    let listed = |expected: &[&str]| {
        let expected: Vec<String> = expected.iter().map(|&item| item.to_owned()).collect();
        page.wait_for(&format!("{expected:?}"), || (page.texts(".palette-item") == expected).then_some(()));
    };
    let (closed, open) = (["disk10.0", "web1.0"], ["disk10.0", "disk2.0", "disk1.0", "web1.0"]);
    listed(&closed);
    assert_eq!(page.texts(".palette-more"), ["+2"]);
    page.click(".palette-more");
    listed(&open);
    page.click("[data-descriptor='resource::disk::2.0']");
    let (came, _) = served.changed(EMPTY);
    assert!(came.contains(&"    type: resource::disk::2.0".to_owned()), "{came:?}");
    served.undo_to(EMPTY);
    // By keyboard. The focus stays on the descriptor.
    page.focus("[data-descriptor='resource::disk::1.0']");
    page.press(&[LEFT]);
    listed(&closed);
    page.area("[data-descriptor='resource::disk::10.0']:focus");
    page.press(&[RIGHT]);
    listed(&open);
    page.press(&[DOWN]);
    page.press(&[DOWN]);
    page.area("[data-descriptor='resource::disk::1.0']:focus");
    page.press(&[ENTER]);
    let (came, _) = served.changed(EMPTY);
    assert!(came.contains(&"    type: resource::disk::1.0".to_owned()), "{came:?}");
    served.undo_to(EMPTY);
    // A search finds versions, too.
    page.focus(".palette .search");
    page.type_text("disk 2.0");
    listed(&["disk2.0"]);
    page.wait_until_gone(".palette-more");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn boxes_in_a_rectangle_are_extracted_and_inlined() {
    let served = service();
    let page = &served.page;
    let frame = page.area(".box.boundary .box-shape");
    let corner = (frame.x - 10.0, frame.y - 10.0);
    let other = (frame.x + frame.width + 10.0, frame.y + frame.height + 10.0);
    page.perform(Input::new().hold(SHIFT).drag(corner, other).release(SHIFT));
    page.area(".box.selected[data-id='/composition/gw']");
    page.area(".box.selected[data-id='/composition/web']");
    page.click("#tab-inspector");
    page.click(".actions .mini:nth-child(2)");
    page.click("[data-input='new-assembly']");
    page.press(&[CONTROL, "a"]);
    page.type_text("assembly::inner::1.0");
    page.press(&[ENTER]);
    page.area("[data-file='inner.yaml'] .dirty");
    let (came, went) = served.changed(SERVICE);
    assert!(came.contains(&"    type: assembly::inner::1.0".to_owned()), "{came:?}");
    assert!(went.contains(&"    type: resource::web::1.0".to_owned()), "{went:?}");
    let extracted = served.text();

    page.click(".box.assembly .box-label");
    page.click(".actions .mini:nth-child(3)");
    let (came, _) = served.changed(&extracted);
    assert!(came.contains(&"    type: resource::web::1.0".to_owned()), "{came:?}");
    assert!(came.contains(&"  # answers requests".to_owned()), "{came:?}");
    served.undo_to(&extracted);
    served.undo_to(SERVICE);
    page.wait_until_gone("[data-file='inner.yaml']");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_type_is_changed_after_a_warning() {
    let served = service();
    let served = served;
    let page = &served.page;
    page.click("#tab-inspector");
    page.click("[data-id='/composition/web'] .box-label");
    page.focus(".inspector [aria-label='Type']");
    page.type_text("resource::web::2.0");
    let (came, went) = served.changed(SERVICE);
    let line = |version: &str| format!("    type: resource::web::{version}");
    assert_eq!((came, went), (vec![line("2.0")], vec![line("1.0")]));
    served.undo_to(SERVICE);

    // An entirely different type, by keyboard. A property of the component becomes invalid, which is shown first.
    page.click("[data-id='/composition/web'] .box-label");
    page.area(".box.selected[data-id='/composition/web']");
    page.press(&["y"]);
    page.area(".dialog .picker-input:focus");
    page.type_text("disk\n");
    page.wait_for_text(".dialog-title", |title| title.contains("web to resource::disk::1.0"));
    page.wait_for_text(".dialog-list", |list| list.contains("upstream"));
    page.area(".dialog .go-on:focus");
    page.press(&[ESCAPE]);
    page.wait_until_gone(".dialog");
    assert_eq!(served.text(), SERVICE);

    // And with the button in the inspector.
    page.click("[data-input='retype']");
    page.area(".dialog .picker-input:focus");
    page.type_text("disk\n");
    page.area(".dialog .go-on:focus");
    page.press(&[ENTER]);
    let (came, went) = served.changed(SERVICE);
    assert_eq!((came, went), (strings(&["    type: resource::disk::1.0"]), vec![line("1.0")]));
    page.wait_until_gone(".dialog");
    served.undo_to(SERVICE);
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_reference_may_have_a_version_range() {
    let service =
        format!("{SERVICE}references:\n  up:\n    type: resource::disk::1.0   # which\n    properties: {{}}\n");
    let served = Served::files(&[("disk.yaml", DISK), ("gateway.yaml", GATEWAY), ("service.yaml", &service)]);
    let page = &served.page;
    served.open("service.yaml");
    page.click("[data-id='/references/up'] .box-label");
    page.area(".box.selected[data-id='/references/up']");
    page.press(&["y"]);
    page.area(".dialog .picker-input:focus");
    page.type_text("disk ^1.0\n");
    let (came, went) = served.changed(&service);
    let line = |version: &str| strings(&[&format!("    type: resource::disk::{version}   # which")]);
    assert_eq!((came, went), (line("^1.0"), line("1.0")));
    served.undo_to(&service);
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn an_invalid_name_for_a_new_assembly_is_refused_in_the_dialog() {
    let served = service();
    let page = &served.page;
    page.click("[data-id='/composition/web'] .box-label");
    page.area(".box.selected[data-id='/composition/web']");
    page.press(&[CONTROL, "g"]);
    page.area(".dialog [data-input='new-assembly']:focus");
    page.press(&[CONTROL, "a"]);
    page.type_text("assembly::two words::1.0\n");
    page.wait_for_text(".dialog .refusal", |why| why.contains("two words"));
    assert_eq!(served.text(), SERVICE);
    page.press(&[ESCAPE]);
    page.wait_until_gone(".dialog");
    page.expect_no_complaints();
}
