//! The hierarchy of types. Types that are built in have no file, so they are in no answer.

use crate::symbol::Symbol;
use crate::workspace::SourceFile;
use lsp_types::TypeHierarchyItem;

use crate::lsp::catalog::Catalog;
use crate::lsp::convert;

/// The type at an offset.
pub fn prepare(catalog: &Catalog, file: &SourceFile, offset: usize) -> Option<Vec<TypeHierarchyItem>> {
    Some(vec![item(catalog, &catalog.analysis.type_at(&file.path, offset)?)?])
}

/// The type that the type of an item derives from.
pub fn supertypes(catalog: &Catalog, file: &SourceFile, of: &TypeHierarchyItem) -> Option<Vec<TypeHierarchyItem>> {
    let base = catalog.analysis.supertype(&symbol(catalog, file, of)?);
    Some(base.and_then(|base| item(catalog, &base)).into_iter().collect())
}

/// The types that derive from the type of an item.
pub fn subtypes(catalog: &Catalog, file: &SourceFile, of: &TypeHierarchyItem) -> Option<Vec<TypeHierarchyItem>> {
    let derived = catalog.analysis.subtypes(&symbol(catalog, file, of)?);
    Some(derived.iter().filter_map(|symbol| item(catalog, symbol)).collect())
}

/// The type of an item, which is at its name unless the file was edited meanwhile.
fn symbol(catalog: &Catalog, file: &SourceFile, of: &TypeHierarchyItem) -> Option<Symbol> {
    let offset = catalog.encoding.offset(&file.text, &file.lines, of.selection_range.start);
    catalog.analysis.type_at(&file.path, offset).filter(|symbol| symbol.name == of.name)
}

fn item(catalog: &Catalog, of: &Symbol) -> Option<TypeHierarchyItem> {
    let file = catalog.analysis.file(&of.file)?;
    Some(TypeHierarchyItem {
        name: of.name.to_string(),
        kind: convert::symbol_kind(of.kind),
        tags: None,
        detail: Some(of.detail.clone()).filter(|detail| !detail.is_empty()),
        uri: catalog.uri(&of.file)?,
        range: catalog.encoding.range(file, of.full_span.cover(of.span)),
        selection_range: catalog.encoding.range(file, of.span),
        data: None,
    })
}
