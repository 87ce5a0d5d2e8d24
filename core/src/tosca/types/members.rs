//! The members of node, capability, relationship, group, policy and artifact types, with everything inherited.

use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

use smol_str::SmolStr;

use crate::context::FileContext;
use crate::sorted_map::SortedMap;
use crate::symbol::SymbolKind;
use crate::syntax::{Node, NodePath};
use crate::text::FilePath;
use crate::tosca::effective::{Definition, members, named};
use crate::tosca::types::data_type::merge;
use crate::tosca::types::property::Property;
use crate::tosca::types::{TypeName, Types};

/// Definitions by name.
pub(in crate::tosca) type Properties<'a> = SortedMap<&'a str, Rc<Property<'a>>>;

/// The required properties without a value: neither an assigned one nor a default.
pub(in crate::tosca) fn unset<'p, 'a, 'n>(
    properties: &'p Properties<'a>,
    assigned: impl Fn(&str) -> Option<&'n Node>,
) -> impl Iterator<Item = &'p Rc<Property<'a>>> {
    let required = properties.values().filter(|property| property.is_required && property.default.is_none());
    required.filter(move |property| assigned(property.name).is_none_or(Node::is_null))
}

/// The parameters that a section of a file defines: inputs and outputs.
pub(in crate::tosca) fn parameters<'a>(context: FileContext<'a>, at: &NodePath) -> Properties<'a> {
    let section = context.file.root.as_ref().and_then(|root| root.at(at));
    let all = section.into_iter().flat_map(named);
    all.map(|(name, entry)| (name, Rc::new(Property::refined(None, "", &context.file.path, name, entry)))).collect()
}

/// A type with the members that it defines and inherits.
#[derive(Default)]
pub(in crate::tosca) struct Members<'a> {
    /// Whether all ancestors are available, so that an unknown member is an error.
    pub(in crate::tosca) is_whole: bool,
    pub(in crate::tosca) properties: Rc<Properties<'a>>,
    pub(in crate::tosca) attributes: Rc<Properties<'a>>,
    pub(in crate::tosca) capabilities: SortedMap<&'a str, Capability<'a>>,
    pub(in crate::tosca) requirements: SortedMap<&'a str, Requirement<'a>>,
    /// The definitions of the type and its ancestors, starting with the type.
    pub(in crate::tosca) chain: Vec<Definition<'a>>,
    /// Its interfaces by the names that they were asked for.
    pub(in crate::tosca) interfaces: RefCell<SortedMap<SmolStr, Rc<Interface<'a>>>>,
}

/// An interface of a type, with what was asked about it.
#[derive(Default)]
pub(in crate::tosca) struct Interface<'a> {
    /// The definitions of the type and its ancestors, then those of the interface type; each with its node.
    pub(in crate::tosca) definitions: Vec<(Definition<'a>, &'a Node)>,
    pub(in crate::tosca) inputs: OnceCell<Rc<Properties<'a>>>,
    /// The inputs of operations, with those of the interface.
    pub(in crate::tosca) inputs_of: RefCell<SortedMap<SmolStr, Rc<Properties<'a>>>>,
}

/// A capability of a node type.
#[derive(Clone, Default)]
pub(in crate::tosca) struct Capability<'a> {
    pub(in crate::tosca) type_name: Option<TypeName<'a>>,
    pub(in crate::tosca) is_whole: bool,
    pub(in crate::tosca) properties: Rc<Properties<'a>>,
    pub(in crate::tosca) attributes: Rc<Properties<'a>>,
}

/// The names in the definition of a requirement.
#[derive(Clone, Copy, Default, Debug)]
pub(in crate::tosca) struct Requirement<'a> {
    pub(in crate::tosca) node: Option<TypeName<'a>>,
    pub(in crate::tosca) capability: Option<TypeName<'a>>,
    pub(in crate::tosca) relationship: Option<TypeName<'a>>,
}

impl<'a> Members<'a> {
    pub(super) fn of(types: &Types<'a>, kind: SymbolKind, name: TypeName<'a>) -> Self {
        if let Some(found) = types.find(kind, name)
            && let Some(parent) = found.parent()
            // Without cycles and missing types, the members of the parent are complete.
            && types.scope.effective_of(kind, found).is_whole
        {
            let parent = types.members(kind, TypeName { file: found.file, name: parent });
            let mut of = Members {
                is_whole: true,
                properties: Rc::clone(&parent.properties),
                attributes: Rc::clone(&parent.attributes),
                capabilities: parent.capabilities.clone(),
                requirements: parent.requirements.clone(),
                chain: Vec::with_capacity(parent.chain.len() + 1),
                ..Members::default()
            };
            of.refine(types, &found);
            of.chain.push(found);
            of.chain.extend_from_slice(&parent.chain);
            return of;
        }
        let chain = types.chain(kind, name, |_| false);
        let mut of = Members { is_whole: chain.is_whole, ..Members::default() };
        chain.definitions.iter().rev().for_each(|found| of.refine(types, found));
        of.chain = chain.definitions;
        of
    }

    /// Adds the members that a type declares itself.
    fn refine(&mut self, types: &Types<'a>, found: &Definition<'a>) {
        for (section, properties) in [("properties", &mut self.properties), ("attributes", &mut self.attributes)] {
            if found.node.get(section).is_some_and(|section| !section.entries().is_empty()) {
                merge(Rc::make_mut(properties), found, section);
            }
        }
        // The capabilities of a group type have the same form; other types have none.
        for (name, entry) in found.node.get("capabilities").into_iter().flat_map(named) {
            let refined = Capability::refined(types, self.capabilities.get(name), found, &entry.value);
            self.capabilities.insert(name, refined);
        }
        let section = found.node.get("requirements");
        for (name, path) in members(section, &NodePath::root()) {
            let Some(node) = section.and_then(|section| section.at(&path)) else { continue };
            let known = self.requirements.entry(name).or_default();
            *known = Requirement::refined(*known, found.file, node);
        }
    }

    /// An attribute, or a property, which is reflected as one.
    pub(in crate::tosca) fn attribute(&self, name: &str) -> Option<&Rc<Property<'a>>> {
        self.attributes.get(name).or_else(|| self.properties.get(name))
    }
}

impl<'a> Capability<'a> {
    /// A capability definition: a type name, or a mapping that refines the properties of the type.
    fn refined(types: &Types<'a>, base: Option<&Capability<'a>>, of: &Definition<'a>, node: &'a Node) -> Self {
        let name = node.as_text().filter(|_| !node.is_null()).or_else(|| node.get("type").and_then(Node::as_text));
        let mut refined = match name {
            Some(name) => Capability::named(types, TypeName { file: of.file, name }),
            None => base.cloned().unwrap_or_default(),
        };
        // Refinements of the parent type that this one does not repeat.
        if let Some(base) = base.filter(|_| name.is_some()) {
            let missing = base.properties.iter().filter(|(name, _)| !refined.properties.contains_key(*name));
            let missing: Vec<_> = missing.map(|(name, property)| (*name, Rc::clone(property))).collect();
            if !missing.is_empty() {
                Rc::make_mut(&mut refined.properties).extend(missing);
            }
        }
        let definition = Definition { node, ..*of };
        for (section, properties) in [("properties", &mut refined.properties), ("attributes", &mut refined.attributes)]
        {
            if node.get(section).is_some_and(|section| !section.entries().is_empty()) {
                merge(Rc::make_mut(properties), &definition, section);
            }
        }
        refined
    }

    /// The capability of this type without refinements.
    fn named(types: &Types<'a>, name: TypeName<'a>) -> Self {
        let members = types.members(SymbolKind::CapabilityType, name);
        let (properties, attributes) = (Rc::clone(&members.properties), Rc::clone(&members.attributes));
        Capability { type_name: Some(name), is_whole: members.is_whole, properties, attributes }
    }

    /// An attribute, or a property, which is reflected as one.
    pub(in crate::tosca) fn attribute(&self, name: &str) -> Option<&Rc<Property<'a>>> {
        self.attributes.get(name).or_else(|| self.properties.get(name))
    }
}

impl<'a> Requirement<'a> {
    fn refined(base: Requirement<'a>, file: &'a FilePath, node: &'a Node) -> Self {
        let named = |name: &'a str| TypeName { file, name };
        if let Some(capability) = node.as_text().filter(|_| !node.is_null()) {
            return Requirement { capability: Some(named(capability)), ..base };
        }
        let text = |key: &str| node.get(key).and_then(Node::as_text).map(named);
        let relationship = || node.get("relationship")?.get("type")?.as_text().map(named);
        Requirement {
            node: text("node").or(base.node),
            capability: text("capability").or(base.capability),
            relationship: text("relationship").or_else(relationship).or(base.relationship),
        }
    }
}
