//! Rules for syntax errors, and for valid YAML that is probably not what its author meant.

use std::collections::HashSet;

use crate::diagnostic::{Diagnostic, Severity};
use crate::language::Language;
use crate::rules::{self, Check};
use crate::syntax::{Node, SyntaxError, SyntaxErrorKind};
use crate::text::Span;
use crate::workspace::SourceFile;

rules::list! { rules::Common:
    bad_escape,
    bad_indentation,
    duplicate_key,
    ellipsis,
    invisible_character,
    malformed_notation,
    merge_conflict,
    missing_colon,
    missing_comma,
    missing_dash,
    missing_space,
    nested_inline,
    reserved_character,
    several_documents,
    slash_comment,
    pub tab_indentation,
    too_deep,
    typographic_quote,
    unbalanced_bracket,
    unclosed_quote,
    unexpected_text,
    unknown_alias,
    unquoted_reference
}

/// The code of the rule that reports a kind of syntax error.
pub fn code_of(kind: SyntaxErrorKind) -> &'static str {
    match kind {
        SyntaxErrorKind::TabIndentation => tab_indentation::RULE.code,
        SyntaxErrorKind::BadIndentation | SyntaxErrorKind::FlowIndentation | SyntaxErrorKind::QuotedIndentation => {
            bad_indentation::RULE.code
        }
        SyntaxErrorKind::MergeConflict => merge_conflict::RULE.code,
        SyntaxErrorKind::MissingColon => missing_colon::RULE.code,
        SyntaxErrorKind::MissingDash => missing_dash::RULE.code,
        SyntaxErrorKind::MissingSpaceAfterColon => missing_space::RULE.code,
        SyntaxErrorKind::NestedMappingInline | SyntaxErrorKind::NestedSequenceInline => nested_inline::RULE.code,
        SyntaxErrorKind::UnterminatedString => unclosed_quote::RULE.code,
        SyntaxErrorKind::BadEscape => bad_escape::RULE.code,
        SyntaxErrorKind::UnclosedFlow | SyntaxErrorKind::UnexpectedClose => unbalanced_bracket::RULE.code,
        SyntaxErrorKind::MissingComma => missing_comma::RULE.code,
        SyntaxErrorKind::ReferenceInFlow => unquoted_reference::RULE.code,
        SyntaxErrorKind::DuplicateKey => duplicate_key::RULE.code,
        SyntaxErrorKind::UnknownAlias => unknown_alias::RULE.code,
        SyntaxErrorKind::BadProperties | SyntaxErrorKind::BadDirective | SyntaxErrorKind::BadBlockScalar => {
            malformed_notation::RULE.code
        }
        SyntaxErrorKind::BadCharacter => reserved_character::RULE.code,
        SyntaxErrorKind::TrailingText | SyntaxErrorKind::MultilineKey | SyntaxErrorKind::Unexpected => {
            unexpected_text::RULE.code
        }
        SyntaxErrorKind::AliasBudget | SyntaxErrorKind::TooDeep | SyntaxErrorKind::TooLarge => too_deep::RULE.code,
    }
}

/// Whether a finding is an invisible character that changes the structure of the text.
pub fn hides_structure(found: &Diagnostic) -> bool {
    found.code == invisible_character::RULE.code && found.severity == Severity::Error
}

/// Whether a finding is a syntax error: without fixing it, a parser may not read the file at all.
pub fn is_syntax_error(found: &Diagnostic) -> bool {
    found.severity == Severity::Error && found.code.starts_with("yaml/")
}

/// The syntax errors that the rule `code` reports. Files of no known language that are templates of something else only
/// become YAML once rendered, and those of a package that are data for other programs have the syntax of those, so their
/// errors are skipped.
fn errors<'a>(cx: &Check<'a>, code: &str) -> Vec<&'a SyntaxError> {
    let file = cx.file;
    let mut errors: Vec<&SyntaxError> = file.errors.iter().filter(|error| code_of(error.kind) == code).collect();
    // The whole text is searched, so only if there is something to skip.
    if !errors.is_empty() && file.language.is_none() && (is_other(file) || is_template(file)) {
        return Vec::new();
    }
    errors.dedup();
    if code == missing_colon::RULE.code && errors.len() < file.errors.len() {
        // Text that is wrong in itself lacks no colon.
        let others = file.errors.iter().filter(|error| code_of(error.kind) != code);
        let starts: HashSet<u32> = others.map(|error| error.span.start).collect();
        errors.retain(|error| !starts.contains(&error.span.start));
    }
    errors
}

/// Whether the file is data in a package rather than a descriptor: a file in `Files` (ETSI SOL004), such as the events and
/// measurements of ONAP, or a file that is never read.
fn is_other(file: &SourceFile) -> bool {
    Language::is_unread(&file.path) || file.path.folder().split('/').any(|folder| folder == "Files")
}

/// Whether the file becomes YAML only once it is rendered by Helm, Jinja or the like. An opening `{{` alone may just as
/// well be a typo.
fn is_template(file: &SourceFile) -> bool {
    let (path, text) = (file.path.as_str(), &*file.text);
    let is_chart = path.contains("/templates/") || path.starts_with("templates/");
    let has_action = text.lines().any(|line| {
        [("{{", "}}"), ("{%", "%}")].iter().any(|(open, close)| {
            line.split_once(open).is_some_and(|(_, inside)| {
                inside.find(close).is_some_and(|end| !inside[..end].trim_matches([' ', '-']).is_empty())
            })
        })
    });
    has_action || is_chart && text.contains("{{")
}

/// The innermost scalar, key or value, that contains `span`.
fn scalar_around(file: &SourceFile, span: Span) -> Option<&Node> {
    let mut node = file.tree.documents.iter().map(|document| &*document.root).find(|root| root.span.contains(span))?;
    loop {
        let entries = node.entries().iter().flat_map(|entry| [&entry.key, &entry.value]);
        match entries.chain(node.items()).find(|child| child.span.contains(span) && !child.span.is_empty()) {
            Some(child) => node = child,
            None => return node.as_scalar().map(|_| node),
        }
    }
}

/// Every scalar of the first document, keys included, and whether it is in a flow collection.
fn scalars(file: &SourceFile) -> Vec<(&Node, bool)> {
    let mut found = Vec::new();
    let mut queue: Vec<(&Node, bool)> = file.tree.root().map(|root| (root, false)).into_iter().collect();
    while let Some((node, flow)) = queue.pop() {
        if node.as_scalar().is_some() {
            found.push((node, flow));
        }
        let inside = flow
            || node.as_mapping().is_some_and(|mapping| mapping.flow)
            || node.as_sequence().is_some_and(|sequence| sequence.flow);
        let entries = node.entries().iter().flat_map(|entry| [&entry.key, &entry.value]);
        queue.extend(entries.chain(node.items()).map(|child| (child, inside)));
    }
    found
}

/// `text` in single quotes, if it is a single line.
fn quoted(text: &str) -> Option<String> {
    let one_line = !text.contains(['\n', '\r']);
    one_line.then(|| format!("'{}'", text.replace('\'', "''")))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Complete as long as `Unexpected` is the last of them; [`code_of`] takes no other either.
    const KINDS: [SyntaxErrorKind; SyntaxErrorKind::Unexpected as usize + 1] = [
        SyntaxErrorKind::TabIndentation,
        SyntaxErrorKind::BadIndentation,
        SyntaxErrorKind::MissingColon,
        SyntaxErrorKind::MissingSpaceAfterColon,
        SyntaxErrorKind::NestedMappingInline,
        SyntaxErrorKind::UnterminatedString,
        SyntaxErrorKind::BadEscape,
        SyntaxErrorKind::UnclosedFlow,
        SyntaxErrorKind::UnexpectedClose,
        SyntaxErrorKind::MissingComma,
        SyntaxErrorKind::ReferenceInFlow,
        SyntaxErrorKind::NestedSequenceInline,
        SyntaxErrorKind::MissingDash,
        SyntaxErrorKind::MultilineKey,
        SyntaxErrorKind::FlowIndentation,
        SyntaxErrorKind::QuotedIndentation,
        SyntaxErrorKind::MergeConflict,
        SyntaxErrorKind::DuplicateKey,
        SyntaxErrorKind::UnknownAlias,
        SyntaxErrorKind::BadProperties,
        SyntaxErrorKind::BadDirective,
        SyntaxErrorKind::BadBlockScalar,
        SyntaxErrorKind::BadCharacter,
        SyntaxErrorKind::TrailingText,
        SyntaxErrorKind::AliasBudget,
        SyntaxErrorKind::TooDeep,
        SyntaxErrorKind::TooLarge,
        SyntaxErrorKind::Unexpected,
    ];

    #[test]
    fn every_syntax_error_is_reported_by_a_rule() {
        let kinds: crate::sorted_map::SortedSet<_> = KINDS.into_iter().collect();
        assert_eq!(kinds.len(), KINDS.len(), "a kind is listed twice, so that another is missing");
        for kind in KINDS {
            assert!(RULES.iter().any(|rule| rule.code == code_of(kind)), "{kind:?}");
        }
    }
}
