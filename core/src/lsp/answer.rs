//! The request handlers: each one translates a request to a query of the analysis.

use crate::analysis::Analysis;
use crate::completion::CompletionKind;
use crate::diagnostic::{Diagnostic, Fix, Safety};
use crate::edit::{Change, TextEdit};
use crate::package;
use crate::symbol::{Symbol, SymbolKind};
use crate::text::Span;
use crate::workspace::SourceFile;
use lsp_types::request::{
    CodeActionRequest, CodeLensRequest, Completion, DocumentLinkRequest, DocumentSymbolRequest, FoldingRangeRequest,
    Formatting, GotoDefinition, HoverRequest, InlayHintRequest, PrepareRenameRequest, RangeFormatting, References,
    Rename, Request as _, SemanticTokensFullRequest, SemanticTokensRangeRequest, TypeHierarchyPrepare,
    TypeHierarchySubtypes, TypeHierarchySupertypes, WorkspaceSymbolRequest,
};
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeLensParams, CompletionItem,
    CompletionItemKind, CompletionList, CompletionParams, CompletionTextEdit, DocumentFormattingParams,
    DocumentLinkParams, DocumentRangeFormattingParams, DocumentSymbolParams, Documentation, FoldingRangeParams,
    GotoDefinitionParams, Hover, HoverContents, HoverParams, InlayHintParams, Location, MarkupContent, MarkupKind,
    PrepareRenameResponse, ReferenceParams, RenameParams, SemanticTokensParams, SemanticTokensRangeParams,
    SymbolInformation, TextDocumentPositionParams, TypeHierarchyPrepareParams, TypeHierarchySubtypesParams,
    TypeHierarchySupertypesParams, Uri, WorkspaceSymbolParams,
};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::lsp::catalog::Catalog;
use crate::lsp::convert::Encoding;
use crate::lsp::{completion, convert, hierarchy, outline, symbols, tokens};

/// Maximum number of results of a workspace symbol search.
const MAX_SYMBOLS: usize = 300;

/// The error of a request.
#[derive(Debug)]
pub enum Refusal {
    /// The parameters are invalid.
    Malformed(String),
    /// The request cannot be fulfilled.
    Failed(String),
}

/// Handles a request about a file in the catalog `own`, or about all of them; `None` for an unknown method.
pub fn answer(
    catalogs: &[Catalog],
    own: Option<&Catalog>,
    method: &str,
    asked: Value,
) -> Result<Option<Value>, Refusal> {
    match method {
        Completion::METHOD => about(own, asked, |catalog, asked| Ok(completion(catalog, &asked))),
        HoverRequest::METHOD => about(own, asked, |catalog, asked| Ok(hover(catalog, &asked))),
        GotoDefinition::METHOD => about(own, asked, |catalog, asked| Ok(definition(catalog, &asked))),
        References::METHOD => about(own, asked, |catalog, asked| Ok(references(catalog, &asked))),
        PrepareRenameRequest::METHOD => about(own, asked, |catalog, asked| Ok(prepare_rename(catalog, &asked))),
        Rename::METHOD => about(own, asked, |catalog, asked| rename(catalog, &asked)),
        Formatting::METHOD => about(own, asked, |catalog, asked: DocumentFormattingParams| {
            formatting(catalog, &asked.text_document.uri, None)
        }),
        RangeFormatting::METHOD => about(own, asked, |catalog, asked: DocumentRangeFormattingParams| {
            formatting(catalog, &asked.text_document.uri, Some(asked.range))
        }),
        CodeActionRequest::METHOD => about(own, asked, |catalog, asked| Ok(code_actions(catalog, &asked))),
        DocumentSymbolRequest::METHOD => about(own, asked, |catalog, asked: DocumentSymbolParams| {
            Ok(file(catalog, &asked.text_document.uri).map(|file| symbols::tree(catalog, file)))
        }),
        FoldingRangeRequest::METHOD => about(own, asked, |catalog, asked: FoldingRangeParams| {
            Ok(file(catalog, &asked.text_document.uri).map(outline::folding))
        }),
        DocumentLinkRequest::METHOD => about(own, asked, |catalog, asked: DocumentLinkParams| {
            Ok(file(catalog, &asked.text_document.uri).map(|file| outline::links(catalog, file)))
        }),
        CodeLensRequest::METHOD => about(own, asked, |catalog, asked: CodeLensParams| {
            Ok(file(catalog, &asked.text_document.uri).map(|file| outline::lenses(catalog, file)))
        }),
        InlayHintRequest::METHOD => about(own, asked, |catalog, asked: InlayHintParams| {
            Ok(file(catalog, &asked.text_document.uri).map(|file| outline::hints(catalog, file, asked.range)))
        }),
        SemanticTokensFullRequest::METHOD => about(own, asked, |catalog, asked: SemanticTokensParams| {
            Ok(file(catalog, &asked.text_document.uri).map(|file| tokens::tokens(catalog, file, None)))
        }),
        SemanticTokensRangeRequest::METHOD => about(own, asked, |catalog, asked: SemanticTokensRangeParams| {
            Ok(file(catalog, &asked.text_document.uri).map(|file| tokens::tokens(catalog, file, Some(asked.range))))
        }),
        TypeHierarchyPrepare::METHOD => about(own, asked, |catalog, asked: TypeHierarchyPrepareParams| {
            let at = place(catalog, &asked.text_document_position_params);
            Ok(at.and_then(|(file, offset)| hierarchy::prepare(catalog, file, offset)))
        }),
        TypeHierarchySupertypes::METHOD => about(own, asked, |catalog, asked: TypeHierarchySupertypesParams| {
            Ok(file(catalog, &asked.item.uri).and_then(|file| hierarchy::supertypes(catalog, file, &asked.item)))
        }),
        TypeHierarchySubtypes::METHOD => about(own, asked, |catalog, asked: TypeHierarchySubtypesParams| {
            Ok(file(catalog, &asked.item.uri).and_then(|file| hierarchy::subtypes(catalog, file, &asked.item)))
        }),
        WorkspaceSymbolRequest::METHOD => to_value(workspace_symbols(catalogs, &parameters(asked)?)),
        _ => Ok(None),
    }
}

/// The answer about a file; `null` for a file that no catalog has.
fn about<P: DeserializeOwned, R: Serialize>(
    own: Option<&Catalog>,
    asked: Value,
    answer: impl FnOnce(&Catalog, P) -> Result<R, String>,
) -> Result<Option<Value>, Refusal> {
    let asked = parameters(asked)?;
    match own {
        Some(catalog) => to_value(answer(catalog, asked).map_err(Refusal::Failed)?),
        None => Ok(Some(Value::Null)),
    }
}

fn parameters<P: DeserializeOwned>(asked: Value) -> Result<P, Refusal> {
    serde_json::from_value(asked).map_err(|error| Refusal::Malformed(error.to_string()))
}

fn to_value(answer: impl Serialize) -> Result<Option<Value>, Refusal> {
    serde_json::to_value(answer).map(Some).map_err(|error| Refusal::Failed(error.to_string()))
}

/// The file and offset for a position.
fn place<'a>(catalog: &'a Catalog, at: &TextDocumentPositionParams) -> Option<(&'a SourceFile, usize)> {
    let file = file(catalog, &at.text_document.uri)?;
    Some((file, catalog.encoding.offset(&file.text, &file.lines, at.position)))
}

fn file<'a>(catalog: &'a Catalog, uri: &Uri) -> Option<&'a SourceFile> {
    catalog.analysis.file(&catalog.file(uri)?).map(|file| &**file)
}

fn markdown(value: String) -> MarkupContent {
    MarkupContent { kind: MarkupKind::Markdown, value }
}

fn completion(catalog: &Catalog, asked: &CompletionParams) -> CompletionList {
    let at = place(catalog, &asked.text_document_position);
    let items =
        at.map_or_else(Vec::new, |(file, offset)| completion_at(&catalog.analysis, catalog.encoding, file, offset));
    CompletionList { is_incomplete: false, items }
}

/// The suggestions at an offset.
pub fn completion_at(analysis: &Analysis, encoding: Encoding, file: &SourceFile, offset: usize) -> Vec<CompletionItem> {
    let found = analysis.complete(&file.path, offset).into_iter().enumerate();
    let items = found.map(|(number, one)| CompletionItem {
        kind: Some(match one.kind {
            CompletionKind::Key => CompletionItemKind::FIELD,
            CompletionKind::Word => CompletionItemKind::ENUM_MEMBER,
            CompletionKind::Symbol(SymbolKind::Descriptor) => CompletionItemKind::CLASS,
            CompletionKind::Symbol(SymbolKind::Property) => CompletionItemKind::PROPERTY,
            CompletionKind::Symbol(_) => CompletionItemKind::REFERENCE,
        }),
        detail: Some(one.detail).filter(|detail| !detail.is_empty()),
        documentation: (!one.doc.is_empty()).then(|| Documentation::MarkupContent(markdown(one.doc))),
        // Keeps the order of the analysis; clients filter by the replaced text.
        sort_text: Some(format!("{number:05}")),
        filter_text: Some(one.insert.clone()),
        text_edit: Some(CompletionTextEdit::Edit(lsp_types::TextEdit::new(
            encoding.range(file, one.replaces),
            one.insert,
        ))),
        additional_text_edits: one.also.map(|edit| encoding.edits(file, &edit)),
        label: one.label,
        ..CompletionItem::default()
    });
    items.chain(completion::complete(analysis, encoding, file, offset)).collect()
}

fn hover(catalog: &Catalog, asked: &HoverParams) -> Option<Hover> {
    let (file, offset) = place(catalog, &asked.text_document_position_params)?;
    hover_at(&catalog.analysis, catalog.encoding, file, offset)
}

/// The documentation of the name or value at an offset.
pub fn hover_at(analysis: &Analysis, encoding: Encoding, file: &SourceFile, offset: usize) -> Option<Hover> {
    let found = analysis.hover(&file.path, offset)?;
    let contents = HoverContents::Markup(markdown(found.text));
    Some(Hover { contents, range: Some(encoding.range(file, found.span)) })
}

fn definition(catalog: &Catalog, asked: &GotoDefinitionParams) -> Option<Location> {
    let (file, offset) = place(catalog, &asked.text_document_position_params)?;
    of_symbol(catalog, &catalog.analysis.definition(&file.path, offset)?)
}

fn of_symbol(catalog: &Catalog, symbol: &Symbol) -> Option<Location> {
    convert::location(catalog, catalog.analysis.file(&symbol.file)?, symbol.span)
}

fn references(catalog: &Catalog, asked: &ReferenceParams) -> Option<Vec<Location>> {
    let (file, offset) = place(catalog, &asked.text_document_position)?;
    let symbol = catalog.analysis.definition(&file.path, offset)?;
    let found = catalog.analysis.references(&symbol.file, &symbol.path);
    let mentions = found
        .into_iter()
        .filter_map(|(path, mention)| convert::location(catalog, catalog.analysis.file(&path)?, mention.span));
    let own = asked.context.include_declaration.then(|| of_symbol(catalog, &symbol)).flatten();
    Some(own.into_iter().chain(mentions).collect())
}

fn prepare_rename(catalog: &Catalog, asked: &TextDocumentPositionParams) -> Option<PrepareRenameResponse> {
    let (file, offset) = place(catalog, asked)?;
    let symbol = catalog.analysis.definition(&file.path, offset)?;
    if !catalog.analysis.can_rename(&symbol) {
        return None;
    }
    let mention = catalog.analysis.mention_at(&file.path, offset).map(|mention| mention.span);
    let span = mention.unwrap_or(symbol.span);
    let placeholder = symbol.name.to_string();
    Some(PrepareRenameResponse::RangeWithPlaceholder { range: catalog.encoding.range(file, span), placeholder })
}

fn rename(catalog: &Catalog, asked: &RenameParams) -> Result<Option<lsp_types::WorkspaceEdit>, String> {
    let at = place(catalog, &asked.text_document_position);
    let symbol = at.and_then(|(file, offset)| catalog.analysis.definition(&file.path, offset));
    let symbol = symbol.ok_or("there is no name to rename here")?;
    let change = catalog.analysis.rename(&symbol.file, &symbol.path, asked.new_name.trim());
    Ok(convert::workspace_edit(catalog, &change.map_err(|error| error.to_string())?))
}

/// Formats the lines of a range or the whole file. The style of the file takes precedence over the options of the
/// editor.
fn formatting(
    catalog: &Catalog,
    uri: &Uri,
    range: Option<lsp_types::Range>,
) -> Result<Option<Vec<lsp_types::TextEdit>>, String> {
    let Some(file) = file(catalog, uri) else { return Ok(None) };
    let selection = range.map(|range| catalog.encoding.span(file, range));
    let change = catalog.analysis.formatted(&file.path, selection).map_err(|error| error.to_string())?;
    Ok(Some(change.edits.get(&file.path).map_or(Vec::new(), |edit| catalog.encoding.edits(file, edit))))
}

/// The fixes for findings in the range, the rewrites at its start, and one action for all safe fixes in the file.
fn code_actions(catalog: &Catalog, asked: &CodeActionParams) -> Vec<CodeActionOrCommand> {
    let Some(file) = file(catalog, &asked.text_document.uri) else { return Vec::new() };
    let wanted = |kind: &CodeActionKind| {
        let named = asked.context.only.as_ref();
        named.is_none_or(|only| only.iter().any(|one| kind.as_str().starts_with(one.as_str())))
    };
    let asked_span = catalog.encoding.span(file, asked.range).range();
    let (start, end) = (asked_span.start, asked_span.end);
    let mut actions = Vec::new();
    if wanted(&CodeActionKind::QUICKFIX) {
        for found in catalog.analysis.diagnostics(&file.path) {
            let (from, to) = (found.span.start as usize, found.span.end as usize);
            if to < start || end < from {
                continue;
            }
            for fix in &found.fixes {
                let Some(edit) = convert::workspace_edit(catalog, &fix.change) else { continue };
                actions.push(CodeAction {
                    title: fix.change.title.clone(),
                    kind: Some(CodeActionKind::QUICKFIX),
                    diagnostics: convert::diagnostic(catalog, file, found).map(|one| vec![one]),
                    edit: Some(edit),
                    is_preferred: Some(fix.safety == Safety::Safe),
                    ..CodeAction::default()
                });
            }
            // Only for a cursor or a short selection: computing these for many findings would be slow.
            let is_here = file.lines.line(from) == file.lines.line(start);
            let ignored = is_here.then(|| ignoring(catalog, file, found)).flatten();
            actions.extend(ignored.and_then(|change| {
                Some(CodeAction {
                    title: change.title.clone(),
                    kind: Some(CodeActionKind::QUICKFIX),
                    diagnostics: convert::diagnostic(catalog, file, found).map(|one| vec![one]),
                    edit: Some(convert::workspace_edit(catalog, &change)?),
                    ..CodeAction::default()
                })
            }));
        }
    }
    if wanted(&CodeActionKind::REFACTOR_REWRITE) {
        actions.extend(catalog.analysis.rewrites(&file.path, start).into_iter().filter_map(|change| {
            Some(CodeAction {
                title: change.title.clone(),
                kind: Some(CodeActionKind::REFACTOR_REWRITE),
                edit: Some(convert::workspace_edit(catalog, &change)?),
                ..CodeAction::default()
            })
        }));
    }
    if wanted(&CodeActionKind::SOURCE_FIX_ALL) {
        actions.extend(fix_all(catalog, file));
    }
    actions.into_iter().map(CodeActionOrCommand::CodeAction).collect()
}

/// Inserts a comment on the line above a finding that ignores it; `None` if a comment would not work, as in JSON, CSV or a
/// block scalar.
fn ignoring(catalog: &Catalog, file: &SourceFile, found: &Diagnostic) -> Option<Change> {
    let start = file.lines.start(file.lines.line(found.span.start as usize));
    let line = file.text.get(start..)?;
    let indent = &line[..line.len() - line.trim_start_matches(' ').len()];
    let end =
        if line.lines().next().is_some_and(|first| line[first.len()..].starts_with('\r')) { "\r\n" } else { "\n" };
    let comment = format!("{indent}# descriptorium: ignore {}{end}", found.code);
    let title = format!("Ignore `{}` on this line", found.code);
    let change = Change::of_file(title, file.path.clone(), TextEdit::replace(Span::at(start), comment));
    let has_comments = !package::is_by_content(&file.path);
    let after = catalog.analysis.changed_at_once(&change).ok().filter(|_| has_comments)?;
    let n_before = catalog.analysis.diagnostics(&file.path).len();
    (after.diagnostics(&file.path).len() < n_before).then_some(change)
}

fn fix_all(catalog: &Catalog, file: &SourceFile) -> Option<CodeAction> {
    let own = |fix: &Fix| fix.safety == Safety::Safe && fix.change.edits.keys().all(|path| *path == file.path);
    let fixed = catalog.analysis.fix_all(|_, fix| own(fix)).ok().filter(|fixed| fixed.n_fixes > 0)?;
    let title = "Apply all safe fixes";
    let change = fixed.change;
    Some(CodeAction {
        title: title.to_owned(),
        kind: Some(CodeActionKind::SOURCE_FIX_ALL),
        edit: Some(convert::workspace_edit(catalog, &change)?),
        ..CodeAction::default()
    })
}

/// The symbols of all folders that match a query.
fn workspace_symbols(catalogs: &[Catalog], asked: &WorkspaceSymbolParams) -> Vec<SymbolInformation> {
    let query = asked.query.to_lowercase();
    let mut found = Vec::new();
    let files =
        catalogs.iter().flat_map(|catalog| catalog.analysis.workspace().files().map(move |file| (catalog, file)));
    for (catalog, file) in files {
        let descriptor = file.shown_name();
        for symbol in catalog.analysis.symbols(&file.path) {
            if !symbol.name.to_lowercase().contains(&query) {
                continue;
            }
            let Some(location) = convert::location(catalog, file, symbol.span) else { continue };
            #[expect(deprecated, reason = "the deprecated field is required")]
            found.push(SymbolInformation {
                name: symbol.name.to_string(),
                kind: convert::symbol_kind(symbol.kind),
                tags: None,
                deprecated: None,
                location,
                container_name: (symbol.kind != SymbolKind::Descriptor).then(|| descriptor.clone()),
            });
            if found.len() >= MAX_SYMBOLS {
                return found;
            }
        }
    }
    found
}
