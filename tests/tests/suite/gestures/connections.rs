//! Valid ends of connections are exactly those for which the command succeeds.

use std::collections::BTreeSet;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::assembly;
use descriptorium_core::assembly::model::{Component, Descriptor};
use descriptorium_core::settings::{Profile, Settings};
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::{Command, End, PortKind};
use descriptorium_core::workspace::Workspace;
use descriptorium_tests::paths;

use super::{analysis, end, path, refusal, with};

fn targets(analysis: &Analysis, from: &End, kind: PortKind) -> Vec<String> {
    let found = analysis.acceptable_targets(&path("service.yaml"), from, kind);
    found.into_iter().map(|found| format!("{}:{} {:?}", found.end.vertex, found.end.port, found.kind)).collect()
}

fn boundary(port: &str) -> End {
    End { vertex: NodePath::root(), port: port.into() }
}

#[test]
fn a_relationship_ends_at_a_port_of_its_type_that_is_not_linked_yet() {
    let service = super::SERVICE.replace("  # answers", "  spare: {type: 'resource::web::1.0'}\n  # answers");
    let analysis = with(&service, &[]);
    let spare = ["/composition/spare:Route Requirement"];
    assert_eq!(targets(&analysis, &end("gateway", "Route"), PortKind::Capability), spare);
    let gateway = ["/composition/gateway:Route Capability"];
    assert_eq!(targets(&analysis, &end("spare", "Route"), PortKind::Requirement), gateway);
    assert_eq!(targets(&analysis, &end("web", "Route"), PortKind::Requirement), [""; 0]);
    assert_eq!(targets(&analysis, &end("web", "None"), PortKind::Capability), [""; 0]);
}

#[test]
fn a_value_is_given_to_what_can_be_set_and_does_not_make_it() {
    let from_gateway = targets(&analysis(), &end("gateway", "address"), PortKind::Output);
    assert_eq!(
        from_gateway,
        ["/composition/web:upstream Input", ":deploymentLocation Output", ":resourceManager Output", ":url Output"]
    );
    // The url depends on a reported output of web, which does not depend on its inputs.
    assert!(
        targets(&analysis(), &boundary("url"), PortKind::Input).contains(&"/composition/web:upstream Input".into())
    );
    let from_url = targets(&analysis(), &boundary("url"), PortKind::Output);
    assert_eq!(
        from_url,
        [
            "/composition/gateway:address Output",
            "/composition/web:upstream Output",
            "/composition/web:address Output",
            ":deploymentLocation Input",
            ":resourceManager Input"
        ]
    );
    assert_eq!(targets(&analysis(), &end("web", "address"), PortKind::Input), [""; 0]);
}

#[test]
fn a_cycle_of_values_is_refused() {
    let service = "\
name: assembly::service::1.0
properties:
  a: {value: '${b}'}
  b: {value: '${c}'}
  c: {type: string}
composition: {}
";
    let analysis = with(service, &[]);
    let map =
        |from: &str, to: &str| Command::Map { source: boundary(from), target: NodePath::keys(["properties", to]) };
    assert_eq!(refusal(&analysis, &map("a", "c")), "`a` already depends on `c`, so this mapping would be a cycle");
    assert_eq!(targets(&analysis, &boundary("a"), PortKind::Input), [""; 0]);
    assert_eq!(targets(&analysis, &boundary("c"), PortKind::Input), [":a Output", ":b Output"]);
}

#[test]
fn a_value_is_given_to_what_its_type_fits() {
    let service = "\
name: assembly::service::1.0
properties:
  sizes: {type: list}
  size: {type: integer}
  ratio: {type: float}
  name: {type: string}
  any: {}
composition: {}
";
    let analysis = with(service, &[]);
    let map = Command::Map { source: boundary("sizes"), target: NodePath::keys(["properties", "size"]) };
    let why = "`size` has type `integer`, but `sizes` has type `list`";
    assert_eq!(refusal(&analysis, &map), why);
    let candidates = analysis.candidate_targets(&path("service.yaml"), &boundary("sizes"), PortKind::Input);
    let size = candidates
        .iter()
        .find(|candidate| candidate.end.end.port == "size")
        .and_then(|candidate| candidate.refused.as_deref());
    assert_eq!(size, Some(why));
    assert_eq!(targets(&analysis, &boundary("sizes"), PortKind::Input), [":any Output"]);
    assert_eq!(targets(&analysis, &boundary("ratio"), PortKind::Input), [":name Output", ":any Output"]);
    assert_eq!(targets(&analysis, &boundary("ratio"), PortKind::Output), [":size Input", ":name Input", ":any Input"]);
    // Without types, everything matches.
    let untyped = analysis.with_settings(Settings { profile: Profile::Tnco, ..Settings::default() });
    assert_eq!(targets(&untyped, &boundary("sizes"), PortKind::Input).len(), 4);
}

#[test]
fn references_do_not_depend_on_components() {
    let service = "\
name: assembly::service::1.0
composition:
  gateway: {type: 'resource::gateway::1.0'}
references:
  web: {type: 'resource::web::1.0', properties: {}}
";
    let analysis = with(service, &[]);
    let target = NodePath::keys(["references", "web", "properties", "upstream"]);
    let why = refusal(&analysis, &Command::Map { source: end("gateway", "address"), target });
    assert!(why.contains("looked up before any component exists"), "{why}");
    assert_eq!(targets(&analysis, &end("gateway", "address"), PortKind::Output), [""; 0]);
}

/// Every port of every box in the examples with every other one: a sample for each descriptor.
#[test]
fn a_connection_is_accepted_exactly_if_its_command_is() {
    let texts = paths::texts(&paths::root().join("examples"), &[".yaml"]);
    let analysis = Analysis::new(Workspace::new(texts), Settings::default());
    let (mut accepted, mut refused) = (0, 0);
    for file in analysis.workspace().files() {
        let Some(descriptor) = assembly::descriptor(file) else { continue };
        let ports = ports(&analysis, descriptor);
        for (number, (from, kind)) in ports.iter().enumerate().filter(|(number, _)| number % 5 == 0) {
            let found: BTreeSet<String> = analysis
                .acceptable_targets(&file.path, from, *kind)
                .into_iter()
                .map(|found| format!("{:?} {:?}", found.end, found.kind))
                .collect();
            // Accepted ends are a subset of the candidates; refused ones have a reason.
            let candidates = analysis.candidate_targets(&file.path, from, *kind);
            let free: BTreeSet<String> = candidates
                .iter()
                .filter(|candidate| candidate.refused.is_none())
                .map(|candidate| format!("{:?} {:?}", candidate.end.end, candidate.end.kind))
                .collect();
            assert_eq!(free, found, "{}: {from:?}", file.path);
            assert!(candidates.iter().all(|candidate| candidate.refused.as_ref().is_none_or(|why| !why.is_empty())));
            let starts = analysis.connection_starts(&file.path, &from.vertex);
            let begins = starts.iter().any(|start| start.end == *from && start.kind == *kind);
            assert!(begins || found.is_empty(), "{}: no connection begins at {from:?}", file.path);
            for (to, to_kind) in ports.iter().skip(number % 7).step_by(7) {
                let Some(command) = command(from, *kind, to, *to_kind) else { continue };
                let lit = found.contains(&format!("{to:?} {to_kind:?}"));
                let result = analysis.command(&file.path, &command);
                // The text may prevent the edit; the value is then not reported.
                let done = !matches!(result, Err(descriptorium_core::edit::EditError::Refused(_)));
                assert_eq!(lit, done, "{}: {command:?}: {result:?}", file.path);
                if lit { accepted += 1 } else { refused += 1 }
            }
        }
    }
    assert!(accepted > 100 && refused > 100, "{accepted} accepted, {refused} refused");
}

fn ports(analysis: &Analysis, descriptor: &Descriptor) -> Vec<(End, PortKind)> {
    let mut ports = Vec::new();
    for part in descriptor.composition.iter().chain(&descriptor.references) {
        let mut push = |port: &str, kind| ports.push((End { vertex: part.name.path.clone(), port: port.into() }, kind));
        let Some(of) = type_of(analysis, part) else { continue };
        of.capabilities.iter().for_each(|found| push(&found.name.text, PortKind::Capability));
        of.requirements.iter().for_each(|found| push(&found.name.text, PortKind::Requirement));
        of.properties.iter().for_each(|found| push(&found.name.text, PortKind::Input));
        of.properties.iter().for_each(|found| push(&found.name.text, PortKind::Output));
    }
    for property in &descriptor.properties {
        ports.push((boundary(&property.name.text), PortKind::Input));
        ports.push((boundary(&property.name.text), PortKind::Output));
    }
    ports
}

fn type_of<'a>(analysis: &'a Analysis, part: &Component) -> Option<&'a Descriptor> {
    let entry = analysis.catalog().resolve_range(part.of.as_ref()?).found()?;
    let file: &FilePath = &entry.file;
    assembly::descriptor(analysis.file(file)?)
}

/// The command for a connection; `None` if its ends are incompatible.
fn command(from: &End, kind: PortKind, to: &End, to_kind: PortKind) -> Option<Command> {
    let reads =
        |end: &End, kind| matches!((kind, end.vertex.is_root()), (PortKind::Output, false) | (PortKind::Input, true));
    let takes =
        |end: &End, kind| matches!((kind, end.vertex.is_root()), (PortKind::Input, false) | (PortKind::Output, true));
    let map = |source: &End, target: &End| Command::Map {
        source: source.clone(),
        target: target.vertex.key("properties").key(&target.port),
    };
    let connect = |source: &End, target: &End| Command::Connect { source: source.clone(), target: target.clone() };
    match (kind, to_kind) {
        (PortKind::Capability, PortKind::Requirement) => Some(connect(from, to)),
        (PortKind::Requirement, PortKind::Capability) => Some(connect(to, from)),
        _ if reads(from, kind) && takes(to, to_kind) => Some(map(from, to)),
        _ if takes(from, kind) && reads(to, to_kind) => Some(map(to, from)),
        _ => None,
    }
}

#[test]
fn a_connection_dropped_on_an_empty_spot_offers_matching_descriptors() {
    let analysis = analysis();
    let file = path("service.yaml");
    let fitting = |from: &End, kind| {
        let found = analysis.fitting(&file, from, kind);
        found.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let route = end("gateway", "Route");
    assert_eq!(fitting(&route, PortKind::Capability), ["resource::web::1.0"]);
    assert_eq!(fitting(&end("web", "Route"), PortKind::Requirement), ["resource::gateway::1.0"]);
    assert_eq!(fitting(&end("web", "None"), PortKind::Requirement), [""; 0]);
    assert_eq!(fitting(&end("gateway", "address"), PortKind::Output), [""; 0]);
    // Adding the component and connecting it is one change, equal to both in sequence.
    let of = analysis.fitting(&file, &route, PortKind::Capability).remove(0);
    let add = Command::Add { of, role: descriptorium_core::topology::Role::Component, name: None, at: None };
    let change = analysis.add_connected(&file, &add, &route, PortKind::Capability).expect("it fits");
    assert_eq!(change.title, "Add web_2 and connect it");
    let added = analysis.changed(&analysis.command(&file, &add).expect("it fits")).expect("it fits");
    let connect = Command::Connect { source: route.clone(), target: end("web_2", "Route") };
    let both = added.changed(&added.command(&file, &connect).expect("it fits")).expect("it fits");
    let once = analysis.changed(&change).expect("it fits");
    let text = |analysis: &Analysis| analysis.file(&file).map(|file| file.text.to_string());
    assert_eq!(text(&once), text(&both));
    let why = analysis.add_connected(&file, &add, &end("gateway", "None"), PortKind::Capability).map(|_| ());
    assert!(why.is_err_and(|why| why.to_string().contains("the new box has no port that fits `None`")));
}
