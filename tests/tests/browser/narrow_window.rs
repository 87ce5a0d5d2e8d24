//! Special states around the diagram: a narrow window, an empty diagram, an intent, a multi-selection.

use descriptorium_tests::browser::input::{CONTROL, Input, SHIFT};
use serde_json::json;

use super::served_folder::Served;

const A: &str = "\
name: assembly::a::1.0
properties:
  count: {type: integer, required: true}
  place: {type: string, required: true}
composition:
  x: {type: 'resource::b::1.0', properties: {size: {value: '7'}, count: {value: '${count}'}}}
  y: {type: 'resource::b::1.0', properties: {size: {value: '7'}, count: {value: '2'}}}
";
const B: &str =
    "name: resource::b::1.0\nproperties:\n  size: {type: string}\n  count: {type: string}\nlifecycle: {Create: {}}\n";
const INTENT: &str = "assemblyName: mine\ndescriptorName: assembly::a::1.0\nproperties:\n  count: some\n";
const BARE: &str = "name: assembly::bare::1.0\nproperties: {}\ncomposition: {}\n";

fn served() -> Served {
    Served::files(&[("a.yaml", A), ("b.yaml", B), ("bare.yaml", BARE), ("intent.yaml", INTENT)])
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_narrow_window_shows_one_pane_and_buttons_for_the_others() {
    let served = served();
    let page = &served.page;
    served.open("a.yaml");
    for width in [400, 741] {
        let size = json!({ "width": width, "height": 800, "deviceScaleFactor": 1, "mobile": false });
        page.devtools("Emulation.setDeviceMetricsOverride", size);
        for (side, pane) in [("files", ".left"), ("views", ".right"), ("canvas", ".center")] {
            page.click(&format!("#side-{side}"));
            page.wait_for("only the pane", || {
                let script = "const wide = (of) => document.querySelector(of).getBoundingClientRect().width;
                    return [innerWidth, document.documentElement.scrollWidth, wide(arguments[0]),
                        ['.left', '.center', '.right'].filter((of) => wide(of) > 0).length];";
                let found = page.run(script, &[json!(pane)]);
                (found == json!([width, width, width, 1])).then_some(())
            });
        }
        // A chosen file is shown, and a tapped descriptor is added to it.
        page.click("#side-files");
        page.click(".file[data-file='a.yaml']");
        page.area("[data-side='canvas']");
    }
    page.click("#side-files");
    page.click(".palette-item[data-descriptor='resource::b::1.0']");
    page.area("[data-side='canvas'] [data-id='/composition/b'].selected");
    page.devtools("Emulation.clearDeviceMetricsOverride", json!({}));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_inspector_shows_common_values_of_several_boxes() {
    let served = served();
    let page = &served.page;
    served.open("a.yaml");
    page.click("#tab-inspector");
    page.click("[data-id='/composition/x'] .box-label");
    let other = page.place("[data-id='/composition/y'] .box-label");
    page.perform(Input::new().hold(SHIFT).click(other).release(SHIFT));
    page.wait_for_text("[data-several]", |text| text == "2 selected");
    assert_eq!(page.texts(".several button"), ["x", "y"]);
    assert_eq!(page.texts(".inspector .values tr"), ["size7"]);
    page.click(".several li:nth-child(2) button");
    page.area("[data-field='/composition/y/properties/size']");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn an_intent_opens_its_preview_with_wrong_and_missing_values() {
    let served = served();
    let page = &served.page;
    served.open("intent.yaml");
    page.wait_for_text(".canvas-says", |text| text.contains("intent for assembly::a::1.0"));
    page.click("[data-way='preview']");
    page.area(".file.current[data-file='a.yaml']");
    page.wait_for_text(".inputs .field-finding", |text| text.contains("count"));
    page.area("[data-input='count'][aria-invalid='true']");
    page.wait_for_text(".preview .problem.error", |text| text.starts_with("1 required input"));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn an_empty_assembly_shows_the_first_steps() {
    let served = served();
    let page = &served.page;
    served.open("bare.yaml");
    page.wait_for_text(".canvas-empty", |text| text.contains("press A"));
    page.click(".canvas-svg");
    page.press(&["a"]);
    page.area(".dialog .picker-item");
    page.press(&[CONTROL, "a"]);
    page.type_text("b\n");
    page.area("[data-id='/composition/b']");
    page.wait_until_gone(".canvas-empty");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_notice_fades_out_and_the_next_one_is_visible() {
    let served = served();
    let page = &served.page;
    served.open("a.yaml");
    page.click("[data-id='/composition/x'] .box-label");
    page.press(&[CONTROL, "d"]);
    page.wait_for("a copy", || served.text().contains("x_2:").then_some(()));
    page.click("#undo");
    page.wait_for_text(".notice-text", |notice| notice.starts_with("Undone: "));
    let fade = "const notice = document.querySelector('.notice-text');
        notice.getAnimations().forEach((animation) => animation.finish());
        return getComputedStyle(notice).opacity;";
    assert_eq!(page.run(fade, &[]), "0");
    page.click("#redo");
    page.wait_for_text(".notice-text", |notice| notice.starts_with("Redone: "));
    assert_eq!(page.run("return getComputedStyle(document.querySelector('.notice-text')).opacity;", &[]), "1");
    page.expect_no_complaints();
}

/// A new box below the edge of the window is selected and can be reached.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_descriptor_is_dropped_at_the_far_left_of_the_canvas() {
    let served = served();
    let page = &served.page;
    served.open("a.yaml");
    let canvas = page.area(".canvas-svg");
    let item = page.place(".palette-item[data-descriptor='resource::b::1.0']");
    page.drag(item, (canvas.x + 2.0, canvas.y + 160.0));
    page.area("[data-id='/composition/b'].selected");
    // Wherever it is placed, it covers nothing, and it is rendered where it was dropped.
    let seen = "const box = document.querySelector(\"[data-id='/composition/b'] .box-shape\").getBoundingClientRect();
        const canvas = document.querySelector('.canvas-svg').getBoundingClientRect();
        return [box.right > canvas.left + 20, box.top < canvas.top + 170 && box.bottom > canvas.top + 150];";
    page.wait_for("the box at the drop position", || (page.run(seen, &[]) == json!([true, true])).then_some(()));
    page.expect_no_complaints();
}
