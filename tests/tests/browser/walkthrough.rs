//! The work of a designer, with a real pointer and a real keyboard, in the served product.

use descriptorium_tests::browser::Page;
use descriptorium_tests::browser::input::{BACKSPACE, CONTROL, DELETE, ENTER, Input};

use super::served_folder::Served;

const LIBRARY: &str = "assemblies/content-library-1.2.yaml";

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_component_is_dragged_in_saved_and_undone() {
    let served = Served::examples();
    let page = &served.page;
    served.open(LIBRARY);
    let before = served.text();
    page.run("document.querySelector(\"[data-descriptor='resource::fjord.dns_record::1.0']\").scrollIntoView();", &[]);
    let item = page.place("[data-descriptor='resource::fjord.dns_record::1.0']");
    let canvas = page.place(".canvas-svg");
    page.drag(item, (canvas.0, canvas.1 + 180.0));
    served.wait_for_notice("Add dns_record");
    page.area("[data-id='/composition/dns_record']");
    let after = served.text();
    let added: Vec<&str> = after.lines().filter(|line| !before.contains(line)).collect();
    assert!(added.contains(&"  dns_record:"), "{added:?}");
    assert!(added.contains(&"    type: resource::fjord.dns_record::1.0"), "{added:?}");
    assert_eq!(without_lines(&after, &before), before, "a line was removed or moved");

    page.click("#save");
    served.wait_for_notice("Saved 1 file");
    assert_eq!(served.disk(LIBRARY), after);

    page.click("#undo");
    served.wait_for_notice("Undone: Add dns_record");
    assert_eq!(served.text(), before);
    page.click("#redo");
    served.wait_for_notice("Redone");
    assert_eq!(served.text(), after);
    page.expect_no_complaints();
}

/// The lines of `text` that `of` also contains, in order.
fn without_lines(text: &str, of: &str) -> String {
    let mut wanted = of.lines().peekable();
    let mut kept = String::new();
    for line in text.lines() {
        if wanted.peek() == Some(&line) {
            wanted.next();
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn an_incomplete_line_affects_only_itself() {
    let served = Served::examples();
    let page = &served.page;
    served.open(LIBRARY);
    let before = served.text();
    let boxes = page.texts(".canvas .box-label").len();
    served.put_cursor_behind("composition:");
    page.type_text("\n  half");
    page.area(".cm-lintRange-error");
    assert_eq!(page.texts(".canvas .box-label").len(), boxes + 1, "the previous boxes and the new one");
    // Backspace in blanks removes a whole indentation.
    page.wait_for("the text as before", || {
        let repaired = served.text() == before;
        if !repaired {
            page.press(&[BACKSPACE]);
        }
        repaired.then_some(())
    });
    page.wait_until_gone(".cm-lintRange-error");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn an_empty_file_has_no_diagram() {
    let served = Served::examples();
    let page = &served.page;
    served.open(LIBRARY);
    let before = served.text();
    let boxes = page.texts(".canvas .box-label");
    assert!(boxes.len() > 2, "{boxes:?}");
    served.put_cursor_behind("composition:");
    page.press(&[CONTROL, "a"]);
    page.press(&[BACKSPACE]);
    page.wait_until_gone(".canvas .box-label");
    page.press(&[CONTROL, "z"]);
    page.wait_for("the text as before", || (served.text() == before).then_some(()));
    page.wait_for("the diagram as before", || (page.texts(".canvas .box-label") == boxes).then_some(()));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_fix_is_one_click_and_one_step() {
    let text = "name: assembly::a::1.0\nproperties:\n  size:\n    descripion: How large  # a comment\n    default: '1'\n  \
                copy: {value: '${size}'}\ncomposition: {}\n";
    let served = Served::files(&[("a.yaml", text)]);
    let page = &served.page;
    page.click("#tab-problems");
    page.click("[data-code='schema/unknown-key'] .fix");
    page.wait_for("the fix", || (served.text() == text.replace("descripion", "description")).then_some(()));
    page.wait_until_gone("[data-code='schema/unknown-key']");
    page.click("#undo");
    page.wait_for("the text as before", || (served.text() == text).then_some(()));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_box_is_moved_and_removed_and_everything_is_undone() {
    let served = Served::examples();
    let page = &served.page;
    served.open(LIBRARY);
    let before = served.text();
    let volume = page.place("[data-id='/composition/volume'] .box-label");
    page.drag(volume, (volume.0 + 30.0, volume.1 + 90.0));
    served.wait_for_notice("Move volume");
    assert!(served.text().contains("designerLayout"), "{}", served.text());
    page.perform(Input::new().press(&[DELETE]));
    // The side effects are shown first.
    page.wait_for_text(".dialog-list", |list| list == "relationship disk");
    page.press(&[ENTER]);
    served.wait_for_notice("Remove volume");
    page.wait_until_gone("[data-id='/composition/volume']");
    assert!(!served.text().contains("volume.BlockDevice"), "{}", served.text());
    page.press(&[CONTROL, "z"]);
    served.wait_for_notice("Undone: Remove volume");
    page.press(&[CONTROL, "z"]);
    served.wait_for_notice("Undone: Move volume");
    assert_eq!(served.text(), before);
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_preview_follows_an_input() {
    let served = Served::examples();
    let page = &served.page;
    served.open("assemblies/streamer-cluster-2.0.yaml");
    page.click("#tab-preview");
    page.area("[data-instance]");
    let instances = || page.texts("[data-instance] .instance-name");
    let streamers = || instances().iter().filter(|name| name.contains("__streamer__")).count();
    assert_eq!(streamers(), 2, "{:?}", instances());
    page.click("[data-input='initial_streamers']");
    page.type_text("4");
    page.wait_for("four streamers", || (streamers() == 4).then_some(()));
    page.expect_no_complaints();
}

/// The suite checks the plans themselves; here they are requested in the interface.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_preview_plans_the_selected_intent() {
    let served = Served::examples();
    let page = &served.page;
    served.open("assemblies/streamer-cluster-2.0.yaml");
    page.click("#tab-preview");
    page.area(".plan .action");
    let actions = || page.texts(".plan .action-name");
    let ask = |word: &str| {
        page.click("[data-intent]");
        page.type_text(word);
        page.press(&[ENTER]);
    };
    page.click(".plan .stage:nth-child(2) .action summary");
    page.wait_for_text(".reasons .reason", |text| text.starts_with("after "));
    ask("Uninstall");
    page.wait_for("a plan to uninstall", || (actions().last()?.as_str() == "Delete").then_some(()));
    ask("Scale out");
    page.wait_for_text("[data-change$='__streamer__3'] .origin", |text| text == "added");
    assert!(page.texts(".plan .action-instance").iter().all(|name| !name.ends_with("__streamer__1")));
    page.wait_for_text(".trigger", |text| text.contains(" above "));
    ask("Upgrade");
    page.wait_for_text("[data-choice='from']", |text| text.contains("1.0"));
    page.wait_for_text(".changes .origin", |text| text == "changed");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_stale_save_is_refused_and_nothing_is_lost() {
    let served = Served::examples();
    let page = &served.page;
    served.open(LIBRARY);
    let theirs = served.disk(LIBRARY).replace("large volume", "huge volume");
    served.put_cursor_behind("one large");
    page.type_text("r");
    let ours = served.text();
    served.change(LIBRARY, &theirs);
    page.press(&[CONTROL, "s"]);
    served.wait_for_notice("changed on disk");
    assert_eq!(served.disk(LIBRARY), theirs, "changes on disk were overwritten");
    assert_eq!(served.text(), ours, "our changes are lost");

    // Their version can be taken, and undo returns to ours.
    page.click("[data-conflict] [data-way='theirs']");
    page.wait_for("the text on disk", || (served.text() == theirs).then_some(()));
    page.wait_until_gone("[data-conflict]");
    page.click("#undo");
    page.wait_for("our text", || (served.text() == ours).then_some(()));
    // Content that the user has seen may be overwritten.
    page.click("#save");
    page.wait_for("our text on disk", || (served.disk(LIBRARY) == ours).then_some(()));

    served.put_cursor_behind("one larger");
    page.type_text("!");
    let ours = served.text();
    served.change(LIBRARY, &theirs);
    page.press(&[CONTROL, "s"]);
    page.click("[data-conflict] [data-way='ours']");
    page.wait_for("our text on disk", || (served.disk(LIBRARY) == ours).then_some(()));
    page.wait_until_gone("[data-conflict]");
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_file_with_other_line_breaks_keeps_them() {
    let text = "name: assembly::a::1.0\r\nproperties:\r\n  größe: {type: string} # 𝄞\r\ncomposition: {}\r\n";
    let other = "name: assembly::b::1.0\nproperties: {}\ncomposition: {}\n";
    let served = Served::files(&[("a.yaml", text), ("b.yaml", other)]);
    let page = &served.page;
    for round in 0..2 {
        page.click("[data-file='b.yaml']");
        page.area(".file.current[data-file='b.yaml']");
        page.click("[data-file='a.yaml']");
        page.area(".file.current[data-file='a.yaml']");
        served.put_cursor_behind("# 𝄞");
        page.type_text(if round == 0 { "x\n" } else { "y" });
    }
    page.press(&[CONTROL, "s"]);
    served.wait_for_notice("Saved 1 file");
    // The new line has the indentation of the line above.
    assert_eq!(served.disk("a.yaml"), text.replace("# 𝄞", "# 𝄞yx\r\n  "));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn form_input_goes_to_the_file_of_the_form() {
    let file = |name: &str| {
        format!(
            "name: assembly::{name}::1.0\ndescription: old\nproperties: {{}}\ncomposition:\n  x:\n    type: resource::x::1.0\n    properties: {{}}\n"
        )
    };
    let (a, b) = (file("a"), file("b"));
    let served = Served::files(&[("a.yaml", &a), ("b.yaml", &b)]);
    let page = &served.page;
    page.click("[data-file='b.yaml']");
    page.click("[data-file='a.yaml']");
    page.area(".file.current[data-file='a.yaml']");
    page.click("#tab-inspector");
    page.click("[data-id='/composition/x'] .box-label");
    page.click("[data-field='/composition/x/quantity'] input");
    page.type_text("2");
    // The field is removed while its text is incomplete.
    page.run("location.hash = 'b.yaml';", &[]);
    page.area(".file.current[data-file='b.yaml']");
    // The description is edited in place, with its own undo.
    page.click("[data-field='/description'] .mini");
    page.type_text(" and new");
    page.press(&[CONTROL, "z"]);
    page.area(".file.current[data-file='b.yaml']");
    page.press(&[CONTROL, "a"]);
    page.type_text("new");
    page.press(&[CONTROL, "s"]);
    served.wait_for_notice("Saved 1 file");
    assert_eq!(served.disk("b.yaml"), b.replace("old", "new"));
    assert_eq!(served.disk("a.yaml"), a);
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_link_of_the_documentation_opens_its_file() {
    let served = Served::examples();
    let site = Page::open(&format!("{}/assembly/fjord.edge_site/1.0.html", served.origin));
    let link = site.run(
        "return [...document.querySelectorAll('a')].find(a => a.textContent === 'Open in the modeller').href;",
        &[],
    );
    let modeller = Page::open(link.as_str().expect("a link to the modeller"));
    modeller.area(".file.current[data-file='assemblies/edge-site-1.0.yaml']");
    modeller.expect_no_complaints();
    site.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_connection_is_drawn_between_suitable_ports() {
    let gateway = "name: resource::gateway::1.0\ncapabilities:\n  Route: {type: ip.route}\nlifecycle: {Create: {}}\n";
    let web = "name: resource::web::1.0\nrequirements:\n  Route: {type: ip.route}\n  Disk: {type: block}\nlifecycle: {Create: {}}\n";
    let service = "name: assembly::service::1.0\nproperties: {}\ncomposition:\n  gw: {type: resource::gateway::1.0, \
                   properties: {}}\n  web: {type: resource::web::1.0, properties: {}}   # kept\n";
    let files = [("gateway.yaml", gateway), ("web.yaml", web), ("service.yaml", service)];
    let served = Served::files(&files);
    let page = &served.page;
    served.open("service.yaml");
    let port = |part: &str, name: &str| {
        page.place(&format!("[data-id='/composition/{part}'] [data-port='{name}'] .port-shape"))
    };
    page.drag(port("gw", "Route"), port("web", "Disk"));
    served.wait_for_notice("requires block");
    assert_eq!(served.text(), service, "a refused connection changed the text");
    page.drag(port("gw", "Route"), port("web", "Route"));
    served.wait_for_notice("Connect gw to web");
    let text = served.text();
    assert!(text.starts_with(service), "{text}");
    assert!(text.contains("gw.Route") && text.contains("web.Route"), "{text}");
    page.expect_no_complaints();
}

/// Texts that would run if they were taken for markup.
const PAYLOADS: [&str; 8] = [
    "<script>window.ran = 1</script>",
    "<img src=x onerror='window.ran = 1'>",
    "[link](javascript:window.ran=1)",
    "<svg onload='window.ran = 1'>",
    "\"><script>window.ran = 1</script>",
    "</textarea><iframe src='javascript:window.ran=1'>",
    "<a href='&#106;avascript:window.ran=1'>x</a>",
    "![x](https://example.invalid/x.png)",
];

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn text_of_descriptors_is_never_run() {
    let mut text = "name: assembly::a::1.0\ndescription: |\n".to_owned();
    PAYLOADS.iter().for_each(|payload| text.push_str(&format!("  {payload}\n\n")));
    text.push_str("properties:\n  p:\n    description: |\n");
    PAYLOADS.iter().for_each(|payload| text.push_str(&format!("      {payload}\n\n")));
    text.push_str("composition:\n");
    for (index, payload) in PAYLOADS.iter().enumerate() {
        let name = payload.replace('\'', "''");
        text.push_str(&format!("  'c{index} {name}':\n    type: 'resource::{name}::1.0'\n"));
    }
    let served = Served::files(&[("a.yaml", &text)]);
    let page = &served.page;
    page.area(".canvas .box-label");
    for tab in ["problems", "inspector", "preview", "yaml"] {
        page.click(&format!("#tab-{tab}"));
    }
    assert!(page.run("return window.ran === undefined;", &[]) == true, "a payload ran in the modeller");
    assert!(
        page.run("return document.querySelectorAll('.modeller script, .modeller iframe, .modeller img').length;", &[])
            == 0
    );
    page.expect_no_complaints();
    let site = Page::open(&format!("{}/", served.origin));
    let pages = site.run("return [...document.querySelectorAll('a')].map(a => a.href).filter(h => h.startsWith(location.origin) && !h.includes('/modeller/'));", &[]);
    for address in pages.as_array().into_iter().flatten().filter_map(serde_json::Value::as_str) {
        let page = Page::open(address);
        assert!(
            page.run("return window.ran === undefined && !document.querySelector('iframe, main script');", &[]) == true,
            "{address}"
        );
        page.expect_no_complaints();
    }
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn the_inspector_edits_every_section() {
    let served = Served::examples();
    let page = &served.page;
    served.open("assemblies/streamer-cluster-2.0.yaml");
    let before = served.text();
    page.click("#tab-inspector");
    // A new capability with its type.
    page.click("[data-group='/capabilities'] > summary");
    page.click("[data-group='/capabilities'] .add-row input");
    page.type_text("Statistics");
    page.press(&[ENTER]);
    page.click("[data-field='/capabilities/Statistics/type'] input");
    page.type_text("prometheus");
    page.press(&[ENTER]);
    page.wait_for("the type", || served.text().contains("  Statistics:\n    type: prometheus\n").then_some(()));
    // A number of a component.
    page.click("[data-id='/composition/streamer'] .box-label");
    page.click("[data-group='/composition/streamer/cluster'] > summary");
    page.click("[data-field='/composition/streamer/cluster/maximum-nodes'] input");
    page.press(&[CONTROL, "a"]);
    page.type_text("12");
    page.press(&[ENTER]);
    page.wait_for("the bound", || served.text().contains("maximum-nodes: 12").then_some(()));
    for _ in 0..3 {
        page.click("#undo");
    }
    page.wait_for("the text as before", || (served.text() == before).then_some(()));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn an_archive_is_added_to_the_folder() {
    let served = Served::files(&[("a.yaml", "name: assembly::a::1.0\nproperties: {}\ncomposition: {}\n")]);
    let page = &served.page;
    let folder = tempfile::tempdir().expect("a folder");
    let archive = folder.path().join("pack.csar");
    let mut writer = zip::ZipWriter::new(std::fs::File::create(&archive).expect("a writable folder"));
    let packed = "name: resource::b::1.0\nlifecycle: {Create: {}}\n";
    for (path, text) in [("Definitions/b.yaml", packed), ("notes.txt", "not a descriptor")] {
        writer.start_file(path, zip::write::SimpleFileOptions::default()).expect("a name");
        std::io::Write::write_all(&mut writer, text.as_bytes()).expect("room");
    }
    writer.finish().expect("an archive");

    page.choose_file("#open-files", &archive.to_string_lossy());
    // It asks how to import, and lists the files that are left out.
    page.wait_for_text(".dialog .dialog-list", |left_out| left_out.contains("notes.txt"));
    page.click(".dialog [data-way='copy']");
    served.wait_for_notice("Open pack.csar");
    page.area("[data-file='pack/Definitions/b.yaml'] .dirty");
    assert_eq!(served.text(), packed);
    page.click("[data-file='a.yaml']");
    page.area("[data-descriptor='resource::b::1.0']");
    page.click("[data-file='pack/Definitions/b.yaml']");
    page.click("#save");
    served.wait_for_notice("Saved 1 file");
    assert_eq!(served.disk("pack/Definitions/b.yaml"), packed);
    page.click("#undo");
    page.area(".file.gone[data-file='pack/Definitions/b.yaml']");
    page.wait_for("what was open before", || served.text().starts_with("name: assembly::a").then_some(()));
    // Opened separately it replaces the folder, which stays unchanged.
    served.remove("pack/Definitions/b.yaml");
    page.wait_until_gone("[data-file='pack/Definitions/b.yaml']");
    page.choose_file("#open-files", &archive.to_string_lossy());
    page.click(".dialog [data-way='alone']");
    page.wait_until_gone("[data-file='a.yaml']");
    page.area(".file.current[data-file='pack/Definitions/b.yaml']");
    page.wait_for_text("[data-kept='nowhere'] .conflict-text", |text| text.contains("pack.csar is open separately"));
    assert!(page.texts(".dirty").is_empty());
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn components_are_duplicated_promoted_and_moved_to_a_new_assembly() {
    let served = Served::examples();
    let page = &served.page;
    served.open("assemblies/streamer-cluster-2.0.yaml");
    let before = served.text();
    page.click("#tab-inspector");
    page.click("[data-id='/composition/firewall'] .box-label");
    page.wait_for("the side effects", || {
        let said = page.texts(".consequences");
        said.iter().any(|said| said.contains("protect")).then_some(())
    });
    page.click(".actions .mini");
    served.wait_for_notice("Duplicate firewall");
    page.area(".box.selected[data-id='/composition/firewall_2']");
    page.press(&[CONTROL, "z"]);
    page.wait_for("the text as before", || (served.text() == before).then_some(()));

    page.click("[data-id='/composition/balancer'] .box-label");
    page.click("[data-field='/composition/balancer/properties/algorithm'] .promote");
    page.wait_for("the property of the assembly", || {
        let text = served.text();
        (text.contains("\n  algorithm:\n") && text.contains("${algorithm}")).then_some(())
    });
    page.click("#undo");
    page.wait_for("the text as before", || (served.text() == before).then_some(()));

    page.click("[data-id='/composition/firewall'] .box-label");
    page.click(".actions .mini:nth-child(2)");
    page.click("[data-input='new-assembly']");
    page.press(&[CONTROL, "a"]);
    page.type_text("assembly::fjord.guard::1.0");
    page.press(&[ENTER]);
    page.area("[data-file='assemblies/guard-1.0.yaml'] .dirty");
    assert!(served.text().contains("type: assembly::fjord.guard::1.0"), "{}", served.text());
    page.click("#undo");
    page.wait_until_gone("[data-file='assemblies/guard-1.0.yaml']");
    page.wait_for("the text as before", || (served.text() == before).then_some(()));
    page.expect_no_complaints();
}
