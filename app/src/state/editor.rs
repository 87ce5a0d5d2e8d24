//! The state of the modeller: one store, read through it, written through [`Editor::apply`].

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::assembly;
use descriptorium_core::content::Contents;
use descriptorium_core::edit::{Change, EditError, TextEdit};
use descriptorium_core::editing::layout;
use descriptorium_core::preview::question::Question;
use descriptorium_core::rules::catalog_settings::CatalogSettings;
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::{FilePath, Span};
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::FileSystemDirectoryHandle;

use crate::browser::slices::Slices;
use crate::model::busy::Busy;
use crate::model::disk::{Disk, FileSource, SavedText, Saving, Seen, Served, dirty};
use crate::model::history::{History, Step};
use crate::model::hit::own;
use crate::model::openings::Openings;
use crate::model::other_files::OtherFiles;
use crate::model::scene_view::{DiagramCache, SceneView};
use crate::model::shared::Shared;
use crate::model::snapshot::{SettingsOf, Snapshot};
use crate::state::keys::TextAction;
use crate::state::modules::{Loader, Modules};
use crate::words::locale::Locale;
use crate::words::shell as words;

/// The store, in the context of every component.
#[derive(Clone, Copy)]
pub struct Editor {
    history: RwSignal<History>,
    /// The latest state of all files. Views read `drawn` or `findings` instead, and of this one only texts: anything else makes
    /// each key press wait until the text is parsed.
    pub analysis: Memo<Shared<Snapshot>>,
    /// The latest state in which every edited file is checked. Views that list findings read this one. Like `drawn`, it is a
    /// signal of its own and not a memo of `analysis`: then a key press does not even ask what depends on it.
    pub findings: RwSignal<Shared<Snapshot>>,
    /// The latest state that is drawn: while text is typed, that before the first letter until the user pauses, as the
    /// letters of a name are one change to the diagram.
    pub drawn: RwSignal<Shared<Snapshot>>,
    /// Number of edits typed so far, to detect a pause.
    typed: StoredValue<u32>,
    /// The file that is open.
    pub file: RwSignal<Option<FilePath>>,
    /// The file that was open before it.
    before: StoredValue<Option<FilePath>>,
    /// What is selected in it, on the canvas and in the text.
    pub selection: RwSignal<Vec<NodePath>>,
    /// Asks the text pane to show a place.
    pub reveal: RwSignal<Option<Reveal>>,
    /// Asks the text editor to do something.
    pub text_action: RwSignal<Option<TextAction>>,
    /// The drawing of the open file.
    pub scene: Memo<Shared<SceneView>>,
    /// What is opened in place or closed in the diagrams, by file.
    pub folds: RwSignal<BTreeMap<FilePath, BTreeSet<NodePath>>>,
    /// Lets the drawing be made anew, as if it had not been drawn before, when it changes.
    pub redraw: RwSignal<u32>,
    /// What is on disk, by file: the text and the tag under which the program knows it.
    pub saved: RwSignal<Disk>,
    /// The files that differ from what is on disk; those that are to be taken away come last.
    pub dirty: Memo<Vec<FilePath>>,
    /// The language of the interface.
    pub locale: RwSignal<Locale>,
    /// Where files come from and go to, if a program serves them.
    pub served: RwSignal<Option<Served>>,
    /// The folder that is open through the browser, if one is.
    pub folder: StoredValue<Option<FileSystemDirectoryHandle>, LocalStorage>,
    /// The latest thing worth saying, for the status line and for those who listen.
    pub notice: RwSignal<Option<Notice>>,
    /// What takes a while at the moment.
    pub busy: RwSignal<Option<Busy>>,
    /// The catalogs that are asked for.
    pub openings: StoredValue<Openings>,
    /// How many catalogs have been begun with.
    pub begun: StoredValue<u32>,
    /// How far it is found out what is wrong, in percent, while that takes a while.
    pub checking: RwSignal<Option<usize>>,
    /// Whether changed files are being written at the moment.
    pub saving: RwSignal<Saving>,
    /// The files that have changed on disk as well as here, and what is on disk now, if anything.
    pub conflicts: RwSignal<BTreeMap<FilePath, Option<SavedText>>>,
    /// Files of any kind around the open catalog, once that can be asked.
    pub other_files: StoredValue<Option<Arc<OtherFiles>>>,
    /// Number of lists and contents of these files that have been fetched.
    pub n_fetched: RwSignal<u32>,
    /// What the disk was when it was looked at last.
    pub seen: StoredValue<Seen>,
    /// The questions that previews answer, by file.
    pub questions: RwSignal<BTreeMap<FilePath, Question>>,
    /// The name of the file that the question was loaded from, by descriptor.
    pub loaded: RwSignal<BTreeMap<FilePath, String>>,
    /// The lazily loaded modules.
    pub modules: Modules,
}

/// Debounce before typed text is drawn and checked: longer than the gap between two letters of a word.
const PAUSE: Duration = Duration::from_millis(250);

/// A place of the open file that is to be shown in its text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reveal {
    pub span: Span,
    /// Makes asking twice different from asking once.
    pub number: u32,
    /// Whether somebody wants to go there, with the keyboard too.
    pub focus: bool,
}

/// Something to say.
#[derive(Clone, PartialEq, Debug)]
pub struct Notice {
    pub text: String,
    pub tone: Tone,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tone {
    Plain,
    Failure,
}

impl Editor {
    /// An editor without files, which fetches its lazily loaded modules by `load`.
    pub fn new(load: Loader) -> Self {
        let history = RwSignal::new(History::new(Analysis::default(), CatalogSettings::default()));
        let analysis = Memo::new(move |_| Shared(history.with(|history| Arc::clone(history.analysis()))));
        let findings = RwSignal::new(analysis.get_untracked());
        let drawn = RwSignal::new(analysis.get_untracked());
        let saved = RwSignal::new(Disk::new());
        let file = RwSignal::new(None::<FilePath>);
        let redraw = RwSignal::new(0_u32);
        let folds = RwSignal::new(BTreeMap::<FilePath, BTreeSet<NodePath>>::new());
        // The storage is asked when a file is opened, not at every key.
        let toggled = Memo::new(move |_| {
            let of = |path: FilePath| folds.with(|folds| crate::state::folds::toggled(folds, &path));
            file.get().map(of).unwrap_or_default()
        });
        let number_drawn = StoredValue::new(0_u32);
        let diagrams = StoredValue::new(DiagramCache::default());
        let scene = Memo::new(move |before: Option<&Shared<SceneView>>| {
            let path = file.get();
            let analysis = drawn.get();
            let number = redraw.get();
            let before = before.filter(|_| number_drawn.get_value() == number);
            if number_drawn.get_value() != number {
                diagrams.set_value(DiagramCache::default());
            }
            number_drawn.set_value(number);
            let toggled = toggled.get();
            let known = path.as_ref().and_then(|path| diagrams.with_value(|diagrams| diagrams.of(path, &analysis)));
            let view = match known {
                Some(known) => {
                    let (base, topology) = (Arc::clone(&known.base), known.topology());
                    SceneView::of(before, path.as_ref(), base, topology, &analysis, &toggled)
                }
                None => diagrams
                    .with_value(|diagrams| SceneView::next(before, path.as_ref(), &analysis, diagrams, &toggled)),
            };
            diagrams.update_value(|diagrams| diagrams.keep(&analysis, &view));
            view
        });
        Editor {
            history,
            analysis,
            findings,
            drawn,
            typed: StoredValue::new(0),
            file,
            before: StoredValue::new(None),
            selection: RwSignal::new(Vec::new()),
            reveal: RwSignal::new(None),
            text_action: RwSignal::new(None),
            scene,
            folds,
            redraw,
            saved,
            dirty: Memo::new(move |_| dirty(&analysis.get(), &saved.read())),
            locale: RwSignal::new(Locale::English),
            served: RwSignal::new(None),
            folder: StoredValue::new_local(None),
            notice: RwSignal::new(None),
            busy: RwSignal::new(None),
            openings: StoredValue::new(Openings::default()),
            begun: StoredValue::new(0),
            checking: RwSignal::new(None),
            saving: RwSignal::new(Saving::Idle),
            conflicts: RwSignal::new(BTreeMap::new()),
            other_files: StoredValue::new(None),
            n_fetched: RwSignal::new(0),
            seen: StoredValue::new(Seen::default()),
            questions: RwSignal::new(BTreeMap::new()),
            loaded: RwSignal::new(BTreeMap::new()),
            modules: Modules::new(load),
        }
    }

    /// The store of the component tree that we are in.
    pub fn expect() -> Self {
        expect_context::<Editor>()
    }

    /// Begins with what was opened, as it is on disk, forgetting whatever was open.
    pub fn begin_with(&self, served: Served, history: History, files: Disk) {
        self.begun.update_value(|number| *number += 1);
        self.modules.forget_failed();
        let first = entry_point(history.analysis());
        self.served.set(Some(served));
        self.selection.set(Vec::new());
        self.update(true, |now| *now = history);
        self.note_saved(|now| *now = files);
        self.conflicts.set(BTreeMap::new());
        self.file.set(first);
    }

    /// Takes over what was found to be wrong with the files of `checked`, which are in a state that may be past.
    pub fn learn(&self, checked: &Analysis) {
        self.update(true, |history| history.learn(checked));
    }

    /// Adds the services that have arrived, and the settings that the files state.
    pub fn serve(&self, settings: SettingsOf) {
        self.update(true, |history| history.serve(self.modules.provided(), settings));
    }

    /// Makes files of any kind known in every state.
    pub fn surround(&self, files: Arc<OtherFiles>) {
        self.other_files.set_value(Some(Arc::clone(&files)));
        self.update(true, |history| history.surround(&Contents::of(files)));
    }

    /// How the files are judged, whatever they say of themselves.
    pub fn stated(&self) -> CatalogSettings {
        self.history.with(History::stated)
    }

    /// Whether nothing can be changed, as the program that serves the files takes no changes.
    pub fn is_read_only(&self) -> bool {
        self.served.with(|served| served.as_ref().is_some_and(|served| served.read_only))
    }

    /// Whether this is the way to the files.
    pub fn is_source(&self, source: &FileSource) -> bool {
        self.served.with(|served| served.as_ref().is_some_and(|served| served.source == *source))
    }

    /// Does a change, as one step of undo, and says so. A refusal is said, and nothing is done.
    pub fn apply(&self, change: &Change) {
        if change.edits.is_empty() && change.files.is_empty() {
            return;
        }
        if self.apply_quietly(change).is_ok() {
            self.say(&change.title);
        }
    }

    /// Does a change, as one step of undo. A refusal is said and given back, and nothing is done.
    pub fn apply_quietly(&self, change: &Change) -> Result<(), EditError> {
        self.step(|history| history.apply(change))
    }

    /// Does what somebody else has done on disk, as one step of undo that leaves what can be redone.
    pub fn follow(&self, change: &Change) -> Result<(), EditError> {
        self.update(true, |history| history.follow(change)).unwrap_or(Ok(()))?;
        self.check();
        self.leave_what_is_gone();
        self.prune_selection();
        Ok(())
    }

    /// Whether something can be redone in a file.
    pub fn is_undone(&self, path: &FilePath) -> bool {
        self.history.with_untracked(|history| history.is_undone(path))
    }

    /// Applies one of many small changes that follow one another: one step with the one just before.
    pub fn apply_repeated(&self, change: &Change) -> Result<(), EditError> {
        let now = js_sys::Date::now();
        self.step(|history| history.apply_typing(change, now))
    }

    /// Applies typed text: one step with the text typed just before. It is drawn, and what is gone is no longer selected,
    /// at the next pause.
    pub fn apply_typing(&self, change: &Change) -> Result<(), EditError> {
        let now = js_sys::Date::now();
        self.try_step(false, |history| history.apply_typing(change, now))?;
        if self.is_drawn() {
            self.prune_selection();
        }
        Ok(())
    }

    /// Does a step of undo. A refusal is said and given back, and nothing is done.
    pub fn step(&self, step: impl FnOnce(&mut History) -> Result<(), EditError>) -> Result<(), EditError> {
        self.try_step(true, step)?;
        self.prune_selection();
        Ok(())
    }

    fn try_step(&self, draws: bool, step: impl FnOnce(&mut History) -> Result<(), EditError>) -> Result<(), EditError> {
        let result = if untrack(|| self.is_read_only()) {
            Err(EditError::Refused(words::read_only_folder().to_owned()))
        } else {
            self.update(draws, step).unwrap_or(Ok(()))
        };
        match &result {
            Ok(()) => {
                // What was not done before is past.
                self.forget_notice();
                self.check();
                self.leave_what_is_gone();
            }
            Err(error) => self.refuse(error),
        }
        result
    }

    /// Updates the history, and what follows it.
    fn update<T>(&self, draws: bool, update: impl FnOnce(&mut History) -> T) -> Option<T> {
        let result = self.history.try_update(update);
        self.publish(draws);
        result
    }

    /// Publishes the latest state: to views of findings if every edited file is checked, and to the diagram if it `draws` or
    /// nothing is left to wait for.
    fn publish(&self, draws: bool) {
        let now = self.analysis.get_untracked();
        let is_edited = now.is_edited();
        if !is_edited && self.findings.with_untracked(|before| *before != now) {
            self.findings.set(now.clone());
        }
        if (draws || !is_edited) && self.drawn.with_untracked(|before| *before != now) {
            self.drawn.set(now);
        }
    }

    /// Whether the latest state is drawn.
    pub fn is_drawn(&self) -> bool {
        let now = self.analysis.get_untracked();
        self.drawn.with_untracked(|drawn| *drawn == now)
    }

    /// Draws and checks typed text immediately.
    pub fn settle(self) {
        if self.analysis.with_untracked(|analysis| analysis.is_due()) {
            self.update(true, History::settle);
        }
    }

    /// Checks what is due after a short pause in typing.
    pub fn settle_soon(self) {
        let analysis = self.analysis.get_untracked();
        if !analysis.is_due() {
            return;
        }
        self.typed.update_value(|typed| *typed += 1);
        let typed = self.typed.get_value();
        let settle = move || {
            if self.typed.get_value() == typed {
                spawn_local(self.settle_in_slices(typed));
            }
        };
        set_timeout(settle, if analysis.is_edited() { PAUSE } else { Duration::ZERO });
    }

    /// Checks what is due: edited files at once, and those that depend on them while the page lives, until something is
    /// typed again.
    async fn settle_in_slices(self, typed: u32) {
        let open = self.file.get_untracked();
        let mut slices = Slices::begin();
        if !self.is_drawn() {
            // The diagram first: it waits for no finding.
            self.publish(true);
            self.prune_selection();
            slices.yield_now().await;
        }
        // Views follow when the edited files are checked, and when all are: not after every slice.
        let mut is_shown = false;
        while self.typed.get_value() == typed {
            let settle =
                |history: &mut History| history.settle_some(open.as_ref(), |now| now.is_edited() || !slices.is_over());
            let is_due = self.history.try_update_untracked(settle).unwrap_or(false);
            if !is_due || !is_shown {
                self.history.notify();
                self.publish(true);
                is_shown = true;
            }
            if !is_due {
                // Typing may have made a file one of another language.
                return self.check();
            }
            slices.yield_now().await;
        }
    }

    /// Opens another file in the place of one that is not there any more.
    fn leave_what_is_gone(&self) {
        let analysis = self.analysis.get_untracked();
        if self.file.with_untracked(|open| open.as_ref().is_some_and(|open| analysis.text(open).is_none())) {
            self.selection.set(Vec::new());
            self.file.set(self.fallback(&analysis));
        }
    }

    /// The file that was open before, if it is there; or else whatever one would begin with.
    fn fallback(&self, analysis: &Analysis) -> Option<FilePath> {
        let before = self.before.get_value().filter(|before| analysis.file(before).is_some());
        before.or_else(|| entry_point(analysis))
    }

    /// What is not there any more is not selected any more.
    fn prune_selection(&self) {
        let analysis = self.analysis.get_untracked();
        let file = self.file.get_untracked().and_then(|path| analysis.file(&path).cloned());
        let there = |path: &NodePath| {
            let root = file.as_ref().and_then(|file| file.root.as_ref());
            let own = own(path);
            // While the text is broken nobody knows what is there.
            root.is_none_or(|root| root.at(&own).is_some())
        };
        if !self.selection.with_untracked(|selection| selection.iter().all(there)) {
            self.selection.update(|selection| selection.retain(there));
        }
    }

    pub fn undo(&self) {
        let before = self.analysis.get_untracked();
        let step = self.update(true, |history| history.undo().cloned()).flatten();
        self.went(step, &before, words::undone);
    }

    pub fn redo(&self) {
        let before = self.analysis.get_untracked();
        let step = self.update(true, |history| history.redo().cloned()).flatten();
        self.went(step, &before, words::redone);
    }

    /// Shows what a step back or forward has changed.
    fn went(&self, step: Option<Step>, before: &Analysis, how: fn(&str) -> String) {
        let Some(step) = step else { return };
        self.check();
        let open = self.file.get_untracked();
        let is_there = |open: &FilePath| self.analysis.get_untracked().file(open).is_some();
        // A move shows in the diagram; opening the layout file would only distract from it.
        let is_layout = step.files.iter().all(layout::is_layout);
        if open.is_none_or(|open| !step.files.contains(&open) && !is_layout || !is_there(&open)) {
            self.show_any(&step.files);
        }
        self.prune_selection();
        let analysis = self.analysis.get_untracked();
        let text = |analysis: &Analysis, path: &FilePath| analysis.file(path).map(|file| Arc::clone(&file.text));
        let open = self.file.get_untracked();
        let texts = open.and_then(|path| Some((text(before, &path)?, text(&analysis, &path)?)));
        if let Some((old, new)) = texts {
            let edit = TextEdit::between(&old, &new);
            if let Some(first) = edit.replaces().first() {
                let start = first.span.start as usize;
                self.reveal_span(Span::new(start, start), false);
            }
        }
        self.say(&how(&step.title));
    }

    /// Opens the first of `files` that is there, and if none is, the file before.
    fn show_any(&self, files: &[FilePath]) {
        let analysis = self.analysis.get_untracked();
        match files.iter().find(|path| analysis.file(path).is_some()) {
            Some(path) => self.show(path),
            None => self.file.set(self.fallback(&analysis)),
        }
    }

    /// What undo and redo would do, as their menu says it.
    pub fn steps(&self) -> (Option<String>, Option<String>) {
        self.history.with(|history| (history.undoable().map(str::to_owned), history.redoable().map(str::to_owned)))
    }

    /// Opens a file; its selection is empty then.
    pub fn show(&self, path: &FilePath) {
        if self.file.get_untracked().as_ref() != Some(path) {
            self.before.set_value(self.file.get_untracked());
            self.selection.set(Vec::new());
            self.file.set(Some(path.clone()));
        }
    }

    /// Opens a file and brings a place of its text on screen.
    pub fn show_place(&self, path: &FilePath, span: Span) {
        self.show(path);
        self.reveal_span(span, true);
    }

    /// Brings a place of the open file on screen, and with `focus` the keyboard to it.
    pub fn reveal_span(&self, span: Span, focus: bool) {
        let number = self.reveal.get_untracked().map_or(0, |reveal| reveal.number + 1);
        self.reveal.set(Some(Reveal { span, number, focus }));
    }

    /// Asks the text editor to do something, wherever the keyboard is.
    pub fn ask_text(self, action: TextAction) {
        self.text_action.set(Some(action));
    }

    /// Says nothing any more: what was said of something else is old by now.
    pub fn forget_notice(&self) {
        if self.notice.with_untracked(Option::is_some) {
            self.notice.set(None);
        }
    }

    /// Says why something was not done.
    pub fn refuse(&self, error: &EditError) {
        self.fail(&words::not_done(&error.to_string()));
    }

    pub fn say(&self, text: &str) {
        self.notice.set(Some(Notice { text: text.to_owned(), tone: Tone::Plain }));
    }

    pub fn fail(&self, text: &str) {
        self.notice.set(Some(Notice { text: text.to_owned(), tone: Tone::Failure }));
    }
}

/// The file to begin with: of the assemblies that are part of no other, the one with the most components.
fn entry_point(analysis: &Analysis) -> Option<FilePath> {
    let used = analysis.used();
    let files = analysis.workspace().files();
    let unused = files.filter(|file| !used.contains(&file.path));
    let assemblies = unused.filter_map(|file| Some((assembly::descriptor(file)?.composition.len(), &file.path)));
    let largest = assemblies.max_by_key(|(components, path)| (*components, std::cmp::Reverse(*path)));
    let any = || analysis.workspace().files().next().map(|file| &file.path);
    largest.map(|(_, path)| path).or_else(any).cloned()
}
