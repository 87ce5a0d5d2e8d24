//! TOSCA, ASD and homing templates: language detection, findings in real files, and diagrams.

use std::collections::BTreeMap;
use std::fs;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::asd::topology::topology;
use descriptorium_core::diagnostic::{Diagnostic, Severity};
use descriptorium_core::edit::{Change, FileChange, TextEdit};
use descriptorium_core::language::Language;
use descriptorium_core::preview::question::Question;
use descriptorium_core::settings::Settings;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::syntax::parse::parse;
use descriptorium_core::text::{FilePath, Span, floor_boundary};
use descriptorium_core::topology::{PortKind, Topology, Vertex, VertexKind};
use descriptorium_core::workspace::Workspace;
use descriptorium_tests::paths;

const ENDINGS: &[&str] = &[".yaml", ".yml", ".json"];

fn analysis(text: &str) -> (Analysis, FilePath) {
    let path = FilePath::new("file.yaml").expect("a path");
    (Analysis::new(Workspace::new([(path.clone(), text.to_owned())]), Settings::default()), path)
}

fn language(text: &str) -> Option<Language> {
    let (analysis, path) = analysis(text);
    analysis.file(&path)?.language
}

/// The findings of schema tables only.
fn findings(text: &str) -> Vec<Diagnostic> {
    let (analysis, path) = analysis(text);
    analysis.diagnostics(&path).iter().filter(|found| found.code.starts_with("schema/")).cloned().collect()
}

fn errors(text: &str) -> Vec<String> {
    let errors = findings(text).into_iter().filter(|found| found.severity == Severity::Error);
    errors.map(|found| format!("{}: {}", found.code, found.message)).collect()
}

fn example(name: &str) -> String {
    fs::read_to_string(paths::root().join("examples/other").join(name)).expect("an example")
}

/// The oracle is the schema tables, which the first module does not contain. Resources are previewed only inside
/// assemblies.
#[test]
fn a_preview_is_offered_by_the_languages_that_have_one() {
    for language in Language::ALL {
        let has_preview = language.services().preview.is_some();
        let has_panel = has_preview && !language.is_only_a_part();
        assert_eq!(language.has_preview(), has_panel, "{language:?}");
    }
    for name in ["streamer-tosca.yaml", "streamer-asd.yaml", "streamer-homing.yaml"] {
        let (analysis, path) = analysis(&example(name));
        let has_preview = language(&example(name)).is_some_and(|language| language.services().preview.is_some());
        assert_eq!(analysis.preview(&path, &Question::default()).is_some(), has_preview, "{name}");
        assert_eq!(!analysis.question_form(&path, None, &[]).intents.is_empty(), has_preview, "{name}");
    }
}

#[test]
fn the_examples_are_recognized_and_nothing_is_wrong_with_them() {
    let examples = [
        ("streamer-tosca.yaml", Language::Tosca),
        ("streamer-asd.yaml", Language::Asd),
        ("streamer-homing.yaml", Language::Homing),
    ];
    for (name, expected) in examples {
        let text = example(name);
        assert_eq!(language(&text), Some(expected), "{name}");
        let (analysis, path) = analysis(&text);
        assert_eq!(analysis.diagnostics(&path), &[], "{name}");
    }
}

/// A topology as lines: the boxes with their parents, and the connections with their ports.
fn drawn(text: &str) -> (Vec<String>, Vec<String>) {
    let (analysis, path) = analysis(text);
    let topology = analysis.topology(&path).expect("a topology");
    let graph = &topology.graph;
    let end = |vertex: &Vertex, port: Option<&str>| match port {
        Some(port) => format!("{}.{port}", vertex.label),
        None => vertex.label.clone(),
    };
    let boxes = graph.node_weights().map(|vertex| match vertex.parent {
        Some(parent) => format!("{} in {}", vertex.label, graph[parent].label),
        None => vertex.label.clone(),
    });
    let connections = graph.edge_indices().filter_map(|index| {
        let ((source, target), edge) = (graph.edge_endpoints(index)?, &graph[index]);
        Some(format!(
            "{} -> {}",
            end(&graph[source], edge.source_port.as_deref()),
            end(&graph[target], edge.target_port.as_deref())
        ))
    });
    (boxes.collect(), connections.collect())
}

#[test]
fn a_service_template_is_drawn_by_what_its_nodes_require() {
    let (boxes, connections) = drawn(&example("streamer-tosca.yaml"));
    assert_eq!(boxes[..2], ["fjord-streamer", "streamers in fjord-streamer"]);
    assert!(boxes.contains(&"streamer_1_host in streamers".to_owned()));
    assert!(boxes.contains(&"balancer in fjord-streamer".to_owned()));
    assert!(boxes.contains(&"streamer_1 in streamer_1_host".to_owned()), "a host is around what it hosts");
    // Capabilities are those that the types choose, and values flow from inputs and to outputs.
    let expected = [
        "segments.attachment -> streamer_1_host.local_storage",
        "streamer_1_host.binding -> streamer_1_port.binding",
        "video_network.link -> streamer_1_port.link",
        "streamer_1.data_endpoint -> balancer.application",
        "streamer_2_host.binding -> streamer_2_port.binding",
        "video_network.link -> streamer_2_port.link",
        "streamer_2.data_endpoint -> balancer.application",
        "fjord-streamer.video_cidr -> video_network.cidr",
        "fjord-streamer.streamer_cpus -> streamer_1_host.host.num_cpus",
        "fjord-streamer.streamer_cpus -> streamer_2_host.host.num_cpus",
        "fjord-streamer.segment_disk -> segments.size",
        "streamer_1_host.private_address -> fjord-streamer.first_streamer",
        "video_network.cidr -> fjord-streamer.network",
    ];
    assert_eq!(connections, expected);
}

#[test]
fn substitution_mappings_are_the_boundary() {
    let text = "\
tosca_definitions_version: tosca_simple_yaml_1_2
topology_template:
  node_templates:
    app:
      type: example.App
      requirements:
        - store: example.Store
        - host: {node: server, capability: tosca.capabilities.Compute}
    server: {type: tosca.nodes.Compute}
  groups:
    first: {type: tosca.groups.Root, members: [app]}
    second: {type: tosca.groups.Root, members: [app, server]}
  substitution_mappings:
    node_type: example.Service
    capabilities: {endpoint: [app, web]}
    requirements: {storage: {mapping: [app, store]}}
";
    let (boxes, mut connections) = drawn(text);
    // A node with a host is drawn there, and its groups are connected to it unless they are around the host.
    assert_eq!(boxes, ["file", "first in file", "second in file", "app in server", "server in second"]);
    connections.sort();
    let expected = ["app.web -> file.endpoint", "file.storage -> app.store", "first -> app"];
    assert_eq!(connections, expected);
    let (analysis, path) = analysis(text);
    let topology = analysis.topology(&path).expect("a topology");
    let boundary = &topology.graph[topology.vertex(&NodePath::root()).expect("a boundary")];
    let ports: Vec<_> = boundary.ports.iter().map(|port| (port.name.as_str(), port.kind)).collect();
    assert_eq!(ports, [("storage", PortKind::Requirement), ("endpoint", PortKind::Capability)]);
    assert_eq!(boundary.detail, "example.Service");
}

#[test]
fn an_application_is_drawn_in_the_order_of_its_deployment() {
    let (boxes, connections) = drawn(&example("streamer-asd.yaml"));
    let expected = [
        "enhancedClusterCapabilities in fjord-streamer",
        "custom-resources in deploymentOrder: 1",
        "streamers in deploymentOrder: 2",
        "ingress in deploymentOrder: 3",
        "deploymentOrder: 1 in fjord-streamer",
        "deploymentOrder: 2 in fjord-streamer",
        "deploymentOrder: 3 in fjord-streamer",
    ];
    assert_eq!(boxes[1..], expected);
    let expected = [
        "deploymentOrder: 1 -> deploymentOrder: 2",
        "deploymentOrder: 2 -> deploymentOrder: 3",
        "fjord-streamer.viewers -> ingress.service.loadBalancerIP",
        "fjord-streamer.upstream -> streamers.networks.upstream.name",
        "fjord-streamer.upstream -> streamers.networks.upstream.namespace",
    ];
    assert_eq!(connections, expected);
}

/// Items with the same order are deployed together, those without one at any time. In a diagram without lanes, connecting
/// every pair of two big stages would be unreadable, and too slow for a browser.
#[test]
fn stages_are_joined_by_lanes_or_pair_by_pair_until_there_are_too_many() {
    let item = |id: &str, order: &str| format!("  - {{deploymentItemId: {id}, artifactId: {id}.tgz{order}}}\n");
    let text = |early: usize, late: usize| {
        let mut text = "asdId: a\ndeploymentItems:\n".to_owned();
        (0..early).for_each(|number| text.push_str(&item(&format!("early{number}"), ", deploymentOrder: 1")));
        (0..late).for_each(|number| text.push_str(&item(&format!("late{number}"), ", deploymentOrder: 7")));
        text + &item("whenever", "")
    };
    assert_eq!(drawn(&text(2, 3)).1, ["deploymentOrder: 1 -> deploymentOrder: 7"]);
    let n_joined = |text: &str| {
        let tree = parse(text);
        topology(tree.root().expect("a mapping"), "a", false).graph.edge_count()
    };
    assert_eq!(n_joined(&text(2, 3)), 6);
    assert_eq!(n_joined(&text(500, 400)), 400);
}

#[test]
fn a_homing_template_is_drawn_from_locations_over_constraints_to_demands() {
    let text = example("streamer-homing.yaml");
    let (boxes, connections) = drawn(&text);
    assert_eq!(boxes.len(), 1 + 1 + 4 + 2);
    let expected = [
        "viewers -> near_viewers",
        "near_viewers -> streaming",
        "near_each_other -> streaming",
        "near_each_other -> library",
        "one_region -> streaming",
        "one_region -> library",
        "enough_room -> streaming",
        // The objective.
        "viewers -> streaming",
        "viewers -> library",
    ];
    assert_eq!(connections, expected);
    let (analysis, path) = analysis(&text);
    let topology = analysis.topology(&path).expect("a topology");
    let viewers = topology.vertex(&NodePath::keys(["locations", "viewers"])).expect("a location");
    assert_eq!(topology.graph[viewers].detail, "59.91, 10.75", "parameters are read");
}

#[test]
fn names_keys_and_words_are_known_in_every_language() {
    let outline = |name| {
        let (analysis, path) = analysis(&example(name));
        let symbols = analysis.symbols(&path);
        symbols.iter().map(|symbol| format!("{} {}", symbol.name, symbol.detail).trim().to_owned()).collect::<Vec<_>>()
    };
    let tosca = outline("streamer-tosca.yaml");
    for name in ["streamer_cpus integer", "balancer tosca.nodes.LoadBalancer", "apart tosca.policies.Placement"] {
        assert!(tosca.contains(&name.to_owned()), "{name} in {tosca:?}");
    }
    let asd = outline("streamer-asd.yaml");
    let expected = [
        "fjord-streamer",
        "viewers EndUser",
        "upstream backhaul",
        "custom-resources crd",
        "streamers helm_chart",
        "ingress helm_chart",
    ];
    assert_eq!(asd, expected, "connection points with their networks, items with their types");
    let homing = outline("streamer-homing.yaml");
    assert_eq!(
        homing[4..],
        [
            "viewers",
            "streaming",
            "library",
            "near_viewers distance_to_location",
            "near_each_other distance_between_demands",
            "one_region zone",
            "enough_room region_fit"
        ]
    );

    let text = example("streamer-tosca.yaml");
    let (service, path) = analysis(&text);
    let inner = text.find("capability: data_endpoint").expect("a requirement");
    let hover = service.hover(&path, inner + 1).map(|hover| hover.text).unwrap_or_default();
    assert!(hover.contains("Capability of the node"), "{hover}");

    let text = example("streamer-homing.yaml");
    let (analysis, path) = analysis(&text);
    let at = |word: &str| text.find(word).expect("a word") + 1;
    let hover = |word| analysis.hover(&path, at(word)).map(|hover| hover.text).unwrap_or_default();
    assert!(hover("qualifier").contains("Demands share a zone"));
    assert!(hover("one_region").contains("constraint `zone`"));
    let words = analysis.complete(&path, at("same\n"));
    assert_eq!(words.iter().map(|word| word.label.as_str()).collect::<Vec<_>>(), ["same", "different"]);
    let renamed = analysis.rename(&path, &NodePath::keys(["demands", "library"]), "archive").expect("can be");
    let after = analysis.changed(&renamed).expect("it fits");
    assert_eq!(
        *after.file(&path).expect("a file").text,
        text.replace("  library:", "  archive:").replace(", library]", ", archive]")
    );
    // Nothing in a template refers to a constraint.
    let renamed = analysis.rename(&path, &NodePath::keys(["constraints", "one_region"]), "region").expect("can be");
    let after = analysis.changed(&renamed).expect("it fits");
    assert_eq!(*after.file(&path).expect("a file").text, text.replace("  one_region:", "  region:"));
}

/// Names are suggested where only a part of one is written, or nothing.
#[test]
fn names_are_completed_in_every_language() {
    let offered = |analysis: &Analysis, path: &FilePath, text: &str, typed: &str| -> Vec<String> {
        let at = text.find(typed).expect("is in the text");
        let cursor = at + typed.find('|').expect("a cursor");
        let found = text.replacen(typed, &typed.replace('|', ""), 1);
        let length = analysis.file(path).expect("a file").text.len();
        let change = Change::of_file("Type", path.clone(), TextEdit::replace(Span::new(0, length), &*found));
        let after = analysis.changed(&change).expect("it fits");
        after.complete(path, cursor).into_iter().map(|found| found.label).collect()
    };
    let (shop, service, _) = shop();
    let in_shop = |from: &str, typed: &str| {
        let text = SHOP.replacen(from, typed, 1);
        offered(&shop, &service, &text, typed)
    };
    assert_eq!(in_shop("{get_input: port}", "{get_input: |}"), ["port"]);
    assert_eq!(in_shop("get_property: [web,", "get_property: [w|,"), ["server", "web"]);
    assert_eq!(in_shop("[host: server]", "[host: {node: |}]"), ["server"]);
    let types = in_shop("      type: example.Web", "      type: |");
    assert_eq!((types[0].as_str(), types[1].as_str()), ("example.Web", "Root"));
    let text = example("streamer-homing.yaml");
    let (homing, path) = analysis(&text);
    let in_homing = |from: &str, typed: &str| {
        let text = text.replacen(from, typed, 1);
        offered(&homing, &path, &text, typed)
    };
    assert_eq!(in_homing("location: viewers", "location: |"), ["viewers"]);
    assert_eq!(in_homing("demands: [streaming, library]", "demands: [streaming, |]"), ["streaming", "library"]);
    let operators = in_homing("constraints:", "constraints:\n  o: {type: attribute, properties: {evaluate: {x: {|}}}}");
    assert_eq!(operators, ["eq", "ne", "lt", "gt", "lte", "gte", "any", "all", "regex"]);
}

/// The text editor requests completions once for a scalar, and before the text is parsed. That is right because they are
/// those of a place, not of a prefix: the oracle are the completions of the text after it was typed.
#[test]
fn completions_hold_while_a_scalar_continues() {
    let files = paths::texts(&paths::root().join("examples"), &[".yaml"]);
    let analysis = Analysis::new(Workspace::new(files), Settings::default());
    let offered = |analysis: &Analysis, path: &FilePath, at: usize| -> Vec<_> {
        let found = analysis.complete(path, at).into_iter();
        found.map(|found| (found.label, found.insert, found.replaces.start, found.replaces.end)).collect()
    };
    let mut n_offered = 0;
    for file in analysis.workspace().files().filter(|file| file.language.is_some()) {
        let is_in_word = |at: &usize| {
            file.text[..*at].ends_with(|character: char| character.is_ascii_alphanumeric() || character == '_')
        };
        // A key determines what belongs below it.
        let is_in_key = |at: usize| {
            let rest = file.text[at..]
                .trim_start_matches(|character: char| character.is_ascii_alphanumeric() || "_.-".contains(character));
            rest.strip_prefix(['"', '\'']).unwrap_or(rest).starts_with(':')
        };
        // A step that is no multiple of common line lengths.
        let places = (1..file.text.len()).step_by(23).filter(|at| file.text.is_char_boundary(*at)).filter(is_in_word);
        for at in places.filter(|at| !is_in_key(*at)) {
            let line = file.text[..at].rsplit('\n').next().unwrap_or_default();
            let in_expression = ["${", "{{", "{%"]
                .iter()
                .any(|open| line.rsplit_once(open).is_some_and(|(_, inside)| !inside.contains('}')));
            for typed in ["x", if in_expression { "x_1" } else { "x (y); z/1" }] {
                let change = Change::of_file("Type", file.path.clone(), TextEdit::insert(at, typed));
                let after = analysis.typed(&change).expect("it fits");
                let expected = offered(&after, &file.path, at + typed.len());
                let length = u32::try_from(typed.len()).expect("it is short");
                let mut found = offered(&analysis, &file.path, at);
                found.iter_mut().for_each(|(.., end)| *end += length);
                // The unfinished name itself may be defined at the cursor, before or after typing.
                let is_unfinished = |label: &str| file.text[..at].ends_with(label) || label.contains(typed);
                let all = found.iter().chain(&expected).filter(|(label, ..)| !is_unfinished(label));
                let differs = all.filter(|item| found.contains(item) != expected.contains(item)).collect::<Vec<_>>();
                let place = file.lines.position(&file.text, at);
                assert!(differs.is_empty(), "`{typed}` at {}:{}:{}: {differs:?}", file.path, place.line, place.column);
                n_offered += usize::from(!found.is_empty());
            }
        }
    }
    assert!(n_offered > 100, "{n_offered}");
}

#[test]
fn names_of_service_templates_are_renamed_in_all_files() {
    let (analysis, service, types) = shop();
    let renamed = |file: &FilePath, at: &[&str], name: &str| {
        let change = analysis.rename(file, &NodePath::keys(at.iter().copied()), name).expect("can be");
        let after = analysis.changed(&change).expect("it fits");
        [&service, &types].map(|file| after.file(file).expect("a file").text.to_string())
    };
    let web = renamed(&types, &["node_types", "example.Web"], "example.Shop");
    assert_eq!(web, [SHOP, WEB_TYPES].map(|text| text.replace("example.Web", "example.Shop")));
    let server = renamed(&service, &["topology_template", "node_templates", "server"], "host1");
    assert_eq!(server, [SHOP.replace("server", "host1"), WEB_TYPES.to_owned()]);
    let taken = analysis.rename(&service, &NodePath::keys(["topology_template", "node_templates", "server"]), "web");
    assert!(taken.is_err());
    let followed = analysis.rename(&types, &NodePath::keys(["node_types", "example.Web", "properties", "port"]), "at");
    assert!(followed.is_err(), "what speaks of properties is not always known");
}

/// The oracle is the numbered rules of the specification, each with a text that violates or demonstrates it.
#[test]
fn no_error_is_found_where_the_specification_has_none() {
    let (Some(rules), Some(folder)) = (paths::shared("rules/tosca-ch1-4.json"), paths::shared("fixtures/tosca")) else {
        return;
    };
    let rules = read_json(&rules);
    let severities: BTreeMap<&str, &str> =
        rules.iter().filter_map(|rule| Some((rule["id"].as_str()?, rule["severity"].as_str()?))).collect();
    // T-1-04 shows an error: an example that contradicts a rule.
    let is_error = |id: &str| severities.get(id).is_none_or(|severity| severity.starts_with('E')) || id == "T-1-04";
    let (mut faults, mut n_errors, mut found) = (Vec::new(), 0, 0);
    for (path, text) in paths::texts(&folder.join("rules-ch1-4"), &[".yaml"]) {
        let id = path.as_str().split('/').next().unwrap_or_default().trim_end_matches(".yaml");
        let errors = errors(&text);
        if is_error(id) {
            n_errors += 1;
            found += usize::from(!findings(&text).is_empty());
        } else {
            faults.extend(errors.into_iter().map(|error| format!("{path}: {error}")));
        }
    }
    println!("of {n_errors} texts that break a rule, the tables find {found}");
    // Examples of the text of the specification. The two that are wrong: values as a list (T-3.5.10-08), capabilities
    // as a list (T-3.7.3-06).
    let wrong = ["spec-examples-ch2/example-14.yaml", "spec-examples-ch2/example-22.yaml"];
    for (path, text) in paths::texts(&folder, &[".yaml"]) {
        let name = path.as_str();
        let printed = name.starts_with("spec-examples") && !name.contains("as-published");
        if printed && !wrong.contains(&name) {
            faults.extend(errors(&text).into_iter().map(|error| format!("{path}: {error}")));
        }
    }
    assert_none(faults);
}

/// Files that another tool accepts but the specification does not.
const LENIENT: &[(&str, &str)] = &[
    ("test_no_inputs_in_template.yaml", "metadata is a text (T-3.5.2-01)"),
    ("test_tosca_custom_rel.yaml", "a property definition is a text (T-10.1-6)"),
    ("nfv/tacker_defs.yaml", "a property definition is a text (T-10.1-6)"),
    ("issues/issue_39.yaml", "a property definition is a text (T-10.1-6)"),
    ("issues/issue_54.yaml", "a property definition is a text (T-10.1-6)"),
    ("policies/tosca_policy_template.yaml", "a trigger has no event (T-3.5.18-02)"),
    ("autoscaling/tosca_autoscaling.yaml", "a trigger has no event and no action (T-3.5.18-02, -03)"),
    ("monitoring/tosca_monitoring_scaling.yaml", "a trigger has no event and no action (T-3.5.18-02, -03)"),
    ("nfv/test_tosca_nfv_autoscaling.yaml", "a requirement has two keys (T-3.7.2-18)"),
    ("autoscaling/tosca_cluster_autoscaling.yaml", "unknown keynames of a trigger (T-0-02)"),
    ("custom_types/custom_monitoring.yaml", "unknown keynames of a trigger (T-0-02)"),
    ("custom_types/senlin_cluster_policies.yaml", "unknown keynames of a trigger (T-0-02)"),
    ("nfv/test_tosca_nfv_autoscaling_with_params.yaml", "unknown keynames of a trigger (T-0-02)"),
    ("policies/test_tosca_nfv_multiple_policies.yaml", "unknown keynames of a trigger (T-0-02)"),
    ("reservation/tosca-vnfd-reservation-id.yaml", "an unknown keyname of a policy (T-0-02)"),
    ("data/test_credential_datatype.yaml", "unknown keynames of a property definition (T-0-02)"),
    ("validate/test_substitution_mappings_section.yaml", "an unknown keyname of a node filter (T-0-02)"),
    // A key without a value.
    ("test_imports.test_import_namespace.f160a3.yaml", "a namespace is left empty (T-3.5.8-10)"),
];

fn is_lenient(name: &str) -> bool {
    LENIENT.iter().any(|(ending, _)| name.ends_with(ending))
}

/// The oracle is the verdicts of other implementations on their own files.
#[test]
fn service_templates_that_others_take_are_taken() {
    let Some(folder) = paths::shared("corpus/tosca") else { return };
    let manifest = fs::read_to_string(folder.join("manifest.tsv")).expect("a manifest");
    let rows = manifest.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let valid: Vec<&str> = rows.filter(|row| row.get(3) == Some(&"valid")).map(|row| row[0]).collect();
    let (mut faults, mut n_files, mut recognized) = (Vec::new(), 0, 0);
    for (path, text) in paths::texts(&folder, &[".yaml", ".yml"]) {
        n_files += 1;
        recognized += usize::from(language(&text) == Some(Language::Tosca));
        if valid.contains(&path.as_str()) && !is_lenient(path.as_str()) {
            faults.extend(errors(&text).into_iter().map(|error| format!("{path}: {error}")));
        }
    }
    println!("{recognized} of {n_files} files are service templates, {} of all are known to be valid", valid.len());
    let inline = fs::read_to_string(folder.join("aria-inline.jsonl")).expect("a list of texts");
    let (mut invalid, mut found) = (0, 0);
    for line in inline.lines() {
        let case: serde_json::Value = serde_json::from_str(line).expect("a case");
        let (name, text) = (case["name"].as_str().unwrap_or(""), case["text"].as_str().unwrap_or(""));
        if case["expected"] == "valid" {
            let found = findings(text).into_iter().filter(|_| !is_lenient(name));
            faults.extend(found.map(|found| format!("{name}: {}", found.message)));
        } else {
            invalid += 1;
            found += usize::from(!findings(text).is_empty());
        }
    }
    println!("of {invalid} texts that are not valid, the tables alone find {found}");
    assert_none(faults);
}

/// The oracle is the recorded verdicts of the ONAP translator.
#[test]
fn homing_templates_that_onap_takes_are_taken() {
    let (Some(folder), Some(verdicts)) =
        (paths::shared("corpus/homing"), paths::shared("fixtures/homing/corpus_verdicts.json"))
    else {
        return;
    };
    let verdicts = read_json(&verdicts);
    let (mut faults, mut accepted) = (Vec::new(), 0);
    for entry in &verdicts {
        let (name, verdict) = (entry["file"].as_str().unwrap_or(""), entry["verdict"].as_str().unwrap_or(""));
        let text = fs::read_to_string(folder.join(name)).expect("a template");
        let found = findings(&text);
        if language(&text) != Some(Language::Homing) {
            faults.push(format!("{name}: not recognized"));
        }
        // Other verdicts concern names, values and versions.
        let by_table = ["must be a dictionary", "invalid key pnf_host_name", "type 'None'", "is not provided"];
        if verdict == "OK" {
            accepted += 1;
            faults.extend(found.iter().map(|found| format!("{name}: {}", found.message)));
        } else if by_table.iter().any(|part| verdict.contains(part)) && found.is_empty() {
            faults.push(format!("{name}: nothing found where the translator says: {verdict}"));
        }
    }
    println!("{} templates, {accepted} of them accepted by the translator", verdicts.len());
    assert_none(faults);
}

/// For any text, even a truncated one, there is a result, and the diagram refers to the text.
#[test]
fn every_real_file_is_drawn_and_described_also_in_part() {
    let mut faults = Vec::new();
    for name in ["corpus/tosca", "corpus/asd", "corpus/homing", "fixtures/tosca"] {
        let Some(folder) = paths::shared(name) else { continue };
        let texts = paths::texts(&folder, ENDINGS);
        let mut languages: BTreeMap<&str, usize> = BTreeMap::new();
        for (path, text) in &texts {
            *languages.entry(language(text).map_or("none", Language::label)).or_default() += 1;
            for part in [8, 5, 3] {
                let end = floor_boundary(text, text.len() * part / 8);
                faults
                    .extend(diagram_faults(&text[..end]).into_iter().map(|fault| format!("{path} to {end}: {fault}")));
            }
        }
        println!("{name}: {} files: {languages:?}", texts.len());
    }
    assert_none(faults);
}

fn diagram_faults(text: &str) -> Vec<String> {
    let (analysis, path) = analysis(text);
    let _ = (analysis.symbols(&path), analysis.hover(&path, text.len() / 2), analysis.complete(&path, text.len()));
    let _ = analysis.scene(&path);
    let Some(topology) = analysis.topology(&path) else { return Vec::new() };
    let Some(root) = analysis.file(&path).and_then(|file| file.root.as_ref()) else { return Vec::new() };
    // A lane is no node of the text.
    let lanes: Vec<&NodePath> = topology
        .graph
        .node_weights()
        .filter(|vertex| vertex.kind == VertexKind::Stage)
        .map(|vertex| &vertex.path)
        .collect();
    let paths = topology.graph.node_weights().map(|vertex| &vertex.path);
    let paths = paths.chain(topology.graph.edge_weights().map(|edge| &edge.path)).filter(|path| !lanes.contains(path));
    let mut faults: Vec<String> =
        paths.filter(|path| root.at(path).is_none()).map(|path| format!("no {path}")).collect();
    let mut seen: Vec<&NodePath> = topology.graph.node_weights().map(|vertex| &vertex.path).collect();
    seen.sort();
    faults.extend(seen.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| format!("two boxes of {}", pair[0])));
    faults.extend(port_faults(&topology));
    faults
}

/// A connection ends at a port of its box.
fn port_faults(topology: &Topology) -> Vec<String> {
    let mut faults = Vec::new();
    for index in topology.graph.edge_indices() {
        let Some((source, target)) = topology.graph.edge_endpoints(index) else { continue };
        let edge = &topology.graph[index];
        for (vertex, port) in [(source, &edge.source_port), (target, &edge.target_port)] {
            let missing =
                port.as_ref().filter(|port| !topology.graph[vertex].ports.iter().any(|own| own.name == **port));
            faults.extend(missing.map(|port| format!("{} has no port {port}", topology.graph[vertex].label)));
        }
    }
    faults
}

fn read_json(path: &std::path::Path) -> Vec<serde_json::Value> {
    serde_json::from_str(&fs::read_to_string(path).expect("a readable file")).expect("JSON as expected")
}

fn assert_none(faults: Vec<String>) {
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

const SHOP: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
imports: [../types/web.yaml]
topology_template:
  inputs:
    port: {type: integer, default: 80}
  node_templates:
    server: {type: tosca.nodes.Compute}
    web:
      type: example.Web
      properties: {port: {get_input: port}}
      requirements: [host: server]
  outputs:
    port: {value: {get_property: [web, port]}}
";
const WEB_TYPES: &str = "\
tosca_definitions_version: tosca_simple_yaml_1_2
description: Types for the web
node_types:
  example.Web:
    description: Answers to browsers
    derived_from: tosca.nodes.Root
    properties:
      port: {type: integer}
    requirements: [host: tosca.capabilities.OperatingSystem]
";

fn shop() -> (Analysis, FilePath, FilePath) {
    let paths = ["shop/service.yaml", "types/web.yaml"].map(|path| FilePath::new(path).expect("a plain path"));
    let files = paths.clone().into_iter().zip([SHOP.to_owned(), WEB_TYPES.to_owned()]);
    let [service, types] = paths;
    (Analysis::new(Workspace::new(files), Settings::default()), service, types)
}

#[test]
fn names_of_service_templates_lead_to_what_they_stand_for() {
    let (analysis, service, types) = shop();
    let at = |before: &str| SHOP.find(before).expect("is in the text") + before.len();
    let cases = [
        ("[../types", &types, "web.yaml"),
        ("type: example.W", &types, "example.Web"),
        ("get_property: [web, po", &types, "port"),
        ("{get_input: po", &service, "port"),
        ("[host: ser", &service, "server"),
        ("requirements: [ho", &types, "host"),
        ("get_property: [w", &service, "web"),
    ];
    for (before, file, name) in cases {
        let found = analysis.definition(&service, at(before)).unwrap_or_else(|| panic!("{before} leads nowhere"));
        assert_eq!((&found.file, found.name.as_str()), (file, name), "{before}");
    }
    let hover = analysis.hover(&service, at("type: example.W")).expect("a note");
    assert!(hover.text.contains("Answers to browsers"), "{hover:?}");
    let hover = analysis.hover(&service, at("[../types")).expect("a note");
    assert!(hover.text.contains("Types for the web"), "{hover:?}");
    let web = NodePath::keys(["topology_template", "node_templates", "web"]);
    assert_eq!(analysis.references(&service, &web).len(), 1);
}

#[test]
fn imports_of_a_renamed_service_template_are_updated() {
    let (analysis, service, types) = shop();
    let codes =
        |analysis: &Analysis| -> Vec<&str> { analysis.diagnostics(&service).iter().map(|found| found.code).collect() };
    assert_eq!(codes(&analysis), [] as [&str; 0]);
    let edit = |from: &str, to: &str| {
        let start = WEB_TYPES.find(from).expect("is in the text");
        let edit = TextEdit::replace(Span::new(start, start + from.len()), to);
        Change::of_file("Edit", types.clone(), edit)
    };
    let after = analysis.changed(&edit("port:", "prot:")).expect("it fits");
    // In the node template, and in the output.
    assert_eq!(codes(&after), ["tosca/property/no-such-property"; 2]);
    let files = vec![FileChange::Delete { path: types.clone() }];
    let gone =
        analysis.changed(&Change { title: "Delete".to_owned(), files, ..Change::default() }).expect("it is there");
    assert_eq!(codes(&gone), ["tosca/import/no-such-import"]);
    let files = vec![FileChange::Create { path: types.clone(), text: WEB_TYPES.to_owned() }];
    let back = gone.changed(&Change { title: "Create".to_owned(), files, ..Change::default() }).expect("it is free");
    assert_eq!(codes(&back), [] as [&str; 0]);
}
