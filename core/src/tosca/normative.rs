//! The names of normative types, which are available in every service template (TOSCA 1.2, chapter 5). Their
//! definitions are not included.

use crate::symbol::SymbolKind;

/// The shorthand names (T-0-13), and those that the specification uses without defining them.
const SHORTHANDS: &[(SymbolKind, &[&str])] = &[
    (
        SymbolKind::DataType,
        &["json", "xml", "Credential", "TimeInterval", "NetworkInfo", "PortInfo", "PortDef", "PortSpec"],
    ),
    (SymbolKind::ArtifactType, &["File", "Deployment.Image", "Deployment.Image.VM", "Bash", "Python"]),
    (
        SymbolKind::CapabilityType,
        &[
            "Node",
            "Compute",
            "Network",
            "Storage",
            "Container",
            "Container.Docker",
            "Endpoint",
            "Endpoint.Public",
            "Endpoint.Admin",
            "Endpoint.Database",
            "Attachment",
            "OperatingSystem",
            "Scalable",
            "network.Bindable",
            "Bindable",
            "network.Linkable",
            "Linkable",
        ],
    ),
    (
        SymbolKind::RelationshipType,
        &["DependsOn", "HostedOn", "ConnectsTo", "AttachesTo", "RoutesTo", "LinksTo", "network.BindsTo", "BindsTo"],
    ),
    (SymbolKind::InterfaceType, &["Standard", "Configure"]),
    (
        SymbolKind::NodeType,
        &[
            "Root",
            "Compute",
            "SoftwareComponent",
            "WebServer",
            "WebApplication",
            "DBMS",
            "Database",
            "Storage",
            "ObjectStorage",
            "BlockStorage",
            "Container.Runtime",
            "Container.Application",
            "LoadBalancer",
            "Network",
            "Port",
        ],
    ),
    (SymbolKind::PolicyType, &["Placement", "Scaling", "Update", "Performance"]),
];

/// The shorthand names of the types of this kind.
pub fn names(kind: SymbolKind) -> impl Iterator<Item = &'static str> {
    SHORTHANDS.iter().filter(move |(of, _)| *of == kind).flat_map(|(_, names)| names.iter().copied())
}

/// Whether `name` can be a normative type of this kind: its URI, its shorthand or its qualified name (T-5.2-1). URIs
/// and qualified names are not looked up.
pub fn is_name(kind: SymbolKind, name: &str) -> bool {
    let is_shorthand = || names(kind).any(|known| known == name);
    ["tosca.", "tosca:", "scalar-unit."].iter().any(|start| name.starts_with(start)) || is_shorthand()
}
