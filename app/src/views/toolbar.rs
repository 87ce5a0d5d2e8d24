//! The toolbar: the open catalog, undo and redo, saving, and the appearance.

use descriptorium_core::diagnostic::Severity;
use leptos::prelude::*;

use crate::model::disk::FileSource;
use crate::state::canvas::Canvas;
use crate::state::editor::{Editor, Tone};
use crate::state::keys::{self, Action};
use crate::state::modules::LoadState;
use crate::storage::example::TITLE;
use crate::storage::lazy::save_all;
use crate::views::changes::Changes;
use crate::views::icons::{Icon, icon};
use crate::views::language_picker::LanguagePicker;
use crate::views::message::message;
use crate::views::panel::settings::CatalogSettings;
use crate::views::theme::Theme;
use crate::words::{canvas as canvas_words, shell as words};

#[component]
pub fn Toolbar() -> impl IntoView {
    let editor = Editor::expect();
    let theme = expect_context::<Theme>();
    let steps = Memo::new(move |_| editor.steps());
    let undo = move || steps.with(|(undo, _)| undo.clone());
    let redo = move || steps.with(|(_, redo)| redo.clone());
    let title = move || {
        let folder = editor.served.with(|served| {
            served.as_ref().map(|served| match served.source {
                FileSource::Memory if served.title == TITLE => words::example().to_owned(),
                FileSource::Memory
                | FileSource::Program { .. }
                | FileSource::Folder
                | FileSource::Site
                | FileSource::Host => served.title.clone(),
            })
        });
        folder.unwrap_or_default()
    };
    let changes = expect_context::<Changes>();
    let canvas = expect_context::<Canvas>();
    let (panes, host) = (canvas.panes, editor.host);
    let pane = move |id: &'static str, sign: Icon, name: &'static str, action: Action, is_open: RwSignal<bool>| {
        let is_offered = move || if action == Action::FilesPane { host.shows_left() } else { host.shows_views() };
        view! {
            <button type="button" class="tool icon pane-toggle" class:hidden=move || !is_offered() id=id aria-label=name title=keys::hint(name, action) aria-pressed=move || is_open.get().to_string() on:click=move |_| panes.toggle(is_open)>
                {icon(sign)}
            </button>
        }
    };
    let is_changed = Memo::new(move |_| editor.dirty.with(|dirty| !dirty.is_empty()));
    let has_commits = Memo::new(move |_| editor.has_commits());
    let open = move || editor.file.get().map_or(String::new(), |path| path.to_string());
    let savable = Memo::new(move |_| {
        let writable = editor.served.with(|served| {
            served.as_ref().is_some_and(|served| !served.read_only && served.source != FileSource::Memory)
        });
        writable && is_changed.get()
    });
    let is_published = Memo::new(move |_| editor.is_source(&FileSource::Site));
    let (save_label, save_hint) = (
        move || if is_published.get() { words::download() } else { words::save() },
        move || {
            if is_published.get() {
                words::download_changed().to_owned()
            } else {
                keys::hint(crate::words::shortcuts::save_all_changed_files(), Action::Save)
            }
        },
    );
    // A host knows itself what it can undo.
    let has_undo = move || !editor.is_read_only() && (host.undoes() || undo().is_some());
    let has_redo = move || !editor.is_read_only() && (host.undoes() || redo().is_some());
    let undo_hint = move || undo().map_or(words::nothing_to_undo().to_owned(), |step| words::undo_step(&step));
    let redo_hint = move || redo().map_or(words::nothing_to_redo().to_owned(), |step| words::redo_step(&step));
    view! {
        <header class="toolbar" role="banner">
            <h1 class="brand">"Descriptorium"</h1>
            <span class="crumbs"><span class="crumb">{title}</span><span class="crumb open">{open}</span></span>
            <span class="spacer"></span>
            <button type="button" class="tool icon" id="undo" disabled=move || !has_undo() aria-label=words::undo() title=undo_hint on:click=move |_| editor.undo()>{icon(Icon::Undo)}</button>
            <button type="button" class="tool icon" id="redo" disabled=move || !has_redo() aria-label=words::redo() title=redo_hint on:click=move |_| editor.redo()>{icon(Icon::Redo)}</button>
            <span class="tool-gap"></span>
            {pane("toggle-files", Icon::LeftPane, crate::words::shortcuts::show_or_hide_the_files(), Action::FilesPane, panes.files)}
            {pane("toggle-views", Icon::RightPane, crate::words::shortcuts::show_or_hide_the_text(), Action::ViewsPane, panes.views)}
            <span class="tool-gap"></span>
            <button type="button" class="tool icon" id="theme" aria-label=words::light_or_dark() title=words::light_or_dark() on:click=move |_| theme.toggle()>
                {move || icon(if theme.is_dark() { Icon::Sun } else { Icon::Moon })}
            </button>
            <LanguagePicker />
            <button type="button" class="tool" id="changes" disabled=move || !is_changed.get() && !has_commits.get() && !changes.0.get() aria-pressed=move || changes.0.get().to_string() title=words::changes_hint() on:click=move |_| changes.0.update(|is_open| *is_open = !*is_open)>{words::changes()}</button>
            <button type="button" class="tool primary" class:hidden=move || !host.has_save() id="save" disabled=move || !savable.get() title=save_hint on:click=move |_| save_all(editor)>{save_label}</button>
        </header>
    }
}

/// The status line: the last message, and the state of the files.
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
        let analysis = editor.findings.get();
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
        let counted = |(errors, warnings)| match warnings {
            0 => words::errors(errors),
            _ => format!("{} · {}", words::errors(errors), words::warnings(warnings)),
        };
        let found = match (found, editor.modules.load_state()) {
            (Some(found), LoadState::Loaded) => counted(found),
            (Some(found), LoadState::Failed) => format!("{} · {}", counted(found), words::partly_checked()),
            (None, LoadState::Failed) => words::not_checked().to_owned(),
            (_, LoadState::Loading) | (None, LoadState::Loaded) => match editor.checking.get() {
                Some(percent) => format!("{} {}", words::checking(), canvas_words::percent(percent as f64)),
                None => words::checking().to_owned(),
            },
        };
        format!("{} · {found}", words::files(files))
    };
    view! {
        <footer class="status">
            // Recreated for each message, so that each fades out.
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
