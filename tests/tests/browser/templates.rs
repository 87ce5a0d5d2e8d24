//! Dragging boxes of service templates, application service descriptors and homing templates: positions are stored in a
//! file beside the descriptor, whose text does not change, and undo removes that file again.

use super::served::Served;

#[test]
fn boxes_are_dragged_in_every_language() {
    let Some(served) = Served::examples() else { return };
    let page = &served.page;
    let boxes = [
        ("tosca", "/topology_template/node_templates/segments"),
        ("asd", "/deploymentItems/0"),
        ("homing", "/constraints/enough_room"),
    ];
    for (language, id) in boxes {
        let file = format!("other/streamer-{language}.yaml");
        served.open(&file);
        let text = served.text();
        let layout = format!("[data-file='other/streamer-{language}.layout.yaml']");
        let (x, y) = page.place(&format!("[data-id='{id}'] .box-label"));
        page.drag((x, y), (x + 60.0, y + 40.0));
        page.area(&layout);
        assert_eq!(served.text(), text, "the descriptor stays as it is");
        page.click("#undo");
        page.wait_until_gone(&layout);
        assert_eq!(served.disk(&file), text);
    }
    page.expect_no_complaints();
}
