//! The state of the modeller: one store, read through it, written through [`Editor::apply`].

use std::sync::Arc;
use std::time::Duration;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::assembly;
use descriptorium_core::content::Contents;
use descriptorium_core::edit::{Change, EditError, TextEdit};
use descriptorium_core::editing::layout;
use descriptorium_core::preview::question::Question;
use descriptorium_core::sorted_map::{SortedMap, SortedSet};
use descriptorium_core::syntax::NodePath;
use descriptorium_core::text::{FilePath, Span};
use descriptorium_core::topology::diagrams::DiagramKey;
use descriptorium_core::topology::{Vertex, foreign};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::Value;
use web_sys::FileSystemDirectoryHandle;

use crate::browser::slices::Slices;
use crate::model::busy::Busy;
use crate::model::connection::{Connection, PageKey};
use crate::model::disk::{Disk, FileSource, SavedText, Saving, Seen, Served, dirty};
use crate::model::history::{History, Step};
use crate::model::hit::own;
use crate::model::isolation::Isolation;
use crate::model::openings::Openings;
use crate::model::other_files::OtherFiles;
use crate::model::scene_view::{Choice, DiagramCache, SceneView};
use crate::model::shared::Shared;
use crate::model::snapshot::StatedSettings;
use crate::model::snapshot::{SettingsOf, Snapshot};
use crate::state::host::Host;
use crate::state::isolation::ISOLATE;
use crate::state::keys::TextAction;
use crate::state::modules::{Loader, Modules};
use crate::words::locale::Locale;
use crate::words::shell as words;

/// The store, in the context of every component.
#[derive(Clone, Copy)]
pub struct Editor {
    history: RwSignal<History>,
    /// The latest state of all files. Views read `drawn` or `findings` instead, and only texts from this one: anything
    /// else would parse the text at every keystroke.
    pub analysis: Memo<Shared<Snapshot>>,
    /// The latest state in which every edited file is checked. Views that list findings read this one. Like `drawn`, it
    /// is a separate signal and not a memo of `analysis`, so that a key press does not even re-evaluate what depends on
    /// it.
    pub findings: RwSignal<Shared<Snapshot>>,
    /// The latest state that is in the diagram. While text is typed, it is the state before the first letter until the
    /// user pauses, because the letters of a name are one change to the diagram.
    pub drawn: RwSignal<Shared<Snapshot>>,
    /// Number of edits typed so far, to detect a pause.
    typed: StoredValue<u32>,
    /// The file that is open.
    pub file: RwSignal<Option<FilePath>>,
    /// The file that was open before.
    before: StoredValue<Option<FilePath>>,
    /// The selection on the canvas and in the text.
    pub selection: RwSignal<Vec<NodePath>>,
    /// Asks the text pane to show a range.
    pub reveal: RwSignal<Option<Reveal>>,
    /// Asks the text editor to run an action.
    pub text_action: RwSignal<Option<TextAction>>,
    /// Which of the diagrams of the open file is shown.
    pub diagram: Memo<DiagramKey>,
    /// The diagrams that were chosen, by file; the first one, if none was.
    pub diagrams: RwSignal<SortedMap<FilePath, DiagramKey>>,
    /// The shown diagram of the open file.
    pub scene: Memo<Shared<SceneView>>,
    /// The boxes that are expanded or collapsed in the diagrams, by file.
    pub folds: RwSignal<SortedMap<FilePath, SortedSet<NodePath>>>,
    /// The boxes that show all of their ports, by file.
    pub with_ports: RwSignal<SortedMap<FilePath, SortedSet<NodePath>>>,
    /// The boxes that are shown alone with their neighbors, if any.
    pub isolation: RwSignal<Option<Isolation>>,
    /// Increased to lay out the open diagram again, from its text alone.
    pub redraw: RwSignal<u32>,
    /// The files on disk: their texts, and the tags under which the program knows them.
    pub saved: RwSignal<Disk>,
    /// The files that differ from the disk; deleted ones come last.
    pub dirty: Memo<Vec<FilePath>>,
    /// The language of the interface.
    pub locale: RwSignal<Locale>,
    /// The source of the files, if a program serves them.
    pub served: RwSignal<Option<Served>>,
    /// The connection to the program that serves the files.
    pub connection: RwSignal<Connection>,
    /// The key that saving through the program requires.
    pub key: RwSignal<PageKey>,
    /// Whether files are to be saved as soon as the program responds again.
    pub save_later: StoredValue<bool>,
    /// The folder that was opened through the browser, if any.
    pub folder: StoredValue<Option<FileSystemDirectoryHandle>, LocalStorage>,
    /// The latest message, for the status line and for screen readers.
    pub notice: RwSignal<Option<Notice>>,
    /// The current long-running task.
    pub busy: RwSignal<Option<Busy>>,
    /// The catalogs that were requested.
    pub openings: StoredValue<Openings>,
    /// The number of catalogs that have been opened.
    pub begun: StoredValue<u32>,
    /// The progress of a long check, in percent.
    pub checking: RwSignal<Option<usize>>,
    /// Whether changed files are being written.
    pub saving: RwSignal<Saving>,
    /// The files that have changed on disk as well as here, and their content on disk, if they exist.
    pub conflicts: RwSignal<SortedMap<FilePath, Option<SavedText>>>,
    /// Files of any kind around the open catalog, once they are available.
    pub other_files: StoredValue<Option<Arc<OtherFiles>>>,
    /// Number of lists and contents of these files that have been fetched.
    pub n_fetched: RwSignal<u32>,
    /// The state of the disk at the last read.
    pub seen: StoredValue<Seen>,
    /// The questions that previews answer, by file.
    pub questions: RwSignal<SortedMap<FilePath, Question>>,
    /// The name of the file that the question was loaded from, by descriptor.
    pub loaded: RwSignal<SortedMap<FilePath, String>>,
    /// The lazily loaded modules.
    pub modules: Modules,
    /// The page around the modeller, if it provides the files.
    pub host: Host,
    /// The name of the last change.
    last_change: StoredValue<String>,
}

/// Debounce before typed text is drawn and checked: longer than the gap between two letters of a word.
const PAUSE: Duration = Duration::from_millis(250);

/// A range of the open file that the text pane is asked to show.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reveal {
    pub span: Span,
    /// Distinguishes repeated requests.
    pub number: u32,
    /// Whether the text also takes the focus.
    pub focus: bool,
}

/// A message for the user.
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
        let history = RwSignal::new(History::new(Analysis::default(), StatedSettings::Null));
        let analysis = Memo::new(move |_| Shared(history.with(|history| Arc::clone(history.analysis()))));
        let findings = RwSignal::new(analysis.get_untracked());
        let drawn = RwSignal::new(analysis.get_untracked());
        let saved = RwSignal::new(Disk::new());
        let file = RwSignal::new(None::<FilePath>);
        let redraw = RwSignal::new(0_u32);
        let folds = RwSignal::new(SortedMap::<FilePath, SortedSet<NodePath>>::new());
        // The storage is read when a file is opened, not at every keystroke.
        let toggled = Memo::new(move |_| {
            let of = |path: FilePath| folds.with(|folds| crate::state::folds::toggled(folds, &path));
            file.get().map(of).unwrap_or_default()
        });
        let with_ports = RwSignal::new(SortedMap::<FilePath, SortedSet<NodePath>>::new());
        let chosen = RwSignal::new(SortedMap::<FilePath, DiagramKey>::new());
        // One whose part is gone comes back with it, such as by undo.
        let diagram = Memo::new(move |_| {
            let chosen = file.get().and_then(|path| Some((chosen.with(|all| all.get(&path).cloned())?, path)));
            let there = chosen.filter(|(key, path)| drawn.with(|analysis| analysis.has_diagram(path, key)));
            there.map(|(key, _)| key).unwrap_or_else(|| {
                let path = file.get();
                path.map(|path| drawn.with(|analysis| analysis.first_diagram(&path))).unwrap_or_default()
            })
        });
        let modules = Modules::new(load);
        let isolation = RwSignal::new(None::<Isolation>);
        let number_drawn = StoredValue::new(0_u32);
        let diagrams = StoredValue::new(DiagramCache::default());
        let scene = Memo::new(move |before: Option<&Shared<SceneView>>| {
            let path = file.get();
            let analysis = drawn.get();
            let number = redraw.get();
            let before = before.filter(|_| number_drawn.get_value() == number);
            if number_drawn.get_value() != number
                && let Some(path) = &path
            {
                diagrams.update_value(|diagrams| diagrams.forget(path, &analysis));
            }
            number_drawn.set_value(number);
            let (diagram, toggled) = (diagram.get(), toggled.get());
            let with_ports = path.as_ref().and_then(|path| with_ports.with(|all| all.get(path).cloned()));
            let with_ports = with_ports.filter(|_| diagram.is_topology()).unwrap_or_default();
            let choice = Choice { diagram: &diagram, toggled: &toggled, with_ports: &with_ports };
            let isolation = isolation.get().filter(|by| path.as_ref() == Some(&by.file));
            let isolation = isolation.as_ref().and_then(|by| {
                modules.shared.track();
                Some((by, *ISOLATE.get()?))
            });
            let known =
                path.as_ref().and_then(|path| diagrams.with_value(|diagrams| diagrams.of(path, &analysis, choice)));
            let view = match known {
                Some(known) => {
                    let (base, topology) = (Arc::clone(&known.base), known.topology());
                    SceneView::of(before, path.as_ref(), base, topology, &analysis, choice, isolation)
                }
                None => diagrams.with_value(|diagrams| {
                    SceneView::next(before, path.as_ref(), &analysis, diagrams, choice, isolation)
                }),
            };
            diagrams.update_value(|diagrams| diagrams.keep(&analysis, &view, choice));
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
            diagram,
            diagrams: chosen,
            scene,
            folds,
            with_ports,
            isolation,
            redraw,
            saved,
            dirty: Memo::new(move |_| dirty(&analysis.get(), &saved.read())),
            locale: RwSignal::new(Locale::English),
            served: RwSignal::new(None),
            connection: RwSignal::new(Connection::Open),
            key: RwSignal::new(PageKey::Unknown),
            save_later: StoredValue::new(false),
            folder: StoredValue::new_local(None),
            notice: RwSignal::new(None),
            busy: RwSignal::new(None),
            openings: StoredValue::new(Openings::default()),
            begun: StoredValue::new(0),
            checking: RwSignal::new(None),
            saving: RwSignal::new(Saving::Idle),
            conflicts: RwSignal::new(SortedMap::new()),
            other_files: StoredValue::new(None),
            n_fetched: RwSignal::new(0),
            seen: StoredValue::new(Seen::default()),
            questions: RwSignal::new(SortedMap::new()),
            loaded: RwSignal::new(SortedMap::new()),
            host: Host::of_page(),
            last_change: StoredValue::new(String::new()),
            modules,
        }
    }

    /// The store from the context of the component.
    pub fn expect() -> Self {
        expect_context::<Editor>()
    }

    /// Replaces everything that is open by newly opened files.
    pub fn begin_with(&self, served: Served, history: History, files: Disk) {
        self.begun.update_value(|number| *number += 1);
        self.modules.forget_failed();
        let first = entry_point(history.analysis());
        self.served.set(Some(served));
        self.connection.set(Connection::Open);
        self.key.set(PageKey::Unknown);
        self.save_later.set_value(false);
        self.selection.set(Vec::new());
        self.update(true, |now| *now = history);
        self.note_saved(|now| *now = files);
        self.conflicts.set(SortedMap::new());
        self.file.set(first);
    }

    /// Takes over the findings that were found in `checked`, which may be a past state.
    pub fn learn(&self, checked: &Analysis) {
        self.update(true, |history| history.learn(checked));
        self.check_arrived();
    }

    /// Publishes that files of any kind have arrived, and checks what depends on them.
    pub fn arrived(&self) {
        self.n_fetched.update(|number| *number += 1);
        self.check_arrived();
    }

    /// Checks what depends on files of any kind, unless more of them are expected.
    fn check_arrived(&self) {
        let is_complete = self.other_files.get_value().is_some_and(|files| !files.is_fetching());
        if is_complete && self.history.with_untracked(|history| history.analysis().is_premature()) {
            self.update(false, History::arrive);
            self.settle_soon();
        }
    }

    /// Adds the services that have arrived, and the settings in the files.
    pub fn serve(&self, settings: SettingsOf) {
        self.update(true, |history| history.serve(self.modules.provided(), settings));
    }

    /// Makes files of any kind known in every state.
    pub fn surround(&self, files: Arc<OtherFiles>) {
        self.other_files.set_value(Some(Arc::clone(&files)));
        self.update(true, |history| history.surround(&Contents::of(files)));
    }

    /// The files that were dropped on the page and are not in the folder.
    pub fn dropped(&self) -> Vec<(FilePath, Arc<[u8]>)> {
        self.other_files.get_value().map(|files| files.dropped()).unwrap_or_default()
    }

    /// The settings that were stated from outside of the files.
    pub fn stated(&self) -> StatedSettings {
        self.history.with(History::stated)
    }

    /// Whether nothing can be changed, because the program that serves the files accepts no changes.
    pub fn is_read_only(&self) -> bool {
        self.served.with(|served| served.as_ref().is_some_and(|served| served.read_only))
    }

    /// Whether the texts can be compared with a commit; reactive.
    pub fn has_commits(&self) -> bool {
        self.served.with(|served| served.as_ref().is_some_and(|served| served.has_commits))
    }

    /// Whether this is the source of the files.
    pub fn is_source(&self, source: &FileSource) -> bool {
        self.served.with(|served| served.as_ref().is_some_and(|served| served.source == *source))
    }

    /// Applies a change as one step of undo, and shows a message. If it is refused, nothing changes and the error is
    /// shown.
    pub fn apply(&self, change: &Change) {
        if change.edits.is_empty() && change.files.is_empty() {
            return;
        }
        if self.apply_quietly(change).is_ok() {
            self.say(&change.title);
        }
    }

    /// Applies a change as one step of undo. If it is refused, nothing changes and the error is shown and returned.
    pub fn apply_quietly(&self, change: &Change) -> Result<(), EditError> {
        self.step(|history| history.apply(change))
    }

    /// Applies a change from disk as one step of undo, without affecting redo.
    pub fn follow(&self, change: &Change) -> Result<(), EditError> {
        self.update(true, |history| history.follow(change)).unwrap_or(Ok(()))?;
        self.check();
        self.leave_what_is_gone();
        self.prune_selection();
        Ok(())
    }

    /// Adds files from outside to every state, which is not a step that can be undone.
    pub fn add_everywhere(&self, change: &Change) {
        self.update(true, |history| history.apply_everywhere(change));
        self.check();
    }

    /// Whether a step that can be redone touches a file.
    pub fn is_undone(&self, path: &FilePath) -> bool {
        self.history.with_untracked(|history| history.is_undone(path))
    }

    /// Applies one of many small changes that follow one another. It is merged with the step before.
    pub fn apply_repeated(&self, change: &Change) -> Result<(), EditError> {
        let now = js_sys::Date::now();
        self.step(|history| history.apply_typing(change, now))
    }

    /// Applies typed text, merged with the text typed just before. The diagram and the selection are updated at the
    /// next pause.
    pub fn apply_typing(&self, change: &Change) -> Result<(), EditError> {
        let now = js_sys::Date::now();
        self.try_step(false, |history| history.apply_typing(change, now))?;
        if self.is_drawn() {
            self.prune_selection();
        }
        Ok(())
    }

    /// Runs a step of the history. If it is refused, nothing changes and the error is shown and returned.
    pub fn step(&self, step: impl FnOnce(&mut History) -> Result<(), EditError>) -> Result<(), EditError> {
        self.try_step(true, step)?;
        self.prune_selection();
        Ok(())
    }

    fn try_step(&self, draws: bool, step: impl FnOnce(&mut History) -> Result<(), EditError>) -> Result<(), EditError> {
        let result = self.permitted().and_then(|()| self.update(draws, step).unwrap_or(Ok(())));
        match &result {
            Ok(()) => {
                self.last_change.set_value(self.history.with_untracked(|history| history.title().to_owned()));
                // A message about an earlier failure is obsolete.
                self.forget_notice();
                self.check();
                self.leave_what_is_gone();
            }
            Err(error) => self.refuse(error),
        }
        result
    }

    /// Refuses every change by the user in a read-only catalog: gestures, commands, typed text, undo and redo. Only changes
    /// from outside, by a host or on disk, do without this.
    fn permitted(&self) -> Result<(), EditError> {
        match untrack(|| self.is_read_only()) {
            true if self.host.is_present => Err(EditError::Refused(crate::words::host::read_only().to_owned())),
            true => Err(EditError::Refused(words::read_only_folder().to_owned())),
            false => Ok(()),
        }
    }

    /// Updates the history, and publishes the new state.
    fn update<T>(&self, draws: bool, update: impl FnOnce(&mut History) -> T) -> Option<T> {
        let result = self.history.try_update(update);
        self.publish(draws);
        result
    }

    /// Publishes the latest state: to views of findings if every edited file is checked, and to the diagram if `draws`
    /// is set or no check is pending.
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

    /// Whether the diagram shows the latest state.
    pub fn is_drawn(&self) -> bool {
        let now = self.analysis.get_untracked();
        self.drawn.with_untracked(|drawn| *drawn == now)
    }

    /// Updates the diagram and checks typed text immediately.
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

    /// Checks due files: edited ones at once, dependent ones in slices, until something is typed again.
    async fn settle_in_slices(self, typed: u32) {
        let open = self.file.get_untracked();
        let mut slices = Slices::begin();
        if !self.is_drawn() {
            // The diagram first: it does not depend on the check.
            self.publish(true);
            self.prune_selection();
            slices.yield_now().await;
        }
        // Views are updated when the edited files are checked, and when all are: not after every slice.
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
                // Typing may have changed the language of a file.
                return self.check();
            }
            slices.yield_now().await;
        }
    }

    /// Opens another file if the open one no longer exists.
    fn leave_what_is_gone(&self) {
        let analysis = self.analysis.get_untracked();
        if self.file.with_untracked(|open| open.as_ref().is_some_and(|open| analysis.text(open).is_none())) {
            self.selection.set(Vec::new());
            self.file.set(self.fallback(&analysis));
        }
    }

    /// The file that was open before, if it exists, or else the entry point.
    fn fallback(&self, analysis: &Analysis) -> Option<FilePath> {
        let before = self.before.get_value().filter(|before| analysis.file(before).is_some());
        before.or_else(|| entry_point(analysis))
    }

    /// Removes nodes that no longer exist from the selection.
    fn prune_selection(&self) {
        let analysis = self.analysis.get_untracked();
        let file = self.file.get_untracked().and_then(|path| analysis.file(&path).cloned());
        let there = |path: &NodePath| {
            let root = file.as_ref().and_then(|file| file.root.as_ref());
            let own = own(path);
            // While the text is invalid, the existing nodes are unknown.
            root.is_none_or(|root| root.at(&own).is_some())
                || foreign::split(path).is_some_and(|(file, inner)| {
                    let root = analysis.file(&file).and_then(|file| file.root.as_ref());
                    root.is_some_and(|root| root.at(&inner).is_some())
                })
        };
        if !self.selection.with_untracked(|selection| selection.iter().all(there)) {
            self.selection.update(|selection| selection.retain(there));
        }
    }

    pub fn undo(&self) {
        self.go("undo", |history| history.undo().cloned(), words::undone);
    }

    pub fn redo(&self) {
        self.go("redo", |history| history.redo().cloned(), words::redone);
    }

    /// Goes to another step of the history, or asks the host to if it has the history.
    fn go(&self, method: &'static str, step: fn(&mut History) -> Option<Step>, how: fn(&str) -> String) {
        if let Err(error) = self.permitted() {
            return self.refuse(&error);
        }
        if untrack(|| self.host.undoes()) {
            let (editor, answer) = (*self, self.host.ask(method, Value::Null));
            return spawn_local(async move {
                if let Err(why) = answer.await {
                    editor.fail(&words::not_done(&why));
                }
            });
        }
        let before = self.analysis.get_untracked();
        let step = self.update(true, step).flatten();
        self.went(step, &before, how);
    }

    /// Keeps the steps that can be undone from now on, or only the current state.
    pub fn keep_steps(&self, are_kept: bool) {
        self.history.update(|history| history.keep_steps(are_kept));
    }

    /// The name of the last change, for the host.
    pub fn last_change(&self) -> String {
        self.last_change.get_value()
    }

    /// Shows the result of undo or redo.
    fn went(&self, step: Option<Step>, before: &Analysis, how: fn(&str) -> String) {
        let Some(step) = step else { return };
        self.check();
        let open = self.file.get_untracked();
        let is_there = |open: &FilePath| self.analysis.get_untracked().file(open).is_some();
        // A move is visible in the diagram; opening the layout file would only distract from it.
        let is_layout = step.files.iter().all(layout::is_layout);
        if open.is_none_or(|open| !step.files.contains(&open) && !is_layout || !is_there(&open)) {
            self.show_any(&step.files);
        }
        self.prune_selection();
        let analysis = self.analysis.get_untracked();
        if let Some(open) = self.file.get_untracked().filter(|_| is_layout) {
            let moved = analysis.rearranged(before, &open, &self.diagram.get_untracked());
            moved.into_iter().for_each(|diagram| self.choose_diagram(&open, diagram));
        }
        let text = |analysis: &Analysis, path: &FilePath| analysis.file(path).map(|file| Arc::clone(&file.text));
        let open = self.file.get_untracked();
        let texts = open.and_then(|path| Some((text(before, &path)?, text(&analysis, &path)?)));
        if let Some((old, new)) = texts {
            let edit = TextEdit::between(&old, &new);
            if let Some(first) = edit.replaces().first() {
                let start = first.span.start as usize;
                self.reveal_span(Span::new(start, start), false);
                // Removed text is only in the state before; around it, the text may belong to something else.
                let is_removed = first.text.trim().is_empty();
                let state: &Analysis = if is_removed { before } else { &analysis };
                let text = if is_removed { &old } else { &new };
                let rest = text.get(start..).unwrap_or_default();
                let at = start + rest.len() - rest.trim_start().len();
                let path = self.file.get_untracked();
                let node = path.and_then(|path| Some(state.file(&path)?.path_at(at)));
                node.iter().for_each(|node| self.show_diagram_of(node));
            }
        }
        self.last_change.set_value(how(&step.title));
        self.say(&how(&step.title));
    }

    /// Opens the first of `files` that exists, or else the previous file.
    fn show_any(&self, files: &[FilePath]) {
        let analysis = self.analysis.get_untracked();
        match files.iter().find(|path| analysis.file(path).is_some()) {
            Some(path) => self.show(path),
            None => self.file.set(self.fallback(&analysis)),
        }
    }

    /// The names of the steps that undo and redo would take.
    pub fn steps(&self) -> (Option<String>, Option<String>) {
        self.history.with(|history| (history.undoable().map(str::to_owned), history.redoable().map(str::to_owned)))
    }

    /// Shows one of the diagrams of a file.
    pub fn choose_diagram(&self, path: &FilePath, key: DiagramKey) {
        let first = || self.analysis.with_untracked(|analysis| analysis.first_diagram(path));
        let is_chosen = |all: &SortedMap<FilePath, DiagramKey>| match all.get(path) {
            Some(chosen) => *chosen == key,
            None => key == first(),
        };
        if !self.diagrams.with_untracked(is_chosen) {
            if self.file.with_untracked(|open| open.as_ref() == Some(path)) {
                self.selection.set(Vec::new());
            }
            self.diagrams.update(|all| {
                all.insert(path.clone(), key);
            });
        }
    }

    /// Shows the diagram of the open file that shows the part at `node`, if the shown one does not.
    pub fn show_diagram_of(&self, node: &NodePath) {
        let Some(path) = self.file.get_untracked() else { return };
        let analysis = self.analysis.get_untracked();
        let is_shown = || self.scene.with_untracked(|view| view.drawn(node).is_some());
        // Without the services of its language, the other diagrams are unknown.
        if node.is_root() || !analysis.is_served(&path) || is_shown() {
            return;
        }
        let key = analysis.diagram_around(&path, node);
        let is_in_topology = || {
            let topology = analysis.topology(&path);
            let is_around = |vertex: &Vertex| !vertex.path.is_root() && node.starts_with(&vertex.path);
            topology.is_some_and(|topology| topology.graph.node_weights().any(is_around))
        };
        if !key.is_topology() || is_in_topology() {
            self.choose_diagram(&path, key);
        }
    }

    /// Opens a file with an empty selection.
    pub fn show(&self, path: &FilePath) {
        if self.file.get_untracked().as_ref() != Some(path) {
            self.before.set_value(self.file.get_untracked());
            self.selection.set(Vec::new());
            self.file.set(Some(path.clone()));
        }
    }

    /// Opens a file and shows a range of its text.
    pub fn show_place(&self, path: &FilePath, span: Span) {
        self.show(path);
        self.reveal_span(span, true);
    }

    /// Shows a range of the open file, and with `focus` moves the focus there.
    pub fn reveal_span(&self, span: Span, focus: bool) {
        let number = self.reveal.get_untracked().map_or(0, |reveal| reveal.number + 1);
        self.reveal.set(Some(Reveal { span, number, focus }));
    }

    /// Shows an item of the diagram in the text of the open file.
    pub fn reveal_item(&self, path: &NodePath) {
        let Some(file) = self.file.get_untracked() else { return };
        let analysis = self.analysis.get_untracked();
        // An item of a list has no key.
        let span = analysis.file(&file).and_then(|source| source.key_span(path).or_else(|| source.span_of(path)));
        if let Some(span) = span {
            self.reveal_span(span, false);
        }
    }

    /// Asks the text editor to run an action, wherever the focus is.
    pub fn ask_text(self, action: TextAction) {
        self.text_action.set(Some(action));
    }

    /// Removes the message, which refers to something else.
    pub fn forget_notice(&self) {
        if self.notice.with_untracked(Option::is_some) {
            self.notice.set(None);
        }
    }

    /// Shows why something was refused.
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

/// The file to open first: the assembly with the most components among those that are not part of another.
fn entry_point(analysis: &Analysis) -> Option<FilePath> {
    let used = analysis.used();
    let files = analysis.workspace().files();
    let unused = files.filter(|file| !used.contains(&file.path));
    let assemblies = unused.filter_map(|file| Some((assembly::descriptor(file)?.composition.len(), &file.path)));
    let largest = assemblies.max_by_key(|(components, path)| (*components, std::cmp::Reverse(*path)));
    let any = || analysis.workspace().files().next().map(|file| &file.path);
    largest.map(|(_, path)| path).or_else(any).cloned()
}
