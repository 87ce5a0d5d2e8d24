//! The entities of a topology that functions read from: node and relationship templates and, where only a type is known,
//! types (4.1, R-3 and R-9).

use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;

use crate::context::FileContext;
use crate::inherited::MAX_CHAIN;
use crate::symbol::SymbolKind;
use crate::syntax::{Entry, Node, NodePath};
use crate::text::Span;
use crate::tosca::copies;
use crate::tosca::effective::{Definition, members as names_in, named, short_name};
use crate::tosca::fulfilment::directives;
use crate::tosca::scope::Scope;
use crate::tosca::types::members::{Capability, Members};
use crate::tosca::types::property::Property;
use crate::tosca::types::{TypeName, Types};

/// The normative type of relationships between a node and its host.
pub(super) const HOSTED_ON: &str = "tosca.relationships.HostedOn";

/// An entity, which `SELF` refers to.
#[derive(Clone)]
pub(super) enum Entity<'a> {
    Node(Template<'a>),
    /// A relationship template, or a relationship within a requirement. Its ends are known if it is used.
    Relationship {
        template: Template<'a>,
        ends: Vec<Ends<'a>>,
    },
    /// A node, of which only the type is known.
    NodeType(Rc<Members<'a>>),
    RelationshipType(Rc<Members<'a>>),
    /// Neither: keywords have no meaning here.
    Outside,
    /// A place where keywords are not checked.
    Anywhere,
}

/// A node or relationship template with its type.
#[derive(Clone)]
pub(super) struct Template<'a> {
    /// Empty for a relationship without a name.
    pub(super) name: &'a str,
    /// The location of the name.
    pub(super) span: Span,
    pub(super) node: &'a Node,
    /// The template that it copies.
    pub(super) copied: Option<&'a Node>,
    pub(super) type_name: Option<TypeName<'a>>,
    pub(super) members: Rc<Members<'a>>,
}

/// The nodes that a relationship connects; the target is unknown if the requirement names a type.
#[derive(Clone, Copy)]
pub(super) struct Ends<'a> {
    pub(super) source: &'a str,
    pub(super) target: Option<&'a str>,
}

/// The target of a requirement of a template.
pub(super) enum Target<'a> {
    Node(Template<'a>),
    /// Selected at run time: only the node type is known, if any.
    Type(Option<TypeName<'a>>),
}

/// A requirement assignment.
#[derive(Clone, Copy)]
pub(super) struct Assignment<'a> {
    pub(super) name: &'a str,
    /// The location of the name.
    pub(super) span: Span,
    pub(super) value: &'a Node,
}

impl<'a> Assignment<'a> {
    /// The name of the node or node type.
    pub(super) fn node(&self) -> Option<&'a str> {
        self.value.as_text().filter(|_| !self.value.is_null()).or_else(|| self.value.get("node")?.as_text())
    }

    /// The name of the relationship template or type.
    pub(super) fn relationship(&self) -> Option<&'a str> {
        let written = self.value.get("relationship")?;
        written.as_text().or_else(|| written.get("type")?.as_text())
    }

    fn capability(&self) -> Option<&'a str> {
        self.value.get("capability")?.as_text()
    }
}

impl<'a> Template<'a> {
    /// The entry of a section: its own, or that of the copied template.
    pub(super) fn entry(&self, section: &str, name: &str) -> Option<&'a Entry> {
        let own = self.node.get(section).and_then(|section| section.entry(name));
        own.or_else(|| self.copied?.get(section)?.entry(name))
    }

    /// The value assigned to a property or attribute of a capability.
    pub(super) fn capability_entry(&self, capability: &str, section: &str, name: &str) -> Option<&'a Entry> {
        let of = |node: &'a Node| node.get("capabilities")?.get(capability)?.get(section)?.entry(name);
        of(self.node).or_else(|| of(self.copied?))
    }

    /// The requirement assignments, in order: its own, then those of the copied template for other requirements (D-71).
    pub(super) fn requirements(&self) -> impl Iterator<Item = Assignment<'a>> + use<'a> {
        let own = self.node;
        let copied = self.copied.into_iter().flat_map(assignments);
        let copied = copied.filter(move |copied| assignments(own).all(|own| own.name != copied.name));
        assignments(own).chain(copied)
    }

    /// The requirement assignments that it states itself.
    pub(super) fn own_requirements(&self) -> impl Iterator<Item = Assignment<'a>> + use<'a> {
        assignments(self.node)
    }

    /// Its directives, or else those of the copied template.
    pub(super) fn directives(&self) -> impl Iterator<Item = &'a str> + use<'a> {
        directives(self.node, self.copied)
    }
}

fn assignments<'a>(template: &'a Node) -> impl Iterator<Item = Assignment<'a>> + use<'a> {
    let items = template.get("requirements").map_or(&[][..], Node::items).iter();
    items.flat_map(|item| {
        named(item).map(|(name, entry)| Assignment { name, span: entry.key.span, value: &entry.value })
    })
}

/// The templates of a file, with the types of their values.
pub(super) struct Entities<'a> {
    pub(super) types: Types<'a>,
    pub(super) context: FileContext<'a>,
    templates: Option<&'a Node>,
    relationships: Option<&'a Node>,
    /// The node templates, in text order.
    nodes: OnceCell<Vec<Template<'a>>>,
    /// The first index of each name.
    by_name: OnceCell<HashMap<&'a str, usize>>,
    /// The ends of each relationship template that requirements name.
    ends: OnceCell<HashMap<&'a str, Vec<Ends<'a>>>>,
    unknown: Rc<Members<'a>>,
}

impl<'a> Entities<'a> {
    pub(super) fn of(context: FileContext<'a>, scope: Rc<Scope<'a>>) -> Self {
        let section = |key: &str| context.file.root.as_ref()?.at(&NodePath::keys(["topology_template", key]));
        Entities {
            types: Types::of(scope),
            context,
            templates: section("node_templates"),
            relationships: section("relationship_templates"),
            nodes: OnceCell::new(),
            by_name: OnceCell::new(),
            ends: OnceCell::new(),
            unknown: Rc::default(),
        }
    }

    /// The node templates, in text order.
    pub(super) fn nodes(&self) -> impl Iterator<Item = Template<'a>> {
        self.all_nodes().iter().cloned()
    }

    fn all_nodes(&self) -> &[Template<'a>] {
        self.nodes.get_or_init(|| {
            let all = self.templates.into_iter().flat_map(named);
            all.map(|(name, entry)| self.template(SymbolKind::NodeType, name, entry, self.templates)).collect()
        })
    }

    /// The relationship templates, in text order.
    pub(super) fn relationships(&self) -> impl Iterator<Item = Entity<'a>> {
        let all = self.relationships.into_iter().flat_map(named);
        all.map(|(name, entry)| self.relationship_of(name, entry))
    }

    /// The node template with this name.
    pub(super) fn node(&self, name: &str) -> Option<Template<'a>> {
        let by_name = self.by_name.get_or_init(|| {
            let all = self.all_nodes();
            let mut by_name = HashMap::with_capacity(all.len());
            for (index, node) in all.iter().enumerate() {
                by_name.entry(node.name).or_insert(index);
            }
            by_name
        });
        self.all_nodes().get(*by_name.get(name)?).cloned()
    }

    /// The node or relationship template with this name. Unlike [`Entities::node`], it reads no other template.
    pub(super) fn template_named(&self, kind: SymbolKind, name: &str) -> Option<Template<'a>> {
        let section = if kind == SymbolKind::NodeType { self.templates } else { self.relationships };
        let entry = section?.entry(name)?;
        Some(self.template(kind, entry.key.as_text()?, entry, section))
    }

    /// The relationship template with this name.
    pub(super) fn relationship(&self, name: &str) -> Option<Entity<'a>> {
        let entry = self.relationships?.entry(name)?;
        Some(self.relationship_of(entry.key.as_text()?, entry))
    }

    fn relationship_of(&self, name: &'a str, entry: &'a Entry) -> Entity<'a> {
        let template = self.template(SymbolKind::RelationshipType, name, entry, self.relationships);
        Entity::Relationship { template, ends: self.ends(name) }
    }

    fn ends(&self, name: &str) -> Vec<Ends<'a>> {
        let ends = self.ends.get_or_init(|| {
            let mut ends: HashMap<&'a str, Vec<Ends<'a>>> = HashMap::new();
            for node in self.nodes() {
                for assignment in node.requirements() {
                    let Some(relationship) = assignment.relationship() else { continue };
                    let target = assignment.node().filter(|name| self.node(name).is_some());
                    ends.entry(relationship).or_default().push(Ends { source: node.name, target });
                }
            }
            ends
        });
        ends.get(name).cloned().unwrap_or_default()
    }

    fn template(&self, kind: SymbolKind, name: &'a str, entry: &'a Entry, section: Option<&'a Node>) -> Template<'a> {
        let node = &entry.value;
        let copied = copies::source(section, node);
        let type_name = copies::type_of(section, node).map(|name| self.types.named(name));
        Template { name, span: entry.key.span, node, copied, type_name, members: self.members(kind, type_name) }
    }

    /// The members of a type; without a type, nothing is known.
    pub(super) fn members(&self, kind: SymbolKind, name: Option<TypeName<'a>>) -> Rc<Members<'a>> {
        name.map_or_else(|| Rc::clone(&self.unknown), |name| self.types.members(kind, name))
    }

    /// A relationship written within a requirement.
    pub(super) fn inner_relationship(&self, of: &Template<'a>, assignment: &Assignment<'a>) -> Option<Entity<'a>> {
        let entry = assignment.value.entry("relationship").filter(|entry| entry.value.as_mapping().is_some())?;
        let (node, span) = (&entry.value, entry.key.span);
        let defined = of.members.requirements.get(assignment.name).and_then(|of| of.relationship);
        let written = node.get("type").and_then(Node::as_text).map(|name| self.types.named(name));
        let type_name = written.or(defined);
        let members = self.members(SymbolKind::RelationshipType, type_name);
        let members = with_interfaces(members, &of.members, assignment.name);
        let target = assignment.node().filter(|name| self.node(name).is_some());
        let template = Template { name: "", span, node, copied: None, type_name, members };
        Some(Entity::Relationship { template, ends: vec![Ends { source: of.name, target }] })
    }

    /// The targets of a requirement, in the order of the assignments. Without an assignment there is one: the node type
    /// of the definition.
    pub(super) fn targets(&self, of: &Template<'a>, requirement: &str) -> Vec<(Target<'a>, Option<Assignment<'a>>)> {
        let defined = of.members.requirements.get(requirement).and_then(|of| of.node);
        let all = of.requirements().filter(|assignment| assignment.name == requirement);
        let mut found: Vec<_> = all
            .map(|assignment| {
                let name = assignment.node();
                let target = match name.and_then(|name| self.node(name)) {
                    Some(node) => Target::Node(node),
                    None => Target::Type(name.map(|name| self.types.named(name)).or(defined)),
                };
                (target, Some(assignment))
            })
            .collect();
        if found.is_empty() {
            found.push((Target::Type(defined), None));
        }
        found
    }

    /// The capability of a node that fulfills a requirement: the one that the assignment names, or the first that has
    /// the required type.
    pub(super) fn fulfilling(
        &self,
        of: &Template<'a>,
        requirement: &str,
        assignment: Option<Assignment<'a>>,
        target: &Members<'a>,
    ) -> Option<(&'a str, Capability<'a>)> {
        let find = |name: &str| target.capabilities.get_key_value(name).map(|(name, found)| (*name, found.clone()));
        let wanted = assignment.and_then(|assignment| assignment.capability());
        let defined = of.members.requirements.get(requirement).and_then(|of| of.capability);
        if let Some(found) = wanted.and_then(find) {
            return Some(found);
        }
        let type_name = wanted.map(|name| self.types.named(name)).or(defined)?;
        let fits = |found: &Capability<'a>| {
            let own = found.type_name?;
            self.types.derives_from(SymbolKind::CapabilityType, own, type_name).filter(|fits| *fits)
        };
        let mut all = target.capabilities.iter().filter(|(_, found)| fits(found).is_some());
        let first = all.next()?;
        // Of several, the one with the name of the requirement is meant most likely.
        let named = target.capabilities.get_key_value(requirement).filter(|(_, found)| fits(found).is_some());
        let (name, found) = named.unwrap_or(first);
        Some((name, found.clone()))
    }

    /// The nodes that a node is hosted on, the nearest first. The last one can be a type.
    pub(super) fn hosts(&self, of: &Template<'a>) -> Vec<Target<'a>> {
        let mut hosts = Vec::new();
        let mut known = vec![of.name];
        let mut current = of.clone();
        while hosts.len() < MAX_CHAIN {
            let requirement = self.host_requirement(&current);
            let Some((target, _)) = requirement.and_then(|name| self.targets(&current, name).into_iter().next()) else {
                break;
            };
            match target {
                Target::Node(node) if known.contains(&node.name) => break,
                Target::Node(node) => {
                    known.push(node.name);
                    hosts.push(Target::Node(node.clone()));
                    current = node;
                }
                Target::Type(name) => {
                    hosts.push(Target::Type(name));
                    break;
                }
            }
        }
        hosts
    }

    /// The requirement of a node for its host.
    fn host_requirement(&self, of: &Template<'a>) -> Option<&'a str> {
        let assigned = of.requirements().find(|assignment| {
            let defined = of.members.requirements.get(assignment.name).and_then(|of| of.relationship);
            let written = assignment.relationship();
            let template = written.and_then(|name| self.relationships?.get(name)?.get("type")?.as_text());
            match template.or(written).map(|name| self.types.named(name)).or(defined) {
                Some(relationship) => self.is_hosting(relationship),
                None => assignment.name == "host",
            }
        });
        let defined = || {
            let mut all = of.members.requirements.iter();
            all.find(|(_, found)| found.relationship.is_some_and(|of| self.is_hosting(of))).map(|(name, _)| *name)
        };
        assigned.map(|assignment| assignment.name).or_else(defined)
    }

    fn is_hosting(&self, relationship: TypeName<'a>) -> bool {
        let hosting = self.types.named(HOSTED_ON);
        let derives = self.types.derives_from(SymbolKind::RelationshipType, relationship, hosting);
        derives.unwrap_or_else(|| short_name(relationship.name) == "HostedOn")
    }
}

/// The members of the relationship type of a requirement, with the interfaces that the definitions of the requirement add
/// (3.6.3).
fn with_interfaces<'a>(members: Rc<Members<'a>>, of: &Members<'a>, requirement: &str) -> Rc<Members<'a>> {
    let refining = |definition: &Definition<'a>| {
        let relationship = requirement_definition(definition.node, requirement)?.get("relationship")?;
        relationship.get("interfaces")?;
        Some(Definition { node: relationship, ..*definition })
    };
    let mut chain: Vec<_> = of.chain.iter().filter_map(refining).collect();
    if chain.is_empty() {
        return members;
    }
    chain.extend(members.chain.iter().cloned());
    let (properties, attributes) = (Rc::clone(&members.properties), Rc::clone(&members.attributes));
    Rc::new(Members { is_whole: members.is_whole, properties, attributes, chain, ..Members::default() })
}

/// The definition of a requirement in a type.
fn requirement_definition<'a>(of: &'a Node, name: &str) -> Option<&'a Node> {
    let section = of.get("requirements")?;
    let (_, path) = names_in(Some(section), &NodePath::root()).into_iter().find(|(known, _)| *known == name)?;
    section.at(&path)
}

/// Where a property or attribute was found.
pub(super) struct Found<'a> {
    pub(super) property: Rc<Property<'a>>,
    /// The assigned value, if there is one.
    pub(super) assigned: Option<&'a Node>,
    /// The entity that it belongs to, which `SELF` in its value refers to.
    pub(super) entity: Entity<'a>,
    /// The names behind it, into its value.
    pub(super) rest: &'a [Node],
    /// Whether the node is selected at run time, so that there is no value yet.
    pub(super) is_dangling: bool,
    pub(super) remark: Option<LookupRemark<'a>>,
}

/// A choice between several properties that a function can mean.
#[derive(Clone, Copy, Debug)]
pub(super) enum LookupRemark<'a> {
    /// A capability and a requirement have the same name, and both have the property.
    AlsoRequirement(&'a str),
    /// The requirement has several targets.
    SeveralTargets(&'a str, usize),
}

/// Why a function reads nothing.
pub(super) enum LookupError<'a> {
    /// An unknown name: its index among the arguments, and the known ones.
    Missing { argument: usize, known: Vec<&'a str> },
    /// An attribute that is read as a property.
    IsAttribute { argument: usize },
    /// The node has no host, or none with this property.
    NoHost { has_any: bool },
    /// It cannot be decided: a type is not available, or the entity is unknown.
    Unknown,
}

type Lookup<'a> = Result<Found<'a>, LookupError<'a>>;

impl<'a> Entities<'a> {
    /// The property, or attribute, that the arguments of `get_property` or `get_attribute` refer to.
    pub(super) fn lookup(&self, from: &Entity<'a>, arguments: &'a [Node], is_attribute: bool) -> Lookup<'a> {
        let [entity, path @ ..] = arguments else { return Err(LookupError::Unknown) };
        let Some(name) = entity.as_text().filter(|_| !path.is_empty()) else { return Err(LookupError::Unknown) };
        match (name, from) {
            ("SELF", _) => self.in_entity(from, path, is_attribute),
            ("SOURCE" | "TARGET", Entity::Relationship { ends, .. }) => {
                let end = ends.first().and_then(|ends| if name == "SOURCE" { Some(ends.source) } else { ends.target });
                let node = end.and_then(|end| self.node(end)).ok_or(LookupError::Unknown)?;
                self.in_node(&node, path, is_attribute)
            }
            ("HOST", Entity::Node(node)) => self.on_host(node, path, is_attribute),
            ("SOURCE" | "TARGET" | "HOST" | "ORCHESTRATOR", _) => Err(LookupError::Unknown),
            (name, _) => match self.node(name) {
                Some(node) => self.in_node(&node, path, is_attribute),
                None => match self.relationship(name) {
                    Some(relationship) => self.in_entity(&relationship, path, is_attribute),
                    None => Err(LookupError::Unknown),
                },
            },
        }
    }

    fn in_entity(&self, entity: &Entity<'a>, path: &'a [Node], is_attribute: bool) -> Lookup<'a> {
        match entity {
            Entity::Node(node) => self.in_node(node, path, is_attribute),
            Entity::Relationship { template, .. } => {
                self.own(&template.members, Some(template), entity, path, is_attribute)
            }
            Entity::NodeType(members) => self.in_type(members, entity, path, is_attribute),
            Entity::RelationshipType(members) => self.own(members, None, entity, path, is_attribute),
            Entity::Outside | Entity::Anywhere => Err(LookupError::Unknown),
        }
    }

    fn on_host(&self, node: &Template<'a>, path: &'a [Node], is_attribute: bool) -> Lookup<'a> {
        let hosts = self.hosts(node);
        let has_any = !hosts.is_empty();
        for host in hosts {
            let found = match host {
                Target::Node(host) => self.in_node(&host, path, is_attribute),
                Target::Type(None) => Err(LookupError::Unknown),
                Target::Type(name) => {
                    let members = self.members(SymbolKind::NodeType, name);
                    let found = self.in_type(&members, &Entity::NodeType(Rc::clone(&members)), path, is_attribute);
                    // Another node that is hosted on a third one can be selected.
                    found.map_err(|_| LookupError::Unknown).map(|found| Found { is_dangling: true, ..found })
                }
            };
            match found {
                Err(LookupError::Missing { .. } | LookupError::IsAttribute { .. }) => {}
                found => return found,
            }
        }
        let is_known = node.members.is_whole;
        Err(if is_known || has_any { LookupError::NoHost { has_any } } else { LookupError::Unknown })
    }

    fn in_node(&self, node: &Template<'a>, path: &'a [Node], is_attribute: bool) -> Lookup<'a> {
        let entity = Entity::Node(node.clone());
        let [first, second, rest @ ..] = path else {
            return self.own(&node.members, Some(node), &entity, path, is_attribute);
        };
        let (Some(first), Some(name)) = (first.as_text(), second.as_text()) else {
            return self.own(&node.members, Some(node), &entity, path, is_attribute);
        };
        let is_requirement = node.members.requirements.contains_key(first);
        if let Some(capability) = node.members.capabilities.get(first) {
            if let Some(property) = member(capability, name, is_attribute) {
                let assigned = section(is_attribute).iter().find_map(|key| node.capability_entry(first, key, name));
                let assigned = assigned.map(|entry| &entry.value);
                let is_in_both = is_requirement && self.of_requirement(node, first, second, rest, is_attribute).is_ok();
                let remark = is_in_both.then_some(LookupRemark::AlsoRequirement(first));
                let property = Rc::clone(property);
                return Ok(Found { property, assigned, entity, rest, is_dangling: false, remark });
            }
            if !is_requirement && !node.members.properties.contains_key(first) {
                return Err(missing_in(capability, name, 2, is_attribute));
            }
        }
        if is_requirement || node.requirements().any(|assignment| assignment.name == first) {
            match self.of_requirement(node, first, second, rest, is_attribute) {
                Ok(found) => return Ok(found),
                Err(error) if node.members.attribute(first).is_none() => return Err(error),
                Err(_) => {}
            }
        }
        self.own(&node.members, Some(node), &entity, path, is_attribute)
    }

    /// A property of the capability that fulfills a requirement, of the target node, or of the relationship (D-86).
    fn of_requirement(
        &self,
        node: &Template<'a>,
        requirement: &'a str,
        second: &'a Node,
        rest: &'a [Node],
        is_attribute: bool,
    ) -> Lookup<'a> {
        let name = second.as_text().unwrap_or_default();
        let targets = self.targets(node, requirement);
        let n_targets = targets.len();
        let Some((target, assignment)) = targets.into_iter().next() else { return Err(LookupError::Unknown) };
        let remark = (n_targets > 1).then_some(LookupRemark::SeveralTargets(requirement, n_targets));
        let (members, template, entity) = match &target {
            Target::Node(node) => (Rc::clone(&node.members), Some(node), Entity::Node(node.clone())),
            Target::Type(type_name) => {
                let members = self.members(SymbolKind::NodeType, *type_name);
                (Rc::clone(&members), None, Entity::NodeType(members))
            }
        };
        let is_dangling = template.is_none();
        let found = |property: &Rc<Property<'a>>, assigned: Option<&'a Entry>, entity| {
            let assigned = assigned.map(|entry| &entry.value);
            Ok(Found { property: Rc::clone(property), assigned, entity, rest, is_dangling, remark })
        };
        let capability = self.fulfilling(node, requirement, assignment, &members);
        if let Some((of, capability)) = &capability
            && let Some(property) = member(capability, name, is_attribute)
        {
            let keys = section(is_attribute);
            let assigned = template.and_then(|node| keys.iter().find_map(|key| node.capability_entry(of, key, name)));
            return found(property, assigned, entity);
        }
        let own = if is_attribute { members.attribute(name) } else { members.properties.get(name) };
        if let Some(property) = own {
            let keys = section(is_attribute);
            let assigned = template.and_then(|node| keys.iter().find_map(|key| node.entry(key, name)));
            return found(property, assigned, entity);
        }
        let relationship = assignment.and_then(|assignment| self.inner_relationship(node, &assignment));
        if let Some(Entity::Relationship { template, .. }) = &relationship
            && let Some(property) = template.members.properties.get(name)
        {
            let assigned = template.entry("properties", name);
            return found(property, assigned, relationship.clone().unwrap_or(Entity::Anywhere));
        }
        // The node may also be reached by a relationship template, or a capability that is not known yet.
        let is_named = assignment.and_then(|assignment| assignment.relationship()).is_some();
        if !members.is_whole || is_named || is_dangling || capability.is_some_and(|(_, found)| !found.is_whole) {
            return Err(LookupError::Unknown);
        }
        if !is_attribute && members.attributes.contains_key(name) {
            return Err(LookupError::IsAttribute { argument: 2 });
        }
        Err(LookupError::Missing { argument: 2, known: members.properties.keys().copied().collect() })
    }

    /// A property of a type, of which no template is known.
    fn in_type(&self, members: &Members<'a>, entity: &Entity<'a>, path: &'a [Node], is_attribute: bool) -> Lookup<'a> {
        if let [first, second, rest @ ..] = path
            && let (Some(first), Some(name)) = (first.as_text(), second.as_text())
        {
            let is_requirement = members.requirements.contains_key(first);
            if let Some(capability) = members.capabilities.get(first) {
                if let Some(property) = member(capability, name, is_attribute) {
                    let (property, entity) = (Rc::clone(property), entity.clone());
                    return Ok(Found { property, assigned: None, entity, rest, is_dangling: true, remark: None });
                }
                if !is_requirement && !members.properties.contains_key(first) {
                    return Err(missing_in(capability, name, 2, is_attribute));
                }
            }
            if is_requirement {
                return Err(LookupError::Unknown);
            }
        }
        let found = self.own(members, None, entity, path, is_attribute)?;
        Ok(Found { is_dangling: true, ..found })
    }

    /// A property of the entity itself.
    fn own(
        &self,
        members: &Members<'a>,
        template: Option<&Template<'a>>,
        entity: &Entity<'a>,
        path: &'a [Node],
        is_attribute: bool,
    ) -> Lookup<'a> {
        let [first, rest @ ..] = path else { return Err(LookupError::Unknown) };
        let Some(name) = first.as_text() else { return Err(LookupError::Unknown) };
        let found = if is_attribute { members.attribute(name) } else { members.properties.get(name) };
        if let Some(property) = found {
            let keys = section(is_attribute);
            let assigned = template.and_then(|of| keys.iter().find_map(|key| of.entry(key, name)));
            let (property, entity) = (Rc::clone(property), entity.clone());
            let assigned = assigned.map(|entry| &entry.value);
            return Ok(Found { property, assigned, entity, rest, is_dangling: false, remark: None });
        }
        if !members.is_whole {
            return Err(LookupError::Unknown);
        }
        if !is_attribute && members.attributes.contains_key(name) {
            return Err(LookupError::IsAttribute { argument: 1 });
        }
        let mut known: Vec<&str> = members.properties.keys().copied().collect();
        if is_attribute {
            known.extend(members.attributes.keys());
        }
        if path.len() > 1 {
            known.extend(members.capabilities.keys().chain(members.requirements.keys()));
        }
        // A capability or requirement alone has no value.
        Err(LookupError::Missing { argument: 1, known })
    }
}

/// The sections of a template with values, in order of precedence.
fn section(is_attribute: bool) -> &'static [&'static str] {
    if is_attribute { &["attributes", "properties"] } else { &["properties"] }
}

fn member<'c, 'a>(of: &'c Capability<'a>, name: &str, is_attribute: bool) -> Option<&'c Rc<Property<'a>>> {
    if is_attribute { of.attribute(name) } else { of.properties.get(name) }
}

fn missing_in<'a>(of: &Capability<'a>, name: &str, argument: usize, is_attribute: bool) -> LookupError<'a> {
    if !of.is_whole {
        return LookupError::Unknown;
    }
    if !is_attribute && of.attributes.contains_key(name) {
        return LookupError::IsAttribute { argument };
    }
    let mut known: Vec<&str> = of.properties.keys().copied().collect();
    if is_attribute {
        known.extend(of.attributes.keys());
    }
    LookupError::Missing { argument, known }
}
