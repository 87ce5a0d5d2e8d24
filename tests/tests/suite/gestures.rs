//! The effect of gestures on the text: they change exactly the intended lines, and can be undone.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::edit::EditError;
use descriptorium_core::settings::Settings;
use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::{Command, End, Point, Role};
use descriptorium_core::workspace::Workspace;

mod additions;
mod applications;
mod attachments;
mod connections;
mod consequences;
mod copies;
mod hierarchy;
mod homing;
mod laws;
mod mentions;
mod names;
mod nesting;
mod ports;
mod project;
mod promotion;
mod reconnection;
mod removal;
mod removed_lines;
mod service_templates;
mod substitution;
mod sweep;
mod targets;
mod templates;
mod tidying;
mod triggers;
mod types;
mod workflows;

const TYPES: &str = "\
name: resource::web::1.0
properties:
  upstream: {type: string}
  address: {type: string, read-only: true}
capabilities:
  Http: {type: http}
requirements:
  Route: {type: ip.route}
lifecycle: {Create: {}}
";

const GATEWAY: &str = "\
name: resource::gateway::1.0
properties:
  address: {type: string, read-only: true}
capabilities:
  Route: {type: ip.route}
lifecycle: {Create: {}}
";

const SERVICE: &str = "\
# The service.
name: assembly::service::1.0
properties:
  deploymentLocation: {type: string}   # where
  resourceManager:
    default: Brent
  url:
    read-only: true
    value: http://${web.address}/
composition:
  # lets traffic in
  gateway:
    type: resource::gateway::1.0   # keep
    properties: {}

  # answers
  web:
    type: resource::web::1.0
    properties:
      upstream:
        value: ${gateway.address}
relationships:
  route:
    source-capabilities:
      - gateway.Route
    target-requirements:
      - web.Route
    source-state: Active
    target-state: Active
";

fn path(name: &str) -> FilePath {
    FilePath::new(name).expect("a plain path")
}

fn analysis() -> Analysis {
    let files = [("web.yaml", TYPES), ("gateway.yaml", GATEWAY), ("service.yaml", SERVICE)];
    Analysis::new(Workspace::new(files.map(|(name, text)| (path(name), text.to_owned()))), Settings::default())
}

fn of(name: &str) -> DescriptorRef {
    DescriptorRef::parse(name).expect("a full name")
}

fn end(part: &str, port: &str) -> End {
    End { vertex: NodePath::keys(["composition", part]), port: port.into() }
}

/// The text after the command. It must remove and add exactly these lines, and undo must restore the text.
fn done(command: &Command, gone: &[&str], come: &[&str]) -> String {
    done_in(&analysis(), command, gone, come)
}

/// Like [`done`], for the file `service.yaml` in another workspace.
fn done_in(analysis: &Analysis, command: &Command, gone: &[&str], come: &[&str]) -> String {
    let service = path("service.yaml");
    let before = analysis.file(&service).expect("a file").text.clone();
    let change = analysis.command(&service, command).unwrap_or_else(|error| panic!("refused: {error}"));
    let after = analysis.changed(&change).expect("fits");
    let text = after.file(&service).expect("a file").text.to_string();
    let (before_lines, after_lines): (Vec<&str>, Vec<&str>) = (before.lines().collect(), text.lines().collect());
    let kept = common(&before_lines, &after_lines);
    assert_eq!(without(&before_lines, &kept), gone, "gone from\n{text}");
    assert_eq!(without(&after_lines, &kept), come, "come into\n{text}");
    let edit = change.edits.get(&service).expect("an edit of the file");
    assert_eq!(edit.inverse(&before).apply(&text).as_deref(), Ok(&*before));
    let broken: Vec<_> = after.diagnostics(&service).iter().filter(|found| found.code.starts_with("yaml/")).collect();
    assert!(broken.is_empty(), "{broken:#?}\n{text}");
    text
}

/// The workspace with another assembly `service`, and additional files.
fn with(service: &str, more: &[(&str, &str)]) -> Analysis {
    let files = [("web.yaml", TYPES), ("gateway.yaml", GATEWAY), ("service.yaml", service)];
    // A file in `more` replaces one with the same name.
    let files = files.iter().chain(more).map(|(name, text)| (path(name), (*text).to_owned()));
    Analysis::new(Workspace::new(files), Settings::default())
}

/// The reason why the command is refused.
fn refusal(analysis: &Analysis, command: &Command) -> String {
    match analysis.command(&path("service.yaml"), command) {
        Ok(change) => panic!("accepted: {}", change.title),
        Err(error) => error.to_string(),
    }
}

/// The removed and the added lines between two texts.
fn difference<'a>(before: &'a str, after: &'a str) -> (Vec<&'a str>, Vec<&'a str>) {
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), after.lines().collect());
    let kept = common(&old, &new);
    (without(&old, &kept), without(&new, &kept))
}

/// The longest common subsequence of lines.
fn common<'a>(left: &[&'a str], right: &[&'a str]) -> Vec<&'a str> {
    let mut lengths = vec![vec![0; right.len() + 1]; left.len() + 1];
    for (i, a) in left.iter().enumerate().rev() {
        for (j, b) in right.iter().enumerate().rev() {
            lengths[i][j] = if a == b { lengths[i + 1][j + 1] + 1 } else { lengths[i + 1][j].max(lengths[i][j + 1]) };
        }
    }
    let (mut i, mut j, mut kept) = (0, 0, Vec::new());
    while i < left.len() && j < right.len() {
        if left[i] == right[j] {
            kept.push(left[i]);
            (i, j) = (i + 1, j + 1);
        } else if lengths[i + 1][j] >= lengths[i][j + 1] {
            i += 1;
        } else {
            j += 1;
        }
    }
    kept
}

fn without<'a>(lines: &[&'a str], kept: &[&str]) -> Vec<&'a str> {
    let mut kept = kept.iter().peekable();
    let mut left = Vec::new();
    for line in lines {
        if kept.peek() == Some(&line) {
            kept.next();
        } else {
            left.push(*line);
        }
    }
    left
}

#[test]
fn a_component_is_added_with_its_placement() {
    let add = Command::Add { of: of("resource::web::1.0"), role: Role::Component, name: None, at: None };
    // The components are separated by blank lines, so one is added.
    let come = [
        "",
        "  web_2:",
        "    type: resource::web::1.0",
        "    properties:",
        "      deploymentLocation:",
        "        value: ${deploymentLocation}",
        "      resourceManager:",
        "        value: ${resourceManager}",
    ];
    let text = done(&add, &[], &come);
    assert!(text.contains("value: ${gateway.address}\n\n  web_2:"), "{text}");
}

/// A new component's name must differ from keywords in references, properties and other components.
#[test]
fn a_new_component_has_a_name_that_nothing_else_has() {
    let types = ["instance", "true", "source", "url", "acme.web", "web.x y"];
    let files =
        types.map(|name| format!("name: resource::{name}::1.0\nproperties: {{}}\nlifecycle: {{Create: {{}}}}\n"));
    let names: Vec<String> = types.iter().map(|name| format!("{}.yaml", name.replace(' ', "-"))).collect();
    let files: Vec<(&str, &str)> = names.iter().map(String::as_str).zip(files.iter().map(String::as_str)).collect();
    let analysis = with(SERVICE, &files);
    let added = types.map(|name| {
        let of = of(&format!("resource::{name}::1.0"));
        let add = Command::Add { of, role: Role::Component, name: None, at: None };
        analysis.command(&path("service.yaml"), &add).expect("accepted").title
    });
    let expected = ["instance_2", "true_2", "source_2", "url_2", "web_2", "x_y"].map(|name| format!("Add {name}"));
    assert_eq!(added, expected);
}

#[test]
fn a_dropped_component_remembers_where_it_was_dropped() {
    let at = Some(Point { x: 40.4, y: 80.0 });
    let add = Command::Add { of: of("resource::gateway::1.0"), role: Role::Component, name: Some("edge".into()), at };
    let text = analysis().changed(&analysis().command(&path("service.yaml"), &add).expect("accepted")).expect("fits");
    let text = text.file(&path("service.yaml")).expect("a file").text.clone();
    assert!(text.ends_with("designerLayout:\n  elements:\n    edge:\n      x: 40\n      y: 80\n"), "{text}");
}

#[test]
fn a_reference_makes_its_section_where_the_specification_has_it() {
    let add =
        Command::Add { of: of("resource::gateway::1.0"), role: Role::Reference, name: Some("uplink".into()), at: None };
    let text = done(
        &add,
        &[],
        &[
            "references:",
            "  uplink:",
            "    type: resource::gateway::1.0",
            "    properties:",
            "      deploymentLocation:",
            "        value: ${deploymentLocation}",
            "      resourceManager:",
            "        value: ${resourceManager}",
        ],
    );
    assert!(text.find("references:") < text.find("relationships:"), "{text}");
}

#[test]
fn removing_takes_away_what_mentions_it_and_its_comment() {
    let remove = Command::Remove(vec![NodePath::keys(["composition", "gateway"])]);
    done(
        &remove,
        &[
            "  # lets traffic in",
            "  gateway:",
            "    type: resource::gateway::1.0   # keep",
            "    properties: {}",
            "    properties:",
            "      upstream:",
            "        value: ${gateway.address}",
            "relationships:",
            "  route:",
            "    source-capabilities:",
            "      - gateway.Route",
            "    target-requirements:",
            "      - web.Route",
            "    source-state: Active",
            "    target-state: Active",
        ],
        &["    properties: {}"],
    );
}

#[test]
fn a_relationship_is_drawn_between_ends_that_fit() {
    let analysis = analysis();
    let service = path("service.yaml");
    let connect = |source: End, target: End| analysis.command(&service, &Command::Connect { source, target });
    let linked = connect(end("gateway", "Route"), end("web", "Route"));
    assert!(matches!(&linked, Err(EditError::Refused(why)) if why.contains("already connects them")), "{linked:?}");
    let other_type = connect(end("web", "Http"), end("web", "Route"));
    assert!(matches!(other_type, Err(EditError::Refused(_))));
    let unknown = connect(end("gateway", "Nothing"), end("web", "Route"));
    assert!(matches!(&unknown, Err(EditError::Refused(why)) if why.contains("no capability `Nothing`")), "{unknown:?}");
    // After deleting the relationship, it can be drawn again.
    let gone = analysis
        .command(&service, &Command::Remove(vec![NodePath::keys(["relationships", "route"])]))
        .expect("accepted");
    let without = analysis.changed(&gone).expect("fits");
    assert!(!without.file(&service).expect("a file").text.contains("relationships"));
    let again = Command::Connect { source: end("gateway", "Route"), target: end("web", "Route") };
    let change = without.command(&service, &again).expect("accepted");
    assert_eq!(change.title, "Connect gateway to web");
    let text = without.changed(&change).expect("fits").file(&service).expect("a file").text.clone();
    let expected = "relationships:\n  gateway-to-web:\n    source-capabilities:\n      - gateway.Route\n    target-requirements:\n      - web.Route\n    source-state: Active\n    target-state: Active\n";
    assert!(text.contains(expected) || text.contains(&expected.replace("      - ", "    - ")), "{text}");
}

#[test]
fn a_value_is_mapped_and_a_reported_one_is_not() {
    let map = Command::Map {
        source: End { vertex: NodePath::root(), port: "url".into() },
        target: NodePath::keys(["composition", "web", "properties", "upstream"]),
    };
    done(&map, &["        value: ${gateway.address}"], &["        value: ${url}"]);
    let reported = Command::Map {
        source: end("gateway", "address"),
        target: NodePath::keys(["composition", "web", "properties", "address"]),
    };
    assert!(matches!(analysis().command(&path("service.yaml"), &reported), Err(EditError::Refused(_))));
}

#[test]
fn a_rename_keeps_every_other_letter() {
    let rename = Command::Rename { path: NodePath::keys(["composition", "gateway"]), name: "edge".into() };
    done(
        &rename,
        &["  gateway:", "        value: ${gateway.address}", "      - gateway.Route"],
        &["  edge:", "        value: ${edge.address}", "      - edge.Route"],
    );
}

#[test]
fn an_assembly_cannot_contain_itself() {
    let add = Command::Add { of: of("assembly::service::1.0"), role: Role::Component, name: None, at: None };
    assert!(matches!(analysis().command(&path("service.yaml"), &add), Err(EditError::Refused(_))));
}

#[test]
fn a_box_is_put_where_it_was_dropped() {
    let place = |x, y| Command::Place(vec![(NodePath::keys(["composition", "web"]), Point { x, y })]);
    done(&place(12.0, 34.6), &[], &["designerLayout:", "  elements:", "    web:", "      x: 12", "      y: 35"]);
}
