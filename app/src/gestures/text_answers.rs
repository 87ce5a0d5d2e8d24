//! Completions and hover notes for the text editor.

use descriptorium_core::analysis::Analysis;
use descriptorium_core::completion::CompletionKind;
use descriptorium_core::edit::TextEdit;
use descriptorium_core::hover::kind_label;
use descriptorium_core::markdown;
use descriptorium_core::text::FilePath;

use crate::browser::text_editor::{CompletionItem, Completions, Note};
use crate::gestures::text_pane::pieces;
use crate::model::offsets::{span_to_editor, to_editor};

pub fn complete(analysis: &Analysis, path: &FilePath, text: &str, offset: usize) -> Option<Completions> {
    let found = analysis.complete(path, offset);
    let (from, to) = span_to_editor(text, found.first()?.replaces);
    // Items in succession often share an edit, whose offsets take long to convert.
    let mut last = (None, Vec::new());
    let mut edits = |also: Option<TextEdit>| {
        if last.0 != also {
            last = (also.clone(), also.map_or(Vec::new(), |edit| pieces(text, &edit)));
        }
        last.1.clone()
    };
    let options = found.into_iter().map(|found| CompletionItem {
        also: edits(found.also),
        label: found.label,
        detail: found.detail,
        info: found.doc,
        kind: match found.kind {
            CompletionKind::Key => "property",
            CompletionKind::Word => "enum",
            CompletionKind::Symbol(kind) => kind_label(kind),
        },
        insert: found.insert,
    });
    Some(Completions { from, to: to.max(to_editor(text, offset)), options: options.collect() })
}

pub fn note(analysis: &Analysis, path: &FilePath, text: &str, offset: usize) -> Option<Note> {
    let hover = analysis.hover(path, offset)?;
    let (from, to) = span_to_editor(text, hover.span);
    Some(Note { from, to, html: markdown::html(&hover.text, &|_| None) })
}
