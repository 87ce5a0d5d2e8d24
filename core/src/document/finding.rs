//! A finding with locations in lines and columns, and the texts they refer to. The source of all report formats.

use std::sync::Arc;

use crate::analysis::Analysis;
use crate::diagnostic::{Diagnostic, Safety, Severity};
use crate::document::change::FileChange;
use crate::edit;
use crate::text::{FilePath, LineIndex, Position, Span};

#[derive(Clone, Debug)]
pub struct Finding {
    /// The displayed path of the file.
    pub file: String,
    pub code: &'static str,
    pub severity: Severity,
    /// `None` for a finding about the whole file.
    pub place: Option<Location>,
    pub message: String,
    pub help: Option<String>,
    pub related: Vec<Related>,
    pub fixes: Vec<Fix>,
}

/// A span of a text, also as lines and columns, which start at 0 and count characters.
#[derive(Clone, Debug)]
pub struct Location {
    pub text: Arc<str>,
    pub span: Span,
    pub start: Position,
    pub end: Position,
    /// The columns of the start and the end in units of UTF-16.
    pub characters: (usize, usize),
}

#[derive(Clone, Debug)]
pub struct Related {
    pub file: String,
    pub place: Location,
    pub message: String,
}

/// A change that fixes a finding.
#[derive(Clone, Debug)]
pub struct Fix {
    pub title: String,
    pub safe: bool,
    pub edits: Vec<Edit>,
    /// Files that are created, deleted or renamed, after the edits.
    pub files: Vec<FileChange>,
}

/// A replacement of the text at a location. The locations of all edits of a fix refer to the text before the fix.
#[derive(Clone, Debug)]
pub struct Edit {
    pub file: String,
    pub place: Location,
    pub text: String,
}

impl Location {
    pub fn new(text: &Arc<str>, lines: &LineIndex, span: Span) -> Self {
        let end = span.end.max(span.start);
        let position = |offset: u32| lines.position(text, offset as usize);
        let character = |offset: u32| lines.position_utf16(text, offset as usize).column;
        Location {
            text: Arc::clone(text),
            span,
            start: position(span.start),
            end: position(end),
            characters: (character(span.start), character(end)),
        }
    }

    fn of_file(analysis: &Analysis, path: &FilePath, span: Span) -> Option<Self> {
        analysis.file(path).map(|file| Location::new(&file.text, &file.lines, span))
    }
}

impl Finding {
    /// Whether `--fix` corrects it: it has a safe fix that only edits texts.
    pub fn is_fixable(&self) -> bool {
        self.fixes.iter().any(|fix| fix.safe && fix.files.is_empty())
    }

    /// Whether `--fix --unsafe-fixes` corrects it, but `--fix` does not: its only fix may change the meaning.
    pub fn is_fixable_unsafely(&self) -> bool {
        matches!(self.fixes.as_slice(), [fix] if !fix.safe && fix.files.is_empty())
    }

    /// `shown` returns the displayed name of a file.
    pub fn of_diagnostic(diagnostic: &Diagnostic, analysis: &Analysis, shown: &dyn Fn(&FilePath) -> String) -> Self {
        let place = |path: &FilePath, span: Span| Location::of_file(analysis, path, span);
        let related = diagnostic.related.iter().filter_map(|related| {
            let message = related.message.clone();
            Some(Related { file: shown(&related.file), place: place(&related.file, related.span)?, message })
        });
        let fixes = diagnostic.fixes.iter().map(|fix| Fix {
            title: fix.change.title.clone(),
            safe: fix.safety == Safety::Safe,
            edits: edits(&fix.change, analysis, shown),
            files: fix.change.files.iter().map(|change| FileChange::new(change, shown)).collect(),
        });
        Finding {
            file: shown(&diagnostic.file),
            code: diagnostic.code,
            severity: diagnostic.severity,
            place: place(&diagnostic.file, diagnostic.span),
            message: diagnostic.message.clone(),
            help: diagnostic.help.clone(),
            related: related.collect(),
            fixes: fixes.collect(),
        }
    }
}

/// The edits of a change, ordered by file and position.
pub fn edits(change: &edit::Change, analysis: &Analysis, shown: &dyn Fn(&FilePath) -> String) -> Vec<Edit> {
    let edits = change.edits.iter().flat_map(|(path, edit)| edit.replaces().iter().map(move |one| (path, one)));
    let edits = edits.filter_map(|(path, one)| {
        let place = Location::of_file(analysis, path, one.span)?;
        Some(Edit { file: shown(path), place, text: one.text.clone() })
    });
    edits.collect()
}
