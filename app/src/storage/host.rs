//! Files of a host, the page around the modeller: they come over a port, changes are reported over it, and saving is a
//! request.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use descriptorium_core::edit::{Change, FileChange, TextEdit};
use descriptorium_core::package::{self, Writing};
use descriptorium_core::rules::catalog_settings::CatalogSettings;
use descriptorium_core::sorted_map::SortedMap;
use descriptorium_core::text::FilePath;
use js_sys::{Function, Promise};
use leptos::prelude::*;
use serde_json::{Map, Value, json};
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::JsFuture;

use crate::browser::port::Port;
use crate::model::disk::{Disk, FileSource, SavedText, Served, hold, is_same};
use crate::model::protocol::{self, Open, Saved, TextUpdate};
use crate::model::refusal::Refusal;
use crate::model::text_diff;
use crate::model::text_versions::TextVersions;
use crate::state::editor::Editor;
use crate::state::host::Answer;
use crate::storage::drafts::restoring;
use crate::words::{connection, files, host as words};

/// Limits of a catalog from a host: its files, and the bytes in each.
const MAX_FILES: usize = 20_000;
const MAX_BYTES: usize = 8_388_608;
/// How long a host may take to answer. Its users may have to confirm a save.
const PATIENCE: Duration = Duration::from_secs(60);

/// A request that waits for its answer.
struct Waiting {
    id: u64,
    answer: Rc<RefCell<Option<Result<Value, String>>>>,
    /// Wakes the task that waits.
    wake: Function,
}

/// The connection to the host.
#[derive(Clone, Copy)]
pub struct Link {
    pub editor: Editor,
    port: StoredValue<Option<Port>, LocalStorage>,
    waiting: StoredValue<Vec<Waiting>, LocalStorage>,
    number: StoredValue<u64>,
    /// The texts that the host knows, by file; `None` before it has opened files.
    texts: StoredValue<Option<SortedMap<FilePath, TextVersions>>>,
    /// Whether the host has set `readOnly`, also before it opens files.
    is_read_only: StoredValue<bool>,
}

impl Link {
    /// A connection over a port. Requests of the modeller go over it from now on.
    pub fn new(editor: Editor, port: Port) -> Self {
        let link = Link {
            editor,
            port: StoredValue::new_local(Some(port)),
            waiting: StoredValue::new_local(Vec::new()),
            number: StoredValue::new(0),
            texts: StoredValue::new(None),
            is_read_only: StoredValue::new(false),
        };
        editor.host.connect(Some(Box::new(move |method, params| link.ask(method, params))));
        link
    }

    fn send(self, message: &str) {
        self.port.with_value(|port| port.iter().for_each(|port| port.send(message)));
    }

    pub fn notify(self, method: &str, params: &Value) {
        self.send(&protocol::call(None, method, params));
    }

    pub fn answer(self, id: &Value, result: Result<Value, Refusal>) {
        self.send(&protocol::answer(id, result));
    }

    /// Sends a request, after all changes so far.
    fn ask(self, method: &'static str, params: Value) -> Answer {
        self.report_changes();
        let id = self.number.try_update_value(|number| {
            *number += 1;
            *number
        });
        let id = id.unwrap_or_default();
        let answer = Rc::new(RefCell::new(None));
        let stored = Rc::clone(&answer);
        let woken = Promise::new(&mut |wake, _| {
            let waiting = Waiting { id, answer: Rc::clone(&stored), wake };
            self.waiting.update_value(|all| all.push(waiting));
        });
        self.send(&protocol::call(Some(id), method, &params));
        set_timeout(move || self.answered(id, Err(words::silent().to_owned())), PATIENCE);
        Box::pin(async move {
            // It is resolved and never rejected.
            let _ = JsFuture::from(woken).await;
            answer.take().unwrap_or_else(|| Err(words::no_host().to_owned()))
        })
    }

    /// Passes on the answer to a request. An answer without a waiting request, such as a late one, is ignored.
    pub fn answered(self, id: u64, result: Result<Value, String>) {
        let found = self.waiting.try_update_value(|all| {
            let at = all.iter().position(|waiting| waiting.id == id)?;
            Some(all.swap_remove(at))
        });
        if let Some(Waiting { answer, wake, .. }) = found.flatten() {
            answer.replace(Some(result));
            // Resolving a promise does not fail.
            let _ = wake.call0(&JsValue::UNDEFINED);
        }
    }

    /// Ends the connection. The texts stay visible, but nothing can be changed any more.
    pub fn close(self) {
        self.editor.host.connect(None);
        self.port.update_value(|port| port.take().iter().for_each(Port::close));
        let waiting = self.waiting.try_update_value(std::mem::take).unwrap_or_default();
        for Waiting { answer, wake, .. } in waiting {
            answer.replace(Some(Err(words::no_host().to_owned())));
            let _ = wake.call0(&JsValue::UNDEFINED);
        }
        self.texts.set_value(None);
        self.set_read_only(true);
        self.editor.fail(words::closed());
    }

    /// Whether the host has opened files.
    pub fn is_open(self) -> bool {
        self.texts.with_value(Option::is_some)
    }

    /// Opens the files of the host in place of those before.
    pub async fn open(self, asked: Open) -> Result<Value, Refusal> {
        let Open { files: texts, file, title, settings, read_only, unsaved } = asked;
        if texts.len() > MAX_FILES {
            return Err(Refusal::too_many_files(MAX_FILES));
        }
        let stated = stated(settings)?;
        let mut disk = Disk::new();
        for (path, text) in texts {
            disk.insert(writable(&path)?, saved(&text)?);
        }
        let shown = file.map(|file| protocol::path(&file)).transpose()?;
        if let Some(path) = shown.as_ref().filter(|path| !disk.contains_key(path)) {
            return Err(Refusal::no_file(path.as_str()));
        }
        let unsaved = unsaved.into_iter().map(|(path, text)| {
            Ok((writable(&path)?, text.map(|text| saved(&text).map(|saved| saved.text)).transpose()?))
        });
        let unsaved: Vec<_> = unsaved.collect::<Result<_, Refusal>>()?;
        let opening = self.editor.begin_opening();
        let read_only = read_only.unwrap_or_else(|| self.is_read_only.get_value());
        let served =
            Served { title: title.unwrap_or_default(), read_only, has_commits: false, source: FileSource::Host };
        let known = disk.iter().map(|(path, saved)| (path.clone(), TextVersions::new(Arc::clone(&saved.text))));
        let known = known.collect();
        // Changes of files that are not open any more are not reported.
        let known_before = self.texts.try_update_value(Option::take).flatten();
        if let Err(why) = self.editor.open(&opening, served, stated, disk).await {
            // The files before stay open.
            self.texts.set_value(known_before);
            return Err(Refusal::refused(why));
        }
        self.texts.set_value(Some(known));
        self.is_read_only.set_value(read_only);
        if let Some(path) = shown {
            self.editor.show(&path);
        }
        self.follow(&restoring(&self.editor.analysis.get_untracked(), unsaved))?;
        let now = self.editor.analysis.get_untracked().texts();
        let versions = now.into_iter().map(|(path, text)| (path.to_string(), self.accept(&path, &text).into()));
        let versions = versions.collect::<Map<_, _>>();
        self.texts.update_value(|texts| {
            texts.iter_mut().for_each(|texts| texts.retain(|path, _| versions.contains_key(path.as_str())));
        });
        Ok(json!({ "file": self.editor.file.get_untracked(), "versions": versions }))
    }

    pub fn set_read_only(self, read_only: bool) {
        self.is_read_only.set_value(read_only);
        if self.editor.served.with_untracked(|served| served.as_ref().is_some_and(|now| now.read_only != read_only)) {
            self.editor.served.update(|served| served.iter_mut().for_each(|served| served.read_only = read_only));
        }
    }

    /// The latest version of a file.
    pub fn version(self, path: &FilePath) -> Option<u32> {
        self.texts.with_value(|texts| Some(texts.as_ref()?.get(path)?.number()))
    }

    /// Reports the changes since the last report.
    pub fn report_changes(self) {
        let now = self.editor.analysis.get_untracked().texts();
        let messages = self.texts.try_update_value(|texts| texts.as_mut().map(|texts| changes(texts, &now)));
        let messages = messages.flatten().unwrap_or_default();
        if messages.is_empty() {
            return;
        }
        let title = self.editor.last_change();
        for mut message in messages {
            message.insert("title".to_owned(), title.clone().into());
            self.notify("changed", &Value::Object(message));
        }
    }

    /// Takes over a text of the host, merged with changes here since the version on which it is based.
    pub fn update(self, asked: TextUpdate) -> Result<Value, Refusal> {
        let TextUpdate { path, text, edits, version } = asked;
        let path = writable(&path)?;
        self.report_changes();
        let analysis = self.editor.analysis.get_untracked();
        let here = analysis.text(&path);
        let of_version = |number: u32| {
            let known = self.texts.with_value(|texts| texts.as_ref()?.get(&path)?.at(number).cloned());
            known.ok_or_else(|| Refusal::no_version(&path, number))
        };
        let base = match version {
            Some(number) => Some(of_version(number)?),
            None => self.editor.saved.with_untracked(|saved| saved.get(&path).map(|saved| Arc::clone(&saved.text))),
        };
        let theirs = match (text, edits, &base) {
            (Some(text), None, _) => text,
            (None, Some(edits), Some(base)) => {
                protocol::text_edit(base, edits)?.apply(base).map_err(|_| Refusal::overlap())?
            }
            (None, Some(_), None) => return Err(Refusal::no_file(path.as_str())),
            _ => return Err(Refusal::text_or_edits()),
        };
        let theirs = saved(&theirs)?;
        let merged: Option<Arc<str>> = match (&base, &here) {
            (_, None) => Some(Arc::clone(&theirs.text)),
            (Some(base), Some(here)) if base == here || *here == theirs.text => Some(Arc::clone(&theirs.text)),
            (Some(base), Some(here)) => text_diff::merge(base, here, &theirs.text).map(Arc::from),
            // Both created it.
            (None, Some(here)) => (*here == theirs.text).then(|| Arc::clone(here)),
        };
        let Some(merged) = merged else {
            self.editor.conflicts.update(|all| drop(all.insert(path.clone(), Some(theirs))));
            return Err(Refusal::conflict(&path));
        };
        let title = words::changed_there(path.as_str());
        match here {
            Some(here) => self.follow(&Change::of_file(title, path.clone(), text_diff::edit(&here, &merged)))?,
            None => {
                let create = FileChange::Create { path: path.clone(), text: merged.to_string() };
                self.follow(&Change { title, files: vec![create], ..Change::default() })?;
            }
        }
        let is_merged = merged != theirs.text;
        let answer = match is_merged {
            true => json!({ "version": self.accept(&path, &merged), "text": &*merged }),
            false => json!({ "version": self.accept(&path, &merged) }),
        };
        self.settle(&path, Some(theirs));
        Ok(answer)
    }

    /// Removes a file that the host has removed.
    pub fn remove(self, path: &str) -> Result<Value, Refusal> {
        let path = protocol::path(path)?;
        self.report_changes();
        if self.editor.analysis.get_untracked().text(&path).is_none() {
            return Err(Refusal::no_file(path.as_str()));
        }
        if untrack(|| self.editor.is_dirty(&path)) {
            self.editor.conflicts.update(|all| drop(all.insert(path.clone(), None)));
            return Err(Refusal::conflict(&path));
        }
        let files = vec![FileChange::Delete { path: path.clone() }];
        self.follow(&Change { title: words::changed_there(path.as_str()), files, ..Change::default() })?;
        self.texts.update_value(|texts| drop(texts.as_mut().map(|texts| texts.remove(&path))));
        self.settle(&path, None);
        Ok(Value::Null)
    }

    /// Adds the files of a descriptor that was asked for: `{"files": {"dns.yaml": text}}`. Files that are here stay as they
    /// are.
    pub fn add(self, answer: &Value) {
        let analysis = self.editor.analysis.get_untracked();
        let files = answer.get("files").and_then(Value::as_object).into_iter().flatten();
        let new = files.filter_map(|(path, text)| {
            let path = writable(path).ok().filter(|path| analysis.text(path).is_none())?;
            Some((path, saved(text.as_str()?).ok()?))
        });
        let new: Disk = new.collect();
        let create = |(path, saved): (&FilePath, &SavedText)| FileChange::Create {
            path: path.clone(),
            text: saved.text.to_string(),
        };
        if new.is_empty() || new.len() + analysis.workspace().files().count() > MAX_FILES {
            return;
        }
        self.editor.add_everywhere(&Change { files: new.iter().map(create).collect(), ..Change::default() });
        for (path, saved) in new.iter() {
            self.accept(path, &saved.text);
        }
        self.editor.note_saved(|saved| saved.extend(new));
    }

    fn follow(self, change: &Change) -> Result<(), Refusal> {
        let is_empty = change.files.is_empty() && change.edits.values().all(TextEdit::is_empty);
        if is_empty {
            return Ok(());
        }
        self.editor.follow(change).map_err(Refusal::refused)
    }

    /// Notes that the host knows the text of a file, and returns the number of its version.
    fn accept(self, path: &FilePath, text: &Arc<str>) -> u32 {
        let accepted = self.texts.try_update_value(|texts| {
            let texts = texts.get_or_insert_default();
            match texts.get_mut(path) {
                Some(versions) if versions.latest().is_some_and(|latest| is_same(latest, text)) => versions.number(),
                Some(versions) => versions.push(Arc::clone(text)),
                None => {
                    texts.insert(path.clone(), TextVersions::new(Arc::clone(text)));
                    1
                }
            }
        });
        accepted.unwrap_or_default()
    }

    /// Notes that the host has stored a version of a file.
    pub fn saved(self, asked: &Saved) -> Result<Value, Refusal> {
        let path = protocol::path(&asked.path)?;
        let text = self.texts.with_value(|texts| texts.as_ref()?.get(&path)?.at(asked.version).cloned());
        let text = text.ok_or_else(|| Refusal::no_version(&path, asked.version))?;
        self.settle(&path, Some(SavedText { text, etag: String::new() }));
        Ok(Value::Null)
    }

    /// Records what the host has at a path.
    fn settle(self, path: &FilePath, there: Option<SavedText>) {
        if self.editor.conflicts.with_untracked(|all| all.contains_key(path)) {
            self.editor.conflicts.update(|all| drop(all.remove(path)));
        }
        self.editor.note_saved(|saved| hold(saved, path.clone(), there));
    }
}

/// The settings of a host, which are checked.
fn stated(settings: Value) -> Result<Value, Refusal> {
    if settings.is_null() {
        return Ok(settings);
    }
    serde_json::from_value::<CatalogSettings>(settings.clone())
        .map(|_| settings)
        .map_err(|error| Refusal::invalid_value("settings", error))
}

/// The path of a file that the modeller reads.
fn writable(path: &str) -> Result<FilePath, Refusal> {
    let path = protocol::path(path)?;
    package::check_writable(&path, Writing::Text)
        .map(|()| path.clone())
        .map_err(|why| Refusal::unwritable(&path, why.reason()))
}

fn saved(text: &str) -> Result<SavedText, Refusal> {
    if text.len() > MAX_BYTES {
        return Err(Refusal::text_too_large(MAX_BYTES));
    }
    Ok(SavedText { text: Arc::from(text), etag: String::new() })
}

/// The messages about differences of `now` from the texts that the host knows, which are updated.
fn changes(known: &mut SortedMap<FilePath, TextVersions>, now: &[(FilePath, Arc<str>)]) -> Vec<Map<String, Value>> {
    let mut messages = Vec::new();
    let mut message = |path: &FilePath, entries: Vec<(&str, Value)>| {
        let entries = entries.into_iter().chain([("path", path.as_str().into())]);
        messages.push(entries.map(|(name, value)| (name.to_owned(), value)).collect());
    };
    for (path, text) in now {
        match known.get_mut(path) {
            Some(versions) => {
                let Some(before) = versions.latest().filter(|before| !is_same(before, text)).cloned() else { continue };
                let edits = protocol::edits(&before, &text_diff::edit(&before, text));
                message(path, vec![("edits", edits), ("version", versions.push(Arc::clone(text)).into())]);
            }
            None => {
                known.insert(path.clone(), TextVersions::new(Arc::clone(text)));
                message(path, vec![("text", Value::from(&**text)), ("version", 1.into())]);
            }
        }
    }
    if known.len() > now.len() {
        let is_there = |path: &FilePath| now.binary_search_by(|(other, _)| other.cmp(path)).is_ok();
        let gone: Vec<FilePath> = known.keys().filter(|path| !is_there(path)).cloned().collect();
        for path in gone {
            known.remove(&path);
            message(&path, vec![("deleted", true.into())]);
        }
    }
    messages
}

/// The result of saving.
pub struct Outcome {
    pub saved: usize,
    pub deleted: usize,
    /// The files that the host has in another version; they are not saved.
    pub conflicts: Vec<FilePath>,
}

/// Asks the host to save files.
///
/// # Errors
///
/// The message of the host, or that it does not answer.
pub async fn save(editor: Editor, paths: &[FilePath]) -> Result<Outcome, String> {
    let analysis = editor.analysis.get_untracked();
    let sent: Vec<(FilePath, Option<Arc<str>>)> =
        paths.iter().map(|path| (path.clone(), analysis.text(path))).collect();
    let texts = sent.iter().map(|(path, text)| (path.to_string(), json!(text.as_deref())));
    let number = editor.begun.get_value();
    let answer = editor.host.ask("save", json!({ "files": texts.collect::<Map<_, _>>() })).await?;
    if editor.begun.get_value() != number {
        return Err(files::no_longer_open().to_owned());
    }
    let theirs = conflicts(&answer)?;
    let mut outcome = Outcome { saved: 0, deleted: 0, conflicts: Vec::new() };
    for (path, text) in sent {
        if let Some(there) = theirs.get(path.as_str()) {
            editor.conflicts.update(|all| drop(all.insert(path.clone(), there.clone())));
            outcome.conflicts.push(path);
            continue;
        }
        match text {
            Some(_) => outcome.saved += 1,
            None => outcome.deleted += 1,
        }
        editor.conflicts.update(|all| drop(all.remove(&path)));
        let there = text.map(|text| SavedText { text, etag: String::new() });
        editor.note_saved(|saved| hold(saved, path, there));
    }
    Ok(outcome)
}

/// The texts of a host that conflict with those to be saved: `{"conflict": {"a.yaml": "its text, or null"}}`.
fn conflicts(answer: &Value) -> Result<SortedMap<String, Option<SavedText>>, String> {
    let Some(found) = answer.get("conflict").filter(|found| !found.is_null()) else { return Ok(SortedMap::new()) };
    let found = found.as_object().ok_or_else(|| connection::not_understood().to_owned())?;
    let text = |(path, text): (&String, &Value)| match text {
        Value::Null => Ok((path.clone(), None)),
        Value::String(text) => {
            Ok((path.clone(), Some(SavedText { text: Arc::from(text.as_str()), etag: String::new() })))
        }
        _ => Err(connection::not_understood().to_owned()),
    };
    found.iter().map(text).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn path(name: &str) -> FilePath {
        FilePath::new(name).expect("a plain path")
    }

    /// The oracle applies the edits to the text that the host has.
    #[test]
    fn a_host_can_follow_every_change() {
        let texts = |all: &[(&str, &str)]| -> Vec<(FilePath, Arc<str>)> {
            all.iter().map(|(name, text)| (path(name), Arc::from(*text))).collect()
        };
        let states = [
            texts(&[("a.yaml", "a: 1\nb: 2\nc: 3\n"), ("b.yaml", "x: 1\n")]),
            texts(&[("a.yaml", "a: 1\nb: 5\nc: 3\nd: 4\n"), ("b.yaml", "x: 1\n")]),
            texts(&[("a.yaml", "a: 1\nb: 5\nc: 3\nd: 4\n"), ("c.yaml", "new: 😀\n")]),
            texts(&[("c.yaml", "new: 😀!\n")]),
        ];
        let mut known: SortedMap<FilePath, TextVersions> =
            states[0].iter().map(|(path, text)| (path.clone(), TextVersions::new(Arc::clone(text)))).collect();
        let mut host: SortedMap<String, String> =
            states[0].iter().map(|(path, text)| (path.to_string(), text.to_string())).collect();
        for state in &states[1..] {
            for message in changes(&mut known, state) {
                let path = message["path"].as_str().expect("a path").to_owned();
                if message.contains_key("deleted") {
                    host.remove(&path);
                } else if let Some(text) = message.get("text") {
                    host.insert(path, text.as_str().expect("a text").to_owned());
                } else {
                    let edits = serde_json::from_value(message["edits"].clone()).expect("edits");
                    let before = host[&path].clone();
                    let edit = protocol::text_edit(&before, edits).expect("they fit");
                    host.insert(path, edit.apply(&before).expect("they fit"));
                }
            }
            let expected: SortedMap<String, String> =
                state.iter().map(|(path, text)| (path.to_string(), text.to_string())).collect();
            assert_eq!(host, expected);
        }
        assert!(changes(&mut known, &states[3]).is_empty(), "nothing is reported twice");
    }

    #[test]
    fn answers_to_saving_are_read_strictly() {
        assert!(conflicts(&Value::Null).is_ok_and(|found| found.is_empty()));
        assert!(conflicts(&json!({ "conflict": null })).is_ok_and(|found| found.is_empty()));
        let found = conflicts(&json!({ "conflict": { "a.yaml": "x", "b.yaml": null } })).expect("it is valid");
        assert_eq!(found["a.yaml"].as_ref().map(|saved| &*saved.text), Some("x"));
        assert_eq!(found["b.yaml"], None);
        for bad in [json!({ "conflict": true }), json!({ "conflict": { "a.yaml": 1 } })] {
            assert!(conflicts(&bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn only_files_that_the_modeller_reads_are_opened() {
        for bad in ["../x.yaml", "/x.yaml", ".git/x.yaml", "x.exe", "a/../x.yaml", "con.yaml"] {
            assert!(writable(bad).is_err(), "{bad}");
        }
        assert!(writable("assemblies/web-1.0.yaml").is_ok());
        assert!(stated(json!({ "strict": true })).is_ok() && stated(Value::Null).is_ok());
        assert!(stated(json!({ "colour": 1 })).is_err() && stated(json!("strict")).is_err());
    }
}
