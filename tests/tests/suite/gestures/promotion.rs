//! Promoting properties of a component to the assembly.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::topology::Command;

use super::{analysis, done, done_in, path, refusal, with};

fn promote(part: &str, section: &str, name: &str) -> Command {
    Command::Promote { path: NodePath::keys(["composition", part, section, name]), name: None }
}

fn promote_as(part: &str, section: &str, name: &str, new: &str) -> Command {
    Command::Promote { path: NodePath::keys(["composition", part, section, name]), name: Some(new.into()) }
}

const POOL: &str = "\
name: resource::pool::1.0
properties:
  size:
    type: integer
    default: 012   # not ten
    description: How much there is
  sites:
    type: list
    entry-schema: {type: site}
    required: true
  release: {type: string, default: 6.10}
  address: {type: string, read-only: true, description: Where it is}
  fixed: {value: always}
data-types:
  # where something is
  site:
    properties:
      city: {type: string}
capabilities:
  Pool: {type: pool}
requirements:
  Net: {type: net}
  Other: {type: net}
operations:
  Flush: {}
metrics:
  load: {type: 'metric::load'}
  health: {type: 'metric::integrity'}
lifecycle: {Create: {}}
";

const SERVICE: &str = "\
name: assembly::service::1.0
properties:
  address: {type: string}
composition:
  net:
    type: resource::net::1.0
  pool:
    type: resource::pool::1.0
    properties: {}
  pools:
    type: resource::pool::1.0
    quantity: 2
    properties:
      release:
        value: 7.10   # the newest
relationships:
  connect:
    source-capabilities: [net.Net]
    target-requirements: [pool.Net]
    source-state: Active
    target-state: Active
";

fn pool() -> Analysis {
    with(SERVICE, &[("pool.yaml", POOL)])
}

#[test]
fn an_input_becomes_one_of_the_assembly() {
    done_in(
        &pool(),
        &promote("pool", "properties", "size"),
        &["    properties: {}"],
        &[
            "  size:",
            "    type: integer",
            "    description: How much there is",
            "    default: 012",
            "    properties:",
            "      size:",
            "        value: ${size}",
        ],
    );
    // Numbers keep their notation.
    done_in(
        &pool(),
        &promote("pool", "properties", "release"),
        &["    properties: {}"],
        &[
            "  release:",
            "    type: string",
            "    default: 6.10",
            "    properties:",
            "      release:",
            "        value: ${release}",
        ],
    );
}

#[test]
fn the_value_of_a_component_becomes_the_default() {
    done_in(
        &pool(),
        &promote("pools", "properties", "release"),
        &["        value: 7.10   # the newest"],
        &["  release:", "    type: string", "    default: 7.10", "        value: ${release}   # the newest"],
    );
}

#[test]
fn a_data_type_comes_along() {
    done_in(
        &pool(),
        &promote("pool", "properties", "sites"),
        &["    properties: {}"],
        &[
            "  sites:",
            "    type: list",
            "    entry-schema: {type: site}",
            "    required: true",
            "    properties:",
            "      sites:",
            "        value: ${sites}",
            "data-types:",
            "  # where something is",
            "  site:",
            "    properties:",
            "      city: {type: string}",
        ],
    );
}

#[test]
fn an_output_is_read_from_the_component() {
    // The assembly already has an `address`.
    done_in(
        &pool(),
        &promote("pool", "properties", "address"),
        &[],
        &[
            "  pool_address:",
            "    type: string",
            "    description: Where it is",
            "    read-only: true",
            "    value: ${pool.address}",
        ],
    );
    // For several instances it is a list.
    done_in(
        &pool(),
        &promote_as("pools", "properties", "address", "addresses"),
        &[],
        &[
            "  addresses:",
            "    type: list",
            "    entry-schema:",
            "      type: string",
            "    description: Where it is",
            "    read-only: true",
            "    value: ${pools.address}",
        ],
    );
    // Fixed values of the type can be read, but not set.
    done_in(
        &pool(),
        &promote("pool", "properties", "fixed"),
        &[],
        &["  fixed:", "    read-only: true", "    value: ${pool.fixed}"],
    );
}

#[test]
fn capabilities_requirements_operations_and_metrics_are_published() {
    done_in(&pool(), &promote("pool", "capabilities", "Pool"), &[], &["capabilities:", "  Pool:", "    type: pool"]);
    done_in(&pool(), &promote("pool", "requirements", "Other"), &[], &["requirements:", "  Other:", "    type: net"]);
    done_in(
        &pool(),
        &promote("pool", "operations", "Flush"),
        &[],
        &["operations:", "  Flush:", "    source-operation: pool.Flush"],
    );
    done_in(
        &pool(),
        &promote_as("pool", "metrics", "load", "pool-load"),
        &[],
        &["metrics:", "  pool-load:", "    source-metric: pool.load"],
    );
}

#[test]
fn a_published_thing_has_no_findings() {
    let before = pool();
    let service = path("service.yaml");
    for command in [
        promote("pool", "properties", "size"),
        promote("pool", "properties", "sites"),
        promote("pool", "properties", "address"),
        promote("pool", "capabilities", "Pool"),
        promote("pool", "operations", "Flush"),
        promote("pool", "metrics", "load"),
    ] {
        let change = before.command(&service, &command).expect("accepted");
        let consequences = before.consequences(&change).expect("fits");
        assert_eq!(consequences.come, [], "{command:?}");
        assert_eq!(consequences.lost, [], "{command:?}");
    }
}

#[test]
fn invalid_promotions_are_refused() {
    let why = |command| refusal(&pool(), &command);
    assert_eq!(why(promote("pool", "properties", "none")), "`pool` has no property `none`");
    assert_eq!(why(promote("net", "properties", "cidr")), "the type of `net` is not in the catalog");
    assert_eq!(why(promote("pool", "requirements", "Net")), "`connect` already meets `pool.Net` inside this assembly");
    assert!(why(promote("pool", "metrics", "health")).contains("only load metrics can be promoted"));
    assert_eq!(why(promote("pool", "operations", "Drain")), "`pool` has no operation `Drain`");
    assert_eq!(why(promote_as("pool", "properties", "size", "address")), "`address` already exists");
    assert_eq!(
        why(Command::Promote { path: NodePath::keys(["properties", "address"]), name: None }),
        "only members of components can be promoted"
    );
    let mapped = refusal(&analysis(), &promote("web", "properties", "upstream"));
    assert_eq!(mapped, "`upstream` is already mapped from `${gateway.address}`; unmap it first");
    // A second promotion is refused.
    let once = pool();
    let change = once.command(&path("service.yaml"), &promote("pool", "operations", "Flush")).expect("accepted");
    let twice = refusal(&once.changed(&change).expect("fits"), &promote("pool", "operations", "Flush"));
    assert_eq!(twice, "`pool.Flush` is already promoted, as `Flush`");
}

#[test]
fn the_title_says_what_is_promoted() {
    let change = analysis().command(&path("service.yaml"), &promote("gateway", "capabilities", "Route")).expect("ok");
    assert_eq!(change.title, "Promote gateway.Route");
    done(
        &promote_as("gateway", "capabilities", "Route", "Uplink"),
        &[],
        &["capabilities:", "  Uplink:", "    type: ip.route"],
    );
}
