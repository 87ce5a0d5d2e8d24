//! The hierarchy of types: what a type derives from, and what derives from it.

use crate::analysis::Analysis;
use crate::inherited::{Relatives, TypeMember};
use crate::symbol::Symbol;
use crate::syntax::NodePath;
use crate::text::FilePath;

impl Analysis {
    /// The type at `offset`: one that is defined or mentioned there.
    pub fn type_at(&self, path: &FilePath, offset: usize) -> Option<Symbol> {
        self.definition(path, offset).filter(|symbol| symbol.kind.is_type())
    }

    /// The type that a type derives from, if a file defines it.
    pub fn supertype(&self, of: &Symbol) -> Option<Symbol> {
        let (file, path) = self.relatives(of).parent?;
        self.type_in(&file, &path)
    }

    /// The types that derive directly from a type, in the order of files.
    pub fn subtypes(&self, of: &Symbol) -> Vec<Symbol> {
        let derived = self.relatives(of).derived.into_iter();
        derived.filter_map(|(file, path)| self.type_in(&file, &path)).collect()
    }

    fn relatives(&self, of: &Symbol) -> Relatives {
        let relatives = || {
            let (context, services) = self.served(&of.file)?;
            Some((services.types?.relatives)(context, &of.path))
        };
        relatives().unwrap_or_default()
    }

    fn type_in(&self, file: &FilePath, path: &NodePath) -> Option<Symbol> {
        self.symbols(file).into_iter().find(|symbol| symbol.path == *path)
    }

    /// All members of the type at `at`, with their origins.
    pub fn type_members(&self, path: &FilePath, at: &NodePath) -> Vec<TypeMember> {
        let members = || {
            let (context, services) = self.served(path)?;
            Some((services.types?.members)(context, at))
        };
        members().unwrap_or_default()
    }
}
