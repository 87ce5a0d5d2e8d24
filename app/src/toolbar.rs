//! The bar on top: what is open, undo and redo, saving, and how it all looks.

use descriptorium_core::text::FilePath;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::editor::Editor;
use crate::server::{SaveError, save};
use crate::theme::Theme;

#[component]
pub fn Toolbar() -> impl IntoView {
    let editor = Editor::expect();
    let theme = expect_context::<Theme>();
    let steps = Memo::new(move |_| editor.steps());
    let undo = move || steps.with(|(undo, _)| undo.clone());
    let redo = move || steps.with(|(_, redo)| redo.clone());
    let title = move || {
        let folder = editor.served.with(|served| served.as_ref().map(|served| served.title.clone()));
        folder.unwrap_or_default()
    };
    let open = move || editor.file.get().map_or(String::new(), |path| path.to_string());
    let savable = Memo::new(move |_| {
        let writable = editor.served.with(|served| served.as_ref().is_some_and(|served| !served.read_only));
        writable && !dirty(editor).is_empty()
    });
    let hint =
        |what: &str, step: Option<String>| step.map_or(format!("Nothing to {what}"), |step| format!("{what}: {step}"));
    view! {
        <header class="toolbar" role="banner">
            <span class="brand">"Descriptorium"</span>
            <span class="crumbs"><span class="crumb">{title}</span><span class="crumb open">{open}</span></span>
            <span class="spacer"></span>
            <button type="button" class="tool" id="undo" disabled=move || undo().is_none() title=move || hint("Undo", undo()) on:click=move |_| editor.undo()>"Undo"</button>
            <button type="button" class="tool" id="redo" disabled=move || redo().is_none() title=move || hint("Redo", redo()) on:click=move |_| editor.redo()>"Redo"</button>
            <button type="button" class="tool" id="theme" aria-label="Light or dark" title="Light or dark" on:click=move |_| theme.toggle()>
                {move || if theme.is_dark() { "☀" } else { "☾" }}
            </button>
            <button type="button" class="tool primary" id="save" disabled=move || !savable.get() title="Save all changed files (Ctrl+S)" on:click=move |_| save_all(editor)>"Save"</button>
        </header>
    }
}

/// The line at the bottom: what was done last, and how the files are.
#[component]
pub fn StatusBar() -> impl IntoView {
    let editor = Editor::expect();
    let class = move || {
        let failure = editor
            .notice
            .with(|notice| notice.as_ref().is_some_and(|notice| notice.tone == crate::editor::Tone::Failure));
        if failure { "notice failure" } else { "notice" }
    };
    let text = move || editor.notice.with(|notice| notice.as_ref().map_or(String::new(), |notice| notice.text.clone()));
    let counts = Memo::new(move |_| {
        let analysis = editor.analysis.get();
        let files = analysis.workspace().files().count();
        let problems = analysis.all_diagnostics();
        let errors = problems.filter(|found| found.severity == descriptorium_core::diagnostic::Severity::Error).count();
        (files, errors)
    });
    let summary = move || {
        let (files, errors) = counts.get();
        format!("{files} files · {errors} errors")
    };
    view! {
        <footer class="status">
            <span class=class role="status" aria-live="polite">{text}</span>
            <span class="spacer"></span>
            <span class="counts">{summary}</span>
        </footer>
    }
}

/// The files that differ from what is on disk.
fn dirty(editor: Editor) -> Vec<FilePath> {
    let analysis = editor.analysis.get();
    let paths = analysis.workspace().files().map(|file| file.path.clone());
    paths.filter(|path| editor.is_dirty(path)).collect()
}

/// Saves every changed file; what cannot be saved is said, and stays changed.
pub fn save_all(editor: Editor) {
    let paths = untrack(|| dirty(editor));
    if paths.is_empty() {
        return editor.say("Nothing to save");
    }
    spawn_local(async move {
        let mut saved = 0;
        for path in paths {
            match save(editor, path.clone()).await {
                Ok(()) => saved += 1,
                Err(SaveError::Stale) => {
                    return editor.fail(&format!(
                        "Not saved: {path} has changed on disk meanwhile. Your text is kept here; copy it, reload the page, and put your change in again"
                    ));
                }
                Err(SaveError::Failed(why)) => return editor.fail(&format!("Not saved: {path}: {why}")),
            }
        }
        editor.say(&format!("Saved {saved} {}", if saved == 1 { "file" } else { "files" }));
    });
}
