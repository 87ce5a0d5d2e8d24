//! The catalog of a host: descriptors that the open files name, and those that a search finds, are asked for and added
//! to the files, where the palette, completion and menus find them. Until they arrive, everything else works without them.

use std::collections::VecDeque;
use std::time::Duration;

use descriptorium_core::language::Language;
use descriptorium_core::sorted_map::SortedSet;
use descriptorium_core::symbol::{DescriptorRef, SymbolKind, Target};
use leptos::prelude::*;
use leptos::task::spawn_local;
use serde_json::{Value, json};

use crate::state::editor::Editor;
use crate::storage::host::Link;

/// The most names that are asked for in a catalog, and at the same time.
const MAX_NAMES: usize = 2_000;
const MAX_AT_ONCE: usize = 4;
/// The most results of a search that are added.
const MAX_FOUND: usize = 50;
/// The pause in typing after which is searched.
const PAUSE: Duration = Duration::from_millis(300);

#[derive(Clone, Copy)]
struct HostCatalog {
    link: Link,
    editor: Editor,
    /// The names that were asked for, in the catalog with this number.
    asked: StoredValue<(u32, SortedSet<String>)>,
    queue: StoredValue<VecDeque<String>>,
    n_running: StoredValue<usize>,
    /// Number of searches so far, to detect a pause.
    n_searches: StoredValue<u32>,
    /// The kinds of files for which the host was asked what to offer first, in the catalog with this number.
    begun: StoredValue<(u32, Vec<Option<&'static str>>)>,
}

/// Asks the host for missing descriptors from now on.
pub fn watch(link: Link) {
    let catalog = HostCatalog {
        link,
        editor: link.editor,
        asked: StoredValue::default(),
        queue: StoredValue::default(),
        n_running: StoredValue::new(0),
        n_searches: StoredValue::new(0),
        begun: StoredValue::default(),
    };
    Effect::new(move |_| {
        catalog.editor.findings.track();
        if link.is_open() {
            catalog.missing().into_iter().for_each(|name| catalog.want(name));
            catalog.begin();
        }
    });
    Effect::new(move |_| {
        let text = catalog.editor.host.sought.get();
        catalog.n_searches.update_value(|number| *number += 1);
        let number = catalog.n_searches.get_value();
        if text.trim().is_empty() {
            return;
        }
        let search = move || {
            if catalog.n_searches.get_value() == number && link.is_open() {
                spawn_local(catalog.search(text));
            }
        };
        set_timeout(search, PAUSE);
    });
}

impl HostCatalog {
    /// The descriptors and files that the open file names and that are not here.
    fn missing(self) -> Vec<String> {
        let analysis = self.editor.findings.get_untracked();
        let files = analysis.workspace().missing_files();
        let Some(open) = self.editor.file.get_untracked() else { return Vec::new() };
        let names = analysis.mentions(&open).iter().filter(|mention| {
            mention.kind == SymbolKind::Descriptor && matches!(mention.target, Target::Missing { .. })
        });
        names.map(|mention| mention.name.to_string()).chain(files.iter().map(ToString::to_string)).collect()
    }

    /// Asks for a descriptor, once.
    fn want(self, name: String) {
        let number = self.editor.begun.get_value();
        let is_new = self.asked.try_update_value(|(of, asked)| {
            if *of != number {
                (*of, *asked) = (number, SortedSet::new());
            }
            asked.len() < MAX_NAMES && asked.insert(name.clone())
        });
        if is_new != Some(true) {
            return;
        }
        self.queue.update_value(|queue| queue.push_back(name));
        if self.n_running.get_value() < MAX_AT_ONCE {
            self.n_running.update_value(|number| *number += 1);
            spawn_local(self.resolve());
        }
    }

    async fn resolve(self) {
        while let Some(name) = self.queue.try_update_value(VecDeque::pop_front).flatten() {
            let number = self.editor.begun.get_value();
            // Without an answer, the descriptor stays missing, and a finding says so.
            if let Ok(answer) = self.editor.host.ask("resolve", json!({ "name": name })).await
                && self.editor.begun.get_value() == number
                && self.link.is_open()
            {
                self.link.add(&answer);
            }
        }
        self.n_running.update_value(|number| *number -= 1);
    }

    /// The kind of the open file.
    fn kind(self) -> Option<&'static str> {
        let file = self.editor.file.get_untracked()?;
        self.editor.drawn.get_untracked().file(&file)?.language.map(Language::id)
    }

    /// Asks the host what to offer for the kind of the open file before anything is searched, once.
    fn begin(self) {
        let (number, kind) = (self.editor.begun.get_value(), self.kind());
        let is_new = self.begun.try_update_value(|(of, kinds)| {
            if *of != number {
                (*of, *kinds) = (number, Vec::new());
            }
            let is_new = kind.is_some() && !kinds.contains(&kind);
            kinds.extend(is_new.then_some(kind));
            is_new
        });
        if is_new == Some(true) {
            spawn_local(self.search(String::new()));
        }
    }

    /// Searches the catalog of the host, and adds the results.
    async fn search(self, text: String) {
        let analysis = self.editor.drawn.get_untracked();
        let asked = json!({ "text": text.trim(), "fits": { "kind": self.kind() } });
        let Ok(answer) = self.editor.host.ask("search", asked).await else { return };
        let found = answer.as_array().map_or(&[][..], Vec::as_slice);
        let names = found.iter().take(MAX_FOUND).filter_map(|found| found.get("name").and_then(Value::as_str));
        let catalog = analysis.catalog();
        let is_here = |name: &str| {
            let of = DescriptorRef::parse(name);
            of.is_some_and(|of| catalog.versions(&of.kind, &of.name).iter().any(|entry| entry.name == of))
        };
        names.filter(|name| !is_here(name)).for_each(|name| self.want(name.to_owned()));
    }
}
