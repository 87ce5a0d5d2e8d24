//! Keeps the text editor and the state in sync, and handles the actions of the text editor.

use std::sync::Arc;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::diagnostic::Diagnostic;
use descriptorium_core::edit::{Change, Replace, TextEdit};
use descriptorium_core::hover::Hint;
use descriptorium_core::symbol::Symbol;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::{FilePath, Span};
use descriptorium_core::workspace::SourceFile;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::browser::dom::remember;
use crate::browser::text_editor::{self, Callbacks, Completions, Finding, Piece, TextEditor};
use crate::gestures::fixes::line_fixes;
use crate::gestures::lazy::GESTURES;
use crate::model::disk::is_same;
use crate::model::offsets::{Bytes, Units, span_to_editor, to_byte, to_editor, with_breaks_of};
use crate::model::shared::Shared;
use crate::model::snapshot::Snapshot;
use crate::state::editor::Reveal;
use crate::state::keys::TextAction;
use crate::state::operations::OPERATIONS;
use crate::state::text_pane::{EditorText, HINTS_HIDDEN, Pane, TextDialog};
use crate::words;

impl Pane {
    /// Creates the text editor if there is none. It appears once its script has been loaded.
    pub fn make(self) {
        if self.is_created.get_untracked() || self.is_loading.get_value() {
            return;
        }
        let Some(place) = self.place.get_untracked() else { return };
        self.is_loading.set_value(true);
        spawn_local(async move {
            let made = text_editor::create(&place, words::text::yaml_of_file(), self.callbacks()).await;
            self.is_loading.set_value(false);
            let Some(view) = made else { return self.editor.fail(words::shell::module_failed()) };
            // The page may have been rebuilt in another language in the meantime.
            if let Some(now) = self.place.get_untracked().filter(|now| *now != place) {
                view.remount(&now, words::text::yaml_of_file());
            }
            self.view.set_value(Some(view));
            self.is_created.set(true);
        });
    }

    pub fn with_view(self, then: impl FnOnce(&TextEditor)) {
        self.view.with_value(|view| view.as_ref().map(then));
    }

    /// Updates the text editor to the open file, with the smallest change.
    pub fn show(self) {
        if !self.is_created.get() {
            return;
        }
        let analysis = self.editor.analysis.get();
        let open = self.editor.file.get().and_then(|path| Some((analysis.text(&path)?, path)));
        let read_only = open.is_none() || self.editor.is_read_only();
        let Some((text, file)) = open else {
            self.shown.set_value(None);
            return self.with_view(|view| view.show("", "", true));
        };
        let before = self.shown.get_value();
        self.with_view(|view| view.set_read_only(read_only));
        if before.as_ref().is_some_and(|before| before.file == file && is_same(&before.text, &text)) {
            return;
        }
        self.shown.set_value(Some(EditorText::of(file.clone(), Arc::clone(&text))));
        let same_file = before.filter(|before| before.file == file);
        self.with_view(|view| match &same_file {
            Some(before) => view.edit(&pieces(&before.text, &self.edit_between(&before.text, &text))),
            None => view.show(file.as_str(), &text, read_only),
        });
        self.agree();
    }

    /// The edit from `before` to `after`. It covers whole lines if several changed, so that the cursor stays between
    /// two changes.
    fn edit_between(self, before: &str, after: &str) -> TextEdit {
        let edit = TextEdit::between(before, after);
        match OPERATIONS.get() {
            Some(operations) if edit.replaces().iter().any(|replace| replace.span.of(before).contains('\n')) => {
                (operations.edit_of_lines)(before, after)
            }
            Some(_) | None => edit,
        }
    }

    /// Checks that the text editor shows the text of the store; if it does not, the store wins.
    fn agree(self) {
        let Some(shown) = self.shown.get_value() else { return };
        self.with_view(|view| {
            if view.length() != shown.units {
                view.reset(&shown.text);
            }
        });
    }

    /// The analysis with the latest findings, and the open file in it, which the text editor then shows. The text editor moves
    /// marks and hints itself while the user types, so they are only replaced after a check.
    fn checked(self) -> Option<(Shared<Snapshot>, Arc<SourceFile>)> {
        if !self.is_created.get() {
            return None;
        }
        let analysis = self.editor.findings.get();
        let file = analysis.file(&self.editor.file.get()?)?.clone();
        untrack(|| self.show());
        Some((analysis, file))
    }

    pub fn diagnose(self) {
        let Some((analysis, file)) = self.checked() else { return };
        let mut units = Units::of(&file.text);
        let place = |found: &Diagnostic| {
            let (from, to) = units.span(found.span);
            (from, to, found.severity)
        };
        self.with_view(|view| view.diagnose(analysis.diagnostics(&file.path).iter().map(place)));
        if self.editor.host.is_present {
            // It may have added descriptors.
            self.with_view(TextEditor::forget_completions);
        }
    }

    /// Shows what is known about the text beside it, if the user wants that.
    pub fn hint(self) {
        let Some((analysis, file)) = self.checked() else { return };
        let hints = match self.has_hints.get() {
            true => analysis.hints(&file.path, Span::new(0, file.text.len())),
            false => Vec::new(),
        };
        let mut units = Units::of(&file.text);
        let place = |Hint { at, text, reason }| (units.span(Span::at(at as usize)).0, text, reason);
        self.with_view(|view| view.hint(hints.into_iter().map(place)));
    }

    /// A finding of the open file, by its index.
    fn found(self, number: usize) -> Option<Diagnostic> {
        let analysis = self.editor.analysis.get_untracked();
        analysis.diagnostics(&self.editor.file.get_untracked()?).get(number).cloned()
    }

    /// Marks the selection of the canvas in the text.
    pub fn mark(self) {
        if !self.is_created.get() {
            return;
        }
        let selection = self.editor.selection.get();
        // The text editor moves its marks itself while the user types.
        let analysis = self.editor.drawn.get();
        let Some(file) = self.editor.file.get().and_then(|path| analysis.file(&path).cloned()) else { return };
        let spans = selection.iter().filter_map(|path| file.whole_span(path));
        let ranges: Vec<(usize, usize)> = spans.map(|span| span_to_editor(&file.text, span)).collect();
        untrack(|| self.show());
        self.with_view(|view| view.mark(&ranges));
    }

    pub fn reveal(self) {
        let Some(Reveal { span, number, focus }) = self.editor.reveal.get() else { return };
        if self.revealed.get_value() == Some(number) {
            return;
        }
        if !self.is_created.get() {
            return self.make();
        }
        self.revealed.set_value(Some(number));
        // The file may not be visible yet.
        untrack(|| self.show());
        let range = self.shown.with_value(|shown| shown.as_ref().map(|shown| span_to_editor(&shown.text, span)));
        if let Some((from, to)) = range {
            self.with_view(|view| {
                view.select(from, to);
                if focus {
                    view.focus();
                    // If another tab was visible, the text can only take the focus after the next render.
                    request_animation_frame(move || self.with_view(TextEditor::focus));
                }
            });
        }
    }

    /// The position of the cursor.
    fn head(self) -> usize {
        let mut head = 0;
        self.with_view(|view| head = view.head());
        head
    }

    /// The symbol that is defined or used at an offset of the text.
    fn symbol_at(self, offset: usize) -> Option<Symbol> {
        self.ask(offset, |analysis, path, _, offset| analysis.definition(path, offset)).flatten()
    }

    pub fn go_to_definition(self, offset: usize) {
        match self.symbol_at(offset) {
            Some(symbol) => self.editor.show_place(&symbol.file, symbol.span),
            None => self.editor.say(words::text::no_symbol()),
        }
    }

    /// Runs an action: at once if the text editor can do it itself, otherwise as soon as the lazily loaded module is
    /// there.
    pub fn act(self, action: TextAction) {
        let command = match action {
            TextAction::Complete => "complete",
            TextAction::Explain => "explain",
            TextAction::NextFinding => "nextFinding",
            TextAction::PreviousFinding => "previousFinding",
            TextAction::Find => "find",
            TextAction::SelectNext => "selectNext",
            TextAction::Comment => "comment",
            TextAction::Fold => "fold",
            TextAction::Unfold => "unfold",
            TextAction::FoldAll => "foldAll",
            TextAction::UnfoldAll => "unfoldAll",
            TextAction::Definition
            | TextAction::Peek
            | TextAction::References
            | TextAction::Rename
            | TextAction::Outline
            | TextAction::Fixes
            | TextAction::Format
            | TextAction::Hints => {
                return self.editor.when_served_here(&GESTURES, move |gestures| (gestures.act_on_text)(self, action));
            }
        };
        self.with_view(|view| view.run(command));
    }

    /// Runs the actions that [`Pane::act`] leaves to the lazily loaded module.
    pub fn act_lazily(self, action: TextAction) {
        match action {
            TextAction::Definition => self.go_to_definition(self.head()),
            TextAction::Peek => self.ask_about(TextDialog::Peek),
            TextAction::References => self.ask_about(TextDialog::References),
            TextAction::Rename => self.ask_about(TextDialog::Rename),
            TextAction::Outline => self.outline(),
            TextAction::Fixes => self.offer_fixes(self.head()),
            TextAction::Format => self.format(),
            TextAction::Hints => self.toggle_hints(),
            // Already done by `act`.
            TextAction::Complete
            | TextAction::Explain
            | TextAction::NextFinding
            | TextAction::PreviousFinding
            | TextAction::Find
            | TextAction::SelectNext
            | TextAction::Comment
            | TextAction::Fold
            | TextAction::Unfold
            | TextAction::FoldAll
            | TextAction::UnfoldAll => {}
        }
    }

    /// Offers the fixes for the findings in the line at an offset.
    pub fn offer_fixes(self, offset: usize) {
        let found = self.ask(offset, line_fixes).unwrap_or_default();
        if found.is_empty() {
            return self.editor.say(words::text::no_fixes());
        }
        self.asked.set(Some(TextDialog::Fixes(found)));
    }

    /// Formats the selected lines, or the whole file without a selection.
    fn format(self) {
        let (mut from, mut to) = (0, 0);
        self.with_view(|view| (from, to) = view.range());
        let formatted = self.ask(from, |analysis, path, text, from| {
            let selection = Span::new(from, to_byte(text, to));
            analysis.formatted(path, Some(selection).filter(|selection| !selection.is_empty()))
        });
        match formatted {
            Some(Ok(change)) if change.edits.values().all(TextEdit::is_empty) => {
                self.editor.say(words::text::already_formatted());
            }
            Some(Ok(change)) => self.editor.apply(&change),
            Some(Err(error)) => self.editor.fail(&words::shell::not_done(&error.to_string())),
            None => {}
        }
    }

    /// Shows or hides hints, and remembers the choice.
    fn toggle_hints(self) {
        let is_wanted = !self.has_hints.get_untracked();
        self.has_hints.set(is_wanted);
        remember(HINTS_HIDDEN, (!is_wanted).then_some("hidden"));
        self.editor.say(if is_wanted { words::text::hints_shown() } else { words::text::hints_hidden() });
    }

    fn outline(self) {
        self.asked.set(self.editor.file.get_untracked().map(TextDialog::Outline));
    }

    fn ask_about(self, ask: impl FnOnce(Symbol) -> TextDialog) {
        match self.symbol_at(self.head()) {
            Some(symbol) => self.asked.set(Some(ask(symbol))),
            None => self.editor.say(words::text::no_symbol()),
        }
    }

    fn callbacks(self) -> Callbacks {
        let editor = self.editor;
        Callbacks {
            edited: Box::new(move |pieces, kind| self.edited(&pieces, &kind)),
            selected: Box::new(move |head| self.selected(head)),
            complete: Box::new(move |offset| self.complete(offset)),
            hover: Box::new(move |offset| self.ask(offset, OPERATIONS.get()?.note).flatten()),
            finding: Box::new(move |number| self.found(number).as_ref().map(finding).unwrap_or_default()),
            fix: Box::new(move |number, fix| {
                if let Some(fix) = self.found(number).and_then(|found| found.fixes.into_iter().nth(fix)) {
                    editor.apply(&fix.change);
                }
            }),
            undo: Box::new(move || editor.undo()),
            redo: Box::new(move || editor.redo()),
            define: Box::new(move |offset| {
                editor.when_served_here(&GESTURES, move |gestures| (gestures.go_to_definition)(self, offset));
            }),
            fix_line: Box::new(move |offset| {
                editor.when_served_here(&GESTURES, move |gestures| (gestures.offer_fixes)(self, offset));
            }),
        }
    }

    /// Applies typed text to the open file.
    fn edited(self, pieces: &[Piece], kind: &str) {
        let Some(before) = self.shown.get_value() else { return };
        let mut bytes = Bytes::of(&before.text);
        let replaces = pieces.iter().map(|piece| {
            let (from, to) = (bytes.at(piece.from), bytes.at(piece.to));
            Replace { span: Span::new(from, to), text: with_breaks_of(&before.text, &piece.insert) }
        });
        let stored = || self.editor.analysis.with_untracked(|analysis| analysis.text(&before.file));
        let is_shown = stored().is_some_and(|stored| is_same(&before.text, &stored));
        let Some(edit) = TextEdit::new(replaces.collect()).filter(|_| is_shown) else { return self.take_back(&before) };
        let change = Change::of_file(typing(kind), before.file.clone(), edit);
        let done = if is_typing(kind) { self.editor.apply_typing(&change) } else { self.editor.apply_quietly(&change) };
        match stored().filter(|_| done.is_ok()) {
            Some(text) => {
                let inserted: usize = pieces.iter().map(|piece| piece.insert.encode_utf16().count()).sum();
                let removed: usize = pieces.iter().map(|piece| piece.to - piece.from).sum();
                let units = (before.units + inserted).saturating_sub(removed);
                if let ([piece], true) = (pieces, self.editor.host.is_present) {
                    self.seek(&text, piece.from + inserted);
                }
                self.shown.set_value(Some(EditorText { file: before.file, text, units }));
                self.agree();
            }
            None => self.take_back(&before),
        }
    }

    /// Shows the text of the store again, because the typed text could not be applied.
    fn take_back(self, before: &EditorText) {
        self.with_view(|view| view.reset(&before.text));
        self.shown.set_value(Some(before.clone()));
    }

    /// Selects the box around the cursor on the canvas, once it is rendered.
    fn selected(self, head: usize) {
        if !self.editor.is_drawn() {
            let selection = self.editor.selection.get_untracked();
            return self.selects.update_value(|selects| {
                selects.get_or_insert(selection);
            });
        }
        self.selects.set_value(None);
        let path = self.ask(head, |analysis, path, _, offset| analysis.file(path).map(|file| file.path_at(offset)));
        let Some(Some(path)) = path else { return };
        let drawn = self.editor.scene.with_untracked(|view| view.drawn(&path));
        let selection: Vec<NodePath> = drawn.into_iter().collect();
        if self.editor.selection.get_untracked() != selection {
            self.editor.selection.set(selection);
        }
    }

    /// Selects the item at the cursor when the diagram has caught up with the text, unless the selection changed in the
    /// meantime.
    pub fn select_drawn(self) {
        self.editor.drawn.track();
        let Some(before) = self.selects.try_update_value(Option::take).flatten() else { return };
        // Deleted items are no longer selected.
        if self.editor.selection.with_untracked(|selection| selection.iter().all(|path| before.contains(path))) {
            self.selected(self.head());
        }
    }

    /// The completions at an offset. If typing has only continued a scalar, they are those of the last parsed state: parsing
    /// the text would cost most of the time of a key press.
    fn complete(self, offset: usize) -> Option<Completions> {
        let complete = OPERATIONS.get()?.complete;
        let path = self.editor.file.get_untracked()?;
        let typed = self.editor.analysis.with_untracked(|analysis| analysis.insertion(&path));
        let continued = typed.and_then(|(before, Replace { span, text })| {
            let (file, start) = (before.file(&path)?, span.start as usize);
            let at = to_editor(&file.text, start);
            let is_typed_here =
                at + text.len() == offset && continues_scalar(&file.text[..start], &text, &file.text[start..]);
            is_typed_here.then(|| (complete(&before, &path, &file.text, start), text.len()))
        });
        match continued {
            Some((found, n_typed)) => found.map(|found| found.grown(n_typed)),
            None => self.ask(offset, complete).flatten(),
        }
    }

    /// Lets the host search for the name of a type that is being typed in front of an offset.
    fn seek(self, text: &str, offset: usize) {
        let before = text.get(..to_byte(text, offset)).and_then(|before| before.rsplit('\n').next());
        let name = before.and_then(|line| line.rsplit_once("type:")).map(|(_, name)| name.trim_start());
        let name = name.map(|name| name.trim_start_matches(['"', '\'']));
        if let Some(name) = name.filter(|name| !name.is_empty() && !name.contains([' ', ','])) {
            self.editor.host.sought.set(name.to_owned());
        }
    }

    /// Queries the analysis about an offset of the open file, with its text and the offset in bytes.
    fn ask<T>(self, offset: usize, ask: impl Fn(&Analysis, &FilePath, &str, usize) -> T) -> Option<T> {
        let analysis = self.editor.analysis.get_untracked();
        let path = self.editor.file.get_untracked()?;
        let file = analysis.file(&path)?;
        Some(ask(&analysis, &path, &file.text, to_byte(&file.text, offset)))
    }
}

impl EditorText {
    fn of(file: FilePath, text: Arc<str>) -> Self {
        EditorText { file, units: to_editor(&text, text.len()), text }
    }
}

/// Whether text between `before` and `after` continues a scalar, wherever that is: it starts no key, item, comment, reference
/// or flow collection, ends no name in an expression, and is in no key, which determines what belongs below it. The text
/// editor keeps completions under the same condition (`complete` in editor.js).
fn continues_scalar(before: &str, typed: &str, after: &str) -> bool {
    let is_of_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let line = before.rsplit('\n').next().unwrap_or(before);
    let is_inside = |open: &&str| line.rsplit_once(*open).is_some_and(|(_, inside)| !inside.contains('}'));
    let in_expression = ["${", "{{", "{%"].iter().any(is_inside);
    let rest =
        after.trim_start_matches(|character: char| character.is_ascii_alphanumeric() || "_.-".contains(character));
    let in_key = rest.strip_prefix(['"', '\'']).unwrap_or(rest).starts_with(':');
    let also: &[u8] = if in_expression { b"" } else { b" ;()/" };
    let fits = |byte: u8| is_of_word(byte) || also.contains(&byte);
    !in_key && before.bytes().next_back().is_some_and(is_of_word) && typed.bytes().all(fits)
}

/// The name of an edit of this kind in the undo menu.
pub fn typing(kind: &str) -> &'static str {
    match kind {
        "input.paste" | "input.drop" => words::shortcuts::paste(),
        "input.complete" => words::shortcuts::complete(),
        "delete.cut" => words::shortcuts::cut(),
        "move.line" => words::text::move_lines(),
        _ if kind.starts_with("input.replace") => words::text::replace(),
        _ => words::text::typing(),
    }
}

/// Whether an edit of this kind is merged with the ones before it.
pub fn is_typing(kind: &str) -> bool {
    kind.starts_with("input.type")
        || matches!(kind, "input" | "delete.backward" | "delete.forward" | "delete.selection")
}

pub fn pieces(text: &str, edit: &TextEdit) -> Vec<Piece> {
    let mut units = Units::of(text);
    let pieces = edit.replaces().iter().map(|replace| {
        let (from, to) = units.span(replace.span);
        Piece { from, to, insert: replace.text.clone() }
    });
    pieces.collect()
}

pub fn finding(diagnostic: &Diagnostic) -> Finding {
    Finding {
        message: diagnostic.message.clone(),
        code: diagnostic.code,
        help: diagnostic.help.clone().unwrap_or_default(),
        fixes: diagnostic.fixes.iter().map(|fix| fix.change.title.replace('`', "")).collect(),
    }
}
