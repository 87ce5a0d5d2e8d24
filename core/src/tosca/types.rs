//! The types of values as their definitions declare them, with everything inherited: data types, properties, attributes
//! and parameters, capabilities. Each type is read once per file that is checked.

pub(super) mod clause;
pub(super) mod data_type;
pub(super) mod members;
pub(super) mod property;
pub(super) mod schema;

use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{Hash, Hasher};
use std::rc::Rc;

use crate::inherited::MAX_CHAIN;
use crate::symbol::SymbolKind;
use crate::syntax::Node;
use crate::text::FilePath;
use crate::tosca::effective::Definition;
use crate::tosca::scope::Scope;
use data_type::DataType;
use members::Members;

/// The types that a file can use, read as needed.
pub(super) struct Types<'a> {
    pub(super) scope: Rc<Scope<'a>>,
    data_types: RefCell<HashMap<TypeName<'a>, Rc<DataType<'a>>>>,
    members: RefCell<HashMap<(SymbolKind, TypeName<'a>), Rc<Members<'a>>>>,
}

/// A type as a file names it: the name is resolved in that file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct TypeName<'a> {
    pub(super) file: &'a FilePath,
    pub(super) name: &'a str,
}

impl Hash for TypeName<'_> {
    /// The file is left out: few files name the same type, and hashing a path takes as long as hashing the name.
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        self.name.hash(hasher);
    }
}

/// A type with its ancestors.
pub(super) struct Chain<'a> {
    /// From the type itself to its farthest ancestor.
    pub(super) definitions: Vec<Definition<'a>>,
    /// Whether the last one has no parent. Otherwise the parent is unknown, or the chain is a cycle.
    pub(super) is_whole: bool,
    /// The parent that was not found, such as a primitive type.
    pub(super) end: Option<TypeName<'a>>,
}

impl<'a> Types<'a> {
    pub(super) fn of(scope: Rc<Scope<'a>>) -> Self {
        Types { scope, data_types: RefCell::default(), members: RefCell::default() }
    }

    /// A type that the checked file names.
    pub(super) fn named(&self, name: &'a str) -> TypeName<'a> {
        TypeName { file: &self.scope.file().path, name }
    }

    /// The definition that a name refers to.
    pub(super) fn find(&self, kind: SymbolKind, of: TypeName<'_>) -> Option<Definition<'a>> {
        self.scope.find_in(of.file, kind, of.name)
    }

    /// The data type with this name: a primitive, or one that a service template defines.
    pub(super) fn data_type(&self, name: TypeName<'a>) -> Rc<DataType<'a>> {
        if let Some(known) = self.data_types.borrow().get(&name) {
            return Rc::clone(known);
        }
        let made = Rc::new(DataType::of(self, name));
        self.data_types.borrow_mut().insert(name, Rc::clone(&made));
        made
    }

    /// The members of a type of another kind.
    pub(super) fn members(&self, kind: SymbolKind, name: TypeName<'a>) -> Rc<Members<'a>> {
        if let Some(known) = self.members.borrow().get(&(kind, name)) {
            return Rc::clone(known);
        }
        let made = Rc::new(Members::of(self, kind, name));
        self.members.borrow_mut().insert((kind, name), Rc::clone(&made));
        made
    }

    /// The type `name` with its ancestors. `is_end` tells the names that end it.
    pub(super) fn chain(&self, kind: SymbolKind, name: TypeName<'a>, is_end: impl Fn(&str) -> bool) -> Chain<'a> {
        let mut chain = Chain { definitions: Vec::new(), is_whole: false, end: None };
        let mut next = Some(name);
        while let Some(name) = next {
            let found = (!is_end(name.name)).then(|| self.find(kind, name)).flatten();
            let Some(found) = found.filter(|_| chain.definitions.len() < MAX_CHAIN) else {
                chain.end = Some(name);
                return chain;
            };
            if chain.definitions.iter().any(|known| known.is_same(&found)) {
                return chain;
            }
            let parent = found.node.get("derived_from").and_then(Node::as_text);
            next = parent.map(|name| TypeName { file: found.file, name });
            chain.definitions.push(found);
        }
        chain.is_whole = true;
        chain
    }

    /// Whether the type `name` is `ancestor` or derives from it. `None` if that cannot be decided.
    pub(super) fn derives_from(&self, kind: SymbolKind, name: TypeName<'a>, ancestor: TypeName<'_>) -> Option<bool> {
        let chain = self.chain(kind, name, |_| false);
        let other = self.find(kind, ancestor);
        let is_it = |one: &Definition<'_>| match &other {
            Some(other) => one.is_same(other),
            None => one.name == ancestor.name,
        };
        match chain.definitions.iter().any(is_it) || chain.end.is_some_and(|end| end.name == ancestor.name) {
            true => Some(true),
            false => chain.is_whole.then_some(false),
        }
    }
}
