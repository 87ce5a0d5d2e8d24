//! Service templates and libraries of types, made for measuring.

use std::fmt::Write;

const VERSION: &str = "tosca_definitions_version: tosca_simple_yaml_1_2\n";

/// A topology of `count` nodes in groups of three, as in a web application: a server, a web server hosted on it, and a
/// database that the web server of the next group connects to.
pub fn topology(count: usize) -> String {
    let mut text = format!(
        "{VERSION}topology_template:\n  inputs:\n    cpus: {{type: integer, default: 2, constraints: [in_range: [1, 64]]}}\n  \
         node_templates:\n"
    );
    for index in 0..count {
        let group = index / 3;
        // Writing into a string does not fail.
        let _ = match index % 3 {
            0 => write!(
                text,
                "    server{group}:
      type: tosca.nodes.Compute
      capabilities:
        host: {{properties: {{num_cpus: {{get_input: cpus}}, mem_size: 4 GB, disk_size: 20 GB}}}}
        os: {{properties: {{type: linux, distribution: debian, version: '12.1'}}}}
"
            ),
            1 => write!(
                text,
                "    web{group}:
      type: tosca.nodes.WebServer
      properties: {{component_version: '2.4'}}
      requirements:
        - host: server{group}
        - dependency: {{node: server{}, relationship: tosca.relationships.DependsOn}}
      interfaces:
        Standard:
          create: {{implementation: create.sh, inputs: {{size: {{get_property: [SELF, component_version]}}}}}}
          start: start.sh
",
                group.saturating_sub(1)
            ),
            _ => write!(
                text,
                "    db{group}:
      type: tosca.nodes.DBMS
      properties: {{port: {}, root_password: secret}}
      requirements:
        - host: server{group}
      interfaces: {{Standard: {{create: create.sh, configure: configure.sh}}}}
",
                3000 + group
            ),
        };
    }
    text
}

/// A library of `count` node types in chains of ten, with properties, a capability and a requirement each.
pub fn library(count: usize) -> String {
    let mut text = format!("{VERSION}description: A library of many types\nnode_types:\n");
    for index in 0..count {
        let parent =
            if index % 10 == 0 { "tosca.nodes.SoftwareComponent".to_owned() } else { format!("lib.Type{}", index - 1) };
        // Writing into a string does not fail.
        let _ = write!(
            text,
            "  lib.Type{index}:
    derived_from: {parent}
    description: Type {index} of the library
    properties:
      size{index}: {{type: integer, default: 1, constraints: [greater_or_equal: 0]}}
      name{index}: {{type: string, required: false}}
    capabilities:
      feed{index}: {{type: tosca.capabilities.Endpoint}}
    requirements:
      - data{index}: {{capability: tosca.capabilities.Endpoint, occurrences: [0, 1]}}
"
        );
    }
    text
}

/// A service template with three nodes of types of the library.
pub fn user(number: usize, n_types: usize) -> String {
    let mut text = format!(
        "{VERSION}description: Service {number}\nimports: [library.yaml]\ntopology_template:\n  node_templates:\n"
    );
    for node in 0..3 {
        let of = (number * 37 + node * 11) % n_types;
        // Writing into a string does not fail.
        let _ = write!(
            text,
            "    node{node}:
      type: lib.Type{of}
      properties: {{size{of}: {node}, component_version: '1.0'}}
      requirements:
        - host: server
"
        );
    }
    text += "    server: {type: tosca.nodes.Compute}\n";
    text
}

/// A service template with a node of the last type of each chain of the library.
pub fn user_of_all(n_types: usize) -> String {
    let mut text = format!("{VERSION}imports: [library.yaml]\ntopology_template:\n  node_templates:\n");
    for of in (9..n_types).step_by(10) {
        // Writing into a string does not fail.
        let _ = writeln!(text, "    node{of}: {{type: lib.Type{of}, requirements: [host: server]}}");
    }
    text += "    server: {type: tosca.nodes.Compute}\n";
    text
}

/// A topology of `count` web servers on one server, which can replace a node of a library type.
pub fn substitute(count: usize) -> String {
    let mut text = format!(
        "{VERSION}imports: [library.yaml]\ntopology_template:\n  substitution_mappings:\n    node_type: lib.Type0\n    \
         requirements: {{host: [part0, host]}}\n  node_templates:\n"
    );
    for index in 0..count {
        let dependency = match index {
            0 => String::new(),
            index => format!("\n        - dependency: part{}", index - 1),
        };
        // Writing into a string does not fail.
        let _ = write!(
            text,
            "    part{index}:
      type: tosca.nodes.SoftwareComponent
      requirements:
        - host: server{dependency}
      interfaces: {{Standard: {{create: create.sh}}}}
"
        );
    }
    text += "    server: {type: tosca.nodes.Compute}\n";
    text
}
