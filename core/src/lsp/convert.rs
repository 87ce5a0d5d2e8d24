//! Conversions between the types of the core and those of the protocol: addresses, positions, findings, changes.

use std::path::{Path, PathBuf};
use std::str::FromStr;

use crate::diagnostic::{Diagnostic, Severity};
use crate::edit::{self, Change, FileChange};
use crate::symbol;
use crate::text::{LineIndex, Span, byte_of_utf16, floor_boundary};
use crate::workspace::SourceFile;
use lsp_types::{
    ClientCapabilities, CodeDescription, CreateFile, DeleteFile, DiagnosticRelatedInformation, DiagnosticSeverity,
    DocumentChangeOperation, DocumentChanges, Location, NumberOrString, OneOf, OptionalVersionedTextDocumentIdentifier,
    Position, PositionEncodingKind, Range, RenameFile, ResourceOp, SymbolKind, TextDocumentEdit, TextEdit, Uri,
    WorkspaceEdit,
};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use crate::document::links;
use crate::lsp::catalog::Catalog;

/// Characters of a path that are not percent-encoded.
const PATH: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'_').remove(b'.').remove(b'~');

/// The path for a `file:` address.
pub fn path_of(uri: &Uri) -> Option<PathBuf> {
    let rest = uri.as_str().strip_prefix("file://")?;
    let path = rest.strip_prefix("localhost").unwrap_or(rest);
    let path = percent_decode_str(path).decode_utf8().ok()?.into_owned();
    // `/C:/catalog` on Windows.
    let drive = path.as_bytes().get(2) == Some(&b':');
    Some(PathBuf::from(if drive { path.trim_start_matches('/') } else { &path }))
}

pub fn uri_of(path: &Path) -> Option<Uri> {
    let text = path.to_string_lossy().replace('\\', "/");
    let root = if text.starts_with('/') { "" } else { "/" };
    Uri::from_str(&format!("file://{root}{}", utf8_percent_encode(&text, PATH))).ok()
}

/// The unit in which the columns of positions are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Encoding {
    Utf8,
    /// Every client knows it.
    #[default]
    Utf16,
}

impl Encoding {
    /// UTF-8 if the client offers it, which needs no conversion.
    pub fn of_client(capabilities: &ClientCapabilities) -> Self {
        let offered = capabilities.general.as_ref().and_then(|general| general.position_encodings.as_ref());
        let has_utf8 = offered.is_some_and(|offered| offered.contains(&PositionEncodingKind::UTF8));
        if has_utf8 { Encoding::Utf8 } else { Encoding::Utf16 }
    }

    pub fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    /// The offset of a position, clamped to the end of its line and of the text.
    pub fn offset(self, text: &str, lines: &LineIndex, position: Position) -> usize {
        let line = position.line as usize;
        if line >= lines.count() {
            return text.len();
        }
        let span = lines.span(text, line);
        let column = position.character as usize;
        span.start as usize
            + match self {
                Encoding::Utf8 => floor_boundary(span.of(text), column),
                Encoding::Utf16 => byte_of_utf16(span.of(text), column),
            }
    }

    pub fn position(self, file: &SourceFile, offset: u32) -> Position {
        let position = match self {
            Encoding::Utf8 => file.lines.position_utf8(&file.text, offset as usize),
            Encoding::Utf16 => file.lines.position_utf16(&file.text, offset as usize),
        };
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Position::new(number(position.line), number(position.column))
    }

    pub fn range(self, file: &SourceFile, span: Span) -> Range {
        Range::new(self.position(file, span.start), self.position(file, span.end.max(span.start)))
    }

    /// The offsets of a range.
    pub fn span(self, file: &SourceFile, range: Range) -> Span {
        let offset = |position| self.offset(&file.text, &file.lines, position);
        let start = offset(range.start);
        Span::new(start, offset(range.end).max(start))
    }

    /// The replacements of an edit of a file.
    pub fn edits(self, file: &SourceFile, edit: &edit::TextEdit) -> Vec<TextEdit> {
        let replaces = edit.replaces().iter();
        replaces.map(|replace| TextEdit::new(self.range(file, replace.span), replace.text.clone())).collect()
    }
}

pub fn location(catalog: &Catalog, file: &SourceFile, span: Span) -> Option<Location> {
    Some(Location::new(catalog.uri(&file.path)?, catalog.encoding.range(file, span)))
}

pub fn diagnostic(catalog: &Catalog, file: &SourceFile, found: &Diagnostic) -> Option<lsp_types::Diagnostic> {
    let related = found.related.iter().filter_map(|related| {
        let file = catalog.analysis.file(&related.file)?;
        let location = location(catalog, file, related.span)?;
        Some(DiagnosticRelatedInformation { location, message: related.message.clone() })
    });
    let help = found.help.as_ref().map_or(String::new(), |help| format!("\nhelp: {help}"));
    Some(lsp_types::Diagnostic {
        range: catalog.encoding.range(file, found.span),
        severity: Some(match found.severity {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
            Severity::Info => DiagnosticSeverity::INFORMATION,
        }),
        code: Some(NumberOrString::String(found.code.to_owned())),
        code_description: catalog.site.as_deref().and_then(|base| {
            let href = links::published_code(base, found.code).parse().ok()?;
            Some(CodeDescription { href })
        }),
        source: Some("descriptorium".to_owned()),
        message: format!("{}{help}", found.message),
        related_information: Some(related.collect()),
        ..lsp_types::Diagnostic::default()
    })
}

/// A workspace edit; the order of its operations matters.
pub fn workspace_edit(catalog: &Catalog, change: &Change) -> Option<WorkspaceEdit> {
    let mut operations = Vec::new();
    for (path, edit) in &change.edits {
        let file = catalog.analysis.file(path)?;
        let edits = catalog.encoding.edits(file, edit).into_iter().map(OneOf::Left);
        operations.push(edit_of(catalog.uri(path)?, catalog.open.get(path).copied(), edits.collect()));
    }
    for file in &change.files {
        match file {
            FileChange::Create { path, text } => {
                let uri = catalog.uri(path)?;
                let create = CreateFile { uri: uri.clone(), options: None, annotation_id: None };
                operations.push(DocumentChangeOperation::Op(ResourceOp::Create(create)));
                let edit = TextEdit::new(Range::default(), text.clone());
                operations.push(edit_of(uri, None, vec![OneOf::Left(edit)]));
            }
            FileChange::Delete { path } => {
                let delete = DeleteFile { uri: catalog.uri(path)?, options: None };
                operations.push(DocumentChangeOperation::Op(ResourceOp::Delete(delete)));
            }
            FileChange::Rename { from, to } => {
                let (old_uri, new_uri) = (catalog.uri(from)?, catalog.uri(to)?);
                let rename = RenameFile { old_uri, new_uri, options: None, annotation_id: None };
                operations.push(DocumentChangeOperation::Op(ResourceOp::Rename(rename)));
            }
        }
    }
    let document_changes = Some(DocumentChanges::Operations(operations));
    Some(WorkspaceEdit { document_changes, ..WorkspaceEdit::default() })
}

fn edit_of(
    uri: Uri,
    version: Option<i32>,
    edits: Vec<OneOf<TextEdit, lsp_types::AnnotatedTextEdit>>,
) -> DocumentChangeOperation {
    let text_document = OptionalVersionedTextDocumentIdentifier { uri, version };
    DocumentChangeOperation::Edit(TextDocumentEdit { text_document, edits })
}

/// The symbol kind for a kind of name.
pub fn symbol_kind(kind: symbol::SymbolKind) -> SymbolKind {
    use symbol::SymbolKind as Kind;
    match kind {
        Kind::Descriptor => SymbolKind::CLASS,
        Kind::Property | Kind::Input | Kind::Output | Kind::Attribute => SymbolKind::PROPERTY,
        Kind::Component | Kind::NodeTemplate | Kind::DeploymentItem | Kind::Demand => SymbolKind::OBJECT,
        Kind::Reference => SymbolKind::VARIABLE,
        Kind::Relationship => SymbolKind::EVENT,
        Kind::Capability | Kind::Requirement | Kind::Interface | Kind::ConnectionPoint => SymbolKind::INTERFACE,
        Kind::Operation | Kind::Workflow | Kind::Step => SymbolKind::METHOD,
        Kind::Metric => SymbolKind::NUMBER,
        Kind::Policy | Kind::Constraint => SymbolKind::FUNCTION,
        Kind::Group | Kind::Location => SymbolKind::NAMESPACE,
        Kind::DataType
        | Kind::NodeType
        | Kind::RelationshipType
        | Kind::CapabilityType
        | Kind::InterfaceType
        | Kind::ArtifactType
        | Kind::GroupType
        | Kind::PolicyType => SymbolKind::STRUCT,
    }
}
