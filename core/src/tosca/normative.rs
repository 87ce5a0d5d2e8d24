//! The names of the types that every service template has (TOSCA 1.2, chapter 5), whose definitions are not at hand.

use crate::symbol::SymbolKind;

/// The shorthand names (T-0-13), with those that the specification uses without having said so.
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

/// Whether `name` may be that of a normative type of this kind: its URI, its shorthand or its qualified name (T-5.2-1).
/// Which URIs and qualified names there are is not looked at.
pub fn is_name(kind: SymbolKind, name: &str) -> bool {
    let is_shorthand = || names(kind).any(|known| known == name);
    ["tosca.", "tosca:", "scalar-unit."].iter().any(|start| name.starts_with(start)) || is_shorthand()
}
