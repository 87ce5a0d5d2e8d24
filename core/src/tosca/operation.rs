//! The operations of nodes and relationships: their inputs, and whether they are implemented (3.5.15, R-11).

use std::rc::Rc;

use crate::sorted_map::SortedMap;
use crate::symbol::SymbolKind;
use crate::syntax::Node;
use crate::tosca::effective::{Definition, OF_INTERFACE_TYPE, named};
use crate::tosca::entity::{Entities, Template};
use crate::tosca::interfaces;
use crate::tosca::types::TypeName;
use crate::tosca::types::members::{Interface, Members, Properties};
use crate::tosca::types::property::{Property, is_definition};

/// An operation, as far as it is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Operation {
    /// Whether it has an implementation.
    Defined {
        is_implemented: bool,
    },
    /// The interface has no such operation.
    Undefined,
    NoInterface,
    /// A type is not available.
    Unknown,
}

/// The keys of an interface that are not operations.
const KEYNAMES: [&str; 5] = ["type", "inputs", "operations", "notifications", "description"];

/// An operation of an interface, which may be written below `operations` (TOSCA 1.3).
fn operation<'n>(interface: &'n Node, name: &str) -> Option<&'n Node> {
    let below = || interface.get("operations")?.get(name);
    interface.get(name).filter(|_| !KEYNAMES.contains(&name)).or_else(below)
}

fn has_implementation(operation: &Node) -> bool {
    let implementation = operation.get("implementation").filter(|node| !node.is_null());
    operation.as_text().is_some() && !operation.is_null() || implementation.is_some()
}

/// The inputs that the definitions of an interface define, for one of its operations with those of the operation.
fn inputs<'a>(interface: &Interface<'a>, name: Option<&str>) -> Properties<'a> {
    let mut inputs = SortedMap::new();
    let mut add = |of: &Definition<'a>, node: Option<&'a Node>| {
        for (name, entry) in node.into_iter().flat_map(named) {
            let base: Option<Rc<Property<'a>>> = inputs.get(name).cloned();
            let mut input = Property::refined(base.as_deref(), of.name, of.file, name, entry);
            // A definition can fix the value (D-44).
            let value = entry.value.get("value").filter(|_| is_definition(&entry.value));
            input.default = value.map(|value| (of.file, value)).or(input.default);
            inputs.insert(name, Rc::new(input));
        }
    };
    for (definition, node) in interface.definitions.iter().rev() {
        add(definition, node.get("inputs"));
        let operation = name.and_then(|name| operation(node, name));
        add(definition, operation.and_then(|operation| operation.get("inputs")));
    }
    inputs
}

impl<'a> Entities<'a> {
    /// The inputs that a type defines for an interface, or for one of its operations, with those of the interface.
    pub(super) fn operation_inputs(&self, of: &Members<'a>, interface: &str, name: Option<&str>) -> Rc<Properties<'a>> {
        let interface = self.interface(of, interface);
        let Some(name) = name else {
            let inputs = interface.inputs.get_or_init(|| Rc::new(inputs(&interface, None)));
            return Rc::clone(inputs);
        };
        if let Some(inputs) = interface.inputs_of.borrow().get(name) {
            return Rc::clone(inputs);
        }
        let inputs = Rc::new(inputs(&interface, Some(name)));
        interface.inputs_of.borrow_mut().insert(name.into(), Rc::clone(&inputs));
        inputs
    }

    /// An interface of a type, found once.
    fn interface(&self, of: &Members<'a>, name: &str) -> Rc<Interface<'a>> {
        if let Some(known) = of.interfaces.borrow().get(name) {
            return Rc::clone(known);
        }
        let made = Rc::new(Interface { definitions: self.definitions(of, name), ..Interface::default() });
        of.interfaces.borrow_mut().insert(name.into(), Rc::clone(&made));
        made
    }

    fn definitions(&self, of: &Members<'a>, name: &str) -> Vec<(Definition<'a>, &'a Node)> {
        let mut found = Vec::new();
        let mut type_name = None;
        for definition in &of.chain {
            let Some(entry) = definition.node.get("interfaces").and_then(|all| all.entry(name)) else { continue };
            let named = entry.value.get("type").and_then(Node::as_text);
            let written = named.or(entry.key.as_text()).map(|name| TypeName { file: definition.file, name });
            type_name = type_name.or(written);
            found.push((*definition, &entry.value));
        }
        // An interface can be called by the name of its type (3.5.16).
        if let Some(type_name) = type_name {
            let chain = self.types.chain(SymbolKind::InterfaceType, type_name, |_| false);
            found.extend(chain.definitions.into_iter().map(|definition| (definition, definition.node)));
        }
        found
    }

    /// The names of the operations that a type defines for an interface.
    pub(super) fn operations(&self, of: &Members<'a>, interface: &str) -> Vec<&'a str> {
        let interface = self.interface(of, interface);
        let operations =
            interface.definitions.iter().flat_map(|(_, node)| interfaces::operations(node)).map(|(name, _)| name);
        operations.filter(|name| !OF_INTERFACE_TYPE.contains(name)).collect()
    }

    /// The operation of a template, or of a type.
    pub(super) fn operation(
        &self,
        template: Option<&Template<'a>>,
        of: &Members<'a>,
        interface: &str,
        name: &str,
    ) -> Operation {
        let own = template.and_then(|template| template.entry("interfaces", interface)).map(|entry| &entry.value);
        self.operation_of(own, of, interface, name)
    }

    /// The operation of an entity; `own` is the interface of its template.
    pub(super) fn operation_of(
        &self,
        own: Option<&'a Node>,
        of: &Members<'a>,
        interface: &str,
        name: &str,
    ) -> Operation {
        let found = self.interface(of, interface);
        let inherited = &found.definitions;
        let all = own.into_iter().chain(inherited.iter().map(|(_, node)| *node));
        let mut found = all.filter_map(|node| operation(node, name)).peekable();
        if found.peek().is_some() {
            return Operation::Defined { is_implemented: found.any(has_implementation) };
        }
        let is_type = |name: &str| self.types.scope.find(&[SymbolKind::InterfaceType], name).is_some();
        if !of.is_whole || inherited.is_empty() && (own.is_some() || is_type(interface)) {
            return Operation::Unknown;
        }
        if inherited.is_empty() {
            return Operation::NoInterface;
        }
        // Without its type, an interface can have more operations.
        let has_type = inherited.iter().any(|(definition, node)| std::ptr::eq(definition.node, *node));
        if has_type { Operation::Undefined } else { Operation::Unknown }
    }
}
