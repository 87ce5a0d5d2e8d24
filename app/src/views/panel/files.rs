//! The files of the workspace by folder, with markers for findings and unsaved changes.

use std::collections::HashMap;

use descriptorium_core::diagnostic::Severity;
use descriptorium_core::language::Language;
use descriptorium_core::sorted_map::SortedMap;
use descriptorium_core::sorting::Sorting;
use descriptorium_core::text::FilePath;
use leptos::prelude::*;
use web_sys::KeyboardEvent;

use crate::browser::dom::below;
use crate::gestures::files::file_at;
use crate::model::disk::gone;
use crate::state::canvas::Canvas;
use crate::state::editor::Editor;
use crate::state::question::{FileQuestion, Question};
use crate::views::import::OpenButton;
use crate::views::lazy;
use crate::views::panel::paging::{ROWS, rendered_pages};
use crate::views::startup::{FolderButton, NewButton};
use crate::words::{file_actions, files as words};

/// The shared state of the rows. As selectors and memos, it only updates the rows that change: there may be thousands,
/// and typing is frequent.
#[derive(Clone)]
struct Rows {
    /// The row that is the tab stop.
    stop: Selector<Option<FilePath>>,
    /// The row of the open file.
    open: Selector<Option<FilePath>>,
    marks: StoredValue<HashMap<FilePath, ArcRwSignal<Marks>>>,
}

/// The status of a file in its row.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Marks {
    kind: &'static str,
    errors: usize,
    warnings: usize,
    dirty: bool,
}

impl Marks {
    fn of(editor: Editor, path: &FilePath) -> Self {
        let analysis = editor.findings.get();
        let found = analysis.diagnostics(path);
        let count = |severity| found.iter().filter(|diagnostic| diagnostic.severity == severity).count();
        Marks {
            kind: analysis.file(path).and_then(|file| file.language).map_or("other", kind_class),
            errors: count(Severity::Error),
            warnings: count(Severity::Warning),
            dirty: editor.dirty.with(|dirty| dirty.contains(path)),
        }
    }
}

impl Rows {
    fn new(editor: Editor, stop: Memo<Option<FilePath>>) -> Self {
        let marks = StoredValue::new(HashMap::<FilePath, ArcRwSignal<Marks>>::new());
        Effect::new(move |_| {
            let analysis = editor.findings.get();
            editor.dirty.track();
            marks.update_value(|marks| marks.retain(|path, _| analysis.file(path).is_some()));
            let rows = marks
                .with_value(|marks| marks.iter().map(|(path, row)| (path.clone(), row.clone())).collect::<Vec<_>>());
            for (path, row) in rows {
                let now = Marks::of(editor, &path);
                if row.get_untracked() != now {
                    row.set(now);
                }
            }
        });
        Rows { stop: Selector::new(move || stop.get()), open: Selector::new(move || editor.file.get()), marks }
    }

    fn marks(&self, editor: Editor, path: &FilePath) -> ArcRwSignal<Marks> {
        let new = || ArcRwSignal::new(untrack(|| Marks::of(editor, path)));
        self.marks.try_update_value(|marks| marks.entry(path.clone()).or_insert_with(new).clone()).unwrap_or_else(new)
    }
}

#[component]
pub fn Files() -> impl IntoView {
    let editor = Editor::expect();
    let canvas = expect_context::<Canvas>();
    let pages = Memo::new(move |_| {
        // Typing does not change the list of files, so it is not rebuilt on every key press.
        let analysis = editor.findings.get();
        let there = analysis.workspace().files().map(|file| (file.path.clone(), true));
        let saved = editor.saved.read();
        pages(there.chain(gone(&analysis, &saved).map(|path| (path.clone(), false))))
    });
    let n_pages = rendered_pages(Signal::derive(move || pages.with(Vec::len)));
    let empty = move || pages.with(Vec::is_empty);
    let entered = RwSignal::new(None::<FilePath>);
    let stop = Memo::new(move |_| {
        let (entered, open) = (entered.get(), editor.file.get());
        pages.with(|pages| {
            let files = pages.iter().flatten().flat_map(|section| &section.files).map(|(file, _)| file);
            let first = files.clone().next().cloned();
            let listed = |path: &Option<FilePath>| files.clone().any(|file| Some(file) == path.as_ref());
            if listed(&entered) {
                entered
            } else if listed(&open) {
                open
            } else {
                first
            }
        })
    });
    provide_context(Rows::new(editor, stop));
    let focused = move |event: web_sys::FocusEvent| entered.set(file_at(event.target()));
    let left = move |_| entered.set(None);
    let typed = StoredValue::new((String::new(), 0.0));
    let list = NodeRef::<leptos::html::Div>::new();
    let key = move |event: KeyboardEvent| {
        if let Some(list) = list.get_untracked() {
            crate::browser::dom::rove(&event, &list, ".file", typed);
        }
    };
    let menu = move |event: web_sys::MouseEvent| {
        let Some(path) = file_at(event.target()) else { return };
        event.prevent_default();
        // The context menu key reports no position.
        let at = match (event.client_x(), event.client_y()) {
            (0, 0) => below(&event, 24.0),
            (x, y) => (f64::from(x), f64::from(y)),
        };
        canvas.ask(Question::File(FileQuestion::Menu(path)), Some(at));
    };
    view! {
        <section class="panel files" aria-label=crate::words::shortcuts::files()>
            <div class="panel-head"><h2 class="panel-title">{crate::words::shortcuts::files()}</h2><div class="panel-tools"><NewButton /><OpenButton /><FolderButton /></div></div>
            <div class="panel-body" node_ref=list on:focusin=focused on:focusout=left on:keydown=key on:contextmenu=menu>
                <Show when=empty>
                    <p class="empty">{words::no_files()}</p>
                </Show>
                <For each=move || 0..n_pages.get() key=usize::clone children=move |page| {
                    let section = move |key: &(String, usize)| pages.with(|pages| pages.get(page)?.iter().find(|section| section.key == *key).cloned());
                    let keys = move || pages.with(|pages| pages.get(page).into_iter().flatten().map(|section| section.key.clone()).collect::<Vec<_>>());
                    view! {
                        <For each=keys key=Clone::clone children=move |key| {
                            let this = key.clone();
                            let files = Signal::derive(move || section(&this).map_or(Vec::new(), |section| section.files));
                            view! { <Folder key=key files=files /> }
                        } />
                    }
                } />
                {move || lazy::loaded().map(|views| (views.other_files)())}
            </div>
        </section>
    }
}

/// Maximum number of rows of a section; a divisor of [`ROWS`]. The browser leaves sections outside of the view out of
/// layout. It observes each of them in every frame, so observing single rows would cost more than it saves: 4.6 ms per
/// key with 1,000 rows.
const SECTION: usize = 40;
/// The height of a row in pixels.
const ROW: usize = 24;

/// Consecutive files of one folder.
#[derive(Clone, PartialEq, Debug)]
struct Section {
    /// The folder, and the index among its sections.
    key: (String, usize),
    /// The files, and whether each exists: deleted ones are listed until they are saved.
    files: Vec<(FilePath, bool)>,
}

/// The files in order, in pages with the number of rows that are rendered at a time.
fn pages(files: impl Iterator<Item = (FilePath, bool)>) -> Vec<Vec<Section>> {
    let mut folders: SortedMap<String, Vec<(FilePath, bool)>> = SortedMap::new();
    for (path, is_there) in files {
        folders.entry(path.folder().to_owned()).or_default().push((path, is_there));
    }
    let (mut pages, mut room) = (Vec::<Vec<Section>>::new(), 0);
    for (folder, mut files) in folders {
        files.order();
        for (number, files) in files.chunks(SECTION).enumerate() {
            let section = Section { key: (folder.clone(), number), files: files.to_vec() };
            match pages.last_mut().filter(|_| files.len() <= room) {
                Some(page) => page.push(section),
                None => {
                    pages.push(vec![section]);
                    room = ROWS;
                }
            }
            room -= files.len();
        }
    }
    pages
}

#[component]
fn Folder(key: (String, usize), files: Signal<Vec<(FilePath, bool)>>) -> impl IntoView {
    let (name, number) = key;
    let heading = (number == 0 && !name.is_empty())
        .then(|| view! { <h3 class="folder path" title=name.clone()><bdi>{name.clone()}</bdi></h3> });
    let row = |(path, is_there): (FilePath, bool)| match is_there {
        true => view! { <FileRow path=path /> }.into_any(),
        false => view! { <GoneRow path=path /> }.into_any(),
    };
    view! {
        {heading}
        <ul class="file-list file-section" style:contain-intrinsic-height=move || format!("auto {}px", files.with(Vec::len) * ROW)><For each=move || files.get() key=|file| file.clone() children=row /></ul>
    }
}

fn tab_index(rows: &Rows, path: &FilePath) -> impl Fn() -> &'static str + use<> {
    let (stop, path) = (rows.stop.clone(), Some(path.clone()));
    move || if stop.selected(&path) { "0" } else { "-1" }
}

#[component]
fn FileRow(path: FilePath) -> impl IntoView {
    let editor = Editor::expect();
    let canvas = expect_context::<Canvas>();
    let rows = expect_context::<Rows>();
    let (opened, asked) = (path.clone(), path.clone());
    let is_open = {
        let (open, path) = (rows.open.clone(), Some(path.clone()));
        move || open.selected(&path)
    };
    let [near, current] = [is_open.clone(), is_open.clone()];
    let marks = rows.marks(editor, &path);
    let row = NodeRef::<leptos::html::Button>::new();
    Effect::new(move |_| {
        if let (true, Some(row)) = (near(), row.get()) {
            crate::browser::dom::bring_near(&row);
        }
    });
    let name = path.name().to_owned();
    let kind = {
        let marks = marks.clone();
        move || format!("file-kind {}", marks.get().kind)
    };
    let state = move || {
        let Marks { errors, warnings, dirty, .. } = marks.get();
        let dirty = dirty
            .then(|| view! { <span class="dirty" title=words::not_saved() aria-label=words::not_saved()>"●"</span> });
        let mark = match (errors, warnings) {
            (0, 0) => None,
            (0, warnings) => {
                Some(view! { <span class="count warning" title=words::warnings()>{warnings}</span> }.into_any())
            }
            (errors, _) => Some(view! { <span class="count error" title=words::errors()>{errors}</span> }.into_any()),
        };
        (dirty, mark)
    };
    let more = move |event: web_sys::MouseEvent| {
        canvas.ask(Question::File(FileQuestion::Menu(asked.clone())), Some(below(&event, 0.0)));
    };
    view! {
        <li class="file-row">
            <button
                type="button"
                class="file"
                class:current=current
                data-file=path.to_string()
                tabindex=tab_index(&rows, &path)
                node_ref=row
                aria-current=move || is_open().then_some("true")
                on:click=move |_| {
                    editor.forget_notice();
                    editor.show(&opened);
                    crate::browser::dom::show_side("canvas");
                }
            >
                <span class=kind aria-hidden="true"></span>
                <span class="file-name">{name.clone()}</span>
                {state}
            </button>
            // Keyboard users have the context menu key and the shortcuts of the menu.
            <button type="button" class="file-more" tabindex="-1" title=file_actions::more_hint() aria-label=file_actions::actions_for(&name) aria-haspopup="dialog" on:click=more>"⋯"</button>
        </li>
    }
}

/// A file that was deleted here, and will be deleted on disk by saving.
#[component]
fn GoneRow(path: FilePath) -> impl IntoView {
    let canvas = expect_context::<Canvas>();
    let rows = expect_context::<Rows>();
    let asked = path.clone();
    let click = move |event: web_sys::MouseEvent| {
        canvas.ask(Question::File(FileQuestion::Menu(asked.clone())), Some(below(&event, 24.0)));
    };
    view! {
        <li class="file-row">
            <button type="button" class="file gone" data-file=path.to_string() tabindex=tab_index(&rows, &path) title=file_actions::deleted_when_saved() on:click=click>
                <span class="file-kind" aria-hidden="true"></span>
                <span class="file-name"><s>{path.name().to_owned()}</s></span>
                <span class="visually-hidden">{file_actions::deleted_when_saved()}</span>
                <span class="dirty" aria-hidden="true">"●"</span>
            </button>
        </li>
    }
}

fn kind_class(language: Language) -> &'static str {
    if language.has_full_names() { language.id() } else { "descriptor" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_have_a_bounded_number_of_rows_and_all_files_in_order() {
        let path = |folder: &str, at: usize| FilePath::new(&format!("{folder}/{at:04}.yaml")).expect("a plain path");
        let many = (0..3 * ROWS / 2).map(|at| path("many", at));
        let single = (0..ROWS).map(|at| path(&format!("single-{at:04}"), 0));
        let files: Vec<FilePath> = many.chain(single).collect();
        let pages = pages(files.iter().rev().map(|path| (path.clone(), true)));
        let rows = |page: &Vec<Section>| page.iter().map(|section| section.files.len()).sum::<usize>();
        assert_eq!(pages.iter().map(rows).collect::<Vec<_>>(), [ROWS, ROWS, ROWS / 2]);
        let keys: Vec<_> =
            pages.iter().flatten().take(3).map(|section| (section.key.0.as_str(), section.key.1)).collect();
        assert_eq!(keys, [("many", 0), ("many", 1), ("many", 2)]);
        let listed: Vec<FilePath> =
            pages.into_iter().flatten().flat_map(|section| section.files).map(|(path, _)| path).collect();
        assert_eq!(listed, files);
    }
}
