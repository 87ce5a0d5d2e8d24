//! The diagram of a workflow: chosen, edited, left and linked, once with the pointer and once with the keyboard.

use descriptorium_tests::browser::Page;
use descriptorium_tests::browser::input::{CONTROL, ENTER, ESCAPE, SHIFT, TAB};
use serde_json::Value;

use super::served_folder::Served;

const SERVICE: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    web:
      type: tosca.nodes.WebServer
      requirements: [{host: server}]
    server:
      type: tosca.nodes.Compute
  workflows:
    backup:   # every night
      steps:
        stop:
          target: web
          activities:
            - call_operation: Standard.stop   # gently
            - set_state: stopped
        copy: {target: server, activities: [ set_state: configuring ]}
    nightly:
      steps:
        all: {target: web, activities: [ inline: backup ]}
";

const SHOWN: &str = ".diagrams-name";

fn service() -> Served {
    let served = Served::files(&[("service.yaml", SERVICE)]);
    served.open("service.yaml");
    served.page.wait_for_text(SHOWN, |text| text == "Topology");
    served
}

fn step(name: &str) -> String {
    format!("[data-id='/topology_template/workflows/backup/steps/{name}']")
}

fn address(page: &Page) -> String {
    page.run("return decodeURIComponent(location.hash);", &[]).as_str().unwrap_or_default().to_owned()
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_workflow_is_edited_with_the_pointer() {
    let served = service();
    let page = &served.page;
    page.click(".diagrams");
    served.choose_entry("Workflow backup");
    page.wait_for_text(SHOWN, |text| text == "Workflow backup");
    page.wait_for("the address of the diagram", || {
        address(page).contains("diagram=workflow/topology_template/workflows/backup").then_some(())
    });
    page.area(&step("copy"));
    page.screenshot("workflow");
    // A connection from the success of one step to another.
    page.drag(served.port_of(&step("stop"), "on_success"), page.place(&format!("{} .box-label", step("copy"))));
    let connected = ["          on_success:", "            - copy"];
    served.expect_changes(SERVICE, &connected, &[]);
    page.area(".connection.success");
    // It is undone where it was done, from another diagram as well.
    page.click(".diagrams");
    served.choose_entry("Topology");
    page.area("[data-id='/topology_template/node_templates/web']");
    page.click("#undo");
    page.wait_for("the text as before", || (served.text() == SERVICE).then_some(()));
    page.wait_for_text(SHOWN, |text| text == "Workflow backup");
    // So is a step that was moved.
    let title = page.place(&format!("{} .box-label", step("copy")));
    page.drag(title, (title.0 + 60.0, title.1 + 60.0));
    page.wait_for("the step to have moved", || {
        (page.place(&format!("{} .box-label", step("copy"))) != title).then_some(())
    });
    page.click(".diagrams");
    served.choose_entry("Topology");
    page.area("[data-id='/topology_template/node_templates/web']");
    page.click("#undo");
    page.wait_for_text(SHOWN, |text| text == "Workflow backup");
    // A step for a node of the palette, named at once.
    let at = served.void();
    page.drag(page.place(".palette-item[data-descriptor*='/server']"), at);
    page.area(".name-field input, .canvas-name input, input:focus");
    page.press(&[CONTROL, "a"]);
    page.type_text("archive");
    page.press(&[ENTER]);
    page.area(&step("archive"));
    page.wait_for("the new step", || {
        served.text().contains("        archive:\n          target: server\n").then_some(())
    });
    served.undo_all_to(SERVICE);
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_workflow_is_edited_with_the_keyboard() {
    let served = service();
    let page = &served.page;
    page.focus(".canvas-svg");
    page.press(&["v"]);
    page.area(".dialog .picker-item");
    page.type_text("backup");
    page.press(&[ENTER]);
    page.wait_for_text(SHOWN, |text| text == "Workflow backup");
    page.wait_for_text(".canvas-said", |text| text.starts_with("Workflow backup, 2 boxes"));
    page.focus(".canvas-svg");
    // Connect, by name.
    page.press(&[TAB]);
    page.area(&format!("{}.selected", step("stop")));
    page.press(&["c"]);
    page.area(".dialog .picker-item");
    page.type_text("failure");
    page.press(&[ENTER]);
    page.wait_for_text(".dialog", |text| text.contains("copy"));
    page.press(&[ENTER]);
    served.expect_changes(SERVICE, &["          on_failure:", "            - copy"], &[]);
    page.area(".connection.failure");
    served.undo_to(SERVICE);
    // Add a step, and give it another target.
    page.focus(".canvas-svg");
    page.press(&["a"]);
    page.area(".dialog .picker-item");
    page.type_text("server");
    page.press(&[ENTER]);
    page.area(&format!("{}.selected", step("server")));
    page.press(&["y"]);
    page.area(".dialog .picker-item");
    page.type_text("web");
    page.press(&[ENTER]);
    page.wait_for("the other target", || {
        served.text().contains("        server:\n          target: web\n").then_some(())
    });
    served.undo_all_to(SERVICE);
    // The activities of a step, as rows.
    page.click(&format!("{} .box-label", step("stop")));
    page.press(&["i"]);
    let list = "[data-group$='/steps/stop/activities']";
    page.click(&format!("{list} > summary"));
    page.area(&format!("{list} .single"));
    page.click(&format!("{list} .single [data-move='down']:not([disabled])"));
    page.wait_for("the other order", || {
        let moved = "            - set_state: stopped\n            - call_operation: Standard.stop   # gently\n";
        served.text().contains(moved).then_some(())
    });
    served.undo_to(SERVICE);
    // The next diagram; its step opens in place, and by itself.
    page.focus(".canvas-svg");
    page.press(&[SHIFT, "V"]);
    page.wait_for_text(SHOWN, |text| text == "Workflow nightly");
    let all = "[data-id='/topology_template/workflows/nightly/steps/all']";
    page.click(&format!("{all} .box-label"));
    page.press(&["e"]);
    page.area("[data-id$='/backup/steps/copy']");
    page.press(&["e"]);
    page.wait_until_gone("[data-id$='/backup/steps/copy']");
    page.press(&[ENTER]);
    page.wait_for_text(SHOWN, |text| text == "Workflow backup");
    // A link shows the same diagram.
    let link = page.run("return location.href;", &[]);
    page.go("about:blank");
    page.go(link.as_str().unwrap_or_default());
    page.wait_for_text(SHOWN, |text| text == "Workflow backup");
    page.area(&step("copy"));
    // Start from the generated plan.
    page.focus(".canvas-svg");
    page.press(&["v"]);
    page.area(".dialog .picker-item");
    page.type_text("generated undeploy");
    page.press(&[ENTER]);
    page.wait_for_text(SHOWN, |text| text == "Workflow undeploy");
    page.wait_for("the steps", || served.text().contains("    undeploy:\n      steps:\n").then_some(()));
    let boxes = page.run("return document.querySelectorAll('.box.step').length;", &[]);
    assert_ne!(boxes, Value::from(0));
    page.press(&[ESCAPE]);
    page.click("#undo");
    page.wait_for("the text as before", || (served.text() == SERVICE).then_some(()));
    page.expect_no_complaints();
}
