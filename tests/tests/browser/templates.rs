//! Service templates, application service descriptors and homing templates: boxes are dragged, fields edited and parts
//! renamed as in assemblies. Each gesture changes only the lines it is about, and is undone.

use descriptorium_tests::browser::input::{CONTROL, ENTER, F2};

use super::served::Served;

/// A box of a descriptor, a field of its form and its name, with the lines that an edit of either changes.
struct Case {
    language: &'static str,
    id: &'static str,
    /// The path of a field, what is written there, and the line before and after.
    field: (&'static str, &'static str, [&'static str; 2]),
    /// Another name, and the lines before and after.
    name: (&'static str, &'static [&'static str], &'static [&'static str]),
}

const CASES: [Case; 3] = [
    Case {
        language: "tosca",
        id: "/topology_template/node_templates/segments",
        field: (
            "/topology_template/node_templates/segments/type",
            "tosca.nodes.BlockStorage",
            ["      type: tosca.nodes.Storage.BlockStorage", "      type: tosca.nodes.BlockStorage"],
        ),
        name: (
            "pieces",
            &["            node: segments", "    segments:"],
            &["            node: pieces", "    pieces:"],
        ),
    },
    Case {
        language: "asd",
        id: "/deploymentItems/0",
        field: (
            "/deploymentItems/0/artifactId",
            "Artifacts/sessions.yaml",
            [
                "    artifactId: Artifacts/Deployment/CRD/stream-sessions.yaml",
                "    artifactId: Artifacts/sessions.yaml",
            ],
        ),
        name: ("definitions", &["  - deploymentItemId: custom-resources"], &["  - deploymentItemId: definitions"]),
    },
    Case {
        language: "homing",
        id: "/constraints/enough_room",
        field: ("/constraints/enough_room/demands", "library", ["    demands: streaming", "    demands: library"]),
        name: ("room", &["  enough_room:"], &["  room:"]),
    },
];

#[test]
fn boxes_are_dragged_edited_and_renamed_in_every_language() {
    let Some(served) = Served::examples() else { return };
    let page = &served.page;
    for Case { language, id, field: (field, value, lines), name: (name, before, after) } in CASES {
        let file = format!("other/streamer-{language}.yaml");
        served.open(&file);
        let text = served.text();
        let label = format!("[data-id='{id}'] .box-label");

        let layout = format!("[data-file='other/streamer-{language}.layout.yaml']");
        let (x, y) = page.place(&label);
        page.drag((x, y), (x + 60.0, y + 40.0));
        page.area(&layout);
        assert_eq!(served.text(), text, "the descriptor stays as it is");
        page.click("#undo");
        page.wait_until_gone(&layout);
        assert_eq!(served.text(), text, "the file that was open stays open");

        page.click(&label);
        page.click("#tab-inspector");
        page.click(&format!("[data-field='{field}'] input"));
        page.press(&[CONTROL, "a"]);
        page.type_text(value);
        page.press(&[ENTER]);
        page.click("#tab-yaml");
        assert_eq!(served.changed(&text), (vec![lines[1].to_owned()], vec![lines[0].to_owned()]));
        served.undo_to(&text);

        page.click(&label);
        page.press(&[F2]);
        page.area(".inspector .name-line input:focus");
        page.press(&[CONTROL, "a"]);
        page.type_text(name);
        page.press(&[ENTER]);
        page.click("#tab-yaml");
        let owned = |lines: &[&str]| lines.iter().map(|line| (*line).to_owned()).collect::<Vec<_>>();
        assert_eq!(served.changed(&text), (owned(after), owned(before)));
        served.undo_to(&text);
        assert_eq!(served.disk(&file), text);
    }
    page.expect_no_complaints();
}
