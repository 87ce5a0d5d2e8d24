//! The preview of a change: findings that it causes and fixes, and elements that it removes.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::analysis::consequences::Consequences;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::Command;

use super::{analysis, of, path, with};

fn consequences(analysis: &Analysis, command: &Command) -> Consequences {
    let change = analysis.command(&path("service.yaml"), command).expect("accepted");
    analysis.consequences(&change).expect("fits")
}

fn lost(analysis: &Analysis, command: &Command) -> Vec<String> {
    let text = analysis.file(&path("service.yaml")).expect("a file").text.clone();
    let losses = consequences(analysis, command).lost.into_iter();
    losses.map(|loss| format!("{} at `{}`", loss.title, loss.span.of(&text))).collect()
}

#[test]
fn references_deleted_with_a_component_are_listed() {
    let remove = |name| Command::Remove(vec![NodePath::keys(["composition", name])]);
    assert_eq!(
        lost(&analysis(), &remove("gateway")),
        ["component gateway at `gateway`", "property upstream of web at `upstream`", "relationship route at `route`"]
    );
    assert_eq!(
        lost(&analysis(), &remove("web")),
        ["value of url at `web`", "component web at `web`", "relationship route at `route`"]
    );
}

#[test]
fn renames_and_copies_lose_nothing() {
    for part in ["gateway", "web"] {
        let rename = Command::Rename { path: NodePath::keys(["composition", part]), name: "edge".into() };
        assert_eq!(consequences(&analysis(), &rename), Consequences::default());
    }
    let copy = Command::Duplicate(vec![NodePath::keys(["composition", "gateway"])]);
    assert_eq!(consequences(&analysis(), &copy).lost, []);
}

/// The items of a list move up when one before them is removed, and stay the same items.
#[test]
fn an_item_that_moves_up_is_not_lost() {
    let text = "\
asdId: 3b8f6d10-52c4-4f0e-9d6b-7a1e2c94d051
asdApplicationName: recorder
asdExtCpd:
  - id: ingest
    virtualLinkRequirement: [backhaul]
  - id: api
    virtualLinkRequirement: [EndUser]
deploymentItems:
  - {deploymentItemId: one, artifactType: helm_chart, artifactId: one.tgz}
  - {deploymentItemId: two, artifactType: helm_chart, artifactId: two.tgz}
";
    let analysis = with(text, &[]);
    let remove = |section: &str| Command::Remove(vec![NodePath::keys([section]).index(0)]);
    assert_eq!(lost(&analysis, &remove("asdExtCpd")), ["connection point ingest at `ingest`"]);
    assert_eq!(lost(&analysis, &remove("deploymentItems")), ["deployment item one at `one`"]);
}

#[test]
fn findings_come_and_go_in_all_files() {
    let outer = "\
name: assembly::outer::1.0
composition:
  service:
    type: assembly::service::1.0
    properties:
      deploymentLocation: {value: here}
properties:
  url: {read-only: true, value: '${service.url}'}
";
    let analysis = with(super::SERVICE, &[("outer.yaml", outer)]);
    // Deletes the output that the other file reads.
    let without = consequences(&analysis, &Command::Set { path: NodePath::keys(["properties", "url"]), value: None });
    let come: Vec<_> = without.come.iter().map(|found| (found.file.as_str(), found.code)).collect();
    assert_eq!(come, [("outer.yaml", "assembly/no-such-property")]);
    assert_eq!(without.lost.iter().map(|loss| loss.title.as_str()).collect::<Vec<_>>(), ["property url"]);
    // And restores it.
    let change = analysis
        .command(&path("service.yaml"), &Command::Set { path: NodePath::keys(["properties", "url"]), value: None })
        .expect("accepted");
    let broken = analysis.changed(&change).expect("fits");
    let again = Command::Promote {
        path: NodePath::keys(["composition", "web", "properties", "address"]),
        name: Some("url".into()),
    };
    let fixed = consequences(&broken, &again);
    assert_eq!(fixed.gone.iter().map(|found| found.code).collect::<Vec<_>>(), ["assembly/no-such-property"]);
    assert_eq!(fixed.come, []);
}

#[test]
fn changing_the_type_shows_new_findings() {
    let retype = Command::Retype { path: NodePath::keys(["composition", "web"]), of: of("resource::gateway::1.0") };
    let found = consequences(&analysis(), &retype);
    let come: Vec<_> = found.come.iter().map(|found| found.code).collect();
    assert!(come.contains(&"assembly/undeclared-property"), "{come:?}");
    assert_eq!(found.lost, []);
}

#[test]
fn findings_that_only_moved_are_the_same() {
    let service = "\
name: assembly::service::1.0
properties:
  first: {type: string}
  unused: {type: string}
composition: {}
";
    let analysis = with(service, &[]);
    let set = Command::Set { path: NodePath::keys(["description"]), value: Some("A longer text above.".into()) };
    let found = consequences(&analysis, &set);
    assert_eq!(found, Consequences::default());
}

#[test]
fn readers_of_a_property_are_deleted_with_it() {
    let service = "\
name: assembly::service::1.0
properties:
  size: {type: integer, default: 2}
  hop: {type: string}
  copy: {value: '${size}'}
composition:
  web:
    type: resource::web::1.0
    quantity: ${size}
    properties:
      upstream: {value: '${hop}'}
      extra: {value: 'a ${size}'}
";
    let analysis = with(service, &[]);
    let remove = Command::Remove(vec![NodePath::keys(["properties", "size"])]);
    super::done_in(
        &analysis,
        &remove,
        &[
            "  size: {type: integer, default: 2}",
            "  copy: {value: '${size}'}",
            "    quantity: ${size}",
            "      extra: {value: 'a ${size}'}",
        ],
        &["  copy: {}"],
    );
    assert_eq!(
        lost(&analysis, &remove),
        [
            "property size at `size`",
            "value of copy at `size`",
            "value of quantity of web at `size`",
            "property extra of web at `extra`"
        ]
    );
}
