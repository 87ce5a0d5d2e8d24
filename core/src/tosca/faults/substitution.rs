//! Substitution mappings against the node type that is substituted (3.7.8 to 3.7.12): properties and inputs, and the
//! types of everything that is mapped.

use std::collections::HashSet;
use std::rc::Rc;

use super::{CheckedValue, Checker, Fault, FaultKind};
use crate::symbol::SymbolKind;
use crate::syntax::{Entry, Kind, Node, NodePath};
use crate::text::Span;
use crate::tosca::effective::entries;
use crate::tosca::effective::named;
use crate::tosca::entity::{Entity, LookupError};
use crate::tosca::substitution::MAPPINGS;
use crate::tosca::types::TypeName;
use crate::tosca::types::members::Members;
use crate::tosca::types::property::Property;
use crate::tosca::types::schema::Schema;

impl<'a> Checker<'a> {
    /// Checks the substitution mappings of the topology.
    pub(super) fn substitution(&self) {
        let Some(mappings) = self.root.at(&NodePath::keys(MAPPINGS)) else { return };
        let node_type = mappings.get("node_type");
        let Some(name) = node_type.and_then(Node::as_text) else { return };
        let members = self.entities.types.members(SymbolKind::NodeType, self.entities.types.named(name));
        if !members.is_whole {
            return;
        }
        let inputs = self.root.at(&NodePath::keys(["topology_template", "inputs"]));
        let mut fed = HashSet::new();
        for (name, entry) in mappings.get("properties").into_iter().flat_map(named) {
            if let Some(property) = members.properties.get(name) {
                self.property_mapping(property, entry, &mut fed);
            }
        }
        let is_mapped = |section: &str, name: &str| mappings.get(section).is_some_and(|all| all.entry(name).is_some());
        let is_input = |name: &str| inputs.is_some_and(|inputs| inputs.entry(name).is_some());
        let span = node_type.map_or(mappings.span, |node| node.span);
        for property in
            members.properties.values().filter(|property| property.is_required && property.default.is_none())
        {
            if !is_mapped("properties", property.name) && !is_input(property.name) {
                let message = format!("required property `{}` of `{name}` is not mapped", property.name);
                let fault = Fault::new(FaultKind::UnmappedProperty, span, message);
                self.add(fault.related(property.file, property.span, "defined here"));
            }
        }
        for (input, entry) in inputs.into_iter().flat_map(named) {
            let own = self.inputs.get(input).filter(|own| own.is_required && own.default.is_none());
            match members.properties.get(input).filter(|_| !is_mapped("properties", input)) {
                Some(property) => self.same_named(property, input, entry),
                None if own.is_some() && !fed.contains(input) && entry.value.get("value").is_none() => {
                    let message = format!("input `{input}` has no default, and no property of `{name}` provides it");
                    self.add(Fault::new(FaultKind::UnfedInput, entry.key.span, message));
                }
                None => {}
            }
        }
        self.mapped_members(mappings, &members);
    }

    /// A property that is mapped to an input, to a property of a node or to a constant. Adds the inputs.
    fn property_mapping(&self, property: &Property<'a>, entry: &'a Entry, fed: &mut HashSet<&'a str>) {
        let node = &entry.value;
        let list = if matches!(node.kind, Kind::Sequence(_)) { Some(node) } else { node.get("mapping") };
        let Some(list) = list else {
            let is_long = node.entry("value").filter(|_| node.entries().len() == 1);
            let constant = is_long.map_or(node, |entry| &entry.value);
            let place = CheckedValue::root("property", property.name, entry.key.span, &Entity::Outside);
            if !constant.is_null() {
                self.value(&place, constant, &property.schema);
            }
            return;
        };
        let (target, span) = match list.items() {
            [] => return,
            [input] => {
                let Some(name) = input.as_text() else { return };
                let Some((name, found)) = self.inputs.get_key_value(name) else { return };
                fed.insert(name);
                (Rc::clone(&found.schema), input.span)
            }
            arguments @ [first, ..] => {
                // An unknown node, or an unknown member of a node, is reported as a name.
                match self.entities.lookup(&Entity::Outside, arguments, false) {
                    Ok(found) if found.rest.is_empty() => (Rc::clone(&found.property.schema), first.span),
                    Err(LookupError::Missing { argument: argument @ 2.., known }) => {
                        let Some(node) = arguments.get(argument) else { return };
                        let (name, owner) = (node.as_text().unwrap_or_default(), arguments.get(1));
                        let owner = owner.and_then(Node::as_text).unwrap_or_default();
                        let message = format!("`{owner}` has no property `{name}`");
                        return self
                            .add(Fault::new(FaultKind::UnknownProperty, node.span, message).unknown(name, &known));
                    }
                    _ => return,
                }
            }
        };
        self.fitting(property, &target, || {
            let names: Vec<_> = list.items().iter().filter_map(Node::as_text).collect();
            (span, format!("`{}`", names.join(".")))
        });
    }

    /// An input with the name of a property receives its value (T-2.10-05).
    fn same_named(&self, property: &Property<'a>, input: &str, entry: &'a Entry) {
        if let Some(found) = self.inputs.get(input) {
            self.fitting(property, &found.schema, || (entry.key.span, format!("input `{input}`")));
        }
    }

    fn fitting(&self, from: &Property<'a>, to: &Schema<'a>, place: impl FnOnce() -> (Span, String)) {
        let types = &self.entities.types;
        let (Some(own), Some(of)) = (from.schema.data_type(types), to.data_type(types)) else { return };
        if own.is_known() && of.is_known() && !own.fits(of) {
            let (span, target) = place();
            let message = format!(
                "property `{}` is {}, but {target} must be {}",
                from.name,
                self.described(&from.schema),
                self.described(to)
            );
            let fault = Fault::new(FaultKind::IncompatibleMapping, span, message);
            self.add(fault.related(from.file, from.span, "the property"));
        }
    }

    /// The types of capabilities and requirements that are mapped: what fits outside must fit inside (D-75).
    fn mapped_members(&self, mappings: &'a Node, of: &Members<'a>) {
        let end = |entry: &'a Entry| {
            let list = entry.value.get("mapping").unwrap_or(&entry.value);
            let [node, member] = list.items() else { return None };
            let found = self.entities.node(node.as_text()?)?;
            found.members.is_whole.then_some((found, member.as_text()?, member.span))
        };
        let types = &self.entities.types;
        let differs = |own: TypeName<'a>, wanted: TypeName<'a>| {
            types.derives_from(SymbolKind::CapabilityType, own, wanted) == Some(false)
                && types.find(SymbolKind::CapabilityType, wanted).is_some()
        };
        let section = |key: &str| mappings.get(key).into_iter().flat_map(entries);
        for (name, entry) in section("capabilities") {
            let (Some(outer), Some((node, member, span))) = (of.capabilities.get(name), end(entry)) else { continue };
            let inner = node.members.capabilities.get(member).and_then(|found| found.type_name);
            if let (Some(outer), Some(inner)) = (outer.type_name, inner)
                && differs(inner, outer)
            {
                let message = format!(
                    "capability `{member}` has the type `{}`, which is not derived from `{}`",
                    inner.name, outer.name
                );
                self.add(Fault::new(FaultKind::IncompatibleMapping, span, message));
            }
        }
        for (name, entry) in section("requirements") {
            let (Some(outer), Some((node, member, span))) = (of.requirements.get(name), end(entry)) else { continue };
            let inner = node.members.requirements.get(member).and_then(|found| found.capability);
            if let (Some(outer), Some(inner)) = (outer.capability, inner)
                && differs(outer, inner)
            {
                let message = format!(
                    "requirement `{member}` needs the capability type `{}`, but `{name}` only `{}`",
                    inner.name, outer.name
                );
                let fault = Fault::new(FaultKind::IncompatibleMapping, span, message);
                // A capability that meets the outer requirement may also have the derived type.
                self.add(if differs(inner, outer) { fault } else { fault.severity(self.lenient()) });
            }
        }
    }
}
