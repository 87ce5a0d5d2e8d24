//! Files for the nodes and operations of service templates: by pointer and by keyboard, in one step of undo, and on disk after
//! the next save.

use std::fs;
use std::thread;
use std::time::Duration;

use base64::prelude::{BASE64_STANDARD, Engine as _};
use descriptorium_tests::browser::Page;
use descriptorium_tests::browser::input::{CONTROL, ENTER, SHIFT};

use super::served_folder::Served;

const SERVICE: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    # keep
    app:
      type: tosca.nodes.SoftwareComponent
    server:
      type: tosca.nodes.Compute
";
const APP: &str = "[data-id='/topology_template/node_templates/app'] .box-label";
const SCRIPT: &[u8] = b"#!/bin/sh\necho \xe4\n";

/// Drops a file on the element at a selector, or only holds it there.
fn drag(page: &Page, selector: &str, (name, bytes): (&str, &[u8]), is_held: bool) {
    let (x, y) = page.place(selector);
    page.run(
        "const [x, y, name, data] = arguments;
        const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
        const transfer = new DataTransfer();
        transfer.items.add(new File([bytes], name));
        for (const type of ['dragover', 'drop']) {
            const target = document.elementFromPoint(x, y);
            const event = { dataTransfer: transfer, bubbles: true, cancelable: true, clientX: x, clientY: y };
            target.dispatchEvent(new DragEvent(type, event));
            if (arguments[4]) {
                break;
            }
        }",
        &[x.into(), y.into(), name.into(), BASE64_STANDARD.encode(bytes).into(), is_held.into()],
    );
}

fn drop_on(page: &Page, selector: &str, name: &str, bytes: &[u8]) {
    drag(page, selector, (name, bytes), false);
}

/// Waits until a file that is held over the element at a selector highlights the one at `marked`.
fn hold_over(page: &Page, selector: &str, marked: &str) {
    drag(page, selector, ("held.sh", SCRIPT), true);
    page.area(marked);
    assert_eq!(page.run("return document.querySelectorAll('.box.accepts, [data-over]').length;", &[]), 1);
}

fn select(page: &Page) {
    page.click(APP);
    page.area(".box.selected[data-id='/topology_template/node_templates/app']");
}

fn operation(name: &str) -> String {
    format!("[data-attach='/topology_template/node_templates/app/interfaces/Standard/{name}']")
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn files_are_dropped_on_nodes_and_operations() {
    let served = Served::files(&[("service.yaml", SERVICE)]);
    let page = &served.page;
    served.open("service.yaml");
    hold_over(page, APP, ".box.accepts[data-id='/topology_template/node_templates/app']");
    drop_on(page, APP, "setup.sh", SCRIPT);
    served.wait_for_notice("File added as artifacts/setup.sh. The next save writes it to the folder.");
    page.wait_until_gone(".box.accepts");
    let (added, removed) = served.changed(SERVICE);
    let lines = [
        "      artifacts:",
        "        setup:",
        "          type: tosca.artifacts.Implementation.Bash",
        "          file: artifacts/setup.sh",
    ];
    assert_eq!((added, removed), (lines.map(str::to_owned).to_vec(), Vec::new()));
    let with_artifact = served.text();
    served.undo_to(SERVICE);
    page.click("#redo");
    page.wait_for("the artifact again", || (served.text() == with_artifact).then_some(()));

    select(page);
    page.click("#tab-inspector");
    page.click("[data-choices='implement'] > summary");
    hold_over(page, &operation("create"), &format!("{}[data-over]", operation("create")));
    drop_on(page, &operation("create"), "create.sh", SCRIPT);
    served.wait_for_notice("File added as scripts/create.sh.");
    page.wait_until_gone("[data-over]");
    let (added, _) = served.changed(&with_artifact);
    assert_eq!(added, ["      interfaces:", "        Standard:", "          create: scripts/create.sh"]);
    page.wait_for_text(&operation("create"), |text| text.contains("scripts/create.sh"));

    // The draft is stored within a second.
    thread::sleep(Duration::from_secs(1));
    page.reload();
    page.area(APP);
    assert!(!served.at("scripts/create.sh").exists(), "nothing is written before it is saved");
    page.press(&[CONTROL, "s"]);
    served.wait_for_notice("Saved 3 files");
    for path in ["artifacts/setup.sh", "scripts/create.sh"] {
        assert_eq!(fs::read(served.at(path)).expect("the file"), SCRIPT, "{path}");
    }
    assert!(served.disk("service.yaml").contains("create: scripts/create.sh"));

    // Another file of the same name would replace it.
    let before = served.text();
    drop_on(page, APP, "setup.sh", b"other");
    served.wait_for_notice("Not attached: setup.sh: artifacts/setup.sh already exists with other content.");
    assert_eq!(served.text(), before);
    // What was undone is not saved.
    drop_on(page, APP, "undone.sh", SCRIPT);
    served.wait_for_notice("File added as artifacts/undone.sh.");
    served.undo_to(&before);
    page.press(&[CONTROL, "s"]);
    served.wait_for_notice("Nothing to save");
    assert!(!served.at("artifacts/undone.sh").exists());
    // Beside the boxes, a file is opened.
    drop_on(page, ".files", "more.yaml", b"name: assembly::more::1.0\n");
    page.area(".file.current[data-file='more.yaml']");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn files_are_attached_with_the_keyboard() {
    let served = Served::files(&[("service.yaml", SERVICE)]);
    let page = &served.page;
    served.open("service.yaml");
    let file = served.at("../attached-disk.qcow2");
    fs::write(&file, SCRIPT).expect("a file");
    let choose = || {
        page.wait_for("the input of the picker", || {
            page.run("return document.getElementById('attach-file');", &[]).is_object().then_some(())
        });
        page.choose_file("#attach-file", &file.canonicalize().expect("it exists").to_string_lossy());
    };
    select(page);
    page.press(&[SHIFT, "a"]);
    choose();
    served.wait_for_notice("File added as artifacts/attached-disk.qcow2.");
    let (added, _) = served.changed(SERVICE);
    assert_eq!(
        added[1..],
        [
            "        attached-disk:",
            "          type: tosca.artifacts.Deployment.Image.VM.QCOW2",
            "          file: artifacts/attached-disk.qcow2"
        ]
    );
    served.undo_to(SERVICE);
    // The same from the command palette, and for an operation.
    select(page);
    page.press(&[CONTROL, "k"]);
    page.area(".dialog .picker-input:focus");
    page.type_text("artifact");
    page.wait_for("the command", || {
        page.texts(".picker-label").first().is_some_and(|label| label.contains("Attach a file")).then_some(())
    });
    page.press(&[ENTER]);
    choose();
    served.wait_for_notice("The file at artifacts/attached-disk.qcow2 is used.");
    served.undo_to(SERVICE);
    select(page);
    page.click("#tab-inspector");
    page.focus("[data-choices='implement'] > summary");
    page.press(&[ENTER]);
    page.focus(&operation("start"));
    page.press(&[ENTER]);
    choose();
    served.wait_for_notice("File added as scripts/attached-disk.qcow2.");
    assert!(served.text().contains("          start: scripts/attached-disk.qcow2\n"), "{}", served.text());
    fs::remove_file(file).expect("the file");
    page.expect_no_complaints();
}
