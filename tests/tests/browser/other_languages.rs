//! Service templates, application service descriptors and homing templates: boxes are dragged, fields edited and nodes
//! renamed as in assemblies. Each gesture changes only its own lines, and can be undone.

use descriptorium_tests::browser::input::{CONTROL, ENTER, F2, SHIFT};

use super::served_folder::Served;

/// A box of a descriptor, a field of its form and its name, with the lines that an edit of each changes.
struct Case {
    language: &'static str,
    id: &'static str,
    /// The path of a field, the new value, and the line before and after.
    field: (&'static str, &'static str, [&'static str; 2]),
    /// The new name, and the lines before and after.
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
#[ignore = "needs a browser: cargo xtask test"]
fn boxes_are_dragged_edited_and_renamed_in_every_language() {
    let served = Served::examples();
    let page = &served.page;
    for Case { language, id, field: (field, value, lines), name: (name, before, after) } in CASES {
        let file = format!("other/streamer-{language}.yaml");
        served.open(&file);
        let text = served.text();
        let label = format!("[data-id='{id}'] .box-label");

        // Applications are arranged by stage.
        if language != "asd" {
            let layout = format!("[data-file='other/streamer-{language}.layout.yaml']");
            let (x, y) = page.place(&label);
            page.drag((x, y), (x + 60.0, y + 40.0));
            page.area(&layout);
            assert_eq!(served.text(), text, "the descriptor stays as it is");
            page.click("#undo");
            page.wait_until_gone(&layout);
            assert_eq!(served.text(), text, "the file that was open stays open");
        }

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
        page.area(":is(.name-field, .inspector .name-line) input:focus");
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

/// An item dragged from the palette, the start of its name, and a connection, with the new lines.
struct Added {
    language: &'static str,
    /// The key of the item in the palette.
    offer: &'static str,
    id: &'static str,
    lines: &'static [&'static str],
    /// The search text for another item in the list of things to add.
    typed: &'static str,
    found: &'static str,
}

const ADDED: [Added; 3] = [
    Added {
        language: "tosca",
        // In the form that the file uses.
        offer: "/topology_template/node_templates/tosca.nodes.Storage.BlockStorage",
        id: "/topology_template/node_templates/block_storage",
        lines: &["    block_storage:", "      type: tosca.nodes.Storage.BlockStorage"],
        typed: "dbms",
        found: "    dbms:",
    },
    Added {
        language: "asd",
        offer: "/deploymentItems/helmfile",
        id: "/deploymentItems/3",
        lines: &["  - deploymentItemId: deployment_item", "    artifactType: helmfile", "    artifactId: \"\""],
        typed: "terra",
        found: "  - deploymentItemId: deployment_item",
    },
    Added {
        language: "homing",
        offer: "/constraints/zone",
        id: "/constraints/constraint",
        lines: &["  constraint:", "    type: zone", "    demands: \"\""],
        typed: "location",
        found: "  location: {}",
    },
];

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn boxes_are_added_from_the_palette_and_with_the_keyboard_in_every_language() {
    let served = Served::examples();
    let page = &served.page;
    for Added { language, offer, id, lines, typed, found } in ADDED {
        let file = format!("other/streamer-{language}.yaml");
        let layout = format!("[data-file='other/streamer-{language}.layout.yaml']");
        served.open(&file);
        let text = served.text();
        let item = format!("[data-descriptor='{offer}']");
        page.area(&item);
        page.run("document.querySelector(arguments[0]).scrollIntoView();", &[item.as_str().into()]);
        page.drag(page.place(&item), served.void());
        let (came, went) = served.changed(&text);
        assert_eq!((came, went), (lines.iter().map(|line| (*line).to_owned()).collect(), Vec::new()), "{language}");
        page.area(&format!(".box.selected[data-id='{id}']"));
        if language != "asd" {
            page.area(&layout);
        }
        served.undo_to(&text);
        page.wait_until_gone(&layout);
        // A click adds it too, without a position.
        page.click(&item);
        assert_eq!(served.changed(&text), (lines.iter().map(|line| (*line).to_owned()).collect(), Vec::new()));
        served.undo_to(&text);

        page.focus(".canvas-svg");
        page.press(&["a"]);
        page.area(".dialog input");
        page.type_text(typed);
        page.press(&[ENTER]);
        let (came, went) = served.changed(&text);
        assert!(went.is_empty() && came.iter().any(|line| line == found), "{language}: {came:?}");
        served.undo_to(&text);
    }
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn boxes_are_connected_copied_and_pasted() {
    let served = Served::examples();
    let page = &served.page;
    // From a requirement, or from a constraint: to a capability, then to the chosen target.
    let cases = [
        (
            "tosca",
            "/topology_template/node_templates/segments",
            "dependency",
            "video_network",
            "            node: video_network",
        ),
        ("homing", "/constraints/enough_room", "demands", "library", "    demands:"),
    ];
    for (language, id, start, end, line) in cases {
        served.open(&format!("other/streamer-{language}.yaml"));
        let text = served.text();
        page.click(&format!("[data-id='{id}'] .box-label"));
        page.press(&["c"]);
        page.area(".dialog input");
        page.type_text(start);
        page.press(&[ENTER]);
        page.wait_for_text(".dialog", |choices| choices.contains(end));
        page.type_text(end);
        page.press(&[ENTER]);
        let (came, _) = served.changed(&text);
        assert!(came.iter().any(|come| come == line), "{came:?}");
        served.undo_to(&text);
    }
    for (language, id, line) in [
        ("tosca", "/topology_template/node_templates/segments", "    segments_2:"),
        ("asd", "/deploymentItems/0", "  - deploymentItemId: custom-resources_2"),
        ("homing", "/demands/library", "  library_2:"),
    ] {
        served.open(&format!("other/streamer-{language}.yaml"));
        let text = served.text();
        page.click(&format!("[data-id='{id}'] .box-label"));
        page.press(&[CONTROL, "c"]);
        served.wait_for_notice("Copied");
        page.press(&[CONTROL, "v"]);
        let (came, went) = served.changed(&text);
        assert!(went.is_empty() && came.iter().any(|come| come == line), "{came:?}");
        served.undo_to(&text);
    }
    page.expect_no_complaints();
}

const TYPED: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
node_types:
  my.Web:
    derived_from: tosca.nodes.Root
    properties:
      protocol: {type: string, constraints: [{valid_values: [http, https]}]}
      memory: {type: scalar-unit.size, required: false}
      port: {type: integer, default: 8080}
    requirements:
      - store: {capability: tosca.capabilities.Storage, occurrences: [1, 1]}
  my.Disk:
    derived_from: tosca.nodes.Root
    capabilities: {store: {type: tosca.capabilities.Storage}}
topology_template:
  inputs:
    web_port: {type: integer}
  node_templates:
    web:
      type: my.Web
      properties: {}
    disk: {type: my.Disk}
";

/// Values are set in the controls of their types, and the preview assigns a requirement. The oracle is the text.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn properties_of_types_are_set_in_their_controls() {
    let served = Served::files(&[("web.yaml", TYPED)]);
    let page = &served.page;
    served.open("web.yaml");
    let web = "/topology_template/node_templates/web";
    page.click(&format!("[data-id='{web}'] .box-label"));
    page.click("#tab-inspector");
    page.click(&format!("[data-group='{web}/properties'] > summary"));
    let field = |name: &str| format!("[data-field='{web}/properties/{name}']");
    page.wait_for_text(&field("port"), |text| text.contains("integer"));
    for (control, keys) in [
        (format!("{} select", field("protocol")), "https"),
        (format!("{} .quantity select", field("memory")), "GB"),
        (format!("{} .quantity input", field("memory")), "4"),
        (format!("{} select.source", field("port")), "get"),
    ] {
        page.click(&control);
        page.type_text(keys);
        page.press(&[ENTER]);
    }
    page.click("#tab-yaml");
    page.wait_for("the text", || served.text().contains("get_input").then_some(()));
    let set = served.text();
    let lines = ["properties:", "  protocol: https", "  memory: 4 GB", "  port:", "    get_input: web_port"];
    let expected = TYPED.replace("properties: {}", &lines.join("\n      "));
    assert_eq!(set, expected);
    page.click("#tab-preview");
    page.click("[data-choose='disk.store']");
    page.click("#tab-yaml");
    let chosen = page.wait_for("the text", || Some(served.text()).filter(|text| *text != set));
    assert!(chosen.contains("        - store: disk\n"), "{chosen}");
    page.wait_until_gone("[data-open]");
    page.expect_no_complaints();
}

const SHOP: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    # the machine
    server: {type: tosca.nodes.Compute}
    web:
      type: tosca.nodes.WebServer
      requirements:
        - host: server   # keep
";

/// Node templates are moved to a topology of their own and back, with the pointer and with the keyboard.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn node_templates_are_extracted_and_inlined() {
    let served = Served::files(&[("shop.yaml", SHOP)]);
    served.open("shop.yaml");
    let page = &served.page;
    let id = |name: &str| format!("[data-id='/topology_template/node_templates/{name}'] .box-label");
    let new_file = "[data-file='web-group.yaml']";
    for by_keyboard in [false, true] {
        page.click(&id("web"));
        match by_keyboard {
            true => page.press(&[CONTROL, "g"]),
            false => page.click(".pad-button[data-action='Extract']"),
        }
        page.area(".dialog [data-input='new-assembly']:focus");
        page.press(&[ENTER]);
        page.area(&id("web_group"));
        page.area(new_file);
        let outer = served.text();
        let wanted = "    web_group:\n      type: example.nodes.WebGroup\n      directives: [substitutable]\n      \
                      requirements:\n        - host: server   # keep\n";
        assert!(outer.contains(wanted) && outer.contains("- web-group.yaml"), "{outer}");
        page.click(&id("web_group"));
        match by_keyboard {
            true => page.press(&[CONTROL, SHIFT, "g"]),
            false => page.click(".pad-button[data-action='Inline']"),
        }
        page.area(&id("web"));
        assert_eq!(served.text(), SHOP, "the comment is back as well");
        // Each gesture is one step, over both files.
        page.click("#undo");
        page.area(&id("web_group"));
        page.click("#undo");
        page.wait_until_gone(new_file);
        assert_eq!(served.text(), SHOP);
    }
    page.expect_no_complaints();
}
