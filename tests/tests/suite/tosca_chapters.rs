//! The violations that the rules of chapters 5 to 15 name, written out as templates: each gives one of the findings of its
//! rule at the marked line, and no error elsewhere. The oracle is the list of rules, which names the fault of each snippet.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::diagnostic::Severity;
use descriptorium_core::rules::conformance::{Status, rows};
use descriptorium_core::settings::Settings;
use descriptorium_core::text::FilePath;
use descriptorium_core::workspace::Workspace;

/// Ends the line with the fault.
const MARK: &str = "#!";

/// The beginnings of templates.
const NODES: &str = "topology_template:\n  node_templates:\n";
const TYPES: &str = "node_types:\n";

/// Codes of faults that have no number of their own: a value of another type or form.
const GENERAL: [&str; 2] = ["tosca/value/wrong-type", "schema/wrong-shape"];

/// A number, the beginning, and the rest of a template. The most severe expected finding is an error (`true`) or a warning.
const CASES: &[(&str, &str, &str, bool)] = &[
    // Chapter 5.
    ("T-5.2-1", NODES, "    n: {type: 'tosca:Computer'} #!\n", true),
    ("T-5.2-2", NODES, "    n: {type: tosca.nodes.compute} #!\n", true),
    (
        "T-5.2-2",
        TYPES,
        "  a.T:\n    derived_from: tosca.nodes.Root\n    requirements:\n      - r: {capability: tosca.capabilities.EndPoint} #!\n",
        true,
    ),
    ("T-5.2-3", TYPES, "  Compute: {derived_from: tosca.nodes.Root} #!\n", false),
    ("T-5.2-3", TYPES, "  tosca.nodes.Compute: {derived_from: tosca.nodes.Root} #!\n", true),
    (
        "T-5.3.2-1",
        "data_types:\n",
        "  a.Event:\n    properties:\n      body: {type: json, constraints: {schema: '{}'}} #!\n",
        false,
    ),
    (
        "T-5.3.2-2",
        "topology_template:\n  inputs:\n",
        "    body: {type: json, default: '{ “uuid”: 1 }'} #!\n  outputs:\n    o: {value: {get_input: body}}\n",
        false,
    ),
    (
        "T-5.3.4-4",
        "topology_template:\n  inputs:\n",
        "    c: {type: tosca.datatypes.Credential, default: {type: Credential, properties: {token: x}}} #!\n  outputs:\n    o: {value: {get_input: c}}\n",
        true,
    ),
    (
        "T-5.3.5-1",
        "topology_template:\n  inputs:\n",
        "    c:\n      type: tosca.datatypes.TimeInterval\n      default:\n        start_time: 2016-04-04-15T00:00:00Z #!\n        end_time: 2016-04-05T00:00:00Z\n  outputs:\n    o: {value: {get_input: c}}\n",
        true,
    ),
    (
        "T-5.3.8-1",
        "topology_template:\n  inputs:\n",
        "    port: {type: tosca.datatypes.network.PortDef, default: 70000} #!\n  outputs:\n    o: {value: {get_input: port}}\n",
        true,
    ),
    (
        "T-5.3.9-1",
        "topology_template:\n  inputs:\n",
        "    p: {type: tosca.datatypes.network.PortSpec, default: {protocol: tcp}} #!\n  outputs:\n    o: {value: {get_input: p}}\n",
        true,
    ),
    (
        "T-5.3.9-2",
        "topology_template:\n  inputs:\n",
        "    p: {type: tosca.datatypes.network.PortSpec, default: {protocol: tcp, source: 9000, source_range: [1, 100]}} #!\n  outputs:\n    o: {value: {get_input: p}}\n",
        true,
    ),
    (
        "T-5.5.3-1",
        NODES,
        "    n:\n      type: tosca.nodes.Compute\n      capabilities:\n        host:\n          properties:\n            mem_size: 4096 #!\n",
        true,
    ),
    (
        "T-5.5.3-1",
        NODES,
        "    n:\n      type: tosca.nodes.Compute\n      capabilities:\n        host:\n          properties:\n            num_cpus: 0 #!\n",
        true,
    ),
    (
        "T-5.5.7-1",
        NODES,
        "    n:\n      type: tosca.nodes.WebServer\n      requirements: [host: c]\n      capabilities:\n        data_endpoint: {properties: {protocol: http}} #!\n    c: {type: tosca.nodes.Compute}\n",
        false,
    ),
    (
        "T-5.5.8-1",
        NODES,
        "    n:\n      type: tosca.nodes.LoadBalancer\n      capabilities:\n        client:\n          properties:\n            port: 80\n            network_name: PRIVATE #!\n",
        true,
    ),
    (
        "T-5.5.9-1",
        NODES,
        "    n:\n      type: tosca.nodes.WebServer\n      requirements: [host: c]\n      capabilities:\n        admin_endpoint:\n          properties:\n            port: 80\n            secure: false #!\n    c: {type: tosca.nodes.Compute}\n",
        true,
    ),
    (
        "T-5.5.13-1",
        NODES,
        "    n:\n      type: tosca.nodes.Compute\n      capabilities:\n        scalable:\n          properties:\n            min_instances: 2\n            max_instances: 4\n            default_instances: 1 #!\n",
        true,
    ),
    ("T-5.6-1", "", "requirement_types: {} #!\n", true),
    (
        "T-5.7-1",
        NODES,
        "    w:\n      type: a.Client\n      requirements:\n        - service: {node: s, relationship: tosca.relationships.HostedOn} #!\n    s: {type: a.Server}\nnode_types:\n  a.Client:\n    derived_from: tosca.nodes.Root\n    requirements:\n      - service: {capability: tosca.capabilities.Endpoint}\n  a.Server:\n    derived_from: tosca.nodes.Root\n    capabilities: {api: tosca.capabilities.Endpoint}\n",
        true,
    ),
    (
        "T-5.7.5-1",
        NODES,
        "    n:\n      type: tosca.nodes.Compute\n      requirements:\n        - local_storage:\n            node: s\n            relationship:\n              type: tosca.relationships.AttachesTo\n              properties:\n                location: '' #!\n    s: {type: tosca.nodes.BlockStorage, properties: {size: 1 GB}}\n",
        true,
    ),
    (
        "T-5.8.4-1",
        NODES,
        "    n:\n      type: tosca.nodes.Compute\n      interfaces:\n        Standard:\n          install: x.sh #!\n",
        false,
    ),
    ("T-5.9.1-1", TYPES, "  my.T: {properties: {p: {type: string}}} #!\n", false),
    (
        "T-5.9.2-1",
        NODES,
        "    n:\n      type: tosca.nodes.WebApplication\n      requirements:\n        - host: c #!\n    c: {type: tosca.nodes.Compute}\n",
        true,
    ),
    (
        "T-5.9.7-1",
        NODES,
        "    n: #!\n      type: tosca.nodes.Database\n      requirements: [host: d]\n    d: {type: tosca.nodes.DBMS, requirements: [host: c]}\n    c: {type: tosca.nodes.Compute}\n",
        true,
    ),
    ("T-5.9.9-1", NODES, "    n: {type: tosca.nodes.BlockStorage} #!\n", true),
    // Chapter 7.
    (
        "T-7.2-10",
        NODES,
        "    a:\n      type: tosca.nodes.Root\n      requirements:\n        - dependency: b #!\n    b:\n      type: tosca.nodes.Root\n      requirements:\n        - dependency: a\n",
        false,
    ),
    (
        "T-7.3-2",
        NODES,
        "    a: {type: tosca.nodes.Compute}\n  workflows:\n    w:\n      steps:\n        s:\n          target: a\n          activities: [set_state: started]\n          on_success: [nowhere] #!\n",
        true,
    ),
    (
        "T-7.3-8",
        NODES,
        "    a: {type: tosca.nodes.Compute}\n  workflows:\n    w:\n      preconditions:\n        - target: a\n          valid_states: [available] #!\n      steps:\n        s: {target: a, activities: [set_state: started]}\n",
        true,
    ),
    (
        "T-7.3-10",
        NODES,
        "    a: {type: tosca.nodes.Compute}\n  workflows:\n    w:\n      steps:\n        s:\n          target: a\n          filter:\n            - assert: [state: [{equals: started}]] #!\n          activities: [set_state: started]\n",
        true,
    ),
    (
        "T-7.3-12",
        NODES,
        "    a: {type: tosca.nodes.Compute}\n  workflows:\n    w:\n      steps:\n        s:\n          target: a\n          activities:\n            - call_operation: a #!\n",
        true,
    ),
    (
        "T-7.3-12",
        NODES,
        "    a: {type: tosca.nodes.Compute}\n  workflows:\n    w:\n      steps:\n        s:\n          target: a\n          activities:\n            - call_operation: Other.start #!\n",
        true,
    ),
    (
        "T-7.3-15",
        NODES,
        "    a: {type: tosca.nodes.Compute}\n  workflows:\n    stop_mysql:\n      steps:\n        s: {target: a, activities: [set_state: stopped]}\n    w:\n      steps:\n        s:\n          target: a\n          activities:\n            - inline: stop #!\n",
        true,
    ),
    // Chapter 8.
    (
        "T-8.5.1-1",
        NODES,
        "    n:\n      type: tosca.nodes.network.Network\n      properties:\n        network_id: x\n        cidr: 10.0.0.0/24 #!\n",
        true,
    ),
    // Chapters 9 to 15.
    (
        "T-9-3",
        TYPES,
        "  my.T:\n    derived_from: tosca.nodes.Root\n    properties:\n      p: {type: string, required: no} #!\n",
        false,
    ),
    (
        "T-10.1-6",
        "relationship_types:\n",
        "  my.R:\n    derived_from: tosca.relationships.Root\n    properties:\n      location: /x #!\n",
        true,
    ),
    (
        "T-10.1-8",
        NODES,
        "    n:\n      type: tosca.nodes.Compute\n      requirements:\n        - attachment: s #!\n    s: {type: tosca.nodes.BlockStorage, properties: {size: 1 GB}}\n",
        true,
    ),
    (
        "T-11-3",
        NODES,
        "    n:\n      type: tosca.nodes.Compute\n      capabilities:\n        host:\n          properties:\n            num_cpus: {get_input: cpus} #!\n",
        true,
    ),
    (
        "T-11-4",
        NODES,
        "    n:\n      type: tosca.nodes.Compute\n      capabilities:\n        properties: {num_cpus: 1} #!\n",
        true,
    ),
    (
        "T-11-5",
        NODES,
        "    n:\n      type: tosca.nodes.SoftwareComponent\n      requirements:\n        - host:nodejs #!\n",
        true,
    ),
    (
        "T-11-6",
        NODES,
        "    n:\n      type: tosca.nodes.Compute\n      interfaces:\n        Standard:\n          create:\n            implementation: x.sh\n            input: {a: 1} #!\n",
        true,
    ),
    (
        "T-11-7",
        NODES,
        "    n: {type: tosca.nodes.Compute}\n  outputs:\n    o:\n      value: {get_attribute: [n, ip_address]} #!\n",
        true,
    ),
    (
        "T-12-2",
        NODES,
        "    n: {type: tosca.nodes.Compute}\n  policies:\n    - p: {type: tosca.policies.placement, targets: [n]} #!\n",
        true,
    ),
    (
        "T-13-9",
        TYPES,
        "  my.T:\n    derived_from: tosca.nodes.Root\n    attributes:\n      log_attr: {get_operation_output: [SELF, Standard, create, log]} #!\n",
        false,
    ),
    (
        "T-14-2",
        NODES,
        "    n:\n      type: tosca.nodes.Compute\n      interfaces:\n        standard: {create: x.sh} #!\n",
        false,
    ),
    (
        "T-14-3",
        NODES,
        "    n:\n      type: tosca.nodes.Compute\n      capabilities:\n        host: {num_cpus: 1} #!\n",
        true,
    ),
];

#[test]
fn each_violation_is_found_at_its_line_and_nowhere_else() {
    let mut faults = Vec::new();
    let mut n_checked = 0;
    for (number, beginning, rest, is_error) in CASES {
        let row = rows().iter().find(|row| row.number == *number).unwrap_or_else(|| panic!("unknown number {number}"));
        let Status::Checked(codes) = &row.status else { continue };
        n_checked += 1;
        let text = format!("tosca_definitions_version: tosca_simple_yaml_1_2\n{beginning}{rest}");
        let path = FilePath::new("service.yaml").expect("a path");
        let analysis = Analysis::new(Workspace::new([(path.clone(), text.clone())]), Settings::default());
        let file = analysis.file(&path).expect("a file");
        let marked = text.lines().position(|line| line.ends_with(MARK)).expect("a marked line");
        let line = |found: &descriptorium_core::diagnostic::Diagnostic| file.lines.line(found.span.start as usize);
        let wanted = if *is_error { Severity::Error } else { Severity::Warning };
        let all: Vec<_> = analysis.diagnostics(&path).to_vec();
        let hits = all.iter().filter(|found| line(found) == marked && found.severity == wanted);
        let shown = || {
            let each = all
                .iter()
                .map(|found| format!("  {}: {:?} {} {}", line(found) + 1, found.severity, found.code, found.message));
            each.collect::<Vec<_>>().join("\n")
        };
        match hits.clone().count() {
            0 => faults.push(format!("{number} at line {}: nothing of {codes:?} among\n{}", marked + 1, shown())),
            1 => {}
            _ => faults.push(format!("{number}: several findings for one fault\n{}", shown())),
        }
        let is_of_number = |code: &str| codes.contains(&code) || GENERAL.contains(&code);
        if hits.clone().next().is_some() && !hits.clone().any(|found| is_of_number(found.code)) {
            faults.push(format!("{number}: another code than {codes:?}\n{}", shown()));
        }
        if all.iter().any(|found| found.severity == Severity::Error && line(found) != marked) {
            faults.push(format!("{number}: an error elsewhere\n{}", shown()));
        }
    }
    assert!(faults.is_empty(), "{} of {n_checked}:\n{}", faults.len(), faults.join("\n"));
    assert!(n_checked > 20, "only {n_checked}");
}
