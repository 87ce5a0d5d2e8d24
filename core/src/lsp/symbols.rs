//! The definitions of a document as a tree: in their sections, and these in the descriptor.

use crate::symbol::Symbol;
use crate::syntax::{NodePath, Step};
use crate::workspace::SourceFile;
use lsp_types::{DocumentSymbol, SymbolKind};

use crate::lsp::catalog::Catalog;
use crate::lsp::convert::{self, Encoding};

pub fn tree(catalog: &Catalog, file: &SourceFile) -> Vec<DocumentSymbol> {
    let symbols = catalog.analysis.symbols(&file.path);
    let (roots, inner): (Vec<&Symbol>, Vec<&Symbol>) = symbols.iter().partition(|symbol| symbol.path.is_root());
    let outline = Outline { file, encoding: catalog.encoding };
    let sections = outline.below(0, &inner);
    match roots.first() {
        Some(descriptor) => vec![outline.definition(descriptor, sections)],
        None => sections,
    }
}

struct Outline<'a> {
    file: &'a SourceFile,
    encoding: Encoding,
}

impl Outline<'_> {
    /// The tree of symbols that share the first `depth` steps of their paths, and have more.
    fn below(&self, depth: usize, symbols: &[&Symbol]) -> Vec<DocumentSymbol> {
        let mut found = Vec::new();
        let mut rest = symbols;
        while let Some(first) = rest.first() {
            let step = first.path.steps().get(depth);
            let is_other = |symbol: &&Symbol| symbol.path.steps().get(depth) != step;
            let (group, others) = rest.split_at(rest.iter().position(is_other).unwrap_or(rest.len()));
            rest = others;
            let (own, inner): (Vec<&Symbol>, Vec<&Symbol>) =
                group.iter().copied().partition(|symbol| symbol.path.steps().len() <= depth + 1);
            let inner = self.below(depth + 1, &inner);
            match own.split_first() {
                Some((own, same)) => {
                    found.push(self.definition(own, inner));
                    found.extend(same.iter().map(|symbol| self.definition(symbol, Vec::new())));
                }
                None => match self.section(&first.path, depth) {
                    Some(section) => found.push(DocumentSymbol { children: Some(inner), ..section }),
                    // An item of a list has no name of its own.
                    None => found.extend(inner),
                },
            }
        }
        found
    }

    fn definition(&self, symbol: &Symbol, children: Vec<DocumentSymbol>) -> DocumentSymbol {
        let full_span = symbol.full_span.cover(symbol.span);
        #[expect(deprecated, reason = "the deprecated field is required")]
        DocumentSymbol {
            name: symbol.name.to_string(),
            detail: Some(symbol.detail.clone()).filter(|detail| !detail.is_empty()),
            kind: convert::symbol_kind(symbol.kind),
            tags: None,
            deprecated: None,
            range: self.encoding.range(self.file, full_span),
            selection_range: self.encoding.range(self.file, symbol.span),
            children: (!children.is_empty()).then_some(children),
        }
    }

    /// The entry at the step `depth` of a path; `None` for an item of a list.
    fn section(&self, path: &NodePath, depth: usize) -> Option<DocumentSymbol> {
        let Step::Key(name) = path.steps().get(depth)? else { return None };
        let path: NodePath = path.steps().iter().take(depth + 1).cloned().collect();
        let (whole, key) = (self.file.whole_span(&path)?, self.file.key_span(&path)?);
        #[expect(deprecated, reason = "the deprecated field is required")]
        Some(DocumentSymbol {
            name: name.to_string(),
            detail: None,
            kind: SymbolKind::NAMESPACE,
            tags: None,
            deprecated: None,
            range: self.encoding.range(self.file, whole),
            selection_range: self.encoding.range(self.file, key),
            children: None,
        })
    }
}
