//! The hierarchy of types: what a type derives from, and what derives from it.

use crate::analysis::Analysis;
use crate::symbol::Symbol;
use crate::text::FilePath;

/// The key with which a type names the one that it derives from.
const DERIVED_FROM: &str = "derived_from";

impl Analysis {
    /// The type at `offset`: one that is defined or mentioned there.
    pub fn type_at(&self, path: &FilePath, offset: usize) -> Option<Symbol> {
        self.definition(path, offset).filter(|symbol| symbol.kind.is_type())
    }

    /// The type that a type derives from, if a file defines it.
    pub fn supertype(&self, of: &Symbol) -> Option<Symbol> {
        let base = of.path.key(DERIVED_FROM);
        let mention = self.mentions(&of.file).iter().find(|mention| mention.path == base)?;
        self.type_at(&of.file, mention.span.start as usize)
    }

    /// The types that derive directly from a type, in the order of files.
    pub fn subtypes(&self, of: &Symbol) -> Vec<Symbol> {
        let mentions = self.references(&of.file, &of.path).into_iter();
        let derived = mentions.filter_map(|(file, mention)| {
            let path = mention.path.parent().filter(|_| mention.path.last_key() == Some(DERIVED_FROM))?;
            self.symbols(&file).iter().find(|symbol| symbol.path == path).cloned()
        });
        derived.collect()
    }
}
