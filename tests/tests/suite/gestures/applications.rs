//! Gestures that only application service descriptors have, in all four forms: the same edit has the same result in the
//! vocabulary of the model, which is worked out by hand.

use std::sync::Arc;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::asd::convert::convert;
use descriptorium_core::asd::form::{Form, name_in};
use descriptorium_core::asd::installation::question::{CLUSTER, DEPLOY};
use descriptorium_core::asd::model::{Application, mapped};
use descriptorium_core::asd::topology::lane_path;
use descriptorium_core::content::{Contents, InMemory};
use descriptorium_core::editing::conversion::LeftOut;
use descriptorium_core::language::Language;
use descriptorium_core::preview::question::{Intent, Question};
use descriptorium_core::scene::SceneBox;
use descriptorium_core::scene::fold::{path_inside, split};
use descriptorium_core::scene::shape::figure;
use descriptorium_core::schema::Violation;
use descriptorium_core::settings::Settings;
use descriptorium_core::syntax::{Node, NodePath};
use descriptorium_core::topology::{Action, ActionEdit, Beside, Command, EdgeEnd, End, MovedEnd, PortKind, VertexKind};
use descriptorium_core::workspace::{SourceFile, Workspace};
use descriptorium_tests::archive::tgz;

use crate::suite::gestures::templates::{done, file, lines, text};

const DESCRIPTOR: &str = "\
asdId: 6f0c1d52-9a3e-4b7c-8e21-5d4f7a90c3b8
asdVersion: \"1.0\"
asdSchemaVersion: \"2.0\"
asdProvider: Example
asdApplicationName: shop
asdApplicationVersion: \"1.0\"
asdExtCpd:
  - id: web
    description: Customers.
    virtualLinkRequirement:
      - EndUser
# The stages.
deploymentItems:
  - deploymentItemId: crds
    artifactType: crd
    artifactId: Artifacts/crds.yaml
    deploymentOrder: 1
  - deploymentItemId: front
    artifactType: helm_chart
    artifactId: Artifacts/front.tgz
    deploymentOrder: 2
    lifecycleParameters:
      - replicas
  - deploymentItemId: jobs
    artifactType: helm_chart
    artifactId: Artifacts/jobs
";

const VALUES: &str = "replicas: 1\nservice:\n  # The address.\n  ip: \"\"\n  extra: []\n  port: 80\ndb:\n  size: 1Gi\n";

/// Whether a form has an item of the descriptor: O-RAN-SC has only charts, and the conversion leaves out the others.
fn has_item(form: Form, id: &str) -> bool {
    form != Form::OranSc || id != "crds"
}

/// The items that a form has; each is written as its identifier, or as `id order`.
fn kept<'a>(form: Form, items: &[&'a str]) -> Vec<&'a str> {
    let is_kept = |item: &&str| has_item(form, item.split(' ').next().unwrap_or_default());
    items.iter().copied().filter(is_kept).collect()
}

/// The descriptor in a form, with its chart and another one.
fn in_form(form: Form, descriptor: &str) -> Analysis {
    let plain = SourceFile::in_language(file("asd.yaml"), descriptor, Language::Asd);
    let application = Application::lower(plain.root.as_ref().expect("a root"));
    let converted = convert(&plain, &application, form).text;
    let front: [(&str, &[u8]); 4] = [
        ("front/Chart.yaml", b"name: front\nversion: 1.0.0\ndependencies:\n  - name: db\n"),
        ("front/values.yaml", VALUES.as_bytes()),
        ("front/charts/db/Chart.yaml", b"name: db\n"),
        ("front/charts/db/values.yaml", b"size: 1Gi\nmode: single\n"),
    ];
    let others = [
        ("asd.yaml", converted.clone().into_bytes()),
        ("Artifacts/front.tgz", tgz(&front)),
        ("Artifacts/Deployment/HELM/cache-2.1.0.tgz", tgz(&[("cache/Chart.yaml", b"name: cache\n")])),
        ("Artifacts/Deployment/HELM/broken.tgz", b"text".to_vec()),
    ];
    let contents = InMemory(others.into_iter().map(|(path, bytes)| (file(path), bytes.into())).collect());
    let cluster = "cluster: oslo\nnodes:\n  - name: a\n    kernelVersion: 5.15.0-91-generic\n    kernelModules: [tls, \
                   nf_nat]\n    labels: {gpu: \"true\"}\n  - name: b\n    kernelVersion: 5.4.0-1-generic\n    \
                   kernelModules: [tls]\ncustomResources:\n  - {kind: Redis, apiVersion: \
                   example.com/v1}\nplugins:\n  - {name: multus, version: \"4.0\"}\n";
    let texts = [(file("asd.yaml"), converted), (file("oslo.yaml"), cluster.to_owned())];
    Analysis::new(Workspace::new(texts).with_contents(Contents::of(Arc::new(contents))), Settings::default())
}

fn application(analysis: &Analysis) -> Application {
    let source = analysis.file(&file("asd.yaml")).expect("the descriptor");
    Application::lower(source.root.as_ref().expect("a root"))
}

/// The items as `id order`, in the order of the text.
fn orders(analysis: &Analysis) -> Vec<String> {
    let order = |order: Option<i64>| order.map_or_else(|| "-".to_owned(), |order| order.to_string());
    application(analysis).items().map(|item| format!("{} {}", item.id().unwrap_or("?"), order(item.order()))).collect()
}

fn item(analysis: &Analysis, id: &str) -> NodePath {
    application(analysis).items().find(|item| item.id() == Some(id)).expect("an item").path.clone()
}

/// Runs a command and returns the result with the changed lines.
fn run(analysis: &Analysis, command: &Command) -> (Analysis, Vec<String>) {
    let (_, after) = done(analysis, "asd.yaml", command);
    let changed = lines(&text(analysis, "asd.yaml"), &text(&after, "asd.yaml"));
    (after, changed)
}

fn refusal(analysis: &Analysis, command: &Command) -> String {
    analysis.command(&file("asd.yaml"), command).expect_err("it is refused").to_string()
}

fn enclose(analysis: &Analysis, ids: &[&str], stage: Option<i64>, side: Beside) -> Command {
    let boxes = ids.iter().map(|id| item(analysis, id)).collect();
    Command::Enclose { boxes, frame: lane_path(&application(analysis), stage), side }
}

#[test]
fn items_move_between_stages_in_every_form() {
    for form in Form::ALL {
        let analysis = in_form(form, DESCRIPTOR);
        type Case = (&'static [&'static str], Option<i64>, Beside, [&'static str; 3], usize);
        let cases: [Case; 6] = [
            (&["jobs"], Some(2), Beside::Same, ["crds 1", "front 2", "jobs 2"], 1),
            (&["front"], None, Beside::Same, ["crds 1", "front -", "jobs -"], 1),
            (&["jobs"], Some(2), Beside::After, ["crds 1", "front 2", "jobs 3"], 1),
            (&["jobs"], Some(1), Beside::Before, ["crds 1", "front 2", "jobs 0"], 1),
            // No number is free between 1 and 2, so the later stages are renumbered.
            (&["jobs"], Some(1), Beside::After, ["crds 1", "front 3", "jobs 2"], 3),
            (&["front", "jobs"], Some(1), Beside::Same, ["crds 1", "front 1", "jobs 1"], 3),
        ];
        for (ids, stage, side, expected, most) in cases {
            let (after, changed) = run(&analysis, &enclose(&analysis, ids, stage, side));
            assert_eq!(orders(&after), kept(form, &expected), "{form:?} {ids:?} {stage:?} {side:?}");
            assert!(changed.len() <= most, "{form:?}: {changed:?}");
        }
        let zero = in_form(form, &DESCRIPTOR.replace("deploymentOrder: 1", "deploymentOrder: 0"));
        let (after, _) = run(&zero, &enclose(&zero, &["jobs"], Some(0), Beside::Before));
        let expected = kept(form, &["crds 1", "front 3", "jobs 0"]);
        assert_eq!(orders(&after), expected, "an order is not negative");
        assert_eq!(refusal(&analysis, &enclose(&analysis, &["front"], Some(2), Beside::Same)), "the stage is the same");
        let other = Command::Enclose {
            boxes: vec![NodePath::root()],
            frame: lane_path(&application(&analysis), Some(1)),
            side: Beside::Same,
        };
        assert!(refusal(&analysis, &other).contains("only deployment items"));
        let none = DESCRIPTOR.replace("    deploymentOrder: 1\n", "").replace("    deploymentOrder: 2\n", "");
        let none = in_form(form, &none);
        let (after, _) = run(&none, &enclose(&none, &["front"], None, Beside::After));
        assert_eq!(orders(&after), kept(form, &["crds -", "front 1", "jobs -"]));
    }
}

#[test]
fn the_diagram_has_a_lane_for_each_stage() {
    for form in Form::ALL {
        let analysis = in_form(form, DESCRIPTOR);
        let topology = analysis.topology(&file("asd.yaml")).expect("a diagram");
        let parent = |id: &str| {
            let index = topology.vertex(&item(&analysis, id)).expect("a box");
            topology.graph[topology.graph[index].parent.expect("a frame")].clone()
        };
        let lane = |stage| lane_path(&application(&analysis), stage);
        let stages = [("crds", Some(1)), ("front", Some(2)), ("jobs", None)];
        for (id, stage) in stages.into_iter().filter(|(id, _)| has_item(form, id)) {
            assert_eq!((parent(id).kind, parent(id).path), (VertexKind::Stage, lane(stage)), "{form:?} {id}");
        }
        let scene = analysis.scene(&file("asd.yaml")).expect("a scene");
        let x = |stage| scene.boxes.iter().find(|found| found.path == lane(stage)).expect("a lane").rect.x;
        if has_item(form, "crds") {
            assert!(x(Some(1)) < x(Some(2)), "{form:?}: earlier stages are on the left");
        }
        let (point, at) = (topology.graph.node_weights().next().expect("the boundary"), NodePath::root());
        assert_eq!((point.path.clone(), point.ports[0].kind), (at, PortKind::Input));
        // A lane is not a part of the text.
        assert!(refusal(&analysis, &Command::Remove(vec![lane(Some(2))])).contains("move the items"));
        let place = Command::Place(vec![(item(&analysis, "jobs"), Default::default())]);
        assert!(refusal(&analysis, &place).contains("arranged by stage"));
    }
}

#[test]
fn boxes_are_added_duplicated_renamed_copied_and_removed_in_every_form() {
    for form in Form::ALL {
        let analysis = in_form(form, DESCRIPTOR);
        let offers = analysis.offers(&file("asd.yaml"));
        let types: Vec<_> = offers.iter().filter_map(|offer| offer.of.as_deref()).collect();
        assert_eq!(types, ["helm_chart", "helmfile", "crd", "terraform"], "{form:?}");
        let entry = |of: Option<&str>| {
            let offer = offers.iter().find(|offer| offer.of.as_deref() == of).expect("an offer");
            Command::AddEntry { section: offer.section.clone(), of: offer.of.clone(), name: None, at: None }
        };
        let (after, _) = run(&analysis, &entry(Some("terraform")));
        let added = application(&after);
        let added = added.items().last().expect("an item");
        assert_eq!((added.id(), added.text("artifactType")), (Some("deployment_item"), Some("terraform")), "{form:?}");
        let (after, _) = run(&analysis, &entry(None));
        let points: Vec<_> = application(&after)
            .points()
            .filter_map(|(_, point)| point.get("id")?.as_text().map(str::to_owned))
            .collect();
        assert_eq!(points, ["web", "connection_point"], "{form:?}");

        let (after, _) = run(&analysis, &Command::Duplicate(vec![item(&analysis, "front")]));
        let copied = application(&after);
        let copies: Vec<_> =
            copied.items().filter(|item| item.text("artifactId") == Some("Artifacts/front.tgz")).collect();
        let ids: Vec<_> = copies.iter().filter_map(|item| item.id()).collect();
        assert_eq!(copies.len(), 2, "{form:?}");
        assert!(ids.contains(&"front") && ids[0] != ids[1], "{form:?}: {ids:?}");
        let parameters = |item: &Node| item.get("lifecycleParameters").map_or(0, |list| list.items().len());
        assert!(copies.iter().all(|item| parameters(item.node) == 1 && item.order() == Some(2)), "{form:?}");

        let clip = analysis.clip(&file("asd.yaml"), &[item(&analysis, "front")]).expect("a box");
        for target in Form::ALL {
            let there = in_form(target, &DESCRIPTOR.replace("deploymentItemId: front", "deploymentItemId: other"));
            let (after, _) = run(&there, &Command::Paste(clip.clone(), None));
            let pasted = application(&after);
            let pasted = pasted.items().find(|item| item.id() == Some("front")).expect("the copy");
            assert_eq!(pasted.text("artifactId"), Some("Artifacts/front.tgz"), "{form:?} to {target:?}");
            assert_eq!((pasted.order(), parameters(pasted.node)), (Some(2), 1), "{form:?} to {target:?}");
        }
        assert!(refusal(&analysis, &Command::Paste("a: b\n".to_owned(), None)).contains("the clipboard contains no"));

        let rename = Command::Rename { path: item(&analysis, "front"), name: "shop".into() };
        let (_, changed) = run(&analysis, &rename);
        assert_eq!(changed.len(), 2, "{form:?}: {changed:?}");
        let (after, _) = run(&analysis, &Command::Remove(vec![item(&analysis, "front")]));
        assert_eq!(orders(&after), kept(form, &["crds 1", "jobs -"]), "{form:?}");
    }
}

#[test]
fn a_dropped_chart_becomes_an_item_in_every_form() {
    for form in Form::ALL {
        let analysis = in_form(form, DESCRIPTOR);
        let chart = |name: &str| Command::AddChart { file: file(&format!("Artifacts/Deployment/HELM/{name}")) };
        let (after, _) = run(&analysis, &chart("cache-2.1.0.tgz"));
        let added = application(&after);
        let added = added.items().last().expect("an item");
        // The name is that of the chart, without the version of its file.
        assert_eq!(
            (added.id(), added.text("artifactType"), added.text("artifactId")),
            (Some("cache"), Some("helm_chart"), Some("Artifacts/Deployment/HELM/cache-2.1.0.tgz")),
            "{form:?}"
        );
        assert!(refusal(&after, &chart("cache-2.1.0.tgz")).contains("`cache` already deploys"));
        assert!(refusal(&analysis, &chart("broken.tgz")).contains("not a compressed archive"));
        assert!(refusal(&analysis, &chart("none.tgz")).contains("is not available"));
    }
}

fn named(analysis: &Analysis, selection: &[NodePath], name: &str) -> Vec<Action> {
    let all = analysis.actions(&file("asd.yaml"), selection, &Question::default()).into_iter();
    all.filter(|action| action.name == name).collect()
}

fn choice<'a>(actions: &'a [Action], subject: &str) -> (&'a str, bool, &'a Command) {
    let action = actions.iter().find(|action| action.subject == subject).expect(subject);
    match &action.edit {
        ActionEdit::Tick { group, is_on, command } => (group, *is_on, command),
        other => panic!("{other:?}"),
    }
}

#[test]
fn parameters_of_a_chart_are_ticked_in_every_form() {
    for form in Form::ALL {
        let analysis = in_form(form, DESCRIPTOR);
        let ticks = named(&analysis, &[item(&analysis, "front")], "parameter");
        let listed: Vec<_> = ticks.iter().map(|tick| tick.subject.as_str()).collect();
        // From the values of the chart and of its sub-chart.
        assert_eq!(
            listed,
            ["db.mode", "db.size", "replicas", "service.extra", "service.ip", "service.port"],
            "{form:?}"
        );
        assert_eq!(choice(&ticks, "db.mode").0, "db");
        let (group, is_on, command) = choice(&ticks, "service.ip");
        assert_eq!((group, is_on), ("", false));
        let (after, changed) = run(&analysis, command);
        assert_eq!(changed.len(), 1, "{form:?}: {changed:?}");
        let parameters = |analysis: &Analysis| {
            let application = application(analysis);
            let item = application.items().find(|item| item.id() == Some("front")).expect("an item");
            item.parameters().filter_map(|one| one.as_text().map(str::to_owned)).collect::<Vec<_>>()
        };
        assert_eq!(parameters(&after), ["replicas", "service.ip"], "{form:?}");
        let ticks = named(&after, &[item(&after, "front")], "parameter");
        let (_, is_on, command) = choice(&ticks, "service.ip");
        assert!(is_on);
        let (again, _) = run(&after, command);
        assert_eq!(text(&again, "asd.yaml"), text(&analysis, "asd.yaml"), "{form:?}");
        let (_, is_on, command) = choice(&ticks, "replicas");
        assert!(is_on, "{form:?}");
        assert_eq!(parameters(&run(&after, command).0), ["service.ip"]);
    }
    let single = DESCRIPTOR.replace("lifecycleParameters:\n      - replicas", "lifecycleParameters: replicas");
    let analysis = in_form(Form::Plain, &single);
    let ticks = named(&analysis, &[item(&analysis, "front")], "parameter");
    let (after, _) = run(&analysis, choice(&ticks, "db.size").2);
    assert!(text(&after, "asd.yaml").contains("lifecycleParameters:\n      - replicas\n      - db.size\n"));
}

#[test]
fn connection_points_are_connected_to_parameters_in_every_form() {
    for form in Form::ALL {
        let analysis = in_form(form, DESCRIPTOR);
        let from = End { vertex: NodePath::root(), port: "web".into() };
        let targets = analysis.acceptable_targets(&file("asd.yaml"), &from, PortKind::Input);
        let front = item(&analysis, "front");
        let ports: Vec<_> =
            targets.iter().filter(|end| end.end.vertex == front).map(|end| end.end.port.as_str()).collect();
        // A number takes no address, a list takes several, and `replicas` is a lifecycle parameter.
        for expected in [
            "loadbalancerIP: service.ip",
            "nadNames: service.ip",
            "externalIPs: service.extra",
            "nadNamespace: db.mode",
        ] {
            assert!(ports.contains(&expected), "{form:?} {expected}: {ports:?}");
        }
        let is_wrong =
            |port: &str| port.contains("port") || port.contains("replicas") || port == "loadbalancerIP: service.extra";
        assert!(!ports.iter().any(|port| is_wrong(port)), "{form:?}: {ports:?}");
        // The parameters whose names say that they take an address come first.
        assert_eq!(ports[..2], ["loadbalancerIP: service.ip", "externalIPs: service.ip"], "{form:?}");
        // A chart that is not there has a reason.
        let candidates = analysis.candidate_targets(&file("asd.yaml"), &from, PortKind::Input);
        let jobs = candidates.iter().find(|end| end.end.end.vertex == item(&analysis, "jobs")).expect("a reason");
        assert!(jobs.refused.as_ref().is_some_and(|why| why.contains("not available")), "{form:?}");

        let connect = |analysis: &Analysis, port: &str| Command::Map {
            source: from.clone(),
            target: item(analysis, "front").key("properties").key(port),
        };
        let (after, _) = run(&analysis, &connect(&analysis, "loadbalancerIP: service.ip"));
        let (after, _) = run(&after, &connect(&after, "externalIPs: service.extra"));
        let (after, changed) = run(&after, &connect(&after, "externalIPs: db.mode"));
        assert!(changed.len() <= 3, "{form:?}: {changed:?}");
        let model = application(&after);
        let (_, point) = model.points().next().expect("a point");
        let written: Vec<_> =
            mapped(point).map(|one| format!("{}={}", one.attribute, one.node.as_text().unwrap_or("?"))).collect();
        assert_eq!(
            written,
            ["loadbalancerIP=front:service.ip", "externalIPs=front:service.extra", "externalIPs=front:db.mode"],
            "{form:?}"
        );
        // One writer for each parameter, and one parameter for the load balancer.
        assert!(
            refusal(&after, &connect(&after, "nadNames: service.ip"))
                .contains("already written by `loadbalancerIP` of `web`")
        );
        assert!(refusal(&after, &connect(&after, "loadbalancerIP: db.size")).contains("is already `front:service.ip`"));
        assert!(refusal(&after, &connect(&after, "nadNames: replicas")).contains("the lifecycle parameters"));
        assert!(refusal(&after, &connect(&after, "service.ip")).contains("already written"));
        // Removing one connection keeps the others.
        let topology = after.topology(&file("asd.yaml")).expect("a diagram");
        let edge = topology.graph.edge_weights().find(|edge| edge.label.ends_with("service.extra")).expect("an edge");
        let (less, _) = run(&after, &Command::Remove(vec![edge.path.clone()]));
        let model = application(&less);
        let (_, point) = model.points().next().expect("a point");
        assert_eq!(mapped(point).filter(|one| one.attribute == "externalIPs").count(), 1, "{form:?}");
        // The same connection from the other end.
        let start = analysis.connection_starts(&file("asd.yaml"), &front);
        assert!(start.iter().any(|end| end.end.port == "nadNames: service.ip"));
        let back = End { vertex: front.clone(), port: "nadNames: service.ip".into() };
        let ends = analysis.acceptable_targets(&file("asd.yaml"), &back, PortKind::Input);
        assert_eq!(ends.iter().map(|end| end.end.port.as_str()).collect::<Vec<_>>(), ["web"], "{form:?}");
    }
}

/// The source or the target of the connection with this label.
fn end_of(analysis: &Analysis, label: &str, is_source: bool) -> MovedEnd {
    let topology = analysis.topology(&file("asd.yaml")).expect("a diagram");
    let index = topology.graph.edge_indices().find(|index| topology.graph[*index].label == label);
    let index = index.unwrap_or_else(|| panic!("no connection {label}"));
    let (source, target) = topology.graph.edge_endpoints(index).expect("its ends");
    let edge = &topology.graph[index];
    let source = EdgeEnd { vertex: topology.graph[source].path.clone(), port: edge.source_port.clone() };
    let target = EdgeEnd { vertex: topology.graph[target].path.clone(), port: edge.target_port.clone() };
    let (from, other) = if is_source { (source, target) } else { (target, source) };
    MovedEnd { path: edge.path.clone(), is_source, from, other }
}

#[test]
fn the_ends_of_mappings_are_moved_in_every_form() {
    let descriptor = DESCRIPTOR
        .replace("      - EndUser\n", "      - EndUser\n  - id: inner\n    virtualLinkRequirement:\n      - Inner\n");
    for form in Form::ALL {
        let analysis = in_form(form, &descriptor);
        let point = |id: &str| End { vertex: NodePath::root(), port: id.into() };
        let connect = |analysis: &Analysis, port: &str| Command::Map {
            source: point("web"),
            target: item(analysis, "front").key("properties").key(port),
        };
        let written = |analysis: &Analysis| -> Vec<String> {
            let model = application(analysis);
            let written = model.points().flat_map(|(_, point)| {
                let id = point.get("id").and_then(Node::as_text).unwrap_or_default().to_owned();
                mapped(point).map(move |one| format!("{id} {}={}", one.attribute, one.node.as_text().unwrap_or("?")))
            });
            written.collect()
        };
        let (after, _) = run(&analysis, &connect(&analysis, "loadbalancerIP: service.ip"));
        let (after, _) = run(&after, &connect(&after, "externalIPs: service.extra"));

        // To another parameter for the same attribute.
        let moved = end_of(&after, "web → service.ip", false);
        let targets = after.reconnection_targets(&file("asd.yaml"), &moved);
        assert!(targets.len() > 1, "{form:?}");
        assert!(
            targets
                .iter()
                .all(|target| target.refused.is_some() || target.end.end.port.starts_with("loadbalancerIP: ")),
            "{form:?}: {targets:?}"
        );
        let to = |port: &str| End { vertex: item(&after, "front"), port: port.into() };
        let reconnect = |to: End| Command::Reconnect { moved: moved.clone(), to };
        let (other, changed) = run(&after, &reconnect(to("loadbalancerIP: db.mode")));
        assert_eq!(changed.len(), 2, "{form:?}: {changed:?}");
        assert_eq!(
            written(&other),
            ["web loadbalancerIP=front:db.mode", "web externalIPs=front:service.extra"],
            "{form:?}"
        );
        assert!(refusal(&after, &reconnect(to("service.extra"))).contains("already written by `externalIPs` of `web`"));

        // To another connection point; a section goes with its last mapping.
        let moved = end_of(&after, "web → service.ip", true);
        let (other, _) = run(&after, &Command::Reconnect { moved, to: point("inner") });
        let expected = ["web externalIPs=front:service.extra", "inner loadbalancerIP=front:service.ip"];
        assert_eq!(written(&other), expected, "{form:?}");
        let moved = end_of(&other, "web → service.extra", true);
        let (other, _) = run(&other, &Command::Reconnect { moved, to: point("inner") });
        let expected = ["inner loadbalancerIP=front:service.ip", "inner externalIPs=front:service.extra"];
        assert_eq!(written(&other), expected, "{form:?}");
        let key = name_in("inputParamMappings", form);
        assert_eq!(text(&other, "asd.yaml").matches(&format!("{key}:")).count(), 1, "{form:?}");
    }
}

#[test]
fn requirements_are_taken_from_a_cluster_in_every_form() {
    for form in Form::ALL {
        let mut analysis = in_form(form, DESCRIPTOR);
        // The oldest kernel, and the module that both nodes have.
        for (attribute, shown) in [
            ("minKernelVersion", "5.4.0-1-generic"),
            ("requiredKernelModules", "tls"),
            ("clusterLabels", "gpu=true"),
            ("requiredCustomResources", "Redis example.com/v1"),
            ("requiredPlugin", "multus 4.0"),
        ] {
            let choices = named(&analysis, &[], "requirement");
            assert_eq!(choices.len(), 5, "{form:?}");
            let name = name_in(attribute, form);
            let (group, is_on, command) = choice(&choices, &format!("{name}: {shown}"));
            assert_eq!((group, is_on), ("oslo", false), "{form:?} {attribute}");
            analysis = run(&analysis, command).0;
            let choices = named(&analysis, &[], "requirement");
            assert!(choice(&choices, &format!("{name}: {shown}")).1, "{form:?} {attribute}");
        }
        let model = application(&analysis);
        let cluster = model.cluster().expect("requirements");
        let text = |key: &str| cluster.get(key).and_then(Node::as_text).map(str::to_owned);
        assert_eq!(text("minKernelVersion").as_deref(), Some("5.4.0-1-generic"), "{form:?}");
        let resource = &cluster.get("requiredCustomResources").expect("resources").items()[0];
        assert_eq!(resource.get("apiVersion").and_then(Node::as_text), Some("example.com/v1"), "{form:?}");
        let plugin = &cluster.get("requiredPlugin").expect("plugins").items()[0];
        assert_eq!(plugin.get("requiredPluginVersion").and_then(Node::as_text), Some("4.0"), "{form:?}");
        // The box of the requirements shows them, and the application matches the cluster.
        let topology = analysis.topology(&file("asd.yaml")).expect("a diagram");
        let shown = topology.graph.node_weights().find(|vertex| vertex.kind == VertexKind::Cluster).expect("a box");
        assert_eq!(shown.detail, "≥ 5.4.0-1-generic, tls, multus, Redis", "{form:?}");
        let choices = named(&analysis, std::slice::from_ref(&shown.path), "requirement");
        let name = name_in("requiredKernelModules", form);
        let (after, _) = run(&analysis, choice(&choices, &format!("{name}: tls")).2);
        assert!(
            application(&after).cluster().expect("requirements").get("requiredKernelModules").is_none(),
            "{form:?}"
        );
    }
}

/// The output of `kubectl` and other tools, as pasted into the preview.
#[test]
fn requirements_are_taken_from_a_pasted_cluster() {
    let nodes = r#"{"apiVersion": "v1", "kind": "List", "items": [{"apiVersion": "v1", "kind": "Node", "metadata": {"name": "w",
        "labels": {"disk": "ssd"}}, "status": {"nodeInfo": {"kernelVersion": "6.1.0-17-amd64"}}}]}"#;
    for form in Form::ALL {
        let analysis = in_form(form, DESCRIPTOR);
        let texts = vec![nodes.into(), "Module Size Used by\nsctp 434176 4\n".into()];
        let parameters = [(CLUSTER.to_owned(), serde_yaml::Value::Sequence(texts))].into();
        let intent = Some(Intent { name: DEPLOY.into(), parameters });
        let question = Question { intent, ..Question::default() };
        let of = |analysis: &Analysis| analysis.actions(&file("asd.yaml"), &[], &question);
        let name = |attribute: &'static str| name_in(attribute, form);
        let subject = |attribute: &'static str, shown: &str| format!("{}: {shown}", name(attribute));
        let found = of(&analysis);
        let groups: Vec<&str> = ["minKernelVersion", "requiredKernelModules", "clusterLabels"]
            .into_iter()
            .zip(["6.1.0-17-amd64", "sctp", "disk=ssd"])
            .map(|(attribute, shown)| choice(&found, &subject(attribute, shown)).0)
            .collect();
        assert_eq!(groups, ["observed cluster"; 3], "{form:?}");
        // The cluster of the catalog is still offered.
        assert_eq!(choice(&found, &subject("requiredPlugin", "multus 4.0")).0, "oslo", "{form:?}");
        let (after, _) = run(&analysis, choice(&found, &subject("requiredKernelModules", "sctp")).2);
        let model = application(&after);
        let modules = model.cluster().and_then(|cluster| cluster.get("requiredKernelModules")).expect("modules");
        assert!(modules.items().iter().any(|module| module.as_text() == Some("sctp")), "{form:?}");
        assert!(choice(&of(&after), &subject("requiredKernelModules", "sctp")).1, "{form:?}");
    }
}

fn points(analysis: &Analysis) -> Vec<(NodePath, String)> {
    let application = application(analysis);
    let id = |point: &Node| point.get("id").and_then(Node::as_text).unwrap_or("?").to_owned();
    application.points().map(|(path, point)| (path, id(point))).collect()
}

#[test]
fn an_item_that_is_dropped_in_a_lane_gets_its_order_in_every_form() {
    for form in Form::ALL {
        let analysis = in_form(form, DESCRIPTOR);
        let drop = |stage, of: &str| Command::AddInside {
            frame: lane_path(&application(&analysis), stage),
            of: Some(of.into()),
        };
        let (after, _) = run(&analysis, &drop(Some(2), "crd"));
        assert_eq!(orders(&after), kept(form, &["crds 1", "front 2", "jobs -", "deployment_item 2"]), "{form:?}");
        assert_eq!(application(&after).items().last().and_then(|item| item.text("artifactType")), Some("crd"));
        let (after, changed) = run(&analysis, &drop(None, "terraform"));
        assert_eq!(orders(&after), kept(form, &["crds 1", "front 2", "jobs -", "deployment_item -"]), "{form:?}");
        assert!(!changed.iter().any(|line| line.contains("rder")), "{form:?}: {changed:?}");
        assert!(refusal(&analysis, &drop(Some(2), "image")).contains("not a valid `artifactType`"), "{form:?}");
        let elsewhere = Command::AddInside { frame: item(&analysis, "front"), of: Some("crd".into()) };
        assert_eq!(refusal(&analysis, &elsewhere), "this is not a stage", "{form:?}");
    }
}

#[test]
fn connection_points_are_parts_of_the_border_in_every_form() {
    // Comments stay with the point that they describe.
    let two = DESCRIPTOR.replace(
        "# The stages.\n",
        "  # For operators.\n  - id: oam\n    description: Operators.\n    virtualLinkRequirement:\n      - OAM\n# The stages.\n",
    );
    for form in Form::ALL {
        let analysis = in_form(form, &two);
        let scene = analysis.scene(&file("asd.yaml")).expect("a scene");
        let boundary = scene.boxes.iter().find(|found| found.path.is_root()).expect("the boundary");
        let shown: Vec<_> = boundary.ports.iter().map(|port| (port.path.clone(), port.name.to_string())).collect();
        let expected: Vec<_> = points(&analysis).into_iter().map(|(path, id)| (Some(path), id)).collect();
        assert_eq!(shown, expected, "{form:?}");
        // The flag has the name and the network.
        let flags = figure(boundary, ToString::to_string).ports;
        let labels: Vec<_> = flags.iter().map(|port| port.label.text.as_str()).collect();
        assert_eq!(labels, ["web · EndUser", "oam · OAM"], "{form:?}");

        let symbols = analysis.symbols(&file("asd.yaml"));
        let detail = |name: &str| symbols.iter().find(|one| one.name == name).map(|one| one.detail.as_str());
        let of_crds = has_item(form, "crds").then_some("crd");
        assert_eq!((detail("web"), detail("crds")), (Some("EndUser"), of_crds), "{form:?}");

        let (web, oam) = (points(&analysis)[0].0.clone(), points(&analysis)[1].0.clone());
        let (after, changed) = run(&analysis, &Command::Rename { path: web.clone(), name: "users".into() });
        assert_eq!(points(&after)[0].1, "users", "{form:?}");
        assert_eq!(changed.len(), 2, "{form:?}: {changed:?}");
        let taken = Command::Rename { path: web.clone(), name: "oam".into() };
        assert!(refusal(&analysis, &taken).contains("already"), "{form:?}: {}", refusal(&analysis, &taken));
        let starts: Vec<_> =
            analysis.connection_starts(&file("asd.yaml"), &oam).into_iter().map(|start| start.end.port).collect();
        assert_eq!(starts, ["oam"], "{form:?}");

        let (after, _) = run(&analysis, &Command::Remove(vec![web.clone()]));
        assert_eq!(points(&after).into_iter().map(|(_, id)| id).collect::<Vec<_>>(), ["oam"], "{form:?}");
        let left = text(&after, "asd.yaml");
        assert!(left.contains("# For operators."), "{form:?}: {left}");
        let (after, _) = run(&analysis, &Command::Remove(vec![oam.clone()]));
        assert!(!text(&after, "asd.yaml").contains("# For operators."), "{form:?}");
        // The section goes with the last point.
        let (after, _) = run(&analysis, &Command::Remove(vec![web, oam]));
        let root = application(&after).root;
        assert!(root.entry("asdExtCpd").is_none(), "{form:?}: {}", text(&after, "asd.yaml"));
        assert_eq!(orders(&after), orders(&analysis), "{form:?}");
    }
}

#[test]
fn a_new_connection_point_has_the_shape_of_its_form() {
    for form in Form::ALL {
        let mut analysis = in_form(form, DESCRIPTOR);
        let offers = analysis.offers(&file("asd.yaml"));
        let offer = offers.iter().find(|offer| offer.kind == VertexKind::ConnectionPoint).expect("an offer");
        let add = Command::AddEntry { section: offer.section.clone(), of: None, name: None, at: None };
        analysis = run(&analysis, &add).0;
        let added = points(&analysis)[1].0.clone();
        let source = analysis.file(&file("asd.yaml")).expect("the descriptor");
        let point = source.root.as_ref().and_then(|root| root.at(&added)).expect("the point");
        let network = point.get(name_in("virtualLinkRequirement", form)).expect("a network");
        // The node types of the templates declare one text, the information model a list.
        let is_single = network.as_text() == Some("");
        assert_eq!(is_single, form.is_template(), "{form:?}: {}", text(&analysis, "asd.yaml"));
        let is_own = |violation: &&Violation| violation.path.starts_with(&added);
        assert_eq!(source.violations().iter().find(is_own), None, "{form:?}");
    }
}

/// The descriptor with mappings to two charts.
fn mapped_descriptor() -> String {
    DESCRIPTOR.replace(
        "# The stages.\n",
        "    inputParamMappings:\n      loadbalancerIP: front:service.ip\n      nadNames:\n        - front:db.mode\n  - id: oam\n    \
         description: Operators.\n    virtualLinkRequirement:\n      - OAM\n    inputParamMappings:\n      externalIPs:\n        - \
         front:service.extra\n        - jobs:ip\n      # Not in a chart.\n      nadNamespace: jobs:space\n# The stages.\n",
    )
}

/// The mappings as `point attribute target`.
fn mappings(analysis: &Analysis) -> Vec<String> {
    let application = application(analysis);
    let of_point = |point: &Node| {
        let id = point.get("id").and_then(Node::as_text).unwrap_or("?").to_owned();
        let all = mapped(point).map(|one| format!("{id} {} {}", one.attribute, one.node.as_text().unwrap_or("?")));
        all.collect::<Vec<_>>()
    };
    application.points().flat_map(|(_, point)| of_point(point)).collect()
}

#[test]
fn the_mappings_to_a_chart_go_with_its_last_item_in_every_form() {
    for form in Form::ALL {
        let analysis = in_form(form, &mapped_descriptor());
        assert_eq!(mappings(&analysis).len(), 5, "{form:?}");
        let (after, _) = run(&analysis, &Command::Remove(vec![item(&analysis, "front")]));
        assert_eq!(mappings(&after), ["oam externalIPs jobs:ip", "oam nadNamespace jobs:space"], "{form:?}");
        // Nothing empty is left, and the comments of others are.
        let root = application(&after).root;
        let first = &root.get("asdExtCpd").expect("points").items()[0];
        assert!(first.entry("inputParamMappings").is_none(), "{form:?}: {}", text(&after, "asd.yaml"));
        assert!(text(&after, "asd.yaml").contains("# Not in a chart."), "{form:?}");
        let n_violations = |analysis: &Analysis| analysis.file(&file("asd.yaml")).map(|file| file.violations().len());
        assert_eq!(n_violations(&after), n_violations(&analysis), "{form:?}");

        // A second item with the same chart keeps them.
        let (twice, _) = run(&analysis, &Command::Duplicate(vec![item(&analysis, "front")]));
        let (after, _) = run(&twice, &Command::Remove(vec![item(&twice, "front")]));
        assert_eq!(mappings(&after).len(), 5, "{form:?}");
        // An item without a chart has none.
        if has_item(form, "crds") {
            let (after, _) = run(&analysis, &Command::Remove(vec![item(&analysis, "crds")]));
            assert_eq!(mappings(&after).len(), 5, "{form:?}");
        }
    }
}

#[test]
fn a_section_of_mappings_goes_with_its_last_mapping_in_every_form() {
    for form in Form::ALL {
        let analysis = in_form(form, &mapped_descriptor());
        let topology = analysis.topology(&file("asd.yaml")).expect("a diagram");
        let paths: Vec<NodePath> = topology
            .graph
            .edge_weights()
            .filter(|edge| edge.source_port.as_deref() == Some("web"))
            .map(|edge| edge.path.clone())
            .collect();
        assert_eq!(paths.len(), 2, "{form:?}");
        let (after, _) = run(&analysis, &Command::Remove(paths));
        let first = &application(&after).root.get("asdExtCpd").expect("points").items()[0].clone();
        assert!(first.entry("inputParamMappings").is_none(), "{form:?}: {}", text(&after, "asd.yaml"));
        assert_eq!(mappings(&after).len(), 3, "{form:?}");
    }
}

#[test]
fn an_application_is_converted_to_the_other_forms_as_by_the_command() {
    // Something that one of the forms cannot express.
    let descriptor = mapped_descriptor().replace(
        "    description: Operators.\n",
        "    description: Operators.\n    networkInterfaceRealizationRequirements:\n      interfaceRedundancy: activeActiveL3\n      \
         nicOptions:\n        - i710\n",
    );
    for form in Form::ALL {
        let analysis = in_form(form, &descriptor);
        let source = analysis.file(&file("asd.yaml")).expect("the descriptor");
        let conversions = analysis.conversions(&file("asd.yaml")).expect("conversions");
        let own = application(&analysis).form;
        let expected: Vec<Form> = Form::ALL.into_iter().filter(|other| *other != own).collect();
        assert_eq!(conversions.len(), expected.len(), "{form:?}");
        for (conversion, to) in conversions.into_iter().zip(expected) {
            assert_eq!(conversion.to, to.name(), "{form:?}");
            let by_command = convert(source, &application(&analysis), to);
            let after = analysis.changed(&conversion.change).expect("the change fits");
            assert_eq!(text(&after, "asd.yaml"), by_command.text, "{form:?} to {to:?}");
            // Without servers, a template of O-RAN-SC is one of ONAP.
            let is_to = |form| form == to || (form, to) == (Form::Onap, Form::OranSc);
            assert!(is_to(application(&after).form), "{form:?} to {to:?}");
            assert_eq!(conversion.left_out, by_command.left_out, "{form:?} to {to:?}");
        }
        // The line is that of the text.
        let to_wg6 =
            analysis.conversions(&file("asd.yaml")).expect("conversions").pop().filter(|_| form == Form::Plain);
        if let Some(to_wg6) = to_wg6 {
            let own = text(&analysis, "asd.yaml");
            let lines: Vec<&str> = own.lines().collect();
            let line = |part: &str| lines.iter().position(|line| line.contains(part)).map(|at| at + 1);
            let line_of = |one: &LeftOut| Some(source.lines.line(one.span?.start as usize) + 1);
            let left_out: Vec<_> = to_wg6.left_out.iter().filter_map(line_of).collect();
            assert!(left_out.contains(&line("nicOptions").expect("a line")), "{:?}", to_wg6.left_out);
        }
    }
    let texts = [(file("asd.yaml"), format!("{DESCRIPTOR}broken: [a\n"))];
    let broken = Analysis::new(Workspace::new(texts), Settings::default());
    let refused = broken.conversions(&file("asd.yaml"));
    assert!(refused.is_err(), "{refused:?}");
}

#[test]
fn the_positions_of_a_converted_application_are_removed() {
    let plain = SourceFile::in_language(file("asd.yaml"), DESCRIPTOR, Language::Asd);
    let layout = "positions:\n  deploymentItems/front: {x: 10, y: 20}\n";
    let texts = [(file("asd.yaml"), plain.text.to_string()), (file("asd.layout.yaml"), layout.to_owned())];
    let analysis = Analysis::new(Workspace::new(texts), Settings::default());
    let conversion = analysis.conversions(&file("asd.yaml")).expect("conversions").remove(0);
    let after = analysis.changed(&conversion.change).expect("the change fits");
    assert!(after.file(&file("asd.layout.yaml")).is_none());
}

#[test]
fn a_chart_opens_to_its_parameters_and_sub_charts_in_every_form() {
    for form in Form::ALL {
        let analysis = in_form(form, &mapped_descriptor());
        let (path, front) = (file("asd.yaml"), item(&analysis, "front"));
        assert!(analysis.opens_in_place(&path, &front), "{form:?}");
        // One is not a chart, and the other is not there.
        for other in kept(form, &["crds", "jobs"]) {
            assert!(!analysis.opens_in_place(&path, &item(&analysis, other)), "{form:?} {other}");
        }
        let base = analysis.scene(&path).expect("a scene");
        let scene = analysis.folded(&path, &base, &[front.clone()].into_iter().collect());
        let inside = |inner: &[&str]| path_inside(&front, &NodePath::keys(inner.iter().copied()));
        let found = |path: &NodePath| scene.boxes.iter().find(|found| found.path == *path).expect("a box");
        let (chart, sub_chart) = (found(&inside(&["charts"])), found(&inside(&["charts", "db"])));
        let ports = |found: &SceneBox| found.ports.iter().map(|port| port.name.to_string()).collect::<Vec<_>>();
        // Those that receive values come first: a lifecycle parameter, and those of connection points.
        assert_eq!((chart.label.as_str(), chart.detail.as_str()), ("front", "1.0.0"), "{form:?}");
        assert_eq!(ports(chart)[..3], ["replicas", "service.ip", "service.extra"], "{form:?}");
        assert_eq!((sub_chart.kind, ports(sub_chart)), (VertexKind::Chart, vec!["mode".to_owned(), "size".to_owned()]));
        assert!(
            found(&front).frame && found(&front).rect.holds(chart.rect) && found(&front).rect.holds(sub_chart.rect)
        );
        let lane = found(&lane_path(&application(&analysis), Some(2)));
        assert!(lane.rect.holds(found(&front).rect), "{form:?}: the lane grows");
        for other in scene.boxes.iter().filter(|other| other.kind == VertexKind::Stage && other.path != lane.path) {
            assert!(!other.rect.overlaps(lane.rect), "{form:?}: {}", other.path);
        }
        assert_eq!(split(&chart.path), Some((front.clone(), NodePath::keys(["charts"]))), "{form:?}");
        assert_eq!(analysis.folded(&path, &base, &[].into_iter().collect()), base, "{form:?}");
    }
}
