//! The requirements and capabilities of a node type, with everything that its ancestors and the mentioned types say
//! about them. It is computed once per type and then shared by all templates of the type.

use std::sync::Arc;

use smol_str::SmolStr;

use crate::symbol::SymbolKind;
use crate::syntax::Node;
use crate::text::FilePath;
use crate::tosca::effective::{Effective, Location};
use crate::tosca::occurrences::Occurrences;
use crate::tosca::scope::{Declared, Scope};

/// A type that another one must be or derive from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WantedType {
    /// The name in its definition, or as written if it has none.
    pub name: SmolStr,
    is_defined: bool,
}

impl WantedType {
    /// The type that `name` refers to in `file`.
    pub fn of(scope: &Scope<'_>, file: &FilePath, kind: SymbolKind, name: &str) -> Self {
        let found = scope.find_in(file, kind, name);
        WantedType { is_defined: found.is_some(), name: found.map_or(name, |found| found.name).into() }
    }

    /// The type that a part of a definition names.
    fn declared(scope: &Scope<'_>, kind: SymbolKind, declared: Declared<'_>) -> Option<Self> {
        Some(WantedType::of(scope, declared.file, kind, declared.node.as_text()?))
    }

    /// The types in a list such as `valid_source_types`.
    pub fn list(scope: &Scope<'_>, kind: SymbolKind, list: Declared<'_>) -> Vec<Self> {
        let names = list.node.items().iter().filter_map(Node::as_text);
        names.map(|name| WantedType::of(scope, list.file, kind, name)).collect()
    }

    /// Whether the type is available.
    pub fn is_defined(&self) -> bool {
        self.is_defined
    }

    /// Whether the type is or derives from this one. `None` if that depends on a type that is not available.
    pub fn admits(&self, of: &Effective) -> Option<bool> {
        match of.derives_from(&self.name) {
            true => Some(true),
            false => (of.is_whole && self.is_defined).then_some(false),
        }
    }
}

/// Whether a type is or derives from one of these types; a list without entries admits all.
pub fn any_admits(list: &[WantedType], of: &Effective) -> Option<bool> {
    let mut answer = Some(list.is_empty());
    for wanted in list {
        match wanted.admits(of) {
            Some(true) => return Some(true),
            Some(false) => {}
            None => answer = None,
        }
    }
    answer
}

/// The names of a list of types, for messages.
pub fn names_of(list: &[WantedType]) -> String {
    list.iter().map(|wanted| format!("`{}`", wanted.name)).collect::<Vec<_>>().join(", ")
}

/// A capability of a node type.
#[derive(Debug)]
pub struct CapabilityShape {
    pub name: SmolStr,
    /// Its capability type.
    pub of: Arc<Effective>,
    /// The types of nodes that can use it; any if empty.
    pub valid_sources: Vec<WantedType>,
    /// The stated occurrences. Those that are implied are never enforced (D-59).
    pub occurrences: Option<Occurrences>,
    /// The nearest declaration.
    pub place: Option<Location>,
}

/// A relationship type with the capability types that it can target.
#[derive(Clone, Debug)]
pub struct RelationshipShape {
    pub of: Arc<Effective>,
    /// The types of capabilities that it can target; any if empty.
    pub valid_targets: Vec<WantedType>,
}

impl RelationshipShape {
    pub fn of(scope: &Scope<'_>, of: Arc<Effective>) -> Self {
        let targets = scope.type_field(&of, "valid_target_types");
        let list = |targets| WantedType::list(scope, SymbolKind::CapabilityType, targets);
        RelationshipShape { valid_targets: targets.map(list).unwrap_or_default(), of }
    }
}

/// A requirement of a node type.
#[derive(Debug)]
pub struct RequirementShape<'a> {
    pub name: SmolStr,
    /// The required capability type.
    pub capability: Option<WantedType>,
    /// The required node type.
    pub node: Option<WantedType>,
    /// The stated relationship type.
    pub relationship: Option<WantedType>,
    /// The type of relationships without an explicit type: the stated one, or that for the capability type (D-60).
    pub default_relationship: Option<RelationshipShape>,
    pub occurrences: Occurrences,
    /// The filters of all declarations in the chain, which all apply.
    pub filters: Vec<Declared<'a>>,
    /// The nearest declaration.
    pub place: Option<Location>,
}

/// The requirements and capabilities of a node type.
#[derive(Debug)]
pub struct NodeShape<'a> {
    pub of: Arc<Effective>,
    /// In the order in which they are resolved: inherited ones first (T-3.6.9-02).
    pub requirements: Vec<RequirementShape<'a>>,
    pub capabilities: Vec<CapabilityShape>,
}

impl<'a> NodeShape<'a> {
    pub fn of(scope: &Scope<'a>, of: Arc<Effective>) -> Self {
        let requirements = of.names(&["requirements"]).map(|name| requirement(scope, &of, name)).collect();
        let capabilities = of.names(&["capabilities"]).map(|name| capability(scope, &of, name)).collect();
        NodeShape { of, requirements, capabilities }
    }

    pub fn requirement(&self, name: &str) -> Option<&RequirementShape<'a>> {
        self.requirements.iter().find(|requirement| requirement.name == name)
    }

    pub fn capability(&self, name: &str) -> Option<&CapabilityShape> {
        self.capabilities.iter().find(|capability| capability.name == name)
    }
}

fn capability(scope: &Scope<'_>, of: &Effective, name: &SmolStr) -> CapabilityShape {
    let kind = scope.member_type(of, "capabilities", name).unwrap_or_default();
    let stated = scope.field(of, "capabilities", name, "valid_source_types");
    let stated = stated.filter(|list| !list.node.items().is_empty());
    let sources = stated.or_else(|| scope.type_field(&kind, "valid_source_types"));
    let valid_sources = sources.map(|list| WantedType::list(scope, SymbolKind::NodeType, list)).unwrap_or_default();
    let occurrences = scope.field(of, "capabilities", name, "occurrences");
    CapabilityShape {
        name: name.clone(),
        of: kind,
        valid_sources,
        occurrences: occurrences.and_then(|stated| Occurrences::read(stated.node)),
        place: of.declarations("capabilities", name).first().map(|of| of.location()),
    }
}

fn requirement<'a>(scope: &Scope<'a>, of: &Effective, name: &SmolStr) -> RequirementShape<'a> {
    let field = |key| scope.field(of, "requirements", name, key);
    let wanted = |kind, key| WantedType::declared(scope, kind, field(key)?);
    let stated = field("relationship").and_then(relationship_name);
    let relationship = stated.and_then(|stated| WantedType::declared(scope, SymbolKind::RelationshipType, stated));
    let default_relationship = match stated {
        Some(Declared { file, node }) => {
            node.as_text().map(|name| scope.effective_in(file, SymbolKind::RelationshipType, name))
        }
        None => scope.member_type(of, "requirements", name).and_then(|capability| implied(scope, &capability)),
    };
    let declarations = scope.declarations(of, "requirements", name).into_iter();
    RequirementShape {
        name: name.clone(),
        capability: wanted(SymbolKind::CapabilityType, "capability"),
        node: wanted(SymbolKind::NodeType, "node"),
        relationship,
        default_relationship: default_relationship.map(|of| RelationshipShape::of(scope, of)),
        occurrences: field("occurrences").and_then(|stated| Occurrences::read(stated.node)).unwrap_or(Occurrences::ONE),
        filters: declarations
            .filter_map(|Declared { file, node }| Some(Declared { file, node: node.get("node_filter")? }))
            .collect(),
        place: of.declarations("requirements", name).first().map(|of| of.location()),
    }
}

/// The name of a relationship in the short notation, or the type in the extended one.
fn relationship_name(stated: Declared<'_>) -> Option<Declared<'_>> {
    let node = if stated.node.as_text().is_some() { stated.node } else { stated.node.get("type")? };
    Some(Declared { node, ..stated })
}

/// The normative relationship types, each with the capability type that it targets. Types whose targets derive from
/// those of another are first.
const IMPLIED: &[(&str, &str)] = &[
    ("tosca.capabilities.Container", "tosca.relationships.HostedOn"),
    ("tosca.capabilities.Endpoint", "tosca.relationships.ConnectsTo"),
    ("tosca.capabilities.Attachment", "tosca.relationships.AttachesTo"),
    ("tosca.capabilities.network.Linkable", "tosca.relationships.network.LinksTo"),
    ("tosca.capabilities.network.Bindable", "tosca.relationships.network.BindsTo"),
    ("tosca.capabilities.Node", "tosca.relationships.DependsOn"),
];

/// The relationship type that a capability type implies (T-3.6.3-10).
pub fn implied(scope: &Scope<'_>, capability: &Effective) -> Option<Arc<Effective>> {
    if !capability.is_whole {
        return None;
    }
    let found = IMPLIED.iter().find(|(target, _)| capability.derives_from(target));
    let name = found.map_or("tosca.relationships.Root", |(_, relationship)| relationship);
    Some(scope.effective(SymbolKind::RelationshipType, name))
}
