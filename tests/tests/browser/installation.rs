//! The preview of application service descriptors: stages, override values, clusters and networks.

#![expect(clippy::expect_used, reason = "panics are reported in the calling test")]

use std::time::Duration;
use std::{fs, thread};

use descriptorium_core::package::extract_all;
use descriptorium_core::text::FilePath;
use descriptorium_tests::archive::tgz;
use descriptorium_tests::browser::input::{CONTROL, DELETE, ENTER, ESCAPE, TAB};
use descriptorium_tests::paths;

use super::packing::{drop_file, keep_downloads, kept};
use super::served_folder::Served;

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn an_installation_shows_its_stages_values_clusters_and_networks() {
    let served = Served::examples_with_packages();
    let page = &served.page;
    served.open("recorder/Definitions/recorder.yaml");
    page.click("#tab-preview");
    for (stage, item) in [("1", "recordings"), ("2", "index"), ("3", "recorders")] {
        page.wait_for_text(&format!("[data-stage='{stage}'] td"), |text| text == item);
    }
    page.wait_for_text("[data-commands]", |text| text.lines().any(|line| line.starts_with("helm install ")));
    page.area("[data-values='recorders']");
    // The best cluster comes first. Tromsø has an older kernel.
    page.wait_for_text("[data-cluster] summary", |text| text == "oslo: ok");
    page.wait_for_text("[data-cluster='tromsø'] summary", |text| text == "tromsø: fails");
    page.area("[data-point='ingest']");
    page.click("[data-download-values='recorders']");
    page.expect_no_complaints();
}

/// An application without items and connection points.
const EMPTY: &str = "\
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: radio
asdApplicationVersion: \"1.0\"
";

/// The output of `kubectl get nodes -o json`, shortened.
const NODES: &str = r#"{"kind": "List", "apiVersion": "v1", "items": [{"kind": "Node", "metadata": {"name": "worker-1",
    "labels": {"gpu": "true"}}, "spec": {}, "status": {"nodeInfo": {"kernelVersion": "5.15.0-91-generic"}}}]}"#;

/// The charts of the corpus that the journeys deploy; `None`, with a printed line, if they are not there.
fn charts() -> Option<[(&'static str, Vec<u8>); 2]> {
    let corpus = paths::shared("corpus/helm")?;
    let read = |name: &'static str| (name, fs::read(corpus.join(name)).expect("a chart"));
    Some([read("ueransim-2.0.17.tgz"), read("mongodb-16.5.8.tgz")])
}

/// Checks the preview, downloads the values and the package, and opens the package again.
fn finish(served: &Served, press: &dyn Fn(&str)) {
    let page = &served.page;
    page.click("#tab-preview");
    for (stage, item) in [("1", "deployment_item"), ("2", "ueransim"), ("3", "mongodb")] {
        page.wait_for_text(&format!("[data-stage='{stage}'] td"), |text| text == item);
    }
    page.wait_for_text("[data-point='connection_point']", |text| text.contains("ueransim:gnb.n2if.ipAddress"));
    page.wait_for_text("[data-point='connection_point_2']", |text| text.contains("ueransim:global.n3network.name"));
    press("[data-load='paste']");
    page.focus(".pasting textarea");
    page.run("document.querySelector('.pasting textarea').value = arguments[0];", &[NODES.into()]);
    press("[data-load='use']");
    keep_downloads(page);
    press("[data-download-values='ueransim']");
    let values = page.wait_for("the values", || {
        let names = page.run("return Object.keys(window.kept);", &[]);
        names[0].as_str().filter(|name| name.ends_with(".yaml")).map(str::to_owned)
    });
    let values = String::from_utf8(kept(page, &values)).expect("text");
    assert!(values.contains("# gnb.n2if.ipAddress: <runtime connection_point.loadbalancerIP>"), "{values}");
    press("[data-pack]");
    let package = kept(page, "radio.csar");
    let files = extract_all(&package, u64::MAX, &mut (1 << 30), |_| true).expect("an archive");
    let names: Vec<&str> = files.files.keys().map(FilePath::as_str).collect();
    let expected = [
        "Artifacts/Deployment/HELM/mongodb-16.5.8.tgz",
        "Artifacts/Deployment/HELM/ueransim-2.0.17.tgz",
        "TOSCA-Metadata/TOSCA.meta",
        "radio.mf",
        "radio.yaml",
    ];
    // The third item has no artifact yet.
    assert_eq!(names, expected);
    drop_file(page, "again.csar", &package);
    page.click(".dialog [data-way='copy']");
    page.area(".file.current[data-file='again/radio.yaml']");
    page.click("#tab-inspector");
    page.click("[data-id='/deploymentItems/0'] .box-label");
    // The charts in the package are read.
    page.wait_for_text("[data-choices='parameter'] summary", |text| text.contains("lifecycle parameters"));
    page.expect_no_complaints();
}

/// A chart that was dropped on the window is in the draft until it is saved, and then in the folder.
#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_dropped_chart_is_saved_with_the_descriptor() {
    let served = Served::files(&[("radio.yaml", EMPTY)]);
    let page = &served.page;
    served.open("radio.yaml");
    let chart = tgz(&[
        ("web/Chart.yaml", b"apiVersion: v2\nname: web\nversion: 1.0.0\n"),
        ("web/values.yaml", b"replicas: 1\n"),
    ]);
    let is_read = || {
        page.click("[data-id='/deploymentItems/0'] .box-label");
        page.click("#tab-inspector");
        page.wait_for_text("[data-choices='parameter'] summary", |text| text.contains("of the chart"));
    };
    drop_file(page, "web-1.0.0.tgz", &chart);
    served.wait_for_notice("The next save writes it to the folder.");
    is_read();
    // The draft is stored within a second.
    thread::sleep(Duration::from_secs(1));
    page.reload();
    page.area("[data-id='/deploymentItems/0'] .box-label");
    is_read();
    let at = "Artifacts/Deployment/HELM/web-1.0.0.tgz";
    assert!(!served.at(at).exists(), "nothing is written before it is saved");
    page.press(&[CONTROL, "s"]);
    served.wait_for_notice("Saved 2 files");
    assert_eq!(fs::read(served.at(at)).expect("the chart"), chart);
    assert!(served.disk("radio.yaml").contains(at));
    page.reload();
    page.area("[data-id='/deploymentItems/0'] .box-label");
    is_read();
    // What was undone is not saved.
    drop_file(page, "other-1.0.0.tgz", &tgz(&[("other/Chart.yaml", b"name: other\nversion: 1.0.0\n")]));
    page.area("[data-id='/deploymentItems/1'] .box-label");
    page.click("#undo");
    page.wait_until_gone("[data-id='/deploymentItems/1']");
    page.click("[data-id='/deploymentItems/0'] .box-label");
    page.press(&[CONTROL, "s"]);
    served.wait_for_notice("Nothing to save");
    assert!(!served.at("Artifacts/Deployment/HELM/other-1.0.0.tgz").exists());
    page.expect_no_complaints();
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn an_application_is_built_from_dropped_charts_with_the_pointer() {
    let Some(charts) = charts() else { return };
    let served = Served::files(&[("radio.yaml", EMPTY)]);
    let page = &served.page;
    served.open("radio.yaml");
    for (name, bytes) in &charts {
        drop_file(page, name, bytes);
        served.wait_for_notice(name);
    }
    let palette = |key: &str| {
        let item = format!("[data-descriptor='{key}']");
        page.area(&item);
        page.run("document.querySelector(arguments[0]).scrollIntoView();", &[item.as_str().into()]);
        page.drag(page.place(&item), served.void());
    };
    palette("/deploymentItems/crd");
    page.area("[data-id='/deploymentItems/2']");
    let item = |index: usize| format!("[data-id='/deploymentItems/{index}'] .box-label");
    let lane = |name: &str| page.area(&format!("[data-id='/deploymentItems/stage {name}'] .box-shape"));
    let beside = |name: &str| {
        let lane = lane(name);
        (lane.x + lane.width + 12.0, lane.center().1)
    };
    let text = |part: &str| page.wait_for(part, || served.text().contains(part).then_some(()));
    // The view stays while the diagram grows.
    let show_all = || {
        page.focus(".canvas-svg");
        page.press(&["0"]);
    };
    // Out of the lane without an order: the first stage; then one after the other.
    show_all();
    page.drag(page.place(&item(2)), beside(""));
    text("deploymentOrder: 1");
    show_all();
    page.drag(page.place(&item(0)), beside("1"));
    text("deploymentOrder: 2");
    show_all();
    page.drag(page.place(&item(1)), beside("2"));
    text("deploymentOrder: 3");
    show_all();
    // Into another lane, and back.
    let before = served.text();
    page.drag(page.place(&item(1)), (lane("1").center().0, lane("1").y + lane("1").height - 4.0));
    page.wait_for("one lane less", || (!served.text().contains("deploymentOrder: 3")).then_some(()));
    served.undo_to(&before);
    for _ in 0..2 {
        palette("/asdExtCpd/");
    }
    page.area(".box.boundary [data-port='connection_point_2']");
    for (point, parameter) in [
        ("connection_point", "loadbalancerIP: gnb.n2if.ipAddress"),
        ("connection_point_2", "nadNames: global.n3network.name"),
    ] {
        page.drag(page.place(&format!(".box.boundary [data-port='{point}'] .port-shape")), page.place(&item(0)));
        page.area(".dialog .picker-input:focus");
        page.type_text(parameter);
        page.press(&[ENTER]);
        text(parameter.split_once(": ").expect("two parts").1);
    }
    finish(&served, &|selector| page.click(selector));
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn an_application_is_built_with_the_keyboard() {
    let Some(charts) = charts() else { return };
    let served = Served::files(&[("radio.yaml", EMPTY)]);
    let page = &served.page;
    served.open("radio.yaml");
    let folder = tempfile::tempdir().expect("a folder");
    for (name, bytes) in &charts {
        let file = folder.path().join(name);
        fs::write(&file, bytes).expect("a chart");
        page.choose_file("#open-files", &file.to_string_lossy());
        served.wait_for_notice(name);
    }
    let choose = |texts: &[&str]| {
        for text in texts {
            page.area(".dialog .picker-input:focus");
            page.type_text(text);
            page.press(&[ENTER]);
        }
        page.wait_until_gone(".dialog");
    };
    let text = |part: &str| page.wait_for(part, || served.text().contains(part).then_some(()));
    let add = |what: &str| {
        page.focus(".canvas-svg");
        page.press(&["a"]);
        choose(&[what]);
    };
    add("crd");
    page.area(".selected[data-id='/deploymentItems/2']");
    page.click("#tab-inspector");
    let press = |selector: &str| {
        page.area(selector);
        page.focus(selector);
        page.press(&[ENTER]);
    };
    let select = |index: usize| page.click(&format!("[data-id='/deploymentItems/{index}'] .box-label"));
    press("[data-action='stage']");
    text("deploymentOrder: 1");
    for index in 0..2 {
        select(index);
        page.area(&format!(".selected[data-id='/deploymentItems/{index}']"));
        // One button for each stage; the last stage has the last one.
        let stages = || page.texts("[data-action='new-stage-after']").len();
        page.wait_for("the stages so far", || (stages() == index + 1).then_some(()));
        press("[data-action='new-stage-after']:last-of-type");
        text(&format!("deploymentOrder: {}", index + 2));
    }
    add("connection point");
    text("id: connection_point");
    add("connection point");
    text("id: connection_point_2");
    for (point, parameter) in [
        ("connection_point", "loadbalancerIP: gnb.n2if.ipAddress"),
        ("connection_point_2", "nadNames: global.n3network.name"),
    ] {
        select(0);
        page.press(&["c"]);
        choose(&[parameter, point]);
        text(parameter.split_once(": ").expect("two parts").1);
    }
    finish(&served, &|selector| press(selector));
}

#[test]
#[ignore = "needs a browser: cargo xtask test"]
fn a_palette_item_is_dropped_in_a_lane_and_points_are_parts_of_the_border() {
    let served = Served::examples();
    let page = &served.page;
    served.open("other/streamer-asd.yaml");
    let before = served.text();
    let item = "[data-descriptor='/deploymentItems/crd']";
    page.area(item);
    page.run("document.querySelector(arguments[0]).scrollIntoView();", &[item.into()]);
    let lane = page.area("[data-id='/deploymentItems/stage 2'] .box-shape");
    page.drag(page.place(item), (lane.center().0, lane.y + lane.height - 4.0));
    let (came, _) = served.changed(&before);
    assert!(came.iter().any(|line| line == "    deploymentOrder: 2"), "{came:?}");
    served.undo_to(&before);

    // With the pointer: the form of the point, its name, and its removal with nothing else.
    let port = |id: &str| format!(".box.boundary [data-port='{id}']");
    page.wait_for_text(&format!("{} .port-label", port("viewers")), |text| text == "viewers · EndUser");
    page.click("#tab-inspector");
    page.click(&format!("{} .port-label", port("viewers")));
    page.area(".box.boundary .port.selected[data-port='viewers']");
    page.area(".inspector .name-line input");
    page.focus(".canvas-svg");
    page.press(&[DELETE]);
    page.wait_for("one point less", || (!served.text().contains("id: viewers")).then_some(()));
    assert!(served.text().contains("# A second interface of the pods, towards the origin.\n  - id: upstream"));
    served.undo_to(&before);

    // With the keyboard, the points come first, from top to bottom.
    page.focus(".canvas-svg");
    page.press(&[ESCAPE]);
    page.press(&[TAB]);
    page.wait_for_text(".canvas-said", |text| text.starts_with("connection point upstream, backhaul"));

    // Another form of the whole descriptor, as one step.
    page.press(&[CONTROL, "k"]);
    page.area(".dialog .picker-input:focus");
    page.type_text("Convert to another form");
    page.press(&[ENTER]);
    page.wait_for_text(".dialog", |text| text.contains("wg6"));
    page.type_text("wg6");
    page.press(&[ENTER]);
    page.click(".dialog .go-on");
    page.wait_for("the other form", || served.text().contains("type: tosca.nodes.asd.Asd").then_some(()));
    page.area("[data-id$='/artifacts/streamers']");
    served.undo_to(&before);
    page.expect_no_complaints();
}
