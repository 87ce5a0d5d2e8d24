//! The modeller as a whole: three panes between a toolbar and a status line.

use descriptorium_core::text::FilePath;
use leptos::prelude::*;
use leptos::task::spawn_local;
use web_sys::KeyboardEvent;

use crate::canvas::{Canvas, CanvasPane};
use crate::editor::Editor;
use crate::open::accept_drops;
use crate::panel::files::Files;
use crate::panel::inspector::Inspector;
use crate::panel::palette::Palette;
use crate::panel::preview::Preview;
use crate::panel::problems::Problems;
use crate::splitter::{Edge, Splitter};
use crate::text_pane::TextPane;
use crate::theme::Theme;
use crate::toolbar::{StatusBar, Toolbar, save_all};

/// The tabs of the right pane.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tab {
    Yaml,
    Problems,
    Inspector,
    Preview,
}

const TABS: [(Tab, &str); 4] =
    [(Tab::Yaml, "YAML"), (Tab::Problems, "Problems"), (Tab::Inspector, "Inspector"), (Tab::Preview, "Preview")];

#[component]
pub fn App() -> impl IntoView {
    let editor = Editor::new();
    provide_context(editor);
    provide_context(Canvas::new(editor));
    provide_context(Theme::stored());
    accept_drops(editor);
    spawn_local(async move {
        match crate::server::open(editor).await {
            Ok(()) => follow_address(editor),
            Err(error) => editor.fail(&format!("No folder is served here: {error}")),
        }
    });
    view! {
        <div class="modeller" on:keydown=move |event| shortcut(editor, &event)>
            <Toolbar />
            <main class="panes">
                <aside class="pane left" id="left">
                    <Files />
                    <Palette />
                </aside>
                <Splitter name="--left-width" of="left" edge=Edge::Right least=160.0 most=480.0 label="Width of the file list" />
                <section class="pane center" aria-label="Canvas"><CanvasPane /></section>
                <Splitter name="--right-width" of="right" edge=Edge::Left least=280.0 most=1100.0 label="Width of the text" />
                <RightPane />
            </main>
            <StatusBar />
        </div>
    }
}

/// Opens the file that the address names behind its `#`, now and whenever the address changes.
fn follow_address(editor: Editor) {
    let open = move || {
        let name = crate::dom::fragment();
        let path = FilePath::new(&name).filter(|path| editor.analysis.get_untracked().file(path).is_some());
        match path {
            Some(path) => editor.show(&path),
            None if name.is_empty() => {}
            None => editor.fail(&format!("There is no file `{name}` in this folder")),
        }
    };
    open();
    let _kept = window_event_listener(leptos::ev::hashchange, move |_| open());
}

#[component]
fn RightPane() -> impl IntoView {
    let editor = Editor::expect();
    let tab = RwSignal::new(Tab::Yaml);
    let shown = move |wanted: Tab| move || tab.get() == wanted;
    // A place is shown in the text, wherever it was asked for.
    Effect::new(move |before: Option<Option<u32>>| {
        let number = editor.reveal.get().map(|(_, number)| number);
        if before.is_some_and(|before| before != number) && matches!(tab.get_untracked(), Tab::Problems) {
            tab.set(Tab::Yaml);
        }
        number
    });
    let errors = Memo::new(move |_| {
        let analysis = editor.analysis.get();
        let findings = analysis.all_diagnostics();
        findings.filter(|found| found.severity != descriptorium_core::diagnostic::Severity::Info).count()
    });
    let tabs = TABS.map(|(this, label)| {
        let count = (this == Tab::Problems).then(|| {
            view! { <Show when=move || { errors.get() > 0 }><span class="count">{move || errors.get()}</span></Show> }
        });
        view! {
            <button
                type="button"
                role="tab"
                class="tab"
                id=format!("tab-{}", label.to_lowercase())
                aria-selected=move || if tab.get() == this { "true" } else { "false" }
                on:click=move |_| tab.set(this)
            >
                {label}
                {count}
            </button>
        }
    });
    view! {
        <aside class="pane right" id="right">
            <div class="tabs" role="tablist" aria-label="Views of the open file">{tabs.collect_view()}</div>
            // The text editor stays in the page: it has the cursor and the scroll position.
            <div class="tab-body" role="tabpanel" aria-label="YAML" class:hidden=move || tab.get() != Tab::Yaml><TextPane /></div>
            <Show when=shown(Tab::Problems)><div class="tab-body" role="tabpanel" aria-label="Problems"><Problems /></div></Show>
            <Show when=shown(Tab::Inspector)><div class="tab-body" role="tabpanel" aria-label="Inspector"><Inspector /></div></Show>
            <Show when=shown(Tab::Preview)><div class="tab-body" role="tabpanel" aria-label="Preview"><Preview /></div></Show>
        </aside>
    }
}

/// The keys that work everywhere; where text is typed, the field's own undo stays its own.
fn shortcut(editor: Editor, event: &KeyboardEvent) {
    if event.default_prevented() || !(event.ctrl_key() || event.meta_key()) {
        return;
    }
    let in_field = event
        .target()
        .and_then(|target| wasm_bindgen::JsCast::dyn_into::<web_sys::HtmlInputElement>(target).ok())
        .is_some();
    match (event.key().to_lowercase().as_str(), event.shift_key()) {
        ("s", _) => save_all(editor),
        ("z", false) if !in_field => editor.undo(),
        ("z", true) | ("y", _) if !in_field => editor.redo(),
        _ => return,
    }
    event.prevent_default();
}
