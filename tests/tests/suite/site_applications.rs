//! Pages about applications: charts, package contents, clusters, and versions.

use descriptorium_tests::archive::tgz;
use scraper::{Html, Selector};
use serde_json::{Value, json};

use crate::suite::program::{Folder, Server};

const RECORDER: &str = "\
asdId: 3b8f6d10-52c4-4f0e-9d6b-7a1e2c94d051
asdVersion: \"1.0\"
asdProvider: Fjord
asdApplicationName: recorder
asdApplicationVersion: 1.0.0
asdExtCpd:
  - id: ingest
    virtualLinkRequirement: [backhaul]
    inputParamMappings: {nadNamespace: 'recorder:networks.namespace'}
enhancedClusterCapabilities: {minKernelVersion: 5.15.0, requiredKernelModules: [tls]}
deploymentItems:
  - deploymentItemId: recorders
    artifactType: helm_chart
    artifactId: Artifacts/recorder
    deploymentOrder: 1
    lifecycleParameters: [replicas, secret]
";
const META: &str = "TOSCA-Meta-File-Version: 1.1\nCSAR-Version: 1.1\nCreated-By: a test\n\
                    Entry-Definitions: Definitions/recorder.yaml\nETSI-Entry-Manifest: recorder.mf\n";
/// The digest of `abc` in FIPS 180-4.
const ABC: &str = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";

fn catalog() -> Folder {
    let manifest = format!(
        "metadata:\n  release_date_time: 2026-01-01T00:00:00Z\n\nSource: Files/abc.txt\nAlgorithm: SHA-256\nHash: {ABC}\n\n\
         Source: Files/lost.txt\nAlgorithm: SHA-256\nHash: {ABC}\n\nSource: Artifacts/recorder/Chart.yaml\n\
         Algorithm: SHA-256\nHash: {ABC}\n"
    );
    let chart = "package/Artifacts/recorder";
    let folder = Folder::new(&[
        ("package/Definitions/recorder.yaml", RECORDER),
        ("package/TOSCA-Metadata/TOSCA.meta", META),
        ("package/recorder.mf", &manifest),
        ("package/Files/abc.txt", "abc"),
        ("clusters/new.yaml", "cluster: new\nkernelVersion: 6.1.0\nkernelModules: [tls]\n"),
        ("clusters/old.yaml", "cluster: old\nkernelVersion: 5.4.0\nkernelModules: [tls]\n"),
    ]);
    folder.write(&format!("{chart}/Chart.yaml"), "apiVersion: v2\nname: recorder\nversion: 1.2.3\n");
    folder.write(
        &format!("{chart}/values.yaml"),
        "replicas: 2\nsecret: \"\"\nnetworks: {namespace: \"\"}\nimage: {tag: \"9\"}\n",
    );
    folder
}

fn build(folder: &Folder, out: &str) {
    let run = folder.run(&["build", ".", "--out", out]);
    assert!(run.code < 2, "{run:?}");
}

fn main_of(folder: &Folder, path: &str) -> String {
    let html = Html::parse_document(&folder.read(path).replace("<wbr>", ""));
    let main = html.select(&Selector::parse("main").expect("a selector")).next().expect("a main");
    main.text().collect::<Vec<_>>().join(" ").split_whitespace().collect::<Vec<_>>().join(" ")
}

const PAGE: &str = "out/application/~fjord/recorder/1.0.html";

#[test]
fn the_page_of_an_application_shows_its_charts_and_its_package() {
    let folder = catalog();
    build(&folder, "out");
    let page = main_of(&folder, PAGE);
    for part in [
        "1 recorders helm_chart Artifacts/recorder recorder 1.2.3",
        "recorder 1.2.3 Item recorders , override file recorders.yaml Parameter Default Override Written by",
        "networks.namespace empty known at deployment nadNamespace of ingest",
        "replicas 2 the default applies lifecycle parameter of recorders",
        "secret empty required lifecycle parameter of recorders",
        "image.tag 9",
        "new ok",
        "old fails Linux kernel 5.15.0 :",
        "Artifacts/recorder/values.yaml 67 bytes",
        "Files/lost.txt missing",
    ] {
        assert!(page.contains(part), "no `{part}` in {page}");
    }
    assert!(page.contains(&format!("Files/abc.txt 3 bytes {ABC} digest matches")), "{page}");
    let row = page.split("Artifacts/recorder/Chart.yaml").last().unwrap_or_default();
    assert!(row.split("Artifacts/").next().is_some_and(|row| row.contains("digest differs")), "{page}");
    let row = page.split("Artifacts/recorder/values.yaml").last().unwrap_or_default();
    assert!(row.split("Definitions/").next().is_some_and(|row| row.contains("not listed")), "{page}");
    // The data has the same plan and values.
    let data: Value = serde_json::from_str(&folder.read("out/application/~fjord/recorder/1.0.json")).expect("JSON");
    let installation = &data["installation"];
    assert_eq!(installation["stages"], json!([{"order": 1, "items": ["recorders"]}]), "{installation}");
    assert_eq!(installation["items"][0]["chart"]["version"], "1.2.3", "{installation}");
    assert!(
        folder.read("out/application/~fjord/recorder/1.0.md").contains("| `replicas` | `2` | the default applies |")
    );
}

/// A page must follow the files of its package, which are not descriptors.
#[test]
fn a_changed_chart_changes_the_page_in_the_next_build() {
    let folder = catalog();
    build(&folder, "out");
    folder.write("package/Artifacts/recorder/values.yaml", "replicas: 5\nsecret: s\n");
    build(&folder, "out");
    build(&folder, "fresh");
    let page = main_of(&folder, PAGE);
    assert!(page.contains("replicas 5 the default applies"), "{page}");
    assert_eq!(folder.read(PAGE), folder.read(&PAGE.replace("out/", "fresh/")));
}

/// The oracle is `check`, which reads the package as well.
#[test]
fn a_page_has_the_findings_about_its_charts() {
    let folder = catalog();
    folder.write("package/Definitions/recorder.yaml", RECORDER.replace("secret]", "secrte]"));
    let codes = |folder: &Folder| {
        let report = folder.run(&["check", ".", "--format", "json"]).json();
        let found = report["diagnostics"].as_array().expect("a list").clone();
        let of = |found: &Value| found["file"].as_str().is_some_and(|file| file.ends_with("recorder.yaml"));
        let mut codes: Vec<String> =
            found.iter().filter(|one| of(one)).map(|one| one["code"].as_str().expect("a code").to_owned()).collect();
        codes.sort();
        codes
    };
    let shown = |folder: &Folder| {
        let data: Value = serde_json::from_str(&folder.read("out/application/~fjord/recorder/1.0.json")).expect("JSON");
        let found = data["findings"].as_array().unwrap_or_else(|| panic!("no findings: {data}")).iter();
        let mut codes: Vec<String> = found.map(|one| one["code"].as_str().expect("a code").to_owned()).collect();
        codes.sort();
        codes
    };
    build(&folder, "out");
    assert!(codes(&folder).iter().any(|code| code == "asd/unknown-parameter"), "{:?}", codes(&folder));
    assert_eq!(shown(&folder), codes(&folder));
    // The next build checks again because the chart has the parameter now.
    folder.write("package/Artifacts/recorder/values.yaml", "replicas: 5\nsecrte: s\nnetworks: {namespace: x}\n");
    build(&folder, "out");
    assert!(codes(&folder).iter().all(|code| code != "asd/unknown-parameter"), "{:?}", codes(&folder));
    assert_eq!(shown(&folder), codes(&folder));
}

/// An application in the form of ONAP.
const TEMPLATE: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [asd_types.yaml]
topology_template:
  node_templates:
    radio:
      type: tosca.nodes.asd
      properties:
        descriptor_id: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
        descriptor_version: \"1.0\"
        provider: Fjord
        application_name: radio
      artifacts:
        amf: {type: tosca.artifacts.asd.deploymentItem, file: amf.tgz, properties: {item_id: amf, artifact_type: helm_chart}}
";

/// The page of an application in a template has the sections of an application, in each of its forms.
#[test]
fn an_application_in_a_template_has_sections_of_its_own() {
    let folder = Folder::new(&[("radio.yaml", TEMPLATE)]);
    build(&folder, "out");
    let html = Html::parse_document(&folder.read("out/application/~fjord/radio/1.0.html"));
    let heading = Selector::parse("main h2").expect("a selector");
    let titles = html.select(&heading);
    let titles: Vec<String> =
        titles.map(|title| title.text().collect::<String>().trim_end_matches('#').trim().to_owned()).collect();
    let markdown = folder.read("out/application/~fjord/radio/1.0.md");
    for (key, title) in [
        ("descriptor_id", "Descriptor id"),
        ("provider", "Provider"),
        ("application_name", "Application name"),
        ("artifacts", "Artifacts"),
        ("imports", "Imports"),
    ] {
        assert!(titles.iter().any(|shown| shown == title), "{title}: {titles:?}");
        assert!(markdown.contains(&format!("\n## {key}\n")), "{key}: {markdown}");
    }
    assert!(titles.iter().all(|title| title != "Topology template"), "{titles:?}");
    assert!(!markdown.contains("## topology_template"), "{markdown}");
}

#[test]
fn a_served_page_follows_a_packed_chart() {
    let folder = catalog();
    folder.write("package/Definitions/recorder.yaml", RECORDER.replace("Artifacts/recorder", "Artifacts/recorder.tgz"));
    let chart = |values: &str| {
        tgz(&[
            ("recorder/Chart.yaml", b"apiVersion: v2\nname: recorder\nversion: 1.2.3\n"),
            ("recorder/values.yaml", values.as_bytes()),
        ])
    };
    folder.write("package/Artifacts/recorder.tgz", chart("replicas: 2\nsecret: s\nnetworks: {namespace: x}\n"));
    let server = Server::start(&folder, &[]);
    let page = || server.get("/application/~fjord/recorder/1.0.json").text();
    let etag = server.get("/api/catalog").header("etag").expect("an etag").to_owned();
    let has_default = |page: &str, number: u32| page.contains(&format!("\"default\":{number}"));
    assert!(has_default(&page(), 2) && !page().contains("asd/unknown-parameter"), "{}", page());
    assert_eq!(server.get("/api/catalog").header("etag"), Some(etag.as_str()));
    folder.write("package/Artifacts/recorder.tgz", chart("replicas: 3\nnetworks: {namespace: x}\n"));
    assert!(has_default(&page(), 3) && page().contains("asd/unknown-parameter"), "{}", page());
    assert_ne!(server.get("/api/catalog").header("etag"), Some(etag.as_str()));
}

#[test]
fn the_clusters_of_a_catalog_are_compared_with_its_applications() {
    let folder = catalog();
    build(&folder, "out");
    let page = main_of(&folder, "out/clusters.html");
    assert!(page.contains("Application new old recorder 1.0 ok fails: 1 of 2"), "{page}");
    assert!(folder.read("out/index.html").contains("href=\"clusters.html\""));
    let data: Value = serde_json::from_str(&folder.read("out/clusters.json")).expect("JSON");
    let clusters = &data["applications"][0]["clusters"];
    assert_eq!((&clusters[0]["name"], &clusters[0]["result"]), (&json!("new"), &json!("ok")));
    assert_eq!(clusters[1]["open"][0]["name"], json!("Linux kernel 5.15.0"));
    // A changed cluster changes it; without clusters there is no page.
    folder.write("clusters/old.yaml", "cluster: old\nkernelVersion: 5.15.2\nkernelModules: [tls]\n");
    build(&folder, "out");
    assert!(main_of(&folder, "out/clusters.html").contains("recorder 1.0 ok ok"));
    for file in ["clusters/old.yaml", "clusters/new.yaml"] {
        folder.write(file, "cluster_of: nothing\n");
    }
    build(&folder, "out");
    assert!(!folder.at("out/clusters.html").exists());
    assert!(!folder.read("out/index.html").contains("clusters.html"));
}

#[test]
fn versions_of_an_application_are_compared() {
    let folder = catalog();
    let after =
        RECORDER.replace("asdVersion: \"1.0\"", "asdVersion: \"2.0\"").replace("[replicas, secret]", "[replicas]");
    let after = after.replace("d051", "d052").replace("1.0.0", "2.0.0");
    folder.write("next.yaml", after);
    build(&folder, "out");
    let page = main_of(&folder, "out/application/~fjord/recorder/1.0-to-2.0.html");
    assert!(page.contains("secret"), "{page}");
}
