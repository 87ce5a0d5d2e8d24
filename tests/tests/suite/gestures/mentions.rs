//! Renaming updates all references.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::settings::Settings;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::workspace::Workspace;

use super::path;

/// The texts of all files after renaming the definition at `node`, and the new findings.
fn renamed(files: &[(&str, &str)], file: &str, node: &NodePath, name: &str) -> Vec<String> {
    let workspace = Workspace::new(files.iter().map(|(name, text)| (path(name), (*text).to_owned())));
    let analysis = Analysis::new(workspace, Settings::default());
    let change = analysis.rename(&path(file), node, name).expect("allowed");
    let consequences = analysis.consequences(&change).expect("fits");
    assert!(consequences.come.is_empty(), "{:#?}", consequences.come);
    let after = analysis.changed(&change).expect("fits");
    files.iter().map(|(name, _)| after.file(&path(name)).expect("a file").text.to_string()).collect()
}

/// The oracle is the old name: after replacing all references to the same thing, the texts are equal.
#[test]
fn a_property_is_renamed_in_the_expression_for_a_type() {
    let web = "name: resource::web::1.0\nproperties:\n  vendor-name: {type: string}\nlifecycle: {Create: {}}\n";
    let service = "name: assembly::service::1.0\nproperties: {}\ncomposition:\n  web:\n    type: resource::web::1.0\n    \
                   dynamicType: \"{% if vendor_name == 'vendor_name' %}{{ 'resource::web::1.0' }}{% else %}{{ 'resource::' ~ \
                   vendor_name ~ '::1.0' }}{% endif %}\"\n    properties:\n      vendor-name: {value: web}\n";
    let node = NodePath::keys(["properties", "vendor-name"]);
    let texts = renamed(&[("web.yaml", web), ("service.yaml", service)], "web.yaml", &node, "maker-name");
    let expected = service
        .replace("if vendor_name", "if maker_name")
        .replace("~ vendor_name", "~ maker_name")
        .replace("vendor-name:", "maker-name:");
    assert_eq!(texts, [web.replace("vendor-name", "maker-name"), expected]);
}

#[test]
fn a_member_of_a_data_type_is_renamed_in_values_and_paths() {
    let service = "name: assembly::service::1.0\nproperties:\n  net: {type: net, default: {cidr: 10.0.0.0/24, dns: {cidr: no}}}\n  \
                   nets:\n    type: map\n    entry-schema: {type: net}\n    default:\n      cidr: {cidr: 10.0.1.0/24}\n  \
                   first: {read-only: true, value: '${net.cidr}, ${nets.cidr.cidr}'}\ncomposition: {}\ndata-types:\n  net:\n    \
                   properties:\n      cidr: {type: string}\n      dns: {type: map}\n";
    let node = NodePath::keys(["data-types", "net", "properties", "cidr"]);
    let texts = renamed(&[("service.yaml", service)], "service.yaml", &node, "range");
    let expected = service
        .replace("default: {cidr: 10", "default: {range: 10")
        .replace("{cidr: 10.0.1", "{range: 10.0.1")
        .replace("${net.cidr}, ${nets.cidr.cidr}", "${net.range}, ${nets.cidr.range}")
        .replace("      cidr: {type: string}", "      range: {type: string}");
    assert_eq!(texts, [expected]);
}

#[test]
fn an_input_of_an_operation_is_renamed_where_it_is_passed() {
    let node = "name: resource::node::1.0\nproperties: {address: {read-only: true}}\nlifecycle: {Create: {}}\n\
                capabilities: {Http: {type: http}}\nrequirements: {Server: {type: http}}\n\
                operations:\n  Attach:\n    properties:\n      peer: {required: true}\n";
    let inner = "name: assembly::inner::1.0\nproperties: {}\ncomposition:\n  box: {type: 'resource::node::1.0', properties: {}}\n\
                 operations:\n  Join: {source-operation: box.Attach}\nrequirements: {Server: {type: http}}\n";
    let service = "name: assembly::service::1.0\nproperties: {}\ncomposition:\n  web: {type: 'resource::node::1.0', properties: {}}\n  \
                   inner: {type: 'assembly::inner::1.0', properties: {}}\nrelationships:\n  link:\n    \
                   source-capabilities: [web.Http]\n    target-requirements: [inner.Server]\n    source-state: Active\n    \
                   target-state: Active\n    properties:\n      peer: {value: '${source.address}'}\n    \
                   lifecycle: {Create: [target.Join]}\n";
    let files = [("node.yaml", node), ("inner.yaml", inner), ("service.yaml", service)];
    let at = NodePath::keys(["operations", "Attach", "properties", "peer"]);
    let texts = renamed(&files, "node.yaml", &at, "other");
    let expected = [node.replace("peer:", "other:"), inner.to_owned(), service.replace("peer:", "other:")];
    assert_eq!(texts, expected);
}

/// A type chosen by an expression is checked against the static one, and renamed with it.
#[test]
fn an_input_is_renamed_where_an_expression_chooses_the_type() {
    let node = "name: resource::node::1.0\nproperties: {kind: {type: string}}\nlifecycle: {Create: {}}\n\
                capabilities: {Http: {type: http}}\nrequirements: {Server: {type: http}}\n\
                operations:\n  Attach:\n    properties:\n      peer: {required: true}\n";
    let inner = "name: assembly::inner::1.0\nproperties: {}\ncomposition:\n  box:\n    type: resource::node::1.0\n    \
                 dynamicType: \"{{ 'resource::' ~ kind ~ '::1.0' }}\"\n    properties: {kind: {value: node}}\n\
                 operations:\n  Join: {source-operation: box.Attach}\nrequirements: {Server: {type: http}}\n";
    let service = "name: assembly::service::1.0\nproperties: {}\ncomposition:\n  web:\n    type: resource::node::1.0\n    \
                   dynamicType: \"{{ 'resource::' ~ kind ~ '::1.0' }}\"\n    properties: {kind: {value: node}}\n  \
                   inner: {type: 'assembly::inner::1.0', properties: {}}\nrelationships:\n  link:\n    \
                   source-capabilities: [web.Http]\n    target-requirements: [inner.Server]\n    source-state: Active\n    \
                   target-state: Active\n    properties:\n      peer: {value: here}\n    \
                   lifecycle: {Create: [source.Attach, target.Join]}\n";
    let files = [("node.yaml", node), ("inner.yaml", inner), ("service.yaml", service)];
    let at = NodePath::keys(["operations", "Attach", "properties", "peer"]);
    let texts = renamed(&files, "node.yaml", &at, "other");
    let expected = [node.replace("peer:", "other:"), inner.to_owned(), service.replace("peer:", "other:")];
    assert_eq!(texts, expected);
}

#[test]
fn a_member_is_renamed_where_it_is_read_of_several_instances() {
    let web = "name: resource::web::1.0\nproperties:\n  loc: {type: place, read-only: true}\nlifecycle: {Create: {}}\n\
               data-types:\n  place:\n    properties:\n      city: {type: string}\n";
    let service = "name: assembly::service::1.0\nproperties:\n  first: {read-only: true, value: '${web.loc[0].city}'}\n  \
                   all: {read-only: true, value: '${web.loc.city}'}\ncomposition:\n  web: {type: 'resource::web::1.0', \
                   cluster: {initial-quantity: 2}, properties: {}}\n";
    let node = NodePath::keys(["data-types", "place", "properties", "city"]);
    let texts = renamed(&[("web.yaml", web), ("service.yaml", service)], "web.yaml", &node, "town");
    let expected = service.replace("loc[0].city", "loc[0].town").replace("loc.city", "loc.town");
    assert_eq!(texts, [web.replace("city:", "town:"), expected]);
}

#[test]
fn intents_follow_what_they_are_for() {
    let web = "name: resource::web::1.0\nproperties: {}\nlifecycle: {Create: {}}\n";
    let service = "name: assembly::service::1.0\nproperties:\n  size: {type: integer}\ncomposition:\n  web: {type: 'resource::web::1.0', \
                   cluster: {initial-quantity: '${size}'}, properties: {}}\n";
    let other = "assemblyName: asm\ndescriptorName: assembly::other::1.0\nproperties: {size: 2}\n";
    let grow =
        "# more\nassemblyName: asm\ndescriptorName: 'assembly::service::1.0'\nclusterName: asm__web   # this one\n";
    let configuration = "{\n  \"name\": \"small\",\n  \"descriptorName\": \"assembly::service::1.0\",\n  \"properties\": {\"size\": \"1\"}\n}\n";
    let files = [
        ("service.yaml", service),
        ("web.yaml", web),
        ("other.yaml", other),
        ("grow.yaml", grow),
        ("small.json", configuration),
    ];
    let texts = renamed(&files, "service.yaml", &NodePath::keys(["properties", "size"]), "nodes");
    let expected = service.replace("size: {", "nodes: {").replace("${size}", "${nodes}");
    assert_eq!(texts, [&expected, web, other, grow, &configuration.replace("\"size\"", "\"nodes\"")]);
    let texts = renamed(&files, "service.yaml", &NodePath::keys(["composition", "web"]), "edge");
    let expected = service.replace("  web:", "  edge:");
    assert_eq!(texts, [&expected, web, other, &grow.replace("asm__web", "asm__edge"), configuration]);
    let texts = renamed(&files, "service.yaml", &NodePath::root(), "assembly::shop::2.0");
    let new = |text: &str| text.replace("assembly::service::1.0", "assembly::shop::2.0");
    assert_eq!(texts, [&new(service), web, other, &new(grow), &new(configuration)]);
}
