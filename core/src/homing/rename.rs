//! Names of a homing template in other files of the catalog: demands in inventories, and parameters in files of values.

use crate::context::FileContext;
use crate::editing::layout;
use crate::homing::mentions::defined;
use crate::homing::placement::{inventory, preview};
use crate::symbol::{Symbol, SymbolKind};
use crate::syntax::Node;
use crate::text::{FilePath, Span};
use crate::workspace::SourceFile;

/// The occurrences of a symbol's name outside its template. A file that another template reads as well is left out: it
/// needs the old name.
pub fn also_named(context: FileContext<'_>, symbol: &Symbol) -> Vec<(FilePath, Span)> {
    let name = symbol.name.as_str();
    let others = || context.workspace.files().filter(|file| file.path != context.file.path);
    let places: fn(&SourceFile, &SourceFile, &str) -> Vec<Span> = match symbol.kind {
        SymbolKind::Demand => demands,
        SymbolKind::Input => parameters,
        _ => |_, _, _| Vec::new(),
    };
    let mut found = layout::names(context, symbol);
    for file in others() {
        let spans = places(context.file, file, name);
        if !spans.is_empty() && others().all(|template| places(template, file, name).is_empty()) {
            found.extend(spans.into_iter().map(|span| (file.path.clone(), span)));
        }
    }
    found
}

fn has(template: &SourceFile, kind: SymbolKind, name: &str) -> bool {
    defined(template, kind).any(|(defined, _)| defined == name)
}

/// The names of a demand of `template` in `file`, if it is an inventory.
fn demands(template: &SourceFile, file: &SourceFile, name: &str) -> Vec<Span> {
    let has_demand = has(template, SymbolKind::Demand, name);
    let root = has_demand.then(|| inventory::of_file(file)).flatten();
    root.map_or(Vec::new(), |root| inventory::names(root, name))
}

/// The name of a parameter of `template` in `file`, if this has values for parameters of the template, and no others.
fn parameters(template: &SourceFile, file: &SourceFile, name: &str) -> Vec<Span> {
    let values = file.root.as_deref().filter(|_| file.language.is_none()).and_then(preview::parameter_values);
    let Some(values) = values else { return Vec::new() };
    let is_defined = |key: &Node| key.as_text().is_some_and(|key| has(template, SymbolKind::Input, key));
    if !values.entries().iter().all(|entry| is_defined(&entry.key)) {
        return Vec::new();
    }
    values.entry(name).map(|entry| entry.key.span).into_iter().collect()
}
