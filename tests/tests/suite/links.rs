//! Links between descriptors of different languages by identifiers that both have: in hover texts, on the canvas and on
//! pages.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::settings::Settings;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::Workspace;

use crate::suite::program::Folder;

/// A UUID, a module name, a virtual link and an artifact, each named in one file and defined in another.
const FILES: [(&str, &str); 4] = [
    (
        "app/Definitions/app.yaml",
        "\
asdId: 3b8f6d10-52c4-4f0e-9d6b-7a1e2c94d051
asdVersion: \"1.0\"
asdProvider: Fjord
asdApplicationName: recorder
asdApplicationVersion: 1.0.0
asdExtCpd:
  - id: ingest
    virtualLinkRequirement: [backhaul]
deploymentItems:
  - {deploymentItemId: one, artifactType: helm_chart, artifactId: charts/recorder.tgz}
",
    ),
    (
        "app/service.yaml",
        "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    backhaul: {type: tosca.nodes.nfv.NsVirtualLink}
    vnf:
      type: tosca.nodes.Root
      properties: {descriptor_id: 3b8f6d10-52c4-4f0e-9d6b-7a1e2c94d051}
      artifacts: {chart: {type: tosca.artifacts.File, file: charts/recorder.tgz}}
",
    ),
    (
        "homing.yaml",
        "\
homing_template_version: 2017-10-10
parameters: {id: 3b8f6d10-52c4-4f0e-9d6b-7a1e2c94d051}
demands:
  near:
    - inventory_provider: aai
      inventory_type: cloud
      attributes: {resource-module-name: recorder, model-version-id: {get_param: id}}
  far: [{inventory_provider: aai, inventory_type: cloud, attributes: {resource-module-name: record}}]
",
    ),
    (
        "video.yaml",
        "\
name: assembly::video::1.0
composition:
  store:
    type: resource::store::1.0
    properties:
      application: {value: 3b8f6d10-52c4-4f0e-9d6b-7a1e2c94d051}
",
    ),
];

fn path(text: &str) -> FilePath {
    FilePath::new(text).expect("a plain path")
}

fn analysis(files: &[(&str, &str)]) -> Analysis {
    let files = files.iter().map(|(name, text)| (path(name), (*text).to_owned()));
    Analysis::new(Workspace::new(files), Settings::default())
}

/// The links of a file, each as its own text and the file and path of the other end.
fn links(analysis: &Analysis, file: &str) -> Vec<String> {
    let links = analysis.links(&path(file)).into_iter();
    let links = links.map(|link| {
        let arrow = if link.is_to_definition { "->" } else { "<-" };
        format!("{} {arrow} {} {}", link.text, link.other.0, link.other.1)
    });
    links.collect()
}

/// The pairs are written down from the files above; every link has a counterpart in the other direction.
#[test]
fn the_same_identifier_links_descriptors_of_all_languages() {
    let analysis = analysis(&FILES);
    let id = "3b8f6d10-52c4-4f0e-9d6b-7a1e2c94d051";
    let app = "app/Definitions/app.yaml";
    assert_eq!(links(&analysis, "homing.yaml"), [format!("recorder -> {app} "), format!("{id} -> {app} ")]);
    assert_eq!(links(&analysis, "video.yaml"), [format!("{id} -> {app} ")]);
    assert_eq!(
        links(&analysis, "app/service.yaml"),
        [
            format!("backhaul <- {app} /asdExtCpd/0/virtualLinkRequirement"),
            format!("{id} -> {app} "),
            format!("app/charts/recorder.tgz -> {app} /deploymentItems/0"),
        ]
    );
    let (mut to, mut from) = (0, 0);
    for (file, _) in FILES {
        for link in analysis.links(&path(file)) {
            to += usize::from(link.is_to_definition);
            from += usize::from(!link.is_to_definition);
        }
    }
    assert_eq!((to, from), (6, 6));
}

/// A second definition, another spelling or another kind of identifier is no link.
#[test]
fn nothing_is_guessed() {
    let mut files = FILES.to_vec();
    let copy = FILES[0].1.replace("asdVersion: \"1.0\"", "asdVersion: \"2.0\"");
    files.push(("copy.yaml", &copy));
    let analysis = analysis(&files);
    assert!(links(&analysis, "homing.yaml").is_empty() && links(&analysis, "video.yaml").is_empty());
    assert!(!links(&analysis, "app/service.yaml").iter().any(|link| link.starts_with("3b8f")));
}

#[test]
fn hover_and_definition_follow_links() {
    let analysis = analysis(&FILES);
    let at = |file: &str, text: &str| {
        let source = FILES.iter().find(|(name, _)| *name == file).map(|(_, source)| *source).unwrap_or_default();
        (path(file), source.find(text).expect("a text") + 1)
    };
    let (file, offset) = at("homing.yaml", "recorder");
    let hover = analysis.hover(&file, offset).expect("a hover");
    assert!(
        hover
            .text
            .contains("**recorder** — application service descriptor, same module name\n\n*app/Definitions/app.yaml*"),
        "{}",
        hover.text
    );
    assert_eq!(analysis.definition(&file, offset).map(|symbol| symbol.file), Some(path("app/Definitions/app.yaml")));
    let (file, offset) = at("app/Definitions/app.yaml", "backhaul");
    let hover = analysis.hover(&file, offset).expect("a hover");
    assert!(hover.text.contains("**backhaul**") && hover.text.contains("same virtual link"), "{}", hover.text);
    assert_eq!(analysis.definition(&file, offset).map(|symbol| symbol.name.to_string()).as_deref(), Some("backhaul"));
    let (file, offset) = at("app/Definitions/app.yaml", "3b8f");
    let hover = analysis.hover(&file, offset).expect("a hover");
    assert_eq!(hover.text.matches("named by").count(), 3, "{}", hover.text);
    // The demand without a counterpart has none.
    let (file, offset) = at("homing.yaml", "record}");
    assert!(analysis.hover(&file, offset).is_none_or(|hover| !hover.text.contains("same module name")));
}

#[test]
fn boxes_open_the_descriptor_that_they_identify() {
    let analysis = analysis(&FILES);
    let linked = |file: &str, keys: &[&str]| {
        let path_of_box = NodePath::keys(keys.iter().copied());
        analysis.linked(&path(file), &path_of_box).map(|(file, _)| file.to_string())
    };
    let app = Some("app/Definitions/app.yaml".to_owned());
    assert_eq!(linked("homing.yaml", &["demands", "near"]), app);
    assert_eq!(linked("homing.yaml", &["demands", "far"]), None);
    assert_eq!(linked("app/service.yaml", &["topology_template", "node_templates", "vnf"]), app);
    assert_eq!(linked("app/service.yaml", &["topology_template", "node_templates", "backhaul"]), None);
    assert_eq!(linked("video.yaml", &["composition", "store"]), app);
}

#[test]
fn pages_link_descriptors_of_other_languages() {
    let folder = Folder::new(&FILES);
    let run = folder.run(&["build", ".", "--out", "out"]);
    assert!(run.code < 2, "{run:?}");
    let homing = folder.read("out/homing/file/homing.yaml.html");
    let app = "../../application/~fjord/recorder/1.0.html";
    assert!(homing.contains("Linked descriptors") && homing.contains(app), "{homing}");
    // The box of the demand leads there as well.
    let svg = folder.read("out/homing/file/homing.yaml.svg");
    assert!(svg.contains(app), "{svg}");
    let page = folder.read("out/application/~fjord/recorder/1.0.html");
    for part in ["names this", "named here", "homing.yaml.html", "service.yaml.html", "video/1.0.html"] {
        assert!(page.contains(part), "no `{part}` in {page}");
    }
    // Another file that takes the link away changes the page in the next build.
    folder.write("homing.yaml", FILES[2].1.replace("resource-module-name: recorder", "resource-module-name: other"));
    let run = folder.run(&["build", ".", "--out", "out"]);
    assert!(run.code < 2, "{run:?}");
    let after = folder.read("out/application/~fjord/recorder/1.0.html");
    assert!(after.matches("homing.yaml.html").count() < page.matches("homing.yaml.html").count(), "{after}");
}
