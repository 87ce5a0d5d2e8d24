//! The diagrams of types: shown, edited and left, once with the pointer and once with the keyboard.

use descriptorium_tests::browser::Page;
use descriptorium_tests::browser::input::{CONTROL, ENTER, Input, SHIFT, TAB};

use super::accessibility::axe;
use super::served_folder::Served;

const SERVICE: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  org.example.Server:   # all of them
    derived_from: tosca.nodes.Root
    properties:
      port: {type: integer}
  org.example.Proxy:
    derived_from: tosca.nodes.Root
    capabilities:
      admin: org.example.Door
  org.example.Text:
    derived_from: tosca.nodes.Root
    properties:
      port: {type: string}
capability_types:
  org.example.Door:
    derived_from: tosca.capabilities.Root
topology_template:
  node_templates:
    web:
      type: org.example.Server
      properties: {port: 80}
";

const SHOWN: &str = ".diagrams-name";

fn service() -> Served {
    let served = Served::files(&[("service.yaml", SERVICE)]);
    served.open("service.yaml");
    served.page.wait_for_text(SHOWN, |text| text == "Topology");
    served
}

fn node_type(name: &str) -> String {
    format!("[data-id='/node_types/org.example.{name}']")
}

fn foreign(name: &str) -> String {
    format!(".foreign-type[data-id$='/{name}']")
}

fn title(page: &Page, of: &str) -> (f64, f64) {
    page.place(&format!("{of} .box-label"))
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn types_are_edited_with_the_pointer() {
    let served = service();
    let page = &served.page;
    page.click(".diagrams");
    served.choose_entry("Types");
    page.wait_for_text(SHOWN, |text| text == "Types");
    page.area(&node_type("Proxy"));
    page.area(&foreign("tosca.nodes.Root"));
    page.screenshot("types");
    // A type derives from another one, and undo shows the diagram where that was done.
    page.drag(served.port_of(&node_type("Proxy"), "derived_from"), title(page, &node_type("Server")));
    page.wait_for("the other parent", || served.text().contains("derived_from: org.example.Server").then_some(()));
    served.expect_changes(SERVICE, &["    derived_from: org.example.Server"], &["    derived_from: tosca.nodes.Root"]);
    page.click(".diagrams");
    served.choose_entry("Topology");
    page.area("[data-id='/topology_template/node_templates/web']");
    page.click("#undo");
    page.wait_for("the text as before", || (served.text() == SERVICE).then_some(()));
    page.wait_for_text(SHOWN, |text| text == "Types");
    // A refinement that does not fit is refused with the reason of the check.
    page.drag(served.port_of(&node_type("Text"), "derived_from"), title(page, &node_type("Server")));
    page.wait_for_text(".notice", |text| text.contains("this would cause an error"));
    assert_eq!(served.text(), SERVICE);
    // A connection that is dropped on nothing adds a derived type, named at once.
    // The upper right corner of the canvas is empty.
    let canvas = page.area(".canvas-svg");
    let at = (canvas.x + canvas.width * 0.9, canvas.y + canvas.height * 0.1);
    page.drag(served.port_of(&node_type("Server"), "derive"), at);
    served.choose_entry("new node type");
    page.area(".name-field input, .canvas-name input, input:focus");
    page.press(&[CONTROL, "a"]);
    page.type_text("org.example.Cache");
    page.press(&[ENTER]);
    page.area(&node_type("Cache"));
    page.wait_for("the new type", || {
        served.text().contains("  org.example.Cache:\n    derived_from: org.example.Server\n").then_some(())
    });
    served.undo_all_to(SERVICE);
    // The box of another file opens there, read-only, and back. The new type was moved into view, and this box out of it.
    page.focus(".canvas-svg");
    page.press(&["0"]);
    page.perform(Input::new().double_click(title(page, &foreign("tosca.nodes.Root"))));
    page.wait_for_text(SHOWN, |text| text == "Type tosca.nodes.Root");
    page.area("[data-id='/node_types/tosca.nodes.Root']");
    page.screenshot("type");
    page.focus(".canvas-svg");
    page.press(&["u"]);
    page.wait_for_text(SHOWN, |text| text == "Types");
    page.area(&node_type("Proxy"));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn types_are_edited_with_the_keyboard() {
    let served = service();
    let page = &served.page;
    // From a node to its type, and back.
    page.focus(".canvas-svg");
    page.press(&[TAB]);
    page.area("[data-id='/topology_template/node_templates/web'].selected");
    page.press(&[SHIFT, "Y"]);
    page.wait_for_text(SHOWN, |text| text == "Type org.example.Server");
    page.wait_for_text(".canvas-said", |text| text.starts_with("Type org.example.Server"));
    page.press(&["u"]);
    page.wait_for_text(SHOWN, |text| text == "Topology");
    page.press(&["v"]);
    page.area(".dialog .picker-item");
    page.type_text("types");
    page.press(&[ENTER]);
    page.wait_for_text(SHOWN, |text| text == "Types");
    // A derivation by name.
    page.click(&format!("{} .box-label", node_type("Proxy")));
    page.press(&["c"]);
    page.area(".dialog .picker-item");
    page.type_text("derived_from");
    page.press(&[ENTER]);
    page.wait_for_text(".dialog", |text| text.contains("Server"));
    page.type_text("Server");
    page.press(&[ENTER]);
    page.wait_for("the other parent", || served.text().contains("derived_from: org.example.Server").then_some(()));
    served.undo_to(SERVICE);
    // A new type below another one.
    page.focus(".canvas-svg");
    page.press(&["a"]);
    page.area(".dialog .picker-item");
    page.type_text("org.example.Server");
    page.press(&[ENTER]);
    page.wait_for("the new type", || {
        served.text().contains("  org.example.Server_2:\n    derived_from: org.example.Server\n").then_some(())
    });
    served.undo_to(SERVICE);
    // A member, and the origins of all.
    page.click(&format!("{} .box-label", node_type("Server")));
    page.press(&["q"]);
    page.area(".dialog .picker-item");
    page.type_text("attribute");
    page.press(&[ENTER]);
    page.wait_for("the new attribute", || {
        served.text().contains("    attributes:\n      attribute:\n        type: string\n").then_some(())
    });
    served.undo_to(SERVICE);
    page.click(&format!("{} .box-label", node_type("Server")));
    page.press(&["i"]);
    page.wait_for_text("[data-members='capabilities']", |text| text.contains("feature") && text.contains("Root"));
    page.wait_for_text("[data-member='port']", |text| text.contains("own"));
    let violations = axe(page).violations(page);
    assert!(violations.is_empty(), "{violations:?}");
    // A link shows the same diagram.
    let link = page.run("return location.href;", &[]);
    assert!(link.as_str().unwrap_or_default().contains("diagram=types"), "{link}");
    page.go("about:blank");
    page.go(link.as_str().unwrap_or_default());
    page.wait_for_text(SHOWN, |text| text == "Types");
    page.expect_no_complaints();
}

const HIERARCHY: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  org.example.Server:
    derived_from: tosca.nodes.Root
  org.example.Cache:
    derived_from: org.example.Server
    properties:
      # in MB
      size: {type: integer, required: false}
topology_template:
  node_templates:
    web:
      type: org.example.Cache
      properties:
        size: 80   # enough
";

const PULLED_UP: &str = "\
  org.example.Server:
    derived_from: tosca.nodes.Root
    properties:
      # in MB
      size: {type: integer, required: false}
  org.example.Cache:
    derived_from: org.example.Server
";

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_node_becomes_a_type_and_members_move_along_the_hierarchy() {
    let served = Served::files(&[("service.yaml", HIERARCHY)]);
    served.open("service.yaml");
    let page = &served.page;
    let derived = |name: &str| {
        let text = served.text();
        let is_there = text.contains(&format!("  {name}:\n    derived_from: org.example.Cache\n"))
            && text.contains(&format!("      type: {name}\n"));
        (is_there && text.matches("# enough").count() == 1).then_some(())
    };
    // With the pointer.
    page.click("[data-id='/topology_template/node_templates/web'] .box-label");
    page.press(&["i"]);
    page.click("[data-action='derive_from']");
    page.area("[data-input='new-type']");
    page.screenshot("derive-type");
    page.click(".dialog button[type='submit']");
    page.wait_for("the derived type", || derived("org.example.Web"));
    served.undo_to(HIERARCHY);
    // With the keyboard.
    page.focus(".canvas-svg");
    page.press(&["q"]);
    page.area(".dialog .picker-item");
    page.type_text("derive");
    page.press(&[ENTER]);
    page.area("[data-input='new-type']");
    page.press(&[CONTROL, "a"]);
    page.type_text("org.example.Front");
    page.press(&[ENTER]);
    page.wait_for("the derived type", || derived("org.example.Front"));
    served.undo_to(HIERARCHY);
    // A member is pulled up with the pointer, and pushed down with the keyboard.
    page.click(".diagrams");
    served.choose_entry("Types");
    page.wait_for_text(SHOWN, |text| text == "Types");
    page.click(&format!("{} .box-label", node_type("Cache")));
    page.click("[data-choices='pull_up'] summary");
    page.area("[data-choices='pull_up'] [data-action='pull_up']");
    page.screenshot("pull-up");
    let violations = axe(page).violations(page);
    assert!(violations.is_empty(), "{violations:?}");
    page.click("[data-choices='pull_up'] [data-action='pull_up']");
    page.wait_for("the member of the parent", || served.text().contains(PULLED_UP).then_some(()));
    page.click(&format!("{} .box-label", node_type("Server")));
    page.press(&["q"]);
    page.area(".dialog .picker-item");
    page.type_text("push down");
    page.press(&[ENTER]);
    page.wait_for("the member of the child", || (served.text() == HIERARCHY).then_some(()));
    served.undo_all_to(HIERARCHY);
    page.expect_no_complaints();
}
