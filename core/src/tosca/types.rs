//! The types of values as their definitions declare them, with everything inherited: data types, properties, attributes
//! and parameters, capabilities. Each type is read once per file that is checked.

pub(super) mod clause;
pub(super) mod data_type;
pub(super) mod members;
pub(super) mod property;
pub(super) mod schema;

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use crate::context::FileContext;
use crate::inherited::MAX_CHAIN;
use crate::symbol::SymbolKind;
use crate::syntax::Node;
use crate::tosca::effective::Definition;
use crate::tosca::scope::Scope;
use data_type::DataType;
use members::Members;

/// The types that a file can use, read as needed.
pub(super) struct Types<'a> {
    pub(super) scope: Scope<'a>,
    data_types: RefCell<HashMap<&'a str, Rc<DataType<'a>>>>,
    members: RefCell<HashMap<(SymbolKind, &'a str), Rc<Members<'a>>>>,
}

/// A type with its ancestors.
pub(super) struct Chain<'a> {
    /// From the type itself to its farthest ancestor.
    pub(super) definitions: Vec<Definition<'a>>,
    /// Whether the last one has no parent. Otherwise the parent is unknown, or the chain is a cycle.
    pub(super) is_whole: bool,
    /// The parent that was not found, such as a primitive type.
    pub(super) end: Option<&'a str>,
}

impl<'a> Types<'a> {
    pub(super) fn of(context: FileContext<'a>) -> Self {
        Types { scope: Scope::of(context), data_types: RefCell::default(), members: RefCell::default() }
    }

    /// The data type with this name: a primitive, or one that a service template defines.
    pub(super) fn data_type(&self, name: &'a str) -> Rc<DataType<'a>> {
        if let Some(known) = self.data_types.borrow().get(name) {
            return Rc::clone(known);
        }
        let made = Rc::new(DataType::of(self, name));
        self.data_types.borrow_mut().insert(name, Rc::clone(&made));
        made
    }

    /// The members of a type of another kind.
    pub(super) fn members(&self, kind: SymbolKind, name: &'a str) -> Rc<Members<'a>> {
        if let Some(known) = self.members.borrow().get(&(kind, name)) {
            return Rc::clone(known);
        }
        let made = Rc::new(Members::of(self, kind, name));
        self.members.borrow_mut().insert((kind, name), Rc::clone(&made));
        made
    }

    /// The type `name` with its ancestors. `is_end` tells the names that end it.
    pub(super) fn chain(&self, kind: SymbolKind, name: &'a str, is_end: impl Fn(&str) -> bool) -> Chain<'a> {
        let mut chain = Chain { definitions: Vec::new(), is_whole: false, end: None };
        let mut next = Some(name);
        while let Some(name) = next {
            let found = (!is_end(name)).then(|| self.scope.find(&[kind], name)).flatten();
            let Some(found) = found.filter(|_| chain.definitions.len() < MAX_CHAIN) else {
                chain.end = Some(name);
                return chain;
            };
            let is_cycle = chain.definitions.iter().any(|known| known.file == found.file && known.path == found.path);
            if is_cycle {
                return chain;
            }
            next = found.node.get("derived_from").and_then(Node::as_text);
            chain.definitions.push(found);
        }
        chain.is_whole = true;
        chain
    }

    /// Whether the type `name` is `ancestor` or derives from it. `None` if that cannot be decided.
    pub(super) fn derives_from(&self, kind: SymbolKind, name: &'a str, ancestor: &str) -> Option<bool> {
        let chain = self.chain(kind, name, |_| false);
        let other = self.scope.find(&[kind], ancestor);
        let is_it = |one: &Definition<'_>| match &other {
            Some(other) => one.file == other.file && one.path == other.path,
            None => one.name == ancestor,
        };
        match chain.definitions.iter().any(is_it) || chain.end == Some(ancestor) {
            true => Some(true),
            false => chain.is_whole.then_some(false),
        }
    }
}
