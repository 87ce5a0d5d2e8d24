//! Data types (3.6.6): derived from a primitive type with constraints, or complex with properties.

use std::rc::Rc;

use crate::sorted_map::SortedMap;
use crate::symbol::SymbolKind;
use crate::tosca::effective::{Definition, named};
use crate::tosca::types::clause::{Rule, clauses};
use crate::tosca::types::property::Property;
use crate::tosca::types::schema::{Schema, entry_schema};
use crate::tosca::types::{TypeName, Types};
use crate::tosca::value::primitive::Primitive;

/// A data type with everything inherited.
#[derive(Debug)]
pub(in crate::tosca) struct DataType<'a> {
    pub(in crate::tosca) name: &'a str,
    /// The primitive type that it derives from.
    pub(in crate::tosca) primitive: Option<Primitive>,
    /// Rules that its definition cannot express.
    pub(in crate::tosca) special: Option<Special>,
    /// The constraints, those of ancestors first.
    pub(in crate::tosca) rules: Vec<Rule<'a>>,
    /// The properties of a complex type.
    pub(in crate::tosca) fields: SortedMap<&'a str, Rc<Property<'a>>>,
    pub(in crate::tosca) entry: Option<Rc<Schema<'a>>>,
    pub(in crate::tosca) key: Option<Rc<Schema<'a>>>,
    /// The definitions, starting with its own.
    pub(in crate::tosca) chain: Vec<Definition<'a>>,
    is_whole: bool,
}

/// A normative data type whose values follow more rules than its definition states (5.3).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::tosca) enum Special {
    Json,
    Xml,
    PortSpec,
    TimeInterval,
    Credential,
}

const SPECIAL: [(&str, Special); 10] = [
    ("tosca.datatypes.json", Special::Json),
    ("json", Special::Json),
    ("tosca.datatypes.xml", Special::Xml),
    ("xml", Special::Xml),
    ("tosca.datatypes.network.PortSpec", Special::PortSpec),
    ("PortSpec", Special::PortSpec),
    ("tosca.datatypes.TimeInterval", Special::TimeInterval),
    ("TimeInterval", Special::TimeInterval),
    ("tosca.datatypes.Credential", Special::Credential),
    ("Credential", Special::Credential),
];

fn special(name: &str) -> Option<Special> {
    let name = name.strip_prefix("tosca:").unwrap_or(name);
    SPECIAL.iter().find(|(known, _)| *known == name).map(|(_, special)| *special)
}

impl<'a> DataType<'a> {
    pub(super) fn of(types: &Types<'a>, name: TypeName<'a>) -> Self {
        let chain = types.chain(SymbolKind::DataType, name, |name| Primitive::named(name).is_some());
        let end = chain.end.map(|end| end.name);
        let known = chain.definitions.iter().find_map(|found| special(found.name)).or_else(|| special(end?));
        // `json` and `xml` are strings, also where their definitions are not available.
        let is_text = end.and_then(special).is_some_and(|end| matches!(end, Special::Json | Special::Xml));
        let primitive = end.and_then(Primitive::named).or(is_text.then_some(Primitive::String));
        let is_whole = primitive.is_some() || chain.is_whole;
        let (mut rules, mut fields) = (Vec::new(), SortedMap::new());
        let (mut entry, mut key) = (None, None);
        for found in chain.definitions.iter().rev().filter(|_| is_whole) {
            let constraints = found.node.get("constraints").map(clauses).unwrap_or_default();
            rules.extend(constraints.into_iter().filter_map(|clause| clause.rule(primitive, found.file)));
            merge(&mut fields, found, "properties");
            let schema = |key: &str| found.node.get(key).and_then(|node| entry_schema(found.file, node)).map(Rc::new);
            entry = schema("entry_schema").or(entry);
            key = schema("key_schema").or(key);
        }
        let chain = chain.definitions;
        DataType { name: name.name, primitive, special: known, rules, fields, entry, key, chain, is_whole }
    }

    /// Whether it and all its ancestors are available.
    pub(in crate::tosca) fn is_known(&self) -> bool {
        self.is_whole
    }

    /// Whether its values are mappings with named fields.
    pub(in crate::tosca) fn is_complex(&self) -> bool {
        self.is_whole && self.primitive.is_none()
    }

    /// Whether a value of this type can be used where `wanted` is expected. Types with the same primitive type fit in
    /// both directions: the constraints are checked on the value.
    pub(in crate::tosca) fn fits(&self, wanted: &DataType<'_>) -> bool {
        if !self.is_whole || !wanted.is_whole {
            return true;
        }
        match (self.primitive, wanted.primitive) {
            (Some(own), Some(wanted)) => own.fits(wanted),
            (None, None) => {
                let target = wanted.chain.first();
                let is_it = |one: &Definition<'_>| target.is_some_and(|target| one.is_same(target));
                self.name == wanted.name || self.chain.iter().any(is_it)
            }
            // A map with suitable entries can be the value of a complex type; that is checked when it is known.
            (Some(Primitive::Map), None) | (None, Some(Primitive::Map)) => true,
            _ => false,
        }
    }
}

/// Adds the definitions of a section, which refine those of ancestors.
pub(super) fn merge<'a>(known: &mut SortedMap<&'a str, Rc<Property<'a>>>, of: &Definition<'a>, section: &str) {
    for (name, entry) in of.node.get(section).into_iter().flat_map(named) {
        let base = known.get(name).cloned();
        let property = Property::refined(base.as_deref(), of.name, of.file, name, entry);
        known.insert(name, Rc::new(property));
    }
}
