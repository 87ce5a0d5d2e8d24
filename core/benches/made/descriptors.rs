//! Descriptors made for measuring: like those that people write, as many and as long as wanted.

use descriptorium_core::text::FilePath;

pub fn path(name: &str) -> FilePath {
    FilePath::new(name).expect("a plain path")
}

/// A resource with everything that a resource has.
pub fn resource(number: usize) -> String {
    format!(
        "name: resource::r{number}::1.0
description: A part of a service, of kind {number}
properties:
  size: {{type: string, default: small, description: How large it is}}
  network: {{type: string, required: true}}
  peers: {{type: string, default: ''}}
  address: {{type: string, read-only: true, description: Where it answers}}
  deploymentLocation: {{type: string}}
capabilities:
  Service: {{type: service.http}}
requirements:
  Upstream: {{type: service.http}}
lifecycle: {{Create: {{}}, Install: {{}}, Configure: {{}}, Start: {{}}, Stop: {{}}, Uninstall: {{}}, Delete: {{}}}}
default-driver: {{ansible: {{selector: {{infrastructure-type: ['*']}}}}}}
operations:
  Attach:
    properties:
      address: {{type: string, required: true}}
metrics:
  load: {{type: 'metric::load', publication-period: 60}}
"
    )
}

/// An assembly of `count` components, each of one of `kinds` resources and fed by the one before it: 14 lines for each.
pub fn assembly(name: &str, count: usize, kinds: impl Fn(usize) -> usize) -> String {
    let mut text = format!(
        "name: assembly::{name}::1.0
description: A service of {count} parts
properties:
  deploymentLocation: {{type: string, required: true}}
  resourceManager: {{type: string, default: Brent}}
  network: {{type: string, default: video}}
  address:
    description: Where the last of them answers
    read-only: true
    value: ${{part{last}.address}}
composition:
",
        last = count - 1
    );
    for index in 0..count {
        let peer = index.checked_sub(1).map_or("none".to_owned(), |before| format!("${{part{before}.address}}"));
        text.push_str(&format!(
            "  # part {index} of {count}
  part{index}:
    type: resource::r{kind}::1.0
    properties:
      deploymentLocation:
        value: ${{deploymentLocation}}
      resourceManager:
        value: ${{resourceManager}}
      network:
        value: ${{network}}
      size:
        value: large
      peers:
        value: {peer}
",
            kind = kinds(index)
        ));
    }
    text.push_str("relationships:\n");
    for index in 1..count.min(100) {
        text.push_str(&format!(
            "  link{index}:
    source-capabilities: [part{before}.Service]
    target-requirements: [part{index}.Upstream]
    source-state: Active
    target-state: Active
    properties:
      address: {{value: '${{source.address}}'}}
    lifecycle:
      Create: [target.Attach]
",
            before = index - 1
        ));
    }
    text
}
