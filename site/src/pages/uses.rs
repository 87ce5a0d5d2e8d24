//! Uses of descriptors by others.

use std::sync::Arc;

use descriptorium_core::syntax::{NodePath, Step};
use descriptorium_core::text::FilePath;
use descriptorium_core::tosca::type_uses::Relation;
use hashbrown::HashMap;

use crate::pages::facts::{Facts, Named};
use crate::pages::types::built_in::BuiltInType;

/// A descriptor that has a component or reference of another, or imports it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Use {
    pub user: FilePath,
    /// The path of the component, the reference or the imports.
    pub part: NodePath,
    /// The type name or the imported path, and the file that it resolves to, if any.
    pub name: String,
    pub used: Option<FilePath>,
}

/// How a descriptor uses another one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum UseKind {
    /// As a component, which is installed with it.
    Component,
    /// As a reference: it exists already, and is not a part.
    Reference,
    Import,
}

impl UseKind {
    pub fn name(self) -> &'static str {
        match self {
            UseKind::Component => "component",
            UseKind::Reference => "reference",
            UseKind::Import => "import",
        }
    }
}

impl Use {
    pub fn kind(&self) -> UseKind {
        match self.part.steps().first() {
            Some(Step::Key(key)) if key == "references" => UseKind::Reference,
            Some(Step::Key(key)) if key == "imports" => UseKind::Import,
            _ => UseKind::Component,
        }
    }

    /// Whether it makes the other descriptor a part of this one.
    pub fn is_part(&self) -> bool {
        self.kind() != UseKind::Reference
    }
}

/// A type or template that names a definition.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct DefinitionUse {
    pub relation: Relation,
    pub user: FilePath,
    pub by: NodePath,
}

/// The uses of definitions by their sections and names, in the order of the files.
#[derive(Debug, Default)]
pub struct DefinitionUses(HashMap<(String, String), Vec<DefinitionUse>>);

impl DefinitionUses {
    /// The uses by descriptors, then those by built-in types.
    pub fn of<'a>(all: impl Iterator<Item = &'a Facts>, built_in: &'a [BuiltInType]) -> Self {
        let mut uses: HashMap<(String, String), Vec<DefinitionUse>> = HashMap::new();
        let named = all.flat_map(|facts| facts.named.iter().map(|named| (&facts.path, named)));
        let of_built_in = built_in.iter().flat_map(|one| one.named.iter().map(|named| (&one.file, named)));
        for (user, named) in named.chain(of_built_in) {
            let Named { section, name, relation, by } = named;
            let one = DefinitionUse { relation: *relation, user: user.clone(), by: by.clone() };
            uses.entry((section.clone(), name.clone())).or_default().push(one);
        }
        DefinitionUses(uses)
    }

    /// The uses of a name, whichever file defines it.
    pub fn of_name(&self, section: &str, name: &str) -> &[DefinitionUse] {
        self.0.get(&(section.to_owned(), name.to_owned())).map_or(&[], Vec::as_slice)
    }
}

/// The uses of each descriptor by others.
pub fn used_by(uses: &[Vec<Arc<Use>>], places: &HashMap<FilePath, usize>) -> Vec<Vec<Arc<Use>>> {
    let mut used_by = vec![Vec::new(); uses.len()];
    for one in uses.iter().flatten() {
        let used = one.used.as_ref().filter(|used| **used != one.user);
        let list = used.and_then(|used| used_by.get_mut(*places.get(used)?));
        list.into_iter().for_each(|list: &mut Vec<Arc<Use>>| list.push(Arc::clone(one)));
    }
    used_by
}
