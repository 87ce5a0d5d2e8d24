//! Drafts: unsaved changes in the browser's database. They survive a closed tab and a crash, and are offered when their
//! folder is opened again. If the browser refuses to store them, the user is told.

use std::sync::Arc;
use std::time::Duration;

use descriptorium_core::analysis::Analysis;
use descriptorium_core::edit::{Change, FileChange, TextEdit};
use descriptorium_core::sorted_map::SortedMap;
use descriptorium_core::sorting::Sorting;
use descriptorium_core::text::FilePath;
use js_sys::{Array, Uint8Array};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde::{Deserialize, Serialize};
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{FileSystemDirectoryHandle, IdbDatabase};

use crate::browser::database;
use crate::model::disk::SavedText;
use crate::state::editor::Editor;
use crate::words::files as words;

/// Delays in milliseconds before drafts are written: after the last change, and at most after the first one while
/// changes follow one another. Writing is too much for every keystroke, but at most a second of work may be lost.
const REST: f64 = 400.0;
const LONGEST: f64 = 700.0;
/// The key of the most recently opened folder. Keys of drafts contain a line break.
const FOLDER: &str = "folder";

/// The draft of a tab on a folder.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Draft {
    /// The id of the folder or catalog: its name would not be unique.
    pub folder: String,
    pub tab: String,
    /// When it was written, in milliseconds since 1970.
    pub time: f64,
    pub files: Vec<DraftFile>,
    /// The charts that were dropped on the page and are not in the folder.
    #[serde(default)]
    charts: Vec<DraftChart>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct DraftChart {
    path: String,
    /// The bytes, which are not part of the JSON.
    #[serde(skip)]
    bytes: Arc<[u8]>,
}

#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct DraftFile {
    pub path: String,
    /// The text; `None` if the file was deleted.
    text: Option<Arc<str>>,
    /// The text on disk on which the change is based, and its tag; `None` for a new file.
    before: Option<(Arc<str>, String)>,
}

impl Draft {
    pub fn key(&self) -> String {
        format!("{}\n{}", self.folder, self.tab)
    }

    /// The draft for the database: JSON without the texts, the number of the contents, and the difference of each text from
    /// its base.
    fn to_value(&self, contents: &Contents) -> JsValue {
        let (mut rest, values) = (self.clone(), Array::of2(&JsValue::UNDEFINED, &contents.number.into()));
        for (file, base) in rest.files.iter_mut().zip(&contents.bases) {
            if let Some(text) = file.text.as_mut().map(std::mem::take) {
                let (from, to, inserted) = difference(base.as_deref().unwrap_or_default(), &text);
                values.push(&(from as f64).into());
                values.push(&(to as f64).into());
                values.push(&inserted.into());
            }
            file.before.iter_mut().for_each(|(text, _)| drop(std::mem::take(text)));
        }
        // Serializing strings and numbers does not fail.
        values.set(0, serde_json::to_string(&rest).unwrap_or_default().into());
        values.into()
    }

    /// A draft from the database, whose contents are in a value of their own.
    fn of_value(value: &JsValue, contents: Option<&JsValue>) -> Option<Draft> {
        let Some(contents) = contents else { return Draft::of_older_value(value) };
        let (mut values, mut contents) = (value.dyn_ref::<Array>()?.iter(), contents.dyn_ref::<Array>()?.iter());
        let mut draft: Draft = serde_json::from_str(&values.next()?.as_string()?).ok()?;
        // The changes fit no other contents.
        contents.next().filter(|number| Some(number) == values.next().as_ref())?;
        for file in &mut draft.files {
            let base = contents.next()?.as_string().unwrap_or_default();
            if let Some(text) = &mut file.text {
                let mut offset = || Some(values.next()?.as_f64()? as usize);
                let (before, after) = (base.get(..offset()?)?, base.get(offset()?..)?);
                *text = [before, &values.next()?.as_string()?, after].concat().into();
            }
            if let Some((text, _)) = &mut file.before {
                *text = base.into();
            }
        }
        draft.with_charts(contents)
    }

    /// A draft that an older version has written: all of it as JSON, or JSON followed by the contents.
    fn of_older_value(value: &JsValue) -> Option<Draft> {
        if let Some(whole) = value.as_string() {
            return serde_json::from_str(&whole).ok();
        }
        let mut values = value.dyn_ref::<Array>()?.iter();
        let mut draft: Draft = serde_json::from_str(&values.next()?.as_string()?).ok()?;
        let files = draft.files.iter_mut();
        for text in
            files.flat_map(|file| file.text.as_mut().into_iter().chain(file.before.as_mut().map(|(text, _)| text)))
        {
            *text = values.next()?.as_string()?.into();
        }
        draft.with_charts(values)
    }

    /// The draft with the bytes of its charts.
    fn with_charts(mut self, mut contents: impl Iterator<Item = JsValue>) -> Option<Draft> {
        for chart in &mut self.charts {
            chart.bytes = contents.next()?.dyn_into::<Uint8Array>().ok()?.to_vec().into();
        }
        Some(self)
    }
}

/// The draft in the database: the files, and the contents that are large and rarely change.
#[derive(Clone, Default)]
struct Written {
    files: Vec<DraftFile>,
    contents: Contents,
}

/// The large contents of a draft. They are stored in a value of their own, and only when they change: storing long texts
/// several times a second causes garbage collections during typing.
#[derive(Clone, Default)]
struct Contents {
    /// Changes whenever the rest does.
    number: f64,
    /// By file, what its text is a change of: the text on disk, that with which a new file came, or none.
    bases: Vec<Option<Arc<str>>>,
    charts: Vec<DraftChart>,
}

impl Contents {
    /// The contents for `files`, where `last` has been written.
    fn of(files: &[DraftFile], charts: Vec<DraftChart>, last: &Written) -> Self {
        let base = |file: &DraftFile| {
            let on_disk = file.before.as_ref().map(|(text, _)| text);
            let written = || last.files.iter().zip(&last.contents.bases).find(|(other, _)| other.path == file.path);
            on_disk.or_else(|| written()?.1.as_ref()).or(file.text.as_ref()).cloned()
        };
        let bases = files.iter().map(base).collect();
        let number = last.contents.number;
        match last.contents.bases == bases && last.contents.charts == charts {
            true => Contents { number, bases, charts },
            false => Contents { number: number + 1.0, bases, charts },
        }
    }

    /// The key of the contents of the draft with this key.
    fn key(draft: &str) -> String {
        format!("{draft}\ncontents")
    }

    fn to_value(&self) -> JsValue {
        let values = Array::of1(&self.number.into());
        for base in &self.bases {
            values.push(&base.as_deref().map_or(JsValue::UNDEFINED, JsValue::from_str));
        }
        for chart in &self.charts {
            values.push(&Uint8Array::from(&*chart.bytes));
        }
        values.into()
    }
}

/// Writes and restores drafts, in the context of every component.
#[derive(Clone, Copy)]
pub struct Drafts {
    pub editor: Editor,
    /// The drafts of closed tabs, the latest first.
    pub offered: RwSignal<Vec<Draft>>,
    /// Why drafts cannot be stored, if so.
    pub refused: RwSignal<Option<String>>,
    /// The id of the open folder, once its drafts are being written.
    folder: RwSignal<Option<String>>,
    tab: StoredValue<String>,
    /// The id of this tab before it was reloaded, if it was.
    before: StoredValue<Option<String>>,
    database: StoredValue<Option<IdbDatabase>, LocalStorage>,
    /// The draft that was written last.
    last: StoredValue<Written>,
    /// The charts of restored drafts, until they are among the other files.
    restored: StoredValue<Vec<DraftChart>>,
    /// The times of the first and the last change that are not in the draft yet, in milliseconds since 1970.
    due: StoredValue<Option<(f64, f64)>>,
}

impl Drafts {
    /// Writes drafts of the changes in `editor` as soon as a folder is open.
    pub fn of(editor: Editor) -> Self {
        let tab = database::random_id();
        // The files of a host are its own business.
        let before = if editor.host.is_present {
            None
        } else {
            database::hold(&tab);
            database::loaded_before(&tab)
        };
        let drafts = Drafts {
            editor,
            offered: RwSignal::new(Vec::new()),
            refused: RwSignal::new(None),
            folder: RwSignal::new(None),
            tab: StoredValue::new(tab),
            before: StoredValue::new(before),
            database: StoredValue::new_local(None),
            last: StoredValue::default(),
            restored: StoredValue::new(Vec::new()),
            due: StoredValue::new(None),
        };
        Effect::new(move |_| {
            editor.analysis.track();
            editor.saved.track();
            if drafts.folder.get().is_none() {
                return;
            }
            // After a save, the draft is deleted at once: a page that is reloaded before would restore the old text.
            match editor.dirty.with(Vec::is_empty) {
                true => spawn_local(drafts.write()),
                false => drafts.note_change(),
            }
        });
        // A page that is left or hidden may not run again.
        for event in ["visibilitychange", "pagehide", "beforeunload"] {
            let _kept = window_event_listener_untyped(event, move |_| {
                if drafts.due.with_value(Option::is_some) {
                    spawn_local(drafts.write());
                }
            });
        }
        drafts
    }

    fn note_change(self) {
        let now = js_sys::Date::now();
        match self.due.get_value() {
            Some((first, _)) => self.due.set_value(Some((first, now))),
            None => {
                self.due.set_value(Some((now, now)));
                self.write_after(REST);
            }
        }
    }

    /// Writes the draft after a pause, unless there was a more recent change.
    fn write_after(self, pause: f64) {
        let write = move || {
            let Some((first, last)) = self.due.get_value() else { return };
            let now = js_sys::Date::now();
            let wanted = (last + REST).min(first + LONGEST);
            // A clock that was set back is ignored.
            if (last..wanted).contains(&now) {
                return self.write_after(wanted - now);
            }
            spawn_local(self.write());
        };
        set_timeout(write, Duration::from_millis(pause as u64 + 1));
    }

    /// Offers the drafts of the folder with this id, which has just been opened, and tracks its changes from now on.
    pub async fn track(self, folder: String) {
        self.folder.set(None);
        self.last.set_value(Written::default());
        let found = async {
            let database = self.database().await?;
            database::all(&database).await
        };
        match found.await {
            Ok(values) => {
                let open = database::open_tabs().await;
                let drafts =
                    values.iter().filter_map(|(key, value)| Draft::of_value(value, values.get(&Contents::key(key))));
                let tab = self.tab.get_value();
                let is_ours = |draft: &Draft| draft.tab == tab;
                let drafts = drafts.filter(|draft| draft.folder == folder);
                let drafts = drafts.filter(|draft| is_ours(draft) || !open.contains(&draft.tab));
                let analysis = self.editor.analysis.get_untracked();
                let mut drafts: Vec<Draft> = drafts.filter(|draft| differs(&change(&analysis, draft))).collect();
                drafts.order_by(|one, other| other.time.total_cmp(&one.time));
                // After a reload, or back from another folder, the draft is restored without asking.
                let before = self.before.try_update_value(Option::take).flatten();
                let own = drafts.iter().find(|draft| is_ours(draft) || Some(&draft.tab) == before.as_ref()).cloned();
                self.offered.set(drafts);
                self.folder.set(Some(folder));
                if let Some(own) = own {
                    self.restore(&own);
                }
            }
            Err(why) => self.refused.set(Some(why)),
        }
    }

    async fn database(self) -> Result<IdbDatabase, String> {
        if let Some(database) = self.database.get_value() {
            return Ok(database);
        }
        let database = database::open().await?;
        self.database.set_value(Some(database.clone()));
        Ok(database)
    }

    /// Remembers the folder that is open in this tab. If the browser cannot, the user has to choose it again.
    pub async fn remember_folder(self, folder: &FileSystemDirectoryHandle) {
        let pair = Array::of2(folder, &self.tab.get_value().into());
        if let Ok(database) = self.database().await {
            let _ = database::put(&database, &[(FOLDER, pair.into())]).await;
        }
    }

    /// The folder that was open last, and whether it was open in this tab before a reload.
    pub async fn last_folder(self) -> Option<(FileSystemDirectoryHandle, bool)> {
        let database = self.database().await.ok()?;
        let pair = database::get(&database, FOLDER).await.ok()?.dyn_into::<Array>().ok()?;
        let (folder, tab) = (pair.get(0).dyn_into().ok()?, pair.get(1).as_string());
        Some((folder, tab.is_some() && tab == self.before.get_value()))
    }

    /// Forgets the folder.
    pub async fn forget_folder(self) {
        if let Ok(database) = self.database().await {
            let _ = database::delete(&database, &[FOLDER]).await;
        }
    }

    /// Whether this tab was reloaded.
    pub fn was_reloaded(self) -> bool {
        self.before.with_value(Option::is_some)
    }

    /// Whether the browser refuses to store drafts.
    pub fn is_refused(self) -> bool {
        self.refused.with(Option::is_some)
    }

    /// Writes the draft at once.
    pub async fn flush(self) {
        self.write().await;
    }

    /// Writes the draft, if it has changed.
    async fn write(self) {
        self.due.set_value(None);
        let Some(folder) = self.folder.get_untracked() else { return };
        let files = untrack(|| unsaved(self.editor));
        // Without changed files, nothing names a chart that is not saved.
        let charts = || [unsaved_charts(self.editor), self.restored.get_value()].concat();
        let charts = if files.is_empty() { Vec::new() } else { charts() };
        let contents = self.last.with_value(|last| Contents::of(&files, charts, last));
        let (is_written, has_contents) =
            self.last.with_value(|last| (last.files == files, last.contents.number == contents.number));
        if is_written && has_contents {
            return;
        }
        let Some(database) = self.database.get_value() else { return };
        let charts = contents.charts.clone();
        let draft = Draft { folder, tab: self.tab.get_value(), time: js_sys::Date::now(), files, charts };
        let (key, value) = (draft.key(), draft.to_value(&contents));
        let contents_key = Contents::key(&key);
        let mut values = vec![(&*key, value)];
        if !has_contents {
            values.push((&contents_key, contents.to_value()));
        }
        // The transactions are run in this order, also if another one begins before this one is complete.
        let is_empty = draft.files.is_empty();
        self.last.set_value(Written { files: draft.files, contents });
        let done = match is_empty {
            true => database::delete(&database, &[&key, &contents_key]).await,
            false => database::put(&database, &values).await,
        };
        if done.is_err() {
            // Everything is written again with the next change.
            self.last.update_value(|last| {
                let number = last.contents.number;
                *last = Written { contents: Contents { number, ..Contents::default() }, ..Written::default() };
            });
        }
        let refused = done.err();
        if self.refused.with_untracked(|before| *before != refused) {
            self.refused.set(refused);
        }
    }

    /// Restores a draft as one step that can be undone.
    pub fn restore(self, draft: &Draft) {
        let analysis = self.editor.analysis.get_untracked();
        let change = change(&analysis, draft);
        if self.editor.apply_quietly(&change).is_err() {
            return;
        }
        if !draft.charts.is_empty() {
            self.restored.update_value(|charts| charts.extend(draft.charts.iter().cloned()));
            spawn_local(self.add_charts());
        }
        // If a file has changed on disk since, saving it reports a conflict with the version on which the draft is
        // based.
        self.editor.note_saved(|saved| {
            for file in &draft.files {
                let Some(path) = FilePath::new(&file.path) else { continue };
                match &file.before {
                    Some((text, etag)) if saved.get(&path).is_none_or(|saved| saved.etag != *etag) => {
                        saved.insert(path, SavedText { text: Arc::clone(text), etag: etag.clone() });
                    }
                    Some(_) => {}
                    None => drop(saved.remove(&path)),
                }
            }
        });
        self.editor.say(&change.title);
        self.dismiss(draft, true);
    }

    /// Adds the charts of restored drafts to the other files, which are only known once their module has arrived.
    async fn add_charts(self) {
        let (Ok(()), Some(others)) = (self.editor.loaded().await, self.editor.other_files.get_value()) else { return };
        for chart in self.restored.try_update_value(std::mem::take).unwrap_or_default() {
            if let Some(path) = FilePath::new(&chart.path) {
                others.add_file(path, chart.bytes);
            }
        }
        self.editor.arrived();
    }

    /// Dismisses an offer. Its draft is deleted once its content is in the draft of this tab.
    pub fn dismiss(self, draft: &Draft, is_taken: bool) {
        let (key, is_ours) = (draft.key(), draft.tab == self.tab.get_value());
        self.offered.update(|offered| offered.retain(|other| other.key() != key));
        spawn_local(async move {
            if is_taken {
                self.write().await;
            }
            // The draft that was just written has the same key.
            if is_taken && is_ours {
                return;
            }
            let Some(database) = self.database.get_value() else { return };
            if let Err(why) = database::delete(&database, &[&key, &Contents::key(&key)]).await {
                self.editor.fail(&words::not_discarded(&why));
            }
        });
    }
}

/// The charts that were dropped on the page and are not in the folder.
fn unsaved_charts(editor: Editor) -> Vec<DraftChart> {
    editor.dropped().into_iter().map(|(path, bytes)| DraftChart { path: path.to_string(), bytes }).collect()
}

/// The files that differ from the disk.
fn unsaved(editor: Editor) -> Vec<DraftFile> {
    let analysis = editor.analysis.get();
    editor.saved.with(|saved| {
        let file = |path: FilePath| DraftFile {
            text: analysis.text(&path),
            before: saved.get(&path).map(|saved| (Arc::clone(&saved.text), saved.etag.clone())),
            path: path.to_string(),
        };
        editor.dirty.get().into_iter().map(file).collect()
    })
}

/// The replacement that turns `before` into `after`: its start, its end, and what is inserted.
fn difference(before: &str, after: &str) -> (usize, usize, String) {
    match TextEdit::between(before, after).replaces() {
        [replace, ..] => (replace.span.range().start, replace.span.range().end, replace.text.clone()),
        [] => (0, 0, String::new()),
    }
}

/// The change from the workspace to the draft.
fn change(analysis: &Analysis, draft: &Draft) -> Change {
    restoring(analysis, draft.files.iter().filter_map(|file| Some((FilePath::new(&file.path)?, file.text.clone()))))
}

/// The change that restores unsaved texts; there is none for a deleted file.
pub fn restoring(analysis: &Analysis, texts: impl IntoIterator<Item = (FilePath, Option<Arc<str>>)>) -> Change {
    let (mut edits, mut files) = (SortedMap::new(), Vec::new());
    for (path, text) in texts {
        match (text, analysis.file(&path)) {
            (Some(text), Some(now)) if *text != *now.text => {
                edits.insert(path, TextEdit::between(&now.text, &text));
            }
            (Some(text), None) => files.push(FileChange::Create { path, text: text.to_string() }),
            (None, Some(_)) => files.push(FileChange::Delete { path }),
            (Some(_), Some(_)) | (None, None) => {}
        }
    }
    Change { title: words::restore_step().to_owned(), edits, files }
}

fn differs(change: &Change) -> bool {
    !change.edits.is_empty() || !change.files.is_empty()
}

#[cfg(test)]
mod tests {
    use descriptorium_core::settings::Settings;
    use descriptorium_core::workspace::Workspace;

    use super::*;

    #[test]
    fn a_draft_restores_its_files() {
        let path = |name: &str| FilePath::new(name).expect("a plain path");
        let now = [("same.yaml", "a"), ("other.yaml", "b"), ("gone.yaml", "c")];
        let workspace = Workspace::new(now.map(|(name, text)| (path(name), text.to_owned())));
        let analysis = Analysis::new(workspace, Settings::default());
        let file = |name: &str, text: Option<&str>| DraftFile {
            path: name.to_owned(),
            text: text.map(Arc::from),
            before: None,
        };
        let files = vec![
            file("same.yaml", Some("a")),
            file("other.yaml", Some("x")),
            file("gone.yaml", None),
            file("new.yaml", Some("y")),
            file("../out.yaml", Some("z")),
        ];
        let draft = Draft { folder: "f".to_owned(), tab: "t".to_owned(), time: 0.0, files, charts: Vec::new() };
        let written = serde_json::to_string(&draft).expect("JSON");
        assert_eq!(serde_json::from_str::<Draft>(&written).expect("JSON"), draft);
        let after = analysis.changed(&change(&analysis, &draft)).expect("fits");
        let texts: Vec<_> = after.workspace().files().map(|file| (file.path.as_str(), &*file.text)).collect();
        assert_eq!(texts, [("new.yaml", "y"), ("other.yaml", "x"), ("same.yaml", "a")]);
    }
}
