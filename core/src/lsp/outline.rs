//! Answers about a whole document: which lines fold, where its names lead, what its values are, and how
//! often its definitions are used.

use std::collections::BTreeMap;

use crate::symbol::{Symbol, SymbolKind, Target};
use crate::syntax::{Node, NodePath};
use crate::text::{FilePath, Span};
use crate::workspace::SourceFile;
use lsp_types::{
    CodeLens, Command, DocumentLink, FoldingRange, FoldingRangeKind, InlayHint, InlayHintLabel, InlayHintTooltip, Range,
};

use crate::lsp::catalog::Catalog;

/// The lines of each entry and item with several lines, and of comments with several lines.
pub fn folding(file: &SourceFile) -> Vec<FoldingRange> {
    let mut found = Vec::new();
    if let Some(root) = &file.root {
        fold_node(file, root, &mut found);
    }
    comments(file, &mut found);
    found
}

fn fold_node(file: &SourceFile, node: &Node, found: &mut Vec<FoldingRange>) {
    for entry in node.entries() {
        fold(file, entry.key.span.start, entry.value.span, found);
        fold_node(file, &entry.value, found);
    }
    for item in node.items() {
        fold(file, item.span.start, item.span, found);
        fold_node(file, item, found);
    }
}

/// A fold from the line of `start` to the last line of `value`.
fn fold(file: &SourceFile, start: u32, value: Span, found: &mut Vec<FoldingRange>) {
    let text = value.of(&file.text).trim_end();
    let end = value.start as usize + text.len();
    found.extend(range(file.lines.line(start as usize), file.lines.line(end), None));
}

fn comments(file: &SourceFile, found: &mut Vec<FoldingRange>) {
    let mut first = None;
    let lines: Vec<&str> = file.text.lines().collect();
    for number in 0..=lines.len() {
        let is_comment = lines.get(number).is_some_and(|line| line.trim_start().starts_with('#'));
        match (is_comment, first) {
            (true, None) => first = Some(number),
            (false, Some(start)) => {
                found.extend(range(start, number - 1, Some(FoldingRangeKind::Comment)));
                first = None;
            }
            _ => {}
        }
    }
}

fn range(start: usize, end: usize, kind: Option<FoldingRangeKind>) -> Option<FoldingRange> {
    let (start_line, end_line) = (u32::try_from(start).ok()?, u32::try_from(end).ok()?);
    (start_line < end_line).then(|| FoldingRange { start_line, end_line, kind, ..FoldingRange::default() })
}

/// The names that lead to other files.
pub fn links(catalog: &Catalog, file: &SourceFile) -> Vec<DocumentLink> {
    let mentions = catalog.analysis.mentions(&file.path).iter();
    let links = mentions.filter_map(|mention| {
        let Target::Found { file: other, path } = &mention.target else { return None };
        if *other == file.path {
            return None;
        }
        let target = catalog.analysis.file(other)?;
        let at = target.root.as_ref().and_then(|root| root.at(path)).map_or(0, |node| node.span.start);
        // Editors read the line from the fragment.
        let line = target.lines.line(at as usize) + 1;
        let uri = format!("{}#L{line}", catalog.uri(other)?.as_str()).parse().ok()?;
        let range = catalog.encoding.range(file, mention.span);
        Some(DocumentLink { range, target: Some(uri), tooltip: Some(mention.name.to_string()), data: None })
    });
    links.collect()
}

/// The hints in a range.
pub fn hints(catalog: &Catalog, file: &SourceFile, range: Range) -> Vec<InlayHint> {
    let hints = catalog.analysis.hints(&file.path, catalog.encoding.span(file, range));
    let shown = hints.into_iter().map(|hint| InlayHint {
        position: catalog.encoding.position(file, hint.at),
        label: InlayHintLabel::String(hint.text),
        kind: None,
        text_edits: None,
        tooltip: Some(hint.reason).filter(|reason| !reason.is_empty()).map(InlayHintTooltip::String),
        padding_left: Some(true),
        padding_right: None,
        data: None,
    });
    shown.collect()
}

/// The number of uses of the descriptor, and of each of its types, above its definition.
pub fn lenses(catalog: &Catalog, file: &SourceFile) -> Vec<CodeLens> {
    let symbols = catalog.analysis.symbols(&file.path);
    let shown: Vec<&Symbol> = symbols.iter().filter(|symbol| has_lens(symbol.kind)).collect();
    if shown.is_empty() {
        return Vec::new();
    }
    let uses = uses(catalog, &file.path);
    let lens = |symbol: &&Symbol| {
        let count = uses.get(&symbol.path).copied().unwrap_or_default();
        let title = match count {
            0 => "not used".to_owned(),
            1 => "used by 1 file".to_owned(),
            count => format!("used by {count} files"),
        };
        let command = Some(Command { title, command: String::new(), arguments: None });
        CodeLens { range: catalog.encoding.range(file, symbol.span), command, data: None }
    };
    shown.iter().map(lens).collect()
}

/// The number of other files that use each definition of a file.
fn uses(catalog: &Catalog, file: &FilePath) -> BTreeMap<NodePath, usize> {
    let mut uses: BTreeMap<NodePath, usize> = BTreeMap::new();
    let others = catalog.analysis.workspace().files().filter(|other| other.path != *file);
    for other in others {
        let mut found: Vec<&NodePath> = Vec::new();
        for mention in catalog.analysis.mentions(&other.path) {
            match &mention.target {
                Target::Found { file: target, path } if target == file && !found.contains(&path) => found.push(path),
                _ => {}
            }
        }
        found.into_iter().for_each(|path| *uses.entry(path.clone()).or_default() += 1);
    }
    uses
}

fn has_lens(kind: SymbolKind) -> bool {
    kind == SymbolKind::Descriptor || kind.is_type()
}
