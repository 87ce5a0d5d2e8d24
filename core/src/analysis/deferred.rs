//! Deferred checks: during typing, the findings of the last check are kept, moved to their positions in the new text.

use std::sync::Arc;

use super::{Affected, Analysis, Checking, FileAnalysis, exports, touched};
use crate::diagnostic::{Diagnostic, Fix, Related};
use crate::edit::{Change, EditError, Replace, TextEdit};
use crate::exports::Exports;
use crate::sorted_map::SortedSet;
use crate::symbol::Mention;
use crate::text::{FilePath, Span};
use crate::workspace::SourceFile;

/// The last check of a file, and the edits since then.
#[derive(Clone, Debug)]
pub struct Earlier {
    known: Arc<FileAnalysis>,
    file: Arc<SourceFile>,
    edit: TextEdit,
    /// Whether the file is due because of nothing else than edits of itself.
    is_own_edit: bool,
}

/// The result of the last check of a file that is due because it was edited.
pub(super) struct Known<'a> {
    pub(super) file: &'a SourceFile,
    pub(super) edit: &'a TextEdit,
    pub(super) mentions: &'a [Mention],
    pub(super) diagnostics: &'a [Diagnostic],
}

impl Earlier {
    /// The findings of `before`, which are those of `file` unless it was due already, before `change`.
    fn of(before: &Arc<FileAnalysis>, file: &Arc<SourceFile>, change: &Change) -> Self {
        let edit = change.edits.get(&file.path).cloned().unwrap_or_default();
        let is_own_edit = change.edits.keys().eq([&file.path]) && change.files.is_empty();
        match &before.earlier {
            Some(Earlier { known, file, edit: done, is_own_edit: was_own_edit }) => Earlier {
                known: Arc::clone(known),
                file: Arc::clone(file),
                edit: done.clone().then(edit),
                is_own_edit: is_own_edit && *was_own_edit,
            },
            None => Earlier { known: Arc::clone(before), file: Arc::clone(file), edit, is_own_edit },
        }
    }

    /// The last check, if nothing that it depends on has changed except the file itself.
    pub(super) fn of_own_edit(&self) -> Option<Known<'_>> {
        let (mentions, diagnostics) = (self.known.mentions.get()?, self.known.diagnostics.get()?);
        let known = Known { file: &self.file, edit: &self.edit, mentions, diagnostics };
        (self.is_own_edit && self.known.n_premature == 0).then_some(known)
    }

    /// The old findings at their current positions.
    pub(super) fn diagnostics(&self) -> Vec<Diagnostic> {
        self.known.diagnostics().iter().map(|found| self.moved(found)).collect()
    }

    pub(super) fn moved(&self, found: &Diagnostic) -> Diagnostic {
        let related = found.related.iter().map(|related| Related {
            file: related.file.clone(),
            span: if related.file == self.file.path { self.moved_span(related.span) } else { related.span },
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

    pub(super) fn moved_span(&self, span: Span) -> Span {
        let start = self.edit.moved(span.start);
        Span { start, end: self.edit.moved(span.end).max(start) }
    }

    /// `None` if the replaced text was edited.
    fn moved_fix(&self, fix: &Fix) -> Option<Fix> {
        let mut change = fix.change.clone();
        if let Some(edit) = change.edits.get_mut(&self.file.path) {
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
    /// The analysis after `change`. Affected files become due: until [`Analysis::with_due_checked`], they have the
    /// findings of the last check.
    pub fn typed(&self, change: &Change) -> Result<Analysis, EditError> {
        if self.checker.is_none() || !change.files.is_empty() {
            return self.changed(change);
        }
        let Affected { mut after, concerned, exports } = self.affected(self.workspace.apply(change)?, touched(change));
        after.edited.extend(change.edits.keys().filter(|path| concerned.contains(*path)).cloned());
        after.put_off(self, concerned, change, exports);
        Ok(after)
    }

    /// Makes these files due, with the findings of `before` moved by `change`. The exports of some are known.
    pub(super) fn put_off(
        &mut self,
        before: &Analysis,
        paths: SortedSet<FilePath>,
        change: &Change,
        mut known_exports: Vec<(FilePath, Exports)>,
    ) {
        let earlier =
            |of: &Arc<FileAnalysis>, path: &FilePath| Some(Earlier::of(of, before.workspace.file(path)?, change));
        for path in paths {
            let Some(file) = self.workspace.file(&path) else { continue };
            let at = known_exports.iter().position(|(known, _)| *known == path);
            let is_unchanged = before.workspace.file(&path).is_some_and(|before| Arc::ptr_eq(before, file));
            let exports = match (at, before.files.get(&path)) {
                (Some(at), _) => known_exports.swap_remove(at).1,
                (None, Some(known)) if is_unchanged => known.exports.clone(),
                (None, _) => exports(&self.workspace, file),
            };
            let mut known = FileAnalysis { exports, ..FileAnalysis::default() };
            if let Some(before) = before.files.get(&path) {
                known.exports.asks_catalog |= before.exports.asks_catalog;
                known.exports.asks_if_alone |= before.exports.asks_if_alone;
                known.exports.asks_exports |= before.exports.asks_exports;
                known.n_premature = before.n_premature;
                known.earlier = earlier(before, &path);
            }
            self.files.insert(path.clone(), Arc::new(known));
            self.due.insert(path);
        }
    }

    /// Whether some findings are from an earlier state.
    pub fn is_due(&self) -> bool {
        !self.due.is_empty()
    }

    /// Whether the findings of this file are from an earlier state.
    pub fn is_file_due(&self, path: &FilePath) -> bool {
        self.due.contains(path)
    }

    /// Whether some old findings are in an edited file, so that they may be about text that no longer exists.
    pub fn is_edited(&self) -> bool {
        !self.edited.is_empty()
    }

    /// The same state with all due files checked.
    pub fn with_due_checked(&self) -> Analysis {
        let mut checking = self.checking_due(None);
        while checking.next_file() {}
        checking.finish()
    }

    /// Starts a check of the due files: `first`, then the edited ones, then those that depend on them.
    pub fn checking_due(&self, first: Option<&FilePath>) -> Checking {
        let first = first.filter(|path| self.due.contains(*path));
        let edited = self.edited.iter().filter(|path| Some(*path) != first);
        let others = self.due.iter().filter(|path| Some(*path) != first && !self.edited.contains(*path));
        let left: Vec<FilePath> = first.into_iter().chain(edited).chain(others).cloned().collect();
        Checking { analysis: self.clone(), left: left.into_iter() }
    }
}
