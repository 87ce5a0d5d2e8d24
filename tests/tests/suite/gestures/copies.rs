//! Duplicating, changing types, removing mappings, and policies.

use descriptorium_core::symbol::DescriptorRef;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::Command;

use super::{analysis, done, done_in, of, path, refusal, with};

fn part(name: &str) -> NodePath {
    NodePath::keys(["composition", name])
}

#[test]
fn a_copy_is_inserted_below_with_its_comments() {
    done(
        &Command::Duplicate(vec![part("gateway")]),
        &[],
        &["  # lets traffic in", "  gateway_2:", "    type: resource::gateway::1.0   # keep", "    properties: {}", ""],
    );
}

#[test]
fn copies_are_linked_to_each_other_as_their_models_are() {
    let text = done(
        &Command::Duplicate(vec![part("gateway"), part("web")]),
        &[],
        &[
            "  # lets traffic in",
            "  gateway_2:",
            "    type: resource::gateway::1.0   # keep",
            "    properties: {}",
            "",
            "",
            "  # answers",
            "  web_2:",
            "    type: resource::web::1.0",
            "    properties:",
            "      upstream:",
            "        value: ${gateway_2.address}",
            "  route-2:",
            "    source-capabilities:",
            "      - gateway_2.Route",
            "    target-requirements:",
            "      - web_2.Route",
            "    source-state: Active",
            "    target-state: Active",
        ],
    );
    assert!(text.contains("url:\n    read-only: true\n    value: http://${web.address}/\n"), "{text}");
}

#[test]
fn copies_do_not_overlap() {
    let service = "\
name: assembly::service::1.0
composition:
  web: {type: 'resource::web::1.0'}
  beside: {type: 'resource::web::1.0'}
designerLayout:
  elements:
    web: {x: 10, y: 20}
    beside: {x: 50, y: 60}
";
    let mut analysis = with(service, &[]);
    for copy in ["    web_2:\n      x: 90\n      y: 100\n", "    web_3:\n      x: 130\n      y: 140\n"] {
        let change = analysis.command(&path("service.yaml"), &Command::Duplicate(vec![part("web")])).expect("accepted");
        analysis = analysis.changed(&change).expect("fits");
        let text = &analysis.file(&path("service.yaml")).expect("a file").text;
        assert!(text.contains(copy), "{text}");
    }
    // Two boxes pasted at their origin are placed next to it, without overlaps.
    let service = with(service, &[]);
    let clip = service.clip(&path("service.yaml"), &[part("web"), part("beside")]).expect("there");
    let paste = Command::Paste(clip, None);
    let after = service.changed(&service.command(&path("service.yaml"), &paste).expect("accepted")).expect("fits");
    let text = &after.file(&path("service.yaml")).expect("a file").text;
    let around = Command::Paste(
        service.clip(&path("service.yaml"), &[part("web"), part("beside")]).expect("there"),
        Some(descriptorium_core::topology::Point { x: 500.0, y: 300.0 }),
    );
    let moved = service.changed(&service.command(&path("service.yaml"), &around).expect("accepted")).expect("fits");
    let moved = moved.file(&path("service.yaml")).expect("a file").text.to_string();
    let middle = ["    beside_2:\n      x: 520\n      y: 320\n", "    web_2:\n      x: 480\n      y: 280\n"];
    assert!(middle.iter().all(|copy| moved.contains(copy)), "{moved}");
    let copies = ["    beside_2:\n      x: 90\n      y: 100\n", "    web_2:\n      x: 130\n      y: 140\n"];
    assert!(copies.iter().all(|copy| text.contains(copy)), "{text}");
}

#[test]
fn a_copy_is_drawn_beside_its_model() {
    let service = "\
name: assembly::service::1.0
composition:
  web: {type: 'resource::web::1.0', properties: {}}  # answers
  'web_2': {type: 'resource::web::1.0'}
designerLayout:
  elements:
    web: {x: 10, y: 20}
";
    done_in(
        &with(service, &[]),
        &Command::Duplicate(vec![part("web")]),
        &[],
        &[
            "  web_3: {type: 'resource::web::1.0', properties: {}}  # answers",
            "    web_3:",
            "      x: 50",
            "      y: 60",
        ],
    );
    let numbered = with(service, &[]);
    let change = numbered.command(&path("service.yaml"), &Command::Duplicate(vec![part("web_2")])).expect("accepted");
    assert_eq!(change.title, "Duplicate web_2");
    let after = numbered.changed(&change).expect("fits");
    assert!(after.file(&path("service.yaml")).expect("a file").text.contains("\n  'web_3': {type:"));
}

#[test]
fn anchored_values_are_not_copied() {
    let service = "\
name: assembly::service::1.0
composition:
  web: &web {type: 'resource::web::1.0'}
  other: *web
";
    let why = refusal(&with(service, &[]), &Command::Duplicate(vec![part("web")]));
    assert!(why.contains("shared"), "{why}");
}

#[test]
fn only_parts_are_copied() {
    let why = refusal(&analysis(), &Command::Duplicate(vec![NodePath::keys(["relationships", "route"])]));
    assert_eq!(why, "only components and references can be duplicated");
}

#[test]
fn changing_the_type_keeps_the_properties() {
    let retype = |of: DescriptorRef| Command::Retype { path: part("web"), of };
    done(&retype(of("resource::web::2.0")), &["    type: resource::web::1.0"], &["    type: resource::web::2.0"]);
    let change = analysis().command(&path("service.yaml"), &retype(of("resource::web::2.0"))).expect("accepted");
    assert_eq!(change.title, "Change version of web to 2.0");
    let change = analysis().command(&path("service.yaml"), &retype(of("resource::gateway::1.0"))).expect("accepted");
    assert_eq!(change.title, "Change type of web to resource::gateway::1.0");
    let why = refusal(&analysis(), &retype(of("assembly::service::1.0")));
    assert!(why.contains("cannot contain itself"), "{why}");
    let why = refusal(&analysis(), &retype(of("widget::web::1.0")));
    assert!(why.contains("is not an assembly or a resource"), "{why}");
}

#[test]
fn a_part_without_a_type_gets_one() {
    let service = "name: assembly::service::1.0\ncomposition:\n  web:\n    # as it was\n    properties: {}\n";
    done_in(
        &with(service, &[]),
        &Command::Retype { path: part("web"), of: of("resource::web::1.0") },
        &[],
        &["    type: resource::web::1.0"],
    );
}

#[test]
fn a_mapping_is_undone_and_what_else_is_said_stays() {
    let upstream = part("web").key("properties").key("upstream");
    done(
        &Command::Remove(vec![upstream.clone()]),
        &["    properties:", "      upstream:", "        value: ${gateway.address}"],
        &["    properties: {}"],
    );
    let change = analysis().command(&path("service.yaml"), &Command::Remove(vec![upstream])).expect("accepted");
    assert_eq!(change.title, "Unmap upstream");
    // The declaration of an assembly's property stays.
    done(&Command::Remove(vec![NodePath::keys(["properties", "url"])]), &["    value: http://${web.address}/"], &[]);
    let service = "\
name: assembly::service::1.0
composition:
  gateway: {type: 'resource::gateway::1.0'}
  web:
    type: resource::web::1.0
    properties:
      upstream:
        # the service behind it
        description: the next hop
        value: ${gateway.address}
      fixed:
        value: a
";
    done_in(
        &with(service, &[]),
        &Command::Remove(vec![part("web").key("properties").key("upstream")]),
        &["        value: ${gateway.address}"],
        &[],
    );
    let fixed = part("web").key("properties").key("fixed");
    let change = with(service, &[]).command(&path("service.yaml"), &Command::Remove(vec![fixed])).expect("accepted");
    assert_eq!(change.title, "Remove fixed");
}

const CLUSTER: &str = "\
name: assembly::service::1.0
composition:
  balancer:
    type: resource::balancer::1.0
  web:
    type: resource::web::1.0
    cluster:
      minimum-nodes: 1
metrics:
  load:
    source-metric: balancer.sessions
";

const BALANCER: &str = "\
name: resource::balancer::1.0
metrics:
  sessions: {type: 'metric::load'}
  health: {type: 'metric::integrity'}
lifecycle: {Create: {}}
";

#[test]
fn a_cluster_is_scaled_by_a_load_metric() {
    let analysis = with(CLUSTER, &[("balancer.yaml", BALANCER)]);
    let add = |target: &str, metric: &str| Command::AddPolicy { target: part(target), metric: metric.into() };
    let come = |metric| {
        [
            "policies:",
            "  scale-web:",
            "    type: policy::scale",
            metric,
            "    target: web",
            "    properties:",
            "      scaleOut_threshold:",
            "        value: 80",
            "      scaleIn_threshold:",
            "        value: 20",
            "      smoothing:",
            "        value: 3",
        ]
    };
    done_in(&analysis, &add("web", "balancer.sessions"), &[], &come("    metric: balancer.sessions"));
    done_in(&analysis, &add("web", "load"), &[], &come("    metric: load"));
    assert_eq!(analysis.load_metrics(&path("service.yaml")), ["load", "balancer.sessions"]);
    assert_eq!(refusal(&analysis, &add("web", "none")), "unknown metric `none`");
    assert!(refusal(&analysis, &add("web", "balancer.health")).contains("is not a load metric"));
    assert!(refusal(&analysis, &add("balancer", "load")).contains("is not a cluster"));
    let change = analysis.command(&path("service.yaml"), &add("web", "load")).expect("accepted");
    assert_eq!(change.title, "Scale web by load");
    let after = analysis.changed(&change).expect("fits");
    let errors: Vec<_> = after.diagnostics(&path("service.yaml")).iter().map(|found| found.code).collect();
    assert!(!errors.iter().any(|code| code.contains("policy") || code.contains("threshold")), "{errors:?}");
    assert!(refusal(&after, &add("web", "load")).contains("policy `scale-web` already scales `web` by `load`"));
}

#[test]
fn copies_are_yaml_and_are_pasted_with_unique_names() {
    let analysis = analysis();
    let file = path("service.yaml");
    let clip = analysis.clip(&file, &[part("web"), part("gateway")]).expect("two components");
    let lines: Vec<&str> = clip.lines().filter(|line| !line.trim().is_empty()).collect();
    assert_eq!(
        lines,
        [
            "composition:",
            "  # lets traffic in",
            "  gateway:",
            "    type: resource::gateway::1.0   # keep",
            "    properties: {}",
            "  # answers",
            "  web:",
            "    type: resource::web::1.0",
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
        ]
    );
    // In the same descriptor they get other names, like duplicates.
    let pasted = done(
        &Command::Paste(clip.clone(), None),
        &[],
        &[
            "",
            "  # lets traffic in",
            "  gateway_2:",
            "    type: resource::gateway::1.0   # keep",
            "    properties: {}",
            "",
            "  # answers",
            "  web_2:",
            "    type: resource::web::1.0",
            "    properties:",
            "      upstream:",
            "        value: ${gateway_2.address}",
            "  route-2:",
            "    source-capabilities:",
            "      - gateway_2.Route",
            "    target-requirements:",
            "      - web_2.Route",
            "    source-state: Active",
            "    target-state: Active",
        ],
    );
    assert!(pasted.contains("gateway_2"));
    // In another one they keep their names.
    let empty = with("name: assembly::service::1.0\nproperties: {}\n", &[]);
    let change = empty.command(&file, &Command::Paste(clip.clone(), None)).expect("it fits");
    let after = empty.changed(&change).expect("it fits");
    let text = after.file(&file).map(|file| file.text.to_string()).unwrap_or_default();
    assert!(text.contains("\n  gateway:\n") && text.contains("        value: ${gateway.address}\n"), "{text}");
    assert_eq!(after.clip(&file, &[part("web"), part("gateway")]).expect("two components"), clip, "a round trip");
}

#[test]
fn only_components_can_be_pasted() {
    let analysis = analysis();
    let paste = |text: &str| refusal(&analysis, &Command::Paste(text.to_owned(), None));
    for text in ["", "just some text", "a: [1, 2", "composition: 5", "composition: {}", "- a"] {
        assert_eq!(paste(text), "the clipboard contains no components or references", "{text}");
    }
    assert!(paste("composition: {'a b': {type: 'resource::web::1.0'}}").contains("invalid name `a b`"));
    let itself = "composition: {x: {type: 'assembly::service::1.0'}}";
    assert!(paste(itself).contains("cannot contain itself"), "{}", paste(itself));
    let why = analysis.clip(&path("service.yaml"), &[NodePath::keys(["relationships", "route"])]);
    assert!(why.is_err());
}
