//! Extracting components into a new assembly, and inlining it.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::FilePath;
use descriptorium_core::topology::Command;

use super::{of, path, refusal, with};

const SERVICE: &str = "\
name: assembly::service::1.0
# what it takes
properties:
  deploymentLocation: {type: string}
  size: {type: string, default: 012, description: How large}
  url:
    read-only: true
    value: http://${web.address}/   # outside
composition:
  gateway:
    type: resource::gateway::1.0
    properties: {}
  # answers
  web:
    type: resource::web::1.0   # keep
    # gateways first
    upgrade-dependencies:
      - gateway
    properties:
      deploymentLocation:
        value: ${deploymentLocation}
      upstream:
        value: \"${gateway.address}:${size}\"
relationships:
  # the way in
  route:
    source-capabilities:
      - gateway.Route
    target-requirements:
      - web.Route
    source-state: Active
    target-state: Active
    properties:
      to:
        value: ${target.address}   # there
    lifecycle:
      Create:
        - target.Reload
operations:
  Reload:
    source-operation: web.Reload
designerLayout:
  elements:
    gateway: {x: 0, y: 0}
    web: {x: 100, y: 40}
";

const WEB: &str = "\
name: resource::web::1.0
properties:
  upstream: {type: string}
  address: {type: string, read-only: true}
requirements:
  Route: {type: ip.route}
operations:
  Reload: {}
lifecycle: {Create: {}}
";

fn analysis() -> Analysis {
    with(SERVICE, &[("web.yaml", WEB)])
}

fn extract(parts: &[&str]) -> Command {
    let parts = parts.iter().map(|part| NodePath::keys(["composition", part])).collect();
    Command::Extract { parts, of: of("assembly::front::1.0"), file: path("front.yaml") }
}

fn text(analysis: &Analysis, name: &str) -> String {
    analysis.file(&path(name)).expect("a file").text.to_string()
}

fn after(analysis: &Analysis, command: &Command) -> Analysis {
    let change = analysis.command(&path("service.yaml"), command).unwrap_or_else(|error| panic!("refused: {error}"));
    analysis.changed(&change).expect("fits")
}

#[test]
fn a_component_goes_into_an_assembly_of_its_own() {
    let after = after(&analysis(), &extract(&["web"]));
    let outer = "\
name: assembly::service::1.0
# what it takes
properties:
  deploymentLocation: {type: string}
  size: {type: string, default: 012, description: How large}
  url:
    read-only: true
    value: http://${front.address}/   # outside
composition:
  gateway:
    type: resource::gateway::1.0
    properties: {}
  front:
    type: assembly::front::1.0
    properties:
      deploymentLocation:
        value: ${deploymentLocation}
      size:
        value: ${size}
      gateway_address:
        value: ${gateway.address}
    # gateways first
    upgrade-dependencies:
      - gateway
relationships:
  # the way in
  route:
    source-capabilities:
      - gateway.Route
    target-requirements:
      - front.Route
    source-state: Active
    target-state: Active
    properties:
      to:
        value: ${target.address}   # there
    lifecycle:
      Create:
        - target.Reload
operations:
  Reload:
    source-operation: front.Reload
designerLayout:
  elements:
    gateway: {x: 0, y: 0}
    front:
      x: 100
      y: 40
";
    assert_eq!(text(&after, "service.yaml"), outer);
    let inner = "\
name: assembly::front::1.0
properties:
  deploymentLocation:
    type: string
  size:
    type: string
    description: How large
  gateway_address:
    type: string
  address:
    type: string
    read-only: true
    value: ${web.address}
composition:
  # answers
  web:
    type: resource::web::1.0   # keep
    properties:
      deploymentLocation:
        value: ${deploymentLocation}
      upstream:
        value: \"${gateway_address}:${size}\"
operations:
  Reload:
    source-operation: web.Reload
requirements:
  Route:
    type: ip.route
designerLayout:
  elements:
    web: {x: 100, y: 40}
";
    assert_eq!(text(&after, "front.yaml"), inner);
}

#[test]
fn relationships_of_extracted_components_move_with_them() {
    let change = analysis().command(&path("service.yaml"), &extract(&["web", "gateway"])).expect("accepted");
    assert_eq!(change.title, "Move 2 components to front");
    let after = after(&analysis(), &extract(&["web", "gateway"]));
    let outer = "\
name: assembly::service::1.0
# what it takes
properties:
  deploymentLocation: {type: string}
  size: {type: string, default: 012, description: How large}
  url:
    read-only: true
    value: http://${front.address}/   # outside
composition:
  front:
    type: assembly::front::1.0
    properties:
      deploymentLocation:
        value: ${deploymentLocation}
      size:
        value: ${size}
operations:
  Reload:
    source-operation: front.Reload
designerLayout:
  elements:
    front:
      x: 50
      y: 20
";
    assert_eq!(text(&after, "service.yaml"), outer);
    let inner = text(&after, "front.yaml");
    let route =
        SERVICE.get(SERVICE.find("relationships:").expect("there")..SERVICE.find("operations:").expect("there"));
    assert!(inner.contains(route.expect("there")), "{inner}");
    assert!(inner.contains("    # gateways first\n    upgrade-dependencies:\n      - gateway\n"), "{inner}");
}

#[test]
fn invalid_deletions_are_refused() {
    let analysis = analysis();
    let service = path("service.yaml");
    let why = |command: Command| match analysis.command(&service, &command) {
        Ok(change) => panic!("accepted: {}", change.title),
        Err(error) => error.to_string(),
    };
    let with_name = |name: &str, file: &str| Command::Extract {
        parts: vec![NodePath::keys(["composition", "web"])],
        of: of(name),
        file: FilePath::new(file).expect("a path"),
    };
    assert!(why(with_name("resource::front::1.0", "front.yaml")).contains("is not an assembly name"));
    assert!(why(with_name("assembly::front::one", "front.yaml")).contains("invalid version `one`"));
    assert_eq!(why(with_name("assembly::service::1.0", "front.yaml")), "`assembly::service::1.0` already exists");
    assert_eq!(why(with_name("assembly::front::1.0", "web.yaml")), "`web.yaml` already exists");
    assert!(why(with_name("assembly::front::1.0", "front.txt")).contains("must end with `.yaml`"));
    assert!(why(extract(&[])).contains("no components are selected"));
    let route = Command::Extract {
        parts: vec![NodePath::keys(["relationships", "route"])],
        of: of("assembly::front::1.0"),
        file: path("front.yaml"),
    };
    assert!(why(route).contains("only components"));
}

#[test]
fn an_extraction_that_would_be_cyclic_is_refused() {
    // Each waits for the next; with the first and the last in one assembly, this one would wait for the second.
    let service = "\
name: assembly::service::1.0
composition:
  first: {type: 'resource::node::1.0', properties: {}}
  second: {type: 'resource::node::1.0', properties: {}}
  third: {type: 'resource::node::1.0', properties: {}}
relationships:
  one:
    source-capabilities: [first.Out]
    target-requirements: [second.In]
    source-state: Active
    target-state: Active
  two:
    source-capabilities: [second.Out]
    target-requirements: [third.In]
    source-state: Active
    target-state: Active
";
    let node = "\
name: resource::node::1.0
capabilities: {Out: {type: step}}
requirements: {In: {type: step}}
lifecycle: {Create: {}}
";
    let analysis = with(service, &[("node.yaml", node)]);
    let why = refusal(&analysis, &extract(&["first", "third"]));
    assert!(why.starts_with("this would cause an error: "), "{why}");
    analysis.command(&path("service.yaml"), &extract(&["first", "second"])).expect("accepted");
}

#[test]
fn a_nested_assembly_is_put_back() {
    let apart = after(&analysis(), &extract(&["web"]));
    let back = after(&apart, &Command::Inline { path: NodePath::keys(["composition", "front"]) });
    let now = text(&back, "service.yaml");
    let upgrades = "    # gateways first\n    upgrade-dependencies:\n      - gateway\n";
    let expected = SERVICE.replace(upgrades, "").replace(
        "        value: \"${gateway.address}:${size}\"\n",
        "        value: \"${gateway.address}:${size}\"\n    # gateways first\n    upgrade-dependencies:\n      - gateway\n",
    );
    let expected = expected.replace("    web: {x: 100, y: 40}\n", "    web:\n      x: 100\n      y: 40\n");
    assert_eq!(now, expected);
}

const OUTER: &str = "\
name: assembly::service::1.0
properties:
  address: {read-only: true, value: '${front.url}'}
  port: {default: 80}
composition:
  gateway: {type: 'resource::gateway::1.0', properties: {}}
  front:
    type: assembly::front::1.0
    properties:
      port: {value: '${port}'}
      greeting: {value: hello}
";

const FRONT: &str = "\
name: assembly::front::1.0
properties:
  port: {}
  greeting: {}
  version: {default: 6.10}
  unset: {type: string}
  url: {read-only: true, value: 'http://${web.address}:${port}/'}
composition:
  # the same name as outside
  gateway:
    type: resource::gateway::1.0
    properties: {}
  web:
    type: resource::web::1.0
    properties:
      upstream:
        value: ${gateway.address}   # ours
      text: {value: '${greeting} ${port}'}
      version: {value: '${version}'}
      none: {value: '${unset}'}
relationships:
  route:
    source-capabilities: [gateway.Route]
    target-requirements: [web.Route]
    source-state: Active
    target-state: Active
";

#[test]
fn names_are_kept_apart_and_properties_stand_for_themselves() {
    let analysis = with(OUTER, &[("front.yaml", FRONT)]);
    let after = after(&analysis, &Command::Inline { path: NodePath::keys(["composition", "front"]) });
    let expected = "\
name: assembly::service::1.0
properties:
  address: {read-only: true, value: 'http://${web.address}:${port}/'}
  port: {default: 80}
  unset:
    type: string
composition:
  gateway: {type: 'resource::gateway::1.0', properties: {}}
  # the same name as outside
  front_gateway:
    type: resource::gateway::1.0
    properties: {}
  web:
    type: resource::web::1.0
    properties:
      upstream:
        value: ${front_gateway.address}   # ours
      text: {value: 'hello ${port}'}
      version: {value: 6.10}
      none: {value: '${unset}'}
relationships:
  route:
    source-capabilities: [front_gateway.Route]
    target-requirements: [web.Route]
    source-state: Active
    target-state: Active
";
    assert_eq!(text(&after, "service.yaml"), expected);
    assert_eq!(text(&after, "front.yaml"), FRONT);
}

#[test]
fn invalid_inlining_is_refused() {
    let inline = Command::Inline { path: NodePath::keys(["composition", "front"]) };
    let why = |outer: &str, front: &str| refusal(&with(outer, &[("front.yaml", front)]), &inline);
    let several =
        OUTER.replace("    type: assembly::front::1.0\n", "    type: assembly::front::1.0\n    quantity: 2\n");
    assert!(why(&several, FRONT).contains("`front` can have several instances"));
    let named = FRONT.replace("  greeting: {}\n", "  greeting: {value: '${instance.name}'}\n");
    assert!(why(OUTER, &named).contains("uses the name of the instance that is inlined"));
    let reads = OUTER.replace("${front.url}", "${front.name}");
    assert!(why(&reads, FRONT).contains("`front.name` is read, but would no longer exist"));
    let resource = Command::Inline { path: NodePath::keys(["composition", "gateway"]) };
    assert!(refusal(&with(OUTER, &[("front.yaml", FRONT)]), &resource).contains("is a resource"));
    let gone = why(OUTER, &FRONT.replace("assembly::front::1.0", "assembly::back::1.0"));
    assert_eq!(gone, "the type of `front` is not in the catalog");
}

#[test]
fn entries_in_flow_style_are_deleted() {
    let service = "\
name: assembly::service::1.0
properties: {size: {type: string}}
composition: {gateway: {type: 'resource::gateway::1.0'}, web: {type: 'resource::web::1.0', properties: {upstream: {value: '${gateway.address}:${size}'}}}}
relationships:
  route: {source-capabilities: [gateway.Route], target-requirements: [web.Route], source-state: Active, target-state: Active}
";
    let analysis = with(service, &[("web.yaml", WEB)]);
    let apart = after(&analysis, &extract(&["web"]));
    let outer = "\
name: assembly::service::1.0
properties: {size: {type: string}}
composition: {gateway: {type: 'resource::gateway::1.0'}, front: {type: assembly::front::1.0, properties: {size: {value: '${size}'}, gateway_address: {value: '${gateway.address}'}}}}
relationships:
  route: {source-capabilities: [gateway.Route], target-requirements: [front.Route], source-state: Active, target-state: Active}
";
    assert_eq!(text(&apart, "service.yaml"), outer);
    let inner = "\
name: assembly::front::1.0
properties:
  size:
    type: string
  gateway_address:
    type: string
composition:
  web: {type: 'resource::web::1.0', properties: {upstream: {value: '${gateway_address}:${size}'}}}
requirements:
  Route:
    type: ip.route
";
    assert_eq!(text(&apart, "front.yaml"), inner);
    let back = after(&apart, &Command::Inline { path: NodePath::keys(["composition", "front"]) });
    assert_eq!(text(&back, "service.yaml"), service);
}

#[test]
fn anchored_values_are_not_moved() {
    let service = "\
name: assembly::service::1.0
composition:
  gateway: {type: 'resource::gateway::1.0'}
  web: &web
    type: resource::web::1.0
    properties: {upstream: {value: '${gateway.address}'}}
  other: *web
";
    let analysis = with(service, &[("web.yaml", WEB)]);
    for parts in [["web"], ["other"], ["gateway"]] {
        let why = refusal(&analysis, &extract(&parts));
        assert!(why.contains("is shared through an anchor"), "{parts:?}: {why}");
    }
}

#[test]
fn a_policy_goes_with_its_cluster_and_the_data_types_with_their_properties() {
    let service = "\
name: assembly::service::1.0
properties:
  site: {type: place}
  high: {type: integer, default: 90}
data-types:
  # where
  place:
    properties:
      city: {type: string}
composition:
  web:
    type: resource::cluster::1.0
    cluster: {minimum-nodes: 1}
    properties:
      site: {value: '${site}'}
metrics:
  load: {source-metric: web.load}   # published
policies:
  # more when it is busy
  grow:
    type: policy::scale
    metric: load
    target: web
    properties:
      scaleOut_threshold: {value: '${high}'}
      scaleIn_threshold: {value: 10}
      smoothing: {value: 2}
";
    let cluster = "\
name: resource::cluster::1.0
properties:
  site: {type: place}
data-types:
  place: {properties: {city: {type: string}}}
metrics:
  load: {type: 'metric::load'}
lifecycle: {Create: {}}
";
    let analysis = with(service, &[("cluster.yaml", cluster)]);
    let apart = after(&analysis, &extract(&["web"]));
    let outer = text(&apart, "service.yaml");
    assert!(outer.ends_with("metrics:\n  load: {source-metric: front.load}   # published\n"), "{outer}");
    let inner = "\
name: assembly::front::1.0
properties:
  site:
    type: place
  high:
    type: integer
composition:
  web:
    type: resource::cluster::1.0
    cluster: {minimum-nodes: 1}
    properties:
      site: {value: '${site}'}
data-types:
  # where
  place:
    properties:
      city: {type: string}
metrics:
  load:
    source-metric: web.load
policies:
  # more when it is busy
  grow:
    type: policy::scale
    metric: web.load
    target: web
    properties:
      scaleOut_threshold: {value: '${high}'}
      scaleIn_threshold: {value: 10}
      smoothing: {value: 2}
";
    assert_eq!(text(&apart, "front.yaml"), inner);
    let back = after(&apart, &Command::Inline { path: NodePath::keys(["composition", "front"]) });
    let expected = service.replace("    metric: load\n", "    metric: web.load\n");
    assert_eq!(text(&back, "service.yaml"), expected);
}
