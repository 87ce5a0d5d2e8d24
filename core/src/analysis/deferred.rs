//! Deferred checks: while somebody types, the findings of the last check stay, at their places in the new text.

use std::sync::Arc;

use super::{Analysis, FileAnalysis, exports, touched};
use crate::diagnostic::{Diagnostic, Fix, Related};
use crate::edit::{Change, EditError, Replace, TextEdit};
use crate::text::{FilePath, Span};

/// The last check of a file, and what was done to its text since.
#[derive(Clone, Debug)]
pub(super) struct Earlier {
    known: Arc<FileAnalysis>,
    path: FilePath,
    edit: TextEdit,
}

impl Earlier {
    /// What was found in `before`, of which `edit` makes the file that is due.
    fn of(before: &Arc<FileAnalysis>, path: &FilePath, edit: Option<&TextEdit>) -> Self {
        let edit = edit.cloned().unwrap_or_default();
        match &before.earlier {
            Some(Earlier { known, path, edit: done }) => {
                Earlier { known: Arc::clone(known), path: path.clone(), edit: done.clone().then(edit) }
            }
            None => Earlier { known: Arc::clone(before), path: path.clone(), edit },
        }
    }

    /// What was found then, at its places now.
    pub(super) fn diagnostics(&self) -> Vec<Diagnostic> {
        self.known.diagnostics().iter().map(|found| self.moved(found)).collect()
    }

    fn moved(&self, found: &Diagnostic) -> Diagnostic {
        let related = found.related.iter().map(|related| Related {
            file: related.file.clone(),
            span: if related.file == self.path { self.moved_span(related.span) } else { related.span },
            message: related.message.clone(),
        });
        Diagnostic {
            span: self.moved_span(found.span),
            related: related.collect(),
            fixes: found.fixes.iter().filter_map(|fix| self.moved_fix(fix)).collect(),
            help: found.help.clone(),
            message: found.message.clone(),
            file: found.file.clone(),
            ..*found
        }
    }

    fn moved_span(&self, span: Span) -> Span {
        let start = self.edit.moved(span.start);
        Span { start, end: self.edit.moved(span.end).max(start) }
    }

    /// `None` if what the fix replaces was edited.
    fn moved_fix(&self, fix: &Fix) -> Option<Fix> {
        let mut change = fix.change.clone();
        if let Some(edit) = change.edits.get_mut(&self.path) {
            let touches = |span: Span| {
                let mut replaced = self.edit.replaces().iter().map(|replace| replace.span);
                replaced.any(|edited| edited.start <= span.end && span.start <= edited.end)
            };
            if edit.replaces().iter().any(|replace| touches(replace.span)) {
                return None;
            }
            let moved = edit.replaces().iter();
            let moved =
                moved.map(|replace| Replace { span: self.moved_span(replace.span), text: replace.text.clone() });
            *edit = TextEdit::new(moved.collect())?;
        }
        Some(Fix { change, safety: fix.safety })
    }
}

impl Analysis {
    /// The analysis after `change`, in which the files that it concerns are due to be checked: until
    /// [`Analysis::with_due_checked`], their findings are those of the last check.
    pub fn typed(&self, change: &Change) -> Result<Analysis, EditError> {
        if self.checker.is_none() || !change.files.is_empty() {
            return self.changed(change);
        }
        let (mut after, concerned) = self.affected(self.workspace.apply(change)?, touched(change));
        for path in concerned {
            let Some(file) = after.workspace.file(&path) else { continue };
            let mut known = FileAnalysis { exports: exports(file), ..FileAnalysis::default() };
            if let Some(before) = self.files.get(&path) {
                known.exports.asks_catalog |= before.exports.asks_catalog;
                known.earlier = Some(Earlier::of(before, &path, change.edits.get(&path)));
            }
            after.files.insert(path.clone(), Arc::new(known));
            after.due.insert(path);
        }
        Ok(after)
    }

    /// Whether some findings are those of a state before.
    pub fn is_due(&self) -> bool {
        !self.due.is_empty()
    }

    /// The same state with the files checked that are due.
    pub fn with_due_checked(&self) -> Analysis {
        let mut after = self.clone();
        let due = std::mem::take(&mut after.due);
        after.check(due);
        after
    }
}
