//! The words for the kinds of things that descriptors define.

use descriptorium_core::language::Language;
use descriptorium_core::scene::ScenePort;
use descriptorium_core::symbol::SymbolKind;
use descriptorium_core::topology::diagrams::{DERIVE, DERIVED_FROM};
use descriptorium_core::topology::{Badge, PortKind, VertexKind};

use super::{file_actions, words};

/// The word for a descriptor in a language, by the name of the language in the core.
pub(crate) fn descriptor_in(language: Language) -> &'static str {
    match language.id() {
        "assembly" => file_actions::assembly(),
        "resource" => file_actions::resource(),
        "tosca" => file_actions::tosca(),
        "asd" => file_actions::asd(),
        "homing" => file_actions::homing(),
        _ => language.label(),
    }
}

/// The word for a kind of symbol within a sentence.
pub(crate) fn label(kind: SymbolKind) -> &'static str {
    match kind {
        SymbolKind::Descriptor => descriptor(),
        SymbolKind::Property => property(),
        SymbolKind::Component => component(),
        SymbolKind::Reference => reference(),
        SymbolKind::Relationship => relationship(),
        SymbolKind::Capability => capability(),
        SymbolKind::Requirement => requirement(),
        SymbolKind::Operation => operation(),
        SymbolKind::Metric => metric(),
        SymbolKind::Policy => policy(),
        SymbolKind::DataType => data_type(),
        SymbolKind::Input => input(),
        SymbolKind::Output => output(),
        SymbolKind::Attribute => attribute(),
        SymbolKind::Interface => interface(),
        SymbolKind::NodeTemplate => node_template(),
        SymbolKind::Group => group(),
        SymbolKind::Workflow => workflow(),
        SymbolKind::NodeType => node_type(),
        SymbolKind::RelationshipType => relationship_type(),
        SymbolKind::CapabilityType => capability_type(),
        SymbolKind::InterfaceType => interface_type(),
        SymbolKind::ArtifactType => artifact_type(),
        SymbolKind::GroupType => group_type(),
        SymbolKind::PolicyType => policy_type(),
        SymbolKind::DeploymentItem => deployment_item(),
        SymbolKind::ConnectionPoint => connection_point(),
        SymbolKind::Location => location(),
        SymbolKind::Demand => demand(),
        SymbolKind::Constraint => constraint(),
        SymbolKind::Step => step(),
    }
}

/// The word for a kind of box.
pub(crate) fn vertex(kind: VertexKind) -> &'static str {
    match kind {
        VertexKind::Boundary => descriptor(),
        VertexKind::Resource => resource(),
        VertexKind::Assembly => assembly(),
        VertexKind::Unknown => unknown_component(),
        VertexKind::Reference => reference(),
        VertexKind::NodeTemplate => node_template(),
        VertexKind::Group => group(),
        VertexKind::Policy => policy(),
        VertexKind::DeploymentItem => deployment_item(),
        VertexKind::Stage => stage(),
        VertexKind::ConnectionPoint => connection_point(),
        VertexKind::Chart => chart(),
        VertexKind::Cluster => cluster(),
        VertexKind::Demand => demand(),
        VertexKind::Constraint => constraint(),
        VertexKind::Location => location(),
        VertexKind::Step => step(),
        VertexKind::NodeType => node_type(),
        VertexKind::CapabilityType => capability_type(),
        VertexKind::OtherType => other_type(),
        VertexKind::ForeignType => foreign_type(),
        VertexKind::TypeSection => type_section(),
    }
}

/// The word for a type by its noun in the core.
pub(crate) fn noun(noun: &str) -> &'static str {
    match noun {
        "node type" => node_type(),
        "capability type" => capability_type(),
        "relationship type" => relationship_type(),
        "interface type" => interface_type(),
        "data type" => data_type(),
        "artifact type" => artifact_type(),
        "group type" => group_type(),
        "policy type" => policy_type(),
        _ => other_type(),
    }
}

/// The numbers of the ports of a box on both sides.
pub(crate) fn n_ports(left: usize, right: usize) -> String {
    match (left, right) {
        (0, right) => n_out(right),
        (left, 0) => n_in(left),
        (left, right) => n_in_out(left, right),
    }
}

/// The text of a badge.
pub(crate) fn badge(badge: &Badge) -> String {
    match badge {
        Badge::Count(text) | Badge::Text(text) => text.clone(),
        Badge::Each(list) => each(list),
        Badge::Some(drawn, all) => some_of(*drawn, *all),
        Badge::Stage(number) => numbered_stage(number),
    }
}

/// The word for a port of a box.
pub(crate) fn port_of(of: VertexKind, shown: &ScenePort) -> &'static str {
    match &shown.path {
        Some(_) => connection_point(),
        None if of.is_type() => port_of_type(&shown.name, shown.kind),
        None if of.has_capabilities() || shown.kind.is_value() => port(shown.kind),
        None => reference_of(of),
    }
}

/// The word for a port that only names another box.
pub(crate) fn reference_of(of: VertexKind) -> &'static str {
    if of == VertexKind::Step { next_step() } else { reference() }
}

/// The word for a port of a type.
pub(crate) fn port_of_type(name: &str, kind: PortKind) -> &'static str {
    match (name, kind) {
        (DERIVED_FROM, PortKind::Requirement) => parent_type(),
        (DERIVE, PortKind::Capability) => derived_type(),
        (_, PortKind::Input) => property(),
        (_, PortKind::Output) => attribute(),
        _ => port(kind),
    }
}

/// The word for a kind of port.
pub(crate) fn port(kind: PortKind) -> &'static str {
    match kind {
        PortKind::Capability => capability(),
        PortKind::Requirement => requirement(),
        PortKind::Input => input(),
        PortKind::Output => output(),
    }
}

words! {
    n_in(count: usize): "{count} in", "{count} ein";
    n_out(count: usize): "{count} out", "{count} aus";
    n_in_out(left: usize, right: usize): "{left} in · {right} out", "{left} ein · {right} aus";
    each(list: &str): "each {list}", "je {list}";
    some_of(drawn: usize, all: u64): "{drawn} of {all}", "{drawn} von {all}";
    numbered_stage(number: &str): "stage {number}", "Stufe {number}";
    descriptor: "descriptor", "Descriptor";
    property: "property", "Property";
    component: "component", "Komponente";
    reference: "reference", "Referenz";
    relationship: "relationship", "Beziehung";
    capability: "capability", "Capability";
    requirement: "requirement", "Requirement";
    operation: "operation", "Operation";
    metric: "metric", "Metrik";
    policy: "policy", "Policy";
    data_type: "data type", "Datentyp";
    input: "input", "Input";
    output: "output", "Output";
    attribute: "attribute", "Attribut";
    interface: "interface", "Interface";
    node_template: "node template", "Node-Template";
    group: "group", "Gruppe";
    workflow: "workflow", "Workflow";
    step: "step", "Schritt";
    previous_step: "previous step", "vorheriger Schritt";
    next_step: "next step", "Folgeschritt";
    other_type: "type of another kind", "Typ anderer Art";
    foreign_type: "type of another file", "Typ aus anderer Datei";
    type_section: "types of a kind", "Typen einer Art";
    parent_type: "parent type", "Basistyp";
    derived_type: "derived type", "abgeleiteter Typ";
    node_type: "node type", "Node-Type";
    relationship_type: "relationship type", "Relationship-Type";
    capability_type: "capability type", "Capability-Type";
    interface_type: "interface type", "Interface-Type";
    artifact_type: "artifact type", "Artifact-Type";
    group_type: "group type", "Group-Type";
    policy_type: "policy type", "Policy-Type";
    deployment_item: "deployment item", "Deployment-Item";
    chart: "chart", "Chart";
    connection_point: "connection point", "Connection-Point";
    stage: "stage", "Stufe";
    cluster: "cluster requirements", "Cluster-Anforderungen";
    location: "location", "Location";
    demand: "demand", "Demand";
    constraint: "constraint", "Constraint";
    resource: "resource", "Resource";
    assembly: "assembly", "Assembly";
    unknown_component: "component of unknown type", "Komponente unbekannten Typs";
}
