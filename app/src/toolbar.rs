//! The bar on top: what is open, undo and redo, saving, and how it all looks.

use std::sync::Arc;

use descriptorium_core::diagnostic::Severity;
use descriptorium_core::text::FilePath;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::canvas::Canvas;
use crate::diff::{DiffView, merge};
use crate::editor::{Editor, Tone};
use crate::example::TITLE;
use crate::keys::Action;
use crate::language::LanguageField;
use crate::later::when_here;
use crate::message::message;
use crate::panel::settings::CatalogSettings;
use crate::save::{SavedText, save_all};
use crate::server::{Resolution, Way, resolve_conflict};
use crate::theme::Theme;
use crate::words::shell as words;
use crate::words::{canvas, filing};

/// Whether it is shown what is not saved.
#[derive(Clone, Copy)]
pub struct Changes(pub RwSignal<bool>);

/// What is not saved beside what is on disk, for as long as somebody wants to see it.
#[component]
pub fn UnsavedChanges() -> impl IntoView {
    let Changes(is_open) = expect_context::<Changes>();
    view! {
        <Show when=move || is_open.get()>
            <section class="references" aria-label=words::changes_not_saved() data-changes>
                <div class="references-head">
                    <span>{words::not_saved_yet()}</span>
                    <button type="button" class="mini" on:click=move |_| is_open.set(false)>{words::close()}</button>
                </div>
                {when_here(|part| (part.unsaved)())}
            </section>
        </Show>
    }
}

pub fn conflict(path: FilePath) -> AnyView {
    view! { <Conflict path=path /> }.into_any()
}

#[component]
pub fn Toolbar() -> impl IntoView {
    let editor = Editor::expect();
    let theme = expect_context::<Theme>();
    let steps = Memo::new(move |_| editor.steps());
    let undo = move || steps.with(|(undo, _)| undo.clone());
    let redo = move || steps.with(|(_, redo)| redo.clone());
    let title = move || {
        let folder = editor.served.with(|served| {
            served.as_ref().map(|served| match served.way {
                Way::Nowhere if served.title == TITLE => words::example().to_owned(),
                Way::Nowhere | Way::Program { .. } | Way::Folder | Way::Site => served.title.clone(),
            })
        });
        folder.unwrap_or_default()
    };
    let changes = expect_context::<Changes>();
    let is_changed = Memo::new(move |_| editor.dirty.with(|dirty| !dirty.is_empty()));
    let open = move || editor.file.get().map_or(String::new(), |path| path.to_string());
    let savable = Memo::new(move |_| {
        let writable = editor
            .served
            .with(|served| served.as_ref().is_some_and(|served| !served.read_only && served.way != Way::Nowhere));
        writable && is_changed.get()
    });
    let is_published = Memo::new(move |_| editor.goes(&Way::Site));
    let (save_label, save_hint) = (
        move || if is_published.get() { words::download() } else { words::save() },
        move || {
            if is_published.get() { words::download_changed().to_owned() } else { crate::keys::title(Action::Save) }
        },
    );
    let undo_hint = move || undo().map_or(words::nothing_to_undo().to_owned(), |step| words::undo_step(&step));
    let redo_hint = move || redo().map_or(words::nothing_to_redo().to_owned(), |step| words::redo_step(&step));
    view! {
        <header class="toolbar" role="banner">
            <h1 class="brand">"Descriptorium"</h1>
            <span class="crumbs"><span class="crumb">{title}</span><span class="crumb open">{open}</span></span>
            <span class="spacer"></span>
            <button type="button" class="tool" id="undo" disabled=move || undo().is_none() title=undo_hint on:click=move |_| editor.undo()>{words::undo()}</button>
            <button type="button" class="tool" id="redo" disabled=move || redo().is_none() title=redo_hint on:click=move |_| editor.redo()>{words::redo()}</button>
            <LanguageField />
            <button type="button" class="tool" id="theme" aria-label=words::light_or_dark() title=words::light_or_dark() on:click=move |_| theme.toggle()>
                {move || if theme.is_dark() { "☀" } else { "☾" }}
            </button>
            <button type="button" class="tool" id="changes" disabled=move || !is_changed.get() && !changes.0.get() aria-pressed=move || changes.0.get().to_string() title=words::changes_of_file() on:click=move |_| changes.0.update(|is_open| *is_open = !*is_open)>{words::changes()}</button>
            <button type="button" class="tool primary" id="save" disabled=move || !savable.get() title=save_hint on:click=move |_| save_all(editor)>{save_label}</button>
        </header>
    }
}

/// The line at the bottom: what was done last, and how the files are.
#[component]
pub fn StatusBar() -> impl IntoView {
    let editor = Editor::expect();
    let failure =
        move || editor.notice.with(|notice| notice.as_ref().is_some_and(|notice| notice.tone == Tone::Failure));
    let class = move || if failure() { "notice failure" } else { "notice" };
    let number = StoredValue::new(0_u32);
    let notices = move || {
        let notice = editor.notice.get();
        number.update_value(|number| *number += 1);
        notice.map(|notice| (number.get_value(), notice.text))
    };
    let text = move || {
        editor.notice.with(|notice| notice.as_ref().map_or(String::new(), |notice| notice.text.replace('`', "")))
    };
    let counts = Memo::new(move |_| {
        let analysis = editor.analysis.get();
        let files = analysis.workspace().files().count();
        let of = |severity| analysis.all_diagnostics().filter(|found| found.severity == severity).count();
        (files, analysis.is_checked().then(|| (of(Severity::Error), of(Severity::Warning))))
    });
    let canvas = expect_context::<Canvas>();
    let dismiss = move |_| {
        editor.forget_notice();
        canvas.focus();
    };
    let summary = move || {
        let (files, found) = counts.get();
        let found = match found {
            Some((errors, 0)) => words::errors(errors),
            Some((errors, warnings)) => format!("{} · {}", words::errors(errors), words::warnings(warnings)),
            None if editor.part.is_missing() => words::not_checked().to_owned(),
            None => match editor.checking.get() {
                Some(percent) => format!("{} {}", words::checking(), canvas::percent(percent as f64)),
                None => words::checking().to_owned(),
            },
        };
        format!("{} · {found}", words::files(files))
    };
    view! {
        <footer class="status">
            // Made anew with each, so that each fades.
            <span class=class role="status" aria-live="polite">
                <For each=notices key=|(number, _)| *number children=|(_, text)| view! { <span class="notice-text">{message(&text)}</span> } />
            </span>
            <span class="visually-hidden" role="alert">{move || failure().then(text)}</span>
            <button type="button" class="mini" class:hidden=move || !failure() data-way="dismiss" aria-label=words::close() on:click=dismiss>"✕"</button>
            <span class="spacer"></span>
            <CatalogSettings />
            <span class="counts">{summary}</span>
        </footer>
    }
}

/// The files that somebody else has changed on disk while they were changed here, and the two ways out.
#[component]
pub fn Conflicts() -> impl IntoView {
    let editor = Editor::expect();
    view! {
        <For each=move || editor.conflicts.with(|conflicts| conflicts.keys().cloned().collect::<Vec<_>>()) key=FilePath::clone children=move |path| when_here(move |part| (part.conflict)(path.clone())) />
    }
}

#[component]
fn Conflict(path: FilePath) -> impl IntoView {
    let editor = Editor::expect();
    let path = StoredValue::new(path);
    // What was on disk when it was opened, what is there now, and what it is here.
    let base = Signal::derive(move || {
        editor
            .saved
            .with(|saved| path.with_value(|path| saved.get(path).map(|saved| saved.text.to_string())))
            .unwrap_or_default()
    });
    let here = Signal::derive(move || {
        let analysis = editor.analysis.get();
        path.with_value(|path| analysis.file(path).map(|file| file.text.to_string())).unwrap_or_default()
    });
    let disk = Memo::new(move |_| {
        let there = |there: &Option<SavedText>| there.as_ref().map(|there| Arc::clone(&there.text));
        editor.conflicts.with(|conflicts| path.with_value(|path| conflicts.get(path).and_then(there)))
    });
    let there = Signal::derive(move || disk.get().map(|text| text.to_string()).unwrap_or_default());
    let is_gone = Memo::new(move |_| path.with_value(|path| editor.analysis.get().file(path).is_none()));
    let can_merge = Memo::new(move |_| {
        !is_gone.get()
            && disk.with(|disk| disk.as_ref().is_some_and(|disk| merge(&base.get(), &here.get(), disk).is_some()))
    });
    let is_open = RwSignal::new(false);
    let compare = move |_| is_open.update(|is_open| *is_open = !*is_open);
    let is_changed = Memo::new(move |_| path.with_value(|path| editor.is_dirty(path)));
    let says = move || match disk.with(Option::is_some) {
        _ if !is_changed.get() => words::conflict_undone(),
        _ if is_gone.get() => filing::conflict_deleted(),
        true => words::conflict(),
        false => words::conflict_gone(),
    };
    let resolve = move |resolution: Resolution| {
        spawn_local(async move {
            let path = path.get_value();
            if let Err(why) = resolve_conflict(editor, &path, resolution).await {
                editor.fail(&words::not_done(&format!("{path}: {why}")));
            }
        });
    };
    let why = move || {
        if can_merge.get() { words::merges() } else { words::same_lines() }
    };
    view! {
        <div class="conflict-with" data-conflict=path.get_value().to_string()>
            <div class="conflict" role="alert">
                <span class="conflict-text"><strong>{path.get_value().to_string()}</strong>{says}</span>
                <button type="button" class="tool" data-way="compare" aria-expanded=move || is_open.get().to_string() on:click=compare>{words::compare()}</button>
                <button type="button" class="tool" data-way="merge" title=why disabled=move || !can_merge.get() on:click=move |_| resolve(Resolution::Merge)>{words::merge_both()}</button>
                <button type="button" class="tool" data-way="theirs" title=words::undo_has_yours() on:click=move |_| resolve(Resolution::TakeTheirs)>{move || if disk.with(Option::is_some) { words::take_theirs() } else { words::delete_here() }}</button>
                <button type="button" class="tool" data-way="ours" on:click=move |_| resolve(Resolution::WriteOurs)>{move || if is_gone.get() { filing::delete_anyway() } else { words::write_ours() }}</button>
            </div>
            <Show when=move || is_open.get()>
                <div class="three-way" role="region" aria-label=words::each_side()>
                    <section><h2>{words::disk_side()}</h2><DiffView before=base after=there label=words::disk_side() /></section>
                    <section><h2>{words::our_side()}</h2><DiffView before=base after=here label=words::our_side() /></section>
                </div>
            </Show>
        </div>
    }
}
