//! Moving the ends of connections: the text names the other port, and keeps everything else.

use std::collections::BTreeMap;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::diagnostic::{Diagnostic, Severity};
use descriptorium_core::syntax::parse::parse;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::{Command, EdgeEnd, End, MovedEnd};

use super::templates::{done, examples, file, lines, of, text};

/// The source and the target of each connection of a diagram in which hosts are boxes.
fn connections(analysis: &Analysis, file: &FilePath) -> Vec<(MovedEnd, MovedEnd)> {
    let Some(topology) = analysis.topology_as(file, true) else { return Vec::new() };
    let found = topology.graph.edge_indices().filter_map(|index| {
        let (source, target) = topology.graph.edge_endpoints(index)?;
        let edge = &topology.graph[index];
        let source = EdgeEnd { vertex: topology.graph[source].path.clone(), port: edge.source_port.clone() };
        let target = EdgeEnd { vertex: topology.graph[target].path.clone(), port: edge.target_port.clone() };
        let moved = |is_source, from: &EdgeEnd, other: &EdgeEnd| MovedEnd {
            path: edge.path.clone(),
            is_source,
            from: from.clone(),
            other: other.clone(),
        };
        Some((moved(true, &source, &target), moved(false, &target, &source)))
    });
    found.collect()
}

fn name(end: &EdgeEnd) -> String {
    let vertex = end.vertex.last_key().unwrap_or_default();
    end.port.as_ref().map_or_else(|| vertex.to_owned(), |port| format!("{vertex}:{port}"))
}

/// The source or the target of the connection `source > target`, by name.
fn end_of(analysis: &Analysis, path: &str, connection: &str, is_source: bool) -> MovedEnd {
    let all = connections(analysis, &file(path));
    let found =
        all.iter().find(|(source, target)| format!("{} > {}", name(&source.from), name(&target.from)) == connection);
    let found = found.unwrap_or_else(|| {
        let names: Vec<String> =
            all.iter().map(|(source, target)| format!("{} > {}", name(&source.from), name(&target.from))).collect();
        panic!("{connection} is among {names:#?}")
    });
    if is_source { found.0.clone() } else { found.1.clone() }
}

/// The candidate with a name like `web:Route`.
fn candidate(analysis: &Analysis, path: &str, moved: &MovedEnd, to: &str) -> (End, Option<String>) {
    let all = analysis.reconnection_targets(&file(path), moved);
    let is_wanted = |end: &End| name(&EdgeEnd { vertex: end.vertex.clone(), port: Some(end.port.clone()) }) == to;
    let found = all.iter().find(|candidate| is_wanted(&candidate.end.end));
    let found = found.unwrap_or_else(|| panic!("{to} is among {all:#?}"));
    (found.end.end.clone(), found.refused.clone())
}

/// Moves an end, and asserts that undo restores the text and that all comments are kept. Returns the new state and the lines
/// that differ.
fn reconnected(
    analysis: &Analysis,
    path: &str,
    connection: &str,
    is_source: bool,
    to: &str,
) -> (Analysis, Vec<String>) {
    let moved = end_of(analysis, path, connection, is_source);
    let (to, refused) = candidate(analysis, path, &moved, to);
    assert_eq!(refused, None, "{connection}");
    let (_, after) = done(analysis, path, &Command::Reconnect { moved, to });
    let texts = [text(analysis, path), text(&after, path)];
    assert_eq!(comments(&texts[0]), comments(&texts[1]), "{}", texts[1]);
    let changed = lines(&texts[0], &texts[1]);
    (after, changed)
}

fn refusal(analysis: &Analysis, path: &str, connection: &str, is_source: bool, to: &str) -> String {
    let moved = end_of(analysis, path, connection, is_source);
    let (end, refused) = candidate(analysis, path, &moved, to);
    let error = analysis.command(&file(path), &Command::Reconnect { moved, to: end }).expect_err("refused").to_string();
    if let Some(refused) = refused {
        assert_eq!(refused, error);
    }
    error
}

/// The comments of a text, in any order.
fn comments(text: &str) -> Vec<String> {
    let tree = parse(text);
    let mut comments: Vec<String> = tree.comments.iter().map(|span| span.of(text).trim_end().to_owned()).collect();
    comments.sort();
    comments
}

const TYPES: &[(&str, &str)] = &[
    (
        "router.yaml",
        "name: resource::router::1.0\nproperties:\n  address: {type: string, read-only: true}\n  mtu: {type: integer, read-only: true}\n  hosts: {type: list, read-only: true}\ncapabilities:\n  Route: {type: ip.route}\n  Spare: {type: ip.route}\n  Dns: {type: dns}\noperations:\n  Attach: {}\nlifecycle: {Create: {}}\n",
    ),
    (
        "server.yaml",
        "name: resource::server::1.0\nproperties:\n  upstream: {type: string}\n  backup: {type: string}\n  size: {type: integer}\nrequirements:\n  Up: {type: ip.route}\n  Down: {type: ip.route}\n  Names: {type: dns}\nlifecycle: {Create: {}}\n",
    ),
];

const SERVICE: &str = "\
name: assembly::service::1.0
properties:
  mode: {type: string}
composition:
  east:
    type: resource::router::1.0
  west:   # the other side
    type: resource::router::1.0
  web:
    type: resource::server::1.0
    properties:
      # where requests come from
      upstream:
        value: ${east.address}   # as seen inside
      size:
        value: ${east.mtu}
      backup:
        value: 'http://${east.address}:80/${mode}'
  app:
    type: resource::server::1.0
relationships:
  # lets traffic in
  route:
    source-capabilities:
      - east.Route   # the main one
      - west.Spare
    target-requirements:
      - web.Up
    properties:
      cost: {value: '10'}   # kept
    source-state: Active
    target-state: Active
    lifecycle:
      Create: [east.Attach]
  names: {source-capabilities: [east.Dns], target-requirements: [web.Names], source-state: Active, target-state: Active}
";

fn service() -> Analysis {
    let files: Vec<(&str, &str)> = TYPES.iter().copied().chain([("service.yaml", SERVICE)]).collect();
    of(&files)
}

#[test]
fn a_relationship_names_another_port_and_keeps_its_properties_and_operations() {
    let analysis = service();
    let route = "east:Route > web:Up";
    let (_, changed) = reconnected(&analysis, "service.yaml", route, true, "west:Route");
    // The operation is called of the component that takes the place.
    let new = ["-      - east.Route   # the main one", "-      Create: [east.Attach]"];
    let old = ["+      - west.Route   # the main one", "+      Create: [west.Attach]"];
    assert_eq!(changed, [new, old].concat());
    // The component stays at the end, so its operation is called as before.
    let (_, changed) = reconnected(&analysis, "service.yaml", route, true, "east:Spare");
    assert_eq!(changed, ["-      - east.Route   # the main one", "+      - east.Spare   # the main one"]);
    let (after, changed) = reconnected(&analysis, "service.yaml", route, false, "app:Down");
    assert_eq!(changed, ["-      - web.Up", "+      - app.Down"]);
    // All connections of the relationship lead there.
    assert!(connections(&after, &file("service.yaml")).iter().any(|(source, target)| {
        (name(&source.from).as_str(), name(&target.from).as_str()) == ("west:Spare", "app:Down")
    }));
    let (_, changed) = reconnected(&analysis, "service.yaml", "east:Dns > web:Names", false, "app:Names");
    assert_eq!(changed.len(), 2);
    assert!(changed[1].contains("target-requirements: [app.Names], source-state"), "{changed:?}");

    let why = refusal(&analysis, "service.yaml", route, true, "east:Dns");
    assert_eq!(why, "`Dns` has type `dns`, but `Up` requires `ip.route`");
    assert_eq!(refusal(&analysis, "service.yaml", route, true, "west:Spare"), "`route` already names `west.Spare`");
    // An operation that the component does not have.
    let lacks = TYPES[0].1.replace("router", "switch").replace("operations:\n  Attach: {}\n", "");
    let with_switch =
        SERVICE.replace("  web:\n    type", "  switch: {type: 'resource::switch::1.0'}\n  web:\n    type");
    let files = TYPES.iter().copied().chain([("switch.yaml", lacks.as_str()), ("service.yaml", &with_switch)]);
    let analysis = of(&files.collect::<Vec<_>>());
    let moved = end_of(&analysis, "service.yaml", route, true);
    let (to, _) = candidate(&analysis, "service.yaml", &moved, "switch:Route");
    let error = analysis.command(&file("service.yaml"), &Command::Reconnect { moved, to }).expect_err("refused");
    assert!(error.to_string().starts_with("this would cause"), "{error}");
}

#[test]
fn a_value_reads_another_property_or_is_that_of_another_one() {
    let analysis = service();
    let upstream = "east:address > web:upstream";
    let (_, changed) = reconnected(&analysis, "service.yaml", upstream, true, "west:address");
    let new = "+        value: ${west.address}   # as seen inside";
    assert_eq!(changed, ["-        value: ${east.address}   # as seen inside", new]);
    let (_, changed) = reconnected(&analysis, "service.yaml", upstream, true, ":mode");
    assert_eq!(changed[1], "+        value: ${mode}   # as seen inside");
    // Inside a text, the type need not fit, and other references stay.
    let backup = "east:address > web:backup";
    let (_, changed) = reconnected(&analysis, "service.yaml", backup, true, "west:mtu");
    assert_eq!(changed[1], "+        value: 'http://${west.mtu}:80/${mode}'");
    let why = refusal(&analysis, "service.yaml", "east:mtu > web:size", true, "west:hosts");
    assert_eq!(why, "`size` has type `integer`, but `hosts` has type `list`");
    // The value of several sources stays where it is.
    let moved = end_of(&analysis, "service.yaml", backup, false);
    assert_eq!(analysis.reconnection_start(&file("service.yaml"), &moved), None);
    assert_eq!(analysis.reconnection_targets(&file("service.yaml"), &moved), []);

    let (after, changed) = reconnected(&analysis, "service.yaml", upstream, false, "app:upstream");
    assert_eq!(changed.iter().filter(|line| line.contains("upstream")).count(), 0, "{changed:?}");
    let written = text(&after, "service.yaml");
    let moved = "  app:\n    type: resource::server::1.0\n    properties:\n      # where requests come from\n      upstream:\n        value: ${east.address}   # as seen inside\n";
    assert!(written.contains(moved), "{written}");
    // Another property of the same component is renamed in its place; its own value is replaced.
    let without = SERVICE.replace("      backup:\n        value: 'http://${east.address}:80/${mode}'\n", "");
    let files: Vec<(&str, &str)> = TYPES.iter().copied().chain([("service.yaml", without.as_str())]).collect();
    let (_, changed) = reconnected(&of(&files), "service.yaml", upstream, false, "web:backup");
    assert_eq!(changed, ["-      upstream:", "+      backup:"]);
}

const TOSCA: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  inputs:
    port: {type: integer}
    label: {type: string}
  node_templates:
    web:
      type: tosca.nodes.WebServer
      requirements:
        # runs on
        - host: server   # the big one
    dbms:
      type: tosca.nodes.DBMS
      properties:
        port: {get_input: port}   # of the users
      requirements:
        - host:
            node: spare   # the small one
            relationship:
              type: tosca.relationships.HostedOn
              interfaces:
                Configure:
                  pre_configure_source: scripts/a.sh   # kept
    base:
      type: tosca.nodes.Database
      properties:
        name: users
        user: {get_attribute: [server, private_address]}   # for now
        password: {concat: [a, {get_input: label}]}
      requirements:
        - host: dbms
    # not connected
    client:
      type: tosca.nodes.SoftwareComponent
    server:
      type: tosca.nodes.Compute
    spare:
      type: tosca.nodes.Compute
  groups:
    all: {type: tosca.groups.Root, members: [web]}
    one: {type: tosca.groups.Root, members: [web]}
  outputs:
    address: {value: {get_attribute: [server, private_address]}}
";

fn tosca(template: &str) -> Analysis {
    of(&[("t.yaml", template), ("scripts/a.sh", "")])
}

#[test]
fn a_requirement_names_another_node_and_keeps_its_notation() {
    let analysis = tosca(TOSCA);
    let (_, changed) = reconnected(&analysis, "t.yaml", "server:host > web:host", true, "spare:host");
    assert_eq!(changed, ["-        - host: server   # the big one", "+        - host: spare   # the big one"]);
    let (_, changed) = reconnected(&analysis, "t.yaml", "spare:host > dbms:host", true, "server:host");
    assert_eq!(changed, ["-            node: spare   # the small one", "+            node: server   # the small one"]);
    // With its comments, to the other node.
    let (after, _) = reconnected(&analysis, "t.yaml", "server:host > web:host", false, "client:host");
    let written = text(&after, "t.yaml");
    let there = "    client:\n      type: tosca.nodes.SoftwareComponent\n      requirements:\n        # runs on\n        - host: server   # the big one\n";
    assert!(written.contains(there), "{written}");
    assert!(written.contains("    web:\n      type: tosca.nodes.WebServer\n    dbms:"), "{written}");
    let (after, _) = reconnected(&analysis, "t.yaml", "spare:host > dbms:host", false, "client:host");
    let written = text(&after, "t.yaml");
    assert!(written.contains("                  pre_configure_source: scripts/a.sh   # kept\n"), "{written}");
    let why = refusal(&analysis, "t.yaml", "server:host > web:host", true, "dbms:host");
    assert!(why.starts_with("`host` requires a node of type `tosca.nodes.Compute`"), "{why}");
    assert_eq!(
        refusal(&analysis, "t.yaml", "server:host > web:host", false, "dbms:host"),
        "`host` is already met by `spare`"
    );
}

#[test]
fn the_value_of_a_template_reads_another_one_or_is_that_of_another_property() {
    let analysis = tosca(TOSCA);
    let (_, changed) =
        reconnected(&analysis, "t.yaml", "server:private_address > base:user", true, "spare:private_address");
    let new = "+        user: {get_attribute: [spare, private_address]}   # for now";
    assert_eq!(changed, ["-        user: {get_attribute: [server, private_address]}   # for now", new]);
    let (_, changed) = reconnected(&analysis, "t.yaml", "server:private_address > base:user", true, ":label");
    assert_eq!(changed[1], "+        user: {get_input: label}   # for now");
    let (_, changed) = reconnected(&analysis, "t.yaml", ":label > base:password", true, "spare:private_address");
    assert_eq!(changed[1], "+        password: {concat: [a, {get_attribute: [spare, private_address]}]}");
    let (after, _) = reconnected(&analysis, "t.yaml", ":port > dbms:port", false, "base:port");
    let written = text(&after, "t.yaml");
    assert!(
        written
            .contains("        port: {get_input: port}   # of the users\n      requirements:\n        - host: dbms\n"),
        "{written}"
    );
    assert!(written.contains("      type: tosca.nodes.DBMS\n      requirements:\n"), "{written}");
    // An output is nothing without its value.
    let moved = end_of(&analysis, "t.yaml", "server:private_address > :address", false);
    assert_eq!(analysis.reconnection_start(&file("t.yaml"), &moved), None);
    let (_, changed) =
        reconnected(&analysis, "t.yaml", "server:private_address > :address", true, "spare:public_address");
    assert_eq!(changed[1], "+    address: {value: {get_attribute: [spare, public_address]}}");
}

#[test]
fn a_group_has_another_member_or_the_member_is_in_another_group() {
    let template = TOSCA.replace(
        "    one: {type: tosca.groups.Root, members: [web]}",
        "    one: {type: tosca.groups.Root, members: [web, dbms]}   # more",
    );
    let analysis = tosca(&template);
    let (_, changed) = reconnected(&analysis, "t.yaml", "one > web", false, "client:node template");
    assert_eq!(changed[1], "+    one: {type: tosca.groups.Root, members: [client, dbms]}   # more");
    let why = refusal(&analysis, "t.yaml", "one > web", false, "dbms:node template");
    assert_eq!(why, "`members` already names `dbms`");
}

const HOMING: &str = "\
homing_template_version: 2017-10-10
locations:
  home: {latitude: 1, longitude: 2}
  away: {latitude: 3, longitude: 4}
demands:
  mux: [{inventory_provider: aai, inventory_type: cloud}]
  vg: [{inventory_provider: aai, inventory_type: cloud}]
  dns: [{inventory_provider: aai, inventory_type: cloud}]
constraints:
  near:
    type: distance_to_location
    demands:
      - mux   # all
    properties: {distance: < 100 km, location: home}  # kept
  apart:
    type: zone
    demands:
      - vg   # one
      - mux
      - dns
    properties: {qualifier: different, category: region}
optimization: {minimize: {sum: [{distance_between: [home, mux]}, {distance_between: [away, vg]}]}}
";

#[test]
fn a_constraint_names_another_demand_or_location() {
    let analysis = of(&[("h.yaml", HOMING)]);
    let (_, changed) = reconnected(&analysis, "h.yaml", "home > near", true, "away:location");
    assert_eq!(changed[1], "+    properties: {distance: < 100 km, location: away}  # kept");
    let (_, changed) = reconnected(&analysis, "h.yaml", "near > mux", false, "vg:demand");
    assert_eq!(changed, ["-      - mux   # all", "+      - vg   # all"]);
    assert_eq!(refusal(&analysis, "h.yaml", "apart > vg", false, "mux:demand"), "`demands` already names `mux`");
    let (after, _) = reconnected(&analysis, "h.yaml", "apart > vg", true, "near:demands");
    let written = text(&after, "h.yaml");
    assert!(written.contains("    demands:\n      - mux   # all\n      - vg   # one\n    properties"), "{written}");
    assert!(written.contains("    demands:\n      - mux\n      - dns\n"), "{written}");
    let why = refusal(&analysis, "h.yaml", "home > near", false, "apart:location");
    assert_eq!(why, "constraints of type `zone` have no location");
}

#[test]
fn what_cannot_be_drawn_cannot_be_moved() {
    let mut counts: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    let analysis = examples();
    for source in analysis.workspace().files() {
        let Some(topology) = analysis.topology_as(&source.path, true) else { continue };
        let kinds: BTreeMap<String, &str> =
            topology.graph.edge_weights().map(|edge| (edge.path.to_string(), edge.kind.class())).collect();
        for (source_end, target_end) in connections(&analysis, &source.path) {
            for moved in [source_end, target_end] {
                let count = counts.entry(kinds[&moved.path.to_string()]).or_default();
                match analysis.reconnection_start(&source.path, &moved) {
                    Some(_) => count.0 += 1,
                    None => {
                        count.1 += 1;
                        assert_eq!(analysis.reconnection_targets(&source.path, &moved), []);
                    }
                }
            }
        }
    }
    println!("ends that can be moved, and that cannot: {counts:?}");
    // An order has no ports.
    assert_eq!(counts["dependency"].0, 0);
    assert!(counts["relationship"].0 > 20 && counts["mapping"].0 > 40, "{counts:?}");
}

/// Maximum number of trials for each end, and of ends in each file.
const EACH: usize = 2;
const ENDS: usize = 30;

/// The findings of `come` that the removal of the connection does not cause.
fn unexpected(analysis: &Analysis, path: &FilePath, moved: &MovedEnd, come: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let removed = analysis.command(path, &Command::Remove(vec![moved.path.clone()])).ok();
    let removed = removed.and_then(|change| analysis.consequences(&change).ok()).map(|found| found.come);
    let expected = removed.unwrap_or_default();
    let is_new =
        |one: &Diagnostic| !expected.iter().any(|other| (other.code, &other.message) == (one.code, &one.message));
    come.into_iter().filter(|one| one.severity != Severity::Info && is_new(one)).collect()
}

/// Every accepted end of the examples is moved and moved back: the diagram has exactly the other connection, and then the first
/// one again.
#[test]
fn an_end_of_every_connection_of_the_examples_is_moved_and_moved_back() {
    let analysis = examples();
    let (mut done, mut faults) = (0, Vec::new());
    let mut refused: BTreeMap<String, usize> = BTreeMap::new();
    for source in analysis.workspace().files() {
        let path = &source.path;
        let before = connections(&analysis, path);
        let ends = before.iter().flat_map(|(source, target)| [source, target]);
        let movable: Vec<&MovedEnd> =
            ends.filter(|moved| analysis.reconnection_start(path, moved).is_some()).take(ENDS).collect();
        for moved in movable {
            let accepted = analysis.reconnection_targets(path, moved).into_iter();
            let accepted = accepted.filter(|candidate| candidate.refused.is_none());
            for to in accepted.map(|candidate| candidate.end.end).take(EACH) {
                let command = Command::Reconnect { moved: moved.clone(), to: to.clone() };
                let change = match analysis.command(path, &command) {
                    Ok(change) => change,
                    Err(error) => {
                        *refused.entry(error.to_string()).or_default() += 1;
                        continue;
                    }
                };
                done += 1;
                let fault = find_fault(&analysis, path, (moved, &to), &change);
                faults.extend(fault.map(|fault| format!("{path}: {command:?}: {fault}")));
            }
        }
    }
    println!("ends moved: {done}, refused: {refused:#?}");
    // What is offered is only refused if it would cause a finding, or where the text is shared.
    let is_reason = |why: &String| why.starts_with("this would cause") || why.ends_with("edit it in the text");
    assert!(refused.keys().all(is_reason), "{refused:#?}");
    assert!(done > 60, "{done}");
    assert!(faults.is_empty(), "{} faults\n{}", faults.len(), faults.join("\n"));
}

fn find_fault(
    analysis: &Analysis,
    path: &FilePath,
    (moved, to): (&MovedEnd, &End),
    change: &descriptorium_core::edit::Change,
) -> Option<String> {
    let after = analysis.changed(change).ok()?;
    let texts = [analysis, &after].map(|one| one.file(path).map(|file| file.text.to_string()).unwrap_or_default());
    let edit = change.edits.get(path)?;
    if edit.inverse(&texts[0]).apply(&texts[1]).as_deref() != Ok(&*texts[0]) {
        return Some("undo does not restore the text".to_owned());
    }
    let is_new_value = connections(analysis, path)
        .iter()
        .any(|(_, target)| target.from.vertex == to.vertex && target.from.port.as_ref() == Some(&to.port));
    if !is_new_value && comments(&texts[0]) != comments(&texts[1]) {
        return Some(format!("comments are lost in\n{}", texts[1]));
    }
    let new = unexpected(analysis, path, moved, analysis.consequences(change).ok()?.come);
    if !new.is_empty() {
        return Some(format!("{new:#?}"));
    }
    let is_there =
        |end: &EdgeEnd| end.vertex == to.vertex && end.port.as_ref().is_none_or(|port| is_like(port, &to.port));
    let all = connections(&after, path);
    let ends = all.iter().map(|(source, target)| if moved.is_source { source } else { target });
    // Locations that all components take from the assembly are not drawn.
    if moved.other.vertex.is_root() && ["deploymentLocation", "resourceManager"].contains(&to.port.as_str()) {
        return None;
    }
    let Some(back) = ends.into_iter().find(|end| is_there(&end.from) && end.other == moved.other) else {
        return Some(format!("no such connection among {all:#?}"));
    };
    if after.reconnection_start(path, back).is_none() {
        // The value of an output of a template stays there.
        return (!to.vertex.is_root()).then(|| "it cannot be moved back".to_owned());
    }
    // Where it was. Without a port, the name of the box is the only one.
    let was = after.reconnection_targets(path, back).into_iter().map(|candidate| candidate.end.end).find(|end| {
        end.vertex == moved.from.vertex && moved.from.port.as_ref().is_none_or(|port| is_like(port, &end.port))
    });
    let Some(was) = was else { return Some("the former end is not offered".to_owned()) };
    let change = match after.command(path, &Command::Reconnect { moved: back.clone(), to: was }) {
        Ok(change) => change,
        // What the value replaced is gone.
        Err(_) if is_new_value => return None,
        Err(error) => return Some(format!("not moved back: {error}")),
    };
    let restored = after.changed(&change).ok()?;
    let names = |analysis: &Analysis| {
        let all = connections(analysis, path).into_iter();
        let mut names: Vec<String> =
            all.map(|(source, target)| format!("{} > {}", name(&source.from), name(&target.from))).collect();
        names.sort();
        names
    };
    (!is_new_value && names(&restored) != names(analysis))
        .then(|| format!("{:#?}\nis not\n{:#?}", names(&restored), names(analysis)))
}

/// Whether the port of a drawn connection is this end. The parameter of a chart has the attribute before it.
fn is_like(port: &str, end: &str) -> bool {
    port == end || end.split_once(": ").is_some_and(|(_, parameter)| parameter == port)
}
