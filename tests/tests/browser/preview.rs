//! The preview: inputs from files, by drop or pasted; updates with every keystroke; and ten thousand instances.

use std::fs;
use std::process::Command;
use std::time::Instant;

use descriptorium_tests::browser::input::{CONTROL, END, ENTER, ESCAPE, LEFT, PAGE_UP, RIGHT};
use descriptorium_tests::paths;
use serde_json::json;

use super::product;
use super::served_folder::Served;

const VIDEO: &str = "assemblies/video-service-1.0.yaml";
const FESTIVAL: &str = "intents/festival-weekend.yaml";

/// The value of an input in the form.
fn input(served: &Served, name: &str) -> String {
    let script = "const at = document.querySelector(`[data-input='${arguments[0]}']`); return (at?.value ?? at?.querySelector('select')?.value) ?? null;";
    served.page.wait_for(name, || served.page.run(script, &[name.into()]).as_str().map(str::to_owned))
}

/// The preview of the video service, with an intent of its catalog.
fn festival() -> Served {
    let served = Served::examples();
    let page = &served.page;
    served.open(VIDEO);
    page.click("#tab-preview");
    page.click("[data-load='catalog']");
    page.type_text("intents/f");
    page.press(&[ENTER]);
    served
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn an_intent_of_the_catalog_fills_the_inputs() {
    let served = festival();
    let page = &served.page;
    served.wait_for_notice("Loaded intents/festival-weekend.yaml: 8 values");
    page.wait_for_text("[data-loaded]", |loaded| loaded == "Loaded: intents/festival-weekend.yaml");
    page.wait_for("the number", || (input(&served, "initial_streamers") == "6").then_some(()));
    assert!(input(&served, "renditions").starts_with("[{height: 1080, "), "{}", input(&served, "renditions"));
    page.wait_for_text("[data-instance]:first-child .instance-name", |name| name == "festival-weekend");
    page.wait_for_text("[data-property='initial_streamers'] .origin", |origin| origin == "intent");
    page.click("[data-load='clear']");
    page.wait_for("empty inputs", || input(&served, "initial_streamers").is_empty().then_some(()));
    page.expect_no_complaints();
}

/// The oracle is the program, with the same inputs.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn an_expansion_is_downloaded_as_the_program_prints_it() {
    let (served, program) = (festival(), product::program());
    let page = &served.page;
    page.wait_for_text("[data-property='initial_streamers'] .origin", |origin| origin == "intent");
    product::note_downloads(page);
    page.click("[data-save='expansion']");
    let saved = page.wait_for("the download", || {
        let downloads = page.run("return window.downloads;", &[]);
        Some((downloads[0].as_str()?.to_owned(), downloads[1].as_str()?.to_owned()))
    });
    assert_eq!(saved.0, "video-service-1.0.expansion.yaml");
    let examples = paths::root().join("examples");
    let run = Command::new(program).current_dir(examples).args(["expand", VIDEO, "--inputs", FESTIVAL]).output();
    let mut printed: serde_yaml::Mapping =
        serde_yaml::from_slice(&run.expect("the program runs").stdout).expect("YAML of the program");
    let mut saved: serde_yaml::Mapping = serde_yaml::from_str(&saved.1).expect("YAML");
    // The program also lists the titles of the rules.
    assert!(printed.remove("diagnostics").is_some() && saved.remove("diagnostics").is_some());
    assert_eq!(saved["instances"].as_sequence().map(Vec::len), Some(42));
    assert_eq!(saved, printed);
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn an_intent_is_loaded_from_a_file_or_pasted() {
    let served = Served::examples();
    let page = &served.page;
    served.open("assemblies/streamer-cluster-2.0.yaml");
    page.click("#tab-preview");
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("heal.json");
    let text = "{\"assemblyName\": \"tv\", \"brokenComponentName\": \"tv__balancer\"}";
    fs::write(&file, text).expect("a writable folder");
    page.choose_file("#inputs-file", &file.to_string_lossy());
    served.wait_for_notice("Loaded heal.json: 0 values");
    page.wait_for("a plan to heal", || {
        page.texts(".plan .action-instance").iter().any(|name| name == "tv__balancer").then_some(())
    });
    page.wait_for_text("[data-choice='component']", |text| text.contains("tv__balancer"));

    page.click("[data-load='paste']");
    page.type_text("[1, 2]");
    page.press(&[CONTROL, ENTER]);
    served.wait_for_notice("Not loaded: pasted text");
    page.press(&[CONTROL, "a"]);
    page.type_text("initial_streamers: 3\nno_such: x");
    page.press(&[CONTROL, ENTER]);
    served.wait_for_notice("Loaded pasted text: 2 values");
    page.wait_for("three streamers", || {
        let names = page.texts("[data-instance] .instance-name");
        (names.iter().filter(|name| name.contains("__streamer__")).count() == 3).then_some(())
    });
    page.click("[data-undeclared='no_such'] button");
    page.wait_until_gone("[data-undeclared]");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_file_dropped_on_the_preview_is_not_imported() {
    let served = Served::examples();
    let page = &served.page;
    served.open(VIDEO);
    page.click("#tab-preview");
    page.area(".load-inputs");
    let files = page.texts(".file-name").len();
    let script = "const transfer = new DataTransfer();
        transfer.items.add(new File([arguments[0]], 'dropped.yaml'));
        const at = document.querySelector('.load-inputs');
        for (const type of ['dragover', 'drop']) at.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));";
    page.run(script, &[served.disk(FESTIVAL).into()]);
    served.wait_for_notice("Loaded dropped.yaml: 8 values");
    assert_eq!(page.texts(".file-name").len(), files);
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn rows_are_kept_during_typing() {
    let served = Served::examples();
    let page = &served.page;
    served.open("assemblies/streamer-cluster-2.0.yaml");
    page.click("#tab-preview");
    page.click(".plan .stage:nth-child(2) .action summary");
    page.wait_for_text(".reasons .reason", |text| text.starts_with("after "));
    let mark = "const all = [...document.querySelectorAll('[data-instance], .plan .action')]; all.forEach((row) => { row.marked = true; }); return all.length;";
    page.run(mark, &[]);
    page.click("[data-input='initial_streamers']");
    page.type_text("4");
    page.wait_for("four streamers", || {
        let names = page.texts("[data-instance] .instance-name");
        (names.iter().filter(|name| name.contains("__streamer__")).count() == 4).then_some(())
    });
    let kept = page.run("return [...document.querySelectorAll('[data-instance]')].filter((row) => !row.marked).map((row) => row.dataset.instance);", &[]);
    let new: Vec<&str> = kept.as_array().into_iter().flatten().filter_map(serde_json::Value::as_str).collect();
    assert!(
        new.len() == 2 && new.iter().all(|name| name.contains("__streamer__")),
        "only the new ones are made: {new:?}"
    );
    page.area(".action details[open] .reasons");
    page.expect_no_complaints();
}

/// Records the longest task of the page, and the longest delay of a keystroke.
const WATCH: &str = "window.held = 0; window.waited = 0;
    const note = (list) => list.getEntries().forEach((task) => { window.held = Math.max(window.held, task.duration); });
    new PerformanceObserver(note).observe({ type: 'longtask' });
    addEventListener('keydown', (event) => { window.waited = Math.max(window.waited, performance.now() - event.timeStamp); }, true);";

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn ten_thousand_instances_do_not_block_the_page() {
    let part = "name: resource::part::1.0\nproperties: {size: {type: string}}\nlifecycle: {Create: {}, Install: {}, Start: {}, Stop: {}}\n";
    let text = "name: assembly::many::1.0\nproperties:\n  count: {type: integer, default: 20}\ncomposition:\n  part:\n    type: \
                resource::part::1.0\n    quantity: ${count}\n";
    let served = Served::files(&[("many.yaml", text), ("part.yaml", part)]);
    let page = &served.page;
    served.open("many.yaml");
    page.click("#tab-preview");
    page.area("[data-filter='instance']");
    page.run(WATCH, &[]);
    page.click("[data-input='count']");
    let start = Instant::now();
    page.type_text("9990");
    // Text that is typed elsewhere in the meantime arrives.
    page.focus("[data-filter='instance']");
    page.type_text("part__9990");
    let typed = page.run("return document.activeElement.value", &[]);
    assert_eq!(typed, "part__9990");
    page.wait_for("all instances", || {
        page.texts(".inspector-section").iter().any(|text| text == "Instances (9992)").then_some(())
    });
    let took = start.elapsed().as_secs_f64() * 1e3;
    println!("9,992 instances are shown {took:.0} ms after the first key");
    page.wait_for("one instance", || {
        (page.texts("[data-instance] .instance-name") == ["many__part__9990"]).then_some(())
    });
    // It can be canceled immediately.
    page.click("[data-input='count']");
    page.type_text("1");
    page.click("#tab-yaml");
    page.area(".tab-body:not(.hidden) .cm-content");
    for name in ["held", "waited"] {
        let longest = page.run(&format!("return window.{name}"), &[]).as_f64().expect("a number");
        println!("{name}: {longest:.0} ms");
        // In one piece it would take nearly all of the time on any machine; milliseconds would depend on the load.
        assert!(longest < took / 2.0, "{name}: {longest:.0} of {took:.0} ms");
    }
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_slow_preview_shows_its_progress_and_can_be_cancelled() {
    let names: Vec<String> =
        (0..24).map(|number| format!("  p{number}: {{default: '${{name}}-{number}'}}\n")).collect();
    let part = format!(
        "name: resource::part::1.0\nproperties:\n  name: {{}}\n{}lifecycle: {{Create: {{}}}}\n",
        names.concat()
    );
    let text = "name: assembly::many::1.0\nproperties:\n  count: {type: integer, default: 2}\ncomposition:\n  part:\n    type: \
                resource::part::1.0\n    quantity: ${count}\n    properties: {name: {value: 'n${instance.index}'}}\n";
    let served = Served::files(&[("many.yaml", text), ("part.yaml", &part)]);
    let page = &served.page;
    served.open("many.yaml");
    page.click("#tab-preview");
    page.area("[data-instance='many__part__2']");
    // On a fast machine the button disappears soon, so it is pressed as soon as it appears.
    let press = "window.seen = []; window.press = new MutationObserver(() => {
        const button = document.querySelector('[data-work=stop]');
        if (!button) return;
        window.press.disconnect();
        window.seen = [document.querySelector('.working-status').textContent, document.querySelector('.how-far').textContent];
        button.click();
    });
    window.press.observe(document.querySelector('.preview'), { childList: true, subtree: true });";
    page.run(press, &[]);
    page.click("[data-input='count']");
    page.type_text("9990");
    page.wait_for_text(".working-status", |text| text == "Cancelled. The previous result is shown.");
    let seen = page.run("return window.seen", &[]);
    assert_eq!(seen[0], "Computing the preview …");
    assert!(
        seen[1]
            .as_str()
            .is_some_and(|text| text.ends_with(" instances") || text.ends_with(" relationships") || text == "the plan"),
        "{seen}"
    );
    page.area(".expansion[aria-busy='true'] [data-instance='many__part__2']");
    page.click("[data-work='resume']");
    page.wait_for("all instances", || {
        page.texts(".inspector-section").iter().any(|text| text == "Instances (9992)").then_some(())
    });
    page.wait_until_gone("[data-work]");
    page.area(".expansion[aria-busy='false']");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn instances_over_the_canvas_lead_to_their_components() {
    let served = Served::examples();
    let page = &served.page;
    let file = "assemblies/streamer-cluster-2.0.yaml";
    served.open(file);
    page.click("#tab-preview");
    let names = page.wait_for("instances", || {
        let names = page.texts("[data-instance] .instance-name");
        (names.len() > 4).then_some(names)
    });
    // The number of elements that are rendered from now on.
    page.run(
        "window.watched = 0;
         const Real = ResizeObserver;
         window.ResizeObserver = class extends Real {
             observe(element) { watched += 1; super.observe(element); }
             disconnect() { watched -= 1; super.disconnect(); }
         };",
        &[],
    );
    page.click("[data-draw='instances']");
    page.area(".ghosts-svg");
    let drawn = page.run("return [...document.querySelectorAll('[data-ghost] > title')].map((title) => title.textContent.split('\\n')[0]);", &[]);
    let mut drawn: Vec<&str> = drawn.as_array().into_iter().flatten().filter_map(serde_json::Value::as_str).collect();
    let mut expected: Vec<&str> = names.iter().map(String::as_str).collect();
    drawn.sort_unstable();
    expected.sort_unstable();
    assert_eq!(drawn, expected, "each instance is a box");
    // Dragging moves the view, not the items; nothing of it changes the text.
    let ghost = "[data-ghost$='__streamer__2'] .box-label";
    let before = page.area(ghost).center();
    page.drag(before, (before.0 + 50.0, before.1 + 30.0));
    let after = page.area(ghost).center();
    assert!((after.0 - before.0 - 50.0).abs() < 2.0 && (after.1 - before.1 - 30.0).abs() < 2.0, "{before:?} {after:?}");
    assert_eq!(served.text(), served.disk(file));
    // Another input adds a box, and the others stay in place.
    page.click("[data-input='initial_streamers']");
    page.type_text("3");
    page.area("[data-ghost$='__streamer__3']");
    // A click goes to the component.
    page.perform(descriptorium_tests::browser::input::Input::new().click(page.place(ghost)));
    page.wait_until_gone(".ghosts");
    page.area(".box.selected[data-id='/composition/streamer']");
    // With the keys as well.
    page.click("[data-draw='instances']");
    page.area(".ghosts-svg:focus");
    page.press(&[RIGHT]);
    let first = page.wait_for_text(".ghosts-said", |said| said.contains("__"));
    page.press(&[RIGHT]);
    page.wait_for_text(".ghosts-said", |said| said.contains("__") && said != first);
    page.press(&[ENTER]);
    page.wait_until_gone(".ghosts");
    page.area(".box.selected");
    page.click("[data-draw='instances']");
    page.area(".ghosts-svg:focus");
    page.press(&[ESCAPE]);
    page.wait_until_gone(".ghosts");
    assert_eq!(page.run("return window.watched;", &[]), 0, "the diagram is gone");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn in_a_narrow_window_no_label_of_the_preview_is_cut_off() {
    let served = Served::examples();
    let page = &served.page;
    served.open("assemblies/origin-1.0.yaml");
    let narrow = json!({ "width": 420, "height": 860, "deviceScaleFactor": 1, "mobile": false });
    page.devtools("Emulation.setDeviceMetricsOverride", narrow);
    page.click("#side-views");
    page.click("#tab-preview");
    page.area("[data-instance] .values");
    let cut = "return [...document.querySelectorAll('.inputs .field-label, .values th')]
        .filter((label) => label.scrollWidth > label.clientWidth).map((label) => label.textContent);";
    assert_eq!(page.run(cut, &[]), json!([]));
    // The diagram becomes visible: the canvas replaces the list.
    page.click("[data-draw='instances']");
    page.area("#side-canvas[aria-pressed='true']");
    page.area(".ghosts");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn collapsed_instances_stay_collapsed() {
    let served = Served::examples();
    let page = &served.page;
    served.open("assemblies/streamer-cluster-2.0.yaml");
    page.click("#tab-preview");
    page.area("[data-instance] .values");
    let listed = || page.texts("[data-instance] .instance-name").len();
    let all = listed();
    page.click(".turn-instance[aria-expanded='true']");
    page.wait_for("a closed one", || (listed() == 1).then_some(()));
    page.area(".turn-instance[aria-expanded='false']");
    page.click("[data-input='initial_streamers']");
    page.type_text("4");
    page.wait_for_text("[data-property='initial_streamers'] .value", |value| value == "4");
    assert_eq!(listed(), 1);
    page.focus(".turn-instance");
    page.press(&[RIGHT]);
    page.wait_for("all of them", || (listed() > all).then_some(()));
    page.press(&[LEFT]);
    page.wait_for("a closed one", || (listed() == 1).then_some(()));
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_plan_is_stepped_through() {
    let resource = "name: resource::r::1.0\nproperties: {in: {}, out: {read-only: true}}\nlifecycle: {Create: {}, Install: {}, Start: {}}\n";
    let text = "name: assembly::two::1.0\nproperties: {}\ncomposition:\n  first: {type: 'resource::r::1.0'}\n  second: {type: \
                'resource::r::1.0', properties: {in: {value: '${first.out}'}}}\n";
    let served = Served::files(&[("two.yaml", text), ("r.yaml", resource)]);
    let page = &served.page;
    served.open("two.yaml");
    page.click("#tab-preview");
    page.click("[data-draw='instances']");
    page.area("[data-ghost='/two__second']");
    let stages = page.run("return document.querySelectorAll('.plan .stage').length;", &[]).as_u64().expect("a number");
    assert_eq!(page.run("return document.querySelectorAll('.timeline-bar').length;", &[]), stages);
    let shows = |expected: &str| drop(page.wait_for_text(".timeline-status", |text| text == expected));
    let has_state = |name: &str, state: &str| {
        page.area(&format!("[data-ghost='/two__{name}'].state-{state}"));
        page.area(&format!("[data-instance='two__{name}'] .item-state.state-{state}"));
    };
    shows(&format!("{stages} stages"));
    page.click("[data-step='next']");
    shows("Before the first stage");
    has_state("first", "absent");
    has_state("second", "absent");
    page.wait_for_text(".item-states", |text| text == "3 instances:2 absent1 without actions");
    // The second one shows its dependencies automatically.
    page.click("[data-step='next']");
    has_state("first", "created");
    has_state("second", "absent");
    page.click("[data-step='next']");
    has_state("first", "installed");
    has_state("second", "absent");
    page.click("[data-step='next']");
    has_state("second", "created");
    page.area(".stage.last .action details[open]");
    let reasons = page.texts(".stage.last .reason");
    assert!(reasons.iter().any(|reason| reason.starts_with("after Install two__first: ")), "{reasons:?}");
    // With the keys: on the range, and over the canvas.
    page.run("document.querySelector('.timeline-at').focus()", &[]);
    page.press(&[END]);
    shows(&format!("After stage {stages} of {stages}"));
    has_state("second", "active");
    page.wait_for_text(".item-states", |text| text == "3 instances:2 active1 without actions");
    page.run("document.querySelector('.ghosts-svg').focus()", &[]);
    page.press(&[PAGE_UP]);
    shows(&format!("After stage {} of {stages}", stages - 1));
    has_state("second", "inactive");
    page.click(".timeline-bar");
    shows(&format!("After stage 1 of {stages}"));
    has_state("first", "created");
    page.click("[data-step='end']");
    shows(&format!("{stages} stages"));
    page.wait_until_gone(".item-state");
    page.expect_no_complaints();
}

/// A list that is cut off is not shown as empty.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_plan_that_is_too_large_is_reported() {
    let part = "name: resource::part::1.0\nproperties: {in: {}, out: {read-only: true}}\ncapabilities: {C: {type: c}}\n\
                requirements: {R: {type: c}}\noperations: {Op: {}}\nlifecycle: {Create: {}, Install: {}, Start: {}}\n";
    let text = "name: assembly::many::1.0\nproperties: {}\ncomposition:\n  x: {type: 'resource::part::1.0', quantity: 3000}\n  \
                y: {type: 'resource::part::1.0', quantity: 3000, properties: {in: {value: '${x.out}'}}}\nrelationships:\n  \
                r:\n    source-capabilities: [x.C]\n    target-requirements: [y.R]\n    source-state: Active\n    \
                target-state: Active\n    lifecycle: {Create: [target.Op]}\n";
    let served = Served::files(&[("many.yaml", text), ("part.yaml", part)]);
    let page = &served.page;
    served.open("many.yaml");
    page.click("#tab-preview");
    page.wait_for("the plan", || page.texts(".empty").iter().any(|text| text == "Too large to show.").then_some(()));
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn two_sets_of_inputs_and_two_versions_are_compared() {
    let served = Served::examples();
    let page = &served.page;
    served.open("assemblies/streamer-cluster-2.0.yaml");
    page.click("#tab-preview");
    page.area("[data-instance]");
    page.click("[data-compare='keep']");
    served.wait_for_notice("Kept for comparison: streamer-cluster-2.0.yaml");
    page.wait_for_text(".preview .diff .empty", |text| text == "No differences.");
    page.click("[data-input='initial_streamers']");
    page.type_text("3");
    page.wait_for("the third streamer", || {
        let added = page.texts(".preview .diff-added");
        let has = |part: &str| added.iter().any(|line| line.contains(part));
        (has("__streamer__3: resource::fjord.streamer::2.0") && has("Install") && has("initial_streamers: 3 (intent)"))
            .then_some(())
    });
    assert!(page.texts(".preview .diff-removed").iter().any(|line| line.contains("initial_streamers: 2 (default)")));
    // Another version of the descriptor for comparison.
    page.click("[data-file='assemblies/streamer-cluster-1.0.yaml']");
    page.wait_for("the other version", || {
        page.texts(".preview .diff-added")
            .iter()
            .any(|line| line.contains("assembly::fjord.streamer_cluster::1.0"))
            .then_some(())
    });
    page.click("[data-compare='drop']");
    page.wait_until_gone(".preview .diff");
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_language_without_a_preview_has_no_tab_for_it() {
    let resource = fs::read_to_string(paths::root().join("examples/resources/streamer-1.0.yaml")).expect("an example");
    let assembly = "name: assembly::whole::1.0\nproperties: {size: {type: string}}\n";
    let served = Served::files(&[("streamer.yaml", &resource), ("whole.yaml", assembly)]);
    let page = &served.page;
    let commands = |words: &str| {
        page.focus(".canvas-svg");
        page.press(&[CONTROL, "k"]);
        page.area(".dialog .picker-input:focus");
        page.type_text(words);
        let found = page.wait_for(words, || {
            let found = page.texts(".picker-label");
            found.iter().any(|label| label.contains("Show Inspector")).then_some(found)
        });
        page.press(&[ESCAPE]);
        page.wait_until_gone(".dialog");
        found
    };
    let offers_preview = |found: Vec<String>| found.iter().any(|label| label.contains("Show Preview"));
    served.open("whole.yaml");
    page.click("#tab-preview");
    page.area(".preview");
    assert!(offers_preview(commands("show")));

    // The text replaces it.
    served.open("streamer.yaml");
    page.area("#tab-yaml[aria-selected='true']");
    page.wait_until_gone(".preview");
    page.area("#tab-preview.hidden");
    assert!(!offers_preview(commands("show")));
    // The keys skip it.
    page.focus("#tab-yaml");
    page.press(&[END]);
    page.area("#tab-inspector[aria-selected='true']:focus");
    page.press(&[RIGHT]);
    page.area("#tab-yaml[aria-selected='true']:focus");

    served.open("whole.yaml");
    page.wait_until_gone("#tab-preview.hidden");
    page.click("#tab-preview");
    page.area(".preview");
    served.open("streamer.yaml");
    page.wait_until_gone(".preview");
    served.open("whole.yaml");
    page.area("#tab-preview[aria-selected='true']");
    page.area(".preview");
    page.expect_no_complaints();
}
