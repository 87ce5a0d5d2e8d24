//! Semantic tokens: which names a text defines and mentions, which keys belong to the specification, and the types of
//! scalars. Comments and punctuation are left to the grammar of the editor.

use std::collections::HashSet;

use crate::schema::records::RecordNodes;
use crate::sorting::Sorting;
use crate::symbol::{SymbolKind, Target};
use crate::syntax::plain::{Plain, typed};
use crate::syntax::{Kind, Node};
use crate::text::Span;
use crate::workspace::SourceFile;
use crate::workspace::built_in::is_built_in;
use lsp_types::{
    Range, SemanticToken, SemanticTokenModifier, SemanticTokenType, SemanticTokens, SemanticTokensFullOptions,
    SemanticTokensLegend, SemanticTokensOptions,
};

use crate::lsp::catalog::Catalog;

/// The types of tokens, which tokens name by their index.
const TYPES: [SemanticTokenType; 13] = [
    SemanticTokenType::KEYWORD,
    SemanticTokenType::PROPERTY,
    SemanticTokenType::STRING,
    SemanticTokenType::NUMBER,
    SemanticTokenType::CLASS,
    SemanticTokenType::TYPE,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::INTERFACE,
    SemanticTokenType::METHOD,
    SemanticTokenType::EVENT,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::NAMESPACE,
];
/// The modifiers, which tokens name by their bits.
const MODIFIERS: [SemanticTokenModifier; 2] =
    [SemanticTokenModifier::DECLARATION, SemanticTokenModifier::DEFAULT_LIBRARY];
const DECLARATION: u32 = 1;
/// A type that comes with the program.
const BUILT_IN: u32 = 2;

pub fn options() -> SemanticTokensOptions {
    SemanticTokensOptions {
        work_done_progress_options: Default::default(),
        legend: SemanticTokensLegend { token_types: TYPES.to_vec(), token_modifiers: MODIFIERS.to_vec() },
        range: Some(true),
        full: Some(SemanticTokensFullOptions::Bool(true)),
    }
}

/// A token before it is divided into lines.
#[derive(Clone)]
struct Token {
    span: Span,
    kind: SemanticTokenType,
    modifiers: u32,
}

/// The tokens of a file, or of the lines of a range.
pub fn tokens(catalog: &Catalog, file: &SourceFile, range: Option<Range>) -> SemanticTokens {
    let names = names(catalog, file);
    let mut all = names.clone();
    for token in syntax(file) {
        all.extend(around(&token, &names));
    }
    all.order_by_key(|token| (token.span.start, token.span.end));
    let within = range.map(|range| catalog.encoding.span(file, range));
    let (mut data, mut last, mut end) = (Vec::new(), (0, 0), 0);
    for token in all {
        // What an alias repeats is in the text once.
        if token.span.start < end || token.span.is_empty() {
            continue;
        }
        end = token.span.end;
        for line in lines(file, token.span) {
            if within.is_some_and(|within| line.end < within.start || within.end < line.start) {
                continue;
            }
            let range = catalog.encoding.range(file, line);
            let (start, length) = (range.start, range.end.character.saturating_sub(range.start.character));
            let type_index = TYPES.iter().position(|kind| *kind == token.kind).unwrap_or_default();
            data.push(SemanticToken {
                delta_line: start.line - last.0,
                delta_start: if start.line == last.0 { start.character - last.1 } else { start.character },
                length,
                token_type: u32::try_from(type_index).unwrap_or_default(),
                token_modifiers_bitset: token.modifiers,
            });
            last = (start.line, start.character);
        }
    }
    SemanticTokens { result_id: None, data }
}

/// The defined and the mentioned names, in text order and without overlaps.
fn names(catalog: &Catalog, file: &SourceFile) -> Vec<Token> {
    let defined = catalog.analysis.symbols(&file.path).into_iter();
    let defined = defined.map(|symbol| Token { span: symbol.span, kind: kind_of(symbol.kind), modifiers: DECLARATION });
    let mentioned = catalog.analysis.mentions(&file.path).iter().map(|mention| {
        let is_built_in = matches!(&mention.target, Target::Found { file, .. } if is_built_in(file));
        let modifiers = if is_built_in { BUILT_IN } else { 0 };
        Token { span: mention.span, kind: kind_of(mention.kind), modifiers }
    });
    let mut all: Vec<Token> = defined.chain(mentioned).filter(|token| !token.span.is_empty()).collect();
    // The key of a property that a component sets defines a value, and mentions the property: the mention is the first.
    all.order_by_key(|token| (token.span.start, token.modifiers & DECLARATION));
    let mut end = 0;
    all.retain(|token| {
        let is_free = token.span.start >= end;
        end = end.max(token.span.end);
        is_free
    });
    all
}

/// The keys and scalars of all documents.
fn syntax(file: &SourceFile) -> Vec<Token> {
    let known = match (&file.root, file.language) {
        (Some(root), Some(language)) => {
            let records = RecordNodes::of(root, language.schema_of(root));
            let fields = records.all().iter().flat_map(|place| {
                let is_field = move |key: &&Node| key.as_text().is_some_and(|key| place.record.field(key).is_some());
                place.node.entries().iter().map(|entry| &entry.key).filter(is_field)
            });
            fields.map(|key| key.span).collect()
        }
        _ => HashSet::new(),
    };
    let mut found = Vec::new();
    for document in &file.tree.documents {
        collect(&document.root, &known, &mut found);
    }
    found
}

fn collect(node: &Node, fields: &HashSet<Span>, found: &mut Vec<Token>) {
    for entry in node.entries() {
        let is_field = fields.contains(&entry.key.span);
        let kind = if is_field { SemanticTokenType::KEYWORD } else { SemanticTokenType::PROPERTY };
        match entry.key.as_scalar() {
            Some(_) => found.push(Token { span: entry.key.span, kind, modifiers: 0 }),
            None => collect(&entry.key, fields, found),
        }
        collect(&entry.value, fields, found);
    }
    node.items().iter().for_each(|item| collect(item, fields, found));
    if let Kind::Scalar(scalar) = &node.kind {
        let kind = match typed(scalar) {
            Plain::Null | Plain::Bool(_) => SemanticTokenType::KEYWORD,
            Plain::Integer(_) | Plain::Float(_) => SemanticTokenType::NUMBER,
            Plain::Text(_) => SemanticTokenType::STRING,
        };
        found.push(Token { span: node.span, kind, modifiers: 0 });
    }
}

/// The parts of a token that are not in one of the names, which are in text order.
fn around(token: &Token, names: &[Token]) -> Vec<Token> {
    let first = names.partition_point(|name| name.span.end <= token.span.start);
    let inner = names.get(first..).unwrap_or_default().iter().take_while(|name| name.span.start < token.span.end);
    let (mut parts, mut start) = (Vec::new(), token.span.start);
    let part = |start, end| Token { span: Span { start, end }, ..token.clone() };
    for name in inner {
        if start < name.span.start {
            parts.push(part(start, name.span.start));
        }
        start = start.max(name.span.end);
    }
    if start < token.span.end {
        parts.push(part(start, token.span.end));
    }
    parts
}

/// The part of a span in each of its lines, without indentation: not every client knows tokens of several lines.
fn lines(file: &SourceFile, span: Span) -> impl Iterator<Item = Span> {
    let (first, last) = (file.lines.line(span.start as usize), file.lines.line(span.end.saturating_sub(1) as usize));
    (first..=last).filter_map(move |line| {
        let whole = file.lines.span(&file.text, line);
        let (start, end) = (whole.start.max(span.start), whole.end.min(span.end));
        let text = Span { start, end }.of(&file.text);
        let start = start as usize + text.len() - text.trim_start().len();
        let found = Span::new(start, start + text.trim().len());
        (!found.is_empty()).then_some(found)
    })
}

fn kind_of(kind: SymbolKind) -> SemanticTokenType {
    use SymbolKind as Kind;
    match kind {
        Kind::Descriptor => SemanticTokenType::CLASS,
        Kind::Property | Kind::Output | Kind::Attribute => SemanticTokenType::PROPERTY,
        Kind::Input => SemanticTokenType::PARAMETER,
        Kind::Component | Kind::Reference | Kind::NodeTemplate | Kind::DeploymentItem | Kind::Demand | Kind::Metric => {
            SemanticTokenType::VARIABLE
        }
        Kind::Relationship => SemanticTokenType::EVENT,
        Kind::Capability | Kind::Requirement | Kind::Interface | Kind::ConnectionPoint => SemanticTokenType::INTERFACE,
        Kind::Operation | Kind::Workflow | Kind::Step => SemanticTokenType::METHOD,
        Kind::Policy | Kind::Constraint => SemanticTokenType::FUNCTION,
        Kind::Group | Kind::Location => SemanticTokenType::NAMESPACE,
        Kind::DataType
        | Kind::NodeType
        | Kind::RelationshipType
        | Kind::CapabilityType
        | Kind::InterfaceType
        | Kind::ArtifactType
        | Kind::GroupType
        | Kind::PolicyType => SemanticTokenType::TYPE,
    }
}
